"""Makes a Game of counters of a drawn board, setups and parts."""

from __future__ import annotations

from typing import Any

from ludarium.phrases import say
from ludarium.rules.counters.backend import Backend
from ludarium.rules.counters.bitboard.backend import BitboardBackend
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.choices import chosen_parts, part_choices, parts_of_choices
from ludarium.rules.counters.neighbour_table.backend import backend_of
from ludarium.rules.counters.parts import parts_of
from ludarium.rules.counters.position import first_state, read, write
from ludarium.rules.counters.setup import CounterRules, Setup
from ludarium.rules.counters.view import Look, counter_view
from ludarium.rules.counters.words import ends_in_sentences, rules_in_sentences
from ludarium.rules.game import Family, Game, OtherName, Ruleset
from ludarium.rules.part_choices import PARTS
from ludarium.rules.provenance import Provenance

__all__ = ["COUNTERS", "CounterRules", "Setup", "counter_game"]

COUNTERS = Family(
    "counters",
    say("Games of counters on lines"),
    say(
        "On boards of points and lines, counters step to the next point, or hop over an enemy and "
        "capture it: traditional games from all over the world, of equal armies and of hunters and "
        "their prey."
    ),
)
SEATS = (say("Light"), say("Dark"))


def counter_game(
    *,
    name: str,
    title: str,
    board: DrawnBoard,
    rulesets: tuple[Ruleset, ...],
    rules: str,
    provenance: Provenance | None = None,
    notes_on_sources: str = "",
    seat_names: tuple[str, str] = SEATS,
    dark_first: bool = False,
    featured: bool = False,
    first_pick: bool = False,
    other_names: tuple[OtherName, ...] = (),
    bitboard: type[BitboardState] | None = None,
) -> Game:
    """The Game of this board and these rulesets, each of whose parameters are `CounterRules`;
    `rules` are its rules in words. dark_first: whether the first seat has the dark counters.
    featured, first_pick, other_names: as in `Game`. bitboard: the state type, of its own, of a
    game that the bitboard back-end plays; by default the neighbour table does.

    Raises PositionError where a setup does not fit its board, and ValueError where the back-end
    cannot play a ruleset, or not on its board.
    """
    backend: Backend = BitboardBackend(bitboard, board) if bitboard else backend_of(board)

    def board_of(ruleset: Ruleset) -> DrawnBoard:
        return ruleset.parameters.setup.board or board

    def start(ruleset: Ruleset, seats: int) -> Any:
        return first_state(board_of(ruleset), backend, ruleset.parameters)

    for ruleset in rulesets:
        try:
            backend.check(ruleset.parameters, board_of(ruleset))
        except ValueError as error:
            raise ValueError(f"{name}/{ruleset.name}: {error}") from error
        start(ruleset, 2)
    look = Look(seat_names, dark_first)
    setup = rulesets[0].parameters.setup
    first, second = (setup.counters(board_of(rulesets[0]), seat).bit_count() for seat in (0, 1))
    equal = first + setup.hands[0] == second + setup.hands[1] and not setup.stacks
    if bitboard:
        look = look._replace(started=(first, second), as_grid=True)

    def touches(state: Any, seat: int, action: int) -> tuple[str, ...]:
        kind, source, target = backend.move_of(action)
        names = backend.board_of(state).names
        match kind:
            case "pass":
                return ("pass",)
            case "drop":
                return (names[target],)
            case "huff" | "clear":
                return (names[source],)
        also = backend.also_touched(state, action)
        both = names[source], names[target]
        return both if also is None else (*both, names[also])

    def action_texts(state: Any, seat: int, action: int) -> tuple[str, ...]:
        touched = touches(state, seat, action)
        step = "-".join(touched[:2])
        match backend.move_of(action).kind:
            case "drop":
                return (f"+{step}", step)
            case "huff":
                return (f"x{step}",)
            case "clear":
                return (f"-{step}", step)
            case "approach":
                return (f"{step}A",)
            case "withdrawal":
                return (f"{step}W",)
            case "hop":
                return ("x".join(touched[:2]), step)
        return (step,)

    def mixed_ruleset(wanted: str) -> Ruleset:
        parts = parts_of(wanted.removeprefix(PARTS), backend.flags, of_sides=backend.has_sides)
        return Ruleset(
            name=PARTS + parts.text,
            title=parts.text.replace("+", ", "),
            source=say("put together from parts"),
            parameters=CounterRules(rulesets[0].parameters.setup, parts),
        )

    return Game(
        name=name,
        title=title,
        seats=(2, 2),
        seat_names=seat_names,
        state=backend.state,
        engine=backend.engine,
        rulesets=rulesets,
        start=start,
        functions=backend.functions,
        action_texts=action_texts,
        touches=touches,
        write_position=lambda state: write(backend.position_of(state), backend.board_of(state)),
        read_position=lambda text, ruleset: read(
            text, board_of(ruleset), backend, ruleset.parameters
        ),
        view=lambda state, before, action: counter_view(state, before, action, backend, look),
        mixed_ruleset=mixed_ruleset,
        part_choices=part_choices(backend, seat_names),
        chosen_parts=lambda ruleset: chosen_parts(backend, ruleset.parameters.parts),
        ruleset_of_choices=lambda chosen: PARTS + parts_of_choices(backend, chosen).text,
        board=board,
        board_under=backend.board_of,
        actions=lambda ruleset, seats: backend.every_action(board_of(ruleset), ruleset.parameters),
        hints=backend.hints,
        repetition=3,
        rules=rules,
        sentences=lambda ruleset: rules_in_sentences(
            board_of(ruleset), ruleset.parameters, seat_names, tells_empty=bitboard is not None
        ),
        ends=lambda ruleset: tuple(ends_in_sentences(ruleset.parameters, seat_names)),
        provenance=provenance,
        notes_on_sources=notes_on_sources,
        family=COUNTERS,
        kinds=("war",) if equal else ("hunt",),
        featured=featured,
        first_pick=first_pick,
        other_names=other_names,
    )
