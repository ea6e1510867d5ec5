"""The digest of what machine code is made from: functions, of all that they call, and of all
constants that these read.

Numba's own cache sees no change in a function that is called. A digest of files would see changes
that make no difference, and miss what runs where a file has changed meanwhile, or there is none.
So this walks through the functions themselves, as they are in memory.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

from ludarium.rules import dispatch
from ludarium.rules.bits import Bits

__all__ = ["code_digest"]


def code_digest(functions: Iterable[Callable[..., Any]], states: Iterable[type]) -> str | None:
    """The digest of these functions, where generic functions stand for those of these types of
    states. None where they use something that is not understood, and so could change unnoticed.
    """
    walk = _Walk(states)
    for function in functions:
        walk.take(function)
    return walk.digest()


class _Walk:
    """Goes through functions and what they use, each once."""

    def __init__(self, states: Iterable[type]) -> None:
        self._lines: list[str] = []
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # so that no id is used again
        self._states: list[type] = []
        self._generic: list[Callable[..., Any]] = []
        self._is_understood = True
        for state in states:
            self._take_state(state)

    def digest(self) -> str | None:
        """The digest of all that was taken."""
        if not self._is_understood:
            return None
        return hashlib.sha256("\n".join(self._lines).encode()).hexdigest()

    def take(self, value: Any) -> None:
        """Take in a value that code uses."""
        self._lines.append(self._told(value))

    def _told(self, value: Any) -> str:
        """Describe the value in one line; what it is made of goes into lines of its own."""
        match value:
            case Bits():
                return f"bits {value.width} {int(value)}"
            case bool() | int() | float() | str() | bytes() | None:
                return f"{type(value).__name__} {value!r}"
            case tuple():  # whether equal ones are the same object depends on how they were loaded
                told = f"{self._told(type(value))} {', '.join(map(self._told, value))}"
                return hashlib.sha256(told.encode()).hexdigest()
        if id(value) in self._numbers:
            return f"as {self._numbers[id(value)]}"
        self._numbers[id(value)] = number = len(self._numbers)
        self._kept.append(value)
        match value:
            case CodeType():
                told = self._of_code(value)
            case FunctionType():
                told = self._of_function(value)
            case type():
                told = self._of_class(value)
            case ModuleType():
                told = f"module {value.__name__}"
            case _ if type(value).__module__.partition(".")[0] in FOREIGN or callable(value):
                told = f"{type(value).__qualname__} {getattr(value, '__qualname__', '')}"
            case _:
                self._is_understood = False
                told = ""
        self._lines.append(f"{number}: {told}")
        return f"as {number}"

    def _of_code(self, code: CodeType) -> str:
        return " ".join(
            (
                code.co_code.hex(),
                str((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)),
                str((code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)),
                str(code.co_flags),
                str(getattr(code, "co_exceptiontable", b"")),
                *map(self._told, _constants(code)),
            )
        )

    def _of_function(self, function: FunctionType) -> str:
        if function in dispatch.generics:
            self._generic.append(function)
            for state in self._states:
                self.take(dispatch.implementation(function, state))
            return f"generic {function.__name__} {self._told(inspect.unwrap(function))}"
        if hasattr(function, "__wrapped__"):  # remembered, in plain Python
            return f"of {self._told(inspect.unwrap(function))}"
        parts = [self._told(function.__code__), self._told(function.__defaults__)]
        parts += [self._told(cell.cell_contents) for cell in function.__closure__ or ()]
        known, names = function.__globals__, list(_names(function.__code__))
        for name in names:
            if name in known:
                parts.append(f"{name}={self._told(known[name])}")
                if isinstance(known[name], ModuleType):
                    parts += self._of_module(known[name], names)
        kind = "called" if function in dispatch.lengthy else "function"
        return " ".join((kind, *parts))

    def _of_module(self, module: ModuleType, names: Iterable[str]) -> list[str]:
        """List what may be read of a module by these names; of other packages only that it is read,
        as their versions are known.
        """
        if module.__name__.partition(".")[0] in FOREIGN:
            return []
        own = vars(module)
        return [f"{name}={self._told(own[name])}" for name in names if name in own]

    def _of_class(self, kind: type) -> str:
        parts = [kind.__module__, kind.__qualname__]  # machine code names the types of states
        if issubclass(kind, Bits):
            parts.append(str(kind.width))
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            parts += [str(kind._fields), *(self._told(one) for one in _annotations(kind))]
            if dispatch.functions_of(kind):
                self._take_state(kind)
        return " ".join(parts)

    def _take_state(self, kind: type) -> None:
        """From here on, generic functions stand also for those of this type of states."""
        if kind not in self._states:
            self._states.append(kind)
            for function in list(self._generic):
                self.take(dispatch.implementation(function, kind))
            self.take(kind)


FOREIGN = ("numba", "numpy", "math", "llvmlite", "operator", "builtins", "typing", "functools")
"""Packages whose objects only change with their version."""


HAS_DOCSTRING = 0x4000000
"""The flag of code whose first constant is its docstring, from Python 3.13 on; before, a first
constant that is a string is one."""


def _constants(code: CodeType) -> tuple[Any, ...]:
    """The constants of the code but for its docstring, which makes no difference."""
    first, *others = code.co_consts or (None,)
    is_function = code.co_flags & inspect.CO_NEWLOCALS
    flagged = sys.version_info < (3, 13) or code.co_flags & HAS_DOCSTRING
    return (None, *others) if isinstance(first, str) and is_function and flagged else code.co_consts


def _names(code: CodeType) -> Iterable[str]:
    """All names that the code, and the code in it, reads of globals and attributes."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _annotations(kind: type) -> list[Any]:
    """The types of a NamedTuple's fields, or what was written where they cannot be told."""
    from typing import get_type_hints

    try:
        return list(get_type_hints(kind).values())
    except NameError:
        return list(kind.__annotations__.values())
