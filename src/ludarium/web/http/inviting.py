"""Addresses by which others come to a page."""

from __future__ import annotations

import segno
from fastapi import Request
from markupsafe import Markup

from ludarium.web.context import context_of

__all__ = ["join_address", "qr_code"]


def join_address(request: Request, path: str) -> tuple[str, bool]:
    """The URL of this path to share, and whether it works on this computer only."""
    url = request.url.replace(path=path, query="", fragment="")
    if url.hostname not in ("localhost", "127.0.0.1", "::1"):
        return str(url), False
    address = context_of(request).config.address
    return (f"{address}{path}", False) if address else (str(url), True)


def qr_code(address: str) -> Markup:
    """The address as a picture for cameras, in SVG."""
    code = segno.make(address, error="m")
    drawn = code.svg_inline(
        scale=4, border=2, svgclass="qr-code", lineclass="qr-line", omitsize=True
    )
    return Markup(drawn)
