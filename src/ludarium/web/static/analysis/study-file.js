/**
 * Where a study is kept: on this device while somebody works on it, in the page's address while it
 * is small, and on the server where its owner saves it, for others to read and copy.
 */

import { api, messageOf } from "../shared/api.js";
import { copy } from "../shared/copy.js";
import { h, need, setText } from "../shared/dom.js";
import { counted, say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { announce } from "../shared/toast.js";
import { forgetStudy, keepStudy, keptStudies, keptStudy } from "./kept-studies.js";
import { MoveTree } from "./move-tree.js";
import { beginning } from "./setting.js";
import { LONGEST, packed, unpacked } from "./tree-address.js";

const PAUSE = 400; // ms after the last change, before it is kept
/** @param {string} name */
const part = (name) => need(`#study-${name}`);

export class StudyFile {
  #setting;
  #sent; // what the address brought: {moves, study}
  /** @type {string | null} */
  #kept = null; // its id on this device, once there was a change
  /** @type {{ id: string, mine: boolean } | null} */
  #saved = null; // on the server: {id, mine}
  #dirty = false;
  #tree = new MoveTree();
  /** @type {string[]} */
  #moves = []; // that lead to the position shown
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #timer = 0;
  #packing = 0;
  #title = need("#study-title", HTMLInputElement);
  #saving = need("#study-save", HTMLButtonElement);
  #earlier = need("#study-list", HTMLDetailsElement);

  /**
   * @param {Setting} setting
   * @param {{ moves: string, study: string }} sent what the page's address brought: moves, or the
   * id
   * of a saved study
   */
  constructor(setting, sent) {
    this.#setting = setting;
    this.#sent = sent;
    this.#title.addEventListener("input", () => this.change(this.#tree, this.#moves));
    part("copy").addEventListener("click", () => this.#copy());
    this.#saving.addEventListener("click", () => this.#save());
    part("tree").addEventListener("click", () => this.#download());
    this.#earlier.addEventListener("toggle", () => this.#list());
  }

  /** @type {string[]} */
  #players = []; // by seat, of a game that was played elsewhere

  /** The players' names by seat, as far as they are known. */
  get players() {
    return this.#players;
  }

  /** The title, as it stands. */
  get title() {
    return this.#title.value;
  }

  /** The tree that the page was opened with. */
  async open() {
    const { study, moves } = this.#sent;
    const kept = keptStudy(history.state?.kept);
    if (kept && (kept.study ?? "") === study) {
      this.#kept = kept.id;
      this.#saved = study ? { id: study, mine: kept.mine } : null;
      this.#dirty = true;
      this.#title.value = kept.title;
      this.#players = kept.players ?? [];
      this.#tree = MoveTree.from(kept.positions);
    } else if (study) {
      const found = await api.get(`/studies/${study}`);
      this.#saved = { id: study, mine: found.mine };
      this.#title.value = found.title;
      this.#tree = MoveTree.from(found.positions);
    } else this.#tree = await this.#sentTree(moves);
    this.#tell();
    return this.#tree;
  }

  /** @param {string} moves */
  async #sentTree(moves) {
    const text = new URLSearchParams(location.hash.slice(1)).get("tree");
    if (!text) {
      return MoveTree.ofLine(
        moves
          .split(",")
          .map((move) => move.trim())
          .filter(Boolean),
      );
    }
    try {
      return MoveTree.from(await unpacked(text));
    } catch {
      throw new Error(say("This address holds no whole study: a part of it may be missing."));
    }
  }

  /**
   * Notes where in the tree the reader is.
   * @param {MoveTree} tree
   * @param {string[]} moves
   */
  show(tree, moves) {
    [this.#tree, this.#moves] = [tree, moves];
    const query = this.#query(this.#lineHere);
    need("#study-line", HTMLAnchorElement).href =
      `/api/games/${this.#setting.game}/record.jsonl?${query}`;
    if (!this.#saved) this.#keepInAddress();
  }

  /**
   * Keeps the tree, which is another one.
   * @param {MoveTree} tree
   * @param {string[]} moves
   */
  change(tree, moves) {
    this.#dirty = true;
    this.show(tree, moves);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), PAUSE);
    this.#tell();
  }

  get #lineHere() {
    return this.#tree.at(this.#moves).line.map(({ move }) => move);
  }

  #keep() {
    if (this.#tree.isEmpty && !this.#kept) return;
    this.#kept ??= `${Date.now()}`;
    keepStudy({
      ...this.#setting,
      id: this.#kept,
      changed: Date.now() / 1000,
      title: this.#title.value,
      players: this.#players,
      study: this.#saved?.id ?? "",
      mine: this.#saved?.mine ?? false,
      positions: this.#tree.positions,
    });
    this.#replaceAddress(location.href);
  }

  /** So that the page can be sent to others, or opened again, as it is. */
  async #keepInAddress() {
    this.#packing += 1;
    const packing = this.#packing;
    const address = await this.#address();
    if (packing === this.#packing) this.#replaceAddress(address ?? this.#page(""));
  }

  /** @param {string} address */
  #replaceAddress(address) {
    if (address === location.href && history.state?.kept === this.#kept) return;
    history.replaceState({ kept: this.#kept }, "", address);
  }

  /** The address that holds the whole tree; null where that is too large. */
  async #address() {
    const line = this.#tree.onlyLine;
    const plain = line && this.#page(this.#query(line));
    if (plain && plain.length <= LONGEST) return plain;
    const address = `${this.#page(this.#query([]))}#tree=${await packed(this.#tree.positions)}`;
    return address.length <= LONGEST ? address : null;
  }

  /** @param {URLSearchParams | ""} query */
  #page(query) {
    const page = new URL(`/analysis/${this.#setting.game}`, location.href);
    page.search = `?${query || this.#query([])}`;
    return page.href;
  }

  /** @param {string[]} moves */
  #query(moves) {
    const query = new URLSearchParams();
    const { ruleset, seats, position } = this.#setting;
    for (const [name, value] of Object.entries({ ruleset, seats, position })) {
      if (value) query.set(name, String(value));
    }
    if (moves.length) query.set("moves", moves.join(","));
    return query;
  }

  // Sharing it

  async #copy() {
    const saved = this.#dirty ? null : this.#saved;
    const address = saved
      ? new URL(`/study/${saved.id}`, location.href).href
      : await this.#address();
    if (!address) {
      return announce(say("This study is too large for an address: save it, then send its link."));
    }
    const link = need("#study-link", HTMLInputElement);
    if (link.parentElement) link.parentElement.hidden = false;
    link.value = address;
    return copy(link);
  }

  async #save() {
    const body = {
      ...beginning(this.#setting),
      title: this.#title.value,
      positions: this.#tree.positions,
    };
    const own = this.#saved?.mine ? this.#saved : null;
    this.#saving.disabled = true;
    try {
      const { id, address } = own
        ? await api.put(`/studies/${own.id}`, body)
        : await api.post("/studies", body);
      this.#saved = { id, mine: true };
      this.#dirty = false;
      clearTimeout(this.#timer);
      if (this.#kept) forgetStudy(this.#kept);
      this.#kept = null;
      history.replaceState({}, "", address);
      this.#tell();
      this.#earlier.open = false;
    } catch (error) {
      announce(messageOf(error));
    } finally {
      this.#saving.disabled = false;
    }
  }

  /** The whole tree as a file. */
  #download() {
    const { game, ruleset, seats, position } = this.#setting;
    const title = this.#title.value;
    const study = { game, ruleset, seats, position, title, positions: this.#tree.positions };
    const file = URL.createObjectURL(
      new Blob([`${JSON.stringify(study)}\n`], { type: "application/json" }),
    );
    h("a", { href: file, download: `${game}-study.json` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  }

  #tell() {
    const { mine, id } = this.#saved ?? {};
    const text = id
      ? mine
        ? this.#dirty
          ? say("Changed since it was saved; the changes are kept on this device.")
          : say("Saved: whoever has the link can read it. Only you can change it.")
        : say(
            "Somebody else saved this. What you change stays on this device; you can save a copy.",
          )
      : say("Kept on this device while you work on it.");
    setText(part("status"), text);
    setText(this.#saving, id && !mine ? say("Save a copy") : say("Save"));
  }

  // Earlier ones

  async #list() {
    if (!this.#earlier.open) return;
    const rows = keptStudies()
      .filter(({ id }) => id !== this.#kept)
      .map((study) => this.#keptRow(study));
    try {
      for (const study of await api.get("/studies")) rows.push(this.#savedRow(study));
    } catch (error) {
      announce(messageOf(error));
    }
    const none = h("li", { class: "muted", text: say("None yet.") });
    part("rows").replaceChildren(...(rows.length ? rows : [none]));
  }

  /** @param {KeptStudy} study */
  #keptRow(study) {
    const page = study.study
      ? `/study/${study.study}`
      : `/analysis/${study.game}?${new URLSearchParams({
          ruleset: String(study.ruleset),
          seats: String(study.seats),
          position: String(study.position),
        })}`;
    const open = () => {
      history.pushState({ kept: study.id }, "", page);
      location.reload();
    };
    const told = `${nameOf(study)} · ${say("on this device")}`;
    return row(smallButton(told, open), study.positions.length, study.changed, () =>
      forgetStudy(study.id),
    );
  }

  /** @param {Schemas["StudySummary"]} study */
  #savedRow(study) {
    return row(
      h("a", { href: `/study/${study.id}`, text: nameOf(study) }),
      study.positions,
      study.changed,
      async () => {
        await api.delete(`/studies/${study.id}`);
        if (this.#saved?.id === study.id) this.#saved = null;
        this.#tell();
      },
    );
  }
}

/** @param {{ title: string, game?: string }} study */
function nameOf({ title, game }) {
  return title || game || "";
}

/**
 * @param {HTMLElement} link
 * @param {number} positions
 * @param {number} changed
 * @param {() => unknown} remove
 */
function row(link, positions, changed, remove) {
  const when = new Date(1000 * changed).toLocaleDateString(document.documentElement.lang);
  const item = h(
    "li",
    {},
    link,
    h("span", {
      class: "small muted",
      text: `${counted("{n} position", "{n} positions", positions)} · ${when}`,
    }),
  );
  const click = async () => {
    try {
      await remove();
      item.remove();
    } catch (error) {
      announce(messageOf(error));
    }
  };
  item.append(
    h("button", {
      class: "button quiet small-button",
      type: "button",
      text: say("Delete"),
      "aria-label": say("Delete {title}", { title: link.textContent }),
      on: { click },
    }),
  );
  return item;
}
