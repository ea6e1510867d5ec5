"""Races of two sides along roads of cells: names, numbers and sites of cells, and the text of where
pieces are; and `race_game`, which makes the whole Game of those played with binary dice.

Cells are numbered along each side's road from 1. Before the first is IN, where pieces wait that are
not on the board; behind the last is `Roads.out`, where they are borne off. No two pieces of a side
stand on one cell, so the pieces of a side are the set of their numbers along its road.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import WORD, Bits, members, popcount
from ludarium.rules.boards.piece_placement import PASS_BUTTON, PASS_BUTTONS
from ludarium.rules.cursor import Cursor
from ludarium.rules.dice import BinaryDice
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE
from ludarium.rules.view import (
    Colour,
    Glyph,
    Hand,
    HandItem,
    Label,
    Mark,
    Piece,
    SeatView,
    Site,
    Surface,
    Tally,
    View,
)

__all__ = ["IN", "TO_THROW", "Racer", "Roads", "race_game"]

State = Any

IN = 0
"""The number of the place where pieces wait to enter."""
TO_THROW = -1
"""The throw of a state in which the dice are still to be thrown."""


class Racer(NamedTuple):
    """One of the two sides."""

    name: str
    """The displayed name."""
    colour: Colour
    """The colour of its pieces."""
    sign: str
    """The symbol in the text of a position: one small letter."""
    piece: str
    """The displayed name of one of its pieces."""
    letter: str
    """One of its pieces in terminals."""
    item: str
    """The id of its waiting pieces, in paths of touches."""

    def on(self, cell: str, seat: int) -> Piece:
        """One of its pieces on the cell of this name."""
        look = "counter", self.colour, self.piece, self.letter
        return Piece(f"piece-{cell}", cell, *look, None, seat)  # type: ignore[arg-type]

    def held(self, count: int) -> HandItem:
        """The hand item of so many pieces that wait."""
        return HandItem(self.item, "counter", self.colour, self.piece, self.letter, None, count)


class Roads:
    """The roads of two sides.

    roads: for each side the names of its cells from the first to the last, with spaces between;
    both roads have as many, 1 to 62. A cell may be on both. Its name is the letter of its row, A
    at the bottom, and the number of its column, from 1 at the left. signs: cells that show a sign,
    by name: the sign, and what people call the cell.

    Raises ValueError where the roads are of different or impossible lengths.
    """

    def __init__(
        self, roads: tuple[str, str], signs: Mapping[str, tuple[Glyph, str]] | None = None
    ) -> None:
        first, second = (tuple(road.split()) for road in roads)
        if len(first) != len(second) or not 1 <= len(first) <= 62:
            raise ValueError(
                f"roads of {len(first)} and {len(second)} cells: expected as many, 1 to 62"
            )
        self.names = ("in", *first, "out"), ("in", *second, "out")
        """By side and number, what each place is called: `in`, the cells of its road, `out`."""
        self.out = len(first) + 1
        """The number of the place of pieces that are borne off."""
        self.passing = self.out + 1
        """An action of its own: to pass. All others are the number from which a piece moves."""
        self.cells = Bits((1 << self.out) - 2)
        """The numbers of all cells."""
        pairs = zip(first, second, strict=True)
        self.shared = Bits(sum(1 << n for n, (a, b) in enumerate(pairs, 1) if a == b))
        """The numbers that are the same cell along both roads."""
        self._signs = signs or {}

    def numbers(self, names: str) -> Bits:
        """The set of the numbers that cells of these names, with spaces between, have along either
        road.
        """
        wanted = set(names.split())
        squares = {n for road in self.names for n, name in enumerate(road) if name in wanted}
        return Bits(sum(1 << n for n in squares))

    def on(self, seat: int, numbers: Bits) -> list[str]:
        """The names of the places of these numbers along the side's road, in order."""
        return [self.names[seat][number] for number in members(numbers)]

    # View and text

    def sites(self) -> tuple[Site, ...]:
        """The cells as the sites of a View, each one unit wide: those of the first road in order,
        then those that only the second has.
        """
        names = dict.fromkeys(name for road in self.names for name in road[1:-1])
        return tuple(self._site(name) for name in names)

    def _site(self, name: str) -> Site:
        glyph, title = self._signs.get(name, (None, name))
        return Site(name, int(name[1:]), row_of(name), title, "cell", glyph=glyph)

    def labels(self) -> tuple[Label, ...]:
        """The letters of the rows at the left, and the numbers of the columns below the board."""
        sites = self.sites()
        letters = dict(sorted((site.y, site.id[0]) for site in sites))
        columns = sorted({site.x for site in sites})
        return (
            *(Label(0, row, letter) for row, letter in letters.items()),
            *(Label(column, 0, str(column)) for column in columns),
        )

    def write(self, seat: int, numbers: Bits, home: int) -> str:
        """The cells of a side's pieces, with commas between, or -; and how many are borne off."""
        return f"{','.join(self.on(seat, numbers)) or '-'} {home}"

    def read(self, cursor: Cursor, seat: int, pieces: int) -> tuple[Bits, int]:
        """Read what `write` wrote of a side with so many pieces, and over the space that follows:
        the numbers of its cells, and how many pieces are borne off.

        Raises PositionError.
        """
        cells = {name: n for n, name in enumerate(self.names[seat]) if IN < n < self.out}
        at, word = cursor.at, cursor.word()
        squares = [] if word == "-" else word.split(",")
        if not all(name in cells for name in squares):
            raise cursor.fault(f"squares such as {','.join(list(cells)[:2])}, or -", at)
        own = sum(1 << cells[name] for name in set(squares))
        home = cursor.number(pieces, f"the number of pieces borne off, 0 to {pieces}")
        if len(set(squares)) < len(squares) or len(squares) + home > pieces:
            raise cursor.impossible(
                f"expected at most {pieces} pieces a side, on different squares"
            )
        return Bits(own), home


def places_of(roads: Roads) -> Functions:
    """The generic function `pieces_of`, of states as in `race_game`; none where the cells of both
    roads are more than a word has bits.
    """
    if 2 * roads.out > WORD:
        return {}
    shared, own, beside = roads.shared, Bits(roads.cells ^ roads.shared), Bits(roads.out)

    @jitable
    def pieces_of(state: State, seat: int) -> Bits:
        if seat == 0:
            first: Bits = state.mine if state.seat == 0 else state.theirs
            return first
        second: Bits = state.mine if state.seat == 1 else state.theirs
        return (second & shared) | ((second & own) << beside)

    return named(pieces_of)


def row_of(name: str) -> int:
    """The row of a cell, from 1 at the bottom."""
    return ord(name[0]) - ord("A") + 1


def by_seat(state: State) -> tuple[tuple[Bits, int], tuple[Bits, int]]:
    """State of the first and of the second side: the numbers of its cells, and the pieces borne
    off.
    """
    mine, theirs = (state.mine, state.my_home), (state.theirs, state.their_home)
    return (mine, theirs) if state.seat == 0 else (theirs, mine)


def race_game(
    *,
    state: type,
    functions: Functions,
    roads: Roads,
    sides: tuple[Racer, Racer],
    dice: BinaryDice,
    trays: tuple[tuple[float, float], tuple[float, float]],
    surface: Surface = "stone",
    **more: Any,
) -> Game:
    """The Game of two seats that throw binary dice and move one piece by their sum, until one has
    borne off all of its pieces.

    state: its type, whose fields are in this order: `mine` and `theirs`, the numbers of the pieces
    of the seat to move and of the other, each along its own road; `my_home` and `their_home`, how
    many they have borne off; `throw`, a sum or TO_THROW; `seat`, the one to move; `pieces`, how
    many each side has, which is also the `parameters` of a ruleset. Once the game is over, the seat
    to move is the one that lost, and has nothing thrown.

    functions: its rules, in which an action of chance is a sum of the dice, and one of a seat the
    number from which a piece moves, or `roads.passing`, legal only alone. roads: those of both
    seats. sides: the two seats. trays: for each, where its first die comes to lie, as x and y.
    surface: what the board is made of. more: further fields of the Game.

    A position's text is the cells and the pieces borne off of the first side, then of the second;
    then the sign of who moves, and the throw, ? where it is still to be thrown.
    """
    trayed = (site for seat, at in enumerate(trays) for site in dice.sites(seat, *at))
    sites, labels = (*roads.sites(), *trayed), roads.labels()
    signs = "".join(side.sign for side in sides)
    throws = "?" + "".join(map(str, range(dice.count + 1)))

    def action_texts(now: State, seat: int, action: int) -> tuple[str, ...]:
        if seat == CHANCE:
            return (str(action),)
        if action == roads.passing:
            return ("pass",)
        names = roads.names[seat]
        return (f"{names[action]}-{names[action + now.throw]}",)

    def touches(now: State, seat: int, action: int) -> tuple[str, ...]:
        if action == roads.passing:
            return (PASS_BUTTON,)
        return (sides[seat].item if action == IN else roads.names[seat][action],)

    def write_position(now: State) -> str:
        texts = (roads.write(seat, *own) for seat, own in enumerate(by_seat(now)))
        return f"{' '.join(texts)} {signs[now.seat]} {throws[now.throw + 1]}"

    def read_position(text: str, ruleset: Ruleset) -> State:
        cursor, pieces = Cursor(text), ruleset.parameters
        read = [roads.read(cursor, seat, pieces) for seat in range(2)]
        seat = signs.index(cursor.take(signs, f"{signs[0]} or {signs[1]}, who moves"))
        cursor.take(" ", "a space")
        throw = throws.index(cursor.take(throws, f"the throw, 0 to {dice.count}, or ?")) - 1
        cursor.end()
        (mine, home), (theirs, their_home) = read[seat], read[1 - seat]
        if set(roads.on(seat, mine)) & set(roads.on(1 - seat, theirs)):
            raise cursor.impossible("two pieces on one square")
        if home == pieces or (their_home == pieces and throw != TO_THROW):
            raise cursor.impossible("expected nobody to throw or move after the end")
        return state(mine, theirs, home, their_home, throw, seat, pieces)

    def must_pass(now: State) -> bool:
        first = functions["nth_legal"](now, now.seat, 0) if now.throw != TO_THROW else IN
        return bool(first == roads.passing)

    def status(now: State) -> str:
        seat, other = sides[now.seat].name, sides[1 - now.seat].name
        if not functions["movers"](now):
            return say("All pieces of {winner} are home: {winner} wins", winner=other)
        if now.throw == TO_THROW:
            return say("{seat} throws", seat=seat)
        if must_pass(now):
            return say("{seat} throws {throw} and cannot move", seat=seat, throw=now.throw)
        return say("{seat} throws {throw} and is to move", seat=seat, throw=now.throw)

    def pieces_of(now: State) -> list[Piece]:
        return [
            side.on(cell, seat)
            for seat, (side, (numbers, _)) in enumerate(zip(sides, by_seat(now), strict=True))
            for cell in roads.on(seat, numbers)
        ]

    def hand(now: State, seat: int) -> Hand:
        numbers, home = by_seat(now)[seat]
        return Hand(seat, (sides[seat].held(now.pieces - popcount(numbers) - home),))

    def seat_view(now: State, seat: int) -> SeatView:
        tally = Tally(say("borne off"), "", by_seat(now)[seat][1], now.pieces)
        return SeatView(sides[seat].name, sides[seat].colour, (tally,))

    def marks(before: State | None, action: int | None) -> tuple[Mark, ...]:
        if before is None or action is None or before.throw == TO_THROW or action == roads.passing:
            return ()
        ends = (end for end in (action, action + before.throw) if IN < end < roads.out)
        return tuple(Mark("last", roads.names[before.seat][end]) for end in ends)

    def view(now: State, before: State | None, action: int | None) -> View:
        thrown, passes = now.throw != TO_THROW, must_pass(now)
        dice_shown = dice.pieces(now.seat, now.throw) if thrown else ()
        return View(
            surface=surface,
            sites=sites,
            pieces=(*pieces_of(now), *dice_shown),
            seats=(seat_view(now, 0), seat_view(now, 1)),
            status=status(now),
            movers=(now.seat,) if thrown else (),
            hands=(hand(now, 0), hand(now, 1)),
            marks=marks(before, action),
            buttons=PASS_BUTTONS if passes else (),
            labels=labels,
            task=say("you cannot move, so pass") if passes else say("move one of your pieces"),
        )

    return Game(
        seats=(2, 2),
        seat_names=tuple(side.name for side in sides),
        state=state,
        functions={**places_of(roads), **functions},
        actions=lambda ruleset, seats: (*range(roads.out), roads.passing),
        action_texts=action_texts,
        touches=touches,
        write_position=write_position,
        read_position=read_position,
        view=view,
        draws=False,
        **more,
    )
