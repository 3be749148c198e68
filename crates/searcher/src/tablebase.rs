//! The interface to endgame tablebases. No file format is implemented here.

use board::Position;
use std::ops::Neg;

/// Value of a position by tables, from the side to move, with the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl Neg for WdlScore {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// Distance to zeroing (DTZ): plies to the next capture or pawn move, or to mate, under play that
/// keeps the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dtz {
    /// Positive when the side to move wins, negative when it loses, 0 in a draw. Above 100 the
    /// fifty-move rule prevents the win.
    pub plies: i32,
    /// Whether the true distance may be one ply more, as Syzygy tables count some endgames in moves.
    pub rounded: bool,
}

impl Dtz {
    /// A distance that is not rounded.
    #[must_use]
    pub const fn exact(plies: i32) -> Self {
        Self { plies, rounded: false }
    }
}

/// How a search uses a tablebase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseOptions {
    /// Least remaining depth, in plies, at which a position with the greatest number of pieces is
    /// probed. Positions with fewer pieces are probed at every depth.
    pub probe_depth: i32,
    /// The greatest number of pieces of a position that is probed, kings and pawns included.
    pub probe_limit: u32,
    /// Whether a win that the fifty-move rule prevents counts as a draw.
    pub fifty_move_rule: bool,
}

impl Default for TablebaseOptions {
    fn default() -> Self {
        Self { probe_depth: 1, probe_limit: 7, fifty_move_rule: true }
    }
}

/// An endgame tablebase, shared by all search threads.
pub trait Tablebase: Send + Sync {
    /// The largest number of pieces, kings and pawns included, of a position that can be probed.
    fn max_pieces(&self) -> u32;

    /// Value of a position without castling rights, its halfmove clock taken for 0; `None` when
    /// unknown.
    fn probe_wdl(&self, position: &Position) -> Option<WdlScore>;

    /// Distance to zeroing of a position without castling rights; `None` when unknown.
    fn probe_dtz(&self, _position: &Position) -> Option<Dtz> {
        None
    }
}
