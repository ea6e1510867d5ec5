"""Programs of others as bots at live tables."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

import ludarium
from ludarium.errors import AgentError, EngineError
from ludarium.tables.programs import Programs
from tables_help import Site, refusal
from test_engines import GTP, UCI, is_running, program

# As UCI of test_engines, but it writes its number to a file, and dies when it is asked for a move
# the second time.
NOTED = "import os, sys\nopen(sys.argv[2], 'a').write(f'{os.getpid()}\\n')\n"
DYING = UCI.replace("import sys\n", NOTED).replace(
    'next(moves, "0000")', "next(moves, None) or sys.exit('no more moves')"
)


NAME = "a-fish-of-the-deepest-se"  # of as many letters as there may be
BOT = f"program:{NAME}"


@pytest.fixture
def uci(tmp_path: Path) -> str:
    return program(tmp_path / "uci.py", UCI)


@pytest.fixture
def gtp(tmp_path: Path) -> str:
    return program(tmp_path / "gtp.py", GTP)


def test_a_program_is_offered_at_what_it_says_that_it_plays(uci: str, gtp: str) -> None:
    programs = Programs([f"{NAME}=uci:1n:{uci} e7e5", f"stone=gtp:1s:{gtp} e5"])
    assert programs.at("chess", "standard", 2) == [BOT]
    assert programs.at("xiangqi", "standard", 2) == [BOT]
    assert programs.at("breakthrough", "standard", 2) == []  # is none of its variants
    assert programs.at("go", "chinese-9", 2) == ["program:stone"]
    assert programs.at("go", "parts:size=9,komi=0,counting=aga", 2) == ["program:stone"]
    assert programs.at("othello", "standard", 2) == ["program:stone"]  # as it takes `set_game`
    assert programs.at("hex", "11", 2) == []  # of which it does not tell
    assert programs.of("yoxii") == {}
    assert dict(programs.of("chess")) == {BOT: [("standard", 2)]}
    programs.close()


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_names_and_paths_may_have_spaces(tmp_path: Path, quote: str) -> None:
    folder = tmp_path / "my engines"
    folder.mkdir()
    runs = Path(shlex.split(program(tmp_path / "uci.py", UCI))[-1]).rename(folder / "an engine.py")
    command = shlex.join([sys.executable, str(runs), "e7e5"])
    programs = Programs([f"{quote}Deep Fish 1.5{quote}=uci:1n:{command}"])
    assert programs.at("chess", "standard", 2) == ["program:Deep Fish 1.5"]
    programs.close()


@pytest.mark.parametrize("name", [" fish", "fish ", "'fish", "1 2", "a" * 25, "<b>", ""])
def test_what_is_no_name_is_told(name: str) -> None:
    with pytest.raises(AgentError, match="expected a name of at most 24"):
        Programs([f"{name}=uci:1n:fish"])


def test_one_process_plays_all_games(uci: str) -> None:
    """It is told which variant each is."""
    programs = Programs([f"{NAME}=uci:1n:{uci} 'e2e4 b1c3 e2e4'"])
    for game, move in (("chess", "e4"), ("xiangqi", "Hb1-c3"), ("chess", "e4")):
        assert programs.choose(BOT, ludarium.start(game), 0) == move
    programs.close()


def test_a_program_that_failed_is_started_anew(tmp_path: Path) -> None:
    command = f"{program(tmp_path / 'dying.py', DYING)} e2e4 {tmp_path / 'numbers'}"
    programs = Programs([f"{NAME}=uci:1n:{command}"])
    here = ludarium.start("chess")
    assert programs.choose(BOT, here, 0) == "e4"
    with pytest.raises(EngineError, match="no more moves"):
        programs.choose(BOT, here, 0)
    assert programs.choose(BOT, here, 0) == "e4"
    programs.close()
    first, second = map(int, (tmp_path / "numbers").read_text().split())
    assert first != second
    assert not is_running(first)


def test_a_program_plays_at_a_table_and_resigns_when_it_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    numbers = tmp_path / "numbers"
    command = f"{program(tmp_path / 'dying.py', DYING)} e7e5 {numbers}"
    with Site.opened(tmp_path, programs=Programs([f"{NAME}=uci:1n:{command}"])) as site:
        ana = site.visitor("Ana")
        wrong = ana.ask("POST", "/api/tables", game="chess", sit=["me", "program:other"])
        assert refusal(wrong) == "invalid"
        assert f", level:8, {BOT}." in wrong.text
        for forbidden in ("uci:1s:sh", f"uci:1n:{command}", "engine:sh", "gtp:1s:sh"):
            sit = ["me", forbidden]
            assert ana.ask("POST", "/api/tables", game="chess", sit=sit).status_code in (400, 422)
        assert ana.refused("POST", "/api/tables", game="yoxii", sit=["me", BOT])
        table = ana.open("chess", "me", BOT)
        assert [seat["name"] for seat in ana.table(table)["seats"]] == ["Ana", f"Program {NAME}"]
        with ana.watching(f"/tables/{table}/watch") as watch:
            ana.move(table, 0, 0, "e4")
            while watch.table()["ply"] < 2:
                pass
            ana.move(table, 0, 2, "Nf3")
            while (told := watch.table())["status"] != "over":
                pass
        assert told["result"]["returns"] == [1.0, -1.0]
        assert "(no more moves)" in caplog.text
        assert "no more moves" not in ana.get(f"/table/{table}").text
        assert f'value="{BOT}"' in ana.get("/play/chess").text
        another = ana.open("chess", "me", BOT)
        with ana.watching(f"/tables/{another}/watch") as watch:
            ana.move(another, 0, 0, "e4")
            while watch.table()["ply"] < 2:
                pass
    started = list(map(int, numbers.read_text().split()))
    assert len(started) == 2
    assert not any(map(is_running, started))  # the server has ended


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("stockfish", "is no engine for tables: expected a name"),
        ("3=uci:1s:foo", "is no engine for tables"),  # or it had the name of a level
        ("x=engine:foo", "an agent of uci:, gtp: or gnubg:"),
        ("x=uci:1s:no-such-program-here", "cannot be started: No such file"),
        ("x=uci:0s:foo", "expected a limit such as 2s"),
        (f"x=uci:1s:{shlex.quote(os.devnull)}", "cannot be started"),
        (f"x=uci:1s:{shlex.quote(sys.executable)} -c pass", "has ended"),
    ],
)
def test_what_is_no_engine_is_refused_in_one_line(given: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        Programs([given])


def test_names_are_given_once(uci: str) -> None:
    with pytest.raises(AgentError, match="two engines of the name a-fish"):
        Programs([f"{NAME}=uci:1n:{uci} ''", f"{NAME}=uci:1n:{uci} ''"])
