"""Puzzles: what comes with the package is proved anew, by sample; and the pages' way to them."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import functools
import itertools
import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
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
from ludarium.play.position import Move, Position
from ludarium.ratings.ratings import Ratings
from ludarium.rules.compiling import compiled, reach
from ludarium.rules.generic import repetition_key
from ludarium.rules.memory import poke
from ludarium.search.engine import is_duel
from ludarium.search.exhaustive import TO_WIN, forces_within
from ludarium.web.analysis.puzzle_ratings import PuzzleRatings
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
    """Each featured game once in a round, then one of the others; no puzzle again before all of its
    game were shown.
    """
    names = {name: ludarium.find(name).featured for name in shipped()}
    featured = sum(names.values())
    rounds = 20 * (len(names) - featured)
    first = datetime.date(2026, 11, 23)
    shown = [puzzle_of(first + datetime.timedelta(day)) for day in range(rounds * (featured + 1))]
    of = {puzzle.id: name for name, puzzles in shipped().items() for puzzle in puzzles}
    for name, puzzles in shipped().items():
        own = [puzzle.id for puzzle in shown if of[puzzle.id] == name]
        assert len(own) == (rounds if names[name] else 20)
        assert len(set(own[: len(puzzles)])) == min(len(own), len(puzzles))
    for n in range(len(shown) - featured):
        days = [of[puzzle.id] for puzzle in shown[n : n + featured + 1]]
        assert len(set(days)) == featured + 1
        assert sum(names[name] for name in days) == featured


SAMPLE = [puzzle for puzzles in shipped().values() for puzzle in (puzzles[0], puzzles[-1])]


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_moves_are_legal(puzzle: Puzzle) -> None:
    """Every move is told: the right one, and all others with an answer that can be played."""
    position = puzzle.start
    for step in puzzle.steps:
        assert position.to_move == puzzle.seat
        assert {move.text for move in position.legal} == {step.move, *step.refutations}
        for wrong, answer in step.refutations.items():
            after = position.play(wrong)
            goes_on = after.over or after.to_move == puzzle.seat
            assert goes_on if answer is None else after.play(answer)
        position = position.play(step.move)
        if step.reply is not None:
            position = position.play(step.reply)
    for text in puzzle.ending:
        position = position.play(text)
    if position.over:
        assert position.returns[puzzle.seat] > 0
    assert Puzzle.from_json(puzzle.to_json()) == puzzle
    assert find_puzzle(puzzle.id) is puzzle


# The easiest to prove, of games whose searches other tests compile, too.
EASIEST = [puzzles_of(game)[0] for game in ("alquerque", "connect4", "othello", "zamma")]


@pytest.mark.parametrize("puzzle", EASIEST, ids=lambda puzzle: puzzle.id)
def test_a_sample_is_proved_anew(puzzle: Puzzle) -> None:
    check_puzzle(puzzle)


def lead(position: Position, seat: int) -> float:
    """How many pieces more than the other the seat has, as they are drawn."""
    owners = [piece.owner for piece in position.view.pieces]
    return owners.count(seat) - owners.count(1 - seat)


def outcome(position: Position, seat: int, turns: int) -> float:
    """The lead that the seat can force with this number of turns, infinite where it wins: by trying
    everything.
    """
    if position.over:
        return math.inf if position.returns[seat] > 0 else -math.inf
    own = position.to_move == seat
    if own and not turns:
        return lead(position, seat)
    return (max if own else min)(after(position, move, seat, turns) for move in position.legal)


def after(position: Position, move: Move, seat: int, turns: int) -> float:
    """The same, once this move is played."""
    following = position.play(move)
    ends = position.to_move == seat and following.to_move != seat
    return outcome(following, seat, turns - ends)


@pytest.mark.parametrize(("game", "gains"), [("tuknanavuhpi", False), ("felli", True)])
def test_what_is_forced_in_time_is_what_trying_everything_finds(game: str, gains: bool) -> None:
    """Of the puzzle of the fewest positions, by an implementation that shares nothing."""
    puzzle = next(puzzle for puzzle in puzzles_of(game) if bool(puzzle.gain) == gains)
    first, seat = puzzle.start, puzzle.seat
    needed = lead(first, seat) + puzzle.gain if gains else math.inf
    assert outcome(first, seat, puzzle.within - 1) < needed
    for move in first.legal:
        does_it = after(first, move, seat, puzzle.within) >= needed
        assert does_it == (move.text == puzzle.steps[0].move)


NO_PAST = np.zeros(9, np.int64)


def searches(game: str) -> list[Callable[..., int]]:
    """The exhaustive search in plain Python, and compiled for a game."""
    own = compiled(forces_within, ludarium.find(game))

    def plain(*arguments: Any, past: np.ndarray, known: int) -> int:
        state, seat, turns, lead, most = arguments
        return forces_within(state, seat, turns, lead, most, past, known, len(past))

    def in_machine_code(*arguments: Any, past: np.ndarray, known: int) -> int:
        return int(own(*arguments, reach(past), known, len(past)))

    return [functools.partial(one, past=NO_PAST, known=0) for one in (plain, in_machine_code)]


@pytest.mark.parametrize("search", searches("connect4"))
def test_an_exhaustive_search(search: Callable[..., int]) -> None:
    """Three in a row with both ends free: won with the second move; the other side cannot."""
    position = ludarium.start("connect4")
    for column in "cadbeg":  # Red has c, d and e, Yellow stands at neither end
        position = position.play(column)
    state = position.game.plain(position.state)
    assert search(state, 0, 1, TO_WIN, 1000) > 0
    assert search(state, 1, 1, TO_WIN, 1000) < 0
    before = ludarium.start("connect4").play("d").play("d").play("e").play("e")
    state = before.game.plain(before.state)
    assert search(state, 0, 1, TO_WIN, 1000) < 0
    visited = search(state, 0, 3, TO_WIN, 1_000_000)
    assert visited > 0
    assert search(state, 0, 3, TO_WIN, visited) == visited
    assert search(state, 0, 3, TO_WIN, visited - 1) == 0, "that is too few to know"


@pytest.mark.parametrize("search", searches("go"))
def test_an_exhaustive_search_keeps_to_superko(search: Callable[..., int]) -> None:
    """Taking the stone in the corner gains one, unless that brings an earlier position back."""
    position = ludarium.start("go")
    for point in ("a2", "a1", "e5", "e6"):
        position = position.play(point)
    state = position.game.plain(position.state)
    assert lead(position, 0) == 0
    assert search(state, 0, 1, 1, 100_000) > 0
    assert search(state, 0, 1, 2, 100_000) < 0
    past = NO_PAST.copy()
    poke(past, 0, repetition_key(position.play("b1").state))
    assert search(state, 0, 1, 1, 100_000, past=past, known=1) < 0
    assert search(state, 0, 1, 1, 100_000, past=past[:1], known=1) == 0, "no room to know"


def test_all_games_of_two_that_move_in_turn_have_puzzles() -> None:
    starts = [ludarium.start(name) for name in ludarium.catalogue.names()]
    games = {one.game.name for one in starts if is_duel(one) and not one.game.has_chance}
    assert games == set(shipped())


def test_a_puzzle_in_time_that_does_not_hold_is_found_out() -> None:
    puzzle = next(puzzle for puzzle in puzzles_of("alquerque") if puzzle.within == 2)
    for odd, words in (
        ({"within": 3}, "done sooner"),
        ({"ending": ()}, "does not come to it"),
        ({"source": {**puzzle.source, "ply": 0}}, "not the position of its game"),
    ):
        with pytest.raises(LudariumError, match=words):
            check_puzzle(dataclasses.replace(puzzle, **odd))


@pytest.mark.parametrize(("game", "kind"), [("connect4", "win"), ("alquerque", "gain")])
def test_a_game_of_two_levels_gives_a_puzzle_in_time(game: str, kind: str) -> None:
    made = (make_puzzle(game, seed, kind) for seed in itertools.count(1))
    puzzle = next(one for one in made if one is not None)
    assert puzzle.within > 1
    assert (puzzle.gain > 0) == (kind == "gain")
    check_puzzle(Puzzle.from_json(puzzle.to_json()))
    if puzzle.gain:
        with pytest.raises(LudariumError, match="do it in time"):
            check_puzzle(dataclasses.replace(puzzle, gain=puzzle.gain + 9))


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
