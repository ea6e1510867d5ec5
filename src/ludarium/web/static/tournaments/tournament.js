/** A tournament's pages: they follow what happens, and send what people decide. */

import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { copy } from "../shared/copy.js";
import { all, elementOf, field, fieldValue, maybe, need } from "../shared/dom.js";
import { keepName } from "../shared/name-form.js";
import { ask } from "../shared/question.js";
import { say } from "../shared/say.js";
import { TableSocket } from "../shared/socket.js";
import { nameTab } from "../shared/tab.js";
import { allowZoom, keepPicture } from "./bracket-zoom.js";

class TournamentPage {
  #root = need("#tournament");
  #path = `/tournaments/${this.#root.dataset.id}`;
  #fault = need("#event-fault");
  #shown = "";
  #reading = false;
  #again = false;

  /** Begins to follow, and to listen. */
  start() {
    allowZoom(this.#root);
    new TableSocket(`${this.#path}/watch`, {
      onMessage: (message) => this.#hear(message),
      onState: (state) => {
        need("#connection").textContent =
          state === "open" ? "" : say("Connection lost. This page goes on by itself.");
      },
    });
    this.#root.addEventListener("click", (event) => this.#click(event));
    this.#listen();
    this.#writeTimes();
  }

  /** Writes the time of day of what carries one. */
  #writeTimes() {
    const writer = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });
    for (const element of all("time[data-clock-at]", HTMLElement, this.#root)) {
      element.textContent = writer.format(Number(element.dataset.clockAt) * 1000);
    }
  }

  /**
   * Reads the page anew, and puts in place what is fresh; forms that are being filled in are left
   * alone.
   */
  async #refresh() {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    try {
      do {
        this.#again = false;
        const answer = await fetch(location.href, { credentials: "same-origin" });
        if (answer.ok) {
          this.#replaceParts(new DOMParser().parseFromString(await answer.text(), "text/html"));
        }
      } while (this.#again);
    } catch {
      // the connection's own line says so, and it is tried again when it is back
    } finally {
      this.#reading = false;
    }
  }

  /** @param {Document} fresh */
  #replaceParts(fresh) {
    nameTab(fresh.title);
    for (const old of all("[data-while]", HTMLElement, this.#root)) {
      old.hidden = !fresh.getElementById(old.id);
    } // such as a form, once nobody can enter
    for (const old of all("[data-fresh]", HTMLElement, this.#root)) {
      const part = fresh.getElementById(old.id);
      if (part) replacePart(old, part);
    }
    this.#writeTimes();
  }

  /** @param {SocketMessage} message */
  #hear(message) {
    if (message.type !== "tournament") return;
    const now = `${message.version} ${message.here}`;
    if (now !== this.#shown) this.#refresh();
    this.#shown = now;
  }

  // What people decide

  /** @param {MouseEvent} event */
  async #click(event) {
    const button = elementOf(event.target)?.closest("button[data-path]");
    if (!(button instanceof HTMLElement)) return;
    const { confirm: question, path = "", method, body = "{}" } = button.dataset;
    if (question && !(await ask(question, button.textContent ?? ""))) return;
    whileBusy(button, this.#fault, async () => {
      const address = this.#path + path;
      if (method === "delete") await api.delete(address);
      else await api.post(address, JSON.parse(body));
      await this.#refresh();
    });
  }

  #listen() {
    /** @param {string} kind */
    const forms = (kind) => all(`form[data-${kind}]`, HTMLFormElement, this.#root);
    for (const button of all("button[data-copy]", HTMLElement, this.#root)) {
      const link = need(`#${button.dataset.copy}`, HTMLInputElement);
      button.addEventListener("click", () => copy(link));
    }
    for (const form of forms("form")) onSubmit(form, () => this.#send(form));
    for (const form of forms("join")) onSubmit(form, () => this.#join(form));
    for (const form of forms("several")) onSubmit(form, () => this.#addSeveral(form));
    for (const form of forms("import")) onSubmit(form, () => this.#import(form));
  }

  /** @param {HTMLFormElement} form */
  async #send(form) {
    await api.post(this.#path + form.dataset.form, fieldsOf(form));
    if ("reload" in form.dataset) {
      location.reload();
      return;
    }
    form.reset();
    need("input", HTMLElement, form).focus();
    await this.#refresh();
  }

  /** @param {HTMLFormElement} form */
  async #join(form) {
    const name = field(form, "name");
    await api.post(`${this.#path}/join`, { name: name.value });
    // the longest names are those of tournaments alone
    if (!name.readOnly) await keepName(name.value).catch(() => {});
    location.reload();
  }

  /** @param {HTMLFormElement} form */
  async #addSeveral(form) {
    const names = fieldValue(form, "names")
      .split("\n")
      .map((name) => name.trim());
    await api.post(`${this.#path}/players`, { names });
    form.reset();
    await this.#refresh();
  }

  /** @param {HTMLFormElement} form */
  async #import(form) {
    const file = field(form, "file").files?.[0];
    if (!file) throw new Error(say("Choose a file first."));
    await api.send(`${this.#path}/players.csv`, file, "text/csv");
    form.reset();
    await this.#refresh();
  }
}

/**
 * Keeps what is unfolded, where the reader is, and how far it is scrolled.
 * @param {HTMLElement} old
 * @param {HTMLElement} part
 */
function replacePart(old, part) {
  const unfolded = new Set([...old.querySelectorAll("details[open]")].map((element) => element.id));
  for (const element of part.querySelectorAll("details")) element.open = unfolded.has(element.id);
  const times = [...old.querySelectorAll("time[data-clock-at]")];
  for (const element of times) element.textContent = "";
  if (old.innerHTML === part.innerHTML) return;
  const active = document.activeElement;
  const focused = active && old.contains(active) ? active.id : "";
  const [left, top] = [old.scrollLeft, old.scrollTop];
  const frame = maybe(".bracket-frame", HTMLElement, old);
  const inside = frame && [frame.scrollLeft, frame.scrollTop];
  const newFrame = part.querySelector(".bracket-frame");
  if (frame && newFrame) keepPicture(frame, newFrame);
  old.replaceChildren(...part.childNodes);
  [old.scrollLeft, old.scrollTop] = [left, top];
  if (inside && newFrame) [newFrame.scrollLeft, newFrame.scrollTop] = inside;
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * What a form says: numbers as numbers.
 * @param {HTMLFormElement} form
 */
function fieldsOf(form) {
  const fields = [...form.elements].filter(
    (element) =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement,
  );
  return Object.fromEntries(
    fields
      .filter(({ name, value }) => name && value !== "")
      .map(({ name, type, value }) => [name, type === "number" ? Number(value) : value]),
  );
}

/**
 * @param {HTMLFormElement} form
 * @param {() => Promise<void>} act
 */
function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(need(".button", Element, form), need(".fault", Element, form), act);
  });
}

/** Begins the page. */
export function startTournament() {
  new TournamentPage().start();
}
