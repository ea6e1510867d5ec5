"""Backgammon: bring your fifteen checkers home and off the board, past those of the other side.

Two players, White and Black, and twenty-four points, which each side numbers from the end of its
own way: checkers go from the 24-point down to the 1-point and off. White begins with two checkers
on its 24-point, five on its 13-point, three on its 8-point and five on its 6-point; Black likewise,
so that the 24-point of one is the 1-point of the other.

Each side throws one die; the higher one begins, and plays these two dice. From then on each throws
two. Each die moves one checker by as many points as it shows, to a point on which at most one
checker of the other side stands. A single one, a blot, is hit: it goes to the bar. Who has
checkers on the bar must bring them in first, from where the 25-point would be. A double is played
four times.

Once all checkers of a side are on its points 1 to 6, it may bear them off: by the exact number, or
by a higher one where no checker is further back. As many dice as possible must be played; where
either can be and not both, the higher one. The first to bear off all checkers wins. If the other
side has borne off none, that is a gammon and counts double; if it also has a checker on the bar or
on the winner's points 1 to 6, that is a backgammon and counts three times.
There is no doubling cube: each game is played for one stake.

Source: the rules of backgammon as the U.S. Backgammon Federation plays it.

Notation: `8/5` moves a checker, `8/5*` hits, `bar/22` enters, `6/off` bears off, `pass`; each side
uses its own numbers. A turn may be written whole, in any order: `13/9 24/23`, `13/7/5`, `13/9(2)`,
and with 25 and 0 for the bar and off. A throw is its dice, `31`; the first one is White's die, then
Black's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from ludarium.phrases import say
from ludarium.rules.backgammon_board import (
    BAR,
    HOME,
    LABELS,
    LAST,
    OFF,
    ONE_CHECKER,
    PLAYERS,
    POINTS,
    SIDES,
    SITES,
    THROWS,
    Counts,
    at,
    checkers,
    count_at,
    dice_left,
    dice_pieces,
    occupied,
    place_name,
    placed,
    read_dice,
    read_sides,
    seat_views,
    side_text,
    site_of,
    turned,
)
from ludarium.rules.backgammon_notation import ends, rest_of
from ludarium.rules.bits import EMPTY, ONE, Bits, nth_bit, popcount, to_bits
from ludarium.rules.boards.piece_placement import PASS_BUTTON, PASS_BUTTONS
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import Game, OtherName, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.view import Mark, Piece, View

TO_BEGIN, TO_THROW = -1, 0  # what `left` is where dice are to be thrown
PASS = 0

OPENINGS = tuple((a, b) for a in range(1, SIDES + 1) for b in range(1, SIDES + 1) if a != b)

NO_PLACES = Counts(0)
ON_BAR = Counts(1 << 4 * BAR)
OUTSIDE = Counts(sum(1 << 4 * place for place in range(HOME + 1, BAR + 1)))


class BackgammonState(NamedTuple):
    """A position."""

    mine: Annotated[Counts, Packed(BAR + 1, 4, 15)]
    """The checkers of the seat to move."""
    theirs: Annotated[Counts, Packed(BAR + 1, 4, 15)]
    """The checkers of the other seat, by the numbers of the seat to move."""
    high: Annotated[int, range(SIDES + 1)]
    """The higher of the dice that are left, 0 where none are."""
    low: Annotated[int, range(SIDES + 1)]
    """The lower one, which is the same where one is left, or a double."""
    left: Annotated[int, range(TO_BEGIN, 5)]
    """The number of checkers that the dice still move; TO_THROW, or TO_BEGIN before the first
    throw."""
    seat: int
    gammons: Annotated[int, FIXED]
    """1 if gammons count more than other games, else 0."""


SETUP = {24: 2, 13: 5, 8: 3, 6: 5}


def start(ruleset: Ruleset, seats: int) -> BackgammonState:
    places, gammons = ruleset.parameters
    mine = placed(places)
    return BackgammonState(mine, turned(mine), 0, 0, TO_BEGIN, 0, gammons)


# Rules. An action of chance is 6 * (a - 1) + b - 1 for dice a and b, the higher one first; before
# the game it is White's and Black's. One of a seat is 32 * die + place of the checker, or PASS.


@jitable
def has_checkers(mine: Counts) -> bool:
    """Return whether the seat to move has not borne off all of its checkers."""
    return mine >> 4 * (OFF + 1) != NO_PLACES


@jitable
def movers(state: BackgammonState) -> Bits:
    if not state.theirs & (ON_BAR - ONE_CHECKER):  # the other seat has borne off all checkers
        return EMPTY
    return CHANCE_MOVES if state.left <= TO_THROW else ONE << to_bits(state.seat)


@jitable
def movable(mine: Counts, theirs: Counts, die: int) -> Counts:
    """The places from which a checker can be moved by this die."""
    own = occupied(mine) & (POINTS | ON_BAR)
    blocked = (theirs >> 1 | theirs >> 2 | theirs >> 3) & POINTS
    reaching = (POINTS ^ blocked) << 4 * die
    if own & ON_BAR:
        return own & ON_BAR & reaching
    places = own & reaching
    if not own & OUTSIDE:
        place = die
        if not own >> 4 * die:  # nothing is as far back: the one furthest back goes
            while not own >> 4 * place:
                place -= 1
        places |= own & at(place)
    return places


@jitable
def moved(mine: Counts, place: int, die: int) -> Counts:
    """The checkers of the seat to move after this one was moved."""
    return mine - at(place) + at(max(place - die, OFF))


@jitable
def followed(mine: Counts, theirs: Counts, places: Counts, die: int, other: int) -> Counts:
    """The places from which a checker can be moved by this die so that the other die can be played
    after it, or no checker is left; places: all from which one can be moved by this die.
    """
    # what can be moved now can still be moved after another checker was
    now = movable(mine, theirs, other)
    if now & (now - ONE_CHECKER):
        return places
    playable = NO_PLACES
    while places:
        rest = places & (places - ONE_CHECKER)
        after = moved(mine, nth_bit(places, 0) >> 2, die)
        if not has_checkers(after) or movable(after, theirs, other):
            playable |= places ^ rest
        places = rest
    return playable


@jitable
def choices(state: BackgammonState) -> tuple[Counts, Counts]:
    """The places from which a checker can be moved by the higher of the dice, and by the lower one
    where that is another.
    """
    mine, theirs, high, low, _, _, _ = state
    by_high = movable(mine, theirs, high)
    if high == low:
        return by_high, NO_PLACES
    by_low = movable(mine, theirs, low)
    both_high = followed(mine, theirs, by_high, high, low)
    both_low = followed(mine, theirs, by_low, low, high)
    if both_high or both_low:
        # a checker that either die bears off is borne off by the higher one: it comes to the same
        either = both_high & both_low & (at(low + 1) - ONE_CHECKER)
        return both_high, both_low ^ either
    return (by_high, NO_PLACES) if by_high else (NO_PLACES, by_low)


@jitable
def legal_count(state: BackgammonState, seat: int) -> int:
    if seat == CHANCE:
        return len(OPENINGS) if state.left == TO_BEGIN else len(THROWS)
    by_high, by_low = choices(state)
    return max(1, popcount(by_high) + popcount(by_low))


@jitable
def nth_legal(state: BackgammonState, seat: int, n: int) -> int:
    if seat == CHANCE:
        high, low = OPENINGS[n] if state.left == TO_BEGIN else THROWS[n]
        return SIDES * (high - 1) + low - 1
    by_high, by_low = choices(state)
    count = popcount(by_high)
    if n < count:
        return 32 * state.high + (nth_bit(by_high, n) >> 2)
    return 32 * state.low + (nth_bit(by_low, n - count) >> 2) if by_low else PASS


@jitable
def chance_weight(state: BackgammonState, action: int) -> int:
    return 1 if action // SIDES == action % SIDES or state.left == TO_BEGIN else 2


@jitable
def thrown(state: BackgammonState, one: int, two: int) -> BackgammonState:
    """The state after these dice were thrown."""
    mine, theirs, _, _, left, seat, gammons = state
    if left == TO_BEGIN and one < two:
        mine, theirs, seat = turned(theirs), turned(mine), 1
    left = 4 if one == two else 2
    return BackgammonState(mine, theirs, max(one, two), min(one, two), left, seat, gammons)


@jitable
def play(state: BackgammonState, action: int) -> BackgammonState:
    mine, theirs, high, low, left, seat, gammons = state
    if left <= TO_THROW:
        return thrown(state, action // SIDES + 1, action % SIDES + 1)
    if action != PASS:
        die, place = action >> 5, action & 31
        mine = moved(mine, place, die)
        if place > die and count_at(theirs, place - die):
            theirs = theirs - at(place - die) + at(OFF)
        left -= 1
        high = low = high + low - die
        if left and has_checkers(mine):
            return BackgammonState(mine, theirs, high, low, left, seat, gammons)
    return BackgammonState(turned(theirs), turned(mine), 0, 0, TO_THROW, 1 - seat, gammons)


@jitable
def stake(state: BackgammonState) -> int:
    """The value of the game that the seat to move has lost: 1, 2 a gammon, or 3 a backgammon."""
    if count_at(state.mine, OFF):
        return 1
    behind = occupied(state.mine) >> 4 * (LAST - HOME + 1)  # in the winner's home, or on the bar
    return 3 if behind else 2


@jitable
def returns(state: BackgammonState, seat: int) -> float:
    won = stake(state) / 3 if state.gammons else 1.0
    return -won if seat == state.seat else won


# Text


def action_texts(state: BackgammonState, seat: int, action: int) -> tuple[str, ...]:
    if seat == CHANCE:
        first, second = action // SIDES + 1, action % SIDES + 1
        both = state.left == TO_BEGIN or first == second
        return (f"{first}{second}",) if both else (f"{first}{second}", f"{second}{first}")
    if action == PASS:
        return ("pass",)
    source, goal = ends(action)
    text = f"{place_name(source)}/{place_name(goal)}"
    return (f"{text}*", text) if goal != OFF and count_at(state.theirs, goal) else (text,)


def by_seat(state: BackgammonState) -> tuple[Counts, Counts]:
    """The checkers of White and of Black, each by the side's own numbers."""
    other = turned(state.theirs)
    return (state.mine, other) if state.seat == 0 else (other, state.mine)


def write_position(state: BackgammonState) -> str:
    mover = "-" if state.left == TO_BEGIN else "wb"[state.seat]
    dice = "".join(map(str, dice_left(*state[2:5]))) or "?"
    return f"{' '.join(map(side_text, by_seat(state)))} {mover} {dice}"


def read_position(text: str, ruleset: Ruleset) -> BackgammonState:
    cursor = Cursor(text)
    places, gammons = ruleset.parameters
    sides = read_sides(cursor, sum(places.values()))
    mover = cursor.take("wb-", "w or b, who moves, or - before the first throw")
    dice = read_dice(cursor)
    seat = int(mover == "b")
    mine, theirs = sides[seat], turned(sides[1 - seat])
    state = BackgammonState(mine, theirs, 0, 0, TO_THROW, seat, gammons)
    over = not movers(state)
    if not has_checkers(mine) or (over and (dice or mover == "-")):
        raise cursor.impossible("expected nobody to throw or move after the end")
    if mover == "-" and dice:
        raise cursor.impossible("expected ? where it is still to be thrown who begins")
    if not dice:
        return state._replace(left=TO_BEGIN if mover == "-" else TO_THROW)
    return state._replace(high=dice[0], low=dice[-1], left=len(dice))


# Touches and View


def touches(state: BackgammonState, seat: int, action: int) -> tuple[str, ...]:
    if action == PASS:
        return (PASS_BUTTON,)
    return tuple(site_of(seat, place) for place in ends(action))


def pieces(state: BackgammonState, before: BackgammonState | None) -> Iterator[Piece]:
    yield from checkers(by_seat(state))
    dice = dice_left(*state[2:5])
    places = list(range(len(dice))) if state.high == state.low else [1, 2]
    if before and len(dice) == 1 and before.high != before.low:  # it stays where it was
        places = [1 if state.high == before.high else 2]
    yield from dice_pieces(state.seat, dice, places)


def must_pass(state: BackgammonState) -> bool:
    return state.left > TO_THROW and nth_legal(state, state.seat, 0) == PASS


def status(state: BackgammonState) -> str:
    seat, other = PLAYERS[state.seat].name, PLAYERS[1 - state.seat].name
    if not movers(state):
        count = stake(state) if state.gammons else 1
        gammon = say("{winner} wins a gammon, which counts double", winner=other)
        backgammon = say("{winner} wins a backgammon, which counts three times", winner=other)
        return (say("{winner} wins", winner=other), gammon, backgammon)[count - 1]
    if state.left == TO_BEGIN:
        return say("Each side throws a die; the higher one begins")
    if state.left == TO_THROW:
        return say("{seat} throws", seat=seat)
    throw = " ".join(map(str, dice_left(*state[2:5])))
    if must_pass(state):
        return say("{seat} has {dice} to play and cannot move", seat=seat, dice=throw)
    return say("{seat} has {dice} to play", seat=seat, dice=throw)


def marks(before: BackgammonState | None, action: int | None) -> tuple[Mark, ...]:
    if before is None or action is None or before.left <= TO_THROW or action == PASS:
        return ()
    return tuple(Mark("last", site_of(before.seat, place)) for place in ends(action))


def view(state: BackgammonState, before: BackgammonState | None, action: int | None) -> View:
    passes = must_pass(state)
    return View(
        surface="wood",
        sites=SITES,
        pieces=tuple(pieces(state, before)),
        seats=seat_views(by_seat(state)),
        status=status(state),
        movers=(state.seat,) if state.left > TO_THROW else (),
        marks=marks(before, action),
        buttons=PASS_BUTTONS if passes else (),
        labels=LABELS,
        task=say("you cannot move, so pass") if passes else say("move a checker"),
    )


COUNTED = say("A gammon counts twice, a backgammon three times. No doubling cube.")
UNCOUNTED = say("A win is a win: gammons count no more. No doubling cube.")
THREE = say("Three checkers a side, on the points 24, 23 and 22. A win is a win.")


def ruleset(name: str, title: str, notes: str, places: dict[int, int], gammons: int) -> Ruleset:
    source, parameters = say("U.S. Backgammon Federation"), (places, gammons)
    return Ruleset(name=name, title=title, source=source, notes=notes, parameters=parameters)


GAME = Game(
    name="backgammon",
    title=say("Backgammon"),
    other_names=(OtherName("Tables", "en"), OtherName("Tavla", "tr")),
    seats=(2, 2),
    seat_names=tuple(player.name for player in PLAYERS),
    state=BackgammonState,
    rulesets=(
        ruleset("money", say("Gammons count"), COUNTED, SETUP, 1),
        ruleset("single", say("Single games"), UNCOUNTED, SETUP, 0),
        ruleset("hyper", say("Hyperbackgammon"), THREE, {24: 1, 23: 1, 22: 1}, 0),
    ),
    start=start,
    functions=named(movers, legal_count, nth_legal, chance_weight, play, returns),
    action_texts=action_texts,
    rest_of=rest_of,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    actions=lambda ruleset, seats: (
        PASS,
        *(32 * die + place for die in range(1, SIDES + 1) for place in range(1, BAR + 1)),
    ),
    draws=False,
    hints="ludarium.hints.backgammon",
)
