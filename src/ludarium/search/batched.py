"""Tree search in many games at once, one tree a game: `ludarium.search.uct` over the games of a
vector environment, on threads of the processor or on a CUDA device.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from ludarium.environments.game_arrays import NOTHING, Games, Settings
from ludarium.environments.vector import VectorEnvironment, check_int, signed
from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.rules.bits import ALL, GOLDEN, ONE, Bits, lowest, mix, stream, to_bits
from ludarium.rules.dispatch import for_all_games, jitable, large, unallocating
from ludarium.rules.game import Game
from ludarium.rules.generic import legal_count, movers, nth_legal
from ludarium.rules.memory import memory_from, peek, peek_byte, poke
from ludarium.rules.packing import load
from ludarium.search.uct import EXPAND_AFTER, EXPLORATION, action_count, search
from ludarium.search.uct_tree import LIMITS, NONE, Limits, SearchTree, clear, limits_for, shapes_of

__all__ = ["BatchedSearch", "SearchResults", "search_games"]

Array = Any
State = Any

Rank = tuple[float, float, float]

TRIED = 4  # random games in which to look for the widest node


class SearchResults(NamedTuple):
    """The result of a search, as arrays of the environment's device; `slots` as in its actions."""

    visits: Array
    """int32 (count, *slots, actions): how many simulations chose this action first."""
    values: Array
    """float32 (count, *slots, actions): the return that the seat can expect of it; 0 where it was
    not tried."""
    best: Array
    """int64 (count, *slots): an action for `step`: a proved best one, else the most visited."""
    simulations: Array
    """int32 (count,): how many were run."""


class BatchedOptions(NamedTuple):
    """The settings that are the same in all trees."""

    simulations: int
    seed: int
    """The seed as a signed number."""
    exploration: float
    low: float
    """The least return."""
    high: float
    """The greatest."""
    expand_after: int


@jitable
def tree_of(trees: SearchTree, row: int) -> SearchTree:
    """The row's tree, of arrays that have them all."""
    return SearchTree(
        trees.used[row],
        trees.visits[row],
        trees.actions[row],
        trees.children[row],
        trees.unproved[row],
        trees.proved[row],
        trees.values[row],
        trees.keys[row],
        trees.action_visits[row],
        trees.action_totals[row],
        trees.child_nodes[row],
        trees.block_sizes[row],
        trees.path[row],
        trees.chooser[row],
        trees.options[row],
        trees.picks[row],
        trees.gained[row],
    )


@jitable
def rank(tree: SearchTree, child: int, visits: int, seat: int, options: BatchedOptions) -> Rank:
    """The rank of an action, greatest for the best, like that of `mcts`: a proved win comes first,
    a proved loss last.

    child: the node that the action leads to; NONE where it is not known, or others choose as well.
    """
    if child == NONE or not tree.proved[child]:
        return 0.0, float(visits), 0.0
    value = tree.values[child, seat]
    if tree.proved[0]:
        return 1.0, value, float(visits)
    if value == options.high:
        return 1.0, 0.0, 0.0
    return (-1.0 if value == options.low else 0.0), float(visits), 0.0


@jitable
def value_of(
    tree: SearchTree, child: int, visits: int, total: float, seat: int, options: BatchedOptions
) -> float:
    """The return that the seat can expect of an action."""
    if child != NONE and tree.proved[child]:
        return tree.values[child, seat]  # type: ignore[no-any-return]
    return options.low + (options.high - options.low) * total / visits if visits else 0.0


@jitable
def tell_seat(
    state: State,
    seat: int,
    first: int,
    place: int,
    tree: SearchTree,
    games: Games,
    settings: Settings,
    options: BatchedOptions,
    results: SearchResults,
) -> None:
    """Write what the tree found of a choosing seat's actions, whose statistics begin at `first`.

    place: the number of its slot, all rows' slots counted.
    """
    expanded, alone = tree.actions[0] != NONE, (movers(state) & (movers(state) - ONE)) == 0
    best, best_rank = NONE, (-2.0, 0.0, 0.0)
    for n in range(legal_count(state, seat)):
        index = peek(settings.indices, nth_legal(state, seat, n))
        if not peek_byte(games.mask, place * settings.action_count + index):
            continue  # forbidden, as it would bring an earlier position back
        child, visits, total = NONE, 0, 0.0
        if expanded:
            visits, total = tree.action_visits[first + n], tree.action_totals[first + n]
            child = tree.child_nodes[tree.children[0] + n] if alone else NONE
        results.visits[place, index] = visits
        results.values[place, index] = value_of(tree, child, visits, total, seat, options)
        ranked = rank(tree, child, visits, seat, options)
        if ranked > best_rank:
            best, best_rank = index, ranked
    poke(results.best, place, best)


@jitable
def tell(
    state: State,
    row: int,
    tree: SearchTree,
    games: Games,
    settings: Settings,
    options: BatchedOptions,
    results: SearchResults,
) -> None:
    """Write what the row's tree found."""
    choosing, first = movers(state), tree.actions[0]
    while choosing:
        seat = lowest(choosing)
        place = row * settings.slots + (seat if settings.together else 0)
        tell_seat(state, seat, first, place, tree, games, settings, options, results)
        first += legal_count(state, seat)
        choosing &= choosing - ONE


@for_all_games(slots=LIMITS.depth + 1)
@unallocating
@large
def search_games(
    start: State,
    first: int,
    last: int,
    games: Games,
    settings: Settings,
    options: BatchedOptions,
    trees: SearchTree,
    results: SearchResults,
) -> int:
    """Search the games of rows first..last-1 that are not over. Returns NOTHING.

    results: `visits` and `values` with a row for each slot of all games, `best` as memory.
    """
    for row in range(first, last):
        results.simulations[row] = 0
        for place in range(row * settings.slots, (row + 1) * settings.slots):
            poke(results.best, place, 0)
            for index in range(settings.action_count):
                results.visits[place, index] = 0
                results.values[place, index] = 0.0
        if peek_byte(games.over, row):
            continue
        state, tree = load(start, games.words, row * settings.size), tree_of(trees, row)
        clear(tree)
        results.simulations[row] = search(
            state,
            tree,
            memory_from(games.keys, row * settings.remembered),
            min(peek(games.moves, row) + 1, settings.remembered),
            0,
            options.simulations,
            stream(to_bits(options.seed), row),
            options.exploration,
            options.low,
            options.high,
            options.expand_after,
        )
        tell(state, row, tree, games, settings, options, results)
    return NOTHING


class BatchedSearch:
    """Tree search in all games of a vector environment at once, with memory made once.

    envs: games that hide nothing. simulations: of each tree, 1 at least; a game whose value is
    proved takes fewer. seed: the games of a seed and a number of searches so far are always
    searched alike. exploration, expand_after: as of `ludarium.search.uct.search`. limits: the room
    of each tree; by default enough for the simulations.

    A limit of moves is not known to the search.

    Raises LudariumError where the game hides something, a number is not one, or the trees do not
    fit into memory.
    """

    def __init__(
        self,
        envs: VectorEnvironment,
        simulations: int,
        seed: int = 0,
        *,
        exploration: float = EXPLORATION,
        expand_after: int = EXPAND_AFTER,
        limits: Limits | None = None,
    ) -> None:
        check_int("number of simulations", simulations, 1, 1 << 30)
        check_int("number of visits", expand_after, 1, 1 << 30)
        check_int("seed", seed)
        if envs.game.hides:
            raise LudariumError(f"{envs.game.name} hides something: expected a game that does not")
        low, high = map(float, envs.game.returns_range)
        self._envs, self._seed, self._searches = envs, seed, 0
        self._options = BatchedOptions(simulations, 0, float(exploration), low, high, expand_after)
        block = widest(envs.game, envs.ruleset, envs.seats)
        try:
            self._make_arrays(limits or limits_for(simulations, block, expand_after))
        except MemoryError:
            raise LudariumError(
                f"{envs.count} trees of {simulations} simulations do not fit into memory: expected "
                "fewer"
            ) from None

    def _make_arrays(self, limits: Limits) -> None:
        envs, count = self._envs, self._envs.count
        empty, shaped = envs.runtime.empty, envs.runtime.shaped
        self._trees = SearchTree(
            *(empty((count, *shape), kind) for shape, kind in shapes_of(envs.seats, limits))
        )
        slots = envs.movers.shape[1:]
        places = count * int(np.prod(slots, dtype=int))
        visits = empty((places, envs.actions), np.int32)
        values = empty((places, envs.actions), np.float32)
        best, simulations = empty((places,), np.int64), empty((count,), np.int32)
        self._arrays = SearchResults(visits, values, best, simulations)
        self._results = SearchResults(
            shaped(visits, (count, *slots, envs.actions)),
            shaped(values, (count, *slots, envs.actions)),
            shaped(best, (count, *slots)),
            shaped(simulations, (count,)),
        )

    def run(self) -> SearchResults:
        """Search all games as they stand. The arrays are the same each time, and written over."""
        seed = stream(Bits(self._seed & ALL), self._searches)
        self._searches += 1
        options = self._options._replace(seed=signed(seed))
        arrays = self._arrays._replace(best=self._envs.runtime.reach(self._arrays.best))
        self._envs.run(search_games, options, self._trees, arrays)
        return self._results


@functools.cache
def widest(game: Game, ruleset: str, seats: int) -> int:
    """The most entries that a node takes in a pool of a tree, in some random games."""
    most = 1
    for number in range(TRIED):
        state = game.plain(game.start(game.ruleset(ruleset), seats))
        random = stream(Bits(0), number)
        while generic.movers(state):
            most = max(most, generic.joint_count(state), action_count(state))
            random = Bits((random + GOLDEN) & ALL)
            state = generic.random_play(state, mix(random))
    return most
