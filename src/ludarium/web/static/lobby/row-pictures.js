/** The small pictures of games in long lists: each is asked for when it comes near to sight. */

import { all } from "../shared/dom.js";

/**
 * Shows the pictures below `root`, images without an address, each within what names its game.
 * @param {ParentNode} root
 */
export function showRowPictures(root) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        const game = target.closest("[data-game]")?.getAttribute("data-game");
        const { lang } = document.documentElement;
        target.setAttribute("src", `/play/${game}/board.svg?language=${lang}`);
      }
    },
    { rootMargin: "100px" },
  );
  for (const picture of all(".game-row img:not([src])", Element, root)) observer.observe(picture);
}
