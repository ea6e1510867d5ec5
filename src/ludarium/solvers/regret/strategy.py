"""Strategies of games that hide something: what each seat does at each of its information sets."""

from __future__ import annotations

import dataclasses
import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.cache import cache_folder
from ludarium.errors import LudariumError
from ludarium.files import write_whole
from ludarium.play.position import Position, parse
from ludarium.rules import generic
from ludarium.rules.game import Game, Ruleset

__all__ = ["Strategy", "kept_at", "read", "strategy_file"]

SHIPPED = Path(__file__).parent / "shipped"
VERSION = 1
DIGITS = 6  # of a probability in a file
PACKED = ".gz"

State = Any
Array = Any


@dataclasses.dataclass(frozen=True, eq=False)
class Strategy:
    """The choices of every seat: one strategy profile."""

    game: Game
    ruleset: Ruleset
    seats: int
    mixes: Mapping[tuple[int, State], Array]
    """By seat and what it sees: the probability of each legal action, in the order of
    `nth_legal`."""
    value: tuple[float, ...]
    """By seat: what it can expect from the start."""
    exploitability: float
    """The gain of a seat by a best response, in the mean of the seats; 0 in an equilibrium."""
    iterations: int
    """The number of iterations of the solver."""

    def mix(self, state: State, seat: int) -> Array:
        """The probabilities of the seat's legal actions. Raises KeyError where it is unknown."""
        return self.mixes[seat, generic.seen_by(state, seat)]

    def save(self, path: Path) -> None:
        """Write it to a file: JSON, by the text of what the seat sees; packed if its name ends in
        .gz.
        """
        texts = {
            Position(self.game, self.ruleset, seen).text: [round(float(p), DIGITS) for p in mix]
            for (_, seen), mix in self.mixes.items()
        }
        fields = {
            "ludarium-strategy": VERSION,
            "game": self.game.name,
            "ruleset": self.ruleset.name,
            "seats": self.seats,
            "value": list(self.value),
            "exploitability": self.exploitability,
            "iterations": self.iterations,
        }
        lines = ",\n".join(f"{json.dumps(text)}: {mix}" for text, mix in sorted(texts.items()))
        head = json.dumps(fields)[:-1]
        written = f'{head}, "mixes": {{\n{lines}\n}}}}\n'.encode()
        content = gzip.compress(written, mtime=0) if path.suffix == PACKED else written
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)


class _Written(Mapping[tuple[int, State], Array]):
    """The mixes of a file, each looked up by the text of what the seat sees: to parse tens of
    thousands of them would take seconds.
    """

    def __init__(self, game: Game, ruleset: Ruleset, written: dict[str, list[float]]) -> None:
        self._game, self._ruleset, self._written = game, ruleset, written

    def __getitem__(self, key: tuple[int, State]) -> Array:
        """Raises LudariumError where its numbers are not those of the legal actions."""
        seat, seen = key
        text = Position(self._game, self._ruleset, seen).text
        mix = np.array(self._written[text], float)
        if len(mix) != generic.legal_count(seen, seat):
            raise LudariumError(f"not a strategy: {len(mix)} probabilities of {text}")
        return mix / mix.sum()

    def __iter__(self) -> Iterator[tuple[int, State]]:
        for text in self._written:
            position = parse(text)
            yield position.mover(), position.state

    def __len__(self) -> int:
        return len(self._written)


def strategy_file(game: Game, ruleset: Ruleset, seats: int) -> Path:
    """The file of a strategy that is made here."""
    return cache_folder() / "strategies" / f"{game.name}-{ruleset.name}-{seats}.json"


def kept_at(game: Game, ruleset: Ruleset, seats: int) -> Path | None:
    """The file of a strategy, the user's own before one that comes with the package; None where
    there is none.
    """
    own = strategy_file(game, ruleset, seats)
    places = own, SHIPPED / own.name, SHIPPED / (own.name + PACKED)
    return next((path for path in places if path.exists()), None)


def read(path: Path, game: Game) -> Strategy:
    """Read a file that `Strategy.save` wrote. Raises LudariumError where it does not fit."""
    try:
        content = path.read_bytes()
        fields = json.loads(gzip.decompress(content) if path.suffix == PACKED else content)
        fits = (fields["ludarium-strategy"], fields["game"]) == (VERSION, game.name)
        if not fits:
            raise LudariumError(f"{path}: not a strategy of {game.title}")
        ruleset = game.ruleset(fields["ruleset"])
        mixes = _Written(game, ruleset, dict(fields["mixes"]))
        return Strategy(
            game,
            ruleset,
            fields["seats"],
            mixes,
            tuple(fields["value"]),
            fields["exploitability"],
            fields["iterations"],
        )
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise LudariumError(f"{path}: not a strategy: {error}") from None
