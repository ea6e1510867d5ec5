"""Games of two sides with stones on boards of several sizes: `sized_game` makes the whole Game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, Bits
from ludarium.rules.boards.board import Board
from ludarium.rules.boards.piece_placement import Kind, Placed, Side, Stones
from ludarium.rules.dispatch import Functions
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import Button, Mark, SeatView, Surface, Tally, View

__all__ = ["sized_game", "sized_rulesets"]

State = Any


def sized_rulesets(
    boards: Mapping[type, Board], source: str, notes: str = ""
) -> tuple[Ruleset, ...]:
    """A ruleset for each state type and its square board, named for the board's side.

    source: where the rules are from. The type is the only one of a ruleset's parameters.
    """
    return tuple(
        Ruleset(
            name=f"{board.row_count}",
            title=say("{side} × {side}", side=board.row_count),
            source=source,
            notes=notes,
            parameters=(state,),
        )
        for state, board in boards.items()
    )


def no_buttons(state: State) -> tuple[Button, ...]:
    return ()


def no_tallies(state: State) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
    return (), ()


def sized_game(
    *,
    boards: Mapping[type, Board],
    rules: Mapping[type, Functions],
    rulesets: tuple[Ruleset, ...],
    start: Callable[[Ruleset, int], State],
    sides_of: tuple[Side, Side],
    names: tuple[str, str],
    sets: Callable[[State], tuple[Bits, ...]],
    placed: Callable[[Placed, Ruleset], State],
    action_texts: Callable[[State, int, int], tuple[str, ...]],
    result: Callable[[State], str],
    task: str | Callable[[State], str],
    status: Callable[[State], str] | None = None,
    tallies: Callable[[State], tuple[tuple[Tally, ...], tuple[Tally, ...]]] = no_tallies,
    marks: Callable[[State], tuple[Mark, ...]] = lambda state: (),
    further_kinds: Mapping[type, tuple[Kind, ...]] = MappingProxyType({}),
    notes: Callable[[State], tuple[str, str]] = lambda state: ("", ""),
    buttons: Callable[[State], tuple[Button, ...]] = no_buttons,
    look: Callable[[State], Mapping[str, Any]] = lambda state: {},
    surface: Surface = "stone",
    winning: Callable[[State], Bits] = lambda state: EMPTY,
    further: Callable[[State], str] = lambda state: "",
    **more: Any,
) -> Game:
    """The Game of two seats whose state types each have a board, and a field `seat`, the one to
    move; the first type is that of the default ruleset.

    rulesets: each has its state type as the first of its parameters. rules: the functions of each
    type. sides_of: the two seats; names: what a stone of each is called; sets: their stones.
    placed: the state of a text that was read, with errors of what is impossible. The first text of
    an action is the site or the button to touch. result: a sentence on a state that is over;
    status: on one that is not, by default who is to move; task: what the seat to move is to do.
    notes: a word or two on each seat; tallies: what it counts; marks: those beside the last move;
    further_kinds: pieces of a state type beside the stones, of which `sets` gives the sets after
    theirs; buttons: those of a state that is not over; look: further fields of the View. winning:
    the cells that won, in a state that is over. further: what follows in the text of every
    position, with a space before it, which `placed` reads. more: further fields of the Game.
    """
    first, second = (
        Kind(side.sign, seat, "counter", side.colour, piece, side.sign)
        for seat, (side, piece) in enumerate(zip(sides_of, names, strict=True))
    )
    stones = {
        kind: Stones(board, sides_of, (first, second, *further_kinds.get(kind, ())), sets)
        for kind, board in boards.items()
    }

    def write_position(state: State) -> str:
        return stones[type(state)].write(state) + further(state)

    def read_position(text: str, ruleset: Ruleset) -> State:
        kind = ruleset.parameters[0]
        signs = ", ".join(one.sign for one in stones[kind].kinds)
        expected = f"{signs} or a number of empty cells"
        more = bool(further(start(ruleset, 2)))
        return placed(stones[kind].read(text, expected, more=more), ruleset)

    def named_by(state: State, seat: int, text: str) -> tuple[int, ...]:
        index = boards[type(state)].index
        return (index[text],) if text in index else ()

    def touches(state: State, seat: int, action: int) -> tuple[str, ...]:
        return action_texts(state, seat, action)[:1]

    def going_status(now: State) -> str:
        return status(now) if status else say("{seat} to move", seat=sides_of[now.seat].name)

    def view(now: State, before: State | None, action: int | None) -> View:
        going = bool(rules[type(now)]["movers"](now))
        seats = zip(sides_of, notes(now), tallies(now), strict=True)
        return stones[type(now)].view(
            now,
            touches(before, before.seat, action) if before and action is not None else (),
            going=going,
            winning=EMPTY if going else winning(now),
            seats=tuple(
                SeatView(side.name, side.colour, tallied, note) for side, note, tallied in seats
            ),
            buttons=buttons(now) if going else (),
            status=going_status(now) if going else result(now),
            task=task if isinstance(task, str) else task(now),
            further_marks=marks(now),
            surface=surface,
            **look(now),
        )

    kind, *others = boards
    return Game(
        state=kind,
        functions=rules[kind],
        other_states={other: rules[other] for other in others},
        board_under=lambda state: boards[type(state)],
        rulesets=rulesets,
        start=start,
        seats=(2, 2),
        seat_names=tuple(side.name for side in sides_of),
        action_texts=action_texts,
        named_by=named_by,
        touches=touches,
        write_position=write_position,
        read_position=read_position,
        view=view,
        **more,
    )
