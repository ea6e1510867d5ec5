"""What both programs that train a net begin and end with."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch
from torch import nn

import ludarium
from ludarium.environments.vector import VectorEnvironment
from ludarium.errors import LudariumError


def options(description: str, **defaults: Any) -> argparse.ArgumentParser:
    """A parser of the options that both have, with these defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("game", nargs="?", default="connect4")
    parser.add_argument("--minutes", type=float, help="how long to learn")
    parser.add_argument("--games", type=int, help="how many go on at once")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="the ONNX file to write")
    parser.add_argument("--judged", type=int, help="games of each match at the end")
    parser.set_defaults(**defaults)
    return parser


def begin(parser: argparse.ArgumentParser, given: argparse.Namespace) -> VectorEnvironment:
    """The games to learn from. Ends the program with one line where there are none, or where the
    net could not be written at the end.
    """
    if not given.out.parent.is_dir() or given.out.is_dir():
        parser.error(f"--out {given.out}: expected a file in a folder that is there")
    torch.manual_seed(given.seed)
    try:
        return ludarium.vector(given.game, given.games, seed=given.seed, autoreset="same-step")
    except LudariumError as error:
        parser.error(str(error))


def export(net: nn.Module, envs: VectorEnvironment, path: Path) -> None:
    """Write the net as an ONNX file for any number of positions."""
    inputs = torch.from_numpy(envs.observations[:2].copy()), torch.from_numpy(envs.mask[:2].copy())
    count = torch.export.Dim("N")
    names = {"input_names": ["observation", "mask"], "output_names": ["policy", "value"]}
    shapes = ({0: count}, {0: count})
    torch.onnx.export(
        net.cpu().eval(), inputs, path, dynamic_shapes=shapes, external_data=False, **names
    )


def judge(game: str, player: str, games: int) -> None:
    """Let the net play against agents of ours, and print its scores, with 95% intervals."""
    for other in ("random", "level:1", "level:2", "level:3"):
        agents = [player, other]
        match = ludarium.play_match(game, agents, games=games, opening=2, seed=1)
        low, high = match.agents[0].score_interval or (0.0, 1.0)
        score = f"{match.agents[0].score:.1%} ({low:.1%} to {high:.1%})"
        print(f"{player} against {other}: {score} of {games} games", flush=True)
