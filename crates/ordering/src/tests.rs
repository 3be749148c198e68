//! The order of each scheme on positions where it can be determined by hand. What all schemes must
//! guarantee is in the contract suite.

use crate::schemes::mvv_lva::MVV_LVA_OFFSET;
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
const PROMOTIONS_FEN: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";

/// The key of a capture in Rustic's orderings, without the table value.
const OFFSET: i64 = MVV_LVA_OFFSET as i64;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn mv(position: &Position, text: &str) -> Move {
    legal_moves(position).into_iter().find(|mv| mv.to_string() == text).unwrap()
}

fn uci_moves(ordered: &[OrderedMove]) -> Vec<String> {
    ordered.iter().map(|entry| entry.mv.to_string()).collect()
}

/// Asserts stage and score of moves.
fn assert_entries(ordered: &[OrderedMove], expected: &[(&str, Stage, i64)]) {
    for &(text, stage, score) in expected {
        let entry = ordered.iter().find(|entry| entry.mv.to_string() == text).unwrap();
        assert_eq!((entry.stage, entry.score), (stage, score), "{text}");
    }
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
        failed_high: true,
        quiets_searched: quiets_tried,
        noisies_searched: &[],
        bonus_depth: depth,
    });
}

#[test]
fn unordered_yields_generation_order() {
    for fen in testkit::positions::mixed(3, 400) {
        let position = position(&fen);
        let ordered = ordered_moves(&Unordered, &NodeView::root(&position));
        let moves: Vec<Move> = ordered.iter().map(|entry| entry.mv).collect();
        assert_eq!(moves[..], legal_moves(&position)[..]);
    }
}

#[test]
fn mvv_lva_formula_and_victim_first_agree_on_capture_order() {
    let position = position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let orders = [
        (ordered_moves(&MvvLva, &node), [42, 41, 35, 34].map(|value| OFFSET + value)),
        (ordered_moves(&Formula, &node), [4500, 4100, 3200, 2980].map(|value| 1_000_000 + value)),
        (ordered_moves(&VictimFirst, &node), [0; 4]),
    ];
    for (ordered, scores) in orders {
        assert_eq!(uci_moves(&ordered)[..4], ["h1h5", "e2h5", "e4d5", "c3d5"]);
        assert_eq!(ordered[..4].iter().map(|entry| entry.score).collect::<Vec<_>>(), scores);
        let rest = &ordered[4..];
        assert!(rest.iter().all(|entry| entry.score == 0 && entry.stage == Stage::Unordered));
    }
}

#[test]
fn victim_first_generates_captures_by_victim_then_promotions() {
    let promotions = position(PROMOTIONS_FEN);
    let ordered = ordered_moves(&VictimFirst, &NodeView::root(&promotions));
    assert_entries(&ordered, &[("g2f1q", Stage::Noisy, 0), ("g2g1q", Stage::Promotion, 0)]);

    let position = position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let mut picker = VictimFirst.picker(&node);
    picker.next(&VictimFirst, &node);
    assert_eq!(picker.counters().generated, 2, "only the captures of rooks");
    assert_eq!(picker.counters().scored, 0);
    while picker.next(&VictimFirst, &node).is_some() {}
    assert_eq!(picker.counters().generated as usize, legal_moves(&position).len());
}

#[test]
fn en_passant_is_scored_as_pawn_takes_pawn() {
    let position = position("4k3/2q5/8/2PpP3/8/1n6/8/R3K3 w Q d6 0 1");
    let node = NodeView::root(&position);
    assert!(mv(&position, "e5d6").is_en_passant());
    for (ordered, score) in [
        (ordered_moves(&MvvLva, &node), OFFSET + 15),
        (ordered_moves(&Formula, &node), 1_000_900),
        (ordered_moves(&VictimFirst, &node), 0),
    ] {
        assert_entries(&ordered, &[("e5d6", Stage::Noisy, score)]);
    }
}

#[test]
fn see_puts_losing_captures_last() {
    let position = position(CAPTURES_FEN);
    let ordered = ordered_moves(&See, &NodeView::root(&position));
    let expected = [
        ("e4d5", Stage::GoodNoisy, 1_000_300),
        ("c3d5", Stage::GoodNoisy, 1_000_300),
        ("h1h5", Stage::GoodNoisy, 1_000_100),
        ("e2h5", Stage::BadNoisy, -300),
    ];
    assert_entries(&ordered, &expected);
    assert_eq!(
        (ordered[2].mv, ordered[ordered.len() - 1].mv),
        (mv(&position, "h1h5"), mv(&position, "e2h5"))
    );
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
    let expected = [
        ("e2e3", Stage::Killer, OFFSET - 10),
        ("c3a4", Stage::Killer, OFFSET - 20),
        ("c3b5", Stage::Quiet, 49),
    ];
    assert_entries(&ordered, &expected);
    scheme.new_search();
    assert_entries(&ordered_moves(&scheme, &node), &[("e2e3", Stage::Quiet, 16)]);
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
    let expected = [
        ("e1f1", Stage::TtMove, 10_000_000),
        ("h1h5", Stage::GoodNoisy, 1_004_500),
        ("c3a4", Stage::Killer, 900_000),
        ("c3b5", Stage::Killer, 800_000),
        ("e2e3", Stage::CounterMove, 700_000),
        ("e2d2", Stage::Quiet, 64),
        ("e1d1", Stage::Quiet, -36),
        ("e2h5", Stage::BadNoisy, 4100 - 1_000_000),
    ];
    assert_entries(&ordered, &expected);
    let promotions = self::position(PROMOTIONS_FEN);
    let ordered = ordered_moves(&Classic::default(), &NodeView::root(&promotions));
    assert_entries(&ordered, &[("g2g1r", Stage::Promotion, 950_000)]);
}

#[test]
fn updates_during_picking_do_not_lose_or_repeat_moves() {
    let position = position(CAPTURES_FEN);
    let node = NodeView::root(&position);
    let mut scheme = Classic::default();
    let moves = ["c3b5", "c3a4", "e2e3", "e1d1"].map(|text| mv(&position, text));
    let mut picker = scheme.picker(&node);
    let mut picked = Vec::new();
    while let Some(next) = picker.next(&scheme, &node) {
        update_after_cutoff(&mut scheme, &node, moves[picked.len() % moves.len()], &[], 3);
        assert!(!picked.contains(&next.mv), "{} comes twice", next.mv);
        picked.push(next.mv);
    }
    assert_eq!(picked.len(), legal_moves(&position).len());
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
fn modern_quiet_history_is_updated_and_orders_quiets() {
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
    for _ in 0..100 {
        update_after_cutoff(&mut scheme, &node, best, &[quiets_tried], 100);
    }
    let ordered = ordered_moves(&scheme, &node);
    let quiets: Vec<_> = ordered.iter().filter(|entry| entry.stage == Stage::Quiet).collect();
    assert_eq!((quiets[0].mv, quiets[quiets.len() - 1].mv), (best, quiets_tried));
}

#[test]
fn modern_uses_continuation_history() {
    let position = position(CAPTURES_FEN);
    let (best, quiets_tried) = (mv(&position, "h1h2"), mv(&position, "e1d1"));
    let root = NodeView::root(&position);
    let after = |to: Option<Square>| {
        let played = |to| {
            let mv = Move::new(Square::A8, to, MoveFlag::QUIET);
            PlayedMove { mv, piece: Piece::new(Color::Black, PieceKind::Rook) }
        };
        NodeView { previous_moves: previous_moves(&[to.map(played)]), ..root }
    };
    let mut scheme = Modern::default();
    update_after_cutoff(&mut scheme, &after(Some(Square::A7)), best, &[quiets_tried], 6);
    let [same, other, null_move] = [Some(Square::A7), Some(Square::B8), None]
        .map(|previous| scheme.history(&after(previous), best));
    assert!(same > other && other == null_move);
}

#[test]
fn modern_scores_checks_escapes_and_threats() {
    // The pawn on b6 attacks the queen on a5; a5a4 escapes, d2c3 is neutral, e2f4 and
    // e2d4 are knight moves of which d4 is covered by the pawn on e5.
    let position = position("4k3/8/1p6/Q3p3/8/8/3KN3/8 w - - 0 1");
    let ordered = ordered_moves(&Modern::default(), &NodeView::root(&position));
    let score = |text| ordered.iter().find(|entry| entry.mv == mv(&position, text)).unwrap().score;
    assert!(score("a5a4") > score("d2c3"));
    assert!(score("a5a8") > score("a5a7"), "a8 checks the king");
    assert!(score("e2g3") > score("e2d4"));
    assert_eq!(score("d2c3"), 0);
}

#[test]
fn modern_orders_underpromotions_last() {
    let position = position(PROMOTIONS_FEN);
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
    fn check<O: MoveOrdering>() {
        let position = position(CAPTURES_FEN);
        let node = NodeView::root(&position);
        let mut scheme = O::default();
        for depth in [0, -1, i32::MIN] {
            update_after_cutoff(&mut scheme, &node, mv(&position, "h1h2"), &[], depth);
        }
        assert_eq!(ordered_moves(&scheme, &node), ordered_moves(&O::default(), &node));
    }
    check::<Killers>();
    check::<Classic>();
    check::<Modern>();
}
