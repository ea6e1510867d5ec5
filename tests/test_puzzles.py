"""Puzzles: what comes with the package is proved anew, by sample; and the pages' way to them."""

from __future__ import annotations

import dataclasses
import datetime

import pytest

from ludarium.analysis.puzzles import (
    Puzzle,
    check_puzzle,
    find_puzzle,
    make_puzzle,
    puzzle_of,
    puzzles_of,
    shipped,
)
from ludarium.errors import AgentError, LudariumError
from oracles.minimax import solve
from test_cli import run

PUZZLES = [puzzle for puzzles in shipped().values() for puzzle in puzzles]


def test_there_are_some() -> None:
    assert len(PUZZLES) >= 24
    assert (
        len({puzzle.id for puzzle in PUZZLES})
        == len(PUZZLES)
        == len({puzzle.position for puzzle in PUZZLES})
    )


def test_the_puzzle_of_the_day() -> None:
    """Another game each day, and no puzzle again before all of its game were shown."""
    games = len(shipped())
    first = datetime.date(2026, 11, 23)
    shown = [puzzle_of(first + datetime.timedelta(day)) for day in range(games * 40)]
    assert shown[0] == puzzle_of(first)
    for name, puzzles in shipped().items():
        own = [puzzle for puzzle in shown if puzzle.start.game.name == name]
        assert len(own) == 40
        round_ = own[: len(puzzles)]
        assert len({puzzle.id for puzzle in round_}) == min(40, len(puzzles))
    assert all(
        len({one.start.game.name for one in shown[n : n + games]}) == games for n in range(games)
    )


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_moves_are_legal(puzzle: Puzzle) -> None:
    """Every move is told: the one that wins, and all others with an answer that can be played."""
    position = puzzle.start
    for step in puzzle.steps:
        assert position.to_move == puzzle.seat
        assert {move.text for move in position.legal} == {step.move, *step.refutations}
        for wrong, answer in step.refutations.items():
            after = position.play(wrong)
            assert after.over if answer is None else after.play(answer)
        position = position.play(step.move)
        if step.reply is not None:
            position = position.play(step.reply)
    for text in puzzle.ending:
        position = position.play(text)
    if position.over:
        assert position.returns[puzzle.seat] == 1
    assert Puzzle.from_json(puzzle.to_json()) == puzzle
    assert find_puzzle(puzzle.id) is puzzle


@pytest.mark.parametrize("puzzle", PUZZLES[::18], ids=lambda puzzle: puzzle.id)
def test_a_sample_is_proved_anew(puzzle: Puzzle) -> None:
    check_puzzle(puzzle)


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
