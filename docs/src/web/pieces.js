// The pieces as SVG, drawn for this page. The box is 40 × 40.

const BASE = '<path d="M9 35h22v-3.2q0-1.6-2-1.6H11q-2 0-2 1.6z"/>';

/** @type {Record<string, string>} */
const SHAPES = {
  p: '<path d="M13 30.2q1-7 4.4-9.6h5.2q3.4 2.6 4.4 9.6z"/><circle cx="20" cy="14.6" r="5.4"/><path d="M14.6 21h10.8"/>',
  r: '<path d="M13 30.2l1.2-13h11.6l1.2 13z"/><path d="M11.4 17.4V8.6h3.8v3h3v-3h3.6v3h3v-3h3.8v8.8z"/><path class="detail" d="M14 20.6h12"/>',
  n: '<path d="M12 30.2q.4-6.4 5.8-11-3.4 2-7.6 3.2-2.2-.8-2-3.2 4.4-3.2 5.8-8l-.6-4.4 4 2.4q11.6 1.6 11.6 21z"/><circle class="detail" cx="17" cy="13.6" r=".7"/><path class="detail" d="M22 12.4q5 4.8 5.2 14.6"/>',
  b: '<path d="M14.4 30.2l1.4-5h8.4l1.4 5z"/><path d="M20 7.4q8 7 8 13 0 4.8-8 4.8t-8-4.8q0-6 8-13z"/><circle cx="20" cy="5.8" r="1.9"/><path class="detail" d="M20 13v7.4M16.8 16.2h6.4"/>',
  q: '<path d="M12.4 30.2q-.2-5-4.8-15.4l5.8 5.6 1.6-9.8 5 8.8 5-8.8 1.6 9.8 5.8-5.6q-4.6 10.4-4.8 15.4z"/><circle cx="7.2" cy="13.2" r="1.9"/><circle cx="15" cy="9" r="1.9"/><circle cx="25" cy="9" r="1.9"/><circle cx="32.8" cy="13.2" r="1.9"/><path class="detail" d="M13 26h14"/>',
  k: '<path d="M12.4 30.2q-6.8-7-4.6-11.6 2.6-4.8 8.6-1.6 2.4 1.2 3.6 4.4 1.2-3.2 3.6-4.4 6-3.2 8.6 1.6 2.2 4.6-4.6 11.6z"/><path d="M18.6 14.8V10.6h-3V7.8h3V4.6h2.8v3.2h3v2.8h-3v4.2q-1.4 2.6-1.4 6.2 0-3.6-1.4-6.2z"/><path class="detail" d="M13 26h14"/>',
};

/** @type {Record<string, string>} */
const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** The SVG text of a FEN letter. @param {string} letter */
export function pieceSvg(letter) {
  const kind = letter.toLowerCase();
  const color = letter === kind ? "black" : "white";
  return `<svg viewBox="0 0 40 40" aria-hidden="true"><g class="piece ${color}-piece">${SHAPES[kind]}${BASE}</g></svg>`;
}

/** As in "white knight". @param {string} letter */
export function pieceName(letter) {
  const kind = letter.toLowerCase();
  return `${letter === kind ? "black" : "white"} ${NAMES[kind]}`;
}

/** The pieces of a FEN by square. @param {string} fen @returns {Map<string, string>} */
export function piecesOf(fen) {
  const pieces = new Map();
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") file += Number(letter);
      else pieces.set("abcdefgh"[file++] + (8 - index), letter);
    }
  });
  return pieces;
}
