"""Makes a Game of a drawn board, setups and parts; its rules are those of
`ludarium.rules.hopping.rules`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ludarium.moved import renamed
from ludarium.phrases import say
from ludarium.rules.bits import members
from ludarium.rules.game import PARTS, Game, Ruleset
from ludarium.rules.hopping.board import NONE, DrawnBoard
from ludarium.rules.hopping.choices import chosen_parts, part_choices, parts_of_choices
from ludarium.rules.hopping.engine import engine_of
from ludarium.rules.hopping.moves import AWAY, CLEAR, DROP, HOP, HUFF, KINDS, PASS, TOWARDS
from ludarium.rules.hopping.parts import APPROACH, CAPTURE, HoppingState, hopping_parts_of
from ludarium.rules.hopping.position import (
    HoppingRules,
    HoppingSetup,
    first_state,
    read,
    write,
)
from ludarium.rules.hopping.view import Seats, hopping_view
from ludarium.rules.hopping.words import ends_in_sentences, rules_in_sentences
from ludarium.rules.lines.game import COUNTERS
from ludarium.rules.provenance import Provenance

__all__ = ["HoppingRules", "HoppingSetup", "hopping_game"]

if not TYPE_CHECKING:
    __getattr__ = renamed(__name__, {"Setup": "HoppingSetup"})

SEATS = (say("Light"), say("Dark"))
CAPTURING = (TOWARDS, AWAY)


def hopping_game(
    *,
    name: str,
    title: str,
    board: DrawnBoard,
    rulesets: tuple[Ruleset, ...],
    rules: str,
    provenance: Provenance | None = None,
    seat_names: tuple[str, str] = SEATS,
    dark_first: bool = False,
    featured: bool = False,
) -> Game:
    """The Game of this board and these rulesets, each of whose parameters are `HoppingRules`;
    `rules` are its rules in words. dark_first: whether the first seat has
    the dark counters. featured: as in `Game`.

    Raises PositionError where a setup does not fit its board, and ValueError where a ruleset is
    played on another board that is not on the same engine.
    """
    engine = engine_of(board)

    def board_of(ruleset: Ruleset) -> DrawnBoard:
        return ruleset.parameters.setup.board or board

    def start(ruleset: Ruleset, seats: int) -> HoppingState:
        return first_state(board_of(ruleset), engine, ruleset.parameters)

    for ruleset in rulesets:
        if board_of(ruleset) not in engine.boards:
            raise ValueError(f"{name}/{ruleset.name}: its board is not on the game's engine")
        start(ruleset, 2)

    def board_under(state: HoppingState) -> DrawnBoard:
        return engine.boards[state.setting & 255]

    def touches(state: HoppingState, seat: int, action: int) -> tuple[str, ...]:
        if action == PASS:
            return ("pass",)
        board = board_under(state)
        source, target = action & 127, action >> 7 & 127
        if action & KINDS == DROP:
            return (board.names[target],)
        if action & KINDS in (HUFF, CLEAR):
            return (board.names[source],)
        both = board.names[source], board.names[target]
        if not state.rules & APPROACH:
            return both
        step = action & ~KINDS
        captures = [kind for kind in CAPTURING if engine.moves.captured(state, step | kind)]
        # where nobody has to capture, the step alone is a move as well
        optional = not state.rules & CAPTURE and not state.chain_piece
        if len(captures) + optional < 2 or not captures:
            return both
        taken = members(engine.moves.captured(state, action)) if action & KINDS else [target]
        nearest = min(taken, key=lambda at: math.dist(board.points[at], board.points[target]))
        return (*both, board.names[nearest])

    def action_texts(state: HoppingState, seat: int, action: int) -> tuple[str, ...]:
        touched = touches(state, seat, action)
        if action == PASS:
            return touched
        if action & KINDS == DROP:
            return (f"+{touched[0]}", touched[0])
        if action & KINDS == HUFF:
            return (f"x{touched[0]}",)
        if action & KINDS == CLEAR:
            return (f"-{touched[0]}", touched[0])
        step, hop = "-".join(touched[:2]), "x".join(touched[:2])
        if action & KINDS in CAPTURING:
            return (f"{step}A" if action & KINDS == TOWARDS else f"{step}W",)
        return (hop, step) if action & KINDS == HOP else (step,)

    def mixed_ruleset(wanted: str) -> Ruleset:
        parts = hopping_parts_of(wanted.removeprefix(PARTS))
        return Ruleset(
            name=PARTS + parts.text,
            title=parts.text.replace("+", ", "),
            source=say("put together from parts"),
            parameters=HoppingRules(rulesets[0].parameters.setup, parts),
        )

    return Game(
        name=name,
        title=title,
        seats=(2, 2),
        seat_names=seat_names,
        state=engine.state,
        engine=engine.name,
        rulesets=rulesets,
        start=start,
        functions=engine.functions,
        action_texts=action_texts,
        touches=touches,
        write_position=lambda state: write(state, board_under(state)),
        read_position=lambda text, ruleset: read(
            text, board_of(ruleset), engine, ruleset.parameters
        ),
        view=lambda state, before, action: hopping_view(
            state, before, action, board_under(state), engine, Seats(seat_names, dark_first)
        ),
        mixed_ruleset=mixed_ruleset,
        part_choices=part_choices(seat_names),
        chosen_parts=lambda ruleset: chosen_parts(ruleset.parameters.parts),
        ruleset_of_choices=lambda chosen: PARTS + parts_of_choices(chosen).text,
        board=board,
        board_under=board_under,
        actions=lambda ruleset, seats: every_action(board_of(ruleset), ruleset.parameters),
        hints="ludarium.hints.hopping",
        repetition=3,
        rules=rules,
        sentences=lambda ruleset: rules_in_sentences(
            board_of(ruleset), ruleset.parameters, seat_names
        ),
        ends=lambda ruleset: tuple(ends_in_sentences(ruleset.parameters, seat_names)),
        provenance=provenance,
        family=COUNTERS,
        featured=featured,
    )


def every_action(board: DrawnBoard, rules: HoppingRules) -> list[int]:
    """The pass, then all steps, hops, placements and removals that there can ever be."""
    parts, actions = rules.parts, [PASS]
    flying = any(side.kings in ("fly", "land") for side in parts.sides)
    size = len(board.points)
    for start in range(size):
        for way in range(8):
            line = _line(board, start, way)
            steps = line if flying else line[:1]
            actions += [start + 128 * target for target in steps]
            # who hops with a gap does so as long as it is no king
            hops = line[1:] if flying else line[1:3] if parts.gap else line[1:2]
            if parts.approach:
                actions += [
                    start + 128 * target + kind for target in line[:1] for kind in CAPTURING
                ]
            else:
                actions += [start + 128 * target + HOP for target in hops]
    if any(rules.setup.hands):
        actions += [128 * target + DROP for target in range(size)]
    if parts.huffing:
        actions += [source + HUFF for source in range(size)]
    if parts.clearing:
        actions += [source + CLEAR for source in range(size)]
    return actions


def _line(board: DrawnBoard, start: int, way: int) -> list[int]:
    """The points in this direction, the nearest first."""
    line = []
    at = board.neighbours[start][way]
    while at != NONE:
        line.append(at)
        at = board.neighbours[at][way]
    return line
