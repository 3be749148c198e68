//! Quiescence search: captures and promotions (in check: evasions) until the position is quiet
//! enough for the static evaluation to be trusted.

use super::assess::believe;
use super::node::worth;
use super::{Outcome, SearchThread};
use crate::hash::{Bound, Finding, TtHit};
use board::{Bitboard, Move, Position};
use eval::{Evaluator, Score};
use movegen::{SeeValues, attacked_by, see_ge};
use ordering::{Mode, MoveOrdering, MovePicker, NodeView, PlayedMove, Stage};

/// Noisy moves looked at where nothing forces more.
const MAX_MOVES: usize = 3;

/// What is known of a quiescence node.
struct Pool<'p> {
    position: &'p Position,
    ply: usize,
    alpha: Score,
    beta: Score,
    hit: Option<TtHit>,
    raw_eval: Option<Score>,
    best: Score,
    /// No move pruned for want of material gives more than this.
    futility: Score,
    threats: Bitboard,
    was_pv: bool,
}

impl<'p> Pool<'p> {
    /// The view of the node that the ordering is handed.
    fn view<'b>(&self, line: &'b [Option<PlayedMove>]) -> NodeView<'b>
    where
        'p: 'b,
    {
        NodeView {
            position: self.position,
            ply: self.ply,
            depth: 0,
            tt_move: self.hit.and_then(|hit| hit.mv),
            line,
            threats: self.threats,
            mode: Mode::Quiescence,
        }
    }
}

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    /// Searches noisy moves within (alpha, beta); the score may lie outside and is a bound then.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Outcome {
        // 1. Draws by rule and the length limit; a draw at hand.
        if PV {
            self.data.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply as u32);
        }
        if ply > 0 {
            if let Some(score) = self.settled(position, ply) {
                return Ok(score);
            }
            let reach = position.reversible_plies() >= 3 && alpha < Score::DRAW;
            if reach && self.history.has_upcoming_repetition(position, ply) {
                alpha = Score::DRAW;
                if alpha >= beta {
                    return Ok(alpha);
                }
            }
        }

        // 2. The hash table.
        let hit = self.shared.table.probe(position.key(), ply, position.halfmove_clock());
        if let Some(score) = stored_answer::<PV>(hit, alpha, beta) {
            return Ok(score);
        }
        let mut pool = Pool {
            position,
            ply,
            alpha,
            beta,
            hit,
            raw_eval: None,
            best: -Score::INFINITE,
            futility: -Score::INFINITE,
            threats: Bitboard::EMPTY,
            was_pv: PV || hit.is_some_and(|hit| hit.pv),
        };

        // 3. Standing pat, except in check.
        if position.in_check() {
            pool.threats = attacked_by(position, !position.side_to_move());
        } else if let Some(score) = self.stand_pat(&mut pool) {
            return Ok(score);
        }

        // 4. The moves.
        let (mv, count) = self.search_noisy::<PV>(&mut pool)?;
        if position.in_check() && count == 0 {
            return Ok(Score::mated_in(ply));
        }

        // 5. What was learnt.
        if pool.best >= beta && !pool.best.is_decisive() && !beta.is_decisive() {
            pool.best = Score::new((pool.best.raw() + beta.raw()) / 2);
        }
        let bound = if pool.best >= beta { Bound::Lower } else { Bound::Upper };
        self.keep(&pool, mv, bound);
        Ok(pool.best)
    }

    /// Takes the static evaluation as a lower bound; a score when that is enough.
    fn stand_pat(&mut self, pool: &mut Pool<'_>) -> Option<Score> {
        let known = self.assess_position(pool.position, pool.ply, pool.hit, pool.was_pv);
        pool.raw_eval = Some(known.raw);
        pool.best = believe(known.corrected, pool.hit);
        pool.futility = known.corrected + self.parameters.delta_margin;
        if pool.best >= pool.beta {
            return Some(if pool.best.is_decisive() || pool.beta.is_decisive() {
                pool.best
            } else {
                Score::new((pool.best.raw() + pool.beta.raw()) / 2)
            });
        }
        pool.alpha = pool.alpha.max(pool.best);
        None
    }

    /// Searches the moves and gives the one that raised alpha, and how many were met.
    fn search_noisy<const PV: bool>(
        &mut self,
        pool: &mut Pool<'_>,
    ) -> Outcome<(Option<Move>, usize)> {
        let mut leader: Option<(Move, Stage, usize)> = None;
        let mut count = 0;
        let mut searched = 0;
        let mut picker = self.data.ordering.picker(&pool.view(&self.data.line));
        while let Some(picked) = picker.next(&self.data.ordering, &pool.view(&self.data.line)) {
            let mv = picked.mv;
            count += 1;
            if !pool.best.is_loss() && self.is_pointless(pool, mv, count) {
                continue;
            }
            let child = self.descend(pool.position, mv)?;
            let window = (-pool.beta, -pool.alpha);
            let score = -self.quiescence::<PV>(&child, window, pool.ply + 1)?;
            self.ascend();
            let index = searched;
            searched += 1;
            if score > pool.best {
                pool.best = score;
                if score > pool.alpha {
                    leader = Some((mv, picked.stage, index));
                    if PV {
                        self.data.pv.lead(pool.ply, mv);
                    }
                    if score >= pool.beta {
                        break;
                    }
                    pool.alpha = score;
                }
            }
            if pool.position.in_check() && !pool.best.is_loss() {
                // One sound evasion by a quiet move is enough to stand on.
                picker.skip_quiets();
            }
        }
        if let Some((mv, stage, index)) = leader {
            self.tell(pool, mv, stage, index);
        }
        Ok((leader.map(|(mv, ..)| mv), count))
    }

    /// Whether a move can be left out: too late, too little to gain, or a bad exchange.
    fn is_pointless(&self, pool: &mut Pool<'_>, mv: Move, count: usize) -> bool {
        let position = pool.position;
        if !position.in_check() && !mv.is_promotion() && !pool.alpha.is_decisive() {
            if count > MAX_MOVES && !self.recaptures(mv) {
                return true;
            }
            let gain = position.captured(mv).map_or(0, worth);
            let reachable = pool.futility + gain;
            if reachable <= pool.alpha {
                pool.best = pool.best.max(reachable);
                return true;
            }
            if pool.futility <= pool.alpha && !see_ge(position, mv, 1, &SeeValues::DEFAULT) {
                pool.best = pool.best.max(pool.futility);
                return true;
            }
        }
        let threshold = self.parameters.quiescence_see;
        !see_ge(position, mv, threshold, &SeeValues::DEFAULT)
    }

    /// Whether a move takes on the square that was moved to last.
    fn recaptures(&self, mv: Move) -> bool {
        let last = self.data.line.last().copied().flatten();
        last.is_some_and(|last| last.mv.to() == mv.to())
    }

    /// Lets the ordering count; there is nothing to learn from here.
    fn tell(&mut self, pool: &Pool<'_>, best: Move, stage: Stage, index: usize) {
        let data = &mut *self.data;
        let node = pool.view(&data.line);
        data.ordering.update(&ordering::NodeResult {
            node: &node,
            best,
            stage,
            failed_high: pool.best >= pool.beta,
            quiets_searched: &[],
            noisies_searched: &[],
            moves_searched: index,
            bonus_depth: 0,
        });
    }

    fn keep(&self, pool: &Pool<'_>, mv: Option<Move>, bound: Bound) {
        let finding = Finding {
            mv,
            score: pool.best,
            bound: Some(bound),
            eval: pool.raw_eval,
            depth: 0,
            pv: pool.was_pv,
        };
        self.shared.table.store(pool.position.key(), pool.ply, finding);
    }
}

/// The score that the hash table answers with outright, outside of PV nodes.
fn stored_answer<const PV: bool>(hit: Option<TtHit>, alpha: Score, beta: Score) -> Option<Score> {
    let hit = hit.filter(|_| !PV)?;
    let bound = hit.bound?;
    let high = hit.score >= beta && bound.supports();
    let low = hit.score <= alpha && bound.caps();
    (high || low).then_some(hit.score)
}
