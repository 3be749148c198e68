//! What a caller and a search exchange: the game, the limits, the reports and the result, and the
//! trait that the caller holds.

use crate::signals::Signals;
use crate::tablebase::{Tablebase, TablebaseOptions};
use board::{Color, KeyHistory, Move, Position};
use eval::Score;
use movegen::has_legal_move;
use ordering::{OrderedMove, OrderingStatistics, TunableParam};
use smallvec::SmallVec;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a game ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// This colour won.
    Checkmate(Color),
    /// No legal move, and no check.
    Stalemate,
    /// A hundred plies without capture or pawn move.
    FiftyMoves,
    /// The position stands for the third time.
    Repetition,
    /// Neither side can mate.
    InsufficientMaterial,
}

impl Termination {
    /// The winner, if any.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate(color) => Some(color),
            _ => None,
        }
    }
}

/// Stack size of a thread that searches, in bytes.
pub const STACK_SIZE: usize = 32 << 20;

/// A position and the positions before it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The position now.
    pub position: Position,
    /// Hash keys of the earlier positions, oldest first.
    pub history: KeyHistory,
}

impl Game {
    /// A game that starts here.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self { position, history: KeyHistory::new() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.history.push(self.position.key());
        self.position = self.position.make(mv);
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        let position = &self.position;
        match (has_legal_move(position), position.in_check()) {
            (false, true) => Some(Termination::Checkmate(!position.side_to_move())),
            (false, false) => Some(Termination::Stalemate),
            _ if position.halfmove_clock() >= 100 => Some(Termination::FiftyMoves),
            _ if position.has_insufficient_material() => Some(Termination::InsufficientMaterial),
            _ => (self.history.occurrences(position) >= 2).then_some(Termination::Repetition),
        }
    }

    /// True when the game has ended on the board, by mate or by any draw.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.termination().is_some()
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::startpos())
    }
}

/// The limits of one search. A missing limit has no influence.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes after which the search stops at once.
    pub nodes: Option<u64>,
    /// Stop when a mate in at most this many moves is proven; [`MtdF`](crate::MtdF) stops at any.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// When the clock started; `None` for the start of the search.
    pub start_time: Option<Instant>,
    /// Time left on both clocks, by [`board::Color::index`].
    pub clock: [Option<Duration>; 2],
    /// Time added after each move, by [`board::Color::index`].
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Never answer before the stop signal.
    pub infinite: bool,
    /// Never answer before the stop or ponderhit signal.
    pub ponder: bool,
    /// Consider these root moves only; empty means all. Illegal ones are ignored.
    pub search_moves: SmallVec<[Move; 8]>,
}

impl Limits {
    /// A search to a fixed depth.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of a fixed number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of a fixed time.
    #[must_use]
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    /// Whether a search must go on, or wait, until a signal, whatever the clock says.
    pub(crate) fn must_wait(&self, signals: &Signals) -> bool {
        self.infinite || self.ponder && !signals.ponder_was_hit()
    }
}

/// Settings that apply to all following searches. [`MtdF`](crate::MtdF) searches one line with one
/// thread, whatever they ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Size of the transposition table in MiB, at least 1.
    pub hash_mib: usize,
    /// Search threads, at least 1.
    pub threads: usize,
    /// How many best lines to find, at least 1.
    pub multi_pv: usize,
    /// Time lost between the engine and the clock for each move.
    pub move_overhead: Duration,
    /// How a tablebase is used: not at all.
    pub tablebase: TablebaseOptions,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hash_mib: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            tablebase: TablebaseOptions::default(),
        }
    }
}

/// Why options could not be applied in full. The searcher stays usable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// The transposition table could not be allocated in the requested size.
    #[error("no memory for a hash table of {wanted_mib} MiB; it has {kept_mib} MiB")]
    Hash {
        /// The size asked for.
        wanted_mib: usize,
        /// The size that is used instead.
        kept_mib: usize,
    },
    /// Threads could not be started. Never here, as there is one.
    #[error("{kept} search threads kept")]
    Threads {
        /// The number that is used instead.
        kept: usize,
    },
}

/// How a score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the score.
    Exact,
}

/// A principal variation with its score.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached, at least the length of the line.
    pub seldepth: u32,
    /// Rank of the line among those asked for, from 1.
    pub multi_pv: usize,
    /// Score of the line, from the side to move at the root.
    pub score: Score,
    /// Whether the score is exact or only bounded so far.
    pub bound: Bound,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// Use of the transposition table, per mille.
    pub hashfull: u32,
    /// Positions answered by tablebases.
    pub tb_hits: u64,
    /// The line, legal to its end.
    pub pv: &'a [Move],
}

impl Report<'_> {
    /// The report without its line.
    #[must_use]
    pub fn without_pv(&self) -> Report<'static> {
        let Report {
            depth, seldepth, multi_pv, score, bound, nodes, time, hashfull, tb_hits, ..
        } = *self;
        Report { depth, seldepth, multi_pv, score, bound, nodes, time, hashfull, tb_hits, pv: &[] }
    }
}

/// Receives what a search finds.
pub trait Reporter: Send {
    /// A finished iteration.
    fn report(&mut self, report: &Report<'_>);

    /// The root move under consideration, its number counted from 1.
    fn current_move(&mut self, depth: u32, mv: Move, number: usize) {
        let _ = (depth, mv, number);
    }

    /// Something a person should know.
    fn info_string(&mut self, text: &str) {
        let _ = text;
    }
}

/// A reporter that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullReporter;

impl Reporter for NullReporter {
    fn report(&mut self, _: &Report<'_>) {}
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play; `None` when the game is over by mate or stalemate.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// Score from the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// Last completed iteration.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The expected line, headed by `best`.
    pub pv: Vec<Move>,
}

/// One combination of evaluator, move ordering and search.
pub trait Searcher: Send {
    /// Searches until a limit or the stop signal. With [`Limits::infinite`] or [`Limits::ponder`]
    /// it returns only after the signal.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signals: &Signals,
        reporter: &mut dyn Reporter,
    ) -> SearchResult;

    /// Applies options as far as possible.
    ///
    /// # Errors
    /// When the transposition table cannot be allocated.
    fn set_options(&mut self, options: &Options) -> Result<(), OptionsError>;

    /// Clears the transposition table and the tables of the move ordering.
    fn new_game(&mut self);

    /// Clears the transposition table only.
    fn clear_tt(&mut self);

    /// Static evaluation from the side to move.
    fn evaluate(&mut self, position: &Position) -> Score;

    /// The moves of the position in the order in which a search would search them at the root.
    fn order(&self, position: &Position) -> Vec<OrderedMove>;

    /// Statistics of the move ordering in the last search, if it counts.
    fn statistics(&self) -> Option<OrderingStatistics> {
        None
    }

    /// The tablebase to probe, or none. This search probes none.
    fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase>>) {
        let _ = tablebase;
    }

    /// Every tunable parameter with its present value.
    fn parameters(&self) -> Vec<(TunableParam, i32)> {
        Vec::new()
    }

    /// Sets one of [`Searcher::parameters`] by name. False when there is no such parameter, the
    /// value is out of range, or the feature `tune` is off.
    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        let _ = (name, value);
        false
    }
}
