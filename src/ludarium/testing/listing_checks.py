"""Properties of further functions that list moves: each says what the plain ones say."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.dispatch import implementation
from ludarium.rules.generic import ILLEGAL
from ludarium.testing.expectations import expect

__all__ = ["check_listing", "check_with_moves"]


CANDIDATES = 512  # actions from 0 on of which a game's own is_legal is asked


def check_listing(position: Position, source: random.Random) -> None:
    state = position.state
    for seat in position.movers:
        actions = position.game.legal_actions(state, seat)
        listed = [-1] * (len(actions) + 1)
        generic.put_legal(state, seat, listed, 0)
        expect(
            listed == [*actions, -1],
            position,
            f"put_legal lists other actions of seat {seat} than nth_legal, or in another order",
        )
        check_candidates(position, seat, actions)
        missed = [
            action
            for action in range(CANDIDATES if _is_own(generic.is_legal, state) else 0)
            if action not in actions and generic.is_legal(state, seat, action)
        ]
        expect(
            not missed,
            position,
            f"is_legal says True of action {missed[0] if missed else 0} of seat {seat}, but "
            f"it is not among the {len(actions)} of nth_legal: legal_count may be too low",
            "legal_count",
        )
        others = [source.choice(actions) ^ 1 << source.randrange(24) for _ in range(50)] + [0, -1]
        if _is_own(generic.is_legal, state):
            asked = actions + others
        else:  # the default looks through all legal actions for each
            asked = source.sample(actions, min(4, len(actions))) + others[-4:]
        for action in asked:
            legal = action in actions
            expect(
                generic.is_legal(state, seat, action) == legal,
                position,
                f"is_legal says {not legal} of action {action} of seat {seat}",
            )
        if not generic.action_bits(state):
            forcing = any(generic.is_forcing(state, action) for action in actions)
            expect(
                generic.can_force(state) == forcing,
                position,
                f"can_force says {not forcing}, is_forcing of the actions otherwise",
            )
            check_plausible(position, seat, actions)
            check_found(position, seat, asked)


def check_plausible(position: Position, seat: int, actions: list[int]) -> None:
    """Plausible actions are legal, once each, the forcing ones first where they are counted."""
    state = position.state
    listed = [-1] * (len(actions) + 1)
    count, forcing = generic.put_plausible(state, seat, listed, 0)
    plausible = listed[:count]
    expect(
        0 < count == len(set(plausible) & set(actions)),
        position,
        f"put_plausible lists {count} actions, of which {len(set(plausible) & set(actions))} are "
        "different and legal",
    )
    expect(
        forcing < 0
        or [generic.is_forcing(state, action) for action in plausible]
        == [place < forcing for place in range(count)],
        position,
        f"put_plausible says that the first {forcing} actions are forcing, is_forcing of the "
        "actions otherwise",
    )


def check_with_moves(position: Position) -> None:
    """Check that a result of `with_moves` is whole, and names the same movers, which a Position
    asks it for.
    """
    state = position.state
    node = generic.with_moves(state)
    expect(
        generic.without_moves(node) == state,
        position,
        "without_moves gives another state than with_moves was given",
    )
    if type(node) is type(state):
        return
    for function in (
        generic.movers,
        generic.legal_count,
        generic.can_force,
        generic.is_legal,
        generic.put_legal,
    ):
        expect(
            _is_own(function, node),
            position,
            f"{function.__name__} is not implemented for what with_moves gives",
            "with_moves",
        )
    expect(
        generic.movers(node) == generic.movers(state),
        position,
        "movers of what with_moves gives differs from that of the state",
        "with_moves",
    )


def check_found(position: Position, seat: int, actions: list[int]) -> None:
    """Check that a result of `with_moves` says the same as the state. actions: some to ask
    `is_legal` of.
    """
    state = position.state
    node = generic.with_moves(state)
    if type(node) is type(state):
        return
    for name, of_state, of_found in zip(
        ("legal_count", "can_force", "put_legal", "put_plausible", "is_legal"),
        _answers(state, seat, actions),
        _answers(node, seat, actions),
        strict=True,
    ):
        expect(
            of_state == of_found,
            position,
            f"{name} of what with_moves gives differs from that of the state",
            "with_moves",
        )


def _answers(state: Any, seat: int, actions: list[int]) -> tuple[Any, ...]:
    """The answers of a state, or of a result of `with_moves`, to what the search asks; of
    `is_legal`, for each of these actions.
    """
    count = generic.legal_count(state, seat)
    listed, plausible = [-1] * count, [-1] * count
    generic.put_legal(state, seat, listed, 0)
    return (
        count,
        generic.can_force(state),
        listed,
        (generic.put_plausible(state, seat, plausible, 0), plausible),
        [generic.is_legal(state, seat, action) for action in actions],
    )


def check_candidates(position: Position, seat: int, actions: list[int]) -> None:
    """Check that each legal action is one candidate, so that random ones are drawn alike."""
    state = position.state
    if not _is_own(generic.nth_candidate, state) and not _is_own(generic.candidate_count, state):
        return
    drawn = [
        generic.nth_candidate(state, seat, n) for n in range(generic.candidate_count(state, seat))
    ]
    expect(
        sorted(action for action in drawn if action != ILLEGAL) == sorted(actions),
        position,
        f"the candidates of seat {seat} that are legal are not its legal actions, each once",
        "nth_candidate",
    )


def _is_own(function: Callable[..., Any], state: Any) -> bool:
    """Return whether the state's game has an implementation of its own of this generic function."""
    default: Any = function.__wrapped__  # type: ignore[attr-defined]
    return implementation(function, type(state)) is not default
