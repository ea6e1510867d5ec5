"""Xiangqi: notations, impossible positions, perpetual check and chase. Its counts in `perft.json`
are those of https://www.chessprogramming.org/Chinese_Chess_Perft_Results.

`xiangqi_cycles.jsonl`: cycles of 4 to 16 plies from random positions, most of them with chases, and
the returns that pyffish 0.0.90 has for them once they are played twice. Of 15,371 cycles that were
compared with it, 774 of them decided, 21 differ: most where a capture would open a check, which is
a new threat there even if the piece was attacked before. None of those is among these.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.errors import PositionError
from ludarium.play.cycles import lost_by_cycle
from ludarium.play.record import Record
from ludarium.search.engine import Engine

# Black's chariot begins to check the red general from both sides
CHASE = [
    *("Pc4-c5", "Ri10-i9", "Cb3-b5", "Ch8-h6", "Ch3-e3", "Ri9-d9", "Ce3xe7", "Hh10-g8", "Eg1-e3"),
    *("Rd9xd1", "Ke1-e2"),
]
ROUND = ["Rd1-e1", "Ke2-d2", "Re1-d1", "Kd2-e2"]


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ([], "C2=5"),
        ([], "H8+7"),
        (["C2=5"], "H8+7"),
        (["C2=5", "H8+7"], "R1+1"),
        (["P1+1", "P1+1"], "P1+1"),
    ],
)
def test_moves_are_understood_as_tournaments_write_them(moves: list[str], text: str) -> None:
    position = ludarium.start("xiangqi")
    for move in moves:
        position = position.play(move)
    assert position.play(text).text != position.text


def test_the_front_and_the_rear_of_a_column_are_told_apart() -> None:
    position = ludarium.parse("xiangqi/standard 3k5/9/9/9/R8/9/9/9/R8/4K4 w 0 0 0")
    assert position.play("R+=5").text == position.play("Ra6-e6").text
    assert position.play("R-=5").text == position.play("Ra2-e2").text
    assert position.play("R-+2").text == position.play("Ra2-a4").text


def test_fen_of_other_programs_is_understood() -> None:
    fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    assert ludarium.parse(f"xiangqi/standard {fen}").text == ludarium.start("xiangqi").text


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ("4k4/9/9/9/9/9/9/9/9/4K4 w 0 0 0", "the general of Black can be captured"),
        ("3k5/9/9/9/9/9/9/9/9/9 w 0 0 0", "0 pieces K"),
        ("3k5/9/9/9/9/9/9/9/4K4/P8 w 0 0 0", "a piece P on a1"),
        ("3k5/9/9/9/9/9/9/9/4K4/E8 w 0 0 0", "a piece E on a1"),
    ],
)
def test_impossible_positions_are_refused_in_words(position: str, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        ludarium.parse(f"xiangqi/standard {position}")


def test_who_gives_perpetual_check_loses() -> None:
    record = Record(ludarium.start("xiangqi"), ("Red", "Black"), repetition=3)
    for move in (*CHASE, *ROUND, *ROUND):
        assert not record.over
        record.play(move)
    assert (record.reason, record.returns) == ("repetition", (1.0, -1.0))


# four of the six moves of each side's round give check, two do not
HALF_CHECKED = "a8a2 b1c1 i9i2 c1b1 a2a10 e10e9 a10a9 e9e8 a9a8 e8e9 i2i9 e9e10"


def test_check_in_a_part_of_the_cycle_is_no_perpetual_check() -> None:
    """As pyffish 0.0.90 has it; the last four moves of Red before the end give check."""
    moves = HALF_CHECKED.split()
    first = ludarium.parse("xiangqi 4k4/8R/R8/9/9/9/9/9/3K5/1r7 w - - 0 1")
    record = Record(first, ("Red", "Black"), repetition=3)
    for move in moves * 2:
        assert not record.over
        record.play(move)
    assert (record.reason, record.returns) == ("repetition", (0.0, 0.0))
    # a record of an earlier edition keeps what it says
    earlier = Record(first, ("Red", "Black"), repetition=3, moves=moves * 2, edition=1)
    assert earlier.returns == (-1.0, 1.0)
    assert Record.from_json(earlier.to_json()).returns == (-1.0, 1.0)


def test_a_repetition_without_checks_is_a_draw() -> None:
    record = Record(ludarium.start("xiangqi"), ("Red", "Black"), repetition=3)
    for move in ["Hb1-c3", "Hb10-c8", "Hc3-b1", "Hc8-b10"] * 2:
        record.play(move)
    assert (record.reason, record.returns) == ("repetition", (0.0, 0.0))


CYCLES = [
    json.loads(line)
    for line in (Path(__file__).parent / "xiangqi_cycles.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("told", CYCLES, ids=lambda told: told["start"])
def test_cycles_are_judged_as_pyffish_has_them(told: dict[str, Any]) -> None:
    first = ludarium.parse(f"xiangqi {told['start']}")
    record = Record(first, ("Red", "Black"), repetition=3)
    for move in told["cycle"] * 2:
        record.play(move)
    assert (record.reason, list(record.returns)) == ("repetition", told["returns"])


# a black horse goes to and fro, and chases a red cannon with every move
HUNT = ["Cb3-b7", "Cb8-g8", "Pi4-i5", "Hb10-a8", "Ri1-i2"]
HUNTED = ["Ha8-c9", "Cb7-b10", "Hc9-a8", "Cb10-b7"]


def test_a_record_of_an_earlier_edition_knows_no_chase() -> None:
    moves, players = (*HUNT, *HUNTED, *HUNTED), ("Red", "Black")
    record = Record(ludarium.start("xiangqi"), players, repetition=3, moves=[*moves])
    assert record.returns == (1.0, -1.0)
    earlier = Record(ludarium.start("xiangqi"), players, repetition=3, moves=[*moves], edition=2)
    assert earlier.returns == (0.0, 0.0)
    assert Record.from_json(earlier.to_json()).returns == (0.0, 0.0)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("moves", "returns"),
    [((*CHASE, *ROUND, *ROUND), [1.0, -1.0]), ((*HUNT, *HUNTED, *HUNTED), [1.0, -1.0])],
    ids=["check", "chase"],
)
def test_environments_judge_cycles_as_records_do(
    moves: tuple[str, ...], returns: list[float], compiled: bool
) -> None:
    envs, position = ludarium.vector("xiangqi", 1, compile=compiled), ludarium.start("xiangqi")
    for text in moves:
        assert not envs.terminated.any()
        move = position.parse_move(text)
        envs.step(np.array([envs.index_of(move.action)]))
        position = position.play(move)
    assert envs.terminated.all()
    assert envs.rewards.tolist() == [returns]


def test_searches_know_who_loses_by_perpetual_check() -> None:
    position = ludarium.start("xiangqi")
    for text in (*CHASE, *ROUND):
        position = position.play(text)
    report = Engine().analyse(position, depth=2, lines=len(position.legal))
    expected = {line.move.text: line.value for line in report.lines}
    assert expected["Rd1-e1"] < -0.99
    assert report.lines[0].move.text != "Rd1-e1"


def test_searches_do_not_end_a_game_by_a_chase_that_loses() -> None:
    hunt, position = [*HUNTED[1:], HUNTED[0]], ludarium.start("xiangqi")
    for text in (*HUNT, HUNTED[0]):
        position = position.play(text)
    position = ludarium.parse(position.text)  # for the third time after the hunter's move
    for text in (*hunt, *hunt[:-1]):
        assert not lost_by_cycle(position)
        position = position.play(text)
    assert lost_by_cycle(position) == [position.parse_move(hunt[-1]).action]
    assert Engine().analyse(position, depth=1).lines[0].move.text != hunt[-1]
