"""Bit sets in machine code: their types, and how they come from Python and go there."""

from __future__ import annotations

import functools
import sys
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typeconv import Conversion
from numba.extending import (
    NativeValue,
    box,
    lower_cast,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from ludarium.rules.bits import WORD, Bits

__all__ = ["INT64", "UINT64", "WORD_TYPE", "WideBits", "resized", "type_of_width", "words_of"]


INT64, UINT64 = types.int64, types.uint64
WORD_TYPE = ir.IntType(WORD)


class WideBits(types.Type):  # type: ignore[misc]  # Numba has no types
    """Numba's type of bit sets of more than 64 bits."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(name=f"bits{width}")

    def can_convert_from(self, context: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer) else None

    def unify(self, context: Any, other: Any) -> Any:
        return self if isinstance(other, types.Integer) else None


def type_of_width(width: int) -> Any:
    """Numba's type of sets of `width` bits: of whole words, as CUDA's compiler has no others."""
    return UINT64 if width <= WORD else WideBits(-(-width // WORD) * WORD)


@typeof_impl.register(Bits)
def _type_of_bits(value: Bits, context: Any) -> Any:
    return type_of_width(value.width)


@register_model(WideBits)
class WideBitsModel(models.PrimitiveModel):  # type: ignore[misc]
    """The value: one integer of `width` bits; as an argument, its words, as CUDA's compiler takes
    none that are wider.
    """

    def __init__(self, manager: Any, wide: WideBits) -> None:
        super().__init__(manager, wide, ir.IntType(wide.width))

    def get_argument_type(self) -> Any:
        return (WORD_TYPE,) * (self._fe_type.width // WORD)

    def as_argument(self, builder: Any, value: Any) -> Any:
        return tuple(words_of(builder, value))

    def from_argument(self, builder: Any, words: Any) -> Any:
        whole = self.get_value_type()
        parts = (
            builder.shl(resized(builder, word, whole.width), ir.Constant(whole, WORD * place))
            for place, word in enumerate(words)
        )
        return functools.reduce(builder.or_, parts)


@lower_constant(WideBits)
def _constant(context: Any, builder: Any, wide: WideBits, value: int) -> Any:
    return ir.Constant(ir.IntType(wide.width), int(value))


def byte_count(wide: WideBits) -> int:
    return -(-wide.width // 8)


def _bytes_of(context: Any, builder: Any, wide: WideBits) -> tuple[Any, Any, Any]:
    """Room on the stack for a value in whole bytes: its type, its address, that of its bytes."""
    whole = ir.IntType(8 * byte_count(wide))
    place = cgutils.alloca_once(builder, whole)
    return whole, place, builder.bitcast(place, cgutils.voidptr_t)


def _python_function(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(result, arguments), name)


@unbox(WideBits)
def _unbox(wide: WideBits, value: Any, c: Any) -> Any:
    whole, place, address = _bytes_of(c.context, c.builder, wide)
    size, flag = ir.IntType(64), ir.IntType(32)
    if sys.version_info >= (3, 13):  # little endian, 1; unsigned, 4
        function = _python_function(
            c.builder, "PyLong_AsNativeBytes", size, [c.pyapi.pyobj, address.type, size, flag]
        )
        c.builder.call(function, [value, address, size(byte_count(wide)), flag(5)])
    else:
        function = _python_function(
            c.builder,
            "_PyLong_AsByteArray",
            flag,
            [c.pyapi.pyobj, address.type, size, flag, flag],
        )
        c.builder.call(function, [value, address, size(byte_count(wide)), flag(1), flag(0)])
    loaded = c.builder.load(c.builder.bitcast(place, whole.as_pointer()))
    return NativeValue(
        c.builder.trunc(loaded, ir.IntType(wide.width)), is_error=c.pyapi.c_api_error()
    )


@box(WideBits)
def _box(wide: WideBits, value: Any, c: Any) -> Any:
    whole, place, address = _bytes_of(c.context, c.builder, wide)
    c.builder.store(c.builder.zext(value, whole), place)
    size, flag = ir.IntType(64), ir.IntType(32)
    if sys.version_info >= (3, 13):
        function = _python_function(
            c.builder, "PyLong_FromUnsignedNativeBytes", c.pyapi.pyobj, [address.type, size, flag]
        )
        return c.builder.call(function, [address, size(byte_count(wide)), flag(1)])
    function = _python_function(
        c.builder, "_PyLong_FromByteArray", c.pyapi.pyobj, [address.type, size, flag, flag]
    )
    return c.builder.call(function, [address, size(byte_count(wide)), flag(1), flag(0)])


def resized(builder: Any, value: Any, width: int) -> Any:
    """The unsigned value as an integer of `width` bits."""
    if value.type.width == width:
        return value
    resize = builder.zext if value.type.width < width else builder.trunc
    return resize(value, ir.IntType(width))


@lower_cast(types.Integer, WideBits)
def _from_integer(context: Any, builder: Any, source: Any, wide: WideBits, value: Any) -> Any:
    return resized(builder, value, wide.width)


@lower_cast(types.IntegerLiteral, WideBits)
def _from_literal(context: Any, builder: Any, source: Any, wide: WideBits, value: Any) -> Any:
    return ir.Constant(ir.IntType(wide.width), source.literal_value)


def words_of(builder: Any, value: Any) -> list[Any]:
    """The words of an LLVM integer, from its low end."""
    count = -(-value.type.width // WORD)
    whole = resized(builder, value, count * WORD)
    return [
        resized(builder, builder.lshr(whole, ir.Constant(whole.type, WORD * place)), WORD)
        for place in range(count)
    ]
