"""Oware, written out plainly: a ring of houses, seed by seed."""

QUIET = 100


class Oracle:
    """One game; South is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if (ruleset, seats) != ("abapa", 2):
            raise ValueError(f"no such game: {ruleset} for {seats}")
        # anticlockwise: South's houses, North's houses
        self.ring = ["a1", "b1", "c1", "d1", "e1", "f1", "f2", "e2", "d2", "c2", "b2", "a2"]
        self.seeds = dict.fromkeys(self.ring, 4)
        self.stores = [0, 0]
        self.seat = self.quiet = 0
        self.over = False

    def movers(self) -> set[int]:
        return set() if self.over else {self.seat}

    def legal(self, seat: int) -> set[str]:
        return self._can_sow() if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        path = self._path(moves[self.seat])
        self.seeds[moves[self.seat]] = 0
        for house in path:
            self.seeds[house] += 1
        before = self.stores[self.seat]
        self._capture(self.ring.index(path[-1]))
        self.quiet = self.quiet + 1 if self.stores[self.seat] == before else 0
        self.seat = 1 - self.seat
        if self.quiet == QUIET or not self._can_sow():
            for seat in (0, 1):
                for house in self._row(seat):
                    self.stores[seat] += self.seeds[house]
                    self.seeds[house] = 0
            self.over = True
        if max(self.stores) > 24:
            self.over = True

    def returns(self) -> tuple[float, ...]:
        if not self.over:
            raise ValueError("the game is not over")
        lead = self.stores[0] - self.stores[1]
        first = (lead > 0) - (lead < 0)
        return (float(first), float(-first))

    def text(self) -> str:
        rows = "/".join(
            ",".join(str(self.seeds[letter + row]) for letter in "abcdef") for row in "21"
        )
        return f"{rows} {self.stores[0]} {self.stores[1]} {'sn'[self.seat]} {self.quiet}"

    def _row(self, seat: int) -> list[str]:
        return self.ring[:6] if seat == 0 else self.ring[6:]

    def _path(self, house: str) -> list[str]:
        """The houses into which the seeds of this one are sown."""
        found: list[str] = []
        place = self.ring.index(house)
        while len(found) < self.seeds[house]:
            place = (place + 1) % 12
            if self.ring[place] != house:
                found.append(self.ring[place])
        return found

    def _can_sow(self) -> set[str]:
        own, others = self._row(self.seat), self._row(1 - self.seat)
        full = {house for house in own if self.seeds[house]}
        if any(self.seeds[house] for house in others):
            return full
        return {house for house in full if set(self._path(house)) & set(others)}

    def _capture(self, place: int) -> None:
        others = self._row(1 - self.seat)
        taken: list[str] = []
        while self.ring[place] in others and self.seeds[self.ring[place]] in (2, 3):
            taken.append(self.ring[place])
            place -= 1
        if any(self.seeds[house] for house in others if house not in taken):
            for house in taken:
                self.stores[self.seat] += self.seeds[house]
                self.seeds[house] = 0
