//! What the board layer's game record promises about repetition. Not how the search uses it.

use board::{KeyHistory, Position};
use movegen::legal_moves;

use crate::positions::{corners, parse, random_game};
use crate::rng::Rng;

/// Runs the contract of [`KeyHistory`].
///
/// # Panics
/// When it does not hold.
pub fn key_history() {
    knights_out_and_home();
    an_irreversible_move_cuts_the_past_off();
    counts_agree_with_a_plain_list();
    upcoming_repetitions_are_real();
}

/// Plays moves in UCI notation, keeping the record.
fn play(position: &mut Position, history: &mut KeyHistory, moves: &[&str]) {
    for text in moves {
        let mv = movegen::parse_uci(position, text, false)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        history.push(position.key());
        *position = position.make(mv);
    }
}

const DANCE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

/// The starting position again and again, seen from a root at each place of the dance.
fn knights_out_and_home() {
    let mut position = Position::startpos();
    let mut history = KeyHistory::new();
    assert_eq!(history.occurrences(&position), 0);
    play(&mut position, &mut history, &DANCE);
    assert_eq!(history.len(), 4);
    assert_eq!(history.occurrences(&position), 1);
    assert!(!history.is_repetition(&position, 0), "one occurrence in the game is not yet a draw");
    assert!(
        !history.is_repetition(&position, 3),
        "one occurrence before the root is not yet a draw"
    );
    assert!(
        history.is_repetition(&position, 5),
        "one occurrence after the root is a draw for the search"
    );
    play(&mut position, &mut history, &DANCE);
    assert_eq!(history.occurrences(&position), 2);
    assert!(history.is_repetition(&position, 0), "the third time is a draw");
    history.pop();
    assert_eq!(history.len(), 7);
    history.truncate(2);
    assert_eq!(history.len(), 2);
    history.clear();
    assert_eq!(history.len(), 0);
    assert_eq!(history.occurrences(&position), 0, "nothing is known of the past any more");
}

/// Pawn moves, captures and lost castling rights make earlier positions unreachable.
fn an_irreversible_move_cuts_the_past_off() {
    let mut position = parse("r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1");
    let mut history = KeyHistory::new();
    play(&mut position, &mut history, &["e1e2", "e8e7", "e2e1", "e7e8"]);
    assert_eq!(history.occurrences(&position), 0, "castling rights are gone: another position");
    play(&mut position, &mut history, &["e1e2", "e8e7", "e2e1", "e7e8"]);
    assert_eq!(history.occurrences(&position), 1);
    play(&mut position, &mut history, &["a2a3"]);
    assert_eq!(position.reversible_plies(), 0);
    assert_eq!(history.occurrences(&position), 0);
    let passed = position.make_null();
    assert_eq!(passed.reversible_plies(), 0, "a null move ends the window too");
}

/// Random games among few pieces, where positions do come back, against a plain list of texts.
fn counts_agree_with_a_plain_list() {
    let mut rng = Rng::new(11);
    let start = parse("8/8/4k3/8/8/3K4/8/R6r w - - 0 1");
    let mut repeated = 0;
    for _ in 0..60 {
        let mut history = KeyHistory::new();
        let mut seen: Vec<String> = Vec::new();
        for position in random_game(&start, &mut rng, 90) {
            let fen = position.to_fen();
            let board: String = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            let earlier = seen.iter().filter(|other| **other == board).count();
            assert_eq!(history.occurrences(&position), earlier, "earlier occurrences of {fen}");
            assert_eq!(history.is_repetition(&position, 0), earlier >= 2, "at the root: {fen}");
            repeated += earlier;
            history.push(position.key());
            seen.push(board);
        }
    }
    assert!(repeated > 20, "the games hardly repeated a position: {repeated}");
}

/// Where the table of moves promises a repetition, some legal move does repeat.
fn upcoming_repetitions_are_real() {
    let mut rng = Rng::new(12);
    let mut promised = 0;
    let starts =
        [parse("8/8/4k3/8/8/3K4/8/R6r w - - 0 1"), parse("4k3/3n4/8/8/8/8/3N4/4K3 w - - 0 1")];
    for start in starts.iter().chain(&corners()) {
        for _ in 0..10 {
            let mut history = KeyHistory::new();
            for (ply, position) in random_game(start, &mut rng, 60).into_iter().enumerate() {
                if history.has_upcoming_repetition(&position, ply) {
                    promised += 1;
                    let mut with_this = history.clone();
                    with_this.push(position.key());
                    let real = legal_moves(&position)
                        .iter()
                        .any(|&mv| with_this.occurrences(&position.make(mv)) > 0);
                    assert!(real, "no move repeats from {position}");
                }
                history.push(position.key());
            }
        }
    }
    assert!(promised > 20, "hardly a repetition was foreseen: {promised}");
}
