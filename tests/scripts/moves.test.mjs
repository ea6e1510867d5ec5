import assert from "node:assert/strict";
import { test } from "node:test";
import { chanceText, percent, Scale } from "../../src/ludarium/web/static/analysis/evaluation.js";
import { chancesOf } from "../../src/ludarium/web/static/analysis/mixed-strategies.js";
import { placeAmong } from "../../src/ludarium/web/static/analysis/move-numbers.js";
import { boxAround, distance, placeIn } from "../../src/ludarium/web/static/board/columns.js";
import { runnersOf, walk } from "../../src/ludarium/web/static/board/touch-preview.js";
import { moveText } from "../../src/ludarium/web/static/shared/move-text.js";
import { setPreference } from "../../src/ludarium/web/static/shared/preferences.js";
import {
  moveLabel,
  placeOf,
  rowPlace,
  rowsOf,
  withSeats,
} from "../../src/ludarium/web/static/table/move-list.js";
import { Element, openPage } from "./page.mjs";

const { document } = openPage();
globalThis.phrases = { take: "přijmout" };

test("moves get the seats that made them, where the server does not say", () => {
  const moves = [{ text: "a" }, { text: "b" }, { text: "4", chance: true, seat: null }];
  moves.push({ text: "c", seat: 1 });
  assert.deepEqual(
    withSeats(moves, 2).map(({ seat }) => seat),
    [0, 1, null, 1],
  );
});

test("what chance did goes with the move that follows it", () => {
  /** @param {string} text such as "0a" of seat 0, or "?5" of chance */
  const move = (text) => ({ text: text.slice(1), seat: text[0] === "?" ? null : Number(text[0]) });
  /** The rows of moves as text, and who is to move after them. */
  const rows = (text, movers = []) => {
    const moves = text.split(" ").map(move);
    const table = { seats: [{}, {}], simultaneous: false, ply: moves.length, movers };
    return rowsOf(table, moves).map(({ cells }) =>
      cells.map((cell) => cell.map(({ text: told }) => told).join(" ")),
    );
  };
  assert.deepEqual(rows("?31 0a 0b ?65 1c ?21", [0]), [["31 a b", "65 c"], ["21"]]);
  assert.deepEqual(rows("?31 1a 1b ?65 0c ?21", [1]), [
    ["", "31 a b"],
    ["65 c", "21"],
  ]);
  assert.deepEqual(rows("0a 1b ?65"), [["a", "b 65"]]); // the game is over, or it is not known
});

test("reviews count moves as lists of moves do", () => {
  for (const [movers, counted] of [
    ["010101", [0, 1, 1, 2, 2, 3, 3]],
    ["101", [0, 1, 2, 2]],
    ["?00?11?0", [0, 1, 1, 1, 1, 1, 1, 2, 2]],
    ["?11?00", [0, 1, 1, 1, 2, 2, 2]],
  ]) {
    const moves = [...movers].map((seat) => ({ text: "", seat: seat === "?" ? null : +seat }));
    const table = { seats: [{}, {}], simultaneous: false, ply: moves.length };
    const seated = moves
      .map(({ seat }, ply) => ({ ply, seat }))
      .filter(({ seat }) => seat !== null);
    const last = counted.at(-1);
    for (const [count, at] of counted.entries()) {
      assert.deepEqual(rowPlace(table, moves, count), { at, last }, movers);
      if (count) assert.deepEqual(placeAmong(seated, count, moves.length, 2), { at, last }, movers);
    }
  }
});

test("the game is looked at as it stands, or after an earlier move", () => {
  assert.equal(placeOf({ at: null, table: { ply: 7 } }), 7);
  assert.equal(placeOf({ at: 0, table: { ply: 7 } }), 0);
});

test("moves are called by who made them", () => {
  const seats = [
    { name: "Ana", seat_name: "White" },
    { name: null, seat_name: "Black" },
  ];
  const table = { seats, simultaneous: false };
  assert.equal(moveLabel(table, { text: "e4", seat: 0 }), "Ana: e4");
  assert.equal(moveLabel(table, { text: "e5", seat: 1 }), "Black: e5");
  assert.equal(moveLabel(table, { text: "6-1", seat: null }), "By chance: 6-1");
  assert.equal(moveLabel(table, { text: "?", seat: null }), "Dealt face down");
  const round = { at: 3, text: "3", seat: null, title: "Ana P, Black E" };
  assert.equal(moveLabel({ ...table, simultaneous: true }, round), "Round 3: Ana P, Black E");
});

test("pieces are called by letters of the language, by figurines, or as in records", () => {
  const root = new Element();
  root.setAttribute("data-letters", "K Q R B N");
  root.setAttribute("data-own-letters", "K D V S J");
  root.setAttribute("data-figurines", "♔ ♕ ♖ ♗ ♘");
  document.querySelector = () => root;
  assert.equal(moveText("Nbxd7, e8=Q+, O-O"), "Jbxd7, e8=D+, O-O");
  setPreference("letters", "figurines");
  assert.equal(moveText("Nf3"), "♘f3");
  setPreference("letters", "notation");
  assert.equal(moveText("Nf3"), "Nf3");
  document.querySelector = () => null;
  setPreference("letters", "own");
  assert.equal(moveText("B2-C3"), "B2-C3");
});

const SITES = new Map(
  ["a", "b", "c"].map((id, at) => [id, { id, x: 10 * at, y: 0, r: 5, kind: "cell" }]),
);

function walked(path, pieces, items = [], runners = new Map()) {
  return walk(path, {
    sites: SITES,
    pieceOn: (site) => pieces.find((piece) => piece.site === site) ?? null,
    item: (id) => items.find((item) => item.id === id) ?? null,
    spot: (_, { x, y }) => ({ x, y }),
    runners,
  });
}

test("a touched piece goes where is touched next, and on", () => {
  const { places, held, dropped } = walked(["a", "b", "c"], [{ id: "p", site: "a" }]);
  assert.deepEqual([...places], [["p", { x: 20, y: 0, site: "c" }]]);
  assert.equal(held, null);
  assert.equal(dropped, null);
});

test("a thing in hand is held, and then lies where was touched", () => {
  const item = { id: "stone" };
  assert.equal(walked(["stone"], [], [item]).held, item);
  const { held, dropped } = walked(["stone", "b"], [], [item]);
  assert.equal(held, null);
  assert.deepEqual(dropped, { item, site: SITES.get("b") });
});

test("which piece goes to an empty site is unknown until it is found out", () => {
  const pieces = [{ id: "p", site: "a", name: "king" }];
  assert.deepEqual(walked(["c"], pieces).unknown, ["c"]);
  const found = runnersOf(["c"], pieces, [{ id: "p", site: "c", name: "king" }]);
  assert.deepEqual(found, [["p", "c"]]);
  const { places, unknown } = walked(["c"], pieces, [], new Map([["c", found]]));
  assert.equal(unknown, null);
  assert.deepEqual([...places], [["p", { x: 20, y: 0, site: "c" }]]);
});

test("pieces in a column lie from its foot to its end, closer where they are many", () => {
  const tower = { x: 0, y: 100, column: { x: 0, y: 0, fits: 5 } };
  assert.deepEqual(placeIn(tower, 0), { x: 0, y: 100 });
  assert.deepEqual(placeIn(tower, 4), { x: 0, y: 0 });
  assert.deepEqual(placeIn(tower, 8), { x: 0, y: 0 });
  assert.equal(distance(tower, { x: 3, y: 50 }), 3);
  assert.equal(distance(tower, { x: 0, y: -4 }), 4);
  assert.deepEqual(boxAround(tower, 10), { x: -10, y: -10, width: 20, height: 120 });
});

test("values are told as chances, and what is proved as such", () => {
  assert.equal(chanceText(1, "proved"), "a win by force");
  assert.equal(chanceText(-1, "proved"), "a loss by force");
  assert.equal(chanceText(0, "proved"), "a draw by force");
  assert.equal(chanceText(0.5, "estimated"), "75%");
  assert.equal(percent(0.126), "13%");
});

test("the curve of rounds ends with the result, where the rules ended the game", () => {
  const rounds = [
    {
      seats: [
        { seat: 1, value: 9 },
        { seat: 0, value: 0.2, label: "bounded" },
      ],
    },
  ];
  const start = [{ value: 0.2, label: "bounded" }];
  const won = [...start, { value: 1, label: "proved" }];
  assert.deepEqual(chancesOf(rounds, { reason: "rules", returns: [1, 0] }), won);
  assert.deepEqual(chancesOf(rounds, { reason: "resignation", returns: [1, 0] }), start);
});

test("words that are moves are said in the reader's language", () => {
  assert.equal(moveText("take"), "přijmout");
  assert.equal(moveText("constructor 6/off b4-take"), "constructor 6/off b4-take");
});

test("reviews tell chances, or where games are for points, these", () => {
  const [chances, points] = [new Scale(null), new Scale(4)];
  assert.equal(chances.text(0.5, "estimated"), "75%");
  assert.equal(points.text(0.5, "estimated"), "+2.00 points on average");
  assert.equal(chances.number(-0.5), "25%");
  assert.equal(points.number(-0.5), "−2.00");
  assert.equal(chances.difference(0.01), "0.5%");
  assert.equal(points.difference(0.01), "0.04");
});
