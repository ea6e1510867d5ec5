"""An equilibrium of a stage game, by Newton's method on its complementarity problem.

A profile of mixed strategies is an equilibrium when each choice has probability 0 or regret 0: with
x the probability and b the regret, x >= 0, b >= 0, x * b = 0. The Fischer-Burmeister function
sqrt(x*x + b*b) - x - b is 0 exactly then, so an equilibrium is a zero of a system of equations,
which damped Newton steps find from a good starting point. The starting points are the centre, then
random ones, every other of which is near a vertex. Of the equilibria found, `appeal` selects one.

Unknowns: a probability for each class of choices, and a value for each class of choosing seats.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludarium.rules.bits import GOLDEN, Bits, mix, stream
from ludarium.rules.dispatch import large
from ludarium.solvers.equilibrium.stage import Stage

__all__ = ["mix_of", "profile_values", "seek", "solve_stage", "worst_gain"]

LOOK = 8  # starting points from which an equilibrium is selected
LOOK_ON = 64  # likewise, where the best one may break the game off
STILL = 0.05  # the probability of breaking off above which that is so
STARTS = 20_000  # starting points at most, where no equilibrium is found
STEPS = 40  # Newton steps from one starting point, at most
HALVINGS = 8  # of one step, at most
CLOSE = 1e-14  # norm of the errors that counts as 0
EQUAL = 1e-6  # difference in appeal that counts as none
CORNER = 8.0  # power of random weights near a vertex
_11 = Bits(11)


@large
def solve_stage(stage: Stage, gamma: float, seed: Bits, good: float) -> tuple[Any, float, int]:
    """Find an equilibrium of a stage game.

    Returns its probabilities by choice, the largest gain by deviating, and the number of starting
    points. Of LOOK starting points it keeps the equilibrium of the highest `appeal`, or of LOOK_ON
    where that one may break the game off. Where none has a gain of at most `good`, it goes on until
    one does, up to STARTS. seed: of the random starting points.
    """
    best = np.zeros(stage.starts[-1])
    least, most, still = np.inf, -np.inf, 1.0
    for start in range(STARTS):
        profile = mix_of(
            stage, seek(stage, gamma, first_weights(stage, start, stream(seed, start)))
        )
        gain = worst_gain(stage, gamma, profile)
        if gain <= good:
            breaking = break_up(stage, gamma, profile)
            liked = appeal(stage, profile, breaking)
            if liked > most + EQUAL:
                best, least, most, still = profile, gain, liked, breaking
        elif most == -np.inf and gain < least:
            best, least = profile, gain
        if most > -np.inf and start + 1 >= (LOOK if still <= STILL else LOOK_ON):
            return best, least, start + 1
    return best, least, STARTS


@large
def appeal(stage: Stage, profile: Any, breaking: float) -> float:
    """Rank of an equilibrium for selection: high where it is mixed, and rarely breaks off.

    The more mixed it is, the less the seats must have agreed on; and a game that is broken off is
    not decided by its rules.
    """
    return len(stage.seats) * (1.0 - breaking) - float((profile * profile).sum())


@large
def break_up(stage: Stage, gamma: float, profile: Any) -> float:
    """The probability that the game is broken off in this state."""
    staying = 0.0
    for n in range(len(stage.stays)):
        if stage.stays[n]:
            probability = 1.0
            for k in range(len(stage.seats)):
                probability *= profile[stage.choices[n, k]]
            staying += probability
    return 1.0 if gamma * staying >= 1.0 else (1.0 - gamma) * staying / (1.0 - gamma * staying)


@large
def first_weights(stage: Stage, start: int, random: Bits) -> Any:
    """The starting point of this number: the centre, then random points."""
    weights = np.ones(stage.classes.max() + 1)
    if start > 0:
        for place in range(len(weights)):
            random = mix(random + GOLDEN)
            weight = -math.log((float(random >> _11) + 0.5) / 9007199254740992.0)
            weights[place] = weight**CORNER if start % 2 == 0 else weight
    return mix_of(stage, weights)


@large
def mix_of(stage: Stage, weights: Any) -> Any:
    """Probabilities by choice from weights by class: clamped to 0, and normalized for each seat."""
    profile = np.empty(stage.starts[-1])
    for k in range(len(stage.seats)):
        total = 0.0
        for choice in range(stage.starts[k], stage.starts[k + 1]):
            profile[choice] = max(weights[stage.classes[choice]], 0.0)
            total += profile[choice]
        for choice in range(stage.starts[k], stage.starts[k + 1]):
            profile[choice] = (
                profile[choice] / total
                if total > 0
                else 1.0 / (stage.starts[k + 1] - stage.starts[k])
            )
    return profile


@large
def profile_values(stage: Stage, gamma: float, profile: Any) -> Any:
    """Expected returns when all play this profile until the state is left."""
    totals = np.zeros(stage.gains.shape[1])
    staying = 0.0
    for n in range(len(stage.stays)):
        probability = 1.0
        for k in range(len(stage.seats)):
            probability *= profile[stage.choices[n, k]]
        if stage.stays[n]:
            staying += probability
        else:
            totals += probability * stage.gains[n]
    return settle(totals, staying, gamma, stage.shares)


@large
def settle(totals: Any, staying: float, gamma: float, shares: Any) -> Any:
    """Solve v = totals + staying * (gamma * v + (1 - gamma) * shares) for the values v."""
    if gamma * staying >= 1.0:
        return shares.copy()
    return (totals + (1.0 - gamma) * staying * shares) / (1.0 - gamma * staying)


@large
def worst_gain(stage: Stage, gamma: float, profile: Any) -> float:
    """The most that any seat gains by a pure deviation for as long as the state lasts."""
    values = profile_values(stage, gamma, profile)
    worst = 0.0
    for k in range(len(stage.seats)):
        seat = stage.seats[k]
        for choice in range(stage.starts[k], stage.starts[k + 1]):
            total, staying = 0.0, 0.0
            for n in range(len(stage.stays)):
                if stage.choices[n, k] == choice:
                    probability = 1.0
                    for other in range(len(stage.seats)):
                        if other != k:
                            probability *= profile[stage.choices[n, other]]
                    if stage.stays[n]:
                        staying += probability
                    else:
                        total += probability * stage.gains[n, seat]
            share = stage.shares[seat]
            reply = (
                share
                if gamma * staying >= 1.0
                else (total + (1.0 - gamma) * staying * share) / (1.0 - gamma * staying)
            )
            worst = max(worst, reply - values[seat])
    return worst


@large
def seek(stage: Stage, gamma: float, start: Any) -> Any:
    """Run damped Newton steps from `start`; the probabilities by class where they end."""
    choices, seats = stage.classes.max() + 1, stage.seat_classes.max() + 1
    point = np.zeros(choices + seats)
    values = profile_values(stage, gamma, start)
    for choice in range(len(start)):
        point[stage.classes[choice]] = start[choice]
    for k in range(len(stage.seats)):
        point[choices + stage.seat_classes[k]] = values[stage.seats[k]]
    errors, slopes = equations(stage, gamma, point, True)
    merit = (errors * errors).sum()
    for _ in range(STEPS):
        if merit < CLOSE * CLOSE:
            break
        step = solve_linear(slopes, errors)
        length = 1.0
        for _halving in range(HALVINGS):
            trial = point - length * step
            next_errors, _unused = equations(stage, gamma, trial, False)
            next_merit = (next_errors * next_errors).sum()
            if next_merit <= (1.0 - 1e-4 * length) * merit:
                break
            length /= 2.0
        if not next_merit < merit:
            break
        point, merit = trial, next_merit
        errors, slopes = equations(stage, gamma, point, True)
    return point[:choices]


@large
def equations(stage: Stage, gamma: float, point: Any, sloping: bool) -> tuple[Any, Any]:
    """Residuals of the equations at this point; and, if `sloping`, their Jacobian matrix."""
    brought, changes = expectations(stage, gamma, point, sloping)
    choices, size = len(brought), len(point)
    errors = np.zeros(size)
    slopes = np.zeros((size, size))
    for k in range(len(stage.seats)):
        value = choices + stage.seat_classes[k]
        errors[value] = -1.0
        slopes[value] = 0.0
        for choice in range(stage.starts[k], stage.starts[k + 1]):
            row = stage.classes[choice]
            errors[value] += point[row]
            slopes[value, row] += 1.0
            x, loss = point[row], point[value] - brought[row]
            norm = math.sqrt(x * x + loss * loss)
            errors[row] = norm - x - loss
            if sloping:
                by_x, by_loss = (
                    (x / norm - 1.0, loss / norm - 1.0)
                    if norm > 0
                    else (math.sqrt(0.5) - 1.0, math.sqrt(0.5) - 1.0)
                )
                slopes[row] = -by_loss * changes[row]
                slopes[row, row] += by_x
                slopes[row, value] += by_loss
    return errors, slopes


@large
def expectations(stage: Stage, gamma: float, point: Any, sloping: bool) -> tuple[Any, Any]:
    """Expected return of each class of choices; and, if `sloping`, its derivatives."""
    choices, count = stage.classes.max() + 1, len(stage.seats)
    brought = np.zeros(choices)
    changes = np.zeros((choices, len(point)))
    first = np.zeros(choices, np.int64)  # representative choice of each class
    for choice in range(len(stage.classes) - 1, -1, -1):
        first[stage.classes[choice]] = choice
    before, after = (
        np.ones(count + 1),
        np.ones(count + 1),
    )  # products of the probabilities of the seats before, and of this one and those after
    for n in range(len(stage.stays)):
        stays = stage.stays[n]
        for k in range(count):
            before[k + 1] = before[k] * point[stage.classes[stage.choices[n, k]]]
        for k in range(count - 1, -1, -1):
            after[k] = after[k + 1] * point[stage.classes[stage.choices[n, k]]]
        for k in range(count):
            row = stage.classes[stage.choices[n, k]]
            if first[row] != stage.choices[n, k]:
                continue
            value, seat = choices + stage.seat_classes[k], stage.seats[k]
            gain = (
                gamma * point[value] + (1.0 - gamma) * stage.shares[seat]
                if stays
                else stage.gains[n, seat]
            )
            others = before[k] * after[k + 1]
            brought[row] += others * gain
            if not sloping:
                continue
            if stays:
                changes[row, value] += others * gamma
            product = before[k] * gain
            for other in range(k + 1, count):
                column = stage.classes[stage.choices[n, other]]
                changes[row, column] += product * after[other + 1]
                product *= point[column]
            product = after[k + 1] * gain
            for other in range(k - 1, -1, -1):
                column = stage.classes[stage.choices[n, other]]
                changes[row, column] += product * before[other]
                product *= point[column]
    return brought, changes


@large
def solve_linear(matrix: Any, right: Any) -> Any:
    """Solve a linear system by Gaussian elimination with partial pivoting.

    Small pivots are replaced, so that the result of a singular system is finite.
    """
    size = len(right)
    left, answer = matrix.copy(), right.copy()
    for column in range(size):
        pivot = column
        for row in range(column + 1, size):
            if abs(left[row, column]) > abs(left[pivot, column]):
                pivot = row
        if pivot != column:
            for place in range(size):
                left[column, place], left[pivot, place] = left[pivot, place], left[column, place]
            answer[column], answer[pivot] = answer[pivot], answer[column]
        if abs(left[column, column]) < 1e-14:
            left[column, column] = 1e-14
        for row in range(column + 1, size):
            factor = left[row, column] / left[column, column]
            if factor != 0.0:
                for place in range(column, size):
                    left[row, place] -= factor * left[column, place]
                answer[row] -= factor * answer[column]
    for row in range(size - 1, -1, -1):
        for place in range(row + 1, size):
            answer[row] -= left[row, place] * answer[place]
        answer[row] /= left[row, row]
    return answer
