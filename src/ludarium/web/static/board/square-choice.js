/**
 * What is asked on the square where a move ends: which of several moves it is, where all but their
 * last touches are the same, and whether to make a move that is to be confirmed.
 */

import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";

export class SquareChoice {
  /** What the choices are put into. */
  element = h("div", { class: "square-choice lud-look", role: "group" });
  #picture;
  #home;

  /**
   * @param {HTMLElement} picture the element around the board's picture
   * @param {(site: string) => void} home takes the focus to a site
   */
  constructor(picture, home) {
    this.#picture = picture;
    this.#home = home;
    // a mouse that goes down on a site takes the focus there
    picture.addEventListener("click", () => this.open && this.focus());
    // the board below is not touched by what is meant for a choice
    for (const type of ["pointerdown", "pointermove", "pointerup", "click", "contextmenu"]) {
      this.element.addEventListener(type, (event) => event.stopPropagation());
    }
  }

  /** Whether something is asked. */
  get open() {
    return this.element.isConnected;
  }

  /**
   * Asks on a site.
   * @param {Site} site
   * @param {{ width: number, height: number }} board the size of the picture
   * @param {string} label what is asked, to a screen reader
   */
  show(site, { width, height }, label) {
    const upper = site.y < height / 2;
    const end = (upper ? site.y - site.r : height - site.y - site.r) / height;
    this.element.classList.toggle("upwards", !upper);
    this.element.style.setProperty("--across", `${(100 * site.x) / width}%`);
    this.element.style.setProperty("--from", `${100 * end}%`);
    this.element.style.setProperty("--cell", `${(200 * site.r) / width}%`);
    this.element.setAttribute("aria-label", label);
    this.element.dataset.at = site.id;
    if (this.open) return;
    this.#picture.append(this.element);
    this.focus();
  }

  /** Takes the focus to the first choice. */
  focus() {
    const first = [...this.element.querySelectorAll("button")].find((button) => !button.hidden);
    first?.focus({ preventScroll: true });
  }

  hide() {
    if (!this.open) return;
    const focused = this.element.contains(document.activeElement);
    this.element.remove();
    if (focused) this.#home(this.element.dataset.at ?? "");
  }
}

/**
 * The buttons that confirm a move or take it back.
 * @param {() => unknown} play
 * @param {() => unknown} back
 */
export function confirming(play, back) {
  /**
   * @param {string} kind
   * @param {string} sign
   * @param {string} label
   * @param {() => unknown} click
   */
  const button = (kind, sign, label, click) =>
    h("button", {
      class: `button ${kind}`,
      type: "button",
      text: sign,
      "aria-label": label,
      title: label,
      on: { click },
    });
  return h(
    "div",
    { class: "choices" },
    button("", "✓", say("Make the move"), play),
    button("quiet", "×", say("Take back"), back),
  );
}
