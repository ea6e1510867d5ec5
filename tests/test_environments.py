"""Vector environments: they play by the rules, and compiled code and plain Python alike; what they
show is what the seats see.
"""

from __future__ import annotations

import dataclasses
import functools
import pickle
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple
from unittest import mock

import numpy as np
import pytest

import ludarium
from ludarium.environments.actions import action_space
from ludarium.environments.observations import ObservationSpace, fields_of, observation_space
from ludarium.environments.vector import VectorEnvironment
from ludarium.errors import LudariumError, MoveError, RulesError
from ludarium.games import alquerque
from ludarium.play.position import Position, start
from ludarium.rules import generic
from ludarium.rules.bits import ALL, GOLDEN, Bits, members, mix, stream
from ludarium.rules.counters.bitboard.board import bitboard_of
from ludarium.rules.counters.bitboard.rules import bitboard_rules
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import Game
from ludarium.rules.packing import leaves, load, store, word_count
from ludarium.testing import check_game
from playing import DISTINCT
from test_games import broken
from test_repetition import small_go

SEED = 11
PLAIN: dict[str, Any] = {"compile": False, "seed": SEED}


def kinds(game: Game) -> list[tuple[str, int]]:
    """The rulesets of a game, each with the fewest and the most seats."""
    return [(ruleset.name, seats) for ruleset in game.rulesets for seats in sorted({*game.seats})]


def slots(envs: VectorEnvironment, array: Any, row: int) -> dict[int, Any]:
    """What an array has for each seat that chooses in a row."""
    if envs.movers.ndim == 1:
        mover = int(envs.movers[row])
        return {} if mover < 0 else {mover: array[row]}
    return {seat: array[row, seat] for seat in range(envs.seats) if envs.movers[row, seat]}


class Playout:
    """The random game of a stream, by `random_play` alone."""

    def __init__(self, envs: VectorEnvironment, number: int) -> None:
        self.game, self.seats = envs.game, envs.seats
        self.state = self.game.plain(self.game.start(self.game.ruleset(envs.ruleset), envs.seats))
        self.random, self.moves = stream(Bits(SEED), number), 0
        self.settle()

    def advance(self) -> None:
        self.random = Bits((self.random + GOLDEN) & ALL)
        self.state = generic.random_play(self.state, mix(self.random))

    def settle(self) -> None:
        while generic.movers(self.state) == generic.CHANCE_MOVES:
            self.advance()

    def move(self) -> None:
        self.moves += 1
        self.advance()
        self.settle()

    def legal(self) -> dict[int, list[int]]:
        seats = members(generic.movers(self.state))
        return {seat: sorted(self.game.legal_actions(self.state, seat)) for seat in seats}

    def returns(self) -> list[float]:
        return [generic.returns(self.state, seat) for seat in range(self.seats)]


def shown(space: Any, game: Game, state: Any, seat: int, observation: Any) -> None:
    """Assert that an observation shows the fields of the state that the seat sees."""
    fields = fields_of(game, state)
    planes = dict(zip(space.names, observation, strict=True))
    assert np.all(planes.pop("seat") == round(255 * seat / (space.seats - 1)))
    for field, (_, value, _, _) in zip(fields, leaves(state), strict=True):
        if isinstance(field.what, dict):
            plane = planes.pop(field.name)
            found = {n for n, (column, row) in field.what.items() if plane[row, column]}
            assert found == set(members(Bits(value)))
            assert np.count_nonzero(plane == 255) == len(found) == np.count_nonzero(plane)
        elif isinstance(field.what, Packed):
            numbers, bits, most = field.what
            for n in range(numbers):
                part = (value >> n * bits) % (1 << bits)
                told = planes.pop(f"{field.name} {n}")
                assert np.all(np.abs(told.astype(int) * most / 255 - part) <= most / 510)
        elif isinstance(field.what, range):
            span = len(field.what) - 1
            told = planes.pop(field.name).astype(int) * span / 255 + field.what[0]
            assert np.all(np.abs(told - value) <= span / 510 + 1e-9)
    assert not planes


def test_games_are_random_playouts_by_the_rules(game: Game) -> None:
    for ruleset, seats in kinds(game):
        envs = ludarium.vector(game, 2, ruleset, seats, autoreset="disabled", **PLAIN)
        played = [Playout(envs, row) for row in range(2)]
        for _ in range(24):
            for row, playout in enumerate(played):
                masks = slots(envs, envs.mask, row)
                legal = {
                    seat: sorted(map(envs.action_of, np.flatnonzero(mask).tolist()))
                    for seat, mask in masks.items()
                }
                assert legal == playout.legal()
                for seat, observation in slots(envs, envs.observations, row).items():
                    seen = generic.seen_by(playout.state, seat)
                    shown(envs.observation_space, game, seen, seat, observation)
            going = [bool(playout.legal()) for playout in played]
            _, rewards, terminated, truncated, _ = envs.step(envs.sample())
            for row, playout in enumerate(played):
                if going[row]:
                    playout.move()
                    over = not playout.legal()
                    assert terminated[row] == over
                    assert rewards[row].tolist() == pytest.approx(
                        playout.returns() if over else [0.0] * seats
                    )
                    assert envs.lengths[row] == playout.moves
            assert not truncated.any()


@pytest.mark.parametrize(("name", "seats"), [("leduc", 2), ("ahyoheek", 4)])
def test_compiled_code_and_plain_python_are_alike(name: str, seats: int) -> None:
    """With illegal actions, ends by the limit, and several threads."""
    options: dict[str, Any] = {
        "autoreset": "same-step",
        "illegal": "lose",
        "limit": 6,
        "seed": SEED,
    }
    plain = ludarium.vector(name, 7, None, seats, compile=False, **options)
    others = [ludarium.vector(name, 7, None, seats, threads=n, **options) for n in (1, 3)]
    for step in range(30):
        chosen = plain.sample()
        if step % 7 == 6:
            chosen[::2] = 0
        plain.step(chosen)
        for other in others:
            other.step(chosen)
            same = other.save().arrays
            for kind, array in plain.save().arrays.items():
                assert np.array_equal(array, same[kind])
            assert np.array_equal(other.sample(), plain.sample())
    assert plain.episodes.min() > 2


def test_wide_sets_are_kept_in_memory_whole() -> None:
    from ludarium.rules.compiling import compiled, reach

    position = start("hex", "11")
    for move in ("a1", "k11", "f6", "e10"):
        position = position.play(move)
    state = position.state
    words, copied = np.zeros((2, word_count(state)), np.int64)
    store(state, words, 0)
    assert load(state, words, 0) == state
    compiled(copy_state, position.game)(state, reach(copied))
    assert np.array_equal(words, copied)


def copy_state(state: Any, memory: Any) -> Any:
    """Write the state, read it, and write it again, which compiled code must get the same of."""
    store(state, memory, 0)
    store(load(state, memory, 0), memory, 0)


def step_to_end(envs: VectorEnvironment, row: int) -> tuple[Any, ...]:
    """What the step says that ends the row's game."""
    while True:
        said = envs.step(envs.sample())
        if said[2][row] or said[3][row]:
            return said


def test_games_begin_anew_as_gymnasium_names_it() -> None:
    first = ludarium.vector("connect4", 3, **PLAIN).observations.copy()
    names: dict[Any, str] = {
        "next-step": "NextStep",
        "same-step": "SameStep",
        "disabled": "Disabled",
    }
    for autoreset, named in names.items():
        envs = ludarium.vector("connect4", 3, autoreset=autoreset, **PLAIN)
        assert envs.metadata["autoreset_mode"] == named
        observations, rewards, terminated, _, info = step_to_end(envs, 0)
        assert sorted(rewards[0].tolist()) in ([-1.0, 1.0], [0.0, 0.0])
        assert info["lengths"][0] >= 7
        if autoreset == "same-step":
            assert np.array_equal(observations[0], first[0])
            assert info["final_obs"][0, :2].any()
            assert envs.mask[0].sum() == 7
            continue
        assert observations[0, :2].any()
        assert not envs.mask[0].any()
        assert envs.movers[0] == -1
        observations, rewards, terminated, _, info = envs.step(envs.sample())
        if autoreset == "next-step":
            assert np.array_equal(observations[0], first[0])
            assert (terminated[0], info["lengths"][0], rewards[0].any()) == (False, 0, False)
        else:
            assert observations[0, :2].any()
            assert (terminated[0], rewards[0].any()) == (True, False)


def test_some_games_are_reset_alone() -> None:
    envs = ludarium.vector("connect4", 3, autoreset="disabled", **PLAIN)
    step_to_end(envs, 1)
    before = envs.observations.copy()
    envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert np.array_equal(envs.observations[::2], before[::2])
    assert not envs.observations[1, :2].any()
    assert envs.episodes[1] == 1


def test_a_seed_gives_the_same_games_again_and_no_seed_others() -> None:
    def games(envs: VectorEnvironment) -> list[Any]:
        return [envs.step(envs.sample())[0].copy() for _ in range(4)]

    envs = ludarium.vector("ur", 2, **PLAIN)
    one = games(envs)
    envs.reset()
    other = games(envs)
    envs.reset(seed=SEED)
    again = games(envs)
    assert all(map(np.array_equal, one, again))
    assert not all(map(np.array_equal, one, other))


def test_only_games_that_ended_are_counted() -> None:
    envs = ludarium.vector("connect4", 3, **PLAIN)
    envs.reset()
    assert envs.episodes.tolist() == [0, 0, 0]
    envs.step(envs.sample())
    envs.reset()
    assert envs.episodes.tolist() == [0, 0, 0]
    step_to_end(envs, 1)
    assert envs.episodes[1] == 1
    envs.reset()
    assert envs.episodes[1] == 1
    envs.reset(seed=SEED)
    assert envs.episodes.tolist() == [0, 0, 0]


def test_the_first_reset_gives_the_first_games_of_the_seed() -> None:
    def games(envs: VectorEnvironment) -> list[Any]:
        return [envs.step(envs.sample())[0].copy() for _ in range(4)]

    envs = ludarium.vector("ur", 3, **PLAIN)
    one = [envs.reset()[0].copy(), *games(envs)]
    again = [envs.reset(seed=SEED)[0].copy(), *games(envs)]
    assert all(map(np.array_equal, one, again))


def test_saved_games_go_on_the_same(tmp_path: Any) -> None:
    envs = ludarium.vector("kuhn", 4, **PLAIN)
    envs.step(envs.sample())
    saved = pickle.loads(pickle.dumps(envs.save()))
    one = [array.copy() for _ in range(5) for array in envs.step(envs.sample())[:4]]
    other = ludarium.vector("kuhn", 4, compile=False, seed=0)
    for one_like_it in (envs, other):
        one_like_it.restore(saved)
        again = [a.copy() for _ in range(5) for a in one_like_it.step(one_like_it.sample())[:4]]
        assert all(map(np.array_equal, one, again))
    with pytest.raises(LudariumError, match="saved games of"):
        ludarium.vector("kuhn", 3, **PLAIN).restore(saved)


def test_saved_games_that_are_over_begin_anew_where_that_is_the_option() -> None:
    over = ludarium.vector("connect4", 2, autoreset="disabled", **PLAIN)
    step_to_end(over, 0)
    names: tuple[Any, ...] = ("next-step", "same-step", "disabled")
    for autoreset in names:
        envs = ludarium.vector("connect4", 2, autoreset=autoreset, **PLAIN)
        envs.restore(over.save())
        assert envs.movers[0] == -1
        _, rewards, terminated, _, _ = envs.step(envs.sample())
        anew = autoreset != "disabled"
        assert (envs.movers[0] == 0, terminated[0], rewards[0].any()) == (anew, not anew, False)
        assert envs.episodes[0] == 1


def test_illegal_actions_are_refused_before_anything_moves() -> None:
    envs = ludarium.vector("connect4", 3, **PLAIN)
    before, chosen = envs.observations.copy(), envs.sample()
    chosen[1] = 41
    with pytest.raises(MoveError, match="action 41 of game 1 of connect4 is not legal for seat 0"):
        envs.step(chosen)
    assert np.array_equal(envs.observations, before)
    for wrong in (-1, 42):
        chosen[1] = wrong
        with pytest.raises(MoveError):
            envs.step(chosen)


def test_illegal_actions_lose_where_that_is_the_option() -> None:
    envs = ludarium.vector("ahyoheek", 2, None, 5, illegal="lose", **PLAIN)
    chosen = envs.sample()
    chosen[1, 3] = 7
    _, rewards, terminated, _, _ = envs.step(chosen)
    assert terminated.tolist() == [False, True]
    assert rewards[1].tolist() == [0.25, 0.25, 0.25, 0.0, 0.25]


def test_a_limit_of_moves_truncates() -> None:
    envs = ludarium.vector("breakthrough", 2, limit=3, **PLAIN)
    ends = [envs.step(envs.sample())[2:4] for _ in range(2)]
    assert not np.any(ends)
    _, rewards, terminated, truncated, info = envs.step(envs.sample())
    assert (terminated.any(), truncated.all(), rewards.any()) == (False, True, False)
    assert info["lengths"].tolist() == [3, 3]


def play(envs: VectorEnvironment, position: Position, text: str) -> tuple[Position, Any]:
    """Play a move in the only game; the position after it, and what the step says."""
    (move,) = [move for move in position.legal if move.text == text]
    return position.play(move), envs.step([envs.index_of(move.action)])


def test_the_third_time_of_a_position_is_a_draw() -> None:
    envs, position = ludarium.vector("chess", 1, **PLAIN), start("chess")
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    for n, text in enumerate(moves):
        position, (_, rewards, terminated, _, _) = play(envs, position, text)
        assert terminated[0] == (n == len(moves) - 1)
        assert not rewards.any()


def test_superko_is_that_of_positions() -> None:
    forbidden = 0
    for seed in range(25):
        game = small_go(2)
        envs = VectorEnvironment(game, 1, seed=seed, compile=False, autoreset="disabled")
        position = start(game)
        while not position.over:
            legal = {envs.index_of(move.action) for move in position.legal}
            assert set(np.flatnonzero(envs.mask[0]).tolist()) == legal
            forbidden += len(game.legal_actions(position.state, position.movers[0])) - len(legal)
            chosen = envs.sample()
            assert int(chosen[0]) in legal
            position = position.play_joint(envs.action_of(int(chosen[0])))
            envs.step(chosen)
        assert envs.terminated[0]
    assert forbidden >= 5


class Unreadable:
    """As a tensor of PyTorch on a device."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("cannot convert to NumPy")


def test_what_is_no_option_is_said_in_one_line() -> None:
    for options, said in (
        ({"count": 0}, "a number of games of 0: expected 1 to"),
        ({"count": 2, "threads": 0}, "a number of threads of 0"),
        ({"count": 2, "autoreset": "never"}, "unknown autoreset 'never'"),
        ({"count": 2, "illegal": "pass"}, "unknown way to take illegal actions 'pass'"),
        ({"count": 2, "limit": 0}, "a limit of moves of 0"),
        ({"count": 2, "seed": "x"}, "a seed of 'x': expected an int"),
    ):
        with pytest.raises(LudariumError, match=said):
            ludarium.vector("kuhn", **{"compile": False, **options})  # type: ignore[arg-type]
    envs = ludarium.vector("kuhn", 2, **PLAIN)
    for actions in ([0], [[0, 0]], [0.0, 0.0]):
        with pytest.raises(LudariumError, match=r"expected ints and \(2,\)"):
            envs.step(actions)
    with pytest.raises(LudariumError, match="actions of several shapes"):
        envs.step([[0], [0, 0]])
    with pytest.raises(LudariumError, match=r"of the type Unreadable.*expected ints and \(2,\)"):
        envs.step(Unreadable())
    with pytest.raises(LudariumError, match="unknown option of reset 'mask'"):
        envs.reset(options={"mask": 1})
    with pytest.raises(LudariumError, match="a reset_mask of int64"):
        envs.reset(options={"reset_mask": np.ones(2, np.int64)})


def test_actions_are_numbered_both_ways(game: Game) -> None:
    for ruleset, seats in kinds(game):
        space = action_space(game, ruleset, seats)
        assert [space.index_of(space.action_of(n)) for n in range(space.size)] == [
            *range(space.size)
        ]
        for beyond in (-1, space.size):
            with pytest.raises(IndexError):
                space.action_of(beyond)
        with pytest.raises(RulesError, match="is not among the"):
            space.index_of(-1)


def test_a_game_that_gives_no_actions_has_all_ints_of_as_many_bits() -> None:
    game = broken({}, name="unsaid", actions=None)
    space = action_space(game, "standard", 2)
    assert space.size == 1 << 15
    assert space.index_of(4321) == 4321


def test_an_action_beyond_those_of_random_games_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsaid(name: str) -> Game:
        return dataclasses.replace(ludarium.find("connect4"), name=name, actions=None)

    check_game(unsaid("unsaid"), games=1, compile=False)
    monkeypatch.setattr("ludarium.environments.actions.TRIED", 1)
    with pytest.raises(AssertionError, match="is not among the 8 that learning programs know"):
        check_game(unsaid("surprising"), games=1, compile=False)


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        (("a",), "expected one or more ints"),
        ((), "expected one or more"),
        ((1, 1), "gives an action twice"),
        ((-1,), "each from 0 to"),
    ],
)
def test_actions_that_cannot_be_numbered_are_refused(actions: Any, said: str) -> None:
    game = broken({}, name="odd", actions=lambda ruleset, seats: actions)
    with pytest.raises(RulesError, match=said):
        ludarium.vector(game, 1, **PLAIN)


def test_an_action_beyond_those_given_is_told() -> None:
    game = broken({}, name="few", actions=lambda ruleset, seats: range(4096))
    with pytest.raises(RulesError, match="a legal action of game 0 of few is not among the 4096"):
        ludarium.vector(game, 1, **PLAIN)


def strange(**hints: Any) -> Game:
    """Alquerque with other annotations of its state's fields."""
    kind: Any = type("Strange", (BitboardState,), {"__slots__": (), "__annotations__": hints})
    original = alquerque.GAME
    return dataclasses.replace(
        original,
        name="strange",
        state=kind,
        start=lambda ruleset, seats: kind(*original.start(ruleset, seats)),
        read_position=lambda text, ruleset: kind(*original.read_position(text, ruleset)),
        functions=bitboard_rules(kind, bitboard_of(original.board)),
    )


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"turns": Annotated[int, range(2)]}, "'turns' of the state is 2, expected 0 to 1"),
        ({"turns": Annotated[int, FIXED]}, "'turns' of the state is 1, expected 0, as it is said"),
        ({"turns": Annotated[int, Packed(1, 1, 1)]}, "is 2, expected 1 numbers from 0 to 1"),
        ({"area": Annotated[Bits, {0: (0, 0)}]}, "which has 1, expected only 1 places"),
    ],
)
def test_fields_that_are_not_what_they_say_are_found(hints: Any, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_game(strange(**hints), games=1, compile=False)


@pytest.mark.parametrize(
    "hint",
    [
        Annotated[int, range(1)],
        Annotated[int, Packed(9, 8, 1)],
        Annotated[int, Packed(3, 3, 1)],
        Annotated[int, Packed(3, 2, 4)],
        Annotated[Bits, {64: (0, 0)}],
        Annotated[Bits, {0: (0, -1)}],
        Annotated[Bits, {}],
    ],
)
def test_annotations_that_no_field_can_hold_are_refused(hint: Any) -> None:
    with pytest.raises(RulesError, match="field 'turns' of Strange cannot hold"):
        ludarium.vector(strange(turns=hint), 1, **PLAIN)


class LooseState(NamedTuple):
    """A state that says nothing of its fields, on no board."""

    left: int
    taken: Bits
    pair: tuple[int, Bits]
    seat: int


def test_fields_that_say_nothing_are_observed_as_they_are() -> None:
    game: Any = SimpleNamespace(board=None, board_under=None)
    state = LooseState(300, Bits(5), (7, Bits(2)), 1)
    found = ObservationSpace(game, state, 3).observe(state, 1)
    assert found.shape == (1 + 64 + 1 + 64 + 1,)
    assert [found[0], found[65], found[-1]] == [255, 7, 128]
    assert np.flatnonzero(found[1:65]).tolist() == [0, 2]
    assert np.flatnonzero(found[66:130]).tolist() == [1]


@pytest.mark.parametrize(("ruleset", "side"), [("6", 6), ("8", 8), ("10", 10)])
def test_each_ruleset_is_observed_on_its_own_board(ruleset: str, side: int) -> None:
    position = start("konane", ruleset)
    space = ObservationSpace(position.game, position.state, 2)
    assert space.shape[1:] == (side, side)
    planes = space.observe(position.state, 0).reshape(space.shape)
    mine = planes[space.names.index("mine")]
    # the first row is the lowest, and A1 is White's
    assert [[bool(point) for point in row] for row in mine] == [
        [(row + column) % 2 == 1 for column in range(side)] for row in range(side)
    ]


def test_a_named_board_is_drawn_as_it_is() -> None:
    position = start("connect4").play("d").play("d").play("a")
    space = observation_space(position.game, "standard", 2)
    mine, theirs, seat = space.observe(position.state, 1)
    assert np.argwhere(theirs).tolist() == [[0, 0], [0, 3]]
    assert np.argwhere(mine).tolist() == [[1, 3]]
    assert space.names == ("mine", "theirs", "seat")
    assert np.all(seat == 255)


PAGE = (Path(__file__).parents[1] / "docs" / "environments.md").read_text(encoding="utf-8")


def test_the_page_tells_the_spaces_of_all_games() -> None:
    rows = re.findall(r"^\| (\w+) \| (.*?) \| ([\d, ]+) \| ([\d × ]+) \| ([\d,]+) \|$", PAGE, re.M)
    told = {}
    for name, rulesets, seats, shape, actions in rows:
        game = ludarium.find(name)
        every = [ruleset.name for ruleset in game.rulesets]
        for ruleset in every if rulesets == "all" else re.findall("`(.*?)`", rulesets):
            for number in map(int, seats.split(", ")):
                values = tuple(map(int, shape.split(" × ")))
                told[name, ruleset, number] = values, int(actions.replace(",", ""))
    assert told == {
        (name, ruleset, seats): (
            observation_space(ludarium.find(name), ruleset, seats).shape,
            action_space(ludarium.find(name), ruleset, seats).size,
        )
        for name in DISTINCT
        for ruleset, seats in kinds(ludarium.find(name))
    }


def test_what_the_page_shows_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With few games and in plain Python, so that nothing is compiled."""
    plain = functools.partial(ludarium.vector, compile=False)
    monkeypatch.setattr(ludarium, "vector", plain)
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 7
    for block in blocks:
        exec(block.replace("1024", "4").replace("256", "4"), {"ludarium": ludarium})
    lines = capsys.readouterr().out.splitlines()
    assert int(lines[0].split()[0]) >= 8
    assert lines[1] == "(4, 42) 50"
    assert lines[2] == "('mine', 'theirs', 'seat')"
    assert lines[3:10] == [f"{column} {n}" for n, column in enumerate("abcdefg")]
    assert lines[10] in {"won", "lost", "drawn"}


def test_games_that_do_not_fit_into_memory() -> None:
    """Also where that shows only when the first games begin, as it may on a device."""
    full = mock.patch("ludarium.environments.runtimes.Processor.run", side_effect=MemoryError)
    with full, pytest.raises(LudariumError, match="2 games of connect4 do not fit into memory"):
        ludarium.vector("connect4", 2, compile=False)


@pytest.mark.parametrize("name", ["connect4", "ahyoheek", "kuhn"])
def test_each_says_what_it_is(name: str) -> None:
    envs = ludarium.vector(name, 3, compile=False)
    for one in (envs, envs.action_space, envs.observation_space):
        assert repr(one).startswith(f"<{type(one).__name__} of ")
    assert f"3 games of {name}/" in repr(envs)
    assert f"{envs.action_space.size} actions" in repr(envs.action_space)
    assert str(envs.observation_space.shape) in repr(envs.observation_space)
