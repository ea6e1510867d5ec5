"""How many moves a second a server carries with thousands of tables open, from one player to the
other; and what memory a table takes.

Short steps find about where the limit is; a rate counts as carried when it is then held for
minutes, with every pause that falls into them. The server, on SQLite and on PostgreSQL, is compared
with a minimal echo of the same stack that runs beside it: a step or half a minute of one, then of
the other, as the speed of a shared machine changes within minutes. All is on this machine: the
server, its database and the process that plays all players (`tables_client.py`) share its cores.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
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
SLOWER = 0.85  # what is held, of the limit of short steps, and tried next where that is too fast
HOLDS = 12  # tries, down to a sixth; those that fail end early
SLICE = 30.0  # seconds, of one after the other, while rates are held
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


class Side:
    """A server, or some on one database, and its players."""

    def __init__(self, name: str, server: Servers, players: Players) -> None:
        self.name, self.server, self.players = name, server, players
        self.steps: list[dict[str, float]] = []
        self.held: dict[str, float] | None = None

    @property
    def limit(self) -> float:
        """The highest rate that was fast enough in a short step."""
        return max((step["offered"] for step in self.steps if step["p99"] <= LIMIT), default=0.0)

    def step(self, rate: float, seconds: float) -> dict[str, float]:
        """Offer so many moves a second. others_cpu: what all other processes of the machine took,
        such as the database.
        """
        begin, own, all_of_it = time.perf_counter(), self.server.cpu, machine_cpu()
        found = self.players.ask("step", rate, seconds, LIMIT)
        took = time.perf_counter() - begin
        server_cpu = (self.server.cpu - own) / took
        others = (machine_cpu() - all_of_it) / took - server_cpu - found["client_cpu"]
        progress.print(
            f"  {self.name}: {found['rate']:.0f} moves/s for {took:.0f} s: p99 {found['p99']:.1f} "
            f"ms, longest {found['longest']:.0f} ms, "
            f"{1000 * server_cpu / max(found['rate'], 1):.2f} ms of processor time a move",
            soft_wrap=True,
        )
        return {
            **found,
            "offered": rate,
            "server_cpu": server_cpu,
            "others_cpu": max(0.0, others),
        }

    def search(self, seconds: float) -> Iterator[None]:
        """Go faster and faster until one in a hundred moves takes too long, then nearer to where
        that begins; stops after each try.
        """
        good, bad, rate = 0.0, 0.0, FIRST
        halvings = 0
        while rate < MOST:
            for _ in range(TRIES):
                step = self.step(rate, seconds)
                yield
                if step["p99"] <= LIMIT:
                    break
            self.steps.append(step)
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

    def hold(self, seconds: float) -> Iterator[None]:
        """Hold the highest rate, from below the limit of the steps on, that is fast enough for so
        long; stops after each slice of that.
        """
        rate = SLOWER * self.limit
        for _ in range(HOLDS if rate else 0):
            self.players.ask("total")  # from here on
            slices: list[dict[str, float]] = []
            late = 0.0
            while len(slices) * SLICE < seconds and late <= rate * seconds / 100:
                slices.append(self.step(rate, min(SLICE, seconds)))
                late += slices[-1]["late"]
                yield
            total = self.players.ask("total")
            if total["p99"] <= LIMIT and late <= rate * seconds / 100:
                means = {
                    name: sum(one[name] for one in slices) / len(slices)
                    for name in ("rate", "server_cpu", "client_cpu", "others_cpu")
                }
                self.held = {**total, **means, "offered": rate}
                return
            rate *= SLOWER

    def to_json(self) -> dict[str, Any]:
        return {"steps": self.steps, "limit": self.limit, "held": self.held}


@contextmanager
def side(
    name: str, command: list[str], asked: argparse.Namespace, echo: bool, count: int = 1
) -> Iterator[Side]:
    """A server that runs, with all players connected."""
    options = ["--requests"] * asked.requests + ["--echo"] * echo
    with (
        serving(command, count) as server,
        playing(server.address, asked.tables, *options) as players,
    ):
        players.ask("open")
        players.ask("connect")
        yield Side(name, server, players)


def load(
    name: str, command: list[str], asked: argparse.Namespace, notes: Path, count: int = 1
) -> dict[str, Any]:
    """The steps of this server, or of so many on one database, and what was held, beside those of
    an echo. notes: where to write down which tables there are.
    """
    with (
        side("echo", ECHO, asked, echo=True) as echo,
        side(name, command, asked, echo=False, count=count) as server,
    ):
        sides = (echo, server)
        in_turn(one.search(asked.seconds) for one in sides)
        in_turn(one.hold(asked.hold) for one in sides)
        server.players.ask("note", notes)
        return {"echo": echo.to_json(), "server": server.to_json()}


def in_turn(parts: Iterable[Iterator[None]]) -> None:
    """Go on with each in turn until all have ended."""
    for _ in itertools.zip_longest(*parts):
        pass


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
        found = {"SQLite": load("SQLite", [*COMMAND, database], asked, notes)}
        kept = memory([*COMMAND, database], asked.tables, notes)
        for count in asked.servers if asked.postgresql else ():
            with fresh_postgresql(asked.postgresql) as address:
                name = f"PostgreSQL, {count} servers" if count > 1 else "PostgreSQL"
                found[name] = load(name, [*COMMAND, address], asked, notes, count)
    return {
        "tables": asked.tables,
        "seconds_held": asked.hold,
        "load": found,
        "memory": kept,
    }


def rate_of(held: dict[str, float] | None) -> float:
    """The moves a second that were held; 0 where none were."""
    return held["rate"] if held else 0.0


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
    for name, pair in found["load"].items():
        for label, one in (("echo", pair["echo"]), (name, pair["server"])):
            for step in sorted(one["steps"], key=lambda step: step["offered"]):
                add_row(table, label, step)
            if one["held"]:
                add_row(table, f"{label}, held", one["held"])
            table.add_section()
    console.print(table)
    for name, pair in found["load"].items():
        echo, server = pair["echo"], pair["server"]
        held, echo_held = rate_of(server["held"]), rate_of(echo["held"])
        console.print(
            f"{name}: {held:.0f} moves/s for {found['seconds_held']:.0f} s with p99 up to "
            f"{LIMIT:.0f} ms, {held / (echo_held or 1):.2f} of the echo's {echo_held:.0f}; in "
            f"steps {server['limit']:.0f}, {server['limit'] / (echo['limit'] or 1):.2f} of "
            f"{echo['limit']:.0f}"
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
