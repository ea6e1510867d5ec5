/**
 * A page of rules: its table of contents, and its positions made alive when they come into view.
 */

import { h } from "../shared/dom.js";
import { playNowLinks } from "../shared/play-now.js";
import { GuidePosition } from "./guide-position.js";

const guide = document.querySelector("[data-guide]");
const headings = [...guide.querySelectorAll("h2")];
const list = document.querySelector(".contents-list");

/** Lists the headings, and marks the one that is being read. */
function contents() {
  for (const [at, heading] of headings.entries()) {
    heading.id ||= `part-${at + 1}`;
    list.append(h("li", {}, h("a", { href: `#${heading.id}`, text: heading.textContent })));
  }
  const observer = new IntersectionObserver(markReading, { rootMargin: "0px 0px -70% 0px" });
  for (const heading of headings) observer.observe(heading);
}

function markReading() {
  const above = headings.filter(
    (heading) => heading.getBoundingClientRect().top < innerHeight * 0.3,
  ).length;
  for (const [at, link] of [...list.querySelectorAll("a")].entries()) {
    if (at === above - 1) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Tables that are wider than the page can be scrolled by keyboard too. */
function reachWideTables() {
  for (const wide of guide.querySelectorAll("table, pre")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
}

function enliven(figures) {
  const positions = new Map(
    figures.filter(GuidePosition.isAlive).map((figure) => [figure, new GuidePosition(figure)]),
  );
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
        observer.unobserve(target);
        positions.get(target).wake();
      }
    },
    { rootMargin: "200px" },
  );
  for (const figure of positions.keys()) observer.observe(figure);
}

contents();
playNowLinks();
if (matchMedia("(max-width: 820px)").matches) list.closest("details").open = false;
reachWideTables();
enliven([...guide.querySelectorAll("figure.position")]);
