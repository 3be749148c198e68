//! cozy-chess, an independent move generator, as the second opinion on legal moves and perft.
//! Moves are text: from, to (castling as king takes rook), promotion letter.

use std::collections::BTreeMap;

use cozy_chess::Board;

/// A position of cozy-chess.
#[derive(Clone, Debug)]
pub struct CozyBoard(Board);

impl CozyBoard {
    /// Reads a FEN or Shredder-FEN of six fields.
    ///
    /// # Errors
    /// When cozy-chess refuses it. It does not know castling rights in X-FEN.
    pub fn from_fen(fen: &str) -> Result<Self, String> {
        fen.parse().map(Self).map_err(|error| format!("cozy-chess refuses `{fen}`: {error}"))
    }

    /// The Chess960 start with these numbers of the two sides' arrays, each below 960.
    #[must_use]
    pub fn chess960(white: u16, black: u16) -> Self {
        Self(Board::double_chess960_startpos(white.into(), black.into()))
    }

    /// The position as Shredder-FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        format!("{:#}", self.0)
    }

    /// How many pieces give check.
    #[must_use]
    pub fn checkers(&self) -> u32 {
        self.0.checkers().len()
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u8 {
        self.0.halfmove_clock()
    }

    /// The legal moves, sorted.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        let mut all = Vec::new();
        self.0.generate_moves(|moves| {
            all.extend(moves.into_iter().map(|mv| mv.to_string()));
            false
        });
        all.sort_unstable();
        all
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When the text is no legal move. The position is unchanged then.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let refusal = || format!("`{text}` is illegal in {}", self.fen());
        let mv = text.parse().map_err(|_| refusal())?;
        let mut next = self.0.clone();
        next.try_play(mv).map_err(|_| refusal())?;
        self.0 = next;
        Ok(())
    }

    /// Number of move paths of `depth` plies, the last ply counted without making its moves.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        perft(&self.0, depth)
    }

    /// Counts below each move. `depth` must be at least 1.
    #[must_use]
    pub fn divide(&self, depth: u32) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        self.0.generate_moves(|moves| {
            for mv in moves {
                let mut child = self.0.clone();
                child.play_unchecked(mv);
                counts.insert(mv.to_string(), perft(&child, depth - 1));
            }
            false
        });
        counts
    }
}

fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    // Two closures, so that the one for the last ply is compiled as lean as can be.
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += perft(&child, depth - 1);
                }
                false
            });
        }
    }
    nodes
}
