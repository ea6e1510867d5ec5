import assert from "node:assert/strict";
import { test } from "node:test";
import { Element, openPage } from "./page.mjs";

openPage();
const { Countdown } = await import("../../src/ludarium/web/static/table/countdown.js");
const { RoundReveal } = await import("../../src/ludarium/web/static/table/round-reveal.js");

test("the seconds that are left are told until there are none", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const picture = new Element();
  const layer = new Element();
  picture.append(layer);
  const sites = new Map([
    ["a", { kind: "place", x: 10, y: 30 }],
    ["b", { kind: "place", x: 30, y: 50 }],
    ["c", { kind: "cell", x: 900, y: 900 }],
  ]);
  const board = { scene: {}, hits: { sites }, layer: () => layer };
  const time = { now: 100 };
  const countdown = new Countdown(time);
  countdown.update(board, 105, 5);
  const ring = picture.children[1];
  const text = ring.children[2];
  assert.equal(ring.getAttribute("transform"), "translate(20 40)"); // between the places
  const shown = [];
  for (; time.now < 107; time.now += 0.5) {
    context.mock.timers.tick(50);
    shown.push(`${text.textContent}${ring.classes.has("urgent") ? "!" : ""}`);
  }
  const expected = ["5", "5", "4", "4", "3", "3", "2", "2!", "1!", "1!", "0!", "0!", "0!", "0!"];
  assert.deepEqual(shown, expected);
  countdown.update(board, null, 5);
  assert.equal(ring.parentElement, null);
});

test("a reveal stays on the board for a while, shorter where the next is counted down", (context) => {
  let ms = 0;
  context.mock.method(performance, "now", () => ms);
  const reveal = new RoundReveal({ judge: () => "kept" });
  globalThis.fetch = async () => Response.json({ sites: [], arrows: [] });
  const scene = { seats: [{ note: "" }] };
  reveal.look(
    { id: "k3v9", ply: 1, round: { last: [] } },
    { moves: [], viewer: 0, scene, hold: true },
  );
  assert.deepEqual(reveal.changes, [1800, 5000]);
  ms = 1799;
  assert.ok(reveal.isHeld(true));
  ms = 1800;
  assert.ok(!reveal.isHeld(true));
  assert.ok(reveal.isHeld(false));
  ms = 5000;
  assert.ok(!reveal.isHeld(false));
  assert.deepEqual(reveal.changes, []);
});
