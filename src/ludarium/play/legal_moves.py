"""Legal moves of one position: listed, named by their texts, and read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any

from ludarium.play.joint import Move
from ludarium.play.spellings import parse_choice, several_meant
from ludarium.rules import generic
from ludarium.rules.game import Action, Game
from ludarium.rules.generic import CHANCE

__all__ = ["LegalMoves"]


class LegalMoves:
    """The legal moves of a state, each list found on first use and kept.

    The seats that are asked about must be seats that choose in the state, but for `moves_for` and
    `actions_for`, which give none for others. Several threads may ask at once.
    """

    __slots__ = ("_actions", "_game", "_moves", "_node", "_played", "_read", "_state")

    def __init__(self, game: Game, state: Any, played: Callable[[], Set[Any]]) -> None:
        """played: what `repetition_state` gives of the positions of the game up to this one, asked
        for where none may come again.
        """
        self._game, self._state, self._played = game, state, played
        self._node: Any = None
        self._actions: dict[int, list[Action]] = {}
        self._moves: dict[int, tuple[Move, ...]] = {}
        self._read: Move | None = None

    def movers(self) -> int:
        """The bit set of the seats that choose."""
        return int(generic.movers(self._with_moves()))

    def actions_for(self, seat: int) -> list[Action]:
        """The rules' numbers of the legal actions of a seat."""
        known = self._actions.get(seat)
        if known is None:
            known = self._without_repetitions(self._game.legal_actions(self._state, seat))
            self._actions[seat] = known
        return known

    def moves_for(self, seat: int) -> tuple[Move, ...]:
        """The legal moves of a seat, in the order of `actions_for`."""
        known = self._moves.get(seat)
        if known is None:
            known = tuple(self.move(seat, action) for action in self.actions_for(seat))
            self._moves[seat] = known
        return known

    def move(self, seat: int, action: Action) -> Move:
        """The Move of a legal action of a seat."""
        return self._move(seat, action, self._game.action_text(self._state, seat, action))

    def _move(self, seat: int, action: Action, text: str) -> Move:
        if seat == CHANCE:
            return Move(seat, text, (), action)
        touches = self._game.touches(self._state, seat, action)
        return Move(seat, text, touches, action, self._game.more_touches(self._state, seat, action))

    def read(self, text: str, seat: int) -> Move:
        """The legal move of a seat that the text denotes, in the game's notation or else in one of
        other programs; "-" is to sit out, where a game allows it.

        Raises MoveError where there is none, or the text may denote several.
        """
        known = self._read  # once, as another thread may replace it
        if known is not None and known.text == text and known.seat == seat:
            return known
        game, state = self._game, self._state
        if (exact := self._exact(self._named(text, seat), text, seat)) is not None:
            return exact
        meant = self._meant(text.strip(), seat)
        if (exact := self._exact(meant or self.actions_for(seat), text, seat)) is not None:
            return exact
        if len(meant) > 1:
            raise several_meant(text, [game.action_text(state, seat, action) for action in meant])
        if meant:
            return self.move(seat, meant[0])
        absent = game.absent
        if absent is not None and text.strip() == game.action_text(state, seat, absent):
            return self.move(seat, absent)
        spellings = {
            action: game.action_texts(state, seat, action) for action in self.actions_for(seat)
        }
        return self.move(seat, parse_choice(text, spellings))

    def _exact(self, actions: Iterable[Action], text: str, seat: int) -> Move | None:
        """The move of the action among these whose notation the text is; kept for when it is asked
        for again.
        """
        for action in actions:
            if self._game.action_texts(self._state, seat, action)[0] == text:
                self._read = self._move(seat, action, text)
                return self._read
        return None

    def _named(self, text: str, seat: int) -> Iterator[Action]:
        """The legal actions that the text names by its parts."""
        for action in self._game.named_by(self._state, seat, text):
            if generic.is_legal(self._with_moves(), seat, action):
                yield from self._without_repetitions([action])

    def _meant(self, text: str, seat: int) -> list[Action]:
        """The legal actions that the text denotes as other programs write them."""
        rest_of, state = self._game.rest_of, self._state
        if rest_of is None or seat == CHANCE:
            return []
        return [
            action for action in self.actions_for(seat) if "" in rest_of(state, seat, action, text)
        ]

    def _with_moves(self) -> Any:
        """The state with its legal moves, for games that find these all at once."""
        if self._node is None:
            self._node = generic.with_moves(self._state)
        return self._node

    def _without_repetitions(self, actions: list[Action]) -> list[Action]:
        """The actions among these that bring no earlier position back, where that is forbidden."""
        if not self._game.superko:
            return actions
        played = self._played()
        return [
            action
            for action in actions
            if generic.repetition_state(generic.play(self._state, action)) not in played
        ]
