"""Rulesets as Ludii's game descriptions: well-formed, complete, and saying every part."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.errors import ExportError
from ludarium.ludii.description import description, is_described
from ludarium.ludii.ludemes import layout, quoted
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.neighbour_table.state import NeighbourTableState
from ludarium.rules.counters.parts import END_WORDS
from ludarium.rules.game import Game

RULESETS = [
    (game, ruleset)
    for game in map(ludarium.find, ludarium.names())
    for ruleset in game.rulesets
    if is_described(game, ruleset)
]
GAMES = list(dict.fromkeys(game for game, _ in RULESETS))
IDS = [f"{game.name}/{ruleset.name}" for game, ruleset in RULESETS]

# the ludemes of Ludii 1.3.13 that descriptions use; each was loaded by that program
LUDEMES = frozenset(
    re.findall(
        r"\S+",
        """
        != < <= = > >= ahead and apply between board can classification count credit define
        description directional directions do end equipment forEach from game graph graphics
        hand handSite if info intersection is last map mapEntry max metadata min move moveAgain
        no not or origin pair piece place play players priority promote remove result results
        rules set show sites source start then to var version was who
        """,
    )
)
SIDES = ("", "one-", "two-")
Tree = list["Tree | str"]


def tree(text: str) -> Tree:
    """The description read anew, by a reader of its own: lists that begin with their bracket."""
    stack: list[Tree] = [[]]
    for word in re.findall(r'"[^"]*"|[(){}]|[^\s(){}"]+', text):
        if word in "({":
            stack[-1].append([word])
            stack.append(stack[-1][-1])  # type: ignore[arg-type]
        elif word in ")}":
            assert stack.pop()[0] == {")": "(", "}": "{"}[word]
        else:
            stack[-1].append(word)
    assert len(stack) == 1
    return stack[0]


def calls(node: Tree) -> Iterator[Tree]:
    """Everything in round brackets, whole and in parts."""
    for inner in node:
        if isinstance(inner, list):
            if inner[0] == "(":
                yield inner
            yield from calls(inner)


def found(node: Tree, name: str) -> list[Tree]:
    """The arguments of each call of this name."""
    return [call[2:] for call in calls(node) if call[1] == name]


def numbers(node: Tree) -> list[tuple[int, ...]]:
    """A list of lists of numbers, such as `{{0 1} {1 2}}`."""
    return [tuple(map(int, inner[1:])) for inner in node[1:] if isinstance(inner, list)]  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def trees() -> dict[str, Tree]:
    return {
        name: tree(description(game, ruleset))
        for name, (game, ruleset) in zip(IDS, RULESETS, strict=True)
    }


def test_every_ruleset_is_written_in_words_that_ludii_knows(trees: dict[str, Tree]) -> None:
    for name, whole in trees.items():
        defined = {str(one[0]) for one in found(whole, "define")} | {'"HandOccupied"'}
        for call in calls(whole):
            word = str(call[1])
            assert word in LUDEMES or word in defined, f"{name}: {word}"
        for word in defined - {'"HandOccupied"'}:
            assert found(whole, word), f"{name} never uses {word}"


def test_the_board_has_our_points_and_lines(trees: dict[str, Tree]) -> None:
    for name, (game, _) in zip(IDS, RULESETS, strict=True):
        (graph,) = found(trees[name], "graph")
        vertices, edges = numbers(graph[1]), numbers(graph[3])  # type: ignore[arg-type]
        board = game.board
        assert isinstance(board, DrawnBoard)
        assert len(vertices) == len(board.points)
        # columns and rows of points are in the same order
        for axis in (0, 1):
            ours = [point[axis] for point in board.points]
            there = [vertex[axis] for vertex in vertices]
            assert [sorted(set(there)).index(n) + 1 for n in there] == [
                sorted(set(ours)).index(n) + 1 for n in ours
            ]
        # a line goes along a row, a column or a diagonal, where Ludii's directions are exact
        for one, other in edges:
            across, up = (b - a for a, b in zip(vertices[one], vertices[other], strict=True))
            assert math.atan2(up, across) / (math.pi / 4) % 1 == 0
        assert len(set(map(frozenset, edges))) == len(edges) == len(board.lines)
        names = {frozenset((board.names[one], board.names[other])) for one, other in edges}
        assert names == {frozenset(line) for line in lines_by_name(board)}


def lines_by_name(board: DrawnBoard) -> Iterator[tuple[str, str]]:
    for point, row in enumerate(board.neighbours):
        for other in row:
            if other < len(board.points):
                yield board.names[point], board.names[other]


def test_all_counters_stand_where_they_stand_at_the_start(trees: dict[str, Tree]) -> None:
    for name, (game, ruleset) in zip(IDS, RULESETS, strict=True):
        rows = game.write_position(game.start(ruleset, 2)).split()[0].split("/")
        signs = "".join(rows[::-1])
        held, written = [0, 0], ["."] * len(signs)
        for place in found(trees[name], "place"):
            stack = place[0] == "Stack"
            seat = str(place[stack])[-2]
            if "count:" in str(place[-1]):
                held[int(seat) - 1] = int(str(place[-1]).removeprefix("count:"))
            else:
                for point in place[stack + 1][2][1:]:
                    written[int(str(point))] = seat
        assert "".join(written) == signs, name
        assert tuple(held) == ruleset.parameters.setup.hands, name


PARTS = (
    "",
    "continues",
    "compulsory",
    "continues+compulsory",
    "continues+compulsory+stopping",
    "huffing",
    "closing",
    "gap",
    "approach",
    "approach+continues",
    *(f"{side}steps-{ways}" for side in SIDES for ways in ("forward", "sideways", "diagonal")),
    *(f"{side}hops-{ways}" for side in SIDES for ways in ("forward", "sideways", "none")),
    *(f"{side}kings-{kind}" for side in SIDES for kind in ("walk", "fly", "land")),
    *(f"{side}{word}" for side in SIDES for word in ("turning", "least-2", "least-3")),
    *END_WORDS.values(),
)


def test_every_part_changes_what_is_written() -> None:
    """No two of these rulesets have the same definitions and rules."""
    game = next(
        game for game in GAMES if issubclass(game.state, NeighbourTableState) and full(game)
    )
    written: dict[str, str] = {}
    for parts in PARTS:
        whole = tree(description(game, game.ruleset(f"parts:{parts}")))
        rules = str([found(whole, name) for name in ("define", "rules")])
        assert rules not in written, f"{parts} is written as {written.get(rules)}"
        written[rules] = parts


def full(game: Game) -> bool:
    """Whether both outermost rows have counters at the start, so that rows can close."""
    rows = game.rulesets[0].parameters.setup.rows.split("/")
    return all(set(row) & set("12") for row in (rows[0], rows[-1]))


def test_what_cannot_be_written_is_named() -> None:
    drawn = next(game for game in GAMES if issubclass(game.state, NeighbourTableState))
    for parts, said in (
        ("gap+hops-forward", "hops over a free point first that go only in some directions"),
        ("approach+continues+huffing", "captures by approach that go on, with huffing"),
        ("steps-none+hops-none", "no moves"),
        ("steps-none+approach", "no moves"),
        ("continues+straight", "runs of hops that keep their direction"),
        ("clearing", "counters that are taken off a full board first"),
    ):
        ruleset = drawn.ruleset(f"parts:{parts}")
        assert not is_described(drawn, ruleset)
        with pytest.raises(ExportError, match=said):
            description(drawn, ruleset)
    others = [
        game
        for game in map(ludarium.find, ludarium.names())
        if not isinstance(game.board, DrawnBoard)
    ]
    assert others
    for game in others:
        with pytest.raises(ExportError, match=f"{game.name} cannot be written"):
            description(game, game.rulesets[0])


@given(
    st.recursive(
        st.sampled_from(["a", "if:(b)", '"c d"', "12"]),
        lambda inner: st.lists(inner, min_size=1, max_size=12).map(
            lambda some: f"(x {' '.join(some)})"
        ),
        max_leaves=60,
    )
)
def test_layout_changes_nothing_but_blanks(text: str) -> None:
    laid_out = layout(text)
    assert re.sub(r"\s", "", laid_out) == re.sub(r"\s", "", text)
    assert tree(laid_out) == tree(text)


@pytest.mark.parametrize("text", ["(a", "a)", "(a}", "{(a)", "(a))"])
def test_brackets_that_do_not_match_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="brackets do not match"):
        layout(text)


def test_a_text_cannot_end_its_quotes() -> None:
    assert quoted('a "b"\n  c') == "\"a 'b' c\""


def test_several_rulesets_of_a_game_have_titles_of_their_own(trees: dict[str, Tree]) -> None:
    titles = [str(found(whole, "game")[0][0]) for whole in trees.values()]
    assert all(one != other for one, other in itertools.combinations(titles, 2))
