// Text for people, told in the reader's language: a script of that language brings the
// translations, by English template; a list of plural forms where the text depends on a number.
// What is not there stays English.

const phrases = globalThis.phrases ?? {};
const rule = new Intl.PluralRules(document.documentElement.lang || "en");

// The order of plural forms in the catalogues, of the categories that whole numbers have in this
// language.
const taken = new Set(Array.from({ length: 200 }, (_, n) => rule.select(n)));
const categories = ["zero", "one", "two", "few", "many", "other"].filter((category) =>
  taken.has(category),
);

function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (place, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}

/** The text of this template, with the values in place of its {names}. */
export function say(template, values = {}) {
  const forms = phrases[template] ?? template;
  return filled(Array.isArray(forms) ? forms[0] : forms, values);
}

/**
 * The text that depends on a whole number: the template `one` where n is 1, else `many`; both may
 * show {n}.
 */
export function counted(one, many, n, values = {}) {
  const forms = phrases[one];
  const form = Array.isArray(forms) ? forms[categories.indexOf(rule.select(n))] : undefined;
  return filled(form ?? (n === 1 ? one : many), { ...values, n });
}
