"""What WebSockets send is as it is described to the pages' scripts.

All that tests hear from them is compared by `tables_help.Watch`; here are kinds of tables and
positions that need not occur there.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from ludarium.play.position import start
from ludarium.rules import generic
from ludarium.web.tables.scene_models import SceneAnswer
from ludarium.web.tables.scenes import legal_json, scene_json, with_outcomes, without
from playing import DISTINCT
from tables_help import MODELS, Site, Watch

KINDS = {"calls", "games", "lobby", "moved", "ping", "presence", "refused", "table", "tournament"}


def test_every_kind_of_message_is_described() -> None:
    assert set(MODELS) == KINDS


@pytest.mark.parametrize("name", DISTINCT)
def test_scenes_are_as_described(name: str) -> None:
    """Of a random game's positions, the first with its board, the others without."""
    position, choose, known = start(name), random.Random(5), set[str]()
    for ply in range(12):
        scene = without(scene_json(position, ply, translate=str), known)
        SceneAnswer.model_validate(scene)
        SceneAnswer.model_validate({**scene, "legal": legal_json(position, position.movers)})
        SceneAnswer.model_validate(with_outcomes(scene, position))
        if position.over:
            break
        count = generic.joint_count(position.state)
        position = position.play_joint(generic.nth_joint(position.state, choose.randrange(count)))


def heard(watch: Watch, kind: str) -> Any:
    while (told := watch.next())["type"] != kind:
        pass
    return told


@pytest.mark.parametrize(
    ("game", "clock"),
    [
        ("yoxii", {"kind": "fischer", "minutes": 5, "increment": 3}),
        ("ahyoheek", {"kind": "countdown", "seconds": 5}),
        ("aiyawatstani", {"kind": "days", "days": 2}),
        ("backgammon", {"kind": "none"}),
    ],
)
def test_tables_are_as_described(tmp_path: Path, game: str, clock: dict[str, Any]) -> None:
    """From the invitation to the end, to a player and to the lobby."""
    with Site.opened(tmp_path) as site:
        ana, ben = site.visitor("Ana"), site.visitor()
        with ana.watching("/lobby") as lobby, ana.watching("/me/games/watch") as own:
            lobby.next()
            own.next()
            table = ana.open(game, "me", None, clock=clock, listed=True)
            assert heard(lobby, "lobby")["open"][0]["id"] == table
            assert heard(own, "games")["games"][0]["id"] == table
            with ana.watching(f"/tables/{table}/watch?scene=1") as hers:
                assert heard(hers, "table")["table"]["status"] == "open"
                ben.sit(table, 1)
                with ben.watching(f"/tables/{table}/watch?scene=1") as his:
                    assert heard(his, "table")["table"]["status"] == "live"
                heard(hers, "presence")
                ana.done("POST", f"/api/tables/{table}/greetings", seat=0, greeting="hello")
                legal = ana.done("GET", f"/api/tables/{table}/legal")["legal"]
                for seat, moves in legal.items():
                    move = {"seat": int(seat), "ply": 0, "move": moves[0]["move"]}
                    ana.ask("POST", f"/api/tables/{table}/moves", **move)
                ana.done("POST", f"/api/tables/{table}/resignations", seat=0)
                while heard(hers, "table")["table"]["status"] != "over":
                    pass
