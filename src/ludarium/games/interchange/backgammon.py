"""Backgammon in files: matches as JellyFish has them, and SGF, GM[6] of its games.

In SGF a game of a match begins with the score. White is the first player of a match.

Source of the moves in SGF: GNU Backgammon, sgf.c.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.games.backgammon import GAME, MAKER
from ludarium.rules import generic
from ludarium.rules.backgammon_board import BAR, OFF, SIDES, count_at, place_name
from ludarium.rules.backgammon_doubling import (
    AFTER_CRAWFORD,
    BEFORE_CRAWFORD,
    CRAWFORD_GAME,
    TO_DECIDE,
    DoublingState,
    can_double,
)
from ludarium.rules.backgammon_moves import PASS, TO_BEGIN, TO_THROW
from ludarium.rules.backgammon_notation import ends
from ludarium.rules.interchange import Form
from ludarium.rules.stakes import DOUBLE, DROP, KEEP, TAKE, stake_of

__all__ = ["FORMS"]

State = Any
CUBE = {
    **dict.fromkeys(("double", "doubles", "redoubles"), DOUBLE),
    **dict.fromkeys(("take", "takes", "accepts"), TAKE),
    **dict.fromkeys(("drop", "drops", "pass", "passes", "rejects"), DROP),
}
"""The words of files for decisions about the cube."""
THROW = re.compile(r"([1-6])([1-6]):? ?(.*)", re.DOTALL)
STEP = re.compile(r"(bar|\d{1,2})/(off|\d{1,2})\*?(?:\(([1-4])\))?")
NUMBER = re.compile(r"[0-9]{1,8}")  # of points
NAMED = {"bar": BAR, "off": OFF}
CHECKERS = re.compile(r"((?:[a-y][a-z])*)")


def within(state: State) -> bool:
    """True while dice are played, and where who may double has decided to throw."""
    if state.left > 0:
        return True
    doubling = isinstance(state, DoublingState) and state.left == TO_THROW
    return bool(doubling and generic.movers(state) and can_double(state, state.seat))


def throw_action(state: State, seat: int, one: int, two: int) -> int:
    """The action of chance of a throw; seat: whose it is, where it is the first of a game."""
    high, low = max(one, two), min(one, two)
    if state.left == TO_BEGIN and seat == 1:
        high, low = low, high
    return SIDES * (high - 1) + low - 1


def turn_of(state: State, seat: int, dice: str, checkers: str) -> tuple[int | str, ...]:
    """The parts of a turn: to throw rather than to double, the throw, and the checkers as text."""
    parts: list[int | str] = []
    if state.left == TO_DECIDE:
        if state.offered:
            raise ValueError(f"{dice}: expected an answer to the double")
        parts.append(KEEP)
        state = generic.play(state, KEEP)
    if state.left not in (TO_THROW, TO_BEGIN) or (state.left == TO_THROW and state.seat != seat):
        raise ValueError(f"{dice}: expected the checkers of the throw before")
    throw = throw_action(state, seat, int(dice[0]), int(dice[1]))
    if not generic.is_legal(state, generic.CHANCE, throw):
        raise ValueError(f"{dice}: who begins throws two different dice")
    parts.append(throw)
    after = generic.play(state, throw)
    if checkers:
        parts += in_order(after, checkers) or [checkers]
    elif generic.nth_legal(after, after.seat, 0) == PASS:
        parts.append(PASS)
    return tuple(parts)


def in_order(state: State, checkers: str) -> list[int]:
    """The moves of checkers as they are written, one die each; none where they are not legal so."""
    actions: list[int] = []
    seat = state.seat
    for word in checkers.lower().split():
        found = STEP.fullmatch(word)
        if not found:
            return []
        source, goal = (
            NAMED[name] if name in NAMED else int(name) for name in (found[1], found[2])
        )
        for _ in range(int(found[3] or 1)):
            if state.seat != seat or state.left <= 0:
                return []
            for number in range(generic.legal_count(state, seat)):
                action = generic.nth_legal(state, seat, number)
                if action != PASS and ends(action) == (source, goal):
                    break
            else:
                return []
            actions.append(action)
            state = generic.play(state, action)
    if state.seat == seat and state.left > 0 and generic.nth_legal(state, seat, 0) == PASS:
        actions.append(PASS)  # the rest of the dice cannot be played
    return actions


def dice_of(state: State, action: int) -> str:
    """The dice of an action of chance, the higher one first."""
    one, two = action // SIDES + 1, action % SIDES + 1
    return f"{max(one, two)}{min(one, two)}"


def split(state: State, actions: Sequence[int]) -> tuple[str, list[tuple[int, int, bool]]] | None:
    """The dice of a turn, and each move of a checker with True where it hits; None where it is no
    turn of checkers.
    """
    dice, moves = "", []
    for action in actions:
        if state.left in (TO_THROW, TO_BEGIN):
            dice = dice_of(state, action)
        elif state.left != TO_DECIDE and action != PASS:
            source, goal = ends(action)
            moves.append((source, goal, goal != OFF and bool(count_at(state.theirs, goal))))
        state = generic.play(state, action)
    return (dice, moves) if dice else None


# Matches


def read_match_move(state: State, seat: int, word: str) -> tuple[int | str, ...]:
    word = word.strip()
    name = word.split(" ")[0].casefold() if word else ""
    if name in CUBE:
        return (CUBE[name],)
    found = THROW.fullmatch(word)
    if not found:
        raise ValueError(
            f"{word[:40]!r}: expected a throw such as 31: 8/5 6/5, Doubles, Takes or Drops"
        )
    checkers = re.sub(r"(?i)cannot move|can't move|no move|\?+", "", found[3]).strip()
    return turn_of(state, seat, found[1] + found[2], checkers)


def write_match_move(state: State, actions: Sequence[int]) -> str | None:
    if actions[-1] == DOUBLE:
        return f"Doubles => {2 * stake_of(state.doublings)}"
    if actions[-1] in (TAKE, DROP):
        return "Takes" if actions[-1] == TAKE else "Drops"
    turn = split(state, actions)
    if turn is None:
        return None
    dice, moves = turn
    checkers = " ".join(
        f"{place_name(source)}/{place_name(goal)}{'*' * hits}" for source, goal, hits in moves
    )
    return f"{dice}: {checkers}".rstrip()


def match_ruleset(headers: Mapping[str, str]) -> str | None:
    """The ruleset of a match to so many points; 0 for single games."""
    length = int(headers["Length"])
    if not length:
        jacoby = headers.get("Jacoby", "").casefold() == "true"
        return "jacoby" if jacoby else "cube"
    crawford = headers.get("Crawford", "On").casefold() not in ("off", "false")
    return MAKER.ruleset_of_choices(
        {"length": f"{length}", "crawford": "yes" if crawford else "no"}
    )


def match_headers(ruleset: Any) -> dict[str, str]:
    parameters = ruleset.parameters
    if isinstance(parameters[0], dict):
        return {"Length": "0"}
    length, _, jacoby, crawford = parameters
    told = {"Length": f"{length}"}
    if not length and jacoby:
        told["Jacoby"] = "True"
    if length and not crawford:
        told["Crawford"] = "Off"
    return told


def untaken(ruleset: Any, headers: Mapping[str, str]) -> str:
    """The length of a match, where no ruleset has it."""
    length = headers["Length"]
    if int(length) == int(match_headers(ruleset)["Length"]):
        return ""
    return f"a match of length {int(length)}, which no ruleset is: read as a single game"


def read_score(ruleset: Any, headers: Mapping[str, str]) -> State | None:
    """The start of a game of a match, by the score."""
    if "Score" not in headers:
        return None
    white, black, second = map(int, headers["Score"].split())
    first = GAME.start(ruleset, 2)
    if not isinstance(first, DoublingState) or max(white, black) >= first.length:
        raise ValueError(f"a score of {white} to {black}: expected less than wins the match")
    stage = first.stage
    if stage == BEFORE_CRAWFORD and max(white, black) == first.length - 1:
        stage = AFTER_CRAWFORD if second else CRAWFORD_GAME
    return first._replace(white=white, black=black, stage=stage)


# SGF


def letter(seat: int, place: int) -> str:
    """The letter of a place: points by White's numbers from a on, y the bar, z off."""
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + place - 1) if seat == 0 else chr(ord("x") - place + 1)


def place_of(seat: int, sign: str) -> int:
    if sign in "yz":
        return BAR if sign == "y" else OFF
    return ord(sign) - ord("a") + 1 if seat == 0 else ord("x") - ord(sign) + 1


def read_sgf_move(state: State, seat: int, word: str) -> tuple[int | str, ...]:
    if word in CUBE:
        return (CUBE[word],)
    found = THROW.fullmatch(word)
    if not found or not CHECKERS.fullmatch(found[3]):
        raise ValueError(
            f"{word[:40]!r}: expected dice and checkers such as 31hepq, double, take or drop"
        )
    pairs = [found[3][at : at + 2] for at in range(0, len(found[3]), 2)]
    names = {BAR: "bar", OFF: "off"}
    checkers = " ".join(
        "/".join(names.get(place, str(place)) for place in (place_of(seat, sign) for sign in pair))
        for pair in pairs
    )
    return turn_of(state, seat, found[1] + found[2], checkers)


def write_sgf_move(state: State, actions: Sequence[int]) -> str | None:
    if actions[-1] in (DOUBLE, TAKE, DROP):
        return {DOUBLE: "double", TAKE: "take", DROP: "drop"}[actions[-1]]
    turn = split(state, actions)
    if turn is None:
        return None
    seat = mover_of(state, actions)
    return turn[0] + "".join(letter(seat, a) + letter(seat, b) for a, b, _ in turn[1])


def mover_of(state: State, actions: Sequence[int]) -> int:
    """The seat that moves checkers in a turn."""
    for action in actions:
        if state.left > 0:
            break
        state = generic.play(state, action)
    return int(state.seat)


def match_info(headers: Mapping[str, str]) -> dict[str, str]:
    """The values of the property MI, such as length, ws and bs, by their names."""
    return dict(part.split(":", 1) for part in headers.get("MI", "").split() if ":" in part)


def sgf_ruleset(headers: Mapping[str, str]) -> str | None:
    if headers.get("GM", "").strip() != "6":
        return None
    length = match_info(headers).get("length", "0")
    rules = headers.get("RU", "").casefold()
    if NUMBER.fullmatch(length) and int(length):
        return match_ruleset({"Length": length, "Crawford": "On" if "crawford" in rules else "Off"})
    return match_ruleset({"Length": "0", "Jacoby": str("jacoby" in rules)})


def read_sgf_start(ruleset: Any, headers: Mapping[str, str]) -> State | None:
    info = match_info(headers)
    white, black = info.get("ws", "0"), info.get("bs", "0")
    if not (NUMBER.fullmatch(white) and NUMBER.fullmatch(black)):
        raise ValueError(f"a score of MI[ws:{white[:9]}][bs:{black[:9]}]: expected two numbers")
    if not int(white) and not int(black):
        return None
    second = int("crawfordgame" not in headers.get("RU", "").casefold())
    return read_score(ruleset, {"Score": f"{white} {black} {second}"})


def write_sgf_start(ruleset: Any, state: State) -> dict[str, str]:
    scored = isinstance(state, DoublingState) and state.length and state.left == TO_BEGIN
    if not scored or state != start_with(ruleset, state):
        raise ValueError("a position within a game: SGF tells only starts of games")
    told = {"MI": f"length:{state.length} ws:{state.white} bs:{state.black}"}
    return told | ({"RU": "Crawford:CrawfordGame"} if state.stage == CRAWFORD_GAME else {})


def start_with(ruleset: Any, state: State) -> State:
    """The start of a game with the score of this state."""
    first = GAME.start(ruleset, 2)
    return first._replace(white=state.white, black=state.black, stage=state.stage)


def sgf_headers(ruleset: Any) -> dict[str, str]:
    told = match_headers(ruleset)
    length = told["Length"]
    headers = {"GM": "6"}
    if length != "0":
        headers["MI"] = f"length:{length}"
        if "Crawford" not in told:
            headers["RU"] = "Crawford"
    elif "Jacoby" in told:
        headers["RU"] = "Jacoby"
    return headers


FORMS = {
    "mat": Form(
        sides=("0", "1"),
        ruleset_of=match_ruleset,
        headers_of=match_headers,
        read_move=read_match_move,
        write_move=write_match_move,
        read_start=read_score,
        untaken=untaken,
        within=within,
    ),
    "sgf": Form(
        sides=("W", "B"),
        ruleset_of=sgf_ruleset,
        headers_of=sgf_headers,
        read_move=read_sgf_move,
        write_move=write_sgf_move,
        read_start=read_sgf_start,
        is_whole=lambda ruleset: match_headers(ruleset)["Length"] == "0",
        write_start=write_sgf_start,
        read_site=lambda state, site: None,
        write_site=lambda state, site: None,
        within=within,
    ),
}
