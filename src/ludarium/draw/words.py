"""A View in plain words, one fact a line, for screen readers and for whoever would rather read."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from ludarium.draw.layout import holds_many, is_pit
from ludarium.phrases import Phrase, Translator, counted, say
from ludarium.rules.view import Hand, HandItem, Mark, MarkKind, Piece, SeatView, Site, Tally, View

__all__ = ["heap_texts", "player_names", "renamed", "tally_text", "words"]

MARK_WORDS: dict[MarkKind, str] = {
    "last": say("Last move"),
    "captured": say("Captured"),
    "active": say("Must or may go on"),
    "winning": say("Won with"),
    "threatened": say("In danger"),
    "surrounded": say("Surrounded"),
}


def player_names(view: View, names: Sequence[str] | None) -> tuple[str, ...]:
    """The players' names; the seat's own name where there is none."""
    given = tuple(names or ())
    return tuple(
        given[i] if i < len(given) and given[i] else seat.name for i, seat in enumerate(view.seats)
    )


def renamed(text: str, view: View, names: Sequence[str] | None) -> str:
    """The text with the seats' own names replaced by the players'.

    A Phrase stays one: the names are replaced in its values.
    """
    return renaming(view, names)(text)


def renaming(view: View, names: Sequence[str] | None) -> Callable[[str], str]:
    """Make a function that replaces names as `renamed` does, for many texts. A text without any
    stays as it is.
    """
    players = dict(zip((seat.name for seat in view.seats), player_names(view, names), strict=True))
    own = sorted(filter(None, players), key=len, reverse=True)
    if not own or all(players[name] is name for name in own):
        return lambda text: text
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, own))})(?!\w)")
    return lambda text: _replaced(text, players, pattern)


def _replaced(text: str, players: Mapping[str, str], own: re.Pattern[str]) -> str:
    if text in players:
        return players[text]
    if isinstance(text, Phrase):
        return text.with_values(
            lambda value: _replaced(value, players, own) if isinstance(value, str) else value
        )
    return own.sub(lambda match: players[match[0]], text)


def tally_text(tally: Tally) -> str:
    """Such as `captured 3` or `pen 2 of 3`, or its own text."""
    if tally.text:
        return tally.text
    if tally.goal is None:
        return say("{name} {count}", name=tally.name, count=tally.count)
    return say("{name} {count} of {goal}", name=tally.name, count=tally.count, goal=tally.goal)


def words(view: View, names: Sequence[str] | None = None, translate: Translator = str) -> str:
    """The position in words, one fact a line, translated by `translate`."""
    players, rename = player_names(view, names), renaming(view, names)
    sites = {
        site.id: site if name is site.name else dataclasses.replace(site, name=name)
        for site in view.sites
        for name in [rename(site.name)]
    }
    facts = [rename(view.status), *turn_facts(view, players)]
    facts += [
        mark_fact(mark, sites[mark.site])
        for mark in dict.fromkeys(view.marks)
        if mark.kind != "surrounded"
    ]
    facts += surrounded_facts(view, players, sites)
    heaps = heap_texts(view)
    facts += [
        piece_fact(piece, sites[piece.site])
        for piece in sorted(view.pieces, key=lambda piece: piece.owner is not None)
        if piece.site not in heaps
    ]
    lying = {piece.site for piece in view.pieces}
    facts += [
        say("{site}: {pieces}", site=sites[site].name, pieces=heap)
        for site, heap in heaps.items()
        if site in lying or is_pit(sites[site])
    ]
    facts += [
        say("{start} points to {end}", start=sites[arrow.start].name, end=sites[arrow.end].name)
        for arrow in view.arrows
    ]
    facts += [
        fact
        for seat, player in zip(view.seats, players, strict=True)
        for fact in seat_facts(seat, player)
    ]
    facts += [hand_fact(hand, item, players) for hand in view.hands for item in hand.items]
    facts += [say("You may choose: {button}", button=button.label) for button in view.drawn_buttons]
    return "\n".join(sentence(translate(fact)) for fact in facts if fact)


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    shown = " ".join(text.split())
    return shown[:1].upper() + shown[1:] + ("" if shown.endswith((".", "!", "?")) else ".")


def turn_facts(view: View, players: Sequence[str]) -> Iterator[str]:
    """The seats to move, where the status does not name them already."""
    for seat in view.movers:
        own = view.seats[seat].name
        if own == players[seat]:
            if not str(view.status).startswith(str(own)):
                yield say("It is the turn of {player}", player=own)
        else:
            yield say(
                "It is the turn of {player}, who plays {seat}", player=players[seat], seat=own
            )


def mark_fact(mark: Mark, site: Site) -> str:
    return say("{mark}: {site}", mark=MARK_WORDS[mark.kind], site=site.name)


def surrounded_facts(
    view: View, players: Sequence[str], sites: Mapping[str, Site]
) -> Iterator[str]:
    """The points that each seat surrounds, where they are marked."""
    for seat, player in zip(view.seats, players, strict=True):
        names = [
            sites[mark.site].name
            for mark in view.marks
            if mark.kind == "surrounded" and mark.colour == seat.colour
        ]
        if names:
            yield say("{player} surrounds {sites}", player=player, sites=", ".join(names))


def heap_texts(view: View) -> dict[str, str]:
    """The content of each site that holds many pieces, by the site's id: such as `4 seeds`, and of
    an empty pit `no seeds`; in a column, the name of its pieces and their number.
    """
    lying: dict[str, list[str]] = {site.id: [] for site in view.sites if holds_many(site)}
    for piece in view.pieces:
        if piece.site in lying:
            lying[piece.site].append(piece.name)
    pits = {site.id for site in view.sites if is_pit(site)}
    return {
        site: heap_text(len(names)) if site in pits else column_text(names)
        for site, names in lying.items()
    }


def heap_text(count: int) -> str:
    return counted("{n} seed", "{n} seeds", count) if count else say("no seeds")


def column_text(names: Sequence[str]) -> str:
    if not names:
        return say("empty")
    return say("{count} × {piece}", count=len(names), piece=names[0])


def piece_fact(piece: Piece, site: Site) -> str:
    if site.kind == "lamp":
        return say("lamp {site} shows {piece}", site=site.name, piece=piece.name)
    if site.kind == "die":
        return piece.name
    if site.kind == "place":
        return say("{site}: {piece}", site=site.name, piece=piece.name)
    return say("{piece} on {site}", site=site.name, piece=piece.name)


def seat_facts(seat: SeatView, player: str) -> Iterator[str]:
    for fact in (*map(tally_text, seat.tallies), seat.note):
        if fact:
            yield say("{player}: {fact}", player=player, fact=fact)


def hand_fact(hand: Hand, item: HandItem, players: Sequence[str]) -> str:
    player = say("Everyone who chooses") if hand.owner is None else players[hand.owner]
    if item.count is None:
        return say("{player} can take {item}", player=player, item=item.name)
    if item.count == 0:
        return say("{player} has none left of {item}", player=player, item=item.name)
    return say(
        "{player} has {count} left of {item}", player=player, count=item.count, item=item.name
    )
