// Elements by a call.

export const $ = (id) => document.getElementById(id);

/** An element with properties and children; `style` and `data` are objects. */
export function element(tag, { style = {}, data = {}, ...properties } = {}, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  for (const [key, value] of Object.entries(style)) made.style.setProperty(key, value);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}

/** A select with options, pairs of value and text. */
export function fillSelect(select, options, value) {
  select.replaceChildren(...options.map(([key, text]) => new Option(text, key)));
  select.value = value;
}

export const stageColor = (stage) => ({ "--stage": `var(--${stage})` });

export const count = (number) => number.toLocaleString("en");
