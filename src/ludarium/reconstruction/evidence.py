"""Evidence of a half-known game, read from a TOML file."""

from __future__ import annotations

import dataclasses
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludarium import catalogue
from ludarium.errors import LudariumError, PositionError, RulesetError, choice_of
from ludarium.reconstruction.aspects import (
    ASPECTS,
    answers_of,
    check_answer,
    parts_of_answers,
)
from ludarium.reconstruction.family import counters_of, setting_of
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.neighbour_table.backend import backend_of
from ludarium.rules.counters.parts import Parts, parts_of
from ludarium.rules.counters.position import first_state
from ludarium.rules.counters.setup import CounterRules, Setup
from ludarium.rules.provenance import Provenance

__all__ = ["Evidence", "EvidenceError", "evidence_of", "read_evidence"]

MOST_BYTES = 100_000
FIELDS = {
    "": ("title", "place", "latitude", "longitude", "period", "source", "itself", "unknown"),
    "board": ("drawing", "start", "hands", "stacks", "goal"),
    "known": tuple(ASPECTS),
}
"""The fields of each table of the file; those of `rulesets` are names of one's own."""


class EvidenceError(LudariumError):
    """A file of evidence that is not one, or contradicts itself; the message names the line."""


@dataclasses.dataclass(frozen=True)
class Evidence:
    """The evidence of a half-known game."""

    title: str
    place: Provenance
    itself: tuple[str, ...]
    """Names of games of the catalogue that are this game, and so are no neighbours."""
    board: DrawnBoard
    setup: Setup
    known: Mapping[str, str]
    """Answers, by aspect."""
    unknown: tuple[str, ...]
    """The aspects whose answers are to be found."""
    setting: Mapping[str, str]
    """The properties of the setup: see `ludarium.reconstruction.family.setting_of`."""
    rulesets: Mapping[str, Parts]
    """Published reconstructions, by name, that candidates are compared with."""


def read_evidence(path: Path) -> Evidence:
    """The evidence of a file. Raises EvidenceError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise EvidenceError(f"{path}: expected a file of at most {MOST_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise EvidenceError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise EvidenceError(f"{path}: expected text in UTF-8") from error
    return evidence_of(text, str(path))


def evidence_of(text: str, name: str = "evidence") -> Evidence:
    """The evidence of a text in TOML; name: what messages call the file. Raises EvidenceError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)", str(error))
        line = int(place[1]) if place and place[1] else len(text.splitlines())
        what = re.sub(r" \(at .*\)$", "", str(error))
        raise EvidenceError(f"{name}, line {line}: {what}") from error
    return _Reader(text, name, data).evidence()


class _Reader:
    """Reads one file; every fault names the line of the field that it is in."""

    def __init__(self, text: str, name: str, data: dict[str, Any]) -> None:
        self.lines, self.name, self.data = text.splitlines(), name, data

    def fault(self, what: str, table: str, field: str = "") -> EvidenceError:
        return EvidenceError(f"{self.name}, line {self.line_of(table, field)}: {what}")

    def line_of(self, table: str, field: str) -> int:
        """The line of this field of this table, or of the table, or the last one."""
        now, last = "", len(self.lines)
        for number, line in enumerate(self.lines, 1):
            header = re.match(r"\s*\[([^\[\]]+)\]", line)
            if header:
                now = header[1].strip()
                last = number if now == (table or field) and not (table and field) else last
            elif now == table and re.match(rf'\s*"?{re.escape(field)}"?\s*=', line) and field:
                return number
        return last

    def evidence(self) -> Evidence:
        self.check_fields()
        board, setup = self.board()
        known = self.known()
        unknown = self.texts("unknown")
        for number, one in enumerate(unknown):
            if one not in ASPECTS:
                what = choice_of("question about a ruleset", one, ASPECTS)
                raise self.fault(what, "", "unknown")
            if one in known:
                what = f"{one!r} is unknown, and is known in line {self.line_of('known', one)}"
                raise self.fault(f"{what}: expected it in one of them", "", "unknown")
            if one in unknown[:number]:
                raise self.fault(f"{one!r} is there twice: expected it once", "", "unknown")
        if not 1 <= len(unknown) <= len(ASPECTS):
            raise self.fault("expected at least one question in `unknown`", "", "unknown")
        place = Provenance(
            place=self.word("", "place"),
            latitude=self.number("latitude", 90),
            longitude=self.number("longitude", 180),
            period=str(self.data.get("period", "")),
            source=str(self.data.get("source", "")),
        )
        return Evidence(
            self.word("", "title"),
            place,
            self.itself(),
            board,
            setup,
            known,
            tuple(unknown),
            setting_of(self.first(board, setup, known)),
            self.rulesets(known),
        )

    def check_fields(self) -> None:
        known = (*FIELDS[""], "board", "known", "rulesets")
        for field in self.data:
            if field not in known:
                raise self.fault(choice_of("field", field, known), "", field)
        for table in ("board", "known", "rulesets"):
            if not isinstance(self.data.get(table, {}), dict):
                raise self.fault(f"expected a table [{table}]", "", table)
            for field in self.data.get(table, {}) if table in FIELDS else ():
                if field not in FIELDS[table]:
                    raise self.fault(choice_of("field", field, FIELDS[table]), table, field)

    def word(self, table: str, field: str) -> str:
        source = self.data.get(table, {}) if table else self.data
        value = source.get(field)
        if not isinstance(value, str) or not value.strip():
            where = f" in [{table}]" if table else ""
            raise self.fault(f"expected a text {field!r}{where}", table, field)
        return value

    def texts(self, field: str) -> list[str]:
        value = self.data.get(field, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.fault(f"expected a list of texts in {field!r}", "", field)
        return value

    def number(self, field: str, most: float) -> float:
        value: Any = self.data.get(field)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not -most <= value <= most:
            raise self.fault(f"expected {field!r}, a number from {-most} to {most}", "", field)
        return float(value)

    def itself(self) -> tuple[str, ...]:
        """Names of games; one that is mistyped would be a neighbour of itself."""
        names = self.texts("itself")
        for name in names:
            if name not in catalogue.names():
                raise self.fault(choice_of("game", name, catalogue.names()), "", "itself")
        return tuple(names)

    def board(self) -> tuple[DrawnBoard, Setup]:
        table = self.data.get("board", {})
        try:
            board = DrawnBoard(self.word("board", "drawing"))
        except ValueError as error:
            if isinstance(error, EvidenceError):
                raise
            raise self.fault(str(error), "board", "drawing") from error
        hands, stacks = table.get("hands", [0, 0]), table.get("stacks", {})
        if not (
            isinstance(hands, list)
            and len(hands) == 2
            and all(isinstance(one, int) and 0 <= one <= 40 for one in hands)
        ):
            raise self.fault("expected two numbers, 0 to 40, in 'hands'", "board", "hands")
        if not isinstance(stacks, dict) or not all(
            point in board.index and isinstance(count, int) and 2 <= count <= 16
            for point, count in stacks.items()
        ):
            what = "expected points of the board with 2 to 16 counters each in 'stacks'"
            raise self.fault(what, "board", "stacks")
        goal = table.get("goal", "")
        if not isinstance(goal, str) or any(one not in board.index for one in goal.split()):
            raise self.fault("expected points of the board in 'goal'", "board", "goal")
        return board, Setup(self.word("board", "start"), (hands[0], hands[1]), stacks, goal)

    def known(self) -> dict[str, str]:
        known = {}
        for field, value in self.data.get("known", {}).items():
            answer = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            try:
                check_answer(field, answer)
            except RulesetError as error:
                raise self.fault(str(error), "known", field) from error
            known[field] = answer
        return known

    def rulesets(self, known: dict[str, str]) -> dict[str, Parts]:
        parts_by_field = {}
        parts = parts_of_answers(known)
        told = answers_of(parts)
        for field, value in self.data.get("rulesets", {}).items():
            try:
                parts_by_field[field] = parts_of(str(value))
            except RulesetError as error:
                raise self.fault(str(error), "rulesets", field) from error
            answers = answers_of(parts_by_field[field])
            for aspect in known:
                if aspect == "ends" and parts_by_field[field].outcomes == parts.outcomes:
                    continue  # in other words, or another order
                if answers[aspect] != told[aspect]:
                    what = (
                        f"{field!r} answers {aspect!r} by {answers[aspect]!r}, and line "
                        f"{self.line_of('known', aspect)} by {told[aspect]!r}: expected the same"
                    )
                    raise self.fault(what, "rulesets", field)
        return parts_by_field

    def first(self, board: DrawnBoard, setup: Setup, known: dict[str, str]) -> Any:
        try:
            rules = CounterRules(setup, parts_of_answers(known))
            state = first_state(board, backend_of(board), rules)
        except PositionError as error:
            raise self.fault(str(error), "board", "start") from error
        if not (state.mine | state.theirs or any(setup.hands)):
            raise self.fault("expected counters (1 and 2) in 'start'", "board", "start")
        for seat, side in enumerate(rules.parts.sides):
            count = counters_of(state)[seat]
            if not count:
                what = f"expected counters of player {seat + 1} in 'start' or 'hands'"
                raise self.fault(what, "board", "start")
            if count < side.loses_below:
                what = (
                    f"a side with fewer than {side.loses_below} counters has lost, "
                    f"and player {seat + 1} begins with {count}: expected at most so many"
                )
                raise self.fault(what, "known", "least")
        return state
