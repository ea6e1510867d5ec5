"""Matches that go on where they were broken off."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from ludarium.matches.match import play_match
from ludarium.play.record import Record
from ludarium.play.record_files import add_records, read_records
from ludarium.rules.game import Game

__all__ = ["played_on"]


def played_on(
    game: Game,
    names: Sequence[str],
    games: int,
    deadline: float,
    file: Path | None,
    *,
    seed: int,
    opening: int,
    ruleset: str | None = None,
) -> list[Record]:
    """The games that the file holds, and those more, up to so many, that there is time for.

    deadline: on the monotonic clock. file: in which they are kept; None: nowhere.
    """
    played = read_records(file)[0] if file and file.exists() else []
    while len(played) < games and time.monotonic() < deadline:
        fresh: list[Record] = []
        # Some games at a time, so that the deadline is kept; each such part has agents of its own,
        # with other random numbers.
        play_match(
            game,
            names,
            ruleset=ruleset,
            games=min(games, len(played) + len(names)),
            seed=seed,
            opening=opening,
            played=played,
            on_game=fresh.append,
        )
        played += fresh
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            add_records(file, fresh)
    return played[:games]
