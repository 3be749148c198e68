//! What a move is worth to a scheme, from the position and the tables. Which of the
//! scored moves comes next is the pickers' business.

pub mod formula;
pub mod mvv_lva;
pub(crate) mod noisy;
pub(crate) mod quiet;
