//! Syzygy endgame tablebases, read by the crate shakmaty-syzygy. Only with the feature `syzygy`,
//! since that crate is under the GPL.

mod directories;
mod files;

use crate::output::Output;
use board::{Color, PieceKind, Position};
use files::TableFiles;
use searcher::{Dtz, Tablebase, WdlScore};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, PositionError, Setup, Square,
};
use shakmaty_syzygy::{MaybeRounded, Metric, ProbeError, SyzygyError, Wdl};
use std::collections::HashSet;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The tables of some directories. Faults are reported to the output, each once.
pub struct SyzygyTables {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    files: Arc<TableFiles>,
    max_pieces: u32,
    output: Output,
    /// Whether a missing table was reported: only the first is.
    missing_wdl: AtomicBool,
    missing_dtz: AtomicBool,
    /// Whether the reader has panicked: then no table is read any more.
    failed: AtomicBool,
}

/// Opens the tables of a list of directories, separated by `:` (`;` on Windows), and says what was
/// found. `None` if that is nothing. The files themselves are opened when they are needed. Where two
/// directories have the same table, the first is used.
#[must_use]
pub fn open(list: &str, output: &Output) -> Option<SyzygyTables> {
    let files = Arc::new(TableFiles::default());
    let mut tables = shakmaty_syzygy::Tablebase::with_filesystem(files.clone());
    let mut say = |text: String| output.info(format!("SyzygyPath: {text}"));
    let (mut wdl, mut dtz) = (HashSet::new(), HashSet::new());
    let mut add = |table: &directories::TableName| {
        let known = if table.is_dtz() { &mut dtz } else { &mut wdl };
        if known.contains(table.material()) {
            return Ok(());
        }
        tables.add_file(table.file.join(&table.name)).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => io::Error::other("not the name of a table"),
            _ => error,
        })?;
        known.insert(table.material().to_owned());
        Ok(())
    };
    for directory in directories::directories(list, &mut say) {
        directories::add_tables(&directory, &mut add, &mut say);
    }
    // A DTZ table cannot be read without its WDL table.
    let max_pieces = wdl.iter().map(|material| material.len() as u32 - 1).max().unwrap_or(0);
    let (wdl_count, dtz_count) = (wdl.len(), dtz.len());
    say(format!("{wdl_count} WDL and {dtz_count} DTZ tables, up to {max_pieces} pieces"));
    for (kind, other, missing) in [("WDL", "DTZ", &wdl - &dtz), ("DTZ", "WDL", &dtz - &wdl)] {
        if let Some(first) = missing.iter().min() {
            let count = missing.len();
            say(format!("{count} {kind} tables without the {other} table, such as {first}"));
        }
    }
    (max_pieces > 0).then(|| SyzygyTables {
        tables,
        files,
        max_pieces,
        output: output.clone(),
        missing_wdl: AtomicBool::new(false),
        missing_dtz: AtomicBool::new(false),
        failed: AtomicBool::new(false),
    })
}

impl SyzygyTables {
    /// The value of a probe; `None` after a fault, which is reported.
    fn probe<T>(&self, probe: impl FnOnce() -> Result<T, SyzygyError>) -> Option<T> {
        if self.failed.load(Ordering::Relaxed) {
            return None;
        }
        // The reader checks what it reads, but not all of it.
        let Ok(outcome) = catch_unwind(AssertUnwindSafe(probe)) else {
            if !self.failed.swap(true, Ordering::Relaxed) {
                self.output.info("Syzygy: a table is damaged; the tables are not used any more");
            }
            return None;
        };
        match outcome {
            Ok(value) => return Some(value),
            // Larger than all tables, or with castling rights: no fault.
            Err(SyzygyError::TooManyPieces | SyzygyError::Castling) => {}
            Err(SyzygyError::MissingTable { metric, material }) => {
                let (kind, _, missing) = self.kind(metric);
                if !missing.swap(true, Ordering::Relaxed) {
                    self.output.info(format!(
                        "Syzygy: no {kind} table of {material}; positions without a table are searched"
                    ));
                }
            }
            Err(SyzygyError::ProbeFailed { metric, material, error }) => {
                let fault = match *error {
                    ProbeError::Read { error } => error.to_string(),
                    ProbeError::Magic { .. } => "not a table".to_owned(),
                    ProbeError::CorruptedTable { .. } => "damaged".to_owned(),
                };
                let (kind, extension, _) = self.kind(metric);
                if self.files.switch_off(&format!("{material}.{extension}")) {
                    self.output.info(format!("Syzygy: {kind} table of {material}: {fault}"));
                }
            }
        }
        None
    }

    /// Name and extension of a kind of tables, and whether a missing one was reported.
    fn kind(&self, metric: Metric) -> (&'static str, &'static str, &AtomicBool) {
        match metric {
            Metric::Wdl => ("WDL", "rtbw", &self.missing_wdl),
            Metric::Dtz => ("DTZ", "rtbz", &self.missing_dtz),
        }
    }
}

impl Tablebase for SyzygyTables {
    fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    fn probe_wdl(&self, position: &Position) -> Option<WdlScore> {
        let chess = to_chess(position)?;
        let wdl = self.probe(|| self.tables.probe_wdl_after_zeroing(&chess))?;
        Some(match wdl {
            Wdl::Loss => WdlScore::Loss,
            Wdl::BlessedLoss => WdlScore::BlessedLoss,
            Wdl::Draw => WdlScore::Draw,
            Wdl::CursedWin => WdlScore::CursedWin,
            Wdl::Win => WdlScore::Win,
        })
    }

    fn probe_dtz(&self, position: &Position) -> Option<Dtz> {
        let chess = to_chess(position)?;
        let dtz = self.probe(|| self.tables.probe_dtz(&chess))?;
        let plies = i32::from(dtz.ignore_rounding());
        // A loss of 2 plies may be that of two moves, of which the reader sees one: a capture or pawn
        // move for certain is answered, the other has a rounded answer.
        let rounded = matches!(dtz, MaybeRounded::Rounded(_)) || plies == -2;
        Some(Dtz { plies, rounded })
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
