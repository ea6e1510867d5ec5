"""What sources say: where they contradict each other, and what is marked as resting on less."""

from __future__ import annotations

import importlib
from pathlib import Path

import httpx
import pytest

import ludarium
from ludarium.games.sources.yoxii import COMPARED, GO_ON
from ludarium.games.yoxii import BothState, can_take_turn
from ludarium.languages import LANGUAGES, translator
from ludarium.matches.intervals import score_interval
from ludarium.rules import generic
from ludarium.rulesets.knowledge import reconstruction_json

DOCUMENTED = ("ahyoheek", "yoxii", "aiyawatstani")
WITHOUT_SCORES = ["ludii-2", "ludii-7", "ludii-8", "ludii-10"]


@pytest.mark.parametrize("name", DOCUMENTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_tell_where_the_sources_disagree(address: str, name: str, language: str) -> None:
    translate = translator(language)
    game = ludarium.find(name)
    known = httpx.get(
        f"{address}/api/games/{name}/rulesets/{game.rulesets[0].name}",
        headers={"accept-language": language},
    ).json()
    assert [one["about"] for one in known["disagreements"]] == [
        translate(one.about) for one in game.disagreements
    ]
    for page in (f"/rules/{name}", f"/rules/{name}/{game.rulesets[0].name}"):
        text = httpx.get(address + page, headers={"accept-language": language}).text
        for one in game.disagreements:
            assert translate(one.about) in text


def test_distances_are_told_with_whose_they_are() -> None:
    game = ludarium.find("aiyawatstani")
    known = reconstruction_json(game, game.ruleset("ludii-4"), translator("en"))
    assert known is not None
    kilometres = [one["kilometres"] for one in known["based_on"]]
    distances = game.disagreements[0]
    told = translator("en")(distances.says[1])
    numbers = (*kilometres[:2], known["our_kilometres"], known["our_geographical"])
    assert all(str(number) in told for number in numbers)
    assert (known["kilometres"], known["geographical"]) == (1100, 0.945)


def test_rulesets_whose_scores_are_not_known_are_marked(address: str) -> None:
    game = ludarium.find("aiyawatstani")
    assert [one.name for one in game.rulesets if one.mark] == WITHOUT_SCORES
    page = httpx.get(f"{address}/rules/aiyawatstani/ludii-4").text
    assert page.count("its scores not known") == len(WITHOUT_SCORES)
    assert page.count("<td>not known</td>") == len(WITHOUT_SCORES)


def test_the_readings_of_yoxii_differ_as_often_as_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "benchmarks"))
    games = 100
    longer, _ = importlib.import_module("yoxii_readings").readings(games, seed=7)
    low, high = score_interval(longer / games, games)
    assert low <= GO_ON / COMPARED <= high


def test_who_cannot_move_the_totem_is_passed_over() -> None:
    ended = ludarium.parse("yoxii/standard 3/5/5TO/2o1xXy/4XOo/1xXO1/o2 w").play("f2/1e1")
    assert ended.over
    here = ludarium.parse("yoxii/both 3/5/5TO/2o1xXy/4XOo/1xXO1/o2 w").play("f2/1e1")
    assert not here.over
    assert (here.movers, here.view.status) == (
        (0,),
        "Red cannot take a turn: White to move the totem",
    )
    while not here.over:
        here = here.play(here.legal[0])
    state = here.state
    assert isinstance(state, BothState)
    other = BothState(state.theirs, state.mine, state.low, state.high, state.totem, 1 - state.seat)
    assert not can_take_turn(state)
    assert not can_take_turn(other)
    assert here.returns == tuple(generic.returns(other, seat) for seat in (0, 1))


def test_a_position_in_which_only_the_other_can_move_is_none() -> None:
    ended = ludarium.parse("yoxii/standard 3/5/5TO/2o1xXy/4XOo/1xXO1/o2 w").play("f2/1e1")
    placement = ended.text.removeprefix("yoxii/standard ")
    with pytest.raises(ludarium.PositionError, match="Red to move, who cannot, expected White"):
        ludarium.parse(f"yoxii/both {placement}")
