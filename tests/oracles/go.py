"""Go, written out plainly."""

from oracles.connect4 import counted

COLUMNS = "abcdefghjklmnopqrst"
Point = tuple[int, int]


class Oracle:
    """One game; black is seat 0. Stones are kept by column and row, from 0."""

    def __init__(self, ruleset: str, seats: int, *, superko: bool = False) -> None:
        """superko: whether the whole history of the game counts, which random playouts do not
        know, or only what a state knows of it.
        """
        if seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.side = int(ruleset)
        self.komi = 7 if ruleset == "9" else 7.5
        self.stones: dict[Point, int] = {}
        self.seat, self.passes, self.plies = 0, 0, 0
        self.before: dict[Point, int] | None = None  # the last move
        self.superko = superko
        self.earlier = {frozenset[tuple[Point, int]]()}  # the stones of each position so far
        self.legal_now: set[str] | None = None

    def movers(self) -> set[int]:
        over = self.passes == 2 or self.plies == 2 * self.side**2
        return set() if over else {self.seat}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        if self.legal_now is None:
            line = range(self.side)
            free = [(x, y) for x in line for y in line if (x, y) not in self.stones]
            self.legal_now = {"pass"} | {named(*point) for point in free if self._may_place(point)}
        return self.legal_now

    def _may_place(self, point: Point) -> bool:
        if self.superko:
            return frozenset(self._after(point).items()) not in self.earlier
        # Neither this position nor the one before the other side's move may be there after it. A
        # stone with a free point next to it makes neither: it stays, and was not just taken.
        return any(other not in self.stones for other in self._next_to(point)) or self._after(
            point
        ) not in (self.stones, self.before)

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        move, stones = moves[self.seat], self.stones
        if move == "pass":
            self.passes += 1
            self.before = None
        else:
            self.stones = self._after((COLUMNS.index(move[0]), int(move[1:]) - 1))
            self.before, self.passes = stones, 0
            self.earlier.add(frozenset(self.stones.items()))
        self.seat = 1 - self.seat
        self.plies += 1
        self.legal_now = None

    def returns(self) -> tuple[float, ...]:
        lead = self._area(0) - self._area(1) - self.komi
        return (0.0, 0.0) if lead == 0 else (1.0, -1.0) if lead > 0 else (-1.0, 1.0)

    def text(self) -> str:
        line = range(self.side)
        signs = {point: "bw"[seat] for point, seat in self.stones.items()}
        rows = ["".join(signs.get((column, row), ".") for column in line) for row in line]
        board = "/".join(map(counted, reversed(rows)))
        return f"{board} {'bw'[self.seat]} {self._ko()} {self.passes} {self.plies}"

    def _ko(self) -> str:
        """The point where a stone would restore the position before the last move."""
        taken = set(self.before or {}) - set(self.stones)
        found = [point for point in taken if self._after(point) == self.before]
        return named(*found[0]) if found else "-"

    def _next_to(self, point: Point) -> list[Point]:
        x, y = point
        beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [(x, y) for x, y in beside if 0 <= x < self.side and 0 <= y < self.side]

    def _group(self, point: Point, stones: dict[Point, int]) -> tuple[set[Point], bool]:
        """The points with the same content that hang together, and whether any is next to a free
        one.
        """
        found, walk, free = {point}, [point], False
        while walk:
            for other in self._next_to(walk.pop()):
                free |= other not in stones
                if stones.get(other) == stones.get(point) and other not in found:
                    found.add(other)
                    walk.append(other)
        return found, free

    def _after(self, point: Point) -> dict[Point, int]:
        """The stones after a stone was placed there."""
        stones = {**self.stones, point: self.seat}
        beside = [other for other in self._next_to(point) if stones.get(other) == 1 - self.seat]
        for place in (*beside, point):
            if place in stones:
                group, free = self._group(place, stones)
                if not free:
                    stones = {at: seat for at, seat in stones.items() if at not in group}
        return stones

    def _area(self, seat: int) -> int:
        """The stones of a seat, and the free points that touch only its stones."""
        line = range(self.side)
        area = sum(owner == seat for owner in self.stones.values())
        seen: set[Point] = set()
        for point in ((x, y) for x in line for y in line):
            if point not in self.stones and point not in seen:
                region, _ = self._group(point, self.stones)
                seen |= region
                edge = {self.stones.get(at) for place in region for at in self._next_to(place)}
                area += len(region) if edge - {None} == {seat} else 0
        return area


class AgreedOracle(Oracle):
    """One game whose players agree on dead stones."""

    def __init__(self, ruleset: str, seats: int) -> None:
        self.law, _, side = ruleset.partition("-")
        super().__init__(side, seats)
        self.komi = 6.5 if self.law == "japanese" else 7.5
        self.lost = [0, 0]
        self.dead: set[Point] = set()
        self.agreeing = False
        self.first = self.changes = 0  # the seat that begins the agreement; changes of marks
        self.consent = self.agreed = False  # whether the other seat agrees; both
        self.talks = 3
        self.resumed_at = -1  # the number of moves when play was last resumed

    def movers(self) -> set[int]:
        if self.agreed:
            return set()
        return {self.seat} if self.agreeing else super().movers()

    def legal(self, seat: int) -> set[str]:
        if not self.agreeing or self.agreed:
            return super().legal(seat)
        changed = {"yield", *(named(*point) for point in self.stones)}
        more = changed if self.changes < 60 else set()
        return {"agree", "resume", *more} if seat == self.seat else set()

    def _may_place(self, point: Point) -> bool:
        after = self._after(point)
        return point in after and after != self.before

    def play(self, moves: dict[int, str]) -> None:
        if self.agreeing:
            self._answer(moves[self.seat])
            return
        before = [list(self.stones.values()).count(seat) for seat in (0, 1)]
        other = 1 - self.seat
        super().play(moves)
        self.lost[other] += before[other] - list(self.stones.values()).count(other)
        if self.passes == 2 and self.talks:
            self.agreeing, self.first = True, self.seat

    def _answer(self, move: str) -> None:
        if move == "agree":
            self.agreed, self.consent, self.seat = self.consent, True, 1 - self.seat
        elif move == "resume":
            self.seat = 1 - self.seat if self.law == "japanese" else self.first
            self.talks -= 1
            self.resumed_at = self.plies
            self.before = None
            self.passes = self.changes = 0
            self.dead, self.agreeing, self.consent, self.legal_now = set(), False, False, None
        elif move == "yield":
            self.seat, self.consent = 1 - self.seat, False
            self.changes += 1
        else:
            point = (COLUMNS.index(move[0]), int(move[1:]) - 1)
            self.dead ^= self._group(point, self.stones)[0]
            self.changes += 1
            self.consent = False

    def returns(self) -> tuple[float, ...]:
        taken = [[at for at in self.dead if self.stones[at] == seat] for seat in (0, 1)]
        on_board = self.stones
        self.stones = {at: seat for at, seat in on_board.items() if at not in self.dead}
        points = [self._area(seat) for seat in (0, 1)]
        if self.law == "japanese":
            for seat in (0, 1):
                points[seat] -= list(self.stones.values()).count(seat)
                points[seat] += self.lost[1 - seat] + len(taken[1 - seat])
        self.stones = on_board
        lead = points[0] - points[1] - self.komi
        return (0.0, 0.0) if lead == 0 else (1.0, -1.0) if lead > 0 else (-1.0, 1.0)

    def text(self) -> str:
        line = range(self.side)
        signs = {at: ("xo" if at in self.dead else "bw")[seat] for at, seat in self.stones.items()}
        rows = ["".join(signs.get((column, row), ".") for column in line) for row in line]
        stage = 0
        if self.agreeing:
            begins = self.seat == self.first
            stage = (4 if begins else 2) if self.consent else (1 if begins else 3)
        passes = 3 if self.plies == self.resumed_at and not self.agreeing else self.passes
        return " ".join(
            map(
                str,
                (
                    "/".join(map(counted, reversed(rows))),
                    "bw"[self.seat],
                    self._ko(),
                    passes,
                    self.plies,
                    5 if self.agreed else stage,
                    self.changes,
                    self.talks,
                    *self.lost,
                ),
            )
        )


def oracle(ruleset: str, seats: int) -> Oracle:
    """The game of a ruleset: with an agreement where it is named by whose rules it is."""
    return AgreedOracle(ruleset, seats) if "-" in ruleset else Oracle(ruleset, seats)


def named(column: int, row: int) -> str:
    return f"{COLUMNS[column]}{row + 1}"
