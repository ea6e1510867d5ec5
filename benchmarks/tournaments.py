"""Tournaments: how fast rounds are drawn, how often opponents meet again, how fair formats are,
whether all laws hold of many.

python benchmarks/tournaments.py speed | repeats | fairness | laws [FIRST LAST]
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from ludarium.tournaments import requests
from ludarium.tournaments.formats.format_rules import draw, state
from ludarium.tournaments.formats.lives import groups
from ludarium.tournaments.history import history
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.options import FORMATS, Options
from ludarium.tournaments.pairing.seating import NODES, Seating, repeats, table_sizes
from ludarium.tournaments.simulate import Play, Simulation, simulate
from ludarium.tournaments.standings import champion
from ludarium.tournaments.tournament import Tournament

LONGER = 25  # times as many steps


def quiet(event: Tournament) -> None:
    pass


def speed() -> None:
    """The slowest draw of a whole tournament, or of its first ten rounds."""
    print("| format | players | slowest draw, s |\n|---|---:|---:|")
    for players in (1_000, 10_000):
        for kind, game in (
            ("lives", "ahyoheek"),
            ("lives", "yoxii"),
            *((kind, "yoxii") for kind in FORMATS if kind != "lives"),
        ):
            play = Simulation(Options.checked(format=kind, game=game), players, 1, Play(), quiet)
            play.ask(requests.start)
            slowest = 0.0
            while state(play.tournament) != "over" and len(play.tournament.rounds) < 10:
                begin = time.perf_counter()
                draw(play.tournament)
                slowest = max(slowest, time.perf_counter() - begin)
                play.draw()
                for match in play.tournament.open_matches:
                    play.settle(match.number)
            print(f"| {kind}, {game} | {players:,} | {slowest:.2f} |", flush=True)


def fewest_repeats(
    players: list[PlayerId], sizes: Counter[int], met: dict[PlayerId, Counter[PlayerId]]
) -> int:
    """The fewest pairs that meet again at tables of these sizes, by trying everything."""
    best = 10**9

    def go(waiting: list[PlayerId], left: Counter[int], so_far: int) -> None:
        nonlocal best
        if so_far >= best:
            return
        if not waiting:
            best = so_far
            return
        first, *others = waiting
        for seats in [seats for seats in left if left[seats]]:
            for company in itertools.combinations(others, seats - 1):
                again = sum(
                    bool(met[one][other])
                    for one, other in itertools.combinations((first, *company), 2)
                )
                go(
                    [player for player in others if player not in company],
                    left - Counter([seats]),
                    so_far + again,
                )

    go(players, sizes, 0)
    return best


def repeats_of_lives() -> None:
    """Pairs that meet again in tournaments of lives.

    Up to twelve players, against the fewest possible, by trying everything; for more, against the
    fewest that a search of many times as many steps finds.
    """
    counted: dict[str, list[tuple[int, int]]] = {
        "6 to 12": [],
        "13 to 20": [],
        "21 to 40": [],
        "more than 40": [],
    }
    for seed in range(200):
        rng = random.Random(seed)
        options = Options.checked(format="lives", game="ahyoheek", size=rng.choice((3, 4, 5)))
        play = Simulation(
            options, rng.choice((12, 16, 23, 30, 40, 64, 100, 150)), seed, Play(), quiet
        )
        play.ask(requests.start)
        while state(play.tournament) != "over":
            event = play.tournament
            number = len(event.living)
            if event.rounds and number > options.largest:
                kind = (
                    "6 to 12"
                    if number <= 12
                    else "13 to 20"
                    if number <= 20
                    else "21 to 40"
                    if number <= 40
                    else "more than 40"
                )
                counted[kind].append(found_and_fewest(event, rng))
            play.draw()
            for match in event.open_matches:
                play.settle(match.number)
    print(
        "| players left | rounds drawn | pairs that met again | fewest known | rounds with more "
        "than that |\n|---|---:|---:|---:|---:|"
    )
    for kind, pairs in counted.items():
        again, fewest = (sum(pair[at] for pair in pairs) for at in (0, 1))
        print(
            f"| {kind} | {len(pairs)} | {again} | {fewest} | "
            f"{sum(found > best for found, best in pairs)} |"
        )


def found_and_fewest(event: Tournament, rng: random.Random) -> tuple[int, int]:
    """How many pairs meet again in the round that is drawn, and in the best that is known for
    tables of these sizes.
    """
    players, past = sorted(event.living, key=lambda player: event.losses[player]), history(event)
    tables = groups(event, players, past, rng)
    found = repeats(tables, past.met)
    if not found:
        return 0, 0
    if len(players) <= 12:
        return found, fewest_repeats(players, Counter(map(len, tables)), past.met)
    longer = Seating(
        players, [len(table) for table in tables], event.losses, past.met, rng, LONGER * NODES
    )
    best = min(found, repeats(longer.tables, past.met))
    print(
        f"  {len(players)} players: {found} found, {best} by a longer "
        f"search{', which is proved' * longer.proved}",
        file=sys.stderr,
    )
    return found, best


def at_random(size: int) -> Callable[[int], bool]:
    """Whether player 1 wins when tables of the same sizes as in a tournament of lives are drawn
    with no regard to losses and opponents.
    """
    largest = 2 if size == 2 else 5

    def wins(seed: int) -> bool:
        rng = random.Random(seed)
        strength = sorted((10 ** (rng.gauss(0, 200) / 400) for _ in range(16)), reverse=True)
        losses = [0] * 16
        while len(living := [player for player in range(16) if losses[player] < 2]) > 1:
            rng.shuffle(living)
            seated = living[len(living) % 2 :] if largest == 2 else living
            rest = iter(seated)
            for seats in (
                table_sizes([0] * len(seated), size, largest)
                if largest > 2
                else [2] * (len(seated) // 2)
            ):
                table = [next(rest) for _ in range(seats)]
                winner = rng.choices(table, [strength[player] for player in table])[0]
                for player in table:
                    losses[player] += player != winner
        return losses[0] < 2

    return wins


def fairness() -> None:
    """How often the best of 16 wins; ratings are normal with a standard deviation of 200."""
    number = 4_000
    print("| format | the best of 16 wins | 95% interval | games |\n|---|---:|---|---:|")
    formats: list[tuple[str, dict[str, object]]] = [
        ("single elimination, random draw", {"format": "single", "game": "yoxii"}),
        ("single elimination, seeded", {"format": "single", "game": "yoxii", "seeding": "rating"}),
        ("double elimination, random draw", {"format": "double", "game": "yoxii"}),
        ("double elimination, seeded", {"format": "double", "game": "yoxii", "seeding": "rating"}),
        ("lives, tables of 2", {"format": "lives", "game": "yoxii"}),
        ("lives, tables of 2, seeded", {"format": "lives", "game": "yoxii", "seeding": "rating"}),
        ("lives, tables of 3", {"format": "lives", "game": "ahyoheek", "size": 3}),
        (
            "lives, tables of 3, seeded",
            {"format": "lives", "game": "ahyoheek", "size": 3, "seeding": "rating"},
        ),
        ("lives, tables of 4", {"format": "lives", "game": "ahyoheek", "size": 4}),
        (
            "lives, tables of 4, seeded",
            {"format": "lives", "game": "ahyoheek", "size": 4, "seeding": "rating"},
        ),
        ("lives, tables of 5", {"format": "lives", "game": "ahyoheek", "size": 5}),
        (
            "lives, tables of 5, seeded",
            {"format": "lives", "game": "ahyoheek", "size": 5, "seeding": "rating"},
        ),
        ("Swiss, 4 rounds", {"format": "swiss", "game": "yoxii"}),
        ("Swiss, 4 rounds, seeded", {"format": "swiss", "game": "yoxii", "seeding": "rating"}),
        ("Swiss, 7 rounds", {"format": "swiss", "game": "yoxii", "rounds": 7}),
        (
            "Swiss, 7 rounds, seeded",
            {"format": "swiss", "game": "yoxii", "rounds": 7, "seeding": "rating"},
        ),
        ("round robin", {"format": "roundrobin", "game": "yoxii"}),
    ]
    for name, fields in formats:
        options = Options.checked(**fields)
        wins, games = 0, 0
        for seed in range(number):
            event = simulate(options, 16, seed, Play(rated=True))
            wins += champion(event) == 1
            games += sum(max(1, len(match.games)) for match in event.matches.values())
        print_share(name, wins, number, f"{games / number:.1f}")
    for size in (2, 3, 4, 5):
        print_share(
            f"two losses, tables of {size} by lot",
            sum(map(at_random(size), range(number))),
            number,
            "",
        )


def print_share(name: str, wins: int, number: int, games: str) -> None:
    share = wins / number
    reach = 1.96 * math.sqrt(share * (1 - share) / number)
    print(
        f"| {name} | {share:.1%} | {share - reach:.1%} to {share + reach:.1%} | {games} |",
        flush=True,
    )


def laws(first: int, last: int) -> None:
    """Play random tournaments, of these seeds, and check all laws of tests/tournament_laws.py after
    every round and at the end.
    """
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from tournament_laws import check_end, random_tournament

    begin = time.perf_counter()
    sizes, kinds, entries = [], Counter[str](), 0
    for seed in range(first, last):
        try:
            event = random_tournament(seed)
            check_end(event)
        except Exception:
            print(f"seed {seed} fails:", flush=True)
            raise
        sizes.append(len(event.players))
        kinds[event.options.format] += 1
        entries += len(event.log)
        if len(sizes) % 1_000 == 0:
            print(
                f"{len(sizes)} hold, {time.perf_counter() - begin:.0f} s",
                file=sys.stderr,
                flush=True,
            )
    seconds = time.perf_counter() - begin
    print(
        f"{last - first} tournaments, {dict(kinds)}, {min(sizes)} to {max(sizes)} players, "
        f"median {statistics.median(sizes):g}"
    )
    print(f"{entries} entries of logs, {seconds:.0f} s")


if __name__ == "__main__":
    what, *numbers = sys.argv[1:] or ["speed"]
    if what == "laws":
        laws(*(map(int, numbers) if numbers else (0, 10_000)))
    else:
        {"speed": speed, "repeats": repeats_of_lives, "fairness": fairness}[what]()
