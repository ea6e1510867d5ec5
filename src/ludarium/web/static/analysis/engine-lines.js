/** What the engine thinks of the position shown, growing while it thinks. */

import { api, isAborted, messageOf } from "../shared/api.js";
import { h, need, setAttribute } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { counted, say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { chance, equity } from "./evaluation.js";
import { EvaluationBar } from "./evaluation-bar.js";
import { mixElement } from "./mixed-strategies.js";
import { beginning } from "./setting.js";

/** @import { Explorer } from "./explorer.js" */

// ms before the engine is asked, so that stepping through moves does not ask for each
const PAUSE = 300;
const LOOKS = [0.3, 1, 2]; // seconds
const LONGER = [2, 2, 2];
// ms between looks while the game is being made ready, and their number
const WARMING = 3000;
const MOST_WARMING = 60;
const LINES = 3;
/** @param {string} id */
const part = (id) => need(`#${id}`);

export class EngineLines {
  #explorer;
  #setting;
  #onPlay;
  #bar = new EvaluationBar();
  /** @type {AbortController | null} */
  #asking = null;

  /**
   * @param {Explorer} explorer
   * @param {Setting} setting
   * @param {object} hooks
   * @param {(moves: string[]) => unknown} hooks.onPlay is given the moves of a line that the reader
   * wants to see
   */
  constructor(explorer, setting, { onPlay }) {
    this.#explorer = explorer;
    this.#setting = setting;
    this.#onPlay = onPlay;
    this.longer = smallButton(say("Think longer"), () => this.think(LONGER));
  }

  /**
   * Thinks about the position shown, for so many seconds at a time.
   * @param {number[]} [looks]
   * @returns {Promise<unknown>}
   */
  async think(looks = LOOKS) {
    this.#asking?.abort();
    const { over, status } = this.#explorer.seen;
    if (over) {
      this.#bar.show(null, []);
      return this.#write(status, []);
    }
    const asking = new AbortController();
    this.#asking = asking;
    const body = {
      ...beginning(this.#setting),
      moves: this.#explorer.moves,
      lines: LINES,
    };
    part("thinking").textContent = say("The engine thinks…");
    setAttribute(part("lines"), "aria-busy", "true");
    await new Promise((done) => setTimeout(done, PAUSE));
    const left = [...looks];
    for (let warming = 0; left.length > 0; ) {
      if (asking.signal.aborted) return null;
      try {
        const seconds = left[0];
        const found = await api.post("/analysis", { ...body, seconds }, { signal: asking.signal });
        if (asking.signal.aborted) return null;
        const waits = found.provisional && ++warming < MOST_WARMING;
        if (!waits) left.shift();
        const last = left.length === 0 || found.settled || found.kind !== "moves";
        this.#showFound(found, !last);
        if (last) return null;
        if (waits) await new Promise((done) => setTimeout(done, WARMING));
      } catch (error) {
        if (isAborted(error)) return null;
        return this.#write(messageOf(error), [this.longer]);
      }
    }
    return null;
  }

  /**
   * @param {Analysis} found
   * @param {boolean} thinks
   */
  #showFound(found, thinks) {
    const best = found.lines?.[0];
    const told = best && !found.points && { ...best, seat: found.seat ?? 0 };
    this.#bar.show(told || null, this.#explorer.seen.seats);
    if (found.kind === "nothing") return this.#write(found.reason ?? "", []);
    if (found.kind === "choices") {
      return this.#write(say("Each choice against the equilibrium's mix"), [
        this.#mixes(found.seats),
      ]);
    }
    const work = {
      deep: deepText(found.depth ?? 0),
      nodes: (found.nodes ?? 0).toLocaleString(document.documentElement.lang),
    };
    const far = found.settled
      ? say("Nothing is left to find: all is proved.")
      : found.unit === "playouts"
        ? say("{deep}, {nodes} games played out", work)
        : say("{deep}, {nodes} positions", work);
    const now = found.provisional
      ? say("A first look, while the engine warms up:")
      : thinks && say("The engine thinks…");
    const text = now ? `${now} ${far}` : far;
    const name = this.#explorer.seen.seats[found.seat ?? 0].name;
    const rows = (found.lines ?? []).map((line) =>
      this.#line(line, name, found.depth ?? 0, found.points),
    );
    return this.#write(text, [
      h("ol", { class: "lines" }, rows),
      !thinks && !found.settled && this.longer,
    ]);
  }

  /**
   * @param {Line} line
   * @param {string} name
   * @param {number} deepest
   * @param {number | null} [points] the points that a value of 1 stands for
   */
  #line({ pv, value, label, depth }, name, deepest, points) {
    const moves = pv.map((move, at) =>
      h("button", {
        class: "move",
        type: "button",
        text: moveText(move),
        on: { click: () => this.#onPlay(pv.slice(0, at + 1)) },
      }),
    );
    // Where time ran out, some lines are of the depth before, whose values are not those of this
    // one.
    const less = depth < deepest && label !== "proved";
    const far = less && h("span", { class: "chance-label", text: `, ${deepText(depth)}` });
    return h(
      "li",
      { class: "line" },
      h("p", {}, `${name}: `, points ? equity(value * points) : chance(value, label), far),
      h("div", { class: "line-moves" }, moves),
    );
  }

  /** @param {SeatChoices[]} seats */
  #mixes(seats) {
    const items = this.#explorer.seen.hands.flatMap((hand) => hand.items);
    /** @param {string} letter */
    const itemOf = (letter) => items.find((item) => item.letter === letter);
    /** @param {number} seat */
    const player = (seat) => this.#explorer.seen.seats[seat].name;
    const telling = { itemOf, art: this.#explorer.art };
    return h(
      "div",
      { class: "mixes" },
      seats.map((found) =>
        mixElement({ ...found, chosen: undefined }, { ...telling, player: player(found.seat) }),
      ),
    );
  }

  /**
   * @param {string} text
   * @param {(HTMLElement | false)[]} elements
   */
  #write(text, elements) {
    part("thinking").textContent = text;
    setAttribute(part("lines"), "aria-busy", null);
    part("lines").replaceChildren(...elements.filter((element) => element !== false));
  }
}

/** @param {number} depth */
function deepText(depth) {
  return counted("{n} move deep", "{n} moves deep", depth);
}
