"""Leduc poker: six cards, two rounds of bets, and a card in the middle that may make a pair.

Two players put one chip each into the pot, and each gets one of six cards: jack, queen and king in
two suits. In a round of bets the first player checks or bets; who faces a bet folds, calls, or
raises. A round has at most one bet and one raise. Each is of two chips in the first round and of
four in the second. Between the rounds a third card is laid open.

If nobody folds, a pair with the open card wins, and else the higher card. Equal cards share the
pot; suits do not matter. The first player loses 0.0856 chips a game by best play.

Source: F. Southey et al., "Bayes' bluff: opponent modelling in poker", Proceedings of the 21st
Conference on Uncertainty in Artificial Intelligence, 2005.

Notation: `check`, `bet`, `fold`, `call` and `raise`; a deal is the card, such as `Js` or `Kh`.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.betting import (
    NO_BETS,
    SEATS,
    agreed,
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
from ludarium.rules.game import OtherName, Ruleset, standard
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.provenance import Provenance

DECK = Deck(RANKS, suits="sh")
CARDS = DECK.size
ANTE, SMALL, LARGE = 1, 2, 4  # the chips at the start, and those of a bet in each round
MOST_BETS = 2  # of a round: a bet and a raise
PAIR = 3  # the strength of a card that pairs with the open one


class LeducState(NamedTuple):
    """A position."""

    first: Annotated[int, range(HIDDEN, CARDS + 1)]
    """The first seat's card: 1 to 3 for jack, queen and king of spades, 4 to 6 for those of
    hearts, or NO_CARD or HIDDEN."""
    second: Annotated[int, range(HIDDEN, CARDS + 1)]
    """The second seat's card."""
    opened: Annotated[int, range(CARDS + 1)]
    """The card in the middle."""
    early: Annotated[int, Packed(9, 1, 1)]
    """The moves of the first round, as `ludarium.rules.betting` packs them."""
    late: Annotated[int, Packed(9, 1, 1)]
    """The moves of the second round."""


def start(ruleset: Ruleset, seats: int) -> LeducState:
    return LeducState(NO_CARD, NO_CARD, NO_CARD, NO_BETS, NO_BETS)


# Rules. An action of chance is a card.


@jitable
def present(state: LeducState) -> int:
    """The moves of the round that goes on."""
    return state.early if state.opened == NO_CARD else state.late


@jitable
def is_over(state: LeducState) -> bool:
    return folded(state.early) or ended(state.late)


@jitable
def movers(state: LeducState) -> Bits:
    moves = present(state)
    if state.second == NO_CARD or (state.opened == NO_CARD and agreed(moves)):
        return CHANCE_MOVES
    return EMPTY if ended(moves) else ONE << to_bits(bettor(moves))


@jitable
def legal_count(state: LeducState, seat: int) -> int:
    if seat == CHANCE:
        return CARDS - (state.first > NO_CARD) - (state.second > NO_CARD)
    return option_count(present(state), MOST_BETS)


@jitable
def nth_legal(state: LeducState, seat: int, n: int) -> int:
    if seat == CHANCE:
        return nth_card(n, state.first, state.second)
    return nth_bet(present(state), n)


@jitable
def chance_weight(state: LeducState, card: int) -> int:
    return 1


@jitable
def play(state: LeducState, action: int) -> LeducState:
    first, second, opened, early, late = state
    if first == NO_CARD:
        return LeducState(action, second, opened, early, late)
    if second == NO_CARD:
        return LeducState(first, action, opened, early, late)
    if opened == NO_CARD:
        if agreed(early):
            return LeducState(first, second, action, early, late)
        return LeducState(first, second, opened, early << 2 | action, late)
    return LeducState(first, second, opened, early, late << 2 | action)


@jitable
def returns(state: LeducState, seat: int) -> float:
    """Chips won."""
    moves = present(state)
    if folded(moves):
        winner = bettor(moves)
    else:
        first, second = strength(state.first, state.opened), strength(state.second, state.opened)
        if first == second:
            return 0.0
        winner = 0 if first > second else 1
    lost = ANTE + SMALL * matched_bets(state.early) + LARGE * matched_bets(state.late)
    return float(lost if seat == winner else -lost)


@jitable
def strength(card: int, opened: int) -> int:
    """The rank of a seat's card, or PAIR where the open one is that of the other suit."""
    return PAIR if abs(card - opened) == 3 else (card - 1) % 3


@jitable
def seen_by(state: LeducState, seat: int) -> LeducState:
    """A seat sees its own card and the open one, and all cards once the game is over."""
    if is_over(state):
        return state
    first, second = seen_card(state.first, seat == 0), seen_card(state.second, seat == 1)
    return LeducState(first, second, state.opened, state.early, state.late)


@jitable
def determinize(state: LeducState, seat: int, random: Bits) -> LeducState:
    first, second, opened, early, late = state
    if is_over(state):
        return state
    drawn = draw_card(random, CARDS, first if seat == 0 else second, opened)
    first, second = redrawn_card(first, seat == 0, drawn), redrawn_card(second, seat != 0, drawn)
    return LeducState(first, second, opened, early, late)


# Words


def showdown(state: LeducState) -> str:
    won = returns(state, 0)
    if won == 0:
        return say("Both have the same card and share the pot")
    best = state.second if won < 0 else state.first
    if strength(best, state.opened) != PAIR:
        return won_with(won, DECK.rank(best).name)
    return counted(
        "{winner} wins {n} chip with a pair ({card})",
        "{winner} wins {n} chips with a pair ({card})",
        int(abs(won)),
        winner=SEATS[won < 0],
        card=DECK.rank(best).name,
    )


GAME = betting_game(
    name="leduc",
    title=say("Leduc poker"),
    kinds=("cards",),
    provenance=Provenance(
        place=say("Edmonton, Canada"),
        latitude=53.53,
        longitude=-113.52,
        period="2005",
        source=say("F. Southey et al., 2005"),
    ),
    other_names=(OtherName("Leduc hold'em", "en"),),
    state=LeducState,
    rulesets=(standard(say("F. Southey et al., 2005")),),
    start=start,
    functions=named(
        movers, legal_count, nth_legal, chance_weight, play, returns, seen_by, determinize
    ),
    deck=DECK,
    ante=ANTE,
    bets=(SMALL, LARGE),
    most=MOST_BETS,
    made=LeducState,
    cards=lambda state: state[:3],
    rounds=lambda state: state[3:],
    showdown=showdown,
    returns_range=(-13.0, 13.0),
    wording="ludarium.games.wording.leduc",
)
