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
from ludarium.hints.match_equity import AFTER, BEFORE, UNDOUBLED, match_return
from ludarium.play.record import Record
from ludarium.rules import generic
from ludarium.rules.backgammon_board import BAR, Counts, placed, turned
from ludarium.rules.backgammon_resignation import resignation
from ludarium.search.levels import LevelAgent

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


def played(position: str, *moves: str) -> ludarium.Position:
    at = ludarium.parse(f"backgammon/{position}")
    for move in moves:
        at = at.play(move)
    return at


SIDES = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
LAST = "1:1 6:15 "


@pytest.mark.parametrize(
    ("position", "moves", "text"),
    [
        # who takes owns the cube, and the one who doubled throws
        (f"cube {SIDES} 1- 0 0 after w choose", ["double", "take"], f"{SIDES} 2b 0 0 after w ?"),
        # who does not own the cube is not asked
        (f"cube {SIDES} 2b 0 0 after w 11", ["8/7", "7/6"], "b choose"),
        (f"cube {SIDES} 2w 0 0 after w 11", ["8/7", "7/6"], "b ?"),
        # nor is anybody at 64
        (f"cube {SIDES} 64b 0 0 after w 11", ["8/7", "7/6"], "b ?"),
        # a drop costs the stake before the double
        (f"match-5 {SIDES} 2w 0 1 before w choose", ["double", "drop"], "1- 2 1 before - ?"),
        # a gammon with the cube, a point from winning: Crawford's game, in which nobody doubles
        (f"match-5 {LAST}2w 0 1 before w 2", ["1/off"], f"{SIDES} 1- 4 1 crawford - ?"),
        (f"match-5 {SIDES} 1- 4 1 crawford w 11", ["8/7", "7/6"], "b ?"),
        # after it the side behind may double, and the leader has no use for it
        (f"match-5 {SIDES} 1- 4 1 after w 11", ["8/7", "7/6"], "b choose"),
        (f"match-5 {SIDES} 1- 1 4 after w 11", ["8/7", "7/6"], "b ?"),
    ],
)
def test_who_doubles_and_what_it_costs(position: str, moves: list[str], text: str) -> None:
    assert played(position, *moves).text.endswith(text)


def test_a_new_game_is_told_to_both() -> None:
    """Whoever moves reads the task, the other the status."""
    view = played(f"match-5 {SIDES} 1- 1 0 before w 31").view
    assert view.task == "A new game at 1 to 0: move a checker"
    assert view.status == "A new game at 1 to 0. White has 3 1 to play"
    assert [str(seat.tallies[-1].text) for seat in view.seats] == ["1 point", "0 points"]
    view = played(f"match-5 {SIDES} 1- 4 1 crawford w 31").view
    assert view.task == "A new game, without doubling, at 4 to 1: move a checker"


@pytest.mark.parametrize(
    ("position", "points"),
    [
        (f"cube {LAST}1- 0 0 after w 2", 2),
        (f"jacoby {LAST}1- 0 0 after w 2", 1),
        (f"jacoby {LAST}4b 0 0 after w 2", 8),
        ("cube 1:1 bar:1,6:14 64w 0 0 after w 2", 192),
    ],
)
def test_points_of_single_games(position: str, points: int) -> None:
    assert played(position, "1/off").returns == (points / 192, -points / 192)


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        (f"match-5 {SIDES} 1- 4 1 crawford w choose", "the seat may not double"),
        (f"cube {SIDES} 2b 0 0 after w choose", "the seat may not double"),
        (f"cube {SIDES} 64b 0 0 after b choose", "the seat may not double"),
        (f"cube {SIDES} 2- 0 0 after w ?", "the stake and who owns the cube"),
        (f"cube {SIDES} 128w 0 0 after w ?", "the stake and who owns the cube"),
        (f"match-5 {SIDES} 1- 6 0 before w ?", "the points of White, 0 to 5"),
        (f"match-5 {SIDES} 1- 4 0 before w ?", "before does not go with the score"),
        (f"cube {SIDES} 2w 0 0 after - ?", "the cube was turned before the first throw"),
    ],
)
def test_a_cube_that_cannot_be_is_told(position: str, fault: str) -> None:
    with pytest.raises(PositionError, match=re.escape(fault)):
        ludarium.parse(f"backgammon/{position}")


# The leader's chance to win in per cent, by the points that both lack, Crawford's game to come:
# Woolsey and Heinrich's table (Kit Woolsey, "How to Play Tournament Backgammon", 1993).
PUBLISHED = {
    (1, 2): 70,
    (1, 3): 75,
    (1, 5): 85,
    (2, 3): 60,
    (2, 4): 68,
    (3, 4): 59,
    (3, 5): 66,
    (3, 7): 76,
    (4, 6): 64,
    (5, 6): 57,
}


def test_match_equity_is_near_what_is_published() -> None:
    for (mine, theirs), chance in PUBLISHED.items():
        value = match_return(BEFORE, mine, theirs)
        assert 50 + 50 * value == pytest.approx(chance, abs=2)
        assert match_return(BEFORE, theirs, mine) == -value
    assert all(match_return(BEFORE, lacks, lacks) == 0 for lacks in range(1, 26))


def test_who_lacks_fewer_points_is_never_worse_off() -> None:
    for kind in (BEFORE, AFTER, UNDOUBLED):
        for theirs in range(1, 26):
            chances = [match_return(kind, mine, theirs) for mine in range(1, 26)]
            assert chances == sorted(chances, reverse=True)


# Black bears off its last checker unless White bears off all in this throw: a checker on the
# 6-point in 27 throws of 36, one on the 5-point in 31, two on the 3-point in 17. A double is right
# where White wins more often than not, and is dropped where that is over three times of four.
@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("6:1 1:1 1- 0 0 after w choose", "double"),
        ("3:2 1:1 1- 0 0 after b offered", "take"),
        ("5:1 1:1 1- 0 0 after b offered", "drop"),
        ("3:2 1:1 1- 0 0 after w choose", "roll"),
        (f"{SIDES} 1- 0 0 after w choose", "roll"),
        (f"{SIDES} 1- 0 0 after b offered", "take"),
    ],
)
def test_bots_of_all_levels_double_by_what_they_expect(position: str, move: str) -> None:
    at = ludarium.parse(f"backgammon/cube {position}")
    for level in range(2, 9):
        assert LevelAgent(level, seed=level).choose(at, at.mover()).text == move


@pytest.mark.parametrize(
    ("position", "told", "returned"),
    [
        (f"cube {SIDES} 2b 0 0 after w 31", "You lose 6 points.", -6 / 192),
        # a gammon, where nothing can be hit any more; and none, once a checker is off
        ("cube 6:15 6:15 1- 0 0 after w 31", "You lose 2 points.", -2 / 192),
        ("cube 6:14 6:15 4w 0 0 after w 31", "You lose 4 points.", -4 / 192),
        ("cube 19:1,6:14 5:15 1- 0 0 after w 31", "You lose 3 points.", -3 / 192),
        # by Jacoby's rule gammons count once the cube was turned
        (f"jacoby {SIDES} 1- 0 0 after w 31", "You lose 1 point.", -1 / 192),
        (f"jacoby {SIDES} 2b 0 0 after w 31", "You lose 6 points.", -6 / 192),
        # who can drop a double loses no more
        (f"cube {SIDES} 2b 0 0 after w offered", "You lose 2 points.", -2 / 192),
        # a match is lost as a whole
        (f"match-5 {SIDES} 1- 2 3 before w 31", "You lose the match at 2 to 3.", -1),
        ("money 6:15 6:15 w 31", "You lose 2 points.", -2 / 3),
        ("single 6:15 6:15 w 31", "", -1),
    ],
)
def test_who_resigns_loses_the_most_that_can_be_lost(
    position: str, told: str, returned: float
) -> None:
    record = Record(played(position), ("a", "b"))
    assert record.resignation(0) == (returned, told)
    earlier = Record(played(position), ("a", "b"), edition=3)
    for one, lost in ((record, returned), (earlier, -1)):
        one.lose([0], "resignation")
        assert one.returns == (lost, -lost)
        assert Record.from_json(one.to_json()).returns == one.returns


def test_nobody_loses_more_by_play_than_by_resigning() -> None:
    for seed in range(20):
        chosen, record = random.Random(seed), Record.new("backgammon", ruleset="money")
        while not record.over:
            at = record.position
            record.play(at.outcome(chosen) if at.by_chance else chosen.choice(at.legal))
        loser = record.returns.index(min(record.returns))
        for position in record.positions():
            if not position.over:
                least = resignation(position.state, loser).returned
                assert least <= record.returns[loser]
