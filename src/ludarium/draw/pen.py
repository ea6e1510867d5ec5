"""Writes SVG elements, with the colours of light or dark and text that fits."""

from __future__ import annotations

import dataclasses
import functools
import re
import unicodedata
from collections.abc import Sequence
from html import escape
from typing import Literal

from ludarium.draw.palette import PAINTS, Tone

__all__ = ["FONTS", "Pen", "Theme", "clean", "fitted", "text_width", "wrapped"]

Theme = Literal["auto", "light", "dark"]

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
NO_XML = re.compile("[\x00-\x1f\ud800-\udfff\ufffe\uffff]")
NARROW, WIDE = set("iIjlft.,:;'|!()[] "), set("mwMW@%")


@dataclasses.dataclass(frozen=True)
class Pen:
    """Makes elements whose `fill` and `stroke` are names of paints; the colours are written into
    the elements, with classes that name the paints, so that a style sheet can put others over them.
    """

    tone: Tone = "light"

    def __call__(
        self,
        name: str,
        *children: str,
        kind: str = "",
        fill: str = "",
        stroke: str = "",
        **attributes: object,
    ) -> str:
        """One element. kind: its class, without the prefix; underscores in the names of attributes
        become hyphens.
        """
        classes = [f"lud-{kind}"] if kind else []
        written: dict[str, object] = {}
        for use, paint in (("fill", fill), ("stroke", stroke)):
            if paint == "none":
                written[use] = paint
            elif paint:
                written[use] = PAINTS[self.tone][paint]
                classes.append(f"lud-{use}-{paint}")
        if classes:
            written["class"] = " ".join(classes)
        written |= {hyphened(key): value for key, value in attributes.items() if value is not None}
        head = "".join(
            [f"<{name}", *(f' {key}="{shown(value)}"' for key, value in written.items())]
        )
        return f"{head}>{''.join(children)}</{name}>" if children else f"{head}/>"

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        fill: str,
        *,
        anchor: str = "start",
        bold: bool = False,
        kind: str = "",
    ) -> str:
        """One line of text; y is the middle of its small letters."""
        return self(
            "text",
            escape(clean(text)),
            kind=kind,
            fill=fill,
            x=x,
            y=y + 0.35 * size,
            font_size=size,
            text_anchor=None if anchor == "start" else anchor,
            font_weight=600 if bold else None,
        )


@functools.cache
def hyphened(key: str) -> str:
    """The name of an attribute as XML has it."""
    return key.rstrip("_").replace("_", "-")


@functools.lru_cache(maxsize=4096, typed=True)  # a picture has the same few values many times
def shown(value: object) -> str:
    """An attribute's value: numbers with at most two decimals."""
    return f"{round(value, 2) + 0.0:g}" if isinstance(value, float) else escape(clean(str(value)))


def clean(text: str) -> str:
    """The text without the characters that XML does not allow."""
    return NO_XML.sub("", text)


def text_width(text: str, size: float) -> float:
    """About how wide the text is at this font size, in a wide sans serif font and so rather too
    wide.
    """
    return size * sum(map(sign_width, text))


@functools.lru_cache(maxsize=4096)
def sign_width(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.05
    if unicodedata.combining(sign):
        return 0.0
    if sign in NARROW:
        return 0.38
    if sign in WIDE:
        return 0.95
    return 0.73 if sign.isupper() else 0.62


def fitted(text: str, size: float, width: float) -> str:
    """The text, cut off with an ellipsis where it is too wide."""
    text = clean(" ".join(text.split()))
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, width: float) -> Sequence[str]:
    """The text in lines of at most this width."""
    lines = [""]
    for word in clean(" ".join(text.split())).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, size, width))
    return [line for line in lines if line]
