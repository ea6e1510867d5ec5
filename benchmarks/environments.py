"""Vector environments here and in Pgx, side by side on one core.

A step is one game moved on by one action, drawn at random among the legal ones; both write what the
seat to move observes, a mask of legal actions and the rewards, and begin a game that ended anew.
Pgx runs as its makers mean it to: a loop of steps, compiled as one by JAX, of as many games at once
as make it fastest, of a few numbers. Both are measured in turns, in processor time, with the
process tied to one core; each figure is the median of the rounds.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import statistics
import sys
import time
from collections.abc import Callable

from rich.console import Console
from rich.table import Table

import ludarium

GAMES = {
    "connect4": "connect_four",
    "othello": "othello",
    "hex": "hex",
    "go": "go_9x9",
    "kuhn": "kuhn_poker",
    "leduc": "leduc_holdem",
}
"""Our games, by rulesets as below, and what Pgx calls the same."""
RULESETS = {"hex": "11-swap"}
COUNT = 4096  # games at once here
BATCHES = (512, 2048, 8192)  # games at once in Pgx, of which the fastest counts
LOOP = 50  # steps in one call of Pgx
ROUNDS = 5


@dataclasses.dataclass(frozen=True)
class Measured:
    """Steps a second."""

    game: str
    here: float
    pgx: float
    batch: int
    """Games at once in Pgx."""

    @property
    def times(self) -> float:
        return self.here / self.pgx


def here(name: str) -> Callable[[], int]:
    """What plays on here, and returns how many steps that were."""
    envs = ludarium.vector(name, COUNT, RULESETS.get(name), autoreset="same-step")

    def play_on() -> int:
        envs.step(envs.sample())
        return COUNT

    return play_on


def pgx(name: str, count: int) -> Callable[[], int]:
    """What plays on in Pgx, under our name of the game, and returns how many steps that were."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(GAMES[name])
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def loop(state, key):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        def body(carried, _):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            state, key = carried
            key, choice, chance = jax.random.split(key, 3)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(choice, logits, axis=-1)
            return (step(state, actions, jax.random.split(chance, count)), key), None

        return jax.lax.scan(body, (state, key), None, length=LOOP)[0]

    key = jax.random.PRNGKey(0)
    games = [jax.jit(jax.vmap(env.init))(jax.random.split(key, count)), key]

    def play_on() -> int:
        games[:] = loop(*games)
        jax.block_until_ready(games[0].observation)
        return count * LOOP

    return play_on


def rate(play_on: Callable[[], int], seconds: float) -> float:
    begin, steps = time.process_time(), 0
    while (took := time.process_time() - begin) < seconds:
        steps += play_on()
    return steps / took


def measure(name: str, seconds: float) -> Measured:
    """Both in turns, after each compiled."""
    ours, batches = here(name), {count: pgx(name, count) for count in BATCHES}
    for play_on in (ours, *batches.values()):
        play_on()
    tried = {count: rate(play_on, seconds) for count, play_on in batches.items()}
    batch = max(tried, key=tried.__getitem__)
    both = ours, batches[batch]
    rates = [[rate(play_on, seconds) for play_on in both] for _ in range(ROUNDS)]
    own, theirs = (statistics.median(column) for column in zip(*rates, strict=True))
    return Measured(name, own, theirs, batch)


def show(found: list[Measured]) -> None:
    table = Table("game", title="Million steps a second on one core")
    for heading in ("Ludarium", "Pgx", "times", "games at once in Pgx"):
        table.add_column(heading, justify="right")
    for one in found:
        rates = f"{one.here / 1e6:.2f}", f"{one.pgx / 1e6:.2f}", f"{one.times:.1f}"
        table.add_row(one.game, *rates, f"{one.batch:,}")
    Console().print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="by default all")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    try:
        import pgx  # noqa: F401
    except ImportError:
        print("Pgx is not installed: pip install pgx", file=sys.stderr)
        return 2
    if unknown := set(arguments.games) - set(GAMES):
        expected = ", ".join(GAMES)
        print(f"no such game: {', '.join(unknown)}; expected some of {expected}", file=sys.stderr)
        return 2
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = [measure(name, arguments.seconds) for name in arguments.games]
    if arguments.json:
        data = [dataclasses.asdict(one) | {"times": one.times} for one in found]
        print(json.dumps(data, indent=2))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
