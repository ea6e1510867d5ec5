"""Kalah, written out plainly: a list of pits, seed by seed."""


class Oracle:
    """One game; South is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        houses, seeds = map(int, ruleset.split("x"))
        if seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        letters = "abcdef"[:houses]
        self.row = [f"{letter}1" for letter in letters], [f"{letter}2" for letter in letters[::-1]]
        # anticlockwise: South's houses and store, North's houses and store
        self.ring = [*self.row[0], "south", *self.row[1], "north"]
        self.seeds = {pit: seeds for row in self.row for pit in row} | {"south": 0, "north": 0}
        self.seat = 0

    def movers(self) -> set[int]:
        return {self.seat} if self._left(0) and self._left(1) else set()

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        return {house for house in self.row[seat] if self.seeds[house]}

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        pit, seat = moves[self.seat], self.seat
        store, foreign = ("south", "north") if seat == 0 else ("north", "south")
        in_hand, self.seeds[pit] = self.seeds[pit], 0
        while in_hand:
            pit = self.ring[(self.ring.index(pit) + 1) % len(self.ring)]
            if pit != foreign:
                self.seeds[pit] += 1
                in_hand -= 1
        if pit in self.row[seat] and self.seeds[pit] == 1:
            for house in (pit, pit[0] + {"1": "2", "2": "1"}[pit[1]]):
                self.seeds[store] += self.seeds[house]
                self.seeds[house] = 0
        if not self._left(0) or not self._left(1):
            for side, own in enumerate(("south", "north")):
                self.seeds[own] += self._left(side)
                for house in self.row[side]:
                    self.seeds[house] = 0
        if pit != store:
            self.seat = 1 - seat

    def returns(self) -> tuple[float, ...]:
        if self.movers():
            raise ValueError("the game is not over")
        lead = self.seeds["south"] - self.seeds["north"]
        first = (lead > 0) - (lead < 0)
        return (float(first), float(-first))

    def text(self) -> str:
        rows = (self.row[1][::-1], self.row[0])
        counts = "/".join(",".join(str(self.seeds[house]) for house in row) for row in rows)
        return f"{counts} {self.seeds['south']} {self.seeds['north']} {'sn'[self.seat]}"

    def _left(self, side: int) -> int:
        return sum(self.seeds[house] for house in self.row[side])
