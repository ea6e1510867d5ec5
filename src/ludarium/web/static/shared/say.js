// Text for people, told in the reader's language: a script of that language brings the
// translations, by English template; a list of plural forms where the text depends on a number.
// What is not there stays English.

/** @type {ReturnType<typeof readLanguage> | null} */
let language = null;

/** What the page's language takes, found out when something is said for the first time. */
function spoken() {
  language ??= readLanguage();
  return language;
}

function readLanguage() {
  const rule = new Intl.PluralRules(globalThis.document?.documentElement.lang || "en");
  // The order of plural forms in the catalogues, of the categories that whole numbers have in this
  // language.
  const taken = new Set(Array.from({ length: 200 }, (_, n) => rule.select(n)));
  const categories = ["zero", "one", "two", "few", "many", "other"].filter((category) =>
    taken.has(/** @type {Intl.LDMLPluralRule} */ (category)),
  );
  return { phrases: globalThis.phrases ?? {}, rule, categories };
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803][\udc00-\udfff]/;

/**
 * A value with its own direction of writing, as `isolated` of the server has it.
 * @param {string} value
 */
export function isolated(value) {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

/**
 * @param {string} template
 * @param {Record<string, unknown>} values
 */
function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (place, name) =>
    Object.hasOwn(values, name) ? isolated(String(values[name])) : place,
  );
}

/**
 * The text of this template, with the values in place of its {names}.
 * @param {string} template
 * @param {Record<string, unknown>} [values]
 */
export function say(template, values = {}) {
  const forms = spoken().phrases[template] ?? template;
  return filled(Array.isArray(forms) ? forms[0] : forms, values);
}

/**
 * The text that depends on a whole number: the template `one` where n is 1, else `many`; both may
 * show {n}.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, unknown>} [values]
 */
export function counted(one, many, n, values = {}) {
  const { phrases, rule, categories } = spoken();
  const forms = phrases[one];
  const form = Array.isArray(forms) ? forms[categories.indexOf(rule.select(n))] : undefined;
  return filled(form ?? (n === 1 ? one : many), { ...values, n });
}
