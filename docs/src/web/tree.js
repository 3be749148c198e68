// The first plies of a search: each move with what the search did with it.

import { count, element, stageColor } from "./dom.js";

const SEARCH = "../search.html#the-main-search-of-a-node";

/** Where the book explains a word of the tree. */
const CHAPTERS = {
  tt: "../search.html#the-transposition-table",
  "good-noisy": "../ordering.html#static-exchange-evaluation",
  "bad-noisy": "../ordering.html#static-exchange-evaluation",
  noisy: "../ordering/mvv-lva.html",
  promotion: "../ordering/victim-first.html",
  killer: "../ordering/killers.html",
  countermove: "../ordering/classic.html",
  quiet: "../ordering/modern.html",
  unordered: "../ordering/none.html",
  "draw by rule": "../search.html#draws-and-mates-at-the-limits-of-the-rules",
  "TT cutoff": "../search.html#the-transposition-table",
  tablebase: "../search.html#endgame-tables",
  "SEE pruning": "../ordering.html#static-exchange-evaluation",
};

const link = (text, key) => element("a", { href: CHAPTERS[key] ?? SEARCH }, text);
const mark = (...children) => element("span", { className: "mark" }, ...children);

/** Shows the moves of a tree; replies are made when they are opened. */
export function showTree(target, moves, onHover) {
  if (!moves?.length) {
    target.replaceChildren(element("p", {}, "There is no tree yet: it comes with a full search that ends by its limit."));
    return;
  }
  target.replaceChildren(...moves.map((entry) => branch(entry, 0, onHover)));
}

function branch(entry, ply, onHover) {
  const line = element("span", {}, ...describe(entry));
  if (ply === 0) {
    line.onmouseenter = () => onHover(entry.uci);
    line.onmouseleave = () => onHover(null);
  }
  if (!entry.replies.length) return element("div", { className: "leaf" }, line);
  const details = element("details", {}, element("summary", {}, line));
  details.addEventListener("toggle", () => {
    if (details.children.length > 1) return;
    details.append(...entry.replies.map((reply) => branch(reply, ply + 1, onHover)));
  });
  return details;
}

function describe(entry) {
  const parts = [element("b", {}, entry.san), " "];
  parts.push(element("span", { className: "mark", style: { ...stageColor(entry.stage), "border-color": "var(--stage)" } }, link(entry.stage, entry.stage)));
  if (entry.pruned) {
    parts.push(mark("not searched: ", link(entry.pruned, entry.pruned)));
    return parts;
  }
  if (entry.extension > 0) parts.push(mark(link("singular extension", "singular"), ` +${entry.extension}`));
  if (entry.extension < 0) parts.push(mark(link("negative extension", "singular"), ` ${entry.extension}`));
  if (entry.reduction > 0) {
    const why = (entry.terms ?? []).map(([name, plies]) => `${name} ${plies > 0 ? "+" : ""}${plies.toFixed(2)}`);
    const reduced = mark(link("reduced", "lmr"), ` by ${entry.reduction}`);
    reduced.title = `late move reduction: ${why.join(", ")}`;
    parts.push(reduced);
  }
  if (entry.searches.length) parts.push(mark(`depth ${entry.searches.map((depth) => depth + 1).join(", then ")}`));
  if (entry.end) parts.push(mark("ends by ", link(entry.end, entry.end)));
  if (entry.lateMovesPruned) parts.push(mark("quiet replies left out by ", link("late move pruning")));
  if (entry.score) parts.push(mark(`score ${entry.score}`));
  if (entry.nodes) parts.push(mark(entry.nodes === 1 ? "1 node" : `${count(entry.nodes)} nodes`));
  return parts;
}
