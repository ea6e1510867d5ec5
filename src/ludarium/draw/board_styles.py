"""Boards that a reader may choose in place of each game's own: other paints for stone and wood."""

from __future__ import annotations

from ludarium.draw.palette import Tone

__all__ = ["BOARD_STYLES"]

PAINTED = (
    *("slab", "slab-rim", "cell", "cell-dark", "cell-shade", "cell-light"),
    *("wood", "wood-rim", "wood-grain", "wood-text", "engraved", "engraved-light", "hole"),
    *("wedge", "wedge-dark", "pit", "pit-light"),
)


def style(light: str, dark: str) -> dict[Tone, dict[str, str]]:
    """The paints of light and dark; each: a colour, without `#`, for each of PAINTED in order."""
    tones: dict[Tone, str] = {"light": light, "dark": dark}
    return {
        tone: {paint: f"#{colour}" for paint, colour in zip(PAINTED, colours.split(), strict=True)}
        for tone, colours in tones.items()
    }


# Ivory and ebony stand out from cells and wood of a relative luminance of 0.12 to 0.26 alone.
BOARD_STYLES: dict[str, dict[Tone, dict[str, str]]] = {
    "walnut": style(
        "e0c9a6 8a6a40 a9875c 80603f 6f5231 ecdcc0 8f633b 4a2f17 6f4a29 fff6e8 3a220f b88a5b "
        "28170a b0805a 80603f 6a4726 85603a",
        "786046 33261a a08057 7a5c3c 5c4630 b79a72 946d46 2f1d0e 6a4a2c ffffff 2c190a a07548 "
        "1c0f05 a0744f 7a5c3c 4a3019 644526",
    ),
    "slate": style(
        "cfd6dd 8f9aa6 7b8fa2 576b80 4d5f72 e3e8ed 6f7f8f 3e4a57 5d6c7b 0a1016 26313d a3b1bf "
        "161d25 76899c 5c6e80 46535f 5c6c7b",
        "5f6b77 232a31 768a9d 53677c 44515e 93a3b2 5e6e7e 252c34 48545f f8fbfd 1f272f 8595a4 "
        "10151a 768797 546577 343e48 46535f",
    ),
    "moss": style(
        "d5dccb 93a083 82926b 5c704b 4f6040 e6ebdf 6d8557 3d5030 5b7248 0b1206 24331a a5ba8e "
        "16200f 7d8d67 5c704b 445535 596e47",
        "616d54 262e1f 7d8d67 576b47 46543a 97a782 5c7248 232e1a 48593a f8fbf3 1d2914 839a6b "
        "0f160a 75875c 576b47 33402a 465739",
    ),
}
"""By name; "own" is none of them."""
