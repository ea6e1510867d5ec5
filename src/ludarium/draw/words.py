"""A View in plain English, one fact a line, for screen readers and for whoever would rather read."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence

from ludarium.rules.view import Hand, HandItem, MarkKind, Piece, SeatView, Site, Tally, View

__all__ = ["player_names", "renamed", "tally_text", "words"]

MARK_WORDS: dict[MarkKind, str] = {"last": "Last move", "captured": "Captured", "active": "Must or may go on"}


def player_names(view: View, names: Sequence[str] | None) -> tuple[str, ...]:
    """What the seats are called: the players' names, and the seat's own name where there is none."""
    given = tuple(names or ())
    return tuple(given[i] if i < len(given) and given[i] else seat.name for i, seat in enumerate(view.seats))


def renamed(text: str, view: View, names: Sequence[str] | None) -> str:
    """The text with the seats' own names replaced by the players'."""
    players = dict(zip((seat.name for seat in view.seats), player_names(view, names), strict=True))
    own = sorted(filter(None, players), key=len, reverse=True)
    if not own:
        return text
    return re.sub(rf"(?<!\w)(?:{'|'.join(map(re.escape, own))})(?!\w)", lambda found: players[found[0]], text)


def tally_text(tally: Tally) -> str:
    """Such as `captured 3` or `pen 2 of 3`."""
    return f"{tally.name} {tally.count}" + ("" if tally.goal is None else f" of {tally.goal}")


def words(view: View, names: Sequence[str] | None = None) -> str:
    """The position in words, one fact a line."""
    players = player_names(view, names)
    sites = {site.id: dataclasses.replace(site, name=renamed(site.name, view, names)) for site in view.sites}
    facts = [renamed(view.status, view, names), *turn_facts(view, players), *mark_facts(view, sites)]
    facts += [piece_fact(piece, sites[piece.site]) for piece in sorted(view.pieces, key=lambda piece: piece.owner is not None)]
    facts += [f"{sites[arrow.start].name} points to {sites[arrow.end].name}" for arrow in view.arrows]
    facts += [fact for seat, player in zip(view.seats, players, strict=True) for fact in seat_facts(seat, player)]
    facts += [fact for hand in view.hands for fact in hand_facts(hand, players)]
    facts += [f"You may choose: {button.label}" for button in view.buttons]
    return "\n".join(sentence(fact) for fact in facts if fact)


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    shown = " ".join(text.split())
    return shown[:1].upper() + shown[1:] + ("" if shown.endswith((".", "!", "?")) else ".")


def turn_facts(view: View, players: Sequence[str]) -> Iterator[str]:
    for seat in view.movers:
        own = view.seats[seat].name
        yield f"It is the turn of {players[seat]}" + ("" if own == players[seat] else f", who plays {own}")


def mark_facts(view: View, sites: dict[str, Site]) -> Iterator[str]:
    for mark in dict.fromkeys(view.marks):
        yield f"{MARK_WORDS[mark.kind]}: {sites[mark.site].name}"


def piece_fact(piece: Piece, site: Site) -> str:
    if site.kind == "lamp":
        return f"lamp {site.name} shows {piece.name}"
    return f"{site.name}: {piece.name}" if site.kind == "place" else f"{piece.name} on {site.name}"


def seat_facts(seat: SeatView, player: str) -> Iterator[str]:
    for tally in seat.tallies:
        yield f"{player}: {tally_text(tally)}"
    if seat.note:
        yield f"{player}: {seat.note}"


def hand_facts(hand: Hand, players: Sequence[str]) -> Iterator[str]:
    for item in hand.items:
        yield f"{'Everyone who chooses' if hand.owner is None else players[hand.owner]} {holding(item)}"


def holding(item: HandItem) -> str:
    if item.count is None:
        return f"can take {item.name}"
    return f"has none left of {item.name}" if item.count == 0 else f"has {item.count} left of {item.name}"
