//! Random positions that are put together, not played: few pieces around one rule each, so that
//! pins, checks and attacks that games rarely show come often.

use std::ops::Range;

use crate::{CozyBoard, Rng};

/// A board being filled, with White to move. Squares are numbered from A1 along the ranks.
struct Builder<'a> {
    board: [Option<char>; 64],
    castling: String,
    en_passant: Option<usize>,
    rng: &'a mut Rng,
}

/// `count` positions of both colours: in turn en passant with one or two pawns that may capture,
/// castling rights of any files under fire, promotions, and open boards with checks and pins.
#[must_use]
pub fn constructed(seed: u64, count: usize) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut builder =
            Builder { board: [None; 64], castling: String::new(), en_passant: None, rng: &mut rng };
        let placed = match found.len() % 4 {
            0 => builder.en_passant(),
            1 => builder.castling(),
            2 => builder.promotion(),
            _ => builder.open(),
        };
        let flipped = builder.rng.one_in(2);
        let board = CozyBoard::from_fen(&builder.fen(flipped));
        // Refused is what leaves the king that is not to move in check; three checks no move gives.
        let Ok(board) = board else { continue };
        if placed.is_some() && board.checkers() <= 2 && builder.kings_apart() {
            found.push(board.fen());
        }
    }
    found
}

impl Builder<'_> {
    /// Puts a piece on one of `squares` that is empty; `None` if chance hits a piece.
    fn place(&mut self, piece: char, squares: Range<usize>) -> Option<usize> {
        let square = squares.start + self.rng.below(squares.len());
        if self.board[square].is_some()
            || self.en_passant.is_some_and(|at| at == square || at + 8 == square)
        {
            return None;
        }
        self.board[square] = Some(piece);
        Some(square)
    }

    /// The same with a piece drawn from `kinds`.
    fn place_any(&mut self, kinds: &str, squares: Range<usize>) -> Option<usize> {
        let drawn = self.rng.below(kinds.len());
        self.place(char::from(kinds.as_bytes()[drawn]), squares)
    }

    /// Up to `count` pieces drawn from `kinds` anywhere; what hits a piece is left out.
    fn scatter(&mut self, kinds: &str, count: usize) {
        for _ in 0..count {
            self.place_any(kinds, if kinds.contains(['p', 'P']) { 8..56 } else { 0..64 });
        }
    }

    fn kings(&mut self) -> Option<()> {
        self.place('K', 0..64)?;
        self.place('k', 0..64)?;
        Some(())
    }

    /// Whether the kings are not next to each other, which cozy-chess takes without a word.
    fn kings_apart(&self) -> bool {
        let find = |king| self.board.iter().position(|&piece| piece == Some(king));
        let (Some(white), Some(black)) = (find('K'), find('k')) else { return false };
        (white % 8).abs_diff(black % 8).max((white / 8).abs_diff(black / 8)) > 1
    }

    fn en_passant(&mut self) -> Option<()> {
        let file = self.rng.below(8);
        let pawn = 32 + file;
        self.board[pawn] = Some('p');
        let sides = [(file > 0).then(|| pawn - 1), (file < 7).then(|| pawn + 1)];
        let both = sides.iter().all(Option::is_some);
        for square in sides.into_iter().flatten() {
            if !both || !self.rng.one_in(3) {
                self.board[square] = Some('P');
            }
        }
        self.en_passant = Some(pawn + 8);
        // On the rank of the pawns every other time: both pawns leave it at once.
        let rank = if self.rng.one_in(2) { 32..40 } else { 0..64 };
        self.place('K', rank.clone())?;
        self.place('k', 0..64)?;
        self.place_any("rbq", rank)?;
        self.scatter("qrbrbn", 2);
        self.scatter("NBRPp", 2);
        Some(())
    }

    fn castling(&mut self) -> Option<()> {
        for (first, king, rook) in [(0, 'K', 'R'), (56, 'k', 'r')] {
            let king_file = if self.rng.one_in(2) { 4 } else { 1 + self.rng.below(6) };
            self.board[first + king_file] = Some(king);
            for (wing, standard) in [(0..king_file, 0), (king_file + 1..8, 7)] {
                let drawn = wing.start + self.rng.below(wing.len());
                let file = if self.rng.one_in(2) { standard } else { drawn };
                self.board[first + file] = Some(rook);
                if !self.rng.one_in(4) {
                    let letter = char::from(b'a' + file as u8);
                    let upper = letter.to_ascii_uppercase();
                    self.castling.push(if king == 'K' { upper } else { letter });
                }
            }
        }
        self.scatter("qrbnpn", 3);
        self.scatter("NBQP", 2);
        Some(())
    }

    fn promotion(&mut self) -> Option<()> {
        self.kings()?;
        for _ in 0..2 {
            self.place('P', 48..56);
            self.place('p', 8..16);
            self.place_any("nrbq", 56..64);
        }
        self.scatter("qrbn", 2);
        self.scatter("QRBN", 1);
        Some(())
    }

    fn open(&mut self) -> Option<()> {
        self.kings()?;
        self.scatter("qrbnp", 4);
        self.scatter("QRBNPP", 4);
        Some(())
    }

    /// The position as Shredder-FEN; `flipped` swaps the colours and mirrors the board.
    fn fen(&self, flipped: bool) -> String {
        let swap = |letter: char| match flipped {
            true if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
            true => letter.to_ascii_uppercase(),
            false => letter,
        };
        let flip = |square: usize| if flipped { square ^ 56 } else { square };
        let rank = |rank: usize| -> String {
            let square = |file| self.board[flip(8 * rank + file)];
            (0..8).map(|file| square(file).map_or('1', swap)).collect()
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        let side = if flipped { 'b' } else { 'w' };
        let castling: String = self.castling.chars().map(swap).collect();
        let castling = if castling.is_empty() { "-" } else { &castling };
        let square = |at: usize| {
            let at = flip(at);
            format!("{}{}", char::from(b'a' + (at % 8) as u8), at / 8 + 1)
        };
        let en_passant = self.en_passant.map_or("-".to_string(), square);
        format!("{} {side} {castling} {en_passant} 0 1", ranks.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_comes_up() {
        let mut counts = [0; 4];
        for fen in constructed(1, 800) {
            let moves = CozyBoard::from_fen(&fen).expect("a position of cozy-chess").legal_moves();
            let fields: Vec<&str> = fen.split(' ').collect();
            let takes = moves.iter().any(|mv| mv.ends_with(fields[3]));
            let promotes = moves.iter().any(|mv| mv.len() == 5);
            let found = [takes, fields[3] != "-" && !takes, promotes, fields[2] != "-"];
            counts.iter_mut().zip(found).for_each(|(count, found)| *count += usize::from(found));
        }
        assert!(counts.iter().all(|&count| count >= 10), "{counts:?}");
    }
}
