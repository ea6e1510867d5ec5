"""Moves chosen ahead: what may be chosen, and who may ask."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium.play.premoves import has_premoves, premoves
from playing import DISTINCT
from tables_help import Site, refusal


@pytest.mark.parametrize("game", DISTINCT)
def test_what_follows_is_among_the_premoves(game: str) -> None:
    """Whatever the other plays, every move then was a premove; and each of these is one of them."""
    position, source = ludarium.start(game), random.Random(5)
    if not has_premoves(position.game, position.seats):
        assert position.game.absent is not None or position.game.hides or position.game.has_chance
        return
    for _ in range(6):
        position = position.play(source.choice(position.legal))
    for _ in range(2):
        assert position.to_move is not None
        seat = 1 - position.to_move
        after = [position.play(move) for move in position.legal]
        expected = {
            move.touches for one in after if seat in one.movers for move in one.legal_for(seat)
        }
        assert {move.touches for move in premoves(position, seat, 60)} == expected
        assert premoves(position, position.to_move) == ()
        position = position.play(source.choice(position.legal))


def test_the_time_that_they_take_is_bounded() -> None:
    position = ludarium.start("go", "9")
    few = premoves(position, 1, longest=0)
    assert 0 < len(few) < len(premoves(position, 1, longest=60))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    with Site.opened(folder) as site:
        yield site


def test_only_who_waits_may_choose_ahead(site: Site) -> None:
    ana, bor, eva = (site.program(name) for name in ("Ana", "Bor", "Eva"))
    table = ana.open("chess", "me", None)
    bor.done("POST", f"/api/tables/{table}/seats/1", name="Bor")
    path = f"/api/tables/{table}/premoves"
    assert ana.done("GET", path) == {"ply": 0, "legal": {}}
    found = bor.done("GET", path)
    assert {move["move"] for move in found["legal"]["1"]} >= {"e5", "Nc6"}
    assert refusal(eva.ask("GET", path)) == "not-now"
    secret = ana.open("kuhn", "me", "me")
    assert refusal(ana.ask("GET", f"/api/tables/{secret}/premoves")) == "not-now"
    both = ana.open("chess", "me", "me")
    assert ana.done("GET", f"/api/tables/{both}/premoves")["legal"] == {}
