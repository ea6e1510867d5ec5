/**
 * A board on which positions are tried out: shows where a list of moves leads, and turns what is
 * touched into further moves.
 */

import { Board } from "../board/board.js";
import { api, isAborted } from "../shared/api.js";
import { say } from "../shared/say.js";

/** @import { PlaceOf } from "../board/hands.js" */

export class Explorer {
  #setting;
  #root;
  /** @type {Board | null} */
  #board = null;
  #onMove;
  #onShow;
  /** @type {Map<string, Scene>} */
  #scenes = new Map();
  /** @type {Map<number, string>} */
  #choices = new Map(); // of the position shown, by seat, where several choose together
  #asking = new AbortController();
  #place;
  /** @type {() => boolean} */
  #touchable = () => true;
  #complete;
  /** @type {string[]} */
  moves = [];
  /** @type {Scene | null} */
  scene = null;

  /**
   * @param {HTMLElement} root the board's element
   * @param {Setting} setting of which the position may be empty
   * @param {object} [hooks]
   * @param {((move: string) => unknown) | null} [hooks.onMove] is given a move that was made by
   * touches, and says whether to accept it; by default all are, and played
   * @param {() => void} [hooks.onShow] is called when another position is shown
   * @param {(() => boolean) | null} [hooks.touchable] gives whether the reader may move there
   * @param {PlaceOf | null} [hooks.place] as a Board's
   * @param {((seat: number, move: string) => string) | null} [hooks.complete] gives the moves of
   * all, where several choose together and the reader makes one choice; by default the reader
   * chooses for all, one after the other
   */
  constructor(
    root,
    setting,
    { onMove = null, onShow = () => {}, touchable = null, place = null, complete = null } = {},
  ) {
    this.#root = root;
    this.#setting = setting;
    this.#onMove = onMove ?? ((move) => this.go([...this.moves, move]));
    this.#onShow = onShow;
    this.#place = place;
    this.#complete = complete;
    if (touchable) this.#touchable = touchable;
  }

  viewer = 0;

  /**
   * Shows the position after these moves. Raises ApiError, and then nothing has changed.
   * @param {string[]} moves
   * @param {{ moves?: boolean }} [how]
   */
  async go(moves, { moves: moving = true } = {}) {
    this.#asking.abort(); // nobody waits for the position before
    const asking = new AbortController();
    this.#asking = asking;
    /** @type {Scene | null} */
    let scene = null;
    try {
      scene = await this.sceneAfter(moves, asking.signal);
    } catch (error) {
      if (!isAborted(error)) throw error;
    }
    if (!scene || asking.signal.aborted) return false;
    this.#choices = new Map();
    [this.moves, this.scene] = [moves, scene];
    this.#board ??= this.#newBoard();
    this.#offer(moving);
    this.#onShow();
    return true;
  }

  /**
   * The scene after these moves.
   * @param {string[]} moves
   * @param {AbortSignal} [signal]
   * @returns {Promise<Scene>}
   */
  async sceneAfter(moves, signal) {
    const path = this.address("scene", { viewer: String(this.viewer) }, moves);
    const scene = this.#scenes.get(path) ?? (await api.get(path, { signal }));
    this.#scenes.set(path, scene);
    return scene;
  }

  /**
   * Where the API tells `what` of the position after these moves, by default of the one shown.
   * @template {string} W
   * @param {W} what
   * @param {Record<string, string>} asked
   * @param {string[]} [moves]
   * @returns {`/games/${string}/${W}?${string}`}
   */
  address(what, asked, moves = this.moves) {
    const query = new URLSearchParams(asked);
    const { ruleset, seats, position } = this.#setting;
    for (const [name, value] of Object.entries({ ruleset, seats, position })) {
      if (value) query.set(name, String(value));
    }
    if (moves.length) query.set("moves", moves.join(","));
    return `/games/${this.#setting.game}/${what}?${query}`;
  }

  /** Whose move it is to the reader; null where it is nobody's. */
  get seat() {
    if (!this.scene || !this.#touchable()) return null;
    return this.scene.movers.find((mover) => !this.#choices.has(mover)) ?? null;
  }

  get together() {
    return this.seen.movers.length > 1;
  }

  get art() {
    return this.#shown.art;
  }

  /** The scene shown, where there must be one. */
  get seen() {
    if (!this.scene) throw new Error("no position is shown yet");
    return this.scene;
  }

  /** The board, likewise. */
  get #shown() {
    if (!this.#board) throw new Error("no position is shown yet");
    return this.#board;
  }

  /** What is drawn on the board. */
  get drawn() {
    return this.#shown.drawn;
  }

  /** Takes a touch of a move that is not complete back; gives whether there was one. */
  stepBack() {
    if (!this.#board?.canStepBack) return false;
    this.#board.stepBack();
    return true;
  }

  /** What there is to do, in words. */
  get task() {
    const { seat } = this;
    if (seat !== null && this.together) {
      return say("Choose for {seat}", { seat: this.seen.seats[seat].name });
    }
    return this.seen.status;
  }

  /** Offers the position's moves anew, as when something has changed about who may move. */
  offer() {
    this.#offer(true);
  }

  /** @param {boolean} moving */
  #offer(moving) {
    this.#shown.show(this.seen, { seat: this.seat, moves: moving });
  }

  #newBoard() {
    return new Board(this.#root, {
      onMove: (seat, move) => this.#choose(seat, move),
      preview: async (move) => (this.together ? null : this.sceneAfter([...this.moves, move])),
      place: this.#place,
    });
  }

  /**
   * @param {number} seat
   * @param {string} move
   */
  #choose(seat, move) {
    if (!this.together) return this.#onMove(move);
    if (this.#complete) return this.#onMove(this.#complete(seat, move));
    this.#choices.set(seat, move);
    if (this.seat !== null) {
      this.#offer(true);
      this.#onShow();
      return true;
    }
    const all = this.seen.seats.map((_, other) => this.#choices.get(other) ?? ".");
    return this.#onMove(all.join(" "));
  }
}
