// The order of the moves by each scheme: as lists and as arrows on the board, and how it changes while a search deepens.

import { app, on, schemeName, stop, thinking } from "./app.js";
import { $, count, element, fail, say, stageColor } from "./dom.js";
import { iterate } from "./lab.js";
import { LIMITS, SCHEMES } from "./state.js";
import { STAGES, stageWord } from "./words.js";

/** @typedef {import("./types").Iteration} Iteration */
/** @typedef {import("./types").Scheme} Scheme */

/** Moves of a scheme that are drawn. */
const ARROWS = 5;

/** The orders of each scheme after each depth, from 0. @type {Record<Scheme, Iteration[]>} */
const iterations = { a: [], b: [] };
/** @type {number | undefined} */
let playing;

export function connectOrder() {
  on(["position", "scheme"], reset);
  on(["tab"], () => (app.state.tab === "order" ? reset() : clear()));
  on(["busy"], () => void ($("deepen").disabled = thinking()));
  $("deepen").onclick = () => deepen().catch(fail);
  $("iteration").oninput = () => {
    pause();
    draw();
  };
  $("order-play").onclick = () => (playing === undefined ? play() : pause());
  for (const scheme of SCHEMES) $(`arrows-${scheme}`).onchange = draw;
  $("stage-words").append(...Object.entries(STAGES).flatMap(([stage, { word, says, chapter }]) => [
    element("dt", { style: stageColor(stage) }, word),
    element("dd", {}, `${says}. `, element("a", { href: chapter }, `More on: ${word}`)),
  ]));
}

function clear() {
  pause();
  app.board.marks.set("order", []);
}

/** The orders of the position before a search. */
function reset() {
  pause();
  for (const scheme of SCHEMES) {
    /** @type {HTMLElement} */ (document.querySelector(`[data-name=${scheme}]`)).textContent = schemeName(scheme);
  }
  if (app.state.tab !== "order" || !app.game.now) return;
  const mine = app.game.epoch;
  const ask = async (/** @type {Scheme} */ scheme) => {
    const order = await app.clients[scheme].request({ command: "order", game: app.game.text(), parts: app.state[scheme] });
    if (mine === app.game.epoch) iterations[scheme] = [{ depth: 0, nodes: 0, order }];
  };
  Promise.all(SCHEMES.map(ask)).then(draw).catch(fail);
}

async function deepen() {
  stop();
  pause();
  for (const scheme of SCHEMES) iterations[scheme] = [];
  const [text, limits] = LIMITS[app.state.limit];
  const mine = app.game.epoch;
  const follow = $("iteration").value === $("iteration").max;
  say(`A and B deepen: ${text} …`);
  const done = await Promise.allSettled(SCHEMES.map((scheme) => iterate(scheme, limits, (iteration) => {
    if (mine !== app.game.epoch) return;
    iterations[scheme].push(iteration);
    const last = longest();
    $("iteration").max = last;
    if (follow) $("iteration").value = last;
    draw();
  })));
  for (const outcome of done) if (outcome.status === "rejected") fail(outcome.reason);
  if (mine !== app.game.epoch) return;
  const words = SCHEMES.map((scheme) => {
    const last = iterations[scheme].at(-1);
    return `${scheme.toUpperCase()}: depth ${last?.depth ?? 0}${last?.san ? `, ${last.san} ${last.score}` : ""}`;
  });
  say(words.join("; "));
}

const longest = () => Math.max(0, ...SCHEMES.map((scheme) => iterations[scheme].length - 1));

/** Shows one iteration after the other. */
function play() {
  if ($("iteration").value === $("iteration").max) $("iteration").value = 0;
  draw();
  $("order-play").textContent = "Pause";
  const step = () => {
    const at = Number($("iteration").value);
    if (at >= longest()) {
      pause();
      return;
    }
    $("iteration").value = at + 1;
    draw();
    playing = setTimeout(step, Number($("order-speed").value));
  };
  playing = setTimeout(step, Number($("order-speed").value));
}

function pause() {
  clearTimeout(playing);
  playing = undefined;
  $("order-play").textContent = "Play";
}

function draw() {
  if (app.state.tab !== "order") return;
  const last = longest();
  $("iteration").max = last;
  const at = Math.min(Number($("iteration").value), last);
  $("iteration").value = at;
  $("iteration").setAttribute("aria-valuetext", at ? `after depth ${at}` : "before the search");
  $("iteration-now").textContent = at ? `after depth ${at}` : "before the search";
  $("order-play").disabled = last === 0;
  /** @type {import("./types").Arrow[]} */
  const arrows = [];
  for (const scheme of SCHEMES) {
    const iteration = iterations[scheme][Math.min(at, iterations[scheme].length - 1)];
    if (!iteration) continue;
    showList(scheme, iteration);
    if ($(`arrows-${scheme}`).checked) arrows.push(...arrowsOf(scheme, iteration));
  }
  app.board.marks.set("order", arrows);
}

/** @param {Scheme} scheme @param {Iteration} iteration @returns {import("./types").Arrow[]} */
function arrowsOf(scheme, { order, best }) {
  const both = SCHEMES.every((each) => $(`arrows-${each}`).checked);
  const side = both ? (scheme === "a" ? 1 : -1) : 0;
  // The last ones first, so that the first ones lie above them.
  return order.slice(0, ARROWS).map(({ uci }, index) => (
    { from: uci.slice(0, 2), to: uci.slice(2, 4), color: `var(--${scheme})`, label: String(index + 1), best: uci === best, side }
  )).reverse();
}

/** @param {Scheme} scheme @param {Iteration} iteration */
function showList(scheme, { depth, nodes, order, best, san, score }) {
  const place = order.findIndex(({ uci }) => uci === best) + 1;
  const words = best ? `Best at depth ${depth}: ${san}, ${score}, ${count(nodes)} nodes so far; tried as number ${place} next time.` : "";
  $(`order-best-${scheme}`).textContent = words;
  const list = /** @type {HTMLElement} */ (document.querySelector(`[data-order=${scheme}]`));
  list.replaceChildren(...order.map((row) => orderRow(row, row.uci === best)));
}

/** @param {import("./types").OrderRow} row @param {boolean} best */
function orderRow({ uci, san, stage, score }, best) {
  const row = element("li", { tabIndex: 0, className: best ? "best" : "", style: stageColor(stage), data: { uci } },
    element("span", { className: "san" }, san), " ",
    element("span", { className: "stage" }, stageWord(stage)), " ",
    element("span", { className: "score" }, count(score)));
  if (best) row.append(element("span", { className: "cuts" }, " best: cuts off"));
  row.onmouseenter = row.onfocus = () => app.board.hint(uci);
  row.onmouseleave = row.onblur = () => app.board.hint(null);
  return row;
}
