"""What dice of six faces look like."""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.view import Glyph

__all__ = ["FACES", "FACE_NAMES", "PIPS"]

FACES = 6
FACE_NAMES = (say("one"), say("two"), say("three"), say("four"), say("five"), say("six"))
"""By face, less 1."""
MIDDLE, HIGH, LOW = 12.0, 6.2, 17.8  # where pips are, in the box of a glyph


def pips(face: int) -> Glyph:
    """The pips of a face: one in the middle, and pairs of opposite ones."""
    spots = [(MIDDLE, MIDDLE)] if face % 2 else []
    spots += [(LOW, HIGH), (HIGH, LOW)] if face > 1 else []
    spots += [(HIGH, HIGH), (LOW, LOW)] if face > 3 else []
    spots += [(HIGH, MIDDLE), (LOW, MIDDLE)] if face == FACES else []
    # a ring whose stroke leaves a hole, and a dot in it
    dots = (f"M{x:.1f} {y - 0.5:.1f}a0.500 0.500 0 1 1 -0.010 0zM{x} {y}h0.010" for x, y in spots)
    return Glyph(f"pips-{face}", "".join(dots))


PIPS = tuple(pips(face) for face in range(1, FACES + 1))
"""The pips of each face, by face, less 1."""
