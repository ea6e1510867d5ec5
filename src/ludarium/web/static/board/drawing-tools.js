/** Switches drawing on a board on and off, and offers its colours. */

import { h, icon, setAttribute } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { COLOURS, colourName } from "./drawn-marks.js";

/** @import { DrawnMarks } from "./drawn-marks.js" */

const PEN = "M4 20l1 -4l11 -11l3 3l-11 11zM14 7l3 3";
let groups = 0;

/**
 * Buttons that draw on a board with these marks.
 * @param {DrawnMarks} marks
 * @param {object} [options]
 * @param {boolean} [options.stays] whether they are there while drawing is switched off, too
 */
export function drawingTools(marks, { stays = true } = {}) {
  groups += 1;
  const label = say("Draw arrows and rings");
  const toggle = h(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": label,
      "aria-pressed": "false",
      title: say("Draw arrows and rings: also with the right mouse button"),
      on: {
        click: () => {
          marks.on = !marks.on;
        },
      },
    },
    icon(PEN),
  );
  const colours = COLOURS.map((colour) => swatch(marks, colour, `drawn-colour-${groups}`));
  const wipe = smallButton(say("Wipe"), () => marks.wipe());
  const more = h(
    "span",
    { class: "drawing-colours", role: "group", "aria-label": say("Colour"), hidden: true },
    colours,
    wipe,
  );
  const tools = h("span", { class: "drawing-tools", hidden: !stays }, toggle, more);
  marks.onSwitch = () => {
    setAttribute(toggle, "aria-pressed", String(marks.on));
    more.hidden = !marks.on;
    tools.hidden = !marks.on && !stays;
  };
  return tools;
}

/**
 * @param {DrawnMarks} marks
 * @param {Colour} colour
 * @param {string} name
 */
function swatch(marks, colour, name) {
  const title = colourName(colour);
  return h(
    "label",
    { class: `drawing-colour ${colour}`, title: title },
    h("input", {
      type: "radio",
      name,
      checked: marks.colour === colour,
      "aria-label": title,
      on: {
        change: () => {
          marks.colour = colour;
        },
      },
    }),
    h("span", { "aria-hidden": "true" }),
  );
}
