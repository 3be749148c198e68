//! A program outside the workspace that uses the library alone: plays the games of a PGN file and prints how each ends.

use board::{Color, PieceKind};
use game::{DrawRules, Game};
use movegen::legal_moves;
use notation::eco::OpeningTable;
use notation::line_to_san;
use notation::pgn::Reader;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("give a PGN file")?;
    let openings = OpeningTable::new();
    for read in Reader::new(std::fs::File::open(file)?).games() {
        let read = read?;
        let moves = read.moves.iter().map_while(|played| played.mv);
        let game = Game::from_moves(read.start.clone(), moves)?;
        let opening = openings.classify(game.positions()).map_or("?", |opening| opening.name);
        let end = game.termination_under(DrawRules::Claimed);
        let end = end.map_or("goes on".to_owned(), |end| end.to_string());
        let queens = Color::ALL.map(|color| game.position.of(color, PieceKind::Queen).count());
        println!("{}: {opening}, {end}", read.title());
        println!("{}", line_to_san(game.start(), game.moves(), 100));
        println!("{} legal moves, queens {queens:?}", legal_moves(&game.position).len());
    }
    Ok(())
}
