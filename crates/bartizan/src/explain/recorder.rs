//! The observer that records what a search does with each root move.

use board::Move;
use eval::Score;
use ordering::PickedMove;
use search::{MovePruning, NodeEnd, ReductionTerms, SearchEvent, SearchObserver};
use searcher::Bound;
use std::cell::RefCell;

/// What one iteration did with one root move. After several aspiration windows it is about the last
/// one that searched the move, but for the counts, which are sums.
#[derive(Clone, Debug)]
pub struct MoveRecord {
    /// The move, with its stage and score of the ordering.
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
    /// The nodes of the move.
    pub nodes: u64,
    /// What happened below it.
    pub below: Counts,
}

/// Counts of what happened in a subtree, side searches included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ends of nodes, in the order of [`NodeEnd::ALL`].
    pub ends: [u64; NodeEnd::ALL.len()],
    /// Nodes with late move pruning.
    pub late_moves_pruned: u64,
    /// Moves that were not searched, in the order of [`MovePruning::ALL`].
    pub pruned: [u64; MovePruning::ALL.len()],
    /// Moves with a late move reduction.
    pub reduced: u64,
    /// The plies of these reductions.
    pub reduced_plies: i64,
    /// Moves extended by the singular search.
    pub extended: u64,
    /// Moves reduced by the singular search.
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

    /// Adds the counts of another subtree.
    pub fn add_all(&mut self, other: &Self) {
        let add = |sum: &mut [u64], more: &[u64]| {
            sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        };
        add(&mut self.ends, &other.ends);
        add(&mut self.pruned, &other.pruned);
        self.late_moves_pruned += other.late_moves_pruned;
        self.reduced += other.reduced;
        self.reduced_plies += other.reduced_plies;
        self.extended += other.extended;
        self.negatively_extended += other.negatively_extended;
    }
}

/// One iteration: the root moves in the order in which they were first searched.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// Its depth in plies.
    pub depth: u32,
    /// The moves.
    pub moves: Vec<MoveRecord>,
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
    iterations: Vec<Iteration>,
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
    /// The iterations of the last search. The last one may be unfinished.
    #[must_use]
    pub fn iterations(&self) -> Vec<Iteration> {
        self.0.borrow().iterations.clone()
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
            && let Some(record) = self.current()
        {
            record.below.add(event);
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
        self.iterations.last_mut()?.moves.get_mut(self.current?)
    }

    fn begin_iteration(&mut self, depth: u32) {
        if depth == 1 {
            self.iterations.clear();
        }
        self.iterations.push(Iteration { depth, moves: Vec::new() });
        self.side_searches = 0;
        self.current = None;
    }

    fn begin_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            let empty = || Line { score: -Score::INFINITE, moves: Vec::new(), end: None };
            self.lines.resize_with(ply + 2, empty);
        }
        let line = &mut self.lines[ply];
        line.score = -Score::INFINITE;
        line.moves.clear();
        line.end = None;
    }

    fn begin_move(&mut self, picked: PickedMove, history: i32, place: usize) {
        let Some(iteration) = self.iterations.last_mut() else { return };
        let moves = &mut iteration.moves;
        let known = moves.iter().position(|record| record.picked.mv == picked.mv);
        let (nodes, below) = known.map_or_else(Default::default, |index| {
            (moves[index].nodes, moves[index].below.clone())
        });
        let record = MoveRecord {
            picked,
            place,
            history,
            reduction: None,
            searches: Vec::new(),
            result: None,
            line: Vec::new(),
            line_end: None,
            nodes,
            below,
        };
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
        let bound = if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        record.result = Some((score, bound));
        self.window.0 = alpha.max(score);
    }
}
