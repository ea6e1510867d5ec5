"""Drawings of boards without triangles: grids, crosses, rows."""

from __future__ import annotations

from ludarium.rules.counters.board import DrawnBoard

__all__ = [
    "ALTERNATING_3",
    "ALTERNATING_5",
    "ALTERNATING_9",
    "ALTERNATING_9_BY_5",
    "ALTERNATING_CROSS",
    "ALTERNATING_CROSS_9",
    "CENTRED_5",
    "DARK_CELLS_10",
    "DIAMOND_5",
    "LONG_DIAGONALS_5",
    "PLAIN_5",
    "PLAIN_6",
    "PLAIN_8",
    "PLAIN_10",
    "PLAIN_CROSS",
    "QUARTERED_9",
    "SERPENT",
    "ZIGZAG",
]

ALTERNATING_3 = DrawnBoard(r"""
o-o-o
|\|/|
o-o-o
|/|\|
o-o-o
""")
"""A grid of 3 by 3 points, every second with diagonals."""

ALTERNATING_5 = DrawnBoard(r"""
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
|\|/|\|/|
o-o-o-o-o
|/|\|/|\|
o-o-o-o-o
""")
"""A grid of 5 by 5 points, every second with diagonals."""

ALTERNATING_9 = DrawnBoard(r"""
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
""")
"""A grid of 9 by 9 points, every second with diagonals."""

ALTERNATING_9_BY_5 = DrawnBoard(r"""
o-o-o-o-o-o-o-o-o
|\|/|\|/|\|/|\|/|
o-o-o-o-o-o-o-o-o
|/|\|/|\|/|\|/|\|
o-o-o-o-o-o-o-o-o
|\|/|\|/|\|/|\|/|
o-o-o-o-o-o-o-o-o
|/|\|/|\|/|\|/|\|
o-o-o-o-o-o-o-o-o
""")
"""Five rows of nine points, every second with diagonals."""

PLAIN_5 = DrawnBoard(r"""
o-o-o-o-o
| | | | |
o-o-o-o-o
| | | | |
o-o-o-o-o
| | | | |
o-o-o-o-o
| | | | |
o-o-o-o-o
""")
"""A grid of 5 by 5 points without diagonals."""

PLAIN_6 = DrawnBoard(r"""
o-o-o-o-o-o
| | | | | |
o-o-o-o-o-o
| | | | | |
o-o-o-o-o-o
| | | | | |
o-o-o-o-o-o
| | | | | |
o-o-o-o-o-o
| | | | | |
o-o-o-o-o-o
""")
"""A grid of 6 by 6 points without diagonals."""

PLAIN_8 = DrawnBoard(r"""
o-o-o-o-o-o-o-o
| | | | | | | |
o-o-o-o-o-o-o-o
| | | | | | | |
o-o-o-o-o-o-o-o
| | | | | | | |
o-o-o-o-o-o-o-o
| | | | | | | |
o-o-o-o-o-o-o-o
| | | | | | | |
o-o-o-o-o-o-o-o
| | | | | | | |
o-o-o-o-o-o-o-o
| | | | | | | |
o-o-o-o-o-o-o-o
""")
"""A grid of 8 by 8 points without diagonals."""

PLAIN_10 = DrawnBoard(r"""
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
| | | | | | | | | |
o-o-o-o-o-o-o-o-o-o
""")
"""A grid of 10 by 10 points without diagonals."""

LONG_DIAGONALS_5 = DrawnBoard(r"""
o-o-o-o-o
|\| | |/|
o-o-o-o-o
| |\|/| |
o-o-o-o-o
| |/|\| |
o-o-o-o-o
|/| | |\|
o-o-o-o-o
""")
"""A grid of 5 by 5 points, with its two long diagonals."""

DIAMOND_5 = DrawnBoard(r"""
o-o-o-o-o
| |/|\| |
o-o-o-o-o
|/| | |\|
o-o-o-o-o
|\| | |/|
o-o-o-o-o
| |\|/| |
o-o-o-o-o
""")
"""A grid of 5 by 5 points, with a diamond that joins the midpoints of its sides."""

CENTRED_5 = DrawnBoard(r"""
o---o---o---o---o
|\ /|\ /|\ /|\ /|
| o | o | o | o |
|/ \|/ \|/ \|/ \|
o---o---o---o---o
|\ /|\ /|\ /|\ /|
| o | o | o | o |
|/ \|/ \|/ \|/ \|
o---o---o---o---o
|\ /|\ /|\ /|\ /|
| o | o | o | o |
|/ \|/ \|/ \|/ \|
o---o---o---o---o
|\ /|\ /|\ /|\ /|
| o | o | o | o |
|/ \|/ \|/ \|/ \|
o---o---o---o---o
""")
"""A grid of 5 by 5 points, with the centres of its squares: 41 points, all with diagonals."""

QUARTERED_9 = DrawnBoard(r"""
o-o-o-o-o-o-o-o-o
|\| | |/|\| | |/|
o-o-o-o-o-o-o-o-o
| |\|/| | |\|/| |
o-o-o-o-o-o-o-o-o
| |/|\| | |/|\| |
o-o-o-o-o-o-o-o-o
|/| | |\|/| | |\|
o-o-o-o-o-o-o-o-o
|\| | |/|\| | |/|
o-o-o-o-o-o-o-o-o
| |\|/| | |\|/| |
o-o-o-o-o-o-o-o-o
| |/|\| | |/|\| |
o-o-o-o-o-o-o-o-o
|/| | |\|/| | |\|
o-o-o-o-o-o-o-o-o
""")
"""A grid of 9 by 9 points, with the two long diagonals of each of its quarters."""

ALTERNATING_CROSS = DrawnBoard(r"""
    o-o-o
    |\|/|
    o-o-o
    |/|\|
o-o-o-o-o-o-o
|\|/|\|/|\|/|
o-o-o-o-o-o-o
|/|\|/|\|/|\|
o-o-o-o-o-o-o
    |\|/|
    o-o-o
    |/|\|
    o-o-o
""")
"""A cross of five squares of 3 by 3 points, every second with diagonals: 33 points."""

PLAIN_CROSS = DrawnBoard(r"""
    o-o-o
    | | |
    o-o-o
    | | |
o-o-o-o-o-o-o
| | | | | | |
o-o-o-o-o-o-o
| | | | | | |
o-o-o-o-o-o-o
    | | |
    o-o-o
    | | |
    o-o-o
""")
"""The same cross without diagonals."""

ZIGZAG = DrawnBoard(r"""
o---o---o---o---o---o---o---o
|\ / \ / \ / \ / \ / \ / \ /|
o-o---o---o---o---o---o---o-o
|/ \ / \ / \ / \ / \ / \ / \|
o---o---o---o---o---o---o---o
""")
"""Two rows of eight points, and a row of nine between them, through which diagonals cross:
25 points."""

SERPENT = DrawnBoard(r"""
  o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o
 / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ /
o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o
 \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \ / \
  o---o---o---o---o---o---o---o---o---o---o---o---o---o---o---o
""")
"""Three rows of sixteen points, with diagonals that cross through the middle row: 48 points."""

ALTERNATING_CROSS_9 = DrawnBoard(r"""
      o-o-o
      |\|/|
      o-o-o
      |/|\|
      o-o-o
      |\|/|
o-o-o-o-o-o-o-o-o
|\|/|\|/|\|/|\|/|
o-o-o-o-o-o-o-o-o
|/|\|/|\|/|\|/|\|
o-o-o-o-o-o-o-o-o
      |/|\|
      o-o-o
      |\|/|
      o-o-o
      |/|\|
      o-o-o
""")
"""A cross with arms of three rows of three points, every second with diagonals: 45 points."""

DARK_CELLS_10 = DrawnBoard(r"""
  o---o---o---o---o
 /|\ /|\ /|\ /|\ /|
o-+-o-+-o-+-o-+-o |
|\|/|\|/|\|/|\|/|\|
| o-+-o-+-o-+-o-+-o
|/|\|/|\|/|\|/|\|/|
o-+-o-+-o-+-o-+-o |
|\|/|\|/|\|/|\|/|\|
| o-+-o-+-o-+-o-+-o
|/|\|/|\|/|\|/|\|/|
o-+-o-+-o-+-o-+-o |
|\|/|\|/|\|/|\|/|\|
| o-+-o-+-o-+-o-+-o
|/|\|/|\|/|\|/|\|/|
o-+-o-+-o-+-o-+-o |
|\|/|\|/|\|/|\|/|\|
| o-+-o-+-o-+-o-+-o
|/ \|/ \|/ \|/ \|/
o---o---o---o---o
""")
"""The 50 dark cells of a board of 10 by 10 cells as points: lines join each to those next to it
diagonally, and to those two away along its row and column."""
