//! Tablebase probes: the ranks of the root moves, and the score of a node below the root; the true distance
//! to zeroing behind a rounded one.

use super::node::NodeState;
use board::{Move, Position};
use eval::Score;
use game::{Game, Termination};
use movegen::legal_moves;
use searcher::{Bound, Dtz, Tablebase, TablebaseOptions, WdlScore};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Rank of a root move that wins for certain, greater than twice every distance to zeroing.
const MAX_RANK: i32 = 1 << 12;
/// Least rank of a root move that wins in spite of the fifty-move rule.
const WIN_RANK: i32 = MAX_RANK - 200;
/// Rank of a root move that wins or not: the count that the table rounds is at the limit.
const OPEN_RANK: i32 = WIN_RANK - 1;
/// Score of a win that the fifty-move rule prevents.
const CURSED_WIN: Score = Score::new(1);

/// What a tablebase says of a root move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TbRank {
    /// Moves of a greater rank are better; those of one rank are left to the search.
    rank: i32,
    /// The score of the move, from the side to move at the root; `None` where the tables leave it to
    /// the search.
    score: Option<Score>,
}

impl TbRank {
    /// The order of the root moves: the greatest first.
    pub(super) fn rank(self) -> i32 {
        self.rank
    }

    /// The score to show of a move to which the search gives a score with its bound: mates are better
    /// known to the search, and so is what the tables leave open.
    pub(super) fn reported(self, (score, bound): (Score, Bound)) -> (Score, Bound) {
        let found = score.is_mate() || self.rank.abs() == OPEN_RANK && score.is_decisive();
        self.score.filter(|_| !found).map_or((score, bound), |score| (score, Bound::Exact))
    }
}

/// The root moves as a tablebase ranks them.
pub(super) struct RootProbe {
    pub moves: Vec<(Move, TbRank)>,
    /// Whether the ranks come from DTZ, so that they make progress. Else they come from WDL.
    by_dtz: bool,
    /// Whether the tables leave the result of the best move open.
    open: bool,
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
    let ranks_suffice =
        root.as_ref().is_some_and(|root| !root.open && (root.by_dtz || !root.may_win()));
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
        let ranked = |rank_of: &dyn Fn(Move) -> Option<TbRank>| -> Option<Vec<(Move, TbRank)>> {
            legal.iter().map(|&mv| Some((mv, rank_of(mv)?))).collect()
        };
        let rounding = RefCell::new(Rounding::new(tablebase));
        let by_dtz = ranked(&|mv| {
            let mut dtz = dtz_of_move(tablebase, game, mv)?;
            if dtz.rounded && dtz.plies.abs() + clock == 100 {
                dtz = rounding.borrow_mut().resolve(&game.position, mv, dtz);
            }
            let rank = dtz_rank(dtz, clock, repeated);
            Some(TbRank { rank, score: Some(rank_score(rank, fifty_move_rule)) })
        });
        if let Some(moves) = by_dtz {
            let best = moves.iter().map(|(_, tb)| tb.rank).max();
            let open = fifty_move_rule && best.is_some_and(|rank| rank.abs() == OPEN_RANK);
            return Some(Self { moves, by_dtz: true, open });
        }
        let moves = ranked(&|mv| {
            let (wdl, ends_count) = wdl_of_move(tablebase, game, mv)?;
            let rank = wdl_rank(wdl);
            // WDL tables know no clock. After some moves without capture or pawn move the search may
            // know better.
            let known = clock == 0 || ends_count || wdl == WdlScore::Draw || !fifty_move_rule;
            Some(TbRank { rank, score: known.then(|| rank_score(rank, fifty_move_rule)) })
        })?;
        Some(Self { moves, by_dtz: false, open: false })
    }

    /// Whether a move wins, or may win.
    fn may_win(&self) -> bool {
        self.moves.iter().any(|(_, tb)| tb.rank > 0)
    }

    /// The rank of a move.
    pub(super) fn rank(&self, mv: Move) -> Option<TbRank> {
        self.moves.iter().find(|(other, _)| *other == mv).map(|&(_, tb)| tb)
    }
}

/// DTZ of a root move, from the side to move at the root: 1 for a mate and for a zeroing move that
/// wins.
fn dtz_of_move(tablebase: &dyn Tablebase, game: &Game, mv: Move) -> Option<Dtz> {
    let mut game = game.clone();
    game.play(mv);
    let child = &game.position;
    match game.termination() {
        Some(Termination::Checkmate(_)) => Some(Dtz::exact(1)),
        Some(_) => Some(Dtz::exact(0)),
        None => dtz_after_move(tablebase, child),
    }
}

/// Value of a root move, its halfmove clock taken for 0, and whether it is 0 or the game over.
fn wdl_of_move(tablebase: &dyn Tablebase, game: &Game, mv: Move) -> Option<(WdlScore, bool)> {
    let mut game = game.clone();
    game.play(mv);
    match game.termination() {
        Some(Termination::Checkmate(_)) => Some((WdlScore::Win, true)),
        Some(_) => Some((WdlScore::Draw, true)),
        None => {
            let wdl = -tablebase.probe_wdl(&game.position)?;
            Some((wdl, game.position.halfmove_clock() == 0))
        }
    }
}

/// Rank of a root move by its DTZ. Moves that win for certain within the fifty-move rule have one
/// rank, unless a position has been repeated: then, and near the limit, the shorter DTZ is better,
/// so that every win makes progress. Losing moves likewise. (After Stockfish, `root_probe`.)
///
/// A rounded distance n is n or n + 1. The line of the least rounded distances takes one ply too many
/// at most, in all, so moves with n + 1 within the limit win for certain.
fn dtz_rank(dtz: Dtz, clock: i32, repeated: bool) -> i32 {
    let (plies, rounding) = (dtz.plies.abs(), i32::from(dtz.rounded));
    let by_length = MAX_RANK - 2 * (plies + clock) - rounding;
    match dtz.plies.signum() {
        0 => 0,
        1 if plies + clock <= 99 && !repeated => MAX_RANK,
        1 => by_length,
        _ if plies * 2 + clock < 100 => -MAX_RANK,
        _ => -by_length,
    }
}

/// Rank of a root move by its value.
fn wdl_rank(wdl: WdlScore) -> i32 {
    match wdl {
        WdlScore::Loss => -MAX_RANK,
        WdlScore::BlessedLoss => 1 - OPEN_RANK,
        WdlScore::Draw => 0,
        WdlScore::CursedWin => OPEN_RANK - 1,
        WdlScore::Win => MAX_RANK,
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
            WdlScore::CursedWin if self.fifty_move_rule => (CURSED_WIN, Bound::Exact),
            WdlScore::BlessedLoss if self.fifty_move_rule => (-CURSED_WIN, Bound::Exact),
            WdlScore::Win | WdlScore::CursedWin => (Score::tb_win_in(node.ply), Bound::Lower),
            WdlScore::Loss | WdlScore::BlessedLoss => (Score::tb_loss_in(node.ply), Bound::Upper),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(plies: i32, clock: i32, repeated: bool) -> i32 {
        dtz_rank(Dtz::exact(plies), clock, repeated)
    }

    #[test]
    fn moves_that_win_within_the_fifty_move_rule_rank_alike() {
        assert_eq!(rank(30, 60, false), rank(1, 0, false));
        assert_eq!(rank_score(rank(30, 60, false), true), Score::TB_WIN);
        // Near the limit, and after a repetition, the shorter way is better.
        for (dtz, clock, repeated) in [(40, 60, false), (5, 10, true)] {
            let better = rank(dtz - 1, clock, repeated);
            let rank = rank(dtz, clock, repeated);
            assert!(rank < better && rank > 0);
            assert_eq!(rank_score(rank, true), Score::TB_WIN);
        }
    }

    #[test]
    fn wins_beyond_the_fifty_move_rule_are_nearly_draws() {
        for (dtz, clock) in [(41, 60), (101, 0), (900, 100)] {
            let (win, loss) = (rank(dtz, clock, false), rank(-dtz, clock, false));
            assert_eq!(
                (rank_score(win, true), rank_score(win, false)),
                (CURSED_WIN, Score::TB_WIN)
            );
            assert_eq!(
                (rank_score(loss, true), rank_score(loss, false)),
                (-CURSED_WIN, -Score::TB_WIN)
            );
            assert!(loss < rank(0, clock, false) && rank(0, clock, false) < win);
        }
    }

    #[test]
    fn rounded_count_at_the_limit_is_open() {
        let rounded = |plies| Dtz { plies, rounded: true };
        for (plies, clock) in [(46, 54), (1, 99), (100, 0), (20, 80)] {
            for sign in [1, -1] {
                let open = dtz_rank(rounded(sign * plies), clock, false);
                assert_eq!(open, sign * OPEN_RANK, "{plies} + {clock}");
                assert_eq!(rank_score(open, true).raw(), sign);
                let tb = TbRank { rank: open, score: Some(rank_score(open, true)) };
                let (score, bound) = tb.reported((Score::new(90), Bound::Lower));
                assert_eq!((score.raw(), bound), (sign, Bound::Exact));
                let found = (Score::tb_win_in(9), Bound::Lower);
                assert_eq!(tb.reported(found), found);
                // One ply less is certain, as is the same distance from a table that does not round.
                let certain = rank_score(rank(sign * plies, clock, false), true);
                assert_eq!(certain.raw(), sign * Score::TB_WIN.raw());
                if plies > 1 {
                    let rank = dtz_rank(rounded(sign * (plies - 1)), clock, true);
                    assert_eq!(rank_score(rank, true).raw(), sign * Score::TB_WIN.raw());
                }
            }
        }
        // The rounded distance is the worse of two equal ones and better than the next.
        let ranks = [Dtz::exact(5), rounded(5), Dtz::exact(6)].map(|dtz| dtz_rank(dtz, 96, false));
        assert!(ranks[0] > ranks[1] && ranks[1] > ranks[2], "{ranks:?}");
    }

    #[test]
    fn losing_moves_rank_by_length_where_the_fifty_move_rule_may_save_them() {
        assert_eq!(rank(-10, 20, false), rank(-30, 20, false));
        assert!(rank(-50, 20, false) > rank(-45, 20, false));
        assert!(rank(-45, 20, false) > rank(-30, 20, false));
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
