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


def test_a_file_that_gives_no_game(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("GAME = 1 +\n")
    said = complaint("--port", "0", "--game", str(tmp_path / "broken.py"))
    assert said == f"ludarium: {tmp_path / 'broken.py'}, line 1: invalid syntax"


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
