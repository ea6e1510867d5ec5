/**
 * How boards look to the reader: which board, which set of pieces, and where coordinates are. The
 * page's root names them, and the style sheet does the rest.
 */

import { h } from "./dom.js";
import { preference, setPreference, whenSetElsewhere } from "./preferences.js";
import { say } from "./say.js";

/** The names that each may have, the usual first. @type {Record<string, string[]>} */
export const CHOICES = {
  boards: ["own", "walnut", "slate", "moss"],
  pieces: ["carved", "flat", "discs"],
  coordinates: ["outside", "inside", "none"],
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

/** Shows boards as they are set. */
export function showAppearance() {
  for (const name of Object.keys(CHOICES)) {
    document.documentElement.dataset[name] = appearance(name);
  }
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
    pieces: say("Pieces"),
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
  };
  return Object.entries(CHOICES).map(([name, choices]) => {
    const select = h(
      "select",
      { class: "select", id: `setting-${name}` },
      ...choices.map((choice) => h("option", { value: choice, text: words[choice] })),
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
