"""Positions that come again: superko in Go, on boards so small that it often decides, and in tree
search.
"""

from __future__ import annotations

import dataclasses
import functools
import random
from collections.abc import Iterator
from typing import Any

import pytest

import ludarium
from ludarium.errors import AgentError, MoveError
from ludarium.games import go
from ludarium.play.position import Position, start
from ludarium.play.record import Record
from ludarium.rules import generic
from ludarium.rules.boards.points import PointBoard, Points9
from ludarium.rules.boards.sizes import sized_rulesets
from ludarium.rules.game import Game
from ludarium.rules.go_states import BOARDS, KOMI, Go9State
from ludarium.search import mcts
from ludarium.search.engine import Engine
from ludarium.search.mcts import MctsAgent
from oracles.go import Oracle
from playing import DISTINCT


@functools.cache
def small_go(side: int) -> Game:
    """Go on a board of this many lines, with a komi of half a point."""
    kind = type(f"Go{side}State", (Go9State,), {})
    BOARDS[kind], KOMI[kind] = PointBoard(side, Points9), 0.5
    return dataclasses.replace(
        go.GAME,
        name=f"go{side}",
        state=kind,
        other_states={},
        functions=go.go_rules(BOARDS[kind], kind, 0.5),
        rulesets=sized_rulesets({kind: BOARDS[kind]}, ""),
    )


@pytest.mark.parametrize("side", [2, 3])
def test_superko_is_that_of_the_oracle(side: int) -> None:
    game, forbidden = small_go(side), 0
    for seed in range(60):
        source = random.Random(seed)
        position, oracle = start(game), Oracle(str(side), 2, superko=True)
        while not position.over:
            seat = position.movers[0]
            moves = {move.text for move in position.legal}
            assert moves == oracle.legal(seat)
            forbidden += len(game.legal_actions(position.state, seat)) - len(moves)
            move = source.choice(sorted(moves - {"pass"}) or ["pass"])
            position = position.play(move)
            oracle.play({seat: move})
    assert forbidden >= 10


def best_return(position: Position) -> float:
    """What the seat to move can reach, by looking at every game."""
    if position.over:
        return position.returns[0]
    seat = position.movers[0]
    best = -1.0 if seat == 0 else 1.0
    for move in position.legal:
        found = best_return(position.play(move))
        best = max(best, found) if seat == 0 else min(best, found)
        if best == (1.0 if seat == 0 else -1.0):
            break
    return best


def test_proofs_of_tree_search_know_superko(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcts, "compiled", lambda algorithm, game: algorithm)
    monkeypatch.setattr(mcts, "reach", lambda array: array)
    for seed in range(12):
        source = random.Random(seed)
        position = start(small_go(2))
        for _ in range(3):
            position = position.play(source.choice(position.legal))
        state = position.state._replace(passes=0, plies=0)  # so that the limit of moves is far
        position = Position(position.game, position.ruleset, state)
        for _ in range(4):
            stones = [move for move in position.legal if move.text != "pass"]
            position = position.play(source.choice(stones or position.legal))
        seat = position.movers[0]
        report = MctsAgent(simulations=5_000, seed=seed).search(position, seat)
        assert report.proved
        assert {found.move for found in report.candidates} == set(position.legal)
        assert report.candidates[0].value == best_return(position) * (1 if seat == 0 else -1)


def two_stones_to_give() -> Position:
    """White's two stones in a corner, which Black took part of, stand as they did before."""
    position = ludarium.parse("go/9 2w6/ww7/9/9/9/9/9/9/9 b - 0 10")
    return position.play("a9").play("pass")


def test_a_circle_longer_than_a_ko_is_forbidden() -> None:
    position = two_stones_to_give()
    assert "b9" not in {move.text for move in position.legal}
    with pytest.raises(MoveError, match="b9"):
        position.play("b9")
    without_history = ludarium.parse(position.text)
    assert "b9" in {move.text for move in without_history.legal}


def test_a_record_of_a_forbidden_move_does_not_load() -> None:
    record = Record(two_stones_to_give().before.before, ("a", "b"))  # type: ignore[union-attr, arg-type]
    for move in ("a9", "pass"):
        record.play(move)
    with pytest.raises(MoveError):
        record.play("b9")
    line = record.to_json()
    assert Record.from_json(line).moves == record.moves
    with pytest.raises(ludarium.errors.RecordError, match="move 3"):
        Record.from_json(line.replace('"pass"]', '"pass", "b9"]'))


def test_alpha_beta_refuses_superko() -> None:
    with pytest.raises(AgentError, match="superko"):
        Engine(memory=1).analyse(ludarium.start("go"), nodes=10)


@pytest.mark.parametrize("name", ["aiyawatstani", "go"])
def test_keys_are_equal_just_for_equal_positions(name: str) -> None:
    met: dict[int, object] = {}
    for seed in range(3):
        position, source = ludarium.start(name), random.Random(seed)
        while not position.over:
            key = generic.repetition_key(position.state)
            alike = generic.repetition_state(position.state)
            assert met.setdefault(key, alike) == alike
            position = position.play(source.choice(position.legal))


def test_the_number_of_moves_does_not_count() -> None:
    text = "alquerque 22222/22222/22.11/11111/11111 {} - 0 {}"
    keys = [
        generic.repetition_key(ludarium.parse(text.format(seat, turns)).state)
        for seat, turns in ((1, 0), (1, 8), (2, 0))
    ]
    assert keys[0] == keys[1] != keys[2]


Look = tuple[Any, ...]


def ruled(game: Game) -> bool:
    return game.repetition is not None or game.superko


def look_of(position: Position) -> Look:
    """All that stands on the board and in hands, and who moves."""
    view = position.view
    pieces = frozenset((piece.site, piece.shape, piece.colour) for piece in view.pieces)
    return position.movers, pieces, repr(view.hands)


def games_of(position: Position, depth: int) -> Any:
    """All legal games of so many moves, and how they end."""
    if position.over:
        return position.returns
    if depth == 0:
        return frozenset(move.text for move in position.legal)
    return {move.text: games_of(position.play(move), depth - 1) for move in position.legal}


def to_and_fro(game: Game, seed: int) -> Iterator[Position]:
    """The positions of a random game in which pieces often go back where they came from."""
    source, position = random.Random(seed), start(game)
    paths: list[tuple[str, ...]] = []
    for _ in range(60):
        if position.over or len(position.movers) > 1:
            return
        if position.by_chance:
            position = position.play(position.outcome(source))
            continue
        back = [move for move in position.legal if move.touches[::-1] in paths[-4:]]
        move = source.choice(back if back and source.random() < 0.7 else position.legal)
        paths.append(move.touches)
        position = position.play(move)
        yield position


RULED = [name for name in DISTINCT if ruled(ludarium.find(name))]
"""Games in which it counts whether a position came before."""


@pytest.mark.parametrize("name", RULED)
def test_positions_of_the_same_games_are_the_same(name: str) -> None:
    """Where two positions look alike and are followed by the same games, but count as different,
    the rule on repetition asks for what does not matter. Rights to castle do (FIDE Laws 9.2.3.2).
    """
    game = ludarium.find(name)
    for seed in range(6):
        seen: dict[Look, dict[Any, Position]] = {}
        for position in to_and_fro(game, seed):
            key = generic.repetition_state(position.state)
            if game.name == "chess":
                key = key._replace(castling=0)
            alike = seen.setdefault(look_of(position), {})
            for other in alike.values():
                if key not in alike:
                    assert games_of(position, 2) != games_of(other, 2), (other.text, position.text)
            alike.setdefault(key, position)
