"""Ratings of puzzles and of those who solve them.

Somebody's first attempt at a puzzle counts as a game against it: the solver wins by finding all
moves without a wrong one and without help, else the puzzle does. It is rated as games between
players are (`ratings.ratings`), separately for each game.
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludarium.analysis.puzzles import Puzzle, find_puzzle, puzzles_of
from ludarium.database.attempts import Attempt
from ludarium.database.store import Store
from ludarium.eventlog.clock import server_time
from ludarium.ratings.ratings import START, Rating, Ratings

__all__ = ["PuzzleRatings", "SolverRating"]

OVERLAP = 60.0
"""Seconds by which servers' clocks and delayed writes may make an attempt late."""


@dataclasses.dataclass(frozen=True, slots=True)
class SolverRating:
    """Somebody's success with the puzzles of a game."""

    rating: Rating
    solved: int
    """Puzzles that were solved at the first attempt; `rating.games` were tried."""


class PuzzleRatings:
    """Ratings from all attempts of a database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: dict[str, Ratings] = {}
        self._solved: Counter[tuple[str, str]] = Counter()  # by game and solver
        self._seen: set[tuple[float, str]] = set()
        """The latest of the counted attempts: times and puzzles, as an identity may be called
        otherwise by now."""
        self._newest = 0.0
        self._lock = asyncio.Lock()

    async def of_puzzles(self, puzzles: Sequence[Puzzle]) -> dict[str, Rating]:
        """The ratings of those of these puzzles that somebody tried, by id."""
        await self._take_in()
        ratings = {puzzle.id: self._rating(puzzle, puzzle_key(puzzle.id)) for puzzle in puzzles}
        return {identity: rating for identity, rating in ratings.items() if rating}

    async def of_solver(self, holder: str) -> dict[str, SolverRating]:
        """The ratings of an identity, by game."""
        await self._take_in()
        rating_of = {game: ratings.of(solver_key(holder)) for game, ratings in self._games.items()}
        return {
            game: SolverRating(rating, self._solved[game, holder])
            for game, rating in rating_of.items()
            if rating
        }

    async def attempt(self, puzzle: Puzzle, holder: str, solved: bool) -> dict[str, Any]:
        """Count the first attempt of an identity at a puzzle; a later one changes nothing.

        Returns the rating of the identity `before` and `after`, None where it has none, and whether
        it `counted`.
        """
        await self._take_in()
        before = self._rating(puzzle, solver_key(holder))
        counted = await self._store.attempts.add(Attempt(server_time(), holder, puzzle.id, solved))
        await self._take_in()
        after = self._rating(puzzle, solver_key(holder))
        return {
            "counted": counted,
            "before": before and dataclasses.asdict(before),
            "after": after and dataclasses.asdict(after),
        }

    async def next_for(self, holder: str, last: Puzzle) -> Puzzle:
        """Another puzzle of the same game: of those that the identity has not tried, the one whose
        rating is nearest to its own; where none is left, or nobody was rated, the next in order.
        """
        await self._take_in()
        puzzles = puzzles_of(game_of(last))
        place = puzzles.index(last) + 1
        others = [*puzzles[place:], *puzzles[: place - 1]]
        tried = await self._store.attempts.of(holder)
        fresh = [puzzle for puzzle in others if puzzle.id not in tried]
        own = self._rating(last, solver_key(holder)) if fresh else None
        if own is None:
            return (fresh or others or [last])[0]
        ratings = await self.of_puzzles(fresh)

        def distance(puzzle: Puzzle) -> float:
            rating = ratings.get(puzzle.id)
            return abs((rating.rating if rating else START) - own.rating)

        return min(fresh, key=distance)

    def forget(self, holder: str, former: str) -> None:
        """Let the attempts of an account that is deleted be those of this former identity."""
        for game, ratings in self._games.items():
            ratings.rename(solver_key(holder), solver_key(former))
            self._solved[game, former] += self._solved.pop((game, holder), 0)

    def _rating(self, puzzle: Puzzle, player: str) -> Rating | None:
        ratings = self._games.get(game_of(puzzle))
        return ratings.of(player) if ratings else None

    async def _take_in(self) -> None:
        """Count all attempts that were made since the last call."""
        async with self._lock:
            last = Attempt(self._newest - OVERLAP, "", "", False)
            while batch := await self._store.attempts.since(last.at, (last.holder, last.puzzle)):
                for last in batch:
                    if (last.at, last.puzzle) not in self._seen:
                        self._seen.add((last.at, last.puzzle))
                        self._add(last)
            # what a clock that was wrong has dated to the future is no measure
            self._newest = min(max(self._newest, last.at), server_time())
            recent = self._newest - OVERLAP
            self._seen = {(at, puzzle) for at, puzzle in self._seen if at >= recent}

    def _add(self, attempt: Attempt) -> None:
        puzzle = find_puzzle(attempt.puzzle)
        if puzzle is None:  # of another version of the package
            return
        game = game_of(puzzle)
        players = solver_key(attempt.holder), puzzle_key(attempt.puzzle)
        self._games.setdefault(game, Ratings()).add(players, (attempt.solved, not attempt.solved))
        self._solved[game, attempt.holder] += attempt.solved


def game_of(puzzle: Puzzle) -> str:
    """The name of the puzzle's game, without reading the position."""
    return puzzle.position.partition("/")[0]


def solver_key(holder: str) -> str:
    """The key of an identity among those that are rated."""
    return f"solver:{holder}"


def puzzle_key(identity: str) -> str:
    """The key of a puzzle."""
    return f"puzzle:{identity}"
