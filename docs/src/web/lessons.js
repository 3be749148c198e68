// Five guided positions. The reader guesses the move that refutes the opponent's last one; then two
// schemes search the position to the same depth, and the page shows how many nodes each needed and at
// which place each tried the move.

import { count, element } from "./dom.js";

const SEARCH = "alpha-beta";

export const LESSONS = [
  {
    title: "Without ordering",
    chapter: "../ordering/none.html",
    fen: "r1b1kbnr/pppp1ppp/8/8/3qP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 6",
    orderings: ["none", "mvv-lva"],
    depth: 3,
    text: "A search that knows no order tries moves as the generator makes them. A cutoff proves that a move of the opponent is refuted, and the search has to find only one refutation; whatever it tries before is wasted. White is to move, and Black has just left a piece to be taken.",
  },
  {
    title: "MVV-LVA",
    chapter: "../ordering/mvv-lva.html",
    fen: "6k1/1p3ppp/p1n1p3/3q4/8/1B3Q2/PP3PPP/6K1 w - - 0 1",
    orderings: ["none", "mvv-lva"],
    depth: 4,
    text: "The most valuable victim first, of its attackers the least valuable one. That orders captures by a table and does not look at defenders. Two white pieces can take the queen, which is defended: by which of them is more won?",
  },
  {
    title: "Killers",
    chapter: "../ordering/killers.html",
    fen: "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1",
    orderings: ["mvv-lva", "killers"],
    depth: 5,
    text: "A quiet move that refutes one move often refutes its neighbours too. Black is to move, and almost every black move allows the same quiet answer. A scheme that keeps it as a killer tries it early in all sister nodes. Which black move does not allow it?",
  },
  {
    title: "History",
    chapter: "../ordering/classic.html",
    fen: "r1bq1rk1/pp3pbp/2np1np1/2p1p3/2P1P3/2NP1NP1/PP3PBP/R1BQ1RK1 w - - 0 9",
    orderings: ["killers", "classic"],
    depth: 4,
    text: "Killers remember two moves of a ply. A history counts for every quiet move how often it caused a cutoff anywhere in the tree, so that all quiet moves have an order. Nothing can be won at once: which quiet move does the search prefer?",
  },
  {
    title: "Staged generation",
    chapter: "../ordering/modern.html",
    fen: "r3r1k1/1q3ppp/p1p1bn2/1p1pN3/3P1P2/P1P1P2R/1P1B2PP/R2Q2K1 w - - 3 19",
    orderings: ["classic", "modern"],
    depth: 4,
    text: "A staged picker generates quiet moves only when TT move, good captures and killers have not cut off. The more cutoffs come in the early stages, the more often the quiet moves, most of all moves in a position like this, are never generated. Look at the stages of the cutoffs below.",
  },
];

/** Shows the list of lessons, or one; `page` has `open`, `search` and `announce`. */
export function showLessons(target, number, page) {
  const lesson = LESSONS[number - 1];
  if (!lesson) {
    const list = element("ol");
    LESSONS.forEach(({ title }, index) => {
      const start = element("button", { onclick: () => page.open(index + 1), data: { lesson: index + 1 } }, title);
      list.append(element("li", { style: { margin: "6px 0" } }, start));
    });
    target.replaceChildren(
      element("p", {}, "Five positions. In each, guess the move that the search will prefer, by playing it on the board; then two schemes show their work."),
      list,
    );
    return null;
  }
  const result = element("div", { ariaLive: "polite", className: "result" });
  const show = element("button", {}, "Show without guessing");
  const buttons = element("div", { className: "row" }, show, element("button", { onclick: () => page.open(0) }, "All lessons"));
  if (number < LESSONS.length) buttons.append(element("button", { onclick: () => page.open(number + 1) }, "Next lesson"));
  target.replaceChildren(
    element("article", { className: "lesson" },
      element("h2", {}, `${number}. ${lesson.title}`),
      element("p", {}, lesson.text, " ", element("a", { href: lesson.chapter }, "The chapter"), "."),
      element("p", {}, "Your guess: play it on the board. Nothing is played."),
      result, buttons),
  );
  const run = (guess) => runLesson(lesson, guess, result, page);
  show.onclick = () => run(null);
  return run;
}

async function runLesson(lesson, guess, result, page) {
  result.replaceChildren(element("p", {}, "Searching …"));
  try {
    const parts = lesson.orderings.map((ordering) => ({ search: SEARCH, evaluation: "classical", ordering }));
    const outcomes = await page.search(lesson, parts);
    const best = outcomes[1].result;
    const place = ({ order }, uci) => order.findIndex((row) => row.uci === uci) + 1;
    const rows = outcomes.map((outcome, index) =>
      element("tr", {},
        element("th", { scope: "row" }, `${"AB"[index]}: ${lesson.orderings[index]}`),
        element("td", {}, count(outcome.result.nodes)),
        element("td", {}, String(place(outcome, best.best))),
        element("td", {}, firstShare(outcome.result))));
    const heads = ["scheme", `nodes to depth ${lesson.depth}`, `place of ${best.san} after the search`, "cutoffs on the first move"];
    const words = [`The search prefers ${best.san}, score ${best.score} from White's side.`];
    if (guess) words.unshift(guess.uci === best.best ? `${guess.san} is right.` : `Your guess was ${guess.san}.`);
    const [before, after] = outcomes.map((outcome) => outcome.result.nodes);
    words.push(`${lesson.orderings[0]} needed ${(before / after).toFixed(2)} times the nodes of ${lesson.orderings[1]}.`);
    result.replaceChildren(
      element("p", {}, words.join(" ")),
      element("div", { className: "scroll" }, element("table", {},
        element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
        element("tbody", {}, ...rows))),
      page.charts());
  } catch (error) {
    result.replaceChildren(element("p", {}, `There is no result: ${error.message}`));
  }
}

function firstShare({ cutoffs }) {
  const all = cutoffs.byIndex.reduce((sum, number) => sum + number, 0);
  return all ? `${((100 * cutoffs.byIndex[0]) / all).toFixed(1)} %` : "none";
}
