"""Functions that derive from the rules: random moves and playouts, and the joint actions of a
state.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import ALL, GOLDEN, ONE, Bits, bounded, lowest, mix
from ludarium.rules.dispatch import generic, jitable
from ludarium.rules.generic.chance import CHANCE, CHANCE_MOVES, draw_outcome, has_chance
from ludarium.rules.generic.required import action_bits, legal_count, movers, nth_legal, play
from ludarium.rules.generic.search import ILLEGAL, candidate_count, nth_candidate

__all__ = [
    "LONGEST_PLAYOUT",
    "joint_count",
    "nth_joint",
    "play_out",
    "random_legal",
    "random_play",
    "settle",
]

State = Any

LONGEST_PLAYOUT = 100_000
"""The joint actions after which a playout is broken off, so that a game without an end ends what
plays it out.
"""


@jitable
def random_legal(state: State, seat: int, random: Bits) -> int:
    """A uniformly random legal action of a choosing seat.

    The 64 random bits decide it: it is the candidate of number `bounded(random, candidate_count)`.
    Where that is not legal it is drawn again, with `mix(random + GOLDEN)` in place of `random`.
    """
    count = candidate_count(state, seat)
    while True:
        action = nth_candidate(state, seat, bounded(random, count))
        if action != ILLEGAL:
            return action
        random = mix((random + GOLDEN) & ALL)


@jitable
def random_play(state: State, random: Bits) -> State:
    """The state after each choosing seat played a uniformly random legal action, or chance drew an
    outcome.

    The 64 random bits decide everything: the first choosing seat draws by `random_legal` with
    `random`, the next with `mix(random)`, and so on; chance by `draw_outcome`.
    """
    choosing = movers(state)
    if has_chance(state) and choosing == CHANCE_MOVES:
        return play(state, nth_legal(state, CHANCE, draw_outcome(state, random)))
    shift = action_bits(state)
    joint = 0
    while choosing:
        seat = lowest(choosing)
        joint |= random_legal(state, seat, random) << (seat * shift)
        choosing &= choosing - ONE
        random = mix(random)
    return play(state, joint)


@generic
def play_out(state: State, random: Bits) -> tuple[State, int]:
    """A random playout: the final state, and the number of joint actions that led to it, at most
    LONGEST_PLAYOUT.

    A game may give a faster one, which must come to the same end for the same `random`: the n-th
    joint action is that of `random_play` with `mix(random + n * GOLDEN)`, n from 1.
    """
    plies = 0
    while movers(state) and plies < LONGEST_PLAYOUT:
        random = (random + GOLDEN) & ALL
        state = random_play(state, mix(random))
        plies += 1
    return state, plies


@generic
def settle(state: State, random: Bits) -> State:
    """The end of a playout in which seats keep what they have, where they are to agree on the
    result (`Game.without_agreement`): many of them tell what is alive. By default, of a random
    playout.
    """
    return play_out(state, random)[0]


@jitable
def joint_count(state: State) -> int:
    """The number of joint actions: the product of the choosing seats' legal actions, or the number
    of outcomes of chance; 0 when the game is over.
    """
    choosing = movers(state)
    if not choosing:
        return 0
    count = 1
    while choosing:
        count *= legal_count(state, lowest(choosing))
        choosing &= choosing - ONE
    return count


@jitable
def nth_joint(state: State, n: int) -> int:
    """The n-th joint action, for n in 0..joint_count-1; the lowest seat's choice changes
    fastest.
    """
    choosing = movers(state)
    shift = 0 if has_chance(state) and choosing == CHANCE_MOVES else action_bits(state)
    joint = 0
    while choosing:
        seat = lowest(choosing)
        count = legal_count(state, seat)
        joint |= nth_legal(state, seat, n % count) << (seat * shift)
        n //= count
        choosing &= choosing - ONE
    return joint
