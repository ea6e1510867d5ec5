"""Games written as SGF."""

from __future__ import annotations

from ludarium.formats.file_game import FileGame
from ludarium.formats.game_tree import TreeNode
from ludarium.formats.resolving import OWN_RULESET
from ludarium.formats.results import DRAW, returns_told, winner_of
from ludarium.formats.sgf import OF_GAME, OWN_MOVE, OWN_NAME, RINGS, STRUCTURE
from ludarium.formats.writing import children_of, form_of, headers_of, tree_of
from ludarium.rules.interchange import Form

__all__ = ["written_sgf"]

SIGNS_OF = {colour: name for name, colour in RINGS.items()}
BY_HEADER = {header: name for name, header in OF_GAME.items()}


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
    properties = {"FF": "4", "CA": "UTF-8", "GM": form.headers_of(game.ruleset)["GM"], **own}
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
    unit, returns = game.game.points_of_return(game.ruleset), returns_told(game)
    if unit and returns:
        return f"{form.sides[winner]}+{round(max(returns) * unit)}"
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
