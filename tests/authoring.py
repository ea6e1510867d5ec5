"""The game of `ludarium new`, with changes: what authors write, for tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium import catalogue, cli
from ludarium.cli.authoring import STARTER
from ludarium.rules.game import Game

STARTED = (STARTER / "mygame.py.txt").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to work in; what is known of games and modules is as before afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path / "cache"))
    modules, added, path = set(sys.modules), dict(catalogue._added), list(sys.path)
    for known in ("_files", "_faults", "_tried"):
        monkeypatch.setattr(catalogue, known, {})
    monkeypatch.setattr(catalogue, "_withheld", set())
    yield tmp_path
    catalogue._added.clear()
    catalogue._added.update(added)
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def written(old: str = "", new: str = "", name: str = "mygame.py") -> str:
    """Write the game of `ludarium new` to a file, with a change; returns its path."""
    assert old in STARTED
    Path(name).write_text(STARTED.replace(old, new) if old else STARTED, encoding="utf-8")
    return f"./{name}"


def read(path: str) -> Game:
    """The game of a file."""
    return catalogue.find(catalogue.named(path))


def line_of(text: str, path: str) -> int:
    """The number of the first line of the file that has the text."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str, code: int = 0
) -> tuple[str, str]:
    """What the command prints, and what it complains of."""
    monkeypatch.setattr(sys, "argv", ["ludarium", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    out, err = capsys.readouterr()
    assert (ended.value.code or 0) == code, out + err
    return out, err
