//! Results of searches in JSON. Moves are in UCI notation, scores are `{"cp": N}` or `{"mate": N}`, normalised, for the
//! side to move.

use board::{Move, Position};
use eval::{Score, material_count};
use game::Game;
use notation::{line_to_san, to_san, to_uci};
use searcher::{Bound, Report, Reporter, SearchResult};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Moves of a line.
pub fn moves(moves: &[Move]) -> Value {
    moves.iter().map(|&mv| to_uci(mv, false)).collect()
}

/// A normalised score.
pub fn score(score: Score) -> Value {
    match score.mate_moves() {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": score.raw() }),
    }
}

/// What every search has: position, move, score, whether that is exact, depth, nodes and time.
pub fn result(position: &Position, result: &SearchResult, time: Duration) -> Map<String, Value> {
    let shown = result.score.normalised(material_count(position));
    let value = json!({
        "fen": position.to_fen(),
        "move": result.best.map(|mv| to_uci(mv, false)),
        "score": score(shown),
        "exact": result.bound == Bound::Exact,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": time.as_secs_f64(),
    });
    let Value::Object(map) = value else { unreachable!("an object") };
    map
}

/// The last report of each line of a search, handed on.
pub struct Lines<'a> {
    reports: Vec<Report>,
    next: &'a mut dyn Reporter,
}

impl<'a> Lines<'a> {
    /// Reports are handed on to `next`.
    pub fn new(next: &'a mut dyn Reporter) -> Self {
        Self { reports: Vec::new(), next }
    }

    /// The search in JSON, with its lines, the best one first.
    pub fn json(&self, game: &Game, found: &SearchResult, time: Duration) -> Value {
        let position = &game.position;
        let mut map = result(position, found, time);
        map.insert("san".to_owned(), found.best.map(|mv| to_san(position, mv)).into());
        map.insert("ponder".to_owned(), found.ponder.map(|mv| to_uci(mv, false)).into());
        map.insert("termination".to_owned(), game.termination().map(|end| end.as_str()).into());
        map.insert(
            "lines".to_owned(),
            self.reports.iter().map(|report| line(position, report)).collect(),
        );
        map.into()
    }
}

fn line(position: &Position, report: &Report) -> Value {
    let material = material_count(position);
    let wdl = report.score.wdl(material);
    json!({
        "pv": moves(&report.pv),
        "san": line_to_san(position, &report.pv, usize::MAX),
        "score": score(report.score.normalised(material)),
        "exact": report.bound == Bound::Exact,
        "wdl": [wdl.win, wdl.draw, wdl.loss],
        "depth": report.depth,
        "seldepth": report.seldepth,
        "nodes": report.nodes,
        "seconds": report.time.as_secs_f64(),
        "hashfull": report.hashfull,
        "tbhits": report.tb_hits,
    })
}

impl Reporter for Lines<'_> {
    fn report(&mut self, report: &Report) {
        let rank = report.multi_pv.saturating_sub(1);
        // A line that has risen leaves its former place.
        self.reports
            .retain(|other| other.multi_pv <= rank || other.pv.first() != report.pv.first());
        self.reports.retain(|other| other.multi_pv != report.multi_pv);
        let place =
            self.reports.iter().take_while(|other| other.multi_pv < report.multi_pv).count();
        self.reports.insert(place, report.clone());
        self.next.report(report);
    }

    fn info_string(&mut self, text: &str) {
        self.next.info_string(text);
    }
}
