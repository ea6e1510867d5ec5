import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./page.mjs";

openPage({
  lang: "cs",
  phrases: {
    "Your turn": "Jste na tahu",
    "{n} move": ["{n} tah", "{n} tahy", "{n} tahů"],
    "{a} and {b}": "{b} a {a}",
  },
});
const { counted, say } = await import("../../src/ludarium/web/static/shared/say.js");

test("text is told in the reader's language, or else in English", () => {
  assert.equal(say("Your turn"), "Jste na tahu");
  assert.equal(say("Nothing like that"), "Nothing like that");
  assert.equal(say("{a} and {b}", { a: 1, b: 2 }), "2 a 1");
  assert.equal(say("{a} {toString}", { a: 1 }), "1 {toString}"); // only what was given
});

test("numbers choose the plural form", () => {
  const moves = (n) => counted("{n} move", "{n} moves", n);
  assert.deepEqual([1, 3, 5, 22, 100].map(moves), [
    "1 tah",
    "3 tahy",
    "5 tahů",
    "22 tahů",
    "100 tahů",
  ]);
  assert.equal(counted("{n} horse", "{n} horses", 1), "1 horse");
  assert.equal(counted("{n} horse", "{n} horses", 2), "2 horses");
});
