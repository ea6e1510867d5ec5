"""The tree of UCT in arrays: nodes, their edges, and what is known of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludarium.rules.dispatch import for_all_games, jitable
from ludarium.rules.generic import (
    draws_by_repetition,
    forbids_repetition,
    joint_count,
    nth_joint,
    repetition_key,
)

__all__ = [
    "LIMITS",
    "NONE",
    "Limits",
    "SearchTree",
    "add_node",
    "clear",
    "copy_subtree",
    "follow",
    "limits_for",
    "new_tree",
    "note_key",
    "shapes_of",
]


Array = Any
NONE = -1  # no node, or no block


class Limits(NamedTuple):
    """Capacity of a tree.

    By default a full tree of two seats takes 50 MB, so that five seats that all search stay below
    500 MB.
    """

    nodes: int = 400_000
    """Number of nodes."""
    actions: int = 2_000_000
    """Entries in the pool of action statistics."""
    children: int = 2_000_000
    """Entries in the pool of children."""
    depth: int = 2_000
    """Plies from the root."""


LIMITS = Limits()


def limits_for(
    simulations: int, block: int, expand_after: int, used: tuple[int, int, int] = (0, 0, 0)
) -> Limits:
    """Room for so many simulations, where less than the default; and for what a tree has already.

    block: the entries that a node takes in each pool. A simulation adds at most one node; a node
    takes its blocks after `expand_after` visits. used: nodes, statistics and children so far.
    """
    nodes, actions, children = used
    nodes += simulations + 1
    blocks = (2 + simulations // expand_after) * block
    return Limits(*map(min, LIMITS, (nodes, actions + blocks, children + blocks, nodes)))


class SearchTree(NamedTuple):
    """The arrays of a tree; node 0 is the root."""

    used: Array
    """Numbers of nodes, statistics and children in use; then the depth of the deepest node."""
    visits: Array
    """By node: number of visits."""
    actions: Array
    """By node: start of its block of action statistics, or NONE."""
    children: Array
    """By node: start of its block of children, or NONE."""
    unproved: Array
    """By node: number of children that are not proved."""
    proved: Array
    """By node: whether each seat's return is proved."""
    values: Array
    """By node and seat: the proved return."""
    keys: Array
    """By node: `repetition_key` of its state, in games with a rule on repetition."""
    action_visits: Array
    """Pool of statistics, by seat and action: number of visits."""
    action_totals: Array
    """Pool of statistics, by seat and action: sum of returns, scaled to 0..1."""
    child_nodes: Array
    """Pool of children, by joint action: the child, or NONE."""
    block_sizes: Array
    """By node: sizes of its blocks of statistics and of children."""
    path: Array
    """Scratch of one simulation, by depth: the node."""
    chooser: Array
    """Scratch, by depth: the seat that chooses, or CHANCE, or NONE where there are several."""
    options: Array
    """Scratch, by depth: the number of joint actions."""
    picks: Array
    """Scratch, by depth and seat: index of the seat's action in the pool of statistics, or NONE."""
    gained: Array
    """Scratch, by seat: the returns of one simulation, scaled to 0..1."""


def shapes_of(seats: int, limits: Limits) -> SearchTree:
    """The shape and the type of each array of a tree."""
    nodes, actions, children, depth = limits
    return SearchTree(
        used=((4,), np.int64),
        visits=((nodes,), np.int32),
        actions=((nodes,), np.int32),
        children=((nodes,), np.int32),
        unproved=((nodes,), np.int32),
        proved=((nodes,), np.bool_),
        values=((nodes, seats), np.float64),
        keys=((nodes,), np.uint64),
        action_visits=((actions,), np.int32),
        action_totals=((actions,), np.float64),
        child_nodes=((children,), np.int32),
        block_sizes=((nodes, 2), np.int32),
        path=((depth + 1,), np.int32),
        chooser=((depth + 1,), np.int32),
        options=((depth + 1,), np.int32),
        picks=((depth + 1, seats), np.int32),
        gained=((seats,), np.float64),
    )


def new_tree(seats: int, limits: Limits = LIMITS) -> SearchTree:
    """A tree with only a root. The system provides memory as the tree grows into it."""
    tree = SearchTree(*(np.empty(shape, kind) for shape, kind in shapes_of(seats, limits)))
    clear(tree)
    return tree


@jitable
def clear(tree: SearchTree) -> None:
    """Leave only a root."""
    for n in range(len(tree.used)):
        tree.used[n] = 0
    add_node(tree)


@jitable
def add_node(tree: SearchTree) -> int:
    """A new node without blocks; NONE where there is no room."""
    node = tree.used[0]
    if node == len(tree.visits):
        return NONE
    tree.used[0] = node + 1
    tree.visits[node] = 0
    tree.actions[node] = NONE
    tree.children[node] = NONE
    tree.proved[node] = False
    return node  # type: ignore[no-any-return]


@jitable
def note_key(tree: SearchTree, node: int, state: Any) -> None:
    """Note the key of a node's state, where the game has a rule on repetition."""
    if node != NONE and (forbids_repetition(state) or draws_by_repetition(state)):
        tree.keys[node] = repetition_key(state)


@for_all_games(slots=0)
def copy_subtree(root: Any, old: SearchTree, new: SearchTree, top: int) -> int:
    """Copy the subtree of node `top` of the old tree, with state `root`, into the new tree.

    Nodes are copied breadth first, so that the new tree itself is the queue; `origin` of a node is
    its index in the old tree. Returns the number of nodes.
    """
    origin = np.empty(old.used[0], np.int32)
    origin[0] = top
    node = 0
    while node < new.used[0]:
        source = origin[node]
        new.visits[node] = old.visits[source]
        new.proved[node] = old.proved[source]
        new.keys[node] = old.keys[source]
        for seat in range(old.values.shape[1]):
            new.values[node, seat] = old.values[source, seat]
        if old.actions[source] != NONE:
            action_block, child_block = old.block_sizes[source, 0], old.block_sizes[source, 1]
            new.block_sizes[node, 0], new.block_sizes[node, 1] = action_block, child_block
            new.unproved[node] = old.unproved[source]
            new.actions[node] = new.used[1]
            new.children[node] = new.used[2]
            for index in range(action_block):
                new.action_visits[new.used[1] + index] = old.action_visits[
                    old.actions[source] + index
                ]
                new.action_totals[new.used[1] + index] = old.action_totals[
                    old.actions[source] + index
                ]
            for index in range(child_block):
                child = old.child_nodes[old.children[source] + index]
                if child != NONE:
                    origin[new.used[0]] = child
                    child = add_node(new)
                new.child_nodes[new.used[2] + index] = child
            new.used[1] += action_block
            new.used[2] += child_block
        node += 1
    return node


@for_all_games(slots=0)
def follow(root: Any, tree: SearchTree, node: int, joint: int) -> int:
    """The child of a node, whose state is `root`, by this joint action; NONE where it has none."""
    if tree.actions[node] == NONE:
        return NONE
    for index in range(joint_count(root)):
        if nth_joint(root, index) == joint:
            return tree.child_nodes[tree.children[node] + index]  # type: ignore[no-any-return]
    return NONE
