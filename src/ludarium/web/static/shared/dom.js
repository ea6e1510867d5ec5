/** Finds and makes elements. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element of the page, or below `root`; null where there is none of this kind.
 * @template {typeof Element} [K=typeof HTMLElement]
 * @param {string} selector
 * @param {K} [kind] by default HTMLElement
 * @param {ParentNode} [root]
 * @returns {InstanceType<K> | null}
 */
export function maybe(selector, kind, root = document) {
  const found = root.querySelector(selector);
  if (!found || !(found instanceof (kind ?? HTMLElement))) return null;
  return /** @type {InstanceType<K>} */ (found);
}

/**
 * The element of the page, or below `root`, that there must be.
 * @template {typeof Element} [K=typeof HTMLElement]
 * @param {string} selector
 * @param {K} [kind] what it must be; by default an HTMLElement
 * @param {ParentNode} [root]
 * @returns {InstanceType<K>}
 */
export function need(selector, kind, root = document) {
  const found = maybe(selector, kind, root);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * All elements of the page, or below `root`, in order, that are of this kind.
 * @template {typeof Element} [K=typeof HTMLElement]
 * @param {string} selector
 * @param {K} [kind] by default HTMLElement
 * @param {ParentNode} [root]
 * @returns {InstanceType<K>[]}
 */
export function all(selector, kind, root = document) {
  const found = [...root.querySelectorAll(selector)];
  const those = found.filter((element) => element instanceof (kind ?? HTMLElement));
  return /** @type {InstanceType<K>[]} */ (those);
}

/**
 * The field of this name in a form.
 * @template {typeof Element} [K=typeof HTMLInputElement]
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {K} [kind] by default HTMLInputElement
 * @returns {InstanceType<K>}
 */
export function field(form, name, kind) {
  const found = form.elements.namedItem(name);
  if (found instanceof (kind ?? HTMLInputElement)) return /** @type {InstanceType<K>} */ (found);
  throw new Error(`the form has no ${name}`);
}

/**
 * The value of the field, or group of choices, of this name.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function fieldValue(form, name) {
  const found = form.elements.namedItem(name);
  if (found && "value" in found && typeof found.value === "string") return found.value;
  throw new Error(`the form has no ${name}`);
}

/**
 * What an event happened to, or the element that listens for it.
 * @param {EventTarget | null} target
 */
export function elementOf(target) {
  return target instanceof Element ? target : null;
}

/**
 * An HTML element. Of the attributes, `text` is its text, `on` its listeners by event; those that
 * are null, undefined or false are left out, and true ones have no value. Children that are null or
 * false are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/**
 * An SVG element, likewise.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Children[]} children
 */
function filled(element, { text, on = {}, ...attributes }, children) {
  for (const [name, value] of Object.entries(attributes)) {
    setAttribute(element, name, /** @type {AttributeValue} */ (value));
  }
  for (const [event, listener] of Object.entries(on)) {
    element.addEventListener(event, /** @type {EventListener} */ (listener));
  }
  if (text !== undefined) element.textContent = text;
  element.append(...children.flat().filter(isShown));
  return element;
}

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * Sets an attribute; null, undefined and false take it away. Does nothing where it has that value
 * already.
 * @param {Element} element
 * @param {string} name
 * @param {AttributeValue} value
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value === true ? "" : value)) {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Sets the text, where it is another one: so that screen readers and transitions are left in peace.
 * @param {Node} element
 * @param {string | null} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * An icon of 24 by 24 units, as strokes.
 * @param {string} path
 */
export function icon(path) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    s("path", { d: path }),
  );
}
