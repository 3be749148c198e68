//! The analysis of the games of a PGN file: a graph and the bad moves of each for people, and an annotated
//! PGN for programs.

use super::Arguments;
use super::annotate::annotated;
use super::game::{AnalysedGame, BLUNDER, JUDGEMENTS};
use super::graph::graph;
use crate::progress::{StatusLine, note};
use crate::style::{BAD, HEADING, highlighted, paint};
use crate::table::{Align, Table};
use board::Color;
use notation::line_to_san;
use notation::pgn::{decode, read_games};
use same_file::is_same_file;
use searcher::Limits;
use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use uci::output::Output;

/// Nodes of the search of a position when nothing else limits it.
const DEFAULT_NODES: u64 = 200_000;
/// Columns of the graph with its margin.
const COLUMNS: usize = 100;
/// Moves of the better line that are shown.
const LINE_MOVES: usize = 6;

/// Analyses the games, in turn. Each is printed and written when it is done. The file gets them all, also
/// when the output is closed, and those that cannot be read as they are.
pub(super) fn run(
    arguments: &Arguments,
    file: &Path,
    output: &Output,
) -> Result<(), Box<dyn Error>> {
    let name = file.display();
    let bytes = fs::read(file).map_err(|error| format!("{name}: {error}"))?;
    let games = read_games(&decode(bytes));
    for error in games.iter().filter_map(|game| game.as_ref().err()) {
        note(&format!("{name}, {error}; the game is left as it is"));
    }
    let count = games.iter().flatten().count();
    if count == 0 {
        return Err(format!("{name}: there is no game to analyse").into());
    }
    let path = arguments.output.clone().unwrap_or_else(|| file.with_extension("annotated.pgn"));
    // A file that does not exist is another one.
    if is_same_file(file, &path).unwrap_or(false) {
        return Err(format!("{name}: the annotated games cannot replace their source").into());
    }
    let no_file = |error| format!("{}: {error}", path.display());
    let (mut searcher, _) = arguments.resources.searcher(&arguments.parts, 1, output)?;
    let mut written = File::create(&path).map_err(no_file)?;
    let limits = arguments.limits.limits(Limits::nodes(DEFAULT_NODES));
    let mut number = 0;
    for game in &games {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                let text = format!("{}\n\n", error.source_text.trim());
                written.write_all(text.as_bytes()).map_err(no_file)?;
                continue;
            }
        };
        number += 1;
        let title = format!("game {number} of {count}");
        let mut line = StatusLine::new(Some(0.0));
        let positions = game.moves.len() + 1;
        let analysed = AnalysedGame::new(game, searcher.as_mut(), &limits, |done| {
            let share = done as f64 / positions as f64;
            line.show(Some(share), &format!("{title}, position {} of {positions}", done + 1));
        });
        line.clear();
        output.line(summary(&analysed, number));
        let text = format!("{}\n", annotated(&analysed));
        written.write_all(text.as_bytes()).map_err(no_file)?;
    }
    output.line(format!("The annotated games are in {}", path.display()));
    Ok(())
}

/// What people see of a game.
fn summary(analysed: &AnalysedGame<'_>, number: usize) -> String {
    let game = analysed.game;
    let moves = game.moves.len();
    let heading = format!("Game {number}, line {}: {}, {}", game.line, game.title(), game.result);
    let mut text = paint(HEADING, &heading) + "\n";
    if moves == 0 {
        return text + "\nNo moves.\n";
    }
    let values: Vec<f64> = (1..=moves).map(|index| analysed.expectation(index)).collect();
    let mark = |index| analysed.loss(index).judgement.map(|mistake| mistake.mark);
    let label = |index: usize| {
        let position = &analysed.positions[index];
        let number = position.fullmove_number();
        let labelled = position.side_to_move() == Color::White && (number - 1).is_multiple_of(5);
        labelled.then(|| number.to_string())
    };
    for line in graph(&values, COLUMNS, mark, label) {
        text.push_str(&format!("\n{line}"));
    }
    text.push_str(
        "\n\nExpected points of White after each move. ~ inaccuracy, ? mistake, X blunder\n\n",
    );
    text + &mistakes(analysed) + &scores(analysed)
}

/// The bad moves, a row each.
fn mistakes(analysed: &AnalysedGame<'_>) -> String {
    let mut table = Table::new(&[
        ("move", Align::Left),
        ("", Align::Left),
        ("before", Align::Right),
        ("after", Align::Right),
        ("points lost", Align::Right),
        ("better", Align::Left),
    ]);
    let mut blunders = Vec::new();
    for (index, played) in analysed.game.moves.iter().enumerate() {
        let loss = analysed.loss(index);
        let Some(mistake) = loss.judgement else { continue };
        let position = &analysed.positions[index];
        blunders.push(mistake == BLUNDER);
        table.row([
            line_to_san(position, played.mv.as_slice(), 1) + mistake.sign,
            mistake.name.to_owned(),
            analysed.shown_score(index).to_string(),
            analysed.shown_score(index + 1).to_string(),
            format!("{:.2}", loss.points),
            line_to_san(position, &analysed.evaluations[index].line, LINE_MOVES),
        ]);
    }
    if blunders.is_empty() {
        return String::new();
    }
    highlighted(&table, |row| blunders[row].then_some(BAD)) + "\n"
}

/// The counts of both sides.
fn scores(analysed: &AnalysedGame<'_>) -> String {
    let side = |color: Color| {
        let indices = (0..analysed.game.moves.len())
            .filter(|&index| analysed.positions[index].side_to_move() == color);
        let losses: Vec<_> = indices.map(|index| analysed.loss(index)).collect();
        let mean = losses.iter().map(|loss| loss.points).sum::<f64>() / losses.len().max(1) as f64;
        let counts = JUDGEMENTS.each_ref().map(|one| {
            match losses.iter().filter(|loss| loss.judgement == Some(one)).count() {
                1 => format!("1 {}", one.name),
                number => format!("{number} {}", one.plural),
            }
        });
        format!("{}, {mean:.3} points lost by a move on average", counts.join(", "))
    };
    format!("White: {}\nBlack: {}\n", side(Color::White), side(Color::Black))
}
