//! Pruning by margins: of whole nodes before their moves are looked at, and of single moves.

use super::node::Site;
use super::{Outcome, SearchThread};
use board::Move;
use eval::{Evaluator, Score};
use movegen::{SeeValues, gives_check, see_ge};
use ordering::MoveOrdering;

/// What to do with a move before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Search it.
    Search,
    /// Leave it out.
    Skip,
    /// Leave it and all other quiet moves out.
    SkipQuiets,
}

/// A move that pruning judges.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub mv: Move,
    /// Moves met before it, itself included.
    pub count: usize,
    pub history: i32,
    /// Depth it would be searched to with its usual reduction.
    pub reduced: i32,
}

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    /// Step 6 of a node that is neither in check nor on a PV, each way of pruning in turn.
    pub(super) fn prune_node(&mut self, site: &mut Site<'_>) -> Outcome<Option<Score>> {
        if self.may_razor(site) {
            let (alpha, beta) = (site.alpha, site.alpha + 1);
            let score = self.quiescence::<false>(site.position, (alpha, beta), site.ply)?;
            if score <= alpha {
                return Ok(Some(score));
            }
        }
        if self.is_reverse_futile(site) {
            return Ok(Some(Score::new((2 * site.beta.raw() + site.eval.raw()) / 3)));
        }
        if let Some(score) = self.try_null_move(site)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.try_probcut(site)? {
            return Ok(Some(score));
        }
        Ok(self.stored_probcut(site))
    }

    /// Far below alpha near the horizon: only captures can help, and quiescence sees those.
    fn may_razor(&self, site: &Site<'_>) -> bool {
        let p = &self.parameters;
        site.depth <= p.razor_depth
            && !site.alpha.is_decisive()
            && site.eval + p.razor_base + p.razor_slope * site.depth * site.depth <= site.alpha
    }

    /// So far above beta that the opponent will not catch up in the plies left.
    fn is_reverse_futile(&self, site: &Site<'_>) -> bool {
        let p = &self.parameters;
        let easing = if site.improving { p.reverse_improving } else { 0 };
        let margin = p.reverse_slope * site.depth - easing + site.correction.abs() / 2;
        site.depth <= p.reverse_depth
            && !site.was_pv
            && site.eval >= site.beta + margin.max(20)
            && !site.beta.is_loss()
            && !site.eval.is_win()
    }

    /// Judges a move. Asked only once some move has avoided defeat, so that no mate is missed by
    /// pruning everything.
    pub(super) fn judge(&self, site: &Site<'_>, candidate: Candidate) -> Verdict {
        if candidate.mv.is_noisy() {
            if self.is_bad_noisy(site, candidate) { Verdict::Skip } else { Verdict::Search }
        } else if candidate.count >= self.late_count(site) {
            Verdict::SkipQuiets
        } else if self.has_bad_history(candidate) {
            Verdict::Skip
        } else if self.is_futile(site, candidate) {
            if gives_check(site.position, candidate.mv) { Verdict::Search } else { Verdict::Skip }
        } else if self.is_bad_quiet(site, candidate) {
            Verdict::Skip
        } else {
            Verdict::Search
        }
    }

    /// Late move pruning: how many moves deserve a look at this depth.
    fn late_count(&self, site: &Site<'_>) -> usize {
        let p = &self.parameters;
        let count = p.late_base + p.late_slope * site.depth * site.depth;
        (if site.improving { count } else { count / 2 } / 1024) as usize
    }

    fn has_bad_history(&self, candidate: Candidate) -> bool {
        let p = &self.parameters;
        candidate.reduced <= p.history_depth
            && candidate.history < -p.history_slope * candidate.reduced.max(1)
    }

    /// Futility: even with a margin for the depth left, a quiet move will not reach alpha.
    fn is_futile(&self, site: &Site<'_>, candidate: Candidate) -> bool {
        let p = &self.parameters;
        let margin = p.futility_base
            + p.futility_slope * candidate.reduced.max(0)
            + candidate.history / p.futility_history;
        !site.in_check
            && candidate.reduced <= p.futility_depth
            && !site.alpha.is_decisive()
            && site.static_eval + margin <= site.alpha
    }

    fn is_bad_quiet(&self, site: &Site<'_>, candidate: Candidate) -> bool {
        let reduced = candidate.reduced.max(0);
        let threshold = -self.parameters.see_quiet * reduced * reduced;
        !see_ge(site.position, candidate.mv, threshold, &SeeValues::DEFAULT)
    }

    fn is_bad_noisy(&self, site: &Site<'_>, candidate: Candidate) -> bool {
        let p = &self.parameters;
        let by_history = candidate.history / p.see_noisy_history;
        let threshold = -p.see_noisy * site.depth - by_history;
        !see_ge(site.position, candidate.mv, threshold.min(0), &SeeValues::DEFAULT)
    }
}
