"""Alpha-beta search of games of two seats that move in turn, one compiled function for all.

Principal variation search (Marsland and Campbell 1982): the first action is searched with the full
window, the others with a null window, to show that they are no better. A seat may move several
times in a row, so scores are negated only where the seat to move changes. At depth 0 follows
quiescence search of forcing actions, where the seat may stand pat. Late move reductions search late
actions at reduced depth first. Scores and proofs are defined in `ludarium.search.scores`.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import bounded, mix, to_bits
from ludarium.rules.dispatch import for_all_games, jitable
from ludarium.rules.generic import (
    BATCH_SIZE,
    ENDED,
    EVALUATED,
    GOES_ON,
    OTHERS_TURN,
    OVER,
    OWN_TURN,
    SAME_SEAT,
    VISITED,
    can_force,
    evaluate,
    evaluate_successor,
    fingerprint,
    legal_count,
    may_force,
    most_plies,
    prepare_batch,
    rank_successors,
    repetition_returns,
    rest_loses,
    symmetric_action,
    symmetric_state,
    visit,
    without_moves,
)
from ludarium.rules.memory import Memory, peek, poke
from ludarium.search.canonical_keys import action_back, canonical_symmetry, key_after, key_of
from ludarium.search.ordering import (
    is_listed_forcing,
    list_actions,
    pick_next,
    stage_actions,
    update_history,
)
from ludarium.search.scores import (
    DECIDED,
    ESTIMATE,
    INFINITE,
    LOWER,
    UPPER,
    WIN,
    clamp,
    negate,
    outcome_of,
    proof_of,
    score_of,
    terminal,
)
from ludarium.search.search_stack import (
    ACTIONS,
    CONTEMPT,
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
    enter,
    holds,
    is_repetition,
    key_at,
    leave,
    set_key,
)
from ludarium.search.transposition import (
    AT_LEAST,
    AT_MOST,
    NO_ACTION,
    action_in,
    bound_in,
    depth_in,
    look_up,
    prefetch_bucket,
    proof_in,
    score_in,
    store,
)
from ludarium.search.variation import NO_VARIATION, note_best, note_variation
from ludarium.solvers.tablebase.indexing import COUNTERS, LOST, probe

__all__ = ["alphabeta"]

# with less depth or fewer plies to the end, ranking by evaluation costs more than it saves
RANKED, RANKED_PLIES = 3, 8
# plies of quiescence, after which the static evaluation is taken: with eighty counters that may all
# capture, exchanges have no end
QUIESCENCE = 12
# the number of actions that are tried in order of their scores, before the unsorted rest
SORTED = 12
NO_KEY = -1
KINDS = SAME_SEAT - 1  # the bits of what `visit` found


@jitable
def static_value(state: Any, scratch: Memory) -> int:
    """Static evaluation of the state, clamped to the range of estimates.

    With noise, the mean of two random numbers from -NOISE to NOISE is added, the same whenever the
    state is met.
    """
    estimate = evaluate(state)
    noise = peek(scratch, NOISE)
    if noise:
        random = mix(fingerprint(state) ^ to_bits(peek(scratch, NOISE_SEED)))
        estimate += (
            bounded(random, 2 * noise + 1) - noise + bounded(mix(random), 2 * noise + 1) - noise
            >> 1
        )
    return clamp(estimate)


@jitable
def is_excluded(scratch: Memory, action: int) -> bool:
    """Return whether this action is left out of the search at the root (for several lines)."""
    return holds(scratch, EXCLUDED + 1, peek(scratch, EXCLUDED), action)


@jitable
def decided(code: int, ply: int) -> int:
    """The outcome of this tablebase code, for the seat to move; a turn counts as a ply."""
    if code >= LOST:
        return outcome_of(ply + code - LOST - WIN, LOWER | UPPER)
    return outcome_of(WIN - ply - code if code else 0, LOWER | UPPER)


@jitable
def reduction(depth: int, index: int) -> int:
    """Late move reduction in plies, for the action of this index in the order."""
    if depth < 3 or index < 4:
        return 0
    return 1 + (1 if index >= 12 else 0) + (1 if index >= 40 and depth >= 5 else 0)


@jitable
def order(scratch: Memory, move_list: int, ready: int, listed: int, depth: int) -> int:
    """Pick the next action of the list at `move_list`, whose first `ready` are picked already.

    Returns the number of picked actions.
    """
    if ready < SORTED or depth > 2:
        pick_next(scratch, move_list + ready, move_list + listed)
    return ready + 1


@for_all_games(slots=MOST_PLY + 2)  # two more for symmetric states
def alphabeta(
    node: Any,
    seat: int,
    table: Memory,
    scratch: Memory,
    tablebase: Memory,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    move_list: int,
) -> int:
    """Search a state that is not over; its outcome for `seat`, the seat to move.

    Fail-soft: exact where the score is between alpha and beta, else a bound. Meaningless when the
    search was stopped.

    node: the state, as `with_moves` gives it. table: the transposition table. scratch: this
    thread's scratch memory. tablebase: a tablebase, or an empty one. depth: plies to search; 0 or
    less is quiescence. ply: distance from the root. move_list: offset of this node's move list in
    the scratch memory.
    """
    state = without_moves(node)
    # 1. Stop, or return the static evaluation where the scratch memory is full, or quiescence has
    # gone on for long.
    quiet = depth <= 0
    if peek(scratch, STOP):
        return outcome_of(0, 0)
    count = legal_count(node, seat)
    poke(scratch, VARIATION + ply * WIDTH, NO_VARIATION)
    full = ply >= MOST_PLY - 1 or move_list + count + BATCH_SIZE >= ACTIONS + MOST_ACTIONS
    if full or depth <= -QUIESCENCE:
        return outcome_of(static_value(state, scratch), 0)

    # 2. A repetition is a draw, less contempt, or lost for who forces it; unproved, because it
    # depends on the path.
    key = 0
    symmetry = 0
    if not quiet:
        if ply == 0:
            set_key(scratch, key_of(state), 0)
        key = key_at(scratch, ply)
    whole_key = key
    if not quiet:
        if ply > 0 and is_repetition(scratch, key, ply):
            gained = repetition_returns(state, seat)
            if gained != 0:
                return outcome_of(ESTIMATE if gained > 0 else -ESTIMATE, 0)
            contempt = peek(scratch, CONTEMPT)
            return outcome_of(-contempt if seat == peek(scratch, ROOT_SEAT) else contempt, 0)
        if ply <= peek(scratch, SYMMETRIC):
            symmetry = canonical_symmetry(state)
            whole_key = key_of(symmetric_state(state, symmetry))

    # 3. Probe the transposition table.
    first = NO_ACTION
    if not quiet:
        content = look_up(table, peek(scratch, SLOTS), whole_key)
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
        if ply == 0 and peek(scratch, FIRST_ACTION) != -1:
            first = peek(scratch, FIRST_ACTION)

    # 4. Quiescence: a seat that has other than forcing actions can stand pat.
    best, best_proof, most_proof = -INFINITE, 0, UPPER
    staged = listed = 0
    complete = False
    if quiet:
        listed = list_actions(node, seat, scratch, move_list, 0, ply, False, True)
        complete = True
        if listed < count:
            best, most_proof = static_value(state, scratch), 0
            if best >= beta:
                return outcome_of(best, 0)
    else:
        staged = listed = stage_actions(node, seat, scratch, move_list, ply, first)
        complete = staged == count
    start_alpha = alpha
    alpha = max(alpha, best)
    best_action = NO_ACTION
    reduce = peek(scratch, REDUCE) != 0 and not quiet
    batched = False
    # where some actions at the root are excluded, the others must not be too few
    every_action = ply == 0 and peek(scratch, EXCLUDED) != 0
    if not quiet:
        enter(scratch, key)
    index = -1
    ready = staged  # the number of actions that are picked, in order
    ahead = NO_KEY
    has_base = peek(tablebase, COUNTERS) != 0
    unforced = not may_force(state)
    while True:
        index += 1
        if index == listed:
            if complete:
                break
            listed = list_actions(node, seat, scratch, move_list, staged, ply, every_action, False)
            complete = True
            if index == listed:  # all that are plausible were staged
                break
            batched = (
                depth == 1
                and count > 1
                and reduce
                and not peek(scratch, NOISE)
                and prepare_batch(state, scratch, move_list + listed)
            )
            if (
                depth >= RANKED
                and most_plies(state) >= RANKED_PLIES
                and count > 1
                and prepare_batch(state, scratch, move_list + listed)
            ):
                first_unranked, end = move_list + staged, move_list + listed
                rank_successors(state, seat, scratch, first_unranked, end, MOST_ACTIONS, end)
        below = move_list + listed
        # whether successors are evaluated as they are visited
        at_once = not batched and not has_base and peek(scratch, NOISE) == 0
        if index == ready:
            ready = order(scratch, move_list, ready, listed, depth)
        action = peek(scratch, move_list + index)
        if ply == 0 and is_excluded(scratch, action):
            ahead = NO_KEY
            continue
        # 5. Play the action. Extend: moves of a seat that moves again, and the only legal moves, do
        # not reduce depth. Evaluate statically where no depth is left and nothing is forcing.
        visited = peek(scratch, NODES) + 1
        poke(scratch, NODES, visited)
        if visited > peek(scratch, MOST_NODES):
            poke(scratch, STOP, 1)
        poke(scratch, VARIATION + (ply + 1) * WIDTH, NO_VARIATION)
        estimate = evaluate_successor(state, action, scratch, below) if batched else OVER
        if estimate != OVER and unforced and not has_base:
            outcome = outcome_of(-clamp(estimate), 0)
        else:
            last = quiet or (depth == 1 and count > 1)  # no depth is left for the other seat
            evaluates = (OTHERS_TURN if last else 0) | (OWN_TURN if quiet else 0)
            after, result = visit(state, seat, action, evaluates if at_once else 0)
            kind, value, same = result & KINDS, result >> VISITED, (result & SAME_SEAT) != 0
            if depth > 1:
                if kind != ENDED:
                    own_key = ahead if ahead != NO_KEY else key_of(without_moves(after))
                    set_key(scratch, own_key, ply + 1)
                ahead = NO_KEY
                # prefetch the bucket of the next action while this one is searched
                if index + 1 < listed:
                    if index + 1 == ready:
                        ready = order(scratch, move_list, ready, listed, depth)
                    ahead = key_after(state, peek(scratch, move_list + index + 1))
                    prefetch_bucket(table, peek(scratch, SLOTS), ahead)
            next_depth = depth if not quiet and (same or count == 1) else depth - 1
            code = probe(without_moves(after), tablebase) if has_base and kind == GOES_ON else -1
            if kind == ENDED:
                outcome = terminal(value, ply + 1)
            elif code != -1:
                outcome = negate(decided(code, ply + 1))
            elif kind == EVALUATED or (next_depth <= 0 and not at_once and not can_force(after)):
                if kind == EVALUATED:
                    estimate = clamp(value)
                elif batched:
                    estimate = clamp(estimate)
                else:
                    estimate = static_value(without_moves(after), scratch)
                outcome = outcome_of(estimate if same else -estimate, 0)
            else:
                # 6. Search: late moves at reduced depth, all but the first with a null window.
                # Research at full depth, then with the full window, what fails high.
                if depth == 1 and next_depth > 0:
                    set_key(scratch, key_of(without_moves(after)), ply + 1)
                next_seat = seat if same else 1 - seat
                less = reduction(depth, index) if reduce and not same else 0
                if less and is_listed_forcing(state, scratch, move_list + index, index < staged):
                    less = 0
                narrow = best_action != NO_ACTION or alpha > start_alpha
                high = alpha + 1 if narrow else beta
                while True:
                    if same:
                        outcome = alphabeta(
                            after,
                            next_seat,
                            table,
                            scratch,
                            tablebase,
                            next_depth - less,
                            alpha,
                            high,
                            ply + 1,
                            below,
                        )
                    else:
                        outcome = negate(
                            alphabeta(
                                after,
                                next_seat,
                                table,
                                scratch,
                                tablebase,
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
                if peek(scratch, STOP):
                    break
        # 7. Update the best score and its proof.
        score = score_of(outcome)
        most_proof &= proof_of(outcome)
        if score > best:
            best, best_proof = score, proof_of(outcome) & LOWER
            if score > alpha or best_action == NO_ACTION:
                best_action = action
            if score > alpha:
                alpha = score
                note_variation(scratch, ply, action)
                if ply == 0:
                    note_best(scratch, action, outcome)
                if score >= beta:
                    most_proof = 0
                    place = move_list + index
                    if not quiet and not is_listed_forcing(state, scratch, place, index < staged):
                        update_history(scratch, seat, move_list, index, action, depth, ply)
                    break
    if quiet:
        return outcome_of(best, best_proof | most_proof)
    # What was not tried may be better: the game is not lost, and there is no upper bound.
    if complete and listed < count and not rest_loses(state):
        best, most_proof = max(best, -ESTIMATE), 0
        if ply == 0 and best_action != NO_ACTION:
            note_best(scratch, best_action, outcome_of(best, best_proof))
    leave(scratch, key)

    # 8. Store the result in the transposition table.
    if not peek(scratch, STOP) and not (ply == 0 and peek(scratch, EXCLUDED)):
        bound = AT_LEAST if best >= beta else AT_MOST if best <= start_alpha else AT_LEAST | AT_MOST
        proof = best_proof | most_proof
        if best > DECIDED or best < -DECIDED:
            proof |= bound
        keep = best_action if best > start_alpha else NO_ACTION
        if symmetry and keep != NO_ACTION:
            keep = symmetric_action(state, symmetry, keep)
        store(
            table,
            peek(scratch, SLOTS),
            peek(scratch, GENERATION),
            whole_key,
            best,
            bound,
            proof,
            depth,
            keep,
            ply,
        )
    return outcome_of(best, best_proof | most_proof)
