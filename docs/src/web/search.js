// The search of both schemes: their reports, the charts, the static evaluation, the recorded tree.

import { app, on, saveState } from "./app.js";
import { drawCharts } from "./charts.js";
import { $, count, element, fail, firstShare } from "./dom.js";
import { compare, records } from "./lab.js";
import { LIMITS, SCHEMES } from "./state.js";
import { showTree } from "./tree.js";

/** @typedef {import("./types").Scheme} Scheme */

export function connectSearch() {
  on(["report", "tab", "scheme"], draw);
  on(["position", "scheme"], () => showEvaluation().catch(fail));
  const limit = () => LIMITS[app.state.limit];
  $("limit").onchange = () => {
    app.state.limit = $("limit").value;
    saveState();
  };
  $("both").onclick = () => compare(SCHEMES, limit()[1], limit()[0]).catch(fail);
  $("grow").onclick = () => compare([$("tree-scheme").value], limit()[1], limit()[0]).catch(fail);
  $("tree-scheme").onchange = () => {
    $("grow").textContent = `Search with ${$("tree-scheme").value.toUpperCase()}`;
    draw();
  };
  $("evaluation").ontoggle = () => showEvaluation().catch(fail);
}

function draw() {
  const rows = SCHEMES.flatMap((scheme) => {
    const last = records[scheme]?.last;
    if (!last) return [];
    const cells = [`${last.depth}/${last.seldepth}`, last.score, count(last.nodes), firstShare(records[scheme]?.cutoffs?.byIndex ?? []), count(last.nps), last.line];
    return [element("tr", {}, element("th", { scope: "row" }, scheme.toUpperCase()), ...cells.map((text) => element("td", {}, text)))];
  });
  $("live").tBodies[0].replaceChildren(...rows);
  if (app.state.tab === "search") drawCharts($("charts"), records, app.about.stages);
  if (app.state.tab === "tree") {
    const scheme = /** @type {Scheme} */ ($("tree-scheme").value);
    showTree($("tree-view"), records[scheme]?.tree, (uci) => app.board.hint(uci));
  }
}

async function showEvaluation() {
  if (!$("evaluation").open || !app.game.now) return;
  const request = { command: "evaluate", game: app.game.text(), evaluation: app.state.a.evaluation };
  const answer = await app.clients.rules.request(request);
  $("evaluation").querySelector("pre").textContent = answer.text || answer.score;
}
