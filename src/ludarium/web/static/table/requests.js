/** Sends to the table what the reader does; what cannot be done is said, and nothing is lost. */

import { api, codeOf, messageOf } from "../shared/api.js";
import { say } from "../shared/say.js";
import { newShare } from "../shared/share.js";
import { announce } from "../shared/toast.js";
import { roundOf } from "./round-reveal.js";

/**
 * @import { Sent, TableSocket } from "../shared/socket.js"
 * @import { Witness } from "./commitments.js"
 */

const AGAIN = 1500; // ms before a look at whether the server can be reached again

export class Requests {
  #id;
  #witness;
  #socket;
  /** @type {Sent | null} */
  #pending = null;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #again = 0; // the timer of a look
  /** @type {Set<string>} */
  #shares = new Set();

  /** The shares of throws that were sent from this page. */
  get shares() {
    return this.#shares;
  }

  /**
   * @param {string} id
   * @param {{ witness: Witness, socket: () => TableSocket }} tools socket gives the table's
   * WebSocket
   */
  constructor(id, { witness, socket }) {
    this.#id = id;
    this.#witness = witness;
    this.#socket = socket;
  }

  /**
   * Sends a move or a choice; gives whether it was accepted. Without a connection it waits, and is
   * sent later if it still fits.
   * @param {TableState} table
   * @param {number} seat
   * @param {string} move
   */
  async move(table, seat, move) {
    const round = table.simultaneous ? roundOf(table).number : null;
    if (round !== null) this.#witness.chose(round, seat, move);
    try {
      const share = newShare();
      const answer = await this.#send({ ply: table.ply, seat, move, share });
      this.#shares.add(share);
      if (round !== null) this.#witness.see(round, seat, answer.commitment);
      return true;
    } catch (error) {
      if (codeOf(error) === "offline") {
        this.#pending = { ply: table.ply, seat, move };
        announce(say("Your move is sent as soon as the connection is back."));
        // a connection that seems to stand brings no message with which it would be sent
        clearTimeout(this.#again);
        this.#again = setTimeout(() => this.#refresh(), AGAIN);
        return true;
      }
      if (round !== null && codeOf(error) !== "already-chosen") this.#witness.unchoose(round, seat);
      announce(messageOf(error));
      this.#refresh();
      return false;
    }
  }

  /**
   * Sends a move over the WebSocket, or by a request of its own until it is open.
   * @param {Sent} body
   */
  async #send(body) {
    const post = () => api.post(`/tables/${this.#id}/moves`, body);
    try {
      return await (this.#socket().move(body) ?? post());
    } catch (error) {
      if (codeOf(error) !== "forbidden") throw error;
      // It was opened in a session that has ended: the reader signed in, or out, in another tab.
      const answer = await post();
      this.#refresh();
      return answer;
    }
  }

  /**
   * Sends the move that waits, if it fits the table as it is now; gives a promise of whether it was
   * accepted, null where none waits.
   * @param {TableState} table
   */
  retry(table) {
    clearTimeout(this.#again);
    const pending = this.#pending;
    this.#pending = null;
    const fits =
      pending &&
      pending.ply === table.ply &&
      table.movers.includes(pending.seat) &&
      !table.seats[pending.seat].chosen;
    return fits ? this.move(table, pending.seat, pending.move) : null;
  }

  /** Asks for the table as it is. */
  #refresh() {
    this.#socket().refresh();
  }

  /**
   * Sends something else about a seat; gives whether it was accepted.
   * @param {string} kind
   * @param {object} body
   */
  async post(kind, body) {
    try {
      await api.post(`/tables/${this.#id}/${kind}`, body);
      return true;
    } catch (error) {
      announce(messageOf(error));
      return false;
    }
  }

  /**
   * Changes who sits where, by "post" or "delete"; then asks for the table, of which the reader may
   * see more now. Gives whether it was accepted.
   * @param {"post" | "delete"} method
   * @param {number} seat
   * @param {object} [body]
   */
  async change(method, seat, body = {}) {
    const path = `/tables/${this.#id}/seats/${seat}`;
    try {
      const shared = { share: newShare(), ...body };
      await (method === "delete" ? api.delete(path) : api.post(path, shared));
      return true;
    } catch (error) {
      announce(messageOf(error));
      return false;
    } finally {
      this.#refresh();
    }
  }
}
