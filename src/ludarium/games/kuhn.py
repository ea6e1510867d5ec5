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

from typing import NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import EMPTY, ONE, Bits, bounded, to_bits
from ludarium.rules.cards import HIDDEN, NO_CARD, RANKS, CardTable
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE_MOVES
from ludarium.rules.view import Button, Colour, SeatView, Tally, View

PASS, BET = 0, 1
# The moves so far, as bits behind a leading 1: passes, 0, and bets, 1.
NO_MOVES, CHECKED, BOTH_CHECKED = 0b1, 0b10, 0b100
FOLDED, CALLED, CHECKED_FOLDED, CHECKED_CALLED = 0b110, 0b111, 0b1010, 0b1011


class KuhnState(NamedTuple):
    """A position."""

    first: int
    """The first seat's card: 1 to 3 for jack, queen and king, or NO_CARD or HIDDEN."""
    second: int
    """The second seat's card."""
    moves: int
    """The moves so far: passes, 0, and bets, 1, behind a leading 1."""


def start(ruleset: Ruleset, seats: int) -> KuhnState:
    return KuhnState(NO_CARD, NO_CARD, NO_MOVES)


# Rules


@jitable
def is_over(moves: int) -> bool:
    return moves >= CHECKED_FOLDED or moves in (BOTH_CHECKED, FOLDED, CALLED)


@jitable
def movers(state: KuhnState) -> Bits:
    if state.second == NO_CARD:
        return CHANCE_MOVES
    if is_over(state.moves):
        return EMPTY
    return ONE << to_bits(1 if state.moves in (0b10, 0b11) else 0)


@jitable
def legal_count(state: KuhnState, seat: int) -> int:
    return 3 if state.first == NO_CARD else 2


@jitable
def nth_legal(state: KuhnState, seat: int, n: int) -> int:
    if state.second != NO_CARD:
        return n
    return n + 1 if state.first == NO_CARD else nth_other(n, state.first)


@jitable
def nth_other(n: int, card: int) -> int:
    """The n-th card that is not this one."""
    return n + 1 if n + 1 < card else n + 2


@jitable
def chance_weight(state: KuhnState, card: int) -> int:
    return 1


@jitable
def play(state: KuhnState, action: int) -> KuhnState:
    if state.first == NO_CARD:
        return KuhnState(action, NO_CARD, state.moves)
    if state.second == NO_CARD:
        return KuhnState(state.first, action, state.moves)
    return KuhnState(state.first, state.second, state.moves << 1 | action)


@jitable
def returns(state: KuhnState, seat: int) -> float:
    """Chips won."""
    stake = 2.0 if state.moves in (CALLED, CHECKED_CALLED) else 1.0
    first_wins = state.first > state.second
    if state.moves in (FOLDED, CHECKED_FOLDED):
        first_wins = state.moves == FOLDED
    return stake if first_wins == (seat == 0) else -stake


@jitable
def seen_by(state: KuhnState, seat: int) -> KuhnState:
    """A seat sees its own card, and all cards once the game is over."""
    if is_over(state.moves):
        return state
    first = state.first if seat == 0 or state.first == NO_CARD else HIDDEN
    second = state.second if seat == 1 or state.second == NO_CARD else HIDDEN
    return KuhnState(first, second, state.moves)


@jitable
def determinize(state: KuhnState, seat: int, random: Bits) -> KuhnState:
    if is_over(state.moves):
        return state
    if seat == 0:
        if state.second == NO_CARD:
            return state
        return KuhnState(state.first, nth_other(bounded(random, 2), state.first), state.moves)
    if state.second == NO_CARD:
        first = NO_CARD if state.first == NO_CARD else bounded(random, 3) + 1
        return KuhnState(first, NO_CARD, state.moves)
    return KuhnState(nth_other(bounded(random, 2), state.second), state.second, state.moves)


# Text: moves and positions, both ways


def faces_bet(state: KuhnState) -> bool:
    return state.moves & 1 == 1 and state.moves > NO_MOVES


def action_texts(state: KuhnState, seat: int, action: int) -> tuple[str, ...]:
    if state.second == NO_CARD:
        return (RANKS[action - 1].letter,)
    words = ("fold", "call") if faces_bet(state) else ("check", "bet")
    return (words[action],)


CARDS = {NO_CARD: "-", HIDDEN: "?", 1: "J", 2: "Q", 3: "K"}


def write_position(state: KuhnState) -> str:
    """Both cards, - where none is dealt and ? where it is hidden; then the moves, p for a pass and
    b for a bet.
    """
    moves = "".join("pb"[int(bit)] for bit in f"{state.moves:b}"[1:])
    return f"{CARDS[state.first]}{CARDS[state.second]} {moves or '-'}"


def read_position(text: str, ruleset: Ruleset) -> KuhnState:
    cursor = Cursor(text)
    signs = {sign: card for card, sign in CARDS.items()}
    first, second = (signs[cursor.take("".join(signs), "a card: J, Q, K, ? or -")] for _ in "12")
    cursor.take(" ", "a space")
    moves = NO_MOVES
    while cursor.next and cursor.next != "-" and not is_over(moves):
        moves = moves << 1 | "pb".index(cursor.take("pb", "p or b"))
    if moves == NO_MOVES:
        cursor.take("-", "p, b or -")
    cursor.end()
    if (first == second and first > 0) or (second != NO_CARD and first == NO_CARD):
        raise cursor.impossible("expected two different cards, the first seat's dealt first")
    if second == NO_CARD and moves != NO_MOVES:
        raise cursor.impossible("moves before both cards are dealt")
    if is_over(moves) and HIDDEN in {first, second}:
        raise cursor.impossible("a hidden card after the end, expected J, Q or K")
    return KuhnState(first, second, moves)


# Touches and View

SEATS = (say("First"), say("Second"))
COLOURS: tuple[Colour, Colour] = ("ivory", "ebony")
TABLE = CardTable(SEATS, RANKS, open_card=False)
CHECK_OR_BET = (Button("check", say("Check")), Button("bet", say("Bet")))
FOLD_OR_CALL = (Button("fold", say("Fold")), Button("call", say("Call")))


def touches(state: KuhnState, seat: int, action: int) -> tuple[str, ...]:
    return action_texts(state, seat, action)


def chips(state: KuhnState) -> tuple[int, int]:
    """What each seat put into the pot."""
    if state.moves in (CALLED, CHECKED_CALLED):
        return 2, 2
    first_bet = state.moves in (0b11, FOLDED)
    second_bet = state.moves in (0b101, CHECKED_FOLDED)
    return 1 + first_bet, 1 + second_bet


def view(state: KuhnState, before: KuhnState | None, action: int | None) -> View:
    choosing = movers(state)
    seats_choose = choosing not in {EMPTY, CHANCE_MOVES}
    seats = tuple(
        SeatView(name, colour, (Tally(say("chips in the pot"), "", count, text=in_pot(count)),))
        for name, colour, count in zip(SEATS, COLOURS, chips(state), strict=True)
    )
    return View(
        surface="table",
        sites=TABLE.sites,
        pieces=TABLE.pieces((state.first, state.second)),
        seats=seats,
        buttons=buttons(state) if seats_choose else (),
        movers=(int(choosing) - 1,) if seats_choose else (),
        status=status(state),
        task=say("call or fold") if faces_bet(state) else say("check or bet"),
    )


def buttons(state: KuhnState) -> tuple[Button, ...]:
    return FOLD_OR_CALL if faces_bet(state) else CHECK_OR_BET


def in_pot(count: int) -> str:
    return counted("{n} chip in the pot", "{n} chips in the pot", count)


def status(state: KuhnState) -> str:
    if state.second == NO_CARD:
        return say("Cards are dealt")
    if not is_over(state.moves):
        seat = SEATS[state.moves in (0b10, 0b11)]
        if faces_bet(state):
            return say("{seat} faces a bet", seat=seat)
        return say("{seat} to move", seat=seat)
    won = returns(state, 0)
    winner, other = SEATS[won < 0], SEATS[won > 0]
    if state.moves in (FOLDED, CHECKED_FOLDED):
        return say("{seat} folds: {winner} wins the pot", seat=other, winner=winner)
    card = RANKS[max(state.first, state.second) - 1].name
    return counted(
        "{winner} wins {n} chip with the {card}",
        "{winner} wins {n} chips with the {card}",
        int(abs(won)),
        winner=winner,
        card=card,
    )


GAME = Game(
    name="kuhn",
    title=say("Kuhn poker"),
    seats=(2, 2),
    seat_names=SEATS,
    state=KuhnState,
    rulesets=(Ruleset(name="standard", title=say("Standard"), source=say("H. W. Kuhn, 1950")),),
    start=start,
    functions=named(
        movers, legal_count, nth_legal, chance_weight, play, returns, seen_by, determinize
    ),
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    returns_range=(-2.0, 2.0),
    draws=False,
)
