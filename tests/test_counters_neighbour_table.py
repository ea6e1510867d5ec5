"""Games of counters that step and hop: boards, setups, each part in a position, and any
combination of parts against the obvious implementation.
"""

from __future__ import annotations

import dataclasses
import functools
import random
from itertools import pairwise

import pytest

import ludarium
from ludarium.errors import PositionError
from ludarium.hints.counters import neighbour_table as hints_of_counters
from ludarium.rules.counters import boards
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.neighbour_table.state import NeighbourTableState
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, piece_of
from ludarium.rules.game import Game, Ruleset
from oracles import counters_neighbour_table

GAMES: list[Game] = [
    game
    for game in map(ludarium.find, ludarium.names())
    if issubclass(game.state, NeighbourTableState)
]

# Boards

SQUARE, TRIANGLE, CROSS = 40, 10, 52  # lines of a grid, of a triangle of two rows, of a cross


@pytest.mark.parametrize(
    ("board", "points", "lines"),
    [
        (boards.PLAIN_5, 25, SQUARE),
        (boards.PLAIN_6, 36, 2 * 6 * 5),
        (boards.PLAIN_8, 64, 2 * 8 * 7),
        (boards.PLAIN_10, 100, 2 * 10 * 9),
        (boards.ALTERNATING_3, 9, 2 * 3 * 2 + 4),
        (boards.ALTERNATING_5, 25, SQUARE + 16),
        (boards.LONG_DIAGONALS_5, 25, SQUARE + 2 * 4),
        (boards.DIAMOND_5, 25, SQUARE + 4 * 2),
        (boards.CENTRED_5, 25 + 16, SQUARE + 16 * 4),
        (boards.ALTERNATING_9, 81, 2 * 9 * 8 + 64),
        (boards.ALTERNATING_9_BY_5, 45, 5 * 8 + 9 * 4 + 8 * 4),
        (boards.QUARTERED_9, 81, 2 * 9 * 8 + 4 * 2 * 4),
        (boards.PLAIN_CROSS, 33, CROSS),
        (boards.ALTERNATING_CROSS, 33, CROSS + 5 * 4),
        (boards.ZIGZAG, 8 + 9 + 8, 7 + 8 + 7 + 4 * 7 + 4),
        (boards.ALTERNATING_CROSS_9, 4 * 9 + 9, 2 * (3 * 8 + 6 * 2) + 28),
        (boards.SERPENT, 3 * 16, 3 * 15 + 4 * 15 + 2),
        (boards.DARK_CELLS_10, 50, 9 * 9 + 2 * 10 * 4),
        (boards.TRIANGLE, 1 + 3 * 3, 3 * (3 + 2)),
        (boards.SMALL_TRIANGLE, 6, 3 + 2 + 3),
        (boards.HOURGLASS, 1 + 2 * 6, 2 * TRIANGLE),
        (boards.HOURGLASS_WITH_ROW, 1 + 2 * 6 + 4, 2 * TRIANGLE + 4),
        (boards.TALL_HOURGLASS, 1 + 2 * 9, 2 * 15),
        (boards.FRAMED_HOURGLASS, 1 + 2 * 9 + 2, 2 * 15 + 6),
        (boards.JOINED_HOURGLASS, 1 + 2 * 11, 2 * (4 + 5 + 2 + 3 + 2 + 3) + 2),
        (boards.ONE_TRIANGLE, 25 + 6, SQUARE + 16 + TRIANGLE),
        (boards.CROSSED_TRIANGLE, 25 + 6, SQUARE + 16 + TRIANGLE + 2),
        (boards.WIDE_TRIANGLE, 25 + 3 + 5 + 5, SQUARE + 16 + 3 + 2 + 5 + 4 + 5 + 4),
        (boards.TWO_TRIANGLES, 25 + 2 * 6, SQUARE + 16 + 2 * TRIANGLE),
        (boards.FOUR_TRIANGLES, 25 + 4 * 6, SQUARE + 16 + 4 * TRIANGLE),
        (boards.TRIANGLE_AND_SQUARE, 25 + 6 + 4, SQUARE + 16 + TRIANGLE + 4 + 4),
        (boards.QUARTERED_7_TWO_TRIANGLES, 49 + 12, 2 * 7 * 6 + 4 * 2 * 3 + 2 * TRIANGLE),
        (boards.ALTERNATING_9_TWO_TRIANGLES, 81 + 12, 2 * 9 * 8 + 64 + 2 * TRIANGLE),
    ],
)
def test_boards_have_as_many_points_and_lines_as_their_parts(
    board: DrawnBoard, points: int, lines: int
) -> None:
    assert (len(board.points), len(board.lines)) == (points, lines)


@pytest.mark.parametrize("board", boards.BOARDS)
def test_lines_are_those_that_the_oracle_reads(board: DrawnBoard) -> None:
    traced = counters_neighbour_table.Board(board.drawing)
    assert list(board.names) == traced.points
    assert {(board.names[one], board.names[other]) for one, other in board.lines} == {
        (one, other)
        for (one, _), other in traced.next.items()
        if traced.points.index(one) < traced.points.index(other)
    }


def test_columns_beyond_z_have_two_letters() -> None:
    assert boards.SERPENT.names[12:14] == ("Z1", "AB1")
    assert legal(f"kolowis-awithlaknannai {'.' * 16}/{'.' * 16}/1{'.' * 14}1 1 - 0 4") == {
        *("B1-A2", "B1-C2", "B1-D1"),
        *("AF1-AD1", "AF1-AE2"),
    }


# Setups

COUNTERS = {
    "adugo": (1, 14),
    "ahtarah-guti": (18, 18),
    "awithlaknan-mosona": (12, 12),
    "bagh-batti": (20, 2),
    "bagh-guti": (20, 2),
    "baghchal": (20, 4),
    "bara-guti": (12, 12),
    "bis-gutiya": (20, 20),
    "bouge-shodra": (24, 2),
    "cercar-la-liebre": (12, 1),
    "challis-ghutia": (24, 24),
    "challis-ghutia/32": (32, 32),
    "challis-ghutia/40": (40, 40),
    "coyote": (12, 1),
    "dam-hariman": (16, 16),
    "dama": (12, 12),
    "dam-singapore": (16, 16),
    "dash-guti": (10, 10),
    "diviyan-keliya": (2, 24),
    "egara-guti": (11, 11),
    "el-cazador": (1, 12),
    "el-perro": (1, 12),
    "ethiopian-capture": (12, 12),
    "fanorona": (22, 22),
    "fanoron-dimy": (12, 12),
    "fanoron-telo": (4, 4),
    "felli": (6, 6),
    "fox-and-geese": (1, 13),
    "fox-and-geese-17": (1, 17),
    "gasetavl-gedved": (1, 18),
    "hat-diviyan-keliya": (1, 7),
    "hewakam-keliya": (16, 16),
    "huli-mane-ata": (5, 1),
    "kaua-dorki": (8, 8),
    "kharbaga": (20, 20),
    "kharberg": (12, 12),
    "ko-app-paw-na": (12, 1),
    "kolowis-awithlaknannai": (23, 23),
    "komikan": (1, 12),
    "konane": (32, 32),
    "konane/6": (18, 18),
    "konane/10": (50, 50),
    "kotu-ellima": (24, 24),
    "kulaochal": (4, 20),
    "la-yagua": (1, 12),
    "lam-pusri": (18, 18),
    "lau-kata-kati": (9, 9),
    "maleys": (20, 20),
    "manu": (1, 13),
    "mao-naga": (20, 2),
    "meurimueng-rimueng": (40, 40),
    "mogul-putthan": (16, 16),
    "mughal-pathan": (20, 20),
    "musinaykahwhanmetowaywin": (1, 13),
    "mysore-tiger": (3, 1),
    "mysore-two-tigers": (2, 25),
    "orissa-one-tiger": (1, 12),
    "peralikatuma": (24, 24),
    "permainan-tabal": (16, 16),
    "pon-chochotl": (12, 1),
    "ram-tir": (40, 40),
    "ratti-chitti-bakri": (40, 40),
    "refskak": (13, 1),
    "rimau-rimau": (2, 23),
    "rimoe": (2, 24),
    "satoel": (40, 40),
    "sumi-naga-hunt": (20, 4),
    "sumi-naga-war": (11, 11),
    "terhuchu": (10, 10),
    "terhuchu/eight": (8, 8),
    "yaguarete-kora": (1, 15),
    "zamma": (40, 40),
}
"""How many counters each side has by the source, in hand and below others included."""


def test_the_counters_of_all_games_are_known() -> None:
    assert {game.name for game in GAMES} == {name.partition("/")[0] for name in COUNTERS}


@pytest.mark.parametrize("name", COUNTERS)
def test_sides_begin_with_as_many_counters_as_the_source_says(name: str) -> None:
    game, _, ruleset = name.partition("/")
    oracle = counters_neighbour_table.oracle_of(ludarium.start(game, ruleset or None))
    assert (oracle.count(0), oracle.count(1)) == COUNTERS[name]


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("el-perro", ("Dog begins with 1 counter, on C3.",)),
        (
            "zamma",
            (
                "Light begins with 40 counters, on all points of rows 1 to 4, and on A5, B5, C5 "
                "and D5.",
                "Dark begins with 40 counters, on all points of rows 6 to 9, and on F5, G5, H5 "
                "and I5.",
            ),
        ),
        ("felli", ("Light begins with 6 counters, on all points of rows 1 to 2.",)),
    ],
)
def test_setups_are_told_by_rows_that_are_full(name: str, sentences: tuple[str, ...]) -> None:
    game = ludarium.find(name)
    assert game.sentences
    told = game.sentences(game.rulesets[0])
    for sentence in sentences:
        assert sentence in told


# Parts


def legal(text: str) -> set[str]:
    """The legal moves of a position."""
    return {move.text for move in ludarium.parse(text).legal}


def test_one_counter_is_told_as_one() -> None:
    seats = ludarium.start("adugo").view.seats
    assert [seat.tallies[0].text for seat in seats] == ["1 counter", "14 counters"]


def test_counters_step_and_hop_in_all_directions_along_lines() -> None:
    assert legal("bara-guti 2..../...../...../.2.../1.... 1 - 0 4") == {"A1-A2", "A1-B1", "A1xC3"}


def test_counters_that_step_forward_hop_back_as_well() -> None:
    text = "kharbaga 2..../..../...../.1../.2.../..../...../..../..... 1 - 0 4"
    assert legal(text) == {"D6-C7", "D6-E7", "D6xB4"}


def test_the_second_seat_steps_forward_down_the_board() -> None:
    text = "el-cazador ..2../...../...../...../1.... 2 - 0 5"
    assert legal(text) == {"C5-C4", "C5-B4", "C5-D4"}


def test_counters_that_step_sideways_do_not_step_back() -> None:
    text = "permainan-tabal .../.../...../...../..1../...../...../.../2.. 1 - 0 4"
    assert legal(text) == {"C5-B5", "C5-D5", "C5-C6", "C5-B6", "C5-D6"}


def test_counters_that_hop_sideways_do_not_hop_back() -> None:
    text = "dama ...../.222./.212./.222./..... 1 - 0 4"
    assert legal(text) == {"C3xA3", "C3xE3", "C3xA5", "C3xC5", "C3xE5"}


def test_flying_kings_hop_over_one_counter_and_land_before_the_next() -> None:
    assert legal("kharberg A..../.2.../...../...../....1 1 - 0 10") == {
        *("A5-A4", "A5-A3", "A5-A2", "A5-A1"),
        *("A5-B5", "A5-C5", "A5-D5", "A5-E5"),
        *("A5xC3", "A5xD2"),
        *("E1-D1", "E1-E2", "E1-D2"),
    }


def test_with_a_gap_a_counter_hops_from_two_points_away() -> None:
    text = f"maleys 2..../{'...../' * 6}.2.../...../1.2.. 1 - 0 4"
    assert legal(text) == {"A1-B2", "A1xD4", "A1xG1"}


def test_kings_that_land_directly_behind_hop_from_any_distance() -> None:
    text = f"maleys 2..../{'...../' * 5}.2.../...../...../A.2.. 1 - 0 4"
    assert legal(text) == {
        *("A1-A3", "A1-A5", "A1-A7", "A1-A9"),
        *("A1-B2", "A1-C3", "A1xE5"),
        *("A1-C1", "A1xG1"),
    }


def test_a_counter_is_promoted_where_its_turn_ends_and_not_on_the_way() -> None:
    first = ludarium.parse(
        "kharbaga ...../.22./.1.../..../...../..../...../..../2.... 1 - 0 10"
    ).play("C7xE9")
    assert {move.text for move in first.legal} == {"E9xG7", "pass"}
    assert "A" in first.play("pass").text.split()[1]
    assert first.play("E9-G7").text.startswith("kharbaga/standard ...../..../...1./")


def test_who_could_have_captured_may_lose_the_counter() -> None:
    before = ludarium.parse("kharberg ....2/...../...../.2.../1...1 1 - 0 10")
    elsewhere = before.play("E1-E2")
    assert elsewhere.text.endswith(" owed=A1")
    removed = elsewhere.play("xA1")
    assert removed.to_move == 1, "who removes a counter moves as well"
    assert not any(move.text.startswith("x") for move in removed.legal), "one counter a turn"
    assert before.play("A1-A2").text.endswith(" owed=A2"), "wherever it went"
    assert " owed=" not in before.play("A1xC3").text
    assert " owed=" not in elsewhere.play("E5-E4").text, "in the next turn alone"


def test_a_counter_removed_from_a_stack_shows_the_next_one() -> None:
    parts = Parts(ends=(), huffing=True)
    setup = Setup("....2/...../...../.2.../1...1", stacks={"A1": 2})
    position = started("kharberg", CounterRules(setup, parts)).play("E1-E2")
    assert position.play("xA1").text.endswith(" ....2/...../...../.2..1/1.... 2 - 0 1")


def test_the_direction_turns_round_when_no_counter_can_step_forward() -> None:
    before = ludarium.parse("el-perro ...../...../..1../...../2...2 1 - 0 8")
    after = before.play("C3-C4")
    assert after.text.endswith(" turned=2")
    steps = {"A1-A2", "A1-B2", "A1-B1", "E1-E2", "E1-D2", "E1-D1"}
    assert {move.text for move in after.legal} == steps


def test_empty_outermost_rows_close() -> None:
    after = ludarium.parse("bara-guti/parts:closing 2..../...../...../...../....1 1 - 0 8").play(
        "E1-E2"
    )
    assert after.text.endswith(" 2..../...../...../....1/##### 2 - 0 9")


def test_of_a_stack_the_top_counter_moves_or_is_captured() -> None:
    moved = ludarium.start("bagh-batti").play("D4-E4")
    assert moved.text.endswith(" ..2../.1.11/...../.1.1./..2.. 2 - 0 1 under=4,4,4,3")
    captured = moved.play("C1xA3")
    assert captured.text.endswith(" ..2../.1.11/2..../.1.1./..... 2 A3 0 1 under=3,4,4,3")
    assert {move.text for move in captured.legal} == {"A3xC1", "pass"}


def test_counters_in_hand_are_placed_first() -> None:
    start = ludarium.start("baghchal")
    assert len(start.legal) == 25 - 4
    assert {move.text[0] for move in start.legal} == {"+"}
    tigers = {move.text for move in start.play("+B2").legal}
    assert {"A1-A2", "A1-B1", "A1xC3"} == {text for text in tigers if text.startswith("A1")}
    assert len(tigers) == 4 * 3


def test_who_must_capture_steps_only_where_no_capture_is_possible() -> None:
    start = ludarium.start("rimoe")
    over = {"A3", "C3", "E3", "A5", "E5", "A7", "C7", "E7"}
    assert {move.text for move in start.legal} == {f"C5x{point}" for point in over}


def test_a_side_wins_when_all_its_counters_stand_on_its_goal() -> None:
    before = ludarium.parse("ko-app-paw-na 11111/11111/1..1./...../2.... 1 - 0 60")
    assert before.play("D3-E3").returns == (1.0, -1.0)
    assert not before.play("D3-D2").over


def test_a_side_with_too_few_counters_loses_at_once() -> None:
    before = ludarium.parse("ko-app-paw-na 11111/111.1/...1./...2./1...1 2 - 0 59")
    assert before.play("D2xD4").returns == (-1.0, 1.0)
    assert not before.play("D2-C2").over


RUN = "......../.12.2.2./...2..../......../......../......../......../1....... 1 - 0 10"


def test_a_straight_run_goes_on_in_its_direction_alone() -> None:
    run = ludarium.parse(f"konane {RUN}").play("B7xD7")
    assert run.text.endswith(" 1 D7 0 10 heading=E")
    assert {move.text for move in run.legal} == {"D7xF7", "pass"}, "not D7xD5"
    assert ludarium.parse(run.text) == run
    further = run.play("D7xF7")
    assert {move.text for move in further.legal} == {"F7xH7", "pass"}
    assert further.play("pass").text.endswith(" 2 - 0 11")


def test_without_that_part_a_run_turns() -> None:
    parts = "continues+steps-none+next-cannot-move-loses"
    run = ludarium.parse(f"konane/parts:{parts} {RUN}").play("B7xD7")
    assert {move.text for move in run.legal} == {"D7xF7", "D7xD5", "pass"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("D7 0 10", "heading=, expected in a run"),
        ("- 0 10 heading=E", "heading=, expected in a run"),
        ("D7 0 10 heading=N", "D7 cannot"),
        ("D7 0 10 path=B7 heading=E", "path= and heading="),
    ],
)
def test_positions_of_straight_runs_say_their_direction(text: str, problem: str) -> None:
    rows = "......../...12.../......../......../......../......../......../1......."
    with pytest.raises(PositionError, match=problem):
        ludarium.parse(f"konane {rows} 1 {text}")


def test_a_full_board_is_cleared_from_a_corner_or_the_centre_and_then_beside_it() -> None:
    start = ludarium.start("konane")
    assert {move.text for move in start.legal} == {"-A8", "-H1", "-D5", "-E4"}
    assert {move.text for move in start.play("-A8").legal} == {"-A7", "-B8"}
    second = start.play("-D5")
    assert {move.text for move in second.legal} == {"-D4", "-D6", "-C5", "-E5"}
    assert {move.text for move in second.play("D4").legal} == {"B5xD5", "F5xD5", "D7xD5"}


def test_who_has_no_counter_beside_the_empty_point_moves_as_usual() -> None:
    parts = Parts(ends=(End("cannot move", "next", "loses"),), clearing=True)
    rows = "11111/11111/11.11/11111/22222"
    position = started("zamma", CounterRules(Setup(rows, board=boards.PLAIN_5), parts))
    assert {move.text for move in position.legal} == {"-C4", "-B3", "-D3", "-C2"}
    rows = "11111/11211/12.21/11211/22222"
    position = started("zamma", CounterRules(Setup(rows, board=boards.PLAIN_5), parts))
    assert {move.text for move in position.legal} == {"A3xC3", "E3xC3", "C5xC3"}


@pytest.mark.parametrize(
    ("size", "opening", "winner"),
    [(4, "corner", 1), (4, "centre", 1), (5, "corner", 0), (5, "centre", 0)],
)
def test_konane_of_few_points_is_won_by_whom_norvig_found(
    size: int, opening: str, winner: int
) -> None:
    """P. Norvig, Mel's Konane Board (2021): with two neighbours taken off in a corner or in the
    centre, White wins on 4 by 4 points, and Black, who moves first, on 5 by 5.
    """
    row = "-".join("o" * size)
    board = DrawnBoard("\n".join([row, *([" ".join("|" * size), row] * (size - 1))]))
    signs = [["12"[(x + y) % 2] for x in range(size)] for y in range(size)]
    x, y = (0, 0) if opening == "corner" else (size // 2, size // 2)
    signs[y][x] = signs[y][x + 1 if x == 0 else x - 1] = "."
    rules: CounterRules = ludarium.find("konane").rulesets[0].parameters
    game = counter_game(
        name="small-konane",
        title="",
        board=board,
        rulesets=(
            Ruleset(
                name="small",
                title="",
                source="",
                parameters=rules._replace(setup=Setup("/".join(map("".join, signs)))),
            ),
        ),
        rules="",
    )
    played, count = game.functions["play"], game.functions["legal_count"]
    nth, returns = game.functions["nth_legal"], game.functions["returns"]

    @functools.cache
    def winner_from(state: NeighbourTableState) -> int:
        if not game.functions["movers"](state):
            return 0 if returns(state, 0) > 0 else 1
        moves = (nth(state, state.seat, n) for n in range(count(state, state.seat)))
        # equal positions after different numbers of turns are one
        wins = any(
            winner_from(played(state, move)._replace(turns=0)) == state.seat for move in moves
        )
        return state.seat if wins else 1 - state.seat

    assert winner_from(game.start(game.rulesets[0], 2)) == winner


def test_where_all_moves_are_captures_hops_are_evaluated_and_none_is_forcing() -> None:
    game = ludarium.find("konane")
    hints = hints_of_counters.functions(game, game.state)
    position, source = ludarium.start("konane"), random.Random(1)
    oracle = counters_neighbour_table.oracle_of(position)
    while not position.over:
        assert not hints["can_force"](position.state)
        if oracle.runner is None:
            ahead = oracle.hop_count(oracle.seat) - oracle.hop_count(1 - oracle.seat)
            assert hints["evaluate"](position.state) == hints_of_counters.HOP_MOBILITY * ahead
        move = source.choice(position.legal).text
        oracle.play({oracle.seat: move})
        position = position.play(move)


def test_boards_of_a_game_are_on_one_engine() -> None:
    setup = Setup("12/21", board=DrawnBoard("o-o\n| |\no-o"))
    rules = CounterRules(setup, Parts(ends=()))
    with pytest.raises(ValueError, match="its board is not on the game's engine"):
        counter_game(
            name="two-boards",
            title="",
            board=boards.PLAIN_5,
            rulesets=(Ruleset(name="small", title="", source="", parameters=rules),),
            rules="",
        )


# Any parts

ENDS = [
    End(condition, whom, result)
    for condition in ("cannot move", "no counters")
    for whom in ("next", 0, 1)
    for result in ("loses", "wins")
]


def random_piece(source: random.Random) -> Piece:
    return piece_of(
        {
            "steps": source.choice(("any", "any", "forward", "sideways", "diagonal", "none")),
            "hops": source.choice(("any", "any", "any", "forward", "sideways", "none")),
            "kings": source.choice(("none", "walk", "fly", "land")),
        },
        turning=source.random() < 0.25,
        loses_below=source.choice((1, 1, 1, 2, 3)),
    )


def random_parts(source: random.Random, filling: bool) -> Parts:
    return Parts(
        ends=tuple(source.sample(ENDS, source.randrange(4))),
        first=random_piece(source),
        second=random_piece(source),
        continues=source.random() < 0.5,
        compulsory=source.random() < 0.3,
        huffing=source.random() < 0.3,
        closing=source.random() < 0.2,
        gap=source.random() < 0.15,
        approach=source.random() < 0.35,
        stopping=source.random() < 0.5,
        straight=source.random() < 0.3,
        clearing=source.random() < 0.3,
        filling=source.choice((0, 1)) if filling else "nobody",
    )


def random_rules(source: random.Random, board: DrawnBoard) -> CounterRules:
    """Few counters as a rule, so that blocked sides, kings and closed rows come up; now and then a
    board that is full, or has one empty point.
    """
    most = len(board.names) - source.choice((0, 1))
    points = source.sample(board.names, min(source.choice((4, 8, 12, 20, most)), most))
    cut = source.randrange(1, len(points))
    sides = points[:cut], points[cut:]
    signs = {point: "1" if point in sides[0] else "2" for point in points}
    rows: list[str] = [""] * len(board.rows)
    for point, (_, row) in zip(board.names, board.points, strict=True):
        rows[-row] += signs.get(point, ".")
    stacks = {}
    if source.random() < 0.3:
        of = sides[source.randrange(2)]
        stacks = {point: source.randrange(2, 4) for point in source.sample(of, min(2, len(of)))}
    hands = tuple(source.choice((0, 0, 0, 1, 2)) for _ in "12")
    filling = source.random() < 0.2
    goal = source.sample(board.names, len(board.names) // 2 + 1) if filling else []
    setup = Setup("/".join(rows), (hands[0], hands[1]), stacks, " ".join(goal))
    return CounterRules(setup, random_parts(source, filling))


def started(game: str | Game, rules: CounterRules) -> ludarium.Position:
    """The start of a game on the board of this one, by any rules."""
    game = ludarium.find(game) if isinstance(game, str) else game
    ruleset = Ruleset(name="any", title="", source="", parameters=rules)
    return ludarium.Position(game, ruleset, game.start(ruleset, 2))


@pytest.mark.parametrize("seed", range(120))
def test_any_parts_from_any_position(seed: int) -> None:
    source = random.Random(seed)
    game = source.choice(GAMES)
    assert isinstance(game.board, DrawnBoard)
    play_beside_the_oracle(started(game, random_rules(source, game.board)), source)


@pytest.mark.parametrize("seed", range(40))
def test_straight_runs_with_any_parts(seed: int) -> None:
    """Captures must be made and may go on, so that runs are many."""
    source = random.Random(seed)
    game = source.choice(GAMES)
    assert isinstance(game.board, DrawnBoard)
    setup, parts = random_rules(source, game.board)
    parts = dataclasses.replace(
        parts,
        first=dataclasses.replace(parts.first, capture=HopCapture(), loses_below=1),
        second=dataclasses.replace(parts.second, capture=HopCapture(), loses_below=1),
        continues=True,
        compulsory=True,
        straight=True,
        approach=False,
    )
    play_beside_the_oracle(started(game, CounterRules(setup, parts)), source)


def play_beside_the_oracle(position: ludarium.Position, source: random.Random) -> None:
    """A hundred random moves, in which the oracle must always say the same."""
    oracle = counters_neighbour_table.oracle_of(position)
    for _ in range(100):
        assert position.text == f"{position.game.name}/any {oracle.text()}"
        assert set(position.movers) == oracle.movers(), position.text
        if position.over:
            assert position.returns == oracle.returns()
            break
        paths = sorted(move.touches for move in position.legal)
        assert not any(longer[: len(path)] == path for path, longer in pairwise(paths))
        moves = sorted(move.text for move in position.legal)
        assert moves == sorted(oracle.legal(position.movers[0])), position.text
        text = source.choice(moves)
        oracle.play({position.movers[0]: text})
        position = position.play(text)
