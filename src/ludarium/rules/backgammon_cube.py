"""The doubling cube and the score of a match of backgammon: text and View."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from ludarium.phrases import counted, say
from ludarium.rules.backgammon_board import (
    MIDDLE,
    PLAYERS,
    SITES,
    TRAY_COLUMN,
    Counts,
    read_dice,
    turned,
)
from ludarium.rules.backgammon_doubling import (
    AFTER_CRAWFORD,
    BEFORE_CRAWFORD,
    CRAWFORD_GAME,
    MOST_POINTS,
    TO_DECIDE,
    DoublingState,
    can_double,
    first_game,
    goal_of,
    movers,
    points_of,
)
from ludarium.rules.backgammon_moves import PASS, TO_BEGIN, TO_THROW, has_checkers
from ludarium.rules.boards.piece_placement import PASS_BUTTON
from ludarium.rules.cursor import Cursor
from ludarium.rules.stakes import (
    ANSWER_BUTTONS,
    DOUBLE,
    DOUBLE_BUTTON,
    DROP,
    DROP_BUTTON,
    KEEP,
    NOBODY,
    TAKE,
    TAKE_BUTTON,
    stake_of,
    stake_text,
)
from ludarium.rules.view import Button, Glyph, Piece, SeatView, Site, Tally

__all__ = [
    "BUTTON_OF",
    "DECISIONS",
    "DOUBLING_SITES",
    "cube_pieces",
    "cube_text",
    "decision_buttons",
    "decision_status",
    "dice_text",
    "game_status",
    "read_doubling",
    "task_with_cube",
    "times_won",
    "with_score",
    "won_match",
]

ROLL_BUTTON = "roll"
DECISIONS = KEEP, DOUBLE, TAKE, DROP
BUTTON_OF = {
    PASS: PASS_BUTTON,
    KEEP: ROLL_BUTTON,
    DOUBLE: DOUBLE_BUTTON,
    TAKE: TAKE_BUTTON,
    DROP: DROP_BUTTON,
}
"""The id of the button of an action, which is its text, too."""

# Text: what goes between the sides and who moves, and in place of the dice

SIGNS = "wb"
STAGES = "before", "crawford", "after"
CHOOSING, OFFERED = "choose", "offered"


def cube_text(state: DoublingState) -> str:
    """The stake and who owns the cube, the points of White and of Black, and the part of the
    match.
    """
    stake = stake_text(state.doublings, state.owner, SIGNS)
    return f"{stake} {state.white} {state.black} {STAGES[state.stage]}"


def dice_text(state: DoublingState, dice: str) -> str:
    """The dice; where none are thrown, what is to be done before."""
    if state.left != TO_DECIDE:
        return dice
    return OFFERED if state.offered else CHOOSING


def read_doubling(
    cursor: Cursor, sides: tuple[Counts, Counts], first: DoublingState
) -> DoublingState:
    """Read the rest of a text after the checkers of both sides, each by its own numbers; first: the
    first state of the ruleset. Raises PositionError.
    """
    stakes = {
        stake_text(doublings, owner, SIGNS): (doublings, owner)
        for doublings in range(first.limit + 1)
        for owner in ((0, 1) if doublings else (NOBODY,))
    }
    cube = cursor.word_of(stakes, "the stake and who owns the cube, such as 1- or 2w")
    most = first.length or MOST_POINTS
    white, black = (
        cursor.number(most, f"the points of {name}, 0 to {most}") for name in ("White", "Black")
    )
    stage = STAGES.index(cursor.word_of(STAGES, "before, crawford or after"))
    mover = cursor.take("wb-", "w or b, who moves, or - before the first throw")
    rest = cursor.text[cursor.at :]
    deciding = rest in (f" {CHOOSING}", f" {OFFERED}")
    dice = [] if deciding else read_dice(cursor)
    seat, (doublings, owner) = int(mover == "b"), stakes[cube]
    left = len(dice) or (TO_DECIDE if deciding else TO_BEGIN if mover == "-" else TO_THROW)
    state = first._replace(
        mine=sides[seat],
        theirs=turned(sides[1 - seat]),
        high=dice[0] if dice else 0,
        low=dice[-1] if dice else 0,
        left=left,
        seat=seat,
        doublings=doublings,
        owner=owner,
        offered=int(rest == f" {OFFERED}"),
        white=white,
        black=black,
        stage=stage,
    )
    check(state, first, mover, cursor)
    return state


def check(state: DoublingState, first: DoublingState, mover: str, cursor: Cursor) -> None:
    """Raises PositionError where the parts of a position do not go together."""
    over, borne_off = not movers(state), all_off(state)
    if over and state.left != TO_THROW:
        raise cursor.impossible("expected nobody to throw or move after the end")
    if borne_off and not over:
        raise cursor.impossible("a side has borne off all checkers, but the game goes on")
    if mover == "-" and state.left != TO_BEGIN:
        raise cursor.impossible("expected ? where it is still to be thrown who begins")
    if not first.length and min(state.white, state.black):
        raise cursor.impossible("both sides have points of a single game")
    if min(state.white, state.black) == goal_of(first.length):
        raise cursor.impossible("both sides have won")
    if state.stage not in stages_of(state, first.stage):
        raise cursor.impossible(f"{STAGES[state.stage]} does not go with the score")
    doubler = 1 - state.seat if state.offered else state.seat
    if state.left == TO_DECIDE and not can_double(state, doubler):
        raise cursor.impossible("the seat may not double")
    if state.left == TO_BEGIN and state.doublings:
        raise cursor.impossible("the cube was turned before the first throw")


def stages_of(state: DoublingState, first: int) -> tuple[int, ...]:
    """The parts of a match that this score can be in; first: that in which the match begins."""
    if first != BEFORE_CRAWFORD:
        return (first,)
    most = max(state.white, state.black)
    if most < state.length - 1:
        return (BEFORE_CRAWFORD,)
    if most == state.length:  # the match may have been won in any of them
        return BEFORE_CRAWFORD, AFTER_CRAWFORD
    return CRAWFORD_GAME, AFTER_CRAWFORD


def all_off(state: DoublingState) -> bool:
    """Return whether a side has borne off all of its checkers."""
    return not has_checkers(state.mine) or not has_checkers(turned(state.theirs))


# View: the cube lies between the trays, nearer to the side that owns it; what is offered lies where
# the side that answers would throw

NEARER = 0.75
OFFER_COLUMNS = (10.5, 3.5)
CUBE = say("doubling cube")


def cube_sites() -> Iterator[Site]:
    """The places of the cube."""
    for name, y in (("cube", MIDDLE), ("cube-0", MIDDLE - NEARER), ("cube-1", MIDDLE + NEARER)):
        yield Site(name, TRAY_COLUMN, y, CUBE, "die")
    for seat, column in enumerate(OFFER_COLUMNS):
        yield Site(f"offer-{seat}", column, MIDDLE, CUBE, "die", seat)


DOUBLING_SITES = (*SITES, *cube_sites())

# strokes of digits in a box of 7 by 12 units
STROKES = {
    "1": "m1.5 2.500l2.500 -2.500v12",
    "2": "m0 3a3.500 3 0 1 1 6.300 2l-6.300 7h7",
    "3": "m0 2a3.300 2.700 0 1 1 3 4a3.300 3 0 1 1 -3 4",
    "4": "m5.500 12v-12l-5.500 8.500h7.500",
    "6": "m6 0.500c-4 0 -6 4 -6 8a3.400 3.300 0 1 0 0.300 -1.500",
    "8": "m3.500 6a3 3 0 1 1 0.010 0a3.500 3 0 1 1 -0.010 0",
}
NARROW, WIDE = 7, 8.5  # of a digit, and of one and the room after it


def number_glyph(number: int) -> Glyph:
    """A number of one or two digits."""
    digits = str(number)
    left = 12 - (WIDE * (len(digits) - 1) + NARROW) / 2
    path = "".join(f"M{left + WIDE * n:g} 6{STROKES[digit]}" for n, digit in enumerate(digits))
    return Glyph(f"number-{number}", path)


GLYPHS = {number: number_glyph(number) for number in (1 << n for n in range(7))}


def cube_pieces(state: DoublingState) -> Iterator[Piece]:
    """The cube, where there is one."""
    if not state.limit:
        return
    stake = stake_of(state.doublings)
    shown = stake_of(state.doublings + 1) if state.offered else stake
    site, name = "cube", say("doubling cube at {n}, in the middle", n=str(stake))
    if state.offered:
        site = f"offer-{state.seat}"
        name = say("doubling cube offered at {n}", n=str(shown))
    elif state.owner != NOBODY:
        site = f"cube-{state.owner}"
        owner = PLAYERS[state.owner].name
        name = say("doubling cube at {n}, owned by {owner}", n=str(stake), owner=owner)
    yield Piece("cube", site, "die", "amber", name, f"×{shown}", GLYPHS[shown])


def decision_buttons(state: DoublingState) -> tuple[Button, ...]:
    """The buttons where a seat doubles or answers."""
    if state.offered:
        return ANSWER_BUTTONS
    doubled = say("Double to {n}", n=str(stake_of(state.doublings + 1)))
    return Button(ROLL_BUTTON, say("Roll")), Button(DOUBLE_BUTTON, doubled)


def decision_status(state: DoublingState) -> str:
    """The status where a seat doubles or answers."""
    seat, other = PLAYERS[state.seat].name, PLAYERS[1 - state.seat].name
    if not state.offered:
        return say("{seat} doubles or throws", seat=seat)
    doubled = str(stake_of(state.doublings + 1))
    return say("{other} doubles to {n}: {seat} takes or drops", other=other, seat=seat, n=doubled)


def won_match(state: DoublingState) -> str:
    """The status of a match that is over."""
    winner = int(state.black > state.white)
    points, others = (str(points_of(state, seat)) for seat in (winner, 1 - winner))
    return say(
        "{winner} wins the match, {points} to {others}",
        winner=PLAYERS[winner].name,
        points=points,
        others=others,
    )


def times_won(state: DoublingState) -> int:
    """The number of stakes that a single game was won for; 0 where the double was dropped."""
    points = max(state.white, state.black)
    return points // stake_of(state.doublings) if all_off(state) else 0


def game_status(state: DoublingState, status: str) -> str:
    """The status with the score before it, at the beginning of a further game of a match."""
    said = new_game(state)
    return say("{score}. {status}", score=said, status=status) if said else status


def task_with_cube(state: DoublingState, task: str) -> str:
    """The task: a decision, or that of the dice, with the score before it at the beginning of a
    further game, as whoever moves reads no status.
    """
    if state.left == TO_DECIDE:
        return say("take the double or drop") if state.offered else say("double or throw the dice")
    said = new_game(state)
    return say("{score}: {task}", score=said, task=task) if said else task


def new_game(state: DoublingState) -> str:
    """The score at the beginning of a further game of a match; "" elsewhere."""
    if not (state.white or state.black) or not begins(state):
        return ""
    score = {"white": str(state.white), "black": str(state.black)}
    if state.stage == CRAWFORD_GAME and state.limit:
        return say("A new game, without doubling, at {white} to {black}", **score)
    return say("A new game at {white} to {black}", **score)


def begins(state: DoublingState) -> bool:
    """Return whether nothing but the first throw was made in this game."""
    at_first = first_game(0, 0, jacoby=False, crawford=False)
    return state.left != TO_DECIDE and (state.mine, state.theirs) == (
        at_first.mine,
        at_first.theirs,
    )


def with_score(state: DoublingState, seats: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
    """The seats with the side that owns the cube, and in a match with their points in place of the
    checkers borne off, which lie on the trays.
    """

    def scored(seat: int, view: SeatView) -> SeatView:
        tallies, note = view.tallies, view.note
        if state.owner == seat and state.limit:
            note = say("cube at {n}", n=str(stake_of(state.doublings)))
        if state.length:
            _, *others = tallies
            points = points_of(state, seat)
            text = counted("{n} point", "{n} points", points)
            tallies = (*others, Tally(say("points"), "", points, text=text))
        return dataclasses.replace(view, tallies=tallies, note=note)

    return tuple(scored(seat, view) for seat, view in enumerate(seats))
