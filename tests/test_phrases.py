"""Text in other languages: phrases, tellers, and that the catalogues say everything that the
sources say.
"""

from __future__ import annotations

import copy
import dataclasses
import doctest
import io
import json
import pickle
import random
import re
import string
from collections.abc import Iterator
from importlib import resources

import pytest
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium import languages, phrases
from ludarium.draw.terminal import terminal
from ludarium.draw.words import renamed, words
from ludarium.languages import LANGUAGES, best, messages, translator
from ludarium.locale import extraction
from ludarium.locale.__main__ import updated
from ludarium.locale.extraction import collected, python_messages, script_messages
from ludarium.phrases import Phrase, counted, isolated, listed, say
from ludarium.play.position import Position
from ludarium.rules import view as views
from ludarium.rules.game import Game
from ludarium.rules.translation import PARTS, TEXTS, translated
from ludarium.rules.view import View
from ludarium.testing import positions_of_random_games

FOREIGN = [language for language in LANGUAGES if language != languages.SOURCE]
WHITE = say("White")
WON = say("{seat} cannot move: {winner} wins", seat=say("Light"), winner=say("Dark"))
MOVES = ("{n} move", "{n} moves")
CZECH = translator("cs")


# Phrases


def test_examples() -> None:
    results = doctest.testmod(phrases)
    assert results.attempted
    assert not results.failed


def test_a_phrase_is_its_english_text() -> None:
    assert WON == "Light cannot move: Dark wins"
    assert hash(WON) == hash(str(WON))
    assert type(str(WON)) is str
    assert {str(WON): 1}[WON] == 1
    assert json.dumps([WON]) == json.dumps([str(WON)])
    assert WON.template == "{seat} cannot move: {winner} wins"
    assert WON.values == {"seat": "Light", "winner": "Dark"}


@given(st.text(), st.integers())
def test_values_are_put_in_as_they_are(name: str, n: int) -> None:
    shown = isolated(name)  # with its own direction of writing
    assert str(shown).strip("\u2068\u2069") == name.strip("\u2068\u2069")
    assert say("{name} has {n}", name=name, n=n) == f"{shown} has {n}"
    assert counted("{name} has one", "{name} has {n}", n, name=name) == (
        f"{shown} has one" if n == 1 else f"{shown} has {n}"
    )


@pytest.mark.parametrize(
    "phrase", [WON, counted(*MOVES, 1), counted(*MOVES, 3), listed([WHITE, "Ana"])]
)
def test_phrases_can_be_copied_and_stored(phrase: str) -> None:
    for again in (pickle.loads(pickle.dumps(phrase)), copy.copy(phrase), copy.deepcopy(phrase)):
        assert again == phrase
        assert isinstance(again, Phrase)
        assert CZECH(again) == CZECH(phrase)


def test_phrases_do_not_change() -> None:
    with pytest.raises(AttributeError, match="does not change"):
        WON.template = "{seat} loses"
    with pytest.raises(AttributeError, match="does not change"):
        del WON.values
    with pytest.raises(TypeError):
        WON.values["seat"] = "Red"  # type: ignore[index]


def test_lists() -> None:
    assert listed(["Ana"]) == "Ana"
    assert listed(["Ana", "Petr"]) == "Ana and Petr"
    assert listed(["Ana", "Petr", "Eva", WHITE]) == "Ana, Petr, Eva and White"
    assert CZECH(listed(["Ana", "Petr", "Eva", WHITE])) == "Ana, Petr, Eva a Bílý"


# Tellers


def test_english_is_told_as_it_is() -> None:
    assert translator("en") is str
    assert messages("en") == {}


def test_values_are_told_with_the_phrase() -> None:
    assert CZECH(WON) == "Světlý nemůže táhnout: vyhrává Tmavý"
    assert CZECH(WON) == CZECH(copy.copy(WON)), "what was told before is no different"


def test_names_of_players_are_never_translated() -> None:
    assert CZECH(say("{seat} to move", seat="White")) == "Na tahu je White"
    assert CZECH(say("{seat} to move", seat=WHITE)) == "Na tahu je Bílý"


def test_plain_text_is_looked_up_whole() -> None:
    assert CZECH("White") == "Bílý"
    assert CZECH("White, and more") == "White, and more"
    assert CZECH("") == ""


def test_what_is_not_in_the_catalogue_stays_english() -> None:
    assert CZECH(say("{seat} yawns", seat=WHITE)) == "Bílý yawns"
    assert [CZECH(counted("{n} yawn", "{n} yawns", n)) for n in (1, 2, 5)] == [
        "1 yawn",
        "2 yawns",
        "5 yawns",
    ]


def test_plural_forms() -> None:
    numbers = (0, 1, 2, 4, 5, 21, 22)
    told_notes = [
        CZECH(counted("{points} round-point", "{points} round-points", n, points=n))
        for n in numbers
    ]
    assert [note.split()[1] for note in told_notes] == [
        "bodů",
        "bod",
        "body",
        "body",
        "bodů",
        "bodů",
        "bodů",
    ]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="did you mean 'cs'"):
        translator("csx")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("cs", "cs"),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"),
        ("sk;q=0.9, CS;q=0.8, en;q=0.7", "cs"),
        ("de, fr;q=0.5", "en"),
        ("en;q=0.5, cs;q=0.6", "cs"),
        ("en, cs", "en"),
        ("cs;q=0, *", "en"),
        ("cs;q=high, en;q=0.1", "en"),
        ("cs;q=nan, en;q=0.1, cs;q=0.2", "cs"),
        ("cs;q=2, en;q=0.1", "en"),
        (";;,=,q=", "en"),
    ],
)
def test_the_best_language_for_a_reader(header: str, language: str) -> None:
    assert best(header) == language


# Views


def texts_of(part: object) -> Iterator[str]:
    """All that is text for people in a View, or a part of it."""
    yield from (getattr(part, field) for field in TEXTS.get(type(part), ()))
    for field in PARTS.get(type(part), ()):
        for inner in getattr(part, field):
            yield from texts_of(inner)


def templates_of(phrase: Phrase) -> Iterator[str]:
    """The templates of the phrase and of the phrases in it."""
    yield phrase.template
    for value in phrase.values.values():
        if isinstance(value, Phrase):
            yield from templates_of(value)


def some_positions(game: Game) -> list[Position]:
    """The first positions, the last ones, and some between, of random games of all rulesets."""
    positions = list(positions_of_random_games(game, seed=3))
    chosen = random.Random(3).sample(positions, min(40, len(positions)))
    return chosen + [position for position in positions if position.over]


def test_the_texts_of_a_view_are_known() -> None:
    """A new field of a View is either an id or other sign that stays, or told."""
    signs = {"id", "site", "start", "end", "letter"}
    for name in views.__all__:
        kind = getattr(views, name)
        if dataclasses.is_dataclass(kind) and kind is not views.Glyph:
            strings = {field.name for field in dataclasses.fields(kind) if field.type == "str"}
            assert strings - signs == set(TEXTS.get(getattr(views, name), ())), name


@pytest.mark.parametrize("language", FOREIGN)
def test_views_can_be_told(game: Game, language: str) -> None:
    known = {
        message.id[0] if message.pluralizable else message.id
        for message in languages.translated(catalogue(language))
    }
    for position in some_positions(game):
        view = position.view
        assert isinstance(view.status, Phrase)
        for text in texts_of(view):
            if isinstance(text, Phrase):
                assert set(templates_of(text)) <= known, text
            else:
                assert re.fullmatch(r"[A-Za-z]{0,2}\d*(-[a-z]\d)?", text), (
                    f"{text!r} is neither a phrase nor a coordinate"
                )
        told_view = translated(view, translator(language))
        assert told_view.status == translator(language)(view.status) != view.status
        assert told_view.touchable == view.touchable
        assert [piece.id for piece in told_view.pieces] == [piece.id for piece in view.pieces]
        assert not any(isinstance(text, Phrase) for text in texts_of(told_view))


def test_games_can_be_told(game: Game) -> None:
    assert CZECH(game.summary) != game.summary
    told_texts = [game.title, *game.seat_names]
    told_texts += [
        text for ruleset in game.rulesets for text in (ruleset.title, ruleset.notes) if text
    ]
    assert all(isinstance(text, Phrase) for text in told_texts)


def test_only_what_changes_is_made_again() -> None:
    view = ludarium.start("yoxii").view
    czech = translated(view, CZECH)
    assert translated(view, str) is view
    assert czech.sites is view.sites
    assert czech.labels is view.labels
    assert translated(czech, CZECH) is czech
    assert translated(view, CZECH) == czech


def yoxii_end() -> View:
    return ludarium.parse("yoxii/standard TXO/ooi2/7/O6/7/5/3 w").view


def test_players_take_the_places_of_seats_in_any_language() -> None:
    """Also where players have the names of seats: nobody's name is translated, or replaced
    twice.
    """
    view, names = yoxii_end(), ("Red", "White")
    assert view.status == "White cannot move the totem: Red wins 4 to 4, by 3 stones to 1"
    status = renamed(view.status, view, names)
    assert status == "Red cannot move the totem: White wins 4 to 4, by 3 stones to 1"
    assert CZECH(status) == "Red nemůže pohnout totemem: body 4:4, na kameny 3:1 vyhrává White"
    assert words(view, names, CZECH).splitlines()[0] == f"{CZECH(status)}."


def test_players_take_the_places_of_seats_in_nested_phrases_and_plain_text() -> None:
    view = ludarium.start("ahyoheek", seats=3).view
    inner = say(
        "{round}. {rest}",
        round=say("Sudden death between {seats}", seats=listed([seat.name for seat in view.seats])),
        rest="Seat 1?",
    )
    assert (
        renamed(inner, view, ("Ana", "", "Eva")) == "Sudden death between Ana, Seat 2 and Eva. Ana?"
    )
    assert renamed("Seat 3 and Seat 30", view, ("Ana", "Petr", "Eva")) == "Eva and Seat 30"
    assert renamed(view.status, view, None) is view.status


def test_words_and_terminal_in_czech() -> None:
    view = ludarium.start("ahyoheek", seats=2).play("P B").view
    said = words(view, ["Ana"], CZECH).splitlines()
    assert said[:3] == [
        "Kolo vyhrává Ana (pero). Všichni volí.",
        "Na tahu je Ana (Hráč 1).",
        "Na tahu je Hráč 2.",
    ]
    assert "Volba (Ana): pero." in said
    assert "Hráč 2: −1 bod za kolo." in said
    assert "Každý, kdo volí, může vzít: kniha." in said
    assert terminal(view, ["Ana"], CZECH)


# Catalogues


def catalogue(language: str) -> Catalog:
    path = resources.files("ludarium") / "locale" / f"{language}.po"
    return read_po(io.BytesIO(path.read_bytes()), locale=language)


def places_in(template: str) -> set[str]:
    """The places for values in a template: a name each, and a format where there is one.

    `!r`, which quotes a value in English, is left out: each language has quotes of its own.
    """
    found = set()
    for _, name, form, conversion in string.Formatter().parse(template):
        if name is not None:
            assert name.isidentifier(), f"{{{name}}} in {template!r}"
            assert conversion in (None, "r"), f"{{{name}}} in {template!r}"
            found.add(f"{name}:{form}" if form else name)
    return found


def strings_of(message: Message) -> tuple[str, ...]:
    return tuple(message.string or ()) if message.pluralizable else (str(message.string),)


@pytest.mark.no_cover
@pytest.mark.parametrize("language", FOREIGN)
def test_everything_is_translated(language: str) -> None:
    known = catalogue(language)
    missing = [message.id for message in collected() if message.id and message.id not in known]
    assert not missing, "new messages: run `make phrases`, then translate them"
    assert not known.obsolete
    for message in known:
        assert not message.id or not message.fuzzy, f"a guess to look at: {message.id}"
        assert all(text.strip() for text in strings_of(message)), f"not translated: {message.id}"
        if message.pluralizable:
            assert len(strings_of(message)) == known.num_plurals


@pytest.mark.parametrize("language", FOREIGN)
def test_translations_have_the_same_values(language: str) -> None:
    for message in languages.translated(catalogue(language)):
        if message.pluralizable:  # words may stand for the number
            wanted = places_in(message.id[0]) | places_in(message.id[1])
            assert all(places_in(text) | {"n"} == wanted | {"n"} for text in strings_of(message)), (
                message.id
            )
        else:
            assert places_in(str(message.string)) == places_in(str(message.id)), message.id


def test_czech_quotes_names_its_own_way() -> None:
    refused = say("There is no table {table!r}.", table="x7")
    assert CZECH(refused) == "Stůl „x7“ tu není."
    for message in languages.translated(catalogue("cs")):
        for text in strings_of(message):
            assert "!r}" not in text, message.id
            assert not re.search(r"\B'", text), message.id  # as in 'name', but not in Putt'han


@pytest.mark.no_cover
@pytest.mark.parametrize("language", FOREIGN)
def test_catalogues_are_up_to_date(language: str) -> None:
    path = resources.files("ludarium") / "locale" / f"{language}.po"
    assert path.read_bytes() == updated(catalogue(language), collected()), "run `make phrases`"


@pytest.mark.no_cover
@pytest.mark.parametrize("language", FOREIGN)
def test_scripts_get_what_they_say(language: str) -> None:
    said = {
        message.id[0] if message.pluralizable else message.id
        for message in collected()
        if is_said_in(message, ".js")
    }
    assert said == messages(language).keys()
    assert messages(language, ".nothing") == {}
    assert all(
        isinstance(forms, str) or len(forms) == catalogue(language).num_plurals
        for forms in messages(language).values()
    )


def is_said_in(message: Message, suffix: str) -> bool:
    return bool(message.id) and any(name.endswith(suffix) for name, _ in message.locations)


def test_extraction_from_python() -> None:
    source = (
        b'say("a {x}", x=say("b" " c"))\nf"{counted(\'one\', \'many\', 3, '
        b"y=say('d'))}\"\nlambda template: say(template)"
    )
    found = [
        templates
        for _, _, templates, _ in python_messages(io.BytesIO(source), ("say", "counted"), (), {})
    ]
    assert sorted(found) == [("a {x}",), ("b c",), ("d",), ("one", "many")]


def test_extraction_from_scripts() -> None:
    source = rb"""import { say } from "./say.js";
    function say(template) {}
    const a = say("a {x}", { x: y('b') }) + say('b \'q\'' + " c");
    const each = (x) => `<b>${counted("one", "many", x.n)}</b>`;
    const html = `<p class="d">${say("d")} ${list.map((x) => `<b>${x}</b>`)}</p>`;"""
    found = {
        templates
        for _, _, templates, _ in script_messages(io.BytesIO(source), ("say", "counted"), (), {})
    }
    assert found == {("a {x}",), ("b 'q' c",), ("d",), ("one", "many")}


@pytest.mark.parametrize(
    ("source", "templates"),
    [
        (b'say("a", { x: say("b") })', "ab"),
        (b'`${say("a", { x })}`', "a"),
        (b'say("a", { x: `${say("b")}` })', "ab"),
    ],
)
def test_calls_are_all_read_or_the_script_is_refused(source: bytes, templates: str) -> None:
    """Which nested calls are read depends on Babel's version; none may be left out in silence."""
    try:
        found = list(script_messages(io.BytesIO(source), ("say", "counted"), (), {}))
    except ValueError as refused:
        assert "are read: give what one says" in str(refused)
    else:
        assert sorted(texts for _, _, texts, _ in found) == [(one,) for one in templates]


def test_calls_that_babel_does_not_see_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "extract_javascript", lambda *_: [])
    with pytest.raises(ValueError, match="only 0 calls of 1 are read: give what one says"):
        list(script_messages(io.BytesIO(b'say("a")'), ("say", "counted"), (), {}))


@pytest.mark.parametrize(
    "source",
    [
        b"say(template)",
        b'say(x + "a")',
        b'say("a" + x)',
        b'counted("one", many, 3)',
        b"say(`a`)",
        b"say(x ? 'a' : 'b')",
    ],
)
def test_templates_that_nobody_could_translate_are_refused(source: bytes) -> None:
    with pytest.raises(ValueError, match="as literals"):
        list(script_messages(io.BytesIO(source), ("say", "counted"), (), {}))
