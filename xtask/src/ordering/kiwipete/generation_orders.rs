//! Orders in which the moves of a node can be generated and sorted. For the experiment only; the
//! engine's own schemes are in the ordering layer.

use board::{Move, PieceKind, Position};
use movegen::{All, MoveList, Noisy, Quiet, generate};
use ordering::scoring::mvv_lva;
use std::cmp::Reverse;

/// An order in which the moves of a node are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerationOrder {
    /// That of Bartizan's generator.
    Bartizan,
    /// The same from the last move to the first.
    Reversed,
    /// Captures and promotions before all quiet moves.
    NoisyFirst,
    /// Captures and promotions after all quiet moves.
    QuietFirst,
    /// Pawns, knights, bishops, rooks, queens, king, and otherwise as [`GenerationOrder::Rustic`].
    PawnsFirst,
    /// Rustic's: king, knights, rooks, bishops, queens, pawns, then castling; pieces and their
    /// targets from a1 to h8, captures among the quiet moves; promotions from the queen down.
    Rustic,
}

impl GenerationOrder {
    /// All legal moves, or the noisy ones alone.
    pub fn generate(self, position: &Position, noisy_only: bool) -> MoveList {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut moves = MoveList::new();
        match self {
            _ if noisy_only => generate::<Noisy>(position, &mut moves),
            Self::NoisyFirst => {
                generate::<Noisy>(position, &mut moves);
                generate::<Quiet>(position, &mut moves);
            }
            Self::QuietFirst => {
                generate::<Quiet>(position, &mut moves);
                generate::<Noisy>(position, &mut moves);
            }
            _ => generate::<All>(position, &mut moves),
        }
        match self {
            Self::Reversed => moves.reverse(),
            Self::PawnsFirst => sort_by_piece(position, &mut moves, PieceKind::ALL),
            Self::Rustic => {
                sort_by_piece(position, &mut moves, [King, Knight, Rook, Bishop, Queen, Pawn]);
            }
            Self::Bartizan | Self::NoisyFirst | Self::QuietFirst => {}
        }
        moves
    }
}

/// Sorts by the kind of piece that moves, then by its square, then by the target.
fn sort_by_piece(position: &Position, moves: &mut MoveList, kinds: [PieceKind; 6]) {
    let mut ranks = [0; 6];
    for (rank, kind) in kinds.into_iter().enumerate() {
        ranks[kind.index()] = rank;
    }
    moves.sort_unstable_by_key(|&mv| {
        // The king's two castlings come last, the short one first.
        let kind = if mv.is_castle() { 6 } else { ranks[position.moved_piece(mv).kind().index()] };
        let to = if mv.is_castle() { 63 - mv.to().index() } else { mv.to().index() };
        let promotion = mv.promotion().map_or(0, |kind| 5 - kind.index());
        (kind << 18) | (mv.from().index() << 12) | (to << 6) | promotion
    });
}

/// How a generated list is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSort {
    /// By MVV-LVA; equal captures, and all other moves, stay in generation order.
    StableMvvLva,
    /// By MVV-LVA with Rustic's exchange sort: every better move found on the way to the best one is
    /// swapped to the front, which changes the order of the others. En passant counts as no
    /// capture, since its target square is empty.
    ExchangeSortMvvLva,
}

impl MoveSort {
    /// Sorts the moves of a position.
    pub fn sort(self, position: &Position, moves: &mut MoveList) {
        match self {
            Self::StableMvvLva => moves.sort_by_key(|&mv| Reverse(mvv_lva::sort_key(position, mv))),
            Self::ExchangeSortMvvLva => exchange_sort(moves, |mv| {
                if mv.is_en_passant() { 0 } else { mvv_lva::sort_key(position, mv) }
            }),
        }
    }
}

fn exchange_sort(moves: &mut MoveList, key: impl Fn(Move) -> u32) {
    for place in 0..moves.len() {
        let mut best = key(moves[place]);
        for other in place + 1..moves.len() {
            let rival = key(moves[other]);
            if rival > best {
                moves.swap(place, other);
                best = rival;
            }
        }
        if best == 0 {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::KIWIPETE;
    use super::GenerationOrder::{Bartizan, NoisyFirst, PawnsFirst, QuietFirst, Reversed, Rustic};
    use super::MoveSort::{ExchangeSortMvvLva, StableMvvLva};
    use super::*;
    use std::collections::HashSet;

    fn moves(
        order: GenerationOrder,
        sort: impl Into<Option<MoveSort>>,
        fen: &str,
        noisy_only: bool,
    ) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let mut moves = order.generate(&position, noisy_only);
        if let Some(sort) = sort.into() {
            sort.sort(&position, &mut moves);
        }
        moves.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_generation_order_has_the_same_moves() {
        let evasions = "4k3/8/8/8/7b/8/3P1P2/R2QK2R w KQ - 0 1";
        let promotions = "1n2k3/P1P4P/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
        for fen in [KIWIPETE, evasions, promotions] {
            for noisy_only in [false, true] {
                let expected = moves(Bartizan, None, fen, noisy_only);
                let expected_set: HashSet<String> = expected.iter().cloned().collect();
                for order in [Reversed, NoisyFirst, QuietFirst, PawnsFirst, Rustic] {
                    for sort in [None, Some(StableMvvLva), Some(ExchangeSortMvvLva)] {
                        let moves = moves(order, sort, fen, noisy_only);
                        assert_eq!(moves.len(), expected.len(), "{order:?} {sort:?} {fen}");
                        let set: HashSet<String> = moves.into_iter().collect();
                        assert_eq!(set, expected_set, "{order:?} {sort:?} {fen}");
                    }
                }
            }
        }
    }

    #[test]
    fn rustic_order_generates_piece_by_piece() {
        let fen = "1n2k3/P7/8/8/8/5p2/6P1/R3K2R w KQ - 0 1";
        assert_eq!(
            moves(Rustic, None, fen, false).join(" "),
            "e1d1 e1f1 e1d2 e1f2 \
             a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 \
             g2f3 g2g3 g2g4 a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n e1h1 e1a1"
        );
    }

    #[test]
    fn mvv_lva_puts_the_most_valuable_victim_first() {
        let fen = "4k3/8/8/2p1q3/3P4/8/8/3Q1KN1 w - - 0 1";
        let quiet = "4k3/8/8/8/8/8/8/3QK1N1 w - - 0 1";
        for sort in [StableMvvLva, ExchangeSortMvvLva] {
            assert_eq!(moves(Bartizan, sort, fen, false)[..2], ["d4e5", "d4c5"]);
            // Without captures the order is unchanged.
            let generated = moves(Rustic, None, quiet, false);
            assert_eq!(moves(Rustic, sort, quiet, false), generated);
        }
    }

    #[test]
    fn only_the_stable_sort_keeps_quiet_moves_in_order() {
        let noisy = moves(Bartizan, None, KIWIPETE, true);
        let quiet = |sort: Option<MoveSort>| -> Vec<String> {
            let moves = moves(Rustic, sort, KIWIPETE, false);
            moves.into_iter().filter(|mv| !noisy.contains(mv)).collect()
        };
        assert_eq!(quiet(Some(StableMvvLva)), quiet(None));
        assert_ne!(quiet(Some(ExchangeSortMvvLva)), quiet(None));
    }
}
