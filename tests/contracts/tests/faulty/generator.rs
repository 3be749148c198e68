//! The installed generator with a fault, for the generator's contract to find.

use board::{Move, PieceKind, Position, Square};
use contracts::{Generator, Installed};

/// The generator and the name of its fault; "nothing" is none.
pub struct Wrong(pub &'static str);

impl Wrong {
    /// The moves that the faulty list still has.
    fn filter(&self, moves: Vec<Move>) -> Vec<Move> {
        let keeps = |mv: &Move| match self.0 {
            "en passant" => !mv.is_en_passant(),
            "underpromotion" => mv.promotion().is_none_or(|kind| kind == PieceKind::Queen),
            _ => true,
        };
        moves.into_iter().filter(keeps).collect()
    }
}

impl Generator for Wrong {
    fn all(&self, position: &Position) -> Vec<Move> {
        let in_check = |color| {
            let attackers = position.attackers_to(position.king(color), position.occupied());
            (attackers & position.color(!color)).any()
        };
        if self.0 == "attacked king" && in_check(!position.side_to_move()) {
            return Vec::new();
        }
        self.filter(Installed.all(position))
    }

    fn noisy(&self, position: &Position) -> Vec<Move> {
        match self.0 {
            "kinds" => self.all(position),
            _ => self.filter(Installed.noisy(position)),
        }
    }

    fn quiet(&self, position: &Position) -> Vec<Move> {
        let mut moves = Installed.quiet(position);
        moves.retain(|mv| self.0 != "quiet" || !mv.is_castle());
        moves
    }

    fn has_legal_move(&self, position: &Position) -> bool {
        Installed.has_legal_move(position) || self.0 == "stalemate" && !position.in_check()
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        // Any move from a piece of one's own to the square of a legal move will do.
        let similar = |legal: &Move| legal.from() == mv.from() && legal.to() == mv.to();
        match self.0 {
            "flags" => Installed.all(position).iter().any(similar),
            _ => Installed.is_legal(position, mv),
        }
    }

    fn of_kind_to(&self, position: &Position, kind: PieceKind, to: Square) -> Vec<Move> {
        let mut moves = Installed.of_kind_to(position, kind, to);
        moves.retain(|mv| self.0 != "of a kind" || !mv.is_en_passant());
        moves
    }

    fn gives_check(&self, position: &Position, mv: Move) -> bool {
        Installed.gives_check(position, mv) && !(self.0 == "castling check" && mv.is_castle())
    }

    fn perft(&self, position: &Position, depth: u32) -> u64 {
        Installed.perft(position, depth) + u64::from(self.0 == "perft" && depth == 3)
    }
}
