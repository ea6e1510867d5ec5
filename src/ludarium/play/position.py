"""Positions of games: the library's main class, immutable, hashable, and drawn in notebooks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ludarium import catalogue
from ludarium.errors import GameOverError, MoveError, PositionError, SeatsError
from ludarium.play.appearance import Appearance
from ludarium.play.joint import NOT_CHOOSING, Choice, Move, pack, split_joint
from ludarium.play.legal_moves import LegalMoves
from ludarium.rules import diagnosis, generic
from ludarium.rules.game import Action, Game, Ruleset
from ludarium.rules.generic import CHANCE, SPECTATOR
from ludarium.rules.view import View

__all__ = ["Move", "Position", "parse", "start"]


@cache
def _seats_in(choosing: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(choosing.bit_length()) if choosing >> seat & 1)


class Position:
    """A position of a game, made by `start`, `parse` or `play`.

    Positions are equal when their games, rulesets and states are, whatever the history; a copy or a
    pickle has no history.

    Legal moves and the View are cached on first use, until `forget` or `leave`. The identities of
    the View's pieces are always kept, so that pieces keep them in later positions.
    """

    __slots__ = (
        "_appearance",
        "_before",
        "_game",
        "_joint",
        "_keeps",
        "_legal",
        "_movers",
        "_repetition_state",
        "_ruleset",
        "_seen",
        "_state",
    )

    def __init__(
        self,
        game: Game,
        ruleset: Ruleset,
        state: Any,
        before: Position | None = None,
        joint: int | None = None,
    ) -> None:
        self._game, self._ruleset, self._state = game, ruleset, state
        self._before, self._joint = before, joint
        appeared = before._appearance if before is not None else None
        self._appearance: Appearance = Appearance(game, state, appeared, joint)
        self._movers: tuple[int, ...] | None = None
        self._repetition_state: Any = None
        self._legal: LegalMoves | None = None
        self._keeps = True
        self._seen: dict[int, Position] | None = None

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        return self._ruleset

    @property
    def state(self) -> Any:
        """The state, as the rules use it: a NamedTuple of ints."""
        return self._state

    @property
    def repetition_state(self) -> Any:
        """The part of the state that says whether the position occurred earlier in the game; it is
        kept, as each move asks for that of all positions before it.
        """
        if self._repetition_state is None:
            self._repetition_state = generic.repetition_state(self._state)
        return self._repetition_state

    @property
    def before(self) -> Position | None:
        """The position before the last move; None where this one was started from or parsed."""
        return self._before

    @property
    def joint(self) -> int | None:
        """The joint action that led here from `before`."""
        return self._joint

    @property
    def seats(self) -> int:
        """The number of seats."""
        return generic.seat_count(self._state)

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that choose now, in ascending order; none when the game is over.

        Where chance decides, CHANCE (8) alone: its legal moves are the outcomes.
        """
        if self._movers is None:
            self._movers = _seats_in(self._legal_moves.movers())
        return self._movers

    @property
    def to_move(self) -> int | None:
        """The seat to move, or CHANCE; None where several choose, or the game is over."""
        return self.movers[0] if len(self.movers) == 1 else None

    @property
    def by_chance(self) -> bool:
        """True if chance decides now: a die is to be thrown, a card to be dealt."""
        return self.movers == (CHANCE,)

    def outcome(self, source: random.Random) -> Move:
        """An outcome of chance, drawn by the weights from `source`.

        Raises MoveError where chance does not decide.
        """
        if not self.by_chance:
            raise MoveError(f"chance does not decide here: {self.view.status}")
        actions, weights = zip(*self._game.outcomes(self._state), strict=True)
        return self.move(CHANCE, source.choices(actions, weights)[0])

    def seen_by(self, seat: int | None = None) -> Position:
        """Return what this seat sees, or by default a spectator: the position with all hidden parts
        blanked, so that its text, View and words tell no more.

        It is the position itself in games that hide nothing, and in those over that open all.
        Positions before it are seen likewise. Raises SeatsError where there is no such seat.
        """
        if seat is None or seat == SPECTATOR:
            seat = SPECTATOR
        else:
            self._check_seat(seat)
        if not self._game.hides:
            return self
        chain = [self]  # a loop, because a game can be longer than Python's recursion limit
        while seat not in (chain[-1]._seen or ()) and chain[-1]._before is not None:
            chain.append(chain[-1]._before)
        observed: Position | None = None
        for position in reversed(chain):
            if position._seen is None:
                position._seen = {}
            if seat not in position._seen:
                position._seen[seat] = position._look_of(seat, observed)
            observed = position._seen[seat]
        assert observed is not None
        return observed

    def _look_of(self, seat: int, before: Position | None) -> Position:
        """The position as the seat sees it; before: what it saw before the last move."""
        by_chance = self._before is not None and self._before.by_chance
        seen = Position(
            self._game,
            self._ruleset,
            generic.seen_by(self._state, seat),
            before,
            None if by_chance else self._joint,  # an outcome of chance may be what is hidden
        )
        seen._keep(self._keeps)
        return seen

    @property
    def over(self) -> bool:
        """True if the game is over by what stands on the board; of a position that came again, and
        of what players agree on, a `Record` knows.
        """
        return not self.movers

    @property
    def returns(self) -> tuple[float, ...]:
        """The return of each seat; all 0 while the game goes on, in the sense of `over`.

        Raises RulesError where the game's `returns` gives None.
        """
        if not self.over:
            return (0.0,) * self.seats
        gained = tuple(generic.returns(self._state, seat) for seat in range(self.seats))
        if None in gained:
            raise diagnosis.result_fault(self._game, "returns", None, "a number on every way")
        return gained

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves of the seat to move; none when the game is over.

        Raises MoveError where several seats choose.
        """
        if len(self.movers) > 1:
            raise MoveError(
                f"seats {', '.join(map(str, self.movers))} choose together: ask for legal_for(seat)"
            )
        return self.legal_for(self.movers[0]) if self.movers else ()

    def legal_for(self, seat: int) -> tuple[Move, ...]:
        """The legal moves of this seat; none where it does not choose.

        Raises SeatsError where there is no such seat.
        """
        self._check_seat(seat)
        return self._legal_moves.moves_for(seat)

    def actions_for(self, seat: int) -> list[Action]:
        """Return the rules' numbers of the legal actions of a choosing seat."""
        return self._legal_moves.actions_for(seat)

    @property
    def _legal_moves(self) -> LegalMoves:
        known = self._legal  # once, as another thread may drop it
        if known is None:
            known = LegalMoves(
                self._game, self._state, lambda: {past.repetition_state for past in self.history()}
            )
            if self._keeps:
                self._legal = known
        return known

    def move(self, seat: int, action: int) -> Move:
        """The Move of a legal action of this seat."""
        return self._legal_moves.move(seat, action)

    def parse_move(self, text: str, seat: int | None = None) -> Move:
        """The legal move that the text denotes; "-" is to sit out, where a game allows it.

        seat: the seat that moves; may be omitted where only one chooses. Raises MoveError where the
        text is no legal move, SeatsError where there is no such seat, and GameOverError when the
        game is over.
        """
        return self._legal_moves.read(text, self.mover(seat))

    def play(self, move: Choice | Mapping[int, Choice]) -> Position:
        """The position after a move, or after the moves of all choosing seats, by seat.

        A move is a `Move` or text. Where several seats choose, a text gives all moves in seat
        order, such as "P E - B". Raises MoveError where a move is not legal, and GameOverError when
        the game is over.
        """
        if self.over:
            raise GameOverError(f"the game is over: {self.view.status}")
        if isinstance(move, str) and len(self.movers) > 1:
            move = split_joint(self, move)
        if not isinstance(move, Mapping):
            move = {self.mover(move.seat if isinstance(move, Move) else None): move}
        return self.play_joint(pack(self, move))

    def play_joint(self, joint: int) -> Position:
        """The position after a legal joint action, which is not checked.

        Raises RulesError where the game's `play` gives no state.
        """
        after = generic.play(self._state, joint)
        if type(after) is not type(self._state) and (
            fault := diagnosis.state_fault(self._game, after)
        ):
            raise fault
        return Position(self._game, self._ruleset, after, self, joint)

    def joint_text(self, joint: int) -> str:
        """A joint action as text: moves in seat order, a dot for a seat that does not choose."""
        if not generic.action_bits(self._state) or self.by_chance:
            return self._game.action_text(self._state, self.mover(), joint)
        texts = (
            self._game.action_text(self._state, seat, self.action_in(joint, seat))
            if seat in self.movers
            else NOT_CHOOSING
            for seat in range(self.seats)
        )
        return " ".join(texts)

    def action_in(self, joint: int, seat: int) -> int:
        """The action of a choosing seat in a joint action of this position."""
        bits = 0 if self.by_chance else generic.action_bits(self._state)
        return joint >> seat * bits & (1 << bits) - 1 if bits else joint

    def mover(self, seat: int | None = None) -> int:
        """The same seat, checked to choose now; by default the seat to move.

        Raises GameOverError when the game is over, SeatsError where there is no such seat, and
        MoveError where it does not choose, or none is given and several choose.
        """
        if self.over:
            raise GameOverError(f"the game is over: {self.view.status}")
        if seat is None:
            if len(self.movers) > 1:
                raise MoveError(
                    f"seats {', '.join(map(str, self.movers))} choose together: give each its "
                    f"move, such as {{0: ..., 1: ...}}"
                )
            return self.movers[0]
        self._check_seat(seat)
        if seat not in self.movers:
            raise MoveError(
                f"seat {seat} does not choose now: expected seat "
                f"{' or '.join(map(str, self.movers))}"
            )
        return seat

    def _check_seat(self, seat: int) -> None:
        if seat == CHANCE and self._game.has_chance:
            return
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise SeatsError(f"there is no seat {seat!r}: expected 0 to {self.seats - 1}")

    @property
    def text(self) -> str:
        """The position as text for `parse`: game, ruleset, and the game's notation of positions."""
        return f"{self._game.name}/{self._ruleset.name} {self._game.write_position(self._state)}"

    @property
    def has_view(self) -> bool:
        """True if `view` need not go through the game to find out which piece is which."""
        return self._appearance.followed

    @property
    def view(self) -> View:
        """The View: with the last move marked, and pieces that keep their identity as they move."""
        return self._appearance.view

    def forget(self) -> None:
        """Clear the cache of legal moves and the View; pieces keep their identities."""
        for position in self._with_seen():
            position._legal = None
            position._appearance.forget()

    def leave(self) -> None:
        """Stop caching, as the game went on from here.

        A cached View stays until that of the next position has followed it.
        """
        for position in self._with_seen():
            position._keep(False)
            position._legal = None

    def enter(self) -> None:
        """Cache again, as the game came back here by a takeback."""
        for position in self._with_seen():
            position._keep(True)

    def _keep(self, keeps: bool) -> None:
        self._keeps = self._appearance.keeps = keeps

    def _with_seen(self) -> list[Position]:
        """The position itself, and what seats see of it."""
        return [self, *(self._seen or {}).values()]

    def history(self) -> Iterator[Position]:
        """All positions of the game, from the first one to this one."""
        chain = [self]
        while chain[-1].before is not None:
            chain.append(chain[-1].before)
        return reversed(chain)

    def svg(self, *, theme: Any = "auto", names: Any = None) -> str:
        """The position as an SVG picture.

        theme: `light`, `dark`, or `auto`, which follows the reader's system. names: the players'
        names, by default those of the seats.
        """
        from ludarium.draw.svg import svg

        return svg(self.view, theme=theme, names=names)

    def words(self) -> str:
        """The position in words, one fact a line, as for a screen reader."""
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
        return (
            self._state == other._state
            and self._game is other._game
            and self._ruleset.name == other._ruleset.name
        )

    def __hash__(self) -> int:
        return hash((self._game.name, self._ruleset.name, self._state))

    def __reduce__(self) -> tuple[Any, ...]:
        return (parse, (self.text,))


def start(
    game: str | Path | Game, ruleset: str | None = None, seats: int | None = None
) -> Position:
    """The first position of a game, given by its name, its file's path, or itself.

    ruleset: by default the game's first. seats: by default the smallest number that it is played
    with. Raises UnknownGameError, RulesetError or SeatsError where there is none such.
    """
    resolved = catalogue.game_of(game)
    chosen = resolved.ruleset(ruleset)
    return Position(resolved, chosen, resolved.start(chosen, resolved.seat_number(seats)))


def parse(text: str) -> Position:
    """The position of a text such as "yoxii/standard 3/5/7/3T3/7/5/3 w".

    The ruleset, "/standard" here, is optional. Raises PositionError where the text is no position,
    and UnknownGameError or RulesetError where there is no such game or ruleset.
    """
    head, _, body = text.strip().partition(" ")
    name, slash, ruleset_name = head.partition("/")
    if not body:
        raise PositionError(
            f"position {text!r}: expected a game, optionally / and a ruleset, a space, and the "
            "position"
        )
    game = catalogue.find(name)
    ruleset = game.ruleset(ruleset_name if slash else None)
    return Position(game, ruleset, game.read_position(body, ruleset))
