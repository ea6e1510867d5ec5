"""Records: what was played replays to the same end, and what was damaged is named."""

from __future__ import annotations

import json
import math
import random
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.errors import MoveError, RecordError
from ludarium.matches.games import play_game
from ludarium.play.agent import RandomAgent
from ludarium.play.position import Position
from ludarium.play.record import Outcome, Record
from ludarium.play.record_files import add_records, read_records
from ludarium.rules.game import Game
from ludarium.rules.termination import Termination
from playing import ILLEGAL_EN_PASSANT


def random_record(
    name: str, seats: int = 2, seed: int = 1, most_moves: int = 10_000, **options: Any
) -> Record:
    record = Record.new(name, [f"Ana {seat}" for seat in range(seats)], seed=seed, **options)
    return play_game(record, [RandomAgent(seed + seat) for seat in range(seats)], most_moves)


def test_records_read_back(game: Game, tmp_path: Path) -> None:
    records = [
        random_record(game.name, seats, seed, 150) for seats in set(game.seats) for seed in range(3)
    ]
    add_records(tmp_path / "games.jsonl", records[:2])
    add_records(tmp_path / "games.jsonl", records[2:])
    again, errors = read_records(tmp_path / "games.jsonl")
    assert not errors
    assert [record.to_json() for record in again] == [record.to_json() for record in records]
    assert again[0].position == records[0].position
    assert [record.returns for record in again] == [record.returns for record in records]


def test_a_record_may_begin_anywhere_and_be_unfinished() -> None:
    record = Record(ludarium.parse("ahyoheek 200/110/002"), ("a", "b", "c"))
    record.play({0: "pen", 1: "pen", 2: "pen"}, seconds=1.25)
    again = Record.from_json(record.to_json())
    assert not again.over
    assert again.moves == ["P P P"]
    assert again.seconds == [1.25]
    again.end("resignation", (0.0, 0.5, 0.5))
    assert Record.from_json(again.to_json()).returns == (0.0, 0.5, 0.5)
    with pytest.raises(MoveError, match="the game is over"):
        again.play("P P P")


def test_the_third_repetition_is_a_draw_where_that_was_agreed() -> None:
    start = ludarium.parse("aiyawatstani 2..../..../...../..../...../..../...../..../....1 1 - 0 8")
    back_and_forth = ["I1-G1", "A9-C9", "G1-I1", "C9-A9"] * 2
    free, bound = Record(start, ("a", "b")), Record(start, ("a", "b"), repetition=3)
    for move in back_and_forth:
        free.play(move)
        bound.play(move)
    assert not free.over
    assert bound.reason == "repetition"
    assert bound.returns == (0.0, 0.0)
    assert Record.from_json(bound.to_json()).reason == "repetition"


def test_a_record_ends_as_a_table_does_and_tells_why() -> None:
    game = Record.new("chess")
    assert (game.players, game.to_move, len(game.legal)) == (("White", "Black"), 0, 20)
    while not game.over:
        game.play(("Nf3", "Nf6", "Ng1", "Ng8")[len(game.moves) % 4])
    assert game.outcome == Outcome(Termination.REPETITION, (0.0, 0.0), ())
    assert (game.to_move, game.legal) == (None, ())
    game.undo()
    assert not game.over
    assert game.outcome is None
    for move in ("a6", "e4", "Ng8", "Bc4", "a5", "Qh5", "a4", "Qxf7#"):
        game.play(move)
    assert game.outcome is not None
    assert (game.outcome.termination, game.outcome.winner) == ("checkmate", 0)


def test_a_record_of_an_earlier_edition_goes_on_where_it_did() -> None:
    """Before, a capture en passant that was illegal made a position another one."""
    moves = [*ILLEGAL_EN_PASSANT, "a4"]
    fields = json.loads(Record.new("chess").to_json()) | {"moves": moves}
    with pytest.raises(RecordError, match="move 17"):
        Record.from_json(json.dumps(fields))
    record = Record.from_json(json.dumps(fields | {"ludarium": 1}))
    assert (record.moves, record.over) == (moves, False)
    record.end("agreement", (0, 0))
    assert Record.from_json(record.to_json()).reason == "agreement"


def test_moves_are_taken_back() -> None:
    record = random_record("aiyawatstani", repetition=3)
    moves, seconds = record.moves[:12], [float(number) for number in range(12)]
    again = Record.new(
        "aiyawatstani", ("a", "b"), repetition=3, moves=list(moves), seconds=list(seconds)
    )
    views = [position.view for position in again.positions()]
    before = again.position.before
    assert again.take_back() is before
    assert again.position.view == views[11]
    assert again.take_back(5) is again.position
    assert (again.moves, again.seconds) == (moves[:6], seconds[:6])
    assert [position.view for position in again.positions()] == views[:7]
    for move in moves[6:]:
        again.play(move)
    assert [position.view for position in again.positions()] == views
    again.take_back(12)
    assert again.position is again.first
    assert not again.moves


def test_a_copy_goes_on_by_itself() -> None:
    record = Record.new("yoxii", ("a", "b"), repetition=2)
    record.play("d5/3d6", 1.5)
    other = record.copy()
    assert other.position is record.position  # not replayed, neither time nor a changed file matter
    assert other.to_json() == record.to_json()
    other.play("d4/1c4")
    other.end("agreement", (0.0, 0.0))
    assert (record.moves, record.seconds, record.over) == (["d5/3d6"], [1.5], False)
    record.take_back()
    assert Record.from_json(other.to_json()).moves == ["d5/3d6", "d4/1c4"]


def test_what_cannot_be_taken_back_is_refused() -> None:
    record = Record(ludarium.start("yoxii").play("d5/3d6"), ("a", "b"))
    record.play("d4/1c4")
    for count in (2, 0, -1):
        with pytest.raises(
            RecordError,
            match=f"{count} moves cannot be taken back: expected 1 or more, and 1 were played",
        ):
            record.take_back(count)
    assert len(list(record.positions())) == 2
    record.end("resignation", (-1.0, 1.0))
    with pytest.raises(RecordError, match="the game is over"):
        record.take_back()


def test_a_move_taken_back_does_not_count_as_a_repetition() -> None:
    record = Record(
        ludarium.parse("aiyawatstani 2..../..../...../..../...../..../...../..../....1 1 - 0 8"),
        ("a", "b"),
        repetition=3,
    )
    for _ in range(5):
        for move in ("I1-G1", "A9-C9", "G1-I1", "C9-A9"):
            record.play(move)
        assert not record.over
        record.take_back(4)


def test_positions_of_the_same_hash_are_no_repetition(monkeypatch: pytest.MonkeyPatch) -> None:
    class Alike(tuple[int, ...]):
        __slots__ = ()

        def __hash__(self) -> int:
            return 7

    monkeypatch.setattr(
        Position, "repetition_state", property(lambda position: Alike(position.state))
    )
    record = random_record("yoxii", repetition=2)
    assert record.reason == "rules"


@pytest.mark.no_cover
def test_a_live_game_stays_small() -> None:
    """What was asked for on the way is not kept: a position that was left takes some hundred
    bytes.
    """
    moves = next(
        moves
        for seed in range(20)
        if len(moves := random_record("aiyawatstani", seed=seed).moves) > 300
    )
    record = Record.new("aiyawatstani", ("a", "b"))
    sizes = []
    tracemalloc.start()
    for move in moves[:250]:
        record.play(record.position.parse_move(move))
        assert record.position.view
        assert record.position.over or record.position.legal
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert (sizes[249] - sizes[49]) / 200 < 1000


def lines_of(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_damage_is_named_by_line_and_move_and_the_rest_still_loads(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    add_records(path, [random_record("yoxii", seed=seed) for seed in range(6)])
    fields = lines_of(path)
    moves = fields[1]["moves"]
    assert isinstance(moves, list)
    moves[4] = "zz"
    fields[2]["end"] = {**fields[2]["end"], "returns": [0.0, 0.0]}  # type: ignore[dict-item]
    fields[3]["ruleset"] = "fast"
    del fields[4]["players"]
    lines = [json.dumps(field) for field in fields]
    lines[5] = lines[5][: len(lines[5]) // 2]
    path.write_text("\n".join([*lines, "", "[]"]) + "\n\xff", encoding="latin-1")
    sound, errors = read_records(path)
    assert len(sound) == 1
    messages = [str(error) for error in errors]
    assert messages[0].startswith(
        "line 2, move 5: 'zz' is not a legal move here: at column 1 expected"
    )
    assert messages[1].startswith("line 3, move ")
    assert "but the record says 'rules' with [0.0, 0.0]" in messages[1]
    assert messages[2] == "line 4: unknown ruleset of yoxii 'fast': expected one of both, standard"
    assert messages[3] == "line 5: the field 'players' is missing"
    assert messages[4].startswith("line 6: not a whole JSON object:")
    assert messages[5].startswith("line 8: not a record")
    assert messages[6] == "line 9: not UTF-8 text"


def test_a_move_changed_for_another_legal_one_is_noticed() -> None:
    record = random_record("yoxii")
    last = record.position.before
    assert last is not None
    other = next(
        move.text
        for move in last.legal
        if last.play(move) != record.position and last.play(move).over
    )
    fields = json.loads(record.to_json())
    fields["moves"][-1] = other
    with pytest.raises(RecordError, match=f"move {len(record.moves)}, the last: the moves lead to"):
        Record.from_json(json.dumps(fields))


def test_any_change_of_one_field_is_an_error_or_a_sound_record() -> None:
    line = random_record("ahyoheek", 3).to_json()
    source = random.Random(5)
    wrongs: list[object] = [None, 7, "x", [], [1], {}, -1, True, ["a", "b", "c"]]
    for name in json.loads(line):
        for wrong in wrongs:
            fields = json.loads(line)
            fields[name] = wrong
            try:
                Record.from_json(json.dumps(fields))
            except RecordError as error:
                assert "\n" not in str(error)
    for _ in range(300):
        place = source.randrange(len(line))
        try:
            Record.from_json(line[:place] + source.choice('0a"[]{}:,-.') + line[place + 1 :])
        except RecordError as error:
            assert "\n" not in str(error)


def test_a_record_is_added_behind_one_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    add_records(path, [random_record("yoxii", seed=1)])
    path.write_bytes(path.read_bytes()[:-30])
    add_records(path, [random_record("yoxii", seed=2)])
    sound, errors = read_records(path)
    assert [record.seed for record in sound] == [2]
    assert len(errors) == 1


def test_an_end_that_makes_no_sense_is_refused() -> None:
    record = Record.new("yoxii", ("a", "b"))
    for reason, returns in (
        ("boredom", (1.0, -1.0)),
        ("rules", (1.0, -1.0)),
        ("time", (1.0,)),
        ("time", (7.0, -7.0)),
        ("time", (math.nan, 0.0)),
    ):
        with pytest.raises(RecordError):
            record.end(reason, returns)
    record.end("time", (-1.0, 1.0))
    with pytest.raises(RecordError, match="over already, by time"):
        record.end("agreement", (0.0, 0.0))
    with pytest.raises(RecordError, match="expected 2 or more"):
        Record.new("yoxii", ("a", "b"), repetition=1)


def test_a_start_of_another_game_is_noticed() -> None:
    fields = json.loads(Record.new("ahyoheek", ("a", "b")).to_json())
    fields["start"] = "yoxii/standard 3/5/7/3T3/7/5/3 w"
    with pytest.raises(RecordError, match="is a position of yoxii/standard"):
        Record.from_json(json.dumps(fields))


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"ludarium": ' + "9" * 5_000 + "}", "NaN", '{"ludarium": NaN}']
)
def test_monstrous_lines_are_refused(line: str) -> None:
    with pytest.raises(RecordError):
        Record.from_json(line)


def test_an_unreadable_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*: No such file"):
        read_records(tmp_path / "none.jsonl")
