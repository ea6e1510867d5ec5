/**
 * Where the reader chooses whether this device gets notices: elements with data-notices. A "short"
 * one only offers them.
 */

import { api } from "./api.js";
import { whileBusy } from "./busy-button.js";
import { all, h } from "./dom.js";
import { say } from "./say.js";
import { announce } from "./toast.js";
import { noticeState, registered, subscribe, tell, unsubscribe } from "./worker.js";

/** @param {HTMLElement} place */
async function offer(place) {
  const registration = await registered();
  const [{ key }, state] = await Promise.all([api.get("/me/notices"), noticeState()]);
  if (!key || !state) return;
  const subscription = state === "on" && (await registration?.pushManager.getSubscription());
  if (subscription) await tell(subscription);
  show(place, key, state);
}

/** @param {NoticeState} state */
function wordsOf(state) {
  /** @type {Record<string, string>} */
  const words = {
    on: say("This device tells you when a game waits for you."),
    off: say(
      "Shall this device tell you when a game waits for you, also while this page is closed?",
    ),
    denied: say(
      "Your browser blocks notices of this site. You can allow them in the browser's settings.",
    ),
  };
  return words[state ?? ""];
}

/**
 * @param {HTMLElement} place
 * @param {string} key
 * @param {NoticeState} state
 */
function show(place, key, state) {
  const on = state === "on";
  const short = place.dataset.notices === "short";
  place.hidden = short && state !== "off";
  const fault = h("span", { class: "fault", role: "alert" });
  const button = h("button", {
    class: "button small-button quiet",
    type: "button",
    text: on ? say("Turn off") : short ? say("Tell me when it is my turn") : say("Tell me"),
  });
  button.addEventListener("click", async () => {
    const changed = await whileBusy(button, fault, () => (on ? unsubscribe() : subscribe(key)));
    if (!changed) return;
    show(place, key, changed);
    if (place.hidden) announce(wordsOf(changed));
    else place.querySelector("button")?.focus();
  });
  const parts = [
    !short && h("span", { text: wordsOf(state), role: "status" }),
    state !== "denied" && button,
    fault,
  ];
  place.replaceChildren(...parts.filter((part) => part !== false));
}

/** Offers notices wherever the page has a place for that. */
export function startNotices() {
  for (const place of all("[data-notices]")) {
    offer(place).catch(() => {}); // what cannot be had is not offered
  }
}
