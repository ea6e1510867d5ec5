"""International, Brazilian and Russian draughts: counts that others have published, and what kings
and runs of captures do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import ludarium
from ludarium.errors import PositionError
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.boards.flying_kings import TO


def position(text: str, ruleset: str = "international") -> Position:
    return ludarium.parse(f"international/{ruleset} {text}")


def legal(text: str, ruleset: str = "international") -> set[str]:
    return {move.text for move in position(text, ruleset).legal}


# The numbers of games of so many turns, without captures that differ only in their way: Aart Bik,
# "BikDam" (2009); with them, Rein Halbersma, "Perft for all recognized draughts variants" (2010)
PUBLISHED = {
    "international": [9, 81, 658, 4265, 27117],
    "brazilian": [7, 49, 302, 1469, 7473, 37628],
    "russian": [7, 49, 302, 1469, 7482, 37986],
}


@pytest.mark.parametrize("ruleset", PUBLISHED)
def test_there_are_as_many_games_as_others_have_counted(ruleset: str) -> None:
    states = [ludarium.start("international", ruleset).state]
    for expected in PUBLISHED[ruleset]:
        states = [after for state in states for after in after_a_turn(state)]
        assert len(states) == expected


def after_a_turn(state: Any) -> list[Any]:
    """The states after each turn, by where it began: captures in another order are the same."""
    found = {
        (first, after)
        for first, action in actions(state)
        for after in after_the_run(generic.play(state, action), state.seat)
    }
    return [after for _, after in found]


def actions(state: Any) -> Iterator[tuple[int, int]]:
    for n in range(generic.legal_count(state, state.seat)):
        action = generic.nth_legal(state, state.seat, n)
        yield action % TO, action


def after_the_run(state: Any, seat: int) -> set[Any]:
    if state.seat != seat:
        return {state}
    return {
        after
        for _, action in actions(state)
        for after in after_the_run(generic.play(state, action), seat)
    }


THREE_OR_ONE = "10/6b3/5b4/10/5b1b2/6w3/3b1b4/2w1w5/10/4w5 w - 0"


def test_who_can_take_takes_the_most() -> None:
    assert legal(THREE_OR_ONE) == {"37x28"}
    after = position(THREE_OR_ONE).play("37x28").play("28x19")
    # the last of the three may be either of two
    assert {move.text for move in after.legal} == {"19x8", "19x30"}
    assert after.text.endswith(" w 19x32x23 0"), "what was taken is still there"
    assert after.play("19x8").text.endswith(" 10/4w1b3/10/10/7b2/6w3/5b4/4w5/10/4w5 b - 0")


def test_kings_count_as_one() -> None:
    assert legal("10/10/10/10/3b6/4w5/5B4/10/10/10 w - 0") == {"28x17", "28x39"}
    # two men are more
    assert legal("10/10/1b8/10/3b6/4w5/5B4/10/10/10 w - 0") == {"28x17"}


def test_a_king_takes_from_afar_and_lands_where_it_can_take_the_most() -> None:
    assert legal("9b/8b1/10/10/5b4/10/10/10/10/W9 w - 0") == {"46x19", "46x14"}
    # from 19, but not from 14, it can take the man on 24, too
    assert legal("10/10/10/10/5b1b2/10/10/10/10/W9 w - 0") == {"46x19"}


def test_nothing_is_passed_over_twice() -> None:
    # from 14 the king could go back over the man on 23, which is still there, were that allowed
    after = position("1b8/10/10/10/5b4/10/10/10/10/W9 w - 0").play("46x14")
    assert (after.mover(), after.text.split()[1]) == (1, "1b8/10/7W2/10/10/10/10/10/10/10")


MAN_BY_THE_LAST_ROW = "8/4b3/1b3w2/8/8/8/8/w7 w - 0"


def test_a_man_becomes_a_king_in_passing_in_the_russian_game_alone() -> None:
    passing = "8/2b1b3/5w2/8/8/8/8/w7 w - 0"
    for ruleset, sign in (("brazilian", "w"), ("russian", "W")):
        after = position(passing, ruleset).play("f6xd8")
        assert after.mover() == 0
        assert after.text.split()[1].startswith(f"3{sign}4/")
    assert position(MAN_BY_THE_LAST_ROW, "russian").play("f6xd8").mover() == 0
    assert position(MAN_BY_THE_LAST_ROW, "brazilian").play("f6xd8").text.split()[1][:4] == "3W4/"


def test_any_way_will_do_in_the_russian_game_but_to_its_end() -> None:
    one_or_two = "8/8/5b2/8/1b1b4/2w5/8/8 w - 0"
    assert legal(one_or_two, "brazilian") == {"c3xe5"}
    assert legal(one_or_two, "russian") == {"c3xe5", "c3xa5"}
    # a king lands where it can take more, if it can
    assert legal("8/8/3b4/8/8/2b5/8/W7 w - 0", "russian") == {"a1xe5"}


def test_kings_that_take_nothing_draw() -> None:
    almost = "10/10/10/10/10/10/10/B9/10/8W1 w - 49"
    after = position(almost).play(position(almost).legal[0])
    assert (after.over, after.returns) == (True, (0, 0))
    assert after.view.status.startswith("25 moves of each side")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("w9/10/10/10/10/10/10/10/10/b9 w - 0", "a piece of White on a10, expected dark cells"),
        ("1w8/10/10/10/10/10/10/10/b9/10 w - 0", "a man of White on 1, expected a king there"),
        ("10/10/10/10/10/10/10/w9/10/10 w - 0", "Black has no pieces"),
        (THREE_OR_ONE.replace("- 0", "37x99 0"), "a piece that has to go on and what it took"),
        (THREE_OR_ONE.replace("- 0", "38x32 0"), "nothing on 38 can take more, expected -"),
        (THREE_OR_ONE.replace("- 0", "32x37 0"), "of other pieces than there are"),
        (THREE_OR_ONE.replace("- 0", "- 51"), "0 to 50 moves that took nothing"),
    ],
)
def test_faults_of_positions(text: str, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        position(text)
