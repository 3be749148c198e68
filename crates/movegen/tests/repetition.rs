//! Repetitions in random shuffling, against counts made the slow way: by trying every legal
//! move and comparing whole lists of keys.

mod games;

use bartizan_movegen::legal_moves;
use board::{KeyHistory, Position};

/// The game so far, without any of the shortcuts.
#[derive(Default)]
struct Log {
    keys: Vec<u64>,
}

impl Log {
    /// Distances from `ply_now` at which `key` occurs among the last `window` keys.
    fn distances(&self, key: u64, window: usize) -> Vec<usize> {
        let all =
            (1..=window.min(self.keys.len())).filter(|d| self.keys[self.keys.len() - d] == key);
        all.collect()
    }

    /// Whether a legal move leads to a position seen after the root or at least twice.
    fn upcoming(&self, position: &Position, ply: usize) -> bool {
        let window = position.reversible_plies();
        legal_moves(position).into_iter().any(|mv| {
            let next = position.make(mv);
            if next.reversible_plies() == 0 {
                return false;
            }
            let seen = self.distances(next.key(), window);
            seen.first().is_some_and(|&nearest| nearest < ply) || seen.len() > 1
        })
    }
}

#[test]
fn agrees_with_the_slow_way() {
    let mut random = games::Random(7);
    let mut upcoming = [0; 2];
    let mut repeated = [0; 2];
    for game in 0..120 {
        let fen = [
            "4k3/8/8/3b4/8/2N5/8/4K3 w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 1",
            "8/1p1k4/8/3p4/3P4/8/1P2K3/4Q2r w - - 0 1",
            "7k/5p2/5P1p/7P/8/8/6q1/5Q1K w - - 10 1",
        ][game % 4];
        let mut position = Position::from_fen(fen).unwrap();
        let mut history = KeyHistory::new();
        let mut log = Log::default();
        for _ in 0..200 {
            let moves = legal_moves(&position);
            // Half of the time back where it came from, if that is possible: repetitions are
            // rare otherwise.
            let back = moves
                .iter()
                .copied()
                .find(|mv| log.keys.contains(&position.make(*mv).key()))
                .filter(|_| random.below(2) == 0);
            let Some(mv) =
                back.or_else(|| (!moves.is_empty()).then(|| moves[random.below(moves.len())]))
            else {
                break;
            };
            history.push(position.key());
            log.keys.push(position.key());
            position = if random.below(30) == 0 && !position.in_check() {
                position.make_null()
            } else {
                position.make(mv)
            };

            let seen = log.distances(position.key(), position.reversible_plies());
            assert_eq!(history.occurrences(&position), seen.len());
            for ply in [0, 1, 3, 4, 5, 6, 8, 20, 1000] {
                let repetition = seen.first().is_some_and(|&d| d < ply) || seen.len() > 1;
                assert_eq!(history.is_repetition(&position, ply), repetition, "{position}");
                repeated[usize::from(repetition)] += 1;
                let expected = log.upcoming(&position, ply);
                let answer = history.has_upcoming_repetition(&position, ply);
                assert_eq!(answer, expected, "{position} {ply}");
                upcoming[usize::from(answer)] += 1;
            }
        }
    }
    for counts in [upcoming, repeated] {
        assert!(counts.into_iter().all(|count| count > 1000), "{counts:?}");
    }
}

#[test]
fn the_root_itself_does_not_count() {
    let mut position = Position::startpos();
    let mut history = KeyHistory::new();
    for text in ["g1f3", "g8f6", "f3g1"] {
        history.push(position.key());
        position = position.make(bartizan_movegen::parse_uci(&position, text, false).unwrap());
    }
    // Black can go back to the root, or to the position one ply before it.
    assert!(!history.has_upcoming_repetition(&position, 3));
    assert!(history.has_upcoming_repetition(&position, 4));
    history.push(position.key());
    position = position.make(bartizan_movegen::parse_uci(&position, "f6g8", false).unwrap());
    assert!(!history.is_repetition(&position, 4));
    assert!(history.is_repetition(&position, 5));
    assert_eq!((history.occurrences(&position), history.len()), (1, 4));
    history.truncate(2);
    assert_eq!(history.occurrences(&position), 0);
    history.pop();
    history.clear();
    assert!(history.is_empty());
}
