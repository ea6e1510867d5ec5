/**
 * The row of controls below the moves, and the drawer that it opens: greetings, settings, other
 * devices, and what this table is.
 */

import { appearanceFields } from "../shared/appearance.js";
import { copy } from "../shared/copy.js";
import { h, icon, maybe, setAttribute, setText } from "../shared/dom.js";
import { playerName } from "../shared/player-names.js";
import { preference, setPreference } from "../shared/preferences.js";
import { counted, say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { setSound, soundOn } from "../shared/sounds.js";
import { greetings, greetingText } from "./greetings.js";
import { codeParts, returnForm } from "./seat-devices.js";

/** @typedef {"greet" | "settings" | "codes" | "back" | "about"} PartName */

const ICONS = {
  sound: "M4 10v4h3.5l4.5 4V6L7.5 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11",
  silence: "M4 10v4h3.5l4.5 4V6L7.5 10zM16 9.5l5 5M21 9.5l-5 5",
  flip: "M7 4v15M7 19l-3 -3M7 19l3 -3M17 20V5M17 5l-3 3M17 5l3 3",
  more: "M4 7h16M4 12h16M4 17h16",
};

export class Controls {
  #more;
  #sound;
  #rest;
  #onOpen;

  /**
   * @param {HTMLElement} root
   * @param {object} parts
   * @param {HTMLElement[]} parts.steps
   * @param {HTMLElement} parts.rest
   * @param {HTMLElement} parts.drawing the tools for drawing
   * @param {() => void} parts.onFlip
   * @param {() => void} parts.onOpen is called when the drawer has been opened
   */
  constructor(root, { steps, rest, drawing, onFlip, onOpen }) {
    this.#rest = rest;
    this.#onOpen = onOpen;
    this.#sound = iconButton(ICONS.sound, "", () => this.#switchSound());
    const opens = { "aria-expanded": "false", "aria-controls": rest.id, class: "icon-button more" };
    this.#more = iconButton(ICONS.more, say("More"), () => this.#open(!this.#isOpen), opens);
    const flip = iconButton(ICONS.flip, say("Turn the board"), onFlip);
    root.replaceChildren(
      h("span", { class: "steps" }, steps),
      drawing,
      h("span", { class: "tools" }, this.#sound, flip, this.#more),
    );
    this.#showSound();
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && this.#isOpen) this.close();
    });
  }

  get #isOpen() {
    return this.#rest.classList.contains("open");
  }

  /** @param {boolean} open */
  #open(open) {
    this.#rest.classList.toggle("open", open);
    setAttribute(this.#more, "aria-expanded", String(open));
    if (!open) return;
    this.#onOpen();
    this.#rest.focus({ preventScroll: true }); // it stands before its button on the page
  }

  close() {
    this.#open(false);
    this.#more.focus();
  }

  #switchSound() {
    setSound(!soundOn());
    this.#showSound();
  }

  #showSound() {
    const on = soundOn();
    this.#sound.replaceChildren(icon(on ? ICONS.sound : ICONS.silence));
    const label = on ? say("Sound is on") : say("Sound is off");
    setAttribute(this.#sound, "aria-label", label);
    setAttribute(this.#sound, "title", label);
  }
}

/**
 * @param {string} path
 * @param {string} label
 * @param {() => unknown} click
 * @param {Attributes} [more]
 */
function iconButton(path, label, click, more = {}) {
  return h(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": label,
      title: label,
      ...more,
      on: { click },
    },
    icon(path),
  );
}

export class Drawer {
  #parts;
  #post;
  /** @type {Record<string, string>} */
  #shown = {};
  #onReturn;
  #onSetting;
  #onGreet;
  #onDraw;

  /**
   * @param {HTMLElement} root
   * @param {object} hooks
   * @param {PostToTable} hooks.post
   * @param {() => void} hooks.onReturn is called when a seat was taken back
   * @param {() => void} hooks.onSetting when a setting has changed
   * @param {() => void} hooks.onGreet when something was said
   * @param {() => void} hooks.onDraw when the reader wants to draw on the board
   */
  constructor(root, { post, onReturn, onSetting, onGreet, onDraw }) {
    this.#onDraw = onDraw;
    this.#post = post;
    this.#onReturn = onReturn;
    this.#onSetting = onSetting;
    this.#onGreet = onGreet;
    /** @param {string} title */
    const part = (title) =>
      h("section", { class: "drawer-part" }, h("h2", { text: title }), h("div", {}));
    this.#parts = {
      greet: part(say("Say something")),
      settings: part(say("On this device")),
      codes: part(say("Play on another device")),
      back: part(say("Lost your seat?")),
      about: part(say("This table")),
    };
    root.replaceChildren(...Object.values(this.#parts));
  }

  /** @param {TablePageState} state */
  update(state) {
    const { table, own } = state;
    const heard = table.seats.some((seat) => seat.kind === "person" && !own.includes(seat.seat));
    this.#parts.greet.hidden = !own.length || !heard;
    this.#write("greet", own, ([seat]) =>
      greetings.map((greeting) => this.#greeting(greeting, seat)),
    );
    this.#write("settings", own.length > 1 && !table.simultaneous, (passes) => [
      setting("words", say("Show the board in words"), false, this.#onSetting),
      ...appearanceFields(),
      setting("confirm", say("Confirm each move"), false, this.#onSetting),
      maybe("[data-promotes]")
        ? setting(
            "automatic",
            say("Promote to the strongest piece without asking"),
            false,
            this.#onSetting,
          )
        : null,
      passes
        ? setting("turns", say("Turn the board to whoever moves"), true, this.#onSetting)
        : null,
      smallButton(say("Draw arrows and rings"), this.#onDraw),
    ]);
    this.#parts.codes.hidden = !own.length;
    this.#write("codes", table.you.codes, (codes) => codeParts(table, codes));
    const lost = table.seats.filter((seat) => seat.kind === "person" && !own.includes(seat.seat));
    this.#parts.back.hidden = !lost.length;
    this.#write(
      "back",
      lost.map((seat) => /** @type {[number, string]} */ ([seat.seat, playerName(seat)])),
      (seats) => [returnForm(table, seats, this.#onReturn)],
    );
    this.#write("about", [table.ruleset_title, table.clock, table.takebacks, table.watch], () => [
      ...aboutTable(table),
      linkTo(table),
    ]);
    const spectators = this.#parts.about.querySelector("[data-spectators]");
    if (spectators) setText(spectators, watchingText(table.spectators));
  }

  /**
   * @template T
   * @param {PartName} name
   * @param {T} data
   * @param {(data: T) => (Node | null)[]} make
   */
  #write(name, data, make) {
    const shown = JSON.stringify(data);
    if (shown === this.#shown[name]) return;
    this.#shown[name] = shown;
    const children = make(data).filter((child) => child !== null);
    this.#parts[name].lastElementChild?.replaceChildren(...children);
  }

  /**
   * @param {string} greeting
   * @param {number} seat
   */
  #greeting(greeting, seat) {
    const click = async () =>
      (await this.#post("greetings", { greeting, seat })) && this.#onGreet();
    return smallButton(greetingText(greeting), click);
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} otherwise
 * @param {() => void} onSetting
 */
function setting(name, label, otherwise, onSetting) {
  const box = h("input", {
    type: "checkbox",
    id: `setting-${name}`,
    checked: preference(name, otherwise) === true,
  });
  box.addEventListener("change", () => {
    setPreference(name, box.checked);
    onSetting();
  });
  return h("label", { class: "setting", for: box.id }, box, h("span", { text: label }));
}

/** @param {TableState} table */
function takingBack(table) {
  if (!table.takebacks) return say("no");
  return table.seats.some((seat) => seat?.agent)
    ? say("yes, but then the game is not rated")
    : say("if the others agree");
}

/** @param {number} spectators */
function watchingText(spectators) {
  if (!spectators) return say("nobody");
  if (spectators > 10) return say("at least {n}", { n: spectators });
  return counted("{n} person", "{n} people", spectators);
}

/** @param {TableState} table */
function aboutTable(table) {
  const facts = [
    [say("Rules"), table.ruleset_title],
    [say("Clock"), clockText(table.clock)],
    [say("Taking back"), takingBack(table)],
    [
      say("Who may watch"),
      {
        anyone: say("anyone"),
        link: say("whoever has the link"),
        players: say("only the players"),
      }[table.watch],
    ],
  ];
  const ruleset = `/rules/${table.game}/${encodeURIComponent(table.ruleset)}`;
  const links = [
    h("a", { href: `/rules/${table.game}`, text: say("Read the rules") }),
    h("a", { href: ruleset, text: say("About this ruleset") }),
  ];
  return [
    h(
      "dl",
      { class: "facts" },
      ...facts.flatMap(([term, fact]) => [h("dt", { text: term }), h("dd", { text: fact })]),
      h("dt", { text: say("Watching now") }),
      h("dd", { "data-spectators": "" }),
    ),
    ...links.map((link) => h("p", {}, link)),
  ];
}

/**
 * The table's address, to send to those who may watch.
 * @param {TableState} table
 */
function linkTo(table) {
  if (table.watch === "players") return null;
  const field = h("input", {
    class: "input",
    id: "watch-link",
    readonly: true,
    value: `${location.origin}/table/${table.id}`,
  });
  const button = h("button", {
    class: "button quiet",
    type: "button",
    text: say("Copy"),
    on: { click: () => copy(field) },
  });
  const label = h("label", { for: field.id, text: say("Link for those who want to watch") });
  return h("div", { class: "share-link" }, label, h("div", { class: "copy" }, field, button));
}

/** @param {Clock} clock */
export function clockText(clock) {
  switch (clock.kind) {
    case "fischer":
      return say("{minutes} min, and {seconds} s for each move", {
        minutes: round(clock.minutes),
        seconds: round(clock.increment),
      });
    case "delay":
      return say("{minutes} min; the first {seconds} s of each move do not count", {
        minutes: round(clock.minutes),
        seconds: round(clock.delay),
      });
    case "bronstein":
      return say("{minutes} min; up to {seconds} s are given back after each move", {
        minutes: round(clock.minutes),
        seconds: round(clock.delay),
      });
    case "byoyomi":
      return counted(
        "{minutes} min, then {n} period of {seconds} s",
        "{minutes} min, then {n} periods of {seconds} s",
        Number(clock.periods),
        { minutes: round(clock.minutes), seconds: round(clock.period) },
      );
    case "canadian":
      return counted(
        "{minutes} min, then {n} move in {seconds} s each time",
        "{minutes} min, then {n} moves in {seconds} s each time",
        Number(clock.moves),
        { minutes: round(clock.minutes), seconds: round(clock.period) },
      );
    case "days":
      return counted("{n} day for each move", "{n} days for each move", round(clock.days));
    case "countdown":
      return say("{seconds} s once the first has chosen", { seconds: round(clock.seconds) });
    default:
      return say("none");
  }
}

/** @param {number | null | undefined} number */
function round(number) {
  return Math.round(Number(number) * 100) / 100;
}
