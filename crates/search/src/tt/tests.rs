//! Tests of the transposition table as a whole.

use super::*;

fn tt_entry(depth: i32, bound: Bound, mv: u16) -> TtEntry {
    TtEntry {
        mv: Move::from_bits(mv),
        score: Score::new(17),
        bound: Some(bound),
        eval: Some(Score::new(-5)),
        depth,
        pv: false,
    }
}

#[test]
fn probe_returns_stored_entry() {
    let table = TranspositionTable::new(1).unwrap();
    assert!(table.probe(0xDEAD_BEEF, 0, 0).is_none());
    table.store(0xDEAD_BEEF, 0, tt_entry(7, Bound::Lower, 0x421));
    let hit = table.probe(0xDEAD_BEEF, 0, 0).unwrap();
    assert_eq!(hit.mv, Move::from_bits(0x421));
    assert_eq!((hit.score, hit.depth, hit.bound), (Score::new(17), 7, Some(Bound::Lower)));
    assert_eq!(hit.eval, Some(Score::new(-5)));
    assert!(table.probe(0xDEAD_BEEE, 0, 0).is_none());
}

#[test]
fn store_without_move_keeps_previous_move() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(99, 0, tt_entry(3, Bound::Exact, 0x421));
    table.store(99, 0, tt_entry(5, Bound::Upper, 0));
    let hit = table.probe(99, 0, 0).unwrap();
    assert_eq!((hit.mv, hit.depth), (Move::from_bits(0x421), 5));
    table.store(99, 0, tt_entry(0, Bound::Upper, 0x333));
    let hit = table.probe(99, 0, 0).unwrap();
    assert_eq!((hit.mv, hit.depth), (Move::from_bits(0x333), 5), "a deep result keeps its depth");
}

#[test]
fn full_cluster_replaces_shallowest_entry() {
    let table = TranspositionTable::new(1).unwrap();
    for (key, depth) in [(1, 9), (2, 4), (3, 8), (4, 6)] {
        table.store(key, 0, tt_entry(depth, Bound::Exact, 0x421));
    }
    assert!(table.probe(2, 0, 0).is_none());
    for key in [1, 3, 4] {
        assert!(table.probe(key, 0, 0).is_some(), "key {key}");
    }
}

#[test]
fn entry_with_wrong_signature_is_a_miss() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(5, 0, tt_entry(9, Bound::Exact, 0x421));
    let cluster = table.cluster(5);
    let word = cluster.entries[0].load(Ordering::Relaxed);
    for bit in 0..64 {
        cluster.entries[0].store(word ^ 1 << bit, Ordering::Relaxed);
        assert!(table.probe(5, 0, 0).is_none(), "bit {bit}");
    }
    cluster.entries[0].store(word, Ordering::Relaxed);
    assert!(table.probe(5, 0, 0).is_some());
}

#[test]
fn clear_empties_table_and_hashfull_counts_current_generation() {
    let mut table = TranspositionTable::new(1).unwrap();
    assert_eq!(table.hashfull(), 0);
    let mut key = 1_u64;
    for _ in 0..200_000 {
        key = key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        table.store(key, 0, tt_entry(1, Bound::Upper, 0x421));
    }
    assert!(table.hashfull() > 800, "{}", table.hashfull());
    table.new_search();
    assert_eq!(table.hashfull(), 0);
    table.clear(3);
    assert!(table.probe(key, 0, 0).is_none());
    assert_eq!(table.mib(), 1);
}

#[test]
fn new_fails_for_impossible_size() {
    assert!(TranspositionTable::new(usize::MAX >> 20).is_err());
    assert!(TranspositionTable::new(usize::MAX).is_err());
}

#[test]
fn concurrent_probes_return_only_stored_scores() {
    let table = TranspositionTable::new(1).unwrap();
    std::thread::scope(|scope| {
        for salt in 1..4_u64 {
            let table = &table;
            scope.spawn(move || {
                for step in 0..20_000_u64 {
                    let key = ((step % 64) << 58) | (step % 8);
                    let depth = ((key ^ key >> 58) % 100) as i32;
                    table.store(key, 0, tt_entry(depth, Bound::Exact, 0x421 + salt as u16));
                    if let Some(hit) = table.probe(key, 0, 0) {
                        assert_eq!(hit.score, Score::new(17));
                    }
                }
            });
        }
    });
}

#[test]
fn resize_empties_table_and_failed_resize_keeps_it() {
    let mut table = TranspositionTable::new(1).unwrap();
    table.store(99, 0, tt_entry(3, Bound::Exact, 0x421));
    assert_eq!(table.resize(usize::MAX), Err(TtAllocationError { mib: usize::MAX }));
    assert!(table.mib() == 1 && table.probe(99, 0, 0).is_some());
    table.resize(2).unwrap();
    assert!(table.mib() == 2 && table.probe(99, 0, 0).is_none());
}
