"""Vector environments: many games of one kind, moved on in one call, as arrays."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ludarium.environments import stepping
from ludarium.environments.actions import ActionSpace, action_space
from ludarium.environments.game_arrays import NOTHING, Games, Settings
from ludarium.environments.observations import ObservationSpace, observation_space
from ludarium.environments.runtimes import Algorithm, Processor, Runtime
from ludarium.errors import LudariumError, MoveError, RulesError, choice_of
from ludarium.play.position import start
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.rules.packing import word_count
from ludarium.simulate.extra import require_numba_cuda

__all__ = ["MOST_GAMES", "Saved", "VectorEnvironment", "check_int", "signed"]

Array = Any

MOST_GAMES = 1 << 20
MOST_THREADS = 256
REMEMBERED = 1024
"""The number of latest positions of a game that count as earlier ones, where a rule speaks of them.
"""

AUTORESET = {"next-step": "NextStep", "same-step": "SameStep", "disabled": "Disabled"}
"""The name that Gymnasium has for each mode of autoreset, in the order of `stepping`."""

ILLEGAL = ("raise", "lose")
DEVICES = ("cpu", "cuda")


@dataclasses.dataclass(frozen=True)
class Saved:
    """All games of a `VectorEnvironment` at one moment."""

    kind: tuple[str, str, int, int]
    """The game, the ruleset, the number of seats and of games."""
    seed: int
    arrays: Mapping[str, Array]


class VectorEnvironment:
    """Many games of one kind, played at once; made by `ludarium.vector`.

    game, ruleset, seats: as of `ludarium.start`. count: how many games, 1 to MOST_GAMES. seed: as
    of `reset`. threads: 1 to MOST_THREADS; what comes out does not depend on it. autoreset: when a
    game that ended begins anew: at the next step, whose action does not count then; in the same
    step; or not until it is reset. illegal: whether an illegal action raises an error, or ends the
    game, with the least return for that seat. limit: the most moves of a game, without chance.
    compile: whether compiled code plays, or plain Python, which is slow and plays the same. device:
    "cpu", or "cuda", where all arrays stay on the device (`ludarium.environments.cuda`).

    In the shapes below, `slots` stands for nothing where one seat chooses at a time, and for the
    number of seats where several choose at once. Chance is played by the environment.

    All arrays are made once and written over by each call; copy what is to be kept.

    Raises LudariumError where an option is not one, a game is over before it begins, or there is
    not enough memory.
    """

    def __init__(
        self,
        game: str | Path | Game,
        count: int,
        ruleset: str | None = None,
        seats: int | None = None,
        seed: int = 0,
        *,
        threads: int = 1,
        autoreset: Literal["next-step", "same-step", "disabled"] = "next-step",
        illegal: Literal["raise", "lose"] = "raise",
        limit: int | None = None,
        compile: bool = True,
        device: Literal["cpu", "cuda"] = "cpu",
    ) -> None:
        check_int("number of games", count, 1, MOST_GAMES)
        check_int("number of threads", threads, 1, MOST_THREADS)
        if limit is not None:
            check_int("limit of moves", limit, 1, 1 << 40)
        if autoreset not in AUTORESET:
            raise LudariumError(choice_of("autoreset", str(autoreset), AUTORESET))
        if illegal not in ILLEGAL:
            raise LudariumError(choice_of("way to take illegal actions", str(illegal), ILLEGAL))
        if device not in DEVICES:
            raise LudariumError(choice_of("device", str(device), DEVICES))
        first = start(game, ruleset, seats)
        self.game: Game = first.game
        self.ruleset: str = first.ruleset.name
        self.seats: int = first.seats
        self.count = count
        self.illegal = illegal
        self.limit = limit
        self.metadata = {"autoreset_mode": AUTORESET[autoreset]}
        """The mode of autoreset as Gymnasium names it."""
        self.action_space: ActionSpace = action_space(self.game, self.ruleset, self.seats)
        """Every action, and its index."""
        self.observation_space: ObservationSpace = observation_space(
            self.game, self.ruleset, self.seats
        )
        """The observation space: the meaning of each plane or value."""
        self._start = first.state
        self._together = generic.action_bits(first.state) > 0
        self.device = device
        self.runtime: Runtime = _runtime(self.game, device, min(threads, count), compile)
        """Keeps the arrays, and runs compiled code over them."""
        if not generic.movers(first.state):
            raise LudariumError(f"a game of {self.game.name} is over before it begins")
        self._tables: list[Array] = []
        try:
            self._make_arrays()
            self._settings = self._make_settings(list(AUTORESET).index(autoreset), limit or 0)
            self.reset(seed=seed)
        except MemoryError:
            raise LudariumError(
                f"{count} games of {self.game.name} do not fit into memory: expected fewer"
            ) from None

    def __repr__(self) -> str:
        return (
            f"<VectorEnvironment of {self.count:,} games of {self.game.name}/{self.ruleset} with "
            f"{self.seats} seats: observations {self.observation_space.shape}, "
            f"{self.action_space.size} actions>"
        )

    def _make_arrays(self) -> None:
        count, seats, slots = self.count, self.seats, self.seats if self._together else 1
        ruled = self.game.superko or self.game.repetition is not None
        self._remembered = REMEMBERED if ruled else 0
        self._size = word_count(self._start)
        numbers = {
            "words": self._size,
            "randoms": 1,
            "keys": self._remembered,
            "actions": self._remembered if generic.notes_cycles(self._start) else 0,
            "episodes": 1,
            "numbers": 1,
            "moves": 1,
            "lengths": 1,
        }
        of_bytes = {
            "over": 1,
            "movers": slots,
            "observations": slots * self.observation_space.size,
            "finals": slots * self.observation_space.size,
            "mask": slots * self.actions,
            "terminated": 1,
            "truncated": 1,
        }
        zeros = self.runtime.zeros
        self._arrays: dict[str, Array] = {
            **{name: zeros(count * size, np.int64) for name, size in numbers.items()},
            **{name: zeros(count * size, np.uint8) for name, size in of_bytes.items()},
            "rewards": zeros((count, seats), np.float32),
        }
        self._games = Games(
            **{name: self.runtime.reach(self._arrays[name]) for name in (*numbers, *of_bytes)}
        )
        self._slots, self._spare = slots, max(self.actions, self._size)
        by_slot = (seats,) if self._together else ()
        shape = self.observation_space.shape
        self.observations: Array = self._view("observations", *by_slot, *shape)
        """uint8 (count, *slots, *observation_space.shape): what the seat to move sees, or each
        seat; in a game that is over, what the seat that moved last sees."""
        self._finals: Array = self._view("finals", *by_slot, *shape)
        self.mask: Array = self._view("mask", *by_slot, self.actions, dtype=np.bool_)
        """bool (count, *slots, actions): which indices of actions are legal. None is where the
        game is over, or the seat does not choose."""
        self.movers: Array = self._view("movers", *by_slot, dtype=np.int8)
        """int8. Where one seat chooses at a time, (count,): the seat to move, or -1 in a game that
        is over. Where several do, (count, seats): 1 for those that choose, and 0 for others."""
        self.rewards: Array = self._view("rewards", seats)
        """float32 (count, seats): each seat's return, in the step that ended the game; else 0."""
        self.terminated: Array = self._view("terminated", dtype=np.bool_)
        """bool (count,): whether the rules ended the game in the latest step."""
        self.truncated: Array = self._view("truncated", dtype=np.bool_)
        """bool (count,): whether the limit of moves did."""
        self.lengths: Array = self._view("lengths")
        """int64 (count,): the moves so far of the game that the latest step moved on."""
        self.episodes: Array = self._view("episodes")
        """int64 (count,): how many games have ended in each row since the seed was set; one that is
        reset before its end is none of them."""

    def _view(self, name: str, *shape: int, dtype: Any = None) -> Array:
        """An array of all games in the shape that users see, which cannot be written to."""
        view = self.runtime.shaped(self._arrays[name], (self.count, *shape), dtype)
        if isinstance(view, np.ndarray):
            view.setflags(write=False)
        return view

    def _table(self, array: Array) -> Any:
        """An int64 array of the machine as memory for compiled code, kept alive here."""
        kept = self.runtime.zeros(max(1, len(array)), np.int64)
        if len(array):
            self.runtime.copy(array, kept)
        self._tables.append(kept)
        return self.runtime.reach(kept)

    def _make_settings(self, autoreset: int, limit: int) -> Settings:
        loss = self.game.returns_range[0]
        total = self.game.returns_sum
        others = self.game.even_return(self.seats) if total is None else (total - loss)
        gain = others if total is None else others / max(1, self.seats - 1)
        return Settings(
            planes=self.observation_space.planes(self._table),
            actions=self._table(self.action_space.actions),
            action_count=self.actions,
            indices=self._table(self.action_space.indices),
            index_count=len(self.action_space.indices),
            seed=0,
            game_count=self.count,
            seats=self.seats,
            slots=self._slots,
            size=self._size,
            together=self._together,
            autoreset=autoreset,
            limit=limit,
            occurrences=self.game.repetition or 0,
            remembered=self._remembered,
            loss=float(loss),
            even=float(self.game.even_return(self.seats)),
            gain=float(gain),
            checked=self.illegal == "raise",
        )

    @property
    def actions(self) -> int:
        """The number of actions, which are numbered from 0."""
        return self.action_space.size

    def index_of(self, action: int) -> int:
        """The index of an action of the game; see `ActionSpace.index_of`."""
        return self.action_space.index_of(action)

    def action_of(self, index: int) -> int:
        """The action of the game that has this index; see `ActionSpace.action_of`."""
        return self.action_space.action_of(index)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin new games; returns the observations, and what `step` says in its last place.

        seed: of all chance and all random choices, any int; the games of a seed are always the
        same. Without one, the next games of the present seed begin; a game in which nobody moved
        yet begins again, so the first `reset` gives the first games of the seed. options:
        `reset_mask`, an array of bool with a True for each game that is to begin anew; by default
        all do.

        Raises LudariumError where there are other options, or the mask has another shape.
        """
        which = self.runtime.zeros(self.count, np.uint8)
        self.runtime.copy(self._reset_mask(options or {}).view(np.uint8), which)
        if seed is not None:
            check_int("seed", seed)
            self._settings = self._settings._replace(seed=signed(seed))
        rewards, reached = self._arrays["rewards"], self.runtime.reach(which)
        self._move_on(stepping.begin_games, rewards, reached, seed is not None)
        return self.observations, self._info()

    def _reset_mask(self, options: Mapping[str, Any]) -> Array:
        if others := set(options) - {"reset_mask"}:
            raise LudariumError(
                f"unknown option of reset {sorted(others)[0]!r}: expected reset_mask"
            )
        mask = np.array(options.get("reset_mask", np.ones(self.count, np.bool_)))
        if mask.shape != (self.count,) or mask.dtype != np.bool_:
            raise LudariumError(
                f"a reset_mask of {mask.dtype} and shape {mask.shape}: expected bool and "
                f"({self.count},)"
            )
        return mask

    def step(
        self, actions: Array | Sequence[int]
    ) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Move each game on by one joint action, and chance after it.

        actions: ints (count, *slots): the index of the action of the seat to move, or of each
        seat's; that of a game that is over, or of a seat that does not choose, is not looked at.
        A game that is over begins anew, or not, as `autoreset` says.

        Returns the observations, rewards, terminated and truncated, as in the attributes, and a
        dictionary with `mask`, `movers` and `lengths`; where games begin anew at once, with
        `final_obs`, what was seen of the games that ended, too.

        Raises MoveError where an action is illegal, unless illegal actions lose; then nothing was
        moved. Raises LudariumError where the actions have another shape or are no ints.
        """
        chosen = self.runtime.taken(actions, self.movers.shape)
        if self.illegal == "raise":
            self._refuse_illegal(chosen)
        rewards = self._arrays["rewards"]
        self._move_on(stepping.step_games, rewards, self.runtime.reach(chosen))
        return self.observations, self.rewards, self.terminated, self.truncated, self._info()

    def sample(self) -> Array:
        """A random legal action for each game, as `step` takes them: uniform, and the same for the
        same seed and the same games.
        """
        chosen = self.runtime.choices(self.count * self._slots)
        self.run(stepping.choose, self.runtime.reach(chosen))
        return self.runtime.shaped(chosen, self.movers.shape)

    def save(self) -> Saved:
        """All games as they are, for `restore`."""
        arrays = {name: self.runtime.copied(array) for name, array in self._arrays.items()}
        return Saved(self._kind, self._settings.seed, arrays)

    def restore(self, saved: Saved) -> None:
        """Go back to what was saved, of this environment or of one like it.

        Where the other has another `autoreset`, a game that is over there begins anew at the next
        step, whose action does not count, unless it is disabled here.

        Raises LudariumError where it is of another game, ruleset, number of seats or of games.
        """
        kind = getattr(saved, "kind", None)
        if kind != self._kind:
            raise LudariumError(f"saved games of {kind}: expected {self._kind}")
        for name, array in saved.arrays.items():
            self.runtime.copy(array, self._arrays[name])
        self._settings = self._settings._replace(seed=saved.seed)

    @property
    def _kind(self) -> tuple[str, str, int, int]:
        return self.game.name, self.ruleset, self.seats, self.count

    def _refuse_illegal(self, chosen: Array) -> None:
        place = self.run(stepping.first_illegal, self.runtime.reach(chosen))
        if place != NOTHING:
            row, slot = divmod(place, self._slots)
            seat = slot if self._together else int(np.asarray(self.movers)[row])
            raise MoveError(
                f"action {np.asarray(chosen)[place]} of game {row} of {self.game.name} is not "
                f"legal for seat {seat}: expected one whose mask is True"
            )

    def _info(self) -> dict[str, Any]:
        info = {"mask": self.mask, "movers": self.movers, "lengths": self.lengths}
        if self.metadata["autoreset_mode"] == AUTORESET["same-step"]:
            info["final_obs"] = self._finals
        return info

    def run(self, algorithm: Algorithm, *arguments: Any, spare: int = 0) -> int:
        """Run code over all games, as `Runtime.run` does, and return what that does."""
        return self.runtime.run(
            algorithm, self._start, self._games, self._settings, arguments, spare
        )

    def _move_on(self, algorithm: Algorithm, *arguments: Any) -> None:
        """Run code that shows all games anew. Raises RulesError where a legal action is not in the
        action space.
        """
        row = self.run(algorithm, *arguments, spare=self._spare)
        if row != NOTHING:
            raise RulesError(
                f"a legal action of game {row} of {self.game.name} is not among the "
                f"{self.actions} that learning programs know: give all that a seat can ever have "
                "as Game.actions"
            )


def _runtime(game: Game, device: str, threads: int, compile: bool) -> Runtime:
    """Raises LudariumError where there is no such device here, or no code for it."""
    if device == "cpu":
        return Processor(game, threads, compile)
    if threads > 1 or not compile:
        raise LudariumError("threads and compile are options of the device 'cpu' alone")
    require_numba_cuda()
    from ludarium.environments.cuda import Device

    return Device(game)


def signed(seed: int) -> int:
    """The lowest 64 bits of a seed as a signed number, as compiled code takes it."""
    return (int(seed) + 2**63) % 2**64 - 2**63


def check_int(name: str, given: object, least: int | None = None, most: int | None = None) -> None:
    """Raises LudariumError where it is no int in least..most, or no int at all."""
    is_int = isinstance(given, (int, np.integer)) and not isinstance(given, bool)
    if not is_int or (least is not None and most is not None and not least <= given <= most):  # type: ignore[operator]
        expected = "an int" if least is None else f"{least} to {most}"
        raise LudariumError(f"a {name} of {given!r}: expected {expected}")
