"""Tables of several players: their sizes, their groups and the seats.

The cost of a seating is the sum over all pairs at a table of REPEAT times the squared number of
earlier meetings, plus the difference of their levels (the losses, in a tournament of lives). A
local search improves the seating by swaps. If it leaves a repeat, fields of up to SMALL players are
searched with branch and bound, for at most NODES nodes; about a dozen players are searched
completely.

Seeded players are first dealt so that the top seeds of a level sit apart, with the weakest
remaining players. Among equally good swaps, the one closest to that order is made.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ludarium.tournaments.ids import PlayerId, SeatIndex

__all__ = ["NODES", "REPEAT", "Seating", "dealt", "even_seats", "repeats", "splits", "table_sizes"]

REPEAT = 1_000
TWO = 100  # cost of a table of two where larger ones are preferred
MIXED = 3  # cost of mixing levels, in squared deviations from the preferred size
NODES = 20_000
SMALL = 40  # largest field searched exhaustively where a repeat is left
CANDIDATES = 200  # swap partners evaluated per player
Tables = list[list[PlayerId]]


def size_price(seats: int, size: int) -> int:
    """The cost of a table's size."""
    return (seats - size) ** 2 + (TWO if seats == 2 < size else 0)


def table_sizes(levels: Sequence[int], size: int, largest: int) -> list[int]:
    """The cheapest split of the players into tables of 2 to `largest`.

    levels: of the players in order. size: the preferred size. A split always exists for two or more
    players if `largest` is 3 or more.
    """
    number = len(levels)
    if number <= largest:
        return [number]
    best: list[float] = [0.0] + [float("inf")] * number
    last = [0] * (number + 1)
    for end in range(2, number + 1):
        for seats in range(2, min(largest, end) + 1):
            steps = sum(levels[at] != levels[at - 1] for at in range(end - seats + 1, end))
            price = best[end - seats] + size_price(seats, size) + MIXED * steps
            if price < best[end]:
                best[end], last[end] = price, seats
    sizes = []
    while number:
        sizes.append(last[number])
        number -= last[number]
    return sizes[::-1]


def splits(number: int, size: int, largest: int) -> list[tuple[int, ...]]:
    """All splits of a number of players into tables of 2 to `largest`, the cheapest first."""
    by_price = sorted(
        _splits(number, largest), key=lambda sizes: sum(size_price(seats, size) for seats in sizes)
    )
    return [tuple(sizes) for sizes in by_price]


@functools.cache
def _splits(number: int, largest: int) -> list[list[int]]:
    if number == 0:
        return [[]]
    return [
        [seats, *rest]
        for seats in range(min(largest, number), 1, -1)
        for rest in _splits(number - seats, seats)
    ]


def dealt(
    players: Sequence[PlayerId],
    sizes: Sequence[int],
    levels: Mapping[PlayerId, int],
    places: Mapping[PlayerId, int],
) -> Tables:
    """Initial tables of these sizes for seeded players, each level together.

    The top seeds of a level sit at different tables, the top seed at the smallest. Then each table,
    in the order of its top seed, gets the weakest remaining players. At tables of two this is the
    pairing of a bracket: the first meets the last.
    """
    rest = iter(players)
    tables: Tables = [[] for _ in sizes]
    seats = [Counter(levels[player] for player in itertools.islice(rest, size)) for size in sizes]
    for level in dict.fromkeys(levels[player] for player in players):
        group = sorted(
            (player for player in players if levels[player] == level),
            key=lambda player: places[player],
        )
        here = sorted(
            (table for table in range(len(sizes)) if seats[table][level]),
            key=lambda table: sizes[table],
        )
        last = len(group)
        for table, best in zip(here, group, strict=False):
            begin = last - (seats[table][level] - 1)
            tables[table] += [best, *group[begin:last]]
            last = begin
    return tables


class Seating:
    """The search for a seating of players at tables of given sizes; the result is `tables`.

    players: each level contiguous. levels: by player. met: earlier meetings of each pair. nodes:
    bound of the exhaustive search. places: seeding places from 0, if the players are seeded.
    """

    def __init__(
        self,
        players: Sequence[PlayerId],
        sizes: Sequence[int],
        levels: Mapping[PlayerId, int],
        met: Mapping[PlayerId, Counter[PlayerId]],
        rng: random.Random,
        nodes: int = NODES,
        places: Mapping[PlayerId, int] | None = None,
    ) -> None:
        self.levels, self.met, self.rng, self.nodes, self.places = levels, met, rng, nodes, places
        self.players = list(players)
        rest = iter(players)
        self.tables: Tables = (
            dealt(players, sizes, levels, places)
            if places
            else [list(itertools.islice(rest, seats)) for seats in sizes]
        )
        """The players of each table."""
        self.where = {
            player: number for number, table in enumerate(self.tables) for player in table
        }
        """Index of each player's table."""
        self.proved = len(self.tables) == 1
        """True if no cheaper seating exists for these sizes."""
        if not self.proved:
            self._improve()
            if self.price() >= REPEAT and len(self.players) <= SMALL:
                self._search()

    def pair_price(self, one: PlayerId, other: PlayerId) -> int:
        """The cost of two players at one table."""
        return REPEAT * self.met[one][other] ** 2 + abs(self.levels[one] - self.levels[other])

    def price(self) -> int:
        """The cost of all tables."""
        return sum(
            self.pair_price(*pair)
            for table in self.tables
            for pair in itertools.combinations(table, 2)
        )

    def _cost_at(self, player: PlayerId, table: int, instead_of: PlayerId) -> int:
        """The cost of the player at this table in place of another player."""
        return sum(
            self.pair_price(player, other)
            for other in self.tables[table]
            if other not in (player, instead_of)
        )

    def _improve(self) -> None:
        """Local search: swap while it lowers the cost; restart from random swaps while repeats
        remain.
        """
        best, least = [table[:] for table in self.tables], self.price()
        for _ in range(6 if len(self.players) <= CANDIDATES else 2):
            self._swap_all()
            price = self.price()
            if price < least:
                best, least = [table[:] for table in self.tables], price
            if least < REPEAT:
                break
            for player in self._repeating():
                self._swap(player, self.rng.choice(self.players))
        self.tables = best
        self.where = {player: number for number, table in enumerate(best) for player in table}

    def _repeating(self) -> list[PlayerId]:
        """The players who sit with an earlier opponent."""
        return [
            player
            for table in self.tables
            for player in table
            if any(self.met[player][other] for other in table)
        ]

    def _swap_all(self) -> None:
        improved = True
        while improved:
            improved = False
            for player in self._repeating():
                many = len(self.players) > CANDIDATES
                others = self.rng.sample(self.players, CANDIDATES) if many else self.players
                swaps = (
                    (self._gain(player, other), -self._apart(player, other), other)
                    for other in others
                    if self.where[other] != self.where[player]
                )
                gain, _, other = max(swaps, default=(0, 0, player))
                if gain > 0:
                    self._swap(player, other)
                    improved = True

    def _apart(self, one: PlayerId, other: PlayerId) -> int:
        """Distance of two players in the seeding."""
        return abs(self.places[one] - self.places[other]) if self.places else 0

    def _gain(self, one: PlayerId, other: PlayerId) -> int:
        here, there = self.where[one], self.where[other]
        before = self._cost_at(one, here, one) + self._cost_at(other, there, other)
        return before - self._cost_at(one, there, other) - self._cost_at(other, here, one)

    def _swap(self, one: PlayerId, other: PlayerId) -> None:
        here, there = self.where[one], self.where[other]
        if here != there:
            self.tables[here][self.tables[here].index(one)] = other
            self.tables[there][self.tables[there].index(other)] = one
            self.where[one], self.where[other] = there, here

    def _search(self) -> None:
        """Branch and bound: seat whoever has the fewest new opponents left, with every company that
        could still be cheaper in all.
        """
        least = self.price()
        left = self.nodes
        seated: Tables = []

        def go(waiting: list[PlayerId], sizes: Counter[int], price: int) -> None:
            nonlocal least, left
            if not waiting:
                least = price
                self.tables = [table[:] for table in seated]
                return
            first = min(
                waiting, key=lambda player: sum(not self.met[player][other] for other in waiting)
            )
            others = [player for player in waiting if player != first]
            for seats in [seats for seats in sizes if sizes[seats]]:
                for company, added in self._companies(first, others, seats - 1, least - price):
                    left -= 1
                    if left < 0:
                        return
                    if price + added >= least:
                        continue
                    table = [first, *company]
                    seated.append(table)
                    go(
                        [player for player in others if player not in company],
                        sizes - Counter([seats]),
                        price + added,
                    )
                    seated.pop()

        go(self.players, Counter(map(len, self.tables)), 0)
        self.proved = left >= 0
        self.where = {
            player: number for number, table in enumerate(self.tables) for player in table
        }

    def _companies(
        self, first: PlayerId, others: Sequence[PlayerId], number: int, below: int
    ) -> Iterator[tuple[list[PlayerId], int]]:
        """Groups of `number` others for the first player, each with its cost below the bound."""

        def extend(
            company: list[PlayerId], begin: int, price: int
        ) -> Iterator[tuple[list[PlayerId], int]]:
            if len(company) == number:
                yield company, price
                return
            for at in range(begin, len(others)):
                added = self.pair_price(first, others[at]) + sum(
                    self.pair_price(member, others[at]) for member in company
                )
                if price + added < below:
                    yield from extend([*company, others[at]], at + 1, price + added)

        return extend([], 0, 0)


def repeats(tables: Sequence[Sequence[PlayerId]], met: Mapping[PlayerId, Counter[PlayerId]]) -> int:
    """Number of pairs at one table that have met before."""
    return sum(
        bool(met[one][other]) for table in tables for one, other in itertools.combinations(table, 2)
    )


def even_seats(
    table: Sequence[PlayerId], seats: Mapping[PlayerId, Sequence[SeatIndex]], rng: random.Random
) -> tuple[PlayerId, ...]:
    """The seat order that balances the seats taken so far, ties broken at random.

    seats: the seats that each player has taken.
    """
    shuffled = rng.sample(table, len(table))
    sat = {player: Counter(seats[player]) for player in table}
    return min(
        itertools.permutations(shuffled),
        key=lambda order: sum(
            (2 * sat[player][SeatIndex(seat)] + 1) for seat, player in enumerate(order)
        ),
    )
