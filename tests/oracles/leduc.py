"""Leduc poker, written out plainly: a deck, chips, and what the player to move must add."""

CHANCE = 8
DECK = [rank + suit for suit in "sh" for rank in "JQK"]


class Oracle:
    """One game."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if (ruleset, seats) != ("standard", 2):
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.dealt: list[str] = []  # the first seat's card, the second's, the open one
        self.rounds: list[list[str]] = [[]]
        self.chips = [1, 1]
        self.folded: int | None = None

    def _closed(self) -> bool:
        """Whether the round of bets is over, with nobody folded."""
        moves = self.rounds[-1]
        return moves[-1:] == ["call"] or moves == ["check", "check"]

    def _seat(self) -> int:
        return len(self.rounds[-1]) % 2

    def movers(self) -> set[int]:
        if self.folded is not None or (len(self.rounds) == 2 and self._closed()):
            return set()
        return {CHANCE} if len(self.dealt) < 2 or self._closed() else {self._seat()}

    def legal(self, seat: int) -> set[str]:
        if seat == CHANCE:
            return set(DECK) - set(self.dealt)
        if self.chips[0] == self.chips[1]:
            return {"check", "bet"}
        return {"fold", "call"} if "raise" in self.rounds[-1] else {"fold", "call", "raise"}

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if seat == CHANCE:
            self.dealt.append(text)
            if len(self.dealt) == 3:
                self.rounds.append([])
            return
        self.rounds[-1].append(text)
        if text == "fold":
            self.folded = seat
        else:
            self.chips[seat] = self.chips[1 - seat]
        if text in {"bet", "raise"}:
            self.chips[seat] += 2 if len(self.rounds) == 1 else 4

    def _strength(self, seat: int) -> tuple[bool, int]:
        rank = self.dealt[seat][0]
        return rank == self.dealt[2][0], "JQK".index(rank)

    def returns(self) -> tuple[float, ...]:
        if self.folded is not None:
            winner = 1 - self.folded
        elif self._strength(0) == self._strength(1):
            return 0.0, 0.0
        else:
            winner = 0 if self._strength(0) > self._strength(1) else 1
        lost = float(self.chips[1 - winner])
        return (lost, -lost) if winner == 0 else (-lost, lost)

    def text(self) -> str:
        cards = " ".join([*self.dealt, "-", "-", "-"][:3])
        signs = {"check": "c", "call": "c", "bet": "r", "raise": "r", "fold": "f"}
        moves = "/".join("".join(signs[move] for move in one) for one in self.rounds)
        return f"{cards} {moves or '-'}"
