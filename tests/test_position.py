"""Positions: what a program sees of a game."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.errors import (
    GameOverError,
    LudariumError,
    MoveError,
    PositionError,
    RulesetError,
    SeatsError,
    UnknownGameError,
)
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.rules.view import View
from ludarium.testing import positions_of_random_games


def test_positions_are_values(game: Game) -> None:
    """Every position of a random game reads back, pickles, and equals only itself."""
    for position in positions_of_random_games(game):
        again = ludarium.parse(position.text)
        assert again == position
        assert hash(again) == hash(position)
        assert pickle.loads(pickle.dumps(position)) == position
        if position.before is not None and position.state != position.before.state:
            assert position != position.before
        assert position.returns == (0.0,) * position.seats or position.over


def test_identity_of_pieces_follows_the_moves(game: Game) -> None:
    """From one position to the next a piece keeps its id or goes, and no id changes its look."""
    for position in positions_of_random_games(game):
        if position.before is not None:
            before = {piece.id: piece.look for piece in position.before.view.pieces}
            shared = {piece.id: piece.look for piece in position.view.pieces if piece.id in before}
            assert all(before[identity] == look for identity, look in shared.items())


def test_a_moved_counter_keeps_its_identity() -> None:
    start = ludarium.start("aiyawatstani")
    after = start.play("E3-E5")
    moved = {piece.site: piece.id for piece in after.view.pieces}["E5"]
    assert {piece.id: piece.site for piece in start.view.pieces}[moved] == "E3"


def views_asked_in_order(game: Game, joints: list[int], order: list[int]) -> list[View]:
    """The Views of a game's positions, asked for in this order when all of it was played."""
    positions = [start_of(game)]
    for joint in joints:
        positions.append(positions[-1].play_joint(joint))
    views = {place: positions[place].view for place in order}
    return [views[place] for place in range(len(positions))]


def start_of(game: Game) -> Position:
    return ludarium.start(game, seats=game.seats[1])


def test_views_are_the_same_whenever_they_are_asked_for(game: Game) -> None:
    source = random.Random(4)
    position = start_of(game)
    joints: list[int] = []
    live = [position.view]
    while not position.over and len(joints) < 60:
        joints.append(
            generic.nth_joint(position.state, source.randrange(generic.joint_count(position.state)))
        )
        left, position = position, position.play_joint(joints[-1])
        left.leave()
        live.append(position.view)
    assert [each.view for each in position.history()] == live
    forth = list(range(len(live)))
    for order in (forth, forth[::-1], source.sample(forth, len(forth)), [forth[-1], *forth]):
        assert views_asked_in_order(game, joints, order) == live


def test_what_a_position_forgets_is_the_same_again() -> None:
    position = ludarium.start("aiyawatstani").play("E3-E5")
    legal, view = position.legal, position.view
    assert position.legal is legal
    assert position.view is view
    position.forget()
    assert position.legal == legal
    assert position.legal is not legal
    assert position.view == view
    position.leave()
    after = position.play("E7xE3")
    assert after.view
    assert position.view is not position.view, "the game went on: it keeps no View any more"
    position.enter()
    assert position.view is position.view


def test_what_seats_see_is_forgotten_with_the_position() -> None:
    dealt = ludarium.start("kuhn").play("K").play("Q")
    seen = dealt.seen_by(0)
    assert seen.view is seen.view
    dealt.leave()
    after = dealt.play("check")
    assert after.seen_by(0).view
    assert seen.view is not seen.view


def test_a_chain_of_positions_may_be_long() -> None:
    position = ludarium.start("ahyoheek")
    for _ in range(3_000):
        position = position.play_joint(generic.nth_joint(position.state, 0))
    assert len(position.view.pieces) == 2
    for _ in range(100_000):
        position = position.play_joint(generic.nth_joint(position.state, 0))
    del position  # one by one, not by recursion


def test_the_text_of_a_legal_move_names_it(game: Game) -> None:
    positions = [
        position for position in positions_of_random_games(game, seed=3) if not position.over
    ]
    for position in random.Random(3).sample(positions, min(40, len(positions))):
        for seat in position.movers:
            for move in random.Random(3).sample(
                position.legal_for(seat), min(10, len(position.legal_for(seat)))
            ):
                assert position.parse_move(move.text, seat) == move
                assert position.parse_move(move.text.upper(), seat) == move


def test_readme_example() -> None:
    position = ludarium.start("yoxii")
    assert len(position.legal) == 256
    after = position.play("d5/3d6")
    assert after.to_move == 1
    assert after.before is position
    assert after.play(after.legal[0]).movers == (0,)
    assert after._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (
            lambda: ludarium.start("chaturanga"),
            UnknownGameError,
            "expected one of adugo, ahtarah-guti, ahyoheek, ",
        ),
        (lambda: ludarium.start("Yoxi"), UnknownGameError, "did you mean 'yoxii'"),
        (
            lambda: ludarium.start("yoxii", "fast"),
            RulesetError,
            "unknown ruleset of yoxii 'fast': expected one of both, standard",
        ),
        (
            lambda: ludarium.start("yoxii", seats=3),
            SeatsError,
            "Yoxii is played with 2 seats, not 3",
        ),
        (
            lambda: ludarium.start("ahyoheek", seats=6),
            SeatsError,
            "Ahyoheek is played with 2 to 5 seats, not 6",
        ),
        (
            lambda: ludarium.start("yoxii").play(Move(0, "e9", (), 1)),
            MoveError,
            "at column 2 expected '3', '4' or '5'",
        ),
        (
            lambda: ludarium.start("yoxii").play("e9"),
            MoveError,
            "at column 2 expected '3', '4' or '5'",
        ),
        (
            lambda: ludarium.start("yoxii").legal_for(2),
            SeatsError,
            "there is no seat 2: expected 0 to 1",
        ),
        (
            lambda: ludarium.start("yoxii").play({1: "d5/3d6"}),
            MoveError,
            "were given for seats 1; expected for seats 0",
        ),
        (
            lambda: ludarium.start("ahyoheek").play("P"),
            MoveError,
            "has 1 moves, expected one for each of 2 seats",
        ),
        (
            lambda: ludarium.start("ahyoheek").play("P ."),
            MoveError,
            "seat 1 has '.', expected a move",
        ),
        (
            lambda: ludarium.start("ahyoheek").play({0: "pen", 1: "stone"}),
            MoveError,
            "at column 1 expected ",
        ),
        (
            lambda: ludarium.parse("ahyoheek 300*/000").play("P B"),
            GameOverError,
            "the game is over: Seat 1 wins the game",
        ),
        (lambda: ludarium.parse("yoxii"), PositionError, "expected a game"),
    ],
)
def test_bad_input_is_one_clear_line(call: object, kind: type[LudariumError], message: str) -> None:
    assert callable(call)
    with pytest.raises(kind) as caught:
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=40), game=st.sampled_from(ludarium.names()))
def test_any_text_is_a_position_or_an_error(text: str, game: str) -> None:
    try:
        assert isinstance(ludarium.parse(f"{game} {text}"), ludarium.Position)
    except LudariumError as error:
        assert str(error)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), game=st.sampled_from(ludarium.names()))
def test_an_edited_position_is_a_position_or_an_error(data: st.DataObject, game: str) -> None:
    """One character of a sound position changed: never a crash, and what parses writes back as it
    was read.
    """
    text = ludarium.start(game).text
    place = data.draw(st.integers(len(game), len(text) - 1))
    edited = (
        text[:place]
        + data.draw(st.sampled_from("0123456789/.#*-OIYXoiyxTwr 12E"))
        + text[place + 1 :]
    )
    try:
        position = ludarium.parse(edited)
    except LudariumError:
        return
    assert ludarium.parse(position.text) == position


@settings(max_examples=150, deadline=None)
@given(text=st.text(max_size=12), game=st.sampled_from(ludarium.names()))
def test_any_text_is_a_move_or_an_error(text: str, game: str) -> None:
    position = ludarium.start(game)
    try:
        assert position.parse_move(text, 0).text
    except MoveError as error:
        assert "\n" not in str(error)
