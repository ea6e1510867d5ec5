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

from typing import Annotated, Any, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bidding import BidRules, bidding_game
from ludarium.rules.bits import EMPTY, Bits, bit
from ludarium.rules.dice import FACES, dice_hands
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES


class Dice(Bits, width=120):
    """The dice of six hands of five, as `ludarium.rules.dice` packs them."""


class Bids(Bits, width=180):
    """Sets of bids on up to thirty dice."""


class LiarsDiceState(NamedTuple):
    """A position with one die each."""

    dice: Annotated[Bits, Packed(6, 4, 8)]
    """The dice of the seats, one each, as `ludarium.rules.dice` packs them."""
    bids: Annotated[Bits, Packed(36, 1, 1)]
    """The bids of this round: number (quantity - 1) * 6 + face - 1."""
    least: Annotated[int, range(37)]
    """The number of the lowest bid that is higher than all so far."""
    turn: Annotated[int, range(6)]
    """The seat whose turn it is, or who called."""
    called: Annotated[int, range(2)]
    """1 if the last bidder was called a liar, else 0."""
    seats: Annotated[int, FIXED]


class FiveDiceState(NamedTuple):
    """A position with up to five dice each; as LiarsDiceState."""

    dice: Annotated[Dice, Packed(30, 4, 8)]
    bids: Annotated[Bids, Packed(180, 1, 1)]
    least: Annotated[int, range(181)]
    turn: Annotated[int, range(6)]
    called: Annotated[int, range(2)]
    seats: Annotated[int, FIXED]


State = Any  # one of the two


def start(ruleset: Ruleset, seats: int) -> State:
    return ruleset.parameters(EMPTY, EMPTY, 0, 0, 0, seats)


# Rules. An action is the number of a bid; or one more than that of the highest bid, which calls the
# last bidder; or NEXT, once somebody was called. One of chance is a face.

NEXT = 0


def liar_rules(
    make: type, dice_sets: type[Bits], bid_sets: type[Bits], *, size: int, wild: int
) -> BidRules:
    """The rules for this type of states, whose dice and bids are of these types.

    size: how many dice each seat begins with; wild: the face that counts as every face.
    """
    rounds, nothing, single = size > 1, bid_sets(0), bid_sets(1)
    hands = dice_hands(dice_sets, size, loses=rounds)
    _, to_throw, thrown, left, all_left, after, before, counting, losing, seen, redrawn = hands

    @jitable
    def seat_count(state: State) -> int:
        return int(state.seats)

    @jitable
    def loser(state: State) -> int:
        quantity, face = (state.least - 1) // FACES + 1, (state.least - 1) % FACES + 1
        is_true = counting(state.dice, state.seats, face, wild) >= quantity
        return int(state.turn) if is_true else before(state.dice, state.turn, state.seats)

    @jitable
    def next_bidder(state: State) -> int:
        """The seat that begins the next round; -1 where only one seat has dice left then."""
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
            return bit(next_bidder(state)) if next_bidder(state) >= 0 else EMPTY
        return CHANCE_MOVES if to_throw(state.dice, state.seats) else bit(state.turn)

    @jitable
    def legal_count(state: State, seat: int) -> int:
        if seat == CHANCE:
            return FACES
        if state.called:
            return 1
        bids = FACES * all_left(state.dice, state.seats) - int(state.least)
        return bids + int(state.least > 0)

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
        dice = dice if called else redrawn(dice, seats, seat, random)
        return make(dice, bids, least, turn, called, seats)

    rules = (seat_count, movers, legal_count, nth_legal, chance_weight, play, returns)
    return BidRules(size, wild, hands, named(*rules, seen_by, determinize), loser)


RULES: dict[type, BidRules] = {
    LiarsDiceState: liar_rules(LiarsDiceState, Bits, Bits, size=1, wild=6),
    FiveDiceState: liar_rules(FiveDiceState, Dice, Bids, size=5, wild=1),
}

GAME = bidding_game(
    name="liarsdice",
    title=say("Liar's dice"),
    kinds=("cards",),
    other_names=(
        OtherName("Dudo", "es"),
        OtherName("Perudo", "en"),
        OtherName("Bluff", "en"),
        OtherName("Lhář", "cs"),
    ),
    rules=RULES,
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
    wording="ludarium.games.wording.liarsdice",
)
