// What the page shows, and its form in the address: everything after #, so that no server sees it.

export const TABS = ["play", "order", "search", "tree", "lessons"];
export const MODES = ["white", "black", "both", "free"];

/** Levels of play: the name and what a request gets. */
export const LEVELS = {
  "elo-1320": ["Elo 1320", { elo: 1320, limits: {} }],
  "elo-1700": ["Elo 1700", { elo: 1700, limits: {} }],
  "elo-2100": ["Elo 2100", { elo: 2100, limits: {} }],
  "elo-2500": ["Elo 2500", { elo: 2500, limits: {} }],
  "depth-4": ["depth 4", { limits: { depth: 4 } }],
  "time-200": ["0.2 s a move", { limits: { movetime: 200 } }],
  "time-1000": ["1 s a move", { limits: { movetime: 1000 } }],
  "time-5000": ["5 s a move", { limits: { movetime: 5000 } }],
};

/** Limits of a comparison. */
export const LIMITS = {
  "depth-4": ["depth 4", { depth: 4 }],
  "depth-6": ["depth 6", { depth: 6 }],
  "depth-8": ["depth 8", { depth: 8 }],
  "depth-10": ["depth 10", { depth: 10 }],
  "depth-14": ["depth 14", { depth: 14 }],
  "nodes-100000": ["100,000 nodes", { nodes: 100_000 }],
  "nodes-1000000": ["1,000,000 nodes", { nodes: 1_000_000 }],
  "time-3000": ["3 s", { movetime: 3000 }],
  stop: ["Stop", { depth: 240 }],
};

// A limited strength searches few nodes; the bound is for the request, which needs one.
for (const [, level] of Object.values(LEVELS)) if (level.elo) level.limits.nodes = 1_000_000;

export function defaultState() {
  return {
    fen: "",
    moves: [],
    a: { search: "full", evaluation: "nnue", ordering: "modern" },
    b: { search: "alpha-beta", evaluation: "classical", ordering: "none" },
    mode: "white",
    level: "elo-1320",
    limit: "depth-6",
    tab: "play",
    flipped: false,
    lesson: 0,
  };
}

const partsText = ({ search, evaluation, ordering }) => [search, evaluation, ordering].join(",");

/** The part of an address after #. What has its default is left out. */
export function toHash(state) {
  const standard = defaultState();
  const words = new URLSearchParams();
  const put = (key, value, usual) => value !== usual && words.set(key, value);
  put("fen", state.fen.replaceAll(" ", "_"), "");
  put("moves", state.moves.join("."), "");
  for (const scheme of ["a", "b"]) put(scheme, partsText(state[scheme]), partsText(standard[scheme]));
  for (const key of ["mode", "level", "limit", "tab"]) put(key, state[key], standard[key]);
  put("flipped", state.flipped ? "yes" : "", "");
  put("lesson", String(state.lesson), "0");
  return words.size ? `#${words}` : "";
}

/** The state of an address; unknown words keep the default. `about` has the names of the parts. */
export function fromHash(hash, about) {
  const state = defaultState();
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  state.fen = (words.get("fen") ?? "").replaceAll("_", " ");
  state.moves = (words.get("moves") ?? "").split(".").filter(Boolean);
  for (const scheme of ["a", "b"]) {
    const [search, evaluation, ordering] = (words.get(scheme) ?? "").split(",");
    if (about.searches.includes(search)) state[scheme].search = search;
    if (about.evaluations.includes(evaluation)) state[scheme].evaluation = evaluation;
    if (about.orderings.includes(ordering)) state[scheme].ordering = ordering;
  }
  const known = { mode: MODES, level: Object.keys(LEVELS), limit: Object.keys(LIMITS), tab: TABS };
  for (const [key, values] of Object.entries(known)) {
    if (values.includes(words.get(key))) state[key] = words.get(key);
  }
  state.flipped = words.get("flipped") === "yes";
  state.lesson = Number(words.get("lesson")) || 0;
  return state;
}
