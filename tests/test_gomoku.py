"""Gomoku: overlines, swapping, and what its hints see in windows of five points."""

from __future__ import annotations

import random
from itertools import product

import ludarium
from ludarium.games.gomoku import BOARD, NAMES
from ludarium.hints.gomoku import Lines, lines_of
from ludarium.play.position import Position
from ludarium.rules.bits import members
from ludarium.rules.boards.points import Points15
from ludarium.search.engine import Engine

FIVE_BUT_ONE = "h8 e10 g8 h11 f8 e8 j8 l9 k8 l8"  # f8 to k8, but for i8
FOUR_AND_THREE = "h8 g8 i8 h7 j8 f10 k9 i10 k10 m6"
STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
Place = tuple[int, int]


def after(moves: str, ruleset: str = "freestyle") -> Position:
    position = ludarium.start("gomoku", ruleset)
    for move in moves.split():
        position = position.play(move)
    return position


def test_six_in_a_row_win_in_freestyle_alone() -> None:
    assert after(f"{FIVE_BUT_ONE} i8").returns == (1, -1)
    assert not after(f"{FIVE_BUT_ONE} i8", "standard").over


def test_a_swap_exchanges_the_colours() -> None:
    position = after("h8 i9 k6", "swap")
    assert position.mover() == 1
    swapped = position.play("swap")
    assert swapped.mover() == 0
    assert swapped.text.translate(str.maketrans("bw", "wb")).endswith(position.text[-40:])
    assert "swap" not in [move.text for move in swapped.legal]
    assert "swap" not in [move.text for move in position.play("a1").legal]


def test_a_four_and_an_open_three_are_proved_to_win() -> None:
    line = Engine(memory=4).analyse(after(FOUR_AND_THREE), depth=4).lines[0]
    assert (line.move.text, line.value, line.label) == ("k8", 1, "proved")


def test_every_move_loses_to_a_straight_four() -> None:
    position = after("h8 g9 i8 h10 j8 j10 g8")
    line = Engine(memory=4).analyse(position, depth=4).lines[0]
    assert (line.value, line.label) == (-1, "proved")


def test_windows_are_those_of_a_plain_count() -> None:
    source = random.Random(1)
    middle = [index for index, place in BOARD.places.items() if set(place) <= set(range(3, 12))]
    for number, exact in product(range(25), (0, 1)):
        stones = source.sample(middle if number % 2 else list(NAMES), 30)
        own, other = ({BOARD.place(index) for index in half} for half in (stones[:16], stones[16:]))
        found = lines_of(as_set(stones[:16]), as_set(stones[16:]), exact)
        compare(found, own, other, exact)


def compare(found: Lines, own: set[Place], other: set[Place], exact: int) -> None:
    free = set(BOARD.places.values()) - own - other
    counts = [0] * 6
    fives: set[Place] = set()
    straight: set[Place] = set()
    for start, step in product(BOARD.places.values(), STEPS):
        window = along(start, step, range(5))
        if is_window(window, step, own, other, exact):
            held = own.intersection(window)
            counts[len(held)] += 1
            fives |= set(window) - held if len(held) == 4 else set()
        six = along(start, step, range(6))
        missing = set(six[1:5]) - own
        if len(missing) == 1 and missing <= free and {six[0], six[5]} <= free:
            more = own | missing
            if all(is_window(part, step, more, other, exact) for part in (six[:5], six[1:])):
                straight |= missing
    assert (found.ones, found.twos, found.threes) == (counts[1], counts[2], counts[3])
    assert {BOARD.place(index) for index in members(found.fives)} == fives
    assert {BOARD.place(index) for index in members(found.straight)} == straight


def along(start: Place, step: Place, numbers: range) -> list[Place]:
    return [(start[0] + step[0] * n, start[1] + step[1] * n) for n in numbers]


def is_window(
    window: list[Place], step: Place, own: set[Place], other: set[Place], exact: int
) -> bool:
    ends = along(window[0], step, range(-1, 6, 6))
    inside = all(place in BOARD.places.values() and place not in other for place in window)
    return inside and not (exact and own.intersection(ends))


def as_set(indices: list[int]) -> Points15:
    return Points15(sum(1 << index for index in indices))
