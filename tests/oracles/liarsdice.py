"""Liar's dice, written out plainly: a list of dice, and a list of bids."""

CHANCE = 8


class Oracle:
    """One game, with one die each."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset != "one" or not 2 <= seats <= 6:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.seats = seats
        self.dice: list[int] = []
        self.bids: list[tuple[int, int]] = []
        self.caller: int | None = None

    def movers(self) -> set[int]:
        if self.caller is not None:
            return set()
        return {CHANCE} if len(self.dice) < self.seats else {len(self.bids) % self.seats}

    def legal(self, seat: int) -> set[str]:
        if seat == CHANCE:
            return set("123456")
        highest = self.bids[-1] if self.bids else (0, 0)
        bids = [(number, face) for number in range(1, self.seats + 1) for face in range(1, 7)]
        texts = {f"{number}-{face}" for number, face in bids if (number, face) > highest}
        return texts | {"liar"} if self.bids else texts

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if seat == CHANCE:
            self.dice.append(int(text))
        elif text == "liar":
            self.caller = seat
        else:
            number, face = text.split("-")
            self.bids.append((int(number), int(face)))

    def returns(self) -> tuple[float, ...]:
        assert self.caller is not None
        number, face = self.bids[-1]
        lied = sum(die in {face, 6} for die in self.dice) < number
        loser = (len(self.bids) - 1) % self.seats if lied else self.caller
        return tuple(-1.0 if s == loser else 1 / (self.seats - 1) for s in range(self.seats))

    def text(self) -> str:
        dice = "".join(map(str, self.dice)).ljust(self.seats, "-")
        bids = ",".join(f"{number}-{face}" for number, face in self.bids)
        return f"{dice} {bids or '-'}{'' if self.caller is None else '!'}"
