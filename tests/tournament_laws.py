"""What must hold of every tournament, worked out from its log alone and not from what the package
says of it; and random tournaments.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter

from ludarium.tournaments.entries import log_from_text, log_to_text
from ludarium.tournaments.formats.format_rules import rounds_planned, state
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.options import FORMATS, Options
from ludarium.tournaments.simulate import Play, simulate
from ludarium.tournaments.standings import champion, standings
from ludarium.tournaments.tournament import Tournament, fold

LIMITS = {"lives": 2, "double": 2, "single": 1}
MOST = {"roundrobin": 40}  # players, of 200, because n players have n (n - 1) / 2 games


def random_tournament(seed: int, largest: int = 200) -> Tournament:
    """A random tournament of 2 to so many players, small ones more often, with dropouts, late
    entries, draws and undo in most of them.
    """
    rng = random.Random(seed)
    kind = rng.choice(list(FORMATS))
    game = rng.choice(("ahyoheek", "yoxii", "aiyawatstani"))
    most = min(largest, MOST.get(kind, largest))
    players = min(most, round(2 * (most / 2) ** rng.random()))
    fields: dict[str, int] = {}
    if game == "ahyoheek" and kind in ("lives", "arena"):
        fields["size"] = rng.randint(2, 5)
    if kind == "roundrobin":
        fields["cycles"] = rng.randint(1, 2)
    fields["replays"] = rng.randint(0, 3)
    options = Options.checked(
        format=kind, game=game, seeding=rng.choice(("random", "rating", "entry")), **fields
    )
    play = Play(
        dropouts=rng.choice((0, 0.02, 0.1)),
        late=rng.choice((0, 0.3)),
        undo=rng.choice((0, 0.05)),
        draws=rng.choice((0, 0.2, 0.6)),
        rated=rng.random() < 0.5,
    )
    return simulate(options, players, seed, play, check_round)


def check_round(event: Tournament) -> None:
    """The last round that was drawn: tables of a right size, everybody once, byes fair, no repeat
    that was not needed.
    """
    drawn = event.rounds[-1]
    tables = [event.matches[number].seats for number in drawn.matches]
    seated = [player for table in tables for player in table]
    assert len({*seated, *drawn.byes}) == len(seated) + len(drawn.byes) or event.options.rolling, (
        "somebody sits twice"
    )
    least, most = event.options.rules.seats
    assert all(max(2, least) <= len(table) <= most for table in tables)
    assert all(len(table) == 2 for table in tables) or event.options.format in ("lives", "arena")
    if event.options.format in ("lives", "swiss"):
        here = {*seated, *drawn.byes}
        assert here == set(event.living if event.options.format == "lives" else event.active), (
            "everybody who is left plays"
        )
        byes = Counter(player for earlier in event.rounds for player in earlier.byes)
        if event.options.format == "swiss":  # who won without playing has rested, too
            byes.update(
                match.outcome.winner
                for match in event.matches.values()
                if match.over and match.outcome and match.outcome.how == "forfeit"
                if match.outcome.winner is not None
            )
        assert all(
            byes[player] - 1 <= min(byes[other] for other in here - set(drawn.byes))
            for player in drawn.byes
            if here != set(drawn.byes)
        )
        assert len(drawn.byes) <= (
            len(here) % 2 if most == 2 or event.options.format == "swiss" else 0
        )
    if event.options.format == "lives" and event.options.size > 2 and len(seated) not in (2, 4):
        forced = len(seated) % 3 and event.options.largest == 3
        assert sum(len(table) == 2 for table in tables) <= (2 if forced else 0), (
            "a table of two that was not forced"
        )


def check_end(event: Tournament) -> None:
    """The whole tournament, once it is over."""
    assert state(event) == "over"
    losses = Counter(dict.fromkeys(event.players, 0))
    if event.options.format == "lives":
        losses.update({number: min(1, player.joined) for number, player in event.players.items()})
    for match in event.matches.values():
        outcome = match.outcome
        assert outcome is not None
        assert outcome.winner is None or outcome.winner in match.here
        if outcome.how == "draw":
            assert not event.options.elimination
        else:
            losses.update(player for player in match.seats if player != outcome.winner)
    assert losses == event.losses
    winner = champion(event)
    check_elimination(event, losses, winner)
    check_pairs(event)
    check_standings(event, winner)
    again = fold(event.id, log_from_text(log_to_text(event.log)))
    assert (again.matches, again.players, again.losses) == (
        event.matches,
        event.players,
        event.losses,
    ), "the log holds everything"


def check_elimination(event: Tournament, losses: Counter[PlayerId], winner: int | None) -> None:
    here = [number for number, player in event.players.items() if not player.gone]
    assert winner in here if here else winner is None
    if event.options.format in LIMITS:
        limit = LIMITS[event.options.format]
        for player in here:
            assert (losses[player] < limit) == (player == winner), (
                f"player {player} has {losses[player]} losses"
            )


def check_pairs(event: Tournament) -> None:
    met = Counter(
        frozenset(match.seats) for match in event.matches.values() if len(match.seats) == 2
    )
    if event.options.format == "roundrobin":
        assert all(times <= event.options.cycles for times in met.values())
        if not any(player.gone for player in event.players.values()):
            pairs = set(map(frozenset, itertools.combinations(event.players, 2)))
            assert met == Counter(dict.fromkeys(pairs, event.options.cycles))
    if (
        event.options.format == "swiss"
        and 2 * (rounds_planned(event) or 0) <= len(event.players)
        and not any(player.gone for player in event.players.values())
    ):
        assert max(met.values(), default=1) == 1, "with so many players nobody need meet twice"


def check_standings(event: Tournament, winner: int | None) -> None:
    rows = standings(event)
    assert sorted(row.player for row in rows) == sorted(event.players)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    if winner is not None:
        first = next(row for row in rows if row.player == winner)
        assert first.state == "champion"
        assert all(row.rank >= first.rank or row.state == "withdrawn" for row in rows)
    for row in rows:
        assert row.wins == sum(
            match.outcome is not None and match.outcome.winner == row.player
            for match in event.matches.values()
        )
