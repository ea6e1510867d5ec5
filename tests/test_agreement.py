"""The phase in which seats agree on dead stones: what follows from it, bots, and live tables."""

from __future__ import annotations

import functools
import random
from unittest import mock

import pytest

import ludarium
from ludarium.cli import join
from ludarium.errors import MoveError, RecordError, RulesetError
from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.rules.boards.agreement import MOST_CHANGES, MOST_TALKS, NO_PHASE
from ludarium.rules.go_counting import counts_of
from ludarium.rules.go_rulesets import ruleset_of_choices
from ludarium.search.mcts import MctsAgent
from ludarium.tables import requests
from ludarium.tables.clocks import Clock
from tables_help import Desk, refused

# Walls along e and f; a white stone on b7 and a black one on h6 cannot live. Black is to move.
WALLS = "4bw3/4bw3/1w2bw3/4bw1b1/4bw3/4bw3/4bw3/4bw3/4bw3 b - 0 20 0 0 3 0 0"
# All is decided here; GNU Go 3.8, too, has these stones dead, and White ahead by 14.5 (Chinese).
DECIDED = (
    "wwbbbbbb1/wwwwwbb1b/wbbwbbbww/wbbwwwbbb/wwbbw1www/bwwbwww1b/bbbbww1ww/b1bwwbw2/1bbw1bww1 "
    "b - 0 79 0 0 3 6 2"
)
DEAD = {"f1", "f2", "h7", "j4", "j7"}


def after_passes(law: str) -> Position:
    return ludarium.parse(f"go/{law}-9 {WALLS}").play("pass").play("pass")


def played(position: Position, moves: str) -> Position:
    for move in moves.split():
        position = position.play(move)
    return position


def bot(seed: int = 0) -> MctsAgent:
    return MctsAgent(simulations=20, seed=seed)


@pytest.mark.parametrize(
    ("law", "marks", "black", "white"),
    [
        ("chinese", "b7 h6", 45, 36 + 7.5),
        ("aga", "b7 h6", 45, 36 + 7.5),
        ("japanese", "b7 h6", 36 + 1, 27 + 1 + 6.5),
        ("chinese", "b7", 46, 9 + 7.5),  # the black stone on h6 spoils White's points
        ("japanese", "b7", 36 + 1, 0 + 6.5),
        ("chinese", "", 10, 10 + 7.5),
    ],
)
def test_points_are_those_counted_by_hand(law: str, marks: str, black: float, white: float) -> None:
    end = played(after_passes(law), f"{marks} agree agree")
    assert end.over
    assert [count.total for count in counts_of(end.state)] == [black, white]
    assert end.returns == ((1, -1) if black > white else (-1, 1))
    if law == "japanese":
        assert str(end.view.seats[0].tallies[1].text) == "1 prisoner"
    assert ludarium.parse(end.text).returns == end.returns


def test_both_must_agree_to_the_same_marks() -> None:
    position = played(after_passes("chinese"), "b7 agree")
    assert position.to_move == 1
    changed = played(position, "h6")
    assert changed.to_move == 1
    answered = played(changed, "agree")
    assert not answered.over
    assert answered.to_move == 0
    assert played(answered, "agree").over
    assert not played(answered, "h6 agree").over


@pytest.mark.parametrize(
    ("law", "moves", "first"),
    [
        ("chinese", "resume", 0),  # the opponent of who passed last
        ("chinese", "agree resume", 0),
        ("aga", "agree resume", 0),
        ("japanese", "resume", 1),  # who did not ask
        ("japanese", "agree resume", 0),
    ],
)
def test_who_moves_first_where_play_goes_on(law: str, moves: str, first: int) -> None:
    position = played(after_passes(law), f"b7 {moves}")
    assert position.to_move == first
    assert not position.state.dead


def test_all_stones_live_where_nobody_ever_agrees() -> None:
    position = after_passes("chinese")
    for talk in range(MOST_TALKS):
        assert position.state.talks == MOST_TALKS - talk
        position = played(position, "b7 resume pass pass")
    assert position.over
    assert [count.total for count in counts_of(position.state)] == [10, 17.5]


def test_marks_cannot_be_changed_for_ever() -> None:
    position = played(after_passes("japanese"), "b7 " * MOST_CHANGES)
    assert {move.text for move in position.legal} == {"agree", "resume"}


def test_a_record_follows_from_the_marks() -> None:
    record = Record.new("go", ruleset="japanese-9")
    for move in ["e5", "pass", "d4", "pass", "pass", "d4", "e5", "agree", "agree"]:
        record.play(move)
    line = record.to_json()
    assert Record.from_json(line).returns == record.returns == (-1, 1)
    with pytest.raises(RecordError):
        Record.from_json(line.replace('"d4", "e5", "agree"', '"d4", "d4", "agree"'))


def test_a_pass_that_ends_the_play_asks_first() -> None:
    for ruleset, words in (("9", "count as alive"), ("aga-9", "dead stones are marked")):
        first = ludarium.start("go", ruleset)
        assert not first.view.question(("pass",))
        assert words in first.play("pass").view.question(("pass",))


def test_rulesets_are_put_together() -> None:
    named = ruleset_of_choices({"size": "19", "counting": "japanese"})
    assert named == "japanese-19"
    mixed = ruleset_of_choices({"size": "9", "counting": "chinese", "handicap": "9"})
    assert mixed == "parts:size=9,counting=chinese,komi=0.5,handicap=5"
    first = ludarium.start("go", mixed)
    assert first.text.startswith(f"go/{mixed} 9/9/2b3b2/9/4b4/9/2b3b2/9/9 w")
    assert counts_of(first.state)[1].komi == 5.5
    for wrong in ("parts:size=9,handicap=9", "parts:size=8", "parts:ko=no", "parts:", "parts:size"):
        with pytest.raises(RulesetError):
            ludarium.start("go", wrong)


# Bots


@pytest.mark.parametrize("law", ["chinese", "japanese"])
def test_bots_agree_on_what_cannot_live(law: str) -> None:
    position = ludarium.parse(f"go/{law}-9 {DECIDED}")
    while not position.over:
        seat = position.mover()
        position = position.play(bot(seat).choose(position, seat))
    marked = {piece.site for piece in position.view.pieces if piece.shape == "dead"}
    assert marked == DEAD
    if law == "chinese":
        black, white = counts_of(position.state)
        assert white.total - black.total == 14.5


def test_a_bot_is_not_talked_into_anything() -> None:
    """It takes back what is wrong, then plays on, and never agrees to it."""
    position = played(ludarium.parse(f"go/chinese-9 {DECIDED}"), "pass pass a9 agree")
    while position.state.stage != NO_PHASE:
        seat = position.mover()
        position = played(position, bot().choose(position, seat).text if seat else "a9 agree")
        assert not position.over
    assert position.state.talks == MOST_TALKS - 1


def test_a_bot_leaves_the_phase_whoever_it_meets() -> None:
    source, position = random.Random(1), after_passes("japanese")
    for _ in range(2 * MOST_CHANGES + 3):
        if position.over or position.state.stage == NO_PHASE:
            break
        seat = position.mover()
        choice = bot().choose(position, seat) if seat else source.choice(position.legal)
        position = position.play(choice)
    assert position.over or position.state.stage == NO_PHASE


# Live tables


def test_two_who_mark_at_once_and_leave() -> None:
    """Who has not the turn is refused in a line; who leaves is met by the clock."""
    desk = Desk("go", "ana", "petr", ruleset="chinese-9", clock=Clock("fischer", 60, 0))
    desk.move("e5", "c3", "pass", "pass")
    desk.ask(requests.play, 0, "ana", 4, "c3")
    with refused("stale"):  # it would take the same mark back
        desk.ask(requests.play, 1, "petr", 4, "c3")
    desk.ask(requests.play, 1, "petr", 5, "e5")
    assert desk.table.running(1)
    assert not desk.table.running(0)
    desk.ask(requests.play, 1, "petr", 7, "agree")
    with refused("illegal"):
        desk.ask(requests.play, 1, "petr", 8, "agree")
    with refused("illegal"):
        desk.ask(requests.play, 1, "petr", 8, "yield")
    with refused("not-now"):
        desk.ask(requests.offer, 1, "petr", "draw")
    desk.ask(requests.play, 0, "ana", 8, "e5")
    desk.ask(requests.play, 0, "ana", 9, "agree")
    desk.wait(60)
    assert desk.status == "over"
    assert desk.table.record
    assert (desk.table.record.reason, desk.table.record.returns) == ("time", (1, -1))


@pytest.mark.parametrize("seed", range(20))
def test_both_mark_as_if_there_were_no_turns(seed: int) -> None:
    source = random.Random(seed)
    desk = Desk("go", "ana", "petr", ruleset="chinese-9")
    desk.move("e5", "c3", "d5", "h8", "pass", "pass")
    groups: list[set[str]] = [{"e5", "d5"}, {"c3"}, {"h8"}]
    dead, consents = set[str](), set[int]()
    while len(consents) < 2 and desk.table.position.state.changes < MOST_CHANGES - 1:
        seat, ply = source.randrange(2), desk.table.ply
        asked = functools.partial(desk.ask, requests.play, seat, ("ana", "petr")[seat], ply)
        if source.random() < 0.2:
            if seat in consents:
                with refused("illegal"):
                    asked("agree")
                continue
            asked("agree")
            consents.add(seat)
        else:
            group = source.choice(groups)
            asked(source.choice(sorted(group)))
            dead ^= group
            consents.clear()
        marked = {one.site for one in desk.table.position.view.pieces if one.shape == "dead"}
        assert marked == dead
        assert (desk.table.status == "over") == (len(consents) == 2)
    assert desk.table.record
    line = desk.table.record.to_json()
    assert Record.from_json(line).to_json() == line


# In the terminal


def joined(moves: str) -> join.JoinedGame:
    """A game that Black has joined, after these moves."""
    game = join.JoinedGame()
    game.position = played(ludarium.start("go", "aga-9"), moves)
    game.table = {
        "status": "live",
        "ply": len(moves.split()),
        "movers": [*game.position.movers],
        "you": {"seats": [0]},
        "seats": [{"chosen": False}, {"chosen": False}],
    }
    return game


def test_a_pass_that_ends_the_play_is_typed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join, "has_keyboard", lambda: True)
    game, server = joined("e5 pass"), mock.Mock()
    server.post = mock.Mock(return_value={})
    for typed, then in (("pass", []), ("d4", ["d4"]), ("pass", ["d4", "pass"])):
        join.move(server, game, typed)
        assert [call.args[1]["move"] for call in server.post.call_args_list] == then


def test_a_mark_is_typed_out_of_turn() -> None:
    game, server = joined("e5 c3 pass pass agree"), mock.Mock()
    server.post = mock.Mock(return_value={})
    assert set(join.legal_text(game, "").split()) == {"c3", "e5", "resume"}
    with pytest.raises(MoveError, match="own turn"):
        join.move(server, game, "agree")
    join.move(server, game, "c3")
    (call,) = server.post.call_args_list
    assert call.args[1] == {"ply": 5, "seat": 0, "move": "c3"}
