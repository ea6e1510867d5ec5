"""AlphaZero: a net learns a game from search against itself (Silver et al., "A general
reinforcement learning algorithm that masters chess, shogi, and Go through self-play", 2018).

    pip install 'ludarium[learn]'
    python examples/alphazero.py connect4 --minutes 20 --out connect4.onnx
    ludarium play connect4 human onnx:connect4.onnx:200

Many games go on at once in a vector environment. In each, a tree grows by one node a simulation;
the new states of all trees come from one call of a second environment, and their policies and
values from one call of the net. For games on boards, of two seats that move in turn, which hide
nothing and have no chance, and in which one wins what the other loses, from -1 to 1.
"""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    raise SystemExit("this program needs PyTorch: pip install 'ludarium[learn]'") from None

from learning import begin, export, judge, options

import ludarium
from ludarium.environments.vector import VectorEnvironment
from ludarium.nets.puct import suits

Array = Any
Tensor = Any

WIDTH, BLOCKS = 32, 3  # channels and residual blocks of the net
EXPLORATION = 1.5
LEAST = 1e-6  # probability of a legal action
NOISE, CONCENTRATION = 0.25, 10.0  # share of noise at the root; the sum of its Dirichlet parameters
SLOTS = 64  # legal actions of a position for which there is room at first
OPENING = 10  # plies of a game that are drawn by visits; later ones are the most visited
BUFFER = 150_000  # latest positions to learn from
REUSE = 6  # how often a position is learned from, on average
BATCH, RATE = 512, 2e-3  # of learning; the rate falls to 0


class Block(nn.Module):
    """A residual block."""

    def __init__(self, width: int) -> None:
        super().__init__()
        first, second = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2))
        self.body = nn.Sequential(first, nn.BatchNorm2d(width), nn.ReLU(), second)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.body(x))


class Net(nn.Module):
    """Logits of all actions, and the return that the seat can expect, as the agent onnx:FILE wants
    them.
    """

    def __init__(self, shape: tuple[int, ...], actions: int, width: int, blocks: int) -> None:
        super().__init__()
        planes, rows, columns = shape
        residual = [Block(width) for _ in range(blocks)]
        self.body = nn.Sequential(nn.Conv2d(planes, width, 3, padding=1), nn.ReLU(), *residual)
        self.flat = nn.Sequential(nn.Conv2d(width, 8, 1), nn.ReLU(), nn.Flatten())
        self.logits = nn.Linear(8 * rows * columns, actions)
        self.value = nn.Sequential(nn.Linear(8 * rows * columns, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.flat(self.body(observation.float() / 255))
        value = torch.tanh(self.value(seen)[:, 0])
        return self.logits(seen).masked_fill(~mask, -1e9), value


class Search:
    """PUCT in all games of an environment at once. Node 0 is the root, and node n is what
    simulation n added; arrays are by node, game and slot: the legal actions of a node have the
    first slots, so that a game of thousands of actions needs no more than one of a few.
    """

    def __init__(self, envs: VectorEnvironment, net: Net, simulations: int, seed: int) -> None:
        self.net, self.random = net, np.random.default_rng(seed)
        self.box = ludarium.vector(envs.game, envs.count, envs.ruleset, autoreset="disabled")
        self.games = np.arange(envs.count)
        shape = (simulations + 1, envs.count, min(SLOTS, envs.actions))
        self.prior, self.totals = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.visits, self.children = np.zeros(shape, np.float32), np.zeros(shape, np.int32)
        self.actions = np.zeros(shape, np.int32)  # what each slot stands for
        self.legal = np.zeros(shape[:2], np.int64)  # how many slots are in use
        self.values = np.zeros(shape[:2], np.float32)  # what the first seat can expect
        self.movers = np.zeros(shape[:2], np.int8)  # -1 where the game is over
        self.states = {
            name: np.zeros((*shape[:2], array.size // envs.count), array.dtype)
            for name, array in envs.save().arrays.items()
        }

    def run(self, envs: VectorEnvironment) -> Array:
        """Search from where the games are: how often each slot was tried, (games, slots)."""
        for array in (self.totals, self.visits, self.children):
            array.fill(0)
        self.box.restore(envs.save())
        self._add(0)
        used = self.prior[0] > 0
        noise = used * self.random.gamma(CONCENTRATION / used.sum(1, keepdims=True), 1, used.shape)
        self.prior[0] += NOISE * (noise / noise.sum(1, keepdims=True) - self.prior[0])
        for node in range(1, len(self.values)):
            self._simulate(node)
        return self.visits[0]

    def _add(self, node: int) -> None:
        """Note where the box's games are as this node, and ask the net of them."""
        for name, array in self.box.save().arrays.items():
            self.states[name][node] = array.reshape(len(self.games), -1)
        device, movers = next(self.net.parameters()).device, self.box.movers
        seen, mask = self.box.observations.copy(), self.box.mask.copy()
        with torch.inference_mode():
            logits, value = self.net(*(torch.from_numpy(one).to(device) for one in (seen, mask)))
        self.legal[node] = counts = mask.sum(1)
        if (most := counts.max()) > self.prior.shape[2]:
            room = ((0, 0), (0, 0), (0, most + most // 4 - self.prior.shape[2]))
            for name in ("prior", "totals", "visits", "children", "actions"):
                setattr(self, name, np.pad(getattr(self, name), room))
        rows, columns = np.nonzero(mask)
        slots = np.arange(len(rows)) - np.repeat(counts.cumsum() - counts, counts)
        policy = torch.softmax(logits, 1).cpu().numpy()[rows, columns]
        self.prior[node] = 0
        self.prior[node, rows, slots] = np.maximum(policy, LEAST)
        self.actions[node, rows, slots] = columns
        worth = np.where(movers == 0, 1, -1) * value.cpu().numpy()
        self.values[node] = np.where(movers < 0, self.box.rewards[:, 0], worth)
        self.movers[node] = movers

    def _simulate(self, node: int) -> None:
        """Go down all trees by the highest upper bounds, add a node to each, and tell those above
        what it is worth.
        """
        at, slots = np.zeros_like(self.games), np.zeros_like(self.games)
        going, path = self.games, []
        while len(going):
            here = at[going], going
            sign = np.where(self.movers[here] == 0, 1, -1)
            visits, own = self.visits[here], sign * self.values[here]
            mean = np.where(visits > 0, self.totals[here] / np.maximum(visits, 1), own[:, None])
            spread = np.sqrt(visits.sum(1, keepdims=True) + 1)
            bound = mean + EXPLORATION * self.prior[here] * spread / (1 + visits)
            slots[going] = np.where(self.prior[here] > 0, bound, -np.inf).argmax(1)
            path.append((*here, slots[going], sign))
            after = self.children[*here, slots[going]]
            known, after = going[after > 0], after[after > 0]
            at[known] = after
            going = known[self.movers[after, known] >= 0]
        ended = self.movers[at, self.games] < 0  # what is added there is the same end again
        result = self.values[at, self.games]
        saved = self.box.save()
        arrays = {name: array[at, self.games].ravel() for name, array in self.states.items()}
        arrays["rewards"] = arrays["rewards"].reshape(saved.arrays["rewards"].shape)
        self.box.restore(dataclasses.replace(saved, arrays=arrays))
        self.box.step(self.actions[at, self.games, slots])
        self._add(node)
        self.values[node][ended] = result[ended]
        self.children[at[~ended], self.games[~ended], slots[~ended]] = node
        for nodes, games, chosen, sign in path:
            self.visits[nodes, games, chosen] += 1
            self.totals[nodes, games, chosen] += sign * self.values[node, games]


def self_play(
    envs: VectorEnvironment, search: Search, buffer: deque[Any], played: list[list[Any]]
) -> None:
    """Make a move in all games, whose positions so far are in `played`, and add those of games that
    end to the buffer: what was seen, the legal actions, the share of each, and the return.
    """
    visits = search.run(envs)
    policy = visits / visits.sum(1, keepdims=True)
    drawn = (policy.cumsum(1) > search.random.random((envs.count, 1))).argmax(1)
    early = np.array([len(game) < OPENING for game in played])
    seen, movers, actions = envs.observations.copy(), envs.movers.copy(), search.actions[0]
    envs.step(actions[search.games, np.where(early, drawn, policy.argmax(1))])
    for row, (game, count) in enumerate(zip(played, search.legal[0], strict=True)):
        known = actions[row, :count].copy(), policy[row, :count].copy()
        game.append((seen[row], *known, movers[row]))
        if envs.terminated[row]:
            for position, legal, shares, seat in game:
                buffer.append((position, legal, shares, envs.rewards[row, seat]))
            game.clear()


def train(net: Net, optimizer: torch.optim.Optimizer, buffer: deque[Any], random: Any) -> float:
    """One step; returns the loss of policy and value together."""
    chosen = [buffer[n] for n in random.integers(0, len(buffer), BATCH)]
    positions, legal, tried, results = zip(*chosen, strict=True)
    shares = np.zeros((BATCH, net.logits.out_features), np.float32)
    mask = np.zeros(shares.shape, np.bool_)
    rows, columns = np.repeat(np.arange(BATCH), list(map(len, legal))), np.concatenate(legal)
    shares[rows, columns], mask[rows, columns] = np.concatenate(tried), True
    arrays = np.stack(positions), mask, shares, np.array(results)
    device = next(net.parameters()).device
    seen, known, target, result = (torch.from_numpy(array).to(device) for array in arrays)
    logits, value = net(seen, known)
    loss = nn.functional.cross_entropy(logits, target) + nn.functional.mse_loss(value, result)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(loss.item())


def main() -> None:
    usual = {"minutes": 20.0, "games": 256, "out": Path("alphazero.onnx"), "judged": 40}
    parser = options("Learn a game by AlphaZero.", **usual)
    parser.add_argument("--simulations", type=int, default=48, help="of a search")
    given = parser.parse_args()
    envs = begin(parser, given)
    first, shape = ludarium.start(given.game), envs.observation_space.shape
    board = len(shape) == 3 and not first.game.has_chance and first.game.returns_range == (-1, 1)
    if not suits(first) or not board:
        parser.error(f"{given.game} is not of the kind that the first lines of this file tell")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = Net(shape, envs.actions, WIDTH, BLOCKS).to(device)
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    search = Search(envs, net, given.simulations, given.seed)
    buffer: deque[Any] = deque(maxlen=BUFFER)
    played: list[list[Any]] = [[] for _ in range(given.games)]
    started = time.monotonic()
    with contextlib.suppress(KeyboardInterrupt):  # what was learned is kept
        while (share := (time.monotonic() - started) / (60 * given.minutes)) < 1:
            optimizer.param_groups[0]["lr"] = RATE * (1 - share)
            net.eval()
            for _ in range(10):
                self_play(envs, search, buffer, played)
            net.train()
            steps = REUSE * envs.count * 10 // BATCH if len(buffer) > BATCH else 0
            losses = [train(net, optimizer, buffer, search.random) for _ in range(steps)]
            told = f"{envs.episodes.sum():,} games; loss {np.mean(losses or [np.nan]):.3f}"
            print(f"{share * given.minutes:5.1f} min: {told}", flush=True)
    export(net, envs, given.out)
    judge(given.game, f"onnx:{given.out}", given.judged)
    judge(given.game, f"onnx:{given.out}:{4 * given.simulations}", given.judged)


if __name__ == "__main__":
    main()
