"""`ludarium match`: agents play many games, and a table compares their strength."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from ludarium.cli.work import (
    check_writable,
    errors,
    interruptible,
    output,
    preparing,
    progress,
    workers_at,
)
from ludarium.errors import LudariumError, RecordError
from ludarium.matches.match import AgentScore, Match, MatchResult
from ludarium.matches.sprt import Sprt, SprtResult
from ludarium.play.endings import refuse_unplayable
from ludarium.play.record import Record
from ludarium.play.record_files import add_records, cut_off_at, cut_short, read_records
from ludarium.rules.game import Game

__all__ = ["play_and_report"]

GAMES = 100  # by default
MOST_GAMES = 20_000  # of a test that never comes to a decision, by default
DECISIONS = {
    "yes": "decided: stronger by {high:g} rather than {low:g}",
    "no": "decided: by {low:g} rather than {high:g}",
    "open": "not decided",
}


def play_and_report(
    game: Game,
    agents: Sequence[str],
    *,
    games: int | None,
    ruleset: str | None,
    opening: int | None,
    seed: int,
    sprt: str | None,
    processes: int | None,
    ray: str | None,
    save: Path | None,
    resume: bool,
    as_json: bool,
) -> None:
    """Play the match, or the rest of it, and print the result."""
    test = read_test(sprt) if sprt is not None else None
    total = games if games is not None else MOST_GAMES if test else GAMES
    played = played_before(save, resume)
    check_writable(added_to=save)
    match = Match(game, agents, ruleset=ruleset, opening=opening, seed=seed)
    refuse_unplayable(match.first)
    if ray is None and match.prepares:
        with preparing(game):
            interruptible(match.prepare)
    noted = after_game(max(0, total - len(played)), save)
    with workers_at(ray, 1 if ray is None and processes is None else processes) as workers:
        match.check(total, test, workers, played[:total])
        result = interruptible(lambda: match.play(total, test, workers, played[:total], noted))
    if as_json:
        print(json.dumps(finite(dataclasses.asdict(result)), allow_nan=False))
    else:
        print_result(game, result)


def read_test(text: str) -> Sprt:
    """The test that the text names, such as 0,50."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise LudariumError(f"--sprt {text}: expected two Elo differences, such as 0,50") from None
    return Sprt(low, high)


def played_before(save: Path | None, resume: bool) -> list[Record]:
    """The games already played. A last line that was cut off is taken out of the file, with a
    warning.

    Raises RecordError where another line is no record.
    """
    if not resume:
        return []
    if save is None:
        raise LudariumError("--resume goes on with the games of a file: name it with --save")
    if not save.exists():
        return []
    records, failures = read_records(save)
    cut_off = cut_off_at(save)
    if len(failures) > (cut_off is not None):  # a line that was cut off is one of them
        raise RecordError(f"{save}: {failures[0]}")
    if cut_off is not None:
        # left in, it would be a bad line between others at the next interruption
        cut_short(save, cut_off)
        errors.print(
            f"ludarium: {save}: the last line was cut off: its game is played again",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )
    return records


def after_game(total: int, save: Path | None) -> Callable[[Record], None]:
    """A callback that writes a game's record and advances a progress bar."""
    bar = progress(range(total), total, "games")
    next(bar, None)

    def note(record: Record) -> None:
        if save:
            add_records(save, [record])
        next(bar, None)

    return note


def print_result(game: Game, result: MatchResult) -> None:
    if len(result.agents) == 1:
        print_result_of_one(result)
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    margins = game.has_margins
    headings = ["agent", "wins", "draws", "losses", "score (95%)", "Elo to the first (95%)"]
    for heading in [*headings, "mean return (95%)"][: 7 if margins else 6]:
        table.add_column(heading)
    for score in result.agents:
        elo = "-" if score is result.agents[0] else elo_words(score)
        share = f"{score.score:.1%}"
        if score.score_interval:
            low, high = score.score_interval
            share += f" ({low:.1%} to {high:.1%})"
        counts = map(str, (score.wins, score.draws, score.losses))
        gained = [f"{score.mean_return:+.3f}"] if margins else []
        if margins and score.return_interval:
            least, most = score.return_interval
            gained = [f"{score.mean_return:+.3f} ({least:+.3f} to {most:+.3f})"]
        table.add_row(escape(score.name), *counts, share, elo, *gained)
    output.print(table)
    by_seat = ", ".join(
        f"{name} {wins}" for name, wins in zip(game.seat_names, result.wins_by_seat, strict=False)
    )
    output.print(
        f"{result.games} games of {result.mean_length:.1f} moves in {result.seconds:.1f} s. "
        f"Wins by seat: {by_seat}; draws {result.draws}."
    )
    if result.seat_intervals is None:
        output.print(
            f"Only {result.different_games} of these games differ, so they are no sample, and have "
            "no intervals: begin with random moves (--opening 4)."
        )
    if result.sprt:
        output.print(test_line(result.sprt), highlight=False)


def finite(found: Any) -> Any:
    """The same data with null for each infinite number, which JSON has not."""
    if isinstance(found, dict):
        return {name: finite(value) for name, value in found.items()}
    if isinstance(found, list | tuple):
        return [finite(value) for value in found]
    return None if isinstance(found, float) and math.isinf(found) else found


def elo_words(score: AgentScore) -> str:
    """The Elo difference with its interval; whoever won or lost all has infinite ends."""
    elo = score.elo
    if elo is None:
        elo = math.inf if score.wins else -math.inf
    if score.elo_interval is None:
        return "-" if score.elo is None else signed(elo)
    low, high = score.elo_interval
    return f"{signed(elo)} ({signed(low)} to {signed(high)})"


def signed(elo: float) -> str:
    """Elo points with their sign, and the sign of infinity."""
    return f"{elo:+.0f}" if math.isfinite(elo) else f"{'+' if elo > 0 else '-'}∞"


def print_result_of_one(result: MatchResult) -> None:
    """Print how the games of one seat went: nobody is stronger there, and nothing is ranked."""
    (score,) = result.agents
    interval = ""
    if score.return_interval:
        interval = f" ({score.return_interval[0]:+.3f} to {score.return_interval[1]:+.3f})"
    output.print(
        f"{escape(score.name)}: mean return {score.mean_return:+.3f}{interval}, of {result.games} "
        f"games of {result.mean_length:.1f} moves in {result.seconds:.1f} s.",
        highlight=False,
    )


def test_line(result: SprtResult) -> str:
    decision = DECISIONS[result.decision].format(low=result.elo0, high=result.elo1)
    ratio = f"log likelihood ratio {result.ratio:.2f} ({result.low:.2f} to {result.high:.2f})"
    hypotheses = f"Elo {result.elo0:g} against {result.elo1:g}"
    return f"SPRT, {hypotheses}: {decision}; {ratio}, {result.pairs} pairs"
