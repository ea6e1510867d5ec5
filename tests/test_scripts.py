"""The scripts of the pages: their types, their style, and what they compute, by Node."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRAMS = ROOT / "node_modules" / ".bin"
WORKER = Path("tools", "types", "worker.tsconfig.json")

pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="needs Node"),
    pytest.mark.skipif(not PROGRAMS.is_dir(), reason="needs node_modules (npm ci)"),
]


def check(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_of_scripts() -> None:
    check(PROGRAMS / "tsc")
    check(PROGRAMS / "tsc", "--project", WORKER)


def test_style_of_scripts() -> None:
    check(PROGRAMS / "biome", "check", "--error-on-warnings")


def test_what_scripts_compute() -> None:
    tests = sorted((ROOT / "tests" / "scripts").glob("*.test.mjs"))
    assert tests
    check("node", "--test", *tests)


def test_types_are_those_of_what_the_server_sends() -> None:
    check(sys.executable, "tools/script_types.py", "--check")
