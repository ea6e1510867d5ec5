"""Games that are tried in a process of their own, which can be stopped: rules that loop for ever
hold nothing else.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys

from ludarium import catalogue
from ludarium.errors import LudariumError, RulesError
from ludarium.game_files import is_path
from ludarium.play.endings import refuse_faulty

__all__ = ["PATIENCE", "refuse_unending"]

PATIENCE = 30.0
"""Seconds that a game may take to be read and looked at; most take one."""


def refuse_unending(name: str, patience: float = PATIENCE) -> None:
    """Raises RulesError where a game cannot be read and looked at within so many seconds, or ends
    the process that does so. Other faults are left to `refuse_faulty`, and to reading.

    name: that of the game, or the path of its file.
    """
    # -P: no file of the current folder stands in for a library's
    command = [sys.executable, "-P", "-m", "ludarium.play.trials", name]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RulesError(
            f"{name}: neither read nor played after {patience:g} s: look for a loop that does not "
            "end"
        ) from None
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2]
        raise RulesError(f"{name}: it ended the process that read it ({last or done.returncode})")


def _look_at(name: str) -> None:
    with contextlib.suppress(LudariumError):  # it ends, which is all that is asked
        refuse_faulty(catalogue.find(catalogue.named(name) if is_path(name) else name))


if __name__ == "__main__":
    _look_at(sys.argv[1])
