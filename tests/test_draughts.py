"""English draughts: the numbers of moves that others have counted, and what positions may be."""

from __future__ import annotations

import pytest

import ludarium
from ludarium.errors import PositionError
from ludarium.games.draughts import DraughtsState
from ludarium.rules import generic

# Aart Bik, 2009: perft of 8x8 checkers, whole turns counted, each order of jumps apart
TURNS = (7, 49, 302, 1_469, 7_361, 36_768, 179_740)


def turn_count(state: DraughtsState, depth: int) -> int:
    """The ways to play so many turns, of which a run of jumps is one."""
    if depth == 0:
        return 1
    count = 0
    if generic.movers(state):
        for n in range(generic.legal_count(state, state.seat)):
            after = generic.play(state, generic.nth_legal(state, state.seat, n))
            count += turn_count(after, depth if after.jumper else depth - 1)
    return count


@pytest.mark.parametrize("depth", range(1, len(TURNS) + 1))
def test_turns_are_as_many_as_others_count(depth: int) -> None:
    assert turn_count(ludarium.start("draughts").state, depth) == TURNS[depth - 1]


def test_a_man_that_is_crowned_does_not_jump_on() -> None:
    """As a king on 31 it could take the second white man, backward."""
    crowned = ludarium.parse("draughts 8/2w1w3/1b6/8/8/8/8/b7 b - 0").play("24x31")
    assert crowned.text == "draughts/standard 3B4/4w3/8/8/8/8/8/b7 w - 0"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("w7/8/8/8/8/8/8/b7 b - 0", "a piece of White on a8, expected dark cells only"),
        ("1b6/8/8/8/8/8/8/w7 b - 0", "a man of Black on 32, expected a king there"),
        ("8/8/8/8/8/8/8/b7 b - 0", "White has no pieces, expected one at least"),
        ("1w6/8/8/8/8/8/8/b7 b 4 0", "nothing of Black on 4 can jump on, expected -"),
        ("8/8/8/8/8/8/1w6/b7 b 4 1", "1 moves that took nothing, expected 0 after a jump"),
    ],
)
def test_impossible_positions_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(PositionError, match=wrong):
        ludarium.parse(f"draughts {text}")
