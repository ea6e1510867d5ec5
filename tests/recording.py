"""Records all bytes that readers of a table receive, to compare recordings."""

from __future__ import annotations

import re

import httpx
import orjson

from tables_help import Visitor, Watch

__all__ = ["LISTEN", "READ", "Recorder", "same"]

READ = (
    "/api/tables/{}",
    "/api/tables/{}/events",
    "/api/tables/{}/events?after=4",
    "/api/tables/{}/legal",
    "/api/tables/{}/view",
    "/api/tables/{}/view?ply=0",
    "/api/tables/{}/scene",
    "/api/tables/{}/scene?viewer=1",
    "/api/tables/{}/board.svg",
    "/api/tables/{}/record.jsonl",
    "/api/tables/{}/animation.svg",
    "/api/tables?state=open",
    "/api/tables?state=live",
    "/api/tables?state=live&mine=true",
    "/api/tables?state=over",
    "/api/me",
    "/table/{}",
    "/",
    "/account",
)
LISTEN = ("/tables/{}/watch", "/tables/{}/watch?scene=1&viewer=1", "/lobby")
SAME = (  # what differs between any two games, and what stands for it
    (
        rb'"(now|at|created|updated|ended|began|deadline|seconds)":\s?\[?-?[\d.e, -]+\]?',
        rb'"\1":TIME',
    ),
    (rb"[0-9a-f]{64}", b"COMMITMENT"),
    # of the round before; that none comes out early is looked at by itself
    (rb'"nonce":"[0-9a-f]{32}"', b'"nonce":OPENED'),
    (rb"[A-Z2-7]{4}-[A-Z2-7]{4}", b"CODE"),
    (rb"\d+\.\d+\.\d+\.\d+:\d+", b"SERVER"),
    (rb"ludarium=[\w.-]+", b"COOKIE"),
    (rb'"spectators":\d+', b'"spectators":SOME'),
    (rb'placeholder="[^"]+"', b"BEAST"),  # of the guest that reads the page
    (rb"\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT", b"DATE"),
    (rb'<svg[^>]* class="qr-code".*?</svg>', b"QR"),  # of the table's address
)


DATA = re.compile(rb'(?<=<script type="application/json" id="state">)\{.*?(?=</script>)', re.DOTALL)


class Recorder:
    """Keeps all bytes that anybody receives."""

    def __init__(self) -> None:
        self.received: list[tuple[str, bytes]] = []

    def keep(self, what: str, answer: httpx.Response) -> httpx.Response:
        headers = b"\n".join(
            name + b": " + value
            for name, value in answer.headers.raw
            if name.lower() != b"content-length"
        )
        body = (
            ordered(answer.content)
            if answer.headers["content-type"] == "application/json"
            else DATA.sub(lambda found: ordered(found[0]), answer.content)
        )
        self.received.append((what, b"%d\n%s\n%s" % (answer.status_code, headers, body)))
        return answer

    def keep_messages(self, what: str, watch: Watch) -> None:
        self.received += [
            (what, ordered(message))
            for message in watch.messages
            # spectators are told as they come and go, which depends on the machine
            if b'"type":"presence"' not in message
        ]
        watch.messages.clear()

    def read(self, table: str, **readers: Visitor) -> None:
        """Let everybody look everywhere."""
        for name, reader in readers.items():
            for path in READ:
                self.keep(f"{name}: {path}", reader.get(path.format(table)))

    def listen(self, table: str, **readers: Visitor) -> None:
        """Let those who come just now listen."""
        for name, reader in readers.items():
            for path in LISTEN:
                with reader.watching(path.format(table)) as watch:
                    watch.next()
                    self.keep_messages(f"{name}: {path}", watch)

    def normalised(self, tables: list[str]) -> list[tuple[str, str]]:
        """What was received, with one name for what differs between any two games."""
        return [(what, same(received, tables)) for what, received in self.received]

    @property
    def all(self) -> bytes:
        return b"\n".join(received for _, received in self.received)


def ordered(data: bytes) -> bytes:
    """The JSON with names in alphabetical order: in what order the server has them may change from
    one process to the next.
    """
    return orjson.dumps(orjson.loads(data), option=orjson.OPT_SORT_KEYS)


def same(received: bytes, tables: list[str]) -> str:
    for pattern, name in SAME:
        received = re.sub(pattern, name, received, flags=re.DOTALL)
    for number, table in enumerate(tables):
        received = received.replace(table.encode(), b"TABLE%d" % number)
    return received.decode()
