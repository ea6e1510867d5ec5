"""The small games of docs/kinds-of-games.md: teams, hidden actions, choices at once, boards of six
sides, one seat; and numbers of seats with gaps.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from pathlib import Path

import pytest

import ludarium
from authoring import folder, read, run
from ludarium import catalogue
from ludarium.environments.vector import VectorEnvironment
from ludarium.errors import SeatsError
from ludarium.rules.game import Game
from ludarium.rules.seat_counts import SeatCounts, numbers_of, seats_in_words
from ludarium.testing import check_game
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.options import Options
from ludarium.web.people.player_stats import career
from ludarium.web.people.ranking import rated_players
from serving import Client, RefusedError, Server, exchange

__all__ = ["folder"]

pytestmark = pytest.mark.usefixtures("folder")

PAGE = Path(__file__).parents[1] / "docs" / "kinds-of-games.md"
FILES = {
    name[1]: block
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    if (name := re.search(r'^    name="(\w+)",$', block, re.M))
}


def game_of(name: str) -> Game:
    """The game of the page, written to a file of its name."""
    Path(f"{name}.py").write_text(FILES[name], encoding="utf-8")
    return read(f"./{name}.py")


def test_there_is_a_game_of_each_kind() -> None:
    assert set(FILES) == {"pairs", "cups", "prizes", "hexes", "solitaire"}


@pytest.mark.parametrize("name", FILES)
def test_the_games_of_the_page_are_sound(name: str) -> None:
    assert check_game(game_of(name)) > 500


def test_partners_win_and_lose_together() -> None:
    position = ludarium.start(game_of("pairs"), seats=4)
    for move in ("a1", "b1", "a2", "b2", "a3"):
        position = position.play(move)
    assert position.returns == (1, -1, 1, -1)
    assert position.game.winners(position.returns) == (0, 2)


def test_a_hidden_action_is_known_to_who_made_it_alone() -> None:
    position = ludarium.start(game_of("cups")).play("y").play("q")
    assert [position.seen_by(seat).text for seat in (0, 1, None)] == [
        "cups/standard yq-",
        "cups/standard ?q-",
        "cups/standard ?q-",
    ]
    assert [len(position.seen_by(seat).view.pieces) for seat in (0, 1)] == [1, 0]
    assert position.play("c").returns == (-1, 1)  # seal q and key y: the third cup


def test_the_seeker_finds_the_pea_one_time_in_three(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_of("cups")
    out, _ = run(capsys, monkeypatch, "solve", "./cups.py", "--again")
    assert "Hider +0.3333, Seeker -0.3333" in out


def test_lines_of_hexagons_go_in_three_directions() -> None:
    """Counted anew: in a hexagon of side 3 each direction has rows of 3, 4, 5, 4 and 3 cells."""
    game = game_of("hexes")
    lines = sys.modules[game.state.__module__].LINES
    assert len(lines) == len(set(lines)) == 3 * (1 + 2 + 3 + 2 + 1)
    position = ludarium.start(game)
    for move in ("b3", "a3", "c3", "a4", "d3"):
        position = position.play(move)
    assert position.returns == (1, -1)


SOLUTION = """
d2-d4 b3-d3 c1-c3 e1-c1 d3-b3 a3-c3 e3-e1 g3-e3 c4-c2 c1-c3 a4-c4 c4-c2 e4-c4 g4-e4 e4-e2 e1-e3
c5-c3 c2-c4 a5-c5 d5-b5 e6-e4 g5-e5 c7-c5 c4-c6 e7-c7 c7-c5 b5-d5 d5-f5 e3-e5 f5-d5 d6-d4
"""
"""Jumps found by a program of its own, on a board of places instead of bits."""


def test_solitaire_is_solved_and_agrees_with_jumps_on_a_board_of_places() -> None:
    position = ludarium.start(game_of("solitaire"))
    places = {(x, y) for x in range(7) for y in range(7) if 2 <= x <= 4 or 2 <= y <= 4}
    pegs = places - {(3, 3)}
    for jump in SOLUTION.split():
        legal = {
            f"{hole(x, y)}-{hole(x + 2 * right, y + 2 * up)}"
            for x, y in pegs
            for right, up in ((1, 0), (0, 1), (-1, 0), (0, -1))
            if (x + right, y + up) in pegs and (x + 2 * right, y + 2 * up) in places - pegs
        }
        assert {move.text for move in position.legal} == legal
        (x, y), (to_x, to_y) = (
            (ord(one[0]) - ord("a"), int(one[1]) - 1) for one in jump.split("-")
        )
        pegs = pegs - {(x, y), ((x + to_x) // 2, (y + to_y) // 2)} | {(to_x, to_y)}
        position = position.play(jump)
    assert pegs == {(3, 3)}
    assert position.over
    assert position.returns == (1,)
    assert position.view.status == "One peg is left: solved."
    assert position.view.seats[0].tallies[0].count == 1


def hole(x: int, y: int) -> str:
    return "abcdefg"[x] + str(y + 1)


def test_numbers_of_seats() -> None:
    assert SeatCounts(4, 2, 2) == (2, 4)
    assert (numbers_of(SeatCounts(4, 2, 3, 6)), numbers_of((2, 4))) == ((2, 3, 4, 6), (2, 3, 4))
    assert repr(SeatCounts(2, 4)) == "SeatCounts(2, 4)"
    words = [seats_in_words(numbers_of(one)) for one in ((1, 1), (2, 2), (2, 5), SeatCounts(2, 4))]
    assert words == ["1 seat", "2 seats", "2 to 5 seats", "2 or 4 seats"]
    assert seats_in_words((2, 3, 4, 6)) == "2, 3, 4 or 6 seats"
    for wrong in ((), (2, "4"), (True,)):
        with pytest.raises(ValueError, match="expected numbers of seats"):
            SeatCounts(*wrong)
    with pytest.raises(ValueError, match=r"or seats=SeatCounts\(2, 4\) where"):
        numbers_of((2, 3, 4))


def test_a_number_of_seats_in_a_gap_is_refused_everywhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("pairs")
    assert game.seat_counts == (2, 4)
    message = "Pairs is played with 2 or 4 seats, not 3"
    with pytest.raises(SeatsError, match=message):
        ludarium.start(game, seats=3)
    with pytest.raises(SeatsError, match=message):
        VectorEnvironment(game, 2, seats=3)
    assert VectorEnvironment(game, 2, seats=4).seats == 4
    # rounds of several tables are split into tables of every size up to the largest
    assert Options.checked(game="pairs", format="lives").largest == 2
    with pytest.raises(TournamentError, match="4 at most: expected 2 to 2"):
        Options.checked(game="pairs", format="lives", largest=4)
    for words in (["show", "--seats", "3"], ["match", "random", "random", "random"]):
        _, err = run(capsys, monkeypatch, words[0], "./pairs.py", *words[1:], code=2)
        assert err == f"ludarium: {message}\n"
    out, _ = run(capsys, monkeypatch, "games")
    assert "pairs  2 or 4 seats; rulesets: standard" in out
    out, _ = run(capsys, monkeypatch, "match", "./pairs.py", *["random"] * 4, "-n", "4")
    assert "4 games" in out
    assert ludarium.parse("pairs/standard ......... 4").seats == 4


def test_one_seat_is_not_ranked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game_of("solitaire")
    out, _ = run(capsys, monkeypatch, "match", "./solitaire.py", "random", "-n", "3")
    assert re.match(r"random: mean return -0\.\d+ \(.*\), of 3 games of \d+\.\d moves", out)
    out, _ = run(capsys, monkeypatch, "play", "./solitaire.py", "random", "--seed", "1")
    assert re.search(r"\d pegs are left\.\n\nPlayer \(random\) loses, by rules, after", out)
    out, _ = run(capsys, monkeypatch, "measure", "./solitaire.py", "-n", "20")
    assert "nan" not in out


def test_tables_of_games_with_gaps_and_of_one_seat(tmp_path: Path) -> None:
    asyncio.run(playing(tmp_path))


async def playing(folder: Path) -> None:
    words = []
    for name in ("pairs", "solitaire"):
        file = folder / f"{name}.py"
        file.write_text(FILES[name], encoding="utf-8")
        words += ["--game", str(file)]
    async with Server.running(str(folder / "tables.db"), folder / "log", *words) as server:
        ana = Client([server.address], "Ana")
        await ana.introduce()
        games = {game["name"]: game for game in await ana.once("GET", "/games")}
        assert (games["pairs"]["seats"], games["pairs"]["seat_counts"]) == ([2, 4], [2, 4])
        assert games["pairs"]["pairs"]
        assert not games["solitaire"]["pairs"]

        async def page(path: str) -> str:
            _, content = await exchange(server.address, "GET", path, b"", "")
            return content.decode()

        setup = await page("/play/pairs?with=bot")
        assert re.findall(r'name="seats" value="(\d)"', setup) == ["2", "4"]
        lobby = await page("/")
        assert "2 or 4 players" in lobby
        assert "1 player" in lobby
        with pytest.raises(RefusedError, match="Pairs is played with 2 or 4 seats, not 3"):
            await ana.once("POST", "/tables", {"game": "pairs", "seats": 3, "sit": ["me"] * 3})
        four = {"game": "pairs", "seats": 4, "sit": ["me"] * 4}
        table = (await ana.once("POST", "/tables", four))["id"]
        for ply, move in enumerate(("a1", "b1", "a2", "b2", "a3")):
            told = {"ply": ply, "seat": ply % 4, "move": move}
            await ana.once("POST", f"/tables/{table}/moves", told)
        assert (await ana.once("GET", f"/tables/{table}"))["result"]["winners"] == [0, 2]
        alone = {"game": "solitaire", "seats": 1, "sit": ["me"]}
        table = (await ana.once("POST", "/tables", alone))["id"]
        position = ludarium.start(Path(folder / "solitaire.py"))
        chance, ply = random.Random(1), 0
        while not position.over:
            jump = chance.choice(position.legal)
            told = {"ply": ply, "seat": 0, "move": jump.text}
            await ana.once("POST", f"/tables/{table}/moves", told)
            position, ply = position.play(jump), ply + 1
        result = (await ana.once("GET", f"/tables/{table}"))["result"]
        assert result["returns"] == list(position.returns)
        assert result["all_lost"]
        setup = await page("/play/solitaire")
        best = re.findall(r'<li><a href="/table/(\w+)"><bdi>(.*?)</bdi></a>: (.*?)</li>', setup)
        assert best == [(table, "Ana", position.view.status)]
        assert "Best today" not in await page("/play/pairs")
        assert catalogue.find("solitaire").seat_counts == (1,)


def test_games_of_one_seat_are_not_rated() -> None:
    seat = {"agent": None, "account": "Ana", "holder": "a"}
    one = {"game": "solitaire", "ply": 31, "result": {"reason": "rules", "returns": [1.0]}}
    assert rated_players({**one, "seats": [seat]}) == []
    assert len(rated_players({**one, "seats": [seat, {**seat, "account": "Petr"}]})) == 2
    lost = {**one, "seats": [seat], "result": {"reason": "rules", "returns": [-0.2]}}
    found = career("Ana", [lost, {**one, "seats": [seat]}], {})
    assert (found.games, found.won, found.drawn, found.lost) == (2, 1, 0, 1)


def test_who_resigns_a_game_of_one_seat_gets_the_least() -> None:
    record = ludarium.Record.new(game_of("solitaire"))
    record.lose([0], "resignation")
    assert record.returns == (record.first.game.returns_range[0],)
