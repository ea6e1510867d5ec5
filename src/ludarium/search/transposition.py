"""The transposition table: search results by key, shared by the threads of a search.

A slot is two numbers: the key XOR the content, and the content. Threads write without locks: where
two write to one slot at the same time, the key fits neither content, and the slot counts as empty
(Hyatt and Mann 2002). Four slots make a bucket. A new result replaces that of the same key, or else
the least worth keeping: the shallowest, where each search since counts as 16 plies.

A content is, from the lowest bit: bound (2 bits), proof (2), depth (8), generation (6), score (21),
action (24). An action that does not fit is not kept.
"""

from __future__ import annotations

from ludarium.rules.dispatch import jitable, large
from ludarium.rules.memory import Memory, peek, poke, prefetch
from ludarium.search.scores import DECIDED, INFINITE

__all__ = [
    "AT_LEAST",
    "AT_MOST",
    "GENERATIONS",
    "MOST_DEPTH",
    "NO_ACTION",
    "SLOT",
    "action_in",
    "bound_in",
    "depth_in",
    "look_up",
    "prefetch_bucket",
    "proof_in",
    "score_in",
    "store",
]

# bits of a bound: the score is a lower bound, an upper bound; both: it is exact
AT_LEAST, AT_MOST = 1, 2
GENERATIONS = 64  # searches are numbered modulo this
MOST_DEPTH = 255
ACTIONS = 1 << 24
NO_ACTION = ACTIONS - 1
SLOT = 2  # in numbers
BUCKET = 4  # in slots


@jitable
def bound_in(content: int) -> int:
    """The bits AT_LEAST and AT_MOST of the score."""
    return content & 3


@jitable
def proof_in(content: int) -> int:
    """The bits LOWER and UPPER of what of the score is proved."""
    return (content >> 2) & 3


@jitable
def depth_in(content: int) -> int:
    """Search depth in plies."""
    return (content >> 4) & 255


@jitable
def action_in(content: int) -> int:
    """The best action; NO_ACTION where none is known."""
    return (content >> 39) & NO_ACTION


@jitable
def score_in(content: int, ply: int) -> int:
    """The score, adjusted to a state at this ply: wins and losses are stored from the state."""
    score = ((content >> 18) & 0x1FFFFF) - INFINITE
    if score > DECIDED:
        return score - ply
    return score + ply if score < -DECIDED else score


@jitable
def first_slot(key: int, slots: int) -> int:
    """The first slot of the key's bucket.

    The upper 32 of the key's 63 bits are scaled to the number of buckets, which can be any.
    """
    return ((key >> 31) * (slots // BUCKET) >> 32) * BUCKET


@jitable
def prefetch_bucket(table: Memory, slots: int, key: int) -> None:
    """Prefetch this key's bucket: a cache miss costs as much as evaluating a state."""
    prefetch(table, SLOT * first_slot(key, slots))


@jitable
def look_up(table: Memory, slots: int, key: int) -> int:
    """The content for this key, 0 to 2**63 - 1; -1 where there is none."""
    slot = first_slot(key, slots)
    for place in range(slot, slot + BUCKET):
        content = peek(table, SLOT * place + 1)
        if peek(table, SLOT * place) ^ content == key and content:
            return content
    return -1


@large
def store(
    table: Memory,
    slots: int,
    generation: int,
    key: int,
    score: int,
    bound: int,
    proof: int,
    depth: int,
    action: int,
    ply: int,
) -> None:
    """Store the result for this key, found at this ply.

    With NO_ACTION, an action stored before under the same key is kept.
    """
    slot = first_slot(key, slots)
    chosen, least = slot, MOST_DEPTH * GENERATIONS + MOST_DEPTH
    for place in range(slot, slot + BUCKET):
        content = peek(table, SLOT * place + 1)
        if peek(table, SLOT * place) ^ content == key:
            chosen = place
            if action == NO_ACTION:
                action = action_in(content)
            break
        age = (generation - (content >> 12)) & (GENERATIONS - 1)
        worth = depth_in(content) - 16 * age if content else -GENERATIONS * 16
        if worth < least:
            least, chosen = worth, place
    if score > DECIDED:
        score += ply
    elif score < -DECIDED:
        score -= ply
    content = (
        bound
        | (proof << 2)
        | (min(max(depth, 0), MOST_DEPTH) << 4)
        | (generation << 12)
        | ((score + INFINITE) << 18)
    )
    content |= (action if action < NO_ACTION else NO_ACTION) << 39
    poke(table, SLOT * chosen, key ^ content)
    poke(table, SLOT * chosen + 1, content)
