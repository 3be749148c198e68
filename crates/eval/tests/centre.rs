//! The evaluator of CCE part 4, compared with values computed by hand and with a second
//! implementation that works on the FEN text and adds move by move in floating point.

mod common;

use bartizan_eval::{Centre, Evaluator, Explain, Score};
use board::Position;
use common::{position, positions};
use movegen::legal_moves;

/// Centrality of all squares; it is symmetric, so rank 1 or 8 may come first.
const MAP: [[f64; 8]; 8] = [
    [0.33, 0.40, 0.46, 0.49, 0.49, 0.46, 0.40, 0.33],
    [0.40, 0.49, 0.59, 0.65, 0.65, 0.59, 0.49, 0.40],
    [0.46, 0.59, 0.73, 0.83, 0.83, 0.73, 0.59, 0.46],
    [0.49, 0.65, 0.83, 0.96, 0.96, 0.83, 0.65, 0.49],
    [0.49, 0.65, 0.83, 0.96, 0.96, 0.83, 0.65, 0.49],
    [0.46, 0.59, 0.73, 0.83, 0.83, 0.73, 0.59, 0.46],
    [0.40, 0.49, 0.59, 0.65, 0.65, 0.59, 0.49, 0.40],
    [0.33, 0.40, 0.46, 0.49, 0.49, 0.46, 0.40, 0.33],
];

/// The sum of one side. `fen` has that side to move, so that its legal moves are its mobility;
/// `to_move` is whether it has the move in the original position. Without checks.
fn naive_side(fen: &str, to_move: bool) -> f64 {
    let fields: Vec<&str> = fen.split(' ').collect();
    let white = fields[1] == "w";
    let mut sum = if to_move { 0.15 } else { 0.0 };
    let mut king_file = 'e';
    for (row, text) in fields[0].split('/').enumerate() {
        let mut column = 0;
        for c in text.chars() {
            if let Some(skip) = c.to_digit(10) {
                column += skip as usize;
                continue;
            }
            if c.is_ascii_uppercase() == white {
                let value = match c.to_ascii_lowercase() {
                    'q' => 9.0,
                    'r' => 5.0,
                    'b' => 3.15,
                    'n' => 3.0,
                    'p' => 1.0,
                    _ => 0.0,
                };
                if value == 0.0 {
                    king_file = char::from(b'a' + column as u8);
                }
                sum += value;
                if value > 0.0 {
                    sum += (value * 0.03 + 0.13) * MAP[row][column];
                }
            }
            column += 1;
        }
    }
    // A right is the letter of its side or, for an inner rook of Chess960, the rook's file.
    for right in fields[2].chars().filter(|c| c.is_alphabetic() && c.is_ascii_uppercase() == white)
    {
        sum += match right.to_ascii_lowercase() {
            'k' => 0.4,
            'q' => 0.3,
            file if file > king_file => 0.4,
            _ => 0.3,
        };
    }

    let mut seen = [[0.0; 8]; 8];
    for mv in legal_moves(&position(fen)) {
        let target = if mv.is_castle() { mv.castle_king_target() } else { mv.to() };
        let target = target.to_string().into_bytes();
        let (row, column) = (usize::from(target[1] - b'1'), usize::from(target[0] - b'a'));
        sum += 0.1;
        sum += 0.08 * MAP[row][column] * (1.0 + 0.3 * seen[row][column]);
        seen[row][column] += 1.0;
    }
    sum
}

/// White's sum minus Black's, of a position without check.
fn naive(position: &Position) -> f64 {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let for_side = |side: &str| {
        let to_move = fields[1] == side;
        // En passant exists only for the side whose move it is.
        let en_passant = if to_move { fields[3] } else { "-" };
        let fen_with_side = format!("{} {side} {} {en_passant} 0 1", fields[0], fields[2]);
        naive_side(&fen_with_side, to_move)
    };
    for_side("w") - for_side("b")
}

#[test]
fn agrees_with_the_naive_formulation() {
    let mut compared = 0;
    for position in positions(600) {
        if position.in_check() || legal_moves(&position).is_empty() {
            continue;
        }
        let (exact, naive) = (Centre.evaluate_in_pawns(&position), naive(&position));
        assert!((exact - naive).abs() < 1e-9, "{exact} and {naive}: {position}");
        compared += 1;
    }
    assert!(compared > 500);
}

#[test]
fn startpos_scores_only_tempo() {
    // Everything else is equal for both sides.
    assert_eq!(Centre.evaluate_in_pawns(&Position::startpos()), 0.15);
    assert_eq!(Centre.evaluate(&Position::startpos(), 0), Score::new(15));
    // One side alone, by hand: material 39.3, castling 0.7, the move 0.15, 20 moves 2.0, pieces
    // 2.5548..., targets.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let pawns = 0.16 * 2.0 * (0.40 + 0.49 + 0.59 + 0.65);
    let pieces = 2.0 * (0.28 * 0.33 + 0.22 * 0.40 + 0.2245 * 0.46) + 0.40 * 0.49;
    // Third and fourth rank by pawns, and a3, c3, f3, h3 once more by knights.
    let third = 2.0 * (0.46 + 0.59 + 0.73 + 0.83) + 2.0 * 1.3 * (0.46 + 0.73);
    let fourth = 2.0 * (0.49 + 0.65 + 0.83 + 0.96);
    let by_hand = 39.3 + 0.7 + 0.15 + 2.0 + pawns + pieces + 0.08 * (third + fourth);
    assert!((naive_side(start, true) - by_hand).abs() < 1e-9);
}

#[test]
fn hand_computed_values() {
    let cases = [
        // White: pawn 1, move 0.15, 5 moves, pawn on e2 0.16·0.65, targets 0.08·3.08; Black: 3
        // moves, targets 0.08·1.29.
        ("8/8/8/8/8/8/4P3/K6k w - - 0 1", 2.0004 - 0.4032),
        // Four promotions are four moves to e8: 0.49·(1 + 1.3 + 1.6 + 1.9).
        ("8/4P3/8/8/8/8/8/K6k w - - 0 1", 2.284_56 - 0.4032),
        // Black is in check: 0.5 for White, whose 15 moves do not take the king; b1 counts twice.
        ("7k/8/8/8/8/8/8/K6R b - - 0 1", 7.6372 - 0.4212),
        // Castling is worth its right and a move to g1; the rook goes to f1, g1 as well: 5.4 and
        // 0.15 of the right and the move, 15 moves, rook on h1 0.28·0.33. King to d1, d2, e2, f1,
        // f2; rook to f1, g1, h2 to h8; g1 is reached twice, f1 twice.
        (
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            5.4 + 0.15
                + 1.5
                + 0.0924
                + 0.08 * (0.49 + 0.65 * 2.0 + 0.59 + 2.3 * (0.46 + 0.40) + 0.40 + 0.46 + 0.49)
                + 0.08 * (0.49 + 0.46 + 0.40 + 0.33)
                - (0.5 + 0.08 * (0.49 * 1.0 + 0.46 + 0.65 * 2.0 + 0.59)),
        ),
    ];
    for (fen, expected) in cases {
        let value = Centre.evaluate_in_pawns(&position(fen));
        assert!((value - expected).abs() < 1e-9, "{value} for {fen}, {expected} by hand");
    }
}

#[test]
fn en_passant_counts_only_for_side_to_move() {
    let with = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let without = position("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    // One move more, to d6, which nothing else reaches.
    let more = Centre.evaluate_in_pawns(&with) - Centre.evaluate_in_pawns(&without);
    assert!((more - (0.1 + 0.08 * 0.83)).abs() < 1e-9, "{more}");
}

#[test]
fn mate_and_stalemate_scores() {
    let mate = position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(Centre.evaluate(&mate, 7), Score::mated_in(7));
    assert_eq!(Centre.evaluate_in_pawns(&mate), f64::INFINITY);
    assert_eq!(Centre.evaluate_in_pawns(&mate.flipped()), f64::NEG_INFINITY);
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(Centre.evaluate(&stalemate, 3), Score::DRAW);
    assert_eq!(Centre.evaluate_in_pawns(&stalemate), 0.0);
}

#[test]
fn explanation_terms_sum_to_total_within_rounding() {
    for position in positions(200) {
        let explanation = Centre.explain(&position);
        if explanation.total.is_mate() {
            continue;
        }
        let (sum, _) = explanation.sum();
        let off = (sum - explanation.total.raw()).abs();
        // Seven terms for two sides, each off by half a centipawn at most.
        assert!(off <= 7, "{off} for {position}");
    }
}
