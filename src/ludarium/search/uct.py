"""UCT (Kocsis and Szepesvari 2006): a search tree grown by random playouts, compiled for any game.

Where several seats choose simultaneously the search is decoupled (Teytaud and Flory 2011): each
seat selects its action by its own statistics, as if the others were chance, and the joint action
leads to the child. Values are backed up as proved where they are certain, as in MCTS-Solver
(Winands, Bjornsson and Saito 2008): where the game is over; or where a single seat chooses, and one
of its actions is proved to give the largest return of the game, or all children are proved; or
where chance moves and all children are proved, which gives the expectation. Elsewhere the children
of chance are sampled.

What a game's rule on repetition says of a position that came before, on the path from the root or
in the game before it, holds in the tree: a move that is forbidden counts as lost, and no simulation
goes on from a draw. Playouts do not know the rule.

A node is an index. The statistics of its actions, and its children, lie in blocks of two pools. A
node gets its blocks after `expand_after` visits, so that memory goes to nodes that matter. When a
pool is full, the tree stops growing, but the search goes on.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ludarium.rules.bits import (
    ALL,
    EMPTY,
    GOLDEN,
    ONE,
    Bits,
    bounded,
    lowest,
    mix,
    stream,
    to_bits,
)
from ludarium.rules.dispatch import for_all_games, jitable, large, unallocating
from ludarium.rules.function_table import room_above
from ludarium.rules.generic import (
    CHANCE,
    CHANCE_MOVES,
    action_bits,
    chance_total,
    chance_weight,
    draw_outcome,
    draws_by_repetition,
    forbids_repetition,
    has_chance,
    joint_count,
    legal_count,
    movers,
    nth_joint,
    nth_legal,
    play,
    play_out,
    repetition_key,
    repetition_returns,
    returns,
    seat_count,
)
from ludarium.rules.memory import Memory, peek

__all__ = [
    "EXPAND_AFTER",
    "EXPLORATION",
    "LIMITS",
    "NONE",
    "Limits",
    "SearchTree",
    "clear",
    "copy_subtree",
    "follow",
    "limits_for",
    "new_tree",
    "search",
    "shapes_of",
]

Array = Any
NONE = -1  # no node, or no block
# of 0.25, 0.4 and 0.7 none was better in Yoxii (4,000 playouts), and 0.4 was best in
# Aiyawatstani (600)
EXPLORATION = 0.4
EXPAND_AFTER = 8  # visits
LEAF, PROVED, DRAWN = 0, 1, 2  # how a path ends: at a leaf, a new proof, or a repetition


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


@jitable
def action_count(state: Any) -> int:
    """The sum of the choosing seats' numbers of legal actions; 0 where chance moves."""
    choosing = movers(state)
    count = 0
    if has_chance(state) and choosing == CHANCE_MOVES:
        return count
    while choosing:
        count += legal_count(state, lowest(choosing))
        choosing &= choosing - ONE
    return count


@jitable
def expand(tree: SearchTree, node: int, state: Any) -> bool:
    """Give the node its blocks; False where there is no room."""
    actions = tree.used[1]
    children = tree.used[2]
    new_actions = action_count(state)
    new_children = joint_count(state)
    if actions + new_actions > len(tree.action_visits) or children + new_children > len(
        tree.child_nodes
    ):
        return False
    tree.used[1] = actions + new_actions
    tree.used[2] = children + new_children
    tree.actions[node] = actions
    tree.children[node] = children
    tree.unproved[node] = new_children
    tree.block_sizes[node, 0] = new_actions
    tree.block_sizes[node, 1] = new_children
    tree.action_visits[actions : actions + new_actions] = 0
    tree.action_totals[actions : actions + new_actions] = 0.0
    tree.child_nodes[children : children + new_children] = NONE
    return True


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
def select(
    tree: SearchTree,
    node: int,
    first: int,
    count: int,
    alone: bool,
    seat: int,
    exploration: float,
    low: float,
    span: float,
    random: Bits,
) -> int:
    """The index of the action with the highest upper confidence bound (UCB1).

    Actions without visits come first; ties go to the first after a random offset. first: start of
    the seat's statistics. alone: whether only this seat chooses, so that a proved child gives the
    exact value of its action. low, span: the least return, and the range of returns.
    """
    logarithm = math.log(tree.visits[node] + 1.0)
    best = 0
    best_score = -1.0
    offset = bounded(random, count)
    for step in range(count):
        index = step + offset
        if index >= count:
            index -= count
        score = 1e9
        child = tree.child_nodes[tree.children[node] + index] if alone else NONE
        if child != NONE and tree.proved[child]:
            score = (tree.values[child, seat] - low) / span
        elif tree.action_visits[first + index]:
            tries = float(tree.action_visits[first + index])
            score = tree.action_totals[first + index] / tries + exploration * math.sqrt(
                logarithm / tries
            )
        if score > best_score:
            best_score = score
            best = index
    return best


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


@jitable
def descend(
    root: Any,
    tree: SearchTree,
    past: Memory,
    known: int,
    random: Bits,
    exploration: float,
    low: float,
    high: float,
    expand_after: int,
) -> tuple[Any, int, int]:
    """Select a path from the root to a leaf, and record it in the tree's scratch arrays.

    Returns the leaf's state, its depth, and how the path ends: LEAF, PROVED or DRAWN.
    """
    shift = action_bits(root)
    state = root
    node = 0
    depth = 0
    deepest = min(len(tree.path), room_above(root)) - 1  # a playout needs room as well
    while True:
        tree.path[depth] = node
        if node == NONE or tree.proved[node]:
            return state, depth, LEAF
        choosing = movers(state)
        if tree.actions[node] == NONE:
            ending = ending_at(tree, past, known, depth, state, low, high)
            if ending != LEAF:
                return state, depth, ending
            early = tree.visits[node] < expand_after and depth > 0
            if early or depth >= deepest or not expand(tree, node, state):
                return state, depth, LEAF
        tree.chooser[depth] = lowest(choosing) if (choosing & (choosing - ONE)) == EMPTY else NONE
        place = tree.actions[node]
        radix = 1
        slot = tree.children[node]
        joint = 0
        for seat in range(tree.picks.shape[1]):
            tree.picks[depth, seat] = NONE
        if has_chance(state) and choosing == CHANCE_MOVES:
            if tree.unproved[node] == 0:
                prove_expectation(tree, node, state)
                return state, depth, PROVED
            random = mix((random + GOLDEN) & ALL)
            index = draw_outcome(state, random)
            joint = nth_legal(state, CHANCE, index)
            radix = legal_count(state, CHANCE)
            slot += index
            choosing = EMPTY
        while choosing:
            seat = lowest(choosing)
            options = legal_count(state, seat)
            random = mix((random + GOLDEN) & ALL)
            index = select(
                tree,
                node,
                place,
                options,
                tree.chooser[depth] != NONE,
                seat,
                exploration,
                low,
                high - low,
                random,
            )
            tree.picks[depth, seat] = place + index
            joint |= nth_legal(state, seat, index) << (seat * shift)
            slot += radix * index
            radix *= options
            place += options
            choosing &= choosing - ONE
        tree.options[depth] = radix
        state = play(state, joint)
        if tree.child_nodes[slot] == NONE:
            tree.child_nodes[slot] = add_node(tree)
            note_key(tree, tree.child_nodes[slot], state)
        node = tree.child_nodes[slot]
        depth += 1


@jitable
def back_up(tree: SearchTree, depth: int, proved: bool, most: float) -> None:
    """Back up the returns of a simulation along its path, and a new proof."""
    for level in range(depth, -1, -1):
        node = tree.path[level]
        if node == NONE:
            continue
        tree.visits[node] += 1
        if level == depth:
            continue
        for seat in range(len(tree.gained)):
            pick = tree.picks[level, seat]
            if pick != NONE:
                tree.action_visits[pick] += 1
                tree.action_totals[pick] += tree.gained[seat]
        if proved and tree.chooser[level] == CHANCE:
            tree.unproved[node] -= 1  # the next visit proves it, where that was the last
            proved = False
        proved = (
            proved
            and tree.chooser[level] != NONE
            and prove(tree, node, tree.chooser[level], tree.options[level], most)
        )


@for_all_games(slots=LIMITS.depth + 1)  # and one for the end of a playout
@unallocating
@large
def search(
    root: Any,
    tree: SearchTree,
    past: Memory,
    known: int,
    first: int,
    count: int,
    seed: Bits,
    exploration: float,
    low: float,
    high: float,
    expand_after: int,
) -> int:
    """Run up to `count` simulations from the tree's root state, or until its value is proved.

    Returns the number of simulations run. past: `repetition_key` of `known` positions of the game
    before the root; of none where no rule speaks of repetition. first: number of the first
    simulation; with `seed` it decides its random bits. exploration: weight of the exploration term,
    with values scaled to 0..1. low, high: the least and the largest return. expand_after: visits
    before a node expands, 1 at least.
    """
    seats = seat_count(root)
    note_key(tree, 0, root)
    for number in range(first, first + count):
        if tree.proved[0]:
            return number - first
        random = stream(seed, number)
        state, depth, ending = descend(
            root, tree, past, known, random, exploration, low, high, expand_after
        )
        leaf = tree.path[depth]
        if leaf != NONE and tree.proved[leaf]:
            for seat in range(seats):
                tree.gained[seat] = (tree.values[leaf, seat] - low) / (high - low)
        elif ending == DRAWN:
            for seat in range(seats):
                tree.gained[seat] = (repetition_returns(state, seat) - low) / (high - low)
        else:
            end, _ = play_out(state, mix(random))
            for seat in range(seats):
                tree.gained[seat] = (returns(end, seat) - low) / (high - low)
        tree.used[3] = max(tree.used[3], depth)
        back_up(tree, depth, ending == PROVED, high)
    return count


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
