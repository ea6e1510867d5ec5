"""Starts of a server that fail: one line that says why, and exit code 2. And games of files, which
a server follows.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock

from ludarium.cli.authoring import STARTER
from serving import COMMAND, ENVIRONMENT, PAUSE, Client, RefusedError, Server


def complaint(*options: str) -> str:
    """What a server says that cannot start."""
    done = subprocess.run(
        [*COMMAND, "serve", *options],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert done.stdout == ""
    return line


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        port = other.getsockname()[1]
        said = complaint("--port", str(port), "--database", str(tmp_path / "tables.db"))
    assert (
        said == f"ludarium: cannot listen on 127.0.0.1:{port}: Address already in use; try another "
        "--port"
    )


def test_a_database_that_another_server_has(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with FileLock(f"{file}.lock"):
        said = complaint("--port", "0", "--database", str(file))
    assert (
        said
        == f"ludarium: {file} is in use by another server: stop it, or give several servers one "
        "PostgreSQL with --database"
    )


@pytest.mark.parametrize(
    "address", ["postgresql://somebody@127.0.0.1:1/nothing", "sqlite:////dev/null/tables.db"]
)
def test_a_database_that_is_not_there(address: str) -> None:
    assert complaint("--port", "0", "--database", address).startswith(
        "ludarium: cannot use the database "
    )


def test_games_at_fault_keep_no_server_from_serving_the_others(tmp_path: Path) -> None:
    asyncio.run(serving_beside_games_at_fault(tmp_path))


async def serving_beside_games_at_fault(folder: Path) -> None:
    """One cannot be read, one raises an exception at its start, one never ends; one is sound."""
    text = (STARTER / "mygame.py.txt").read_text(encoding="utf-8")
    play = "return State(state.stones | bit(action), 1 - state.seat)"
    over = "return EMPTY if has_line(state.stones) else ONE << to_bits(state.seat)"
    texts = {
        "sound": text,
        "unread": text.replace("GAME = Game(", "GAME = Game(("),
        "raising": text.replace(play, f"raise ValueError('no')\n    {play}"),
        "endless": text.replace(over, "return ONE << to_bits(state.seat)").replace(
            "state.stones | bit", "bit"
        ),
    }
    words = []
    for name, source in texts.items():
        file = folder / f"{name}.py"
        file.write_text(source.replace('name="mygame"', f'name="{name}"'))
        words += ["--game", str(file)]
    async with Server.running(str(folder / "tables.db"), folder / "log", *words) as server:
        for fault in (
            "unread.py, line",
            "in play: ValueError: no",
            "in movers: a random game is not over after 100,000 moves",
        ):
            assert server.complaints.count(fault) == 1
        ana = Client([server.address], "Ana")
        await ana.introduce()
        offered = {game["name"] for game in await ana.once("GET", "/games")}
        assert set(texts) & offered == {"sound"}
        assert "kuhn" in offered
        for name in ("unread", "raising", "endless"):
            with pytest.raises(RefusedError):
                await ana.once("POST", "/tables", {"game": name, "seats": 2, "sit": ["me", "me"]})
        table = {"game": "sound", "seats": 2, "sit": ["me", "me"]}
        assert (await ana.once("POST", "/tables", table))["id"]
        # one that is mended is offered
        (folder / "unread.py").write_text(text.replace('name="mygame"', 'name="unread"'))
        while "unread" not in {game["name"] for game in await ana.once("GET", "/games")}:
            await asyncio.sleep(PAUSE)
        assert (await ana.once("POST", "/tables", table | {"game": "unread"}))["id"]


def test_a_table_goes_on_by_its_rules_while_its_file_changes(tmp_path: Path) -> None:
    asyncio.run(playing_while_the_file_changes(tmp_path))


async def playing_while_the_file_changes(folder: Path) -> None:
    file, text = folder / "mygame.py", (STARTER / "mygame.py.txt").read_text(encoding="utf-8")
    file.write_text(text)
    log = folder / "log"
    async with Server.running(str(folder / "tables.db"), log, "--game", str(file)) as server:
        ana = Client([server.address], "Ana")
        await ana.introduce()
        two = {"game": "mygame", "seats": 2, "sit": ["me", "me"]}
        old = (await ana.once("POST", "/tables", two))["id"]

        async def play(table: str, ply: int, move: str) -> None:
            await ana.once(
                "POST", f"/tables/{table}/moves", {"ply": ply, "seat": ply % 2, "move": move}
            )

        await play(old, 0, "a1")
        # the columns get other letters
        changed = text.replace('"abc"', '"xyz"').replace('title="My game"', 'title="Changed"')
        file.write_text(changed.replace("def has_line", "def has_line("))
        while "line" not in server.complaints:
            await asyncio.sleep(PAUSE)
        assert (await ana.once("GET", "/games/mygame"))["title"] == "My game"
        file.write_text(changed)
        while (await ana.once("GET", "/games/mygame"))["title"] != "Changed":
            await asyncio.sleep(PAUSE)
        new = (await ana.once("POST", "/tables", two))["id"]
        await play(new, 0, "x1")
        with pytest.raises(RefusedError, match="'a1' is not a legal move here"):
            await play(new, 1, "a1")
        await play(old, 1, "b1")
        # once it is read from the database again, its moves do not fit the rules any more
        await server.kill()
        await server.start()
        with pytest.raises(RefusedError, match="This table cannot be shown any more"):
            await ana.once("GET", f"/tables/{old}")
        assert (await ana.once("GET", f"/tables/{new}"))["version"] > 1
