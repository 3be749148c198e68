//! What the tables of a scheme promise: whatever they are told, and however often, their values
//! stay in bounds and the order they give stays the declared one. And the nodes for which schemes are asked.

use board::{Move, Position};
use movegen::legal_moves;
use ordering::{
    HISTORY_MAX, Mode, MoveOrdering, MovePicker, NodeResult, NodeView, PlayedMove, QuietEvent,
    previous_moves,
};

use crate::positions::{mixed, parse};
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

/// Tells a scheme of `count` random outcomes at random nodes of `positions`.
pub(crate) fn update_at_random<O: MoveOrdering>(
    scheme: &mut O,
    positions: &[Position],
    seed: u64,
    count: usize,
) {
    let mut rng = Rng::new(seed);
    for round in 0..count {
        let position = &positions[rng.below(positions.len())];
        let mut moves = legal_moves(position).to_vec();
        if moves.is_empty() {
            continue;
        }
        rng.shuffle(&mut moves);
        let line = random_line(&mut rng, position);
        let ply = PLIES[rng.below(PLIES.len())];
        let node =
            node(position, &line, ply, if rng.one_in(4) { Mode::Quiescence } else { Mode::Main });
        report_best(scheme, &node, &moves[..1 + rng.below(moves.len())], rng.below(70) as i32 - 3);
        if let Some(&quiet) = moves.iter().find(|mv| mv.is_quiet()) {
            let depth = rng.below(300) as i32 - 3;
            scheme.update_quiet(
                &node,
                quiet,
                match rng.below(4) {
                    0 => QuietEvent::EvalDifference(rng.below(60_000) as i32 - 30_000),
                    1 => QuietEvent::FailedReduction { depth },
                    2 => QuietEvent::TtCutoff { depth },
                    _ => QuietEvent::FailedFirst { depth },
                },
            );
        }
        // Not after the last one: what a new search clears is to be there in the end.
        if round % 6000 == 5999 {
            scheme.new_search();
        }
    }
}

/// Tells a scheme that the last of these moves cut off after the others were tried.
pub(crate) fn report_best<O: MoveOrdering>(
    scheme: &mut O,
    node: &NodeView<'_>,
    searched: &[Move],
    bonus_depth: i32,
) {
    let Some((&best, tried)) = searched.split_last() else { return };
    let (quiets, noisies): (Vec<_>, Vec<_>) = tried.iter().copied().partition(|mv| mv.is_quiet());
    let mut picker = scheme.picker(node);
    if !std::iter::from_fn(|| picker.next(scheme, node)).any(|pick| pick.mv == best) {
        return;
    }
    scheme.update(&NodeResult {
        node,
        best,
        failed_high: bonus_depth % 2 == 0,
        quiets_searched: &quiets,
        noisies_searched: &noisies,
        bonus_depth,
    });
}

/// Values stay in bounds under random teaching, and under the same lesson without end.
pub(crate) fn bounds<O: MoveOrdering>() {
    let mut scheme = O::default();
    let positions = mixed(57, 40);
    update_at_random(&mut scheme, &positions, 58, 20_000);
    for position in &positions {
        in_bounds(&scheme, &node(position, &[], 0, Mode::Main));
    }

    let position =
        parse("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    let mut rng = Rng::new(59);
    let line = random_line(&mut rng, &position);
    let moves = legal_moves(&position);
    for depth in [1, 12, 240] {
        let mut scheme = O::default();
        let node = node(&position, &line, 4, Mode::Main);
        for moves in [moves.to_vec(), moves.iter().rev().copied().collect()] {
            for _ in 0..20_000 {
                report_best(&mut scheme, &node, &moves, depth);
            }
            in_bounds(&scheme, &node);
        }
        let mut picker = scheme.picker(&node);
        let count = std::iter::from_fn(|| picker.next(&scheme, &node)).count();
        assert_eq!(count, moves.len(), "{}: moves yielded after one lesson without end", O::NAME);
    }
}

/// The history of every legal move of the node is within bounds.
fn in_bounds<O: MoveOrdering>(scheme: &O, node: &NodeView<'_>) {
    for mv in legal_moves(node.position) {
        let value = scheme.history(node, mv);
        assert!(
            value.abs() <= HISTORY_MAX,
            "{}: history of {mv} is {value} in {}",
            O::NAME,
            node.position
        );
    }
}
