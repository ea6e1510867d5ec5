"""Scenes and animations of all games: what a page is given to draw a position, and a game, piece by
piece.
"""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

import ludarium
from ludarium import catalogue
from ludarium.draw.animation import animation
from ludarium.draw.material import captured, lead
from ludarium.draw.palette import PAINTS
from ludarium.draw.scene import Data, board, paints_css, scene, still
from ludarium.play.position import Position, parse, start
from ludarium.rules import generic
from ludarium.rules.view import Label, SeatView, Site, View
from playing import DISTINCT

NAMES = ("<b>Ana & Co</b>", "Petr", "Maximiliána von und zu Hohenlohe-Langenburg", "D\x07]]>", "李")
CASES = [
    (name, seats)
    for name in DISTINCT
    for seats in sorted({*catalogue.find(name).seats, min(4, catalogue.find(name).seats[1])})
]
SVG = "{http://www.w3.org/2000/svg}"


def random_game(name: str, seats: int, most: int, seed: int = 3) -> Iterator[Position]:
    position = start(name, seats=seats)
    choose = random.Random(seed)
    yield position
    for _ in range(most):
        if position.over:
            break
        position = position.play_joint(
            generic.nth_joint(position.state, choose.randrange(generic.joint_count(position.state)))
        )
        yield position


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def game(request: pytest.FixtureRequest) -> list[Position]:
    name, seats = request.param
    return list(random_game(name, seats, most=60))


@pytest.fixture(scope="module")
def views(game: list[Position]) -> list[View]:
    return [position.view for position in game]


def fragments(shown: Data) -> Iterator[str]:
    yield shown["board"]["svg"]
    yield from shown["looks"].values()
    yield from shown["layers"].values()


def parsed(fragment: str) -> ET.Element:
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{fragment}</svg>')


# Turned Views


def taken(position: Position, seat: int) -> dict[str, int]:
    start = ludarium.start(position.game.name, position.ruleset.name, position.seats).view
    return {piece.name: number for piece, number in captured(start, position.view, seat)}


def test_captured_pieces_are_told_from_the_start() -> None:
    """A promoted pawn is not a captured one."""
    position = ludarium.start("chess")
    for move in ("a4", "b5", "axb5", "a6", "bxa6", "Bb7", "axb7", "h6", "bxa8=Q"):
        position = position.play(move)
    assert taken(position, 0) == {"black rook": 1, "black bishop": 1, "black pawn": 2}
    assert taken(position, 1) == {}
    assert (lead(position.view, 0), lead(position.view, 1)) == (18, 0)
    position = position.play("Nc6").play("Qxd8+").play("Kxd8")
    assert taken(position, 1) == {"white pawn": 1}


def test_what_is_captured_and_what_stands_is_what_there_was(game: list[Position]) -> None:
    """In all games, at each position."""
    begun = len(game[0].view.pieces)
    assert not any(taken(game[0], seat) for seat in range(game[0].seats))
    for position in game:
        gone = sum(sum(taken(position, seat).values()) for seat in range(position.seats))
        assert not gone or gone == begun - len(position.view.pieces)


def test_a_view_turned_all_around_is_the_same(views: list[View]) -> None:
    for view in views[::20]:
        seats = len(view.seats)
        assert view.seen_from(0) is view
        for seat in range(1, seats):
            turned = view
            for _ in range(seats):
                turned = turned.seen_from(seat)
            for before, after in zip(
                view.sites + view.labels, turned.sites + turned.labels, strict=True
            ):
                assert (after.x, after.y) == pytest.approx((before.x, before.y), abs=1e-6)


def test_who_looks_sits_at_the_lower_edge(views: list[View]) -> None:
    view = views[0]
    for seat in range(len(view.seats)):
        places = {site["id"]: site for site in board(view.seen_from(seat))["sites"]}
        own = [places[site.id]["y"] for site in view.sites if site.owner == seat]
        own += [places[piece.site]["y"] for piece in view.pieces if piece.owner == seat]
        others = [places[site.id]["y"] for site in view.sites if site.owner not in (None, seat)]
        others += [
            places[piece.site]["y"] for piece in view.pieces if piece.owner not in (None, seat)
        ]
        # at the start of some games nobody's side is nearer to anything
        assert not own or not others or sum(own) / len(own) >= sum(others) / len(others)


def test_distances_stay_when_the_view_turns(views: list[View]) -> None:
    view = views[-1]
    one, other = view.sites[0], view.sites[-1]
    for seat in range(len(view.seats)):
        sites = {site.id: site for site in view.seen_from(seat).sites}
        across, along = sites[one.id].x - sites[other.id].x, sites[one.id].y - sites[other.id].y
        assert across**2 + along**2 == pytest.approx(
            (one.x - other.x) ** 2 + (one.y - other.y) ** 2
        )


def test_labels_stay_on_their_edge_beside_their_rows_and_columns() -> None:
    # row 1 has gone
    sites = tuple(
        Site(f"{letter}{y}", x, y, "", "cell") for x, letter in enumerate("abc", 1) for y in (2, 3)
    )
    labels = (
        *(Label(x, 0, letter) for x, letter in enumerate("abc", 1)),
        *(Label(0, y, str(y)) for y in (1, 2, 3)),
    )
    view = View(
        "stone", sites, (), (SeatView("One", "ivory"), SeatView("Two", "ebony")), "", labels=labels
    )
    turned = view.seen_from(1)
    assert {label.text: (label.x, label.y) for label in turned.labels} == {
        "a": (3, 0),
        "b": (2, 0),
        "c": (1, 0),
        "1": (0, 3),
        "2": (0, 2),
        "3": (0, 1),
    }
    assert {site.id: (site.x, site.y) for site in turned.sites}["a3"] == (3, 1)


# Choices face down


def test_a_hidden_choice_turns_over_where_it_lies() -> None:
    before, after = list(random_game("ahyoheek", 4, most=1))
    hidden = scene(before.view.hiding({1, 2}))
    revealed = scene(after.view)
    cards = {piece["id"]: piece for piece in revealed["pieces"] if piece["id"].startswith("card:")}
    down = [piece for piece in hidden["pieces"] if piece["id"].startswith("card:")]
    assert len(cards) == 4
    assert len(down) == 2
    for card in down:
        assert card["name"] == "face-down card"
        assert (card["site"], card["x"], card["y"]) == tuple(
            cards[card["id"]][key] for key in ("site", "x", "y")
        )
        assert card["look"] != cards[card["id"]]["look"]
    assert len({card["look"] for card in down}) == 1, "a card's back tells nothing"


def test_a_die_rolls_that_a_seat_has_thrown() -> None:
    """Thrown again, it is the same piece; a hidden one, and one that tells a bid, do not roll."""
    first, again = (ludarium.start("ur").play(throw) for throw in ("1", "3"))
    one, other = (scene(position.view)["pieces"] for position in (first, again))
    dice = {piece["id"] for piece in one if piece["rolls"]}
    assert len(dice) == 4
    assert dice == {piece["id"] for piece in other if piece["rolls"]}
    bid = ludarium.start("liarsdice").play("3").play("5").play("1-4")
    for seen, rolling in ((bid, 2), (bid.seen_by(0), 1)):
        assert sum(piece["rolls"] for piece in scene(seen.view)["pieces"]) == rolling


def test_what_was_played_is_gone_while_the_next_round_goes_on() -> None:
    position = next(
        position
        for position in random_game("ahyoheek", 3, most=9)
        if position.view.arrows and position.view.marks
    )
    hidden = position.view.hiding({0})
    places = {site.id for site in hidden.sites if site.kind == "place"}
    assert position.view.marks
    assert not hidden.arrows
    assert not hidden.marks
    assert [piece.owner for piece in hidden.pieces if piece.site in places] == [0]
    assert [piece for piece in hidden.pieces if piece.site not in places] == [
        piece for piece in position.view.pieces if piece.site not in places
    ]


# Scenes


def test_scene_has_all_pieces_in_their_places(views: list[View]) -> None:
    for view in views[::5]:
        for seat in range(len(view.seats)):
            shown = scene(view.seen_from(seat), NAMES[: len(view.seats)])
            sites = {site["id"]: site for site in shown["board"]["sites"]}
            assert list(sites) == [site.id for site in view.sites]
            assert sorted(piece["site"] for piece in shown["pieces"]) == sorted(
                piece.site for piece in view.pieces
            )
            for piece in shown["pieces"]:
                site = sites[piece["site"]]
                if site["kind"] in ("pit", "store"):  # anywhere in the heap
                    assert abs(piece["x"] - site["x"]) < site["r"]
                    assert abs(piece["y"] - site["y"]) < 2 * site["r"]
                elif column := site.get("column"):  # anywhere along it
                    assert piece["x"] == site["x"] == column["x"]
                    assert sorted([site["y"], piece["y"], column["y"]])[1] == piece["y"]
                else:
                    assert (piece["x"], piece["y"]) == (site["x"], site["y"])
                assert piece["look"] in shown["looks"]
            assert len({piece["id"] for piece in shown["pieces"]}) == len(view.pieces)
            depths = [
                (sites[piece["site"]] if "column" in sites[piece["site"]] else piece)["y"]
                for piece in shown["pieces"]
            ]
            assert depths == sorted(depths), "those at the back are drawn first"
            for site in sites.values():
                assert site["r"] <= site["x"] + 1 <= shown["board"]["width"] - site["r"] + 2
                assert 0 < site["y"] < shown["board"]["height"]
            assert json.loads(json.dumps(shown)) == shown


def test_scene_has_all_that_can_be_touched(game: list[Position]) -> None:
    for position in game[::10]:
        shown = scene(position.view)
        ids = {site["id"] for site in shown["board"]["sites"]} | {
            button["id"] for button in shown["buttons"]
        }
        ids |= {item["id"] for hand in shown["hands"] for item in hand["items"]}
        for seat in position.movers:
            assert {touch for move in position.legal_for(seat) for touch in move.touches} <= ids
        assert all(
            item["look"] in shown["looks"] for hand in shown["hands"] for item in hand["items"]
        )
        assert all(seat["look"] in shown["looks"] for seat in shown["seats"])
        assert shown["movers"] == ([] if position.by_chance else list(position.movers))


def test_fragments_keep_to_a_strict_content_policy(views: list[View]) -> None:
    for view in views[::20]:
        names = NAMES[: len(view.seats)]
        for fragment in (*fragments(scene(view, names)), still(view, names)):
            for element in parsed(fragment).iter():
                assert element.tag.removeprefix(SVG) not in ("style", "script", "image", "use", "a")
                assert not {"id", "style", "href"} & set(element.attrib)
                assert not any(name.startswith("on") for name in element.attrib)
            assert "<b>" not in fragment
            assert "\x07" not in fragment


def test_board_has_its_layers_in_order(views: list[View]) -> None:
    picture = ET.fromstring(board(views[0])["svg"])
    layers = [group.attrib["data-layer"] for group in picture if "data-layer" in group.attrib]
    assert layers == ["plates", "marks", "targets", "pieces", "arrows", "hits"]
    assert "lud-board" in picture.attrib["class"].split()
    assert picture.attrib["viewBox"] == "0 0 {width} {height}".format(**board(views[0]))


def test_keys_stand_for_what_is_drawn() -> None:
    boards: dict[str, str] = {}
    looks: dict[str, str] = {}
    for name, seats in CASES:
        for position in random_game(name, seats, most=5):
            for seat in range(seats):
                shown = scene(position.view.seen_from(seat))
                assert (
                    boards.setdefault(shown["board"]["key"], shown["board"]["svg"])
                    == shown["board"]["svg"]
                )
                for key, art in shown["looks"].items():
                    assert looks.setdefault(key, art) == art
    assert len(set(boards.values())) == len(boards)
    assert len(set(looks.values())) == len(looks)


def test_boards_of_other_players_have_other_keys() -> None:
    """The names of sites tell whose they are."""
    view = start("ahyoheek", seats=2).view
    assert (
        board(view, ["Ana", "Eva"])["key"] != board(view)["key"] != board(view.seen_from(1))["key"]
    )
    assert "Eva" in json.dumps(board(view, ["Ana", "Eva"])["sites"])
    assert "Ana" in scene(view, ["Ana", "Eva"])["layers"]["plates"]


def test_scene_is_told_in_the_readers_language(views: list[View]) -> None:
    shown = scene(views[-1], translate=lambda text: f"«{text}»")
    names = [site["name"] for site in shown["board"]["sites"]] + [
        piece["name"] for piece in shown["pieces"]
    ]
    names += [item["name"] for hand in shown["hands"] for item in hand["items"]] + [
        button["label"] for button in shown["buttons"]
    ]
    names += [seat["name"] for seat in shown["seats"]]
    assert all(re.fullmatch("«.+»", name) for name in names)


def test_tall_pieces_are_not_cut_off() -> None:
    totem = scene(parse("yoxii/standard 1T1/5/7/7/7/5/3 w").view)["pieces"][0]
    assert totem["y"] > 79 * totem["scale"]


def test_scene_of_a_game_without_a_board() -> None:
    view = View(
        "wood", (), (), (SeatView("One", "ivory"), SeatView("Two", "ebony")), "All choose", (0, 1)
    )
    assert scene(view.seen_from(1))["pieces"] == []
    assert "All choose" in animation([view])


def test_style_sheet_has_all_paints_in_light_and_dark(views: list[View]) -> None:
    css = paints_css()
    light, dark = css.split("@media (prefers-color-scheme:dark)")
    used = {
        name
        for view in views[::20]
        for drawn in fragments(scene(view))
        for name in re.findall(r"lud-(?:fill|stroke)-[a-z-]+", drawn)
    }
    assert all(f".{name}{{" in css for name in used)
    for paint, colour in PAINTS["light"].items():
        assert f"--lud-{paint}:{colour}" in light
        assert (f"--lud-{paint}:{PAINTS['dark'][paint]}" in dark) == (
            colour != PAINTS["dark"][paint]
        )


# Animations


def value_at(element: ET.Element, time: float) -> str:
    """What the element is animated to at this part of the whole time; for soft changes, between two
    equal values or at one of them.
    """
    times = list(map(float, element.attrib["keyTimes"].split(";")))
    values = element.attrib["values"].split(";")
    assert len(times) == len(values)
    assert times == sorted(times)
    assert times[0] == 0
    frame = max(at for at, start in enumerate(times) if start <= time)
    if element.attrib["calcMode"] == "spline":
        assert times[-1] == 1
        assert len(element.attrib["keySplines"].split(";")) == len(times) - 1
        assert frame == len(times) - 1 or values[frame] == values[frame + 1], (
            "pieces rest at the end of a move"
        )
    return values[frame]


def shows(element: ET.Element, time: float) -> bool:
    """Whether the element is to be seen, by what it says of itself."""
    return all(
        value_at(animate, time) not in ("hidden", "0")
        for animate in element.findall(f"{SVG}animate")
    )


def placed(group: ET.Element, time: float) -> tuple[float, float]:
    moves = group.find(f"{SVG}animateTransform")
    at = (
        group.attrib["transform"].removeprefix("translate(").removesuffix(")")
        if moves is None
        else value_at(moves, time)
    )
    x, y = map(float, at.split())
    return x, y


def seen(element: ET.Element, time: float) -> Iterator[ET.Element]:
    if shows(element, time):
        yield element
        for child in element:
            yield from seen(child, time)


def test_animation_shows_each_position(views: list[View]) -> None:
    names = [f"player {seat}" for seat in range(len(views[0].seats))]
    step = 0.8
    picture = ET.fromstring(animation(views, names, seconds_per_move=step))
    length = len(views) * step + 3
    durations = {element.attrib["dur"] for element in picture.iter() if "dur" in element.attrib}
    assert durations == {f"{length:g}s"}
    for ply in range(0, len(views), 7):
        shown = scene(views[ply], names)
        elements = list(seen(picture, (ply + 0.9) * step / length))
        pieces = [element for element in elements if "data-piece" in element.attrib]
        found = sorted(
            (*placed(element, (ply + 0.9) * step / length), element.attrib["data-piece"])
            for element in pieces
        )
        assert found == sorted((piece["x"], piece["y"], piece["id"]) for piece in shown["pieces"])
        sites = [
            element.attrib["data-site"] for element in elements if "data-site" in element.attrib
        ]
        assert sites == [site.id for site in views[ply].sites]
        classes = [name for element in elements for name in element.attrib.get("class", "").split()]
        assert classes.count("lud-mark") == len(set(views[ply].marks))
        assert classes.count("lud-arrow") == len(views[ply].arrows)
        texts = " ".join(
            text.strip()
            for element in elements
            if "lud-status" in element.attrib.get("class", "")
            for text in element.itertext()
        )
        status = views[ply].status
        for seat, name in zip(views[ply].seats, names, strict=True):
            status = status.replace(seat.name, name)
        assert texts == status


def test_animation_follows_a_board_that_gets_smaller() -> None:
    views = [position.view for position in random_game("tuknanavuhpi", 2, most=300, seed=7)]
    assert len({len(view.sites) for view in views}) > 1
    picture = ET.fromstring(animation(views))
    for ply in (0, len(views) - 1):
        sites = [
            element
            for element in seen(picture, (ply + 0.9) / (len(views) + 3))
            if "data-site" in element.attrib
        ]
        assert len(sites) == len(views[ply].sites)


def test_animation_of_a_long_game_is_small() -> None:
    views = [position.view for position in random_game("aiyawatstani", 2, most=400)]
    drawn = animation(views)
    assert len(drawn) < 2500 * len(views)
    assert "<script" not in drawn
    assert " id=" not in drawn


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_animation_of_one_position_stands_still(theme: str) -> None:
    drawn = animation([start("yoxii").view], theme=theme)  # type: ignore[arg-type]
    assert "<animate" not in drawn
    assert ("<style" in drawn) == (theme == "auto")
    assert PAINTS["dark" if theme == "dark" else "light"]["ground"] in drawn
