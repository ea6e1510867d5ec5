"""Roads of two sides and binary dice, on a race that no game of the package has."""

from __future__ import annotations

import pytest

from ludarium.errors import PositionError
from ludarium.rules.bits import bit
from ludarium.rules.cursor import Cursor
from ludarium.rules.dice import BinaryDice
from ludarium.rules.races import Roads
from ludarium.rules.view import Glyph

STAR = Glyph("star", "M3 3h18")
ROADS = Roads(("A2 A1 B1 B2 B3 A3", "C2 C1 B1 B2 B3 C3"), signs={"B2": (STAR, "B2, the star")})


def test_a_road_begins_before_its_first_cell_and_ends_behind_its_last() -> None:
    assert ROADS.names[1] == ("in", "C2", "C1", "B1", "B2", "B3", "C3", "out")
    assert (ROADS.out, ROADS.passing) == (7, 8)
    assert ROADS.cells == 0b0111_1110


def test_shared_cells_are_those_that_both_roads_have() -> None:
    assert ROADS.shared == bit(3) | bit(4) | bit(5)
    assert ROADS.numbers("C1 B3") == bit(2) | bit(5)


def test_each_cell_is_one_site_where_its_name_says() -> None:
    sites = {site.id: site for site in ROADS.sites()}
    assert list(sites) == ["A2", "A1", "B1", "B2", "B3", "A3", "C2", "C1", "C3"]
    assert (sites["C1"].x, sites["C1"].y) == (1, 3)
    assert (sites["B2"].name, sites["B2"].glyph) == ("B2, the star", STAR)
    assert [label.text for label in ROADS.labels()] == ["A", "B", "C", "1", "2", "3"]


@pytest.mark.parametrize("numbers", [0, 0b10, 0b0111_1110])
def test_the_text_of_a_side_reads_back(numbers: int) -> None:
    text = ROADS.write(1, ROADS.cells & numbers, 1)
    assert ROADS.read(Cursor(text), 1, 7) == (numbers, 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("A2 0", "column 1 expected squares such as C2,C1, or -"),
        ("C2 4", "column 4 expected the number of pieces borne off, 0 to 3"),
        ("C2,C2 0", "on different squares"),
        ("C2,C1 2", "at most 3 pieces a side"),
    ],
)
def test_what_no_side_can_be_is_told(text: str, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        ROADS.read(Cursor(text), 1, 3)


def test_roads_are_of_one_length() -> None:
    with pytest.raises(ValueError, match="roads of 2 and 1 cells"):
        Roads(("A1 A2", "B1"))


def test_sums_of_binary_dice_are_weighed_by_the_ways_to_throw_them() -> None:
    dice = BinaryDice(3)
    assert dice.weights == (1, 3, 3, 1)
    assert [die.letter for die in dice.pieces(1, 2)] == ["1", "1", "0"]
    assert [die.site for die in dice.pieces(1, 2)] == [site.id for site in dice.sites(1, 5, 3)]


@pytest.mark.parametrize("count", [0, 10])
def test_binary_dice_are_one_to_nine(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} binary dice"):
        BinaryDice(count)
