/** A ruleset: changing its parts, and sketches of its figures that get better while one looks. */

import { messageOf } from "../shared/api.js";
import { all, maybe, setText } from "../shared/dom.js";
import { say } from "../shared/say.js";

const WAIT = 1000; // milliseconds
const MOST_TRIES = 120;

/**
 * The figures of this size as HTML. Throws where the server says why not.
 * @param {number} size
 */
async function sketched(size) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const answer = await fetch(`${location.pathname}/sketch?size=${size}`);
    if (answer.ok && answer.status !== 202) return answer.text();
    if (answer.status !== 202) throw new Error(await reason(answer));
    await new Promise((resolve) => setTimeout(resolve, WAIT));
  }
  throw new Error(say("This takes too long now: try again in a moment."));
}

/**
 * What a page of an error says.
 * @param {Response} answer
 */
async function reason(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("main p")?.textContent ?? String(answer.status);
}

/**
 * @param {HTMLElement} figures
 * @param {HTMLElement} status
 */
async function sketchAll(figures, status) {
  try {
    for (let size = 0; size < Number(figures.dataset.sizes); size++) {
      setText(status, size ? say("More games are being played ...") : say("Measuring ..."));
      figures.innerHTML = await sketched(size);
    }
    setText(status, "");
  } catch (error) {
    setText(status, messageOf(error));
  }
}

/** Begins the page. */
export function startRuleset() {
  for (const form of all("[data-choices]", HTMLFormElement)) {
    form.addEventListener("change", () => form.requestSubmit());
  }
  const [figures, status] = [maybe("[data-figures]"), maybe("[data-sketching]")];
  if (figures && status) sketchAll(figures, status);
}
