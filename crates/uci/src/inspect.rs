//! The answers to `help`, `d`, `eval` and `order` as text, and perft by root move.

use crate::engine::{self, EngineConfig};
use board::Position;
use movegen::{legal_moves, perft};
use notation::diagram::Diagram;
use notation::to_uci;
use ordering::OrderedMove;
use searcher::Signals;
use std::fmt::Write;

/// The answer to `help`.
pub const HELP: &str = "\
Bartizan is a UCI chess engine. It is usually started by a chess GUI.
  uci, isready, ucinewgame, setoption, position, go, stop, ponderhit, quit: UCI commands
  go perft N     count the leaf nodes at depth N for each root move
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

/// Perft to `depth`, calling `on_root_move` with each root move and its count. `None` if it was
/// stopped.
pub fn divide(
    position: &Position,
    depth: u32,
    signals: &Signals,
    mut on_root_move: impl FnMut(board::Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut total = 0;
    for mv in legal_moves(position) {
        let count = stoppable_perft(&position.make(mv), depth - 1, signals)?;
        on_root_move(mv, count);
        total += count;
    }
    Some(total)
}

/// Perft that checks the stop signal once for each subtree of `UNINTERRUPTED_DEPTH`.
fn stoppable_perft(position: &Position, depth: u32, signals: &Signals) -> Option<u64> {
    const UNINTERRUPTED_DEPTH: u32 = 3;
    if depth <= UNINTERRUPTED_DEPTH {
        return (!signals.stopped()).then(|| perft(position, depth));
    }
    let mut total = 0;
    for mv in legal_moves(position) {
        total += stoppable_perft(&position.make(mv), depth - 1, signals)?;
    }
    Some(total)
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
        let mut seen = Vec::new();
        let total = divide(&start, 5, &signals, |_, count| seen.push(count));
        assert_eq!(total, Some(4_865_609));
        assert_eq!((seen.len(), seen.iter().sum::<u64>()), (20, 4_865_609));
        assert_eq!(divide(&start, 0, &signals, |_, _| ()), Some(1));
        signals.stop();
        assert_eq!(divide(&start, 9, &signals, |_, _| ()), None);
    }
}
