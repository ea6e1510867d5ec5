"""`ludarium league`: every agent plays every other, and one fit rates them all."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from ludarium import catalogue
from ludarium.cli.matches import after_game, finite, played_before, signed
from ludarium.cli.options import print_json
from ludarium.cli.work import check_writable, interruptible, output, workers_at, write_file
from ludarium.extras import require
from ludarium.matches.league import League, play_league
from ludarium.play.endings import refuse_unplayable
from ludarium.play.position import start
from ludarium.rules.game import Game
from ludarium.spreadsheets import csv_text

__all__ = ["play_league_and_report"]


def play_league_and_report(
    games: Sequence[str],
    *,
    agents: Sequence[str],
    seats: int,
    pairs: int,
    opening: int,
    seed: int,
    processes: int | None,
    ray: str | None,
    save: Path | None,
    resume: bool,
    table: Path | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Play the league, or the rest of it, and print the result. Raises LudariumError."""
    chosen = [game_and_ruleset(text) for text in games]
    for game, ruleset in chosen:
        refuse_unplayable(start(game, ruleset, seats))
    played = played_before(save, resume)
    if html:
        require("desk", "A page of HTML")
    check_writable(table, html, added_to=save)
    total = seats * pairs * len(chosen) * math.comb(len(agents), seats)
    noted = after_game(max(0, total - len(played)), save)
    with workers_at(ray, processes) as workers:
        league = interruptible(
            lambda: play_league(
                chosen,
                agents,
                seats=seats,
                pairs=pairs,
                opening=opening,
                seed=seed,
                workers=workers,
                played=played,
                on_game=noted,
            )
        )
    if table:
        write_cross_table(league, table)
    if html:
        from ludarium.matches.page import page

        write_file(html, page(league))
    if as_json:
        print_json(finite(dataclasses.asdict(league)))
    else:
        print_result(league)


def game_and_ruleset(text: str) -> tuple[Game, str | None]:
    """The game and the ruleset of `connect4`, `aiyawatstani/ludii-1` or `./mygame.py`."""
    name, slash, ruleset = text.rpartition("/")
    if slash and not text.endswith(".py"):
        return catalogue.find(catalogue.named(name)), ruleset
    return catalogue.find(catalogue.named(text)), None


def print_result(league: League) -> None:
    """Print the standings, with what each scored against each."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    names = [one.name for one in league.standings]
    headings = [
        "",
        "agent",
        "Elo (95%)",
        "alpha-rank",
        "score",
        "games",
        *map(str, range(1, len(names) + 1)),
    ]
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "agent" else "right")
    for place, one in enumerate(league.standings, 1):
        low, high = one.elo_interval
        against = [
            "-" if other == one.name else f"{wins + draws / 2:g}"
            for other in names
            for wins, draws, _ in [league.cross[one.name].get(other, (0, 0, 0))]
        ]
        elo = f"{one.elo:+.0f} ({signed(low)} to {signed(high)})"
        table.add_row(
            str(place),
            escape(one.name),
            elo,
            f"{one.alpharank:.1%}",
            f"{one.score:.1%}",
            str(one.games),
            *against,
        )
    output.print(table)
    for title, gains in league.exploitability.items():
        told = ", ".join(f"{name} {gain:.4g}" for name, gain in gains.items())
        output.print(
            f"What a best response gains at {title}: {told}.", highlight=False, markup=False
        )
    each = league.seats * league.pairs * len(league.games)
    table_of = "two" if league.seats == 2 else league.seats
    output.print(
        f"{each} games of each {table_of} at {', '.join(league.games)}; seed {league.seed}.",
        highlight=False,
    )


def write_cross_table(league: League, path: Path) -> None:
    """Write points, wins, draws and losses of each agent against each as CSV; of three seats or
    more, in how many games the one got more of the point than the other, as much, and less. A line
    against nobody has the agent's standing: its points, results, Elo with its 95% interval, and
    alpha-rank.
    """
    rated = ("elo", "elo_low", "elo_high", "alpharank")
    lines: list[tuple[object, ...]] = [
        ("agent", "against", "points", "wins", "draws", "losses", *rated)
    ]
    for one in league.standings:
        results = round(one.score * one.games, 9), one.wins, one.draws, one.losses
        lines.append((one.name, "", *results, one.elo, *one.elo_interval, one.alpharank))
    for own, others in league.cross.items():
        for other, (wins, draws, losses) in others.items():
            lines.append((own, other, wins + draws / 2, wins, draws, losses, *("",) * 4))
    write_file(path, csv_text(lines))
