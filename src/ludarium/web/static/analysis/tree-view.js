/**
 * A tree of moves as rows: the main line, and below each move that has others beside it their
 * lines, indented. Rows are not nested, so that no tree is too deep to be shown.
 */

import { h, maybe } from "../shared/dom.js";
import { say } from "../shared/say.js";

/**
 * @import { MoveNode, MoveTree } from "./move-tree.js"
 * @typedef {{ nodes: MoveNode[], depth: number }} TreeRow
 */

const DEEPEST = 4; // indentations

export class TreeView {
  #root;
  #onGo;

  /**
   * @param {HTMLElement} root
   * @param {{ onGo: (node: MoveNode) => unknown }} hooks onGo is given the node that was chosen
   */
  constructor(root, { onGo }) {
    this.#root = root;
    this.#onGo = onGo;
  }

  /**
   * @param {MoveTree} tree
   * @param {MoveNode} current
   */
  show(tree, current) {
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
    const label = depth ? say("Variation of move {n}", { n: nodes[0].ply }) : say("Main line");
    return h(
      "ol",
      { class: "tree-row", "data-depth": Math.min(depth, DEEPEST), "aria-label": label },
      nodes.map((node) => this.#move(node, current)),
    );
  }

  /**
   * @param {MoveNode} node
   * @param {MoveNode} current
   */
  #move(node, current) {
    const button = h("button", {
      class: "move",
      type: "button",
      "aria-current": node === current ? "step" : null,
      text: `${node.ply}. ${node.move}`,
      on: { click: () => this.#onGo(node) },
    });
    const marked = node.marks.length > 0 && h("span", { class: "tree-marked", text: "✎" });
    if (marked) {
      marked.setAttribute("role", "img");
      marked.setAttribute("aria-label", say("drawn on"));
    }
    const comment =
      node.comment && h("span", { class: "tree-comment", dir: "auto", text: node.comment });
    return h("li", {}, button, marked, comment || null);
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
