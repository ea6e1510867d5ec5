/**
 * A tree of moves as rows: the main line, and below each move that has others beside it their
 * lines, indented. Rows are not nested, so that no tree is too deep to be shown.
 */

import { h, maybe } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { say } from "../shared/say.js";
import { moveNumbers, numberText } from "./move-numbers.js";

/**
 * @import { MoveNode, MoveTree } from "./move-tree.js"
 * @typedef {{ nodes: MoveNode[], depth: number }} TreeRow
 * @typedef {{ sign: string, label: string, kind: string }} MoveMark what a review says of a move
 */

const DEEPEST = 4; // indentations

export class TreeView {
  #root;
  #onGo;
  #seats;
  /** @type {ReturnType<typeof moveNumbers>} */
  #numbers = new Map();
  /** @type {Map<MoveNode, MoveMark>} */
  #marks = new Map();

  /**
   * @param {HTMLElement} root
   * @param {object} options
   * @param {number} options.seats
   * @param {(node: MoveNode) => unknown} options.onGo is given the node that was chosen
   */
  constructor(root, { seats, onGo }) {
    this.#root = root;
    this.#seats = seats;
    this.#onGo = onGo;
  }

  /**
   * @param {MoveTree} tree
   * @param {MoveNode} current
   * @param {Map<MoveNode, MoveMark>} marks
   */
  show(tree, current, marks) {
    this.#marks = marks;
    this.#numbers = moveNumbers(tree, this.#seats);
    if (!tree.root.children.length && !tree.root.comment) {
      this.#root.replaceChildren(h("p", { class: "muted", text: say("No moves yet.") }));
      return;
    }
    const focused = this.#root.contains(document.activeElement);
    const rows = rowsOf(tree);
    const elements = rows.map((row) => this.#row(row, current));
    const { comment } = tree.root;
    const start = comment ? [h("p", { class: "tree-comment", text: comment })] : [];
    this.#root.replaceChildren(...start, ...elements);
    const button = maybe("[aria-current]", HTMLElement, this.#root);
    if (!button) return;
    if (focused) button.focus({ preventScroll: true });
    const [place, frame] = [button.getBoundingClientRect(), this.#root.getBoundingClientRect()];
    if (place.top < frame.top) this.#root.scrollTop += place.top - frame.top - 8;
    if (place.bottom > frame.bottom) this.#root.scrollTop += place.bottom - frame.bottom + 8;
  }

  /**
   * @param {TreeRow} row
   * @param {MoveNode} current
   */
  #row({ nodes, depth }, current) {
    const number = this.#numbers.get(nodes[0])?.number;
    const label = depth ? say("Variation of move {n}", { n: number }) : say("Main line");
    return h(
      "ol",
      { class: "tree-row", "data-depth": Math.min(depth, DEEPEST), "aria-label": label },
      nodes.map((node, at) => this.#move(node, current, !at || Boolean(nodes[at - 1].comment))),
    );
  }

  /**
   * @param {MoveNode} node
   * @param {MoveNode} current
   * @param {boolean} afresh whether no move stands right before it
   */
  #move(node, current, afresh) {
    const known = this.#numbers.get(node);
    const number = known ? numberText(known, afresh) : "";
    const mark = this.#marks.get(node);
    const button = h(
      "button",
      {
        class: "move",
        type: "button",
        "aria-current": node === current ? "step" : null,
        on: { click: () => this.#onGo(node) },
      },
      moveText(node.move),
      mark && h("span", { class: `mark ${mark.kind}`, "aria-hidden": "true", text: mark.sign }),
      mark && h("span", { class: "unseen", text: ` ${mark.label}` }),
    );
    const marked = node.marks.length > 0 && h("span", { class: "tree-marked", text: "✎" });
    if (marked) {
      marked.setAttribute("role", "img");
      marked.setAttribute("aria-label", say("drawn on"));
    }
    const comment =
      node.comment && h("span", { class: "tree-comment", dir: "auto", text: node.comment });
    const count = number && h("span", { class: "move-number", text: number });
    return h("li", {}, count || null, button, marked, comment || null);
  }
}

/**
 * The lines of the tree, in the order in which they are read.
 * @param {MoveTree} tree
 */
function rowsOf(tree) {
  /** @type {TreeRow[]} */
  const rows = [];
  /** @type {{ node: MoveNode | undefined, depth: number }[]} */
  const waiting = [{ node: tree.root.children[0], depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node: first, depth } = next;
    if (!first) continue;
    /** @type {TreeRow} */
    const row = { nodes: [], depth };
    rows.push(row);
    // A line that others branch off from goes on in a row of its own, below them.
    /** @type {MoveNode | undefined} */
    let node = first;
    for (; node; node = node.children.at(0)) {
      row.nodes.push(node);
      /** @type {MoveNode[]} */
      const [main, ...others] = node.siblings;
      if (node !== main || !others.length) continue;
      waiting.push({ node: node.children[0], depth });
      for (const other of others.reverse()) waiting.push({ node: other, depth: depth + 1 });
      break;
    }
  }
  return rows;
}
