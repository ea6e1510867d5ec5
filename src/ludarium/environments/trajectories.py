"""Random games, decision by decision: the code that is compiled for a game, which writes them to
memory that Python allocates.

A game is the random playout of the same number and seed, with all rules on positions that come
again: where a choice would bring back one that the rules forbid, it is drawn again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludarium.environments.observations import Planes, observe
from ludarium.environments.stepping import settled
from ludarium.rules.bits import ALL, GOLDEN, ONE, Bits, lowest, mix, stream, to_bits, to_int
from ludarium.rules.dispatch import jitable
from ludarium.rules.generic import (
    CHANCE,
    CHANCE_MOVES,
    action_bits,
    cycle_begun,
    cycle_noted,
    cycle_returns,
    draw_outcome,
    draws_by_repetition,
    forbids_repetition,
    has_chance,
    legal_count,
    movers,
    nobody_can_win,
    notes_cycles,
    nth_legal,
    play,
    put_legal,
    random_legal,
    repetition_key,
    returns,
)
from ludarium.rules.memory import Memory, peek, poke
from ludarium.rules.packing import store

__all__ = [
    "ABANDONED",
    "ACTION",
    "CHANCE_END",
    "GAME_COLUMNS",
    "LEGAL_END",
    "LENGTH",
    "PLY",
    "REASON",
    "REPEATED",
    "ROWS_END",
    "ROW_COLUMNS",
    "RULED",
    "SEAT",
    "Log",
    "Room",
    "record_games",
]

Array = Any
State = Any

# The columns of a decision.
PLY = 0  # how many moves of seats came before
SEAT = 1
ACTION = 2
LEGAL_END = 3  # how many legal actions have been written up to here
CHANCE_END = 4  # how many outcomes of chance
ROW_COLUMNS = 5

# The columns of a game.
ROWS_END = 0  # how many decisions have been written up to here
LENGTH = 1  # moves of seats
REASON = 2  # one of the following three
GAME_COLUMNS = 3

RULED, REPEATED, DEAD, ABANDONED, GOING_ON = 0, 1, 2, 3, 4
"""The reasons why a game ended: by its rules, by repetition, because nobody could win any more, or
by the limit of moves; or that it has not."""

FULL = -1
"""The number of rows of a game for which there is no room."""


class Log(NamedTuple):
    """The memory to which games are written; of numbers, unless it says otherwise."""

    games: Memory
    """GAME_COLUMNS numbers for each game."""
    rows: Memory
    """ROW_COLUMNS numbers for each decision."""
    words: Memory
    """The words of the state of each decision."""
    legal: Memory
    """The legal actions of all decisions, one after the other."""
    chance: Memory
    """The outcomes of chance that followed each decision, one after the other."""
    observations: Memory
    """Bytes: what the seat of each decision sees."""
    keys: Memory
    """The `repetition_key` of each position of a game, where a rule asks for them."""
    spare: Memory
    """Memory for the words of a state."""


class Room(NamedTuple):
    """The limits of what may be written, and what is the same for all games."""

    rows: int
    legal: int
    chance: int
    moves: int
    """A game of so many moves is abandoned."""
    size: int
    """The number of words of a state."""
    seats: int
    occurrences: int
    """A position that occurs so many times ends the game."""
    observed: bool
    """True if observations are written."""
    planes: Planes


class WrittenCounts(NamedTuple):
    """The amounts that have been written."""

    rows: int
    legal: int
    chance: int


@jitable
def repeats(state: State, ply: int, log: Log) -> int:
    """The number of times that the position was among the first `ply` positions of the game."""
    key, count = repetition_key(state), 0
    for n in range(ply):
        count += (to_bits(peek(log.keys, n)) & ALL) == key
    return count


@jitable
def first_occurrence(state: State, ply: int, log: Log) -> int:
    """The number of moves after which the position of this ply first occurred."""
    key, n = repetition_key(state), 0
    while n < ply and (to_bits(peek(log.keys, n)) & ALL) != key:
        n += 1
    return n


@jitable
def put_allowed(state: State, seat: int, ply: int, log: Log, place: int) -> int:
    """Write the seat's legal actions to memory from `place`; returns their number."""
    put_legal(state, seat, log.legal, place)
    count = legal_count(state, seat)
    if not forbids_repetition(state):
        return count
    kept = 0
    for n in range(count):
        action = peek(log.legal, place + n)
        if not repeats(play(state, action), ply + 1, log):
            poke(log.legal, place + kept, action)
            kept += 1
    return kept


@jitable
def draw_allowed(state: State, seat: int, ply: int, log: Log, random: Bits) -> int:
    """A uniformly random legal action of the seat."""
    action = random_legal(state, seat, random)
    if forbids_repetition(state):
        while repeats(play(state, action), ply + 1, log):
            random = mix((random + GOLDEN) & ALL)
            action = random_legal(state, seat, random)
    return action


@jitable
def end_at(state: State, ply: int, log: Log, room: Room) -> int:
    """Note the position that the game has come to; the reason why it ends there, or GOING_ON."""
    if draws_by_repetition(state) or forbids_repetition(state):
        poke(log.keys, ply, to_int(repetition_key(state)))
    if not movers(state):
        return RULED
    if draws_by_repetition(state) and repeats(state, ply + 1, log) >= room.occurrences:
        return REPEATED
    return DEAD if nobody_can_win(state) else GOING_ON


@jitable
def noted_of_cycle(state: State, first: int, last: int, log: Log) -> Any:
    """The notes on the cycle of the decisions first..last-1, which ends in this position."""
    noted = cycle_begun(state)
    if notes_cycles(state):
        # the position was the same when it first occurred, so the moves since can follow it again
        for row in range(first, last):
            action = peek(log.rows, row * ROW_COLUMNS + ACTION)
            noted = cycle_noted(state, noted, action)
            state = play(state, action)
    return noted


@jitable
def record_game(
    start: State, random: Bits, game: int, place: WrittenCounts, log: Log, room: Room, gains: Array
) -> WrittenCounts:
    """Play and write one game. Returns how much has been written then; FULL rows where there is no
    room.
    """
    rows, legal, chance = place.rows, place.legal, place.chance
    state, random = settled(start, random)
    ply, reason = 0, end_at(state, 0, log, room)
    while reason == GOING_ON and ply < room.moves:
        choosing = movers(state)
        random = (random + GOLDEN) & ALL
        draw = mix(random)
        joint = 0
        while choosing:
            seat = lowest(choosing)
            choosing &= choosing - ONE
            if rows == room.rows or legal + legal_count(state, seat) > room.legal:
                return WrittenCounts(FULL, legal, chance)
            legal += put_allowed(state, seat, ply, log, legal)
            action = draw_allowed(state, seat, ply, log, draw)
            draw = mix(draw)
            joint |= action << (seat * action_bits(state))
            store(state, log.words, rows * room.size)
            if room.observed:
                at, out = rows * room.size, rows * room.planes.size
                planes, seats = room.planes, room.seats
                observe(state, log.words, at, planes, seat, seats, log.spare, log.observations, out)
            poke(log.rows, rows * ROW_COLUMNS + PLY, ply)
            poke(log.rows, rows * ROW_COLUMNS + SEAT, seat)
            poke(log.rows, rows * ROW_COLUMNS + ACTION, action)
            poke(log.rows, rows * ROW_COLUMNS + LEGAL_END, legal)
            poke(log.rows, rows * ROW_COLUMNS + CHANCE_END, chance)
            rows += 1
        state = play(state, joint)
        while has_chance(state) and movers(state) == CHANCE_MOVES:
            if chance == room.chance:
                return WrittenCounts(FULL, legal, chance)
            random = (random + GOLDEN) & ALL
            outcome = nth_legal(state, CHANCE, draw_outcome(state, mix(random)))
            poke(log.chance, chance, outcome)
            chance += 1
            state = play(state, outcome)
        poke(log.rows, (rows - 1) * ROW_COLUMNS + CHANCE_END, chance)
        ply += 1
        reason = end_at(state, ply, log, room)
    if reason == GOING_ON:
        reason = ABANDONED
    poke(log.games, game * GAME_COLUMNS + ROWS_END, rows)
    poke(log.games, game * GAME_COLUMNS + LENGTH, ply)
    poke(log.games, game * GAME_COLUMNS + REASON, reason)
    if reason == RULED:
        for seat in range(room.seats):
            gains[game, seat] = returns(state, seat)
    elif reason == REPEATED:
        plies = ply - first_occurrence(state, ply, log)
        noted = noted_of_cycle(state, rows - plies, rows, log)
        for seat in range(room.seats):
            gains[game, seat] = cycle_returns(state, noted, plies, seat)
    return WrittenCounts(rows, legal, chance)


def record_games(
    start: State, first: int, count: int, seed: Bits, log: Log, room: Room, gains: Array
) -> int:
    """Play and write random games from the state, of numbers first .. first+count-1 of the seed.

    gains: float64 (count, seats): each seat's return in games that were not abandoned. Returns how
    many games were written whole; fewer than `count` where there is no room for more.
    """
    place = WrittenCounts(0, 0, 0)
    for game in range(count):
        place = record_game(start, stream(seed, first + game), game, place, log, room, gains)
        if place.rows == FULL:
            return game
    return count
