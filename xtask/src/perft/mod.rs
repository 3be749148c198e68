//! Everything about counting move paths: suites and their files, the check, the
//! comparison with other programs, speed. The counting itself is `movegen`'s.

pub mod check;
pub mod compare;
pub mod diff;
pub mod engine;
pub mod epd;
pub mod generate;
pub mod peer;
pub mod positions;
pub mod speed;
pub mod suite;
