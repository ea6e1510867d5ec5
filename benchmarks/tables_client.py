"""The players of `tables.py`: thousands of them in one process, each at a table of two, with no
more work for each message than is needed.

It prints what it finds as lines of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import math
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, cast
from urllib.parse import urlsplit

import orjson
import uvloop

# Moves of aiyawatstani that a table can go on with for long: two of the opening, then four that
# come back to where they began.
OPENING = ("D4-E5", "B6xD4")
CYCLE = ("E5-C5", "A5-B6", "C5-E5", "B6-A5")
OPTIONS = {
    "game": "aiyawatstani",
    "ruleset": "ludii-4",
    "repetition": False,
    "clock": {"kind": "days", "days": 1},
    "sit": ["me", None],
}
CONNECTIONS = 64  # for requests
IDLE = 2.0  # seconds, after which a server might close one just as it is used again
OPENING_AT_ONCE = 32  # tables
NEVER = 60.0  # seconds
SETTLING = 5.0  # seconds after a step in which late messages still count
TEXT, CLOSED, PINGED, PONG = 1, 8, 9, 10  # kinds of WebSocket frames
REFUSED = b'{"type":"refused"'
SHORT, LONG = 126, 127  # what the first length byte says of the bytes that follow


def move_after(ply: int) -> str:
    return OPENING[ply] if ply < len(OPENING) else CYCLE[(ply - len(OPENING)) % len(CYCLE)]


class Requests(asyncio.Protocol):
    """One HTTP connection, for one request at a time."""

    def __init__(self) -> None:
        self._received = b""
        self._answer: asyncio.Future[bytes] | None = None
        self._transport: asyncio.Transport
        self._used = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_exception(ConnectionResetError("the server closed the connection"))

    @property
    def is_fresh(self) -> bool:
        """Whether it is open, and was used lately."""
        idle = asyncio.get_running_loop().time() - self._used
        return idle < IDLE and not self._transport.is_closing()

    def close(self) -> None:
        self._transport.close()

    async def send(self, request: bytes) -> bytes:
        """The content of the answer. Raises RuntimeError where it is an error."""
        loop = asyncio.get_running_loop()
        self._answer = loop.create_future()
        self._transport.write(request)
        answer = await self._answer
        self._used = loop.time()
        return answer

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, separator, content = self._received.partition(b"\r\n\r\n")
        if not separator:
            return
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        if len(content) < length:
            return
        self._received = b""
        assert self._answer
        if head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
            self._answer.set_result(content)
        else:
            self._answer.set_exception(
                RuntimeError(f"{head.splitlines()[0].decode()}: {content[:300].decode()}")
            )


class Web:
    """A server, and a few connections to it that all players share.

    forwarded: whether each player comes from an address of their own, as from behind a proxy.
    """

    def __init__(self, address: str, forwarded: bool) -> None:
        self.forwarded = forwarded
        parts = urlsplit(address)
        assert parts.hostname
        assert parts.port
        self.host, self.port, self.netloc = parts.hostname, parts.port, parts.netloc
        self._free: list[Requests] = []
        self._room = asyncio.Semaphore(CONNECTIONS)

    def head(self, method: str, path: str, token: str, player: int) -> str:
        """The first headers of a request."""
        head = f"{method} /api{path} HTTP/1.1\r\nhost: {self.netloc}\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        if self.forwarded:
            head += f"x-forwarded-for: 10.0.{player // 250}.{player % 250 + 1}\r\n"
        return head

    def request(
        self, method: str, path: str, body: Any = None, token: str = "", player: int = 0
    ) -> bytes:
        content = orjson.dumps(body)
        return (
            f"{self.head(method, path, token, player)}content-type: application/json\r\n"
            f"content-length: {len(content)}\r\n\r\n".encode()
            + content
        )

    async def send(self, request: bytes) -> bytes:
        async with self._room:
            while self._free and not self._free[-1].is_fresh:
                self._free.pop().close()
            if self._free:
                connection = self._free.pop()
            else:
                _, connection = await asyncio.get_running_loop().create_connection(
                    Requests, self.host, self.port
                )
            answer = await connection.send(request)
            self._free.append(connection)
            return answer

    async def ask(
        self, method: str, path: str, body: Any = None, token: str = "", player: int = 0
    ) -> Any:
        return orjson.loads(await self.send(self.request(method, path, body, token, player)))


class Watch(asyncio.Protocol):
    """One WebSocket. on_message: called with each text."""

    def __init__(self, handshake: bytes, on_message: Callable[[bytes], None]) -> None:
        self._handshake, self._on_message = handshake, on_message
        self._received = b""
        self._parts = b""  # of a message in several frames
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._handshake)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError("the server refused a WebSocket"))

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._open:
            head, separator, rest = self._received.partition(b"\r\n\r\n")
            if not separator:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(RuntimeError(head.decode()))
                self._transport.close()
                return
            self._open, self._received = True, rest
            self.opened.set_result(None)
        for kind, ends, content in self._frames():
            self._take(kind, ends, content)

    def _frames(self) -> Iterator[tuple[int, bool, bytes]]:
        """The whole frames that have come: their kind, whether the message ends with it, and what
        it holds.
        """
        data, at = self._received, 0
        while len(data) >= at + 2:
            length, begin = data[at + 1] & 127, at + 2
            if length >= SHORT:
                size = 2 if length == SHORT else 8
                length, begin = int.from_bytes(data[begin : begin + size]), begin + size
            if len(data) < begin + length:
                break
            yield data[at] & 15, bool(data[at] & 128), data[begin : begin + length]
            at = begin + length
        self._received = data[at:]

    def send(self, content: bytes, kind: int = TEXT) -> None:
        """Send a message, under a mask of zeros."""
        length = len(content)
        told = (
            bytes([0x80 | length]) if length < SHORT else bytes([0x80 | SHORT, *length.to_bytes(2)])
        )
        self._transport.write(bytes([0x80 | kind]) + told + bytes(4) + content)

    def _take(self, kind: int, ends: bool, content: bytes) -> None:
        if kind == PINGED:
            self.send(content, PONG)
        elif kind == CLOSED:
            self._transport.close()
        elif ends:
            self._on_message(self._parts + content)
            self._parts = b""
        else:
            self._parts += content


class Game:
    """One table and its two players. players: the numbers of these. took: where to note the seconds
    that each move takes.
    """

    def __init__(
        self,
        took: list[float],
        identity: str,
        tokens: list[str],
        players: tuple[int, int] = (0, 0),
    ) -> None:
        self.took, self.id, self.tokens, self.players = took, identity, tokens, players
        self.ply = 0
        self.watches: list[Watch] = []  # by seat
        self.due = 0.0  # when the move that is under way was to be sent; 0 where there is none

    def hear(self, seat: int, message: bytes) -> None:
        """Take note when a move reaches the other player. Raises RuntimeError where it is
        refused.
        """
        if message.startswith(REFUSED):
            raise RuntimeError(message.decode())
        if self.due and seat != self.ply % 2:
            table = orjson.loads(message).get("table")
            if table and table["ply"] > self.ply:
                self.took.append(time.perf_counter() - self.due)
                self.ply, self.due = self.ply + 1, 0.0


class Players:
    """All of them, in turn at each of the servers, so that those of a table are at different ones.

    echo: the server only passes moves on, so tables need not be opened. requests: each move is a
    request of its own, else it goes over the player's WebSocket.
    """

    def __init__(self, addresses: list[str], echo: bool, forwarded: bool, requests: bool) -> None:
        self.webs = [Web(address, forwarded) for address in addresses]
        self.echo, self.requests = echo, requests
        self.games: list[Game] = []
        self.took: list[float] = []  # seconds, of the moves of a step
        self.all_took: list[float] = []  # of all steps since `total`

    def web(self, player: int) -> Web:
        return self.webs[player % len(self.webs)]

    async def open(self, count: int) -> None:
        room = asyncio.Semaphore(OPENING_AT_ONCE)

        async def open_one(number: int) -> Game:
            if self.echo:
                return Game(self.took, f"table{number}", ["ana", "ben"])
            async with room:
                ana, ben = players = (2 * number, 2 * number + 1)
                tokens = [
                    (
                        await self.web(player).ask(
                            "POST", "/identities", {"name": name}, player=player
                        )
                    )["token"]
                    for name, player in (("Ana", ana), ("Ben", ben))
                ]
                table = await self.web(ana).ask("POST", "/tables", OPTIONS, tokens[0], ana)
                seat = f"/tables/{table['id']}/seats/1"
                await self.web(ben).ask("POST", seat, {}, tokens[1], ben)
                return Game(self.took, table["id"], tokens, players)

        self.games = await asyncio.gather(*(open_one(number) for number in range(count)))

    async def visit(self) -> None:
        """Have the server load all tables."""

        async def visit_one(game: Game) -> None:
            found = await self.web(0).ask("GET", f"/tables/{game.id}", token=game.tokens[0])
            game.ply = found["ply"]

        await asyncio.gather(*map(visit_one, self.games))

    async def connect(self) -> None:
        """Let each player watch."""
        room = asyncio.Semaphore(OPENING_AT_ONCE)

        async def connect_one(game: Game, seat: int) -> Watch:
            key = base64.b64encode(os.urandom(16)).decode()
            player = game.players[seat]
            web = self.web(player)
            head = web.head("GET", f"/tables/{game.id}/watch", game.tokens[seat], player)
            upgrade = (
                "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: "
                f"13\r\nsec-websocket-key: {key}\r\n\r\n"
            )
            loop = asyncio.get_running_loop()
            async with room:
                _, watch = await loop.create_connection(
                    lambda: Watch(
                        (head + upgrade).encode(), lambda message: game.hear(seat, message)
                    ),
                    web.host,
                    web.port,
                )
                await watch.opened
            return watch

        async def connect_both(game: Game) -> None:
            game.watches = [await connect_one(game, seat) for seat in (0, 1)]

        await asyncio.gather(*map(connect_both, self.games))

    async def step(
        self, rate: float, seconds: float, seed: int, limit: float = math.inf
    ) -> dict[str, float]:
        """Offer so many moves a second at random times, table after table; how long they took until
        the other player had them.

        A move counts from when it was to be sent, even where this process came to that later.
        limit: milliseconds; `late` is how many took longer.
        """
        order = random.Random(seed)
        games = order.sample(self.games, len(self.games))
        begin, cpu = time.perf_counter(), time.process_time()
        due, turn, sent = begin, 0, 0
        sending: set[asyncio.Task[None]] = set()
        while (due := due + order.expovariate(rate)) < begin + seconds:
            if (wait := due - time.perf_counter()) > 0:
                await asyncio.sleep(wait)
            while games[turn % len(games)].due:  # its last move is not through yet
                turn += 1
                if turn % len(games) == 0:
                    await asyncio.sleep(0.001)
            games[turn % len(games)].due = due
            task = asyncio.create_task(self._move(games[turn % len(games)]))
            sending.add(task)
            task.add_done_callback(sending.discard)
            turn, sent = turn + 1, sent + 1
        lasted = time.perf_counter() - begin
        took_cpu = (time.process_time() - cpu) / lasted
        await self._settle(games, sending)
        # what never came counts as a minute
        taken = self.took + [NEVER] * (sent - len(self.took))
        self.took.clear()
        self.all_took += taken
        late = sum(seconds * 1000 > limit for seconds in taken)
        rates = {"rate": sent / lasted, "seconds": lasted, "client_cpu": took_cpu, "late": late}
        return {**rates, **percentiles(taken)}

    def total(self) -> dict[str, float]:
        """How long the moves of all steps took since this was asked last."""
        taken, self.all_took = self.all_took, []
        return percentiles(taken)

    async def _move(self, game: Game) -> None:
        seat = game.ply % 2
        body = {"ply": game.ply, "seat": seat, "move": move_after(game.ply)}
        if not self.requests:
            game.watches[seat].send(orjson.dumps({"type": "move", "id": game.ply, **body}))
            return
        player = game.players[seat]
        path = f"/tables/{game.id}/moves"
        web = self.web(player)
        await web.send(web.request("POST", path, body, game.tokens[seat], player))

    async def _settle(self, games: list[Game], sending: set[asyncio.Task[None]]) -> None:
        deadline = time.perf_counter() + SETTLING
        if sending:
            await asyncio.gather(*sending)
        while any(game.due for game in games) and time.perf_counter() < deadline:
            await asyncio.sleep(0.01)


def percentiles(taken: list[float]) -> dict[str, float]:
    """Milliseconds."""
    if len(taken) < 2:
        return {"sent": len(taken)}
    cuts = statistics.quantiles(taken, n=1000, method="inclusive")
    found = {name: cuts[at] * 1000 for name, at in (("p50", 499), ("p99", 989), ("p99.9", 998))}
    return {"sent": len(taken), **found, "longest": max(taken) * 1000}


def tell(**found: Any) -> None:
    print(json.dumps(found), flush=True)


def asked() -> list[str]:
    """The next line of what `tables.py` wants: a word, and numbers."""
    return sys.stdin.readline().split()


async def play(
    addresses: list[str], count: int, echo: bool, forwarded: bool, requests: bool
) -> None:
    """Do what is asked, until there is nothing more: open, known FILE, note FILE, connect, step
    RATE SECONDS [LIMIT], total.
    """
    players = Players(addresses, echo, forwarded, requests)
    loop = asyncio.get_running_loop()
    seed = 0
    while words := await loop.run_in_executor(None, asked):
        match words:
            case ["open"]:
                await players.open(count)
                tell(tables=len(players.games))
            case ["known", path]:
                with open(path) as file:
                    players.games = [Game(players.took, *entry) for entry in json.load(file)]
                await players.visit()
                tell(tables=len(players.games), plies=sum(game.ply for game in players.games))
            case ["note", path]:
                with open(path, "w") as file:
                    json.dump([(game.id, game.tokens) for game in players.games], file)
                tell(noted=True)
            case ["connect"]:
                await players.connect()
                tell(watches=sum(len(game.watches) for game in players.games))
            case ["step", rate, seconds, *limit]:
                seed += 1
                tell(**await players.step(float(rate), float(seconds), seed, *map(float, limit)))
            case ["total"]:
                tell(**players.total())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("addresses", help="of one server or more, separated by commas")
    parser.add_argument("tables", type=int)
    parser.add_argument("--echo", action="store_true")
    parser.add_argument("--forwarded", action="store_true")
    parser.add_argument("--requests", action="store_true")
    arguments = parser.parse_args()
    uvloop.run(
        play(
            arguments.addresses.split(","),
            arguments.tables,
            arguments.echo,
            arguments.forwarded,
            arguments.requests,
        )
    )


if __name__ == "__main__":
    main()
