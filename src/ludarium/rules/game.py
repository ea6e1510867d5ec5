"""The content of a game file: one `Game` object, with its rules as functions, its rulesets as data,
its text, touches and View.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ludarium.errors import SeatsError, UnknownRulesetError, choice_of
from ludarium.phrases import say
from ludarium.rules import generic
from ludarium.rules.dispatch import Functions, functions_of, implement, jitable
from ludarium.rules.interchange import Form, forms_of
from ludarium.rules.kinds import Kind
from ludarium.rules.part_choices import CHOICES, PARTS, PartChoice, listed
from ludarium.rules.provenance import Disagreement, Provenance, RulesetReconstruction
from ludarium.rules.resignation import Resignation
from ludarium.rules.seat_counts import numbers_of, seats_in_words
from ludarium.rules.termination import Termination
from ludarium.rules.typed_states import as_plain, typed_state
from ludarium.rules.view import View
from ludarium.rules.wording import worded

__all__ = [
    "Family",
    "Game",
    "OtherName",
    "PieceLetters",
    "Ruleset",
    "listers",
    "standard",
]

REQUIRED = ("movers", "legal_count", "nth_legal", "play", "returns")
"""The generic functions that every game gives; all others have defaults."""
GIVE_FUNCTIONS = f"every game gives functions=named({', '.join(REQUIRED)})"

State = Any
Action = int
Seat = int


class OtherName(NamedTuple):
    """A name that people know a game by, besides its title."""

    text: str
    language: str
    """The code of the language in which it is called so: "en", "cs" or another of two letters."""
    source: str = ""
    """The source that gives the name, where it is not in common use."""


class PieceLetters(NamedTuple):
    """The letters of pieces in the notation of moves, which are shown to people otherwise.

    Each is a list with spaces between, in the same order.
    """

    notation: str
    """The capital letters of the notation; in it they stand for pieces alone."""
    shown: str
    """The letters of the reader's language: the same, as a phrase that is translated."""
    figurines: str
    """Signs of the pieces, which need no language."""


class Family(NamedTuple):
    """Games that are alike, and have a page together."""

    name: str
    """The identifier: small letters, digits and -."""
    title: str
    """The displayed name."""
    summary: str
    """The common traits of its games, in a sentence or two."""


listers: dict[Game, Callable[[State, Seat], list[Action]]] = {}
"""Compiled ways to list legal actions, by game."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ruleset:
    """One way to play a game."""

    name: str
    """The identifier."""
    title: str
    """The displayed name."""
    source: str
    """The source of its rules."""
    notes: str = ""
    """The difference from the game's other rulesets, in a sentence or two."""
    parameters: Any = None
    """The argument of the game's `start`, which makes the first state."""
    reconstruction: RulesetReconstruction | None = None
    """The evidence of its reconstruction, where it is not known by which rules a game was played.
    """
    identifier: str = ""
    """The identifier in its source, where that has identifiers."""
    mark: str = ""
    """A mark in lists, where not all of it is as its source says: in a few words, why not."""
    leaves_open: tuple[str, ...] = ()
    """The parts that its source does not state, so that they are our reading, or that of another
    source: names of `ludarium.rules.provenance.PARTS_OF_RULES`. All else is as the source says."""


def standard(source: str) -> Ruleset:
    """The ruleset of a game that has no other."""
    return Ruleset(name="standard", title=say("Standard"), source=source)


@dataclasses.dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game. Making one registers its functions for its state type, so that generic functions find
    them.

    Raises ValueError where the name is not one, a function's name is not that of a generic
    function, one that every game must give is missing, or the state type has a game already.
    """

    name: str
    """The identifier: small letters, digits, - and _."""
    title: str
    """The displayed name."""
    seats: tuple[int, int]
    """The smallest and the largest number of seats; `SeatCounts(2, 4)` where some are between."""
    seat_names: tuple[str, ...]
    """The names of the seats, for the largest number of them."""
    state: type
    """The NamedTuple type of its states. Fields are annotated `int`, `Bits` or a wider type of bit
    sets, or as tuples of these."""
    rulesets: tuple[Ruleset, ...]
    """The rulesets; the first is the default."""
    start: Callable[[Ruleset, int], State]
    """The first state, for a ruleset and a number of seats."""
    functions: Functions
    """The generic functions, by name."""
    action_texts: Callable[[State, Seat, Action], tuple[str, ...]]
    """An action's notation, then other spellings that are understood."""
    touches: Callable[[State, Seat, Action], tuple[str, ...]]
    """The ids of what a player touches, in order, to make this action."""
    write_position: Callable[[State], str]
    """The position as text."""
    read_position: Callable[[str, Ruleset], State]
    """The position of this text; raises PositionError."""
    view: Callable[[State, State | None, Action | None], View]
    """The View of a state; with the state before and the joint action that led from it, where they
    are known."""
    piece_letters: PieceLetters | None = None
    """The letters of its pieces, where its notation has such."""
    uci_variant: str | None = None
    """The name that programs which speak UCI know the game by; empty for that which all of them
    play, None where they do not know it. Its moves are then where they begin and end."""
    fen_position: Callable[[str], str] | None = None
    """The position, in our notation, of a FEN as these programs write it, where the two differ."""
    xgid: Callable[[State], str] | None = None
    """The position as XGID, the text of eXtreme Gammon, from the side of the seat to move: before a
    throw is played, before a throw, or, where a double is offered, before that offer."""
    gtp_setup: Callable[[Ruleset], tuple[str, ...]] | None = None
    """The commands of GTP that set up a ruleset, that of the board's size first, where programs
    which speak it know the game; none where they do not know the ruleset."""
    gtp_names: tuple[str, ...] = ()
    """The names of the game to these programs, as they tell by `gogui-rules_game_id`; empty for
    that which all of them play that do not tell."""
    gtp_lead: Callable[[State], int] | None = None
    """The points by which black leads at the end, where these programs count some that no tally of
    the View does."""
    gtp_columns: str = "abcdefghjklmnopqrstuvwxyz"
    """The letters of columns in GTP, which usually leaves out i."""
    promotes: bool = False
    """True if a move may end with the choice of a piece; the strongest is listed first."""
    named_by: Callable[[State, Seat, str], Iterable[Action]] = lambda state, seat, text: ()
    """Actions, legal or not, of which a text may be the notation, where its parts tell that: they
    are tried first, as to write all legal actions takes longer."""
    rest_of: Callable[[State, Seat, Action, str], Iterable[str]] | None = None
    """The rest of a text, as people and other programs write moves, after a legal action with which
    it may begin: "" where it denotes just this action, and more where it denotes a turn of several
    of the same seat; none where it cannot begin with it. What is an action's notation must not
    denote another one."""
    more_touches: Callable[[State, Seat, Action], tuple[tuple[str, ...], ...]] = (
        lambda state, seat, action: ()
    )
    """Further paths that make this action, where touching something else means the same, as any
    cell of a column into which a disc is dropped. They are understood, but not pointed out."""
    returns_sum: float | None = 0.0
    """The sum of the returns of all seats; None where that differs from game to game."""
    returns_range: tuple[float, float] = (-1.0, 1.0)
    """The least and the most that a seat can get."""
    points_of_return: Callable[[Ruleset], float | None] = lambda ruleset: None
    """The points that a return of 1 stands for, where people count in points; None where they count
    wins."""
    resignation: Callable[[State, Seat], Resignation] | None = None
    """The loss of a seat, of two, that resigns or otherwise loses other than by the rules: the most
    that it can still lose by them, where that differs from state to state. By default the least of
    `returns_range`."""
    draws: bool = True
    """True if a game can end without a single winner."""
    absent: Action | None = None
    """The action of a seat whose time ran out, where the rules go on without it; never legal."""
    mixed_ruleset: Callable[[str], Ruleset] | None = None
    """Makes a ruleset of a name that begins with PARTS and lists its parts, where the game has
    such; raises RulesetError."""
    part_choices: tuple[PartChoice, ...] = ()
    """The choices by which a ruleset is put together, where the game has such."""
    chosen_parts: Callable[[Ruleset], Mapping[str, str]] | None = None
    """The option of each choice by which a ruleset is put together."""
    ruleset_of_choices: Callable[[Mapping[str, str]], str] | None = None
    """The name of the ruleset that is put together by these options, beginning with PARTS; a choice
    that is left out, or an option that is not known, stands for the default."""
    repetition: int | None = None
    """The game ends when a position occurs for this time; None where there is no such rule. Which
    states are the same position, the generic function `repetition_state` says, and who has won
    then, `cycle_returns`: nobody, but in some games."""
    termination: Callable[[State], Termination] | None = None
    """The reason why a game ended by its rules, of its last state; by default the limit of moves,
    or the rules."""
    superko: bool = False
    """True if a move that brings an earlier position back is not legal (positional superko). The
    seat to move must then always have a move that cannot do so, such as to pass."""
    byoyomi: tuple[tuple[int, int, int], ...] = ()
    """Clocks with byo-yomi that its players know: minutes, then periods, of seconds each."""
    people_play: str = ""
    """The name of the ruleset that people are offered first, where that is not the default one."""
    without_agreement: Callable[[State], State] | None = None
    """The state of a game in which seats agree on the result after their last move
    (`ludarium.rules.boards.agreement`) as it is where they do not: that from which searches go, as
    nobody agrees to a loss. The same state where its game has no such agreement."""
    turn_taking: Callable[[State], tuple[Action, tuple[Action, ...]] | None] | None = None
    """The action by which the seat to move yields the turn to the other, who may choose as well, as
    while both mark dead stones; and the actions for which the other cannot have it. None for a
    state in which only the seat to move chooses."""
    rules: str = ""
    """The rules in words; by default the docstring of its file."""
    sentences: Callable[[Ruleset], tuple[str, ...]] | None = None
    """The rules of a ruleset in sentences that follow from its parameters."""
    ends: Callable[[Ruleset], tuple[str, ...]] | None = None
    """The sentences among them that tell who wins or loses, and when."""
    notes_on_sources: str = ""
    """The dotted name of the module whose DISAGREEMENTS are the points on which its sources
    contradict each other or themselves, imported when first needed."""
    wording: str = ""
    """The dotted name of the module of its rules in sentences (`ludarium.rules.wording`), imported
    when first needed; it gives `sentences` and `ends`."""
    interchange: str = ""
    """The dotted name of the module of its `forms` in files of other programs, imported when first
    needed (`ludarium.rules.interchange`)."""
    provenance: Provenance | None = None
    """The place and time where it was played, where these are known."""
    other_states: Mapping[type, Functions] = dataclasses.field(default_factory=dict)
    """Further state types, such as those of larger boards, each with its generic functions; `start`
    says which type a ruleset has."""
    board: Any = None
    """The board that it is played on, whose `places` say where the members of its sets are."""
    board_under: Callable[[State], Any] | None = None
    """The board of a state, where rulesets differ in it."""
    actions: Callable[[Ruleset, int], Iterable[Action]] | None = None
    """Every action that a seat can ever have, for a ruleset and a number of seats, each once: the
    fixed list that learning programs number. Without it they take all ints of as many bits as
    actions of random games have."""
    hints: str = ""
    """The dotted name of the module of what makes bots stronger, imported when first needed.

    Its function `functions(game, state)` gives further generic functions by name, for one of the
    game's state types; its `LEVELS`, if any, says how bots of level 1 to 8 play, where the common
    levels do not suit the game."""
    other_names: tuple[OtherName, ...] = ()
    """The names that people know it by besides its title and the title's translations, for whoever
    searches."""
    family: Family | None = None
    """The games that it is one of, where there are many like it."""
    kinds: tuple[Kind, ...] = ()
    """The kinds of games that it is of; most are of one."""
    featured: bool = True
    """True if it stands by itself among all games, and not only in its family."""
    first_pick: bool = False
    """True if it is one of the few that who comes for the first time is offered."""
    engine: str = ""
    """The name of the state type and its functions, where several games share them: what is
    compiled for one of them serves all."""
    ranking_points: bool = False
    """True if ranking-points are kept of its games (`ludarium.ratings.ranking_points`)."""

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", self.name):
            raise ValueError(
                f"a game's name is of small letters, digits, - and _, not {self.name!r}"
            )
        if not isinstance(self.functions, Mapping):
            raise ValueError(f"functions is {type(self.functions).__name__}, {GIVE_FUNCTIONS}")
        missing = [name for name in REQUIRED if name not in self.functions]
        if missing:
            raise ValueError(f"the game {self.name!r} lacks {', '.join(missing)}: {GIVE_FUNCTIONS}")
        numbers_of(self.seats)
        if self.wording:
            for name, function in worded(self.wording).items():
                object.__setattr__(self, name, function)
        for state, functions in self.implementations.items():
            more = functools.partial(self._more, state) if self.hints else None
            implement(state, self._completed(functions), more)
        if not self.rules:
            module = sys.modules.get(self.functions["play"].__module__)
            object.__setattr__(self, "rules", (module.__doc__ or "").strip() if module else "")

    def _more(self, state: type) -> Functions:
        functions: Functions = importlib.import_module(self.hints).functions(self, state)
        return {**functions, **_listing(functions)}

    def _completed(self, functions: Functions) -> Functions:
        """The functions, with those that say what kind of game it is."""
        kinds = {
            "has_chance": "chance_weight" in functions,
            "hides": "seen_by" in functions,
            "draws_by_repetition": self.repetition is not None,
            "forbids_repetition": self.superko,
            "notes_cycles": "cycle_noted" in functions,
        }
        of_kind = {kind: always for kind, holds in kinds.items() if holds}
        return {**functions, **of_kind, **_listing(functions)}

    @functools.cached_property
    def implementations(self) -> Mapping[type, Functions]:
        """The generic functions of each state type, as the game's file gives them."""
        return {self.state: self.functions, **self.other_states}

    @property
    def has_chance(self) -> bool:
        """True if dice, cards or the like decide anything."""
        return "chance_weight" in self.functions

    @property
    def hides(self) -> bool:
        """True if there is anything that not all seats see."""
        return "seen_by" in self.functions

    @property
    def is_simultaneous(self) -> bool:
        """True if several seats choose at once."""
        return any("action_bits" in functions for functions in self.implementations.values())

    @property
    def is_combinatorial(self) -> bool:
        """True if seats move in turn, nothing is hidden, and nothing is left to chance."""
        return not (self.is_simultaneous or self.hides or self.has_chance)

    @property
    def has_margins(self) -> bool:
        """True if a game can be won by more or by less, as where chips are played for."""
        return self.returns_range[1] > 1

    @property
    def levels(self) -> tuple[tuple[float, int], ...]:
        """The share of slips and the states of a search of each bot's level, as in
        `ludarium.search.levels`, or its playouts where the game `plays_out`; empty where the common
        levels hold.
        """
        module = importlib.import_module(self.hints) if self.hints else None
        levels: tuple[tuple[float, int], ...] = getattr(module, "LEVELS", ())
        return levels

    @property
    def agreed_action(
        self,
    ) -> Callable[[State, Callable[[], Sequence[State]]], Action | None] | None:
        """The choice of a bot where seats agree on the result, or are about to: an action of a
        state, or None where it should search for a move. Its second argument plays out ends by the
        generic function `settle`.
        """
        module = importlib.import_module(self.hints) if self.hints else None
        return getattr(module, "agreed_action", None)

    @property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """The points on which its sources contradict each other or themselves."""
        module = importlib.import_module(self.notes_on_sources) if self.notes_on_sources else None
        return getattr(module, "DISAGREEMENTS", ())

    @property
    def forms(self) -> Mapping[str, Form]:
        """The ways to write it in files of other programs, by the name of the format."""
        return forms_of(self.interchange) if self.interchange else {}

    @property
    def plays_out(self) -> bool:
        """True if random playouts say more of its positions than a static evaluation: it has none,
        and without one alpha-beta search loses to tree search.
        """
        return "evaluate" not in functions_of(self.state)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def summary(self) -> str:
        """The first paragraph of its rules, in one line."""
        return " ".join(self.rules.partition("\n\n")[0].split())

    def scaled(self, gained: float) -> float:
        """A return, scaled from `returns_range` to -1..1."""
        low, high = self.returns_range
        return 2 * (gained - low) / (high - low) - 1

    def ruleset(self, name: str | None = None) -> Ruleset:
        """The ruleset of this name, or made of the parts that it lists, or the default one. A name
        such as `choices:size=9,handicap=9` lists options of which some may not go together: these
        give way.

        Raises RulesetError.
        """
        if name is None:
            return self.rulesets[0]
        if self.ruleset_of_choices and name.startswith(CHOICES):
            name = self.ruleset_of_choices(listed(name.removeprefix(CHOICES)))
        for ruleset in self.rulesets:
            if ruleset.name == name:
                return ruleset
        if self.mixed_ruleset and name.startswith(PARTS):
            return self.mixed_ruleset(name)
        names = tuple(ruleset.name for ruleset in self.rulesets)
        error = UnknownRulesetError(choice_of(f"ruleset of {self.name}", name, names))
        error.title, error.given, error.names = self.title, name, names
        raise error

    @property
    def offered(self) -> Ruleset:
        """The ruleset that people are offered first."""
        return self.ruleset(self.people_play or None)

    @functools.cached_property
    def seat_counts(self) -> tuple[int, ...]:
        """The numbers of seats that it is played with, the fewest first."""
        return numbers_of(self.seats)

    def seat_number(self, seats: int | None = None) -> int:
        """The number of seats, by default the fewest. Raises SeatsError."""
        number = self.seats[0] if seats is None else seats
        if not isinstance(number, int) or number not in self.seat_counts:
            expected = seats_in_words(self.seat_counts)
            raise SeatsError(f"{self.title} is played with {expected}, not {number}")
        return number

    def winners(self, returns: Sequence[float]) -> tuple[Seat, ...]:
        """The seats that won a game with these returns: those with the best one. Where all got the
        same nobody won; or everybody, above 0, in a game in which they can win together.
        """
        best = max(returns)
        together = self.returns_sum is None and best > 0
        if min(returns) == best and not together:
            return ()
        return tuple(seat for seat, gained in enumerate(returns) if gained == best)

    def all_lost(self, returns: Sequence[float]) -> bool:
        """Return whether everybody lost a game with these returns, as they can in games in which
        they win together.
        """
        return self.returns_sum is None and max(returns) < 0 and min(returns) == max(returns)

    def even_return(self, seats: int) -> float:
        """The return of each seat in a game that ends without a result."""
        if self.returns_sum is not None:
            return self.returns_sum / seats
        return min(max(0.0, self.returns_range[0]), self.returns_range[1])

    def plain(self, state: State) -> State:
        """The state with fields of plain ints, as plain Python's rules want them."""
        return type(state)(*map(as_plain, state))

    def typed(self, state: State) -> State:
        """The state as compiled code wants it: bit sets unsigned, so that it always meets the one
        machine code for its type.
        """
        return typed_state(state)

    def legal_actions(self, state: State, seat: Seat) -> list[Action]:
        """The seat's legal actions; none where it does not choose. Those that `superko` forbids are
        among them, as a state does not know the earlier positions.

        By compiled code once `ludarium.rules.listing.prepare_listing` was called for this game,
        and else in plain Python.
        """
        lister = listers.get(self)
        if lister is not None:
            return lister(state, seat)
        if not generic.movers(state) >> seat & 1:
            return []
        return [generic.nth_legal(state, seat, n) for n in range(generic.legal_count(state, seat))]

    def outcomes(self, state: State) -> list[tuple[Action, int]]:
        """List each outcome of chance with its weight; none where it is not the turn of chance."""
        return [
            (action, generic.chance_weight(state, action))
            for action in self.legal_actions(state, generic.CHANCE)
        ]

    def action_text(self, state: State, seat: Seat, action: Action) -> str:
        """The action in the game's notation."""
        return self.action_texts(state, seat, action)[0]


@jitable
def always(state: State) -> bool:
    """True of every state."""
    return True


def _listing(functions: Functions) -> Functions:
    """The functions that follow from the presence of `put_legal` and `can_force`."""
    kinds = {"lists_legal": "put_legal", "may_force": "can_force"}
    return {kind: always for kind, function in kinds.items() if function in functions}
