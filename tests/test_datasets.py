"""Datasets: every row replays through the rules to what it says."""

from __future__ import annotations

import builtins
import itertools
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

import ludarium
from ludarium.datasets import agent_games
from ludarium.datasets.random_games import RandomGames
from ludarium.datasets.schema import Header, read_header
from ludarium.datasets.writing import header_for, write_dataset
from ludarium.errors import AgentError, LudariumError, RecordError, SeatsError
from ludarium.play.record import Record
from ludarium.simulate.trace import traced_game

Row = dict[str, Any]

KINDS = (
    "connect4",
    "kalah",  # a seat may move again
    "alquerque",  # a draw by repetition
    "go",  # no position comes again
    "dotsandboxes",
    "yoxii",
    "ur",  # dice
    "leduc",  # hidden cards
    "liarsdice",  # up to six seats
    "ahyoheek",  # all at once
)


def replay(header: Header, rows: list[Row]) -> Record:
    """Play the rows of one game by a Record, which knows all rules, and compare each with it."""
    first = (
        header.position(rows[0]["state"]) if header.states else ludarium.parse(rows[0]["position"])
    )
    names = ("somebody",) * header.seats
    record = Record(first, names, repetition=header.rules.repetition)
    plies = itertools.groupby(rows, key=lambda row: row["ply"])
    for ply, (said, group) in enumerate(plies):
        position, chosen, outcomes = record.position, {}, []
        assert said == ply
        for row in group:
            legal = position.legal_for(row["seat"])
            found = (
                header.position(row["state"]) if header.states else ludarium.parse(row["position"])
            )
            assert found == position
            assert sorted(map(header.actions.action_of, row["legal"])) == sorted(
                move.action for move in legal
            )
            chosen[row["seat"]] = position.move(
                row["seat"], header.actions.action_of(row["action"])
            )
            outcomes = row["chance"]
            if header.observations:
                seen = position.seen_by(row["seat"]).state
                again = header.observation_space.observe(header.rules.plain(seen), row["seat"])
                assert row["observation"] == again.tobytes()
        assert tuple(chosen) == position.movers
        record.play(dict(chosen))
        for outcome in outcomes:
            record.play(record.position.move(8, outcome))
        assert row["length"] == rows[0]["length"]
    assert record.over
    assert (list(record.returns), record.reason) == (rows[0]["returns"], rows[0]["reason"])
    assert ply + 1 == rows[0]["length"]
    return record


def random_header(game: str, games: int = 2, **options: Any) -> Header:
    return header_for(game, ("random",), games, **options)


@pytest.mark.parametrize("states", [False, True])
@pytest.mark.parametrize("name", KINDS)
def test_random_games_of_every_kind_replay(name: str, states: bool) -> None:
    game = ludarium.find(name)
    options: dict[str, Any] = {"seats": game.seats[states], "observations": states}
    header = random_header(game.name, 1, seed=7, states=states, **options)
    (batch,) = RandomGames(header, compile=False).batches(0, 1)
    replay(header, batch.to_pylist())


@pytest.mark.parametrize("name", ["kuhn", "ahyoheek", "ur"])
def test_random_games_are_the_playouts_of_the_same_numbers(name: str) -> None:
    header = random_header(name, 6, seed=5, states=True)
    (batch,) = RandomGames(header, compile=False).batches(2, 6)
    rows = batch.to_pylist()
    for number in range(2, 6):
        traced = traced_game(header.rules, header.first.state, 5, number, compile=False)
        own = [row for row in rows if row["game"] == number]
        played = [
            (seat, ply.played[seat], sorted(ply.legal[seat]))
            for ply in traced.plies
            for seat in ply.played
            if seat != 8
        ]
        assert played == [
            (
                row["seat"],
                header.actions.action_of(row["action"]),
                sorted(map(header.actions.action_of, row["legal"])),
            )
            for row in own
        ]
        assert own[0]["returns"] == list(traced.returns)


@pytest.mark.parametrize("name", ["connect4", "leduc"])
def test_compiled_code_writes_the_same_rows(name: str) -> None:
    header = random_header(name, 40, seed=1, observations=True, opening=1)
    (plain,) = RandomGames(header, compile=False).batches(0, 40)
    games = RandomGames(header)
    games._rows = 20  # so that games have to wait for room, and some need more of it
    found = pa.Table.from_batches(games.batches(0, 40))
    assert found.combine_chunks().equals(pa.Table.from_batches([plain]))
    openings = [row["agent"] for row in plain.to_pylist() if row["ply"] == 0]
    assert openings == [None] * 40


@pytest.mark.parametrize(
    ("game", "agents", "options"),
    [
        ("connect4", ("mcts:30", "random"), {"opening": 3, "observations": True}),
        ("leduc", ("equilibrium",), {"states": True, "observations": True}),
        ("ahyoheek", ("random", "equilibrium"), {}),
        ("ur", ("random", "random"), {}),
    ],
)
def test_games_of_agents_replay(
    game: str, agents: tuple[str, ...], options: dict[str, Any]
) -> None:
    header = header_for(game, agents, 2, seed=2, **options)
    told = 0
    for number in range(2):
        rows = agent_games.play(header, number).to_pylist()
        replay(header, rows)
        for row in rows:
            opening = options.get("opening", 0)
            seated = None if row["ply"] < opening else (row["seat"] + number) % len(agents)
            assert row["agent"] == seated
            tells = seated is not None and agents[seated] != "random"
            if row["policy"] is not None:
                assert tells
                assert len(row["policy"]) == len(row["legal"])
                assert sum(row["policy"]) == pytest.approx(1, abs=0.005)
                assert row["policy"][row["legal"].index(row["action"])] > 0
                told += 1
            if row["value"] is not None:
                assert tells
                low, high = header.rules.returns_range
                assert low - 1e-6 <= row["value"] <= high + 1e-6
                assert row["label"] in {"proved", "bounded", "estimated"}
        assert agent_games.play(header, number).to_pylist() == rows
    assert told > 3 or agents == ("random", "random")


def test_a_file_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    for states in (False, True):
        header = random_header("kuhn", 300, states=states, seed=9)
        seen: list[int] = []
        one, two = (tmp_path / f"{states}{n}.parquet" for n in (1, 2))
        write_dataset(header, one, processes=1)
        found = write_dataset(header, two, processes=2, on_games=seen.append)
        assert seen[-1] == found.games == 300
        assert len(seen) > 1
        table = pq.read_table(two)
        assert table.equals(pq.read_table(one))
        assert found.rows == table.num_rows
        assert found.bytes == two.stat().st_size
        assert read_header(two) == header
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".parquet"] * 4


def test_a_file_is_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ludarium.datasets import writing

    monkeypatch.setattr(writing, "ROWS", 512)
    path = tmp_path / "games.parquet"
    found = write_dataset(random_header("kuhn", 3000, states=True, seed=4), path)
    assert pq.ParquetFile(path).num_row_groups > 5
    dataset = pa.dataset.dataset(path)
    field = pa.dataset.field
    first = dataset.to_table(columns=["legal", "returns"], filter=field("ply") == 0)
    assert first.num_rows == 3000
    assert sum(batch.num_rows for batch in dataset.to_batches()) == found.rows
    # what Kuhn poker pays the first seat when both choose at random, by hand: 1/8
    mean = np.mean([returns[0] for returns in first["returns"].to_pylist()])
    assert mean == pytest.approx(0.125, abs=4 * 1.4 / 3000**0.5)


def test_the_command_writes_a_dataset(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludarium.cli import main

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["ludarium", "dataset", *map(str, words)])
        with pytest.raises(SystemExit) as done:
            main()
        out, err = capsys.readouterr()
        return int(done.value.code or 0), out, err

    path = tmp_path / "games.parquet"
    code, out, _ = run("kuhn", "random", "-n", 50, "--out", path, "--threads", 1, "--json")
    assert code == 0
    assert json.loads(out)["rows"] == pq.read_metadata(path).num_rows
    assert run("kuhn", "random", "--out", path)[::2] == (
        2,
        f"ludarium: {path} is there already: expected the name of a new file\n",
    )
    nowhere = tmp_path / "none" / "games.parquet"
    code, _, err = run("kuhn", "random", "-n", 1, "--out", nowhere)
    assert (code, err) == (2, f"ludarium: cannot write {nowhere}: No such file or directory\n")
    real = builtins.__import__

    def without(name: str, *more: Any, **options: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *more, **options)

    for name in [name for name in sys.modules if name.startswith("ludarium.datasets")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    code, _, err = run("kuhn", "random", "--out", tmp_path / "more.parquet")
    expected = "ludarium: pyarrow is not installed: pip install 'ludarium[dataset]'\n"
    assert (code, err) == (2, expected)


def test_the_example_of_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[1] / "docs" / "datasets.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    header = random_header("leduc", 30, seed=2, observations=True)
    found = write_dataset(header, tmp_path / "games.parquet")
    exec(example, {})
    shape, _action, gained = capsys.readouterr().out.rsplit(maxsplit=2)
    assert shape == f"({found.rows}, 22)"
    rows = pq.read_table("games.parquet").to_pylist()
    mean = sum(row["returns"][row["seat"]] for row in rows) / len(rows)
    assert float(gained) == pytest.approx(mean)


def test_what_is_no_dataset_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SeatsError, match="3 agents for 2 seats"):
        header_for("ahyoheek", ("random",) * 3, 1, seats=2)
    with pytest.raises(AgentError):
        header_for("kuhn", ("nobody",), 1)
    with pytest.raises(LudariumError, match="0 games"):
        header_for("kuhn", ("random",), 0)
    other, text = tmp_path / "other.parquet", tmp_path / "text.parquet"
    pq.write_table(pa.table({"game": [1]}), other)
    text.write_text("nothing")
    for path in (other, text):
        with pytest.raises(RecordError, match="is no dataset of ours, expected version 1"):
            read_header(path)
    with pytest.raises(RecordError, match=r"cannot read .*none"):
        read_header(tmp_path / "none")
