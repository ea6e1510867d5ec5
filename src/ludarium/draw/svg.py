"""A View as a picture: SVG that stands alone as a file and in a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludarium.draw.boards import board_art
from ludarium.draw.panels import GAP, button_row, hand_row, seat_bar, status_lines
from ludarium.draw.pen import Pen, Theme, clean
from ludarium.draw.plan import MARGIN, WIDTH, plan_of
from ludarium.draw.words import player_names, renamed, words
from ludarium.rules.view import View

__all__ = ["Theme", "svg"]

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"


def svg(view: View, *, theme: Theme = "auto", names: Sequence[str] | None = None) -> str:
    """The picture of a position.

    theme: "auto" follows the reader's system. names: the players', by default those of the seats.
    Sites, pieces, hand items, buttons and seats are groups with data-site, data-piece, data-hand, data-button and data-seat.
    """
    pen = Pen(theme)
    sheet = Sheet(pen, view, player_names(view, names))
    status = renamed(view.status, view, names)
    sheet.draw(status)
    height = sheet.bottom - GAP + MARGIN
    ground = pen("rect", kind="ground", fill="ground", width=WIDTH, height=height, rx=16)
    return pen(
        "svg",
        pen("title", escape(clean(status)) or "Position"),
        pen("desc", escape("; ".join(map(clean, words(view, names).splitlines())))),
        pen.style(),
        ground,
        *sheet.parts,
        xmlns="http://www.w3.org/2000/svg",
        kind=f"picture lud-{theme} lud-{view.surface}",
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        aria_label=status,
        font_family=FONTS,
    )


class Sheet:
    """Stacks what is drawn from the top down."""

    def __init__(self, pen: Pen, view: View, players: Sequence[str]) -> None:
        self.pen, self.view, self.players = pen, view, players
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
            plan = plan_of(self.view, self.players, self.bottom)
            self.add(board_art(self.pen, plan), plan.board.high - self.bottom)
        for owner in (None, *(seat for seat in seats if seat not in above)):
            self.hand(owner)
            if owner is not None:
                self.seat(owner)
        if self.view.buttons:
            self.add(*button_row(self.pen, self.bottom, self.view.buttons))
        self.add(*status_lines(self.pen, self.bottom, status))

    def add(self, art: str, height: float) -> None:
        self.parts.append(art)
        self.bottom += height + GAP

    def seat(self, seat: int) -> None:
        self.add(*seat_bar(self.pen, self.bottom, self.view, seat, self.players[seat]))

    def hand(self, owner: int | None) -> None:
        for hand in self.view.hands:
            if hand.owner == owner and hand.items:
                self.add(*hand_row(self.pen, self.bottom, hand))
