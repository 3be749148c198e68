//! The transposition table (TT), shared by all threads.
//!
//! All accesses are relaxed atomics; an entry whose word and signature come from different writers is a
//! miss. A key collision (probability about 2⁻²¹ for each entry compared) gives an entry of another
//! position, so moves from here must be tested for legality before use. Keys are those of [`tt_key`].

mod entry;
mod key;

pub use key::tt_key;
pub(crate) use key::{tt_key_after, tt_key_after_null};

use board::Move;
use entry::{EntryWord, GENERATIONS, signature, signature_at, with_signature};
use eval::Score;
use searcher::{Bound, TtAllocationError};
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

const SLOTS: usize = 3;

/// Half a cache line: entry words, and one word with a signature of 21 bits for each.
#[repr(C, align(32))]
#[derive(Default)]
struct Cluster {
    entries: [AtomicU64; SLOTS],
    signatures: AtomicU64,
}

/// An entry as it is stored and probed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TtEntry {
    /// Best or refuting move, if one is known. Test its legality before use.
    pub mv: Option<Move>,
    /// Score relative to the root (mates count plies from there); meaningless without a bound.
    pub score: Score,
    /// Whether the score is exact or a bound; `None` when only the evaluation is known.
    pub bound: Option<Bound>,
    /// Static evaluation before correction.
    pub eval: Option<Score>,
    /// Depth of the search that gave the score, 0 to 255.
    pub depth: i32,
    /// Whether the position is or was in a principal variation.
    pub pv: bool,
}

/// The transposition table.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

impl TtEntry {
    /// TT cutoff: whether the score is exact or bounded such that a node with this window has it as
    /// its result.
    #[must_use]
    pub fn causes_cutoff(&self, alpha: Score, beta: Score) -> bool {
        self.bound.is_some_and(|bound| {
            if self.score >= beta {
                bound.includes_lower()
            } else {
                bound.includes_upper() && self.score <= alpha
            }
        })
    }
}

impl TranspositionTable {
    /// A table of `mib` MiB (at least 1).
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn new(mib: usize) -> Result<Self, TtAllocationError> {
        let mut table = Self { clusters: Vec::new(), generation: AtomicU8::new(0) };
        table.resize(mib)?;
        Ok(table)
    }

    /// Becomes an empty table of `mib` MiB (at least 1).
    ///
    /// # Errors
    /// When the memory cannot be allocated; the table has the same size as before. It is empty then if
    /// its own memory was given up to make room.
    pub fn resize(&mut self, mib: usize) -> Result<(), TtAllocationError> {
        let mib = mib.max(1);
        let error = TtAllocationError { mib };
        let count = mib.checked_mul(1 << 20).ok_or(error.clone())? / size_of::<Cluster>();
        let mut size = self.clusters.len();
        let beside = reserve(count);
        // The old memory goes before the new is written to: there may not be enough for both, nor address
        // space if that is limited.
        self.clusters = Vec::new();
        let (mut clusters, outcome) = match beside.or_else(|| reserve(count)) {
            Some(clusters) => {
                size = count;
                (clusters, Ok(()))
            }
            None => loop {
                match reserve(size) {
                    Some(clusters) => break (clusters, Err(error)),
                    // Not even one: the allocator ends the process.
                    None if size <= 1 => break (Vec::new(), Err(error)),
                    None => size /= 2,
                }
            },
        };
        clusters.resize_with(size, Cluster::default);
        *self = Self { clusters, generation: AtomicU8::new(0) };
        outcome
    }

    /// Size in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Clears the table, with up to `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        *self.generation.get_mut() = 0;
        let share = self.clusters.len().div_ceil(threads.max(1)).max(1);
        let parts = Mutex::new(self.clusters.chunks_mut(share));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let wipe = || {
            while let Some(part) = next() {
                part.fill_with(Cluster::default);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system refuses a thread, the others do its part.
                if Builder::new().spawn_scoped(scope, wipe).is_err() {
                    break;
                }
            }
            wipe();
        });
    }

    /// Starts the next generation: present entries count as one search older.
    pub fn new_search(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Share of entries of the present search, per mille, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let now = self.generation.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000 / SLOTS)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.entries)
            .map(|word| word.load(Ordering::Relaxed))
            .filter(|&word| word != 0 && EntryWord(word).generation() == now)
            .count();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }

    /// Prefetches the cluster of `key` into the cache on x86-64.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        // Elsewhere the index would be computed for nothing.
        if cfg!(target_arch = "x86_64") {
            prefetch(self.cluster(key));
        }
    }

    /// The entry of the position with this key, `ply` plies below the root. The score is adjusted for
    /// the ply and for the fifty-move rule.
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize, halfmove_clock: u16) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        let signatures = cluster.signatures.load(Ordering::Relaxed);
        (0..SLOTS).find_map(|slot| {
            let word = cluster.entries[slot].load(Ordering::Relaxed);
            if word == 0 || signature(key, word) != signature_at(signatures, slot) {
                return None;
            }
            Some(EntryWord(word).entry(ply, halfmove_clock))
        })
    }

    /// Stores an entry. The move of an entry of the same position is kept where the new one has
    /// none, and a much deeper result of this search is not overwritten by a shallow bound.
    pub fn store(&self, key: u64, ply: usize, new: TtEntry) {
        let now = self.generation.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let signatures = cluster.signatures.load(Ordering::Relaxed);
        let (slot, known) = select_slot(cluster, signatures, key, now);
        let mut entry = EntryWord::new(new, ply, now);
        if let Some(old) = known {
            let mv = new.mv.or(old.mv());
            entry = entry.with_move(mv);
            let replace = new.bound == Some(Bound::Exact)
                || old.generation() != now
                || old.bound().is_none()
                || new.depth + 4 + 2 * i32::from(new.pv) > old.depth();
            if !replace {
                if old.mv() == mv {
                    return;
                }
                entry = old.with_move(mv);
            }
        }
        let word = entry.0;
        cluster.entries[slot].store(word, Ordering::Relaxed);
        let updated = with_signature(signatures, slot, signature(key, word));
        cluster.signatures.store(updated, Ordering::Relaxed);
    }

    /// The high bits of the key select the cluster; the low ones are the signature.
    fn cluster(&self, key: u64) -> &Cluster {
        #[cfg(target_pointer_width = "64")]
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        // The same number by two products: 32-bit targets call a function to multiply 128 bits.
        #[cfg(not(target_pointer_width = "64"))]
        let index = {
            let (count, low) = (self.clusters.len() as u64, key & u64::from(u32::MAX));
            ((key >> 32) * count + (low * count >> 32)) >> 32
        };
        &self.clusters[index as usize]
    }
}

/// Starts to load the cache line in which a value begins; nothing where the processor is not x86-64.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint without effect on memory, and SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Memory for `count` clusters, if it can be had.
fn reserve(count: usize) -> Option<Vec<Cluster>> {
    let mut clusters = Vec::new();
    clusters.try_reserve_exact(count).ok()?;
    advise_large_pages(clusters.spare_capacity_mut());
    Some(clusters)
}

/// Asks for large pages, so that the processor need not look up the address of nearly every cluster.
/// Called before the memory is first written to. Where Linux does not grant them, nothing changes.
fn advise_large_pages(memory: &mut [MaybeUninit<Cluster>]) {
    #[cfg(target_os = "linux")]
    {
        // Of x86-64, and of aarch64 with the usual small pages.
        const LARGE_PAGE: usize = 2 << 20;
        let range = memory.as_mut_ptr_range();
        let start = range.start.cast::<u8>();
        let skipped = start.align_offset(LARGE_PAGE);
        let length = (range.end.addr() - start.addr()).saturating_sub(skipped);
        let length = length - length % LARGE_PAGE;
        if length > 0 {
            // SAFETY: the pages lie within `memory`, since `skipped + length` is at most its length, and
            // this advice does not change what they contain. An error leaves the pages as they are.
            unsafe { libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// The slot to write for `key`, and the entry of the same position if it is there.
fn select_slot(
    cluster: &Cluster,
    signatures: u64,
    key: u64,
    now: u8,
) -> (usize, Option<EntryWord>) {
    let mut worst = (0, i32::MAX);
    for slot in 0..SLOTS {
        let word = cluster.entries[slot].load(Ordering::Relaxed);
        if word == 0 {
            return (slot, None);
        }
        let entry = EntryWord(word);
        if signature(key, word) == signature_at(signatures, slot) {
            return (slot, Some(entry));
        }
        let value = entry.replacement_value(now);
        if value < worst.1 {
            worst = (slot, value);
        }
    }
    (worst.0, None)
}

/// What the contract of the table does not ask.
#[cfg(test)]
mod tests {
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
    fn hashfull_counts_the_current_generation() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.hashfull(), 0);
        let mut key = 1_u64;
        for _ in 0..200_000 {
            key =
                key.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            table.store(key, 0, tt_entry(1, Bound::Upper, 0x421));
        }
        assert!(table.hashfull() > 800, "{}", table.hashfull());
        table.new_search();
        assert_eq!(table.hashfull(), 0);
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
    fn impossible_size_is_refused_and_the_table_kept() {
        assert!(TranspositionTable::new(usize::MAX >> 20).is_err());
        let mut table = TranspositionTable::new(1).unwrap();
        table.store(99, 0, tt_entry(3, Bound::Exact, 0x421));
        assert_eq!(table.resize(usize::MAX), Err(TtAllocationError { mib: usize::MAX }));
        assert!(table.mib() == 1 && table.probe(99, 0, 0).is_some());
    }
}
