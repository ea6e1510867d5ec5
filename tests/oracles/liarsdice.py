"""Liar's dice, written out plainly: lists of dice, and a list of bids."""

CHANCE = 8
SIZES = {"one": 1, "five": 5}
WILD = {"one": 6, "five": 1}


class Oracle:
    """One game."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset not in SIZES or not 2 <= seats <= 6:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.size, self.wild = SIZES[ruleset], WILD[ruleset]
        self.sizes = [self.size] * seats  # how many dice each seat has
        self._begin(0)

    def _begin(self, seat: int) -> None:
        """Begin a round, in which this seat bids first."""
        self.hands: list[list[int]] = [[] for _ in self.sizes]
        self.bids: list[tuple[int, int]] = []
        self.bidders: list[int] = []
        self.turn = seat
        self.called = False

    def _after(self, seat: int) -> int:
        """The next seat with dice."""
        seats = len(self.sizes)
        return next(s for n in range(1, seats + 1) if self.sizes[s := (seat + n) % seats])

    def _loser(self) -> int:
        number, face = self.bids[-1]
        count = sum(die in {face, self.wild} for hand in self.hands for die in hand)
        return self.bidders[-1] if count < number else self.turn

    def _over(self) -> bool:
        if not self.called or self.size == 1:
            return self.called
        return sum(self.sizes) - self.sizes[self._after(self._loser())] == 1

    def _thrower(self) -> int | None:
        pairs = enumerate(zip(self.hands, self.sizes, strict=True))
        return next((seat for seat, (hand, size) in pairs if len(hand) < size), None)

    def _next_bidder(self) -> int:
        loser = self._loser()
        return loser if self.sizes[loser] > 1 else self._after(loser)

    def movers(self) -> set[int]:
        if self.called:
            return set() if self._over() else {self._next_bidder()}
        return {self.turn} if self._thrower() is None else {CHANCE}

    def legal(self, seat: int) -> set[str]:
        if seat == CHANCE:
            return set("123456")
        if self.called:
            return {"next"}
        highest = self.bids[-1] if self.bids else (0, 0)
        bids = [(number, face) for number in range(1, sum(self.sizes) + 1) for face in range(1, 7)]
        texts = {f"{number}-{face}" for number, face in bids if (number, face) > highest}
        return texts | {"liar"} if self.bids else texts

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if seat == CHANCE:
            thrower = self._thrower()
            assert thrower is not None
            self.hands[thrower].append(int(text))
        elif text == "liar":
            self.called = True
        elif text == "next":
            first = self._next_bidder()
            self.sizes[self._loser()] -= 1
            self._begin(first)
        else:
            number, face = text.split("-")
            self.bids.append((int(number), int(face)))
            self.bidders.append(seat)
            self.turn = self._after(seat)

    def returns(self) -> tuple[float, ...]:
        share, loser, seats = 1 / (len(self.sizes) - 1), self._loser(), range(len(self.sizes))
        if self.size == 1:
            return tuple(-1.0 if seat == loser else share for seat in seats)
        return tuple(1.0 if seat == self._after(loser) else -share for seat in seats)

    def text(self) -> str:
        pairs = zip(self.hands, self.sizes, strict=True)
        hands = [
            "".join(map(str, sorted(hand))).ljust(size, "-").ljust(self.size, ".")
            for hand, size in pairs
        ]
        bids = ",".join(f"{number}-{face}" for number, face in self.bids) or "-"
        turn = "" if self.size == 1 else f" {self.turn + 1}"
        return f"{('/' if self.size > 1 else '').join(hands)} {bids}{'!' * self.called}{turn}"
