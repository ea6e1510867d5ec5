"""Views of all games, drawn: everything that a View has must be found in the picture, in the
terminal and in the words.
"""

from __future__ import annotations

import io
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator

import pytest
from rich.console import Console

import ludarium
from ludarium import catalogue
from ludarium.draw.board_styles import BOARD_STYLES
from ludarium.draw.palette import PAINTS, TEXT_ON, contrast
from ludarium.draw.pen import Theme
from ludarium.draw.svg import svg
from ludarium.draw.terminal import on_lattice, terminal
from ludarium.draw.words import words
from ludarium.rules import generic
from ludarium.rules.view import Site, View
from playing import DISTINCT

NAMES = (
    "<b>Ana & Co</b>",
    'Petr "Péťa"',
    "Maximiliána von und zu Hohenlohe-Langenburg",
    "D\x07]]>",
    "李",
)
THEMES: tuple[Theme, ...] = ("auto", "light", "dark")


def views(name: str, seats: int) -> Iterator[View]:
    """Positions of a random game: the first one, some in the middle, the last one."""
    game = catalogue.find(name)
    choose = random.Random(7)
    state = game.start(game.ruleset(), seats)
    yield game.view(state, None, None)
    for ply in range(1, 301):
        if not generic.movers(state):
            break
        action = generic.nth_joint(state, choose.randrange(generic.joint_count(state)))
        before, state = state, generic.play(state, action)
        if ply % 12 == 5 or not generic.movers(state):
            yield game.view(state, before, action)


CASES = [(name, seats) for name in DISTINCT for seats in sorted(set(catalogue.find(name).seats))]


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def positions(request: pytest.FixtureRequest) -> list[View]:
    return list(views(*request.param))


def shown(view: View, width: int = 80) -> str:
    """The terminal text without colours."""
    console = Console(width=width, color_system=None, file=io.StringIO())
    with console.capture() as capture:
        console.print(terminal(view))
    return capture.get()


@pytest.mark.parametrize("theme", THEMES)
def test_picture_has_all_that_can_be_touched(positions: list[View], theme: Theme) -> None:
    for view in positions:
        picture = ET.fromstring(svg(view, theme=theme))

        def attribute(name: str, picture: ET.Element = picture) -> list[str]:
            return [element.attrib[name] for element in picture.iter() if name in element.attrib]

        assert attribute("data-site") == [site.id for site in view.sites]
        assert sorted(attribute("data-piece")) == sorted(piece.id for piece in view.pieces)
        assert sorted(attribute("data-hand")) == sorted(
            item.id for hand in view.hands for item in hand.items
        )
        assert attribute("data-button") == [button.id for button in view.buttons]
        assert sorted(attribute("data-seat")) == [str(seat) for seat in range(len(view.seats))]
        assert not attribute("id"), "two pictures on one page must not share ids"
        assert picture.attrib["aria-label"] == view.status
        classes = {name for value in attribute("class") for name in value.split()}
        assert all(name.startswith("lud-") for name in classes)


def test_everything_is_inside_of_the_picture(positions: list[View]) -> None:
    for view in positions:
        picture = ET.fromstring(svg(view))
        width, height = map(float, picture.attrib["viewBox"].split()[2:])
        for element in picture.iter():
            if "data-site" in element.attrib or "data-piece" in element.attrib:
                found = re.match(r"translate\((\S+) (\S+)\)", element.attrib["transform"])
                assert found
                assert 20 < float(found[1]) < width - 20
                assert 20 < float(found[2]) < height - 20


def test_names_are_escaped(positions: list[View]) -> None:
    view = positions[-1]
    names = NAMES[: len(view.seats)]
    drawn = svg(view, names=names)
    texts = " ".join(ET.fromstring(drawn).itertext())
    assert "<b>Ana & Co</b>" in texts
    assert "<b>" not in drawn
    assert "\x07" not in drawn


def test_baked_themes_have_no_style_sheet(positions: list[View]) -> None:
    view = positions[0]
    assert "prefers-color-scheme" in svg(view, theme="auto")
    assert "<style" not in svg(view, theme="light") + svg(view, theme="dark")
    assert PAINTS["light"]["ground"] in svg(view, theme="light")
    assert PAINTS["dark"]["ground"] in svg(view, theme="dark")


def test_words_tell_everything(positions: list[View]) -> None:
    for view in positions:
        said = words(view).casefold().splitlines()
        assert said[0].startswith(view.status.casefold())
        sites = {site.id: site.name.casefold() for site in view.sites}
        for piece in view.pieces:
            assert any(
                piece.name.casefold() in line and sites[piece.site] in line for line in said
            ), piece
        for seat in view.seats:
            for tally in seat.tallies:
                counts_one = tally.text or tally.goal or not tally.name.endswith("s")
                assert counts_one, "a plural noun beside a number has a text of its own"
                assert any(
                    line.startswith(
                        f"{seat.name.casefold()}: {tally.text or f'{tally.name} {tally.count}'}"
                    )
                    for line in said
                )
        turns = [line for line in said if "the turn of" in line]
        for mover in view.movers:  # each is told once
            own = view.seats[mover].name.casefold()
            by_status = said[0].startswith(own)
            assert sum(own in line for line in turns) == (not by_status)


def test_words_use_the_names_of_the_players() -> None:
    view = next(views("ahyoheek", 3))
    said = words(view, ["Ana", "Petr", "Eva"])
    assert "It is the turn of Petr, who plays Seat 2." in said
    assert "Eva: pen 0 of 3." in said


def test_terminal_shows_every_piece(positions: list[View]) -> None:
    for view in positions:
        text = shown(view)
        lines = text.rstrip("\n").splitlines()
        for seat in view.seats:
            assert seat.name in text
        assert view.status in text
        assert max(map(len, lines)) <= 80
        if any(site.reach for site in view.sites):
            assert_columns_are_shown(view, lines)
        elif on_lattice(view):
            heights = [site.y for site in view.sites]
            lowest_scale = 2 * (max(heights) - min(heights))
            assert len(lines) <= max(24, lowest_scale + 8)
            edges = {site.id for site in view.sites if site.ends}
            signs = "|" if edges else ""
            board = "\n".join(
                line
                for line in lines
                if line.strip(" ·[]()")[:1].isdigit() or set(line) & set(signs)
            )
            pieces = [piece for piece in view.pieces if piece.site not in edges]
            walls = len(view.pieces) - len(pieces)
            assert len(re.findall(r"-+|\|", board)) == walls, text
            letters = Counter(piece.letter for piece in pieces)
            if any(site.kind == "pit" for site in view.sites):  # numbers in place of pieces
                letters = Counter(map(str, Counter(piece.site for piece in pieces).values()))
            for letter, expected in letters.items():
                assert len(re.findall(rf"(?<!\w){letter}(?!\w)", board)) == expected, text


def assert_columns_are_shown(view: View, lines: list[str]) -> None:
    """As many letters as pieces; where they are more than fit, a number in place of the rest."""
    names = [seat.name for seat in view.seats]
    board = "\n".join(line for line in lines if not any(name in line for name in names))
    expected: Counter[str] = Counter()
    for site in view.sites:
        letters = [piece.letter for piece in view.pieces if piece.site == site.id]
        fits = 1 + round(abs(site.reach[1] - site.y)) if site.reach else 0
        if letters and site.reach:
            expected[letters[0]] += len(letters) if len(letters) <= fits else fits - 1
    for letter, count in expected.items():
        assert len(re.findall(rf"(?<!\w){letter}(?!\w)", board)) == count, board


@pytest.mark.parametrize(
    ("game", "counters"),
    [("awithlaknan-mosona", 12), ("kolowis-awithlaknannai", 23), ("satoel", 40)],
)
def test_terminal_shows_wide_and_high_boards_whole(game: str, counters: int) -> None:
    lines = shown(ludarium.start(game).view).splitlines()
    assert max(map(len, lines)) <= 80
    board = "\n".join(line for line in lines if line.strip()[:1].isdigit())
    assert [board.count(letter) for letter in "ox"] == [counters, counters]


def test_terminal_marks_the_last_move_without_colour(positions: list[View]) -> None:
    for view in positions[1:]:
        marks = {mark.site for mark in view.marks if mark.kind == "last"} - {
            mark.site for mark in view.marks if mark.kind in ("active", "winning")
        }
        sites: dict[str, Site] = {site.id: site for site in view.sites}
        shows = shown(view).count("[")
        assert shows >= len(marks & sites.keys())


@pytest.mark.parametrize(
    ("game", "ruleset", "moves", "won"),
    [
        ("connect4", None, "d c e c f c g", "d1 e1 f1 g1"),
        ("connect4", None, "a a b b c c e e d", "a1 b1 c1 d1 e1"),
        # b3 hangs together with the chain, but leads nowhere
        ("hex", "7", "d1 a1 d2 a2 c3 a3 b3 a4 c4 b5 c5 b6 c6 g7 c7", "d1 d2 c3 c4 c5 c6 c7"),
    ],
)
def test_what_won_is_marked(game: str, ruleset: str | None, moves: str, won: str) -> None:
    position = ludarium.start(game, ruleset)
    for move in moves.split():
        assert not [mark for mark in position.view.marks if mark.kind == "winning"]
        position = position.play(move)
    view = position.view
    assert position.over
    assert {mark.site for mark in view.marks if mark.kind == "winning"} == set(won.split())
    assert shown(view).count("<") == len(won.split()) + 1  # and once in the legend
    assert svg(view).count("lud-winning") == len(won.split())
    assert all(f"Won with: {site}." in words(view) for site in won.split())


@pytest.mark.parametrize("tone", ["light", "dark"])
def test_text_is_readable(tone: str) -> None:
    paints = PAINTS["dark" if tone == "dark" else "light"]
    for text, grounds in TEXT_ON.items():
        for ground in grounds:
            assert contrast(paints[text], paints[ground]) >= 4.5, (text, ground)
    for board in BOARD_STYLES.values():
        chosen = board["dark" if tone == "dark" else "light"]
        assert contrast(chosen["wood-text"], chosen["wood"]) >= 4.5
    for colour in ("ivory", "ebony", "brick", "green", "amber", "blue", "grey"):
        assert contrast(paints[colour], paints[f"{colour}-ink"]) >= 4.5, colour
        assert contrast(paints["card"], paints[f"{colour}-rim"]) >= 3 or colour == "ivory", colour
        assert contrast(paints["table"], paints[f"{colour}-lamp"]) >= 3, colour


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("game", ["go", "gomoku"])
def test_of_points_with_stars_only_these_are_marked(game: str) -> None:
    view = ludarium.start(game).view
    stars = [site for site in view.sites if site.glyph]
    assert stars
    assert svg(view).count('"lud-fill-hole"') == len(stars) < len(view.sites)


def test_points_of_a_board_without_stars_are_holes() -> None:
    view = ludarium.start("aiyawatstani").view
    assert svg(view).count('"lud-fill-hole"') == len(view.sites)
