//! The evaluators by name, classical and centre: explanations, ranges of scores, endgames. Colour symmetry and
//! independence of earlier evaluations are in the contract suite.

use bartizan_eval::{
    Centre, Classical, Evaluator, EvaluatorVisitor, Explain, Explanation, Score, dispatch,
};
use board::Position;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Positions of standard chess and Chess960: chosen ones, and those of random games.
fn positions() -> Vec<Position> {
    testkit::positions::mixed(1, 600).iter().map(|fen| position(fen)).collect()
}

fn white_score(fen: &str) -> i32 {
    let position = position(fen);
    Classical::default().evaluate(&position, 0).relative_to(position.side_to_move()).raw()
}

#[test]
fn explanation_terms_sum_to_total() {
    let mut evaluator = Classical::default();
    for position in positions() {
        let explanation = evaluator.explain(&position);
        let total = evaluator.evaluate(&position, 0).relative_to(position.side_to_move());
        assert_eq!(explanation.total, total, "{position}");
        let (mg, eg) = explanation.sum();
        let full = Explanation::FULL_PHASE;
        let eg = eg * explanation.scale / Explanation::FULL_SCALE;
        let interpolated = (mg * explanation.phase + eg * (full - explanation.phase)) / full;
        assert_eq!(Score::new(interpolated), total, "{position}\n{explanation}");
        let centre = Centre.explain(&position);
        // Seven terms for two sides, each off by half a centipawn at most.
        let off = (centre.sum().0 - centre.total.raw()).abs();
        assert!(off <= 7 || centre.total.is_mate(), "{off} for {position}");
    }
}

#[test]
fn explanation_formats_as_table() {
    let text = Classical::default().explain(&Position::startpos()).to_string();
    assert!(text.contains("King danger"), "{text}");
    assert!(text.ends_with("(White's side)"), "{text}");
    let bars = |line: &str| line.matches(['|', '+']).count();
    assert!(text.lines().skip(3).take(10).all(|line| bars(line) == 3), "{text}");
}

#[test]
fn scores_lie_in_expected_ranges() {
    let cases = [
        ("the start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 10..=60),
        ("a queen", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 850..=1150),
        ("a rook", "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", 420..=600),
        ("a knight", "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 280..=400),
        ("a bishop", "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 290..=420),
        ("a pawn", "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 70..=180),
        ("a pawn, rooks", "6k1/pp3ppp/3r4/8/8/8/PPP2PPP/3R2K1 w - - 0 1", 60..=220),
        ("the exchange", "3r2k1/pp3ppp/2p5/8/8/2P2N2/PP3PPP/6K1 b - - 0 1", -450..=-100),
        ("a won pawn ending", "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", 0..=0),
        ("the opposition", "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", 300..=900),
        ("a bare king", "8/8/8/3k4/8/8/2K1R3/8 w - - 0 1", 500..=800),
        ("two knights", "8/8/8/4k3/8/8/2KNN3/8 w - - 0 1", -90..=90),
        ("the wrong corner", "k7/8/8/P7/8/8/4KB2/8 w - - 0 1", -90..=90),
        ("a bishop without pawns", "8/5k2/5p2/8/8/2B5/3K4/8 w - - 0 1", -90..=90),
        ("rook against knight", "8/8/2k5/8/8/1n1K4/8/4R3 w - - 0 1", -90..=90),
    ];
    for (name, fen, range) in cases {
        let value = white_score(fen);
        assert!(range.contains(&value), "{name} is worth {value}: {fen}");
    }
}

#[test]
fn opposite_bishops_are_drawish() {
    let opposite = white_score("8/2k5/8/8/b2P4/3KB3/5P2/8 b - - 0 1");
    let same = white_score("8/2k5/8/b7/3P4/3KB3/5P2/8 b - - 0 1");
    assert!(opposite * 2 < same, "{opposite} and {same}");
}

#[test]
fn mop_up_prefers_lone_king_at_the_edge() {
    let centre = white_score("8/8/8/3k4/8/8/2K5/7R w - - 0 1");
    let edge = white_score("3k4/8/8/8/8/8/2K5/7R w - - 0 1");
    let close = white_score("3k4/8/3K4/8/8/8/8/7R w - - 0 1");
    assert!(centre < edge && edge < close, "{centre} {edge} {close}");
    // Bishop and knight: the bishop's own corner is the one that mates.
    let right = white_score("7k/8/6K1/8/8/8/3BN3/8 w - - 0 1");
    let wrong = white_score("k7/8/1K6/8/8/8/3BN3/8 w - - 0 1");
    assert!(wrong < right, "{wrong} {right}");
}

#[test]
fn scores_stay_within_max_eval() {
    let queens = position("qqqqkqqq/8/8/8/8/8/8/4K3 w - - 0 1");
    let score = Classical::default().evaluate(&queens, 0);
    assert!(score < Score::new(-5000) && score >= -Score::MAX_EVAL, "{score}");
}

#[test]
fn centre_sees_mate_and_stalemate() {
    let mate = position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(Centre.evaluate(&mate, 7), Score::mated_in(7));
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(Centre.evaluate(&stalemate, 3), Score::DRAW);
}

/// The evaluation of a position with an extra white queen, from White's side.
struct QueenUp;

impl EvaluatorVisitor for QueenUp {
    type Output = i32;

    fn visit<E: Evaluator + Default + Send + 'static>(self) -> i32 {
        let position = position("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        // Through a box, as the engine keeps an evaluator that is chosen at run time.
        let mut boxed: Box<dyn Evaluator + Send> = Box::new(E::default());
        let score = boxed.evaluate(&position, 0);
        boxed.reset();
        assert_eq!(boxed.evaluate(&position, 0), score);
        score.raw()
    }
}

#[test]
fn dispatch_ignores_case() {
    for name in bartizan_eval::NAMES {
        let queen = dispatch(&name.to_uppercase(), QueenUp).expect("a known name");
        assert!(queen > 500, "{name}: {queen}");
    }
    assert_eq!(dispatch("no such evaluator", QueenUp), None);
    assert!(bartizan_eval::NAMES.contains(&bartizan_eval::DEFAULT));
}

#[test]
fn explanations_belong_to_the_named_evaluator() {
    let start = Position::startpos();
    let terms = |name| bartizan_eval::explain(name, &start).expect("an explanation").terms.len();
    assert_eq!((terms("centre"), terms("Classical")), (7, 13));
    assert_eq!(bartizan_eval::explain("no such evaluator", &start), None);
}
