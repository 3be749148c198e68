//! What a search did: the first plies of the tree of the last iteration, with what was done with each move and why,
//! and the cutoffs of the main search.
//!
//! Only the search itself can look at its tables while it runs, so this is kept beside it: in a variable of the
//! thread, on which the search runs and its reporter is called.

use crate::request::move_text;
use board::{Move, Position};
use eval::{Score, material_count};
use notation::to_san;
use ordering::{Mode, PickedMove, Stage};
use search::{MovePruning, NodeEnd, ReductionTerms, RuleNumbers, SearchEvent, SearchObserver};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};

/// Plies whose moves are recorded.
const PLIES: usize = 3;
/// Move indices that are told apart in counts of cutoffs; the last one stands for all greater ones.
const INDICES: usize = 10;

/// What was done with one move. After several searches of its node, in the last one; nodes are sums
/// since the move was picked.
struct TreeMove {
    picked: PickedMove,
    history: i32,
    pruned: Option<(MovePruning, RuleNumbers)>,
    extension: i32,
    reduction: Option<(i32, ReductionTerms)>,
    /// The depth of each search of the move, in plies below its node.
    searches: Vec<i32>,
    score: Option<Score>,
    /// Why the node below ended before its moves.
    end: Option<(NodeEnd, RuleNumbers)>,
    /// Late move pruning left out quiet moves of the node below.
    late_moves_pruned: Option<RuleNumbers>,
    nodes: u64,
    replies: Vec<TreeMove>,
}

#[derive(Default)]
struct Tree {
    depth: u32,
    root: Vec<TreeMove>,
    /// Plies of the present path that have a move, at most [`PLIES`]: the last move of each list.
    path: usize,
    side_searches: usize,
    /// Those that came last.
    numbers: RuleNumbers,
    /// The iteration before.
    previous: (u32, Vec<TreeMove>),
    /// Cutoffs of the main search by the number of moves searched before, and by [`Stage::index`] of the move.
    cutoffs: ([u64; INDICES], [u64; Stage::COUNT]),
    /// Nodes that ended early, in the order of [`NodeEnd::ALL`].
    ends: [u64; NodeEnd::ALL.len()],
}

thread_local! {
    static TREE: RefCell<Tree> = RefCell::default();
    /// Nodes below the recorded plies that are still to be added to those of the moves of the path.
    static UNCOUNTED: Cell<u64> = const { Cell::new(0) };
}

/// Records the search of this thread and counts its cutoffs.
#[derive(Default)]
pub struct TreeObserver;

impl SearchObserver for TreeObserver {
    // Inlined, so that events far from the root, which are most of them, are not even formed.
    #[inline(always)]
    fn observe(&self, ply: usize, event: SearchEvent) {
        let counts =
            matches!(event, SearchEvent::Ended(..) | SearchEvent::Cutoff { mode: Mode::Main, .. });
        if ply <= PLIES || counts {
            record(ply, event);
        } else if let SearchEvent::Made = event {
            UNCOUNTED.set(UNCOUNTED.get() + 1);
        }
    }
}

#[inline(never)]
fn record(ply: usize, event: SearchEvent) {
    TREE.with_borrow_mut(|tree| tree.observe(ply, event));
}

/// Forgets the last search of this thread.
pub fn reset() {
    TREE.take();
    UNCOUNTED.take();
}

/// The cutoffs by move index and by stage.
pub fn cutoffs() -> Value {
    let (by_index, by_stage) = TREE.with_borrow(|tree| tree.cutoffs);
    json!({ "byIndex": by_index, "byStage": by_stage })
}

/// The nodes that ended before or between their moves, by the name of the rule.
pub fn ends() -> Value {
    let ends = TREE.with_borrow(|tree| tree.ends);
    NodeEnd::ALL.iter().map(|end| (end.name(), ends[*end as usize])).collect()
}

/// The tree of the iteration of this depth, if it is one of the last two; an empty list if not.
pub fn to_json(position: &Position, depth: u32) -> Value {
    TREE.with_borrow_mut(|tree| {
        tree.add_uncounted();
        let moves = match depth {
            depth if depth == tree.depth => &tree.root[..],
            depth if depth == tree.previous.0 => &tree.previous.1,
            _ => &[],
        };
        moves_to_json(position, moves, material_count(position))
    })
}

impl Tree {
    fn observe(&mut self, ply: usize, event: SearchEvent) {
        if let SearchEvent::Ended(end, _) = event {
            self.ends[end as usize] += 1;
        }
        match event {
            SearchEvent::Iteration(depth) => {
                self.add_uncounted();
                self.previous = (self.depth, std::mem::take(&mut self.root));
                (self.depth, self.path, self.side_searches) = (depth, 0, 0);
            }
            SearchEvent::Made => self.add_nodes(ply + 1, 1),
            SearchEvent::Cutoff { mode: Mode::Main, picked, moves_searched } => {
                self.cutoffs.0[moves_searched.min(INDICES - 1)] += 1;
                self.cutoffs.1[picked.stage.index()] += 1;
            }
            SearchEvent::SideSearch => self.side_searches += 1,
            SearchEvent::SideSearchEnd => self.side_searches = self.side_searches.saturating_sub(1),
            _ if self.side_searches == 0 && ply <= PLIES => {
                self.add_uncounted();
                self.observe_path(ply, event);
            }
            _ => {}
        }
    }

    /// Adds nodes to those of the moves of the first plies of the path.
    fn add_nodes(&mut self, plies: usize, nodes: u64) {
        let mut moves = &mut self.root;
        for _ in 0..self.path.min(plies) {
            let Some(last) = moves.last_mut() else { return };
            last.nodes += nodes;
            moves = &mut last.replies;
        }
    }

    fn add_uncounted(&mut self) {
        let nodes = UNCOUNTED.take();
        if nodes > 0 {
            self.add_nodes(PLIES, nodes);
        }
    }

    /// An event of the path from the root, side searches left out.
    fn observe_path(&mut self, ply: usize, event: SearchEvent) {
        match event {
            SearchEvent::Entered { depth, .. } => {
                self.path = self.path.min(ply);
                if ply == 0 {
                    self.root.clear();
                }
                self.change_above(ply, |entry| {
                    entry.searches.push(depth);
                    entry.replies.clear();
                    (entry.end, entry.late_moves_pruned) = (None, None);
                });
            }
            SearchEvent::Numbers(numbers) => self.numbers = numbers,
            SearchEvent::Ended(end, _) => {
                let numbers = std::mem::take(&mut self.numbers);
                self.change_above(ply, |entry| entry.end = Some((end, numbers)));
            }
            SearchEvent::LateMovesPruned => {
                let numbers = std::mem::take(&mut self.numbers);
                self.change_above(ply, |entry| entry.late_moves_pruned = Some(numbers));
            }
            SearchEvent::Picked { picked, history, .. } => self.begin_move(ply, picked, history),
            SearchEvent::Pruned(why) => {
                let numbers = std::mem::take(&mut self.numbers);
                self.change(ply, |entry| entry.pruned = Some((why, numbers)));
            }
            SearchEvent::Extended(plies) => self.change(ply, |entry| entry.extension = plies),
            SearchEvent::Reduced { plies, terms } => {
                self.change(ply, |entry| entry.reduction = Some((plies, terms)));
            }
            SearchEvent::Searched(_, score) => {
                self.change(ply, |entry| entry.score = Some(score));
            }
            _ => {}
        }
    }

    /// The last move at a ply of the present path.
    fn entry(&mut self, ply: usize) -> Option<&mut TreeMove> {
        if ply >= self.path {
            return None;
        }
        let mut entry = self.root.last_mut()?;
        for _ in 0..ply {
            entry = entry.replies.last_mut()?;
        }
        Some(entry)
    }

    fn change(&mut self, ply: usize, change: impl FnOnce(&mut TreeMove)) {
        self.entry(ply).map(change);
    }

    /// Changes the move that leads to a node at this ply.
    fn change_above(&mut self, ply: usize, change: impl FnOnce(&mut TreeMove)) {
        ply.checked_sub(1).and_then(|above| self.entry(above)).map(change);
    }

    fn begin_move(&mut self, ply: usize, picked: PickedMove, history: i32) {
        if ply >= PLIES {
            return;
        }
        let new = TreeMove {
            picked,
            history,
            pruned: None,
            extension: 0,
            reduction: None,
            searches: Vec::new(),
            score: None,
            end: None,
            late_moves_pruned: None,
            nodes: 0,
            replies: Vec::new(),
        };
        match ply.checked_sub(1) {
            None => self.root.push(new),
            Some(above) => match self.entry(above) {
                Some(entry) => entry.replies.push(new),
                None => return,
            },
        }
        self.path = ply + 1;
    }
}

/// Scores are normalised by the material of the root, so that they compare.
fn moves_to_json(position: &Position, moves: &[TreeMove], material: u32) -> Value {
    moves.iter().map(|entry| move_to_json(position, entry, material)).collect()
}

fn move_to_json(position: &Position, entry: &TreeMove, material: u32) -> Value {
    let mv: Move = entry.picked.mv;
    json!({
        "uci": move_text(mv),
        "san": to_san(position, mv),
        "stage": entry.picked.stage.name(),
        "history": entry.history,
        "pruned": entry.pruned.map(|(why, numbers)| rule_to_json(why.name(), numbers)),
        "extension": entry.extension,
        "reduction": entry.reduction.map_or(0, |(plies, _)| plies),
        "terms": entry.reduction.map(|(_, terms)| terms.named().collect::<Vec<_>>()),
        "searches": entry.searches,
        "score": entry.score.map(|score| score.normalised(material).to_string()),
        "end": entry.end.map(|(end, numbers)| rule_to_json(end.name(), numbers)),
        "lateMovesPruned": entry.late_moves_pruned.map(|numbers| rule_to_json("late move pruning", numbers)),
        "nodes": entry.nodes,
        "replies": moves_to_json(&position.make(mv), &entry.replies, material),
    })
}

/// A rule with its numbers. Scores are those of the side that moves in the node, in centipawns; null where they are mates or
/// infinite.
fn rule_to_json(name: &str, RuleNumbers { value, margin, bound, depth }: RuleNumbers) -> Value {
    let centipawns = |score: Score| (!score.is_decisive()).then_some(score.raw());
    let (value, bound) = (centipawns(value), centipawns(bound));
    json!({ "rule": name, "value": value, "margin": margin, "bound": bound, "depth": depth })
}
