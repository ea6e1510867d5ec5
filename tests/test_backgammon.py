"""Backgammon against OpenSpiel's, and against its rules where these are easily missed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import ludarium
from ludarium.errors import PositionError
from ludarium.games.backgammon import BackgammonState, by_seat, play
from ludarium.rules import generic
from ludarium.rules.backgammon_board import BAR, Counts, placed, turned

pyspiel = pytest.importorskip("pyspiel")

GAME = ludarium.find("backgammon")
GAMES = 6  # of OpenSpiel, at whose positions all throws are compared
SHARE = 0.15  # of its positions
Sides = tuple[Counts, Counts]


# OpenSpiel plays two checkers as one action, and a double as two actions in a row. Its X is our
# White. Its observation is Tesauro's: four numbers a point for each side; then of each the bar, the
# tray and the turn; then two dice. With three checkers a side its returns are 0 whoever wins.
PER_SIDE = 96


def sides_of(state: Any) -> Sides:
    """The checkers of both sides, each by its own numbers."""
    seen = state.observation_tensor(0)

    def side(first: int, place: int, numbers: range) -> Counts:
        counts = {}
        for at, number in enumerate(numbers):
            one, two, three, more = map(int, seen[first + 4 * at : first + 4 * at + 4])
            counts[number] = one + 2 * two + 3 * three + (3 + more if more else 0)
        counts |= {BAR: int(seen[place]), 0: int(seen[place + 1])}
        return placed(counts)

    return side(0, 192, range(24, 0, -1)), side(PER_SIDE, 195, range(1, 25))


def thrown(state: Any) -> BackgammonState:
    """Our state at a position of OpenSpiel's in which a side plays."""
    sides, seat = sides_of(state), state.current_player()
    dice = [int(die) for die in state.observation_tensor(0)[-2:]]
    again = "Extra turn: 1" in str(state)
    left = 4 if dice[0] == dice[1] and not again else 2
    return BackgammonState(
        sides[seat], turned(sides[1 - seat]), max(dice), min(dice), left, seat, 1
    )


def ends_of(state: BackgammonState) -> set[Sides]:
    """All positions after the throw, or after two checkers of a double."""
    found, seen, waiting = set(), set(), [state]
    while waiting:
        at = waiting.pop()
        done = at.seat != state.seat or at.left <= 0 or (state.left, at.left) == (4, 2)
        if done:
            found.add(by_seat(at))
        elif at not in seen:
            seen.add(at)
            waiting += [play(at, action) for action in GAME.legal_actions(at, at.seat)]
    return found


def games(hyper: bool) -> Iterator[Any]:
    """Each position of random games of OpenSpiel."""
    source = random.Random(5)
    options = f"scoring_type=full_scoring,hyper_backgammon={hyper}"
    game = pyspiel.load_game(f"backgammon({options})")
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            state.apply_action(source.choice(state.legal_actions()))
        yield state


@pytest.mark.parametrize("hyper", [False, True])
def test_each_throw_leads_to_the_same_positions_as_in_openspiel(hyper: bool) -> None:
    source, compared, ended = random.Random(6), 0, 0
    for state in games(hyper):
        if state.is_terminal():
            first, second = sides_of(state)
            winner = int(second == second & 15)  # all are in the tray
            sides = (first, second)
            end = BackgammonState(sides[1 - winner], turned(sides[winner]), 0, 0, 0, 1 - winner, 1)
            assert not generic.movers(end)
            gained = [0 if hyper else 3 * generic.returns(end, seat) for seat in range(2)]
            assert gained == pytest.approx(state.returns())
            ended += 1
            continue
        by_chance = state.is_chance_node()
        if by_chance and source.random() > SHARE:
            continue
        nodes = [state.child(throw) for throw in state.legal_actions()] if by_chance else [state]
        for node in nodes:
            here = ends_of(thrown(node))
            there = {sides_of(node.child(action)) for action in node.legal_actions()}
            assert here == there, str(node)
            compared += 1
    assert compared > (100 if hyper else 1200)
    assert ended == GAMES


def moves(position: str) -> set[str]:
    return {move.text for move in ludarium.parse(f"backgammon/money {position}").legal}


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        # both dice must be played: after 13/7 there is no 5
        ("13:1,9:1 23:2,21:2 w 65", {"13/8", "9/3"}),
        # either can be played and not both: the higher one
        ("13:1 23:2 w 65", {"13/7"}),
        # only the lower one can be
        ("13:1 23:2,18:2 w 65", {"13/8"}),
        # a higher throw bears off the checker furthest back, and no other
        ("4:1,2:2 24:2 w 65", {"4/off"}),
        # not before all are home
        ("7:1,2:2 22:2 w 62", {"7/1", "7/5"}),
        # the last checker goes off by either way
        ("6:1 24:1 w 65", {"6/off", "6/1*"}),
        # from the bar first
        ("bar:2,6:5 24:2 w 43", {"bar/21", "bar/22"}),
        ("bar:1,6:5 6:2,5:2,4:2,3:2,2:2,1:2 w 66", {"pass"}),
        ("bar:1,6:5 5:1,4:2,3:2 w 53", {"bar/20*"}),
    ],
)
def test_what_is_legal_in_hard_cases(position: str, expected: set[str]) -> None:
    assert moves(position) == expected


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        ("6:14", 1),
        ("6:15", 2),
        ("18:1,6:14", 2),
        ("19:1,6:14", 3),
        ("bar:1,6:14", 3),
        ("bar:1,6:13", 1),
    ],
)
def test_gammons_and_backgammons_count_more(loser: str, points: int) -> None:
    for ruleset, won in (("money", points / 3), ("single", 1.0)):
        position = ludarium.parse(f"backgammon/{ruleset} 1:1 {loser} w 31").play("1/off")
        assert position.returns == (won, -won)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("6:5,8:3 24:2 w ?", "column 1 expected places from behind"),
        ("25:1 24:2 w ?", "column 1 expected places from behind"),
        ("24:9,23:9 24:2 w ?", "at most 15 checkers a side"),
        ("24:2 1:2 w ?", "checkers of both sides on one point"),
        ("24:2 24:2 x ?", "column 11 expected w or b"),
        ("24:2 24:2 w 36", "column 13 expected the dice that are left, the higher one first"),
        ("24:2 24:2 w 311", "column 13 expected the dice that are left"),
        ("- 24:2 w ?", "nobody to throw or move after the end"),
        ("24:2 - w 31", "nobody to throw or move after the end"),
        ("24:2 24:2 - 31", "expected ? where it is still to be thrown who begins"),
    ],
)
def test_what_is_no_position_is_told(text: str, fault: str) -> None:
    with pytest.raises(PositionError, match=re.escape(fault)):
        ludarium.parse(f"backgammon/money {text}")
