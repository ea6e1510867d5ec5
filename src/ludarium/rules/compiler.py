"""Registers functions with Numba, and makes machine code of algorithms: how all is compiled.

Machine code is cached in a folder named by a digest of the functions and constants that it is made
from (`code_digest`), because Numba's own cache only checks the file of the outermost function:
changed rules would run as stale machine code.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import hashlib
import inspect
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, ClassVar

import llvmlite
import numba
import numpy as np
from filelock import FileLock, Timeout
from numba import types
from numba.core import config
from numba.core.errors import NumbaError, TypingError
from numba.core.targetconfig import ConfigStack
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import overload

import ludarium.rules.calls  # for their overloads, as the next two
import ludarium.rules.compiled_memory
import ludarium.rules.compiled_tables
import ludarium.rules.function_table  # noqa: F401  # for what it says of handles
from ludarium.errors import RulesError
from ludarium.rules import bits, diagnosis, dispatch, memory
from ludarium.rules.bits import WORD, Bits
from ludarium.rules.code_cache import CodeCache, folder_of
from ludarium.rules.code_digest import code_digest
from ludarium.rules.code_libraries import PART, LoopCompiler, PartCompiler
from ludarium.rules.compiled_bits import register_width
from ludarium.rules.game import Game
from ludarium.rules.source_faults import source_fault

__all__ = [
    "as_argument",
    "cache_for",
    "dispatcher_of",
    "is_plain",
    "reach",
    "register_all",
    "rules_at_fault",
]

Function = Callable[..., Any]

PATIENCE = 120.0  # seconds for which a process waits for another that compiles the same

_lock = threading.RLock()


def is_plain() -> bool:
    """Return whether compiling is off: algorithms run as plain Python, some of them for minutes."""
    return bool(config.DISABLE_JIT)


def reach(array: Any) -> memory.Memory:
    """The array as an argument of compiled code: its address; the caller keeps it alive."""
    return array if config.DISABLE_JIT else array.ctypes.data


_registered: set[int] = set()
_on_devices: set[int] = set()
_parts: dict[tuple[Function, bool], Any] = {}
"""By function, and by whether it may make arrays."""


def register_all(devices: bool = False) -> None:
    """Register with Numba every jitable and generic function defined since the last call.

    devices: also for code that runs on CUDA devices.
    """
    with _lock:
        for kind in bits.widths:
            register_width(kind)
        for functions, template in (
            (dispatch.jitables, PartTemplate),
            (dispatch.generics, GenericTemplate),
        ):
            for function in functions:
                own = type(template.__name__, (template,), {"key": function})
                if id(function) not in _registered:
                    _registered.add(id(function))
                    infer_global(function, types.Function(own))
                if devices and id(function) not in _on_devices:
                    _on_devices.add(id(function))
                    _register_on_devices(function, own)


class PartTemplate(AbstractTemplate):  # type: ignore[misc]  # Numba has no types
    """The typing, by Numba, of calls of a jitable function, its key: by compiling it as a part,
    which is the same for all who call it.
    """

    metadata: ClassVar[dict[str, str]] = {"target": "cpu"}
    key: Function

    @classmethod
    def chosen(cls, arguments: tuple[Any, ...]) -> Function:
        """The function that is called, without what plain Python remembers of it."""
        called: Function = inspect.unwrap(cls.key)
        return called

    @classmethod
    def makes_arrays(cls) -> bool:
        """Return whether the function may make arrays: it may where its caller does."""
        return bool(ConfigStack.top_or_none() and ConfigStack.top_or_none().nrt)

    def generic(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        key = function, makes_arrays = self.chosen(arguments), self.makes_arrays()
        if key not in _parts:
            _parts[key] = numba.njit(**PART | {"_nrt": makes_arrays})(function)
        part = types.Dispatcher(_parts[key])
        signature = part.get_call_type(self.context, arguments, keywords)
        self._implementation = part.get_impl_key(signature)
        return signature

    def get_impl_key(self, signature: Any) -> Any:
        return self._implementation


class GenericTemplate(PartTemplate):
    """The same of a generic function: what is called is the game's own, by the state's type."""

    @classmethod
    def chosen(cls, arguments: tuple[Any, ...]) -> Function:
        if not arguments or not hasattr(arguments[0], "instance_class"):
            called = f"{cls.key.__name__} is called with {', '.join(map(str, arguments))}"
            raise TypingError(f"{called}: expected a state first")
        return dispatch.implementation(cls.key, arguments[0].instance_class)

    @classmethod
    def makes_arrays(cls) -> bool:
        """Rules make none."""
        return False


def _register_on_devices(function: Function, template: type[PartTemplate]) -> None:
    """Let code for CUDA devices call the function, in line unless it is `large`."""
    in_line = function not in dispatch.lengthy
    options = {"no_cfunc_wrapper": True, "forceinline": in_line, "_nrt": False}

    @overload(function, strict=False, target="cuda", jit_options=options)
    def resolve(*arguments: Any) -> Any:
        return template.chosen(arguments)


INFRASTRUCTURE = (
    "bits",
    "calls",
    "code_libraries",
    "compiled_bits",
    "compiled_memory",
    "compiled_tables",
    "compiler",
    "function_table",
    "state_handles",
)
"""The modules of rules that say how functions are compiled, which no function refers to."""


def _of_everything() -> bytes:
    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}"
    digest = hashlib.sha256(versions.encode())
    for name in INFRASTRUCTURE:
        digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    return digest.digest()


EVERYTHING = _of_everything()
"""A digest of what all machine code depends on, read as soon as it is imported."""


def cache_for(name: str, functions: Iterable[Function], states: Iterable[type]) -> CodeCache | None:
    """The cache of what is compiled of functions for these types of states; None where what they
    are made from cannot be told.
    """
    for state in states:
        dispatch.complete(state)
    digest = code_digest(functions, states)
    if digest is None:
        return None
    whole = hashlib.sha256(EVERYTHING + digest.encode()).hexdigest()
    return CodeCache(folder_of(name, whole))


def as_argument(value: Any) -> Any:
    """A value as an argument of compiled code: sets of a word are unsigned."""
    return np.uint64(value) if isinstance(value, Bits) and value.width == WORD else value


@contextlib.contextmanager
def rules_at_fault(game: Game, state: Any) -> Iterator[None]:
    """Raises RulesError in place of what compiled code raises where the game's rules are at fault.

    state: that which the code was called with.
    """
    try:
        yield
    except (NumbaError, TypeError, ValueError, ArithmeticError, LookupError) as error:
        if fault := _fault(game, state, error):
            raise fault from error
        raise


def dispatcher_of(
    algorithm: Function, cache: CodeCache | None, compiler: type[PartCompiler] = LoopCompiler
) -> Any:
    """Numba's dispatcher of the algorithm, which compiles it for each type of its arguments."""
    register_all()
    own = _itself(algorithm)
    # without Numba's runtime, which counts references to arrays at each call of a function that
    # takes some: more than a third of the time of a tree search
    makes_arrays = algorithm not in dispatch.without_arrays
    made = numba.njit(**PART | {"pipeline_class": compiler, "_nrt": makes_arrays})(own)
    if cache is not None:
        made._cache = cache
        made.compile = _once(made.compile, cache)
    own.__globals__[algorithm.__name__] = made
    return made


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Keep the garbage collector from looking at what Numba makes, which is a tenth of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _once(compile: Function, cache: CodeCache) -> Function:
    """Compile while no other process compiles the same, as those of a league or of a cluster would
    all do at once: who comes later finds the machine code on disk.

    Where no file can be locked, or the other takes too long, this process compiles, too.
    """
    folder = Path(cache.cache_path)
    lock = FileLock(folder / "lock", timeout=PATIENCE)

    def run(signature: Any) -> Any:
        with contextlib.ExitStack() as stack:
            if not cache.holds_any():  # what is there, many may load at once
                stack.enter_context(uncollected())
                with contextlib.suppress(Timeout, OSError, NotImplementedError):
                    folder.mkdir(parents=True, exist_ok=True)
                    stack.enter_context(lock)
            return compile(signature)

    return run


def _fault(game: Game, state: Any, error: Exception) -> RulesError | None:
    """The error in the game's rules behind an error of compiled code; None where they are not at
    fault.
    """
    if wrong := diagnosis.state_fault(game, state):
        return wrong
    if not isinstance(error, NumbaError):
        return diagnosis.exception_fault(error)
    return source_fault(game) or diagnosis.numba_fault(
        game, str(error), functools.partial(_result_types, game)
    )


def _result_types(game: Game) -> dict[str, tuple[str, str]]:
    """The compiled type of what each required function of the game returns, and the type that is
    expected, both as text; functions that do not compile are left out.
    """
    state = numba.typeof(game.typed(game.start(game.ruleset(), game.seats[0])))
    number, word = types.int64, types.uint64
    wanted: dict[str, tuple[tuple[Any, ...], Any]] = {
        "movers": ((state,), word),
        "legal_count": ((state, number), number),
        "nth_legal": ((state, number, number), number),
        "play": ((state, number), state),
        "returns": ((state, number), types.float64),
    }
    types_by_name = {}
    for name, (arguments, expected) in wanted.items():
        function = dispatch.functions_of(state.instance_class)[name]
        dispatcher = numba.njit(**PART)(function)
        with contextlib.suppress(NumbaError):
            dispatcher.compile(arguments)
            given = dispatcher.overloads[arguments].signature.return_type
            if isinstance(given, types.Literal):
                given = given.literal_type
            # numbers are converted where they are used, but for states and what is no number
            alike = isinstance(given, types.Number) and isinstance(expected, types.Number)
            types_by_name[name] = (str(expected) if alike else str(given), str(expected))
    return types_by_name


def _itself(algorithm: Callable[..., Any]) -> FunctionType:
    """A copy of the function with its own globals: recursive calls find the compiled one there."""
    assert isinstance(algorithm, FunctionType)
    own = FunctionType(
        algorithm.__code__,
        dict(algorithm.__globals__),
        algorithm.__name__,
        algorithm.__defaults__,
        algorithm.__closure__,
    )
    own.__qualname__, own.__module__ = algorithm.__qualname__, algorithm.__module__
    return own
