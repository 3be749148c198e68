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

    /// Distance to zeroing in plies; `None` when unknown.
    fn probe_dtz(&self, position: &Position) -> Option<i32>;
}
