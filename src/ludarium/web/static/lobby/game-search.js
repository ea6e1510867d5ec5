/** What games are called that somebody types, which the server knows: it forgives slips. */

import { api, messageOf } from "../shared/api.js";

const PAUSE = 120; // ms without typing until the server is asked

export class GameSearch {
  #input;
  #tell;
  #fail;
  #asked = 0; // how often the server was asked
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #timer = 0;

  /**
   * @param {HTMLInputElement} input
   * @param {(found: Schemas["FoundAnswer"] | null) => void} tell is called with what was found;
   * with null where nothing is searched for
   * @param {(message: string) => void} fail is called with why nothing could be found
   */
  constructor(input, tell, fail = () => {}) {
    this.#input = input;
    this.#tell = tell;
    this.#fail = fail;
    input.addEventListener("input", () => this.#type());
    input.addEventListener("keydown", (event) => event.key === "Escape" && this.empty());
    if (this.words) this.ask();
  }

  /** What is searched for. */
  get words() {
    return this.#input.value.trim();
  }

  empty() {
    this.#input.value = "";
    this.#type();
  }

  #type() {
    clearTimeout(this.#timer);
    if (this.words) this.#timer = setTimeout(() => this.ask(), PAUSE);
    else this.#tell(null);
  }

  /** Asks the server at once; only the last answer counts. */
  async ask() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    const [words, asked] = [this.words, this.#asked];
    const isLast = () => asked === this.#asked && words === this.words;
    if (!words) return;
    try {
      const found = await api.get(`/games/search?text=${encodeURIComponent(words)}`);
      if (isLast()) this.#tell(found);
    } catch (error) {
      if (isLast()) this.#fail(messageOf(error));
    }
  }
}
