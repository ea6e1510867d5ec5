"""Chess: checkmate the other king.

Two players, White and Black, on 8 by 8 cells, with 16 pieces each: a king, a queen, two rooks, two
bishops, two knights and eight pawns. White begins. A piece moves to a free cell, or captures an
enemy piece by moving to its cell. No move may leave the own king where it could be captured.

The king goes one cell in any direction, the rook any way along rows and columns, the bishop along
diagonals, the queen as both; none jumps over a piece. The knight goes two cells straight and one to
the side, over whatever is there. A pawn goes one cell forward, from its first row also two, and
captures one cell diagonally forward. On the last row it becomes a queen, rook, bishop or knight.
Right after a pawn went two cells, an enemy pawn may capture it as if it had gone one (en passant).
Once a game, a king that has not moved and is not attacked may castle with a rook that has not
moved, if nothing is between them: the king goes two cells towards it, over no attacked cell and to
none, and the rook comes to its other side.

Who cannot move loses if the king is attacked (checkmate), and else it is a draw (stalemate). It is
a draw, too, when a position occurs for the third time, when each side made fifty moves in a row
with no capture and no move of a pawn, and when what is left cannot mate: kings with one knight, or
with bishops on cells of one colour only.

Source: FIDE Laws of Chess, 2023, which let a player claim the draws by repetition and by fifty
moves; as on most servers, they come of themselves here.

Notation: as in the Laws, such as `e4`, `Nf3`, `Bxe5+`, `exd6`, `e8=Q#`, `O-O`; `e2e4` and `e7e8q`
are understood, too. A position is written as in FEN, without the number of the move.
"""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, nth_bit, popcount, to_bits
from ludarium.rules.boards.eight import Eight, count_of_eight, masked, nth_of_eight, union_of_eight
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.stones import Kind, Side, Stones, sides
from ludarium.rules.boards.verbs import jumping, neighbours, sliding, stepping
from ludarium.rules.dispatch import jitable, large, named
from ludarium.rules.game import Ruleset
from ludarium.rules.view import Button, Shape, View

BOARD = SquareBoard(8, 8, chequered=True)
NAMES, CELLS, ROWS, COLUMNS = BOARD.names, BOARD.cells, BOARD.rows, BOARD.columns
ENDS = ROWS[0] | ROWS[7]
DARK = BOARD.cells_of(name for name in NAMES.values() if (ord(name[0]) + int(name[1])) % 2 == 0)
CORNERS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
ROOKS_AT_HOME = BOARD.cells_of(CORNERS.values())
FIFTY = 100  # half-moves
PROMOTED = 4096  # times 1 to 4: to a knight, bishop, rook or queen


class ChessState(NamedTuple):
    """A position."""

    mine: Bits
    """The pieces of the seat to move."""
    theirs: Bits
    pawns: Bits
    """Those of both seats, as are the following."""
    knights: Bits
    diagonal: Bits
    """What slides along diagonals: bishops and queens."""
    straight: Bits
    """What slides along rows and columns: rooks and queens."""
    kings: Bits
    castling: Bits
    """The rooks with which their king may still castle."""
    passed: Bits
    """The cell that a pawn just passed over, where an enemy pawn stands to capture it there."""
    quiet: int
    """Half-moves since the last capture or move of a pawn."""
    seat: int


# Rules. An action is the index of the piece's cell, 64 times that of the cell it goes to, and
# PROMOTED times what a pawn becomes.

KNIGHT_STEPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
WAYS, KNIGHT_WAYS = BOARD.ways, tuple(columns + 8 * rows for columns, rows in KNIGHT_STEPS)
PAWN_WAYS = ((8, 16, 7, 9, 8, 7, 9, 0), (-8, -16, -9, -7, -8, -9, -7, 0))
slides, jumps, next_to = sliding(BOARD), jumping(BOARD, KNIGHT_STEPS), neighbours(BOARD)
step_e, step_n, step_ne, step_nw = (stepping(BOARD, *axis) for axis in BOARD.axes)
step_w, step_s, step_sw, step_se = (
    stepping(BOARD, -columns, -rows) for columns, rows in BOARD.axes
)


@jitable
def pawns_attack(pawns: Bits, seat: int) -> Bits:
    return step_nw(pawns) | step_ne(pawns) if seat == 0 else step_sw(pawns) | step_se(pawns)


@large
def attacked(state: ChessState, pieces: Bits, seat: int, free: Bits) -> Bits:
    """The cells that these pieces of the seat attack, with these cells free."""
    straight, diagonal = state.straight & pieces, state.diagonal & pieces
    found = union_of_eight(slides((straight, straight, diagonal, diagonal), free))
    found |= union_of_eight(jumps(state.knights & pieces))
    found |= pawns_attack(state.pawns & pieces, seat)
    return found | next_to(state.kings & pieces)


@jitable
def in_check(state: ChessState) -> bool:
    """Whether the king of the seat to move is attacked."""
    free = CELLS ^ (state.mine | state.theirs)
    return bool(attacked(state, state.theirs, 1 - state.seat, free) & state.kings & state.mine)


@jitable
def pinned(near: Bits, far: Bits, mine: Bits, threats: Bits) -> Bits:
    """The own piece that is pinned in one direction from the king, if there is one.

    near: the cells up to the first piece; far: those up to the second, if the first is an own one.
    threats: the enemy pieces that slide this way.
    """
    return near & mine if far & threats else EMPTY


@jitable
def shot(near: Bits, threats: Bits) -> Bits:
    """The cells up to and with an attacker in one direction from the king; empty if there is
    none.
    """
    return near if near & threats else EMPTY


@jitable
def passing_is_safe(state: ChessState, pawn: Bits) -> bool:
    """Whether this pawn's capture en passant leaves the king unattacked."""
    gone = step_s(state.passed) if state.seat == 0 else step_n(state.passed)
    theirs, mine = state.theirs ^ gone, state.mine ^ pawn ^ state.passed
    free = CELLS ^ (mine | theirs)
    return not attacked(state, theirs, 1 - state.seat, free) & state.kings & mine


@large
def pawn_moves(
    state: ChessState, upright: Bits, rising: Bits, falling: Bits, answers: Bits
) -> Eight:
    """The last sets of `moves`.

    upright, rising, falling: the own pieces that may move along columns and both diagonals.
    answers: the cells to which an attack on the king allows moves.
    """
    pawns, theirs = state.pawns & state.mine, state.theirs
    free, within = CELLS ^ (state.mine | theirs), CELLS ^ ENDS
    if state.seat == 0:
        one = step_n(pawns & upright) & free
        double = step_n(one & ROWS[2]) & free & answers
        west, east = step_nw(pawns & falling), step_ne(pawns & rising)
        passing_west, passing_east = step_se(state.passed) & pawns, step_sw(state.passed) & pawns
    else:
        one = step_s(pawns & upright) & free
        double = step_s(one & ROWS[5]) & free & answers
        west, east = step_sw(pawns & rising), step_se(pawns & falling)
        passing_west, passing_east = step_ne(state.passed) & pawns, step_nw(state.passed) & pawns
    one &= answers
    west &= theirs & answers
    east &= theirs & answers
    if passing_west and passing_is_safe(state, passing_west):
        west |= state.passed
    if passing_east and passing_is_safe(state, passing_east):
        east |= state.passed
    return (
        one & within,
        double,
        west & within,
        east & within,
        one & ENDS,
        west & ENDS,
        east & ENDS,
        EMPTY,
    )


Moves = tuple[Eight, Eight, Bits, Eight]


@large
def moves(state: ChessState) -> Moves:
    """The cells to which legal moves go, in sets whose moves come from different directions.

    They are those of what slides, by WAYS; of knights, by KNIGHT_STEPS; of the king, castling
    included; and of pawns: one forward, two forward, capturing to the west and to the east, then
    the first, third and fourth again with promotion, and an empty set.
    """
    mine, theirs, seat = state.mine, state.theirs, state.seat
    king, free = state.kings & mine, CELLS ^ (mine | theirs)
    straight, diagonal = state.straight & theirs, state.diagonal & theirs

    # A piece pinned on a line may move along that line only; an attack on the king is answered by
    # what comes between or captures, and two at once by the king alone.
    straight, diagonal = state.straight & theirs, state.diagonal & theirs
    looking = king, king, king, king
    near = slides(looking, free)
    far = slides(looking, free | (union_of_eight(near) & mine))
    e, w, n, s, ne, sw, nw, se = near
    far_e, far_w, far_n, far_s, far_ne, far_sw, far_nw, far_se = far
    on_row = pinned(e, far_e, mine, straight) | pinned(w, far_w, mine, straight)
    on_column = pinned(n, far_n, mine, straight) | pinned(s, far_s, mine, straight)
    on_rising = pinned(ne, far_ne, mine, diagonal) | pinned(sw, far_sw, mine, diagonal)
    on_falling = pinned(nw, far_nw, mine, diagonal) | pinned(se, far_se, mine, diagonal)
    lines = shot(e, straight) | shot(w, straight) | shot(n, straight) | shot(s, straight)
    lines |= shot(ne, diagonal) | shot(sw, diagonal) | shot(nw, diagonal) | shot(se, diagonal)
    attackers = lines & theirs
    attackers |= union_of_eight(jumps(king)) & state.knights & theirs
    attackers |= pawns_attack(king, seat) & state.pawns & theirs
    answers = lines | attackers if attackers else CELLS
    if popcount(attackers) > 1:
        answers = EMPTY
    onto = answers & (CELLS ^ mine)
    loose = mine & (CELLS ^ (on_row | on_column | on_rising | on_falling))

    rooks, bishops = state.straight & mine, state.diagonal & mine
    along_rows, along_columns = rooks & (loose | on_row), rooks & (loose | on_column)
    rising, falling = bishops & (loose | on_rising), bishops & (loose | on_falling)
    sliding_moves = masked(slides((along_rows, along_columns, rising, falling), free), onto)
    knights = masked(jumps(state.knights & loose), onto)

    danger = attacked(state, theirs, 1 - seat, free | king)
    steps = next_to(king) & (CELLS ^ (mine | danger))
    if state.castling & mine and not attackers:
        safe = free & (CELLS ^ danger)
        one, two = step_e(king) & safe, step_e(step_e(king)) & safe
        if one and two and state.castling & mine & COLUMNS[7]:
            steps |= two
        one, two = step_w(king) & safe, step_w(step_w(king)) & safe
        if one and two and step_w(two) & free and state.castling & mine & COLUMNS[0]:
            steps |= two

    upright, rising_too, falling_too = loose | on_column, loose | on_rising, loose | on_falling
    pawns = pawn_moves(state, upright, rising_too, falling_too, answers)
    return sliding_moves, knights, steps, pawns


@jitable
def move_count(sets: Moves) -> int:
    sliding_moves, knights, kings, pawns = sets
    count = count_of_eight(sliding_moves) + count_of_eight(knights) + popcount(kings)
    promoting = popcount(pawns[4]) + popcount(pawns[5]) + popcount(pawns[6])
    return count + count_of_eight(pawns) + 3 * promoting


@jitable
def slider_of(mine: Bits, target: int, way: int) -> int:
    """The cell of what slides to the target this way."""
    cell = target - way
    while not bit(cell) & mine:
        cell -= way
    return cell


@large
def nth_move(state: ChessState, sets: Moves, n: int) -> int:
    """The n-th legal move of the state with these moves."""
    sliding_moves, knights, kings, pawns = sets
    count = count_of_eight(sliding_moves)
    if n < count:
        way, target = nth_of_eight(sliding_moves, WAYS, n)
        return slider_of(state.mine, target, way) + 64 * target
    n -= count
    count = count_of_eight(knights)
    if n < count:
        way, target = nth_of_eight(knights, KNIGHT_WAYS, n)
        return target - way + 64 * target
    n -= count
    count = popcount(kings)
    if n < count:
        return lowest(state.kings & state.mine) + 64 * nth_bit(kings, n)
    n -= count
    count = popcount(pawns[0]) + popcount(pawns[1]) + popcount(pawns[2]) + popcount(pawns[3])
    becomes = 0
    if n >= count:
        becomes = 1 + ((n - count) & 3)
        n = count + ((n - count) >> 2)
    way, target = nth_of_eight(pawns, PAWN_WAYS[state.seat], n)
    return target - way + 64 * target + PROMOTED * becomes


@jitable
def cannot_mate(state: ChessState) -> bool:
    """Whether what is left of both sides cannot mate."""
    if state.pawns | state.straight:
        return False
    light, dark = state.diagonal & (CELLS ^ DARK), state.diagonal & DARK
    if state.knights:
        return popcount(state.knights | state.diagonal) == 1
    return not light or not dark


@jitable
def movers(state: ChessState) -> Bits:
    if state.quiet >= FIFTY or cannot_mate(state) or move_count(moves(state)) == 0:
        return EMPTY
    return ONE << to_bits(state.seat)


@jitable
def legal_count(state: ChessState, seat: int) -> int:
    return move_count(moves(state))


@jitable
def nth_legal(state: ChessState, seat: int, n: int) -> int:
    return nth_move(state, moves(state), n)


@jitable
def play(state: ChessState, action: int) -> ChessState:
    source, target = bit(action & 63), bit((action >> 6) & 63)
    becomes = (action >> 12) & 7
    mine, theirs = state.mine ^ source ^ target, state.theirs & (CELLS ^ target)
    quiet = 0 if theirs != state.theirs or state.pawns & source else state.quiet + 1
    stays = CELLS ^ (source | target)
    pawns, straight = state.pawns & stays, state.straight & stays
    knights, diagonal = state.knights & stays, state.diagonal & stays
    kings, passed = state.kings & stays, EMPTY
    knights |= target if state.knights & source or becomes == 1 else EMPTY
    diagonal |= target if state.diagonal & source or becomes in (2, 4) else EMPTY
    straight |= target if state.straight & source or becomes in (3, 4) else EMPTY
    if state.pawns & source and becomes == 0:
        pawns |= target
        behind = step_s(target) if state.seat == 0 else step_n(target)
        if target & state.passed:
            theirs ^= behind
            pawns ^= behind
        beside = step_e(target) | step_w(target)
        if (target >> 16 == source or target << 16 == source) and beside & pawns & theirs:
            passed = behind
    if state.kings & source:
        kings |= target
        moved = EMPTY
        if source << 2 == target:
            moved = (target << 1) | (target >> 1)
        elif source >> 2 == target:
            moved = (target >> 2) | (target << 1)
        mine ^= moved
        straight ^= moved
    castling = state.castling & stays
    if state.kings & source:
        castling &= CELLS ^ (ROWS[0] if state.seat == 0 else ROWS[7])
    return ChessState(
        theirs,
        mine,
        pawns,
        knights,
        diagonal,
        straight,
        kings,
        castling,
        passed,
        quiet,
        1 - state.seat,
    )


@jitable
def returns(state: ChessState, seat: int) -> float:
    if not in_check(state) or move_count(moves(state)):
        return 0.0
    return -1.0 if seat == state.seat else 1.0


@jitable
def repetition_state(state: ChessState) -> ChessState:
    mine, theirs, pawns, knights, diagonal, straight, kings, castling, passed, _, seat = state
    return ChessState(
        mine, theirs, pawns, knights, diagonal, straight, kings, castling, passed, 0, seat
    )


# Text and touches

SIDES = (Side(say("White"), "ivory", "w"), Side(say("Black"), "ebony", "b"))
NAMES_OF = {
    "K": (say("white king"), say("black king")),
    "Q": (say("white queen"), say("black queen")),
    "R": (say("white rook"), say("black rook")),
    "B": (say("white bishop"), say("black bishop")),
    "N": (say("white knight"), say("black knight")),
    "P": (say("white pawn"), say("black pawn")),
}
SHAPES: dict[str, Shape] = {
    "K": "king",
    "Q": "queen",
    "R": "rook",
    "B": "bishop",
    "N": "knight",
    "P": "pawn",
}
KINDS = tuple(
    Kind(sign, seat, SHAPES[letter], SIDES[seat].colour, names[seat], sign)
    for letter, names in NAMES_OF.items()
    for seat, sign in enumerate((letter, letter.lower()))
)
BECOMES = "-NBRQ"
PROMOTIONS = {
    4: Button("queen", say("Queen")),
    3: Button("rook", say("Rook")),
    2: Button("bishop", say("Bishop")),
    1: Button("knight", say("Knight")),
}


def by_letter(state: ChessState) -> dict[str, Bits]:
    """The pieces of each kind, of both seats."""
    _, _, pawns, knights, diagonal, straight, kings, *_ = state
    queens = diagonal & straight
    rooks, bishops = straight ^ queens, diagonal ^ queens
    return {"K": kings, "Q": queens, "R": rooks, "B": bishops, "N": knights, "P": pawns}


def sets(state: ChessState) -> list[Bits]:
    return [pieces & own for pieces in by_letter(state).values() for own in sides(state)]


STONES = Stones(BOARD, SIDES, KINDS, sets)


@functools.lru_cache(maxsize=64)
def legal(state: ChessState) -> tuple[int, ...]:
    """All legal actions."""
    found = moves(state)
    return tuple(nth_move(state, found, n) for n in range(move_count(found)))


def letter_at(state: ChessState, cell: int) -> str:
    """The letter of the piece there."""
    return next(letter for letter, cells in by_letter(state).items() if cells >> cell & 1)


def parts(action: int) -> tuple[int, int, int]:
    """The cells from which and to which an action goes, and what a pawn becomes."""
    return action & 63, action >> 6 & 63, action >> 12


def action_texts(state: ChessState, seat: int, action: int) -> tuple[str, ...]:
    source, target, becomes = parts(action)
    letter, short = letter_at(state, source), standard_notation(state, action)
    after = play(state, action)
    sign = ("+" if move_count(moves(after)) else "#") if in_check(after) else ""
    plain = NAMES[source] + NAMES[target] + (BECOMES[becomes].lower() if becomes else "")
    more = (short.replace("O", "0"),) if letter == "K" and "O" in short else ()
    return tuple(dict.fromkeys((short + sign, short, plain, *more)))


def standard_notation(state: ChessState, action: int) -> str:
    """The move in standard algebraic notation, without the sign of a check."""
    source, target, becomes = parts(action)
    letter, start, end = letter_at(state, source), NAMES[source], NAMES[target]
    if letter == "K" and abs(source - target) == 2:
        return "O-O" if target > source else "O-O-O"
    takes = "x" if state.theirs >> target & 1 or (letter == "P" and start[0] != end[0]) else ""
    if letter == "P":
        promotion = f"={BECOMES[becomes]}" if becomes else ""
        return f"{start[0] if takes else ''}{takes}{end}{promotion}"
    rivals = [
        NAMES[other & 63]
        for other in legal(state)
        if other >> 6 & 63 == target
        and other & 63 != source
        and letter_at(state, other & 63) == letter
    ]
    if not rivals:
        told = ""
    elif all(rival[0] != start[0] for rival in rivals):
        told = start[0]
    else:
        told = start[1] if all(rival[1] != start[1] for rival in rivals) else start
    return f"{letter}{told}{takes}{end}"


def touches(state: ChessState, seat: int, action: int) -> tuple[str, ...]:
    source, target, becomes = parts(action)
    more = (PROMOTIONS[becomes].id,) if becomes else ()
    return NAMES[source], NAMES[target], *more


def more_touches(state: ChessState, seat: int, action: int) -> tuple[tuple[str, ...], ...]:
    """To castle, the rook may be touched in place of the cell where the king goes."""
    source, target, _ = parts(action)
    if not state.kings >> source & 1 or abs(source - target) != 2:
        return ()
    return ((NAMES[source], NAMES[target + 1 if target > source else target - 2]),)


def write_position(state: ChessState) -> str:
    castling = "".join(
        sign for sign, corner in CORNERS.items() if state.castling >> BOARD.index[corner] & 1
    )
    passed = NAMES[lowest(state.passed)] if state.passed else "-"
    return f"{STONES.write(state)} {castling or '-'} {passed} {state.quiet}"


CASTLINGS = {
    "".join(signs) or "-" for n in range(5) for signs in itertools.combinations(CORNERS, n)
}


def read_position(text: str, ruleset: Ruleset) -> ChessState:
    found, seat, cursor = STONES.read(
        text, "a piece (KQRBNP or kqrbnp) or a number of empty cells", more=True
    )
    castling = cursor.word_of(CASTLINGS, "who may castle: KQkq, some of these, or -")
    passing = cursor.word_of(
        {"-", *(name for name in NAMES.values() if name[1] == "63"[seat])},
        f"the cell of row {'63'[seat]} that a pawn just passed over, or -",
    )
    quiet = cursor.number(FIFTY, f"0 to {FIFTY} half-moves without capture or pawn's move")
    if cursor.next:  # the number of the move, which the rules do not ask for
        cursor.number(99_999, "the number of the move, or the end", least=1)
    cursor.end()

    union_of = {letter: found[letter] | found[letter.lower()] for letter in NAMES_OF}
    white, black = (
        Bits(sum(found[kind.sign] for kind in KINDS if kind.seat == side)) for side in (0, 1)
    )
    mine, theirs = (white, black) if seat == 0 else (black, white)
    passed = BOARD.cells_of([passing]) if passing != "-" else EMPTY
    state = ChessState(
        mine,
        theirs,
        union_of["P"],
        union_of["N"],
        union_of["B"] | union_of["Q"],
        union_of["R"] | union_of["Q"],
        union_of["K"],
        BOARD.cells_of(CORNERS[sign] for sign in castling if sign != "-"),
        passed,
        quiet,
        seat,
    )
    if wrong := fault(state, found):
        raise cursor.impossible(wrong)
    behind = step_s(passed) if seat == 0 else step_n(passed)
    if not (step_e(behind) | step_w(behind)) & state.pawns & mine:
        return state._replace(passed=EMPTY)  # nobody can capture there
    return state


def fault(state: ChessState, found: dict[str, Bits]) -> str:
    """What is impossible about a position; empty where it is possible."""
    for kind in KINDS:
        count = popcount(found[kind.sign])
        if kind.shape == "king" and count != 1:
            return f"{count} kings {kind.sign}, expected one"
        if kind.shape == "pawn" and count > 8:
            return f"{count} pawns {kind.sign}, expected at most 8"
    for side, own in zip(SIDES, sides(state), strict=True):
        if popcount(own) > 16:
            return f"{popcount(own)} pieces of {side.name}, expected at most 16"
    if state.pawns & ENDS:
        return f"a pawn on {NAMES[lowest(state.pawns & ENDS)]}, expected none on rows 1 and 8"
    for sign, corner in CORNERS.items():
        row, king, rook = ("1", "K", "R") if sign.isupper() else ("8", "k", "r")
        at_home = found[king] & BOARD.cells_of(["e" + row]) and found[rook] & BOARD.cells_of(
            [corner]
        )
        if state.castling & BOARD.cells_of([corner]) and not at_home:
            return f"castling {sign}, expected the king on e{row} and a rook on {corner}"
    if state.passed:
        came, stands = step_n(state.passed), step_s(state.passed)
        if state.seat == 1:
            came, stands = stands, came
        free = CELLS ^ (state.mine | state.theirs)
        if not (free & came and free & state.passed and state.pawns & state.theirs & stands):
            cell = NAMES[lowest(state.passed)]
            return f"{cell} was not passed over, expected a pawn that just went two cells"
    turned = state._replace(mine=state.theirs, theirs=state.mine, seat=1 - state.seat)
    if in_check(turned):
        name = SIDES[1 - state.seat].name
        return f"the king of {name} can be captured, expected {name} to move"
    return ""


# View


def view(state: ChessState, before: ChessState | None, action: int | None) -> View:
    touched = touches(before, before.seat, action) if before and action is not None else ()
    actions = legal(state) if movers(state) else ()
    promoting = any(action >= PROMOTED for action in actions)
    checked = state.kings & state.mine if in_check(state) else EMPTY
    return STONES.view(
        state,
        touched,
        going=bool(actions),
        threatened=checked,
        buttons=tuple(PROMOTIONS.values()) if promoting else (),
        status=status(state, going=bool(actions)),
        task=say("move a piece"),
    )


def status(state: ChessState, *, going: bool) -> str:
    seat, other = SIDES[state.seat].name, SIDES[1 - state.seat].name
    if going and in_check(state):
        return say("{seat} to move, in check", seat=seat)
    if going:
        return say("{seat} to move", seat=seat)
    if returns(state, 0):
        return say("Checkmate: {winner} wins", winner=other)
    if cannot_mate(state):
        return say("Neither side can mate any more: a draw")
    if not legal(state):
        return say("Stalemate: {seat} cannot move, a draw", seat=seat)
    return say("Fifty moves without a capture or a pawn's move: a draw")


STANDARD = Ruleset(
    name="standard",
    title=say("Standard"),
    source=say("FIDE Laws of Chess, 2023"),
    parameters="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
)


def start(ruleset: Ruleset, seats: int) -> ChessState:
    return read_position(ruleset.parameters, ruleset)


GAME = STONES.game(
    name="chess",
    title=say("Chess"),
    state=ChessState,
    rulesets=(STANDARD,),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns, repetition_state),
    action_texts=action_texts,
    touches=touches,
    more_touches=more_touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    repetition=3,
    hints="ludarium.hints.chess",
)
