"""The rules of Go in sentences, by board, counting, komi and handicap."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.phrases import counted, listed, say
from ludarium.rules.boards.agreement import MOST_CHANGES, MOST_TALKS
from ludarium.rules.game import Ruleset
from ludarium.rules.go_rulesets import handicap_points
from ludarium.rules.go_states import AGA, BOARDS, CHINESE, JAPANESE, KOMI

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    state, *agreed = ruleset.parameters
    board = BOARDS[state]
    yield say(
        "Equipment: a board of {side} by {side} points, which are the crossings of its lines, and "
        "black and white stones. Columns have letters from the left, without i, and rows have "
        "numbers from the bottom.",
        side=board.row_count,
    )
    handicap = agreed[2] if agreed else 0
    if handicap:
        yield say(
            "Setup: {n} black stones are on the board as a handicap, on {points}. White begins, "
            "and they take turns.",
            n=handicap,
            points=listed(handicap_points(board, handicap)),
        )
    else:
        yield say("Setup: the board is empty. Black begins, and they take turns.")
    yield say("In a turn a player places a stone of the own colour on a free point, or passes.")
    yield say(
        "Stones of one colour that are next to each other along lines hang together as a group. "
        "Its liberties are the free points next to it along lines."
    )
    yield say("Once a stone is placed, enemy groups that have no liberty left are removed.")
    if not agreed:
        yield say(
            "After that own groups that have no liberty are removed, so that a player may give up "
            "own stones (suicide)."
        )
    else:
        yield say("No stone may be placed whose own group has no liberty after that (no suicide).")
    if agreed and agreed[0] == AGA:
        yield say(
            "No stone may bring back the stones as they were on the board at the start or after "
            "another stone was placed, if the same player was to move then (superko)."
        )
    else:
        yield say(
            "No stone may bring back the stones as they were on the board at any time before, "
            "whoever was to move then (superko)."
        )
    if agreed:
        yield from _agreement(agreed[0])


def _agreement(law: int) -> Iterator[str]:
    yield say(
        "After two passes in a row the players agree on which stones are dead. Who is to move "
        "begins; no stones are placed meanwhile."
    )
    yield say(
        "Both mark groups as dead or take marks back, by touching one of their stones: who does "
        "so takes the turn, marks as often as they like, and then agrees. Then it is the other's "
        "turn to do the same. When a player agrees to the marks with which the other has just "
        "agreed, the agreement is made."
    )
    yield say(
        "After {n} changes of marks in one agreement the players can only agree or resume play.",
        n=MOST_CHANGES,
    )
    if law == JAPANESE:
        yield say(
            "Instead of marking or agreeing a player may resume play, at most {n} times in a game "
            "for both together. All marks are cleared, and the other player moves.",
            n=MOST_TALKS,
        )
    else:
        yield say(
            "Instead of marking or agreeing a player may resume play, at most {n} times in a game "
            "for both together. All marks are cleared, and who began the agreement moves.",
            n=MOST_TALKS,
        )
    yield say("Passes before play was resumed do not count any more.")


def ends(ruleset: Ruleset) -> Iterator[str]:
    state, *agreed = ruleset.parameters
    limit = 2 * len(BOARDS[state].names)
    if not agreed:
        yield say(
            "The game ends after two passes in a row, or after {limit} moves, passes included. All "
            "stones on the board count as alive: there is no agreement on dead ones.",
            limit=limit,
        )
    else:
        yield say(
            "The game ends when the players have agreed. The dead stones are then removed from the "
            "board."
        )
        yield say(
            "It also ends, with all stones alive, with two passes in a row after play was resumed "
            "{n} times, and after {limit} moves, passes included, if the last two are not both "
            "passes that begin an agreement.",
            n=MOST_TALKS,
            limit=limit,
        )
    if agreed and agreed[0] == JAPANESE:
        yield say(
            "Each player has a point for each free point from which only the own stones are "
            "reached along free points, and one for each enemy stone that was captured or is dead."
        )
    else:
        yield say(
            "Each player has a point for each own stone on the board, and one for each free point "
            "from which only the own stones are reached along free points."
        )
    yield from _komi(ruleset)


def _komi(ruleset: Ruleset) -> Iterator[str]:
    state, *agreed = ruleset.parameters
    komi = agreed[1] / 2 if agreed else KOMI[state]
    extra = 0
    if agreed:
        law, _, handicap = agreed
        extra = {CHINESE: handicap, JAPANESE: 0, AGA: max(0, handicap - 1)}[law]
    if komi:
        yield say("White has {komi} points more (komi).", komi=f"{komi:g}")
    if extra:
        yield counted(
            "White has {n} point more for the handicap.",
            "White has {n} points more for the handicap.",
            extra,
        )
    if komi % 1:
        yield say("Who has more points wins.")
    else:
        yield say("Who has more points wins; as many on both sides are a draw.")
