//! The nodes for which schemes of move ordering are asked.

use board::Position;
use movegen::legal_moves;
use ordering::{Mode, NodeView, PlayedMove, previous_moves};
use testkit::Rng;

/// The plies of all nodes: few, so that nodes meet what others have left there.
pub(crate) const PLIES: [usize; 5] = [0, 1, 7, eval::MAX_PLY - 1, eval::MAX_PLY];

/// The node as a search would describe it, `threats` included.
pub(crate) fn node<'a>(
    position: &'a Position,
    line: &[Option<PlayedMove>],
    ply: usize,
    mode: Mode,
) -> NodeView<'a> {
    NodeView {
        position,
        ply,
        depth: if mode == Mode::Main { 5 } else { 0 },
        tt_move: None,
        previous_moves: previous_moves(line),
        threats: position.attacked_by(!position.side_to_move(), position.occupied()),
        mode,
    }
}

/// A random line that may have led here: moves of pieces to squares, some of them null moves.
pub(crate) fn random_line(rng: &mut Rng, position: &Position) -> Vec<Option<PlayedMove>> {
    let flipped = position.flipped();
    let moves = legal_moves(&flipped);
    (0..rng.below(8))
        .map(|_| {
            let mv = *rng.pick(&moves)?;
            (!rng.one_in(4)).then(|| PlayedMove { mv, piece: flipped.moved_piece(mv) })
        })
        .collect()
}
