// The board: squares are buttons of a grid, with moves by drag, by two taps and by keyboard; arrows are drawn with the
// right button of the mouse or the key A.

import { Drag, squareOf } from "./drag.js";
import { element } from "./dom.js";
import { Marks } from "./marks.js";
import { pieceName, piecesOf, pieceSvg } from "./pieces.js";

/** @typedef {import("./types").LegalMove} LegalMove */
/**
 * What the board tells: a legal move, an arrow of the user, and in the editor a square that is chosen or a piece that is
 * moved there from another square.
 * @typedef {{ move: (move: LegalMove) => void, arrow: (from: string, to: string, color: string) => void }} Listener
 * @typedef {(square: string | undefined, from?: string) => void} EditListener
 */

const FILES = "abcdefgh";
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  element;
  marks;
  #dialog;
  #listener;
  /** @type {EditListener | null} */
  #edit = null;
  /** @type {Map<string, HTMLButtonElement>} */
  #squares = new Map();
  /** @type {Map<string, string>} */
  #pieces = new Map();
  /** @type {LegalMove[]} */
  #moves = [];
  /** @type {string | null} */
  #selected = null;
  /** @type {string | null} */
  #arrowFrom = null;
  #focused = "e2";
  #flipped = false;
  /** Whether arrow keys move between squares: they do when the keyboard came to the board. */
  #byKeyboard = true;

  /**
   * @param {{ board: HTMLElement, marks: SVGSVGElement, promotion: HTMLDialogElement }} elements
   * @param {Listener} listener
   */
  constructor({ board, marks, promotion }, listener) {
    this.element = board;
    this.marks = new Marks(marks);
    this.#dialog = promotion;
    this.#listener = listener;
    this.#build();
    board.addEventListener("keydown", (event) => this.#key(event));
    board.addEventListener("focusout", () => (this.#byKeyboard = true));
    board.addEventListener("focusin", (event) => (this.#focused = squareOf(event.target) ?? this.#focused));
    new Drag(board, {
      press: (square) => this.#press(square),
      canLift: (square) => this.#pieces.has(square) && (this.#edit !== null || this.#selected === square),
      piece: (square) => pieceSvg(this.#pieces.get(square) ?? "p"),
      drop: (from, to) => (this.#edit ? this.#edit(to, from) : to && to !== from && this.#choose(to)),
      tapAgain: (square) => (this.#edit || this.#selected === square) && this.#choose(square),
      arrow: (from, to, color) => this.#listener.arrow(from, to, color),
    });
    // Enter and Space arrive as clicks without a pointer.
    board.addEventListener("click", (event) => {
      const square = squareOf(event.target);
      if (square && event.detail === 0) this.#choose(square);
    });
  }

  /**
   * Shows a position; `moves` are the moves that may be played, `last` the squares of the last move.
   * @param {{ fen: string, moves?: LegalMove[], last?: string[], check?: boolean }} position
   */
  show({ fen, moves = [], last = [], check = false }) {
    this.#pieces = piecesOf(fen);
    this.#moves = moves;
    this.#selected = null;
    const king = fen.split(" ")[1] === "w" ? "K" : "k";
    for (const [name, button] of this.#squares) {
      const piece = this.#pieces.get(name);
      /** @type {HTMLElement} */ (button.querySelector(".holder")).innerHTML = piece ? pieceSvg(piece) : "";
      button.classList.toggle("last", last.includes(name));
      button.classList.toggle("check", check && piece === king);
    }
    this.#mark();
  }

  /** Sends squares to an editor instead of playing. */
  set editor(/** @type {EditListener | null} */ edit) {
    this.#edit = edit;
    this.#selected = null;
    this.#mark();
  }

  set flipped(/** @type {boolean} */ flipped) {
    this.#flipped = flipped;
    this.marks.flipped = flipped;
    this.#build();
  }

  /** Marks the squares of a move, or none. @param {string | null} uci */
  hint(uci) {
    const squares = uci ? [uci.slice(0, 2), uci.slice(2, 4)] : [];
    for (const [name, button] of this.#squares) button.classList.toggle("hint", squares.includes(name));
  }

  #build() {
    const kept = new Map(this.#squares);
    this.element.textContent = "";
    const ranks = this.#flipped ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
    const files = this.#flipped ? [...FILES].reverse() : [...FILES];
    for (const rank of ranks) {
      const row = element("div");
      row.setAttribute("role", "row");
      for (const file of files) {
        const name = file + rank;
        const button = kept.get(name) ?? newSquare(name);
        for (const old of button.querySelectorAll(".coordinate")) old.remove();
        if (file === files[0]) button.append(coordinate("rank", rank));
        if (rank === ranks[7]) button.append(coordinate("file", file));
        this.#squares.set(name, button);
        row.append(button);
      }
      this.element.append(row);
    }
    this.#mark();
  }

  /** The moves from a square, by the square that is chosen for them. @param {string} from */
  #targets(from) {
    /** @type {Map<string, LegalMove[]>} */
    const targets = new Map();
    const add = (/** @type {string} */ to, /** @type {LegalMove} */ move) => targets.set(to, [...(targets.get(to) ?? []), move]);
    const own = this.#moves.filter((move) => move.from === from);
    for (const move of own) add(move.to, move);
    // Castling is the king taking its rook; the square that the king goes to serves where no other move does.
    for (const move of own) {
      if (move.kingTo && move.kingTo !== from && !targets.has(move.kingTo)) add(move.kingTo, move);
    }
    return targets;
  }

  #mark() {
    const targets = this.#selected ? this.#targets(this.#selected) : new Map();
    for (const [name, button] of this.#squares) {
      const piece = this.#pieces.get(name);
      const target = targets.has(name);
      button.classList.toggle("selected", name === this.#selected);
      button.classList.toggle("target", target);
      button.classList.toggle("occupied", target && piece !== undefined);
      button.tabIndex = name === this.#focused ? 0 : -1;
      const words = [name, piece ? pieceName(piece) : "empty"];
      if (name === this.#selected) words.push("chosen");
      if (target) words.push("a move goes here");
      if (button.classList.contains("check")) words.push("in check");
      button.setAttribute("aria-label", words.join(", "));
    }
  }

  /** @param {string} square */
  async #choose(square) {
    if (this.#edit) {
      this.#edit(square);
      return;
    }
    const moves = this.#selected ? this.#targets(this.#selected).get(square) : undefined;
    if (moves) {
      const move = moves.length > 1 ? await this.#askPromotion(moves) : moves[0];
      this.#selected = null;
      this.#mark();
      if (move) this.#listener.move(move);
      return;
    }
    const movable = this.#moves.some((move) => move.from === square);
    this.#selected = movable && square !== this.#selected ? square : null;
    this.#mark();
  }

  /** @param {LegalMove[]} moves @returns {Promise<LegalMove | undefined>} */
  #askPromotion(moves) {
    const dialog = this.#dialog;
    dialog.textContent = "";
    const white = moves[0].to.endsWith("8");
    return new Promise((resolve) => {
      for (const move of moves) {
        const kind = move.promotion ?? "q";
        const letter = white ? kind.toUpperCase() : kind;
        const button = element("button", { innerHTML: pieceSvg(letter), data: { promotion: kind }, onclick: () => dialog.close(move.uci) });
        button.setAttribute("aria-label", pieceName(letter));
        dialog.append(button);
      }
      dialog.returnValue = "";
      dialog.onclose = () => resolve(moves.find((move) => move.uci === dialog.returnValue));
      dialog.showModal();
    });
  }

  /** Whether a press of the pointer chose the square a second time. @param {string} square */
  #press(square) {
    this.#byKeyboard = false;
    this.#focused = square;
    if (this.#edit) {
      // A piece may be about to be dragged.
      if (this.#pieces.has(square)) return true;
      this.#edit(square);
      return false;
    }
    const chosenBefore = this.#selected === square;
    const isTarget = this.#selected !== null && this.#targets(this.#selected).has(square);
    if (!chosenBefore || isTarget) this.#choose(square);
    return chosenBefore && !isTarget;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (event.key === "Enter" || event.key === " " || event.key === "Escape") this.#byKeyboard = true;
    if (event.key === "Escape") {
      this.#selected = this.#arrowFrom = null;
      this.#mark();
    } else if (event.key === "a" && !event.ctrlKey && !event.metaKey) {
      if (this.#arrowFrom) this.#listener.arrow(this.#arrowFrom, this.#focused, "G");
      this.#arrowFrom = this.#arrowFrom ? null : this.#focused;
    } else if (step && this.#byKeyboard) {
      event.preventDefault();
      event.stopPropagation();
      const sign = this.#flipped ? -1 : 1;
      const file = FILES.indexOf(this.#focused[0]) + sign * step[0];
      const rank = Number(this.#focused[1]) + sign * step[1];
      if (file < 0 || file > 7 || rank < 1 || rank > 8) return;
      this.#focused = FILES[file] + rank;
      this.#mark();
      this.#squares.get(this.#focused)?.focus();
    }
  }
}

/** @param {string} name */
function newSquare(name) {
  const dark = (FILES.indexOf(name[0]) + Number(name[1])) % 2 === 1;
  const holder = element("span", { className: "holder" });
  const button = element("button", { className: `square ${dark ? "dark" : "light"}`, type: "button", data: { square: name } }, holder);
  button.setAttribute("role", "gridcell");
  return button;
}

/** @param {string} kind @param {string | number} text */
function coordinate(kind, text) {
  // Written by the style sheet: the label has it already.
  return element("span", { className: `coordinate ${kind}`, data: { text } });
}
