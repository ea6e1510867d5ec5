"""What makes searches stronger or faster. Each has a default that is right for every game."""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import Bits, fold
from ludarium.rules.dispatch import generic
from ludarium.rules.generic.required import legal_count, movers, nth_legal, play
from ludarium.rules.memory import Memory, poke

__all__ = [
    "BATCH_SIZE",
    "ILLEGAL",
    "OVER",
    "UNBOUNDED",
    "can_force",
    "candidate_count",
    "evaluate",
    "evaluate_successor",
    "features",
    "fingerprint",
    "is_forcing",
    "is_legal",
    "lists_legal",
    "most_plies",
    "nth_candidate",
    "prepare_batch",
    "put_legal",
    "put_plausible",
    "rest_loses",
    "with_moves",
    "without_moves",
]

State = Any

# Generating moves


@generic
def with_moves(state: State) -> Any:
    """The state with its legal moves, so that alpha-beta search finds them once a state, and not
    in each function that needs them. By default the state itself.

    Else a NamedTuple of a type of its own, for which `without_moves`, `movers`, `legal_count`,
    `can_force`, `is_legal` and `put_legal` are implemented, and `put_plausible` where the state has
    it, with the results that they have for the state. The state may be over: then `movers` is
    empty, and the others are not called.
    """
    return state


@generic
def without_moves(found: Any) -> State:
    """The state of which this is `with_moves`."""
    return found


@generic
def put_legal(state: State, seat: int, memory: Memory, place: int) -> None:
    """Write the seat's legal actions to memory from `place`, in the order of `nth_legal`."""
    for n in range(legal_count(state, seat)):
        poke(memory, place + n, nth_legal(state, seat, n))


@generic
def lists_legal(state: State) -> bool:
    """Whether this game lists its legal actions faster than one by one; follows from whether it has
    `put_legal`.
    """
    return False


@generic
def is_legal(state: State, seat: int, action: int) -> bool:
    """Whether this action, any int, is legal for the choosing seat.

    Lets a search try a move from its tables before it generates any.
    """
    n = legal_count(state, seat) - 1
    while n >= 0 and nth_legal(state, seat, n) != action:
        n -= 1
    return n >= 0


ILLEGAL = -1
"""What `nth_candidate` gives of a candidate that is not legal."""


@generic
def candidate_count(state: State, seat: int) -> int:
    """The number of candidates of this choosing seat, other than chance: actions of which some may
    not be legal.

    A random legal action is drawn among candidates, again and again until it is legal: faster where
    there are few more of them, and to list the legal ones costs more than to test one.
    """
    return legal_count(state, seat)


@generic
def nth_candidate(state: State, seat: int, n: int) -> int:
    """The seat's n-th candidate, for n in 0..candidate_count-1, or ILLEGAL where that is not
    legal. Each legal action is one candidate.
    """
    return nth_legal(state, seat, n)


@generic
def put_plausible(state: State, seat: int, memory: Memory, place: int) -> tuple[int, int]:
    """Write those of the seat's legal actions that alpha-beta search should try to memory from
    `place`. Returns their number, at least 1, and how many of the first of them are forcing; -1
    where these are among the others, and `is_forcing` tells of each.

    For games of two seats that move in turn, with so many actions that a search cannot try all.
    """
    put_legal(state, seat, memory, place)
    return legal_count(state, seat), -1


@generic
def rest_loses(state: State) -> bool:
    """Whether the actions that `put_plausible` leaves out, if any, are proved to be no better than
    the best of those that it lists. Where they are not, a search proves no upper bound.
    """
    return True


@generic
def is_forcing(state: State, action: int) -> bool:
    """Whether quiescence search must try this action, as it must captures."""
    return False


@generic
def can_force(state: State) -> bool:
    """Whether the seat to move has a forcing action."""
    return False


# Knowing states again

UNBOUNDED = 1 << 20
"""`most_plies` of a game that may last for long, or go in circles."""


@generic
def most_plies(state: State) -> int:
    """An upper bound of the number of joint actions until the game is over, or UNBOUNDED."""
    return UNBOUNDED


@generic
def fingerprint(state: State) -> Bits:
    """64-bit hash, equal, collisions aside, only for equivalent states.

    Equivalent states have the same continuations, for the same actions of the same seat. How long
    the game has lasted may be left out, unless it is about to end for that, so that repetitions
    are recognised.
    """
    return fold(state)


# Static evaluation, for games of two seats that move in turn


@generic
def evaluate(state: State) -> int:
    """Static evaluation of a state that is not over, for the seat to move; where chance moves, for
    the seat that chooses after its first outcome.

    In hundredths of the natural logarithm of its odds of winning; 0 is even. With a value of v the
    seat can expect a return of tanh(v / 200).
    """
    return 0


@generic
def features(state: State) -> tuple[int, ...]:
    """The numbers that `evaluate` weighs, for games whose weights are fitted to results of
    games.
    """
    return ()


# Batch evaluation of all successors of one state

BATCH_SIZE = 1024
"""The most numbers that `prepare_batch` may write."""

OVER = 1 << 40
"""`evaluate_successor` of a successor that is over."""


@generic
def prepare_batch(state: State, memory: Memory, place: int) -> bool:
    """Begin a batch evaluation: write what all successors of the state share to memory from
    `place`, at most BATCH_SIZE numbers, for `evaluate_successor`.

    Returns whether the game supports it here. It may where no action leaves the same seat to move.
    Successors of one state often differ by little, so evaluating them together is much faster.
    """
    return False


@generic
def evaluate_successor(state: State, action: int, memory: Memory, place: int) -> int:
    """`evaluate` of the state after this action, or OVER where that is over.

    `place` is that of `prepare_batch` for `state`.
    """
    after = play(state, action)
    return evaluate(after) if movers(after) else OVER
