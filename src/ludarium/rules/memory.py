"""Numbers in memory that a search shares with Python and with other threads, without the cost of
arrays in compiled code.

A compiled function that hands arrays on to itself counts references to them at each call, which is
slow and worse between threads. A search therefore takes `Memory`: in plain Python a NumPy array of
int64, in compiled code the address of its first element, in memory of the machine or of a CUDA
device. Whoever makes the array keeps it alive, and nothing checks an index in compiled code. Memory
of bytes is likewise an array of uint8.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

__all__ = [
    "ByteTable",
    "Memory",
    "Table",
    "fill_bytes",
    "memory_from",
    "peek",
    "peek_byte",
    "poke",
    "poke_byte",
    "poke_eight",
    "prefetch",
]

Memory = Any
Number = TypeVar("Number", bound=int)


class ByteTable(bytes):
    """Constant bytes that functions read by index, each 0 to 255: in compiled code one array in the
    program, which all functions share, however large it is.

    Of bytes each function would have a copy, and a CUDA device has no more than 64 KiB for those of
    a program. Nothing checks an index in compiled code.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<ByteTable of {len(self)} bytes>"


class Table(tuple[Number, ...]):
    """A constant tuple of numbers, or of bit sets of one width, that functions read by index or in
    a loop: in compiled code one array in the program.

    Compiled, another tuple is written out, number by number, wherever its name stands: what has
    more than some ten members should be a table. Raises ValueError where it is empty, or its
    members are of several types.
    """

    __slots__ = ()

    def __new__(cls, numbers: Iterable[Number]) -> Table[Number]:
        made = super().__new__(cls, numbers)
        if len(set(map(type, made))) != 1:
            raise ValueError("a Table: expected numbers, one at least, all of one type")
        return made

    def __repr__(self) -> str:
        return f"<Table of {len(self)} numbers>"


def peek(memory: Memory, index: int) -> int:
    """The number at this index."""
    return int(memory[index])


def poke(memory: Memory, index: int, value: int) -> None:
    """Put a number at this index: its lowest 64 bits, as a signed number, as compiled code does."""
    memory[index] = (value + 2**63) % 2**64 - 2**63


def memory_from(memory: Memory, index: int) -> Memory:
    """The memory whose first number is the one at this index."""
    return memory[index:]


def prefetch(memory: Memory, index: int) -> None:
    """Let the processor fetch the number at this index while it does other work: it will be asked
    for soon. In Python this does nothing.
    """


def peek_byte(memory: Memory, index: int) -> int:
    """The byte at this index of memory of bytes, 0 to 255."""
    return int(memory[index])


def poke_byte(memory: Memory, index: int, value: int) -> None:
    """Put a byte at this index of memory of bytes: the lowest 8 bits of a number."""
    memory[index] = value & 0xFF


def poke_eight(memory: Memory, index: int, value: int) -> None:
    """Put the 8 bytes of a number at this index of memory of bytes, the lowest first."""
    for n in range(8):
        memory[index + n] = value >> 8 * n & 0xFF


def fill_bytes(memory: Memory, index: int, count: int, value: int) -> None:
    """Put the same byte, 0 to 255, at `count` indices of memory of bytes from this one."""
    memory[index : index + count] = value
