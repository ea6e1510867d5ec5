"""States as 64-bit words in memory, for code that keeps many of them.

A number is one word, a set one for each 64 bits, the lowest first; a field that is a tuple is its
parts in order. So the words of a state are its fields, and can be read without knowing the game.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Iterator
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from ludarium.rules.bits import ALL, WORD, Bits
from ludarium.rules.memory import Memory, peek, poke

__all__ = ["Leaf", "leaves", "load", "packed", "store", "word_count", "words_of"]

State = Any

Leaf = tuple[str, Any, type, tuple[Any, ...]]
"""A number or a set of a state: the name of its field, its value, its type, and what its annotation
says beyond the type."""


def leaves(state: State) -> list[Leaf]:
    """The numbers and sets of a state in order, with tuples taken apart."""
    kind: Any = type(state)
    hints = _hints(kind)
    return [
        leaf for name in state._fields for leaf in _parts(name, getattr(state, name), hints[name])
    ]


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _parts(name: str, value: Any, hint: Any) -> list[Leaf]:
    said: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        said = tuple(more)
    if get_origin(hint) is tuple:
        parts = [part for part in get_args(hint) if part is not ...]
        parts *= len(value) if len(parts) == 1 else 1  # tuple[int, ...]
        return [
            leaf
            for part, kind in zip(value, parts, strict=True)
            for leaf in _parts(name, part, kind)
        ]
    if hasattr(hint, "_fields"):  # a state within what `with_moves` gives
        return [(name, *leaf[1:]) for leaf in leaves(value)]
    return [(name, value, hint, said)]


def words_of(kind: type) -> int:
    """The number of words of a number or set of this type."""
    return -(-kind.width // WORD) if issubclass(kind, Bits) else 1


def word_count(state: State) -> int:
    """The number of words of a state; it depends on the state's type, and on the lengths of fields
    that are tuples of any length.
    """
    return sum(words_of(kind) for _, _, kind, _ in leaves(state))


def store(state: State, memory: Memory, place: int) -> None:
    """Write the words of the state to memory from `place`."""
    for _, value, kind, _ in leaves(state):
        for n in range(words_of(kind)):
            poke(memory, place, value >> WORD * n & ALL)
            place += 1


def load(like: State, memory: Memory, place: int) -> State:
    """The state whose words are in memory from `place`; it has the type of `like`, which is any
    state of the game.
    """
    values = []
    for _, _, kind, _ in leaves(like):
        words = [peek(memory, place + n) for n in range(words_of(kind))]
        place += len(words)
        is_set = issubclass(kind, Bits)
        values.append(
            sum((word & ALL) << WORD * n for n, word in enumerate(words)) if is_set else words[0]
        )
    fields = _like(like, iter(values))
    return type(like)(*fields)


def _like(like: tuple[Any, ...], values: Iterator[int]) -> tuple[Any, ...]:
    """The values in tuples as those of `like`."""
    return tuple(_like(part, values) if isinstance(part, tuple) else next(values) for part in like)


def packed(state: State) -> bytes:
    """The words of the state, each as eight bytes, the lowest first.

    Raises OverflowError where a number does not fit into its words.
    """
    values = list(_flat(state))
    kind = type(state)
    form, wide = _form(kind, len(values), lambda: leaves(state))
    for place, size in wide:
        values[place] = values[place].to_bytes(size, "little")
    try:
        return form.pack(*values)
    except struct.error as error:
        raise OverflowError(f"a field of the state is {error}") from None


def _flat(values: tuple[Any, ...]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, tuple):
            yield from _flat(value)
        else:
            yield value


_forms: dict[tuple[type, int], tuple[struct.Struct, list[tuple[int, int]]]] = {}


def _form(
    kind: type, count: int, parts: Callable[[], list[Leaf]]
) -> tuple[struct.Struct, list[tuple[int, int]]]:
    """The format of such states with so many leaves, and the leaves that are wider than a word,
    with their numbers of bytes.
    """
    form = _forms.get((kind, count))
    if form is None:
        signs, wide = "<", []
        for place, (_, _, part, _) in enumerate(parts()):
            size = WORD // 8 * words_of(part)
            if size > WORD // 8:
                wide.append((place, size))
                signs += f"{size}s"
            else:
                signs += "Q" if issubclass(part, Bits) else "q"
        form = _forms[kind, count] = struct.Struct(signs), wide
    return form
