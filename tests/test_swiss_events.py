"""Swiss tournaments with forfeits, late entries, byes of half a point and withdrawals, as
bbpPairings pairs them (tools/swiss_oracle.py).
"""

from __future__ import annotations

import pytest

from ludarium.tournaments import requests
from ludarium.tournaments.entries import log_from_text, log_to_text
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.ids import MatchId, PlayerId
from ludarium.tournaments.pairing.dutch import NOBODY, Drawing
from ludarium.tournaments.pairing.score_groups import Field
from ludarium.tournaments.reports.exporting import as_trf
from ludarium.tournaments.standings import standings
from ludarium.tournaments.tournament import fold
from replayed_events import EVENTS, Replay

PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_pairs_are_those_of_another_program(part: int) -> None:
    for told in EVENTS[part::PARTS]:
        replay = Replay(told)
        for number, drawn in enumerate(told["told"], 1):
            for change in drawn["before"]:
                replay.change(change)
            where = f"round {number} of {str(told)[:60]}"
            if drawn["pairs"] is None:
                # C1 to C3 cannot be kept: FIDE leaves the round to the arbiter
                field = Field.of(replay.event)
                players = [*field.players, *[NOBODY] * (len(field.players) % 2)]
                lawful = Drawing.of(field, players).lawful
                assert not lawful or field.fewest_rested, where
                assert replay.pairs() == drawn["drawn"], where
            else:
                assert replay.pairs() == drawn["pairs"], where
            replay.play(drawn["results"])
        again = fold("replay", log_from_text(log_to_text(replay.event.log)))
        assert again.rounds == replay.event.rounds


def test_the_events_hold_what_they_are_for() -> None:
    assert len(EVENTS) == 300
    for what in ("'new'", "'out ", "'back ", "'half ", "-0'", "'pairs': None"):
        assert sum(what in str(told) for told in EVENTS) >= 5, what


def test_who_played_less_has_no_bye() -> None:
    """C9: the test dutch_2025_C9 of bbpPairings."""
    replay = Replay({"players": 4, "rounds": 3})
    assert replay.pairs() == "1-3 4-2"
    replay.play("10")
    replay.enter()
    assert replay.pairs() == "2-1 3-5 4-0"


def test_who_won_without_playing_has_no_bye() -> None:
    """C2, where the other one has no float, and they have not met."""
    replay = Replay({"players": 5, "rounds": 3})
    assert replay.pairs() == "1-3 4-2 5-0"
    replay.play("1+")
    field = Field.of(replay.event)
    assert list(field.floats.values()) == [[""], [""], [""], ["down"], ["down"]]
    assert not any(field.past.met[PlayerId(4)].values())
    assert replay.pairs() == "5-4 2-1 3-0"
    replay.play("10")
    assert replay.pairs() == "1-5 3-4 2-0", "4 won without playing, 3 and 5 had byes"


def test_byes_of_half_a_point() -> None:
    replay = Replay({"players": 5, "rounds": 3})
    replay.change("half 1")
    with pytest.raises(TournamentError, match="already"):
        replay.change("half 1")
    replay.change("half 2")
    replay.change("half 3")
    with pytest.raises(TournamentError, match="needs two players"):
        replay.change("half 4")
    replay.ask(requests.undo)
    replay.ask(requests.undo)
    assert replay.pairs() == "2-4 5-3"
    replay.play("11")
    assert replay.event.rounds[0].halves == (1,)
    assert not replay.event.excused
    row = next(row for row in standings(replay.event) if row.player == 1)
    assert (row.points, row.byes, [step.what for step in row.path]) == (0.5, 0, ["half"])
    assert "0000 - H" in as_trf(replay.event)
    for _ in range(4):
        replay.ask(requests.undo)
    assert not replay.event.rounds
    assert not replay.event.excused, "the draw, both results and the wish were undone"


def test_a_report_during_a_round_is_that_of_the_rounds_before() -> None:
    """Other programs read no game without a result. A correction of an earlier one is in it."""
    replay = Replay({"players": 7, "rounds": 4})
    replay.play("1=0")
    before = as_trf(replay.event)
    replay.draw()
    assert as_trf(replay.event) == before
    first, *_, last = replay.event.open_matches
    replay.ask(requests.report, first.number, first.seats[0])
    replay.ask(requests.forfeit, last.number, last.seats[:1])
    replay.change(f"out {first.seats[1]}")
    assert as_trf(replay.event) == before
    replay.ask(requests.report, 1, replay.event.matches[MatchId(1)].seats[1])
    corrected = as_trf(replay.event)
    assert corrected != before
    assert all(line.endswith(("1", "0", "=", "U")) for line in corrected.splitlines()[5:])
