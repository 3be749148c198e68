// The two schemes: what each is made of.

import { app, emit, on, saveState } from "./app.js";
import { $, element, fail, fillSelect } from "./dom.js";
import { records } from "./lab.js";
import { connectOwn, ownEditor, ownWords, useOwn } from "./own.js";
import { SCHEMES } from "./state.js";

/** @typedef {"search" | "evaluation" | "ordering" | "without"} Kind */

/** The choices of a scheme with their options. @returns {[Kind, string[][]][]} */
function kinds() {
  const { searches, evaluations, orderings, heuristics, own } = app.about;
  const pairs = (/** @type {string[]} */ names) => names.map((each) => [each, each]);
  return [
    ["search", pairs(searches)],
    ["evaluation", pairs(evaluations)],
    ["ordering", [...pairs(orderings), [own.name, "your own"]]],
    ["without", [["", "nothing left out"], ...pairs(heuristics)]],
  ];
}

export function buildSchemes() {
  for (const scheme of SCHEMES) {
    const fieldset = /** @type {HTMLElement} */ (document.querySelector(`[data-scheme=${scheme}]`));
    for (const [kind, options] of kinds()) {
      const select = element("select", { id: `${scheme}-${kind}` });
      fillSelect(select, options, app.state[scheme][kind]);
      select.onchange = () => choose(scheme, kind, select.value).catch(fail);
      fieldset.append(element("label", {}, kind, select));
    }
    fieldset.append(ownEditor(scheme));
  }
  $("schemes").after(ownWords());
  on(["scheme"], () => {
    for (const scheme of SCHEMES) {
      for (const kind of /** @type {Kind[]} */ (["search", "evaluation", "ordering", "without"])) $(`${scheme}-${kind}`).value = app.state[scheme][kind];
      // The other searches have nothing to leave out.
      $(`${scheme}-without`).disabled = app.state[scheme].search !== app.about.defaults.search;
    }
  });
  connectOwn();
}

/** @param {import("./types").Scheme} scheme @param {Kind} kind @param {string} value */
async function choose(scheme, kind, value) {
  if (kind === "ordering" && value === app.about.own.name) {
    if (!(await useOwn(scheme))) emit("scheme");
    return;
  }
  app.clients[scheme].stop();
  app.state[scheme][kind] = value;
  if (kind === "ordering") app.state[scheme].code = "";
  if (app.state[scheme].search !== app.about.defaults.search) app.state[scheme].without = "";
  records[scheme] = null;
  saveState();
  emit("scheme");
}
