"""Games that are compiled while the server answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

import ludarium
from ludarium.errors import RulesError
from ludarium.tables.bots import BotJob, BotPool
from ludarium.tables.nets import Nets
from ludarium.tables.threads import ClientKey
from ludarium.web.background.warmup import Making, PlainProcesses, Warmup
from nets_help import write_net
from playing import SHARING, decided
from tables_help import Asked


def made_ready(
    warmup: Warmup,
    compile_game: Callable[[str], None] = lambda name: None,
    load: Callable[[str], None] = lambda name: None,
) -> list[str]:
    """Make all its games ready; what was compiled for all games comes as ""."""
    done: list[str] = []

    def compile_and_note(name: str = "") -> None:
        done.append(name)
        if name:
            compile_game(name)

    async def work() -> None:
        with ThreadPoolExecutor(1) as pool:
            await warmup.work(Making(pool, compile_and_note, compile_and_note, load))

    asyncio.run(work())
    return done


def test_who_is_asked_for_comes_first() -> None:
    warmup = Warmup(["go", "hex", "ur"])
    assert not warmup.hurried("ur")
    loaded: list[str] = []
    assert made_ready(warmup, load=loaded.append) == ["", "ur", "go", "hex"]
    assert loaded == ["ur", "go", "hex"]
    assert warmup.hurried("ur")


def test_a_game_that_changes_is_compiled_again() -> None:
    warmup = Warmup(["go"])
    loaded: list[str] = []
    begun: list[bool] = []
    warmup.begin = lambda: begun.append(True)

    def compile_game(name: str) -> None:
        if not begun:  # the first time: the file changes while the rules that it had are compiled
            warmup.again("go")

    assert made_ready(warmup, compile_game, loaded.append) == ["", "go", "go"]
    assert (loaded, begun) == (["go"], [True])
    warmup.again("hex")
    assert not warmup.is_ready("hex")
    made_ready(warmup)
    assert warmup.is_ready("hex")
    warmup.plain.close()


def test_what_is_stored_is_only_loaded_and_an_engine_is_compiled_once() -> None:
    first, second = SHARING[:2]
    warmup = Warmup([first, "go"], ["hex"])
    assert not any(map(warmup.is_ready, (first, second, "go", "hex")))
    warmup.hurry(second)
    loaded: list[str] = []
    assert made_ready(warmup, load=loaded.append) == ["", first, "go"]
    assert loaded == [first, "hex", "go"]
    assert all(map(warmup.is_ready, (first, second, "go", "hex")))
    assert made_ready(Warmup([], ["hex"])) == []


def test_a_damaged_file_and_a_broken_game_stop_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """Nor does a game take the others of its engine with it."""
    first, second = SHARING[:2]
    warmup = Warmup([first], ["go", "hex"])

    def compile_game(name: str) -> None:
        if name == first:
            raise RulesError(f"{name}: something is wrong")

    def load(name: str) -> None:
        if name == "go":
            raise EOFError("half a file")

    assert made_ready(warmup, compile_game, load) == ["", first, second]
    assert all(map(warmup.is_ready, ("go", "hex", second)))
    assert "half a file" in caplog.text


def test_a_game_that_does_not_compile_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    warmup = Warmup(["go", "hex"])

    def compile_game(name: str) -> None:
        if name == "go":
            raise RulesError("go.py: something is wrong")

    made_ready(warmup, compile_game)
    assert warmup.is_ready("hex")
    assert not warmup.is_ready("go")
    assert "something is wrong" in caplog.text


async def answers_of(
    bot_pool: BotPool, asked: dict[str, str], nets: Nets | None = None
) -> list[str]:
    """The moves of these bots in these games' first positions, by bot and game."""
    answers: list[str] = []

    async def answer(move: str) -> None:
        answers.append(move)

    try:
        for who, name in asked.items():
            position = decided(ludarium.start(name))
            key = (f"{who} {name}", 0, 0, position.movers[0])
            request = Asked(key, answer, ClientKey("somebody"))
            bot_pool.ask(BotJob(request, who, position, nets=nets or Nets(())))
        while len(answers) < len(asked):
            await asyncio.sleep(0.01)
    finally:
        await bot_pool.close()
    return answers


def test_another_plays_for_bots_of_a_game_that_is_not_ready(tmp_path: Path) -> None:
    """But not for nets, which need no machine code of the game."""
    nets = Nets([f"hex={write_net(tmp_path / 'net.onnx', 'hex')}"])
    stood_in: list[str] = []

    async def stand_in(job: BotJob) -> str:
        stood_in.append(f"{job.who} {job.game}")
        return job.position.legal[0].text

    async def ask() -> None:
        bot_pool = BotPool(threads=1)
        bot_pool.is_ready, bot_pool.stand_in = lambda game: game.name == "kuhn", stand_in
        asked = {"level:1": "hex", "net:net": "hex", "random": "kuhn"}
        await answers_of(bot_pool, asked, nets)

    asyncio.run(asyncio.wait_for(ask(), 60))
    assert stood_in == ["level:1 hex"]


def test_plain_processes_play_and_analyse_and_come_back_when_killed() -> None:
    position = ludarium.start("connect4").play("d").play("c").play("d").play("c").play("d")

    async def ask() -> None:
        plain = PlainProcesses()
        try:
            assert await plain.choose(position, "level:1", 1) == "d"  # else three become four
            found = await plain.analyse(position.play("a"), 2)
            assert (found.lines[0].move.text, found.lines[0].label) == ("d", "proved")
            for process in list(plain.begin()._processes.values()):
                process.kill()
            with pytest.raises(BrokenProcessPool):
                await plain.choose(position, "level:1", 1)
            assert await plain.choose(position, "level:1", 1) == "d"
        finally:
            plain.close()

    asyncio.run(asyncio.wait_for(ask(), 60))
