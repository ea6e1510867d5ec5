"""The core and each extra by themselves: the wheel, in an environment that has nothing else."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from ludarium.extras import MODULES

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
YOXII = ["yoxii", "-m", "d5/3d6"]
MATCH = ["match", "ahyoheek", "random", "mcts:8", "-n", "2", "--save", "games.jsonl"]
CORE = [
    ["games"],
    ["rules", "yoxii"],
    ["export", "aiyawatstani", "-r", "ludii-4"],
    ["family", "counters"],
    ["show", *YOXII, "--svg", "board.svg"],
    ["show", *YOXII, "--words"],
    ["legal", *YOXII],
    ["perft", "yoxii", "2"],
    MATCH,
    ["replay", "games.jsonl"],
    ["points", "games.jsonl"],
    ["league", "random", "mcts:8", "-g", "ahyoheek", "-n", "2"],
    ["analyse", "connect4", "--seconds", "0.1"],
    ["new", "mygame"],
    ["agents"],
    ["puzzles", "--help"],
    ["tournament", "--help"],
    ["serve", "--help"],
]
EXTRAS = {
    "desk": [
        ["tournament", "new", "cup.event", "--game", "yoxii", "--format", "swiss"],
        ["ratings", "games.jsonl"],
        ["league", "random", "mcts:8", "-g", "ahyoheek", "-n", "2", "--html", "league.html"],
    ],
    "client": [["join", "http://127.0.0.1:1/table/abcd2345"]],
    "server": [["kept", "--database", "tables.db"], ["family", "--schema"]],
}
HAS = {"": set[str](), "desk": {"desk"}, "client": {"client"}, "server": set(MODULES)}
"""The extras that come with one."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def needed(requirements: list[str], extra: str, found: set[str]) -> set[str]:
    """The distributions that these requirements bring, and what they need in turn."""
    for requirement in map(Requirement, requirements):
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        for more in (*requirement.extras, ""):
            if f"{name}[{more}]" not in found:
                found.add(f"{name}[{more}]")
                own = [] if name == "ludarium" else importlib.metadata.requires(name) or []
                needed(
                    PROJECT["optional-dependencies"][more] if name == "ludarium" and more else own,
                    more,
                    found,
                )
    return found


def environment(folder: Path, wheel: Path, extra: str) -> Path:
    """The programs of an environment with the wheel, its core and this extra, without a download:
    the libraries are those of the tests, by links.
    """
    venv.create(folder, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    wanted = PROJECT["dependencies"] + PROJECT["optional-dependencies"].get(extra, [])
    names = {name.partition("[")[0] for name in needed(wanted, "", set())} - {"ludarium"}
    for name in names:
        distribution = importlib.metadata.distribution(name)
        for part in {file.parts[0] for file in distribution.files or [] if file.parts[0] != ".."}:
            if part != "__pycache__" and not (site / part).exists():
                (site / part).symlink_to(Path(str(distribution.locate_file(part))))
    return folder / "bin" / "python"


@pytest.fixture(scope="module", params=HAS)
def installed(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path, Path]:
    """An extra, or none; the Python where it is installed, and a folder to work in."""
    folder = tmp_path_factory.mktemp(request.param or "core")
    return request.param, environment(folder / "venv", wheel, request.param), folder


def ludarium(python: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command, in plain Python: the libraries are what is tried."""
    surroundings = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "NUMBA_DISABLE_JIT": "1",
        "NO_COLOR": "1",
    }
    return subprocess.run(
        [python, "-m", "ludarium", *arguments],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_what_works_and_what_says_what_it_needs(installed: tuple[str, Path, Path]) -> None:
    extra, python, folder = installed
    for command in CORE if not extra else [MATCH]:
        done = ludarium(python, folder, *command)
        assert done.returncode == 0, (command, done.stderr)
    for needs, commands in EXTRAS.items():
        for command in commands:
            done = ludarium(python, folder, *command)
            lacks = f"needs more than the core: pip install 'ludarium[{needs}]'\n"
            if needs in HAS[extra]:
                assert "Traceback" not in done.stderr, command
                assert "pip install" not in done.stderr, command
            else:
                assert done.returncode == 2, command
                assert done.stderr.endswith(lacks), (command, done.stderr)
                assert done.stderr.count("\n") == 1, command


def test_the_core_is_small() -> None:
    assert len(PROJECT["dependencies"]) <= 5


@pytest.mark.parametrize("extra", MODULES)
def test_the_modules_of_an_extra_are_those_that_it_brings(extra: str) -> None:
    given = {Requirement(one).name for one in PROJECT["optional-dependencies"][extra]}
    of_module = importlib.metadata.packages_distributions()
    brought = {of_module[module][0] for module in MODULES[extra]}
    assert {re.sub(r"[-_.]+", "-", name).lower() for name in brought} == given - {"ludarium"}
