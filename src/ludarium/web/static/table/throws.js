/**
 * Checks the throws of a game that is over: that each follows from the seed to which the server
 * committed before the game, and from the shares that the players added on the way.
 */

import { api } from "../shared/api.js";
import { sha256 } from "./sha256.js";

/**
 * Gives {throws, fair}: how many there were, and whether all fit what this page saw and sent.
 * @param {string} table
 * @param {object} known
 * @param {string | null | undefined} known.seen the commitment that this page saw first
 * @param {Iterable<string>} known.sent the shares that this page sent
 */
export async function checkThrows(table, { seen, sent }) {
  const [{ seed, commitment, throws }, events] = await Promise.all([
    api.get(`/tables/${table}/throws`),
    allEvents(table),
  ]);
  const added = events.map((event) => event.share).filter(Boolean);
  const fixed = sha256(`ludarium-seed/1 ${table} ${seed}`);
  const kept = fixed === commitment && (!seen || seen === commitment);
  const heard = [...sent].every((share) => added.includes(share));
  const shares = sharesByVersion(commitment, events);
  const right = throws.every(
    ({ number, version, outcome, outcomes }) =>
      drawn(sha256(`ludarium-throw/1 ${table} ${number} ${seed} ${shares[version]}`), outcomes) ===
      outcome,
  );
  return { throws: throws.length, fair: kept && heard && right };
}

/** @param {string} table */
async function allEvents(table) {
  /** @type {TableEvent[]} */
  const found = [];
  for (let more = true; more; ) {
    const answer = await api.get(`/tables/${table}/events?after=${found.length}`);
    found.push(...answer.events);
    more = answer.more && answer.events.length > 0;
  }
  return found;
}

/**
 * The hash of all shares up to each event, by its version.
 * @param {string} commitment
 * @param {TableEvent[]} events
 */
function sharesByVersion(commitment, events) {
  let shares = commitment;
  /** @type {string[]} */
  const found = [];
  for (const { version, share } of events) {
    if (share) shares = sha256(`ludarium-share/1 ${shares} ${share}`);
    found[version] = shares;
  }
  return found;
}

/**
 * The outcome that a digest decides, of pairs of text and weight.
 * @param {string} digest
 * @param {[string, number][]} outcomes
 */
function drawn(digest, outcomes) {
  const total = outcomes.reduce((sum, [, weight]) => sum + weight, 0);
  let left = Number(BigInt(`0x${digest}`) % BigInt(total));
  for (const [text, weight] of outcomes) {
    left -= weight;
    if (left < 0) return text;
  }
  return null;
}
