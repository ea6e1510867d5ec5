/**
 * How boards and moves look to the reader: which board, which set of pieces, where coordinates are,
 * and how moves name pieces. The page's root names them, and the style sheet does the rest.
 */

import { h, maybe } from "./dom.js";
import { preference, setPreference, whenSetElsewhere } from "./preferences.js";
import { say } from "./say.js";

/** The names that each may have, the usual first. @type {Record<string, string[]>} */
export const CHOICES = {
  boards: ["own", "walnut", "slate", "moss"],
  pieces: ["carved", "flat", "discs"],
  coordinates: ["outside", "inside", "none"],
  letters: ["own", "figurines", "notation"],
};

/**
 * What is set, or the usual where nothing is, or what nobody knows.
 * @param {string} name
 */
export function appearance(name) {
  const [usual] = CHOICES[name];
  const set = preference(name, /** @type {unknown} */ (usual));
  return CHOICES[name].find((choice) => choice === set) ?? usual;
}

/** Shows boards as they are set, and lets those who show moves know. */
export function showAppearance() {
  for (const name of Object.keys(CHOICES)) {
    document.documentElement.dataset[name] = appearance(name);
  }
  document.dispatchEvent(new Event("appearance"));
}

/** Follows what is set, here or in another tab. */
export function followAppearance() {
  showAppearance();
  for (const name of Object.keys(CHOICES)) whenSetElsewhere(name, showAppearance);
}

/** The fields that set it. */
export function appearanceFields() {
  /** @type {Record<string, string>} */
  const words = {
    boards: say("Board"),
    pieces: say("Piece set"),
    coordinates: say("Coordinates"),
    own: say("of the game"),
    walnut: say("walnut"),
    slate: say("slate"),
    moss: say("moss"),
    carved: say("carved"),
    flat: say("flat"),
    discs: say("on discs"),
    outside: say("outside"),
    inside: say("inside"),
    none: say("none"),
    letters: say("Moves"),
    figurines: say("with figurines"),
    notation: say("as in records"),
  };
  const letters = maybe("[data-own-letters]", HTMLElement)?.dataset;
  const own = letters?.ownLetters ?? "";
  words.own_letters = say("with letters {letters}", { letters: own });
  const shown = Object.entries(CHOICES).filter(([name]) => letters || name !== "letters");
  return shown.map(([name, choices]) => {
    const select = h(
      "select",
      { class: "select", id: `setting-${name}` },
      ...choices
        .filter((choice) => choice !== "notation" || letters?.letters !== own)
        .map((choice) => {
          const text = words[`${choice}_${name}`] ?? words[choice];
          return h("option", { value: choice, text });
        }),
    );
    select.value = appearance(name);
    select.addEventListener("change", () => {
      setPreference(name, select.value);
      showAppearance();
    });
    return h(
      "label",
      { class: "setting", for: select.id },
      h("span", { text: words[name] }),
      select,
    );
  });
}
