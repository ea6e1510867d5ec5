"""Texts of a game's guide for newcomers, and lessons with moves to find."""

from __future__ import annotations

import contextlib
import fnmatch
import functools
from pathlib import Path
from typing import Any

from ludarium.errors import LudariumError
from ludarium.languages import translator
from ludarium.play.position import Position
from ludarium.rules.game import Game, Ruleset
from ludarium.web.analysis.guides import POSITION_FIELDS, blocks_of, guide_path, positions_of

__all__ = ["has_lesson", "introduction", "steps"]

INTRODUCTION_FIELDS = ("goal", "values")
STEP_FIELDS = (*POSITION_FIELDS, "task", "accept", "right", "wrong")


def introduction(game: Game, ruleset: Ruleset, language: str) -> dict[str, str]:
    """The game's `goal` in a line, and its `values`: what beats what, or what pieces are worth.

    Without a goal in the guide, it is what the ruleset's sentences say of its ends, else the game's
    summary.
    """
    translate = translator(language)
    ends = game.ends(ruleset) if game.ends else ()
    told = {"goal": " ".join(map(translate, ends or (game.summary,))), "values": ""}
    path = guide_path(game.name, language)
    if path is not None:
        # a fault is told where the guide itself is asked for
        with contextlib.suppress(LudariumError):
            told |= _introduction(path, path.stat().st_mtime_ns)
    return told


@functools.lru_cache(maxsize=256)
def _introduction(path: Path, changed: int) -> dict[str, str]:
    return next(blocks_of(path, "introduction", INTRODUCTION_FIELDS), {})


def has_lesson(game: Game, language: str) -> bool:
    """Return whether the game's guide has steps of a lesson."""
    path = guide_path(game.name, language)
    return path is not None and _has_steps(path, path.stat().st_mtime_ns)


@functools.lru_cache(maxsize=256)
def _has_steps(path: Path, changed: int) -> bool:
    return "\n```step\n" in path.read_text(encoding="utf-8")


def steps(game: Game, language: str) -> tuple[dict[str, Any], ...]:
    """The steps of the game's lesson, none where its guide has none.

    Each has the fields of a position, `task`, `right`, `wrong`, the `seat` that the reader plays,
    and `accepted`, the moves that are right; where several seats choose, those are the choices of
    all, of which the reader makes one. Raises LudariumError.
    """
    path = guide_path(game.name, language)
    return () if path is None else _steps(path, path.stat().st_mtime_ns, game)


@functools.lru_cache(maxsize=256)
def _steps(path: Path, changed: int, game: Game) -> tuple[dict[str, Any], ...]:
    return tuple(step(game, fields) for fields in blocks_of(path, "step", STEP_FIELDS))


def step(game: Game, fields: dict[str, str]) -> dict[str, Any]:
    """A step, from the fields of its block. Raises LudariumError."""
    missing = {"task", "accept", "right", "wrong"} - fields.keys()
    if missing:
        raise LudariumError(f"step block: expected {', '.join(sorted(missing))} too")
    *_, here = positions_of(game, fields)
    wanted = [text.strip() for text in fields["accept"].split(",")]
    return {
        "ruleset": here.ruleset.name,
        "seats": here.seats,
        "position": fields.get("position", ""),
        "moves": [text.strip() for text in fields.get("moves", "").split(",") if text.strip()],
        "seat": here.movers[0],
        "accepted": [text for pattern in wanted for text in fitting(here, pattern)],
        **{name: fields[name] for name in ("task", "right", "wrong")},
    }


def fitting(here: Position, pattern: str) -> list[str]:
    """The legal moves that fit a text, in which `*` stands for anything. Raises LudariumError."""
    if len(here.movers) > 1:
        here.play(pattern)  # raises where it is not legal
        return [pattern]
    moves = [move.text for move in here.legal if fnmatch.fnmatchcase(move.text, pattern)]
    if not moves:
        raise LudariumError(f"step block: {pattern!r} is no legal move in {here.text}")
    return moves
