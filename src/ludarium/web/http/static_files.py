"""Scripts and styles, at addresses that change with their contents, so that browsers keep them.

All files are below one digest of all of them: a page cannot mix versions of scripts.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
from typing import Any

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ludarium.web.http.bundles import STATIC, bundle_text
from ludarium.web.http.named_bundles import bundle_names

__all__ = ["FOR_GOOD", "Static", "packed_response", "static_address", "takes_gzip"]

FOR_GOOD = "max-age=31536000, immutable"
BUNDLES = "bundle/"
TYPES = {"js": "text/javascript", "css": "text/css"}
_made: dict[str, bytes] = {}  # bundles, compressed


@functools.cache
def static_address() -> str:
    """Return the address of this version's files."""
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
            return await bundle(path.removeprefix(BUNDLES), Request(scope))
        return await super().get_response(path, scope)

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = self._caching
        return response


async def bundle(name: str, request: Request) -> Response:
    """The files of a page in one. Raises HTTPException where no page asks for these."""
    content = _made.get(name)
    if content is None:
        # reading templates and compressing take longer than a move may wait
        content = await to_thread.run_sync(compressed, name)
    if content is None:
        raise HTTPException(404)
    return await packed_response(request, content, TYPES[name.rpartition(".")[2]], FOR_GOOD)


async def packed_response(request: Request, packed: bytes, kind: str, caching: str) -> Response:
    """A file of this media type that is compressed by gzip, as the client can read it."""
    headers = {"cache-control": caching, "vary": "accept-encoding"}
    if takes_gzip(request):
        headers["content-encoding"] = "gzip"
    else:
        packed = await to_thread.run_sync(gzip.decompress, packed)
    return Response(packed, 200, headers, kind)


def takes_gzip(request: Request) -> bool:
    """Return whether the client can read what is compressed by gzip."""
    return "gzip" in request.headers.get("accept-encoding", "")


def compressed(name: str) -> bytes | None:
    """The bundle of this file name, made once; None where no page asks for it."""
    if name not in bundle_names():
        return None
    if name not in _made:
        text = bundle_text(name)
        assert text is not None
        _made[name] = gzip.compress(text.encode(), 6, mtime=0)
    return _made[name]
