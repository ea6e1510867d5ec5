"""The machine code that live tables run: that of searches, compiled once, and that of each game.

With it on disk no bot's move, analysis or review compiles anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ludarium.play.position import Position, start
from ludarium.rules import dispatch
from ludarium.rules.bits import Bits
from ludarium.rules.compiling import compiled, is_cached, is_plain
from ludarium.rules.game import Game
from ludarium.rules.listing import list_legal
from ludarium.rules.stacks import (
    compile_shared,
    is_shared_cached,
    is_table_cached,
    prepare_table,
)
from ludarium.search.agreeing import prepare_agreeing, settled_end
from ludarium.search.alphabeta import alphabeta
from ludarium.search.expectimax import expectimax
from ludarium.search.ismcts import find, new_forest, search_information_sets
from ludarium.search.levels import compiled_by_levels
from ludarium.search.mcts import SMALL
from ludarium.search.one_ply import one_ply
from ludarium.search.uct import search
from ludarium.search.uct_tree import copy_subtree, follow, new_tree
from ludarium.solvers.tablebase.retrograde import begin, find_classes, look_back

__all__ = [
    "compile_game",
    "compile_searches",
    "first_positions",
    "is_game_compiled",
    "is_search_compiled",
]

Function = Callable[..., Any]


def searches() -> dict[Function, tuple[Any, ...]]:
    """The functions that are compiled once, and arguments after the state as they are called with;
    those that most games need come first.
    """
    tree, forest, nothing = new_tree(2, SMALL), new_forest(2, 0), Bits(0)
    return {
        list_legal: (0, 0, 0),
        one_ply: (0, nothing),
        alphabeta: (0,) * 9,
        search: (tree, 0, 0, 0, 0, nothing, 0.0, 0.0, 0.0, 0),
        follow: (tree, 0, 0),
        copy_subtree: (tree, tree, 0),
        find_classes: (0, 0),
        begin: (0, 0, 0, 0),
        look_back: (0, 0, 0, 0, 0),
        expectimax: (0, 0, np.zeros(1, np.int64)),
        search_information_sets: (0, forest, 0, 0, nothing, 0.0, 0.0, 0.0),
        find: (0, forest),
    }


def is_search_compiled() -> bool:
    """Return whether all that is compiled once is on disk."""
    return is_plain() or all(map(is_shared_cached, searches()))


def compile_searches() -> None:
    """Compile, or load, all that is compiled once."""
    if not is_plain():
        for algorithm, arguments in searches().items():
            compile_shared(algorithm, *arguments)


def is_game_compiled(game: Game) -> bool:
    """Return whether all that is compiled for the game alone is on disk."""
    if is_plain():
        return True
    return is_table_cached(game) and all(is_cached(one, game) for one in own_algorithms(game))


def compile_game(game: Game) -> None:
    """Compile, or load, all that is compiled for the game alone. Raises RulesError."""
    if is_plain():
        return
    for position in first_positions(game):
        prepare_table(game, position.state)
        for algorithm in own_algorithms_at(position):
            if algorithm is not settled_end:
                compiled(algorithm, game)(position.state)
        prepare_agreeing(position)


def first_positions(game: Game) -> Iterator[Position]:
    """The first position of each ruleset, for each number of seats."""
    for ruleset in game.rulesets:
        for seats in game.seat_counts:
            yield start(game, ruleset.name, seats)


def own_algorithms_at(position: Position) -> tuple[Function, ...]:
    """The functions that levels call in this position and that are not compiled for all games:
    functions of a state alone.
    """
    return tuple(one for one in compiled_by_levels(position) if one not in dispatch.slots_of)


def own_algorithms(game: Game) -> set[Function]:
    return {one for position in first_positions(game) for one in own_algorithms_at(position)}
