//! The plain values that the search and a scheme exchange about a node.

use board::{Bitboard, Move, Piece, Position};

/// A move on the path to the node, and the piece that made it (before promotion).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The piece that stood on its origin square.
    pub piece: Piece,
}

/// How many plies back a node can see.
pub const PREVIOUS_PLIES: usize = 6;

/// The moves that led to a node, the latest first; `None` for a null move and before the first.
pub type PreviousMoves = [Option<PlayedMove>; PREVIOUS_PLIES];

/// The end of a path of moves, the latest of which comes last.
#[must_use]
pub fn previous_moves(path: &[Option<PlayedMove>]) -> PreviousMoves {
    let mut moves = [None; PREVIOUS_PLIES];
    for (entry, &mv) in moves.iter_mut().zip(path.iter().rev()) {
        *entry = mv;
    }
    moves
}

/// Which moves a picker yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All legal moves.
    Main,
    /// Noisy moves (captures and promotions); in check, all legal moves.
    Quiescence,
    /// Noisy moves, in check or not: for a quiescence search without evasions.
    Captures,
    /// Noisy moves, in check or not, whose static exchange evaluation (centipawns,
    /// default SEE values) is at least the threshold.
    ProbCut(i32),
}

/// What a scheme sees of a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a> {
    /// The position of the node.
    pub position: &'a Position,
    /// Distance from the root in plies.
    pub ply: usize,
    /// Remaining depth in plies; not positive in quiescence.
    pub depth: i32,
    /// The move of the transposition table, to be tried first. Any bits: the picker
    /// ignores it unless it is legal here and fits the mode.
    pub tt_move: Option<Move>,
    /// The moves that led to this node.
    pub previous_moves: PreviousMoves,
    /// Squares attacked by the side not to move. Histories are indexed by it, so it
    /// must be the same set in every call for one node, but it may be empty.
    pub threats: Bitboard,
    /// Which moves to yield.
    pub mode: Mode,
}

impl<'a> NodeView<'a> {
    /// A root node of depth 1 with all moves and without TT move, for looking at one
    /// position.
    #[must_use]
    pub fn root(position: &'a Position) -> Self {
        NodeView {
            position,
            ply: 0,
            depth: 1,
            tt_move: None,
            previous_moves: [None; PREVIOUS_PLIES],
            threats: position.attacked_by(!position.side_to_move(), position.occupied()),
            mode: Mode::Main,
        }
    }

    /// The move made `plies_back` plies ago, 1 being the one that led here; `None` for a
    /// null move, before the first move, and beyond [`PREVIOUS_PLIES`].
    #[inline]
    #[must_use]
    pub fn previous_move(&self, plies_back: usize) -> Option<PlayedMove> {
        self.previous_moves.get(plies_back.wrapping_sub(1)).copied().flatten()
    }

    /// Whether the mode includes quiet moves in this position.
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

/// The group of moves in which a scheme yields a move.
///
/// A scheme that declares [`Guarantees::staged`] yields its stages in the order of the
/// variants; most schemes use only some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The TT move.
    TtMove,
    /// A noisy move that the scheme classifies as good, as a rule by SEE: quiescence does not prune it by
    /// SEE, and prunes every [`Stage::BadNoisy`].
    GoodNoisy,
    /// A noisy move, in a scheme that does not divide them into good and bad.
    Noisy,
    /// A promotion without capture, in a scheme with a stage for them.
    Promotion,
    /// A killer move: a quiet move that caused a cutoff at the same ply.
    Killer,
    /// The countermove: the quiet move that last refuted the previous move.
    CounterMove,
    /// A quiet move ordered by its history, and in some schemes a promotion without
    /// capture.
    Quiet,
    /// A move that the scheme leaves in generation order.
    Unordered,
    /// A noisy move that the scheme classifies as bad.
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

    /// The number of stages.
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
            Stage::TtMove => "tt",
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
    /// Its stage.
    pub stage: Stage,
    /// Its score, comparable only within one stage of one node.
    pub score: i32,
}

/// What a scheme guarantees beyond yielding each legal move exactly once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// A TT move that is legal and fits the mode is yielded first.
    pub tt_move_first: bool,
    /// The stages of a node come in the order of [`Stage`].
    pub staged: bool,
    /// Captures are divided into good ones, before all quiet moves, and bad ones, after
    /// them. The place of promotions without capture is not specified.
    pub good_noisy_first: bool,
}

/// The result of a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeResult<'a> {
    /// The node, as the picker got it.
    pub node: &'a NodeView<'a>,
    /// The move that caused the cutoff, or else the best move.
    pub best: Move,
    /// Whether the node failed high; if not, `best` raised alpha inside the window.
    pub failed_high: bool,
    /// Quiet moves searched before the end of the node, `best` excluded.
    pub quiets_searched: &'a [Move],
    /// Noisy moves searched before the end of the node, `best` excluded.
    pub noisies_searched: &'a [Move],
    /// The depth that determines bonus and malus, in plies. If it is not positive, the tables stay
    /// unchanged.
    pub bonus_depth: i32,
}

/// What the search learns of a quiet move apart from the result of its node. (The four events are
/// those of Stockfish and Reckless.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietEvent {
    /// The static evaluation after the move less that before it, in centipawns of the side that
    /// moves.
    EvalDifference(i32),
    /// The reduced search of the move beat alpha, and the repeated search to this depth too.
    FailedReduction {
        /// Depth of the repeated search.
        depth: i32,
    },
    /// The move is the TT move of a node of this depth that the TT cuts off with a fail high.
    TtCutoff {
        /// Depth of the node.
        depth: i32,
    },
    /// The move was the first one searched in a node of this depth and did not beat alpha.
    FailedFirst {
        /// Depth of the node.
        depth: i32,
    },
}

/// What a picker has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PickerCounters {
    /// Moves generated.
    pub generated: u32,
    /// Moves given a score.
    pub scored: u32,
    /// Moves yielded.
    pub picked: u32,
}
