//! Board and generator in a program without the standard library. `cargo check --features freestanding`
//! fails if one of them, or what they use, links it: there would be two panic handlers.

#![cfg(feature = "freestanding")]
#![no_std]

use core::panic::PanicInfo;
use movegen::board::Position;

/// What the standard library would have.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// A use of both crates.
#[must_use]
pub fn count_moves(fen: &str) -> Option<usize> {
    Some(movegen::legal_moves(&Position::from_fen(fen).ok()?).len())
}
