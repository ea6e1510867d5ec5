"""PPO by self-play: one net plays all seats, and learns from all of them (Schulman et al.,
"Proximal policy optimization algorithms", 2017).

    pip install 'ludarium[learn]'
    python examples/ppo_selfplay.py connect4 --minutes 10 --out connect4.onnx
    ludarium match connect4 onnx:connect4.onnx level:2 -n 100 --opening 2

For games of two seats that move in turn, with dice or hidden cards or without, in which one wins
what the other loses.
"""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Any

import numpy as np

try:
    import torch
    from torch import nn
    from torch.distributions import Categorical
except ImportError:
    raise SystemExit("this program needs PyTorch: pip install 'ludarium[learn]'") from None

from learning import begin, export, judge, options

import ludarium
from ludarium.environments.vector import VectorEnvironment
from ludarium.rules import generic

Array = Any
Tensor = Any

STEPS = 32  # of each game between updates
EPOCHS, BATCH = 2, 2048
CLIP = 0.2  # how far the probability of an action may go from what it was
LAMBDA = 0.95  # of generalized advantage estimation; nothing is discounted
ENTROPY, VALUE = 0.03, 0.5  # weights of these parts of the loss
NORM = 0.5  # to which gradients are cut


class Net(nn.Module):
    """Logits of all actions, and the return that the seat can expect, as the agent onnx:FILE wants
    them. range: the greatest return.
    """

    def __init__(self, shape: tuple[int, ...], actions: int, width: int, range: float) -> None:
        super().__init__()
        self.range = range
        if len(shape) == 3:  # planes of a board
            planes, rows, columns = shape
            self.body = nn.Sequential(
                nn.Conv2d(planes, width, 3, padding=1),
                nn.ReLU(),
                nn.Conv2d(width, width, 3, padding=1),
                nn.ReLU(),
                nn.Flatten(),
                nn.Linear(width * rows * columns, 128),
                nn.ReLU(),
            )
        else:
            self.body = nn.Sequential(
                nn.Linear(shape[0], 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU()
            )
        self.logits, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        seen = self.body(observation.float() / 255)
        value = self.range * torch.tanh(self.value(seen)[:, 0])
        return self.logits(seen).masked_fill(~mask, -1e9), value


class Rollout:
    """STEPS steps of all games, with what the net made of them then; arrays are by step and game,
    and what concerns a seat is of the one that moved.
    """

    def __init__(self, envs: VectorEnvironment) -> None:
        shape = (STEPS, envs.count)
        self.seen = np.zeros((*shape, *envs.observation_space.shape), np.uint8)
        self.mask = np.zeros((*shape, envs.actions), np.bool_)
        self.actions, self.movers = np.zeros(shape, np.int64), np.zeros(shape, np.int8)
        self.chances, self.values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.rewards, self.over = np.zeros(shape, np.float32), np.zeros(shape, np.bool_)

    def play(self, envs: VectorEnvironment, net: Net) -> None:
        """Play on in all games. After it, `advantages` says how good each action was."""
        rows = np.arange(envs.count)
        for step in range(STEPS):
            self.seen[step], self.mask[step] = envs.observations, envs.mask
            self.movers[step] = envs.movers
            policy, self.values[step] = act(net, self.seen[step], self.mask[step])
            actions = policy.sample()
            self.chances[step] = policy.log_prob(actions).cpu().numpy()
            self.actions[step] = actions.cpu().numpy()
            envs.step(self.actions[step])
            self.rewards[step] = envs.rewards[rows, self.movers[step]]
            self.over[step] = envs.terminated
        _, last = act(net, envs.observations.copy(), envs.mask.copy())
        self._estimate(last, envs.movers)

    def _estimate(self, last: Array, movers: Array) -> None:
        """Generalized advantage estimation, from the last step backwards. What is good for the
        seat that moves next is as bad for the other.
        """
        self.advantages = np.zeros_like(self.values)
        value, advantage, mover = last, np.zeros_like(last), movers
        for step in reversed(range(STEPS)):
            sign = np.where(mover == self.movers[step], 1.0, -1.0) * ~self.over[step]
            surprise = self.rewards[step] + sign * value - self.values[step]
            advantage = surprise + LAMBDA * sign * advantage
            self.advantages[step] = advantage
            value, mover = self.values[step], self.movers[step]

    def batches(self, random: np.random.Generator, device: torch.device) -> list[list[Tensor]]:
        """All steps once, in random order: what was seen, what was legal, the action and the
        logarithm of its probability, the advantage, and what the value should have been.
        """
        size = self.actions.size
        arrays = [
            array.reshape(size, *array.shape[2:])
            for array in (
                self.seen,
                self.mask,
                self.actions,
                self.chances,
                (self.advantages - self.advantages.mean()) / (self.advantages.std() + 1e-8),
                self.advantages + self.values,
            )
        ]
        order = np.array_split(random.permutation(size), max(1, size // BATCH))
        return [[torch.from_numpy(array[n]).to(device) for array in arrays] for n in order]


def act(net: Net, seen: Array, mask: Array) -> tuple[Categorical, Array]:
    """The policy and the values of the net."""
    device = next(net.parameters()).device
    with torch.no_grad():
        logits, value = net(torch.from_numpy(seen).to(device), torch.from_numpy(mask).to(device))
    return Categorical(logits=logits, validate_args=False), value.cpu().numpy()


def update(net: Net, optimizer: torch.optim.Optimizer, batch: list[Tensor]) -> tuple[float, float]:
    """One step; returns the entropy of the policy and the loss of the value."""
    seen, mask, actions, chances, advantages, targets = batch
    logits, value = net(seen, mask)
    policy = Categorical(logits=logits, validate_args=False)
    ratio = torch.exp(policy.log_prob(actions) - chances)
    bounded = torch.clamp(ratio, 1 - CLIP, 1 + CLIP)
    gain = torch.min(ratio * advantages, bounded * advantages).mean()
    entropy, of_value = policy.entropy().mean(), nn.functional.mse_loss(value, targets)
    optimizer.zero_grad()
    (VALUE * of_value - gain - ENTROPY * entropy).backward()
    nn.utils.clip_grad_norm_(net.parameters(), NORM)
    optimizer.step()
    return entropy.item(), of_value.item()


def main() -> None:
    usual = {"minutes": 10.0, "games": 1024, "out": Path("ppo.onnx"), "judged": 100}
    parser = options("Learn a game by PPO and self-play.", **usual)
    parser.add_argument("--width", type=int, default=32, help="channels of the net")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate, falling to 0")
    given = parser.parse_args()
    envs = begin(parser, given)
    if envs.seats != 2 or generic.action_bits(ludarium.start(given.game).state):
        parser.error(f"{given.game} is not of the kind that the first lines of this file tell")
    random = np.random.default_rng(given.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    space, most = envs.observation_space, envs.game.returns_range[1]
    net = Net(space.shape, envs.actions, given.width, most).to(device)
    optimizer = torch.optim.Adam(net.parameters(), lr=given.rate)
    rollout, updates = Rollout(envs), 0
    started = time.monotonic()
    with contextlib.suppress(KeyboardInterrupt):  # what was learned is kept
        while (share := (time.monotonic() - started) / (60 * given.minutes)) < 1:
            optimizer.param_groups[0]["lr"] = given.rate * (1 - share)
            rollout.play(envs, net)
            told = [
                update(net, optimizer, batch)
                for _ in range(EPOCHS)
                for batch in rollout.batches(random, device)
            ]
            updates += 1
            if updates % 5 == 0:
                entropy, of_value = np.mean(told, 0)
                print(
                    f"{share * given.minutes:5.1f} min: {updates * rollout.actions.size:,} moves, "
                    f"{envs.episodes.sum():,} games; entropy {entropy:.3f}, loss of value "
                    f"{of_value:.3f}",
                    flush=True,
                )
    export(net, envs, given.out)
    judge(given.game, f"onnx:{given.out}", given.judged)


if __name__ == "__main__":
    main()
