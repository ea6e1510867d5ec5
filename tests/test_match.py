"""Matches that prove something: the sequential test, and matches that go on after they were
interrupted.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludarium
from ludarium import catalogue
from ludarium.cli import authoring
from ludarium.cli.matches import played_before
from ludarium.errors import LudariumError, RecordError, SeatsError
from ludarium.matches.league import play_league
from ludarium.matches.match import play_match
from ludarium.matches.sprt import SCORES, Sprt, expected_score
from ludarium.play.record import Record
from test_cli import run

YOXII = ludarium.find("yoxii")


def outcome(test: Sprt, elo: float, source: random.Random) -> str:
    """What the test decides of a player who is stronger by so much, in games without draws."""
    chance = expected_score(elo)
    pairs: list[float] = []
    while True:
        pairs.append(sum(source.random() < chance for _ in range(2)) / 2)
        decision = test.judge(pairs).decision if len(pairs) % 4 == 0 else "open"
        if decision != "open":
            return decision


def test_the_error_rates_hold() -> None:
    source = random.Random(3)
    test = Sprt(0, 100, alpha=0.1, beta=0.1)
    equal = [outcome(test, 0, source) for _ in range(200)]
    stronger = [outcome(test, 100, source) for _ in range(200)]
    # 20 are expected at most; 30 or more come by chance in one of 80 runs
    assert equal.count("yes") <= 30
    assert stronger.count("no") <= 30


def test_the_ratio_is_that_of_the_normal_distribution() -> None:
    """Against the definition: the difference of log densities, summed over pairs, with the variance
    of what was seen.
    """
    source = random.Random(4)
    pairs = [source.choice(SCORES) for _ in range(1000)]
    test = Sprt(-20, 30)
    mean = sum(pairs) / 1000
    variance = sum((pair - mean) ** 2 for pair in pairs) / 1000
    s0, s1 = expected_score(-20), expected_score(30)
    density = sum(((pair - s0) ** 2 - (pair - s1) ** 2) / (2 * variance) for pair in pairs)
    assert test.judge(pairs).ratio == pytest.approx(density, rel=0.02)


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha"),
    [(50, 0, 0.05), (0, 0, 0.05), (0, 9999, 0.05), (0, 10, 0), (float("nan"), 1, 0.05)],
)
def test_a_test_that_makes_no_sense(elo0: float, elo1: float, alpha: float) -> None:
    with pytest.raises(LudariumError, match="expected"):
        Sprt(elo0, elo1, alpha)


def test_a_match_ends_when_the_test_is_decided() -> None:
    result = play_match(YOXII, ["mcts:100", "random"], games=1000, sprt=Sprt(0, 200))
    assert result.sprt
    assert result.sprt.decision == "yes"
    assert result.games == 2 * result.sprt.pairs < 200


def test_an_interrupted_match_goes_on() -> None:
    whole: list[Record] = []
    agents = ["mcts:10", "random"]
    play_match(YOXII, agents, games=6, seed=5, opening=4, on_game=whole.append)
    rest: list[Record] = []
    result = play_match(
        YOXII, agents, games=6, seed=5, opening=4, played=whole[:3], on_game=rest.append
    )
    assert (result.games, len(rest)) == (6, 3)
    assert [(one.players, one.moves) for one in rest] == [
        (one.players, one.moves) for one in whole[3:]
    ]
    for first, second in ((whole[2], whole[3]), (whole[4], whole[5])):
        assert first.moves[:4] == second.moves[:4], "both games of a pair have one opening"
    assert play_match(YOXII, agents, games=3, seed=5, played=whole[:3]).games == 3


def test_only_the_same_match_goes_on() -> None:
    games: list[Record] = []
    play_match(YOXII, ["random", "mcts:10"], games=2, on_game=games.append)
    with pytest.raises(
        RecordError,
        match="game 1 is yoxii/standard of random - mcts:10, expected yoxii/standard of random "
        "- mcts:20",
    ):
        play_match(YOXII, ["random", "mcts:20"], games=4, played=games)
    with pytest.raises(RecordError, match="game 1 is not over"):
        play_match(
            YOXII,
            ["random", "mcts:10"],
            games=4,
            played=[Record.new("yoxii", ["random", "mcts:10"])],
        )
    with pytest.raises(SeatsError, match="between two agents, not 3"):
        play_match(ludarium.find("ahyoheek"), ["random"] * 3, sprt=Sprt(0, 10))


def test_the_command(tmp_path: Path) -> None:
    file = str(tmp_path / "games.jsonl")
    assert "2 games" in run("match", "yoxii", "mcts:10", "random", "-n", "2", "--save", file)
    assert "4 games" in run(
        "match", "yoxii", "mcts:10", "random", "-n", "4", "--save", file, "--resume"
    )
    assert len(Path(file).read_text().splitlines()) == 4
    assert "decided: stronger by 200 rather than 0" in run(
        "match", "yoxii", "mcts:50", "random", "--sprt", "0,200"
    ).replace("\n", " ")


def test_a_match_goes_on_after_a_line_that_was_cut_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    command = ("match", "yoxii", "random", "random", "-n", "3", "--save", str(file))
    run(*command)
    whole = file.read_bytes()
    lines = whole.splitlines(keepends=True)
    moves = [record.moves for record in played_before(file, resume=True)]
    for cut in (2, 40, len(lines[2]) - 1):
        file.write_bytes(whole[:-cut])
        assert [record.moves for record in played_before(file, resume=True)] == moves[:2]
        assert "games.jsonl: the last line was cut off" in capsys.readouterr().err
        assert file.read_bytes() == lines[0] + lines[1]
    for kept in (whole, whole[:-1]):
        file.write_bytes(kept)
        assert len(played_before(file, resume=True)) == 3
        assert not capsys.readouterr().err
    for wrong in (
        whole + b"no record",
        whole + b'{"ludarium": 2}',
        whole + b'{"ludarium": 1,\n',
        lines[0][:-40] + b"\n" + whole[:-40],
    ):
        file.write_bytes(wrong)
        with pytest.raises(RecordError, match=r"games.jsonl: line [14]: "):
            played_before(file, resume=True)
        assert file.read_bytes() == wrong
    file.write_bytes(whole[:-40])
    assert "3 games" in run(*command, "--resume")
    assert [record.moves for record in played_before(file, resume=True)] == moves


def test_games_that_repeat_are_no_sample() -> None:
    class First:
        name = "first"

        def choose(self, position: ludarium.Position, seat: int) -> ludarium.Move:
            return position.legal_for(seat)[0]

    again = play_match("connect4", [First(), First()], games=10, opening=0)
    assert (again.games, again.different_games) == (10, 1)
    assert again.seat_intervals is None
    assert again.elo_interval is None
    assert again.agents[0].score_interval is None
    begun = play_match("connect4", [First(), First()], games=10)
    assert begun.different_games == 5, "each opening from both sides, by the same player"
    assert begun.seat_intervals
    assert begun.agents[0].score_interval
    chance = play_match("kuhn", ["random", "random"], games=200, opening=0)
    assert chance.different_games < 200
    assert chance.seat_intervals, "who chooses at random makes a sample, whatever repeats"


def test_games_are_given_by_name_by_path_or_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    starter = (Path(authoring.__file__).parent / "starter" / "mygame.py.txt").read_text()
    file.write_text(starter.replace("mygame", "mine"))
    with catalogue.known(ludarium.find("connect4")):  # and what is read is gone afterwards
        for game in ("connect4", ludarium.find("connect4"), file):
            name = "mine" if game is file else "connect4"
            assert ludarium.start(game).game.name == name
            assert play_match(game, ["random", "random"], games=1).game == name
            record = ludarium.play_game(game, ["random", "random"])
            assert record.over
            assert record.players == ("random", "random")
            league = play_league([game], ["random", "mcts:1"], pairs=1, processes=1)
            assert league.games == (f"{name}/standard",)
    with pytest.raises(ludarium.LudariumError, match=r"a file is given as pathlib\.Path"):
        ludarium.start(str(file))
