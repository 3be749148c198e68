//! Makes a Polyglot book from a file of games: `cargo run --example make_book -- games.pgn book.bin [PLIES]`. Prints how
//! many entries it has.
#![allow(clippy::print_stdout)]

use bartizan_notation::book::BookBuilder;
use bartizan_notation::pgn::Reader;
use std::error::Error;
use std::fs::File;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, book, plies @ ..] = &arguments[..] else {
        return Err("give a PGN file, a file for the book, and how many plies of each game".into());
    };
    let plies = plies.first().map_or(Ok(20), |plies| plies.parse())?;
    let mut builder = BookBuilder::new();
    for game in Reader::new(File::open(games)?).games() {
        let game = game?;
        let moves: Vec<_> = game.moves.iter().map_while(|played| played.mv).collect();
        builder.add_game(&game.start, &moves, game.result.parse().ok(), plies);
    }
    // A move that only lost is no advice.
    builder.remove_below(1);
    builder.write_to(File::create(book)?)?;
    println!("{} entries", builder.len());
    Ok(())
}
