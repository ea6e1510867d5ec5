"""The words of line protocols in which a host says a position and asks for a move.

UCI: Stefan Meyer-Kahlen, 2006. UGI: kz04px/cutegames, ugi.md. UCCI: the Chinese Chess protocol of
Elephant Eye, version 3.0, 2007.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DIALECTS", "UCCI", "UCI", "UGI", "Dialect"]


class Dialect(NamedTuple):
    """One protocol. Words that it does not have are empty."""

    name: str
    """The name, for messages."""
    hello: str
    """The host's first word."""
    ready: str
    """The answer to it."""
    new_game: str
    """The notice that another game begins."""
    clocks: tuple[str, str]
    """The words of `go` for the milliseconds that the first seat and the second have left."""
    increments: tuple[str, str]
    """The words for those that each gains with a move."""
    mover_first: bool = False
    """True if the first of `clocks` and `increments` is of the seat to move."""
    no_move: str = "bestmove (none)"
    """The answer to `go` where the game is over."""
    own_moves: bool = False
    """True if moves and positions are as we write them; else moves are told by cells."""
    first_row: int = 1
    """The number of the row that we call 1, where moves are told by cells."""
    bare_scores: bool = False
    """True if a score is one number, without its kind before it."""
    bare_options: bool = False
    """True if an option is told without the words `name` and `value`."""


UCI = Dialect("UCI", "uci", "uciok", "ucinewgame", ("wtime", "btime"), ("winc", "binc"))
UGI = Dialect(
    "UGI", "ugi", "ugiok", "uginewgame", ("p1time", "p2time"), ("p1inc", "p2inc"), own_moves=True
)
UCCI = Dialect(
    "UCCI",
    "ucci",
    "ucciok",
    "",
    ("time", "opptime"),
    ("increment", "oppincrement"),
    mover_first=True,
    no_move="nobestmove",
    first_row=0,
    bare_scores=True,
    bare_options=True,
)
DIALECTS = (UCI, UGI, UCCI)
