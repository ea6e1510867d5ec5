"""WTHOR, the database of Othello of the French federation: a header, then 68 bytes a game.

The names of players and tournaments are in files of their own, .jou and .trn, which are read where
they lie beside.

Source: Format de fichier de la base WTHOR (Fédération Française d'Othello).
"""

from __future__ import annotations

import datetime
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ludarium.formats.file_game import FileGame, Result
from ludarium.formats.game_tree import FileFault, GameTree, TreeNode, main_line
from ludarium.formats.resolving import resolved
from ludarium.formats.results import returns_of
from ludarium.formats.source import FileError, Source
from ludarium.formats.writing import form_of, tree_of
from ludarium.rules import generic

__all__ = ["finish_wthor", "header_of", "read_wthor", "written_wthor"]

HEADER = struct.Struct("<BBBBIHHBBBB")
"""The header of a file: century, year, month and day of its making, games, names, the year of the
games, the size of the board (0 or 8), the kind of file, the depth of counting, and nothing."""
GAME = struct.Struct("<HHHBB60s")
"""The tournament, black's and white's number, black's discs, at best, and the moves."""
LETTERS = "abcdefgh"
PLAYER, TOURNAMENT = 20, 26  # bytes of a name
MOST_NAMES = 65_536
HALF = 32  # discs


def read_wthor(source: Source) -> Iterator[FileGame | FileFault]:
    """The games of a file, and what is wrong with others. Raises FileError."""
    header = source.read(HEADER.size)
    if len(header) < HEADER.size:
        told = f"{len(header)} bytes: expected a header of {HEADER.size}"
        yield FileFault(told, source.name)
        return
    century, _, month, day, count, _, year, board, *_ = HEADER.unpack(header)
    if board not in (0, 8) or not (month <= 12 and day <= 31 and century <= 99):
        yield FileFault("no header of WTHOR: expected its date, and a board of 8", source.name)
        return
    players, tournaments = (
        names_beside(source, ".jou", PLAYER),
        names_beside(source, ".trn", TOURNAMENT),
    )
    for number in range(1, count + 1):
        data = source.read(GAME.size)
        if len(data) < GAME.size:
            told = (
                f"the file ends within game {number} of {count}: expected {GAME.size} bytes a game"
            )
            yield FileFault(told, source.name, game=number)
            return
        yield game_of(data, number, year, players, tournaments, source)
    if source.read(1):
        told = f"more than the {count} games that the header tells: expected the end"
        yield FileFault(told, source.name, game=count + 1)


def game_of(
    data: bytes, number: int, year: int, players: list[str], tournaments: list[str], source: Source
) -> FileGame | FileFault:
    """The game of these bytes."""
    tournament, black, white, discs, _, moves = GAME.unpack(data)
    tree = GameTree({}, number=number, line=number)
    for place, byte in enumerate(moves):
        if byte == 0:
            break
        row, column = divmod(byte, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            told = f"game {number}, move {place + 1}: byte {byte}, expected 11 to 88"
            return FileFault(told, source.name, game=number)
        tree.nodes.append(TreeNode(place, f"{LETTERS[column - 1]}{row}"))
    game = resolved(tree, "wthor", source)
    if isinstance(game, FileFault):
        return FileFault(f"game {number}: {game.told}", source.name, game=number)
    game.line = None
    game.players = tuple(named(players, one) for one in (black, white))
    if year:
        game.headers["Date"] = f"{year}.??.??"
    if event := named(tournaments, tournament):
        game.headers["Event"] = event
    text, over = f"{discs}-{2 * HALF - discs}", not generic.movers(game.nodes[-1].state)
    if over or discs != HALF:  # one that was broken off even has no result
        winner = None if discs == HALF else int(discs < HALF)
        returns = returns_of(game.game, winner)
        game.result = Result(returns, "" if over else "resignation", text)
    return game


def names_beside(source: Source, suffix: str, length: int) -> list[str]:
    """The names in the file of this suffix beside the source, the one that is named alike, or the
    only one; none where there is none.
    """
    if source.folder is None:
        return []
    try:
        found = sorted(path for path in source.folder.iterdir() if path.suffix.lower() == suffix)
    except OSError:
        return []
    alike = [path for path in found if path.stem.lower() == Path(source.name).stem.lower()]
    chosen = alike or found
    if len(chosen) != 1:
        return []
    try:
        with chosen[0].open("rb") as file:
            data = file.read(HEADER.size + MOST_NAMES * length)[HEADER.size :]
    except OSError:
        return []
    parts = (data[at : at + length] for at in range(0, len(data), length))
    return [part.split(b"\0")[0].decode("latin-1").strip() for part in parts]


def named(names: list[str], number: int) -> str:
    return names[number] if number < len(names) else ""


def written_wthor(game: FileGame) -> bytes:
    """The main line as 68 bytes. Raises FileError where it is none of the format."""
    form = form_of(game, "wthor")
    if game.first.state != game.game.start(game.ruleset, game.first.seats):
        raise FileError("a game that begins in the middle: expected one from its start")
    tree = tree_of(game, form)
    moves = bytearray()
    for place in main_line(tree.nodes):
        if word := tree.nodes[place].word:
            moves.append(10 * int(word[1]) + LETTERS.index(word[0]) + 1)
    return GAME.pack(0, 0, 0, discs_of(game), 0, bytes(moves))


def discs_of(game: FileGame) -> int:
    """Black's discs at the end; by the rules the winner gets what is left free."""
    text = game.result.text.partition("-")[0]
    if text.isdecimal() and len(text) < 9 and int(text) <= 2 * HALF:
        return int(text)
    last = game.nodes[game.main_line()[-1]].state
    own, other = (int(side).bit_count() for side in (last.mine, last.theirs))
    black, white = (own, other) if last.seat == 0 else (other, own)
    free = 2 * HALF - black - white
    if not generic.movers(last):
        return black + free if black > white else black if white > black else HALF
    returns = game.result.returns
    return HALF if not returns or returns[0] == returns[1] else 2 * HALF if returns[0] > 0 else 0


def header_of(count: int, year: int = 0) -> bytes:
    """The header of a file of so many games."""
    today = datetime.date.today()
    made = (today.year // 100, today.year % 100, today.month, today.day)
    return HEADER.pack(*made, count, 0, year, 8, 0, 0, 0)


def finish_wthor(file: BinaryIO, count: int) -> None:
    """Write the number of games into the header of a file."""
    file.seek(0)
    file.write(header_of(count))
