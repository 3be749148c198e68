//! The full search of one node, as a numbered list of steps. Each step lives in a function of its
//! own; this file says in which order they come and when they do.

use super::{Aborted, Outcome, SearchThread};
use crate::hash::{Bound, Finding, TtHit};
use board::{Bitboard, Move, PieceKind, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{attacked_by, has_legal_move};
use ordering::{Mode, MoveOrdering, NodeView, PlayedMove};

/// From this halfmove clock on, scores of the hash table are not trusted to end a node: they
/// come from other clocks.
const OLD_CLOCK: u16 = 90;

/// Everything known of the node under search.
pub(super) struct Site<'p> {
    pub position: &'p Position,
    pub ply: usize,
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// Expected to fail high.
    pub cut: bool,
    pub in_check: bool,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    pub hit: Option<TtHit>,
    /// On a principal variation now or, by the hash table, before.
    pub was_pv: bool,
    /// What the evaluator says; `None` in check.
    pub raw_eval: Option<Score>,
    /// The same, corrected.
    pub static_eval: Score,
    /// The same, made better by a bound of the hash table.
    pub eval: Score,
    /// How much was corrected, in centipawns.
    pub correction: i32,
    /// The evaluation rises from one own move to the next.
    pub improving: bool,
    /// Squares that the opponent attacks.
    pub threats: Bitboard,
}

impl<'p> Site<'p> {
    pub(super) fn tt_move(&self) -> Option<Move> {
        self.hit.and_then(|hit| hit.mv)
    }

    pub(super) fn tt_move_noisy(&self) -> bool {
        self.tt_move().is_some_and(Move::is_noisy)
    }

    /// The view of the node that the ordering is handed.
    pub(super) fn view<'b>(&self, line: &'b [Option<PlayedMove>], mode: Mode) -> NodeView<'b>
    where
        'p: 'b,
    {
        NodeView {
            position: self.position,
            ply: self.ply,
            depth: self.depth,
            tt_move: self.tt_move(),
            line,
            threats: self.threats,
            mode,
        }
    }
}

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    /// Searches a node to `depth` plies within (alpha, beta), where `PV` says that the window is
    /// open. The score may lie outside the window; then it is a bound.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &Position,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Outcome {
        // 1. The horizon: quiescence, unless in check.
        let in_check = position.in_check();
        if depth <= 0 && !in_check {
            return self.quiescence::<PV>(position, (alpha, beta), ply);
        }
        let mut site = Site {
            position,
            ply,
            depth: depth.clamp(1, MAX_PLY as i32),
            alpha,
            beta,
            cut,
            in_check,
            excluded: self.data.frames[ply].excluded,
            hit: None,
            was_pv: PV,
            raw_eval: None,
            static_eval: Score::ZERO,
            eval: Score::ZERO,
            correction: 0,
            improving: false,
            threats: Bitboard::EMPTY,
        };
        self.enter::<PV>(ply);

        // 2. Draws by rule, the length limit, and what no mate can improve on.
        if ply > 0 {
            if let Some(score) = self.settled(position, ply) {
                return Ok(score);
            }
            if let Some(score) = self.narrow(&mut site) {
                return Ok(score);
            }
        }
        let alpha = site.alpha;

        // 3. The hash table.
        self.look_up::<PV>(&mut site);
        if let Some(score) = hash_cutoff::<PV>(&site) {
            return Ok(score);
        }

        // 4. Endgame tables.
        if let Some(score) = self.tablebase_cutoff(&mut site) {
            return Ok(score);
        }

        // 5. Static evaluation.
        self.assess(&mut site);

        // 6. Whole-node pruning: razoring, reverse futility, null move, ProbCut.
        let may_prune = !PV && !in_check && site.excluded.is_none();
        if may_prune && let Some(score) = self.prune_node(&mut site)? {
            return Ok(score);
        }

        // 7. Internal iterative reduction: without a hash move the order is poor.
        if self.may_reduce_internally::<PV>(&site) {
            site.depth -= 1;
        }

        // 8. The moves.
        site.threats = attacked_by(position, !position.side_to_move());
        let result = self.search_moves::<PV>(&mut site)?;

        // 9. No move: mate or stalemate; or, in a singular search, nothing but the move left out.
        if result.count == 0 {
            return Ok(match site.excluded {
                Some(_) => alpha,
                None if in_check => Score::mated_in(ply),
                None => Score::DRAW,
            });
        }

        // 10. What was learnt: hash table and correction history. Not from a root without some of
        // its moves: that is another position, as it were.
        if site.excluded.is_none() && (ply > 0 || self.root.is_whole()) {
            self.remember(&site, alpha, result.best, result.mv);
        }
        Ok(result.best)
    }

    /// Prepares the path for a node.
    fn enter<const PV: bool>(&mut self, ply: usize) {
        if PV {
            self.data.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply as u32);
        }
        self.data.frames[ply + 2].cutoffs = 0;
    }

    /// The score of a node that the rules, or the length of the line, end here. A mate on the
    /// hundredth ply comes before the fifty-move rule.
    pub(super) fn settled(&mut self, position: &Position, ply: usize) -> Option<Score> {
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
            let estimate = self.data.evaluator.evaluate(position, MAX_PLY).clamp_eval();
            return Some(if in_check { Score::DRAW } else { estimate });
        }
        None
    }

    /// Narrows the window to what is still possible: mates no shorter than this ply allows, and
    /// at least a draw where a move back into an earlier position is at hand.
    fn narrow(&self, site: &mut Site<'_>) -> Option<Score> {
        let reach = site.position.reversible_plies() >= 3 && site.alpha < Score::DRAW;
        if reach && self.history.has_upcoming_repetition(site.position, site.ply) {
            site.alpha = Score::DRAW;
        }
        site.alpha = site.alpha.max(Score::mated_in(site.ply));
        site.beta = site.beta.min(Score::mate_in(site.ply + 1));
        (site.alpha >= site.beta).then_some(site.alpha)
    }

    /// Asks the hash table. At the root the best move so far is the hash move.
    fn look_up<const PV: bool>(&mut self, site: &mut Site<'_>) {
        if site.excluded.is_some() {
            return;
        }
        let position = site.position;
        let table = self.shared.table;
        site.hit = table.probe(position.key(), site.ply, position.halfmove_clock());
        if site.ply == 0 {
            let best = self.root.moves[self.root.rank].mv;
            if let Some(hit) = &mut site.hit {
                hit.mv = Some(best);
            } else {
                site.hit = Some(TtHit {
                    mv: Some(best),
                    score: Score::ZERO,
                    bound: None,
                    eval: None,
                    depth: 0,
                    pv: true,
                });
            }
        }
        site.was_pv = PV || site.hit.is_some_and(|hit| hit.pv);
    }

    /// Asks the endgame tables, where they can know and the rules allow it.
    fn tablebase_cutoff(&mut self, site: &mut Site<'_>) -> Option<Score> {
        let tables = self.shared.tablebase?;
        let position = site.position;
        let fits = site.ply > 0
            && site.excluded.is_none()
            && position.halfmove_clock() == 0
            && position.castling_rights().is_empty()
            && position.occupied().count() <= tables.men();
        let wdl = fits.then(|| tables.probe_wdl(position)).flatten()?;
        self.tb_hits += 1;
        let (score, bound) = match wdl {
            crate::Wdl::Win => (Score::tb_win_in(site.ply), Bound::Lower),
            crate::Wdl::Loss => (Score::tb_loss_in(site.ply), Bound::Upper),
            _ => (Score::DRAW, Bound::Exact),
        };
        let settles = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= site.beta,
            Bound::Upper => score <= site.alpha,
        };
        if !settles {
            return None;
        }
        let finding = Finding {
            mv: None,
            score,
            bound: Some(bound),
            eval: None,
            depth: site.depth + 6,
            pv: site.was_pv,
        };
        self.shared.table.store(position.key(), site.ply, finding);
        Some(score)
    }

    /// Whether to search a ply less because nothing is known about the best move here.
    fn may_reduce_internally<const PV: bool>(&self, site: &Site<'_>) -> bool {
        (PV || site.cut)
            && site.depth >= self.parameters.iir_depth
            && site.excluded.is_none()
            && site.tt_move().is_none()
    }

    /// Stores a finished node and lets the correction history learn from it.
    fn remember(&mut self, site: &Site<'_>, alpha: Score, best: Score, mv: Option<Move>) {
        let bound = if best >= site.beta {
            Bound::Lower
        } else if best > alpha && mv.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let finding = Finding {
            mv,
            score: best,
            bound: Some(bound),
            eval: site.raw_eval,
            depth: site.depth,
            pv: site.was_pv,
        };
        self.shared.table.store(site.position.key(), site.ply, finding);
        if site.in_check || mv.is_some_and(Move::is_noisy) || best.is_decisive() {
            return;
        }
        let misleading = match bound {
            Bound::Lower => best <= site.static_eval,
            Bound::Upper => best >= site.static_eval,
            Bound::Exact => false,
        };
        if !misleading {
            let error = (best - site.static_eval).raw();
            let cue = crate::correction::Cue { position: site.position, line: &self.data.line };
            self.data.corrections.learn(cue, site.depth, error);
        }
    }

    /// The view of a node that the ordering is handed.
    pub(super) fn view<'b>(&'b self, site: &Site<'b>, mode: Mode) -> NodeView<'b> {
        site.view(&self.data.line, mode)
    }

    /// Whether the side to move has more than pawns, so that doing nothing is seldom best.
    pub(super) fn has_pieces(site: &Site<'_>) -> bool {
        site.position.has_non_pawn_material(site.position.side_to_move())
    }

    /// Searches a child of the node: the position after a move, with the window turned round.
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        child: &Position,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Aborted> {
        Ok(-self.search::<PV>(child, (-beta, -alpha), depth, ply, cut)?)
    }
}

/// The score that the hash table answers with outright. Never in a PV node: its line would be lost.
fn hash_cutoff<const PV: bool>(site: &Site<'_>) -> Option<Score> {
    let hit = site.hit?;
    let bound = hit.bound?;
    let fails_high = hit.score >= site.beta;
    let deep_enough =
        hit.depth >= site.depth + i32::from(fails_high && !site.cut && site.depth < 6);
    let fits = if fails_high { bound.supports() } else { bound.caps() && hit.score <= site.alpha };
    let trusted = site.position.halfmove_clock() < OLD_CLOCK;
    (!PV && site.excluded.is_none() && deep_enough && fits && trusted).then_some(hit.score)
}

/// What taking this piece brings at most, in centipawns.
pub(super) fn worth(kind: PieceKind) -> i32 {
    [100, 310, 330, 500, 950, 0][kind.index()]
}
