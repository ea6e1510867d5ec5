"""Work in child processes: killed before one of its steps on files, killed in the midst of writing,
or with a disk that is full.
"""

from __future__ import annotations

import io
import itertools
import os
import resource
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

__all__ = ["KILLED", "Work", "began", "each_kill", "ended", "fails_at", "killed_at"]

# calls into the system, by the names that Python's functions for them have
STEPS = {
    *("open", "write", "writelines", "flush", "close", "__exit__", "fchmod", "fsync", "mkdir"),
    *("link", "rename", "replace", "unlink", "truncate", "connect", "backup"),
}
KILLED, REFUSED, FAULTY = 3, 4, 5  # exit codes
PATIENCE = 60  # seconds, after which a child hangs

Work = Callable[[], object]


def began(work: Work) -> int:
    """Begin the work in a child; returns its number."""
    with warnings.catch_warnings():
        # of this process's threads, which a child does without: no such work waits for one
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            signal.alarm(PATIENCE)
            work()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(FAULTY)
    return child


def ended(child: int) -> int:
    """Wait for a child; returns its exit code, or what killed it as a number less than 0."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def each_kill(work: Work) -> Iterator[None]:
    """Do the work in one child after the other, the first killed before its first step, the next
    before its second and so on, until one comes to its end.
    """
    for step in itertools.count(1):
        code = ended(began(lambda: _until(step, work)))  # noqa: B023  (it has ended by then)
        assert code in (0, KILLED)
        yield
        if code == 0:
            return


def killed_at(size: int, work: Work) -> bool:
    """Do the work in a child that is killed as soon as a file becomes longer than this, which cuts
    it off there; whether it was.
    """
    code = ended(began(lambda: _bounded(size, signal.SIG_DFL, work)))
    assert code in (0, -signal.SIGXFSZ)
    return code != 0


def fails_at(size: int, work: Work, *errors: type[Exception]) -> bool:
    """Do the work in a child whose files cannot become longer than this, as on a full disk;
    whether it raised one of these errors.
    """

    def tried() -> None:
        try:
            _bounded(size, signal.SIG_IGN, work)
        except errors:
            os._exit(REFUSED)

    code = ended(began(tried))
    assert code in (0, REFUSED)
    return code != 0


def _until(step: int, work: Work) -> None:
    steps = itertools.count(1)

    def called(frame: FrameType, event: str, function: Any) -> None:
        name = function.__name__ if event == "c_call" else ""
        if name == "__exit__" and not isinstance(function.__self__, io.IOBase):
            return  # not of a file
        if name in STEPS and next(steps) == step:
            os._exit(KILLED)

    sys.setprofile(called)
    work()
    sys.setprofile(None)


def _bounded(size: int, reaction: signal.Handlers, work: Work) -> None:
    signal.signal(signal.SIGXFSZ, reaction)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
    try:
        work()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))  # to tell of errors
