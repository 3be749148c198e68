// A match of scheme A against scheme B: each opening twice, with colours changed, the same number of nodes for every move, so
// that a match has the same result everywhere.

import { app, on, schemeName } from "./app.js";
import { $, element, fail } from "./dom.js";
import { newGame } from "./play.js";
import { SCHEMES } from "./state.js";

/** @typedef {import("./types").Scheme} Scheme */

const OPENINGS = ["e4 e5 Nf3 Nc6", "d4 d5 c4 e6", "e4 c5 Nf3 d6", "d4 Nf6 c4 g6", "e4 e6 d4 d5", "c4 e5 Nc3 Nf6", "e4 c6 d4 d5", "Nf3 d5 g3 Nf6", "e4 d6 d4 Nf6", "d4 f5 g3 Nf6"];
/** Plies after which a game counts as a draw. */
const MAX_PLIES = 240;

/** @typedef {Record<Scheme, import("./client.js").EngineClient>} Players */

/** The engines of the match that is played: their own, so that the game on the board does not disturb it. @type {Players | null} */
let players = null;

export function connectMatch() {
  $("match-go").onclick = () => playMatch(Number($("match-games").value), Number($("match-nodes").value)).catch(fail);
  $("match-stop").onclick = end;
  on(["scheme"], end);
}

function end() {
  for (const scheme of SCHEMES) players?.[scheme].close();
  players = null;
  $("match-stop").disabled = true;
}

/** @param {number} games @param {number} nodes of each move */
async function playMatch(games, nodes) {
  end();
  const mine = (players = { a: app.clients.a.another(), b: app.clients.b.another() });
  $("match-stop").disabled = false;
  const list = $("match-list");
  list.replaceChildren();
  const points = { a: 0, b: 0, draws: 0 };
  const tell = (/** @type {string} */ state) => {
    const played = points.a + points.b + points.draws;
    $("match-score").textContent = `A (${schemeName("a")}) has ${points.a + points.draws / 2} of ${played} against B (${schemeName("b")}): `
      + `${points.a} won, ${points.draws} drawn, ${points.b} lost${state}`;
  };
  try {
    for (let number = 0; number < games; number++) {
      tell(`; game ${number + 1} of ${games} …`);
      const white = SCHEMES[number % 2];
      const opening = OPENINGS[Math.floor(number / 2) % OPENINGS.length].split(" ");
      const { moves, result, reason } = await playGame(mine, opening, white, nodes);
      points[result === "1/2-1/2" ? "draws" : SCHEMES[(result === "1-0" ? number : number + 1) % 2]]++;
      const text = `${number + 1}. ${white.toUpperCase()} has White: ${result}, ${reason}, ${Math.ceil(moves.length / 2)} moves`;
      list.append(element("li", {}, element("button", { type: "button", onclick: () => newGame({ fen: "", moves }, { engineMoves: false }) }, text)));
    }
    tell(".");
    end();
  } catch (error) {
    if (players === mine) end();
    if (!players) tell("; stopped.");
    fail(error);
  }
}

/** @param {Players} mine @param {string[]} opening @param {Scheme} white @param {number} nodes */
async function playGame(mine, opening, white, nodes) {
  const moves = [...opening];
  const black = white === "a" ? "b" : "a";
  // Tables of an earlier game would change the result.
  const fresh = { a: true, b: true };
  for (;;) {
    const game = { fen: "", moves };
    /** @type {import("./types").PositionAnswer} */
    const { end: over, white: whiteToMove } = await app.clients.rules.request({ command: "position", game });
    if (over) return { moves, result: over.result, reason: over.reason };
    if (moves.length >= MAX_PLIES) return { moves, result: "1/2-1/2", reason: `${MAX_PLIES / 2} moves` };
    const scheme = whiteToMove ? white : black;
    const { best } = await mine[scheme].request({ command: "search", parts: app.state[scheme], game, limits: { nodes }, fresh: fresh[scheme] });
    fresh[scheme] = false;
    moves.push(best);
  }
}
