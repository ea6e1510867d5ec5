"""Turns of games of counters on lines in the language of Ludii's game descriptions.

Variables of a description: `Run` is the point of the counter in a run of captures, or -1, and
`Left` the point from which it came; `Owed` is 1 after a turn that captured nothing; `Turned1` and
`Turned2` are 1 where a side's forward direction is turned round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludarium.ludii.ludemes import all_of, sites
from ludarium.rules.counters.parts import Parts

__all__ = ["PLAYERS", "Turns"]

PLAYERS = ("P1", "P2")
NO_RUN = '(= (var "Run") -1)'
RUN_ENDS = '(set Var "Run" -1)'


class Turns(NamedTuple):
    """The turns of a ruleset."""

    parts: Parts
    rows: Sequence[Sequence[int]]
    """The points of each row, from the bottom."""
    hands: tuple[int, int]
    """Counters that each seat places."""
    stacks: bool
    """True if counters stand on each other; then the top ones move."""

    @property
    def has_kings(self) -> bool:
        """True if counters of any side are promoted."""
        return any(side.promotes for side in self.parts.sides)

    @property
    def _captures(self) -> list[tuple[str, str]]:
        """Kinds of pieces, and the definitions of their captures."""
        approach = self.parts.approach
        able = any(side.step if approach else side.capture for side in self.parts.sides)
        return [("Counter", "Hop")] * able + [("DoubleCounter", "KingHop")] * self.has_kings

    @property
    def _steps(self) -> list[tuple[str, str]]:
        """Kinds of pieces, and the definitions of their steps."""
        able = any(side.step for side in self.parts.sides)
        return [("Counter", "Step")] * able + [("DoubleCounter", "KingStep")] * self.has_kings

    @property
    def _huffing(self) -> bool:
        return self.parts.huffing and bool(self._captures)

    @property
    def defines(self) -> Iterator[str]:
        """Definitions that stand before the game."""
        if self.has_kings:
            far = [sites(self.rows[-1]), sites(self.rows[0])]
            cases = [
                f"(and (is Mover {player}) (is In #1 {row}))"
                for player, row, side in zip(PLAYERS, far, self.parts.sides, strict=True)
                if side.promotes
            ]
            condition = cases[0] if len(cases) == 1 else f"(or {' '.join(cases)})"
            yield f'(define "Promote" (if {condition} (promote #1 (piece "DoubleCounter") Mover)))'
        if self._huffing:
            yield (
                '(define "Huff" (move Select (from #1 if:(is Occupied (from))) '
                '(then (and {(remove (last To)) (set Var "Owed" 0) (moveAgain)}))))'
            )

    @property
    def play(self) -> str:
        """The moves that a player may make."""
        turn = self._placing(self._moving())
        if toggles := self._toggles():
            # a pass has no consequences of its own where nothing else can be done
            turn = f"(do (if (was Pass) {toggles}) next:{self._turning(turn)})"
        if self._huffing:
            turn = self._after_huffing(turn)
        if self.parts.continues and self._captures:
            return f"(if {NO_RUN} {turn} {self._run()})"
        return turn

    def _moving(self) -> str:
        """All steps and captures."""
        steps = [
            self._each(piece, f'("{step}" {_then(self._step_done())})')
            for piece, step in self._steps
        ]
        hops = [
            self._each(piece, f'("{hop}" (from) {_then(self._captured(hop))})')
            for piece, hop in self._captures
        ]
        if self.parts.compulsory and hops and steps:
            return f"(priority {{{_any(hops)} {_any(steps)}}})"
        return _any([*hops, *steps])

    def _each(self, piece: str, moves: str) -> str:
        """The moves of each such piece of the player to move."""
        return f'(forEach Piece "{piece}" {moves}{" top:True" if self.stacks else ""})'

    def _promoted(self) -> list[str]:
        return ['("Promote" (last To))'] if self.has_kings else []

    def _step_done(self) -> list[str]:
        """The consequences of a step."""
        return ['(set Var "Owed" 1)'] * self._huffing + self._promoted()

    def _captured(self, hop: str) -> list[str]:
        """The consequences of a capture."""
        owed = ['(set Var "Owed" 0)'] * self._huffing
        if not self.parts.continues:
            return owed + self._promoted()
        left = ['(set Var "Left" (last From))'] * self.parts.approach
        on = all_of([*left, '(set Var "Run" (last To))', "(moveAgain)"])
        fresh = self._fresh("(last From)", "(last To)")
        again = f'("{hop}" (from (last To)) {f"~ {fresh}" if fresh else ""})'
        ended = all_of([RUN_ENDS, *self._promoted()])
        return [*owed, f"(if (can Move {again}) {on} {ended})"]

    def _fresh(self, left: str, here: str) -> str:
        """The further condition of a capture that goes on: by approach it goes only to points where
        the counter was not in this turn, and not in the direction of its last step.
        """
        if not self.parts.approach:
            return ""
        straight = f"(ahead {here} (directions Vertex from:{left} to:{here}))"
        return f"(and (not (is Visited (to))) (!= (to) {straight}))"

    def _placing(self, moving: str) -> str:
        """The placing of counters, while a player has some in hand."""
        held = [player for player, hand in zip(PLAYERS, self.hands, strict=True) if hand]
        if not held:
            return moving
        owner = "Mover" if len(held) == len(PLAYERS) else held[0]
        holds = f'("HandOccupied" {owner})'
        if owner != "Mover":
            holds = f"(and (is Mover {owner}) {holds})"
        condition = ' if:("Open" (to))' if self.parts.closing else ""
        then = _then(['(set Var "Owed" 0)'] * self._huffing)
        return (
            f"(if {holds} (move (from (handSite {owner})) (to (sites Empty){condition}) {then}) "
            f"{moving})"
        )

    def _after_huffing(self, turn: str) -> str:
        """A turn before which a counter may be removed that could have captured and did not."""
        could = "(sites Pending)"
        moved = f"(and (is In (last From) {could}) (is In (last From) (sites Empty)))"
        huffs = f'(or (if {moved} ("Huff" (last To))) ("Huff" {could}))'
        can = _any([self._each(piece, f'("{hop}" (from))') for piece, hop in self._captures])
        return (
            f'(or (if (= (var "Owed") 1) {huffs}) '
            f"(do (set Pending (sites From {can})) next:{turn}))"
        )

    def _run(self) -> str:
        """The moves that a player may make in a run of captures."""
        fresh = self._fresh('(var "Left")', '(var "Run")')
        hops = {
            hop: f'("{hop}" (from (var "Run")) {_then(self._captured(hop))} {fresh})'
            for _, hop in self._captures
        }
        moves = hops.get("Hop", "")
        if self.has_kings:
            king = '(is In (var "Run") (sites Occupied by:Mover component:"DoubleCounter"))'
            moves = f"(if {king} {hops['KingHop']} {moves})"
        moves = self._turning(moves)
        if self.parts.compulsory and not self.parts.stopping:
            return moves
        promoted = ['("Promote" (var "Run"))'] if self.has_kings else []
        return f"(or {moves} (move Pass {_then([*promoted, RUN_ENDS])}))"

    def _turning(self, moves: str) -> str:
        """The moves, after which the forward direction of a side may turn round."""
        toggles = self._toggles()
        return f"(or {{{moves}}} (then {toggles}))" if toggles else moves

    def _toggles(self) -> str:
        """Turns round the forward direction of each side that cannot step forward."""
        toggles = []
        for number, side in enumerate(self.parts.sides, 1):
            turned = f'"Turned{number}"'
            ahead = f'(can Move (forEach Piece ("Ahead{number}") P{number}))'
            some = f"(not (no Pieces P{number} in:(sites Board)))"
            if side.turning:
                toggles.append(
                    f"(if {all_of([NO_RUN, some, f'(not {ahead})'])} "
                    f"(set Var {turned} (if (= (var {turned}) 1) 0 1)))"
                )
        return all_of(toggles) if toggles else ""


def _any(moves: Sequence[str]) -> str:
    """All of these moves."""
    return moves[0] if len(moves) == 1 else f"(or {{{' '.join(moves)}}})" if moves else ""


def _then(actions: Sequence[str]) -> str:
    """The consequences of a move."""
    return f"(then {all_of(actions)})" if actions else ""
