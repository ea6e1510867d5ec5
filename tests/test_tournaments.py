"""Tournaments: laws that hold of all of them, pairings against exhaustive search, brackets,
standings, authority, undo.
"""

from __future__ import annotations

import doctest
import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import orjson
import pytest

from ludarium.tournaments import checks, requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import (
    CODEC,
    Drawn,
    DrawnMatch,
    Undone,
    log_from_text,
    log_to_text,
)
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats import bracket as brackets
from ludarium.tournaments.formats import roundrobin
from ludarium.tournaments.formats.bracket import bracket_of
from ludarium.tournaments.formats.format_rules import (
    draw,
    entry_closed,
    fillers_of,
    state,
    why_not_drawn,
)
from ludarium.tournaments.history import history
from ludarium.tournaments.ids import MatchId, PlayerId, SeatIndex
from ludarium.tournaments.matches import Outcome
from ludarium.tournaments.options import FORMATS, Options
from ludarium.tournaments.pairing.matching import EXACT, best_pairs
from ludarium.tournaments.pairing.score_groups import Field, colour_of
from ludarium.tournaments.pairing.seating import Seating, even_seats, repeats, splits, table_sizes
from ludarium.tournaments.reports.exporting import as_json, as_trf, standings_json
from ludarium.tournaments.restoring import log_for_server
from ludarium.tournaments.simulate import Play, as_data, simulate
from ludarium.tournaments.standings import champion, standings
from ludarium.tournaments.tournament import Tournament, fold
from tournament_laws import check_end, random_tournament

PETR = Actor("organiser", "Petr")
CLOCK = Actor("clock")


def started(names: str, **options: object) -> Tournament:
    """A tournament of these players, seeded as they are named, with its first round drawn."""
    fields = {"format": "lives", "game": "ahyoheek", "seeding": "entry", **options}
    event = Tournament("test").after(
        requests.create(PETR, 0.0, "Test", Options.checked(**fields), seed=1)
    )
    for name in names.split():
        event = event.after(requests.add(event, PETR, 1.0, name))
    event = event.after(requests.start(event, PETR, 2.0))
    return event.after(requests.draw(event, PETR, 3.0))


def report(
    event: Tournament, number: int, winner: str | None, actor: Actor = PETR, game: int | None = None
) -> Tournament:
    return event.after(
        requests.report(
            event,
            actor,
            4.0,
            MatchId(number),
            None if winner is None else checks.named(event, winner),
            game,
        )
    )


def play_round(event: Tournament, order: str) -> Tournament:
    """Every open match is won by whoever comes first in this order."""
    for match in event.open_matches:
        winner = min(match.here, key=lambda player: order.split().index(event.players[player].name))
        event = event.after(requests.report(event, PETR, 4.0, match.number, winner))
    return event


def next_round(event: Tournament) -> Tournament:
    return event.after(requests.draw(event, PETR, 5.0))


# Laws


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_laws_of_random_tournaments(first: int) -> None:
    """benchmarks/tournaments.py checks the same of ten thousand, of up to 200 players."""
    for seed in range(first, first + 20):
        check_end(random_tournament(seed, largest=50))


def test_simulations_depend_on_the_seed_alone() -> None:
    options = Options.checked(format="lives", game="ahyoheek")
    once, again, other = (
        simulate(options, 30, seed, Play(dropouts=0.05, late=0.2, undo=0.1)) for seed in (3, 3, 4)
    )
    assert log_to_text(once.log) == log_to_text(again.log) != log_to_text(other.log)


@pytest.mark.parametrize("kind", FORMATS)
def test_every_log_follows_from_requests(kind: str) -> None:
    """So that a server takes it in, with late entries, withdrawals and what was taken back."""
    options = Options.checked(format=kind, game="ahyoheek")
    event = simulate(options, 20, 2, Play(undo=0.2, dropouts=0.05, late=0.2))
    exported = orjson.dumps(as_json(event))
    log = log_for_server(exported, "petr", event.changed, lambda: None)
    again = fold(event.id, log)
    assert again.organisers == {"petr"}
    told = as_json(again)
    assert standings_json(again) == standings_json(event)
    assert told["rounds"] == as_json(event)["rounds"]


@pytest.mark.parametrize("kind", ["lives", "double", "swiss", "arena"])
def test_a_log_is_read_as_it_was_written(kind: str) -> None:
    """At once, with what was taken back on the way."""
    event = simulate(Options.checked(format=kind, game="ahyoheek"), 20, 2, Play(undo=0.2))
    assert any(isinstance(entry, Undone) for entry in event.log)
    again = fold(event.id, event.log)
    assert as_json(again) == as_json(event)
    assert again.changed == event.changed


def test_the_data_of_a_simulation() -> None:
    data = as_data(simulate(Options.checked(format="lives", game="ahyoheek"), 23, 1, Play()))
    assert set(data) == {"rounds", "losses", "champion"}
    assert set(data["rounds"][0]) == {"tables", "byes"}
    losses = Counter(dict.fromkeys(data["losses"], 0))
    for drawn in data["rounds"]:
        for table in drawn["tables"]:
            assert set(table) == {"seats", "winner", "result"}
            assert table["result"] == "win"
            losses.update(player for player in table["seats"] if player != table["winner"])
    assert losses == data["losses"]
    assert [player for player, count in losses.items() if count < 2] == [data["champion"]]


# Who meets whom, against exhaustive search


def partitions(
    players: tuple[PlayerId, ...], sizes: tuple[int, ...]
) -> Iterator[list[tuple[PlayerId, ...]]]:
    """All ways to seat the players at tables of these sizes."""
    if not players:
        yield []
        return
    first, *others = players
    for seats in set(sizes):
        left = list(sizes)
        left.remove(seats)
        for company in itertools.combinations(others, seats - 1):
            rest = tuple(player for player in others if player not in company)
            for tables in partitions(rest, tuple(left)):
                yield [(first, *company), *tables]


def random_history(
    rng: random.Random, players: int, rounds: int
) -> dict[PlayerId, Counter[PlayerId]]:
    """Who met whom in rounds of tables of random sizes."""
    everybody = [PlayerId(player) for player in range(players)]
    met: dict[PlayerId, Counter[PlayerId]] = {player: Counter() for player in everybody}
    for _ in range(rounds):
        order = rng.sample(everybody, players)
        while order:
            table, order = order[: rng.choice((2, 3, 4))], order[4:]
            for one, other in itertools.permutations(table, 2):
                met[one][other] += 1
    return met


@pytest.mark.parametrize("seed", range(60))
def test_tables_have_the_fewest_repeats_that_are_possible(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.randint(6, 9)
    met = random_history(rng, number, rng.randint(1, 4))
    everybody = [PlayerId(player) for player in range(number)]
    levels = {player: rng.randint(0, 1) for player in everybody}
    players = sorted(everybody, key=lambda player: levels[player])
    sizes = table_sizes([levels[player] for player in players], rng.choice((2, 3, 4)), 5)
    seating = Seating(players, sizes, levels, met, rng)
    assert sorted(map(len, seating.tables)) == sorted(sizes)
    assert sorted(itertools.chain(*seating.tables)) == list(range(number))
    best = min(
        sum(
            1000 * met[one][other] ** 2 + abs(levels[one] - levels[other])
            for table in tables
            for one, other in itertools.combinations(table, 2)
        )
        for tables in partitions(tuple(everybody), tuple(sizes))
    )
    assert seating.price() // 1000 == best // 1000
    if best < 1000:
        assert not repeats(seating.tables, met)


@pytest.mark.parametrize("seed", range(40))
def test_another_split_is_found_where_only_that_avoids_repeats(seed: int) -> None:
    """In the tournament itself: if any seating without more tables of two avoids repeats, so does
    the one drawn.
    """
    rng = random.Random(seed)
    event = started(
        " ".join(f"P{n}" for n in range(rng.randint(6, 9))), size=rng.choice((3, 4)), lives=9
    )
    for _ in range(2):
        order = " ".join(
            rng.sample([player.name for player in event.players.values()], len(event.players))
        )
        event = play_round(event, order)
        if len(event.rounds) < 2:
            event = next_round(event)
    met: dict[PlayerId, Counter[PlayerId]] = {player: Counter() for player in event.players}
    for match in event.matches.values():
        for one, other in itertools.permutations(match.seats, 2):
            met[one][other] += 1
    tables = [match.seats for match in draw(event)[0]]
    twos = sum(len(table) == 2 for table in tables)
    possible = any(
        not repeats(other, met)
        for sizes in splits(len(event.players), 4, 5)
        if sizes.count(2) <= twos
        for other in partitions(tuple(event.players), sizes)
    )
    assert bool(repeats(tables, met)) == (not possible)


@pytest.mark.parametrize("seed", range(30))
def test_pairs_are_of_least_cost(seed: int) -> None:
    rng = random.Random(seed)
    players = [PlayerId(number) for number in range(rng.choice((2, 4, 6, 8)))]
    costs = {
        frozenset(pair): rng.choice((0, 1, 5, 10**6)) for pair in itertools.combinations(players, 2)
    }
    found = best_pairs(players, lambda one, other: costs[frozenset((one, other))], 10**6)
    assert sorted(itertools.chain(*found)) == players
    best = min(
        sum(costs[frozenset(pair)] for pair in pairs)
        for pairs in partitions(tuple(players), (2,) * (len(players) // 2))
    )
    assert sum(costs[frozenset(pair)] for pair in found) == best


def test_large_fields_have_no_repeats() -> None:
    """Where each has met at most 9 of 449 others, a pairing without repeats exists, by Dirac's
    theorem.
    """
    rng = random.Random(1)
    players = [PlayerId(number) for number in range(450)]
    met: set[frozenset[int]] = set()
    for _ in range(9):
        pairs = best_pairs(
            players,
            lambda one, other, met=met: (  # type: ignore[misc]
                10**9 * (frozenset((one, other)) in met) + abs(one - other)
            ),
            10**9,
        )
        assert len(players) > EXACT
        assert sorted(itertools.chain(*pairs)) == sorted(players)
        assert not met & set(map(frozenset, pairs))
        met |= set(map(frozenset, pairs))
        rng.shuffle(players)


@pytest.mark.parametrize(
    ("levels", "size", "largest", "sizes"),
    [
        ([0] * 4, 4, 5, [4]),
        ([0] * 5, 4, 5, [5]),
        ([0] * 6, 4, 5, [3, 3]),
        ([0] * 7, 4, 5, [3, 4]),
        ([0] * 8, 4, 5, [4, 4]),
        ([0] * 8, 3, 5, [4, 4]),
        ([0] * 23, 4, 5, [4, 4, 4, 4, 4, 3]),
        ([0] * 4, 3, 3, [2, 2]),
        ([0] * 5, 2, 3, [2, 3]),
        ([0] * 3 + [1] * 5, 4, 5, [3, 5]),
        ([0] * 2 + [1] * 6, 4, 5, [4, 4]),
    ],
)
def test_sizes_of_tables(levels: list[int], size: int, largest: int, sizes: list[int]) -> None:
    assert sorted(table_sizes(levels, size, largest)) == sorted(sizes)


@pytest.mark.parametrize(
    ("players", "size", "tables"),
    [
        (9, 3, ["1 8 9", "2 6 7", "3 4 5"]),
        (7, 3, ["1 6 7", "2 3 4 5"]),
        (12, 4, ["1 10 11 12", "2 7 8 9", "3 4 5 6"]),
        (6, 2, ["1 6", "2 5", "3 4"]),
    ],
)
def test_the_best_of_seeded_players_sit_apart(players: int, size: int, tables: list[str]) -> None:
    event = started(" ".join(f"P{n}" for n in range(players)), size=size)
    assert sorted(" ".join(map(str, sorted(match.seats))) for match in event.open_matches) == tables


def test_seeded_players_meet_nobody_again() -> None:
    """New opponents come before the seeding."""
    event = play_round(started("A B C D E F G H I", size=3, lives=9), "A B C D E F G H I")
    tables = [set(match.seats) for match in next_round(event).open_matches]
    assert not repeats([sorted(table) for table in tables], history(event).met)


def test_the_best_of_two_at_a_table_meet_the_weakest_and_have_the_bye() -> None:
    event = started("A B C D E", game="yoxii")
    assert sorted(sorted(match.seats) for match in event.open_matches) == [[2, 5], [3, 4]]
    assert event.rounds[0].byes == (1,)
    event = next_round(play_round(event, "A B C D E"))
    assert event.rounds[1].byes == (2,), "who has had none, the best of them"


def test_seats_are_evened_out() -> None:
    """In twelve rounds of four at a table, nobody sits in one seat twice as often as in another."""
    rng = random.Random(1)
    players = [PlayerId(number) for number in range(8)]
    seats: dict[PlayerId, list[SeatIndex]] = {player: [] for player in players}
    for _ in range(12):
        order = rng.sample(players, 8)
        for table in (order[:4], order[4:]):
            for seat, player in enumerate(even_seats(table, seats, rng)):
                seats[player].append(SeatIndex(seat))
    counts = [sat.count(SeatIndex(seat)) for sat in seats.values() for seat in range(4)]
    assert max(counts) - min(counts) <= 2


# Brackets


def test_examples_of_brackets_and_tables() -> None:
    for module in (brackets, roundrobin):
        results = doctest.testmod(module)
        assert results.attempted
        assert not results.failed


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("double", [False, True])
def test_every_course_of_a_bracket(players: int, double: bool) -> None:
    """Whatever the results: losses eliminate, and one is left.

    Of larger ones, a sample of the courses.
    """
    bracket, order = (
        bracket_of(players, double),
        [PlayerId(number) for number in range(1, players + 1)],
    )
    rng = random.Random(players)
    all_courses = players <= 3 + (not double) * 2
    courses: list[tuple[int, ...]] = (
        list(itertools.product((0, 1), repeat=2 * players)) if all_courses else []
    )
    for course in courses or [tuple(rng.choices((0, 1), k=2 * players)) for _ in range(200)]:
        results: dict[str, brackets.Result] = {}
        losses: Counter[int] = Counter()
        coins = iter(course)
        while ready := [
            (slot, found)
            for slot, found in bracket.standings(order, results).items()
            if found.state == "ready"
        ]:
            slot, found = ready[0]
            one, other = found.players
            assert isinstance(one, int)
            assert isinstance(other, int)
            winner = (one, other)[next(coins)]
            results[slot] = ((one, other), winner)
            losses[one + other - winner] += 1
        champion = bracket.champion(bracket.standings(order, results))
        limit = 2 if double else 1
        assert [player for player in order if losses[player] < limit] == [champion]
        assert max(losses.values()) == limit
        assert (
            len(results) == (players - 1) * limit + losses[champion]
            if isinstance(champion, int)
            else False
        )


def test_a_grand_final_is_reset() -> None:
    event = started("Ana Bor Cyr Dan", format="double", game="yoxii")
    while event.open_matches[0].slot != "F1":
        event = next_round(play_round(event, "Ana Bor Cyr Dan"))
    assert state(report(event, event.open_matches[0].number, "Ana")) == "over"
    event = next_round(report(event, event.open_matches[0].number, "Bor"))
    assert [match.slot for match in event.open_matches] == ["F2"]
    event = report(event, event.open_matches[0].number, "Bor")
    assert champion(event) == 2
    assert [event.players[row.player].name for row in standings(event)][:2] == ["Bor", "Ana"]


@pytest.mark.parametrize("leaver", [1, 2])
def test_a_finalist_leaves_before_the_second_match(leaver: int) -> None:
    event = started("Ana Bor Cyr Dan", format="double", game="yoxii")
    while event.open_matches[0].slot != "F1":
        event = next_round(play_round(event, "Ana Bor Cyr Dan"))
    event = report(event, event.open_matches[0].number, "Bor")
    event = event.after(requests.withdraw(event, PETR, 9.0, PlayerId(leaver)))
    assert state(event) == "over"
    assert champion(event) == 3 - leaver


def test_byes_go_to_the_best_seeds_and_through_to_the_losers() -> None:
    event = started("A B C D E", format="double", game="yoxii")
    assert [sorted(match.seats) for match in event.open_matches] == [[4, 5], [2, 3]]
    assert sorted(event.rounds[0].byes) == [1, 2, 3]
    event = play_round(event, "A B C D E")
    assert state(event) == "running"
    assert sorted(row.rank for row in standings(event)) == [1, 1, 1, 4, 4], "by losses until then"
    while state(event) != "over":
        event = play_round(next_round(event), "A B C D E")
    assert [event.players[row.player].name for row in standings(event)] == ["A", "B", "C", "D", "E"]
    assert [row.losses for row in standings(event)] == [0, 2, 2, 2, 2]


@pytest.mark.parametrize("size", [8, 16, 32, 64])
def test_rematches_in_the_losers_bracket_come_late(size: int) -> None:
    """Whatever the results, nobody meets again before the last rounds of the losers' bracket."""
    bracket = bracket_of(size, True)
    rng = random.Random(size)
    rounds = max(slot.round for slot in bracket.slots if slot.part == "L")
    for _ in range(30):
        results: dict[str, brackets.Result] = {}
        met: dict[frozenset[int], str] = {}
        while ready := [
            (slot, found)
            for slot, found in bracket.standings(
                [PlayerId(number) for number in range(size)], results
            ).items()
            if found.state == "ready"
        ]:
            for slot, found in ready:
                one, other = found.players
                assert isinstance(one, int)
                assert isinstance(other, int)
                if frozenset((one, other)) in met and slot.startswith("L"):
                    assert int(slot[1:].split(".")[0]) > rounds - 4, (
                        slot,
                        met[frozenset((one, other))],
                    )
                met[frozenset((one, other))] = slot
                results[slot] = ((one, other), rng.choice((one, other)))


def test_who_leaves_gives_way_in_the_bracket() -> None:
    event = started("A B C D E F", format="double", game="yoxii")
    event = event.after(requests.withdraw(event, PETR, 4.0, PlayerId(4)))
    assert event.match_of(PlayerId(4)) is None
    while state(event) != "over":
        event = play_round(event, "A B C D E F")
        event = next_round(event) if why_not_drawn(event) is None else event
    assert champion(event) == 1
    rows = {event.players[row.player].name: row for row in standings(event)}
    assert rows["D"].state == "withdrawn"
    with pytest.raises(TournamentError, match="over"):
        requests.restore(event, PETR, 9.0, PlayerId(4))


# Lives


def test_the_final_table_is_played_until_one_is_left() -> None:
    event = started("A B C D E")
    assert [sorted(match.seats) for match in event.open_matches] == [[1, 2, 3, 4, 5]]
    event = play_round(event, "A B C D E")
    event = play_round(next_round(event), "E A B C D")
    assert event.living == [1, 5]
    event = play_round(next_round(event), "E A")
    assert state(event) == "over"
    assert champion(event) == 5
    assert [row.losses for row in standings(event)] == [1, 2, 2, 2, 2]


def test_tables_of_two_with_byes() -> None:
    event = started("A B C D E", game="yoxii")
    seen: Counter[int] = Counter()
    while True:
        here = event.living
        seen.update(event.rounds[-1].byes)
        assert len(event.rounds[-1].byes) == len(here) % 2
        assert (
            max(seen[player] for player in here) - min(seen[player] for player in here) <= 1
            or len(here) < 3
        )
        event = play_round(event, "A B C D E")
        if state(event) == "over":
            break
        event = next_round(event)
    assert champion(event) == 1


def test_drawn_games_are_played_again_with_seats_changed() -> None:
    event = started("A B", game="yoxii", replays=1)
    match = event.open_matches[0]
    event = report(event, 1, None)
    assert event.matches[MatchId(1)].outcome is None
    assert event.matches[MatchId(1)].seating(2) == match.seats[::-1]
    event = report(event, 1, None)
    assert event.matches[MatchId(1)].outcome == Outcome(match.seats[0], "later-seat"), (
        "in the second game the first player sits last"
    )
    assert report(event, 1, None, game=1).matches[MatchId(1)].outcome is None, (
        "a correction of the first game takes the second away"
    )


def test_who_enters_late_has_missed_rounds() -> None:
    event = started("A B C D E F G")
    event = play_round(event, "A B C D E F G")
    event = event.after(requests.add(event, PETR, 5.0, "Late"))
    assert event.losses[PlayerId(8)] == 1
    event = next_round(event)
    assert event.match_of(PlayerId(8)) is not None
    event = play_round(event, "A B C D E F G Late")
    assert 8 not in event.living
    small = started("A B C")
    assert entry_closed(small) == "The final table has begun"
    with pytest.raises(TournamentError, match="D cannot enter: The final table has begun"):
        requests.add(small, PETR, 5.0, "D")


def test_forfeits() -> None:
    event = started("A B C D")
    event = event.after(requests.forfeit(event, PETR, 4.0, MatchId(1), [PlayerId(2), PlayerId(3)]))
    assert event.matches[MatchId(1)].here == tuple(
        player for player in event.matches[MatchId(1)].seats if player in (1, 4)
    )
    with pytest.raises(TournamentError, match="B forfeited match 1"):
        report(event, 1, "B")
    event = report(event, 1, "D")
    assert event.losses == {1: 1, 2: 1, 3: 1, 4: 0}
    event = next_round(event)
    event = event.after(
        requests.forfeit(event, CLOCK, 6.0, MatchId(2), [PlayerId(1), PlayerId(2), PlayerId(3)])
    )
    assert event.matches[MatchId(2)].outcome == Outcome(PlayerId(4), "forfeit")
    assert champion(event) == 4


def test_nobody_comes() -> None:
    event = started("A B", format="swiss", game="yoxii")
    event = event.after(requests.forfeit(event, PETR, 4.0, MatchId(1), [PlayerId(1), PlayerId(2)]))
    assert event.matches[MatchId(1)].outcome == Outcome(None, "nobody")
    assert [row.points for row in standings(event)] == [0, 0]


# Swiss and round robin


def test_berger_tables() -> None:
    """As published in the FIDE Handbook, C.05, annex 1, for 7 or 8 players."""
    published = """1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1"""
    for number, line in enumerate(published.splitlines(), 1):
        assert [f"{one}-{other}" for one, other in roundrobin.berger(8, number)] == line.split()


def test_a_round_robin_strikes_out_who_leaves_early() -> None:
    event = started("A B C D E F", format="roundrobin", game="yoxii")
    event = play_round(event, "F E D C B A")
    # after one of five games, which F has won against A
    event = event.after(requests.withdraw(event, PETR, 5.0, PlayerId(6)))
    while state(event) != "over":
        event = play_round(next_round(event), "A B C D E F")
    assert {event.players[row.player].name: row.points for row in standings(event)} == {
        "A": 4,
        "D": 2,
        "B": 2,
        "C": 1,
        "E": 1,
        "F": 0,
    }


def test_a_round_robin_gives_points_for_who_leaves_late() -> None:
    event = started("A B C D", format="roundrobin", game="yoxii")
    event = play_round(event, "D A B C")
    event = play_round(next_round(event), "D A B C")
    event = event.after(requests.withdraw(event, PETR, 5.0, PlayerId(4)))
    event = play_round(next_round(event), "D A B C")
    rows = {event.players[row.player].name: row.points for row in standings(event)}
    assert state(event) == "over"
    assert rows["D"] == 2
    assert sum(rows.values()) == 6, "the game that was not played is won by the other"


def test_tie_breaks_by_hand() -> None:
    """Four players, three rounds: A beats B, C; draws D. B beats C, D. C beats D."""
    event = started("A B C D", format="swiss", game="yoxii", rounds=3)
    wins = {
        frozenset("AB"): "A",
        frozenset("AC"): "A",
        frozenset("BC"): "B",
        frozenset("BD"): "B",
        frozenset("CD"): "C",
    }
    while True:
        for match in event.open_matches:
            event = report(
                event,
                match.number,
                wins.get(frozenset(event.players[seat].name for seat in match.seats)),
            )
        if state(event) == "over":
            break
        event = next_round(event)
    rows = {
        event.players[row.player].name: (
            row.points,
            row.breaks["buchholz"],
            row.breaks["sonneborn-berger"],
        )
        for row in standings(event)
    }
    assert rows == {
        "A": (2.5, 3.5, 3.25),
        "B": (2, 4, 1.5),
        "C": (1, 5, 0.5),
        "D": (0.5, 5.5, 1.25),
    }


def test_who_gained_more_comes_first_among_equals() -> None:
    """Three who beat each other in a circle, one of them by more."""
    event = started("A B C", format="roundrobin", game="kuhn")
    wins = {"AB": ("A", 1.0), "BC": ("B", 2.0), "AC": ("C", 1.0)}
    while True:
        for match in event.open_matches:
            names = [event.players[seat].name for seat in match.seats]
            winner, margin = wins["".join(sorted(names))]
            gains = tuple(margin if name == winner else -margin for name in names)
            named = checks.named(event, winner)
            event = event.after(requests.report(event, PETR, 4.0, match.number, named, gains=gains))
        if state(event) == "over":
            break
        event = next_round(event)
    rows = [
        (event.players[row.player].name, row.rank, row.points, row.breaks["gained"])
        for row in standings(event)
    ]
    assert rows == [("B", 1, 1.0, 1.0), ("A", 2, 1.0, 0.0), ("C", 3, 1.0, -1.0)]
    again = log_from_text(log_to_text(event.log))
    assert standings(fold("test", again)) == standings(event)


def test_byes_in_tie_breaks() -> None:
    """Three players, one round: who has the bye has a point, and an imagined opponent with as
    many, but no more than draws give.
    """
    event = started("A B C", format="swiss", game="yoxii", rounds=1)
    (resting,) = event.rounds[0].byes
    event = play_round(event, "A B C")
    row = next(row for row in standings(event) if row.player == resting)
    assert resting == 3
    assert (row.points, row.breaks["buchholz"], row.breaks["sonneborn-berger"], row.wins) == (
        1,
        0.5,
        0.5,
        0,
    )


@pytest.mark.parametrize(
    ("seats", "due"),
    [
        ([], (None, 0)),
        ([0], (1, 2)),
        ([0, 1], (0, 1)),
        ([1, 0], (1, 1)),
        ([0, 0], (1, 3)),
        ([0, 1, 1, 0, 0], (1, 3)),
        ([0, 1, 0], (1, 2)),
    ],
)
def test_colours(seats: list[SeatIndex], due: tuple[int | None, int]) -> None:
    colour = colour_of(seats)
    assert (colour.seat, colour.strength) == due


@pytest.mark.parametrize("seed", range(8))
def test_swiss_pairs_have_the_first_aims_of_the_dutch_system(seed: int) -> None:
    """Of all pairings: the fewest second byes, then repeats, then clashes of musts; then the fewest
    who leave the first group.
    """

    def aims(field: Field, pairs: Sequence[tuple[PlayerId, ...]]) -> tuple[int, int, int, int]:
        games = [pair for pair in pairs if 0 not in pair]
        must = [player for player, colour in field.colours.items() if colour.strength == 3]
        down = sum(
            (field.group.get(one), field.group.get(other)).count(0) == 1 for one, other in pairs
        )
        unfair = sum(
            field.rested[player] > field.fewest_rested
            for pair in pairs
            for player in pair
            if 0 in pair and player
        )
        again = sum(field.past.met[one][other] for one, other in games)
        clashes = sum(
            one in must and other in must and field.colours[one].seat == field.colours[other].seat
            for one, other in games
        )
        return unfair, again, clashes, down

    def check(event: Tournament) -> None:
        field = Field.of(fold("before", event.log[:-1]))
        everybody = (
            (*field.players, PlayerId(0)) if len(field.players) % 2 else tuple(field.players)
        )
        drawn = [event.matches[number].seats for number in event.rounds[-1].matches] + [
            (player, PlayerId(0)) for player in event.rounds[-1].byes
        ]
        assert aims(field, drawn) == min(
            aims(field, pairs) for pairs in partitions(everybody, (2,) * (len(everybody) // 2))
        )

    event = simulate(
        Options.checked(format="swiss", game="yoxii", rounds=5),
        7 + seed % 2,
        seed,
        Play(draws=0.2),
        check,
    )
    for player in event.players:
        seats = [
            match.seats.index(player) for match in event.matches.values() if player in match.seats
        ]
        assert abs(seats.count(0) - seats.count(1)) <= 2
        assert not any(seats[at] == seats[at + 1] == seats[at + 2] for at in range(len(seats) - 2))


def test_trf() -> None:
    """Columns of TRF16: start rank 5-8, name 15-47, points 81-84, rank 86-89, and from 92 on ten
    columns a round.
    """
    event = started("Ana Bor Cyr", format="swiss", game="yoxii", rounds=2)
    event = report(event, 1, None)
    event = next_round(event)
    event = event.after(
        requests.forfeit(event, PETR, 6.0, MatchId(2), [event.open_matches[0].seats[0]])
    )
    lines = [line for line in as_trf(event).splitlines() if line.startswith("001")]
    found = {
        line[14:47].strip(): (
            line[4:8],
            line[80:84],
            line[85:89].strip(),
            line[91:99],
            line[101:109],
        )
        for line in lines
    }
    assert found["Cyr"][3] == "0000 - U"
    assert found["Ana"][3][:4].strip() == "2"
    assert found["Ana"][3][-1] == found["Bor"][3][-1] == "="
    assert {cell[5] for cell in (found["Ana"][3], found["Bor"][3])} == {"w", "b"}
    assert sorted(cell[-1] for *_, cell in found.values()) == ["+", "-", "U"]
    assert {points.strip() for _, points, *_ in found.values()} <= {"0.5", "1.0", "1.5", "2.0"}
    with pytest.raises(TournamentError, match="Swiss"):
        as_trf(started("A B"))


def test_an_arena_waits_for_company_and_for_new_opponents() -> None:
    """Seven at tables of three by preference: four and three.

    Whoever ends first waits for the others, as nobody else is there to play.
    """
    event = started("A B C D E F G", format="arena", size=3)
    first, second = event.open_matches
    assert sorted((len(first.seats), len(second.seats))) == [3, 4]
    event = report(event, first.number, event.players[first.seats[0]].name)
    assert why_not_drawn(event)
    event = event.after(requests.add(event, PETR, 5.0, "H"))
    assert {len(match.seats) for match in next_round(event).open_matches} <= {3, 4, 5}, (
        "with somebody new they play at once"
    )
    for player in first.seats[1:]:
        event = event.after(requests.withdraw(event, PETR, 6.0, player))
    if len(first.seats) == 3:
        assert why_not_drawn(event), "two are free, which is few while others play"
    event = play_round(event, "A B C D E F G H")
    assert why_not_drawn(event) is None


def test_bots_fill_in_up_to_the_preferred_size() -> None:
    """In the first game of a match, not at the final table, and more where somebody did not
    come.
    """
    event = started("A B C D E F", size=4, online=True, fill="level:3")
    first, second = event.open_matches
    assert (fillers_of(event, first), fillers_of(event, second)) == (1, 1)
    event = event.after(requests.forfeit(event, PETR, 4.0, second.number, second.seats[:1]))
    assert fillers_of(event, event.matches[second.number]) == 2
    opened = requests.open_table(event, CLOCK, 5.0, first.number, "abc")
    assert opened.fillers == 1
    event = report(event.after(opened), first.number, None)  # whoever filled in has won
    assert not event.matches[first.number].over
    assert fillers_of(event, event.matches[first.number]) == 0
    final = started("A B C", size=4, online=True, fill="level:3")
    assert fillers_of(final, final.open_matches[0]) == 0


# Who may do what, and what is taken back


def test_a_player_reports_only_their_own_match() -> None:
    event = started("A B C D E F G")
    match = event.open_matches[0]
    stranger = next(player for player in event.players if player not in match.seats)
    with pytest.raises(TournamentError, match="You do not play") as refused:
        requests.report(event, Actor("player", str(stranger)), 4.0, match.number, match.seats[0])
    assert refused.value.code == "forbidden"
    event = event.after(
        requests.report(
            event, Actor("player", str(match.seats[1])), 4.0, match.number, match.seats[0]
        )
    )
    assert event.matches[match.number].outcome == Outcome(match.seats[0], "win")
    assert event.log[-1].by == f"player:{match.seats[1]}"


@pytest.mark.parametrize(
    "what",
    [
        "add",
        "withdraw",
        "start",
        "draw",
        "pause",
        "finish",
        "undo",
        "rename",
        "restore",
        "excuse",
        "forfeit",
        "open_table",
    ],
)
def test_only_organisers_decide(what: str) -> None:
    event = started("A B C D E F G")
    arguments: dict[str, list[object]] = {
        "add": ["X"],
        "withdraw": [1],
        "rename": [1, "X"],
        "restore": [1],
        "excuse": [1],
        "forfeit": [1, [1]],
        "open_table": [1, "k3v9"],
    }
    with pytest.raises(TournamentError, match="Only an organiser") as refused:
        getattr(requests, what)(event, Actor("player", "2"), 4.0, *arguments.get(what, []))
    assert refused.value.code == "forbidden"


def test_a_player_may_withdraw_and_enter_by_themselves() -> None:
    event = started("A B C D E F G")
    event = event.after(requests.withdraw(event, Actor("player", "2"), 4.0, PlayerId(2)))
    assert event.players[PlayerId(2)].gone
    with pytest.raises(TournamentError, match="There is no bot"):
        requests.add(event, PETR, 5.0, "New", agent="engine:rm")
    for options in ({"agent": "level:3"}, {"rating": 2000.0}):
        with pytest.raises(TournamentError, match="Only an organiser"):
            requests.add(event, Actor("player"), 5.0, "New", **options)
    event = event.after(requests.add(event, Actor("player"), 5.0, "New", holder="someone"))
    assert event.players[PlayerId(8)].holder == "someone"
    public, private = CODEC.write(event.log[-1])
    assert "holder" not in public
    assert CODEC.read(public, private) == event.log[-1]


def test_a_disputed_result_waits_for_the_organiser() -> None:
    event = started("A B", format="swiss", game="yoxii", rounds=1)
    event = report(event, 1, "A", Actor("player", "1"))
    assert state(event) == "over"
    event = started("A B C D", format="swiss", game="yoxii")
    one, other = event.matches[MatchId(1)].seats
    event = event.after(requests.report(event, Actor("player", str(one)), 4.0, MatchId(1), one))
    with pytest.raises(TournamentError, match="reported already"):
        requests.report(event, Actor("player", str(other)), 4.0, MatchId(1), one)
    event = event.after(requests.report(event, Actor("player", str(other)), 4.0, MatchId(1), other))
    assert event.matches[MatchId(1)].disputed == other
    assert not event.matches[MatchId(1)].over
    event = report(event, 2, None)
    assert why_not_drawn(event) == "The result of match 1 is disputed: the organiser decides"
    event = event.after(requests.report(event, PETR, 5.0, MatchId(1), other))
    assert event.matches[MatchId(1)].outcome == Outcome(other, "win")
    assert why_not_drawn(event) is None


def test_live_tables_report_the_running_game() -> None:
    event = started("A B", game="yoxii")
    with pytest.raises(TournamentError, match="not played at this table"):
        requests.report(event, Actor("table", "k3v9"), 4.0, MatchId(1), PlayerId(1))
    event = event.after(requests.open_table(event, CLOCK, 4.0, MatchId(1), "k3v9"))
    event = event.after(requests.report(event, Actor("table", "k3v9"), 5.0, MatchId(1), None))
    with pytest.raises(TournamentError, match="not played at this table"):
        requests.report(event, Actor("table", "k3v9"), 6.0, MatchId(1), PlayerId(1))
    event = event.after(requests.open_table(event, CLOCK, 6.0, MatchId(1), "m2aa"))
    assert event.after(
        requests.report(event, Actor("table", "m2aa"), 7.0, MatchId(1), PlayerId(1))
    ).matches[MatchId(1)].outcome == Outcome(PlayerId(1), "win")


def test_undo_and_redo() -> None:
    event = started("A B C D E F G")
    before = event
    event = report(event, 1, event.players[event.matches[MatchId(1)].seats[0]].name)
    undone = event.after(requests.undo(event, PETR, 5.0))
    assert undone.matches == before.matches
    assert undone.version == before.version + 2, "the log keeps both"
    again = undone.after(Undone(at=6.0, by="organiser:Petr", entry=undone.version))
    assert again.matches == event.matches
    assert fold("test", log_from_text(log_to_text(again.log))).matches == event.matches
    with pytest.raises(TournamentError, match="entry 1 cannot be undone"):
        requests.undo(event, PETR, 5.0, 1)


def test_what_was_built_on_is_not_undone() -> None:
    event = play_round(started("A B C D E F G"), "A B C D E F G")
    last_report = event.version
    event = next_round(event)
    with pytest.raises(TournamentError, match="later entries build on this") as refused:
        requests.undo(event, PETR, 5.0, last_report)
    assert refused.value.code == "built-on"
    event = event.after(requests.undo(event, PETR, 5.0))
    assert len(event.rounds) == 1
    assert event.after(requests.undo(event, PETR, 6.0, last_report)).playing


def test_corrections_reach_back_as_far_as_they_change_nothing_drawn() -> None:
    event = play_round(started("A B C D", format="single", game="yoxii"), "A B C D")
    event = report(event, 1, "D")
    event = next_round(event)
    with pytest.raises(TournamentError, match=r"match 1 cannot be corrected: .*; undo that first"):
        report(event, 1, "A")
    swiss = play_round(started("A B C D", format="swiss", game="yoxii"), "A B C D")
    swiss = next_round(swiss)
    loser = next(player for player in swiss.matches[MatchId(1)].seats if player != 1)
    assert report(swiss, 1, swiss.players[loser].name).matches[MatchId(1)].outcome == Outcome(
        loser, "win"
    )


def test_pausing() -> None:
    event = play_round(started("A B C D E F G"), "A B C D E F G")
    event = event.after(requests.pause(event, PETR, 5.0))
    assert state(event) == "paused"
    with pytest.raises(TournamentError, match="The tournament is paused"):
        next_round(event)
    assert state(event.after(requests.resume(event, PETR, 6.0))) == "running"


def test_an_arena_ends_by_the_clock() -> None:
    event = started("A B C D E", format="arena", game="yoxii", minutes=10)
    assert event.due == 2.0 + 600
    with pytest.raises(TournamentError, match="Only an organiser"):
        requests.finish(event, CLOCK, 600.0)
    event = event.after(requests.finish(event, CLOCK, 602.0))
    assert state(event) == "running", "games that run go on"
    with pytest.raises(TournamentError, match="ends with the games"):
        requests.draw(event, CLOCK, 603.0)
    event = play_round(event, "A B C D E")
    assert state(event) == "over"
    assert standings(event)[0].points == 1


# Bad input


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"format": "swis"}, "unknown format 'swis' .did you mean 'swiss'"),
        ({"game": "chaturanga"}, "unknown game 'chaturanga'"),
        ({"ruleset": "x"}, "unknown ruleset of ahyoheek 'x'"),
        ({"size": 6}, "tables of 6 by preference and 5 at most: expected 2 to 5"),
        ({"format": "swiss", "size": 3}, "expected 2 to 2"),
        ({"lives": 0}, "lives is 0: expected 1 to 9"),
        ({"seeding": "best"}, "unknown seeding"),
        ({"fill": "random"}, "level:1 to level:8"),
        ({"fill": "level:3"}, "live tables"),
        ({"fill": "level:3", "online": True, "replays": 0}, "played again"),
        ({"fill": "level:3", "online": True, "size": 2}, "three and more"),
    ],
)
def test_options_that_make_no_sense(fields: dict[str, object], message: str) -> None:
    with pytest.raises(TournamentError, match=message):
        Options.checked(**{"format": "lives", "game": "ahyoheek", **fields})


def test_names() -> None:
    event = started("Ana Bor Cyr")
    fresh = Tournament("t").after(
        requests.create(PETR, 0.0, "T", Options.checked(format="swiss", game="yoxii"))
    )
    fresh = fresh.after(requests.add(fresh, PETR, 1.0, "  Ana   Nová "))
    assert fresh.players[PlayerId(1)].name == "Ana Nová"
    for name, message in (
        ("ana nová", "already"),
        ("", "1 to 60"),
        ("x" * 61, "1 to 60"),
        ("a\x00b", "1 to 60"),
    ):
        with pytest.raises(TournamentError, match=message):
            requests.add(fresh, PETR, 2.0, name)
    assert checks.named(event, "ana") == checks.named(event, "1") == 1
    with pytest.raises(TournamentError, match="did you mean Ana"):
        checks.named(event, "an")
    with pytest.raises(TournamentError, match="there is no match 9: expected 1 to 1"):
        report(event, 9, "Ana")
    event = report(event, 1, "Ana")
    with pytest.raises(TournamentError, match="match 1 has no game 2"):
        report(event, 1, "Ana", game=2)


def test_a_damaged_log_names_its_line() -> None:
    text = log_to_text(started("A B").log)
    for damaged, message in (
        (text.replace('"kind": "started"', '"kind": "began"'), "line 4: kind 'began'"),
        (text[:-20], "line 5: not a whole entry"),
        (text + "[]\n", "line 6: expected a JSON object"),
    ):
        with pytest.raises(ValueError, match=message):
            log_from_text(damaged)


def test_a_round_that_does_not_follow_is_refused() -> None:
    event = started("A B C D", format="single", game="yoxii")
    wrong = [
        *event.log[:-1],
        Drawn(
            at=3.0,
            by="organiser:x",
            matches=(DrawnMatch(seats=(PlayerId(1), PlayerId(2)), slot="W1.1"),),
        ),
    ]
    with pytest.raises(TournamentError, match="A and B have been drawn against each other already"):
        fold("t", wrong)


def test_standings_as_data() -> None:
    event = play_round(started("A B C"), "A B C")
    rows = standings_json(event)
    others = [player for player in event.matches[MatchId(1)].seats if player != 1]
    assert rows[0]["name"] == "A"
    assert rows[0]["path"] == [{"round": 1, "what": "win", "match": 1, "others": others}]


@pytest.mark.no_cover
@pytest.mark.parametrize(
    "fields",
    [
        {"format": "double", "game": "yoxii", "seeding": "rating"},
        {"format": "lives", "game": "yoxii"},
    ],
)
def test_the_best_wins_more_often_than_in_a_plain_knock_out(fields: dict[str, object]) -> None:
    """Of 16; benchmarks/README.md has the chances of all formats, from more tournaments."""
    options, knock_out = Options.checked(**fields), Options.checked(format="single", game="yoxii")
    wins, wins_by_lot = (
        sum(champion(simulate(of, 16, seed, Play(rated=True))) == 1 for seed in range(80))
        for of in (options, knock_out)
    )
    assert wins > wins_by_lot + 3


@pytest.mark.no_cover
def test_the_best_wins_more_often_where_players_are_seeded() -> None:
    """Of 7, with two lives, at tables of 3 by preference."""
    wins = {}
    for seeding in ("random", "rating"):
        options = Options.checked(format="lives", game="ahyoheek", size=3, seeding=seeding)
        wins[seeding] = sum(
            champion(simulate(options, 7, seed, Play(rated=True))) == 1 for seed in range(300)
        )
    assert wins["rating"] > wins["random"] + 20
