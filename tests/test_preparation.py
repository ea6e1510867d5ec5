"""Games that are compiled while the server answers."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.errors import RulesError
from ludarium.tables.bots import Thinkers, Thought
from ludarium.tables.errors import TableError
from ludarium.tables.nets import Nets
from ludarium.web.services.preparation import Preparation
from nets_help import write_net
from playing import SHARING


def test_who_is_asked_for_comes_first() -> None:
    preparation = Preparation(["go", "hex", "ur"])
    with pytest.raises(TableError, match="made ready") as refused:
        preparation.check("ur")
    assert refused.value.wait
    compiled: list[str] = []
    loaded: list[str] = []
    ready: list[bool] = []

    async def work() -> None:
        with ThreadPoolExecutor(1) as pool:
            workers: Any = pool
            await preparation.work(
                workers,
                compiled.append,
                loaded.append,
                lambda: ready.append(preparation.is_ready("go")),
            )

    asyncio.run(work())
    assert compiled == loaded == ["ur", "go", "hex"]
    assert ready == [False, True, True]
    preparation.check("ur")


def test_what_is_stored_is_only_loaded_and_an_engine_is_compiled_once() -> None:
    first, second = SHARING[:2]
    preparation = Preparation([first, "go"], ["hex"])
    assert not any(map(preparation.is_ready, (first, second, "go", "hex")))
    preparation.hurry(second)
    compiled: list[str] = []
    loaded: list[str] = []

    async def work() -> None:
        with ThreadPoolExecutor(1) as pool:
            workers: Any = pool
            await preparation.work(workers, compiled.append, loaded.append, lambda: None)

    asyncio.run(work())
    assert compiled == [first, "go"]
    assert loaded == [first, "hex", "go"]
    assert all(map(preparation.is_ready, (first, second, "go", "hex")))


def test_a_damaged_file_and_a_broken_game_stop_no_other(caplog: pytest.LogCaptureFixture) -> None:
    """Nor does a game take the others of its engine with it."""
    first, second = SHARING[:2]
    preparation = Preparation([first], ["go", "hex"])
    compiled: list[str] = []

    def compile_game(name: str) -> None:
        compiled.append(name)
        if name == first:
            raise RulesError(f"{name}: something is wrong")

    def load(name: str) -> None:
        if name == "go":
            raise EOFError("half a file")

    async def work() -> None:
        with ThreadPoolExecutor(1) as pool:
            workers: Any = pool
            await preparation.work(workers, compile_game, load, lambda: None)

    asyncio.run(work())
    assert compiled == [first, second]
    assert all(map(preparation.is_ready, ("go", "hex", second)))
    assert "half a file" in caplog.text


def test_a_game_that_does_not_compile_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    preparation = Preparation(["go", "hex"])

    def compile_game(name: str) -> None:
        if name == "go":
            raise RulesError("go.py: something is wrong")

    async def work() -> None:
        with ThreadPoolExecutor(1) as pool:
            workers: Any = pool
            await preparation.work(workers, compile_game, lambda name: None, lambda: None)

    asyncio.run(work())
    assert preparation.is_ready("hex")
    assert not preparation.is_ready("go")
    assert "something is wrong" in caplog.text


def test_nets_wait_for_no_engine(tmp_path: Path) -> None:
    nets = Nets([f"hex={write_net(tmp_path / 'net.onnx', 'hex')}"])
    answers: list[str] = []

    async def answer(move: str) -> None:
        answers.append(move)

    async def ask() -> None:
        thinkers = Thinkers(threads=1)
        thinkers.may_think = lambda name: False
        position = ludarium.start("hex")
        try:
            for who in ("random", "net:net"):
                thinkers.ask(
                    Thought(
                        ("hex", 0, 0, 0) if who == "random" else ("hex", 0, 1, 0),
                        who,
                        position,
                        0.0,
                        answer,
                        lambda: True,
                        lambda: 0,
                        lambda: "",
                        nets,
                    )
                )
            while not answers:
                await asyncio.sleep(0.01)
        finally:
            await thinkers.close()

    asyncio.run(asyncio.wait_for(ask(), 60))
    assert len(answers) == 1


def test_bots_wait_for_their_game() -> None:
    ready = threading.Event()
    answers: list[str] = []

    async def answer(move: str) -> None:
        answers.append(move)

    async def ask() -> None:
        thinkers = Thinkers(threads=1)
        thinkers.may_think = lambda name: name == "kuhn" or ready.is_set()
        try:
            for name in ("yoxii", "kuhn"):
                position = ludarium.start(name)
                while position.by_chance:
                    position = position.play(position.legal[0])
                key = (name, 0, 0, position.movers[0])
                thinkers.ask(
                    Thought(
                        key, "random", position, 0.0, answer, lambda: True, lambda: 0, lambda: ""
                    )
                )
            while len(answers) < 1:
                await asyncio.sleep(0.01)
            assert answers[0] in ("check", "bet")
            ready.set()
            thinkers.resume()
            while len(answers) < 2:
                await asyncio.sleep(0.01)
        finally:
            await thinkers.close()

    asyncio.run(asyncio.wait_for(ask(), 20))
