/**
 * Waiting for whoever wants to play now: for how long, who else is here, after a while a bot that
 * could be played instead, and the way to a table where somebody waits already.
 */

import { messageOf } from "../shared/api.js";
import { h, setText } from "../shared/dom.js";
import { askToPlay, crowdText } from "../shared/play-now.js";
import { botsHere } from "../shared/player-names.js";
import { preference } from "../shared/preferences.js";
import { say } from "../shared/say.js";
import { clockText, facts } from "../shared/table-summaries.js";
import { announce } from "../shared/toast.js";

/** @import { ServerTime } from "../shared/clock.js" */

const ASKING = 5000; // ms between two looks for a table where somebody waits
const OFFERING = 20; // seconds of waiting before a bot is offered

/**
 * Whether the reader waits at this table for a quick pairing.
 * @param {TablePageState} state
 */
export function isPairing({ table, own }) {
  return table.status === "open" && table.quick_pairing && own.length > 0;
}

export class QuickPairing {
  #root;
  #time;
  #change;
  #parts;
  /** @type {TablePageState | null} */
  #state = null;
  /** @type {ReturnType<typeof setInterval>[]} */
  #timers = [];
  /** @type {number | null} */
  #level = null;

  /**
   * @param {HTMLElement} root
   * @param {{ change: ChangeSeat, time: ServerTime }} tools time: the server's
   */
  constructor(root, { change, time }) {
    this.#root = root;
    this.#change = change;
    this.#time = time;
    this.#parts = {
      facts: h("p", { class: "small muted" }),
      waited: h("p", { class: "pairing-waited", role: "timer" }),
      crowd: h("p", { class: "pairing-crowd" }),
      offer: h("p", { role: "status" }),
      buttons: h(
        "div",
        { class: "card-buttons" },
        button(say("Stop looking"), () => this.#stop()),
      ),
    };
    const { facts: told, waited, crowd, offer, buttons } = this.#parts;
    const hint = h("p", {
      class: "small muted",
      text: say("Keep this page open. A sound tells you when somebody comes."),
    });
    root.append(waited, told, crowd, offer, buttons, hint);
  }

  /** @param {TablePageState} state */
  update(state) {
    const waits = isPairing(state);
    this.#root.hidden = !waits;
    this.#state = waits ? state : null;
    if (!waits) this.#rest();
    else if (!this.#timers.length) this.#begin();
  }

  /** The state while the reader waits. */
  get #waiting() {
    if (!this.#state) throw new Error("nobody waits here");
    return this.#state;
  }

  #begin() {
    const { table } = this.#waiting;
    setText(this.#parts.facts, facts(table.title, table.ruleset_title, clockText(table.clock)));
    this.#timers = [setInterval(() => this.#ask(), ASKING), setInterval(() => this.#tick(), 1000)];
    this.#ask();
    this.#tick();
  }

  #rest() {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  /** Goes to where somebody has waited longer; stays while the server cannot be asked. */
  async #ask() {
    const { table } = this.#waiting;
    const found = await askToPlay(table.game, table.id).catch(() => null);
    if (!found || !this.#state) return;
    if (found.table !== table.id) {
      this.#rest();
      location.replace(`/table/${found.table}`);
    } else if (found.status === "open") {
      this.#level = found.level;
      setText(
        this.#parts.crowd,
        crowdText({ waiting: Number(found.waiting) - 1, playing: found.playing ?? 0 }),
      );
    }
  }

  #tick() {
    const waited = Math.max(0, this.#time.now - this.#waiting.table.created);
    setText(this.#parts.waited, minutesText(waited));
    if (waited >= OFFERING && !this.#parts.offer.textContent) this.#offer();
  }

  #offer() {
    const level = this.#level ?? preference("level", 3);
    const [, bot] = botsHere()[level - 1];
    const { offer, buttons } = this.#parts;
    setText(offer, say("Nobody has come yet. Go on waiting, or play a bot now."));
    buttons.prepend(button(say("Play {bot}", { bot }), () => this.#playBot(level), ""));
  }

  /** @param {number} level */
  #playBot(level) {
    const free = this.#waiting.table.seats.find((seat) => !seat.kind);
    if (!free) return null;
    return this.#change("post", free.seat, { agent: `level:${level}` });
  }

  /** Leaves; stays where somebody has come meanwhile. */
  async #stop() {
    const [seat] = this.#waiting.own;
    this.#rest();
    if (await this.#change("delete", seat)) location.assign("/");
  }
}

/** @param {number} seconds */
function minutesText(seconds) {
  const two = String(Math.floor(seconds) % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${two}`;
}

/**
 * A way back to the search, where it was ended because the reader was away.
 * @param {string} game
 */
export function againButton(game) {
  const again = async () => {
    try {
      location.assign(`/table/${(await askToPlay(game)).table}`);
    } catch (error) {
      announce(messageOf(error));
    }
  };
  return button(say("Look again"), again, "");
}

/**
 * @param {string} text
 * @param {() => unknown} click
 * @param {string} [kind]
 */
function button(text, click, kind = "quiet") {
  return h("button", { class: `button ${kind}`, type: "button", text, on: { click } });
}
