/**
 * A page of rules: its table of contents, and its positions made alive when they come into view.
 */

import { all, h, need } from "../shared/dom.js";
import { playNowLinks } from "../shared/play-now.js";
import { GuidePosition } from "./guide-position.js";

/**
 * Lists the headings, and marks the one that is being read.
 * @param {HTMLElement[]} headings
 * @param {HTMLElement} list
 */
function contents(headings, list) {
  for (const [at, heading] of headings.entries()) {
    heading.id ||= `part-${at + 1}`;
    list.append(h("li", {}, h("a", { href: `#${heading.id}`, text: heading.textContent })));
  }
  const observer = new IntersectionObserver(() => markReading(headings, list), {
    rootMargin: "0px 0px -70% 0px",
  });
  for (const heading of headings) observer.observe(heading);
}

/**
 * @param {HTMLElement[]} headings
 * @param {HTMLElement} list
 */
function markReading(headings, list) {
  const above = headings.filter(
    (heading) => heading.getBoundingClientRect().top < innerHeight * 0.3,
  ).length;
  for (const [at, link] of [...list.querySelectorAll("a")].entries()) {
    if (at === above - 1) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/**
 * Tables that are wider than the page can be scrolled by keyboard too.
 * @param {HTMLElement} guide
 */
function reachWideTables(guide) {
  for (const wide of all("table, pre", HTMLElement, guide)) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
}

/** @param {HTMLElement[]} figures */
function enliven(figures) {
  /** @type {Map<Element, GuidePosition>} */
  const positions = new Map(
    figures.filter(GuidePosition.isAlive).map((figure) => [figure, new GuidePosition(figure)]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        observer.unobserve(target);
        positions.get(target)?.wake();
      }
    },
    { rootMargin: "200px" },
  );
  for (const figure of positions.keys()) observer.observe(figure);
}

/** Begins the page. */
export function startGuide() {
  const guide = need("[data-guide]");
  const list = need(".contents-list");
  contents(all("h2", HTMLElement, guide), list);
  playNowLinks();
  const details = list.closest("details");
  if (details && matchMedia("(max-width: 820px)").matches) details.open = false;
  reachWideTables(guide);
  enliven(all("figure.position", HTMLElement, guide));
}
