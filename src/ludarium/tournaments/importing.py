"""Import of players from CSV files.

The header row names the columns: `name`, and optionally `rating` and `bot` (an agent
such as `level:3`), in any order; other columns are ignored. The separator is a comma, semicolon or
tab, the encoding UTF-8, UTF-16 or the one given, of those in `encodings`. An error names its row
and column, and then nothing is imported.
"""

from __future__ import annotations

import codecs
import csv
import dataclasses
import io
import math
import re
from collections.abc import Callable, Mapping

from ludarium.personal_names import name_key
from ludarium.phrases import listed, say
from ludarium.spreadsheets import unguarded
from ludarium.tournaments import checks, requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.encodings import TOLD, decoder
from ludarium.tournaments.entries import Entry
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.tournament import Tournament

__all__ = ["Row", "add_all", "read_players"]

COLUMNS = {
    "name": ("name", "player", "jméno", "jmeno", "hráč", "hrac"),
    "rating": ("rating", "elo", "rtg"),
    "bot": ("bot", "agent", "robot"),
}
MOST_ROWS = requests.MOST_PLAYERS + 1000  # some of which may be empty
MOST_TOLD = 8  # columns that are named where none has the names of players
SEPARATORS = ",;\t"
SEPARATOR_LINE = re.compile(r'\s*"?sep=([,;\t|])"?[^\S\r\n]*(?:\r?\n|$)', re.IGNORECASE)
"""The first line by which Excel is told the separator."""
THOUSANDS = re.compile(r"(\d{1,3})((?:,\d{3})+)(\.\d*)?|(\d{1,3})((?:\.\d{3})+)(,\d*)?")
SPACES = re.compile(r"[\s\u00a0\u2009\u202f']+")
"""Signs between groups of digits."""
A_PLAYER = say("a player")
BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """A player of a CSV file."""

    number: int
    """Row number, from 1 with the header."""
    name: str
    rating: float | None
    bot: str | None


def read_players(
    data: bytes, encoding: str | None = None, check: Callable[[], None] = lambda: None
) -> list[Row]:
    """Parse the players of a CSV file. Raises TournamentError, which names row and column.

    check: called for each row; stops by raising.
    """
    lines = list(_lines(_text(data, encoding)))
    if not lines:
        raise _refused(
            say("the file is empty: expected a row with the names of columns, one of them 'name'")
        )
    (_, headings), *rest = lines
    places = _places(headings)
    rows = []
    for number, values in rest:
        check()
        if any(value.strip() for value in values):
            rows.append(_row(number, values, headings, places))
    rows_of: dict[str, int] = {}
    for row in rows:
        first = rows_of.setdefault(name_key(row.name), row.number)
        if first != row.number:
            raise _at(
                row.number,
                "name",
                say("{name} is in row {first} already", name=row.name, first=first),
            )
    return rows


def add_all(tournament: Tournament, actor: Actor, now: float, rows: list[Row]) -> list[Entry]:
    """The entries that add all these players.

    Raises TournamentError, which names the row, if any of them cannot enter.
    """
    entries: list[Entry] = []
    later = tournament
    for row in rows:
        try:
            entry = requests.add(later, actor, now, row.name, rating=row.rating, agent=row.bot)
        except TournamentError as error:
            raise TournamentError(
                error.code, say("row {number}: {reason}", number=row.number, reason=error.message)
            ) from None
        if later is tournament:
            later = tournament.after(entry)
        else:
            later.apply(entry)  # our own copy
        entries.append(entry)
    return entries


def _text(data: bytes, encoding: str | None) -> str:
    named = encoding or next((name for mark, name in BOMS if data.startswith(mark)), "utf-8")
    chosen = decoder(named)
    if chosen is None:
        raise _refused(
            say(
                "there is no encoding {name!r} here: expected one of {names}",
                name=named,
                names=TOLD,
            )
        )
    try:
        return data.decode(chosen).removeprefix("\ufeff")
    except UnicodeError as error:
        at = error.start if isinstance(error, UnicodeDecodeError) else 0
        row = data.count(b"\n", 0, at) + 1
        column = at - (data.rfind(b"\n", 0, at) + 1) + 1
        message = say(
            "row {row}, byte {column}: not {encoding} text; expected UTF-8 or UTF-16, or that "
            "the encoding is named, such as windows-1250",
            row=row,
            column=column,
            encoding=chosen.upper(),
        )
        raise _refused(message) from None


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """Numbered rows; blank ones are skipped."""
    named = SEPARATOR_LINE.match(text)
    skipped = text.count("\n", 0, named.end()) if named else 0
    text = text[named.end() :] if named else text
    first = text.lstrip("\r\n").partition("\n")[0]
    separator = named[1] if named else max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    while True:
        before = reader.line_num + skipped
        try:
            values = list(map(unguarded, next(reader)))
        except StopIteration:
            return rows
        except csv.Error as error:
            raise _refused(say("row {row}: {what}", row=before + 1, what=str(error))) from None
        if values:
            rows.append((before + 1, values))
        if len(rows) > MOST_ROWS:
            raise _refused(say("there are more than {most} rows", most=MOST_ROWS))


def _places(headings: list[str]) -> dict[str, int]:
    """Index of each known column."""
    cleaned = [heading.strip().casefold() for heading in headings]
    places: dict[str, int] = {}
    for column, spellings in COLUMNS.items():
        here = [place for place, heading in enumerate(cleaned) if heading in spellings]
        if len(here) > 1:
            raise _refused(
                say(
                    "row 1: columns {first} and {second} are both {column!r}, by their headings "
                    "{text!r} and {other!r}: expected one",
                    first=here[0] + 1,
                    second=here[1] + 1,
                    column=column,
                    text=headings[here[0]].strip()[:40],
                    other=headings[here[1]].strip()[:40],
                )
            )
        if here:
            places[column] = here[0]
    if "name" not in places:
        told = listed([say("{text!r}", text=one.strip()[:40]) for one in headings[:MOST_TOLD]])
        raise _refused(say("row 1: there is no column 'name', only {found}", found=told))
    return places


def _row(number: int, values: list[str], headings: list[str], places: Mapping[str, int]) -> Row:
    if len(values) > len(headings):
        raise _refused(
            say(
                "row {row}: {n} values for {columns} columns",
                row=number,
                n=len(values),
                columns=len(headings),
            )
        )
    given = {
        column: values[place].strip() if place < len(values) else ""
        for column, place in places.items()
    }
    try:
        name = checks.clean_name(given["name"], A_PLAYER)
    except TournamentError as error:
        raise _at(number, "name", error.message) from None
    return Row(number, name, _rating(number, given.get("rating", "")), given.get("bot") or None)


def _rating(number: int, text: str) -> float | None:
    if not text:
        return None
    plain = SPACES.sub("", text)
    if grouped := THOUSANDS.fullmatch(plain):
        plain = plain.replace("," if grouped[1] else ".", "")
    try:
        rating = float(plain.replace(",", "."))
    except ValueError:
        rating = math.nan
    if not math.isfinite(rating):
        raise _at(number, "rating", say("{text!r} is no rating: expected a number", text=text))
    return rating


def _at(row: int, column: str, what: str) -> TournamentError:
    return _refused(say("row {row}, column {column!r}: {what}", row=row, column=column, what=what))


def _refused(message: str) -> TournamentError:
    return TournamentError("invalid", message)
