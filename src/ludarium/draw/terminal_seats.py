"""Seats in the terminal: names, hands, cards and tallies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ludarium.draw.words import tally_text
from ludarium.phrases import Translator, say
from ludarium.rules.view import Colour, Hand, MarkKind, Piece, Tally, View

__all__ = ["BRACKETS", "STYLES", "hand_line", "seat_lines", "seat_table"]


STYLES: dict[Colour, str] = {
    "ivory": "bold #2a2117 on #f1e7d0",
    "ebony": "bold #f1e7d0 on #312b27",
    "brick": "bold #fff4e8 on #a5402c",
    "green": "bold #f3f8ef on #39774a",
    "amber": "bold #2a1b00 on #e3a437",
    "blue": "bold #ffffff on #2f6db3",
    "grey": "bold #141312 on #b9b6af",
}
BRACKETS: dict[MarkKind, tuple[str, str]] = {
    "last": ("[", "]"),
    "active": ("{", "}"),
    "captured": ("(", ")"),
    "winning": ("<", ">"),
    "threatened": ("!", "!"),
    "surrounded": ("", ""),
}


def seat_lines(view: View, seat: int, player: str, translate: Translator) -> list[Text]:
    """The seat, and what it holds."""
    shown = view.seats[seat]
    line = seat_name(view, seat, player)
    facts = [
        *(translate(tally_text(tally)) for tally in shown.tallies),
        *filter(None, [shown.note]),
    ]
    line.append("".join(f"   {fact}" for fact in facts))
    line.append(f"   {translate(say('to move'))}" if seat in view.movers else "", "bold")
    hands = [
        hand_line(hand, f"  {translate(say('in hand'))}")
        for hand in view.hands
        if hand.owner == seat
    ]
    return [single_line(line), *hands]


def seat_name(view: View, seat: int, player: str) -> Text:
    """The name after the letter of the seat's pieces, with an arrow before those who are to
    move.
    """
    letters = [
        piece.letter[:1]
        for piece in view.pieces
        if piece.owner == seat and piece.colour == view.seats[seat].colour and piece.shape != "dead"
    ]
    text = Text("▶ " if seat in view.movers else "  ", style="bold")
    text.append(f" {letters[0] if letters else '●'} ", STYLES[view.seats[seat].colour])
    text.append(" " + " ".join(player.split()), "bold")
    return text


def single_line(text: Text) -> Text:
    text.no_wrap = True
    text.overflow = "ellipsis"
    return text


def hand_line(hand: Hand, title: str) -> Text:
    text = Text(f"{title}:", no_wrap=True, overflow="ellipsis")
    for item in hand.items:
        text.append("  ")
        text.append(f" {item.letter} ", STYLES[item.colour])
        text.append(
            f" {item.name}" if item.count is None else f"×{item.count}",
            "dim" if item.count == 0 else "",
        )
    return text


def seat_table(view: View, players: Sequence[str], translate: Translator) -> Table:
    """A row for each seat: its name, the card it chose, its tallies and its note."""
    sites = {site.id: site for site in view.sites}
    marked = {mark.site for mark in view.marks}
    cards: dict[int | None, list[Piece]] = {}
    for piece in view.pieces:
        if sites[piece.site].kind != "lamp":
            cards.setdefault(sites[piece.site].owner, []).append(piece)
    tallies = list(dict.fromkeys(tally.name for seat in view.seats for tally in seat.tallies))
    name, chose, note = map(translate, (say("name"), say("chose"), say("note")))
    table = Table("", name, chose, *tallies, note, box=SIMPLE_HEAD, pad_edge=False)
    for seat, shown in enumerate(view.seats):
        counts = {tally.name: tally for tally in shown.tallies}
        table.add_row(
            "▶" if seat in view.movers else "",
            Text(" ".join(players[seat].split()), style="bold", no_wrap=True, overflow="ellipsis"),
            cards_text(cards.get(seat, []), marked),
            *(tally_dots(counts.get(name), lit_colour(view, name)) for name in tallies),
            shown.note,
        )
    return table


def cards_text(cards: Sequence[Piece], marked: Iterable[str]) -> Text:
    """The cards or dice of a seat; a single one with its name."""
    if not cards:
        return Text("·")
    text = Text(no_wrap=True)
    for card in cards:
        opened, closed = BRACKETS["last"] if card.site in marked else (" ", " ")
        name = f" {card.name}" if len(cards) == 1 else ""
        text.append(opened).append(f" {card.letter} ", STYLES[card.colour]).append(name + closed)
    return text


def lit_colour(view: View, name: str) -> Colour | None:
    """The colour of the pieces of this name."""
    colours = {item.name: item.colour for hand in view.hands for item in hand.items}
    return colours.get(name) or next(
        (piece.colour for piece in view.pieces if piece.name == name), None
    )


def tally_dots(tally: Tally | None, colour: Colour | None) -> Text:
    """A dot for each counted thing, and a ring for each that is missing to the goal."""
    if tally is None:
        return Text("")
    if tally.goal is None:
        return Text(str(tally.count))
    bright = STYLES[colour].rpartition(" ")[2] if colour else ""
    return Text.assemble(
        ("●" * tally.count, bright), "○" * max(tally.goal - tally.count, 0), no_wrap=True
    )
