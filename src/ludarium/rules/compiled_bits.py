"""Bit sets as Numba compiles them: one unsigned 64-bit word, or one integer of any width.

A set of up to 64 bits is Numba's `uint64`. A wider one is a type of its own, `WideBits`, whose
value is one LLVM integer of that many bits, so `&`, `|`, `<<` and the rest are one instruction of
LLVM each, which it splits into words. Imported by `ludarium.rules.compiling`.
"""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    lower_cast,
    models,
    overload,
    register_model,
    type_callable,
    typeof_impl,
    unbox,
)

from ludarium.rules import bits
from ludarium.rules.bits import WORD, Bits
from ludarium.rules.code_libraries import PART

__all__ = ["WideBits", "register_width", "type_of_width"]

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
        return tuple(_words_of(builder, value))

    def from_argument(self, builder: Any, words: Any) -> Any:
        whole = self.get_value_type()
        parts = (
            builder.shl(_resized(builder, word, whole.width), ir.Constant(whole, WORD * place))
            for place, word in enumerate(words)
        )
        return functools.reduce(builder.or_, parts)


@lower_constant(WideBits)
def _constant(context: Any, builder: Any, wide: WideBits, value: int) -> Any:
    return ir.Constant(ir.IntType(wide.width), int(value))


# To Python and back, as ints


def _byte_count(wide: WideBits) -> int:
    return -(-wide.width // 8)


def _bytes_of(context: Any, builder: Any, wide: WideBits) -> tuple[Any, Any, Any]:
    """Room on the stack for a value in whole bytes: its type, its address, that of its bytes."""
    whole = ir.IntType(8 * _byte_count(wide))
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
        c.builder.call(function, [value, address, size(_byte_count(wide)), flag(5)])
    else:
        function = _python_function(
            c.builder,
            "_PyLong_AsByteArray",
            flag,
            [c.pyapi.pyobj, address.type, size, flag, flag],
        )
        c.builder.call(function, [value, address, size(_byte_count(wide)), flag(1), flag(0)])
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
        return c.builder.call(function, [address, size(_byte_count(wide)), flag(1)])
    function = _python_function(
        c.builder, "_PyLong_FromByteArray", c.pyapi.pyobj, [address.type, size, flag, flag]
    )
    return c.builder.call(function, [address, size(_byte_count(wide)), flag(1), flag(0)])


# Conversions


def _resized(builder: Any, value: Any, width: int) -> Any:
    """The unsigned value as an integer of `width` bits."""
    if value.type.width == width:
        return value
    resize = builder.zext if value.type.width < width else builder.trunc
    return resize(value, ir.IntType(width))


@lower_cast(types.Integer, WideBits)
def _from_integer(context: Any, builder: Any, source: Any, wide: WideBits, value: Any) -> Any:
    return _resized(builder, value, wide.width)


@lower_cast(types.IntegerLiteral, WideBits)
def _from_literal(context: Any, builder: Any, source: Any, wide: WideBits, value: Any) -> Any:
    return ir.Constant(ir.IntType(wide.width), source.literal_value)


@lower_cast(WideBits, types.boolean)
def _to_truth(context: Any, builder: Any, wide: WideBits, truth: Any, value: Any) -> Any:
    return builder.icmp_unsigned("!=", value, ir.Constant(value.type, 0))


@infer_global(bool)
class _Truth(AbstractTemplate):  # type: ignore[misc]
    """`bool(word)`, and so `if word` and `while word`."""

    def generic(self, arguments: Any, keywords: Any) -> Any:
        if len(arguments) == 1 and isinstance(arguments[0], WideBits):
            return signature(types.boolean, arguments[0])
        return None


@lower_builtin(bool, WideBits)
def _truth(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _to_truth(context, builder, signature.args[0], types.boolean, arguments[0])


@overload(operator.not_, strict=False, jit_options=PART)
def _not(word: Any) -> Any:
    return (lambda word: not bool(word)) if isinstance(word, WideBits) else None


_widths: set[type[Bits]] = set()


def register_width(kind: type[Bits]) -> None:
    """Let compiled code call `kind(number)`, a conversion without a check."""
    if kind in _widths:
        return
    _widths.add(kind)
    target = type_of_width(kind.width)

    @type_callable(kind)
    def typed(context: Any) -> Any:
        return lambda number: target if isinstance(number, (types.Integer, WideBits)) else None

    def convert(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _resized(builder, arguments[0], getattr(target, "width", WORD))

    lower_builtin(kind, types.Integer)(convert)
    lower_builtin(kind, WideBits)(convert)


# Operators

Instruction = Callable[[Any, Any, Any], Any]


def _is_wide(*kinds: Any) -> bool:
    return any(isinstance(kind, WideBits) for kind in kinds) and all(
        isinstance(kind, (WideBits, types.Integer)) for kind in kinds
    )


def _common(a: Any, b: Any) -> Any:
    """The wider type of the two."""
    return max((a, b), key=lambda kind: kind.width if isinstance(kind, WideBits) else 0)


def _operate(instruction: Instruction, *names: Any, result: Any = None) -> None:
    """Compile operators of two numbers of which one is wide; the other is widened."""

    @intrinsic
    def operate(typing_context: Any, a: Any, b: Any) -> Any:
        common = _common(a, b)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = (_resized(builder, argument, common.width) for argument in arguments)
            return instruction(builder, *wide)

        return (result or common)(types.unliteral(a), types.unliteral(b)), generate

    def resolve(a: Any, b: Any) -> Any:
        return (lambda a, b: operate(a, b)) if _is_wide(a, b) else None

    for name in names:
        overload(name, strict=False, jit_options=PART)(resolve)


_operate(lambda builder, a, b: builder.and_(a, b), operator.and_, operator.iand)
_operate(lambda builder, a, b: builder.or_(a, b), operator.or_, operator.ior)
_operate(lambda builder, a, b: builder.xor(a, b), operator.xor, operator.ixor)
_operate(lambda builder, a, b: builder.add(a, b), operator.add, operator.iadd)
_operate(lambda builder, a, b: builder.sub(a, b), operator.sub, operator.isub)
_operate(lambda builder, a, b: builder.mul(a, b), operator.mul, operator.imul)


def _compare(sign: str, builder: Any, a: Any, b: Any) -> Any:
    return builder.icmp_unsigned(sign, a, b)


for _name, _sign in (
    (operator.eq, "=="),
    (operator.ne, "!="),
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _operate(functools.partial(_compare, _sign), _name, result=types.boolean)


def _shift(instruction: Instruction, *names: Any) -> None:
    """Compile shifts of a wide number by a number below its width."""

    @intrinsic
    def shift(typing_context: Any, word: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return instruction(builder, arguments[0], _resized(builder, arguments[1], word.width))

        return word(word, types.unliteral(count)), generate

    def resolve(word: Any, count: Any) -> Any:
        if isinstance(word, WideBits) and isinstance(count, types.Integer):
            return lambda word, count: shift(word, count)
        return None

    for name in names:
        overload(name, strict=False, jit_options=PART)(resolve)


_shift(lambda builder, word, n: builder.shl(word, n), operator.lshift, operator.ilshift)
_shift(lambda builder, word, n: builder.lshr(word, n), operator.rshift, operator.irshift)


# Counting and finding bits, word by word, as CUDA's compiler has no such instructions of more bits


def _words_of(builder: Any, value: Any) -> list[Any]:
    """The words of an LLVM integer, from its low end."""
    count = -(-value.type.width // WORD)
    whole = _resized(builder, value, count * WORD)
    return [
        _resized(builder, builder.lshr(whole, ir.Constant(whole.type, WORD * place)), WORD)
        for place in range(count)
    ]


@intrinsic
def _count_bits(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        counts = (builder.ctpop(part) for part in _words_of(builder, arguments[0]))
        return functools.reduce(builder.add, counts)

    return INT64(word), generate


@intrinsic
def _count_trailing_zeros(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *others, last = enumerate(_words_of(builder, arguments[0]))
        total = _zeros_below(builder, *last)
        for place, part in reversed(others):
            here = builder.icmp_unsigned("!=", part, WORD_TYPE(0))
            total = builder.select(here, _zeros_below(builder, place, part), total)
        return total

    return INT64(word), generate


def _zeros_below(builder: Any, place: int, part: Any) -> Any:
    """The zeros below the lowest bit, where it is in this word, the `place`-th."""
    return builder.add(builder.cttz(part, cgutils.true_bit), WORD_TYPE(WORD * place))


@intrinsic
def _truncate(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _resized(builder, arguments[0], WORD)

    return INT64(word), generate


@overload(bits.popcount, strict=False, jit_options=PART)
def _popcount(word: Any) -> Any:
    if isinstance(word, WideBits):
        return lambda word: _count_bits(word)
    return lambda word: _count_bits(types.uint64(word))


@overload(bits.lowest, strict=False, jit_options=PART)
def _lowest(word: Any) -> Any:
    if isinstance(word, WideBits):
        return lambda word: _count_trailing_zeros(word)
    return lambda word: _count_trailing_zeros(types.uint64(word))


@overload(bits.to_bits, strict=False, jit_options=PART)
def _to_bits(number: Any) -> Any:
    return lambda number: types.uint64(number)


@overload(bits.to_int, strict=False, jit_options=PART)
def _to_int(word: Any) -> Any:
    if isinstance(word, WideBits):
        return lambda word: _truncate(word)
    return lambda word: types.int64(word)


# The n-th set bit, by x86's PDEP, which deposits the low bits of a word at the set bits of a mask


def _deposit_bit(builder: Any, n: Any, mask: Any) -> Any:
    """The n-th set bit of one word."""
    name = "llvm.x86.bmi.pdep.64"
    function = builder.module.globals.get(name) or ir.Function(
        builder.module, ir.FunctionType(WORD_TYPE, [WORD_TYPE, WORD_TYPE]), name
    )
    return builder.call(function, [builder.shl(WORD_TYPE(1), n), mask])


@intrinsic
def _nth_of_word(typing_context: Any, word: Any, n: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _deposit_bit(builder, arguments[1], arguments[0])

    return UINT64(UINT64, INT64), generate


@intrinsic
def _nth_of_words(typing_context: Any, word: Any, n: Any) -> Any:
    """Find the bit in each word, without a branch; only one word has it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide, before = arguments
        result = ir.Constant(wide.type, 0)
        for place, part in enumerate(_words_of(builder, wide)):
            count = builder.ctpop(part)
            here = builder.icmp_unsigned("<", before, count)  # below 0 is a large number
            single = _deposit_bit(builder, builder.and_(before, WORD_TYPE(WORD - 1)), part)
            chosen = builder.select(here, single, WORD_TYPE(0))
            shift = ir.Constant(wide.type, WORD * place)
            result = builder.or_(result, builder.shl(_resized(builder, chosen, word.width), shift))
            before = builder.sub(before, count)
        return result

    return word(word, INT64), generate


def _has_fast_deposit() -> bool:
    """Return whether this processor has a fast PDEP; AMD's before Zen 3 run it in microcode."""
    slow = ("bdver4", "znver1", "znver2")
    return (
        bool(binding.get_host_cpu_features().get("bmi2"))
        and binding.get_host_cpu_name() not in slow
    )


if _has_fast_deposit():

    @overload(bits.nth_single, strict=False, target="cpu", jit_options=PART)
    def _nth_single(word: Any, n: Any) -> Any:
        if isinstance(word, WideBits):
            return lambda word, n: _nth_of_words(word, n)
        return lambda word, n: _nth_of_word(types.uint64(word), types.int64(n))


# Hashing states


def _fold_word(builder: Any, folded: Any, word: Any) -> Any:
    folded = builder.mul(builder.xor(folded, word), WORD_TYPE(int(bits.GOLDEN)))
    return builder.xor(folded, builder.lshr(folded, WORD_TYPE(32)))


def _fold_field(builder: Any, folded: Any, field: Any) -> Any:
    """`bits.fold` of one more field, an LLVM value."""
    if isinstance(field.type, ir.Aggregate):
        for place in range(len(field.type)):
            folded = _fold_field(builder, folded, builder.extract_value(field, place))
        return folded
    first, *others = _words_of(builder, field)
    folded = _fold_word(builder, folded, first)
    words = WORD_TYPE(1)
    for place in range(len(others)):
        goes_on = builder.icmp_unsigned("!=", _any_of(builder, others[place:]), WORD_TYPE(0))
        folded = builder.select(goes_on, _fold_word(builder, folded, others[place]), folded)
        words = builder.select(goes_on, WORD_TYPE(place + 2), words)
    if others:
        several = builder.icmp_unsigned(">", words, WORD_TYPE(1))
        end = _fold_word(builder, folded, builder.mul(words, WORD_TYPE(int(bits.GOLDEN))))
        folded = builder.select(several, end, folded)
    return folded


def _any_of(builder: Any, words: list[Any]) -> Any:
    return functools.reduce(builder.or_, words)


@intrinsic
def _fold(typing_context: Any, state: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _fold_field(builder, WORD_TYPE(0), arguments[0])

    return UINT64(state), generate


@overload(bits.fold, strict=False, jit_options=PART)
def _fold_fields(state: Any) -> Any:
    return lambda state: _fold(state)
