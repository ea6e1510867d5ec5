"""International, Brazilian and Russian draughts, by a dictionary of cells and all whole turns of a
piece, without draws by repetition.
"""

from __future__ import annotations

from collections.abc import Iterator

DRAW_AFTER = {"international": 50, "brazilian": 40, "russian": 30}  # moves of both sides
WAYS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
Place = tuple[int, int]  # column and row, from 0 at the lower left


class Oracle:
    """One game; White is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset not in DRAW_AFTER or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.ruleset = ruleset
        self.side = 10 if ruleset == "international" else 8
        rows = self.side // 2 - 1
        self.cells = [
            (column, row)
            for row in reversed(range(self.side))
            for column in range(self.side)
            if (column + row) % 2 == 0
        ]
        self.board = {at: "w" for at in self.cells if at[1] < rows}
        self.board |= {at: "b" for at in self.cells if at[1] >= self.side - rows}
        self.seat = self.quiet = 0
        self.jumper: Place | None = None
        self.gone: set[Place] = set()

    def movers(self) -> set[int]:
        return {self.seat} if self.quiet < DRAW_AFTER[self.ruleset] and self._moves() else set()

    def legal(self, seat: int) -> set[str]:
        return set(self._moves()) if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if text not in self.legal(seat):
            raise ValueError(f"not legal: {text}")
        source, target, prey = self._moves()[text]
        piece = self.board.pop(source)
        self.quiet = 0 if prey or piece.islower() else self.quiet + 1
        last = target[1] == (self.side - 1 if seat == 0 else 0)
        if last and self.ruleset == "russian":
            piece = piece.upper()
        self.board[target] = piece
        self.jumper = None
        if prey:
            self.gone.add(prey)
            if any(self._captures(target, piece, self.gone)):
                self.jumper = target
                return
        for at in self.gone:
            del self.board[at]
        self.gone = set()
        if last:
            self.board[target] = piece.upper()
        self.seat = 1 - self.seat

    def returns(self) -> tuple[float, ...]:
        if self.movers():
            raise ValueError("the game is not over")
        if self._moves():
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.seat == 0 else (1.0, -1.0)

    def text(self) -> str:
        lines = []
        for row in reversed(range(self.side)):
            line = "".join(self.board.get((column, row), ".") for column in range(self.side))
            for run in range(self.side, 0, -1):
                line = line.replace("." * run, str(run))
            lines.append(line)
        gone = sorted(self.gone, key=lambda at: (at[1], at[0]))
        going_on = "x".join(map(self._name, [self.jumper, *gone])) if self.jumper else "-"
        return f"{'/'.join(lines)} {'wb'[self.seat]} {going_on} {self.quiet}"

    def _name(self, at: Place) -> str:
        if self.ruleset == "international":
            return str(self.cells.index(at) + 1)
        return f"{'abcdefgh'[at[0]]}{at[1] + 1}"

    def _moves(self) -> dict[str, tuple[Place, Place, Place | None]]:
        """All moves of the seat to move, by text: from where, to where, and what is taken."""
        own = [at for at, piece in self.board.items() if piece.lower() == "wb"[self.seat]]
        runs = [
            (source, run)
            for source in ([self.jumper] if self.jumper else own)
            for run in self._runs(source, self.board[source], self.gone)
        ]
        if self.ruleset != "russian":
            most = max((len(run) for _, run in runs), default=0)
            runs = [(source, run) for source, run in runs if len(run) == most]
        found: dict[str, tuple[Place, Place, Place | None]] = {}
        for source, ((target, prey), *_) in runs:
            found[f"{self._name(source)}x{self._name(target)}"] = source, target, prey
        if found:
            return found
        for source in own:
            up = 1 if self.seat == 0 else -1
            for way in WAYS if self.board[source].isupper() else [(-1, up), (1, up)]:
                for target in self._line(source, way):
                    if target in self.board:
                        break
                    found[f"{self._name(source)}-{self._name(target)}"] = source, target, None
                    if self.board[source].islower():
                        break
        return found

    def _runs(
        self, source: Place, piece: str, gone: set[Place]
    ) -> Iterator[list[tuple[Place, Place]]]:
        """All whole runs of captures of a piece that stands here: where it lands, and what it takes
        at each.
        """
        for target, prey in self._captures(source, piece, gone):
            last = target[1] == (self.side - 1 if self.seat == 0 else 0)
            becomes = piece.upper() if last and self.ruleset == "russian" else piece
            more = self._runs_from(source, target, becomes, gone | {prey})
            for run in more or [[]]:
                yield [(target, prey), *run]

    def _runs_from(
        self, source: Place, target: Place, piece: str, gone: set[Place]
    ) -> list[list[tuple[Place, Place]]]:
        moved = self.board.pop(source)
        self.board[target] = piece
        found = list(self._runs(target, piece, gone))
        del self.board[target]
        self.board[source] = moved
        return found

    def _captures(
        self, source: Place, piece: str, gone: set[Place]
    ) -> Iterator[tuple[Place, Place]]:
        """Where this piece lands, and what it takes. A king in the Russian game lands where it can
        take more, if it can, of the cells behind the same piece.
        """
        for way in WAYS:
            line = self._line(source, way)
            if piece.islower():
                line = line[:2]
            landings: list[Place] = []
            prey = None
            for number, at in enumerate(line):
                if at not in self.board:
                    if prey:
                        landings.append(at)
                    elif piece.islower():
                        break
                elif prey or self.board[at].lower() == piece.lower() or at in gone:
                    break
                else:
                    prey = at
                    if piece.islower() and number:
                        break
            if self.ruleset == "russian" and len(landings) > 1 and prey:
                good = [at for at in landings if self._goes_on(source, at, piece, gone | {prey})]
                landings = good or landings
            for at in landings:
                assert prey is not None
                yield at, prey

    def _goes_on(self, source: Place, target: Place, piece: str, gone: set[Place]) -> bool:
        return bool(self._runs_from(source, target, piece, gone))

    def _line(self, source: Place, way: Place) -> list[Place]:
        found: list[Place] = []
        column, row = source
        while True:
            column, row = column + way[0], row + way[1]
            if not (0 <= column < self.side and 0 <= row < self.side):
                return found
            found.append((column, row))
