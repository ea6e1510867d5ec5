"""Nodes of UCT whose value is proved: ends, repetitions, and what follows from them."""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import (
    ALL,
    to_bits,
)
from ludarium.rules.dispatch import jitable
from ludarium.rules.generic import (
    CHANCE,
    chance_total,
    chance_weight,
    draws_by_repetition,
    forbids_repetition,
    legal_count,
    movers,
    nth_legal,
    returns,
    seat_count,
)
from ludarium.rules.memory import Memory, peek
from ludarium.search.uct_tree import NONE, SearchTree

__all__ = ["DRAWN", "LEAF", "PROVED", "ending_at", "prove", "prove_expectation"]


LEAF, PROVED, DRAWN = 0, 1, 2  # how a path ends: at a leaf, a new proof, or a repetition


@jitable
def prove_end(tree: SearchTree, node: int, state: Any) -> None:
    """Mark the node of a finished game as proved, with its returns."""
    tree.proved[node] = True
    for seat in range(seat_count(state)):
        tree.values[node, seat] = returns(state, seat)


@jitable
def is_repeated(tree: SearchTree, past: Memory, known: int, depth: int) -> bool:
    """Return whether the position at the end of the path came before, on the path or in the game.

    past: keys of `known` positions of the game before the root.
    """
    key = tree.keys[tree.path[depth]]
    repeated = False
    for level in range(depth):
        repeated |= tree.keys[tree.path[level]] == key
    for n in range(known):
        repeated |= (to_bits(peek(past, n)) & ALL) == key
    return repeated


@jitable
def prove_forbidden(tree: SearchTree, node: int, seat: int, low: float, high: float) -> None:
    """Mark the node that a forbidden move of this seat led to as lost for it."""
    tree.proved[node] = True
    for other in range(tree.values.shape[1]):
        tree.values[node, other] = low if other == seat else high


@jitable
def ending_at(
    tree: SearchTree, past: Memory, known: int, depth: int, state: Any, low: float, high: float
) -> int:
    """The end of a path at a node that has not expanded; LEAF where it may go on."""
    node = tree.path[depth]
    ruled = forbids_repetition(state) or draws_by_repetition(state)
    repeated = ruled and depth > 0 and is_repeated(tree, past, known, depth)
    if repeated and forbids_repetition(state):
        prove_forbidden(tree, node, tree.chooser[depth - 1], low, high)
        return PROVED
    if not movers(state):
        prove_end(tree, node, state)
        return PROVED
    return DRAWN if repeated else LEAF


@jitable
def prove(tree: SearchTree, node: int, seat: int, count: int, most: float) -> bool:
    """Update a node of which a child was just proved; whether that proves the node.

    Only `seat` chooses there, among `count` actions. most: the largest return of the game.
    """
    tree.unproved[node] -= 1
    best = NONE
    for index in range(count):
        child = tree.child_nodes[tree.children[node] + index]
        if (
            child != NONE
            and tree.proved[child]
            and (best == NONE or tree.values[child, seat] > tree.values[best, seat])
        ):
            best = child
    if tree.unproved[node] > 0 and tree.values[best, seat] < most:
        return False
    # among its best actions, the others' returns must not depend on the seat's choice; no loop is
    # left from within, as a CUDA device then went on reading behind the end, rarely
    certain = True
    for index in range(count):
        child = tree.child_nodes[tree.children[node] + index]
        if (
            child != NONE
            and tree.proved[child]
            and tree.values[child, seat] == tree.values[best, seat]
        ):
            for other in range(tree.values.shape[1]):
                certain &= tree.values[child, other] == tree.values[best, other]
    if not certain:
        return False
    tree.proved[node] = True
    for other in range(tree.values.shape[1]):
        tree.values[node, other] = tree.values[best, other]
    return True


@jitable
def prove_expectation(tree: SearchTree, node: int, state: Any) -> None:
    """Mark a node at which chance moves as proved, where all its children are."""
    total = float(chance_total(state))
    for seat in range(tree.values.shape[1]):
        expected = 0.0
        for index in range(legal_count(state, CHANCE)):
            child = tree.child_nodes[tree.children[node] + index]
            weight = chance_weight(state, nth_legal(state, CHANCE, index))
            expected += weight * tree.values[child, seat]
        tree.values[node, seat] = expected / total
    tree.proved[node] = True
