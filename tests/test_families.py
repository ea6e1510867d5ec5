"""Families of games: their pages with map and line of years, and their lists in the lobby."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import ludarium
from ludarium import catalogue
from ludarium.cli.families import family_text, schema_text
from ludarium.draw.timeline import Span, time_line
from ludarium.draw.worldmap import Spot, world_map
from ludarium.play.position import parse
from ludarium.reconstruction.aspects import ASPECTS
from ludarium.rules.game import Game
from ludarium.rules.provenance import PARTS_OF_RULES
from ludarium.version import __version__
from tables_help import Site

FAMILY = [
    game
    for game in map(ludarium.find, ludarium.names())
    if game.family is not None and game.family.name == "counters"
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


def entries(text: str) -> list[str]:
    """The names of the games that the page lists, in its order."""
    return re.findall(r'<li id="([a-z0-9-]+)" class="family-entry">', text)


def year(game: Game) -> int:
    assert game.provenance is not None
    return game.provenance.years[0] if game.provenance.years else 9999


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_page_has_every_game_of_the_family(site: Site, language: str) -> None:
    reader = site.newcomer(**{"accept-language": language})
    text = reader.get("/families/counters").text
    assert sorted(entries(text)) == sorted(game.name for game in FAMILY)
    years = [year(ludarium.find(name)) for name in entries(text)]
    assert years == sorted(years)
    sizes = reader.get("/families/counters?order=points").text
    points = [len(ludarium.start(name).view.sites) for name in entries(sizes)]
    assert points == sorted(points)
    # every mark of the map leads to a game of the page
    marks = re.findall(r'<a href="#([a-z0-9-]+)"><title>', text)
    assert len(marks) > 20
    assert set(marks) <= set(entries(text))
    # and the time line has one for each game whose years are known
    line = text[text.index('<svg class="time-line"') :].partition("</svg>")[0]
    dated = {game.name for game in FAMILY if year(game) != 9999}
    assert sorted(re.findall(r'<a href="#([a-z0-9-]+)"', line)) == sorted(dated)


def test_a_family_is_a_dataset(site: Site) -> None:
    found = site.newcomer().get("/api/families/counters").json()
    assert [one["name"] for one in found["games"]] == [game.name for game in FAMILY]
    for one, game in zip(found["games"], FAMILY, strict=True):
        names = {point["name"] for point in one["points"]}
        assert names >= {name for line in one["lines"] for name in line}
        assert [ruleset["name"] for ruleset in one["rulesets"]] == [
            ruleset.name for ruleset in game.rulesets
        ]
        for ruleset in one["rulesets"]:
            assert parse(f"{game.name}/{ruleset['name']} {ruleset['start']}").state
            assert ruleset["sentences"]
            board = ruleset["board"] or one
            count = sum(sign in ".12" for sign in ruleset["start"].split()[0])
            assert len(board["points"]) == count
            assert game.ruleset_of_choices is not None
            again = game.ruleset(game.ruleset_of_choices(ruleset["parts"]))
            first = game.start(game.ruleset(ruleset["name"]), 2)
            assert game.start(again, 2).rules == first.rules
    assert site.newcomer().get("/api/families/nothing").status_code == 404


def test_the_data_set_follows_its_schema_and_can_be_cited() -> None:
    """By jsonschema, which shares nothing with the models that the schema is made of."""
    data, schema = json.loads(family_text("counters")), json.loads(schema_text())
    Draft202012Validator.check_schema(schema)
    reader = Draft202012Validator(schema)
    assert reader.is_valid(data)
    citation = (Path(__file__).parents[1] / "CITATION.cff").read_text(encoding="utf-8")
    assert f"license: {data['license']}\n" in citation
    assert f"Ludarium {__version__}" in data["citation"]
    (own,) = [one for one in data["games"] if one["name"] == "aiyawatstani"]
    assert own["rulesets"][0]["reconstruction"]["combined"] == 0.926
    assert own["rulesets"][0]["identifier"] == "DLP.GameRulesets.3037"
    del own["provenance"]["latitude"]
    assert not reader.is_valid(data)


def test_every_entry_says_where_its_source_says_it_and_what_it_leaves_open() -> None:
    """But for sources that have no pages, or whose page is not known."""
    without = {"adugo", "aiyawatstani", "permainan-tabal"}
    for game in FAMILY:
        source = str(game.rulesets[0].source)
        assert game.name in without or re.search(r": [0-9]|pages? [0-9]|fol", source), game.name
        for ruleset in game.rulesets:
            assert set(ruleset.leaves_open) <= PARTS_OF_RULES.keys()
            if "Our reading:" in game.rules:
                assert ruleset.leaves_open, game.name
    aspects = PARTS_OF_RULES.keys() - {"board", "setup", "first"}
    assert aspects <= ASPECTS.keys()


def test_what_a_source_leaves_open_is_on_the_page_and_in_the_dataset(site: Site) -> None:
    reader = site.newcomer()
    page = unescape(reader.get("/rules/zamma/standard").text)
    assert (
        "The source leaves open: where the counters begin, how promoted counters move and" in page
    )
    assert "The source leaves open" not in reader.get("/rules/aiyawatstani/ludii-4").text
    zamma = reader.get("/api/games/zamma/rulesets/standard").json()
    assert zamma["leaves_open"] == ["setup", "kings", "continues"]
    games = reader.get("/api/families/counters").json()["games"]
    (entry,) = [one for one in games if one["name"] == "zamma"]
    assert entry["rulesets"][0]["leaves_open"] == zamma["leaves_open"]


def test_counters_in_hand_and_in_stacks_count(site: Site) -> None:
    text = site.newcomer().get("/families/counters").text
    for name, counters in (("bagh-batti", "20 against 2"), ("baghchal", "20 against 4")):
        entry = text[text.index(f'<li id="{name}"') :]
        assert f"{counters} counters" in entry[: entry.index("</li>")]


def test_unknown_families_and_orders_are_told(site: Site) -> None:
    reader = site.newcomer()
    assert reader.get("/families/nothing").status_code == 404
    assert "There is no family of games" in reader.get("/families/nothing").text
    assert reader.get("/families/counters?order=colour").status_code == 422


def test_games_of_the_family_stand_in_the_lobby_and_are_found_by_their_place(site: Site) -> None:
    text = site.newcomer().get("/").text
    listed = re.findall(r'<a class="game-row" href="/play/([a-z0-9-]+)">.*?<b>([^<]*)</b>', text)
    for game in FAMILY:
        assert (game.name, game.title) in [(name, unescape(title)) for name, title in listed]
        assert game.provenance is not None
        assert game.name in catalogue.search(str(game.provenance.place)).games


def test_marks_that_lead_somewhere_tell_their_name_and_have_no_lines() -> None:
    drawn = ElementTree.fromstring(
        world_map([Spot("Here", 0, 0, href="#here"), Spot("There", 10, 10, href="#there")], "map")
    )
    names = [mark.findtext("title") for mark in drawn.iter("a")]
    assert sorted(map(str, names)) == ["Here", "There"]
    assert not [part for part in drawn.iter("path") if part.get("class") == "map-line"]


@given(
    st.lists(st.tuples(st.integers(1000, 2020), st.integers(0, 300)), min_size=1, max_size=40).map(
        lambda pairs: [Span(f"<{low}>", low, low + more, "#a") for low, more in pairs]
    )
)
def test_marks_of_a_time_line_are_in_their_years_and_cover_no_other(spans: list[Span]) -> None:
    drawn = ElementTree.fromstring(time_line(spans, "line"))
    years = {float(str(one.get("x"))[:-1]): int(str(one.text)) for one in drawn.iter("text")}
    begin, per_year = years[0], 100 / (end_of(spans) - years[0])
    for x, year_there in years.items():
        assert x == pytest.approx((year_there - begin) * per_year, abs=0.01)
    marks = []
    for mark in drawn.iter("a"):
        first = int(str(mark.findtext("title"))[1:-1])
        for one in mark.iter("rect"):
            x, width = (float(str(one.get(name))[:-1]) for name in ("x", "width"))
            assert x == pytest.approx((first - begin) * per_year, abs=0.01)
            marks.append((int(str(one.get("y"))) + 5, x, x + width))
        for one in mark.iter("circle"):
            x = float(str(one.get("cx"))[:-1])
            assert -0.01 <= x - (first - begin) * per_year < 1.5
            marks.append((int(str(one.get("cy"))), x, x))
    assert len(marks) == len(spans)
    marks.sort()
    for (lane, _, there), (next_lane, here, _) in pairwise(marks):
        assert lane != next_lane or there < here


def end_of(spans: list[Span]) -> int:
    """Where the line ends: a whole half of a century, a century after its begin at least."""
    begin = min(span.first for span in spans) // 100 * 100
    return max(math.ceil(max(span.last for span in spans) / 50) * 50, begin + 100)
