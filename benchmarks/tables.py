"""How many moves a second a server carries with thousands of tables open, from one player to the
other; and what memory a table takes.

Short steps find about where the limit is; a rate counts as carried when it is then held for
minutes, with every pause that falls into them. The server, on SQLite and on PostgreSQL, is compared
in the same run with a minimal echo of the same stack. All is on this machine: the server, its
database and the process that plays all players (`tables_client.py`) share its cores.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
SERVE = [sys.executable, "-c", "from ludarium.cli import main; main()", "serve", "--port", "0"]
COMMAND = [*SERVE, "--no-limits", "--wait", "--database"]  # nothing is compiled beside the moves
ECHO = [sys.executable, str(HERE / "tables_echo.py")]
LIMIT = 50.0  # milliseconds, for all but one message in a hundred
FIRST = 100.0  # moves/s
FASTER = 1.5  # from one step to the next
HALVINGS = 2  # of the gap between the last step that was fast enough and the first that was not
TRIES = 2  # of a step, as other programs may disturb one
SLOWER = 0.85  # what is tried next where a rate could not be held
HOLDS = 12  # tries, down to a sixth; those that fail end early
MOST = 20_000.0  # moves/s
TICKS = os.sysconf("SC_CLK_TCK")
console, progress = Console(), Console(stderr=True)


class Serving:
    """A server process."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        if " is at " not in line:
            raise SystemExit("the server did not start")
        self.address = line.partition(" is at ")[2].split()[0].rstrip("/")

    @property
    def memory(self) -> float:
        """Kilobytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.partition("VmRSS:")[2].split()[0])

    @property
    def cpu(self) -> float:
        """Seconds that it has computed."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS


class Servers:
    """Server processes that share a database."""

    def __init__(self) -> None:
        self.all: list[Serving] = []

    @property
    def address(self) -> str:
        """Their addresses, separated by commas."""
        return ",".join(server.address for server in self.all)

    @property
    def memory(self) -> float:
        """Kilobytes."""
        return sum(server.memory for server in self.all)

    @property
    def cpu(self) -> float:
        """Seconds that they have computed."""
        return sum(server.cpu for server in self.all)


@contextmanager
def serving(command: list[str], count: int = 1) -> Iterator[Servers]:
    servers = Servers()
    try:
        for _ in range(count):
            servers.all.append(Serving(command))
        yield servers
    finally:
        for server in servers.all:
            server.process.terminate()
        for server in servers.all:
            server.process.wait()


class Players:
    """The process that plays all players."""

    def __init__(self, address: str, tables: int, *options: str) -> None:
        command = [sys.executable, str(HERE / "tables_client.py"), address, str(tables), *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *words: object) -> dict[str, float]:
        assert self.process.stdin
        assert self.process.stdout
        print(*words, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the players have given up")
        found: dict[str, float] = json.loads(line)
        return found


@contextmanager
def playing(address: str, tables: int, *options: str) -> Iterator[Players]:
    players = Players(address, tables, *options)
    try:
        yield players
    finally:
        players.process.kill()
        players.process.wait()


def machine_cpu() -> float:
    """Seconds that all cores together have computed."""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
    # all but idle and waiting
    busy = [int(field) for place, field in enumerate(fields[:8]) if place not in (3, 4)]
    return sum(busy) / TICKS


def one_step(
    server: Servers, players: Players, rate: float, seconds: float, *limit: float
) -> dict[str, float]:
    """Offer so many moves a second. limit: milliseconds; end as soon as one in a hundred moves of
    all those seconds took longer. others_cpu: what all other processes of the machine took, such as
    the database.
    """
    begin, own, all_of_it = time.perf_counter(), server.cpu, machine_cpu()
    found = players.ask("step", rate, seconds, *limit)
    took = time.perf_counter() - begin
    server_cpu = (server.cpu - own) / took
    others = (machine_cpu() - all_of_it) / took - server_cpu - found["client_cpu"]
    progress.print(
        f"  {found['rate']:.0f} moves/s for {took:.0f} s: p99 {found['p99']:.1f} ms, longest "
        f"{found['longest']:.0f} ms, {1000 * server_cpu / max(found['rate'], 1):.2f} ms of "
        "processor time a move",
        soft_wrap=True,
    )
    return {**found, "server_cpu": server_cpu, "others_cpu": max(0.0, others)}


def find_limit(server: Servers, players: Players, seconds: float) -> list[dict[str, float]]:
    """All steps: faster and faster until one in a hundred moves takes too long, then nearer to
    where that begins.
    """
    steps: list[dict[str, float]] = []
    good, bad, rate = 0.0, 0.0, FIRST
    halvings = 0
    while rate < MOST:
        tries = 0
        while True:
            tries += 1
            step = one_step(server, players, rate, seconds)
            if step["p99"] <= LIMIT or tries == TRIES:
                break
        steps.append({**step, "offered": rate})
        if step["p99"] <= LIMIT:
            good = rate
        else:
            bad = rate
        if not bad:
            rate *= FASTER
            continue
        if halvings == HALVINGS or not good:
            break
        halvings += 1
        rate = (good + bad) / 2
    return steps


def hold(server: Servers, players: Players, rate: float, seconds: float) -> dict[str, float] | None:
    """The highest rate, from this one down, that is fast enough for so long; None where none of a
    few is.
    """
    for _ in range(HOLDS):
        step = one_step(server, players, rate, seconds, LIMIT)
        if step["p99"] <= LIMIT:
            return {**step, "offered": rate}
        rate *= SLOWER
    return None


def limit_of(steps: list[dict[str, float]]) -> float:
    """The highest rate that was fast enough in a short step."""
    return max((step["offered"] for step in steps if step["p99"] <= LIMIT), default=0.0)


def load(
    name: str,
    command: list[str],
    asked: argparse.Namespace,
    notes: Path | None = None,
    count: int = 1,
) -> dict[str, Any]:
    """The steps of this server, or of so many on one database, and the one that was held. notes:
    where to write down which tables there are; an echo has none.
    """
    progress.print(f"{name}:")
    options = ["--requests"] * asked.requests + ["--echo"] * (notes is None)
    tables, seconds, held = asked.tables, asked.seconds, asked.hold
    with (
        serving(command, count) as server,
        playing(server.address, tables, *options) as players,
    ):
        players.ask("open")
        players.ask("connect")
        steps = find_limit(server, players, seconds)
        limit = limit_of(steps)
        carried = hold(server, players, limit, held) if limit else None
        if notes:
            players.ask("note", notes)
        return {"steps": steps, "held": carried}


def memory(command: list[str], tables: int, notes: Path) -> dict[str, float]:
    """Kilobytes for each of the tables that are there: loaded, and with the sockets of two players
    who watch.
    """
    with serving(command) as server, playing(server.address, tables) as players:
        before = server.memory
        visited = players.ask("known", notes)
        loaded = server.memory
        players.ask("connect")
        watched = server.memory
    return {
        "plies": visited["plies"] / tables,
        "server": before,
        "loaded": (loaded - before) / tables,
        "watched": (watched - before) / tables,
    }


@contextmanager
def fresh_postgresql(server: str) -> Iterator[str]:
    """The address of an empty database."""
    name = f"ludarium_bench_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        database, notes = str(Path(folder) / "tables.db"), Path(folder) / "tables.json"
        found = {
            "echo": load("echo", ECHO, asked),
            "SQLite": load("SQLite", [*COMMAND, database], asked, notes),
        }
        kept = memory([*COMMAND, database], asked.tables, notes)
        for count in asked.servers if asked.postgresql else ():
            with fresh_postgresql(asked.postgresql) as address:
                name = f"PostgreSQL, {count} servers" if count > 1 else "PostgreSQL"
                found[name] = load(name, [*COMMAND, address], asked, notes, count)
    return {
        "tables": asked.tables,
        "seconds_held": asked.hold,
        "steps": {name: one["steps"] for name, one in found.items()},
        "held": {name: one["held"] for name, one in found.items()},
        "limits": {
            name: one["held"]["rate"] if one["held"] else 0.0 for name, one in found.items()
        },
        "memory": kept,
    }


def add_row(table: Table, name: str, step: dict[str, float]) -> None:
    times = [f"{step[part]:.1f}" for part in ("p50", "p99", "p99.9", "longest")]
    cpu = [f"{100 * step[part]:.0f}%" for part in ("server_cpu", "client_cpu", "others_cpu")]
    slow = "red" if step["p99"] > LIMIT else ""
    table.add_row(name, f"{step['rate']:.0f}", *times, *cpu, style=slow)


def show(found: dict[str, Any]) -> None:
    table = Table(
        title=f"{found['tables']:,} tables, {2 * found['tables']:,} WebSockets: milliseconds "
        "from one player to the other"
    )
    columns = ("server", "moves/s", "p50", "p99", "p99.9", "longest", "CPU: server", "players")
    for name in (*columns, "others"):
        table.add_column(name, justify="left" if name == "server" else "right")
    for name, steps in found["steps"].items():
        held = found["held"][name]
        for step in sorted(steps, key=lambda step: step["offered"]):
            add_row(table, name, step)
        if held:
            add_row(table, f"{name}, held", held)
        table.add_section()
    console.print(table)
    for name, limit in found["limits"].items():
        console.print(
            f"{name}: {limit:.0f} moves/s for {found['seconds_held']:.0f} s with p99 up to "
            f"{LIMIT:.0f} ms"
        )
    kept = found["memory"]
    console.print(
        f"An idle table, {kept['plies']:.0f} moves old: {kept['loaded']:.1f} KB; with two "
        f"players connected {kept['watched']:.1f} KB; "
        f"the server itself {kept['server'] / 1024:.0f} MB"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2_000, help="tables of two players (2000)")
    parser.add_argument("--seconds", type=float, default=6.0, help="of each step (6)")
    parser.add_argument(
        "--hold", type=float, default=300.0, help="seconds for which a rate is held (300)"
    )
    parser.add_argument(
        "--postgresql",
        default=os.environ.get("LUDARIUM_TEST_DATABASE"),
        help="an address; without one, SQLite only",
    )
    parser.add_argument(
        "--servers",
        type=int,
        nargs="+",
        default=[1],
        help="numbers of servers on one PostgreSQL, each measured (1)",
    )
    parser.add_argument(
        "--requests",
        action="store_true",
        help="send each move as a request of its own, not over the player's WebSocket",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    arguments = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < 2 * arguments.tables + 200:
        parser.error(
            f"{2 * arguments.tables} sockets are more than the {most} files that this system "
            "allows a process"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    found = measure(arguments)
    if arguments.json:
        print(json.dumps(found))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
