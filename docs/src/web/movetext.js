// The moves of the game with variations, comments, glyphs and clocks. A click on a move goes there.

import { app, on } from "./app.js";
import { $, element, fail } from "./dom.js";

/** @typedef {import("./types").MoveNode} MoveNode */

export function connectMovetext() {
  on(["game"], draw);
  on(["position"], mark);
  $("moves").onclick = (/** @type {MouseEvent} */ event) => {
    const move = event.target instanceof Element ? event.target.closest("[data-path]") : null;
    if (move instanceof HTMLElement) app.game.go(move.dataset.path ?? "").catch(fail);
  };
}

/** A comment without the commands of programs, such as `[%clk 0:01:00]`. @param {string} text */
export const plainComment = (text) => text.replace(/\[%[^\]]*\]/g, "").replace(/\s+/g, " ").trim();

/** @param {number} seconds */
function clockText(seconds) {
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** @param {string[]} comments */
function commentParts(comments) {
  const texts = comments.map(plainComment).filter(Boolean);
  return texts.map((text) => element("span", { className: "comment" }, text));
}

/** @param {MoveNode} node @param {boolean} numbered */
function moveButton(node, numbered) {
  const glyphs = node.nags.map(([, text]) => (text.startsWith("$") ? ` ${text}` : text)).join("");
  const number = node.white ? `${node.number}. ` : numbered ? `${node.number}… ` : "";
  const button = element("button", { type: "button", className: "move", data: { path: node.path } });
  if (number) button.append(element("span", { className: "number" }, number));
  button.append(node.san + glyphs);
  return button;
}

/** @param {MoveNode[]} line @param {number} level @returns {HTMLElement[]} */
function lineParts(line, level) {
  /** @type {HTMLElement[]} */
  const parts = [];
  let numbered = true;
  for (const node of line) {
    parts.push(moveButton(node, numbered));
    numbered = false;
    if (node.clock !== null) parts.push(element("span", { className: "clock", title: "time left" }, clockText(node.clock)));
    if (node.eval) parts.push(element("span", { className: "clock", title: "evaluation in the file" }, node.eval));
    const comments = commentParts(node.comments);
    parts.push(...comments);
    for (const variation of node.variations) {
      const inside = [...commentParts(variation.comments), ...lineParts(variation.line, level + 1)];
      parts.push(element(level ? "span" : "div", { className: "variation" }, ...inside));
    }
    if (comments.length || node.variations.length) numbered = true;
  }
  return parts;
}

function draw() {
  const { tree } = app.game;
  const start = element("button", { type: "button", className: "move", data: { path: "" } }, "Start");
  const parts = [start, ...commentParts(tree.comments), ...lineParts(tree.line, 0)];
  if (tree.result !== "*") parts.push(element("span", { className: "result-text" }, tree.result));
  $("moves").replaceChildren(...parts);
  $("game-title").textContent = tree.read || tree.tags.length ? tree.title : "";
  mark();
}

/** Marks the move of the position, and brings it into view without moving the page. */
function mark() {
  /** @type {HTMLElement} */
  const moves = $("moves");
  for (const old of moves.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const current = moves.querySelector(`[data-path="${app.game.path}"]`);
  if (!(current instanceof HTMLElement)) return;
  current.setAttribute("aria-current", "true");
  const [box, at] = [moves.getBoundingClientRect(), current.getBoundingClientRect()];
  if (at.top < box.top || at.bottom > box.bottom) moves.scrollTop += at.top - box.top - moves.clientHeight / 2;
}
