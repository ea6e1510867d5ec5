"""Generic functions: one name for every game, dispatched by the type of the state.

`play(state, action)` finds the right game's function in plain Python by looking the state's type up
here, and in compiled code by an overload that does the same look-up once, while compiling
(`ludarium.rules.compiling`). This module does not import Numba, so rules can be imported and run
without it.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

__all__ = [
    "generic",
    "generics",
    "implement",
    "implementation",
    "jitable",
    "jitables",
    "large",
    "lengthy",
]

LOADED = time.time()
"""When this process began to read rules: a file that is newer may not be what is running."""

Function = TypeVar("Function", bound=Callable[..., Any])

jitables: list[Callable[..., Any]] = []
"""Plain functions that compiled code may call, in order of definition."""

lengthy: set[Callable[..., Any]] = set()
"""Those of the jitable functions that compiled code calls, where it has the others in line."""

generics: list[Callable[..., Any]] = []
"""All generic functions, in order of definition."""

_implementations: dict[tuple[str, type], Callable[..., Any]] = {}


def jitable(function: Function) -> Function:
    """Let compiled code call this function; in Python it stays what it was."""
    jitables.append(function)
    return function


def large(function: Function) -> Function:
    """Let compiled code call this function, which is too long to be in line wherever it is called;
    in Python it stays what it was.
    """
    lengthy.add(function)
    return jitable(function)


def generic(default: Function) -> Function:
    """Make a generic function, dispatched by the type of its first argument; the body is what holds
    for a type with no own one.
    """
    name = default.__name__

    @functools.wraps(default)
    def dispatched(state: Any, *arguments: Any) -> Any:
        return _implementations.get((name, type(state)), default)(state, *arguments)

    generics.append(dispatched)
    return cast(Function, dispatched)


def implement(state_type: type, functions: dict[str, Callable[..., Any]]) -> None:
    """Register a game's functions, by the name of the generic function that each implements, for
    its state type.
    """
    known = {function.__name__ for function in generics}
    if any(implemented is state_type for _, implemented in _implementations):
        raise ValueError(
            f"the state type {state_type.__name__} has the rules of a game already: each game "
            "needs a type of its own"
        )
    for name, function in functions.items():
        if name not in known:
            raise ValueError(
                f"{name!r} is not a generic function; there are {', '.join(sorted(known))}"
            )
        _implementations[name, state_type] = function


def implementation(function: Callable[..., Any], state_type: type) -> Callable[..., Any]:
    """The function that the generic `function` runs for states of this type: the game's own, or the
    default.
    """
    default: Callable[..., Any] = function.__wrapped__  # type: ignore[attr-defined]
    return _implementations.get((function.__name__, state_type), default)
