"""Puzzles in which exactly one move wins, by proof.

`make_proved` lets the engine play a game against itself, to a fixed depth after a random opening,
so that the same seed gives the same game. From its end backwards it looks for positions where one
move is proved to win and the best of all others is proved not to. The opponent's answer is played,
and while again exactly one move wins the puzzle goes on. Every wrong move comes with an answer that
refutes it, which is proved, too. `check_proved` proves all of it anew, from the position alone.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import random
from typing import Any

from ludarium import catalogue
from ludarium.analysis.puzzles.library import Puzzle, PuzzleStep, expect
from ludarium.play.position import Position, parse, start
from ludarium.play.record import Record
from ludarium.search.engine import Analysis, Engine, check_playable

__all__ = ["check_proved", "identity_of", "make_proved"]

PLAYING_DEPTH = 5  # search depth of the players, in plies
OPENING = 4  # random moves
LONGEST_GAME = 300  # moves; a longer game is broken off
PROVING_DEPTH = 16  # search depth for a proof, in plies
PATIENCE = 1.0  # seconds for a proof; nearly all need far less
UNPROVED = 2  # number of positions in a row without a proof, before which none are searched
FEWEST_CHOICES = 6  # legal moves of a position for a puzzle
SHORTEST = 3  # plies of a win for a puzzle
LONGEST = 4  # moves of the solver


def make_proved(game: str, seed: int) -> Puzzle | None:
    """Play a game, and find a puzzle in it; None where it has none.

    seed: of the opening. Raises AgentError where the engine cannot play the game.
    """
    check_playable(start(game))
    engine = Engine()
    return puzzle_in(played(game, seed, engine), seed, engine)


def played(game: str, seed: int, engine: Engine) -> Record:
    """A game of the engine against itself."""
    player = f"alphabeta, {PLAYING_DEPTH} plies"
    record = Record(
        start(game), (player, player), seed=seed, repetition=catalogue.find(game).repetition
    )
    chance = random.Random(seed)
    for _ in range(OPENING):
        if not record.over:
            record.play(chance.choice(record.position.legal))
    while not record.over and len(record.moves) < LONGEST_GAME:
        record.play(engine.analyse(record.position, depth=PLAYING_DEPTH).lines[0].move)
    return record


def puzzle_in(record: Record, seed: int, engine: Engine) -> Puzzle | None:
    """The longest puzzle in the game, of several the earliest; None where there is none."""
    best: Puzzle | None = None
    unproved = 0
    for ply, position in reversed(list(enumerate(record.positions()))):
        if position.over:
            continue
        analysis = analysed(parse(position.text), engine)
        unproved = 0 if analysis.lines[0].label == "proved" else unproved + 1
        if unproved == UNPROVED:
            break
        if not worth_asking(position, analysis):
            continue
        source = {"players": list(record.players), "seed": seed, "ply": ply, "moves": record.moves}
        puzzle = puzzle_at(parse(position.text), analysis, source, engine)
        if puzzle is not None and (best is None or len(puzzle.steps) >= len(best.steps)):
            best = puzzle
    return best


def analysed(position: Position, engine: Engine) -> Analysis:
    """The two best lines, searched for a proof."""
    return engine.analyse(position, depth=PROVING_DEPTH, seconds=PATIENCE, lines=2)


def wins_alone(analysis: Analysis) -> bool:
    """Return whether the first line is proved to win, and the best of all others proved not to."""
    if len(analysis.lines) < 2:
        return False
    best, other = analysis.lines[:2]
    return best.label == other.label == "proved" and best.value == 1 and other.value < 1


def worth_asking(position: Position, analysis: Analysis) -> bool:
    """Return whether the position makes a puzzle: one winning move among many, and a long win."""
    return (
        wins_alone(analysis)
        and len(position.legal) >= FEWEST_CHOICES
        and len(analysis.lines[0].pv) >= SHORTEST
    )


def puzzle_at(
    first: Position, analysis: Analysis, source: dict[str, Any], engine: Engine
) -> Puzzle | None:
    """The puzzle that begins here; None where a wrong move is not refuted by proof."""
    proof = {"depth": analysis.depth, "nodes": analysis.nodes}
    here, steps = first, list[PuzzleStep]()
    ending: tuple[str, ...] = ()
    while True:
        line = analysis.lines[0]
        refutations = refuted(here, line.move.text, engine)
        if refutations is None:
            break
        ending = tuple(move.text for move in line.pv[1:])
        steps.append(PuzzleStep(line.move.text, None, refutations))
        if len(steps) == LONGEST or (after := answered(here.play(line.move), engine)) is None:
            break
        reply, here, analysis = after
        if not wins_alone(analysis):
            break
        steps[-1] = dataclasses.replace(steps[-1], reply=reply)
    if not steps:
        return None
    steps[-1] = dataclasses.replace(steps[-1], reply=None)
    return Puzzle(
        identity_of(first), first.text, first.mover(), tuple(steps), ending, source, proof
    )


def identity_of(first: Position) -> str:
    """The id of the puzzle that begins in this position."""
    return f"{first.game.name}-{hashlib.sha256(first.text.encode()).hexdigest()[:6]}"


def refuted(position: Position, winning: str, engine: Engine) -> dict[str, str | None] | None:
    """A reply to each move but the winning one that refutes it; None where one is not proved."""
    replies: dict[str, str | None] = {}
    for move in position.legal:
        if move.text == winning:
            continue
        after = parse(position.play(move).text)
        if after.over:
            replies[move.text] = None
            continue
        line = engine.analyse(after, depth=PROVING_DEPTH, seconds=PATIENCE).lines[0]
        value = line.value if after.to_move == position.to_move else -line.value
        if line.label != "proved" or value == 1:
            return None
        replies[move.text] = line.move.text
    return replies


def answered(position: Position, engine: Engine) -> tuple[str, Position, Analysis] | None:
    """The opponent's reply, the position after it and its analysis.

    None where the solver is not to move then.
    """
    if position.over:
        return None
    reply = analysed(parse(position.text), engine).lines[0].move
    after = position.play(reply.text)
    if after.over or after.to_move == position.to_move:
        return None
    return reply.text, parse(after.text), analysed(parse(after.text), engine)


def check_proved(puzzle: Puzzle, *, seconds: float = 10.0) -> None:
    """Prove all claims of the puzzle with a new engine.

    Raises LudariumError where one does not hold.
    """
    engine = Engine()
    source = Record(start(puzzle.start.game), ("", ""), moves=puzzle.source["moves"])
    position = next(itertools.islice(source.positions(), puzzle.source["ply"], None))
    expect(puzzle, position.text == puzzle.position, "it is not the position of its game")
    for step in puzzle.steps:
        expect(puzzle, position.to_move == puzzle.seat, "it is not the solver's move")
        expect(
            puzzle,
            {move.text for move in position.legal} == {step.move, *step.refutations},
            "not all moves are told",
        )
        for move in position.legal:
            after = position.play(move)
            value = proved_value(after, puzzle.seat, engine, seconds)
            expect(
                puzzle,
                value is not None and (value == 1) == (move.text == step.move),
                f"{move} was found to be {value}",
            )
            reply = step.refutations.get(move.text)
            if reply is not None:
                refuting = proved_value(after.play(reply), puzzle.seat, engine, seconds)
                expect(
                    puzzle, refuting is not None and refuting < 1, f"{reply} does not refute {move}"
                )
        position = position.play(step.move)
        if step.reply is not None:
            position = position.play(step.reply)
    for text in puzzle.ending:
        position = position.play(text)


def proved_value(position: Position, seat: int, engine: Engine, seconds: float) -> float | None:
    """The proved value of the position for this seat, -1, 0 or 1; None where there is no proof."""
    if position.over:
        return position.returns[seat]
    line = engine.analyse(parse(position.text), seconds=seconds).lines[0]
    if line.label != "proved":
        return None
    return line.value if position.to_move == seat else -line.value
