"""What the documentation says, runs."""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium import catalogue

ROOT = Path(__file__).parents[1]


def python_blocks(page: str) -> list[str]:
    return re.findall(
        r"^```python\n(.*?)^```$",
        (ROOT / page).read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )


def test_the_game_of_the_page_conforms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/add-a-game.md: the file imports, and what the page does with it comes out as the page
    says.
    """
    game_file, check, use = python_blocks("docs/add-a-game.md")
    path = tmp_path / "tictactoe.py"
    path.write_text(game_file, encoding="utf-8")
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path / "cache"))
    spec = importlib.util.spec_from_file_location("tictactoe", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "tictactoe", module)
    spec.loader.exec_module(module)
    with catalogue.known(module.GAME):  # what the page adds is gone afterwards
        exec(check + use, {"GAME": module.GAME})
    assert capsys.readouterr().out.splitlines() == ["tictactoe/standard oox.x....", "a3 True"]


@pytest.mark.parametrize("page", ["README.md", "docs/tournaments.md"])
def test_examples_in_pages(page: str) -> None:
    results = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.attempted
    assert not results.failed


def test_examples_in_the_package() -> None:
    results = doctest.testmod(ludarium)
    assert results.attempted
    assert not results.failed


def test_commands_in_pages_exist() -> None:
    """Every `ludarium ...` line in a shell block names a command that there is."""
    from ludarium.cli.commands import app

    commands = {
        command.name or command.callback.__name__
        for command in app.registered_commands
        if command.callback
    } | {group.name for group in app.registered_groups}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    used = re.findall(r"^ludarium (\w+)", "".join(blocks), re.MULTILINE)
    assert used
    assert set(used) <= commands
