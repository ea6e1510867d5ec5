"""What the documentation says, runs."""

from __future__ import annotations

import doctest
import importlib.util
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from draw_parts import FOLDER, pictures

import ludarium
from ludarium import catalogue
from ludarium.rules import dispatch

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]
CHEAP = ("games", "legal", "perft", "rules", "show")
"""Commands whose examples run; others are only known to exist: they wait, serve, or take long."""


def python_blocks(page: str) -> list[str]:
    return re.findall(
        r"^```python\n(.*?)^```$",
        (ROOT / page).read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )


def test_the_reference_has_an_example_of_each_public_name() -> None:
    examples = "".join(python_blocks("docs/reference.md"))
    names = ludarium.__all__
    assert [name for name in names if not re.search(rf"\bludarium\.{name}\b", examples)] == []


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


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>> " in (ROOT / page).read_text(encoding="utf-8")]
)
def test_examples_in_pages(page: str) -> None:
    results = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.attempted
    assert not results.failed


def test_the_page_for_researchers_runs() -> None:
    """docs/research.md: each block as it stands."""
    blocks = python_blocks("docs/research.md")
    assert len(blocks) == 3
    for block in blocks:
        exec(block, {"__name__": "page"})


def test_examples_in_the_package() -> None:
    results = doctest.testmod(ludarium)
    assert results.attempted
    assert not results.failed


def commands_in_pages() -> list[list[str]]:
    """The words after `ludarium` of each command in a shell block."""
    text = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^(?:\$ )?ludarium (.*)", "".join(blocks), re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines]


@pytest.mark.parametrize(
    "words", [words for words in commands_in_pages() if words[0] in CHEAP], ids=" ".join
)
def test_commands_in_pages_run(words: list[str], tmp_path: Path) -> None:
    program = "from ludarium.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=tmp_path,  # where pictures go
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout or list(tmp_path.iterdir())


def test_commands_in_pages_exist() -> None:
    """Every `ludarium ...` line in a shell block names a command that there is."""
    from ludarium.cli.commands import app

    commands = {
        command.name or command.callback.__name__
        for command in app.registered_commands
        if command.callback
    } | {group.name for group in app.registered_groups}
    used = [words[0] for words in commands_in_pages()]
    assert used
    assert set(used) <= commands


def test_the_page_for_authors_shows_every_part_and_generic_function() -> None:
    """What a View may have is pictured (`make pictures` draws it), and nothing else is."""
    page = (ROOT / "docs" / "authors.md").read_text(encoding="utf-8")
    drawn = {name for name, _ in pictures()}
    assert set(re.findall(r"\(pictures/parts/([a-z-]+)\.svg\)", page)) == drawn
    assert {path.stem for path in FOLDER.glob("*.svg")} == drawn
    generic = {function.__name__ for function in dispatch.generics}
    assert {name for name in generic if f"`{name}" not in page} == set()
