// A scheme of one's own: the editor of the scoring function of a move, for each scheme.
//
// The engine reads and runs the code itself (crates/web/src/own): it is a small language, not JavaScript. What an address
// brings is shown and not used before a click.

import { app, emit, on, saveState } from "./app.js";
import { $, element, fail, fillSelect } from "./dom.js";
import { records } from "./lab.js";
import { SCHEMES } from "./state.js";

/** @typedef {import("./types").Scheme} Scheme */
/** @typedef {{ line: number, column: number, message: string }} CodeError */

/** Code to begin with. @type {[string, string][]} */
const EXAMPLES = [
  ["captures first", "// The greater the score, the earlier a move is tried.\nif (capture) return 100 + value(victim);\nreturn 0;\n"],
  ["most valuable victim", "// The most valuable victim first, by the least valuable attacker.\nif (!capture) return 0;\nreturn 10 * value(victim) - value(piece);\n"],
  ["exchanges, killers, history", `// As strong programs do it.
if (hash) return 10000000;
if (capture && see >= 0) return 1000000 + 10 * value(victim) - value(piece);
if (promotion == queen) return 950000;
if (killer) return 900000;
if (counter) return 800000;
if (capture) return -1000000 + see;
return history;
`],
  ["towards the centre", "// Checks and captures, then moves that gain the centre.\nlet before = abs(file(from) - 4.5) + abs(rank(from) - 4.5);\nlet after = abs(file(to) - 4.5) + abs(rank(to) - 4.5);\nlet score = before - after;\nif (check) score += 50;\nif (capture && see > 0) score += see;\nif (attacked && !capture) score -= value(piece) / 100;\nreturn score;\n"],
];

/** Whether a scheme orders by what its editor has. @param {Scheme} scheme */
const uses = (scheme) => app.state[scheme].ordering === app.about.own.name && app.state[scheme].code === $(`${scheme}-code`).value;

/** Makes the editor of a scheme. @param {Scheme} scheme @returns {HTMLElement} */
export function ownEditor(scheme) {
  const code = element("textarea", { id: `${scheme}-code`, rows: 8, spellcheck: false, autocomplete: "off", ariaLabel: `Code of scheme ${scheme.toUpperCase()}` });
  /** @type {number | undefined} */
  let timer;
  code.oninput = () => {
    app.state.drafts[scheme] = code.value;
    clearTimeout(timer);
    timer = setTimeout(() => {
      saveState();
      check(scheme).then((wrong) => wrong || tell(scheme, uses(scheme) ? "In use." : "Nothing is wrong with it; “Use it” lets the engine order by it."), fail);
    }, 400);
  };
  const examples = element("select", { id: `${scheme}-example`, ariaLabel: "Examples" });
  fillSelect(examples, [["", "Examples …"], ...EXAMPLES.map(([name], index) => [String(index), name])], "");
  examples.onchange = () => {
    const example = EXAMPLES[Number(examples.value)];
    if (examples.value && example) code.value = example[1];
    examples.value = "";
    code.oninput();
  };
  return element("details", { id: `${scheme}-own`, className: "own" },
    element("summary", {}, "Own scheme"),
    element("p", {}, "The score of a move: the greatest is tried first."),
    code,
    element("p", { id: `${scheme}-says`, className: "says", role: "status" }),
    element("div", { className: "row" }, element("button", { id: `${scheme}-use`, type: "button", onclick: () => useOwn(scheme, true).catch(fail) }, "Use it"), examples));
}

/** The words of the language. */
export function ownWords() {
  const words = app.about.own.words.flatMap(([name, says]) => [element("dt", {}, element("code", {}, name)), element("dd", {}, says)]);
  return element("details", { id: "own-words" },
    element("summary", {}, "The words for a scheme of your own"),
    element("p", {}, "Lines such as ", element("code", {}, "if (capture) return value(victim);"),
      " with let, if, else, return, + - * / %, comparisons, && || ! and ? :. There are no loops. Without return the score is 0; moves of the same score come as they are generated."),
    element("dl", {}, ...words));
}

export function connectOwn() {
  on(["scheme"], () => SCHEMES.forEach(show));
}

/** @param {Scheme} scheme */
function show(scheme) {
  const used = app.state[scheme].ordering === app.about.own.name;
  // The code of a lesson is in use and no draft.
  const code = used ? app.state[scheme].code : app.state.drafts[scheme];
  if ($(`${scheme}-code`).value === code && $(`${scheme}-own`).dataset.used === String(used)) return;
  $(`${scheme}-code`).value = code;
  $(`${scheme}-own`).dataset.used = String(used);
  $(`${scheme}-own`).open = used;
  tell(scheme, used ? "In use." : code && "It is not in use. Read it; “Use it” lets the engine order by it.");
}

/** Opens the editors that have code which is not in use, as an address brings it. */
export function openDrafts() {
  for (const scheme of SCHEMES) {
    if (app.state.drafts[scheme]) $("schemes-box").open = $(`${scheme}-own`).open = true;
  }
}

/** Lets a scheme order by the code in its editor (with `typed`) or its draft, if nothing is wrong with it. Whether it does. @param {Scheme} scheme */
export async function useOwn(scheme, typed = false) {
  const code = (typed ? $(`${scheme}-code`).value : app.state.drafts[scheme]) || EXAMPLES[0][1];
  app.state.drafts[scheme] = $(`${scheme}-code`).value = code;
  $(`${scheme}-own`).open = true;
  const wrong = await check(scheme);
  if (wrong) {
    if (typed) select(scheme, wrong);
    return false;
  }
  tell(scheme, "In use.");
  app.clients[scheme].stop();
  Object.assign(app.state[scheme], { ordering: app.about.own.name, code });
  records[scheme] = null;
  saveState();
  emit("scheme");
  return true;
}

/** What is wrong with the code of a scheme; it is told. @param {Scheme} scheme @returns {Promise<CodeError | null>} */
async function check(scheme) {
  const code = $(`${scheme}-code`).value;
  /** @type {CodeError | null} */
  const wrong = await app.clients.rules.request({ command: "check-code", code });
  if (wrong) tell(scheme, `Line ${wrong.line}, column ${wrong.column}: ${wrong.message}`, true);
  return wrong;
}

/** Puts the cursor where the code is wrong. @param {Scheme} scheme @param {CodeError} place */
function select(scheme, { line, column }) {
  const area = $(`${scheme}-code`);
  const start = area.value.split("\n").slice(0, line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ text) => sum + text.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(start, start + (/^\w+/.exec(area.value.slice(start))?.[0].length ?? 1));
}

/** @param {Scheme} scheme @param {string} text */
function tell(scheme, text, wrong = false) {
  $(`${scheme}-says`).textContent = text;
  $(`${scheme}-says`).classList.toggle("wrong", wrong);
}

/** Says which score of a scheme could not be computed; such moves come last. @param {Scheme} scheme @param {string} problem */
export function tellProblem(scheme, problem) {
  $("schemes-box").open = $(`${scheme}-own`).open = true;
  tell(scheme, `A score failed; such moves are tried last. ${problem}`, true);
}
