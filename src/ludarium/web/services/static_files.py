"""Scripts and styles, at addresses that change with their contents, so that browsers keep them.

All files are below one digest of all of them: a page cannot mix versions of scripts, and their
relative imports need no rewriting.
"""

from __future__ import annotations

import functools
import hashlib
import re
from pathlib import Path
from typing import Any

from markupsafe import Markup
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

__all__ = ["FOR_GOOD", "STATIC", "Scripts", "Static", "modules_of", "static_address"]

STATIC = Path(__file__).parents[1] / "static"
IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)";|^import "(\.[^"]+)";', re.M)
FOR_GOOD = "max-age=31536000, immutable"


@functools.cache
def static_address() -> str:
    """Where this version's files are."""
    digest = hashlib.blake2s(digest_size=5)
    for file in sorted(STATIC.rglob("*.*")):
        digest.update(file.relative_to(STATIC).as_posix().encode() + b"\0" + file.read_bytes())
    return f"/static/{digest.hexdigest()}"


class Static(StaticFiles):
    """The files; kept for good where their address says their version, else revalidated."""

    def __init__(self, caching: str = "no-cache") -> None:
        super().__init__(directory=STATIC)
        self._caching = caching

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = self._caching
        return response


class Scripts:
    """The scripts of one page.

    Called with the path of one, it gives its tags: all modules that the script imports are asked
    for at once, as a browser would find out about them one after the other.
    """

    def __init__(self) -> None:
        self._asked: set[str] = set()

    def __call__(self, path: str) -> Markup:
        modules = [module for module in modules_of(path) if module not in self._asked]
        self._asked.update(modules)
        place = static_address()
        links = [f'<link rel="modulepreload" href="{place}/{module}">' for module in modules]
        return Markup(f'{"".join(links)}<script type="module" src="{place}/{path}"></script>')


@functools.cache
def modules_of(path: str) -> tuple[str, ...]:
    """The paths of all modules that a script imports, and that these import, in order."""
    found: dict[str, None] = {}
    waiting = [path]
    while waiting:
        here = waiting.pop(0)
        text = (STATIC / here).read_text(encoding="utf-8")
        for pair in IMPORT.findall(text):
            target = (STATIC / here).parent / (pair[0] or pair[1])
            module = target.resolve().relative_to(STATIC.resolve()).as_posix()
            if module not in found and module != path:
                found[module] = None
                waiting.append(module)
    return tuple(found)
