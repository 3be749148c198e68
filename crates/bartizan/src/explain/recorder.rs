//! The observer that records what a search does with each root move.

use board::Move;
use eval::Score;
use ordering::PickedMove;
use search::{MovePruning, NodeEnd, ReductionTerms, SearchEvent, SearchObserver};
use searcher::Bound;
use std::cell::RefCell;
use std::collections::HashMap;

/// What one iteration did with one root move. After several aspiration windows it is about the last
/// one that searched the move, but for the nodes, which are sums.
#[derive(Clone, Debug)]
pub struct MoveRecord {
    pub picked: PickedMove,
    /// Its place in the ordering, from 1.
    pub place: usize,
    /// Its history score.
    pub history: i32,
    /// Late move reduction in plies and its terms, where there was one.
    pub reduction: Option<(i32, ReductionTerms)>,
    /// The searches of the move: depth in plies below the root, and whether the window was open.
    pub searches: Vec<(i32, bool)>,
    /// The score, and what it is to the true one. `None` before the end of the first search.
    pub result: Option<(Score, Bound)>,
    /// The line behind the score, the move first.
    pub line: Vec<Move>,
    /// Why the line ends, if it ends by something else than quiescence.
    pub line_end: Option<NodeEnd>,
    pub nodes: u64,
}

impl MoveRecord {
    /// A move before its first search, with the nodes of searches before.
    pub fn new(picked: PickedMove, history: i32, place: usize, nodes: u64) -> Self {
        Self {
            picked,
            place,
            history,
            reduction: None,
            searches: Vec::new(),
            result: None,
            line: Vec::new(),
            line_end: None,
            nodes,
        }
    }
}

/// Counts of what happened in a subtree, side searches included.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Ends of nodes, in the order of [`NodeEnd::ALL`].
    pub ends: [u64; NodeEnd::ALL.len()],
    /// Nodes with late move pruning.
    pub late_moves_pruned: u64,
    /// Moves that were not searched, in the order of [`MovePruning::ALL`].
    pub pruned: [u64; MovePruning::ALL.len()],
    /// Moves with a late move reduction, and its plies.
    pub reduced: u64,
    pub reduced_plies: i64,
    /// Moves extended, and reduced, by the singular search.
    pub extended: u64,
    pub negatively_extended: u64,
}

impl Counts {
    fn add(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Ended(end, _) => self.ends[end as usize] += 1,
            SearchEvent::LateMovesPruned => self.late_moves_pruned += 1,
            SearchEvent::Pruned(why) => self.pruned[why as usize] += 1,
            SearchEvent::Extended(plies) => {
                self.extended += u64::from(plies > 0);
                self.negatively_extended += u64::from(plies < 0);
            }
            SearchEvent::Reduced { plies, .. } if plies > 0 => {
                self.reduced += 1;
                self.reduced_plies += i64::from(plies);
            }
            _ => {}
        }
    }
}

/// One iteration: the root moves in the order in which they were first searched.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// Its depth in plies.
    pub depth: u32,
    pub moves: Vec<MoveRecord>,
}

/// What a search did.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The last one may be unfinished.
    pub iterations: Vec<Iteration>,
    /// What happened below each root move in all iterations.
    pub below: HashMap<Move, Counts>,
    /// The sums of that.
    pub total: Counts,
}

/// The best line so far from one ply of the path.
#[derive(Debug)]
struct Line {
    score: Score,
    moves: Vec<Move>,
    end: Option<NodeEnd>,
}

#[derive(Debug, Default)]
struct State {
    record: Record,
    /// Index of the root move being searched.
    current: Option<usize>,
    /// The window of the root.
    window: (Score, Score),
    /// By ply.
    lines: Vec<Line>,
    /// Side searches on the path. They have no part in lines.
    side_searches: usize,
}

/// The recorder of one thread. It keeps what the last search did.
#[derive(Debug, Default)]
pub struct Recorder(RefCell<State>);

impl Recorder {
    /// What the last search did.
    pub fn record(&self) -> Record {
        self.0.borrow().record.clone()
    }
}

impl SearchObserver for Recorder {
    fn observe(&self, ply: usize, event: SearchEvent) {
        self.0.borrow_mut().observe(ply, event);
    }
}

impl State {
    fn observe(&mut self, ply: usize, event: SearchEvent) {
        if ply > 0
            && let Some(mv) = self.current().map(|record| record.picked.mv)
        {
            self.record.below.entry(mv).or_default().add(event);
            self.record.total.add(event);
        }
        match event {
            SearchEvent::Made => {
                if let Some(record) = self.current() {
                    record.nodes += 1;
                }
            }
            SearchEvent::SideSearch => self.side_searches += 1,
            SearchEvent::SideSearchEnd => self.side_searches -= 1,
            // Here even after an aborted search.
            SearchEvent::Iteration(depth) => self.begin_iteration(depth),
            _ if self.side_searches > 0 => {}
            SearchEvent::Entered { depth, alpha, beta } => {
                if ply == 0 {
                    self.window = (alpha, beta);
                } else if let Some(record) = self.current().filter(|_| ply == 1) {
                    record.searches.push((depth, beta - alpha > Score::new(1)));
                }
                self.begin_line(ply);
            }
            SearchEvent::Ended(end, _) => {
                self.begin_line(ply);
                self.lines[ply].end = Some(end);
            }
            SearchEvent::Picked { picked, history, number } if ply == 0 => {
                self.begin_move(picked, history, number);
            }
            SearchEvent::Reduced { plies, terms } if ply == 0 => {
                if let Some(record) = self.current() {
                    record.reduction = Some((plies, terms));
                }
            }
            SearchEvent::Searched(mv, score) => self.searched(ply, mv, score),
            _ => {}
        }
    }

    fn current(&mut self) -> Option<&mut MoveRecord> {
        self.record.iterations.last_mut()?.moves.get_mut(self.current?)
    }

    fn begin_iteration(&mut self, depth: u32) {
        if depth == 1 {
            self.record = Record::default();
        }
        self.record.iterations.push(Iteration { depth, moves: Vec::new() });
        self.side_searches = 0;
        self.current = None;
    }

    fn begin_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            let empty = || Line { score: -Score::INFINITE, moves: Vec::new(), end: None };
            self.lines.resize_with(ply + 2, empty);
        }
        let line = &mut self.lines[ply];
        (line.score, line.end) = (-Score::INFINITE, None);
        line.moves.clear();
    }

    fn begin_move(&mut self, picked: PickedMove, history: i32, place: usize) {
        let Some(iteration) = self.record.iterations.last_mut() else { return };
        let moves = &mut iteration.moves;
        let known = moves.iter().position(|record| record.picked.mv == picked.mv);
        let nodes = known.map_or(0, |index| moves[index].nodes);
        let record = MoveRecord::new(picked, history, place, nodes);
        match known {
            Some(index) => moves[index] = record,
            None => moves.push(record),
        }
        self.current = Some(known.unwrap_or(moves.len() - 1));
    }

    /// The line of a node is that of its best move, even where all moves fail low: then it is the
    /// best defence found.
    fn searched(&mut self, ply: usize, mv: Move, score: Score) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let (line, child) = (&mut before[ply], &after[0]);
        if score > line.score {
            line.score = score;
            line.moves.clear();
            line.moves.push(mv);
            line.moves.extend(&child.moves);
            line.end = child.end;
        }
        if ply > 0 {
            return;
        }
        let (moves, end) = (child.moves.clone(), child.end);
        let (alpha, beta) = self.window;
        let Some(record) = self.current() else { return };
        record.line = vec![mv];
        record.line.extend(moves);
        record.line_end = end;
        let bound = match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        record.result = Some((score, bound));
        self.window.0 = alpha.max(score);
    }
}
