"""Many games moved on at once: the code that is compiled for a game, over arrays that Python
allocates.

A *slot* is whoever is told of a game and chooses in it: the seat to move, so one slot, where one
seat chooses at a time, and each seat one where several choose at once.

Each game draws its chance from a stream of its own, as a playout does: the n-th joint action, of
seats or of chance, from `mix(random + n * GOLDEN)`. So a game in which all seats choose by `choose`
is the random playout of the same number.
"""

from __future__ import annotations

from ludarium.environments.game_arrays import (
    DISABLED,
    NOBODY,
    NOTHING,
    SAME_STEP,
    Array,
    Games,
    Settings,
    State,
)
from ludarium.environments.observations import observe
from ludarium.rules.bits import ALL, EMPTY, GOLDEN, ONE, Bits, lowest, mix, stream, to_bits, to_int
from ludarium.rules.dispatch import jitable, large
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
    lists_legal,
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
from ludarium.rules.memory import Memory, fill_bytes, peek, peek_byte, poke, poke_byte
from ludarium.rules.packing import load, store

__all__ = ["begin_games", "choose", "first_illegal", "step_games"]


@jitable
def settled(state: State, random: Bits) -> tuple[State, Bits]:
    """The state once chance has moved, and the counter of the random stream then."""
    while has_chance(state) and movers(state) == CHANCE_MOVES:
        random = (random + GOLDEN) & ALL
        state = play(state, nth_legal(state, CHANCE, draw_outcome(state, mix(random))))
    return state, random


@jitable
def occurred(state: State, row: int, games: Games, settings: Settings) -> int:
    """The number of times that the position occurred in the latest of this row's game."""
    key, count = repetition_key(state), 0
    for n in range(min(peek(games.moves, row) + 1, settings.remembered)):
        count += (to_bits(peek(games.keys, row * settings.remembered + n)) & ALL) == key
    return count


@jitable
def plies_of_cycle(state: State, row: int, games: Games, settings: Settings) -> int:
    """The number of plies since the position first occurred among those that are remembered."""
    key, moves, plies = repetition_key(state), peek(games.moves, row), 0
    for n in range(min(moves + 1, settings.remembered)):
        if (to_bits(peek(games.keys, row * settings.remembered + n)) & ALL) == key:
            plies = max(plies, (moves - n) % settings.remembered)
    return plies


@jitable
def remember(state: State, row: int, games: Games, settings: Settings) -> None:
    """Note the position that the row's game has come to, in place of the oldest."""
    if draws_by_repetition(state) or forbids_repetition(state):
        place = row * settings.remembered + peek(games.moves, row) % settings.remembered
        poke(games.keys, place, to_int(repetition_key(state)))


@jitable
def reward_cycle(state: State, row: int, games: Games, settings: Settings, rewards: Array) -> None:
    """Write the rewards of a game that ends because this position has occurred too often."""
    plies, moves = plies_of_cycle(state, row, games, settings), peek(games.moves, row)
    noted = cycle_begun(state)
    if notes_cycles(state):
        # the position was the same when it first occurred, so the moves since can follow it again
        again = state
        for n in range(moves - plies, moves):
            place = row * settings.remembered + n % settings.remembered
            action = peek(games.actions, place)
            noted = cycle_noted(again, noted, action)
            again = play(again, action)
    for seat in range(settings.seats):
        rewards[row, seat] = cycle_returns(state, noted, plies, seat)


@jitable
def put_mask(
    state: State, row: int, place: int, seat: int, games: Games, settings: Settings, spare: Memory
) -> bool:
    """Write which actions are legal for the seat from this place of the mask; whether the action
    space has them all.
    """
    count = legal_count(state, seat)
    if count > settings.action_count:
        return False
    if lists_legal(state):  # else no memory between, as the first action read would wait for it
        put_legal(state, seat, spare, 0)
    for n in range(count):
        action = peek(spare, n) if lists_legal(state) else nth_legal(state, seat, n)
        if action < 0 or action >= settings.index_count or peek(settings.indices, action) < 0:
            return False
        if forbids_repetition(state) and occurred(play(state, action), row, games, settings):
            continue
        poke_byte(games.mask, place + peek(settings.indices, action), 1)
    return True


@jitable
def show(
    state: State, row: int, mover: int, games: Games, settings: Settings, spare: Memory
) -> bool:
    """Write what the slots of the row are told of its state, which is not chance's: who moves, what
    they see, what is legal. Whether the action space has all legal actions.

    mover: who moved last, and sees the state where the game is over.
    """
    choosing, known = movers(state), True
    if peek_byte(games.over, row):
        choosing = EMPTY
    actions = settings.action_count
    fill_bytes(games.mask, row * settings.slots * actions, settings.slots * actions, 0)
    for slot in range(settings.slots):
        place = row * settings.slots + slot
        seat = slot if settings.together else (lowest(choosing) if choosing else mover)
        chooses = ((choosing >> to_bits(seat)) & ONE) != 0
        told = int(chooses) if settings.together else (seat if chooses else NOBODY)
        poke_byte(games.movers, place, told)
        planes = settings.planes
        words, at = games.words, row * settings.size
        out, first = games.observations, place * planes.size
        observe(state, words, at, planes, seat, settings.seats, spare, out, first)
        if chooses:
            known = put_mask(state, row, place * actions, seat, games, settings, spare) and known
    return known


@jitable
def finish(row: int, games: Games, terminated: bool, truncated: bool) -> None:
    """Write whether the row's game ended."""
    poke_byte(games.terminated, row, int(terminated))
    poke_byte(games.truncated, row, int(truncated))
    if terminated or truncated:
        poke(games.episodes, row, peek(games.episodes, row) + 1)
    poke_byte(games.over, row, int(terminated or truncated))


@jitable
def turn_over(row: int, games: Games, afresh: bool) -> None:
    """Number the row's next game. One in which nothing was played is begun again.

    afresh: whether the row's first game is to be next.
    """
    if afresh:
        poke(games.numbers, row, 0)
        poke(games.episodes, row, 0)
    elif peek_byte(games.over, row) or peek(games.moves, row):
        poke(games.numbers, row, peek(games.numbers, row) + 1)


@jitable
def show_end(
    state: State, row: int, mover: int, games: Games, settings: Settings, spare: Memory
) -> None:
    """Write what the slots of the row see of its game, which is over, to the finals.

    mover: who moved last.
    """
    for slot in range(settings.slots):
        seat, size = slot if settings.together else mover, settings.planes.size
        words, at = games.words, row * settings.size
        out, first = games.finals, (row * settings.slots + slot) * size
        observe(state, words, at, settings.planes, seat, settings.seats, spare, out, first)


@jitable
def begun(start: State, row: int, games: Games, settings: Settings, afresh: bool) -> State:
    """The state in which the row's next game begins, with all kept of it but what the latest step
    did.

    afresh: whether it is the first of a seed.
    """
    turn_over(row, games, afresh)
    number = row + settings.game_count * peek(games.numbers, row)
    state, random = settled(start, stream(to_bits(settings.seed), number))
    store(state, games.words, row * settings.size)
    poke(games.randoms, row, to_int(random))
    poke(games.moves, row, 0)
    poke_byte(games.over, row, 0)
    remember(state, row, games, settings)
    return state


@jitable
def begin(start: State, row: int, games: Games, settings: Settings, afresh: bool) -> State:
    """Begin like `begun`, where the latest step did no more than that."""
    state = begun(start, row, games, settings, afresh)
    poke(games.lengths, row, 0)
    finish(row, games, False, False)
    return state


@jitable
def forget(row: int, settings: Settings, rewards: Array) -> None:
    """Write that nobody in this row gets anything."""
    for seat in range(settings.seats):
        rewards[row, seat] = 0.0


@large
def begin_games(
    start: State,
    first: int,
    last: int,
    games: Games,
    settings: Settings,
    rewards: Array,
    which: Memory,
    afresh: bool,
    spare: Memory,
) -> int:
    """Begin new games in rows first..last-1 where `which`, a byte for each row, is 1.

    afresh: whether these are the first games of a seed. spare: memory for as many numbers as there
    are actions, or words of a state. Returns the first row whose legal actions are not in the
    action space, or NOTHING.
    """
    for row in range(first, last):
        if peek_byte(which, row):
            forget(row, settings, rewards)
            state = begin(start, row, games, settings, afresh)
            if not show(state, row, 0, games, settings, spare):
                return row
    return NOTHING


@jitable
def slot_chooses(place: int, games: Games, settings: Settings) -> bool:
    """Return whether the slot of this number, all rows' slots counted, has to choose."""
    mover = peek_byte(games.movers, place)
    return mover == 1 if settings.together else mover != NOBODY & 0xFF


@jitable
def is_illegal(place: int, games: Games, settings: Settings, chosen: Memory) -> bool:
    """Return whether the slot has to choose and its index names no legal action."""
    if not slot_chooses(place, games, settings):
        return False
    index, count = peek(chosen, place), settings.action_count
    return index < 0 or index >= count or peek_byte(games.mask, place * count + index) == 0


@large
def first_illegal(
    start: State, first: int, last: int, games: Games, settings: Settings, chosen: Memory
) -> int:
    """The number of the first slot of rows first..last-1, all rows' slots counted, whose choice is
    not legal; NOTHING where there is none.
    """
    for place in range(first * settings.slots, last * settings.slots):
        if is_illegal(place, games, settings, chosen):
            return place
    return NOTHING


@jitable
def forfeits(row: int, games: Games, settings: Settings, rewards: Array, chosen: Memory) -> bool:
    """Return whether a seat chose an illegal action; if so, it gets its loss, and the others their
    gain.
    """
    for slot in range(settings.slots):
        place = row * settings.slots + slot
        if is_illegal(place, games, settings, chosen):
            loser = slot if settings.together else peek_byte(games.movers, place)
            for seat in range(settings.seats):
                rewards[row, seat] = settings.loss if seat == loser else settings.gain
            return True
    return False


@jitable
def joint_action(state: State, row: int, games: Games, settings: Settings, chosen: Memory) -> int:
    """The legal choices of the row's slots as a joint action."""
    if not settings.together:
        return peek(settings.actions, peek(chosen, row))
    joint = 0
    for slot in range(settings.slots):
        place = row * settings.slots + slot
        if slot_chooses(place, games, settings):
            joint |= peek(settings.actions, peek(chosen, place)) << (slot * action_bits(state))
    return joint


@jitable
def ends(state: State, row: int, games: Games, settings: Settings, rewards: Array) -> bool:
    """Return whether the rules end the row's game in this state, which it has just come to; if so,
    write the rewards.
    """
    if not movers(state):
        for seat in range(settings.seats):
            rewards[row, seat] = returns(state, seat)
        return True
    remember(state, row, games, settings)
    if draws_by_repetition(state) and occurred(state, row, games, settings) >= settings.occurrences:
        reward_cycle(state, row, games, settings, rewards)
        return True
    if nobody_can_win(state):
        for seat in range(settings.seats):
            rewards[row, seat] = settings.even
        return True
    return False


@jitable
def move(
    start: State, row: int, games: Games, settings: Settings, rewards: Array, chosen: Memory
) -> State:
    """Move the row's game on by the legal choices of its slots; the state that it comes to."""
    state = load(start, games.words, row * settings.size)
    joint = joint_action(state, row, games, settings, chosen)
    if notes_cycles(state):
        place = row * settings.remembered + peek(games.moves, row) % settings.remembered
        poke(games.actions, place, joint)
    random = (to_bits(peek(games.randoms, row)) + GOLDEN) & ALL
    state, random = settled(play(state, joint), random)
    store(state, games.words, row * settings.size)
    poke(games.randoms, row, to_int(random))
    moves = peek(games.moves, row) + 1
    poke(games.moves, row, moves)
    poke(games.lengths, row, moves)
    terminated = ends(state, row, games, settings, rewards)
    finish(row, games, terminated, 0 < settings.limit <= moves and not terminated)
    return state


@large
def step_games(
    start: State,
    first: int,
    last: int,
    games: Games,
    settings: Settings,
    rewards: Array,
    chosen: Memory,
    spare: Memory,
) -> int:
    """Move the games in rows first..last-1 on by one joint action each, and chance after it.

    rewards: float32, by row and seat. chosen: by slot, the index of its action; an illegal one ends
    the game. spare: as of `begin_games`, which says what is returned, too.
    """
    for row in range(first, last):
        forget(row, settings, rewards)
        mover = 0
        if peek_byte(games.over, row):
            if settings.autoreset == DISABLED:
                continue
            # at once where games begin so, too: restored, they may have ended in another mode
            state = begin(start, row, games, settings, False)
        else:
            mover = 0 if settings.together else peek_byte(games.movers, row)
            if not settings.checked and forfeits(row, games, settings, rewards, chosen):
                state = load(start, games.words, row * settings.size)
                finish(row, games, True, False)
            else:
                state = move(start, row, games, settings, rewards, chosen)
            if peek_byte(games.over, row) and settings.autoreset == SAME_STEP:
                show_end(state, row, mover, games, settings, spare)
                state, mover = begun(start, row, games, settings, False), 0
        if not show(state, row, mover, games, settings, spare):
            return row
    return NOTHING


@large
def choose(
    start: State, first: int, last: int, games: Games, settings: Settings, chosen: Memory
) -> int:
    """Write the index of a random legal action for each slot of rows first..last-1 that has to
    choose to `chosen`; 0 for the others. Returns NOTHING.

    The actions are those of `random_play`; one that repetition forbids is drawn again.
    """
    for row in range(first, last):
        for slot in range(settings.slots):
            poke(chosen, row * settings.slots + slot, 0)
        if peek_byte(games.over, row):
            continue
        state = load(start, games.words, row * settings.size)
        random = mix((to_bits(peek(games.randoms, row)) + GOLDEN) & ALL)
        choosing = movers(state)
        while choosing:
            seat, again = lowest(choosing), random
            place = row * settings.slots + (seat if settings.together else 0)
            index = peek(settings.indices, random_legal(state, seat, again))
            if forbids_repetition(state):
                while not peek_byte(games.mask, place * settings.action_count + index):
                    again = mix((again + GOLDEN) & ALL)
                    index = peek(settings.indices, random_legal(state, seat, again))
            poke(chosen, place, index)
            choosing &= choosing - ONE
            random = mix(random)
    return NOTHING
