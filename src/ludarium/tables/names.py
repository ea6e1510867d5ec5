"""Names that could be taken for another's.

Anybody may choose a name, so that whoever reads it must see whose it is.
"""

from __future__ import annotations

import functools
import re
import unicodedata

from ludarium.languages import LANGUAGES, translator
from ludarium.personal_names import clean_name, fits, letter_count, without_joiners
from ludarium.phrases import say
from ludarium.tables.errors import TableError

__all__ = ["BOT_NAMES", "DELETED", "NAME_LENGTH", "granted_name", "name_fault"]

NAME_LENGTH = 24  # letters

DELETED = say("Deleted player")
"""The name of players whose accounts are deleted."""

BOT_NAMES = (
    say("Wren"),
    say("Sparrow"),
    say("Blackbird"),
    say("Magpie"),
    say("Raven"),
    say("Falcon"),
    say("Owl"),
    say("Eagle"),
)
"""Names of bots of the levels from 1."""

ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE"})
"""Alphabets with letters that look alike, as Unicode begins the names of their letters."""
UNSEEN = re.compile(
    # what joins signs, or chooses how one is drawn, is part of many pictures, but not of words
    r"(?:^|[\w\s\ufe0f])\ufe0f"
    r"|[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0]"
    r"|[\U000e0000-\U000e0fff]"
)
BOT = re.compile(
    r"(?<![^\W_])(?:bot|level|uroven|urovne)[\W_]*(?:c[\W_]+)?\d"
    r"|\d[\W_]*(?:level|uroven|urovne)(?![^\W_])"
    r"|(?<![^\W_])bot(?![^\W_]).*(?:level|urov)"
    r"|^[\W_]*(?:net|sit)[\W_]+\w"
)
"""A pattern of bots' names in our languages, in small letters without accents."""


def name_fault(name: str) -> str:
    """Return the fault of a name that could be taken for another's; empty where there is none."""
    if UNSEEN.search(name) or any(
        unicodedata.category(sign) == "Cf" for sign in without_joiners(name)
    ):
        return say(
            "This name has invisible signs, or some that turn the direction of writing: expected "
            "only signs that can be seen."
        )
    folded = unicodedata.normalize("NFKC", name).casefold()
    if len({unicodedata.name(sign, "").partition(" ")[0] for sign in folded} & ALPHABETS) > 1:
        return say(
            "This name mixes alphabets whose letters look alike: expected only Latin, only "
            "Cyrillic or only Greek letters."
        )
    plain = without_accents(folded)
    if letters(plain) in letters_of(DELETED):
        return say("So players are called who are no longer here: expected another name.")
    if BOT.search(plain) or letters(plain) in letters_of(*BOT_NAMES):
        return say("This name looks like that of a bot: expected another.")
    return ""


def granted_name(name: str, account: str | None = None) -> str:
    """The cleaned name. Raises TableError where it is too long, or could be taken for another's.

    account: the name of the account that asks, which was granted once.
    """
    if name != account and (fault := name_fault(name)):
        raise TableError("invalid", fault)
    cleaned = clean_name(name)
    if not fits(cleaned, NAME_LENGTH):
        raise TableError(
            "invalid",
            say(
                "A name of {length} letters: expected at most {most}.",
                length=letter_count(cleaned),
                most=NAME_LENGTH,
            )
            if letter_count(cleaned) > NAME_LENGTH
            else say("This name heaps signs over its letters: expected at most a few of each."),
        )
    return cleaned


def without_accents(text: str) -> str:
    return "".join(
        sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)
    )


def letters(text: str) -> str:
    """The letters alone: of several equal bots each has a number."""
    return "".join(sign for sign in text if sign.isalpha())


@functools.cache
def letters_of(*names: str) -> frozenset[str]:
    """The letters of these names in all our languages, small and without accents."""
    return frozenset(
        letters(without_accents(translator(language)(name).casefold()))
        for language in LANGUAGES
        for name in names
    )
