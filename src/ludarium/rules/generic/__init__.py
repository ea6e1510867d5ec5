"""The generic functions: what algorithms may ask of a state of any game.

Eight interfaces: `required` is what every game gives, `chance` and `knowledge` are for dice and for
what not all see, `repetition` is for positions that come again, `search` makes searches stronger or
faster, `symmetry` says which states are alike, `tablebase` serves tablebases, and `measuring`
serves measurements. All but five functions have a default. All run in plain Python, compiled, and
on CUDA, so they take and give only ints, bit sets, floats and states. `playing` has what derives
from the rules.
"""

from __future__ import annotations

from ludarium.rules.generic.chance import (
    CHANCE,
    CHANCE_MOVES,
    chance_total,
    chance_weight,
    chooser,
    draw_outcome,
    has_chance,
)
from ludarium.rules.generic.knowledge import SPECTATOR, determinize, hides, seen_by
from ludarium.rules.generic.measuring import ends_by_limit, pieces_of
from ludarium.rules.generic.playing import (
    joint_count,
    nth_joint,
    play_out,
    random_legal,
    random_play,
)
from ludarium.rules.generic.repetition import (
    draws_by_repetition,
    forbids_repetition,
    repetition_key,
    repetition_returns,
    repetition_state,
)
from ludarium.rules.generic.required import (
    action_bits,
    legal_count,
    movers,
    nth_legal,
    play,
    returns,
    seat_count,
)
from ludarium.rules.generic.search import (
    BATCH_SIZE,
    ILLEGAL,
    OVER,
    UNBOUNDED,
    can_force,
    candidate_count,
    evaluate,
    evaluate_successor,
    features,
    fingerprint,
    is_forcing,
    is_legal,
    lists_legal,
    most_plies,
    nth_candidate,
    prepare_batch,
    put_legal,
    put_plausible,
    rest_loses,
    with_moves,
    without_moves,
)
from ludarium.rules.generic.symmetry import (
    canonical_state,
    symmetric_action,
    symmetric_seat,
    symmetric_state,
    symmetry_count,
)
from ludarium.rules.generic.tablebase import tablebase_pieces, tablebase_run, tablebase_state

__all__ = [
    "BATCH_SIZE",
    "CHANCE",
    "CHANCE_MOVES",
    "ILLEGAL",
    "OVER",
    "SPECTATOR",
    "UNBOUNDED",
    "action_bits",
    "can_force",
    "candidate_count",
    "canonical_state",
    "chance_total",
    "chance_weight",
    "chooser",
    "determinize",
    "draw_outcome",
    "draws_by_repetition",
    "ends_by_limit",
    "evaluate",
    "evaluate_successor",
    "features",
    "fingerprint",
    "forbids_repetition",
    "has_chance",
    "hides",
    "is_forcing",
    "is_legal",
    "joint_count",
    "legal_count",
    "lists_legal",
    "most_plies",
    "movers",
    "nth_candidate",
    "nth_joint",
    "nth_legal",
    "pieces_of",
    "play",
    "play_out",
    "prepare_batch",
    "put_legal",
    "put_plausible",
    "random_legal",
    "random_play",
    "repetition_key",
    "repetition_returns",
    "repetition_state",
    "rest_loses",
    "returns",
    "seat_count",
    "seen_by",
    "symmetric_action",
    "symmetric_seat",
    "symmetric_state",
    "symmetry_count",
    "tablebase_pieces",
    "tablebase_run",
    "tablebase_state",
    "with_moves",
    "without_moves",
]
