import assert from "node:assert/strict";
import { test } from "node:test";
import { folded, matches } from "../../src/ludarium/web/static/lobby/finder.js";
import { sitting } from "../../src/ludarium/web/static/lobby/quick-start.js";
import { seatCode, tableId } from "../../src/ludarium/web/static/shared/seat-code.js";

test("games are found by words in any order, without diacritics and capitals", () => {
  assert.equal(folded("Mlýn Ďábel Ångström"), "mlyn dabel angstrom");
  assert.ok(matches("Nine Men's Morris mlýn", "MLYN"));
  assert.ok(matches("Nine Men's Morris", "morris nine"));
  assert.ok(matches("Nine Men's Morris", ""));
  assert.ok(matches("Go", "  g  o "));
  assert.ok(!matches("Nine Men's Morris", "morris ten"));
});

test("one click seats the reader against bots, or all on one device", () => {
  assert.deepEqual(sitting("bot", 3, "4"), ["me", "level:4", "level:4"]);
  assert.deepEqual(sitting("here", 2, "4"), ["me", "me"]);
});

test("tables are known by their address, and codes however they are typed", () => {
  assert.equal(tableId("https://play.example/table/K3V9q2ma?x#seat=1"), "k3v9q2ma");
  assert.equal(tableId(" k3v9q2ma "), "k3v9q2ma");
  assert.equal(tableId("no table"), null);
  assert.equal(seatCode("7kq2 m9xd"), "7KQ2-M9XD");
  assert.equal(seatCode("7KQ2-M9X"), null);
});
