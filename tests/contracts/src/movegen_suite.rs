//! What a move generator promises: all legal moves, each once, and the
//! same answer from each of its functions. Notation and exchanges have suites of their own.

use board::{Move, MoveFlag, PieceKind, Position, Square};

use crate::naive;
use crate::positions::{bits, compare_with_cozy, constructed, cozy_board, mixed, parse, read_move};
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
    /// The legal moves of one kind of piece to a square, castling aside.
    fn of_kind_to(&self, position: &Position, kind: PieceKind, to: Square) -> Vec<Move>;
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

            fn of_kind_to(
                &self,
                position: &board::Position,
                kind: board::PieceKind,
                to: board::Square,
            ) -> Vec<board::Move> {
                $generator::moves_of_kind_to(position, kind, to).to_vec()
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
pub fn movegen() {
    movegen_of(&Installed);
}

/// Runs the generator's contract on any generator.
pub fn movegen_of(generator: &impl Generator) {
    suite_counts(generator);
    let positions: Vec<Position> =
        mixed(22, 300).into_iter().chain(constructed(25, 2000)).collect();
    for position in &positions {
        kinds(generator, position);
        checks(generator, position);
        of_kind_to(generator, position);
        if position.in_check() {
            opponent_in_check(generator, position);
        }
    }
    for position in &positions {
        let moves = generator.all(position);
        let listed: usize = moves.iter().map(|&mv| generator.all(&position.make(mv)).len()).sum();
        assert_eq!(generator.perft(position, 2), listed as u64, "bulk perft of {position}");
    }
    for position in mixed(23, 40).iter().chain(&constructed(26, 200)) {
        every_encoding(generator, position);
    }
}

/// The counts of the suites in `tests/data/perft/`, each to the depth that a few thousand leaves reach.
fn suite_counts(generator: &impl Generator) {
    // By name, so that a file that is missing is a failure and not a silence.
    for (name, at_least) in [("standard.epd", 120), ("chess960.epd", 1060)] {
        let lines = perft_suite(&data::repository_file("perft").join(name));
        assert!(lines.len() >= at_least, "{name} has only {} positions", lines.len());
        for line in lines {
            let position = parse(&line.fen);
            assert_eq!(generator.perft(&position, 0), 1, "perft 0 of {}", line.fen);
            let within = line.counts.iter().filter(|(_, nodes)| *nodes <= 20_000).max();
            if let Some(&(depth, expected)) = within {
                let found = generator.perft(&position, depth);
                assert_eq!(found, expected, "perft {depth} of {}", line.fen);
            }
        }
    }
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
        let expected = read_move(position, &mv.to_string());
        assert_eq!(mv.flag(), expected.flag(), "flag of {mv} in {position}");
    }
}

/// The moves of a kind of piece to a square are those of the list, for every kind and square.
fn of_kind_to(generator: &impl Generator, position: &Position) {
    let all = generator.all(position);
    for kind in PieceKind::ALL {
        let of_kind = |mv: &&Move| !mv.is_castle() && position.moved_piece(**mv).kind() == kind;
        for to in Square::ALL {
            let of_list = all.iter().filter(of_kind).filter(|mv| mv.to() == to);
            let expected: Vec<Move> = of_list.copied().collect();
            let found = generator.of_kind_to(position, kind, to);
            assert_eq!(bits(&found), bits(&expected), "moves of a {kind:?} to {to}: {position}");
        }
    }
}

/// `gives_check` says what making the move shows.
fn checks(generator: &impl Generator, position: &Position) {
    for mv in generator.all(position) {
        let expected = naive::checkers(&position.make(mv)).any();
        assert_eq!(generator.gives_check(position, mv), expected, "{mv} gives check in {position}");
    }
}

/// Moves of the side not to move while the other stands in check: captures of the king are the only moves
/// that no lawful position has. Compared are those of pieces, found by trying every target.
fn opponent_in_check(generator: &impl Generator, position: &Position) {
    let (us, king) = (!position.side_to_move(), position.king(position.side_to_move()));
    let turned = position.with_side_to_move(us);
    let is_piece = |mv: &Move| turned.moved_piece(*mv).kind() != PieceKind::Pawn;
    let mut found = generator.all(&turned);
    assert!(found.iter().all(|mv| !mv.is_en_passant()), "en passant out of turn: {position}");
    found.retain(|mv| is_piece(mv) && !mv.is_castle() && mv.to() != king);
    let targets = Square::ALL.into_iter().filter(|&to| to != king);
    let moves = targets.flat_map(|to| {
        let attackers = naive::attackers(&turned, to, us) - turned.of(us, PieceKind::Pawn);
        let taken = turned.piece_on(to).is_some();
        let flag = if taken { MoveFlag::CAPTURE } else { MoveFlag::QUIET };
        attackers.into_iter().map(move |from| Move::new(from, to, flag))
    });
    let expected: Vec<Move> = moves
        .filter(|mv| !turned.color(us).contains(mv.to()))
        .filter(|&mv| {
            let after = turned.make(mv);
            naive::attackers(&after, after.king(us), !us).is_empty()
        })
        .collect();
    assert_eq!(bits(&found), bits(&expected), "moves of {us:?}, who is not to move: {position}");
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
