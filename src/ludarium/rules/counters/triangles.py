"""Drawings of boards that are triangles, or have some."""

from __future__ import annotations

from ludarium.rules.counters.board import DrawnBoard

__all__ = [
    "ALTERNATING_9_TWO_TRIANGLES",
    "CROSSED_TRIANGLE",
    "FOUR_TRIANGLES",
    "FRAMED_HOURGLASS",
    "HOURGLASS",
    "HOURGLASS_WITH_ROW",
    "JOINED_HOURGLASS",
    "ONE_TRIANGLE",
    "QUARTERED_7_TWO_TRIANGLES",
    "SMALL_TRIANGLE",
    "TALL_HOURGLASS",
    "TRIANGLE",
    "TRIANGLE_AND_SQUARE",
    "TWO_TRIANGLES",
    "WIDE_TRIANGLE",
]

ONE_TRIANGLE = DrawnBoard(r"""
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
   /|\
  o-o-o
 /  |  \
o---o---o
""")
"""A grid of 5 by 5 points, every second with diagonals, with a triangle of two rows at one side: 31
points."""

CROSSED_TRIANGLE = DrawnBoard(r"""
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
   /|\
  o-o-o
 / \|/ \
o---o---o
""")
"""The same, with a smaller triangle drawn into that triangle."""

WIDE_TRIANGLE = DrawnBoard(r"""
o---o---o---o---o
|\  |  /|\  |  /|
| \ | / | \ | / |
|  \|/  |  \|/  |
o---o---o---o---o
|  /|\  |  /|\  |
| / | \ | / | \ |
|/  |  \|/  |  \|
o---o---o---o---o
|\  |  /|\  |  /|
| \ | / | \ | / |
|  \|/  |  \|/  |
o---o---o---o---o
|  /|\  |  /|\  |
| / | \ | / | \ |
|/  |  \|/  |  \|
o---o---o---o---o
       /|\
      o-o-o
     /| | |\
    o-o-o-o-o
   /  | | |  \
  o---o-o-o---o
""")
"""The same grid, with a triangle of three rows and three inner lines at one side: 38 points."""

TWO_TRIANGLES = DrawnBoard(r"""
o---o---o
 \  |  /
  o-o-o
   \|/
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
   /|\
  o-o-o
 /  |  \
o---o---o
""")
"""The same grid, with triangles of two rows at two opposite sides: 37 points."""

FOUR_TRIANGLES = DrawnBoard(r"""
    o---o---o
     \  |  /
      o-o-o
       \|/
o   o-o-o-o-o   o
|\  |\|/|\|/|  /|
| o o-o-o-o-o o |
| |\|/|\|/|\|/| |
o-o-o-o-o-o-o-o-o
| |/|\|/|\|/|\| |
| o o-o-o-o-o o |
|/  |/|\|/|\|  \|
o   o-o-o-o-o   o
       /|\
      o-o-o
     /  |  \
    o---o---o
""")
"""The same grid, with triangles of two rows at all four sides: 49 points."""

QUARTERED_7_TWO_TRIANGLES = DrawnBoard(r"""
  o---o---o
   \  |  /
    o-o-o
     \|/
o-o-o-o-o-o-o
|\| |/|\| |/|
o-o-o-o-o-o-o
| |X| | |X| |
o-o-o-o-o-o-o
|/| |\|/| |\|
o-o-o-o-o-o-o
|\| |/|\| |/|
o-o-o-o-o-o-o
| |X| | |X| |
o-o-o-o-o-o-o
|/| |\|/| |\|
o-o-o-o-o-o-o
     /|\
    o-o-o
   /  |  \
  o---o---o
""")
"""A grid of 7 by 7 points, with the two long diagonals of each of its quarters, which cross without
a point, and with triangles of two rows at two opposite sides: 61 points."""

ALTERNATING_9_TWO_TRIANGLES = DrawnBoard(r"""
    o---o---o
     \  |  /
      o-o-o
       \|/
o-o-o-o-o-o-o-o-o
|\|/|\|/|\|/|\|/|
o-o-o-o-o-o-o-o-o
|/|\|/|\|/|\|/|\|
o-o-o-o-o-o-o-o-o
|\|/|\|/|\|/|\|/|
o-o-o-o-o-o-o-o-o
|/|\|/|\|/|\|/|\|
o-o-o-o-o-o-o-o-o
|\|/|\|/|\|/|\|/|
o-o-o-o-o-o-o-o-o
|/|\|/|\|/|\|/|\|
o-o-o-o-o-o-o-o-o
|\|/|\|/|\|/|\|/|
o-o-o-o-o-o-o-o-o
|/|\|/|\|/|\|/|\|
o-o-o-o-o-o-o-o-o
       /|\
      o-o-o
     /  |  \
    o---o---o
""")
"""A grid of 9 by 9 points, every second with diagonals, with triangles of two rows at two opposite
sides: 93 points."""

TRIANGLE_AND_SQUARE = DrawnBoard(r"""
    o
   /|\
  o-o-o
   \|/
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
   /|\
  o-o-o
 /  |  \
o---o---o
""")
"""A grid of 5 by 5 points, every second with diagonals, with a triangle of two rows at one side and
a small square on its corner at the other: 35 points."""

HOURGLASS = DrawnBoard(r"""
o---o---o
 \  |  /
  o-o-o
   \|/
    o
   /|\
  o-o-o
 /  |  \
o---o---o
""")
"""Two triangles of two rows that share their apex: 13 points."""

HOURGLASS_WITH_ROW = DrawnBoard(r"""
o---o---o
 \  |  /
  o-o-o
   \|/
o-o-o-o-o
   /|\
  o-o-o
 /  |  \
o---o---o
""")
"""The same, with a row through the shared apex: 17 points."""

TALL_HOURGLASS = DrawnBoard(r"""
o-----o-----o
 \    |    /
  o---o---o
   \  |  /
    o-o-o
     \|/
      o
     /|\
    o-o-o
   /  |  \
  o---o---o
 /    |    \
o-----o-----o
""")
"""Two triangles of three rows that share their apex: 19 points."""

FRAMED_HOURGLASS = DrawnBoard(r"""
o-----o-----o
|\    |    /|
| o---o---o |
|  \  |  /  |
|   o-o-o   |
|    \|/    |
o-----o-----o
|    /|\    |
|   o-o-o   |
|  /  |  \  |
| o---o---o |
|/    |    \|
o-----o-----o
""")
"""The same, with the corners joined, and a row through the shared apex: 21 points."""

JOINED_HOURGLASS = DrawnBoard(r"""
o---o---o---o---o
 \  |   |   |  /
  \ |   |   | /
   \|   |   |/
    o---o---o
    |\  |  /|
    | o-o-o |
    |  \|/  |
    |   o   |
    |  /|\  |
    | o-o-o |
    |/  |  \|
    o---o---o
   /|   |   |\
  / |   |   | \
 /  |   |   |  \
o---o---o---o---o
""")
"""Two triangles that share their apex, with bases of five points, joined at their middle rows: 23
points."""

TRIANGLE = DrawnBoard(r"""
      o
     /|\
    o-o-o
   /  |  \
  o---o---o
 /    |    \
o-----o-----o
""")
"""A triangle of three rows below its apex: 10 points."""

SMALL_TRIANGLE = DrawnBoard(r"""
    o
   /|\
  o-o-o
 /     \
o-------o
""")
"""A triangle with a point in its middle: 6 points."""
