//! The true distance to zeroing behind a rounded one, by search in the tables: for moves that win or
//! not by one ply.

use board::{Move, Position};
use movegen::legal_moves;
use searcher::{Dtz, Tablebase, WdlScore};
use std::collections::HashMap;

/// Probes for one root, some 10 ms. Distances near their end need far fewer.
const MAX_PROBES: u32 = 2000;

/// DTZ of a move that leads to `child` and leaves the game open, from the side that moves: 1 for a
/// zeroing move that wins.
pub(super) fn dtz_after_move(tablebase: &dyn Tablebase, child: &Position) -> Option<Dtz> {
    if child.halfmove_clock() == 0 {
        return Some(Dtz::exact(match -tablebase.probe_wdl(child)? {
            WdlScore::Loss => -1,
            WdlScore::BlessedLoss => -101,
            WdlScore::Draw => 0,
            WdlScore::CursedWin => 101,
            WdlScore::Win => 1,
        }));
    }
    let Dtz { plies, rounded } = tablebase.probe_dtz(child)?;
    Some(Dtz { plies: -plies - plies.signum(), rounded })
}

/// Resolves rounded distances.
pub(super) struct Rounding<'a> {
    tablebase: &'a dyn Tablebase,
    probes: u32,
    /// Whether the true distance of a position is one ply longer than the rounded one, by its key.
    longer: HashMap<u64, bool>,
}

impl<'a> Rounding<'a> {
    pub(super) fn new(tablebase: &'a dyn Tablebase) -> Self {
        Self { tablebase, probes: 0, longer: HashMap::new() }
    }

    /// The true distance of a move with this one, which may be rounded; the same where it is not
    /// found with [`MAX_PROBES`].
    pub(super) fn resolve(&mut self, position: &Position, mv: Move, dtz: Dtz) -> Dtz {
        match self.is_longer(&position.make(mv), dtz.plies.abs() - 1) {
            Some(longer) if dtz.rounded => {
                Dtz::exact(dtz.plies + if longer { dtz.plies.signum() } else { 0 })
            }
            _ => dtz,
        }
    }

    /// Whether the true distance of a position with a rounded one of `plies` is longer than that.
    fn is_longer(&mut self, position: &Position, plies: i32) -> Option<bool> {
        if let Some(&longer) = self.longer.get(&position.key()) {
            return Some(longer);
        }
        let legal = legal_moves(position);
        let mut moves = Vec::with_capacity(legal.len());
        for &mv in &legal {
            let child = position.make(mv);
            let over = legal_moves(&child).is_empty();
            let dtz = match over {
                true => Dtz::exact(i32::from(child.in_check())),
                false => self.probe(&child)?,
            };
            moves.push((dtz, child));
        }
        // A side that wins has a move of `plies` in truth, or the distance is longer. A side that loses
        // has a longer one, or it is not.
        let wins = moves.iter().any(|(dtz, _)| dtz.plies > 0);
        let sought = if wins { plies } else { plies + 1 };
        let mut longer = wins;
        for (dtz, child) in moves {
            let rounded = dtz.plies.abs();
            if wins != (dtz.plies > 0) || rounded > sought || rounded + 1 < sought {
                continue;
            }
            let distance = match dtz.rounded {
                true => rounded + i32::from(self.is_longer(&child, rounded - 1)?),
                false => rounded,
            };
            if distance == sought {
                longer = !wins;
                break;
            }
        }
        self.longer.insert(position.key(), longer);
        Some(longer)
    }

    fn probe(&mut self, child: &Position) -> Option<Dtz> {
        self.probes += 1;
        if self.probes > MAX_PROBES { None } else { dtz_after_move(self.tablebase, child) }
    }
}
