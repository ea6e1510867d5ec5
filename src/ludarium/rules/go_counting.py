"""The points of a game of Go, counted one by one."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import Bits, members, popcount
from ludarium.rules.boards.groups import surrounded
from ludarium.rules.go_states import (
    BOARDS,
    JAPANESE,
    KOMI,
    SIDES,
    agrees,
    living_stones,
    stones_of,
)
from ludarium.rules.view import Mark, Tally

__all__ = [
    "Count",
    "captures_of",
    "counts_of",
    "surrounded_by",
    "surrounded_marks",
    "tallies_of",
]

State = Any


class Count(NamedTuple):
    """The points of one side."""

    stones: int
    """The number of its stones on the board; 0 where they do not count."""
    points: int
    """The size of its territory: the free points that it surrounds, with those of dead stones."""
    prisoners: int
    """Stones of the other that it captured, or that are dead; 0 where they do not count."""
    komi: float

    @property
    def total(self) -> float:
        return self.stones + self.points + self.prisoners + self.komi


def surrounded_by(state: State) -> tuple[Bits, Bits]:
    """The stones of each side with the points that it surrounds, without those marked as dead."""
    return surrounded(BOARDS[type(state)], 2)(*stones_of(state)[:2])


def counts_of(state: State) -> tuple[Count, Count]:
    """The count of both sides, with the stones taken off that are marked as dead."""
    if not agrees(type(state)):
        stones, komi, prisoners, law = (state.black, state.white), KOMI[type(state)], (0, 0), None
    else:
        stones, komi, law = living_stones(state), state.komi / 2, state.law
        prisoners = tuple(
            lost + popcount(all_ ^ living)
            for lost, all_, living in zip(
                (state.white_lost, state.black_lost),
                (state.white, state.black),
                reversed(stones),
                strict=True,
            )
        )
    areas_of = surrounded_by(state)
    by_territory = law == JAPANESE
    black, white = (
        Count(
            0 if by_territory else popcount(mine),
            popcount(area) - popcount(mine),
            taken if by_territory else 0,
            extra,
        )
        for mine, area, taken, extra in zip(stones, areas_of, prisoners, (0.0, komi), strict=True)
    )
    return black, white


def tallies_of(state: State) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
    """The count of both sides, point by point."""
    black, white = map(tallies_of_side, counts_of(state))
    return black, white


def captures_of(state: State) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
    """The stones that each side has captured, where they will count, before points are counted."""
    if not agrees(type(state)) or state.law != JAPANESE:
        return (), ()
    black, white = (
        (Tally(say("captured"), "x", lost),) if lost else ()
        for lost in (state.white_lost, state.black_lost)
    )
    return black, white


def tallies_of_side(count: Count) -> tuple[Tally, ...]:
    shown = []
    if count.stones:
        text = counted("{n} stone", "{n} stones", count.stones)
        shown.append(Tally(say("stones"), "s", count.stones, text=text))
    shown.append(Tally(say("territory"), "p", count.points))
    if count.prisoners:
        text = counted("{n} prisoner", "{n} prisoners", count.prisoners)
        shown.append(Tally(say("prisoners"), "x", count.prisoners, text=text))
    if count.komi:
        komi = say("komi {points}", points=f"{count.komi:g}")
        shown.append(Tally(say("komi"), "k", int(count.komi), text=komi))
    total = say("= {points}", points=f"{count.total:g}")
    return *shown, Tally(say("points"), "=", int(count.total), text=total)


def surrounded_marks(state: State) -> tuple[Mark, ...]:
    """The points that each side surrounds."""
    board, stones = BOARDS[type(state)], stones_of(state)[:2]
    return tuple(
        Mark("surrounded", board.names[point], side.colour)
        for side, mine, area in zip(SIDES, stones, surrounded_by(state), strict=True)
        for point in members(area ^ mine)
    )
