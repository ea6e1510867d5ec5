"""The engine against plain minimax: what it says of positions, and what it claims to have
proved.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import ludarium
from ludarium.agents import agent
from ludarium.errors import AgentError, GameOverError, MoveError
from ludarium.matches.match import play_match
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.bits import EMPTY, ONE, Bits, fold, popcount, to_bits
from ludarium.rules.compiling import compiled, reach
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.dispatch import functions_of, jitable, named
from ludarium.rules.game import Game
from ludarium.search.alphabeta import alphabeta
from ludarium.search.alphabeta_agent import CONTEMPT, AlphaBetaAgent
from ludarium.search.engine import Analysis, Engine, analyse
from ludarium.search.mcts import MctsAgent
from ludarium.search.ordering import pick_next
from ludarium.search.scores import (
    ESTIMATE,
    INFINITE,
    LOWER,
    UPPER,
    expected,
    negate,
    outcome_of,
    proof_of,
    score_of,
)
from ludarium.search.search_stack import ACTIONS, MOST_ACTIONS, NODES, REDUCE, SLOTS, new_scratch
from ludarium.search.transposition import (
    AT_LEAST,
    AT_MOST,
    NO_ACTION,
    SLOT,
    action_in,
    bound_in,
    depth_in,
    look_up,
    proof_in,
    score_in,
    store,
)
from ludarium.solvers.tablebase import library as tablebase
from ludarium.solvers.tablebase.indexing import HEAD
from oracles.minimax import outcome, solve, solve_all
from playing import ENGINE_GAMES, bare_game

# Boards of other sizes would be compiled anew, for what is the same search.
RULESETS = [
    (name, ruleset.name)
    for name in ENGINE_GAMES
    for ruleset in ludarium.find(name).rulesets
    if not ludarium.find(name).other_states or ruleset == ludarium.find(name).rulesets[0]
]
WHOLE = [
    (name, ruleset)
    for name, ruleset in RULESETS
    if "put_plausible" not in functions_of(ludarium.find(name).state)
]
"""Those whose moves are all searched."""
ON_LINES = [
    (name, ruleset)
    for name, ruleset in RULESETS
    if issubclass(ludarium.find(name).state, BitboardState)
]


def has_runs(game: str) -> bool:
    """Whether a counter may hop on: its captures are what plain minimax tries for long."""
    return hasattr(ludarium.find(game).state, "chain_piece")


def step(position: Position, source: random.Random) -> Position:
    """The position after a random move."""
    return position.play_joint(
        generic.nth_joint(position.state, source.randrange(generic.joint_count(position.state)))
    )


def random_position(game: str, ruleset: str, plies: int, seed: int) -> Position:
    """A position that is not over, after so many random moves or a few less."""
    source = random.Random(seed)
    position = ludarium.start(game, ruleset)
    for _ in range(plies):
        after = step(position, source)
        position = position if after.over else after
    return position


def filled(position: Position) -> int:
    """How many points or cells are taken."""
    state = position.game.plain(position.state)
    return sum(popcount(generic.pieces_of(state, seat)) for seat in (0, 1))


def positions_with(
    game: str, ruleset: str, holds: Callable[[Position], bool], count: int
) -> list[Position]:
    """Positions that are not over, each the first of a random game for which this holds."""
    source = random.Random(3)
    found: list[Position] = []
    while len(found) < count:
        position = ludarium.start(game, ruleset)
        while not position.over and not holds(position):
            position = step(position, source)
        if not position.over:
            found.append(position)
    return found


ENDGAMES = (
    "8/2k5/8/3p4/4P3/8/2K5/8 w - - 0",
    "8/1P3k2/8/2r5/8/3B4/1K6/8 w - - 0",
    "4k2r/8/3n4/8/4P3/8/8/R3K3 w Qk - 0",
    "8/8/1k6/2pP4/8/8/6K1/7q w - c6 0",
)


@pytest.mark.parametrize(("game", "ruleset"), WHOLE)
def test_a_shallow_search_is_plain_minimax(
    game: str, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Late actions are only searched less deep from depth 3, so without tablebases every value must
    be the same up to depth 2.
    """
    monkeypatch.setattr(tablebase, "base_for", lambda *_: np.zeros(HEAD, np.int64))
    plain = compiled(outcome, ludarium.find(game))
    if game == "yoxii":
        positions = [random_position(game, ruleset, plies, plies) for plies in (3, 9, 22, 27)]
    elif game in ("connect4", "othello"):
        positions = [random_position(game, ruleset, plies, plies) for plies in (2, 12, 22, 30)]
    elif game == "chess":
        positions = [ludarium.parse(f"chess/standard {fen}") for fen in ENDGAMES]
    else:  # of few counters, as plain minimax tries captures in every order
        positions = [
            found
            for most in ((4, 7, 9) if has_runs(game) else (16, 18))
            for found in positions_with(game, ruleset, lambda at: filled(at) <= most, 2)  # noqa: B023
        ]
    for position in positions:
        depth = 1 if filled(position) < 20 and game == "yoxii" else 2
        values = sorted(
            (expected(plain(position.state, move.action, depth, 0)) for move in position.legal),
            reverse=True,
        )
        found = analyse(position, depth=depth, lines=6)
        assert [line.value for line in found.lines] == values[:6], position.text
        assert len({line.move for line in found.lines}) == len(found.lines)


@pytest.mark.parametrize(
    "position",
    positions_with("yoxii", "standard", lambda at: filled(at) >= 32, 8),
    ids=lambda position: position.text,
)
def test_late_positions_of_yoxii_are_proved(position: Position) -> None:
    found = analyse(position, depth=40, lines=3)
    seat = position.mover()
    assert found.lines[0].label == "proved"
    assert found.lines[0].value == solve(position)
    for line in found.lines:
        after = position.play(line.move)
        plain = after.returns[seat] if after.over else -solve(after)
        assert (line.value, line.label) == (plain, "proved")


@pytest.mark.parametrize(("game", "ruleset"), ON_LINES)
def test_endings_of_one_counter_against_one(game: str, ruleset: str) -> None:
    """What is proved must be true, and a win that is there must be found."""
    start = ludarium.start(game, ruleset).state
    points = [place for place in range(64) if start.area >> place & 1]
    source = random.Random(1)
    pairs = [tuple(source.sample(points, 2)) for _ in range(12)]
    states = [
        start._replace(mine=Bits(1 << mine), theirs=Bits(1 << theirs), seat=seat)
        for mine, theirs in pairs
        for seat in (0, 1)
    ]
    states = [state for state in states if generic.movers(state)]
    truth = solve_all(states)
    engine = Engine(memory=4)
    for state in states:
        position = Position(ludarium.find(game), ludarium.find(game).ruleset(ruleset), state)
        (line,) = engine.analyse(position, depth=12).lines
        if line.label == "proved":
            assert line.value == truth[state], position.text
        else:
            assert truth[state] == 0, position.text


@pytest.mark.parametrize(("game", "ruleset"), RULESETS)
def test_symmetric_positions_have_equal_values(game: str, ruleset: str) -> None:
    position = random_position(game, ruleset, 12, 5)
    values = set()
    for symmetry in range(generic.symmetry_count(position.state)):
        image = Position(
            position.game, position.ruleset, generic.symmetric_state(position.state, symmetry)
        )
        values.add(analyse(image, depth=2).lines[0].value)
    assert len(values) == 1


def test_a_win_is_played_to_its_end() -> None:
    position = ludarium.parse(
        "aiyawatstani ...../..../...../..../...../..../.2.../..../.1... 1 - 0 4"
    )
    (line,) = analyse(position, depth=4).lines
    assert (line.move.text, line.value, line.label) == ("C1xC5", 1.0, "proved")
    assert position.play(line.move).over


def test_a_position_that_comes_back_is_no_progress() -> None:
    """Light is ahead, and going back and forth would give that away as a draw."""
    position = ludarium.parse(
        "aiyawatstani ...../..../...../..../..2../..../...../..../1.111 1 - 0 0"
    )
    player = AlphaBetaAgent(0.02)
    for _ in range(60):
        if position.over:
            break
        position = position.play(player.choose(position, position.mover()))
    assert position.returns == (1.0, -1.0)


def test_where_every_move_loses_tree_search_chooses_in_what_time_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine, given = Engine(memory=4), []

    def last(tree: MctsAgent, position: Position, seat: int) -> Move:
        given.append(float(tree.name.removeprefix("mcts:").removesuffix("s")))
        return position.legal[-1]

    monkeypatch.setattr(MctsAgent, "choose", last)
    for position in positions_with("yoxii", "standard", lambda at: filled(at) >= 24, 12):
        known = engine.analyse(position, depth=40).lines[0]
        player, asked = AlphaBetaAgent(5.0), len(given)
        move = player.choose(position, position.mover())
        is_lost = known.value == -1 and len(position.legal) > 1
        assert len(given) - asked == is_lost
        if is_lost:
            assert player.report is not None
            thought = player.report.thought(move)
            assert move == position.legal[-1]
            assert thought is not None
            assert (thought.value, thought.label) == (-1, "proved")
    assert given
    assert all(0 < seconds < 5 for seconds in given)


def pondering() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "pondering"]


def test_pondering_searches_the_position_after_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same table, where the search for the next move then finds it."""
    searched: list[tuple[Engine, Position, Analysis]] = []

    def noted(engine: Engine, position: Position, **limits: Any) -> Analysis:
        found = analyse_with(engine, position, **limits)
        searched.append((engine, position, found))
        return found

    analyse_with = Engine.analyse
    monkeypatch.setattr(Engine, "analyse", noted)
    for position in positions_with("yoxii", "standard", lambda at: 24 <= filled(at) <= 25, 4):
        for name in ("alphabeta:0s", "alphabeta:0s:ponder"):
            player = agent(name)
            assert player.name == name
            after = position.play(player.choose(position, position.mover()))
            for thread in pondering():
                thread.join()
            (engine, *_), *more = [searched.pop(0) for _ in range(len(searched))]
            if name.endswith("ponder") and not after.over:
                ((again, meanwhile, found),) = more
                assert again is engine
                assert meanwhile == after
                assert found.proved
            else:
                assert not more


def test_pondering_ends_at_once_when_the_engine_is_asked_again() -> None:
    position = ludarium.start("yoxii")
    player = AlphaBetaAgent(0.01, ponder=True)
    player.prepare(position)
    for _ in range(4):
        begin = time.perf_counter()
        position = position.play(player.choose(position, position.mover()))
        assert time.perf_counter() - begin < 5
        position = position.play(position.legal[0])
        assert len(pondering()) == 1
    player.prepare(ludarium.start("yoxii"))
    assert not pondering()


@pytest.mark.parametrize("name", ENGINE_GAMES)
def test_a_budget_of_zero_gives_a_legal_move(name: str) -> None:
    position = ludarium.start(name)
    Engine(memory=4).prepare(position)  # to compile takes a minute on a busy machine
    player = agent("alphabeta:0")
    begin = time.perf_counter()
    assert player.choose(position, 0) in position.legal
    assert time.perf_counter() - begin < 5


@pytest.mark.parametrize("seed", range(3))
def test_with_batch_evaluation_moves_are_tried_by_their_evaluation(seed: int) -> None:
    position = random_position("yoxii", "standard", 26, seed)
    state, seat, legal = position.state, position.mover(), [move.action for move in position.legal]
    scratch, end = new_scratch(), ACTIONS + len(legal)

    def worth(action: int) -> int:
        after = position.play_joint(action)
        return (
            int(ESTIMATE * after.returns[seat])
            if after.over
            else -generic.evaluate(after.state) - generic.REPLY * len(after.legal)
        )

    scratch[ACTIONS:end] = legal
    assert generic.prepare_batch(state, scratch, end)
    generic.rank_successors(state, seat, scratch, ACTIONS, end, MOST_ACTIONS, end)
    tried = [pick_next(scratch, place, end) for place in range(ACTIONS, end)]
    assert sorted(tried) == sorted(legal)
    assert [worth(action) for action in tried] == sorted(map(worth, legal), reverse=True)


def test_the_engine_keeps_to_its_time() -> None:
    position = ludarium.start("yoxii")
    engine = Engine(memory=4)
    engine.prepare(position)
    begin = time.perf_counter()
    found = engine.analyse(position, seconds=0.3)
    assert 0.25 < time.perf_counter() - begin < 2, "a busy machine is slower, but not by far"
    assert found.lines[0].move in position.legal
    assert found.nodes > 10_000


def test_an_analysis_can_be_interrupted() -> None:
    position = ludarium.start("aiyawatstani")
    engine = Engine(memory=4, threads=2)
    engine.prepare(position)
    seen: list[Analysis] = []

    def progress(found: Analysis) -> None:
        seen.append(found)
        if found.depth == 5:
            threading.Timer(0.05, engine.stop).start()

    begin = time.perf_counter()
    found = engine.analyse(position, seconds=100, on_progress=progress)
    assert time.perf_counter() - begin < 20
    assert [analysis.depth for analysis in seen[:5]] == [1, 2, 3, 4, 5]
    assert found.lines[0].move in position.legal
    assert found.lines[0].pv[0] == found.lines[0].move
    assert found.nodes_per_second > 0


def test_stopping_in_a_report_stops_at_once() -> None:
    engine = Engine(memory=4)
    found = engine.analyse(
        ludarium.start("aiyawatstani"), seconds=100, on_progress=lambda _: engine.stop()
    )
    assert found.depth == 1


def test_lines_are_different_moves_in_order() -> None:
    position = ludarium.start("yoxii").play("d5/3d6")
    found = analyse(position, depth=3, lines=5)
    assert len({line.move for line in found.lines}) == 5
    assert [line.value for line in found.lines] == sorted(
        (line.value for line in found.lines), reverse=True
    )
    for line in found.lines:
        at = position
        for move in line.pv:
            at = at.play(move)
    few = ludarium.parse("aiyawatstani ...../..../...../..../...../..../.2.../..../1.... 1 - 0 4")
    assert len(analyse(few, depth=3, lines=50).lines) == len(few.legal)


@pytest.mark.parametrize("nodes", [2000, 5000, 12000, 30000])
def test_lines_tell_how_deep_they_are_where_the_search_was_stopped(nodes: int) -> None:
    """Those of a depth stand in order; the last may be of the depth before."""
    found = Engine(memory=4).analyse(ludarium.start("yoxii").play("d5/3d6"), nodes=nodes, lines=3)
    depths = [line.depth for line in found.lines]
    assert set(depths) <= {found.depth, found.depth - 1}
    assert depths == sorted(depths, reverse=True)
    for depth in set(depths):
        values = [line.value for line in found.lines if line.depth == depth]
        assert values == sorted(values, reverse=True)


def test_who_plays_a_game_does_not_go_in_circles() -> None:
    """Light is a little worse here, and could repeat the position a second time; to analyse is
    another matter than to play.
    """
    position = ludarium.start("aiyawatstani")
    for move in [
        "D4-E5",
        "B6xD4",
        "B4-C5",
        "D4xB6",
        "C3-D4",
        "A5-B4",
        "C1-C3",
        "B4-A5",
        "C3-C1",
        "B6-C5",
        "B2-C3",
        "C5-B6",
    ]:
        position = position.play(move)
    judged, played = (
        Engine(memory=4, contempt=contempt).analyse(position, depth=5).lines[0]
        for contempt in (0, CONTEMPT)
    )
    assert (judged.move.text, judged.value, judged.label) == ("C3-B2", 0, "estimated")
    assert played.move != judged.move
    assert played.value < 0


@pytest.mark.parametrize("reduce", [0, 1], ids=["exhaustive", "ordinary"])
def test_the_search_is_the_same_in_plain_python(game: Game, reduce: int) -> None:
    if game.name not in ENGINE_GAMES:
        return
    position = random_position(game.name, game.rulesets[0].name, 24, 2)
    results = []
    plain, found = lambda array: array, generic.with_moves(position.state)
    for run, state, hand in (
        (compiled(alphabeta, game), position.state, reach),
        (alphabeta, found, plain),
    ):
        table, scratch = np.zeros(4096 * SLOT, np.int64), new_scratch()
        scratch[[SLOTS, REDUCE]] = 4096, reduce
        none = np.zeros(HEAD, np.int64)
        outcome = run(
            state,
            position.mover(),
            hand(table),
            hand(scratch),
            hand(none),
            2,
            -INFINITE,
            INFINITE,
            0,
            ACTIONS,
        )
        results.append((int(outcome), int(scratch[NODES]), table.tolist()))
    assert results[0] == results[1]


def test_fingerprints_tell_states_apart(game: Game) -> None:
    keys: dict[int, object] = {}
    for seed in range(10):
        position = ludarium.start(game)
        source = random.Random(seed)
        while not position.over:
            position = step(position, source)
            state = generic.canonical_state(generic.repetition_state(position.state))
            assert keys.setdefault(generic.fingerprint(position.state), state) == state


def test_folding_reads_every_field() -> None:
    folded = {
        fold((1, 2, 3)),
        fold((2, 1, 3)),
        fold((1, 2, 4)),
        fold((1, 2, -3)),
        fold((0, 0, 0)),
        fold((0, 0, 1 << 63)),
    }
    assert len(folded) == 6
    assert all(0 <= word < 1 << 64 for word in folded)


def test_a_table_gives_back_what_was_stored() -> None:
    import numpy as np

    table = np.zeros(64 * SLOT, np.int64)
    store(table, 64, 5, 1 << 62, 399_990, AT_LEAST, LOWER, 7, 1234, 3)
    content = look_up(table, 64, 1 << 62)
    assert (bound_in(content), proof_in(content), depth_in(content), action_in(content)) == (
        AT_LEAST,
        LOWER,
        7,
        1234,
    )
    assert score_in(content, 5) == 399_988, (
        "a win in 7 plies more is that from wherever the state is met"
    )
    store(table, 64, 6, 1 << 62, -17, AT_MOST, 0, 2, NO_ACTION, 0)
    content = look_up(table, 64, 1 << 62)
    assert (score_in(content, 9), action_in(content)) == (-17, 1234), (
        "the action of an earlier search stays"
    )
    assert look_up(table, 64, 1) == -1


def test_an_outcome_turned_twice_is_itself() -> None:
    for score in (0, 5, -7, 399_000):
        for proof in (0, LOWER, UPPER, LOWER | UPPER):
            turned = negate(outcome_of(score, proof))
            assert score_of(turned) == -score
            assert proof_of(turned) == {0: 0, LOWER: UPPER, UPPER: LOWER, 3: 3}[proof]
            assert negate(turned) == outcome_of(score, proof)


def test_bad_input_is_refused() -> None:
    with pytest.raises(
        AgentError, match="the engine plays open games of two seats that move in turn"
    ):
        analyse(ludarium.start("ahyoheek"))
    with pytest.raises(GameOverError):
        analyse(
            ludarium.parse("aiyawatstani ...../..../...../..../...../..../...../..../.1... 2 - 0 4")
        )
    with pytest.raises(AgentError, match="seconds -1: expected 0 or more"):
        analyse(ludarium.start("yoxii"), seconds=-1)
    with pytest.raises(AgentError, match="expected at least 1 of each"):
        analyse(ludarium.start("yoxii"), depth=1, lines=0)
    with pytest.raises(AgentError, match="expected at least 1 of each"):
        Engine(threads=0)
    with pytest.raises(MoveError, match="seat 1 does not choose now"):
        agent("alphabeta:0").choose(ludarium.start("yoxii"), 1)
    for text in ("alphabeta:x", "alphabeta:-1s", "alphabeta:1s:0", "alphabeta:nan"):
        with pytest.raises(AgentError, match="expected seconds a move"):
            agent(text)
    assert agent("alphabeta:0.50s:2").name == "alphabeta:0.5s:2"


class ToDepth:
    """The engine, to a depth and not for a time: so that it is as strong on a busy machine."""

    name = "depth 3"

    def __init__(self) -> None:
        self.engine = Engine()

    def choose(self, position: Position, seat: int) -> Move:
        return self.engine.analyse(position, depth=3).lines[0].move


# Games for which tree search is compiled elsewhere, too; the others were measured against far more
# playouts.
@pytest.mark.parametrize("name", ["aiyawatstani", "connect4", "yoxii"])
def test_the_engine_beats_tree_search_of_few_playouts(name: str) -> None:
    result = play_match(ludarium.find(name), [ToDepth(), "mcts:30"], games=6, opening=2, seed=1)
    assert result.agents[0].score >= 0.75


class WideState(NamedTuple):
    """The seats name a number below `width` in turn; whose second is one more than the other's
    second, wins.
    """

    width: int
    last: int
    plies: int
    seat: int


@jitable
def movers(state: WideState) -> Bits:
    return ONE << to_bits(state.seat) if state.plies < 4 else EMPTY


@jitable
def legal_count(state: WideState, seat: int) -> int:
    return state.width


@jitable
def nth_legal(state: WideState, seat: int, n: int) -> int:
    return n


@jitable
def play(state: WideState, action: int) -> WideState:
    last = 1 if action == state.last + 1 else 0
    return WideState(
        state.width, last if state.plies == 3 else action, state.plies + 1, 1 - state.seat
    )


@jitable
def returns(state: WideState, seat: int) -> float:
    return 1.0 if (seat == 1) == (state.last == 1) else -1.0


WIDE = bare_game(
    "wide",
    WideState(1000, 0, 0, 0),
    named(movers, legal_count, nth_legal, play, returns),
)


def wide(width: int, last: int, plies: int) -> Position:
    return Position(WIDE, WIDE.ruleset(), WideState(width, last, plies, plies % 2))


def test_a_thousand_legal_actions_take_no_more_memory() -> None:
    best = Engine().analyse(wide(1000, 499, 3), nodes=5_000).lines[0]
    assert (best.move.text, best.value) == ("500", 1.0)
    assert Engine().analyse(wide(1000, 0, 0), nodes=200_000).nodes >= 200_000
    assert MctsAgent(simulations=20_000, seed=1).choose(wide(1000, 499, 3), 1).text == "500"


def test_more_legal_actions_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(AgentError, match=r"wide has 60,000 legal actions here: .* at most 58,975"):
        analyse(wide(60_000, 0, 0))
