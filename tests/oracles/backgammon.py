"""Backgammon, written out plainly: lists of points, and every way to play a throw to its end."""

from __future__ import annotations

import functools

CHANCE = 8
Side = dict[int, int]  # checkers by point, in the side's own numbers; 25 is the bar
Frozen = tuple[tuple[int, int], ...]
Step = tuple[int, int]  # a die, and the point from which it moves a checker
USUAL = {24: 2, 13: 5, 8: 3, 6: 5}
SETUPS = {"money": USUAL, "single": USUAL, "hyper": {24: 1, 23: 1, 22: 1}}


class Oracle:
    """One game; White is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if seats != 2 or ruleset not in SETUPS:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.counts = ruleset == "money"
        self.sides: list[Side] = [dict(SETUPS[ruleset]) for _ in range(2)]
        self.seat: int | None = None
        self.dice: list[int] = []

    def movers(self) -> set[int]:
        if not all(self.sides):
            return set()
        return {CHANCE} if self.seat is None or not self.dice else {self.seat}

    def legal(self, seat: int) -> set[str]:
        if seat == CHANCE:
            dice = [(a, b) for a in range(1, 7) for b in range(1, 7)]
            first = self.seat is None
            return {f"{a}{b}" for a, b in dice if (a != b if first else a >= b)}
        return set(self._steps()) or {"pass"}

    def _steps(self) -> dict[str, Step]:
        """The legal first steps of the throw, by their texts."""
        seat = 1 if self.seat else 0
        own, other = self.sides[seat], self.sides[1 - seat]
        counts = played(frozen(own), frozen(other), tuple(sorted(self.dice)))
        most = max(counts.values(), default=0)
        first = [step for step, count in counts.items() if count == most]
        if most == 1:  # the higher die, where either can be played and not both
            highest = max(die for die, _ in first)
            first = [(die, point) for die, point in first if die == highest]
        found: dict[str, Step] = {}
        for die, point in sorted(first):
            goal = point - die
            hit = "*" if goal > 0 and 25 - goal in other else ""
            text = f"{'bar' if point == 25 else point}/{goal if goal > 0 else 'off'}{hit}"
            found[text] = die, point  # of two dice that bear it off, the higher one
        return found

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if seat == CHANCE:
            one, two = map(int, text)
            self.dice = [one] * 4 if one == two else [one, two]
            if self.seat is None:
                self.seat = int(two > one)
            return
        if text == "pass":
            self.dice = []
        else:
            die, point = self._steps()[text]
            self.sides = list(stepped(self.sides[seat], self.sides[1 - seat], die, point))
            if seat == 1:
                self.sides.reverse()
            self.dice.remove(die)
        if not self.dice or not self.sides[seat]:
            self.dice, self.seat = [], 1 - seat

    def returns(self) -> tuple[float, ...]:
        winner = self.sides.index({})
        lost = self.sides[1 - winner]
        points = 1
        if self.counts and sum(lost.values()) == 15:
            points = 3 if max(lost) >= 19 else 2
        won = points / 3 if self.counts else 1.0
        return (won, -won) if winner == 0 else (-won, won)

    def text(self) -> str:
        sides = (
            ",".join(f"{'bar' if p == 25 else p}:{side[p]}" for p in sorted(side, reverse=True))
            for side in self.sides
        )
        dice = "".join(map(str, sorted(self.dice, reverse=True))) or "?"
        mover = "-" if self.seat is None else "wb"[self.seat]
        return f"{' '.join(side or '-' for side in sides)} {mover} {dice}"


def can_step(own: Side, other: Side, die: int, point: int) -> bool:
    if 25 in own and point != 25:
        return False
    goal = point - die
    if goal > 0:
        return other.get(25 - goal, 0) < 2
    return max(own) <= 6 and (goal == 0 or point == max(own))


def stepped(own: Side, other: Side, die: int, point: int) -> tuple[Side, Side]:
    """Both sides after this step."""
    own, other = dict(own), dict(other)
    own[point] -= 1
    goal = point - die
    if goal > 0:
        own[goal] = own.get(goal, 0) + 1
        if 25 - goal in other:
            del other[25 - goal]
            other[25] = other.get(25, 0) + 1
    return {p: n for p, n in own.items() if n}, other


def frozen(side: Side) -> Frozen:
    return tuple(sorted(side.items()))


@functools.cache
def played(own: Frozen, other: Frozen, dice: tuple[int, ...]) -> dict[Step, int]:
    """Each first step, with the most dice that can be played if it is made; all where that bears
    off the last checker, as nobody needs to play on.
    """
    found: dict[Step, int] = {}
    for at, die in enumerate(dice):
        rest = dice[:at] + dice[at + 1 :]
        for point, _ in own:
            if can_step(dict(own), dict(other), die, point):
                after = tuple(map(frozen, stepped(dict(own), dict(other), die, point)))
                more = max(played(*after, rest).values(), default=0)
                found[die, point] = 1 + (more if after[0] else len(rest))
    return found


SIGNS = {None: "-", 0: "w", 1: "b"}
LENGTHS = {"cube": 0, "jacoby": 0, "match-3": 3, "match-5": 5, "match-7": 7}


def oracle(ruleset: str, seats: int) -> Oracle | Match:
    """The game or match of this ruleset."""
    return Match(ruleset, seats) if ruleset in LENGTHS else Oracle(ruleset, seats)


class Match:
    """Games with a cube, one after the other, or a single one for its points."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.length, self.jacoby = LENGTHS[ruleset], ruleset == "jacoby"
        self.points = [0, 0]
        self.crawford = "before" if self.length else "after"
        self._begin()

    def _begin(self) -> None:
        self.game = Oracle("money", 2)
        self.value = 1
        self.owner: int | None = None
        self.asked: int | None = None  # who doubles or throws
        self.offered_to: int | None = None

    def over(self) -> bool:
        return max(self.points) >= (self.length or 1)

    def movers(self) -> set[int]:
        if self.over():
            return set()
        deciding = self.asked if self.offered_to is None else self.offered_to
        return self.game.movers() if deciding is None else {deciding}

    def legal(self, seat: int) -> set[str]:
        if self.offered_to is not None:
            return {"take", "drop"}
        return self.game.legal(seat) if self.asked is None else {"double", "roll"}

    def _may_double(self, seat: int) -> bool:
        gains = not self.length or self.points[seat] + self.value < self.length
        free = self.owner is None or self.owner == seat
        return gains and free and self.value < 64 and self.crawford != "crawford"

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if text == "roll":
            self.asked = None
        elif text == "double":
            self.asked, self.offered_to = None, 1 - seat
        elif text == "take":
            self.value, self.owner, self.offered_to = 2 * self.value, seat, None
        elif text == "drop":
            self._win(1 - seat, self.value)
        else:
            self.game.play(moves)
            if not self.game.movers():
                winner = self.game.sides.index({})
                times = round(3 * max(self.game.returns()))
                self._win(winner, self.value * (1 if self.jacoby and self.value == 1 else times))
            elif seat != CHANCE and not self.game.dice and self._may_double(1 - seat):
                self.asked = 1 - seat

    def _win(self, seat: int, points: int) -> None:
        self.points[seat] += points
        self.offered_to = None
        if self.length:
            self.points[seat] = min(self.points[seat], self.length)
        if self.crawford == "crawford":
            self.crawford = "after"
        elif self.crawford == "before" and max(self.points) == self.length - 1:
            self.crawford = "crawford"
        self.loser = 1 - seat
        if not self.over():
            self._begin()

    def returns(self) -> tuple[float, ...]:
        white, black = self.points
        if not self.length:
            return (white - black) / 192, (black - white) / 192
        return (1.0, -1.0) if white > black else (-1.0, 1.0)

    def text(self) -> str:
        first, second, mover, dice = self.game.text().split()
        if self.over():
            mover = SIGNS[self.loser]
        if self.asked is not None:
            dice = "choose"
        if self.offered_to is not None:
            mover, dice = SIGNS[self.offered_to], "offered"
        cube = f"{self.value}{SIGNS[self.owner]}"
        points = " ".join(map(str, self.points))
        return f"{first} {second} {cube} {points} {self.crawford} {mover} {dice}"
