"""States as NamedTuples whose fields have the types that they declare."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints

from ludarium.rules.bits import WORD, Bits

__all__ = ["as_plain", "converters", "typed_state"]


def as_plain(field: Any) -> Any:
    """A field of a state as a plain int, or a tuple of plain ints."""
    return tuple(map(as_plain, field)) if isinstance(field, tuple) else int(field)


def typed_state(state: Any) -> Any:
    """The state as `Game.typed` gives it."""
    kind: type = type(state)
    return kind(*[convert(field) for convert, field in zip(converters(kind), state, strict=True)])


@functools.cache
def converters(state: type) -> tuple[Callable[[Any], Any], ...]:
    """The functions that convert each plain field for compiled code, by the annotations of the
    type.
    """
    hints = get_type_hints(state)
    return tuple(_converter(hints[field]) for field in state._fields)  # type: ignore[attr-defined]


def _converter(hint: Any) -> Callable[[Any], Any]:
    import numpy as np

    if get_origin(hint) is tuple:
        parts = [_converter(part) for part in get_args(hint) if part is not ...]
        if len(parts) == 1:  # tuple[int, ...], or of one
            return lambda field: tuple(map(parts[0], field))
        return lambda field: tuple(
            convert(part) for convert, part in zip(parts, field, strict=True)
        )
    if hasattr(hint, "_fields"):  # a state within what `with_moves` gives
        return typed_state
    if isinstance(hint, type) and issubclass(hint, Bits):
        return hint if hint.width > WORD else np.uint64
    return int
