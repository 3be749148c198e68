//! The main search of one node, as a numbered list of steps, and the state of a node.

use super::worker::Worker;
use crate::Abortable;
use crate::observer::{NodeEnd, RuleNumbers, SearchEvent, SearchObserver};
use crate::tt::{TtEntry, tt_key};
use board::{Bitboard, Move, PieceKind, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{has_legal_move, is_legal};
use ordering::{Mode, MoveOrdering, QuietEvent};
use searcher::Bound;

/// Plies by which a TT entry of a tablebase counts as deeper than its node, as in Stockfish.
const TABLEBASE_ENTRY_DEPTH: i32 = 6;

impl<E: Evaluator, O: MoveOrdering, W: SearchObserver> Worker<'_, E, O, W> {
    /// Searches a node to `depth` plies with the window (alpha, beta). `PV` says that the window is
    /// open. Fail-soft: a score outside the window is a bound.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &Position,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Abortable {
        // 1. Quiescence at depth 0, except in check.
        if depth <= 0 && !position.in_check() {
            return self.quiescence::<PV>(position, (alpha, beta), ply);
        }
        let depth = depth.clamp(1, MAX_PLY as i32);
        let mut node = NodeState::new(position, (alpha, beta), depth, ply, cut_node);
        self.observe(ply, SearchEvent::Entered { depth, alpha, beta });
        node.excluded = self.data.stack[ply].excluded;
        node.tt_pv = PV || self.data.stack[ply].tt_pv;
        self.init_pv::<PV>(ply);
        self.data.stack[ply + 2].cutoff_count = 0;

        // 2. Draws by rule and greatest ply; upcoming repetition; mate distance pruning.
        if ply > 0 {
            if let Some(score) = self.terminal_score(position, ply) {
                return Ok(self.end_node(ply, NodeEnd::Terminal, score));
            }
            if self.upcoming_repetition(&node) {
                node.alpha = Score::DRAW;
            }
            if mate_distance_pruning(&mut node) {
                return Ok(self.end_node(ply, NodeEnd::NoWindow, node.alpha));
            }
        }
        let alpha = node.alpha;

        // 3. TT cutoff.
        self.probe_tt::<PV>(&mut node);
        if let Some(score) = self.trusted_tt_cutoff::<PV>(&node) {
            if score >= node.beta {
                self.update_tt_move(&mut node);
            }
            return Ok(self.end_by_rule(ply, NodeEnd::TtCutoff, node.tt_numbers(score), score));
        }

        self.prefetch_first_children(&mut node);

        // 4. Tablebase probe.
        if let Some(score) = self.probe_tablebase::<PV>(&mut node) {
            return Ok(self.end_node(ply, NodeEnd::Tablebase, score));
        }

        // 5. Static evaluation.
        self.static_evaluation(&mut node);

        // 6. Pruning of the whole node: razoring, RFP, NMP, ProbCut.
        if !PV
            && !node.in_check
            && node.excluded.is_none()
            && let Some(score) = self.node_pruning(&node)?
        {
            return Ok(score);
        }

        // 7. IIR.
        if self.should_apply_iir::<PV>(&node) {
            node.depth -= 1;
        }

        // 8. The moves.
        node.threats = position.attacked_by(!position.side_to_move(), position.occupied());
        self.search_moves::<PV>(&mut node)?;

        // 9. Mate or stalemate; or, in a singular search, no move but the excluded one.
        if node.move_count == 0 {
            return Ok(match node.excluded {
                Some(_) => alpha,
                None if node.in_check => Score::mated_in(ply),
                None => Score::DRAW,
            });
        }

        if PV {
            node.best_score = node.best_score.min(node.max_score);
        }

        // 10. TT and correction history. A root without some of its moves has another score than
        // the position.
        if node.excluded.is_none() && (ply > 0 || self.root.has_all_moves()) {
            let bound = if node.best_score >= node.beta {
                Bound::Lower
            } else if node.best_score > alpha && node.best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store_tt(&node, bound);
            self.update_correction_history(&node, bound);
        }
        Ok(node.best_score)
    }

    /// Empties the PV of a PV node and counts its ply.
    pub(super) fn init_pv<const PV: bool>(&mut self, ply: usize) {
        if PV {
            self.data.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply as u32);
        }
    }

    /// The score of a node that is drawn by rule or at the greatest ply. Mate on the hundredth ply
    /// comes before the fifty-move rule.
    pub(super) fn terminal_score(&mut self, position: &Position, ply: usize) -> Option<Score> {
        let path = self.history.len() - self.shared.game.history.len();
        debug_assert_eq!(path, ply, "the history holds the moves from the root");
        if position.halfmove_clock() >= 100 {
            if !position.in_check() || has_legal_move(position) {
                return Some(Score::DRAW);
            }
            return Some(Score::mated_in(ply));
        }
        if self.history.is_repetition(position, ply) || position.has_insufficient_material() {
            return Some(Score::DRAW);
        }
        if ply >= MAX_PLY {
            let in_check = position.in_check();
            let eval = self.data.evaluator.evaluate(position, MAX_PLY).clamp_eval();
            return Some(if in_check { Score::DRAW } else { eval });
        }
        None
    }

    /// Upcoming repetition: whether a move back to an earlier position makes the node worth at
    /// least a draw, and alpha is below that. (After Stockfish, by cuckoo tables.)
    pub(super) fn upcoming_repetition(&self, node: &NodeState<'_>) -> bool {
        node.position.reversible_plies() >= 3
            && node.alpha < Score::DRAW
            && self.history.has_upcoming_repetition(node.position, node.ply)
    }

    /// Probes the TT. At the root the best move so far is the TT move.
    fn probe_tt<const PV: bool>(&mut self, node: &mut NodeState<'_>) {
        if node.excluded.is_some() {
            return;
        }
        let clock = node.position.halfmove_clock();
        node.tt_entry = self.shared.tt.probe(node.key, node.ply, clock);
        if node.ply == 0 {
            let empty = TtEntry { pv: true, ..TtEntry::default() };
            let mv = Some(self.root.moves[self.root.pv_index].mv);
            node.tt_entry = Some(TtEntry { mv, ..node.tt_entry.unwrap_or(empty) });
        }
        node.tt_pv = PV || node.tt_entry.is_some_and(|entry| entry.pv);
    }

    /// TT cutoff: the score of a deep enough entry that settles the window. Never in a PV node,
    /// whose line would be lost.
    fn trusted_tt_cutoff<const PV: bool>(&self, node: &NodeState<'_>) -> Option<Score> {
        let p = &self.shared.params;
        let entry = node.tt_entry.filter(|_| !PV && node.excluded.is_none())?;
        let extra_ply =
            entry.score >= node.beta && !node.cut_node && node.depth < p.tt_cutoff_all_node_depth();
        let deep_enough = entry.depth >= node.depth + i32::from(extra_ply);
        if deep_enough { node.tt_cutoff() } else { None }
    }

    /// Updates the history of a quiet TT move that cuts the node off.
    fn update_tt_move(&mut self, node: &mut NodeState<'_>) {
        let position = node.position;
        let Some(mv) = node.tt_move().filter(|&mv| mv.is_quiet() && is_legal(position, mv)) else {
            return;
        };
        node.threats = position.attacked_by(!position.side_to_move(), position.occupied());
        let view = self.ordering_view(node, Mode::Main);
        let event = QuietEvent::TtCutoff { depth: node.depth };
        self.data.ordering.update_quiet(&view, mv, event);
    }

    /// Tablebase probe below the root: the score, if it settles the window. In a PV node a win
    /// that does not is a lower bound of the score, and a loss an upper one.
    pub(super) fn probe_tablebase<const PV: bool>(
        &mut self,
        node: &mut NodeState<'_>,
    ) -> Option<Score> {
        let probe = self.shared.node_probe.as_ref()?;
        if node.ply == 0 || node.excluded.is_some() {
            return None;
        }
        let (score, bound) = probe.score(node)?;
        self.tb_hits += 1;
        let entry = TtEntry {
            score,
            bound: Some(bound),
            depth: node.depth + TABLEBASE_ENTRY_DEPTH,
            pv: node.tt_pv,
            ..TtEntry::default()
        };
        if bound == Bound::Exact || entry.causes_cutoff(node.alpha, node.beta) {
            self.shared.tt.store(node.key, node.ply, entry);
            return Some(score);
        }
        if PV && bound == Bound::Lower {
            node.best_score = score;
            node.alpha = node.alpha.max(score);
        } else if PV {
            node.max_score = score;
        }
        None
    }

    /// Internal iterative reduction (IIR): without a TT move the ordering is poor, so PV and cut
    /// nodes are searched a ply less. (Proposed by Ed Schröder, 2020.)
    fn should_apply_iir<const PV: bool>(&self, node: &NodeState<'_>) -> bool {
        (PV || node.cut_node)
            && node.depth >= self.shared.params.iir_min_depth()
            && node.excluded.is_none()
            && node.tt_move().is_none()
    }

    /// Stores the result of a node in the TT.
    pub(super) fn store_tt(&self, node: &NodeState<'_>, bound: Bound) {
        let entry = TtEntry {
            mv: node.best_move,
            score: node.best_score,
            bound: Some(bound),
            eval: node.raw_eval,
            depth: node.depth,
            pv: node.tt_pv,
        };
        self.shared.tt.store(node.key, node.ply, entry);
    }

    /// Updates the correction history with the error of the static evaluation. Not in check, nor
    /// when the best move is noisy, the score decisive, or the bound agrees with the evaluation.
    fn update_correction_history(&mut self, node: &NodeState<'_>, bound: Bound) {
        let score = node.best_score;
        let agrees = match bound {
            Bound::Lower => score <= node.static_eval,
            Bound::Upper => score >= node.static_eval,
            Bound::Exact => false,
        };
        let noisy = node.best_move.is_some_and(Move::is_noisy);
        if node.in_check || noisy || score.is_decisive() || agrees {
            return;
        }
        let error = (score - node.static_eval).raw();
        let last_moves = self.data.stack.last_moves(node.ply);
        let params = &self.shared.params;
        self.data.corrections.update(node.position, last_moves, node.depth, error, params);
    }

    /// Searches a child of a node: the position after a move, with this node's window.
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        child: &Position,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Abortable {
        Ok(-self.search::<PV>(child, (-beta, -alpha), depth, ply, cut_node)?)
    }
}

/// Mate distance pruning: narrows the window to the scores that are possible at this ply, from
/// mated now to mate by the next move. True when that leaves nothing.
fn mate_distance_pruning(node: &mut NodeState<'_>) -> bool {
    node.alpha = node.alpha.max(Score::mated_in(node.ply));
    node.beta = node.beta.min(Score::mate_in(node.ply + 1));
    node.alpha >= node.beta
}

/// The score of a fail high, blended with beta: scores far above beta are unreliable. `depth` 0
/// gives the mean of both. (After Stockfish.)
pub(super) fn blended_fail_high(score: Score, beta: Score, depth: i32) -> Score {
    if score < beta || score.is_decisive() || beta.is_decisive() {
        return score;
    }
    let weight = depth.max(1);
    Score::new((score.raw() * weight + beta.raw()) / (weight + 1))
}

/// What is known of the node being searched.
pub(super) struct NodeState<'p> {
    pub position: &'p Position,
    /// Its key in the TT.
    pub key: u64,
    /// Distance from the root.
    pub ply: usize,
    /// Remaining depth; 0 in quiescence.
    pub depth: i32,
    /// Lower bound of the window; rises as moves are searched.
    pub alpha: Score,
    /// Upper bound of the window.
    pub beta: Score,
    /// Whether the node is expected to fail high.
    pub cut_node: bool,
    pub in_check: bool,
    /// The move that a singular search excludes.
    pub excluded: Option<Move>,
    pub tt_entry: Option<TtEntry>,
    /// Whether the position is on a PV now or, by the TT, was before.
    pub tt_pv: bool,
    /// Static evaluation before correction; `None` in check.
    pub raw_eval: Option<Score>,
    /// Static evaluation after correction; 0 in check.
    pub static_eval: Score,
    /// Static evaluation, or the score of the TT entry where that bounds it better.
    pub eval: Score,
    /// The correction of the static evaluation, in centipawns.
    pub correction: i32,
    /// Whether the static evaluation is higher than at the side's previous move.
    pub improving: bool,
    /// Squares that the opponent attacks.
    pub threats: Bitboard,
    /// Best score of the moves searched so far.
    pub best_score: Score,
    /// Upper bound of the score by a tablebase.
    pub max_score: Score,
    /// The last move that raised alpha.
    pub best_move: Option<Move>,
    /// The move whose child's TT entry is being loaded already.
    pub prefetched: Option<Move>,
    /// Moves picked so far, pruned ones included.
    pub move_count: usize,
}

impl<'p> NodeState<'p> {
    /// A node of which only the arguments are known.
    #[inline]
    pub(super) fn new(
        position: &'p Position,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Self {
        Self {
            position,
            key: tt_key(position),
            ply,
            depth,
            alpha,
            beta,
            cut_node,
            in_check: position.in_check(),
            excluded: None,
            tt_entry: None,
            tt_pv: false,
            raw_eval: None,
            static_eval: Score::ZERO,
            eval: Score::ZERO,
            correction: 0,
            improving: false,
            threats: Bitboard::EMPTY,
            best_score: -Score::INFINITE,
            max_score: Score::INFINITE,
            best_move: None,
            prefetched: None,
            move_count: 0,
        }
    }

    pub(super) fn tt_move(&self) -> Option<Move> {
        self.tt_entry.and_then(|entry| entry.mv)
    }

    /// Whether the side to move has more than pawns. Without pieces zugzwang is likely.
    pub(super) fn has_non_pawn_material(&self) -> bool {
        self.position.has_non_pawn_material(self.position.side_to_move())
    }

    /// Pieces of the side to move besides king and pawns.
    pub(super) fn piece_count(&self) -> i32 {
        let (position, us) = (self.position, self.position.side_to_move());
        let others = position.pieces(PieceKind::Pawn) | position.pieces(PieceKind::King);
        (position.color(us) - others).count() as i32
    }

    /// The numbers of a rule that compares the evaluation with a bound.
    #[inline(always)]
    pub(super) fn numbers(&self, bound: Score) -> RuleNumbers {
        RuleNumbers::bound(self.eval, bound, self.depth)
    }

    /// The numbers of a cutoff by the TT entry.
    #[inline(always)]
    pub(super) fn tt_numbers(&self, score: Score) -> RuleNumbers {
        let bound = if score >= self.beta { self.beta } else { self.alpha };
        RuleNumbers::bound(score, bound, self.tt_entry.map_or(0, |entry| entry.depth))
    }

    /// The score of a TT entry that ends the node, if it has one.
    pub(super) fn tt_cutoff(&self) -> Option<Score> {
        let entry = self.tt_entry?;
        entry.causes_cutoff(self.alpha, self.beta).then_some(entry.score)
    }
}
