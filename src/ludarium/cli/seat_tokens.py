"""Tokens of the seats that were taken from this terminal."""

from __future__ import annotations

from pathlib import Path

import orjson
import typer

from ludarium.errors import LudariumError
from ludarium.files import write_whole

__all__ = ["default_token_file", "read_tokens", "save_tokens"]


def read_tokens(file: Path) -> dict[str, str]:
    """Our token for each server."""
    try:
        tokens = orjson.loads(file.read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return {}
    return tokens if isinstance(tokens, dict) else {}


def save_tokens(file: Path, tokens: dict[str, str]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, orjson.dumps(tokens), 0o600)
    except OSError as error:
        raise LudariumError(f"cannot write {file}: {error.strerror}") from None


def default_token_file() -> Path:
    return Path(typer.get_app_dir("ludarium")) / "token"
