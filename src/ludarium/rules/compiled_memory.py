"""Numbers, bytes and states in memory, as Numba compiles them. Imported by
`ludarium.rules.compiling`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import (
    intrinsic,
    overload,
)

from ludarium.rules import memory, packing
from ludarium.rules.bits import WORD
from ludarium.rules.code_libraries import PART
from ludarium.rules.memory import poke, poke_byte
from ludarium.rules.state_handles import StateHandle

WORD_TYPE, BYTE_TYPE = ir.IntType(WORD), ir.IntType(8)
EACH_BYTE = 0x0101_0101_0101_0101

# Numbers and bytes


def _address(builder: Any, kind: Any, memory: Any, index: Any) -> Any:
    return builder.gep(builder.inttoptr(memory, kind.as_pointer()), [index])


@intrinsic
def _load_word(typing_context: Any, memory: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_address(builder, WORD_TYPE, *arguments))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _store_word(typing_context: Any, memory: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _address(builder, WORD_TYPE, *arguments[:2]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def _prefetch_word(typing_context: Any, memory: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = _address(builder, WORD_TYPE, *arguments)
        place = builder.bitcast(word, BYTE_TYPE.as_pointer())
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, flag, flag, flag])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        # to be read, kept in all caches, data
        builder.call(function, [place, flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), generate


@intrinsic
def _load_byte(typing_context: Any, memory: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte = builder.load(_address(builder, BYTE_TYPE, *arguments))
        return builder.zext(byte, WORD_TYPE)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _store_byte(typing_context: Any, memory: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        byte = builder.trunc(arguments[2], BYTE_TYPE)
        builder.store(byte, _address(builder, BYTE_TYPE, *arguments[:2]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def _store_eight(typing_context: Any, memory: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _address(builder, BYTE_TYPE, *arguments[:2])
        builder.store(arguments[2], builder.bitcast(place, WORD_TYPE.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def _fill(typing_context: Any, memory: Any, index: Any, count: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        memory, index, count, value = arguments
        place = _address(builder, BYTE_TYPE, memory, index)
        cgutils.memset(builder, place, count, builder.trunc(value, BYTE_TYPE))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64, types.int64), generate


@overload(memory.peek, strict=False, jit_options=PART)
def _peek(memory: Any, index: Any) -> Any:
    return lambda memory, index: _load_word(memory, index)


@overload(memory.poke, strict=False, jit_options=PART)
def _poke(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: _store_word(memory, index, value)


@overload(memory.memory_from, strict=False, jit_options=PART)
def _memory_from(memory: Any, index: Any) -> Any:
    return lambda memory, index: memory + WORD // 8 * index


@overload(memory.prefetch, strict=False, jit_options=PART)
def _prefetch(memory: Any, index: Any) -> Any:
    return lambda memory, index: _prefetch_word(memory, index)


@overload(memory.peek_byte, strict=False, jit_options=PART)
def _peek_byte(memory: Any, index: Any) -> Any:
    return lambda memory, index: _load_byte(memory, index)


@overload(memory.poke_byte, strict=False, jit_options=PART)
def _poke_byte(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: _store_byte(memory, index, value)


@overload(memory.poke_eight, strict=False, jit_options=PART)
def _poke_eight(memory: Any, index: Any, value: Any) -> Any:
    return lambda memory, index, value: _store_eight(memory, index, value)


@overload(memory.fill_bytes, strict=False, jit_options=PART)
def _fill_bytes(memory: Any, index: Any, count: Any, value: Any) -> Any:
    return lambda memory, index, count, value: _fill(memory, index, count, value)


def fill_by_words(memory: int, index: int, count: int, value: int) -> None:
    """`memory.fill_bytes` where memory is an address: eight bytes at a time between the ends."""
    place = memory + index
    end = place + count
    while place < end and place % 8:
        poke_byte(place, 0, value)
        place += 1
    while place + 8 <= end:
        poke(place, 0, value * EACH_BYTE)
        place += 8
    while place < end:
        poke_byte(place, 0, value)
        place += 1


# on a CUDA device LLVM's fill would be a loop over single bytes
@overload(memory.fill_bytes, strict=False, target="cuda", jit_options=PART)
def _fill_bytes_on_a_device(memory: Any, index: Any, count: Any, value: Any) -> Any:
    return fill_by_words


# States


def _words_of(builder: Any, value: Any) -> Iterator[Any]:
    """The words of an LLVM value: of a number, a set, or a tuple of these."""
    if isinstance(value.type, ir.Aggregate):
        for place in range(len(value.type)):
            yield from _words_of(builder, builder.extract_value(value, place))
        return
    yield builder.trunc(value, WORD_TYPE) if value.type.width > WORD else value
    for shift in range(WORD, value.type.width, WORD):
        yield builder.trunc(builder.lshr(value, value.type(shift)), WORD_TYPE)


def _of_words(builder: Any, kind: Any, words: Iterator[Any]) -> Any:
    """The LLVM value of this type whose words come next."""
    if isinstance(kind, ir.Aggregate):
        made = ir.Constant(kind, ir.Undefined)
        for place in range(len(kind)):
            part = _of_words(builder, kind.gep(ir.IntType(32)(place)), words)
            made = builder.insert_value(made, part, place)
        return made
    value = next(words)
    if kind.width > WORD:
        value = builder.zext(value, kind)
        for shift in range(WORD, kind.width, WORD):
            word = builder.shl(builder.zext(next(words), kind), kind(shift))
            value = builder.or_(value, word)
    return value


def _places(builder: Any, memory: Any, place: Any) -> Iterator[Any]:
    """The addresses of the words from `place`, one after the other."""
    first = _address(builder, WORD_TYPE, memory, place)
    n = 0
    while True:
        yield builder.gep(first, [WORD_TYPE(n)])
        n += 1


def word_at(builder: Any, memory: Any, place: Any) -> Any:
    """The address of the word at this place of memory, as LLVM's pointer."""
    return _address(builder, WORD_TYPE, memory, place)


def store_words(builder: Any, state: Any, memory: Any, place: Any) -> None:
    """Generates code that writes the words of LLVM's value of a state to memory from a place."""
    words, places = _words_of(builder, state), _places(builder, memory, place)
    for word, address in zip(words, places):  # noqa: B905  # there is no end of places
        builder.store(word, address)


@intrinsic
def _store(typing_context: Any, state: Any, memory: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        store_words(builder, *arguments)
        return context.get_dummy_value()

    return types.void(state, types.int64, types.int64), generate


def state_of_words(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Generates the state of the returned type whose words are in memory, the second argument,
    from a place, the third.
    """
    kind, places = context.get_value_type(signature.return_type), _places(builder, *arguments[1:])
    return _of_words(builder, kind, map(builder.load, places))


@intrinsic
def _load(typing_context: Any, like: Any, memory: Any, place: Any) -> Any:
    return like(like, types.int64, types.int64), state_of_words


@overload(packing.store, strict=False, jit_options=PART)
def _store_state(state: Any, memory: Any, place: Any) -> Any:
    return lambda state, memory, place: _store(state, memory, place)


def _is_state(kind: Any) -> bool:
    """Return whether a type is that of states themselves, and no handle."""
    return getattr(kind, "instance_class", StateHandle) is not StateHandle


@overload(packing.load, strict=False, jit_options=PART)
def _load_state(like: Any, memory: Any, place: Any) -> Any:
    return (lambda like, memory, place: _load(like, memory, place)) if _is_state(like) else None
