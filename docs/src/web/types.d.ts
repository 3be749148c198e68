// The types of the page, checked by tsc: npx tsc -p crates/web/js.

export type Scheme = "a" | "b";
/** `code` is the scoring function of the ordering `own`, `without` the heuristic that is left out. */
export interface Parts { search: string; evaluation: string; ordering: string; without: string; code: string }
export interface GameText { fen: string; moves: string[] }
export interface Limits { depth?: number; nodes?: number; movetime?: number }
export interface About {
  searches: string[]; evaluations: string[]; orderings: string[]; stages: string[];
  heuristics: string[]; own: { name: string; words: [string, string][] };
  defaults: { search: string; evaluation: string; ordering: string }; elo: [number, number];
}

export interface LegalMove {
  uci: string; san: string; from: string; to: string; kingTo: string | null; promotion: string | null; capture: boolean;
}
export interface PositionAnswer {
  fen: string; start: string; white: boolean; check: boolean; moves: LegalMove[];
  played: { uci: string | null; san: string }[];
  firstNumber: number; firstWhite: boolean; end: { reason: string; result: string } | null; notes: string[];
}

/** A move of a game, by `crates/web/src/games.rs`. */
export interface MoveNode {
  path: string; uci: string | null; san: string; number: number; white: boolean;
  nags: [number, string][]; comments: string[]; clock: number | null; took: number | null; eval: string | null;
  arrows: string[]; variations: { comments: string[]; line: MoveNode[] }[];
}
export interface GameTree {
  index: number; count: number; read: boolean; title: string; tags: [string, string][]; fen: string;
  comments: string[]; arrows: string[]; line: MoveNode[]; result: string; notes?: string[];
}
export interface GameList { current: number; rows: { title?: string; result?: string; plies?: number; error?: string }[] }

export interface OrderRow { uci: string; san: string; stage: string; score: number }
export interface Cutoffs { byIndex: number[]; byStage: number[] }
export interface Report {
  depth: number; seldepth: number; score: string; exact: boolean; nodes: number; nps: number; best: string; line: string;
  cutoffs: Cutoffs; info?: string;
}
export interface SearchResult {
  best: string; san: string; score: string; exact: boolean; depth: number; nodes: number; line: string; pv: string[];
  cutoffs: Cutoffs; ends: Record<string, number>; tree: TreeMove[];
}
export interface Iteration { depth: number; nodes: number; order: OrderRow[]; best?: string; san?: string; score?: string }
/** A rule that left something out, with what it compared in centipawns of the side that moves; null for mates. */
export interface Rule { rule: string; value: number | null; margin: number; bound: number | null; depth: number }
export interface TreeMove {
  uci: string; san: string; stage: string; history: number; pruned: Rule | null; extension: number; reduction: number;
  terms: [string, number][] | null; searches: number[]; score: string | null; end: Rule | null;
  lateMovesPruned: Rule | null; nodes: number; replies: TreeMove[];
}

/** A node of a search step by step, by `crates/web/src/steps.rs`; `last` is the last node below it. */
export interface StepNode {
  parent: number | null; uci: string | null; san: string | null; stage: string | null; alpha: number | null; beta: number | null;
  moves: number; score?: number; cutoff?: boolean; last?: number;
}

/** What a scheme's last search reported. */
export interface SearchRecord {
  last: Report | null; cutoffs: Cutoffs | null; byDepth: Map<number, number>; tree: TreeMove[] | null;
  /** The epoch of the game that was searched. */
  epoch: number;
}

export interface Lesson {
  title: string; chapter: string; fen: string; a: string; b: string; depth: number;
  text: string; question: string; answer: string; measured: string;
  /** Scoring functions of the schemes by lines, plies by which A stays behind, and what is measured if not the nodes of A for one of B. */
  code?: Partial<Record<Scheme, string[]>>; behind?: number; measure?: string;
}

export interface PageState {
  fen: string; moves: string[]; a: Parts; b: Parts; mode: string; level: string; limit: string; tab: string;
  /** The code in the editors, in use or not. */
  drafts: Record<Scheme, string>; flipped: boolean; lesson: string; depth: number;
}

/** An arrow, or a marked square where both ends are the same. */
export interface Arrow { from: string; to: string; color: string; label?: string; best?: boolean; side?: number }
