"""Server processes that are forked from one which has imported all that a server needs: to import
that anew is nine tenths of the processor time of a start.

The one is started for the first server, and ends with the tests. Its standard input is a socket, on
which it is asked for servers, each with its own standard output and errors.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["Forked", "fork"]

LONGEST = 1 << 16  # bytes of a request
TESTS = str(Path(__file__).parent)
CODE = f"import sys; sys.path.append({TESTS!r}); from forking import answer; answer()"


class Forked:
    """A process that runs the command, as `subprocess.Popen` has it."""

    def __init__(self, process: int, output: int, alive: int) -> None:
        """alive: the end of a pipe of which the process alone has the other."""
        self.pid, self._alive = process, alive
        self.stdout = os.fdopen(output, encoding="utf-8")

    def is_running(self) -> bool:
        return not select.select([self._alive], [], [], 0)[0]

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> None:
        """Return once it has ended. Raises TimeoutError after so many seconds."""
        if not select.select([self._alive], [], [], timeout)[0]:
            raise TimeoutError(f"process {self.pid} goes on")

    def close(self) -> None:
        """Let go of a process that has ended."""
        self.stdout.close()
        os.close(self._alive)

    def _send(self, number: int) -> None:
        if self.is_running():
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)


class Parent(NamedTuple):
    """The process from which servers are forked, and the socket on which it is asked."""

    process: subprocess.Popen[bytes]
    requests: socket.socket

    @classmethod
    def started(cls, environment: Mapping[str, str]) -> Parent:
        requests, theirs = socket.socketpair()
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-c", CODE], env=environment, stdin=theirs.fileno()
            )
        parent = cls(process, requests)
        atexit.register(parent.end)
        return parent

    def end(self) -> None:
        self.requests.close()
        self.process.wait()


_parents: dict[tuple[int, int], Parent] = {}
"""By the process that started it, and its number."""
_lock = threading.Lock()


def fork(
    arguments: Sequence[str], environment: Mapping[str, str], errors: int, number: int = 0
) -> Forked:
    """A process that runs `ludarium` with these arguments.

    environment: its environment variables, the same at all calls; errors: the file descriptor of
    its standard errors; number: that of its parent, as those of different ones hash strings in
    different ways.
    """
    key = os.getpid(), number
    with _lock:
        parent = _parents.get(key)
        if parent is None:
            parent = _parents[key] = Parent.started(environment)
        (output, out), (alive, held) = os.pipe(), os.pipe()
        try:
            request = json.dumps([os.getcwd(), *arguments]).encode()
            socket.send_fds(parent.requests, [request], [out, errors, held])
            told = parent.requests.recv(LONGEST)
        finally:
            os.close(out)
            os.close(held)
        assert told, "what servers are forked from has ended, as above"
        return Forked(int(told), output, alive)


def answer() -> None:
    """Fork a process for each request; each comes back from here to run the command."""
    import_all()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which end this
    signal.signal(signal.SIGCHLD, reap)
    requests = socket.socket(fileno=0)
    while True:
        request, given, _, _ = socket.recv_fds(requests, LONGEST, 3)
        if not request:
            return
        process = os.fork()
        if process == 0:
            break
        requests.send(str(process).encode())
        for one in given:
            os.close(one)
    requests.close()
    become(json.loads(request), *given)


def reap(_number: int, _frame: object) -> None:
    """Wait for all that have ended, so that none stays as a zombie."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def import_all() -> None:
    """Import what a server does until it answers, games and their hints with it."""
    import aiosqlite  # noqa: F401
    import uvloop  # noqa: F401

    import ludarium.cli.serve_commands
    import ludarium.cli.serving  # noqa: F401
    from ludarium import catalogue
    from ludarium.rules import dispatch

    for name in catalogue.names():
        for state in catalogue.find(name).implementations:
            dispatch.complete(state)
    gc.collect()
    gc.freeze()


def become(request: Sequence[str], output: int, errors: int, alive: int) -> None:
    """Run the command in this process. alive: stays open until its end."""
    from ludarium.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.set_inheritable(alive, False)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for one, number in ((nothing, 0), (output, 1), (errors, 2)):
        if one != number:  # as 0 is free
            os.dup2(one, number)
            os.close(one)
    sys.stdin, sys.stdout = os.fdopen(0, encoding="utf-8"), os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace")
    folder, *arguments = request
    os.chdir(folder)
    sys.argv = ["ludarium", *arguments]
    main()
