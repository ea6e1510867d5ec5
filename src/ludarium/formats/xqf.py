"""XQF, the files of XQStudio for xiangqi: one game each, with variations and comments.

Files of later versions than 1.0 are masked: every byte of the moves, and the places of the pieces,
have a number added that follows from the header. Files are written as version 1.0, unmasked.

Sources: the description of XQF 1.0 by the author of XQStudio (2001); of later versions, what the
readers of others agree on.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from ludarium.formats.file_game import FileGame, Result
from ludarium.formats.game_tree import LONGEST_TEXT, MOST_NODES, FileFault, GameTree, TreeNode
from ludarium.formats.resolving import resolved
from ludarium.formats.results import DRAW, returns_of, winner_of
from ludarium.formats.source import FileError, Source
from ludarium.formats.writing import children_of, form_of, tree_of

__all__ = ["read_xqf", "written_xqf"]

HEADER = 0x400  # bytes
OPEN_VERSION, TURNED_VERSION = 10, 12
"""The last version that is not masked, and the first in which the pieces are turned."""
MASK = b"[(C) Copyright Mr. Dong Shiwei.]"
PIECES = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The pieces as their places follow each other in the header."""
PLACES, RESULT = 0x10, 0x33
TEXTS = {
    "GameName": (0x50, 63),
    "Event": (0xD0, 63),
    "Date": (0x110, 15),
    "Site": (0x120, 15),
    "Red": (0x130, 15),
    "Black": (0x140, 15),
    "TimeControl": (0x150, 63),
    "Annotator": (0x1D0, 15),
    "Author": (0x1E0, 15),
}
"""The place of each text, which begins with its length, and the most bytes that it may have."""
ENCODING = "gb18030"
RESULTS = {1: 0, 2: 1, 3: DRAW, 4: DRAW}
"""The winner by its number: a seat or DRAW."""
FROM, TO = 24, 32  # what is added to the places of a move
NEXT, OTHER, NOTED = 0x80, 0x40, 0x20
"""Flags of a move in masked files: another follows, there is a variation, there is a comment."""
COLUMNS = "ABCDEFGHI"
GONE = 255
PLACE_COUNT = 90


class Keys(NamedTuple):
    """The numbers that mask a file."""

    pieces: int = 0
    source: int = 0
    target: int = 0
    length: int = 0
    stream: bytes = bytes(32)


def keys_of(header: bytes) -> Keys:
    """The keys of a masked file."""
    mask, _, *added = struct.unpack("<BIBBBB", header[3:12])
    total, pieces, source, target = header[12:16]
    key = mixed(pieces, pieces)
    key_source = mixed(source, key)
    key_target = mixed(target, key_source)
    length = ((total * 256 + pieces) % 32000 + 767) & 0xFFFF
    told = (total, pieces, source, target)
    four = [(one & mask) | more for one, more in zip(told, added, strict=True)]
    stream = bytes(sign & four[place % 4] for place, sign in enumerate(MASK))
    return Keys(key, key_source, key_target, length, stream)


def mixed(number: int, factor: int) -> int:
    """A byte of the header as a key."""
    return (number * number * 54 + 221) * factor & 0xFF


class CutError(Exception):
    """The end of the file within a move."""


class Moves:
    """The bytes of the moves, unmasked as they are read."""

    def __init__(self, source: Source, keys: Keys) -> None:
        self._source, self._keys = source, keys
        self.at = HEADER

    def read(self, count: int) -> bytes:
        """The next bytes. Raises CutError."""
        data = self._source.read(count)
        if len(data) < count:
            raise CutError(f"the file ends at byte {self.at + len(data)}: expected more moves")
        begin, stream = self.at, self._keys.stream
        self.at += count
        return bytes(byte - stream[(begin + place) % 32] & 0xFF for place, byte in enumerate(data))


def read_xqf(source: Source) -> Iterator[FileGame | FileFault]:
    """The game of a file, or what is wrong with it. Raises FileError."""
    header = source.read(HEADER)
    if len(header) < HEADER or header[:2] != b"XQ":
        told = f"expected a header of {HEADER} bytes that begins with XQ"
        yield FileFault(told, source.name, game=1)
        return
    version = header[2]
    keys = Keys() if version <= OPEN_VERSION else keys_of(header)
    tree = GameTree({})
    try:
        read_moves(Moves(source, keys), tree, version, keys)
        tree.headers["FEN"] = fen_of(header, version, keys, tree)
    except CutError as error:
        yield FileFault(str(error), source.name, game=1)
        return
    game = resolved(tree, "xqf", source)
    if isinstance(game, FileFault):
        yield FileFault(game.told, source.name, game=1)
        return
    texts = {name: text_at(header, at, most) for name, (at, most) in TEXTS.items()}
    game.players = texts.pop("Red"), texts.pop("Black")
    game.headers = {name: told for name, told in texts.items() if told}
    game.line = None
    winner = RESULTS.get(header[RESULT])
    if winner is not None:
        game.result = Result(returns_of(game.game, None if winner == DRAW else winner))
    yield game


def read_moves(moves: Moves, tree: GameTree, version: int, keys: Keys) -> None:
    """Add the moves to a tree: after each those that follow, then its variations.

    Raises CutError.
    """
    waiting = [-1]  # the nodes after which a move is to be read; -1: what is told at the start
    while waiting:
        after = waiting.pop()
        first, second, flags, _ = moves.read(4)
        if version <= OPEN_VERSION:
            goes_on, varies = bool(flags & 0xF0), bool(flags & 0x0F)
            (length,) = struct.unpack("<i", moves.read(4))
        else:
            goes_on, varies, length = bool(flags & NEXT), bool(flags & OTHER), 0
            if flags & NOTED:
                length = struct.unpack("<i", moves.read(4))[0] - keys.length
        if not 0 <= length <= 2 * LONGEST_TEXT:
            raise CutError(f"byte {moves.at}: a comment of {length} bytes, expected fewer")
        comment = moves.read(length).decode(ENCODING, "replace").replace("\r\n", "\n").strip()
        if after < 0:
            place = 0
        else:
            if len(tree.nodes) > MOST_NODES:
                raise CutError(f"byte {moves.at}: more than {MOST_NODES:,} moves")
            begin = first - FROM - keys.source & 0xFF
            end = second - TO - keys.target & 0xFF
            if max(begin, end) >= PLACE_COUNT:
                raise CutError(f"byte {moves.at}: a move beside the board")
            tree.nodes.append(TreeNode(after, f"{point(begin)}-{point(end)}"))
            place = len(tree.nodes) - 1
        if comment:
            tree.nodes[place].remarked().comment = comment
        if varies and after >= 0:
            waiting.append(after)
        if goes_on:
            waiting.append(place)


def point(place: int) -> str:
    """A place as ICCS has it."""
    return f"{COLUMNS[place // 10]}{place % 10}"


def fen_of(header: bytes, version: int, keys: Keys, tree: GameTree) -> str:
    """The first position, in which the side of the piece that moves first is to move."""
    places = list(header[PLACES : PLACES + len(PIECES)])
    if version >= TURNED_VERSION:
        turned = places[:]
        for number, place in enumerate(places):
            turned[(number + keys.pieces + 1) % 32] = place
        places = turned
    board = {
        (place - keys.pieces) & 0xFF: piece for place, piece in zip(places, PIECES, strict=True)
    }
    rows = []
    for row in range(9, -1, -1):
        text, empty = "", 0
        for column in range(9):
            piece = board.get(column * 10 + row)
            if piece is None:
                empty += 1
                continue
            text, empty = text + (str(empty) if empty else "") + piece, 0
        rows.append(text + (str(empty) if empty else ""))
    mover = "w"
    if len(tree.nodes) > 1:
        word = tree.nodes[1].word
        piece = board.get(COLUMNS.index(word[0]) * 10 + int(word[1]), "")
        mover = "b" if piece.islower() else "w"
    return f"{'/'.join(rows)} {mover} - - 0 1"


def text_at(header: bytes, at: int, most: int) -> str:
    """A text of the header."""
    length = min(header[at], most)
    return header[at + 1 : at + 1 + length].decode(ENCODING, "replace").strip("\0 ")


# Writing


def written_xqf(game: FileGame) -> bytes:
    """The game as a file. Raises FileError where it is none of the format."""
    form = form_of(game, "xqf")
    tree = tree_of(game, form)
    header = bytearray(HEADER)
    header[:3] = b"XQ\x0a"
    fen = form.write_start(game.ruleset, game.first.state)["FEN"]
    header[PLACES : PLACES + len(PIECES)] = places_of(fen)
    winner = winner_of(game)
    if winner is not None:
        header[RESULT] = 3 if winner == DRAW else winner + 1
    texts = {**game.headers, "Red": game.players[0], "Black": game.players[1]}
    for name, (at, most) in TEXTS.items():
        told = fitted("" if texts.get(name) in (None, "?") else texts[name], most)
        header[at : at + 1 + len(told)] = bytes((len(told), *told))
    return bytes(header) + moves_of(tree)


def fitted(text: str, most: int) -> bytes:
    """The text in so many bytes at most, without a part of a sign."""
    data = text.encode(ENCODING, "replace")
    while len(data) > most:
        text = text[:-1]
        data = text.encode(ENCODING, "replace")
    return data


def places_of(fen: str) -> bytes:
    """The place of each piece, GONE where there is none. Raises FileError."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(fen.split(maxsplit=1)[0].split("/")):
        column = 0
        for sign in line:
            if sign.isdigit():
                column += int(sign)
                continue
            found.setdefault(sign, []).append(column * 10 + 9 - number)
            column += 1
    places = bytearray()
    for piece in PIECES:
        places.append(found[piece].pop() if found.get(piece) else GONE)
    if any(found.values()):
        raise FileError("more pieces than a game begins with: XQF has no place for them")
    return bytes(places)


def moves_of(tree: GameTree) -> bytes:
    """The moves: after each those that follow, then its variations."""
    children = children_of(tree)
    parts = [step(tree.nodes[0], bool(children[0]), varies=False)]
    waiting: list[tuple[int, int]] = [(0, 0)]  # a node, and which of those after it comes next
    while waiting:
        place, number = waiting.pop()
        if number >= len(children[place]):
            continue
        child = children[place][number]
        varies = number + 1 < len(children[place])
        parts.append(step(tree.nodes[child], bool(children[child]), varies=varies))
        waiting += [(place, number + 1), (child, 0)]
    return b"".join(parts)


def step(node: TreeNode, goes_on: bool, *, varies: bool) -> bytes:
    """The bytes of a move."""
    remark = node.remark
    told = "\n".join(filter(None, (remark.before, remark.comment))) if remark else ""
    comment = told.encode(ENCODING, "replace")
    begin, end = (place_of(part) for part in node.word.split("-")) if node.word else (0, 0)
    flags = 0xF0 * goes_on | 0x0F * varies
    return struct.pack("<BBBBi", begin + FROM, end + TO, flags, 0, len(comment)) + comment


def place_of(name: str) -> int:
    """The place of a point of ICCS."""
    return COLUMNS.index(name[0]) * 10 + int(name[1:])
