"""Games and puzzles for one reader."""

from __future__ import annotations

from typing import Any

from ludarium.agents import LEVELS
from ludarium.analysis.puzzles import Puzzle, find_puzzle
from ludarium.formats import FORMATS
from ludarium.phrases import say
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.part_choices import satisfied
from ludarium.tables.errors import TableError
from ludarium.tables.options import clock_kinds
from ludarium.web.lobby.pairing import is_for_two
from ludarium.web.people.visitors import Visitor

__all__ = ["choices_of", "game_json", "puzzle_for", "ruleset_entry"]


def game_json(game: Game, visitor: Visitor) -> dict[str, Any]:
    """A game in the reader's language."""
    translate = visitor.translate
    return {
        "name": game.name,
        "title": translate(game.title),
        "other_names": [
            {"text": name.text, "language": name.language} for name in game.other_names
        ],
        "summary": translate(game.summary),
        "seats": tuple(game.seats),
        "seat_counts": game.seat_counts,
        "seat_names": [translate(name) for name in game.seat_names],
        "rulesets": [ruleset_entry(ruleset, visitor) for ruleset in game.rulesets],
        "clocks": clock_kinds(game),
        "draws": game.returns_sum == 0,
        "repetition": game.repetition is not None,
        "simultaneous": game.absent is not None,
        "pairs": is_for_two(game),
        "levels": list(range(1, LEVELS + 1)),
        "formats": formats_of(game),
    }


def formats_of(game: Game) -> list[str]:
    """The names of the formats of other programs, as text, that have this game."""
    return [one.name for one in FORMATS.values() if one.name in game.forms and not one.binary]


def ruleset_entry(ruleset: Ruleset, visitor: Visitor) -> dict[str, str]:
    """A ruleset among those of a game."""
    return {
        "name": ruleset.name,
        "title": visitor.translate(ruleset.title),
        "mark": visitor.translate(ruleset.mark),
        "notes": visitor.translate(ruleset.notes),
        "source": visitor.translate(ruleset.source),
    }


def puzzle_for(puzzle_id: str) -> Puzzle:
    """The puzzle of this id. Raises TableError."""
    puzzle = find_puzzle(puzzle_id)
    if puzzle is None:
        raise TableError("unknown", say("There is no such puzzle."))
    return puzzle


def choices_of(game: Game, ruleset: Ruleset, visitor: Visitor) -> list[dict[str, Any]]:
    """The choices by which the ruleset can be changed; none where it has no parts."""
    if game.chosen_parts is None:
        return []
    chosen = game.chosen_parts(ruleset)
    return [
        {
            "key": choice.key,
            "title": visitor.translate(choice.title),
            "needs": choice.needs,
            "applies": satisfied(choice.needs, chosen),
            "options": [
                {
                    "value": value,
                    "title": visitor.translate(choice.words(value, chosen)),
                    "words": [
                        (needs, visitor.translate(words)) for needs, words in choice.words_of(value)
                    ],
                    "chosen": value == chosen[choice.key],
                }
                for value, _ in choice.options
            ],
        }
        for choice in game.part_choices
    ]
