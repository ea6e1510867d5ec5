"""Makes a Game of a board with lines, a setup and rulesets; its rules are those of
`ludarium.rules.lines.rules`.
"""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, Bits, lowest, members, popcount
from ludarium.rules.cursor import Cursor, write_rows
from ludarium.rules.dispatch import Functions
from ludarium.rules.game import PARTS, Family, Game, Ruleset
from ludarium.rules.lines.board import LineBoard
from ludarium.rules.lines.choices import chosen_parts, part_choices, parts_of_choices
from ludarium.rules.lines.parts import HOP, PASS, TURN_LIMIT, LineState, Parts, parts_of
from ludarium.rules.lines.rules import line_rules
from ludarium.rules.lines.words import ends_in_sentences, rules_in_sentences
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import Button, Colour, Label, Mark, Piece, SeatView, Site, Tally, View

__all__ = ["COUNTERS", "LineGround", "Setup", "check_closed", "line_game", "whose_turn"]

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
COLOURS: tuple[Colour, Colour] = ("ivory", "ebony")


class Setup(NamedTuple):
    """The points of both sides' counters at the start."""

    first: Bits
    second: Bits


def every_action(board: LineBoard) -> list[int]:
    """The pass, then each step along a line and each hop over a point, both ways."""
    actions = [PASS]
    for sources, middles, shift in zip(board.sources, board.middles, board.shifts, strict=True):
        ends = [(lower, lower + shift, 0) for lower in members(sources)]
        ends += [(over - shift, over + shift, HOP) for over in members(middles)]
        for one, other, hop in ends:
            actions += [one + 64 * other + hop, other + 64 * one + hop]
    return actions


def line_game(
    *,
    name: str,
    title: str,
    state: type[LineState],
    board: LineBoard,
    setup: Setup,
    rulesets: tuple[Ruleset, ...],
    rules: str,
    provenance: Provenance | None = None,
    seat_names: tuple[str, str] = SEATS,
) -> Game:
    """The Game of this board, setup and rulesets, each of whose parameters are `Parts`; `rules` are
    its rules in words.
    """
    functions = line_rules(state, board)

    def start(ruleset: Ruleset, seats: int) -> LineState:
        return state(
            setup.first, setup.second, board.full, EMPTY, 0, 0, 0, ruleset.parameters.packed
        )

    def action_texts(state: LineState, seat: int, action: int) -> tuple[str, ...]:
        if action == PASS:
            return ("pass",)
        source, target = touches(state, seat, action)
        return (
            (f"{source}x{target}", f"{source}-{target}")
            if action >> 12
            else (f"{source}-{target}",)
        )

    def touches(state: LineState, seat: int, action: int) -> tuple[str, ...]:
        return (
            ("pass",)
            if action == PASS
            else (board.names[action & 63], board.names[action >> 6 & 63])
        )

    def write_position(state: LineState) -> str:
        signs = point_signs(state, board)
        rows = ["".join(signs[i] for i in members(row)) for row in board.rows[::-1]]
        chain_piece = board.names[lowest(state.chain_piece)] if state.chain_piece else "-"
        return f"{write_rows(rows)} {state.seat + 1} {chain_piece} {state.passes} {state.turns}"

    def read_position(text: str, ruleset: Ruleset) -> LineState:
        return LineReader(text, ruleset.parameters, board, setup, functions).state(state)

    def sentences(ruleset: Ruleset) -> tuple[str, ...]:
        return rules_in_sentences(board, setup.first, setup.second, ruleset.parameters, seat_names)

    def view(state: LineState, before: LineState | None, action: int | None) -> View:
        return line_view(state, before, action, board, setup, seat_names, functions)

    return Game(
        name=name,
        title=title,
        seats=(2, 2),
        seat_names=seat_names,
        state=state,
        rulesets=rulesets,
        start=start,
        functions=functions,
        action_texts=action_texts,
        touches=touches,
        write_position=write_position,
        read_position=read_position,
        view=view,
        mixed_ruleset=mixed_ruleset,
        part_choices=part_choices(seat_names),
        chosen_parts=lambda ruleset: chosen_parts(ruleset.parameters),
        ruleset_of_choices=lambda chosen: PARTS + parts_of_choices(chosen).text,
        board=board,
        actions=lambda ruleset, seats: every_action(board),
        hints="ludarium.hints.lines",
        repetition=3,
        rules=rules,
        sentences=sentences,
        ends=lambda ruleset: ends_in_sentences(ruleset.parameters, seat_names),
        provenance=provenance,
        family=COUNTERS,
    )


def mixed_ruleset(name: str) -> Ruleset:
    """The ruleset made of the parts that its name lists."""
    parts = parts_of(name.removeprefix(PARTS))
    return Ruleset(
        name=PARTS + parts.text,
        title=parts.text.replace("+", ", "),
        source=say("put together from parts"),
        parameters=parts,
    )


def sides(state: LineState) -> Setup:
    """The counters of seat 0 and of seat 1."""
    return Setup(state.mine, state.theirs) if state.seat == 0 else Setup(state.theirs, state.mine)


def point_signs(state: LineState, board: LineBoard) -> list[str]:
    """Signs of the points: 1 or 2 for a counter of that player, a dot where it is empty, # where it
    is out of play.
    """
    first, second = sides(state)
    signs = []
    for index in range(len(board.points)):
        counter = "1" if first >> index & 1 else "2" if second >> index & 1 else ""
        signs.append(counter or ("." if state.area >> index & 1 else "#"))
    return signs


class LineReader:
    """Reads a position: the rows from the top, the player to move, the counter in a run of hops or
    -, forced passes, turns.

    For example `22222/2222/22222/2222/21.12/1111/11111/1111/11111 1 - 0 0`.
    """

    def __init__(
        self, text: str, parts: Parts, board: LineBoard, setup: Setup, functions: Functions
    ) -> None:
        self.cursor = Cursor(text)
        self.parts, self.board, self.setup, self.functions = parts, board, setup, functions

    def state(self, state_type: type[LineState]) -> LineState:
        cursor = self.cursor
        fields = cursor.text.count(" ") + 1
        if fields != 5:
            raise cursor.impossible(
                "expected 5 fields (rows, player to move, counter in a run of hops or -, passes, "
                f"turns), found {fields}"
            )
        first, second, area = self.placement()
        player = cursor.number(2, "the player to move, 1 or 2", least=1)
        mine, theirs = (first, second) if player == 1 else (second, first)
        chain_at, chain_piece = cursor.at, cursor.word()
        passes_at, passes = cursor.at, cursor.number(2, "the number of forced passes, 0 to 2")
        turns = cursor.number(TURN_LIMIT, f"the number of turns, 0 to {TURN_LIMIT}")
        state = state_type(mine, theirs, area, EMPTY, player - 1, passes, turns, self.parts.packed)
        if passes and (chain_piece != "-" or (passes == 2 and self.can_move(state))):
            going = "a run of hops goes on" if chain_piece != "-" else "a move can be made"
            raise cursor.fault(f"0 forced passes where {going}", passes_at)
        if chain_piece == "-":
            return state
        if chain_piece not in self.board.index or not mine >> self.board.index[chain_piece] & 1:
            raise cursor.fault(f"a counter of player {player} or -", chain_at)
        hopping = state._replace(chain_piece=self.board.point_set([chain_piece]))
        moves = self.functions["legal_count"](hopping, state.seat)
        if not self.parts.continues or moves < (1 if self.parts.compulsory else 2):
            raise cursor.fault(f"a counter that can hop on, which {chain_piece} cannot", chain_at)
        return hopping

    def can_move(self, state: LineState) -> bool:
        return bool(self.functions["nth_legal"](state, state.seat, 0) != PASS)

    def placement(self) -> tuple[Bits, Bits, Bits]:
        rows = [members(row) for row in self.board.rows[::-1]]
        text = self.cursor.rows(list(map(len, rows)), "12.#", "1, 2, . or #", kind="points")
        sets = dict.fromkeys("12.#", 0)
        for sign, point in zip("".join(text), itertools.chain(*rows), strict=True):
            sets[sign] |= 1 << point
        for player, most in (("1", self.setup.first), ("2", self.setup.second)):
            count = sets[player].bit_count()
            if count > popcount(most):
                raise self.cursor.impossible(
                    f"player {player} has {count} counters, expected at most {popcount(most)}"
                )
        check_closed(self.cursor, sets["#"], self.board.rows, self.parts.closing)
        return Bits(sets["1"]), Bits(sets["2"]), Bits(self.board.full ^ sets["#"])


def check_closed(cursor: Cursor, closed: int, rows: tuple[Bits, ...], closing: bool) -> None:
    """Raise PositionError where these points cannot be out of play; closing: whether rows close."""
    if closed and not closing:
        raise cursor.impossible("points out of play (#), expected none in this ruleset")
    for inwards in (rows, rows[::-1]):
        for row in inwards:
            if row & closed != row:
                break
            closed &= ~row
    if closed:
        raise cursor.impossible(
            "points out of play (#) must be whole rows from the edge of the board"
        )


def line_view(
    state: LineState,
    before: LineState | None,
    action: int | None,
    board: LineBoard,
    setup: Setup,
    seat_names: tuple[str, str],
    functions: Functions,
) -> View:
    """The View of a state."""
    names = board.names
    movers = (state.seat,) if functions["movers"](state) else ()
    counter_names = [say("{seat} counter", seat=seat) for seat in seat_names]
    pieces = [
        Piece(
            f"counter-{names[i]}",
            names[i],
            "counter",
            COLOURS[int(sign) - 1],
            counter_names[int(sign) - 1],
            "ox"[int(sign) - 1],
            None,
            int(sign) - 1,
        )
        for i, sign in enumerate(point_signs(state, board))
        if sign in "12"
    ]
    marks = []
    if before is not None and action:
        source, target = action & 63, action >> 6 & 63
        marks += [Mark("last", names[source]), Mark("last", names[target])]
        if action >> 12:
            marks.append(Mark("captured", names[source + target >> 1]))
    can_pass = (
        bool(movers)
        and functions["nth_legal"](
            state, state.seat, functions["legal_count"](state, state.seat) - 1
        )
        == PASS
    )
    if state.chain_piece:
        marks.append(Mark("active", names[lowest(state.chain_piece)]))
    ground = board_ground(board, state.area)
    # a row may have closed behind the last move
    marks = [mark for mark in marks if state.area >> board.index[mark.site] & 1]
    counts = tuple(map(popcount, sides(state)))
    return View(
        surface="wood",
        sites=ground.sites,
        lines=ground.lines,
        pieces=tuple(pieces),
        marks=tuple(marks),
        seats=tuple(
            SeatView(name, colour, (Tally(say("captured"), "x", popcount(enemy) - left),))
            for name, colour, enemy, left in zip(
                seat_names, COLOURS, (setup.second, setup.first), counts[::-1], strict=True
            )
        ),
        buttons=(Button("pass", say("Pass")),) if can_pass else (),
        labels=ground.labels,
        movers=movers,
        status=_status(state, seat_names, bool(movers), can_pass, functions),
        task=_task(state, can_pass),
    )


class LineGround(NamedTuple):
    """The parts of a View that stay while counters move."""

    sites: tuple[Site, ...]
    lines: tuple[tuple[str, str], ...]
    labels: tuple[Label, ...]


@functools.lru_cache(maxsize=64)
def board_ground(board: LineBoard, area: Bits) -> LineGround:
    """The board with the points that are in play."""
    named = {board.names[i]: point for i, point in enumerate(board.points) if area >> i & 1}
    sites = tuple(Site(name, x, y, name, "point") for name, (x, y) in named.items())
    lines = sorted(
        (_name(a), _name(b)) for a, b in board.lines if _name(a) in named and _name(b) in named
    )
    return LineGround(sites, tuple(lines), _edge_labels(board))


def _name(point: tuple[int, int]) -> str:
    return f"{chr(ord('A') + point[0] - 1)}{point[1]}"


def _edge_labels(board: LineBoard) -> tuple[Label, ...]:
    columns = sorted({column for column, _ in board.points})
    rows = sorted({row for _, row in board.points})
    below = (Label(column, rows[0] - 1, chr(ord("A") + column - 1)) for column in columns)
    return (*below, *(Label(columns[0] - 1, row, str(row)) for row in rows))


def _task(state: LineState, can_pass: bool) -> str:
    if state.chain_piece:
        return say("hop again, or pass") if can_pass else say("hop again")
    return say("you cannot move, so pass") if can_pass else say("move a counter")


def whose_turn(mover: str, in_a_run: bool, can_pass: bool) -> str:
    """A sentence on who is to move in a game that goes on, and whether in a run of hops."""
    if in_a_run:
        return (
            say("{seat} may hop again or pass", seat=mover)
            if can_pass
            else say("{seat} must hop again", seat=mover)
        )
    return (
        say("{seat} cannot move and must pass", seat=mover)
        if can_pass
        else say("{seat} to move", seat=mover)
    )


def _status(
    state: LineState, seat_names: tuple[str, str], going: bool, can_pass: bool, functions: Functions
) -> str:
    mover, other = seat_names[state.seat], seat_names[1 - state.seat]
    if going:
        return whose_turn(mover, bool(state.chain_piece), can_pass)
    won = functions["returns"](state, state.seat)
    if won:
        winner = mover if won > 0 else other
        if state.mine:
            return say("{seat} cannot move: {winner} wins", seat=mover, winner=winner)
        return say("{seat} has no counters left: {winner} wins", seat=mover, winner=winner)
    if state.passes == 2:
        return say("Neither side can move: a draw")
    return say("Each side has had {turns} turns: a draw", turns=TURN_LIMIT // 2)
