"""Jobs that do not depend on each other, several at a time: on threads, on processes, or on the
machines of a Ray cluster.
"""

from __future__ import annotations

import itertools
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar
from urllib.parse import urlsplit

from ludarium.errors import LudariumError
from ludarium.version import __version__

__all__ = ["Workers", "cluster", "kill", "low_priority_processes", "processes", "threads"]

AHEAD = 4  # jobs for each worker that are handed out and not yet taken back
AHEAD_OF_CLUSTER = 1000  # at least, as machines may join
RESTARTS = 5  # of a job whose worker or machine died
ANSWERING = 10.0  # seconds for a connection
CLIENT_PORT = 10001  # of ray://, by default
CONNECTING = 60.0  # seconds for all that Ray does until jobs can be sent

Job = TypeVar("Job")
Result = TypeVar("Result")


class Workers:
    """A pool of workers that does jobs, made by `threads`, `processes` or `cluster`."""

    def __init__(self, pool: Executor | None = None, size: int = 1, ahead: int = 1) -> None:
        self.size = size
        """The number of jobs that are done at a time."""
        self.here = pool is None
        """True if this thread does them, each when its result is asked for."""
        self._pool = pool
        self._ahead = ahead

    def map(
        self, function: Callable[[Job], Result], jobs: Iterable[Job], *, in_order: bool = False
    ) -> Iterator[tuple[Job, Result]]:
        """Yield each job with its result, as they end, or in the order of the jobs.

        function: what processes and other machines know by its name, or pickle otherwise. Jobs
        that are left when nobody asks for more are cancelled. Raises what the function raises, and
        LudariumError where its process ends.
        """
        if self._pool is None:
            for job in jobs:
                yield job, function(job)
            return
        source = iter(jobs)
        waiting: dict[Future[Result], Job] = {}
        try:
            while True:
                for job in itertools.islice(source, self._ahead - len(waiting)):
                    waiting[self._pool.submit(function, job)] = job
                if not waiting:
                    return
                first = next(iter(waiting))
                ended = [first] if in_order else wait(waiting, return_when=FIRST_COMPLETED).done
                for future in ended:
                    yield waiting.pop(future), future.result()
        except BrokenExecutor:
            raise LudariumError(
                "a process that did a job ended unexpectedly, perhaps for lack of memory"
            ) from None
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def threads(number: int) -> Iterator[Workers]:
    """Threads of this process, for jobs of compiled code; a single one is this one."""
    if number == 1:
        yield Workers()
        return
    with _ending(ThreadPoolExecutor(number)) as pool:
        yield Workers(pool, number, AHEAD * number)


@contextmanager
def processes(number: int | None = None) -> Iterator[Workers]:
    """Processes of this machine, by default one for each processor; a single one is this one."""
    number = number or os.cpu_count() or 1
    if number == 1:
        yield Workers()
        return
    with _ending(ProcessPoolExecutor(number, mp_context=get_context("spawn"))) as pool:
        yield Workers(pool, number, AHEAD * number)


def low_priority_processes(
    number: int, niceness: int, begin: Callable[[], None] | None = None
) -> ProcessPoolExecutor:
    """Processes that give way to others, as by the command `nice`, and end with this one.

    begin: called in each of them at first; what a process knows by its name.
    """
    return ProcessPoolExecutor(
        number, mp_context=get_context("spawn"), initializer=_give_way, initargs=(niceness, begin)
    )


def _give_way(niceness: int, begin: Callable[[], None] | None) -> None:
    if sys.platform != "win32":
        os.nice(niceness)
    for number in (signal.SIGINT, signal.SIGTERM):  # which the parent gets, too
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin:
        begin()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def kill(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool, whatever they do."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    pool.shutdown(cancel_futures=True)  # else Python's own end may find its pipes closed


@contextmanager
def _ending(pool: Executor) -> Iterator[Executor]:
    """The pool, which where something fails does only what it has begun."""
    with pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The processors of a Ray cluster, a job on each.

    address: `auto` for the cluster that this machine belongs to, HOST:PORT for the same by its
    address, ray://HOST:PORT from any other machine. A job whose worker or machine dies begins again
    on another. This version of Ludarium must be installed on all machines, and files that jobs name
    must be at the same path there.

    Raises LudariumError where Ray is not installed or nothing answers. What a job raises comes as
    LudariumError, as does any fault of the cluster.
    """
    try:
        import ray
    except ImportError:
        raise LudariumError("Ray is not installed: pip install 'ludarium[ray]'") from None
    if address != "auto":
        _check_answering(address)
    _connect(address)
    try:
        size = max(1, int(ray.cluster_resources().get("CPU", 1)))
        yield Workers(_Cluster(), size, max(AHEAD_OF_CLUSTER, AHEAD * size))
    finally:
        ray.shutdown()


def _check_answering(address: str) -> None:
    """Try a connection, as Ray itself tries for minutes. Raises LudariumError."""
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
        host, port = parts.hostname, parts.port or (CLIENT_PORT if parts.scheme else None)
    except ValueError:  # a port that is none
        host, port = None, None
    if host is None or port is None or parts.scheme not in {"", "ray"}:
        raise LudariumError(
            f"Ray at {address}: expected auto, HOST:PORT or ray://HOST:PORT, such as 10.0.0.1:6379"
        )
    try:
        socket.create_connection((host, port), ANSWERING).close()
    except OSError as error:
        raise LudariumError(f"no Ray cluster answers at {address}: {_line(error)}") from None


def _connect(address: str) -> None:
    """Connect this process to the cluster. Raises LudariumError, also where it takes too long."""
    import ray

    logging.getLogger("ray").setLevel(logging.ERROR)  # that of `init` comes too late
    failures: list[BaseException] = []

    def connect() -> None:
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        except BaseException as failure:
            failures.append(failure)

    # in a thread that is left behind, as what listens there may be anything
    thread = threading.Thread(target=connect, daemon=True)
    thread.start()
    thread.join(CONNECTING)
    if thread.is_alive():
        raise LudariumError(f"no Ray cluster answers at {address} within {CONNECTING:g} s")
    if failures:
        raise LudariumError(f"no Ray cluster at {address}: {_line(failures[0])}") from failures[0]


class _Cluster(Executor):
    """Submits jobs to the Ray cluster that this process is connected to."""

    def __init__(self) -> None:
        import ray

        self._run = ray.remote(num_cpus=1, max_retries=RESTARTS)(_run)

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return _Remote(self._run.remote(__version__, function, args, kwargs))


class _Remote(Future[Any]):
    """The result of a job in the cluster."""

    def __init__(self, reference: Any) -> None:
        super().__init__()
        self._reference = reference
        reference.future().add_done_callback(self._settle)

    def cancel(self) -> bool:
        import ray

        cancelled = super().cancel()
        if cancelled:
            ray.cancel(self._reference, force=True)
        return cancelled

    def _settle(self, future: Future[Any]) -> None:
        if not self.set_running_or_notify_cancel():
            return
        failure = future.exception()
        if failure is None:
            self.set_result(future.result())
            return
        cause = getattr(failure, "cause", None) or failure  # what the job itself raised
        if not isinstance(cause, LudariumError):
            what = f"{type(cause).__name__}: {_line(cause)}"
            cause = LudariumError(f"a job failed on the Ray cluster: {what}")
            cause.__cause__ = failure  # has the traceback
        self.set_exception(cause)


def _run(version: str, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A job on a machine of the cluster."""
    if __version__ != version:
        raise LudariumError(
            f"a machine of the cluster has Ludarium {__version__}: expected {version}, as here"
        )
    return function(*args, **kwargs)


def _line(error: BaseException) -> str:
    """The error, in one line."""
    text = getattr(error, "strerror", None) or str(error).strip().partition("\n")[0]
    return text or type(error).__name__
