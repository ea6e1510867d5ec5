"""Collects what the sources say: the templates in calls of `say` and `counted` in code, pages and
scripts, and what games are about.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Set
from pathlib import Path
from typing import IO, Any

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.jslexer import Token, tokenize, unquote_string

__all__ = ["SOURCES", "collected", "game_messages", "python_messages", "script_messages"]

SOURCES = Path(__file__).parents[1]
KEYWORDS = {"say": (1,), "counted": (1, 2)}  # which arguments are templates
METHODS = (
    ("games/__init__.py", "ignore"),
    ("games/*.py", "ludarium.locale.extraction:game_messages"),
    ("**.py", "ludarium.locale.extraction:python_messages"),
    ("tournaments/reports/templates/**.html", "jinja2.ext:babel_extract"),
    ("web/templates/**.html", "jinja2.ext:babel_extract"),
    ("web/static/**.js", "ludarium.locale.extraction:script_messages"),
)
# a template that cannot be read is an error
OPTIONS = {
    f"{folder}/templates/**.html": {"silent": "false"} for folder in ("tournaments/reports", "web")
}

# line, keyword, and those of the arguments that are literal text
Call = tuple[int, str, tuple[str, ...]]
Found = tuple[int, str, tuple[str, ...], list[str]]  # the same with comments, as Babel wants it


def collected() -> Catalog:
    """All messages of the sources, with the files that they are in."""
    catalogue = Catalog(charset="utf-8")
    for name, _, message, _, _ in extract_from_dir(SOURCES, METHODS, OPTIONS, KEYWORDS):
        catalogue.add(message, locations=[(name, None)])  # type: ignore[list-item]  # lines would change with every edit
    return catalogue


def game_messages(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What a game's file says, and its summary, which is the first paragraph of its docstring."""
    tree = ast.parse(file.read())
    summary = " ".join((ast.get_docstring(tree) or "").partition("\n\n")[0].split())
    if summary:
        yield 1, "say", (summary,), []
    yield from _checked(file, _calls(tree, keywords))


def python_messages(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What a Python file says."""
    yield from _checked(file, _calls(ast.parse(file.read()), keywords))


def script_messages(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What a JavaScript file says, in `${}` of template strings as well."""
    yield from _checked(file, _script_calls(file.read().decode(), keywords, 1))


def _checked(file: IO[bytes], calls: Iterator[Call]) -> Iterator[Found]:
    """The calls. Raises ValueError where one has no template that could be translated."""
    for line, name, texts in calls:
        if len(texts) < len(KEYWORDS[name]):
            raise ValueError(
                f"{getattr(file, 'name', 'file')}, line {line}: {name} needs its templates as "
                "literals"
            )
        yield line, name, texts, []


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


def _script_calls(source: str, keywords: Collection[str], line: int) -> Iterator[Call]:
    """The calls in a script that starts in this line."""
    tokens = [
        token
        for token in tokenize(source, jsx=False, dotted=False, lineno=line)
        if not token.type.endswith("comment")
    ]
    for at, token in enumerate(tokens):
        if token.type == "template_string":
            for place in re.finditer(r"\$\{", token.value):
                yield from _script_calls(
                    _up_to_brace(token.value[place.end() :]), keywords, token.lineno
                )
        if _is_call(tokens, at, keywords):
            yield token.lineno, token.value, tuple(_strings(tokens[at + 2 :]))


def _is_call(tokens: list[Token], at: int, keywords: Collection[str]) -> bool:
    """Whether a function of these names is called here; not where it is defined, or one of an
    object.
    """
    before, named, after = (
        tokens[i].value if 0 <= i < len(tokens) else "" for i in (at - 1, at, at + 1)
    )
    return (
        tokens[at].type == "name"
        and named in keywords
        and after == "("
        and before not in ("function", ".")
    )


def _up_to_brace(source: str) -> str:
    """The source up to the brace that closes what came before it."""
    depth = 0
    for place in re.finditer(r"[{}]", source):
        depth += 1 if place[0] == "{" else -1
        if depth < 0:
            return source[: place.start()]
    return source


def _strings(tokens: list[Token]) -> Iterator[str]:
    """The string literals that a list of arguments begins with; one may be put together by +."""
    text = ""
    for token, sign in zip(tokens[::2], tokens[1::2], strict=False):
        if token.type != "string" or sign.value not in ("+", ",", ")"):
            return
        text += unquote_string(token.value)
        if sign.value != "+":
            yield text
            text = ""
        if sign.value == ")":
            return
