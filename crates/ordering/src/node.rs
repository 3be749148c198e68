//! What the search tells a scheme about a node, and what a scheme answers: plain
//! values, no behaviour of any scheme.

use board::{Bitboard, Move, Piece, Position};

/// One earlier move of the line and the piece that made it (before promotion).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The piece that stood on its origin square.
    pub piece: Piece,
}

/// Which moves a node wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All legal moves.
    Main,
    /// Noisy moves (captures and promotions); in check, all legal moves.
    Quiescence,
    /// Noisy moves, in check or not: a quiescence search that looks at nothing else.
    Captures,
    /// Noisy moves, in check or not, whose exchange value (centipawns, default SEE
    /// values) is at least the threshold.
    ProbCut(i32),
}

/// The view of a node that a scheme is handed.
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a> {
    /// The position whose moves are wanted.
    pub position: &'a Position,
    /// Distance from the root in plies.
    pub ply: usize,
    /// Remaining depth in plies; not positive in quiescence.
    pub depth: i32,
    /// A move to try first. Any bits: the picker asks whether it is legal here and
    /// fits the mode, and forgets it otherwise.
    pub tt_move: Option<Move>,
    /// The moves that led here, the latest last; `None` for a null move. May be empty.
    pub line: &'a [Option<PlayedMove>],
    /// Squares attacked by the side not to move. A hint: histories are indexed by it,
    /// so the same node must be handed the same set each time, but it may be empty.
    pub threats: Bitboard,
    /// Which moves are wanted.
    pub mode: Mode,
}

impl<'a> NodeView<'a> {
    /// A node on its own, for looking at one position: root, depth 1, no hash move,
    /// no line, all moves wanted.
    #[must_use]
    pub fn root(position: &'a Position) -> Self {
        NodeView {
            position,
            ply: 0,
            depth: 1,
            tt_move: None,
            line: &[],
            threats: movegen::attacked_by(position, !position.side_to_move()),
            mode: Mode::Main,
        }
    }

    /// The move made `back` plies ago, 1 being the one that led here; `None` for a
    /// null move and before the line begins.
    #[inline]
    #[must_use]
    pub fn previous_move(&self, back: usize) -> Option<PlayedMove> {
        let index = self.line.len().checked_sub(back)?;
        self.line.get(index).copied().flatten()
    }

    /// Whether quiet moves are wanted here.
    #[inline]
    #[must_use]
    pub fn includes_quiets(&self) -> bool {
        match self.mode {
            Mode::Main => true,
            Mode::Quiescence => self.position.in_check(),
            Mode::Captures | Mode::ProbCut(_) => false,
        }
    }
}

/// Where in its order a scheme placed a move.
///
/// The order of the variants is the order in which stages may follow each other in
/// a scheme that declares [`Guarantees::staged`]; most schemes use only some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The node's hash move.
    TtMove,
    /// A noisy move that the scheme thinks sound.
    GoodNoisy,
    /// A capture, in a scheme that does not ask whether it is sound.
    Noisy,
    /// A promotion without capture, in a scheme that gives it a place of its own.
    Promotion,
    /// A quiet move that cut off in a sibling node.
    Killer,
    /// The quiet move that once refuted the previous move.
    CounterMove,
    /// A quiet move ordered by its history (and a quiet promotion, where the scheme
    /// knows no better place for it).
    Quiet,
    /// A move that the scheme leaves in generation order.
    Unordered,
    /// A noisy move that the scheme thinks unsound.
    BadNoisy,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Stage; 9] = [
        Stage::TtMove,
        Stage::GoodNoisy,
        Stage::Noisy,
        Stage::Promotion,
        Stage::Killer,
        Stage::CounterMove,
        Stage::Quiet,
        Stage::Unordered,
        Stage::BadNoisy,
    ];

    /// How many stages there are.
    pub const COUNT: usize = Stage::ALL.len();

    /// Position in [`Stage::ALL`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// A short name for tables: lower case, words joined by `-`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Stage::TtMove => "hash",
            Stage::GoodNoisy => "good-noisy",
            Stage::Noisy => "noisy",
            Stage::Promotion => "promotion",
            Stage::Killer => "killer",
            Stage::CounterMove => "countermove",
            Stage::Quiet => "quiet",
            Stage::Unordered => "unordered",
            Stage::BadNoisy => "bad-noisy",
        }
    }
}

/// A move as a picker yields it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickedMove {
    /// The move, legal in the node.
    pub mv: Move,
    /// Where the scheme placed it.
    pub stage: Stage,
    /// The scheme's score, comparable within a stage of one node only.
    pub score: i32,
}

/// What a scheme promises beyond yielding each legal move exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// A legal hash move that fits the mode is yielded first.
    pub tt_move_first: bool,
    /// Stages never go backwards within a node.
    pub staged: bool,
    /// Captures are divided into good and bad, the good before all quiet moves and
    /// the bad after them. Where promotions without capture come is left open.
    pub good_noisy_first: bool,
}

/// How a node went.
#[derive(Clone, Copy, Debug)]
pub struct NodeResult<'a> {
    /// The node, as it was handed to the picker.
    pub node: &'a NodeView<'a>,
    /// The move that cut off, or else the best one.
    pub best: Move,
    /// The stage in which `best` was picked.
    pub stage: Stage,
    /// Whether the node failed high; if not, `best` raised alpha inside the window.
    pub failed_high: bool,
    /// Quiet moves searched before the end of the node, `best` excluded.
    pub quiets_searched: &'a [Move],
    /// Noisy moves searched before the end of the node, `best` excluded.
    pub noisies_searched: &'a [Move],
    /// How many moves were searched before `best`.
    pub index: usize,
    /// Depth by which to measure what is learnt. Not positive (as in quiescence):
    /// learn nothing, only count.
    pub bonus_depth: i32,
}

/// What a picker has done so far in its node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickerCounters {
    /// Moves generated.
    pub generated: u32,
    /// Moves given a score.
    pub scored: u32,
    /// Moves yielded.
    pub picked: u32,
}
