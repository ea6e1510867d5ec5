"""The interface of a game to searches: its rules as a table of machine-code functions.

A search is compiled once, for no game. The states that it sees are `StateHandle`s: two addresses,
of a game's table and of a *slot* of memory in which the state lies. The generic functions of a
handle (`play`, `legal_count`, ...) call the game's through the table, so a search is written as if
it had the states themselves; in plain Python, and on a CUDA device, that is what it has.

**The table** is made of TABLE_FUNCTIONS, by `ludarium.rules.calls`. Each is a function of a few
numbers (addresses, seats, actions) that gives one number, and calls one generic function. It is
compiled for each game; where the game does not give that function, and the default says the same of
every state, it is left out. These functions keep nothing, so any number of threads may call them.

**A slot** is SLOT_HEAD words: `movers`, the number of the mover's legal actions or UNKNOWN, two for
results of several numbers, and one for an exception; and then the words of the state
(`ludarium.rules.packing`), as `with_moves` gives it: where a game finds its legal moves all at
once, they are found once, when the state is written.

**A stack** is the memory of one search: TABLE_SIZE words, which are the game's table with what
holds for all states of one game, and then slots. A function that gives a state (`play`, `play_out`,
`symmetric_state`, `determinize`, `tablebase_state`) writes it to the slot after that of its
argument: so a search that goes on from a handle has its path below it, and of two states made of
one only the latter is there. Who searches makes the stack, keeps it alive, and uses it in one
thread at a time. A state beyond its end raises StackError, and is not written.
"""

from __future__ import annotations

from math import tanh
from typing import Any

from ludarium.rules.bits import EMPTY, Bits, to_bits, to_int
from ludarium.rules.dispatch import generic, implement, jitable, named
from ludarium.rules.generic import NO_ONE, RETURN_UNIT, UNBOUNDED
from ludarium.rules.memory import Memory, peek
from ludarium.rules.state_handles import (
    ACTION_BITS,
    CHANCE_KIND,
    COUNT,
    DRAWING_KIND,
    FORBIDDING_KIND,
    FORCING_KIND,
    HIDING_KIND,
    KINDS,
    LIMIT,
    MOVERS,
    SEATS,
    SECOND,
    STRIDE,
    THIRD,
    UNKNOWN,
    StateHandle,
    call,
    call_real,
    function_at,
    slot_above,
)
from ludarium.rules.table_functions import (
    CAN_FORCE,
    CHANCE_TOTAL,
    CHANCE_WEIGHT,
    DETERMINIZE,
    DRAW_OUTCOME,
    EVALUATE,
    EVALUATE_SUCCESSOR,
    EXPECTED_RETURN,
    FINGERPRINT,
    FINGERPRINT_AFTER,
    IS_FORCING,
    IS_LEGAL,
    LEGAL_COUNT,
    MOST_PLIES,
    NTH_LEGAL,
    PIECE_COUNT,
    PLAY,
    PLAY_OUT,
    PREPARE_BATCH,
    PUT_LEGAL,
    PUT_STAGED,
    PUT_TRIED,
    RANK_SUCCESSORS,
    REPETITION_KEY,
    REPETITION_RETURNS,
    REST_LOSES,
    RETURNS,
    SEEN_KEY,
    SYMMETRIC_ACTION,
    SYMMETRIC_STATE,
    SYMMETRY_COUNT,
    TABLEBASE_PIECES,
    TABLEBASE_RUN,
    TABLEBASE_STATE,
    VISIT,
)

__all__ = ["room_above"]


@generic
def room_above(state: Any) -> int:
    """The number of states that fit above this one; UNBOUNDED where they are in no stack."""
    return UNBOUNDED


@jitable
def room_above_handle(state: StateHandle) -> int:
    return (peek(state.table, LIMIT) - state.place) // peek(state.table, STRIDE)


@jitable
def movers(state: StateHandle) -> Bits:
    return to_bits(peek(state.place, MOVERS))


@jitable
def seat_count(state: StateHandle) -> int:
    return peek(state.table, SEATS)


@jitable
def action_bits(state: StateHandle) -> int:
    return peek(state.table, ACTION_BITS)


@jitable
def has_chance(state: StateHandle) -> bool:
    return peek(state.table, KINDS) & CHANCE_KIND != 0


@jitable
def hides(state: StateHandle) -> bool:
    return peek(state.table, KINDS) & HIDING_KIND != 0


@jitable
def draws_by_repetition(state: StateHandle) -> bool:
    return peek(state.table, KINDS) & DRAWING_KIND != 0


@jitable
def forbids_repetition(state: StateHandle) -> bool:
    return peek(state.table, KINDS) & FORBIDDING_KIND != 0


@jitable
def play(state: StateHandle, action: int) -> StateHandle:
    to = slot_above(state)
    call(function_at(state, PLAY), state.place, action, to)
    return StateHandle(state.table, to)


@jitable
def play_on(state: StateHandle, action: int) -> StateHandle:
    call(function_at(state, PLAY), state.place, action, state.place)
    return state


@jitable
def legal_count(state: StateHandle, seat: int) -> int:
    known = peek(state.place, COUNT)
    return call(function_at(state, LEGAL_COUNT), state.place, seat) if known == UNKNOWN else known


@jitable
def nth_legal(state: StateHandle, seat: int, n: int) -> int:
    return call(function_at(state, NTH_LEGAL), state.place, seat, n)


@jitable
def put_legal(state: StateHandle, seat: int, memory: Memory, place: int) -> None:
    call(function_at(state, PUT_LEGAL), state.place, seat, memory, place)


@jitable
def is_legal(state: StateHandle, seat: int, action: int) -> bool:
    return call(function_at(state, IS_LEGAL), state.place, seat, action) != 0


@jitable
def returns(state: StateHandle, seat: int) -> float:
    return call_real(function_at(state, RETURNS), state.place, seat)


@jitable
def play_out(state: StateHandle, random: Bits) -> tuple[StateHandle, int]:
    to = slot_above(state)
    plies = call(function_at(state, PLAY_OUT), state.place, to_int(random), to)
    return StateHandle(state.table, to), plies


@jitable
def may_force(state: StateHandle) -> bool:
    return peek(state.table, KINDS) & FORCING_KIND != 0


@jitable
def visit(state: StateHandle, seat: int, action: int, evaluates: int) -> tuple[StateHandle, int]:
    to = slot_above(state)
    result = call(function_at(state, VISIT), state.place, seat, action, evaluates, to)
    return StateHandle(state.table, to), result


@jitable
def put_staged(
    state: StateHandle, seat: int, memory: Memory, place: int, first: int, killer: int, older: int
) -> int:
    if first == NO_ONE and killer == NO_ONE and older == NO_ONE:
        return 0
    function = function_at(state, PUT_STAGED)
    return call(function, state.place, seat, memory, place, first, killer, older)


@jitable
def fingerprint(state: StateHandle) -> Bits:
    return to_bits(call(function_at(state, FINGERPRINT), state.place))


@jitable
def fingerprint_after(state: StateHandle, action: int) -> Bits:
    return to_bits(call(function_at(state, FINGERPRINT_AFTER), state.place, action))


@jitable
def put_tried(
    state: StateHandle, seat: int, memory: Memory, place: int, flags: int, whole: bool
) -> int:
    every = 1 if whole else 0
    return call(function_at(state, PUT_TRIED), state.place, seat, memory, place, flags, every)


@jitable
def chance_weight(state: StateHandle, action: int) -> int:
    return call(function_at(state, CHANCE_WEIGHT), state.place, action)


@jitable
def chance_total(state: StateHandle) -> int:
    return call(function_at(state, CHANCE_TOTAL), state.place)


@jitable
def draw_outcome(state: StateHandle, random: Bits) -> int:
    return call(function_at(state, DRAW_OUTCOME), state.place, to_int(random))


@jitable
def determinize(state: StateHandle, seat: int, random: Bits) -> StateHandle:
    to = slot_above(state)
    call(function_at(state, DETERMINIZE), state.place, seat, to_int(random), to)
    return StateHandle(state.table, to)


@jitable
def seen_key(state: StateHandle, seat: int) -> Bits:
    return to_bits(call(function_at(state, SEEN_KEY), state.place, seat))


@jitable
def repetition_key(state: StateHandle) -> Bits:
    return to_bits(call(function_at(state, REPETITION_KEY), state.place))


@jitable
def repetition_returns(state: StateHandle, seat: int) -> float:
    function = function_at(state, REPETITION_RETURNS)
    return call_real(function, state.place, seat) if function else 0.0


@jitable
def most_plies(state: StateHandle) -> int:
    function = function_at(state, MOST_PLIES)
    return call(function, state.place) if function else UNBOUNDED


@jitable
def can_force(state: StateHandle) -> bool:
    function = function_at(state, CAN_FORCE)
    return call(function, state.place) != 0 if function else False


@jitable
def is_forcing(state: StateHandle, action: int) -> bool:
    function = function_at(state, IS_FORCING)
    return call(function, state.place, action) != 0 if function else False


@jitable
def rest_loses(state: StateHandle) -> bool:
    function = function_at(state, REST_LOSES)
    return call(function, state.place) != 0 if function else True


@jitable
def evaluate(state: StateHandle) -> int:
    function = function_at(state, EVALUATE)
    return call(function, state.place) if function else 0


@jitable
def expected_return(state: StateHandle) -> float:
    function = function_at(state, EXPECTED_RETURN)
    return call_real(function, state.place) if function else tanh(evaluate(state) / RETURN_UNIT)


@jitable
def prepare_batch(state: StateHandle, memory: Memory, place: int) -> bool:
    function = function_at(state, PREPARE_BATCH)
    return call(function, state.place, memory, place) != 0 if function else False


@jitable
def evaluate_successor(state: StateHandle, action: int, memory: Memory, place: int) -> int:
    return call(function_at(state, EVALUATE_SUCCESSOR), state.place, action, memory, place)


@jitable
def rank_successors(
    state: StateHandle, seat: int, memory: Memory, place: int, end: int, scores: int, batch: int
) -> None:
    function = function_at(state, RANK_SUCCESSORS)
    call(function, state.place, seat, memory, place, end, scores, batch)


@jitable
def symmetry_count(state: StateHandle) -> int:
    function = function_at(state, SYMMETRY_COUNT)
    return call(function, state.place) if function else 1


@jitable
def symmetric_state(state: StateHandle, symmetry: int) -> StateHandle:
    function, to = function_at(state, SYMMETRIC_STATE), slot_above(state)
    if function == 0:
        return state
    call(function, state.place, symmetry, to)
    return StateHandle(state.table, to)


@jitable
def symmetric_action(state: StateHandle, symmetry: int, action: int) -> int:
    function = function_at(state, SYMMETRIC_ACTION)
    return call(function, state.place, symmetry, action) if function else action


@jitable
def piece_count(state: StateHandle, seat: int) -> int:
    function = function_at(state, PIECE_COUNT)
    return call(function, state.place, seat) if function else 0


@jitable
def tablebase_pieces(state: StateHandle) -> tuple[Bits, Bits, int]:
    function = function_at(state, TABLEBASE_PIECES)
    if function == 0:
        return EMPTY, EMPTY, 0
    seat = call(function, state.place)
    return to_bits(peek(state.place, SECOND)), to_bits(peek(state.place, THIRD)), seat


@jitable
def tablebase_run(state: StateHandle) -> tuple[Bits, Bits, Bits]:
    moving = call(function_at(state, TABLEBASE_RUN), state.place)
    return to_bits(peek(state.place, SECOND)), to_bits(peek(state.place, THIRD)), to_bits(moving)


@jitable
def tablebase_state(
    state: StateHandle, mine: Bits, theirs: Bits, moving: Bits, seat: int
) -> StateHandle:
    function, to = function_at(state, TABLEBASE_STATE), slot_above(state)
    call(function, state.place, to_int(mine), to_int(theirs), to_int(moving), seat, to)
    return StateHandle(state.table, to)


implement(
    StateHandle,
    {"room_above": room_above_handle}
    | named(
        movers,
        seat_count,
        action_bits,
        has_chance,
        hides,
        draws_by_repetition,
        forbids_repetition,
        play,
        play_on,
        legal_count,
        nth_legal,
        put_legal,
        is_legal,
        returns,
        play_out,
        may_force,
        visit,
        put_staged,
        fingerprint,
        fingerprint_after,
        put_tried,
        chance_weight,
        chance_total,
        draw_outcome,
        determinize,
        seen_key,
        repetition_key,
        repetition_returns,
        most_plies,
        can_force,
        is_forcing,
        rest_loses,
        evaluate,
        expected_return,
        prepare_batch,
        evaluate_successor,
        rank_successors,
        symmetry_count,
        symmetric_state,
        symmetric_action,
        piece_count,
        tablebase_pieces,
        tablebase_run,
        tablebase_state,
    ),
)
