//! A report of games as one page of HTML that needs no other file: a board to step through, a graph, the moves with
//! their judgements, and the totals.

use super::game::AnalysedGame;
use super::report;
use notation::diagram::Svg;
use notation::{line_to_san, to_san};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::{self, Write};

/// The frame of the page: style, script and a place for the games.
const TEMPLATE: &str = include_str!("report.html");
/// Moves of the better line that are shown.
const LINE_MOVES: usize = 8;
/// Width and height of a graph, in units of the drawing.
const GRAPH: (f64, f64) = (600.0, 100.0);

/// A page with some games.
#[derive(Default)]
pub(super) struct Page {
    games: String,
    /// Boards are cut into parts, most of which come again: their texts, and their indices.
    parts: Vec<String>,
    known: HashMap<String, usize>,
    /// The parts of each board of each game, and what is said below it.
    boards: Vec<Value>,
}

impl Page {
    /// Adds a game.
    pub(super) fn add(&mut self, analysed: &AnalysedGame<'_>, number: usize) {
        let game = analysed.game;
        let mut boards = Vec::new();
        for (index, position) in analysed.positions.iter().enumerate() {
            let mut svg = Svg::new(position);
            if let Some(mv) = index.checked_sub(1).and_then(|last| game.moves[last].mv) {
                svg = svg.last_move(mv);
            }
            if let Some(best) = analysed.evaluations[index].line.first() {
                svg = svg.arrow(best.from(), best.to());
            }
            let parts: Vec<usize> = split(&svg.to_string()).map(|part| self.part(part)).collect();
            boards.push(json!([parts, said(analysed, index)]));
        }
        self.boards.push(boards.into());
        let first = Svg::new(&analysed.positions[0]).to_string();
        let title = escaped(&format!("{}. {}, {}", number, game.title(), game.result));
        // Writing to a string cannot fail, here and below.
        let _ = write!(
            self.games,
            "<section class=\"game\"><h2>{title}</h2>\n<div class=\"view\"><div><div class=\"board\">{first}</div>\n\
             <p class=\"said\"></p>\n<p><button data-step=\"-1\">&#9664;</button> <button data-step=\"1\">&#9654;</button></p></div>\n\
             <div class=\"moves\">{}</div></div>\n{}\n{}</section>\n",
            moves(analysed),
            graph(analysed),
            table(analysed)
        );
    }

    fn part(&mut self, text: &str) -> usize {
        let next = self.parts.len();
        let index = *self.known.entry(text.to_owned()).or_insert(next);
        if index == next {
            self.parts.push(text.to_owned());
        }
        index
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No text of the data ends the script.
        let data = json!({ "parts": self.parts, "games": self.boards }).to_string();
        let data = data.replace('<', "\\u003c");
        let (head, rest) = TEMPLATE.split_once("{{games}}").unwrap_or((TEMPLATE, ""));
        let (middle, end) = rest.split_once("{{data}}").unwrap_or((rest, ""));
        write!(f, "{head}{}{middle}{data}{end}", self.games)
    }
}

/// An image in parts, which begin with its squares and with what lies on them.
fn split(svg: &str) -> impl Iterator<Item = &str> {
    let starts = svg.match_indices("<rect").map(|(index, _)| index);
    let end = svg.rfind("</text>").map_or(svg.len(), |index| index + "</text>".len());
    let mut starts: Vec<usize> = [0].into_iter().chain(starts).collect();
    starts.push(end);
    starts.push(svg.len());
    let ranges: Vec<_> = starts.windows(2).map(|ends| (ends[0], ends[1])).collect();
    ranges.into_iter().map(|(start, end)| &svg[start..end])
}

/// What is said of a position.
fn said(analysed: &AnalysedGame<'_>, index: usize) -> String {
    let evaluation = &analysed.evaluations[index];
    let score = analysed.shown_score(index);
    let line = line_to_san(&analysed.positions[index], &evaluation.line, LINE_MOVES);
    format!("{score}, depth {}: {line}", evaluation.depth).trim_end_matches([':', ' ']).to_owned()
}

/// The moves, each with its evaluation and judgement.
fn moves(analysed: &AnalysedGame<'_>) -> String {
    let mut text = String::new();
    for (index, played) in analysed.game.moves.iter().enumerate() {
        let position = &analysed.positions[index];
        let mut name = match (position.side_to_move(), index) {
            (board::Color::White, _) => format!("{}. ", position.fullmove_number()),
            (board::Color::Black, 0) => format!("{}... ", position.fullmove_number()),
            _ => String::new(),
        };
        name.push_str(&played.mv.map_or_else(|| "--".to_owned(), |mv| to_san(position, mv)));
        let loss = analysed.loss(index);
        let (class, sign) = loss.judgement.map_or(("", ""), |one| (one.name, one.sign));
        let score = analysed.shown_score(index + 1);
        let _ = write!(
            text,
            "<a class=\"{class}\" data-ply=\"{}\">{}{sign} <small>{score}</small></a> ",
            index + 1,
            escaped(&name)
        );
        if let Some(one) = loss.judgement {
            let best = line_to_san(position, &analysed.evaluations[index].line, LINE_MOVES);
            let name = one.name;
            let _ = write!(text, "<p class=\"{name}\">{name}, better {}</p>", escaped(&best));
        }
    }
    text
}

/// The expectation of White as an area.
fn graph(analysed: &AnalysedGame<'_>) -> String {
    let (width, height) = GRAPH;
    let last = (analysed.positions.len() - 1).max(1) as f64;
    let place =
        |index: usize| (width * index as f64 / last, height * (1.0 - analysed.expectation(index)));
    let mut text = format!(
        "<svg class=\"graph\" viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" fill=\"#555\"/>\
         <path fill=\"#eee\" d=\"M0 {height}"
    );
    for index in 0..analysed.positions.len() {
        let (x, y) = place(index);
        let _ = write!(text, "L{x:.1} {y:.1}");
    }
    let middle = height / 2.0;
    let _ = write!(text, "L{width} {height}z\"/><path d=\"M0 {middle}H{width}\" stroke=\"#999\"/>");
    for index in 0..analysed.game.moves.len() {
        if let Some(one) = analysed.loss(index).judgement {
            let (x, y) = place(index + 1);
            let name = one.name;
            let _ = write!(text, "<circle class=\"{name}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>");
        }
    }
    text + &format!("<path class=\"here\" d=\"M0 0V{height}\" stroke=\"#c33\"/></svg>")
}

/// The totals by player and phase.
fn table(analysed: &AnalysedGame<'_>) -> String {
    let table = report::table(analysed);
    let row = |cells: &[String], tag: &str| {
        let cells: String = cells
            .iter()
            .map(|cell| format!("<{tag}>{}</{tag}>", escaped(&cell.replace("  ", "\u{a0}\u{a0}"))))
            .collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = table.rows().iter().map(|cells| row(cells, "td")).collect();
    format!("<table>{}{rows}</table>", row(&table.headings(), "th"))
}

/// A text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Position;

    #[test]
    fn parts_are_the_whole_and_texts_are_escaped() {
        let svg = Svg::new(&Position::startpos()).to_string();
        assert_eq!(split(&svg).collect::<String>(), svg);
        assert!(split(&svg).count() > 64);
        assert_eq!(escaped("<a b=\"&\">"), "&lt;a b=&quot;&amp;&quot;&gt;");
        assert!(["{{games}}", "{{data}}"].iter().all(|place| TEMPLATE.matches(place).count() == 1));
    }
}
