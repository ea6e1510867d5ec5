/**
 * What the reader answers if the other plays this, in games with days for each move: lines are
 * played on the board, kept by the server, and told to nobody else.
 */

import { api, messageOf } from "../shared/api.js";
import { h, maybe, setText } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { playerName } from "../shared/player-names.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";

const MOST_LINES = 8;
const LONGEST_LINE = 12;

export class ConditionalMoves {
  #root;
  #onChange;
  /** @type {TablePageState | null} */
  #state = null;
  #asked = ""; // the position for which kept lines were asked
  /** @type {string[][]} */
  #lines = [];
  /** @type {{ moves: string[], scenes: Scene[] } | null} */
  #draft = null; // the line that is being played: { moves, scenes }
  #busy = false;
  #shown = "";
  #words = h("p", { role: "status" });
  #list = h("ul", {});
  #buttons = h("div", {});

  /**
   * @param {HTMLElement} root
   * @param {{ onChange: () => void }} hooks onChange is called when there is something else to show
   * on the board
   */
  constructor(root, { onChange }) {
    this.#root = root;
    this.#onChange = onChange;
    root.append(this.#list, this.#words, this.#buttons);
  }

  /** The scene of the line that is being played; null where there is none. */
  get scene() {
    return this.#draft?.scenes.at(-1) ?? null;
  }

  /** The seat that moves next in the line. */
  get seat() {
    const movers = this.scene?.movers ?? [];
    return movers.length === 1 ? movers[0] : null;
  }

  /** What is to be played now, in a sentence. */
  get task() {
    const { moves } = this.#drafted;
    const [other] = this.#known.table.seats.filter(({ seat }) => seat !== this.#own);
    if (moves.length % 2) return say("Now play your answer to {move}", { move: moves.at(-1) });
    return say("Play a move that {name} may make", { name: playerName(other) });
  }

  /**
   * Takes in the table; the line that is being played is given up when somebody has moved.
   * @param {TablePageState} state
   */
  update(state) {
    this.#state = state;
    const position = `${state.table.id} ${state.table.ply} ${state.table.version}`;
    if (position !== this.#asked) {
      this.#asked = position;
      this.#draft = null;
      this.#ask(position);
    }
    this.#show();
  }

  /**
   * Plays a move in the line.
   * @param {string} move
   */
  async play(move) {
    await this.#look([...this.#drafted.moves, move]);
    return false; // nothing is on its way
  }

  /** Gives up the line that is being played; gives whether there was one. */
  close() {
    const had = this.#draft !== null;
    this.#draft = null;
    if (had) this.#onChange();
    return had;
  }

  get #own() {
    return this.#known.table.you.seats[0];
  }

  get #known() {
    if (!this.#state) throw new Error("the table is not known yet");
    return this.#state;
  }

  get #drafted() {
    if (!this.#draft) throw new Error("no line is being played");
    return this.#draft;
  }

  get #waits() {
    const { table, own } = this.#known;
    return (
      table.status === "live" &&
      table.clock.kind === "days" &&
      table.seats.length === 2 &&
      own.length === 1 &&
      !(table.simultaneous || table.hides || table.chance) &&
      !table.movers.includes(own[0])
    );
  }

  /** @returns {`/tables/${string}/conditional-moves`} */
  get #path() {
    return `/tables/${this.#known.table.id}/seats/${this.#own}/conditional-moves`;
  }

  /** @param {string} position */
  async #ask(position) {
    this.#lines = [];
    if (!this.#waits) return;
    const found = await api.get(this.#path).catch(() => null);
    if (!found || position !== this.#asked || found.ply !== this.#known.table.ply) return;
    this.#lines = found.lines;
    this.#show();
  }

  /**
   * Shows the position after these moves, from that of the table.
   * @param {string[]} moves
   */
  async #look(moves) {
    const { table, live, game, viewer } = this.#known;
    if (this.#busy) return;
    this.#busy = true;
    const query = new URLSearchParams({
      ruleset: table.ruleset,
      position: live.text.slice(live.text.indexOf(" ") + 1),
      moves: moves.join(","),
      viewer: String(viewer),
    });
    const asked = this.#asked;
    try {
      const scene = await api.get(`/games/${game}/scene?${query}`);
      if (asked !== this.#asked) return;
      scene.ply = table.ply + moves.length;
      this.#draft = { moves, scenes: [...(this.#draft?.scenes ?? []), scene] };
    } catch (error) {
      announce(messageOf(error));
    } finally {
      this.#busy = false;
    }
    this.#onChange();
  }

  #back() {
    const draft = this.#drafted;
    draft.moves = draft.moves.slice(0, -1);
    draft.scenes.pop();
    this.#onChange();
  }

  /** @param {string[][]} lines */
  async #keep(lines) {
    const asked = this.#asked;
    try {
      const kept = await api.put(this.#path, { ply: this.#known.table.ply, lines });
      if (asked !== this.#asked) return;
      this.#lines = kept.lines;
      this.#draft = null;
    } catch (error) {
      announce(messageOf(error));
    }
    this.#onChange();
  }

  #show() {
    this.#root.hidden = !this.#waits;
    const moves = this.#draft?.moves ?? null;
    const shown = JSON.stringify([this.#waits, this.#lines, moves, this.#asked]);
    if (shown === this.#shown || !this.#waits) return;
    this.#shown = shown;
    this.#root.classList.toggle("drafting", moves !== null);
    this.#list.replaceChildren(...this.#lines.map((line) => this.#row(line)));
    setText(this.#words, moves?.length ? lineText(moves) : "");
    const inside = this.#buttons.contains(document.activeElement);
    this.#buttons.replaceChildren(...(moves ? this.#drafting(moves) : this.#idle()));
    if (inside) maybe("button", HTMLElement, this.#buttons)?.focus();
  }

  /** @param {string[]} line */
  #row(line) {
    const text = lineText(line);
    const remove = () => this.#keep(this.#lines.filter((other) => other !== line));
    const label = say("Delete: {line}", { line: text });
    return h(
      "li",
      {},
      h("span", { text, title: text }),
      h("button", {
        class: "button quiet small-button",
        type: "button",
        "aria-label": label,
        title: label,
        text: "×",
        on: { click: remove },
      }),
    );
  }

  #idle() {
    if (this.#lines.length >= MOST_LINES) return [];
    return [button(say("If… then…"), () => this.#look([]))];
  }

  /** @param {string[]} moves */
  #drafting(moves) {
    const others = this.#lines.filter((line) => line.some((move, at) => move !== moves[at]));
    const keep = button(say("Keep"), () => this.#keep([...others, moves]), "");
    keep.disabled = !moves.length || moves.length % 2 === 1 || moves.length > LONGEST_LINE;
    return [
      keep,
      moves.length ? button(say("Undo"), () => this.#back()) : null,
      button(say("Cancel"), () => this.close()),
    ].filter((one) => one !== null);
  }
}

/**
 * A line in words: "If e4, then c5; if Nf3, then d6".
 * @param {string[]} line
 */
function lineText(line) {
  /** @type {string[]} */
  const pairs = [];
  for (let at = 0; at < line.length; at += 2) {
    const [move, answer] = line.slice(at, at + 2).map(moveText);
    pairs.push(
      answer
        ? say("if {move}, then {answer}", { move, answer })
        : say("if {move}, then…", { move }),
    );
  }
  const text = pairs.join("; ");
  return text[0].toLocaleUpperCase() + text.slice(1);
}

/**
 * @param {string} text
 * @param {() => unknown} click
 * @param {string} [kind]
 */
function button(text, click, kind = "quiet") {
  return h("button", { class: `button small-button ${kind}`, type: "button", text, on: { click } });
}
