//! What a scheme of move ordering promises: each move that the node wants exactly once, whatever
//! its tables and hints say, and the order that the scheme declares. Bounds of the tables are in
//! `ordering_tables`; how good the order is, the laboratory measures.

use board::{Bitboard, Move, Position};
use movegen::legal_moves;
use ordering::{Mode, MoveOrdering, MovePicker, NodeView, PickedMove, Stage};
use ordering::{SeeValues, see_ge};

use crate::ordering_tables::{self, PLIES, node, random_line};
use crate::positions::{bits, mixed, random};
use testkit::Rng;

/// Runs the ordering contract.
pub fn ordering<O: MoveOrdering>() {
    let positions = mixed(51, 120);
    let fresh = O::default();
    // Tables filled by nodes of these very positions, by unrelated ones, and then forgotten.
    let mut taught = O::default();
    ordering_tables::update_at_random(&mut taught, &positions, 52, 20_000);
    let mut updated_elsewhere = O::default();
    ordering_tables::update_at_random(&mut updated_elsewhere, &random(53, 60), 54, 20_000);
    for scheme in [&fresh, &taught, &updated_elsewhere] {
        let mut rng = Rng::new(55);
        for position in &positions {
            all_nodes(scheme, position, &mut rng);
        }
    }
    two_quiet_cutoffs::<O>(&positions);
    forgets::<O>(taught, &positions);
    ordering_tables::bounds::<O>();
}

/// The next move, which must be the upcoming one if there is one.
fn next_as_announced<O: MoveOrdering>(
    picker: &mut O::Picker,
    scheme: &O,
    node: &NodeView<'_>,
) -> Option<PickedMove> {
    let upcoming = picker.upcoming();
    let pick = picker.next(scheme, node);
    assert!(
        upcoming.is_none() || upcoming == pick.map(|pick| pick.mv),
        "{}: {upcoming:?} is upcoming, then {pick:?} comes in {}",
        O::NAME,
        node.position
    );
    pick
}

/// Everything a picker yields, in order. Checks that it stays silent at the end.
fn drain<O: MoveOrdering>(scheme: &O, node: &NodeView<'_>) -> Vec<PickedMove> {
    let mut picker = scheme.picker(node);
    let picks: Vec<PickedMove> =
        std::iter::from_fn(|| next_as_announced(&mut picker, scheme, node)).take(1000).collect();
    let context = format!("{}: {}", O::NAME, node.position);
    assert!(picker.next(scheme, node).is_none(), "a move after the last of {context}");
    let picked = picker.counters().picked as usize;
    assert_eq!(picked, picks.len(), "moves picked, counted in {context}");
    picks
}

/// Every mode with every kind of TT move, lines long and short, plies at both ends.
fn all_nodes<O: MoveOrdering>(scheme: &O, position: &Position, rng: &mut Rng) {
    let legal = legal_moves(position);
    let line = random_line(rng, position);
    let ply = PLIES[rng.below(PLIES.len())];
    let mut tt_moves = vec![None];
    tt_moves.extend(rng.pick(&legal).copied().map(Some));
    tt_moves.extend(legal.iter().copied().filter(|mv| mv.is_noisy()).take(2).map(Some));
    tt_moves
        .extend(legal.iter().copied().filter(|mv| mv.is_castle() || mv.is_promotion()).map(Some));
    let killers = drain(scheme, &node(position, &line, ply, Mode::Main));
    let killers = killers.into_iter().filter(|pick| pick.stage == Stage::Killer);
    tt_moves.extend(killers.map(|pick| Some(pick.mv)));
    for _ in 0..6 {
        tt_moves.push(Move::from_bits(rng.next_u64() as u16));
    }
    let thresholds = [0, 150, -300].map(Mode::ProbCut);
    for mode in [Mode::Main, Mode::Quiescence, Mode::Captures].into_iter().chain(thresholds) {
        for &tt_move in &tt_moves {
            let mut node = node(position, &line, ply, mode);
            node.tt_move = tt_move;
            if rng.one_in(8) {
                node.threats = Bitboard::EMPTY;
            }
            one_node(scheme, &node, &legal);
        }
    }
}

/// Nodes at which two quiet moves have just caused cutoffs: a scheme with killers has two legal ones.
fn two_quiet_cutoffs<O: MoveOrdering>(positions: &[Position]) {
    for position in positions {
        let legal = legal_moves(position);
        let quiets: Vec<Move> = legal.iter().copied().filter(|mv| mv.is_quiet()).collect();
        let &[first, .., last] = &quiets[..] else { continue };
        let node = node(position, &[], PLIES[0], Mode::Main);
        let mut scheme = O::default();
        for quiet in [first, last] {
            ordering_tables::report_best(&mut scheme, &node, &[quiet], 4);
        }
        one_node(&scheme, &node, &legal);
    }
}

/// The contract at one node.
fn one_node<O: MoveOrdering>(scheme: &O, node: &NodeView<'_>, legal: &[Move]) {
    let context = format!(
        "{}: {:?} TT move {:?} ply {} in {}",
        O::NAME,
        node.mode,
        node.tt_move,
        node.ply,
        node.position
    );
    let picks = drain(scheme, node);
    let wanted = wanted(node, legal);
    let moves: Vec<Move> = picks.iter().map(|pick| pick.mv).collect();
    assert_eq!(bits(&moves), bits(&wanted), "moves yielded, and moves wanted: {context}");
    let again = drain(scheme, node);
    assert_eq!(picks, again, "the same picker twice: {context}");

    if O::GUARANTEES.tt_move_first
        && let Some(tt_move) = node.tt_move.filter(|mv| wanted.contains(mv))
    {
        let first = picks.first().map(|pick| (pick.mv, pick.stage));
        assert_eq!(first, Some((tt_move, Stage::TtMove)), "the TT move comes first: {context}");
    }
    let hashes = picks.iter().filter(|pick| pick.stage == Stage::TtMove);
    assert!(
        hashes.clone().all(|pick| Some(pick.mv) == node.tt_move),
        "another move is called TT move: {context}"
    );
    if O::GUARANTEES.staged {
        let forwards = picks.windows(2).all(|pair| pair[0].stage <= pair[1].stage);
        assert!(forwards, "stages go backwards: {context}: {:?}", stages(&picks));
    }
    if O::GUARANTEES.good_noisy_first {
        good_before_bad(&picks, node, &context);
    }
    stages_fit(&picks, &context);
    // Between the first quiet move and the next, which may be prepared already.
    let first_quiet = picks.iter().position(|pick| pick.mv.is_quiet()).map_or(0, |at| at + 1);
    without_quiets(scheme, node, &wanted, first_quiet, &context);
}

/// The moves that a node of this mode wants, by the definition of [`Mode`].
fn wanted(node: &NodeView<'_>, legal: &[Move]) -> Vec<Move> {
    let wants = |mv: &Move| match node.mode {
        Mode::Main => true,
        Mode::Captures => mv.is_noisy(),
        Mode::Quiescence => node.position.in_check() || mv.is_noisy(),
        Mode::ProbCut(threshold) => {
            mv.is_noisy() && see_ge(node.position, *mv, threshold, &SeeValues::DEFAULT)
        }
    };
    legal.iter().copied().filter(wants).collect()
}

fn stages(picks: &[PickedMove]) -> Vec<(String, Stage)> {
    picks.iter().map(|pick| (pick.mv.to_string(), pick.stage)).collect()
}

/// No quiet move before a good noisy one, no bad noisy move before a quiet one.
fn good_before_bad(picks: &[PickedMove], node: &NodeView<'_>, context: &str) {
    let divided = picks.iter().all(|pick| pick.stage != Stage::Noisy);
    assert!(divided, "noisy moves not divided into good and bad: {context}");
    let at = |wanted: fn(&PickedMove) -> bool| {
        picks.iter().enumerate().filter(move |(_, pick)| wanted(pick))
    };
    let last_good = at(|pick| pick.stage == Stage::GoodNoisy).map(|(index, _)| index).max();
    let first_bad = at(|pick| pick.stage == Stage::BadNoisy).map(|(index, _)| index).min();
    if let (Some(good), Some(bad)) = (last_good, first_bad) {
        assert!(good < bad, "a bad noisy move before a good one: {context}: {:?}", stages(picks));
    }
    for (index, pick) in at(|pick| pick.mv.is_quiet() && pick.stage != Stage::TtMove) {
        let late = last_good.is_none_or(|good| good < index);
        assert!(late, "{} before a good noisy move: {context}", pick.mv);
        let early = first_bad.is_none_or(|bad| index < bad);
        assert!(early, "{} after a bad noisy move: {context}", pick.mv);
    }
    // What an exchange says a plain loss of a piece is, no scheme may call good.
    for (_, pick) in at(|pick| pick.stage == Stage::GoodNoisy && !pick.mv.is_promotion()) {
        let ruinous = !see_ge(node.position, pick.mv, -500, &SeeValues::DEFAULT);
        assert!(!ruinous, "{} loses more than a rook and is called good: {context}", pick.mv);
    }
}

/// Stages hold the kinds of move that their names say.
fn stages_fit(picks: &[PickedMove], context: &str) {
    for pick in picks {
        let fits = match pick.stage {
            Stage::TtMove | Stage::Unordered => true,
            Stage::GoodNoisy | Stage::BadNoisy | Stage::Noisy => pick.mv.is_noisy(),
            Stage::Promotion => pick.mv.is_promotion(),
            Stage::Killer | Stage::CounterMove => pick.mv.is_quiet(),
            Stage::Quiet => !pick.mv.is_capture(),
        };
        assert!(fits, "{} in stage {:?}: {context}", pick.mv, pick.stage);
    }
}

/// After `skip_quiets`, at whatever moment, no quiet move comes and no noisy one is lost.
fn without_quiets<O: MoveOrdering>(
    scheme: &O,
    node: &NodeView<'_>,
    wanted: &[Move],
    first_quiet: usize,
    context: &str,
) {
    for after in [0, 1, 3, first_quiet, wanted.len() / 2] {
        let mut picker = scheme.picker(node);
        let mut picks: Vec<Move> = Vec::new();
        loop {
            if picks.len() >= after {
                picker.skip_quiets();
            }
            let Some(pick) = next_as_announced(&mut picker, scheme, node) else { break };
            assert!(
                picks.len() < after || pick.mv.is_noisy(),
                "{} after skip_quiets: {context}",
                pick.mv
            );
            picks.push(pick.mv);
        }
        let noisy = |moves: &[Move]| {
            bits(&moves.iter().copied().filter(|mv| mv.is_noisy()).collect::<Vec<_>>())
        };
        assert_eq!(
            noisy(&picks),
            noisy(wanted),
            "noisy moves with quiets skipped after {after}: {context}"
        );
    }
}

/// A cleared scheme orders as a new one does.
fn forgets<O: MoveOrdering>(mut taught: O, positions: &[Position]) {
    taught.clear();
    let fresh = O::default();
    for position in positions {
        let node = node(position, &[], 0, Mode::Main);
        assert_eq!(
            drain(&taught, &node),
            drain(&fresh, &node),
            "{}: cleared and new in {position}",
            O::NAME
        );
        for mv in legal_moves(position) {
            let [cleared, new] = [&taught, &fresh].map(|scheme| scheme.history(&node, mv));
            assert_eq!(cleared, new, "{}: history of {mv}, cleared and new in {position}", O::NAME);
        }
    }
}
