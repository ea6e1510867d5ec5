"""How long moves at other tables take while somebody attacks the server.

Players at 200 tables, each from an address of their own, move at a steady rate, in peace and under
each attack, then under all at once. The attacker is a program on the same machine that does what it
can, each attack from one address, or with --wide all from addresses of one /48 of IPv6, and shares
the machine's cores. A move counts from one player's
request to the other's WebSocket. `memory` is that of all the server's processes after the attack,
`kept` what its folder then holds, in MB.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from rich.console import Console
from rich.table import Table
from tables import SERVE, Serving

HERE = Path(__file__).parent
GOAL = 100.0  # milliseconds, for all but one move in a hundred
PEACE = 20.0  # seconds at most
WARMING = 5.0  # seconds of an attack before moves are timed
MEGABYTE = 1_000_000
LONGEST_ANSWER = 20.0  # seconds
PLAYERS = 10_000  # as many as a tournament may have
FRAMES = 10_000  # of a WebSocket, sent at once
EMPTY = b"\x81\x80" + bytes(4)  # a message of no letters, under a mask
PING = b"\x89\x80" + bytes(4)
COLUMNS = "abcdefghjklmnopqrst"  # of the largest board of Go
# international draughts: the king on 49 takes up to fifteen men; a search visits 22,430 positions
RUNS = "10/2b1b1b1b1/3b6/2b5b1/1b3b4/8b1/1b8/6b1b1/1b1b1b4/6W3 w - 0"
NETWORK = "2001:db8:1:"  # a /48; the next group names a /64
FIGURES = ("p50", "p99", "longest", "memory", "kept")
console = Console()


class Attacker:
    """A client from one address, which counts how it was answered.

    source: an address of this machine; of IPv6 a /48, from which each request comes from another
    /64, as a proxy tells the server.
    """

    def __init__(self, address: str, source: str, answers: Counter[str]) -> None:
        parts = urlsplit(address)
        self.host, self.port, self.netloc = parts.hostname, parts.port, parts.netloc
        self.source = source
        self.answers = answers
        self.token = ""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        local = None if self.is_wide else (self.source, 0)
        return await asyncio.open_connection(self.host, self.port, local_addr=local)

    @property
    def is_wide(self) -> bool:
        return ":" in self.source

    def whence(self) -> str:
        """The header of a request that says where it comes from, if the connection does not."""
        if not self.is_wide:
            return ""
        return f"x-forwarded-for: {self.source}{secrets.token_hex(2)}::1\r\n"

    def another(self) -> Attacker:
        """Another client at the same address."""
        return Attacker(f"http://{self.netloc}", self.source, self.answers)

    async def open_socket(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket, once the server let it in."""
        reader, writer = await self.connect()
        writer.write(
            f"GET {path} HTTP/1.1\r\nhost: {self.netloc}\r\n{self.whence()}"
            f"authorization: Bearer {self.token}\r\n"
            "upgrade: websocket\r\nconnection: upgrade\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {new_key()}\r\n\r\n".encode()
        )
        try:
            await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            writer.transport.abort()
            raise
        return reader, writer

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json"
    ) -> Any:
        """The answer to one request on a connection of its own, as JSON; None where it has none."""
        reader, writer = await self.connect()
        try:
            head = f"{method} {path} HTTP/1.1\r\nhost: {self.netloc}\r\nconnection: close\r\n"
            head += self.whence()
            if self.token:
                head += f"authorization: Bearer {self.token}\r\n"
            else:
                head += f"origin: http://{self.netloc}\r\n"
            head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            async with asyncio.timeout(LONGEST_ANSWER):
                await writer.drain()
                answer = await reader.read()
            status = answer[9:12].decode()
            self.answers[status or "closed"] += 1
            found = answer.partition(b"\r\n\r\n")[2]
            return json.loads(found) if status.startswith("2") and found[:1] in b"{[" else None
        finally:
            writer.transport.abort()

    async def send(self, method: str, path: str, **fields: Any) -> Any:
        return await self.ask(method, path, json.dumps(fields).encode())

    async def introduce(self) -> None:
        """Get a token."""
        self.token = ""
        made = await self.send("POST", "/api/identities", name="")
        self.token = made["token"] if made else ""

    async def again_and_again(self, act: Callable[[], Awaitable[Any]], at_once: int) -> None:
        """Do it over and over, so many times at once."""

        async def go_on() -> None:
            while True:
                try:
                    await act()
                except (OSError, TimeoutError) as error:
                    self.answers[type(error).__name__] += 1
                    await asyncio.sleep(0.01)

        await asyncio.gather(*(go_on() for _ in range(at_once)))


async def files(one: Attacker) -> None:
    """Lists of players in a slow encoding, and as long as they may be."""
    await one.introduce()
    path = f"/api/tournaments/{await tournament(one)}/players.csv"
    bodies = {
        "punycode": b"a" * 2 * MEGABYTE,
        "utf-8": b"name\n" + b"".join(b"Player %d\n" % number for number in range(10_000)),
    }

    async def upload() -> None:
        encoding = secrets.choice(list(bodies))
        await one.ask("POST", f"{path}?encoding={encoding}", bodies[encoding], "text/csv")

    await one.again_and_again(upload, 8)


async def tournament(one: Attacker) -> str:
    """The id of a new tournament that has no players yet."""
    options = {"name": "x", "game": "yoxii", "format": "single", "online": False}
    made = await one.send("POST", "/api/tournaments", **options)
    return str((made or {}).get("id", "none"))


async def sheets(one: Attacker) -> None:
    """The bracket of a thousand players, printed again and again."""
    await one.introduce()
    identity = await tournament(one)
    names = b"name\n" + b"".join(b"Player %d\n" % number for number in range(1_000))
    await one.ask("POST", f"/api/tournaments/{identity}/players.csv", names, "text/csv")
    await one.send("POST", f"/api/tournaments/{identity}/start")
    path = f"/tournament/{identity}/print?sheets=bracket&x="
    await one.again_and_again(lambda: one.ask("GET", path + secrets.token_hex(4)), 8)


async def headers(one: Attacker) -> None:
    """Headers without an end."""

    async def send() -> None:
        reader, writer = await one.connect()
        try:
            writer.write(b"GET / HTTP/1.1\r\n" + one.whence().encode())
            for _ in range(100):
                writer.write(b"x: " + b"y" * MEGABYTE + b"\r\n")
                await writer.drain()
            one.answers[(await reader.read(12))[9:].decode() or "closed"] += 1
        finally:
            writer.transport.abort()

    await one.again_and_again(send, 8)


def new_key() -> str:
    """The key of a WebSocket that is asked for."""
    return base64.b64encode(secrets.token_bytes(16)).decode()


async def sockets(one: Attacker) -> None:
    """Hundreds of connections that say nothing, or little, and as many WebSockets."""

    async def idle() -> None:
        reader, writer = await one.connect()
        try:
            writer.write(b"GET /api/lobby HTTP/1.1\r\n" + one.whence().encode())
            if secrets.randbelow(2):
                writer.write(
                    f"host: {one.netloc}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                    f"sec-websocket-version: 13\r\nsec-websocket-key: {new_key()}\r\n\r\n".encode()
                )
            while await reader.read(65_536):
                pass
            one.answers["closed"] += 1
        finally:
            writer.transport.abort()

    await one.again_and_again(idle, 600)


async def frames(one: Attacker) -> None:
    """WebSockets that bring thousands of small frames at once, and pings without an end."""
    await one.introduce()
    options = {"game": "yoxii", "sit": ["me", None]}
    table = await one.send("POST", "/api/tables", **options)
    paths = ["/api/lobby", f"/api/tables/{(table or {}).get('id', 'none')}/watch"]

    async def send() -> None:
        try:
            reader, writer = await one.open_socket(secrets.choice(paths))
        except asyncio.IncompleteReadError:
            one.answers["closed"] += 1
            return
        flood = secrets.choice([EMPTY, PING]) * FRAMES
        reading = asyncio.create_task(thrown_away(reader))
        try:
            while not reading.done():
                writer.write(flood)
                await writer.drain()
        finally:
            reading.cancel()
            one.answers["closed"] += 1
            writer.transport.abort()

    await one.again_and_again(send, 32)


async def thrown_away(reader: asyncio.StreamReader) -> None:
    """Read until the server disconnects."""
    with contextlib.suppress(ConnectionError):
        while await reader.read(65_536):
            pass


async def bots(one: Attacker) -> None:
    """Twenty games against the strongest bot, and ten analysts."""
    await one.introduce()

    async def play() -> None:
        options = {"game": "yoxii", "sit": ["me", "level:8"]}
        table = await one.send("POST", "/api/tables", **options)
        while table:
            path = f"/api/tables/{table['id']}"
            now = await one.ask("GET", path)
            if not now or now["status"] == "over":
                return
            if 0 in now["movers"]:
                legal = (await one.ask("GET", f"{path}/legal") or {}).get("legal", {}).get("0")
                if legal:
                    move = secrets.choice(legal)["move"]
                    await one.send("POST", f"{path}/moves", seat=0, ply=now["ply"], move=move)
            await asyncio.sleep(0.5)

    async def analyse() -> None:
        await one.send("POST", "/api/analysis", game="yoxii", seconds=2.0, lines=5)

    await asyncio.gather(one.again_and_again(play, 20), one.again_and_again(analyse, 10))


async def strangers(one: Attacker) -> None:
    """A new visitor for each request, who opens a table."""

    async def come() -> None:
        await one.send("POST", "/api/tables", game="connect4", sit=["me"], listed=True)

    await one.again_and_again(come, 16)


async def guesses(one: Attacker) -> None:
    """Passwords, each of which the server has to hash."""

    async def guess() -> None:
        await one.send(
            "POST", "/api/session", name=secrets.token_hex(4), password=secrets.token_hex(8)
        )

    await one.again_and_again(guess, 16)


async def pictures(one: Attacker) -> None:
    """Positions of games, drawn, also after hundreds of moves, and one in which a king may take in
    thousands of ways.
    """
    game = ",".join(f"{column}{row}" for row in range(1, 19) for column in COLUMNS)
    long = f"/api/games/go/scene?ruleset=19&viewer=0&moves={game}"
    given = f"/api/games/international/scene?position={quote(RUNS)}"

    async def draw() -> None:
        column = secrets.choice("abcdefg")
        short = f"/api/games/connect4/scene?viewer=0&moves={column}1&x={column}"
        await one.ask("GET", secrets.choice((long, short, given)))

    await one.again_and_again(draw, 16)


async def leavings(one: Attacker) -> None:
    """Tournaments of ten thousand players, each of a new identity, which nobody ever plays."""
    names = b"name\n" + b"".join(b"Player %d\n" % number for number in range(PLAYERS))

    async def leave() -> None:
        other = one.another()
        await other.introduce()
        path = f"/api/tournaments/{await tournament(other)}/players.csv"
        await other.ask("POST", path, names, "text/csv")

    await one.again_and_again(leave, 4)


async def bots_cup(one: Attacker) -> None:
    """A tournament of ten thousand of the strongest bots."""
    await one.introduce()
    options = {"name": "x", "game": "yoxii", "format": "single", "automatic": True}
    made = await one.send("POST", "/api/tournaments", **options)
    path = f"/api/tournaments/{(made or {}).get('id', 'none')}"
    rows = b"name,bot\n" + b"".join(b"Bot %d,level:8\n" % number for number in range(PLAYERS))
    await one.ask("POST", f"{path}/players.csv", rows, "text/csv")
    await one.send("POST", f"{path}/start")
    await asyncio.Event().wait()


async def rounds(one: Attacker) -> None:
    """The first round of ten thousand players, a megabyte, read again and again."""
    await one.introduce()
    path = f"/api/tournaments/{await tournament(one)}"
    names = b"name\n" + b"".join(b"Player %d\n" % number for number in range(PLAYERS))
    await one.ask("POST", f"{path}/players.csv", names, "text/csv")
    await one.send("POST", f"{path}/start")
    await one.again_and_again(lambda: one.ask("GET", f"{path}/rounds/1"), 16)


async def lists(one: Attacker) -> None:
    """Lists of tables, by a game that nobody plays."""
    await one.again_and_again(lambda: one.ask("GET", "/api/tables?state=over&game=hex"), 16)


async def studies(one: Attacker) -> None:
    """Studies, each of a new identity, as long as they may be."""
    comment = {"comment": "x" * 1_000}
    tree = [comment, {"move": "e5/3f5", **comment}, {"move": "d5/4e5", **comment}]

    async def save() -> None:
        other = one.another()
        await other.introduce()
        await other.send("POST", "/api/studies", game="yoxii", positions=tree)

    await one.again_and_again(save, 4)


async def lobby(one: Attacker) -> None:
    """Tables that wait for players, also of quick pairing, each of a new identity, which reads the
    lobby.
    """

    async def open_one() -> None:
        other = one.another()
        await other.introduce()
        path = secrets.choice(("/api/tables", "/api/pairings"))
        await other.send("POST", path, game="yoxii", **({"sit": ["me"]} if "tab" in path else {}))
        await other.ask("GET", "/api/tables?state=open")

    await one.again_and_again(open_one, 8)


async def hall(one: Attacker) -> None:
    """A tournament that people join all the time, come to, and leave."""
    await one.introduce()
    options = {"name": "x", "game": "yoxii", "format": "swiss"}
    made = await one.send("POST", "/api/tournaments", **options)
    path = f"/api/tournaments/{(made or {}).get('id', 'none')}"

    async def arrive() -> None:
        other = one.another()
        await other.introduce()
        await other.send("POST", f"{path}/join", name=secrets.token_hex(4))
        sockets = []
        try:
            for place in ("/api/calls", f"{path}/watch"):
                with contextlib.suppress(asyncio.IncompleteReadError):
                    sockets.append(await other.open_socket(place))
            await asyncio.sleep(1)
        finally:
            for _, writer in sockets:
                writer.transport.abort()

    await one.again_and_again(arrive, 64)


async def sign_ins(one: Attacker) -> None:
    """Guests who have games sign in to one account, with its password and with others."""
    name, password = secrets.token_hex(4), secrets.token_hex(8)
    await one.introduce()
    await one.send("POST", "/api/accounts", name=name, password=password)

    async def sign_in() -> None:
        other = one.another()
        await other.introduce()
        await other.send("POST", "/api/tables", game="yoxii", sit=["me", "me"])
        for word in (secrets.token_hex(8), password):
            await other.send("POST", "/api/session", name=name, password=word)

    await one.again_and_again(sign_in, 8)


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    attack.__name__: attack
    for attack in (
        files,
        sheets,
        headers,
        sockets,
        frames,
        bots,
        strangers,
        guesses,
        pictures,
        leavings,
        bots_cup,
        rounds,
        lists,
        studies,
        lobby,
        hall,
        sign_ins,
    )
}


async def attack(names: Sequence[str], address: str, seconds: float, wide: bool) -> dict[str, int]:
    """Attack for so long, in each way from an address of its own, and in all at once from others,
    which nothing was refused before. The answers, by status.

    wide: in all ways from one /48 of IPv6.
    """
    answers: Counter[str] = Counter()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            attackers = {
                name: Attacker(
                    address,
                    NETWORK if wide else f"127.0.{1 if len(names) == 1 else 2}.{number}",
                    answers,
                )
                for number, name in enumerate(ATTACKS, 1)
                if name in names
            }
            await asyncio.gather(*(persistently(name, one) for name, one in attackers.items()))
    return dict(answers)


async def persistently(name: str, one: Attacker) -> None:
    """Attack in this way, and begin again where the server did not even answer at first."""
    while True:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
            await ATTACKS[name](one)
        one.answers["gave up"] += 1
        await asyncio.sleep(1)


@contextmanager
def attacking(
    names: Sequence[str], address: str, seconds: float, wide: bool
) -> Iterator[dict[str, int]]:
    """A program that attacks; how it was answered is in the dictionary after the context."""
    answers: dict[str, int] = {}
    if not names:
        yield answers
        return
    program = subprocess.Popen(
        [
            sys.executable,
            __file__,
            *(["--wide"] if wide else []),
            "--attack",
            ",".join(names),
            address,
            str(seconds),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield answers
    finally:
        answers.update(json.loads(program.communicate(timeout=60)[0] or "{}"))


def resident(process: int) -> int:
    """The memory of a process and all that it started, in bytes, as Linux tells it."""
    parents = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, _, rest = file.read_text().partition(" (")
            parents[int(number)] = int(rest.rpartition(") ")[2].split()[1])
    family = {process}
    while more := {one for one, parent in parents.items() if parent in family} - family:
        family |= more
    found = 0
    for one in family:
        with contextlib.suppress(OSError):
            pages = Path(f"/proc/{one}/statm").read_text().split()[1]
            found += int(pages) * os.sysconf("SC_PAGE_SIZE")
    return found


def measure(
    tables: int, rate: float, seconds: float, steps: Sequence[Sequence[str]], wide: bool
) -> list[dict[str, Any]]:
    """What the moves took in each step: under these attacks at once; in peace under none."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        server = Serving([*SERVE, "--database", str(Path(folder) / "tables.db")])
        players = subprocess.Popen(
            [
                sys.executable,
                str(HERE / "tables_client.py"),
                server.address,
                str(tables),
                "--forwarded",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

        def ask(*words: object) -> dict[str, float]:
            assert players.stdin
            assert players.stdout
            print(*words, file=players.stdin, flush=True)
            answer: dict[str, float] = json.loads(players.stdout.readline())
            return answer

        try:
            ask("open")
            ask("connect")
            for names in steps:
                label = "peace" if not names else names[0] if len(names) == 1 else "all at once"
                with attacking(names, server.address, seconds + WARMING + 3, wide) as answers:
                    time.sleep(WARMING)
                    step = ask("step", rate, seconds if names else min(seconds, PEACE))
                kept = sum(file.stat().st_size for file in Path(folder).iterdir()) / MEGABYTE
                memory = resident(server.process.pid) / MEGABYTE
                found.append(
                    {"attack": label, **step, "memory": memory, "kept": kept, "answers": answers}
                )
        finally:
            players.kill()
            players.wait()
            server.process.terminate()
            server.process.wait()
    return found


def show(found: list[dict[str, Any]], tables: int, rate: float) -> None:
    table = Table(title=f"{tables} tables, {rate:.0f} moves/s: milliseconds to the other player")
    for name in ("attack", *FIGURES, "answers to the attacker"):
        table.add_column(name, justify="right" if name in FIGURES else "left")
    for step in found:
        answers = Counter(step["answers"])
        table.add_row(
            step["attack"],
            *(f"{step[name]:.0f}" for name in FIGURES),
            ", ".join(f"{status}: {count:,}" for status, count in answers.most_common(4)),
            style="red" if step["p99"] > GOAL else "",
        )
    console.print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200, help="tables of two players (200)")
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second (50)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each attack (20)")
    parser.add_argument("--only", nargs="+", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--wide", action="store_true", help="all from one /48 of IPv6")
    parser.add_argument("--together", action="store_true", help="all at once alone")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--attack", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.attack:
        names, address, seconds = arguments.attack
        print(
            json.dumps(
                asyncio.run(attack(names.split(","), address, float(seconds), arguments.wide))
            )
        )
        return 0
    alone = [] if arguments.together else [[name] for name in arguments.only]
    steps = [[], *alone, arguments.only]
    found = measure(arguments.tables, arguments.rate, arguments.seconds, steps, arguments.wide)
    if arguments.json:
        print(json.dumps({"cores": os.cpu_count(), "attacks": found}))
    else:
        show(found, arguments.tables, arguments.rate)
    return 0 if all(step["p99"] <= GOAL for step in found) else 1


if __name__ == "__main__":
    sys.exit(main())
