"""Jobs on several workers: the same results on threads, on processes, and on machines that fail."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from pyarrow import parquet

import ludarium
from ludarium import jobs
from ludarium.datasets.writing import header_for, write_dataset
from ludarium.errors import EngineError, LudariumError
from ludarium.matches.league import play_league
from ludarium.matches.match import play_match
from ludarium.measures.measurement import measure
from ludarium.play.record import Record
from ludarium.solvers.equilibrium.library import make_table
from test_cli import run

KUHN = ludarium.find("kuhn")
AGENTS = ["random", "level:1"]


def double(number: int) -> int:
    if number < 0:
        raise LudariumError(f"{number}: expected 0 or more")
    return 2 * number


@pytest.mark.parametrize("pool", [jobs.threads, jobs.processes])
def test_jobs_come_back_each_with_its_result(pool: Any) -> None:
    for number in (1, 2):
        with pool(number) as workers:
            assert list(workers.map(double, range(30), in_order=True)) == [
                (job, 2 * job) for job in range(30)
            ]
            assert dict(workers.map(double, range(30))) == {job: 2 * job for job in range(30)}
            assert list(workers.map(double, [])) == []
            with pytest.raises(LudariumError, match=r"^-1: expected 0 or more$"):
                list(workers.map(double, [1, -1]))


def test_no_more_jobs_are_begun_than_asked_for() -> None:
    begun: list[int] = []
    with jobs.threads(2) as workers:
        for job, _ in workers.map(begun.append, range(1000), in_order=True):
            if job == 10:
                break
    assert len(begun) < 40


def end(number: int) -> None:
    os._exit(number)


def test_a_process_that_ends_is_one_line() -> None:
    with jobs.processes(2) as workers, pytest.raises(LudariumError, match="ended unexpectedly"):
        list(workers.map(end, [1, 2, 3]))


def test_a_match_is_the_same_on_any_number_of_processes() -> None:
    games: list[list[Record]] = [[], []]
    results = []
    for number, kept in zip((1, 2), games, strict=True):
        with jobs.processes(number) as workers:
            results.append(
                play_match(KUHN, AGENTS, games=8, seed=2, workers=workers, on_game=kept.append)
            )
    one, two = (dataclasses.replace(result, seconds=0) for result in results)
    assert one == two
    assert [record.moves for record in games[0]] == [record.moves for record in games[1]]
    other = play_match(KUHN, AGENTS, games=8, seed=3)
    assert dataclasses.replace(other, seconds=0, seed=2) != one


class First:
    name = "first"

    def choose(self, position: Any, seat: int) -> Any:
        return position.legal_for(seat)[0]


def test_objects_do_not_play_elsewhere() -> None:
    with jobs.processes(2) as workers, pytest.raises(LudariumError, match="by name"):
        play_match(KUHN, [First(), "random"], workers=workers)


def test_a_program_that_cannot_be_started_elsewhere_is_one_line() -> None:
    with pytest.raises(EngineError, match="cannot be started") as caught:
        play_league([(KUHN, None)], ["random", "engine:/no/such"], pairs=2, processes=2)
    assert caught.value.reason == "forfeit"


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("", "expected auto, HOST:PORT"),
        ("10.0.0.1", "expected auto, HOST:PORT"),
        ("10.0.0.1:port", "expected auto, HOST:PORT"),
        ("http://10.0.0.1:80", "expected auto, HOST:PORT"),
        ("nobody.invalid:6379", "no Ray cluster answers at nobody.invalid:6379: "),
        ("ray://[::1]:1", "no Ray cluster answers at ray://.*refused"),
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1: Connection refused"),
    ],
)
def test_an_address_at_which_nobody_answers(address: str, fault: str) -> None:
    pytest.importorskip("ray")
    begin = time.monotonic()
    with pytest.raises(LudariumError, match=fault) as caught, jobs.cluster(address):
        pass
    assert "\n" not in str(caught.value)
    assert time.monotonic() - begin < 30


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with (
        pytest.raises(
            LudariumError, match=r"^Ray is not installed: pip install 'ludarium\[ray\]'$"
        ),
        jobs.cluster("auto"),
    ):
        pass


def test_what_listens_may_be_no_ray() -> None:
    """In a process of its own, as Ray goes on trying."""
    pytest.importorskip("ray")
    code = (
        "import socket\n"
        "from ludarium import jobs\n"
        "jobs.CONNECTING = 3.0\n"
        "listener = socket.create_server(('127.0.0.1', 0))\n"
        "try:\n"
        "    with jobs.cluster(f'127.0.0.1:{listener.getsockname()[1]}'):\n"
        "        pass\n"
        "except jobs.LudariumError as error:\n"
        "    print(error)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert "no Ray cluster answers at 127.0.0.1:" in found.stdout
    assert "within 3 s" in found.stdout


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[Any]:
    """A Ray cluster of two nodes of this machine, with a processor each.

    Its workers have the priority of the tests: with Ray's lower one they would wait for minutes.
    """
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
    with mock.patch.dict(
        os.environ,
        RAY_USAGE_STATS_ENABLED="0",
        RAY_worker_niceness="0",
        PYTHONPATH=os.pathsep.join(sys.path),
    ):
        found = Cluster(initialize_head=True, head_node_args=small)
        found.add_node(**small)
    yield found
    found.shutdown()


def broken(number: int) -> int:
    return number + "one"  # type: ignore[operator]


def die_once(mark: str) -> int:
    """Ends its process the first time."""
    if not Path(mark).exists():
        Path(mark).touch()
        os._exit(1)
    return os.getpid()


def test_a_cluster_that_loses_a_worker_and_a_machine(ray_cluster: Any, tmp_path: Path) -> None:
    league: dict[str, Any] = {"pairs": 40, "seed": 5}
    games: list[Record] = []

    def note(record: Record) -> None:
        games.append(record)
        if len(games) == 10:
            ray_cluster.remove_node(ray_cluster.list_all_nodes()[-1], allow_graceful=False)

    with jobs.cluster(ray_cluster.address) as workers:
        assert workers.size == 2
        assert dict(workers.map(die_once, [str(tmp_path / "mark")]))
        with pytest.raises(LudariumError, match=r"^-1: expected 0 or more$"):
            list(workers.map(double, [1, -1]))
        with pytest.raises(LudariumError, match=r"^a job failed on the Ray cluster: TypeError: "):
            list(workers.map(broken, [0]))
        found = play_league([(KUHN, None)], AGENTS, workers=workers, on_game=note, **league)
        assert len(games) == 80
        survey: dict[str, Any] = {
            "games": 50,
            "judged": 3,
            "playouts": 4,
            "compile": False,
            "skill": 4,
        }
        measured = measure(KUHN, workers=workers, **survey)
    assert found == play_league([(KUHN, None)], AGENTS, processes=1, **league)
    assert measured == measure(KUHN, **survey)


def test_a_dataset_from_a_cluster(ray_cluster: Any, tmp_path: Path) -> None:
    """The same rows as from one process."""
    header = header_for("kuhn", ("random", "level:1"), 6, seed=1)
    with jobs.cluster(ray_cluster.address) as workers:
        write_dataset(header, tmp_path / "cluster.parquet", workers=workers)
    write_dataset(header, tmp_path / "here.parquet")
    rows = [parquet.read_table(tmp_path / f"{one}.parquet") for one in ("cluster", "here")]
    assert rows[0].num_rows
    assert rows[0] == rows[1]


def test_a_game_solved_on_a_cluster(ray_cluster: Any, tmp_path: Path) -> None:
    """To the last bit as on threads."""
    files = [tmp_path / f"{place}.table" for place in ("here", "cluster")]
    make_table("ahyoheek", "live", 2, path=files[0])  # compiles what each worker would compile else
    with jobs.cluster(ray_cluster.address) as workers:
        make_table("ahyoheek", "live", 2, path=files[1], workers=workers)
    assert files[0].read_bytes() == files[1].read_bytes()
    fault = run("solve", "kuhn", "--ray", "auto", code=2)
    assert "--ray is for games in which seats choose at once" in fault


def test_the_command_on_a_cluster(ray_cluster: Any, tmp_path: Path) -> None:
    """With a game of a file, which the workers read, too."""
    file = tmp_path / "mykuhn.py"
    source = Path(str(sys.modules["ludarium.games.kuhn"].__file__)).read_text(encoding="utf-8")
    file.write_text(source.replace('name="kuhn"', 'name="mykuhn"'), encoding="utf-8")
    options = ["match", str(file), "random", "random", "-n", "4", "--json"]
    one, two = (
        # before it, Ray may tell of the nodes of a busy machine
        json.loads(run(*options, *where).splitlines()[-1])
        for where in ([], ["--ray", ray_cluster.address])
    )
    assert {**one, "seconds": 0} == {**two, "seconds": 0}
    fault = run(*options, "--ray", "auto", "--processes", "2", code=2)
    assert "--processes are of this machine" in fault
