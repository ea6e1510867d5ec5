"""The rules guides: whole in every language, with positions that can be reached by legal moves, and
true to their sources.
"""

from __future__ import annotations

import doctest
import gzip
import pkgutil
import re
from hashlib import sha256
from pathlib import Path

import pytest

import ludarium
import ludarium.games
from ludarium.errors import LudariumError
from ludarium.languages import LANGUAGES, translator
from ludarium.rules import generic
from ludarium.rules.game import Ruleset
from ludarium.tables.errors import TableError
from ludarium.web.analysis.guides import guide_html, shown_positions
from ludarium.web.analysis.lessons import has_lesson, introduction, steps
from ludarium.web.analysis.lessons import step as lesson_step
from ludarium.web.analysis.previews import guide_file

ROOT = Path(__file__).parents[1]
GUIDES = ROOT / "src/ludarium/games/guides"
WEB_GUIDES = ROOT / "src/ludarium/web/guides"
FAIR_CHOICES = [
    *(WEB_GUIDES / f"fair-choices.{language}.md" for language in LANGUAGES),
    ROOT / "docs/fair-choices.md",
]
GAMES = sorted(
    module.name for module in pkgutil.iter_modules(ludarium.games.__path__) if not module.ispkg
)

REQUIRED = {"ruleset", "seats", "caption"}
OPTIONAL = {"position", "moves", "try"}
SITE = re.compile(r"\b[A-Ia-t](?:1?[1-9]|10)\b")

Block = dict[str, str]

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def guide(name: str, language: str) -> str:
    return (GUIDES / f"{name}.{language}.md").read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[Block]:
    """The positions of a guide, each as the keys and values of its lines."""
    found = re.findall(r"^```position\n(.*?)^```$", guide(name, language), re.MULTILINE | re.DOTALL)
    return [dict(line.split(": ", 1) for line in block.splitlines()) for block in found]


def first_position(name: str, block: Block) -> ludarium.Position:
    if "position" in block:
        return ludarium.parse(f"{name}/{block['ruleset']} {block['position']}")
    return ludarium.start(name, block["ruleset"], int(block["seats"]))


def moves(block: Block) -> list[str]:
    return block["moves"].split(", ") if "moves" in block else []


def last_position(name: str, block: Block) -> ludarium.Position:
    """The position after the block's moves.

    Raises MoveError or GameOverError where one of them is not legal.
    """
    position = first_position(name, block)
    for move in moves(block):
        position = position.play(move)
    return position


def test_every_guide_is_there_in_every_language() -> None:
    expected = {f"{name}.{language}.md" for name in GAMES for language in LANGUAGES}
    assert {path.name for path in GUIDES.iterdir()} == expected
    assert {path.name for path in WEB_GUIDES.glob("fair-choices.*")} == {
        f"fair-choices.{language}.md" for language in LANGUAGES
    }


@pytest.mark.parametrize(
    "path", [*sorted(GUIDES.glob("*.md")), *FAIR_CHOICES], ids=lambda path: path.name
)
def test_pages_are_well_formed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
    assert re.findall(r"^# .+", text, re.MULTILINE) == [text.splitlines()[0]], (
        "one title, in the first line"
    )
    assert len(re.findall(r"^```", text, re.MULTILINE)) % 2 == 0
    linked = set(re.findall(r"\]\(/rules/([^)]*)\)", text))
    assert linked <= {*GAMES, "fair-choices"}


@every_language
@every_game
def test_positions_and_moves_are_legal(name: str, language: str) -> None:
    assert blocks(name, language)
    for block in blocks(name, language):
        assert block.keys() >= REQUIRED
        assert block.keys() <= REQUIRED | OPTIONAL
        assert block.get("try", "yes") == "yes"
        first, last = first_position(name, block), last_position(name, block)
        assert first.seats == int(block["seats"])
        assert not first.over
        assert not (last.over and "try" in block), "there must be something to try"
        if "position" in block:
            assert first.text == f"{name}/{block['ruleset']} {block['position']}"


@every_game
def test_all_languages_show_the_same_positions(name: str) -> None:
    shown = {
        language: [{**block, "caption": ""} for block in blocks(name, language)]
        for language in LANGUAGES
    }
    for language in LANGUAGES:
        assert shown[language] == shown["en"]


@every_language
@every_game
def test_captions_say_what_is_seen(name: str, language: str) -> None:
    """They name points of the board, the same in all languages, and the numbers of a game's end."""
    for block, original in zip(blocks(name, language), blocks(name, "en"), strict=True):
        last = last_position(name, block)
        sites = {site.id for position in last.history() for site in position.view.sites}
        named = set(SITE.findall(block["caption"]))
        assert named <= sites
        assert named == set(SITE.findall(original["caption"]))
        if last.over:
            numbers = re.findall(r"\d+", last.view.status)
            assert set(numbers) <= set(re.findall(r"\d+", block["caption"]))


@every_language
@every_game
def test_a_guide_shows_the_start_an_end_and_something_to_try(name: str, language: str) -> None:
    found = blocks(name, language)
    assert any("position" not in block and "moves" not in block for block in found)
    assert any(last_position(name, block).over for block in found)
    assert any("try" in block for block in found)


@every_language
@every_game
def test_a_guide_names_every_ruleset(name: str, language: str) -> None:
    text = guide(name, language)
    for ruleset in ludarium.find(name).rulesets:
        assert f"`{ruleset.name}`" in text or ruleset.title in text


# Lessons


@every_language
@every_game
def test_every_game_says_what_it_is_about(name: str, language: str) -> None:
    game = ludarium.find(name)
    told = introduction(game, game.rulesets[0], language)
    assert told["goal"] != game.summary
    assert all(text == "" or (len(text) < 130 and text.endswith(".")) for text in told.values())


def test_a_game_without_a_guide_says_how_its_ruleset_ends() -> None:
    game = ludarium.find("lau-kata-kati")
    for ruleset in game.rulesets:
        told = introduction(game, ruleset, "cs")["goal"]
        assert game.ends
        assert told == " ".join(map(translator("cs"), game.ends(ruleset))) != ""


def test_ends_are_among_the_sentences_of_rules() -> None:
    for name in ludarium.names():
        game = ludarium.find(name)
        if game.sentences:
            assert game.ends
            for ruleset in game.rulesets:
                assert 0 < len(game.ends(ruleset)) < len(game.sentences(ruleset))
                assert {*game.ends(ruleset)} < {*game.sentences(ruleset)}


@every_language
@every_game
def test_lessons_accept_legal_moves(name: str, language: str) -> None:
    """In all languages the same; the words name points of the board. Where nothing is hidden, there
    is a lesson, in which most moves are not what is looked for.
    """
    game = ludarium.find(name)
    found = steps(game, language)
    assert has_lesson(game, language) == (len(found) >= 3) == (not game.hides)
    for step, original in zip(found, steps(game, "en"), strict=True):
        words = {"task", "right", "wrong"}
        assert {**step, **dict.fromkeys(words)} == {**original, **dict.fromkeys(words)}
        block = {key: step[key] for key in ("ruleset", "position") if step[key]}
        here = first_position(name, {**block, "seats": str(step["seats"])})
        for move in step["moves"]:
            here = here.play(move)
        assert step["seat"] in here.movers
        assert step["accepted"]
        for move in step["accepted"]:
            here.play(move)
        sites = {end for site in here.view.sites for end in site.id.split("-")}
        for word in words:
            assert step[word].endswith((".", "!", "?"))
            assert set(SITE.findall(step[word])) <= sites
            assert set(SITE.findall(step[word])) == set(SITE.findall(original[word]))
    narrow = [step for step in found if len(step["accepted"]) < 4]
    assert len(narrow) >= len(found) / 2


def test_what_is_wrong_with_a_step() -> None:
    yoxii = ludarium.find("yoxii")
    fields = {"task": "Move.", "accept": "d5/2d6", "right": "Yes.", "wrong": "No."}
    with pytest.raises(LudariumError, match="expected wrong too"):
        lesson_step(yoxii, {key: text for key, text in fields.items() if key != "wrong"})
    with pytest.raises(LudariumError, match=r"'h9/\*' is no legal move"):
        lesson_step(yoxii, {**fields, "accept": "d5/2d6, h9/*"})
    assert "task:" not in str(guide_html("yoxii", "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_picture_of_a_guide_is_a_file(language: str) -> None:
    for name in ludarium.names():
        named = re.findall(r'<img src="([^"]+)"', guide_html(name, language) or "")
        assert named == [
            f"/rules/{name}/pictures/{number}.svg?language={language}"
            for number in range(1, len(shown_positions(name, language)) + 1)
        ]
    for number in range(1, len(shown_positions("yoxii", language)) + 1):
        assert gzip.decompress(guide_file("yoxii", language, number)).startswith(b"<svg")
    for name, number in (("yoxii", 0), ("yoxii", 999), ("fair-choices", 1), ("nosuch", 1)):
        with pytest.raises(TableError, match="no such picture"):
            guide_file(name, language, number)


# What the sources say

WORKED_EXAMPLES = {  # choices, round-points, markers after the round
    "archive": ("P E E B B", "0, −1, −1, +1, +1", "000/000/000/010/010"),
    "tabletop 1": ("B B B E P", "0, 0, 0, −2, +2", "000/000/000/000/100"),
    "tabletop 2": ("B P P E E", "0, −1, −1, +1, +1", "000/000/000/001/001"),
    "tabletop 3": ("B P E", "0, 0, 0", "000/000/000"),
}


@every_language
@pytest.mark.parametrize("example", WORKED_EXAMPLES)
def test_ahyoheek_shows_every_worked_example(example: str, language: str) -> None:
    choices, points, markers = WORKED_EXAMPLES[example]
    block = next(
        block
        for block in blocks("ahyoheek", language)
        if moves(block) == [choices] and block["ruleset"] == "classic"
    )
    assert "position" not in block
    assert f"{points}:" in block["caption"]
    last = last_position("ahyoheek", block)
    assert last.text == f"ahyoheek/classic {markers}"
    notes = [seat.note.split(" ")[0] for seat in last.view.seats]
    assert notes == points.split(", ")


@every_language
def test_ahyoheek_shows_what_a_live_table_adds(language: str) -> None:
    rounds = [move.split(" ") for block in blocks("ahyoheek", language) for move in moves(block)]
    assert any("-" in choices for choices in rounds), "a seat that sits out"
    assert any("." in choices for choices in rounds), "sudden death"
    assert {block["ruleset"] for block in blocks("ahyoheek", language)} == {"classic", "live"}


def rank(points: int) -> int:
    """The rank of a total of ranking-points."""
    ranks = range(1, points + 2)
    return next(r for r in ranks if points <= 100 * (1 + sum(range(1, r + 1)))) if points else 0


@every_language
def test_ahyoheek_has_the_table_of_ranks(language: str) -> None:
    last = {r: max(points for points in range(1200) if rank(points) == r) for r in range(5)}
    assert last == {0: 0, 1: 200, 2: 400, 3: 700, 4: 1100}
    row = next(line for line in guide("ahyoheek", language).splitlines() if "1100" in line)
    assert [int(cell.split(" ")[-1]) for cell in row.strip("| ").split(" | ")[1:]] == list(
        last.values()
    )
    gained = [max(1, rank(points)) for points in (0, 150, 450)]
    assert f"{' + '.join(map(str, gained))} = {sum(gained)}" in guide("ahyoheek", language)


@every_language
def test_aiyawatstani_has_every_ruleset_with_its_scores(language: str) -> None:
    rulesets = [one for one in ludarium.find("aiyawatstani").rulesets if one.reconstruction]
    rows = [
        line
        for line in guide("aiyawatstani", language).splitlines()
        if line.startswith("|") and " km " in line
    ]
    assert len(rows) == len(rulesets)
    for ruleset, row in zip(
        sorted(rulesets, key=lambda one: (one is not rulesets[0], one.name)), rows, strict=True
    ):
        assert [cell.strip() for cell in row.strip("|").split("|")] == [
            *score_cells(ruleset, language)
        ], ruleset.name


def score_cells(ruleset: Ruleset, language: str) -> list[str]:
    """The cells of the ruleset's row in the table of scores."""
    known = ruleset.reconstruction
    assert known
    scores = map(str, (known.combined, known.cultural, known.conceptual, known.geographical))
    shown = [
        score.removeprefix("0") if language == "en" else score.replace(".", ",") for score in scores
    ]
    name = f"**{ruleset.title}**" if ruleset.name == "ludii-4" else ruleset.title
    games = (title.partition(" / ")[0] for title in known.based_on)
    return [name, *shown, f"~{known.kilometres} km", ", ".join(games)]


@pytest.mark.parametrize(
    ("name", "ruleset"), [("alquerque", "alfonso"), ("aiyawatstani", "ludii-4")]
)
def test_no_game_ends_in_fewer_moves_than_the_shortest_that_is_shown(
    name: str, ruleset: str
) -> None:
    shown = [
        block
        for block in blocks(name, "en")
        if "position" not in block and last_position(name, block).over
    ]
    assert [block["ruleset"] for block in shown] == [ruleset]
    start = ludarium.start(name, ruleset)
    states = {start.game.plain(start.state)}
    for _ in moves(shown[0])[1:]:
        choices = (
            (state, n) for state in states for n in range(generic.legal_count(state, state.seat))
        )
        states = {
            generic.play(state, generic.nth_legal(state, state.seat, n)) for state, n in choices
        }
        assert all(generic.movers(state) for state in states)


# Fair choices


@pytest.mark.parametrize("path", FAIR_CHOICES, ids=lambda path: path.name)
def test_the_example_of_a_commitment_is_right(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    committed = re.findall(r"printf '%s' '([^']+)' \| sha256sum", text)
    assert len(committed) == 1
    assert re.fullmatch(r"ludarium-choice/1 \w+ [1-9]\d* \d \S+ [0-9a-f]{32}", committed[0])
    assert re.findall(r"\b[0-9a-f]{64}\b", text) == [sha256(committed[0].encode()).hexdigest()]
    if path.parent == WEB_GUIDES:
        _, _, table, round_number, _, choice, nonce = re.split(r"[/ ]", committed[0])
        told = text.split("```sh")[0]
        assert all(f"`{word}`" in told for word in (table, choice, nonce))
        assert re.search(rf"\b{round_number}\b", told)


def test_the_code_of_the_page_on_fair_choices_runs() -> None:
    results = doctest.testfile(str(ROOT / "docs/fair-choices.md"), module_relative=False)
    assert results.attempted
    assert not results.failed
