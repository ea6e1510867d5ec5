/**
 * A tree of moves with variations, comments, and marks drawn on the board. The first child of a
 * node is the main line.
 *
 * As data it is a list of positions, each after an earlier one of the list: by default the one
 * before it, else the one of its `after`.
 */

export const MOST_POSITIONS = 1000;
export const LONGEST_COMMENT = 1000;
const MOST_MARKS = 32;
/** @type {readonly Colour[]} */
const COLOURS = ["green", "red", "blue", "yellow"];

class Node {
  comment = "";
  /** @type {DrawnMark[]} */
  marks = [];
  /** @type {Node[]} */
  children = [];
  /** @type {number[] | null} */
  seats = null; // that made the move: none where chance did, null where they are not known yet

  /**
   * @param {string} move
   * @param {Node | null} parent
   */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
  }

  /** How many moves lead here. */
  get ply() {
    return this.path.length;
  }

  /**
   * The nodes that lead here, without the root.
   * @returns {Node[]}
   */
  get path() {
    /** @type {Node[]} */
    const path = [];
    /** @type {Node | null} */
    let node = this;
    for (; node?.parent; node = node.parent) path.unshift(node);
    return path;
  }

  get moves() {
    return this.path.map(({ move }) => move);
  }

  /** The nodes from the root on, through this one, along its main line. */
  get line() {
    const line = this.path;
    let node = this.children.at(0);
    for (; node; node = node.children.at(0)) line.push(node);
    return line;
  }

  /** This move and the others after the same position. */
  get siblings() {
    return this.parent ? this.parent.children : [this];
  }

  get isMain() {
    return this.path.every((node) => node.siblings[0] === node);
  }
}

/** @typedef {Node} MoveNode */

export class MoveTree {
  root = new Node("", null);

  /**
   * The tree of data from wherever it came. Throws where it is none.
   * @param {StudyPosition[]} positions
   */
  static from(positions) {
    const tree = new MoveTree();
    /** @type {Node[]} */
    const nodes = [];
    for (const [number, data] of positions.slice(0, MOST_POSITIONS).entries()) {
      const node = number ? tree.add(nodes[data.after ?? number - 1], text(data.move)) : tree.root;
      node.comment = text(data.comment ?? "").slice(0, LONGEST_COMMENT);
      node.marks = (data.marks ?? []).slice(0, MOST_MARKS).map(markFrom);
      nodes.push(node);
    }
    return tree;
  }

  /**
   * The tree of one line.
   * @param {string[]} moves
   */
  static ofLine(moves) {
    return MoveTree.from(["", ...moves].map((move) => ({ move })));
  }

  /**
   * All nodes, each after the one that it follows: the main lines first.
   * @returns {Node[]}
   */
  get nodes() {
    /** @type {Node[]} */
    const found = [];
    const waiting = [this.root];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      found.push(node);
      waiting.push(...[...node.children].reverse());
    }
    return found;
  }

  get size() {
    return this.nodes.length;
  }

  /** Whether there is nothing in it but where it begins. */
  get isEmpty() {
    return !this.root.children.length && !this.root.comment && !this.root.marks.length;
  }

  /** The moves, where there is nothing but one line; else null. */
  get onlyLine() {
    const nodes = this.nodes;
    const plain = nodes.every(
      ({ children, comment, marks }) => children.length < 2 && !comment && !marks.length,
    );
    return plain ? nodes.slice(1).map(({ move }) => move) : null;
  }

  /** @returns {StudyPosition[]} */
  get positions() {
    const nodes = this.nodes;
    /** @type {Map<Node | null, number>} */
    const places = new Map(nodes.map((node, place) => [node, place]));
    return nodes.map((node, place) => {
      /** @type {StudyPosition} */
      const data = {};
      if (node.parent) data.move = node.move;
      const after = places.get(node.parent);
      if (node.parent && after !== place - 1) data.after = after;
      if (node.comment) data.comment = node.comment;
      if (node.marks.length) {
        data.marks = node.marks.map(({ start, end, colour }) => ({
          start,
          ...(end && { end }),
          ...(colour !== "green" && { colour }),
        }));
      }
      return data;
    });
  }

  /**
   * The node after this move, which is a new one if need be. Throws where there are too many.
   * @param {Node} node
   * @param {string} move
   */
  add(node, move) {
    const known = node.children.find((child) => child.move === move);
    if (known) return known;
    if (this.size >= MOST_POSITIONS) throw new RangeError();
    const added = new Node(move, node);
    node.children.push(added);
    return added;
  }

  /**
   * The node at the end of these moves, as far as they are in the tree.
   * @param {string[]} moves
   */
  at(moves) {
    let node = this.root;
    for (const move of moves) {
      const next = node.children.find((child) => child.move === move);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /**
   * Deletes a node with all that follows it; gives what brings it back.
   * @param {Node} node
   */
  delete(node) {
    const { siblings } = node;
    const place = siblings.indexOf(node);
    siblings.splice(place, 1);
    return () => siblings.splice(place, 0, node);
  }

  /**
   * Makes the innermost variation that the node is on the main line of its position.
   * @param {Node} node
   */
  promote(node) {
    const branch = node.path.findLast((one) => one.siblings[0] !== one);
    if (!branch) return;
    const { siblings } = branch;
    siblings.splice(siblings.indexOf(branch), 1);
    siblings.unshift(branch);
  }
}

/** @param {unknown} value */
function text(value) {
  if (typeof value !== "string") throw new TypeError("no text");
  return value;
}

/**
 * @param {{ start: unknown, end?: unknown, colour?: unknown }} mark
 * @returns {DrawnMark}
 */
function markFrom({ start, end = null, colour = "green" }) {
  return { start: text(start), end: end === null ? null : text(end), colour: colourOf(colour) };
}

/**
 * The colour of this name; green where there is none.
 * @param {unknown} name
 * @returns {Colour}
 */
function colourOf(name) {
  return COLOURS.find((colour) => colour === name) ?? "green";
}
