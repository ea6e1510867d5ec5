"""Our own studies as JSON: one, a list of them, or one a line.

An object has the fields of a study as the server takes it (game, ruleset, seats, position, title,
positions), and here also what a study does not say: `players`, `headers`, `result`, and beside
positions `before`, `nags`, `clock`, `elapsed`, `evaluation` and `properties`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludarium.analysis.study import DrawnMark, StudyPosition, check_marks, clean, reached
from ludarium.errors import LudariumError
from ludarium.formats.file_game import FileGame, GameNode, Result
from ludarium.formats.game_tree import MOST_NODES, FileFault, Remark
from ludarium.formats.resolving import shown
from ludarium.formats.source import Source
from ludarium.play.position import Position, parse, start

__all__ = ["game_of_positions", "game_of_study", "read_studies", "written_study"]

LONGEST = 1 << 25  # characters of a study
LARGEST = 1e15  # number
LONGEST_NUMBER = 20  # characters
DEEPEST = 32  # brackets within each other
SIGNS = re.compile(r'["{}\[\]]')
COLOURS = ("green", "red", "blue", "yellow")
BESIDE = ("before", "nags", "clock", "elapsed", "evaluation", "properties")


class BrokenError(Exception):
    """A fault of the syntax, with its place."""


class Objects:
    """The JSON objects of a file, each as text with its line and column."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._line, self._column = 1, 1
        self._depth = 0
        self._listed = False
        self._in_string = self._escaped = False
        self._parts: list[str] = []
        self._size, self._place = 0, (1, 1)

    def read(self) -> Iterator[tuple[str, int, int] | FileFault]:
        """Each object; a fault ends the file."""
        try:
            for piece in self._source.pieces():
                yield from self._piece(piece)
                if piece.endswith("\n"):
                    self._line, self._column = self._line + 1, 1
                else:
                    self._column += len(piece)
            if self._depth:
                raise BrokenError("a study without its end: expected }", self._place)
        except BrokenError as error:
            told, (line, column) = error.args
            yield FileFault(told, self._source.name, line, column)

    def _piece(self, piece: str) -> Iterator[tuple[str, int, int]]:
        """The objects that end in a piece. Raises BrokenError."""
        at = begin = 0
        while at < len(piece):
            if self._in_string:
                at, self._in_string, self._escaped = string_end(piece, at, escaped=self._escaped)
                continue
            found = SIGNS.search(piece, at)
            end = found.start() if found else len(piece)
            if not self._depth and (other := piece[at:end].strip(", \t\r\n\ufeff")):
                told = f"{shown(other)}: expected a study, as a JSON object"
                raise BrokenError(told, (self._line, self._column + at))
            if not found:
                break
            at = found.end()
            if not self._depth:
                if self._outside(found[0], found.start()):
                    continue
                begin = found.start()
            self._inside(found[0], found.start())
            if not self._depth and not self._in_string:
                yield "".join((*self._parts, piece[begin:at])), *self._place
                self._parts, self._size, begin = [], 0, at
        if self._depth:
            self._parts.append(piece[begin:])
            self._size += len(piece) - begin
            if self._size > LONGEST:
                told = f"a study of more than {LONGEST:,} characters: expected its end before"
                raise BrokenError(told, self._place)

    def _outside(self, sign: str, at: int) -> bool:
        """Read a sign between objects; returns whether it is of the list that they are in."""
        if sign == "[" and not self._listed:
            self._listed = True
            return True
        if sign == "]" and self._listed:
            return True
        place = (self._line, self._column + at)
        if sign != "{":
            raise BrokenError(f"{sign!r}: expected a study, as a JSON object", place)
        self._place = place
        return False

    def _inside(self, sign: str, at: int) -> None:
        """Read a sign of an object."""
        if sign == '"':
            self._in_string = True
        else:
            self._depth += 1 if sign in "{[" else -1
        if self._depth > DEEPEST:
            told = f"more than {DEEPEST} brackets within each other: expected a study"
            raise BrokenError(told, (self._line, self._column + at))


def string_end(piece: str, at: int, *, escaped: bool) -> tuple[int, bool, bool]:
    """The place where a string of JSON ends in a piece; whether it goes on, and with an escape."""
    while at < len(piece):
        sign = piece[at]
        at += 1
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = True
        elif sign == '"':
            return at, False, False
        else:
            quote, slash = piece.find('"', at), piece.find("\\", at)
            at = min(found if found >= 0 else len(piece) for found in (quote, slash))
    return at, True, escaped


def read_studies(source: Source) -> Iterator[FileGame | FileFault]:
    """The games of a file of studies, and what is wrong with others. Raises FileError."""
    number = 0
    for found in Objects(source).read():
        number += 1
        if isinstance(found, FileFault):
            yield found
            continue
        text, line, column = found
        try:
            game = game_of_study(json.loads(text, parse_int=whole), source.most_moves)
        except json.JSONDecodeError as error:
            place = (
                line + error.lineno - 1,
                error.colno if error.lineno > 1 else column + error.pos,
            )
            yield FileFault(f"no JSON: {error.msg}", source.name, *place, number)
            continue
        except (ValueError, RecursionError) as error:
            yield FileFault(str(error), source.name, line, column, number)
            continue
        game.number, game.line = number, line
        yield game


def whole(text: str) -> int:
    """The number of this text. Raises LudariumError where it is longer than any that is meant."""
    if len(text) > LONGEST_NUMBER:
        raise LudariumError(f"a number of {len(text):,} digits: expected at most {LONGEST_NUMBER}")
    return int(text)


def game_of_study(fields: dict[str, Any], most_moves: int = MOST_NODES) -> FileGame:
    """The game of a study as plain data. Raises LudariumError."""
    name, positions = fields.get("game"), fields.get("positions")
    if not isinstance(name, str) or not isinstance(positions, list):
        raise LudariumError("expected a study: an object with game and positions")
    if not 1 <= len(positions) <= most_moves + 1:
        raise LudariumError(f"{len(positions)} positions: expected 1 to {most_moves + 1}")
    ruleset, seats, text = (fields.get(key) for key in ("ruleset", "seats", "position"))
    first = start(name, typed(ruleset, str, "ruleset"), typed(seats, int, "seats"))
    if text:
        told = str(text)
        whole = told.split("/", maxsplit=1)[0].split()[0:1] == [name]
        first = parse(told if whole else f"{name}/{first.ruleset.name} {told}")
    players = fields.get("players") or [""] * first.seats
    if not isinstance(players, list) or len(players) != first.seats:
        raise LudariumError(f"players: expected {first.seats} names")
    game = FileGame(first, [], tuple(map(str, players)))
    headers = fields.get("headers") or {}
    game.headers = {str(key): str(value) for key, value in typed(headers, dict, "headers").items()}
    if (title := fields.get("title")) and str(title) != game.title:
        game.headers.setdefault("Event", str(title))
    game.properties = properties_of(fields.get("properties"))
    result = typed(fields.get("result") or {}, dict, "result")
    returns = result.get("returns")
    if returns is not None:
        if not isinstance(returns, list) or len(returns) != first.seats:
            raise LudariumError(f"result: expected the returns of {first.seats} seats")
        returns = tuple(number_of(one, "result") for one in returns)
    game.result = Result(returns, str(result.get("reason", "")), str(result.get("text", "")))
    add_positions(game, positions)
    return game


def game_of_positions(
    title: str, first: Position, positions: Sequence[StudyPosition], check: Callable[[], None]
) -> FileGame:
    """The game of a study's positions. check: called between moves, to stop what takes too long.

    Raises StudyError, and LudariumError for a move that is not legal.
    """
    sites = {site.id for site in first.view.sites}
    game = FileGame(first, [], ("",) * first.seats, {"Event": title} if title else {})
    ways = zip(positions, reached(first, positions, check), strict=True)
    for number, (given, (before, here)) in enumerate(ways):
        check_marks(given.marks, sites)
        remark = Remark(clean(given.comment), marks=list(given.marks)) or None
        if before is None or here.joint is None:
            game.nodes.append(GameNode(-1, -1, here.state, remark))
            continue
        after = number - 1 if given.after is None else given.after
        game.nodes.append(GameNode(after, here.joint, here.state, remark))
    return game


def add_positions(game: FileGame, positions: list[Any]) -> None:
    """Play the positions of a study. Raises LudariumError."""
    for number, fields in enumerate(positions):
        if not isinstance(fields, dict):
            raise LudariumError(f"position {number}: expected an object")
        after = fields.get("after")
        after = number - 1 if after is None else typed(after, int, "after")
        if not -1 <= after < number or (after < 0) != (number == 0):
            raise LudariumError(f"position {number} follows {after}, which is not before it")
        if number == 0:
            node = GameNode(-1, -1, game.first.state)
        else:
            before = Position(game.game, game.ruleset, game.nodes[after].state)
            try:
                played = before.play(str(fields.get("move", "")))
            except LudariumError as error:
                raise LudariumError(f"position {number}: {error}") from None
            assert played.joint is not None
            node = GameNode(after, played.joint, played.state)
        node.remark = remark_of(fields)
        game.nodes.append(node)


def remark_of(fields: dict[str, Any]) -> Remark | None:
    """The remark that a study has beside a position. Raises LudariumError."""
    marks = []
    for mark in typed(fields.get("marks") or [], list, "marks"):
        told = typed(mark, dict, "a mark")
        colour = told.get("colour", "green")
        if colour not in COLOURS or not isinstance(told.get("start"), str):
            raise LudariumError(f"a mark {mark!r}: expected start, and a colour of {COLOURS}")
        end = told.get("end")
        marks.append(DrawnMark(told["start"], None if end is None else str(end), colour))
    remark = Remark(
        str(fields.get("comment", "")),
        str(fields.get("before", "")),
        [int(number_of(nag, "nags")) for nag in typed(fields.get("nags") or [], list, "nags")],
        seconds_of(fields.get("clock"), "clock"),
        seconds_of(fields.get("elapsed"), "elapsed"),
        str(fields.get("evaluation", "")),
        marks,
        properties_of(fields.get("properties")),
    )
    return remark if remark else None


def seconds_of(value: Any, name: str) -> float | None:
    return None if value is None else number_of(value, name)


def number_of(value: Any, name: str) -> float:
    """The value as a number. Raises LudariumError."""
    sound = isinstance(value, int | float) and not isinstance(value, bool)
    if not sound or not abs(value) <= LARGEST:  # so that neither inf nor nan is one
        raise LudariumError(f"{name}: {shown(str(value))}, expected a number")
    return float(value)


def properties_of(value: Any) -> dict[str, list[str]]:
    told = typed(value or {}, dict, "properties")
    return {
        str(key): [str(one) for one in typed(values, list, key)] for key, values in told.items()
    }


def typed(value: Any, kind: type, name: str) -> Any:
    """The value, of this type or None. Raises LudariumError."""
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise LudariumError(f"{name}: {value!r}, expected {kind.__name__}")
    return value


def written_study(game: FileGame) -> str:
    """The game as one line of JSON, without the moves after its end, which could not be read."""
    kept = (place for place, node in enumerate(game.nodes) if not node.beyond)
    numbers = {place: number for number, place in enumerate(kept)}
    whole = start(game.game, game.ruleset.name, game.first.seats)
    result = game.result
    told: dict[str, Any] = {
        "game": game.game.name,
        "ruleset": game.ruleset.name,
        "seats": game.first.seats,
        "position": "" if game.first == whole else game.first.text,
        "title": game.title,
        "players": list(game.players) if any(game.players) else None,
        "headers": game.headers,
        "properties": game.properties,
        "result": {
            "returns": None if result.returns is None else list(result.returns),
            "reason": result.reason,
            "text": result.text,
        }
        if result != Result()
        else None,
        "positions": [position_fields(game, place, numbers) for place in numbers],
    }
    always = ("position", "title", "positions")
    return json.dumps(
        {key: value for key, value in told.items() if value or key in always}, ensure_ascii=False
    )


def position_fields(game: FileGame, place: int, numbers: dict[int, int]) -> dict[str, Any]:
    """A position as plain data, without what is empty. numbers: of the places that are written."""
    after = numbers.get(game.nodes[place].after)
    node = game.nodes[place]
    remark = node.remark or Remark()
    fields: dict[str, Any] = {
        "move": game.move_text(place) if place else "",
        "after": None if after == numbers[place] - 1 else after,
        "comment": remark.comment,
        "marks": [
            {
                key: value
                for key, value in zip(("start", "end", "colour"), told, strict=True)
                if value
            }
            for told in ((mark.start, mark.end, mark.colour) for mark in remark.marks)
        ],
        **{name: getattr(remark, name) for name in BESIDE},
    }
    return {
        key: value
        for key, value in fields.items()
        if value is not None and value not in ("", [], {})
    }
