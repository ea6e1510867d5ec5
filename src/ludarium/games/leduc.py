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

from typing import NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import EMPTY, ONE, Bits, bounded, to_bits
from ludarium.rules.cards import HIDDEN, NO_CARD, RANKS, CardTable
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.view import Button, Colour, SeatView, Tally, View

FOLD, CALL, RAISE = 0, 1, 2  # a check is a call, and a bet a raise
# The moves of a round, two bits each, behind a leading 1.
NO_MOVES = 1
RAISED = 0b1010  # the last two moves, where a bet is raised
CARDS = 6
ANTE, SMALL, LARGE = 1, 2, 4  # the chips at the start, and those of a bet in each round


class LeducState(NamedTuple):
    """A position."""

    first: int
    """The first seat's card: 1 to 3 for jack, queen and king of spades, 4 to 6 for those of
    hearts, or NO_CARD or HIDDEN."""
    second: int
    """The second seat's card."""
    opened: int
    """The card in the middle."""
    early: int
    """The moves of the first round: FOLD, CALL or RAISE, two bits each, behind a leading 1."""
    late: int
    """The moves of the second round."""


def start(ruleset: Ruleset, seats: int) -> LeducState:
    return LeducState(NO_CARD, NO_CARD, NO_CARD, NO_MOVES, NO_MOVES)


# Rules


@jitable
def is_over(state: LeducState) -> bool:
    return folded(present(state)) or called(state.late)


@jitable
def folded(moves: int) -> bool:
    return moves & 3 == FOLD


@jitable
def called(moves: int) -> bool:
    """Whether both seats have moved, and the last one calls or checks."""
    return moves >= 0b1_0000 and moves & 3 == CALL


@jitable
def present(state: LeducState) -> int:
    """The moves of the round that goes on."""
    return state.early if state.opened == NO_CARD else state.late


@jitable
def raises(moves: int) -> int:
    """How many bets and raises there are among the moves of a round."""
    count = 0
    while moves > NO_MOVES:
        count += 1 if moves & 3 == RAISE else 0
        moves >>= 2
    return count


@jitable
def movers(state: LeducState) -> Bits:
    if state.second == NO_CARD:
        return CHANCE_MOVES
    moves = present(state)
    if folded(moves):
        return EMPTY
    if called(moves):
        return CHANCE_MOVES if state.opened == NO_CARD else EMPTY
    return ONE << to_bits(1 if 0b100 <= moves < 0b1_0000 or moves >= 0b100_0000 else 0)


@jitable
def legal_count(state: LeducState, seat: int) -> int:
    if seat == CHANCE:
        return CARDS - (state.first > NO_CARD) - (state.second > NO_CARD)
    moves = present(state)
    return 3 if moves & 3 == RAISE and moves & 15 != RAISED else 2


@jitable
def nth_legal(state: LeducState, seat: int, n: int) -> int:
    if seat == CHANCE:
        return nth_other(n, state.first, state.second)
    return n if present(state) & 3 == RAISE else n + 1


@jitable
def nth_other(n: int, one: int, other: int) -> int:
    """The n-th card that is neither of these, which may be no cards."""
    low, high = min(one, other), max(one, other)
    card = n + 1
    if NO_CARD < low <= card:
        card += 1
    if NO_CARD < high <= card:
        card += 1
    return card


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
        if called(early):
            return LeducState(first, second, action, early, late)
        return LeducState(first, second, opened, early << 2 | action, late)
    return LeducState(first, second, opened, early, late << 2 | action)


@jitable
def stake(state: LeducState) -> int:
    """The chips of the seat that put more into the pot."""
    return ANTE + SMALL * raises(state.early) + LARGE * raises(state.late)


@jitable
def returns(state: LeducState, seat: int) -> float:
    """Chips won."""
    moves = present(state)
    if folded(moves):
        lost = stake(state) - (SMALL if state.opened == NO_CARD else LARGE)
        loser = 1 if 0b1_0000 <= moves < 0b100_0000 or moves >= 0b1_0000_0000 else 0
        return float(-lost if seat == loser else lost)
    first, second = strength(state.first, state.opened), strength(state.second, state.opened)
    if first == second:
        return 0.0
    return float(stake(state) if (first > second) == (seat == 0) else -stake(state))


@jitable
def strength(card: int, opened: int) -> int:
    """The rank of a seat's card; higher than all where it pairs with the open one."""
    return 3 if (card - opened) % 3 == 0 else (card - 1) % 3


@jitable
def seen_by(state: LeducState, seat: int) -> LeducState:
    """A seat sees its own card and the open one, and all cards once the game is over."""
    if is_over(state):
        return state
    first = state.first if seat == 0 or state.first == NO_CARD else HIDDEN
    second = state.second if seat == 1 or state.second == NO_CARD else HIDDEN
    return LeducState(first, second, state.opened, state.early, state.late)


@jitable
def determinize(state: LeducState, seat: int, random: Bits) -> LeducState:
    if is_over(state):
        return state
    first, second, opened, early, late = state
    own = first if seat == 0 else second
    drawn = nth_other(bounded(random, CARDS - (own > NO_CARD) - (opened > NO_CARD)), own, opened)
    if seat != 0 and first != NO_CARD:
        first = drawn
    elif seat == 0 and second != NO_CARD:
        second = drawn
    return LeducState(first, second, opened, early, late)


# Text: moves and positions, both ways


def card_text(card: int) -> str:
    if card in {NO_CARD, HIDDEN}:
        return "?" if card == HIDDEN else "-"
    return RANKS[(card - 1) % 3].letter + "sh"[(card - 1) // 3]


TEXTS = {card_text(card): card for card in range(HIDDEN, CARDS + 1)}


def action_texts(state: LeducState, seat: int, action: int) -> tuple[str, ...]:
    if seat == CHANCE:
        return (card_text(action),)
    words = ("fold", "call", "raise") if present(state) & 3 == RAISE else ("", "check", "bet")
    return (words[action],)


def round_text(moves: int) -> str:
    text = ""
    while moves > NO_MOVES:
        text = "fcr"[moves & 3] + text
        moves >>= 2
    return text


def write_position(state: LeducState) -> str:
    """The two seats' cards and the open one, - where none is dealt and ? where it is hidden; then
    the moves, f for a fold, c for a call or check, r for a raise or bet, with / after round one.
    """
    cards = " ".join(map(card_text, state[:3]))
    late = "" if state.opened == NO_CARD else f"/{round_text(state.late)}"
    return f"{cards} {round_text(state.early) + late or '-'}"


def read_position(text: str, ruleset: Ruleset) -> LeducState:
    cursor = Cursor(text)
    first, second, opened = (read_card(cursor) for _ in range(3))
    early, late = NO_MOVES, NO_MOVES
    if cursor.next == "-":
        cursor.take("-", "the moves")
    else:
        early = read_round(cursor)
    if opened != NO_CARD:
        cursor.take("/", "/ after the first round")
        late = read_round(cursor)
    cursor.end()
    state = LeducState(first, second, opened, early, late)
    dealt = [card for card in state[:3] if card > NO_CARD]
    if len(set(dealt)) < len(dealt) or opened == HIDDEN or (first == NO_CARD != second):
        raise cursor.impossible("expected different cards, those of the seats dealt first")
    if (second == NO_CARD and early != NO_MOVES) or (opened != NO_CARD and not called(early)):
        raise cursor.impossible("moves before cards are dealt, or cards before bets are made")
    if is_over(state) and HIDDEN in {first, second}:
        raise cursor.impossible("a hidden card after the end")
    return state


def read_card(cursor: Cursor) -> int:
    at, word = cursor.at, cursor.word()
    if word not in TEXTS:
        raise cursor.fault("a card, such as Js or Kh, or ? or -", at)
    return TEXTS[word]


def read_round(cursor: Cursor) -> int:
    """The moves of a round, as many of the text's as are legal."""
    moves = NO_MOVES
    while not called(moves) and not folded(moves):
        legal = "c" + "f" * (moves & 3 == RAISE) + "r" * (raises(moves) < 2)
        if not cursor.next or cursor.next not in legal:
            break
        moves = moves << 2 | "fcr".index(cursor.take(legal, "a move"))
    return moves


# Touches and View

SEATS = (say("First"), say("Second"))
COLOURS: tuple[Colour, Colour] = ("ivory", "ebony")
TABLE = CardTable(SEATS, RANKS, open_card=True)
CHECK_OR_BET = (Button("check", say("Check")), Button("bet", say("Bet")))
ANSWERS = (Button("fold", say("Fold")), Button("call", say("Call")), Button("raise", say("Raise")))


def touches(state: LeducState, seat: int, action: int) -> tuple[str, ...]:
    return action_texts(state, seat, action)


def chips(state: LeducState) -> list[int]:
    """What each seat put into the pot."""
    put = [ANTE, ANTE]
    for moves, bet in ((state.early, SMALL), (state.late, LARGE)):
        for n, move in enumerate(round_text(moves)):
            if move != "f":
                put[n % 2] = max(put) + bet * (move == "r")
    return put


def view(state: LeducState, before: LeducState | None, action: int | None) -> View:
    choosing = movers(state)
    seats_choose = choosing not in {EMPTY, CHANCE_MOVES}
    faces_bet = present(state) & 3 == RAISE
    legal = legal_count(state, 0) if seats_choose else 0
    seats = tuple(
        SeatView(
            name,
            colour,
            (
                Tally(
                    say("chips in the pot"),
                    "",
                    count,
                    text=counted("{n} chip in the pot", "{n} chips in the pot", count),
                ),
            ),
        )
        for name, colour, count in zip(SEATS, COLOURS, chips(state), strict=True)
    )
    return View(
        surface="table",
        sites=TABLE.sites,
        pieces=TABLE.pieces((state.first, state.second), state.opened),
        seats=seats,
        buttons=(ANSWERS if faces_bet else CHECK_OR_BET)[:legal],
        movers=(int(choosing) - 1,) if seats_choose else (),
        status=status(state),
        task=task(faces_bet, legal),
    )


def task(faces_bet: bool, legal: int) -> str:
    if not faces_bet:
        return say("check or bet")
    return say("raise, call or fold") if legal == 3 else say("call or fold")


def status(state: LeducState) -> str:
    choosing = movers(state)
    if choosing == CHANCE_MOVES:
        return say("Cards are dealt")
    if choosing:
        seat = SEATS[int(choosing) - 1]
        if present(state) & 3 == RAISE:
            return say("{seat} faces a bet", seat=seat)
        return say("{seat} to move", seat=seat)
    won = returns(state, 0)
    winner, other = SEATS[won < 0], SEATS[won > 0]
    if folded(present(state)):
        return say("{seat} folds: {winner} wins the pot", seat=other, winner=winner)
    if won == 0:
        return say("Both have the same card and share the pot")
    best = state.second if won < 0 else state.first
    if strength(best, state.opened) == 3:
        return counted(
            "{winner} wins {n} chip with a pair ({card})",
            "{winner} wins {n} chips with a pair ({card})",
            int(abs(won)),
            winner=winner,
            card=TABLE.rank(best).name,
        )
    return counted(
        "{winner} wins {n} chip with the {card}",
        "{winner} wins {n} chips with the {card}",
        int(abs(won)),
        winner=winner,
        card=TABLE.rank(best).name,
    )


GAME = Game(
    name="leduc",
    title=say("Leduc poker"),
    seats=(2, 2),
    seat_names=SEATS,
    state=LeducState,
    rulesets=(
        Ruleset(name="standard", title=say("Standard"), source=say("F. Southey et al., 2005")),
    ),
    start=start,
    functions=named(
        movers, legal_count, nth_legal, chance_weight, play, returns, seen_by, determinize
    ),
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    returns_range=(-13.0, 13.0),
)
