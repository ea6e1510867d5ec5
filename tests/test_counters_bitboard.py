"""Aiyawatstani and its family: the board, the rulesets, and any combination of their parts against
the obvious implementation.
"""

from __future__ import annotations

import random

import pytest

import ludarium
from ludarium.errors import PositionError, RulesetError
from ludarium.games import aiyawatstani, alquerque, tuknanavuhpi
from ludarium.rules.bits import Bits
from ludarium.rules.counters.bitboard.board import Bitboard, bitboard_of
from ludarium.rules.counters.bitboard.state import packed
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.boards import CENTRED_5
from ludarium.rules.counters.parts import TURN_LIMIT, End, Parts, parts_of
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.provenance import HALF_WAY_ROUND, Provenance, kilometres_between
from oracles import counters_bitboard


def test_the_board_has_41_points_104_lines_and_8_symmetries() -> None:
    board = aiyawatstani.GAME.board
    assert len(board.points) == 41
    assert len(board.lines) == 104
    assert len(bitboard_of(board).mappings) == 8
    assert len(bitboard_of(board).row_mappings) == 4
    assert board.names[20] == "E5"


@pytest.mark.parametrize("game", [aiyawatstani.GAME, tuknanavuhpi.GAME, alquerque.GAME])
def test_the_setup_fills_all_but_the_centre(game: Game) -> None:
    first, second = ludarium.start(game).state[:2]
    board = game.board
    assert not first & second
    assert first.bit_count() == second.bit_count() == (len(board.points) - 1) // 2
    assert board.full ^ first ^ second == board.point_set("E5" if board is CENTRED_5 else "C3")


def test_a_board_whose_lines_need_two_shifts_is_refused() -> None:
    with pytest.raises(ValueError, match="more than one shift"):
        Bitboard(DrawnBoard("o o\n|\no o o\n|\no o"))


def test_rulesets_carry_their_source_and_scores() -> None:
    rulesets = {ruleset.name: ruleset for ruleset in ludarium.find("aiyawatstani").rulesets}
    assert list(rulesets) == [f"ludii-{number}" for number in (4, 1, 2, 3, 5, 6, 7, 8, 9, 10)]
    four = rulesets["ludii-4"]
    assert "DLP.GameRulesets.3037" in four.source
    assert four.reconstruction
    assert four.reconstruction.combined == 0.926
    assert [title.partition(" / ")[0] for title in four.reconstruction.based_on] == [
        "Tuknanavuhpi",
        "El Perro",
        "Tuknanavuhpi",
    ]


def test_the_scores_follow_their_arithmetic_to_three_digits() -> None:
    """Those of all six rulesets whose scores the portal's page tells."""
    rulesets = ludarium.find("aiyawatstani").rulesets
    scored = [ruleset.reconstruction for ruleset in rulesets if ruleset.reconstruction]
    assert len(scored) == 6
    for scores in scored:
        mean = (scores.cultural + scores.conceptual) / 2
        assert abs(scores.combined - mean) <= 0.001
        assert abs(scores.geographical - (1 - scores.kilometres / HALF_WAY_ROUND)) <= 0.0005


def test_distances_are_along_great_circles() -> None:
    """A quarter of the way around from the pole to the equator, and a degree of a meridian."""

    def at(latitude: float, longitude: float) -> Provenance:
        return Provenance(place="", latitude=latitude, longitude=longitude, period="", source="")

    assert kilometres_between(at(90, 0), at(0, 73)) == pytest.approx(10_007.5, abs=0.1)
    assert kilometres_between(at(10, 20), at(11, 20)) == pytest.approx(111.19, abs=0.01)
    assert kilometres_between(at(0, 179), at(0, -179)) == pytest.approx(222.39, abs=0.01)


@pytest.mark.parametrize(
    "ruleset", ludarium.find("aiyawatstani").rulesets, ids=lambda ruleset: ruleset.name
)
def test_a_ruleset_can_be_put_together_from_its_parts(ruleset: Ruleset) -> None:
    parts: Parts = ruleset.parameters.parts
    assert parts_of(parts.text) == parts
    named, mixed = (
        ludarium.start("aiyawatstani", name) for name in (ruleset.name, f"parts:{parts.text}")
    )
    assert named.state == mixed.state
    assert ludarium.parse(mixed.text) == mixed
    assert mixed.text.startswith(f"aiyawatstani/parts:{parts.text} 22222/")


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(
        RulesetError, match=r"unknown part of a ruleset 'continue' .did you mean 'continues'"
    ):
        ludarium.start("aiyawatstani", "parts:continue+next-cannot-move-loses")


def line_position(parts: Parts, first: int, second: int, seat: int) -> ludarium.Position:
    """A position on the board of Aiyawatstani, under any parts."""
    ruleset = aiyawatstani.GAME.ruleset(f"parts:{parts.text}")
    mine, theirs = (first, second) if seat == 0 else (second, first)
    state = aiyawatstani.AiyawatstaniState(
        Bits(mine), Bits(theirs), Bits(CENTRED_5.full), Bits(0), seat, 0, 0, packed(parts)
    )
    return ludarium.Position(aiyawatstani.GAME, ruleset, state)


def random_parts(source: random.Random) -> Parts:
    ends = [
        End(condition, whom, result)
        for condition in ("cannot move", "no counters")
        for whom in ("next", 0, 1)
        for result in ("loses", "wins")
    ]
    return Parts(
        ends=tuple(source.sample(ends, source.randrange(4))),
        continues=source.random() < 0.5,
        compulsory=source.random() < 0.5,
        closing=source.random() < 0.3,
    )


@pytest.mark.parametrize("seed", range(60))
def test_any_parts_from_any_position(seed: int) -> None:
    """Few counters, so that blocked sides, forced passes, lost armies and closed rows all come
    up.
    """
    source = random.Random(seed)
    parts = random_parts(source)
    points = source.sample(range(41), source.choice((3, 5, 8, 14, 30)))
    cut = source.randrange(1, len(points))
    first, second = (
        sum(1 << point for point in points[:cut]),
        sum(1 << point for point in points[cut:]),
    )
    position = line_position(parts, first, second, seat=0)
    names = CENTRED_5.names
    oracle = counters_bitboard.LineOracle(
        counters_bitboard.LARGE_BOARD,
        {names[point]: "1" if place < cut else "2" for place, point in enumerate(points)},
        counters_bitboard.Rules(
            [counters_bitboard.End(*end) for end in parts.ends],
            continues=parts.continues,
            compulsory=parts.compulsory,
            closing=parts.closing,
        ),
    )
    for _ in range(400):
        assert set(position.movers) == oracle.movers(), position.text
        if position.over:
            assert position.returns == oracle.returns()
            break
        legal = sorted(move.text for move in position.legal)
        assert legal == sorted(oracle.legal(position.movers[0])), position.text
        text = source.choice(legal)
        oracle.play({position.movers[0]: text})
        position = position.play(text)


def test_a_blocked_player_loses() -> None:
    """The shortest of some thousand random games: player two has 16 counters and no move."""
    position = ludarium.start("aiyawatstani", "ludii-1")
    for move in [
        "G5-E5",
        "F6-G5",
        "E5-F6",
        "D6-E5",
        "C5-D6",
        "E5-C5",
        "D4-E5",
        "C5-D4",
        "C3-C5",
        "D4-C3",
        "C5-D4",
        "C3-C5",
        "D2-C3",
    ]:
        assert not position.over
        position = position.play(move)
    assert (
        position.text
        == "aiyawatstani/ludii-1 22222/2222/22222/2112/22122/1111/11111/1.11/11111 2 - 0 13"
    )
    assert position.returns == (1.0, -1.0)
    assert position.view.status == "Dark cannot move: Light wins"


TWO_IN_A_COLUMN = "....2/..../.2.../..../...../..../.2.../..../.1... 1 - 0 4"


def test_a_run_of_hops_may_go_on_or_end_with_a_pass() -> None:
    once = ludarium.parse(f"aiyawatstani/ludii-4 {TWO_IN_A_COLUMN}").play("C1xC5")
    assert once.text.endswith(" 1 C5 0 4")
    assert {move.text for move in once.legal} == {"C5xC9", "pass"}
    assert once.play("pass").to_move == 1
    twice = once.play("C5-C9")
    assert twice.to_move == 1, "after the last possible hop the turn passes by itself"
    assert twice.text.endswith(" 2 - 0 5"), "a run of hops is one turn"


def test_a_capture_ends_the_turn_in_ludii_1() -> None:
    position = ludarium.parse(f"aiyawatstani/ludii-1 {TWO_IN_A_COLUMN}")
    assert {move.text for move in position.legal} > {"C1xC5", "C1-E1"}, (
        "capturing is never compulsory"
    )
    assert position.play("C1xC5").to_move == 1


CORNERED = "...../..../...../..../2..../..../22.../2.../122.. 1 - 0 5"


def test_a_player_who_cannot_move_passes_where_no_end_speaks_of_it() -> None:
    assert ludarium.parse(f"aiyawatstani/ludii-4 {CORNERED}").returns == (-1.0, 1.0)
    assert ludarium.parse(f"aiyawatstani/ludii-9 {CORNERED}").returns == (-1.0, 1.0)
    position = ludarium.parse(f"aiyawatstani/ludii-6 {CORNERED}")
    assert [move.text for move in position.legal] == ["pass"]
    assert position.view.status == "Light cannot move and must pass"
    assert position.play("pass").text.endswith(" 2 - 1 6")


def test_the_game_is_a_draw_after_1250_turns_of_each_player() -> None:
    position = ludarium.parse(
        f"aiyawatstani 2..../..../...../..../...../..../...../..../....1 1 - 0 {TURN_LIMIT - 1}"
    )
    position = position.play("I1-H2")
    assert position.over
    assert position.returns == (0.0, 0.0)
    assert position.view.status == "Each side has had 1250 turns: a draw"


def test_rows_close_in_tuknanavuhpi_when_they_are_empty() -> None:
    position = ludarium.parse(
        "tuknanavuhpi 2..../..../...../..../...../..../...../..../....1 1 - 0 8"
    )
    after = position.play("I1-H2")
    assert after.text.split(" ")[1].endswith("/...1/#####")
    assert "I1" not in {site.id for site in after.view.sites}
    assert not any("I1" in move.text or "G1" in move.text for move in after.play("A9-A7").legal)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "22222/2222/22222/2222/21212/1111/11111/1111/11111 1 - 0 0",
            "player 2 has 21 counters, expected at most 20",
        ),
        (
            "22222/2222/22222/2222/21.12/1111/11111/1111/1111 1 - 0 0",
            "at column 49 expected a row of 5 points",
        ),
        ("22222/2222/22222/2222/21.12/1111/11111/1111/11111 3 - 0 0", "the player to move, 1 or 2"),
        (
            "22222/2222/22222/2222/21.12/1111/11111/1111/11111 1 E5 0 0",
            "a counter of player 1 or -",
        ),
        (
            "22222/2222/22222/2222/21.12/1111/11111/1111/11111 1 E3 0 0",
            "a counter that can hop on, which E3 cannot",
        ),
        (
            "22222/2222/22222/2222/21.12/1111/11111/1111/11111 1 - 0 2501",
            "the number of turns, 0 to 2500",
        ),
        (
            "#####/2222/22222/2222/21.12/1111/11111/1111/11111 1 - 0 0",
            "expected none in this ruleset",
        ),
        ("22222/2222/22222 1 - 0 0", "9 rows, not 3"),
        (
            "22222/2222/22222/2222/21.12/1111/11111/1111/11111 1 - 2 0",
            "0 forced passes where a move can be made",
        ),
        (
            "22222/2222/22222/2222/21.12/1111/11111/1111/11111 1 - 00 0",
            "the number of forced passes",
        ),
        ("22222/2222/22222/2222/21.12/1111/11111/1111/11111 1", "expected 5 fields"),
    ],
)
def test_impossible_positions_are_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        ludarium.parse(f"aiyawatstani {text}")
