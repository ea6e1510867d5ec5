"""The rules of games of counters on lines in sentences, made from their board, setup and parts."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.phrases import listed, say
from ludarium.rules.bits import Bits, members, popcount
from ludarium.rules.lines.board import LineBoard
from ludarium.rules.lines.parts import NO_OUTCOME, TURN_LIMIT, End, Parts

__all__ = ["end_sentence", "rules_in_sentences"]


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
        yield _setup(board, name, counters)
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
    for end in parts.ends:
        yield end_sentence(end, names)
    outcomes = (parts.outcome(seat, has) for seat in (0, 1) for has in (True, False))
    if NO_OUTCOME in outcomes:
        yield say(
            "Who cannot move, and has not lost or won by that, passes; if both must pass in a row, "
            "it is a draw."
        )
    yield say("After {turns} turns of each player it is a draw.", turns=TURN_LIMIT // 2)


def _setup(board: LineBoard, name: str, counters: Bits) -> str:
    """Where a seat's counters stand: whole rows, and points beside them."""
    rows = [number for number, row in _rows(board) if row & counters == row]
    whole = Bits(sum(row for number, row in _rows(board) if number in rows))
    others = _named(board, Bits(counters ^ whole))
    together = rows == list(range(rows[0], rows[-1] + 1)) if rows else False
    count = popcount(counters)
    if not together:
        return say(
            "{seat} begins with {count} counters, on {points}.",
            seat=name,
            count=count,
            points=_named(board, counters),
        )
    if others:
        return say(
            "{seat} begins with {count} counters, on all points of rows {low} to {high}, and on "
            "{points}.",
            seat=name,
            count=count,
            low=rows[0],
            high=rows[-1],
            points=others,
        )
    return say(
        "{seat} begins with {count} counters, on all points of rows {low} to {high}.",
        seat=name,
        count=count,
        low=rows[0],
        high=rows[-1],
    )


def _rows(board: LineBoard) -> list[tuple[int, Bits]]:
    """Each row with its number."""
    return [(board.points[members(row)[0]][1], row) for row in board.rows]


def _named(board: LineBoard, points: Bits) -> str:
    names = [board.names[index] for index in members(points)]
    return listed(names) if names else ""


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
