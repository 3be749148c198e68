//! Training: games of the engine against itself, tools for their files, and networks.

pub mod data;
pub mod datagen;
pub mod train;
