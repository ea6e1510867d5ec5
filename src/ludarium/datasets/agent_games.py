"""Datasets of games that agents play: what they chose, and what they tell of it."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from ludarium.agents import agent
from ludarium.datasets.schema import Header, batch_of
from ludarium.matches.games import play_game, play_opening
from ludarium.play.agent import Agent, Thought, policy_of, prepare, thought_of
from ludarium.play.position import Move, Position
from ludarium.play.record import Record
from ludarium.rules.packing import store, word_count

__all__ = ["play"]


class _Noting:
    """An agent whose choices are noted, by how many moves the record has, and the seat."""

    def __init__(self, player: Agent, record: Record) -> None:
        self.name, self._player, self._record = player.name, player, record
        self.told: dict[tuple[int, int], tuple[Thought | None, Mapping[str, float] | None]] = {}

    def choose(self, position: Position, seat: int) -> Move:
        move = self._player.choose(position, seat)
        told = thought_of(self._player, move), policy_of(self._player, move)
        self.told[len(self._record.moves), seat] = told
        return move


def play(header: Header, number: int) -> pa.RecordBatch:
    """The rows of the game of this number.

    It follows from the seed and the number alone, as each game has agents of its own; the games in
    which seats rotate once have the same random opening.
    """
    seed, seats, first = header.seed, header.seats, header.first
    source = random.Random(f"{seed}/{number}")
    seating = [int(header.agent_at(number, seat)) for seat in range(seats)]
    players = [agent(header.agents[one], source.getrandbits(62)) for one in seating]
    record = Record(
        first, tuple(one.name for one in players), seed, repetition=header.rules.repetition
    )
    prepare(players, first)
    play_opening(record, header.opening, random.Random(f"{seed}/{number // seats}/opening"))
    opened = len(record.moves)
    noting = [_Noting(player, record) for player in players]
    play_game(record, noting, chance=random.Random(f"{seed}/{number}/chance"))
    rows: defaultdict[str, list[Any]] = defaultdict(list)
    positions = list(record.positions())
    ply = 0
    for at, (position, after) in enumerate(zip(positions, positions[1:], strict=False)):
        assert after.joint is not None
        if position.by_chance:
            if rows["chance"]:
                rows["chance"][-1].append(after.joint)
            continue
        for seat in position.movers:
            told = noting[seat].told.get((at, seat), (None, None))
            rows["ply"].append(ply)
            rows["agent"].append(seating[seat] if at >= opened else None)
            _add(rows, header, position, seat, after.joint, told)
        ply += 1
    count = len(rows["ply"])
    rows["game"] = [number] * count
    rows["returns"] = [record.returns] * count
    rows["length"], rows["reason"] = [ply] * count, [record.reason] * count
    return batch_of(header, rows)


def _add(
    rows: dict[str, list[Any]],
    header: Header,
    position: Position,
    seat: int,
    joint: int,
    told: tuple[Thought | None, Mapping[str, float] | None],
) -> None:
    """Add what a seat chose in a position, and what its agent told of it."""
    legal, actions = position.legal_for(seat), header.actions
    action = position.action_in(joint, seat)
    absent = header.rules.absent is not None and action == header.rules.absent
    thought, policy = told
    shares = [policy.get(move.text, 0.0) for move in legal] if policy else None
    rows["seat"].append(seat)
    rows["legal"].append([actions.index_of(move.action) for move in legal])
    rows["action"].append(None if absent else actions.index_of(action))
    rows["policy"].append(shares)
    rows["value"].append(thought.value if thought else None)
    rows["label"].append(thought.label if thought else None)
    rows["chance"].append([])
    if header.states:
        words = np.zeros(word_count(position.state), np.int64)
        store(position.state, words, 0)
        rows["state"].append(words)
    else:
        rows["position"].append(position.text)
    if header.observations:
        observation = header.observation_space.observe(header.rules.plain(position.state), seat)
        rows["observation"].append(observation.tobytes())
