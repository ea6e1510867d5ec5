"""The numbers of seats that a game is played with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

__all__ = ["SeatCounts", "numbers_of", "seats_in_words"]


class SeatCounts(tuple[int, int]):
    """Numbers of seats with gaps, such as `SeatCounts(2, 4)`: 2 or 4, but not 3.

    As a pair it is the fewest and the most.
    """

    numbers: tuple[int, ...]
    """The numbers, the fewest first."""

    def __new__(cls, *numbers: int) -> Self:
        """Raises ValueError where no number is given, or one that is no int."""
        if not numbers or not all(type(number) is int for number in numbers):
            raise ValueError(f"SeatCounts{numbers}: expected numbers of seats, such as 2, 4")
        counts = super().__new__(cls, (min(numbers), max(numbers)))
        counts.numbers = tuple(sorted(set(numbers)))
        return counts

    def __repr__(self) -> str:
        return f"SeatCounts({', '.join(map(str, self.numbers))})"


def numbers_of(seats: object) -> tuple[int, ...]:
    """The numbers of seats of a game, the fewest first, of what it gives as its seats.

    Raises ValueError where that is neither the fewest and the most, nor SeatCounts.
    """
    if isinstance(seats, SeatCounts):
        return seats.numbers
    if not (
        isinstance(seats, tuple)
        and len(seats) == 2
        and all(type(number) is int for number in seats)
    ):
        raise ValueError(
            f"seats is {seats!r}, expected the fewest and the most, such as seats=(2, 2), or "
            "seats=SeatCounts(2, 4) where some between are none"
        )
    return tuple(range(seats[0], seats[1] + 1))


def seats_in_words(numbers: Sequence[int]) -> str:
    """The numbers of seats for a message, such as `2 to 5 seats`, or `2 or 4 seats`."""
    least, most = numbers[0], numbers[-1]
    if least == most:
        return f"{least} seat{'s' if least != 1 else ''}"
    if len(numbers) == most - least + 1:
        return f"{least} to {most} seats"
    return f"{', '.join(map(str, numbers[:-1]))} or {most} seats"
