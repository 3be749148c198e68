//! A queue of requests on standard input, one a line, answered in JSON, one a line: for programs that hand out
//! positions to analyse, as a server does.

use super::Arguments;
use crate::json::Lines;
use crate::position::read_game;
use crate::progress::note;
use game::Game;
use searcher::{Limits, NullReporter, Options, Searcher, Signals};
use serde_json::{Map, Value, json};
use std::error::Error;
use std::io::{self, BufReader, ErrorKind};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use uci::lines::Lines as InputLines;
use uci::output::Output;

/// Nodes of a position when nothing else limits it.
const DEFAULT_NODES: u64 = 200_000;

/// What a line asks for.
struct Request {
    id: Value,
    game: Game,
    limits: Limits,
    multi_pv: Option<usize>,
    /// Every position from the start of the game, not the last one alone.
    whole: bool,
    /// Plies that are left out of a whole game.
    skip: Vec<u64>,
}

/// Answers requests until the end of the input, several at a time. A request that cannot be read is answered with
/// an error.
pub(super) fn run(arguments: &Arguments, output: &Output) -> Result<(), Box<dyn Error>> {
    let input = Mutex::new(InputLines::new(BufReader::new(io::stdin())));
    let signals = Signals::new();
    let _guard = output.stop_when_closed(&signals);
    let lines = usize::from(arguments.multipv.unwrap_or(1));
    let jobs = arguments.jobs(usize::MAX);
    let (mut workers, mut failure) = (Vec::new(), None);
    for _ in 0..jobs {
        workers.push(arguments.resources.searcher(&arguments.parts, lines)?);
    }
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for (mut searcher, options) in workers {
            let (input, signals) = (&input, &signals);
            threads.push(scope.spawn(move || -> io::Result<()> {
                while !signals.stopped() {
                    let line = input.lock().unwrap_or_else(PoisonError::into_inner).next_line()?;
                    let Some(line) = line else { break };
                    if !line.trim().is_empty() {
                        answer(
                            arguments,
                            line.trim(),
                            (searcher.as_mut(), &options),
                            signals,
                            output,
                        );
                    }
                }
                Ok(())
            }));
        }
        for thread in threads {
            match thread.join() {
                Ok(Ok(())) => {}
                Ok(Err(error)) if error.kind() == ErrorKind::BrokenPipe => {}
                Ok(Err(error)) => failure = Some(error),
                Err(_) => note("a request failed"),
            }
        }
    });
    failure.map_or(Ok(()), |error| Err(error.into()))
}

fn answer(
    arguments: &Arguments,
    line: &str,
    (searcher, options): (&mut dyn Searcher, &Options),
    signals: &Signals,
    output: &Output,
) {
    let request = match read(arguments, line) {
        Ok(request) => request,
        Err((id, error)) => return output.line(json!({ "id": id, "error": error })),
    };
    if let Some(multi_pv) = request.multi_pv {
        // Nothing grows by it but the answer.
        let _ = searcher.set_options(&Options { multi_pv, ..options.clone() });
    }
    searcher.new_game();
    let mut played =
        if request.whole { Game::new(request.game.start().clone()) } else { request.game.clone() };
    let plies = request.game.moves().len();
    for ply in played.moves().len()..=plies {
        if !request.whole || !request.skip.contains(&(ply as u64)) {
            let (start, mut nothing) = (Instant::now(), NullReporter);
            let mut lines = Lines::new(&mut nothing);
            let result = searcher.search(&played, &request.limits, signals, &mut lines);
            if signals.stopped() {
                return;
            }
            let mut answer = lines.json(&played, &result, start.elapsed());
            answer["id"] = request.id.clone();
            if request.whole {
                answer["ply"] = ply.into();
            }
            output.line(answer);
        }
        if let Some(&mv) = request.game.moves().get(ply) {
            played.play(mv);
        }
    }
    if request.multi_pv.is_some() {
        let _ = searcher.set_options(options);
    }
}

/// Reads a request; an error comes with the identifier that it is about.
fn read(arguments: &Arguments, line: &str) -> Result<Request, (Value, String)> {
    let lines = usize::from(arguments.multipv.unwrap_or(1));
    let default = arguments.limits(Limits::nodes(DEFAULT_NODES), lines);
    if !line.starts_with('{') {
        let game = position(line).map_err(|error| (line.into(), error))?;
        let (id, skip) = (line.into(), Vec::new());
        return Ok(Request { id, game, limits: default, multi_pv: None, whole: false, skip });
    }
    let map: Map<String, Value> =
        serde_json::from_str(line).map_err(|error| (Value::Null, error.to_string()))?;
    let id = map.get("id").cloned().unwrap_or_default();
    request(&map, default)
        .map(|request| Request { id: id.clone(), ..request })
        .map_err(|error| (id, error))
}

/// A position that is no file: who sends requests may be on another machine.
fn position(text: &str) -> Result<Game, String> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if !["startpos", "fen", "position", "moves"].contains(&first)
        && text.split_whitespace().count() < 4
    {
        return Err("a request is a position or JSON".to_owned());
    }
    Ok(read_game(text)?.0)
}

fn request(map: &Map<String, Value>, default: Limits) -> Result<Request, String> {
    let number = |name: &str| match map.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|&number| number > 0) {
            Some(number) => Ok(Some(number)),
            None => Err(format!("{name} is no positive integer")),
        },
    };
    for name in map.keys() {
        let known = [
            "id", "fen", "position", "moves", "depth", "nodes", "movetime", "multipv", "game",
            "skip",
        ];
        if !known.contains(&name.as_str()) {
            return Err(format!("'{name}' is no part of a request: {}", known.join(", ")));
        }
    }
    let fen = map.get("fen").or(map.get("position")).map_or(Some("startpos"), Value::as_str);
    let fen = fen.ok_or("fen is no text")?;
    let moves = match map.get("moves") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(moves)) => {
            let words: Option<Vec<&str>> = moves.iter().map(Value::as_str).collect();
            words.ok_or("moves are no texts")?.join(" ")
        }
        Some(_) => return Err("moves are neither a text nor a list".to_owned()),
    };
    let game = position(&format!("fen {fen} moves {moves}"))?;
    let (depth, nodes, movetime) = (number("depth")?, number("nodes")?, number("movetime")?);
    let multi_pv = number("multipv")?.map(|lines| lines.min(256) as usize);
    let mut limits = default;
    if depth.is_some() || nodes.is_some() || movetime.is_some() {
        limits.depth = depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        (limits.nodes, limits.movetime) = (nodes, movetime.map(Duration::from_millis));
    }
    if let Some(lines) = multi_pv {
        limits.mate = (lines == 1).then_some(1);
    }
    let whole = match map.get("game") {
        None => false,
        Some(Value::Bool(whole)) => *whole,
        Some(_) => return Err("game is neither true nor false".to_owned()),
    };
    let skip = match map.get("skip") {
        None => Some(Vec::new()),
        Some(Value::Array(plies)) => plies.iter().map(Value::as_u64).collect(),
        Some(_) => None,
    };
    let skip = skip.ok_or("skip is no list of plies")?;
    Ok(Request { id: Value::Null, game, limits, multi_pv, whole, skip })
}
