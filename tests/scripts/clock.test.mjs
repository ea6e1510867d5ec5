import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isLow,
  reading,
  ServerTime,
  ticking,
  timeText,
} from "../../src/ludarium/web/static/shared/clock.js";
import { clockText } from "../../src/ludarium/web/static/shared/table-summaries.js";

test("times are written as on a chess clock", () => {
  const written = {
    "-3": "0.0",
    0: "0.0",
    0.96: "0.9",
    9.99: "9.9",
    10: "0:10",
    59.9: "0:59",
    60: "1:00",
    3599: "59:59",
    3600: "1:00:00",
    86399: "23:59:59",
    86400: "1 d 0 h",
    200000: "2 d 7 h",
  };
  for (const [seconds, text] of Object.entries(written)) {
    assert.equal(timeText(Number(seconds)), text);
  }
  assert.ok(isLow(19.9));
  assert.ok(!isLow(20));
});

test("a clock shows its period, and what belongs to it", () => {
  const seat = (left, more = {}) => ({ left, uncounted: 0, in_period: 0, ...more });
  const byoyomi = { kind: "byoyomi", minutes: 10, period: 30, periods: 3 };
  assert.deepEqual(reading(byoyomi, seat(100), 5), { seconds: 5, note: "+3×30" });
  assert.deepEqual(reading(byoyomi, seat(100), 15), { seconds: 25, note: "×3" });
  assert.deepEqual(reading(byoyomi, seat(90), 0), { seconds: 30, note: "×3" });
  assert.deepEqual(reading(byoyomi, seat(60), 35), { seconds: 25, note: "×1" });
  const canadian = { kind: "canadian", minutes: 10, period: 60, moves: 20 };
  assert.deepEqual(reading(canadian, seat(61), 0), { seconds: 1, note: "" });
  assert.deepEqual(reading(canadian, seat(60, { in_period: 4 }), 10), { seconds: 50, note: "/16" });
  const delay = { kind: "delay", minutes: 5, delay: 5 };
  assert.deepEqual(reading(delay, seat(200, { uncounted: 3 }), 1), { seconds: 200, note: "+2" });
  assert.deepEqual(reading(delay, seat(200, { uncounted: 3 }), 7), { seconds: 196, note: "" });
});

test("the server's time goes on from its last word", (context) => {
  let ms = 5000;
  context.mock.method(performance, "now", () => ms);
  const time = new ServerTime();
  time.set(1_700_000_000);
  assert.equal(time.now, 1_700_000_000);
  ms += 2500;
  assert.equal(time.now, 1_700_000_002.5);
  time.set(1_700_000_001); // the server's word counts
  assert.equal(time.now, 1_700_000_001);
});

test("a clock is written at once, ten times a second, and no more once it is stopped", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  let written = 0;
  const stop = ticking(() => {
    written += 1;
  });
  assert.equal(written, 1);
  context.mock.timers.tick(1000);
  assert.equal(written, 11);
  stop();
  context.mock.timers.tick(1000);
  assert.equal(written, 11);
});

test("clocks in a word", () => {
  assert.equal(clockText({ kind: "fischer", minutes: 5, increment: 3 }), "5+3");
  assert.equal(clockText({ kind: "fischer", minutes: 1 / 3, increment: 0 }), "0.33+0");
  assert.equal(clockText({ kind: "days", days: 1 }), "1 day a move");
  assert.equal(clockText({ kind: "days", days: 0.2 }), "1 day a move");
  assert.equal(clockText({ kind: "days", days: 3 }), "3 days a move");
  assert.equal(clockText({ kind: "countdown", seconds: 5 }), "5 s countdown");
  assert.equal(clockText({ kind: "none" }), "");
  assert.equal(clockText(null), "");
});
