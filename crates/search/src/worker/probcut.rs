//! ProbCut: a good capture that, by a shallower search, fails high far above beta, will do so by
//! the full search above beta.

use super::node::Site;
use super::{Outcome, SearchThread};
use crate::hash::{Bound, Finding};
use eval::{Evaluator, Score};
use ordering::{Mode, MoveOrdering, MovePicker, PickedMove};

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    pub(super) fn try_probcut(&mut self, site: &mut Site<'_>) -> Outcome<Option<Score>> {
        let goal = self.probcut_goal(site);
        if !self.may_probcut(site, goal) {
            return Ok(None);
        }
        let depth = (site.depth - 4).max(0);
        let mode = Mode::ProbCut((goal - site.static_eval).raw().max(0));
        let mut searched = 0;
        let mut picker = self.data.ordering.picker(&self.view(site, mode));
        while let Some(picked) = picker.next(&self.data.ordering, &self.view(site, mode)) {
            let child = self.descend(site.position, picked.mv)?;
            let ply = site.ply + 1;
            let mut score = -self.quiescence::<false>(&child, (-goal, -goal + 1), ply)?;
            if score >= goal && depth > 0 {
                score =
                    self.search_child::<false>(&child, (goal - 1, goal), depth, ply, !site.cut)?;
            }
            self.ascend();
            searched += 1;
            if score >= goal {
                let finding = Finding {
                    mv: Some(picked.mv),
                    score,
                    bound: Some(Bound::Lower),
                    eval: site.raw_eval,
                    depth: depth + 1,
                    pv: site.was_pv,
                };
                self.shared.table.store(site.position.key(), site.ply, finding);
                self.tell_probcut(site, mode, picked, searched);
                let decisive = score.is_decisive();
                return Ok(Some(if decisive { score } else { score - (goal - site.beta).raw() }));
            }
        }
        Ok(None)
    }

    /// Lets the ordering count; captures that fail high in so shallow a search teach nothing.
    fn tell_probcut(&mut self, site: &Site<'_>, mode: Mode, picked: PickedMove, searched: usize) {
        let data = &mut *self.data;
        let node = site.view(&data.line, mode);
        data.ordering.update(&ordering::NodeResult {
            node: &node,
            best: picked.mv,
            stage: picked.stage,
            failed_high: true,
            quiets_searched: &[],
            noisies_searched: &[],
            moves_searched: searched - 1,
            bonus_depth: 0,
        });
    }

    /// A stored lower bound not much shallower than this node and far above beta will do.
    pub(super) fn stored_probcut(&self, site: &Site<'_>) -> Option<Score> {
        let goal = site.beta + self.parameters.probcut_hash_margin;
        let hit = site.hit?;
        let holds = hit.bound.is_some_and(Bound::supports)
            && hit.depth >= site.depth - 4
            && hit.score >= goal
            && !hit.score.is_decisive()
            && !site.beta.is_decisive();
        holds.then_some(goal)
    }

    fn probcut_goal(&self, site: &Site<'_>) -> Score {
        let p = &self.parameters;
        site.beta + p.probcut_margin - if site.improving { p.probcut_improving } else { 0 }
    }

    fn may_probcut(&self, site: &Site<'_>, goal: Score) -> bool {
        let hopeless = site.hit.is_some_and(|hit| {
            hit.bound.is_some() && hit.depth >= site.depth - 3 && hit.score < goal
        });
        site.depth >= self.parameters.probcut_depth && !site.beta.is_decisive() && !hopeless
    }
}
