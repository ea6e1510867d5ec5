"""Liar's dice: hidden dice, bids that only go up, and somebody who does not believe it.

Two to six players throw their dice and look at their own only. In turn each bids how many dice of
one face lie on the table, all players' dice together: `2-5` is two fives or more. One face is wild:
it counts as every face. Each bid is of more dice than the last, or of as many with a higher face.
Instead of bidding, call the last bidder a liar: all dice are shown, and where there are fewer dice
than the bid says, the bidder loses, and else the caller.

With one die each, sixes are wild, and who loses the call gets -1, and the others share 1. With two
players, who bids first loses 0.0271 a game by best play, which bluffs.

With five dice each, ones are wild. Who loses a call loses a die and begins the next round, or the
next player who has dice, where it was the last one. The last player with dice wins and gets 1; the
others share -1.

Sources: the game is old and has many names (Dudo, Perudo, Bluff). The rules for one die each are
those in which programs are compared, as in M. Lanctot et al., "OpenSpiel", 2019. Those for five are
the common hand as Wikipedia's article "Liar's dice" describes it, with wild ones.

Notation: `2-5` bids two fives; `liar` calls the last bidder a liar; `next` begins the next round; a
throw is its number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import EMPTY, Bits, bit, members
from ludarium.rules.cursor import Cursor
from ludarium.rules.dice import FACES, HIDDEN, LOST, NOT_THROWN, DiceHands, dice_hands
from ludarium.rules.dicetable import (
    FACE_HAND,
    SEATS,
    DiceTable,
    bid_buttons,
    bid_parts,
    bid_text,
    bid_touches,
    read_bids,
)
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.view import Button, Mark, View


class Dice(Bits, width=120):
    """The dice of six hands of five, as `ludarium.rules.dice` packs them."""


class Bids(Bits, width=180):
    """Sets of bids on up to thirty dice."""


class LiarsDiceState(NamedTuple):
    """A position with one die each."""

    dice: Bits
    """Each seat's die, as `ludarium.rules.dice` packs them."""
    bids: Bits
    """The bids of this round: number (quantity - 1) * 6 + face - 1."""
    least: int
    """The number of the lowest bid that is higher than all so far."""
    turn: int
    """The seat whose turn it is, or who called."""
    called: int
    """Whether the last bidder was called a liar, 0 or 1."""
    seats: int


class FiveDiceState(NamedTuple):
    """A position with up to five dice each; as LiarsDiceState."""

    dice: Dice
    bids: Bids
    least: int
    turn: int
    called: int
    seats: int


State = Any  # one of the two
SIZES: dict[type, int] = {LiarsDiceState: 1, FiveDiceState: 5}  # of hands
WILD: dict[type, int] = {LiarsDiceState: 6, FiveDiceState: 1}
HANDS: dict[type, DiceHands] = {
    LiarsDiceState: dice_hands(Bits, 1, loses=False),
    FiveDiceState: dice_hands(Dice, 5, loses=True),
}


def start(ruleset: Ruleset, seats: int) -> State:
    return ruleset.parameters(EMPTY, EMPTY, 0, 0, 0, seats)


# Rules. An action is the number of a bid; or one more than that of the highest bid, which calls the
# last bidder; or NEXT, once somebody was called. One of chance is a face.

NEXT = 0


class Liar(NamedTuple):
    """What of the rules texts and Views ask for."""

    functions: Functions
    loser: Any
    """loser(state): the seat that lost the call."""


def liar_rules(make: type, bid_sets: type[Bits]) -> Liar:
    """The rules for this type of states, whose bids are of this type."""
    rounds, wild, nothing, single = SIZES[make] > 1, WILD[make], bid_sets(0), bid_sets(1)
    _, to_throw, thrown, left, all_left, counting, losing, seen, redrawn = HANDS[make]

    @jitable
    def seat_count(state: State) -> int:
        return int(state.seats)

    @jitable
    def after(dice: Bits, seat: int, seats: int) -> int:
        """The next seat that has dice."""
        seat = 0 if seat + 1 == seats else seat + 1
        while rounds and left(dice, seat) == 0:
            seat = 0 if seat + 1 == seats else seat + 1
        return seat

    @jitable
    def loser(state: State) -> int:
        caller: int = state.turn
        quantity, face = (state.least - 1) // FACES + 1, (state.least - 1) % FACES + 1
        if counting(state.dice, state.seats, face, wild) >= quantity:
            return caller
        seat = caller  # the bidder is the one after whom it is the caller's turn
        while after(state.dice, seat, state.seats) != caller:
            seat = after(state.dice, seat, state.seats)
        return seat

    @jitable
    def next_bidder(state: State) -> int:
        """Who begins the next round; nobody, -1, where only one seat has dice left then."""
        if not rounds:
            return -1
        lost = loser(state)
        if left(state.dice, lost) > 1:
            return lost
        seat = after(state.dice, lost, state.seats)
        return -1 if after(state.dice, seat, state.seats) == lost else seat

    @jitable
    def movers(state: State) -> Bits:
        if state.called:
            seat = next_bidder(state)
            return EMPTY if seat < 0 else bit(seat)
        return CHANCE_MOVES if to_throw(state.dice, state.seats) else bit(state.turn)

    @jitable
    def legal_count(state: State, seat: int) -> int:
        if seat == CHANCE:
            return FACES
        if state.called:
            return 1
        bids = FACES * all_left(state.dice, state.seats) - int(state.least)
        return bids + (1 if state.least else 0)

    @jitable
    def nth_legal(state: State, seat: int, n: int) -> int:
        if seat == CHANCE:
            return n + 1
        return NEXT if state.called else int(state.least) + n

    @jitable
    def chance_weight(state: State, face: int) -> int:
        return 1

    @jitable
    def play(state: State, action: int) -> State:
        dice, bids, least, turn, called, seats = state
        if rounds and called:
            return make(losing(dice, loser(state)), nothing, 0, next_bidder(state), 0, seats)
        if to_throw(dice, seats):
            return make(thrown(dice, action), bids, least, turn, 0, seats)
        if action == FACES * all_left(dice, seats):
            return make(dice, bids, least, turn, 1, seats)
        made = bids | (single << action)
        return make(dice, made, action + 1, after(dice, turn, seats), 0, seats)

    @jitable
    def returns(state: State, seat: int) -> float:
        others = 1.0 / (state.seats - 1)
        if not rounds:
            return -1.0 if seat == loser(state) else others
        return 1.0 if seat == after(state.dice, loser(state), state.seats) else -others

    @jitable
    def seen_by(state: State, seat: int) -> State:
        """A seat sees its own dice, and all dice once somebody is called a liar."""
        dice, bids, least, turn, called, seats = state
        return state if called else make(seen(dice, seats, seat), bids, least, turn, 0, seats)

    @jitable
    def determinize(state: State, seat: int, random: Bits) -> State:
        dice, bids, least, turn, called, seats = state
        if called:
            return state
        return make(redrawn(dice, seats, seat, random), bids, least, turn, 0, seats)

    rules = (seat_count, movers, legal_count, nth_legal, chance_weight, play, returns)
    return Liar(named(*rules, seen_by, determinize), loser)


RULES = {
    LiarsDiceState: liar_rules(LiarsDiceState, Bits),
    FiveDiceState: liar_rules(FiveDiceState, Bids),
}


# Text and View

TABLES = {state: DiceTable(size) for state, size in SIZES.items()}


def dice_left(state: State) -> list[int]:
    """By seat."""
    return [HANDS[type(state)].left(state.dice, seat) for seat in range(state.seats)]


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    if seat == CHANCE:
        return (str(action),)
    if state.called:
        return ("next",)
    return ("liar",) if action == FACES * sum(dice_left(state)) else (bid_text(action),)


def touches(state: State, seat: int, action: int) -> tuple[str, ...]:
    (text,) = action_texts(state, seat, action)
    return (text,) if text in {"liar", "next"} else bid_touches(action)


def write_position(state: State) -> str:
    """Each seat's dice; then the bids, and ! where the last bidder was called a liar; with several
    dice each then the number of the seat whose turn it is, or who called.
    """
    hands = TABLES[type(state)].write(state.dice, state.seats)
    bids = ",".join(map(bid_text, members(state.bids)))
    turn = f" {state.turn + 1}" if SIZES[type(state)] > 1 else ""
    return f"{hands} {bids or '-'}{'!' * state.called}{turn}"


def read_position(text: str, ruleset: Ruleset) -> State:
    cursor, make = Cursor(text), ruleset.parameters
    hands = TABLES[make].read(cursor)
    have = [any(die != LOST for die in hand) for hand in hands]
    bids = read_bids(cursor, sum(die != LOST for hand in hands for die in hand))
    called = int(bool(bids) and cursor.next == "!")
    if called:
        cursor.take("!", "! or the end")
    turn = len(bids) % len(hands)
    if SIZES[make] > 1:
        cursor.take(" ", "a space")
        turn = cursor.number(len(hands), "the seat whose turn it is", 1) - 1
    cursor.end()
    dice = {die for hand in hands for die in hand}
    if NOT_THROWN in dice and bids:
        raise cursor.impossible("expected dice to be thrown in turn, and before bids")
    if called and HIDDEN in dice:
        raise cursor.impossible("a hidden die after the end")
    if not have[turn]:
        raise cursor.impossible("the turn of a seat without dice")
    least, made = bids[-1] + 1 if bids else 0, sum(1 << bid for bid in bids)
    return make(TABLES[make].packed(hands), made, least, turn, called, len(hands))


def bids_made(state: State) -> list[tuple[int, int]]:
    """Each bid of the round with its seat."""
    bids = members(state.bids)
    bidders = [seat for seat, left in enumerate(dice_left(state)) if left]
    first = bidders.index(state.turn) - len(bids)
    return [(bidders[(first + n) % len(bidders)], bid) for n, bid in enumerate(bids)]


def view(state: State, before: State | None, action: int | None) -> View:
    table, chooser = TABLES[type(state)], mover(state)
    bidding = chooser is not None and not state.called
    made, (_, face) = bids_made(state), bid_parts(state.least - 1)
    bid = table.bid(*bid_parts(made[-1][1]), made[-1][0]) if made else []
    counting = {WILD[type(state)], face} if state.called else set()
    return View(
        surface="table",
        sites=table.sites(state.seats),
        pieces=(*table.pieces(state.dice, state.seats), *bid),
        seats=table.seats(state.dice, state.seats, made),
        status=status(state),
        movers=() if chooser is None else (chooser,),
        hands=(FACE_HAND,) if bidding else (),
        marks=tuple(
            Mark("last", table.site(seat, n))
            for seat, hand in enumerate(table.dice(state.dice, state.seats))
            for n, die in enumerate(hand)
            if die in counting
        ),
        buttons=() if chooser is None else buttons(state),
        task=task(state),
    )


def mover(state: State) -> int | None:
    """The seat that chooses; None while dice are thrown, and after the end."""
    choosing = RULES[type(state)].functions["movers"](state)
    return None if choosing in {EMPTY, CHANCE_MOVES} else int(choosing).bit_length() - 1


def buttons(state: State) -> tuple[Button, ...]:
    """The quantities that can be bid, and the call; or the next round."""
    if state.called:
        return (Button("next", say("Next round")),)
    bids = bid_buttons(state.least, sum(dice_left(state)))
    return (*bids, Button("liar", say("Liar!"))) if state.least else bids


def task(state: State) -> str:
    if state.called and mover(state) is not None:
        return say("begin the next round")
    return say("bid higher, or call liar") if state.least else say("bid: how many, then of what")


def status(state: State) -> str:
    seat, (quantity, face) = SEATS[state.turn], bid_parts(state.least - 1)
    if not state.called and mover(state) is None:
        return say("Dice are thrown")
    if not state.least:
        return say("{seat} begins the bids", seat=seat)
    bid = {"quantity": quantity, "face": face, "seat": seat}
    if not state.called:
        return say("The bid is {quantity} × {face}: {seat} to answer", **bid)
    hands, loser = HANDS[type(state)], RULES[type(state)].loser(state)
    count = hands.counting(state.dice, state.seats, face, WILD[type(state)])
    bid["loser"] = SEATS[loser]
    if SIZES[type(state)] == 1 or mover(state) is None:
        return counted(
            "{seat} calls {quantity} × {face} a lie: there is {n}, and {loser} loses",
            "{seat} calls {quantity} × {face} a lie: there are {n}, and {loser} loses",
            count,
            **bid,
        )
    return counted(
        "{seat} calls {quantity} × {face} a lie: there is {n}, and {loser} loses a die",
        "{seat} calls {quantity} × {face} a lie: there are {n}, and {loser} loses a die",
        count,
        **bid,
    )


GAME = Game(
    name="liarsdice",
    title=say("Liar's dice"),
    seats=(2, 6),
    seat_names=SEATS,
    state=LiarsDiceState,
    rulesets=(
        Ruleset(
            name="one",
            title=say("One die each"),
            source=say("OpenSpiel, 2019"),
            parameters=LiarsDiceState,
        ),
        Ruleset(
            name="five",
            title=say("Five dice each"),
            source=say("the common hand, as Wikipedia describes it"),
            notes=say("Who loses a call loses a die; ones are wild. The last with dice wins."),
            parameters=FiveDiceState,
        ),
    ),
    start=start,
    functions=RULES[LiarsDiceState].functions,
    other_states={FiveDiceState: RULES[FiveDiceState].functions},
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
)
