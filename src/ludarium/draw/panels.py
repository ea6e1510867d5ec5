"""Draws what is around the board: the seats, their hands, the buttons and the status line.

Units are those of the picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from ludarium.draw.localiser import Voice
from ludarium.draw.pen import Pen, fitted, text_width, wrapped
from ludarium.draw.pieces import Look, look_art, look_of
from ludarium.draw.words import tally_text
from ludarium.phrases import say
from ludarium.rules.view import Button, Hand, HandItem, View

__all__ = ["GAP", "MARGIN", "WIDTH", "button_row", "hand_row", "seat_bar", "status_lines"]

WIDTH = 800  # of the picture
MARGIN = 20
GAP = 12
BAR = 56
LINE = 32
LEAST_NAME = 200  # of a long name, beside the facts
SEPARATOR = "  ·  "
TO_MOVE = say("to move")
NAME, SMALL, STATUS = 28.0, 23.0, 27.0
ITEM = 92  # the height of a hand, and of what is touched in it
LEAST_ITEM = 150  # the width of a thing in a hand that is drawn with its name
LEAST_BUTTON = 140
Drawn = tuple[str, float]  # SVG elements, and the height that they take


def seat_bar(pen: Pen, top: float, view: View, number: int, voice: Voice) -> Drawn:
    """The seat's chip, its player, its tallies and its note, and whether it is to move."""
    seat, moves, player = view.seats[number], number in view.movers, voice.players[number]
    left, right = MARGIN + 64.0, WIDTH - MARGIN - 16.0
    turn = voice.translated(TO_MOVE)
    room = right - left - (turn_width(turn) + 14 if moves else 0)
    tallies, note = (
        [voice.translated(tally_text(tally)) for tally in seat.tallies],
        [voice.translated(seat.note)] if seat.note else [],
    )
    name_width = min(LEAST_NAME, text_width(player, NAME))
    # All in one line where there is room; else the tallies go below, and the note too if need be.
    choices: tuple[tuple[list[str], list[str]], ...] = (
        (tallies + note, []),
        (note, tallies),
        ([], tallies + note),
    )
    beside, below = next(
        split for split in choices if not split[0] or room - facts_width(split[0]) >= name_width
    )
    lines = filled(below, right - left)
    height = BAR + (LINE * len(lines) - 2.0 if lines else 0.0)
    texts = [
        pen.text(left, top + BAR - 8 + LINE * (at + 0.5), line, SMALL, "muted")
        for at, line in enumerate(lines)
    ]
    if beside:
        texts.append(
            pen.text(
                left + room, top + BAR / 2, SEPARATOR.join(beside), SMALL, "muted", anchor="end"
            )
        )
    parts = [
        pen(
            "rect",
            fill="accent-bar" if moves else "bar",
            x=MARGIN,
            y=top,
            width=WIDTH - 2 * MARGIN,
            height=height,
            rx=12,
        )
    ]
    if moves:
        parts.append(
            pen("rect", fill="accent", x=MARGIN, y=top + 10, width=6, height=height - 20, rx=3)
        )
        parts.append(turn_pill(pen, right - turn_width(turn), top + BAR / 2, turn))
    chip = look_art(pen, Look("counter", seat.colour))
    parts.append(
        pen(
            "g",
            chip,
            transform=f"translate({MARGIN + 36} {top + BAR / 2:g}) scale(0.36)",
            kind="chip",
        )
    )
    parts.append(
        pen.text(
            left,
            top + BAR / 2,
            fitted(player, NAME, room - facts_width(beside)),
            NAME,
            "text",
            bold=True,
        )
    )
    return pen(
        "g", *parts, *texts, kind="seat lud-to-move" if moves else "seat", data_seat=number
    ), height


def facts_width(facts: Sequence[str]) -> float:
    """The room that facts take beside a name."""
    return text_width(SEPARATOR.join(facts), SMALL) + 20 if facts else 0.0


def filled(facts: Sequence[str], width: float) -> list[str]:
    """The facts in as few lines as they need, none broken in two."""
    lines: list[str] = []
    for fact in facts:
        longer = SEPARATOR.join((lines[-1], fact)) if lines else ""
        if longer and text_width(longer, SMALL) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(fact, SMALL, width))
    return lines


def turn_width(turn: str) -> float:
    return text_width(turn, SMALL - 2) + 28


def turn_pill(pen: Pen, x: float, y: float, turn: str) -> str:
    width = turn_width(turn)
    pill = pen("rect", fill="accent", x=x, y=y - 18, width=width, height=36, rx=18)
    return pill + pen.text(
        x + width / 2, y, turn, SMALL - 2, "accent-text", anchor="middle", bold=True
    )


def hand_row(pen: Pen, top: float, hand: Hand, voice: Voice) -> Drawn:
    """The pieces of a hand side by side, each with how many there are, or with its name where there
    is no end of them and room for it.
    """
    count = len(hand.items)
    width = min(184.0, (WIDTH - 2 * MARGIN) / max(count, 1))
    left = (WIDTH - width * count) / 2
    items = "".join(
        hand_item(pen, left + width * at, top, width, item, voice)
        for at, item in enumerate(hand.items)
    )
    return pen("g", items, kind="hand", data_owner=hand.owner), float(ITEM)


def hand_item(pen: Pen, left: float, top: float, width: float, item: HandItem, voice: Voice) -> str:
    name = voice.translated(item.name)
    label = name if item.count is None else f"× {item.count}"
    size = 0.84 if item.shape != "figure" else 0.62
    named = item.count is not None or width >= LEAST_ITEM
    middle = left + (54 if named else width / 2)
    area = pen(
        "rect",
        kind="area",
        fill="none",
        x=left,
        y=top,
        width=width,
        height=ITEM,
        rx=12,
        pointer_events="all",
    )
    piece = pen(
        "g",
        look_art(pen, look_of(item)),
        transform=f"translate({middle:.1f} {top + ITEM / 2}) scale({size})",
    )
    faded = pen("g", piece, opacity=0.4 if item.count == 0 else None)
    shown = fitted(label, SMALL + 2, width - 102) if named else ""
    text = pen.text(
        left + 100, top + ITEM / 2, shown, SMALL + 2, "text", bold=item.count is not None
    )
    return pen("g", area, faded, text, kind="item", data_hand=item.id, aria_label=f"{name} {label}")


def button_row(pen: Pen, top: float, buttons: Sequence[Button], voice: Voice) -> Drawn:
    """Choices that are not on the board, in as many rows as they need."""
    most = int((WIDTH - 2 * MARGIN + GAP) / (LEAST_BUTTON + GAP))
    count = math.ceil(len(buttons) / most)
    size = math.ceil(len(buttons) / count)
    rows = [buttons[at : at + size] for at in range(0, len(buttons), size)]
    drawn = (single_row(pen, top + ITEM * at, row, voice) for at, row in enumerate(rows))
    return "".join(drawn), float(ITEM * len(rows))


def single_row(pen: Pen, top: float, buttons: Sequence[Button], voice: Voice) -> str:
    room = (WIDTH - 2 * MARGIN - GAP * (len(buttons) - 1)) / len(buttons)
    labels = [fitted(voice.translated(button.label), NAME - 2, room - 40) for button in buttons]
    widths = [max(LEAST_BUTTON, text_width(label, NAME - 2) + 48) for label in labels]
    x = (WIDTH - sum(widths) - GAP * (len(buttons) - 1)) / 2
    parts = []
    for button, label, width in zip(buttons, labels, widths, strict=True):
        shape = pen(
            "rect",
            fill="ground",
            stroke="accent",
            x=x,
            y=top + 10,
            width=width,
            height=ITEM - 20,
            rx=16,
            stroke_width=3,
        )
        text = pen.text(
            x + width / 2, top + ITEM / 2, label, NAME - 2, "text", anchor="middle", bold=True
        )
        parts.append(pen("g", shape, text, kind="button", data_button=button.id))
        x += width + GAP
    return "".join(parts)


def status_lines(pen: Pen, top: float, status: str) -> Drawn:
    """One sentence on what is going on."""
    width = WIDTH - 2 * MARGIN
    sentences = (
        [status] if text_width(status, STATUS) <= width else re.split(r"(?<=[.:!?]) ", status)
    )
    lines = [line for sentence in sentences for line in wrapped(sentence, STATUS, width)]
    texts = (
        pen.text(WIDTH / 2, top + 40 * (at + 0.5), line, STATUS, "text", anchor="middle")
        for at, line in enumerate(lines)
    )
    return pen("g", *texts, kind="status") if lines else "", 40.0 * len(lines)
