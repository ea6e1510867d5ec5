"""The two back-ends of games of counters against each other: all rulesets that both can play, and
any parts that both have, on boards that are regular enough.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import ludarium
from ludarium.rules.counters.bitboard.backend import BitboardBackend
from ludarium.rules.counters.bitboard.board import bitboard_of
from ludarium.rules.counters.bitboard.state import FLAG_BITS, BitboardState
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.boards import BOARDS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import END_WORDS, Parts, Piece, Step
from ludarium.rules.game import Game, Ruleset
from ludarium.simulate.perft import perft

PLIES = 120


class Pair:
    """A ruleset as a game of each back-end, and a state of each."""

    def __init__(self, board: DrawnBoard, rules: CounterRules) -> None:
        self.ruleset = Ruleset(name="any", title="", source="", parameters=rules)
        kind = type("PairedState", (BitboardState,), {"__slots__": ()})
        self.games = [
            counter_game(
                name="paired",
                title="",
                board=board,
                rulesets=(self.ruleset,),
                rules="",
                bitboard=bitboard,
            )
            for bitboard in (kind, None)
        ]
        self.states = [game.start(self.ruleset, 2) for game in self.games]

    def both(self, function: str, *given: Any) -> Any:
        """What a generic function says of the states, which must be the same."""
        bits, table = (
            game.functions[function](state, *given)
            for game, state in zip(self.games, self.states, strict=True)
        )
        assert bits == table, (function, self.text())
        return bits

    def text(self) -> str:
        """The position, which both write alike."""
        bits, table = (
            game.write_position(state) for game, state in zip(self.games, self.states, strict=True)
        )
        assert bits == table
        return bits

    def moves(self) -> dict[str, list[int]]:
        """The actions of each legal move, by its text, which both must have."""
        listed: list[dict[str, int]] = []
        for game, state in zip(self.games, self.states, strict=True):
            count = game.functions["legal_count"](state, state.seat)
            actions = [game.functions["nth_legal"](state, state.seat, n) for n in range(count)]
            listed.append({game.action_texts(state, state.seat, one)[0]: one for one in actions})
            assert len(listed[-1]) == count
            every = game.actions(self.ruleset, 2) if game.actions else ()
            assert {*actions} <= {*every}
        bits, table = listed
        assert bits.keys() == table.keys(), self.text()
        return {text: [bits[text], table[text]] for text in sorted(bits)}

    def play(self, actions: list[int]) -> None:
        """Make a move, on both."""
        self.states = [
            game.functions["play"](state, action)
            for game, state, action in zip(self.games, self.states, actions, strict=True)
        ]

    def compare(self) -> None:
        """All that is asked of a state without its moves."""
        text = self.text()
        for game, state in zip(self.games, self.states, strict=True):
            assert game.read_position(text, self.ruleset) == state
            again = game.functions["repetition_state"](state)
            assert again.turns == 0
            assert again == game.functions["repetition_state"](
                state._replace(turns=state.turns + 1)
            )
        self.both("movers")
        for seat in (0, 1):
            self.both("returns", seat)
        self.both("ends_by_limit")

    def play_random_game(self, source: random.Random) -> int:
        """A random game, compared at each move; returns the number of moves."""
        for ply in range(PLIES):
            self.compare()
            if not self.both("movers"):
                return ply
            self.play(source.choice(list(self.moves().values())))
        return PLIES


def playable() -> Iterator[tuple[Game, Ruleset]]:
    """The rulesets that both back-ends play."""
    for game in map(ludarium.find, ludarium.names()):
        for ruleset in game.rulesets:
            if isinstance(ruleset.parameters, CounterRules) and on_bits(game, ruleset):
                yield game, ruleset


def on_bits(game: Game, ruleset: Ruleset) -> bool:
    board = ruleset.parameters.setup.board or game.board
    kind = type("TriedState", (BitboardState,), {"__slots__": ()})
    try:
        BitboardBackend(kind, board).check(ruleset.parameters, board)
    except ValueError:
        return False
    return True


PLAYABLE = list(playable())


def test_both_play_thirteen_rulesets_of_bitboards_and_five_of_the_neighbour_table() -> None:
    names = [game.name for game, _ in PLAYABLE]
    assert {name: names.count(name) for name in names} == {
        "aiyawatstani": 10,
        "alquerque": 2,
        "bara-guti": 1,
        "bis-gutiya": 1,
        "sumi-naga-war": 1,
        "terhuchu": 2,
        "tuknanavuhpi": 1,
    }


@pytest.mark.parametrize(
    ("game", "ruleset"), PLAYABLE, ids=[f"{game.name}/{one.name}" for game, one in PLAYABLE]
)
def test_rulesets_are_played_alike(game: Game, ruleset: Ruleset) -> None:
    pair = Pair(game.board, ruleset.parameters)
    states = list(pair.states)
    for depth in range(4):
        # dispatched by the type of the state
        bits, table = (perft(state, depth) for state in states)
        assert bits == table
    for seed in range(2):
        pair.states = list(states)
        assert pair.play_random_game(random.Random(seed)) > 20


def regular() -> Iterator[DrawnBoard]:
    for board in BOARDS:
        try:
            bitboard_of(board)
        except ValueError:
            continue
        yield board


REGULAR = list(regular())


def test_most_boards_are_not_regular() -> None:
    assert 5 < len(REGULAR) < len(BOARDS) // 2


@pytest.mark.parametrize("seed", range(60))
def test_any_parts_from_any_position(seed: int) -> None:
    """Few counters as a rule, so that runs, blocked sides, lost armies and closed rows come up."""
    source = random.Random(seed)
    board = source.choice(REGULAR)
    size = len(board.points)
    held = source.sample(range(size), min(size, source.choice((3, 5, 8, 14, 30))))
    signs = dict.fromkeys(held[: len(held) // 2], "1") | dict.fromkeys(held[len(held) // 2 :], "2")
    numbers = iter(range(size))
    rows = [
        "".join(signs.get(next(numbers), ".") for _ in range(row.bit_count())) for row in board.rows
    ]
    flags: dict[str, Any] = {flag: source.random() < 0.5 for flag in FLAG_BITS}
    parts = Parts(ends=tuple(source.sample(list(END_WORDS), source.randrange(4))), **flags)
    pair = Pair(board, CounterRules(Setup("/".join(rows[::-1])), parts))
    pair.play_random_game(source)


def test_symmetries_of_bitboards_map_lines_and_what_is_behind_them() -> None:
    for board in REGULAR:
        mappings = bitboard_of(board).mappings
        assert mappings[0] == tuple(range(len(board.points)))
        behind = {
            (start, near, far)
            for start, row in enumerate(board.neighbours)
            for way, near in enumerate(row)
            if near < len(board.points)
            for far in [board.neighbours[near][way]]
        }
        for image in mappings:
            mapped = {tuple(image[p] if p < len(image) else p for p in line) for line in behind}
            assert mapped == behind


@pytest.mark.parametrize(
    ("rules", "lacking"),
    [
        (CounterRules(Setup("1../.../..2"), Parts(gap=True, huffing=True)), "huffing, gap"),
        (CounterRules(Setup("1../.../..2"), Parts(first=Piece(Step()))), "do other than step"),
        (CounterRules(Setup("1../.../..2", hands=(1, 0))), "in hand"),
        (CounterRules(Setup("1../.../..2", goal="A1"), Parts(filling=0)), "a goal"),
        (CounterRules(Setup("12", board=DrawnBoard("o-o"))), "its board is not"),
    ],
)
def test_bitboards_refuse_what_they_have_no_parts_for(rules: CounterRules, lacking: str) -> None:
    board = DrawnBoard("o-o-o\n| | |\no-o-o\n| | |\no-o-o")
    kind = type("RefusedState", (BitboardState,), {"__slots__": ()})
    ruleset = Ruleset(name="one", title="", source="", parameters=rules)
    with pytest.raises(ValueError, match=f"refused/one: .*{lacking}"):
        counter_game(
            name="refused", title="", board=board, rulesets=(ruleset,), rules="", bitboard=kind
        )


def test_bitboards_refuse_boards_of_more_than_64_points() -> None:
    with pytest.raises(ValueError, match="a bitboard has at most 64 points, not 65"):
        bitboard_of(DrawnBoard("-".join("o" * 65)))
