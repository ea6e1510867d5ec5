"""Tablebases against plain solving, and their files."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludarium
from ludarium.errors import LudariumError, TableFileError
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.bits import Bits
from ludarium.search.engine import Engine
from ludarium.solvers.tablebase import library as module
from ludarium.solvers.tablebase.indexing import code_at, place_of, put_code
from ludarium.solvers.tablebase.library import (
    Tablebase,
    base_for,
    has_tablebase,
    make,
    read,
    tablebase_file,
    verify,
)
from oracles.minimax import solve_all

RULESETS = [
    (game, ruleset)
    for game in map(ludarium.find, ludarium.names())
    for ruleset in game.rulesets
    if has_tablebase(game, ruleset)
]


def placed(tablebase: Tablebase, mine: list[int], theirs: list[int], seat: int) -> Position:
    """The position with counters on these points."""
    state = tablebase.game.start(tablebase.ruleset, 2)
    first, second = (Bits(sum(1 << point for point in points)) for points in (mine, theirs))
    return Position(
        tablebase.game,
        tablebase.ruleset,
        generic.tablebase_state(state, first, second, Bits(0), seat),
    )


def test_every_ruleset_of_aiyawatstani_has_one() -> None:
    assert {(game.name, ruleset.name) for game, ruleset in RULESETS} == {
        *(("aiyawatstani", f"ludii-{number}") for number in range(1, 11)),
        ("alquerque", "alfonso"),
        ("alquerque", "compulsory"),
    }


@pytest.mark.parametrize(("game", "ruleset"), RULESETS, ids=lambda found: found.name)
def test_it_is_sound_and_the_same_as_plain_solving(
    game: ludarium.Game, ruleset: ludarium.Ruleset, tmp_path: Path
) -> None:
    tablebase = make(game, ruleset, 3, path=tmp_path / "three")
    points = int(game.start(ruleset, 2).area).bit_count()
    census = verify(tablebase)
    seats = 2 if ruleset.parameters.parts.sides_differ else 1
    assert census.won + census.lost + census.drawn == seats * (
        points * (points - 1) + points * (points - 1) * (points - 2)
    )
    source = random.Random(1)
    positions = [
        placed(tablebase, *split(source.sample(range(points), 2), 1), seat)
        for seat in (0, 1)
        for _ in range(20)
    ]
    positions = [position for position in positions if not position.over]
    truth = solve_all([position.state for position in positions])
    for position in positions:
        worth = tablebase.worth(position)
        assert worth is not None
        assert worth.value == truth[position.state], position.text


def split(points: list[int], first: int) -> tuple[list[int], list[int]]:
    return points[:first], points[first:]


def test_a_win_takes_as_many_turns_as_it_says() -> None:
    """Both sides play by the tablebase: turn by turn the distance goes down to the end."""
    game = ludarium.find("alquerque")
    tablebase = Tablebase(game, game.ruleset("alfonso"), 4, base_for(game, game.ruleset("alfonso")))
    source = random.Random(4)
    played = 0
    while played < 10:
        position = placed(tablebase, *split(source.sample(range(25), 4), 2), 0)
        worth = tablebase.worth(position) if not position.over else None
        if worth is None or worth.value == 0:
            continue
        played += 1
        winner = position.mover() if worth.value > 0 else 1 - position.mover()
        turns = worth.turns
        while not position.over:
            best = [
                after
                for after in whole_turns(position)
                if left(tablebase, after, winner) == turns - 1
            ]
            assert best, f"no turn fits in {position.text}"
            position, turns = best[0], turns - 1
        assert turns == 0
        assert position.returns[winner] == 1


def left(tablebase: Tablebase, position: Position, winner: int) -> int | None:
    """In how many turns this seat wins; None where it does not."""
    if position.over:
        return 0 if position.returns[winner] == 1 else None
    worth = tablebase.worth(position)
    assert worth is not None
    return worth.turns if worth.value == (1 if position.mover() == winner else -1) else None


def whole_turns(position: Position) -> list[Position]:
    """All positions that a turn can lead to."""
    seat, waiting = position.mover(), [position]
    found: list[Position] = []
    while waiting:
        for move in (at := waiting.pop()).legal:
            after = at.play(move)
            (waiting if not after.over and after.mover() == seat else found).append(after)
    return found


def test_the_engine_knows_what_the_tablebase_knows() -> None:
    game = ludarium.find("aiyawatstani")
    ruleset = game.ruleset()
    tablebase = Tablebase(game, ruleset, 4, base_for(game, ruleset))
    engine = Engine(memory=4)
    source = random.Random(2)
    for _ in range(30):
        position = placed(tablebase, *split(source.sample(range(41), 4), 2), 0)
        worth = tablebase.worth(position) if not position.over else None
        if worth is not None:
            (line,) = engine.analyse(position, depth=1).lines
            assert (line.value, line.label) == (worth.value, "proved"), position.text


def test_positions_that_it_does_not_have() -> None:
    game = ludarium.find("aiyawatstani")
    tablebase = Tablebase(game, game.ruleset(), 4, base_for(game, game.ruleset()))
    assert tablebase.worth(ludarium.start("aiyawatstani")) is None
    assert tablebase.worth(ludarium.start("aiyawatstani", "ludii-6")) is None
    assert tablebase.worth(ludarium.start("yoxii")) is None


def test_a_file_is_read_back_and_damage_is_named(tmp_path: Path) -> None:
    game = ludarium.find("alquerque")
    ruleset = game.ruleset("compulsory")
    file = tmp_path / "three"
    made = make(game, ruleset, 3, path=file)
    assert bytes(read(file, game, ruleset).array) == bytes(made.array)
    assert not file.with_name("three.part").exists()
    with pytest.raises(
        TableFileError, match="is of alquerque/compulsory: expected one of alquerque/alfonso"
    ):
        read(file, game, game.ruleset("alfonso"))
    content = bytearray(file.read_bytes())
    content[-20] ^= 1
    file.write_bytes(content)
    with pytest.raises(TableFileError, match="three is damaged"):
        read(file, game, ruleset)
    file.write_bytes(content[:100])
    with pytest.raises(TableFileError, match="three is damaged"):
        read(file, game, ruleset)
    file.write_bytes(b"something else")
    with pytest.raises(TableFileError, match="no tablebase of this version"):
        read(file, game, ruleset)


def test_a_damaged_file_says_how_to_make_it_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "cache_folder", lambda: tmp_path)
    game = ludarium.find("alquerque")
    file = tablebase_file(game, game.ruleset(), 5)
    file.parent.mkdir()
    file.write_bytes(b"")
    with pytest.raises(
        TableFileError,
        match="to make it anew: ludarium solve alquerque --ruleset alfonso --counters 5 --again",
    ):
        Engine(memory=4).analyse(ludarium.start("alquerque"), depth=1)


def test_interrupted_work_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.find("alquerque")
    ruleset = game.ruleset("compulsory")
    whole = make(game, ruleset, 3, path=tmp_path / "whole")
    solve = module._solve
    totals: list[int] = []

    def interrupted(
        game: object, ruleset: object, array: object, total: int, report: object
    ) -> None:
        totals.append(total)
        if total == 3 and totals.count(3) == 1:
            raise KeyboardInterrupt
        solve(game, ruleset, array, total, report)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make(game, ruleset, 3, path=tmp_path / "broken")
    again = make(game, ruleset, 3, path=tmp_path / "broken")
    assert totals == [2, 3, 3]
    assert bytes(again.array) == bytes(whole.array)
    (tmp_path / "other.part").write_bytes((tmp_path / "whole").read_bytes()[:-1])
    assert bytes(make(game, ruleset, 3, path=tmp_path / "other").array) == bytes(whole.array), (
        "a damaged part is not gone on from"
    )


def test_a_wrong_code_is_found(tmp_path: Path) -> None:
    game = ludarium.find("alquerque")
    made = make(game, game.ruleset(), 3, path=tmp_path / "three")
    mine, theirs, seat = generic.tablebase_pieces(placed(made, [0, 1], [12], 0).state)
    place = place_of(made.array, mine, theirs, seat)
    put_code(made.array, place, 5 if code_at(made.array, place) != 5 else 0)
    with pytest.raises(
        LudariumError, match=r"the tablebase is wrong: [0-9]+ positions of 2 against 1"
    ):
        verify(made)


def test_bad_input_is_refused() -> None:
    game = ludarium.find("tuknanavuhpi")
    with pytest.raises(LudariumError, match="tuknanavuhpi/oraibi has no tablebase"):
        make(game, game.ruleset(), 3)
    game = ludarium.find("alquerque")
    with pytest.raises(LudariumError, match="a tablebase is of 2 to 6 counters, not 7"):
        make(game, game.ruleset(), 7)
