"""Bit sets as Numba compiles them: one unsigned 64-bit word, or one integer of any width.

A set of up to 64 bits is Numba's `uint64`. A wider one is a type of its own, `WideBits`, whose
value is one LLVM integer of that many bits, so `&`, `|`, `<<` and the rest are one instruction of
LLVM each, which it splits into words. Imported by `ludarium.rules.compiling`.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import (
    intrinsic,
    lower_builtin,
    lower_cast,
    overload,
    type_callable,
)

from ludarium.rules import bits
from ludarium.rules.bits import WORD, Bits
from ludarium.rules.code_libraries import PART
from ludarium.rules.wide_bits import (
    INT64,
    UINT64,
    WORD_TYPE,
    WideBits,
    resized,
    type_of_width,
    words_of,
)

__all__ = ["register_width"]


# To Python and back, as ints


# Conversions


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
        return resized(builder, arguments[0], getattr(target, "width", WORD))

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
            wide = (resized(builder, argument, common.width) for argument in arguments)
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
            return instruction(builder, arguments[0], resized(builder, arguments[1], word.width))

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


@intrinsic
def _count_bits(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        counts = (builder.ctpop(part) for part in words_of(builder, arguments[0]))
        return functools.reduce(builder.add, counts)

    return INT64(word), generate


@intrinsic
def _count_trailing_zeros(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        *others, last = enumerate(words_of(builder, arguments[0]))
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
        return resized(builder, arguments[0], WORD)

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
        for place, part in enumerate(words_of(builder, wide)):
            count = builder.ctpop(part)
            here = builder.icmp_unsigned("<", before, count)  # below 0 is a large number
            single = _deposit_bit(builder, builder.and_(before, WORD_TYPE(WORD - 1)), part)
            chosen = builder.select(here, single, WORD_TYPE(0))
            shift = ir.Constant(wide.type, WORD * place)
            result = builder.or_(result, builder.shl(resized(builder, chosen, word.width), shift))
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
    first, *others = words_of(builder, field)
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
