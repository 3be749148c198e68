// The report of a game: scheme A evaluates each position of the main line, and what a move lost is told.

import { app, on, stop } from "./app.js";
import { $, element, fail, say, svg } from "./dom.js";
import { progress } from "./lab.js";
import { chance } from "./play.js";

/** @typedef {import("./types").MoveNode} MoveNode */
/** @typedef {{ node: MoveNode, lost: number, glyph: [number, string], words: string }} Fault */

/** Time for a position in ms. */
const TIME = 200;
/** What a move may lose of the chance to win, with glyphs. @type {[number, [number, string], string][]} */
const FAULTS = [[0.3, [4, "??"], "blunder"], [0.2, [2, "?"], "mistake"], [0.1, [6, "?!"], "inaccuracy"]];

/** @type {Fault[]} */
let faults = [];

export function connectReport() {
  $("report").onclick = () => report().catch(fail);
  $("report-glyphs").onclick = () => putGlyphs().catch(fail);
  on(["game"], () => {
    if ($("report-box").dataset.of !== String(app.game.tree.index)) $("report-box").hidden = true;
  });
}

async function report() {
  stop();
  const { fen, index } = app.game.tree;
  const line = app.game.tree.line;
  const nulls = line.findIndex(({ uci }) => uci === null);
  const nodes = nulls < 0 ? line : line.slice(0, nulls);
  const moves = nodes.map(({ uci }) => uci ?? "");
  /** @type {{ score: string, best: string }[]} */
  const found = [];
  progress.begin({ movetime: TIME * (moves.length + 1) });
  try {
    for (let ply = 0; ply <= moves.length; ply++) {
      say(`Report: position ${ply + 1} of ${moves.length + 1} …`);
      found.push(await evaluate({ fen, moves: moves.slice(0, ply) }));
      if (app.game.tree.index !== index) return;
    }
  } catch (error) {
    // What was found before the button Stop is shown.
    if (/** @type {Error} */ (error).name !== "Stopped") throw error;
  } finally {
    progress.end();
  }
  show(nodes, found, index);
}

/** From White's side, and the move that is best. @param {import("./types").GameText} game */
async function evaluate(game) {
  const { end } = await app.clients.rules.request({ command: "position", game });
  if (end) return { score: { "1-0": "#0", "0-1": "#-0" }[/** @type {string} */ (end.result)] ?? "+0.00", best: "" };
  const { score, san } = await app.clients.a.request({ command: "search", parts: app.state.a, game, limits: { movetime: TIME } });
  return { score, best: san };
}

/** @param {MoveNode[]} nodes @param {{ score: string, best: string }[]} found @param {number} index */
function show(nodes, found, index) {
  const chances = found.map(({ score }) => chance(score));
  faults = nodes.slice(0, Math.max(0, found.length - 1)).flatMap((node, ply) => {
    const lost = (chances[ply] - chances[ply + 1]) * (node.white ? 1 : -1);
    const fault = FAULTS.find(([least]) => lost >= least);
    if (!fault || found[ply].best === node.san) return [];
    return [{ node, lost, glyph: fault[1], words: `${fault[2]}, ${found[ply].score} became ${found[ply + 1].score}; better ${found[ply].best}` }];
  });
  const items = faults.map(({ node, glyph, words }) => {
    const text = `${node.number}${node.white ? "." : "…"} ${node.san}${glyph[1]}: ${words}`;
    return element("li", {}, element("button", { type: "button", onclick: () => app.game.go(node.path).catch(fail) }, text));
  });
  $("report-list").replaceChildren(...items);
  const of = (/** @type {boolean} */ white) => FAULTS.map(([, glyph, word]) => `${faults.filter((each) => each.node.white === white && each.glyph === glyph).length} × ${word}`).join(", ");
  $("report-sum").textContent = `White: ${of(true)}. Black: ${of(false)}.`;
  $("report-chart").replaceChildren(chart(chances));
  $("report-glyphs").disabled = !faults.length;
  $("report-box").dataset.of = String(index);
  $("report-box").hidden = false;
  say(`The report has ${faults.length} moves that lost something.`);
}

/** White's chance to win by ply. @param {number[]} chances */
function chart(chances) {
  const [width, height] = [420, 90];
  const x = (/** @type {number} */ ply) => (ply / Math.max(1, chances.length - 1)) * width;
  const points = chances.map((value, ply) => `${x(ply).toFixed(1)},${((1 - value) * height).toFixed(1)}`);
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "White's chance to win, move by move" },
    svg("rect", { width, height, class: "chart-black" }),
    svg("polygon", { points: `0,${height} ${points.join(" ")} ${width},${height}`, class: "chart-white" }),
    svg("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: "grid" }));
}

/** Moves that have a judgement already keep it. */
async function putGlyphs() {
  for (const { node, glyph } of faults) {
    if (!node.nags.some(([number]) => number <= 6)) await app.game.edit({ kind: "glyph", number: glyph[0] }, node.path);
  }
  $("report-glyphs").disabled = true;
}
