"""Rounds of bets between two seats, as in poker: legal moves and chips for rules; and
`betting_game`, which makes the whole Game of those in which each seat has one card.

The moves of a round are one int: FOLD, CALL or RAISE, two bits each, behind a leading 1. They are
the actions, too: `moves << 2 | action` are the moves after one more. The first seat begins every
round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludarium.phrases import counted, say
from ludarium.rules.bits import Bits, popcount, to_bits
from ludarium.rules.cards import HIDDEN, NO_CARD, CardTable, Deck
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import Functions, jitable
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.view import Button, Colour, SeatView, Tally, View

__all__ = [
    "CALL",
    "FOLD",
    "NO_BETS",
    "RAISE",
    "SEATS",
    "agreed",
    "bet_count",
    "betting_game",
    "bettor",
    "ended",
    "faces_bet",
    "folded",
    "matched_bets",
    "nth_bet",
    "option_count",
    "won_with",
]

FOLD, CALL, RAISE = 0, 1, 2
"""The actions. A check is a call, and a bet a raise."""
NO_BETS = 1
"""A round in which nobody moved yet. A round has at most 30 moves."""

State = Any

RAISES = Bits(0xAAAA_AAAA_AAAA_AAAA)  # the high bit of each move, which only raises have
# Where the leading 1 is, which outweighs all below it, after an even and an odd number of moves.
EVEN, ODD = Bits(0x3333_3333_3333_3333), Bits(0xCCCC_CCCC_CCCC_CCCC)


@jitable
def faces_bet(moves: int) -> bool:
    """Return whether the seat to move has to fold, call or raise."""
    return moves & 3 == RAISE


@jitable
def folded(moves: int) -> bool:
    """Return whether the round is over because a seat folded."""
    return moves & 3 == FOLD


@jitable
def agreed(moves: int) -> bool:
    """Return whether the round is over with nobody folded: both moved, and the last called or
    checked.
    """
    return moves >= 0b1_0000 and moves & 3 == CALL


@jitable
def ended(moves: int) -> bool:
    """Return whether the round is over: a seat folded, or both agreed."""
    return moves >= 0b1_0000 and moves & 3 != RAISE  # only a second move or a later one can fold


@jitable
def bettor(moves: int) -> int:
    """The seat to move, 0 or 1; of a round that is over, the seat that did not move last."""
    return 1 if to_bits(moves) & EVEN < to_bits(moves) & ODD else 0


@jitable
def bet_count(moves: int) -> int:
    """The number of bets and raises."""
    return popcount(to_bits(moves) & RAISES)


@jitable
def option_count(moves: int, most: int) -> int:
    """The number of legal actions of the seat to move, 2 or 3, in a round of at most `most` bets
    and raises.
    """
    return 2 + (faces_bet(moves) & (bet_count(moves) < most))


@jitable
def nth_bet(moves: int, n: int) -> int:
    """The n-th legal action, from 0: to check and to bet, or to fold, to call and to raise."""
    return n + (1 - faces_bet(moves))


@jitable
def matched_bets(moves: int) -> int:
    """The chips, in bets, that both seats put in during this round, 0 or more; after a bet or
    raise, and after a fold, the seat that made it, or that did not fold, put in one more.
    """
    return bet_count(moves) - (0 if moves & 3 == CALL else 1)  # NO_BETS ends like a call


# Words, text and View

SIGNS = {"fold": "f", "check": "c", "call": "c", "bet": "r", "raise": "r"}
SEATS = (say("First"), say("Second"))
COLOURS: tuple[Colour, Colour] = ("ivory", "ebony")
LABELS = {
    "check": say("Check"),
    "bet": say("Bet"),
    "fold": say("Fold"),
    "call": say("Call"),
    "raise": say("Raise"),
}
TASKS = {
    ("check", "bet"): say("check or bet"),
    ("fold", "call"): say("call or fold"),
    ("fold", "call", "raise"): say("raise, call or fold"),
}


def put_bets(moves: int, seat: int) -> int:
    """The chips, in bets, that the seat put in during a round."""
    ahead = (faces_bet(moves) and bettor(moves) != seat) or (
        folded(moves) and bettor(moves) == seat
    )
    return matched_bets(moves) + ahead


def word(moves: int, action: int) -> str:
    """The word of an action after these moves."""
    return (("fold", "call", "raise") if faces_bet(moves) else ("", "check", "bet"))[action]


def options(moves: int, most: int) -> dict[str, int]:
    """The legal actions after these moves, by their words; none once the round is over."""
    if ended(moves):
        return {}
    actions = (nth_bet(moves, n) for n in range(option_count(moves, most)))
    return {word(moves, action): action for action in actions}


def won_with(won: float, card: str) -> str:
    """A sentence on a showdown: what the first seat won, in chips, below 0 where it lost; the
    winner's card in words.
    """
    return counted(
        "{winner} wins {n} chip with the {card}",
        "{winner} wins {n} chips with the {card}",
        int(abs(won)),
        winner=SEATS[won < 0],
        card=card,
    )


def write_bets(moves: int, signs: Mapping[str, str]) -> str:
    """A sign for each move."""
    if moves == NO_BETS:
        return ""
    return write_bets(moves >> 2, signs) + signs[word(moves >> 2, moves & 3)]


def read_bets(cursor: Cursor, most: int, signs: Mapping[str, str]) -> int:
    """The moves of a round, as many of the text's as are legal."""
    moves = NO_BETS
    while legal := {signs[one]: action for one, action in options(moves, most).items()}:
        if cursor.next not in legal:
            break
        moves = moves << 2 | legal[cursor.take("".join(legal), "a move")]
    return moves


def read_rounds(
    cursor: Cursor, opened: Sequence[int], most: int, signs: Mapping[str, str]
) -> list[int]:
    """The moves of the first round, and of one more for each of the open cards."""
    moves = NO_BETS
    if cursor.next == "-":
        cursor.take("-", "the moves")
    else:
        moves = read_bets(cursor, most, signs)
        if moves == NO_BETS:
            raise cursor.fault("the moves, or -")
    rounds = [moves]
    for card in opened:
        if card != NO_CARD:
            cursor.take("/", "/ after the first round")
        rounds.append(NO_BETS if card == NO_CARD else read_bets(cursor, most, signs))
    cursor.end()
    return rounds


def betting_game(
    *,
    functions: Functions,
    deck: Deck,
    ante: int,
    bets: Sequence[int],
    most: int,
    made: Callable[..., State],
    cards: Callable[[State], Sequence[int]],
    rounds: Callable[[State], Sequence[int]],
    showdown: Callable[[State], str],
    signs: Mapping[str, str] = SIGNS,
    **more: Any,
) -> Game:
    """The Game of two seats with one card each, and with one or two rounds of bets, before the
    second of which a card is laid open.

    functions: its rules, in which chance deals the first seat's card, the second's and the open one
    by their numbers, and actions of seats are those of this module. deck: its cards. ante: the
    chips that each seat puts in at the start; bets: those of a bet or raise, by round; most: how
    many bets and raises a round may have. made: the state of the cards and then the moves of each
    round; cards, rounds: these of a state, where cards are in the order of the deal and both rounds
    are always given. showdown: a sentence on a state that is over with nobody folded. signs: what
    stands for a move in the text of a position, one letter each, by the words `fold`, `check`,
    `call`, `bet` and `raise`; different for any that are legal together. more: further fields of
    the Game.

    A position's text is the cards, then the moves of the rounds, with / between them, or -.
    """
    table = CardTable(SEATS, deck, open_card=len(bets) > 1)

    def present(state: State) -> int:
        """The moves of the round that goes on, or was the last."""
        moves = rounds(state)
        return moves[0] if NO_CARD in cards(state) else moves[-1]

    def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
        return (deck.text(action) if seat == CHANCE else word(present(state), action),)

    def write_position(state: State) -> str:
        begun = rounds(state)[: 1 + (NO_CARD not in cards(state))]
        moves = "/".join(write_bets(one, signs) for one in begun)
        return f"{deck.write(cards(state))} {moves or '-'}"

    def read_position(text: str, ruleset: Ruleset) -> State:
        cursor = Cursor(text)
        dealt = deck.read(cursor, len(table.sites))
        opened = dealt[2:]
        moves = read_rounds(cursor, opened, most, signs)
        known = [card for card in dealt if card > NO_CARD]
        if len(set(known)) < len(known) or HIDDEN in opened or dealt[0] == NO_CARD != dealt[1]:
            raise cursor.impossible("expected different cards, those of the seats dealt first")
        early = dealt[1] == NO_CARD and moves[0] != NO_BETS
        if early or any(card != NO_CARD and not agreed(moves[0]) for card in opened):
            raise cursor.impossible("moves before cards are dealt, or cards before bets are made")
        state = made(*dealt, *moves)
        if not functions["movers"](state) and HIDDEN in dealt:
            raise cursor.impossible("a hidden card after the end")
        return state

    def touches(state: State, seat: int, action: int) -> tuple[str, ...]:
        return (word(present(state), action),)

    def status(state: State, mover: int | None) -> str:
        if functions["movers"](state) == CHANCE_MOVES:
            return say("Cards are dealt")
        moves = present(state)
        if mover is None and not folded(moves):
            return showdown(state)
        if mover is None:
            loser, winner = SEATS[1 - bettor(moves)], SEATS[bettor(moves)]
            return say("{seat} folds: {winner} wins the pot", seat=loser, winner=winner)
        if faces_bet(moves):
            return say("{seat} faces a bet", seat=SEATS[mover])
        return say("{seat} to move", seat=SEATS[mover])

    def seat_view(state: State, seat: int) -> SeatView:
        put = zip(rounds(state), bets, strict=True)
        count = ante + sum(put_bets(moves, seat) * bet for moves, bet in put)
        text = counted("{n} chip in the pot", "{n} chips in the pot", count)
        tally = Tally(say("chips in the pot"), "", count, text=text)
        return SeatView(SEATS[seat], COLOURS[seat], (tally,))

    def view(state: State, before: State | None, action: int | None) -> View:
        moves, mover = present(state), functions["movers"](state).bit_length() - 1
        goes_on = mover in {0, 1}
        words = tuple(options(moves, most))
        shown = tuple(Button(one, LABELS[one]) for one in words) if goes_on else ()
        return View(
            surface="table",
            sites=table.sites,
            pieces=table.pieces(cards(state)),
            seats=(seat_view(state, 0), seat_view(state, 1)),
            buttons=shown,
            movers=(mover,) if goes_on else (),
            status=status(state, mover if goes_on else None),
            task=TASKS.get(words, TASKS["check", "bet"]),
        )

    return Game(
        seats=(2, 2),
        seat_names=SEATS,
        functions=functions,
        action_texts=action_texts,
        touches=touches,
        write_position=write_position,
        read_position=read_position,
        view=view,
        actions=lambda ruleset, seats: (FOLD, CALL, RAISE),
        **more,
    )
