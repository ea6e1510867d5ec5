"""The Royal Game of Ur, written out plainly: roads as lists of named squares."""

ROADS = (
    ["A4", "A3", "A2", "A1", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "A8", "A7"],
    ["C4", "C3", "C2", "C1", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "C8", "C7"],
)
ROSETTES = {"A1", "C1", "B4", "A7", "C7"}
CHANCE = 8
PIECES = {"finkel": 7, "short": 3}


class Oracle:
    """One game; light is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.pieces = PIECES[ruleset]
        self.waiting = [self.pieces, self.pieces]
        self.home = [0, 0]
        self.board: dict[str, int] = {}
        self.seat = 0
        self.throw: int | None = None

    def movers(self) -> set[int]:
        if self.pieces in self.home:
            return set()
        return {CHANCE} if self.throw is None else {self.seat}

    def _moves(self) -> dict[str, tuple[str, str]]:
        """The legal moves of the seat to move: from where, to where."""
        road = ["in", *ROADS[self.seat], "out"]
        found = {}
        for at, source in enumerate(road[:-1]):
            held = (
                self.waiting[self.seat] if source == "in" else self.board.get(source) == self.seat
            )
            if not held or not self.throw or at + self.throw >= len(road):
                continue
            target = road[at + self.throw]
            owner = self.board.get(target)
            if owner == self.seat or (owner is not None and target in ROSETTES):
                continue
            found[f"{source}-{target}"] = source, target
        return found

    def legal(self, seat: int) -> set[str]:
        if seat == CHANCE:
            return {"0", "1", "2", "3", "4"}
        return set(self._moves()) or {"pass"}

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if seat == CHANCE:
            self.throw = int(text)
            return
        again = False
        if text != "pass":
            source, target = self._moves()[text]
            if source == "in":
                self.waiting[seat] -= 1
            else:
                del self.board[source]
            if target == "out":
                self.home[seat] += 1
            else:
                if target in self.board:
                    self.waiting[self.board[target]] += 1
                self.board[target] = seat
            again = target in ROSETTES
        self.throw = None
        if not again:
            self.seat = 1 - seat

    def returns(self) -> tuple[float, ...]:
        return (1.0, -1.0) if self.home[0] == self.pieces else (-1.0, 1.0)

    def text(self) -> str:
        fields = []
        for seat, road in enumerate(ROADS):
            own = [square for square in road if self.board.get(square) == seat]
            fields += [",".join(own) or "-", str(self.home[seat])]
        throw = "?" if self.throw is None else str(self.throw)
        return f"{' '.join(fields)} {'ld'[self.seat]} {throw}"
