//! [`Lab`]: one engine, and the answers to requests.

use crate::games::Games;
use crate::request::{Parts, Request, SearchRequest, SetUp, move_text};
use crate::{engine, own, steps, tree};
use board::{Color, Position};
use eval::nnue::{Network, Simd};
use eval::{Nnue, Score, material_count};
use game::{Game, Termination};
use notation::{line_to_san, to_san};
use ordering::Stage;
use ordering::mvv_lva::MVV_LVA_OFFSET;
use searcher::{
    Bound, Limits, NullReporter, Options, Report, Reporter, SearchResult, Searcher, Signals,
};
use serde_json::{Value, json};
use std::sync::Arc;
use uci::strength::Strength;
use web_time::Instant;

/// Gets the reports of a running request.
pub type Sink = fn(&Value);

/// Size of the transposition table in MiB, that of `bench`.
const HASH_MIB: usize = 16;
/// Moves of a line that are shown.
const LINE_MOVES: usize = 12;
/// Iterations of a search that is recorded by iterations and has no limit of depth.
const MAX_ITERATIONS: u32 = 40;

/// An engine with its tables, and the network of the evaluation `nnue`.
#[derive(Default)]
pub struct Lab {
    network: Option<Arc<Network>>,
    engine: Option<(Parts, Box<dyn Searcher>)>,
    random: fastrand::Rng,
    games: Games,
}

impl Lab {
    /// Reads a network file.
    ///
    /// # Errors
    /// When the bytes are no network that this version can read.
    pub fn load_network(&mut self, bytes: &[u8]) -> Result<(), String> {
        let network = Network::decode(bytes).map_err(|error| error.to_string())?;
        (self.network, self.engine) = (Some(Arc::new(network)), None);
        Ok(())
    }

    /// Answers a request in JSON by `{"ok": …}` or `{"error": "…"}`.
    pub fn call(&mut self, request: &str, sink: Sink) -> String {
        let parsed = serde_json::from_str(request).map_err(|error| format!("request: {error}"));
        let answer = parsed.and_then(|request| self.answer(request, sink));
        // A scoring function of a person stops nothing when it fails.
        if let Some(problem) = own::take_problem() {
            sink(&json!({ "problem": problem }));
        }
        answer.map_or_else(|error| json!({ "error": error }), |ok| json!({ "ok": ok })).to_string()
    }

    fn answer(&mut self, request: Request, sink: Sink) -> Result<Value, String> {
        match request {
            Request::About => Ok(about()),
            Request::Position { game } => Ok(position(&game.set_up()?)),
            Request::Chess960 { number } => Position::chess960(number, number)
                .map(|position| json!(position.to_fen()))
                .ok_or_else(|| format!("Chess960 has no position {number}: 0 to 959")),
            Request::Search(request) => self.search(&request, sink),
            Request::Order { game, parts } => self.order(&game.set_up()?.game.position, &parts),
            Request::Evaluate { game, evaluation } => {
                self.evaluate(&game.set_up()?.game.position, &evaluation)
            }
            Request::OpenPgn { text } => self.games.open(&text),
            Request::NewGame { game } => self.games.add(&game),
            Request::ListGames => Ok(self.games.list()),
            Request::SelectGame { index } => self.games.select(index),
            Request::At { path } => Ok(position(&self.games.set_up(&path)?)),
            Request::Play { path, text } => self.games.play(&path, &text),
            Request::Edit { path, edit } => self.games.edit(&path, edit),
            Request::WritePgn { all, names } => self.games.write(all, &names),
            Request::Steps { game, parts, depth } => {
                let position = game.set_up()?.game.position;
                steps::record(&position, &parts, self.network.as_ref(), depth)
            }
            Request::Iterations { game, parts, limits } => {
                self.iterations(&game.set_up()?.game, &parts, &limits.limits()?, sink)
            }
            Request::CheckCode { code } => Ok(json!(own::parse(&code).err())),
            Request::Bench { depth, evaluation } => self.bench(depth, evaluation, sink),
        }
    }

    /// The engine with these parts. It is kept, with its tables, until others are asked for.
    fn engine(&mut self, parts: &Parts) -> Result<&mut dyn Searcher, String> {
        if self.engine.as_ref().is_none_or(|(present, _)| present != parts) {
            // The memory of the old one first.
            self.engine = None;
            self.engine = Some((parts.clone(), engine::build(parts, self.network.as_ref())?));
        }
        let (_, engine) = self.engine.as_mut().ok_or("no engine")?;
        Ok(engine.as_mut())
    }

    fn search(&mut self, request: &SearchRequest, sink: Sink) -> Result<Value, String> {
        let (game, limits) = (request.game.set_up()?.game, request.limits.limits()?);
        if !movegen::has_legal_move(&game.position) {
            return Err("the game is over: there is no legal move".to_owned());
        }
        tree::reset();
        let mut random = self.random.fork();
        let engine = self.engine(&request.parts)?;
        if request.fresh {
            engine.new_game();
        }
        let options = engine_options();
        engine.set_options(&options).map_err(|error| error.to_string())?;
        let mut reporter = LiveReporter { position: game.position.clone(), sink };
        let signals = Signals::new();
        let result = match request.elo.map(Strength::of_elo) {
            Some(strength) => {
                let (engine, game) = ((engine, &options), (&game, &limits));
                strength.search(engine, game, &signals, &mut reporter, &mut random)
            }
            None => engine.search(&game, &limits, &signals, &mut reporter),
        };
        Ok(search_result(&game.position, &result))
    }

    fn order(&mut self, position: &Position, parts: &Parts) -> Result<Value, String> {
        Ok(order_to_json(position, &self.engine(parts)?.order(position)))
    }

    /// Deepens as long as the limits allow it, and reports the order in which the moves would be tried next.
    fn iterations(
        &mut self,
        game: &Game,
        parts: &Parts,
        limits: &Limits,
        sink: Sink,
    ) -> Result<Value, String> {
        let position = &game.position;
        if !movegen::has_legal_move(position) {
            return Err("the game is over: there is no legal move".to_owned());
        }
        let engine = self.engine(parts)?;
        engine.new_game();
        let options = engine_options();
        engine.set_options(&options).map_err(|error| error.to_string())?;
        sink(
            &json!({ "depth": 0, "nodes": 0, "order": order_to_json(position, &engine.order(position)) }),
        );
        let (start, mut nodes, mut reached) = (Instant::now(), 0, 0);
        for depth in 1..=limits.depth.unwrap_or(MAX_ITERATIONS) {
            let left = limits.movetime.map(|time| time.saturating_sub(start.elapsed()));
            if left.is_some_and(|left| left.is_zero()) {
                break;
            }
            let nodes_left = limits.nodes.map(|most| most.saturating_sub(nodes));
            let step = Limits {
                depth: Some(depth),
                movetime: left,
                nodes: nodes_left,
                ..Limits::default()
            };
            let result = engine.search(game, &step, &Signals::new(), &mut NullReporter);
            nodes += result.nodes;
            if result.depth < depth || limits.nodes.is_some_and(|most| nodes >= most) {
                break;
            }
            reached = depth;
            let order = order_to_json(position, &engine.order(position));
            let mut report = search_result(position, &result);
            report["nodes"] = json!(nodes);
            report["order"] = order;
            sink(&report);
        }
        Ok(json!({ "depth": reached, "nodes": nodes }))
    }

    fn evaluate(&self, position: &Position, name: &str) -> Result<Value, String> {
        let score = engine::evaluator(name, self.network.as_ref())?.evaluate(position, 0);
        let white = score.relative_to(position.side_to_move());
        let text = match (&self.network, eval::explain(name, position)) {
            (Some(network), None) if name == Nnue::NAME => eval::nnue::trace(network, position),
            (_, Some(explanation)) => explanation.to_string(),
            _ => String::new(),
        };
        Ok(json!({ "score": white.to_string(), "text": text }))
    }

    /// The node count and the speed of the benchmark; with a network also the sum of the evaluations of
    /// its positions by each set of SIMD instructions.
    fn bench(&mut self, depth: u32, evaluation: String, sink: Sink) -> Result<Value, String> {
        if !(1..=20).contains(&depth) {
            return Err("the depth of a bench is 1 to 20".to_owned());
        }
        let (search, ordering) = (search::DEFAULT.to_owned(), ordering::DEFAULT.to_owned());
        let (code, without) = (String::new(), String::new());
        let parts = Parts { search, evaluation, ordering, code, without };
        let sums = self.network.as_deref().map(evaluation_sums);
        let engine = self.engine(&parts)?;
        engine.set_options(&engine_options()).map_err(|error| error.to_string())?;
        let limits = Limits::depth(depth);
        let each = |position: &Position, result: &SearchResult| {
            sink(&json!({ "fen": position.to_fen(), "nodes": result.nodes }));
        };
        let total = search::bench::run_bench(engine, &limits, &Signals::new(), each)
            .ok_or("the bench was stopped")?;
        Ok(json!({ "nodes": total.nodes, "nps": total.nps(), "evaluationSums": sums }))
    }
}

fn order_to_json(position: &Position, moves: &[ordering::OrderedMove]) -> Value {
    // Only keys of `mvv-lva` and `killers` are that large. What they add to the table value says nothing to a reader.
    let shown = |score: i64| {
        if score > i64::from(i32::MAX) { score - i64::from(MVV_LVA_OFFSET) } else { score }
    };
    let row = |row: &ordering::OrderedMove| {
        json!({
            "uci": move_text(row.mv),
            "san": to_san(position, row.mv),
            "stage": row.stage.name(),
            "score": shown(row.score),
        })
    };
    moves.iter().map(row).collect()
}

fn engine_options() -> Options {
    Options { hash_mib: HASH_MIB, threads: 0, ..Options::default() }
}

/// By each set of instructions the sum of the network's outputs for the benchmark's positions.
fn evaluation_sums(network: &Network) -> Value {
    let sum = |simd| {
        let evaluate = |position: Position| i64::from(network.evaluate(simd, &position).raw());
        search::bench::positions().map(evaluate).sum::<i64>()
    };
    Simd::available().map(|simd| json!([simd.to_string(), sum(simd)])).collect()
}

fn about() -> Value {
    json!({
        "searches": search::NAMES,
        "evaluations": eval::NAMES,
        "orderings": ordering::NAMES,
        "own": { "name": own::NAME, "words": own::words() },
        "heuristics": search::ABLATIONS.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "defaults": {
            "search": search::DEFAULT,
            "evaluation": eval::DEFAULT,
            "ordering": ordering::DEFAULT,
        },
        "stages": Stage::ALL.map(Stage::name),
        "elo": [Strength::ELO_RANGE.start(), Strength::ELO_RANGE.end()],
    })
}

fn position(set_up: &SetUp) -> Value {
    let SetUp { game, start, moves, notes } = set_up;
    let now = &game.position;
    let legal: Vec<Value> = movegen::legal_moves(now)
        .iter()
        .map(|&mv| {
            json!({
                "uci": move_text(mv),
                "san": to_san(now, mv),
                "from": mv.from().to_string(),
                "to": mv.to().to_string(),
                "kingTo": mv.is_castle().then(|| mv.castle_king_target().to_string()),
                "promotion": mv.promotion().map(|kind| kind.to_char()),
                "capture": mv.is_capture(),
            })
        })
        .collect();
    let mut at = start.clone();
    let mut played = Vec::new();
    for &mv in moves {
        let san = mv.map_or_else(|| "--".to_owned(), |mv| to_san(&at, mv));
        played.push(json!({ "uci": mv.map(move_text), "san": san }));
        at = mv.map_or_else(|| at.make_null(), |mv| at.make(mv));
    }
    json!({
        "fen": now.to_fen(),
        "start": start.to_fen(),
        "white": now.side_to_move() == Color::White,
        "check": now.in_check(),
        "moves": legal,
        "played": played,
        "firstNumber": start.fullmove_number(),
        "firstWhite": start.side_to_move() == Color::White,
        "end": game.termination().map(termination),
        "notes": notes,
    })
}

fn termination(end: Termination) -> Value {
    json!({ "reason": end.as_str(), "result": end.outcome().as_str() })
}

fn search_result(position: &Position, result: &SearchResult) -> Value {
    json!({
        "best": result.best.map(move_text),
        "san": result.best.map(|mv| to_san(position, mv)),
        "score": shown_score(position, result.score, result.bound),
        "exact": result.bound == Bound::Exact,
        "depth": result.depth,
        "nodes": result.nodes,
        "line": line_to_san(position, &result.pv, LINE_MOVES),
        "pv": result.pv.iter().take(LINE_MOVES).map(|&mv| move_text(mv)).collect::<Vec<_>>(),
        "cutoffs": tree::cutoffs(),
        "ends": tree::ends(),
        "tree": tree::to_json(position, result.depth),
    })
}

/// A score as it is shown: normalised, from White's side, with the sign of a bound.
fn shown_score(position: &Position, score: Score, bound: Bound) -> String {
    let us = position.side_to_move();
    let sign = match bound {
        Bound::Exact => "",
        // A bound from Black's side is the other one from White's.
        Bound::Lower if us == Color::White => "≥ ",
        Bound::Upper if us == Color::Black => "≥ ",
        _ => "≤ ",
    };
    format!("{sign}{}", score.normalised(material_count(position)).relative_to(us))
}

/// Sends reports of a search to the page, with scores from White's side.
struct LiveReporter {
    position: Position,
    sink: Sink,
}

impl Reporter for LiveReporter {
    fn report(&mut self, report: &Report) {
        let seconds = report.time.as_secs_f64().max(1e-3);
        (self.sink)(&json!({
            "depth": report.depth,
            "seldepth": report.seldepth,
            "score": shown_score(&self.position, report.score, report.bound),
            "exact": report.bound == Bound::Exact,
            "nodes": report.nodes,
            "nps": (report.nodes as f64 / seconds) as u64,
            "best": report.pv.first().copied().map(move_text),
            "line": line_to_san(&self.position, &report.pv, LINE_MOVES),
            "cutoffs": tree::cutoffs(),
        }));
    }

    fn info_string(&mut self, text: &str) {
        (self.sink)(&json!({ "info": text }));
    }
}
