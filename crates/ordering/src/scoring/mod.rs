//! Scores of single moves, from the position and the tables. The pickers select by them.

pub mod mvv_lva;
pub mod mvv_lva_formula;
pub(crate) mod quiet;
