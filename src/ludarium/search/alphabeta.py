"""Alpha-beta search of games of two seats that move in turn, as one compiled function for any of
them.

Principal variation search (Marsland and Campbell 1982): the first action is searched with the whole
window, the others only to show that they are no better. A seat may move several times in a row, so
values change sign only where the seat changes. Where depth runs out, the search goes on with
forcing actions only, or stop where the state is good enough as it is (quiescence). Late actions are
searched less deep first. What a score is, and what of it is proved, `ludarium.search.scores` says.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import ONE, bounded, lowest, mix, to_bits, to_int
from ludarium.rules.dispatch import jitable, large
from ludarium.rules.generic import (
    OVER,
    SURVEYED,
    can_force,
    evaluate,
    evaluate_after,
    fingerprint,
    is_forcing,
    legal_count,
    most_plies,
    movers,
    play,
    returns,
    survey,
    symmetric_action,
    symmetric_state,
    symmetry_count,
)
from ludarium.rules.memory import Memory, peek, poke
from ludarium.search.ordering import (
    bring_forward,
    list_actions,
    rank_by_looks,
    reward,
    stage_actions,
)
from ludarium.search.scores import (
    DECIDED,
    INFINITE,
    LOWER,
    UPPER,
    WIN,
    clamp,
    ended,
    opposite,
    outcome_of,
    proof_of,
    score_of,
)
from ludarium.search.scratch import (
    ACTIONS,
    BEST_ACTION,
    BEST_OUTCOME,
    CONTEMPT,
    DEEPEST,
    EXCLUDED,
    FIRST_ACTION,
    GENERATION,
    MOST_ACTIONS,
    MOST_NODES,
    MOST_PLY,
    NODES,
    NOISE,
    NOISE_SEED,
    REDUCE,
    ROOT_SEAT,
    SLOTS,
    STOP,
    SYMMETRIC,
    VARIATION,
    WIDTH,
    announce,
    announced,
    arrived_before,
    enter,
    holds,
    leave,
)
from ludarium.search.transposition import (
    AT_LEAST,
    AT_MOST,
    NO_ACTION,
    action_in,
    bound_in,
    depth_in,
    expect,
    look_up,
    proof_in,
    score_in,
    store,
)
from ludarium.solve.tablebase.indexing import LOST, probe

__all__ = ["alphabeta"]

# with less depth or fewer plies to the end, to look at actions costs more than it saves
RANKED, RANKED_PLIES = 3, 8
# so many actions are tried in order of their scores; of the rest there is little to expect
SORTED = 12
NO_VARIATION = 0
NO_KEY = -1


@jitable
def key_of(state: Any) -> int:
    return to_int(fingerprint(state) >> ONE)


@large
def canonical_symmetry(state: Any) -> int:
    """The symmetry that maps the state to the one that stands for all that are symmetric to it."""
    best, least = 0, key_of(state)
    for symmetry in range(1, symmetry_count(state)):
        key = key_of(symmetric_state(state, symmetry))
        if key < least:
            best, least = symmetry, key
    return best


@large
def action_back(state: Any, symmetry: int, action: int) -> int:
    """The action in `state` of what is `action` in the state that this symmetry maps it to."""
    image = symmetric_state(state, symmetry)
    for inverse in range(symmetry_count(state)):
        if key_of(symmetric_state(image, inverse)) == key_of(state):
            return symmetric_action(image, inverse, action)
    return NO_ACTION


@jitable
def judged(state: Any, space: Memory) -> int:
    """How the state looks; with noise, misjudged by the mean of two numbers from -NOISE to NOISE,
    the same whenever the state is met.
    """
    estimate = evaluate(state)
    noise = peek(space, NOISE)
    if noise:
        random = mix(fingerprint(state) ^ to_bits(peek(space, NOISE_SEED)))
        estimate += (
            bounded(random, 2 * noise + 1) - noise + bounded(mix(random), 2 * noise + 1) - noise
            >> 1
        )
    return clamp(estimate)


@jitable
def is_excluded(space: Memory, action: int) -> bool:
    """Whether the root's action is left out of this search."""
    return holds(space, EXCLUDED + 1, peek(space, EXCLUDED), action)


@jitable
def decided(code: int, ply: int) -> int:
    """The outcome of a state of which a tablebase has this code, for the seat that moves there; a
    turn counts as a ply.
    """
    if code >= LOST:
        return outcome_of(ply + code - LOST - WIN, LOWER | UPPER)
    return outcome_of(WIN - ply - code if code else 0, LOWER | UPPER)


@jitable
def reduction(depth: int, index: int) -> int:
    """How many plies less deep the action of this index in the order is searched first."""
    if depth < 3 or index < 4:
        return 0
    return 1 + (1 if index >= 12 else 0) + (1 if index >= 40 and depth >= 5 else 0)


@jitable
def order(space: Memory, top: int, ready: int, listed: int, depth: int) -> int:
    """Choose the next action of the list that begins at `top`, of which so many are in their order;
    returns how many are then.
    """
    if ready < SORTED or depth > 2:
        bring_forward(space, top + ready, top + listed)
    return ready + 1


@jitable
def note_variation(space: Memory, ply: int, action: int) -> None:
    """The principal variation from this ply is now the action and what follows it."""
    here, below = VARIATION + ply * WIDTH, VARIATION + (ply + 1) * WIDTH
    length = peek(space, below)
    poke(space, here, length + 1)
    poke(space, here + 1, action)
    for place in range(1, length + 1):
        poke(space, here + 1 + place, peek(space, below + place))


@jitable
def note_best(space: Memory, action: int, outcome: int) -> None:
    """The root's best action so far."""
    poke(space, BEST_ACTION, action)
    poke(space, BEST_OUTCOME, outcome)


def alphabeta(
    state: Any,
    seat: int,
    table: Memory,
    space: Memory,
    base: Memory,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    top: int,
) -> int:
    """The outcome of the state, which is not over, for `seat`, which moves.

    Exact where its score is between alpha and beta; else a bound. table: of transpositions; space:
    this thread's memory; base: a tablebase, or an empty one; depth: plies to search, 0 or less for
    quiescence; ply: how far the root is; top: where in memory the list of actions begins. When the
    search is stopped the outcome means nothing.
    """
    # 1. What ends here.
    quiet = depth <= 0
    if peek(space, STOP):
        return outcome_of(0, 0)
    count = legal_count(state, seat)
    poke(space, VARIATION + ply * WIDTH, NO_VARIATION)
    if ply >= MOST_PLY - 1 or top + count + SURVEYED >= ACTIONS + MOST_ACTIONS:
        return outcome_of(judged(state, space), 0)
    if ply > peek(space, DEEPEST):
        poke(space, DEEPEST, ply)

    # 2. A position that comes back is a draw, or a little worse for who plays on; not by proof, as
    # another way may lead elsewhere.
    key = 0
    symmetry = 0
    if not quiet:
        if ply == 0:
            announce(space, key_of(state), 0)
        key = announced(space, ply)
    whole_key = key
    if not quiet:
        if ply > 0 and arrived_before(space, key, ply):
            contempt = peek(space, CONTEMPT)
            return outcome_of(-contempt if seat == peek(space, ROOT_SEAT) else contempt, 0)
        if ply <= peek(space, SYMMETRIC):
            symmetry = canonical_symmetry(state)
            whole_key = key_of(symmetric_state(state, symmetry))

    # 3. What is known of it.
    first = NO_ACTION
    if not quiet:
        content = look_up(table, peek(space, SLOTS), whole_key)
        if content != -1:
            first = action_in(content)
            if symmetry and first != NO_ACTION:
                first = action_back(state, symmetry, first)
            known, bound, proof = score_in(content, ply), bound_in(content), proof_in(content)
            deep = depth_in(content) >= depth and beta - alpha == 1
            least = (bound & AT_LEAST) != 0 and (deep or (proof & LOWER) != 0)
            most = (bound & AT_MOST) != 0 and (deep or (proof & UPPER) != 0)
            if ply > 0:
                if least and most:
                    return outcome_of(known, proof)
                if least and known >= beta:
                    return outcome_of(known, proof & LOWER)
                if most and known <= alpha:
                    return outcome_of(known, proof & UPPER)
        if ply == 0 and peek(space, FIRST_ACTION) != -1:
            first = peek(space, FIRST_ACTION)

    # 4. A seat that need not force anything can also take what it has.
    best, best_proof, most_proof = -INFINITE, 0, UPPER
    staged = listed = 0
    complete = False
    if quiet:
        listed = list_actions(state, seat, count, space, top, 0, ply, True)
        complete = True
        if listed < count:
            best, most_proof = judged(state, space), 0
            if best >= beta:
                return outcome_of(best, 0)
    else:
        staged = listed = stage_actions(state, seat, space, top, ply, first)
        complete = staged == count
    start_alpha = alpha
    alpha = max(alpha, best)
    best_action = NO_ACTION
    reduce = peek(space, REDUCE) != 0 and not quiet
    surveyed = False
    if not quiet:
        enter(space, key)
    index = -1
    ready = staged  # actions of the list that are in their order
    key_after = ahead = NO_KEY
    while True:
        index += 1
        if index == listed:
            if complete:
                break
            listed = list_actions(state, seat, count, space, top, staged, ply, False)
            complete = True
            surveyed = (
                depth == 1
                and count > 1
                and reduce
                and not peek(space, NOISE)
                and survey(state, space, top + listed)
            )
            if (
                depth >= RANKED
                and most_plies(state) >= RANKED_PLIES
                and count > 1
                and survey(state, space, top + listed)
            ):
                rank_by_looks(state, seat, space, top + staged, top + listed, top + listed)
        below = top + listed
        if index == ready:
            ready = order(space, top, ready, listed, depth)
        action = peek(space, top + index)
        if ply == 0 and is_excluded(space, action):
            ahead = NO_KEY
            continue
        # 5. Play it. Runs of moves of one seat, and forced moves, are as deep as one.
        after = play(state, action)
        if depth > 1:
            key_after = ahead if ahead != NO_KEY else key_of(after)
            announce(space, key_after, ply + 1)
            ahead = NO_KEY
            # while this one is searched, memory fetches what is known of the next
            if index + 1 < listed:
                if index + 1 == ready:
                    ready = order(space, top, ready, listed, depth)
                ahead = key_of(play(state, peek(space, top + index + 1)))
                expect(table, peek(space, SLOTS), ahead)
        visited = peek(space, NODES) + 1
        poke(space, NODES, visited)
        if visited > peek(space, MOST_NODES):
            poke(space, STOP, 1)
        poke(space, VARIATION + (ply + 1) * WIDTH, NO_VARIATION)
        estimate = evaluate_after(state, action, space, below) if surveyed else 0
        choosing = ONE << to_bits(1 - seat) if surveyed else movers(after)
        if estimate == OVER or not choosing:
            outcome = ended(returns(after, seat), ply + 1)
        else:
            next_seat = lowest(choosing)
            same = next_seat == seat
            next_depth = depth if not quiet and (same or count == 1) else depth - 1
            code = probe(after, base)
            if code != -1:
                outcome = opposite(decided(code, ply + 1))
            elif next_depth <= 0 and not can_force(after):
                estimate = clamp(estimate) if surveyed else judged(after, space)
                outcome = outcome_of(estimate if same else -estimate, 0)
            else:
                # 6. Late actions less deep, then all but the first with an empty window, then what
                # may be better than the best.
                if depth == 1 and next_depth > 0:
                    announce(space, key_of(after), ply + 1)
                less = (
                    reduction(depth, index)
                    if reduce and not same and not is_forcing(state, action)
                    else 0
                )
                narrow = best_action != NO_ACTION or alpha > start_alpha
                high = alpha + 1 if narrow else beta
                while True:
                    if same:
                        outcome = alphabeta(
                            after,
                            next_seat,
                            table,
                            space,
                            base,
                            next_depth - less,
                            alpha,
                            high,
                            ply + 1,
                            below,
                        )
                    else:
                        outcome = opposite(
                            alphabeta(
                                after,
                                next_seat,
                                table,
                                space,
                                base,
                                next_depth - less,
                                -high,
                                -alpha,
                                ply + 1,
                                below,
                            )
                        )
                    if score_of(outcome) <= alpha:
                        break
                    if less:
                        less = 0
                    elif high < beta and score_of(outcome) < beta:
                        high = beta
                    else:
                        break
                if peek(space, STOP):
                    break
        # 7. Whether it is better, and what that proves.
        score = score_of(outcome)
        most_proof &= proof_of(outcome)
        if score > best:
            best, best_proof = score, proof_of(outcome) & LOWER
            if score > alpha or best_action == NO_ACTION:
                best_action = action
            if score > alpha:
                alpha = score
                note_variation(space, ply, action)
                if ply == 0:
                    note_best(space, action, outcome)
                if score >= beta:
                    most_proof = 0
                    if not quiet and not is_forcing(state, action):
                        reward(space, seat, top, index, action, depth, ply)
                    break
    if quiet:
        return outcome_of(best, best_proof | most_proof)
    leave(space, key)

    # 8. Keep it for when the state is met again.
    if not peek(space, STOP) and not (ply == 0 and peek(space, EXCLUDED)):
        bound = AT_LEAST if best >= beta else AT_MOST if best <= start_alpha else AT_LEAST | AT_MOST
        proof = best_proof | most_proof
        if best > DECIDED or best < -DECIDED:
            proof |= bound
        keep = best_action if best > start_alpha else NO_ACTION
        if symmetry and keep != NO_ACTION:
            keep = symmetric_action(state, symmetry, keep)
        store(
            table,
            peek(space, SLOTS),
            peek(space, GENERATION),
            whole_key,
            best,
            bound,
            proof,
            depth,
            keep,
            ply,
        )
    return outcome_of(best, best_proof | most_proof)
