"""The rules of games of counters that step and hop in sentences, made from their parts."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.phrases import listed, say
from ludarium.rules.bits import members
from ludarium.rules.hopping.board import DrawnBoard, PointSet
from ludarium.rules.hopping.parts import CounterSide, HoppingParts
from ludarium.rules.hopping.position import HoppingRules, HoppingSetup
from ludarium.rules.lines.parts import NO_OUTCOME, TURN_LIMIT, outcome_of
from ludarium.rules.lines.words import end_sentence, setup_sentence

__all__ = ["ends_in_sentences", "rules_in_sentences"]


def rules_in_sentences(
    board: DrawnBoard, rules: HoppingRules, seat_names: tuple[str, str]
) -> tuple[str, ...]:
    """The rules, a sentence each; they can be translated."""
    return tuple(_sentences(board, rules, seat_names))


def _sentences(board: DrawnBoard, rules: HoppingRules, names: tuple[str, str]) -> Iterator[str]:
    setup, parts = rules
    yield say(
        "{first} and {second} play with counters on {points} points, joined by {lines} lines.",
        first=names[0],
        second=names[1],
        points=len(board.points),
        lines=len(board.lines),
    )
    for seat, name in enumerate(names):
        yield from _setup(board, setup, seat, name)
    yield say("{first} begins, and they take turns.", first=names[0])
    if parts.clearing:
        yield from _clearing(board)
    if parts.approach:
        yield from _approaching(parts)
    elif parts.first == parts.second:
        yield _steps(parts.first)
        yield from _hops(parts.first, parts.gap)
    else:
        for side, name in zip(parts.sides, names, strict=True):
            yield _steps_of(side, name)
            yield from _hops_of(side, parts.gap, name)
    yield from _kings(parts, names)
    for side, name in zip(parts.sides, names, strict=True):
        if side.turning:
            yield say(
                "When no counter of {seat} can step forward any more, forward is the opposite "
                "direction from then on.",
                seat=name,
            )
    yield from _capturing(parts)
    if parts.closing:
        yield say(
            "When no counter is left on the outermost row at a player's side, that row is out of "
            "play for good."
        )
    yield from ends_in_sentences(rules, names)
    outcomes = (outcome_of(parts.ends, seat, has) for seat in (0, 1) for has in (True, False))
    if NO_OUTCOME in outcomes:
        yield say(
            "Who cannot move, and has not lost or won by that, passes; if both must pass in a row, "
            "it is a draw."
        )
    yield say("After {turns} turns of each player it is a draw.", turns=TURN_LIMIT // 2)


def ends_in_sentences(rules: HoppingRules, names: tuple[str, str]) -> Iterator[str]:
    """Sentences on who wins or loses, and when, one for each end."""
    parts = rules.parts
    for side, name in zip(parts.sides, names, strict=True):
        if side.min_pieces > 1:
            yield say(
                "{seat} loses with fewer than {count} counters.", seat=name, count=side.min_pieces
            )
    if parts.filling != "nobody" and rules.setup.goal:
        yield say(
            "{seat} wins when all its counters stand on these points: {points}.",
            seat=names[parts.filling],
            points=listed(rules.setup.goal.split()),
        )
    for end in parts.ends:
        yield end_sentence(end, names)


def _setup(board: DrawnBoard, setup: HoppingSetup, seat: int, name: str) -> Iterator[str]:
    rows = zip(board.rows[::-1], setup.rows.split("/"), strict=True)
    points = [
        point
        for row, signs in rows
        for point, sign in zip(members(row), signs, strict=True)
        if sign == "12"[seat]
    ]
    names = [board.names[point] for point in points]
    stacks = {name: setup.stacks[name] for name in names if name in setup.stacks}
    if stacks:
        yield say(
            "{seat} begins with {count} counters on each other on each of these points: {points}.",
            seat=name,
            count=max(stacks.values()),
            points=listed(sorted(stacks)),
        )
    elif points:
        yield setup_sentence(board, name, PointSet(sum(1 << point for point in points)))
    if setup.hands[seat]:
        yield say(
            "{seat} first places {count} counters, one a turn, each on any empty point.",
            seat=name,
            count=setup.hands[seat],
        )


def _clearing(board: DrawnBoard) -> Iterator[str]:
    yield say(
        "While no point is empty, whose turn it is takes off one of its own counters, from one of "
        "these points: {points}.",
        points=listed(sorted(board.names[point] for point in members(board.corners_and_centre))),
    )
    yield say(
        "While a single point is empty, whose turn it is takes off one of its own counters next to "
        "it along a line."
    )
    yield say("Who has no counter there moves as at any other time.")


def _steps(side: CounterSide) -> str:
    match side.steps:
        case "any":
            return say("A counter steps along a line to the next point, if it is empty.")
        case "forward":
            return say(
                "A counter steps along a line to the next point, straight or diagonally forward, "
                "if it is empty."
            )
        case "sideways":
            return say(
                "A counter steps along a line to the next point, forward or sideways, if it is "
                "empty."
            )
        case "diagonal":
            return say("A counter steps diagonally forward to the next point, if it is empty.")
    return say("Counters do not step.")


def _steps_of(side: CounterSide, name: str) -> str:
    match side.steps:
        case "any":
            return say(
                "A counter of {seat} steps along a line to the next point, if it is empty.",
                seat=name,
            )
        case "forward":
            return say(
                "A counter of {seat} steps along a line to the next point, straight or diagonally "
                "forward, if it is empty.",
                seat=name,
            )
        case "sideways":
            return say(
                "A counter of {seat} steps along a line to the next point, forward or sideways, if "
                "it is empty.",
                seat=name,
            )
        case "diagonal":
            return say(
                "A counter of {seat} steps diagonally forward to the next point, if it is empty.",
                seat=name,
            )
    return say("Counters of {seat} do not step.", seat=name)


def _hops(side: CounterSide, gap: bool) -> Iterator[str]:
    if side.hops == "none":
        yield say("There are no captures.")
        return
    if side.steps == "none" and gap:
        yield say(
            "A counter hops along a line over an enemy counter that is two points away to the "
            "point directly behind it, if that and the point between are empty, and captures that "
            "counter."
        )
    elif side.steps == "none":
        yield say(
            "A counter hops along a line over an enemy counter on the next point to the empty "
            "point directly behind it, and captures that counter."
        )
    elif gap:
        yield say(
            "Or it hops along a line over an enemy counter that is two points away to the point "
            "directly behind it, if that and the point between are empty, and captures that "
            "counter."
        )
    else:
        yield say(
            "Or it hops along a line over an enemy counter on the next point to the empty point "
            "directly behind it, and captures that counter."
        )
    if side.hops == "forward":
        yield say("It hops only straight or diagonally forward.")
    if side.hops == "sideways":
        yield say("It hops only forward or sideways.")


def _hops_of(side: CounterSide, gap: bool, name: str) -> Iterator[str]:
    if side.hops == "none":
        yield say("{seat} does not capture.", seat=name)
    else:
        yield from _hops(side, gap)


def _approaching(parts: HoppingParts) -> Iterator[str]:
    yield _steps(parts.first)
    yield say(
        "By its step it captures all enemy counters that stand in an unbroken line directly in "
        "front of it (approach), or all that stand so directly behind the point that it left "
        "(withdrawal). Where it could do both, its owner chooses."
    )
    if parts.continues:
        yield say(
            "In one turn a counter comes to no point twice, and does not step twice in a row in "
            "the same direction."
        )


def _kings(parts: HoppingParts, names: tuple[str, str]) -> Iterator[str]:
    if parts.first.kings == parts.second.kings:
        if parts.first.kings != "none":
            yield say(
                "A counter that ends a turn in the row that is farthest from its side becomes a "
                "king."
            )
            yield _king(parts.first)
        return
    for side, name in zip(parts.sides, names, strict=True):
        if side.kings != "none":
            yield say(
                "A counter of {seat} that ends a turn in the row that is farthest from its side "
                "becomes a king.",
                seat=name,
            )
            yield _king(side)


def _king(side: CounterSide) -> str:
    match side.kings:
        case "walk":
            return say("A king steps and hops in all directions.")
        case "fly":
            return say(
                "A king goes any distance along a line; it hops over an enemy counter any distance "
                "away, and on to any empty point behind it before the next counter."
            )
    return say(
        "A king goes any distance along a line; it hops over an enemy counter any distance away, "
        "and lands on the point directly behind it."
    )


def _capturing(parts: HoppingParts) -> Iterator[str]:
    if all(side.hops == "none" for side in parts.sides):
        return
    only_captures = all(side.steps == side.kings == "none" for side in parts.sides)
    if only_captures:
        yield say("Counters move only by capturing.")
    elif parts.compulsory:
        yield say("Who can capture must capture.")
    elif parts.huffing:
        yield say(
            "Who can capture and does not may lose for it one of the counters that could have: the "
            "other player may remove it before moving."
        )
    else:
        yield say("Nobody has to capture.")
    must_go_on = parts.compulsory and not parts.stopping
    if parts.approach and parts.continues and must_go_on:
        yield say("After a capture the same counter must capture on while it can.")
    elif parts.approach and parts.continues:
        yield say(
            "After a capture the same counter may capture on while it can, or its owner passes."
        )
    elif parts.approach:
        yield say("A turn is one step.")
    elif not parts.continues:
        yield say("A turn is one hop.") if only_captures else say("A turn is one step or one hop.")
    elif must_go_on:
        yield say("After a hop the same counter must hop on while it can.")
    else:
        yield say("After a hop the same counter may hop on while it can, or its owner passes.")
    if parts.straight and parts.continues and not parts.approach:
        yield say("It hops on only in the direction of its first hop.")
