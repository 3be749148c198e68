//! The answers to `help`, `d`, `eval` and `order` as text, and perft by root move.

use crate::engine::{self, EngineConfig};
use crate::output::open_to_write;
use board::{Move, Position};
use eval::nnue::Network;
use game::{Perft, PerftTable};
use movegen::legal_moves;
use notation::diagram::Diagram;
use notation::text::shortened;
use notation::to_uci;
use ordering::OrderedMove;
use searcher::Signals;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The answer to `help`.
pub const HELP: &str = "\
Bartizan is a UCI chess engine. It is usually started by a chess GUI.
  uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit: UCI commands
  go perft N     count the leaf nodes at depth N for each root move; `go perft N hash`: with a table of Hash MB
  bench [DEPTH]  search a fixed set of positions and show node count and speed
  d              show the current position
  eval           show the static evaluation and what it consists of
  order          show the legal moves in the order in which a search would try them
  export_net F   write the network of the evaluation nnue to the file F
  stats          show the move-ordering statistics of the last search (option Statistics)
  tune           show the tunable parameters in the form of OpenBench (feature tune)
  help           show this text
Try: position startpos moves e2e4, then go movetime 1000.";

/// The answer to `d`: a diagram, FEN, key and checkers.
#[must_use]
pub fn display(position: &Position) -> String {
    let diagram = Diagram::new(position).frame(true).coordinates(true);
    let mut text = format!("{diagram}\n\n");
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(text, "Fen: {}", position.to_fen());
    let _ = writeln!(text, "Key: {:016X}", position.key());
    text.push_str("Checkers:");
    for square in position.checkers() {
        let _ = write!(text, " {square}");
    }
    text
}

/// The answer to `eval`: what each piece is worth to the network if the evaluation is one; or else
/// the static evaluation term by term, or its score alone if it does not implement [`eval::Explain`].
#[must_use]
pub fn evaluation(config: &EngineConfig, position: &Position) -> String {
    if let Some(network) = config.network_in_use() {
        return eval::nnue::trace(&network, position);
    }
    let name = config.evaluation;
    match eval::explain(name, position) {
        Some(explanation) => explanation.to_string(),
        None => {
            let score = engine::evaluator(config).evaluate(position, 0);
            format!(
                "Evaluation: {score} for the side to move\n\
                 The evaluation {name} does not list its terms."
            )
        }
    }
}

/// Writes the network of the evaluation `nnue` to a file, and says so.
///
/// # Errors
/// When it cannot be written.
pub fn export_network(config: &EngineConfig, path: &Path) -> Result<String, String> {
    let network = config.network.clone().unwrap_or_else(Network::embedded);
    let written = open_to_write(path, File::options().write(true).truncate(true))
        .and_then(|mut file| file.write_all(&network.encode()));
    let name = path.display().to_string();
    let name = shortened(&name);
    match written {
        Ok(()) => Ok(format!("wrote the network {network} to '{name}'")),
        Err(error) => Err(format!("cannot write '{name}': {error}")),
    }
}

/// The answer to `order`: the moves in picking order, one line each with stage and score.
#[must_use]
pub fn order(moves: &[OrderedMove], chess960: bool) -> String {
    let mut text = String::from("  #  move   stage        score");
    for (index, row) in moves.iter().enumerate() {
        let (mv, stage) = (to_uci(row.mv, chess960), row.stage.name());
        let _ = write!(text, "\n{:>3}  {mv:<5}  {stage:<11}  {}", index + 1, row.score);
    }
    text
}

/// Perft to `depth` with so many threads, with 0 on that of the caller, calling `on_root_move` with each root move and its
/// count, in their order. `None` if it was stopped.
pub fn divide(
    root: &Position,
    depth: u32,
    threads: usize,
    table: Option<&PerftTable>,
    signals: &Signals,
    mut on_root_move: impl FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let moves = legal_moves(root);
    // A job is the position after two moves; a root move alone would be too large for many threads.
    let job_depth = depth.min(2);
    let mut jobs = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let child = root.make(mv);
        match job_depth {
            1 => jobs.push((index, child)),
            _ => jobs.extend(legal_moves(&child).into_iter().map(|mv| (index, child.make(mv)))),
        }
    }
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (jobs, next, sender) = (&jobs, &next, sender.clone());
            let work = move || {
                let stopped = || signals.stopped();
                let perft = Perft::new(root, table, &stopped);
                while let Some((index, position)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(count) = perft.count(position, depth - job_depth) else { break };
                    if sender.send((*index, count)).is_err() {
                        break;
                    }
                }
            };
            if threads == 0 {
                work();
                break;
            }
            // Without memory for a thread the others do its jobs.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(sender);
        collect(&moves, jobs.iter().map(|job| job.0), receiver, &mut on_root_move)
    })
}

/// Adds up the counts of jobs, which come in any order, and reports each root move once all before it are done. `None`
/// when counts are missing.
fn collect(
    moves: &[Move],
    jobs: impl Iterator<Item = usize>,
    counts: mpsc::Receiver<(usize, u64)>,
    on_root_move: &mut impl FnMut(Move, u64),
) -> Option<u64> {
    let mut left = vec![(0, 0); moves.len()];
    jobs.for_each(|index| left[index].0 += 1);
    let (mut total, mut reported) = (0, 0);
    let mut report = |left: &[(usize, u64)]| {
        while let Some(&(0, count)) = left.get(reported) {
            on_root_move(moves[reported], count);
            (total, reported) = (total + count, reported + 1);
        }
        (reported == moves.len()).then_some(total)
    };
    for (index, count) in counts {
        left[index].0 -= 1;
        left[index].1 += count;
        report(&left);
    }
    report(&left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::build;
    use game::Game;
    use ordering::Stage;
    use searcher::{Limits, NullReporter};

    #[test]
    fn display_shows_board_fen_and_checkers() {
        let fen = "r3k2r/8/8/8/4P3/8/5q2/R3K2R w KQkq - 3 7";
        let text = display(&Position::from_fen(fen).expect("a position"));
        assert!(text.contains("4 |   |   |   |   | P |   |   |   |\n"), "{text}");
        assert!(text.contains(&format!("Fen: {fen}\n")));
        assert!(text.ends_with("Checkers: f2"));
    }

    #[test]
    fn order_lists_the_tt_move_first_after_a_search() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let game = Game::new(Position::from_fen(fen).expect("a position"));
        let mut searcher = build(EngineConfig::default());
        let before_search = searcher.order(&game.position);
        let limits = Limits::depth(6);
        let result = searcher.search(&game, &limits, &Signals::new(), &mut NullReporter);
        let after_search = searcher.order(&game.position);
        assert_eq!(after_search.first().map(|row| row.mv), result.best);
        assert_eq!(after_search[0].stage, Stage::TtMove);
        assert_ne!(before_search, after_search);
        searcher.new_game();
        assert_eq!(searcher.order(&game.position), before_search);
    }

    #[test]
    fn divide_adds_up_and_can_be_stopped() {
        let (signals, start) = (Signals::new(), Position::startpos());
        let table = PerftTable::new(1).unwrap();
        let mut counts = Vec::new();
        for (threads, table) in [(0, None), (1, None), (3, None), (2, Some(&table))] {
            let mut seen = Vec::new();
            let total =
                divide(&start, 5, threads, table, &signals, |mv, count| seen.push((mv, count)));
            assert_eq!(total, Some(4_865_609));
            assert_eq!(seen.iter().map(|seen| seen.1).sum::<u64>(), 4_865_609);
            let moves: Vec<_> = seen.iter().map(|seen| seen.0).collect();
            assert_eq!(moves[..], legal_moves(&start)[..]);
            counts.push(seen);
        }
        assert!(counts.iter().all(|seen| *seen == counts[0]));
        let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        for depth in 1..4 {
            assert_eq!(divide(&mated, depth, 2, None, &signals, |_, _| ()), Some(0));
        }
        assert_eq!(divide(&start, 0, 1, None, &signals, |_, _| ()), Some(1));
        signals.stop();
        assert_eq!(divide(&start, 9, 2, None, &signals, |_, _| ()), None);
    }
}
