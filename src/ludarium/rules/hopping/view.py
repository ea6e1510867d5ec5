"""The View of positions of games of counters that step and hop."""

from __future__ import annotations

import functools
from typing import NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import lowest, members
from ludarium.rules.boards.piece_placement import CROWN
from ludarium.rules.hopping.board import DrawnBoard, PointSet, column_letters
from ludarium.rules.hopping.engine import HoppingEngine
from ludarium.rules.hopping.moves import CLEAR, DROP, HUFF, KINDS, PASS
from ludarium.rules.hopping.parts import HoppingState, stacks_owner
from ludarium.rules.hopping.position import hands_of, sides_of, signs_of
from ludarium.rules.lines.game import LineGround, whose_turn
from ludarium.rules.lines.parts import TURN_LIMIT
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

__all__ = ["Seats", "hopping_view"]

ONE_LETTER = 26  # columns
COLOURS: tuple[Colour, Colour] = ("ivory", "ebony")

# strokes of digits: the three across from the top, then those at the left and at the right
STROKES = ("M8 5h8", "M8 12h8", "M8 19h8", "M8 5v7", "M8 12v7", "M16 5v7", "M16 12v7")
DIGITS = {2: "01254", 3: "01256", 4: "1356", 5: "01236", 6: "012346", 7: "056", 8: "0123456"}
DIGITS[9] = "012356"


class Seats(NamedTuple):
    """The displayed names and colours of both seats."""

    names: tuple[str, str]
    dark_first: bool
    """True if the first seat has the dark counters."""

    @property
    def colours(self) -> tuple[Colour, Colour]:
        """The colours of their counters."""
        light, dark = COLOURS
        return (dark, light) if self.dark_first else (light, dark)

    @property
    def letters(self) -> str:
        """The letters of their counters in the terminal."""
        return "xo" if self.dark_first else "ox"


def _height(count: int) -> Glyph | None:
    """The sign of a stack of so many counters; none of a single one, or of a very high one."""
    strokes = DIGITS.get(count)
    return Glyph(f"stack-{count}", "".join(STROKES[int(n)] for n in strokes)) if strokes else None


@functools.lru_cache(maxsize=256)
def ground_of(board: DrawnBoard, area: PointSet) -> LineGround:
    """The board with the points that are in play; two signs of the drawing are a unit."""
    names, places = board.names, board.drawn
    sites = tuple(
        Site(names[n], place.x / 2, place.y / 2, names[n], "point")
        for n, place in enumerate(places)
        if area >> n & 1
    )
    lines = tuple(
        (names[one], names[other])
        for one, other in board.lines
        if area >> one & 1 and area >> other & 1
    )
    left, low = min(place.x for place in places) / 2, min(place.y for place in places) / 2
    columns = {place.x / 2: column for place, (column, _) in zip(places, board.points, strict=True)}
    rows = {place.y / 2: row for place, (_, row) in zip(places, board.points, strict=True)}
    # names of two letters would run into each other
    shown = sorted(columns.items())[:: 1 if len(columns) <= ONE_LETTER else 2]
    labels = [Label(x, low - 1, column_letters(column)) for x, column in shown]
    labels += [Label(left - 1, y, str(row)) for y, row in sorted(rows.items())]
    return LineGround(sites, lines, tuple(labels))


def hopping_view(
    state: HoppingState,
    before: HoppingState | None,
    action: int | None,
    board: DrawnBoard,
    engine: HoppingEngine,
    seats: Seats,
) -> View:
    """The View of a state."""
    names = board.names
    movers = (state.seat,) if engine.functions["movers"](state) else ()
    can_pass = bool(movers) and _can_pass(state, engine)
    ground = ground_of(board, state.area)
    marks = []
    if before is not None and action:
        marks = _last(before, action, board, engine)
    if state.chain_piece:
        marks.append(Mark("active", names[lowest(state.chain_piece)]))
    marks += [Mark("threatened", names[n]) for n in members(state.huffable)]
    marks = [mark for mark in marks if state.area >> board.index[mark.site] & 1]
    left = [
        own.bit_count() + hand for own, hand in zip(sides_of(state), hands_of(state), strict=True)
    ]
    stacked = sum(state.stack_depths >> 4 * n & 15 for n in range(16))
    left[stacks_owner(state)] += stacked
    return View(
        surface="wood",
        sites=ground.sites,
        lines=ground.lines,
        pieces=_pieces(state, board, seats),
        marks=tuple(marks),
        seats=tuple(
            SeatView(name, colour, (_tally(letter, count),))
            for name, colour, letter, count in zip(
                seats.names, seats.colours, seats.letters, left, strict=True
            )
        ),
        hands=_hands(state, seats),
        buttons=(Button("pass", say("Pass")),) if can_pass else (),
        labels=ground.labels,
        movers=movers,
        status=_status(state, seats.names, bool(movers), can_pass, engine),
        task=_task(state, can_pass, engine),
    )


def _can_pass(state: HoppingState, engine: HoppingEngine) -> bool:
    count = ~engine.moves.nth_move(state, -1)
    return count == 0 or engine.moves.nth_move(state, count - 1) == PASS


def _last(
    before: HoppingState, action: int, board: DrawnBoard, engine: HoppingEngine
) -> list[Mark]:
    source, target, kind = action & 127, action >> 7 & 127, action & KINDS
    if kind in (HUFF, CLEAR):
        return [Mark("captured", board.names[source])]
    if kind == DROP:
        return [Mark("last", board.names[target])]
    marks = [Mark("last", board.names[source]), Mark("last", board.names[target])]
    if kind:
        taken = members(engine.moves.captured(before, action))
        marks += [Mark("captured", board.names[point]) for point in taken]
    return marks


def _tally(letter: str, count: int) -> Tally:
    text = counted("{n} counter", "{n} counters", count)
    return Tally(say("counters"), letter, count, text=text)


def _pieces(state: HoppingState, board: DrawnBoard, seats: Seats) -> tuple[Piece, ...]:
    below = {
        point: state.stack_depths >> 4 * n & 15 for n, point in enumerate(members(state.stacks))
    }
    pieces = []
    for n, sign in enumerate(signs_of(state, board)):
        if sign in ".#":
            continue
        owner = int(sign in "2B")
        king, height = sign in "AB", 1 + below.get(n, 0)
        seat, letter = seats.names[owner], seats.letters[owner]
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
                seats.colours[owner],
                name,
                (letter.upper() if king else letter) + (str(height) if height > 1 else ""),
                CROWN if king else _height(height),
                owner,
            )
        )
    return tuple(pieces)


def _hands(state: HoppingState, seats: Seats) -> tuple[Hand, ...]:
    return tuple(
        Hand(
            seat,
            (
                HandItem(
                    f"hand-{seat + 1}",
                    "counter",
                    seats.colours[seat],
                    say("{seat} counter", seat=seats.names[seat]),
                    seats.letters[seat],
                    None,
                    count,
                ),
            ),
        )
        for seat, count in enumerate(hands_of(state))
        if count
    )


def _task(state: HoppingState, can_pass: bool, engine: HoppingEngine) -> str:
    if state.chain_piece:
        return say("hop again, or pass") if can_pass else say("hop again")
    if can_pass:
        return say("you cannot move, so pass")
    if state.huffable:
        return say("move a counter, or first remove one that did not capture")
    if engine.moves.to_clear(state):
        return say("take one of your counters off the board")
    return say("place a counter") if state.my_hand else say("move a counter")


def _status(
    state: HoppingState,
    seat_names: tuple[str, str],
    going: bool,
    can_pass: bool,
    engine: HoppingEngine,
) -> str:
    mover, other = seat_names[state.seat], seat_names[1 - state.seat]
    if going:
        return whose_turn(mover, bool(state.chain_piece), can_pass)
    won = engine.functions["returns"](state, state.seat)
    if not won:
        if state.passes == 2:
            return say("Neither side can move: a draw")
        return say("Each side has had {turns} turns: a draw", turns=TURN_LIMIT // 2)
    winner = mover if won > 0 else other
    if not state.mine and not state.my_hand:
        return say("{seat} has no counters left: {winner} wins", seat=mover, winner=winner)
    if not state.theirs and not state.their_hand:
        return say("{seat} has no counters left: {winner} wins", seat=other, winner=winner)
    if engine.moves.nth_move(state, 0) < 0:
        return say("{seat} cannot move: {winner} wins", seat=mover, winner=winner)
    if state.goal:
        own = sides_of(state)[seat_names.index(winner)]
        if own == own & state.goal:
            return say("{winner} has reached the goal and wins", winner=winner)
    loser = other if winner == mover else mover
    return say("{seat} has too few counters left: {winner} wins", seat=loser, winner=winner)
