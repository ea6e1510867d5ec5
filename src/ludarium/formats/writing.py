"""Games as trees of a format's own moves, to be written: what is one move there may be several of
ours.
"""

from __future__ import annotations

import dataclasses

from ludarium.analysis.study import DrawnMark
from ludarium.formats.file_game import FileGame, GameNode
from ludarium.formats.game_tree import GameTree, Remark, TreeNode
from ludarium.formats.resolving import OWN_RULESET
from ludarium.formats.source import FileError
from ludarium.rules import generic
from ludarium.rules.interchange import Form

__all__ = ["children_of", "form_of", "headers_of", "tree_of"]


def form_of(game: FileGame, name: str) -> Form:
    """The form of the game in this format. Raises FileError where it has none."""
    form = game.game.forms.get(name)
    if form is None:
        raise FileError(f"{game.game.title} is no game of the format {name}")
    return form


def headers_of(game: FileGame, form: Form) -> dict[str, str]:
    """The headers that tell the ruleset and the first position."""
    ruleset = game.ruleset
    headers = dict(form.headers_of(ruleset))
    if form.ruleset_of(headers) != ruleset.name:
        headers[OWN_RULESET] = ruleset.name
    if game.first.state != game.game.start(ruleset, game.first.seats):
        try:
            headers |= form.write_start(ruleset, game.first.state)
        except ValueError as error:
            raise FileError(str(error)) from None
    return headers


def tree_of(game: FileGame, form: Form) -> GameTree:
    """The moves as the format has them; `own` are those that it has no move for."""
    nodes = game.nodes
    has_more = [False] * len(nodes)
    for node in nodes[1:]:
        has_more[node.after] = True
    tree = GameTree({}, [TreeNode(-1, remark=drawn(nodes[0].remark, form, nodes[0]))])
    ended: list[int] = [0]  # the tree's node of each place, or of the move that it is in
    parts: list[tuple[int, ...]] = [()]  # the places of the move that each is in
    for place, node in enumerate(nodes[1:], 1):
        way = (*parts[node.after], place)
        if form.within(node.state) and has_more[place]:
            ended.append(ended[node.after])
            parts.append(way)
            continue
        tree.nodes.append(word_of(game, form, way, ended[node.after]))
        ended.append(len(tree.nodes) - 1)
        parts.append(())
    return tree


def word_of(game: FileGame, form: Form, way: tuple[int, ...], after: int) -> TreeNode:
    """The move of the format that leads along these places."""
    nodes = game.nodes
    before = nodes[nodes[way[0]].after].state
    word = form.write_move(before, [nodes[place].joint for place in way])
    remark = drawn(joined([nodes[place] for place in way]), form, nodes[way[-1]])
    made = TreeNode(after, word or "", remark=remark)
    if word is None:
        if len(way) > 1:
            raise FileError(f"{game.move_text(way[0])}: no move of the format")
        made.word, made.own = game.move_text(way[0]), True
    moving = int(generic.movers(before))
    seat = moving.bit_length() - 1 if moving else game.seat_after(nodes[way[0]].after)
    if seat >= len(form.sides) and len(way) > 0:  # chance: the side that moves next
        following = int(generic.movers(nodes[way[0]].state))
        seat = following.bit_length() - 1
    if 0 <= seat < len(form.sides):
        made.side = form.sides[seat]
    return made


def joined(nodes: list[GameNode]) -> Remark | None:
    """The remarks of all parts of a move as one."""
    found = [node.remark for node in nodes if node.remark]
    if len(found) < 2:
        return found[0] if found else None
    last = found[-1]
    return Remark(
        "\n".join(filter(None, (remark.comment for remark in found))),
        "\n".join(filter(None, (remark.before for remark in found))),
        [nag for remark in found for nag in remark.nags],
        last.clock,
        sum(remark.elapsed or 0.0 for remark in found) or None,
        last.evaluation,
        [mark for remark in found for mark in remark.marks],
        {name: values for remark in found for name, values in remark.properties.items()},
    )


def drawn(remark: Remark | None, form: Form, node: GameNode) -> Remark | None:
    """The remark with its marks on sites as the format names them."""
    if remark is None or not remark.marks:
        return remark
    marks = []
    for mark in remark.marks:
        start = form.write_site(node.state, mark.start)
        end = form.write_site(node.state, mark.end) if mark.end is not None else None
        if start is not None and (end is None) == (mark.end is None):
            marks.append(DrawnMark(start, end, mark.colour))
    return dataclasses.replace(remark, marks=marks)


def children_of(tree: GameTree) -> list[list[int]]:
    """The places of the nodes after each node."""
    after: list[list[int]] = [[] for _ in tree.nodes]
    for place, node in enumerate(tree.nodes[1:], 1):
        after[node.after].append(place)
    return after
