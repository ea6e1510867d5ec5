"""Games read from SGF: trees of nodes with properties, of which some are moves."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Iterator

from ludarium.analysis.study import Colour, DrawnMark
from ludarium.formats.file_game import FileGame, Result
from ludarium.formats.game_tree import FileFault, GameTree, Remark, TreeNode
from ludarium.formats.resolving import OWN_RULESET, UnreadableError, resolved
from ludarium.formats.results import returns_of
from ludarium.formats.sgf_syntax import (
    NEXT_GAME,
    START,
    BrokenError,
    Node,
    Text,
    plain,
    read_nodes,
)
from ludarium.formats.source import Source
from ludarium.rules.interchange import Form

__all__ = ["OF_GAME", "OWN_MOVE", "OWN_NAME", "RINGS", "STRUCTURE", "read_sgf"]

OWN_MOVE, OWN_NAME = "LM", "LR"
"""Properties of ours: a move that SGF has none for, and the name of a ruleset."""
RINGS: dict[str, Colour] = {"CR": "green", "TR": "blue", "SQ": "red", "MA": "yellow"}
OF_GAME = {
    "EV": "Event",
    "PC": "Site",
    "DT": "Date",
    "RO": "Round",
    "AN": "Annotator",
    "GN": "GameName",
    "SO": "Source",
    "CP": "Copyright",
    "ON": "Opening",
    "TM": "TimeControl",
    "US": "User",
    "OT": "Overtime",
    "GC": "GameComment",
}
"""Properties of the whole game, by the names of headers."""
STRUCTURE = ("GM", "SZ", "KM", "HA", "RU", "MI", "AB", "AW", "PL", OWN_NAME)
SETUP = ("AB", "AW", "AE")
WRITTEN = ("FF", "CA", "AP", "ST")  # anew in each file
LETTERS = string.ascii_letters  # of columns and rows
MOST_MARKS = 100_000
"""Marks of a game; a rectangle of points is as many as it has points."""


def read_sgf(source: Source) -> Iterator[FileGame | FileFault]:
    """The games of an SGF file, and what is wrong with others. Raises FileError."""
    text = Text(source)
    number = 0
    text.more()
    while text.skip_space():
        number += 1
        text.ready()
        line, column = text.place(text.at)
        if not START.match(text.text, text.at):
            shown = text.text[text.at : text.at + 20]
            told = f"{shown!r}: expected the start of a game, (;"
            yield FileFault(told, source.name, line, column, number)
            text.at += 1
            if not text.find(NEXT_GAME):
                return
            continue
        try:
            nodes = read_nodes(text)
            yield game_of(nodes, number, source)
        except BrokenError as broken:
            told, (line, column) = broken.args
            yield FileFault(told, source.name, line, column, number)
            if not text.find(NEXT_GAME):
                return


def game_of(nodes: list[Node], number: int, source: Source) -> FileGame | FileFault:
    """The game of these nodes."""
    root = nodes[0].properties
    placed = setup_of(nodes)
    headers = {name: " ".join(map(plain, values)) for name, values in (root | placed).items()}
    if OWN_NAME in headers:
        headers[OWN_RULESET] = headers[OWN_NAME]
    tree = GameTree(headers, line=nodes[0].line, number=number)
    try:
        add_nodes(nodes, tree)
    except UnreadableError as error:
        node = error.node or TreeNode(-1)
        return FileFault(str(error), source.name, node.line, node.column, number)
    told = "PL" in headers
    if not told and (first := next((one for one in tree.nodes if one.side), None)):
        headers["PL"] = first.side
    game = resolved(tree, "sgf", source)
    if isinstance(game, FileGame):
        if not told:
            headers.pop("PL", None)
        complete(game, root, headers, game.game.forms["sgf"])
    return game


def setup_of(nodes: list[Node]) -> dict[str, list[str]]:
    """The stones that are placed in the nodes before the first move, where these are one line."""
    placed: dict[str, list[str]] = {}
    followed = [0] * len(nodes)
    for node in nodes[1:]:
        followed[node.after] += 1
    for place, node in enumerate(nodes):
        if node.after != place - 1 or {"B", "W", OWN_MOVE} & node.properties.keys():
            break
        for name in (*SETUP, "PL"):
            if name in node.properties:
                placed[name] = placed.get(name, []) + node.properties[name] * (name != "PL")
                if name == "PL":
                    placed["PL"] = node.properties["PL"][-1:]
                if place:
                    del node.properties[name]
        if followed[place] != 1:
            break
    return placed


def add_nodes(nodes: list[Node], tree: GameTree) -> None:
    """Add the nodes to a tree of moves. Raises UnreadableError."""
    places: list[int] = []
    room = MOST_MARKS
    for number, node in enumerate(nodes):
        properties = node.properties
        moves = [name for name in ("B", "W", OWN_MOVE) if name in properties]
        place = places[node.after] if number else 0
        if number and any(name in properties for name in SETUP):
            at = TreeNode(-1, line=node.line, column=node.column)
            raise UnreadableError("stones placed in the middle of a game: expected moves only", at)
        for name in moves:
            word = plain(properties[name][-1]).strip()
            made = TreeNode(place, word, line=node.line, column=node.column)
            made.own = name == OWN_MOVE
            made.side = "" if made.own else name
            tree.nodes.append(made)
            place = len(tree.nodes) - 1
        places.append(place)
        room -= add_remark(tree.nodes[place], properties, room, root=not number)
        if room < 0:
            at = TreeNode(-1, line=node.line, column=node.column)
            raise UnreadableError(f"more than {MOST_MARKS:,} marks: expected fewer", at)


def add_remark(node: TreeNode, properties: dict[str, list[str]], room: int, *, root: bool) -> int:
    """Keep what stands beside a move; returns how many marks that are.

    room: the most marks that are wanted; of more, only one is added.
    """
    remark = Remark()
    for name, values in properties.items():
        if name in ("B", "W", OWN_MOVE) or (root and is_of_game(name)):
            continue
        if name == "C":
            remark.comment = "\n".join(map(plain, values))
        elif name in ("BL", "WL") and (name[0] == node.side) and is_number(values[-1]):
            remark.clock = float(values[-1])
        elif name in RINGS:
            points = itertools.chain.from_iterable(map(listed, values))
            wanted = itertools.islice(points, max(0, room + 1 - len(remark.marks)))
            remark.marks += [DrawnMark(point, None, RINGS[name]) for point in wanted]
        elif name == "AR":
            ends = [value.strip().partition(":") for value in values]
            remark.marks += [DrawnMark(start, end, "green") for start, _, end in ends if end]
        else:
            remark.properties[name] = values
    if not remark:
        return 0
    if node.remark is None:
        node.remark = remark
        return len(remark.marks)
    known = node.remark
    known.comment = "\n".join(filter(None, (known.comment, remark.comment)))
    known.marks += remark.marks
    known.clock = known.clock if remark.clock is None else remark.clock
    known.properties |= remark.properties
    return len(remark.marks)


def listed(value: str) -> list[str]:
    """The points of a value, which may be the corners of a rectangle."""
    first, _, last = value.strip().partition(":")
    if len(first) != 2 or len(last) != 2 or not set(first + last) <= {*LETTERS}:
        return [first]
    columns, rows = (sorted(map(LETTERS.index, ends)) for ends in zip(first, last, strict=True))
    return [
        LETTERS[column] + LETTERS[row]
        for row in range(rows[0], rows[1] + 1)
        for column in range(columns[0], columns[1] + 1)
    ]


def is_of_game(name: str) -> bool:
    """True of the properties of a first node that are of the game."""
    told = (*STRUCTURE, *SETUP, *WRITTEN, *OF_GAME, "PB", "PW", "RE", "BR", "WR", "BT", "WT")
    return name in told


def is_number(text: str) -> bool:
    return re.fullmatch(r"\s*-?\d{1,9}(\.\d{1,9})?\s*", text) is not None


def complete(
    game: FileGame, root: dict[str, list[str]], headers: dict[str, str], form: Form
) -> None:
    """Add headers, players and the result of the file."""
    names = {"B": headers.get("PB", ""), "W": headers.get("PW", "")}
    game.players = tuple(names[side] for side in form.sides)
    for name, values in root.items():
        told = " ".join(map(plain, values))
        if name in OF_GAME:
            game.headers[OF_GAME[name]] = told
        elif name in STRUCTURE:
            game.headers[name] = headers[name]
        elif is_of_game(name) and name not in (*WRITTEN, *SETUP, "PB", "PW", "RE"):
            game.properties[name] = values
    game.headers |= {name: headers[name] for name in ("AB", "AW", "PL") if name in headers}
    text = headers.get("RE", "").strip()
    game.result = read_result(text, game, form)


def read_result(text: str, game: FileGame, form: Form) -> Result:
    """A result such as B+3.5 or W+Resign."""
    low = text.casefold()
    if low in ("0", "draw", "jigo"):
        return Result(returns_of(game.game, None), "agreement", text)
    side, plus, how = text.partition("+")
    if not plus or side.upper() not in form.sides:
        return Result(None, "", text)
    if not form.is_whole(game.ruleset):
        return Result(None, "", text)
    seat, points = form.sides.index(side.upper()), re.match(r"\d{1,4}", how)
    unit = game.game.points_of_return(game.ruleset)
    if unit and points:  # each counts, and R is that the game was given up
        share = min(1.0, int(points[0]) / unit)
        return Result((share, -share) if seat == 0 else (-share, share), "resignation", text)
    reasons = {"r": "resignation", "t": "time", "f": "forfeit"}
    reason = reasons.get(how[:1].casefold(), "agreement")
    if not how:
        reason = ""
    return Result(returns_of(game.game, seat), reason, text)
