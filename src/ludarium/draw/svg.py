"""A View as a picture: SVG that stands alone as a file and in a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from ludarium.draw.boards import arrow_arts, ground_art, mark_arts, pieces_art, plate_arts
from ludarium.draw.layout import WIDTH as BOARD_WIDTH
from ludarium.draw.layout import ground_of, plan_of
from ludarium.draw.localiser import Voice, voice_for
from ludarium.draw.palette import PAINTS
from ludarium.draw.panels import GAP, MARGIN, WIDTH, button_row, hand_row, seat_bar, status_lines
from ludarium.draw.pen import FONTS, Pen, Theme, clean
from ludarium.draw.words import words
from ludarium.phrases import Translator, say
from ludarium.rules.view import View

__all__ = ["Theme", "dark_style", "svg"]


def svg(
    view: View,
    *,
    theme: Theme = "auto",
    names: Sequence[str] | None = None,
    translate: Translator = str,
) -> str:
    """The picture of a position.

    theme: "auto" follows the reader's system. names: the players', by default those of the seats.
    translate: translates a text into the reader's language.

    Sites, pieces, hand items, buttons and seats are groups with data-site, data-piece, data-hand,
    data-button and data-seat.
    """
    pen = Pen("dark" if theme == "dark" else "light")
    voice = voice_for(view, names, translate)
    sheet = Sheet(pen, view, voice)
    status = voice.say(view.status)
    sheet.draw(status)
    height = sheet.bottom - GAP + MARGIN
    drawn = pen("rect", kind="ground", fill="ground", width=WIDTH, height=height, rx=16) + "".join(
        sheet.parts
    )
    return pen(
        "svg",
        pen("title", escape(clean(status)) or translate(say("Position"))),
        pen("desc", escape("; ".join(map(clean, words(view, names, translate).splitlines())))),
        dark_style(drawn) if theme == "auto" else "",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        kind=f"picture lud-{theme} lud-{view.surface}",
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        aria_label=status,
        font_family=FONTS,
    )


def dark_style(drawn: str) -> str:
    """The style sheet that puts dark colours over the light ones of a picture of class lud-auto,
    where the reader prefers dark.
    """
    used = sorted(set(re.findall(r"lud-(fill|stroke)-([a-z-]+)", drawn)))
    changed = [
        (use, paint) for use, paint in used if PAINTS["light"][paint] != PAINTS["dark"][paint]
    ]
    rules = (
        f".lud-auto .lud-{use}-{paint}{{{use}:{PAINTS['dark'][paint]}}}" for use, paint in changed
    )
    return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


class Sheet:
    """Stacks what is drawn from the top down."""

    def __init__(self, pen: Pen, view: View, voice: Voice) -> None:
        self.pen, self.view, self.voice = pen, view, voice
        self.parts: list[str] = []
        self.bottom = float(MARGIN)

    def draw(self, status: str) -> None:
        """Whoever sits opposite comes above the board; around a table, nobody does."""
        seats = range(len(self.view.seats))
        above = [] if self.view.surface == "table" else list(seats)[:0:-1]
        for seat in above:
            self.seat(seat)
            self.hand(seat)
        if self.view.sites:
            self.board()
        for owner in (None, *(seat for seat in seats if seat not in above)):
            self.hand(owner)
            if owner is not None:
                self.seat(owner)
        if self.view.drawn_buttons:
            self.add(*button_row(self.pen, self.bottom, self.view.drawn_buttons, self.voice))
        self.add(*status_lines(self.pen, self.bottom, status))

    def add(self, art: str, height: float) -> None:
        self.parts.append(art)
        self.bottom += height + GAP

    def board(self) -> None:
        pen, view, plan = self.pen, self.view, plan_of(ground_of(self.view))
        layers = (
            ground_art(pen, plan),
            pen(
                "g",
                plate_arts(pen, plan, self.voice.players, view.movers, view.pieces),
                kind="plates",
            ),
            pen("g", mark_arts(pen, plan, view.marks), kind="marks"),
            pen("g", pieces_art(pen, plan, view.pieces), kind="pieces"),
            pen("g", arrow_arts(pen, plan, view.arrows), kind="arrows"),
        )
        place = f"translate({(WIDTH - BOARD_WIDTH) / 2:g} {self.bottom:g})"
        self.add(pen("g", *layers, transform=place), plan.board.high)

    def seat(self, seat: int) -> None:
        self.add(*seat_bar(self.pen, self.bottom, self.view, seat, self.voice))

    def hand(self, owner: int | None) -> None:
        for hand in self.view.hands:
            if hand.owner == owner and hand.items:
                self.add(*hand_row(self.pen, self.bottom, hand, self.voice))
