"""The tests pass on a machine with Python and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SUITES = ("test_offline", "test_own_games", "test_reconstruction", "test_tournament_command")
"""Of those that need other programs for some of their tests only."""
WITH_OTHERS = "browser or offline or postgresql"


def test_what_needs_a_program_that_is_absent_is_skipped(tmp_path: Path) -> None:
    """No Chromium, PostgreSQL, Node or compiler: an empty folder is where programs are."""
    folder = Path(__file__).parent
    outside = {"CI", "LUDARIUM_TEST_DATABASE", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER"}
    environment = {name: value for name, value in os.environ.items() if name not in outside}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *(str(folder / f"{name}.py") for name in SUITES), "-k", WITH_OTHERS],
        cwd=folder.parent,
        env=environment | {"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "needs Chromium" in done.stdout
    assert "names no PostgreSQL server" in done.stdout
