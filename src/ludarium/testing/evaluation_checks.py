"""Properties of estimates: of a state, and of all its successors at once."""

from __future__ import annotations

import numpy as np

from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.generic import BATCH_SIZE, OVER
from ludarium.search.scores import ESTIMATE
from ludarium.testing.expectations import expect

__all__ = ["check_evaluation"]


MARGIN = 8  # numbers after a batch, which it must leave alone


def check_evaluation(position: Position) -> None:
    """Check the evaluations, where one seat moves at a time."""
    game, state = position.game, position.state
    if generic.action_bits(state):
        return
    seat = position.mover()
    estimate = generic.evaluate(state)
    expect(
        type(estimate) is int and abs(estimate) <= ESTIMATE,
        position,
        f"the estimate {estimate} is not an int up to {ESTIMATE}",
    )
    features = generic.features(state)
    lengths = (
        len(features),
        len(generic.features(position.game.start(position.ruleset, position.seats))),
    )
    expect(
        lengths[0] == lengths[1] and all(type(feature) is int for feature in features),
        position,
        "features are not always the same number of ints",
    )
    for symmetry in range(generic.symmetry_count(state)):
        image = generic.symmetric_state(state, symmetry)
        expect(
            generic.evaluate(image) == estimate,
            position,
            f"symmetry {symmetry}: the image is evaluated otherwise",
        )
    memory = np.full(BATCH_SIZE + MARGIN, UNTOUCHED)
    if not generic.prepare_batch(state, memory, 0):
        return
    expect(
        (memory[BATCH_SIZE:] == UNTOUCHED).all(),
        position,
        f"prepare_batch takes more than {BATCH_SIZE} numbers",
    )
    for action in game.legal_actions(state, seat):
        said = generic.evaluate_successor(state, action, memory, 0)
        then = generic.play(state, action)
        choosing = generic.movers(then)
        expect(
            choosing != 1 << seat,
            position,
            f"there is batch evaluation, though seat {seat} moves again after action {action}",
        )
        value = generic.evaluate(then) if choosing else OVER
        expect(
            said == value,
            position,
            f"evaluate_successor says {said} of action {action}, but the state after it is {value}",
        )


UNTOUCHED = -(1 << 50)
