"""Names for guests who gave none: each is a beast of their own, the same at all tables."""

from __future__ import annotations

import hashlib

from ludarium.phrases import say

__all__ = ["BEASTS", "beast_name", "beast_of"]

BEASTS = (
    say("Badger"),
    say("Bear"),
    say("Beaver"),
    say("Bison"),
    say("Camel"),
    say("Cat"),
    say("Chamois"),
    say("Deer"),
    say("Dolphin"),
    say("Donkey"),
    say("Dormouse"),
    say("Elephant"),
    say("Elk"),
    say("Ferret"),
    say("Fox"),
    say("Frog"),
    say("Gecko"),
    say("Goat"),
    say("Hamster"),
    say("Hare"),
    say("Hedgehog"),
    say("Horse"),
    say("Kangaroo"),
    say("Koala"),
    say("Lemur"),
    say("Lion"),
    say("Lizard"),
    say("Llama"),
    say("Lynx"),
    say("Marmot"),
    say("Marten"),
    say("Mole"),
    say("Mouse"),
    say("Newt"),
    say("Ocelot"),
    say("Otter"),
    say("Panda"),
    say("Panther"),
    say("Polecat"),
    say("Rabbit"),
    say("Raccoon"),
    say("Ram"),
    say("Salamander"),
    say("Seal"),
    say("Squirrel"),
    say("Stoat"),
    say("Tiger"),
    say("Tortoise"),
    say("Turtle"),
    say("Vole"),
    say("Walrus"),
    say("Weasel"),
    say("Whale"),
    say("Wildcat"),
    say("Wolf"),
    say("Yak"),
    say("Zebra"),
)
"""The names; birds are bots. Tables keep a guest's number among them, so new ones come last."""


def beast_of(holder: str) -> int:
    """The number of a guest's beast, by the identity that holds the seat, which it does not tell:
    it is some bits of a hash.
    """
    digest = hashlib.sha256(f"ludarium-guest/1 {holder}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % len(BEASTS)


def beast_name(holder: str) -> str:
    """The name of a guest's beast, as a Phrase."""
    return BEASTS[beast_of(holder)]
