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
with bishops on cells of one colour only. Who runs out of time or resigns does not lose to who could
not mate by any play: for lack of pieces, or behind walls of pawns that no king can pass. Where
neither could, the game is a draw at once.

Source: FIDE Laws of Chess, 2023, which let a player claim the draws by repetition and by fifty
moves; as on most servers, they come of themselves here.

Notation: as in the Laws, such as `e4`, `Nf3`, `Bxe5+`, `exd6`, `e8=Q#`, `O-O`. Understood are, too,
`e2e4`, `e7e8q`, `e2-e4`, `Ng1-f3`, more of the origin than it takes (`Ngf3`), `e8Q`, `e8(Q)`,
`0-0`, the king to its rook (`e1h1`), and signs such as `+` and `!` or none. A position is written
as in FEN, without the number of the move.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from typing import Annotated, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, popcount, to_bits
from ludarium.rules.boards.piece_placement import Kind, Side, Stones, sides
from ludarium.rules.chess_movegen import (
    BOARD,
    CELLS,
    ENDS,
    PROMOTED,
    ROWS,
    advanced,
    beside,
    can_pass,
    can_win,
    cannot_mate,
    every_move,
    in_check,
    move_count,
    moves,
    nth_move,
)
from ludarium.rules.chess_notation import action_texts, by_letter, named_by, parts, rest_of
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import OtherName, PieceLetters, Ruleset, standard
from ludarium.rules.provenance import Provenance
from ludarium.rules.termination import Termination
from ludarium.rules.view import Button, Man, View

NAMES = BOARD.names
CORNERS = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
FIFTY = 100  # half-moves


class ChessState(NamedTuple):
    """A position: its fields are told in `ludarium.rules.chess_movegen`.

    passed: empty where no capture en passant is legal, so that the position is the same as without
    it (Laws, 9.2.3). quiet: half-moves since the last capture or
    move of a pawn.
    """

    mine: Bits
    theirs: Bits
    pawns: Bits
    knights: Bits
    diagonal: Bits
    straight: Bits
    kings: Bits
    castling: Bits
    passed: Bits
    quiet: Annotated[int, range(FIFTY + 1)]
    seat: int


# Rules. Moves and actions are those of `ludarium.rules.chess_movegen`.


@jitable
def goes_on(state: ChessState) -> bool:
    """Return whether the game is not over for another reason than that there is no legal move."""
    return state.quiet < FIFTY and not cannot_mate(state)


@jitable
def movers(state: ChessState) -> Bits:
    if not goes_on(state) or move_count(moves(state)) == 0:
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
        behind = advanced(target, 1 - state.seat)
        if target & state.passed:
            theirs ^= behind
            pawns ^= behind
        if advanced(behind, 1 - state.seat) == source and beside(target) & pawns & theirs:
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
    men = pawns, knights, diagonal, straight, kings
    after = ChessState(theirs, mine, *men, castling, passed, quiet, 1 - state.seat)
    if passed and not can_pass(after):
        return ChessState(theirs, mine, *men, castling, EMPTY, quiet, 1 - state.seat)
    return after


@jitable
def returns(state: ChessState, seat: int) -> float:
    if not in_check(state) or move_count(moves(state)):
        return 0.0
    return -1.0 if seat == state.seat else 1.0


@jitable
def repetition_state(state: ChessState) -> ChessState:
    return ChessState(*state[:9], 0, state.seat)


# Text and touches

SIDES = (Side(say("White"), "ivory", "w"), Side(say("Black"), "ebony", "b"))
MEN: dict[str, tuple[Man, str, str]] = {
    "K": ("king", say("white king"), say("black king")),
    "Q": ("queen", say("white queen"), say("black queen")),
    "R": ("rook", say("white rook"), say("black rook")),
    "B": ("bishop", say("white bishop"), say("black bishop")),
    "N": ("knight", say("white knight"), say("black knight")),
    "P": ("pawn", say("white pawn"), say("black pawn")),
}
WORTHS = {"Q": 9, "R": 5, "B": 3, "N": 3, "P": 1}
KINDS = tuple(
    Kind(sign, seat, shape, SIDES[seat].colour, names[seat], sign, worth=WORTHS.get(letter, 0))
    for letter, (shape, *names) in MEN.items()
    for seat, sign in enumerate((letter, letter.lower()))
)
PROMOTIONS = {
    4: Button("queen", say("Queen"), shape="queen"),
    3: Button("rook", say("Rook"), shape="rook"),
    2: Button("bishop", say("Bishop"), shape="bishop"),
    1: Button("knight", say("Knight"), shape="knight"),
}
"""The buttons of what a pawn becomes, by how an action says so, without the seat's colour."""


def sets(state: ChessState) -> list[Bits]:
    return [pieces & own for pieces in by_letter(state).values() for own in sides(state)]


STONES = Stones(BOARD, SIDES, KINDS, sets)


@functools.lru_cache(maxsize=64)
def legal(state: ChessState) -> tuple[int, ...]:
    """All legal actions."""
    sets = moves(state)
    return tuple(nth_move(state, sets, n) for n in range(move_count(sets)))


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


RIGHTS = ["".join(some) for n in range(5) for some in itertools.combinations(CORNERS, n)]
COLUMNS = str.maketrans("KQkq", "HAha")
CASTLINGS = {signs.translate(kind) or "-": signs for signs in RIGHTS for kind in (COLUMNS, {})}
"""The rights to castle, by words: those of FEN, and those of Shredder-FEN and X-FEN, in which rooks
are named by their columns."""


def read_position(text: str, ruleset: Ruleset) -> ChessState:
    sets, seat, cursor = STONES.read(
        text, "a piece (KQRBNP or kqrbnp) or a number of empty cells", more=True
    )
    castling = cursor.word_of(CASTLINGS, "who may castle: KQkq or HAha, some of these, or -")
    passing = cursor.word_of(
        {"-", *(name for name in NAMES.values() if name[1] == "63"[seat])},
        f"the cell of row {'63'[seat]} that a pawn just passed over, or -",
    )
    quiet = cursor.number(FIFTY, f"0 to {FIFTY} half-moves without capture or pawn's move")
    if cursor.next:  # the number of the move, which the rules do not ask for
        cursor.number(99_999, "the number of the move, or the end", least=1)
    cursor.end()

    white, black = (
        Bits(sum(sets[kind.sign] for kind in KINDS if kind.seat == side)) for side in (0, 1)
    )
    kings, queens, rooks, bishops, knights, pawns = (
        sets[letter] | sets[letter.lower()] for letter in MEN
    )
    sliders = bishops | queens, rooks | queens
    corners = BOARD.cells_of(CORNERS[sign] for sign in CASTLINGS[castling])
    passed = BOARD.cells_of([passing]) if passing != "-" else EMPTY
    own = (white, black) if seat == 0 else (black, white)
    state = ChessState(*own, pawns, knights, *sliders, kings, corners, passed, quiet, seat)
    if wrong := fault(state, sets):
        raise cursor.impossible(wrong)
    return state if can_pass(state) else state._replace(passed=EMPTY)


def fault(state: ChessState, sets: dict[str, Bits]) -> str:
    """Tell what is impossible about a position; empty where it is possible."""
    for kind in KINDS:
        count = popcount(sets[kind.sign])
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
        king, rook = "KR" if sign.isupper() else "kr"
        home, place = BOARD.cells_of(["e" + corner[1]]), BOARD.cells_of([corner])
        if state.castling & place and not (sets[king] & home and sets[rook] & place):
            return f"castling {sign}, expected the king on e{corner[1]} and a rook on {corner}"
    if state.passed:
        came, stands = advanced(state.passed, state.seat), advanced(state.passed, 1 - state.seat)
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
        buttons=promotion_buttons(state.seat) if promoting else (),
        status=status(state, going=bool(actions)),
        task=say("move a piece"),
    )


def promotion_buttons(seat: int) -> tuple[Button, ...]:
    colour = SIDES[seat].colour
    return tuple(dataclasses.replace(button, colour=colour) for button in PROMOTIONS.values())


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


def termination(state: ChessState) -> Termination:
    if cannot_mate(state):
        return Termination.DEAD_POSITION
    if legal(state):
        return Termination.QUIET_MOVES
    return Termination.CHECKMATE if in_check(state) else Termination.STALEMATE


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0"


def start(ruleset: Ruleset, seats: int) -> ChessState:
    return read_position(START, ruleset)


GAME = STONES.game(
    name="chess",
    title=say("Chess"),
    kinds=("chess-like",),
    provenance=Provenance(
        place=say("Southern Europe"),
        latitude=43.0,
        longitude=5.0,
        period=say("since about {first}", first="1500"),
        source=say(
            "{work}, as cited by {by}", work="Murray 1913: A History of Chess", by="Wikipedia"
        ),
        near=True,
    ),
    first_pick=True,
    other_names=(OtherName("Western chess", "en"), OtherName("Šach", "cs")),
    state=ChessState,
    rulesets=(standard(say("FIDE Laws of Chess, 2023")),),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns, repetition_state, can_win),
    termination=termination,
    action_texts=action_texts,
    promotes=True,
    uci_variant="",
    piece_letters=PieceLetters("K Q R B N", say("K Q R B N"), "♔ ♕ ♖ ♗ ♘"),
    named_by=named_by,
    rest_of=rest_of,
    touches=touches,
    more_touches=more_touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    actions=lambda ruleset, seats: every_move(),
    repetition=3,
    hints="ludarium.hints.chess",
    wording="ludarium.games.wording.chess",
    interchange="ludarium.games.interchange.chess",
)
