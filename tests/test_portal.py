"""The rooms about all games: what each shows, that its JSON agrees, and what it refuses."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from babel.messages.pofile import read_po

from ludarium import catalogue
from ludarium.languages import translator
from ludarium.measures.definitions import MEASURES
from ludarium.measures.explanations import EXPLANATIONS
from ludarium.measures.library import shipped
from ludarium.phrases import say
from ludarium.rules.counters import parts as counter_parts
from ludarium.rules.counters import setup
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import PARTS_OF_RULES
from ludarium.rulesets.bibliography import KNOWN, bibtex, citations, csl_json, keys_of, sources
from ludarium.rulesets.parts import demonstration, parts_json
from ludarium.rulesets.profiles import measures_csv, nearest_json, profiles
from ludarium.rulesets.selection import (
    FILTERS,
    MOST_VALUES,
    SelectionError,
    all_games,
    chosen_values,
    select,
    selection_json,
)
from ludarium.web.portal import examples
from ludarium.web.portal.about_pages import CITED_AS, REPOSITORY
from tables_help import Site

LANGUAGES = ("en", "cs")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


def links(page: str) -> set[str]:
    """The addresses of this server that a page leads to, without fragments."""
    found = re.findall(r'(?:href|src)="(/[^"#]*)', page)
    return {one.replace("&amp;", "&") for one in found}


# The catalogue


def test_every_game_has_a_value_of_every_filter() -> None:
    for game in all_games():
        for one in FILTERS:
            values = one.of(game)
            assert values, (game, one.key)
            assert set(values) <= set(one.options), (game, one.key)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("chess", "chess-like"),
        ("hat-diviyan-keliya", "hunt"),
        ("kharbaga", "war"),
        ("ahyoheek", "hidden"),
    ],
)
def test_a_game_is_of_its_kind(name: str, kind: str) -> None:
    assert kind in FILTERS[0].of(catalogue.find(name))


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"kind": ("hunt",)},
        {"kind": ("hunt", "war"), "region": ("europe",)},
        {"kind": ("cards",), "seats": ("3",), "chance": ("chance",), "board": ("table",)},
    ],
)
def test_filters_and_their_counts_agree_with_a_naive_count(chosen: dict[str, Any]) -> None:
    selection = select(all_games(), chosen)

    def passes(game: Any, without: str = "") -> bool:
        return all(
            not chosen.get(one.key) or set(chosen[one.key]) & set(one.of(game))
            for one in FILTERS
            if one.key != without
        )

    assert set(selection.games) == {game for game in all_games() if passes(game)}
    for one in FILTERS:
        naive = Counter(
            value for game in all_games() if passes(game, one.key) for value in one.of(game)
        )
        assert selection.counts[one.key] == {name: naive[name] for name in one.options}


def test_a_search_and_filters_combine() -> None:
    found = selection_json(all_games(), {"kind": ("hunt",)}, "liška", str)
    assert "fox-and-geese" in [game["name"] for game in found["games"]]
    assert all("hunt" in game["kinds"] for game in found["games"])


def test_too_many_filters_are_refused() -> None:
    with pytest.raises(SelectionError, match=f"at most {MOST_VALUES}"):
        chosen_values([("kind", "war")] * 100)


def test_the_catalogue_shows_what_its_json_says(site: Site) -> None:
    reader = site.newcomer()
    answer = reader.get("/api/catalogue?kind=hunt&region=europe").json()
    page = reader.get("/catalogue?kind=hunt&region=europe").text
    shown = set(re.findall(r'href="/play/([a-z0-9-]+)"', page))
    assert shown == {game["name"] for game in answer["games"]}
    for one in answer["filters"]:
        for option in one["options"]:
            if option["games"]:
                field = f'name="{one["key"]}" value="{option["name"]}"'
                assert re.search(f"{field}.*<small>{option['games']}</small>", page)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/catalogue?kind=hnt", "hunt"),
        ("/catalogue?knid=hunt", "kind"),
        (f"/catalogue?kind={'x' * 10_000}", "There is no filter"),
        ("/catalogue?" + "&".join(["kind=war"] * 100), "at most"),
    ],
)
def test_filters_that_there_are_not_are_refused(site: Site, address: str, told: str) -> None:
    page = site.newcomer().get(address)
    assert page.status_code == 422
    assert told in page.text
    assert len(page.text) < 20_000


# Concepts


def test_every_measure_is_explained() -> None:
    assert {measure.name for measure in MEASURES} <= set(EXPLANATIONS)
    for measure in MEASURES:
        assert EXPLANATIONS[measure.name].formula


def test_a_ruleset_is_nearest_to_those_that_are_like_it() -> None:
    """Of ten reconstructed rulesets those that play alike, and in chess its Chinese sister."""
    game = catalogue.find("aiyawatstani")
    known = nearest_json(all_games(), game, game.ruleset("ludii-4"), str)
    assert known is not None
    first = known["nearest"][0]
    assert (first["game"], first["ruleset"]) == ("aiyawatstani", "ludii-5")
    assert first["distance"] == 0
    chess = catalogue.find("chess")
    near = nearest_json(all_games(), chess, chess.rulesets[0], str)
    assert near is not None
    assert near["nearest"][0]["game"] == "xiangqi"


def test_every_ruleset_that_was_measured_has_a_page_of_its_like(site: Site) -> None:
    """One of each game, as rulesets may hold anything."""
    reader = site.newcomer()
    for game in all_games():
        page = reader.get(f"/concepts/like/{game.name}/{game.rulesets[0].name}")
        assert page.status_code == 200, game.name


def test_the_distance_is_the_root_mean_square_of_its_groups() -> None:
    game = catalogue.find("hex")
    known = nearest_json(all_games(), game, game.rulesets[0], str)
    assert known is not None
    for one in known["nearest"]:
        squares = [distance**2 for distance in one["groups"].values()]
        assert one["distance"] == pytest.approx((sum(squares) / len(squares)) ** 0.5, abs=1e-3)
    distances = [one["distance"] for one in known["nearest"]]
    assert distances == sorted(distances)


@pytest.mark.parametrize(("order", "first"), [("value", "least"), ("falling", "most")])
def test_a_table_of_a_measure_is_sorted_by_its_address(site: Site, order: str, first: str) -> None:
    reader = site.newcomer()
    values = reader.get("/api/concepts/moves").json()["values"]
    page = reader.get(f"/concepts/moves?order={order}").text
    rows = re.findall(r'<th scope="row"><a href="/rules/([^/]+)/', page)
    assert len(rows) == len(values)
    assert rows[0] == values[0 if first == "least" else -1]["game"]
    assert page.count('class="strip-dot') == len(values)


def test_all_measures_are_one_table() -> None:
    rows = list(csv.DictReader(measures_csv(all_games()).splitlines()))
    assert len(rows) == len(profiles(all_games()))
    by_name = {(row["game"], row["ruleset"]): row for row in rows}
    one = next(one for one in shipped("chess") if one["agent"] == "random")["rulesets"]["standard"]
    assert float(by_name["chess", "standard"]["moves_low"]) == one["moves"]["low"]


# References


def test_every_citation_is_in_the_bibliography() -> None:
    """Each author with a year that a text names is one entry."""
    for one in citations(all_games()):
        keys = keys_of(str(one.text))
        assert keys, one.text
        named = str(getattr(one.text, "values", {}).get("literature", ""))
        years = re.findall(r"\b1[5-9]\d\d\b|\b20\d\d\b", re.sub(r"\(\d+\)|-\d{4}", "", named))
        found = [sources()[key] for key in keys]
        assert {int(year) for year in years} <= {source.year for source in found}, one.text


def test_the_rules_of_every_game_name_a_source() -> None:
    told = {one.game.name for one in citations(all_games()) if one.of_rules and one.game}
    assert told == set(catalogue.names())
    keys = {
        key
        for one in citations(all_games())
        if one.of_rules and one.game and one.game.name == "hex"
        for key in keys_of(str(one.text))
    }
    assert keys == {"hein-1942", "nash-1952", "browne-2000"}


def test_every_source_says_how_it_is_known() -> None:
    used = {key for one in citations(all_games()) for key in keys_of(str(one.text))}
    assert set(sources()) == used
    for source in sources().values():
        assert source.known in KNOWN
        assert (source.by in sources()) == (source.known == "named"), source.key


def test_the_bibliography_as_bibtex_and_csl() -> None:
    entries = re.findall(r"^@(\w+)\{([a-z0-9-]+),\n((?:  \w+ = \{.*\},\n)+)\}$", bibtex(), re.M)
    assert [key for _, key, _ in entries] == list(sources())
    for _, key, fields in entries:
        assert fields.count("{") == fields.count("}"), key
        assert "  author = {" in fields
    items = {item["id"]: item for item in json.loads(csl_json())}
    assert set(items) == set(sources())
    assert items["knuth-1975"]["issued"] == {"date-parts": [[1975]]}
    assert items["knuth-1975"]["author"] == [{"family": "Knuth", "given": "Donald E."}]


def test_references_show_what_their_json_says(site: Site) -> None:
    reader = site.newcomer()
    page = reader.get("/references").text
    for entry in reader.get("/api/references").json():
        item = re.search(rf'<li id="{entry["key"]}">(.*?)</li>', page, re.S)
        assert item
        for game in entry["games"]:
            assert f'href="/rules/{game["name"]}/' in item[1]


# The map


def test_the_map_lists_every_game_that_has_a_place(site: Site) -> None:
    reader = site.newcomer()
    page = reader.get("/map").text
    listed = re.findall(r'<li id="([a-z0-9-]+)">', page)
    answer = reader.get("/api/places").json()
    assert listed == [one["name"] for one in answer]
    assert set(listed) == {game.name for game in all_games() if game.provenance}
    assert set(re.findall(r'<a href="#([a-z0-9-]+)"><title>', page)) <= set(listed)
    dated = [one for one in answer if one["years"]]
    assert page.count('class="time-span"') == len(dated)


def test_a_region_is_a_part_of_the_map(site: Site) -> None:
    answer = site.newcomer().get("/api/places?region=oceania").json()
    assert {one["name"] for one in answer} == {"konane", "manu"}
    assert all(one["region"] == "oceania" for one in answer)


@pytest.mark.parametrize(
    ("name", "years"),
    [("ur", (-2500, -2500)), ("go", (-548, -548)), ("xiangqi", (960, 1279)), ("hex", (1942, 1942))],
)
def test_years_of_a_period(name: str, years: tuple[int, int]) -> None:
    place = catalogue.find(name).provenance
    assert place is not None
    assert place.years == years


# Parts


def test_every_option_that_a_ruleset_has_leads_to_it() -> None:
    groups = {group["name"]: group for group in parts_json(all_games(), str)}
    part = next(part for part in groups["counters"]["parts"] if part["key"] == "gap")
    users = {
        option["value"]: {game["name"] for game in option["games"]} for option in part["options"]
    }
    assert users["yes"] == {"maleys"}
    naive = {
        game.name
        for game in all_games()
        if game.family
        for ruleset in game.rulesets
        if game.chosen_parts and "yes" not in game.chosen_parts(ruleset).get("gap", "yes")
    }
    assert users[""] == naive


@pytest.mark.parametrize(
    ("key", "value", "arrows"),
    [
        ("steps", "forward", {"B4", "C4", "D4"}),
        ("steps", "none", set()),
        ("capturing", "must", {"C4"}),
        ("gap", "yes", {"B2", "C1", "C3", "C5", "D2"}),
        ("straight", "yes", {"A5", "C3"}),
    ],
)
def test_a_board_shows_an_option(key: str, value: str, arrows: set[str]) -> None:
    view = demonstration(all_games(), key, value)
    assert view is not None
    assert {arrow.end for arrow in view.arrows} == arrows


# Downloads


def test_downloads_are_what_they_say(site: Site) -> None:
    reader = site.newcomer()
    page = reader.get("/downloads").text
    for one in reader.get("/api/downloads").json():
        answer = reader.get(one["address"])
        assert answer.status_code == 200
        assert len(answer.content) == one["bytes"]
        assert hashlib.sha256(answer.content).hexdigest() == one["sha256"]
        assert one["sha256"] in page
        if one["schema"]:
            jsonschema.validate(answer.json(), reader.get(one["schema"]).json())


# What can be added


def test_the_example_of_a_ruleset_is_one() -> None:
    names = {**vars(setup), **vars(counter_parts), "Ruleset": Ruleset, "say": say}
    ruleset = eval(examples.RULESET, names)
    host = catalogue.find("kharberg")
    assert host.sentences is not None
    assert any("forward" in sentence for sentence in host.sentences(ruleset))
    assert keys_of(str(ruleset.source)) == ("ludii", "murray-1951")
    assert set(ruleset.leaves_open) <= set(PARTS_OF_RULES)


def test_the_example_of_a_source_is_one() -> None:
    entry = json.loads(examples.SOURCE)
    source = sources()[entry["key"]]
    for name, value in entry.items():
        assert name == "where" or getattr(source, name) == (
            tuple(value) if isinstance(value, list) else value
        )


def test_the_example_of_a_translation_is_one() -> None:
    [message] = [one for one in read_po(io.StringIO(examples.TRANSLATION)) if one.id]
    assert translator("cs")(str(message.id)) == message.string


def test_it_is_cited_as_its_file_says(site: Site) -> None:
    text = (Path(__file__).parents[1] / "CITATION.cff").read_text(encoding="utf-8")
    assert f'title: "{CITED_AS}"' in text
    assert f"repository-code: {REPOSITORY}" in text
    assert CITED_AS in site.newcomer().get("/about").text


# All rooms

ROOMS = (
    "/catalogue",
    "/map",
    "/concepts",
    "/concepts/drama",
    "/concepts/like/hex/11",
    "/parts",
    "/references",
    "/downloads",
    "/learn",
    "/contribute",
    "/about",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_there_in_both_languages(site: Site, room: str, language: str) -> None:
    page = site.newcomer(**{"accept-language": language}).get(room)
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.text
    assert len(page.content) < 200_000
    assert {one for one in ROOMS if one.count("/") == 1} <= links(page.text)


def test_every_link_of_the_rooms_leads_somewhere(site: Site) -> None:
    """One of each kind of address: with the same words, but for names."""
    reader = site.newcomer()
    known = set(catalogue.names())
    kinds: dict[str, str] = {}
    for room in ROOMS:
        for link in links(reader.get(room).text):
            words = link.partition("?")[0].split("/")
            shape = "/".join("NAME" if word in known else word for word in words[:4])
            kinds.setdefault(shape, link)
    for link in kinds.values():
        assert reader.get(link, follow_redirects=True).status_code == 200, link
    keys = set(re.findall(r'<li id="([^"]+)">', reader.get("/references").text))
    cited = re.findall(r'href="/references#([^"]+)"', reader.get("/map").text)
    assert set(cited) <= keys


@pytest.mark.parametrize(
    ("address", "status", "near"),
    [
        ("/concepts/drma", 404, "Drama"),
        ("/references/murray-1952", 404, "murray-1951"),
        ("/downloads/mesures.csv", 404, "measures.csv"),
        ("/parts/board.svg?part=stepz", 404, "steps"),
        ("/concepts/like/hexx/11", 404, "Hex"),
        ("/map?region=europa", 422, "europe"),
        ("/concepts/" + "x" * 10_000, 404, ""),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_names_that_there_are_not_are_told_with_what_is_near(
    site: Site, address: str, status: int, near: str, language: str
) -> None:
    page = site.newcomer(**{"accept-language": language}).get(address)
    assert page.status_code == status
    assert f'<html lang="{language}">' in page.text
    assert near in page.text
    assert len(page.text) < 20_000
