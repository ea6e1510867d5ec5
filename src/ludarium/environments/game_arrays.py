"""The arrays of many games that are stepped together."""

from __future__ import annotations

from typing import Any, NamedTuple

from ludarium.environments.observations import Planes
from ludarium.rules.memory import Memory

__all__ = [
    "DISABLED",
    "NEXT_STEP",
    "NOBODY",
    "NOTHING",
    "SAME_STEP",
    "Array",
    "Games",
    "Settings",
    "State",
]


Array = Any
State = Any
NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2
"""The modes of autoreset, when a game that ended begins anew: at the next step, at once, or when it
is reset."""
NOBODY = -1
"""The mover of a game that is over."""
NOTHING = -1
"""The fault where nothing is at fault: what the algorithms return, or the number of a row or slot.
"""


class Games(NamedTuple):
    """All games, one row each; row after row in memory of numbers or of bytes."""

    words: Memory
    """The words of each state."""
    randoms: Memory
    """The counter of each game's random stream."""
    keys: Memory
    """The `repetition_key` of the latest positions of each game, where a rule asks for them."""
    actions: Memory
    """The action of each of the latest moves, where a cycle of positions is judged by its moves."""
    episodes: Memory
    """The number of games that ended in this row."""
    numbers: Memory
    """The number, from 0, of the row's random stream that the game has."""
    moves: Memory
    """The moves of the game so far, without chance."""
    lengths: Memory
    """The moves so far of the game that the latest step moved on, which may have ended."""
    over: Memory
    """Bytes: 1 where the game ended and none began since."""
    movers: Memory
    """Bytes, by slot: the seat to move, or NOBODY; where several choose at once, 1 for those that
    choose and 0 for others."""
    observations: Memory
    """Bytes, by slot and value."""
    finals: Memory
    """The last observations of games that ended, where they begin anew at once."""
    mask: Memory
    """Bytes, by slot and index of an action: 1 where it is legal."""
    terminated: Memory
    """Bytes: 1 where the rules ended the game."""
    truncated: Memory
    """Bytes: 1 where the limit of moves did."""


class Settings(NamedTuple):
    """The settings that are the same for all games."""

    planes: Planes
    actions: Memory
    """The action of each index."""
    action_count: int
    indices: Memory
    """The index of each int up to the greatest action, or -1."""
    index_count: int
    seed: int
    """The seed as a signed number."""
    game_count: int
    """The number of games."""
    seats: int
    slots: int
    size: int
    """The number of words of a state."""
    together: bool
    """True if several seats choose at once."""
    autoreset: int
    """NEXT_STEP, SAME_STEP or DISABLED."""
    limit: int
    """The most moves of a game; 0 for no limit."""
    occurrences: int
    """A position that occurs so many times ends the game."""
    remembered: int
    """The number of keys of a row."""
    loss: float
    """The least that a seat can get, and gets for an illegal action."""
    even: float
    """The return of each seat in a game that nobody can win any more."""
    gain: float
    """The return of each other seat then."""
    checked: bool
    """True if illegal actions are refused before a step."""
