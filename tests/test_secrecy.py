"""Secret choices stay secret, and stand.

A real server plays one story twice; only what the seats choose in secret differs. All that anybody
receives until the choices are opened is recorded, byte by byte: by the other seats, by those who
look on, by a stranger, through every address and both WebSockets, with headers and refusals, and
what the server writes to its log. Once ids, times and hashes, which differ between any two games,
have one name, both recordings must be equal: so nothing in them can depend on the choices, in
whatever form.
"""

from __future__ import annotations

import re
import subprocess
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from ludarium.database import store
from ludarium.play.agent import RandomAgent
from ludarium.play.position import Move, Position
from ludarium.tables import requests
from recording import READ, Recorder, same
from serving import COMMAND, ENVIRONMENT
from tables_help import Site, Visitor, Watch, database_gone, refusal

NONCE = "5f1d0c8a7be34296a1c07f3e9d52b864"

# what Ana and Petr choose among people, and what Ana chooses at a table with a bot
STORIES = (("PB", "E"), ("EE", "P"))


class RealSite(Site):
    """A server process of its own, whose log is kept."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        self._visitors = ExitStack()
        with self.log.open("wb") as log:
            arguments = [
                "serve",
                "--port",
                "0",
                "--database",
                str(folder / "tables.db"),
                "--no-limits",
                "--wait",
                "--bot-pause",
                "0",
            ]
            self._process = subprocess.Popen(
                [*COMMAND, *arguments], env=ENVIRONMENT, stdout=log, stderr=log
            )

    @classmethod
    @contextmanager
    def started(cls, folder: Path) -> Iterator[RealSite]:
        site = cls(folder)
        try:
            site.host = site._announced()
            site.address = f"http://{site.host}"
            with site._visitors:
                yield site
        finally:
            site._process.terminate()
            site._process.wait()

    def _announced(self) -> str:
        """Where it says that it is."""
        while not (said := re.search(r"http://(\S+?)/", self.log.read_text())):
            assert self._process.poll() is None, self.log.read_text()
            time.sleep(0.05)
        return said[1]


class Story:
    """What happens at a server where the seats choose these in secret.

    before, after: what was received until the choices were opened, and after that.
    """

    def __init__(self, site: RealSite, together: str, with_bot: str) -> None:
        self.site, self.together, self.with_bot = site, together, with_bot
        self.before, self.after = Recorder(), Recorder()
        self.ana, self.petr, self.eva = (
            site.visitor("Ana"),
            site.visitor("Petr"),
            site.visitor("Eva"),
        )
        self.watcher, self.stranger = (
            site.visitor("Watcher", **{"accept-language": "cs"}),
            site.newcomer(origin=site.address),
        )
        self.readers = {
            "Ana": self.ana,
            "Petr": self.petr,
            "Eva": self.eva,
            "watcher": self.watcher,
            "stranger": self.stranger,
        }
        self.tables: list[str] = []
        # the published commitment of a seat of a table
        self.committed: dict[tuple[str, int], str] = {}
        self.opened: list[tuple[str, dict[str, Any]]] = []
        self.among_people()
        self.with_a_bot()
        self.log = site.log.read_bytes()

    def among_people(self) -> None:
        """Three people; the first round is the same in each story, the second is not."""
        table = self.open_table("me", None, None, clock={"kind": "countdown", "seconds": 600})
        self.petr.sit(table, 1)
        self.eva.sit(table, 2)
        for seat, visitor in enumerate((self.ana, self.petr, self.eva)):
            visitor.move(table, seat, 0, "P" if seat else "B")
        with self.everybody_watching(table) as sockets:
            for seat, visitor in enumerate((self.ana, self.petr)):
                self.choose_in_secret(table, seat, visitor, 1, self.together[seat], sockets)
            self.reveal(table, self.eva, 2, 1)

    def with_a_bot(self) -> None:
        """The bot has chosen first; what it chose is not opened before the others have chosen,
        too.
        """
        table = self.open_table("me", None, "level:1")
        self.petr.sit(table, 1)
        with self.everybody_watching(table) as sockets:
            self.committed[table, 2] = self.watcher.table(table)["seats"][2]["commitment"]
            self.choose_in_secret(table, 0, self.ana, 0, self.with_bot, sockets)
            self.reveal(table, self.petr, 1, 0)

    def open_table(self, *sit: str | None, **options: Any) -> str:
        self.tables.append(self.ana.open("ahyoheek", *sit, seats=3, **options))
        return self.tables[-1]

    @contextmanager
    def everybody_watching(self, table: str) -> Iterator[dict[str, Watch]]:
        """Sockets of all readers, from when all of them have heard the same and bots have chosen;
        nothing is secret yet that differs.
        """
        with ExitStack() as stack:
            sockets = {
                name: stack.enter_context(reader.watching(f"/tables/{table}/watch?scene=1"))
                for name, reader in self.readers.items()
            }
            while not sockets["Ana"].table()["round"]["bots_ready"]:
                pass
            greeted = self.petr.done(
                "POST", f"/api/tables/{table}/greetings", seat=1, greeting="hello"
            )
            for socket in sockets.values():
                socket.until(greeted["version"])
                socket.messages.clear()
            yield sockets

    def choose_in_secret(
        self,
        table: str,
        seat: int,
        visitor: Visitor,
        ply: int,
        choice: str,
        sockets: dict[str, Watch],
    ) -> None:
        moves, request = f"/api/tables/{table}/moves", {"seat": seat, "ply": ply, "move": choice}
        answer = self.before.keep(
            "answer to a choice", visitor.ask("POST", moves, **request)
        ).json()
        self.committed[table, seat] = answer["commitment"]
        self.hear(sockets, answer["version"])

        phone = self.site.newcomer(origin=self.site.address)  # another device of the same seat
        back = phone.done(
            "POST", f"/api/tables/{table}/seats/{seat}/return", code=visitor.code(table, seat)
        )
        self.hear(sockets, back["version"])
        for device in (visitor, phone):
            for changed in (choice, "P", "B", "E", "-", "nonsense"):
                again = self.before.keep(
                    "refusal", device.ask("POST", moves, **{**request, "move": changed})
                )
                assert refusal(again) == "already-chosen"
        for other in (self.eva, self.watcher):
            assert (
                refusal(self.before.keep("refusal", other.ask("POST", moves, **request)))
                == "not-your-seat"
            )
        assert visitor.table(table)["version"] == back["version"]

        self.before.read(table, phone=phone, **self.readers)
        self.before.listen(table, watcher=self.watcher, stranger=self.stranger)

    def hear(self, sockets: dict[str, Watch], version: int) -> None:
        for name, socket in sockets.items():
            socket.until(version)
            self.before.keep_messages(f"{name} hears", socket)

    def reveal(self, table: str, last: Visitor, seat: int, ply: int) -> None:
        self.committed[table, seat] = last.move(table, seat, ply, "P")["commitment"]
        self.opened += [(table, opened) for opened in self.watcher.table(table)["round"]["last"]]
        self.after.read(table, **self.readers)


@pytest.fixture(scope="module")
def stories(tmp_path_factory: pytest.TempPathFactory) -> list[Story]:
    told = []
    for secrets in STORIES:
        with RealSite.started(tmp_path_factory.mktemp("server")) as site:
            told.append(Story(site, *secrets))
    return told


def test_nothing_that_anybody_receives_depends_on_what_is_secret(stories: list[Story]) -> None:
    one, other = (story.before.normalised(story.tables) for story in stories)
    assert len(one) == len(other) > 400
    for (what, received), (_, otherwise) in zip(one, other, strict=True):
        first = next(
            (
                place
                for place, (sign, other_sign) in enumerate(zip(received, otherwise, strict=False))
                if sign != other_sign
            ),
            0,
        )
        around = slice(max(0, first - 100), first + 100)
        assert received == otherwise, (
            f"{what}: ...{received[around]}... but ...{otherwise[around]}..."
        )


def test_what_was_recorded_would_have_shown_it(stories: list[Story]) -> None:
    """Once the choices are opened, the same recording differs nearly everywhere: it looks closely
    enough.
    """
    one, other = (story.after.normalised(story.tables) for story in stories)
    differing = {
        what.partition(": ")[2]
        for (what, received), (_, otherwise) in zip(one, other, strict=True)
        if received != otherwise
    }
    assert differing >= {path for path in READ if "{}" in path} - {
        "/api/tables/{}/legal",
        "/api/tables/{}/view?ply=0",
        "/api/tables/{}/animation.svg",
        "/table/{}",
    }


def test_the_log_of_the_server_says_nothing(stories: list[Story]) -> None:
    one, other = (same(story.log, []) for story in stories)
    assert one == other
    assert one.count("\n") == 1  # where it is, and no complaints


def test_nonces_leave_the_server_with_the_choices(stories: list[Story]) -> None:
    for story in stories:
        assert len(story.opened) == 6
        everything = story.before.all + story.log
        for _, opened in story.opened:
            nonce = bytes.fromhex(opened["nonce"])
            forms = (
                nonce.hex(),
                nonce.hex().upper(),
                b64encode(nonce).decode().rstrip("="),
                str(int.from_bytes(nonce)),
            )
            assert not [form for form in (nonce, *map(str.encode, forms)) if form in everything]


def test_what_is_opened_is_what_was_committed_to(stories: list[Story]) -> None:
    for story in stories:
        for table, opened in story.opened:
            text = (
                f"ludarium-choice/1 {table} {opened['round']} {opened['seat']} "
                f"{opened['choice']} {opened['nonce']}"
            )
            assert sha256(text.encode()).hexdigest() == story.committed[table, opened["seat"]]
        people, bot = (
            " ".join(opened["choice"] for table, opened in story.opened if table == name)
            for name in story.tables
        )
        assert people == f"{' '.join(story.together)} P"
        assert bot.startswith(f"{story.with_bot} P ")


def test_people_wait_until_all_bots_have_committed(tmp_path: Path) -> None:
    thought_through = threading.Event()

    class Thinker(RandomAgent):
        def choose(self, position: Position, seat: int) -> Move:
            assert thought_through.wait(30)
            return super().choose(position, seat)

    with (
        Site.opened(tmp_path) as site,
        mock.patch("ludarium.tables.bots.agent", return_value=Thinker()),
    ):
        ana = site.visitor("Ana")
        table = ana.open("ahyoheek", "me", "level:1", "level:2", seats=3)
        with ana.watching(f"/tables/{table}/watch") as watch:
            told = watch.table()
            assert (
                ana.refused("POST", f"/api/tables/{table}/moves", seat=0, ply=0, move="P")
                == "bots-first"
            )
            thought_through.set()
            while not told["round"]["bots_ready"]:
                told = watch.table()
        published = [seat["commitment"] for seat in told["seats"]]
        assert published[0] is None
        ana.move(table, 0, 0, "P")
        assert [opened["commitment"] for opened in ana.table(table)["round"]["last"]][
            1:
        ] == published[1:]


def test_a_database_that_fails_gives_nothing_away(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """What could not be written stands in the fault; it must not come out with it."""
    with (
        Site.opened(tmp_path) as site,
        mock.patch.object(requests, "new_nonce", return_value=NONCE),
        mock.patch.object(store, "PAUSE", 0),
    ):
        ana = site.visitor("Ana")
        table = ana.open("ahyoheek", "me", "me")
        with database_gone(tmp_path):
            answer = ana.ask("POST", f"/api/tables/{table}/moves", seat=0, ply=0, move="P")
        assert (answer.status_code, answer.json()["code"]) == (503, "not-now")
        assert not ana.table(table)["seats"][0]["chosen"]  # nothing is lost, and nothing half done
        ana.move(table, 0, 0, "B")
        received = answer.text + caplog.text + "".join(capfd.readouterr())
    assert "no such table" in received  # the log does say what was wrong
    assert NONCE not in received
    assert "choice" not in received
