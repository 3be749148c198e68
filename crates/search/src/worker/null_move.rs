//! Null move pruning: a node that fails high even after passing will fail high after some move.

use super::node::Site;
use super::{Outcome, SearchThread};
use eval::{Evaluator, Score};
use ordering::MoveOrdering;

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    /// Tries to pass. A cutoff at high depth is verified without null moves below, as it may
    /// rest on zugzwang.
    pub(super) fn try_null_move(&mut self, site: &mut Site<'_>) -> Outcome<Option<Score>> {
        if !self.may_null_prune(site) {
            return Ok(None);
        }
        let depth = site.depth - self.null_reduction(site);
        let (alpha, beta) = (site.beta - 1, site.beta);
        let child = self.descend_null(site.position)?;
        let score =
            self.search_child::<false>(&child, (alpha, beta), depth, site.ply + 1, false)?;
        self.ascend();
        if score < beta {
            return Ok(None);
        }
        // A mate found by passing is not proven.
        let score = if score.is_win() { beta } else { score };
        if self.null_floor > 0 || site.depth < self.parameters.null_verify_depth {
            return Ok(Some(score));
        }
        self.null_floor = site.ply + (3 * depth.max(0) / 4) as usize;
        let verified =
            self.search::<false>(site.position, (alpha, beta), depth, site.ply, false)?;
        self.null_floor = 0;
        Ok((verified >= beta).then_some(score))
    }

    fn may_null_prune(&self, site: &Site<'_>) -> bool {
        let p = &self.parameters;
        let margin = p.null_margin - p.null_slope * site.depth;
        let passed = self.data.line.last().is_some_and(Option::is_none);
        site.cut
            && site.depth >= p.null_depth
            && site.ply >= self.null_floor
            && !passed
            && site.eval >= site.beta
            && site.static_eval >= site.beta + margin
            && !site.beta.is_loss()
            && Self::has_pieces(site)
    }

    fn null_reduction(&self, site: &Site<'_>) -> i32 {
        let p = &self.parameters;
        let above = (site.eval - site.beta).raw();
        let by_eval = (above * 1024 / p.null_eval_divisor).clamp(0, 3 * 1024);
        (p.null_base + p.null_per_depth * site.depth + by_eval) / 1024
    }
}
