// The board: squares are buttons of a grid, with moves by drag, by two taps and by keyboard.

import { pieceName, piecesOf, pieceSvg } from "./pieces.js";

const FILES = "abcdefgh";

export class Board {
  #element;
  #dialog;
  #onMove;
  #squares = new Map();
  #pieces = new Map();
  #moves = [];
  #selected = null;
  #focused = "e2";
  #flipped = false;
  #drag = null;

  /** `onMove` gets a legal move of the last position shown. */
  constructor(element, dialog, onMove) {
    this.#element = element;
    this.#dialog = dialog;
    this.#onMove = onMove;
    this.#build();
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    element.addEventListener("pointermove", (event) => this.#pointerMove(event));
    element.addEventListener("pointerup", (event) => this.#pointerUp(event));
    element.addEventListener("pointercancel", () => this.#endDrag());
    // Enter and Space arrive as clicks without a pointer.
    element.addEventListener("click", (event) => {
      const square = squareOf(event.target);
      if (square && event.detail === 0) this.#choose(square);
    });
  }

  /** Shows a position; `moves` are the moves that may be played, `last` the squares of the last move. */
  show({ fen, moves, last = [], check = false }) {
    this.#pieces = piecesOf(fen);
    this.#moves = moves;
    this.#selected = null;
    const king = fen.split(" ")[1] === "w" ? "K" : "k";
    for (const [name, button] of this.#squares) {
      const piece = this.#pieces.get(name);
      const holder = button.querySelector(".holder");
      holder.innerHTML = piece ? pieceSvg(piece) : "";
      button.classList.toggle("last", last.includes(name));
      button.classList.toggle("check", check && piece === king);
    }
    this.#mark();
  }

  set flipped(flipped) {
    this.#flipped = flipped;
    this.#build();
  }

  /** Marks the squares of a move, or none. */
  hint(uci) {
    const squares = uci ? [uci.slice(0, 2), uci.slice(2, 4)] : [];
    for (const [name, button] of this.#squares) button.classList.toggle("hint", squares.includes(name));
  }

  #build() {
    const kept = new Map([...this.#squares].map(([name, button]) => [name, button]));
    this.#element.textContent = "";
    const ranks = this.#flipped ? [1, 2, 3, 4, 5, 6, 7, 8] : [8, 7, 6, 5, 4, 3, 2, 1];
    const files = this.#flipped ? [...FILES].reverse() : [...FILES];
    for (const rank of ranks) {
      const row = document.createElement("div");
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
      this.#element.append(row);
    }
    this.#mark();
  }

  /** The moves from a square, by the square that is chosen for them. */
  #targets(from) {
    const targets = new Map();
    const add = (to, move) => targets.set(to, [...(targets.get(to) ?? []), move]);
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
      button.setAttribute("aria-label", words.join(", "));
    }
  }

  async #choose(square) {
    const moves = this.#selected ? this.#targets(this.#selected).get(square) : undefined;
    if (moves) {
      const move = moves.length > 1 ? await this.#askPromotion(moves) : moves[0];
      this.#selected = null;
      this.#mark();
      if (move) this.#onMove(move);
      return;
    }
    const movable = this.#moves.some((move) => move.from === square);
    this.#selected = movable && square !== this.#selected ? square : null;
    this.#mark();
  }

  #askPromotion(moves) {
    const dialog = this.#dialog;
    dialog.textContent = "";
    const white = moves[0].to.endsWith("8");
    return new Promise((resolve) => {
      for (const move of moves) {
        const letter = white ? move.promotion.toUpperCase() : move.promotion;
        const button = document.createElement("button");
        button.innerHTML = pieceSvg(letter);
        button.setAttribute("aria-label", pieceName(letter));
        button.dataset.promotion = move.promotion;
        button.onclick = () => dialog.close(move.uci);
        dialog.append(button);
      }
      dialog.returnValue = "";
      dialog.onclose = () => resolve(moves.find((move) => move.uci === dialog.returnValue));
      dialog.showModal();
    });
  }

  #key(event) {
    const step = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (event.key === "Escape") {
      this.#selected = null;
      this.#mark();
    } else if (step) {
      event.preventDefault();
      const sign = this.#flipped ? -1 : 1;
      const file = FILES.indexOf(this.#focused[0]) + sign * step[0];
      const rank = Number(this.#focused[1]) + sign * step[1];
      if (file < 0 || file > 7 || rank < 1 || rank > 8) return;
      this.#focused = FILES[file] + rank;
      this.#mark();
      this.#squares.get(this.#focused).focus();
    }
  }

  #pointerDown(event) {
    const square = squareOf(event.target);
    if (!square || event.button !== 0) return;
    this.#focused = square;
    const chosenBefore = this.#selected === square;
    const isTarget = this.#selected && this.#targets(this.#selected).has(square);
    if (!chosenBefore || isTarget) this.#choose(square);
    this.#drag = { from: square, x: event.clientX, y: event.clientY, ghost: null, chosenBefore };
  }

  #pointerMove(event) {
    const drag = this.#drag;
    if (!drag || this.#selected !== drag.from) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      this.#element.setPointerCapture(event.pointerId);
      drag.ghost = document.createElement("div");
      drag.ghost.className = "ghost";
      const side = this.#squares.get(drag.from).clientWidth;
      drag.ghost.style.width = drag.ghost.style.height = `${side}px`;
      drag.ghost.innerHTML = pieceSvg(this.#pieces.get(drag.from));
      this.#squares.get(drag.from).querySelector(".holder").style.opacity = ".3";
      document.body.append(drag.ghost);
    }
    const side = drag.ghost.clientWidth;
    drag.ghost.style.left = `${event.clientX - side / 2}px`;
    drag.ghost.style.top = `${event.clientY - side / 2}px`;
  }

  #pointerUp(event) {
    const drag = this.#drag;
    if (!drag) return;
    const square = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    const moved = drag.ghost !== null;
    this.#endDrag();
    if (moved && square && square !== drag.from) this.#choose(square);
    else if (!moved && drag.chosenBefore && square === drag.from && this.#selected === square) this.#choose(square);
  }

  #endDrag() {
    if (this.#drag?.ghost) {
      this.#drag.ghost.remove();
      this.#squares.get(this.#drag.from).querySelector(".holder").style.opacity = "";
    }
    this.#drag = null;
  }
}

function newSquare(name) {
  const button = document.createElement("button");
  const dark = (FILES.indexOf(name[0]) + Number(name[1])) % 2 === 1;
  button.className = `square ${dark ? "dark" : "light"}`;
  button.dataset.square = name;
  button.setAttribute("role", "gridcell");
  const holder = document.createElement("span");
  holder.className = "holder";
  button.append(holder);
  return button;
}

function coordinate(kind, text) {
  const span = document.createElement("span");
  span.className = `coordinate ${kind}`;
  span.setAttribute("aria-hidden", "true");
  span.textContent = text;
  return span;
}

function squareOf(target) {
  return target?.closest?.(".square")?.dataset.square;
}
