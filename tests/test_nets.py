"""Nets in ONNX files play what they say, and a search with a net that knows nothing finds wins."""

from __future__ import annotations

import builtins
import functools
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto

import ludarium
from ludarium.errors import AgentError, LudariumError
from ludarium.nets.model import Net
from ludarium.nets.player import NetAgent
from ludarium.nets.puct import Search
from ludarium.play.position import Position, start
from ludarium.rules import generic
from ludarium.tables.nets import Nets
from nets_help import write_net
from tables_help import Site, refusal


def test_a_net_alone_plays_the_move_of_its_greatest_probability(tmp_path: Path) -> None:
    logits = np.linspace(-2, 2, 42)
    path = write_net(tmp_path / "net.onnx", "connect4", logits=logits, weights=1 / 255)
    player, position = NetAgent(path), start("connect4")
    envs = ludarium.vector("connect4", 1, compile=False)
    while not position.over:
        seat = position.movers[0]
        move = player.choose(position, seat)
        indices = [envs.index_of(one.action) for one in position.legal]
        assert envs.index_of(move.action) == max(indices)
        shares = np.exp(logits[indices]) / np.exp(logits[indices]).sum()
        assert player.report is not None
        thought = player.report.thought(move)
        texts = [one.text for one in position.legal]
        assert [thought.policy[text] for text in texts] == pytest.approx(shares, abs=1e-4)
        # so many cells are taken, and the plane of the second seat has 42 ones
        assert thought.value == pytest.approx(len(list(position.history())) - 1 + 42 * seat)
        position = position.play(move)


def test_nets_play_every_kind_of_game(tmp_path: Path) -> None:
    for name in ("leduc", "ahyoheek", "ur", "liarsdice"):
        path = write_net(tmp_path / f"{name}.onnx", name, masked=True)
        found = ludarium.play_match(ludarium.find(name), [f"onnx:{path}", "random"], games=2)
        assert found.games == 2
        if name != "ur":
            with pytest.raises(AgentError, match=r"cannot search in .*: expected a game of two"):
                ludarium.play_match(ludarium.find(name), [f"onnx:{path}:9", "random"], games=1)


@functools.cache
def solved(position: Position) -> float:
    """The value for the seat to move, by trying everything."""
    best = -1.0
    for move in position.legal:
        after = position.play(move)
        best = max(best, after.returns[position.movers[0]] if after.over else -solved(after))
    return best


def test_a_search_plays_endings_as_well_as_trying_everything(tmp_path: Path) -> None:
    path = write_net(tmp_path / "net.onnx", "connect4", masked=True)
    player = NetAgent(path, 1200, seed=1)
    source, decisive = random.Random(4), 0
    while decisive < 8:
        position = start("connect4")
        while not position.over and len(list(position.history())) <= 33:
            position = position.play(source.choice(position.legal))
        if position.over:
            continue
        seat = position.movers[0]
        after = {move.text: position.play(move) for move in position.legal}
        values = {
            text: one.returns[seat] if one.over else -solved(one) for text, one in after.items()
        }
        if len(set(values.values())) == 1:
            continue
        decisive += 1
        move = player.choose(position, seat)
        assert values[move.text] == max(values.values())
        assert player.report is not None
        thought = player.report.thought(move)
        assert thought.value == pytest.approx(values[move.text], abs=0.35)
        assert thought.work == 1201
        assert sum(thought.policy.values()) == pytest.approx(1, abs=1e-3)


def test_a_value_is_of_the_seat_to_move(tmp_path: Path) -> None:
    path = write_net(tmp_path / "net.onnx", "kalah", bias=0.5)
    position = start("kalah")
    search = Search(Net(path, position), position, 1)
    search.run(len(position.legal))
    root = search.root
    assert root.visits.tolist() == [1] * 6
    for action, total in zip(root.actions, root.totals, strict=True):
        again = position.play_joint(int(action)).to_move == 0  # the last seed was in the store
        assert total == pytest.approx(0.75 if again else 0.25)


def test_positions_that_come_again_are_what_the_rules_say(tmp_path: Path) -> None:
    path = write_net(tmp_path / "go.onnx", "go", bias=0.0)
    position = start("go")
    # white takes e5 by d5, and black may not take back at once
    for move in ("d6", "e6", "c5", "f5", "d4", "e4", "e5", "d5"):
        position = position.play(move)
    ko = {move.text for move in position.legal}
    assert "e5" not in ko
    search = Search(Net(path, position), position, 1)
    search.run(2500)
    assert {position.move(0, int(action)).text for action in search.root.actions} == ko
    seen = [generic.repetition_state(one.state) for one in position.history()]

    def check(node: Any, line: list[Any]) -> int:
        found = 0
        for n, children in enumerate(node.children):
            for child in children.values():
                key = generic.repetition_state(child.state)
                if node.visits[n]:
                    assert key not in line
                found += 1 + check(child, [*line, key])
        return found

    assert check(search.root, seen) > 1000


def test_a_draw_by_repetition_is_worth_nothing(tmp_path: Path) -> None:
    path = write_net(tmp_path / "net.onnx", "alquerque", bias=0.9)
    source, position = random.Random(2), start("alquerque")
    while True:  # until some move brings a position of the game back for the last time
        position = position.play(source.choice(position.legal))
        if position.over:
            position = start("alquerque")
            continue
        keys = [generic.repetition_state(one.state) for one in position.history()]
        times = position.game.repetition
        assert times is not None
        drawing = [
            move
            for move in position.legal
            if keys.count(generic.repetition_state(position.play(move).state)) == times - 1
        ]
        if drawing and len(position.legal) > len(drawing):
            break
    search = Search(Net(path, position), position, 1)
    search.run(60)
    for move in drawing:
        n = search.root.actions.tolist().index(move.action)
        assert search.root.totals[n] == search.root.visits[n] / 2 > 0


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"actions": 41}, "found observation uint8 (N, 3, 6, 7) to policy float32 (N, 41)"),
        ({"shape": (3, 7, 6)}, "found observation uint8 (N, 3, 7, 6) to policy"),
        ({"kind": TensorProto.FLOAT}, "found observation float32 (N, 3, 6, 7) to policy"),
    ],
)
def test_a_net_of_another_shape_is_refused_in_one_line(
    options: dict[str, Any], found: str, tmp_path: Path
) -> None:
    path = write_net(tmp_path / "net.onnx", "connect4", **options)
    with pytest.raises(AgentError) as refused:
        NetAgent(path).prepare(start("connect4"))
    expected = (
        f"{path} is no net for connect4/standard: expected observation uint8 (N, 3, 6, 7) and mask "
        "bool (N, 42) to policy float32 (N, 42) and value float32 (N); "
    )
    assert str(refused.value).startswith(expected + found)
    assert "\n" not in str(refused.value)


def test_what_is_no_net_is_refused_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = tmp_path / "net.onnx"
    text.write_text("nothing")
    with pytest.raises(AgentError, match=r"net.onnx is no net that ONNX Runtime can read: .*$"):
        ludarium.agent(f"onnx:{text}")
    with pytest.raises(AgentError, match=r"cannot read .*none.onnx: No such file or directory"):
        ludarium.agent(f"onnx:{tmp_path / 'none.onnx'}")
    with pytest.raises(AgentError, match="onnx:: expected a file"):
        ludarium.agent("onnx:")
    odd = write_net(tmp_path / "odd.onnx", "connect4", bias=float("nan"))
    with pytest.raises(AgentError, match="gives what is no finite number"):
        ludarium.agent(f"onnx:{odd}").choose(start("connect4"), 0)
    real = builtins.__import__

    def without(name: str, *more: Any, **options: Any) -> Any:
        if name == "onnxruntime":
            raise ImportError(name)
        return real(name, *more, **options)

    for name in [name for name in sys.modules if name.startswith("ludarium.nets")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(AgentError, match=r"pip install 'ludarium\[onnx\]'"):
        ludarium.agent(f"onnx:{odd}")


def test_a_net_plays_at_a_table(tmp_path: Path) -> None:
    """Beside the levels, by the name of its file; and nobody gains a rating against it."""
    path = write_net(tmp_path / "first.onnx", "connect4", logits=np.linspace(-2, 2, 42))
    with Site.opened(tmp_path, nets=Nets([f"connect4={path}"])) as site:
        ana = site.visitor("Ana")
        wrong = ana.ask("POST", "/api/tables", game="connect4", sit=["me", "net:second"])
        assert refusal(wrong) == "invalid"
        assert ", level:8, net:first." in wrong.text
        assert (
            ana.refused("POST", "/api/tables", game="yoxii", sit=["me", "net:first"]) == "invalid"
        )
        table = ana.open("connect4", "me", "net:first")
        assert [seat["name"] for seat in ana.table(table)["seats"]] == ["Ana", "Net first"]
        with ana.watching(f"/tables/{table}/watch") as watch:
            ana.move(table, 0, 0, "a")
            while (told := watch.table())["ply"] < 2:
                pass
        answer = NetAgent(path).choose(start("connect4").play("a"), 1)
        assert told["moves"][-1]["text"] == answer.text
        assert 'value="net:first"' in ana.get("/play/connect4").text
        assert "net:first=Net first" in ana.get(f"/table/{table}").text


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("net.onnx", "is no net: expected a game and a file"),
        ("connect4=net.pt", "is no net: expected a game and a file"),
        ("connect4=3.onnx", "is no net: .* a letter among them"),  # or it had the name of a level
        ("conect4=OTHER", "did you mean 'connect4'"),
        ("connect4=none.onnx", "cannot read none.onnx"),
        ("yoxii=OTHER", "is no net for yoxii/standard: expected observation uint8"),
        ("connect4=NET", "there are two nets of the name net"),
    ],
)
def test_nets_for_tables_that_are_none(tmp_path: Path, given: str, expected: str) -> None:
    net = str(write_net(tmp_path / "net.onnx", "connect4"))
    other = str(write_net(tmp_path / "other.onnx", "connect4"))
    with pytest.raises(LudariumError, match=expected):
        Nets([f"connect4={net}", given.replace("NET", net).replace("OTHER", other)])


def test_a_net_plays_the_rulesets_that_it_fits(tmp_path: Path) -> None:
    nets = Nets([f"hex={write_net(tmp_path / 'net.onnx', 'hex')}"])
    first = ludarium.find("hex").rulesets[0].name
    assert nets.of("hex") == {"net:net": [(first, 2)]}
    assert nets.at("hex", first, 2) == ["net:net"]
    assert nets.at("hex", "7", 2) == []
    assert nets.of("go") == {}
