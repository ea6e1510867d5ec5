"""Xiangqi: Chinese chess, checkmate the other general.

Two players, Red and Black, with 16 pieces each on the 90 points of nine columns and ten rows; a
river parts the sides after the fifth row, and three by three points of each are its palace. Red
begins. A piece moves to a free point, or captures an enemy piece by moving to its point. No move
may leave the own general where it could be captured, or where it looks at the other general along a
free column.

The general goes one point along a line, the advisor one diagonally, and neither leaves its palace.
The elephant goes two points diagonally, not over a piece and not over the river. The horse goes one
point along a line, which must be free, then one diagonally outward. The chariot goes any way along
lines. The cannon does so, too, but captures only over exactly one other piece. The soldier goes one
point forward, beyond the river also to the side, and never back.

Who cannot move loses, attacked or not. When a position occurs for the third time, the game is over:
who gave check with every move since it first occurred, while the other did not, loses (perpetual
check). Where neither did, who threatened the same piece with every move, while the other did not,
loses (perpetual chase), and else it is a draw. It is a draw, too, when neither side has a piece
left that can cross the river, and when each side made sixty moves in a row that captured nothing.

A threat is a new attack, by a piece other than a general or a soldier, on a piece that could not be
taken back, or is worth more: a chariot to a horse or a cannon; a chariot, a cannon or a horse to an
advisor or an elephant. A general, and a soldier that has not crossed the river, are no such piece.

Source: rules of the Asian Xiangqi Federation and of the World Xiangqi Federation. Our reading: how
perpetual check and chase are told, as above; and the draws come of themselves.

Notation: `Ch3-e3` a move, `Ch3xh10` a capture. Understood are, too, `h3e3`, the same with rows from
0 as programs have it, `h2e2` or `H2-E2` (a text that is a legal move by both is refused, and names
them), and `C2=5`, as tournaments write it, with `+C=5` for the first of two in a column and `15=6`
for the first of several soldiers in column 5. A position is written as in FEN, with R H E A K C P
for the pieces; then who moves, how many moves of both sides captured nothing, and how many times in
a row, up to sixty, Red and Black gave check. FEN with the letters N and B is understood.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, lowest, popcount, to_bits
from ludarium.rules.boards.piece_placement import Kind, Side, Stones, sides
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import OtherName, PieceLetters, Ruleset, standard
from ludarium.rules.provenance import Provenance
from ludarium.rules.termination import Termination
from ludarium.rules.view import Glyph, View
from ludarium.rules.xiangqi_board import (
    BOARD,
    EMPTY_POINTS,
    FIVE,
    HALVES,
    PALACES,
    POINTS,
    SEVEN,
    XiangqiPoints,
    one,
)
from ludarium.rules.xiangqi_chases import chased, followed, men_after, men_of
from ludarium.rules.xiangqi_movegen import (
    every_move,
    in_check,
    move_count,
    moves,
    nth_move,
    soldiers,
)
from ludarium.rules.xiangqi_notation import action_texts, by_letter, named_by, rest_of
from ludarium.rules.xiangqi_signs import CHARACTERS

NAMES = BOARD.names
QUIET = 120  # moves of both sides
SHORT_CYCLE = 8  # plies of a position that occurs three times, as most do
CHECKS = QUIET // 2  # no cycle has more, as a capture ends it
State = Any  # a XiangqiState


class XiangqiState(NamedTuple):
    """A position: its sets of points are told in `ludarium.rules.xiangqi_movegen`."""

    mine: XiangqiPoints
    theirs: XiangqiPoints
    generals: XiangqiPoints
    advisors: XiangqiPoints
    elephants: XiangqiPoints
    horses: XiangqiPoints
    chariots: XiangqiPoints
    cannons: XiangqiPoints
    quiet: Annotated[int, range(QUIET + 1)]
    """Moves of both sides since the last capture."""
    my_checks: Annotated[int, range(CHECKS + 1)]
    """With how many moves in a row the seat to move gave check, those beyond CHECKS not counted."""
    their_checks: Annotated[int, range(CHECKS + 1)]
    seat: int


# Rules. Moves and actions are those of `ludarium.rules.xiangqi_movegen`.


@jitable
def cannot_win(state: State) -> bool:
    """Return whether neither side has a piece that can cross the river."""
    return not state.horses | state.chariots | state.cannons | soldiers(state)


@jitable
def goes_on(state: State) -> bool:
    """Return whether the game is not over for another reason than that there is no legal move."""
    return state.quiet < QUIET and not cannot_win(state)


@jitable
def movers(state: State) -> Bits:
    if not goes_on(state) or move_count(moves(state)) == 0:
        return EMPTY
    return ONE << to_bits(state.seat)


@jitable
def legal_count(state: State, seat: int) -> int:
    return move_count(moves(state))


@jitable
def nth_legal(state: State, seat: int, n: int) -> int:
    return nth_move(state, moves(state), n)


@jitable
def play(state: State, action: int) -> State:
    source, target = one(action & 127), one(action >> 7)
    quiet = 0 if state.theirs & target else state.quiet + 1
    checks = min(state.my_checks + 1, CHECKS)
    men = men_after(men_of(state), source, target)
    counts = quiet, state.their_checks, checks, men.seat
    after = XiangqiState(*men[:8], *counts)  # type: ignore[arg-type]  # sets of points all
    if in_check(after):
        return after
    return XiangqiState(*after[:10], 0, after.seat)


@jitable
def returns(state: State, seat: int) -> float:
    if not goes_on(state) or move_count(moves(state)):
        return 0.0
    return -1.0 if seat == state.seat else 1.0


@jitable
def repetition_state(state: State) -> State:
    return XiangqiState(*state[:8], 0, 0, 0, state.seat)  # type: ignore[call-arg]  # no more than there are


@jitable
def repetition_returns(state: State, seat: int) -> float:
    return cycle_returns(state, cycle_begun(state), SHORT_CYCLE, seat)


class Chases(NamedTuple):
    """The points of the pieces that each seat has chased with every move of a cycle so far; before
    its first move, all.
    """

    red: Bits
    black: Bits


@jitable
def cycle_begun(state: State) -> Chases:
    return Chases(POINTS, POINTS)


@jitable
def cycle_noted(state: State, noted: Chases, action: int) -> Chases:
    source, target = one(action & 127), one(action >> 7)
    found = chased(men_of(state), source, target)
    if state.seat == 0:
        return Chases(noted.red & found, followed(noted.black, source, target))
    return Chases(followed(noted.red, source, target), noted.black & found)


@jitable
def cycle_returns(state: State, noted: Chases, plies: int, seat: int) -> float:
    mine, theirs = 2 * state.my_checks >= plies, 2 * state.their_checks >= plies
    if not mine and not theirs:
        red, black = noted.red != EMPTY_POINTS, noted.black != EMPTY_POINTS
        mine, theirs = (red, black) if state.seat == 0 else (black, red)
    if mine == theirs:
        return 0.0
    return 1.0 if theirs == (seat == state.seat) else -1.0


@jitable
def can_win(state: State, seat: int) -> bool:
    own = state.mine if seat == state.seat else state.theirs
    if own & (state.horses | state.chariots | soldiers(state)):
        return True
    # a cannon needs another piece to capture over
    return bool(own & state.cannons) and popcount(state.mine | state.theirs) > 3


# Text and touches

SIDES = (Side(say("Red"), "brick", "w"), Side(say("Black"), "ebony", "b"))

MEN = {
    "K": (say("red general"), say("black general")),
    "A": (say("red advisor"), say("black advisor")),
    "E": (say("red elephant"), say("black elephant")),
    "H": (say("red horse"), say("black horse")),
    "R": (say("red chariot"), say("black chariot")),
    "C": (say("red cannon"), say("black cannon")),
    "P": (say("red soldier"), say("black soldier")),
}
KINDS = tuple(
    Kind(
        sign, seat, "counter", SIDES[seat].colour, names[seat], sign, Glyph(f"xiangqi-{sign}", path)
    )
    for letter, names in MEN.items()
    for seat, (sign, path) in enumerate(
        zip((letter, letter.lower()), CHARACTERS[letter], strict=True)
    )
)
MOST = {"K": 1, "P": 5}  # pieces of a kind; two of the others
LINES = (
    *((f"a{row}", f"i{row}") for row in range(1, 11)),
    *((f"{column}1", f"{column}5") for column in "bcdefgh"),
    *((f"{column}6", f"{column}10") for column in "bcdefgh"),
    *(("a1", "a10"), ("i1", "i10"), ("d1", "f3"), ("f1", "d3"), ("d8", "f10"), ("f8", "d10")),
)


def sets(state: State) -> list[Bits]:
    return [pieces & own for pieces in by_letter(state).values() for own in sides(state)]


STONES = Stones(BOARD, SIDES, KINDS, sets)


def touches(state: State, seat: int, action: int) -> tuple[str, ...]:
    return NAMES[action & 127], NAMES[action >> 7]


def write_position(state: State) -> str:
    checks = state.my_checks, state.their_checks
    red, black = checks if state.seat == 0 else checks[::-1]
    return f"{STONES.write(state)} {state.quiet} {red} {black}"


def read_position(text: str, ruleset: Ruleset) -> State:
    rows, space, rest = text.partition(" ")
    text = rows.translate(str.maketrans("NnBb", "HhEe")) + space + rest
    expected = "a piece (RHEAKCP or rheakcp) or a number of empty points"
    sets, seat, cursor = STONES.read(text, expected, more=True)
    fen = cursor.next == "-"
    if fen:
        for _ in range(2):
            cursor.word_of({"-"}, "-, as in FEN")
    quiet = cursor.number(QUIET, f"0 to {QUIET} moves without a capture")
    checks = [0, 0]
    if not fen:
        told = f"0 to {CHECKS} checks in a row"
        checks = [cursor.number(CHECKS, told), cursor.number(CHECKS, told)]
    elif cursor.next:  # the number of the move, which the rules do not ask for
        cursor.number(99_999, "the number of the move, or the end", least=1)
    cursor.end()
    red, black = (
        XiangqiPoints(sum(sets[kind.sign] for kind in KINDS if kind.seat == n)) for n in (0, 1)
    )
    own = (red, black) if seat == 0 else (black, red)
    kinds = (XiangqiPoints(sets[letter] | sets[letter.lower()]) for letter in "KAEHRC")
    fields = *own, *kinds, quiet, checks[seat], checks[1 - seat], seat
    state = XiangqiState._make(fields)
    if wrong := fault(state, sets):
        raise cursor.impossible(wrong)
    return state


def fault(state: State, sets: dict[str, Bits]) -> str:
    """Tell what is impossible about a position; empty where it is possible."""
    for kind in KINDS:
        letter, seat = kind.sign.upper(), kind.seat or 0
        count, most = popcount(sets[kind.sign]), MOST.get(letter, 2)
        if count > most or (letter == "K" and count != 1):
            limit = "one" if letter == "K" else f"at most {most}"
            return f"{count} pieces {kind.sign}, expected {limit}"
        if lost := sets[kind.sign] & (POINTS ^ room(letter, seat)):
            return f"a piece {kind.sign} on {NAMES[lowest(lost)]}, where none can come"
    turned = state._replace(mine=state.theirs, theirs=state.mine, seat=1 - state.seat)
    if in_check(turned):
        name = SIDES[1 - state.seat].name
        return f"the general of {name} can be captured, expected {name} to move"
    return ""


def room(letter: str, seat: int) -> Bits:
    """The points where a seat's piece of this kind can be."""
    if letter == "P":  # on its own side, on the columns where soldiers begin
        rows = (4, 5) if seat == 0 else (7, 6)
        return HALVES[1 - seat] | BOARD.cells_of(f"{a}{row}" for a in "acegi" for row in rows)
    if letter in "KA":
        return PALACES[seat] if letter == "K" else FIVE & HALVES[seat]
    return SEVEN & HALVES[seat] if letter == "E" else POINTS


# View


def view(state: State, before: State | None, action: int | None) -> View:
    touched = touches(before, before.seat, action) if before and action is not None else ()
    going = bool(movers(state))
    return STONES.view(
        state,
        touched,
        going=going,
        threatened=state.generals & state.mine if in_check(state) else EMPTY_POINTS,
        lines=LINES,
        surface="wood",
        status=status(state, going=going),
        task=say("move a piece"),
    )


def status(state: State, *, going: bool) -> str:
    seat, other = SIDES[state.seat].name, SIDES[1 - state.seat].name
    if going and in_check(state):
        return say("{seat} to move, in check", seat=seat)
    if going:
        return say("{seat} to move", seat=seat)
    if returns(state, 0) and in_check(state):
        return say("Checkmate: {winner} wins", winner=other)
    if returns(state, 0):
        return say("{loser} cannot move: {winner} wins", loser=seat, winner=other)
    if cannot_win(state):
        return say("Neither side can cross the river any more: a draw")
    return say("Sixty moves of each side without a capture: a draw")


def termination(state: State) -> Termination:
    if cannot_win(state):
        return Termination.DEAD_POSITION
    if move_count(moves(state)):
        return Termination.QUIET_MOVES
    return Termination.CHECKMATE if in_check(state) else Termination.NO_MOVES


START = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 0 0"


def start(ruleset: Ruleset, seats: int) -> State:
    return read_position(START, ruleset)


GAME = STONES.game(
    name="xiangqi",
    title=say("Xiangqi"),
    kinds=("chess-like",),
    provenance=Provenance(
        place=say("China"),
        latitude=34.0,
        longitude=110.0,
        period=say("Song dynasty, 960 to 1279"),
        source=say("Wikipedia: {article}", article="Xiangqi"),
        dated=(960, 1279),
        near=True,
    ),
    other_names=(OtherName("Chinese chess", "en"), OtherName("Siang-čchi", "cs")),
    state=XiangqiState,
    rulesets=(standard(say("rules of the Asian Xiangqi Federation")),),
    start=start,
    functions=named(
        movers,
        legal_count,
        nth_legal,
        play,
        returns,
        repetition_state,
        repetition_returns,
        cycle_begun,
        cycle_noted,
        cycle_returns,
        can_win,
    ),
    termination=termination,
    action_texts=action_texts,
    uci_variant="xiangqi",
    piece_letters=PieceLetters("K A E H R C P", say("K A E H R C P"), "帥 仕 相 傌 俥 炮 兵"),
    named_by=named_by,
    rest_of=rest_of,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    actions=lambda ruleset, seats: every_move(),
    repetition=3,
    hints="ludarium.hints.xiangqi",
    wording="ludarium.games.wording.xiangqi",
    interchange="ludarium.games.interchange.xiangqi",
)
