//! The tasks behind `cargo xtask`, as a library so that they can be tested.
//!
//! Nothing of the engine lives here, and nothing here is part of the engine: the
//! tasks use the layers from outside, as any program would.

pub mod arena;
pub mod mutants;
pub mod nodes;
pub mod ordering;
pub mod perft;
pub mod pool;
pub mod random;
pub mod table;
pub mod tidy;
pub mod workspace;
