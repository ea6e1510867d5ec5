/** Before the game: who sits already, a seat for whoever comes, and how to invite others. */

import { api, messageOf } from "../shared/api.js";
import { copy } from "../shared/copy.js";
import { h, maybe, need, setText } from "../shared/dom.js";
import { keepName } from "../shared/name-form.js";
import { botsHere, playersText } from "../shared/player-names.js";
import { counted, say } from "../shared/say.js";
import { clockText, facts } from "../shared/table-summaries.js";
import { announce } from "../shared/toast.js";
import { isPairing } from "./quick-pairing.js";
import { challengeText, waitingText } from "./turn-line.js";

export class Invitation {
  #root;
  #list;
  #shown = "";
  #change;

  /**
   * @param {HTMLElement} root
   * @param {{ change: ChangeSeat }} tools
   */
  constructor(root, { change }) {
    this.#root = root;
    this.#list = need("#free-seats", HTMLElement, root);
    this.#change = change;
    const link = need("#join-link", HTMLInputElement, root);
    need("#copy-link", HTMLElement, root).addEventListener("click", () => copy(link));
  }

  /** @param {TablePageState} state */
  update(state) {
    const { table, own } = state;
    const open = table.status === "open" && !isPairing(state);
    this.#root.hidden = !open;
    if (!open) return;
    setText(
      need("#invitation-title", HTMLElement, this.#root),
      own.length ? waitingText(table) : invitationText(table),
    );
    setText(
      need("#invitation-facts", HTMLElement, this.#root),
      facts(own.length > 0 && table.title, table.ruleset_title, clockText(table.clock)),
    );
    const shares = own.length > 0 || table.you.host;
    need("#share", HTMLElement, this.#root).hidden = !shares || table.invited !== null;
    const shown = JSON.stringify([
      table.seats.map((seat) => [seat.name, seat.kind]),
      own,
      table.you.host,
    ]);
    if (shown !== this.#shown) this.#write(table, own);
    this.#shown = shown;
  }

  /**
   * @param {TableState} table
   * @param {number[]} own
   */
  #write(table, own) {
    const free = table.seats.filter((seat) => !seat.kind);
    const rows = table.seats.map((seat) =>
      seat.kind ? this.#takenRow(table, seat, own) : this.#freeRow(table, seat, own),
    );
    /** @type {HTMLElement[]} */
    const parts = [h("ul", { class: "free-seats" }, rows)];
    if (!own.length && table.invited === null) parts.unshift(nameField());
    if (table.you.invited) parts.push(button(say("Decline"), () => this.#decline(table), "quiet"));
    if (table.invited === null) {
      if (table.you.host && free.length) parts.push(this.#bots(free));
    } else if (own.length) {
      const withdraw = () => this.#change("delete", own[0]);
      parts.push(button(say("Withdraw the challenge"), withdraw, "quiet"));
    }
    this.#list.replaceChildren(...parts);
  }

  /**
   * @param {TableState} table
   * @param {TableSeat} seat
   * @param {number[]} own
   */
  #takenRow(table, seat, own) {
    const mine = own.includes(seat.seat);
    const called = seat.name || say("Guest"); // the seat's own name stands before it
    const name = mine ? say("{name} (you)", { name: called }) : called;
    const leave = button(
      mine ? say("Leave") : say("Remove"),
      () => this.#change("delete", seat.seat),
      "quiet",
    );
    const leaves = mine && table.invited === null; // else they withdraw the challenge
    return row(seat, name, (leaves || (table.you.host && seat.kind === "bot")) && leave);
  }

  /**
   * @param {TableState} table
   * @param {TableSeat} seat
   * @param {number[]} own
   */
  #freeRow(table, seat, own) {
    const sit = own.length
      ? button(say("Play this seat too"), () => this.#sit(seat), "quiet")
      : button(say("Sit here"), () => this.#sit(seat));
    if (table.invited === null) {
      return row(seat, say("free"), (!own.length || table.you.host) && sit);
    }
    if (table.you.invited) {
      const accept = button(say("Accept"), () => this.#sit(seat));
      return row(seat, say("kept for you"), accept);
    }
    const text = say("kept for {name}", { name: table.invited });
    return row(seat, text, !own.length && table.you.host && sit);
  }

  /** @param {TableState} table */
  async #decline(table) {
    try {
      await api.delete(`/tables/${table.id}/challenge`);
      location.assign("/");
    } catch (error) {
      announce(messageOf(error));
    }
  }

  /** @param {TableSeat} seat */
  async #sit(seat) {
    const field = maybe("#your-name", HTMLInputElement, this.#root);
    const name = field?.value.trim() ?? "";
    try {
      if (name && !field?.readOnly) await keepName(name);
      this.#change("post", seat.seat, name ? { name } : {});
    } catch (error) {
      announce(messageOf(error));
      field?.focus();
    }
  }

  /** @param {TableSeat[]} free */
  #bots(free) {
    const options = botsHere().map(([value, text]) =>
      h("option", { value, text, selected: value === "level:3" }),
    );
    const bot = h("select", { class: "select", id: "bot-level" }, options);
    const give = async () => {
      for (const seat of free) await this.#change("post", seat.seat, { agent: bot.value });
    };
    const text = counted(
      "Give the free seat to a bot",
      "Give the {n} free seats to bots",
      free.length,
    );
    const label = h("label", { for: bot.id, text: say("Bots") });
    return h("div", { class: "give-bots" }, label, bot, button(text, give, "quiet"));
  }
}

/** @param {TableState} table */
function invitationText(table) {
  // who gave no name is called by the seat, which is nobody to be joined
  const people = table.seats.filter((seat) => seat.kind === "person" && seat.name);
  const challenge = challengeText(table);
  if (challenge) return challenge;
  return people.length
    ? say("Join {players} at {game}", { players: playersText(people), game: table.title })
    : table.title;
}

/**
 * @param {TableSeat} seat
 * @param {string} text
 * @param {Child} action
 */
function row(seat, text, action) {
  const name = h("span", { class: "free-seat-name", text: seat.seat_name });
  return h(
    "li",
    { class: seat.kind ? "taken" : "free" },
    name,
    h("span", { class: "muted", text }),
    action,
  );
}

/**
 * @param {string} text
 * @param {() => unknown} click
 * @param {string} [kind]
 */
function button(text, click, kind = "") {
  return h("button", { class: `button small-button ${kind}`, type: "button", text, on: { click } });
}

function nameField() {
  const attributes = {
    class: "input",
    id: "your-name",
    autocomplete: "nickname",
  };
  const field = h("input", attributes);
  api
    .get("/me")
    .then((me) => {
      field.value ||= me.account ?? me.name ?? "";
      field.readOnly = me.account !== null; // by which its owner is called
    })
    .catch(() => {});
  return h("div", { class: "field" }, h("label", { for: field.id, text: say("Your name") }), field);
}
