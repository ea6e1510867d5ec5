"""Bots where seats agree on the result after their last move: playouts tell what is alive, and
searches go from the state without the agreement, as nobody agrees to a loss.
"""

from __future__ import annotations

import random
import time
from typing import Any

from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.bits import Bits
from ludarium.rules.compiling import compiled
from ludarium.rules.game import Game

__all__ = ["agreed_move", "has_agreement", "prepare_agreeing", "searched", "settled_end"]

PLAYOUTS = 200
LONGEST = 2.0  # seconds; plain Python may play out fewer
FEWEST = 8  # however long they take


def has_agreement(game: Game, state: Any) -> bool:
    """Return whether the game of this state may still come to an agreement."""
    return game.without_agreement is not None and game.without_agreement(state) != state


def searched(position: Position) -> Position:
    """The position that a search begins from: the same one without an agreement to come."""
    game = position.game
    if not has_agreement(game, position.state):
        return position
    assert game.without_agreement is not None
    state = game.without_agreement(position.state)
    return Position(game, position.ruleset, state, position.before, position.joint)


def prepare_agreeing(position: Position) -> None:
    """Compile what `agreed_move` runs, where there is an agreement."""
    if has_agreement(position.game, position.state):
        compiled(settled_end, position.game)(position.state, Bits(0))


def agreed_move(position: Position) -> tuple[Move, float] | None:
    """The choice of a bot where seats agree on the result, or should begin to, and what its seat
    can expect; None where it is to search for a move.

    It is the same whatever is marked, so that a bot does not change its mind.
    """
    game, state = position.game, position.state
    if not has_agreement(game, state) or game.agreed_action is None:
        return None
    seat, ends = position.mover(), list[Any]()

    def played_out() -> list[Any]:
        ends.extend(settled_ends(searched(position)))
        return ends

    action = game.agreed_action(state, played_out)
    if action is None:
        return None
    gained = [generic.returns(end, seat) for end in ends]
    return position.move(seat, action), sum(gained) / max(1, len(gained))


def settled_ends(position: Position) -> list[Any]:
    """The ends of playouts from this position: PLAYOUTS, or fewer where these take too long."""
    end_of, source = compiled(settled_end, position.game), random.Random(position.text)
    begin, ends = time.perf_counter(), list[Any]()
    while len(ends) < FEWEST or (len(ends) < PLAYOUTS and time.perf_counter() - begin < LONGEST):
        end = end_of(position.state, Bits(source.getrandbits(64)))
        ends.append(position.game.plain(end))
    return ends


def settled_end(state: Any, random: Bits) -> Any:
    """The end of a playout by `settle`."""
    return generic.settle(state, random)
