// The game that is walked: a tree of variations, which the engine's library keeps, and a place in it.

import { emit, stop } from "./app.js";

/** @typedef {import("./types").MoveNode} MoveNode */
/** @typedef {{ node: MoveNode, parent: string, children: string[] }} Place */

export class Game {
  #client;
  /** @type {import("./types").GameTree} */
  tree = /** @type {any} */ (null);
  /** The state at the place. @type {import("./types").PositionAnswer} */
  now = /** @type {any} */ (null);
  path = "";
  /** The place that was asked for last; the answer may still be on its way. */
  wanted = "";
  /** Grows with every change of the position, so that answers about an earlier one are dropped. */
  epoch = 0;
  /** @type {Map<string, Place>} */
  #places = new Map();
  /** @type {string[]} */
  #first = [];

  /** @param {import("./client.js").EngineClient} client */
  constructor(client) {
    this.#client = client;
  }

  /** @param {string} path */
  place(path) {
    return this.#places.get(path);
  }

  /** The moves that are known after a place: the line's and those of variations. @param {string} path */
  children(path) {
    return path === "" ? this.#first : (this.#places.get(path)?.children ?? []);
  }

  get node() {
    return this.#places.get(this.path)?.node ?? null;
  }

  /** @param {string} path */
  parent(path) {
    return this.#places.get(path)?.parent ?? "";
  }

  /** The last place of the line that goes on from a place. @param {string} path */
  end(path) {
    let at = path;
    for (let next = this.children(at)[0]; next !== undefined; next = this.children(at)[0]) at = next;
    return at;
  }

  /** The moves to a place. */
  line() {
    const nodes = [];
    for (let at = this.#places.get(this.path); at; at = this.#places.get(at.parent)) nodes.unshift(at.node);
    return nodes;
  }

  /** What requests have as a game: the position alone where a null move was played. @returns {import("./types").GameText} */
  text() {
    const moves = this.line().map(({ uci }) => uci);
    if (moves.includes(null)) return { fen: this.now.fen, moves: [] };
    return { fen: this.tree.fen, moves: /** @type {string[]} */ (moves) };
  }

  /** Opens a game by a request of the engine's library. @param {Record<string, unknown>} request @param {"start" | "end"} at */
  async open(request, at = "start") {
    const tree = await this.#client.request(request);
    this.#take(tree);
    await this.go(at === "end" ? this.end("") : "");
    emit("game");
  }

  /** Goes to a place. @param {string} path */
  async go(path) {
    stop();
    const epoch = ++this.epoch;
    this.wanted = path;
    const now = await this.#client.request({ command: "at", path });
    if (epoch !== this.epoch) return;
    [this.now, this.path] = [now, path];
    emit("position");
  }

  /** Plays a move as text. @param {string} text */
  async play(text) {
    const { path, game } = await this.#client.request({ command: "play", path: this.path, text });
    this.#take(game);
    await this.go(path);
    emit("game");
  }

  /** Changes the game at a place. @param {Record<string, unknown>} edit */
  async edit(edit, at = this.path) {
    const { path, game } = await this.#client.request({ command: "edit", path: at, edit });
    this.#take(game);
    const moved = path !== this.path || !this.#places.has(path);
    if (at === this.path && (path === "" || moved)) await this.go(path);
    else if (!this.#places.has(this.path)) await this.go("");
    emit("game");
  }

  /** @param {import("./types").GameTree} tree */
  #take(tree) {
    this.tree = tree;
    this.#places.clear();
    this.#first = this.#index(tree.line, "");
  }

  /** The first moves of a line and of the variations to its first move. @param {MoveNode[]} line @param {string} parent @returns {string[]} */
  #index(line, parent) {
    /** @type {string[]} */
    let first = [];
    let before = parent;
    line.forEach((node, index) => {
      /** @type {string[]} */
      const children = [node.path];
      for (const variation of node.variations) children.push(...this.#index(variation.line, before));
      if (index === 0) first = children;
      else /** @type {Place} */ (this.#places.get(before)).children = children;
      this.#places.set(node.path, { node, parent: before, children: [] });
      before = node.path;
    });
    return first;
  }
}
