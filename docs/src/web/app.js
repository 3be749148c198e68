// What the modules of the page share: its state, its engines, its game, and events between them.

import { EngineClient } from "./client.js";
import { defaultState, SCHEMES, toHash } from "./state.js";

/** @typedef {import("./types").Scheme} Scheme */
/** @typedef {"position" | "game" | "scheme" | "report" | "tab" | "busy"} EventName */

/**
 * Set by `start` of main.js before anything reads them.
 * @type {{
 *   state: import("./types").PageState, about: import("./types").About, clients: Record<Scheme | "rules", EngineClient>,
 *   game: import("./game.js").Game, board: import("./board.js").Board,
 * }}
 */
export const app = /** @type {any} */ ({ state: defaultState() });

/** @type {Map<EventName, (() => void)[]>} */
const listeners = new Map();

/** @param {EventName[]} names @param {() => void} listener */
export function on(names, listener) {
  for (const name of names) listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

/** @param {EventName} name */
export function emit(name) {
  for (const listener of listeners.get(name) ?? []) listener();
}

/** @param {Scheme} scheme */
export function schemeName(scheme) {
  const { search, evaluation, ordering, without } = app.state[scheme];
  return `${search}, ${evaluation}, ${ordering}${without && `, without ${without}`}`;
}

export const thinking = () => SCHEMES.some((scheme) => app.clients[scheme].busy);

export function stop() {
  for (const scheme of SCHEMES) app.clients[scheme].stop();
}

export function saveState() {
  const { fen, moves } = app.game.text();
  history.replaceState(null, "", location.pathname + location.search + toHash({ ...app.state, fen, moves }));
}
