"""The suite that every game must pass, in plain Python; then machine code is compared to it.

Each check raises AssertionError with the function at fault, the ruleset, the number of seats, and
the position that it failed in, as text that can be parsed. Plain asserts are avoided, so that the
checks hold under `python -O` as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludarium import catalogue
from ludarium.errors import RulesError
from ludarium.play.endings import endless_fault, start_fault
from ludarium.play.position import Position, start
from ludarium.play.record import Record
from ludarium.rules import diagnosis, dispatch, generic
from ludarium.rules.bits import Bits, stream
from ludarium.rules.declarations import declaration_fault
from ludarium.rules.dispatch import implementation
from ludarium.rules.game import Game
from ludarium.rules.source_faults import source_fault
from ludarium.simulate.trace import Traced, traced_game
from ludarium.testing.action_checks import ActionNumbers, MoveCounts, SeatsChosen
from ludarium.testing.evaluation_checks import check_evaluation
from ludarium.testing.expectations import expect, expect_sound, performed
from ludarium.testing.listing_checks import check_listing, check_with_moves
from ludarium.testing.state_checks import (
    check_actions,
    check_chance,
    check_count,
    check_fields,
    check_fingerprint,
    check_moves,
    check_state,
    check_text,
)
from ludarium.testing.view_checks import check_knowledge, check_symmetries, check_view, raw_view

__all__ = ["check_game", "positions_of_random_games"]

SEED = 20


MANY = 100
"""Joint actions; where there are more, not every position's are all looked at."""
LONG = 1_000  # moves of a random game, after which it may be one without an end


def check_game(
    game: Game,
    *,
    games: int = 3,
    rulesets: Sequence[str] | None = None,
    compile: bool = True,
    on_progress: Callable[[int, int], None] | None = None,
) -> int:
    """Check a game, with every number of seats, over random games.

    games: the number of random games of each ruleset; rulesets: their names, by default all;
    compile: whether compiled code is checked, too; on_progress: called with the numbers of games
    that are checked, and of all of them. Returns the number of checks that were made.

    The text of moves and positions reads back; touches tell moves apart; Views are whole;
    symmetries keep the rules; learning programs have an index for every action, and fields are what
    they say; returns are in range and add up; records replay; plain Python and
    compiled code play the same games. Chance has weights. States that look alike to a seat give it
    the same moves, words and View. Hints say what the rules say: legal actions listed at once,
    asked for singly or drawn at random, forcing actions, the longest a game can last, fingerprints,
    evaluations, and batch evaluations of all successors.

    Raises RulesetError where there is no such ruleset, AssertionError where a check fails, and
    RulesError where the game's own code raises an
    exception, cannot be compiled, or gives what is no state or View. Both say the file, the line
    and the function where these are known.
    """
    performed.checks = 0
    expect_sound(declaration_fault(game) or source_fault(game, compiled=compile))
    plays = [
        (ruleset, seats, number)
        for ruleset in rulesets or [ruleset.name for ruleset in game.rulesets]
        for seats in game.seat_counts
        for number in range(games)
    ]
    counts, actions, chosen = MoveCounts(), ActionNumbers(), SeatsChosen()
    looked_at: list[Position] = []
    played: list[tuple[Position, int, Traced]] = []
    try:
        with catalogue.known(game):
            for done, (ruleset, seats, number) in enumerate(plays):
                if on_progress:
                    on_progress(done, len(plays))
                first = start(game, ruleset, seats)
                _check_first(first, seats)
                looked_at += _check_random_game(first, number, counts, actions, chosen)
                expect_sound(endless_fault(first))  # but where a position that comes again ends it
                played.append((first, number, _check_play_out(first, number)))
            counts.check(game)
            actions.check(game)
            chosen.check(game)
            if on_progress:
                on_progress(len(plays), len(plays))
            if compile:
                _check_compiled(looked_at, played)
    except RulesError:
        raise
    except Exception as error:
        if fault := diagnosis.exception_fault(error):  # none where a check failed
            raise fault from error
        raise
    return performed.checks


def _check_compiled(looked_at: list[Position], played: list[tuple[Position, int, Traced]]) -> None:
    """Machine code says the same of these positions, and plays the same games of these numbers."""
    from ludarium.testing.machine_code import answer_fault, replay_fault

    for position in looked_at:
        fault = answer_fault(position, Bits(SEED))
        expect(not fault, position, fault or "")
    for first, number, plain in played:
        fault = replay_fault(first, stream(Bits(SEED), number), plain)
        expect(not fault, first, f"{fault} (stream {number})")


def _check_random_game(
    first: Position,
    number: int,
    counts: MoveCounts,
    actions: ActionNumbers,
    chosen: SeatsChosen,
) -> list[Position]:
    """Returns the positions that were looked at closely."""
    looked_at = []
    check_with_moves(first)
    source = random.Random(number)
    longest = generic.most_plies(first.state)
    met: dict[int, Position] = {}
    record = Record(first, tuple(f"player {seat}" for seat in range(first.seats)))
    while not record.over:
        position = record.position
        closely = source.random() < 0.05 or len(record.moves) < 2
        every = closely or generic.joint_count(position.state) <= MANY
        check_state(position)
        chosen.note(position)
        check_fields(position, first.state)
        if every:
            for seat in position.movers:
                check_count(position, seat)
        if number == 0 and not record.moves:
            expect_sound(diagnosis.view_fault(position.game, raw_view(position)))
        if every:
            check_moves(position)
            check_actions(position, actions)
        after_first = generic.play(position.state, generic.nth_joint(position.state, 0))
        expect_sound(diagnosis.state_fault(position.game, after_first))
        if position.by_chance:
            check_chance(position)
        elif every:
            for seat in position.movers:
                counts.note(position, seat)
        if position.game.hides:
            check_knowledge(position, source)
        longest = min(longest - 1, generic.most_plies(position.state)) if record.moves else longest
        expect(longest > 0, position, "the game lasts longer than most_plies said", "most_plies")
        if len(record.moves) == LONG:
            expect_sound(endless_fault(position))
        check_fingerprint(position, met, source)
        if closely:  # the slower checks
            looked_at.append(position)
            if not position.by_chance:
                check_listing(position, source)
                check_evaluation(position)
            check_text(position, source)
            check_view(position)
            check_symmetries(position, source)
        joint = generic.nth_joint(
            position.state, source.randrange(generic.joint_count(position.state))
        )
        after = position.play_joint(joint)
        expect(
            generic.play(position.state, joint) == after.state,
            position,
            f"playing {joint} twice gives two different states",
        )
        text = position.joint_text(joint)
        expect(
            position.play(text).state == after.state,
            position,
            f"the move {text!r} as text leads elsewhere",
        )
        check_with_moves(after)
        record.play(text)
    _check_end(record)
    return looked_at


def _check_first(position: Position, seats: int) -> None:
    """The number of seats, and that there is a game to play."""
    game = position.game
    expect_sound(diagnosis.state_fault(game, position.state, "start"))
    own = "seat_count" in dispatch.functions_of(type(position.state))
    expect(
        position.seats == seats,
        position,
        f"a game of {seats} seats has {position.seats}: "
        + ("count them in seat_count" if own else "give seat_count(state), or other seats"),
        "seat_count" if own else "start",
    )
    expect_sound(start_fault(position))


def _check_end(record: Record) -> None:
    position = record.position
    game = position.game
    low, high = game.returns_range
    check_state(position)
    for seat in range(position.seats):
        gained = generic.returns(position.state, seat)
        if isinstance(gained, bool) or not isinstance(gained, (int, float)):
            expect_sound(diagnosis.result_fault(game, "returns", gained, "a number on every way"))
    check_view(position)
    expect(
        all(low <= gained <= high for gained in position.returns),
        position,
        f"returns {position.returns} are out of range: expected {low:g} to {high:g}",
        "returns",
    )
    expect(
        game.returns_sum is None or abs(sum(position.returns) - game.returns_sum) < 1e-9,
        position,
        f"returns {position.returns} do not add up to {game.returns_sum}",
        "returns",
    )
    winners = sum(gained == max(position.returns) for gained in position.returns)
    expect(
        game.draws or winners == 1,
        position,
        f"{winners} seats got the most, but the game says that it has no draws",
        "returns",
    )
    expect(
        all(not position.legal_for(seat) for seat in range(position.seats)),
        position,
        "there are legal moves after the end",
    )
    line = record.to_json()
    expect(
        Record.from_json(line).to_json() == line, position, "the record does not replay to itself"
    )


def _check_play_out(first: Position, number: int) -> Traced:
    """The random game of this number, which the game's own `play_out` must play, too."""
    game, state = first.game, first.state
    random_bits = stream(Bits(SEED), number)
    default: Any = generic.play_out.__wrapped__  # type: ignore[attr-defined]
    own = implementation(generic.play_out, type(first.state))
    expect(
        own(state, random_bits) == default(state, random_bits),
        first,
        f"the game's own play_out ends elsewhere (stream {number})",
    )
    plain = traced_game(game, state, SEED, number, compile=False)
    end, plies = default(state, random_bits)
    expect(
        len(plain.plies) == plies,
        first,
        f"a trace and a playout differ in length (stream {number})",
    )
    expect(
        plain.returns == tuple(generic.returns(end, seat) for seat in range(first.seats)),
        first,
        f"they differ in returns (stream {number})",
    )
    return plain


def positions_of_random_games(game: Game, *, games: int = 1, seed: int = 0) -> Iterator[Position]:
    """Every position of some random games, in all rulesets and with all numbers of seats."""
    source = random.Random(seed)
    for ruleset in game.rulesets:
        for seats in game.seat_counts:
            for _ in range(games):
                position = start(game, ruleset.name, seats)
                yield position
                while not position.over:
                    position = position.play_joint(
                        generic.nth_joint(
                            position.state, source.randrange(generic.joint_count(position.state))
                        )
                    )
                    yield position
