"""Minimum-cost pairing of players.

Up to EXACT players the result is optimal: a minimum-weight perfect matching by the library
rustworkx (Galil's form of Edmonds' blossom algorithm). Larger fields are split, in the given order,
into windows with optimal pairs; players left without an allowed pair move on to the next window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludarium.tournaments.ids import PlayerId

__all__ = ["EXACT", "Cost", "best_pairs"]

EXACT = 200
WINDOW = 100
Cost = Callable[[PlayerId, PlayerId], int]
"""The cost of pairing two players, at least 0."""


def best_pairs(
    players: Sequence[PlayerId], cost: Cost, forbidden: int
) -> list[tuple[PlayerId, PlayerId]]:
    """Pairs of all players, whose number is even.

    Pairs that cost `forbidden` or more are made only where unavoidable. `forbidden` must exceed the
    largest possible sum of all other costs.
    """
    if len(players) <= EXACT:
        return matched(players, cost)
    pairs: list[tuple[PlayerId, PlayerId]] = []
    waiting: list[PlayerId] = []
    for begin in range(0, len(players), WINDOW):
        waiting += players[begin : begin + WINDOW]
        if begin + WINDOW >= len(players):
            break
        even = len(waiting) - len(waiting) % 2
        matching = [pair for pair in matched(waiting[:even], cost) if cost(*pair) < forbidden]
        paired = {player for pair in matching for player in pair}
        pairs += matching
        waiting = [player for player in waiting if player not in paired]
    matching = matched(waiting, cost)
    # break up the latest pairs and widen the window
    while pairs and any(cost(*pair) >= forbidden for pair in matching):
        broken, pairs = pairs[-WINDOW:], pairs[:-WINDOW]
        waiting = [player for pair in broken for player in pair] + waiting
        matching = matched(waiting, cost)
    return pairs + matching


def matched(players: Sequence[PlayerId], cost: Cost) -> list[tuple[PlayerId, PlayerId]]:
    """The minimum-cost pairs, each in the order of the players."""
    import rustworkx

    if len(players) < 2:
        return []
    edges = [
        (one, two, cost(players[one], players[two]))
        for one in range(len(players))
        for two in range(one + 1, len(players))
    ]
    most = max(weight for _, _, weight in edges)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(players)))
    graph.add_edges_from([(one, two, most - weight) for one, two, weight in edges])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((players[min(pair)], players[max(pair)]) for pair in matching)
