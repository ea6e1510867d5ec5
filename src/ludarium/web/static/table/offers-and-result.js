/**
 * What stands out beside the board until it is dealt with: an offer to answer, and the end of the
 * game with what comes after it.
 */

import { messageOf } from "../shared/api.js";
import { timeText } from "../shared/clock.js";
import { copyText } from "../shared/copy.js";
import { h, need, setText } from "../shared/dom.js";
import { listed, playerName } from "../shared/player-names.js";
import { say } from "../shared/say.js";
import { announce } from "../shared/toast.js";
import { rest } from "./actions.js";
import { againButton } from "./quick-pairing.js";
import { outcomeText } from "./turn-line.js";

/** @import { ServerTime } from "../shared/clock.js" */

/** @type {Record<string, () => string>} */
const FILES = {
  "record.jsonl": () => say("Record"),
  "board.svg": () => say("Picture"),
  "animation.svg": () => say("Animation"),
};

export class OffersAndResult {
  #root;
  #post;
  #checkThrows;
  #goal;
  #shown = "";
  /** @type {Pick<TableState, "offer" | "ply"> | null} */
  #before = null;
  #calledOff = false;
  #time;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #lapse = 0; // the timer of a place that nobody answers for
  /** @type {ReturnType<typeof setInterval> | 0} */
  #ticking = 0; // the time until the game may be claimed

  /**
   * @param {HTMLElement} root
   * @param {object} tools
   * @param {PostToTable} tools.post
   * @param {ServerTime} tools.time
   * @param {() => Promise<{ throws: number, fair: boolean }>} tools.checkThrows gives what came of
   * a
   * check of all throws
   * @param {() => string} tools.goal gives what the game is about, where the reader has to be told
   */
  constructor(root, { post, time, checkThrows, goal }) {
    this.#root = root;
    this.#post = post;
    this.#time = time;
    this.#checkThrows = checkThrows;
    this.#goal = goal;
  }

  /** @param {TablePageState} state */
  update(state) {
    const { table, own } = state;
    this.#tellOutcome(table, own);
    const shown = JSON.stringify([
      table.status,
      table.offer,
      this.#openPlace(state),
      this.#claimableAt(state),
      table.rematch,
      table.result,
      own,
      table.seats.map(playerName),
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    clearInterval(this.#ticking);
    const card =
      table.status === "over"
        ? this.#ending(state)
        : this.#place(state) || this.#offer(state) || this.#claim(state);
    this.#root.replaceChildren(...(card ? [card] : []));
    if (card) rest(this.#root);
  }

  /**
   * Says what became of an offer, where nothing else on the page does.
   * @param {TableState} table
   * @param {number[]} own
   */
  #tellOutcome({ offer, ply, status }, own) {
    const before = this.#before;
    this.#before = { offer, ply };
    if (!before) return;
    const gone = !offer && status === "live" ? before.offer : null;
    if (ply < before.ply) announce(say("The move is taken back."), 4);
    else if (gone && ply === before.ply && own.includes(gone.seat) && !this.#calledOff) {
      announce(declinedText(gone), 6);
    }
    if (!offer) this.#calledOff = false;
  }

  /**
   * @param {number} seat
   * @param {number} offer
   */
  #callOff(seat, offer) {
    this.#calledOff = true;
    this.#post("answers", { accept: false, seat, offer });
  }

  /**
   * The place of the bot that somebody has asked for, while the reader can say something to it.
   * @param {TablePageState} state
   */
  #openPlace({ table: { place, status }, own }) {
    const left = place && own.length && status === "live" ? place.until - this.#time.now : 0;
    return left > 0 ? place : null;
  }

  /** @param {TablePageState} state */
  #place(state) {
    const place = this.#openPlace(state);
    if (!place) return null;
    clearTimeout(this.#lapse);
    const left = 1000 * (place.until - this.#time.now);
    this.#lapse = setTimeout(() => this.update(state), left + 50);
    const name = place.name ?? say("Guest");
    if (place.granted) return card(say("{name} is sitting down…", { name }));
    const [seat] = state.own;
    /** @param {boolean} accept */
    const answer = (accept) => this.#post("places", { seat, accept });
    return card(
      say("{name} wants to play this game, too: in place of the bot?", { name }),
      button(say("Play {name}", { name }), () => answer(true), "button"),
      button(say("Stay with the bot"), () => answer(false)),
    );
  }

  /**
   * The time from which the reader may claim the game, as the other has left it.
   * @param {TablePageState} state
   */
  #claimableAt({ table, own }) {
    return own.length === 1 && !own.includes(table.movers[0]) ? table.claimable_at : null;
  }

  /**
   * That the other has left, with the time until the game may be claimed, and then how.
   * @param {TablePageState} state
   */
  #claim(state) {
    const at = this.#claimableAt(state);
    if (at === null) return null;
    const [seat] = state.own;
    const name = playerName(state.table.seats[1 - seat]);
    /** @param {"win" | "draw"} kind */
    const claim = (kind) => () => this.#post("claims", { seat, kind });
    const words = h("span");
    const buttons = [
      button(say("Claim the win"), claim("win"), "button"),
      button(say("Claim a draw"), claim("draw")),
    ];
    const show = () => {
      const left = at - this.#time.now;
      const waits = left > 0;
      const time = timeText(Math.ceil(left));
      setText(
        words,
        waits
          ? say("{name} has left. You may claim the game in {time}.", { name, time })
          : say("{name} has left. You may claim the game, or wait.", { name }),
      );
      for (const one of buttons) one.disabled = waits;
      if (!waits) clearInterval(this.#ticking);
    };
    this.#ticking = setInterval(show, 500);
    show();
    return card(words, ...buttons);
  }

  /** @param {TablePageState} state */
  #offer({ table, own }) {
    if (!table.offer) return null;
    const { kind, seat, agreed, version } = table.offer;
    const name = playerName(table.seats[seat]);
    const asked = own.find((number) => !agreed.includes(number));
    /**
     * @param {boolean} accept
     * @param {number} by
     */
    const answer = (accept, by) => this.#post("answers", { accept, seat: by, offer: version });
    if (asked === undefined) {
      const mine =
        kind === "draw" ? say("You offered a draw.") : say("You asked to take a move back.");
      return own.includes(seat)
        ? card(
            mine,
            button(say("Call it off"), () => this.#callOff(seat, version)),
          )
        : card(offerText(kind, name));
    }
    const accept = button(say("Accept"), () => answer(true, asked), "button");
    return card(
      offerText(kind, name),
      accept,
      button(say("Decline"), () => answer(false, asked)),
    );
  }

  /** @param {TablePageState} state */
  #ending({ table, own, game }) {
    const won = table.result?.winners.some((seat) => own.includes(seat)) && own.length === 1;
    const kinds = Object.entries(FILES).map(([file, text]) => [file, text()]);
    const { formats = "" } = need("#table").dataset;
    const others = formats
      .split(" ")
      .filter(Boolean)
      .map((name) => [`game.${name}`, name.toUpperCase()]);
    const links = (table.ply ? [...others, ...kinds] : []).map(([file, text]) =>
      h("a", { href: `/api/tables/${table.id}/${file}`, target: "_blank", text }),
    );
    const review =
      table.ply > 0 &&
      !table.hides && // of which no engine knows anything
      h("a", { class: "button soft", href: `/table/${table.id}/review`, text: say("Review") });
    const after = table.tournament
      ? [
          h("a", {
            class: "button",
            href: `/tournament/${table.tournament}`,
            text: say("Back to the tournament"),
          }),
          review,
        ]
      : [
          table.quick_pairing && !table.ply && own.length > 0 && againButton(game),
          ...this.#rematch(table, own),
          review,
          h("a", { class: "button quiet", href: `/play/${game}`, text: say("New game") }),
        ];
    return h(
      "div",
      { class: `card ending${won ? " won" : ""}` },
      h("h2", { text: outcomeText({ table, own }) }),
      this.#why(table),
      h("div", { class: "card-buttons" }, after),
      links.length > 0 &&
        h(
          "p",
          { class: "downloads files" },
          h("span", { class: "unseen", text: say("Keep the game:") }),
          table.watch !== "players" && shareButton(table),
          links,
        ),
      (table.chance?.throws ?? 0) > 0 && this.#throws(),
    );
  }

  /**
   * After a first game, by which rule it ended; of a round, it is told what it came to.
   * @param {TableState} table
   */
  #why({ result, simultaneous }) {
    const goal = result?.reason === "rules" && !simultaneous && this.#goal();
    return goal && h("p", { class: "ending-why small", text: say("The goal: {goal}", { goal }) });
  }

  /** Checks by a click that dice and cards were fair. */
  #throws() {
    const place = h("p", { class: "downloads" });
    const check = async () => {
      try {
        const { throws, fair } = await this.#checkThrows();
        const broken = say("A throw does not fit: it was changed.");
        place.replaceChildren(fair ? fairText(throws) : broken);
      } catch (error) {
        announce(messageOf(error));
      }
    };
    place.append(button(say("Check that chance was fair"), check));
    return place;
  }

  /**
   * What leads to another game with the same players.
   * @param {TableState} table
   * @param {number[]} own
   */
  #rematch(table, own) {
    const { wanted, table: next } = table.rematch;
    if (next) {
      return [h("a", { class: "button", href: `/table/${next}`, text: say("Go to the rematch") })];
    }
    const closed = table.called_off_by === null && table.result?.reason === "abandoned";
    const nobodyCame = !table.ply && closed;
    if (!own.length || !table.result || nobodyCame) return [];
    const mine = own.filter((seat) => !wanted.includes(seat));
    const others = wanted
      .filter((seat) => !own.includes(seat))
      .map((seat) => playerName(table.seats[seat]));
    if (!mine.length) {
      return [
        h("span", { class: "waiting", text: say("Waiting for the others to agree to a rematch…") }),
      ];
    }
    const ask = async () => {
      for (const seat of mine) if (!(await this.#post("rematches", { seat }))) return;
    };
    if (!others.length) return [button(say("Rematch"), ask, "button")];
    const text = say("{names} would like a rematch.", { names: listed(others) });
    return [
      h("span", { class: "waiting", text }),
      button(say("Accept the rematch"), ask, "button"),
    ];
  }
}

/** @param {number} throws */
function fairText(throws) {
  return say(
    "Checked: all {throws} throws and deals follow from a secret that was fixed before the game, " +
      "and from random numbers of the players' own.",
    { throws },
  );
}

/**
 * @param {string} kind
 * @param {string} name
 */
function offerText(kind, name) {
  return kind === "draw"
    ? say("{name} offers a draw.", { name })
    : say("{name} asks to take a move back.", { name });
}

/** @param {{ kind: string }} offer */
function declinedText({ kind }) {
  return kind === "draw"
    ? say("Your offer of a draw was declined.")
    : say("Your move was not taken back: that was declined.");
}

/**
 * @param {string | Node} text
 * @param {...HTMLElement} buttons
 */
function card(text, ...buttons) {
  return h(
    "div",
    { class: "card" },
    h("p", {}, text),
    h("div", { class: "card-buttons" }, ...buttons),
  );
}

/**
 * Hands the game's address to other programs, or copies it.
 * @param {TableState} table
 */
function shareButton(table) {
  const share = async () => {
    const url = `${location.origin}/table/${table.id}`;
    const text = [table.title, table.result?.text].filter(Boolean).join(": ");
    if (!navigator.share) return copyText(url);
    // who thinks better of it has been told enough
    await navigator.share({ title: table.title, text, url }).catch(() => {});
  };
  return h("button", { class: "link", type: "button", text: say("Share"), on: { click: share } });
}

/**
 * @param {string} text
 * @param {() => unknown} click
 * @param {string} [kind]
 */
function button(text, click, kind = "button quiet") {
  return h("button", { class: kind, type: "button", text, on: { click } });
}
