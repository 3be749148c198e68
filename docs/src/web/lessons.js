// Guided positions, a file each in `lessons`. The reader guesses a move; then the lesson's two schemes search the position
// to the same depth, and the page shows how many nodes each needed and at which place each tried the move.

import { app, emit, on, saveState, stop } from "./app.js";
import { drawCharts } from "./charts.js";
import { $, count, element, fail } from "./dom.js";
import { records, searchLesson } from "./lab.js";
import { newGame, setGuess } from "./play.js";
import { parseParts } from "./state.js";

/** @typedef {import("./types").Lesson} Lesson */

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
  if (lesson) {
    if (!keep || !app.state.depth) app.state.depth = lesson.depth;
    if (!keep) {
      app.state.a = parseParts(lesson.a, app.state.a, app.about);
      app.state.b = parseParts(lesson.b, app.state.b, app.about);
    }
    emit("scheme");
    await newGame({ fen: lesson.fen, moves: [] }, { engineMoves: false });
  }
  show();
  saveState();
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
  const result = element("div", { ariaLive: "polite", className: "result" });
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
  result.replaceChildren(element("p", {}, "Both schemes search …"));
  try {
    const { depth } = app.state;
    const outcomes = await searchLesson(lesson, depth);
    const best = outcomes[1].result;
    const [uci, san] = guess.split(" ");
    const names = differingNames();
    const rows = outcomes.map(({ result: { nodes, cutoffs }, order }, index) =>
      element("tr", {},
        element("th", { scope: "row" }, `${"AB"[index]}: ${names[index]}`),
        element("td", {}, count(nodes)),
        element("td", {}, String(order.findIndex((row) => row.uci === best.best) + 1)),
        element("td", {}, firstShare(cutoffs.byIndex))));
    const heads = ["scheme", `nodes to depth ${depth}`, `place of ${best.san} after the search`, "cutoffs on the first move"];
    const words = [`B prefers ${best.san}, score ${best.score} from White's side.`];
    if (guess) words.unshift(uci === best.best ? `${san} is right.` : `Your guess was ${san}.`);
    const [before, after] = outcomes.map((outcome) => outcome.result.nodes);
    const [other] = outcomes.map((outcome) => outcome.result);
    if (other.best !== best.best) words.push(`A prefers ${other.san}, score ${other.score}.`);
    app.board.marks.set("lesson", [{ from: best.best.slice(0, 2), to: best.best.slice(2, 4), color: "var(--b)" }]);
    result.replaceChildren(
      element("p", {}, words.join(" ")),
      element("p", {}, lesson.answer),
      element("p", { className: "measured" }, element("b", {}, (before / after).toFixed(2)), ` ${lesson.measured}, to depth ${depth}: ${names[0]} ${count(before)}, ${names[1]} ${count(after)}.`),
      element("div", { className: "scroll", tabIndex: 0 }, element("table", {},
        element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
        element("tbody", {}, ...rows))),
      charts());
  } catch (error) {
    result.replaceChildren(element("p", {}, `There is no result: ${/** @type {Error} */ (error).message}`));
  }
}

/** What tells the schemes apart: the search, or else the ordering. */
function differingNames() {
  const kind = app.state.a.search === app.state.b.search ? "ordering" : "search";
  return [app.state.a[kind], app.state.b[kind]];
}

function charts() {
  const holder = element("div", { className: "charts" });
  drawCharts(holder, records, app.about.stages);
  return holder;
}

/** @param {number[]} byIndex */
function firstShare(byIndex) {
  const all = byIndex.reduce((sum, number) => sum + number, 0);
  return all ? `${((100 * byIndex[0]) / all).toFixed(1)} %` : "none";
}
