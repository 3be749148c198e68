//! Minimax and plain alpha-beta: small enough to be seen to be right. They are the measure of
//! everything else, the laboratory's baseline, and (behind [`crate::Minimax`] and
//! [`crate::AlphaBeta`]) engines to play against.
//!
//! System B's `findbest1` and `findbestN` are [`minimax`] with depths 1 and N. The first of equal
//! moves wins. Mates and stalemates are scored before anything else, also at the horizon. The
//! functions of this file know nothing of repetitions and the fifty-move rule.

use crate::pv::PvTable;
use crate::worker::{Aborted, Outcome};
use arrayvec::ArrayVec;
use board::{Bitboard, KeyHistory, Move, Position};
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{attacked_by, has_legal_move, legal_moves};
use ordering::{Mode, MoveOrdering, MovePicker, MvvLva, NodeView, PlayedMove};

/// How a position at the horizon is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafEvaluation {
    /// By the evaluator.
    Static,
    /// By a search of captures and promotions without any pruning; in check, of all moves.
    Quiescence,
    /// The same without regard to checks, as in system A.
    Captures,
}

/// What a search of the oracle found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceResult {
    /// Score from the side to move.
    pub score: Score,
    /// First of the best moves; `None` at depth 0 and when there is no move.
    pub best: Option<Move>,
    /// Moves made.
    pub nodes: u64,
    /// Deepest ply reached.
    pub seldepth: u32,
}

/// Plain minimax: every move of every position to `depth` plies.
pub fn minimax(
    position: &Position,
    evaluator: &mut impl Evaluator,
    depth: u32,
    leaf: LeafEvaluation,
) -> ReferenceResult {
    let mut plain = Plain::new(evaluator, leaf, Unlimited);
    let score = match plain.minimax(position, depth, 0) {
        Ok(score) => score,
        Err(Aborted) => unreachable!("nothing limits this search"),
    };
    plain.solved(score)
}

/// Alpha-beta with the same leaf, hence the same score; the order of moves decides how many nodes
/// it takes, and which of equal moves is found.
pub fn alpha_beta<E: Evaluator, O: MoveOrdering>(
    position: &Position,
    evaluator: &mut E,
    ordering: &mut O,
    depth: u32,
    leaf: LeafEvaluation,
) -> ReferenceResult {
    match alpha_beta_with_node_limit(position, evaluator, ordering, depth, leaf, u64::MAX) {
        Ok(solved) => solved,
        Err(_) => unreachable!("no search makes that many moves"),
    }
}

/// As [`alpha_beta`], but gives up when `cap` moves have been made.
///
/// # Errors
/// The number of moves made, when that reached the cap.
pub fn alpha_beta_with_node_limit<E: Evaluator, O: MoveOrdering>(
    position: &Position,
    evaluator: &mut E,
    ordering: &mut O,
    depth: u32,
    leaf: LeafEvaluation,
    cap: u64,
) -> Result<ReferenceResult, u64> {
    let mut plain = Plain::new(evaluator, leaf, Cap(cap));
    let full = (-Score::INFINITE, Score::INFINITE);
    match plain.alpha_beta(ordering, position, full, depth, 0) {
        Ok(score) => Ok(plain.solved(score)),
        Err(Aborted) => Err(plain.nodes),
    }
}

/// Decides before each move whether the search may go on.
pub(crate) trait Guard {
    fn pass(&mut self, nodes: u64) -> Outcome<()>;
}

struct Unlimited;

impl Guard for Unlimited {
    fn pass(&mut self, _: u64) -> Outcome<()> {
        Ok(())
    }
}

struct Cap(u64);

impl Guard for Cap {
    fn pass(&mut self, nodes: u64) -> Outcome<()> {
        if nodes < self.0 { Ok(()) } else { Err(Aborted) }
    }
}

/// A plain search in progress.
pub(crate) struct Plain<'a, E, G> {
    evaluator: &'a mut E,
    guard: G,
    leaf: LeafEvaluation,
    pub nodes: u64,
    pub seldepth: u32,
    /// Keys of earlier positions, where repetitions and the fifty-move rule count.
    pub history: Option<KeyHistory>,
    /// Moves to consider at the root; empty means all.
    pub root_moves: Vec<Move>,
    pub pv: PvTable,
    line: Vec<Option<PlayedMove>>,
}

impl<'a, E: Evaluator, G: Guard> Plain<'a, E, G> {
    pub(crate) fn new(evaluator: &'a mut E, leaf: LeafEvaluation, guard: G) -> Self {
        Self {
            evaluator,
            guard,
            leaf,
            nodes: 0,
            seldepth: 0,
            history: None,
            root_moves: Vec::new(),
            pv: PvTable::new(),
            line: Vec::with_capacity(MAX_PLY),
        }
    }

    /// Brings the path back to the root, after an abort too.
    pub(crate) fn forget_line(&mut self) {
        self.line.clear();
    }

    fn solved(&self, score: Score) -> ReferenceResult {
        let best = self.pv.line(0).first().copied();
        ReferenceResult { score, best, nodes: self.nodes, seldepth: self.seldepth }
    }

    /// Negamax over all moves.
    pub(crate) fn minimax(&mut self, position: &Position, depth: u32, ply: usize) -> Outcome {
        self.enter(ply);
        if let Some(score) = self.finished(position, ply) {
            return Ok(score);
        }
        if depth == 0 {
            let full = (-Score::INFINITE, Score::INFINITE);
            return self.value(&mut MvvLva, position, full, ply);
        }
        let mut best = -Score::INFINITE;
        for mv in legal_moves(position) {
            if self.is_left_out(mv, ply) {
                continue;
            }
            let child = self.descend(position, mv)?;
            let score = -self.minimax(&child, depth - 1, ply + 1)?;
            self.ascend();
            if score > best {
                best = score;
                self.pv.lead(ply, mv);
            }
        }
        Ok(best)
    }

    /// Fail-soft alpha-beta.
    pub(crate) fn alpha_beta<O: MoveOrdering>(
        &mut self,
        ordering: &mut O,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        depth: u32,
        ply: usize,
    ) -> Outcome {
        self.enter(ply);
        if let Some(score) = self.finished(position, ply) {
            return Ok(score);
        }
        if depth == 0 {
            return self.value(ordering, position, (alpha, beta), ply);
        }
        let place = Place {
            position,
            ply,
            depth: depth as i32,
            threats: attacked_by(position, !position.side_to_move()),
            mode: Mode::Main,
        };
        let mut best = -Score::INFINITE;
        let mut tried = Tried::default();
        let mut picker = ordering.picker(&place.view(&self.line));
        while let Some(picked) = picker.next(ordering, &place.view(&self.line)) {
            let mv = picked.mv;
            if self.is_left_out(mv, ply) {
                continue;
            }
            let child = self.descend(position, mv)?;
            let score = -self.alpha_beta(ordering, &child, (-beta, -alpha), depth - 1, ply + 1)?;
            self.ascend();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.pv.lead(ply, mv);
                }
                if score >= beta {
                    ordering.update(&tried.outcome(
                        &place.view(&self.line),
                        picked.mv,
                        picked.stage,
                    ));
                    break;
                }
            }
            tried.add(mv);
        }
        Ok(best)
    }

    /// The score of a position at the horizon; exact within the window.
    fn value<O: MoveOrdering>(
        &mut self,
        ordering: &mut O,
        position: &Position,
        window: (Score, Score),
        ply: usize,
    ) -> Outcome {
        match self.leaf {
            LeafEvaluation::Static => Ok(self.evaluator.evaluate(position, ply)),
            LeafEvaluation::Quiescence | LeafEvaluation::Captures => {
                self.quiesce(ordering, position, window, ply)
            }
        }
    }

    /// Fail-soft quiescence search without pruning.
    fn quiesce<O: MoveOrdering>(
        &mut self,
        ordering: &mut O,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Outcome {
        self.enter(ply);
        let forced = self.leaf == LeafEvaluation::Quiescence && position.in_check();
        let mut best = -Score::INFINITE;
        if !forced || ply >= MAX_PLY {
            best = self.evaluator.evaluate(position, ply);
            if best >= beta || ply >= MAX_PLY {
                return Ok(best);
            }
            alpha = alpha.max(best);
        }
        let mode =
            if self.leaf == LeafEvaluation::Captures { Mode::Captures } else { Mode::Quiescence };
        let place = Place { position, ply, depth: 0, threats: Bitboard::EMPTY, mode };
        let mut tried = Tried::default();
        let mut picker = ordering.picker(&place.view(&self.line));
        while let Some(picked) = picker.next(ordering, &place.view(&self.line)) {
            let mv = picked.mv;
            let child = self.descend(position, mv)?;
            let score = -self.quiesce(ordering, &child, (-beta, -alpha), ply + 1)?;
            self.ascend();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.pv.lead(ply, mv);
                }
                if score >= beta {
                    ordering.update(&tried.outcome(&place.view(&self.line), mv, picked.stage));
                    break;
                }
            }
            tried.add(mv);
        }
        let mated = forced && best == -Score::INFINITE;
        Ok(if mated { Score::mated_in(ply) } else { best })
    }

    fn enter(&mut self, ply: usize) {
        self.pv.clear(ply);
        self.seldepth = self.seldepth.max(ply as u32);
    }

    fn is_left_out(&self, mv: Move, ply: usize) -> bool {
        ply == 0 && !self.root_moves.is_empty() && !self.root_moves.contains(&mv)
    }

    /// The score of a game that is over here: by mate or stalemate, and, where a history is kept,
    /// by the drawing rules.
    fn finished(&self, position: &Position, ply: usize) -> Option<Score> {
        if !has_legal_move(position) {
            let mated = position.in_check();
            return Some(if mated { Score::mated_in(ply) } else { Score::DRAW });
        }
        let history = self.history.as_ref().filter(|_| ply > 0)?;
        let drawn = position.halfmove_clock() >= 100
            || position.has_insufficient_material()
            || history.is_repetition(position, ply);
        drawn.then_some(Score::DRAW)
    }

    fn descend(&mut self, position: &Position, mv: Move) -> Outcome<Position> {
        self.guard.pass(self.nodes)?;
        self.nodes += 1;
        if let Some(history) = &mut self.history {
            history.push(position.key());
        }
        self.line.push(Some(PlayedMove { mv, piece: position.moved_piece(mv) }));
        Ok(position.make(mv))
    }

    fn ascend(&mut self) {
        if let Some(history) = &mut self.history {
            history.pop();
        }
        self.line.pop();
    }
}

/// A node, for the view that the ordering is handed.
struct Place<'p> {
    position: &'p Position,
    ply: usize,
    depth: i32,
    threats: Bitboard,
    mode: Mode,
}

impl<'p> Place<'p> {
    fn view<'b>(&self, line: &'b [Option<PlayedMove>]) -> NodeView<'b>
    where
        'p: 'b,
    {
        NodeView {
            position: self.position,
            ply: self.ply,
            depth: self.depth,
            tt_move: None,
            line,
            threats: self.threats,
            mode: self.mode,
        }
    }
}

/// Moves searched before the one that cut off.
#[derive(Default)]
struct Tried {
    quiets: ArrayVec<Move, 64>,
    noisies: ArrayVec<Move, 32>,
    count: usize,
}

impl Tried {
    fn add(&mut self, mv: Move) {
        self.count += 1;
        // What no longer fits is forgotten: nobody learns from the hundredth move.
        let _ = if mv.is_quiet() { self.quiets.try_push(mv) } else { self.noisies.try_push(mv) };
    }

    fn outcome<'b>(
        &'b self,
        node: &'b NodeView<'b>,
        best: Move,
        stage: ordering::Stage,
    ) -> ordering::NodeResult<'b> {
        ordering::NodeResult {
            node,
            best,
            stage,
            failed_high: true,
            quiets_searched: &self.quiets,
            noisies_searched: &self.noisies,
            moves_searched: self.count,
            bonus_depth: node.depth,
        }
    }
}
