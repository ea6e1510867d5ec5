"""Half-known games: evidence as a file, candidates from known games, and their scores."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

import ludarium
from browsing import PHONE, TOO_WIDE
from ludarium.cli.commands import app
from ludarium.reconstruction.aspects import answers_of, parts_of_answers
from ludarium.reconstruction.candidates import completions
from ludarium.reconstruction.evidence import EvidenceError, evidence_of
from ludarium.reconstruction.family import KnownRuleset, closeness, family
from ludarium.reconstruction.page import page
from ludarium.reconstruction.play import Played, likeness, scales_of
from ludarium.reconstruction.reconstruct import Reconstruction, reconstruct, sensitivity
from ludarium.reconstruction.tradition import Tradition
from ludarium.reconstruction.validation import validate
from ludarium.rules.counters.neighbour_table.state import packed
from ludarium.rules.counters.parts import Parts, parts_of
from ludarium.rules.provenance import Provenance

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.game("baghchal")  # of the engine of most of the family

EXAMPLE = (Path(ludarium.__file__).parent / "reconstruction" / "example.toml").read_text(
    encoding="utf-8"
)


def test_answers_make_the_ruleset_that_gave_them() -> None:
    for known in family():
        parts = parts_of_answers(known.answers)
        assert answers_of(parts) == known.answers, known.name
        written = parts_of(parts.text)
        assert packed(written) == packed(parts), known.name


def test_the_evidence_of_a_file_is_read() -> None:
    evidence = evidence_of(EXAMPLE)
    assert evidence.unknown == ("continues", "capturing", "ends")
    assert evidence.known["steps"] == "any"
    twice = evidence_of(EXAMPLE.replace('steps = "any"', 'steps = "any/any"'))
    assert twice.rulesets == evidence.rulesets, "the same answer, of each side"
    assert (len(evidence.board.points), len(evidence.board.lines)) == (41, 104)
    assert evidence.setting == {"forces": "equal", "hand": "no"}
    assert len(evidence.rulesets) == 10


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('gap = "no"', 'gap = "maybe"', "line 42: unknown answer to 'gap' 'maybe'"),
        ('gap = "no"', 'hop = "no"', "line 42: unknown field 'hop'"),
        ('"ends"]', '"ends", "gap"]', "line 10: 'gap' is unknown, and is known in line 42"),
        ('"ends"]', '"end"]', "line 10: unknown question about a ruleset 'end'"),
        ("latitude = 34.9", "latitude = 134.9", "line 5: expected 'latitude', a number from -90"),
        ("latitude = 34.9", "latitude =", "line 5: Invalid value"),
        ("22222/2222/22222", "22222/222/22222", "a row of 4 points"),
        ("o---o---o---o---o\n|\\ /|", "o---o---o---o---\n|\\ /|", "line 14: column 14 of line 1"),
        ('title = "Aiyawatstani"', "", "expected a text 'title'"),
        ("[board]", "[bord]", "line 12: unknown field 'bord' (did you mean 'board'?)"),
        ('"ends"]', '"ends", "ends"]', "line 10: 'ends' is there twice"),
        ('["aiyawatstani"]', '["ayawatstani"]', "line 9: unknown game 'ayawatstani'"),
        ("latitude = 34.9", "latitude = true", "line 5: expected 'latitude', a number"),
        (
            'kings = "none"',
            'kings = "fly"',
            "line 49: 'ludii-1' answers 'kings' by 'none', and line 39 by 'fly'",
        ),
        (
            'gap = "no"',
            'least = "3/21"',
            "line 42: a side with fewer than 21 counters has lost, and player 2 begins with 20",
        ),
        (
            "22222/2222/22222/2222/21.12",
            "...../..../...../..../.1.1.",
            "expected counters of player 2 in 'start' or 'hands'",
        ),
        ('ludii-1 = "next-', 'ludii-1 = "nobody-', "line 49: unknown part of a ruleset 'nobody-"),
    ],
)
def test_a_fault_is_told_with_its_line(old: str, new: str, message: str) -> None:
    assert old in EXAMPLE
    with pytest.raises(EvidenceError, match=r"^game\.toml, ") as raised:
        evidence_of(EXAMPLE.replace(old, new, 1), "game.toml")
    assert message in str(raised.value)


def test_ends_in_another_order_are_no_contradiction() -> None:
    told = EXAMPLE.partition("[rulesets]")[0].replace(', "ends"]', "]")
    known = 'ends = "two-no-counters-loses+one-cannot-move-loses"\n'
    published = '[rulesets]\nludii-10 = "one-cannot-move-loses+two-no-counters-loses"\n'
    assert list(evidence_of(told + known + published, "game.toml").rulesets) == ["ludii-10"]
    with pytest.raises(EvidenceError, match="answers 'ends' by"):
        evidence_of(told + known + published.replace("one-cannot", "two-cannot"), "game.toml")


@dataclasses.dataclass
class Ruled:
    """What a test needs of a known game."""

    answers: dict[str, str]
    setting: dict[str, str] = dataclasses.field(default_factory=dict)

    __hash__ = object.__hash__


def test_how_likely_an_answer_is_given_the_others() -> None:
    games: dict[Any, float] = {
        Ruled({"ends": "a", "kings": "fly"}): 1.0,
        Ruled({"ends": "a", "kings": "fly"}): 1.0,
        Ruled({"ends": "b", "kings": "none"}): 1.0,
    }
    tradition = Tradition(games)
    found = tradition.probabilities("ends", {"kings": "fly"})
    # one more game of each answer is taken to have been seen: how often it was seen, times how
    # often flying kings went with it
    a, b = (2 + 1) * (2 + 1) / (2 + 2), (1 + 1) * (0 + 1) / (1 + 2)
    assert found == pytest.approx({"a": a / (a + b), "b": b / (a + b)})
    answers = {"ends": "a", "kings": "fly"}
    kings = tradition.probabilities("kings", {"ends": "a"})["fly"]
    assert tradition.score(answers, ["ends", "kings"]) == pytest.approx(
        math.sqrt(found["a"] * kings)
    )


def test_what_is_far_away_or_long_ago_tells_less() -> None:
    def place(longitude: float, period: str) -> Provenance:
        return Provenance(place="", latitude=0.0, longitude=longitude, period=period, source="")

    here = place(0, "1900")
    assert closeness(here, here) == 1
    # a quarter of the equator, and 500 years
    assert closeness(here, place(90, "1900")) == pytest.approx(math.exp(-10007.5 / 5000), rel=1e-3)
    assert closeness(here, place(0, "recorded in 1400")) == pytest.approx(math.exp(-1))
    assert place(0, "from 1633 to 1801").years == (1633, 1801)


def test_likeness_is_measured_in_the_range_of_known_games() -> None:
    def played(**measures: float) -> Played:
        return Played(measures, 1, 1, 1, None)

    one, other = played(balance=0.2, coverage=0.5), played(balance=0.6, coverage=0.5)
    scales = scales_of([one, other, played(balance=1.0)])
    assert scales == pytest.approx({"balance": 0.8, "coverage": 0})
    assert likeness(one, other, scales) == pytest.approx((0.5 + 1) / 2)
    assert likeness(one, one, scales) == 1
    assert Played({}, 1.0, 0.25, 1.0, 0.5).score == pytest.approx((0.25 * 0.5) ** (1 / 4))


def test_what_is_worse_in_everything_is_never_the_first() -> None:
    best, other, worst = (0.9, 0.5, 0.8, 0.7), (0.5, 0.9, 0.7, 0.6), (0.4, 0.4, 0.4, 0.4)
    first, ranks = sensitivity([worst, best, other], seed=0)
    assert first[0] == 0
    assert sum(first) == pytest.approx(1)
    assert first[1] > first[2] > 0
    assert ranks[0] == (3, 3)
    assert (first, ranks) == sensitivity([worst, best, other], seed=0)


def test_candidates_take_what_is_unknown_from_three_games_at_most() -> None:
    evidence = evidence_of(EXAMPLE)
    known = family(evidence.itself)
    found = completions(evidence, known, 1000)
    assert len({packed(one.parts) for one in found}) == len(found)
    for one in found:
        assert len(set(one.based_on.values())) <= 3
        for aspect, source in one.based_on.items():
            assert source.answers[aspect] == one.answers[aspect]
        assert all(one.answers[aspect] == answer for aspect, answer in evidence.known.items())
        assert 0 < one.cultural <= 1
    published = {packed(parts) for parts in evidence.rulesets.values()}
    assert published <= {packed(one.parts) for one in found}


@pytest.fixture(scope="module")
def found() -> Reconstruction:
    evidence = evidence_of(EXAMPLE)
    # without those that would be compiled for this test alone
    known = [one for one in family(evidence.itself) if one.game.engine]
    return reconstruct(evidence, known=known, games=20, most=20)


def test_the_report_fits_a_phone(browser: Browser, found: Reconstruction) -> None:
    sheet = browser.new_page(viewport={"width": PHONE["width"], "height": PHONE["height"]})
    sheet.set_content(page(found))
    assert sheet.evaluate(TOO_WIDE) <= 0
    heading = sheet.get_by_role("heading", name="1. One hop a turn; captures are free. If the next")
    assert heading.count() == 1
    sheet.close()


def test_the_published_rulesets_are_found_among_the_first(found: Reconstruction) -> None:
    evidence = found.evidence
    named = [name for one in found.candidates for name in one.rulesets]
    assert sorted(named) == sorted(evidence.rulesets)
    assert found.candidates[0].rulesets
    best = found.candidates[0]
    scores = [best.candidate.cultural, best.candidate.geographical, best.conceptual]
    assert best.combined == pytest.approx((sum(scores) + best.played.score) / 4)
    text = page(found)
    assert "<script" not in text
    assert all(name in text for name in evidence.rulesets)
    told = found.as_json()["candidates"][0]
    assert set(told) >= {"parts", "rulesets", "combined", "based_on", "play"}


def test_hidden_parts_are_found_better_than_by_the_most_common_answer() -> None:
    found = validate()
    shares = found.shares()
    assert found.games >= 30
    assert shares["first"] > shares["most_common"] > shares["chance"]
    for one in found.hidden:
        assert one.aspect not in ludarium.find(one.game).rulesets[0].leaves_open
    assert set(found.as_json()) >= {"games", "hidden_parts", "first", "chance", "most_common"}


def test_the_command() -> None:
    run = CliRunner().invoke(app, ["reconstruct", "--example"])
    assert run.stdout == EXAMPLE
    run = CliRunner().invoke(app, ["reconstruct", "--validate", "--json"])
    assert json.loads(run.stdout)["first"] > json.loads(run.stdout)["chance"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "expected a file of evidence, --example or --validate"),
        (["--validate", "--html", "page.html"], "--html and --weight are for a file of evidence"),
        (["none.toml"], "none.toml: No such file or directory"),
        (["{example}", "--weight", "play"], "weight 'play': expected one of cultural"),
        (["{example}", "--weight", "play=-1"], "expected a number from 0 to 1000"),
        (["{example}", "--games", "1"], "1 games: expected 2 to"),
    ],
)
def test_bad_input_gets_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    example = tmp_path / "example.toml"
    example.write_text(EXAMPLE, encoding="utf-8")
    given = [text.replace("{example}", str(example)) for text in arguments]
    with pytest.raises(ludarium.errors.LudariumError, match=message):
        CliRunner().invoke(app, ["reconstruct", *given], catch_exceptions=False)


def test_known_is_what_it_says() -> None:
    one = next(known for known in family() if known.game.name == "tuknanavuhpi")
    assert isinstance(one, KnownRuleset)
    assert one.answers["closing"] == "yes"
    assert Parts().text == ""
