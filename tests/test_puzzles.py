"""Puzzles: what comes with the package is proved anew, by sample; and the pages' way to them."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

import ludarium
from ludarium.analysis.openings import position_key
from ludarium.analysis.puzzles import (
    Puzzle,
    check_puzzle,
    find_puzzle,
    make_puzzle,
    puzzle_of,
    puzzles_of,
    shipped,
)
from ludarium.database import schema
from ludarium.database.attempts import Attempt
from ludarium.database.store import Store
from ludarium.errors import AgentError, LudariumError
from ludarium.eventlog import clock
from ludarium.play.position import Position
from ludarium.ratings.ratings import Ratings
from ludarium.rules.compiling import compiled
from ludarium.search.exhaustive import wins_within
from ludarium.web.services.puzzle_ratings import PuzzleRatings
from oracles.minimax import solve
from serving import database_of
from tables_help import Site, Visitor
from test_cli import run

PUZZLES = [puzzle for puzzles in shipped().values() for puzzle in puzzles]


def test_there_are_some() -> None:
    assert len(PUZZLES) >= 24
    assert (
        len({puzzle.id for puzzle in PUZZLES})
        == len(PUZZLES)
        == len({puzzle.position for puzzle in PUZZLES})
    )


def test_no_position_comes_twice() -> None:
    assert len({position_key(puzzle.start) for puzzle in PUZZLES}) == len(PUZZLES)


def test_the_puzzle_of_the_day() -> None:
    """Another game each day, and no puzzle again before all of its game were shown."""
    games = len(shipped())
    first = datetime.date(2026, 11, 23)
    shown = [puzzle_of(first + datetime.timedelta(day)) for day in range(games * 40)]
    assert shown[0] == puzzle_of(first)
    for name, puzzles in shipped().items():
        own = [puzzle for puzzle in shown if puzzle.start.game.name == name]
        assert len(own) == 40
        round_ = own[: len(puzzles)]
        assert len({puzzle.id for puzzle in round_}) == min(40, len(puzzles))
    assert all(
        len({one.start.game.name for one in shown[n : n + games]}) == games for n in range(games)
    )


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_moves_are_legal(puzzle: Puzzle) -> None:
    """Every move is told: the one that wins, and all others with an answer that can be played."""
    position = puzzle.start
    for step in puzzle.steps:
        assert position.to_move == puzzle.seat
        assert {move.text for move in position.legal} == {step.move, *step.refutations}
        for wrong, answer in step.refutations.items():
            after = position.play(wrong)
            assert after.over if answer is None else after.play(answer)
        position = position.play(step.move)
        if step.reply is not None:
            position = position.play(step.reply)
    for text in puzzle.ending:
        position = position.play(text)
    if position.over:
        assert position.returns[puzzle.seat] == 1
    assert Puzzle.from_json(puzzle.to_json()) == puzzle
    assert find_puzzle(puzzle.id) is puzzle


EASIEST = [puzzles[0] for puzzles in shipped().values()]  # to prove, of each game


@pytest.mark.parametrize("puzzle", EASIEST[1::3], ids=lambda puzzle: puzzle.id)
def test_a_sample_is_proved_anew(puzzle: Puzzle) -> None:
    check_puzzle(puzzle)


def wins_in(position: Position, seat: int, moves: int) -> bool:
    """Whether the seat can force a win with this number of own moves: by trying everything."""
    if position.over:
        return position.returns[seat] > 0
    if not moves:
        return False
    own = position.to_move == seat
    results = (wins_in(position.play(move), seat, moves - own) for move in position.legal)
    return any(results) if own else all(results)


def test_wins_in_time_are_those_that_trying_everything_finds() -> None:
    """Of the game of the fewest choices, by an implementation that shares nothing."""
    puzzles = [puzzle for puzzle in puzzles_of("tuknanavuhpi") if puzzle.within == 2]
    puzzle = min(puzzles, key=lambda puzzle: len(puzzle.start.legal))
    assert not wins_in(puzzle.start, puzzle.seat, 1)
    for move in puzzle.start.legal:
        won = wins_in(puzzle.start.play(move), puzzle.seat, 1)
        assert won == (move.text == puzzle.steps[0].move)


@pytest.mark.parametrize("search", [wins_within, compiled(wins_within, ludarium.find("connect4"))])
def test_an_exhaustive_search(search: Callable[..., int]) -> None:
    """Three in a row with both ends free: won with the second move; the other side cannot."""
    position = ludarium.start("connect4")
    for column in "cadbeg":  # Red has c, d and e, Yellow stands at neither end
        position = position.play(column)
    state = position.game.plain(position.state)
    assert search(state, 0, 1) > 0
    assert search(state, 1, 1) < 0
    before = ludarium.start("connect4").play("d").play("d").play("e").play("e")
    state = before.game.plain(before.state)
    assert search(state, 0, 1) < 0
    assert search(state, 0, 3) > 0


def test_a_puzzle_in_time_that_does_not_hold_is_found_out() -> None:
    puzzle = next(puzzle for puzzle in puzzles_of("alquerque") if puzzle.within == 2)
    for odd, words in (
        ({"within": 3}, "won sooner"),
        ({"ending": ()}, "no win"),
        ({"source": {**puzzle.source, "ply": 0}}, "not the position of its game"),
    ):
        with pytest.raises(LudariumError, match=words):
            check_puzzle(dataclasses.replace(puzzle, **odd))


def test_a_game_of_two_levels_gives_a_puzzle_in_time() -> None:
    made = (make_puzzle("connect4", seed, in_time=True) for seed in itertools.count(1))
    puzzle = next(one for one in made if one is not None)
    assert puzzle.within > 1
    check_puzzle(Puzzle.from_json(puzzle.to_json()))


def test_those_nearest_to_their_end_are_as_trying_everything_finds() -> None:
    """By an exhaustive search, which shares nothing with the engine."""
    for puzzle in sorted(puzzles_of("yoxii"), key=lambda puzzle: int(puzzle.source["ply"]))[-2:]:
        for move in puzzle.start.legal:
            after = puzzle.start.play(move)
            value = after.returns[puzzle.seat] if after.over else -solve(after)
            assert (value == 1) == (move.text == puzzle.steps[0].move)


def test_a_puzzle_that_does_not_hold_is_found_out() -> None:
    puzzle = PUZZLES[0]
    step = puzzle.steps[0]
    wrong = next(move for move, answer in step.refutations.items() if answer)
    others = {move: answer for move, answer in step.refutations.items() if move != wrong} | {
        step.move: None
    }
    with pytest.raises(LudariumError, match=f"puzzle {puzzle.id}: "):
        check_puzzle(
            dataclasses.replace(
                puzzle,
                steps=(dataclasses.replace(step, move=wrong, reply=None, refutations=others),),
            )
        )
    with pytest.raises(LudariumError, match="not the position of its game"):
        check_puzzle(dataclasses.replace(puzzle, source={**puzzle.source, "ply": 0}))


def test_games_that_the_engine_does_not_play() -> None:
    with pytest.raises(AgentError):
        make_puzzle("ahyoheek", 1)
    assert "no puzzles of ahyoheek" in run("puzzles", "check", "ahyoheek", code=2)


# Ratings


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with database_of(request.param, folder) as database, Site.opened(folder, database) as site:
        yield site


def solver(site: Site, name: str) -> Visitor:
    """Somebody who has an account."""
    visitor = site.visitor()
    visitor.done("POST", "/api/accounts", name=name, password="a long password")
    return visitor


def test_the_first_attempt_is_a_game_against_the_puzzle(site: Site) -> None:
    ana, petr, guest = solver(site, "Ana"), solver(site, "Petr"), site.visitor()
    easy, hard = [puzzle.id for puzzle in puzzles_of("connect4")][:2]
    assert ana.done("GET", f"/api/puzzles/{easy}")["rating"] is None
    first = ana.done("POST", f"/api/puzzles/{easy}/attempts", solved=True)
    assert (first["counted"], first["before"]) == (True, None)
    assert (
        first["after"]["rating"]
        > 1500
        > ana.done("GET", f"/api/puzzles/{easy}")["rating"]["rating"]
    )
    again = ana.done("POST", f"/api/puzzles/{easy}/attempts", solved=False)
    assert again == {"counted": False, "before": first["after"], "after": first["after"]}
    for puzzle, solved in ((easy, True), (hard, False)):
        petr.done("POST", f"/api/puzzles/{puzzle}/attempts", solved=solved)
    assert ana.done("GET", f"/api/puzzles/{hard}")["rating"]["rating"] > 1500
    assert ana.done("GET", f"/api/puzzles/{easy}")["rating"]["games"] == 2
    assert guest.refused("POST", f"/api/puzzles/{easy}/attempts", solved=True) == "forbidden"
    assert ana.refused("POST", "/api/puzzles/nowhere-123/attempts", solved=True) == "unknown"
    assert ana.refused("POST", f"/api/puzzles/{easy}/attempts", solved="perhaps") == "invalid"
    page = guest.get("/people/Petr").text
    assert "1 of 2 solved at the first attempt" in page
    assert "after 2 attempts" in guest.get(f"/puzzles/{easy}").text


def test_the_next_puzzle_is_one_that_was_not_tried(site: Site) -> None:
    eva, puzzles = solver(site, "Eva"), [puzzle.id for puzzle in puzzles_of("othello")]
    here, met = puzzles[0], []
    for _ in puzzles:
        met.append(here)
        eva.done("POST", f"/api/puzzles/{here}/attempts", solved=len(met) % 2 == 0)
        answer = eva.get(f"/puzzles/{here}/next")
        assert (answer.status_code, answer.headers["cache-control"]) == (303, "no-store")
        here = answer.headers["location"].rpartition("/")[2]
    assert sorted(met) == sorted(puzzles)
    guest = site.visitor()
    assert guest.get(f"/puzzles/{puzzles[-1]}/next").headers["location"] == f"/puzzles/{puzzles[0]}"
    assert eva.get("/puzzles/nowhere-123/next").status_code == 404


def test_ratings_outlive_an_account_without_its_name(site: Site) -> None:
    zoe, reader = solver(site, "Zoe"), site.visitor()
    puzzle = puzzles_of("breakthrough")[0].id
    zoe.done("POST", f"/api/puzzles/{puzzle}/attempts", solved=False)
    rating = reader.done("GET", f"/api/puzzles/{puzzle}")["rating"]
    zoe.done("POST", "/api/account/deletion", password="a long password")
    assert reader.done("GET", f"/api/puzzles/{puzzle}")["rating"] == rating
    assert reader.refused("GET", "/api/people/Zoe") == "unknown"
    another, latest = site.visitor(), time.monotonic() + 20
    account = {"name": "Zoe", "password": "a long password"}
    while not another.ask("POST", "/api/accounts", **account).is_success:
        assert time.monotonic() < latest, "the name is not free again"
        time.sleep(0.05)
    assert another.done("POST", f"/api/puzzles/{puzzle}/attempts", solved=True)["before"] is None


def test_the_ratings_are_those_of_all_attempts_in_order(tmp_path: Path) -> None:
    """Held against the ratings of games that are written down by hand."""

    async def rate() -> None:
        async with Store.opened(str(tmp_path / "tables.db")) as store:
            one, two = (puzzle.id for puzzle in puzzles_of("yoxii")[:2])
            tries = [("a", one, True), ("b", one, False), ("a", two, False), ("b", two, False)]
            live = PuzzleRatings(store)
            for holder, identity, solved in tries:
                puzzle = find_puzzle(identity)
                assert puzzle
                await live.attempt(puzzle, holder, solved)
            expected = Ratings()
            for holder, identity, solved in tries:
                expected.add((holder, identity), (1, 0) if solved else (0, 1))
            for ratings in (live, PuzzleRatings(store)):  # and after a restart
                for holder in "ab":
                    found = (await ratings.of_solver(holder))["yoxii"]
                    assert found.rating == expected.of(holder)
                    assert found.solved == sum(s for h, _, s in tries if h == holder)
                found_puzzles = await ratings.of_puzzles(puzzles_of("yoxii"))
                assert found_puzzles == {one: expected.of(one), two: expected.of(two)}
            # an account that is deleted at another server, which renames its attempts
            row = schema.puzzle_attempts
            async with store.attempts._engine.connect() as connection:
                await connection.execute(
                    sa.update(row).where(row.c.holder == "a").values(holder="former")
                )
            found_puzzles = await live.of_puzzles(puzzles_of("yoxii"))
            assert found_puzzles[one] == expected.of(one)
            # a clock that was ahead for a while
            ahead = Attempt(clock.server_time() + 3600, "c", two, True)
            assert await store.attempts.add(ahead)
            await live.of_puzzles([])
            puzzle = find_puzzle(one)
            assert puzzle
            assert (await live.attempt(puzzle, "d", True))["after"] is not None

    asyncio.run(rate())
