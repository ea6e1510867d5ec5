"""`ludarium solve`: make a table of solved positions, or check one, with progress."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import time
from collections.abc import Iterable
from contextlib import ExitStack, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ludarium.cli.work import cluster_at, interruptible, print_lines, reporting
from ludarium.errors import LudariumError
from ludarium.play.position import Position
from ludarium.solvers.equilibrium import library as equilibrium
from ludarium.solvers.equilibrium.solution import Solution
from ludarium.solvers.tablebase import library as tablebase

if TYPE_CHECKING:
    from ludarium.solvers.equilibrium.verify import Certificate

__all__ = ["check_options", "solve_chance", "solve_endings", "solve_game", "solve_hidden"]

SOLVERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "simultaneous": (
        "games in which seats choose at once",
        ("--gamma", "--verify", "--again", "--save", "--threads", "--ray"),
    ),
    "hidden": ("games that hide something", ("--again", "--save")),
    "chance": ("games with chance", ()),
    "endings": ("endings of games of counters", ("--counters", "--verify", "--again", "--save")),
}
"""By solver: what it is for, and its options."""


def check_options(solver: str, given: Iterable[str]) -> None:
    """Raise LudariumError where an option is not one of this solver's."""
    kind, own = SOLVERS[solver]
    for option in given:
        if option not in own:
            others = ", ".join(what for what, options in SOLVERS.values() if option in options)
            expected = f"expected only {', '.join(own)}" if own else "expected no option"
            raise LudariumError(f"{option} is for {others}; for {kind}, {expected}")


@dataclasses.dataclass(frozen=True)
class SolveResult:
    """A solution, and how it was verified."""

    table: Solution
    path: Path
    solved: bool
    """True if it was computed now."""
    verified: bool
    """True if all checks were requested."""
    seconds: float
    certificate: Certificate | None
    """The certificate of a check made now."""
    linear: float | None
    """See `confirm`."""


def solve_game(
    first: Position,
    *,
    gamma: float | None,
    verify: bool,
    again: bool,
    save: Path | None,
    threads: int | None,
    ray: str | None,
    as_json: bool,
) -> None:
    """Load the table of the game that begins here, or compute it, and print a summary."""
    solved = find_table(
        first, gamma=gamma, verify=verify, again=again, save=save, threads=threads, ray=ray
    )
    if as_json:
        print(json.dumps(as_data(solved, first)))
    else:
        print_result(solved, first)


def find_table(
    first: Position,
    *,
    gamma: float | None,
    verify: bool,
    again: bool,
    save: Path | None,
    threads: int | None,
    ray: str | None,
) -> SolveResult:
    game, ruleset, seats = first.game, first.ruleset, first.seats
    chosen = equilibrium.checked_gamma(equilibrium.default_gamma(seats) if gamma is None else gamma)
    path = None if again or save else equilibrium.kept_at(game, ruleset, seats, chosen)
    begin = time.perf_counter()
    certificate, linear = None, None
    with ExitStack() as stack, reporting() as report:
        if path is not None:
            table = equilibrium.equilibrium(game, ruleset=ruleset.name, seats=seats, gamma=chosen)
            if verify:
                from ludarium.solvers.equilibrium.verify import verify as check

                certificate = interruptible(lambda: check(table, partial(report, "checking")))
        else:
            staff = nullcontext() if ray is None else cluster_at(ray, threads, "--threads")
            workers = stack.enter_context(staff)
            work = partial(
                equilibrium.make_table,
                game,
                ruleset.name,
                seats,
                chosen,
                path=save,
                threads=threads,
                workers=workers,
                report=report,
            )
            table, certificate = interruptible(work)
        if verify:
            linear = confirm(table, partial(report, "linear programmes"))
    kept = path or save or equilibrium.table_file(game, ruleset, seats, chosen)
    return SolveResult(
        table, kept, path is None, verify, time.perf_counter() - begin, certificate, linear
    )


def solve_hidden(first: Position, again: bool, save: Path | None, as_json: bool) -> None:
    """Read the strategy of a game that hides something, or find it, and print a summary."""
    from ludarium.solvers.regret.solver import solve
    from ludarium.solvers.regret.strategy import kept_at, read, strategy_file

    game, ruleset, seats = first.game, first.ruleset, first.seats
    begin = time.perf_counter()
    path = None if again or save else kept_at(game, ruleset, seats)
    if path is not None:
        strategy = read(path, game)
    else:
        path = save or strategy_file(game, ruleset, seats)
        with reporting() as report:
            work = partial(
                solve,
                game,
                ruleset,
                seats,
                growing=partial(report, "states"),
                solving=partial(report, "iterations"),
            )
            strategy = interruptible(work)
        try:
            strategy.save(path)
        except OSError as error:
            raise LudariumError(f"cannot write {path}: {error.strerror}") from None
    data = {
        "game": game.name,
        "ruleset": ruleset.name,
        "seats": seats,
        "value": list(strategy.value),
        "exploitability": strategy.exploitability,
        "iterations": strategy.iterations,
        "information_sets": len(strategy.mixes),
        "seconds": time.perf_counter() - begin,
        "file": str(path),
    }
    if as_json:
        print(json.dumps(data))
        return
    values = ", ".join(
        f"{name} {value:+.4f}" for name, value in zip(game.seat_names, strategy.value, strict=False)
    )
    print_lines(
        f"{game.name}/{ruleset.name}, {seats} seats: {len(strategy.mixes):,} information sets",
        f"expected from the start: {values}",
        f"exploitability {strategy.exploitability:.2g}, "
        f"after {strategy.iterations:,} iterations of CFR+",
        f"kept in {path}",
    )


def solve_chance(first: Position, as_json: bool) -> None:
    """Solve a game with chance by value iteration, and print what each seat can expect."""
    from ludarium.solvers.expectation.solver import solve

    game, ruleset = first.game, first.ruleset
    begin = time.perf_counter()
    with reporting() as report:
        work = partial(
            solve,
            game,
            ruleset,
            exploring=partial(report, "states"),
            solving=partial(report, "sweeps"),
        )
        expectations = interruptible(work)
    value = [expectations.value(first.state, seat) for seat in range(first.seats)]
    seconds = time.perf_counter() - begin
    if as_json:
        data = {
            "game": game.name,
            "ruleset": ruleset.name,
            "value": value,
            "width": expectations.width,
            "states": len(expectations.numbers),
            "sweeps": expectations.sweeps,
            "seconds": seconds,
        }
        print(json.dumps(data))
        return
    expected = ", ".join(
        f"{name} {share:+.6f}" for name, share in zip(game.seat_names, value, strict=True)
    )
    print_lines(
        f"{game.name}/{ruleset.name}: {len(expectations.numbers):,} states that differ",
        f"expected from the start: {expected}, within {expectations.width:.1g}",
        f"solved in {seconds:.1f} s by {expectations.sweeps:,} sweeps",
    )


def solve_endings(
    first: Position, counters: int, verify: bool, again: bool, save: Path | None, as_json: bool
) -> None:
    """Load the tablebase of the game that begins here, or compute it, and print a summary."""
    game, ruleset = first.game, first.ruleset
    tablebase.check_solvable(game, ruleset, counters)
    begin = time.perf_counter()
    file = save or tablebase.tablebase_file(game, ruleset, counters)
    kept = file.exists() and not again and not save
    with reporting() as report:
        if kept:
            endings = tablebase.read(file, game, ruleset)
        else:
            endings = interruptible(
                lambda: tablebase.make(game, ruleset, counters, path=file, report=report)
            )
        census = interruptible(lambda: tablebase.verify(endings, report)) if verify else None
    seconds = time.perf_counter() - begin
    data = {
        "game": game.name,
        "ruleset": ruleset.name,
        "counters": counters,
        "solved": not kept,
        "verified": verify,
        "census": census._asdict() if census else None,
        "seconds": seconds,
        "file": str(file),
        "bytes": file.stat().st_size,
    }
    if as_json:
        print(json.dumps(data))
        return
    lines = [f"{game.name}/{ruleset.name}: every position of up to {counters} counters"]
    if census:
        total = census.won + census.lost + census.drawn
        shares = f"{census.won:,} won, {census.lost:,} lost, {census.drawn:,} drawn"
        lines.append(
            f"{total:,} positions checked: {shares} for the player to move; the longest takes "
            f"{census.most_turns} turns"
        )
    lines.append(
        f"{'read' if kept else 'solved'}{' and checked' if verify else ''} in {seconds:.1f} s: "
        f"{file}, {file.stat().st_size:,} bytes"
    )
    print_lines(*lines)


def confirm(table: Solution, report: partial[None]) -> float | None:
    """Largest difference from the values of linear programs.

    None with more than two seats, or without SciPy.
    """
    if table.seats != 2 or importlib.util.find_spec("scipy") is None:
        return None
    from ludarium.solvers.equilibrium.linear import largest_difference

    return interruptible(lambda: largest_difference(table, report))


def as_data(result: SolveResult, first: Position) -> dict[str, object]:
    table = result.table
    return {
        "game": table.game.name,
        "ruleset": table.ruleset.name,
        "seats": table.seats,
        "gamma": table.gamma,
        "states": len(table.states),
        "epsilon": result.certificate.epsilon if result.certificate else table.epsilon,
        "verified": result.certificate is not None,
        "certificate": dataclasses.asdict(result.certificate) if result.certificate else None,
        "linear_programmes": result.linear,
        "values": table.values(first),
        "solved": result.solved,
        "seconds": result.seconds,
        "file": str(result.path),
        "bytes": result.path.stat().st_size,
    }


def print_result(result: SolveResult, first: Position) -> None:
    table, certificate = result.table, result.certificate
    values = "  ".join(f"{value:.6f}" for value in table.values(first))
    done = "solved and checked" if result.solved else "checked" if certificate else "read"
    lines = [
        f"{table.game.name}/{table.ruleset.name}, {table.seats} seats, gamma {table.gamma:g}: "
        f"{len(table.states):,} positions that differ",
        f"values at the start: {values}",
        f"epsilon {certificate.epsilon if certificate else table.epsilon:.1e}"
        + (
            f", largest at {certificate.worst}; values off by at most {certificate.value_error:.1e}"
            if certificate
            else ""
        ),
    ]
    if result.linear is not None:
        lines.append(
            "linear programmes find the same values, with differences of at most "
            f"{result.linear:.1e}"
        )
    elif result.verified and table.seats == 2:
        lines.append("linear programmes were not run: SciPy is not installed")
    lines.append(
        f"{done} in {result.seconds:.1f} s: {result.path}, {result.path.stat().st_size:,} bytes"
    )
    print_lines(*lines)
