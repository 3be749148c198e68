// The page: its state, its engines and what connects them.

import { Board } from "./board.js";
import { drawCharts } from "./charts.js";
import { EngineClient, loadAssets, Stopped } from "./client.js";
import { $, count, element, fillSelect, stageColor } from "./dom.js";
import { LESSONS, showLessons } from "./lessons.js";
import { fromHash, LEVELS, LIMITS, TABS, toHash } from "./state.js";
import { showTree } from "./tree.js";

const SCHEMES = ["a", "b"];
const START = { fen: "", moves: [] };

let state, about, board, clients;
/** The answer to the last request `position`. */
let now = null;
/** What the last search of each scheme reported. */
const records = { a: null, b: null };
/** Grows with every change of the position, so that answers about an earlier one are dropped. */
let epoch = 0;
/** Gets the guess of the lesson that is open. */
let guess = null;

const parts = (scheme) => state[scheme];
const name = (scheme) => `${state[scheme].search}, ${state[scheme].evaluation}, ${state[scheme].ordering}`;
const game = () => ({ fen: state.fen, moves: state.moves });
const thinking = () => SCHEMES.some((scheme) => clients[scheme].busy);
const say = (text) => ($("status").textContent = text);

function fail(error) {
  if (error instanceof Stopped) return;
  $("error").textContent = error.message;
  $("error").hidden = false;
}

const clearError = () => ($("error").hidden = true);

function stop() {
  for (const scheme of SCHEMES) clients[scheme].stop();
}

// ---- The position ----

/** Sets up a game. Nothing changes where it is wrong. */
async function setGame({ fen, moves }, { engineMoves = true } = {}) {
  try {
    const answer = await clients.rules.request({ command: "position", game: { fen, moves } });
    stop();
    epoch++;
    now = answer;
    state.fen = fen;
    state.moves = now.played.map((move) => move.uci);
    clearError();
    if (now.notes.length) fail(new Error(now.notes.join("; ")));
    showPosition();
    showOrders();
    if (engineMoves) await letEngineMove();
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

/** The scheme whose turn it is, or null for a person. */
function engineToMove() {
  if (now.end || state.tab === "lessons") return null;
  if (state.mode === "both") return now.white ? "a" : "b";
  const person = { white: now.white, black: !now.white, free: true }[state.mode];
  return person ? null : "a";
}

function showPosition() {
  const last = now.played.at(-1)?.uci;
  const open = engineToMove() === null && (!now.end || state.tab === "lessons");
  board.show({
    fen: now.fen,
    moves: open ? now.moves : [],
    last: last ? [last.slice(0, 2), last.slice(2, 4)] : [],
    check: now.check,
  });
  $("fen").value = now.fen;
  showMoves();
  const side = now.white ? "White" : "Black";
  const check = now.check ? " and in check" : "";
  say(now.end ? `${now.end.reason}, ${now.end.result}` : `${side} to move${check}, ${now.moves.length} legal moves`);
  saveState();
}

function showMoves() {
  const items = [];
  now.played.forEach((move, index) => {
    const ply = index + (now.firstWhite ? 0 : 1);
    const number = now.firstNumber + Math.floor(ply / 2);
    const prefix = ply % 2 === 0 ? `${number}. ` : index === 0 ? `${number}… ` : "";
    items.push(element("li", {}, prefix + move.san));
  });
  $("moves").replaceChildren(...items);
  $("moves").scrollTop = $("moves").scrollHeight;
}

function saveState() {
  history.replaceState(null, "", location.pathname + location.search + toHash(state));
}

/** A move of a person, in a lesson a guess. */
function play(move) {
  if (guess && state.tab === "lessons") guess(move);
  else setGame({ fen: state.fen, moves: [...state.moves, move.uci] });
}

/** A move as text, in SAN or UCI notation. */
async function playText(text) {
  if (!text) return;
  const after = { fen: state.fen, moves: [...state.moves, text] };
  try {
    if (engineToMove() !== null) throw new Error("it is the engine's turn");
    const answer = await clients.rules.request({ command: "position", game: after });
    $("move-text").value = "";
    clearError();
    play(answer.played.at(-1));
  } catch (error) {
    fail(error);
  }
}

// ---- Searches ----

/** Searches with a scheme and records what it reports. */
async function search(scheme, schemeParts, request) {
  const record = { last: null, cutoffs: null, byDepth: new Map(), tree: null };
  records[scheme] = record;
  const onReport = (report) => {
    if (report.info) {
      fail(new Error(report.info));
      return;
    }
    record.last = report;
    record.cutoffs = report.cutoffs;
    if (report.exact) record.byDepth.set(report.depth, report.nodes);
    drawSoon();
  };
  const result = await clients[scheme].request({ command: "search", parts: schemeParts, ...request }, onReport);
  record.cutoffs = result.cutoffs;
  record.tree = result.tree;
  drawSoon();
  return result;
}

async function letEngineMove(asked = false) {
  const scheme = engineToMove() ?? (asked && !now.end ? "a" : null);
  if (!scheme) return;
  const mine = epoch;
  say(`${scheme.toUpperCase()} thinks …`);
  try {
    const result = await search(scheme, parts(scheme), { game: game(), ...LEVELS[state.level][1] });
    if (mine === epoch) await setGame({ fen: state.fen, moves: [...state.moves, result.best] });
  } catch (error) {
    if (error instanceof Stopped && mine === epoch) say("Stopped. The button “Engine moves” goes on.");
    fail(error);
  }
}

/** Searches the position with some of the schemes, from empty tables. */
async function compare(schemes) {
  stop();
  say("Searching …");
  const request = { game: game(), limits: LIMITS[state.limit][1], fresh: true };
  const all = schemes.map((scheme) => search(scheme, parts(scheme), request));
  const done = await Promise.allSettled(all);
  const words = done.map(({ value, reason }, index) => {
    if (reason) fail(reason);
    const scheme = schemes[index].toUpperCase();
    return value ? `${scheme}: ${value.san}, ${value.score}, ${count(value.nodes)} nodes` : `${scheme}: stopped`;
  });
  say(words.join("; "));
  showOrders();
}

async function searchLesson(lesson, lessonParts) {
  stop();
  const lessonGame = { fen: lesson.fen, moves: [] };
  const run = async (scheme, index) => {
    const request = { game: lessonGame, limits: { depth: lesson.depth }, fresh: true };
    const result = await search(scheme, lessonParts[index], request);
    const order = await clients[scheme].request({ command: "order", game: lessonGame, parts: lessonParts[index] });
    return { result, order };
  };
  return Promise.all(SCHEMES.map(run));
}

// ---- Views ----

let drawing = false;

function drawSoon() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    draw();
  });
}

function draw() {
  const rows = SCHEMES.filter((scheme) => records[scheme]?.last).map((scheme) => {
    const { depth, seldepth, score, nodes, nps, line } = records[scheme].last;
    const cells = [`${depth}/${seldepth}`, score, count(nodes), count(nps), line];
    return element("tr", {}, element("th", { scope: "row" }, scheme.toUpperCase()), ...cells.map((text) => element("td", {}, text)));
  });
  $("live").tBodies[0].replaceChildren(...rows);
  const latest = SCHEMES.map((scheme) => records[scheme]?.last).filter(Boolean);
  $("live-line").textContent = latest.map(({ depth, score, line }) => `depth ${depth}, ${score}: ${line}`).join(" | ");
  if (state.tab === "search") drawCharts($("charts"), records, about.stages);
  if (state.tab === "tree") showTree($("tree-view"), records[$("tree-scheme").value]?.tree, (uci) => board.hint(uci));
}

/** The order of the moves by both schemes, while nobody searches. */
async function showOrders() {
  for (const scheme of SCHEMES) {
    document.querySelector(`[data-name=${scheme}]`).textContent = name(scheme);
  }
  if (state.tab !== "order" || thinking()) return;
  const mine = epoch;
  const show = async (scheme) => {
    const rows = await clients[scheme].request({ command: "order", game: game(), parts: parts(scheme) });
    if (mine !== epoch) return;
    document.querySelector(`[data-order=${scheme}]`).replaceChildren(...rows.map(orderRow));
  };
  await Promise.all(SCHEMES.map(show)).catch(fail);
}

function orderRow({ uci, san, stage, score }) {
  const row = element("li", { tabIndex: 0, style: stageColor(stage), data: { uci } },
    element("span", { className: "san" }, san), " ",
    element("span", { className: "stage" }, stage), " ",
    element("span", { className: "score" }, String(score)));
  row.onmouseenter = row.onfocus = () => board.hint(uci);
  row.onmouseleave = row.onblur = () => board.hint(null);
  return row;
}

async function showEvaluation() {
  if (!$("evaluation").open) return;
  const request = { command: "evaluate", game: game(), evaluation: state.a.evaluation };
  const answer = await clients.rules.request(request).catch(fail);
  if (answer) document.querySelector("#evaluation pre").textContent = answer.text || answer.score;
}

async function openLesson(number) {
  stop();
  state.lesson = number;
  const lesson = LESSONS[number - 1];
  if (lesson) await setGame({ fen: lesson.fen, moves: [] });
  showLessonTab();
  saveState();
}

function showLessonTab() {
  const charts = () => {
    const holder = element("div");
    drawCharts(holder, records, about.stages);
    holder.className = "charts";
    return holder;
  };
  guess = showLessons($("lessons"), state.lesson, { open: openLesson, search: searchLesson, charts });
}

function selectTab(tab, focus = false) {
  state.tab = tab;
  for (const each of TABS) {
    const button = $(`tab-${each}`);
    button.setAttribute("aria-selected", String(each === tab));
    button.tabIndex = each === tab ? 0 : -1;
    $(each).hidden = each !== tab;
    if (each === tab && focus) button.focus();
  }
  if (tab === "lessons") showLessonTab();
  showOrders();
  draw();
  if (now) showPosition();
}

// ---- Start ----

function buildSchemes() {
  for (const scheme of SCHEMES) {
    const fieldset = document.querySelector(`[data-scheme=${scheme}]`);
    for (const [kind, list] of [["search", "searches"], ["evaluation", "evaluations"], ["ordering", "orderings"]]) {
      const select = element("select", { id: `${scheme}-${kind}` });
      fillSelect(select, about[list].map((each) => [each, each]), state[scheme][kind]);
      select.onchange = () => {
        clients[scheme].stop();
        state[scheme][kind] = select.value;
        records[scheme] = null;
        saveState();
        showOrders();
        showEvaluation();
        draw();
      };
      fieldset.append(element("label", {}, kind, select));
    }
  }
}

function syncControls() {
  for (const scheme of SCHEMES) {
    for (const kind of ["search", "evaluation", "ordering"]) $(`${scheme}-${kind}`).value = state[scheme][kind];
  }
  for (const key of ["mode", "level", "limit"]) $(key).value = state[key];
  board.flipped = state.flipped;
}

function connect() {
  const choose = (key, then = () => {}) => {
    $(key).onchange = () => {
      state[key] = $(key).value;
      saveState();
      then();
    };
  };
  fillSelect($("level"), Object.entries(LEVELS).map(([key, [text]]) => [key, text]), state.level);
  fillSelect($("limit"), Object.entries(LIMITS).map(([key, [text]]) => [key, text]), state.limit);
  choose("level");
  choose("limit");
  choose("mode", () => setGame(game()));
  const on = (id, action) => ($(id).onclick = () => Promise.resolve(action()).catch(fail));
  on("new", () => setGame(START));
  on("chess960", async () => {
    const number = Math.floor(Math.random() * 960);
    await setGame({ fen: await clients.rules.request({ command: "chess960", number }), moves: [] });
  });
  on("back", () => {
    // With an opponent, until it is the person's turn again.
    const plies = ["white", "black"].includes(state.mode) && engineToMove() === null && !thinking() ? 2 : 1;
    return setGame({ fen: state.fen, moves: state.moves.slice(0, -plies) }, { engineMoves: false });
  });
  on("flip", () => {
    state.flipped = !state.flipped;
    board.flipped = state.flipped;
    saveState();
  });
  on("share", async () => {
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    say(copied ? "The link is copied." : "The address of this page is the link.");
  });
  on("go", () => letEngineMove(true));
  on("both", () => compare(SCHEMES));
  on("grow", () => compare([$("tree-scheme").value]));
  on("read-pgn", async () => {
    const read = await clients.rules.request({ command: "read-pgn", text: $("pgn").value });
    if (await setGame(read, { engineMoves: false })) say(`Read: ${read.title}, ${read.moves.length} plies`);
  });
  on("write-pgn", async () => {
    const people = { white: ["a person", name("a")], black: [name("a"), "a person"], both: [name("a"), name("b")], free: ["?", "?"] };
    const tags = [["White", people[state.mode][0]], ["Black", people[state.mode][1]]];
    const result = now.end?.result ?? "*";
    $("pgn").value = await clients.rules.request({ command: "write-pgn", game: game(), tags, result });
  });
  for (const button of document.querySelectorAll(".stop")) button.onclick = stop;
  $("fen-form").onsubmit = (event) => {
    event.preventDefault();
    setGame({ fen: $("fen").value.trim(), moves: [] }, { engineMoves: false });
  };
  $("move-form").onsubmit = (event) => {
    event.preventDefault();
    playText($("move-text").value.trim());
  };
  $("tree-scheme").onchange = () => {
    $("grow").textContent = `Search ${$("tree-scheme").value.toUpperCase()} to the limit`;
    draw();
  };
  $("evaluation").ontoggle = showEvaluation;
  for (const tab of TABS) $(`tab-${tab}`).onclick = () => selectTab(tab);
  document.querySelector("[role=tablist]").onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[event.key];
    if (step) selectTab(TABS[(TABS.indexOf(state.tab) + step) % TABS.length], true);
  };
  window.onhashchange = () => openState(fromHash(location.hash, about));
}

/** Shows the state of an address. A position that is wrong there is told and replaced by the first one. */
async function openState(opened) {
  stop();
  state = opened;
  syncControls();
  selectTab(state.tab);
  const wanted = game();
  if (!(await setGame(wanted))) {
    const error = $("error").textContent;
    await setGame(START);
    fail(new Error(error));
  }
}

async function start() {
  const assets = await loadAssets();
  clients = { rules: new EngineClient(assets), a: new EngineClient(assets), b: new EngineClient(assets) };
  about = await clients.rules.request({ command: "about" });
  board = new Board($("board"), $("promotion"), play);
  state = fromHash(location.hash, about);
  buildSchemes();
  connect();
  await openState(state);
  document.documentElement.dataset.ready = "yes";
}

start().catch((error) => {
  say("The page cannot start.");
  fail(error);
});
