"""The numbers of docs/ahyoheek-solved.md: `python benchmarks/solved.py --seats 3`; with --gammas,
what changes with gamma.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import ludarium
from ludarium.solvers.equilibrium.library import make_table
from ludarium.solvers.equilibrium.solution import Solution
from ludarium.solvers.equilibrium.verify import Checker, average

NEAR = {0: "nothing", 1: "one pair", 2: "two pairs", 3: "three pairs"}
SHOWN = {
    2: "100/000 110/000 111/000 200/000 220/000 222/000 200/020 200/200 220/200 222/220 222/222 "
    "111/200",
    3: "100/000/000 100/100/000 200/000/000 200/100/100 200/200/000 200/020/000 220/000/000 "
    "222/000/000 222/222/000 222/222/222",
    4: "100/000/000/000 100/100/000/000 100/100/100/000 200/000/000/000 222/000/000/000 "
    "222/222/000/000 222/222/222/222",
    5: "100/000/000/000/000 100/100/000/000/000 100/100/100/000/000 100/100/100/100/000 "
    "200/000/000/000/000 222/000/000/000/000 "
    "222/222/000/000/000 222/222/222/222/222",
}
GAMMAS = (0.9, 0.99, 0.999, 0.9999)


def uniform(solution: Solution) -> Solution:
    """The table in which all choose with equal probabilities."""
    return Solution(
        solution.game,
        solution.ruleset,
        solution.seats,
        solution.gamma,
        0.0,
        solution.states,
        solution.value_rows,
        np.full(solution.mix_rows.shape, 1 / 3),
    )


def words(mix: dict[str, float]) -> str:
    return " ".join(
        f"{choice} {probability:.3f}" for choice, probability in mix.items() if probability > 0.0005
    )


def show_states(solution: Solution) -> None:
    print("\n| position | win probability, seat by seat | mixes |\n|---|---|---|")
    for text in SHOWN[solution.seats].split():
        position = ludarium.parse(f"{solution.game.name}/{solution.ruleset.name} {text}")
        values = " ".join(f"{value:.4f}" for value in solution.values(position))
        kinds = {
            hand: words(solution.mix(position, seat)) for seat, hand in enumerate(text.split("/"))
        }
        print(
            f"| `{text}` | {values} | "
            f"{'; '.join(f'{hand}: {mix}' for hand, mix in kinds.items())} |"
        )


def pairs(markers: int, seat: int) -> int:
    """How many symbols the seat has two markers of."""
    return sum((markers >> (12 * seat + 4 * symbol) & 15) == 2 for symbol in range(3))


def show_random(solution: Solution) -> None:
    checker, random = Checker(solution), Checker(uniform(solution))
    size = len(solution.states)
    first = solution.locate(
        ludarium.start(solution.game, solution.ruleset.name, solution.seats).state
    ).row
    lost = (checker.expected - checker.random)[:size]
    print(f"\nFrom the start one who plays at random loses {lost[first, 0]:.4f}")
    print(f"the best reply to others who all play at random wins {random.best[first, 0]:.4f}")
    print(
        f"over all states: mean {lost.mean():.4f}, largest {lost.max():.4f}, least {lost.min():.1e}"
    )
    print(
        "share of mixes in which every choice has some probability: "
        f"{(solution.mix_rows.min(axis=2) > 1e-6).mean():.3f}"
    )
    print(
        "\n| own, down; the best other, across | "
        + " | ".join(NEAR.values())
        + " |\n|---"
        + "|---" * 4
        + "|"
    )
    own = np.array(
        [
            [pairs(state.markers, seat) for seat in range(solution.seats)]
            for state in solution.states
        ]
    )
    others = np.array(
        [[max(np.delete(row, seat)) for seat in range(solution.seats)] for row in own]
    )
    playing = np.array([state.active == (1 << solution.seats) - 1 for state in solution.states])[
        :, None
    ]
    for mine, name in NEAR.items():
        cells = [lost[(own == mine) & (others == theirs) & playing] for theirs in NEAR]
        print(
            f"| {name} | "
            + " | ".join(
                f"{cell.mean():.3f} ({cell.max():.2f})" if cell.size else "-" for cell in cells
            )
            + " |"
        )


def broken_up(checker: Checker) -> Any:
    """For each state of the table, the chance that the table breaks up there; and that it does so
    there or later.
    """
    solution = checker.solution
    here, ever = np.zeros(len(checker.expected)), np.zeros(len(checker.expected))
    for row in checker.order():
        state = solution.states[row]
        mixes = [solution.mix_rows[row, seat, :3] for seat in checker.choosing(state)]
        ends, left = checker.ends(row)
        shape = tuple(map(len, mixes))
        stays = float(average((~left).astype(float).reshape(shape), mixes))
        later = float(average(np.where(left, ever[ends], 0.0).reshape(shape), mixes))
        here[row] = (1 - solution.gamma) * stays / (1 - solution.gamma * stays)
        ever[row] = ((1 - solution.gamma) * stays + later) / (1 - solution.gamma * stays)
    return here[: len(solution.states)], ever[: len(solution.states)]


def show_gammas(seats: int, ruleset: str) -> None:
    print(
        "\n| gamma | s | epsilon | broken up, from the start | states: over 1% | 10% | 50% | "
        "values changed: mean | over 0.01 |"
    )
    print("|---" * 9 + "|")
    before: Solution | None = None
    for gamma in GAMMAS:
        begin = time.perf_counter()
        solution, certificate = make_table("ahyoheek", ruleset, seats, gamma)
        seconds = time.perf_counter() - begin
        here, ever = broken_up(Checker(solution))
        first = solution.locate(ludarium.start("ahyoheek", ruleset, seats).state).row
        change = (
            np.abs(solution.value_rows - before.value_rows).max(axis=1)
            if before is not None
            else None
        )
        changed = "-" if change is None else f"{change.mean():.4f} | {(change > 0.01).mean():.1%}"
        counts = " | ".join(str(int((here > least).sum())) for least in (0.01, 0.1, 0.5))
        print(
            f"| {gamma} | {seconds:.0f} | {certificate.epsilon:.1e} | {ever[first]:.2%} | "
            f"{counts} | {changed} |",
            flush=True,
        )
        worst = np.argsort(-here)[:4]
        print(
            "   most often: "
            + "; ".join(
                f"{solution.game.write_position(solution.states[row])} {here[row]:.2f}"
                for row in worst
            )
        )
        before = solution


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--ruleset", default="classic")
    parser.add_argument("--gammas", action="store_true")
    wanted = parser.parse_args()
    if wanted.gammas:
        show_gammas(wanted.seats, wanted.ruleset)
        return
    solution = ludarium.equilibrium("ahyoheek", ruleset=wanted.ruleset, seats=wanted.seats)
    print(
        f"{wanted.seats} seats, {wanted.ruleset}: {len(solution.states):,} states, epsilon "
        f"{solution.epsilon:.1e}, gamma {solution.gamma}"
    )
    show_states(solution)
    show_random(solution)


if __name__ == "__main__":
    main()
