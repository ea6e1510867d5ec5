"""The rooms about all games: what each shows, that its JSON agrees, and what it refuses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ludarium import catalogue
from ludarium.rulesets.selection import (
    FILTERS,
    MOST_VALUES,
    SelectionError,
    all_games,
    chosen_values,
    select,
    selection_json,
)
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
