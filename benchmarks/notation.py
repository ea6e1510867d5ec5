"""How long it takes to read a move: its text in a position of which nothing is known yet.

`python benchmarks/notation.py` tells microseconds of processor time a move, in random positions of
chess and, for comparison, python-chess's time to parse the same moves in the same positions (and to
make its board ready for it, as `Position` finds legal moves anew).
"""

from __future__ import annotations

import random
import statistics
import time

import chess

import ludarium
from ludarium.play.position import Position

GAMES = ("chess", "xiangqi", "yoxii", "gomoku", "hex", "tafl", "connect4", "draughts", "othello")
POSITIONS, MOVES, ROUNDS = 40, 5, 7


def positions(name: str) -> list[Position]:
    """Positions of random games."""
    source = random.Random(name)
    found: list[Position] = []
    position = ludarium.start(name)
    while len(found) < POSITIONS:
        position = position.play(source.choice(position.legal))
        if position.over:
            position = ludarium.start(name)
        found.append(position)
    return found


def ours(asked: list[tuple[Position, str]]) -> float:
    """Microseconds a move."""
    fresh = [(Position(at.game, at.ruleset, at.state), text) for at, text in asked]
    begin = time.process_time()
    for position, text in fresh:
        position.parse_move(text)
    return (time.process_time() - begin) / len(asked) * 1e6


def theirs(asked: list[tuple[Position, str]]) -> float:
    """Microseconds a move of python-chess."""
    boards = [(chess.Board(fen(at)), text) for at, text in asked]
    begin = time.process_time()
    for board, text in boards:
        board.parse_san(text)
    return (time.process_time() - begin) / len(asked) * 1e6


def fen(position: Position) -> str:
    """The position as python-chess reads it."""
    return position.text.partition(" ")[2] + " 1"


def main() -> None:
    source = random.Random(1)
    for name in GAMES:
        asked = [
            (at, move.text)
            for at in positions(name)
            for move in source.sample(at.legal, min(MOVES, len(at.legal)))
        ]
        mine = statistics.median(ours(asked) for _ in range(ROUNDS))
        told = f"{name:10} {mine:7.0f} us a move"
        if name == "chess":
            other = statistics.median(theirs(asked) for _ in range(ROUNDS))
            told += f", python-chess {other:.0f} us: {mine / other:.1f} times as long"
        print(told)


if __name__ == "__main__":
    main()
