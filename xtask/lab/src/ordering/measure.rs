//! The searches: every scheme in every setting on every position, with node counts, statistics and
//! times; and the speed of the pickers alone.

use anyhow::{Context, Result};
use board::Position;
use game::Game;
use games::search_thread::run_searches;
use indicatif::ProgressBar;
use ordering::{MoveOrdering, MovePicker, NodeView, OrderingStatistics, SchemeVisitor};
use searcher::{Bound, Limits, Options, Report, Reporter, Signals};
use serde::Serialize;
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use uci::engine::{EngineConfig, build};

/// Size of the transposition table of the full search, in MiB.
pub const HASH_MIB: usize = 16;

/// A search in which the schemes are measured.
#[derive(
    clap::ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// Alpha-beta and quiescence, no transposition table
    AlphaBeta,
    /// The full search, with a transposition table
    #[default]
    Full,
}

impl Setting {
    /// Both, the simple one first.
    pub const ALL: [Self; 2] = [Self::AlphaBeta, Self::Full];

    /// The name that the engine's option `Search` has for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Full => "full",
        }
    }

    /// The default depth.
    pub fn default_depth(self) -> u32 {
        match self {
            Self::AlphaBeta => 6,
            Self::Full => 14,
        }
    }

    /// The engine of a scheme in this setting.
    pub fn engine_config(self, scheme: &'static str, statistics: bool) -> EngineConfig {
        EngineConfig {
            search: self.name(),
            evaluation: "classical",
            network: None,
            ordering: scheme,
            statistics,
        }
    }
}

/// A setting and how deep to search in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SearchSpec {
    pub setting: Setting,
    /// Iterations, in plies.
    pub depth: u32,
}

/// What is to be measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// Names of [`ordering::NAMES`], each once.
    pub schemes: Vec<&'static str>,
    /// The settings and their depths.
    pub settings: Vec<SearchSpec>,
    /// Nodes after which a search is cut short; none when it never is.
    pub cap: Option<u64>,
    /// Searches at a time; no count depends on it.
    #[serde(skip)]
    pub threads: usize,
}

/// What one search took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    pub scheme: &'static str,
    pub setting: Setting,
    /// Index of the position in the suite.
    pub position: usize,
    /// Nodes from the start of the search to the end of iteration 1, 2, …; the
    /// length is the last finished depth.
    pub nodes_by_depth: Vec<u64>,
    /// All nodes, those of an unfinished iteration included.
    pub nodes: u64,
    /// What the scheme counted over all of these nodes; rows have it in sum.
    #[serde(skip)]
    pub counts: OrderingStatistics,
    /// Seconds from the start to the end of iteration 1, 2, …, which differ from run to run.
    pub seconds_by_depth: Vec<f64>,
}

impl Sample {
    /// The last finished depth, in plies; 0 when not even the first was.
    pub fn depth(&self) -> u32 {
        self.nodes_by_depth.len() as u32
    }

    /// Nodes to the end of this depth; `None` when it was not finished.
    pub fn nodes_to(&self, depth: u32) -> Option<u64> {
        self.nodes_by_depth.get((depth as usize).checked_sub(1)?).copied()
    }
}

/// The number of searches of a plan.
pub fn search_count(plan: &Plan, positions: usize) -> usize {
    positions * plan.settings.len() * plan.schemes.len()
}

/// Does the searches, each with an engine of its own, position after position. When
/// `stop` is set, those that were not finished are left out.
pub fn measure(
    plan: &Plan,
    suite: &[Position],
    stop: &AtomicBool,
    bar: &ProgressBar,
) -> Result<Vec<Sample>> {
    let specs = |index| plan.settings.iter().map(move |&spec| (index, spec));
    let schemes = |(index, spec)| plan.schemes.iter().map(move |&scheme| (index, spec, scheme));
    let jobs: Vec<_> = (0..suite.len()).flat_map(specs).flat_map(schemes).collect();
    let samples = run_searches(&jobs, plan.threads, stop, |&(index, spec, scheme), signals| {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let sample = run_search(scheme, spec, (index, &suite[index]), plan.cap, signals)?;
        bar.inc(1);
        // The signal may have ended it anywhere.
        Ok((!signals.stopped()).then_some(sample))
    })?;
    Ok(samples.into_iter().flatten().collect())
}

/// Records nodes and time at the end of each iteration.
#[derive(Default)]
struct IterationRecorder {
    nodes: Vec<u64>,
    seconds: Vec<f64>,
}

impl Reporter for IterationRecorder {
    fn report(&mut self, report: &Report) {
        // An interrupted search may report the depth of its answer once more: of each
        // depth only the first exact report counts.
        let next = self.nodes.len() as u32 + 1;
        if report.bound == Bound::Exact && report.multi_pv == 1 && report.depth == next {
            self.nodes.push(report.nodes);
            self.seconds.push(report.time.as_secs_f64());
        }
    }
}

fn run_search(
    scheme: &'static str,
    SearchSpec { setting, depth }: SearchSpec,
    (index, position): (usize, &Position),
    cap: Option<u64>,
    signals: &Signals,
) -> Result<Sample> {
    let mut engine = build(setting.engine_config(scheme, true));
    let options = Options { hash_mib: HASH_MIB, threads: 1, ..Options::default() };
    engine.set_options(&options)?;
    let game = Game::new(position.clone());
    let limits = Limits { depth: Some(depth), nodes: cap, ..Limits::default() };
    let mut iterations = IterationRecorder::default();
    let result = engine.search(&game, &limits, signals, &mut iterations);
    // A search that did not finish its first iteration reports it all the same.
    iterations.nodes.truncate(result.depth as usize);
    iterations.seconds.truncate(result.depth as usize);
    Ok(Sample {
        scheme,
        setting,
        position: index,
        nodes_by_depth: iterations.nodes,
        nodes: result.nodes,
        counts: engine.statistics().context("the engine was built without counting")?,
        seconds_by_depth: iterations.seconds,
    })
}

/// Rounds of picking. Schemes alternate, so that a disturbance of the machine does not affect all
/// rounds of one scheme; the best round counts.
const PICK_ROUNDS: u32 = 5;

/// Measures the picker of the scheme that it visits, once.
struct PickSpeed<'a> {
    positions: &'a [Position],
    /// How long a round lasts.
    round: Duration,
}

impl SchemeVisitor for PickSpeed<'_> {
    type Output = f64;

    fn visit<O: MoveOrdering>(self) -> f64 {
        let ordering = O::default();
        let nodes: Vec<NodeView<'_>> = self.positions.iter().map(NodeView::root).collect();
        let start = Instant::now();
        let mut picks = 0_u64;
        loop {
            for node in &nodes {
                let mut picker = ordering.picker(black_box(node));
                while let Some(picked) = picker.next(&ordering, node) {
                    black_box(picked);
                    picks += 1;
                }
            }
            let spent = start.elapsed();
            if spent >= self.round {
                return picks as f64 / spent.as_secs_f64().max(1e-9);
            }
        }
    }
}

/// Moves picked per second by each scheme, all moves of each position with empty history tables. It takes
/// a few times `round` for each.
pub fn measure_picks(
    schemes: &[&str],
    positions: &[Position],
    round: Duration,
) -> Vec<Option<f64>> {
    let mut best = vec![None; schemes.len()];
    for _ in 0..PICK_ROUNDS {
        for (best, scheme) in best.iter_mut().zip(schemes) {
            let speed = ordering::dispatch(scheme, PickSpeed { positions, round });
            *best = speed.map(|speed| best.map_or(speed, |best: f64| best.max(speed)));
        }
    }
    best
}
