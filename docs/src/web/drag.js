// Pointers on the board, by mouse, pen and finger: taps, pieces that are dragged, and arrows with the right button.

/**
 * @typedef {object} DragListener
 * @property {(square: string) => boolean} press a press on a square; whether it was chosen before
 * @property {(square: string) => boolean} canLift whether its piece may be dragged
 * @property {(square: string) => string} piece the piece as SVG
 * @property {(from: string, to: string | undefined) => void} drop
 * @property {(square: string) => void} tapAgain a tap on what was chosen before
 * @property {(from: string, to: string, color: string) => void} arrow
 */

/** Pixels that a pointer may move in a tap. */
const TAP = 6;

export class Drag {
  #board;
  #listener;
  /** @type {{ from: string, x: number, y: number, ghost: HTMLElement | null, again: boolean } | null} */
  #drag = null;
  /** @type {string | null} */
  #arrowFrom = null;

  /** @param {HTMLElement} board @param {DragListener} listener */
  constructor(board, listener) {
    this.#board = board;
    this.#listener = listener;
    board.addEventListener("pointerdown", (event) => this.#down(event));
    board.addEventListener("pointermove", (event) => this.#move(event));
    board.addEventListener("pointerup", (event) => this.#up(event));
    board.addEventListener("pointercancel", () => this.#end());
    board.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const square = squareOf(event.target);
    if (!square || !event.isPrimary) return;
    if (event.button === 2) this.#arrowFrom = square;
    if (event.button !== 0) return;
    // Moves and the release have to be seen outside the board too.
    this.#board.setPointerCapture(event.pointerId);
    this.#drag = { from: square, x: event.clientX, y: event.clientY, ghost: null, again: this.#listener.press(square) };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.ghost) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < TAP || !this.#listener.canLift(drag.from)) return;
      drag.ghost = document.createElement("div");
      drag.ghost.className = "ghost";
      drag.ghost.innerHTML = this.#listener.piece(drag.from);
      const side = this.#holder(drag.from).clientWidth;
      drag.ghost.style.width = drag.ghost.style.height = `${side}px`;
      this.#holder(drag.from).style.opacity = ".3";
      document.body.append(drag.ghost);
    }
    const side = drag.ghost.clientWidth;
    drag.ghost.style.left = `${event.clientX - side / 2}px`;
    drag.ghost.style.top = `${event.clientY - side / 2}px`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const square = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (event.button === 2 && this.#arrowFrom && square) {
      const color = event.shiftKey ? "R" : event.altKey ? "B" : event.ctrlKey ? "Y" : "G";
      this.#listener.arrow(this.#arrowFrom, square, color);
    }
    this.#arrowFrom = null;
    const drag = this.#drag;
    if (!drag) return;
    const moved = drag.ghost !== null;
    this.#end();
    if (moved) this.#listener.drop(drag.from, square);
    else if (drag.again && square === drag.from) this.#listener.tapAgain(square);
  }

  #end() {
    if (this.#drag?.ghost) {
      this.#drag.ghost.remove();
      this.#holder(this.#drag.from).style.opacity = "";
    }
    this.#drag = null;
  }

  /** @param {string} square @returns {HTMLElement} */
  #holder(square) {
    return /** @type {HTMLElement} */ (this.#board.querySelector(`[data-square=${square}] .holder`));
  }
}

/** @param {EventTarget | null} target @returns {string | undefined} */
export function squareOf(target) {
  const square = target instanceof Element ? target.closest(".square") : null;
  return square instanceof HTMLElement ? square.dataset.square : undefined;
}
