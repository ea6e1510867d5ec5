"""Analyses and reviews as data that is ready for JSON, and why there is none."""

from __future__ import annotations

import dataclasses
from typing import Any

from ludarium.analysis.choices import ChoiceAnalysis, review_choices
from ludarium.analysis.review import GameReview
from ludarium.phrases import say
from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.rules import generic
from ludarium.search.engine import Analysis, Line

__all__ = [
    "analysis_json",
    "choice_json",
    "choices_json",
    "nothing_known",
    "review_json",
    "unknown_game",
]

Data = dict[str, Any]


def unknown_game(position: Position) -> str:
    """Return the reason why a position that is neither solved nor played by the engine cannot be
    evaluated.
    """
    names = {
        "game": position.game.title,
        "ruleset": position.ruleset.title,
        "seats": position.seats,
    }
    if generic.action_bits(position.state):
        return say(
            "{game} with {seats} players by the rules {ruleset} has not been solved here, so "
            "nothing can be said of it.",
            **names,
        )
    if position.game.hides:
        return say(
            "{game} hides something from its players: such games are not analysed here.", **names
        )
    return say(
        "Our engine does not play {game} with {seats} players, so nothing can be said of it.",
        **names,
    )


def nothing_known(position: Position) -> Data:
    """The analysis of a position that nothing can evaluate."""
    reason = unknown_game(position)
    if position.by_chance and not position.game.hides:
        reason = say(
            "Chance decides here: the engine evaluates positions in which somebody is to move."
        )
    return {"kind": "nothing", "position": position.text, "reason": reason}


def analysis_json(position: Position, analysis: Analysis) -> Data:
    """Return an analysis as data that is ready for JSON."""
    return {
        "kind": "moves",
        "position": position.text,
        "seat": position.to_move,
        "lines": [line_json(line) for line in analysis.lines],
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "unit": analysis.unit,
        "seconds": round(analysis.seconds, 3),
        "settled": analysis.proved,
        "points": position.game.points_of_return(position.ruleset),
    }


def line_json(line: Line) -> Data:
    pv = [move.text for move in line.pv]
    return {
        "move": line.move.text,
        "value": line.value,
        "label": line.label,
        "depth": line.depth,
        "pv": pv,
    }


def review_json(review: GameReview, record: Record) -> Data:
    moves = [
        {
            "ply": move.ply,
            "seat": move.seat,
            "move": move.move,
            "before": move.before,
            "before_label": move.before_label,
            "after": move.after,
            "after_label": move.after_label,
            "lost": move.lost,
            "verdict": move.verdict,
            "better": move.better and line_json(move.better),
            "answer": move.answer and line_json(move.answer),
            "forced": move.forced,
        }
        for move in review.moves
    ]
    return {
        "kind": "moves",
        "nodes": review.nodes,
        "points": record.first.game.points_of_return(record.first.ruleset),
        "seats": [
            {
                "turns": review.turns(seat),
                "mean_lost": review.mean_lost(seat),
                "luck": review.luck(seat),
            }
            for seat in range(record.first.seats)
        ],
        "curve": [{"value": value, "label": label} for value, label in review.curve],
        "moves": moves,
    }


def choice_json(analysis: ChoiceAnalysis) -> Data:
    return {
        "seat": analysis.seat,
        "value": analysis.value,
        "label": analysis.label,
        "epsilon": analysis.epsilon,
        "choices": [
            {
                "move": choice.move.text,
                "probability": choice.probability,
                "value": choice.value,
                "lost": choice.lost,
            }
            for choice in analysis.choices
        ],
    }


def choices_json(record: Record) -> Data:
    reviews, habits = review_choices(record)
    rounds: list[Data] = [{"ply": ply, "seats": []} for ply in range(len(record.moves))]
    for one in reviews:
        chosen = one.chosen and one.chosen.move.text
        rounds[one.ply]["seats"].append({"chosen": chosen, **choice_json(one.analysis)})
    return {
        "kind": "choices",
        "rounds": rounds,
        "habits": [dataclasses.asdict(habit) for habit in habits],
    }
