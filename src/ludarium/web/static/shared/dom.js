/** Makes elements. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Of the attributes, `text` is its text, `on` its listeners by event; those that
 * are null, undefined or false are left out, and true ones have no value. Children that are null or
 * false are left out.
 */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An SVG element, likewise. */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, { text, on = {}, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  if (text !== undefined) element.textContent = text;
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/**
 * Sets an attribute; null, undefined and false take it away. Does nothing where it has that value
 * already.
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value === true ? "" : value)) {
    element.setAttribute(name, value === true ? "" : value);
  }
}

/**
 * Sets the text, where it is another one: so that screen readers and transitions are left in peace.
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** An icon of 24 by 24 units, as strokes. */
export function icon(path) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: path }),
  );
}
