"""Faults that a game's source tells before anything is compiled: what Numba cannot compile, and
names that are nowhere defined.

Numba's own messages about these come late, and speak of its inner workings.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import inspect
import symtable
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from ludarium.errors import RulesError
from ludarium.rules import dispatch
from ludarium.rules.diagnosis import in_file, is_rules, tree_of
from ludarium.rules.game import Game

__all__ = ["CALLABLES", "source_fault"]

CALLABLES = {
    "start": "ruleset, seats",
    "action_texts": "state, seat, action",
    "touches": "state, seat, action",
    "write_position": "state",
    "read_position": "text, ruleset",
    "view": "state, before, action",
    "named_by": "state, seat, text",
    "more_touches": "state, seat, action",
    "mixed_ruleset": "text",
    "chosen_parts": "ruleset",
    "ruleset_of_choices": "choices",
    "points_of_return": "ruleset",
    "resignation": "state, seat",
    "without_agreement": "state",
    "turn_taking": "state",
    "rest_of": "state, seat, action, text",
    "termination": "state",
    "sentences": "ruleset",
    "ends": "ruleset",
    "fen_position": "text",
    "gtp_setup": "ruleset",
    "gtp_lead": "state",
    "xgid": "state",
    "board_under": "state",
    "actions": "ruleset, seats",
}
"""The fields of a Game that are functions, with their parameters."""

NOT_COMPILED = "this part of Python is not compiled: use"
TUPLES = f"{NOT_COMPILED} tuples and loops, and sets of cells as Bits"
LOOP = f"{NOT_COMPILED} a for loop, in a helper with @jitable"
NO_TEXT = f"{NOT_COMPILED} numbers in rules, and make text in action_texts or write_position"
REFUSED: dict[type[ast.AST], tuple[str, str]] = {
    ast.JoinedStr: ("the string", NO_TEXT),
    ast.GeneratorExp: ("the generator", LOOP),
    ast.ListComp: ("the list", TUPLES),
    ast.SetComp: ("the set", TUPLES),
    ast.DictComp: ("the dict", TUPLES),
    ast.List: ("the list", TUPLES),
    ast.Set: ("the set", TUPLES),
    ast.Dict: ("the dict", TUPLES),
    ast.NamedExpr: ("the assignment", f"{NOT_COMPILED} a line of its own for it"),
    ast.Lambda: ("the lambda", f"{NOT_COMPILED} a function with @jitable"),
    ast.FunctionDef: ("a function in a function", f"{NOT_COMPILED} one beside it, with @jitable"),
    ast.Yield: ("the yield", LOOP),
    ast.YieldFrom: ("the yield", LOOP),
    ast.With: ("with", f"{NOT_COMPILED} what it holds, without it"),
    ast.Try: ("try", f"{NOT_COMPILED} if, before what could fail"),
    ast.Match: ("match", f"{NOT_COMPILED} if and elif"),
    ast.Import: ("the import", f"{NOT_COMPILED} it at the top of the file"),
    ast.ImportFrom: ("the import", f"{NOT_COMPILED} it at the top of the file"),
    ast.Global: ("global", f"{NOT_COMPILED} a field of the state"),
}
"""The parts of Python that rules cannot use: what they are called, and what to do."""
OF_TUPLES = ("_replace", "_asdict", "_make")
CONTAINERS = (list, dict, set, str)
UNKNOWN_CALLS = {
    name: words
    for names, words in (
        (("str", "repr", "format", "chr", "ascii"), NO_TEXT),
        (("list", "dict", "set", "frozenset", "sorted", "filter", "iter", "next"), TUPLES),
        (("print", "input", "open"), "take it out: rules only work with numbers"),
        (("isinstance", "getattr", "setattr", "hasattr", "vars", "eval", "exec"), TUPLES),
    )
    for name in names
}
"""Builtin functions that rules cannot call, and what to do."""
PLAIN = ("features",)
"""The generic functions that run in plain Python only."""


class Function(NamedTuple):
    """A function of a game's own file."""

    code: CodeType
    names: dict[str, Any]
    """The names of its module."""


def source_fault(game: Game, *, compiled: bool = True) -> RulesError | None:
    """The first fault that the source of a game's own files tells; None where it tells none.

    compiled: whether the rules shall be compiled.
    """
    own = [item for state in game.implementations for item in dispatch.functions_of(state).items()]
    rules = [function for name, function in own if name not in PLAIN]
    others = [function for _, function in own] + [getattr(game, name) for name in CALLABLES]
    files = {one.code.co_filename: one.names for one in _reached([*rules, *filter(None, others)])}
    for path in sorted(files):
        if fault := _undefined(path, files[path]):
            return fault
    reached = _reached(rules) if compiled else ()
    for function in sorted(
        reached, key=lambda one: (one.code.co_filename, one.code.co_firstlineno)
    ):
        if fault := _not_compiled(function):
            return fault
    return None


def _reached(functions: list[Callable[..., Any]]) -> Iterator[Function]:
    """Functions, and all that they call, as far as they are of games' own files."""
    waiting: list[Any] = list(functions)
    seen: set[CodeType] = set()
    while waiting:
        function = inspect.unwrap(waiting.pop())
        if not isinstance(function, FunctionType):
            continue
        code = function.__code__
        if code in seen or not _is_own(code):
            continue
        seen.add(code)
        yield Function(code, function.__globals__)
        called = _names_in(code)
        for name in called:
            value = function.__globals__.get(name)
            if isinstance(value, ModuleType):
                waiting += [getattr(value, other, None) for other in called]
            waiting.append(value)
        waiting += [cell.cell_contents for cell in function.__closure__ or () if _is_full(cell)]


def _is_full(cell: Any) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return False
    return True


def _names_in(code: CodeType) -> set[str]:
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*map(_names_in, inner))


def _is_own(code: CodeType) -> bool:
    return is_rules(code.co_filename) and Path(code.co_filename).is_file()


# Names


def _undefined(path: str, names: dict[str, Any]) -> RulesError | None:
    """The fault of the first name in a file that no function there, the module, nor Python has."""
    try:
        source = Path(path).read_text(encoding="utf-8")
        table = symtable.symtable(source, path, "exec")
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None
    missing = []
    for scope in _scopes(table):
        for symbol in scope.get_symbols():
            name = symbol.get_name()
            known = name in names or hasattr(builtins, name)
            if symbol.is_global() and symbol.is_referenced() and not known:
                missing += [(line, name) for line in _uses(path, name, scope.get_lineno())[:1]]
    if not missing:
        return None
    line, name = min(missing)
    near = difflib.get_close_matches(name, [one for one in names if one[:1] != "_"], 1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    place = in_file(path, line, _function_around(path, line))
    return RulesError(f"{place}: there is no {name!r}: define or import it{meant}")


def _scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    for child in table.get_children():
        if child.get_type() == "function":
            yield child
        yield from _scopes(child)


def _uses(path: str, name: str, first: int) -> list[int]:
    """The lines from `first` on in which a name is used, but for annotations."""
    return sorted(
        node.lineno
        for node in _executed(tree_of(path))
        if isinstance(node, ast.Name) and node.id == name and node.lineno >= first
    )


def _executed(tree: ast.AST, left_out: tuple[type[ast.AST], ...] = ()) -> Iterator[ast.AST]:
    """All nodes but annotations and what is left out, outer ones first."""
    if isinstance(tree, left_out):
        return
    yield tree
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _executed(part, left_out)


def _function_around(path: str, line: int) -> str:
    around = [
        node
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return around[-1].name if around else ""


# What is not compiled


def _not_compiled(function: Function) -> RulesError | None:
    """The fault of the first part of a function of the rules that cannot be compiled."""
    node = _definition(function.code)
    if node is None:
        return None
    path = function.code.co_filename
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    local = {*function.code.co_varnames, *function.code.co_freevars}
    # what only tells of a fault may be any Python
    for part in (part for one in body for part in _executed(one, (ast.Raise, ast.Assert))):
        if told := _told(part, function.names, local):
            line = getattr(part, "lineno", node.lineno)
            return RulesError(f"{in_file(path, line, node.name)}: {told}")
    return None


def _definition(code: CodeType) -> ast.FunctionDef | None:
    for node in ast.walk(tree_of(code.co_filename)):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            if first == code.co_firstlineno:
                return node
    return None


def _told(part: ast.AST, names: dict[str, Any], local: set[str]) -> str:
    """The reason why a part cannot be compiled; empty where it can be, or nobody knows."""
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
        called = part.func.id
        if called in UNKNOWN_CALLS and called not in names and called not in local:
            return f"{_shown(part)}: {UNKNOWN_CALLS[called]}"
        if part.args and isinstance(part.args[0], ast.GeneratorExp):
            return f"{called}(... for ...): {LOOP}"
    if type(part) in REFUSED:
        what, cure = REFUSED[type(part)]
        shown = f" `{_shown(part)}`" if what.startswith("the ") else ""
        return f"{what}{shown}: {cure}"
    if isinstance(part, ast.Constant) and isinstance(part.value, str | bytes):
        return f"the string `{_shown(part)}`: {NO_TEXT}"
    if isinstance(part, ast.Attribute) and part.attr in OF_TUPLES:
        return f".{part.attr}: {NOT_COMPILED} State(...) with all its fields"
    if not isinstance(part, ast.Name) or part.id in local or part.id not in names:
        return ""
    value = names[part.id]
    if isinstance(value, CONTAINERS) or type(value).__name__ == "ndarray":
        kind = type(value).__name__
        return f"the {kind} {part.id!r} cannot be used in rules: use tuples, Bits and numbers"
    if isinstance(value, FunctionType) and _is_own(value.__code__) and not _is_jitable(value):
        return f"{part.id}() cannot be compiled: put @jitable above its def"
    return ""


def _is_jitable(function: Callable[..., Any]) -> bool:
    return function in dispatch.jitables or function in dispatch.generics


def _shown(part: ast.AST) -> str:
    text = " ".join(ast.unparse(part).split())
    return text if len(text) <= 40 else f"{text[:37]}..."
