"""The rules of games of counters on lines in sentences, made from their board, setup and parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from ludarium.phrases import counted, listed, say
from ludarium.rules.bits import Bits, members, popcount
from ludarium.rules.lines.board import LineBoard
from ludarium.rules.lines.parts import NO_OUTCOME, TURN_LIMIT, End, Parts

__all__ = ["end_sentence", "ends_in_sentences", "rules_in_sentences", "setup_sentence"]


class Rows(Protocol):
    """A board whose points are in rows."""

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each point."""

    @property
    def rows(self) -> tuple[Bits, ...]:
        """The points of each row, from the bottom."""


def rules_in_sentences(
    board: LineBoard, first: Bits, second: Bits, parts: Parts, seat_names: tuple[str, str]
) -> tuple[str, ...]:
    """The rules, a sentence each; they can be translated.

    first, second: where the counters of both seats stand at the start.
    """
    return tuple(_sentences(board, (first, second), parts, seat_names))


def _sentences(
    board: LineBoard, setup: tuple[Bits, Bits], parts: Parts, names: tuple[str, str]
) -> Iterator[str]:
    yield say(
        "{first} and {second} play with counters on {points} points, joined by {lines} lines.",
        first=names[0],
        second=names[1],
        points=len(board.points),
        lines=len(board.lines),
    )
    for name, counters in zip(names, setup, strict=True):
        yield setup_sentence(board, name, counters)
    empty = board.full ^ setup[0] ^ setup[1]
    if empty:
        yield say("Empty at the start: {points}.", points=_named(board, Bits(empty)))
    yield say("{first} begins, and they take turns.", first=names[0])
    yield say("A counter steps along a line to the next point, if it is empty.")
    yield say(
        "Or it hops along a line over an enemy counter on the next point to the empty point "
        "directly behind it, and captures that counter."
    )
    yield _capturing(parts)
    yield _going_on(parts)
    if parts.closing:
        yield say(
            "When no counter is left on the outermost row at a player's side, that row is out of "
            "play for good."
        )
    yield from ends_in_sentences(parts, names)
    outcomes = (parts.outcome(seat, has) for seat in (0, 1) for has in (True, False))
    if NO_OUTCOME in outcomes:
        yield say(
            "Who cannot move, and has not lost or won by that, passes; if both must pass in a row, "
            "it is a draw."
        )
    yield say("After {turns} turns of each player it is a draw.", turns=TURN_LIMIT // 2)


def setup_sentence(board: Rows, name: str, points: Bits) -> str:
    """A sentence on where a seat's counters stand: neighbouring rows that are full, and points
    beside them.
    """
    counters = counted("{n} counter", "{n} counters", popcount(points))
    full = [(number, row) for number, row in enumerate(board.rows, 1) if row and row & ~points == 0]
    numbers = [number for number, _ in full]
    if len(full) < 2 or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return say(
            "{seat} begins with {counters}, on {points}.",
            seat=name,
            counters=counters,
            points=_named(board, points),
        )
    others = points
    for _, row in full:
        others = others & ~row
    if others:
        return say(
            "{seat} begins with {counters}, on all points of rows {low} to {high}, and on "
            "{points}.",
            seat=name,
            counters=counters,
            low=numbers[0],
            high=numbers[-1],
            points=_named(board, others),
        )
    return say(
        "{seat} begins with {counters}, on all points of rows {low} to {high}.",
        seat=name,
        counters=counters,
        low=numbers[0],
        high=numbers[-1],
    )


def _named(board: Rows, points: Bits) -> str:
    return listed([board.names[index] for index in members(points)])


def _capturing(parts: Parts) -> str:
    if parts.compulsory:
        return say("Who can capture must capture.")
    return say("Nobody has to capture.")


def _going_on(parts: Parts) -> str:
    if not parts.continues:
        return say("A turn is one step or one hop.")
    if parts.compulsory:
        return say("After a hop the same counter must hop on while it can.")
    return say("After a hop the same counter may hop on while it can, or its owner passes.")


def ends_in_sentences(parts: Parts, names: tuple[str, str]) -> tuple[str, ...]:
    """Sentences on who wins or loses, and when, one for each end."""
    return tuple(end_sentence(end, names) for end in parts.ends)


def end_sentence(end: End, names: tuple[str, str]) -> str:
    """An end in words."""
    if end.whom == "next":
        if end.condition == "cannot move":
            if end.result == "loses":
                return say("If the next player cannot move, the next player loses.")
            return say("If the next player cannot move, the next player wins.")
        if end.result == "loses":
            return say("If the next player has no counters, the next player loses.")
        return say("If the next player has no counters, the next player wins.")
    seat = names[end.whom]
    if end.condition == "cannot move":
        if end.result == "loses":
            return say("If {seat} is next and cannot move, {seat} loses.", seat=seat)
        return say("If {seat} is next and cannot move, {seat} wins.", seat=seat)
    if end.result == "loses":
        return say("If {seat} is next and has no counters, {seat} loses.", seat=seat)
    return say("If {seat} is next and has no counters, {seat} wins.", seat=seat)
