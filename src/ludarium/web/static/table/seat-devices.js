/**
 * A seat on several devices: the code that takes it back, where its holder sees it, and where it is
 * typed in.
 */

import { api, codeOf, messageOf } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { seatCode } from "../shared/seat-code.js";
import { announce } from "../shared/toast.js";

/**
 * Takes a seat back with its code, trying the seats that it may be of; gives whether that worked.
 * @param {string} table
 * @param {string} code
 * @param {number[]} seats
 */
async function takeBack(table, code, seats) {
  let refusal = say("A seat code has eight letters and digits, such as 7KQ2-M9XD");
  for (const seat of seatCode(code) ? seats : []) {
    try {
      await api.post(`/tables/${table}/seats/${seat}/return`, { code: seatCode(code) });
      announce(say("Welcome back: the seat is yours on this device too."));
      return true;
    } catch (error) {
      refusal = messageOf(error);
      if (codeOf(error) !== "wrong-code") break;
    }
  }
  announce(refusal);
  return false;
}

/**
 * Takes a seat back where the page's address brings its code, which does not stay there. count: the
 * seats at the table.
 * @param {string} id
 * @param {number} count
 */
export async function takeBackByAddress(id, count) {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get("seat");
  if (code === null) return false;
  history.replaceState(null, "", location.pathname + location.search);
  const table = await api.get(`/tables/${id}`).catch(() => null);
  const others = table?.seats
    .filter((seat) => seat.kind === "person" && !table.you.seats.includes(seat.seat))
    .map((seat) => seat.seat);
  // where only the players may know who sits there
  const all = Array.from({ length: count }, (_, seat) => seat);
  return takeBack(id, code, given.has("at") ? [Number(given.get("at"))] : (others ?? all));
}

/**
 * The codes of the reader's own seats.
 * @param {TableState} table
 * @param {Record<string, string>} codes
 */
export function codeParts(table, codes) {
  const seats = Object.entries(codes).map(([seat, code]) => {
    const link = `${location.origin}/table/${table.id}#seat=${code}&at=${seat}`;
    const name = h("span", { class: "muted", text: table.seats[Number(seat)].seat_name });
    return h(
      "p",
      { class: "code-line" },
      name,
      h("code", { class: "seat-code", text: code }),
      h("a", { href: link, text: say("Link") }),
    );
  });
  const text = say(
    "Open the link, or type the code at this table, on the other device. Whoever has it can " +
      "play for you.",
  );
  return [...seats, h("p", { class: "muted small", text })];
}

/**
 * The form for a seat of which the code is known; `seats` as pairs of number and name.
 * @param {TableState} table
 * @param {[number, string][]} seats
 * @param {() => unknown} onBack
 */
export function returnForm(table, seats, onBack) {
  const options = seats.map(([number, name]) => h("option", { value: number, text: name }));
  const seat = h("select", { class: "select", id: "seat-of-code" }, options);
  const attributes = {
    class: "input",
    id: "seat-code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
  };
  const code = h("input", {
    ...attributes,
    maxlength: 12,
    required: true,
    placeholder: "XXXX-XXXX",
  });
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    if (await takeBack(table.id, code.value, [Number(seat.value)])) onBack();
  };
  return h(
    "form",
    { class: "return-form", on: { submit } },
    h("div", { class: "field" }, h("label", { for: seat.id, text: say("Your seat was") }), seat),
    h("div", { class: "field" }, h("label", { for: code.id, text: say("Its code") }), code),
    h("button", { class: "button quiet", type: "submit", text: say("Take the seat back") }),
  );
}
