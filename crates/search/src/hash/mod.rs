//! The hash table: what was learnt about positions met before, shared by all threads.
//!
//! A cluster is half a cache line: three entry words and one word with 21 check bits for each.
//! All accesses are relaxed atomics. Two threads may write the same cluster at once; an entry whose
//! word and check bits come from different writers fails its check and reads as absent. What does
//! get through (one lookup in about 2²¹ of a foreign position) is a plausible entry of the wrong
//! position, so moves from here must be tested for legality before use.

mod entry;

pub use entry::Bound;

use board::Move;
use entry::{Entry, GENERATIONS, check_bits, check_of, from_table, to_table, with_check};
use eval::Score;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

const SLOTS: usize = 3;

#[repr(C, align(32))]
#[derive(Default)]
struct Cluster {
    entries: [AtomicU64; SLOTS],
    checks: AtomicU64,
}

/// Memory for the table was not to be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no memory for a hash table of {mib} MiB")]
pub struct TtAllocationError {
    /// The size asked for.
    pub mib: usize,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtHit {
    /// A good move, maybe; test it before use.
    pub mv: Option<Move>,
    /// The score, as seen from the root of the asking search; meaningless without a bound.
    pub score: Score,
    /// What the score says; `None` when only the evaluation is known.
    pub bound: Option<Bound>,
    /// Static evaluation as the evaluator gave it.
    pub eval: Option<Score>,
    /// Depth of the search behind the score.
    pub depth: i32,
    /// Whether the position was ever in a principal variation.
    pub pv: bool,
}

/// What is to be remembered of a node.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// Best move, if one is known.
    pub mv: Option<Move>,
    /// Score as seen from the root.
    pub score: Score,
    /// What the score says; `None` to remember the evaluation only.
    pub bound: Option<Bound>,
    /// Static evaluation as the evaluator gave it.
    pub eval: Option<Score>,
    /// Depth of the search, 0 to 255.
    pub depth: i32,
    /// Whether the position is or was in a principal variation.
    pub pv: bool,
}

/// The table.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of `mib` MiB (at least 1).
    ///
    /// # Errors
    /// When the memory is not to be had.
    pub fn new(mib: usize) -> Result<Self, TtAllocationError> {
        let mut table = Self { clusters: Vec::new(), generation: AtomicU8::new(0) };
        table.resize(mib)?;
        Ok(table)
    }

    /// Becomes an empty table of `mib` MiB (at least 1).
    ///
    /// # Errors
    /// When the memory is not to be had; the table is as it was.
    pub fn resize(&mut self, mib: usize) -> Result<(), TtAllocationError> {
        let mib = mib.max(1);
        let count =
            mib.checked_mul(1 << 20).ok_or(TtAllocationError { mib })? / size_of::<Cluster>();
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| TtAllocationError { mib })?;
        // The old memory goes before the new is written to: there may not be enough for both.
        self.clusters = Vec::new();
        clusters.resize_with(count, Cluster::default);
        *self = Self { clusters, generation: AtomicU8::new(0) };
        Ok(())
    }

    /// Size in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Forgets everything, with up to `threads` threads at work.
    pub fn clear(&mut self, threads: usize) {
        *self.generation.get_mut() = 0;
        let share = self.clusters.len().div_ceil(threads.max(1)).max(1);
        let wipe = |part: &mut [Cluster]| part.fill_with(Cluster::default);
        std::thread::scope(|scope| {
            let mut parts = self.clusters.chunks_mut(share);
            let own = parts.next();
            for part in parts {
                scope.spawn(move || wipe(part));
            }
            own.map(wipe);
        });
    }

    /// A new search begins: what is there counts as one search older.
    pub fn grow_older(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// Share of entries of the present search, per mille, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let now = self.generation.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.entries)
            .map(|word| word.load(Ordering::Relaxed))
            .filter(|&word| word != 0 && Entry::unpack(word).generation == now)
            .count();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }

    /// Asks the memory for the cluster of `key` ahead of time.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch is a hint without effect on memory, the address is that of a live
            // cluster, and SSE is part of x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key, `ply` plies below the root.
    #[must_use]
    pub fn probe(&self, key: u64, ply: usize, halfmove_clock: u16) -> Option<TtHit> {
        let cluster = self.cluster(key);
        let checks = cluster.checks.load(Ordering::Relaxed);
        (0..SLOTS).find_map(|slot| {
            let word = cluster.entries[slot].load(Ordering::Relaxed);
            if word == 0 || check_bits(key, word) != check_of(checks, slot) {
                return None;
            }
            let entry = Entry::unpack(word);
            Some(TtHit {
                mv: entry.mv,
                score: from_table(entry.score, ply, halfmove_clock),
                bound: entry.bound,
                eval: entry.eval.map(|eval| Score::new(i32::from(eval))),
                depth: i32::from(entry.depth),
                pv: entry.pv,
            })
        })
    }

    /// Remembers a finding. A known move of the position is kept where the finding has none, and a
    /// much deeper result of this search is not overwritten by a shallow bound.
    pub fn store(&self, key: u64, ply: usize, finding: Finding) {
        let now = self.generation.load(Ordering::Relaxed);
        let cluster = self.cluster(key);
        let checks = cluster.checks.load(Ordering::Relaxed);
        let (slot, known) = choose_slot(cluster, checks, key, now);
        let mut entry = Entry {
            mv: finding.mv,
            score: to_table(finding.score, ply),
            eval: finding.eval.map(|eval| eval.raw() as i16),
            depth: finding.depth.clamp(0, 255) as u8,
            bound: finding.bound,
            pv: finding.pv,
            generation: now,
        };
        if let Some(old) = known {
            entry.mv = entry.mv.or(old.mv);
            let better = finding.bound == Some(Bound::Exact)
                || old.generation != now
                || old.bound.is_none()
                || finding.depth + 4 + 2 * i32::from(finding.pv) > i32::from(old.depth);
            if !better {
                if old.mv == entry.mv {
                    return;
                }
                entry = Entry { mv: entry.mv, ..old };
            }
        }
        let word = entry.pack();
        cluster.entries[slot].store(word, Ordering::Relaxed);
        let updated = with_check(checks, slot, check_bits(key, word));
        cluster.checks.store(updated, Ordering::Relaxed);
    }

    /// Clusters are chosen by the high bits of the key, entries vouched for by the low ones.
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

/// The slot to write for `key`, and the entry of the same position if it is there.
fn choose_slot(cluster: &Cluster, checks: u64, key: u64, now: u8) -> (usize, Option<Entry>) {
    let mut worst = (0, i32::MAX);
    for slot in 0..SLOTS {
        let word = cluster.entries[slot].load(Ordering::Relaxed);
        if word == 0 {
            return (slot, None);
        }
        let entry = Entry::unpack(word);
        if check_bits(key, word) == check_of(checks, slot) {
            return (slot, Some(entry));
        }
        let worth = entry.worth(now);
        if worth < worst.1 {
            worst = (slot, worth);
        }
    }
    (worst.0, None)
}

#[cfg(test)]
mod tests;
