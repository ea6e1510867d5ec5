"""How often the two readings of Yoxii's end differ: `python benchmarks/yoxii_readings.py [GAMES]`.

Random games of the ruleset `standard` (the game ends when the seat to move cannot move the totem)
are played on from their ends by the ruleset `both` (who cannot is passed over), again at random.
Two shares are told, with 95 % intervals: of games that would have gone on, and of those whose
result changes.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from ludarium.games.yoxii import GAME, BothState, can_take_turn
from ludarium.matches.intervals import score_interval
from ludarium.rules import generic

__all__ = ["readings"]


def readings(games: int, seed: int) -> tuple[int, int]:
    """How many of these random games go on by the other reading, and how many results change."""
    chance = random.Random(seed)
    longer = changed = 0
    for _ in range(games):
        ended = played_out(GAME.start(GAME.ruleset("standard"), 2), chance)
        mine, theirs, low, high, totem, seat = ended
        other = BothState(theirs, mine, low, high, totem, 1 - seat)
        if can_take_turn(other):
            longer += 1
            changed += generic.returns(played_out(other, chance), 0) != generic.returns(ended, 0)
    return longer, changed


def played_out(state: Any, chance: random.Random) -> Any:
    """The last state of a random game."""
    while mask := generic.movers(state):
        actions = GAME.legal_actions(state, mask.bit_length() - 1)
        state = generic.play(state, chance.choice(actions))
    return state


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for text, count in zip(("go on", "results change"), readings(number, 1), strict=True):
        low, high = score_interval(count / number, number)
        print(f"{text}: {count} of {number}, {count / number:.1%} ({low:.1%} to {high:.1%})")
