// The game on the board: moves of people and of the engine, walking, the evaluation bar.

import { app, on, saveState, schemeName, stop, thinking } from "./app.js";
import { $, clearError, count, fail, say } from "./dom.js";
import { records, search } from "./lab.js";
import { parseArrow } from "./marks.js";
import { LEVELS, SCHEMES } from "./state.js";

/** @typedef {import("./types").Scheme} Scheme */

/** Gets the guess of the lesson that is open. @type {((move: { uci: string, san: string }) => void) | null} */
let guess = null;

/** @param {((move: { uci: string, san: string }) => void) | null} listener */
export const setGuess = (listener) => void (guess = listener);

/** The scheme whose turn it is, or null for a person. @returns {Scheme | null} */
export function engineToMove() {
  const { now } = app.game;
  const { mode, tab } = app.state;
  if (now.end || tab === "lessons") return null;
  if (mode === "both") return now.white ? "a" : "b";
  const person = { white: now.white, black: !now.white }[mode] ?? true;
  return person ? null : "a";
}

/** A move of a person, in a lesson a guess. @param {import("./types").LegalMove} move */
export async function playMove(move) {
  if (guess && app.state.tab === "lessons") {
    guess(move);
    return;
  }
  await playText(move.uci);
}

/** A move as text, in SAN or UCI notation. @param {string} text */
export async function playText(text) {
  try {
    if (guess && app.state.tab === "lessons") {
      const { fen } = app.game.now;
      const answer = await app.clients.rules.request({ command: "position", game: { fen, moves: [text] } });
      guess(answer.played[0]);
      return;
    }
    await app.game.play(text);
    clearError();
    await letEngineMove();
  } catch (error) {
    fail(error);
  }
}

/** Starts a game of these moves. Whether it can be. @param {import("./types").GameText} game @param {{ engineMoves?: boolean }} [options] */
export async function newGame(game, { engineMoves = true } = {}) {
  try {
    await app.game.open({ command: "new-game", game }, "end");
    clearError();
    const { notes } = app.game.tree;
    if (notes?.length) fail(new Error(notes.join("; ")));
    if (engineMoves) await letEngineMove();
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

/** @param {boolean} [asked] */
export async function letEngineMove(asked = false) {
  const scheme = engineToMove() ?? (asked && !app.game.now.end ? "a" : null);
  if (!scheme) return;
  const mine = app.game.epoch;
  say(`${scheme.toUpperCase()} thinks …`);
  try {
    const result = await search(scheme, app.state[scheme], { game: app.game.text(), ...LEVELS[app.state.level][1] });
    if (mine !== app.game.epoch) return;
    await app.game.play(result.best);
    await letEngineMove();
  } catch (error) {
    if (/** @type {Error} */ (error).name === "Stopped" && mine === app.game.epoch) say("Stopped. The button “Engine moves” goes on.");
    fail(error);
  }
}

/** Draws what A would play, with its plan: the moves of the same side later in the line. */
async function showHint() {
  stop();
  const { epoch, now } = app.game;
  if (now.end) return;
  say("A looks for a hint …");
  const { san, score, line, pv } = await search("a", app.state.a, { game: app.game.text(), limits: { movetime: 1000 } });
  if (epoch !== app.game.epoch) return;
  const own = pv.filter((_, ply) => ply % 2 === 0).slice(0, 3);
  app.board.marks.set("hint", own.map((uci, index) => (
    { from: uci.slice(0, 2), to: uci.slice(2, 4), color: "var(--a)", label: String(index + 1), best: index === 0 }
  )).reverse());
  say(`Hint: ${san}, ${score}: ${line}`);
}

/** Walks by one move, or to an end of the line. @param {"start" | "back" | "next" | "end"} where */
export async function walk(where) {
  const { game } = app;
  const at = game.wanted;
  const path = { start: "", back: game.parent(at), next: game.children(at)[0] ?? at, end: game.end(at) }[where];
  if (path !== at) await game.go(path);
}

/** Goes back until it is the person's turn again. What was there stays. */
async function takeBack() {
  const wasThinking = thinking();
  const { mode } = app.state;
  stop();
  await walk("back");
  if (!wasThinking && ["white", "black"].includes(mode) && engineToMove() !== null) await walk("back");
}

function showBoard() {
  const { now, node } = app.game;
  const last = node?.uci;
  app.board.show({
    fen: now.fen,
    moves: now.end && app.state.tab !== "lessons" ? [] : now.moves,
    last: last ? [last.slice(0, 2), last.slice(2, 4)] : [],
    check: now.check,
  });
}

function showPosition() {
  const { now, node } = app.game;
  showBoard();
  showArrows();
  app.board.marks.set("hint", []);
  $("fen").value = now.fen;
  const side = now.white ? "White" : "Black";
  const check = now.check ? " and in check" : "";
  say(now.end ? `${now.end.reason}, ${now.end.result}` : `${side} to move${check}, ${now.moves.length} legal moves`);
  $("walk-next").disabled = $("walk-end").disabled = !app.game.children(app.game.path).length;
  $("walk-back").disabled = $("walk-start").disabled = !node;
  saveState();
  showBar().catch(fail);
}

/** The arrows that the game has at the move. */
function showArrows() {
  const { node, tree } = app.game;
  app.board.marks.set("notes", (node ? node.arrows : tree.arrows).map(parseArrow));
}

// ---- The evaluation bar ----

/** The static evaluation of A, until a search reports. */
async function showBar() {
  const mine = app.game.epoch;
  const noted = app.game.node?.eval;
  const request = { command: "evaluate", game: app.game.text(), evaluation: app.state.a.evaluation };
  const { score } = noted ? { score: noted } : await app.clients.rules.request(request);
  if (mine === app.game.epoch && !searched()) setBar(app.game.now.end ? endScore() : score);
}

function endScore() {
  return { "1-0": "#0", "0-1": "#-0" }[app.game.now.end?.result ?? ""] ?? "+0.00";
}

/** A score without the sign of a bound. @param {string} score */
const plainScore = (score) => score.replace(/^[≥≤] /, "");

/** White's chance to win. @param {string} score from White's side, as in `+0.34`, `#-3` or `≥ +1.20` */
export function chance(score) {
  const text = plainScore(score);
  const decided = /^#-|^-TB/.test(text) ? 0 : /^#|^\+TB/.test(text) ? 1 : null;
  return decided ?? 1 / (1 + 10 ** (-Number(text) / 4));
}

/** @param {string} score */
function setBar(score) {
  const [text, share] = [plainScore(score), chance(score)];
  $("bar").style.setProperty("--white", `${(100 * share).toFixed(1)}%`);
  $("bar").setAttribute("aria-valuenow", (100 * share).toFixed(0));
  $("bar").setAttribute("aria-valuetext", `${score} from White's side`);
  $("bar-score").textContent = text.replace(/^([+-]\d\d)\..*$/, "$1").replace(/^([+-]\d\.\d)\d$/, "$1");
}

function showLine() {
  const lines = SCHEMES.flatMap((scheme) => {
    const last = records[scheme]?.last;
    return last ? [`${scheme.toUpperCase()}: depth ${last.depth}, ${last.score}: ${last.line} (${count(last.nodes)} nodes)`] : [];
  });
  $("live-line").textContent = lines.join("\n");
  const last = searched();
  if (last) setBar(last.score);
}

/** The latest report about the position, of A rather than of B. */
function searched() {
  const record = SCHEMES.map((scheme) => records[scheme]).find((each) => each?.epoch === app.game.epoch && each.last);
  return record?.last;
}

// ---- Controls ----

export function connectPlay() {
  on(["position"], showPosition);
  on(["report", "scheme"], showLine);
  on(["game"], showArrows);
  on(["tab"], () => app.game.now && showBoard());
  const act = (/** @type {string} */ id, /** @type {() => unknown} */ action) => {
    $(id).onclick = () => Promise.resolve(action()).catch(fail);
  };
  act("new", () => newGame({ fen: "", moves: [] }));
  act("chess960", async () => {
    const number = Math.floor(Math.random() * 960);
    await newGame({ fen: await app.clients.rules.request({ command: "chess960", number }), moves: [] });
  });
  act("back", takeBack);
  act("flip", () => {
    app.state.flipped = !app.state.flipped;
    app.board.flipped = app.state.flipped;
    $("bar").classList.toggle("flipped", app.state.flipped);
    saveState();
  });
  act("share", async () => {
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    say(copied ? "The link is copied." : "The address of this page is the link.");
  });
  act("go", () => letEngineMove(true));
  act("hint", showHint);
  act("stop", stop);
  for (const where of /** @type {const} */ (["start", "back", "next", "end"])) act(`walk-${where}`, () => walk(where));
  $("mode").onchange = () => {
    app.state.mode = $("mode").value;
    stop();
    saveState();
    letEngineMove().catch(fail);
  };
  $("fen-form").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    newGame({ fen: $("fen").value.trim(), moves: [] }, { engineMoves: false });
  };
  $("move-form").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = $("move-text").value.trim();
    if (text) playText(text).then(() => ($("move-text").value = ""));
  };
  document.addEventListener("keydown", walkByKey);
  on(["scheme"], () => {
    $("schemes-now").textContent = SCHEMES.map((scheme) => `${scheme.toUpperCase()}: ${schemeName(scheme)}`).join(" · ");
    if (app.game.now) showBar().catch(fail);
  });
}

/** @type {Record<string, "start" | "back" | "next" | "end">} */
const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "start", End: "end" };

/** Arrow keys walk, wherever they have no other use. @param {KeyboardEvent} event */
function walkByKey(event) {
  const where = KEYS[event.key];
  const busy = event.target instanceof Element && event.target.closest("input, select, textarea, dialog, [role=tablist]");
  if (!where || busy || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  walk(where).catch(fail);
}
