"""Starts of a server that fail: one line that says why, and exit code 2."""

from __future__ import annotations

import socket
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock

from serving import COMMAND, ENVIRONMENT


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
