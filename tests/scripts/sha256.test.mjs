import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { commitment, Witness } from "../../src/ludarium/web/static/table/commitments.js";
import { sha256 } from "../../src/ludarium/web/static/table/sha256.js";
import { checkThrows } from "../../src/ludarium/web/static/table/throws.js";
import { answerRequests } from "./page.mjs";

const theirs = (text) => createHash("sha256").update(text, "utf-8").digest("hex");

test("hashes are those of another program", () => {
  for (const text of [
    "",
    "abc",
    "č ☃ 🎲",
    ...Array.from({ length: 200 }, (_, n) => "x".repeat(n)),
  ]) {
    assert.equal(sha256(text), theirs(text));
  }
});

test("a choice is kept, late, or broken", () => {
  const hash = theirs("ludarium-choice/1 k3v9 2 0 P 0f0f");
  assert.equal(commitment("k3v9", 2, 0, "P", "0f0f"), hash);
  const opened = { seat: 0, round: 2, choice: "P", nonce: "0f0f", commitment: hash };
  const witness = new Witness("k3v9");
  assert.equal(witness.judge(2, opened), "late");
  witness.see(2, 0, hash);
  witness.see(2, 0, "another, later"); // the first counts
  assert.equal(witness.judge(2, opened), "kept");
  assert.equal(witness.judge(2, { ...opened, choice: "E" }), "broken");
  assert.equal(witness.judge(3, opened), "broken");
  witness.chose(2, 0, "E");
  assert.equal(witness.ownChoice(2, 0), "E");
  assert.equal(witness.judge(2, opened), "broken"); // not what was chosen here
  witness.unchoose(2, 0);
  assert.equal(witness.judge(2, opened), "kept");
});

/** A game of one throw, with the players' shares, as docs/fair-dice.md has it. */
function game() {
  const [seed, shares] = ["5eed", ["aa", "bb"]];
  const fixed = theirs(`ludarium-seed/1 k3v9 ${seed}`);
  const mixed = shares.reduce((hash, share) => theirs(`ludarium-share/1 ${hash} ${share}`), fixed);
  const digest = BigInt(`0x${theirs(`ludarium-throw/1 k3v9 1 ${seed} ${mixed}`)}`);
  const outcomes = ["1", "2", "3", "4", "5", "6"].map((face) => [face, 1]);
  const [outcome] = outcomes[Number(digest % 6n)];
  const throws = [{ number: 1, version: 2, outcome, outcomes }];
  const events = [{ version: 1, share: "aa" }, { version: 2, share: "bb" }, { version: 3 }];
  return { told: { seed, commitment: fixed, throws }, events };
}

async function checked({ told, events }, known) {
  answerRequests({
    "/api/tables/k3v9/throws": told,
    "/api/tables/k3v9/events?after=0": { events: events.slice(0, 2), more: true },
    "/api/tables/k3v9/events?after=2": { events: events.slice(2), more: false },
  });
  return checkThrows("k3v9", { seen: null, sent: [], ...known });
}

test("throws are checked against the seed and the shares", async () => {
  const { told, events } = game();
  assert.deepEqual(await checked({ told, events }), { throws: 1, fair: true });
  const known = { seen: told.commitment, sent: ["aa"] };
  assert.deepEqual(await checked({ told, events }, known), { throws: 1, fair: true });
});

test("whatever was changed is found", async () => {
  const { told, events } = game();
  const [one] = told.throws;
  const other = one.outcomes.find(([face]) => face !== one.outcome)[0];
  const changed = { ...told, throws: [{ ...one, outcome: other }] };
  assert.equal((await checked({ told: changed, events })).fair, false);
  assert.equal((await checked({ told: { ...told, seed: "5eee" }, events })).fair, false);
  assert.equal((await checked({ told, events }, { seen: "another" })).fair, false);
  assert.equal((await checked({ told, events }, { sent: ["cc"] })).fair, false);
  const without = events.map(({ version }) => ({ version }));
  assert.equal((await checked({ told, events: without }, { sent: ["aa"] })).fair, false);
});
