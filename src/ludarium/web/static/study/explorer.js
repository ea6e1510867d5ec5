/**
 * A board on which positions are tried out: shows where a list of moves leads, and turns what is
 * touched into further moves.
 */

import { Board } from "../board/board.js";
import { api } from "../shared/api.js";
import { say } from "../shared/say.js";

export class Explorer {
  #setting;
  #root;
  #board = null;
  #onMove;
  #onShow;
  #scenes = new Map();
  #choices = new Map(); // of the position shown, by seat, where several choose together
  #asking = new AbortController();
  #place;
  #touchable = () => true;
  #complete;
  moves = [];
  scene = null;

  /**
   * @param root the board's element; setting: {game, ruleset, seats, position}, of which the last
   * may be empty
   * @param onMove is given a move that was made by touches, and says whether to accept it; by
   * default all are, and played
   * @param onShow is called when another position is shown; touchable: gives whether the reader may
   * move there; place: as a Board's
   * @param complete gives the moves of all, where several choose together and the reader makes one
   * choice; by default the reader chooses for all, one after the other
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

  /** Shows the position after these moves. Raises ApiError, and then nothing has changed. */
  async go(moves, { moves: moving = true } = {}) {
    this.#asking.abort(); // nobody waits for the position before
    const asking = new AbortController();
    this.#asking = asking;
    let scene;
    try {
      scene = await this.sceneAfter(moves, asking.signal);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
    if (asking.signal.aborted) return false;
    this.#choices = new Map();
    [this.moves, this.scene] = [moves, scene];
    this.#board ??= this.#newBoard();
    this.#offer(moving);
    this.#onShow();
    return true;
  }

  /** The scene after these moves. */
  async sceneAfter(moves, signal = null) {
    const path = this.address("scene", { viewer: this.viewer }, moves);
    if (!this.#scenes.has(path)) this.#scenes.set(path, await api.get(path, { signal }));
    return this.#scenes.get(path);
  }

  /** Where the API tells `what` of the position after these moves, by default of the one shown. */
  address(what, asked, moves = this.moves) {
    const query = new URLSearchParams(asked);
    for (const name of ["ruleset", "seats", "position"]) {
      if (this.#setting[name]) query.set(name, this.#setting[name]);
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
    return this.scene.movers.length > 1;
  }

  get art() {
    return this.#board.art;
  }

  /** What is drawn on the board; null before there is one. */
  get marks() {
    return this.#board?.marks ?? null;
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
      return say("Choose for {seat}", { seat: this.scene.seats[seat].name });
    }
    return this.scene.status;
  }

  /** Offers the position's moves anew, as when something has changed about who may move. */
  offer() {
    this.#offer(true);
  }

  #offer(moving) {
    this.#board.show(this.scene, { seat: this.seat, moves: moving });
  }

  #newBoard() {
    return new Board(this.#root, {
      onMove: (seat, move) => this.#choose(seat, move),
      preview: async (move) => (this.together ? null : this.sceneAfter([...this.moves, move])),
      place: this.#place,
    });
  }

  #choose(seat, move) {
    if (!this.together) return this.#onMove(move);
    if (this.#complete) return this.#onMove(this.#complete(seat, move));
    this.#choices.set(seat, move);
    if (this.seat !== null) {
      this.#offer(true);
      this.#onShow();
      return true;
    }
    const all = this.scene.seats.map((_, other) => this.#choices.get(other) ?? ".");
    return this.#onMove(all.join(" "));
  }
}
