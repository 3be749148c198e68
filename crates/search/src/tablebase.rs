//! The interface to endgame tablebases. No file format is implemented here.

use board::{Move, Position};

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

/// Root moves that a tablebase recommends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablebaseRootMoves {
    /// Value under best play.
    pub wdl: WdlScore,
    /// The moves that keep that value and make progress, best first; never empty.
    pub moves: Vec<Move>,
}

/// An endgame tablebase, shared by all search threads.
pub trait Tablebase: Send + Sync {
    /// The largest number of pieces, kings and pawns included, of a position that can be probed.
    fn max_pieces(&self) -> u32;

    /// Value of a position with halfmove clock 0 and without castling rights; `None` when unknown.
    fn probe_wdl(&self, position: &Position) -> Option<WdlScore>;

    /// Moves worth searching at the root; `None` when unknown.
    fn probe_root(&self, position: &Position) -> Option<TablebaseRootMoves> {
        let _ = position;
        None
    }
}
