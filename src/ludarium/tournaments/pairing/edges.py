"""Possible pairs of a round as arrays, and perfect matchings of least cost in them.

A cost has several parts, the more important first, which are packed into one number of at most BITS
bits: each part gets as many bits as its largest possible sum needs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import numpy
from numpy.typing import NDArray

__all__ = ["Edges", "Ints", "Question", "packed"]

Ints = NDArray[numpy.int64]
Flags = NDArray[numpy.bool_]
BITS = 120  # the matching computes with 128


@dataclasses.dataclass
class Question:
    """A choice at one vertex, which its edge in a matching answers."""

    vertex: int
    values: Ints
    """The answer of each edge: the smaller, the better; 0 of edges elsewhere."""


@dataclasses.dataclass
class Edges:
    """The pairs that are possible among vertices 0 to `count` - 1."""

    count: int
    first: Ints
    """The smaller vertex of each edge."""
    second: Ints
    possible: Flags
    """True for edges that may still be chosen."""
    costs: list[int]
    """The packed cost of each edge."""
    bits: int = 0
    """Number of bits of the costs' largest possible sum."""

    def matching(self, extra: Sequence[int] | None = None) -> Ints | None:
        """The edges of a perfect matching of least cost; None where there is none.

        extra: of each edge, to be added to its cost.
        """
        import rustworkx

        at = numpy.flatnonzero(self.possible)
        chosen = at.tolist()
        costs = self.costs
        weights = (
            [costs[edge] for edge in chosen]
            if extra is None
            else [costs[edge] + extra[edge] for edge in chosen]
        )
        most = max(weights, default=0)
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(self.count))
        graph.add_edges_from(
            [
                (one, two, (most - weight, edge))
                for one, two, weight, edge in zip(
                    self.first[at].tolist(), self.second[at].tolist(), weights, chosen, strict=True
                )
            ]
        )
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=_weight)
        if 2 * len(pairs) < self.count:
            return None
        return numpy.array(sorted(graph.get_edge_data(*pair)[1] for pair in pairs), numpy.int64)

    def add_criteria(self, criteria: Sequence[tuple[Ints, Flags]]) -> None:
        """Append criteria, the most important first, to the costs.

        Each comes with the vertices that it counts: every edge with a cost has one at least.
        Those that do not fit into BITS are left out.
        """
        for values, counted in criteria:
            most = largest_sum(self, values, counted)
            bits = most.bit_length()
            if not bits or self.bits + bits > BITS:
                continue
            self.costs = packed(self.costs, bits, values)
            self.bits += bits

    def keep(self, wanted: Flags) -> None:
        """Leave only these edges."""
        self.possible &= wanted

    def answer(self, questions: Sequence[Question]) -> Ints:
        """The matching of least cost that answers the questions best, the first before the next.

        Afterwards only edges with the same answers are possible.
        """
        waiting = list(questions)
        found: Ints | None = None
        while waiting or found is None:
            extra, bits, asked = [0] * len(self.costs), 0, 0
            for question in waiting:
                more = int(question.values.max(initial=0, where=self.possible)).bit_length()
                if bits + more + self.bits > BITS and asked:
                    break
                extra = packed(extra, more, question.values)
                bits, asked = bits + more, asked + 1
            shifted = dataclasses.replace(self, costs=[cost << bits for cost in self.costs])
            found = shifted.matching(extra)
            assert found is not None, "each answer leaves a matching"
            for question in waiting[:asked]:
                self._fix(question, found)
            waiting = waiting[asked:]
        return found

    def _fix(self, question: Question, matching: Ints) -> None:
        here = (self.first == question.vertex) | (self.second == question.vertex)
        edge = next(edge for edge in matching if here[edge])
        self.keep(~here | (question.values == question.values[edge]))
        left = numpy.flatnonzero(here & self.possible)
        if len(left) == 1:  # the partner is taken
            one, two = self.first[edge], self.second[edge]
            other = two if one == question.vertex else one
            there = (self.first == other) | (self.second == other)
            there[edge] = False
            self.keep(~there)


def packed(costs: Sequence[int], bits: int, values: Ints) -> list[int]:
    """The costs with a further, less important part of so many bits."""
    return [cost << bits | value for cost, value in zip(costs, values.tolist(), strict=True)]


def largest_sum(edges: Edges, values: Ints, counted: Flags) -> int:
    """A bound of the sum of values over any matching.

    Each edge is charged to its counted vertices, in halves where it has two.
    """
    used = edges.possible & (values > 0)
    if not used.any():
        return 0
    first, second, twice = edges.first[used], edges.second[used], 2 * values[used]
    both = counted[first] & counted[second]
    share = numpy.where(both, twice // 2, twice)
    most = numpy.zeros(edges.count, numpy.int64)
    for vertices in (first, second):
        mine = counted[vertices]
        numpy.maximum.at(most, vertices[mine], share[mine])
    return int(most.sum()) // 2


_weight: Callable[[tuple[int, int]], int] = lambda edge: edge[0]  # noqa: E731
