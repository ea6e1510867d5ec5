"""Calls from compiled code to the functions of a table (`ludarium.rules.function_table`), and the
making of a game's table. Imported by `ludarium.rules.compiling`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.callconv import RETCODE_USEREXC, Status, excinfo_t
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from ludarium.rules import dispatch, generic, packing, state_handles
from ludarium.rules.bits import WORD
from ludarium.rules.code_libraries import PART
from ludarium.rules.compiled_memory import state_of_words, store_words, word_at
from ludarium.rules.dispatch import unallocating
from ludarium.rules.generic import GOES_ON, SAME_SEAT
from ludarium.rules.memory import Memory, memory_from
from ludarium.rules.state_handles import (
    COUNT,
    FAULT,
    MOVERS,
    RAISED,
    SECOND,
    SLOT_HEAD,
    THIRD,
    UNKNOWN,
    StateHandle,
    enter,
)
from ludarium.rules.table_functions import FIRST_FUNCTION, TABLE_FUNCTIONS, TableFunction

__all__ = ["write_table"]

WORD_TYPE = ir.IntType(WORD)
UINT64 = types.uint64
WRITING = ("state", "end", "visit")
"""The kinds of results that go to another slot."""
TYPES = {"int": types.int64, "set": UINT64, "truth": types.boolean}
"""Numba's type of each kind of argument."""

# Calls


def _calling(result: Any) -> Any:
    """An intrinsic that calls the function at an address with a tuple of numbers, the first of them
    the address of a slot. An exception there becomes one of the caller.
    """

    @intrinsic
    def call(typing_context: Any, function: Any, numbers: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values = cgutils.unpack_tuple(builder, arguments[1])
            kind = ir.FunctionType(WORD_TYPE, [WORD_TYPE] * len(values))
            value = builder.call(builder.inttoptr(arguments[0], kind.as_pointer()), values)
            is_fault = builder.icmp_signed("==", value, WORD_TYPE(FAULT))
            with cgutils.if_unlikely(builder, is_fault):
                raised = builder.load(word_at(builder, values[0], WORD_TYPE(RAISED)))
                with builder.if_then(builder.icmp_signed("!=", raised, WORD_TYPE(0))):
                    _raise(context, builder, raised)
            return builder.bitcast(value, context.get_value_type(result))

        return result(types.int64, types.UniTuple(types.int64, len(numbers))), generate

    return call


def _raise(context: Any, builder: Any, raised: Any) -> None:
    """Return as after an exception of which this is the address."""
    address = builder.inttoptr(raised, excinfo_t.as_pointer())
    code = RETCODE_USEREXC
    status = Status(code, None, None, None, None, None, None, excinfoptr=address)
    context.call_conv.return_status_propagate(builder, status)


_call, _call_real = _calling(types.int64), _calling(types.float64)


@overload(state_handles.call, strict=False, jit_options=PART)
def _call_function(function: Any, *numbers: Any) -> Any:
    return lambda function, *numbers: _call(function, numbers)


@overload(state_handles.call_real, strict=False, jit_options=PART)
def _call_real_function(function: Any, *numbers: Any) -> Any:
    return lambda function, *numbers: _call_real(function, numbers)


# Tables


class Resolved(NamedTuple):
    """A call of a generic function as Numba resolved it."""

    function: Any
    signature: Any

    def generate(self, context: Any, builder: Any, given: Any, arguments: Any) -> Any:
        """Call it with LLVM's values of these types."""
        wanted = self.signature.args
        values = [
            context.cast(builder, value, *kinds)
            for value, *kinds in zip(arguments, given, wanted, strict=True)
        ]
        return context.get_function(self.function, self.signature)(builder, values)


class FunctionTable:
    """The functions of a table, for states of one type."""

    def __init__(self, typing_context: Any, state: Any) -> None:
        self._typing, self.state = typing_context, state
        self._with_moves = self._resolve("with_moves", (state,))
        self.node = self._with_moves.signature.return_type
        self._without_moves = self._resolve("without_moves", (self.node,))
        self._movers = self._resolve("movers", (self.node,))
        self._count = self._resolve("legal_count", (self.node, types.int64))
        own = dispatch.functions_of(state.instance_class)
        self._functions = {
            number: (spec, self._typed(spec))
            for number, spec in enumerate(TABLE_FUNCTIONS, FIRST_FUNCTION)
            if not spec.given or any(name in own for name in spec.given)
        }

    def _resolve(self, name: str, arguments: tuple[Any, ...]) -> Resolved:
        function = self._typing.resolve_value_type(getattr(generic, name))
        return Resolved(function, self._typing.resolve_function_type(function, arguments, {}))

    def _typed(self, spec: TableFunction) -> Resolved | None:
        """The call that the function makes; None where it only writes a state."""
        if spec.name == "enter":
            return None
        first = self.node if spec.with_moves else self.state
        call = self._resolve(spec.name, (first, *(TYPES[kind] for kind in spec.arguments)))
        self._check(spec, call.signature.return_type)
        return call

    def _check(self, spec: TableFunction, given: Any) -> None:
        """Raise TypingError where the function gives something else than it should."""
        expected = {
            "state": (self.state,),
            "end": (types.Tuple((self.state, types.int64)),),
            "visit": (types.Tuple((self.node, types.int64)),),
            "sets": tuple(types.Tuple((UINT64, UINT64, one)) for one in (types.int64, UINT64)),
            "nothing": (given,),
        }.get(spec.result)
        if expected is None:
            fits, told = isinstance(given, (types.Number, types.Boolean)), "a number"
        else:
            fits, told = types.unliteral(given) in expected, " or ".join(map(str, expected))
        if not fits:
            raise TypingError(f"{spec.name} gives {given}, expected {told}")

    def generate(self, context: Any, builder: Any, memory: Any) -> None:
        """Write the functions' addresses to memory."""
        for number, (spec, call) in self._functions.items():
            function = self._function(context, builder.module, spec, call)
            address = builder.ptrtoint(function, WORD_TYPE)
            builder.store(address, builder.gep(memory, [WORD_TYPE(number)]))

    def _function(
        self, context: Any, module: Any, spec: TableFunction, call: Resolved | None
    ) -> Any:
        """The machine code of a function of the table, by the convention of C."""
        convention = context.call_conv
        kinds = [types.int64] * (1 + len(spec.arguments) + (spec.result in WRITING))
        if call is None:
            kinds.pop()
        inner = self._inner(context, module, spec, call, kinds)
        function = ir.Function(
            module, ir.FunctionType(WORD_TYPE, [WORD_TYPE] * len(kinds)), f"{inner.name}_c"
        )
        function.linkage = "internal"
        builder = ir.IRBuilder(function.append_basic_block())
        result = _result_type(spec)
        status, value = convention.call_function(builder, inner, result, kinds, function.args)
        with cgutils.if_unlikely(builder, status.is_error):
            raised = builder.ptrtoint(status.excinfoptr, WORD_TYPE)
            _put_head(builder, function.args[0], RAISED, raised)
            builder.ret(WORD_TYPE(FAULT))
        builder.ret(builder.bitcast(value, WORD_TYPE))
        return function

    def _inner(
        self,
        context: Any,
        module: Any,
        spec: TableFunction,
        call: Resolved | None,
        kinds: list[Any],
    ) -> Any:
        """The same by Numba's convention, which is put in line there."""
        convention, result = context.call_conv, _result_type(spec)
        name = f"table_{spec.name}_{id(self)}"
        function = ir.Function(module, convention.get_function_type(result, kinds), name)
        function.linkage = "internal"
        function.attributes.add("alwaysinline")
        convention.decorate_function(function, [f"n{n}" for n in range(len(kinds))], kinds)
        builder = ir.IRBuilder(function.append_basic_block())
        place, *arguments = convention.get_arguments(function)
        if call is None:
            (words,) = arguments
            state = state_of_words(context, builder, self.state(), (None, words, WORD_TYPE(0)))
            value = self._put_state(context, builder, state, place)
        else:
            to = arguments.pop() if spec.result in WRITING else None
            value = self._result(context, builder, spec, call, place, arguments, to)
        convention.return_value(builder, value)
        return function

    def _result(
        self,
        context: Any,
        builder: Any,
        spec: TableFunction,
        call: Resolved,
        place: Any,
        arguments: list[Any],
        to: Any,
    ) -> Any:
        """The result of the function, as LLVM's value."""
        words = None, place, WORD_TYPE(SLOT_HEAD)
        node = state_of_words(context, builder, self.node(), words)
        first = self.node
        if not spec.with_moves:
            first, given = self.state, [self.node]
            node = self._without_moves.generate(context, builder, given, [node])
        given = [first, *(TYPES[kind] for kind in spec.arguments)]
        values = [node] + [
            builder.icmp_signed("!=", value, WORD_TYPE(0)) if kind == "truth" else value
            for kind, value in zip(spec.arguments, arguments, strict=True)
        ]
        value = call.generate(context, builder, given, values)
        kind = call.signature.return_type
        match spec.result:
            case "nothing":
                return WORD_TYPE(0)
            case "state":
                return self._put_state(context, builder, value, to)
            case "end":
                state, plies = cgutils.unpack_tuple(builder, value)
                store_words(builder, state, to, WORD_TYPE(SLOT_HEAD))  # it has no moves
                _put_head(builder, to, MOVERS, WORD_TYPE(0))
                return plies
            case "visit":
                after, visited = cgutils.unpack_tuple(builder, value)
                kind = builder.and_(visited, WORD_TYPE(SAME_SEAT - 1))
                goes_on = builder.icmp_unsigned("==", kind, WORD_TYPE(GOES_ON))
                with builder.if_then(goes_on):
                    again = builder.and_(visited, WORD_TYPE(SAME_SEAT))
                    seat = arguments[0]
                    other = builder.xor(seat, WORD_TYPE(1))
                    is_same = builder.icmp_unsigned("!=", again, WORD_TYPE(0))
                    mover = builder.select(is_same, seat, other)
                    given = [self.node, types.int64]
                    count = self._count.generate(context, builder, given, [after, mover])
                    kind = self._count.signature.return_type
                    store_words(builder, after, to, WORD_TYPE(SLOT_HEAD))
                    _put_head(builder, to, MOVERS, builder.shl(WORD_TYPE(1), mover))
                    _put_head(builder, to, COUNT, context.cast(builder, count, kind, types.int64))
                return visited
            case "sets":
                first, second, third = cgutils.unpack_tuple(builder, value)
                _put_head(builder, place, SECOND, first)
                _put_head(builder, place, THIRD, second)
                return third
            case "truth":
                truth = context.cast(builder, value, kind, types.boolean)
                return builder.zext(truth, WORD_TYPE)
            case "float":
                return context.cast(builder, value, kind, types.float64)
            case _:
                return context.cast(builder, value, kind, types.int64)

    def _put_state(self, context: Any, builder: Any, state: Any, to: Any) -> Any:
        """Write a state to a slot, with its moves where they are found at once; its movers."""
        node = self._with_moves.generate(context, builder, [self.state], [state])
        choosing = self._movers.generate(context, builder, [self.node], [node])
        store_words(builder, node, to, WORD_TYPE(SLOT_HEAD))
        _put_head(builder, to, MOVERS, choosing)
        _put_head(builder, to, COUNT, WORD_TYPE(UNKNOWN))
        return choosing


def _result_type(spec: TableFunction) -> Any:
    return types.float64 if spec.result == "float" else types.int64


def _put_head(builder: Any, slot: Any, place: int, value: Any) -> None:
    """Write a word of a slot's head."""
    builder.store(value, word_at(builder, slot, WORD_TYPE(place)))


@intrinsic
def _write_table(typing_context: Any, state: Any, memory: Any) -> Any:
    table = FunctionTable(typing_context, state)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table.generate(context, builder, builder.inttoptr(arguments[1], WORD_TYPE.as_pointer()))
        return context.get_dummy_value()

    return types.void(state, types.int64), generate


@unallocating
def write_table(like: Any, memory: Memory) -> None:
    """Write the addresses of the functions of a table, for states like this one, to memory."""
    _write_table(like, memory)


@overload(packing.load, strict=False, jit_options=PART)
def _load_handle(like: Any, memory: Any, place: Any) -> Callable[..., Any] | None:
    if getattr(like, "instance_class", None) is StateHandle:
        return lambda like, memory, place: enter(like, memory_from(memory, place))
    return None
