"""A game read from a file, with its moves played: it gives a record, a study, or another file."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, NamedTuple

from ludarium.analysis.study import (
    LONGEST_COMMENT,
    MOST_MARKS,
    MOST_POSITIONS,
    StudyPosition,
    clean,
    to_json,
)
from ludarium.errors import RecordError
from ludarium.formats.game_tree import Remark, main_line
from ludarium.formats.source import FileError
from ludarium.play.position import Position, start
from ludarium.play.record import Record
from ludarium.rules import generic
from ludarium.rules.game import Game, Ruleset

__all__ = ["FileGame", "FileStudy", "GameNode", "Result", "seat_after"]

LONGEST_TITLE = 100  # characters


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """The end of a game as its file tells it."""

    returns: tuple[float, ...] | None = None
    """Return of each seat; None where the file does not tell."""
    reason: str = ""
    """resignation, agreement, time, abandoned or forfeit, where the file tells."""
    text: str = ""
    """The result as the file has it."""


@dataclasses.dataclass(slots=True)
class GameNode:
    """A position of the game, and the move that led to it."""

    after: int
    """The place of the position before it; -1 for the first."""
    joint: int
    """The joint action that led here; -1 for the first."""
    state: Any
    remark: Remark | None = None
    beyond: bool = False
    """True if the game was over before this move."""


def seat_after(nodes: Sequence[GameNode], place: int, seats: int) -> int:
    """The seat that would move in a position where the game is over: the next one in turn."""
    passed = 0
    while place > 0:
        place, passed = nodes[place].after, passed + 1
        moving = int(generic.movers(nodes[place].state))
        if moving:
            return (moving.bit_length() - 1 + passed) % seats
    return passed % seats


class FileStudy(NamedTuple):
    """A game as a study."""

    title: str
    first: Position
    positions: list[StudyPosition]
    cut: tuple[str, ...]
    """Parts of the game that a study has no room for, each in a few words."""

    def to_json(self) -> dict[str, Any]:
        """The study as plain data, as the server takes it."""
        whole = start(self.first.game, self.first.ruleset.name, self.first.seats)
        return {
            "game": self.first.game.name,
            "ruleset": self.first.ruleset.name,
            "seats": self.first.seats,
            "position": "" if self.first == whole else self.first.text,
            "title": self.title,
            "positions": to_json(self.positions),
        }


@dataclasses.dataclass
class FileGame:
    """A game from a file."""

    first: Position
    nodes: list[GameNode]
    """The positions, each after an earlier one; of those after the same one, the first is the main
    line."""
    players: tuple[str, ...]
    """Name of the player at each seat; empty where it is not told."""
    headers: dict[str, str] = dataclasses.field(default_factory=dict)
    """All else that the file tells, by the names that PGN has: Event, Site, Date, ..."""
    result: Result = Result()
    properties: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    """Properties of SGF of the whole game that are kept as they are."""
    notes: list[str] = dataclasses.field(default_factory=list)
    """Parts that were not taken as the file has it, each in a few words."""
    number: int = 1
    """The number of the game in its file."""
    line: int | None = None
    """The line where it begins in its file."""
    original: Record | None = None
    """The record that it was read from."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.first.game

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        return self.first.ruleset

    @property
    def title(self) -> str:
        """The event, or else the players."""
        told = self.headers.get("Event", "")
        players = [name for name in self.players if name not in ("", "?")]
        named = " - ".join(players)
        if told in ("", "?", "-"):
            return named[:LONGEST_TITLE]
        return (f"{told}: {named}" if named else told)[:LONGEST_TITLE]

    def main_line(self) -> list[int]:
        """The places of the nodes of the main line, the first one included."""
        return main_line(self.nodes)

    def position(self, place: int) -> Position:
        """The position of a node, without its history."""
        return Position(self.game, self.ruleset, self.nodes[place].state)

    def move_text(self, place: int) -> str:
        """The move that led to a node, as the game writes it."""
        node = self.nodes[place]
        before = self.nodes[node.after].state
        if not generic.action_bits(before):
            moving = int(generic.movers(before))
            seat = moving.bit_length() - 1 if moving else self.seat_after(node.after)
            return self.game.action_text(before, seat, node.joint)
        return self.position(node.after).joint_text(node.joint)

    def seat_after(self, place: int) -> int:
        """The seat that moves in a position where the game is over, by who moved before."""
        return seat_after(self.nodes, place, self.first.seats)

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The players, or the seats' names of those that are not told."""
        names = self.game.seat_names
        return tuple(name or str(names[seat]) for seat, name in enumerate(self.players))

    def record(self) -> Record:
        """The main line as a record, up to where the game is over here.

        What a record cannot say is left out; `lost_in` tells it. Raises FileError where the file's
        result is none of this game.
        """
        if self.original is not None:
            return self.original
        line = self.main_line()[1:]
        for options in ({"repetition": self.game.repetition}, {"repetition": None}):
            # a game that went on past a third repetition, or a dead position, is whole without it
            for edition in ({}, {"edition": 2}):
                record = Record(self.first, self.seat_names, **options, **edition)  # type: ignore[arg-type]
                if self._played(record, line) == len(line):
                    break
            else:
                continue
            break
        if not record.over and self.result.returns is not None:
            reason = self.result.reason or self._usual_reason()
            try:
                record.end(reason, self.result.returns)
            except RecordError as error:
                raise FileError(f"the result {self.result.text!r}: {error}") from None
        return record

    def _usual_reason(self) -> str:
        assert self.result.returns is not None
        return "resignation" if self.game.winners(self.result.returns) else "agreement"

    def _played(self, record: Record, line: Sequence[int]) -> int:
        """Play the moves in a record as far as it takes them; returns how many."""
        met = {generic.repetition_state(self.first.state)}
        for count, place in enumerate(line):
            node = self.nodes[place]
            if node.beyond or record.over:
                return count
            if self.game.superko:
                key = generic.repetition_state(node.state)
                if key in met:
                    return count
                met.add(key)
            record.play_joint(node.joint, node.remark.elapsed if node.remark else None)
        return len(line)

    def study(self) -> FileStudy:
        """The game as a study: with variations, comments and marks.

        A comment that is too long is cut, which `FileStudy.cut` tells. Raises FileError where it
        has more positions than a study may have.
        """
        kept = [place for place, node in enumerate(self.nodes) if not node.beyond]
        if len(kept) > MOST_POSITIONS:
            raise FileError(
                f"a game of {len(kept)} positions: expected at most {MOST_POSITIONS} in a study"
            )
        counts = {"comment shortened": 0, "mark left out": 0, "move after the end left out": 0}
        counts["move after the end left out"] = len(self.nodes) - len(kept)
        places = {place: number for number, place in enumerate(kept)}
        sites = {site.id for site in self.first.view.sites}
        positions = []
        for number, place in enumerate(kept):
            node = self.nodes[place]
            remark = node.remark or Remark()
            comment = "\n".join(filter(None, (remark.before, remark.comment)))
            marks = tuple(
                mark for mark in remark.marks if {mark.start, mark.end} - {None} <= sites
            )[:MOST_MARKS]
            counts["comment shortened"] += len(comment) > LONGEST_COMMENT
            counts["mark left out"] += len(remark.marks) - len(marks)
            after = places.get(node.after)
            positions.append(
                StudyPosition(
                    self.move_text(place) if place else "",
                    None if after in (None, number - 1) else after,
                    clean(comment),
                    marks,
                )
            )
        cut = tuple(
            f"{count} {what.replace(' ', 's ', 1) if count > 1 else what}"
            for what, count in counts.items()
            if count
        )
        return FileStudy(clean(self.title), self.first, positions, cut)
