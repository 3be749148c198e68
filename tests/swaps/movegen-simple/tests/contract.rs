//! The generator's contract, run on this generator beside the one that the workspace names `movegen`.

use board::{Bitboard, Move, Position};
use contracts::Generator;

/// This crate's generator, as the suite sees it.
struct Simple;

impl Generator for Simple {
    fn all(&self, position: &Position) -> Vec<Move> {
        movegen_simple::legal_moves(position).to_vec()
    }

    fn noisy(&self, position: &Position) -> Vec<Move> {
        let mut list = movegen_simple::MoveList::new();
        movegen_simple::generate::<movegen_simple::Noisy>(position, &mut list);
        list.to_vec()
    }

    fn quiet(&self, position: &Position) -> Vec<Move> {
        let mut list = movegen_simple::MoveList::new();
        movegen_simple::generate::<movegen_simple::Quiet>(position, &mut list);
        list.to_vec()
    }

    fn has_legal_move(&self, position: &Position) -> bool {
        movegen_simple::has_legal_move(position)
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        movegen_simple::is_legal(position, mv)
    }

    fn gives_check(&self, position: &Position, mv: Move) -> bool {
        movegen_simple::gives_check(position, mv)
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        movegen_simple::perft(position, depth)
    }

    fn captures_between(
        &self,
        position: &Position,
        victims: Bitboard,
        aggressors: Bitboard,
    ) -> Vec<Move> {
        let mut list = movegen_simple::MoveList::new();
        movegen_simple::generate_captures_between(position, victims, aggressors, &mut list);
        list.to_vec()
    }
}

#[test]
fn holds_the_generator_contract() {
    contracts::movegen_of(&Simple);
}
