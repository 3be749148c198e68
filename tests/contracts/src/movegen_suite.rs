//! What a move generator promises: all legal moves, each once, and the
//! same answer from each of its functions. Notation and exchanges have suites of their own.

use board::{Bitboard, Color, Move, MoveFlag, PieceKind, Position, Square};

use crate::naive;
use crate::positions::{
    chosen, compare_with_cozy, constructed, cozy_board, mixed, parse, random_moves,
};
use testkit::Rng;
use testkit::positions::{CHESS960_POSITIONS, PERFT_POSITIONS};
use testkit::{data, perft_suite};

/// A move generator, as the suite sees it. [`Installed`] is the crate that the workspace names
/// `movegen`; implement it to test another one beside it.
pub trait Generator {
    /// All legal moves.
    fn all(&self, position: &Position) -> Vec<Move>;
    /// Legal captures and promotions.
    fn noisy(&self, position: &Position) -> Vec<Move>;
    /// The other legal moves.
    fn quiet(&self, position: &Position) -> Vec<Move>;
    /// Whether there is a legal move.
    fn has_legal_move(&self, position: &Position) -> bool;
    /// Whether these bits are a legal move.
    fn is_legal(&self, position: &Position, mv: Move) -> bool;
    /// Whether a legal move gives check.
    fn gives_check(&self, position: &Position, mv: Move) -> bool;
    /// Leaves at a depth, the last ply counted and not made.
    fn perft(&self, position: &Position, depth: u32) -> u64;
}

/// Declares a struct `$name` that implements [`Generator`] by the public functions of the crate
/// `$generator`.
#[macro_export]
macro_rules! impl_generator {
    ($(#[$attribute:meta])* $visibility:vis $name:ident, $generator:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default)]
        $visibility struct $name;

        impl $crate::Generator for $name {
            fn all(&self, position: &board::Position) -> Vec<board::Move> {
                $generator::legal_moves(position).to_vec()
            }

            fn noisy(&self, position: &board::Position) -> Vec<board::Move> {
                let mut list = $generator::MoveList::new();
                $generator::generate::<$generator::Noisy>(position, &mut list);
                list.to_vec()
            }

            fn quiet(&self, position: &board::Position) -> Vec<board::Move> {
                let mut list = $generator::MoveList::new();
                $generator::generate::<$generator::Quiet>(position, &mut list);
                list.to_vec()
            }

            fn has_legal_move(&self, position: &board::Position) -> bool {
                $generator::has_legal_move(position)
            }

            fn is_legal(&self, position: &board::Position, mv: board::Move) -> bool {
                $generator::is_legal(position, mv)
            }

            fn gives_check(&self, position: &board::Position, mv: board::Move) -> bool {
                $generator::gives_check(position, mv)
            }

            fn perft(&self, position: &board::Position, depth: u32) -> u64 {
                $generator::perft(position, depth)
            }
        }
    };
}

impl_generator! {
    /// The generator that `[workspace.dependencies]` names `movegen`.
    pub Installed, movegen
}

/// Runs the generator's contract on the crate named `movegen`.
///
/// # Panics
/// When it does not hold.
pub fn movegen() {
    movegen_of(&Installed);
}

/// Runs the generator's contract on any generator.
///
/// # Panics
/// When it does not hold.
pub fn movegen_of(generator: &impl Generator) {
    published_counts(generator);
    suite_counts(generator);
    let positions: Vec<Position> =
        mixed(22, 300).into_iter().chain(constructed(25, 2000)).collect();
    for position in &positions {
        kinds(generator, position);
        checks(generator, position);
        mobility(generator, position);
    }
    for position in &positions {
        let moves = generator.all(position);
        let listed: usize = moves.iter().map(|&mv| generator.all(&position.make(mv)).len()).sum();
        assert_eq!(generator.perft(position, 2), listed as u64, "bulk perft of {position}");
    }
    for position in mixed(23, 40).iter().chain(&constructed(26, 200)) {
        every_encoding(generator, position);
    }
    games_in_step(generator);
}

/// Published counts of the six usual positions, and of three Chess960 ones.
const PERFT_COUNTS: [(u32, u64); 6] =
    [(4, 197_281), (3, 97_862), (4, 43_238), (4, 422_333), (3, 62_379), (3, 89_890)];
const CHESS960_COUNTS: [(u32, u64); 3] = [(3, 12_189), (3, 18_002), (3, 10_471)];

fn published_counts(generator: &impl Generator) {
    let usual = PERFT_POSITIONS.iter().zip(PERFT_COUNTS);
    for (fen, (depth, expected)) in usual.chain(CHESS960_POSITIONS.iter().zip(CHESS960_COUNTS)) {
        assert_eq!(generator.perft(&parse(fen), depth), expected, "perft {depth} of {fen}");
        assert_eq!(generator.perft(&parse(fen), 0), 1, "perft 0 of {fen}");
    }
    let most = parse("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(generator.all(&most).len(), 218, "the longest list of a game");
    let most = parse("nQ4Q1/4Q3/Q1Q4Q/Q4Q1Q/3Q4/KQ4Q1/pp2Q3/krQ4Q w - - 0 1");
    assert_eq!(generator.all(&most).len(), 240, "the longest list known");
}

/// The counts of the suites in `tests/data/perft/`, each to the depth that a few thousand leaves reach.
fn suite_counts(generator: &impl Generator) {
    // By name, so that a file that is missing is a failure and not a silence.
    for (name, at_least) in [("standard.epd", 120), ("chess960.epd", 1060)] {
        let lines = perft_suite(&data::repository_file("perft").join(name));
        assert!(lines.len() >= at_least, "{name} has only {} positions", lines.len());
        for line in lines {
            let position = parse(&line.fen);
            let within = line.counts.iter().filter(|(_, nodes)| *nodes <= 20_000).max();
            if let Some(&(depth, expected)) = within {
                assert_eq!(
                    generator.perft(&position, depth),
                    expected,
                    "perft {depth} of {}",
                    line.fen
                );
            }
        }
    }
}

/// Moves by their bits, sorted, so that lists can be compared.
fn bits(moves: &[Move]) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
    bits.sort_unstable();
    bits
}

/// Noisy and quiet moves are disjoint and together all, none twice, and all as cozy-chess says.
fn kinds(generator: &impl Generator, position: &Position) {
    let (all, noisy, quiet) =
        (generator.all(position), generator.noisy(position), generator.quiet(position));
    compare_with_cozy(&cozy_board(position), position, &all);
    assert!(
        noisy.iter().all(|mv| mv.is_noisy()),
        "a quiet move among the noisy ones of {position}"
    );
    assert!(
        quiet.iter().all(|mv| mv.is_quiet()),
        "a noisy move among the quiet ones of {position}"
    );
    let together: Vec<Move> = noisy.into_iter().chain(quiet).collect();
    assert_eq!(bits(&together), bits(&all), "noisy and quiet together: {position}");
    assert!(bits(&all).windows(2).all(|pair| pair[0] != pair[1]), "a move twice: {position}");
    assert_eq!(generator.has_legal_move(position), !all.is_empty(), "has a legal move: {position}");
    for mv in all {
        flag_is_right(position, mv);
    }
}

/// The flag of a move says what the move does.
fn flag_is_right(position: &Position, mv: Move) {
    let mover = position.moved_piece(mv);
    let target = position.piece_on(mv.to());
    let context = format!("{mv} with flag {:?} in {position}", mv.flag());
    assert_eq!(mover.color(), position.side_to_move(), "{context}");
    assert_eq!(
        mv.is_castle(),
        target.is_some_and(|piece| piece.color() == mover.color()),
        "{context}"
    );
    let takes = mv.is_en_passant() || target.is_some_and(|piece| piece.color() != mover.color());
    assert_eq!(mv.is_capture(), takes, "{context}");
    let captured = match (mv.is_en_passant(), mv.is_castle()) {
        (true, _) => Some(PieceKind::Pawn),
        (_, true) => None,
        _ => target.map(board::Piece::kind),
    };
    assert_eq!(position.captured(mv), captured, "{context}");
    if mv.is_en_passant() {
        assert_eq!(position.en_passant(), Some(mv.to()), "{context}");
    }
    let last_rank = matches!(mv.to().relative_to(mover.color()).rank(), board::Rank::Eighth);
    assert_eq!(mv.is_promotion(), mover.kind() == PieceKind::Pawn && last_rank, "{context}");
    assert_eq!(mv.promotion().is_some(), mv.is_promotion(), "{context}");
    assert_eq!(mv.is_noisy(), mv.is_capture() || mv.is_promotion(), "{context}");
}

/// `gives_check` says what making the move shows.
fn checks(generator: &impl Generator, position: &Position) {
    for mv in generator.all(position) {
        let expected = naive::checkers(&position.make(mv)).any();
        assert_eq!(generator.gives_check(position, mv), expected, "{mv} gives check in {position}");
    }
}

/// Moves of the side not to move, whose opponent may stand in check: captures of the king are the only
/// moves that no lawful position has.
fn mobility(generator: &impl Generator, position: &Position) {
    let us = position.side_to_move();
    let same = position.with_side_to_move(us);
    assert_eq!(&same, position, "{us:?} to move as before");
    let mut theirs = generator.all(&position.with_side_to_move(!us));
    theirs.retain(|mv| mv.to() != position.king(us));
    if !position.in_check() {
        // Neither king is attacked, so the position with the other side to move is lawful.
        let fen = position.to_shredder_fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[1] = if us == Color::White { "b" } else { "w" };
        fields[3] = "-";
        let turned = parse(&fields.join(" "));
        assert_eq!(
            bits(&theirs),
            bits(&generator.all(&turned)),
            "moves for {:?}, who is not to move: {position}",
            !us
        );
    }
    let pieces = theirs.iter().filter(|mv| !mv.is_castle());
    let pieces = pieces.filter(|mv| position.moved_piece(**mv).kind() != PieceKind::Pawn);
    let found: Vec<Move> = pieces.copied().collect();
    assert_eq!(
        bits(&found),
        bits(&piece_moves(&position.with_side_to_move(!us))),
        "piece moves of {:?}, who is not to move: {position}",
        !us
    );
    for mv in theirs {
        assert!(!mv.is_en_passant(), "en passant is off for the side not to move: {position}");
    }
}

/// Moves of the pieces other than pawns, castling and captures of the king left out, found by trying
/// every target.
fn piece_moves(position: &Position) -> Vec<Move> {
    let us = position.side_to_move();
    let mut found = Vec::new();
    for to in Square::ALL {
        let attackers = naive::attackers(position, to, us, Bitboard::EMPTY);
        if position.color(us).contains(to) || to == position.king(!us) {
            continue;
        }
        for from in attackers - position.of(us, PieceKind::Pawn) {
            let taken = position.piece_on(to).is_some();
            let flag = if taken { MoveFlag::CAPTURE } else { MoveFlag::QUIET };
            let mv = Move::new(from, to, flag);
            let after = position.make(mv);
            if naive::attackers(&after, after.king(us), !us, Bitboard::EMPTY).is_empty() {
                found.push(mv);
            }
        }
    }
    found
}

/// `is_legal` over every bit pattern is membership in the list.
fn every_encoding(generator: &impl Generator, position: &Position) {
    let legal = bits(&generator.all(position));
    for encoding in 0..=u16::MAX {
        let Some(mv) = Move::from_bits(encoding) else {
            assert_eq!(encoding, 0, "only zero is no move");
            continue;
        };
        assert_eq!(mv.bits(), encoding);
        let expected = legal.binary_search(&encoding).is_ok();
        assert_eq!(
            generator.is_legal(position, mv),
            expected,
            "encoding {encoding:#06x} ({mv}) in {position}"
        );
    }
}

/// Random games, move lists compared at every step with cozy-chess, which plays along on its own board.
fn games_in_step(generator: &impl Generator) {
    let mut rng = Rng::new(24);
    for start in chosen() {
        for _ in 0..4 {
            let (mut position, mut board) = (start.clone(), cozy_board(&start));
            for mv in random_moves(&start, &mut rng, 100) {
                position = position.make(mv);
                board.play(&mv.to_string()).unwrap_or_else(|error| panic!("{error}"));
                compare_with_cozy(&board, &position, &generator.all(&position));
            }
        }
    }
}
