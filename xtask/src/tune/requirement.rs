//! What a position must have for a weight to matter: spares most evaluations of finite differences.

use board::{Bitboard, Color, File, PieceKind, Position, Rank, Square};

/// A necessary condition. Squares and ranks are relative to the side of the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Requirement {
    /// None is known.
    Nothing,
    /// No position does: the weight is not tuned.
    Never,
    /// A piece of this kind.
    Piece(PieceKind),
    /// A piece of this kind on a square, mirrored if its king is on files A to D.
    PieceOn(PieceKind, Square),
    /// A piece of this kind at a distance from its own king, or from the enemy king.
    KingDistance { kind: PieceKind, own: bool, distance: u32 },
    /// A pawn on a rank, if given on the files so far from the edge.
    PawnOn { rank: usize, edge_distance: Option<usize> },
}

impl Requirement {
    /// The requirement of the weight with this index in a field of the evaluation's weights.
    pub fn of(field: &str, index: usize) -> Self {
        let pawn_on = |rank| Self::PawnOn { rank, edge_distance: None };
        let shelter = |rank| Self::PawnOn { rank, edge_distance: Some(index / 8) };
        let distance = |own| Self::KingDistance {
            kind: PieceKind::ALL[index / 8],
            own,
            distance: (index % 8) as u32,
        };
        match field {
            "material" | "danger_attacker" | "danger_safe_check" | "pawn_threat"
            | "minor_threat" | "rook_threat" | "hanging" => Self::Piece(PieceKind::ALL[index]),
            "psqt" => Self::PieceOn(PieceKind::ALL[index / 64], Square::ALL[index % 64]),
            "own_king_distance" => distance(true),
            "enemy_king_distance" => distance(false),
            "phalanx" | "supported" | "candidate" | "passed" | "passed_own_king"
            | "passed_enemy_king" | "passed_safe_stop" | "passed_free_path" | "passed_blocked" => {
                pawn_on(index)
            }
            // Rank 0 is no pawn.
            "shelter" if index.is_multiple_of(8) => Self::Nothing,
            "shelter" => shelter(index % 8),
            // The ranks of an enemy pawn from the king's side.
            "storm" => shelter(7 - index % 8),
            "storm_blocked" => pawn_on(7 - index),
            "threat_on_queen" => Self::Piece(PieceKind::Queen),
            // These lead a won ending to its end, which the results of games do not measure.
            "mop_up_edge" | "mop_up_king_distance" | "kpk_win" => Self::Never,
            _ if field.starts_with("knight_") => Self::Piece(PieceKind::Knight),
            _ if field.starts_with("bishop_") => Self::Piece(PieceKind::Bishop),
            _ if field.starts_with("rook_") => Self::Piece(PieceKind::Rook),
            _ if field.starts_with("queen_") => Self::Piece(PieceKind::Queen),
            _ => Self::Nothing,
        }
    }

    /// Whether a position meets it.
    pub fn is_met(self, position: &Position) -> bool {
        match self {
            Self::Nothing => true,
            Self::Never => false,
            Self::Piece(kind) => position.pieces(kind).any(),
            Self::PieceOn(kind, square) => Color::ALL.into_iter().any(|us| {
                let king_on_queenside = position.king(us).file().index() < 4;
                let square = if king_on_queenside { square.mirror() } else { square };
                position.of(us, kind).contains(square.relative_to(us))
            }),
            Self::KingDistance { kind, own, distance } => Color::ALL.into_iter().any(|us| {
                let king = position.king(if own { us } else { !us });
                position.of(us, kind).into_iter().any(|square| king.distance(square) == distance)
            }),
            Self::PawnOn { rank, edge_distance } => {
                let files = edge_distance.map_or(Bitboard::ALL, |distance| {
                    File::from_index(distance).bitboard()
                        | File::from_index(7 - distance).bitboard()
                });
                Color::ALL.into_iter().any(|us| {
                    let rank = Square::new(File::A, Rank::from_index(rank)).relative_to(us).rank();
                    (position.of(us, PieceKind::Pawn) & files & rank.bitboard()).any()
                })
            }
        }
    }
}

/// Whether the middlegame sum is linear in the weights of a field: all but king danger and what
/// the shelter adds to it.
pub fn is_linear(field: &str) -> bool {
    !["danger_", "shelter", "storm", "king_"].iter().any(|start| field.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::super::weights::WeightVector;
    use super::*;
    use eval::{Classical, Evaluator};

    /// No tuned weight matters to a position that does not meet its requirement.
    #[test]
    fn requirements_are_necessary() {
        let positions: Vec<Position> = testkit::positions::mixed(9, 200)
            .iter()
            .map(|fen| Position::from_fen(fen).unwrap())
            .collect();
        let weights = WeightVector::default();
        let mut default = Classical::default();
        let expected: Vec<_> = positions.iter().map(|p| default.evaluate(p, 0)).collect();
        let mut unmet = 0;
        for (weight, (field, index)) in weights.names().into_iter().enumerate() {
            let changed = weights.with(&[(2 * weight, 100), (2 * weight + 1, 100)]);
            let mut evaluator = Classical::with_weights(changed);
            let requirement = Requirement::of(field, index);
            if requirement == Requirement::Never {
                continue;
            }
            for (position, expected) in positions.iter().zip(&expected) {
                if !requirement.is_met(position) {
                    unmet += 1;
                    assert_eq!(
                        evaluator.evaluate(position, 0),
                        *expected,
                        "{field}[{index}] {position}"
                    );
                }
            }
        }
        assert!(2 * unmet > positions.len() * weights.names().len(), "{unmet}");
    }
}
