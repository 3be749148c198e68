//! Step 8: the moves of a node, one after the other, the first with the full window and the
//! others only to show that they are no better.

use super::node::Site;
use super::prune::{Candidate, Verdict};
use super::singular::Extension;
use super::{Outcome, SearchThread};
use crate::reductions::Circumstances;
use arrayvec::ArrayVec;
use board::{Move, Position};
use eval::{Evaluator, Score};
use ordering::{Mode, MoveOrdering, MovePicker, Stage};
use std::time::Duration;

/// Search this long before naming the root moves under consideration.
const QUIET_TIME: Duration = Duration::from_secs(1);

/// How the moves of a node went.
pub(super) struct Result {
    pub best: Score,
    /// The move that raised alpha, if any did.
    pub mv: Option<Move>,
    /// Moves met, pruned ones included.
    pub count: usize,
}

/// The moves searched so far, for the ordering to learn from. A few more than fit are forgotten.
#[derive(Default)]
struct Tried {
    quiets: ArrayVec<Move, 64>,
    noisies: ArrayVec<Move, 32>,
    searched: usize,
}

impl Tried {
    fn add(&mut self, mv: Move) {
        // A full list means that more moves failed than are worth learning from.
        let _ = if mv.is_quiet() { self.quiets.try_push(mv) } else { self.noisies.try_push(mv) };
    }
}

/// A move that is being searched.
#[derive(Clone, Copy)]
struct Step {
    mv: Move,
    /// Moves met before it, itself included.
    count: usize,
    /// Depth of its child without reduction.
    depth: i32,
    history: i32,
}

/// The best move so far and how it was come by.
#[derive(Clone, Copy)]
struct Leader {
    mv: Move,
    stage: Stage,
    index: usize,
}

impl<E: Evaluator, O: MoveOrdering> SearchThread<'_, E, O> {
    /// Searches the moves. `site.alpha` rises on the way.
    pub(super) fn search_moves<const PV: bool>(&mut self, site: &mut Site<'_>) -> Outcome<Result> {
        let node_depth = site.depth;
        let mut result = Result { best: -Score::INFINITE, mv: None, count: 0 };
        let mut tried = Tried::default();
        let mut leader: Option<Leader> = None;
        let mut picker = self.data.ordering.picker(&self.view(site, Mode::Main));
        while let Some(picked) = picker.next(&self.data.ordering, &self.view(site, Mode::Main)) {
            let mv = picked.mv;
            if Some(mv) == site.excluded || site.ply == 0 && !self.root.allows(mv) {
                continue;
            }
            result.count += 1;
            self.announce(site, mv, result.count);

            let history = self.data.ordering.history(&self.view(site, Mode::Main), mv);
            if site.ply > 0 && !result.best.is_loss() && Self::has_pieces(site) {
                match self.verdict(site, mv, result.count, history) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let extension = match self.extension::<PV>(site, mv)? {
                Extension::By(plies) => plies,
                Extension::Multicut(score) => {
                    return Ok(Result { best: score, mv: None, count: result.count });
                }
            };

            self.data.frames.count_double(site.ply, extension >= 2);
            let depth = site.depth - 1 + extension;
            let step = Step { mv, count: result.count, depth, history };
            let nodes_before = self.nodes;
            let child = self.descend(site.position, mv)?;
            let score = self.search_step::<PV>(site, step, &child, result.best)?;
            self.ascend();
            if site.ply == 0 {
                self.record(site, step, score, self.nodes - nodes_before);
            }

            let index = tried.searched;
            tried.searched += 1;
            result.best = result.best.max(score);
            if score <= site.alpha {
                tried.add(mv);
                continue;
            }
            if let Some(former) = leader.replace(Leader { mv, stage: picked.stage, index }) {
                tried.add(former.mv);
            }
            if PV {
                self.data.pv.lead(site.ply, mv);
            }
            if score >= site.beta {
                self.data.frames[site.ply].cutoffs += 1;
                break;
            }
            site.alpha = score;
            if (3..12).contains(&site.depth) && !score.is_decisive() {
                site.depth -= 1;
            }
        }
        site.depth = node_depth;
        result.mv = leader.map(|leader| leader.mv);
        if let Some(leader) = leader
            && (site.ply > 0 || self.root.is_whole())
        {
            self.learn(site, leader, &tried, result.best);
        }
        if result.best >= site.beta && !result.best.is_decisive() && !site.beta.is_decisive() {
            // A score far above beta at low depth is mostly noise.
            let (best, beta) = (result.best.raw(), site.beta.raw());
            result.best = Score::new((best * node_depth + beta) / (node_depth + 1));
        }
        Ok(result)
    }

    /// Judges a move by the depth it would be reduced to.
    fn verdict(&self, site: &Site<'_>, mv: Move, count: usize, history: i32) -> Verdict {
        let base = self.reductions.base(mv.is_quiet(), site.depth, count)
            - history * 1024 / self.parameters.reduction_history;
        let reduced = (site.depth - 1 - base.max(0) / 1024).max(0);
        self.judge(site, Candidate { mv, count, history, reduced })
    }

    /// Searches one move: reduced, then unreduced, then with the full window, as far as needed.
    fn search_step<const PV: bool>(
        &mut self,
        site: &Site<'_>,
        step: Step,
        child: &Position,
        best: Score,
    ) -> Outcome {
        let ply = site.ply + 1;
        let (alpha, beta) = (site.alpha, site.beta);
        let null_window = (alpha, alpha + 1);
        let mut depth = step.depth;
        let mut score = Score::ZERO;
        if site.depth >= 2 && step.count > 1 + usize::from(site.ply == 0) {
            let reduction = self.reduction::<PV>(site, step, child);
            let reduced = (depth - reduction / 1024).clamp(depth.min(1), depth + i32::from(PV));
            score = self.search_child::<false>(child, null_window, reduced, ply, true)?;
            if score > alpha && reduced < depth {
                let p = &self.parameters;
                depth += i32::from(score > best + p.deeper_margin + 2 * depth);
                depth -= i32::from(score < best + p.shallower_margin);
                if reduced < depth {
                    score =
                        self.search_child::<false>(child, null_window, depth, ply, !site.cut)?;
                }
            }
        } else if !PV || step.count > 1 {
            score = self.search_child::<false>(child, null_window, depth, ply, !site.cut)?;
        }
        if PV && (step.count == 1 || score > alpha) {
            score = self.search_child::<true>(child, (alpha, beta), depth, ply, false)?;
        }
        Ok(score)
    }

    /// Late move reduction, in 1024ths of a ply.
    fn reduction<const PV: bool>(&self, site: &Site<'_>, step: Step, child: &Position) -> i32 {
        let circumstances = Circumstances {
            quiet: step.mv.is_quiet(),
            pv: PV,
            was_pv: site.was_pv,
            cut: site.cut,
            improving: site.improving,
            tt_move_noisy: site.tt_move_noisy(),
            gives_check: child.in_check(),
            child_cutoffs: self.data.frames[site.ply + 1].cutoffs,
            history: step.history,
            correction: site.correction.abs(),
        };
        self.reductions.reduction(site.depth, step.count, circumstances, &self.parameters)
    }

    /// Tells the ordering which move was best.
    fn learn(&mut self, site: &Site<'_>, leader: Leader, tried: &Tried, best: Score) {
        let surprising = best > site.beta + 80;
        let data = &mut *self.data;
        let node = site.view(&data.line, Mode::Main);
        data.ordering.update(&ordering::NodeResult {
            node: &node,
            best: leader.mv,
            stage: leader.stage,
            failed_high: best >= site.beta,
            quiets_searched: &tried.quiets,
            noisies_searched: &tried.noisies,
            moves_searched: leader.index,
            bonus_depth: site.depth + i32::from(surprising),
        });
    }

    /// Notes how a root move went. A move that did not raise alpha is only known to be worse.
    fn record(&mut self, site: &Site<'_>, step: Step, score: Score, nodes: u64) {
        let raised = step.count == 1 || score > site.alpha;
        let seldepth = self.seldepth;
        let rest = (score > site.alpha).then(|| self.data.pv.line(1));
        let Some(entry) = self.root.entry(step.mv) else { return };
        entry.nodes += nodes;
        if raised {
            entry.found(score, seldepth, rest);
        } else {
            entry.score = -Score::INFINITE;
        }
    }

    /// Names the root move under consideration once the search has lasted a while.
    fn announce(&mut self, site: &Site<'_>, mv: Move, number: usize) {
        if site.ply > 0 || self.shared.elapsed() < QUIET_TIME {
            return;
        }
        if let Some(reporter) = &mut self.reporter {
            reporter.current_move(self.root_depth as u32, mv, number + self.root.rank);
        }
    }
}
