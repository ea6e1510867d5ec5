"""Every game against its obvious second implementation, over thousands of random games: legal moves
at every ply, and results.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import ludarium
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.counters.neighbour_table.state import NeighbourTableState
from ludarium.simulate.trace import Traced, traced_game
from oracles import (
    Oracle,
    ahyoheek,
    backgammon,
    breakthrough,
    chess,
    connect4,
    counters_bitboard,
    counters_neighbour_table,
    dotsandboxes,
    draughts,
    go,
    gomoku,
    hex,
    international,
    kalah,
    kuhn,
    leduc,
    liarsdice,
    morris,
    othello,
    oware,
    tafl,
    ur,
    xiangqi,
    yoxii,
)

ORACLES: dict[str, Callable[[str, int], Oracle]] = {
    "ahyoheek": ahyoheek.Oracle,
    "backgammon": backgammon.oracle,
    "breakthrough": breakthrough.Oracle,
    "chess": chess.Oracle,
    "connect4": connect4.Oracle,
    "dotsandboxes": dotsandboxes.Oracle,
    "draughts": draughts.Oracle,
    "go": go.oracle,
    "gomoku": gomoku.Oracle,
    "hex": hex.Oracle,
    "international": international.Oracle,
    "kalah": kalah.Oracle,
    "morris": morris.Oracle,
    "othello": othello.Oracle,
    "oware": oware.Oracle,
    "tafl": tafl.Oracle,
    "xiangqi": xiangqi.Oracle,
    "yoxii": yoxii.Oracle,
    "ur": ur.Oracle,
    "kuhn": kuhn.Oracle,
    "leduc": leduc.Oracle,
    "liarsdice": liarsdice.Oracle,
    "aiyawatstani": lambda ruleset, seats: counters_bitboard.aiyawatstani(ruleset),
    "alquerque": lambda ruleset, seats: counters_bitboard.alquerque(ruleset),
    "tuknanavuhpi": lambda ruleset, seats: counters_bitboard.tuknanavuhpi(ruleset),
}
GAMES = {
    "ahyoheek": 400,
    "backgammon": 20,
    "breakthrough": 30,
    "chess": 4,
    "connect4": 60,
    "dotsandboxes": 8,
    "draughts": 40,
    "go": 1,
    "gomoku": 4,
    "hex": 8,
    "international": 4,
    "kalah": 60,
    "morris": 15,
    "othello": 15,
    "oware": 40,
    "tafl": 4,
    "xiangqi": 2,
    "yoxii": 300,
    "aiyawatstani": 80,
    "alquerque": 100,
    "tuknanavuhpi": 100,
    "ur": 100,
    "kuhn": 200,
    "leduc": 400,
    "liarsdice": 60,
}

CASES = [
    pytest.param(name, ruleset.name, seats, id=f"{name}-{ruleset.name}-{seats}")
    for name in ludarium.names()
    if name in ORACLES
    for ruleset in ludarium.find(name).rulesets
    for seats in range(ludarium.find(name).seats[0], ludarium.find(name).seats[1] + 1)
]

# games that are data on one engine, which test_counters_neighbour_table.py compares under any parts
ENTRIES = [
    pytest.param(name, ruleset.name, id=f"{name}-{ruleset.name}")
    for name in ludarium.names()
    for ruleset in ludarium.find(name).rulesets
    if issubclass(ludarium.find(name).state, NeighbourTableState)
]
ENTRY_PLIES = 150


LARGE = re.compile("go-.*19-2")  # take long to compile; go-13-2 has sets of several words, too


@pytest.mark.parametrize(
    ("name", "ruleset", "seats"), [case for case in CASES if not LARGE.fullmatch(str(case.id))]
)
def test_compiled_games_are_those_of_the_oracle(name: str, ruleset: str, seats: int) -> None:
    first = ludarium.start(name, ruleset, seats)
    for number in range(GAMES[name]):
        compare(
            first,
            traced_game(first.game, first.state, seed=1, number=number),
            ORACLES[name](ruleset, seats),
        )


@pytest.mark.parametrize(("name", "ruleset", "seats"), CASES)
def test_plain_games_are_those_of_the_oracle(name: str, ruleset: str, seats: int) -> None:
    first = ludarium.start(name, ruleset, seats)
    large = LARGE.fullmatch(f"{name}-{ruleset}-{seats}")
    for number in range(1 if large else min(2, GAMES[name])):
        compare(
            first,
            traced_game(first.game, first.state, seed=1, number=number, compile=False),
            ORACLES[name](ruleset, seats),
        )


@pytest.mark.parametrize(("name", "ruleset"), ENTRIES)
def test_entries_begin_as_the_oracle_says(name: str, ruleset: str) -> None:
    first = ludarium.start(name, ruleset)
    oracle = counters_neighbour_table.oracle_of(first)
    played = traced_game(first.game, first.state, seed=1, number=0)
    compare(first, played, oracle, plies=ENTRY_PLIES)


def test_every_game_has_an_oracle() -> None:
    assert set(ludarium.names()) == set(ORACLES) | {case.values[0] for case in ENTRIES}


def compare(first: Position, played: Traced, oracle: Oracle, plies: int | None = None) -> None:
    """The same seats choose among the same moves at every ply, and get the same at the end; or at
    the first `plies` plies alone.
    """
    game, state = first.game, first.state
    # what an action is called may depend on what chance did, or on the other pieces
    depends = game.has_chance or game.name in {"chess", "xiangqi"}
    texts: dict[tuple[int, int], str] = {}

    def text(seat: int, action: int) -> str:
        key = seat, action
        if key not in texts:
            texts[key] = game.action_text(state, seat, action)
        return texts[key]

    for ply in played.plies[:plies]:
        if depends:
            texts.clear()
        assert set(ply.legal) == oracle.movers()
        for seat, actions in ply.legal.items():
            assert {text(seat, action) for action in actions} == oracle.legal(seat), oracle.text()
            assert len(set(actions)) == len(actions)
        oracle.play({seat: text(seat, action) for seat, action in ply.played.items()})
        if depends:
            ((_, action),) = ply.played.items()
            state = generic.play(state, action)
    if plies is None or len(played.plies) <= plies:
        assert oracle.movers() == set()
        assert played.returns == oracle.returns()


@pytest.mark.parametrize(
    ("name", "ruleset", "seats"), [case for case in CASES if not LARGE.fullmatch(str(case.id))]
)
def test_position_text_is_that_of_the_oracle(name: str, ruleset: str, seats: int) -> None:
    position = ludarium.start(name, ruleset, seats)
    oracle = ORACLES[name](ruleset, seats)
    played = traced_game(position.game, position.state, seed=2, number=0)
    for ply in played.plies:
        assert position.text == f"{name}/{ruleset} {oracle.text()}"
        moves = {seat: position.move(seat, action) for seat, action in ply.played.items()}
        oracle.play({seat: move.text for seat, move in moves.items()})
        position = position.play(moves)
    assert position.text == f"{name}/{ruleset} {oracle.text()}"
