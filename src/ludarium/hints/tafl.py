"""Hints for Hnefatafl: a static evaluation by pieces, the king's ways and what shuts him in;
captures and escapes as forcing moves; symmetries; and single moves.
"""

from __future__ import annotations

from typing import Any

from ludarium.games.tafl import (
    ATTACKER,
    BOARDS,
    QUIET,
    RULES,
    STRONG,
    TO,
    BrandubhState,
    FetlarState,
    TablutState,
    ending,
    in_turn,
    striking,
)
from ludarium.hints.linear_evaluation import dot
from ludarium.hints.playing_out import playing_out
from ludarium.rules.bits import (
    Bits,
    fold,
    image,
    lowest,
    popcount,
    union_of_four,
)
from ludarium.rules.boards.directions import DirectionSets, count_of_eight, union_of_eight
from ludarium.rules.boards.orthogonal import (
    beside,
    custodial_captures,
    flanking_cells,
    orthogonal_slider,
)
from ludarium.rules.boards.tafl import TaflBoard, tafl_moves
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game
from ludarium.rules.memory import Memory, Table, poke

__all__ = ["functions"]

NEAR = 80  # quiet moves from which on it matters how many there were
State = Any

# fitted, by logistic regression, to the results of 400, 200 and 100 games of the engine with itself
WEIGHTS: dict[type, tuple[int, ...]] = {
    BrandubhState: (0, -60, 12, -52, -23, -32, 11, 2, -36, 10, 4, 3, 41),
    TablutState: (12, -63, 40, -53, -5, -8, -33, -8, -33, -5, -6, 0, 1),
    FetlarState: (-12, -55, 29, -62, -9, -7, -12, -33, -14, -5, -17, -1, 58),
}


def posts(board: TaflBoard) -> Bits:
    """The cells where attackers keep the king from his goal: two steps from a corner, or one from
    the edge.
    """
    last = board.column_count - 1
    cells = 0
    for index, (column, row) in board.places.items():
        across, along = min(column, last - column), min(row, last - row)
        if across + along == 2 if board.corners else min(across, along) == 1:
            cells |= 1 << index
    return board.sets(cells)


def functions(game: Game, state_type: type) -> Functions:
    """The hints for Hnefatafl on the board of this type of states, by name."""
    return {
        **symmetries(state_type),
        **moving(state_type),
        **forcing(state_type),
        **weighing(state_type),
    }


# Symmetries and moves


def symmetries(make: type) -> Functions:
    """The board's turns and mirror images."""
    board = BOARDS[make]
    size, mappings = board.size, board.mappings

    @jitable
    def symmetry_count(state: State) -> int:
        return 8

    @jitable
    def symmetric_state(state: State, symmetry: int) -> State:
        attackers, defenders, king, quiet, seat = state
        place = size * symmetry
        return make(
            image(attackers, mappings, place),
            image(defenders, mappings, place),
            image(king, mappings, place),
            quiet,
            seat,
        )

    @jitable
    def symmetric_action(state: State, symmetry: int, action: int) -> int:
        place = size * symmetry
        return mappings[place + (action & (TO - 1))] + TO * mappings[place + action // TO]

    return named(symmetry_count, symmetric_state, symmetric_action)


def moving(make: type) -> Functions:
    """Hashes, ways to list and test moves, and playouts."""
    board, (surrounded, _) = BOARDS[make], ending(make)
    cells, one, goal, size = board.cells, board.sets(1), board.goal, board.size
    for_men, ways = board.for_men, board.ways[:4] * 2
    moves, _, nth_move, _ = tafl_moves(board)
    slides = orthogonal_slider(board)

    @jitable
    def fingerprint(state: State) -> Bits:
        attackers, defenders, king, quiet, seat = state
        return fold((attackers, defenders, king, quiet if quiet >= NEAR else 0, seat))

    @jitable
    def free_cells(state: State) -> Bits:
        free: Bits = cells ^ (state.attackers | state.defenders | state.king)
        return free

    @jitable
    def goes_on(state: State) -> bool:
        if not state.king or state.king & goal or state.quiet >= QUIET:
            return False
        return not surrounded(state)

    @jitable
    def legal_moves(state: State) -> DirectionSets:
        men, king = in_turn(state)
        return moves(men, king, free_cells(state))

    @jitable
    def nth_legal_move(state: State, sets: DirectionSets, n: int) -> int:
        men, king = in_turn(state)
        source, target = nth_move(men | king, sets, n)
        return source + TO * target

    @large
    def put_legal(state: State, seat: int, memory: Memory, place: int) -> None:
        men, king = in_turn(state)
        own, sets, at = men | king, legal_moves(state), place
        for number in range(8):
            targets, way = sets[number], ways[number]
            while targets:
                target = lowest(targets)
                source = target - way
                while not (one << source) & own:
                    source -= way
                poke(memory, at, source + TO * target)
                at += 1
                targets &= targets - one

    @large
    def is_legal(state: State, seat: int, action: int) -> bool:
        source, target = action & (TO - 1), action // TO
        if action < 0 or source >= size or target >= size:
            return False
        men, king = in_turn(state)
        piece, goes, free = one << source, one << target, free_cells(state)
        onto = free if piece & king else free & for_men
        if not piece & (men | king) or not goes & onto:
            return False
        return bool(union_of_four(slides(piece, free)) & goes)

    play_out = playing_out(
        goes_on, legal_moves, count_of_eight, nth_legal_move, RULES[make]["play"]
    )
    return named(fingerprint, put_legal, is_legal, play_out)


# Forcing moves: captures, and the king's escape


def forcing(make: type) -> Functions:
    board, (hostile_to_men, king_taken) = BOARDS[make], striking(make)
    cells, one, goal = board.cells, board.sets(1), board.goal
    throne, corners = board.throne, board.corners
    guarded = board.sets(throne | beside(board)(throne))
    strong = make in STRONG
    next_to, flanked, from_where = beside(board), custodial_captures(board), flanking_cells(board)
    moves = tafl_moves(board).moves

    @large
    def is_forcing(state: State, action: int) -> bool:
        attackers, defenders, king, _, seat = state
        source, target = one << (action & (TO - 1)), one << (action // TO)
        if seat == ATTACKER:
            attackers ^= source | target
            if flanked(target, defenders, hostile_to_men(attackers, king)):
                return True
            return king_taken(attackers, king, target)
        if source == king and target & goal:
            return True
        own = (defenders | king) ^ source
        return bool(flanked(target, attackers, own | corners | throne))

    @large
    def can_force(state: State) -> bool:
        """Return whether a forcing action may exist: an upper bound, as a piece cannot be at both
        ends.
        """
        attackers, defenders, king, _, seat = state
        men, mine = in_turn(state)
        sets = moves(men, mine, cells ^ (attackers | defenders | king))
        reached = union_of_eight(sets)
        if seat != ATTACKER:
            _, _, _, _, e, f, g, h = sets
            aims = from_where(attackers, defenders | king | corners | throne)
            return bool(reached & aims or (e | f | g | h) & goal)
        aims = from_where(defenders, hostile_to_men(attackers, king))
        if strong or king & guarded:
            left = next_to(king) & (cells ^ (attackers | (throne ^ (throne & king))))
            if popcount(left) == 1:
                aims |= left
        else:
            aims |= from_where(king, attackers | corners)
        return bool(reached & aims)

    return named(is_forcing, can_force)


# Static evaluation


def weighing(make: type) -> Functions:
    board, weights = BOARDS[make], WEIGHTS[make]
    cells, goal, guards = board.cells, board.goal, posts(board)
    next_to, slides = beside(board), orthogonal_slider(board)
    moves, _, _, enclosed = tafl_moves(board)
    middle = board.column_count // 2
    nothing = board.sets(0)
    away = Table(
        max(abs(column - middle), abs(row - middle))
        for column, row in map(board.place, range(board.size))
    )

    @large
    def features(state: State) -> tuple[int, ...]:
        """Features of the evaluation, for the seat to move.

        One, for the move itself. Then, as the attackers see it: one, for their side; attackers;
        defenders; goals that the king reaches in a move; cells that he does; goals that he reaches
        in two; attackers next to him; defenders next to him; attackers that guard goals; how far he
        is from the throne; how many more moves the attackers have; one where he is shut in.
        """
        attackers, defenders, king, _, seat = state
        free = cells ^ (attackers | defenders | king)
        sign = 1 if seat == ATTACKER else -1
        once = union_of_four(slides(king, free)) & free
        twice = union_of_four(slides(once, free)) & free
        near = next_to(king)
        lead = count_of_eight(moves(attackers, nothing, free))
        lead -= count_of_eight(moves(defenders, nothing, free))
        return (
            1,
            sign,
            sign * popcount(attackers),
            sign * popcount(defenders),
            sign * min(2, popcount(once & goal)),
            sign * popcount(once),
            sign * min(4, popcount(twice & goal)),
            sign * popcount(near & attackers),
            sign * popcount(near & defenders),
            sign * popcount(attackers & guards),
            sign * (away[lowest(king)] if king else 0),
            sign * lead,
            sign * int(enclosed(king, attackers, goal)),
        )

    @jitable
    def evaluate(state: State) -> int:
        return dot(features(state), weights)

    return named(features, evaluate)
