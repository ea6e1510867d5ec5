/** Short messages at the foot of the page, read out by screen readers. */

/** @type {HTMLElement | null} */
let place = null;
/** @type {ReturnType<typeof setTimeout> | 0} */
let timer = 0;

function noticePlace() {
  if (!place) {
    place = document.createElement("div");
    place.className = "notices";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  return place;
}

/**
 * Shows a sentence for a while.
 * @param {string} sentence
 * @param {number} [seconds]
 */
export function announce(sentence, seconds = 8) {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = sentence;
  noticePlace().replaceChildren(notice);
  clearTimeout(timer);
  timer = setTimeout(() => notice.remove(), seconds * 1000);
}
