// A small alpha-beta search, played step by step under both schemes side by side.

import { app, on } from "./app.js";
import { $, count, element, fail, say } from "./dom.js";
import { SCHEMES } from "./state.js";
import { StepTree } from "./steptree.js";
import { stageWord } from "./words.js";

/** @typedef {import("./types").Scheme} Scheme */
/** @typedef {import("./types").StepNode} StepNode */

/** @type {Record<Scheme, StepNode[]>} */
const recorded = { a: [], b: [] };
/** @type {Record<Scheme, StepTree>} */
const trees = /** @type {any} */ ({});
/** @type {number | undefined} */
let playing;

export function connectSteps() {
  for (const scheme of SCHEMES) trees[scheme] = new StepTree($(`steps-${scheme}`), (node) => goTo(node));
  $("steps-record").onclick = () => record().catch(fail);
  $("step").oninput = () => {
    pause();
    show();
  };
  const move = (/** @type {number} */ by) => () => {
    pause();
    goTo(Number($("step").value) + by);
  };
  $("step-back").onclick = move(-1);
  $("step-next").onclick = move(1);
  $("step-play").onclick = () => (playing === undefined ? play() : pause());
  $("step-cut").onclick = toNextCut;
  $("step-find").oninput = find;
  $("step-in").onclick = () => SCHEMES.forEach((scheme) => trees[scheme].zoom(1.6));
  $("step-out").onclick = () => SCHEMES.forEach((scheme) => trees[scheme].zoom(1 / 1.6));
  on(["position", "scheme"], clear);
  on(["tab"], () => {
    if (app.state.tab !== "tree") {
      pause();
      app.board.hint(null);
    } else show();
  });
  window.addEventListener("resize", () => app.state.tab === "tree" && SCHEMES.forEach((scheme) => trees[scheme].draw()));
}

function clear() {
  pause();
  $("steps-box").hidden = true;
  for (const scheme of SCHEMES) recorded[scheme] = [];
}

async function record() {
  const depth = Number($("steps-depth").value);
  const ask = async (/** @type {Scheme} */ scheme) => {
    const request = { command: "steps", game: app.game.text(), parts: app.state[scheme], depth };
    const { nodes, complete } = await app.clients.rules.request(request);
    recorded[scheme] = nodes;
    $(`steps-name-${scheme}`).textContent =
      `${scheme.toUpperCase()}: ${app.state[scheme].ordering}, ${complete ? "" : "more than "}${count(nodes.length)} nodes`;
  };
  const mine = app.game.epoch;
  await Promise.all(SCHEMES.map(ask));
  if (mine !== app.game.epoch) return;
  $("steps-box").hidden = false;
  for (const scheme of SCHEMES) trees[scheme].nodes = recorded[scheme];
  $("step").max = Math.max(...SCHEMES.map((scheme) => recorded[scheme].length));
  $("step").value = 0;
  show();
  say("Recorded. Step through the search, or play it.");
}

/** @param {number} step */
function goTo(step) {
  $("step").value = step;
  show();
}

function play() {
  if ($("step").value === $("step").max) goTo(0);
  $("step-play").textContent = "Pause";
  const step = () => {
    if ($("step").value === $("step").max) {
      pause();
      return;
    }
    const [wait, by] = $("step-speed").value.split(",").map(Number);
    goTo(Math.min(Number($("step").max), Number($("step").value) + by));
    playing = setTimeout(step, wait);
  };
  step();
}

function pause() {
  clearTimeout(playing);
  playing = undefined;
  $("step-play").textContent = "Play";
}

/** Goes behind the next cutoff of either scheme. */
function toNextCut() {
  pause();
  const at = Number($("step").value);
  const cuts = SCHEMES.flatMap((scheme) => recorded[scheme].filter(({ cutoff }) => cutoff).map(({ last }) => (last ?? 0) + 1));
  const next = Math.min(...cuts.filter((step) => step > at));
  if (Number.isFinite(next)) goTo(Math.min(next, Number($("step").max)));
}

function find() {
  const text = $("step-find").value.trim().replace(/[+#]$/, "");
  const found = SCHEMES.map((scheme) => trees[scheme].find(text).length);
  $("step-found").textContent = text ? `A ${count(found[0])} times, B ${count(found[1])} times` : "";
}

function show() {
  if (app.state.tab !== "tree" || $("steps-box").hidden) return;
  const at = Number($("step").value);
  for (const scheme of SCHEMES) {
    trees[scheme].show(at);
    $(`steps-says-${scheme}`).replaceChildren(...sentences(recorded[scheme], at).map((text) => element("li", {}, text)));
  }
  const node = recorded.a[Math.min(at, recorded.a.length - 1)];
  app.board.hint(node?.uci ?? null);
}

/** In pawns. @param {number | null | undefined} score */
function pawns(score) {
  if (score === null || score === undefined) return "open";
  if (Math.abs(score) > 30_900) return score > 0 ? "a mate" : "being mated";
  return `${score < 0 ? "−" : "+"}${(Math.abs(score) / 100).toFixed(2)}`;
}

/** What the search does at a step. @param {StepNode[]} nodes @param {number} at @returns {string[]} */
function sentences(nodes, at) {
  if (at >= nodes.length) {
    const { score } = nodes[0];
    return [score === undefined ? `The record ends after ${count(nodes.length)} nodes; the search does not.` : `Finished after ${count(nodes.length)} nodes: score ${pawns(score)}.`];
  }
  const says = [];
  // The nodes that the search left when it entered this one, from the inner to the outer.
  for (let left = at > 0 ? at - 1 : -1; left >= 0 && left !== nodes[at].parent; left = nodes[left].parent ?? -1) {
    const { san, score, parent, cutoff, moves } = nodes[left];
    if (cutoff) {
      const searched = nodes.filter((each) => each.parent === left).length;
      says.push(`After ${san ?? "the first position"} a reply cut off: ${searched} of ${moves} replies were looked at, the other ${moves - searched} never.`);
    }
    if (parent !== null && score !== undefined) says.push(`${san} is worth ${pawns(-score)} for who plays it.`);
  }
  const line = [];
  for (let node = at; node > 0; node = nodes[node].parent ?? 0) line.unshift(nodes[node].san);
  const { stage, alpha, beta, moves, score } = nodes[at];
  if (!line.length) says.push("The search begins; nothing is known, so the window is open on both sides.");
  else says.push(`Now ${line.join(" ")} (${stageWord(stage ?? "")}).`);
  if (moves) {
    const low = alpha === null ? "has nothing certain yet (alpha is open)" : `is sure of ${pawns(alpha)} already (alpha)`;
    const high = beta === null ? "no move can cut off (beta is open)" : `a move worth ${pawns(beta)} or more cuts off (beta)`;
    says.push(`The side to move ${low}; ${high}.`);
  }
  else says.push(`The position is evaluated: ${pawns(score)} for the side to move.`);
  return says;
}
