"""Ahyoheek, written out plainly."""

PEN, BOOK, BEETLE, SAT_OUT = "P", "B", "E", "-"
SYMBOLS = (PEN, BOOK, BEETLE)
BEATS = {PEN: BOOK, BOOK: BEETLE, BEETLE: PEN}
RULESETS = ("classic", "live")
SET = 3


def round_points(choices: dict[int, str]) -> dict[int, int]:
    """Seats beaten minus seats beaten by, for every seat; sitting out scores nothing."""
    points = {}
    for seat, mine in choices.items():
        others = [choice for other, choice in choices.items() if other != seat]
        wins = sum(1 for other in others if BEATS.get(mine) == other)
        losses = sum(1 for other in others if BEATS.get(other) == mine)
        points[seat] = wins - losses
    return points


def round_winners(choices: dict[int, str]) -> set[int]:
    """The choosing seats with the most round-points; nobody where they are all equal."""
    points = round_points(choices)
    chose = {seat for seat, choice in choices.items() if choice != SAT_OUT}
    if not chose:
        return set()
    most = max(points[seat] for seat in chose)
    best = {seat for seat in chose if points[seat] == most}
    return set() if best == chose else best


class Oracle:
    """One game; `remaining` are the seats that can still win it."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset not in RULESETS or not 2 <= seats <= 5:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.ruleset = ruleset
        self.seats = seats
        self.markers = [dict.fromkeys(SYMBOLS, 0) for _ in range(seats)]
        self.remaining = set(range(seats))
        self.sets_are_complete = False

    def movers(self) -> set[int]:
        return set(self.remaining) if len(self.remaining) > 1 else set()

    def legal(self, seat: int) -> set[str]:
        return set(SYMBOLS) if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        self._check(moves)
        winners = round_winners(moves)
        if self.sets_are_complete:
            self.remaining = winners or self.remaining
            return
        points = round_points(moves)
        for seat in winners:
            gain = points[seat] if self.ruleset == "live" else 1
            self.markers[seat][moves[seat]] += gain
        self._look_for_sets()

    def returns(self) -> tuple[float, ...]:
        if self.movers():
            raise ValueError("the game is not over")
        return tuple(1.0 if seat in self.remaining else 0.0 for seat in range(self.seats))

    def text(self) -> str:
        return "/".join(self._seat_text(seat) for seat in range(self.seats))

    def _check(self, moves: dict[int, str]) -> None:
        if not moves or set(moves) != self.movers():
            raise ValueError(f"not the seats that choose now: {sorted(moves)}")
        for choice in moves.values():
            if choice not in (*SYMBOLS, SAT_OUT):
                raise ValueError(f"not a choice: {choice}")

    def _look_for_sets(self) -> None:
        """After a normal round: do any seats hold a set, and which of them hold the most?"""
        complete = [s for s in range(self.seats) if max(self.markers[s].values()) >= SET]
        if complete:
            totals = {seat: sum(self.markers[seat].values()) for seat in complete}
            most = max(totals.values())
            self.remaining = {seat for seat in complete if totals[seat] == most}
            self.sets_are_complete = True

    def _seat_text(self, seat: int) -> str:
        digits = "".join(str(self.markers[seat][symbol]) for symbol in SYMBOLS)
        star = self.sets_are_complete and seat in self.remaining
        return digits + ("*" if star else "")
