"""Comparison of a game's machine code with its plain Python: the last part of the suite.

One algorithm asks a state what searches ask, another replays a random game. Both are compiled once,
for all games, and call a game through its table of functions: so a check compiles what live tables
run, and nothing else. Each runs in plain Python, too, and must write the same numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.bits import ONE, Bits, lowest, to_int
from ludarium.rules.compiling import compiled, reach
from ludarium.rules.dispatch import for_all_games, jitable
from ludarium.rules.generic import BATCH_SIZE, CHANCE, NO_ONE, OTHERS_TURN, OWN_TURN
from ludarium.rules.memory import Memory, peek, poke
from ludarium.simulate.trace import Traced

__all__ = ["answer_fault", "replay_fault"]

SCRATCH = BATCH_SIZE
"""The offset at which lists of actions are written, after a batch."""
ASKED = 32
"""About as many legal actions of a state are asked one by one."""
SYMMETRIES = 8
"""The most symmetries that it is asked of."""
SCALE = 1_000_000
"""Returns are written as whole numbers of a millionth."""
ROOM = 4096
"""Enough numbers for all answers but those about single actions."""
AN_ACTION = 32
"""And enough for each of those."""

ASKS = (
    "movers",
    "legal_count",
    "nth_legal",
    "put_legal",
    "is_legal",
    "put_tried",
    "put_staged",
    "can_force",
    "rest_loses",
    "visit",
    "evaluate",
    "expected_return",
    "prepare_batch",
    "evaluate_successor",
    "rank_successors",
    "fingerprint",
    "fingerprint_after",
    "most_plies",
    "piece_count",
    "repetition_key",
    "symmetry_count",
    "symmetric_state",
    "symmetric_action",
    "seen_key",
    "determinize",
    "chance_weight",
    "chance_total",
    "draw_outcome",
)
"""The generic functions that are asked; each answer is written with the number of its function."""
(
    MOVERS,
    LEGAL_COUNT,
    NTH_LEGAL,
    PUT_LEGAL,
    IS_LEGAL,
    PUT_TRIED,
    PUT_STAGED,
    CAN_FORCE,
    REST_LOSES,
    VISIT,
    EVALUATE,
    EXPECTED_RETURN,
    PREPARE_BATCH,
    EVALUATE_SUCCESSOR,
    RANK_SUCCESSORS,
    FINGERPRINT,
    FINGERPRINT_AFTER,
    MOST_PLIES,
    PIECE_COUNT,
    REPETITION_KEY,
    SYMMETRY_COUNT,
    SYMMETRIC_STATE,
    SYMMETRIC_ACTION,
    SEEN_KEY,
    DETERMINIZE,
    CHANCE_WEIGHT,
    CHANCE_TOTAL,
    DRAW_OUTCOME,
) = range(len(ASKS))


@jitable
def note(memory: Memory, place: int, function: int, answer: int) -> int:
    """Write an answer, and whose it is; the next place."""
    poke(memory, place, function)
    poke(memory, place + 1, answer)
    return place + 2


@jitable
def note_list(memory: Memory, place: int, function: int, first: int, count: int) -> int:
    """Note that many numbers in memory from `first`."""
    for n in range(count):
        place = note(memory, place, function, peek(memory, first + n))
    return place


@jitable
def note_state(state: Any, random: Bits, memory: Memory, place: int) -> int:
    """Note what is asked of any state."""
    place = note(memory, place, MOST_PLIES, generic.most_plies(state))
    place = note(memory, place, FINGERPRINT, to_int(generic.fingerprint(state)))
    for seat in range(generic.seat_count(state)):
        place = note(memory, place, PIECE_COUNT, generic.piece_count(state, seat))
        if generic.hides(state):
            place = note(memory, place, SEEN_KEY, to_int(generic.seen_key(state, seat)))
            other = generic.determinize(state, seat, random)
            place = note(memory, place, DETERMINIZE, to_int(generic.fingerprint(other)))
    if generic.draws_by_repetition(state) or generic.forbids_repetition(state):
        place = note(memory, place, REPETITION_KEY, to_int(generic.repetition_key(state)))
    count = generic.symmetry_count(state)
    place = note(memory, place, SYMMETRY_COUNT, count)
    for symmetry in range(0, count, 1 + count // SYMMETRIES):
        image = generic.symmetric_state(state, symmetry)
        place = note(memory, place, SYMMETRIC_STATE, to_int(generic.fingerprint(image)))
    return place


@jitable
def note_chance(state: Any, random: Bits, memory: Memory, place: int) -> int:
    """Note what is asked where chance moves."""
    place = note(memory, place, CHANCE_TOTAL, generic.chance_total(state))
    place = note(memory, place, DRAW_OUTCOME, generic.draw_outcome(state, random))
    count = generic.legal_count(state, CHANCE)
    step = 1 + count // ASKED
    for n in range(0, count, step):
        outcome = generic.nth_legal(state, CHANCE, n)
        place = note(memory, place, CHANCE_WEIGHT, generic.chance_weight(state, outcome))
    return place


@jitable
def note_moves(state: Any, seat: int, count: int, memory: Memory, place: int) -> int:
    """Note what is asked of the legal actions of a seat."""
    generic.put_legal(state, seat, memory, SCRATCH)
    place = note_list(memory, place, PUT_LEGAL, SCRATCH, count)
    symmetries = generic.symmetry_count(state)
    step = 1 + count // ASKED
    for n in range(0, count, step):
        action = generic.nth_legal(state, seat, n)
        place = note(memory, place, NTH_LEGAL, action)
        legal = 1 if generic.is_legal(generic.with_moves(state), seat, action) else 0
        place = note(memory, place, IS_LEGAL, legal)
        for symmetry in range(0, symmetries, 1 + symmetries // SYMMETRIES):
            image = generic.symmetric_action(state, symmetry, action)
            place = note(memory, place, SYMMETRIC_ACTION, image)
    return place


@jitable
def note_search(state: Any, seat: int, count: int, memory: Memory, place: int) -> int:
    """Note what alpha-beta search asks, of two seats that move in turn."""
    node = generic.with_moves(state)
    place = note(memory, place, CAN_FORCE, 1 if generic.can_force(node) else 0)
    place = note(memory, place, REST_LOSES, 1 if generic.rest_loses(state) else 0)
    for whole in (True, False):
        tried = generic.put_tried(node, seat, memory, SCRATCH, count, whole)
        place = note(memory, place, PUT_TRIED, tried)
        place = note_list(memory, place, PUT_TRIED, SCRATCH, tried)
        place = note_list(memory, place, PUT_TRIED, SCRATCH + count, tried)
    first, last = generic.nth_legal(node, seat, 0), generic.nth_legal(node, seat, count - 1)
    staged = generic.put_staged(node, seat, memory, SCRATCH, last, first, NO_ONE)
    place = note_list(memory, place, PUT_STAGED, SCRATCH, staged)
    batched = generic.prepare_batch(state, memory, 0)
    place = note(memory, place, PREPARE_BATCH, 1 if batched else 0)
    step = 1 + count // ASKED
    asked = 0
    for n in range(0, count, step):
        action = generic.nth_legal(state, seat, n)
        after = to_int(generic.fingerprint_after(state, action))
        place = note(memory, place, FINGERPRINT_AFTER, after)
        _, visited = generic.visit(state, seat, action, OWN_TURN | OTHERS_TURN)
        place = note(memory, place, VISIT, visited)
        if batched:
            successor = generic.evaluate_successor(state, action, memory, 0)
            place = note(memory, place, EVALUATE_SUCCESSOR, successor)
            poke(memory, SCRATCH + asked, action)
            asked += 1
    if batched:
        end = SCRATCH + asked
        generic.rank_successors(state, seat, memory, SCRATCH, end, asked, 0)
        place = note_list(memory, place, RANK_SUCCESSORS, end, asked)
    return place


@for_all_games(slots=1)
def note_answers(
    state: Any, random: Bits, memory: Memory, start: int, moving: int, most: int
) -> int:
    """Write what a state that is not over says to memory from `start`; where it ends.

    moving: the seats that choose, as a number. most: the most legal actions that there is room for.
    Where others choose, or one has more, nothing is asked beyond.
    """
    choosing = generic.movers(state)
    place = note(memory, start, MOVERS, to_int(choosing))
    if to_int(choosing) != moving:
        return place
    place = note_state(state, random, memory, place)
    while choosing:
        seat = lowest(choosing)
        choosing &= choosing - ONE
        count = generic.legal_count(state, seat)
        place = note(memory, place, LEGAL_COUNT, count)
        if count > most:
            return place
        if seat == CHANCE:
            place = note_chance(state, random, memory, place)
            continue
        place = note_moves(state, seat, count, memory, place)
        if generic.action_bits(state) or generic.seat_count(state) != 2:
            continue
        place = note(memory, place, EVALUATE, generic.evaluate(state))
        millionths = int(1_000_000 * generic.expected_return(state))
        place = note(memory, place, EXPECTED_RETURN, millionths)
        if not generic.has_chance(state) and not generic.hides(state):
            place = note_search(state, seat, count, memory, place)
    return place


def answer_fault(position: Position, random: Bits) -> str | None:
    """The difference of compiled code in a position that is not over; None where it agrees.

    Raises RulesError where the game's rules do not compile.
    """
    game, state = position.game, position.state
    seats = (CHANCE,) if position.by_chance else position.movers
    most = max(generic.legal_count(state, seat) for seat in seats)
    start = SCRATCH + 2 * most + 2
    plain, again = (
        np.zeros(start + ROOM + (most + ASKED) * AN_ACTION * len(seats), np.int64) for _ in "12"
    )
    moving = sum(1 << seat for seat in seats)
    note_answers(state, random, plain, start, moving, most)
    compiled(note_answers, game)(state, random, reach(again), start, moving, most)
    differing = np.flatnonzero(plain[start:] != again[start:])
    if not len(differing):
        return None
    at = start + int(differing[0]) // 2 * 2
    return f"compiled code says {again[at + 1]} of {ASKS[plain[at]]}, plain Python {plain[at + 1]}"


@for_all_games(slots=1)
def replay(state: Any, joints: Memory, plies: int, random: Bits, out: Memory, room: int) -> int:
    """Play a random game, and replay one of these joint actions; write what the rules say to `out`.

    At first the random game's length, the fingerprint of its end, and each seat's return there.
    Then for each ply the set of choosing seats, and for each of them the number of its legal
    actions, and these actions; at the end 0. Returns how much was written, or -1 where that would
    be more than `room`, or the game is not over after so many plies.
    """
    end, length = generic.play_out(state, random)
    poke(out, 0, length)
    poke(out, 1, to_int(generic.fingerprint(end)))
    used = 2
    for seat in range(generic.seat_count(state)):
        poke(out, used, int(SCALE * generic.returns(end, seat)))
        used += 1
    ply = 0
    while True:
        choosing = generic.movers(state)
        if used == room or (choosing and ply == plies):
            return -1
        poke(out, used, to_int(choosing))
        used += 1
        if not choosing:
            return used
        while choosing:
            seat = lowest(choosing)
            choosing &= choosing - ONE
            count = generic.legal_count(state, seat)
            if used + 1 + count > room:
                return -1
            poke(out, used, count)
            used += 1
            for n in range(count):
                poke(out, used + n, generic.nth_legal(state, seat, n))
            used += count
        state = generic.play_on(state, peek(joints, ply))
        ply += 1


def replay_fault(first: Position, random: Bits, plain: Traced) -> str | None:
    """The difference of compiled code in the random game of this stream of numbers, as plain Python
    plays it; None where it agrees.
    """
    game, state, random = first.game, first.state, Bits(random)
    end, length = generic.play_out(state, random)
    expected = [length, to_int(generic.fingerprint(end))]
    expected += (int(SCALE * gained) for gained in plain.returns)
    joints, bits = [], generic.action_bits(state)
    for ply in plain.plies:
        expected.append(sum(1 << seat for seat in ply.legal))
        for actions in ply.legal.values():
            expected += (len(actions), *actions)
        shifts = ((0 if seat == CHANCE else seat * bits, one) for seat, one in ply.played.items())
        joints.append(sum(action << shift for shift, action in shifts))
    expected.append(0)
    out, played = np.zeros(len(expected), np.int64), np.array(joints, np.int64)
    used = compiled(replay, game)(state, reach(played), len(joints), random, reach(out), len(out))
    alike = all(
        (one - other) % 2**64 == 0 for one, other in zip(out.tolist(), expected, strict=True)
    )
    return None if used == len(expected) and alike else "compiled code plays another game"
