"""Go in files: SGF, GM[1] of its games.

The phase in which players agree on dead stones has no moves in SGF: a game of another program ends
with two passes, and its result is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.games.go import GAME
from ludarium.games.interchange.points import point_index, point_text, points_in
from ludarium.rules.bits import members
from ludarium.rules.boards.agreement import NO_PHASE, RESUME
from ludarium.rules.go_rulesets import chosen_parts, handicap_points, ruleset_of_choices
from ludarium.rules.go_states import BOARDS, KOMI, PASS, agrees
from ludarium.rules.interchange import Form

__all__ = ["FORMS"]

State = Any
HANDICAPS = frozenset("23456789")
SIDES = ("B", "W")
LAWS = {
    "japanese": "Japanese",
    "chinese": "Chinese",
    "aga": "AGA",
    "tromp-taylor": "Tromp-Taylor",
}
USUAL_LAW = "japanese"
SIZES = ("9", "13", "19")


def ruleset_of(headers: Mapping[str, str]) -> str | None:
    if headers.get("GM", "1").strip() != "1":
        return None
    size = headers.get("SZ", "19").strip().split(":")[0]
    if size not in SIZES or headers.get("SZ", size).strip() not in (size, f"{size}:{size}"):
        raise ValueError(
            f"a board of SZ[{headers.get('SZ', '')[:20]}]: expected {', '.join(SIZES)}"
        )
    told = headers.get("RU", "").casefold().replace(" ", "-")
    law = next((law for law in LAWS if law in told), USUAL_LAW)
    stones = headers.get("HA", "0").strip()
    handicap = stones if stones in HANDICAPS else "0"
    komi = komi_of(headers)
    return ruleset_of_choices({"size": size, "counting": law, "komi": komi, "handicap": handicap})


def komi_of(headers: Mapping[str, str]) -> str:
    """White's points as rulesets name them; empty where the file does not tell."""
    try:
        return f"{float(headers.get('KM', '')):g}"
    except ValueError:
        return ""


def headers_of(ruleset: Any) -> dict[str, str]:
    kind, *_ = ruleset.parameters
    parts, board = chosen_parts(ruleset), BOARDS[kind]
    headers = {"GM": "1", "SZ": parts["size"], "RU": LAWS[parts["counting"]]}
    headers["KM"] = komi_text(ruleset)
    if handicap := int(parts["handicap"]):
        points = handicap_points(board, handicap)
        headers["HA"] = f"{handicap}"
        headers["AB"] = " ".join(point_text(board, board.index[name]) for name in points)
    return headers


def komi_text(ruleset: Any) -> str:
    kind, *choices = ruleset.parameters
    return f"{choices[1] / 2 if choices else KOMI[kind]:g}"


def untaken(ruleset: Any, headers: Mapping[str, str]) -> str:
    told = komi_of(headers)
    own = komi_text(ruleset)
    return f"komi {told}, played with {own}" if told and told != own else ""


def read_start(ruleset: Any, headers: Mapping[str, str]) -> State | None:
    board, first = BOARDS[ruleset.parameters[0]], GAME.start(ruleset, 2)
    if not any(headers.get(name) for name in ("AB", "AW")):
        if agrees(type(first)) and int(chosen_parts(ruleset)["handicap"]):
            # the stones of the handicap are placed by moves: none stand here at first
            seat = 1 if headers.get("PL", "B").upper().startswith("W") else 0
            return first._replace(black=board.cells_of(()), seat=seat)
        return None
    black, white = (
        board.sets(sum(1 << index for index in {*points_in(board, headers.get(name, ""))}))
        for name in ("AB", "AW")
    )
    told = headers.get("PL", "")[:1].upper()
    seat = SIDES.index(told) if told in SIDES else int(bool(black) and not white)
    if (black, white, seat) == (first.black, first.white, first.seat):
        return None
    state = first._replace(black=black, white=white, seat=seat)
    return GAME.read_position(GAME.write_position(state), ruleset)


def write_start(ruleset: Any, state: State) -> dict[str, str]:
    board = BOARDS[type(state)]
    stones = {"AB": state.black, "AW": state.white}
    points = {
        name: " ".join(point_text(board, index) for index in members(own))
        for name, own in stones.items()
    }
    return {**{name: told for name, told in points.items() if told}, "PL": SIDES[state.seat]}


def lost_at_start(state: State) -> str:
    counted = [state.ko, state.passes, state.plies]
    if agrees(type(state)):
        counted += [state.black_lost, state.white_lost, state.stage]
    return "ko, prisoners and the count of moves at the start" if any(counted) else ""


def in_phase(state: State) -> bool:
    return agrees(type(state)) and state.stage != NO_PHASE


def read_move(state: State, seat: int, word: str) -> tuple[int, ...]:
    board = BOARDS[type(state)]
    passes = word == "" or (word == "tt" and board.row_count <= 19)
    if in_phase(state) and passes:
        return ()
    index = None if passes else point_index(board, word)
    if not passes and index is None:
        raise ValueError(
            f"{word[:20]!r} is no point of a board of {board.row_count} by {board.row_count}"
        )
    action = PASS if index is None else index
    return (action,)


def write_move(state: State, actions: Sequence[int]) -> str | None:
    (action,) = actions
    if in_phase(state):
        return None
    return "" if action == PASS else point_text(BOARDS[type(state)], action)


def read_site(state: State, site: str) -> str | None:
    board = BOARDS[type(state)]
    index = point_index(board, site)
    return None if index is None else board.names[index]


def write_site(state: State, site: str) -> str | None:
    board = BOARDS[type(state)]
    return point_text(board, board.index[site]) if site in board.index else None


FORMS = {
    "sgf": Form(
        sides=SIDES,
        ruleset_of=ruleset_of,
        headers_of=headers_of,
        read_move=read_move,
        write_move=write_move,
        read_start=read_start,
        write_start=write_start,
        lost_at_start=lost_at_start,
        untaken=untaken,
        passing=PASS,
        resuming=RESUME,
        goes_on=True,
        read_site=read_site,
        write_site=write_site,
    )
}
