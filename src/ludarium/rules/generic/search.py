"""Functions that make searches stronger or faster. Each has a default that suits every game."""

from __future__ import annotations

import math
from typing import Any

from ludarium.rules.bits import Bits, fold, lowest, popcount
from ludarium.rules.dispatch import generic
from ludarium.rules.generic.measuring import pieces_of
from ludarium.rules.generic.required import legal_count, movers, nth_legal, play, returns
from ludarium.rules.memory import Memory, peek, poke

__all__ = [
    "BATCH_SIZE",
    "ENDED",
    "ESTIMATE",
    "EVALUATED",
    "FORCING",
    "GOES_ON",
    "ILLEGAL",
    "NO_ONE",
    "OTHERS_TURN",
    "OVER",
    "OWN_TURN",
    "REPLY",
    "RETURN_UNIT",
    "SAME_SEAT",
    "UNBOUNDED",
    "VISITED",
    "can_force",
    "candidate_count",
    "decides_stakes",
    "evaluate",
    "evaluate_successor",
    "expected_return",
    "features",
    "fingerprint",
    "fingerprint_after",
    "is_forcing",
    "is_legal",
    "lists_legal",
    "may_force",
    "most_plies",
    "nth_candidate",
    "piece_count",
    "prepare_batch",
    "put_legal",
    "put_plausible",
    "put_staged",
    "put_tried",
    "rank_successors",
    "rest_loses",
    "stake_return",
    "visit",
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
    `nth_legal`, `can_force`, `is_legal` and `put_legal` are implemented, and `put_plausible` where
    the state has it, with the results that they have for the state, which is its first field. The
    state may be over: then `movers` is empty, and the others are not called.
    """
    return state


@generic
def without_moves(node: Any) -> State:
    """The state of which this is `with_moves`."""
    return node


@generic
def put_legal(state: State, seat: int, memory: Memory, place: int) -> None:
    """Write the seat's legal actions to memory from `place`, in the order of `nth_legal`."""
    for n in range(legal_count(state, seat)):
        poke(memory, place + n, nth_legal(state, seat, n))


@generic
def lists_legal(state: State) -> bool:
    """Return whether this game lists its legal actions faster than one by one; follows from whether
    it has `put_legal`.
    """
    return False


@generic
def is_legal(state: State, seat: int, action: int) -> bool:
    """Return whether this action, any int, is legal for the choosing seat.

    Lets a search try a move from its tables before it generates any.
    """
    n = legal_count(state, seat) - 1
    while n >= 0 and nth_legal(state, seat, n) != action:
        n -= 1
    return n >= 0


ILLEGAL = -1
"""The result of `nth_candidate` for a candidate that is not legal."""


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
    """Return whether the actions that `put_plausible` leaves out, if any, are proved to be no
    better than the best of those that it lists. Where they are not, a search proves no upper bound.
    """
    return True


@generic
def is_forcing(state: State, action: int) -> bool:
    """Return whether quiescence search must try this action, as it must captures."""
    return False


@generic
def can_force(state: State) -> bool:
    """Return whether the seat to move has a forcing action."""
    return False


@generic
def may_force(state: State) -> bool:
    """Return whether there are forcing actions in this game; follows from whether it has
    `can_force`.
    """
    return False


NO_ONE = -1
"""No action, where one may be given."""


@generic
def put_staged(
    node: State, seat: int, memory: Memory, place: int, first: int, killer: int, older: int
) -> int:
    """Write those of these actions, each an action or NO_ONE, that are legal to memory from
    `place`, without those that come again; the latter two only where there is no forcing action.
    Returns their number.

    node: the state, as `with_moves` gives it.
    """
    end = place
    if first != NO_ONE and is_legal(node, seat, first):
        poke(memory, end, first)
        end += 1
    if (killer != NO_ONE or older != NO_ONE) and not can_force(node):
        if killer not in (NO_ONE, first) and is_legal(node, seat, killer):
            poke(memory, end, killer)
            end += 1
        if older not in (NO_ONE, first) and is_legal(node, seat, older):
            poke(memory, end, older)
            end += 1
    return end - place


@generic
def put_tried(node: Any, seat: int, memory: Memory, place: int, flags: int, whole: bool) -> int:
    """Write the seat's legal actions that alpha-beta search tries to memory from `place`, and after
    each, `flags` numbers further on, whether it is forcing: 1 or 0. Returns their number.

    node: the state, as `with_moves` gives it. whole: all legal actions, not the plausible alone.
    """
    state = without_moves(node)
    known = -1
    if whole:
        put_legal(node, seat, memory, place)
        count = legal_count(node, seat)
    else:
        count, known = put_plausible(node, seat, memory, place)
    for at in range(place, place + count):
        is_one = at < place + known if known >= 0 else is_forcing(state, peek(memory, at))
        poke(memory, at + flags, 1 if is_one else 0)
    return count


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


@generic
def fingerprint_after(state: State, action: int) -> Bits:
    """`fingerprint` of the state after this action."""
    return fingerprint(play(state, action))


# Static evaluation, for games of two seats that move in turn


ESTIMATE = 100_000
"""The largest static evaluation; a search takes what is beyond for it."""


@generic
def evaluate(state: State) -> int:
    """Static evaluation of a state that is not over, for the seat to move; where chance moves, for
    the seat that chooses after its first outcome.

    In hundredths of the natural logarithm of its odds of winning; 0 is even. With a value of v the
    seat can expect a return of tanh(v / 200), unless the game has an `expected_return` of its own.
    """
    return 0


RETURN_UNIT = 200
"""The evaluation with which a seat can expect a return of tanh(1)."""


@generic
def expected_return(state: State) -> float:
    """The return that a seat can expect, in a state that is not over: the seat of `evaluate`, from
    which it follows. Given by games in which one can win by more or by less than an evaluation
    tells, as where stakes are doubled.
    """
    return math.tanh(evaluate(state) / RETURN_UNIT)


@generic
def decides_stakes(state: State) -> bool:
    """Return whether the seat to move decides about the stakes (`ludarium.rules.stakes`): bots of
    all levels do so by what they expect, and make no slips.
    """
    return False


@generic
def stake_return(state: State) -> float:
    """The return that the stake of a game is worth, as it is: half of the difference between to win
    and to lose it once. By it reviews measure mistakes where people count these in parts of the
    stake; 0 where they do not.
    """
    return 0.0


@generic
def features(state: State) -> tuple[int, ...]:
    """The numbers that `evaluate` weighs, for games whose weights are fitted to results of
    games.
    """
    return ()


ENDED, EVALUATED, GOES_ON = 0, 1, 2
"""The results of `visit`: the game is over, a static evaluation, or a state to search."""
SAME_SEAT = 4
"""Added to these where the seat moves again."""
VISITED = 3
"""The bits below the value that `visit` gives with them."""


OTHERS_TURN, OWN_TURN = 1, 2
"""The states that `visit` evaluates: those where it is the other seat's turn, or the same one's."""


@generic
def visit(state: State, seat: int, action: int, evaluates: int) -> tuple[Any, int]:
    """Play this action of the only seat of two that chooses: the state after it, as `with_moves`
    gives it, and what a search wants to know of it at once.

    evaluates: OTHERS_TURN, OWN_TURN, both or 0: when to evaluate it, unless there is a forcing
    action. Returns ENDED with 1, 0 or -1 where the seat wins, draws or loses; EVALUATED with
    `evaluate`; else GOES_ON, with 1 where it would have been evaluated. The number comes shifted to
    the left by VISITED.
    """
    after = play(state, action)
    node = with_moves(after)
    choosing = movers(node)
    if not choosing:
        won = returns(after, seat)
        return node, (1 if won > 0 else -1 if won < 0 else 0) << VISITED | ENDED
    again = lowest(choosing) == seat
    kind = SAME_SEAT if again else 0
    if not evaluates & (OWN_TURN if again else OTHERS_TURN):
        return node, kind | GOES_ON
    if can_force(node):
        return node, 1 << VISITED | kind | GOES_ON
    return node, int(evaluate(after)) << VISITED | kind | EVALUATED


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


FORCING = 1 << 32
"""The increment that `rank_successors` adds to a forcing action."""
REPLY = 20
"""And for each reply fewer, in hundredths."""


@generic
def rank_successors(
    state: State, seat: int, memory: Memory, place: int, end: int, scores: int, batch: int
) -> None:
    """Write to memory, `scores` numbers after each of the actions in place..end-1, how good it
    seems by the static evaluation of its successor, with a bonus for few replies: the fewer replies
    there are to refute, the smaller a proof is.

    batch: where `prepare_batch` wrote, as in `evaluate_successor`.
    """
    for at in range(place, end):
        action = peek(memory, at)
        estimate = evaluate_successor(state, action, memory, batch)
        after = play(state, action)
        score = (
            int(ESTIMATE * returns(after, seat))
            if estimate == OVER
            else -estimate - REPLY * legal_count(after, 1 - seat)
        )
        if is_forcing(state, action):
            score += FORCING
        poke(memory, at + scores, score)


# Material


@generic
def piece_count(state: State, seat: int) -> int:
    """The number of pieces that this seat has on the board."""
    return int(popcount(pieces_of(state, seat)))
