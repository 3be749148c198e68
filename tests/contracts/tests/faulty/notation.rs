//! The installed notation with a fault, for the contract of notation to find.

use board::{Move, Position};
use contracts::{Installed, Notation};
use movegen::legal_moves;

/// The notation and the name of its fault; "nothing" is none.
pub struct Misread(pub &'static str);

impl Notation for Misread {
    fn to_uci(&self, mv: Move, chess960: bool) -> String {
        Installed.to_uci(mv, chess960 && self.0 != "castling by king")
    }

    fn parse_uci(&self, position: &Position, text: &str) -> Result<Move, String> {
        let shortened = text.get(..4).filter(|_| self.0 == "surplus letter" && text.len() == 5);
        let read = Installed.parse_uci(position, text);
        match (read, shortened) {
            (Err(_), Some(shortened)) => Installed.parse_uci(position, shortened),
            (read, _) => read,
        }
    }

    fn to_san(&self, position: &Position, mv: Move) -> String {
        let san = Installed.to_san(position, mv);
        let is_plain = san.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match self.0 {
            "no mate sign" => san.replace('#', "+"),
            "no check sign" => san.replace('+', ""),
            "no disambiguation" if is_plain && san.len() == 4 => {
                format!("{}{}", &san[..1], &san[2..])
            }
            _ => san,
        }
    }

    fn parse_san(&self, position: &Position, text: &str) -> Result<Move, String> {
        let fits = |mv: &Move| {
            let kind = position.moved_piece(*mv).kind();
            text == format!("{}{}", kind.to_char().to_ascii_uppercase(), mv.to())
        };
        let first = || legal_moves(position).into_iter().find(fits);
        let read = Installed.parse_san(position, text);
        match self.0 {
            "first that fits" => read.or_else(|reason| first().ok_or(reason)),
            "anything" if text == "x" => Move::from_bits(u16::MAX).ok_or_else(String::new),
            _ => read,
        }
    }
}
