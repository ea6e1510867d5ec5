"""Legal moves of many positions, listed by compiled code, as a server does."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from ludarium.rules.bits import ONE, to_bits
from ludarium.rules.compiling import compiled, is_plain, reach
from ludarium.rules.dispatch import for_all_games
from ludarium.rules.game import Game, listers
from ludarium.rules.generic import legal_count, movers, put_legal
from ludarium.rules.memory import Memory

__all__ = ["list_legal", "prepare_listing"]

ROOM = 1024  # actions, at first


@for_all_games(slots=0)
def list_legal(state: Any, seat: int, memory: Memory, room: int) -> int:
    """Write the seat's legal actions to memory, where there is room for all. Returns how many there
    are; none where the seat does not choose.
    """
    if not (movers(state) >> to_bits(seat)) & ONE:
        return 0
    count = legal_count(state, seat)
    if count <= room:
        put_legal(state, seat, memory, 0)
    return count


class _Room(threading.local):
    """Memory of each thread, which grows as it must."""

    def __init__(self) -> None:
        self.actions = np.empty(ROOM, np.int64)


_room = _Room()


def prepare_listing(game: Game) -> None:
    """Run `Game.legal_actions` of this game as compiled code from now on, in this process.

    For programs that list the legal moves of many positions. With NUMBA_DISABLE_JIT=1 it stays
    plain Python. Raises RulesError.
    """
    if is_plain():
        return
    run = compiled(list_legal, game)

    def listed(state: Any, seat: int) -> list[int]:
        while True:
            actions = _room.actions
            count = int(run(state, seat, reach(actions), len(actions)))
            if count <= len(actions):
                return actions[:count].tolist()  # type: ignore[no-any-return]
            _room.actions = np.empty(2 * count, np.int64)

    listed(game.start(game.ruleset(), game.seats[0]), 0)  # compiles
    listers[game] = listed
