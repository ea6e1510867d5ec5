"""Yoxii, written out plainly."""

from typing import NamedTuple

ROWS = {7: "cde", 6: "bcdef", 5: "abcdefg", 4: "abcdefg", 3: "abcdefg", 2: "bcdef", 1: "cde"}
CELLS = tuple(column + str(row) for row, columns in ROWS.items() for column in columns)
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
SUPPLY = {1: 5, 2: 5, 3: 5, 4: 3}
SIDES = "wr"
LETTERS = ({1: "O", 2: "I", 3: "Y", 4: "X"}, {1: "o", 2: "i", 3: "y", 4: "x"})


class Stone(NamedTuple):
    seat: int
    value: int


def ray(cell: str, direction: tuple[int, int]) -> list[str]:
    """The cells of the board from a cell outwards, nearest first, without the cell itself."""
    cells = []
    column, row = ord(cell[0]) + direction[0], int(cell[1]) + direction[1]
    while f"{chr(column)}{row}" in CELLS:
        cells.append(f"{chr(column)}{row}")
        column, row = column + direction[0], row + direction[1]
    return cells


RAYS = {cell: [cells for d in DIRECTIONS if (cells := ray(cell, d))] for cell in CELLS}
AROUND = {cell: [cells[0] for cells in RAYS[cell]] for cell in CELLS}


class Oracle:
    """One game; white is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset not in ("standard", "both") or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.passed_over = ruleset == "both"
        self.totem = "d4"
        self.stones: dict[str, Stone] = {}
        self.supply = [dict(SUPPLY), dict(SUPPLY)]
        self.seat = 0

    def movers(self) -> set[int]:
        return {self.seat} if self._can_move() else set()

    def _can_move(self) -> bool:
        return bool(self._totem_moves()) and any(self.supply[self.seat].values())

    def legal(self, seat: int) -> set[str]:
        if seat != self.seat:
            return set()
        values = [value for value, left in self.supply[seat].items() if left > 0]
        return {
            f"{totem}/{value}{place}"
            for totem in self._totem_moves()
            for place in self._places(totem)
            for value in values
        }

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        totem, stone = moves[self.seat].split("/")
        value, place = int(stone[0]), stone[1:]
        self.totem = totem
        self.supply[self.seat][value] -= 1
        self.stones[place] = Stone(self.seat, value)
        self.seat = 1 - self.seat
        if self.passed_over and not self._can_move():
            self.seat = 1 - self.seat

    def returns(self) -> tuple[float, ...]:
        if self.movers():
            raise ValueError("the game is not over")
        white, red = self._score(0), self._score(1)
        if white == red:
            return (0.0, 0.0)
        return (1.0, -1.0) if white > red else (-1.0, 1.0)

    def text(self) -> str:
        rows = "/".join(self._row_text(row) for row in ROWS)
        return f"{rows} {SIDES[self.seat]}"

    def _totem_moves(self) -> set[str]:
        found = (self._end_of_move(cells) for cells in RAYS[self.totem])
        return {cell for cell in found if cell is not None}

    def _end_of_move(self, cells: list[str]) -> str | None:
        """Where the totem gets along these cells: past the mover's own stones to a free cell."""
        for cell in cells:
            stone = self.stones.get(cell)
            if stone is None:
                return cell
            if stone.seat != self.seat:
                return None
        return None

    def _places(self, totem: str) -> list[str]:
        """Where a stone can go, once the totem stands on its new cell."""
        around = [cell for cell in AROUND[totem] if cell not in self.stones]
        if around:
            return around
        return [cell for cell in CELLS if cell not in self.stones and cell != totem]

    def _score(self, seat: int) -> tuple[int, int]:
        """The sum of the values around the totem, then the number of stones there."""
        around = [self.stones[cell] for cell in AROUND[self.totem] if cell in self.stones]
        values = [stone.value for stone in around if stone.seat == seat]
        return sum(values), len(values)

    def _row_text(self, row: int) -> str:
        text, empty = "", 0
        for column in ROWS[row]:
            letter = self._letter(f"{column}{row}")
            if not letter:
                empty += 1
                continue
            text += (str(empty) if empty else "") + letter
            empty = 0
        return text + (str(empty) if empty else "")

    def _letter(self, cell: str) -> str:
        if cell == self.totem:
            return "T"
        stone = self.stones.get(cell)
        return "" if stone is None else LETTERS[stone.seat][stone.value]
