"""The suite that every game must pass, in plain Python; then machine code is compared to it.

Each check raises AssertionError with the function at fault, the ruleset, the number of seats, and
the position that it failed in, as text that can be parsed. Plain asserts are avoided, so that the
checks hold under `python -O` as well.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ludarium import catalogue
from ludarium.draw.svg import svg
from ludarium.draw.terminal import terminal
from ludarium.draw.words import words
from ludarium.environments.actions import action_space
from ludarium.environments.observations import fields_of
from ludarium.errors import RulesError
from ludarium.play.position import Position, start
from ludarium.play.record import Record
from ludarium.rules import diagnosis, generic
from ludarium.rules.bits import Bits, members, stream
from ludarium.rules.dispatch import implementation
from ludarium.rules.game import Game
from ludarium.rules.generic import BATCH_SIZE, CHANCE, ILLEGAL, OVER, SPECTATOR
from ludarium.rules.packing import leaves
from ludarium.search.scores import ESTIMATE
from ludarium.simulate.trace import Traced, traced_game

__all__ = ["check_game", "positions_of_random_games"]

SEED = 20


FEWEST = 5  # positions that say something of legal_count being too low
MANY = 100
"""Joint actions; where there are more, not every position's are all looked at."""
READ_BACK = 40
"""The most moves of a position whose texts are read back."""
LONGEST = 100_000  # moves of a random game, which takes a minute or so
CANDIDATES = 512  # actions from 0 on of which a game's own is_legal is asked
MARGIN = 8  # numbers after a batch, which it must leave alone


class _Made(threading.local):
    """The number of checks that this thread made since `check_game` began."""

    checks = 0


_made = _Made()


def check_game(
    game: Game,
    *,
    games: int = 3,
    compile: bool = True,
    on_progress: Callable[[int, int], None] | None = None,
) -> int:
    """Check a game, in all rulesets and with the least and the most seats, over random games.

    games: the number of random games of each; compile: whether compiled code is checked, too;
    on_progress: called with the numbers of games that are checked, and of all of them. Returns the
    number of checks that were made.

    The text of moves and positions reads back; touches tell moves apart; Views are whole;
    symmetries keep the rules; learning programs have an index for every action, and fields are what
    they say; returns are in range and add up; records replay; plain Python and
    compiled code play the same games. Chance has weights. States that look alike to a seat give it
    the same moves, words and View. Hints say what the rules say: legal actions listed at once,
    asked for singly or drawn at random, forcing actions, the longest a game can last, fingerprints,
    evaluations, and batch evaluations of all successors.

    Raises AssertionError where a check fails, and RulesError where the game's own code raises an
    exception, cannot be compiled, or gives what is no state or View. Both say the file, the line
    and the function where these are known.
    """
    _made.checks = 0
    plays = [
        (ruleset.name, seats, number)
        for ruleset in game.rulesets
        for seats in sorted(set(game.seats))
        for number in range(games)
    ]
    counts, actions = _Counts(), _Actions()
    looked_at: list[Position] = []
    played: list[tuple[Position, int, Traced]] = []
    try:
        with catalogue.known(game):
            for done, (ruleset, seats, number) in enumerate(plays):
                if on_progress:
                    on_progress(done, len(plays))
                first = start(game, ruleset, seats)
                looked_at += _check_random_game(first, number, counts, actions)
                played.append((first, number, _check_play_out(first, number)))
            counts.check(game)
            actions.check(game)
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
    return _made.checks


def _check_compiled(looked_at: list[Position], played: list[tuple[Position, int, Traced]]) -> None:
    """Machine code says the same of these positions, and plays the same games of these numbers."""
    from ludarium.testing.machine_code import answer_fault, replay_fault

    for position in looked_at:
        fault = answer_fault(position, Bits(SEED))
        _expect(not fault, position, fault or "")
    for first, number, plain in played:
        fault = replay_fault(first, stream(Bits(SEED), number), plain)
        _expect(not fault, first, f"{fault} (stream {number})")


def _expect(holds: object, position: Position, what: str, at: str = "") -> None:
    """at: the game's function that is at fault where this does not hold."""
    _made.checks += 1
    if not holds:
        where = diagnosis.of_function(position.game, at) if at else ""
        try:
            text = position.text
        except Exception:  # which is another fault, not the one to be told
            text = f"{position.game.name}/{position.ruleset.name} {position.state!r}"
        said = f"{what}, in {text} ({position.seats} seats)"
        raise AssertionError(f"{where}: {said}" if where else said)


def _sound(fault: RulesError | None) -> None:
    """Raise the fault, if there is one."""
    _made.checks += 1
    if fault:
        raise fault


class _Counts:
    """Evidence, from the positions of all games, that legal_count is too low.

    A game says how many legal actions there are, and nothing else can know. But where in every
    position of all rulesets one more number than that gives one more action, which has a text of
    its own, touches a site of the View as no legal action does, and can be played, the count is one
    too low. A game whose count is right gives no such action: it would have to be forbidden every
    time for a reason that neither its text, its View nor its play tells.
    """

    def __init__(self) -> None:
        self.positions = 0
        self.right = False
        self.example = ""

    def note(self, position: Position, seat: int) -> None:
        """Note what a position says of a seat that chooses, once its legal actions are checked."""
        moves = position.legal_for(seat)
        if self.right:
            return
        try:
            action = generic.nth_legal(position.state, seat, len(moves))
            if action in {move.action for move in moves} or not _is_playable(
                position, seat, action
            ):
                self.right = True
                return
        except Exception:  # there is no such action
            self.right = len(moves) > 1  # where a single one is left, a floor may hide the fault
            return
        self.positions += 1
        self.example = (
            f"legal_count gives {len(moves)} for seat {seat}, but nth_legal gives "
            f"{position.game.action_text(position.state, seat, action)!r} for n = {len(moves)} as "
            f"well, which can be played, in {position.text}, and so on in every position: "
            "legal_count is perhaps one too low"
        )

    def check(self, game: Game) -> None:
        """Raises AssertionError where the count seems to be too low."""
        _made.checks += 1
        if not self.right and self.positions >= FEWEST:
            where = diagnosis.of_function(game, "legal_count")
            raise AssertionError(f"{where}: {self.example}" if where else self.example)


class _Actions:
    """The greatest legal action of each ruleset and number of seats, and where it was met, of a
    game that does not give its actions.

    Learning programs number all ints up to the greatest action of some random games then.
    """

    def __init__(self) -> None:
        self.greatest: dict[tuple[str, int], tuple[int, Position]] = {}

    def note(self, position: Position) -> None:
        """Note what the seats that choose in a position may do."""
        kind = position.ruleset.name, position.seats
        action = _greatest_action(position)
        if action > self.greatest.get(kind, (-1, position))[0]:
            self.greatest[kind] = action, position

    def check(self, game: Game) -> None:
        """Raises AssertionError where learning programs have no index for an action."""
        for (ruleset, seats), (action, position) in self.greatest.items():
            first = start(game, ruleset, seats)
            at_first = 0 if first.by_chance else _greatest_action(first)
            if action.bit_length() <= at_first.bit_length():
                continue  # as those random games begin there, too, and take long
            try:
                space = action_space(game, ruleset, seats)
            except RulesError:  # the actions are too great for learning programs
                continue
            _expect(
                action < space.size,
                position,
                f"the legal action {action} is not among the {space.size} that learning programs "
                "know: give all that a seat can ever have as Game.actions",
            )


def _greatest_action(position: Position) -> int:
    """The greatest legal action of a position in which seats choose."""
    moves = (move for seat in position.movers for move in position.legal_for(seat))
    return max(move.action for move in moves)


def _is_playable(position: Position, seat: int, action: int) -> bool:
    """Return whether the action, beside the legal ones of the seat, looks like one of them: with a
    text and touches of its own, and a sound state after it. May raise what the game's functions
    raise.
    """
    game, state = position.game, position.state
    moves = position.legal_for(seat)
    bits = generic.action_bits(state)
    texts = {text for move in moves for text in game.action_texts(state, seat, move.action)}
    touches = game.touches(state, seat, action)
    joint = action << seat * bits
    for other in position.movers:
        if other != seat:
            joint |= position.legal_for(other)[0].action << other * bits
    after = generic.play(state, joint)
    return (
        isinstance(action, int)
        and 0 <= action < 1 << (bits or 62)
        and texts.isdisjoint(game.action_texts(state, seat, action))
        and set(touches) <= position.view.touchable
        and not set(touches) <= {button.id for button in position.view.buttons}
        and all(move.touches != touches for move in moves)
        and diagnosis.state_fault(game, after) is None
        and game.read_position(game.write_position(after), position.ruleset) == after
        and diagnosis.view_fault(game, game.view(after, state, joint)) is None
    )


def _check_random_game(
    first: Position, number: int, counts: _Counts, actions: _Actions
) -> list[Position]:
    """Returns the positions that were looked at closely."""
    looked_at = []
    _check_with_moves(first)
    source = random.Random(number)
    longest = generic.most_plies(first.state)
    met: dict[int, Position] = {}
    record = Record(first, tuple(f"player {seat}" for seat in range(first.seats)))
    while not record.over:
        position = record.position
        closely = source.random() < 0.05 or len(record.moves) < 2
        every = closely or generic.joint_count(position.state) <= MANY
        _check_state(position)
        _check_fields(position, first.state)
        if every:
            for seat in position.movers:
                _check_count(position, seat)
        if number == 0 and not record.moves:
            _sound(diagnosis.view_fault(position.game, _raw_view(position)))
        if every:
            _check_moves(position)
            _check_actions(position, actions)
        after_first = generic.play(position.state, generic.nth_joint(position.state, 0))
        _sound(diagnosis.state_fault(position.game, after_first))
        if position.by_chance:
            _check_chance(position)
        elif every:
            for seat in position.movers:
                counts.note(position, seat)
        if position.game.hides:
            _check_knowledge(position, source)
        longest = min(longest - 1, generic.most_plies(position.state)) if record.moves else longest
        _expect(longest > 0, position, "the game lasts longer than most_plies said", "most_plies")
        _expect(
            len(record.moves) < LONGEST,
            position,
            f"a random game is not over after {LONGEST} moves: movers gives no EMPTY",
            "movers",
        )
        _check_fingerprint(position, met, source)
        if closely:  # the slower checks
            looked_at.append(position)
            if not position.by_chance:
                _check_listing(position, source)
                _check_evaluation(position)
            _check_text(position, source)
            _check_view(position)
            _check_symmetries(position, source)
        joint = generic.nth_joint(
            position.state, source.randrange(generic.joint_count(position.state))
        )
        after = position.play_joint(joint)
        _expect(
            generic.play(position.state, joint) == after.state,
            position,
            f"playing {joint} twice gives two different states",
        )
        text = position.joint_text(joint)
        _expect(
            position.play(text).state == after.state,
            position,
            f"the move {text!r} as text leads elsewhere",
        )
        _check_with_moves(after)
        record.play(text)
    _check_end(record)
    return looked_at


def _raw_view(position: Position) -> Any:
    """The View as the game gives it, before anything looks into it."""
    before = position.before.state if position.before is not None else None
    return position.game.view(position.state, before, position.joint)


def _check_count(position: Position, seat: int) -> None:
    """The legal actions as the rules give them, before their texts and touches are asked for."""
    state = position.state
    count = generic.legal_count(state, seat)
    _expect(
        isinstance(count, int) and count > 0,
        position,
        f"legal_count gives {count!r} for seat {seat}, which chooses: expected 1 or more; "
        "where it cannot move, movers leaves it out, or passing is a legal action",
        "legal_count",
    )
    limit = 1 << ((not position.by_chance and generic.action_bits(state)) or 62)
    high = f"legal_count gives {count}, which may be too high"
    numbers: dict[int, int] = {}
    for n in range(count):
        try:
            action = generic.nth_legal(state, seat, n)
        except Exception as error:
            told = diagnosis.exception_fault(error) or error
            raise AssertionError(f"{told}, for n = {n} of seat {seat}: {high}") from error
        _expect(
            isinstance(action, int) and not isinstance(action, bool),
            position,
            f"nth_legal gives {action!r} for n = {n} of seat {seat}, expected an int",
            "nth_legal",
        )
        _expect(
            0 <= action < limit,
            position,
            f"nth_legal gives {action} for n = {n} of seat {seat}, which is out of range: expected "
            f"0 to {limit - 1}; {high}",
            "nth_legal" if n < count - 1 else "legal_count",
        )
        _expect(
            action not in numbers,
            position,
            f"seat {seat} has a legal action twice: nth_legal gives {action} for n = "
            f"{numbers.get(action)} and for n = {n}; {high}",
            "legal_count",
        )
        numbers[action] = n


def _check_state(position: Position) -> None:
    state, game = position.state, position.game
    _sound(diagnosis.state_fault(game, state, "play" if position.before is not None else "start"))
    _expect(
        game.plain(state) == state and hash(game.plain(state)) == hash(state),
        position,
        "equal states are not equal",
    )
    written = game.write_position(state)
    read = game.read_position(written, position.ruleset)
    _expect(
        read == state,
        position,
        f"the position's text {written!r} reads back as another state, {read!r} instead of "
        f"{state!r}",
        "read_position",
    )
    _expect(position.seats == generic.seat_count(state), position, "the number of seats changes")


def _check_moves(position: Position) -> None:
    game, state = position.game, position.state
    for seat in position.movers:
        moves = position.legal_for(seat)
        _expect(moves, position, f"superko leaves seat {seat} no move", "nth_legal")
        spellings = [
            spelling for move in moves for spelling in game.action_texts(state, seat, move.action)
        ]
        twice = [spelling for spelling in spellings if spellings.count(spelling) > 1]
        _expect(
            not twice,
            position,
            f"two legal actions of seat {seat} have the same text: {', '.join(twice[:1])}",
            "action_texts",
        )
        paths = sorted(
            path for move in moves if seat != CHANCE for path in (move.touches, *move.more_touches)
        )
        clashes = [
            (shorter, longer)
            for shorter, longer in zip(paths, paths[1:], strict=False)
            if longer[: len(shorter)] == shorter
        ]
        _expect(
            not clashes,
            position,
            f"touches of one move of seat {seat} are the beginning of another's: "
            f"{' and '.join(map(str, clashes[0])) if clashes else ''}",
            "touches",
        )


def _check_actions(position: Position, actions: _Actions) -> None:
    """Learning programs have an index for every legal action; where the game does not say what
    there is, that is checked when all games were played.
    """
    if position.by_chance:
        return
    if position.game.actions is None:
        actions.note(position)
        return
    space = action_space(position.game, position.ruleset.name, position.seats)
    for seat in position.movers:
        for move in position.legal_for(seat):
            known = move.action < len(space.indices) and space.indices[move.action] >= 0
            _expect(
                known,
                position,
                f"the legal action {move.action} is not among the {space.size} that learning "
                "programs know: give all that a seat can ever have as Game.actions",
            )
            index = space.index_of(move.action)
            _expect(
                space.action_of(index) == move.action,
                position,
                f"the action {move.action} has the index {index}, which is another action's",
            )


def _check_fields(position: Position, first: Any) -> None:
    """The fields of the state are what learning programs take them for."""
    state, game = position.state, position.game
    values = [value for _, value, _, _ in leaves(state)]
    before = [value for _, value, _, _ in leaves(first)]
    for field, value, at_first in zip(fields_of(game, state), values, before, strict=True):
        fault = field.fault(value, at_first)
        _expect(not fault, position, f"field {field.name!r} of the state is {value}, {fault}")
    if len(position.movers) == 1 and not position.by_chance:
        seat = getattr(state, "seat", position.movers[0])
        _expect(
            seat == position.movers[0],
            position,
            f"field 'seat' of the state is {seat}, expected the seat to move: give what is "
            "something else another name",
        )


def _check_chance(position: Position) -> None:
    state, game = position.state, position.game
    _expect(game.has_chance, position, "chance moves, but the game gives no chance_weight")
    weights = [weight for _, weight in game.outcomes(state)]
    _expect(
        all(type(weight) is int and weight > 0 for weight in weights) and sum(weights) < 1 << 31,
        position,
        f"the weights of chance are {weights}, expected ints from 1 whose sum is below 2**31",
    )


def _check_knowledge(position: Position, source: random.Random) -> None:
    """States that look alike to a seat give it the same moves, words and View."""
    state, game = position.state, position.game
    for seat in (*range(position.seats), SPECTATOR):
        seen = generic.seen_by(state, seat)
        who = "a spectator" if seat == SPECTATOR else f"seat {seat}"
        _expect(
            generic.seen_by(seen, seat) == seen, position, f"what {who} sees hides something again"
        )
        _expect(
            generic.seen_by(seen, SPECTATOR) == generic.seen_by(state, SPECTATOR),
            position,
            f"a spectator sees something that {who} does not",
        )
        _expect(
            generic.movers(seen) == generic.movers(state), position, f"{who} sees other seats move"
        )
        look = position.seen_by(seat)
        _sound(diagnosis.view_fault(game, _raw_view(look)))
        _check_state(look)
        _check_view(look)
        if seat == SPECTATOR:
            continue
        bits = Bits(source.getrandbits(64))
        other = generic.determinize(state, seat, bits)
        _expect(
            generic.determinize(seen, seat, bits) == other,
            position,
            f"what is drawn for {who} depends on what it does not see",
        )
        _expect(
            generic.seen_by(other, seat) == seen,
            position,
            f"a state that is drawn for {who} does not look the same to it",
        )
        _check_state(Position(game, position.ruleset, other))
        for alike, what in ((seen, "what it sees"), (other, "a state that looks the same to it")):
            _expect(
                _choices(game, alike, seat) == _choices(game, state, seat),
                position,
                f"{who} has other legal moves in {what}: {game.write_position(alike)}",
            )


def _choices(game: Game, state: Any, seat: int) -> list[tuple[object, ...]]:
    """The seat's legal actions, with their texts and touches."""
    return [
        (action, game.action_texts(state, seat, action), game.touches(state, seat, action))
        for action in game.legal_actions(state, seat)
    ]


def _check_text(position: Position, source: random.Random) -> None:
    for seat in position.movers:
        moves = position.legal_for(seat)
        for move in source.sample(moves, min(READ_BACK, len(moves))):
            for spelling in position.game.action_texts(position.state, seat, move.action):
                parsed = position.parse_move(spelling, seat).action
                _expect(
                    parsed == move.action,
                    position,
                    f"the text {spelling!r} of action {move.action} reads back as another move, "
                    f"action {parsed}",
                    "action_texts",
                )


def _check_view(position: Position) -> None:
    _sound(diagnosis.view_fault(position.game, _raw_view(position)))
    view = position.view
    sites = {site.id for site in view.sites}
    _expect(
        len(sites) == len(view.sites),
        position,
        "two sites have the same id",
        "view",
    )
    _expect(
        all(piece.site in sites for piece in view.pieces),
        position,
        "a piece stands on no site",
        "view",
    )
    _expect(
        len({piece.id for piece in view.pieces}) == len(view.pieces),
        position,
        "two pieces have the same id",
        "view",
    )
    _expect(
        all(mark.site in sites for mark in view.marks),
        position,
        "a mark is on no site",
        "view",
    )
    _expect(
        all(end in sites for line in view.lines for end in line),
        position,
        "a line ends at no site",
        "view",
    )
    _expect(
        all(arrow.start in sites and arrow.end in sites for arrow in view.arrows),
        position,
        "an arrow ends at no site",
        "view",
    )
    movers = () if position.by_chance else position.movers
    _expect(
        view.movers == movers,
        position,
        "the View names other seats to move",
        "view",
    )
    _expect(
        len(view.seats) == position.seats,
        position,
        "the View shows another number of seats",
        "view",
    )
    touched = {
        touch
        for seat in movers
        for move in position.legal_for(seat)
        for path in (move.touches, *move.more_touches)
        for touch in path
    }
    _expect(
        touched <= view.touchable,
        position,
        f"touches are not in the View: {sorted(touched - view.touchable)}",
        "view",
    )
    _expect(
        view.status and svg(view) and words(view) and terminal(view),
        position,
        "the View cannot be drawn",
        "view",
    )


def _check_symmetries(position: Position, source: random.Random) -> None:
    state = position.state
    count = generic.symmetry_count(state)
    _expect(generic.symmetric_state(state, 0) == state, position, "symmetry 0 is not the identity")
    for symmetry in {source.randrange(count) for _ in range(3)}:
        image = generic.symmetric_state(state, symmetry)
        seats = {
            seat: generic.symmetric_seat(state, symmetry, seat) for seat in range(position.seats)
        }
        seats[CHANCE] = CHANCE
        where = f"symmetry {symmetry}"
        moving = sum(1 << seats[seat] for seat in position.movers)
        _expect(generic.movers(image) == moving, position, f"{where}: other seats choose")
        bits = 0 if position.by_chance else generic.action_bits(state)
        joint, joint_image = 0, 0
        for seat in position.movers:
            legal = position.game.legal_actions(state, seat)
            images = [generic.symmetric_action(state, symmetry, action) for action in legal]
            _expect(
                sorted(images) == sorted(position.game.legal_actions(image, seats[seat])),
                position,
                f"{where}: legal actions differ",
            )
            chosen = source.randrange(len(legal))
            joint |= legal[chosen] << seat * bits
            joint_image |= images[chosen] << seats[seat] * bits
        after = generic.symmetric_state(generic.play(state, joint), symmetry)
        _expect(
            generic.play(image, joint_image) == after, position, f"{where}: play leads elsewhere"
        )


def _check_listing(position: Position, source: random.Random) -> None:
    state = position.state
    for seat in position.movers:
        actions = position.game.legal_actions(state, seat)
        listed = [-1] * (len(actions) + 1)
        generic.put_legal(state, seat, listed, 0)
        _expect(
            listed == [*actions, -1],
            position,
            f"put_legal lists other actions of seat {seat} than nth_legal, or in another order",
        )
        _check_candidates(position, seat, actions)
        missed = [
            action
            for action in range(CANDIDATES if _is_own(generic.is_legal, state) else 0)
            if action not in actions and generic.is_legal(state, seat, action)
        ]
        _expect(
            not missed,
            position,
            f"is_legal says True of action {missed[0] if missed else 0} of seat {seat}, but "
            f"it is not among the {len(actions)} of nth_legal: legal_count may be too low",
            "legal_count",
        )
        others = [source.choice(actions) ^ 1 << source.randrange(24) for _ in range(50)] + [0, -1]
        if _is_own(generic.is_legal, state):
            asked = actions + others
        else:  # the default looks through all legal actions for each
            asked = source.sample(actions, min(4, len(actions))) + others[-4:]
        for action in asked:
            legal = action in actions
            _expect(
                generic.is_legal(state, seat, action) == legal,
                position,
                f"is_legal says {not legal} of action {action} of seat {seat}",
            )
        if not generic.action_bits(state):
            forcing = any(generic.is_forcing(state, action) for action in actions)
            _expect(
                generic.can_force(state) == forcing,
                position,
                f"can_force says {not forcing}, is_forcing of the actions otherwise",
            )
            _check_plausible(position, seat, actions)
            _check_found(position, seat, asked)


def _check_plausible(position: Position, seat: int, actions: list[int]) -> None:
    """Plausible actions are legal, once each, the forcing ones first where they are counted."""
    state = position.state
    listed = [-1] * (len(actions) + 1)
    count, forcing = generic.put_plausible(state, seat, listed, 0)
    plausible = listed[:count]
    _expect(
        0 < count == len(set(plausible) & set(actions)),
        position,
        f"put_plausible lists {count} actions, of which {len(set(plausible) & set(actions))} are "
        "different and legal",
    )
    _expect(
        forcing < 0
        or [generic.is_forcing(state, action) for action in plausible]
        == [place < forcing for place in range(count)],
        position,
        f"put_plausible says that the first {forcing} actions are forcing, is_forcing of the "
        "actions otherwise",
    )


def _check_with_moves(position: Position) -> None:
    """Check that a result of `with_moves` is whole, and names the same movers, which a Position
    asks it for.
    """
    state = position.state
    node = generic.with_moves(state)
    _expect(
        generic.without_moves(node) == state,
        position,
        "without_moves gives another state than with_moves was given",
    )
    if type(node) is type(state):
        return
    for function in (
        generic.movers,
        generic.legal_count,
        generic.can_force,
        generic.is_legal,
        generic.put_legal,
    ):
        _expect(
            _is_own(function, node),
            position,
            f"{function.__name__} is not implemented for what with_moves gives",
            "with_moves",
        )
    _expect(
        generic.movers(node) == generic.movers(state),
        position,
        "movers of what with_moves gives differs from that of the state",
        "with_moves",
    )


def _check_found(position: Position, seat: int, actions: list[int]) -> None:
    """Check that a result of `with_moves` says the same as the state. actions: some to ask
    `is_legal` of.
    """
    state = position.state
    node = generic.with_moves(state)
    if type(node) is type(state):
        return
    for name, of_state, of_found in zip(
        ("legal_count", "can_force", "put_legal", "put_plausible", "is_legal"),
        _answers(state, seat, actions),
        _answers(node, seat, actions),
        strict=True,
    ):
        _expect(
            of_state == of_found,
            position,
            f"{name} of what with_moves gives differs from that of the state",
            "with_moves",
        )


def _answers(state: Any, seat: int, actions: list[int]) -> tuple[Any, ...]:
    """The answers of a state, or of a result of `with_moves`, to what the search asks; of
    `is_legal`, for each of these actions.
    """
    count = generic.legal_count(state, seat)
    listed, plausible = [-1] * count, [-1] * count
    generic.put_legal(state, seat, listed, 0)
    return (
        count,
        generic.can_force(state),
        listed,
        (generic.put_plausible(state, seat, plausible, 0), plausible),
        [generic.is_legal(state, seat, action) for action in actions],
    )


def _check_candidates(position: Position, seat: int, actions: list[int]) -> None:
    """Check that each legal action is one candidate, so that random ones are drawn alike."""
    state = position.state
    if not _is_own(generic.nth_candidate, state) and not _is_own(generic.candidate_count, state):
        return
    drawn = [
        generic.nth_candidate(state, seat, n) for n in range(generic.candidate_count(state, seat))
    ]
    _expect(
        sorted(action for action in drawn if action != ILLEGAL) == sorted(actions),
        position,
        f"the candidates of seat {seat} that are legal are not its legal actions, each once",
        "nth_candidate",
    )


def _is_own(function: Callable[..., Any], state: Any) -> bool:
    """Return whether the state's game has an implementation of its own of this generic function."""
    default: Any = function.__wrapped__  # type: ignore[attr-defined]
    return implementation(function, type(state)) is not default


def _check_fingerprint(position: Position, met: dict[int, Position], source: random.Random) -> None:
    """met: a position of each fingerprint so far."""
    state = position.state
    fingerprint = generic.fingerprint(state)
    _expect(0 <= fingerprint < 1 << 64, position, "the fingerprint is not of 64 bits")
    _expect(
        generic.fingerprint(position.game.plain(state)) == fingerprint,
        position,
        "an equal state has another fingerprint",
    )
    other = met.setdefault(fingerprint, position).state
    if other != state:
        _expect(
            _plays_alike(position, other, source),
            position,
            "a state from which the game goes on otherwise has the same fingerprint",
        )


FAR = 250
"""More joint actions than any search looks ahead."""


def _plays_alike(position: Position, other: Any, source: random.Random) -> bool:
    """Return whether the seats have the same actions in the other state, and a joint action leads
    on to states of one fingerprint.

    A game without a bound of its length may leave out how long it has lasted until a search can see
    that end: then the states there have two fingerprints, and random play must go on alike.
    """
    game, state = position.game, position.state
    for _ in range(FAR):
        choosing = generic.movers(state)
        if generic.movers(other) != choosing or any(
            game.legal_actions(state, seat) != game.legal_actions(other, seat)
            for seat in members(choosing)
        ):
            return False
        if not choosing:
            return True
        joint = generic.nth_joint(state, source.randrange(generic.joint_count(state)))
        state, other = generic.play(state, joint), generic.play(other, joint)
        if generic.fingerprint(state) == generic.fingerprint(other):
            return True
        if generic.most_plies(state) < generic.UNBOUNDED:
            return False
    return True


def _check_evaluation(position: Position) -> None:
    """Check the evaluations, where one seat moves at a time."""
    game, state = position.game, position.state
    if generic.action_bits(state):
        return
    seat = position.mover()
    estimate = generic.evaluate(state)
    _expect(
        type(estimate) is int and abs(estimate) <= ESTIMATE,
        position,
        f"the estimate {estimate} is not an int up to {ESTIMATE}",
    )
    features = generic.features(state)
    lengths = (
        len(features),
        len(generic.features(position.game.start(position.ruleset, position.seats))),
    )
    _expect(
        lengths[0] == lengths[1] and all(type(feature) is int for feature in features),
        position,
        "features are not always the same number of ints",
    )
    for symmetry in range(generic.symmetry_count(state)):
        image = generic.symmetric_state(state, symmetry)
        _expect(
            generic.evaluate(image) == estimate,
            position,
            f"symmetry {symmetry}: the image is evaluated otherwise",
        )
    memory = np.full(BATCH_SIZE + MARGIN, UNTOUCHED)
    if not generic.prepare_batch(state, memory, 0):
        return
    _expect(
        (memory[BATCH_SIZE:] == UNTOUCHED).all(),
        position,
        f"prepare_batch takes more than {BATCH_SIZE} numbers",
    )
    for action in game.legal_actions(state, seat):
        said = generic.evaluate_successor(state, action, memory, 0)
        then = generic.play(state, action)
        choosing = generic.movers(then)
        _expect(
            choosing != 1 << seat,
            position,
            f"there is batch evaluation, though seat {seat} moves again after action {action}",
        )
        value = generic.evaluate(then) if choosing else OVER
        _expect(
            said == value,
            position,
            f"evaluate_successor says {said} of action {action}, but the state after it is {value}",
        )


UNTOUCHED = -(1 << 50)


def _check_end(record: Record) -> None:
    position = record.position
    game = position.game
    low, high = game.returns_range
    _check_state(position)
    for seat in range(position.seats):
        gained = generic.returns(position.state, seat)
        if isinstance(gained, bool) or not isinstance(gained, (int, float)):
            _sound(diagnosis.result_fault(game, "returns", gained, "a number on every way"))
    _check_view(position)
    _expect(
        all(low <= gained <= high for gained in position.returns),
        position,
        f"returns {position.returns} are out of range: expected {low:g} to {high:g}",
        "returns",
    )
    _expect(
        game.returns_sum is None or abs(sum(position.returns) - game.returns_sum) < 1e-9,
        position,
        f"returns {position.returns} do not add up to {game.returns_sum}",
        "returns",
    )
    winners = sum(gained == max(position.returns) for gained in position.returns)
    _expect(
        game.draws or winners == 1,
        position,
        f"{winners} seats got the most, but the game says that it has no draws",
        "returns",
    )
    _expect(
        all(not position.legal_for(seat) for seat in range(position.seats)),
        position,
        "there are legal moves after the end",
    )
    line = record.to_json()
    _expect(
        Record.from_json(line).to_json() == line, position, "the record does not replay to itself"
    )


def _check_play_out(first: Position, number: int) -> Traced:
    """The random game of this number, which the game's own `play_out` must play, too."""
    game, state = first.game, first.state
    random_bits = stream(Bits(SEED), number)
    default: Any = generic.play_out.__wrapped__  # type: ignore[attr-defined]
    own = implementation(generic.play_out, type(first.state))
    _expect(
        own(state, random_bits) == default(state, random_bits),
        first,
        f"the game's own play_out ends elsewhere (stream {number})",
    )
    plain = traced_game(game, state, SEED, number, compile=False)
    end, plies = default(state, random_bits)
    _expect(
        len(plain.plies) == plies,
        first,
        f"a trace and a playout differ in length (stream {number})",
    )
    _expect(
        plain.returns == tuple(generic.returns(end, seat) for seat in range(first.seats)),
        first,
        f"they differ in returns (stream {number})",
    )
    return plain


def positions_of_random_games(game: Game, *, games: int = 1, seed: int = 0) -> Iterator[Position]:
    """Every position of some random games, in all rulesets and with all numbers of seats."""
    source = random.Random(seed)
    for ruleset in game.rulesets:
        for seats in range(game.seats[0], game.seats[1] + 1):
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
