"""Collects what the sources say: the templates in calls of `say` and `counted` in code, pages and
scripts, and what games are about.
"""

from __future__ import annotations

import ast
import io
import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Set
from pathlib import Path
from typing import IO, Any

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir, extract_javascript

__all__ = ["SOURCES", "collected", "game_messages", "python_messages", "script_messages"]

SOURCES = Path(__file__).parents[1]
KEYWORDS = {"say": (1,), "counted": (1, 2)}  # which arguments are templates
METHODS = (
    ("games/**/__init__.py", "ignore"),
    ("games/sources/**.py", "ludarium.locale.extraction:python_messages"),
    ("games/wording/**.py", "ludarium.locale.extraction:python_messages"),
    ("games/interchange/**.py", "ignore"),
    ("games/**.py", "ludarium.locale.extraction:game_messages"),
    ("**.py", "ludarium.locale.extraction:python_messages"),
    ("tournaments/reports/templates/**.html", "jinja2.ext:babel_extract"),
    ("web/templates/**.html", "jinja2.ext:babel_extract"),
    ("web/static/**.js", "ludarium.locale.extraction:script_messages"),
)
# a template that cannot be read is an error
OPTIONS = {
    f"{folder}/templates/**.html": {"silent": "false"} for folder in ("tournaments/reports", "web")
}
SCRIPT_OPTIONS: Any = {"jsx": False, "parse_template_string": True}
SCRIPT_CALL = re.compile(r"(?<![\w$.])(?<!function )(" + "|".join(KEYWORDS) + r")\(")
STRING = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
SCRIPT_LITERAL = re.compile(rf"\s*{STRING}(?:\s*\+\s*{STRING})*\s*[,)]")

# line, keyword, and those of the arguments that are literal text
Call = tuple[int, str, tuple[str, ...]]
BabelMessage = tuple[
    int, str, tuple[str, ...], list[str]
]  # the same with comments, as Babel wants it


def collected() -> Catalog:
    """All messages of the sources, with the files that they are in."""
    catalogue = Catalog(charset="utf-8")
    for name, _, message, _, _ in extract_from_dir(SOURCES, METHODS, OPTIONS, KEYWORDS):
        catalogue.add(message, locations=[(name, None)])  # type: ignore[list-item]  # lines would change with every edit
    return catalogue


def game_messages(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[BabelMessage]:
    """The messages of a game's file, and its summary, which is the first paragraph of its
    docstring.
    """
    tree = ast.parse(file.read())
    summary = " ".join((ast.get_docstring(tree) or "").partition("\n\n")[0].split())
    if summary:
        yield 1, "say", (summary,), []
    yield from _checked(file, _calls(tree, keywords))


def python_messages(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[BabelMessage]:
    """The messages of a Python file."""
    yield from _checked(file, _calls(ast.parse(file.read()), keywords))


def script_messages(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[BabelMessage]:
    """The messages of a JavaScript file, in `${}` of template strings as well.

    Raises ValueError where a template is no literal, and where Babel does not see a call, as within
    the values of another.
    """
    source = file.read().decode()
    calls = list(SCRIPT_CALL.finditer(source))
    for call in calls:
        if not SCRIPT_LITERAL.match(source, call.end()):
            line = source.count("\n", 0, call.start()) + 1
            raise _fault(file, line, f"{call[1]} needs its templates as literals")
    names, text = dict.fromkeys(keywords), io.BytesIO(source.encode())
    read_calls = list(extract_javascript(text, names, tags, SCRIPT_OPTIONS))
    if len(read_calls) < len(calls):
        count = f"only {len(read_calls)} calls of {len(calls)}"
        what = f"{count} are read: give what one says a name first"
        raise _fault(file, 1, what)
    yield from _checked(
        file, ((line, str(name), _first_texts(given)) for line, name, given, _ in read_calls)
    )


def _first_texts(given: object) -> tuple[str, ...]:
    """The literals that the arguments of a call begin with, as Babel gives them."""
    arguments = given if isinstance(given, tuple) else (given,)
    return tuple(itertools.takewhile(lambda one: isinstance(one, str), arguments))


def _checked(file: IO[bytes], calls: Iterator[Call]) -> Iterator[BabelMessage]:
    """The calls. Raises ValueError where one has no template that could be translated."""
    for line, name, texts in calls:
        if len(texts) < len(KEYWORDS[name]):
            raise _fault(file, line, f"{name} needs its templates as literals")
        yield line, name, texts, []


def _fault(file: IO[bytes], line: int, what: str) -> ValueError:
    return ValueError(f"{getattr(file, 'name', 'file')}, line {line}: {what}")


def _calls(
    node: ast.AST, keywords: Collection[str], parameters: Set[str] = frozenset()
) -> Iterator[Call]:
    """The calls in this part of a Python file, other than those that hand on a parameter of a
    function around them.
    """
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        parameters |= {
            argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)
        }
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
        first = node.args[0] if node.args else None
        if not (isinstance(first, ast.Name) and first.id in parameters):
            constants = (
                argument.value for argument in node.args if isinstance(argument, ast.Constant)
            )
            yield (
                node.lineno,
                node.func.id,
                tuple(text for text in constants if isinstance(text, str)),
            )
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, keywords, parameters)
