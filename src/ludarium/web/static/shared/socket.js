/** Follows a table over a WebSocket, which it opens again whenever it breaks, and sends moves. */

import { ApiError, offline, socketAddress } from "./api.js";

// ms without any message, after which the connection counts as broken: the server sends one every
// 15 s
const PATIENCE = 40_000;
const WAITS = [300, 700, 1500, 3000, 6000, 10_000]; // ms before each new attempt
// ms until an answer, after which the connection only seems to stand, as when a phone has changed
// its network
const ANSWERING = 8000;
/** @type {Record<number, "forbidden" | "unknown">} */
const REFUSALS = { 4403: "forbidden", 4404: "unknown" };

/**
 * @typedef {{ ply: number, seat: number, move: string, share?: string }} Sent a move
 * @typedef {"open" | "lost" | "forbidden" | "unknown"} SocketState
 */

/**
 * A move that waits for its answer.
 * @typedef {object} Asked
 * @property {(answer: Schemas["MoveAnswer"]) => void} resolve
 * @property {(error: ApiError) => void} reject
 * @property {ReturnType<typeof setTimeout>} timer
 */

export class TableSocket {
  #address = "";
  #onMessage;
  #onState;
  /** @type {WebSocket | null} */
  #socket = null;
  #attempts = 0;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #timer = 0;
  /** @type {ReturnType<typeof setInterval> | 0} */
  #watch = 0;
  #heard = 0;
  /** @type {Map<number, Asked>} */
  #asked = new Map(); // what to do with each answer, by its number
  #number = 0;
  #stale = false; // whether to ask for the whole truth once no answer is awaited

  /**
   * @param {string} path
   * @param {object} hooks
   * @param {(message: SocketMessage) => void} hooks.onMessage is given each message; the first one
   * after each opening is the whole truth
   * @param {(state: SocketState) => void} hooks.onState is given "open", "lost" while it tries
   * again, or "forbidden" or "unknown" when
   * there is no use in that
   */
  constructor(path, { onMessage, onState }) {
    this.#onMessage = onMessage;
    this.#onState = onState;
    addEventListener("online", () => this.#wake());
    addEventListener("offline", () => this.#socket && this.#lose());
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.#wake(),
    );
    this.open(path);
  }

  /**
   * Opens the connection, with another path than before if one is given.
   * @param {string | null} [path]
   */
  open(path = null) {
    if (path) this.#address = socketAddress(path);
    this.#close();
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.addEventListener(
      "message",
      (event) => socket === this.#socket && this.#hear(event.data),
    );
    socket.addEventListener("close", (event) => socket === this.#socket && this.#lose(event.code));
    clearInterval(this.#watch);
    this.#watch = setInterval(() => this.#silent && this.#lose(), PATIENCE / 4);
  }

  /** Opens the connection again, for the whole truth, when no move waits for its answer. */
  refresh() {
    if (this.#asked.size) this.#stale = true;
    else this.open();
  }

  /**
   * Sends a move; gives a promise of the answer, as of `api.post`, or null where no connection is
   * open.
   * @param {Sent} body
   * @returns {Promise<Schemas["MoveAnswer"]> | null}
   */
  move(body) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return null;
    this.#number += 1;
    const id = this.#number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(id), ANSWERING);
      this.#asked.set(id, { resolve, reject, timer });
      socket.send(JSON.stringify({ type: "move", id, ...body }));
    });
  }

  /** @param {MovedMessage | RefusedMessage} answer */
  #settle(answer) {
    const { id, type } = answer;
    const asked = this.#asked.get(id ?? 0);
    if (!asked) return;
    this.#forget(id ?? 0);
    if (type === "moved") asked.resolve(answer);
    else asked.reject(new ApiError(answer.error, answer.code, 0));
  }

  /** @param {number} id */
  #fail(id) {
    const asked = this.#asked.get(id);
    if (asked) this.#forget(id);
    asked?.reject(offline());
  }

  /** @param {number} id */
  #forget(id) {
    clearTimeout(this.#asked.get(id)?.timer);
    this.#asked.delete(id);
    if (this.#stale) this.refresh();
  }

  get #silent() {
    return Date.now() - this.#heard > PATIENCE;
  }

  /** @param {string} data */
  #hear(data) {
    this.#heard = Date.now();
    this.#attempts = 0;
    /** @type {SocketMessage | MovedMessage | RefusedMessage | PingMessage} */
    const message = JSON.parse(data);
    this.#onState("open");
    if (message.type === "moved" || message.type === "refused") this.#settle(message);
    else if (message.type !== "ping") this.#onMessage(message);
  }

  /** @param {number} [code] */
  #lose(code = 0) {
    this.#close();
    clearInterval(this.#watch);
    if (REFUSALS[code]) {
      this.#onState(REFUSALS[code]);
      return;
    }
    this.#onState("lost");
    const wait = WAITS[Math.min(this.#attempts, WAITS.length - 1)];
    this.#attempts += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.open(), wait * (0.8 + 0.4 * Math.random()));
  }

  /** Tries at once where there is reason to hope, or to doubt. */
  #wake() {
    const lost = !this.#socket || this.#socket.readyState > WebSocket.OPEN;
    if (lost || Date.now() - this.#heard > PATIENCE / 2) this.open();
  }

  #close() {
    this.#stale = false;
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    for (const id of [...this.#asked.keys()]) this.#fail(id);
    if (socket && socket.readyState === WebSocket.CONNECTING) {
      socket.addEventListener("open", () => socket.close());
    } // sooner, browsers complain
    else socket?.close();
  }
}
