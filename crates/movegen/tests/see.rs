//! Static exchanges: positions with known values, and a comparison with an exchange played out
//! on a board of its own, over random games. The board of the comparison shares nothing with
//! the code under test but the rules.

mod games;

use bartizan_movegen::{SeeValues, legal_moves, parse_uci, see, see_ge};
use board::{Color, Move, Piece, PieceKind, Position, Square};

const VALUES: SeeValues = SeeValues([100, 300, 300, 500, 900, 0]);

/// Positions, moves and values in hundredths of a pawn (100, 300, 300, 500, 900), as many
/// engines' tests have them; most come from Arasan, Vajolet and Leorik.
const KNOWN: &[(&str, &str, i32)] = &[
    ("6k1/1pp4p/p1pb4/6q1/3P1pRr/2P4P/PP1Br1P1/5RKN w - -", "f1f4", -100),
    ("5rk1/1pp2q1p/p1pb4/8/3P1NP1/2P5/1P1BQ1P1/5RK1 b - -", "d6f4", 0),
    ("4R3/2r3p1/5bk1/1p1r3p/p2PR1P1/P1BK1P2/1P6/8 b - -", "h5g4", 0),
    ("4R3/2r3p1/5bk1/1p1r1p1p/p2PR1P1/P1BK1P2/1P6/8 b - -", "h5g4", 0),
    ("4r1k1/5pp1/nbp4p/1p2p2q/1P2P1b1/1BP2N1P/1B2QPPK/3R4 b - -", "g4f3", 0),
    ("2r1r1k1/pp1bppbp/3p1np1/q3P3/2P2P2/1P2B3/P1N1B1PP/2RQ1RK1 b - -", "d6e5", 100),
    ("7r/5qpk/p1Qp1b1p/3r3n/BB3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", 0),
    ("6rr/6pk/p1Qp1b1p/2n5/1B3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", -500),
    ("7r/5qpk/2Qp1b1p/1N1r3n/BB3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", -500),
    ("6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - -", "f7f8q", 200),
    ("6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - -", "f7f8n", 200),
    ("7R/5P2/8/8/6r1/3K4/5p2/4k3 w - -", "f7f8q", 800),
    ("7R/5P2/8/8/6r1/3K4/5p2/4k3 w - -", "f7f8b", 200),
    ("7R/4bP2/8/8/1q6/3K4/5p2/4k3 w - -", "f7f8r", -100),
    ("8/4kp2/2npp3/1Nn5/1p2PQP1/7q/1PP1B3/4KR1r b - -", "h1f1", 0),
    ("8/4kp2/2npp3/1Nn5/1p2P1P1/7q/1PP1B3/4KR1r b - -", "h1f1", 0),
    ("2r2r1k/6bp/p7/2q2p1Q/3PpP2/1B6/P5PP/2RR3K b - -", "c5c1", 100),
    ("r2qk1nr/pp2ppbp/2b3p1/2p1p3/8/2N2N2/PPPP1PPP/R1BQR1K1 w kq -", "f3e5", 100),
    ("3q2nk/pb1r1p2/np6/3P2Pp/2p1P3/2R4B/PQ3P1P/3R2K1 w - h6", "g5h6", 0),
    ("3q2nk/pb1r1p2/np6/3P2Pp/2p1P3/2R1B2B/PQ3P1P/3R2K1 w - h6", "g5h6", 100),
    ("2r4r/1P4pk/p2p1b1p/7n/BB3p2/2R2p2/P1P2P2/4RK2 w - -", "c3c8", 500),
    ("2r5/1P4pk/p2p1b1p/5b1n/BB3p2/2R2p2/P1P2P2/4RK2 w - -", "c3c8", 500),
    ("2r4k/2r4p/p7/2b2p1b/4pP2/1BR5/P1R3PP/2Q4K w - -", "c3c5", 300),
    ("8/pp6/2pkp3/4bp2/2R3b1/2P5/PP4B1/1K6 w - -", "g2c6", -200),
    ("4q3/1p1pr1k1/1B2rp2/6p1/p3PP2/P3R1P1/1P2R1K1/4Q3 b - -", "e6e4", -400),
    ("4q3/1p1pr1kb/1B2rp2/6p1/p3PP2/P3R1P1/1P2R1K1/4Q3 b - -", "h7e4", 100),
    ("3r3k/3r4/2n1n3/8/3p4/2PR4/1B1Q4/3R3K w - -", "d3d4", -100),
    ("1k1r4/1ppn3p/p4b2/4n3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", 100),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", -200),
    ("rnb2b1r/ppp2kpp/5n2/4P3/q2P3B/5R2/PPP2PPP/RN1QKB2 w Q -", "h4f6", 100),
    ("r2q1rk1/2p1bppp/p2p1n2/1p2P3/4P1b1/1nP1BN2/PP3PPP/RN1QR1K1 b - -", "g4f3", 0),
    ("r1bqkb1r/2pp1ppp/p1n5/1p2p3/3Pn3/1B3N2/PPP2PPP/RNBQ1RK1 b kq -", "c6d4", 0),
    ("r1bq1r2/pp1ppkbp/4N1p1/n3P1B1/8/2N5/PPP2PPP/R2QK2R w KQ -", "e6g7", 0),
    ("r1bq1r2/pp1ppkbp/4N1pB/n3P3/8/2N5/PPP2PPP/R2QK2R w KQ -", "e6g7", 300),
    ("rnq1k2r/1b3ppp/p2bpn2/1p1p4/3N4/1BN1P3/PPP2PPP/R1BQR1K1 b kq -", "d6h2", -200),
    ("rn2k2r/1bq2ppp/p2bpn2/1p1p4/3N4/1BN1P3/PPP2PPP/R1BQR1K1 b kq -", "d6h2", 100),
    ("r2qkbn1/ppp1pp1p/3p1rp1/3Pn3/4P1b1/2N2N2/PPP2PPP/R1BQKB1R b KQq -", "g4f3", 100),
    ("rnbq1rk1/pppp1ppp/4pn2/8/1bPP4/P1N5/1PQ1PPPP/R1B1KBNR b KQ -", "b4c3", 0),
    ("r4rk1/3nppbp/bq1p1np1/2pP4/8/2N2NPP/PP2PPB1/R1BQR1K1 b - -", "b6b2", -800),
    ("r4rk1/1q1nppbp/b2p1np1/2pP4/8/2N2NPP/PP2PPB1/R1BQR1K1 b - -", "f6d5", -200),
    ("1r3r2/5p2/4p2p/2k1n1P1/2PN1nP1/1P3P2/8/2KR1B1R b - -", "b8b3", -400),
    ("1r3r2/5p2/4p2p/4n1P1/kPPN1nP1/5P2/8/2KR1B1R b - -", "b8b4", 100),
    ("2r2rk1/5pp1/pp5p/q2p4/P3n3/1Q3NP1/1P2PP1P/2RR2K1 b - -", "c8c1", 0),
    ("5rk1/5pp1/2r4p/5b2/2R5/6Q1/R1P1qPP1/5NK1 b - -", "f5c2", -100),
    ("1r3r1k/p4pp1/2p1p2p/qpQP3P/2P5/3R4/PP3PP1/1K1R4 b - -", "a5a2", -800),
    ("1r5k/p4pp1/2p1p2p/qpQP3P/2P2P2/1P1R4/P4rP1/1K1R4 b - -", "a5a2", 100),
    ("r2q1rk1/1b2bppp/p2p1n2/1ppNp3/3nP3/P2P1N1P/BPP2PP1/R1BQR1K1 w - -", "d5e7", 0),
    ("rnbqrbn1/pp3ppp/3p4/2p2k2/4p3/3B1K2/PPP2PPP/RNB1Q1NR w - -", "d3e4", 100),
    ("rnb1k2r/p3p1pp/1p3p1b/7n/1N2N3/3P1PB1/PPP1P1PP/R2QKB1R w KQkq -", "e4d6", -200),
    ("r1b1k2r/p4npp/1pp2p1b/7n/1N2N3/3P1PB1/PPP1P1PP/R2QKB1R w KQkq -", "e4d6", 0),
    ("2r1k2r/pb4pp/5p1b/2KB3n/4N3/2NP1PB1/PPP1P1PP/R2Q3R w k -", "d5c6", -300),
    ("2r1k2r/pb4pp/5p1b/2KB3n/1N2N3/3P1PB1/PPP1P1PP/R2Q3R w k -", "d5c6", 0),
    ("2r1k3/pbr3pp/5p1b/2KB3n/1N2N3/3P1PB1/PPP1P1PP/R2Q3R w - -", "d5c6", -300),
    ("5k2/p2P2pp/8/1pb5/1Nn1P1n1/6Q1/PPP4P/R3K1NR w KQ -", "d7d8q", 800),
    ("r4k2/p2P2pp/8/1pb5/1Nn1P1n1/6Q1/PPP4P/R3K1NR w KQ -", "d7d8q", -100),
    ("5k2/p2P2pp/1b6/1p6/1Nn1P1n1/8/PPP4P/R2QK1NR w KQ -", "d7d8q", 200),
    ("4kbnr/p1P1pppp/b7/4q3/7n/8/PP1PPPPP/RNBQKBNR w KQk -", "c7c8q", -100),
    ("4kbnr/p1P1pppp/b7/4q3/7n/8/PPQPPPPP/RNB1KBNR w KQk -", "c7c8q", 200),
    ("4kbnr/p1P4p/b1q5/5pP1/4n3/5Q2/PP1PPP1P/RNB1KBNR w KQk f6", "g5f6", 0),
    ("4kbnr/p1P4p/b1q5/5pP1/4n2Q/8/PP1PPP1P/RNB1KBNR w KQk f6", "g5f6", 0),
    ("1n2kb1r/p1P4p/2qb4/5pP1/4n2Q/8/PP1PPP1P/RNB1KBNR w KQk -", "c7b8q", 200),
    ("rnbqk2r/pp3ppp/2p1pn2/3p4/3P4/N1P1BN2/PPB1PPPb/R2Q1RK1 w kq -", "g1h2", 300),
    ("3N4/2K5/2n5/1k6/8/8/8/8 b - -", "c6d8", 0),
    ("3n3r/2P5/8/1k6/8/8/3Q4/4K3 w - -", "c7d8q", 700),
    ("r2n3r/2P1P3/4N3/1k6/8/8/8/4K3 w - -", "e6d8", 300),
    ("8/8/1k6/8/8/2N1N3/4p1K1/3n4 w - -", "c3d1", 100),
    ("r1bqk1nr/pppp1ppp/2n5/1B2p3/1b2P3/5N2/PPPP1PPP/RNBQK2R w KQkq -", "e1g1", 0),
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", 100),
];

/// Cases for the rules that the published lists do not agree on or do not touch.
const RULES: &[(&str, &str, i32)] = &[
    // The pawn that takes back becomes a queen. (Lists that do not count it have 0 here.)
    ("8/8/8/1k6/6b1/4N3/2p3K1/3n4 w - -", "e3d1", -800),
    // The pawn on f6 is pinned and cannot take back. (Lists that ignore pins have 0 here.)
    ("6r1/4kq2/b2p1p2/p1pPb3/p1P2B1Q/2P4P/2B1R1P1/6K1 w - -", "f4e5", 100),
    ("4k3/8/8/3p4/4p3/2N5/8/3R2K1 w - -", "c3e4", -200),
    ("3k4/8/8/3p4/4p3/2N5/8/3R2K1 w - -", "c3e4", 100),
    // The pin ends when the piece that pins takes part, unless another one stands behind it.
    ("4k3/8/4n3/8/3pR3/8/8/6K1 w - -", "e4d4", -400),
    ("4k3/8/4n3/8/3pR3/8/8/4R1K1 w - -", "e4d4", 100),
    // A pinned piece that stays on the line of its pin may take.
    ("4k3/4r3/8/8/4p3/8/4R3/6K1 w - -", "e2e4", -400),
    ("k7/8/8/8/7b/6N1/5P2/4K3 b - -", "h4g3", 0),
    // The king may not take what a pinned piece guards, nor step back along a slider's line.
    ("6k1/6p1/8/8/6Q1/8/8/1K6 w - -", "g4g7", -800),
    ("1r4k1/6p1/8/8/6Q1/8/1B6/1K6 w - -", "g4g7", 100),
    ("4k3/4p3/8/8/4Q3/8/4R3/1K6 w - -", "e4e7", 100),
    // En passant opens the file for the rook behind.
    ("4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6", "e5d6", 100),
    ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 0),
    // Two rooks on a file support each other through the piece that goes first.
    ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", -400),
    ("4k3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", 100),
];

#[test]
fn known_values() {
    let mut wrong = Vec::new();
    for &(fen, text, expected) in KNOWN.iter().chain(RULES) {
        let position = Position::from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"));
        match parse_uci(&position, text, false) {
            Err(e) => wrong.push(format!("{fen} {text}: {e}")),
            Ok(mv) => {
                let value = see(&position, mv, &VALUES);
                if value != expected {
                    wrong.push(format!("{fen} {text}: {value} instead of {expected}"));
                }
                for threshold in [i32::MIN, expected - 1, expected, expected + 1, i32::MAX] {
                    let reached = see_ge(&position, mv, threshold, &VALUES);
                    if reached != (value >= threshold) {
                        wrong.push(format!("{fen} {text}: threshold {threshold} {reached}"));
                    }
                }
            }
        }
    }
    assert!(KNOWN.len() >= 60);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A board for exchanges alone: 64 squares, and steps from one to the next.
struct Mailbox {
    squares: [Option<Piece>; 64],
}

impl Mailbox {
    fn new(position: &Position) -> Self {
        Self { squares: Square::ALL.map(|square| position.piece_on(square)) }
    }

    /// The squares in one direction from `from`, up to the first occupied one inclusive.
    fn ray(&self, from: usize, (dx, dy): (i32, i32)) -> Vec<usize> {
        let (mut x, mut y) = ((from % 8) as i32 + dx, (from / 8) as i32 + dy);
        let mut squares = Vec::new();
        while (0..8).contains(&x) && (0..8).contains(&y) {
            let square = (8 * y + x) as usize;
            squares.push(square);
            if self.squares[square].is_some() {
                break;
            }
            (x, y) = (x + dx, y + dy);
        }
        squares
    }

    /// Whether the piece on `from` attacks `to`.
    fn attacks(&self, from: usize, to: usize) -> bool {
        let Some(piece) = self.squares[from] else { return false };
        let dx = (to % 8) as i32 - (from % 8) as i32;
        let dy = (to / 8) as i32 - (from / 8) as i32;
        let sees = || self.ray(from, (dx.signum(), dy.signum())).contains(&to);
        let forward = if piece.color() == Color::White { 1 } else { -1 };
        match piece.kind() {
            _ if from == to => false,
            PieceKind::Pawn => dx.abs() == 1 && dy == forward,
            PieceKind::Knight => dx.abs() * dy.abs() == 2,
            PieceKind::Bishop => dx.abs() == dy.abs() && sees(),
            PieceKind::Rook => (dx == 0 || dy == 0) && sees(),
            PieceKind::Queen => (dx == 0 || dy == 0 || dx.abs() == dy.abs()) && sees(),
            PieceKind::King => dx.abs() <= 1 && dy.abs() <= 1,
        }
    }

    fn attackers(&self, color: Color, to: usize) -> Vec<usize> {
        let is_ours = |from: &usize| self.squares[*from].is_some_and(|p| p.color() == color);
        (0..64).filter(is_ours).filter(|&from| self.attacks(from, to)).collect()
    }

    /// Moves a piece and returns what it gained: the captured piece, and a promotion.
    fn capture(&mut self, from: usize, to: usize) -> i32 {
        let value = |piece: Piece| VALUES.0[piece.kind() as usize];
        let mut piece = self.squares[from].take().unwrap();
        let mut gain = self.squares[to].map_or(0, value);
        if piece.kind() == PieceKind::Pawn && matches!(to / 8, 0 | 7) {
            let queen = Piece::new(piece.color(), PieceKind::Queen);
            gain += value(queen) - value(piece);
            piece = queen;
        }
        self.squares[to] = Some(piece);
        gain
    }

    /// Whether taking away the piece on `from`, in favour of `to`, lets a slider see the king
    /// along the line on which the piece was.
    fn uncovers_king(&self, color: Color, from: usize, to: usize) -> bool {
        let king = Some(Piece::new(color, PieceKind::King));
        let king = self.squares.iter().position(|&piece| piece == king).unwrap();
        let mut after = Mailbox { squares: self.squares };
        after.capture(from, to);
        let through = |slider: &usize| after.ray(*slider, direction(*slider, king)).contains(&from);
        after.attackers(!color, king).iter().filter(|slider| **slider != to).any(through)
    }

    /// What `color` wins by going on with captures on `to`, 0 if nothing.
    fn exchange(&self, color: Color, to: usize) -> i32 {
        let mut attackers = self.attackers(color, to);
        attackers.sort_by_key(|&from| (self.squares[from].unwrap().kind(), from));
        let may = |from: &usize| match self.squares[*from].unwrap().kind() {
            PieceKind::King => {
                let mut after = Mailbox { squares: self.squares };
                after.capture(*from, to);
                after.attackers(!color, to).is_empty()
            }
            _ => !self.uncovers_king(color, *from, to),
        };
        let Some(from) = attackers.into_iter().find(may) else { return 0 };
        let mut after = Mailbox { squares: self.squares };
        let gain = after.capture(from, to);
        (gain - after.exchange(!color, to)).max(0)
    }
}

fn direction(from: usize, to: usize) -> (i32, i32) {
    let sign = |a: usize, b: usize| (b as i32 - a as i32).signum();
    (sign(from % 8, to % 8), sign(from / 8, to / 8))
}

/// The value of the first move, which the position itself makes.
fn first_gain(position: &Position, mv: Move) -> i32 {
    let value = |kind: PieceKind| VALUES.0[kind as usize];
    position.captured(mv).map_or(0, value)
        + mv.promotion().map_or(0, |kind| value(kind) - value(PieceKind::Pawn))
}

/// The exchange played out by the rules of `see`.
fn played_out(position: &Position, mv: Move) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let after = position.make(mv);
    let answer = Mailbox::new(&after).exchange(after.side_to_move(), mv.to().index());
    first_gain(position, mv) - answer
}

/// The exchange as the laws of chess have it: any legal capture on the square, by any piece and
/// with any promotion, or none.
fn lawful(position: &Position, mv: Move) -> i32 {
    fn answer(position: &Position, to: Square) -> i32 {
        legal_moves(position)
            .into_iter()
            .filter(|mv| mv.to() == to && mv.is_capture() && !mv.is_en_passant())
            .map(|mv| first_gain(position, mv) - answer(&position.make(mv), to))
            .fold(0, i32::max)
    }
    if mv.is_castle() {
        return 0;
    }
    first_gain(position, mv) - answer(&position.make(mv), mv.to())
}

#[test]
fn agrees_with_the_exchange_played_out() {
    let mut moves_seen = 0;
    let mut worth_something = 0;
    games::play(11, 120, 100, |position, moves| {
        for &mv in moves {
            let value = see(position, mv, &VALUES);
            assert_eq!(value, played_out(position, mv), "{position} {mv}");
            for threshold in [value, value + 1, value - 1, value + 200, value - 200, 0, 1, -100] {
                let reached = see_ge(position, mv, threshold, &VALUES);
                assert_eq!(reached, value >= threshold, "{position} {mv} {threshold}");
            }
            moves_seen += 1;
            worth_something += usize::from(value != 0);
        }
    });
    assert!(moves_seen > 100_000 && worth_something > 20_000, "{moves_seen} {worth_something}");
}

/// The rules are a simplification; this measures of what size. In what is left out, a side in
/// check must deal with it, and the least valuable piece need not be the best to take with.
#[test]
fn seldom_differs_from_the_laws_of_chess() {
    let (mut captures, mut differ, mut sign) = (0, 0, 0);
    games::play(13, 60, 80, |position, moves| {
        for &mv in moves.iter().filter(|mv| mv.is_noisy()) {
            let (simple, exact) = (see(position, mv, &VALUES), lawful(position, mv));
            captures += 1;
            differ += usize::from(simple != exact);
            sign += usize::from((simple >= 0) != (exact >= 0));
        }
    });
    println!("{captures} captures and promotions: {differ} differ, {sign} in being good or bad");
    assert!(captures > 5_000, "{captures}");
    assert!(differ * 20 < captures, "{differ} of {captures}");
}
