"""Groups of stones: known numbers of legal positions, captures, ko, and counting."""

from __future__ import annotations

import itertools

import pytest

import ludarium
from ludarium.rules.bits import Bits
from ludarium.rules.boards.groups import areas, living
from ludarium.rules.boards.hexagon import HexBoard
from ludarium.rules.boards.points import PointBoard


# John Tromp and Gunnar Farneback, Combinatorics of Go (2006), table 1; 4 by 4, which takes longer,
# has 24,318,165.
@pytest.mark.parametrize(("side", "legal"), [(1, 1), (2, 57), (3, 12_675)])
def test_legal_positions_are_as_many_as_counted_elsewhere(side: int, legal: int) -> None:
    board = PointBoard(side)
    alive = living(board, 2)
    found = 0
    for owners in itertools.product(range(3), repeat=side * side):
        free, black, white = (
            Bits(sum(1 << at for at, one in zip(board.names, owners, strict=True) if one == owner))
            for owner in range(3)
        )
        found += alive(black, free) == black and alive(white, free) == white
    assert found == legal


def test_free_points_count_for_the_only_side_that_reaches_them() -> None:
    board = PointBoard(3)
    black, white = board.cells_of(("b1", "b2", "b3")), board.cells_of(("c2",))
    assert areas(board, 2)(black, white) == (6, 1)
    assert areas(board, 2)(board.sets(0), board.sets(0)) == (0, 0)


def test_a_ko_may_be_taken_back_after_a_move_elsewhere() -> None:
    position = ludarium.start("go", "9")
    for move in ["d5", "e5", "c4", "f4", "d3", "e3", "j9", "d4", "e4"]:
        position = position.play(move)
    assert position.text == "go/9 8b/9/9/9/3bw4/2b1bw3/3bw4/9/9 w d4 0 9"
    assert "d4" not in {move.text for move in position.legal}
    later = position.play("a9").play("a8")
    assert "d4" in {move.text for move in later.legal}


def test_groups_may_be_sacrificed_but_not_single_stones() -> None:
    single = ludarium.parse("go/9 9/9/9/9/9/9/9/w8/1w7 b - 0 4")
    assert "a1" not in {move.text for move in single.legal}
    pair = ludarium.parse("go/9 9/9/9/9/9/9/w8/bw7/1w7 b - 0 4")
    assert pair.play("a1").text == "go/9 9/9/9/9/9/9/w8/1w7/1w7 w - 0 5"


def test_a_swap_mirrors_the_stone() -> None:
    position = ludarium.start("hex", "11-swap").play("c2")
    swapped = position.play("swap")
    assert swapped.text == "hex/11-swap 11/11/11/11/11/11/11/11/1b9/11/11 r"
    assert "swap" not in {move.text for move in swapped.play("a1").legal}
    with pytest.raises(ludarium.MoveError):
        ludarium.start("hex", "11").play("c2").play("swap")


def test_a_rhombus_of_hexagons_has_four_symmetries() -> None:
    board = HexBoard(7, 7)
    images = {board.mappings[board.size * number + board.index["c2"]] for number in range(4)}
    assert {board.names[index] for index in images} == {"c2", "e6", "b3", "f5"}
