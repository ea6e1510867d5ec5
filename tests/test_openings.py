"""The opening explorer: which positions and moves count as one, books, and a server's games."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast
from unittest import mock

import pytest

import ludarium
from ludarium import catalogue
from ludarium.analysis.openings import (
    NOBODY,
    Book,
    book_of,
    continuations,
    opening,
    position_key,
    winner_of,
)
from ludarium.database.openings import CountedGame
from ludarium.database.store import Store
from ludarium.matches.games import play_opening
from ludarium.play.record import Record
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.web.analysis.openings import counts_of
from serving import database_of
from tables_help import Site

BOOKS = [name for name in catalogue.names() if book_of(name)]
EVERYWHERE = ["sqlite", "postgresql"]


def random_record(game: str, seed: int, moves: int = 8) -> Record:
    first = ludarium.start(game)
    record = Record(first, ("",) * first.seats)
    play_opening(record, moves, random.Random(seed))
    if not record.over:
        record.lose([seed % first.seats], "resignation")
    return record


def test_moves_of_a_position_are_counted_with_their_results(game: Game) -> None:
    records = [random_record(game.name, seed) for seed in range(12)]
    book = Book()
    for record in records:
        book.add(record)
    first = ludarium.start(game)
    found = book.at(first)
    assert found.games == len(records) == sum(found.wins) + found.draws
    played = [record.moves[0] for record in records]
    for one in found.moves:
        texts = {one.move, *one.alike}
        own = [record for record in records if record.moves[0] in texts]
        assert one.games == len(own)
        winners = [winner_of(record.returns) for record in own]
        assert one.wins == [winners.count(seat) for seat in range(first.seats)]
        assert one.draws == winners.count(NOBODY)
    assert set(played) <= set().union(*({one.move, *one.alike} for one in found.moves))


def test_images_under_a_symmetry_count_as_one(game: Game) -> None:
    for position in itertools.islice(random_record(game.name, 1).positions(), 1, 6):
        if len(position.movers) != 1:
            continue
        for symmetry in range(int(generic.symmetry_count(position.state))):
            seats = [
                generic.symmetric_seat(position.state, symmetry, seat)
                for seat in range(position.seats)
            ]
            image = generic.symmetric_state(position.state, symmetry)
            other = ludarium.Position(position.game, position.ruleset, image)
            assert (position_key(other) == position_key(position)) == (
                seats == sorted(seats) or image == position.state
            )


def test_mirrored_moves_are_alike() -> None:
    first = ludarium.start("connect4")
    record = Record(first, ("", ""), moves=["a"])
    record.lose([0], "resignation")
    book = Book()
    book.add(record)
    (only,) = book.at(first).moves
    assert ({only.move, *only.alike}, only.wins, only.draws) == ({"a", "g"}, [0, 1], 0)
    after = book.at(first.play("g"))
    assert (after.games, after.moves) == (0, [])


def test_of_a_position_that_comes_again_the_first_move_counts() -> None:
    first = ludarium.start("chess")
    record = Record(first, ("", ""), moves=["Nf3", "Nf6", "Ng1", "Ng8", "e4"])
    found = continuations(record)
    assert [one.position for one in found] == [
        position_key(position) for position in list(record.positions())[:4]
    ]
    assert found[0].name == position_key(first.play("Nf3"))


def test_a_book_as_json() -> None:
    book = Book()
    for seed in range(30):
        book.add(random_record("connect4", seed))
    first = ludarium.start("connect4")
    assert Book.from_json(book.to_json()).at(first) == book.at(first)
    few = Book.from_json(book.to_json(fewest=30))
    assert few.at(first) == book.at(first)
    assert few.at(first.play("a")).games == 0


@pytest.mark.parametrize("name", BOOKS)
def test_the_books_of_the_package_are_of_these_rules(name: str) -> None:
    """A change of a game's states would make its book one of positions that nobody meets."""
    book = book_of(name)
    assert book
    here = max(
        (ludarium.start(name, ruleset.name) for ruleset in ludarium.find(name).rulesets),
        key=lambda first: book.at(first).games,
    )
    for _ in range(2):
        found = book.at(here)
        assert found.games >= 2
        legal = {move.text for move in here.legal}
        assert all({one.move, *one.alike} <= legal for one in found.moves)
        here = here.play(found.moves[0].move)


# In a database


@pytest.mark.parametrize("kind", EVERYWHERE)
def test_a_game_is_counted_once_and_forgotten_after_long(kind: str, tmp_path: Path) -> None:
    async def count(database: str) -> None:
        async with Store.opened(database) as store:
            games = [
                CountedGame(f"t{n}", 10.0 + n, n % 2, n == 0, False, {("p", "a"), ("p", f"b{n}")})
                for n in range(4)
            ]
            await asyncio.gather(*(store.openings.count(game) for game in (*games, *games)))
            rows = await store.openings.at("p")
            assert sum(games for _, _, games, _ in rows) == 8
            assert ("a", 1, 2, None) in rows
            people = await store.openings.at("p", people_only=True)
            assert sorted(people) == [("a", 0, 1, None), ("b0", 0, 1, None)]
            await store.openings.forget(13.0)
            left = await store.openings.at("p")
            assert sorted(left) == [("a", 1, 2, None), ("b3", 1, 1, None)]

    with database_of(kind, tmp_path) as database:
        asyncio.run(count(database))


@pytest.mark.parametrize("kind", EVERYWHERE)
def test_a_game_is_counted_to_the_end_by_a_server_that_stops(kind: str, tmp_path: Path) -> None:
    """Else a connection may be lost, or the database stay locked."""

    async def count(database: str) -> None:
        async with Store.opened(database) as store:
            for n in range(100):
                game = CountedGame(f"t{n}", 10.0, 0, True, False, {("p", "a")})
                counting = asyncio.create_task(store.openings.count(game))
                await asyncio.sleep(n * 3e-5)
                counting.cancel()
                await asyncio.gather(counting, return_exceptions=True)
                assert cast("Any", store._engine.pool).checkedout() == 0

    with database_of(kind, tmp_path) as database:
        asyncio.run(count(database))


# At a server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with (
        mock.patch("ludarium.web.analysis.openings.EVERY", 0.1),
        Site.opened(tmp_path_factory.mktemp("site")) as site,
    ):
        yield site


def known(site: Site, number: int, game: str = "connect4", **query: Any) -> Any:
    """What the explorer tells once this number of games is counted."""
    asking, latest = site.visitor(), time.monotonic() + 20
    while True:
        answer = asking.get(f"/api/games/{game}/openings", params=query)
        assert answer.status_code == 200, answer.text
        if answer.json()["games"] == number or time.monotonic() > latest:
            return answer.json()
        time.sleep(0.05)


def test_finished_games_are_explored(site: Site) -> None:
    ana, petr = site.visitor("Ana"), site.visitor("Petr")
    tables = []
    for watch, first in (("anyone", "a"), ("link", "g"), ("anyone", "d")):
        table = ana.open("connect4", watch=watch)
        petr.sit(table, 1)
        ana.move(table, 0, 0, first)
        petr.move(table, 1, 1, "d")
        loser = ana if first == "d" else petr
        loser.done("POST", f"/api/tables/{table}/resignations", seat=0 if first == "d" else 1)
        tables.append(table)
    found = known(site, 3)
    assert (found["wins"], found["draws"]) == ([2, 1], 0)
    edge, middle = found["moves"]
    assert ({edge["move"], *edge["alike"]}, edge["games"], edge["wins"]) == ({"a", "g"}, 2, [2, 0])
    assert edge["latest"] == tables[0]  # the other is private
    assert (middle["move"], middle["alike"], middle["latest"]) == ("d", [], tables[2])
    assert known(site, 2, moves="g")["moves"][0]["move"] == "d"
    assert known(site, 3, games="people") == found
    assert known(site, 0, moves="b")["moves"] == []


def test_a_game_that_cannot_be_counted_stops_no_other(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    ana = site.visitor("Ana")
    counted = itertools.count()

    def fail_at_first(summary: Any, shown: bool, entries: Any) -> CountedGame:
        if next(counted) == 0:
            raise ValueError("what nobody thought of")
        return counts_of(summary, shown, entries)

    with mock.patch("ludarium.web.analysis.openings.counts_of", fail_at_first):
        for _ in range(2):
            table = ana.open("hex", "me", "me")
            ana.move(table, 0, 0, "a1")
            ana.move(table, 1, 1, "b1")
            ana.done("POST", f"/api/tables/{table}/resignations", seat=0)
        assert known(site, 1, game="hex")["wins"] == [0, 1]
    assert "what nobody thought of" in caplog.text


def test_what_the_explorer_refuses(site: Site) -> None:
    reader = site.visitor()
    assert reader.refused("GET", "/api/games/nowhere/openings") == "unknown"
    assert reader.refused("GET", "/api/games/connect4/openings?games=mine") == "invalid"
    assert reader.refused("GET", "/api/games/connect4/openings?moves=a,z") == "illegal"
    assert reader.refused("GET", "/api/games/connect4/openings?position=zzz") == "invalid"
    over = ",".join("abababa")
    answer = reader.done("GET", f"/api/games/connect4/openings?moves={over}")
    assert answer == {"games": 0, "wins": [0, 0], "draws": 0, "moves": []}


def test_nothing_is_known_of_a_position_without_games() -> None:
    assert opening(ludarium.start("chess"), ()).moves == []
