"""A View as a scene: what a program needs to draw a position piece by piece, as plain data that is
ready for JSON.

What stays while pieces move (the board) and what pieces look like have keys, so that they need to
be sent only once. Their SVG has no ids, no scripts and no style of its own: its colours are
attributes, over which `paints_css` puts those of light and dark.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from typing import Any

from ludarium.draw.board_styles import BOARD_STYLES
from ludarium.draw.boards import arrow_arts, ground_art, mark_arts, pieces_art, plate_arts, stacked
from ludarium.draw.columns import fitting
from ludarium.draw.layout import WIDTH, Plan, ground_of, is_column, plan_of
from ludarium.draw.localiser import Voice, voice_for
from ludarium.draw.material import captured, lead
from ludarium.draw.palette import PAINTS, Tone
from ludarium.draw.pen import FONTS, Pen
from ludarium.draw.piece_sets import PIECE_SETS, look_sets
from ludarium.draw.pieces import Look, look_art, look_key, look_of
from ludarium.draw.svg import dark_style
from ludarium.draw.words import heap_texts
from ludarium.phrases import Translator
from ludarium.rules.view import Button, Hand, Piece, SeatView, Site, View

__all__ = ["board", "paints_css", "picture", "scene", "size", "still"]

Data = dict[str, Any]
EDGE_REACH = 0.35  # of what is touched of an edge, as a part of its length: up to that of another
PEN = Pen()


def board(view: View, names: Sequence[str] | None = None, translate: Translator = str) -> Data:
    """The static part of the scene: the board's key, picture and sites.

    names: the players' names, by default those of the seats. translate: translates a text into the
    reader's language.
    """
    return dict(board_data(plan_of(ground_of(view)), voice_for(view, names, translate)))


def scene(
    view: View,
    names: Sequence[str] | None = None,
    translate: Translator = str,
    start: View | None = None,
) -> Data:
    """The scene of a position.

    names: the players' names, by default those of the seats. translate: translates a text into the
    reader's language. start: the View at the start, from which captured pieces are told.

    Pieces come in drawing order; `heaps` says how many there are in each pit, by its id. A piece on
    a place for a choice, or for a die, has the place's identity: the card that is put there face
    down and the one revealed are the same piece, and so is a die that is thrown again.
    """
    plan, voice = plan_of(ground_of(view)), voice_for(view, names, translate)
    looks = {look_of(piece) for piece in view.pieces}
    looks |= {look_of(item) for hand in view.hands for item in hand.items}
    looks |= {look for button in view.drawn_buttons if (look := button_look(button))}
    looks |= {chip_of(seat) for seat in view.seats}
    gone = [captured(start, view, seat) if start else () for seat in range(len(view.seats))]
    looks |= {look_of(one.piece) for pieces in gone for one in pieces}
    keys = {look: look_key(look) for look in looks}
    return {
        "movers": list(view.movers),
        "task": voice.translated(view.task),
        "board": dict(board_data(plan, voice)),
        "looks": {key: look_sets(PEN, look) for look, key in keys.items()},
        "pieces": [
            piece_data(piece, point, plan, keys[look_of(piece)], voice)
            for piece, point in stacked(view.pieces, plan)
        ],
        "heaps": {site: voice.say(text) for site, text in heap_texts(view).items()},
        "layers": {
            "plates": plate_arts(PEN, plan, voice.players, view.movers, view.pieces),
            "marks": mark_arts(PEN, plan, view.marks),
            "arrows": arrow_arts(PEN, plan, view.arrows),
        },
        "hands": [hand_data(hand, keys, voice) for hand in view.hands],
        "buttons": [
            {
                "id": button.id,
                "label": voice.translated(button.label),
                "question": voice.translated(button.question) if button.question else "",
                "look": keys[look] if (look := button_look(button)) else None,
            }
            for button in view.drawn_buttons
        ],
        "seats": [
            {
                **seat_data(seat, player, keys, voice),
                "captured": [
                    {
                        "look": keys[look_of(piece)],
                        "name": voice.translated(piece.name, renaming=False),
                        "count": count,
                    }
                    for piece, count in taken
                ],
                "lead": lead(view, number),
            }
            for number, (seat, player, taken) in enumerate(
                zip(view.seats, voice.players, gone, strict=True)
            )
        ],
    }


@functools.lru_cache(maxsize=512)
def board_data(plan: Plan, voice: Voice) -> Data:
    sites = [
        {
            "id": site.id,
            "x": round(plan.spots[site.id][0], 1),
            "y": round(plan.spots[site.id][1], 1),
            "r": round((EDGE_REACH if site.ends else 0.5) * plan.size(site.id), 1),
            "name": voice.translated(site.name),
            "kind": site.kind,
            "owner": site.owner,
            "turn": plan.turn(site.id),
            **column_data(plan, site),
        }
        for site in plan.ground.sites
    ]
    drawn = empty_board(plan)
    key = hashlib.blake2s(f"{drawn}{sites}".encode(), digest_size=5).hexdigest()
    return {"key": key, "width": WIDTH, "height": plan.height, "svg": drawn, "sites": sites}


def column_data(plan: Plan, site: Site) -> Data:
    """The column of a site, if any: the end of a full one, and the number of pieces that fit."""
    if not is_column(site):
        return {}
    x, y = plan.reaches[site.id]
    return {"column": {"x": round(x, 1), "y": round(y, 1), "fits": fitting(plan, site)}}


@functools.lru_cache(maxsize=256)
def empty_board(plan: Plan) -> str:
    return board_svg(plan)


def board_svg(plan: Plan, *, alone: bool = False, **layers: str) -> str:
    """The board with groups for what is drawn on it, in this order.

    alone: whether it brings its dark colours along, as in a file of its own.
    """
    groups = (
        PEN("g", layers.get(name, ""), data_layer=name)
        for name in ("plates", "marks", "targets", "pieces", "arrows", "hits")
    )
    drawn = ground_art(PEN, plan) + "".join(groups)
    return PEN(
        "svg",
        dark_style(drawn) if alone else "",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        kind=f"board lud-{plan.ground.surface}{' lud-auto' if alone else ''}",
        viewBox=f"0 0 {WIDTH} {plan.height:g}",
        font_family=FONTS,
    )


def still(
    view: View,
    names: Sequence[str] | None = None,
    translate: Translator = str,
    *,
    sets: bool = False,
) -> str:
    """The board as it stands, in one SVG element of a page with `paints_css`.

    sets: whether the pieces are those of the set that the reader chose.
    """
    return stands(view, names, translate, sets=sets)


def picture(view: View, names: Sequence[str] | None = None, translate: Translator = str) -> str:
    """The board as it stands, as an SVG file that follows the reader's light or dark."""
    return stands(view, names, translate, alone=True)


def size(view: View) -> tuple[int, int]:
    """The width and the height of both, in picture units."""
    return WIDTH, round(plan_of(ground_of(view)).height)


def stands(
    view: View,
    names: Sequence[str] | None,
    translate: Translator,
    *,
    alone: bool = False,
    sets: bool = False,
) -> str:
    plan = plan_of(ground_of(view))
    return board_svg(
        plan,
        alone=alone,
        plates=plate_arts(
            PEN, plan, voice_for(view, names, translate).players, view.movers, view.pieces
        ),
        marks=mark_arts(PEN, plan, view.marks),
        pieces=pieces_art(PEN, plan, view.pieces, look_sets if sets else look_art),
        arrows=arrow_arts(PEN, plan, view.arrows),
    )


def piece_data(
    piece: Piece, point: tuple[float, float], plan: Plan, look: str, voice: Voice
) -> Data:
    x, y = point
    return {
        "id": identity(piece, plan),
        "site": piece.site,
        "x": round(x, 1),
        "y": round(y, 1),
        "scale": round(plan.piece_size(piece.site) / 100, 4),
        "turn": plan.turn(piece.site) if piece.shape == "wall" else 0.0,
        "look": look,
        "name": voice.translated(piece.name, renaming=False),
        "rolls": rolls(piece),
    }


def rolls(piece: Piece) -> bool:
    """Return whether the piece is a die that a seat threw; one of nobody lies, as in a bid."""
    return piece.shape == "die" and piece.glyph is not None and piece.owner is not None


def identity(piece: Piece, plan: Plan) -> str:
    prefix = {"place": "card", "die": "die"}.get(plan.sites[piece.site].kind)
    return f"{prefix}:{piece.site}" if prefix else piece.id


def hand_data(hand: Hand, keys: dict[Look, str], voice: Voice) -> Data:
    items = [
        {
            "id": item.id,
            "look": keys[look_of(item)],
            "name": voice.translated(item.name, renaming=False),
            "letter": item.letter,
            "count": item.count,
        }
        for item in hand.items
    ]
    return {"owner": hand.owner, "items": items}


def button_look(button: Button) -> Look | None:
    """The piece on the button, if any."""
    return Look(button.shape, button.colour) if button.shape else None


def chip_of(seat: SeatView) -> Look:
    """The counter that stands for a seat."""
    return Look("counter", seat.colour)


def seat_data(seat: SeatView, player: str, keys: dict[Look, str], voice: Voice) -> Data:
    tallies = [
        {
            "name": voice.translated(tally.name),
            "letter": tally.letter,
            "count": tally.count,
            "goal": tally.goal,
            "text": voice.translated(tally.text) if tally.text else "",
        }
        for tally in seat.tallies
    ]
    return {
        "name": str(voice.translate(seat.name)),
        "player": player,
        "colour": seat.colour,
        "look": keys[chip_of(seat)],
        "note": voice.translated(seat.note) if seat.note else "",
        "tallies": tallies,
    }


@functools.cache
def paints_css() -> str:
    """The style sheet for boards and pieces in a page: the colours of light, and those of dark
    where the reader prefers dark; those of the board, and the set of pieces, that the page's root
    names in `data-boards` and `data-pieces`.
    """

    def values(tone: Tone) -> str:
        changed = {
            paint: colour
            for paint, colour in PAINTS[tone].items()
            if tone == "light" or colour != PAINTS["light"][paint]
        }
        return painted("", changed) + "".join(
            painted(f'[data-boards="{name}"] ', paints[tone])
            for name, paints in BOARD_STYLES.items()
        )

    def painted(root: str, paints: dict[str, str]) -> str:
        colours = ";".join(f"--lud-{paint}:{colour}" for paint, colour in paints.items())
        return f"{root}.lud-board,{root}.lud-look{{{colours}}}"

    uses = (
        f":is(.lud-board,.lud-look) .lud-{use}-{paint}{{{use}:var(--lud-{paint})}}"
        for paint in PAINTS["light"]
        for use in ("fill", "stroke")
    )
    dark = f"@media (prefers-color-scheme:dark){{{values('dark')}}}"
    sets = (
        f'[data-pieces="{name}"] .lud-not-{name}{{display:none}}'
        f'[data-pieces="{name}"] .lud-set-{name}{{display:inline}}'
        for name, arts in PIECE_SETS.items()
        if arts
    )
    labels = (
        '[data-coordinates="none"] .lud-labels,[data-coordinates="inside"] .lud-outside'
        "{display:none}",
        '[data-coordinates="inside"] .lud-inside{display:inline}',
    )
    return "\n".join((values("light"), dark, *uses, *sets, *labels, ""))
