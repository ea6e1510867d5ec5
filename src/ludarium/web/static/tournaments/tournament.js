/** A tournament's pages: they follow what happens, and send what people decide. */

import { api } from "../shared/api.js";
import { whileBusy } from "../shared/busy-button.js";
import { keepName } from "../shared/name-form.js";
import { say } from "../shared/say.js";
import { TableSocket } from "../shared/socket.js";
import { nameTab } from "../shared/tab.js";
import { allowZoom, keepPicture } from "./bracket-zoom.js";

const root = document.getElementById("tournament");
const path = `/tournaments/${root.dataset.id}`;
const fault = document.getElementById("event-fault");
let shown = "";
let reading = false;
let again = false;

/** Writes the time of day of what carries one. */
function writeTimes() {
  const writer = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });
  for (const element of root.querySelectorAll("time[data-clock-at]")) {
    element.textContent = writer.format(Number(element.dataset.clockAt) * 1000);
  }
}

/**
 * Reads the page anew, and puts in place what is fresh; forms that are being filled in are left
 * alone.
 */
async function refresh() {
  if (reading) {
    again = true;
    return;
  }
  reading = true;
  try {
    do {
      again = false;
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (answer.ok) {
        replaceParts(new DOMParser().parseFromString(await answer.text(), "text/html"));
      }
    } while (again);
  } catch {
    // the connection's own line says so, and it is tried again when it is back
  } finally {
    reading = false;
  }
}

function replaceParts(fresh) {
  nameTab(fresh.title);
  for (const old of root.querySelectorAll("[data-while]")) {
    old.hidden = !fresh.getElementById(old.id);
  } // such as a form, once nobody can enter
  for (const old of root.querySelectorAll("[data-fresh]")) {
    const part = fresh.getElementById(old.id);
    if (part) replacePart(old, part);
  }
  writeTimes();
}

/** Keeps what is unfolded, where the reader is, and how far it is scrolled. */
function replacePart(old, part) {
  const unfolded = new Set([...old.querySelectorAll("details[open]")].map((element) => element.id));
  for (const element of part.querySelectorAll("details")) element.open = unfolded.has(element.id);
  const times = [...old.querySelectorAll("time[data-clock-at]")];
  for (const element of times) element.textContent = "";
  if (old.innerHTML === part.innerHTML) return;
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  const [left, top] = [old.scrollLeft, old.scrollTop];
  const frame = old.querySelector(".bracket-frame");
  const inside = frame && [frame.scrollLeft, frame.scrollTop];
  const newFrame = part.querySelector(".bracket-frame");
  if (frame && newFrame) keepPicture(frame, newFrame);
  old.replaceChildren(...part.childNodes);
  [old.scrollLeft, old.scrollTop] = [left, top];
  if (inside && newFrame) [newFrame.scrollLeft, newFrame.scrollTop] = inside;
  if (focused) document.getElementById(focused)?.focus();
}

function hear(message) {
  if (message.type !== "tournament") return;
  const now = `${message.version} ${message.here}`;
  if (now !== shown) refresh();
  shown = now;
}

allowZoom(root);

new TableSocket(`${path}/watch`, {
  onMessage: hear,
  onState: (state) =>
    (document.getElementById("connection").textContent =
      state === "open" ? "" : say("Connection lost. This page goes on by itself.")),
});

// What people decide

root.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-path]");
  if (!button || (button.dataset.confirm && !confirm(button.dataset.confirm))) return;
  whileBusy(button, fault, async () => {
    const address = path + button.dataset.path;
    if (button.dataset.method === "delete") await api.delete(address);
    else await api.post(address, JSON.parse(button.dataset.body ?? "{}"));
    await refresh();
  });
});

/** What a form says: numbers as numbers. */
function fieldsOf(form) {
  const fields = [...form.elements].filter((element) => element.name && element.value !== "");
  return Object.fromEntries(
    fields.map((element) => [
      element.name,
      element.type === "number" ? Number(element.value) : element.value,
    ]),
  );
}

function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    whileBusy(form.querySelector(".button"), form.querySelector(".fault"), act);
  });
}

for (const form of root.querySelectorAll("form[data-form]")) {
  onSubmit(form, async () => {
    await api.post(path + form.dataset.form, fieldsOf(form));
    if ("reload" in form.dataset) {
      location.reload();
      return;
    }
    form.reset();
    form.querySelector("input").focus();
    await refresh();
  });
}

for (const form of root.querySelectorAll("form[data-join]")) {
  onSubmit(form, async () => {
    const { name } = form.elements;
    await api.post(`${path}/join`, { name: name.value });
    // the longest names are those of tournaments alone
    if (!name.readOnly) await keepName(name.value).catch(() => {});
    location.reload();
  });
}

for (const form of root.querySelectorAll("form[data-several]")) {
  onSubmit(form, async () => {
    const names = form.elements.names.value.split("\n").map((name) => name.trim());
    await api.post(`${path}/players`, { names });
    form.reset();
    await refresh();
  });
}

for (const form of root.querySelectorAll("form[data-import]")) {
  onSubmit(form, async () => {
    const [file] = form.elements.file.files;
    if (!file) throw new Error(say("Choose a file first."));
    await api.send(`${path}/players.csv`, file, "text/csv");
    form.reset();
    await refresh();
  });
}

writeTimes();
