"""SGF: trees of nodes with properties, of which some are moves.

Source: SGF FF[4], user guide and specification (A. Hollosi, red-bean.com/sgf); FF[3], whose long
names have small letters that do not count.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from ludarium.analysis.study import Colour, DrawnMark
from ludarium.formats.file_game import FileGame, Result
from ludarium.formats.game_tree import (
    LONGEST_TEXT,
    MOST_NODES,
    FileFault,
    GameTree,
    Remark,
    TreeNode,
)
from ludarium.formats.resolving import OWN_RULESET, UnreadableError, resolved
from ludarium.formats.results import DRAW, returns_of, winner_of
from ludarium.formats.source import Source
from ludarium.formats.writing import children_of, form_of, headers_of, tree_of
from ludarium.rules.interchange import Form

__all__ = ["read_sgf", "written_sgf"]

CHARSET = re.compile(rb"CA\s*\[\s*([\w.:-]{1,40})\s*\]")
NAME = re.compile(r"[A-Za-z]{1,40}")
START = re.compile(r"\(\s*;")
NEXT_GAME = re.compile(r"\(\s*;\s*(?=(?:FF|GM|CA|AP|SZ|GN|PB|PW|EV|US)\s*\[)")
VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
WHITE_SPACE = re.compile(r"\s*")
MOST_PROPERTIES = 200  # of a node
OWN_MOVE, OWN_NAME = "LM", "LR"
"""Properties of ours: a move that SGF has none for, and the name of a ruleset."""
RINGS: dict[str, Colour] = {"CR": "green", "TR": "blue", "SQ": "red", "MA": "yellow"}
SIGNS_OF = {colour: name for name, colour in RINGS.items()}
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
BY_HEADER = {header: name for name, header in OF_GAME.items()}
STRUCTURE = ("GM", "SZ", "KM", "HA", "RU", "MI", "AB", "AW", "PL", OWN_NAME)
SETUP = ("AB", "AW", "AE")
WRITTEN = ("FF", "CA", "AP", "ST")  # anew in each file
PAUSE = 1 << 17
"""Characters that are read at once."""


class BrokenError(Exception):
    """A fault of the syntax, with its place."""


class Text:
    """The text of a file, of which what was read is forgotten."""

    def __init__(self, source: Source) -> None:
        found = CHARSET.search(source.peek(4096))
        if found:
            name = found[1].decode()
            try:
                if codecs.lookup(name).name not in ("utf-8", "iso8859-1", "ascii"):
                    source.encoding = (codecs.lookup(name)._is_text_encoding and name) or None
            except LookupError:
                pass
        self._pieces = source.pieces()
        self.text = ""
        self.at = 0
        self.line, self.column = 1, 1
        self.whole = False

    def more(self) -> bool:
        """Read on, and forget what was read; returns whether there was more."""
        if self.whole:
            return False
        self.line, self.column = self.place(self.at)
        parts = [self.text[self.at :]]
        size = 0
        for piece in self._pieces:
            parts.append(piece)
            size += len(piece)
            if size >= PAUSE:
                break
        else:
            self.whole = True
        self.text, self.at = "".join(parts), 0
        return size > 0

    def ready(self) -> None:
        """Have as much text as the longest value, if there is as much."""
        while len(self.text) - self.at <= LONGEST_TEXT + 100 and self.more():
            pass

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column of a place of the text."""
        before = self.text.count("\n", 0, at)
        if not before:
            return self.line, self.column + at
        return self.line + before, at - self.text.rfind("\n", 0, at)

    def skip_space(self) -> str:
        """Go to the next sign; returns it, empty at the end."""
        while True:
            found = WHITE_SPACE.match(self.text, self.at)
            assert found is not None
            self.at = found.end()
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def find(self, pattern: re.Pattern[str]) -> bool:
        """Go to the next match, and return whether there is one."""
        while True:
            self.ready()
            if found := pattern.search(self.text, self.at):
                self.at = found.start()
                return True
            self.at = max(self.at, len(self.text) - 200)
            if not self.more():
                self.at = len(self.text)
                return False


class Node:
    """A node of SGF: its properties, by their names."""

    __slots__ = ("after", "column", "line", "properties")

    def __init__(self, after: int, line: int, column: int) -> None:
        self.after, self.line, self.column = after, line, column
        self.properties: dict[str, list[str]] = {}


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
            yield game_of(nodes, number, source.name)
        except BrokenError as broken:
            told, (line, column) = broken.args
            yield FileFault(told, source.name, line, column, number)
            if not text.find(NEXT_GAME):
                return


def read_nodes(text: Text) -> list[Node]:
    """The nodes of the next game. Raises BrokenError."""
    nodes: list[Node] = []
    stack: list[int] = []
    current = -1
    opened = False
    while True:
        sign = text.skip_space()
        text.ready()
        here = text.at
        if sign == "(":
            if opened:
                raise BrokenError("( after (: expected ; and a node", text.place(here))
            stack.append(current)
            opened = True
        elif sign == ")":
            if opened:
                raise BrokenError(") after (: expected ; and a node", text.place(here))
            current = stack.pop()
            if not stack:
                text.at = here + 1
                return nodes
        elif sign == ";":
            if len(nodes) > MOST_NODES:
                told = f"a game of more than {MOST_NODES:,} nodes: expected its end"
                raise BrokenError(told, text.place(here))
            nodes.append(Node(current, *text.place(here)))
            current, opened = len(nodes) - 1, False
        elif not sign:
            raise BrokenError("the end of the file within a game: expected )", text.place(here))
        else:
            if opened or current < 0:
                raise BrokenError(f"{sign!r}: expected ; and a node", text.place(here))
            read_property(text, nodes[current].properties)
            continue
        text.at = here + 1


def read_property(text: Text, properties: dict[str, list[str]]) -> None:
    """Read a property with its values. Raises BrokenError."""
    here = text.at
    found = NAME.match(text.text, here)
    if not found:
        told = f"{text.text[here : here + 1]!r}: expected a property such as B[dd], ; ( or )"
        raise BrokenError(told, text.place(here))
    name = "".join(sign for sign in found[0] if sign.isupper()) or found[0].upper()
    text.at = found.end()
    place = text.place(here)
    values = properties.setdefault(name, [])
    if len(properties) > MOST_PROPERTIES:
        raise BrokenError(f"a node of more than {MOST_PROPERTIES} properties", place)
    some = False
    while text.skip_space() == "[":
        text.ready()
        value = VALUE.match(text.text, text.at, text.at + LONGEST_TEXT + 2)
        if not value:
            told = (
                f"a value of {name} without its end, or of more than {LONGEST_TEXT:,} characters: "
            )
            raise BrokenError(f"{told}expected ]", text.place(text.at))
        if len(values) > MOST_NODES:
            raise BrokenError(f"a property of more than {MOST_NODES:,} values", place)
        values.append(value[1])
        text.at = value.end()
        some = True
    if not some:
        raise BrokenError(f"{name} without a value: expected [", text.place(text.at))


def game_of(nodes: list[Node], number: int, file: str) -> FileGame | FileFault:
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
        return FileFault(str(error), file, node.line, node.column, number)
    told = "PL" in headers
    if not told and (first := next((one for one in tree.nodes if one.side), None)):
        headers["PL"] = first.side
    game = resolved(tree, "sgf", file)
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
        add_remark(tree.nodes[place], properties, root=not number)


def add_remark(node: TreeNode, properties: dict[str, list[str]], *, root: bool) -> None:
    """Keep what stands beside a move."""
    remark = Remark()
    for name, values in properties.items():
        if name in ("B", "W", OWN_MOVE) or (root and is_of_game(name)):
            continue
        if name == "C":
            remark.comment = "\n".join(map(plain, values))
        elif name in ("BL", "WL") and (name[0] == node.side) and is_number(values[-1]):
            remark.clock = float(values[-1])
        elif name in RINGS:
            for value in values:
                remark.marks += [DrawnMark(point, None, RINGS[name]) for point in listed(value)]
        elif name == "AR":
            ends = [value.strip().partition(":") for value in values]
            remark.marks += [DrawnMark(start, end, "green") for start, _, end in ends if end]
        else:
            remark.properties[name] = values
    if not remark:
        return
    if node.remark is None:
        node.remark = remark
        return
    known = node.remark
    known.comment = "\n".join(filter(None, (known.comment, remark.comment)))
    known.marks += remark.marks
    known.clock = known.clock if remark.clock is None else remark.clock
    known.properties |= remark.properties


def listed(value: str) -> list[str]:
    """The points of a value, which may be the corners of a rectangle."""
    first, _, last = value.strip().partition(":")
    if not last or len(first) != 2 or len(last) != 2:
        return [first]
    return [
        chr(column) + chr(row)
        for row in range(ord(first[1]), ord(last[1]) + 1)
        for column in range(ord(first[0]), ord(last[0]) + 1)
    ]


def is_of_game(name: str) -> bool:
    """True of the properties of a first node that are of the game."""
    told = (*STRUCTURE, *SETUP, *WRITTEN, *OF_GAME, "PB", "PW", "RE", "BR", "WR", "BT", "WT")
    return name in told


def is_number(text: str) -> bool:
    return re.fullmatch(r"\s*-?\d{1,9}(\.\d{1,9})?\s*", text) is not None


def plain(value: str) -> str:
    """A value with its escapes understood."""
    return re.sub(
        r"\\(\r\n|\n\r|\n|\r|.)", lambda found: found[1].strip("\r\n"), value, flags=re.DOTALL
    )


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
    reasons = {"r": "resignation", "t": "time", "f": "forfeit"}
    reason = reasons.get(how[:1].casefold(), "agreement")
    if not how:
        reason = ""
    return Result(returns_of(game.game, form.sides.index(side.upper())), reason, text)


# Writing


def written_sgf(game: FileGame) -> str:
    """The game as SGF. Raises FileError where it is none of the format."""
    form = form_of(game, "sgf")
    tree = tree_of(game, form)
    children = children_of(tree)
    parts = ["(;", root_text(game, form), remark_text(tree.nodes[0], form)]
    open_ways: list[tuple[str, int]] = [("after", 0)]
    while open_ways:
        kind, place = open_ways.pop()
        if kind == "close":
            parts.append(")")
        elif kind == "node":
            parts.append(node_text(tree.nodes[place], form))
            open_ways.append(("after", place))
        elif kind == "open":
            parts.append("\n(")
            open_ways += [("close", place), ("node", place)]
        elif len(children[place]) == 1:
            open_ways.append(("node", children[place][0]))
        else:
            open_ways += [("open", child) for child in reversed(children[place])]
    parts.append(")\n")
    return "".join(parts)


def root_text(game: FileGame, form: Form) -> str:
    """The properties of the game."""
    own = headers_of(game, form)
    given = {name: value for name, value in game.headers.items() if name in STRUCTURE}
    if OWN_RULESET in own:
        own[OWN_NAME] = own.pop(OWN_RULESET)
    if given and same_game(game, form, given):
        own = given
    properties = {"FF": "4", "CA": "UTF-8", "GM": own.pop("GM"), **own}
    names = dict(zip(form.sides, game.players, strict=True))
    for side in ("B", "W"):
        if names[side]:
            properties[f"P{side}"] = names[side]
    if told := result_text(game, form):
        properties["RE"] = told
    for header, value in game.headers.items():
        if header in BY_HEADER and value not in ("", "?", "????.??.??"):
            properties[BY_HEADER[header]] = value
    lists = ("AB", "AW", "MI")
    text = "".join(
        name
        + ("".join(f"[{part}]" for part in value.split()) if name in lists else bracketed(value))
        for name, value in properties.items()
    )
    return text + "".join(raw(name, values) for name, values in game.properties.items())


def same_game(game: FileGame, form: Form, headers: dict[str, str]) -> bool:
    """Return whether these headers tell the game's ruleset and its first position."""
    try:
        told = headers.get(OWN_NAME) or form.ruleset_of(headers)
        start = form.read_start(game.ruleset, headers)
    except ValueError:
        return False
    if start is None:
        start = game.game.start(game.ruleset, game.first.seats)
    return told == game.ruleset.name and start == game.first.state


def result_text(game: FileGame, form: Form) -> str:
    """The result as SGF has it; empty where it is not known."""
    text = game.result.text
    if text and (
        text.partition("+")[0] in form.sides or text.casefold() in ("0", "draw", "void", "?")
    ):
        return text
    winner = winner_of(game)
    if winner is None:
        return ""
    if winner == DRAW:
        return "Draw"
    letter = {"resignation": "R", "time": "T", "forfeit": "F", "abandoned": "F"}
    return f"{form.sides[winner]}+{letter.get(game.result.reason, '')}"


def node_text(node: TreeNode, form: Form) -> str:
    """A node with its move."""
    if node.own:
        return f";{OWN_MOVE}{bracketed(node.word)}{remark_text(node, form)}"
    return f";{node.side}{bracketed(node.word)}{remark_text(node, form)}"


def remark_text(node: TreeNode, form: Form) -> str:
    """The properties of what stands beside a move."""
    remark = node.remark
    if remark is None:
        return ""
    parts = []
    if remark.clock is not None and node.side in form.sides:
        parts.append(f"{node.side}L[{remark.clock:g}]")
    comment = "\n".join(filter(None, (remark.before, remark.comment)))
    if comment:
        parts.append(f"C{bracketed(comment)}")
    for colour, name in SIGNS_OF.items():
        rings = [mark.start for mark in remark.marks if mark.end is None and mark.colour == colour]
        if rings:
            parts.append(name + "".join(f"[{ring}]" for ring in rings))
    arrows = [mark for mark in remark.marks if mark.end is not None]
    if arrows:
        parts.append("AR" + "".join(f"[{mark.start}:{mark.end}]" for mark in arrows))
    parts += [raw(name, values) for name, values in remark.properties.items()]
    return "".join(parts)


def bracketed(value: str) -> str:
    """A value between brackets, with its signs escaped."""
    return "[" + value.replace("\\", "\\\\").replace("]", "\\]") + "]"


def raw(name: str, values: list[str]) -> str:
    """A property as a file had it."""
    return name + "".join(f"[{value}]" for value in values)
