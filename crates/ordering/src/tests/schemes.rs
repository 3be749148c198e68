//! The order of each scheme on positions where it can be determined by hand.

use super::positions;
use crate::params::{BUTTERFLY_MAX, CAPTURE_MAX, CONTINUATION_MAX, PAWN_MAX};
use crate::scoring::mvv_lva::MVV_LVA_OFFSET;
use crate::{
    Classic, Formula, Killers, Mode, Modern, MoveOrdering, MovePicker, MvvLva, NodeResult,
    NodeView, OrderedMove, PlayedMove, See, Stage, Unordered, VictimFirst, ordered_moves,
    previous_moves,
};
use board::{Color, Move, MoveFlag, Piece, PieceKind, Position, Square};
use movegen::legal_moves;

/// White can take the bishop on d5, which nothing covers, with pawn or knight, and the
/// rook on h5, which the pawn on g6 covers, with rook (winning a pawn: the queen stands
/// behind) or queen (losing her for the rook and a pawn).
const CAPTURES_FEN: &str = "4k3/p7/6p1/3bp2r/4P3/2N5/4Q3/4K2R w K - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn mv(position: &Position, text: &str) -> Move {
    legal_moves(position).into_iter().find(|mv| mv.to_string() == text).unwrap()
}

fn uci_moves(ordered: &[OrderedMove]) -> Vec<String> {
    ordered.iter().map(|entry| entry.mv.to_string()).collect()
}

fn stage_and_score(ordered: &[OrderedMove], mv: Move) -> (Stage, i64) {
    ordered.iter().find(|entry| entry.mv == mv).map(|entry| (entry.stage, entry.score)).unwrap()
}

/// Updates the scheme after a cutoff by `best` that followed the quiet moves `quiets_tried`.
fn update_after_cutoff<O: MoveOrdering>(
    scheme: &mut O,
    node: &NodeView<'_>,
    best: Move,
    quiets_tried: &[Move],
    depth: i32,
) {
    scheme.update(&NodeResult {
        node,
        best,
        stage: Stage::Quiet,
        failed_high: true,
        quiets_searched: quiets_tried,
        noisies_searched: &[],
        moves_searched: quiets_tried.len(),
        bonus_depth: depth,
    });
}

#[test]
fn unordered_yields_generation_order() {
    for position in positions(3) {
        let ordered = ordered_moves(&Unordered, &NodeView::root(&position));
        let moves: Vec<Move> = ordered.iter().map(|entry| entry.mv).collect();
        assert_eq!(moves[..], legal_moves(&position)[..]);
    }
}

#[test]
fn mvv_lva_formula_and_victim_first_agree_on_capture_order() {
    let position = position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let captures = ["h1h5", "e2h5", "e4d5", "c3d5"];

    let ordered = ordered_moves(&MvvLva, &node);
    assert_eq!(uci_moves(&ordered)[..4], captures);
    let keys: Vec<i64> =
        ordered.iter().map(|entry| entry.score - i64::from(MVV_LVA_OFFSET)).collect();
    assert_eq!(keys[..4], [42, 41, 35, 34]);
    assert!(ordered[4..].iter().all(|entry| entry.score == 0 && entry.stage == Stage::Unordered));

    let ordered = ordered_moves(&Formula, &node);
    assert_eq!(uci_moves(&ordered)[..4], captures);
    let scores: Vec<i64> = ordered.iter().map(|entry| entry.score - 1_000_000).collect();
    assert_eq!(scores[..4], [4500, 4100, 3200, 2980]);

    let ordered = ordered_moves(&VictimFirst, &node);
    assert_eq!(uci_moves(&ordered)[..4], captures);
    assert!(ordered.iter().all(|entry| entry.score == 0));
}

#[test]
fn victim_first_generates_captures_by_victim_then_promotions() {
    let position = position("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1");
    let ordered = ordered_moves(&VictimFirst, &NodeView::root(&position));
    assert!(ordered.is_sorted_by_key(|entry| entry.stage));
    assert_eq!(stage_and_score(&ordered, mv(&position, "g2f1q")).0, Stage::Noisy);
    assert_eq!(stage_and_score(&ordered, mv(&position, "g2g1q")).0, Stage::Promotion);

    let position = self::position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let mut picker = VictimFirst.picker(&node);
    picker.next(&VictimFirst, &node);
    assert_eq!(picker.counters().generated, 2, "only the captures of rooks");
    assert_eq!(picker.counters().scored, 0);
}

#[test]
fn victim_first_generates_each_move_once() {
    for position in positions(4) {
        let node = NodeView::root(&position);
        let mut picker = VictimFirst.picker(&node);
        let picked = std::iter::from_fn(|| picker.next(&VictimFirst, &node)).count();
        assert_eq!(picked, legal_moves(&position).len());
        assert_eq!(picker.counters().generated as usize, picked, "{position}");
    }
}

#[test]
fn en_passant_is_scored_as_pawn_takes_pawn() {
    let position = position("4k3/2q5/8/2PpP3/8/1n6/8/R3K3 w Q d6 0 1");
    let (node, takes) = (NodeView::root(&position), mv(&position, "e5d6"));
    assert!(takes.is_en_passant());
    assert_eq!(
        stage_and_score(&ordered_moves(&MvvLva, &node), takes),
        (Stage::Noisy, i64::from(MVV_LVA_OFFSET) + 15)
    );
    assert_eq!(stage_and_score(&ordered_moves(&Formula, &node), takes), (Stage::Noisy, 1_000_900));
    assert_eq!(stage_and_score(&ordered_moves(&VictimFirst, &node), takes).0, Stage::Noisy);
}

#[test]
fn see_puts_losing_captures_last() {
    let position = position(CAPTURES_FEN);
    let ordered = ordered_moves(&See, &NodeView::root(&position));
    let last = ordered.last().unwrap();
    assert_eq!(uci_moves(&ordered)[2], "h1h5");
    assert_eq!(stage_and_score(&ordered, mv(&position, "e4d5")), (Stage::GoodNoisy, 1_000_300));
    assert_eq!(stage_and_score(&ordered, mv(&position, "c3d5")), (Stage::GoodNoisy, 1_000_300));
    assert_eq!(stage_and_score(&ordered, mv(&position, "h1h5")), (Stage::GoodNoisy, 1_000_100));
    assert_eq!((last.mv, last.stage, last.score), (mv(&position, "e2h5"), Stage::BadNoisy, -300));
}

#[test]
fn killers_come_between_captures_and_history_moves() {
    let position = position(CAPTURES_FEN);
    let mut node = NodeView::root(&position);
    let [first, second, third] = ["c3b5", "c3a4", "e2e3"].map(|text| mv(&position, text));
    let mut scheme = Killers::default();
    update_after_cutoff(&mut scheme, &node, first, &[third], 7);
    update_after_cutoff(&mut scheme, &node, second, &[], 3);
    update_after_cutoff(&mut scheme, &node, third, &[], 4);
    update_after_cutoff(&mut scheme, &node, mv(&position, "e4d5"), &[], 9);
    node.tt_move = Some(mv(&position, "e1h1"));
    let ordered = ordered_moves(&scheme, &node);
    let expected = ["e1h1", "h1h5", "e2h5", "e4d5", "c3d5", "e2e3", "c3a4", "c3b5"];
    assert_eq!(uci_moves(&ordered)[..8], expected);
    let offset = i64::from(MVV_LVA_OFFSET);
    assert_eq!(stage_and_score(&ordered, third), (Stage::Killer, offset - 10));
    assert_eq!(stage_and_score(&ordered, second), (Stage::Killer, offset - 20));
    assert_eq!(stage_and_score(&ordered, first), (Stage::Quiet, 49));
    scheme.new_search();
    assert_eq!(stage_and_score(&ordered_moves(&scheme, &node), third), (Stage::Quiet, 16));
}

#[test]
fn classic_yields_stages_with_documented_scores() {
    let position = position(CAPTURES_FEN);
    let line = [Some(PlayedMove {
        mv: Move::new(Square::A8, Square::A7, MoveFlag::QUIET),
        piece: Piece::new(Color::Black, PieceKind::Pawn),
    })];
    let moves = ["c3b5", "c3a4", "e2e3", "e1d1", "e2d2"].map(|text| mv(&position, text));
    let [first, second, counter, worst, best] = moves;
    let mut node = NodeView::root(&position);
    let mut scheme = Classic::default();
    update_after_cutoff(&mut scheme, &node, first, &[worst], 6);
    update_after_cutoff(&mut scheme, &node, second, &[], 5);
    node.ply = 2;
    update_after_cutoff(&mut scheme, &node, best, &[], 8);
    node.previous_moves = previous_moves(&line);
    update_after_cutoff(&mut scheme, &node, counter, &[], 4);

    node.ply = 0;
    node.tt_move = Some(mv(&position, "e1f1"));
    let ordered = ordered_moves(&scheme, &node);
    let expected = ["e1f1", "h1h5", "e4d5", "c3d5", "c3a4", "c3b5", "e2e3", "e2d2"];
    assert_eq!(uci_moves(&ordered)[..8], expected);
    assert_eq!(uci_moves(&ordered)[ordered.len() - 2..], ["e1d1", "e2h5"]);
    let entry = |text| stage_and_score(&ordered, mv(&position, text));
    assert_eq!(entry("e1f1"), (Stage::TtMove, 10_000_000));
    assert_eq!(entry("h1h5"), (Stage::GoodNoisy, 1_004_500));
    assert_eq!(entry("c3a4"), (Stage::Killer, 900_000));
    assert_eq!(entry("c3b5"), (Stage::Killer, 800_000));
    assert_eq!(entry("e2e3"), (Stage::CounterMove, 700_000));
    assert_eq!(entry("e2d2"), (Stage::Quiet, 64));
    assert_eq!(entry("e1d1"), (Stage::Quiet, -36));
    assert_eq!(entry("e2h5"), (Stage::BadNoisy, 4100 - 1_000_000));
}

#[test]
fn classic_orders_promotions_between_captures_and_quiets() {
    let position = position("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1");
    let ordered = ordered_moves(&Classic::default(), &NodeView::root(&position));
    assert_eq!(stage_and_score(&ordered, mv(&position, "g2g1r")), (Stage::Promotion, 950_000));
    assert!(ordered.is_sorted_by_key(|entry| entry.stage));
}

#[test]
fn killer_that_is_now_a_capture_is_yielded_once() {
    let position = position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let mut scheme = Classic::default();
    let elsewhere = Move::new(Square::C3, Square::D5, MoveFlag::QUIET);
    update_after_cutoff(&mut scheme, &node, elsewhere, &[], 3);
    let ordered = ordered_moves(&scheme, &node);
    assert_eq!(ordered.iter().filter(|entry| entry.mv.to() == Square::D5).count(), 2);
    assert!(ordered.iter().all(|entry| entry.stage != Stage::Killer));
}

#[test]
fn updates_during_picking_do_not_lose_or_repeat_moves() {
    let position = position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let mut scheme = Classic::default();
    let moves = ["c3b5", "c3a4", "e2e3", "e1d1"].map(|text| mv(&position, text));
    let mut picker = scheme.picker(&node);
    let mut picked = Vec::new();
    let mut turn = 0;
    while let Some(next) = picker.next(&scheme, &node) {
        picked.push(next.mv);
        update_after_cutoff(&mut scheme, &node, moves[turn % moves.len()], &[], 3);
        turn += 1;
    }
    picked.sort_by_key(|mv| mv.bits());
    picked.dedup();
    assert_eq!(picked.len(), legal_moves(&position).len());
    assert_eq!(picked.len(), turn);
}

#[test]
fn staged_picker_generates_lazily() {
    let position = position(CAPTURES_FEN);
    let mut node = NodeView::root(&position);
    node.tt_move = Some(mv(&position, "e1h1"));
    let scheme = Modern::default();
    let mut picker = scheme.picker(&node);
    picker.next(&scheme, &node);
    assert_eq!(picker.counters().generated, 0);
    picker.next(&scheme, &node);
    assert_eq!((picker.counters().generated, picker.counters().scored), (4, 4));
}

#[test]
fn modern_quiet_history_is_updated_and_bounded() {
    let position = position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let (best, quiets_tried) = (mv(&position, "h1h2"), mv(&position, "e1d1"));
    let mut scheme = Modern::default();
    for depth in [1, 2, 8, 100, i32::MAX] {
        let before = scheme.history(&node, best);
        update_after_cutoff(&mut scheme, &node, best, &[quiets_tried], depth);
        assert!(scheme.history(&node, best) > before);
        assert!(scheme.history(&node, quiets_tried) < 0);
    }
    for _ in 0..1000 {
        update_after_cutoff(&mut scheme, &node, best, &[quiets_tried], 100);
        update_after_cutoff(&mut scheme, &node, mv(&position, "e4d5"), &[], 100);
    }
    let limit = BUTTERFLY_MAX + PAWN_MAX + 2 * CONTINUATION_MAX;
    assert!(scheme.history(&node, best) <= limit && scheme.history(&node, quiets_tried) >= -limit);
    assert!(scheme.history(&node, mv(&position, "e4d5")) <= CAPTURE_MAX);
    let ordered = ordered_moves(&scheme, &node);
    let quiets: Vec<_> = ordered.iter().filter(|entry| entry.stage == Stage::Quiet).collect();
    assert_eq!(quiets[0].mv, best);
    assert_eq!(quiets.last().unwrap().mv, quiets_tried);
    assert_eq!(ordered.last().unwrap().mv, mv(&position, "e2h5"));
}

#[test]
fn modern_uses_continuation_history() {
    let position = position(CAPTURES_FEN);
    let (best, quiets_tried) = (mv(&position, "h1h2"), mv(&position, "e1d1"));
    let played = |to| {
        let mv = Move::new(Square::A8, to, MoveFlag::QUIET);
        Some(PlayedMove { mv, piece: Piece::new(Color::Black, PieceKind::Rook) })
    };
    let mut scheme = Modern::default();
    let node = NodeView {
        previous_moves: previous_moves(&[played(Square::A7)]),
        ..NodeView::root(&position)
    };
    update_after_cutoff(&mut scheme, &node, best, &[quiets_tried], 6);
    let after = |mv| NodeView { previous_moves: previous_moves(&[mv]), ..node };
    let after_other = scheme.history(&after(played(Square::B8)), best);
    let after_null_move = scheme.history(&after(None), best);
    assert!(scheme.history(&node, best) > after_other);
    assert_eq!(after_other, after_null_move);
}

#[test]
fn modern_scores_checks_escapes_and_threats() {
    // The pawn on b6 attacks the queen on a5; a5a4 escapes, d2c3 is neutral, e2f4 and
    // e2d4 are knight moves of which d4 is covered by the pawn on e5.
    let position = position("4k3/8/1p6/Q3p3/8/8/3KN3/8 w - - 0 1");
    let ordered = ordered_moves(&Modern::default(), &NodeView::root(&position));
    let score = |text| stage_and_score(&ordered, mv(&position, text)).1;
    assert!(score("a5a4") > score("d2c3"));
    assert!(score("a5a8") > score("a5a7"), "a8 checks the king");
    assert!(score("e2g3") > score("e2d4"));
    assert_eq!(score("d2c3"), 0);
}

#[test]
fn modern_orders_underpromotions_last() {
    let position = position("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1");
    let ordered = ordered_moves(&Modern::default(), &NodeView::root(&position));
    let under =
        |entry: &&OrderedMove| entry.mv.promotion().is_some_and(|kind| kind != PieceKind::Queen);
    let count = ordered.iter().filter(under).count();
    assert_eq!(ordered.iter().rev().take_while(under).count(), count);
    assert!(count > 0);
}

#[test]
fn modern_good_captures_pass_see_in_quiescence() {
    let position = position(CAPTURES_FEN);
    let node = NodeView { mode: Mode::Quiescence, ..NodeView::root(&position) };
    let ordered = ordered_moves(&Modern::default(), &node);
    let good: Vec<_> = ordered.iter().filter(|entry| entry.stage == Stage::GoodNoisy).collect();
    assert_eq!((good.len(), ordered.len()), (3, 4));
    assert_eq!(ordered[3].mv, mv(&position, "e2h5"));
}

#[test]
fn update_without_positive_depth_changes_nothing() {
    let position = position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let best = mv(&position, "h1h2");
    let (mut killers, mut classic, mut modern) =
        (Killers::default(), Classic::default(), Modern::default());
    for depth in [0, -1, i32::MIN] {
        update_after_cutoff(&mut killers, &node, best, &[], depth);
        update_after_cutoff(&mut classic, &node, best, &[], depth);
        update_after_cutoff(&mut modern, &node, best, &[], depth);
    }
    assert_eq!(ordered_moves(&killers, &node), ordered_moves(&Killers::default(), &node));
    assert_eq!(ordered_moves(&classic, &node), ordered_moves(&Classic::default(), &node));
    assert_eq!(ordered_moves(&modern, &node), ordered_moves(&Modern::default(), &node));
}
