"""Play and analysis in plain Python, for as long as a game's machine code is not made.

Plain rules look at some thousand states a second. That is enough to see what a move does, and what
the best reply to it does: a move is worth the least static evaluation after any reply. Moves are
looked at best first, for as long as there is time. So a win in one is taken, and a loss in one
stopped. Where there is no static evaluation, what is best comes from tree search, which also plays
where several seats choose at once, or the game hides something.
"""

from __future__ import annotations

import dataclasses
import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from ludarium import catalogue
from ludarium.errors import AgentError
from ludarium.play.position import Move, Position, parse
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.search.agreeing import agreed_move, searched
from ludarium.search.engine import Analysis, Label, Line, is_duel
from ludarium.search.engine_choice import check_open
from ludarium.search.expectimax_analyst import is_chance_duel
from ludarium.search.levels import LevelAgent, compiled_by_levels, levels_of
from ludarium.search.mcts import MctsAgent
from ludarium.search.one_ply import ERROR, value_for
from ludarium.search.scores import DECIDED, WIN, expected
from ludarium.search.turns import Compared, compare_turn, turn_moves

__all__ = [
    "PlainAgent",
    "PlainAnalyst",
    "Told",
    "ToldGame",
    "analyse_plainly",
    "analyse_told",
    "choose_told",
    "hear_game",
    "heard",
    "run_plainly",
    "tell",
    "tell_game",
]

SHARE = 0.5  # of the time, for tree search where there is no static evaluation
PRIOR = 20  # playouts


class EvaluatedMove(NamedTuple):
    """A move of the seat that alone chooses, with its evaluation."""

    action: int
    value: int
    """The value for this seat: a static evaluation (`generic.evaluate`), or WIN or -WIN."""
    plies: int
    """The plies that were searched: 1, or with the replies 2."""


class PlainAgent:
    """Plays at a level in plain Python, about so many seconds a move, and weaker for it."""

    def __init__(self, level: int, seconds: float, seed: int | None = None) -> None:
        self.name = f"level:{level}"
        self._level, self._seconds = level, seconds
        self._random = random.Random(seed)

    def choose(self, position: Position, seat: int) -> Move:
        legal = position.legal_for(position.mover(seat))
        if len(legal) == 1:
            return legal[0]
        if agreed := agreed_move(position):
            return agreed[0]
        position = searched(position)
        if not compiled_by_levels(position):  # what it plays is written down
            return LevelAgent(self._level, self._random.getrandbits(62)).choose(position, seat)
        if position.game.hides or generic.action_bits(position.state):
            return playing_out(self._seconds, self._random).choose(position, seat)
        slips = self._random.random() < levels_of(position.game)[self._level - 1].slips
        best = evaluated_moves(position, self._seconds, self._random, slips)[0]
        return position.move(position.mover(), best.action)


def analyse_plainly(position: Position, seconds: float, lines: int) -> Analysis:
    """The best moves by a look at what follows them, in about so many seconds.

    Raises AgentError where the game hides something, several seats choose at once, or chance
    decides; and GameOverError when the game is over.
    """
    check_open(position)
    if position.by_chance:
        raise AgentError(f"chance decides here, and nobody chooses: {position.view.status}")
    if position.game.plays_out:
        return analysed_by_playouts(position, seconds, lines)
    seat, begin = position.mover(), time.perf_counter()
    evaluated = evaluated_moves(position, seconds, random.Random(position.text))
    plies = evaluated[0].plies
    best = tuple(
        Line(
            move := position.move(seat, one.action),
            expected(one.value),
            "proved" if abs(one.value) > DECIDED else "estimated",
            one.plies,
            (move,),
        )
        for one in evaluated[:lines]
    )
    elapsed = time.perf_counter() - begin
    return Analysis(best, plies, len(evaluated), len(evaluated) / max(elapsed, 1e-9), elapsed)


def analysed_by_playouts(position: Position, seconds: float, lines: int) -> Analysis:
    """The best moves by tree search of few playouts. A move's value is drawn to that of all moves
    together, as if PRIOR playouts of it had ended so: one playout says next to nothing.
    """
    seat, begin = position.mover(), time.perf_counter()
    report = playing_out(seconds, random.Random(position.text)).search(position, seat)
    played = sum(one.visits for one in report.candidates)
    mean = sum(one.visits * one.value for one in report.candidates) / max(1, played)
    best = []
    for one in report.candidates:
        drawn = (one.visits * one.value + PRIOR * mean) / (one.visits + PRIOR)
        value = one.value if one.proved else drawn
        label: Label = "proved" if one.proved else "estimated"
        best.append(Line(one.move, position.game.scaled(value), label, 1, (one.move,)))
    best.sort(key=lambda line: line.value, reverse=True)
    elapsed = time.perf_counter() - begin
    rate = report.simulations / max(elapsed, 1e-9)
    return Analysis(tuple(best[:lines]), 1, report.simulations, rate, elapsed, "playouts")


class PlainAnalyst:
    """Analyses some positions by `analyse_plainly`, in about so many seconds."""

    def __init__(self, positions: int, seconds: float) -> None:
        self._seconds = seconds / positions
        self._end = time.monotonic() + 2 * seconds

    def analyse(self, position: Position, *, nodes: int) -> Analysis:
        """The best line; the number of nodes is not kept to. Raises AgentError where it took twice
        the seconds before.
        """
        self._check_time()
        return analyse_plainly(position, self._seconds, 1)

    def compare(self, turn: Sequence[Position], *, nodes: int) -> tuple[Compared, ...]:
        """Compare each move of a turn that was played with the best one: by static evaluations at
        the end of the turn, or by tree search where there are none. The number of nodes is not
        kept to. Raises AgentError as `analyse`, and where chance decides or the game hides
        something.
        """
        self._check_time()
        if is_chance_duel(turn[0]):
            return compare_turn(turn, 0)
        return tuple(
            compared_by(analyse_plainly(here, self._seconds, len(here.legal)).lines, move)
            for here, move in zip(turn, turn_moves(turn), strict=False)
        )

    def _check_time(self) -> None:
        if time.monotonic() > self._end:
            raise AgentError("these positions take too long in plain Python")


def compared_by(lines: Sequence[Line], move: Move) -> Compared:
    """Compare a move with the first of the lines of a search that evaluated all moves. What was
    searched less can seem better, but is worth no more than the best.
    """
    best, played = lines[0], next(line for line in lines if line.move == move)
    if played.value > best.value:
        played = dataclasses.replace(played, value=best.value, label=best.label)
    return Compared(best, played)


class ToldGame(NamedTuple):
    """A game, as another process understands it."""

    name: str
    """The name by which `catalogue.named` knows it there."""
    version: str
    """The module of its state type, which for a game of a file is named by what the file said."""


def tell_game(game: Game) -> ToldGame:
    """The game for another process."""
    return ToldGame(catalogue.found_again(game.name), game.state.__module__)


def hear_game(told: ToldGame) -> Game:
    """The game that another process told of. Raises AgentError where its file changed since."""
    for known in (catalogue.named, catalogue.named_now):
        game = catalogue.find(known(told.name))
        if game.state.__module__ == told.version:
            return game
    raise AgentError(f"{told.name} changed meanwhile")


class Told(NamedTuple):
    """A position, as another process understands it."""

    game: ToldGame
    text: str
    """A position, as `parse` reads it."""
    joints: tuple[int, ...]
    """Joint actions that lead from it to the position."""


def tell(position: Position) -> Told:
    """The position for another process, with its history where that decides what is legal."""
    joints: list[int] = []
    first = position
    while position.game.superko and first.before is not None and first.joint is not None:
        joints.append(first.joint)
        first = first.before
    return Told(tell_game(position.game), first.text, tuple(reversed(joints)))


def heard(told: Told) -> Position:
    """The position that another process told of."""
    hear_game(told.game)
    position = parse(told.text)
    for joint in told.joints:
        position = position.play_joint(joint)
    return position


def choose_told(told: Told, level: int, seat: int, seconds: float) -> str:
    """The text of the move of a `PlainAgent`, in a process that has begun by `run_plainly`."""
    return PlainAgent(level, seconds).choose(heard(told), seat).text


def analyse_told(told: Told, seconds: float, lines: int) -> Analysis:
    """The same of `analyse_plainly`."""
    return analyse_plainly(heard(told), seconds, lines)


def run_plainly() -> None:
    """Compile nothing in this process from now on."""
    from numba.core import config

    config.DISABLE_JIT = 1


def playing_out(seconds: float, source: random.Random) -> MctsAgent:
    """Tree search for so many seconds."""
    return MctsAgent(seconds=seconds, seed=source.getrandbits(62), keep=False)


def evaluated_moves(
    position: Position, seconds: float, source: random.Random, slips: bool = False
) -> list[EvaluatedMove]:
    """The moves of the seat that alone chooses, best first; a win in one ends the search.

    slips: errs in each evaluation as `ludarium.search.one_ply` does, and of the replies only sees
    those that win at once.
    """
    seat, end = position.mover(), time.monotonic() + seconds
    afters: dict[int, Any] = {}
    evaluated: list[EvaluatedMove] = []
    for move in position.legal_for(seat):
        afters[move.action] = generic.play(position.state, move.action)
        evaluated.append(
            EvaluatedMove(move.action, value_after(position, afters[move.action], seat), 1)
        )
        if evaluated[-1].value == WIN or time.monotonic() > end + seconds:
            break
    if evaluated[-1].value == WIN:
        return evaluated[-1:]
    if position.game.plays_out:
        evaluated = played_out(position, evaluated, SHARE * seconds, source)
    elif slips:
        evaluated = with_noise(evaluated, source)
    source.shuffle(evaluated)
    evaluated.sort(key=lambda one: one.value, reverse=True)
    if not is_duel(position) or position.game.has_chance:
        return evaluated
    answered: list[EvaluatedMove] = []
    losing: list[EvaluatedMove] = []
    killer = None
    for one in evaluated:
        if answered and (slips or time.monotonic() > end):
            break
        if time.monotonic() > end + seconds:
            break
        worst, killer = value_answered(position, afters[one.action], one, seat, killer)
        if worst == -WIN:
            losing.append(EvaluatedMove(one.action, worst, 2))
        else:
            answered.append(one if slips else EvaluatedMove(one.action, worst, 2))
    answered.sort(key=lambda one: one.value, reverse=True)
    searched = {one.action for one in (*answered, *losing)}
    return [*answered, *(one for one in evaluated if one.action not in searched), *losing]


def value_after(position: Position, state: Any, seat: int) -> int:
    """The value of a state for a seat, by itself."""
    unknown = position.game.plays_out and generic.movers(state)
    return 0 if unknown else int(value_for(state, seat))


def value_answered(
    position: Position, state: Any, known: EvaluatedMove, seat: int, killer: int | None
) -> tuple[int, int | None]:
    """The value of a state after its worst reply, and a reply that wins at once, to be tried first
    after other moves. Where the seat goes on itself, or the game is over, it is what is known.
    """
    if not generic.movers(state) or generic.movers(state) == 1 << seat:
        return known.value, killer
    replies = position.game.legal_actions(state, generic.chooser(state))
    if killer is not None and killer in replies:
        replies = [killer, *replies]
    worst = WIN
    for reply in replies:
        value = value_after(position, generic.play(state, reply), seat)
        if value == -WIN:
            return value, reply
        worst = min(worst, value)
    return known.value if position.game.plays_out else worst, killer


def with_noise(evaluated: list[EvaluatedMove], source: random.Random) -> list[EvaluatedMove]:
    """The same with noise in the values, as in `ludarium.search.one_ply`."""
    undecided = [one.value for one in evaluated if abs(one.value) < DECIDED]
    mean = sum(undecided) / max(1, len(undecided))
    spread = sum(abs(value - mean) for value in undecided) / max(1, len(undecided))
    error = 1 + int(ERROR * spread)
    return [
        one._replace(value=one.value + source.randint(-error, error))
        if abs(one.value) < DECIDED
        else one
        for one in evaluated
    ]


def played_out(
    position: Position, evaluated: list[EvaluatedMove], seconds: float, source: random.Random
) -> list[EvaluatedMove]:
    """The same where the value of what is not decided is how often tree search played it."""
    report = playing_out(seconds, source).search(position, position.mover())
    shares = {one.move.action: one for one in report.candidates}
    return [
        one._replace(value=shares[one.action].visits)
        if abs(one.value) < DECIDED and one.action in shares
        else one
        for one in evaluated
    ]
