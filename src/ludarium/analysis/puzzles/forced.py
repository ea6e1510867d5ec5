"""Puzzles in which exactly one move forces a win within a number of moves.

`make_forced` lets two levels play, the stronger against the weaker, and looks at the positions
before the end of the game. Another move may win later, but not soon, where that can be found out.
What wins in time and what does not is found by exhaustive search, so
that it is certain in every game, also where nothing can be proved of longer ways.
"""

from __future__ import annotations

import itertools
import random
from typing import Any

from ludarium.agents import agent
from ludarium.analysis.puzzles.library import Puzzle, Step, expect
from ludarium.analysis.puzzles.proved import identity_of
from ludarium.matches.match import play_game, play_opening
from ludarium.play.position import Move, Position, parse, start
from ludarium.play.record import BY_RULES, Record
from ludarium.rules.compiling import compiled
from ludarium.search.exhaustive import wins_within

__all__ = ["check_forced", "make_forced"]

PLAYERS = "level:5", "level:2"
OPENING = 4  # random moves
LONGEST_GAME = 300  # moves; a longer game is broken off
MOST_WITHIN = 4  # moves of the solver
LARGEST = 3e7  # states that a search is expected to visit at most
REPLIES = 8  # expected states for each reply of the opponent, most of which need not be tried
LATER = 2  # moves within which no other move should win either
FEWEST_CHOICES = 5  # legal moves of a position for a puzzle


def make_forced(game: str, seed: int) -> Puzzle | None:
    """Play a game, and find the longest puzzle near its end; None where it has none.

    seed: of the opening and of the players. Raises AgentError where levels do not play the game.
    """
    record = played(game, seed)
    winner = max(range(record.first.seats), key=record.returns.__getitem__)
    if record.reason != BY_RULES or record.returns[winner] <= 0:
        return None
    source = {"players": list(record.players), "seed": seed, "moves": record.moves}
    best: Puzzle | None = None
    for ply, position in list(enumerate(record.positions()))[-2 * MOST_WITHIN - 1 :]:
        if position.to_move != winner or len(position.legal) < FEWEST_CHOICES:
            continue
        found = puzzle_at(parse(position.text), {**source, "ply": ply})
        if found and (best is None or len(found.steps) > len(best.steps)):
            best = found
    return best


def played(game: str, seed: int) -> Record:
    """A game of the stronger level against the weaker, which begins where the seed is odd."""
    players = [agent(name, 2 * seed + one) for one, name in enumerate(PLAYERS)]
    if seed % 2:
        players.reverse()
    first = start(game)
    record = Record(
        first,
        tuple(player.name for player in players),
        seed=seed,
        repetition=first.game.repetition,
    )
    play_opening(record, OPENING, random.Random(seed))
    return record if record.over else play_game(record, players, LONGEST_GAME)


def puzzle_at(first: Position, source: dict[str, Any]) -> Puzzle | None:
    """The puzzle that begins here; None where there is none."""
    seat = first.mover()
    choices = len(first.legal)
    within = next(
        (
            moves
            for moves in range(1, MOST_WITHIN + 1)
            if choices**moves * REPLIES ** (moves - 1) <= LARGEST
            and visited(first, seat, moves) > 0
        ),
        0,
    )
    if within < 2:
        return None
    steps = steps_from(first, seat, within)
    if not steps or others_win_soon(first, steps[0].move, seat, within):
        return None
    proof = {"nodes": visited(first, seat, within)}
    ending = win_from(after_steps(first, steps), seat, within - len(steps))
    return Puzzle(
        identity_of(first), first.text, seat, tuple(steps), tuple(ending), source, proof, within
    )


def steps_from(here: Position, seat: int, within: int) -> list[Step]:
    """The solution from here on, as long as exactly one move forces a win in time; without the
    move that ends the game.
    """
    winning = winning_moves(here, seat, within) if within > 1 else []
    refutations = refuted(here, winning[0], seat, within) if len(winning) == 1 else None
    if refutations is None:
        return []
    after, rest = here.play(winning[0]), list[Step]()
    if after.over or after.to_move == seat:
        return [Step(winning[0].text, None, refutations)]
    reply = longest_reply(after, seat, within - 1)
    following = parse(after.play(reply).text)
    if following.to_move == seat:
        rest = steps_from(following, seat, within - 1)
    return [Step(winning[0].text, reply.text if rest else None, refutations), *rest]


def others_win_soon(first: Position, winning: str, seat: int, within: int) -> bool:
    """Whether another move forces a win within LATER moves more, so that it is hardly worse; False
    where that would take too long to find out.
    """
    nodes = visited(first, seat, within)
    growth = nodes / abs(visited(first, seat, within - 1))
    if nodes * growth**LATER > LARGEST:
        return False
    return any(
        visited(first.play(move), seat, within - 1 + LATER) > 0
        for move in first.legal
        if move.text != winning
    )


def visited(position: Position, seat: int, moves: int) -> int:
    """`wins_within` of the position."""
    search = compiled(wins_within, position.game)
    return int(search(position.game.plain(position.state), seat, moves))


def winning_moves(position: Position, seat: int, within: int) -> list[Move]:
    """The moves of a position that force a win in time."""
    return [move for move in position.legal if visited(position.play(move), seat, within - 1) > 0]


def refuted(
    position: Position, winning: Move, seat: int, within: int
) -> dict[str, str | None] | None:
    """A reply to each other move after which there is no win in time; None where a wrong move
    leaves the same seat to move.
    """
    found: dict[str, str | None] = {}
    for move in position.legal:
        if move == winning:
            continue
        after = position.play(move)
        if after.over:
            found[move.text] = None
            continue
        if after.to_move == seat:
            return None
        found[move.text] = next(
            reply.text for reply in after.legal if visited(after.play(reply), seat, within - 1) < 0
        )
    return found


def longest_reply(position: Position, seat: int, within: int) -> Move:
    """The reply that puts a win off longest, of several the first."""

    def needed(reply: Move) -> int:
        after = position.play(reply)
        return next(moves for moves in range(within + 1) if visited(after, seat, moves) > 0)

    return max(position.legal, key=needed)


def after_steps(first: Position, steps: list[Step]) -> Position:
    """The position after the last move of the solution."""
    here = first
    for step in steps:
        here = here.play(step.move)
        if step.reply is not None:
            here = here.play(step.reply)
    return here


def win_from(position: Position, seat: int, within: int) -> list[str]:
    """Moves that lead to a win in time, against the replies that put it off longest."""
    moves = []
    while not position.over:
        if position.to_move == seat:
            move = winning_moves(position, seat, within)[0]
            within -= 1
        else:
            move = longest_reply(position, seat, within)
        moves.append(move.text)
        position = position.play(move)
    return moves


def check_forced(puzzle: Puzzle) -> None:
    """Search all claims of the puzzle anew. Raises LudariumError where one does not hold."""
    source = Record(start(puzzle.start.game), ("", ""), moves=puzzle.source["moves"])
    origin = next(itertools.islice(source.positions(), puzzle.source["ply"], None))
    expect(puzzle, origin.text == puzzle.position, "it is not the position of its game")
    position, seat, within = puzzle.start, puzzle.seat, puzzle.within
    expect(puzzle, visited(position, seat, within - 1) < 0, "it is won sooner")
    for step in puzzle.steps:
        expect(puzzle, position.to_move == seat, "it is not the solver's move")
        winning = [move.text for move in winning_moves(position, seat, within)]
        expect(puzzle, winning == [step.move], f"{', '.join(winning)} were found to win in time")
        others = {move.text for move in position.legal} - {step.move}
        expect(puzzle, others == set(step.refutations), "not all moves are told")
        for wrong, reply in step.refutations.items():
            after = position.play(wrong)
            if reply is not None:
                after = after.play(reply)
            expect(puzzle, visited(after, seat, within - 1) < 0, f"{reply} does not refute {wrong}")
        position, within = position.play(step.move), within - 1
        if step.reply is not None:
            position = position.play(step.reply)
    for text in puzzle.ending:
        within -= position.to_move == seat
        position = position.play(text)
    expect(puzzle, within >= 0, "its ending takes longer")
    expect(puzzle, position.over and position.returns[seat] > 0, "its ending is no win")
