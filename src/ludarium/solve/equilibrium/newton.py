"""An equilibrium of one state's game, by Newton's method on its complementarity form.

A mix is an equilibrium when for each choice either its probability is 0 or nothing is lost by it:
with x the probability and b what is lost, x >= 0, b >= 0, x * b = 0. Fischer and Burmeister's
function sqrt(x*x + b*b) - x - b is 0 exactly then, so an equilibrium is a zero of a system of
equations, which damped Newton steps find from a good start. Starts are the middle, then random
ones, every other of which is near a corner; of the equilibria that they find one is kept
(`appeal`).

Unknowns: a probability for each class of choices, and a value for each class of choosing seats.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludarium.rules.bits import GOLDEN, Bits, mix, stream
from ludarium.rules.dispatch import large
from ludarium.solve.equilibrium.stage import Stage

__all__ = ["mix_of", "profile_values", "seek", "solve_stage", "worst_gain"]

LOOK = 8  # starts from which an equilibrium is chosen
LOOK_ON = 64  # starts, where they find only such as break the table up
STILL = 0.05  # a probability of that which is not liked
STARTS = 20_000  # where none is found, at most
STEPS = 40  # of Newton's method from one start, at most
HALVINGS = 8  # of one step, at most
CLOSE = 1e-14  # a sum of squares that is as good as 0
EQUAL = 1e-6  # appeal that makes no difference
CORNER = 8.0  # power of random weights that are to be near a corner
_11 = Bits(11)


@large
def solve_stage(stage: Stage, gamma: float, seed: Bits, good: float) -> tuple[Any, float, int]:
    """An equilibrium, by choice; the largest gain from leaving it; and how many starts it took.

    From LOOK starts it keeps the equilibrium of the highest `appeal`. If that is one of standing
    still, it looks on for a better one; if these starts find none with a gain of at most `good`, it
    goes on until one does.
    """
    best = np.zeros(stage.starts[-1])
    least, most, still = np.inf, -np.inf, 1.0
    for start in range(STARTS):
        found = mix_of(stage, seek(stage, gamma, first_weights(stage, start, stream(seed, start))))
        gain = worst_gain(stage, gamma, found)
        if gain <= good:
            breaking = break_up(stage, gamma, found)
            liked = appeal(stage, found, breaking)
            if liked > most + EQUAL:
                best, least, most, still = found, gain, liked, breaking
        elif most == -np.inf and gain < least:
            best, least = found, gain
        if most > -np.inf and start + 1 >= (LOOK if still <= STILL else LOOK_ON):
            return best, least, start + 1
    return best, least, STARTS


@large
def appeal(stage: Stage, found: Any, breaking: float) -> float:
    """How much an equilibrium is to be kept rather than another: the less likely it breaks the
    table up, and the more mixed it is.

    The more mixed, the less the seats must have agreed on beforehand; where all stand still, the
    end of the table decides, not the game.
    """
    return len(stage.seats) * (1.0 - breaking) - float((found * found).sum())


@large
def break_up(stage: Stage, gamma: float, found: Any) -> float:
    """The probability that the table breaks up in this state."""
    staying = 0.0
    for n in range(len(stage.stays)):
        if stage.stays[n]:
            probability = 1.0
            for k in range(len(stage.seats)):
                probability *= found[stage.choices[n, k]]
            staying += probability
    return 1.0 if gamma * staying >= 1.0 else (1.0 - gamma) * staying / (1.0 - gamma * staying)


@large
def first_weights(stage: Stage, start: int, random: Bits) -> Any:
    """A mix to start from, by class: the middle, then random ones."""
    weights = np.ones(stage.classes.max() + 1)
    if start > 0:
        for place in range(len(weights)):
            random = mix(random + GOLDEN)
            weight = -math.log((float(random >> _11) + 0.5) / 9007199254740992.0)
            weights[place] = weight**CORNER if start % 2 == 0 else weight
    return mix_of(stage, weights)


@large
def mix_of(stage: Stage, weights: Any) -> Any:
    """The mix by choice that these weights by class come to: none below 0, each seat's adding up to
    1.
    """
    found = np.empty(stage.starts[-1])
    for k in range(len(stage.seats)):
        total = 0.0
        for choice in range(stage.starts[k], stage.starts[k + 1]):
            found[choice] = max(weights[stage.classes[choice]], 0.0)
            total += found[choice]
        for choice in range(stage.starts[k], stage.starts[k + 1]):
            found[choice] = (
                found[choice] / total
                if total > 0
                else 1.0 / (stage.starts[k + 1] - stage.starts[k])
            )
    return found


@large
def profile_values(stage: Stage, gamma: float, found: Any) -> Any:
    """What each seat can expect when all play this mix until the state is left."""
    totals = np.zeros(stage.gains.shape[1])
    staying = 0.0
    for n in range(len(stage.stays)):
        probability = 1.0
        for k in range(len(stage.seats)):
            probability *= found[stage.choices[n, k]]
        if stage.stays[n]:
            staying += probability
        else:
            totals += probability * stage.gains[n]
    return settle(totals, staying, gamma, stage.shares)


@large
def settle(totals: Any, staying: float, gamma: float, shares: Any) -> Any:
    """What is won in the end where a round brings `totals`, and with probability `staying` either
    the next round or the table's end.
    """
    if gamma * staying >= 1.0:
        return shares.copy()
    return (totals + (1.0 - gamma) * staying * shares) / (1.0 - gamma * staying)


@large
def worst_gain(stage: Stage, gamma: float, found: Any) -> float:
    """The most that any seat gains by making one choice as long as the state lasts."""
    values = profile_values(stage, gamma, found)
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
                            probability *= found[stage.choices[n, other]]
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
    """A zero of the equations, or where the search for one ended; the probabilities by class."""
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
    """By how much each equation is missed at this point; and, if `sloping`, the matrix of their
    slopes.
    """
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
    """What each class of choices brings a seat that makes one of them; and, if `sloping`, how that
    changes with each unknown.
    """
    choices, count = stage.classes.max() + 1, len(stage.seats)
    brought = np.zeros(choices)
    changes = np.zeros((choices, len(point)))
    first = np.zeros(choices, np.int64)  # member of each class, for which it is worked out
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
    """The solution of a system of linear equations, by elimination; something finite where there is
    none.
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
