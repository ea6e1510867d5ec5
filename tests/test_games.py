"""The conformance suite on every game; and that it finds what is wrong with a broken one."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest

import ludarium
from ludarium.games import alquerque, yoxii
from ludarium.hints import yoxii as yoxii_hints
from ludarium.rules import generic
from ludarium.rules.bits import Bits, fold, lowest, stream
from ludarium.rules.counters.bitboard.board import bitboard_of
from ludarium.rules.counters.bitboard.rules import bitboard_rules
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.dispatch import functions_of, implement, jitable
from ludarium.rules.game import Game
from ludarium.simulate.trace import Traced, traced_game
from ludarium.testing import check_game
from ludarium.testing.machine_code import replay_fault
from playing import drawn

RULESETS = 4  # of a game that are checked together, where the commit draws


def test_conforms(game: Game) -> None:
    rulesets = [ruleset.name for ruleset in game.rulesets]
    check_game(game, games=1, rulesets=drawn(rulesets, min(len(rulesets), RULESETS)))


def broken(functions: dict[str, Callable[..., Any]], **changes: Any) -> Game:
    """Yoxii with some of it replaced, under another state type, so that Yoxii itself stays as it
    is.
    """

    class BrokenState(yoxii.YoxiiState):
        __slots__ = ()

    def start(ruleset: Any, seats: int) -> BrokenState:
        return BrokenState(*yoxii.start(ruleset, seats))

    def play(state: BrokenState, action: int) -> BrokenState:
        return BrokenState(*yoxii.play(state, action))

    def symmetric_state(state: BrokenState, symmetry: int) -> BrokenState:
        return BrokenState(*yoxii_hints.symmetric_state(state, symmetry))

    def read_position(text: str, ruleset: Any) -> BrokenState:
        return BrokenState(*yoxii.read_position(text, ruleset))

    own = {
        **functions_of(yoxii.YoxiiState),
        "play": play,
        "symmetric_state": symmetric_state,
        **functions,
    }
    settings = {
        "name": "broken",
        "state": BrokenState,
        "start": start,
        "read_position": read_position,
        "functions": own,
        "rulesets": yoxii.GAME.rulesets[:1],
        "other_states": {},
    }
    return dataclasses.replace(yoxii.GAME, **{**settings, **changes})


def test_the_copy_alone_conforms() -> None:
    check_game(broken({}), games=1, compile=False)


@pytest.mark.parametrize(
    ("functions", "changes", "message"),
    [
        ({"returns": lambda state, seat: 1.0}, {}, "do not add up"),
        ({"symmetric_action": lambda state, symmetry, action: action}, {}, "symmetry [0-9]: "),
        (
            {"nth_legal": lambda state, seat, n: yoxii.nth_legal(state, seat, 0)},
            {},
            "has a legal action twice",
        ),
        ({"play_out": lambda state, random: (state, 0)}, {}, "own play_out ends elsewhere"),
        (
            {},
            {"action_texts": lambda state, seat, action: (str(action % 50),)},
            "have the same text",
        ),
        (
            {},
            {"touches": lambda state, seat, action: (yoxii.touches(state, seat, action)[0],)},
            "the beginning of another's",
        ),
        (
            {},
            {"more_touches": lambda state, seat, action: (yoxii.touches(state, seat, action)[:2],)},
            "the beginning of another's",
        ),
        (
            {},
            {"touches": lambda state, seat, action: (str(action),)},
            "touches are not in the View",
        ),
        (
            {},
            {
                "write_position": lambda state: yoxii.STONES.write(
                    yoxii.start(yoxii.GAME.ruleset(), 2)
                )
            },
            "reads back as another state",
        ),
        ({}, {"returns_range": (0.0, 1.0)}, "out of range"),
        (
            {},
            {"actions": lambda ruleset, seats: range(4096)},
            "is not among the 4096 that learning programs know",
        ),
    ],
    ids=[
        "sum",
        "symmetry",
        "twice",
        "playout",
        "text",
        "touches",
        "more touches",
        "view",
        "position",
        "range",
        "actions",
    ],
)
def test_what_is_broken_is_found(
    functions: dict[str, Any], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        check_game(broken(functions, **changes), games=1, compile=False)
    assert len(ludarium.start("yoxii").legal) == 256


def changed(name: str, change: Callable[..., Any]) -> dict[str, Any]:
    """This function of Yoxii, with something done to its result."""
    function = functions_of(yoxii.YoxiiState)[name]
    return {name: lambda *arguments: change(function(*arguments), *arguments)}


def put_backwards(state: Any, seat: int, memory: Any, place: int) -> None:
    yoxii_hints.put_legal(state, seat, memory, place)
    count = yoxii.legal_count(state, seat)
    memory[place : place + count] = memory[place : place + count][::-1]


class Found(NamedTuple):
    """A state of Yoxii with a fault, for `with_moves`."""

    state: Any
    fault: str


def seats_of_found(found: Found) -> Any:
    return generic.movers(found.state) or int(found.fault == "movers")


def list_found(found: Found, seat: int, memory: Any, place: int) -> None:
    (put_backwards if found.fault == "put_legal" else yoxii_hints.put_legal)(
        found.state, seat, memory, place
    )


implement(
    Found,
    {
        "without_moves": lambda found: found.state,
        "movers": seats_of_found,
        "legal_count": lambda found, seat: yoxii.legal_count(found.state, seat),
        "can_force": lambda found: generic.can_force(found.state) != (found.fault == "can_force"),
        "is_legal": lambda found, seat, action: (
            generic.is_legal(found.state, seat, action) and found.fault != "is_legal"
        ),
        "put_legal": list_found,
    },
)


class Unimplemented(NamedTuple):
    """What `with_moves` gives, where the other functions were forgotten."""

    state: Any


implement(Unimplemented, {"without_moves": lambda found: found.state})


@pytest.mark.parametrize("fault", ["put_legal", "can_force", "is_legal", "movers"])
def test_what_with_moves_says_otherwise_than_the_state_is_found(fault: str) -> None:
    with pytest.raises(AssertionError, match=f"{fault} of what with_moves gives"):
        check_game(broken({"with_moves": lambda state: Found(state, fault)}), compile=False)


def test_what_with_moves_gives_may_be_a_type_of_its_own() -> None:
    check_game(broken({"with_moves": lambda state: Found(state, "")}), games=1, compile=False)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (Unimplemented, "movers is not implemented for what with_moves gives"),
        (lambda state: state._replace(seat=1 - state.seat), "without_moves gives another state"),
    ],
)
def test_what_with_moves_must_give(make: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_game(broken({"with_moves": make}), compile=False)


def write_too_much(state: Any, memory: Any, place: int) -> bool:
    memory[place + generic.BATCH_SIZE] = 0
    return yoxii_hints.prepare_batch(state, memory, place)


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ({"put_legal": put_backwards}, "put_legal lists other actions"),
        (changed("is_legal", lambda legal, *_: False), "is_legal says False"),
        (
            changed("is_legal", lambda legal, state, seat, action: legal or action == 0),
            "is_legal says True of action 0",
        ),
        (
            {"nth_candidate": lambda state, seat, n: yoxii.nth_legal(state, seat, max(n, 1))},
            "are not its legal actions, each once",
        ),
        (
            {"candidate_count": lambda state, seat: yoxii.legal_count(state, seat) - 1},
            "are not its legal actions, each once",
        ),
        ({"is_forcing": lambda state, action: True}, "can_force says False"),
        (changed("most_plies", lambda plies, *_: plies - 14), "lasts longer than most_plies said"),
        (
            changed("fingerprint", lambda word, state: word & 255),
            "goes on otherwise has the same fingerprint",
        ),
        (changed("fingerprint", lambda word, state: word << 64), "not of 64 bits"),
        (changed("evaluate", lambda estimate, *_: 200_000), "not an int up to 100000"),
        (changed("evaluate", lambda estimate, *_: estimate / 2), "not an int up to 100000"),
        (
            {"evaluate": lambda state: lowest(state.totem), "prepare_batch": lambda *_: False},
            "the image is evaluated otherwise",
        ),
        (
            changed("features", lambda numbers, state: numbers[: 9 - state.seat]),
            "not always the same number of ints",
        ),
        ({"prepare_batch": write_too_much}, f"takes more than {generic.BATCH_SIZE} numbers"),
        (
            changed(
                "evaluate_successor",
                lambda estimate, state, action, *_: estimate + (action & 63 == 36),
            ),
            "evaluate_successor says",
        ),
        (
            changed("evaluate_successor", lambda estimate, *_: min(estimate, 1000)),
            "the state after it is 1099511627776",
        ),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else None,
)
def test_what_misleads_a_search_is_found(functions: dict[str, Any], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_game(broken(functions), games=9, compile=False)


def test_batch_evaluation_is_only_for_turns_of_one_move() -> None:
    """A game of counters on lines where a run of hops is several moves, though it says that it has
    batch evaluation.
    """
    game = alquerque_with("batched", {"prepare_batch": lambda state, memory, place: True})
    with pytest.raises(
        AssertionError, match=r"there is batch evaluation, though seat [01] moves again"
    ):
        check_game(game, games=9, compile=False)


def test_a_fingerprint_may_leave_out_how_long_the_game_has_lasted() -> None:
    def rough_turns(state: Any) -> Any:
        return fold(state._replace(turns=state.turns // 8))

    def without_enemies(state: Any) -> Any:
        return fold(state._replace(turns=0, theirs=0))

    check_game(alquerque_with("timeless", {"fingerprint": rough_turns}), games=9, compile=False)
    with pytest.raises(AssertionError, match="goes on otherwise has the same fingerprint"):
        check_game(alquerque_with("blind", {"fingerprint": without_enemies}), compile=False)


def alquerque_with(name: str, functions: dict[str, Any]) -> Game:
    """Alquerque with other hints."""
    original = alquerque.GAME

    class Changed(BitboardState):
        __slots__ = ()

    return dataclasses.replace(
        original,
        name=name,
        state=Changed,
        start=lambda ruleset, seats: Changed(*original.start(ruleset, seats)),
        read_position=lambda text, ruleset: Changed(*original.read_position(text, ruleset)),
        functions={**bitboard_rules(Changed, bitboard_of(original.board)), **functions},
    )


@jitable
def is_plain(turns: int) -> bool:
    """Whether this runs in plain Python, whose numbers have no end; in 64 bits this is negative."""
    return ((turns + (1 << 40)) << 23) > 0


@pytest.mark.parametrize(
    ("name", "own", "message"),
    [
        ("evaluate", lambda state: 1 if is_plain(state.turns) else 2, "says 2 of evaluate, plain"),
        (
            "returns",
            lambda state, seat: 1.0 if (seat == 0) == is_plain(state.turns) else -1.0,
            "of visit, plain Python",
        ),
    ],
)
def test_compiled_code_that_says_otherwise_is_found(
    name: str, own: Callable[..., Any], message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        check_game(alquerque_with(f"other-{name}", {name: own}), games=1)


def test_a_game_that_compiled_code_plays_otherwise_is_found() -> None:
    first = ludarium.start("alquerque")
    plain = traced_game(first.game, first.state, 1, 2, compile=False)
    random = stream(Bits(1), 2)
    assert replay_fault(first, random, plain) is None
    won, lost = plain.returns
    other = dataclasses.replace(plain, returns=(lost - 1, won))
    assert replay_fault(first, random, other) == "compiled code plays another game"
    assert replay_fault(first, random, Traced(plain.plies[:-1], plain.returns))


def test_a_state_type_belongs_to_one_game() -> None:
    with pytest.raises(ValueError, match="has the rules of a game already"):
        dataclasses.replace(
            yoxii.GAME, functions={**functions_of(yoxii.YoxiiState), "returns": yoxii.legal_count}
        )
    assert len(ludarium.start("yoxii").legal) == 256


def test_a_name_that_nobody_could_type_is_refused() -> None:
    with pytest.raises(ValueError, match="small letters"):
        broken({}, name="Big Game")


def test_an_unknown_generic_function_is_refused() -> None:
    with pytest.raises(ValueError, match="'legal_moves' is not a generic function"):
        broken({"legal_moves": yoxii.legal_count})


def test_threads_wait_for_hints_that_are_being_read() -> None:
    """Bots think in threads: none may keep a default because another was reading the hints."""
    reading, may_end = threading.Event(), threading.Event()

    class State(NamedTuple):
        seat: int

    def slow() -> dict[str, Callable[..., Any]]:
        reading.set()
        assert may_end.wait(60)
        return {"evaluate": lambda state: 7}

    implement(State, {}, slow)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(generic.evaluate, State(0))
        assert reading.wait(60)
        second = pool.submit(generic.evaluate, State(0))
        with pytest.raises(TimeoutError):
            second.result(timeout=0.2)
        may_end.set()
        assert (first.result(), second.result()) == (7, 7)


def test_hints_that_cannot_be_read_are_not_forgotten() -> None:
    class State(NamedTuple):
        seat: int

    def missing() -> dict[str, Callable[..., Any]]:
        raise ImportError("no hints")

    implement(State, {}, missing)
    for _ in range(2):
        with pytest.raises(ImportError, match="no hints"):
            generic.evaluate(State(0))


@pytest.mark.parametrize(
    ("returns", "winners", "all_lost"),
    [
        ((1, -1), (0,), False),
        ((-1, 3), (1,), False),
        ((0, 0), (), False),
        ((2, 2), (0, 1), False),
        ((-1, -1), (), True),
    ],
)
def test_seats_may_win_together_where_returns_have_no_fixed_sum(
    returns: tuple[float, float], winners: tuple[int, ...], all_lost: bool
) -> None:
    class Together(alquerque.GAME.state):  # type: ignore[name-defined, misc]
        __slots__ = ()

    game = dataclasses.replace(alquerque.GAME, state=Together, returns_sum=None)
    assert (game.winners(returns), game.all_lost(returns)) == (winners, all_lost)


def test_who_gets_more_wins_where_returns_have_a_fixed_sum() -> None:
    game = ludarium.find("alquerque")
    assert game.winners((1, -1)) == (0,)
    assert game.winners((0, 0)) == ()
    assert not game.all_lost((0, 0))
