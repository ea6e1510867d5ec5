"""Yoxii: the parts of its rule sheet, one by one."""

from __future__ import annotations

import itertools
import operator
import random

import pytest

import ludarium
from ludarium.errors import MoveError, PositionError
from ludarium.games import yoxii
from ludarium.hints import yoxii as hints
from ludarium.hints import yoxii_features, yoxii_weights
from ludarium.rules.bits import bit, popcount

START = ludarium.start("yoxii")


def totem_cells(position: ludarium.Position) -> set[str]:
    """Where the totem can go."""
    return {move.touches[0] for move in position.legal}


def placements(position: ludarium.Position, totem: str) -> set[str]:
    """Where a stone can be placed when the totem goes to this cell."""
    return {move.touches[2] for move in position.legal if move.touches[0] == totem}


def test_the_board_has_37_cells_and_each_side_18_stones() -> None:
    assert len(yoxii.NAMES) == yoxii.BOARD.bit_count() == 37
    assert sum(yoxii.STOCK) == 18
    assert START.view.sites[0].name == "c1"


def test_the_totem_moves_to_any_free_neighbour() -> None:
    assert totem_cells(START) == {"c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"}


def test_the_stone_goes_next_to_the_totem_also_where_that_just_was() -> None:
    assert placements(START, "d5") == {"c6", "d6", "e6", "c5", "e5", "c4", "d4", "e4"}
    assert placements(START, "c3") == {"b4", "c4", "d4", "b3", "d3", "b2", "c2", "d2"}


def test_the_totem_jumps_own_stones_in_an_unbroken_row_only() -> None:
    position = ludarium.parse("yoxii 3/2o2/3O3/2oTO1o/3O3/5/3 w")
    assert "d6" not in totem_cells(position), "behind the own stone on d5 is the opponent's"
    assert "f4" in totem_cells(position), "over e4"
    assert "d2" in totem_cells(position), "over d3"
    assert "b4" not in totem_cells(position), "the opponent's stone on c4 cannot be jumped"
    row = ludarium.parse("yoxii 3/5/7/TOOO1oo/7/5/3 r")
    assert "e4" not in totem_cells(row), "these are White's stones, and Red moves"
    row = ludarium.parse("yoxii 3/5/7/TOOO1oo/6o/5/3 w")
    assert "e4" in totem_cells(row), "over three stones in a row"


def test_a_walled_in_totem_sends_the_stone_to_any_free_cell() -> None:
    position = ludarium.parse("yoxii 1OT/xxx2/7/7/OO5/5/3 w")
    assert totem_cells(position) == {"e6", "f6", "c7"}
    assert placements(position, "e6") < set(yoxii.GRID.index)
    occupied = {"d7", "b6", "c6", "d6", "a3", "b3"}
    assert placements(position, "c7") == set(yoxii.GRID.index) - occupied - {"c7"}, (
        "e7, which the totem left, is free"
    )


@pytest.mark.parametrize(
    ("text", "returns", "status"),
    [
        ("TO1/OOO2/7/ooo4/7/5/3 r", (1.0, -1.0), "Red cannot move the totem: White wins 4 to 0"),
        (
            "TXO/ooi2/7/O6/7/5/3 w",
            (-1.0, 1.0),
            "White cannot move the totem: Red wins 4 to 4, by 3 stones to 1",
        ),
        (
            "TIo/ioO2/4o2/7/OO5/5/3 w",
            (0.0, 0.0),
            "White cannot move the totem: a draw, 3 to 3 with 2 stones each",
        ),
    ],
    ids=["points", "stones", "draw"],
)
def test_points_decide_then_stones_then_nobody(
    text: str, returns: tuple[float, ...], status: str
) -> None:
    position = ludarium.parse(f"yoxii {text}")
    assert position.over
    assert position.returns == returns
    assert position.view.status == status


@pytest.mark.parametrize("text", ["D5/3D6", " d5/3d6 "])
def test_moves_are_understood_with_capitals_and_blanks(text: str) -> None:
    assert START.play(text) == START.play("d5/3d6")


def test_an_illegal_move_names_the_column_and_what_is_near() -> None:
    with pytest.raises(MoveError, match=r"at column 6 expected '4' or '6'; legal nearby: d5/3d6"):
        START.play("d5/3d9")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("yoxii 3/5/7/3T3/7/5/3 r", "one more when Red moves"),
        ("yoxii OOO/OOO2/ooo4/oooT3/7/5/3 w", "6 stones O, expected at most 5"),
        ("yoxii 3/5/7/7/7/5/3 w", "0 totems, expected one"),
        ("yoxii 3/5/8/3T3/7/5/3 w", "at column 5 expected T, a stone"),
        ("yoxii 3/5/7/3T4/7/5/3 w", "at column 9 expected the end of a row of 7 cells"),
        ("yoxii 3/5/7/3T3/7/5/2 w", "at column 16 expected 1 more cells in this row"),
        ("yoxii 3/5/7/3T3/7/5/3 b", "at column 17 expected w or r"),
    ],
)
def test_impossible_positions_are_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        ludarium.parse(text)


def test_the_evaluation_weighs_the_features() -> None:
    """Both kinds of weights are added up as one number, and come apart again."""
    chance = random.Random(4)
    for _ in range(20):
        position, free = START, 36
        while not position.over:
            features = hints.features(position.state)
            late, early = (
                sum(map(operator.mul, itertools.chain(*weights), features))
                for weights in (yoxii_weights.LATE, yoxii_weights.EARLY)
            )
            assert hints.evaluate(position.state) == (late * (32 - free) + early * free) // 32
            position, free = position.play(chance.choice(position.legal)), free - 1


def test_jumps_are_counted_from_all_cells_at_once() -> None:
    """As if the totem stood there."""
    chance = random.Random(5)
    for _ in range(10):
        position = START
        while not position.over:
            state = position.state
            unfilled = yoxii.free_cells(state) | state.totem
            jumps = yoxii_features.all_jumps(state.mine, state.theirs, unfilled)
            for index in yoxii.NAMES:
                if unfilled & bit(index):
                    there, far = (
                        state._replace(totem=bit(index)),
                        unfilled & ~yoxii.around(bit(index)),
                    )
                    mine, theirs = (
                        popcount(yoxii.targets(seen) & far)
                        for seen in (there, yoxii_features.other_side(there))
                    )
                    assert yoxii_features.jumps_from(jumps, index) == 4 * min(3, mine) + min(
                        3, theirs
                    )
            position = position.play(chance.choice(position.legal))
