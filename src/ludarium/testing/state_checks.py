"""Properties of a state: its count of moves, its fields, its text, and how it ends."""

from __future__ import annotations

import random
from typing import Any

from ludarium.environments.actions import action_space
from ludarium.environments.observations import fields_of
from ludarium.play.position import Position
from ludarium.rules import diagnosis, generic
from ludarium.rules.bits import members
from ludarium.rules.declarations import place_of_field
from ludarium.rules.generic import CHANCE
from ludarium.rules.packing import leaves
from ludarium.testing.action_checks import ActionNumbers
from ludarium.testing.expectations import expect, expect_sound

__all__ = [
    "check_actions",
    "check_chance",
    "check_count",
    "check_fields",
    "check_fingerprint",
    "check_moves",
    "check_state",
    "check_text",
]


READ_BACK = 40
"""The most moves of a position whose texts are read back."""


def check_count(position: Position, seat: int) -> None:
    """The legal actions as the rules give them, before their texts and touches are asked for."""
    state = position.state
    count = generic.legal_count(state, seat)
    expect(
        isinstance(count, int) and count > 0,
        position,
        f"legal_count gives {count!r} for seat {seat}, which chooses: expected 1 or more; "
        "where it cannot move, movers leaves it out, or passing is a legal action",
        "legal_count",
    )
    limit = 1 << ((not position.by_chance and generic.action_bits(state)) or 62)
    high = f"legal_count gives {count}, which may be too high"
    numbers: dict[int, int] = {}
    for n in range(count):
        try:
            action = generic.nth_legal(state, seat, n)
        except Exception as error:
            told = f"{diagnosis.exception_fault(error) or error}, for n = {n} of seat {seat}"
            # the first action is there, or legal_count would give 0; a name is missing for all
            blamed = n > 0 and not isinstance(error, NameError | AttributeError | TypeError)
            raise AssertionError(f"{told}: {high}" if blamed else told) from error
        expect(
            isinstance(action, int) and not isinstance(action, bool),
            position,
            f"nth_legal gives {action!r} for n = {n} of seat {seat}, expected an int",
            "nth_legal",
        )
        expect(
            0 <= action < limit,
            position,
            f"nth_legal gives {action} for n = {n} of seat {seat}, which is out of range: expected "
            f"0 to {limit - 1}; {high}",
            "nth_legal" if n < count - 1 else "legal_count",
        )
        expect(
            action not in numbers,
            position,
            f"seat {seat} has a legal action twice: nth_legal gives {action} for n = "
            f"{numbers.get(action)} and for n = {n}; {high}",
            "legal_count",
        )
        numbers[action] = n


def check_state(position: Position) -> None:
    state, game = position.state, position.game
    expect_sound(
        diagnosis.state_fault(game, state, "play" if position.before is not None else "start")
    )
    expect(
        game.plain(state) == state and hash(game.plain(state)) == hash(state),
        position,
        "equal states are not equal",
    )
    expect(
        game.has_chance or not position.by_chance,
        position,
        "chance moves, but the game gives no chance_weight: give chance_weight(state, action)",
        "movers",
    )
    written = game.write_position(state)
    read = game.read_position(written, position.ruleset)
    expect(
        read == state,
        position,
        f"the position's text {written!r} reads back as another state, {read!r} instead of "
        f"{state!r}",
        "read_position",
    )


def check_moves(position: Position) -> None:
    game, state = position.game, position.state
    for seat in position.movers:
        moves = position.legal_for(seat)
        expect(moves, position, f"superko leaves seat {seat} no move", "nth_legal")
        spellings = [
            spelling for move in moves for spelling in game.action_texts(state, seat, move.action)
        ]
        twice = [spelling for spelling in spellings if spellings.count(spelling) > 1]
        expect(
            not twice,
            position,
            f"two legal actions of seat {seat} have the same text: {', '.join(twice[:1])}",
            "action_texts",
        )
        paths = sorted(
            path for move in moves if seat != CHANCE for path in (move.touches, *move.more_touches)
        )
        clashes = [
            (shorter, longer)
            for shorter, longer in zip(paths, paths[1:], strict=False)
            if longer[: len(shorter)] == shorter
        ]
        expect(
            not clashes,
            position,
            f"touches of one move of seat {seat} are the beginning of another's: "
            f"{' and '.join(map(str, clashes[0])) if clashes else ''}",
            "touches",
        )


def check_actions(position: Position, actions: ActionNumbers) -> None:
    """Learning programs have an index for every legal action; where the game does not say what
    there is, that is checked when all games were played.
    """
    if position.by_chance:
        return
    if position.game.actions is None:
        actions.note(position)
        return
    space = action_space(position.game, position.ruleset.name, position.seats)
    for seat in position.movers:
        for move in position.legal_for(seat):
            known = move.action < len(space.indices) and space.indices[move.action] >= 0
            expect(
                known,
                position,
                f"the legal action {move.action} is not among the {space.size} that learning "
                "programs know: give all that a seat can ever have as Game.actions",
            )
            index = space.index_of(move.action)
            expect(
                space.action_of(index) == move.action,
                position,
                f"the action {move.action} has the index {index}, which is another action's",
            )


def check_fields(position: Position, first: Any) -> None:
    """The fields of the state are what learning programs take them for."""
    state, game = position.state, position.game
    at_first = generic.seat_count(first)
    expect(
        position.seats == at_first,
        position,
        f"there are {position.seats} seats, and were {at_first} at the start: their number stays",
        "seat_count",
    )
    values = [value for _, value, _, _ in leaves(state)]
    before = [value for _, value, _, _ in leaves(first)]
    for field, value, at_first in zip(fields_of(game, state), values, before, strict=True):
        fault = field.fault(value, at_first)
        if fault:
            declared = place_of_field(type(state), field.name)
            expect(
                False,
                position,
                f"field {field.name!r} of the state is {value}, {fault}: keep to it, or declare "
                f"more{' in ' if declared else ''}{declared}",
                "play" if position.before is not None else "start",
            )
    if len(position.movers) == 1 and not position.by_chance:
        seat = getattr(state, "seat", position.movers[0])
        expect(
            seat == position.movers[0],
            position,
            f"field 'seat' of the state is {seat}, expected the seat to move: give what is "
            "something else another name",
            "play" if position.before is not None else "start",
        )


def check_chance(position: Position) -> None:
    state, game = position.state, position.game
    weights = [weight for _, weight in game.outcomes(state)]
    expect(
        all(type(weight) is int and weight > 0 for weight in weights) and sum(weights) < 1 << 31,
        position,
        f"the weights of chance are {_listed(weights)}, expected ints from 1 whose sum is below "
        "2**31: count the ways to each outcome, and leave out of legal_count what cannot be",
        "chance_weight",
    )


def _listed(weights: list[int]) -> str:
    """Some weights, those that are wrong first."""
    wrong = [weight for weight in weights if type(weight) is not int or weight <= 0]
    shown = ", ".join(map(repr, (wrong or weights)[:3]))
    return shown if len(wrong or weights) <= 3 else f"{shown}, ..."


def check_text(position: Position, source: random.Random) -> None:
    for seat in position.movers:
        moves = position.legal_for(seat)
        for move in source.sample(moves, min(READ_BACK, len(moves))):
            for spelling in position.game.action_texts(position.state, seat, move.action):
                parsed = position.parse_move(spelling, seat).action
                expect(
                    parsed == move.action,
                    position,
                    f"the text {spelling!r} of action {move.action} reads back as another move, "
                    f"action {parsed}",
                    "action_texts",
                )


def check_fingerprint(position: Position, met: dict[int, Position], source: random.Random) -> None:
    """met: a position of each fingerprint so far."""
    state = position.state
    fingerprint = generic.fingerprint(state)
    expect(0 <= fingerprint < 1 << 64, position, "the fingerprint is not of 64 bits")
    expect(
        generic.fingerprint(position.game.plain(state)) == fingerprint,
        position,
        "an equal state has another fingerprint",
    )
    other = met.setdefault(fingerprint, position).state
    if other != state:
        expect(
            _plays_alike(position, other, source),
            position,
            "a state from which the game goes on otherwise has the same fingerprint",
        )


FAR = 250
"""More joint actions than any search looks ahead."""


def _plays_alike(position: Position, other: Any, source: random.Random) -> bool:
    """Return whether the seats have the same actions in the other state, and a joint action leads
    on to states of one fingerprint.

    A game without a bound of its length may leave out how long it has lasted until a search can see
    that end: then the states there have two fingerprints, and random play must go on alike.
    """
    game, state = position.game, position.state
    for _ in range(FAR):
        choosing = generic.movers(state)
        if generic.movers(other) != choosing or any(
            game.legal_actions(state, seat) != game.legal_actions(other, seat)
            for seat in members(choosing)
        ):
            return False
        if not choosing:
            return True
        joint = generic.nth_joint(state, source.randrange(generic.joint_count(state)))
        state, other = generic.play(state, joint), generic.play(other, joint)
        if generic.fingerprint(state) == generic.fingerprint(other):
            return True
        if generic.most_plies(state) < generic.UNBOUNDED:
            return False
    return True
