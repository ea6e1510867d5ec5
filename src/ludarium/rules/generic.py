"""The generic functions: what every algorithm may ask of a state of any game.

A game gives `movers`, `legal_count`, `nth_legal`, `play` and `returns`; the rest has a default that
derives from these. All run in plain Python, compiled, and on CUDA, so they take and give only ints,
bit sets, floats and states.

An *action* is an int that names one seat's choice. At each state a set of seats chooses, and `play`
takes their *joint action*: the actions of all choosing seats, each shifted left by seat *
action_bits(state). Where one seat chooses at a time `action_bits` is 0, and the joint action is
that seat's action.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import ALL, EMPTY, GOLDEN, ONE, Bits, bounded, fold, lowest, mix
from ludarium.rules.dispatch import generic, jitable
from ludarium.rules.memory import Memory, poke

__all__ = [
    "OVER",
    "SURVEYED",
    "UNBOUNDED",
    "action_bits",
    "can_force",
    "essence",
    "evaluate",
    "evaluate_after",
    "features",
    "few_pieces",
    "fingerprint",
    "is_forcing",
    "is_legal",
    "joint_count",
    "legal_count",
    "most_plies",
    "movers",
    "nth_joint",
    "nth_legal",
    "place_pieces",
    "play",
    "play_out",
    "put_legal",
    "random_play",
    "returns",
    "run_of",
    "seat_count",
    "survey",
    "symmetric_action",
    "symmetric_seat",
    "symmetric_state",
    "symmetry_count",
]

State = Any  # a NamedTuple of ints; its type picks the game


@generic
def seat_count(state: State) -> int:
    """How many seats take part in this game."""
    return 2


@generic
def action_bits(state: State) -> int:
    """Bits of one seat's action in a joint action; 0 where one seat chooses at a time."""
    return 0


@generic
def movers(state: State) -> Bits:
    """The set of seats that choose now; empty when the game is over."""
    raise NotImplementedError


@generic
def legal_count(state: State, seat: int) -> int:
    """How many legal actions this choosing seat has, at least 1."""
    raise NotImplementedError


@generic
def nth_legal(state: State, seat: int, n: int) -> int:
    """The seat's n-th legal action, for n in 0..legal_count-1; the order is fixed but means
    nothing.
    """
    raise NotImplementedError


@generic
def play(state: State, action: int) -> State:
    """The state after this joint action, which must be legal."""
    raise NotImplementedError


@generic
def returns(state: State, seat: int) -> float:
    """What this seat has won in a state that is over."""
    raise NotImplementedError


@jitable
def random_play(state: State, random: Bits) -> State:
    """The state after each choosing seat played a uniformly random legal action; 64 random bits
    decide everything.

    The first choosing seat draws with `bounded(random, legal_count)`, the next with
    `bounded(mix(random), legal_count)`, and so on.
    """
    choosing = movers(state)
    shift = action_bits(state)
    joint = 0
    while choosing:
        seat = lowest(choosing)
        action = nth_legal(state, seat, bounded(random, legal_count(state, seat)))
        joint |= action << (seat * shift)
        choosing &= choosing - ONE
        random = mix(random)
    return play(state, joint)


@generic
def play_out(state: State, random: Bits) -> tuple[State, int]:
    """The final state of a random game from `state`, and how many joint actions were played.

    A game may give a faster one of its own, which must come to the same end for the same `random`:
    the n-th joint action is that of `random_play` with `mix(random + n * GOLDEN)`, n from 1.
    """
    plies = 0
    while movers(state):
        random = (random + GOLDEN) & ALL
        state = random_play(state, mix(random))
        plies += 1
    return state, plies


@generic
def symmetry_count(state: State) -> int:
    """How many symmetries the game's rules have, with the identity, which is number 0."""
    return 1


@generic
def symmetric_state(state: State, symmetry: int) -> State:
    """The state as this symmetry maps it."""
    return state


@generic
def symmetric_action(state: State, symmetry: int, action: int) -> int:
    """One seat's action in `state` as this symmetry maps it: an action in the symmetric state."""
    return action


@generic
def symmetric_seat(state: State, symmetry: int, seat: int) -> int:
    """The seat that this symmetry puts `seat` into."""
    return seat


@generic
def essence(state: State) -> State:
    """A state from which all goes on just as from this one, seat by seat and action by action; the
    same one for as many as possible.

    What no longer matters, such as points once they are decided, is left out there; so a table of
    solved states needs no more than one for all of them.
    """
    return state


@generic
def put_legal(state: State, seat: int, memory: Memory, place: int) -> None:
    """Put the seat's legal actions into memory from `place`, in their order: for games that list
    all of them faster than one by one.
    """
    for n in range(legal_count(state, seat)):
        poke(memory, place + n, nth_legal(state, seat, n))


@generic
def is_legal(state: State, seat: int, action: int) -> bool:
    """Whether this action, any int, is one of the choosing seat's legal actions: for games that can
    tell without listing them.
    """
    n = legal_count(state, seat) - 1
    while n >= 0 and nth_legal(state, seat, n) != action:
        n -= 1
    return n >= 0


UNBOUNDED = 1 << 20  # plies


@generic
def most_plies(state: State) -> int:
    """No game from this state lasts longer than so many joint actions; UNBOUNDED where it may last
    for long, or go in circles.
    """
    return UNBOUNDED


@generic
def fingerprint(state: State) -> Bits:
    """64 bits, the same only for states from which all goes on alike, for the same actions of the
    same seat, and else as good as never.

    How long the game has lasted may be left out, unless it is about to end for that: so positions
    that come back are known again.
    """
    return fold(state)


@generic
def evaluate(state: State) -> int:
    """How a state that is not over looks for the seat to move, in hundredths of the natural
    logarithm of its odds of winning; 0 is even.

    For games of two seats that move in turn. With a value of v the seat can expect tanh(v / 200) of
    what it can win or lose.
    """
    return 0


SURVEYED = 1024  # numbers that a survey may take
OVER = 1 << 40  # an estimate of no state that goes on


@generic
def survey(state: State, memory: Memory, place: int) -> bool:
    """Put what the states after all actions have in common into memory from `place`, for
    `evaluate_after`: at most SURVEYED numbers.

    Whether the game does that. It may where no action leaves the same seat to move. A search looks
    at most states only as at one of many that one action leads to from the same state, and these
    often differ by little.
    """
    return False


@generic
def evaluate_after(state: State, action: int, memory: Memory, place: int) -> int:
    """`evaluate` of the state after this action, or OVER where that is over; `place` is where
    `survey` put what it found of `state`.
    """
    after = play(state, action)
    return evaluate(after) if movers(after) else OVER


@generic
def features(state: State) -> tuple[int, ...]:
    """The numbers that `evaluate` weighs, for games whose weights are fitted to the results of
    games that were played.
    """
    return ()


@generic
def is_forcing(state: State, action: int) -> bool:
    """Whether this action changes so much at once, like a capture, that a state that has one should
    not be judged by its looks.
    """
    return False


@generic
def can_force(state: State) -> bool:
    """Whether the seat to move has a forcing action."""
    return False


# Positions of few pieces, for tablebases (`ludarium.solve.tablebase.library`): games of counters on
# lines have these.


@generic
def few_pieces(state: State) -> tuple[Bits, Bits, int]:
    """The pieces of the seat to move, those of the other, and the seat; where a tablebase can say
    nothing of the state, no pieces.
    """
    return EMPTY, EMPTY, 0


@generic
def run_of(state: State) -> tuple[Bits, Bits, Bits]:
    """The pieces of the seat to move, those of the other, and the piece that is in the middle of a
    run of moves.
    """
    return EMPTY, EMPTY, EMPTY


@generic
def place_pieces(state: State, mine: Bits, theirs: Bits, moving: Bits, seat: int) -> State:
    """By the same rules, the state in which this seat is to move with these pieces; `moving` is in
    the middle of a run of moves, if any.
    """
    return state


@jitable
def joint_count(state: State) -> int:
    """How many joint actions there are: the product of the choosing seats' legal actions; 0 when
    the game is over.
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
    shift = action_bits(state)
    joint = 0
    while choosing:
        seat = lowest(choosing)
        count = legal_count(state, seat)
        joint |= nth_legal(state, seat, n % count) << (seat * shift)
        n //= count
        choosing &= choosing - ONE
    return joint
