"""The View of positions of games of counters."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import members
from ludarium.rules.boards.piece_placement import CROWN
from ludarium.rules.counters.backend import Backend, CounterPosition
from ludarium.rules.counters.board import DrawnBoard, PointSet, column_letters
from ludarium.rules.counters.parts import TURN_LIMIT
from ludarium.rules.counters.position import signs_of
from ludarium.rules.view import (
    Button,
    Colour,
    Glyph,
    Hand,
    HandItem,
    Label,
    Mark,
    Piece,
    SeatView,
    Site,
    Tally,
    View,
)

__all__ = ["Look", "counter_view"]

ONE_LETTER = 26  # columns
COLOURS: tuple[Colour, Colour] = ("ivory", "ebony")

# strokes of digits: the three across from the top, then those at the left and at the right
STROKES = ("M8 5h8", "M8 12h8", "M8 19h8", "M8 5v7", "M8 12v7", "M16 5v7", "M16 12v7")
DIGITS = {2: "01254", 3: "01256", 4: "1356", 5: "01236", 6: "012346", 7: "056", 8: "0123456"}
DIGITS[9] = "012356"


class Look(NamedTuple):
    """The look of a game beyond its positions."""

    names: tuple[str, str]
    """The displayed names of both seats."""
    dark_first: bool = False
    """True if the first seat has the dark counters."""
    started: tuple[int, int] | None = None
    """The numbers of counters at the start, where seats show what they captured; else they show
    what they have left."""
    as_grid: bool = False
    """True if points stand at their columns and rows, not where they are drawn."""

    @property
    def colours(self) -> tuple[Colour, Colour]:
        """The colours of both seats' counters."""
        light, dark = COLOURS
        return (dark, light) if self.dark_first else (light, dark)

    @property
    def letters(self) -> str:
        """The letters of their counters in the terminal."""
        return "xo" if self.dark_first else "ox"


class Ground(NamedTuple):
    """The parts of a View that stay while counters move."""

    sites: tuple[Site, ...]
    lines: tuple[tuple[str, str], ...]
    labels: tuple[Label, ...]


def _height(count: int) -> Glyph | None:
    """The sign of a stack of so many counters; none of a single one, or of a very high one."""
    strokes = DIGITS.get(count)
    return Glyph(f"stack-{count}", "".join(STROKES[int(n)] for n in strokes)) if strokes else None


@functools.lru_cache(maxsize=256)
def ground_of(board: DrawnBoard, area: PointSet, as_grid: bool) -> Ground:
    """The board with the points that are in play; two signs of the drawing are a unit."""
    names = board.names
    places: list[tuple[float, float]] = [(place.x / 2, place.y / 2) for place in board.drawn]
    lines = [
        (names[one], names[other])
        for one, other in board.lines
        if area >> one & 1 and area >> other & 1
    ]
    if as_grid:
        places = list(board.points)
        lines.sort()
    sites = tuple(
        Site(names[n], x, y, names[n], "point") for n, (x, y) in enumerate(places) if area >> n & 1
    )
    left, low = min(x for x, _ in places), min(y for _, y in places)
    columns = {x: column for (x, _), (column, _) in zip(places, board.points, strict=True)}
    rows = {y: row for (_, y), (_, row) in zip(places, board.points, strict=True)}
    # names of two letters would run into each other
    shown = sorted(columns.items())[:: 1 if len(columns) <= ONE_LETTER else 2]
    labels = [Label(x, low - 1, column_letters(column)) for x, column in shown]
    labels += [Label(left - 1, y, str(row)) for y, row in sorted(rows.items())]
    return Ground(sites, tuple(lines), tuple(labels))


def counter_view(
    state: Any, before: Any | None, action: int | None, backend: Backend, look: Look
) -> View:
    """The View of a state."""
    position, board = backend.position_of(state), backend.board_of(state)
    names = board.names
    movers = (state.seat,) if backend.functions["movers"](state) else ()
    can_pass = bool(movers) and backend.can_pass(state)
    ground = ground_of(board, position.area, look.as_grid)
    marks = []
    if before is not None and action:
        marks = _last(before, action, backend)
    marks += [Mark("active", names[n]) for n in members(position.chain_piece)]
    marks += [Mark("threatened", names[n]) for n in members(position.huffable)]
    # a row may have closed behind the last move
    marks = [mark for mark in marks if position.area >> board.index[mark.site] & 1]
    return View(
        surface="wood",
        sites=ground.sites,
        lines=ground.lines,
        pieces=_pieces(position, board, look),
        marks=tuple(marks),
        seats=tuple(
            SeatView(name, colour, (tally,))
            for name, colour, tally in zip(
                look.names, look.colours, _tallies(position, look), strict=True
            )
        ),
        hands=_hands(position, look),
        buttons=(Button("pass", say("Pass")),) if can_pass else (),
        labels=ground.labels,
        movers=movers,
        status=_status(state, position, look.names, bool(movers), can_pass, backend),
        task=_task(state, position, can_pass, backend),
    )


def _last(before: Any, action: int, backend: Backend) -> list[Mark]:
    board, (kind, source, target) = backend.board_of(before), backend.move_of(action)
    if kind in ("huff", "clear"):
        return [Mark("captured", board.names[source])]
    if kind == "drop":
        return [Mark("last", board.names[target])]
    marks = [Mark("last", board.names[source]), Mark("last", board.names[target])]
    taken = members(PointSet(backend.captured(before, action)))
    return marks + [Mark("captured", board.names[point]) for point in taken]


def _tallies(position: CounterPosition, look: Look) -> list[Tally]:
    """The tally of each seat."""
    left = [
        own.bit_count() + hand for own, hand in zip(position.counters, position.hands, strict=True)
    ]
    left[position.stacks_owner] += sum(position.below())
    if look.started:
        first, second = (start - now for start, now in zip(look.started, left, strict=True))
        return [Tally(say("captured"), "x", second), Tally(say("captured"), "x", first)]
    return [_tally(letter, count) for letter, count in zip(look.letters, left, strict=True)]


def _tally(letter: str, count: int) -> Tally:
    text = counted("{n} counter", "{n} counters", count)
    return Tally(say("counters"), letter, count, text=text)


def _pieces(position: CounterPosition, board: DrawnBoard, look: Look) -> tuple[Piece, ...]:
    below = dict(zip(members(position.stacks), position.below(), strict=True))
    pieces = []
    for n, sign in enumerate(signs_of(position, board)):
        if sign in ".#":
            continue
        owner = int(sign in "2B")
        king, height = sign in "AB", 1 + below.get(n, 0)
        seat, letter = look.names[owner], look.letters[owner]
        name = say("{seat} counter", seat=seat)
        if king:
            name = say("{seat} king", seat=seat)
        elif height > 1:
            name = say("{seat}, {count} counters on each other", seat=seat, count=height)
        pieces.append(
            Piece(
                f"counter-{board.names[n]}",
                board.names[n],
                "counter",
                look.colours[owner],
                name,
                (letter.upper() if king else letter) + (str(height) if height > 1 else ""),
                CROWN if king else _height(height),
                owner,
            )
        )
    return tuple(pieces)


def _hands(position: CounterPosition, look: Look) -> tuple[Hand, ...]:
    return tuple(
        Hand(
            seat,
            (
                HandItem(
                    f"hand-{seat + 1}",
                    "counter",
                    look.colours[seat],
                    say("{seat} counter", seat=look.names[seat]),
                    look.letters[seat],
                    None,
                    count,
                ),
            ),
        )
        for seat, count in enumerate(position.hands)
        if count
    )


def _task(state: Any, position: CounterPosition, can_pass: bool, backend: Backend) -> str:
    if position.chain_piece:
        return say("hop again, or pass") if can_pass else say("hop again")
    if can_pass:
        return say("you cannot move, so pass")
    if position.huffable:
        return say("move a counter, or first remove one that did not capture")
    if backend.move_of(backend.functions["nth_legal"](state, state.seat, 0)).kind == "clear":
        return say("take one of your counters off the board")
    return say("place a counter") if position.hands[position.seat] else say("move a counter")


def _whose_turn(mover: str, in_a_run: bool, can_pass: bool) -> str:
    """A sentence on who is to move in a game that goes on, and whether in a run of hops."""
    if in_a_run:
        return (
            say("{seat} may hop again or pass", seat=mover)
            if can_pass
            else say("{seat} must hop again", seat=mover)
        )
    return (
        say("{seat} cannot move and must pass", seat=mover)
        if can_pass
        else say("{seat} to move", seat=mover)
    )


def _status(
    state: Any,
    position: CounterPosition,
    names: tuple[str, str],
    going: bool,
    can_pass: bool,
    backend: Backend,
) -> str:
    seat = position.seat
    mover = names[seat]
    if going:
        return _whose_turn(mover, bool(position.chain_piece), can_pass)
    won = backend.functions["returns"](state, seat)
    if not won:
        if position.passes == 2:
            return say("Neither side can move: a draw")
        return say("Each side has had {turns} turns: a draw", turns=TURN_LIMIT // 2)
    winner, loser = (seat, 1 - seat) if won > 0 else (1 - seat, seat)
    for one in (seat, 1 - seat):
        if not position.counters[one] and not position.hands[one]:
            return say(
                "{seat} has no counters left: {winner} wins", seat=names[one], winner=names[winner]
            )
    if not backend.can_move(state):
        return say("{seat} cannot move: {winner} wins", seat=mover, winner=names[winner])
    if backend.has_filled(state, winner):
        return say("{winner} has reached the goal and wins", winner=names[winner])
    return say(
        "{seat} has too few counters left: {winner} wins", seat=names[loser], winner=names[winner]
    )
