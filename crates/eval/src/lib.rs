//! Bartizan's eval layer: what a position is worth, as a [`Score`] in centipawns.
//!
//! An [`Evaluator`] looks at one position and says its worth for the side to move;
//! the optional [`Explain`] breaks that number into terms for people. Two
//! evaluators live here: [`Centre`], a small one built around the centre of the
//! board and mobility, and [`Classical`], the tapered hand-made one.
//!
//! What is not here: anything that looks ahead. Draws by repetition, by the
//! fifty-move rule or by dead material are the search's to see.

mod centre;
mod classical;
mod evaluator;
mod explain;
mod registry;
mod score;
mod wdl;

pub use centre::Centre;
pub use classical::{Classical, Tapered, Weights};
pub use evaluator::{Evaluator, Explain};
pub use explain::{Explanation, Term};
pub use registry::{DEFAULT, EvaluatorVisitor, NAMES, dispatch, explain};
pub use score::{MAX_PLY, Score};
pub use wdl::{Wdl, material_count};
