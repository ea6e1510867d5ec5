"""Says what is wrong in a game's file, in one line: file, line, function, and what to do about it.

Two kinds of faults come here: exceptions that Python raised in the game's own code, and Numba's
complaints about rules that cannot be compiled. This module does not import Numba: it reads the
text of its errors.
"""

from __future__ import annotations

import ast
import functools
import inspect
import os
import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from ludarium.errors import RulesError
from ludarium.rules import dispatch
from ludarium.rules.bits import Bits
from ludarium.rules.game import Game
from ludarium.rules.view import (
    Colour,
    HandItem,
    MarkKind,
    Piece,
    Shape,
    SiteKind,
    Surface,
    View,
)

__all__ = [
    "exception_fault",
    "fault_at",
    "in_file",
    "is_rules",
    "numba_fault",
    "of_function",
    "result_fault",
    "state_fault",
    "tree_of",
    "unknown_part",
    "view_fault",
]

PACKAGE = Path(__file__).parents[1]
OURS = (PACKAGE / "games", PACKAGE / "hints")  # what of this package counts as a game's own code
BITS = 64
NUMBER = 63  # bits of an int, next to its sign
SIGNED = (
    "a number with a sign is mixed with bit sets: write bit(n) instead of 1 << n, "
    "and Bits(...) for constants"
)

KNOWN: tuple[tuple[str, str], ...] = (
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class 'function'>",
        "{0}() cannot be compiled: put @jitable above its def",
    ),
    (
        r"Untyped global name '(\w+)': Cannot determine Numba type of <class '([\w.]+)'>",
        "the {1} {0!r} cannot be used in rules: use tuples, Bits and numbers",
    ),
    (
        r"[Nn]ame '(\w+)' is not defined",
        "there is no {0!r}: define or import it",
    ),
    (
        r"Unknown attribute '(\w+)' of type (\w+)\(",
        "{1} has no field {0!r}",
    ),
    (
        r"(Cannot unify .*? and .*?) for '(\w+?)(?:\.\d+)?'",
        "{1!r} is of one type here and of another there ({0}): give it one type",
    ),
    (
        r"Invalid use of getiter|reflected list|[Uu]nsupported.*(?:list|dict|set)\b",
        "this part of Python is not compiled: use tuples and loops instead of lists, dicts or sets",
    ),
)
"""Numba's messages that are understood, and what to say instead; groups are put in."""


def in_file(path: str, line: int, function: str = "") -> str:
    """A place in a file, such as `mygame.py, line 12, in play`."""
    return f"{shown(path)}, line {line}" + (f", in {function}" if function else "")


def shown(path: str) -> str:
    """The path as people know it: from the current folder, where it is in there."""
    try:
        near = os.path.relpath(path)
    except ValueError:  # on another drive
        return path
    return path if near.startswith("..") else near


def of_function(game: Game, name: str) -> str:
    """The place, file and line, of the function that a game gives by this name: one of its generic
    functions, or a field such as `view`; empty where that is not known.
    """
    function = dispatch.functions_of(game.state).get(name) or getattr(game, name, None)
    code = getattr(inspect.unwrap(function), "__code__", None) if function else None
    return (
        in_file(code.co_filename, code.co_firstlineno + _decorators(function), name) if code else ""
    )


def _decorators(function: Any) -> int:
    """The number of lines of decorators above the function's `def`."""
    try:
        lines, _ = inspect.getsourcelines(inspect.unwrap(function))
    except (OSError, TypeError):
        return 0
    return next((n for n, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)


def fault_at(game: Game, name: str, what: str) -> RulesError:
    """The error of one function of a game."""
    where = of_function(game, name)
    return RulesError(f"{where}: {what}" if where else f"{game.name}: {what}")


# Exceptions of Python


def exception_fault(error: BaseException) -> RulesError | None:
    """The error in a game's rules behind an exception, with its place; None where it was not raised
    in the code of a game.
    """
    if isinstance(error, RulesError):
        return error
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if is_rules(frame.filename)]
    if not own or isinstance(error, NotImplementedError):
        return None
    last = own[-1]
    code = f" (`{last.line}`)" if last.line else ""
    told = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    told += _cure(error)
    return RulesError(f"{in_file(last.filename, last.lineno or 0, last.name)}: {told}{code}")


def _cure(error: BaseException) -> str:
    """The cure of an exception of Python, where it is one of a few that are frequent."""
    if isinstance(error, UnboundLocalError):
        return ": give it a value on every way before"
    if isinstance(error, NameError):
        return ": define or import it"
    if isinstance(error, AttributeError) and (fields := getattr(error.obj, "_fields", None)):
        return f": it has {', '.join(fields)}"
    if isinstance(error, TypeError) and ".__new__() " in str(error):
        return ": give each field of the state a value, in their order"
    return ""


def is_rules(filename: str) -> bool:
    """Return whether a file is of a game: this package's, or one with registered rules."""
    path = Path(filename)
    if any(folder in path.parents for folder in OURS):
        return True
    return PACKAGE not in path.parents and filename in _files_of_games()


def _files_of_games() -> set[str]:
    """The files of all registered rules and their helpers."""
    own = [function for known in dispatch.registered() for function in known.values()]
    codes = (
        getattr(inspect.unwrap(function), "__code__", None)
        for function in (*own, *dispatch.jitables)
    )
    return {code.co_filename for code in codes if code}


# Values that rules give


def result_fault(game: Game, name: str, given: object, expected: str) -> RulesError:
    """The error of a function that gave a value of another kind than expected."""
    return fault_at(game, name, f"{name} gives {brief(given)}, expected {expected}")


def brief(value: object) -> str:
    """The value for a message: at most 60 characters, with its type where that matters."""
    text = repr(value)
    text = text if len(text) <= 60 else text[:57] + "..."
    return f"the plain tuple {text}" if type(value) is tuple else text


@functools.cache
def _widths(state: Any) -> tuple[tuple[str, int | None], ...]:
    """The fields of a state type, each with the bits of its sets, 0 where it is a number, and None
    where it is annotated as anything else.
    """
    hints = get_type_hints(state)
    return tuple((name, _width(hints[name])) for name in state._fields)


def _width(hint: Any) -> int | None:
    if isinstance(hint, type) and issubclass(hint, Bits):
        return getattr(hint, "width", BITS)
    return 0 if hint is int else None


def state_fault(game: Game, state: Any, name: str = "play") -> RulesError | None:
    """The fault of a state that the function of this name gave: another type, or a field that is no
    int or does not fit into its width; None where it is sound.
    """
    if type(state) not in game.implementations:
        kind = game.state.__name__
        return result_fault(game, name, state, f"a {kind}: return {kind}(...)")
    wanted: Any = type(state)
    widths = _widths(wanted)
    for (field, width), value in zip(widths, state, strict=True):
        if width is None:  # a tuple of fields
            if not _is_plain(value):
                told = f"field {field!r} of the state is {brief(value)}, expected a tuple of ints"
                return fault_at(game, name, told)
            continue
        if not isinstance(value, int) or isinstance(value, bool):
            return fault_at(
                game,
                name,
                f"field {field!r} of the state is {brief(value)}, expected an int: "
                "a state is a NamedTuple of ints",
            )
        if width and not 0 <= value < 1 << width:
            told = (
                f"{value:#x}, of {value.bit_length()} bits" if value >= 0 else f"{value}, below 0"
            )
            return fault_at(
                game,
                name,
                f"field {field!r} of the state is {told}, but a Bits field holds {width} bits: "
                "mask with the board after a shift to the left, and complement by BOARD ^ cells",
            )
        if not width and not -(1 << NUMBER) <= value < 1 << NUMBER:
            return fault_at(
                game,
                name,
                f"field {field!r} of the state is {value}, of {value.bit_length()} bits, but an "
                "int field holds 63 bits and a sign: use two fields, or annotate a set as Bits",
            )
    return None


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_plain, value))
    return isinstance(value, int) and not isinstance(value, bool)


SURFACES = frozenset(get_args(Surface))
KINDS = frozenset(get_args(SiteKind))
SHAPES = frozenset(get_args(Shape))
COLOURS = frozenset(get_args(Colour))
MARKS = frozenset(get_args(MarkKind))


def unknown_part(view: View) -> str:
    """The first surface, kind, shape or colour of a View that renderers do not know, in words;
    empty where they know all.
    """
    if view.surface not in SURFACES:
        return _unknown("surface", view.surface, SURFACES)
    for site in view.sites:
        if site.kind not in KINDS:
            return _unknown(f"kind of site {site.id!r}", site.kind, KINDS)
        if (site.kind == "edge") != (site.ends is not None):
            return f"the site {site.id!r} is of kind {site.kind!r}: edges, and no others, have ends"
    things: list[tuple[str, Piece | HandItem]] = [("piece", piece) for piece in view.pieces]
    things += [("hand item", item) for hand in view.hands for item in hand.items]
    for what, thing in things:
        if thing.shape not in SHAPES:
            return _unknown(f"shape of {what} {thing.id!r}", thing.shape, SHAPES)
        if thing.colour not in COLOURS:
            return _unknown(f"colour of {what} {thing.id!r}", thing.colour, COLOURS)
    for mark in view.marks:
        if mark.kind not in MARKS:
            return _unknown(f"mark on {mark.site!r}", mark.kind, MARKS)
    for seat in view.seats:
        if seat.colour not in COLOURS:
            return _unknown(f"colour of seat {seat.name!r}", seat.colour, COLOURS)
    for arrow in view.arrows:
        if arrow.colour not in COLOURS:
            return _unknown(f"colour of an arrow from {arrow.start!r}", arrow.colour, COLOURS)
    return ""


def _unknown(what: str, given: object, known: frozenset[str]) -> str:
    return f"the {what} is {given!r}, expected one of {', '.join(sorted(known))}"


def view_fault(game: Game, view: Any) -> RulesError | None:
    """The fault of a View that the game's `view` gave; None where renderers know it all."""
    if not isinstance(view, View):
        return result_fault(game, "view", view, "a View")
    fault = unknown_part(view)
    return fault_at(game, "view", fault) if fault else None


# What Numba says


def numba_fault(
    game: Game, message: str, result_types: Callable[[], Mapping[str, tuple[str, str]]]
) -> RulesError:
    """Translate Numba's message about a game's rules.

    result_types: gives, for each of the game's functions that compiles, the type that it returns
    and the type that is expected, as text. It is asked only where the message names no place in
    the game's own files.
    """
    files = {path: Path(path).name for path in _own_files(game)}
    place = _deepest_place(message, files)
    if place is not None:
        path, line, before = place
        function = _function_at(path, line)
        for pattern, words in KNOWN:
            if match := re.search(pattern, before):
                told = words.format(*match.groups())
                break
        else:
            shift = _literal_shift(path, function)
            if shift and re.search(r"float64|unify|uint64", before):
                return RulesError(f"{in_file(path, shift[0], shift[1])}: {shift[2]}: {SIGNED}")
            told = f"this cannot be compiled: {_last_words(before)}"
        return RulesError(f"{in_file(path, line, function)}: {told}")
    for name, (given, expected) in result_types().items():
        if given != expected:
            return _wrong_result(game, name, given, expected)
    return RulesError(f"{game.name}: the rules cannot be compiled: {_last_words(message)}")


def _wrong_result(game: Game, name: str, given: str, expected: str) -> RulesError:
    """The error of a function that compiles, but to another type than algorithms expect."""
    if expected.startswith(given.partition("(")[0] + "("):  # a state, with fields of other types
        for path in sorted(_own_files(game)):
            if shift := _literal_shift(path, name) or _literal_shift(path, ""):
                return RulesError(f"{in_file(path, shift[0], shift[1])}: {shift[2]}: {SIGNED}")
        return fault_at(
            game, name, f"{name} gives {given}, expected {expected}: {SIGNED}; or a field is no int"
        )
    kind = game.state.__name__
    if given.startswith(("Tuple(", "UniTuple(")):
        return fault_at(
            game, name, f"{name} gives a plain tuple, expected a {kind}: return {kind}(...)"
        )
    if given == "none":
        return fault_at(game, name, f"{name} gives None on some way: return a value on every way")
    return fault_at(game, name, f"{name} gives {given} in compiled code, expected {expected}")


def _own_files(game: Game) -> set[str]:
    """The files of the game's functions, as their code names them."""
    functions: list[Any] = [game.start]
    for state in game.implementations:
        functions += dispatch.functions_of(state).values()
    codes = (getattr(inspect.unwrap(function), "__code__", None) for function in functions)
    files = {code.co_filename for code in codes if code}
    # helpers in other files of the same folders
    folders = {Path(path).parent for path in files}
    helpers = {inspect.unwrap(function).__code__.co_filename for function in dispatch.jitables}
    files |= {path for path in helpers if Path(path).parent in folders}
    return {path for path in files if Path(path).is_file()}


def _deepest_place(message: str, files: Mapping[str, str]) -> tuple[str, int, str] | None:
    """The first place in the game's files that Numba names (the deepest call), with the words
    before it.
    """
    for match in re.finditer(r'File "([^"]+)", line (\d+):', message):
        name = Path(match[1]).name
        for path, short in files.items():
            if short == name:
                start = max(
                    message.rfind("pipeline (step:", 0, match.start()),
                    message.rfind("raised from", 0, match.start()),
                    0,
                )
                return path, int(match[2]), message[start : match.start()]
    return None


def _last_words(message: str) -> str:
    """The last line of Numba's message that means something to its reader."""
    skipped = re.compile(
        r"^(?:During:|File |raised from|There (?:is|are) \d+ candidate|[- ]*Of which|Overload|"
        r"With argument|Rejected|No match|Enable logging|Traceback|<source elided>|\^|>>>|"
        r"Failed in|pipeline \(step)"
    )
    said = [
        line.strip()
        for line in message.splitlines()
        if line.strip() and not skipped.match(line.strip())
    ]
    words = [line for line in said if re.search(r"[a-z] [a-z]", line) and "def " not in line]
    text = re.sub(r" at 0x[0-9a-f]+", "", (words or said or ["no reason given"])[-1])
    return re.sub(r"^\w*Error: ", "", text)[:200]


@functools.lru_cache(maxsize=32)
def _parsed(path: str, changed: int) -> ast.Module:
    return ast.parse(Path(path).read_bytes())


def tree_of(path: str) -> ast.Module:
    """The syntax tree of a file; empty where it cannot be read now."""
    try:
        return _parsed(path, os.stat(path).st_mtime_ns)
    except (OSError, SyntaxError):
        return ast.Module([], [])


def _functions(path: str) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree_of(path)) if isinstance(node, ast.FunctionDef))


def _function_at(path: str, line: int) -> str:
    """The name of the function whose code the line is."""
    around = [
        node for node in _functions(path) if node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return around[-1].name if around else ""


def _literal_shift(path: str, function: str) -> tuple[int, str, str] | None:
    """Line, function and text of the first `1 << n` in the function, or in any jitable one."""
    for node in _functions(path):
        names = {getattr(one, "id", "") for one in node.decorator_list}
        if node.name != function if function else "jitable" not in names:
            continue
        for part in ast.walk(node):
            if (
                isinstance(part, ast.BinOp)
                and isinstance(part.op, ast.LShift)
                and isinstance(part.left, ast.Constant)
                and isinstance(part.left.value, int)
            ):
                return part.lineno, node.name, ast.unparse(part)
    return None
