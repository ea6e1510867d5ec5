"""Backgammon: bring your fifteen checkers home and off the board, past those of the other side.

Two players, White and Black, and twenty-four points, which each side numbers from the end of its
own way: checkers go from the 24-point down to the 1-point and off. White begins with two checkers
on its 24-point, five on its 13-point, three on its 8-point and five on its 6-point; Black likewise,
so that the 24-point of one is the 1-point of the other.

Each side throws one die; the higher one begins, and plays these two dice. Then each throws two.
Each die moves one checker by the points it shows, to a point on which at most one checker of the
other side stands. A single one, a blot, is hit: it goes to the bar. Who has checkers on the bar
must bring them in first, from where the 25-point would be. A double is played four times.

Once all checkers of a side are on its points 1 to 6, it may bear them off: by the exact number, or
by a higher one where no checker is further back. As many dice as possible must be played; where
either can be and not both, the higher one. The first to bear off all checkers wins. If the other
side has borne off none, that is a gammon and counts double; if it also has a checker on the bar or
on the winner's points 1 to 6, that is a backgammon and counts three times.

With a doubling cube the stake of a game is 1 at first. Before its throw a seat may offer to double
it. The other takes, and from then on only it may double, up to 64; or drops, and loses the stake as
it was. A match goes on, game by game, until a side has so many points. In the first game after one
is a point from winning, nobody doubles (Crawford's rule). Who would win the match with the stake as
it is cannot double. By Jacoby's rule gammons of a single game count once if nobody has doubled.

Source: the rules of backgammon as the U.S. Backgammon Federation plays it.

Notation: `8/5` moves a checker, `8/5*` hits, `bar/22` enters, `6/off` bears off, `pass`; each side
uses its own numbers. A turn may be written whole, in any order: `13/9 24/23`, `13/7/5`, `13/9(2)`,
and with 25 and 0 for the bar and off. A throw is its dice, `31`; the first one is White's die, then
Black's. Of the cube: `roll`, `double`, `take`, `drop`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules import generic
from ludarium.rules.backgammon_board import (
    BAR,
    LABELS,
    OFF,
    ONE_CHECKER,
    PLAYERS,
    SIDES,
    SITES,
    Counts,
    checker_count,
    checkers,
    count_at,
    dice_left,
    dice_pieces,
    place_name,
    placed,
    read_dice,
    read_sides,
    seat_views,
    side_text,
    site_of,
    turned,
)
from ludarium.rules.backgammon_cube import (
    BUTTON_OF,
    DECISIONS,
    DOUBLING_SITES,
    cube_pieces,
    cube_text,
    decision_buttons,
    decision_status,
    dice_text,
    game_status,
    read_doubling,
    task_with_cube,
    times_won,
    with_score,
    won_match,
)
from ludarium.rules.backgammon_doubling import (
    DOUBLING_FUNCTIONS,
    SETUP,
    TO_DECIDE,
    DoublingState,
    first_game,
)
from ludarium.rules.backgammon_ids import with_ids
from ludarium.rules.backgammon_moves import (
    MOVE_ACTIONS,
    ON_BAR,
    PASS,
    TO_BEGIN,
    TO_THROW,
    has_checkers,
    move_count,
    moved,
    nth_move,
    nth_throw,
    points_lost,
    throw_count,
    with_hit,
)
from ludarium.rules.backgammon_notation import ends, rest_of, xgid
from ludarium.rules.backgammon_resignation import resignation
from ludarium.rules.backgammon_rulesets import CHOICES, ORIGIN, Doubling, RulesetMaker
from ludarium.rules.bits import EMPTY, ONE, Bits, to_bits
from ludarium.rules.boards.piece_placement import PASS_BUTTONS
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import Game, OtherName, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.view import Button, Mark, Piece, View


class BackgammonState(NamedTuple):
    """A position."""

    mine: Annotated[Counts, Packed(BAR + 1, 4, 15)]
    """The checkers of the seat to move."""
    theirs: Annotated[Counts, Packed(BAR + 1, 4, 15)]
    """The checkers of the other seat, by the numbers of the seat to move."""
    high: Annotated[int, range(SIDES + 1)]
    """The higher of the dice that are left, 0 where none are."""
    low: Annotated[int, range(SIDES + 1)]
    """The lower one, which is the same where one is left, or a double."""
    left: Annotated[int, range(TO_BEGIN, 5)]
    """The number of checkers that the dice still move; TO_THROW, or TO_BEGIN before the first
    throw."""
    seat: int
    gammons: Annotated[int, FIXED]
    """1 if gammons count more than other games, else 0."""


State = BackgammonState | DoublingState


def start(ruleset: Ruleset, seats: int) -> State:
    if isinstance(ruleset.parameters, Doubling):
        return first_game(*ruleset.parameters)
    places, gammons = ruleset.parameters
    mine = placed(places)
    return BackgammonState(mine, turned(mine), 0, 0, TO_BEGIN, 0, gammons)


# Rules without a cube; those with one are in `ludarium.rules.backgammon_doubling`.


@jitable
def movers(state: BackgammonState) -> Bits:
    if not state.theirs & (ON_BAR - ONE_CHECKER):  # the other seat has borne off all checkers
        return EMPTY
    return CHANCE_MOVES if state.left <= TO_THROW else ONE << to_bits(state.seat)


@jitable
def legal_count(state: BackgammonState, seat: int) -> int:
    return throw_count(state.left) if seat == CHANCE else move_count(state)


@jitable
def nth_legal(state: BackgammonState, seat: int, n: int) -> int:
    return nth_throw(state.left, n) if seat == CHANCE else nth_move(state, n)


@jitable
def chance_weight(state: BackgammonState, action: int) -> int:
    return 1 if action // SIDES == action % SIDES or state.left == TO_BEGIN else 2


@jitable
def thrown(state: BackgammonState, one: int, two: int) -> BackgammonState:
    """The state after these dice were thrown."""
    mine, theirs, _, _, left, seat, gammons = state
    if left == TO_BEGIN and one < two:
        mine, theirs, seat = turned(theirs), turned(mine), 1
    left = 4 if one == two else 2
    return BackgammonState(mine, theirs, max(one, two), min(one, two), left, seat, gammons)


@jitable
def play(state: BackgammonState, action: int) -> BackgammonState:
    mine, theirs, high, low, left, seat, gammons = state
    if left <= TO_THROW:
        return thrown(state, action // SIDES + 1, action % SIDES + 1)
    if action != PASS:
        die, place = action >> 5, action & 31
        mine = moved(mine, place, die)
        theirs = with_hit(theirs, place, die)
        left -= 1
        high = low = high + low - die
        if left and has_checkers(mine):
            return BackgammonState(mine, theirs, high, low, left, seat, gammons)
    return BackgammonState(turned(theirs), turned(mine), 0, 0, TO_THROW, 1 - seat, gammons)


@jitable
def returns(state: BackgammonState, seat: int) -> float:
    won = points_lost(state.mine) / 3 if state.gammons else 1.0
    return -won if seat == state.seat else won


# Text


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    if seat == CHANCE:
        first, second = action // SIDES + 1, action % SIDES + 1
        both = state.left == TO_BEGIN or first == second
        return (f"{first}{second}",) if both else (f"{first}{second}", f"{second}{first}")
    if action in BUTTON_OF:
        return (BUTTON_OF[action],)
    source, goal = ends(action)
    text = f"{place_name(source)}/{place_name(goal)}"
    return (f"{text}*", text) if goal != OFF and count_at(state.theirs, goal) else (text,)


def by_seat(state: State) -> tuple[Counts, Counts]:
    """The checkers of White and of Black, each by the side's own numbers."""
    other = turned(state.theirs)
    return (state.mine, other) if state.seat == 0 else (other, state.mine)


def write_position(state: State) -> str:
    mover = "-" if state.left == TO_BEGIN else "wb"[state.seat]
    dice = "".join(map(str, dice_left(*state[2:5]))) or "?"
    sides = " ".join(map(side_text, by_seat(state)))
    if isinstance(state, DoublingState):
        return f"{sides} {cube_text(state)} {mover} {dice_text(state, dice)}"
    return f"{sides} {mover} {dice}"


def read_position(text: str, ruleset: Ruleset) -> State:
    cursor, first = Cursor(text), start(ruleset, 2)
    sides = read_sides(cursor, checker_count(first.mine))
    if isinstance(first, DoublingState):
        return read_doubling(cursor, sides, first)
    mover = cursor.take("wb-", "w or b, who moves, or - before the first throw")
    dice, seat = read_dice(cursor), int(mover == "b")
    mine, theirs = sides[seat], turned(sides[1 - seat])
    state = BackgammonState(mine, theirs, 0, 0, TO_THROW, seat, first.gammons)
    if not has_checkers(mine) or (not movers(state) and (dice or mover == "-")):
        raise cursor.impossible("expected nobody to throw or move after the end")
    if mover == "-" and dice:
        raise cursor.impossible("expected ? where it is still to be thrown who begins")
    if not dice:
        return state._replace(left=TO_BEGIN if mover == "-" else TO_THROW)
    return state._replace(high=dice[0], low=dice[-1], left=len(dice))


# Touches and View


def touches(state: State, seat: int, action: int) -> tuple[str, ...]:
    if action in BUTTON_OF:
        return (BUTTON_OF[action],)
    return tuple(site_of(seat, place) for place in ends(action))


def pieces(state: State, before: State | None) -> Iterator[Piece]:
    yield from checkers(by_seat(state))
    dice = dice_left(*state[2:5]) if state.left > TO_THROW else []
    places = list(range(len(dice))) if state.high == state.low else [1, 2]
    if before and len(dice) == 1 and before.high != before.low:  # it stays where it was
        places = [1 if state.high == before.high else 2]
    yield from dice_pieces(state.seat, dice, places)
    if isinstance(state, DoublingState):
        yield from cube_pieces(state)


def must_pass(state: State) -> bool:
    return state.left > TO_THROW and nth_move(state, 0) == PASS


def end_of_game(state: BackgammonState) -> str:
    """The status of a game without a cube that is over."""
    count = points_lost(state.mine) if state.gammons else 1
    winner = PLAYERS[1 - state.seat].name
    gammon = say("{winner} wins a gammon, which counts double", winner=winner)
    backgammon = say("{winner} wins a backgammon, which counts three times", winner=winner)
    return (say("{winner} wins", winner=winner), gammon, backgammon)[count - 1]


def end_of_points(state: DoublingState) -> str:
    """The status of a single game with a cube that is over."""
    winner, loser = (player.name for player in PLAYERS[:: 1 if state.white else -1])
    points = counted("{n} point", "{n} points", max(state.white, state.black))
    return (
        say("{loser} drops: {winner} wins {points}", loser=loser, winner=winner, points=points),
        say("{winner} wins {points}", winner=winner, points=points),
        say("{winner} wins a gammon: {points}", winner=winner, points=points),
        say("{winner} wins a backgammon: {points}", winner=winner, points=points),
    )[times_won(state)]


def throw_status(state: State) -> str:
    """The status where dice are thrown or played."""
    seat = PLAYERS[state.seat].name
    if state.left == TO_BEGIN:
        return say("Each side throws a die; the higher one begins")
    if state.left == TO_THROW:
        return say("{seat} throws", seat=seat)
    throw = " ".join(map(str, dice_left(*state[2:5])))
    if must_pass(state):
        return say("{seat} has {dice} to play and cannot move", seat=seat, dice=throw)
    return say("{seat} has {dice} to play", seat=seat, dice=throw)


def status(state: State) -> str:
    over = not generic.movers(state)
    if not isinstance(state, DoublingState):
        return end_of_game(state) if over else throw_status(state)
    if over:
        return won_match(state) if state.length else end_of_points(state)
    if state.left == TO_DECIDE:
        return decision_status(state)
    return game_status(state, throw_status(state))


def marks(before: State | None, action: int | None) -> tuple[Mark, ...]:
    if before is None or action is None or before.left <= TO_THROW or action == PASS:
        return ()
    return tuple(Mark("last", site_of(before.seat, place)) for place in ends(action))


def view(state: State, before: State | None, action: int | None) -> View:
    passes, seats, sites = must_pass(state), seat_views(by_seat(state)), SITES
    buttons: tuple[Button, ...] = PASS_BUTTONS if passes else ()
    task: str = say("you cannot move, so pass") if passes else say("move a checker")
    if isinstance(state, DoublingState):
        seats, sites = with_score(state, seats), DOUBLING_SITES if state.limit else SITES
        if state.left == TO_DECIDE:
            buttons = decision_buttons(state)
        task = task_with_cube(state, task)
    return View(
        surface="wood",
        sites=sites,
        pieces=tuple(pieces(state, before)),
        seats=seats,
        status=status(state),
        movers=() if state.left in (TO_THROW, TO_BEGIN) else (state.seat,),
        marks=marks(before, action),
        buttons=buttons,
        labels=LABELS,
        task=task,
    )


SOURCE = say("U.S. Backgammon Federation")
COUNTED = say("A gammon counts twice, a backgammon three times. No doubling cube.")
UNCOUNTED = say("A win is a win: gammons count no more. No doubling cube.")
THREE = say("Three checkers a side, on the points 24, 23 and 22. A win is a win.")


def ruleset(name: str, title: str, notes: str, places: dict[int, int], gammons: int) -> Ruleset:
    return Ruleset(name=name, title=title, source=SOURCE, notes=notes, parameters=(places, gammons))


PLAIN = {
    "no": ruleset("money", say("Gammons count"), COUNTED, SETUP, 1),
    "single": ruleset("single", say("Single games"), UNCOUNTED, SETUP, 0),
    "hyper": ruleset("hyper", say("Hyperbackgammon"), THREE, {24: 1, 23: 1, 22: 1}, 0),
}
MAKER = RulesetMaker(PLAIN, SOURCE)

GAME = Game(
    name="backgammon",
    title=say("Backgammon"),
    kinds=("race",),
    provenance=ORIGIN,
    other_names=(OtherName("Tables", "en"), OtherName("Tavla", "tr")),
    seats=(2, 2),
    seat_names=tuple(player.name for player in PLAYERS),
    state=BackgammonState,
    other_states={DoublingState: DOUBLING_FUNCTIONS},
    rulesets=MAKER.rulesets,
    people_play="cube",
    mixed_ruleset=MAKER.mixed_ruleset,
    part_choices=CHOICES,
    chosen_parts=MAKER.chosen_parts,
    ruleset_of_choices=MAKER.ruleset_of_choices,
    start=start,
    functions=named(movers, legal_count, nth_legal, chance_weight, play, returns),
    action_texts=action_texts,
    rest_of=rest_of,
    xgid=xgid,
    touches=touches,
    write_position=write_position,
    read_position=with_ids(read_position),
    view=view,
    actions=lambda ruleset, seats: (
        *MOVE_ACTIONS,
        *(DECISIONS if isinstance(ruleset.parameters, Doubling) else ()),
    ),
    points_of_return=MAKER.points_of_return,
    resignation=resignation,
    draws=False,
    hints="ludarium.hints.backgammon",
    wording="ludarium.games.wording.backgammon",
    interchange="ludarium.games.interchange.backgammon",
)
