"""Translates a View's texts for a reader, with the players' names."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ludarium.draw.words import player_names, renamed
from ludarium.phrases import Phrase, Translator
from ludarium.rules.view import SeatView, View

__all__ = ["Voice", "voice_for"]


class Voice:
    """Translates texts into the reader's language, with players' names in place of seats' names.

    What is named after a side and not after its player, such as a piece, is not renamed.
    """

    def __init__(
        self, seats: tuple[str, ...], names: tuple[str, ...], translate: Translator
    ) -> None:
        self.translate, self.names = translate, names
        # a person's name is not translated
        self.players = tuple(
            str(translate(name)) if isinstance(name, Phrase) else name for name in names
        )
        """The displayed names of the seats."""
        self.people = View("table", (), (), tuple(SeatView(name, "grey") for name in seats), "")
        self.translated = functools.lru_cache(maxsize=4096)(self.say)
        """`say` with a cache, for texts that come again, such as names of sites."""

    def say(self, text: str, renaming: bool = True) -> str:
        """Translate a text, with players' names for those of seats, unless `renaming` is off."""
        return str(self.translate(renamed(text, self.people, self.names) if renaming else text))


@functools.lru_cache(maxsize=256)
def voice_of(seats: tuple[str, ...], names: tuple[str, ...], translate: Translator) -> Voice:
    """The voice for these names of seats and players, cached."""
    return Voice(seats, names, translate)


def voice_for(view: View, names: Sequence[str] | None, translate: Translator) -> Voice:
    """The voice for a View.

    names: the players' names, by default those of the seats. translate: translates a text into the
    reader's language.
    """
    return voice_of(tuple(seat.name for seat in view.seats), player_names(view, names), translate)
