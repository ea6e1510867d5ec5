import assert from "node:assert/strict";
import { test } from "node:test";
import {
  moveNumbers,
  numberAt,
  numberText,
} from "../../src/ludarium/web/static/analysis/move-numbers.js";
import { MOST_POSITIONS, MoveTree } from "../../src/ludarium/web/static/analysis/move-tree.js";
import { packed, unpacked } from "../../src/ludarium/web/static/analysis/tree-address.js";

const mark = { start: "a1", end: "b2", colour: "green" };

/** A tree with variations: 1. a (1. x 2. y) 2. b (2. c (2. d)) 3. e. */
function sample() {
  const tree = MoveTree.ofLine(["a", "b", "e"]);
  const first = tree.add(tree.root, "a");
  tree.add(tree.add(tree.root, "x"), "y");
  tree.add(first, "c").comment = "better";
  tree.add(first, "d").marks = [mark, { start: "c3", end: null, colour: "red" }];
  return tree;
}

test("as data and back it is the same tree", () => {
  const { positions } = sample();
  assert.deepEqual(positions, [
    {},
    { move: "a" },
    { move: "b" },
    { move: "e" },
    { move: "c", after: 1, comment: "better" },
    {
      move: "d",
      after: 1,
      marks: [
        { start: "a1", end: "b2" },
        { start: "c3", colour: "red" },
      ],
    },
    { move: "x", after: 0 },
    { move: "y" },
  ]);
  assert.deepEqual(MoveTree.from(positions).positions, positions);
});

test("random trees survive the way through data and an address", async () => {
  let seed = 7;
  const random = (most) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 30; round += 1) {
    const tree = new MoveTree();
    for (let step = 0; step < 60; step += 1) {
      const nodes = tree.nodes;
      const node = tree.add(nodes[random(nodes.length)], `m${random(5)}`);
      if (random(4) === 0) node.comment = `čeština ${step}`;
      if (random(9) === 0) tree.delete(node);
      if (random(5) === 0) tree.promote(nodes[random(nodes.length)]);
    }
    const { positions } = tree;
    assert.deepEqual(MoveTree.from(positions).positions, positions);
    const text = await packed(positions);
    assert.match(text, /^[\w-]*$/);
    assert.deepEqual(await unpacked(text), positions);
  }
});

test("what is no tree is refused", async () => {
  assert.throws(() => MoveTree.from([{}, { move: 3 }]));
  assert.throws(() => MoveTree.from([{}, { move: "a", after: 9 }]));
  assert.throws(() => MoveTree.from([{ comment: {} }]));
  await assert.rejects(unpacked("no tree"));
  const huge = await packed([{ comment: "x".repeat(600 * 1024) }]);
  assert.ok(huge.length < 2000); // packed, it is small
  await assert.rejects(unpacked(huge), RangeError);
});

test("moves are followed as far as they are in the tree", () => {
  const tree = sample();
  assert.deepEqual(tree.at(["a", "c"]).moves, ["a", "c"]);
  assert.deepEqual(tree.at(["a", "z", "c"]).moves, ["a"]);
  assert.deepEqual(
    tree.at(["a"]).line.map(({ move }) => move),
    ["a", "b", "e"],
  );
  assert.equal(tree.onlyLine, null);
  assert.deepEqual(MoveTree.ofLine(["a", "b"]).onlyLine, ["a", "b"]);
});

test("a known move is no second variation", () => {
  const tree = sample();
  const { size } = tree;
  assert.equal(tree.add(tree.root, "a"), tree.root.children[0]);
  assert.equal(tree.size, size);
});

test("the innermost variation becomes the main line", () => {
  const tree = sample();
  const node = tree.at(["a", "d"]);
  assert.ok(!node.isMain);
  tree.promote(node);
  assert.ok(node.isMain);
  assert.deepEqual(
    tree.at(["a"]).children.map(({ move }) => move),
    ["d", "b", "c"],
  );
});

test("what is deleted can be brought back to its place", () => {
  const tree = sample();
  const { positions } = tree;
  const bringBack = tree.delete(tree.at(["a", "b"]));
  assert.equal(tree.size, 6);
  bringBack();
  assert.deepEqual(tree.positions, positions);
});

test("there is an end of positions", () => {
  const tree = MoveTree.ofLine(Array.from({ length: MOST_POSITIONS - 1 }, (_, at) => `m${at}`));
  assert.equal(tree.size, MOST_POSITIONS);
  assert.throws(() => tree.add(tree.root, "more"), RangeError);
});

/** The numbers before the moves of a line that these seats made. */
function numbersOf(movers, seats = 2) {
  const tree = MoveTree.ofLine(movers.map((_, at) => `${at}`));
  for (const [at, node] of tree.root.line.entries()) node.seats = movers[at];
  const numbers = moveNumbers(tree, seats);
  return tree.root.line.map((node, at) => numberText(numbers.get(node), !at));
}

test("moves are numbered by times around the seats", () => {
  assert.deepEqual(numbersOf([[0], [1], [0], [1]]), ["1.", "", "2.", ""]);
  assert.deepEqual(numbersOf([null, null, null]), ["1.", "", "2."]); // not known: in turn
  assert.deepEqual(numbersOf([[1], [0], [1]]), ["1…", "2.", ""]);
  assert.deepEqual(numbersOf([[0], [0], [1], [0]]), ["1.", "", "", "2."]); // two of one turn
  assert.deepEqual(numbersOf([[], [0], [], [1], [0]]), ["1.", "", "", "", "2."]); // by chance
  assert.deepEqual(
    numbersOf([
      [0, 1],
      [0, 1],
    ]),
    ["1.", "2."],
  ); // together
  assert.deepEqual(numbersOf([[0], [2], [0]], 3), ["1.", "", "2."]); // a seat is out
});

test("a move of a line has the number that it has in a tree", () => {
  const seats = [0, 1, 0, 1, 0];
  const moves = seats.map((seat, ply) => ({ ply, seat }));
  const shown = moves.map(({ ply }) => numberText(numberAt(moves, ply, 2), true));
  assert.deepEqual(shown, ["1.", "1…", "2.", "2…", "3."]);
  const dice = seats.map((seat, turn) => ({ ply: 2 * turn + 1, seat })); // a throw before each move
  const numbers = dice.map(({ ply }) => numberAt(dice, ply, 2).number);
  assert.deepEqual(numbers, [1, 1, 2, 2, 3]);
});
