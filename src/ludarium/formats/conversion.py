"""Formats by name and suffix; games read from one and written as another.

>>> from ludarium import formats
>>> (game,) = formats.read('[White "Ann"]\\n\\n1. e4 e5 (1... c5) 2. Nf3 *', "pgn")
>>> game.game.name, len(game.nodes), game.players
('chess', 5, ('Ann', ''))
>>> print(formats.written(game, "pgn").splitlines()[-2])
1. e4 e5 (1... c5) 2. Nf3 *
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from ludarium.errors import LudariumError, choice_of
from ludarium.formats import mat, pgn, records, sgf, sgf_writing, studies, wthor, xqf
from ludarium.formats.file_game import FileGame
from ludarium.formats.game_tree import FileFault
from ludarium.formats.resolving import forms_in
from ludarium.formats.source import FileError, Source
from ludarium.rules.game import Game

__all__ = [
    "BY_NAME",
    "FORMATS",
    "Format",
    "convert",
    "format_of",
    "lost_in",
    "read",
    "written",
]

ALL = frozenset(
    (
        *("players", "headers", "variations", "comments", "marks", "signs", "clocks", "times"),
        "evaluations",
    )
)
"""All that a format can say of a game beside its moves and its result."""
TAGS = frozenset(("players", "headers"))
OF_SGF = (ALL | {"properties"}) - {"signs", "times", "evaluations"}


@dataclasses.dataclass(frozen=True, slots=True)
class Format:
    """A format of files of games."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    """The suffixes of files, with their dots; the first is that of files that are written."""
    read: Callable[[Source], Iterator[FileGame | FileFault]]
    """Reads a file, game by game."""
    write: Callable[[FileGame], str | bytes]
    """Writes a game. Raises FileError where it is none of the format."""
    says: frozenset[str]
    """All that it can say beside moves and the result."""
    unsaid: str = ""
    """A sign that no comment has there, and that is written as another."""
    all_games: bool = False
    """True if it can say every game."""
    binary: bool = False
    """True if it is no text."""
    single: bool = False
    """True if a file has one game."""
    begin: str | bytes = ""
    """Text before the first game of a file."""
    between: str | bytes = ""
    """Text between two games."""
    end: str | bytes = ""
    """Text after the last one."""
    finish: Callable[[BinaryIO, int], None] | None = None
    """Completes a written file of so many games."""

    @property
    def games(self) -> tuple[Game, ...] | None:
        """The games that it can say; None: all."""
        return None if self.all_games else tuple(game for game, _ in forms_in(self.name))


FORMATS: dict[str, Format] = {
    one.name: one
    for one in (
        Format("pgn", "PGN", (".pgn",), pgn.read_pgn, pgn.written_pgn, ALL, "}"),
        Format("pdn", "PDN", (".pdn",), pgn.read_pdn, pgn.written_pdn, ALL, "}"),
        Format("sgf", "SGF", (".sgf",), sgf.read_sgf, sgf_writing.written_sgf, OF_SGF),
        Format("mat", "matches of JellyFish", (".mat",), mat.read_mat, mat.written_mat, TAGS),
        Format(
            "wthor",
            "WTHOR",
            (".wtb",),
            wthor.read_wthor,
            wthor.written_wthor,
            frozenset(),
            binary=True,
            begin=wthor.header_of(0),
            finish=wthor.finish_wthor,
        ),
        Format(
            "xqf",
            "XQF",
            (".xqf",),
            xqf.read_xqf,
            xqf.written_xqf,
            TAGS | {"variations", "comments"},
            binary=True,
            single=True,
        ),
        Format(
            "records",
            "records of this program",
            (".jsonl",),
            records.read_records,
            records.written_record,
            frozenset(("players", "times")),
            all_games=True,
        ),
        Format(
            "studies",
            "studies of this program",
            (".json",),
            studies.read_studies,
            studies.written_study,
            ALL | {"properties"},
            all_games=True,
            begin="[\n",
            between=",\n",
            end="\n]\n",
        ),
    )
}
"""The formats by name."""
BY_NAME = {suffix[1:]: one for one in FORMATS.values() for suffix in one.suffixes} | FORMATS
"""The formats by name, and by suffix without its dot."""


def format_of(name: str | None, path: Path | str | None = None) -> Format:
    """The format of this name, or of this suffix without its dot, or of a file with this suffix.
    Raises FileError.
    """
    if name is not None:
        found = BY_NAME.get(name)
        if found is None:
            raise FileError(choice_of("format", name, BY_NAME))
        return found
    suffix = Path(path or "").suffix.lower()
    for one in FORMATS.values():
        if suffix in one.suffixes:
            return one
    known = sorted(itertools.chain.from_iterable(one.suffixes for one in FORMATS.values()))
    told = f"the suffix {suffix!r}" if suffix else "no suffix"
    raise FileError(f"{path}: {told} tells no format: expected one of {', '.join(known)}")


def read(
    content: Source | BinaryIO | TextIO | bytes | str,
    format: str | Format,
    *,
    most_games: int | None = None,
    name: str = "",
) -> Iterator[FileGame | FileFault]:
    """The games of a file or text, one after the other, and what is wrong with others.

    most_games: a further one is a fault, and the last thing that is read. name: of the file, in
    messages. Raises FileError where it cannot be read, or is no text.
    """
    chosen = format if isinstance(format, Format) else format_of(format)
    source = content if isinstance(content, Source) else Source(content, name)
    for count, game in enumerate(chosen.read(source)):
        if most_games is not None and count >= most_games:
            told = f"more than {most_games} games: expected at most so many"
            yield FileFault(told, source.name, game.line, 1, count + 1)
            return
        yield game


def written(game: FileGame, format: str | Format) -> str | bytes:
    """The game in this format. Raises FileError where it is none of the format, or has what the
    format cannot say of its moves.
    """
    chosen = format if isinstance(format, Format) else format_of(format)
    return chosen.write(game)


def lost_in(game: FileGame, format: str | Format) -> dict[str, int]:
    """Count what of the game the format cannot say, by its kind."""
    chosen = format if isinstance(format, Format) else format_of(format)
    counts = dict.fromkeys((*sorted(ALL), "properties"), 0)
    beyond = unsaid = 0
    seen: set[int] = set()
    for node in game.nodes:
        beyond += node.beyond
        counts["variations"] += node.after in seen
        seen.add(node.after)
        if (remark := node.remark) is None:
            continue
        counts["comments"] += bool(remark.comment) + bool(remark.before)
        if chosen.unsaid:
            unsaid += f"{remark.before}{remark.comment}".count(chosen.unsaid)
        counts["marks"] += len(remark.marks)
        counts["signs"] += len(remark.nags)
        counts["clocks"] += remark.clock is not None
        counts["times"] += remark.elapsed is not None
        counts["evaluations"] += bool(remark.evaluation)
        counts["properties"] += len(remark.properties)
    counts["headers"] = sum(1 for name in game.headers if name not in STRUCTURE)
    counts["properties"] += len(game.properties)
    counts["players"] = sum(1 for name in game.players if name not in ("", "?"))
    lost = {what: count for what, count in counts.items() if count and what not in chosen.says}
    if unsaid:
        lost[f"{chosen.unsaid} in comments"] = unsaid
    if beyond and chosen.name in ("records", "studies"):
        lost["moves after the end"] = beyond
    form = game.game.forms.get(chosen.name)
    whole = game.game.start(game.ruleset, game.first.seats)
    if form and game.first.state != whole and (told := form.lost_at_start(game.first.state)):
        lost[told] = 1
    return lost


STRUCTURE = {
    *("White", "Black", "Red", "Result", "FEN", "SetUp", "Variant", "GameType", "Ruleset", "Game"),
    *("Termination", "Format", "GM", "SZ", "KM", "HA", "RU", "MI", "AB", "AW", "PL", "LR"),
    *("Length", "Jacoby", "Crawford"),
}
"""Headers that tell players, ruleset, start and result, which every format has in its own way."""


def convert(
    games: Iterable[FileGame | FileFault], format: str | Format, file: str = ""
) -> Iterator[tuple[FileGame, str | bytes] | FileFault]:
    """Each game with its text in this format, or what is wrong with it.

    file: that the games come from, in messages.
    """
    chosen = format if isinstance(format, Format) else format_of(format)
    for game in games:
        if isinstance(game, FileFault):
            yield game
            continue
        try:
            yield game, chosen.write(game)
        except LudariumError as error:
            yield FileFault(str(error), file, game.line, None, game.number)
