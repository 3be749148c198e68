// Starts the page and connects its parts.

import { app, emit, on, saveState, stop } from "./app.js";
import { Board } from "./board.js";
import { EngineClient, loadAssets } from "./client.js";
import { $, fail, fillSelect, say } from "./dom.js";
import { connectEditor } from "./editor.js";
import { connectFiles, toggleArrow } from "./files.js";
import { Game } from "./game.js";
import { connectLessons, loadLessons, openLesson, useCode } from "./lessons.js";
import { connectMatch } from "./match.js";
import { connectMovetext } from "./movetext.js";
import { connectOrder } from "./order.js";
import { openDrafts, tellProblem } from "./own.js";
import { connectPlay, letEngineMove, newGame, playMove } from "./play.js";
import { connectReport } from "./report.js";
import { buildSchemes } from "./schemes.js";
import { connectSearch } from "./search.js";
import { connectSteps } from "./steps.js";
import { fromHash, LEVELS, LIMITS, SCHEMES, TABS } from "./state.js";

/** @param {string} tab */
function selectTab(tab, focus = false) {
  app.state.tab = tab;
  for (const each of TABS) {
    const button = $(`tab-${each}`);
    button.setAttribute("aria-selected", String(each === tab));
    button.tabIndex = each === tab ? 0 : -1;
    $(each).hidden = each !== tab;
    if (each === tab && focus) button.focus();
  }
  app.board.marks.set("lesson", []);
  emit("tab");
  if (app.game.now) saveState();
}

function connectTabs() {
  for (const tab of TABS) $(`tab-${tab}`).onclick = () => selectTab(tab);
  $("tabs").onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[event.key];
    if (step) selectTab(TABS[(TABS.indexOf(app.state.tab) + step) % TABS.length], true);
  };
  on(["position"], () => app.board.marks.set("lesson", []));
}

function connectChoices() {
  fillSelect($("level"), Object.entries(LEVELS).map(([key, [text]]) => [key, text]), app.state.level);
  fillSelect($("limit"), Object.entries(LIMITS).map(([key, [text]]) => [key, text]), app.state.limit);
  $("level").onchange = () => {
    app.state.level = $("level").value;
    saveState();
  };
}

/** Shows the state of an address. A position that is wrong there is told and replaced by the first one. @param {import("./types").PageState} opened */
async function openState(opened) {
  stop();
  app.state = opened;
  const { fen, moves, lesson } = opened;
  for (const key of /** @type {const} */ (["mode", "level", "limit"])) $(key).value = opened[key];
  app.board.flipped = opened.flipped;
  $("bar").classList.toggle("flipped", opened.flipped);
  // Schemes of an address stand before those of its lesson.
  const words = new URLSearchParams(location.hash.slice(1));
  const keep = SCHEMES.some((scheme) => words.has(scheme));
  for (const scheme of SCHEMES) {
    if (words.get(scheme)?.split(",")[2] === app.about.own.name && !opened.drafts[scheme]) useCode(lesson, scheme);
  }
  emit("scheme");
  openDrafts();
  selectTab(opened.tab);
  // The engine's first move is not waited for: the page is ready without it.
  const started = newGame({ fen, moves }, { engineMoves: false });
  if (!(await started)) {
    const error = $("error").textContent;
    await newGame({ fen: "", moves: [] }, { engineMoves: false });
    fail(new Error(error));
  }
  if (opened.tab === "lessons" && lesson) await openLesson(lesson, keep);
}

/** Keeps the files for a visit without a network. */
async function keepFiles() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const registration = await serviceWorker.register(new URL("sw.js", import.meta.url));
  await serviceWorker.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(location.origin));
  serviceWorker.onmessage = () => void (document.documentElement.dataset.kept = "yes");
  registration.active?.postMessage([location.pathname, new URL("worker.js", import.meta.url).href, new URL("pkg/engine.js", import.meta.url).href, ...files]);
}

async function start() {
  const assets = await loadAssets();
  const client = (/** @type {import("./types").Scheme} */ scheme) => new EngineClient(assets, (problem) => tellProblem(scheme, problem));
  app.clients = { rules: new EngineClient(assets), a: client("a"), b: client("b") };
  [app.about] = await Promise.all([app.clients.rules.request({ command: "about" }), loadLessons()]);
  app.game = new Game(app.clients.rules);
  const elements = { board: $("board"), marks: $("marks"), promotion: $("promotion") };
  app.board = new Board(elements, { move: playMove, arrow: toggleArrow });
  app.state = fromHash(location.hash, app.about);
  buildSchemes();
  connectChoices();
  connectTabs();
  connectPlay();
  connectMatch();
  connectMovetext();
  connectFiles();
  connectEditor();
  connectReport();
  connectOrder();
  connectSearch();
  connectSteps();
  connectLessons();
  // On a phone board, answer and tabs come first.
  $("schemes-box").open = matchMedia("(min-width: 821px)").matches;
  window.onhashchange = () => openState(fromHash(location.hash, app.about)).catch(fail);
  await openState(app.state);
  document.documentElement.dataset.ready = "yes";
  // Nothing depends on it, and private windows forbid it.
  keepFiles().catch(() => {});
  await letEngineMove();
}

start().catch((error) => {
  say("The page cannot start.");
  fail(error);
});
