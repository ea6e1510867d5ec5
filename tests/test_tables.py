"""A table as the fold of its log, without a server: what may be asked of it, its clocks, secret
choices, and how games at it end.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.errors import LudariumError
from ludarium.eventlog.codec import LogEntry
from ludarium.languages import translator
from ludarium.play.position import parse
from ludarium.play.record import Record
from ludarium.tables import display_names, report, requests
from ludarium.tables.claims import claim
from ludarium.tables.clocks import DAY, NO_CLOCK, Clock
from ludarium.tables.display_names import shown_names
from ludarium.tables.entries import (
    Abandoned,
    Answered,
    Chose,
    Moved,
    Offered,
    Opened,
    RematchOpened,
    Resigned,
)
from ludarium.tables.errors import TableError
from ludarium.tables.guests import BEASTS, beast_of
from ludarium.tables.options import Options
from ludarium.tables.table import Table, fold
from playing import ILLEGAL_EN_PASSANT
from tables_help import HOST, SECRET, Desk, refused, seen

# a short game of yoxii
WHITE_WINS = (
    "e5/3f5",
    "e6/1d5",
    "e5/1f6",
    "f4/4g5",
    "e3/1e4",
    "f3/2e3",
    "f2/4f3",
    "g3/3f4",
    "g4/3g3",
)
HOPS = ("D4-E5", "B6xD4", "E3xC5", "F6xD4")  # of aiyawatstani, where the last counter may hop on
# of alquerque
OPENING, TO_AND_FRO = ("D2-C3", "B4xD2", "D3-C3", "D4-D3"), ("C3-D4", "A4-B4", "D4-C3", "B4-A4")
MINUTE = Clock("fischer", 60, 2)
TWO_DAYS = Clock("days", 2 * DAY)
FIVE_SECONDS = Clock("countdown", 5)


def left(desk: Desk) -> list[float | None]:
    """The seconds on the clocks."""
    return [desk.table.left(seat, desk.now) for seat in range(len(desk.table.chairs))]


def ending(desk: Desk) -> tuple[str, tuple[float, ...]]:
    """Why the game ended, and what each seat won."""
    assert desk.status == "over"
    assert desk.table.record
    return desk.table.record.reason, desk.table.record.returns


# Seats


def test_a_game_begins_when_all_seats_are_taken() -> None:
    desk = Desk("yoxii", "ana")
    assert desk.status == "open"
    desk.ask(requests.sit, 1, "petr", "Petr", None)
    assert desk.status == "live"
    assert desk.table.players == ("Ana", "Petr")
    assert desk.table.waiting == (0,)


def test_whose_seat_is_whose() -> None:
    desk = Desk("ahyoheek", "ana", "", "petr", seats=3)
    with refused("seat-taken"):
        desk.ask(requests.sit, 0, "eva", "Eva", None)
    with refused("seat-taken"):  # one person, one seat
        desk.ask(requests.sit, 1, "petr", "Petr", None)
    with refused("unknown"):
        desk.ask(requests.sit, 3, "eva", "Eva", None)
    with refused("unknown"):
        desk.ask(requests.sit, -1, "eva", "Eva", None)
    with refused("invalid"):
        desk.ask(requests.sit, 1, "eva", "E" * 25, None)
    desk.ask(requests.sit, 1, HOST, "Ana", None)  # but a host may pass the device around
    assert desk.table.seats_of(HOST) == (0, 1)
    with refused("not-open"):
        desk.ask(requests.sit, 1, "eva", "Eva", None)


def test_those_who_share_the_hosts_device_have_names() -> None:
    def sit(table: Table, seat: int, other: str, now: float) -> LogEntry:
        return requests.sit(table, seat, HOST, "Ana", None, now, other)

    desk = Desk("ahyoheek", "ana", "", "", seats=3)
    with refused("invalid"):
        desk.ask(sit, 1, "E" * 25)
    desk.ask(sit, 1, "Ana")
    desk.ask(sit, 2, "Eva")
    assert desk.table.players == ("Ana", "Ana 2", "Eva")
    assert desk.table.seats_of(HOST) == (0, 1, 2)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ana \n  Maria\t", "Ana Maria"),
        ("A\u200dB\u0000C", "A B C"),  # what joins pictures, and what no file may hold
        ("Jose\u0301", "Jos\u00e9"),
        # joiners that a script or a picture needs, and a family is one letter
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",) * 2,
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467" * 24,) * 2,
        ("ana", "ana 2"),
        ("<b>", "<b>"),  # escaped where it is shown
    ],
)
def test_names_are_cleaned_and_told_apart(given: str, shown: str) -> None:
    desk = Desk("yoxii", "ana")
    desk.ask(requests.sit, 1, "petr", given, None)
    assert desk.table.names == ("Ana", shown)


@pytest.mark.parametrize(
    "name", ["\U0001f468\u200d\U0001f469\u200d\U0001f467" * 25, "Z" + 30 * "\u0327", "a" * 25]
)
def test_names_that_are_too_much(name: str) -> None:
    with refused("invalid"):
        Desk("yoxii", "ana").ask(requests.sit, 1, "petr", name, None)


def test_bots_are_seated_by_the_host() -> None:
    desk = Desk("yoxii", "ana")
    with refused("forbidden"):
        desk.ask(requests.sit_bot, 1, "level:1", "petr")
    for agent in ("level:0", "level:9", "level:", "level:١", "random", "mcts:100s", ""):
        with refused("invalid"):
            desk.ask(requests.sit_bot, 1, agent, HOST)
    with refused("seat-taken"):
        desk.ask(requests.sit_bot, 0, "level:1", HOST)
    desk.ask(requests.sit_bot, 1, "level:1", HOST)
    assert desk.status == "live"
    assert desk.table.people == (0,)


def test_seats_can_be_left_before_the_game() -> None:
    desk = Desk("ahyoheek", "ana", "petr", "level:2", "", seats=4)
    with refused("not-your-seat"):
        desk.ask(requests.leave, 1, HOST)
    with refused("not-your-seat"):
        desk.ask(requests.leave, 2, "petr")
    with refused("not-your-seat"):  # nobody's
        desk.ask(requests.leave, 3, "petr")
    desk.ask(requests.leave, 1, "petr")
    desk.ask(requests.leave, 2, HOST)  # the host sends the bot away
    assert [chair.free for chair in desk.table.chairs] == [False, True, True, True]
    for seat, who in enumerate(("eva", "jan", "li"), 1):
        desk.seat(seat, who)
    with refused("not-open"):
        desk.ask(requests.leave, 1, "eva")


def test_a_seats_code() -> None:
    desk = Desk("yoxii", "ana", "level:1")
    table = desk.table
    code = report.seat_code(SECRET, table, 0)
    assert report.is_seat_code(SECRET, table, 0, f" {code.lower().replace('-', ' ')} ")
    assert not report.is_seat_code(SECRET, table, 1, code)
    assert not report.is_seat_code("another server's", table, 0, code)
    assert report.you_json(table, HOST, SECRET)["codes"] == {"0": code}
    assert report.you_json(table, "petr", SECRET) == {
        "seats": [],
        "host": False,
        "invited": False,
        "codes": {},
    }

    desk.ask(requests.return_to_seat, 0, "phone")
    # both devices have it now
    assert desk.table.seats_of("phone") == desk.table.seats_of(HOST) == (0,)
    with refused("not-now"):
        desk.ask(requests.return_to_seat, 0, "phone")
    with refused("wrong-code"):
        desk.ask(requests.return_to_seat, 1, "phone")  # a bot's


def test_a_code_dies_with_the_leaving_of_the_seat() -> None:
    desk = Desk("yoxii", "ana", "")
    code = report.seat_code(SECRET, desk.table, 0)
    desk.ask(requests.leave, 0, HOST)
    assert not report.is_seat_code(SECRET, desk.table, 0, code)
    desk.seat(0, "petr")
    assert not report.is_seat_code(SECRET, desk.table, 0, code)


# Moves


def test_a_whole_game() -> None:
    desk = Desk("yoxii", "ana", "petr")
    desk.move(*WHITE_WINS)
    assert ending(desk) == ("rules", (1, -1))
    assert report.result_text(desk.table) == "Petr cannot move the totem: Ana wins 10 to 7"


def test_moves_that_are_refused() -> None:
    desk = Desk("yoxii", "ana")
    with refused("not-now"):
        desk.ask(requests.play, 0, "ana", 0, WHITE_WINS[0])
    desk.seat(1, "petr")
    with refused("not-your-seat"):
        desk.ask(requests.play, 0, "petr", 0, WHITE_WINS[0])
    with refused("not-your-turn"):
        desk.ask(requests.play, 1, "petr", 0, WHITE_WINS[0])
    with refused("stale"):
        desk.ask(requests.play, 0, "ana", 1, WHITE_WINS[0])
    with refused("unknown"):
        desk.ask(requests.play, 2, "ana", 0, WHITE_WINS[0])
    for text in ("d4/3d6", "", "-", "d5", "d5/3d6 d5/3d6"):
        with refused("illegal"):
            desk.ask(requests.play, 0, "ana", 0, text)
    desk.move(WHITE_WINS[0])
    with refused("stale"):  # the same request once more
        desk.ask(requests.play, 0, "ana", 0, WHITE_WINS[0])
    desk.move(*WHITE_WINS[1:])
    with refused("over"):
        desk.ask(requests.play, 1, "petr", 9, "g3/3f4")


def test_of_a_turn_that_cannot_be_played_whole_nothing_is_played() -> None:
    desk = Desk("draughts", "ana", "petr")
    desk.move("11-15", "22-18", "15x22", "25x18", "12-16", "18-15", "10x19")
    length, ply = len(desk.log), desk.table.ply
    for text in ("24x15x10", "24x6", "24x15x8"):
        with refused("illegal"):
            desk.ask(requests.play, 1, "petr", ply, text)
        assert len(desk.log) == length


def test_a_whole_turn_is_one_request() -> None:
    """Its moves are entries of their own."""
    desk = Desk("backgammon", "ana", "petr")
    (seat,) = desk.table.waiting
    holder, ply, length = ("ana", "petr")[seat], desk.table.ply, len(desk.log)
    first = desk.table.position.legal[0]
    then = desk.table.position.play(first).legal[0]
    text = f"{then}, {first}" if then.seat == seat else str(first)
    desk.ask(requests.play, seat, holder, ply, text, after=7)
    moved = desk.log[length:]
    assert [type(entry).KIND for entry in moved] == ["moved", "moved"]
    assert seat not in desk.table.waiting
    assert desk.table.ply > ply + 1


def test_nothing_but_greetings_and_a_rematch_after_the_end() -> None:
    desk = Desk("yoxii", "ana", "petr")
    with refused("not-now"):
        desk.ask(requests.want_rematch, 0, "ana")
    desk.move(*WHITE_WINS[:2])
    desk.ask(requests.resign, 0, "ana")
    assert ending(desk) == ("resignation", (-1, 1))
    for request, *arguments in (
        (requests.resign,),
        (requests.offer, "draw"),
        (requests.offer, "takeback"),
        (requests.answer, True),
    ):
        with refused("over"):
            desk.ask(request, 1, "petr", *arguments)
    desk.ask(requests.greet, 1, "petr", "thanks")
    desk.ask(requests.want_rematch, 1, "petr")


@pytest.mark.parametrize(
    ("request_of", "arguments"),
    [
        (requests.resign, ()),
        (requests.offer, ("draw",)),
        (requests.answer, (True,)),
        (requests.greet, ("hello",)),
        (requests.want_rematch, ()),
    ],
)
def test_nobody_speaks_for_others(
    request_of: Callable[..., LogEntry], arguments: tuple[Any, ...]
) -> None:
    desk = Desk("yoxii", "ana", "petr")
    for holder in ("petr", "eva", ""):
        with refused("not-your-seat"):
            desk.ask(request_of, 0, holder, *arguments)
    with refused("unknown"):
        desk.ask(request_of, 7, "ana", *arguments)


def test_greetings() -> None:
    desk = Desk("yoxii", "ana", "petr")
    desk.ask(requests.greet, 0, "ana", "hello")
    with refused("too-many"):
        desk.ask(requests.greet, 0, "ana", "good-luck")
    with refused("invalid"):
        desk.ask(requests.greet, 1, "petr", "you play like a beetle")
    desk.ask(requests.greet, 0, "ana", "good-luck", after=2)
    assert json.loads(desk.seen)["greeting"] == {
        "seat": 0,
        "greeting": "good-luck",
        "version": desk.table.version,
    }


# Clocks


def test_first_moves_cost_no_time() -> None:
    desk = Desk("yoxii", "ana", "petr", clock=MINUTE)
    assert desk.table.deadline is None
    desk.move(*WHITE_WINS[:2], after=100)
    assert left(desk) == [62, 62]
    assert desk.table.deadline == desk.now + 62


def test_each_move_costs_its_time_and_brings_the_increment() -> None:
    desk = Desk("yoxii", "ana", "petr", clock=MINUTE)
    desk.move(*WHITE_WINS[:2])
    desk.move(WHITE_WINS[2], after=10)
    assert left(desk) == [62 - 10 + 2, 62]
    desk.wait(7)
    assert left(desk) == [54, 55]  # while Petr thinks
    assert [desk.table.running(seat) for seat in (0, 1)] == [False, True]


def test_the_increment_is_for_a_turn_and_not_for_a_hop() -> None:
    desk = Desk("aiyawatstani", "ana", "petr", clock=MINUTE)
    desk.move(*HOPS[:2])
    desk.move(HOPS[2], after=5)
    assert left(desk) == [59, 62]
    desk.move(HOPS[3], after=5)
    assert left(desk) == [59, 57]
    assert desk.table.waiting == (1,)
    desk.move("pass", after=3)
    assert left(desk) == [59, 57 - 3 + 2]


def test_a_delay_is_for_a_turn_and_not_for_a_hop() -> None:
    desk = Desk("aiyawatstani", "ana", "petr", clock=Clock("delay", 60, 4))
    desk.move(*HOPS[:2])
    desk.move(HOPS[2], after=3)
    assert left(desk) == [60, 60]
    assert desk.table.deadline == desk.now + 64
    desk.move(HOPS[3], after=3)
    assert (left(desk), desk.table.uncounted(1, desk.now)) == ([60, 60], 1)
    assert desk.table.deadline == desk.now + 61
    desk.move("pass", after=3)
    assert left(desk) == [60, 58]


def test_a_period_is_used_up_by_who_takes_as_long() -> None:
    clock = Clock("byoyomi", 60, period=10, count=3)
    desk = Desk("yoxii", "ana", "petr", clock=clock)
    desk.move(*WHITE_WINS[:2])
    desk.move(WHITE_WINS[2], after=85)  # the minute, two periods, and a half
    assert left(desk) == [10, 90]
    desk.wait(90)
    assert desk.table.record is not None
    assert (desk.table.status, desk.table.record.returns) == ("over", (1.0, -1.0))


def test_who_gives_up_before_both_have_moved_calls_the_game_off() -> None:
    desk = Desk("yoxii", "ana", "petr")
    desk.move(WHITE_WINS[0])
    desk.ask(requests.resign, 0, "ana")
    assert ending(desk) == ("abandoned", (0, 0))
    assert report.result_text(desk.table) == "Ana has called the game off"
    assert not desk.table.rated
    event = Desk("yoxii", "ana", "petr", tournament="cup")
    event.ask(requests.resign, 0, "ana")
    assert ending(event) == ("resignation", (-1, 1))


@pytest.mark.parametrize(("what", "returns"), [("win", (-1, 1)), ("draw", (0, 0))])
def test_a_game_is_claimed_whose_other_player_has_left(what: str, returns: Any) -> None:
    desk = Desk("yoxii", "ana", "petr", clock=MINUTE)
    assert not desk.table.may_be_claimed
    desk.move(*WHITE_WINS[:2])
    assert desk.table.may_be_claimed
    at = desk.now + 60
    for seconds, when in ((1, None), (1, at)):
        with refused("not-now"):
            desk.ask(claim, 1, "petr", what, when, after=seconds)
    with refused("not-now"):
        desk.ask(claim, 0, "ana", what, 0.0)
    desk.ask(claim, 1, "petr", what, desk.now)
    assert ending(desk) == ("forfeit", returns)
    assert desk.table.rated


def test_moves_of_a_turn_can_be_undone_until_it_ends() -> None:
    """Alone, without agreement, and the time since before them counts on."""
    desk = Desk("aiyawatstani", "ana", "petr", clock=MINUTE)
    desk.move(HOPS[0])
    desk.move(HOPS[1])
    with pytest.raises(TableError, match="no move of this turn"):
        desk.ask(requests.undo, 0, "ana", desk.table.ply)
    desk.move(HOPS[2])
    before, began = desk.table.position, desk.table.began
    desk.move(HOPS[3], after=5)
    assert desk.table.moves_to_undo == 1
    with pytest.raises(TableError, match="not your turn"):
        desk.ask(requests.undo, 0, "ana", desk.table.ply)
    desk.ask(requests.undo, 1, desk.table.chairs[1].holders[0], desk.table.ply, after=5)
    assert (desk.table.position, desk.table.moves_to_undo) == (before, 0)
    assert (desk.table.began, left(desk)[1]) == (began, 62 - 5 - 1 - 5)
    desk.move(HOPS[3])
    assert (desk.table.takebacks, desk.table.undone) == (1, 1)
    assert fold(desk.table.id, desk.log).position == desk.table.position


def test_undone_moves_cost_no_time_before_a_takeback() -> None:
    """Else the opponent's thinking about an answer would count for who takes back."""
    desk = Desk("aiyawatstani", "ana", "petr", clock=MINUTE)
    desk.move(*HOPS, "pass")
    desk.ask(requests.offer, 1, "petr", "takeback")
    desk.ask(requests.answer, 0, "ana", True, after=40)
    before = left(desk)
    assert desk.table.moves_to_undo == 1
    desk.ask(requests.undo, 1, "petr", desk.table.ply, after=2)
    assert left(desk) == [before[0], 62 - 2]
    assert desk.table.deadline == desk.now + 60


def test_a_first_move_that_is_undone_closes_no_game() -> None:
    """Its time counts from when it was made, as it costs none itself."""
    desk = Desk("kalah", "ana", "petr", clock=Clock("fischer", 1800, 2))
    desk.move("c1", after=201)
    assert desk.table.waiting == (0,)
    desk.ask(requests.undo, 0, "ana", desk.table.ply, after=120)
    assert desk.table.status == "live"
    assert left(desk) == [1800 - 120, 1800]


@pytest.mark.parametrize("edition", [1, 3])
def test_undone_moves_count_once(edition: int) -> None:
    desk = Desk("aiyawatstani", "ana", "petr", clock=MINUTE, edition=edition)
    desk.move(*HOPS[:3])
    desk.move(HOPS[3], after=5)
    desk.ask(requests.undo, 1, "petr", desk.table.ply, after=5)
    assert left(desk)[1] == 62 - 10


def test_a_table_of_an_earlier_edition_goes_on_where_it_did() -> None:
    """Before, a capture en passant that was illegal made a position another one."""
    desk = Desk("chess", "ana", "petr", edition=1)
    desk.move(*ILLEGAL_EN_PASSANT)
    assert ending(desk)[0] == "repetition"  # by today's judgement, where nothing follows
    now = desk.now
    taken_back = [Offered(at=now, seat=0, what="takeback"), Answered(at=now, seat=1, accept=True)]
    drawn = [Offered(at=now, seat=0, what="draw"), Answered(at=now, seat=1, accept=True)]
    for more, ended, ply in (
        ([Moved(at=now, seat=0, move="a4")], "", 17),
        (taken_back, "", 14),
        (drawn, "agreement", 16),
        ([Resigned(at=now, seat=0)], "resignation", 16),
        ([Abandoned(at=now)], "abandoned", 16),
    ):
        table = fold(desk.table.id, [*desk.log, *more])
        assert table.record is not None
        assert (table.record.reason, table.ply) == (ended, ply)


@pytest.mark.parametrize("reason", ["time", "resignation"])
def test_nobody_loses_to_who_cannot_win(reason: str) -> None:
    """FIDE Laws 6.9 and 5.1.2: White runs out of time or resigns, and Black has a bare king."""
    desk = Desk("chess", "ana", "petr", clock=MINUTE)
    desk.move("e4", "e5")
    assert desk.table.record is not None
    desk.table.record.position = parse("chess 4k3/8/8/8/8/8/8/R3K3 w - - 0")
    if reason == "time":
        desk.wait(64)
    else:
        desk.ask(requests.resign, 0, "ana")
    assert ending(desk) == (reason, (0, 0))
    assert report.result_text(desk.table).startswith("A draw: ")


def test_whose_time_runs_out_loses() -> None:
    desk = Desk("yoxii", "ana", "petr", clock=MINUTE)
    desk.move(*WHITE_WINS[:3])
    desk.wait(61.9)
    assert desk.status == "live"
    late = desk.table
    desk.wait(0.1)
    assert ending(desk) == ("time", (1, -1))
    assert left(desk) == [63, 0]
    assert report.result_text(desk.table) == "Petr has run out of time: Ana wins"
    with refused("over"):  # even where nobody has noticed yet
        requests.play(late, 1, "petr", 3, WHITE_WINS[3], desk.now)


@pytest.mark.parametrize(("edition", "told"), [(3, "Petr wins"), (4, "Petr wins 3 points")])
def test_points_are_told_where_resigning_costs_what_can_be_lost(edition: int, told: str) -> None:
    desk = Desk("backgammon", "ana", "petr", ruleset="cube", edition=edition)
    while not all(chair.moved for chair in desk.table.chairs):
        seat, position = desk.table.waiting[0], desk.table.position
        asked = desk.table.ply, position.legal[0].text
        desk.ask(requests.play, seat, ("ana", "petr")[seat], *asked)
    desk.ask(requests.resign, 0, "ana")
    assert report.result_text(desk.table) == f"Ana resigns: {told}"


def test_who_does_not_begin_has_five_minutes() -> None:
    desk = Desk("yoxii", "ana", "petr", clock=MINUTE)
    desk.move(WHITE_WINS[0])
    desk.wait(299)
    assert desk.status == "live"
    desk.wait(1)
    assert ending(desk) == ("abandoned", (0, 0))


def test_the_time_of_a_turn_is_spent_however_it_ends() -> None:
    desk = Desk("yoxii", "ana", "petr", clock=MINUTE)
    desk.move(*WHITE_WINS[:2])
    desk.ask(requests.resign, 0, "ana", after=5)
    assert left(desk) == [57, 62]


def test_clocks_go_back_with_moves_that_are_taken_back() -> None:
    desk = Desk("yoxii", "ana", "petr", clock=MINUTE)
    desk.move(*WHITE_WINS[:2])
    desk.move(*WHITE_WINS[2:4], after=10)
    assert left(desk) == [54, 54]
    desk.ask(requests.offer, 1, "petr", "takeback", after=5)
    desk.ask(requests.answer, 0, "ana", True)
    assert (desk.table.ply, left(desk)) == (3, [54, 62])
    desk.move(WHITE_WINS[3], after=20)
    assert left(desk) == [54, 44], "as if it had not been taken back"
    desk.ask(requests.offer, 1, "petr", "takeback")
    desk.ask(requests.answer, 0, "ana", True)
    desk.ask(requests.offer, 1, "petr", "takeback", after=5)  # two moves of each are left
    desk.ask(requests.answer, 0, "ana", True)
    assert (desk.table.ply, left(desk)) == (1, [62, 60])
    assert [chair.moved for chair in desk.table.chairs] == [True, False]
    assert fold(desk.table.id, desk.log).chairs == desk.table.chairs


def test_no_time_is_won_from_a_bot_by_taking_back() -> None:
    """A log from before its options told the edition keeps its clocks, and its rating."""
    desk = Desk("connect4", "ana", "level:1", clock=Clock("fischer", 60, 30))
    for _ in range(5):
        desk.move("d")
        desk.write(requests.play_seat(desk.table, 1, 1, "d", desk.now))
        assert left(desk) == [90, 90]
        desk.ask(requests.offer, 0, "ana", "takeback", after=0)
        assert left(desk) == [60, 60]
    desk.move("d")
    desk.write(requests.play_seat(desk.table, 1, 1, "d", desk.now))
    opened, *later = desk.log
    assert isinstance(opened, Opened)
    options = {name: value for name, value in opened.options.items() if name != "edition"}
    before = fold(desk.table.id, [dataclasses.replace(opened, options=options), *later])
    assert [chair.left for chair in before.chairs] == [235, 240]
    assert (desk.table.rated, before.rated) == (False, True)


def test_a_game_is_rated_when_every_seat_has_moved() -> None:
    desk = Desk("yoxii", "ana", "petr")
    desk.move(WHITE_WINS[0])
    assert not desk.table.rated
    desk.move(WHITE_WINS[1])
    assert desk.table.rated
    desk.ask(requests.offer, 1, "petr", "takeback")
    desk.ask(requests.answer, 0, "ana", True)
    assert not desk.table.rated, "one of the two has no move left"
    desk.move(WHITE_WINS[1])
    desk.ask(requests.resign, 0, "ana")
    assert desk.table.rated
    assert "rated" not in report.summary(desk.table)
    choosing = Desk("ahyoheek", "ana", "petr", clock=FIVE_SECONDS)
    choosing.choose("P.")
    choosing.wait(60)
    assert not choosing.table.rated


def test_no_clock_gains_where_the_system_is_set_back() -> None:
    """A server that is started again goes by the time that the system has then."""
    desk = Desk("yoxii", "ana", "petr", clock=MINUTE)
    desk.move(*WHITE_WINS[:2])
    desk.now -= 3600
    assert left(desk) == [62, 62]
    desk.move(WHITE_WINS[2], after=10)
    assert left(desk) == [62 + 2, 62]
    assert desk.table.record
    assert desk.table.record.seconds[2] == 0
    desk.move(WHITE_WINS[3], after=10)
    assert left(desk) == [64, 62 - 10 + 2]


def test_days_for_each_move() -> None:
    desk = Desk("yoxii", "ana", "petr", clock=TWO_DAYS)
    desk.move(WHITE_WINS[0], WHITE_WINS[1], after=2 * DAY - 1)
    assert desk.table.deadline == desk.now + 2 * DAY
    desk.wait(2 * DAY)
    assert ending(desk) == ("time", (-1, 1))


def test_days_for_each_round() -> None:
    desk = Desk("ahyoheek", "ana", "petr", "eva", clock=TWO_DAYS)
    desk.choose("P..")
    desk.wait(2 * DAY)
    assert desk.table.position.before
    assert json.loads(desk.seen)["moves"][0]["text"] == "P - -"
    desk.wait(2 * DAY)  # nobody chose at all
    assert ending(desk)[0] == "abandoned"


def test_a_countdown_runs_from_the_first_persons_choice() -> None:
    desk = Desk("ahyoheek", "ana", "petr", "level:1", clock=FIVE_SECONDS)
    desk.wait(60)
    desk.choose("..B")
    desk.wait(60)
    assert desk.table.deadline is None
    desk.choose("P..")
    assert desk.table.deadline == desk.now + 5
    desk.wait(4.9)
    assert desk.table.ply == 0
    desk.wait(0.1)
    assert desk.table.ply == 1
    assert json.loads(desk.seen)["moves"][0]["choices"] == {"0": "P", "1": "-", "2": "B"}
    assert desk.table.deadline is None  # the next round waits for its first choice
    assert desk.status == "live"


def test_who_sits_out_five_rounds_in_a_row_has_left() -> None:
    """A game of two in which one never chooses would have no end: nobody can win a round alone."""
    desk = Desk("ahyoheek", "ana", "petr", clock=FIVE_SECONDS)
    for _ in range(4):
        desk.choose("P.")
        desk.wait(5)
    desk.choose("PB")  # it is rounds in a row that count
    assert not json.loads(desk.seen)["seats"][1]["missed"]
    for missed in range(1, 5):
        desk.choose("P.")
        desk.wait(5)
        assert (desk.status, json.loads(desk.seen)["seats"][1]["missed"]) == ("live", missed)
    desk.choose("P.")
    desk.wait(5)
    assert ending(desk) == ("time", (1, 0))


def test_at_a_table_of_three_the_others_go_on_without_who_has_left() -> None:
    desk = Desk("ahyoheek", "ana", "petr", "iva", clock=FIVE_SECONDS)
    for _ in range(5):
        desk.choose("PP.")
        desk.wait(5)
    assert [chair.gone for chair in desk.table.chairs] == [False, False, True]
    desk.choose("PB", after=1)  # nobody waits for it any more
    assert (desk.status, desk.table.ply) == ("live", 6)


def test_a_round_ends_early_when_all_have_chosen() -> None:
    desk = Desk("ahyoheek", "ana", "petr", clock=FIVE_SECONDS)
    desk.choose("PB", after=1)
    assert desk.table.ply == 1


def test_a_table_without_a_clock_waits_two_weeks() -> None:
    desk = Desk("yoxii", "ana", "petr")
    desk.move(WHITE_WINS[0], after=14 * DAY - 1)
    desk.wait(14 * DAY - 1)
    assert desk.status == "live"
    desk.wait(1)
    assert ending(desk) == ("abandoned", (0, 0))
    assert report.result_text(desk.table) == "Nobody played on: the game was closed"


@pytest.mark.parametrize(("clock", "days"), [(NO_CLOCK, 1), (MINUTE, 1), (TWO_DAYS, 14)])
def test_an_open_table_is_closed_where_nobody_comes(clock: Clock, days: int) -> None:
    desk = Desk("yoxii", "ana", clock=clock)
    desk.wait(days * DAY - 1)
    assert desk.status == "open"
    desk.wait(1)
    assert desk.status == "over"
    assert json.loads(desk.seen)["result"] == {
        "reason": "abandoned",
        "returns": [],
        "winners": [],
        "all_lost": False,
        "text": "Nobody came to play.",
    }
    with refused("not-open"):
        desk.ask(requests.sit, 1, "petr", "Petr", None)
    with refused("not-now"):
        desk.ask(requests.want_rematch, 0, "ana")


# Secret choices


def test_a_choice_is_committed_to_and_opened() -> None:
    desk = Desk("ahyoheek", "ana", "petr")
    desk.choose("P.")
    told = json.loads(desk.seen)
    published = told["seats"][0]["commitment"]
    assert told["seats"][0]["chosen"]
    assert not told["seats"][1]["chosen"]
    assert told["round"] == {"number": 1, "bots_ready": True, "most_missed": 5, "last": []}
    desk.choose(".B")
    (ana, petr) = json.loads(desk.seen)["round"]["last"]
    assert (ana["choice"], petr["choice"]) == ("P", "B")
    assert ana["commitment"] == published
    assert (
        published == sha256(f"ludarium-choice/1 k3v9q2ma 1 0 P {ana['nonce']}".encode()).hexdigest()
    )
    assert len(ana["nonce"]) == 32
    assert ana["nonce"] != petr["nonce"]


def test_a_choice_stands() -> None:
    desk = Desk("ahyoheek", "ana", "petr")
    desk.ask(requests.play, 0, "ana", 0, "pen")
    for text in ("P", "B", "nonsense"):
        with refused("already-chosen"):
            desk.ask(requests.play, 0, "ana", 0, text)
    with refused("stale"):
        desk.ask(requests.play, 1, "petr", 1, "B")
    with refused("illegal"):  # nobody sits out by choice
        desk.ask(requests.play, 1, "petr", 0, "-")
    with refused("not-now"):
        desk.ask(requests.offer, 0, "ana", "takeback")
    desk.ask(requests.play, 1, "petr", 0, "page")
    assert json.loads(desk.seen)["moves"][0]["text"] == "P B"


def test_bots_choose_first() -> None:
    desk = Desk("ahyoheek", "ana", "level:1", "level:2")
    assert not json.loads(desk.seen)["round"]["bots_ready"]
    with refused("bots-first"):
        desk.ask(requests.play, 0, "ana", 0, "P")
    desk.choose(".P.")
    with refused("bots-first"):
        desk.ask(requests.play, 0, "ana", 0, "P")
    desk.choose("..E")
    assert json.loads(desk.seen)["round"]["bots_ready"]
    desk.ask(requests.play, 0, "ana", 0, "P")
    assert desk.table.ply == 1


def test_the_log_shows_choices_of_rounds_that_are_over() -> None:
    desk = Desk("ahyoheek", "ana", "petr")
    desk.choose("PB")
    desk.choose("E.")
    public = [
        report.public_entry(event, number, desk.table) for number, event in enumerate(desk.log, 1)
    ]
    shown = [
        (event["seat"], event["round"], event.get("choice"))
        for event in public
        if event["kind"] == "chose"
    ]
    assert shown == [(0, 1, "P"), (1, 1, "B"), (0, 2, None)]
    assert "nonce" not in public[-1]
    assert "holder" not in json.dumps(public)
    assert "host" not in json.dumps(public)


# Leaving, and sudden death


def test_the_others_play_on() -> None:
    desk = Desk("ahyoheek", "ana", "petr", "eva", "jan")
    desk.choose("P.B.")
    desk.ask(requests.resign, 2, "eva")  # takes her choice with her
    assert desk.table.waiting == (1, 3)
    with refused("not-your-turn"):
        desk.ask(requests.play, 2, "eva", 0, "P")
    with refused("not-now"):
        desk.ask(requests.resign, 2, "eva")
    desk.choose(".B..")
    desk.ask(requests.resign, 3, "jan")  # nobody is waited for any more
    assert json.loads(desk.seen)["moves"][0]["text"] == "P B - -"
    desk.ask(requests.resign, 0, "ana")
    assert ending(desk) == ("resignation", (0, 1, 0, 0))
    assert report.result_text(desk.table) == "All others have left: Petr wins"


def test_of_two_who_leaves_loses() -> None:
    desk = Desk("ahyoheek", "ana", "petr")
    desk.choose("P.")
    desk.ask(requests.resign, 0, "ana")
    assert ending(desk) == ("resignation", (0, 1))
    # a round that was not played is never opened
    assert report.public_entry(desk.log[3], 4, desk.table).get("choice") is None


def sudden_death(*sitting: str) -> Desk:
    """Three of four have three pens each."""
    desk = Desk("ahyoheek", *sitting)
    for _ in range(3):
        desk.choose("PPPB")
    assert desk.table.waiting == (0, 1, 2)
    return desk


def test_who_is_out_is_not_waited_for() -> None:
    desk = sudden_death("ana", "petr", "eva", "jan")
    with refused("not-your-turn"):
        desk.ask(requests.play, 3, "jan", 3, "P")
    desk.ask(requests.resign, 3, "jan")  # changes nothing
    desk.choose("PPP")
    desk.choose("PPB")
    assert desk.table.waiting == (0, 1)
    desk.choose("PB")
    assert ending(desk) == ("rules", (1, 0, 0, 0))


def test_leaving_in_sudden_death() -> None:
    desk = sudden_death("ana", "petr", "eva", "jan")
    desk.ask(requests.resign, 1, "petr")
    assert desk.table.waiting == (0, 2)
    desk.choose("P.P")
    assert json.loads(desk.seen)["moves"][-1]["text"] == "P - P ."
    desk.ask(requests.resign, 0, "ana")
    assert ending(desk) == ("resignation", (0, 0, 1, 0))


def test_a_seat_that_left_cannot_be_drawn_along() -> None:
    """Of those who are still in, one has left; the one who stays has won."""
    desk = sudden_death("ana", "petr", "eva", "jan")
    desk.ask(requests.resign, 1, "petr")
    desk.choose("P.B")
    assert ending(desk) == ("rules", (1, 0, 0, 0))


def test_bots_play_on_where_people_are_out() -> None:
    desk = Desk("ahyoheek", "ana", "petr", "level:1", "level:2")
    for _ in range(3):
        desk.choose("..PP")
        desk.choose("BB..")
    assert desk.table.waiting == desk.table.waiting_bots == (2, 3)
    desk.choose("..PB")
    assert ending(desk) == ("rules", (0, 0, 1, 0))


# Takebacks, draws, repetition


def test_a_move_is_taken_back_if_the_other_agrees() -> None:
    desk = Desk("yoxii", "ana", "petr")
    with refused("not-now"):  # there is none
        desk.ask(requests.offer, 0, "ana", "takeback")
    desk.move(*WHITE_WINS[:3])
    desk.ask(requests.offer, 0, "ana", "takeback")
    assert desk.table.ply == 3
    with refused("not-now"):
        desk.ask(requests.answer, 0, "ana", True)  # not by oneself
    desk.ask(requests.answer, 1, "petr", True)
    assert (desk.table.ply, desk.table.waiting, desk.table.takebacks) == (2, (0,), 1)
    desk.ask(requests.offer, 0, "ana", "takeback")  # now Petr's move goes, too
    desk.ask(requests.answer, 1, "petr", True)
    assert (desk.table.ply, desk.table.waiting) == (0, (0,))
    with refused("stale"):
        desk.ask(requests.play, 0, "ana", 2, WHITE_WINS[2])


def test_of_a_run_of_hops_one_is_taken_back() -> None:
    desk = Desk("aiyawatstani", "ana", "petr")
    desk.move(*HOPS)
    desk.ask(requests.offer, 1, "petr", "takeback")
    desk.ask(requests.answer, 0, "ana", True)
    assert (desk.table.ply, desk.table.waiting) == (3, (1,))
    desk.move(HOPS[3])
    desk.ask(requests.offer, 0, "ana", "takeback")  # two plies
    desk.ask(requests.answer, 1, "petr", True)
    assert (desk.table.ply, desk.table.waiting) == (2, (0,))


def test_bots_let_moves_be_taken_back() -> None:
    desk = Desk("yoxii", "ana", "level:1")
    desk.move(WHITE_WINS[0])
    desk.ask(requests.offer, 0, "ana", "takeback")
    assert (desk.table.ply, desk.table.offer) == (0, None)


def test_an_offer_can_be_declined_called_off_and_passed_over() -> None:
    desk = Desk("yoxii", "ana", "petr")
    with refused("not-now"):
        desk.ask(requests.answer, 1, "petr", False)
    desk.move(WHITE_WINS[0])
    desk.ask(requests.offer, 0, "ana", "takeback")
    desk.ask(requests.answer, 1, "petr", False)
    assert desk.table.offer is None
    desk.ask(requests.offer, 0, "ana", "draw")
    # who is about to accept an offer must not find another in its place
    for seat, who in enumerate(("ana", "petr")):
        with refused("not-now"):
            desk.ask(requests.offer, seat, who, "takeback" if who == "ana" else "draw")
    desk.ask(requests.answer, 0, "ana", False)
    assert desk.table.offer is None
    desk.ask(requests.offer, 1, "petr", "draw")
    desk.move(WHITE_WINS[1])
    assert desk.table.offer is None
    assert desk.status == "live"


def test_an_answer_is_to_the_offer_that_it_was_meant_for() -> None:
    """While Petr is about to agree to a takeback, Ana calls it off and offers a draw."""
    desk = Desk("yoxii", "ana", "petr")
    desk.move(WHITE_WINS[0])
    desk.ask(requests.offer, 0, "ana", "takeback")
    assert desk.table.offer
    takeback = report.offer_json(desk.table.offer)["version"]
    desk.ask(requests.answer, 0, "ana", False)
    desk.ask(requests.offer, 0, "ana", "draw")
    with refused("stale"):
        requests.answer(desk.table, 1, "petr", True, desk.now, takeback)
    desk.write(requests.answer(desk.table, 1, "petr", True, desk.now, desk.table.offer.version))
    assert ending(desk) == ("agreement", (0, 0))


def test_where_no_move_can_be_taken_back() -> None:
    desk = Desk("yoxii", "ana", "petr", takebacks=False)
    desk.move(WHITE_WINS[0])
    with refused("not-now"):
        desk.ask(requests.offer, 0, "ana", "takeback")
    desk = Desk("ahyoheek", "ana", "petr")
    desk.choose("PB")
    with refused("not-now"):
        desk.ask(requests.offer, 0, "ana", "takeback")


def test_a_draw_by_agreement() -> None:
    desk = Desk("yoxii", "ana", "petr")
    desk.ask(requests.offer, 1, "petr", "draw")
    desk.ask(requests.answer, 0, "ana", True)
    assert ending(desk) == ("agreement", (0, 0))
    assert report.result_text(desk.table) == "A draw by agreement"


@pytest.mark.parametrize(
    ("game", "sitting"),
    [
        ("yoxii", ("ana", "level:1")),
        ("yoxii", ("ana", "ana")),
        ("ahyoheek", ("ana", "petr")),
        ("hex", ("ana", "petr")),
    ],
    ids=str,
)
def test_who_cannot_agree_to_a_draw(game: str, sitting: tuple[str, ...]) -> None:
    """Bots do not; nobody does with themselves; and some games have no draws."""
    with refused("not-now"):
        Desk(game, *sitting).ask(requests.offer, 0, "ana", "draw")


@pytest.mark.parametrize("repetition", [True, False])
def test_the_third_time_is_a_draw_where_the_table_says_so(repetition: bool) -> None:
    desk = Desk("alquerque", "ana", "petr", repetition=repetition)
    desk.move(*OPENING, *TO_AND_FRO, *TO_AND_FRO[:3])
    assert desk.status == "live"
    desk.move(TO_AND_FRO[3])
    if repetition:
        assert ending(desk) == ("repetition", (0, 0))
    else:
        desk.move(TO_AND_FRO[0])
        assert desk.status == "live"


def test_moves_that_were_taken_back_are_not_repetitions() -> None:
    desk = Desk("alquerque", "ana", "petr")
    desk.move(*OPENING, *TO_AND_FRO, *TO_AND_FRO[:3])
    desk.ask(requests.offer, 0, "ana", "takeback")
    desk.ask(requests.answer, 1, "petr", True)
    desk.move(TO_AND_FRO[2])
    assert desk.status == "live"
    desk.move(TO_AND_FRO[3])
    assert ending(desk)[0] == "repetition"


# Rematches


def test_a_rematch_wants_all_people() -> None:
    desk = Desk("ahyoheek", "ana", "petr", "level:1")
    desk.ask(requests.resign, 0, "ana")
    desk.ask(requests.resign, 1, "petr")
    assert desk.status == "over"
    desk.ask(requests.want_rematch, 1, "petr")
    assert not desk.table.rematch_agreed
    with refused("not-now"):
        desk.ask(requests.want_rematch, 1, "petr")
    desk.ask(requests.want_rematch, 0, "ana")
    assert desk.table.rematch_agreed
    desk.write(RematchOpened(at=desk.now, table="n5w7q2ma"))
    with refused("not-now"):
        desk.ask(requests.note_rematch, "another1")
    assert json.loads(desk.seen)["rematch"] == {"wanted": [0, 1], "table": "n5w7q2ma"}
    assert [chair.name for chair in requests.rotated(desk.table.chairs)] == ["Petr", "", "Ana"]


# Options


@pytest.mark.parametrize(
    "clock",
    [NO_CLOCK, MINUTE, Clock("fischer", 3, 3), TWO_DAYS, Clock("days", DAY / 24), FIVE_SECONDS],
    ids=lambda clock: clock.kind,
)
def test_clocks_are_stored_as_they_are(clock: Clock) -> None:
    assert Clock.from_json(json.loads(json.dumps(clock.to_json()))) == clock


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"kind": "sundial"},
        {"kind": "fischer"},
        {"kind": "fischer", "minutes": 0, "increment": 0},
        {"kind": "fischer", "minutes": 0, "increment": 1e-300},
        {"kind": "fischer", "minutes": 0.01, "increment": 0.3},
        {"kind": "fischer", "minutes": -1, "increment": 0},
        {"kind": "fischer", "minutes": float("nan"), "increment": 0},
        {"kind": "fischer", "minutes": True, "increment": 0},
        {"kind": "fischer", "minutes": "5", "increment": 0},
        {"kind": "fischer", "minutes": 10**400, "increment": 0},
        {"kind": "days", "days": 15},
        {"kind": "days", "days": 0.04},
        {"kind": "countdown", "seconds": float("inf")},
        {"kind": "countdown", "seconds": 0},
    ],
    ids=str,
)
def test_clocks_that_make_no_sense(wrong: Mapping[str, Any]) -> None:
    with refused("invalid"):
        Clock.from_json(wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chaturanga"},
        {"ruleset": "house rules"},
        {"seats": 3},
        {"clock": {"kind": "countdown", "seconds": 5}},  # nobody can sit a move out
        {
            "game": "ahyoheek",
            "ruleset": "classic",
            "clock": {"kind": "fischer", "minutes": 1, "increment": 0},
        },
        {"stakes": 100},
    ],
    ids=str,
)
def test_options_that_make_no_sense(wrong: Mapping[str, Any]) -> None:
    sound = Options("yoxii", "standard", 2).to_json()
    assert Options.from_json(sound) == Options("yoxii", "standard", 2)
    with pytest.raises(LudariumError):
        Options.from_json({**sound, **wrong})


# Words


def test_players_names_are_no_words_to_translate() -> None:
    desk = Desk("yoxii", "white", "level:3")
    told = report.table_json(desk.table, translator("cs"), desk.now, [True, False])
    assert [seat["name"] for seat in told["seats"]] == [
        "White",
        translator("cs")(shown_names(desk.table)[1]),
    ]
    assert told["seats"][0]["seat_name"] == translator("cs")("White") != "White"


# Whatever is asked, in whatever order

PEOPLE = ("ana", "petr", "eva", "stranger")
WAITS = (*[0.5] * 15, *[2.0] * 10, *[6.0] * 4, 61.0, 301.0, 3.0 * DAY)
WHAT = (
    *["play"] * 20,
    *["takeback", "draw", "answer", "answer", "greet", "return", "rematch", "sit"] * 2,
    "bot",
    "leave",
    "resign",
)
JUNK = ("", "-", ".", "P", "pass", "z9/9z9", "P P", "🪲")
SETTINGS = (
    ("yoxii", 2, NO_CLOCK),
    ("yoxii", 2, MINUTE),
    ("aiyawatstani", 2, MINUTE),
    ("aiyawatstani", 2, TWO_DAYS),
    ("ahyoheek", 2, NO_CLOCK),
    ("ahyoheek", 3, FIVE_SECONDS),
    ("ahyoheek", 4, TWO_DAYS),
    ("ahyoheek", 5, FIVE_SECONDS),
)


@dataclasses.dataclass(frozen=True)
class Step:
    """Something that somebody asks; `number` picks among the moves, names or answers that there
    are.
    """

    what: str
    seat: int
    own: bool  # asks the one whose seat it is, if there is one
    who: str
    number: int
    wait: float


steps = st.builds(
    Step,
    what=st.sampled_from(WHAT),
    seat=st.integers(0, 5),
    own=st.sampled_from((True, True, True, True, True, False)),
    who=st.sampled_from(PEOPLE),
    number=st.integers(0, 200),
    wait=st.sampled_from(WAITS),
)


def asked(table: Table, step: Step, now: float) -> LogEntry:
    """The event that the table answers with."""
    seat = step.seat % (len(table.chairs) + 1)
    if step.own and table.waiting and step.what == "play":
        seat = table.waiting[step.seat % len(table.waiting)]
    chair = table.chairs[seat] if seat < len(table.chairs) else None
    who = chair.holders[-1] if step.own and chair and chair.holders else step.who
    match step.what:
        case "sit":
            return requests.sit(table, seat, who, step.who, None, now)
        case "bot":
            return requests.sit_bot(
                table, seat, f"level:{step.number % 10}", who if step.own else HOST, now
            )
        case "leave":
            return requests.leave(table, seat, who, now)
        case "takeback" | "draw" as what:
            return requests.offer(table, seat, who, what, now)
        case "answer":
            return requests.answer(table, seat, who, step.number % 3 > 0, now)
        case "resign":
            return requests.resign(table, seat, who, now)
        case "greet":
            return requests.greet(
                table, seat, who, (*requests.GREETINGS, "boo")[step.number % 8], now
            )
        case "rematch":
            return requests.want_rematch(table, seat, who, now)
        case "return":
            return requests.return_to_seat(table, seat, who, now)
    ply, text = table.ply - (step.number % 19 == 18), wanted_move(table, seat, step.number)
    if chair and chair.is_bot:
        (entry,) = requests.play_seat(table, seat, ply, text, now)
        return entry
    (entry,) = requests.play(table, seat, who, ply, text, now)
    return entry


def wanted_move(table: Table, seat: int, number: int) -> str:
    legal = table.position.legal_for(seat) if seat in table.waiting else ()
    return legal[number % len(legal)].text if legal and number % 20 else JUNK[number % len(JUNK)]


def inside(table: Table) -> list[object]:
    """All that a table knows, to see whether it stays as it is."""
    record = table.record and (
        tuple(table.record.moves),
        table.record.reason,
        table.record.returns,
        table.record.position,
    )
    return [repr(value) for name, value in vars(table).items() if name != "record"] + [record]


@settings(max_examples=50, deadline=None)
@given(
    setting=st.sampled_from(SETTINGS),
    free=st.sampled_from((0, 0, 0, 1, 2)),
    script=st.lists(steps, min_size=30, max_size=60),
    takebacks=st.booleans(),
)
def test_any_requests_in_any_order(
    setting: tuple[str, int, Clock], free: int, script: list[Step], takebacks: bool
) -> None:
    """A request is granted or refused, and nothing else happens; the log adds up to the table;
    nobody can look into the round.
    """
    game, seats, clock = setting
    sitting = ("ana", "petr", "level:1", "eva", "level:2")[: seats - free % seats]
    desk = Desk(game, *sitting, seats=seats, clock=clock, takebacks=takebacks)
    for step in script:
        desk.wait(step.wait)
        before, known = desk.table, inside(desk.table)
        try:
            desk.write(asked(desk.table, step, desk.now))
        except TableError:
            assert desk.table is before
        assert inside(before) == known
        assert desk.table.version == len(desk.log)
    check_the_log_adds_up(desk)
    check_secrets_are_kept(desk)
    check_the_record(desk.table)


def check_the_log_adds_up(desk: Desk) -> None:
    again = desk.reread()
    assert seen(again, desk.now) == desk.seen
    assert inside(again) == inside(desk.table)
    for holder in PEOPLE:
        assert report.you_json(again, holder, SECRET) == report.you_json(desk.table, holder, SECRET)


def check_secrets_are_kept(desk: Desk) -> None:
    """Had the seats chosen otherwise in this round, all that anybody is told would be the same."""
    table = desk.table
    if not table.simultaneous:
        return
    otherwise = fold(
        table.id, (changed(event) if is_secret(event, table) else event for event in desk.log)
    )
    assert told(otherwise, desk.log, desk.now) == told(table, desk.log, desk.now)
    for event in desk.log:
        if isinstance(event, Chose) and event.round > table.ply:
            assert event.nonce not in told(table, desk.log, desk.now)


def is_secret(event: LogEntry, table: Table) -> bool:
    return isinstance(event, Chose) and event.round > table.ply


def changed(event: LogEntry) -> LogEntry:
    assert isinstance(event, Chose)
    return dataclasses.replace(event, choice="P" if event.choice != "P" else "B", nonce="0" * 32)


def told(table: Table, log: list[LogEntry], now: float) -> str:
    """All that is told of a table to those who may not know more: itself, its summary and its
    log.
    """
    public = [report.public_entry(event, number, table) for number, event in enumerate(log, 1)]
    mine = [report.you_json(table, holder, SECRET) for holder in PEOPLE]
    return seen(table, now) + json.dumps([report.summary(table), public, mine])


def check_the_record(table: Table) -> None:
    if table.record and table.record.over:
        again = Record.from_json(table.record.to_json())
        assert (again.moves, again.reason, again.returns, again.position) == (
            table.record.moves,
            table.record.reason,
            table.record.returns,
            table.record.position,
        )
        assert sum(again.returns) == pytest.approx(table.options.rules.returns_sum)


def test_guests_are_beasts_of_their_own_at_all_tables() -> None:
    desk = Desk("yoxii", "ana", "petr")
    for seat in (0, 1):  # of people without a name
        desk.table.chairs[seat].name = ""
    names = [str(name) for name in display_names.chair_names(desk.table)]
    assert names == [str(BEASTS[beast_of(holder)]) for holder in ("ana", "petr")]
    told = report.localised_summary(report.summary(desk.table), "Yoxii", "", translator("en"))
    assert [seat["name"] for seat in told["seats"]] == names
    desk.table.chairs[1].holders = ("ana",)  # one device for both: their seats tell them apart
    assert display_names.chair_names(desk.table) == [None, None]
    same = display_names.display_names([(None, "", 3), (None, "", 3), (None, "Eva", None)])
    assert [str(name) for name in same] == ["Bison 1", "Bison 2", "Eva"]
    assert len(set(map(str, BEASTS))) == len(BEASTS)
