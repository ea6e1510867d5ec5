"""What is told of rulesets: rules made from parts, maps, and a page for each."""

from __future__ import annotations

import itertools
import json
import random
import re
import time
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.draw.worldmap import LAND, Spot, world_map
from ludarium.languages import LANGUAGES, translator
from ludarium.ludii.description import description
from ludarium.measures import quick_measurement
from ludarium.measures.definitions import MEASURES
from ludarium.measures.library import shipped
from ludarium.rules.counters.bitboard.state import FLAG_BITS, packed
from ludarium.rules.counters.parts import END_WORDS, parts_of
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.provenance import kilometres_between
from ludarium.rulesets.knowledge import titled
from playing import DISTINCT

ROOT = Path(__file__).parents[1]
LINES = ("aiyawatstani", "alquerque", "tuknanavuhpi")


def sentences(game: str, ruleset: str) -> tuple[str, ...]:
    found = ludarium.find(game)
    assert found.sentences
    return found.sentences(found.ruleset(ruleset))


def test_the_sentences_change_with_every_part() -> None:
    """Of rulesets with one end or two: no two that differ say the same, in any language."""
    flags = itertools.product((False, True), repeat=len(FLAG_BITS))
    chosen = ["+".join(itertools.compress(FLAG_BITS, flag)) for flag in flags]
    ends = [*itertools.combinations(END_WORDS.values(), 1), *[("next-cannot-move-loses", "x")]]
    named = [
        "parts:" + "+".join(filter(None, [flag, *(end for end in some if end != "x")]))
        for flag in chosen
        for some in ends
    ]
    named += [
        f"parts:{one}+{other}" for one, other in itertools.permutations(END_WORDS.values(), 2)
    ]
    for language in LANGUAGES:
        translate = translator(language)
        told: dict[tuple[str, ...], str] = {}
        for name in dict.fromkeys(named):
            said = tuple(map(translate, sentences("aiyawatstani", name)))
            assert said not in told, f"{name} and {told.get(said)} say the same"
            told[said] = name


def made_of(game: Game, chosen: Mapping[str, str]) -> Ruleset:
    """The ruleset that these choices make."""
    assert game.ruleset_of_choices
    return game.ruleset(game.ruleset_of_choices(chosen))


def chosen_in(game: Game, ruleset: Ruleset) -> Mapping[str, str]:
    """The choices that make the ruleset."""
    assert game.chosen_parts
    return game.chosen_parts(ruleset)


def test_choices_make_a_ruleset_and_are_found_in_it_again() -> None:
    """All 648 ways to choose: each makes a ruleset, whose own choices make the same again."""
    game = ludarium.find("aiyawatstani")
    choices = game.part_choices
    for options in itertools.product(*([value for value, _ in one.options] for one in choices)):
        chosen = {one.key: option for one, option in zip(choices, options, strict=True)}
        ruleset = made_of(game, chosen)
        parts = ruleset.parameters.parts
        assert parts_of(parts.text) == parts
        found = chosen_in(game, ruleset)
        assert packed(made_of(game, found).parameters.parts) == packed(parts)
        for key, value in found.items():
            same = key.endswith("empty") and chosen[key] == chosen[key.replace("empty", "stuck")]
            assert value == chosen[key] or same


@pytest.mark.parametrize("name", LINES)
def test_every_ruleset_is_among_what_can_be_chosen(name: str) -> None:
    game = ludarium.find(name)
    for ruleset in game.rulesets:
        again = made_of(game, chosen_in(game, ruleset))
        assert packed(again.parameters.parts) == packed(ruleset.parameters.parts)


@pytest.mark.parametrize("name", LINES)
def test_the_sentences_tell_the_setup(name: str) -> None:
    first = ludarium.start(name)
    told = " ".join(sentences(name, first.ruleset.name))
    pieces = first.view.pieces
    for seat, seat_name in enumerate(first.game.seat_names):
        count = sum(piece.owner == seat for piece in pieces)
        assert f"{seat_name} begins with {count} counter" in told
    assert f"on {len(first.view.sites)} points, joined by {len(first.view.lines)} lines" in told
    taken = {piece.site for piece in pieces}
    empty = [site.id for site in first.view.sites if site.id not in taken]
    assert f"Empty at the start: {empty[0]}." in told


def test_the_docs_hold_our_sentences_beside_the_portals() -> None:
    table = (ROOT / "docs/rulesets.md").read_text(encoding="utf-8")
    ours = " ".join(re.findall(r"^\| .*? \| (.*?) \|$", table, re.MULTILINE))
    for sentence in sentences("aiyawatstani", "ludii-4"):
        assert sentence in ours


def test_what_a_ruleset_is_based_on_is_found_among_our_games() -> None:
    """All that the portal's page names, also by a game's title alone."""
    titles = {
        title
        for ruleset in ludarium.find("aiyawatstani").rulesets
        if ruleset.reconstruction
        for title in ruleset.reconstruction.based_on
    }
    based_on = [titled(title) for title in titles]
    assert {game.name for game, _ in filter(None, based_on)} == {
        *("tuknanavuhpi", "el-perro", "ko-app-paw-na", "bagh-batti", "manu", "maleys"),
        "el-cazador",
    }
    assert None not in based_on
    assert titled("Tuknanavuhpi / Oraibi") == titled("Tuknanavuhpi")
    assert titled("Tuknanavuhpi / Zuni") is titled("Alquerque") is None
    one, two = (ludarium.find(name).provenance for name in ("aiyawatstani", "tuknanavuhpi"))
    assert one
    assert two
    assert 250 < kilometres_between(one, two) < 350


places = st.builds(
    Spot,
    name=st.text("<&ab", min_size=1, max_size=5),
    latitude=st.floats(-85, 85),
    longitude=st.floats(-180, 180),
    href=st.sampled_from(["", "#a&b"]),
    size=st.floats(1, 4),
)


@given(st.lists(places, min_size=1, max_size=4))
def test_a_map_shows_all_its_places_and_nothing_beyond_the_world(spots: list[Spot]) -> None:
    drawn = ElementTree.fromstring(world_map(spots, "map"))
    left, top, width, height = map(float, drawn.attrib["viewBox"].split())
    assert left >= -180.001
    assert top >= -90.001
    assert left + width <= 180.001
    assert top + height <= 90.001
    circles = list(drawn.iter("circle"))
    assert len(circles) == len(spots)
    for circle in circles:
        assert left - 0.001 <= float(circle.attrib["cx"]) <= left + width + 0.001
        assert top - 0.001 <= float(circle.attrib["cy"]) <= top + height + 0.001


def test_the_outlines_of_land_are_where_land_is() -> None:
    """By the even-odd rule, in tenths of a degree: Prague, Oraibi, Perth; not the oceans."""
    rings = []
    for ring in re.findall(r"M(-?\d+) (-?\d+)l([^z]*)z", LAND.read_text()):
        x, y = int(ring[0]), int(ring[1])
        points = [(x, y)]
        numbers = list(map(int, re.findall(r"-?\d+", ring[2])))
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        rings.append(points)

    def is_land(latitude: float, longitude: float) -> bool:
        x, y = 10 * longitude + 0.05, -10 * latitude + 0.05
        crossed = sum(
            (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            for points in rings
            for a, b in zip(points, [*points[1:], points[0]], strict=True)
        )
        return bool(crossed % 2)

    assert all(is_land(*place) for place in ((50.1, 14.4), (35.9, -110.6), (-31.9, 116.5)))
    assert not any(is_land(*place) for place in ((30, -40), (0, -140), (-30, 80), (45, -140)))


def test_every_ruleset_has_a_page_in_every_language(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        for name in DISTINCT:
            game = ludarium.find(name)
            for ruleset in game.rulesets:
                for language in LANGUAGES:
                    answer = client.get(
                        f"/rules/{name}/{ruleset.name}", headers={"accept-language": language}
                    )
                    assert answer.status_code == 200, answer.text
                    text = unescape(answer.text)
                    translate = translator(language)
                    assert translate(ruleset.title) in text
                    assert translate(ruleset.source) in text
                    for sentence in game.sentences(ruleset) if game.sentences else ():
                        assert translate(sentence) in text


def test_sister_rulesets_are_a_table_of_what_differs(address: str) -> None:
    """A row for each ruleset of the game, whose bold cells are the parts that differ."""
    with httpx.Client(base_url=address) as client:
        page = unescape(client.get("/rules/aiyawatstani/ludii-4").text)
        table = page[page.index('<section id="sisters">') :].partition("</table>")[0]
        rows = re.findall(r"<tr><th scope=.row.>(.*?)</tr>", table, re.DOTALL)
        assert len(rows) == 10
        bold = {}
        for row in rows:
            title, _, cells = row.partition("</th>")
            name = re.sub("<.*?>", " ", title).partition("named in")[0]
            bold[" ".join(name.split())] = re.findall("<strong>(.*?)<", cells)
        assert bold["Ludii 4 (this one)"] == bold["Ludii 5 plays the same"] == []
        assert bold["Ludii 1"] == bold["Ludii 2"] == ["the turn is over"]
        assert bold["Ludii 8"] == ["passes", "loses", "passes", "loses"]
        # boards are no part: what differs is told in words
        konane = client.get("/rules/konane/8").text
        assert '<ul class="sisters">' in konane


def test_scores_are_written_as_the_language_does(address: str) -> None:
    for language, number in (("en", "0.926"), ("cs", "0,926")):
        page = httpx.get(
            f"{address}/rules/aiyawatstani/ludii-4", headers={"accept-language": language}
        ).text
        assert f"<td>{number}</td>" in page


def test_where_captures_go_on_perft_tells_how_ludiis_program_plays() -> None:
    """Its counts are those of the ruleset that it plays as (`tests/perft.json`)."""
    counts = {
        one["ruleset"]: one["counts"][4]
        for one in json.loads((ROOT / "tests" / "perft.json").read_text())
        if one["game"] == "aiyawatstani"
    }
    played_as = {4: 1, 5: 2, 7: 3, 8: 6, 9: 10}
    for ruleset in ludarium.find("aiyawatstani").rulesets:
        number = int(ruleset.name.removeprefix("ludii-"))
        if number in played_as:
            there, here = counts[f"ludii-{played_as[number]}"], counts[ruleset.name]
            assert f"Ludii {played_as[number]}: " in ruleset.notes
            assert f"in {there} ways there, and in {here} here" in ruleset.notes
        else:
            assert "ways" not in ruleset.notes


def test_rulesets_are_compared_and_put_together(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        compared = unescape(client.get("/rules/aiyawatstani/ludii-4?with=ludii-1").text)
        assert "Compared with Ludii 1" in compared
        assert '<li class="only-there">A turn is one step or one hop.</li>' in compared
        mixed = client.get("/rules/aiyawatstani/parts:compulsory+next-no-counters-loses")
        assert "Who can capture must capture." in mixed.text
        assert "ludarium measure aiyawatstani -r parts:compulsory" in mixed.text
        for wrong in ("/rules/aiyawatstani/nope", "/rules/aiyawatstani/ludii-4?with=nope"):
            answer = client.get(wrong)
            assert answer.status_code == 404
            assert "There is no 'nope' here" in unescape(answer.text)


def test_games_of_a_family_are_compared(address: str) -> None:
    """The nearest come first, by distances that the map's coordinates give."""
    with httpx.Client(base_url=address) as client:
        page = unescape(client.get("/rules/baghchal/all").text)
        near = re.findall(r"\?with=([a-z0-9-]+/[^#]+)#measured", page)
        assert len(near) == 6
        own = ludarium.find("baghchal").provenance
        assert own
        distances = []
        for one in near:
            place = ludarium.find(one.partition("/")[0]).provenance
            assert place
            distances.append(kilometres_between(own, place))
        assert distances == sorted(distances)
        compared = unescape(client.get("/rules/baghchal/all?with=fox-and-geese/standard").text)
        theirs, ours = sentences("fox-and-geese", "standard"), sentences("baghchal", "all")
        assert "Compared with Fox and Geese: " in compared
        for sentence in {*theirs} ^ {*ours}:
            assert sentence in compared
        for wrong in ("nope/standard", "fox-and-geese/nope", "/"):
            answer = client.get(f"/rules/baghchal/all?with={wrong}")
            assert answer.status_code in (404, 422), wrong


def test_chosen_parts_lead_to_the_page_of_their_ruleset(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        same = client.get("/rulesets/aiyawatstani?continues=yes&one-stuck=loses&two-stuck=loses")
        assert same.headers["location"] == "/rules/aiyawatstani/ludii-4#workbench"
        mixed = client.get("/rulesets/aiyawatstani?closing=yes&two-empty=loses&one-stuck=nonsense")
        there = client.get(mixed.headers["location"])
        assert there.status_code == 200
        assert re.search(r'name="closing" value="yes" checked', there.text)
        assert re.search(r'name="one-stuck" value="loses" checked', there.text)
        assert client.get("/rulesets/yoxii").status_code == 422
        # of many numbers one is chosen from a list
        few = client.get("/rulesets/zamma?one-least=3&one-steps=forward")
        page = client.get(few.headers["location"]).text
        (chosen,) = re.findall(r'<select [^>]*name="one-least">(.*?)</select>', page, re.DOTALL)
        assert re.findall(r'value="([0-9]+)" selected', chosen) == ["3"]
        assert 'type="radio" name="one-least"' not in page


def test_a_sketch_is_measured_while_one_waits_and_then_kept(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        deadline = time.monotonic() + 120
        while (answer := client.get("/rules/kuhn/standard/sketch?size=0")).status_code == 202:
            assert answer.headers["retry-after"] == "1"
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert answer.status_code == 200
        assert "Branching factor" in answer.text
        assert "100 games" in answer.text
        assert client.get("/rules/kuhn/standard/sketch?size=0").text == answer.text
        assert client.get("/rules/kuhn/standard/sketch?size=9").status_code == 422


def test_a_long_ruleset_is_sketched_without_an_outlook(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where judging it would take more than a few seconds."""
    monkeypatch.setattr(quick_measurement, "SIZES", (4, 6))
    kuhn = ludarium.find("kuhn")
    assert (
        "drama" not in quick_measurement.quick_measurement(kuhn, "standard", 0).rulesets["standard"]
    )
    assert "drama" in quick_measurement.quick_measurement(kuhn, "standard", 1).rulesets["standard"]
    with monkeypatch.context() as hurried:
        hurried.setattr(quick_measurement, "SECONDS", 0)
        found = quick_measurement.quick_measurement(kuhn, "standard", 1)
        assert "drama" not in found.rulesets["standard"]
    monkeypatch.setattr(quick_measurement, "MOST_WORK", 1)
    assert (
        "drama" not in quick_measurement.quick_measurement(kuhn, "standard", 1).rulesets["standard"]
    )


def test_the_page_of_a_setup_knows_the_ruleset(address: str) -> None:
    with httpx.Client(base_url=address) as client:
        page = client.get("/play/aiyawatstani?ruleset=ludii-3").text
        assert re.search(r'value="ludii-3" checked', page)
        mixed = client.get("/play/aiyawatstani?ruleset=parts:closing%2Bnext-cannot-move-wins").text
        assert re.search(r'value="parts:closing\+next-cannot-move-wins" checked', mixed)


def test_a_ruleset_as_json(address: str) -> None:
    found = httpx.get(f"{address}/api/games/aiyawatstani/rulesets/ludii-4").json()
    assert found["sentences"] == list(sentences("aiyawatstani", "ludii-4"))
    based_on = found["reconstruction"]["based_on"]
    assert [one["game"] for one in based_on] == ["tuknanavuhpi", "el-perro", "tuknanavuhpi"]
    assert based_on[1]["kilometres"] == pytest.approx(8426, abs=1)
    assert found["provenance"]["latitude"] == 34.9
    sisters = {sister["name"]: sister for sister in found["sisters"]}
    assert len(sisters) == 9
    assert sisters["ludii-1"]["only_there"] == ["A turn is one step or one hop."]


def test_a_ruleset_as_a_description_of_ludii(address: str) -> None:
    game, kuhn = ludarium.find("aiyawatstani"), "kuhn/rulesets/standard"
    with httpx.Client(base_url=address) as client:
        for name in ("ludii-4", "parts:closing+next-no-counters-loses"):
            page = unescape(client.get(f"/rules/aiyawatstani/{name}").text)
            (link,) = re.findall(r'href="(/api/games/[^"]+/ludii)" download', page)
            answer = client.get(link)
            assert answer.text == description(game, game.ruleset(name))
            assert re.search('filename="aiyawatstani-[-a-z0-9]+.lud"', str(answer.headers))
        assert "/ludii" not in client.get("/rules/kuhn/standard").text
        refused = client.get(f"/api/games/{kuhn}/ludii")
        assert refused.status_code == 422
        assert "expected a game of counters on lines" in refused.text


def test_what_was_measured_comes_with_the_package(game: Game) -> None:
    found = shipped(game.name)
    assert found
    assert found[0]["agent"] == "random"
    known = {measure.name for measure in MEASURES}
    for one in found:
        assert set(one["rulesets"]) <= {ruleset.name for ruleset in game.rulesets}
        for measures in one["rulesets"].values():
            assert {"moves", "turns", "branching", "first_wins", "draws"} <= set(measures) <= known
            for estimate in measures.values():
                assert estimate["low"] <= estimate["value"] <= estimate["high"]


def test_options_that_do_not_go_together_give_way_in_forms() -> None:
    """Every combination that the page to set up a game can send is a ruleset."""
    for game in map(ludarium.find, ludarium.names()):
        if not game.part_choices or game.ruleset_of_choices is None:
            continue
        options = {
            choice.key: [value for value, _ in choice.options] for choice in game.part_choices
        }
        source = random.Random(game.name)
        for _ in range(30):
            chosen = {key: source.choice(values) for key, values in options.items()}
            listed = ",".join(f"{key}={value}" for key, value in chosen.items())
            found = game.ruleset(f"choices:{listed}")
            assert game.ruleset(found.name).parameters == found.parameters
    assert ludarium.find("go").ruleset("choices:size=9,counting=chinese,handicap=9").name
