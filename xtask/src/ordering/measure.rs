//! One search after another: every scheme in every setting on every position, and
//! what each took. What the figures mean together is the affair of `rows`.

use super::suite::Entry;
use crate::pool;
use anyhow::{Context, Result};
use indicatif::ProgressBar;
use ordering::{ModeStatistics, OrderingStatistics, Stage};
use search::{Bound, Game, Limits, Options, Report, Reporter, Signals};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use uci::engine::{EngineConfig, build};

/// Size of the hash table of the full search, in MiB.
pub const HASH_MIB: usize = 16;

/// How often the wish to stop is looked at.
const POLL: Duration = Duration::from_millis(50);

/// Around which search the schemes are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// Alpha-beta and quiescence, no hash table.
    AlphaBeta,
    /// The full search, with a hash table.
    Full,
}

impl Setting {
    /// Both, the simple one first.
    pub const ALL: [Self; 2] = [Self::AlphaBeta, Self::Full];

    /// The name that the engine's option `Search` has for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Full => "full",
        }
    }

    /// What it is, for headings.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta with quiescence, no hash table",
            Self::Full => "the full search",
        }
    }

    /// The depth to which it is searched unless told otherwise.
    #[must_use]
    pub fn default_depth(self) -> u32 {
        match self {
            Self::AlphaBeta => 6,
            Self::Full => 14,
        }
    }

    /// The engine of a scheme in this setting.
    #[must_use]
    pub fn choice(self, scheme: &'static str, statistics: bool) -> EngineConfig {
        EngineConfig { search: self.name(), evaluation: "classical", ordering: scheme, statistics }
    }
}

/// A setting and how deep to search in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The setting.
    pub setting: Setting,
    /// Iterations asked for, in plies.
    pub depth: u32,
}

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Names of [`ordering::NAMES`], each once.
    pub schemes: Vec<&'static str>,
    /// The settings.
    pub settings: Vec<Asked>,
    /// Nodes after which a search is cut short.
    pub cap: Option<u64>,
    /// Searches at a time; no count depends on it.
    pub threads: usize,
}

/// What one search took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The scheme's name.
    pub scheme: String,
    /// The setting.
    pub setting: Setting,
    /// Index of the position in the suite.
    pub position: usize,
    /// Nodes from the start of the search to the end of iteration 1, 2, …; the
    /// length is the last finished depth.
    pub nodes_by_depth: Vec<u64>,
    /// All nodes, those of an unfinished iteration included.
    pub nodes: u64,
    /// What the scheme counted over all of these nodes.
    #[serde(with = "StatisticsShape")]
    pub counts: OrderingStatistics,
    /// What differs from run to run.
    pub timing: SampleTiming,
}

impl Sample {
    /// The last finished depth, in plies; 0 when not even the first was.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.nodes_by_depth.len() as u32
    }

    /// Nodes to the end of this depth; `None` when it was not finished.
    #[must_use]
    pub fn nodes_to(&self, depth: u32) -> Option<u64> {
        at_depth(&self.nodes_by_depth, depth)
    }

    /// Seconds to the end of this depth; `None` when it was not finished.
    #[must_use]
    pub fn seconds_to(&self, depth: u32) -> Option<f64> {
        at_depth(&self.timing.seconds_by_depth, depth)
    }
}

fn at_depth<T: Copy>(values: &[T], depth: u32) -> Option<T> {
    values.get((depth as usize).checked_sub(1)?).copied()
}

/// The times of one search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SampleTiming {
    /// Seconds from the start to the end of iteration 1, 2, ….
    pub seconds_by_depth: Vec<f64>,
}

/// How [`OrderingStatistics`] are written to files.
#[derive(Serialize, Deserialize)]
#[serde(remote = "OrderingStatistics")]
struct StatisticsShape {
    #[serde(with = "ModeStatisticsShape")]
    main: ModeStatistics,
    #[serde(with = "ModeStatisticsShape")]
    quiescence: ModeStatistics,
    #[serde(with = "ModeStatisticsShape")]
    probcut: ModeStatistics,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ModeStatistics")]
struct ModeStatisticsShape {
    nodes: u64,
    cutoffs: [u64; 4],
    cutoffs_by_stage: [u64; Stage::COUNT],
    picked_by_stage: [u64; Stage::COUNT],
    generated: u64,
    scored: u64,
}

struct Job<'a> {
    index: usize,
    entry: &'a Entry,
    asked: Asked,
    scheme: &'static str,
}

/// How many searches a plan comes to.
#[must_use]
pub fn searches(plan: &Plan, positions: usize) -> usize {
    positions * plan.settings.len() * plan.schemes.len()
}

/// Does the searches, each with an engine of its own, position after position. When
/// `stop` is set, those that were not finished are left out.
///
/// # Errors
/// When there is no memory for a hash table.
pub fn measure(
    plan: &Plan,
    suite: &[Entry],
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Vec<Sample>> {
    let mut jobs = Vec::with_capacity(searches(plan, suite.len()));
    for (index, entry) in suite.iter().enumerate() {
        for &asked in &plan.settings {
            jobs.extend(plan.schemes.iter().map(|&scheme| Job { index, entry, asked, scheme }));
        }
    }
    let (signals, over) = (Signals::new(), AtomicBool::new(false));
    let samples = std::thread::scope(|scope| {
        let _end = SetAtEnd(&over);
        // Hands the wish to stop on to the searches under way.
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    return signals.stop();
                }
                std::thread::sleep(POLL);
            }
        });
        pool::run(&jobs, plan.threads, |job| {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let sample = search(job, plan.cap, &signals)?;
            bar.inc(1);
            // The signal may have cut it short at any place.
            Ok::<_, anyhow::Error>((!signals.stopped()).then_some(sample))
        })
    })?;
    Ok(samples.into_iter().flatten().collect())
}

/// Sets a flag when it goes out of scope, be it by a panic: threads that wait for it end too.
pub(super) struct SetAtEnd<'a>(pub &'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Notes when each iteration ended.
#[derive(Default)]
struct Ends {
    nodes: Vec<u64>,
    seconds: Vec<f64>,
}

impl Reporter for Ends {
    fn report(&mut self, report: &Report<'_>) {
        // An interrupted search may report the depth of its answer once more: of each
        // depth only the first exact report counts.
        let next = self.nodes.len() as u32 + 1;
        if report.bound == Bound::Exact && report.multi_pv == 1 && report.depth == next {
            self.nodes.push(report.nodes);
            self.seconds.push(report.time.as_secs_f64());
        }
    }
}

fn search(job: &Job<'_>, cap: Option<u64>, signals: &Signals) -> Result<Sample> {
    let Asked { setting, depth } = job.asked;
    let mut engine = build(setting.choice(job.scheme, true));
    let options = Options { hash_mib: HASH_MIB, threads: 1, ..Options::default() };
    engine.set_options(&options)?;
    let game = Game::new(job.entry.position.clone());
    let limits = Limits { depth: Some(depth), nodes: cap, ..Limits::default() };
    let mut ends = Ends::default();
    let result = engine.search(&game, &limits, signals, &mut ends);
    // A search that did not finish its first iteration reports it all the same.
    ends.nodes.truncate(result.depth as usize);
    ends.seconds.truncate(result.depth as usize);
    Ok(Sample {
        scheme: job.scheme.to_owned(),
        setting,
        position: job.index,
        nodes_by_depth: ends.nodes,
        nodes: result.nodes,
        counts: engine.statistics().context("the engine was built without counting")?,
        timing: SampleTiming { seconds_by_depth: ends.seconds },
    })
}
