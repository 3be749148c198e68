//! What the board layer's game record promises about repetition. Not how the search uses it.

use board::{KeyHistory, Position};

use crate::positions::{legal_moves, parse, read_move};
use testkit::Rng;

/// Runs the contract of [`KeyHistory`].
pub fn key_history() {
    knights_out_and_home();
    agrees_with_the_slow_way();
}

/// The starting position again and again, and what is known when moves are taken back.
fn knights_out_and_home() {
    let (mut position, mut history) = (Position::startpos(), KeyHistory::new());
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for (ply, text) in dance.repeat(2).into_iter().enumerate() {
        assert_eq!((history.len(), history.occurrences(&position)), (ply, ply / 4));
        history.push(position.key());
        position = position.make(read_move(&position, text));
    }
    assert_eq!(history.occurrences(&position), 2);
    assert!(history.is_repetition(&position, 0), "the third time is a draw");
    history.pop();
    assert_eq!(history.len(), 7);
    history.truncate(2);
    assert_eq!(history.len(), 2);
    history.truncate(0);
    assert_eq!((history.len(), history.occurrences(&position)), (0, 0), "the past is forgotten");
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
