"""Properties of the legal actions of all positions of a game: their counts, and their numbers."""

from __future__ import annotations

from ludarium.environments.actions import action_space
from ludarium.errors import RulesError
from ludarium.play.position import Position, start
from ludarium.rules import diagnosis, generic
from ludarium.rules.game import Game
from ludarium.testing.expectations import expect, performed

__all__ = ["ActionNumbers", "MoveCounts", "SeatsChosen"]


FEWEST = 5  # positions that say something of legal_count being too low
ENOUGH = 4  # positions for each seat, after which each has chosen


class MoveCounts:
    """Evidence, from the positions of all games, that legal_count is too low.

    A game says how many legal actions there are, and nothing else can know. But where in every
    position of all rulesets one more number than that gives one more action, which has a text of
    its own, touches a site of the View as no legal action does, and can be played, the count is one
    too low. A game whose count is right gives no such action: it would have to be forbidden every
    time for a reason that neither its text, its View nor its play tells. An action that is
    given for the number after as well is what nth_legal falls back on.
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
            if (
                action in {move.action for move in moves}
                or not _is_playable(position, seat, action)
                or _falls_back(position, seat, len(moves))
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
        performed.checks += 1
        if not self.right and self.positions >= FEWEST:
            where = diagnosis.of_function(game, "legal_count")
            raise AssertionError(f"{where}: {self.example}" if where else self.example)


class ActionNumbers:
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
            expect(
                action < space.size,
                position,
                f"the legal action {action} is not among the {space.size} that learning programs "
                "know: give all that a seat can ever have as Game.actions",
            )


class SeatsChosen:
    """The seats that chose in random games of each number of seats.

    Rules for two seats go on by `1 - seat`, and a third never moves.
    """

    def __init__(self) -> None:
        self.chosen: dict[int, set[int]] = {}
        self.positions: dict[int, int] = {}

    def note(self, position: Position) -> None:
        """Note who chooses in a position."""
        seats = position.seats
        self.chosen.setdefault(seats, set()).update(position.movers)
        self.positions[seats] = self.positions.get(seats, 0) + 1

    def check(self, game: Game) -> None:
        """Raises AssertionError where a seat never chose, however long the games were."""
        performed.checks += 1
        for seats, chosen in self.chosen.items():
            idle = sorted(set(range(seats)) - chosen)
            if idle and self.positions[seats] >= ENOUGH * seats:
                where = diagnosis.of_function(game, "movers") or game.name
                raise AssertionError(
                    f"{where}: with {seats} seats, seat {idle[0]} never chooses in "
                    f"{self.positions[seats]} positions: let play go on to each seat, or declare "
                    "fewer seats"
                )


def _greatest_action(position: Position) -> int:
    """The greatest legal action of a position in which seats choose."""
    moves = (move for seat in position.movers for move in position.legal_for(seat))
    return max(move.action for move in moves)


def _falls_back(position: Position, seat: int, n: int) -> bool:
    """Return whether nth_legal gives the same action for this number and the next."""
    try:
        after = generic.nth_legal(position.state, seat, n + 1)
    except Exception:  # there is no such action
        return False
    return after == generic.nth_legal(position.state, seat, n)


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
