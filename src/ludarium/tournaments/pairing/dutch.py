"""Swiss pairing by FIDE's Dutch system (FIDE Handbook C.04.3, in force since February 2026).

Score groups are paired from the top. A bracket is a score group and the players moved down to it
(MDPs). Among the pairings of a bracket that leave the rest a complete pairing without a repeat and
without a conflict of absolute colour preferences, the best by the quality criteria is taken; among
equals, the first in the system's order: the highest MDPs are paired, each with the highest resident
possible; of the other residents as few as possible are exchanged between the halves, those nearest
the border first; then each of the upper half meets the highest possible opponent.

One minimum-cost matching evaluates all criteria at once, and the next ones each part of the order.

Where no complete pairing keeps the absolute criteria, the fewest possible byes of players who have
had one are given, then the fewest pairs meet again, then the fewest absolute preferences conflict:
FIDE leaves this to the arbiter.
"""

from __future__ import annotations

import dataclasses

import numpy

from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.pairing.criteria import Bracket, Seats, criteria_of
from ludarium.tournaments.pairing.edges import Edges, Flags, Ints, Question
from ludarium.tournaments.pairing.score_groups import Field

__all__ = ["NOBODY", "dutch_pairs"]

NOBODY = PlayerId(0)


def dutch_pairs(field: Field) -> list[tuple[PlayerId, PlayerId]]:
    """All pairs, the higher player first; with an odd number of players, one with NOBODY."""
    players = [*field.players, *[NOBODY] * (len(field.players) % 2)]
    if not players:
        return []
    drawing = Drawing.of(field, players)
    paired: list[tuple[int, int]] = []
    waiting = numpy.arange(len(players))
    moved, ends = 0, numpy.array([field.group.get(player, len(players)) for player in players])
    for group in range(max(field.group.values()) + 1):
        groups = ends[waiting]
        bracket = Bracket(moved, int((groups <= group).sum()), int((groups <= group + 1).sum()))
        pairs = drawing.pair(waiting, bracket)
        paired += pairs
        waiting = waiting[~numpy.isin(waiting, [vertex for pair in pairs for vertex in pair])]
        moved = bracket.end - 2 * len(pairs)
    if len(waiting):
        paired.append((int(waiting[0]), int(waiting[1])))
    return [(players[one], players[two]) for one, two in paired]


@dataclasses.dataclass
class Drawing:
    """The drawing of a round. Vertices are the players by rank, and NOBODY."""

    seats: Seats
    breaches: tuple[Ints, Ints, Ints]
    """Byes too many, games already played and conflicts of absolute colours, of any two."""
    lawful: bool
    """True if a complete pairing without breaches exists."""
    bye: int | None = None
    """Twice the points of who has the bye; None with an even number of players."""
    unfair: int = 0
    """Number of byes too many that who has the bye has had."""

    @classmethod
    def of(cls, field: Field, players: list[PlayerId]) -> Drawing:
        """The drawing of these players."""
        seats = Seats.of(field, players)
        unfair, met = numpy.zeros((2, len(players), len(players)), numpy.int64)
        for at, player in enumerate(players):
            if player == NOBODY:
                continue
            if players[-1] == NOBODY:
                unfair[at, -1] = field.rested[player] - field.fewest_rested
            met[at] = [field.past.met[player][other] for other in players]
        absolute = (seats.strength == 3) & (seats.points <= 2 * field.top_score)
        conflict = absolute[:, None] & absolute & (seats.due[:, None] == seats.due)
        drawing = cls(seats, (unfair, met, conflict.astype(numpy.int64)), True)
        everybody = numpy.arange(len(players))
        drawing.lawful = drawing.edges(everybody).matching() is not None
        if players[-1] == NOBODY:
            edges = drawing.edges(everybody)
            with_bye = edges.second == len(players) - 1
            points = numpy.where(with_bye, seats.points[edges.first], 0)
            edges.add_criteria([(points, everybody == len(players) - 1)])
            matching = edges.matching()
            assert matching is not None
            (edge,) = [edge for edge in matching if with_bye[edge]]
            resting = int(edges.first[edge])
            drawing.bye, drawing.unfair = int(seats.points[resting]), int(unfair[resting, -1])
        return drawing

    def edges(self, waiting: Ints) -> Edges:
        """The possible pairs of these vertices, with the cost of their breaches."""
        one, two = numpy.triu_indices(len(waiting), 1)
        breaches = [breach[numpy.ix_(waiting, waiting)][one, two] for breach in self.breaches]
        possible = numpy.ones(len(one), bool)
        edges = Edges(len(waiting), one, two, possible, [0] * len(one))
        if self.lawful:
            edges.keep(~numpy.any(breaches, axis=0))
        else:
            edges.add_criteria([(breach, numpy.ones(len(waiting), bool)) for breach in breaches])
        if self.bye is not None:
            points = self.seats.points[waiting]
            resting = (points[one] == self.bye) & (breaches[0] == self.unfair)
            edges.keep((points[two] >= 0) | resting)
        return edges

    def pair(self, waiting: Ints, bracket: Bracket) -> list[tuple[int, int]]:
        """The pairs of a bracket, of these vertices."""
        seats = self.seats.take(waiting)
        residents_score = int(seats.points[bracket.end - 1])
        single_bye = self.bye is not None and self.bye >= residents_score
        edges = self.edges(waiting)
        edges.add_criteria(criteria_of(seats, edges, bracket, single_bye))
        questions = moved_down(edges, bracket)
        matching = edges.answer(questions)
        if single_bye and sum(leaving(edges, bracket)[matching]) > 1:
            edges = self.edges(waiting)
            edges.add_criteria(criteria_of(seats, edges, bracket, False))
            matching = edges.answer(questions)
        matching = pair_remainder(edges, bracket, matching)
        return [
            (int(waiting[edges.first[edge]]), int(waiting[edges.second[edge]]))
            for edge in matching
            if edges.second[edge] < bracket.end
        ]


def leaving(edges: Edges, bracket: Bracket) -> Flags:
    """The edges that leave the bracket."""
    return (edges.first < bracket.end) & (edges.second >= bracket.end)


def moved_down(edges: Edges, bracket: Bracket) -> list[Question]:
    """The questions which MDPs are paired, the highest first, and then with whom."""
    away = leaving(edges, bracket)
    return [
        Question(mdp, values)
        for choice in (away.astype(numpy.int64), numpy.where(away, 0, edges.second))
        for mdp in range(bracket.moved)
        for values in [numpy.where(edges.first == mdp, choice, 0)]
    ]


def pair_remainder(edges: Edges, bracket: Bracket, matching: Ints) -> Ints:
    """The first matching in the order of exchanges and transpositions of the remainder: the
    residents who meet no MDP.
    """
    one, two = edges.first, edges.second
    taken = {
        int(vertex)
        for edge in matching
        if one[edge] < bracket.moved
        for vertex in (one[edge], two[edge])
    }
    remainder = [vertex for vertex in range(bracket.moved, bracket.end) if vertex not in taken]
    if len(remainder) < 2:
        return matching
    place = numpy.full(edges.count, -1)
    place[remainder] = range(len(remainder))
    inside = (place[one] >= 0) & (place[two] >= 0)
    pairs = int(inside[matching].sum())
    upper = numpy.where(inside, place[one], 0)  # place of who is in the upper half of a pair
    exchanged = inside & (upper >= pairs)
    everybody = place >= 0
    edges.add_criteria([(exchanged.astype(numpy.int64), everybody), (upper, everybody)])
    matching = edges.answer([])
    if exchanged[matching].any():
        matching = edges.answer(
            [
                *(
                    Question(vertex, (inside & (one == vertex)).astype(numpy.int64))
                    for vertex in reversed(remainder[:pairs])
                ),
                *(
                    Question(
                        vertex,
                        (((one == vertex) & ~inside) | (two == vertex)).astype(numpy.int64),
                    )
                    for vertex in remainder[pairs:]
                ),
            ]
        )
    uppers = numpy.zeros(edges.count, bool)
    uppers[one[matching[inside[matching]]]] = True
    edges.keep(~inside | (uppers[one] & ~uppers[two]))
    return edges.answer(
        [
            Question(vertex, numpy.where(inside & (one == vertex), place[two], 0))
            for vertex in remainder
            if uppers[vertex]
        ]
    )
