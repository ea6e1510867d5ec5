"""Tables of bytes and numbers as constants of machine code. Imported by
`ludarium.rules.compiling`.
"""

from __future__ import annotations

import hashlib
import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    register_model,
    typeof_impl,
)

from ludarium.rules.bits import WORD, Bits
from ludarium.rules.code_libraries import PART
from ludarium.rules.compiled_memory import BYTE_TYPE, WORD_TYPE
from ludarium.rules.memory import ByteTable, Table
from ludarium.rules.wide_bits import type_of_width


class ByteTableType(types.Type):  # type: ignore[misc]  # Numba has no types
    """Numba's type of byte tables."""

    def __init__(self) -> None:
        super().__init__(name="byte_table")


BYTE_TABLE = ByteTableType()
GLOBAL_MEMORY = 1  # the address space of a CUDA device that has room for tables


@typeof_impl.register(ByteTable)
def type_of_table(table: ByteTable, context: Any) -> ByteTableType:
    """Numba's type of the table."""
    return BYTE_TABLE


@register_model(ByteTableType)
class ByteTableModel(models.PrimitiveModel):  # type: ignore[misc]
    """The address of the first byte."""

    def __init__(self, manager: Any, kind: ByteTableType) -> None:
        super().__init__(manager, kind, BYTE_TYPE.as_pointer())


@lower_constant(ByteTableType)
def _constant_table(context: Any, builder: Any, kind: ByteTableType, table: ByteTable) -> Any:
    name = f"byte_table_{hashlib.sha256(table).hexdigest()[:32]}"
    return _shared_constant(builder, name, cgutils.make_bytearray(table), BYTE_TYPE.as_pointer())


def _shared_constant(builder: Any, name: str, content: Any, pointer: Any) -> Any:
    """The address of a constant that stands once in a program, whoever names it."""
    constant = builder.module.globals.get(name)
    if constant is None:
        on_device = builder.module.triple.startswith("nvptx")
        space = GLOBAL_MEMORY if on_device else 0
        constant = cgutils.add_global_variable(builder.module, content.type, name, addrspace=space)
        constant.linkage, constant.global_constant = "linkonce_odr", True
        constant.initializer = content
    convert = builder.addrspacecast if constant.addrspace else builder.bitcast
    return convert(constant, pointer)


@intrinsic
def _table_entry(typing_context: Any, table: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.zext(builder.load(builder.gep(arguments[0], [arguments[1]])), WORD_TYPE)

    return types.int64(BYTE_TABLE, types.int64), generate


@overload(operator.getitem, strict=False, jit_options=PART)
def _entry(table: Any, index: Any) -> Any:
    return (lambda table, index: _table_entry(table, index)) if table == BYTE_TABLE else None


class NumberTable(types.IterableType):  # type: ignore[misc]
    """Numba's type of tables of so many numbers, each in so many bits of memory."""

    def __init__(self, number: Any, count: int, bits: int) -> None:
        self.number, self.count, self.bits = number, count, bits
        super().__init__(name=f"table({number} x {count}, {bits} bits)")

    @property
    def iterator_type(self) -> Any:
        return NumberTableIterator(self)


class NumberTableIterator(types.SimpleIteratorType):  # type: ignore[misc]
    """Numba's type of what a loop over a table goes by."""

    def __init__(self, table: NumberTable) -> None:
        self.table = table
        super().__init__(f"iterator({table})", table.number)


SIZES = (8, 16, 32, WORD)
"""The widths, in bits, of the numbers of a table."""


@typeof_impl.register(Table)
def _type_of_numbers(table: Table[Any], context: Any) -> NumberTable:
    first = table[0]
    if isinstance(first, Bits):
        number = type_of_width(first.width)
        return NumberTable(number, len(table), first.width if first.width > WORD else WORD)
    most = max(one if one >= 0 else ~one for one in table).bit_length() + 1
    return NumberTable(types.int64, len(table), next(size for size in SIZES if size >= most))


@register_model(NumberTable)
class NumberTableModel(models.PrimitiveModel):  # type: ignore[misc]
    """The address of the first number."""

    def __init__(self, manager: Any, kind: NumberTable) -> None:
        super().__init__(manager, kind, ir.IntType(kind.bits).as_pointer())


@register_model(NumberTableIterator)
class NumberTableIteratorModel(models.StructModel):  # type: ignore[misc]
    """The table, and where the index of the next number is."""

    def __init__(self, manager: Any, kind: NumberTableIterator) -> None:
        index = types.EphemeralPointer(types.intp)
        super().__init__(manager, kind, [("table", kind.table), ("index", index)])


@lower_constant(NumberTable)
def _constant_numbers(context: Any, builder: Any, kind: NumberTable, table: Table[Any]) -> Any:
    number = ir.IntType(kind.bits)
    digest = hashlib.sha256(repr((kind.bits, tuple(map(int, table)))).encode()).hexdigest()
    content = ir.Constant(ir.ArrayType(number, kind.count), [number(int(one)) for one in table])
    return _shared_constant(builder, f"table_{digest[:32]}", content, number.as_pointer())


def _number_at(context: Any, builder: Any, kind: NumberTable, table: Any, index: Any) -> Any:
    number = builder.load(builder.gep(table, [index]))
    whole = context.get_value_type(kind.number)
    return builder.sext(number, whole) if kind.bits < whole.width else number


@intrinsic
def _number(typing_context: Any, table: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _number_at(context, builder, signature.args[0], *arguments)

    return table.number(table, types.int64), generate


@overload(operator.getitem, strict=False, jit_options=PART)
def _number_of_table(table: Any, index: Any) -> Any:
    if not isinstance(table, NumberTable):
        return None
    count = table.count

    def entry(table: Any, index: Any) -> Any:
        place = index + count if index < 0 else index
        if not 0 <= place < count:
            raise IndexError("index out of range of a table")
        return _number(table, place)

    return entry


@overload(len, strict=False, jit_options=PART)
def _length_of_table(table: Any) -> Any:
    if not isinstance(table, NumberTable):
        return None
    count = table.count
    return lambda table: count


@overload(operator.contains, strict=False, jit_options=PART)
def _is_in_table(table: Any, number: Any) -> Any:
    if not isinstance(table, NumberTable):
        return None

    def contains(table: Any, number: Any) -> bool:
        for one in table:
            if one == number:
                return True
        return False

    return contains


@lower_builtin("getiter", NumberTable)
def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = context.make_helper(builder, signature.return_type)
    index = context.get_constant(types.intp, 0)
    iterator.table = arguments[0]
    iterator.index = cgutils.alloca_once_value(builder, index)
    return iterator._getvalue()


@lower_builtin("iternext", NumberTableIterator)
@iternext_impl(RefType.UNTRACKED)
def _next_number(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    index = builder.load(iterator.index)
    is_there = builder.icmp_signed("<", index, context.get_constant(types.intp, kind.table.count))
    result.set_valid(is_there)
    with builder.if_then(is_there):
        result.yield_(_number_at(context, builder, kind.table, iterator.table, index))
        builder.store(cgutils.increment_index(builder, index), iterator.index)
