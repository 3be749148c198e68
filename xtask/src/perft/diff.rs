//! Explains where two generators disagree: it follows the moves whose counts differ down to the
//! position in which the moves themselves differ.

use crate::table::{Align, Table, thousands};
use anyhow::{Context, Result, anyhow};
use board::{Move, Position};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use testkit::CozyBoard;

/// Counts below each move, by the move's text.
pub type Divide = BTreeMap<String, u64>;

/// The generator that ours is compared with.
pub struct Peer<'a> {
    /// Its name, for the heading of a column.
    pub name: &'a str,
    /// Its notation of moves.
    pub notation: fn(Move) -> String,
    /// Its counts, at a depth of at least 1, after these moves.
    pub divide: &'a mut dyn FnMut(&[String], u32) -> Result<Divide>,
}

/// Our counts below each move. `depth` must be at least 1.
#[must_use]
pub fn divide(position: &Position, depth: u32, notation: fn(Move) -> String) -> Divide {
    let nodes = |mv| movegen::perft(&position.make(mv), depth - 1);
    movegen::legal_moves(position).into_iter().map(|mv| (notation(mv), nodes(mv))).collect()
}

/// The moves whose counts differ or that only one side has.
fn differing_moves(ours: &Divide, theirs: &Divide, peer: &str) -> String {
    let mut table = Table::new(&[
        ("move", Align::Left),
        ("bartizan", Align::Right),
        (peer, Align::Right),
        ("", Align::Left),
    ]);
    let moves: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let mut equal = 0;
    for mv in moves {
        let (our, their) = (ours.get(mv), theirs.get(mv));
        if our == their {
            equal += 1;
            continue;
        }
        let remark = match (our, their) {
            (None, _) => "missing",
            (_, None) => "extra",
            _ => "differs",
        };
        let shown = |count: Option<&u64>| count.map_or("-".to_owned(), |&nodes| thousands(nodes));
        table.row([mv.clone(), shown(our), shown(their), remark.to_owned()]);
    }
    format!("{table}moves with equal counts: {equal}\n")
}

/// Reads a position into cozy-chess.
///
/// The text is passed on unchanged, so that a fault in our own parser shows up as a difference. Only
/// forms that cozy-chess does not know (X-FEN castling rights, missing counters) pass through our
/// parser first.
///
/// # Errors
/// When neither way gives a position.
pub fn cozy_board(fen: &str) -> Result<CozyBoard> {
    if let Ok(board) = CozyBoard::from_fen(fen) {
        return Ok(board);
    }
    let position = Position::from_fen(fen).with_context(|| format!("bad position `{fen}`"))?;
    CozyBoard::from_fen(&position.to_shredder_fen())
        .map_err(|error| anyhow!("cozy-chess refuses `{fen}`: {error}"))
}

/// Compares with cozy-chess, of a position whose count in a suite is not ours.
///
/// # Errors
/// When cozy-chess cannot read the position.
pub fn explain_with_cozy(fen: &str, position: &Position, depth: u32) -> Result<String> {
    let start = cozy_board(fen)?;
    let mut divide = |path: &[String], depth| {
        let mut board = start.clone();
        for mv in path {
            board.play(mv).map_err(|error| anyhow!("cozy-chess refuses {mv}: {error}"))?;
        }
        Ok(board.divide(depth))
    };
    let notation = |mv: Move| mv.to_string();
    explain(fen, position, depth, &mut Peer { name: "cozy-chess", notation, divide: &mut divide })
}

/// Compares the counts below each move with those of a peer, then follows the first move whose
/// counts differ until the moves themselves differ.
///
/// # Errors
/// When the peer fails.
pub fn explain(fen: &str, start: &Position, depth: u32, peer: &mut Peer<'_>) -> Result<String> {
    let mut text = format!("divide {depth} of {fen}\n");
    let (mut position, mut path) = (start.clone(), Vec::new());
    for depth in (1..=depth).rev() {
        let ours = divide(&position, depth, peer.notation);
        let theirs = (peer.divide)(&path, depth)?;
        if !path.is_empty() {
            let castling = fen.split(' ').nth(2).unwrap_or_default();
            let shredder = castling.contains(|right: char| !"KQkq-".contains(right));
            let fen = if shredder { position.to_shredder_fen() } else { position.to_fen() };
            writeln!(text, "\nafter `{}`: {fen}", path.join(" "))?;
        }
        if ours == theirs {
            let nodes = ours.values().sum();
            let end = if path.is_empty() { ": the suite is wrong" } else { "" };
            writeln!(text, "both generators count {}{end}", thousands(nodes))?;
            return Ok(text);
        }
        text.push_str(&differing_moves(&ours, &theirs, peer.name));
        if !ours.keys().eq(theirs.keys()) {
            return Ok(text);
        }
        let differing = ours.iter().find(|&(mv, nodes)| theirs.get(mv) != Some(nodes));
        let moves = movegen::legal_moves(&position);
        let found = differing
            .and_then(|(text, _)| moves.into_iter().find(|&mv| (peer.notation)(mv) == *text));
        let Some(mv) = found else { break };
        position = position.make(mv);
        path.push((peer.notation)(mv));
    }
    Ok(text)
}
