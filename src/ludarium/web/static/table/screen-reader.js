/** Tells screen readers what happens, and everybody who wants it the whole board in words. */

import { h } from "../shared/dom.js";
import { playerName } from "../shared/player-names.js";
import { preference } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { greetingText } from "./greetings.js";
import { moveLabel } from "./move-list.js";
import { turnOf } from "./turn-line.js";

export class ScreenReader {
  #live;
  #words;
  #list = h("ul", { class: "words-list" });
  /** @type {string | null} */
  #move = null;
  #said = "";
  #shown = "";
  /** @type {number | null} */
  #greeted = null;

  /**
   * @param {HTMLElement} live
   * @param {HTMLElement} words
   */
  constructor(live, words) {
    this.#live = live;
    this.#words = words;
    words.append(this.#list);
  }

  /** @param {TablePageState} state */
  update(state) {
    this.#tell(state);
    this.#words.classList.toggle("unseen", !preference("words", false));
    const facts = state.scene?.words ?? [];
    const shown = facts.join("\n");
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#list.replaceChildren(...facts.map((text) => h("li", { text })));
  }

  /**
   * Says the last move, whose turn it is, and a greeting, each once when it is new.
   * @param {TablePageState} state
   */
  #tell(state) {
    const parts = [this.#news(state), this.#greeting(state)].filter(Boolean);
    if (parts.length) this.#live.textContent = parts.join(" ");
  }

  /** @param {TablePageState} state */
  #news(state) {
    const { pill, text } = turnOf(state);
    const move = lastMove(state);
    const turn = [pill && `${pill}.`, text].filter(Boolean).join(" ");
    const said = `${move} ${turn}`;
    if (said === this.#said || state.board.sent) return null;
    const isNew = move !== this.#move;
    this.#said = said;
    this.#move = move;
    return isNew && move ? `${move} ${turn}` : turn;
  }

  /**
   * A greeting that was made since the page was opened.
   * @param {TablePageState} state
   */
  #greeting({ table }) {
    const said = table.greeting;
    this.#greeted ??= said?.version ?? 0;
    if (!said || said.version <= this.#greeted) return null;
    this.#greeted = said.version;
    return say("{name} says: {words}", {
      name: playerName(table.seats[said.seat]),
      words: greetingText(said.greeting),
    });
  }
}

/** @param {TablePageState} state */
function lastMove({ table, moves, at }) {
  const move = moves[(at ?? table.ply) - 1];
  if (!move) return null;
  if (table.simultaneous) return null; // the status tells how the round ended
  return `${moveLabel(table, move)}.`;
}
