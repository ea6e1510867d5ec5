"""Puzzles in which exactly one move forces a win, or a lead in pieces, within a number of turns.

`make_forced` lets two levels play, the stronger against the weaker. Wins are looked for before the
end of the game, and another move may win later, but not soon, where that can be found out. Leads
are looked for in the whole game. What can be forced in time and what cannot is found by exhaustive
search, so that it is certain in every game, also where nothing can be proved of longer ways.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ludarium.agents import agent
from ludarium.analysis.puzzles.library import Puzzle, PuzzleStep, expect
from ludarium.analysis.puzzles.proved import identity_of
from ludarium.errors import AgentError
from ludarium.matches.games import play_game, play_opening
from ludarium.play.position import Move, Position, parse, start
from ludarium.play.record import BY_RULES, Record
from ludarium.rules.bits import popcount
from ludarium.rules.compiling import compiled, reach
from ludarium.rules.generic import pieces_of, repetition_key
from ludarium.rules.memory import poke
from ludarium.search.engine import is_duel
from ludarium.search.exhaustive import TO_WIN, forces_within, lead_of

__all__ = ["check_forced", "make_forced"]

PLAYERS = "level:5", "level:2"  # where wins are looked for
WEAKER = "level:3", "level:2"  # where leads are, which better players do not allow
OPENING = 4  # random moves
LONGEST_GAME = 300  # moves; a longer game is broken off
MOST_WITHIN = 4  # turns of the solver
LARGEST = 3e7  # states that a search is expected to visit at most
LARGEST_LEAD = 3e5  # where leads are looked for, in many more positions
MOST = 100_000_000  # states that a search visits before it is given up
MOST_LEAD = 500_000
REPLIES = 8  # expected states for each reply of the opponent, most of which need not be tried
LATER = 2  # turns within which no other move should win either
ROOM = 64  # positions of a line of the search, where none may come again
FEWEST_WAYS = 5  # to choose moves where a puzzle asks for one, so that guessing seldom solves it


class Goal(NamedTuple):
    """The goal to be forced."""

    seat: int
    lead: int = TO_WIN
    """The lead in pieces (`lead_of`), or TO_WIN."""

    @property
    def most(self) -> int:
        """States that a search for it visits before it is given up."""
        return MOST if self.lead == TO_WIN else MOST_LEAD


class TooLongError(Exception):
    """A search that was given up: a turn may have more hops than anybody expected."""


def make_forced(game: str, seed: int, *, lead: bool = False) -> Puzzle | None:
    """Play a game, and find the longest puzzle in it; None where it has none.

    seed: of the opening and of the players. lead: whether to look for leads in pieces, not for
    wins. Raises AgentError where the game is not of two seats that move in turn, without chance,
    and open.
    """
    first = start(game)
    if not is_duel(first) or first.game.has_chance:
        raise AgentError(
            "puzzles are of open games of two seats that move in turn, win, lose or draw, without "
            f"chance; {first.game.title} is not one"
        )
    record = played(game, seed, WEAKER if lead else PLAYERS)
    source = {"players": list(record.players), "seed": seed, "moves": record.moves}
    best: Puzzle | None = None
    for ply, position in positions_of(record) if lead else last_of_winner(record):
        if position.over or len(position.legal) == 1:
            continue
        with contextlib.suppress(TooLongError):
            for goal, within in leads_at(position) if lead else wins_at(position):
                puzzle = puzzle_at(position, goal, within, {**source, "ply": ply})
                if (
                    puzzle
                    and ways(puzzle) >= FEWEST_WAYS
                    and (best is None or weight(puzzle) > weight(best))
                ):
                    best = puzzle
    return best


def ways(puzzle: Puzzle) -> int:
    """The number of ways in which moves could be chosen where the puzzle asks for one."""
    return math.prod(len(step.refutations) + 1 for step in puzzle.steps)


def played(game: str, seed: int, levels: tuple[str, str]) -> Record:
    """A game of the stronger level against the weaker, which begins where the seed is odd."""
    players = [agent(name, 2 * seed + one) for one, name in enumerate(levels)]
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


def weight(puzzle: Puzzle) -> tuple[int, int]:
    """The quality of a puzzle among those of its game: its moves, then its search."""
    return len(puzzle.steps), puzzle.proof["nodes"]


def wins_at(position: Position) -> Iterator[tuple[Goal, int]]:
    """The win and the fewest turns in which it can be forced, if it can, and if not several moves
    force one soon.
    """
    goal = Goal(position.mover())
    within = fewest_turns(position, goal)
    if within and not others_win_soon(position, goal, within):
        yield goal, within


def leads_at(position: Position) -> Iterator[tuple[Goal, int]]:
    """The greatest leads that can be forced in so many turns, and not in fewer.

    Where moves place pieces, only leads that no placing gives, were all replies to pass.
    """
    seat = position.mover()
    placed = most_placed(position)
    for within in range(2, MOST_WITHIN + 1):
        if expected_nodes(position, within) > LARGEST_LEAD:
            break
        if visited(position, Goal(seat, TO_WIN - 1), within) > 0:  # a win, maybe by the reply
            break
        goal = Goal(seat, greatest_lead(position, seat, within))
        least = current_lead(position, seat) + 1 + within * placed
        if goal.lead >= least and visited(position, goal, within - 1) < 0:
            yield goal, within


def last_of_winner(record: Record) -> list[tuple[int, Position]]:
    """The positions near the end of a game in which its winner is to move, numbered."""
    winner = max(range(record.first.seats), key=record.returns.__getitem__)
    if record.reason != BY_RULES or record.returns[winner] <= 0:
        return []
    last = positions_of(record)[-2 * MOST_WITHIN - 1 :]
    return [(ply, position) for ply, position in last if position.to_move == winner]


def positions_of(record: Record) -> list[tuple[int, Position]]:
    """The positions of a game, each without what came before it, numbered."""
    return [(ply, parse(position.text)) for ply, position in enumerate(record.positions())]


def most_placed(position: Position) -> int:
    """The greatest number of pieces more than before that a seat can have on the board after its
    move.
    """
    seat = position.mover()
    before = pieces(position, seat)
    return max(0, *(pieces(position.play(move), seat) - before for move in position.legal))


def pieces(position: Position, seat: int) -> int:
    """The number of pieces of a seat on the board."""
    return popcount(pieces_of(position.game.plain(position.state), seat))


def current_lead(position: Position, seat: int) -> int:
    """`lead_of` the position."""
    return lead_of(position.game.plain(position.state), seat)


def greatest_lead(position: Position, seat: int, within: int) -> int:
    """The greatest lead that can be forced; one less than now where it is below that."""
    lead = current_lead(position, seat)
    while visited(position, Goal(seat, lead), within) > 0:
        lead += 1
    return lead - 1


def expected_nodes(position: Position, within: int) -> float:
    """The states that a search is expected to visit."""
    return float(len(position.legal) ** within * REPLIES ** (within - 1))


def fewest_turns(position: Position, goal: Goal) -> int:
    """The turns in which the goal can be forced; 0 where that is one, too many, or never."""
    fewest = next(
        (
            turns
            for turns in range(1, MOST_WITHIN + 1)
            if expected_nodes(position, turns) <= LARGEST and visited(position, goal, turns) > 0
        ),
        0,
    )
    return fewest if fewest > 1 else 0


def puzzle_at(first: Position, goal: Goal, within: int, source: dict[str, Any]) -> Puzzle | None:
    """The puzzle that begins here; None where more than one move forces the goal in time."""
    steps = steps_from(first, goal, within)
    if not steps:
        return None
    return Puzzle(
        identity_of(first),
        first.text,
        goal.seat,
        tuple(steps),
        tuple(ending_after(first, steps, goal, within)),
        source,
        {"nodes": visited(first, goal, within)},
        within,
        0 if goal.lead == TO_WIN else goal.lead - current_lead(first, goal.seat),
    )


def steps_from(here: Position, goal: Goal, within: int) -> list[PuzzleStep]:
    """The solution from here on, as long as exactly one move forces the goal in time; without a
    move that ends the game.
    """
    winning = winning_moves(here, goal, within) if within > 1 else []
    if len(winning) != 1:
        return []
    move, refutations = winning[0], refuted(here, winning[0], goal, within)
    after, left = turn_after(here, move, within)
    rest, answer = list[PuzzleStep](), None
    if not after.over and after.to_move == goal.seat:
        rest = steps_from(afresh(after), goal, left)
    elif not after.over:
        answer = longest_reply(after, goal, left).text
        following = afresh(after.play(answer))
        if following.to_move == goal.seat:
            rest = steps_from(following, goal, left)
    if len(rest) == 1 and not rest[0].refutations:
        rest = []  # nothing to find
    return [PuzzleStep(move.text, answer if rest else None, refutations), *rest]


def others_win_soon(first: Position, goal: Goal, within: int) -> bool:
    """Return whether several moves force a win within LATER turns more, so that another is hardly
    worse; False where that would take too long to find out.
    """
    nodes = visited(first, goal, within)
    growth = nodes / abs(visited(first, goal, within - 1))
    if nodes * growth**LATER > LARGEST:
        return False
    return len(winning_moves(first, goal, within + LATER)) > 1


def visited(position: Position, goal: Goal, turns: int) -> int:
    """`forces_within` from the position. Raises TooLongError."""
    game = position.game
    earlier = [one.state for one in position.history()] if game.superko else []
    past = np.zeros(len(earlier) + ROOM, np.int64)
    for place, state in enumerate(earlier):
        poke(past, place, repetition_key(game.plain(state)))
    result = int(
        compiled(forces_within, game)(
            game.plain(position.state),
            goal.seat,
            turns,
            goal.lead,
            goal.most,
            reach(past),
            len(earlier),
            len(past),
        )
    )
    if not result:
        raise TooLongError
    return result


def afresh(position: Position) -> Position:
    """The position without a history, unless that decides what is legal."""
    return position if position.game.superko else parse(position.text)


def turn_after(position: Position, move: Move, within: int) -> tuple[Position, int]:
    """The position after a move of the solver, and how many turns are left then."""
    after = position.play(move)
    goes_on = not after.over and after.to_move == position.to_move
    return after, within if goes_on else within - 1


def forces(position: Position, move: Move, goal: Goal, within: int) -> bool:
    """Return whether this move of the solver forces the goal in time."""
    after, left = turn_after(position, move, within)
    return visited(after, goal, left) > 0


def winning_moves(position: Position, goal: Goal, within: int) -> list[Move]:
    """The moves of a position that force the goal in time."""
    return [move for move in position.legal if forces(position, move, goal, within)]


def refuted(position: Position, winning: Move, goal: Goal, within: int) -> dict[str, str | None]:
    """A reply to each other move after which the goal cannot be forced in time; None where there is
    no reply, as the game is over or the turn goes on.
    """
    replies: dict[str, str | None] = {}
    for move in position.legal:
        if move == winning:
            continue
        after, left = turn_after(position, move, within)
        replies[move.text] = (
            None
            if after.over or after.to_move == goal.seat
            else next(
                reply.text for reply in after.legal if visited(after.play(reply), goal, left) < 0
            )
        )
    return replies


def longest_reply(position: Position, goal: Goal, within: int) -> Move:
    """The reply that puts the goal off longest, of several the first."""

    def needed(reply: Move) -> int:
        after = position.play(reply)
        return next(turns for turns in range(within + 1) if visited(after, goal, turns) > 0)

    return max(position.legal, key=needed)


def ending_after(first: Position, steps: list[PuzzleStep], goal: Goal, within: int) -> list[str]:
    """Moves that reach the goal after the solution, against the replies that put it off longest."""
    here = first
    for step in steps:
        here, within = turn_after(here, here.parse_move(step.move), within)
        if step.reply is not None:
            here = here.play(step.reply)
    moves = []
    while not here.over and not (within == 0 and here.to_move == goal.seat):
        if here.to_move == goal.seat:
            move = winning_moves(here, goal, within)[0]
            here, within = turn_after(here, move, within)
        else:
            move = longest_reply(here, goal, within)
            here = here.play(move)
        moves.append(move.text)
    return moves


def check_forced(puzzle: Puzzle) -> None:
    """Search all claims of the puzzle anew. Raises LudariumError where one does not hold."""
    try:
        search_claims(puzzle)
    except TooLongError:
        expect(puzzle, False, "its searches take too long")


def search_claims(puzzle: Puzzle) -> None:
    """Raises LudariumError where a claim does not hold, TooLongError where a search is given up."""
    source = Record(start(puzzle.start.game), ("", ""), moves=puzzle.source["moves"])
    origin = next(itertools.islice(source.positions(), puzzle.source["ply"], None))
    expect(puzzle, origin.text == puzzle.position, "it is not the position of its game")
    position, within = puzzle.start, puzzle.within
    lead = current_lead(position, puzzle.seat) + puzzle.gain if puzzle.gain else TO_WIN
    goal = Goal(puzzle.seat, lead)
    expect(puzzle, visited(position, goal, within - 1) < 0, "it is done sooner")
    for step in puzzle.steps:
        expect(puzzle, position.to_move == goal.seat, "it is not the solver's move")
        winning = [move.text for move in winning_moves(position, goal, within)]
        expect(puzzle, winning == [step.move], f"{', '.join(winning)} were found to do it in time")
        others = {move.text for move in position.legal} - {step.move}
        expect(puzzle, others == set(step.refutations), "not all moves are told")
        for wrong, reply in step.refutations.items():
            after, left = turn_after(position, position.parse_move(wrong), within)
            if reply is not None:
                after = after.play(reply)
            expect(puzzle, visited(after, goal, left) < 0, f"{reply} does not refute {wrong}")
        position, within = turn_after(position, position.parse_move(step.move), within)
        if step.reply is not None:
            position = position.play(step.reply)
    for text in puzzle.ending:
        if position.to_move == goal.seat:
            position, within = turn_after(position, position.parse_move(text), within)
        else:
            position = position.play(text)
    expect(puzzle, within >= 0, "its ending takes longer")
    expect(puzzle, visited(position, goal, 0) > 0, "its ending does not come to it")
