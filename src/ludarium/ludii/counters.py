"""The moves of one counter, as definitions in the language of Ludii's game descriptions.

`Step` and `KingStep` take what follows (`then`); `Hop` and `KingHop`, which are captures of any
kind, take from where, what follows, and a further condition of where they end.

Directions are absolute, as points lie in the drawing. Where Ludii is given directions it goes to
points that merely lie across a cell as well, so each such move also says that a line joins the
points (`Around`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ludarium.ludii.ludemes import all_of
from ludarium.rules.counters.parts import Parts, Piece

__all__ = ["Counters"]

WAYS = {"forward": "N NE NW", "sideways": "N NE NW E W", "diagonal": "NE NW"}
SOUTHWARD = str.maketrans("N", "S")
EMPTY = "(is Empty (to))"
ENEMY = "(is Enemy (who at:(between)))"
JOINED = "(is In (to) (sites Around (from)))"


class Counters(NamedTuple):
    """The moves of a ruleset's counters."""

    parts: Parts
    rows: Sequence[Sequence[int]]
    """The points of each row, from the bottom."""

    @property
    def defines(self) -> Iterator[str]:
        """Definitions that stand before the game."""
        if self.parts.closing:
            yield self._open()
        yield from self._defined("Step", self._step)
        yield from self._defined("Hop", self._hop)
        yield from self._defined("KingStep", self._king_step)
        yield from self._defined("KingHop", self._king_hop)
        for seat, piece in enumerate(self.parts.sides):
            if piece.turning:
                yield f'(define "Ahead{seat + 1}" {self._directed("forward", seat, "")})'

    @property
    def row_map(self) -> str:
        """Equipment that says in which row each point is, where rows close. Ludii's own rows are
        not always those of the drawing.
        """
        pairs = [f"(pair {point} {n})" for n, row in enumerate(self.rows) for point in row]
        return f'(map "Row" {{{" ".join(pairs)}}})' if self.parts.closing else ""

    def _defined(self, name: str, body: Callable[[int, Piece], str]) -> Iterator[str]:
        """A definition of what the player to move can do, where any can."""
        first, second = (body(seat, piece) for seat, piece in enumerate(self.parts.sides))
        whole = first
        if first != second:
            player = "P1" if first else "P2"
            whole = f"(if (is Mover {player}) {first} {second})"
        if whole:
            yield f'(define "{name}" {whole})'

    def _open(self) -> str:
        """The condition that a point is in play: no row between it and the edge is closed."""
        here, there = '(mapEntry "Row" #1)', '(mapEntry "Row" (from))'
        occupied = f"(results from:(sites Occupied by:All) to:0 {there})"
        return f'(define "Open" (and (>= {here} (min {occupied})) (<= {here} (max {occupied}))))'

    def _to(self, *conditions: str) -> str:
        """The end of a move."""
        closing = ['("Open" (to))'] if self.parts.closing else []
        return f"(to if:{all_of([EMPTY, *conditions, *closing])})"

    def _ways(self, ways: str, seat: int) -> str:
        """Directions as the seat sees them."""
        if ways == "any":
            return ""
        both = WAYS[ways], WAYS[ways].translate(SOUTHWARD)
        here, back = (f"(directions {{{one}}})" for one in (both[seat], both[1 - seat]))
        if not self.parts.sides[seat].turning:
            return here
        return f'(if (= (var "Turned{seat + 1}") 1) {back} {here})'

    def _directed(self, ways: str, seat: int, then: str) -> str:
        return f"(move Step {self._ways(ways, seat)} {self._to(JOINED)} {then})"

    def _step(self, seat: int, piece: Piece) -> str:
        if piece.step is None:
            return ""
        if piece.step.ways == "any":
            return f"(move Step {self._to()} #1)"
        return self._directed(piece.step.ways, seat, "#1")

    def _hop(self, seat: int, piece: Piece) -> str:
        if self.parts.approach:
            return self._approach(self._ways(piece.step.ways, seat)) if piece.step else ""
        if piece.capture is None:
            return ""
        if self.parts.gap:
            far = "(not (is In (between) (sites Around (from))))"
            return self._over("", f"before:1 if:{all_of([ENEMY, far])}", self._to())
        if piece.capture.ways == "any":
            return self._over("", f"if:{ENEMY}", self._to())
        near = all_of([ENEMY, "(is In (between) (sites Around (from)))"])
        behind = self._to("(is In (to) (sites Around (between)))")
        return self._over(self._ways(piece.capture.ways, seat), f"if:{near}", behind)

    def _king_step(self, seat: int, piece: Piece) -> str:
        match piece.promotes:
            case None:
                return ""
            case "walk":
                return f"(move Step {self._to()} #1)"
        if self.parts.closing:
            return '(move Slide (between if:(and (is Empty (between)) ("Open" (between)))) #1)'
        return "(move Slide #1)"

    def _king_hop(self, seat: int, piece: Piece) -> str:
        if piece.promotes is None:
            return ""
        if self.parts.approach:
            return self._approach("")
        far = max(len(self.rows), *map(len, self.rows))
        reach = {"walk": "", "fly": f"before:{far} after:{far}", "land": f"before:{far}"}
        return self._over("", f"{reach[piece.promotes]} if:{ENEMY}", self._to())

    @staticmethod
    def _over(ways: str, between: str, to: str) -> str:
        """A hop that captures what it goes over."""
        return f"(move Hop #1 {ways} (between {between} (apply (remove (between)))) {to} #2)"

    def _approach(self, ways: str) -> str:
        """A step that captures the line of enemies in front of it, or that behind it."""
        kinds = []
        for at, way, back, ahead in (
            ("(to)", "SameDirection", "(last From)", "(last To)"),
            ("(from)", "OppositeDirection", "(last To)", "(last From)"),
        ):
            first = f"(ahead {at} {way})"
            joined = f"(is In {first} (sites Around {at}))"
            to = self._to(JOINED, f"(is Enemy (who at:{first}))", joined, "#3")
            line = (
                f"(directional (from {ahead}) (directions Vertex from:{back} to:{ahead}) "
                "(to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
            )
            kinds.append(f"(move Step #1 {ways} {to} (then {line}))")
        return f"(or {' '.join(kinds)} #2)"
