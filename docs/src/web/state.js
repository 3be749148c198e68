// What the page shows, and its form in the address: everything after #, so that no server sees it.

/** @typedef {import("./types").PageState} PageState */
/** @typedef {import("./types").Limits} Limits */
/** @typedef {import("./types").Scheme} Scheme */

/** @type {Scheme[]} */
export const SCHEMES = ["a", "b"];
export const TABS = ["play", "order", "search", "tree", "lessons"];
export const MODES = ["white", "black", "both", "free"];

// A limited strength searches few nodes; the bound is for the request, which needs one.
const ELO_LEVELS = [400, 700, 1000, 1320, 1600, 1900, 2200, 2500].map((elo) => [`elo-${elo}`, [`Elo ${elo}`, { elo, limits: { nodes: 1_000_000 } }]]);

/** Levels of play: the name and what a request gets. @type {Record<string, [string, { elo?: number, limits: Limits }]>} */
export const LEVELS = {
  ...Object.fromEntries(ELO_LEVELS),
  "depth-4": ["depth 4", { limits: { depth: 4 } }],
  "time-200": ["0.2 s a move", { limits: { movetime: 200 } }],
  "time-1000": ["1 s a move", { limits: { movetime: 1000 } }],
  "time-5000": ["5 s a move", { limits: { movetime: 5000 } }],
};

/** Limits of a comparison. @type {Record<string, [string, Limits]>} */
export const LIMITS = {
  "time-1000": ["1 second", { movetime: 1000 }],
  "time-3000": ["3 seconds", { movetime: 3000 }],
  "time-10000": ["10 seconds", { movetime: 10_000 }],
  "depth-4": ["depth 4", { depth: 4 }],
  "depth-6": ["depth 6", { depth: 6 }],
  "depth-8": ["depth 8", { depth: 8 }],
  "depth-10": ["depth 10", { depth: 10 }],
  "depth-14": ["depth 14", { depth: 14 }],
  "nodes-100000": ["100,000 nodes", { nodes: 100_000 }],
  "nodes-1000000": ["1,000,000 nodes", { nodes: 1_000_000 }],
  stop: ["Stop", { depth: 240 }],
};

/** @returns {PageState} */
export function defaultState() {
  return {
    fen: "",
    moves: [],
    a: { search: "full", evaluation: "nnue", ordering: "modern", without: "", code: "" },
    b: { search: "alpha-beta", evaluation: "classical", ordering: "none", without: "", code: "" },
    drafts: { a: "", b: "" },
    mode: "white",
    level: "elo-1320",
    limit: "time-3000",
    tab: "play",
    flipped: false,
    lesson: "",
    depth: 0,
  };
}

/** @param {import("./types").Parts} parts */
export const partsText = ({ search, evaluation, ordering, without }) =>
  [search, evaluation, ordering, ...(without ? [without] : [])].join(",");

/**
 * The parts of a text, where they are known.
 * @param {string} text
 * @param {import("./types").Parts} usual
 * @param {import("./types").About} about
 */
export function parseParts(text, usual, about) {
  const [search, evaluation, ordering, ...rest] = text.split(",");
  // The code of an ordering is not taken from a text.
  const parts = { ...usual, without: "" };
  const without = rest.join(",");
  if (about.searches.includes(search)) parts.search = search;
  if (about.evaluations.includes(evaluation)) parts.evaluation = evaluation;
  if (about.orderings.includes(ordering)) [parts.ordering, parts.code] = [ordering, ""];
  if (about.heuristics.includes(without) && parts.search === about.defaults.search) parts.without = without;
  return parts;
}

/** The part of an address after #. What has its default is left out, but for the schemes of a lesson. @param {PageState} state */
export function toHash(state) {
  const standard = defaultState();
  const words = new URLSearchParams();
  const put = (/** @type {string} */ key, /** @type {string} */ value, /** @type {string} */ usual) => value !== usual && words.set(key, value);
  put("fen", state.fen.replaceAll(" ", "_"), "");
  put("moves", state.moves.join("."), "");
  for (const scheme of SCHEMES) {
    put(scheme, partsText(state[scheme]), state.lesson ? "" : partsText(standard[scheme]));
    put(`${scheme}-code`, state.drafts[scheme], "");
  }
  for (const key of /** @type {const} */ (["mode", "level", "limit", "tab", "lesson"])) put(key, state[key], standard[key]);
  put("flipped", state.flipped ? "yes" : "", "");
  put("depth", String(state.depth), "0");
  return words.size ? `#${words}` : "";
}

/**
 * The state of an address; unknown words keep the default. `about` has the names of the parts.
 * @param {string} hash
 * @param {import("./types").About} about
 */
export function fromHash(hash, about) {
  const state = defaultState();
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  state.fen = (words.get("fen") ?? "").replaceAll("_", " ");
  state.moves = (words.get("moves") ?? "").split(".").filter(Boolean);
  for (const scheme of SCHEMES) {
    state[scheme] = parseParts(words.get(scheme) ?? "", state[scheme], about);
    state.drafts[scheme] = (words.get(`${scheme}-code`) ?? "").slice(0, 4000);
  }
  const known = { mode: MODES, level: Object.keys(LEVELS), limit: Object.keys(LIMITS), tab: TABS };
  for (const key of /** @type {const} */ (["mode", "level", "limit", "tab"])) {
    const value = words.get(key);
    if (value && known[key].includes(value)) state[key] = value;
  }
  state.flipped = words.get("flipped") === "yes";
  state.lesson = words.get("lesson") ?? "";
  state.depth = Math.min(20, Math.max(0, Number(words.get("depth")) || 0));
  return state;
}
