"""Docstrings begin with a verb or a noun of the field, not with a pronoun or a question."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import ludarium

SOURCES = Path(ludarium.__file__).parent
OPENINGS = re.compile(
    "(What|How|Where|Whether|When|Who|Whose|Which|Why|It|This|That|These|They|Those|Its|As|If|For"
    r"|On|In|So|Of|Each (is|are|has|have|can|of))\b"
)


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the docstrings of a module, of its classes, functions and attributes."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            match statement:
                case ast.Expr(ast.Constant(str()) as text):
                    yield text


def test_docstrings_open_with_a_verb_or_a_noun() -> None:
    wrong = [
        f"{path.relative_to(SOURCES)}:{text.lineno}: {str(text.value).splitlines()[0]}"
        for path in sorted(SOURCES.rglob("*.py"))
        for text in docstrings(ast.parse(path.read_text()))
        if OPENINGS.match(str(text.value).strip())
    ]
    assert not wrong, "\n".join(["reword:", *wrong])
