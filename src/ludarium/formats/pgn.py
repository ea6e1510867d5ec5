"""PGN, of chess and of games that are written like it, and PDN, of draughts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ludarium.formats.file_game import FileGame, Result
from ludarium.formats.game_tree import FileFault, GameTree
from ludarium.formats.resolving import OWN_RULESET, resolved
from ludarium.formats.results import returns_of, winner_of
from ludarium.formats.source import Source
from ludarium.formats.tag_pairs import Dialect, read_trees
from ludarium.formats.tag_pairs_writing import written_tree
from ludarium.formats.writing import children_of, form_of, headers_of, tree_of
from ludarium.rules import generic
from ludarium.rules.interchange import Form

__all__ = ["read_pdn", "read_pgn", "written_pdn", "written_pgn"]

DRAW = "1/2-1/2"
SPELLED = {"1–0": "1-0", "0–1": "0-1", **dict.fromkeys(("1/2", "½", "½-½", "½–½", "1/2–1/2"), DRAW)}
"""Results as people and other programs write them, with dashes of text and signs of a half."""
PGN = Dialect(
    {**{result: result for result in ("1-0", "0-1", DRAW, "*")}, **SPELLED},
    re.compile(r"[a-z]\d{1,2}"),
    ("--", "Z0", "0000", "@@@@"),
)
PDN = Dialect(
    {
        **{result: result for result in ("1-0", "0-1", DRAW, "2-0", "0-2", "1-1", "0-0", "*")},
        **SPELLED,
    },
    re.compile(r"[a-h][1-8]|\d\d"),
)
WON, LOST, DRAWN = ("1-0", "2-0"), ("0-1", "0-2"), (DRAW, "1-1")
ROSTER = ("Event", "Site", "Date", "Round")
UNKNOWN = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
OF_POSITION = ("SetUp", "FEN")
TERMINATIONS = {
    "time": "time forfeit",
    "abandoned": "abandoned",
    "forfeit": "rules infraction",
}


def read_pgn(source: Source) -> Iterator[FileGame | FileFault]:
    """The games of a PGN file, and what is wrong with others. Raises FileError."""
    return _read(source, PGN, "pgn")


def read_pdn(source: Source) -> Iterator[FileGame | FileFault]:
    """The games of a PDN file, and what is wrong with others. Raises FileError."""
    return _read(source, PDN, "pdn")


def _read(source: Source, dialect: Dialect, name: str) -> Iterator[FileGame | FileFault]:
    for tree in read_trees(source, dialect):
        if isinstance(tree, FileFault):
            yield tree
            continue
        game = resolved(tree, name, source)
        if isinstance(game, FileGame):
            complete(game, tree, game.game.forms[name])
        yield game


def complete(game: FileGame, tree: GameTree, form: Form) -> None:
    """Add headers, players and the result of the file."""
    game.headers = tree.headers
    first, second = sides_in(tree.headers, form)
    names = {first: tree.headers.get(first, ""), second: tree.headers.get(second, "")}
    by_seat = form.sides if form.sides == (first, second) else (second, first)
    if set(form.sides) != {first, second}:  # White for the side that has another name
        by_seat = (first, second)
    game.players = tuple("" if names[side] == "?" else names[side] for side in by_seat)
    told = tree.headers.get("Result", "")
    told = SPELLED.get(told, told)
    text = tree.result if tree.result not in ("", "*") else told or tree.result
    game.result = Result(read_returns(game, text, form), read_reason(tree.headers), text)


def sides_in(headers: Mapping[str, str], form: Form) -> tuple[str, str]:
    """The headers that name the players, of who is named first in results and of the other."""
    first = leading(form)
    second = next(side for side in form.sides if side != first)
    return ("White" if first not in headers and "White" in headers else first), second


def leading(form: Form) -> str:
    """The side that results name first."""
    return "White" if "White" in form.sides else form.sides[0]


def read_returns(game: FileGame, text: str, form: Form) -> tuple[float, ...] | None:
    """The return of each seat by a result such as 1-0; None where it tells none."""
    if text in DRAWN:
        return returns_of(game.game, None)
    seat = form.sides.index(leading(form))
    if text in WON or text in LOST:
        return returns_of(game.game, seat if text in WON else 1 - seat)
    return None


def read_reason(headers: Mapping[str, str]) -> str:
    """The reason that the header Termination tells; empty where it tells none of ours."""
    told = headers.get("Termination", "").casefold()
    for word, reason in (("time", "time"), ("abandon", "abandoned"), ("infraction", "forfeit")):
        if word in told:
            return reason
    return "forfeit" if "forfeit" in told else ""


def written_pgn(game: FileGame) -> str:
    """The game as PGN. Raises FileError where it is none of the format."""
    return _written(game, "pgn", ("1-0", "0-1", "1/2-1/2"))


def written_pdn(game: FileGame) -> str:
    """The game as PDN. Raises FileError where it is none of the format."""
    two = game.result.text in ("2-0", "0-2", "1-1")
    return _written(game, "pdn", ("2-0", "0-2", "1-1") if two else ("1-0", "0-1", "1/2-1/2"))


def _written(game: FileGame, name: str, results: tuple[str, str, str]) -> str:
    form = form_of(game, name)
    tree = tree_of(game, form)
    tree.result = result_text(game, form, results)
    tree.headers = told_headers(game, form, tree.result)
    return written_tree(tree, children_of(tree), numbering(game, form, tree).__getitem__)


def result_text(game: FileGame, form: Form, results: tuple[str, str, str]) -> str:
    """The result as this format has it."""
    text = game.result.text
    if text in (*WON, *LOST, *DRAWN, "*", "0-0"):
        return text
    winner = winner_of(game)
    if winner is None:
        return "*"
    won, lost, drawn = results
    if winner < 0:
        return drawn
    return won if form.sides[winner] == leading(form) else lost


def told_headers(game: FileGame, form: Form, result: str) -> dict[str, str]:
    """The tag pairs: those that every game has, what tells the ruleset, and all others."""
    own = headers_of(game, form)
    first, second = sides_in(game.headers, form)
    names = dict(zip(form.sides, game.players, strict=True))
    if first not in names:
        names[first] = game.players[0]
    headers = {key: game.headers.get(key) or UNKNOWN[key] for key in ROSTER}
    if "Game" in own:
        headers = {"Game": own.pop("Game"), **headers}
    headers |= {first: names[first] or "?", second: names[second] or "?", "Result": result}
    others = {key: value for key, value in game.headers.items() if key not in headers}
    if same_start(game, form):
        own = {key: others.get(key, value) for key, value in own.items()}
    else:
        others = {key: value for key, value in others.items() if key not in OF_POSITION}
    if form.ruleset_of({**others, **own}) == game.ruleset.name:
        own.pop(OWN_RULESET, None)
    headers |= {**own, **others} if not game.headers else {**others, **own}
    if game.result.reason in TERMINATIONS and "Termination" not in headers:
        headers["Termination"] = TERMINATIONS[game.result.reason]
    return headers


def same_start(game: FileGame, form: Form) -> bool:
    """Return whether the headers tell the game's first position as they are."""
    try:
        if form.ruleset_of(game.headers) is None:
            return False
        told = form.read_start(game.ruleset, game.headers)
    except ValueError:
        return False
    return told is not None and told == game.first.state


def numbering(game: FileGame, form: Form, tree: GameTree) -> list[str]:
    """The number before each move of a tree."""
    last = game.headers.get("FEN", "").split()[-1:] if same_start(game, form) else []
    first = int(last[0]) if last and last[0].isdecimal() and len(last[0]) < 6 else 1
    moving = int(generic.movers(game.first.state)) or 1
    half_moves = [2 * max(first, 1) + moving.bit_length() - 2]
    numbers = [""]
    for node in tree.nodes[1:]:
        count = half_moves[node.after] + 1
        half_moves.append(count)
        numbers.append(f"{count // 2}{'.' if count % 2 == 0 else '...'}")
    return numbers
