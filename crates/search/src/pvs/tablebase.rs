//! Tablebase probes: the ranks of the root moves, and the score of a node below the root.

use super::node_state::NodeState;
use crate::game::{Game, Termination};
use crate::tablebase::{Tablebase, TablebaseOptions, WdlScore};
use crate::tt::Bound;
use board::{Move, Position};
use eval::Score;
use movegen::legal_moves;
use std::sync::Arc;

/// Greater than every distance to zeroing.
const MAX_DTZ: i32 = 1 << 12;
/// Least rank of a root move that wins, or may win, in spite of the fifty-move rule.
const WIN_RANK: i32 = MAX_DTZ / 2 - 100;
/// Score of a win that the fifty-move rule prevents.
const CURSED_WIN: Score = Score::new(1);

/// What a tablebase says of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TbRank {
    /// Moves of a greater rank are better; those of one rank are left to the search.
    pub rank: i32,
    /// The score of the move, from the side to move at the root.
    pub score: Score,
}

/// The root moves as a tablebase ranks them.
pub(super) struct RootProbe {
    pub moves: Vec<(Move, TbRank)>,
    /// Whether the ranks come from DTZ, so that they make progress. Else they come from WDL.
    by_dtz: bool,
}

/// How a search probes a tablebase below the root.
pub(super) struct NodeProbe {
    tablebase: Arc<dyn Tablebase>,
    max_pieces: u32,
    /// Least depth of a node with `max_pieces`.
    min_depth: i32,
    fifty_move_rule: bool,
}

/// What a search of `game` gets from a tablebase: the ranks of the root moves, and the probe below
/// the root. The latter is left out where the root is in the tables and the ranks alone convert a
/// win or hold a draw: then the search is free to find mates.
pub(super) fn probe_for_search(
    tablebase: Option<&Arc<dyn Tablebase>>,
    options: &TablebaseOptions,
    game: &Game,
) -> (Option<RootProbe>, Option<NodeProbe>) {
    let Some(tablebase) = tablebase else { return (None, None) };
    let max_pieces = tablebase.max_pieces().min(options.probe_limit);
    if max_pieces == 0 {
        return (None, None);
    }
    let fifty_move_rule = options.fifty_move_rule;
    let in_tables = game.position.occupied().count() <= max_pieces
        && game.position.castling_rights().is_empty();
    let root = in_tables.then(|| RootProbe::new(&**tablebase, game, fifty_move_rule)).flatten();
    let ranks_suffice = root.as_ref().is_some_and(|root| root.by_dtz || !root.wins());
    let node = (!ranks_suffice).then(|| NodeProbe {
        tablebase: Arc::clone(tablebase),
        max_pieces,
        // The limit leaves out larger tables, so that no probe needs a slow disk.
        min_depth: if max_pieces < tablebase.max_pieces() { 0 } else { options.probe_depth },
        fifty_move_rule,
    });
    (root, node)
}

impl RootProbe {
    /// Ranks all root moves by DTZ, else by WDL; `None` when a value is unknown.
    fn new(tablebase: &dyn Tablebase, game: &Game, fifty_move_rule: bool) -> Option<Self> {
        let repeated = game.history.has_repetition(&game.position);
        // A clock beyond the rule's limit counts as that, or ranks would change their sign.
        let clock = i32::from(game.position.halfmove_clock().min(100));
        let legal = legal_moves(&game.position);
        let ranked = |rank_of: &dyn Fn(Move) -> Option<i32>| -> Option<Vec<(Move, TbRank)>> {
            let moves = legal.iter().map(|&mv| {
                let rank = rank_of(mv)?;
                Some((mv, TbRank { rank, score: rank_score(rank, fifty_move_rule) }))
            });
            moves.collect()
        };
        let by_dtz =
            ranked(&|mv| Some(dtz_rank(dtz_of_move(tablebase, game, mv)?, clock, repeated)));
        if let Some(moves) = by_dtz {
            return Some(Self { moves, by_dtz: true });
        }
        let moves = ranked(&|mv| Some(wdl_rank(wdl_of_move(tablebase, game, mv)?)))?;
        Some(Self { moves, by_dtz: false })
    }

    /// Whether a move wins.
    fn wins(&self) -> bool {
        self.moves.iter().any(|(_, tb)| tb.score > Score::DRAW)
    }

    /// The rank of a move.
    pub(super) fn rank(&self, mv: Move) -> Option<TbRank> {
        self.moves.iter().find(|(other, _)| *other == mv).map(|&(_, tb)| tb)
    }
}

/// DTZ of a root move, from the side to move at the root: 1 for a mate and for a zeroing move that
/// wins.
fn dtz_of_move(tablebase: &dyn Tablebase, game: &Game, mv: Move) -> Option<i32> {
    let mut game = game.clone();
    game.play(mv);
    let child = &game.position;
    match game.termination() {
        Some(Termination::Checkmate(_)) => return Some(1),
        Some(_) => return Some(0),
        None => {}
    }
    if child.halfmove_clock() == 0 {
        return Some(match -tablebase.probe_wdl(child)? {
            WdlScore::Loss => -1,
            WdlScore::BlessedLoss => -101,
            WdlScore::Draw => 0,
            WdlScore::CursedWin => 101,
            WdlScore::Win => 1,
        });
    }
    let dtz = -tablebase.probe_dtz(child)?;
    Some(dtz + dtz.signum())
}

/// Value of a root move. The halfmove clock is taken for 0, as WDL tables know no other.
fn wdl_of_move(tablebase: &dyn Tablebase, game: &Game, mv: Move) -> Option<WdlScore> {
    let mut game = game.clone();
    game.play(mv);
    match game.termination() {
        Some(Termination::Checkmate(_)) => Some(WdlScore::Win),
        Some(_) => Some(WdlScore::Draw),
        None => Some(-tablebase.probe_wdl(&game.position)?),
    }
}

/// Rank of a root move by its DTZ. Moves that win for certain within the fifty-move rule have one
/// rank, unless a position has been repeated: then, and near the limit, the shorter DTZ is better,
/// so that every win makes progress. Losing moves likewise. (After Stockfish, `root_probe`.)
fn dtz_rank(dtz: i32, clock: i32, repeated: bool) -> i32 {
    match dtz {
        0 => 0,
        1.. if dtz + clock <= 99 && !repeated => MAX_DTZ,
        1.. => MAX_DTZ / 2 - (dtz + clock),
        _ if -dtz * 2 + clock < 100 => -MAX_DTZ,
        _ => -MAX_DTZ / 2 + (-dtz + clock),
    }
}

/// Rank of a root move by its value.
fn wdl_rank(wdl: WdlScore) -> i32 {
    match wdl {
        WdlScore::Loss => -MAX_DTZ,
        WdlScore::BlessedLoss => 1 - WIN_RANK,
        WdlScore::Draw => 0,
        WdlScore::CursedWin => WIN_RANK - 1,
        WdlScore::Win => MAX_DTZ,
    }
}

fn rank_score(rank: i32, fifty_move_rule: bool) -> Score {
    let win_rank = if fifty_move_rule { WIN_RANK } else { 1 };
    match rank {
        0 => Score::DRAW,
        _ if rank >= win_rank => Score::TB_WIN,
        _ if rank <= -win_rank => -Score::TB_WIN,
        1.. => CURSED_WIN,
        _ => -CURSED_WIN,
    }
}

impl NodeProbe {
    /// Score of a node and what it bounds; `None` where the tables are not probed or do not know.
    pub(super) fn score(&self, node: &NodeState<'_>) -> Option<(Score, Bound)> {
        let wdl = self
            .should_probe(node.position, node.depth)
            .then(|| self.tablebase.probe_wdl(node.position));
        Some(match wdl.flatten()? {
            WdlScore::Win => (Score::tb_win_in(node.ply), Bound::Lower),
            WdlScore::Loss => (Score::tb_loss_in(node.ply), Bound::Upper),
            WdlScore::CursedWin if !self.fifty_move_rule => {
                (Score::tb_win_in(node.ply), Bound::Lower)
            }
            WdlScore::BlessedLoss if !self.fifty_move_rule => {
                (Score::tb_loss_in(node.ply), Bound::Upper)
            }
            WdlScore::CursedWin => (CURSED_WIN, Bound::Exact),
            WdlScore::BlessedLoss => (-CURSED_WIN, Bound::Exact),
            WdlScore::Draw => (Score::DRAW, Bound::Exact),
        })
    }

    fn should_probe(&self, position: &Position, depth: i32) -> bool {
        let pieces = position.occupied().count();
        pieces <= self.max_pieces
            && (pieces < self.max_pieces || depth >= self.min_depth)
            && position.halfmove_clock() == 0
            && position.castling_rights().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_win_within_the_fifty_move_rule_rank_alike() {
        assert_eq!(dtz_rank(30, 60, false), dtz_rank(1, 0, false));
        assert_eq!(rank_score(dtz_rank(30, 60, false), true), Score::TB_WIN);
        // Near the limit, and after a repetition, the shorter way is better.
        for (dtz, clock, repeated) in [(40, 60, false), (5, 10, true)] {
            let rank = dtz_rank(dtz, clock, repeated);
            assert!(rank < dtz_rank(dtz - 1, clock, repeated) && rank > 0);
            assert_eq!(rank_score(rank, true), Score::TB_WIN);
        }
    }

    #[test]
    fn wins_beyond_the_fifty_move_rule_are_nearly_draws() {
        for (dtz, clock) in [(41, 60), (101, 0), (900, 100)] {
            let (win, loss) = (dtz_rank(dtz, clock, false), dtz_rank(-dtz, clock, false));
            assert_eq!(
                (rank_score(win, true), rank_score(win, false)),
                (CURSED_WIN, Score::TB_WIN)
            );
            assert_eq!(
                (rank_score(loss, true), rank_score(loss, false)),
                (-CURSED_WIN, -Score::TB_WIN)
            );
            assert!(loss < dtz_rank(0, clock, false) && dtz_rank(0, clock, false) < win);
        }
    }

    #[test]
    fn losing_moves_rank_by_length_where_the_fifty_move_rule_may_save_them() {
        assert_eq!(dtz_rank(-10, 20, false), dtz_rank(-30, 20, false));
        assert!(dtz_rank(-50, 20, false) > dtz_rank(-45, 20, false));
        assert!(dtz_rank(-45, 20, false) > dtz_rank(-30, 20, false));
    }

    #[test]
    fn ranks_by_value_are_in_order() {
        use WdlScore::*;
        let ranks = [Loss, BlessedLoss, Draw, CursedWin, Win].map(wdl_rank);
        assert!(ranks.is_sorted());
        let scores = ranks.map(|rank| rank_score(rank, true));
        assert_eq!(scores, [-Score::TB_WIN, -CURSED_WIN, Score::DRAW, CURSED_WIN, Score::TB_WIN]);
    }
}
