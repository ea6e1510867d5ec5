"""Boards of two rows of houses, with a store for each seat: `sowing_game` makes the whole Game of
two seats that sow around one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.boards.sowing import Pits, joined, seeds_in
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import Functions, jitable
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import Colour, Label, Mark, Piece, SeatView, Site, Tally, View

__all__ = ["MancalaBoard", "Sower", "sowing_game", "sowing_ruleset", "store_lead"]

State = Any

LETTERS = "abcdefg"
STORES = "south", "north"
"""The ids of the stores, by seat."""
ROW = 1.32  # from row to row, where the houses of a row are 1 apart
MOST_SEEDS = 255


class Sower(NamedTuple):
    """One of the two seats."""

    name: str
    """The displayed name."""
    colour: Colour
    sign: str
    """The symbol in the text of a position: one small letter."""


class MancalaBoard:
    """Two rows of houses, and a store for each seat at its right.

    houses: the number of houses in a row, 1 to 7. Columns have letters from the left, as the first
    seat sees them; its row is 1, the other's 2. Seeds are sown anticlockwise.
    """

    def __init__(self, houses: int) -> None:
        letters = LETTERS[:houses]
        self.houses = houses
        """The number of houses in a row."""
        self.names = tuple(f"{it}1" for it in letters), tuple(f"{it}2" for it in letters[::-1])
        """By seat, the ids of its houses in the order in which they are sown into."""

    def circuit(self, seat: int) -> tuple[str, ...]:
        """The ids of the pits along which the seat sows: its houses, its store, the other's
        houses.
        """
        return (*self.names[seat], STORES[seat], *self.names[1 - seat])

    def sites(self, seat_names: Sequence[str]) -> tuple[Site, ...]:
        """Houses and stores as the sites of a View."""
        houses = (
            Site(name, 1 + LETTERS.index(name[0]), ROW * seat, name, "pit", seat)
            for seat, names in enumerate(self.names)
            for name in names
        )
        stores = (
            Site(
                STORES[seat],
                (self.houses + 1) * (1 - seat),
                ROW / 2,
                say("store of {side}", side=name),
                "store",
                seat,
            )
            for seat, name in enumerate(seat_names)
        )
        return (*houses, *stores)

    def labels(self) -> tuple[Label, ...]:
        """The letters of the columns, between the rows."""
        return tuple(Label(x, ROW / 2, name[0]) for x, name in enumerate(self.names[0], 1))

    def pieces(self, rows: Sequence[Pits], stores: Sequence[int]) -> tuple[Piece, ...]:
        """The seeds in the houses and in the stores of both seats."""
        counts = {
            name: seeds_in(row, pit)
            for names, row in zip(self.names, rows, strict=True)
            for pit, name in enumerate(names)
        } | dict(zip(STORES, stores, strict=True))
        return tuple(
            Piece(f"seed-{name}-{n}", name, "seed", "ivory", say("seed"), "o")
            for name, count in counts.items()
            for n in range(count)
        )

    def write(self, rows: Sequence[Pits], stores: Sequence[int]) -> str:
        """The seeds of the second seat's houses, then those of the first, each from the left; then
        those in the stores of the first seat and of the second.
        """
        first, second = ([seeds_in(row, pit) for pit in range(self.houses)] for row in rows)
        texts = (",".join(map(str, row)) for row in (second[::-1], first))
        return f"{'/'.join(texts)} {stores[0]} {stores[1]}"

    def read(self, cursor: Cursor, seeds: int) -> tuple[tuple[Pits, Pits], tuple[int, int]]:
        """Read what `write` wrote, and over the space that follows: the houses and the stores of
        both seats, with so many seeds in all, at most MOST_SEEDS.

        Raises PositionError.
        """
        ends = [","] * (self.houses - 1)
        second = [number(cursor, seeds, end) for end in (*ends, "/")]
        first = [number(cursor, seeds, end) for end in (*ends, " ")]
        stores = number(cursor, seeds, " "), number(cursor, seeds, " ")
        total = sum((*first, *second, *stores))
        if total != seeds:
            raise cursor.impossible(f"{total} seeds, expected {seeds} in all")
        return (joined(first), joined(second[::-1])), stores


def number(cursor: Cursor, most: int, end: str) -> int:
    """Read a number of seeds, and the sign after it. Raises PositionError."""
    at, digits = cursor.at, ""
    while cursor.next in tuple("0123456789") and len(digits) < len(str(most)):
        digits += cursor.take("0123456789", "a digit")
    if not digits or str(int(digits)) != digits or int(digits) > most:
        raise cursor.fault(f"a number of seeds, 0 to {most}", at)
    cursor.take(end, "a space" if end == " " else end)
    return int(digits)


def sowing_ruleset(houses: int, seeds: int, source: str) -> Ruleset:
    """The ruleset of so many houses a side and seeds a house, at most MOST_SEEDS in all: both are
    its parameters.
    """
    notes = counted(
        "{houses} houses a side, with {n} seed in each.",
        "{houses} houses a side, with {n} seeds in each.",
        seeds,
        houses=houses,
    )
    return Ruleset(
        name=f"{houses}x{seeds}",
        title=say("{houses} × {seeds}", houses=houses, seeds=seeds),
        source=source,
        notes=notes,
        parameters=(houses, seeds),
    )


@jitable
def store_lead(state: State) -> int:
    """By how many stored seeds the first seat is ahead."""
    lead: int = state.store - state.their_store
    return lead if state.seat == 0 else -lead


def by_seat(state: State) -> tuple[tuple[Pits, Pits], tuple[int, int]]:
    """The houses and the stores of the first and of the second seat."""
    mine, theirs = (state.mine, state.store), (state.theirs, state.their_store)
    first, second = (mine, theirs) if state.seat == 0 else (theirs, mine)
    return (first[0], second[0]), (first[1], second[1])


def sowing_game(
    *,
    state: type,
    functions: Functions,
    rulesets: tuple[Ruleset, ...],
    sides: tuple[Sower, Sower],
    trace: Callable[[State, int], tuple[Sequence[int], Sequence[int]]],
    fault: Callable[[State], str],
    most_quiet: int = 0,
    **more: Any,
) -> Game:
    """The Game of two seats that sow from their own houses, and of whom the one with more seeds in
    the store wins.

    state: its type, whose fields are in this order: `mine` and `theirs`, the houses of the seat to
    move and of the other, each in the order in which its owner sows; `store` and `their_store`;
    `seat`, the one to move; `houses`, how many each side has; and, where `most_quiet` is given,
    `quiet`, 0 to `most_quiet` moves that captured nothing. functions: its rules, in which an action
    is the number of the house to sow from. rulesets: as of `sowing_ruleset`. sides: the two
    seats. trace: of a state and an action, the pits to mark: where it began and ended, and where
    seeds were captured, as numbers along the circuit of who moved: its houses, its store, the
    other's houses. fault: what is impossible about a state that was read, empty where it is
    possible. more: further fields of the Game.

    A position's text is the houses of the second side, then of the first, from the left; the stores
    of both; the sign of who moves; and the number of quiet moves, where they are counted.
    """
    boards = {ruleset.parameters[0]: MancalaBoard(ruleset.parameters[0]) for ruleset in rulesets}
    names = tuple(side.name for side in sides)
    signs = "".join(side.sign for side in sides)

    def start(ruleset: Ruleset, seats: int) -> State:
        houses, seeds = ruleset.parameters
        row = joined([seeds] * houses)
        return state(row, row, 0, 0, 0, houses, *([0] if most_quiet else []))

    def action_texts(now: State, seat: int, action: int) -> tuple[str, ...]:
        name = boards[now.houses].names[seat][action]
        return (name, name[0])

    def touches(now: State, seat: int, action: int) -> tuple[str, ...]:
        return (boards[now.houses].names[seat][action],)

    def write_position(now: State) -> str:
        text = f"{boards[now.houses].write(*by_seat(now))} {signs[now.seat]}"
        return f"{text} {now.quiet}" if most_quiet else text

    def read_position(text: str, ruleset: Ruleset) -> State:
        cursor, (houses, seeds) = Cursor(text), ruleset.parameters
        rows, stores = boards[houses].read(cursor, 2 * houses * seeds)
        seat = signs.index(cursor.take(signs, f"{signs[0]} or {signs[1]}, who moves"))
        quiet = []
        if most_quiet:
            cursor.take(" ", "a space")
            quiet = [cursor.number(most_quiet, f"0 to {most_quiet} moves that captured nothing")]
        cursor.end()
        other = 1 - seat
        read_state = state(
            rows[seat], rows[other], stores[seat], stores[other], seat, houses, *quiet
        )
        if wrong := fault(read_state):
            raise cursor.impossible(wrong)
        return read_state

    def marks(before: State, action: int) -> tuple[Mark, ...]:
        pits = boards[before.houses].circuit(before.seat)
        last, captured = trace(before, action)
        return (
            *(Mark("last", pits[pit]) for pit in dict.fromkeys(last)),
            *(Mark("captured", pits[pit]) for pit in captured),
        )

    def status(now: State, before: State | None) -> str:
        seat = names[now.seat]
        if functions["movers"](now):
            if before is not None and before.seat == now.seat:
                return say("{seat} moves again", seat=seat)
            return say("{seat} to move", seat=seat)
        lead, (most, least) = store_lead(now), sorted((now.store, now.their_store), reverse=True)
        if lead == 0:
            return say("{seeds} seeds each: a draw", seeds=most)
        winner = names[0 if lead > 0 else 1]
        return say("{winner} wins {most} to {least}", winner=winner, most=most, least=least)

    def view(now: State, before: State | None, action: int | None) -> View:
        board, (rows, stores) = boards[now.houses], by_seat(now)
        return View(
            surface="wood",
            sites=board.sites(names),
            labels=board.labels(),
            pieces=board.pieces(rows, stores),
            marks=marks(before, action) if before is not None and action is not None else (),
            seats=tuple(
                SeatView(side.name, side.colour, (Tally(say("in store"), "", count),))
                for side, count in zip(sides, stores, strict=True)
            ),
            movers=(now.seat,) if functions["movers"](now) else (),
            status=status(now, before),
            task=say("choose a house to sow from"),
        )

    return Game(
        seats=(2, 2),
        seat_names=names,
        state=state,
        functions=functions,
        rulesets=rulesets,
        start=start,
        action_texts=action_texts,
        touches=touches,
        write_position=write_position,
        read_position=read_position,
        view=view,
        **more,
    )
