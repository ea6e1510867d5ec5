"""Alpha-beta search of games whose legal moves are found all at once: once a state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludarium.rules.bits import EMPTY, ONE, Bits, to_bits
from ludarium.rules.dispatch import Functions, implement, jitable, named
from ludarium.rules.memory import Memory

__all__ = ["finding"]

State = Any
Moves = Any
StateWithMoves = Any  # a NamedTuple of a `state` and its `moves`


def finding(
    kind: type,
    goes_on: Callable[[State], bool],
    moves: Callable[[State], Moves],
    move_count: Callable[[Moves], int],
    nth_move: Callable[[State, Moves, int], int],
    has_move: Callable[[State, Moves, int], bool],
    put_moves: Callable[[State, Moves, Memory, int], None],
    can_take: Callable[[State, Moves], bool],
) -> Functions:
    """The generic functions `with_moves`, `put_legal`, `is_legal` and `can_force`, by name.

    kind: the type that `with_moves` gives, with fields `state` and `moves`. goes_on: whether a
    state is not over for another reason than that there is no move. moves: those of a state.
    move_count, nth_move, has_move and put_moves: their number, the n-th as an action, whether this
    action is one of them, and their list in memory from a place on. can_take: whether one of them
    is forcing.
    """

    @jitable
    def with_moves(state: State) -> StateWithMoves:
        return kind(state, moves(state))

    @jitable
    def put_legal(state: State, seat: int, memory: Memory, place: int) -> None:
        put_moves(state, moves(state), memory, place)

    @jitable
    def is_legal(state: State, seat: int, action: int) -> bool:
        return has_move(state, moves(state), action)

    @jitable
    def can_force(state: State) -> bool:
        return can_take(state, moves(state))

    implement(kind, node_functions(goes_on, move_count, nth_move, has_move, put_moves, can_take))
    return named(with_moves, put_legal, is_legal, can_force)


def node_functions(
    goes_on: Callable[[State], bool],
    move_count: Callable[[Moves], int],
    nth_move: Callable[[State, Moves, int], int],
    has_move: Callable[[State, Moves, int], bool],
    put_moves: Callable[[State, Moves, Memory, int], None],
    can_take: Callable[[State, Moves], bool],
) -> Functions:
    """The functions, by name, that a search calls on a result of `with_moves`."""

    @jitable
    def without_moves(node: StateWithMoves) -> State:
        return node.state

    @jitable
    def movers(node: StateWithMoves) -> Bits:
        if not goes_on(node.state) or move_count(node.moves) == 0:
            return EMPTY
        return ONE << to_bits(node.state.seat)

    @jitable
    def legal_count(node: StateWithMoves, seat: int) -> int:
        return move_count(node.moves)

    @jitable
    def nth_legal(node: StateWithMoves, seat: int, n: int) -> int:
        return nth_move(node.state, node.moves, n)

    @jitable
    def put_legal(node: StateWithMoves, seat: int, memory: Memory, place: int) -> None:
        put_moves(node.state, node.moves, memory, place)

    @jitable
    def is_legal(node: StateWithMoves, seat: int, action: int) -> bool:
        return has_move(node.state, node.moves, action)

    @jitable
    def can_force(node: StateWithMoves) -> bool:
        return can_take(node.state, node.moves)

    return named(without_moves, movers, legal_count, nth_legal, put_legal, is_legal, can_force)
