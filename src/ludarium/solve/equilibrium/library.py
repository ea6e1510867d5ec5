"""Equilibria of games in which seats choose at once: where their tables are, and how they are made.

The value of a state is what each seat can expect: in a game that one seat wins, its probability to
win. A round that leaves the state as it is ends the game with probability 1 - gamma, and the seats
that can still win share equally; gamma is 1 for two seats and 0.99 for more, as with endless rounds
there need not be an equilibrium in which what a seat does depends on the state alone.
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
from ludarium.rules.game import Game, Ruleset
from ludarium.solve.equilibrium.solution import Table
from ludarium.solve.equilibrium.storage import pack, read_table, unpack, write_table

if TYPE_CHECKING:
    from ludarium.solve.equilibrium.verify import Certificate

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

Report = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much


def default_gamma(seats: int) -> float:
    """With two seats, one of which wins, values are unique even when rounds can go on for ever."""
    return 1.0 if seats <= 2 else DEFAULT_GAMMA


def equilibrium(
    game: str | Game,
    seats: int | None = None,
    ruleset: str | None = None,
    *,
    gamma: float | None = None,
    build: bool = False,
) -> Table:
    """The table of an equilibrium of this game, by default with the fewest seats and its first
    ruleset.

    Raises TableFileError where its file is damaged, or where there is none; with `build` it is
    solved then, which can take minutes.
    """
    found = game if isinstance(game, Game) else catalogue.find(game)
    rules, number = found.ruleset(ruleset), found.seat_number(seats)
    chosen = checked_gamma(default_gamma(number) if gamma is None else gamma)
    path = kept_at(found, rules, number, chosen)
    if path is not None:
        try:
            return _loaded(path, path.stat().st_mtime_ns, found)
        except TableFileError as error:
            if not build:
                raise TableFileError(
                    f"{error}; to make it anew: {_command(found, rules, number, chosen)} --again"
                ) from None
    if build:
        return make_table(found, rules.name, number, chosen)[0]
    raise TableFileError(
        f"there is no table of {found.name}/{rules.name} with {number} seats and gamma "
        f"{chosen:g} yet; "
        f"to make it: {_command(found, rules, number, chosen)}"
    )


def kept_at(game: Game, ruleset: Ruleset, seats: int, gamma: float) -> Path | None:
    """The file of this table: one that was made here, or else one that came with the package; None
    where there is none.
    """
    paths = (table_file(game, ruleset, seats, gamma), SHIPPED / _name(game, ruleset, seats, gamma))
    return next((path for path in paths if path.exists()), None)


def table_file(game: Game, ruleset: Ruleset, seats: int, gamma: float) -> Path:
    """Where a table that is made here is kept: of other rules than today's it would have another
    name.
    """
    return cache_folder() / "tables" / f"{_rules_digest(game)}-{_name(game, ruleset, seats, gamma)}"


def make_table(
    game: str | Game,
    ruleset: str | None = None,
    seats: int | None = None,
    gamma: float | None = None,
    *,
    path: Path | None = None,
    threads: int | None = None,
    report: Report | None = None,
) -> tuple[Table, Certificate]:
    """Solve the game, check what the file will hold, and keep it; the table as it is in the file,
    and what the check found.

    path: where to keep it, by default in the cache folder; report: called with what is being done,
    how much is done, of how much.
    """
    from ludarium.solve.equilibrium.solver import solve
    from ludarium.solve.equilibrium.verify import verify

    found = game if isinstance(game, Game) else catalogue.find(game)
    rules, number = found.ruleset(ruleset), found.seat_number(seats)
    chosen = checked_gamma(default_gamma(number) if gamma is None else gamma)

    def part(what: str) -> Callable[[int, int], None] | None:
        return functools.partial(report, what) if report else None

    solved = solve(
        found,
        rules,
        number,
        chosen,
        threads=threads,
        exploring=part("exploring"),
        solving=part("solving"),
    )
    kept = unpack(pack(solved), "the table", found)
    certificate = verify(kept, part("checking"))
    kept = dataclasses.replace(kept, epsilon=certificate.epsilon)
    write_table(kept, path or table_file(found, rules, number, chosen))
    return kept, certificate


@functools.lru_cache(maxsize=16)
def _loaded(path: Path, changed: int, game: Game) -> Table:
    return read_table(path, game)


def checked_gamma(gamma: float) -> float:
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
    """A few digits of a digest of the files that the game's rules are in."""
    files = {
        inspect.getsourcefile(inspect.unwrap(function))
        for function in (*game.functions.values(), game.start)
    }
    digest = hashlib.sha256()
    for file in sorted(file for file in files if file and Path(file).is_file()):
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:12]
