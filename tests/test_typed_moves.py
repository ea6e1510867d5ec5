"""Moves in other programs' notations are read as those programs read them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

import ludarium
from ludarium.errors import MoveError
from ludarium.play.position import Move, Position

LETTERS = "QRBNqrbn"
ROOKS = {"e1g1": "h1", "e1c1": "a1", "e8g8": "h8", "e8c8": "a8"}


def chess_positions(games: int, seed: int) -> Iterator[tuple[chess.Board, Position]]:
    """Positions of random games, in both programs."""
    source = random.Random(seed)
    for _ in range(games):
        board, position = chess.Board(), ludarium.start("chess")
        while not position.over and board.ply() < 160:
            yield board.copy(stack=False), position
            moves = list(board.legal_moves)
            # promotions and castling are rare
            rare = [move for move in moves if move.promotion or board.is_castling(move)]
            move = source.choice(rare if rare and source.random() < 0.5 else moves)
            position = position.play(move.uci())
            board.push(move)


def origins(board: chess.Board, move: chess.Move) -> Iterator[str]:
    """Each part of the origin that tells the move apart from others of the same kind of piece."""
    square, kind = chess.square_name(move.from_square), board.piece_type_at(move.from_square)
    rivals = {
        other.from_square
        for other in board.legal_moves
        if other.to_square == move.to_square and board.piece_type_at(other.from_square) == kind
    }
    for part in ("", *square, square):
        if sum(part in chess.square_name(rival) for rival in rivals) == 1:
            yield part


def chess_spellings(board: chess.Board, move: chess.Move) -> Iterator[str]:
    """The texts that programs and people write for a move."""
    uci, san = move.uci(), board.san(move).rstrip("+#")
    start, end, becomes = uci[:2], uci[2:4], uci[4:].upper()
    castles, pawn = board.is_castling(move), board.piece_type_at(move.from_square) == chess.PAWN
    texts = [uci, san]
    if castles:
        texts += [san.replace("O", "0"), san.lower(), start + ROOKS[uci], f"K{start}{ROOKS[uci]}"]
    elif becomes:
        bare = san[:-2]
        for text in (bare, start + end, f"{start}-{end}"):
            texts += [f"{text}{becomes}", f"{text}({becomes})", f"{text}/{becomes}"]
            texts += [f"{text}={becomes}", f"{text}{becomes.lower()}"]
    elif pawn:
        texts += [f"{start}-{end}", f"{start}x{end}", f"{start}{end}", f"{start}:{end}"]
        texts += [f"P{start}-{end}", f"{start}-{end}".upper()]
        if board.is_capture(move):
            texts += [f"{start[0]}{end}", f"{start[0]}:{end}"]
        if board.is_en_passant(move):
            texts += [f"{san} e.p.", f"{san}ep"]
    else:
        letter = board.piece_at(move.from_square).symbol().upper()  # type: ignore[union-attr]
        texts += [f"{start}-{end}", f"{start}x{end}"]
        for part in origins(board, move):
            texts += [f"{letter}{part}{sign}{end}" for sign in ("", "x", "-")]
    for text in texts:
        yield from (text, text + "+", f" {text}#!? ")


def test_every_spelling_of_every_move_of_chess_is_read_as_that_move() -> None:
    for number, (board, position) in enumerate(chess_positions(games=2, seed=43)):
        if number % 12:  # of one game in each stage
            continue
        canonical = {move.uci(): board.san(move) for move in board.legal_moves}
        for move in board.legal_moves:
            for text in chess_spellings(board, move):
                read = position.parse_move(text)
                assert read.text == canonical[move.uci()], (board.fen(), text)


def test_texts_of_any_kind_are_read_as_python_chess_reads_them() -> None:
    """Random texts of the right shape: whatever python-chess reads is read alike."""
    source, read = random.Random(7), 0
    for number, (board, position) in enumerate(chess_positions(games=3, seed=44)):
        if number % 8:
            continue
        moves = list(board.legal_moves)
        for _ in range(100):
            move = source.choice(moves)
            column, row = list(chess.square_name(move.from_square))
            letter = chess.piece_symbol(board.piece_type_at(move.from_square) or 1).upper()
            text = source.choice(["", letter, *"NBKRQ"]) + source.choice(["", column])
            text += source.choice(["", row]) + source.choice(["", "x", "-"])
            text += chess.square_name(move.to_square) + source.choice(["", "", *LETTERS, "=Q"])
            try:
                expected = board.san(board.parse_san(text))
            except ValueError:
                continue
            assert position.parse_move(text).text == expected, (board.fen(), text)
            read += 1
    assert read > 300


@pytest.mark.parametrize(
    ("position", "text", "choices"),
    [
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0", "Nd2", "Nbd2 or Nfd2"),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0", "e8", r"e8=N\+ or e8=B or e8=R or e8=Q"),
        ("8/4P1k1/8/8/8/8/8/K7 w - - 0", "e7-e8!", r"e8=N\+ or e8=B or e8=R or e8=Q"),
    ],
)
def test_a_text_of_several_moves_names_them(position: str, text: str, choices: str) -> None:
    with pytest.raises(MoveError, match=f"may be {choices}$"):
        ludarium.parse(f"chess {position}").parse_move(text)


@pytest.mark.parametrize("text", ["Kh5", "e1h5", "Nb1", "e2xe4e5", "O-O", "e8=K", "P", "K", "xe4"])
def test_a_text_of_no_move_is_refused(text: str) -> None:
    position = ludarium.parse("chess 4k3/8/8/7R/8/8/8/4K3 w - - 0")
    with pytest.raises(MoveError, match="is not a legal move here"):
        position.parse_move(text)


@pytest.mark.parametrize(
    ("ruleset", "text", "move"),
    [
        ("19", "D4", "d4"),
        ("19", "dd", "d16"),
        ("19", "ii", "j11"),
        ("19", "sa", "t19"),
        ("9", "ai", "a1"),
        ("19", "tt", "pass"),
        ("19", "PASS", "pass"),
    ],
)
def test_points_of_go_are_read_as_programs_and_sgf_have_them(
    ruleset: str, text: str, move: str
) -> None:
    assert ludarium.start("go", ruleset).parse_move(text).text == move


XIANGQI = [
    json.loads(line)
    for line in (Path(__file__).parent / "xiangqi_moves.jsonl").read_text().splitlines()
]


def xiangqi_moves() -> Iterator[tuple[Position, Move, str, str]]:
    """All moves of positions of random games, as pyffish 0.0.90 writes them: with rows from 1, and
    as tournaments do.
    """
    for line in XIANGQI:
        position = ludarium.parse(f"xiangqi {line['fen']}")
        by_points = {"".join(move.touches): move for move in position.legal}
        for points, spoken in line["moves"]:
            if points in by_points:  # those that repeat are not known to pyffish
                yield position, by_points[points], points, spoken


def test_moves_of_xiangqi_are_read_as_tournaments_write_them() -> None:
    read = 0
    for position, move, _, spoken in xiangqi_moves():
        texts = [spoken, spoken.lower(), spoken.replace("=", ".")]
        if spoken[1] in "+-":
            texts.append(f"{spoken[1]}{spoken[0]}{spoken[2:]}")
        for text in texts:
            assert position.parse_move(text) == move, (position.text, text)
        read += 1
    assert read > 1000


def test_rows_of_xiangqi_are_read_from_1_and_from_0_unless_both_are_legal() -> None:
    """Compared with all moves, told both ways."""
    clear = doubtful = 0
    for position, move, points, _ in xiangqi_moves():
        (start, row), (end, onto) = (name_and_row(name) for name in move.touches)
        other = f"{start}{row - 1}{end}{onto - 1}"
        for text in (points, f"{start}{row}-{end}{onto}".upper(), other, other.upper()):
            told = text.lower().replace("-", "")
            by_both = [
                one
                for one in position.legal
                for (a, b), (c, d) in [[name_and_row(name) for name in one.touches]]
                if told in (f"{a}{b}{c}{d}", f"{a}{b - 1}{c}{d - 1}")
            ]
            if len(by_both) == 1:
                assert position.parse_move(text) == move
                clear += 1
            else:
                names = " or ".join(map(str, by_both))
                with pytest.raises(MoveError, match=f"may be {names}$"):
                    position.parse_move(text)
                doubtful += 1
        assert position.parse_move(move.text) == move
    assert clear > 3000
    assert doubtful > 50


def name_and_row(point: str) -> tuple[str, int]:
    return point[0], int(point[1:])
