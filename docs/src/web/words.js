// Plain words for the terms of the engine, each with what it means and where the book explains it.

const SEARCH = "../search.html#the-main-search-of-a-node";
const SEE = "../ordering.html#static-exchange-evaluation";

/** @typedef {{ word: string, says: string, chapter: string }} Word */

/** Stages of a move, by the names that the engine has for them. @type {Record<string, Word>} */
export const STAGES = {
  tt: { word: "hash move", says: "the best move that the transposition table (TT) remembers of an earlier search", chapter: "../search.html#the-transposition-table" },
  "good-noisy": { word: "good capture", says: "a capture or promotion that loses no material when all exchanges on its square are played out (SEE)", chapter: SEE },
  noisy: { word: "capture", says: "a capture or promotion", chapter: "../ordering/mvv-lva.html" },
  promotion: { word: "promotion", says: "a promotion that takes nothing", chapter: "../ordering/victim-first.html" },
  killer: { word: "killer", says: "a quiet move that refuted a sister position at the same distance from the root", chapter: "../ordering/killers.html" },
  countermove: { word: "countermove", says: "the quiet move that last refuted the opponent's previous move", chapter: "../ordering/classic.html" },
  quiet: { word: "quiet move", says: "takes nothing and promotes nothing; ordered by how often it caused cutoffs (history)", chapter: "../ordering/modern.html" },
  unordered: { word: "unordered", says: "in the order in which the generator makes the moves", chapter: "../ordering/none.html" },
  "bad-noisy": { word: "losing capture", says: "a capture that loses material when all exchanges on its square are played out (SEE)", chapter: SEE },
};

/** What the search does with a node or a move, by its names. @type {Record<string, Word>} */
export const RULES = {
  "draw by rule": { word: "a draw by rule", says: "the position is drawn by the rules, or the greatest depth is reached", chapter: "../search.html#draws-and-mates-at-the-limits-of-the-rules" },
  "repetition or mate distance": { word: "no better result is possible", says: "a repetition can be reached, or a shorter mate is known", chapter: SEARCH },
  "TT cutoff": { word: "known from before", says: "the transposition table has a score of this position that is deep enough", chapter: "../search.html#the-transposition-table" },
  tablebase: { word: "endgame table", says: "a table of endgames knows the result", chapter: "../search.html#endgame-tables" },
  razoring: { word: "razoring", says: "the evaluation is so far below the window that only captures are looked at", chapter: SEARCH },
  "reverse futility pruning": { word: "reverse futility pruning", says: "the evaluation is so far above the window that no reply will bring it down", chapter: SEARCH },
  "null move pruning": { word: "null move pruning", says: "even after passing, the side to move stays above the window", chapter: SEARCH },
  ProbCut: { word: "ProbCut", says: "a good capture holds above the window with a margin in a shallow search", chapter: SEARCH },
  multicut: { word: "multicut", says: "several moves fail high in a shallow search", chapter: SEARCH },
  "stand pat": { word: "stand pat", says: "in the search of captures, doing nothing is good enough already", chapter: SEARCH },
  "futility pruning": { word: "futility pruning", says: "the evaluation with a margin for a quiet move does not reach the window", chapter: SEARCH },
  "SEE pruning": { word: "loses material", says: "the exchanges on its square lose more than the depth that is left allows (SEE)", chapter: SEE },
  "move count in quiescence": { word: "enough captures tried", says: "the search of captures looks at a few moves only", chapter: SEARCH },
  "delta pruning": { word: "delta pruning", says: "what the capture wins does not lift the score to the window", chapter: SEARCH },
  "late move pruning": { word: "late move pruning", says: "after enough moves the quiet ones that are left are not searched", chapter: SEARCH },
  "late move reduction": { word: "late move reduction", says: "a move that comes late in the order is searched to a smaller depth first", chapter: SEARCH },
  "singular extension": { word: "singular extension", says: "all other moves are clearly worse, so the move is searched deeper", chapter: SEARCH },
  "negative extension": { word: "negative extension", says: "other moves are good as well, so the move is searched less deep", chapter: SEARCH },
};

/** @param {string} stage */
export const stageWord = (stage) => STAGES[stage]?.word ?? stage;
/** @param {string} rule */
export const ruleWord = (rule) => RULES[rule]?.word ?? rule;

/** What a rule compared, in words; empty where it has no numbers. @param {import("./types").Rule} numbers */
export function numbersOf({ rule, value, margin, bound, depth }) {
  const pawns = (/** @type {number | null} */ number) => (number === null ? "a mate" : (number / 100).toFixed(2));
  const [score, limit, more] = [pawns(value), pawns(bound), pawns(margin)];
  switch (rule) {
    case "razoring":
    case "futility pruning": return `evaluation ${score} + margin ${more} is not above ${limit}, at depth ${depth}`;
    case "delta pruning": return `evaluation ${score} + ${more} for the victim and a margin is not above ${limit}`;
    case "reverse futility pruning": return `evaluation ${score} is at least ${limit} + margin ${more}, at depth ${depth}`;
    case "null move pruning": return `after passing, a search to depth ${depth} gave ${score}, at least ${limit}`;
    case "ProbCut":
    case "multicut": return `score ${score} is at least ${limit}, at depth ${depth}`;
    case "stand pat": return `evaluation ${score} is at least ${limit}`;
    case "TT cutoff": return `score ${score} from a search to depth ${depth}, beside the bound ${limit}`;
    case "SEE pruning": return `it loses more than ${pawns(-margin)}${depth ? `, at depth ${depth}` : ""}`;
    case "move count in quiescence": return `${margin} moves were tried`;
    case "late move pruning": return `from move ${Math.max(1, margin)} on, at depth ${depth}`;
    default: return "";
  }
}
