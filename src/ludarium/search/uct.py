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
from typing import Any

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
)
from ludarium.rules.dispatch import for_all_games, jitable, large, unallocating
from ludarium.rules.function_table import room_above
from ludarium.rules.generic import (
    CHANCE,
    CHANCE_MOVES,
    action_bits,
    draw_outcome,
    has_chance,
    joint_count,
    legal_count,
    movers,
    nth_legal,
    play,
    play_out,
    repetition_returns,
    returns,
    seat_count,
)
from ludarium.rules.memory import Memory
from ludarium.search.uct_proofs import DRAWN, LEAF, PROVED, ending_at, prove, prove_expectation
from ludarium.search.uct_tree import LIMITS, NONE, SearchTree, add_node, note_key

__all__ = ["EXPAND_AFTER", "EXPLORATION", "search"]

# of 0.25, 0.4 and 0.7 none was better in Yoxii (4,000 playouts), and 0.4 was best in
# Aiyawatstani (600)
EXPLORATION = 0.4
EXPAND_AFTER = 8  # visits


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
