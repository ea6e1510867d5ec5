"""The numbers of seats that a game is played with."""

from __future__ import annotations

__all__ = ["check_seats"]


def check_seats(seats: object) -> None:
    """Raises ValueError where the seats of a game are not given as the fewest and the most."""
    if not (
        isinstance(seats, tuple)
        and len(seats) == 2
        and all(type(number) is int for number in seats)
    ):
        raise ValueError(
            f"seats is {seats!r}, expected the fewest and the most, such as seats=(2, 2)"
        )
