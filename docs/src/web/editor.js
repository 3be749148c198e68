// The board editor: a piece is chosen and put on squares, pieces are dragged, off the board too.

import { app, on } from "./app.js";
import { $, element, fail } from "./dom.js";
import { pieceName, piecesOf, pieceSvg } from "./pieces.js";
import { newGame } from "./play.js";

const TOOLS = ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p", ""];

/** @type {Map<string, string>} */
let pieces = new Map();

export function connectEditor() {
  const tools = TOOLS.map((letter) => {
    const input = element("input", { type: "radio", name: "tool", value: letter, checked: letter === "P" });
    input.setAttribute("aria-label", letter ? pieceName(letter) : "take a piece away");
    const face = element("span", letter ? { innerHTML: pieceSvg(letter) } : { textContent: "✕" });
    face.setAttribute("aria-hidden", "true");
    return element("label", { className: "tool" }, input, face);
  });
  $("tools").append(...tools);
  $("editor").ontoggle = () => {
    if ($("editor").open) begin();
    else end();
  };
  $("edit-clear").onclick = () => setUp("8/8/8/8/8/8/8/8 w - - 0 1");
  $("edit-start").onclick = () => setUp("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  $("edit-use").onclick = () => use().catch(fail);
  on(["position"], () => {
    if ($("editor").open) begin();
  });
}

function begin() {
  app.board.editor = (square, from) => change(() => put(square, from));
  setUp(app.game.now.fen);
}

/** @param {string} position a FEN */
function setUp(position) {
  const [board, side, castling] = position.split(" ");
  pieces = piecesOf(board);
  $("edit-side").value = side;
  for (const box of document.querySelectorAll("#editor [data-right]")) {
    if (box instanceof HTMLInputElement) box.checked = castling.includes(box.dataset.right ?? "-");
  }
  app.board.show({ fen: fen() });
}

function end() {
  app.board.editor = null;
  const { now } = app.game;
  app.board.show({ fen: now.fen, moves: now.moves, check: now.check });
}

/** Puts the chosen piece on a square, or moves one there; off the board it is gone. @param {string | undefined} square @param {string} [from] */
function put(square, from) {
  const piece = from ? pieces.get(from) : $("tools").querySelector("input:checked").value;
  if (from) pieces.delete(from);
  if (!square) return;
  // A second time takes it away.
  if (piece && !(pieces.get(square) === piece && !from)) pieces.set(square, piece);
  else pieces.delete(square);
}

/** @param {() => void} action */
function change(action) {
  action();
  app.board.show({ fen: fen() });
}

function fen() {
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => {
    const row = [..."abcdefgh"].map((file) => pieces.get(file + rank) ?? "1").join("");
    return row.replace(/1+/g, (empty) => String(empty.length));
  });
  const rights = [...document.querySelectorAll("#editor [data-right]:checked")].map((box) => (box instanceof HTMLElement ? box.dataset.right : ""));
  return `${rows.join("/")} ${$("edit-side").value} ${rights.join("") || "-"} - 0 1`;
}

/** A position that is wrong is told, and can be changed further. */
async function use() {
  const text = fen();
  if (await newGame({ fen: text, moves: [] }, { engineMoves: false })) $("editor").open = false;
}
