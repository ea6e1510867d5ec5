"""A position of a game, to program with: immutable, hashable, and drawn in a notebook."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from ludarium import catalogue
from ludarium.errors import GameOverError, MoveError, PositionError, SeatsError
from ludarium.rules import generic
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import View

__all__ = ["Move", "Position", "parse", "start"]

NOT_CHOOSING = "."  # stands in a joint move's text for a seat that does not choose


@dataclasses.dataclass(frozen=True, slots=True)
class Move:
    """One seat's choice: as text, as the ids of what a player touches in order, and as the rules' own number."""

    seat: int
    text: str
    touches: tuple[str, ...]
    action: int = dataclasses.field(repr=False)

    def __str__(self) -> str:
        return self.text


Choice = str | Move


class Position:
    """A position of a game.

    Two positions are equal when their games, rulesets and states are, however they came about; a copy or a pickle of one does not know
    what came before. Get one from `start` or `parse`.
    """

    def __init__(self, game: Game, ruleset: Ruleset, state: Any, before: Position | None = None, joint: int | None = None) -> None:
        self._game, self._ruleset, self._state = game, ruleset, state
        self._before, self._joint = before, joint
        self._view: View | None = None

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that it is played by."""
        return self._ruleset

    @property
    def state(self) -> Any:
        """The state that the rules work on."""
        return self._state

    @property
    def before(self) -> Position | None:
        """The position before the last move; None where this one was started from or parsed."""
        return self._before

    @property
    def joint(self) -> int | None:
        """The joint action that led here from `before`."""
        return self._joint

    @cached_property
    def seats(self) -> int:
        """How many seats take part."""
        return generic.seat_count(self._state)

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """The seats that choose now, from 0; none when the game is over."""
        choosing = generic.movers(self._state)
        return tuple(seat for seat in range(self.seats) if choosing >> seat & 1)

    @property
    def to_move(self) -> int | None:
        """The seat that moves, where exactly one does."""
        return self.movers[0] if len(self.movers) == 1 else None

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.movers

    @property
    def returns(self) -> tuple[float, ...]:
        """What each seat has won; all 0 while the game goes on."""
        if not self.over:
            return (0.0,) * self.seats
        return tuple(generic.returns(self._state, seat) for seat in range(self.seats))

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves of the seat to move; none when the game is over. Raises MoveError where several seats choose."""
        if len(self.movers) > 1:
            raise MoveError(f"seats {', '.join(map(str, self.movers))} choose together: ask for legal_for(seat)")
        return self.legal_for(self.movers[0]) if self.movers else ()

    def legal_for(self, seat: int) -> tuple[Move, ...]:
        """The legal moves of this seat; none where it does not choose. Raises SeatsError."""
        self._check_seat(seat)
        return self._legal_moves.get(seat, ())

    @cached_property
    def _legal_moves(self) -> dict[int, tuple[Move, ...]]:
        return {seat: tuple(self.move(seat, action) for action in self._game.legal_actions(self._state, seat)) for seat in self.movers}

    def move(self, seat: int, action: int) -> Move:
        """The Move of this action of this seat; the action must be legal."""
        text = self._game.action_text(self._state, seat, action)
        return Move(seat, text, self._game.touches(self._state, seat, action), action)

    def parse_move(self, text: str, seat: int | None = None) -> Move:
        """The legal move that the text names. Raises MoveError, and GameOverError when the game is over.

        seat: whose move it is; need not be given where one seat moves. Where a seat may sit out, "-" names that.
        """
        mover = self.mover(seat)
        for move in self.legal_for(mover):
            if move.text == text:
                return move
        absent = self._game.absent
        if absent is not None and text.strip() == self._game.action_text(self._state, mover, absent):
            return self.move(mover, absent)
        return self.move(mover, self._game.parse_action(self._state, mover, text))

    def play(self, move: Choice | Mapping[int, Choice]) -> Position:
        """The position after a move, or after the moves of all seats that choose, by seat.

        A move is a `Move` or text; where several seats choose, text gives all in seat order, such as "P E - B". Raises MoveError.
        """
        if self.over:
            raise GameOverError(f"the game is over: {self.view.status}")
        if isinstance(move, str) and len(self.movers) > 1:
            move = self._split_joint(move)
        if not isinstance(move, Mapping):
            move = {self.mover(move.seat if isinstance(move, Move) else None): move}
        return self.play_joint(self._pack(move))

    def play_joint(self, joint: int) -> Position:
        """The position after this joint action, which must be legal."""
        return Position(self._game, self._ruleset, generic.play(self._state, joint), self, joint)

    def joint_text(self, joint: int) -> str:
        """A joint action as text: the choosing seats' moves in seat order, with a dot for a seat that does not choose."""
        bits = generic.action_bits(self._state)
        if not bits:
            return self._game.action_text(self._state, self.mover(), joint)
        mask = (1 << bits) - 1
        texts = (
            self._game.action_text(self._state, seat, joint >> seat * bits & mask) if seat in self.movers else NOT_CHOOSING
            for seat in range(self.seats)
        )
        return " ".join(texts)

    def _split_joint(self, text: str) -> dict[int, Choice]:
        words = text.split()
        if len(words) != self.seats:
            expected = f"one for each of {self.seats} seats ({NOT_CHOOSING} for one that does not choose)"
            raise MoveError(f"{text!r} has {len(words)} moves, expected {expected}")
        for seat, word in enumerate(words):
            if (word == NOT_CHOOSING) == (seat in self.movers):
                expected = "a move" if seat in self.movers else f"{NOT_CHOOSING!r}, as it does not choose"
                raise MoveError(f"{text!r}: seat {seat} has {word!r}, expected {expected}")
        return {seat: word for seat, word in enumerate(words) if word != NOT_CHOOSING}

    def _pack(self, moves: Mapping[int, Choice]) -> int:
        if set(moves) != set(self.movers):
            given = ", ".join(map(repr, moves)) or "none"
            raise MoveError(f"moves were given for seats {given}; expected for seats {', '.join(map(str, self.movers))}")
        shift = generic.action_bits(self._state)
        joint = 0
        for seat, choice in moves.items():
            if isinstance(choice, Move) and choice.seat != seat:
                raise MoveError(f"the move {choice} is of seat {choice.seat}, but was given for seat {seat}")
            joint |= self._action(choice, seat) << seat * shift
        return joint

    def _action(self, choice: Choice, seat: int) -> int:
        if isinstance(choice, Move) and choice in self.legal_for(seat):
            return choice.action
        return self.parse_move(str(choice), seat).action

    def mover(self, seat: int | None = None) -> int:
        """The seat, if it chooses now; the seat to move, if none is given. Raises GameOverError, MoveError or SeatsError."""
        if self.over:
            raise GameOverError(f"the game is over: {self.view.status}")
        if seat is None:
            if len(self.movers) > 1:
                raise MoveError(f"seats {', '.join(map(str, self.movers))} choose together: give each its move, such as {{0: ..., 1: ...}}")
            return self.movers[0]
        self._check_seat(seat)
        if seat not in self.movers:
            raise MoveError(f"seat {seat} does not choose now: expected seat {' or '.join(map(str, self.movers))}")
        return seat

    def _check_seat(self, seat: int) -> None:
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise SeatsError(f"there is no seat {seat!r}: expected 0 to {self.seats - 1}")

    @cached_property
    def text(self) -> str:
        """The position as text, which `parse` reads: game, ruleset, and the game's own notation."""
        return f"{self._game.name}/{self._ruleset.name} {self._game.write_position(self._state)}"

    @property
    def view(self) -> View:
        """What it looks like, with the last move marked and pieces that keep their identity as they move."""
        chain = [self]  # not by recursion: a game can be longer than Python's stack
        while chain[-1]._view is None and chain[-1].before is not None:
            chain.append(chain[-1].before)
        for position in reversed(chain):
            if position._view is None:
                position._view = position._look()
        assert self._view is not None
        return self._view

    def _look(self) -> View:
        before = self._before
        if before is None:
            return self._game.view(self._state, None, None)
        assert before._view is not None
        return self._game.view(self._state, before.state, self._joint).follow(before._view)

    def history(self) -> Iterator[Position]:
        """All positions from the first one to this one."""
        chain = [self]
        while chain[-1].before is not None:
            chain.append(chain[-1].before)
        return reversed(chain)

    def svg(self, *, theme: Any = "auto", names: Any = None) -> str:
        """The position as a picture: theme `light`, `dark`, or `auto` (as the reader's system is set); names: the players'."""
        from ludarium.draw.svg import svg

        return svg(self.view, theme=theme, names=names)

    def words(self) -> str:
        """The position in words, as for a screen reader."""
        from ludarium.draw.words import words

        return words(self.view)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Position {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._state == other._state and self._game is other._game and self._ruleset.name == other._ruleset.name

    def __hash__(self) -> int:
        return hash((self._game.name, self._ruleset.name, self._state))

    def __reduce__(self) -> tuple[Any, ...]:
        return (parse, (self.text,))


def start(game: str | Game, ruleset: str | None = None, seats: int | None = None) -> Position:
    """The first position of a game. Raises UnknownGameError, RulesetError, SeatsError.

    ruleset: by default the game's first; seats: by default the fewest that it is played with.
    """
    found = game if isinstance(game, Game) else catalogue.find(game)
    chosen = found.ruleset(ruleset)
    return Position(found, chosen, found.start(chosen, found.seat_number(seats)))


def parse(text: str) -> Position:
    """The position that the text describes, such as "yoxii/standard 3/5/7/3T3/7/5/3 w"; the ruleset may be left out.

    Raises PositionError, UnknownGameError or RulesetError.
    """
    head, _, body = text.strip().partition(" ")
    name, slash, ruleset_name = head.partition("/")
    if not body:
        raise PositionError(f"position {text!r}: expected a game, optionally / and a ruleset, a space, and the position")
    game = catalogue.find(name)
    ruleset = game.ruleset(ruleset_name if slash else None)
    return Position(game, ruleset, game.read_position(body, ruleset))
