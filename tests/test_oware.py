"""Oware: captures, grand slams, and who takes what is left; and whole games beside OpenSpiel's."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

import ludarium
from ludarium.errors import PositionError
from ludarium.play.position import Position
from ludarium.play.record import Record


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        # two and three in a row, back from the last seed
        ("0,0,4,2,1,2/3,0,4,0,5,2 14 11 s 0", "f1", "0,0,4,2,0,0/3,0,4,0,5,0 19 11 n 0"),
        # five between them end it
        ("0,0,4,1,4,2/3,0,0,4,5,3 13 9 s 7", "f1", "0,0,4,0,5,3/3,0,0,4,5,0 15 9 n 0"),
        # twelve seeds pass over where they came from; own houses are never captured
        ("1,0,1,1,0,1/2,0,12,1,0,1 15 13 s 7", "c1", "2,1,2,2,1,2/3,1,0,3,1,2 15 13 n 8"),
        # a grand slam captures nothing
        ("0,0,0,0,1,2/3,0,0,4,5,2 16 15 s 0", "f1", "0,0,0,0,2,3/3,0,0,4,5,0 16 15 n 1"),
        # more than half
        ("1,0,1,2,4,1/0,1,0,0,2,4 20 12 s 0", "f1", "1,0,0,0,5,2/0,1,0,0,2,0 25 12 n 0"),
        # North has nothing left, and the two seeds that South has do not reach it
        ("0,0,0,0,0,1/0,1,0,0,0,0 22 24 n 3", "f2", "0,0,0,0,1,0/0,1,0,0,0,0 22 24 s 4"),
        ("1,0,0,0,0,0/0,1,0,0,0,0 22 24 n 3", "a2", "0,0,0,0,0,0/0,0,0,0,0,0 24 24 s 4"),
        # the hundredth move without a capture
        ("0,0,0,0,0,1/0,1,0,0,0,0 23 23 n 99", "f2", "0,0,0,0,0,0/0,0,0,0,0,0 24 24 s 100"),
    ],
)
def test_moves(before: str, move: str, after: str) -> None:
    assert ludarium.parse(f"oware/abapa {before}").play(move).text == f"oware/abapa {after}"


def test_who_has_no_seeds_is_given_some() -> None:
    position = ludarium.parse("oware/abapa 0,0,0,0,0,0/1,0,2,1,2,3 20 19 s 0")
    assert {move.text for move in position.legal} == {"e1", "f1"}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("0,0,0,0,0,0/1,0,2,1,0,0 20 24 s 0", "nothing can be sown"),
        ("0,0,0,0,0,4/0,0,0,0,0,0 20 24 s 0", "who is to move has no seeds"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 0 s 100", "100 moves without a capture"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 0 s", "column 30 expected a space"),
        ("4,4,4,4,4,4/4,4,4,4,4,4 0 0 s 101", "0 to 100 moves that captured nothing"),
    ],
)
def test_faults_of_positions(text: str, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        ludarium.parse(f"oware/abapa {text}")


def test_where_a_position_comes_again_each_takes_the_own_seeds() -> None:
    # a seed each, which go around without meeting: twelve moves until all is as before
    first = ludarium.parse("oware/abapa 0,0,0,0,0,1/1,0,0,0,0,0 22 24 s 0")
    record = Record(first, ("Ama", "Kofi"), repetition=3)
    while not record.over:
        record.play(record.position.legal[0])
    assert (record.reason, len(record.moves), record.returns) == ("repetition", 24, (-1, 1))


def test_games_are_those_of_openspiel() -> None:
    game = pyspiel.load_game("oware")
    for number in range(60):
        source, other = random.Random(number), game.new_initial_state()
        position, met = ludarium.start("oware"), set()
        # there a game ends when a position comes again for the first time
        while not position.over and board(position) not in met:
            met.add(board(position))
            names = {house(other, action): action for action in other.legal_actions()}
            assert names.keys() == {move.text for move in position.legal}
            move = source.choice(sorted(names))
            position = position.play(move)
            other.apply_action(names[move])
        if position.over and not position.text.endswith(" 100"):
            assert other.is_terminal()
            assert tuple(other.returns()) == position.returns


def board(position: Position) -> str:
    """The position without the number of moves since a capture."""
    return position.text.rpartition(" ")[0]


def house(state: Any, action: int) -> str:
    """The house of OpenSpiel's action, of which each seat counts from its own left."""
    seat = state.current_player()
    letter = state.action_to_string(seat, action).lower()
    return f"{letter}1" if seat == 0 else f"{'fedcba'['abcdef'.index(letter)]}2"
