import assert from "node:assert/strict";
import { test } from "node:test";
import { TouchTree } from "../../src/ludarium/web/static/board/touch-tree.js";

const MOVES = [
  { move: "a1-a2", touches: ["a1", "a2"] },
  { move: "a1-a3", touches: ["a1", "a3"] },
  { move: "b1-b2", touches: ["b1", "b2"], more_touches: [["b2"]] },
];

test("a path of touches leads to its move", () => {
  const tree = new TouchTree(MOVES);
  assert.deepEqual(tree.next, ["a1", "b1"]);
  assert.equal(tree.touch("a1"), null);
  assert.deepEqual(tree.path, ["a1"]);
  assert.deepEqual(tree.next, ["a2", "a3"]);
  assert.equal(tree.touch("a3"), "a1-a3");
});

test("each move is found by its touches, and nothing else is a move", () => {
  for (const { move, touches } of MOVES) {
    const tree = new TouchTree(MOVES);
    const found = touches.map((id) => tree.touch(id));
    assert.deepEqual(found, [...touches.slice(1).map(() => null), move]);
  }
  assert.equal(new TouchTree(MOVES).touch("c1"), null);
});

test("a further path makes the move without being pointed out", () => {
  const tree = new TouchTree(MOVES);
  assert.ok(!tree.next.includes("b2"));
  assert.equal(tree.touch("b2"), "b1-b2");
});

test("another first touch takes the place of the one before", () => {
  const tree = new TouchTree(MOVES);
  tree.touch("a1");
  assert.deepEqual(tree.others, ["b1"]);
  assert.equal(tree.touch("b1"), null);
  assert.deepEqual(tree.path, ["b1"]);
});

test("touching again, or elsewhere, steps back", () => {
  const tree = new TouchTree(MOVES);
  tree.touch("a1");
  tree.touch("a1");
  assert.deepEqual(tree.path, []);
  tree.touch("a1");
  tree.touch("z9");
  assert.deepEqual(tree.path, []);
  assert.ok(!tree.canStepBack);
});

test("the only first touch is taken, and stays", () => {
  const tree = new TouchTree(MOVES.slice(0, 2));
  assert.ok(tree.preselect());
  assert.deepEqual(tree.path, ["a1"]);
  tree.stepBack();
  tree.restart();
  assert.deepEqual(tree.path, ["a1"]);
  assert.ok(!new TouchTree(MOVES).preselect());
  assert.ok(new TouchTree(MOVES).preselect((id) => id === "b1"));
});

test("a move that is the beginning of another is made by touching its end again", () => {
  const tree = new TouchTree([
    { move: "a-b", touches: ["a", "b"] },
    { move: "a-b-c", touches: ["a", "b", "c"] },
  ]);
  tree.touch("a");
  assert.equal(tree.touch("b"), null);
  assert.equal(tree.example, "a-b");
  assert.equal(tree.touch("b"), "a-b");
  assert.equal(tree.touch("c"), "a-b-c");
});

test("nothing is legal in an empty tree", () => {
  const tree = new TouchTree();
  assert.equal(tree.example, null);
  assert.deepEqual(tree.next, []);
  assert.equal(tree.touch("a"), null);
});
