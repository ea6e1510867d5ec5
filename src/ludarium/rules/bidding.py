"""Games of bids on hidden dice, in which somebody does not believe the last bidder: how they are
described, and `bidding_game`, which makes the whole Game of such rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import EMPTY, members
from ludarium.rules.cursor import Cursor
from ludarium.rules.dice import FACES, HIDDEN, LOST, NOT_THROWN, DiceHands
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
from ludarium.rules.dispatch import Functions
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.view import Button, Mark, View

__all__ = ["BidRules", "bidding_game"]

State = Any


class BidRules(NamedTuple):
    """The rules for states of one type."""

    size: int
    """The number of dice that each seat begins with; where it is 1, the game ends with the first
    call."""
    wild: int
    """The face that counts as every face."""
    hands: DiceHands
    """The operations on hands of dice."""
    functions: Functions
    """The generic functions."""
    loser: Callable[[State], int]
    """loser(state): the seat that lost the call, in a state in which the last bidder was called a
    liar."""


class Bidding:
    """The text, touches and View of such a game, whose rules are these by type of states."""

    def __init__(self, rules: Mapping[type, BidRules]) -> None:
        self.rules = rules
        self.tables = {state: DiceTable(one.size) for state, one in rules.items()}

    def dice_left(self, state: State) -> list[int]:
        """By seat."""
        return [self.rules[type(state)].hands.left(state.dice, seat) for seat in range(state.seats)]

    def action_texts(self, state: State, seat: int, action: int) -> tuple[str, ...]:
        if seat == CHANCE:
            return (str(action),)
        if state.called:
            return ("next",)
        return ("liar",) if action == FACES * sum(self.dice_left(state)) else (bid_text(action),)

    def actions(self, ruleset: Ruleset, seats: int) -> range:
        """The bids on all dice, and what calls the last bidder while no die is lost."""
        return range(FACES * self.rules[ruleset.parameters].size * seats + 1)

    def touches(self, state: State, seat: int, action: int) -> tuple[str, ...]:
        (text,) = self.action_texts(state, seat, action)
        return (text,) if text in {"liar", "next"} else bid_touches(action)

    def write_position(self, state: State) -> str:
        """Write each seat's dice; then the bids, and ! where the last bidder was called a liar;
        with several dice each then the number of the seat whose turn it is, or who called.
        """
        hands = self.tables[type(state)].write(state.dice, state.seats)
        bids = ",".join(map(bid_text, members(state.bids)))
        turn = f" {state.turn + 1}" if self.rules[type(state)].size > 1 else ""
        return f"{hands} {bids or '-'}{'!' * state.called}{turn}"

    def read_position(self, text: str, ruleset: Ruleset) -> State:
        cursor, make = Cursor(text), ruleset.parameters
        hands = self.tables[make].read(cursor)
        have = [any(die != LOST for die in hand) for hand in hands]
        bids = read_bids(cursor, sum(die != LOST for hand in hands for die in hand))
        called = int(bool(bids) and cursor.next == "!")
        if called:
            cursor.take("!", "! or the end")
        turn = len(bids) % len(hands)
        if self.rules[make].size > 1:
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
        return make(self.tables[make].packed(hands), made, least, turn, called, len(hands))

    def bids_made(self, state: State) -> list[tuple[int, int]]:
        """List each bid of the round with its seat."""
        bids = members(state.bids)
        bidders = [seat for seat, left in enumerate(self.dice_left(state)) if left]
        first = bidders.index(state.turn) - len(bids)
        return [(bidders[(first + n) % len(bidders)], bid) for n, bid in enumerate(bids)]

    def view(self, state: State, before: State | None, action: int | None) -> View:
        table, chooser = self.tables[type(state)], self.mover(state)
        bidding = chooser is not None and not state.called
        made, (_, face) = self.bids_made(state), bid_parts(state.least - 1)
        bid = table.bid(*bid_parts(made[-1][1]), made[-1][0]) if made else []
        counting = {self.rules[type(state)].wild, face} if state.called else set()
        return View(
            surface="table",
            sites=table.sites(state.seats),
            pieces=(*table.pieces(state.dice, state.seats), *bid),
            seats=table.seats(state.dice, state.seats, made),
            status=self.status(state),
            movers=() if chooser is None else (chooser,),
            hands=(FACE_HAND,) if bidding else (),
            marks=tuple(
                Mark("last", table.site(seat, n))
                for seat, hand in enumerate(table.dice(state.dice, state.seats))
                for n, die in enumerate(hand)
                if die in counting
            ),
            buttons=() if chooser is None else self.buttons(state),
            task=self.task(state),
        )

    def mover(self, state: State) -> int | None:
        """The seat that chooses; None while dice are thrown, and after the end."""
        choosing = self.rules[type(state)].functions["movers"](state)
        return None if choosing in {EMPTY, CHANCE_MOVES} else int(choosing).bit_length() - 1

    def buttons(self, state: State) -> tuple[Button, ...]:
        """The quantities that can be bid, and the call; or the next round."""
        if state.called:
            return (Button("next", say("Next round")),)
        bids = bid_buttons(state.least, sum(self.dice_left(state)))
        return (*bids, Button("liar", say("Liar!"))) if state.least else bids

    def task(self, state: State) -> str:
        if state.called and self.mover(state) is not None:
            return say("begin the next round")
        if state.least:
            return say("bid higher, or call liar")
        return say("bid: how many, then of what")

    def status(self, state: State) -> str:
        seat, (quantity, face) = SEATS[state.turn], bid_parts(state.least - 1)
        if not state.called and self.mover(state) is None:
            return say("Dice are thrown")
        if not state.least:
            return say("{seat} begins the bids", seat=seat)
        bid = {"quantity": quantity, "face": face, "seat": seat}
        if not state.called:
            return say("The bid is {quantity} × {face}: {seat} to answer", **bid)
        rules = self.rules[type(state)]
        count = rules.hands.counting(state.dice, state.seats, face, rules.wild)
        bid["loser"] = SEATS[rules.loser(state)]
        if rules.size == 1 or self.mover(state) is None:
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


def bidding_game(*, rules: Mapping[type, BidRules], **more: Any) -> Game:
    """The Game of two to six seats that bid how many dice of one face there are, each higher than
    the last, until one calls the last bidder a liar.

    rules: by type of states, first that of the first ruleset. A state has these fields in this
    order: `dice`, all hands as `ludarium.rules.dice` packs them; `bids`, the set of the bids of
    this round, numbered as in `ludarium.rules.dicetable`; `least`, the number of the lowest bid
    that is higher than all so far; `turn`, the seat whose turn it is, or who called; `called`,
    whether the last bidder was called a liar, 0 or 1; `seats`. The `parameters` of a ruleset are
    the type of its states. more: further fields of the Game.

    An action of chance is a face. One of a seat is the number of a bid; the number after that of
    the highest bid there can be, to call the last bidder a liar; or any, once somebody was called,
    to begin the next round.
    """
    first, *others = rules
    shown = Bidding(rules)
    return Game(
        seats=(2, len(SEATS)),
        seat_names=SEATS,
        state=first,
        functions=rules[first].functions,
        other_states={state: rules[state].functions for state in others},
        action_texts=shown.action_texts,
        touches=shown.touches,
        write_position=shown.write_position,
        read_position=shown.read_position,
        view=shown.view,
        actions=shown.actions,
        **more,
    )
