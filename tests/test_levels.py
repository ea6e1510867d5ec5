"""Levels: they err as people do, and each is stronger than the one below."""

from __future__ import annotations

import importlib
import itertools
import math
import random
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.agents import agent
from ludarium.errors import TableFileError
from ludarium.matches.match import play_match
from ludarium.play.position import Position
from ludarium.rules.bits import Bits
from ludarium.search.engine import Analysis, analyse
from ludarium.search.levels import LEVELS, PATIENCE, LevelAgent, compiled_by_levels, levels_of
from ludarium.search.mcts import SearchReport
from ludarium.search.one_ply import one_ply
from ludarium.search.uct import search
from ludarium.solvers.equilibrium import players
from ludarium.solvers.equilibrium.opponents import Choices, Opponents, habit

AHYOHEEK = ludarium.find("ahyoheek")


def looked(position: Position, seed: int) -> str:
    """The move that is played at a one_ply."""
    seat = position.mover()
    return position.move(seat, one_ply(position.state, seat, Bits(seed))).text


def after(*rounds: str, seats: int = 2, ruleset: str = "classic") -> Position:
    """A game of Ahyoheek after these rounds."""
    position = ludarium.start("ahyoheek", ruleset, seats)
    for choices in rounds:
        position = position.play(choices)
    return position


def usual(position: Position, seat: int) -> str | None:
    """What the seat would choose by habit."""
    action = habit(players.solution_of(position), position, seat)
    return None if action is None else position.move(seat, action).text


@pytest.mark.parametrize("name", ludarium.names())
def test_the_lower_a_level_is_the_more_it_errs(name: str) -> None:
    game = ludarium.find(name)
    levels = levels_of(game)
    for below, above in zip(levels, levels[1:], strict=False):
        assert below.slips > above.slips or game.plays_out  # which searches at every level
        assert below.habits > above.habits
        assert below.nodes < above.nodes
        assert below.playouts < above.playouts
    assert (levels[-1].slips, levels[-1].habits) == (0, 0)
    assert len(levels) == len(LEVELS)


@pytest.mark.parametrize(
    ("name", "games", "wins"),
    [("yoxii", 8, 7), ("aiyawatstani", 2, 2)],
)
def test_level_4_beats_level_1(name: str, games: int, wins: int) -> None:
    assert (
        play_match(ludarium.find(name), ["level:4", "level:1"], games=games, opening=4, seed=1)
        .agents[0]
        .wins
        >= wins
    )


def test_level_4_beats_level_1_where_all_choose_at_once() -> None:
    assert play_match(AHYOHEEK, ["level:4", "level:1"], games=30, seed=1).agents[0].wins >= 20
    assert (
        play_match(AHYOHEEK, ["level:4", "level:1", "level:1"], games=18, seed=1).agents[0].wins
        >= 9
    ), "one in three would be fair"


@pytest.mark.game("aiyawatstani")
def test_one_ply_sees_a_capture_but_not_the_answer_to_it() -> None:
    rows = "...../..../...1./..../...2./..../...../..2./....."
    position = ludarium.parse(f"aiyawatstani/ludii-1 {rows} 1 - 0 318")
    assert {looked(position, seed) for seed in range(20)} == {"G7xG3"}
    lines = {
        line.move.text: line.value
        for line in analyse(position, depth=6, lines=len(position.legal)).lines
    }
    assert lines["G7xG3"] < lines["G7-E7"] - 0.3, "what answers it costs more"
    assert agent("level:8", 1).choose(position, 0).text == "G7-E7"


def test_one_ply_chooses_at_random_among_equals() -> None:
    assert len({looked(ludarium.start("yoxii"), seed) for seed in range(20)}) > 5
    assert looked(ludarium.start("yoxii"), 3) == looked(ludarium.start("yoxii"), 3)


@pytest.mark.game("yoxii")
def test_nobody_loses_at_once_or_overlooks_a_win() -> None:
    """In games of Yoxii that go on at random: some moves would wall in the totem to the mover's own
    loss.
    """
    source, met = random.Random(1), 0
    for _ in range(6):
        position = ludarium.start("yoxii")
        while not position.over:
            seat, results = (
                position.mover(),
                {move.text: position.play(move) for move in position.legal},
            )
            ends = {text: then.returns[seat] for text, then in results.items() if then.over}
            if ends and len(ends) < len(results):
                met += 1
                for text in (
                    looked(position, source.getrandbits(60)),
                    agent("level:2", met).choose(position, seat).text,
                ):
                    assert ends.get(text, 0) >= 0
                    assert max(ends.values()) <= 0 or ends[text] > 0
            going = [text for text, then in results.items() if not then.over]
            position = results[source.choice(going or list(results))]
    assert met > 5


def test_levels_take_a_win() -> None:
    position = ludarium.parse(
        "aiyawatstani ...../..../...../..../...../..../.2.../..../.1... 1 - 0 4"
    )
    assert all(
        agent(f"level:{level}", seed).choose(position, 0).text == "C1xC5"
        for level in (1, 2, 4)
        for seed in range(3)
    )


def test_a_level_searches_as_much_whether_one_agent_plays_or_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = ludarium.start("yoxii")
    played, new = LevelAgent(8, 5), LevelAgent(8, 5)
    monkeypatch.setattr(
        "ludarium.search.levels.levels_of",
        lambda game: (*LEVELS[:7], LEVELS[7]._replace(nodes=20_000)),
    )
    played.choose(position, 0)
    position = position.play(position.legal[0])
    for player in (played, new):
        player.choose(position, 1)
    assert isinstance(new.report, Analysis)
    assert isinstance(played.report, Analysis)
    assert played.report.lines == new.report.lines
    assert played.report.nodes == new.report.nodes < 21_000


def test_low_levels_take_little_memory() -> None:
    position = ludarium.start("yoxii")
    LevelAgent(3).prepare(position)
    tracemalloc.start()
    for seed in range(4):
        agent("level:3", seed).choose(position, 0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000


def test_a_level_finds_a_move_amid_captures() -> None:
    """Here looking at captures alone costs more than a low level may visit."""
    rows = "22222/2222/22222/22.2/11122/1.11/1.111/1111/11111"
    # the rules of Tuknanavuhpi, in the game that is compiled anyway
    position = ludarium.parse(f"aiyawatstani/parts:closing+next-no-counters-loses {rows} 2 - 0 3")
    for seed in range(5):
        assert agent("level:2", seed).choose(position, 1) in position.legal


# Habits


@pytest.mark.parametrize(
    ("last_round", "expected"),
    [
        ("P B", "P E"),  # the winner repeats; the loser goes for what would have beaten that
        ("B E", "B P"),
        ("P P", "E E"),  # after a draw: what would have won
        ("P P B", "P P E"),
        ("P B E", "B E P"),
        ("P B B E E", "B B B P P"),
    ],
)
def test_the_habit(last_round: str, expected: str) -> None:
    seats = len(last_round.split())
    position = after(last_round, seats=seats)
    assert " ".join(usual(position, seat) or "?" for seat in range(seats)) == expected


def test_there_is_no_habit_without_a_round_to_go_by() -> None:
    assert usual(after(seats=3), 0) is None
    assert usual(after("P - B", seats=3), 0) is None, "somebody sat out"
    assert usual(ludarium.parse("ahyoheek 100/000"), 0) is None


@pytest.mark.parametrize("level", [1, 4, 6])
def test_as_many_choices_are_habits_as_the_level_says(
    level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others of its choices are what the table and its model say: of the two that are no habit
    here, it makes fewer.
    """
    position, count = after("P P"), 600
    made = (
        sum(
            agent(f"level:{level}", seed).choose(position, 0).text == usual(position, 0)
            for seed in range(count)
        )
        / count
    )
    monkeypatch.setattr(
        "ludarium.search.levels.LEVELS", tuple(known._replace(habits=0.0) for known in LEVELS)
    )
    player = LevelAgent(level, 1)
    other = sum(player.choose(position, 0).text == usual(position, 0) for _ in range(count)) / count
    expected = LEVELS[level - 1].habits + (1 - LEVELS[level - 1].habits) * other
    assert made == pytest.approx(expected, abs=0.07)


def test_levels_lose_patience_where_a_game_stands_still() -> None:
    """Here each of three has a choice of its own by the table, with which nobody ever wins."""
    position = ludarium.parse("ahyoheek 211/020/122")
    for _ in range(PATIENCE):
        assert {agent("level:8", seed).choose(position, 0).text for seed in range(10)} == {"P"}
        position = position.play("P B E")
    assert {agent("level:8", seed).choose(position, 0).text for seed in range(40)} == {
        "P",
        "B",
        "E",
    }
    seats = [agent(f"level:{level}", level) for level in (3, 5, 8)]
    for _ in range(200):
        if position.over:
            break
        position = position.play(
            {seat: seats[seat].choose(position, seat) for seat in position.movers}
        )
    assert position.over


def test_a_habit_is_recognised() -> None:
    """Against one who follows it and one who never does, from one start on."""
    follows, avoids = after("P P"), after("P P")
    for _ in range(4):
        first = usual(follows, 0)
        follows = follows.play({0: first or "P", 1: "P" if first != "E" else "B"})
        shunned = usual(avoids, 0)
        avoids = avoids.play(
            {0: next(text for text in "PBE" if text != shunned), 1: shunned or "P"}
        )
    expected = []
    for position in (follows, avoids):
        table, seen = players.solution_of(position), Opponents()
        history = list(position.history())
        for here, then in itertools.pairwise(history):
            seen = seen.after(table, here, then)
        choices = Choices(table, position, 1)
        likely = seen.expected(choices)[0]
        assert likely.sum() == pytest.approx(1)
        expected.append(likely["PBE".index(usual(position, 0) or "?")])
    assert expected[0] > 0.6
    assert expected[1] < 0.45


@pytest.mark.parametrize("ruleset", ["classic", "live"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_levels_play_whole_games_in_which_seats_choose_at_once(ruleset: str, seats: int) -> None:
    source = random.Random(seats)
    for number in range(2):
        position = ludarium.start("ahyoheek", ruleset, seats)
        while not position.over:
            level = source.randint(1, 8)
            moves = {
                seat: agent(f"level:{level}", source.getrandbits(60)).choose(position, seat).text
                for seat in position.movers
            }
            if number and len(moves) > 2 and source.random() < 0.2:
                moves[next(iter(moves))] = "-"
            position = position.play(moves)


def test_a_game_that_is_not_solved_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsolved(*_: object, **__: object) -> None:
        raise TableFileError("there is no table")

    monkeypatch.setattr(players, "equilibrium", unsolved)
    position, player = ludarium.start("ahyoheek", seats=3), agent("level:3", 1)
    assert isinstance(player, LevelAgent)
    player.prepare(position)
    assert player.choose(position, 1) in position.legal_for(1)
    assert isinstance(player.report, SearchReport)
    assert player.report.simulations == LEVELS[2].playouts


# The ladder


def test_a_ladder_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "benchmarks"))
    ladder = importlib.import_module("ladder")

    def measured(games: int, deadline: float = math.inf) -> Any:
        return ladder.measure(AHYOHEEK, 2, 2, games, 0, 1, tmp_path, deadline)

    assert measured(4, deadline=0.0) is None
    first = measured(4)
    (file,) = tmp_path.iterdir()
    four = file.read_text().splitlines()
    assert len(four) == 4
    second = measured(8)
    assert (first.games, second.games) == (4, 8)
    assert file.read_text().splitlines()[:4] == four
    assert second.agents[0].wins >= first.agents[0].wins
    assert measured(8, deadline=0.0).agents == second.agents
    assert ladder.row_of_two(AHYOHEEK, 2, second).startswith("| Ahyoheek | 2, 1 | 8 | ")


def test_levels_of_games_without_evaluation_use_tree_search() -> None:
    position = ludarium.start("hex")  # on the board for which tests of agents compile it
    assert position.game.plays_out
    assert compiled_by_levels(position) == (search,)
    level = LevelAgent(1, seed=1)
    assert level.choose(position, 0) in position.legal
    assert isinstance(level.report, SearchReport)
    assert level.report.simulations == levels_of(position.game)[0].playouts == 100
