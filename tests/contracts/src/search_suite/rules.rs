//! The rules of chess in a search: mates and their length, draws by rule, the end of the game.

use board::Position;
use eval::Score;
use game::Game;
use searcher::{Limits, Searcher};

use super::SearchRequirements;
use super::answers::{answer_is_sound, run_search};
use crate::positions::{parse, read_move};

/// Mates: the position, the number of moves, the only key move.
const MATES: &[(&str, u32, &str)] = &[
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 1, "e1e8"),
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "h1h8"),
    ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1, "g5g7"),
    ("7K/8/5k2/6q1/8/8/8/8 b - - 99 90", 1, "g5g7"),
    ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 20", 2, "d5d8"),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
];

/// The one of [`MATES`] that lives by zugzwang.
const ZUGZWANG: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

/// Mates are found with their length, and with what is stored of them the moves after.
pub(super) fn mates(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let late = if requirements.prunes { 9 } else { 0 };
    for &(fen, moves, key) in MATES.iter().filter(|(fen, moves, _)| {
        *moves <= requirements.max_mate && !(requirements.prunes && *fen == ZUGZWANG)
    }) {
        let mut game = Game::new(parse(fen));
        let plies = 2 * moves - 1;
        let (result, lines) = run_search(searcher, &game, &Limits::depth(plies + late));
        answer_is_sound(&game, &result, &lines);
        assert_eq!(result.score.mate_moves(), Some(moves as i32), "mate in {fen}");
        assert_eq!(result.best, Some(read_move(&game.position, key)), "the key move of {fen}");
        for (played, &mv) in result.pv.iter().enumerate() {
            game.play(mv);
            let left = plies - 1 - played as u32;
            let (now, lines) = run_search(searcher, &game, &Limits::depth(left.max(1) + late));
            let (mated, mates) = (Score::mated_in(left as usize), Score::mate_in(left as usize));
            let expected = if left.is_multiple_of(2) { mated } else { mates };
            assert_eq!(now.score, expected, "{left} plies before the mate of {fen}");
            if left > 0 {
                answer_is_sound(&game, &now, &lines);
            }
        }
        assert_eq!(result.pv.len(), plies as usize, "the line of {fen} ends in mate");
    }
}

/// Mate and stalemate have no move, and a score all the same.
pub(super) fn finished_games(searcher: &mut dyn Searcher) {
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", Score::mated_in(0)),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 100 80", Score::mated_in(0)),
    ] {
        let (result, _) = run_search(searcher, &Game::new(parse(fen)), &Limits::depth(3));
        assert_eq!((result.best, result.score), (None, score), "{fen}");
        assert!(result.pv.is_empty() && result.ponder.is_none(), "{fen}");
    }
}

/// The fifty-move rule at its edge, stalemate, dead positions and repetitions.
pub(super) fn draws_by_rule(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let limits = Limits::depth(requirements.depth.min(4));
    let mut score = |game: &Game| run_search(searcher, game, &limits).0;
    for (fen, expected) in [
        // Whatever White plays is the hundredth ply and no mate: a draw, a queen ahead.
        ("7k/8/8/8/8/1Q6/8/K7 w - - 99 100", Score::DRAW),
        // A mate on the hundredth ply wins all the same.
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 99 100", Score::mate_in(1)),
        // Bare kings.
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", Score::DRAW),
        // The pawn is lost, or Black stalemated.
        ("k7/P7/1K6/8/8/8/8/8 w - - 0 1", Score::DRAW),
        ("8/8/8/8/8/1k6/p7/K7 b - - 0 1", Score::DRAW),
    ] {
        let result = score(&Game::new(parse(fen)));
        assert_eq!(result.score, expected, "{fen}");
        assert!(result.best.is_some(), "a drawn game still has moves: {fen}");
    }
    // The first move alone shows it.
    let game = Game::new(parse("7k/8/8/8/8/1Q6/8/K7 w - - 99 90"));
    let (result, _) = run_search(searcher, &game, &Limits::depth(1));
    assert_eq!(result.score, Score::DRAW, "every first move is the hundredth ply");
    if requirements.max_mate > 1 {
        // A mate in two plays three plies. First it is found, and then it comes too late.
        for (clock, moves) in [(96, Some(2)), (97, Some(2)), (98, None)] {
            let game = Game::new(parse(&format!("7k/8/8/8/8/8/R7/1R5K w - - {clock} 90")));
            let depth = if requirements.prunes { 12 } else { 3 };
            let (result, _) = run_search(searcher, &game, &Limits::depth(depth));
            assert_eq!(result.score.mate_moves(), moves, "{}", game.position);
            assert!(moves.is_some() || result.score == Score::DRAW, "{result:?}");
        }
    }
    repetitions(searcher, requirements);
}

/// A game from a position and moves.
fn played(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(parse(fen));
    for text in moves {
        game.play(read_move(&game.position, text));
    }
    game
}

/// The third occurrence of a position is a draw: the losing side plays for it, the winning one
/// avoids it.
fn repetitions(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let shuffle = ["h7h8", "a1b1", "h8h7", "b1a1", "h7h8", "a1b1", "h8h7", "b1a1"];
    let start = "8/6pk/7p/3q4/8/8/6PP/R6K b - - 0 1";
    let limits = Limits::depth(requirements.depth.min(4));
    // Rook against queen, and the rook can go back to where the game has been twice.
    let saved = played(start, &shuffle[..7]);
    let (result, _) = run_search(searcher, &saved, &limits);
    let back = read_move(&saved.position, shuffle[7]);
    assert_eq!((result.best, result.score), (Some(back), Score::DRAW), "White repeats");
    let shuffle = ["b1a1", "h7h8", "a1b1", "h8h7", "b1a1", "h7h8", "a1b1"];
    let winning = played("8/6pk/7p/3q4/8/8/6PP/1R5K w - - 0 1", &shuffle);
    let (result, _) = run_search(searcher, &winning, &limits);
    let back = read_move(&winning.position, "h8h7");
    assert!(
        result.best != Some(back) && result.score > Score::DRAW,
        "Black does not repeat: {result:?}"
    );
}

/// When a game is over.
pub(super) fn ends_of_games() {
    for (fen, over) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", true),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", true),
        ("R6k/6p1/8/8/8/8/8/K7 b - - 0 1", false),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 90", false),
        ("7k/8/6K1/8/8/8/8/R7 w - - 100 90", true),
        ("7k/8/6K1/8/8/8/8/N7 w - - 0 1", true),
        ("7k/8/6K1/8/8/8/P7/8 w - - 0 1", false),
    ] {
        assert_eq!(Game::new(parse(fen)).is_over(), over, "{fen}");
    }
    let shuffle: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    for plies in 0..=8 {
        let game = played(&Position::startpos().to_fen(), &shuffle[..plies]);
        assert_eq!(game.is_over(), plies == 8, "after {plies} plies of a repetition");
    }
}
