"""Games between agents: one at a time, from its start or from wherever it stands."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludarium.agents import agent
from ludarium.errors import EngineError
from ludarium.play.agent import Agent
from ludarium.play.position import Move, Position
from ludarium.play.record import Record
from ludarium.rules.game import Game

__all__ = ["play_game", "play_opening"]


def play_game(
    game: Record | str | Path | Game,
    agents: Sequence[str | Agent],
    most_moves: int = 100_000,
    chance: random.Random | None = None,
) -> Record:
    """Play a game to its end, with one agent for each seat; returns its record.

    game: one that a record holds so far, which goes on there; or which game, from its start. Agents
    are given as objects or by name, and get what their seats see. chance: what draws dice and
    cards, by default of no seed.

    A game of `most_moves` moves is abandoned as a draw. The seat of an agent that fails
    (EngineError) loses; where the game lets seats sit out, it does so while others still play.
    """
    players = [agent(who) if isinstance(who, str) else who for who in agents]
    names = [player.name for player in players]
    record = game if isinstance(game, Record) else Record.new(game, names)
    failed: set[int] = set()
    chance = chance or random.Random()
    while not record.over:
        if len(record.moves) >= most_moves:
            seats = record.first.seats
            record.end("abandoned", (record.first.game.even_return(seats),) * seats)
            break
        position = record.position
        if position.by_chance:
            record.play(position.outcome(chance))
            continue
        begin = time.perf_counter()
        moves: dict[int, Any] = {}
        for seat in position.movers:
            try:
                moves[seat] = (
                    _absence(position, seat)
                    if seat in failed
                    else players[seat].choose(position.seen_by(seat), seat)
                )
            except EngineError as error:
                failed.add(seat)
                still = [other for other in position.movers if other not in failed]
                if position.game.absent is None:
                    record.lose([seat], error.reason)
                    break
                if len(still) < 2:
                    record.lose(
                        set(range(position.seats)).difference(still or position.movers),
                        error.reason,
                    )
                    break
                moves[seat] = _absence(position, seat)
        else:
            record.play(moves, time.perf_counter() - begin)
    return record


def _absence(position: Position, seat: int) -> Move:
    """The move of a seat that sits out."""
    assert position.game.absent is not None
    return position.move(seat, position.game.absent)


def play_opening(record: Record, moves: int, source: random.Random) -> None:
    """Play this number of random moves, or fewer where another would end the game."""
    for _ in range(moves):
        position: Position = record.position
        if position.by_chance:
            record.play(position.outcome(source))
            continue
        after = {seat: source.choice(position.legal_for(seat)) for seat in position.movers}
        if position.play(after).over:
            return
        record.play(after)  # type: ignore[arg-type]
