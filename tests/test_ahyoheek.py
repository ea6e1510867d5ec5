"""Ahyoheek: every worked example of its sources, and what holds for all rounds."""

from __future__ import annotations

from itertools import product

import pytest

import ludarium
from ludarium.errors import MoveError
from ludarium.games import ahyoheek
from ludarium.hints import ahyoheek as hints

BEATS = {"P": "B", "B": "E", "E": "P"}


def points(choices: str) -> list[int]:
    """Round-points the slow way: count whom each seat beats and who beats it; "-" sat out."""
    return [
        sum(BEATS.get(mine) == other for other in choices)
        - sum(BEATS.get(other) == mine for other in choices)
        for mine in choices
    ]


def gains(choices: str, ruleset: str = "classic") -> str:
    """The markers of each seat after this one round, as position text."""
    return (
        ludarium.start("ahyoheek", ruleset, len(choices)).play(" ".join(choices)).text.split(" ")[1]
    )


@pytest.mark.parametrize(
    ("choices", "round_points", "after"),
    [
        pytest.param("PEEBB", [0, -1, -1, 1, 1], "000/000/000/010/010", id="archive"),
        pytest.param("BBBEP", [0, 0, 0, -2, 2], "000/000/000/000/100", id="tabletop-1"),
        pytest.param("BPPEE", [0, -1, -1, 1, 1], "000/000/000/001/001", id="tabletop-2"),
        pytest.param("BPE", [0, 0, 0], "000/000/000", id="tabletop-3"),
    ],
)
def test_worked_examples(choices: str, round_points: list[int], after: str) -> None:
    assert points(choices) == round_points
    assert gains(choices) == after


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_round(seats: int) -> None:
    """The seats with the most round-points win, all with one symbol, unless all seats that chose
    are equal.
    """
    for choices in map("".join, product("PBE-", repeat=seats)):
        scored = points(choices)
        chose = [score for score, choice in zip(scored, choices, strict=True) if choice != "-"]
        best = max(chose, default=0)
        winners = (
            [seat for seat in range(seats) if choices[seat] != "-" and scored[seat] == best]
            if len(set(chose)) > 1
            else []
        )
        assert len({choices[seat] for seat in winners}) <= 1
        for ruleset, worth in (("classic", 1), ("live", best)):
            markers = [[0, 0, 0] for _ in range(seats)]
            for seat in winners:
                markers[seat]["PBE".index(choices[seat])] = worth
            expected = "/".join("".join(map(str, counts)) for counts in markers)
            assert gains(choices, ruleset).replace("*", "") == expected


def play(text: str, *rounds: str) -> ludarium.Position:
    position = ludarium.parse(f"ahyoheek {text}")
    for choices in rounds:
        position = position.play(choices)
    return position


def test_the_game_ends_with_a_set() -> None:
    position = play("200/000", "P B")
    assert position.text == "ahyoheek/classic 300*/000"
    assert position.over
    assert position.returns == (1.0, 0.0)


def test_of_several_sets_the_most_markers_win() -> None:
    assert play("200/210/000", "P P B").returns == (0.0, 1.0, 0.0)


def test_equal_sets_go_to_sudden_death_between_the_tied_seats_only() -> None:
    position = play("211/200/211", "P P P")
    assert not position.over
    position = play("211/020/211/211", "P B P P")
    assert position.text == "ahyoheek/classic 311*/020/311*/311*"
    assert position.movers == (0, 2, 3)
    again = position.play("P . B E")
    assert again.text == position.text, "a round that nobody wins is played again, for no markers"
    two_left = position.play("P . P B")
    assert two_left.movers == (0, 2)
    assert two_left.text == "ahyoheek/classic 311*/020/311*/311"
    assert two_left.play({0: "pen", 2: "beetle"}).returns == (0.0, 0.0, 1.0, 0.0)


def test_a_seat_that_sat_out_beats_nobody_and_can_drop_out() -> None:
    assert gains("P-B") == "100/000/000"
    assert gains("P--") == "000/000/000"
    assert play("300*/300*/300*", "P - B").returns == (1.0, 0.0, 0.0)


def test_the_word_page_means_book_and_book_is_printed() -> None:
    position = ludarium.start("ahyoheek")
    assert str(position.parse_move("page", 0)) == "B"
    assert position.play({0: "Page", 1: "PEN"}) == position.play("B P")


def test_every_choosing_seat_must_be_given() -> None:
    with pytest.raises(MoveError, match="moves were given for seats 0; expected for seats 0, 1"):
        ludarium.start("ahyoheek").play({0: "pen"})
    with pytest.raises(MoveError, match="choose together"):
        _ = ludarium.start("ahyoheek").legal


@pytest.mark.parametrize("seats", range(2, 6))
def test_symmetries_are_all_seat_orders_and_symbol_rotations(seats: int) -> None:
    state = ahyoheek.start(ahyoheek.GAME.rulesets[0], seats)
    count = hints.symmetry_count(state)
    images = {
        (
            tuple(hints.symmetric_seat(state, k, seat) for seat in range(seats)),
            hints.symmetric_action(state, k, ahyoheek.PEN),
        )
        for k in range(count)
    }
    assert len(images) == count
    assert all(sorted(seat_order) == list(range(seats)) for seat_order, _ in images)
