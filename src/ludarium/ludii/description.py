"""Rulesets of games of counters on lines as game descriptions of Ludii.

    from ludarium.ludii.description import description

    game = ludarium.find(name)
    print(description(game, game.ruleset("standard")))

The board is written point by point and line by line, and the rules are made from the ruleset's
parts, so any ruleset of these games can be taken to Ludii, also one that is put together from
parts. Ludii's draws by its limit of turns are ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.errors import ExportError
from ludarium.ludii.counters import Counters
from ludarium.ludii.ludemes import all_of, layout, quoted, sites
from ludarium.ludii.turns import PLAYERS, Turns
from ludarium.rules.bits import members
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.parts import End, Parts
from ludarium.rules.counters.setup import CounterRules, Setup
from ludarium.rules.game import Game, Ruleset
from ludarium.version import __version__

__all__ = ["description", "is_described"]

LOADED_BY = "1.3.13"
"""The version of Ludii that descriptions were tried with."""


class Start(NamedTuple):
    """The start of a game."""

    counters: tuple[tuple[int, ...], tuple[int, ...]]
    """The points of each seat's counters."""
    below: dict[int, int]
    """The number of further counters below each of these points."""
    hands: tuple[int, int]
    """Counters that each seat places."""
    goal: tuple[int, ...]
    """The points that the seat with a goal fills."""


def is_described(game: Game, ruleset: Ruleset) -> bool:
    """Return whether the ruleset can be written."""
    return _is_of_counters(game) and not _unwritten(game, ruleset)


def description(game: Game, ruleset: Ruleset) -> str:
    """The ruleset as a description that Ludii reads.

    Raises ExportError where the game is of another kind, or where a part of the ruleset is not
    among those that are written.
    """
    if not _is_of_counters(game):
        raise ExportError(
            f"{game.name} cannot be written for Ludii: expected a game of counters on lines"
        )
    if part := _unwritten(game, ruleset):
        raise ExportError(
            f"{game.name}/{ruleset.name} cannot be written for Ludii: it has {part}, expected "
            "other parts"
        )
    parts: Parts = ruleset.parameters.parts
    board, start = _board_of(game, ruleset), start_of(game, ruleset)
    rows = [members(row) for row in board.rows]
    counters = Counters(parts, rows)
    turns = Turns(parts, rows, start.hands, any(start.below.values()))
    title = f"{game.title} ({ruleset.title})" if len(game.rulesets) > 1 else game.title
    places = board.points if issubclass(game.state, BitboardState) else board.drawn
    equipment = _equipment(board, places, start, turns.has_kings, counters.row_map)
    ends = " ".join(_ends(parts, start))
    rules = f"(rules {_start(start)} (play {turns.play}) (end {{{ends}}}))"
    body = f"(game {quoted(title)} (players 2) {equipment} {rules})"
    return layout(" ".join((*counters.defines, *turns.defines, body, _metadata(game, ruleset))))


def start_of(game: Game, ruleset: Ruleset) -> Start:
    """The start of a game."""
    setup: Setup = ruleset.parameters.setup
    board = _board_of(game, ruleset)
    first, second = (tuple(members(setup.counters(board, seat))) for seat in (0, 1))
    below = {board.index[name]: count - 1 for name, count in setup.stacks.items()}
    goal = members(board.point_set(setup.goal))
    return Start((first, second), dict(sorted(below.items())), setup.hands, tuple(goal))


def _is_of_counters(game: Game) -> bool:
    return isinstance(game.rulesets[0].parameters, CounterRules)


def _board_of(game: Game, ruleset: Ruleset) -> DrawnBoard:
    board: DrawnBoard = ruleset.parameters.setup.board or game.board
    return board


def _unwritten(game: Game, ruleset: Ruleset) -> str:
    """The part of this ruleset of counters that is not written, in words; empty without any."""
    parts: Parts = ruleset.parameters.parts
    start, rows = start_of(game, ruleset), [members(row) for row in _board_of(game, ruleset).rows]
    occupied = {point for counters in start.counters for point in counters}
    edges = [row for row in (rows[0], rows[-1]) if not occupied & set(row)]
    directed = any(side.capture and side.capture.ways != "any" for side in parts.sides)
    idle = not any(side.moves or (side.capture and not parts.approach) for side in parts.sides)
    lacking = {
        "rows that close where an outermost row is empty at the start": parts.closing and edges,
        "hops over a free point first that go only in some directions": parts.gap and directed,
        "captures by approach that go on, with huffing": parts.approach
        and parts.continues
        and parts.huffing,
        "runs of hops that keep their direction": parts.straight
        and parts.continues
        and not parts.approach,
        "counters that are taken off a full board first": parts.clearing,
        "no moves": idle and not any(start.hands),
    }
    return next((part for part, has in lacking.items() if has), "")


def _equipment(
    board: DrawnBoard,
    places: Sequence[tuple[int, int]],
    start: Start,
    kings: bool,
    row_map: str,
) -> str:
    vertices = " ".join(f"{{{x} {y}}}" for x, y in places)
    lines = " ".join(f"{{{one} {other}}}" for one, other in sorted(board.lines))
    pieces = ['(piece "Counter" Each)']
    if kings:
        pieces.append('(piece "DoubleCounter" Each)')
    hands = [
        f"(hand {player})" for player, count in zip(PLAYERS, start.hands, strict=True) if count
    ]
    return (
        f"(equipment {{(board (graph vertices:{{{vertices}}} edges:{{{lines}}}) use:Vertex) "
        f"{' '.join(pieces + hands)} {row_map}}})"
    )


def _start(start: Start) -> str:
    placed = []
    for player, counters, hand in zip((1, 2), start.counters, start.hands, strict=True):
        stacks = [point for point in counters if start.below.get(point)]
        single = [point for point in counters if point not in stacks]
        if single:
            placed.append(f'(place "Counter{player}" {sites(single)})')
        if stacks:
            counts = " ".join(str(1 + start.below[point]) for point in stacks)
            placed.append(f'(place Stack "Counter{player}" {sites(stacks)} counts:{{{counts}}})')
        if hand:
            stack = "Stack " if any(start.below.values()) else ""
            placed.append(f'(place {stack}"Counter{player}" (handSite P{player}) count:{hand})')
    return f"(start {{{' '.join(placed)}}})"


def _ends(parts: Parts, start: Start) -> Iterator[str]:
    for player, side in zip(PLAYERS, parts.sides, strict=True):
        if side.loses_below > 1:
            yield f"(if (< (count Pieces {player}) {side.loses_below}) (result {player} Loss))"
    if parts.filling != "nobody" and start.goal:
        player = PLAYERS[parts.filling]
        there = f"(intersection (sites Occupied by:{player}) {sites(start.goal)})"
        yield (
            f"(if (and (> (count Pieces {player}) 0) (= (count Sites in:{there}) (count Pieces "
            f"{player}))) (result {player} Win))"
        )
    for end in parts.ends:
        yield _end(end)


def _end(end: End) -> str:
    player = "Next" if end.whom == "next" else PLAYERS[end.whom]
    conditions = ["(no Moves Next)"]
    if end.whom != "next":
        conditions.insert(0, f"(is Next {player})")
    if end.condition == "no counters":
        conditions.append(f"(no Pieces {player})")
    result = "Loss" if end.result == "loses" else "Win"
    return f"(if {all_of(conditions)} (result {player} {result}))"


def _metadata(game: Game, ruleset: Ruleset) -> str:
    where = game.provenance
    told = {
        "description": f"{game.summary} {ruleset.notes}",
        "rules": " ".join(game.sentences(ruleset)) if game.sentences else game.summary,
        "source": ruleset.source,
        "origin": f"{where.place}, {where.period}." if where else "",
        "credit": f"Written by Ludarium {__version__} from its ruleset {game.name}/{ruleset.name}",
        "version": LOADED_BY,
        "classification": "board",
    }
    info = " ".join(f"({key} {quoted(text)})" for key, text in told.items() if text)
    # else the program also draws lines across cells
    graphics = "(graphics {(show Edges Diagonal Hidden)})"
    return f"(metadata (info {{{info}}}) {graphics})"
