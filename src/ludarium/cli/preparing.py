"""`ludarium prepare`: compiles all that live tables need."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from ludarium import catalogue
from ludarium.cli.options import print_json
from ludarium.cli.work import output, progress
from ludarium.errors import RulesError
from ludarium.jobs import processes
from ludarium.web.background.warmup import code_of, one_of_each_engine
from ludarium.web.server import compile_game, compile_searches

__all__ = ["prepare_games"]

SHARED = ""  # in place of a game's name


def prepare_games(named: Sequence[str], as_json: bool) -> None:
    """Compile what tables of these games need, by default of all, and tell the processor seconds.

    Raises LudariumError where a game of this package or of those named does not compile; any other
    is named with its fault.
    """
    own = {code_of(name): name for name in map(catalogue.named, named)}
    names = list(own.values()) or one_of_each_engine(())
    jobs = {SHARED: SHARED} | {catalogue.found_again(name): name for name in names}
    seconds = dict.fromkeys(jobs.values(), 0.0)
    with processes(min(len(jobs), os.cpu_count() or 1)) as workers:
        done = workers.map(timed, jobs)
        for again, (starting, took, fault) in progress(done, len(jobs), "Compiling, once"):
            if fault and (named or catalogue.is_own(catalogue.find(jobs[again]))):
                raise RulesError(fault)
            if fault:
                catalogue.withhold(jobs[again], fault)
            seconds[jobs[again]] += took
            seconds[SHARED] += starting
    names = [name for name in names if name not in catalogue.faults()]
    shared = round(seconds.pop(SHARED), 2)
    games = {name: round(seconds[name], 2) for name in names}
    if as_json:
        print_json({"shared": shared, "games": games})
        return
    output.print(
        f"{len(games)} games are ready: {shared + sum(games.values()):.0f} s of processor time, "
        f"{shared:.0f} of it for what they share."
    )


_before = 0.0  # processor seconds of this process up to the end of its last job


def timed(name: str) -> tuple[float, float, str]:
    """Compile a game, or SHARED. Returns the processor seconds of this process that went before it
    since the last job, as it started, those that it took, and the fault of the game's rules.
    """
    global _before
    begin, fault = time.process_time(), ""
    try:
        compile_searches() if name == SHARED else compile_game(name)
    except RulesError as error:
        fault = str(error)
    before, _before = _before, time.process_time()
    return begin - before, _before - begin, fault
