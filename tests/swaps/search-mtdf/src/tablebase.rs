//! The interface to endgame tablebases, which the engine sets and this search does not use.

use board::Position;

/// Value of a position by tables, from the side to move, with the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WdlScore {
    /// Lost.
    Loss,
    /// Lost, but a draw by the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but a draw by the fifty-move rule.
    CursedWin,
    /// Won.
    Win,
}

/// Distance to zeroing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtz {
    /// The distance in plies, negative in a lost position.
    pub plies: i32,
    /// Whether the true distance may be one ply more.
    pub rounded: bool,
}

/// How a search uses a tablebase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TablebaseOptions {
    /// Least remaining depth at which the largest tables are probed.
    pub probe_depth: i32,
    /// The greatest number of pieces of a position that is probed.
    pub probe_limit: u32,
    /// Whether a win that the fifty-move rule prevents counts as a draw.
    pub fifty_move_rule: bool,
}

/// An endgame tablebase, shared by all search threads.
pub trait Tablebase: Send + Sync {
    /// The largest number of pieces of a position that can be probed.
    fn max_pieces(&self) -> u32;

    /// Value of a position; `None` when unknown.
    fn probe_wdl(&self, position: &Position) -> Option<WdlScore>;

    /// Distance to zeroing; `None` when unknown.
    fn probe_dtz(&self, position: &Position) -> Option<Dtz>;
}
