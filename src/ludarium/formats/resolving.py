"""Moves of files played: from a tree of texts to positions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ludarium import catalogue
from ludarium.errors import LudariumError, MoveError, RulesetError
from ludarium.formats.file_game import FileGame, GameNode, seat_after
from ludarium.formats.game_tree import FileFault, GameTree, Remark, TreeNode, main_line
from ludarium.formats.source import Source, too_long
from ludarium.play.position import Position
from ludarium.play.turns import read_turn
from ludarium.rules import generic
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE
from ludarium.rules.interchange import Form, SpelledMove

__all__ = ["OWN_RULESET", "UnreadableError", "forms_in", "resolved"]

OWN_RULESET = "Ruleset"
"""The header that names a ruleset of ours, where those of the format cannot tell it."""
SHOWN = 40  # characters of a move in a message


class UnreadableError(LudariumError):
    """A game that cannot be read. node: where."""

    def __init__(self, message: str, node: TreeNode | None = None) -> None:
        super().__init__(message)
        self.node = node


@cache
def forms_in(name: str) -> tuple[tuple[Game, Form], ...]:
    """The games that have this format, each with its form."""
    games = map(catalogue.find, catalogue.names())
    return tuple((game, game.forms[name]) for game in games if name in game.forms)


def game_told(name: str, headers: Mapping[str, str]) -> tuple[Game, Form, Ruleset] | None:
    """The game and the ruleset that headers of this format tell."""
    for game, form in forms_in(name):
        found = form.ruleset_of(headers)
        if found is not None:
            return game, form, game.ruleset(headers.get(OWN_RULESET) or found)
    return None


class Replayer:
    """Plays the moves of one game."""

    def __init__(self, game: Game, form: Form, ruleset: Ruleset, first: Any) -> None:
        self.game, self.form, self.ruleset = game, form, ruleset
        self.nodes = [GameNode(-1, -1, first)]
        self.notes: dict[str, int] = {}
        self._children: dict[tuple[int, int], int] = {}

    def add(self, after: int, node: TreeNode) -> int:
        """Play a move of the file after a node; returns the place of its last position.

        Of one that is several of ours, what an earlier one began with is there already. Raises
        UnreadableError.
        """
        place = after
        try:
            if not node.own:
                place = self._skipped(place, node) if node.side else self._forced(place)
            state = self.nodes[place].state
            actions, beyond = self._actions(place, state, node)
        except UnreadableError:
            raise
        except ValueError as error:  # LudariumErrors among them
            raise UnreadableError(str(error), node) from None
        for count, action in enumerate(actions):
            known = self._children.get((place, action))
            if known is not None and count < len(actions) - 1:
                place = known
                continue
            state = generic.play(self.nodes[place].state, action)
            self.nodes.append(GameNode(place, action, state, None, beyond))
            self._children.setdefault((place, action), len(self.nodes) - 1)
            place = len(self.nodes) - 1
        return place

    def _skipped(self, place: int, node: TreeNode) -> int:
        """The node after what the file leaves out before a move of this side: a pass, or the wish
        to play on.
        """
        form, state = self.form, self.nodes[place].state
        if node.side not in form.sides:
            return place
        seat = form.sides.index(node.side)
        moving = int(generic.movers(state))
        if not moving or moving == 1 << CHANCE or form.read_move(state, seat, node.word) == ():
            return place
        passing, resuming = form.passing, form.resuming
        for way in ((), (passing,), (resuming,), (resuming, passing)):
            if None not in way and (found := self._along(place, way, seat)) is not None:
                if passing in way and not self._is_forced(self.nodes[place].state):
                    self.note("pass added, as one side moved twice")
                return found
        expected = form.sides[moving.bit_length() - 1]
        raise UnreadableError(f"a move of {node.side}, expected one of {expected}", node)

    def _along(self, place: int, way: tuple[Any, ...], seat: int) -> int | None:
        """The node after these actions, where they are legal and the seat is to place or move then;
        else None.
        """
        state, states = self.nodes[place].state, []
        for action in way:
            moving = int(generic.movers(state))
            if not moving or not generic.is_legal(state, moving.bit_length() - 1, action):
                return None
            state = generic.play(state, action)
            states.append(state)
        resuming = self.form.resuming
        if int(generic.movers(state)) != 1 << seat:
            return None
        if resuming is not None and generic.is_legal(state, seat, resuming):
            return None
        for action, after in zip(way, states, strict=True):
            self.nodes.append(GameNode(place, action, after))
            place = len(self.nodes) - 1
        return place

    def _is_forced(self, state: Any) -> bool:
        """True if the seat to move can only pass."""
        seat = int(generic.movers(state)).bit_length() - 1
        return bool(generic.legal_count(state, seat) == 1)

    def _forced(self, place: int) -> int:
        """The node after a pass that must be made, where the file tells no sides and no passes."""
        passing, state = self.form.passing, self.nodes[place].state
        moving = int(generic.movers(state)) if passing is not None else 0
        if not moving or not self._is_forced(state):
            return place
        if generic.nth_legal(state, moving.bit_length() - 1, 0) != passing:
            return place
        self.nodes.append(GameNode(place, passing, generic.play(state, passing)))
        return len(self.nodes) - 1

    def note(self, told: str) -> None:
        """Count what was not taken as the file has it."""
        self.notes[told] = self.notes.get(told, 0) + 1

    def _actions(self, place: int, state: Any, node: TreeNode) -> tuple[tuple[int, ...], bool]:
        """The actions of a move, and whether the game was over before it. Raises ValueError."""
        with_moves = generic.with_moves(state)
        moving = int(generic.movers(with_moves))
        if not moving:
            return self._beyond(place, state, node), True
        beyond = self.nodes[place].beyond
        seat = moving.bit_length() - 1
        told: SpelledMove = node.word
        if not node.own:
            by_chance = seat == CHANCE and node.side in self.form.sides
            mover = self.form.sides.index(node.side) if by_chance else seat
            told = self.form.read_move(state, mover, node.word)
        if isinstance(told, tuple):
            actions: list[int] = []
            for part in told:
                found = self._part(state, part, node)
                for action in found:
                    state = generic.play(state, action)
                actions += found
            return tuple(actions), beyond
        if moving == 1 << seat:
            named = [
                action
                for action in self.game.named_by(state, seat, told)
                if generic.is_legal(with_moves, seat, action)
            ]
            if len(named) == 1:
                return tuple(named), beyond
        return self._read(state, told, node), beyond

    def _part(self, state: Any, part: int | str, node: TreeNode) -> tuple[int, ...]:
        """The actions of a part of a move. Raises MoveError."""
        if isinstance(part, str):
            return self._read(state, part, node)
        moving = int(generic.movers(state))
        if not moving or not generic.is_legal(state, moving.bit_length() - 1, part):
            raise MoveError(f"{shown(node.word)} is not a legal move here")
        return (part,)

    def _read(self, state: Any, told: str, node: TreeNode) -> tuple[int, ...]:
        """The actions of a text in the game's notation. Raises MoveError."""
        position = Position(self.game, self.ruleset, state)
        try:
            if len(position.movers) > 1 or position.by_chance:
                joint = position.play(told).joint
                assert joint is not None
                return (joint,)
            return tuple(move.action for move in read_turn(position, told))
        except MoveError as error:
            if node.word != told:
                raise MoveError(f"{shown(node.word)}: {error}") from None
            raise

    def _beyond(self, place: int, state: Any, node: TreeNode) -> tuple[int, ...]:
        """The actions of a move after the end, where rules could still be followed. Raises
        ValueError.
        """
        seat = seat_after(self.nodes, place, len(self.form.sides))
        told: SpelledMove = node.word
        if not node.own:
            told = self.form.read_move(state, seat, node.word)
        if told == ():
            return ()
        if not self.form.goes_on:
            status = Position(self.game, self.ruleset, state).view.status
            raise MoveError(f"{shown(node.word)} after the end: {status}")
        if isinstance(told, tuple):
            (action,) = told
            if isinstance(action, int):
                return (action,)
            told = action
        for action in self.game.named_by(state, seat, told):
            if generic.is_legal(state, seat, action):
                return (action,)
        for number in range(generic.legal_count(state, seat)):
            action = generic.nth_legal(state, seat, number)
            if told in self.game.action_texts(state, seat, action) or (
                self.game.rest_of and "" in self.game.rest_of(state, seat, action, told)
            ):
                return (action,)
        raise MoveError(f"{shown(node.word)} is not a legal move here")


def resolved(tree: GameTree, name: str, source: Source) -> FileGame | FileFault:
    """A game of a file of this format with its moves played, or what is wrong with it."""
    file, moves = source.name, len(tree.nodes) - 1
    if moves > source.most_moves:
        return FileFault(too_long(moves, source), file, tree.line, 1, tree.number)
    try:
        return _resolved(tree, name, source)
    except UnreadableError as error:
        node = error.node
        line, column = (node.line, node.column) if node and node.line else (tree.line, 1)
        return FileFault(str(error), file, line, column, tree.number)
    except LudariumError as error:
        return FileFault(str(error), file, tree.line, 1, tree.number)


def _resolved(tree: GameTree, name: str, source: Source) -> FileGame:
    try:
        told = game_told(name, tree.headers)
    except (RulesetError, ValueError) as error:
        raise UnreadableError(str(error)) from None
    if told is None:
        raise UnreadableError(
            f"a game that is not known here: expected one of {', '.join(titles(name))}"
        )
    game, form, ruleset = told
    try:
        state = form.read_start(ruleset, tree.headers)
    except ValueError as error:
        raise UnreadableError(str(error)) from None
    first = Position(
        game, ruleset, state if state is not None else game.start(ruleset, len(form.sides))
    )
    replayer = Replayer(game, form, ruleset, first.state)
    main = set(main_line(tree.nodes)) if any(node.null for node in tree.nodes) else set()
    places: list[int | None] = [0]  # None of what is left out
    for number, node in enumerate(tree.nodes[1:], 1):
        source.check()
        before = places[node.after]
        if node.null and before is not None:
            if number in main:
                raise UnreadableError(
                    f"{shown(node.word)} is not a legal move here: null moves are expected in "
                    "variations only",
                    node,
                )
            replayer.note("variation left out from a null move on")
            before = None
        places.append(None if before is None else replayer.add(before, node))
    for node, place in zip(tree.nodes, places, strict=True):
        if node.remark and place is not None:
            into = replayer.nodes[place]
            into.remark = on_board(node.remark, form, into.state, replayer)
    beyond = sum(node.beyond for node in replayer.nodes)
    notes = [f"{count} × {told}" if count > 1 else told for told, count in replayer.notes.items()]
    if beyond:
        notes.append(f"{beyond} moves after the end of the game")
    if untaken := form.untaken(ruleset, tree.headers):
        notes.append(untaken)
    return FileGame(
        first,
        replayer.nodes,
        ("",) * len(form.sides),
        {},
        notes=notes,
        number=tree.number,
        line=tree.line,
    )


def on_board(remark: Remark, form: Form, state: Any, replayer: Replayer) -> Remark:
    """The remark with its marks on sites of ours."""
    if not remark.marks:
        return remark
    marks = []
    for mark in remark.marks:
        start = form.read_site(state, mark.start)
        end = form.read_site(state, mark.end) if mark.end is not None else None
        if start is None or (end is None) != (mark.end is None):
            replayer.note("mark beside the board")
            continue
        marks.append(type(mark)(start, end, mark.colour))
    remark.marks = marks
    return remark


def titles(name: str) -> list[str]:
    """The games that the format says here."""
    return sorted(str(game.title) for game, _ in forms_in(name))


def shown(word: str) -> str:
    """A move of a file in a message."""
    return repr(word if len(word) <= SHOWN else f"{word[:SHOWN]}...")
