"""Loops of random games in Pgx, compiled by JAX, as its makers mean it to be used: many games at
once, and many steps in one call.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

STEPS = 50  # in one call


class PgxLoop:
    """Random games, so many at once, that begin anew when they end.

    An action is drawn among the legal ones by one random number a game, which is up to four times
    as fast as a categorical distribution over all actions. observed: whether what the seat to move
    sees is written in each step; else JAX leaves that work out.
    """

    def __init__(self, name: str, count: int, *, observed: bool) -> None:
        import jax
        import pgx

        self.count = count
        self._env = pgx.make(name)
        key = jax.random.PRNGKey(0)
        states = jax.jit(jax.vmap(self._env.init))(jax.random.split(key, count))
        self._carried: Any = (states, key, jax.numpy.zeros((), jax.numpy.int32))
        self._loop = self._compiled(observed)

    def _compiled(self, observed: bool) -> Callable[..., Any]:
        import jax
        from jax import numpy as jnp
        from pgx.experimental import auto_reset

        step = jax.vmap(auto_reset(self._env.step, self._env.init))
        count = self.count

        def moved_on(carried: Any, _: None) -> tuple[Any, None]:
            states, key, ended = carried
            key, choice, chance = jax.random.split(key, 3)
            found = jnp.cumsum(states.legal_action_mask, axis=-1, dtype=jnp.int32)
            wanted = (jax.random.uniform(choice, (count,)) * found[:, -1]).astype(jnp.int32)
            actions = jnp.sum(found <= wanted[:, None], axis=-1)
            after = step(states, actions, jax.random.split(chance, count))
            if not observed:
                after = after.replace(observation=states.observation)
            return (after, key, ended + jnp.sum(after.terminated | after.truncated)), None

        return jax.jit(  # type: ignore[no-any-return]
            lambda carried: jax.lax.scan(moved_on, carried, None, length=STEPS)[0]
        )

    def play_on(self) -> int:
        """Step all games, and return how many steps of single games that were."""
        import jax

        self._carried = jax.block_until_ready(self._loop(self._carried))
        return self.count * STEPS

    def ended(self) -> int:
        """How many games have ended so far."""
        return int(self._carried[2])


def rate_of(play_on: Callable[[], int], seconds: float) -> float:
    """Steps a second of processor time."""
    begin, steps = time.process_time(), 0
    while (took := time.process_time() - begin) < seconds:
        steps += play_on()
    return steps / took


def fastest(
    name: str,
    batches: Sequence[int],
    rate: Callable[[Callable[[], int]], float],
    *,
    observed: bool,
) -> PgxLoop:
    """The loop of that number of games at once which makes most steps, each measured by `rate`."""
    tried = [PgxLoop(name, count, observed=observed) for count in batches]
    for loop in tried:
        loop.play_on()  # compiles
    return max(tried, key=lambda loop: rate(loop.play_on))
