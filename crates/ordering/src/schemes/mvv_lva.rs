//! MVV-LVA (most valuable victim, least valuable attacker): the table of Rustic and the formula of the book
//! chapter "Move Ordering", and the schemes `mvv-lva` and `formula`, which order by them alone.

use super::STAGED_ONLY;
use crate::picker::{ScoredPicker, ScoredScheme};
use crate::{Guarantees, MoveOrdering, NodeView, Stage};
use board::{Move, PieceKind, Position};

/// Added by `mvv-lva` and `killers` to the table value of every capture, so that captures lie at the upper end of the
/// `u32` keys, with room for the TT move above.
///
/// ```
/// // A pawn takes a pawn.
/// let lowest = bartizan_ordering::mvv_lva::MVV_LVA_OFFSET + 15;
/// assert_eq!(lowest, 4_294_967_054);
/// ```
pub const MVV_LVA_OFFSET: u32 = u32::MAX - 256;

/// The sort key of a legal capture: an offset near the greatest `u32`, and the value of Rustic's table, whose
/// tens are 10 to 50 for victims from pawn to queen, and whose units 0 to 5 for attackers from king to pawn;
/// 0 for other moves.
#[must_use]
pub fn sort_key(position: &Position, mv: Move) -> u32 {
    let attacker = position.moved_piece(mv).kind().index();
    let value = |victim: PieceKind| 10 * (victim.index() + 1) + 5 - attacker;
    position.captured(mv).map_or(0, |victim| MVV_LVA_OFFSET + value(victim) as u32)
}

/// The signed score for an unsigned key. It keeps the order.
pub(super) const fn score_from_key(key: u32) -> i32 {
    (key ^ (1 << 31)).cast_signed()
}

/// The inverse of [`score_from_key`].
pub(super) const fn key_from_score(score: i32) -> u32 {
    score.cast_unsigned() ^ (1 << 31)
}

/// The piece values of the formula in centipawns, from pawn to king.
///
/// With 10,000 for the king, captures by the king are small or negative (−1000 for KxQ), so
/// they come after all other captures.
const PIECE_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 10_000];

/// MVV-LVA of a legal capture by formula: victim · 10 − attacker; 0 for other moves.
pub(super) fn formula(position: &Position, mv: Move) -> i32 {
    let value = |kind: PieceKind| PIECE_VALUES[kind.index()];
    let attacker = position.moved_piece(mv).kind();
    position.captured(mv).map_or(0, |victim| value(victim) * 10 - value(attacker))
}

fn capture_stage(mv: Move) -> Stage {
    if mv.is_capture() { Stage::Noisy } else { Stage::Unordered }
}

/// MVV-LVA by Rustic's table. All other moves have key 0 and follow in
/// generation order. Without tables; the TT move is ignored.
#[derive(Default)]
pub struct MvvLva;

impl MoveOrdering for MvvLva {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "mvv-lva";
    const GUARANTEES: Guarantees = STAGED_ONLY;

    fn display_score(score: i32) -> i64 {
        i64::from(key_from_score(score))
    }
}

impl ScoredScheme for MvvLva {
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        score_from_key(sort_key(node.position, mv))
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        capture_stage(mv)
    }
}

/// Added to the score of every capture, so that even captures by the king, whose formula
/// is negative, come before the other moves.
const CAPTURE_BASE: i32 = 1_000_000;

/// MVV-LVA by formula, victim · 10 − attacker, as in the book chapter "Move Ordering". All
/// other moves follow in generation order. Without tables; the TT move is ignored.
#[derive(Default)]
pub struct Formula;

impl MoveOrdering for Formula {
    type Picker = ScoredPicker<Self>;
    const NAME: &'static str = "formula";
    const GUARANTEES: Guarantees = STAGED_ONLY;
}

impl ScoredScheme for Formula {
    fn score(&self, node: &NodeView<'_>, mv: Move) -> i32 {
        if mv.is_capture() { CAPTURE_BASE + formula(node.position, mv) } else { 0 }
    }

    fn stage(mv: Move, _score: i32) -> Stage {
        capture_stage(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::legal_moves;

    #[test]
    fn scores_keep_the_order_of_keys() {
        let keys = [0, 1, 10_000, MVV_LVA_OFFSET - 20, MVV_LVA_OFFSET, u32::MAX];
        assert!(keys.map(score_from_key).is_sorted());
        assert_eq!(keys.map(|key| key_from_score(score_from_key(key))), keys);
    }

    #[test]
    fn formula_and_table_match_the_published_values() {
        for (fen, text, expected, tabulated) in [
            ("7k/8/8/8/8/3q4/4P3/4K3 w - - 0 1", "e2d3", 8900, Some(55)),
            ("7k/8/8/8/8/3q4/4Q3/4K3 w - - 0 1", "e2d3", 8100, Some(51)),
            ("7k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2d3", 900, Some(15)),
            ("7k/8/8/8/8/3p4/4Q3/4K3 w - - 0 1", "e2d3", 100, Some(11)),
            ("7k/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e2", -1000, Some(50)),
            ("7k/8/8/8/8/3r4/4B3/4K3 w - - 0 1", "e2d3", 4670, Some(43)),
            ("7k/8/8/8/3b4/8/8/3RK3 w - - 0 1", "d1d4", 2800, Some(32)),
            ("7k/8/8/8/8/3p4/8/4KN2 w - - 0 1", "f1d2", 0, None),
            ("7k/8/8/8/8/8/3n4/2K2N2 w - - 0 1", "f1d2", 2880, Some(24)),
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut moves = legal_moves(&position).into_iter();
            let mv = moves.find(|mv| mv.to_string() == text).unwrap();
            assert_eq!(formula(&position, mv), expected, "{text} in {fen}");
            let key = tabulated.map_or(0, |value| MVV_LVA_OFFSET + value);
            assert_eq!(sort_key(&position, mv), key, "{text} in {fen}");
        }
    }
}
