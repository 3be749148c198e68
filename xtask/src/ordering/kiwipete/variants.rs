//! The searches that are compared: Bartizan's, the same with one thing changed, and one with Rustic's
//! rules throughout.

use super::evaluators::{PieceSum, material, piece_square};
use super::generation_orders::{GenerationOrder, MoveSort};
use eval::{Centre, Classical, Evaluator};

/// How a leaf is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuiescenceMode {
    /// By the evaluator.
    Static,
    /// By a search of captures and promotions.
    Noisy,
    /// By a search of captures only, as in Rustic.
    Captures,
    /// By a search of captures and promotions; in check, of all moves.
    Evasions,
}

/// A search that is measured with its moves unsorted and sorted.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// What is changed, in a few words.
    pub name: &'static str,
    /// The same in a line.
    pub note: &'static str,
    /// In which order moves are generated.
    pub generation_order: GenerationOrder,
    /// How they are sorted when ordering is on.
    pub sort: MoveSort,
    /// How leaves are scored.
    pub quiescence: QuiescenceMode,
    /// Whether a position in check is searched a ply deeper, unless it is a leaf.
    pub check_extension: bool,
    /// Whether mates and stalemates are detected at leaves.
    pub detect_leaf_mate: bool,
    /// Makes the evaluator.
    pub evaluator: fn() -> Box<dyn Evaluator>,
}

/// The engine's plain search: [`search::AlphaBeta`].
pub const BARTIZAN: Variant = Variant {
    name: "ours",
    note: "king, pawns, knights, sliders, the captures of each before its quiet moves except for \
           pawns; quiescence with captures and promotions; the classical evaluation",
    generation_order: GenerationOrder::Bartizan,
    sort: MoveSort::StableMvvLva,
    quiescence: QuiescenceMode::Noisy,
    check_extension: false,
    detect_leaf_mate: true,
    evaluator: || Box::new(Classical::default()),
};

/// A variant that differs from [`BARTIZAN`] in one field.
macro_rules! changed {
    ($name:literal, $field:ident: $value:expr, $note:literal) => {
        Variant { name: $name, note: $note, $field: $value, ..BARTIZAN }
    };
}

/// [`BARTIZAN`] with one thing changed at a time; the last has all of Rustic's rules.
pub const CHANGES: [Variant; 16] = [
    changed!("order: reversed", generation_order: GenerationOrder::Reversed,
        "the last move generated comes first"),
    changed!("order: noisy first", generation_order: GenerationOrder::NoisyFirst,
        "all captures and promotions before all quiet moves"),
    changed!("order: quiet first", generation_order: GenerationOrder::QuietFirst,
        "all captures and promotions after all quiet moves"),
    changed!("order: pawns first", generation_order: GenerationOrder::PawnsFirst,
        "by piece from pawn to king, captures among the quiet moves"),
    changed!("order: Rustic", generation_order: GenerationOrder::Rustic,
        "king, knights, rooks, bishops, queens, pawns, castling; captures among the quiet \
         moves"),
    changed!("sort: exchange sort", sort: MoveSort::ExchangeSortMvvLva,
        "each better move found on the way is swapped to the front, which changes the order \
         of quiet moves; no effect without ordering"),
    changed!("quiescence: none", quiescence: QuiescenceMode::Static,
        "the evaluation alone at leaves"),
    changed!("quiescence: evasions", quiescence: QuiescenceMode::Evasions,
        "in check all moves are tried, not only captures and promotions"),
    changed!("quiescence: captures", quiescence: QuiescenceMode::Captures,
        "no promotions without capture, as in Rustic"),
    changed!("leaves: no mates", detect_leaf_mate: false,
        "mate and stalemate are not detected at leaves, as in Rustic"),
    changed!("checks: extended", check_extension: true,
        "a position in check above the leaves is searched a ply deeper, as in Rustic"),
    changed!("evaluation: centre", evaluator: || Box::new(Centre),
        "the centre-map evaluation"),
    changed!("evaluation: material", evaluator: || Box::new(PieceSum(material)),
        "material alone"),
    changed!("evaluation: piece-square", evaluator: || Box::new(PieceSum(piece_square)),
        "material and piece-square values, as in Rustic, with numbers of our own"),
    Variant {
        name: "all but evaluation",
        note: "Rustic's order, sort, quiescence, leaves and extension, and our evaluation",
        evaluator: || Box::new(Classical::default()),
        ..RUSTIC
    },
    RUSTIC,
];

/// Rustic's rules with two exceptions: the piece-square values are not its own, and the illegal moves
/// that it generates, and skips later, take no part in the exchange sort. Without these exceptions
/// the node counts equal Rustic's, at depths 1 to 3 without ordering (it publishes the third as
/// 722,743,000, rounded from 722,742,786) and 1 to 6 with; deeper, its draw rules have an effect,
/// which are left out here.
const RUSTIC: Variant = Variant {
    name: "all as Rustic",
    note: "the same with piece-square values",
    generation_order: GenerationOrder::Rustic,
    sort: MoveSort::ExchangeSortMvvLva,
    quiescence: QuiescenceMode::Captures,
    check_extension: true,
    detect_leaf_mate: false,
    evaluator: || Box::new(PieceSum(piece_square)),
};
