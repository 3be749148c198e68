//! What a program can read of a move.

use board::{Move, PieceKind};
use movegen::gives_check;
use ordering::picker::ScoredScheme;
use ordering::{Classic, MoveOrdering, NodeView, SeeValues, Stage, see};

macro_rules! inputs {
    ($($variant:ident $name:literal $says:literal,)*) => {
        /// A value of a move, by its name in the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Input {
            $(#[doc = $says] $variant,)*
        }

        impl Input {
            /// All of them, with name and meaning.
            pub const ALL: &'static [(Self, &'static str, &'static str)] =
                &[$((Self::$variant, $name, $says)),*];
        }
    };
}

inputs! {
    Piece "piece" "the piece that moves: pawn, knight, bishop, rook, queen or king",
    Victim "victim" "the piece that is taken, or none",
    Promotion "promotion" "the piece that a pawn becomes, or none",
    From "from" "the square it leaves, from 0 (a1) to 63 (h8), as the side that moves sees the board",
    To "to" "the square it goes to, likewise",
    Capture "capture" "1 if it takes a piece, else 0",
    Castle "castle" "1 for castling",
    Check "check" "1 if it gives check",
    See "see" "what the exchanges on its square win, in hundredths of a pawn (static exchange evaluation)",
    Threatened "threatened" "1 if the opponent attacks the square it leaves",
    Attacked "attacked" "1 if the opponent attacks the square it goes to",
    Hash "hash" "1 for the move that the transposition table remembers; only the search full has one",
    Killer "killer" "1 for a quiet move that refuted a sister position",
    Counter "counter" "1 for the quiet move that last refuted the opponent's move",
    History "history" "how often a quiet move caused cutoffs, from -47104 to 47104",
    Depth "depth" "plies that are left to search",
    Ply "ply" "plies from the root",
}

/// A kind of piece as a number: 1 for a pawn to 6 for a king, 0 for none.
fn kind(kind: Option<PieceKind>) -> i32 {
    kind.map_or(0, |kind| kind.index() as i32 + 1)
}

/// What the tables know of a quiet move: [`Stage::Killer`], [`Stage::CounterMove`], or [`Stage::Quiet`]. Noisy moves
/// have other stages.
pub(super) fn remembered(memory: &Classic, node: &NodeView<'_>, mv: Move) -> Stage {
    if !mv.is_quiet() {
        return Stage::Noisy;
    }
    let view = NodeView { tt_move: None, ..*node };
    Classic::stage(mv, memory.score(&view, mv))
}

/// Whether a move is the countermove, be it a killer too or not.
fn is_counter(memory: &Classic, node: &NodeView<'_>, mv: Move) -> bool {
    // This far from the root there are no killers.
    let view = NodeView { ply: usize::MAX, ..*node };
    remembered(memory, &view, mv) == Stage::CounterMove
}

/// The value of an input for a legal move.
pub(super) fn value(input: Input, memory: &Classic, node: &NodeView<'_>, mv: Move) -> f64 {
    let position = node.position;
    let us = position.side_to_move();
    let truth = i32::from;
    f64::from(match input {
        Input::Piece => kind(Some(position.moved_piece(mv).kind())),
        Input::Victim => kind(position.captured(mv)),
        Input::Promotion => kind(mv.promotion()),
        Input::From => mv.from().relative_to(us).index() as i32,
        Input::To => mv.to().relative_to(us).index() as i32,
        Input::Capture => truth(mv.is_capture()),
        Input::Castle => truth(mv.is_castle()),
        Input::Check => truth(gives_check(position, mv)),
        Input::See => see(position, mv, &SeeValues::DEFAULT),
        Input::Threatened => {
            truth(position.attacked_by(!us, position.occupied()).contains(mv.from()))
        }
        Input::Attacked => truth(position.attacked_by(!us, position.occupied()).contains(mv.to())),
        Input::Hash => truth(node.tt_move == Some(mv)),
        Input::Killer => truth(remembered(memory, node, mv) == Stage::Killer),
        Input::Counter => truth(is_counter(memory, node, mv)),
        Input::History => memory.history(node, mv),
        Input::Depth => node.depth,
        Input::Ply => node.ply as i32,
    })
}
