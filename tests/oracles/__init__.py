"""Plain, slow, obvious second implementations of the games, to compare the fast ones with."""

from typing import Protocol


class Oracle(Protocol):
    """What every oracle can do; seats count from 0 and moves are texts in notation."""

    def movers(self) -> set[int]:
        """The seats that choose now; empty when the game is over."""

    def legal(self, seat: int) -> set[str]:
        """The legal moves of a seat; empty for a seat that does not choose now."""

    def play(self, moves: dict[int, str]) -> None:
        """Play one move for each of the movers."""

    def returns(self) -> tuple[float, ...]:
        """The result for each seat, when the game is over."""

    def text(self) -> str:
        """The position in notation."""
