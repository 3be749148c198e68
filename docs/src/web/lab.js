// Searches with the two schemes: what they report, how far they are, and how they are stopped.

import { app, emit, stop, thinking } from "./app.js";
import { $, fail, say } from "./dom.js";
import { SCHEMES } from "./state.js";

/** @typedef {import("./types").Scheme} Scheme */
/** @typedef {import("./types").SearchRecord} SearchRecord */

/** What the last search of each scheme reported. @type {Record<Scheme, SearchRecord | null>} */
export const records = { a: null, b: null };

/**
 * Searches with a scheme and records what it reports.
 * @param {Scheme} scheme
 * @param {import("./types").Parts} parts
 * @param {{ game: import("./types").GameText, limits: import("./types").Limits, elo?: number, fresh?: boolean }} request
 * @returns {Promise<import("./types").SearchResult>}
 */
export async function search(scheme, parts, request) {
  /** @type {SearchRecord} */
  const record = { last: null, cutoffs: null, byDepth: new Map(), tree: null, epoch: app.game.epoch };
  records[scheme] = record;
  const onReport = (/** @type {import("./types").Report} */ report) => {
    if (report.info) {
      fail(new Error(report.info));
      return;
    }
    record.last = report;
    record.cutoffs = report.cutoffs;
    if (report.exact) record.byDepth.set(report.depth, report.nodes);
    progress.report(report);
    reportSoon();
  };
  progress.begin(request.limits);
  try {
    const result = await app.clients[scheme].request({ command: "search", parts, ...request }, onReport);
    record.cutoffs = result.cutoffs;
    record.tree = result.tree;
    reportSoon();
    return result;
  } finally {
    progress.end();
  }
}

let drawing = false;

/** Reports are drawn once a frame. */
export function reportSoon() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    emit("report");
  });
}

/** The bar beside the status: the share of the time, nodes or depth; and the button that stops. */
class Progress {
  #started = 0;
  /** @type {import("./types").Limits} */
  #limits = {};
  /** @type {number | undefined} */
  #timer;

  /** @param {import("./types").Limits} limits */
  begin(limits) {
    [this.#started, this.#limits] = [performance.now(), limits];
    clearInterval(this.#timer);
    $("progress").removeAttribute("value");
    $("busy").hidden = false;
    this.#timer = setInterval(() => this.#tick(), 100);
    emit("busy");
  }

  #tick() {
    if (!thinking()) {
      clearInterval(this.#timer);
      $("busy").hidden = true;
      emit("busy");
      return;
    }
    const { movetime } = this.#limits;
    const seconds = (performance.now() - this.#started) / 1000;
    if (movetime) $("progress").value = Math.min(1, (1000 * seconds) / movetime);
    $("seconds").textContent = `${seconds.toFixed(1)} s`;
  }

  /** @param {{ depth: number, nodes: number }} report */
  report({ depth, nodes }) {
    const { movetime, depth: last, nodes: most } = this.#limits;
    if (movetime) return;
    if (most) $("progress").value = Math.min(1, nodes / most);
    // The time grows by a factor from depth to depth, so the bar is that of the depth alone.
    else if (last && last < 100) $("progress").value = depth / last;
  }

  /** Ends when no scheme searches any more. */
  end() {
    setTimeout(() => this.#tick());
  }
}

export const progress = new Progress();

/**
 * Asks a scheme for the order of the moves after each iteration.
 * @param {Scheme} scheme
 * @param {import("./types").Limits} limits
 * @param {(iteration: import("./types").Iteration) => void} onIteration
 */
export async function iterate(scheme, limits, onIteration) {
  progress.begin(limits);
  try {
    const request = { command: "iterations", game: app.game.text(), parts: app.state[scheme], limits };
    await app.clients[scheme].request(request, (iteration) => {
      progress.report(iteration);
      onIteration(iteration);
    });
  } finally {
    progress.end();
  }
}

/**
 * Searches the position with some of the schemes, from empty tables, and says how that went.
 * @param {Scheme[]} schemes
 * @param {import("./types").Limits} limits
 * @param {string} until
 */
export async function compare(schemes, limits, until) {
  stop();
  say(`${schemes.map((scheme) => scheme.toUpperCase()).join(" and ")} search: ${until} …`);
  const request = { game: app.game.text(), limits, fresh: true };
  const done = await Promise.allSettled(schemes.map((scheme) => search(scheme, app.state[scheme], request)));
  const words = done.map((outcome, index) => {
    const scheme = schemes[index];
    if (outcome.status === "fulfilled") {
      const { san, score, nodes } = outcome.value;
      return `${scheme.toUpperCase()}: ${san}, ${score}, ${nodes.toLocaleString("en")} nodes`;
    }
    fail(outcome.reason);
    const last = records[scheme]?.last;
    return `${scheme.toUpperCase()}: stopped${last ? ` at depth ${last.depth}, ${last.score}` : ""}`;
  });
  // The table is not a frame behind the status.
  emit("report");
  say(words.join("; "));
}

/** Searches a lesson's position with both schemes, each to its depth. @param {import("./types").Lesson} lesson @param {number[]} depths */
export async function searchLesson(lesson, depths) {
  stop();
  const game = { fen: lesson.fen, moves: [] };
  return Promise.all(SCHEMES.map(async (scheme, index) => {
    const result = await search(scheme, app.state[scheme], { game, limits: { depth: depths[index] }, fresh: true });
    /** @type {import("./types").OrderRow[]} */
    const order = await app.clients[scheme].request({ command: "order", game, parts: app.state[scheme] });
    return { result, order };
  }));
}
