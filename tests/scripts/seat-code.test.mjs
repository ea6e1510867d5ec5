import assert from "node:assert/strict";
import { test } from "node:test";
import { seatCode, tableId } from "../../src/ludarium/web/static/shared/seat-code.js";

test("tables are known by their address, and codes however they are typed", () => {
  assert.equal(tableId("https://play.example/table/K3V9q2ma?x#seat=1"), "k3v9q2ma");
  assert.equal(tableId(" k3v9q2ma "), "k3v9q2ma");
  assert.equal(tableId("no table"), null);
  assert.equal(seatCode("7kq2 m9xd"), "7KQ2-M9XD");
  assert.equal(seatCode("7KQ2-M9X"), null);
});
