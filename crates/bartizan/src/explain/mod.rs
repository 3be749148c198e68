//! `bartizan explain`: searches a position with a search that is observed, and shows what it did with
//! each root move and why. Of a search that cannot be observed so it shows what it finds for each root move alone.

mod json;
mod recorder;
mod text;

use crate::parts::{LimitArguments, PartArguments};
use crate::position::PositionArgument;
use board::{Move, Position};
use clap::Args;
use eval::{Evaluator, Score};
use game::Game;
use notation::parse_move;
use ordering::{MoveOrdering, PickedMove, SchemeVisitor};
use recorder::{Iteration, MoveRecord, Record, Recorder};
use search::{NodeEnd, Pvs, tt_key};
use searcher::{Bound, Limits, NullReporter, SearchResult, Searcher, Signals};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};
use uci::engine::{self, EngineConfig};
use uci::output::Output;

/// Depth of the search when nothing else limits it, in plies.
pub const DEFAULT_DEPTH: u32 = 12;
/// Nodes of a search of each root move when nothing else limits it.
const DEFAULT_NODES: u64 = 1_000_000;
/// The deepest search of a root move by itself, in plies.
const MOST_DEPTH: u32 = 64;
/// The search whose events are recorded.
type ObservedSearch<O> = Pvs<Box<dyn Evaluator + Send>, O, Recorder>;
/// Moves of a line that ends by a cutoff, with those that the table adds.
const EXTENDED_LINE: usize = 8;

/// What to search and to show.
#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Without a limit the search goes to depth 12. A search that is not `full` searches each root \
                        move by itself, 1,000,000 nodes in all."
)]
pub struct Arguments {
    /// The position as for analyse, and a move in UCI notation or SAN that is to be shown in detail
    #[arg(required = true, value_names = ["POSITION", "MOVE"], num_args = 1..)]
    pub words: Vec<String>,
    /// The move that is to be shown in detail
    #[arg(long = "move", value_name = "MOVE")]
    pub shown: Option<String>,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print JSON instead of text
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub parts: PartArguments,
}

/// What is shown: the end of the search and its iterations, with lines filled up from the table.
struct Explanation {
    position: Position,
    result: SearchResult,
    record: Record,
    /// Whether the search was observed; else each move was searched by itself.
    observed: bool,
    time: Duration,
}

/// Searches and prints the explanation. An error when the position or the move is invalid, or the game is over.
pub fn run(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let (words, last) = split_move(&arguments.words.join(" "));
    let game = PositionArgument { position: vec![words] }.game()?;
    if last.is_some() && arguments.shown.is_some() {
        return Err("the move is given twice".into());
    }
    let parse = |text: String| {
        parse_move(&game.position, &text).map_err(|cause| format!("move '{text}': {cause}"))
    };
    let mv = last.or(arguments.shown.clone()).map(parse).transpose()?;
    if !movegen::has_legal_move(&game.position) {
        let ending = if game.position.in_check() { "checkmate" } else { "stalemate" };
        return Err(format!("the game is over: {ending}").into());
    }
    let signals = Signals::new();
    let _guard = output.stop_when_closed(&signals);
    let config = arguments.parts.config()?;
    let explanation = if config.search == search::DEFAULT {
        explain(game, &arguments.limits.limits(Limits::depth(DEFAULT_DEPTH)), config, &signals)
    } else {
        move_by_move(game, &arguments.limits.limits(Limits::nodes(DEFAULT_NODES)), config, &signals)
    };
    if output.is_broken() {
        return Ok(());
    }
    output.line(match mv {
        _ if arguments.json => json::explanation(&explanation, mv).to_string(),
        None => text::all_moves(&explanation),
        Some(mv) => text::one_move(&explanation, mv),
    });
    Ok(())
}

fn explain(game: Game, limits: &Limits, config: EngineConfig, signals: &Signals) -> Explanation {
    let ordering = config.ordering;
    let explained = ordering::dispatch(ordering, Observed { game, limits, config, signals });
    explained.unwrap_or_else(|| panic!("no ordering is called {ordering}"))
}

/// A search that is observed, before its ordering is known.
struct Observed<'a> {
    game: Game,
    limits: &'a Limits,
    config: EngineConfig,
    signals: &'a Signals,
}

impl SchemeVisitor for Observed<'_> {
    type Output = Explanation;

    fn visit<O: MoveOrdering>(self) -> Explanation {
        let Self { game, limits, config, signals } = self;
        let mut search = ObservedSearch::<O>::observed(move || engine::evaluator(&config));
        let start = Instant::now();
        let result = search.search(&game, limits, signals, &mut NullReporter);
        let time = start.elapsed();
        let mut record = search.read_observer(Recorder::record);
        for iteration in &mut record.iterations {
            iteration.moves.sort_by_key(|record| record.place);
        }
        for record in record.iterations.iter_mut().flat_map(|iteration| &mut iteration.moves) {
            let ends = [NodeEnd::TtCutoff, NodeEnd::ProbCut, NodeEnd::Multicut];
            if record.line_end.is_some_and(|end| ends.contains(&end)) {
                extend_by_table(&search, &game, &mut record.line);
            }
        }
        Explanation { position: game.position, result, record, observed: true, time }
    }
}

/// Searches each root move by itself, deeper and deeper, with a search that is known by its interface only.
fn move_by_move(
    game: Game,
    limits: &Limits,
    config: EngineConfig,
    signals: &Signals,
) -> Explanation {
    let mut searcher = engine::build(config);
    let order = searcher.order(&game.position);
    let (start, mut nodes) = (Instant::now(), 0);
    let mut iterations = Vec::new();
    let mut result = SearchResult {
        best: order.first().map(|row| row.mv),
        ponder: None,
        score: Score::DRAW,
        bound: Bound::Exact,
        depth: 0,
        nodes: 0,
        pv: Vec::new(),
    };
    let most = limits.depth.unwrap_or(MOST_DEPTH).min(MOST_DEPTH);
    'depths: for depth in 1..=most {
        let mut moves: Vec<MoveRecord> = Vec::new();
        for (index, row) in order.iter().enumerate() {
            let left = limits.nodes.map(|most| most.saturating_sub(nodes));
            let time = limits.movetime.map(|most| most.saturating_sub(start.elapsed()));
            // The first iteration is finished in any case.
            let is_out = depth > 1 && (left == Some(0) || time == Some(Duration::ZERO));
            if is_out || signals.stopped() {
                iterations.push(Iteration { depth, moves });
                break 'depths;
            }
            let own = Limits {
                depth: Some(depth),
                nodes: left.filter(|_| depth > 1),
                movetime: time.filter(|_| depth > 1),
                search_moves: [row.mv].into_iter().collect(),
                ..Limits::default()
            };
            let found = searcher.search(&game, &own, signals, &mut NullReporter);
            nodes += found.nodes;
            let picked = PickedMove { mv: row.mv, stage: row.stage, score: row.score as i32 };
            let mut record = MoveRecord::new(picked, 0, index + 1, found.nodes);
            if found.depth >= depth {
                record.result = Some((found.score, found.bound));
                record.line = found.pv;
            }
            moves.push(record);
        }
        if moves.iter().all(|record| record.result.is_some()) {
            let score = |record: &&MoveRecord| record.result.map(|(score, _)| score);
            // The first of equal moves is the best.
            if let Some(best) = moves.iter().rev().max_by_key(score) {
                let score = best.result.map_or(result.score, |(score, _)| score);
                let (mv, pv) = (Some(best.picked.mv), best.line.clone());
                result = SearchResult { best: mv, pv, score, depth, ..result };
            }
        }
        iterations.push(Iteration { depth, moves });
    }
    result.nodes = nodes;
    let record = Record { iterations, ..Record::default() };
    let time = start.elapsed();
    Explanation { position: game.position, result, record, observed: false, time }
}

/// Continues a line by the moves of the transposition table.
fn extend_by_table<O: MoveOrdering>(
    search: &ObservedSearch<O>,
    start: &Game,
    line: &mut Vec<Move>,
) {
    let mut game = start.clone();
    line.iter().for_each(|&mv| game.play(mv));
    while line.len() < EXTENDED_LINE && !game.is_over() {
        let entry = search.tt().probe(tt_key(&game.position), 0, game.position.halfmove_clock());
        let mv = entry.and_then(|entry| entry.mv);
        let Some(mv) = mv.filter(|&mv| movegen::is_legal(&game.position, mv)) else { return };
        line.push(mv);
        game.play(mv);
    }
}

/// Splits a FEN, `startpos` or the name of a file, and the word after it. The last two fields of a FEN are numbers and
/// may be missing. Behind `moves` all words belong to the position.
fn split_move(words: &str) -> (String, Option<String>) {
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_file = words.first().is_some_and(|word| Path::new(word).is_file());
    let fields = if words.first() == Some(&"startpos") || is_file { 1 } else { 4 };
    let is_number = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counters = words.iter().skip(fields).take(2).take_while(is_number).count();
    match words.split_last() {
        Some((mv, fen)) if fen.len() == fields + counters => {
            (fen.join(" "), Some((*mv).to_owned()))
        }
        _ => (words.join(" "), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn explanation(limits: &Limits) -> Explanation {
        let position = Position::from_fen(KIWIPETE).expect("a position");
        explain(Game::new(position), limits, EngineConfig::default(), &Signals::new())
    }

    #[test]
    fn records_add_up_to_the_search() {
        for limits in [Limits::depth(9), Limits::nodes(5_000)] {
            let Explanation { position, result, record: Record { iterations, .. }, .. } =
                explanation(&limits);
            let records = || iterations.iter().flat_map(|iteration| &iteration.moves);
            assert_eq!(records().map(|record| record.nodes).sum::<u64>(), result.nodes);
            for record in records().filter(|record| !record.line.is_empty()) {
                assert_eq!(record.line[0], record.picked.mv);
                let legal = searcher::legal_pv(&Game::new(position.clone()), &record.line);
                assert_eq!(legal, record.line);
            }
            assert!(iterations.iter().map(|one| one.depth).eq(1..=iterations.len() as u32));
            for iteration in &iterations[..result.depth as usize] {
                assert!(iteration.moves.iter().map(|record| record.place).eq(1..=48));
                assert!(iteration.moves.iter().all(|record| record.result.is_some()));
            }
        }
    }

    #[test]
    fn best_move_is_exact_and_the_others_are_refuted() {
        let explanation = explanation(&Limits::depth(11));
        let text = text::all_moves(&explanation);
        assert!(text.contains("moves extended"), "{text}");
        assert!(text.contains("moves reduced by the singular search"), "{text}");
        let Explanation { result, record, .. } = explanation;
        let last = record.iterations.last().expect("an iteration");
        let best = last.moves.iter().find(|record| Some(record.picked.mv) == result.best);
        let best = best.expect("the best move");
        assert_eq!(best.result, Some((result.score, Bound::Exact)));
        // A window that failed high takes up to three plies off.
        let last_search = best.searches.last().expect("a search");
        assert!((7..=10).contains(&last_search.0) && last_search.1);
        for record in last.moves.iter().filter(|record| Some(record.picked.mv) != result.best) {
            assert!(record.result.is_some_and(|(score, _)| score <= result.score));
            // Of the moves after the best one none beats alpha here, which would open the window.
            let open_before = record.place < best.place;
            assert!(
                record.searches.iter().all(|&(depth, open)| depth <= 10 && open <= open_before)
            );
        }
        let is_reduced = |record: &MoveRecord| record.reduction.is_some_and(|(plies, _)| plies > 2);
        assert!(last.moves.iter().any(is_reduced));
        assert!(last.moves.iter().any(|record| record.line.len() > 1));
    }

    #[test]
    fn move_follows_the_fen() {
        let fen = "8/8/8/8/8/8/8/k6K w - -";
        for (words, expected) in [
            ("startpos", ("startpos", None)),
            ("startpos e4", ("startpos", Some("e4"))),
            (fen, (fen, None)),
            (&format!("{fen} Kg1"), (fen, Some("Kg1"))),
            (&format!("{fen} 3 Kg1"), (&format!("{fen} 3"), Some("Kg1"))),
            (&format!("{fen} 3 50"), (&format!("{fen} 3 50"), None)),
            (&format!(" {fen} 3 50  h1g1 "), (&format!("{fen} 3 50"), Some("h1g1"))),
            ("8/8 w", ("8/8 w", None)),
            ("", ("", None)),
        ] {
            let (fen, mv) = split_move(words);
            assert_eq!((fen.as_str(), mv.as_deref()), expected, "{words}");
        }
    }
}
