/**
 * Files of other programs on the analysis board: chosen, dropped on the page or pasted, and
 * written. Each game that is read becomes a study that is kept on this device.
 */

import { api, messageOf } from "../shared/api.js";
import { h, need, setText } from "../shared/dom.js";
import { counted, say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { announce } from "../shared/toast.js";
import { keepStudy } from "./kept-studies.js";
import { beginning } from "./setting.js";

/** @import { MoveTree } from "./move-tree.js" */

const LARGEST = 700_000; // bytes of a file
const LONGEST_POSITION = 300; // characters of a line that may be one

export class GameFiles {
  #setting;
  #status = need("#file-status");
  #rows = need("#file-games");
  #text = need("#file-text", HTMLTextAreaElement);

  /**
   * @param {Setting | null} setting of the board that is shown, if one is
   * @param {(() => { title: string, tree: MoveTree }) | null} study gives what is to be written
   */
  constructor(setting, study) {
    this.#setting = setting;
    const choice = need("#file-choice", HTMLInputElement);
    choice.addEventListener("change", () => choice.files?.[0] && this.#readFile(choice.files[0]));
    need("#file-open").addEventListener("click", () => this.#readText(this.#text.value));
    document.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      this.#readFile(file);
    });
    if (!setting || !study) return;
    for (const button of document.querySelectorAll("[data-format]")) {
      const format = button.getAttribute("data-format") ?? "";
      button.addEventListener("click", () => write(format, setting, study()));
    }
  }

  /** @param {File} file */
  async #readFile(file) {
    if (file.size > LARGEST) {
      const told = say("This file is too large here: the command ludarium convert reads any size.");
      return setText(this.#status, told);
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    let signs = "";
    for (const byte of bytes) signs += String.fromCharCode(byte);
    await this.#read({ base64: btoa(signs), name: file.name.slice(-200) });
  }

  /** @param {string} text */
  async #readText(text) {
    const line = text.trim();
    if (!line) return this.#text.focus();
    const read = await this.#read({ text });
    const setting = this.#setting;
    if (!setting || read || line.includes("\n") || line.length > LONGEST_POSITION) return;
    try {
      await openPosition(line, setting);
    } catch (error) {
      setText(this.#status, messageOf(error));
    }
  }

  /**
   * Reads games, and shows them; false where there are none.
   * @param {{ text?: string, base64?: string, name?: string }} file
   */
  async #read(file) {
    setText(this.#status, say("Reading…"));
    try {
      const found = await api.post("/imports", file);
      this.#show(found);
      return true;
    } catch (error) {
      setText(this.#status, messageOf(error));
      this.#rows.hidden = true;
      return false;
    }
  }

  /** @param {{ games: ImportedGame[], faults: string[], more: boolean }} found */
  #show({ games, faults, more }) {
    const [first] = games;
    if (games.length === 1 && !faults.length && !more && !first.notes.length) return open(first);
    const told = [counted("{n} game read", "{n} games read", games.length)];
    if (more) told.push(say("The file has more: these are the first."));
    if (faults.length) told.push(counted("{n} is not sound:", "{n} are not sound:", faults.length));
    setText(this.#status, told.join(" · "));
    this.#rows.replaceChildren(
      ...faults.map((fault) => h("li", { class: "small", text: fault })),
      ...games.map(row),
    );
    this.#rows.hidden = false;
    this.#rows.querySelector("button")?.focus();
  }
}

/**
 * Opens a position of this game that was typed; it throws where it is none.
 * @param {string} position
 * @param {Setting} setting
 */
async function openPosition(position, { game, ruleset, seats }) {
  const query = new URLSearchParams({ ruleset: String(ruleset), seats: String(seats), position });
  await api.get(`/games/${game}/scene?${query}`);
  location.assign(`/analysis/${game}?${query}`);
}

/**
 * Offers the study as a file of a format.
 * @param {string} format
 * @param {Setting} setting
 * @param {{ title: string, tree: MoveTree }} study
 */
async function write(format, setting, { title, tree }) {
  const body = { ...beginning(setting), title, positions: tree.positions, format };
  try {
    const { name, content } = await api.post("/studies/file", body);
    const file = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
    h("a", { href: file, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  } catch (error) {
    announce(messageOf(error));
  }
}

/** @param {ImportedGame} game */
function row(game) {
  const told = [game.title || game.game, game.result].filter(Boolean).join(" · ");
  return h(
    "li",
    {},
    smallButton(told, () => open(game)),
    h("span", {
      class: "small muted",
      text: [counted("{n} position", "{n} positions", game.positions.length), ...game.notes].join(
        " · ",
      ),
    }),
  );
}

/**
 * Keeps a game on this device as a study, and opens it.
 * @param {ImportedGame} imported
 */
function open({ game, ruleset, seats, position, title, players, positions }) {
  const id = `${Date.now()}`;
  const changed = Date.now() / 1000;
  keepStudy({
    id,
    changed,
    title,
    players,
    study: "",
    mine: false,
    game,
    ruleset,
    seats,
    position,
    positions,
  });
  const query = new URLSearchParams({ ruleset, seats: String(seats), position });
  history.pushState({ kept: id }, "", `/analysis/${game}?${query}`);
  location.reload();
}

/** Begins the page that opens games without a board. */
export function startImport() {
  new GameFiles(null, null);
}
