"""How a View's texts are told to a reader."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ludarium.draw.words import player_names, renamed
from ludarium.phrases import Phrase, Teller
from ludarium.rules.view import SeatView, View

__all__ = ["Voice", "voice_for"]


class Voice:
    """Tells texts with the players' names for those of the seats, in the reader's language.

    players: what the seats are called; told: tells a text that comes again and again, such as the
    name of a place. What is called after a side and not after its player, such as a piece, is told
    without renaming.
    """

    def __init__(self, seats: tuple[str, ...], names: tuple[str, ...], tell: Teller) -> None:
        self.tell, self.names = tell, names
        # a person's name is in no language
        self.players = tuple(
            str(tell(name)) if isinstance(name, Phrase) else name for name in names
        )
        self.people = View("table", (), (), tuple(SeatView(name, "grey") for name in seats), "")
        self.told = functools.lru_cache(maxsize=4096)(self.say)

    def say(self, text: str, renaming: bool = True) -> str:
        return str(self.tell(renamed(text, self.people, self.names) if renaming else text))


@functools.lru_cache(maxsize=256)
def voice_of(seats: tuple[str, ...], names: tuple[str, ...], tell: Teller) -> Voice:
    return Voice(seats, names, tell)


def voice_for(view: View, names: Sequence[str] | None, tell: Teller) -> Voice:
    """The voice for a View. names: the players', by default those of the seats; tell: puts a text
    into the reader's language.
    """
    return voice_of(tuple(seat.name for seat in view.seats), player_names(view, names), tell)
