"""Equilibria of games with simultaneous choices: finds, makes and keeps the files of solutions.

The value of a state is the expected return of each seat: in a game with a single winner, its
probability of winning. A round that leaves the state as it is breaks the game off with probability
1 - gamma, and the seats that can still win share equally. By default gamma is 1 for two seats and
0.99 for more: with endless rounds there need not be an equilibrium in stationary strategies, which
depend on the state alone.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ludarium import catalogue
from ludarium.cache import cache_folder
from ludarium.errors import LudariumError, TableFileError
from ludarium.jobs import Workers
from ludarium.rules.code_digest import code_digest
from ludarium.rules.game import Game, Ruleset
from ludarium.solvers.equilibrium.solution import Solution
from ludarium.solvers.equilibrium.storage import pack, read_solution, unpack, write_solution

if TYPE_CHECKING:
    from ludarium.solvers.equilibrium.verify import Certificate

__all__ = [
    "DEFAULT_GAMMA",
    "checked_gamma",
    "default_gamma",
    "equilibrium",
    "kept_at",
    "make_table",
    "table_file",
]

DEFAULT_GAMMA = 0.99
SHIPPED = Path(__file__).with_name("shipped")

Report = Callable[[str, int, int], None]  # progress: name of the step, amount done, total


def default_gamma(seats: int) -> float:
    """The default gamma: 1 for two seats, whose values are unique even with endless rounds."""
    return 1.0 if seats <= 2 else DEFAULT_GAMMA


def equilibrium(
    game: str | Path | Game,
    *,
    ruleset: str | None = None,
    seats: int | None = None,
    gamma: float | None = None,
    build: bool = False,
) -> Solution:
    """The solution of this game, by default with the fewest seats and its first ruleset.

    Raises TableFileError where there is no file of it, or a damaged one. With `build` the game is
    solved instead, which can take minutes. Raises UnknownGameError, RulesetError or SeatsError
    where there is no such game, and LudariumError where gamma is not within 0..1.
    """
    resolved = catalogue.game_of(game)
    rules, number = resolved.ruleset(ruleset), resolved.seat_number(seats)
    chosen = checked_gamma(default_gamma(number) if gamma is None else gamma)
    path = kept_at(resolved, rules, number, chosen)
    if path is not None:
        try:
            return _loaded(path, path.stat().st_mtime_ns, resolved)
        except TableFileError as error:
            if not build:
                raise TableFileError(
                    f"{error}; to make it anew: {_command(resolved, rules, number, chosen)} --again"
                ) from None
    if build:
        return make_table(resolved, rules.name, number, chosen)[0]
    raise TableFileError(
        f"there is no table of {resolved.name}/{rules.name} with {number} seats and gamma "
        f"{chosen:g} yet; "
        f"to make it: {_command(resolved, rules, number, chosen)}"
    )


def kept_at(game: Game, ruleset: Ruleset, seats: int, gamma: float) -> Path | None:
    """The file of this solution: from the cache folder, else from the package, or None."""
    paths = (table_file(game, ruleset, seats, gamma), SHIPPED / _name(game, ruleset, seats, gamma))
    return next((path for path in paths if path.exists()), None)


def table_file(game: Game, ruleset: Ruleset, seats: int, gamma: float) -> Path:
    """The solution's file in the cache folder; its name contains a digest of the rules."""
    return cache_folder() / "tables" / f"{_rules_digest(game)}-{_name(game, ruleset, seats, gamma)}"


def make_table(
    game: str | Path | Game,
    ruleset: str | None = None,
    seats: int | None = None,
    gamma: float | None = None,
    *,
    path: Path | None = None,
    threads: int | None = None,
    workers: Workers | None = None,
    report: Report | None = None,
) -> tuple[Solution, Certificate]:
    """Solve a game, verify the solution as rounded for its file, and write the file.

    Returns the solution as it is in the file, and its certificate. path: the file, by default in
    the cache folder. threads, workers: as of `solver.solve`. report: called with the name
    of the step, the amount done and the total. Raises LudariumError where the game cannot be
    solved, or the file not be written.
    """
    from ludarium.solvers.equilibrium.solver import solve
    from ludarium.solvers.equilibrium.verify import verify

    resolved = catalogue.game_of(game)
    rules, number = resolved.ruleset(ruleset), resolved.seat_number(seats)
    chosen = checked_gamma(default_gamma(number) if gamma is None else gamma)

    def part(what: str) -> Callable[[int, int], None] | None:
        return functools.partial(report, what) if report else None

    solved = solve(
        resolved,
        rules,
        number,
        chosen,
        threads=threads,
        workers=workers,
        exploring=part("exploring"),
        solving=part("solving"),
    )
    kept = unpack(pack(solved), "the table", resolved)
    certificate = verify(kept, part("checking"))
    kept = dataclasses.replace(kept, epsilon=certificate.epsilon)
    write_solution(kept, path or table_file(resolved, rules, number, chosen))
    return kept, certificate


@functools.lru_cache(maxsize=16)
def _loaded(path: Path, changed: int, game: Game) -> Solution:
    return read_solution(path, game)


def checked_gamma(gamma: float) -> float:
    """The same gamma. Raises LudariumError where it is not within 0..1."""
    if not 0.0 <= gamma <= 1.0:
        raise LudariumError(f"gamma {gamma:g}: expected a probability, 0 to 1")
    return gamma


def _name(game: Game, ruleset: Ruleset, seats: int, gamma: float) -> str:
    rules = re.sub(r"[^a-z0-9-]+", "_", ruleset.name)
    special = "" if gamma == default_gamma(seats) else f"-gamma-{gamma:.10g}"
    return f"{game.name}-{rules}-{seats}{special}.table"


def _command(game: Game, ruleset: Ruleset, seats: int, gamma: float) -> str:
    rules = "" if ruleset is game.rulesets[0] else f" --ruleset {ruleset.name}"
    special = "" if gamma == default_gamma(seats) else f" --gamma {gamma:.10g}"
    return f"ludarium solve {game.name} --seats {seats}{rules}{special}"


@functools.cache
def _rules_digest(game: Game) -> str:
    """The first 12 digits of a digest of the game's rules: of their code, so that comments and
    docstrings make no difference, or of their files where the code is not understood.
    """
    functions = (*game.functions.values(), game.start)
    if code := code_digest(functions, game.implementations):
        return code[:12]
    files = {inspect.getsourcefile(inspect.unwrap(function)) for function in functions}
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file and Path(file).is_file()):
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:12]
