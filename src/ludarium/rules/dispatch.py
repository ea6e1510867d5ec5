"""Generic functions: one name for every game, dispatched by the type of the state.

`play(state, action)` finds the right game's function in plain Python by looking the state's type up
here, and in compiled code by an overload that does the same look-up once, while compiling
(`ludarium.rules.compiling`). This module does not import Numba, so rules can be imported and run
without it.
"""

from __future__ import annotations

import difflib
import functools
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

__all__ = [
    "Functions",
    "complete",
    "for_all_games",
    "functions_of",
    "generic",
    "generics",
    "implement",
    "implementation",
    "jitable",
    "jitables",
    "large",
    "lengthy",
    "named",
    "registered",
    "remembered",
    "slots_of",
    "unallocating",
    "without_arrays",
]

Function = TypeVar("Function", bound=Callable[..., Any])
Functions = Mapping[str, Callable[..., Any]]

jitables: list[Callable[..., Any]] = []
"""Plain functions that compiled code may call, in order of definition."""

lengthy: set[Callable[..., Any]] = set()
"""The jitable functions that compiled code calls, where it inlines the others."""

without_arrays: set[Callable[..., Any]] = set()
"""The algorithms that make no arrays when they are compiled."""

slots_of: dict[Callable[..., Any], int] = {}
"""The algorithms that are compiled once for all games, each with the most states on its path."""

generics: list[Callable[..., Any]] = []
"""All generic functions, in order of definition."""

_functions: dict[type, Functions] = {}
"""The functions that games registered, by state type."""

_unread: dict[type, Callable[[], Functions]] = {}
"""The functions that give the further functions of a state type."""

_lock = threading.RLock()
"""Held while further functions are read."""

_implementations: dict[tuple[str, type], Callable[..., Any]] = {}
"""The functions that plain Python calls, by name and state type."""


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


def remembered(function: Function) -> Function:
    """Keep, in plain Python, what this jitable function gave for its last arguments: as rules are
    asked for the first legal action, then for the second, and all come from the same set. Compiled
    code calls the function as it is.
    """
    last: tuple[tuple[Any, ...], Any] | None = None

    @functools.wraps(function)
    def remembering(*arguments: Any) -> Any:
        nonlocal last
        known = last  # once, as another thread may replace it
        if known is None or known[0] != arguments:
            last = known = arguments, function(*arguments)
        return known[1]

    if function in lengthy:
        lengthy.add(remembering)
    return cast(Function, jitable(remembering))


def unallocating(algorithm: Function) -> Function:
    """Note of an algorithm that it makes no arrays when it is compiled: then references to those
    that it is given, which its caller keeps, are not counted at every call.
    """
    without_arrays.add(algorithm)
    return algorithm


def for_all_games(slots: int) -> Callable[[Function], Function]:
    """Compile an algorithm once, for no game: it calls a game through a table of functions
    (`ludarium.rules.function_table`). So searches are, where rules are a small part of the work.

    slots: the most states that it goes on from the first one, each made from the one before.
    """

    def note(algorithm: Function) -> Function:
        slots_of[algorithm] = slots
        return algorithm

    return note


def generic(default: Function) -> Function:
    """Make a generic function, dispatched by the type of its first argument.

    The body is the default implementation.
    """
    name = default.__name__

    @functools.wraps(default)
    def dispatched(state: Any, *arguments: Any) -> Any:
        function = _implementations.get((name, type(state)))
        if function is None:
            function = _implementations[name, type(state)] = _resolved(name, type(state), default)
        return function(state, *arguments)

    generics.append(dispatched)
    return cast(Function, dispatched)


def named(*functions: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """The functions by their names, each that of the generic function that it implements."""
    return {function.__name__: function for function in functions}


def implement(
    state_type: type, functions: Functions, more: Callable[[], Functions] | None = None
) -> None:
    """Register a game's functions for its state type, by the names of the generic functions.

    more: gives further functions, and is called when one is asked for that is not registered. What
    is registered here takes precedence.

    Games that share a state type register the same functions. Raises ValueError where the type has
    a game with others already, or a name is not that of a generic function.
    """
    if state_type in _functions:
        if all(_functions[state_type].get(name) is own for name, own in functions.items()):
            return
        raise ValueError(
            f"the state type {state_type.__name__} has the rules of a game already: each game "
            "needs a type of its own"
        )
    _check_names(functions)
    _functions[state_type] = functions
    if more is not None:
        _unread[state_type] = more


def complete(state_type: type) -> None:
    """Register the further functions of this state type's game, where that was not done yet.

    Threads that ask meanwhile wait: none may take a default for what is still being imported.
    """
    if state_type not in _unread:
        return
    with _lock:
        more = _unread.get(state_type)
        if more is not None:
            functions = more()
            _check_names(functions)
            _functions[state_type] = {**functions, **_functions[state_type]}
            del _unread[state_type]


def functions_of(state_type: type) -> Functions:
    """All functions of the state type's game."""
    complete(state_type)
    return _functions.get(state_type, {})


def registered() -> tuple[Functions, ...]:
    """The functions of every state type that has some, as they are now."""
    return tuple(_functions.values())


def implementation(function: Callable[..., Any], state_type: type) -> Callable[..., Any]:
    """The function that the generic `function` runs for this state type: the game's own, or the
    default.
    """
    default: Callable[..., Any] = function.__wrapped__  # type: ignore[attr-defined]
    return _resolved(function.__name__, state_type, default)


def _resolved(name: str, state_type: type, default: Callable[..., Any]) -> Callable[..., Any]:
    own = _functions.get(state_type, {})
    return own[name] if name in own else functions_of(state_type).get(name, default)


def _check_names(functions: Functions) -> None:
    known = {function.__name__ for function in generics}
    for name in functions:
        if name not in known:
            near = difflib.get_close_matches(name, sorted(known), 1)
            others = (
                f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(known))}"
            )
            raise ValueError(f"{name!r} is not a generic function; {others}")
