//! `data export`: games and positions in the formats of other trainers.

use crate::train::dataset::PackedPosition;
use anyhow::{Context, Result, ensure};
use bartizan::table::thousands;
use board::{CastlingSide, Color, Move, PieceKind, Position, Square};
use games::data::{GameRecord, games, identity};
use games::output::write_text;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Command line of the command.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The format to write
    #[arg(value_enum)]
    format: Format,
    /// File to write; it must not exist
    out: PathBuf,
    /// Game files to read
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// Kept positions, 32 bytes each, in the order of the games (bulletformat's ChessBoard)
    Bullet,
    /// Whole games, from White's view (version 1 of viriformat)
    Viriformat,
}

/// Writes all finished games, and says how much that is. Where a game is wrong, the file that was begun is
/// removed.
pub fn run(args: &Args, out: &mut dyn Write) -> Result<()> {
    let path = args.out.display();
    let file = File::create_new(&args.out).with_context(|| format!("cannot create {path}"))?;
    let written = write_all(args, BufWriter::new(file));
    if written.is_err() {
        // The error that led here says more than one of this.
        let _ = std::fs::remove_file(&args.out);
    }
    let [games, positions, unfinished] = written?.map(thousands);
    let unfinished = format!("{unfinished} unfinished games left out");
    write_text(out, &format!("{path}: {games} games, {positions} positions, {unfinished}\n"))
}

/// The numbers of games, of their positions in the file, and of games without a result.
fn write_all(args: &Args, mut file: BufWriter<File>) -> Result<[u64; 3]> {
    let [mut written, mut positions, mut unfinished] = [0; 3];
    let mut bytes = Vec::new();
    for game in games(&args.files) {
        let game = game?;
        if game.known_result().is_none() {
            unfinished += 1;
            continue;
        }
        bytes.clear();
        let count = match args.format {
            Format::Bullet => bullet(&game, &mut bytes),
            Format::Viriformat => viriformat(&game, &mut bytes),
        };
        positions += count.with_context(|| identity(&game))?;
        written += 1;
        file.write_all(&bytes)?;
    }
    ensure!(written > 0, "there is no finished game");
    file.flush()?;
    Ok([written, positions, unfinished])
}

/// Appends the kept positions of a game.
fn bullet(game: &GameRecord, bytes: &mut Vec<u8>) -> Result<u64> {
    let before = bytes.len();
    for sample in game.replay()? {
        let sample = sample?;
        if sample.is_kept() {
            bytes.extend(PackedPosition::new(&sample).to_bullet());
        }
    }
    Ok(((bytes.len() - before) / 32) as u64)
}

/// Appends a game: its first position in 32 bytes (marlinformat), each move and score in two bytes, and four zeros.
/// A move without a score ends the game early, since the format has none for it; the first moves, which may
/// lack one, are skipped.
fn viriformat(game: &GameRecord, bytes: &mut Vec<u8>) -> Result<u64> {
    let mut count = 0;
    for sample in game.replay()? {
        let sample = sample?;
        let Some(score) = sample.score else {
            ensure!(count == 0, "a score is missing");
            continue;
        };
        if count == 0 {
            bytes.extend(marlin_board(&sample.position, game.result as u8));
        }
        bytes.extend(viri_move(sample.mv).to_le_bytes());
        bytes.extend((score.raw() as i16).to_le_bytes());
        count += 1;
    }
    if count > 0 {
        bytes.extend([0; 4]);
    }
    Ok(count)
}

/// A position as marlinformat has it: occupied squares, pieces in four bits each, side to move and en passant
/// square, counters, a score of 0, and the result.
fn marlin_board(position: &Position, result: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    for (count, square) in position.occupied().into_iter().enumerate() {
        let Some(piece) = position.piece_on(square) else { continue };
        let castles = |side| position.castling_rook(piece.color(), side) == Some(square);
        let kind =
            if CastlingSide::ALL.into_iter().any(castles) { 6 } else { piece.kind().index() };
        let code = kind as u8 | (piece.color().index() as u8) << 3;
        bytes[8 + count / 2] |= code << (4 * (count % 2));
    }
    let en_passant = position.en_passant().map_or(64, Square::index) as u8;
    bytes[24] = en_passant | u8::from(position.side_to_move() == Color::Black) << 7;
    bytes[25] = position.halfmove_clock().min(u16::from(u8::MAX)) as u8;
    bytes[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
    bytes[30] = result;
    bytes
}

/// A move: origin and target in 6 bits each, the piece of a promotion and the kind of move in 2.
fn viri_move(mv: Move) -> u16 {
    let promotion = mv.promotion().map_or(0, |kind| kind.index() - PieceKind::Knight.index());
    let kind = if mv.is_en_passant() {
        1
    } else if mv.is_castle() {
        2
    } else {
        3 * u16::from(mv.is_promotion())
    };
    mv.from().index() as u16 | (mv.to().index() as u16) << 6 | (promotion as u16) << 12 | kind << 14
}

#[cfg(test)]
mod tests {
    use super::super::tests::random_game;
    use super::*;
    use eval::Score;
    use games::data::{GameResult, RecordedEnd, ScoredMove};

    /// The example of viriformat's specification: 1. e4 e5 2. Qh5 Ke7 3. Qxe5#.
    #[test]
    fn game_of_the_specification() {
        let moves = [("e2e4", 10), ("e7e5", 20), ("d1h5", -30), ("e8e7", 31_000), ("h5e5", 31_000)];
        let mut position = Position::startpos();
        let moves = moves.map(|(text, score)| {
            let mv = notation::parse_uci(&position, text).unwrap();
            position = position.make(mv);
            ScoredMove { mv, score: Some(Score::new(score)) }
        });
        let game = GameRecord {
            start: Position::startpos().to_shredder_fen(),
            moves: moves.to_vec(),
            result: GameResult::WhiteWin,
            termination: RecordedEnd::Checkmate,
            ..random_game(0, 0)
        };
        let mut bytes = Vec::new();
        assert_eq!(viriformat(&game, &mut bytes).unwrap(), 5);
        // But for the scores of the last two moves, which are not ours.
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = "ffff00000000ffff16422561000000008888 88889ecaade940000100000002000c070a0034091400\
             c309e2ff3c0d187927091879 00000000";
        assert_eq!(hex, expected.replace(' ', ""));
    }

    #[test]
    fn special_moves_and_squares() {
        for (fen, text, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 4 | 7 << 6 | 2 << 14),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 36 | 43 << 6 | 1 << 14),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", 48 | 56 << 6 | 2 << 12 | 3 << 14),
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(viri_move(notation::parse_uci(&position, text).unwrap()), expected, "{fen}");
        }
        let fen = "4k3/8/8/3pP3/8/8/8/4K1R1 w G d6 0 9";
        let bytes = marlin_board(&Position::from_fen(fen).unwrap(), 1);
        // King, rook with its right, pawns of White and of Black, king; en passant on d6, move 9, a draw.
        assert_eq!(bytes[8..11], [0x65, 0x08, 0x0d]);
        assert_eq!((bytes[24], bytes[26], bytes[30]), (43, 9, 1));
    }

    #[test]
    fn positions_are_those_of_training() {
        let game = random_game(5, 80);
        let mut bytes = Vec::new();
        let count = bullet(&game, &mut bytes).unwrap();
        let samples = game.replay().unwrap().map(Result::unwrap).filter(|sample| sample.is_kept());
        let samples: Vec<_> = samples.collect();
        assert!(count > 10 && count == samples.len() as u64);
        for (sample, bytes) in samples.iter().zip(bytes.as_chunks::<32>().0) {
            let us = sample.position.side_to_move();
            let squares = sample.position.occupied();
            let squares = if us == Color::White { squares } else { squares.flip_vertical() };
            assert_eq!(bytes[..8], squares.0.to_le_bytes());
            for (count, square) in squares.into_iter().enumerate() {
                let piece = sample.position.piece_on(square.relative_to(us)).unwrap();
                let code = bytes[8 + count / 2] >> (4 * (count % 2)) & 15;
                let expected = piece.kind().index() as u8 | u8::from(piece.color() != us) << 3;
                assert_eq!(code, expected);
            }
            let score = sample.score.unwrap().relative_to(us).raw() as i16;
            assert_eq!(bytes[24..26], score.to_le_bytes());
            let king = |color| sample.position.king(color).relative_to(color).index() as u8;
            assert_eq!(bytes[27..29], [king(us), king(!us)]);
        }
    }
}
