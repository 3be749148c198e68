//! Bartizan's eval layer: static evaluation of a position, as a [`Score`] in centipawns.
//!
//! An [`Evaluator`] evaluates one position for its side to move; the optional [`Explain`]
//! lists the terms of the score. Three evaluators are here: [`Centre`], a small one by
//! centre control and mobility, [`Classical`], the tapered hand-crafted evaluation, and
//! [`Nnue`], a neural network. [`NAMES`] lists them.
//!
//! Not here: anything that looks ahead. The search detects draws by repetition, by the
//! fifty-move rule and by insufficient material.

mod centre;
mod classical;
mod evaluator;
pub mod nnue;
mod registry;
mod score;
mod wdl;

pub use centre::Centre;
pub use classical::Classical;
pub use evaluator::{Evaluator, Explain, Explanation, Term};
pub use nnue::Nnue;
pub use registry::{DEFAULT, EvaluatorVisitor, NAMES, dispatch, explain};
pub use score::{MAX_PLY, Score};
pub use wdl::{WdlChances, expected_points, material_count};
