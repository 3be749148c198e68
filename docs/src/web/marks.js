// Arrows and marked squares above the board, in groups that are set one by one.

import { svg } from "./dom.js";

/** @typedef {import("./types").Arrow} Arrow */

/** The colours of arrows in PGN. @type {Record<string, string>} */
export const PGN_COLORS = { G: "#15781b", R: "#b3241c", Y: "#b8860b", B: "#1f5fa8" };

/** @param {string} text such as `Ge2e4` or `Rd5` @returns {Arrow} */
export function parseArrow(text) {
  const from = text.slice(1, 3);
  return { from, to: text.slice(3, 5) || from, color: PGN_COLORS[text[0]] };
}

export class Marks {
  #element;
  #flipped = false;
  /** @type {Map<string, Arrow[]>} */
  #groups = new Map();

  /** @param {SVGSVGElement} element */
  constructor(element) {
    this.#element = element;
    element.setAttribute("viewBox", "0 0 8 8");
  }

  set flipped(/** @type {boolean} */ flipped) {
    this.#flipped = flipped;
    this.#draw();
  }

  /** @param {string} group @param {Arrow[]} arrows */
  set(group, arrows) {
    if (!arrows.length && !this.#groups.get(group)?.length) return;
    this.#groups.set(group, arrows);
    this.#draw();
  }

  #draw() {
    const arrows = [...this.#groups.values()].flat();
    this.#element.replaceChildren(...arrows.map((arrow) => this.#shape(arrow)));
  }

  /** @param {string} square */
  #middle(square) {
    const [file, rank] = ["abcdefgh".indexOf(square[0]), Number(square[1]) - 1];
    return this.#flipped ? [7.5 - file, rank + 0.5] : [file + 0.5, 7.5 - rank];
  }

  /** @param {Arrow} arrow */
  #shape({ from, to, color, label, best, side = 0 }) {
    const [x1, y1] = this.#middle(from);
    if (from === to) return svg("circle", { cx: x1, cy: y1, r: 0.44, fill: "none", stroke: color, "stroke-width": 0.09, class: "mark-square" });
    const [x2, y2] = this.#middle(to);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    // Arrows of two schemes lie beside each other.
    const [sx, sy] = [-dy * 0.15 * side, dx * 0.15 * side];
    const at = (/** @type {number} */ along, /** @type {number} */ across) =>
      `${(x1 + sx + dx * along - dy * across).toFixed(3)},${(y1 + sy + dy * along + dx * across).toFixed(3)}`;
    const end = length - 0.1;
    const width = best ? 0.1 : 0.065;
    const points = [at(0.25, width), at(end - 0.36, width), at(end - 0.36, 0.2), at(end, 0), at(end - 0.36, -0.2), at(end - 0.36, -width), at(0.25, -width)];
    const shape = svg("polygon", { points: points.join(" "), fill: color, class: best ? "arrow best" : "arrow" });
    if (!label) return shape;
    // The number stands in the first half, where arrows to one square are still apart; that of B before that of A.
    const along = length * (0.42 + 0.12 * side);
    const [x, y] = [x1 + sx + dx * along, y1 + sy + dy * along];
    const text = svg("text", { x, y: y + 0.108, "text-anchor": "middle", "font-size": 0.3, class: "arrow-number" }, label);
    return svg("g", {}, shape, svg("circle", { cx: x, cy: y, r: 0.19, fill: color, class: best ? "badge best" : "badge" }), text);
  }
}
