"""Responses that make a browser a visitor's."""

from __future__ import annotations

import dataclasses
from typing import Any

from fastapi import Request
from starlette.responses import Response

from ludarium.web.context import (
    Context,
    json_response,
)
from ludarium.web.people.visitors import Visitor

__all__ = ["forgotten", "me_json", "recognised"]


def me_json(visitor: Visitor) -> dict[str, Any]:
    return {
        "name": visitor.account or visitor.name,
        "account": visitor.account,
        "language": visitor.language,
    }


def recognised(
    request: Request, context: Context, visitor: Visitor, status: int = 200, **more: Any
) -> Response:
    """A response that makes the browser this visitor's."""
    response = json_response({**me_json(visitor), **more}, status)
    context.visitors.set_cookie(response, visitor, request.url.scheme == "https")
    request.state.visitor = dataclasses.replace(visitor, new=False)  # the cookie is set
    return response


def forgotten(request: Request, context: Context, visitor: Visitor) -> Response:
    """A response that makes the browser a new guest's, who reads the same language."""
    guest = context.visitors.newcomer(visitor.language)
    return recognised(
        request,
        context,
        dataclasses.replace(guest, chosen_language=visitor.chosen_language, new=False),
    )
