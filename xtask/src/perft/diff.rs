//! Where two generators disagree: the counts below each move side by side, and
//! the way down to the position in which the moves themselves differ.

use super::peer;
use crate::table::{Align, Table, thousands};
use anyhow::Result;
use board::Position;
use cozy_chess::Board;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Counts below each move, by the move's text.
pub type Divide = BTreeMap<String, u64>;

/// Our counts below each move, castling written as king takes rook. `depth` must
/// be at least 1.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Divide {
    let nodes = |mv| movegen::perft(&position.make(mv), depth - 1);
    movegen::legal_moves(position).into_iter().map(|mv| (mv.to_string(), nodes(mv))).collect()
}

/// Both counts of every move that either side knows, with a remark where they
/// differ. The moves that agree are left out unless `all`.
#[must_use]
pub fn side_by_side(ours: &Divide, theirs: &Divide, peer_name: &str, all: bool) -> Table {
    let mut table = Table::new(&[
        ("move", Align::Left),
        ("bartizan", Align::Right),
        (peer_name, Align::Right),
        ("", Align::Left),
    ]);
    let moves: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    for mv in moves {
        let (our, their) = (ours.get(mv), theirs.get(mv));
        let remark = match (our, their) {
            (None, _) => "missing",
            (_, None) => "extra",
            (our, their) if our != their => "differs",
            _ => "",
        };
        if all || !remark.is_empty() {
            let shown = |count: Option<&u64>| count.map_or("-".to_owned(), |&n| thousands(n));
            table.row([mv.clone(), shown(our), shown(their), remark.to_owned()]);
        }
    }
    table
}

/// Explains a wrong count: the divide at that depth beside cozy-chess's, then,
/// move by move, the way to a position where moves are missing or extra.
///
/// # Errors
/// When cozy-chess cannot read the position.
pub fn explain(fen: &str, position: &Position, depth: u32) -> Result<String> {
    let mut text = String::new();
    let board = peer::board(fen)?;
    let (ours, theirs) = (divide(position, depth), peer::divide(&board, depth));
    writeln!(text, "divide {depth} of {fen}")?;
    write!(text, "{}", side_by_side(&ours, &theirs, "cozy-chess", true))?;
    if ours == theirs {
        let nodes = ours.values().sum();
        writeln!(text, "both generators count {}: look at the suite", thousands(nodes))?;
    } else {
        descend(position.clone(), board, depth, &mut text)?;
    }
    Ok(text)
}

/// Follows the first move whose counts differ until the moves themselves do.
fn descend(mut position: Position, mut board: Board, depth: u32, text: &mut String) -> Result<()> {
    let mut path = Vec::new();
    for depth in (1..=depth).rev() {
        let (ours, theirs) = (divide(&position, depth), peer::divide(&board, depth));
        if !ours.keys().eq(theirs.keys()) {
            writeln!(text, "\nafter `{}`: {}", path.join(" "), position.to_shredder_fen())?;
            write!(text, "{}", side_by_side(&ours, &theirs, "cozy-chess", false))?;
            return Ok(());
        }
        let culprit = ours.iter().find(|&(mv, nodes)| theirs.get(mv) != Some(nodes));
        let Some((mv, _)) = culprit else { break };
        let made = movegen::legal_moves(&position).into_iter().find(|m| m.to_string() == *mv);
        let (Some(made), Some(next)) = (made, peer::after(&board, mv)) else { break };
        position = position.make(made);
        board = next;
        path.push(mv.clone());
    }
    // Equal moves all the way down with unequal counts: the bulk counting is at fault.
    writeln!(text, "\nafter `{}` the moves agree: {position}", path.join(" "))?;
    Ok(())
}
