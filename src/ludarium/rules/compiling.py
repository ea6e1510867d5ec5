"""Compiles generic algorithms for one game by Numba, and caches the machine code on disk.

`compiled(algorithm, game)` compiles a plain function, which calls generic functions, for the states
of one game. Machine code is cached in a folder named by a digest of all its sources, because
Numba's own cache only checks the file of the outermost function: changed rules would run as stale
machine code.

No other modules of the rules but `compiled_bits` and `compiled_memory` import Numba. Import this
one late, where something is about to be compiled.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import inspect
import os
import re
import shutil
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
from filelock import FileLock, Timeout
from numba import types
from numba.core import config
from numba.core.errors import NumbaError, TypingError
from numba.extending import overload, register_jitable

import ludarium.rules.compiled_memory  # noqa: F401  # for its overloads
from ludarium.cache import cache_folder
from ludarium.errors import RulesError
from ludarium.rules import bits, diagnosis, dispatch, memory
from ludarium.rules.bits import ONE, WORD, Bits, to_bits
from ludarium.rules.compiled_bits import CALLED, INLINE, register_width
from ludarium.rules.game import Game, listers
from ludarium.rules.generic import legal_count, movers, nth_legal, without_moves

__all__ = [
    "cache_directory",
    "compiled",
    "is_cached",
    "is_plain",
    "list_legal",
    "prepare_listing",
    "reach",
    "register_all",
]

DAYS_KEPT = 30  # after which unused machine code of other versions is deleted
PATIENCE = 120.0  # seconds for which a process waits for another that compiles the same
CACHE_NAME = re.compile(r"[a-z0-9_-]+-[0-9a-f]{16}")  # of folders made by this module

_lock = threading.RLock()


def reach(array: Any) -> memory.Memory:
    """The array as an argument of compiled code: its address; the caller keeps it alive."""
    return array if config.DISABLE_JIT else array.ctypes.data


_registered: set[int] = set()


def register_all() -> None:
    """Register with Numba every jitable and generic function defined since the last call."""
    with _lock:
        for kind in bits.widths:
            register_width(kind)
        for function in dispatch.jitables:
            if id(function) not in _registered:
                _registered.add(id(function))
                options = CALLED if function in dispatch.lengthy else INLINE
                register_jitable(**options)(function)
        for function in dispatch.generics:
            if id(function) not in _registered:
                _registered.add(id(function))
                _overload_generic(function)


def _overload_generic(function: Callable[..., Any]) -> None:
    @overload(function, strict=False, jit_options=INLINE)
    def resolve(state: Any, *arguments: Any) -> Any:
        if not hasattr(state, "instance_class"):
            raise TypingError(f"{function.__name__} is called with {state}, which is no state")
        return dispatch.implementation(function, state.instance_class)


PACKAGE = Path(__file__).parents[1]
# folders of the package with code that is compiled for games
COMPILED = ("rules", "games", "hints", "search", "simulate", "solve", "environments")
INSTALLED = tuple(Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib"))


def _own_modules(game: Game) -> set[str]:
    """The modules outside this package that define the game's rules, with their own imports."""
    functions = [game.start]
    for state in game.implementations:
        functions += dispatch.functions_of(state).values()
    found: set[str] = set()
    waiting = {inspect.unwrap(function).__module__ for function in functions}
    waiting |= {state.__module__ for state in game.implementations}
    packages = {name.partition(".")[0] for name in waiting}
    while waiting:
        name = waiting.pop()
        if name not in found and not _is_foreign(name, packages):
            found.add(name)
            waiting |= _imports(name)
    return found


def _is_foreign(name: str, packages: set[str]) -> bool:
    """Whether the module belongs to this package, to Python, or to another installed package."""
    top = name.partition(".")[0]
    if top == __name__.partition(".")[0] or top in sys.stdlib_module_names:
        return True
    file = _file_of(name)
    installed = file is not None and any(folder in file.parents for folder in INSTALLED)
    return installed and top not in packages


def _file_of(name: str) -> Path | None:
    file = getattr(sys.modules.get(name), "__file__", None)
    return Path(file) if file and Path(file).is_file() else None


def _imports(name: str) -> set[str]:
    """The loaded modules that this module's source imports."""
    file = _file_of(name)
    if file is None or file.suffix != ".py":
        return set()
    package = getattr(sys.modules[name], "__package__", None) or ""
    imported: set[str] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = (
                package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            )
            base = ".".join([*parents, *filter(None, [node.module])])
            imported |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return {module for module in imported if module in sys.modules}


@functools.cache
def _digest(game: Game) -> str | None:
    """A digest of all sources of the game's machine code; None where no file has them.

    That is so for a game defined interactively, and for one whose files changed since this process
    may have read them.
    """
    modules = sorted(_own_modules(game))
    shared = _shared_digest()
    if shared is None:
        return None
    digest = hashlib.sha256(shared)
    for name in modules:
        # what was read is known, whatever became of the file; machine code names the module
        if name in dispatch.sources:
            digest.update(name.encode() + b"\0" + dispatch.sources[name] + b"\0")
        elif not _take_in(digest, _file_of(name)):
            return None
    return digest.hexdigest()[:16]


@functools.cache
def _shared_digest() -> bytes | None:
    """The part of the digest that all games share; None where a file changed since it was read."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    paths = (path for folder in COMPILED for path in sorted((PACKAGE / folder).rglob("*.py")))
    return digest.digest() if all(_take_in(digest, path) for path in paths) else None


def _take_in(digest: Any, path: Path | None) -> bool:
    """Add a file to the digest; False where there is none, or it changed since it was read."""
    if path is None or _changed(path) > dispatch.LOADED:
        return False
    digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return True


def _changed(path: Path) -> float:
    """When the file was last written, or another one was moved there."""
    found = path.stat()
    return max(found.st_mtime, found.st_ctime)


def cache_directory(game: Game) -> Path | None:
    """The folder of this game's machine code, in the cache folder; None where it is not cached."""
    digest = _digest(game)
    return cache_folder() / f"{game.engine or game.name}-{digest}" if digest else None


def is_plain() -> bool:
    """Whether compiling is off: algorithms run as plain Python, some of them for minutes."""
    return bool(config.DISABLE_JIT)


def is_cached(algorithm: Callable[..., Any], game: Game) -> bool:
    """Whether machine code for this algorithm and game is on disk already."""
    if config.DISABLE_JIT:
        return True
    directory = cache_directory(game)
    return directory is not None and any(directory.glob(f"*/*.{algorithm.__name__}-*.nbi"))


def _ready(directory: Path) -> bool:
    """Make the folder, and delete old ones of other versions; whether it can be written."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)
        for other in directory.parent.iterdir():
            if (
                CACHE_NAME.fullmatch(other.name)
                and time.time() - other.stat().st_mtime > DAYS_KEPT * 86400
            ):
                shutil.rmtree(other, ignore_errors=True)
    # a folder that cannot be written, or another process that deletes at the same time
    except OSError:
        return os.access(directory, os.W_OK)
    return True


_compiled: dict[tuple[Callable[..., Any], Game | str], Callable[..., Any]] = {}
"""By algorithm, and by game or by the engine that several games share."""


def compiled(algorithm: Callable[..., Any], game: Game) -> Callable[..., Any]:
    """The algorithm, compiled for the states of this game at its first call, and cached on disk.

    Its first argument must be a state of the game, or what `with_moves` gives of one; bit sets
    among the others must be `Bits`. It releases the GIL. A game that is not in a file, as in a
    notebook, is compiled again in each process. With NUMBA_DISABLE_JIT=1 this is the algorithm
    itself.

    A call raises RulesError where the game's rules do not compile, raise an exception, or a field
    of the state does not fit into 64 bits.
    """
    if config.DISABLE_JIT:
        return algorithm
    key = algorithm, game.engine or game
    with _lock:
        if key not in _compiled:
            _compiled[key] = _compile(algorithm, game)
        return _compiled[key]


def _compile(algorithm: Callable[..., Any], game: Game) -> Callable[..., Any]:
    for state in game.implementations:
        dispatch.complete(state)  # before its functions are compiled
    register_all()
    directory = cache_directory(game)
    keep = directory is not None and _ready(directory)
    before = config.CACHE_DIR
    try:
        if keep:
            config.CACHE_DIR = str(directory)
        own = _itself(algorithm)
        # without Numba's runtime, which counts references to arrays at each call of a function that
        # takes some: more than a third of the time of a tree search
        counting = {"_nrt": False} if algorithm in dispatch.without_arrays else {}
        made = numba.njit(nogil=True, no_cfunc_wrapper=True, cache=keep, **counting)(own)
        if directory and keep:
            is_there = functools.partial(is_cached, algorithm, game)
            made.compile = _once(made.compile, is_there, directory / f"{algorithm.__name__}.lock")
        dispatcher = own.__globals__[algorithm.__name__] = made
    finally:
        config.CACHE_DIR = before

    @functools.wraps(algorithm)
    def call(state: Any, *arguments: Any) -> Any:
        try:
            return dispatcher(
                game.typed(state),
                *(
                    np.uint64(value) if isinstance(value, Bits) and value.width == WORD else value
                    for value in arguments
                ),
            )
        except (NumbaError, OverflowError, TypeError, ValueError) as error:
            if fault := _fault(game, without_moves(state), error):
                raise fault from error
            raise

    call.dispatcher = dispatcher  # type: ignore[attr-defined]
    return call


def _once(
    compile: Callable[..., Any], is_there: Callable[[], bool], path: Path
) -> Callable[..., Any]:
    """Compile while no other process compiles the same, as those of a league or of a cluster would
    all do at once: who comes later finds the machine code on disk.

    is_there: whether some is on disk already, as many processes may load it at once. path: a file
    to lock. Where that fails, or the other takes too long, this process compiles, too.
    """
    lock = FileLock(path, timeout=PATIENCE)

    def run(signature: Any) -> Any:
        with contextlib.ExitStack() as stack:
            if not is_there():
                with contextlib.suppress(Timeout, OSError, NotImplementedError):
                    stack.enter_context(lock)
            return compile(signature)

    return run


def _fault(game: Game, state: Any, error: Exception) -> RulesError | None:
    """What the error of compiled code says of the game's rules; None where they are not at
    fault.
    """
    if wrong := diagnosis.state_fault(game, state):
        return wrong
    if not isinstance(error, NumbaError):
        return diagnosis.exception_fault(error)
    return diagnosis.numba_fault(game, str(error), functools.partial(_result_types, game))


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
    found = {}
    for name, (arguments, expected) in wanted.items():
        dispatcher = numba.njit(dispatch.functions_of(state.instance_class)[name])
        with contextlib.suppress(NumbaError):
            dispatcher.compile(arguments)
            given = dispatcher.overloads[arguments].signature.return_type
            if isinstance(given, types.Literal):
                given = given.literal_type
            # numbers are converted where they are used, but for states and what is no number
            alike = isinstance(given, types.Number) and isinstance(expected, types.Number)
            found[name] = (str(expected) if alike else str(given), str(expected))
    return found


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


def list_legal(state: Any, seat: int) -> Any:
    """The seat's legal actions as an int64 array; none where it does not choose."""
    chooses = (movers(state) >> to_bits(seat)) & ONE
    actions = np.empty(legal_count(state, seat) if chooses else 0, np.int64)
    for n in range(len(actions)):
        actions[n] = nth_legal(state, seat, n)
    return actions


def prepare_listing(game: Game) -> None:
    """Run `Game.legal_actions` of this game as compiled code from now on, in this process.

    For programs that list the legal moves of many positions, such as a server: compiling takes a
    second or two, once after each change of the sources. With NUMBA_DISABLE_JIT=1 it stays plain
    Python.
    """
    if config.DISABLE_JIT:
        return
    run = compiled(list_legal, game)
    run(game.start(game.ruleset(), game.seats[0]), 0)  # compiles
    listers[game] = lambda state, seat: run(state, seat).tolist()
