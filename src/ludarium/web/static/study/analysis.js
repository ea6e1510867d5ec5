/**
 * The analysis board: moves for all sides, and what the engine thinks of each position, growing
 * while it thinks.
 */

import { api } from "../shared/api.js";
import { h, icon, setAttribute } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";
import { chance } from "./evaluation.js";
import { Explorer } from "./explorer.js";
import { mixElement } from "./mixed-strategies.js";
import { StepButtons } from "./step-buttons.js";

// ms before the engine is asked, so that stepping through moves does not ask for each
const PAUSE = 300;
const LOOKS = [0.3, 1, 2]; // seconds
const LONGER = [2, 2, 2];
const LINES = 3;
const FLIP = "M7 4v15M7 19l-3 -3M7 19l3 -3M17 20V5M17 5l-3 3M17 5l3 3";
const part = (id) => document.getElementById(id);

class AnalysisPage {
  #setting;
  #moves; // the line that was looked at last; the position shown is on it
  #asking = null;

  constructor({ game, ruleset, seats, position, moves }) {
    this.#setting = { game, ruleset, seats: Number(seats), position };
    this.#moves = moves
      .split(",")
      .map((move) => move.trim())
      .filter(Boolean);
    this.explorer = new Explorer(part("board"), this.#setting, {
      onMove: (move) => this.#play([move]),
      onShow: () => this.#tell(),
    });
    this.steps = new StepButtons((ply) => this.#go(this.#moves.slice(0, ply)));
    this.longer = button(say("Think longer"), () => this.#think(LONGER));
    const label = say("Turn the board");
    const flip = h(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": label,
        title: label,
        on: { click: () => this.#flip() },
      },
      icon(FLIP),
    );
    part("steps").replaceChildren(
      ...this.steps.buttons,
      flip,
      button(say("Take back"), () => this.#takeBack()),
    );
    addEventListener(
      "keydown",
      (event) => event.key === "Escape" && !event.defaultPrevented && this.explorer.stepBack(),
    );
  }

  open() {
    return this.#go(this.#moves);
  }

  async #go(moves) {
    try {
      return await this.explorer.go(moves);
    } catch (error) {
      announce(error.message);
      if (!this.explorer.scene) {
        part("board").replaceChildren(
          h("p", { class: "loading", role: "alert", text: error.message }),
        );
      }
      return false;
    }
  }

  /**
   * Plays moves from the position shown; what was after it on the line is left, unless it is the
   * same.
   */
  async #play(moves) {
    const before = this.#moves;
    const line = [...this.explorer.moves, ...moves];
    if (before.slice(0, line.length).join() !== line.join()) this.#moves = line;
    const went = await this.#go(line);
    if (!went) this.#moves = before;
    return went;
  }

  #takeBack() {
    if (this.explorer.stepBack() || !this.explorer.moves.length) return;
    this.#go(this.explorer.moves.slice(0, -1));
  }

  #flip() {
    this.explorer.viewer = (this.explorer.viewer + 1) % this.explorer.scene.seats.length;
    this.#go(this.explorer.moves);
  }

  // What is said of the position

  #tell() {
    const { moves, scene } = this.explorer;
    this.steps.update(moves.length, this.#moves.length);
    part("where").textContent = this.explorer.task;
    part("moves").replaceChildren(...this.#moves.map((move, at) => this.#moveButton(move, at + 1)));
    if (!this.#moves.length) {
      part("moves").replaceChildren(h("li", { class: "muted", text: say("No moves yet.") }));
    }
    this.#keepInAddress();
    if (this.#shown === scene) return;
    this.#shown = scene;
    this.#think(LOOKS);
  }

  #shown = null;

  #moveButton(text, at) {
    const current = at === this.explorer.moves.length;
    const click = () => this.#go(this.#moves.slice(0, at));
    return h(
      "li",
      {},
      h("button", {
        class: "move",
        type: "button",
        "aria-current": current ? "step" : null,
        text: `${at}. ${text}`,
        on: { click },
      }),
    );
  }

  /** So that the page can be sent to others, or opened again, as it is. */
  #keepInAddress() {
    const query = new URLSearchParams();
    for (const name of ["ruleset", "seats", "position"]) {
      if (this.#setting[name]) query.set(name, this.#setting[name]);
    }
    if (this.#moves.length) query.set("moves", this.#moves.join(","));
    history.replaceState(null, "", `?${query}`);
  }

  async #think(looks) {
    this.#asking?.abort();
    if (this.explorer.scene.over) return this.#write(this.explorer.scene.status, []);
    const asking = (this.#asking = new AbortController());
    const { game, ruleset, seats, position } = this.#setting;
    const body = {
      game,
      ruleset,
      seats: position ? null : seats,
      position: position || null,
      moves: this.explorer.moves,
      lines: LINES,
    };
    part("thinking").textContent = say("The engine thinks…");
    setAttribute(part("lines"), "aria-busy", "true");
    await new Promise((done) => setTimeout(done, PAUSE));
    for (const seconds of looks) {
      if (asking.signal.aborted) return null;
      try {
        const found = await api.post("/analysis", { ...body, seconds }, { signal: asking.signal });
        if (asking.signal.aborted) return null;
        const last = seconds === looks.at(-1) || found.settled || found.kind !== "moves";
        this.#showFound(found, !last);
        if (last) return null;
      } catch (error) {
        if (error.name === "AbortError") return null;
        return this.#write(error.message, [button(say("Think longer"), () => this.#think(LONGER))]);
      }
    }
    return null;
  }

  #showFound(found, thinks) {
    if (found.kind === "nothing") return this.#write(found.reason, []);
    if (found.kind === "choices") {
      return this.#write(say("Each choice against the equilibrium's mix"), [
        this.#mixes(found.seats),
      ]);
    }
    const work = {
      depth: found.depth,
      nodes: found.nodes.toLocaleString(document.documentElement.lang),
    };
    const far = found.settled
      ? say("Nothing is left to find: all is proved.")
      : found.unit === "playouts"
        ? say("{depth} moves deep, {nodes} games played out", work)
        : say("{depth} moves deep, {nodes} positions", work);
    const text = thinks ? `${say("The engine thinks…")} ${far}` : far;
    const name = this.explorer.scene.seats[found.seat].name;
    const rows = found.lines.map((line) => this.#line(line, name, found.depth));
    return this.#write(text, [
      h("ol", { class: "lines" }, rows),
      !thinks && !found.settled && this.longer,
    ]);
  }

  #line({ pv, value, label, depth }, name, deepest) {
    const moves = pv.map((move, at) =>
      h("button", {
        class: "move",
        type: "button",
        text: move,
        on: { click: () => this.#play(pv.slice(0, at + 1)) },
      }),
    );
    // Where time ran out, some lines are of the depth before, whose values are not those of this
    // one.
    const less = depth < deepest && label !== "proved";
    const deep = say("{depth} moves deep", { depth });
    const far = less && h("span", { class: "chance-label", text: `, ${deep}` });
    return h(
      "li",
      { class: "line" },
      h("p", {}, `${name}: `, chance(value, label), far),
      h("div", { class: "line-moves" }, moves),
    );
  }

  #mixes(seats) {
    const items = this.explorer.scene.hands.flatMap((hand) => hand.items);
    const itemOf = (letter) => items.find((item) => item.letter === letter);
    const player = (seat) => this.explorer.scene.seats[seat].name;
    const telling = { itemOf, art: this.explorer.art };
    return h(
      "div",
      { class: "mixes" },
      seats.map((found) =>
        mixElement({ ...found, chosen: undefined }, { ...telling, player: player(found.seat) }),
      ),
    );
  }

  #write(text, elements) {
    part("thinking").textContent = text;
    setAttribute(part("lines"), "aria-busy", null);
    part("lines").replaceChildren(...elements.filter(Boolean));
  }
}

function button(text, click) {
  return h("button", { class: "button quiet small-button", type: "button", text, on: { click } });
}

new AnalysisPage(part("analysis").dataset).open();
