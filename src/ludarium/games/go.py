"""Go: surround more points than the other side.

Two players, Black and White, on a board of points; Black begins. In turn each places a stone on a
free point, or passes. Stones that hang together along the lines are a group. Groups of the other
side without a free point next to them are then taken off; after that, own ones. No stone may bring
an earlier position of the stones back (positional superko): a state knows whether one would at once
(ko, and the sacrifice of one stone), and the history of a game the rest.

Two passes in a row end the game, and so does a limit of moves: twice the number of points. Each
side gets a point for each of its stones, and for each free point from which only its stones are
reached along free points. White gets 7 more on 9 by 9, and 7.5 on larger boards (komi). Who has
more wins. There is no agreement on dead stones: they have to be taken.

By Chinese, Japanese and AGA rules the players agree on the dead stones. After two passes, who is to
move marks the groups that are dead by touching a stone of each, and agrees; then the other agrees,
or changes the marks and agrees. Once both have agreed, the dead stones are taken off and the points
are counted. Either can ask to resume play instead, at most three times in a game; when both pass
after that, all stones on the board count as alive. By Japanese rules who did not ask then moves
first, else the opponent of who passed last. No stone may be placed so that its own group is left
without a free point.

Chinese and AGA rules count stones and surrounded points, as above. Japanese rules count surrounded
points and prisoners: the stones that were captured, and those that are dead. Surrounded points
count in seki, too. Komi is 7.5, and 6.5 by Japanese rules; other komi can be chosen, and a handicap
of 2 to 9 black stones on the star points (5 on the smaller boards), after which White moves first.
For the handicap White gets a point a stone more by Chinese rules, and one less than that by AGA
rules. By AGA rules a position may come back if the other side is to move.

Sources: John Tromp and Bill Taylor, The game of Go (tromp.github.io/go.html), but for the limit;
Chinese Weiqi Association, Rules of Go (2002); Nihon Ki-in, The Japanese Rules of Go (1989);
American Go Association, Rules of Go (1991), of which rule 10 says that stones are alive where
players fail to agree. How often play can be resumed is ours.

Notation: the point, such as `d4`, without the letter i, or `pass`; row 1 is drawn at the bottom.
A mark is the point of one of the group's stones; `agree` and `resume` answer it. As in SGF, `dd` is
understood, too: column, with i, and row from the top; and `tt`, to pass. Dead stones are `x`, `o`.
"""

from __future__ import annotations

import dataclasses
import functools
import string
from collections.abc import Callable
from typing import Any

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, lowest, nth_bit, popcount, to_bits
from ludarium.rules.boards.agreement import (
    AGREED,
    AGREEMENT_BUTTONS,
    AGREEMENT_TEXTS,
    MOST_CHANGES,
    MOST_TALKS,
    NO_PHASE,
    is_proposed,
)
from ludarium.rules.boards.groups import (
    adjoining,
    areas,
    capturing,
    grouping,
    living,
    placing,
    without_suicide,
)
from ludarium.rules.boards.piece_placement import (
    DEAD,
    PASS_BUTTON,
    PASS_BUTTONS,
    Kind,
    Placed,
    return_of,
)
from ludarium.rules.boards.points import PointBoard
from ludarium.rules.boards.sizes import sized_game
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.go_agreement import agreed_rules, go_turn_taking, without_agreement
from ludarium.rules.go_counting import captures_of, counts_of, surrounded_marks, tallies_of
from ludarium.rules.go_rulesets import (
    CHOICES,
    RULESETS,
    chosen_parts,
    gtp_setup,
    handicap_points,
    mixed_ruleset,
    ruleset_of_choices,
)
from ludarium.rules.go_states import (
    AGA,
    AGREED_TYPES,
    BOARDS,
    CHINESE,
    JAPANESE,
    KOMI,
    PASS,
    SIDES,
    SIZED,
    agrees,
    in_turn,
    stones_of,
)
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import Button, Mark, Tally

LETTERS = string.ascii_lowercase
State = Any  # one of `BOARDS`


# Rules. An action is the index of a point, or PASS.


@functools.cache
def placements(board: PointBoard) -> tuple[Callable[[State], Bits], Callable[[State], Bits]]:
    """Two functions of a state, which give the points where a stone may be placed: those next to a
    free point or an own stone, and the others, on which it captures.
    """
    points, next_to, captures = board.cells, adjoining(board, 2), capturing(board, 2)

    @jitable
    def beside(state: State) -> Bits:
        mine, theirs = in_turn(state)
        ko: Bits = state.ko
        free = points ^ (mine | theirs)
        empty = free & next_to(free | mine)
        return empty ^ (empty & ko)

    @jitable
    def captured_on(state: State) -> Bits:
        ko: Bits = state.ko
        points = captures(*in_turn(state))
        return points ^ (points & ko)

    return beside, captured_on


def go_rules(board: PointBoard, make: type, komi: float) -> Functions:
    """The rules on a board, for this type of states."""
    one, nothing, limit = board.sets(1), board.sets(0), 2 * len(board.names)
    place, areas_of, (beside, captured_on) = placing(board, 2), areas(board, 2), placements(board)

    @jitable
    def movers(state: State) -> Bits:
        over = state.passes == 2 or state.plies == limit
        return EMPTY if over else ONE << to_bits(state.seat)

    @jitable
    def legal_count(state: State, seat: int) -> int:
        return popcount(beside(state)) + popcount(captured_on(state)) + 1

    @jitable
    def nth_legal(state: State, seat: int, n: int) -> int:
        points = beside(state)
        if n >= popcount(points):  # few points: the others cost more
            n -= popcount(points)
            points = captured_on(state)
        return nth_bit(points, n) if n < popcount(points) else PASS

    @jitable
    def play(state: State, action: int) -> State:
        mine, theirs = in_turn(state)
        passes, ko = state.passes + 1, nothing
        if action != PASS:
            passes = 0
            mine, theirs, ko = place(one << action, mine, theirs)
        black, white = (mine, theirs) if state.seat == 0 else (theirs, mine)
        return make(black, white, ko, 1 - state.seat, passes, state.plies + 1)

    @jitable
    def repetition_state(state: State) -> State:
        return make(state.black, state.white, nothing, 0, state.passes, 0)

    @jitable
    def returns(state: State, seat: int) -> float:
        black, white = areas_of(state.black, state.white)
        return return_of(black - white - komi, seat)

    @jitable
    def pieces_of(state: State, seat: int) -> Bits:
        stones: Bits = state.black if seat == 0 else state.white
        return stones

    return named(movers, legal_count, nth_legal, play, repetition_state, returns, pieces_of)


RULES = {
    **{state: go_rules(board, state, KOMI[state]) for state, board in SIZED.items()},
    **{state: agreed_rules(BOARDS[state], state) for state in AGREED_TYPES.values()},
}


def start(ruleset: Ruleset, seats: int) -> State:
    state, *choices = ruleset.parameters
    board, nothing = BOARDS[state], BOARDS[state].sets(0)
    if not choices:
        return state(nothing, nothing, nothing, 0, 0, 0)
    law, komi, handicap = choices
    black, seat = board.cells_of(handicap_points(board, handicap)), 1 if handicap else 0
    komi += 2 * {CHINESE: handicap, JAPANESE: 0, AGA: max(0, handicap - 1)}[law]
    return state(
        black, nothing, nothing, seat, 0, 0, NO_PHASE, 0, MOST_TALKS, nothing, 0, 0, law, komi
    )


# Text and View

BUTTON_OF = {PASS: PASS_BUTTON, **AGREEMENT_TEXTS}


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    return (BUTTON_OF.get(action) or BOARDS[type(state)].names[action],)


def rest_of(state: State, seat: int, action: int, text: str) -> tuple[str, ...]:
    """Read a point as SGF has it: the letters of its column, and of its row from the top."""
    board = BOARDS[type(state)]
    if action in BUTTON_OF:
        return ("",) if text == "tt" and action == PASS else ()
    column, row = board.place(action)
    return ("",) if text == LETTERS[column] + LETTERS[board.row_count - 1 - row] else ()


def further(state: State) -> str:
    """The point that may not be taken back, the passes, and the moves made; then the stage, the
    changes and the number of phases of an agreement, and the stones captured of each side.
    """
    ko = BOARDS[type(state)].names[lowest(state.ko)] if state.ko else "-"
    text = f" {ko} {state.passes} {state.plies}"
    if not agrees(type(state)):
        return text
    return (
        f"{text} {state.stage} {state.changes} {state.talks} {state.black_lost} {state.white_lost}"
    )


def placed(read: Placed, ruleset: Ruleset) -> State:
    board = BOARDS[ruleset.parameters[0]]
    cursor, (black, white, *marked) = read.cursor, read.sets.values()
    ko = cursor.word_of({"-", *board.index}, "a point that may not be taken back, or -")
    most, limit = 3 if marked else 2, 2 * len(board.names)
    passes = cursor.number(most, f"0 to {most} passes")
    plies = cursor.number(limit, f"0 to {limit} moves")
    first = start(ruleset, 2)
    if marked:
        black, white = black | marked[0], white | marked[1]
        first = first._replace(
            stage=cursor.number(AGREED, f"0 to {AGREED}, the stage of the agreement"),
            changes=cursor.number(MOST_CHANGES, f"0 to {MOST_CHANGES} changes of marks"),
            talks=cursor.number(MOST_TALKS, f"0 to {MOST_TALKS} agreements to come"),
            black_lost=cursor.number(limit, "how many black stones were captured"),
            white_lost=cursor.number(limit, "how many white stones were captured"),
            dead=marked[0] | marked[1],
        )
    alive, free = living(board, 2), board.cells ^ (black | white)
    if any(alive(stones, free) != stones for stones in (black, white)):
        raise cursor.impossible("a group has no free point next to it")
    state = first._replace(black=black, white=white, seat=read.seat, passes=passes, plies=plies)
    if marked:
        check_marks(state, cursor)
        may_place = without_suicide(board, 2)(*in_turn(state))
    else:
        beside, captured_on = placements(board)
        may_place = beside(state) | captured_on(state)
    return state._replace(ko=may_place & board.cells_of({ko} - {"-"}))


def check_marks(state: State, cursor: Cursor) -> None:
    """Raises PositionError where the stage of an agreement and the rest do not go together."""
    group = grouping(BOARDS[type(state)], 2)
    if state.dead and state.stage == NO_PHASE:
        raise cursor.impossible("stones are marked as dead, but there is no agreement")
    if (state.stage != NO_PHASE) != (state.passes == 2 and state.talks > 0):
        raise cursor.impossible("an agreement comes after two passes, and only then")
    if state.changes and state.stage == NO_PHASE:
        raise cursor.impossible("marks were changed, but there is no agreement")
    for stones in (state.black, state.white):
        if group(state.dead & stones, stones) != state.dead & stones:
            raise cursor.impossible("only a part of a group is marked as dead")


def status(state: State) -> str:
    """The status of a game that is not over."""
    seat, other = SIDES[state.seat].name, SIDES[1 - state.seat].name
    if not agrees(type(state)) or state.stage == NO_PHASE:
        return say("{seat} to move", seat=seat)
    if is_proposed(state.stage):
        return say(
            "{other} agrees. {seat} agrees too, or changes the marks", other=other, seat=seat
        )
    return say("Both mark the dead stones; {seat} agrees first", seat=seat)


def task(state: State) -> str:
    if not agrees(type(state)) or state.stage == NO_PHASE:
        if not state.passes:
            return say("place a stone on a free point, or pass")
        return say("{other} passed: pass too, or place a stone", other=SIDES[1 - state.seat].name)
    if is_proposed(state.stage):
        return say("agree, or mark other stones")
    return say("mark dead stones, then agree")


def is_counted(state: State) -> bool:
    """True if the points are shown: after the game, and while the seats agree."""
    over = not RULES[type(state)]["movers"](state)
    return over or (agrees(type(state)) and state.stage != NO_PHASE)


def tallies(state: State) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
    return tallies_of(state) if is_counted(state) else captures_of(state)


def marks(state: State) -> tuple[Mark, ...]:
    return surrounded_marks(state) if is_counted(state) else ()


def buttons(state: State) -> tuple[Button, ...]:
    if agrees(type(state)) and state.stage != NO_PHASE:
        return AGREEMENT_BUTTONS
    if state.passes != 1:
        return PASS_BUTTONS
    asked = say("This pass ends the game: all stones on the board count as alive. Pass?")
    if agrees(type(state)) and state.talks:
        asked = say("With this pass play ends, and the dead stones are marked. Pass?")
    return tuple(dataclasses.replace(button, question=asked) for button in PASS_BUTTONS)


def result(state: State) -> str:
    black, white = (f"{count.total:g}" for count in counts_of(state))
    if black == white:
        return say("A draw, {black} to {white}", black=black, white=white)
    first, second = (count.total for count in counts_of(state))
    winner = SIDES[first < second].name
    return say(
        "{winner} wins; Black {black}, White {white}", winner=winner, black=black, white=white
    )


GAME = sized_game(
    name="go",
    title=say("Go"),
    kinds=("territory",),
    provenance=Provenance(
        place=say("China"),
        latitude=34.0,
        longitude=110.0,
        period=say("since {year} BC at the latest", year="548"),
        source=say("{work}, as cited by {by}", work="Zuo zhuan", by="Wikipedia"),
        near=True,
    ),
    other_names=(OtherName("Weiqi", "zh"), OtherName("Igo", "ja"), OtherName("Baduk", "ko")),
    boards=BOARDS,
    rules=RULES,
    rulesets=RULESETS,
    start=start,
    sides_of=SIDES,
    names=(say("black stone"), say("white stone")),
    further_kinds={
        kind: (
            Kind("x", 0, "dead", "ebony", say("dead black stone"), "x", DEAD),
            Kind("o", 1, "dead", "ivory", say("dead white stone"), "o", DEAD),
        )
        for kind in AGREED_TYPES.values()
    },
    sets=stones_of,
    actions=lambda ruleset, seats: (
        *BOARDS[ruleset.parameters[0]].names,
        *(BUTTON_OF if agrees(ruleset.parameters[0]) else (PASS,)),
    ),
    placed=placed,
    further=further,
    action_texts=action_texts,
    rest_of=rest_of,
    result=result,
    status=status,
    task=task,
    tallies=tallies,
    marks=marks,
    buttons=buttons,
    look=lambda state: {"lines": BOARDS[type(state)].lines},
    surface="wood",
    superko=True,
    mixed_ruleset=mixed_ruleset,
    part_choices=CHOICES,
    chosen_parts=chosen_parts,
    ruleset_of_choices=ruleset_of_choices,
    byoyomi=((10, 3, 30), (20, 5, 30)),
    people_play="chinese-9",
    gtp_setup=gtp_setup,
    gtp_names=("", "Go"),
    without_agreement=without_agreement,
    turn_taking=go_turn_taking,
    hints="ludarium.hints.go",
    wording="ludarium.games.wording.go",
    interchange="ludarium.games.interchange.go",
)
