//! The library in a program without the standard library: types, board, movegen, game and notation. `cargo check --features
//! freestanding` fails if one of them, or what they use, links it: there would be two panic handlers.

#![cfg(feature = "freestanding")]
#![no_std]

use core::panic::PanicInfo;
use notation::board::Position;
use notation::game::Game;
use notation::parse_moves;

/// What the standard library would have.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

/// A use of all of them: the number of moves after a line, and whether the game has ended.
#[must_use]
pub fn moves_after(fen: &str, line: &str) -> Option<(usize, bool)> {
    let start = Position::from_fen(fen).ok()?;
    let moves = parse_moves(&start, line).ok()?;
    let game = Game::from_moves(start, moves).ok()?;
    Some((game.legal_moves().len(), game.outcome().is_some()))
}
