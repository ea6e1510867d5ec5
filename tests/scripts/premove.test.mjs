import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { answerRequests, Element, openPage, settled, stopTime } from "./page.mjs";

openPage();
const { Premove } = await import("../../src/ludarium/web/static/table/premove.js");

const CHOICES = [
  { move: "e7-e5", touches: ["e7", "e5"] },
  { move: "d7-d5", touches: ["d7", "d5"] },
];
const PATH = "/api/tables/k3v9/premoves";

/** A table of two at which the reader has seat 1, after so many moves. */
function table(ply, more = {}) {
  return {
    id: "k3v9",
    version: ply + 1,
    ply,
    status: "live",
    seats: [{ left: 60 }, { left: 60 }],
    simultaneous: false,
    hides: false,
    chance: null,
    you: { seats: [1] },
    movers: [ply % 2],
    ...more,
  };
}

let root;
let changes;
let early;
let premove;
let asked;

beforeEach(() => {
  asked = answerRequests({ [PATH]: { ply: 2, legal: { 1: CHOICES } } });
  [root, changes, early] = [new Element(), 0, []];
  premove = new Premove(root, {
    onChange: () => {
      changes += 1;
    },
    onEarly: (site) => early.push(site),
  });
});

/** Turns to the board while the other thinks. */
async function turnToBoard(ply = 2) {
  premove.follow(table(ply), []);
  root.dispatchEvent(new Event("pointerover"));
  await settled();
}

test("choices are asked for once, when the reader turns to the board", async () => {
  premove.follow(table(2), []);
  await settled();
  assert.equal(asked.length, 0);
  root.dispatchEvent(new Event("pointerover"));
  root.dispatchEvent(new Event("keydown"));
  await settled();
  assert.equal(asked.length, 1);
  assert.deepEqual(premove.choices, CHOICES);
  assert.equal(changes, 1);
});

test("nothing can be chosen where the reader does not wait", async () => {
  const others = [
    { movers: [1] },
    { seats: [{ left: null }, { left: null }] },
    { chance: {} },
    { hides: true },
    { simultaneous: true },
    { status: "over" },
    { you: { seats: [] } },
    { you: { seats: [0, 1] } },
    { seats: [{ left: 60 }, { left: 60 }, { left: 60 }] },
  ];
  for (const other of others) {
    premove.follow(table(2, other), []);
    root.dispatchEvent(new Event("pointerover"));
    await settled();
    assert.equal(premove.choices, null);
  }
  assert.equal(asked.length, 0);
});

test("the chosen move is made at once if it is legal then", async () => {
  await turnToBoard();
  premove.choose("e7-e5");
  assert.deepEqual(premove.chosen, { text: "e7-e5", touches: ["e7", "e5"] });
  assert.equal(premove.follow(table(2), []), null); // somebody has come or gone
  const legal = [{ move: "e7xe5", touches: ["e7", "e5"] }]; // as it is called now
  assert.equal(premove.follow(table(3), legal), "e7xe5");
  assert.equal(premove.chosen, null);
});

test("a chosen move that is not legal any more is forgotten", async () => {
  await turnToBoard();
  premove.choose("e7-e5");
  const time = stopTime(); // for the notice, which goes after a while
  assert.equal(premove.follow(table(3), CHOICES.slice(1)), null);
  time.start();
  assert.equal(premove.chosen, null);
});

test("a move that was taken back, or the end, takes the chosen one along", async () => {
  for (const after of [table(1, { movers: [1] }), table(3, { status: "over" })]) {
    await turnToBoard();
    premove.choose("e7-e5");
    assert.equal(premove.follow(after, CHOICES), null);
    assert.equal(premove.chosen, null);
  }
});

test("whoever has chosen ahead before is asked for nothing", async () => {
  await turnToBoard();
  premove.choose("e7-e5");
  premove.follow(table(3), CHOICES);
  answerRequests({ [PATH]: { ply: 4, legal: { 1: CHOICES } } });
  premove.follow(table(4), []);
  await settled();
  assert.deepEqual(premove.choices, CHOICES);
});

test("choices of a turn that is over are not offered", async () => {
  premove.follow(table(2), []);
  root.dispatchEvent(new Event("pointerover"));
  premove.follow(table(4), []);
  await settled();
  assert.equal(premove.choices, null);
});

test("places that were touched before the choices came are told then", async () => {
  premove.follow(table(2), []);
  root.dispatchEvent(new Event("pointerover"));
  const click = new Event("click");
  const site = Object.assign(new Element(), { closest: () => site });
  site.setAttribute("data-site", "e7");
  Object.defineProperty(click, "target", { value: site });
  root.dispatchEvent(click);
  await settled();
  assert.deepEqual(early, ["e7"]);
});

test("it can be cancelled, once", async () => {
  await turnToBoard();
  premove.choose("e7-e5");
  assert.equal(premove.cancel(), true);
  assert.equal(premove.cancel(), false);
  assert.equal(premove.follow(table(3), CHOICES), null);
});
