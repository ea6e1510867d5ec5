import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage, store } from "./page.mjs";

const STATIC = "../../src/ludarium/web/static";
openPage();
const { preference, setPreference, whenSetElsewhere } = await import(
  `${STATIC}/shared/preferences.js`
);
const { followed, isFollowed, setFollowed } = await import(`${STATIC}/shared/following.js`);
const { forgetStudy, keepStudy, keptStudies, keptStudy } = await import(
  `${STATIC}/analysis/kept-studies.js`
);
const { noteSolved, solved } = await import(`${STATIC}/puzzles/solved-puzzles.js`);
const { keepGames, keepScene, keptGames, keptScene } = await import(
  `${STATIC}/games/kept-games.js`
);
let page;

beforeEach(() => {
  page = openPage();
});

test("a setting stays, and is otherwise what it is by default", () => {
  assert.equal(preference("sound", true), true);
  setPreference("sound", false);
  assert.equal(preference("sound", true), false);
  assert.equal(localStorage.getItem("ludarium.sound"), "false");
});

test("what another page of the browser has set is found", () => {
  localStorage.setItem("ludarium.level", "5");
  assert.equal(preference("level", 3), 5);
  localStorage.setItem("ludarium.broken", "{");
  assert.equal(preference("broken", "plain"), "plain");
});

test("where the browser keeps nothing, a setting holds for the page", () => {
  globalThis.localStorage = store({ refuses: true });
  setPreference("turns", false);
  assert.equal(preference("turns", true), false);
});

test("a page is told what another tab sets", () => {
  let told = 0;
  whenSetElsewhere("signed-out-at", () => {
    told += 1;
  });
  for (const key of ["ludarium.signed-out-at", "ludarium.sound", "signed-out-at"]) {
    page.window.dispatchEvent(Object.assign(new Event("storage"), { key }));
  }
  assert.equal(told, 1);
});

test("people are followed, the last first, a hundred at most", () => {
  for (let n = 0; n < 120; n += 1) setFollowed(`p${n}`, true);
  assert.equal(followed().length, 100);
  assert.equal(followed()[0], "p119");
  setFollowed("p50", true);
  assert.equal(followed()[0], "p50");
  assert.equal(followed().length, 100);
  setFollowed("p50", false);
  assert.ok(!isFollowed("p50"));
  assert.ok(!isFollowed("p0"));
});

test("puzzles stay solved", () => {
  noteSolved("a");
  noteSolved("b");
  noteSolved("a");
  assert.deepEqual([...solved()], ["a", "b"]);
});

test("studies are kept, the last first, as many as a browser has room for", () => {
  const study = (id, comment = "") => ({ id, title: id, positions: [{ comment }] });
  for (let n = 0; n < 14; n += 1) keepStudy(study(`s${n}`));
  assert.equal(keptStudies().length, 12);
  keepStudy(study("s5", "changed"));
  assert.equal(keptStudies()[0].id, "s5");
  assert.equal(keptStudies().length, 12);
  assert.equal(keptStudy("s5").positions[0].comment, "changed");
  forgetStudy("s5");
  assert.equal(keptStudy("s5"), null);
  keepStudy(study("large", "x".repeat(1_500_000)));
  keepStudy(study("larger", "x".repeat(1_500_000)));
  assert.deepEqual(
    keptStudies().map(({ id }) => id),
    ["larger"],
  );
});

/** A cache of answers by path, like that of a service worker. */
function caches() {
  const kept = new Map();
  const path = (asked) => new URL(asked.url ?? asked, "https://play.example").pathname;
  const cache = {
    match: async (asked) => kept.get(path(asked))?.clone(),
    put: async (asked, answer) => kept.set(path(asked), answer),
    delete: async (asked) => kept.delete(path(asked)),
    keys: async () => [...kept.keys()].map((one) => ({ url: `https://play.example${one}` })),
  };
  return { open: async () => cache };
}

test("games and their boards are kept for when there is no network, and no other boards", async () => {
  globalThis.caches = caches();
  assert.equal(await keptGames(), null);
  await keepScene("one", { text: "1" });
  await keepScene("two", { text: "2" });
  await keepGames({ turns: 1, playing: 1, after: 0, games: [{ id: "two" }], now: 5 });
  assert.equal((await keptGames()).turns, 1);
  assert.ok((await keptGames()).kept > 0);
  assert.equal(await keptScene("one"), null);
  assert.deepEqual(await keptScene("two"), { text: "2" });
});

test("a browser that has no caches keeps nothing, and nothing fails", async () => {
  delete globalThis.caches;
  await keepGames({ games: [] });
  await keepScene("one", {});
  assert.equal(await keptGames(), null);
  assert.equal(await keptScene("one"), null);
});
