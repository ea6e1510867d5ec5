"""Compiled code is that of the rules as they are now, and all runtimes play the same."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.rules import generic
from ludarium.rules.bits import Bits, stream
from ludarium.rules.code_cache import FORM, digest_in, payload_in
from ludarium.rules.code_digest import code_digest
from ludarium.rules.compiling import compiled
from ludarium.rules.game import Game, listers
from ludarium.rules.listing import prepare_listing
from ludarium.simulate.playouts import run_playouts
from ludarium.simulate.trace import trace
from ludarium.testing import positions_of_random_games
from playing import DISTINCT, drawn


def run_python(code: str, *arguments: str, **environment: str) -> str:
    """What the code prints in a fresh interpreter."""
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")
    } | environment
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=variables,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


COUNTDOWN = '''
"""Countdown: each takes some counters, and who takes the last one wins."""
from typing import NamedTuple
from ludarium.rules.bits import EMPTY, ONE, Bits, to_bits
from ludarium.rules.dispatch import jitable
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import SeatView, View

class State(NamedTuple):
    left: int
    seat: int

@jitable
def step():
    return {step}

@jitable
def movers(state):
    return ONE << to_bits(state.seat) if state.left > 0 else EMPTY

@jitable
def legal_count(state, seat):
    return 1

@jitable
def nth_legal(state, seat, n):
    return step()

@jitable
def play(state, action):
    return State(max(0, state.left - action), 1 - state.seat)

@jitable
def returns(state, seat):
    return -1.0 if seat == state.seat else 1.0

GAME = Game(
    name="countdown", title="Countdown", seats=(2, 2), seat_names=("A", "B"), state=State,
    rulesets=(Ruleset(name="standard", title="Standard", source="this test"),),
    start=lambda ruleset, seats: State(12, 0),
    functions={{
        "movers": movers, "legal_count": legal_count, "nth_legal": nth_legal,
        "play": play, "returns": returns,
    }},
    action_texts=lambda state, seat, action: (str(action),),
    touches=lambda state, seat, action: (str(action),),
    write_position=lambda state: f"{{state.left}} {{state.seat}}",
    read_position=lambda text, ruleset: State(*map(int, text.split())),
    view=lambda state, before, action: View(
        "wood", (), (), (SeatView("A", "ivory"), SeatView("B", "ebony")), "counting"
    ),
)
'''

PLAY_COUNTDOWN = """
import json, sys
sys.path.insert(0, {folder!r})
from countdown import GAME
from ludarium.rules.compiling import compiled, is_cached
from ludarium.simulate.playouts import playouts, run_playouts
cached = is_cached(playouts, GAME)
result = run_playouts(GAME, GAME.start(GAME.ruleset(), 2), count=1)
print(json.dumps([cached, result.moves]))
"""


def test_a_changed_rule_is_never_played_from_a_stale_cache(tmp_path: Path) -> None:
    source = tmp_path / "countdown.py"
    code = PLAY_COUNTDOWN.format(folder=str(tmp_path))
    seen = []
    for step in (1, 2, 1):
        source.write_text(COUNTDOWN.format(step=step))
        # so that times cannot tell the versions apart
        os.utime(source, (1_700_000_000, 1_700_000_000))
        seen.append(
            json.loads(
                run_python(
                    code, LUDARIUM_CACHE=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1"
                )
            )
        )
    assert seen == [[False, 12], [False, 6], [True, 12]]


HELPED = COUNTDOWN.replace(
    "def step():\n    return {step}", "def step():\n    return STEP"
).replace(
    "from typing import NamedTuple\n", "from typing import NamedTuple\nfrom helper import STEP\n"
)


def test_a_change_in_a_module_that_the_game_imports_counts(tmp_path: Path) -> None:
    (tmp_path / "countdown.py").write_text(HELPED.format())
    seen = []
    for step in (1, 2):
        (tmp_path / "helper.py").write_text(f"STEP = {step}\n")
        os.utime(tmp_path / "helper.py", (1_700_000_000, 1_700_000_000))
        code = PLAY_COUNTDOWN.format(folder=str(tmp_path))
        seen.append(
            json.loads(
                run_python(
                    code, LUDARIUM_CACHE=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1"
                )
            )
        )
    assert seen == [[False, 12], [False, 6]]


HINTED = COUNTDOWN.replace("    functions={{", "    hints='countdown_hints',\n    functions={{")

HINTS = """
from countdown_weights import WEIGHT
from ludarium.rules.dispatch import jitable, named

@jitable
def evaluate(state):
    return WEIGHT * state.left

def functions(game, state):
    return named(evaluate)
"""

EVALUATE_COUNTDOWN = """
import json, sys
sys.path.insert(0, {folder!r})
from countdown import GAME
from ludarium.rules.compiling import compiled
from ludarium.rules.generic import evaluate
import countdown
def value(state):
    return evaluate(state)
state = GAME.start(GAME.ruleset(), 2)
print(json.dumps([evaluate(state), int(compiled(value, GAME)(state))]))
"""


def test_a_change_in_hints_or_their_weights_counts(tmp_path: Path) -> None:
    (tmp_path / "countdown.py").write_text(HINTED.format(step=1))
    (tmp_path / "countdown_hints.py").write_text(HINTS)
    (tmp_path / "value.py").write_text(EVALUATE_COUNTDOWN.format(folder=str(tmp_path)))
    code = f"import runpy; runpy.run_path({str(tmp_path / 'value.py')!r})"
    seen = []
    for weight in (3, 5):
        (tmp_path / "countdown_weights.py").write_text(f"WEIGHT = {weight}\n")
        for path in tmp_path.glob("*.py"):
            os.utime(path, (1_700_000_000, 1_700_000_000))
        variables = {"LUDARIUM_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        seen.append(json.loads(run_python(code, **variables)))
    assert seen == [[36, 36], [60, 60]]
    assert len(list((tmp_path / "cache").iterdir())) == 2


LINE_GAME = """
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, Parts
from ludarium.rules.game import Ruleset
class State(BitboardState):
    __slots__ = ()
BOARD = DrawnBoard({lines!r}.join(["o-o-o"] * 3))
GAME = counter_game(
    name="countdown", title="Small", bitboard=State, board=BOARD, rules="Small",
    rulesets=(Ruleset(name="standard", title="Standard", source="this test",
                      parameters=CounterRules(Setup("222/.../111"), Parts(ends=(
                           End("cannot move", "next", "loses"),
                           End("no counters", "next", "loses"),
                       )))),),
)
"""


def test_docstrings_make_no_difference_and_other_strings_do() -> None:
    digests = []
    for doc, text in (("One.", "a"), ("Two.", "a"), ("One.", "b")):
        scope: dict[str, Any] = {}
        exec(f'def rule(n):\n    """{doc}"""\n    return {text!r} if n else "c"', scope)
        digests.append(code_digest([scope["rule"]], []))
    assert digests[0] == digests[1]
    assert digests[0] != digests[2]


def test_a_changed_board_counts_though_the_rules_are_shared(tmp_path: Path) -> None:
    code = PLAY_COUNTDOWN.format(folder=str(tmp_path)).replace("count=1)", "count=50)") + (
        "from ludarium.simulate.playouts import playouts\n"
        "import numpy as np\n"
        "from ludarium.rules.bits import Bits\n"
        "state = GAME.start(GAME.ruleset(), 2)\n"
        "plain = playouts(state, 0, 50, Bits(0), np.zeros(2), np.zeros(2, np.int64))\n"
        "assert plain[0] == result.moves, (plain, result)\n"
    )
    for lines in ("\n| | |\n", "\n|X|X|\n"):
        source = tmp_path / "countdown.py"
        source.write_text(LINE_GAME.format(lines=lines))
        os.utime(source, (1_700_000_000, 1_700_000_000))
        assert (
            json.loads(
                run_python(
                    code, LUDARIUM_CACHE=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1"
                )
            )[0]
            is False
        )


def test_a_file_that_changed_under_a_running_process_does_not_count(tmp_path: Path) -> None:
    """What is compiled, and kept, is what the process has in memory."""
    source, cache = tmp_path / "countdown.py", str(tmp_path / "cache")
    source.write_text(COUNTDOWN.format(step=1))
    code = PLAY_COUNTDOWN.format(folder=str(tmp_path))
    edit = f"import pathlib; pathlib.Path({str(source)!r}).write_text({COUNTDOWN.format(step=2)!r})"
    edited = code.replace("cached =", f"{edit}\ncached =")
    variables = {"LUDARIUM_CACHE": cache, "PYTHONDONTWRITEBYTECODE": "1"}
    assert json.loads(run_python(edited, **variables)) == [False, 12]
    assert json.loads(run_python(code, **variables)) == [False, 6]
    source.write_text("# a comment changes nothing\n" + COUNTDOWN.format(step=1))
    assert json.loads(run_python(code, **variables)) == [True, 12]


SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "torn": lambda content: content[: len(content) // 2],
    "empty": lambda content: b"",
    "changed": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "of another version": lambda content: b"something else" + content,
}


@pytest.fixture(scope="module")
def compiled_countdown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, and its machine code in the folder `cache`."""
    folder = tmp_path_factory.mktemp("compiled")
    (folder / "countdown.py").write_text(COUNTDOWN.format(step=1))
    run_python(PLAY_COUNTDOWN.format(folder=str(folder)), LUDARIUM_CACHE=str(folder / "cache"))
    return folder


def played_with(folder: Path, spoil: Callable[[bytes], bytes], cache: Path) -> bytes:
    """The machine code after a game that began with a spoilt copy of it."""
    shutil.copytree(folder / "cache", cache)
    (kept,) = cache.glob("*/*.code")
    kept.write_bytes(spoil(kept.read_bytes()))
    told = f"import sys; sys.stderr = sys.stdout\n{PLAY_COUNTDOWN.format(folder=str(folder))}"
    answers = run_python(told, LUDARIUM_CACHE=str(cache)).splitlines()
    assert json.loads(answers[-1])[1] == 12
    assert len(answers) == (1 if spoil is moved_away else 2), answers
    return kept.read_bytes()


@pytest.mark.parametrize("way", SPOILT)
def test_spoilt_machine_code_is_made_anew(
    compiled_countdown: Path, tmp_path: Path, way: str
) -> None:
    made = played_with(compiled_countdown, SPOILT[way], tmp_path / "cache")
    assert len(made) > 1_000
    assert made != SPOILT[way](made)
    assert hashlib.sha256(payload_in(made)).hexdigest().encode() == digest_in(made)


def moved_away(_content: bytes) -> bytes:
    payload = b"cludarium.rules.moved_away\nfunction\n."  # a pickle of that function
    return FORM + hashlib.sha256(payload).hexdigest().encode() + b"\n" + payload


def test_machine_code_that_names_a_module_that_has_moved_is_made_anew_without_a_word(
    compiled_countdown: Path, tmp_path: Path
) -> None:
    made = played_with(compiled_countdown, moved_away, tmp_path / "cache")
    assert made != moved_away(made)


def test_only_our_own_old_folders_are_deleted(tmp_path: Path) -> None:
    (tmp_path / "countdown.py").write_text(COUNTDOWN.format(step=1))
    cache = tmp_path / "cache"
    for name in ("thesis", "countdown-0123456789abcdef", "countdown-fedcba9876543210"):
        (cache / name).mkdir(parents=True)
    for name in ("thesis", "countdown-0123456789abcdef"):
        os.utime(cache / name, (1_600_000_000, 1_600_000_000))
    os.utime(tmp_path / "countdown.py", (1_700_000_000, 1_700_000_000))
    run_python(
        PLAY_COUNTDOWN.format(folder=str(tmp_path)),
        LUDARIUM_CACHE=str(cache),
        PYTHONDONTWRITEBYTECODE="1",
    )
    left = {path.name for path in cache.iterdir()}
    assert "thesis" in left
    assert "countdown-fedcba9876543210" in left
    assert "countdown-0123456789abcdef" not in left


def test_without_a_place_for_the_cache_games_are_still_played(tmp_path: Path) -> None:
    (tmp_path / "countdown.py").write_text(COUNTDOWN.format(step=1))
    code = PLAY_COUNTDOWN.format(folder=str(tmp_path))
    assert json.loads(run_python(code, LUDARIUM_CACHE="/dev/null/nowhere")) == [False, 12]


def test_a_game_without_a_file_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("typed_in")
    monkeypatch.setitem(sys.modules, "typed_in", module)
    exec(compile(COUNTDOWN.format(step=3), "<typed in>", "exec"), module.__dict__)
    assert (
        run_playouts(module.GAME, module.GAME.start(module.GAME.ruleset(), 2), count=5).mean_length
        == 4
    )


def test_a_state_that_comes_back_is_the_same_type_again(game: Game) -> None:
    """Bit sets stay unsigned on their way through Python, so one machine code serves all states."""
    first = game.start(game.ruleset(), game.seats[1])
    joint = generic.nth_joint(first, 0)
    once = compiled(generic_play, game)(first, joint)
    assert once == generic.play(first, joint)
    joint = generic.nth_joint(once, 0)
    assert compiled(generic_play, game)(once, joint) == generic.play(once, joint)
    assert len(compiled(generic_play, game).dispatcher.signatures) == 1  # type: ignore[attr-defined]


def generic_play(state: object, joint: int) -> object:
    return generic.play(state, joint)


RANDOM_GAMES = """
import json
import ludarium
from ludarium.simulate.trace import traced_game
for name in NAMES:
    position = ludarium.start(name, seats=ludarium.find(name).seats[1])
    games = [
        traced_game(position.game, position.state, seed=9, number=number) for number in range(2)
    ]
    print(json.dumps([
        [list(game.returns), [sorted(ply.played.items()) for ply in game.plies]] for game in games
    ]))
""".replace("NAMES", repr(drawn(DISTINCT, 9)))


def test_plain_python_throughout_when_compiling_is_disabled() -> None:
    assert run_python(RANDOM_GAMES, NUMBA_DISABLE_JIT="1") == run_python(RANDOM_GAMES)


COMPILED_ONCE = """
import ludarium
from ludarium.rules.compiling import compiled
from ludarium.simulate.trace import trace, traced_game
position = ludarium.start("ahyoheek")
traced_game(position.game, position.state, seed=1, number=0)
print(sum(compiled(trace, position.game).dispatcher.stats.cache_misses.values()))
"""


def test_of_processes_that_want_the_same_only_one_compiles(tmp_path: Path) -> None:
    def run() -> str:
        return run_python(COMPILED_ONCE, LUDARIUM_CACHE=str(tmp_path))

    with ThreadPoolExecutor() as threads:
        first, second = (threads.submit(run) for _ in range(2))
        assert sorted([first.result(), second.result()]) == ["0\n", "1\n"]


REPLAY = """
import ludarium, sys
from ludarium.rules.bits import Bits, stream
from ludarium.simulate.trace import traced_game
from ludarium.testing.machine_code import replay_fault
for name in sys.argv[1:]:
    first = ludarium.start(name)
    plain = traced_game(first.game, first.state, 1, 0, compile=False)
    print(name, replay_fault(first, stream(Bits(1), 0), plain))
"""


def test_games_that_different_processes_compiled_are_played_together(tmp_path: Path) -> None:
    def run(*names: str) -> str:
        return run_python(REPLAY, *names, LUDARIUM_CACHE=str(tmp_path))

    # on their boards the same functions are made, with the same types
    run("alquerque"), run("aiyawatstani")
    assert run("alquerque", "aiyawatstani") == "alquerque None\naiyawatstani None\n"


CUDA_PLAYOUTS = """
import ludarium
from ludarium.rules.bits import Bits, stream
from ludarium.rules.generic import play_out, returns
from ludarium.simulate.cuda import device_playouts
for name in NAMES:
    for ruleset in ludarium.find(name).rulesets:
        position = ludarium.start(name, ruleset.name, ludarium.find(name).seats[1])
        plies, gains = device_playouts(position.game, position.state, first=7, count=3, seed=4)
        for thread in range(3):
            end, length = play_out(position.state, stream(Bits(4), 7 + thread))
            assert plies[thread] == length, name
            expected = [returns(end, seat) for seat in range(position.seats)]
            assert gains[thread].tolist() == expected, name
        print(name, ruleset.name, *plies)
""".replace("NAMES", repr(DISTINCT))


@pytest.mark.skipif(not importlib.util.find_spec("numba_cuda"), reason="needs numba-cuda")
def test_the_cuda_simulator_plays_the_same_games() -> None:
    lines = run_python(CUDA_PLAYOUTS, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1").splitlines()
    assert len(lines) == sum(len(ludarium.find(name).rulesets) for name in DISTINCT)


OF_EACH_KIND = ("ahyoheek", "backgammon", "baghchal", "connect4", "hex", "leduc")
COMPILE_FOR_CUDA = """
from types import SimpleNamespace
from unittest import mock
import ludarium, numba, numba.cuda.dispatcher
from numba import cuda, types
from ludarium.simulate.cuda import playout_kernel, prepare
device = SimpleNamespace(compute_capability=(9, 0))
with mock.patch.object(numba.cuda.dispatcher, "get_current_device", lambda: device):
    for name in NAMES:
        game = ludarium.find(name)
        prepare(game)
        state = numba.typeof(game.typed(game.start(game.ruleset(), 2)))
        signature = types.void(
            state, types.int64, types.uint64, types.int32[::1], types.float64[:, ::1]
        )
        code, _ = cuda.compile_ptx(playout_kernel, signature, cc=(9, 0))
        print(name, ".target sm_90" in code, "popc.b64" in code)
""".replace("NAMES", repr(OF_EACH_KIND))


def has_cuda_compiler() -> bool:
    try:
        from cuda.pathfinder import load_nvidia_dynamic_lib

        return bool(load_nvidia_dynamic_lib("nvvm") and load_nvidia_dynamic_lib("nvrtc"))
    except Exception:
        return False


@pytest.mark.gpu
@pytest.mark.skipif(
    not has_cuda_compiler(),
    reason="needs CUDA's compiler libraries (pip install 'numba-cuda[cu13]')",
)
def test_the_rules_compile_for_cuda_devices() -> None:
    lines = run_python(COMPILE_FOR_CUDA).splitlines()
    assert [line.split()[0] for line in lines] == list(OF_EACH_KIND)
    assert all(line.endswith("True True") or line.startswith("ahyoheek True") for line in lines)


ARGUMENTS_FOR_CUDA = """
import ludarium, numba
from numba.cuda.dispatcher import _Kernel
from ludarium.simulate.cuda import WideArguments, prepare
game = ludarium.find("hex")
prepare(game)
state = game.typed(ludarium.start("hex").play("c8").state)
kernel, passed = object.__new__(_Kernel), []
kernel.extensions = [WideArguments()]
kernel._prepare_args(numba.typeof(state), state, 0, [], passed)
red = sum(word.value << 64 * place for place, word in enumerate(passed[:3]))
print(len(passed), red == state.red)
"""


@pytest.mark.skipif(not importlib.util.find_spec("numba_cuda"), reason="needs numba-cuda")
def test_wide_bit_sets_are_passed_to_a_device_as_words() -> None:
    assert run_python(ARGUMENTS_FOR_CUDA) == "14 True\n"


def test_compiled_code_lists_the_same_actions_in_the_same_order(game: Game) -> None:
    positions = list(positions_of_random_games(game, games=3, seed=6))
    positions = random.Random(6).sample(positions, min(200, len(positions)))
    asked = [
        (position.state, seat)
        for position in (*positions, positions[-1])
        for seat in range(position.seats)
    ]
    plain = [game.legal_actions(state, seat) for state, seat in asked]
    prepare_listing(game)
    try:
        listed = [game.legal_actions(state, seat) for state, seat in asked]
    finally:
        del listers[game]
    assert listed == plain
    assert all(type(action) is int for actions in listed for action in actions)


def test_single_moves_are_never_compiled() -> None:
    code = (
        "import sys, ludarium; ludarium.start('yoxii').play('d5/3d6').legal; print('numba' "
        "in sys.modules)"
    )
    assert run_python(code) == "False\n"


def test_listing_stays_plain_when_compiling_is_disabled() -> None:
    code = """
import ludarium
from ludarium.rules.listing import prepare_listing
from ludarium.rules.game import listers
prepare_listing(ludarium.find("yoxii"))
print(len(ludarium.start("yoxii").legal), len(listers))
"""
    assert run_python(code, NUMBA_DISABLE_JIT="1") == "256 0\n"


def test_a_trace_that_does_not_fit_says_so(game: Game) -> None:
    position = ludarium.start(game)
    for size in range(12):
        out = np.full(size + 1, -7, np.int64)
        gains = np.zeros(position.seats)
        assert trace(position.state, stream(Bits(1), 0), out[:size], gains) == -1
        assert out[size] == -7
