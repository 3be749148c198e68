//! A UCI session that a person types at a terminal: a greeting, a prompt, completion, and hints where a command is
//! unknown.

use crate::editor::LineEditor;
use movegen::legal_moves;
use notation::{is_move_text, to_uci};
use std::io;
use std::sync::Arc;
use uci::format::engine_name;
use uci::options::UCI_OPTIONS;
use uci::parse::{Command, parse_command};
use uci::{session, setup};

const PROMPT: &str = "bartizan> ";

/// What can be typed.
const COMMANDS: &str = "uci isready ucinewgame setoption position go stop ponderhit quit bench d eval order export_net stats tune help debug";
/// The commands of the command line that are none of a session.
const OF_THE_SHELL: &str = "analyse analyze explain play epd genfens completions man";
/// What follows `go`.
const GO: &str =
    "depth nodes movetime infinite mate perft searchmoves wtime btime winc binc movestogo ponder";
/// How like a command a word is that may be meant for it, 0 to 1.
const LIKENESS: f64 = 0.75;

/// Runs a session at the terminal until `quit`, Ctrl-C or Ctrl-D.
pub fn run() -> io::Result<()> {
    let mut editor = LineEditor::new(Arc::new(candidates))?;
    let output = editor.output();
    output.line(format!(
        "{}, a UCI chess engine. help lists the commands, Tab completes them, quit leaves.\n\
         To play a game: bartizan play. For more: bartizan --help.",
        engine_name()
    ));
    session::run_lines(|| editor.line(PROMPT), output, Some(hint))
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The words that may follow a text.
fn candidates(before: &str) -> Vec<String> {
    let typed: Vec<&str> = before.split_whitespace().collect();
    match typed[..] {
        [] => words(COMMANDS),
        ["go", "perft", _] => words("hash"),
        ["go", ..] => words(GO),
        ["position"] => words("startpos fen"),
        ["debug"] => words("on off"),
        ["setoption"] => words("name"),
        ["setoption", "name", ref rest @ ..] => option_words(rest),
        ["position", .., last] => {
            let mut found = Vec::new();
            if !typed.contains(&"moves") {
                found.extend(words(if last == "fen" { "" } else { "moves" }));
            } else if let Command::Position(command) = parse_command(before)
                && let Ok(game) = setup::game(&command)
            {
                let moves = legal_moves(&game.value.position);
                found.extend(moves.into_iter().map(|mv| to_uci(mv, false)));
            }
            found
        }
        _ => Vec::new(),
    }
}

/// The words of the names of options, and the values of one.
fn option_words(typed: &[&str]) -> Vec<String> {
    let declared = UCI_OPTIONS.iter().map(ToString::to_string);
    let declared: Vec<(String, String)> = declared
        .filter_map(|text| {
            let (name, kind) = text.strip_prefix("option name ")?.split_once(" type ")?;
            Some((name.to_owned(), kind.to_owned()))
        })
        .collect();
    if let Some(end) = typed.iter().position(|word| *word == "value") {
        let name = typed[..end].join(" ");
        let of = declared.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name));
        return of.map_or_else(Vec::new, |(_, kind)| {
            let values = kind.split(" var ").skip(1).map(str::to_owned);
            if kind.starts_with("check") { words("true false") } else { values.collect() }
        });
    }
    let mut found: Vec<String> = declared
        .iter()
        .filter_map(|(name, _)| {
            let words: Vec<&str> = name.split(' ').collect();
            let fits = typed.len() < words.len()
                && typed.iter().zip(&words).all(|(typed, word)| typed.eq_ignore_ascii_case(word));
            fits.then(|| words[typed.len()].to_owned())
        })
        .collect();
    if declared.iter().any(|(name, _)| name.eq_ignore_ascii_case(&typed.join(" "))) {
        found.push("value".to_owned());
    }
    found.dedup();
    found
}

/// What a line may mean that is no command.
fn hint(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?;
    let shown = notation::text::shortened(word);
    let like = |known: &&str| strsim::jaro_winkler(known, &word.to_lowercase());
    let best = COMMANDS.split(' ').max_by(|one, other| like(one).total_cmp(&like(other)));
    let advice = match word.to_lowercase().as_str() {
        "perft" => "To count moves: go perft 5.".to_owned(),
        "exit" | "bye" | "q" => "quit leaves.".to_owned(),
        other if OF_THE_SHELL.split(' ').any(|command| command == other) => {
            format!("It is a command of the shell: bartizan {other}.")
        }
        other if other.contains('/') => "To set up a position: position fen ….".to_owned(),
        "startpos" | "fen" | "moves" => "To set up a position: position startpos moves e2e4.".to_owned(),
        _ if is_move_text(word) => {
            "Moves belong to a position: position startpos moves e2e4. To play a game: bartizan play.".to_owned()
        }
        _ => match best.filter(|known| like(known) > LIKENESS) {
            Some(known) => format!("Do you mean {known}? help lists the commands."),
            None => "help lists the commands.".to_owned(),
        },
    };
    Some(format!("Unknown command '{shown}'. {advice}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_completed() {
        for (before, some) in [
            ("", &["go", "position", "setoption"][..]),
            ("go ", &["depth", "perft"]),
            ("position ", &["startpos", "fen"]),
            ("position startpos ", &["moves"]),
            ("position startpos moves e2e4 ", &["e7e5", "g8f6"]),
            ("setoption name ", &["Hash", "Threads", "Move"]),
            ("setoption name Move ", &["Overhead"]),
            ("setoption name hash ", &["value"]),
            ("setoption name Ordering value ", &["modern", "classic"]),
            ("setoption name Ponder value ", &["true", "false"]),
        ] {
            let found = candidates(before);
            assert!(
                some.iter().all(|word| found.iter().any(|one| one == word)),
                "{before}: {found:?}"
            );
        }
        for before in ["x ", "position startpos moves e2e5 ", "setoption name No value "] {
            assert!(candidates(before).is_empty(), "{before}");
        }
        // All commands are known to the parser.
        for word in COMMANDS.split(' ') {
            assert!(!matches!(parse_command(word), Command::Unknown(_)), "{word}");
        }
    }

    #[test]
    fn unknown_lines_get_a_hint() {
        for (line, part) in [
            ("posiiton startpos", "mean position?"),
            ("sotp", "mean stop?"),
            ("analyse", "bartizan analyse."),
            ("e2e4", "position startpos moves e2e4"),
            ("perft 5", "go perft 5"),
            ("xyzzy", "help lists"),
            ("rnbqkbnr/8", "position fen"),
        ] {
            let text = hint(line).expect(line);
            assert!(text.contains(part), "{line}: {text}");
        }
    }
}
