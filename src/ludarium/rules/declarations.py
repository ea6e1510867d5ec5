"""Faults of what a game's file declares, which its types and signatures tell without a game being
played: the fields of its states, the parameters of its functions, and its seats.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from ludarium.errors import RulesError
from ludarium.rules import dispatch
from ludarium.rules.bits import Bits
from ludarium.rules.diagnosis import in_file, of_function, tree_of
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.source_faults import CALLABLES

__all__ = ["declaration_fault", "place_of_field"]

MOST_SEATS = 8
GOOD_FIELDS = "expected int for a number, Bits for a set of cells, or a tuple of these"
EXAMPLES = {
    list: "a set of cells is Bits, several numbers are tuple[int, ...]",
    dict: "a set of cells is Bits, several numbers are tuple[int, ...]",
    set: "a set of cells is Bits",
    frozenset: "a set of cells is Bits",
    str: "write a number, and its text in write_position",
    float: "write an int, such as a count of halves",
    bool: "write int, 0 or 1",
}


def declaration_fault(game: Game) -> RulesError | None:
    """The first fault of what the game's file declares; None where it is sound."""
    return next(_faults(game), None)


def _faults(game: Game) -> Iterator[RulesError]:
    for state in game.implementations:
        yield from _state_faults(game, state)
    for state, functions in game.implementations.items():
        known = {function.__name__: function for function in dispatch.generics}
        for name, function in {**functions, **dispatch.functions_of(state)}.items():
            default = known[name].__wrapped__  # type: ignore[attr-defined]
            yield from _arity_faults(
                game, name, function, tuple(inspect.signature(default).parameters)
            )
    optional = {field.name for field in dataclasses.fields(game) if field.default is None}
    for name, parameters in CALLABLES.items():
        function = getattr(game, name)
        if function is not None or name not in optional:
            yield from _arity_faults(game, name, function, tuple(parameters.split(", ")))
    yield from _text_faults(game)
    yield from _wording_faults(game)
    yield from _seat_faults(game)
    yield from _ruleset_faults(game)
    yield from _pair_faults(game)


# States


def _state_faults(game: Game, state: Any) -> Iterator[RulesError]:
    if not (isinstance(state, type) and issubclass(state, tuple) and hasattr(state, "_fields")):
        if not isinstance(state, type):
            yield _at_game(game, "state", f"state is {state!r}, expected a class of NamedTuple")
            return
        name = state.__name__
        kind = "a dataclass" if hasattr(state, "__dataclass_fields__") else "no NamedTuple"
        yield _at_class(
            state, "", f"the state type {name} is {kind}: write class {name}(NamedTuple): ..."
        )
        return
    for name, value in vars(state).items():
        plain = not name.startswith("_") and name not in state._fields
        if plain and isinstance(value, int | tuple):
            told = f"{name!r} has no annotation, so it is no field: write {name}: int"
            yield _at_class(state, name, told)
    try:
        hints = get_type_hints(state, include_extras=True)
    except NameError as error:
        yield _at_class(state, error.name or "", f"there is no {error.name!r}: import it")
        return
    except TypeError as error:
        yield _at_class(state, "", f"an annotation of a field is no type: {error}")
        return
    for name in state._fields:
        if name not in hints:
            told = f"field {name!r} has no annotation: write class {state.__name__}(NamedTuple), "
            yield _at_class(state, name, f"{told}with {name}: int or {name}: Bits")
        elif (wrong := _wrong_type(hints[name])) is not None:
            shown = getattr(wrong, "__name__", None) if isinstance(wrong, type) else None
            cure = EXAMPLES.get(get_origin(wrong) or wrong, "")
            told = f"field {name!r} of the state is annotated {shown or wrong}, {GOOD_FIELDS}"
            yield _at_class(state, name, f"{told}{': ' if cure else ''}{cure}")


def _wrong_type(hint: Any) -> Any:
    """The part of a field's annotation that no field can be; None where all is well."""
    if get_origin(hint) is Annotated:
        return _wrong_type(get_args(hint)[0])
    if get_origin(hint) is tuple:
        parts = (_wrong_type(part) for part in get_args(hint) if part is not ...)
        return next((part for part in parts if part is not None), None)
    if hint is int or (isinstance(hint, type) and issubclass(hint, Bits)):
        return None
    return hint


def _at_class(state: Any, field: str, told: str) -> RulesError:
    """The error of a state type, at the line of its field where the file tells it."""
    path, line = _declared(state, field)
    name = getattr(state, "__name__", repr(state))
    return RulesError(f"{in_file(path, line, name)}: {told}" if line else told)


def _declared(state: Any, field: str) -> tuple[str, int]:
    """The file and line in which a field of a state type, or the type, is declared; line 0 where
    nobody knows.
    """
    module = sys.modules.get(getattr(state, "__module__", ""))
    path = getattr(module, "__file__", None) or ""
    return path, _field_line(path, getattr(state, "__name__", ""), field) if path else 0


def _field_line(path: str, name: str, field: str) -> int:
    """The line of a field of a class, or of the class; 0 where the file has no such class."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ClassDef) and node.name == name:
            lines = [
                part.lineno
                for statement in node.body
                for part in ast.walk(statement)
                if isinstance(part, ast.Name) and part.id == field
            ]
            return min(lines, default=node.lineno)
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            return node.lineno
    return 0


def place_of_field(state: type, field: str) -> str:
    """The line in which a field of a state is declared, in words; empty where nobody knows."""
    _, line = _declared(state, field)
    return f"line {line}" if line else ""


# Functions


def _arity_faults(
    game: Game, name: str, function: Callable[..., Any], expected: tuple[str, ...]
) -> Iterator[RulesError]:
    """expected: the names of the parameters that the function is called with."""
    right = f"def {name}({', '.join(expected)})"
    if not callable(function):
        told = f"{name} is {function!r}, expected a function: {right}"
        yield _at_game(game, name, told)
        return
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of what is written in C
        return
    try:
        signature.bind(*expected)
    except TypeError:
        given = f"({', '.join(map(str, signature.parameters.values()))})"
        count = len(expected)
        told = (
            f"{name}{_plain(signature) or given} is called with {count} argument"
            f"{'s' if count != 1 else ''}: write {right}"
        )
        where = of_function(game, name) or _place_of(function, name)
        yield RulesError(f"{where}: {told}" if where else f"{game.name}: {told}")


def _plain(signature: inspect.Signature) -> str:
    """The parameters without annotations; empty where some are not positional."""
    kinds = {one.kind for one in signature.parameters.values()}
    plain = kinds <= {inspect.Parameter.POSITIONAL_OR_KEYWORD}
    return f"({', '.join(signature.parameters)})" if plain else ""


def _place_of(function: Any, name: str) -> str:
    code = getattr(inspect.unwrap(function), "__code__", None)
    return in_file(code.co_filename, code.co_firstlineno, name) if code else ""


# What is said of the game


def _at_game(game: Game, keyword: str, told: str) -> RulesError:
    """The error of an argument of `Game(...)`, at its line where the file tells it."""
    code = getattr(inspect.unwrap(game.start), "__code__", None)
    path = code.co_filename if code else ""
    line = _keyword_line(path, keyword) if Path(path).is_file() else 0
    return RulesError(f"{in_file(path, line, 'GAME')}: {told}" if line else f"{game.name}: {told}")


def _keyword_line(path: str, keyword: str) -> int:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Game":
            lines = [one.value.lineno for one in node.keywords if one.arg == keyword]
            return min(lines, default=node.lineno)
    return 0


def _text_faults(game: Game) -> Iterator[RulesError]:
    for field in ("title", "rules", "hints", "engine", "wording"):
        if not isinstance(given := getattr(game, field), str):
            yield _at_game(game, field, f"{field} is {given!r}, expected a text")


def _wording_faults(game: Game) -> Iterator[RulesError]:
    if not game.wording:
        return
    try:
        module = importlib.import_module(game.wording)
    except Exception as error:  # whatever a module of another package raises
        told = f"the module {game.wording!r} cannot be imported: {error}"
        yield _at_game(game, "wording", told)
        return
    for name in ("play", "ends"):
        if not callable(getattr(module, name, None)):
            told = f"the module {game.wording!r} has no function {name}(ruleset)"
            yield _at_game(game, "wording", told)


def _seat_faults(game: Game) -> Iterator[RulesError]:
    least, most = game.seats
    if not 1 <= least <= most <= MOST_SEATS:
        told = f"seats is {game.seats}, expected the fewest and the most, from 1 to {MOST_SEATS}"
        yield _at_game(game, "seats", told)
    names = game.seat_names
    if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
        yield _at_game(
            game, "seat_names", f"seat_names is {names!r}, expected a tuple of texts, one a seat"
        )
    elif len(names) < most:
        told = (
            f"up to {most} seats are declared, but seat_names has {len(names)}: give a name for "
            f"each, or seats=({min(least, len(names))}, {len(names)})"
        )
        yield _at_game(game, "seats", told)
    elif len(set(names)) < len(names):
        yield _at_game(game, "seat_names", f"two seats have the same name: {', '.join(names)}")


def _ruleset_faults(game: Game) -> Iterator[RulesError]:
    given = game.rulesets
    if (
        not isinstance(given, tuple)
        or not given
        or not all(isinstance(one, Ruleset) for one in given)
    ):
        told = f"rulesets is {given!r}, expected a tuple of them: rulesets=(Ruleset(...),)"
        yield _at_game(game, "rulesets", told)
        return
    for ruleset in given:
        for field in ("name", "title", "source", "notes"):
            if not isinstance(value := getattr(ruleset, field), str):
                told = f"{field} of a ruleset is {value!r}, expected a text"
                yield _at_game(game, "rulesets", told)
                return
    names = [ruleset.name for ruleset in given]
    if len(set(names)) < len(names):
        yield _at_game(game, "rulesets", f"two rulesets have the same name: {', '.join(names)}")


def _pair_faults(game: Game) -> Iterator[RulesError]:
    low, high = game.returns_range
    if not low < high:
        told = f"returns_range is {game.returns_range}, expected the least, then the most"
        yield _at_game(game, "returns_range", told)
    gives = {name for functions in game.implementations.values() for name in functions}
    for one, other, why in (
        ("seen_by", "determinize", "a random full state that fits what the seat sees"),
        ("determinize", "seen_by", "the state with all blanked that the seat may not see"),
    ):
        if one in gives and other not in gives:
            where = of_function(game, one) or game.name
            yield RulesError(f"{where}: {one} is given without {other}: add {other}, {why}")
