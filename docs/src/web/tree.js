// The first plies of a search: each move with what the search did with it, and in words when it is opened.

import { count, element, stageColor } from "./dom.js";
import { numbersOf, RULES, ruleWord, STAGES, stageWord } from "./words.js";

/** @typedef {import("./types").TreeMove} TreeMove */
/** @typedef {import("./types").Rule} Rule */
/** @typedef {(uci: string | null) => void} HoverListener */

/** @type {TreeMove[] | null | undefined | false} */
let shown = false;

/** @param {...(Node | string)} children */
const mark = (...children) => element("span", { className: "mark" }, ...children);

/**
 * Shows the moves of a tree; words and replies are made when a move is opened.
 * @param {HTMLElement} target
 * @param {TreeMove[] | null | undefined} moves
 * @param {HoverListener} onHover
 */
export function showTree(target, moves, onHover) {
  // What was opened stays open.
  if (shown === moves) return;
  shown = moves;
  if (!moves?.length) {
    target.replaceChildren(element("p", {}, "There is no tree yet: it comes with a search called full that ends by its limit."));
    return;
  }
  target.replaceChildren(...moves.map((entry, index) => branch(entry, 0, index + 1, onHover)));
}

/** @param {TreeMove} entry @param {number} ply @param {number} number @param {HoverListener} onHover @returns {HTMLElement} */
function branch(entry, ply, number, onHover) {
  const summary = element("summary", {}, ...describe(entry));
  if (ply === 0) {
    summary.onmouseenter = summary.onfocus = () => onHover(entry.uci);
    summary.onmouseleave = summary.onblur = () => onHover(null);
  }
  const details = element("details", { className: entry.replies.length ? "" : "leaf" }, summary);
  details.addEventListener("toggle", () => {
    if (details.children.length > 1) return;
    details.append(explanation(entry, number), ...entry.replies.map((reply, index) => branch(reply, ply + 1, index + 1, onHover)));
  });
  return details;
}

/** The line of a move. @param {TreeMove} entry */
function describe(entry) {
  const parts = [element("b", {}, entry.san), " "];
  parts.push(element("span", { className: "mark", style: { ...stageColor(entry.stage), "border-color": "var(--stage)" } }, stageWord(entry.stage)));
  if (entry.pruned) {
    parts.push(mark(`not searched: ${ruleWord(entry.pruned.rule)}`));
    return parts;
  }
  if (entry.extension) parts.push(mark(`${entry.extension > 0 ? "extended" : "shortened"} by ${Math.abs(entry.extension)}`));
  if (entry.reduction > 0) parts.push(mark(`reduced by ${entry.reduction}`));
  if (entry.searches.length) parts.push(mark(`depth ${entry.searches.map((depth) => depth + 1).join(", then ")}`));
  if (entry.end) parts.push(mark(`ends: ${ruleWord(entry.end.rule)}`));
  if (entry.score) parts.push(mark(`score ${entry.score}`));
  if (entry.nodes) parts.push(mark(entry.nodes === 1 ? "1 node" : `${count(entry.nodes)} nodes`));
  return parts;
}

/** What was done with a move and why, in sentences. @param {TreeMove} entry @param {number} number */
function explanation(entry, number) {
  const list = element("ul", { className: "words" });
  const add = (/** @type {string} */ text, /** @type {string} */ chapter) =>
    list.append(element("li", {}, `${text} `, element("a", { href: chapter }, "The chapter"), "."));
  const rule = (/** @type {string} */ before, /** @type {string} */ name, /** @type {Rule | undefined} */ numbers = undefined) => {
    const { word, says, chapter } = RULES[name] ?? { word: name, says: "see the chapter", chapter: "../search.html" };
    const compared = numbers && numbersOf(numbers);
    add(`${before}${word}: ${says}.${compared ? ` Here: ${compared}.` : ""}`, chapter);
  };
  const stage = STAGES[entry.stage];
  if (stage) add(`Tried as number ${number} (${stage.word}): ${stage.says}. Its history score is ${count(entry.history)}.`, stage.chapter);
  if (entry.pruned) rule("Not searched, by ", entry.pruned.rule, entry.pruned);
  if (entry.extension) rule(`${entry.extension > 0 ? "+" : ""}${entry.extension} plies, by `, entry.extension > 0 ? "singular extension" : "negative extension");
  if (entry.reduction > 0) {
    const terms = (entry.terms ?? []).map(([name, plies]) => `${name} ${plies > 0 ? "+" : ""}${plies.toFixed(2)}`);
    rule(`Searched ${entry.reduction} plies less deep first (${terms.join(", ")}), by `, "late move reduction");
  }
  if (entry.searches.length > 1) add("It was searched more than once: the first result was better than expected, so it was checked.", "../search.html#the-main-search-of-a-node");
  if (entry.end) rule("The replies were not all searched, by ", entry.end.rule, entry.end);
  if (entry.lateMovesPruned) rule("Quiet replies were left out, by ", "late move pruning", entry.lateMovesPruned);
  return list;
}
