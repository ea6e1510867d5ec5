"""Scripts and styles, at addresses that change with their contents, so that browsers keep them.

All files are below one digest of all of them: a page cannot mix versions of scripts.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludarium.web.services.bundles import STATIC, bundle_text

__all__ = ["FOR_GOOD", "Static", "static_address"]

FOR_GOOD = "max-age=31536000, immutable"
BUNDLES = "bundle/"
TYPES = {"js": "text/javascript", "css": "text/css"}


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

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith(BUNDLES) and self._caching == FOR_GOOD:
            return bundle(path.removeprefix(BUNDLES), Request(scope))
        return await super().get_response(path, scope)

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = self._caching
        return response


def bundle(name: str, request: Request) -> Response:
    """The files of a page in one. Raises HTTPException where there are none such."""
    content = compressed(name)
    if content is None:
        raise HTTPException(404)
    headers = {"cache-control": FOR_GOOD, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        content = gzip.decompress(content)
    return Response(content, 200, headers, TYPES[name.rpartition(".")[2]])


@functools.lru_cache(maxsize=64)
def compressed(name: str) -> bytes | None:
    text = bundle_text(name)
    return None if text is None else gzip.compress(text.encode(), 6, mtime=0)
