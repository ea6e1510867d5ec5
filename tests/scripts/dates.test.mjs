import assert from "node:assert/strict";
import { test } from "node:test";
import { agoText } from "../../src/ludarium/web/static/shared/dates.js";

test("it is told how long ago a game was", () => {
  const now = new Date(2026, 10, 28, 9, 30);
  const cases = [
    [new Date(2026, 10, 28, 9, 30, 20), "now", "nyní"], // by a clock that is ahead
    [new Date(2026, 10, 28, 9, 28), "2 minutes ago", "před 2 minutami"],
    [new Date(2026, 10, 28, 4, 0), "5 hours ago", "před 5 hodinami"],
    [new Date(2026, 10, 27, 23, 0), "10 hours ago", "před 10 hodinami"],
    [new Date(2026, 10, 27, 9, 40), "yesterday", "včera"],
    [new Date(2026, 10, 27, 1, 0), "yesterday", "včera"],
    [new Date(2026, 10, 25, 23, 0), "3 days ago", "před 3 dny"],
    [new Date(2026, 10, 20, 9, 30), "Nov 20, 2026", "20. 11. 2026"],
  ];
  for (const [date, en, cs] of cases) {
    assert.equal(agoText(date, now, "en"), en);
    assert.equal(agoText(date, now, "cs"), cs);
  }
});
