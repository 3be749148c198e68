//! The state of one node, of the main search and of quiescence.

use crate::tt::{TtEntry, tt_key};
use board::{Bitboard, Move, PieceKind, Position};
use eval::Score;

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

    /// The score of a TT entry that ends the node, if it has one.
    pub(super) fn tt_cutoff(&self) -> Option<Score> {
        let entry = self.tt_entry?;
        entry.causes_cutoff(self.alpha, self.beta).then_some(entry.score)
    }
}
