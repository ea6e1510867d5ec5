"""Reviews and analyses over HTTP: of what they are made, who may have them, and what is said where
nothing can be said.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import ludarium
from ludarium.play.position import Position
from ludarium.search.engine import Engine
from ludarium.solvers.equilibrium import library as equilibrium
from ludarium.tables.errors import TableError
from ludarium.tables.threads import ClientKey
from ludarium.web.analysis import reviews
from ludarium.web.analysis.analyses import Analyses
from ludarium.web.background.warmup import Warmup
from ludarium.web.http.guards import Bucket
from tables_help import Site, Visitor, refusal, refused


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """Nobody waits for a search that has to be compiled first: in the threads of reviews and of
    analyses, which have the lowest priority, that takes minutes beside other tests.
    """
    for game in ("yoxii", "aiyawatstani"):
        Engine(memory=4).prepare(ludarium.start(game))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site"), review=100_000) as site:
        yield site


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.program("Ana")


def finished(visitor: Visitor, moves: int = 4, **options: Any) -> str:
    """A game of Yoxii of so many moves, which its first seat then gave up."""
    table = visitor.open("yoxii", "me", "me", **options)
    position, chance = ludarium.start("yoxii"), random.Random(1)
    for ply in range(moves):
        move = chance.choice(position.legal)
        visitor.move(table, move.seat, ply, move.text)
        position = position.play(move)
    visitor.done("POST", f"/api/tables/{table}/resignations", seat=0)
    return table


def reviewed(visitor: Visitor, table: str) -> Any:
    """The review of a table, after waiting for it."""
    return made(lambda: visitor.get(f"/api/tables/{table}/review"))


def made(ask: Callable[[], httpx.Response]) -> Any:
    """The review that an answer brings, after waiting for it."""
    for _ in range(1_200):
        answer = ask()
        if answer.status_code == 200:
            return answer.json()
        assert answer.status_code == 202, answer.text
        assert 0 <= answer.json()["done"] <= answer.json()["of"]
        time.sleep(0.05)
    raise AssertionError("the review never came")


def test_a_review_of_a_game_in_turns(ana: Visitor) -> None:
    found = reviewed(ana, finished(ana))
    assert found["kind"] == "moves"
    assert len(found["moves"]) == 4
    assert len(found["curve"]) == 5
    for move, after in itertools.pairwise(found["moves"]):
        assert move["lost"] == pytest.approx(move["before"] - move["after"])
        assert move["answer"]["value"] == pytest.approx(-move["after"])
        assert (move["seat"], after["seat"]) in ((0, 1), (1, 0))
    assert {point["label"] for point in found["curve"]} <= {"proved", "bounded", "estimated"}


def test_a_review_is_made_once(site: Site, ana: Visitor) -> None:
    table = finished(ana)
    first = reviewed(ana, table)
    assert ana.get(f"/api/tables/{table}/review").json() == first
    assert site.newcomer().get(f"/api/tables/{table}/review").json() == first


def test_moves_that_were_played_elsewhere_are_reviewed_alike(ana: Visitor) -> None:
    """Also from a later position."""
    table = finished(ana)
    moves = [move["text"] for move in ana.get(f"/api/tables/{table}").json()["moves"]]

    def review(**body: Any) -> Any:
        return made(lambda: ana.ask("POST", "/api/reviews", game="yoxii", **body))

    assert review(moves=moves) == reviewed(ana, table)
    later = ludarium.start("yoxii").play(moves[0])
    rest = review(position=later.text.partition(" ")[2], moves=moves[1:])
    assert [move["move"] for move in rest["moves"]] == moves[1:]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"moves": ["e5/3f5", "e5/3f5"]}, "2: "),
        ({"moves": ["e5/3f5"] * 1001}, "1000"),
        ({"game": "yoxi"}, "Yoxii"),
        ({"position": "nonsense"}, "nonsense"),
    ],
)
def test_moves_that_cannot_be_reviewed(ana: Visitor, body: dict[str, Any], words: str) -> None:
    answer = ana.ask("POST", "/api/reviews", **{"game": "yoxii", **body})
    assert answer.status_code in (404, 422)
    assert words in answer.text


def test_a_review_is_kept(tmp_path: Path) -> None:
    with Site.opened(tmp_path, review=2_000) as site:
        visitor = site.program("Ana")
        table = finished(visitor)
        first = reviewed(visitor, table)
        assert first["nodes"] == 400
    with Site.opened(tmp_path, review=50_000) as site:
        answer = site.newcomer().get(f"/api/tables/{table}/review")
        assert (answer.status_code, answer.json()) == (200, first)


def test_a_first_look_while_the_game_is_compiled(
    site: Site, ana: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(ana)
    with monkeypatch.context() as compiling:
        compiling.setattr(Warmup, "hurried", lambda *_: False)
        first = reviewed(ana, table)
        assert (first["kind"], first["provisional"], len(first["moves"])) == ("moves", True, 4)
        assert reviewed(site.newcomer(), table) == first
        position = analysed(ana, game="yoxii").json()
        assert (position["kind"], position["provisional"]) == ("moves", True)
    better = reviewed(ana, table)
    assert (better.get("provisional", False), len(better["moves"])) == (False, 4)
    assert better["nodes"] > 0


def test_a_review_of_secret_choices(ana: Visitor) -> None:
    table = ana.open("ahyoheek", "me", "me", "me", seats=3)
    for ply in range(3):
        for seat, choice in enumerate(("P", "B", "E" if ply else "B")):
            ana.move(table, seat, ply, choice)
    ana.done("POST", f"/api/tables/{table}/resignations", seat=0)
    ana.done("POST", f"/api/tables/{table}/resignations", seat=1)
    found = reviewed(ana, table)
    assert found["kind"] == "choices"
    assert [one["chosen"] for one in found["rounds"][0]["seats"]] == ["P", "B", "B"]
    for one in found["rounds"][1]["seats"]:
        assert sum(choice["probability"] for choice in one["choices"]) == pytest.approx(1)
        assert one["label"] == "bounded"
    assert [habit["rounds"] for habit in found["habits"]] == [3, 3, 3]


@pytest.mark.parametrize(
    ("moves", "words"), [(0, "No move was played"), (1, "Only one move was played")]
)
def test_what_is_too_short_for_a_review(ana: Visitor, moves: int, words: str) -> None:
    found = reviewed(ana, finished(ana, moves))
    assert found["kind"] == "nothing"
    assert words in found["reason"]


@pytest.fixture
def unsolved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no table of a solved game had come with the package."""
    monkeypatch.setattr(equilibrium, "SHIPPED", tmp_path)


@pytest.mark.usefixtures("unsolved")
def test_a_game_that_nobody_has_solved(site: Site) -> None:
    petr = site.program("Petr", **{"accept-language": "cs"})
    table = petr.open("ahyoheek", *["me"] * 5, seats=5)
    for ply in range(2):
        for seat in range(5):
            petr.move(table, seat, ply, "P")
    for seat in range(4):
        petr.done("POST", f"/api/tables/{table}/resignations", seat=seat)
    found = reviewed(petr, table)
    assert found["kind"] == "nothing"
    assert "není vyřešena" in found["reason"]


def test_no_review_of_a_game_that_goes_on(ana: Visitor) -> None:
    """Not even its players may have one: it would be help."""
    table = ana.open("yoxii", "me", "me")
    ana.move(table, 0, 0, "e5/3f5")
    assert ana.refused("GET", f"/api/tables/{table}/review") == "not-now"
    assert ana.refused("GET", f"/api/tables/{ana.open('yoxii')}/review") == "not-now"
    assert ana.refused("GET", "/api/tables/nowhere/review") == "unknown"


def test_no_review_for_those_who_may_not_watch(site: Site, ana: Visitor) -> None:
    table = finished(ana, watch="players")
    assert site.newcomer().refused("GET", f"/api/tables/{table}/review") == "forbidden"
    assert reviewed(ana, table)["kind"] == "moves"


def test_too_many_reviews_at_once(ana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(ana)
    monkeypatch.setattr(reviews, "MOST_WAITING", 0)
    answer = ana.get(f"/api/tables/{table}/review")
    assert refusal(answer) == "too-many"
    assert int(answer.headers["retry-after"]) > 0


def analysed(visitor: Visitor, **body: Any) -> httpx.Response:
    return visitor.ask("POST", "/api/analysis", **{"game": "yoxii", "seconds": 0.02, **body})


def test_an_analysis(ana: Visitor) -> None:
    found = analysed(ana, moves=["d5/3d6"], lines=2).json()
    after = ludarium.start("yoxii").play("d5/3d6")
    assert (found["kind"], found["position"], found["seat"]) == ("moves", after.text, 1)
    assert len(found["lines"]) == 2
    for line in found["lines"]:
        assert line["pv"][0] == line["move"] in {move.text for move in after.legal}
    again = analysed(ana, position=after.text.partition(" ")[2], lines=2).json()
    assert again["position"] == after.text


def test_rulesets_do_not_learn_from_each_other(ana: Visitor) -> None:
    """Their positions look alike to an engine's table, but what is proved in one may be wrong in
    the other.
    """
    body = {"game": "aiyawatstani", "seconds": 0.0}
    for ruleset in ("ludii-4", "ludii-6"):
        assert analysed(ana, ruleset=ruleset, **body).json()["kind"] == "moves"
    engines = ana.site.context.analyses._engines
    assert engines["aiyawatstani", "ludii-4"] is not engines["aiyawatstani", "ludii-6"]


def test_an_analysis_of_secret_choices(ana: Visitor) -> None:
    found = analysed(ana, game="ahyoheek", seats=2).json()
    assert found["kind"] == "choices"
    assert [one["seat"] for one in found["seats"]] == [0, 1]
    assert [one["seat"] for one in analysed(ana, game="ahyoheek", seats=5).json()["seats"]] == [
        0,
        1,
        2,
        3,
        4,
    ]


@pytest.mark.parametrize(
    ("game", "words"), [("backgammon", "Chance decides"), ("leduc", "hides something")]
)
def test_why_nothing_is_said_of_a_position(ana: Visitor, game: str, words: str) -> None:
    found = analysed(ana, game=game).json()
    assert found["kind"] == "nothing"
    assert words in found["reason"]


@pytest.mark.usefixtures("unsolved")
def test_nothing_is_said_of_secret_choices_that_nobody_has_solved(ana: Visitor) -> None:
    assert analysed(ana, game="ahyoheek", seats=2).json()["kind"] == "nothing"


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({"seconds": 2.1}, "invalid", "seconds"),
        ({"seconds": -1}, "invalid", "seconds"),
        ({"lines": 0}, "invalid", "lines"),
        ({"lines": 6}, "invalid", "lines"),
        ({"game": "chaturanga"}, "unknown", "no such game"),
        ({"moves": ["d5/3d6", "z9"]}, "illegal", "2: 'z9' is not a legal move"),
        ({"moves": "d5/3d6"}, "invalid", "moves"),
        ({"position": "nonsense"}, "invalid", "nonsense"),
        ({"depth": 3}, "invalid", "depth"),
        (
            {
                "game": "aiyawatstani",
                "moves": ["C5-E5", "C7-C5", "E5xC7", "E7-E5", "C7-E7", "C9-C7", "E7-D6", "E9-E7"]
                * 200,
            },
            "invalid",
            "moves",
        ),
    ],
)
def test_bad_input(ana: Visitor, body: dict[str, Any], code: str, words: str) -> None:
    answer = analysed(ana, **body)
    assert refusal(answer) == code
    assert words in answer.json()["error"]


def test_limits(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Thinking is counted in seconds, reviews by number."""
    with Site.opened(tmp_path_factory.mktemp("limited"), limited=True, review=100_000) as site:
        visitor = site.program("Ana")
        site.context.analysing = Bucket(rate=0.01, burst=0.5)
        answers = [analysed(visitor, seconds=0.1, lines=1) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        site.context.reviewing = Bucket(rate=0.01, burst=1)
        tables = [finished(visitor) for _ in range(2)]
        assert reviewed(visitor, tables[0])["kind"] == "moves"
        assert visitor.refused("GET", f"/api/tables/{tables[1]}/review") == "too-many"
        assert reviewed(visitor, tables[0])["kind"] == "moves"  # which is there already


def test_one_address_has_a_share_of_the_analyses() -> None:
    """Others are still served when one has asked for as much as it may."""

    async def ask() -> None:
        analyses, begun, go_on = Analyses(), asyncio.Event(), asyncio.Event()

        async def wanted() -> bool:
            begun.set()
            await go_on.wait()
            return False

        def analyse(whose: str) -> asyncio.Task[Any]:
            position = ludarium.start("kuhn")  # is not analysed, which takes no time
            return asyncio.create_task(
                analyses.analyse(lambda: position, 0.1, 1, wanted, client=ClientKey(whose))
            )

        tasks = [analyse("one") for _ in range(6)]
        await begun.wait()
        await asyncio.sleep(0)
        with refused("too-many"):
            await analyse("one")
        tasks.append(analyse("another"))
        await asyncio.sleep(0)
        assert not tasks[-1].done()
        go_on.set()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [isinstance(one, TableError) for one in found] == [False] * 4 + [True] * 2 + [False]
        await analyses.close()

    asyncio.run(ask())


def thrown(visitor: Visitor, table: str) -> list[Position]:
    """The positions of a game with dice at the table."""
    positions = [ludarium.start("backgammon", "money")]
    for move in visitor.table(table)["moves"]:
        positions.append(positions[-1].play(move["text"]))
    return positions


def test_a_review_of_a_game_with_dice(ana: Visitor) -> None:
    """It is of the players' moves, each with its ply; the server throws between them."""
    table, chance = ana.open("backgammon", "me", "me", ruleset="money"), random.Random(1)
    while len(positions := thrown(ana, table)) < 12:
        move = chance.choice(positions[-1].legal)
        ana.move(table, move.seat, len(positions) - 1, move.text)
    ana.done("POST", f"/api/tables/{table}/resignations", seat=0)
    found = reviewed(ana, table)
    decisions = [ply for ply, at in enumerate(positions[:-1]) if not at.by_chance]
    assert [move["ply"] for move in found["moves"]] == decisions
    assert [move["seat"] for move in found["moves"]] == [positions[n].to_move for n in decisions]
    assert len(found["curve"]) == len(positions)
    assert all(seat["turns"] > 0 for seat in found["seats"])
    assert found["seats"][0]["luck"] == -found["seats"][1]["luck"]


def test_only_throws_are_nothing_to_review(ana: Visitor) -> None:
    table = ana.open("backgammon", "me", "me", ruleset="money")
    ana.done("POST", f"/api/tables/{table}/resignations", seat=0)
    found = reviewed(ana, table)
    assert (found["kind"], "No move was played" in found["reason"]) == ("nothing", True)
