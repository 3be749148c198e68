//! Singular extensions: a hash move that alone holds the node is searched deeper; a node with
//! several moves that fail high is cut at once.

use super::node::Site;
use super::{Outcome, SearchThread};
use crate::hash::{Bound, TtHit};
use board::Move;
use eval::{Evaluator, Score};
use ordering::MoveOrdering;

/// Doubles on one path are limited, or some lines would never end.
const MAX_DOUBLES: u32 = 12;

/// What the singular search says about the hash move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extension {
    /// Search it this many plies deeper, or less deep when negative.
    By(i32),
    /// Another move fails high too: end the node with this score.
    Multicut(Score),
}

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    /// The extension of a move about to be made.
    pub(super) fn extension<const PV: bool>(
        &mut self,
        site: &Site<'_>,
        mv: Move,
    ) -> Outcome<Extension> {
        let Some(hit) = site.hit.filter(|hit| self.may_be_singular(site, hit, mv)) else {
            return Ok(Extension::By(0));
        };
        let p = &self.parameters;
        let (double_margin, triple_margin) = (p.singular_double, p.singular_triple);
        let slack = p.singular_margin * site.depth / 16 * if site.was_pv && !PV { 2 } else { 1 };
        let goal = (hit.score - slack.max(1)).max(-Score::MAX_EVAL);
        let depth = (site.depth - 1) / 2;

        let frame = self.data.frames[site.ply];
        self.data.frames[site.ply].excluded = Some(mv);
        let window = (goal - 1, goal);
        let score = self.search::<false>(site.position, window, depth, site.ply, site.cut)?;
        self.data.frames[site.ply] = frame;

        if score < goal {
            let pv_margin = if PV { 180 } else { 0 };
            let quiet = mv.is_quiet();
            let double = score < goal - double_margin - pv_margin
                && self.data.frames.doubles_above(site.ply) < MAX_DOUBLES;
            let triple = double && quiet && score < goal - triple_margin - pv_margin;
            return Ok(Extension::By(1 + i32::from(double) + i32::from(triple)));
        }
        if score >= site.beta && !score.is_decisive() {
            return Ok(Extension::Multicut(score));
        }
        Ok(Extension::By(if hit.score >= site.beta {
            -3
        } else if site.cut {
            -2
        } else {
            0
        }))
    }

    fn may_be_singular(&self, site: &Site<'_>, hit: &TtHit, mv: Move) -> bool {
        site.ply > 0
            && hit.mv == Some(mv)
            && site.excluded.is_none()
            && site.depth >= self.parameters.singular_depth + i32::from(site.was_pv)
            && hit.depth >= site.depth - 3
            && hit.bound.is_some_and(Bound::supports)
            && !hit.score.is_decisive()
            && (site.ply as i32) < 2 * self.root_depth
    }
}
