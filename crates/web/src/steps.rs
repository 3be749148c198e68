//! A small alpha-beta search of which every node is recorded, to be played step by step.

use crate::engine::{BoxedEvaluator, evaluator, visit_ordering};
use crate::request::{Parts, move_text};
use board::{Move, Position};
use eval::nnue::Network;
use eval::{Evaluator, MAX_PLY, Score};
use movegen::{has_legal_move, legal_moves};
use notation::to_san;
use ordering::{
    Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PickedMove, PlayedMove, SchemeVisitor,
    previous_moves,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// Greatest depth in plies.
const MAX_DEPTH: u32 = 4;
/// Nodes that are recorded at most.
const MAX_NODES: usize = 6000;

/// Searches a position to a depth with the evaluation and the ordering of the parts, from empty tables. The nodes are in
/// the order in which they were entered. Scores are those of the side that moves in the node, in centipawns; bounds that
/// are infinite are null.
pub fn record(
    position: &Position,
    parts: &Parts,
    network: Option<&Arc<Network>>,
    depth: u32,
) -> Result<Value, String> {
    if !(1..=MAX_DEPTH).contains(&depth) {
        return Err(format!("a search step by step has a depth of 1 to {MAX_DEPTH}"));
    }
    let evaluator = evaluator(&parts.evaluation, network)?;
    visit_ordering(parts, Record { position, evaluator, depth })
}

struct Record<'a> {
    position: &'a Position,
    evaluator: BoxedEvaluator,
    depth: u32,
}

impl SchemeVisitor for Record<'_> {
    type Output = Value;

    fn visit<O: MoveOrdering>(self) -> Value {
        let ordering = O::default();
        let (evaluator, nodes, path) = (self.evaluator, Vec::new(), Vec::new());
        let mut steps = Steps { ordering, evaluator, nodes, path };
        let window = (-Score::INFINITE, Score::INFINITE);
        let score = steps.search(self.position, window, self.depth, None);
        json!({ "nodes": steps.nodes, "complete": score.is_some() })
    }
}

struct Steps<O> {
    ordering: O,
    evaluator: BoxedEvaluator,
    nodes: Vec<Value>,
    path: Vec<Option<PlayedMove>>,
}

/// Centipawns, or nothing for an infinite bound.
fn bound(score: Score) -> Option<i32> {
    (score.raw().abs() < Score::INFINITE.raw()).then_some(score.raw())
}

impl<O: MoveOrdering> Steps<O> {
    /// Fail-soft alpha-beta, as the search of that name but without quiescence. `above` is the number of the parent and
    /// the move that leads here. Nothing when there are too many nodes.
    fn search(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        depth: u32,
        above: Option<(usize, &Position, PickedMove)>,
    ) -> Option<Score> {
        let (number, ply) = (self.nodes.len(), self.path.len());
        if number >= MAX_NODES {
            return None;
        }
        let moves = legal_moves(position).len();
        self.nodes.push(json!({
            "parent": above.map(|(parent, ..)| parent),
            "uci": above.map(|(.., picked)| move_text(picked.mv)),
            "san": above.map(|(_, before, picked)| to_san(before, picked.mv)),
            "stage": above.map(|(.., picked)| picked.stage.name()),
            "alpha": bound(alpha),
            "beta": bound(beta),
            "moves": if depth == 0 { 0 } else { moves },
        }));
        let score = if !has_legal_move(position) {
            if position.in_check() { Score::mated_in(ply) } else { Score::DRAW }
        } else if depth == 0 || ply >= MAX_PLY {
            self.evaluator.evaluate(position, ply)
        } else {
            let view = NodeView {
                depth: depth as i32,
                ply,
                previous_moves: previous_moves(&self.path),
                mode: Mode::Main,
                ..NodeView::root(position)
            };
            self.search_moves(&view, (&mut alpha, beta), number)?
        };
        self.nodes[number]["score"] = json!(score.raw());
        Some(score)
    }

    fn search_moves(
        &mut self,
        view: &NodeView<'_>,
        (alpha, beta): (&mut Score, Score),
        number: usize,
    ) -> Option<Score> {
        let mut best_score = -Score::INFINITE;
        let (mut quiets, mut noisies): (Vec<Move>, Vec<Move>) = (Vec::new(), Vec::new());
        let mut picker = self.ordering.picker(view);
        while let Some(picked) = picker.next(&self.ordering, view) {
            let mv = picked.mv;
            let child = view.position.make(mv);
            self.path.push(Some(PlayedMove { mv, piece: view.position.moved_piece(mv) }));
            let above = Some((number, view.position, picked));
            let score = self.search(&child, (-beta, -*alpha), view.depth as u32 - 1, above);
            self.path.pop();
            let score = -score?;
            best_score = best_score.max(score);
            *alpha = (*alpha).max(score);
            if score >= beta {
                self.nodes[number]["cutoff"] = json!(true);
                self.ordering.update(&NodeResult {
                    node: view,
                    best: mv,
                    failed_high: true,
                    quiets_searched: &quiets,
                    noisies_searched: &noisies,
                    bonus_depth: view.depth,
                });
                break;
            }
            if mv.is_quiet() { quiets.push(mv) } else { noisies.push(mv) }
        }
        Some(best_score)
    }
}
