"""Extras of the package: what more than the core needs, and the error where one is missing.

The core plays, searches, solves, simulates, measures and draws. Its extras bring the libraries of
the rest, as `pyproject.toml` lists them.
"""

from __future__ import annotations

from importlib.util import find_spec

from ludarium.errors import LudariumError

__all__ = ["MODULES", "MissingExtraError", "require"]

MODULES = {
    "desk": ("babel", "jinja2", "openskill", "orjson", "regex", "rustworkx"),
    "client": ("httpx", "orjson", "websockets"),
    "server": (
        "aiosqlite",
        "alembic",
        "anyio",
        "argon2",
        "fastapi",
        "itsdangerous",
        "markdown_it",
        "psycopg",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
    ),
}
"""The modules that an extra brings; `server` brings those of the others, too."""


class MissingExtraError(LudariumError, ImportError):
    """An extra is needed, and it is not installed."""


def require(extra: str, what: str) -> None:
    """Raise MissingExtraError where a module of the extra is not installed.

    extra: a key of MODULES. what: what needs it, as the beginning of a sentence.
    """
    needed = MODULES[extra] if extra != "server" else sum(MODULES.values(), ())
    if any(find_spec(module) is None for module in needed):
        raise MissingExtraError(f"{what} needs more than the core: pip install 'ludarium[{extra}]'")
