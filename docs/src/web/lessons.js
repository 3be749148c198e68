// Guided positions, a file each in `lessons`. The reader guesses a move; then the lesson's two schemes search the position
// to the same depth, and the page shows how many nodes each needed and at which place each tried the move.

import { app, emit, on, saveState, stop } from "./app.js";
import { drawCharts } from "./charts.js";
import { $, count, element, fail, firstShare, say } from "./dom.js";
import { records, searchLesson } from "./lab.js";
import { newGame, setGuess } from "./play.js";
import { parseParts, SCHEMES } from "./state.js";

/** @typedef {import("./types").Lesson} Lesson */
/** @typedef {import("./types").SearchResult} SearchResult */

/** Names and lessons, in their order. @type {[string, Lesson][]} */
let lessons = [];

/** @param {string} name @returns {Promise<any>} */
async function fetchJson(name) {
  const response = await fetch(new URL(`lessons/${name}.json`, import.meta.url));
  if (!response.ok) throw new Error(`the lesson ${name} cannot be loaded (${response.status})`);
  return response.json();
}

export async function loadLessons() {
  /** @type {string[]} */
  const names = await fetchJson("index");
  lessons = await Promise.all(names.map(async (name) => /** @type {[string, Lesson]} */ ([name, await fetchJson(name)])));
}

export function connectLessons() {
  on(["tab"], () => (app.state.tab === "lessons" ? show() : setGuess(null)));
}

/** Opens a lesson with its schemes, or the list. @param {string} name @param {boolean} [keep] whether an address has set schemes and depth */
export async function openLesson(name, keep = false) {
  stop();
  const lesson = lessons.find(([each]) => each === name)?.[1];
  app.state.lesson = lesson ? name : "";
  // Reports of another position would stand below the board.
  records.a = records.b = null;
  if (lesson) {
    if (!keep || !app.state.depth) app.state.depth = lesson.depth;
    for (const scheme of keep ? [] : SCHEMES) {
      app.state[scheme] = parseParts(lesson[scheme], app.state[scheme], app.about);
      useCode(name, scheme);
    }
    emit("scheme");
    await newGame({ fen: lesson.fen, moves: [] }, { engineMoves: false });
  }
  show();
  saveState();
}

/** Lets a scheme order by the code of a lesson: a file of this page, so that it is in use at once, and in no address. @param {string} name @param {import("./types").Scheme} scheme */
export function useCode(name, scheme) {
  const code = lessons.find(([each]) => each === name)?.[1].code?.[scheme]?.join("\n");
  if (code) Object.assign(app.state[scheme], { ordering: app.about.own.name, code });
}

function show() {
  const index = lessons.findIndex(([name]) => name === app.state.lesson);
  if (index < 0) showList();
  else showLesson(index);
}

function showList() {
  setGuess(null);
  const list = element("ol", { className: "lesson-list" });
  lessons.forEach(([name, { title }], index) => {
    list.append(element("li", {}, element("button", { onclick: () => openLesson(name).catch(fail), data: { lesson: index + 1 } }, title)));
  });
  $("lessons").replaceChildren(
    element("p", {}, "In each position, guess the move that the search will prefer, by playing it on the board; then two schemes show their work."),
    list,
  );
}

/** @param {number} index */
function showLesson(index) {
  const [, lesson] = lessons[index];
  const result = element("div", { className: "result" });
  const run = (/** @type {string} */ guess) => runLesson(lesson, guess, result).catch(fail);
  const open = (/** @type {string} */ name) => () => openLesson(name).catch(fail);
  const buttons = element("div", { className: "row" },
    element("button", { onclick: () => run("") }, "Show without guessing"),
    element("button", { onclick: open("") }, "All lessons"));
  const next = lessons[index + 1];
  if (next) buttons.append(element("button", { onclick: open(next[0]) }, "Next lesson"));
  $("lessons").replaceChildren(
    element("article", { className: "lesson" },
      element("h2", {}, `${index + 1}. ${lesson.title}`),
      element("p", {}, lesson.text, " ", element("a", { href: lesson.chapter }, "The chapter"), "."),
      element("p", { className: "question" }, lesson.question, " Play it on the board; it is taken as your guess."),
      result, buttons),
  );
  setGuess(({ uci, san }) => run(`${uci} ${san}`));
}

/** @param {Lesson} lesson @param {string} guess in UCI notation and SAN, or empty @param {HTMLElement} result */
async function runLesson(lesson, guess, result) {
  say("Both schemes search …");
  result.replaceChildren();
  try {
    const { depth } = app.state;
    // A may stay behind by some plies.
    const depths = [Math.max(1, depth - (lesson.behind ?? 0)), depth];
    const outcomes = await searchLesson(lesson, depths);
    const [other, best] = outcomes.map((outcome) => outcome.result);
    const [uci, san] = guess.split(" ");
    const row = (/** @type {string} */ head, /** @type {(outcome: typeof outcomes[0], index: number) => string | number} */ cell) =>
      element("tr", {}, element("th", { scope: "row" }, head), ...outcomes.map((outcome, index) => element("td", {}, String(cell(outcome, index)))));
    const rows = [
      row("depth", (_, index) => depths[index]),
      row("nodes", ({ result: { nodes } }) => count(nodes)),
      row("score", ({ result: { score } }) => score),
      row(`place of ${best.san} after the search`, ({ order }) => order.findIndex(({ uci }) => uci === best.best) + 1),
      row("cutoffs on the first move", ({ result: { cutoffs } }) => firstShare(cutoffs.byIndex)),
    ];
    const heads = ["scheme", ...differingNames()];
    const verdict = uci === best.best ? `${san} is right.` : `${guess && `Your guess was ${san}. `}B prefers ${best.san}.`;
    const words = [verdict, `Its score is ${best.score} from White's side.`];
    if (other.best !== best.best) words.push(`A prefers ${other.san}, score ${other.score}.`);
    // The other move below, if there is one.
    const drawn = [[other.best, "var(--a)"], [best.best, "var(--b)"]].filter(([move], index) => index === 1 || move !== best.best);
    app.board.marks.set("lesson", drawn.map(([move, color]) => ({ from: move.slice(0, 2), to: move.slice(2, 4), color, best: move === best.best })));
    const [figure, details] = measure(lesson, other, best);
    // On a phone the board may be all that is seen.
    say(`${verdict} The answer is below the question.`);
    result.replaceChildren(
      element("p", {}, words.join(" ")),
      element("p", {}, lesson.answer),
      element("p", { className: "measured" }, element("b", {}, figure), ` ${lesson.measured} ${details}`),
      element("table", {},
        element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
        element("tbody", {}, ...rows)),
      charts());
  } catch (error) {
    result.replaceChildren(element("p", {}, `There is no result: ${/** @type {Error} */ (error).message}`));
  }
}

/** What a lesson measures: the figure, and what it is made of. @param {Lesson} lesson @param {SearchResult} a @param {SearchResult} b @returns {[string, string]} */
function measure(lesson, a, b) {
  const percent = (/** @type {number} */ part, /** @type {number} */ all) => `${((100 * part) / all).toFixed(1)} %`;
  const iterations = [0, ...(records.b?.byDepth.values() ?? [])];
  const [before, last] = [iterations.at(-2) ?? 0, iterations.at(-1) ?? 0];
  switch (lesson.measure) {
    case "growth": {
      const earlier = before - (iterations.at(-3) ?? 0);
      return [((last - before) / earlier).toFixed(1), `(${count(earlier)}, then ${count(last - before)} nodes)`];
    }
    case "earlier iterations":
      return [percent(before, last), `(${count(before)} of ${count(last)} nodes)`];
    case "score":
      return [`${a.score} and ${b.score}`, ""];
    case undefined:
      return [(a.nodes / b.nodes).toFixed(2), `(A ${count(a.nodes)}, B ${count(b.nodes)})`];
    default: {
      // The name of a rule that ends nodes.
      const ended = b.ends[lesson.measure] ?? 0;
      return [percent(ended, b.nodes), `(${count(ended)} of ${count(b.nodes)} nodes)`];
    }
  }
}

/** The schemes with what tells them apart, if anything does: the search, or else the ordering, or what is left out. */
function differingNames() {
  const { a, b } = app.state;
  const name = (/** @type {import("./types").Parts} */ parts) => {
    if (a.without !== b.without) return parts.without ? `without ${parts.without}` : "all heuristics";
    if (a.search !== b.search) return parts.search;
    // Code is told apart by its lines.
    return `ordering ${parts.ordering}${parts.code && `, ${parts.code.split("\n").length} lines`}`;
  };
  return name(a) === name(b) ? ["A", "B"] : [`A: ${name(a)}`, `B: ${name(b)}`];
}

function charts() {
  const holder = element("div", { className: "charts" });
  drawCharts(holder, records, app.about.stages);
  return holder;
}
