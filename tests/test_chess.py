"""Chess: published counts of moves, and what FEN and notation say."""

from __future__ import annotations

import random

import chess
import pytest

import ludarium
from ludarium.errors import MoveError, PositionError
from ludarium.openspiel.history_states import HistoryState
from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.rules import chess_movegen, generic
from ludarium.rules.termination import Termination
from ludarium.simulate.perft import count_paths
from playing import ILLEGAL_EN_PASSANT


def at(fen: str) -> Position:
    return ludarium.parse(f"chess/standard {fen}")


# Positions with many castlings, pins, promotions and captures en passant, as counted by several
# engines:
# https://www.chessprogramming.org/Perft_Results
@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0",
            [48, 2039, 97862, 4085603],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0", [14, 191, 2812, 43238, 674624]),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0",
            [6, 264, 9467, 422333, 15833292],
        ),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1", [44, 1486, 62379, 2103487]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0",
            [46, 2079, 89890, 3894594],
        ),
    ],
)
def test_perft(fen: str, counts: list[int]) -> None:
    position = at(fen)
    found = [count_paths(position.game, position.state, depth + 1) for depth in range(len(counts))]
    assert found == counts


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        # the king's rook and the queen's rook
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4"),
        # a pawn that passed another, and the cell is told only then
        ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0", "a4", "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0"),
        ("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0", "bxa3", "4k3/8/8/8/8/p7/8/4K3 w - - 0"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 5", "a4", "4k3/8/8/8/P7/8/8/4K3 b - - 0"),
        # a pawn becomes another piece, and takes the right to castle
        ("r3k3/1P6/8/8/8/8/8/4K3 w q - 0", "bxa8=N", "N3k3/8/8/8/8/8/8/4K3 b - - 0"),
        # two knights, two rooks, and three queens
        ("4k3/8/8/8/8/8/3N4/N3K3 w - - 0", "Nab3", "4k3/8/8/8/8/1N6/3N4/4K3 b - - 1"),
        ("4k3/R7/8/8/8/8/8/R3K3 w - - 0", "R1a4", "4k3/R7/8/8/R7/8/8/4K3 b - - 1"),
        ("4K3/Q7/8/7k/8/8/8/Q5Q1 w - - 0", "Qa1d4", "4K3/Q7/8/7k/3Q4/8/8/6Q1 b - - 1"),
    ],
)
def test_moves(fen: str, move: str, after: str) -> None:
    position = at(fen)
    assert position.parse_move(move).text == move
    assert position.play(move).text == f"chess/standard {after}"


@pytest.mark.parametrize(
    ("fen", "status", "returns"),
    [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0", "Checkmate: White wins", (1, -1)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0", "Stalemate: Black cannot move, a draw", (0, 0)),
        ("7k/8/6K1/8/8/8/8/2BB4 b - - 0", "Black to move", None),
        ("7k/8/6K1/8/8/8/8/B1B5 b - - 0", "Neither side can mate any more: a draw", (0, 0)),
        ("7k/8/6K1/8/8/8/8/N7 b - - 0", "Neither side can mate any more: a draw", (0, 0)),
        (
            "7k/8/6K1/8/8/8/8/R7 b - - 100",
            "Fifty moves without a capture or a pawn's move: a draw",
            (0, 0),
        ),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100", "Checkmate: White wins", (1, -1)),
    ],
)
def test_ends(fen: str, status: str, returns: tuple[float, ...] | None) -> None:
    position = at(fen)
    assert position.view.status == status
    assert (position.returns if position.over else None) == returns


def test_a_game_is_a_draw_when_a_position_comes_for_the_third_time() -> None:
    position = ludarium.start("chess")
    for move in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
        assert not position.over
        position = position.play(move)
    assert position.returns == (0, 0)


def test_a_capture_that_is_illegal_makes_no_position_another() -> None:
    """FIDE Laws 9.2.3: after d5 the pawn on e5 is pinned, so its capture en passant is no move."""
    record = ludarium.Record.new("chess")
    for move in ILLEGAL_EN_PASSANT:
        assert not record.over
        record.play(move)
    assert record.reason == "repetition"
    # a position that tells of such a capture is read, and written without it
    told = "chess/standard 4k3/8/8/K2pP2r/8/8/8/8 w - d6 0"
    assert ludarium.parse(told).text == told.replace("d6", "-")


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0", True, False),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0", False, False),
        ("4kq2/8/8/8/8/8/8/N3K3 w - - 0", False, True),
        ("4kr2/8/8/8/8/8/8/N3K3 w - - 0", True, True),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0", True, True),
        ("5bk1/8/8/8/8/8/8/2B1K3 w - - 0", False, False),
        ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 w - - 0", False, False),  # walls of pawns
        ("4k3/8/8/1p1p1p2/1P1P1P1P/8/8/4K3 w - - 0", True, True),  # with a gap
        ("4k3/8/8/1p2p1p1/1P1pP1P1/3P4/8/4K3 b - e3 0", True, True),  # that opens en passant
    ],
)
def test_who_can_win(fen: str, white: bool, black: bool) -> None:
    """As python-chess's `has_insufficient_material` has it, but for the walls."""
    position = at(fen)
    assert [generic.can_win(position.state, seat) for seat in (0, 1)] == [white, black]


def test_a_game_ends_when_nobody_can_win() -> None:
    """A move shuts the last gap in a wall of pawns; a game of an earlier edition goes on."""
    first = at("4k3/8/8/1p1p1p1p/1P1P1P2/8/7P/4K3 w - - 0")
    record = Record(first, ("White", "Black"))
    record.play("h4")
    assert record.returns == (0.0, 0.0)
    assert record.outcome is not None
    assert record.outcome.termination == Termination.DEAD_POSITION
    assert Record.from_json(record.to_json()).over
    record.undo()
    assert not record.over
    assert not Record(first, ("White", "Black"), moves=["h4"], edition=2).over
    state = HistoryState(first, 100, 0)
    assert not state.over
    assert state.after(first.parse_move("h4").action).over


def mate_can_come(position: Position) -> bool:
    """Whether any play leads to a mate, or to a capture, by looking at all of it."""
    seen, waiting = {position.state}, [position]
    while waiting:
        here = waiting.pop()
        for move in here.legal:
            if move.text[0] != "K" or "x" in move.text:
                return True
            after = here.play(move)
            if "#" in move.text:
                return True
            key = generic.repetition_state(after.state)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return False


def test_walls_of_pawns_are_those_that_no_play_opens() -> None:
    """Kings go round behind walls that are drawn at random; some are open somewhere."""
    walls = 0
    for seed in range(60):
        source = random.Random(seed)
        rows = [["." for _ in range(8)] for _ in range(8)]
        for column in range(8):
            row = source.choice((3, 4, 4, 4, 5))
            if source.random() < 0.93:
                rows[row][column], rows[row - 1][column] = "P", "p"
        rows[source.choice((6, 7))][source.randrange(8)] = "K"
        rows[source.choice((0, 1))][source.randrange(8)] = "k"
        fen = "/".join("".join(row).replace(".", "1") for row in rows)
        try:
            position = at(f"{fen} w - - 0")
        except PositionError:
            continue
        if chess_movegen.in_check(position.state):
            continue
        walled = chess_movegen.is_walled(position.state)
        walls += walled
        assert walled == (not mate_can_come(position))
    assert walls >= 3


def test_capitals_tell_a_bishop_from_a_pawn() -> None:
    position = at("4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0")
    assert position.play("bxc4").text.endswith("4k3/8/8/8/2P5/3B4/8/4K3 b - - 0")
    assert position.play("Bxc4").text.endswith("4k3/8/8/8/2B5/1P6/8/4K3 b - - 0")
    with pytest.raises(MoveError, match="capitals matter here"):
        position.play("BXC4")


def test_other_notations_are_understood() -> None:
    position = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0")
    assert position.parse_move("e1g1") == position.parse_move("0-0") == position.parse_move("O-O")
    position = at("4k3/P7/8/8/8/8/8/4K3 w - - 0 73")
    assert position.parse_move("a7a8q") == position.parse_move("a8=Q")


def test_castling_may_be_told_by_the_columns_of_rooks() -> None:
    """As in Shredder-FEN, which python-chess writes here, and X-FEN."""
    source, board = random.Random(5), chess.Board()
    for _ in range(60):
        assert at(board.fen()) == at(board.shredder_fen())
        board.push(source.choice(list(board.legal_moves)))


@pytest.mark.parametrize(
    ("fen", "wrong"),
    [
        ("8/8/8/8/8/8/8/4K3 w - - 0", "0 kings k"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0", "a pawn on h8"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0", "castling K"),
        ("4k3/8/8/8/8/8/8/4K3 w QK - 0", "who may castle"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0", "e6 was not passed over"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0", "the cell of row 6"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0", "the king of Black can be captured"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101", "0 to 100"),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0", "9 pawns p"),
    ],
)
def test_positions_that_cannot_be(fen: str, wrong: str) -> None:
    with pytest.raises(PositionError, match=wrong):
        at(fen)
