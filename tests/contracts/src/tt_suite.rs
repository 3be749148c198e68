//! What the transposition table of our search promises: an entry comes back as it was stored, for its
//! own key alone, with mates counted from the root that asks, and causes only the cutoffs that its
//! bound allows.

use board::Move;
use eval::Score;
use search::{TranspositionTable, TtEntry};
use searcher::Bound;
use testkit::Rng;

const BOUNDS: [Option<Bound>; 4] =
    [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)];

/// Runs the contract of the transposition table.
pub fn transposition_table() {
    entries_come_back();
    mates_count_from_the_root();
    moves_and_depth_are_kept();
    cutoffs();
    clearing();
}

fn table() -> TranspositionTable {
    TranspositionTable::new(1).unwrap_or_else(|error| panic!("{error}"))
}

fn entry(score: Score, depth: i32, bound: Option<Bound>) -> TtEntry {
    TtEntry { mv: Move::from_bits(0x421), score, bound, eval: None, depth, pv: false }
}

/// Every field comes back, and no entry for another key.
fn entries_come_back() {
    let (table, mut rng) = (table(), Rng::new(71));
    for _ in 0..2000 {
        let key = rng.next_u64();
        let stored = TtEntry {
            mv: Move::from_bits(1 + rng.below(0xFFFE) as u16),
            score: Score::new(rng.below(2001) as i32 - 1000),
            bound: BOUNDS[rng.below(4)],
            eval: rng.one_in(2).then(|| Score::new(rng.below(60_001) as i32 - 30_000)),
            depth: rng.below(246) as i32,
            pv: rng.one_in(2),
        };
        let ply = rng.below(200);
        table.store(key, ply, stored);
        assert_eq!(table.probe(key, rng.below(200), 0), Some(stored), "key {key:x}");
        // The neighbours share its cluster.
        for other in [key ^ 1, key ^ 0x1_0000] {
            assert_eq!(table.probe(other, ply, 0), None, "stored for {key:x}, not {other:x}");
        }
    }
}

/// A mate is as far from the node wherever that stands, and none when the fifty-move rule is nearer.
fn mates_count_from_the_root() {
    let table = table();
    for (stored, read) in [(3, 3), (3, 7), (9, 2), (0, 40)] {
        for (score, expected) in [
            (Score::mate_in(stored + 5), Score::mate_in(read + 5)),
            (Score::mated_in(stored + 6), Score::mated_in(read + 6)),
            (Score::tb_win_in(stored + 5), Score::tb_win_in(read + 5)),
            (Score::tb_loss_in(stored + 6), Score::tb_loss_in(read + 6)),
            (Score::new(77), Score::new(77)),
        ] {
            table.store(1, stored, entry(score, 9, Some(Bound::Exact)));
            let found = table.probe(1, read, 0).map(|entry| entry.score);
            assert_eq!(found, Some(expected), "stored at ply {stored}, read at ply {read}");
        }
    }
    for score in
        [Score::mate_in(20), Score::mated_in(20), Score::tb_win_in(20), Score::tb_loss_in(20)]
    {
        table.store(1, 0, entry(score, 9, Some(Bound::Exact)));
        for (clock, reached) in [(0, true), (80, true), (81, false), (100, false)] {
            let found = table.probe(1, 0, clock).map(|entry| entry.score.is_decisive());
            assert_eq!(found, Some(reached), "a result in 20 plies with the clock at {clock}");
        }
    }
}

/// An entry without a move keeps the one known, and a shallow bound does not replace a much deeper
/// one of the same search.
fn moves_and_depth_are_kept() {
    let table = table();
    let deep = entry(Score::new(17), 30, Some(Bound::Lower));
    table.store(5, 0, deep);
    let shallow = TtEntry { mv: None, ..entry(Score::new(-9), 2, Some(Bound::Upper)) };
    table.store(5, 0, shallow);
    assert_eq!(table.probe(5, 0, 0), Some(deep), "a shallow bound");
    table.store(5, 0, TtEntry { depth: 31, ..shallow });
    let found = table.probe(5, 0, 0);
    assert_eq!(found, Some(TtEntry { mv: deep.mv, depth: 31, ..shallow }), "the move is kept");
    table.store(5, 0, TtEntry { bound: Some(Bound::Exact), ..shallow });
    assert_eq!(table.probe(5, 0, 0).map(|entry| entry.depth), Some(2), "an exact score replaces");
    table.store(5, 0, deep);
    table.new_search();
    table.store(5, 0, shallow);
    assert_eq!(table.probe(5, 0, 0).map(|entry| entry.depth), Some(2), "so does a later search");
}

/// A score outside the window is a result only if its bound says that the true one is outside too.
fn cutoffs() {
    let (alpha, beta) = (Score::new(10), Score::new(20));
    for (score, upper, lower) in [
        (Score::new(9), true, false),
        (alpha, true, false),
        (Score::new(15), false, false),
        (beta, false, true),
        (Score::new(21), false, true),
    ] {
        for (bound, expected) in BOUNDS.into_iter().zip([false, upper, lower, upper || lower]) {
            let cutoff = entry(score, 5, bound).causes_cutoff(alpha, beta);
            assert_eq!(cutoff, expected, "{bound:?} of {score:?} with the window (10, 20)");
        }
    }
}

/// Nothing is left after clearing, by however many threads, or resizing.
fn clearing() {
    let (mut table, mut rng) = (table(), Rng::new(72));
    let keys: Vec<u64> = (0..500).map(|_| rng.next_u64()).collect();
    for threads in [1, 2, 3, 8] {
        keys.iter().for_each(|&key| table.store(key, 0, entry(Score::ZERO, 1, None)));
        assert!(keys.iter().all(|&key| table.probe(key, 0, 0).is_some()));
        table.clear(threads);
        assert!(keys.iter().all(|&key| table.probe(key, 0, 0).is_none()), "{threads} threads");
        assert_eq!(table.hashfull(), 0);
    }
    table.store(1, 0, entry(Score::ZERO, 1, None));
    let resized = table.resize(2).is_ok();
    assert!(resized && table.mib() == 2 && table.probe(1, 0, 0).is_none(), "resized");
}
