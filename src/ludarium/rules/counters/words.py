"""The rules of games of counters in sentences, made from their board, setup and parts."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.phrases import counted, listed, say
from ludarium.rules.bits import members
from ludarium.rules.counters.board import DrawnBoard, PointSet
from ludarium.rules.counters.parts import NO_OUTCOME, TURN_LIMIT, End, Parts, Piece
from ludarium.rules.counters.setup import CounterRules, Setup

__all__ = ["end_sentence", "ends_in_sentences", "rules_in_sentences"]


def rules_in_sentences(
    board: DrawnBoard,
    rules: CounterRules,
    seat_names: tuple[str, str],
    *,
    tells_empty: bool = False,
) -> tuple[str, ...]:
    """The rules, a sentence each; they can be translated. tells_empty: whether the points that are
    empty at the start are told.
    """
    return tuple(_sentences(board, rules, seat_names, tells_empty))


def _sentences(
    board: DrawnBoard, rules: CounterRules, names: tuple[str, str], tells_empty: bool
) -> Iterator[str]:
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
    empty = board.full & ~(setup.counters(board, 0) | setup.counters(board, 1))
    if empty and tells_empty:
        yield say("Empty at the start: {points}.", points=_named(board, empty))
    yield say("{first} begins, and they take turns.", first=names[0])
    if parts.clearing:
        yield from _clearing(board)
    if parts.approach:
        yield from _approaching(parts)
    elif parts.first == parts.second:
        yield _steps(parts.first)
        yield from _hops(parts.first, parts.gap)
    else:
        for piece, name in zip(parts.sides, names, strict=True):
            yield _steps_of(piece, name)
            yield from _hops_of(piece, parts.gap, name)
    yield from _kings(parts, names)
    for piece, name in zip(parts.sides, names, strict=True):
        if piece.turning:
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
    if NO_OUTCOME in parts.outcomes:
        yield say(
            "Who cannot move, and has not lost or won by that, passes; if both must pass in a row, "
            "it is a draw."
        )
    yield say("After {turns} turns of each player it is a draw.", turns=TURN_LIMIT // 2)


def ends_in_sentences(rules: CounterRules, names: tuple[str, str]) -> Iterator[str]:
    """Sentences on who wins or loses, and when, one for each end."""
    parts = rules.parts
    for piece, name in zip(parts.sides, names, strict=True):
        if piece.loses_below > 1:
            yield say(
                "{seat} loses with fewer than {count} counters.", seat=name, count=piece.loses_below
            )
    if parts.filling != "nobody" and rules.setup.goal:
        yield say(
            "{seat} wins when all its counters stand on these points: {points}.",
            seat=names[parts.filling],
            points=listed(rules.setup.goal.split()),
        )
    for end in parts.ends:
        yield end_sentence(end, names)


def end_sentence(end: End, names: tuple[str, str]) -> str:
    """An end in words."""
    if end.whom == "next":
        if end.condition == "cannot move":
            if end.result == "loses":
                return say("If the next player cannot move, the next player loses.")
            return say("If the next player cannot move, the next player wins.")
        if end.result == "loses":
            return say("If the next player has no counters, the next player loses.")
        return say("If the next player has no counters, the next player wins.")
    seat = names[end.whom]
    if end.condition == "cannot move":
        if end.result == "loses":
            return say("If {seat} is next and cannot move, {seat} loses.", seat=seat)
        return say("If {seat} is next and cannot move, {seat} wins.", seat=seat)
    if end.result == "loses":
        return say("If {seat} is next and has no counters, {seat} loses.", seat=seat)
    return say("If {seat} is next and has no counters, {seat} wins.", seat=seat)


def _setup(board: DrawnBoard, setup: Setup, seat: int, name: str) -> Iterator[str]:
    points = setup.counters(board, seat)
    names = [board.names[point] for point in members(points)]
    stacks = {name: setup.stacks[name] for name in names if name in setup.stacks}
    if stacks:
        yield say(
            "{seat} begins with {count} counters on each other on each of these points: {points}.",
            seat=name,
            count=max(stacks.values()),
            points=listed(sorted(stacks)),
        )
    elif points:
        yield _setup_sentence(board, name, points)
    if setup.hands[seat]:
        yield say(
            "{seat} first places {count} counters, one a turn, each on any empty point.",
            seat=name,
            count=setup.hands[seat],
        )


def _setup_sentence(board: DrawnBoard, name: str, points: PointSet) -> str:
    """A sentence on where a seat's counters stand: neighbouring rows that are full, and points
    beside them.
    """
    counters = counted("{n} counter", "{n} counters", points.bit_count())
    full = [(number, row) for number, row in enumerate(board.rows, 1) if row and row & ~points == 0]
    numbers = [number for number, _ in full]
    if len(full) < 2 or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return say(
            "{seat} begins with {counters}, on {points}.",
            seat=name,
            counters=counters,
            points=_named(board, points),
        )
    others = points
    for _, row in full:
        others = others & ~row
    if others:
        return say(
            "{seat} begins with {counters}, on all points of rows {low} to {high}, and on "
            "{points}.",
            seat=name,
            counters=counters,
            low=numbers[0],
            high=numbers[-1],
            points=_named(board, others),
        )
    return say(
        "{seat} begins with {counters}, on all points of rows {low} to {high}.",
        seat=name,
        counters=counters,
        low=numbers[0],
        high=numbers[-1],
    )


def _named(board: DrawnBoard, points: PointSet) -> str:
    return listed([board.names[index] for index in members(points)])


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


def _steps(piece: Piece) -> str:
    match piece.step and piece.step.ways:
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


def _steps_of(piece: Piece, name: str) -> str:
    match piece.step and piece.step.ways:
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


def _hops(piece: Piece, gap: bool) -> Iterator[str]:
    if piece.capture is None:
        yield say("There are no captures.")
        return
    if piece.step is None and gap:
        yield say(
            "A counter hops along a line over an enemy counter that is two points away to the "
            "point directly behind it, if that and the point between are empty, and captures that "
            "counter."
        )
    elif piece.step is None:
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
    if piece.capture.ways == "forward":
        yield say("It hops only straight or diagonally forward.")
    if piece.capture.ways == "sideways":
        yield say("It hops only forward or sideways.")


def _hops_of(piece: Piece, gap: bool, name: str) -> Iterator[str]:
    if piece.capture is None:
        yield say("{seat} does not capture.", seat=name)
    else:
        yield from _hops(piece, gap)


def _approaching(parts: Parts) -> Iterator[str]:
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


def _kings(parts: Parts, names: tuple[str, str]) -> Iterator[str]:
    if parts.first.promotes == parts.second.promotes:
        if parts.first.promotes:
            yield say(
                "A counter that ends a turn in the row that is farthest from its side becomes a "
                "king."
            )
            yield _king(parts.first)
        return
    for piece, name in zip(parts.sides, names, strict=True):
        if piece.promotes:
            yield say(
                "A counter of {seat} that ends a turn in the row that is farthest from its side "
                "becomes a king.",
                seat=name,
            )
            yield _king(piece)


def _king(piece: Piece) -> str:
    match piece.promotes:
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


def _capturing(parts: Parts) -> Iterator[str]:
    if not any(piece.capture for piece in parts.sides):
        return
    only_captures = not any(piece.moves for piece in parts.sides)
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
