"""The functions of a table: which there are, and what each takes and gives."""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = [
    "CAN_FORCE",
    "CHANCE_TOTAL",
    "CHANCE_WEIGHT",
    "DETERMINIZE",
    "DRAW_OUTCOME",
    "ENTER",
    "EVALUATE",
    "EVALUATE_SUCCESSOR",
    "EXPECTED_RETURN",
    "FINGERPRINT",
    "FINGERPRINT_AFTER",
    "FIRST_FUNCTION",
    "IS_FORCING",
    "IS_LEGAL",
    "LEGAL_COUNT",
    "MOST_PLIES",
    "NTH_LEGAL",
    "PIECE_COUNT",
    "PLAY",
    "PLAY_OUT",
    "PREPARE_BATCH",
    "PUT_LEGAL",
    "PUT_STAGED",
    "PUT_TRIED",
    "RANK_SUCCESSORS",
    "REPETITION_KEY",
    "REPETITION_RETURNS",
    "REST_LOSES",
    "RETURNS",
    "SEEN_KEY",
    "SYMMETRIC_ACTION",
    "SYMMETRIC_STATE",
    "SYMMETRY_COUNT",
    "TABLEBASE_PIECES",
    "TABLEBASE_RUN",
    "TABLEBASE_STATE",
    "TABLE_FUNCTIONS",
    "TABLE_SIZE",
    "VISIT",
    "TableFunction",
]


FIRST_FUNCTION = 5
Kind = Literal["int", "set", "truth", "float", "nothing", "state", "end", "sets", "visit"]


class TableFunction(NamedTuple):
    """A function of the table: what it calls, with which arguments, and what becomes of the result.

    In machine code, by the convention of C, its arguments are 64-bit integers: the address of the
    state's slot, a number for each of `arguments`, and for a result that is a state the address of
    the slot to write it to. It gives a number, or the bits of a float; or FAULT, where the game's
    function raised an exception.
    """

    name: str
    """The generic function that it calls."""
    arguments: tuple[Kind, ...] = ()
    """After the state, of which kind each is: an int, a set of a word, or a truth."""
    result: Kind = "int"
    """The type of its result: an int, a set of a word or a truth, as a number; a float; 0 for
    nothing; for a state, which goes to the other slot, its movers; for the end of a playout
    likewise its plies; for sets, of which two go to the slot's head, the third or the int that
    comes with them; for a visit what is found, and the state goes to the other slot where a search
    goes on from it."""
    given: tuple[str, ...] = ()
    """Names of generic functions: without one of these the function is left out. It is always there
    where none is named."""
    with_moves: bool = False
    """True if it is called with the result of `with_moves`, and not with the state alone."""


TABLE_FUNCTIONS = (
    # to this slot, from the words of a state at an address
    TableFunction("enter", ("int",), "state"),
    TableFunction("play", ("int",), "state"),
    TableFunction("legal_count", ("int",), with_moves=True),
    TableFunction("nth_legal", ("int", "int"), with_moves=True),
    TableFunction("put_legal", ("int", "int", "int"), "nothing", with_moves=True),
    TableFunction("is_legal", ("int", "int"), "truth", with_moves=True),
    TableFunction("returns", ("int",), "float"),
    TableFunction("play_out", ("set",), "end"),
    TableFunction("visit", ("int", "int", "int"), "visit"),
    TableFunction("put_staged", ("int",) * 6, with_moves=True),
    TableFunction("fingerprint", (), "set"),
    TableFunction("fingerprint_after", ("int",), "set"),
    TableFunction("put_tried", ("int", "int", "int", "int", "truth"), with_moves=True),
    TableFunction("chance_weight", ("int",), given=("chance_weight",)),
    TableFunction("chance_total", given=("chance_weight",)),
    TableFunction("draw_outcome", ("set",), given=("chance_weight",)),
    TableFunction("determinize", ("int", "set"), "state", given=("determinize",)),
    TableFunction("seen_key", ("int",), "set", given=("seen_by",)),
    TableFunction("repetition_key", (), "set", given=("draws_by_repetition", "forbids_repetition")),
    TableFunction("repetition_returns", ("int",), "float", given=("repetition_returns",)),
    TableFunction("most_plies", given=("most_plies",)),
    TableFunction("can_force", (), "truth", given=("can_force",), with_moves=True),
    TableFunction("is_forcing", ("int",), "truth", given=("is_forcing",)),
    TableFunction("rest_loses", (), "truth", given=("rest_loses",)),
    TableFunction("evaluate", given=("evaluate",)),
    TableFunction("expected_return", (), "float", given=("expected_return",)),
    TableFunction("prepare_batch", ("int", "int"), "truth", given=("prepare_batch",)),
    TableFunction("evaluate_successor", ("int", "int", "int"), given=("prepare_batch",)),
    TableFunction("rank_successors", ("int",) * 6, "nothing", given=("prepare_batch",)),
    TableFunction("symmetry_count", given=("symmetry_count",)),
    TableFunction("symmetric_state", ("int",), "state", given=("symmetry_count",)),
    TableFunction("symmetric_action", ("int", "int"), given=("symmetry_count",)),
    TableFunction("piece_count", ("int",), given=("pieces_of",)),
    TableFunction("tablebase_pieces", (), "sets", given=("tablebase_pieces",)),
    TableFunction("tablebase_run", (), "sets", given=("tablebase_pieces",)),
    TableFunction(
        "tablebase_state", ("set", "set", "set", "int"), "state", given=("tablebase_pieces",)
    ),
)
TABLE_SIZE = FIRST_FUNCTION + len(TABLE_FUNCTIONS)
(
    ENTER,
    PLAY,
    LEGAL_COUNT,
    NTH_LEGAL,
    PUT_LEGAL,
    IS_LEGAL,
    RETURNS,
    PLAY_OUT,
    VISIT,
    PUT_STAGED,
    FINGERPRINT,
    FINGERPRINT_AFTER,
    PUT_TRIED,
    CHANCE_WEIGHT,
    CHANCE_TOTAL,
    DRAW_OUTCOME,
    DETERMINIZE,
    SEEN_KEY,
    REPETITION_KEY,
    REPETITION_RETURNS,
    MOST_PLIES,
    CAN_FORCE,
    IS_FORCING,
    REST_LOSES,
    EVALUATE,
    EXPECTED_RETURN,
    PREPARE_BATCH,
    EVALUATE_SUCCESSOR,
    RANK_SUCCESSORS,
    SYMMETRY_COUNT,
    SYMMETRIC_STATE,
    SYMMETRIC_ACTION,
    PIECE_COUNT,
    TABLEBASE_PIECES,
    TABLEBASE_RUN,
    TABLEBASE_STATE,
) = range(FIRST_FUNCTION, TABLE_SIZE)
