//! Other orders of generation than ours, as schemes of move ordering: an [`Arrangement`] says in
//! which order the moves of a node are generated, a [`Choosing`] what is done to that order, and
//! [`Arranged`] makes a scheme of the two. For experiments; the engine's own schemes live in the
//! ordering layer.

use board::{Move, PieceKind, Position};
use movegen::{All, MoveList, Noisy, Quiet, generate};
use ordering::picker::{UnscoredPicker, UnscoredScheme};
use ordering::scoring::mvv_lva;
use ordering::{Guarantees, MoveOrdering, NodeView, Stage};
use std::cmp::Reverse;
use std::marker::PhantomData;

/// An order in which the moves of a node may be generated.
pub trait Arrangement: 'static {
    /// Appends the moves that the node wants.
    fn generate(node: &NodeView<'_>, moves: &mut MoveList);
}

/// How the next move is chosen from a generated list.
pub trait Choosing: 'static {
    /// Puts the list into the order in which its moves are to be tried.
    fn order(position: &Position, moves: &mut MoveList);
}

/// The scheme that generates by `A` and chooses by `C`. It learns nothing and does not look at
/// the hash move.
pub struct Arranged<A, C>(PhantomData<fn() -> (A, C)>);

impl<A, C> Default for Arranged<A, C> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<A: Arrangement, C: Choosing> MoveOrdering for Arranged<A, C> {
    type Picker = UnscoredPicker<Self>;
    const NAME: &'static str = "arranged";
    const GUARANTEES: Guarantees =
        Guarantees { tt_move_first: false, staged: true, good_noisy_first: false };

    fn picker(&self, _node: &NodeView<'_>) -> Self::Picker {
        UnscoredPicker::default()
    }
}

impl<A: Arrangement, C: Choosing> UnscoredScheme for Arranged<A, C> {
    const BATCHES: usize = 1;

    fn generate(_batch: usize, node: &NodeView<'_>, moves: &mut MoveList) {
        A::generate(node, moves);
        C::order(node.position, moves);
    }

    fn stage(_mv: Move) -> Stage {
        Stage::Unordered
    }
}

/// As our generator yields them.
pub struct Ours;

impl Arrangement for Ours {
    fn generate(node: &NodeView<'_>, moves: &mut MoveList) {
        if node.includes_quiets() {
            generate::<All>(node.position, moves);
        } else {
            generate::<Noisy>(node.position, moves);
        }
    }
}

/// The same from the last move to the first.
pub struct Backwards;

impl Arrangement for Backwards {
    fn generate(node: &NodeView<'_>, moves: &mut MoveList) {
        Ours::generate(node, moves);
        moves.reverse();
    }
}

/// Captures and promotions before all quiet moves.
pub struct NoisyFirst;

impl Arrangement for NoisyFirst {
    fn generate(node: &NodeView<'_>, moves: &mut MoveList) {
        generate::<Noisy>(node.position, moves);
        if node.includes_quiets() {
            generate::<Quiet>(node.position, moves);
        }
    }
}

/// Captures and promotions after all quiet moves.
pub struct QuietFirst;

impl Arrangement for QuietFirst {
    fn generate(node: &NodeView<'_>, moves: &mut MoveList) {
        if node.includes_quiets() {
            generate::<Quiet>(node.position, moves);
        }
        generate::<Noisy>(node.position, moves);
    }
}

/// System A's order: king, knights, rooks, bishops, queens, pawns, then castling; pieces and
/// their targets from a1 to h8, captures among the quiet moves; promotions from the queen down.
pub struct SystemA;

impl Arrangement for SystemA {
    fn generate(node: &NodeView<'_>, moves: &mut MoveList) {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        by_piece(node, moves, [King, Knight, Rook, Bishop, Queen, Pawn]);
    }
}

/// Pawns, knights, bishops, rooks, queens, king, and otherwise as [`SystemA`].
pub struct PawnsFirst;

impl Arrangement for PawnsFirst {
    fn generate(node: &NodeView<'_>, moves: &mut MoveList) {
        by_piece(node, moves, PieceKind::ALL);
    }
}

/// All moves by the kind of piece that makes them, then by its square, then by the target.
fn by_piece(node: &NodeView<'_>, moves: &mut MoveList, kinds: [PieceKind; 6]) {
    let mut ranks = [0; 6];
    for (rank, kind) in kinds.into_iter().enumerate() {
        ranks[kind.index()] = rank;
    }
    Ours::generate(node, moves);
    moves.sort_unstable_by_key(|&mv| {
        // The king's two castlings come last, the short one first.
        let kind =
            if mv.is_castle() { 6 } else { ranks[node.position.moved_piece(mv).kind().index()] };
        let to = if mv.is_castle() { 63 - mv.to().index() } else { mv.to().index() };
        let promotion = mv.promotion().map_or(0, |kind| 5 - kind.index());
        (kind << 18) | (mv.from().index() << 12) | (to << 6) | promotion
    });
}

/// No ordering: as generated.
pub struct Off;

impl Choosing for Off {
    fn order(_position: &Position, _moves: &mut MoveList) {}
}

/// Captures by system A's table; equals, and all other moves, in generation order.
pub struct MvvLva;

impl Choosing for MvvLva {
    fn order(position: &Position, moves: &mut MoveList) {
        moves.sort_by_key(|&mv| Reverse(mvv_lva::sort_key(position, mv)));
    }
}

/// The same as system A does it: every better move on the way to the best one is swapped to the
/// front, which stirs the order of all others; and en passant counts as no capture, since its
/// target square is empty.
pub struct Swapping;

impl Choosing for Swapping {
    fn order(position: &Position, moves: &mut MoveList) {
        let key = |mv: Move| if mv.is_en_passant() { 0 } else { mvv_lva::sort_key(position, mv) };
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
}

#[cfg(test)]
mod tests {
    use super::super::KIWIPETE;
    use super::*;
    use ordering::Mode;
    use std::collections::HashSet;

    fn order<A: Arrangement, C: Choosing>(fen: &str, mode: Mode) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let node = NodeView { mode, ..NodeView::root(&position) };
        let mut moves = MoveList::new();
        Arranged::<A, C>::generate(0, &node, &mut moves);
        moves.iter().map(|mv| mv.to_string()).collect()
    }

    fn same_moves<A: Arrangement>() {
        let evasions = "4k3/8/8/8/7b/8/3P1P2/R2QK2R w KQ - 0 1";
        let promotions = "1n2k3/P1P4P/8/3pP3/8/8/8/R3K2R w KQ d6 0 1";
        for fen in [KIWIPETE, evasions, promotions] {
            for mode in [Mode::Main, Mode::Quiescence] {
                let expected: HashSet<String> = order::<Ours, Off>(fen, mode).into_iter().collect();
                for moves in [
                    order::<A, Off>(fen, mode),
                    order::<A, MvvLva>(fen, mode),
                    order::<A, Swapping>(fen, mode),
                ] {
                    assert_eq!(moves.len(), expected.len(), "{fen}");
                    assert_eq!(moves.into_iter().collect::<HashSet<_>>(), expected, "{fen}");
                }
            }
        }
    }

    #[test]
    fn every_arrangement_has_the_same_moves() {
        same_moves::<Ours>();
        same_moves::<Backwards>();
        same_moves::<NoisyFirst>();
        same_moves::<QuietFirst>();
        same_moves::<SystemA>();
        same_moves::<PawnsFirst>();
    }

    #[test]
    fn system_a_generates_piece_by_piece() {
        let fen = "1n2k3/P7/8/8/8/5p2/6P1/R3K2R w KQ - 0 1";
        let moves = order::<SystemA, Off>(fen, Mode::Main).join(" ");
        assert_eq!(
            moves,
            "e1d1 e1f1 e1d2 e1f2 \
             a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 \
             g2f3 g2g3 g2g4 a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n e1h1 e1a1"
        );
    }

    #[test]
    fn ordering_puts_the_dearest_victim_first() {
        let fen = "4k3/8/8/2p1q3/3P4/8/8/3Q1KN1 w - - 0 1";
        assert_eq!(order::<Ours, MvvLva>(fen, Mode::Main)[..2], ["d4e5", "d4c5"]);
        assert_eq!(order::<Ours, Swapping>(fen, Mode::Main)[..2], ["d4e5", "d4c5"]);
        // Where nothing can be captured the order stays.
        let quiet = "4k3/8/8/8/8/8/8/3QK1N1 w - - 0 1";
        for ordered in [order::<SystemA, MvvLva>, order::<SystemA, Swapping>] {
            assert_eq!(ordered(quiet, Mode::Main), order::<SystemA, Off>(quiet, Mode::Main));
        }
    }

    #[test]
    fn only_the_stable_choice_keeps_quiet_moves_in_order() {
        let quiet = |moves: Vec<String>| -> Vec<String> {
            let noisy = order::<Ours, Off>(KIWIPETE, Mode::Quiescence);
            moves.into_iter().filter(|mv| !noisy.contains(mv)).collect()
        };
        let generated = quiet(order::<SystemA, Off>(KIWIPETE, Mode::Main));
        assert_eq!(quiet(order::<SystemA, MvvLva>(KIWIPETE, Mode::Main)), generated);
        assert_ne!(quiet(order::<SystemA, Swapping>(KIWIPETE, Mode::Main)), generated);
    }
}
