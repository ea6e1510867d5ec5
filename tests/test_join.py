"""`ludarium join`: programs and people at live tables, from a terminal."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ludarium.agents import agent
from ludarium.cli.join import join_table
from ludarium.errors import LudariumError
from ludarium.web.http.guards import Bucket
from tables_help import Site

NAMES = ("Milena", "Petr")


@pytest.mark.parametrize(
    ("game", "ruleset"),
    [("connect4", "standard"), ("ahyoheek", "classic"), ("kuhn", "standard"), ("ur", "short")],
)
def test_agents_play_a_whole_game(game: str, ruleset: str, tmp_path: Path) -> None:
    """In turn, at once, with hidden cards, and by dice; also where they ask too often."""
    with Site.opened(tmp_path, limited=game == "connect4") as site:
        site.context.writes = Bucket(rate=5, burst=2)
        host = site.visitor("Host")
        table = host.open(game, None, None, ruleset=ruleset)
        address = f"{site.address}/table/{table}"

        def play(seat: int) -> None:
            join_table(
                address,
                NAMES[seat],
                seat,
                None,
                tmp_path / f"token {seat}",
                agent("random", seat),
            )

        players = [threading.Thread(target=play, args=(seat,)) for seat in range(2)]
        for player in players:
            player.start()
        for player in players:
            player.join(60)
            assert not player.is_alive()
        told = host.table(table)
        assert told["status"] == "over"
        assert told["result"]["reason"] == "rules"
        assert [seat["name"] for seat in told["seats"]] == list(NAMES)


def test_an_agent_needs_a_seat(tmp_path: Path) -> None:
    with Site.opened(tmp_path) as site:
        host = site.visitor("Host")
        address = f"{site.address}/table/{host.open('connect4', 'me', 'me')}"
        with pytest.raises(LudariumError, match="no free seat"):
            join_table(address, "Ann", None, None, tmp_path / "token", agent("random"))
