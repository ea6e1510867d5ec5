"""A random game as numbers: everything that the rules say on the way, to compare runtimes and
implementations.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ludarium.rules.bits import ALL, GOLDEN, ONE, Bits, lowest, mix, stream, to_int
from ludarium.rules.game import Game
from ludarium.rules.generic import (
    CHANCE,
    action_bits,
    draw_outcome,
    has_chance,
    legal_count,
    movers,
    nth_legal,
    play,
    random_legal,
    returns,
    seat_count,
)

__all__ = ["Ply", "Traced", "trace", "traced_game"]

Array = Any


def trace(state: Any, random: Bits, out: Array, gains: Array) -> int:
    """Play the random game that `play_out` plays, and write to the int64 array `out` what the rules
    say at each ply.

    For each ply: the set of choosing seats, or of chance; for each of them the number of its legal
    actions, these actions, and the one that it plays. At the end: 0; each seat's returns go to
    `gains`, a float64 array. Returns how much was written, or -1 where `out` is too short.
    """
    used = 0
    shift = action_bits(state)
    while True:
        choosing = movers(state)
        if used == len(out):
            return -1
        out[used] = to_int(choosing)
        used += 1
        if not choosing:
            for seat in range(seat_count(state)):
                gains[seat] = returns(state, seat)
            return used
        random = (random + GOLDEN) & ALL
        draw = mix(random)
        joint = 0
        while choosing:
            seat = lowest(choosing)
            choosing &= choosing - ONE
            count = legal_count(state, seat)
            if used + count + 2 > len(out):
                return -1
            out[used] = count
            for n in range(count):
                out[used + 1 + n] = nth_legal(state, seat, n)
            if has_chance(state) and seat == CHANCE:
                chosen = nth_legal(state, seat, draw_outcome(state, draw))
                joint = chosen
            else:
                chosen = random_legal(state, seat, draw)
                joint |= chosen << (seat * shift)
            draw = mix(draw)
            out[used + 1 + count] = chosen
            used += count + 2
        state = play(state, joint)


@dataclasses.dataclass(frozen=True)
class Ply:
    """The answers of the rules at one ply."""

    legal: dict[int, list[int]]
    """The legal actions of each choosing seat."""
    played: dict[int, int]
    """The action that each choosing seat played."""


@dataclasses.dataclass(frozen=True)
class Traced:
    """A random game."""

    plies: tuple[Ply, ...]
    returns: tuple[float, ...]
    """By seat."""


def traced_game(game: Game, state: Any, seed: int, number: int, *, compile: bool = True) -> Traced:
    """The random game of this stream of the seed, played by compiled code or by plain Python."""
    from ludarium.rules.compiling import compiled

    run = compiled(trace, game) if compile else trace
    gains = np.zeros(seat_count(game.plain(state)))
    random = Bits(stream(Bits(seed & ALL), number))
    size = 1 << 16
    while True:
        out = np.zeros(size, np.int64)
        used = run(state, random, out, gains)
        if used >= 0:
            return Traced(_decode(out[:used].tolist()), tuple(gains.tolist()))
        size *= 4


def _decode(numbers: list[int]) -> tuple[Ply, ...]:
    plies = []
    at = 0
    while numbers[at]:
        choosing, at = numbers[at], at + 1
        legal, played = {}, {}
        for seat in range(choosing.bit_length()):
            if choosing >> seat & 1:
                count = numbers[at]
                legal[seat] = numbers[at + 1 : at + 1 + count]
                played[seat] = numbers[at + 1 + count]
                at += count + 2
        plies.append(Ply(legal, played))
    return tuple(plies)
