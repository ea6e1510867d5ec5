"""Liar's dice: a hidden die each, bids that only go up, and somebody who does not believe it.

Two to six players throw one die each and look at their own only. In turn each bids how many dice of
one face lie on the table, all players' dice together: `2-5` is two fives or more. Sixes are wild:
they count as every face. Each bid is of more dice than the last, or of as many with a higher face.
Instead of bidding, call the last bidder a liar: all dice are shown, and where there are fewer dice
than the bid says, the bidder loses, and else the caller.

Who loses gets -1, and the others share 1. With two players, who bids first loses 0.0271 a game by
best play, which bluffs.

Source: the game is old and has many names (Dudo, Perudo, Bluff); the rules for one die each are
those in which programs are compared, as in M. Lanctot et al., "OpenSpiel", 2019.

Notation: `2-5` bids two fives; `liar` calls the last bidder a liar; a throw is its number.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import (
    EMPTY,
    GOLDEN,
    Bits,
    bit,
    bounded,
    members,
    mix,
    to_bits,
    to_int,
)
from ludarium.rules.cursor import Cursor
from ludarium.rules.dice import FACE_NAMES, FACES, PIPS
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.view import (
    Button,
    Colour,
    Hand,
    HandItem,
    Mark,
    Piece,
    SeatView,
    Site,
    View,
)

WILD = 6
# Dice: four bits for each seat, NOT_THROWN, a face, or HIDDEN.
NOT_THROWN, HIDDEN = 0, 7
DIE = Bits(0xF)
ALL_HIDDEN = Bits(0x777777)


class LiarsDiceState(NamedTuple):
    """A position."""

    dice: Bits
    """Four bits for each seat's die, as above."""
    bids: Bits
    """The bids so far: number (quantity - 1) * 6 + face - 1."""
    least: int
    """The number of the lowest bid that is higher than all so far."""
    turn: int
    """The seat whose turn it is, or who called."""
    called: int
    """Whether the last bidder was called a liar, 0 or 1."""
    seats: int


def start(ruleset: Ruleset, seats: int) -> LiarsDiceState:
    return LiarsDiceState(EMPTY, EMPTY, 0, 0, 0, seats)


# Rules


@jitable
def seat_count(state: LiarsDiceState) -> int:
    return state.seats


@jitable
def die_of(dice: Bits, seat: int) -> int:
    return to_int((dice >> to_bits(4 * seat)) & DIE)


@jitable
def movers(state: LiarsDiceState) -> Bits:
    if state.called:
        return EMPTY
    if die_of(state.dice, state.seats - 1) == NOT_THROWN:
        return CHANCE_MOVES
    return bit(state.turn)


@jitable
def legal_count(state: LiarsDiceState, seat: int) -> int:
    if seat == CHANCE:
        return FACES
    return FACES * state.seats - state.least + (1 if state.least else 0)


@jitable
def nth_legal(state: LiarsDiceState, seat: int, n: int) -> int:
    """The number of a bid; the number after that of the highest bid calls the last bidder."""
    return n + 1 if seat == CHANCE else state.least + n


@jitable
def chance_weight(state: LiarsDiceState, face: int) -> int:
    return 1


@jitable
def play(state: LiarsDiceState, action: int) -> LiarsDiceState:
    dice, bids, least, turn, _, seats = state
    if die_of(dice, seats - 1) == NOT_THROWN:
        seat = 0
        while die_of(dice, seat) != NOT_THROWN:
            seat += 1
        thrown = to_bits(action) << to_bits(4 * seat)
        return LiarsDiceState(dice | thrown, bids, least, turn, 0, seats)
    if action == FACES * seats:
        return LiarsDiceState(dice, bids, least, turn, 1, seats)
    turn = 0 if turn + 1 == seats else turn + 1
    return LiarsDiceState(dice, bids | bit(action), action + 1, turn, 0, seats)


@jitable
def matching(state: LiarsDiceState) -> int:
    """How many dice count for the last bid."""
    face = (state.least - 1) % FACES + 1
    count = 0
    for seat in range(state.seats):
        die = die_of(state.dice, seat)
        count += 1 if die in (face, WILD) else 0
    return count


@jitable
def loser(state: LiarsDiceState) -> int:
    """The seat that lost."""
    met = matching(state) > (state.least - 1) // FACES
    return state.turn if met else (state.turn + state.seats - 1) % state.seats


@jitable
def returns(state: LiarsDiceState, seat: int) -> float:
    return -1.0 if seat == loser(state) else 1.0 / (state.seats - 1)


@jitable
def seen_by(state: LiarsDiceState, seat: int) -> LiarsDiceState:
    """A seat sees its own die, and all dice once somebody is called a liar."""
    if state.called:
        return state
    dice = EMPTY
    for other in range(state.seats):
        die = die_of(state.dice, other)
        shown = die if die == NOT_THROWN or other == seat else HIDDEN
        dice |= to_bits(shown) << to_bits(4 * other)
    return LiarsDiceState(dice, state.bids, state.least, state.turn, 0, state.seats)


@jitable
def determinize(state: LiarsDiceState, seat: int, random: Bits) -> LiarsDiceState:
    if state.called:
        return state
    dice = EMPTY
    for other in range(state.seats):
        die = die_of(state.dice, other)
        if die != NOT_THROWN and other != seat:
            random += GOLDEN
            die = bounded(mix(random), FACES) + 1
        dice |= to_bits(die) << to_bits(4 * other)
    return LiarsDiceState(dice, state.bids, state.least, state.turn, 0, state.seats)


# Text: moves and positions, both ways

SIGNS = "-123456?"


def parts_of(bid: int) -> tuple[int, int]:
    """The quantity and the face of a bid."""
    return bid // FACES + 1, bid % FACES + 1


def bid_text(bid: int) -> str:
    quantity, face = parts_of(bid)
    return f"{quantity}-{face}"


def action_texts(state: LiarsDiceState, seat: int, action: int) -> tuple[str, ...]:
    if seat == CHANCE:
        return (str(action),)
    return ("liar",) if action == FACES * state.seats else (bid_text(action),)


def write_position(state: LiarsDiceState) -> str:
    """Each seat's die, - where it is not thrown and ? where it is hidden; then the bids, and !
    where the last bidder was called a liar.
    """
    dice = "".join(SIGNS[die_of(state.dice, seat)] for seat in range(state.seats))
    bids = ",".join(map(bid_text, members(state.bids)))
    return f"{dice} {bids or '-'}{'!' * state.called}"


def read_position(text: str, ruleset: Ruleset) -> LiarsDiceState:
    cursor = Cursor(text)
    at, word = cursor.at, cursor.word()
    if not GAME.seats[0] <= len(word) <= GAME.seats[1] or not set(word) <= set(SIGNS):
        raise cursor.fault("a die for each seat: 1 to 6, - or ?", at)
    dice = [SIGNS.index(sign) for sign in word]
    seats = len(dice)
    bids: list[int] = []
    if cursor.next == "-":
        cursor.take("-", "bids or -")
    else:
        while not bids or cursor.next == ",":
            if bids:
                cursor.take(",", "a comma")
            quantity = cursor.take("123456"[:seats], "how many dice")
            cursor.take("-", "-")
            bids.append((int(quantity) - 1) * FACES + int(cursor.take("123456", "a face")) - 1)
    called = 0
    if bids and cursor.next == "!":
        cursor.take("!", "! or the end")
        called = 1
    cursor.end()
    if bids != sorted(set(bids)):
        raise cursor.impossible("expected each bid to be higher than the one before it")
    if NOT_THROWN in dice and (bids or any(dice[dice.index(NOT_THROWN) :])):
        raise cursor.impossible("expected dice to be thrown in turn, and before bids")
    if called and HIDDEN in dice:
        raise cursor.impossible("a hidden die after the end")
    packed = sum(die << 4 * seat for seat, die in enumerate(dice))
    least = bids[-1] + 1 if bids else 0
    made = Bits(sum(1 << bid for bid in bids))
    return LiarsDiceState(Bits(packed), made, least, len(bids) % seats, called, seats)


# Touches and View

SEATS = tuple(say("Seat {number}", number=number) for number in range(1, 7))
COLOURS: tuple[Colour, ...] = ("ivory", "ebony", "brick", "green", "amber", "blue")
DISTANCE = {2: 1.9, 3: 2.1, 4: 2.2, 5: 2.5, 6: 2.9}  # of a seat's die from the middle, by seats

FACE_HAND = Hand(
    None,
    tuple(
        HandItem(f"face-{face}", "die", "ivory", FACE_NAMES[face - 1], str(face), PIPS[face - 1])
        for face in range(1, FACES + 1)
    ),
)


def touches(state: LiarsDiceState, seat: int, action: int) -> tuple[str, ...]:
    if action == FACES * state.seats:
        return ("liar",)
    quantity, face = parts_of(action)
    return (f"quantity-{quantity}", f"face-{face}")


@functools.cache
def table(seats: int) -> tuple[Site, ...]:
    """A place for each seat's die, and room in the middle for as many dice as can be bid."""
    places = []
    for seat in range(seats):
        angle, out = math.tau * seat / seats, DISTANCE[seats]
        name = say("die of {seat}", seat=SEATS[seat])
        x, y = -out * math.sin(angle), -out * math.cos(angle)
        places.append(Site(f"die-{seat}", x, y, name, "place", seat))
    rows = [seats] if seats < 4 else [(seats + 1) // 2, seats // 2]
    middle = [
        (1.1 * (n - (row - 1) / 2), 0.55 * (len(rows) - 1) - 1.1 * at)
        for at, row in enumerate(rows)
        for n in range(row)
    ]
    bids = (Site(f"bid-{n}", x, y, say("bid"), "die") for n, (x, y) in enumerate(middle, 1))
    return (*places, *bids)


def pieces(state: LiarsDiceState) -> list[Piece]:
    """The dice that are thrown, and the last bid, as dice in its bidder's colour."""
    found = []
    for seat in range(state.seats):
        die, place = die_of(state.dice, seat), f"die-{seat}"
        if die == HIDDEN:
            found.append(Piece(place, place, "die", "grey", say("hidden"), "?", None, seat))
        elif die != NOT_THROWN:
            look = COLOURS[seat], FACE_NAMES[die - 1], str(die), PIPS[die - 1]
            found.append(Piece(place, place, "die", *look, seat))
    if state.least:
        quantity, face = parts_of(state.least - 1)
        colour = COLOURS[(state.turn - 1) % state.seats]
        name = say("bid: {face}", face=FACE_NAMES[face - 1])
        for n in range(1, quantity + 1):
            found.append(
                Piece(f"bid-{n}", f"bid-{n}", "die", colour, name, str(face), PIPS[face - 1])
            )
    return found


def last_bids(state: LiarsDiceState) -> list[str]:
    """By seat: its last bid, in words."""
    notes = [""] * state.seats
    for n, bid in enumerate(members(state.bids)):
        quantity, face = parts_of(bid)
        notes[n % state.seats] = say("bid {quantity} × {face}", quantity=quantity, face=face)
    return notes


def view(state: LiarsDiceState, before: LiarsDiceState | None, action: int | None) -> View:
    bidding = movers(state) not in {EMPTY, CHANCE_MOVES}
    seats = zip(SEATS[: state.seats], COLOURS, last_bids(state), strict=False)
    counting = [
        seat
        for seat in range(state.seats)
        if state.called and die_of(state.dice, seat) in {WILD, (state.least - 1) % FACES + 1}
    ]
    return View(
        surface="table",
        sites=table(state.seats),
        pieces=tuple(pieces(state)),
        seats=tuple(SeatView(name, colour, (), note) for name, colour, note in seats),
        status=status(state),
        movers=(state.turn,) if bidding else (),
        hands=(FACE_HAND,) if bidding else (),
        marks=tuple(Mark("last", f"die-{seat}") for seat in counting),
        buttons=buttons(state) if bidding else (),
        task=say("bid higher, or call liar") if state.least else say("bid: how many, then of what"),
    )


def buttons(state: LiarsDiceState) -> tuple[Button, ...]:
    """The quantities that can be bid, and the call."""
    quantities = range(state.least // FACES + 1, state.seats + 1)
    bids = [Button(f"quantity-{n}", say("{number} ×", number=n)) for n in quantities]
    return (*bids, *([Button("liar", say("Liar!"))] if state.least else []))


def status(state: LiarsDiceState) -> str:
    seat = SEATS[state.turn]
    if movers(state) == CHANCE_MOVES:
        return say("Dice are thrown")
    if not state.least:
        return say("{seat} begins the bids", seat=seat)
    quantity, face = parts_of(state.least - 1)
    if not state.called:
        return say(
            "The bid is {quantity} × {face}: {seat} to answer",
            quantity=quantity,
            face=face,
            seat=seat,
        )
    return say(
        "{seat} calls {quantity} × {face} a lie: there are {count}, and {loser} loses",
        seat=seat,
        quantity=quantity,
        face=face,
        count=matching(state),
        loser=SEATS[loser(state)],
    )


GAME = Game(
    name="liarsdice",
    title=say("Liar's dice"),
    seats=(2, 6),
    seat_names=SEATS,
    state=LiarsDiceState,
    rulesets=(Ruleset(name="one", title=say("One die each"), source=say("OpenSpiel, 2019")),),
    start=start,
    functions=named(
        seat_count,
        movers,
        legal_count,
        nth_legal,
        chance_weight,
        play,
        returns,
        seen_by,
        determinize,
    ),
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
)
