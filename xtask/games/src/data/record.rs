//! One game of a game file: its fields and its bytes. Blocks and checksums are `file`'s.

use anyhow::{Context, Result, anyhow, ensure};
use board::{Color, Move, Position};
use eval::Score;
use game::Game;

/// Bytes of a record before its start position and moves.
const FIXED: usize = 18;
/// Bit of the flags: the game is one of Chess960.
const CHESS960: u8 = 1;
/// Stored in place of a score where the search completed no iteration.
const NO_SCORE: i16 = i16::MIN;
/// One game of this many is set aside for validation.
const VALIDATION_SHARE: u32 = 20;
/// Most plies in one record.
pub const MAX_PLIES: usize = u16::MAX as usize;

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameResult {
    /// Black won.
    BlackWin = 0,
    /// Neither side won.
    Draw = 1,
    /// White won.
    WhiteWin = 2,
}

impl GameResult {
    /// All results, in the order of their codes.
    pub const ALL: [Self; 3] = [Self::BlackWin, Self::Draw, Self::WhiteWin];

    /// The result of a game that `winner` won; a draw without one.
    #[must_use]
    pub fn from_winner(winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => Self::WhiteWin,
            Some(Color::Black) => Self::BlackWin,
            None => Self::Draw,
        }
    }

    /// White's points: 0, 0.5 or 1.
    #[must_use]
    pub fn points(self) -> f32 {
        f32::from(self as u8) / 2.0
    }

    /// As in PGN.
    #[must_use]
    pub fn pgn(self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"][self as usize]
    }
}

/// Why a game ended. Those that the rules do not give come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum RecordedEnd {
    /// The side to move is mated.
    Checkmate = 0,
    /// The side to move has no legal move and is not in check.
    Stalemate = 1,
    /// Fifty-move rule.
    FiftyMoves = 2,
    /// Threefold repetition.
    Repetition = 3,
    /// Neither side can mate.
    InsufficientMaterial = 4,
    /// Adjudicated as a win by the scores.
    WinAdjudication = 5,
    /// Adjudicated as a draw by the scores.
    DrawAdjudication = 6,
    /// Adjudicated as a draw at the greatest number of plies.
    MaxPlies = 7,
    /// Not played to its end: the game has no result.
    Unfinished = 8,
}

impl RecordedEnd {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 9] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::FiftyMoves,
        Self::Repetition,
        Self::InsufficientMaterial,
        Self::WinAdjudication,
        Self::DrawAdjudication,
        Self::MaxPlies,
        Self::Unfinished,
    ];

    /// For people, and in the tag `Termination` of PGN.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::FiftyMoves => "fifty moves",
            Self::Repetition => "repetition",
            Self::InsufficientMaterial => "insufficient material",
            Self::WinAdjudication => "win adjudication",
            Self::DrawAdjudication => "draw adjudication",
            Self::MaxPlies => "length",
            Self::Unfinished => "no end",
        }
    }
}

impl From<game::Termination> for RecordedEnd {
    fn from(ending: game::Termination) -> Self {
        match ending {
            game::Termination::Checkmate(_) => Self::Checkmate,
            game::Termination::Stalemate => Self::Stalemate,
            game::Termination::FiftyMoves => Self::FiftyMoves,
            game::Termination::Repetition => Self::Repetition,
            game::Termination::InsufficientMaterial => Self::InsufficientMaterial,
            // Games of engines end in no other way.
            _ => Self::Unfinished,
        }
    }
}

/// A move and the score of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Score of the position before the move, from White's view; `None` where the search completed
    /// no iteration.
    pub score: Option<Score>,
}

/// A finished game. Nothing in it is checked against the rules before [`GameRecord::replay`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Seed of the run that made it.
    pub seed: u64,
    /// Its number in that run: the same seed and number is the same game.
    pub number: u32,
    /// Whether it is a game of Chess960.
    pub chess960: bool,
    /// Who won; a draw where the game is unfinished, see [`GameRecord::known_result`].
    pub result: GameResult,
    /// Why it ended.
    pub termination: RecordedEnd,
    /// The position after the random opening, as a FEN with castling rights by rook file.
    pub start: String,
    /// The moves from there.
    pub moves: Vec<ScoredMove>,
}

impl GameRecord {
    /// Appends the record's bytes.
    ///
    /// # Panics
    /// When the game has more than [`MAX_PLIES`] plies or its start position more than 255 bytes.
    pub fn encode(&self, out: &mut Vec<u8>) {
        let plies = u16::try_from(self.moves.len()).expect("a game has at most 65535 plies");
        let start_length = u8::try_from(self.start.len()).expect("a FEN has at most 255 bytes");
        out.extend(self.seed.to_le_bytes());
        out.extend(self.number.to_le_bytes());
        out.push(if self.chess960 { CHESS960 } else { 0 });
        out.extend([self.result as u8, self.termination as u8, start_length]);
        out.extend(plies.to_le_bytes());
        out.extend(self.start.as_bytes());
        for ScoredMove { mv, score } in &self.moves {
            out.extend(mv.bits().to_le_bytes());
            let score = score.map_or(NO_SCORE, |score| score.raw() as i16);
            out.extend(score.to_le_bytes());
        }
    }

    /// Reads the record at the front of `bytes`, and how many bytes it takes.
    ///
    /// # Errors
    /// When they are no record. Moves are not checked for legality.
    pub fn decode(bytes: &[u8]) -> Result<(Self, usize)> {
        let too_short = "a game ends beyond its block";
        let (fixed, rest) = bytes.split_first_chunk::<FIXED>().context(too_short)?;
        let [flags, result, termination, start_length] =
            [fixed[12], fixed[13], fixed[14], fixed[15]];
        let plies = usize::from(u16::from_le_bytes([fixed[16], fixed[17]]));
        let (start, rest) = rest.split_at_checked(usize::from(start_length)).context(too_short)?;
        let moves = rest.get(..4 * plies).context(too_short)?;
        ensure!(flags & !CHESS960 == 0, "unknown flags {flags}");
        let result = GameResult::ALL.get(usize::from(result));
        let termination = RecordedEnd::ALL.get(usize::from(termination));
        let decode = |(ply, bytes)| {
            decode_move(bytes).with_context(|| format!("bad move or score at ply {ply}"))
        };
        let record = Self {
            seed: u64::from_le_bytes(std::array::from_fn(|at| fixed[at])),
            number: u32::from_le_bytes(std::array::from_fn(|at| fixed[8 + at])),
            chess960: flags == CHESS960,
            result: *result.with_context(|| format!("unknown result {}", fixed[13]))?,
            termination: *termination
                .with_context(|| format!("unknown termination {}", fixed[14]))?,
            start: String::from_utf8(start.to_vec()).context("bad start position")?,
            moves: moves.chunks_exact(4).enumerate().map(decode).collect::<Result<_>>()?,
        };
        Ok((record, FIXED + start.len() + moves.len()))
    }

    /// The result; `None` where the game is unfinished.
    #[must_use]
    pub fn known_result(&self) -> Option<GameResult> {
        (self.termination != RecordedEnd::Unfinished).then_some(self.result)
    }

    /// Whether its positions are for validation and not for training.
    #[must_use]
    pub fn is_for_validation(&self) -> bool {
        is_for_validation(self.number)
    }

    /// Plays the game through.
    ///
    /// # Errors
    /// When the start position is not one.
    pub fn replay(&self) -> Result<Replay<'_>> {
        let start = Position::from_fen(&self.start)
            .with_context(|| format!("bad start position `{}`", self.start))?;
        Ok(Replay { record: self, game: Game::new(start), ply: 0 })
    }
}

/// Whether the positions of the game with this number are for validation and not for training. Two games
/// in a row go together: in a match they have the same opening.
#[must_use]
pub fn is_for_validation(number: u32) -> bool {
    (number / 2).is_multiple_of(VALIDATION_SHARE)
}

fn decode_move(bytes: &[u8]) -> Option<ScoredMove> {
    let mv = Move::from_bits(u16::from_le_bytes([bytes[0], bytes[1]]))?;
    let raw = i16::from_le_bytes([bytes[2], bytes[3]]);
    let score = Score::new(i32::from(raw));
    if raw == NO_SCORE {
        return Some(ScoredMove { mv, score: None });
    }
    (score < Score::INFINITE && score > -Score::INFINITE)
        .then_some(ScoredMove { mv, score: Some(score) })
}

/// A position of a game, with what training wants to know of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The move played in it.
    pub mv: Move,
    /// Score of the search that chose the move, from White's view.
    pub score: Option<Score>,
    /// How the game ended; `None` where it is unfinished.
    pub result: Option<GameResult>,
}

impl Sample {
    /// Quiet filter: whether a static evaluation can be expected to match the score. The side to
    /// move is not in check, the move is neither a capture nor a promotion, and there is a score
    /// that is no proven win or loss.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.score.is_some_and(|score| !score.is_decisive())
            && self.mv.is_quiet()
            && !self.position.in_check()
    }
}

/// The positions of a game in order. Ends after the first illegal move, which is an error.
#[derive(Debug)]
pub struct Replay<'a> {
    record: &'a GameRecord,
    game: Game,
    ply: usize,
}

impl Replay<'_> {
    /// The game up to the sample that comes next, or to its end.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<Sample>;

    fn next(&mut self) -> Option<Self::Item> {
        let &ScoredMove { mv, score } = self.record.moves.get(self.ply)?;
        let ply = self.ply;
        let position = self.game.position.clone();
        if !movegen::is_legal(&position, mv) {
            self.ply = self.record.moves.len();
            return Some(Err(anyhow!("illegal move {mv} at ply {ply}")));
        }
        self.game.play(mv);
        self.ply += 1;
        Some(Ok(Sample { position, mv, score, result: self.record.known_result() }))
    }
}
