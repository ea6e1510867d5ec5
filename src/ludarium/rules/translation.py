"""Translates a View: all its texts into the reader's language."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TypeVar

from ludarium.phrases import Translator
from ludarium.rules.view import Button, Hand, HandItem, Label, Piece, SeatView, Site, Tally, View

__all__ = ["TEXTS", "translated"]

# Of each part of a View, the fields of text for people, and those that hold further parts. All
# others are ids and numbers.
TEXTS: Mapping[type, tuple[str, ...]] = {
    View: ("status", "task"),
    Site: ("name", "opposite"),
    Piece: ("name",),
    HandItem: ("name",),
    Button: ("label", "question"),
    Label: ("text",),
    Tally: ("name", "text"),
    SeatView: ("name", "note"),
}
PARTS: Mapping[type, tuple[str, ...]] = {
    View: ("sites", "pieces", "hands", "seats", "buttons", "labels"),
    Hand: ("items",),
    SeatView: ("tallies",),
}

Part = TypeVar("Part")


def translated(view: View, translate: Translator) -> View:
    """The View with all its texts translated; parts that do not change stay the same objects."""
    return view if translate is str else _translated(view, translate)


def _translated(part: Part, translate: Translator) -> Part:
    kind = type(part)
    changes: dict[str, object] = {}
    for field in TEXTS.get(kind, ()):
        text = getattr(part, field)
        new = translate(text)
        if new is not text:
            changes[field] = new
    for field in PARTS.get(kind, ()):
        parts = getattr(part, field)
        new_parts = tuple([_translated(inner, translate) for inner in parts])
        if any(new is not old for new, old in zip(new_parts, parts, strict=True)):
            changes[field] = new_parts
    return dataclasses.replace(part, **changes) if changes else part  # type: ignore[type-var]
