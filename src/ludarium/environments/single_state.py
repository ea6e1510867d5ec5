"""Single states looked at from Python: the code that is compiled for a game, for searches that ask
a net of each.
"""

from __future__ import annotations

from typing import Any

from ludarium.environments.observations import Planes
from ludarium.environments.observations import observe as write_observation
from ludarium.environments.stepping import settled
from ludarium.rules.bits import Bits
from ludarium.rules.generic import legal_count, play, put_legal
from ludarium.rules.memory import Memory
from ludarium.rules.packing import store

__all__ = ["observe", "step"]

State = Any


def observe(
    state: State,
    seat: int,
    planes: Planes,
    seats: int,
    words: Memory,
    spare: Memory,
    out: Memory,
    legal: Memory,
) -> int:
    """Write what the choosing seat sees to memory of bytes `out`, and its legal actions to `legal`;
    returns their number.

    words, spare: memory for the words of a state.
    """
    store(state, words, 0)
    write_observation(state, words, 0, planes, seat, seats, spare, out, 0)
    put_legal(state, seat, legal, 0)
    return legal_count(state, seat)


def step(state: State, joint: int, random: Bits) -> State:
    """The state after a legal joint action, and after all outcomes of chance that follow it, drawn
    from the stream of `random`.
    """
    after, _ = settled(play(state, joint), random)
    return after
