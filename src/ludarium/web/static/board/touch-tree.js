/**
 * The legal moves of one seat as a tree of what is touched, and how far along one path of it the
 * player has come.
 */

class Node {
  /** @type {Map<string, Node>} */
  next = new Map();
  /**
   * Those of `next` that are pointed out.
   * @type {Set<string>}
   */
  shown = new Set();
  /** @type {string | null} */
  move = null;

  /**
   * The node after a touch, which is made where there is none.
   * @param {string} id
   */
  grow(id) {
    const node = this.next.get(id) ?? new Node();
    this.next.set(id, node);
    return node;
  }

  /**
   * The node after a touch that there is.
   * @param {string} id
   */
  after(id) {
    const node = this.next.get(id);
    if (!node) throw new Error(`no move goes on with ${id}`);
    return node;
  }
}

export class TouchTree {
  #root = new Node();
  /** @type {string[]} */
  #path = [];
  #least = 0;

  /**
   * @param {(Omit<LegalMove, "more_touches"> & Partial<LegalMove>)[]} moves `more_touches` are
   * further paths that make the move, which are understood but not pointed out
   */
  constructor(moves = []) {
    for (const { move, touches, more_touches: others = [] } of moves) {
      this.#add(touches, move, true);
      for (const path of others) this.#add(path, move, false);
    }
  }

  /**
   * @param {string[]} path
   * @param {string} move
   * @param {boolean} shown
   */
  #add(path, move, shown) {
    let node = this.#root;
    for (const id of path) {
      if (shown) node.shown.add(id);
      node = node.grow(id);
    }
    node.move = move;
  }

  /** What has been touched, in order. */
  get path() {
    return [...this.#path];
  }

  /** What is to be touched next. */
  get next() {
    return [...this.#node().shown];
  }

  /** What a move is to begin with. */
  get firsts() {
    return [...this.#root.shown];
  }

  /** What could be touched instead of something touched before. */
  get others() {
    /** @type {Set<string>} */
    const ids = new Set();
    for (let length = 0; length < this.#path.length; length += 1) {
      for (const id of this.#node(length).shown) ids.add(id);
    }
    return [...ids].filter((id) => !this.#path.includes(id));
  }

  /** Whether a touch can be taken back. */
  get canStepBack() {
    return this.#path.length > this.#least;
  }

  /**
   * A legal move whose touches begin with the path, the same one each time; null where nothing is
   * legal.
   */
  get example() {
    let node = this.#node();
    while (node.move === null && node.next.size) [node] = node.next.values();
    return node.move;
  }

  /**
   * Takes the first touch where there is no choice: of those that `counts` tells to look at, one is
   * left, and more follows.
   * @param {(id: string) => boolean} [counts]
   */
  preselect(counts = () => true) {
    const firsts = this.next.filter(counts);
    if (this.#path.length || firsts.length !== 1 || !this.#root.after(firsts[0]).next.size) {
      return false;
    }
    this.#path = firsts;
    this.#least = 1;
    return true;
  }

  /**
   * Touches something: goes on, or changes an earlier touch, or steps back. Gives the move that is
   * complete now, else null.
   * @param {string} id
   */
  touch(id) {
    const node = this.#node();
    if (node.next.has(id)) return this.#goOn([...this.#path, id]);
    const place = this.#path.indexOf(id);
    if (place >= 0) {
      if (place === this.#path.length - 1 && node.move !== null) return node.move;
      this.#path.length = Math.max(place, this.#least);
      return null;
    }
    for (let length = this.#path.length - 1; length >= 0; length -= 1) {
      if (this.#node(length).next.has(id)) return this.#goOn([...this.#path.slice(0, length), id]);
    }
    this.stepBack();
    return null;
  }

  /** Takes the last touch back. */
  stepBack() {
    if (this.canStepBack) this.#path.pop();
  }

  /** Takes all touches back. */
  restart() {
    this.#path.length = this.#least;
  }

  /** @param {string[]} path */
  #goOn(path) {
    this.#path = path;
    const node = this.#node();
    return node.next.size ? null : node.move;
  }

  #node(length = this.#path.length) {
    let node = this.#root;
    for (const id of this.#path.slice(0, length)) node = node.after(id);
    return node;
  }
}
