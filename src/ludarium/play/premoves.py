"""Moves that are chosen while another seat is to move.

Few games have a notion of passing the turn, so what could be legal next is found from the replies:
a premove is a move that is legal after at least one legal move of who is to move now. So it follows
from the rules alone, for every game, and knows of recaptures, which are not legal before the other
has captured.
"""

from __future__ import annotations

import random
import time

from ludarium.play.position import Move, Position
from ludarium.rules.game import Game

__all__ = ["has_premoves", "premoves"]

LONGEST = 0.3  # seconds; replies are looked at in random order, so that those left out are any


def has_premoves(game: Game, seats: int) -> bool:
    """Return whether it is a game of two seats that move in turn, hides nothing, and leaves nothing
    to chance.
    """
    return seats == 2 and game.is_combinatorial


def premoves(position: Position, seat: int, longest: float = LONGEST) -> tuple[Move, ...]:
    """The moves that the seat may have after the next move of the other, one for each path of
    touches, which is what the player will have meant whatever its notation is then.

    longest: seconds after which replies are left out.
    """
    by_touches: dict[tuple[str, ...], Move] = {}
    replies = [] if seat in position.movers else list(position.legal)
    random.Random(0).shuffle(replies)
    ends = time.monotonic() + longest
    for reply in replies:
        after = position.play(reply)
        for move in after.legal_for(seat) if seat in after.movers else ():
            by_touches.setdefault(move.touches, move)
        if time.monotonic() > ends:
            break
    return tuple(by_touches.values())
