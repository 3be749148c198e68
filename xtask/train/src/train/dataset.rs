//! The positions of own games, packed.

use super::model::Model;
use anyhow::{Result, ensure};
use arrayvec::ArrayVec;
use bartizan::pool;
use board::{Bitboard, Color, Piece, Position, Square};
use eval::nnue::{Architecture, Network, Perspective, Simd, Threats};
use eval::{Classical, Evaluator, Score};
use games::data::{self, GameRecord, Sample};
use games::statistics::logistic;
use serde::Serialize;
use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use xtask::random::{numbered_rng, position_near};

/// The least number of pieces with which a position counts as early in its game.
pub(super) const EARLY_PIECES: u32 = 24;

/// Positions that one thread evaluates at a time.
const CHUNK: usize = 4096;

/// In place of half points where the game is unfinished.
const NO_RESULT: u8 = 3;

pub type Inputs = ArrayVec<u16, 32>;

/// A position in 32 bytes, as the side to move sees it: its pieces are White's, its first rank is the
/// first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackedPosition {
    occupied: u64,
    /// The pieces from the lowest square up, four bits each, by [`Piece::index`].
    pieces: [u8; 16],
    /// Score of the search in centipawns, for the side to move.
    pub score: i16,
    /// King squares of the side to move and of the other side.
    kings: [u8; 2],
    /// Half points of the side to move: 0 to 2, or [`NO_RESULT`].
    half_points: u8,
}

impl PackedPosition {
    /// Packs a kept position. A missing score is 0.
    pub fn new(sample: &Sample) -> Self {
        let Sample { position, score, result, .. } = sample;
        let us = position.side_to_move();
        let mut packed = Self {
            score: score.map_or(0, |score| score.relative_to(us).raw()) as i16,
            kings: [us, !us].map(|color| position.king(color).relative_to(us).index() as u8),
            half_points: match (us, *result) {
                (_, None) => NO_RESULT,
                (Color::White, Some(result)) => result as u8,
                (Color::Black, Some(result)) => 2 - result as u8,
            },
            ..Self::default()
        };
        let mut count = 0;
        for square in Square::ALL {
            let Some(piece) = position.piece_on(square.relative_to(us)) else { continue };
            let color = if piece.color() == us { Color::White } else { Color::Black };
            let seen = Piece::new(color, piece.kind()).index() as u8;
            packed.occupied |= square.bitboard().0;
            packed.pieces[count / 2] |= seen << (4 * (count % 2));
            count += 1;
        }
        packed
    }

    /// Pieces and squares, from the lowest square up.
    pub fn pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        Bitboard(self.occupied).into_iter().enumerate().map(|(count, square)| {
            let index = self.pieces[count / 2] >> (4 * (count % 2)) & 15;
            (Piece::ALL[usize::from(index)], square)
        })
    }

    pub fn piece_count(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The inputs of the side to move and of the other side.
    #[inline]
    pub fn inputs(&self, architecture: &Architecture) -> [Inputs; 2] {
        let [us, them] = [0, 1].map(|side| {
            let king = Square::from_index(usize::from(self.kings[side]));
            Perspective::new(architecture, Color::ALL[side], king)
        });
        let threats =
            if architecture.threats { Threats::of_pieces(self.pieces()) } else { Threats::NONE };
        let mut inputs = [Inputs::new(), Inputs::new()];
        let (mut left, mut codes) = (self.occupied, u128::from_le_bytes(self.pieces));
        while left != 0 {
            let square = Square::from_index(left.trailing_zeros() as usize);
            let piece = Piece::ALL[(codes & 15) as usize];
            inputs[0].push(us.input(piece, square, threats));
            inputs[1].push(them.input(piece, square, threats));
            (left, codes) = (left & (left - 1), codes >> 4);
        }
        inputs
    }

    /// The share of the point that the side to move got; `None` in an unfinished game.
    pub fn result(&self) -> Option<f32> {
        (self.half_points != NO_RESULT).then_some(f32::from(self.half_points) / 2.0)
    }

    /// The same in bulletformat (`ChessBoard`), whose pieces have a bit for the color: occupied squares, pieces,
    /// score, half points, king squares, three spare bytes.
    pub fn to_bullet(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        for (count, (piece, _)) in self.pieces().enumerate() {
            let code = piece.kind().index() as u8 | (piece.color().index() as u8) << 3;
            bytes[8 + count / 2] |= code << (4 * (count % 2));
        }
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        // The king of the other side as that side sees it.
        bytes[26..29].copy_from_slice(&[self.half_points, self.kings[0], self.kings[1] ^ 56]);
        bytes
    }

    pub fn unpack(&self) -> Result<Position> {
        let mut board = [None; 64];
        for (piece, square) in self.pieces() {
            board[square.index()] = Some(piece);
        }
        let rank = |rank: usize| -> String {
            board[8 * rank..8 * rank + 8]
                .iter()
                .map(|piece: &Option<Piece>| piece.map_or('1', Piece::to_char))
                .collect()
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        Ok(Position::from_fen(&format!("{} w - - 0 1", ranks.join("/")))?)
    }
}

/// Which positions a network learns from.
#[derive(clap::Args, Clone, Copy, Debug, Serialize)]
pub struct Selection {
    /// Positions to add near each one of the games: after one or two random moves, with the static
    /// evaluation of `--teacher` for a score
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub near: usize,
    /// Share of the later scores of the game in the score of a position, as in TD(λ), 0 to 1; for
    /// training only
    #[arg(long, value_name = "X", default_value_t = 0.4, value_parser = super::parse_share)]
    pub lambda: f64,
    /// The same with at least 24 pieces on the board [default: that of `--lambda`]
    #[arg(long, value_name = "X", value_parser = super::parse_share)]
    pub early_lambda: Option<f64>,
}

/// The kept positions of all games, divided by game.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// What a network learns from.
    pub training: Vec<PackedPosition>,
    /// What it is judged by.
    pub validation: Vec<PackedPosition>,
}

impl Dataset {
    /// Reads games. Scores are averaged as chances, by a logistic function of the score divided by `scale`. `None`
    /// when it was stopped. `teacher` is the network that evaluates added positions, in place of `classical`. `progress`
    /// gets the number of positions so far.
    pub fn load(
        files: &[PathBuf],
        (selection, teacher): (Selection, Option<&Network>),
        scale: u16,
        threads: usize,
        stop: &AtomicBool,
        mut progress: impl FnMut(usize),
    ) -> Result<Option<Self>> {
        let mut dataset = Self::default();
        let add = |packed: Vec<[Vec<PackedPosition>; 2]>| {
            for [training, validation] in packed {
                dataset.training.extend(training);
                dataset.validation.extend(validation);
            }
            progress(dataset.training.len() + dataset.validation.len());
            !stop.load(Ordering::Relaxed)
        };
        data::map_games(files, threads, |games| pack(games, selection, teacher, scale), add)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let enough = !dataset.training.is_empty() && !dataset.validation.is_empty();
        ensure!(enough, "too few games: there must be positions for training and for validation");
        Ok(Some(dataset))
    }

    /// Gives the positions the evaluations of a model for scores, and takes their results.
    pub fn relabel(&mut self, model: &Model, parameters: &[f32], scale: u16, threads: usize) {
        for part in [&mut self.training, &mut self.validation] {
            let jobs: Vec<_> = part.chunks_mut(CHUNK).map(Mutex::new).collect();
            let Ok(_) = pool::run(&jobs, threads, |job| {
                let mut scratch = model.scratch();
                for position in &mut **job.lock().unwrap_or_else(PoisonError::into_inner) {
                    let output = model.forward(parameters, position, &mut scratch);
                    // A conversion from floating point clamps.
                    position.score = (output * f32::from(scale)).round() as i16;
                    position.half_points = NO_RESULT;
                }
                Ok::<_, Infallible>(())
            });
        }
    }

    /// Keeps so many training positions, evenly spaced, or all if there are not more.
    pub fn thin_out(&mut self, limit: usize) {
        let count = self.training.len();
        if limit < count {
            // In place: a copy could be gigabytes.
            let mut index = 0;
            self.training.retain(|_| {
                index += 1;
                (index - 1) * limit / count != index * limit / count
            });
            self.training.shrink_to_fit();
        }
    }
}

/// The kept positions of some games, for training and for validation, and of the former positions near them.
fn pack(
    games: &[GameRecord],
    selection: Selection,
    teacher: Option<&Network>,
    scale: u16,
) -> Result<[Vec<PackedPosition>; 2]> {
    let mut parts = [Vec::new(), Vec::new()];
    for game in games {
        if game.is_for_validation() {
            parts[1].extend(data::kept(game)?.iter().map(PackedPosition::new));
            continue;
        }
        let kept = data::kept(&with_average_scores(game, selection, scale))?;
        parts[0].extend(kept.iter().map(PackedPosition::new));
        if selection.near > 0 {
            parts[0].extend(positions_near(game, selection.near, teacher)?);
        }
    }
    Ok(parts)
}

/// The game with the score of each move averaged with those of the later ones: the λ-return of TD(λ)
/// (Sutton 1988). A single score is noisy, and later ones know more. Proven wins and losses stay.
pub(super) fn with_average_scores(
    game: &GameRecord,
    selection: Selection,
    scale: u16,
) -> GameRecord {
    let Selection { lambda, early_lambda, .. } = selection;
    let scale = f64::from(scale);
    // Beyond this the logistic function is flat.
    let limit = 6.25 * scale;
    // A bad start position is an error when the game is replayed.
    let mut pieces = Position::from_fen(&game.start).map_or(0, |start| start.occupied().count());
    let pieces: Vec<u32> = game
        .moves
        .iter()
        .map(|mv| {
            let before = pieces;
            pieces = pieces.saturating_sub(u32::from(mv.mv.is_capture()));
            before
        })
        .collect();
    let mut game = game.clone();
    let mut later = None;
    for (mv, pieces) in game.moves.iter_mut().zip(pieces).rev() {
        let Some(score) = mv.score else { continue };
        let lambda = early_lambda.filter(|_| pieces >= EARLY_PIECES).unwrap_or(lambda);
        let score_in_range = f64::from(score.raw()).clamp(-limit, limit);
        let chance = logistic(score_in_range / scale);
        let mean = later.map_or(chance, |later| (1.0 - lambda) * chance + lambda * later);
        later = Some(mean);
        if lambda > 0.0 && !score.is_decisive() {
            mv.score = Some(Score::new((scale * (mean / (1.0 - mean)).ln()).round() as i32));
        }
    }
    game
}

/// Positions near those of a game where nobody is in check, with the static evaluation of the teacher or of
/// `classical` for a score and without a result. The positions of games alone do not tell a
/// network what the moves that a search refutes are worth.
fn positions_near(
    game: &GameRecord,
    count: usize,
    teacher: Option<&Network>,
) -> Result<Vec<PackedPosition>> {
    let mut random = numbered_rng(game.seed, u64::from(game.number));
    let mut evaluator = Classical::default();
    let mut packed = Vec::new();
    for sample in game.replay()? {
        let sample = sample?;
        for _ in 0..count {
            let near = position_near(&sample.position, &mut random);
            let Some(position) = near.filter(|position| !position.in_check()) else { continue };
            let score = match teacher {
                Some(network) => network.evaluate(Simd::best(), &position),
                None => evaluator.evaluate(&position, 0),
            };
            let score = score.relative_to(position.side_to_move());
            let near = Sample { position, mv: sample.mv, score: Some(score), result: None };
            packed.push(PackedPosition::new(&near));
        }
    }
    Ok(packed)
}

const _: () = assert!(size_of::<PackedPosition>() == 32);
