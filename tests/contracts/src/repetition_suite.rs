//! What the board layer's game record promises about repetition. Not how the search uses it.

use board::{KeyHistory, Position};

use crate::positions::{chosen, legal_moves, parse, random_game, read_move};
use testkit::Rng;

/// Runs the contract of [`KeyHistory`].
///
/// # Panics
/// When it does not hold.
pub fn key_history() {
    knights_out_and_home();
    an_irreversible_move_cuts_the_past_off();
    counts_agree_with_a_plain_list();
    upcoming_repetitions_are_real();
    the_root_itself_does_not_count();
    agrees_with_the_slow_way();
}

/// Plays moves in UCI notation, keeping the record.
fn play(position: &mut Position, history: &mut KeyHistory, moves: &[&str]) {
    for text in moves {
        history.push(position.key());
        *position = position.make(read_move(position, text));
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
    history.truncate(0);
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
    for start in starts.iter().chain(&chosen()) {
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

/// A move back to the root, or to what stood once before it, is no draw yet.
fn the_root_itself_does_not_count() {
    let mut position = Position::startpos();
    let mut history = KeyHistory::new();
    play(&mut position, &mut history, &DANCE[..3]);
    assert!(!history.has_upcoming_repetition(&position, 3), "the way back leads to the root");
    assert!(
        history.has_upcoming_repetition(&position, 4),
        "the way back leads to a position after the root"
    );
    play(&mut position, &mut history, &DANCE[3..]);
    assert!(!history.is_repetition(&position, 4), "the root itself");
    assert!(history.is_repetition(&position, 5), "a position after the root");
}

/// Repetitions made and within reach in random shuffling, at many distances from the root, by
/// trying every legal move and comparing whole lists of keys.
fn agrees_with_the_slow_way() {
    let mut rng = Rng::new(13);
    // How often each answer was no and yes.
    let (mut upcoming, mut repeated, mut any) = ([0; 2], [0; 2], [0; 2]);
    for game in 0..120 {
        let mut position = parse(SHUFFLES[game % SHUFFLES.len()]);
        let mut history = KeyHistory::new();
        let mut log: Vec<u64> = Vec::new();
        for _ in 0..200 {
            let moves = legal_moves(&position);
            // Half of the time back where it came from, if that is possible: repetitions are
            // rare otherwise.
            let back = moves.iter().find(|mv| log.contains(&position.make(**mv).key()));
            let back = back.filter(|_| rng.one_in(2)).copied();
            let Some(mv) = back.or_else(|| rng.pick(&moves).copied()) else { break };
            history.push(position.key());
            log.push(position.key());
            let passes = rng.one_in(30) && !position.in_check();
            position = if passes { position.make_null() } else { position.make(mv) };

            let seen = distances(&log, &position, position.key());
            assert_eq!(history.occurrences(&position), seen.len(), "occurrences of {position}");
            let window = position.reversible_plies().min(log.len());
            let mut keys = log[log.len() - window..].to_vec();
            keys.push(position.key());
            let expected = keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key));
            let answer = history.has_repetition(&position);
            assert_eq!(answer, expected, "a repetition before or at {position}");
            any[usize::from(answer)] += 1;
            for ply in [0, 1, 3, 4, 5, 6, 8, 20, 1000] {
                let expected = is_draw(&seen, ply);
                let answer = history.is_repetition(&position, ply);
                assert_eq!(answer, expected, "repetition at ply {ply}: {position}");
                repeated[usize::from(answer)] += 1;
                let expected = is_within_reach(&log, &position, ply);
                let answer = history.has_upcoming_repetition(&position, ply);
                assert_eq!(answer, expected, "upcoming repetition at ply {ply}: {position}");
                upcoming[usize::from(answer)] += 1;
            }
        }
    }
    for counts in [upcoming, repeated, any] {
        assert!(counts.iter().all(|&count| count > 1000), "answers no and yes: {counts:?}");
    }
}

/// Few pieces that can go back and forth, with castling rights to lose and pawns in the way.
const SHUFFLES: [&str; 4] = [
    "4k3/8/8/3b4/8/2N5/8/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 1",
    "8/1p1k4/8/3p4/3P4/8/1P2K3/4Q2r w - - 0 1",
    "7k/5p2/5P1p/7P/8/8/6q1/5Q1K w - - 10 1",
];

/// How many plies before the end of `log`, within the reversible plies of `position`, `key` stands.
fn distances(log: &[u64], position: &Position, key: u64) -> Vec<usize> {
    let window = position.reversible_plies().min(log.len());
    (1..=window).filter(|distance| log[log.len() - distance] == key).collect()
}

/// The rule of [`KeyHistory::is_repetition`], for distances nearest first.
fn is_draw(distances: &[usize], ply: usize) -> bool {
    distances.first().is_some_and(|&nearest| nearest < ply) || distances.len() > 1
}

/// Whether a legal move leads to a draw by repetition one ply later.
fn is_within_reach(log: &[u64], position: &Position, ply: usize) -> bool {
    legal_moves(position).into_iter().any(|mv| {
        let next = position.make(mv);
        next.reversible_plies() > 0 && is_draw(&distances(log, position, next.key()), ply)
    })
}
