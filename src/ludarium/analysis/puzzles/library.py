"""Puzzles, and those that come with the package.

There are three kinds. Of one (`within` is 0), exactly one move is proved to win, and all others are
proved not to. Of another, exactly one move forces a win within a number of turns; whether others
win later is not asked, as in the mating problems of chess. Of the third, exactly one move forces a
gain of pieces within a number of turns, as the shots of draughts do.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import random
from datetime import date
from importlib.resources import files
from typing import Any

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.play.position import Position, parse

__all__ = ["Puzzle", "PuzzleStep", "expect", "find_puzzle", "puzzle_of", "puzzles_of", "shipped"]


@dataclasses.dataclass(frozen=True)
class PuzzleStep:
    """One move of a puzzle's solution."""

    move: str
    """The only winning move."""
    reply: str | None
    """The opponent's reply; None where the puzzle ends, or the turn goes on."""
    refutations: dict[str, str | None]
    """A reply that refutes each other legal move; None where there is none, as the game is over
    after it or the turn goes on."""


@dataclasses.dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins, or comes to something within a number of turns."""

    id: str
    """The puzzle's id: the name of its game, and a digest of the position."""
    position: str
    """The position as text."""
    seat: int
    """The seat to move."""
    steps: tuple[PuzzleStep, ...]
    """The solution, move by move."""
    ending: tuple[str, ...]
    """The moves after the last step, if these are known."""
    source: dict[str, Any]
    """The game that it is from: players, seed, moves, and `ply`, the number of moves before."""
    proof: dict[str, int]
    """Size of the search for the first step: nodes, and depth in plies where that was the limit."""
    within: int = 0
    """The number of the solver's turns; 0 where it may take any number."""
    gain: int = 0
    """By how many pieces more than now the solver must be ahead, or less behind, after the
    opponent's reply to the last turn; 0 where it must win.
    """

    @property
    def start(self) -> Position:
        """The position, without a history."""
        return parse(self.position)

    def to_json(self) -> str:
        """Encode the puzzle as one line of JSON."""
        fields = dataclasses.asdict(self)
        for name in ("within", "gain"):
            if not fields[name]:
                del fields[name]
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """Decode what `to_json` wrote."""
        fields = json.loads(text)
        steps, ending = (
            tuple(PuzzleStep(**step) for step in fields.pop("steps")),
            tuple(fields.pop("ending")),
        )
        return cls(**fields, steps=steps, ending=ending)


@functools.cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of this game in the package, by size of their proof; none where it has none."""
    file = files("ludarium.analysis.puzzles") / "shipped" / f"{game}.jsonl"
    puzzles = (
        map(Puzzle.from_json, file.read_text(encoding="utf-8").splitlines())
        if file.is_file()
        else ()
    )
    return tuple(sorted(puzzles, key=lambda puzzle: puzzle.proof["nodes"]))


def shipped() -> dict[str, tuple[Puzzle, ...]]:
    """All puzzles in the package, by name of the game."""
    return {name: puzzles_of(name) for name in catalogue.names() if puzzles_of(name)}


def find_puzzle(identity: str) -> Puzzle | None:
    """The puzzle of this id; None where there is none."""
    return _by_id().get(identity)


@functools.cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzles in shipped().values() for puzzle in puzzles}


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of the day: the featured games in turn, and after each round one of the others.

    Each game shows all its puzzles, in an order of its own, before one comes again.
    """
    names = sorted(shipped())
    featured = [name for name in names if catalogue.find(name).featured]
    others = [name for name in names if name not in featured]
    games = featured
    turn, place = divmod(day.toordinal(), len(featured) + bool(others))
    if place == len(featured):
        games = others
        turn, place = divmod(turn, len(others))
    puzzles = list(puzzles_of(games[place]))
    random.Random(games[place]).shuffle(puzzles)
    return puzzles[turn % len(puzzles)]


def expect(puzzle: Puzzle, holds: bool, otherwise: str) -> None:
    """Raise LudariumError where something does not hold of the puzzle."""
    if not holds:
        raise LudariumError(f"puzzle {puzzle.id}: {otherwise}")
