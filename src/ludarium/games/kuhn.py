"""Kuhn poker: three cards, one bet, and the smallest game in which it pays to bluff.

Two players put one chip each into the pot, and each gets one of three cards: jack, queen or king.
The first player checks or bets one more chip. After a check the second player checks too, or bets.
Who faces a bet calls it with one chip, or folds and loses the pot. If nobody folds, the higher card
wins the pot.

The first player loses a chip in eighteen games by best play: that needs bluffs with the jack, and
calls with the queen, at random and in the right proportions.

Source: H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games 1, 1950.

Notation: `check`, `bet`, `fold` and `call`; a deal is the card, `J`, `Q` or `K`.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludarium.phrases import say
from ludarium.rules.betting import (
    NO_BETS,
    betting_game,
    bettor,
    ended,
    folded,
    matched_bets,
    nth_bet,
    option_count,
    won_with,
)
from ludarium.rules.bits import EMPTY, ONE, Bits, to_bits
from ludarium.rules.cards import (
    HIDDEN,
    NO_CARD,
    RANKS,
    Deck,
    draw_card,
    nth_card,
    redrawn_card,
    seen_card,
)
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import Packed
from ludarium.rules.game import Ruleset, standard
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.provenance import Provenance

DECK = Deck(RANKS)
CARDS = DECK.size
ANTE, BET = 1, 1  # in chips
MOST_BETS = 1  # so nobody raises


class KuhnState(NamedTuple):
    """A position."""

    first: Annotated[int, range(HIDDEN, CARDS + 1)]
    """The first seat's card: 1 to 3 for jack, queen and king, or NO_CARD or HIDDEN."""
    second: Annotated[int, range(HIDDEN, CARDS + 1)]
    """The second seat's card."""
    moves: Annotated[int, Packed(7, 1, 1)]
    """The moves so far, as `ludarium.rules.betting` packs them."""


def start(ruleset: Ruleset, seats: int) -> KuhnState:
    return KuhnState(NO_CARD, NO_CARD, NO_BETS)


# Rules. An action of chance is a card.


@jitable
def movers(state: KuhnState) -> Bits:
    if state.second == NO_CARD:
        return CHANCE_MOVES
    return EMPTY if ended(state.moves) else ONE << to_bits(bettor(state.moves))


@jitable
def legal_count(state: KuhnState, seat: int) -> int:
    if seat == CHANCE:
        return CARDS if state.first == NO_CARD else CARDS - 1
    return option_count(state.moves, MOST_BETS)


@jitable
def nth_legal(state: KuhnState, seat: int, n: int) -> int:
    return nth_card(n, state.first, NO_CARD) if seat == CHANCE else nth_bet(state.moves, n)


@jitable
def chance_weight(state: KuhnState, card: int) -> int:
    return 1


@jitable
def play(state: KuhnState, action: int) -> KuhnState:
    if state.first == NO_CARD:
        return KuhnState(action, NO_CARD, state.moves)
    if state.second == NO_CARD:
        return KuhnState(state.first, action, state.moves)
    return KuhnState(state.first, state.second, state.moves << 2 | action)


@jitable
def returns(state: KuhnState, seat: int) -> float:
    """Chips won."""
    winner = 0 if state.first > state.second else 1
    if folded(state.moves):
        winner = bettor(state.moves)
    lost = ANTE + BET * matched_bets(state.moves)
    return float(lost if seat == winner else -lost)


@jitable
def seen_by(state: KuhnState, seat: int) -> KuhnState:
    """A seat sees its own card, and all cards once the game is over."""
    if ended(state.moves):
        return state
    first, second = seen_card(state.first, seat == 0), seen_card(state.second, seat == 1)
    return KuhnState(first, second, state.moves)


@jitable
def determinize(state: KuhnState, seat: int, random: Bits) -> KuhnState:
    first, second, moves = state
    if ended(state.moves):
        return state
    drawn = draw_card(random, CARDS, first if seat == 0 else second, NO_CARD)
    first, second = redrawn_card(first, seat == 0, drawn), redrawn_card(second, seat != 0, drawn)
    return KuhnState(first, second, moves)


# Words


def showdown(state: KuhnState) -> str:
    return won_with(returns(state, 0), DECK.rank(max(state.first, state.second)).name)


GAME = betting_game(
    name="kuhn",
    title=say("Kuhn poker"),
    kinds=("cards",),
    provenance=Provenance(
        place=say("Princeton, New Jersey"),
        latitude=40.34,
        longitude=-74.66,
        period="1950",
        source=say("H. W. Kuhn, 1950"),
    ),
    state=KuhnState,
    rulesets=(standard(say("H. W. Kuhn, 1950")),),
    start=start,
    functions=named(
        movers, legal_count, nth_legal, chance_weight, play, returns, seen_by, determinize
    ),
    deck=DECK,
    ante=ANTE,
    bets=(BET,),
    most=MOST_BETS,
    made=KuhnState,
    cards=lambda state: state[:2],
    rounds=lambda state: state[2:],
    signs={"check": "p", "fold": "p", "bet": "b", "call": "b"},
    showdown=showdown,
    returns_range=(-2.0, 2.0),
    draws=False,
    wording="ludarium.games.wording.kuhn",
)
