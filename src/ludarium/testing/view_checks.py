"""Properties of Views, of what seats know, and of symmetric positions."""

from __future__ import annotations

import functools
import random
from typing import Any

from ludarium.draw.svg import svg
from ludarium.draw.terminal import terminal
from ludarium.draw.words import words
from ludarium.play.position import Position
from ludarium.rules import diagnosis, generic
from ludarium.rules.bits import Bits
from ludarium.rules.game import Game
from ludarium.rules.generic import CHANCE, SPECTATOR
from ludarium.rules.view import View
from ludarium.testing.expectations import expect, expect_sound
from ludarium.testing.state_checks import (
    check_state,
)

__all__ = ["check_knowledge", "check_symmetries", "check_view", "raw_view"]


def raw_view(position: Position) -> Any:
    """The View as the game gives it, before anything looks into it."""
    before = position.before.state if position.before is not None else None
    return position.game.view(position.state, before, position.joint)


def check_knowledge(position: Position, source: random.Random) -> None:
    """States that look alike to a seat give it the same moves, words and View."""
    state, game = position.state, position.game
    for seat in (*range(position.seats), SPECTATOR):
        seen = generic.seen_by(state, seat)
        who = "a spectator" if seat == SPECTATOR else f"seat {seat}"
        expect(
            generic.seen_by(seen, seat) == seen,
            position,
            f"what {who} sees hides something again: leave a blank as it is",
            "seen_by",
        )
        expect(
            generic.seen_by(seen, SPECTATOR) == generic.seen_by(state, SPECTATOR),
            position,
            f"a spectator sees something that {who} does not: blank for SPECTATOR all that is "
            "blanked for any seat",
            "seen_by",
        )
        expect(
            generic.movers(seen) == generic.movers(state),
            position,
            f"{who} sees other seats move: let movers depend on nothing that is blanked, or leave "
            "it open",
            "movers",
        )
        look = position.seen_by(seat)
        check_state(look)
        check_view(look)
        if seat == SPECTATOR:
            continue
        bits = Bits(source.getrandbits(64))
        other = generic.determinize(state, seat, bits)
        expect(
            generic.determinize(seen, seat, bits) == other,
            position,
            f"what is drawn for {who} depends on what it does not see: draw by `random` what "
            "seen_by blanks, for all seats that may not see it",
            "determinize",
        )
        expect(
            generic.seen_by(other, seat) == seen,
            position,
            f"a state that is drawn for {who} does not look the same to it"
            f"{_other(seen, other, seat)}: keep what the seat sees, and draw only what is blanked",
            "determinize",
        )
        check_state(Position(game, position.ruleset, other))
        for alike, what in ((seen, "what it sees"), (other, "a state that looks the same to it")):
            at = _leaking(game, state, alike, seat)
            expect(
                not at,
                position,
                f"{at} tells {who} what it does not see, as it gives something else in {what}, "
                f"{game.write_position(alike)}: let it depend on nothing that is blanked",
                at,
            )


def _leaking(game: Game, state: Any, alike: Any, seat: int) -> str:
    """The function that gives something else in a state that looks alike to the seat: of who
    chooses, the seat's legal actions, their texts or touches; empty where none does.
    """
    if generic.movers(state) != generic.movers(alike):
        return "movers"
    if not generic.movers(state) >> seat & 1:
        return ""
    if generic.legal_count(state, seat) != generic.legal_count(alike, seat):
        return "legal_count"
    actions = game.legal_actions(state, seat)
    if actions != game.legal_actions(alike, seat):
        return "nth_legal"
    for name in ("action_texts", "touches", "more_touches"):
        told = getattr(game, name)
        if any(told(state, seat, action) != told(alike, seat, action) for action in actions):
            return name
    return ""


def _other(seen: Any, other: Any, seat: int) -> str:
    """The first field in which a state looks otherwise to the seat."""
    looks = generic.seen_by(other, seat)
    for name, value, now in zip(type(seen)._fields, seen, looks, strict=True):
        if value != now:
            return f" (field {name!r} is {now} to it, not {value})"
    return ""


def check_view(position: Position) -> None:
    expect_sound(diagnosis.view_fault(position.game, raw_view(position)))
    view = position.view
    sites = {site.id for site in view.sites}
    expect(
        len(sites) == len(view.sites),
        position,
        "two sites have the same id",
        "view",
    )
    expect(
        all(piece.site in sites for piece in view.pieces),
        position,
        "a piece stands on no site",
        "view",
    )
    expect(
        len({piece.id for piece in view.pieces}) == len(view.pieces),
        position,
        "two pieces have the same id",
        "view",
    )
    expect(
        all(mark.site in sites for mark in view.marks),
        position,
        "a mark is on no site",
        "view",
    )
    expect(
        all(end in sites for line in view.lines for end in line),
        position,
        "a line ends at no site",
        "view",
    )
    expect(
        all(arrow.start in sites and arrow.end in sites for arrow in view.arrows),
        position,
        "an arrow ends at no site",
        "view",
    )
    movers = () if position.by_chance else position.movers
    expect(
        view.movers == movers,
        position,
        "the View names other seats to move",
        "view",
    )
    expect(
        len(view.seats) == position.seats,
        position,
        "the View shows another number of seats",
        "view",
    )
    touched = {
        touch
        for seat in movers
        for move in position.legal_for(seat)
        for path in (move.touches, *move.more_touches)
        for touch in path
    }
    expect(
        touched <= view.touchable,
        position,
        f"touches are not in the View: {sorted(touched - view.touchable)}",
        "view",
    )
    expect(
        view.status and _is_drawn(view),
        position,
        "the View cannot be drawn",
        "view",
    )


@functools.lru_cache(maxsize=1024)
def _is_drawn(view: View) -> bool:
    """Return whether the View can be drawn in all ways. Equal ones are drawn once, as most of what
    a seat sees stays while others move.
    """
    return bool(svg(view) and words(view) and terminal(view))


def check_symmetries(position: Position, source: random.Random) -> None:
    state = position.state
    count = generic.symmetry_count(state)
    expect(generic.symmetric_state(state, 0) == state, position, "symmetry 0 is not the identity")
    for symmetry in {source.randrange(count) for _ in range(3)}:
        image = generic.symmetric_state(state, symmetry)
        seats = {
            seat: generic.symmetric_seat(state, symmetry, seat) for seat in range(position.seats)
        }
        seats[CHANCE] = CHANCE
        where = f"symmetry {symmetry}"
        moving = sum(1 << seats[seat] for seat in position.movers)
        expect(generic.movers(image) == moving, position, f"{where}: other seats choose")
        bits = 0 if position.by_chance else generic.action_bits(state)
        joint, joint_image = 0, 0
        for seat in position.movers:
            legal = position.game.legal_actions(state, seat)
            images = [generic.symmetric_action(state, symmetry, action) for action in legal]
            expect(
                sorted(images) == sorted(position.game.legal_actions(image, seats[seat])),
                position,
                f"{where}: legal actions differ",
            )
            chosen = source.randrange(len(legal))
            joint |= legal[chosen] << seat * bits
            joint_image |= images[chosen] << seats[seat] * bits
        after = generic.symmetric_state(generic.play(state, joint), symmetry)
        expect(
            generic.play(image, joint_image) == after, position, f"{where}: play leads elsewhere"
        )
