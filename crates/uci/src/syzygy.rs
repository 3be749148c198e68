//! Syzygy endgame tablebases, read by the crate shakmaty-syzygy. Only with the feature `syzygy`,
//! since that crate is under the GPL.

use crate::output::Output;
use board::{Color, PieceKind, Position};
use search::{Tablebase, WdlScore};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, PositionError, Setup, Square,
};
use shakmaty_syzygy::{Metric, ProbeError, SyzygyError, Wdl};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// The tables of some directories. Faults are reported to the output, each once.
pub struct SyzygyTables {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    output: Output,
    /// Whether a missing table was reported: only the first is.
    missing_wdl: AtomicBool,
    missing_dtz: AtomicBool,
    /// The messages about damaged tables.
    damaged: Mutex<HashSet<String>>,
}

/// Opens the tables of a list of directories, separated by `:` (`;` on Windows), and says what was
/// found. `None` if that is nothing. The files themselves are opened when they are needed.
#[must_use]
pub fn open(directories: &str, output: &Output) -> Option<SyzygyTables> {
    let mut tables = new_tables();
    let (mut wdl, mut dtz) = (0, 0);
    for directory in std::env::split_paths(directories) {
        let files = match table_files(&directory) {
            Ok(files) => files,
            Err(error) => {
                output.info(format!("SyzygyPath: cannot read {}: {error}", directory.display()));
                continue;
            }
        };
        for file in files {
            match tables.add_file(&file) {
                Ok(()) if file.extension().is_some_and(|extension| extension == "rtbz") => dtz += 1,
                Ok(()) => wdl += 1,
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) => {
                    output.info(format!("SyzygyPath: {} is left out: {error}", file.display()))
                }
            }
        }
    }
    let pieces = tables.max_pieces();
    output.info(format!("SyzygyPath: {wdl} WDL and {dtz} DTZ tables, up to {pieces} pieces"));
    (wdl > 0).then(|| SyzygyTables {
        tables,
        output: output.clone(),
        missing_wdl: AtomicBool::new(false),
        missing_dtz: AtomicBool::new(false),
        damaged: Mutex::default(),
    })
}

/// The files of a directory that have the extension of a table, in order.
fn table_files(directory: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rtbw" || extension == "rtbz") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(target_pointer_width = "64")]
fn new_tables() -> shakmaty_syzygy::Tablebase<Chess> {
    // Measured with the tables of up to 4 pieces: a WDL probe without memory maps makes two system
    // calls and takes three times as long, 2.8 µs instead of 0.95 µs.
    // SAFETY: The files are mapped for reading only. Whoever changes or truncates a table while the
    // engine uses it, or has it on a medium that fails, gets wrong values or a signal, as with
    // every engine that maps tables; files that are damaged before are found by the reader.
    unsafe { shakmaty_syzygy::Tablebase::with_mmap_filesystem() }
}

#[cfg(not(target_pointer_width = "64"))]
fn new_tables() -> shakmaty_syzygy::Tablebase<Chess> {
    shakmaty_syzygy::Tablebase::new()
}

impl SyzygyTables {
    /// The value of a probe; `None` after a fault, which is reported.
    fn checked<T>(&self, outcome: Result<T, SyzygyError>) -> Option<T> {
        match outcome {
            Ok(value) => return Some(value),
            // Larger than all tables, or with castling rights: no fault.
            Err(SyzygyError::TooManyPieces | SyzygyError::Castling) => {}
            Err(SyzygyError::MissingTable { metric, material }) => {
                let missing = match metric {
                    Metric::Wdl => &self.missing_wdl,
                    Metric::Dtz => &self.missing_dtz,
                };
                if !missing.swap(true, Ordering::Relaxed) {
                    self.output.info(format!(
                        "Syzygy: no {} table of {material}; positions without a table are searched",
                        name(metric)
                    ));
                }
            }
            Err(SyzygyError::ProbeFailed { metric, material, error }) => {
                let fault = match *error {
                    ProbeError::Read { error } => error.to_string(),
                    ProbeError::Magic { .. } => "not a table".to_owned(),
                    ProbeError::CorruptedTable { .. } => "damaged".to_owned(),
                };
                let text = format!("Syzygy: {} table of {material}: {fault}", name(metric));
                let mut damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner);
                if !damaged.contains(&text) {
                    self.output.info(&text);
                    damaged.insert(text);
                }
            }
        }
        None
    }
}

fn name(metric: Metric) -> &'static str {
    match metric {
        Metric::Wdl => "WDL",
        Metric::Dtz => "DTZ",
    }
}

impl Tablebase for SyzygyTables {
    fn max_pieces(&self) -> u32 {
        self.tables.max_pieces() as u32
    }

    fn probe_wdl(&self, position: &Position) -> Option<WdlScore> {
        let wdl = self.checked(self.tables.probe_wdl_after_zeroing(&to_chess(position)?))?;
        Some(match wdl {
            Wdl::Loss => WdlScore::Loss,
            Wdl::BlessedLoss => WdlScore::BlessedLoss,
            Wdl::Draw => WdlScore::Draw,
            Wdl::CursedWin => WdlScore::CursedWin,
            Wdl::Win => WdlScore::Win,
        })
    }

    fn probe_dtz(&self, position: &Position) -> Option<i32> {
        let dtz = self.checked(self.tables.probe_dtz(&to_chess(position)?))?;
        Some(dtz.ignore_rounding().into())
    }
}

/// The position for the reader of the tables, without castling rights and move counters.
fn to_chess(position: &Position) -> Option<Chess> {
    let kind = |kind| Bitboard(position.pieces(kind).0);
    let color = |color| Bitboard(position.color(color).0);
    let roles = ByRole {
        pawn: kind(PieceKind::Pawn),
        knight: kind(PieceKind::Knight),
        bishop: kind(PieceKind::Bishop),
        rook: kind(PieceKind::Rook),
        queen: kind(PieceKind::Queen),
        king: kind(PieceKind::King),
    };
    let colors = ByColor { white: color(Color::White), black: color(Color::Black) };
    let setup = Setup {
        board: Board::try_from_bitboards(roles, colors).ok()?,
        turn: match position.side_to_move() {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        },
        ep_square: position.en_passant().map(|square| Square::new(square.index() as u32)),
        ..Setup::empty()
    };
    // Our positions are valid; some of them cannot come up in a game.
    let chess = setup
        .position(CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material);
    chess.ok()
}
