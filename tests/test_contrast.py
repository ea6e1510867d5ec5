"""How well pieces stand out from their cells, measured on pixels that a browser drew."""

from __future__ import annotations

import base64
import dataclasses
import random
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser

import ludarium
from ludarium.draw.board_styles import BOARD_STYLES
from ludarium.draw.piece_sets import PIECE_SETS
from ludarium.draw.scene import paints_css, still
from ludarium.rules.view import Piece, Site, View
from playing import drawn

LEAST = 3.0  # what the web's accessibility guidelines ask of graphics (WCAG 2.2, 1.4.11)
ENCLOSED = 0.55  # of the area of a piece, as of a pale one whose dark rim is lost on a dark cell
WIDTH = 360  # CSS pixels of a board, as on a phone
PLIES = 40

# Crops the square of each piece out of both pictures, and lets what is less than `least` apart from
# the bare board flow in from the square's border. What it does not reach is what is seen of the
# piece by somebody who sees no smaller differences.
MEASURE = """async ({ bare, full, squares, least }) => {
  const read = async (data) => {
    const image = await createImageBitmap(await (await fetch(data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context;
  };
  const linear = (part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = (data, at) =>
    0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
  const [ground, drawn] = [await read(bare), await read(full)];
  return squares.map(([x, y, side]) => {
    const [one, other] = [ground, drawn].map((from) => from.getImageData(x, y, side, side).data);
    const contrast = Array.from({ length: side * side }, (_, at) => {
      const [low, high] = [luminance(one, 4 * at), luminance(other, 4 * at)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    });
    const reached = new Uint8Array(side * side);
    const open = [];
    const reach = (column, row) => {
      const at = row * side + column;
      if (column < 0 || row < 0 || column >= side || row >= side) return;
      if (reached[at] || contrast[at] >= least) return;
      reached[at] = 1;
      open.push([column, row]);
    };
    for (let at = 0; at < side; at += 1) {
      for (const [column, row] of [[at, 0], [at, side - 1], [0, at], [side - 1, at]]) {
        reach(column, row);
      }
    }
    while (open.length) {
      const [column, row] = open.pop();
      for (const [right, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        reach(column + right, row + down);
      }
    }
    const seen = reached.reduce((sum, one) => sum + !one, 0);
    return seen / contrast.reduce((sum, one) => sum + (one > 1.05), 0);
  });
}"""


def ground_of(view: View, site: Site) -> tuple[object, ...]:
    """The properties of a site that its appearance depends on."""
    joined = any(site.id in line for line in view.lines)
    return view.surface, site.kind, site.dark, joined


def placed_pieces() -> list[tuple[str, View, Piece]]:
    """Each look of all games' pieces on each kind of ground on which it came to lie, once."""
    found: dict[tuple[object, ...], tuple[str, View, Piece]] = {}
    source = random.Random(1)
    for name in ludarium.names():
        position = ludarium.start(name)
        for _ in range(PLIES):
            view = position.view
            sites = {site.id: site for site in view.sites}
            for piece in view.pieces:
                key = (piece.shape, piece.colour, *ground_of(view, sites[piece.site]))
                found.setdefault(key, (name, view, piece))
            if position.over:
                break
            if position.by_chance:
                position = position.play(position.outcome(source))
            else:
                moves = {seat: source.choice(position.legal_for(seat)) for seat in position.movers}
                position = position.play(moves)
    return list(found.values())


@pytest.fixture(scope="module")
def pieces() -> list[tuple[str, View, Piece]]:
    return placed_pieces()


def measured(
    browser: Browser,
    pieces: list[tuple[str, View, Piece]],
    scheme: Literal["light", "dark"],
    style: str = "",
    board: str = "own",
    chosen: str = "carved",
) -> list[float]:
    """The part of the area of each piece that is enclosed by what stands out from the board.

    style: a further style sheet. board, chosen: the board and the set of pieces.

    Shadows are left out, and so are lines that pieces stand on, which cross the rims of those.
    """

    def sheet(*, bare: bool) -> str:
        views = [
            dataclasses.replace(view, pieces=() if bare else (piece,), marks=(), arrows=())
            for _, view, piece in pieces
        ]
        pictures = "".join(f"<div>{still(view, sets=True)}</div>" for view in views)
        return f"""<!doctype html><html data-boards="{board}" data-pieces="{chosen}">
            <style>{paints_css()} {style}
            body {{ margin: 0; display: flex; flex-wrap: wrap; width: {6 * WIDTH}px }}
            div {{ width: {WIDTH}px; height: {WIDTH * 1.2}px; overflow: hidden }}
            .lud-board {{ width: 100%; height: auto; overflow: visible }}
            .lud-fill-shadow, .lud-surface > .lud-stroke-engraved,
            .lud-surface > .lud-stroke-engraved-light, [data-layer="plates"] {{ display: none }}
            </style><body>{pictures}"""

    context = browser.new_context(
        viewport={"width": 6 * WIDTH, "height": 800}, device_scale_factor=2, color_scheme=scheme
    )
    page = context.new_page()
    shots: list[str] = []
    squares: list[Any] = []
    for bare in (True, False):
        page.set_content(sheet(bare=bare))
        if not bare:
            squares = page.locator("[data-piece]").evaluate_all(
                """(pieces) => pieces.map((piece) => {
                    const box = piece.getBoundingClientRect();
                    const side = 1.15 * Math.max(box.width, box.height);
                    return [
                        box.x + box.width / 2 - side / 2,
                        box.y + box.height / 2 - side / 2,
                        side,
                    ].map((length) => Math.round(2 * length));
                })"""
            )
        shots.append(base64.b64encode(page.screenshot(full_page=True)).decode())
    without, drawn_with = (f"data:image/png;base64,{shot}" for shot in shots)
    found: list[float] = page.evaluate(
        MEASURE, {"bare": without, "full": drawn_with, "squares": squares, "least": LEAST}
    )
    context.close()
    return found


BOARDS_AND_SETS = [
    *(("own", chosen) for chosen in PIECE_SETS),
    *((board, "carved") for board in BOARD_STYLES),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("board", "chosen"), drawn(BOARDS_AND_SETS, 2))
def test_pieces_stand_out(
    browser: Browser,
    pieces: list[tuple[str, View, Piece]],
    scheme: Literal["light", "dark"],
    board: str,
    chosen: str,
) -> None:
    """Of all games: what is at least 3:1 apart from its ground encloses a piece."""
    found = measured(browser, pieces, scheme, board=board, chosen=chosen)
    assert len(found) == len(pieces) > 50
    faint = {
        (name, piece.colour, piece.shape, piece.site): round(seen, 2)
        for (name, _, piece), seen in zip(pieces, found, strict=True)
        if seen < ENCLOSED and piece.shape != "dead"  # which is to look faded
    }
    assert not faint


def test_faint_pieces_are_noticed(browser: Browser) -> None:
    """Ivory on a pale cell, ebony on a dark one, both with rims of the colour of the cell."""
    view = ludarium.start("chess").view
    for colour, cell in (("ivory", "#c6bfb0"), ("ebony", "#5c564b")):
        pieces = [("chess", view, piece) for piece in view.pieces if piece.colour == colour]
        paints = ";".join(f"--lud-{paint}:{cell}" for paint in ("cell", "cell-dark", "ebony-rim"))
        style = f":is(.lud-board, .lud-look) {{ {paints}; --lud-ebony: #312b27 }}"
        assert max(measured(browser, pieces, "light", style)) < ENCLOSED
