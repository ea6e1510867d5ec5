"""Chess, by python-chess."""

import chess


class Oracle:
    """One game; white is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset != "standard" or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.board = chess.Board()

    def movers(self) -> set[int]:
        return set() if self._outcome() else {0 if self.board.turn else 1}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        return {self.board.san(move) for move in self.board.legal_moves}

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != self.movers():
            raise ValueError(f"not legal: {moves}")
        (text,) = moves.values()
        self.board.push_san(text)

    def returns(self) -> tuple[float, ...]:
        outcome = self._outcome()
        if outcome is None:
            raise ValueError("the game is not over")
        if outcome.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if outcome.winner else (-1.0, 1.0)

    def text(self) -> str:
        """FEN without the number of the move."""
        return self.board.fen().rpartition(" ")[0]

    def _outcome(self) -> chess.Outcome | None:
        """The end of the game; fifty moves and repetition need not be claimed."""
        return self.board.outcome(claim_draw=False) or (
            chess.Outcome(chess.Termination.FIFTY_MOVES, None)
            if self.board.halfmove_clock >= 100
            else None
        )
