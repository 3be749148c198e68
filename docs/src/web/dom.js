// Elements by a call.

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/**
 * An element with properties and children; `style` and `data` are objects.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function element(tag, { style = {}, data = {}, ...properties } = {}, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  for (const [key, value] of Object.entries(style)) made.style.setProperty(key, value);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children
 */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * A select with options, pairs of value and text.
 * @param {HTMLSelectElement} select
 * @param {string[][]} options
 * @param {string} value
 */
export function fillSelect(select, options, value) {
  select.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  select.value = value;
}

/** @param {string} stage */
export const stageColor = (stage) => ({ "--stage": `var(--${stage})` });

/** @param {number} number */
export const count = (number) => number.toLocaleString("en");

/**
 * What is said of an error. Requests that were stopped are not told.
 * @param {unknown} error
 */
export function fail(error) {
  const problem = /** @type {Error} */ (error);
  if (problem?.name === "Stopped") return;
  $("error").textContent = problem?.message ?? String(error);
  $("error").hidden = false;
}

export const clearError = () => void ($("error").hidden = true);

/** @param {string} text */
export const say = (text) => void ($("status").textContent = text);

/** The share of cutoffs by the first move. @param {number[]} byIndex */
export function firstShare(byIndex) {
  const all = byIndex.reduce((sum, number) => sum + number, 0);
  return all ? `${((100 * byIndex[0]) / all).toFixed(1)} %` : "none";
}
