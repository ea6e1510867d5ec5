"""Kuhn poker, written out plainly: a deck as a list, and what follows what as a table."""

CHANCE = 8
RANKS = "JQK"
NEXT = {  # the moves so far: who moves, and what it may do
    (): (0, {"check", "bet"}),
    ("check",): (1, {"check", "bet"}),
    ("bet",): (1, {"fold", "call"}),
    ("check", "bet"): (0, {"fold", "call"}),
}


class Oracle:
    """One game."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if (ruleset, seats) != ("standard", 2):
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.hands: list[str] = []
        self.moves: tuple[str, ...] = ()

    def movers(self) -> set[int]:
        if len(self.hands) < 2:
            return {CHANCE}
        return {NEXT[self.moves][0]} if self.moves in NEXT else set()

    def legal(self, seat: int) -> set[str]:
        return set(RANKS) - set(self.hands) if seat == CHANCE else NEXT[self.moves][1]

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if seat == CHANCE:
            self.hands.append(text)
        else:
            self.moves = (*self.moves, text)

    def returns(self) -> tuple[float, ...]:
        if self.moves[-1] == "fold":
            winner = 0 if self.moves == ("bet", "fold") else 1
        else:
            winner = max((0, 1), key=lambda seat: RANKS.index(self.hands[seat]))
        won = 2.0 if "call" in self.moves else 1.0
        return (won, -won) if winner == 0 else (-won, won)

    def text(self) -> str:
        cards = "".join(self.hands).ljust(2, "-")
        signs = {"check": "p", "fold": "p", "bet": "b", "call": "b"}
        return f"{cards} {''.join(signs[move] for move in self.moves) or '-'}"
