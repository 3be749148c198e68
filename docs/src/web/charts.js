// The charts of the latest searches of A and B: cutoffs by the place of the move, by stage, and nodes by depth.

import { count, element, stageColor } from "./dom.js";
import { stageWord } from "./words.js";

/** @typedef {import("./types").Scheme} Scheme */
/** @typedef {import("./types").SearchRecord & { cutoffs: import("./types").Cutoffs }} Counted */
/** @typedef {Record<Scheme, Counted>} Records */

/** @type {Scheme[]} */
const NAMES = ["a", "b"];

/**
 * Draws all charts. `records` has for A and B the counts and the reports, or null.
 * @param {HTMLElement} target
 * @param {Record<Scheme, import("./types").SearchRecord | null>} all
 * @param {string[]} stages
 */
export function drawCharts(target, all, stages) {
  const present = NAMES.filter((name) => all[name]?.cutoffs);
  const records = /** @type {Records} */ (all);
  if (!present.length) {
    target.replaceChildren(element("p", {}, "The charts come with the first search."));
    return;
  }
  // Minimax has no cutoffs.
  const cut = present.some((name) => total(records[name].cutoffs.byIndex));
  target.replaceChildren(...(cut ? [byIndex(records, present), byStage(records, present, stages)] : []), byDepth(records, present));
}

/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);
/** @param {number} part @param {number} whole */
const share = (part, whole) => (whole ? (100 * part) / whole : 0);

/** @param {string} caption @param {string | Node[]} svg @param {string} [summary] */
function figure(caption, svg, summary) {
  // A and B with the colours of their marks.
  const words = caption.split(/\b([AB])\b/).map((word, at) => (at % 2 ? element("span", { className: "key", style: stageColor(word.toLowerCase()) }, word) : word));
  const made = element("figure", {}, element("figcaption", {}, ...words));
  if (typeof svg === "string") {
    const holder = element("div");
    holder.innerHTML = svg;
    holder.firstChild.setAttribute("role", "img");
    holder.firstChild.setAttribute("aria-label", summary);
    made.append(holder.firstChild);
  } else made.append(...svg);
  return made;
}

/** @param {Records} records @param {Scheme[]} present */
function byIndex(records, present) {
  const [width, height, left, bottom] = [420, 190, 34, 22];
  const indices = records[present[0]].cutoffs.byIndex.length;
  const slot = (width - left) / indices;
  const bar = (slot - 6) / 2;
  let marks = "";
  for (const percent of [0, 25, 50, 75, 100]) {
    const y = 8 + (height - bottom - 8) * (1 - percent / 100);
    marks += `<line class="grid" x1="${left}" x2="${width}" y1="${y}" y2="${y}"/><text class="dim" x="${left - 4}" y="${y + 4}" text-anchor="end">${percent}</text>`;
  }
  for (let index = 0; index < indices; index++) {
    const x = left + index * slot;
    marks += `<text class="dim" x="${x + slot / 2}" y="${height - 6}" text-anchor="middle">${index + 1}${index === indices - 1 ? "+" : ""}</text>`;
    for (const name of present) {
      const counts = records[name].cutoffs.byIndex;
      const size = (share(counts[index], total(counts)) / 100) * (height - bottom - 8);
      marks += `<rect class="series-${name}" x="${x + 3 + (name === "b" ? bar : 0)}" y="${height - bottom - size}" width="${bar}" height="${size}"/>`;
    }
  }
  const first = present.map((name) => {
    const counts = records[name].cutoffs.byIndex;
    return `${name.toUpperCase()} ${share(counts[0], total(counts)).toFixed(1)} % on the first move`;
  });
  const svg = `<svg viewBox="0 0 ${width} ${height}">${marks}</svg>`;
  return figure(`Cutoffs by the place of the move in the order, per cent. ${first.join("; ")}`, svg, first.join("; "));
}

/** @param {Records} records @param {Scheme[]} present @param {string[]} stages */
function byStage(records, present, stages) {
  /** @type {HTMLElement[]} */
  const parts = [];
  /** @type {Set<string>} */
  const seen = new Set();
  for (const name of present) {
    const counts = records[name].cutoffs.byStage;
    const all = total(counts);
    const bar = element("div", { className: "stages", role: "img" });
    /** @type {string[]} */
    const words = [];
    stages.forEach((stage, index) => {
      const part = share(counts[index], all);
      if (!part) return;
      seen.add(stage);
      words.push(`${stageWord(stage)} ${part.toFixed(1)} %`);
      bar.append(element("span", { title: words.at(-1), style: { ...stageColor(stage), width: `${part}%` } }));
    });
    bar.setAttribute("aria-label", words.join(", "));
    parts.push(element("div", {}, `${name.toUpperCase()}: ${count(all)} cutoffs. ${words.join(", ")}`), bar);
  }
  const legend = element("ul", { className: "legend" });
  for (const stage of stages.filter((stage) => seen.has(stage))) {
    legend.append(element("li", { style: stageColor(stage) }, stageWord(stage)));
  }
  return figure("Cutoffs by stage of the move", [...parts, legend]);
}

/** @param {Records} records @param {Scheme[]} present */
function byDepth(records, present) {
  const [width, height, left, bottom] = [420, 190, 46, 22];
  const series = present.map((name) => /** @type {[Scheme, [number, number][]]} */ ([name, [...records[name].byDepth]]));
  const points = series.flatMap(([, list]) => list);
  const depths = Math.max(2, ...points.map(([depth]) => depth));
  const powers = Math.max(1, Math.ceil(Math.log10(Math.max(10, ...points.map(([, nodes]) => nodes)))));
  const x = (/** @type {number} */ depth) => left + ((depth - 1) / (depths - 1)) * (width - left - 10);
  const y = (/** @type {number} */ nodes) => 8 + (1 - Math.log10(Math.max(1, nodes)) / powers) * (height - bottom - 8);
  let marks = "";
  for (let power = 0; power <= powers; power++) {
    const at = y(10 ** power);
    marks += `<line class="grid" x1="${left}" x2="${width}" y1="${at}" y2="${at}"/><text class="dim" x="${left - 4}" y="${at + 4}" text-anchor="end">${(10 ** power).toLocaleString("en", { notation: "compact" })}</text>`;
  }
  const step = Math.ceil(depths / 12);
  for (let depth = 1; depth <= depths; depth += step) {
    marks += `<text class="dim" x="${x(depth)}" y="${height - 6}" text-anchor="middle">${depth}</text>`;
  }
  for (const [name, list] of series) {
    marks += `<polyline class="series-${name}" style="fill:none" points="${list.map(([depth, nodes]) => `${x(depth)},${y(nodes)}`).join(" ")}"/>`;
    for (const [depth, nodes] of list) {
      marks += `<circle class="series-${name}" cx="${x(depth)}" cy="${y(nodes)}" r="3"><title>${name.toUpperCase()}, depth ${depth}: ${count(nodes)} nodes</title></circle>`;
    }
  }
  const last = series.flatMap(([name, list]) => {
    const end = list.at(-1);
    return end ? [`${name.toUpperCase()} ${count(end[1])} to depth ${end[0]}`] : [];
  });
  const svg = `<svg viewBox="0 0 ${width} ${height}">${marks}</svg>`;
  return figure(`Nodes by depth. ${last.join("; ")}`, svg, last.join("; "));
}
