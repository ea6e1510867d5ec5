"""A whole game as one picture that moves: SVG that stands alone as a file, in a page and as an
image.

What stays is drawn once, and so is every piece. What changes from move to move (marks, arrows,
names, the status line) is drawn once for each way that it ever looks, and shown while it looks so.
All movements are declared (SMIL); nothing is a script.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from html import escape

from ludarium.draw.boards import arrow_art, ground_art, plate_arts
from ludarium.draw.layout import WIDTH as BOARD_WIDTH
from ludarium.draw.layout import Plan, ground_of, plan_of
from ludarium.draw.localiser import Voice, voice_for
from ludarium.draw.marks import mark_art
from ludarium.draw.panels import GAP, MARGIN, WIDTH, Drawn, seat_bar, status_lines
from ludarium.draw.pen import FONTS, Pen, Theme, clean
from ludarium.draw.pieces import Look, look_art, look_of
from ludarium.draw.pits import points_of
from ludarium.draw.scene import identity
from ludarium.draw.svg import dark_style
from ludarium.phrases import Translator
from ludarium.rules.view import View

__all__ = ["animation"]

LONGEST_MOVE = 0.35  # seconds
PAUSE = 3.0  # on the last position, in seconds
EASE = ".4 0 .2 1"


def animation(
    views: Iterable[View],
    names: Sequence[str] | None = None,
    theme: Theme = "auto",
    seconds_per_move: float = 1.0,
    translate: Translator = str,
) -> str:
    """The positions in their order, again and again, with a pause on the last one.

    theme: "auto" follows the reader's system. names: the players', by default those of the seats.
    translate: puts text into a language.
    """
    shown = list(views)
    pen = Pen("dark" if theme == "dark" else "light")
    film = Film(pen, len(shown), seconds_per_move)
    voice = voice_for(shown[0], names, translate)
    parts, height = sheet(film, shown, voice)
    drawn = pen("rect", kind="ground", fill="ground", width=WIDTH, height=height, rx=16) + parts
    return pen(
        "svg",
        pen("title", escape(clean(voice.say(shown[-1].status)))),
        dark_style(drawn) if theme == "auto" else "",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        kind=f"picture lud-{theme} lud-{shown[0].surface}",
        viewBox=f"0 0 {WIDTH} {height:g}",
        role="img",
        font_family=FONTS,
    )


@dataclasses.dataclass(frozen=True)
class Film:
    """The timing of an animated picture."""

    pen: Pen
    count: int
    """The number of positions."""
    step: float
    """The seconds that each position is shown."""

    @property
    def length(self) -> float:
        return self.count * self.step + PAUSE

    @property
    def move(self) -> float:
        """The seconds that a piece moves."""
        return min(LONGEST_MOVE, self.step / 2)

    def during(self, art: str, plies: Iterable[int]) -> str:
        """The art, shown at these positions only."""
        shown = set(plies)
        if len(shown) == self.count or not art:
            return art
        changes = [
            ply for ply in range(self.count) if ply == 0 or (ply in shown) != (ply - 1 in shown)
        ]
        frames = [(ply * self.step, "visible" if ply in shown else "hidden") for ply in changes]
        hidden = "hidden" if self.count - 1 not in shown else None
        return self.pen(
            "g", self.animate("visibility", frames, calcMode="discrete"), art, visibility=hidden
        )

    def variants(self, arts: Iterable[tuple[str, int]]) -> str:
        """Show each of these arts during the position that it belongs to."""
        plies: dict[str, list[int]] = {}
        for art, ply in arts:
            plies.setdefault(art, []).append(ply)
        return "".join(self.during(art, shown) for art, shown in plies.items())

    def animate(self, attribute: str, frames: Sequence[tuple[float, str]], **how: str) -> str:
        """The attribute's values at these times, in seconds."""
        times = ";".join(
            f"{seconds / self.length:.5f}".rstrip("0").rstrip(".") for seconds, _ in frames
        )
        values = ";".join(value for _, value in frames)
        kind = "animateTransform" if attribute == "transform" else "animate"
        return self.pen(
            kind,
            attributeName=attribute,
            **how,
            values=values,
            keyTimes=times,
            dur=f"{self.length:g}s",
            repeatCount="indefinite",
        )

    def eased(self, attribute: str, frames: Sequence[tuple[float, str]], **how: str) -> str:
        """Values with soft changes between them, the last one until the end."""
        whole = [*frames, (self.length, frames[-1][1])]
        return self.animate(
            attribute,
            whole,
            **how,
            calcMode="spline",
            keySplines=";".join([EASE] * (len(whole) - 1)),
        )


def sheet(film: Film, views: Sequence[View], voice: Voice) -> Drawn:
    """All that is drawn, from the top down, and its height.

    Whoever sits opposite comes above the board; around a table, nobody does.
    """
    parts: list[str] = []
    bottom = float(MARGIN)

    def add(draw: Callable[[float, View], Drawn]) -> None:
        nonlocal bottom
        drawn = [draw(bottom, view) for view in views]
        parts.append(film.variants((art, ply) for ply, (art, _) in enumerate(drawn)))
        bottom += max(height for _, height in drawn) + GAP

    def seat(number: int) -> Callable[[float, View], Drawn]:
        return lambda top, view: seat_bar(film.pen, top, view, number, voice)

    def status(top: float, view: View) -> Drawn:
        return status_lines(film.pen, top, voice.say(view.status))

    seats = list(range(len(views[0].seats))) if views[0].surface != "table" else []
    for number in seats[:0:-1]:
        add(seat(number))
    if views[0].sites:
        plans = [plan_of(ground_of(view)) for view in views]
        place = f"translate({(WIDTH - BOARD_WIDTH) / 2:g} {bottom:g})"
        parts.append(film.pen("g", *board_layers(film, views, plans, voice), transform=place))
        bottom += max(plan.board.high for plan in plans) + GAP
    for number in seats[:1]:
        add(seat(number))
    add(status)
    return "".join(parts), bottom - GAP + MARGIN


def board_layers(
    film: Film, views: Sequence[View], plans: Sequence[Plan], voice: Voice
) -> list[str]:
    """The board, or boards where it changes, and what is on it, layer by layer."""
    pen, plies = film.pen, list(enumerate(zip(views, plans, strict=True)))
    marks = ((mark_art(pen, plan, mark), ply) for ply, (view, plan) in plies for mark in view.marks)
    arrows = (
        (arrow_art(pen, plan, arrow), ply) for ply, (view, plan) in plies for arrow in view.arrows
    )
    return [
        film.variants((ground_art(pen, plan), ply) for ply, plan in enumerate(plans)),
        film.variants(
            (plate_arts(pen, plan, voice.players, view.movers, view.pieces), ply)
            for ply, (view, plan) in plies
        ),
        film.variants(marks),
        *(track.art(film) for track in tracks_of(views, plans)),
        film.variants(arrows),
    ]


@dataclasses.dataclass
class PieceTrack:
    """The track of one piece: its point in each position, or None where it is not on the board."""

    name: str
    look: Look
    scale: float
    turn: float
    """The angle of a wall, in degrees."""
    spots: list[tuple[float, float] | None]

    @property
    def order(self) -> tuple[bool, float]:
        """The sort key of the drawing order: tall pieces rise over those behind them."""
        return self.look.shape == "figure", next(spot[1] for spot in self.spots if spot)

    def art(self, film: Film) -> str:
        pen = film.pen
        path, visible = self.path(film), self.visible(film)
        moves = film.eased("transform", path, type="translate") if len(path) > 1 else ""
        fades = film.eased("opacity", visible) if len(visible) > 1 else ""
        turned = f"rotate({self.turn:.4g}) " if self.turn else ""
        piece = pen("g", look_art(pen, self.look), transform=f"{turned}scale({self.scale:.4g})")
        faded = None if self.spots[-1] else 0
        return pen(
            "g",
            moves,
            fades,
            piece,
            kind="piece",
            data_piece=self.name,
            transform=f"translate({path[-1][1]})",
            opacity=faded,
        )

    def path(self, film: Film) -> list[tuple[float, str]]:
        """The points by time.

        One that comes back from nowhere is at its new point before it is seen.
        """
        frames: list[tuple[float, str]] = []
        for ply, spot in enumerate(self.spots):
            if spot is None:
                continue
            point, start = f"{spot[0]:.1f} {spot[1]:.1f}", ply * film.step
            if not frames:
                frames.append((0, point))
            elif frames[-1][1] != point:
                begin = start if self.spots[ply - 1] else start - film.move
                frames += [(begin, frames[-1][1]), (begin + film.move, point)]
        return frames

    def visible(self, film: Film) -> list[tuple[float, str]]:
        """The opacity by time."""
        frames = [(0.0, "1" if self.spots[0] else "0")]
        for ply, spot in enumerate(self.spots):
            opacity = "1" if spot else "0"
            if opacity != frames[-1][1]:
                frames += [(ply * film.step, frames[-1][1]), (ply * film.step + film.move, opacity)]
        return frames


def tracks_of(views: Sequence[View], plans: Sequence[Plan]) -> list[PieceTrack]:
    """The tracks of all pieces, in the order in which they are drawn."""
    tracks: dict[tuple[object, ...], PieceTrack] = {}
    for ply, (view, plan) in enumerate(zip(views, plans, strict=True)):
        for piece, point in zip(view.pieces, points_of(view.pieces, plan), strict=True):
            name, look = identity(piece, plan), look_of(piece)
            scale = plan.piece_size(piece.site) / 100
            turn = plan.turn(piece.site) if piece.shape == "wall" else 0.0
            track = tracks.setdefault(
                (name, look, scale, turn), PieceTrack(name, look, scale, turn, [None] * len(views))
            )
            track.spots[ply] = point
    return sorted(tracks.values(), key=lambda track: track.order)
