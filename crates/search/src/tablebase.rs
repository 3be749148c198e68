//! What the search asks of endgame tables. No file format lives here.

use board::{Move, Position};

/// Value of a position by tables, from the side to move, with the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost, but the fifty-move rule saves it.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but the fifty-move rule spoils it.
    CursedWin,
    /// Won.
    Win,
}

/// What tables know of a root position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseRoot {
    /// Value under best play.
    pub wdl: Wdl,
    /// The moves that keep that value and make progress, best first; never empty.
    pub moves: Vec<Move>,
}

/// A source of endgame knowledge, shared by all search threads.
pub trait Tablebase: Send + Sync {
    /// The largest number of men, kings included, that a probe can answer for.
    fn men(&self) -> u32;

    /// Value of a position with halfmove clock 0 and without castling rights; `None` when unknown.
    fn probe_wdl(&self, position: &Position) -> Option<Wdl>;

    /// Moves worth considering at the root; `None` when unknown.
    fn probe_root(&self, position: &Position) -> Option<TablebaseRoot> {
        let _ = position;
        None
    }
}
