"""Ratings: from records alone, byte for byte, and ordered right."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludarium.cli import main
from ludarium.play.record import Record
from ludarium.play.record_files import add_records
from ludarium.ratings.ratings import Ratings, from_records
from ludarium.web.people.ranking import Ranking


def random_records(number: int, seed: int = 1) -> list[Record]:
    """Games of Ahyoheek at which earlier players of this list tend to win, given up by all the
    others.
    """
    rng = random.Random(seed)
    names = ["Ana", "Bor", "Cyr", "Dan", "Eva"]
    records = []
    for _ in range(number):
        players = rng.sample(names, rng.randint(2, 5))
        record = Record.new("ahyoheek", players)
        record.play(" ".join(rng.choice("PBE") for _ in players))
        winner = min(
            range(len(players)), key=lambda seat: names.index(players[seat]) + rng.gauss(0, 1.5)
        )
        if not record.over:
            record.end("resignation", [float(seat == winner) for seat in range(len(players))])
        records.append(record)
    return records


def test_recomputed_byte_for_byte(tmp_path: Path) -> None:
    records = random_records(150)
    add_records(tmp_path / "games.jsonl", records)
    kept = Ratings()
    for record in records:  # as they came
        kept.add(record.players, record.returns)
    command = [
        sys.executable,
        "-c",
        "from ludarium.cli import main; main()",
        "ratings",
        "--json",
        str(tmp_path / "games.jsonl"),
    ]
    told = [
        subprocess.run(command, capture_output=True, check=True, timeout=60).stdout
        for _ in range(2)
    ]
    assert told[0] == told[1]
    assert (
        json.loads(told[0])
        == {"ahyoheek": kept.to_json()}
        == {"ahyoheek": from_records(records)["ahyoheek"].to_json()}
    )
    assert (
        told[0].decode()
        == json.dumps({"ahyoheek": kept.to_json()}, ensure_ascii=False, indent=1) + "\n"
    )


def test_stronger_players_are_rated_higher() -> None:
    best = from_records(random_records(400))["ahyoheek"].best()
    assert list(best) == ["Ana", "Bor", "Cyr", "Dan", "Eva"]
    assert all(rating.low < rating.rating < rating.high for rating in best.values())


def test_nobody_leads_by_one_game() -> None:
    ratings = Ratings()
    for _ in range(40):
        ratings.add(["Ana", "Bor"], [1.0, 0.0])
        ratings.add(["Bor", "Cyr"], [1.0, 0.0])
    ratings.add(["New", "Bor"], [1.0, 0.0])
    assert list(ratings.best(1)) == ["Ana"]
    once = ratings.of("New")
    often = ratings.of("Ana")
    assert once is not None
    assert often is not None
    assert once.high - once.low > often.high - often.low


def test_ties_are_rated_as_ties() -> None:
    """Of five new players, two of whom win together, all that did equally well are rated equally,
    and the winners highest.
    """
    ratings = Ratings()
    ratings.add(list("ABCDE"), [0.5, 0.5, 0.0, -0.5, -0.5])
    found = [ratings.to_json()[name]["mu"] for name in "ABCDE"]
    assert found[0] == pytest.approx(found[1])
    assert found[3] == pytest.approx(found[4])
    assert found[0] > found[2] > found[3]


def test_what_does_not_count() -> None:
    once, twice, stopped = (
        Record.new("ahyoheek", names) for names in (["A", "B"], ["A", "A"], ["A", "B"])
    )
    once.end("resignation", [1.0, 0.0])  # before the first move
    answered, unanswered = (Record.new("connect4", ["A", "B"]) for _ in range(2))
    unanswered.play("d")
    unanswered.end("resignation", [1.0, 0.0])
    answered.play("d")
    answered.play("e")
    answered.end("resignation", [1.0, 0.0])
    twice.play("P B")
    twice.end("resignation", [1.0, 0.0])
    stopped.play("P B")
    stopped.end("abandoned", [0.5, 0.5])
    assert from_records([once, unanswered, twice, stopped]) == {}
    assert list(from_records([answered])) == ["connect4"]


def test_a_draw_of_equals_moves_nobody() -> None:
    ratings = Ratings()
    for _ in range(100):
        ratings.add(["a", "b"], [0.0, 0.0])
        both = [ratings.of(name) for name in "ab"]
        assert [one and one.rating for one in both] == [1500, 1500]


def test_a_damaged_record_stops_it(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    add_records(path, random_records(2))
    with path.open("a") as file:
        file.write("{}\n")
    command = [sys.executable, "-c", "from ludarium.cli import main; main()", "ratings", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert "line 3" in done.stderr
    assert "cannot be worked out" in done.stderr


class FinishedGames:
    """What the ratings need of a database: the summaries of finished games, a few at a time."""

    def __init__(self, summaries: list[dict[str, Any]]) -> None:
        self.summaries = summaries

    async def ended_after(self, ended: float, table_id: str, until: float) -> list[dict[str, Any]]:
        return [
            summary
            for summary in self.summaries
            if (ended, table_id) < (summary["ended"], summary["id"]) <= (until, "")
        ][:2]


def test_the_games_of_a_server() -> None:
    """Accounts and bots are rated, in the order in which their games ended; guests are not."""
    ana, bor, bot, guest = (
        {"agent": agent, "account": account}
        for agent, account in ((None, "Ana"), (None, "Bor"), ("level:3", None), (None, None))
    )
    games = [
        ((ana, bot), (1, 0)),
        ((ana, guest), (0, 1)),
        ((bor, ana), (1, 0)),
        ((bot, bor, ana), (0, 1, 0)),
        ((ana, ana), (1, 0)),
        ((bor, bot), (1, 0)),
    ]
    summaries = [
        {
            "id": f"t{number}",
            "ended": 1.0,
            "game": "ahyoheek",
            "seats": seats,
            "result": {"reason": "rules", "returns": returns},
            "ply": 3,
        }
        for number, (seats, returns) in enumerate(games)
    ]
    summaries[-1]["rated"] = False  # moves were taken back
    found = asyncio.run(Ranking(SimpleNamespace(table_index=FinishedGames(summaries))).all())  # type: ignore[arg-type]
    expected = Ratings()
    expected.add(["account:ana", "bot:level:3"], [1, 0])
    expected.add(["account:bor", "account:ana"], [1, 0])
    expected.add(["bot:level:3", "account:bor", "account:ana"], [0, 1, 0])
    assert {game: ratings.to_json() for game, ratings in found.items()} == {
        "ahyoheek": expected.to_json()
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--database", "nothing.db"], "there is no database nothing.db"),
        ([], "expected one of them"),
        (["a", "--database", "b"], "expected one of them"),
    ],
)
def test_ratings_of_nothing(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["ludarium", "ratings", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert message in capsys.readouterr().err
