"""`ludarium bench`: how fast this machine plays."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ludarium.cli.options import (
    AsJson,
    GameName,
    OneThread,
    RulesetName,
    SeatNumber,
    Seed,
    print_json,
)
from ludarium.cli.work import errors, interruptible, output, preparing
from ludarium.play.endings import refuse_unplayable
from ludarium.play.position import start
from ludarium.simulate.extra import require_numba_cuda

if TYPE_CHECKING:
    from ludarium.environments.vector import VectorEnvironment

__all__ = ["bench"]

bench = typer.Typer(
    no_args_is_help=True,
    help="Measure how fast this machine plays. Example: ludarium bench playouts yoxii",
)


OnCuda = Annotated[bool, typer.Option("--cuda", help="On a CUDA device instead of the processor.")]


@bench.command(epilog="Example: ludarium bench playouts aiyawatstani --ruleset ludii-1 --threads 2")
def playouts(
    game: GameName,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long to play.")] = 3.0,
    threads: OneThread = 1,
    cuda: OnCuda = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Play random games as fast as possible, and count them."""
    from ludarium.simulate import playouts as simulation

    first = start(game, ruleset, seats)
    refuse_unplayable(first)
    if cuda:
        require_numba_cuda()
        from ludarium.simulate.cuda import run_device_playouts

        statistics = run_device_playouts(first.game, first.state, seconds=seconds, seed=seed)
    else:
        with preparing(first.game):
            simulation.run_playouts(first.game, first.state, count=1)
        with errors.status(f"Playing for {seconds:g} s ..."):
            statistics = interruptible(
                lambda: simulation.run_playouts(
                    first.game, first.state, seconds=seconds, threads=threads, seed=seed
                )
            )
    if as_json:
        print_json(
            {
                "game": first.game.name,
                "ruleset": first.ruleset.name,
                "seats": first.seats,
                "device": "cuda" if cuda else "cpu",
                "threads": None if cuda else threads,
                "seconds": statistics.seconds,
                "playouts": statistics.playouts,
                "moves": statistics.moves,
                "playouts_per_second": statistics.playouts_per_second,
                "moves_per_second": statistics.moves_per_second,
                "mean_length": statistics.mean_length,
                "results": {
                    "wins": statistics.wins,
                    "draws": statistics.draws,
                    "mean_returns": statistics.mean_returns,
                },
            }
        )
        return
    output.print(
        f"{statistics.playouts_per_second:,.0f} playouts/s, "
        f"{statistics.moves_per_second:,.0f} moves/s on {_where(cuda, threads)}; "
        f"a game lasts {statistics.mean_length:.1f} moves",
        highlight=False,
    )
    shares = [
        f"{name} {wins / statistics.playouts:.1%}"
        for name, wins in zip(first.game.seat_names, statistics.wins, strict=False)
    ]
    output.print(
        f"wins: {', '.join(shares)}; draws {statistics.draws / statistics.playouts:.1%}",
        highlight=False,
    )


@bench.command(epilog="Example: ludarium bench vector connect4 --count 1024 --seconds 2")
def vector(
    game: GameName,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    count: Annotated[
        int, typer.Option("--count", min=1, max=1 << 20, help="How many games to play at once.")
    ] = 4096,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long to play.")] = 3.0,
    threads: OneThread = 1,
    cuda: OnCuda = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Step a vector environment as fast as possible, each seat choosing at random.

    A step moves one game on by one joint action, and writes what is observed, what is legal and
    what each seat gets; games that end begin anew at once.
    """
    import numpy as np

    from ludarium.environments.vector import VectorEnvironment

    def made() -> VectorEnvironment:
        device: Literal["cpu", "cuda"] = "cuda" if cuda else "cpu"
        envs = VectorEnvironment(
            game,
            count,
            ruleset,
            seats,
            seed,
            threads=threads,
            autoreset="same-step",
            device=device,
        )
        envs.step(envs.sample())
        return envs

    first = start(game, ruleset, seats)
    refuse_unplayable(first)
    with preparing(first.game):
        envs = interruptible(made)
    with errors.status(f"Playing for {seconds:g} s ..."):
        calls, elapsed = interruptible(lambda: _step_for(envs, seconds))
    rate, values = calls * count / elapsed, envs.observation_space.size
    per_game = values * (envs.seats if envs.movers.ndim > 1 else 1)
    if as_json:
        print_json(
            {
                "game": envs.game.name,
                "ruleset": envs.ruleset,
                "seats": envs.seats,
                "count": count,
                "device": "cuda" if cuda else "cpu",
                "threads": None if cuda else threads,
                "seconds": elapsed,
                "steps": calls * count,
                "steps_per_second": rate,
                "games": int(np.asarray(envs.episodes).sum()),
                "observation_shape": envs.observation_space.shape,
                "observation_bytes": per_game,
                "actions": envs.actions,
            }
        )
        return
    output.print(
        f"{rate:,.0f} steps/s of {count:,} games on {_where(cuda, threads)}; "
        f"{per_game:,} bytes of observations a game, {envs.actions:,} actions",
        highlight=False,
    )


def _where(cuda: bool, threads: int) -> str:
    """The machine that was measured, in words."""
    return "the CUDA device" if cuda else f"{threads} thread{'s' * (threads > 1)}"


def _step_for(envs: VectorEnvironment, seconds: float) -> tuple[int, float]:
    """Step with random actions for so long, once at least: how often, and the seconds it took."""
    begin, calls = time.perf_counter(), 0
    while True:
        envs.step(envs.sample())
        calls += 1
        elapsed = time.perf_counter() - begin
        if elapsed >= seconds:
            return calls, elapsed
