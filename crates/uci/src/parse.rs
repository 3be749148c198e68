//! Parses lines of UCI into commands, without side effects. Moves, positions and options stay text
//! here: [`crate::setup`] and [`crate::options`] interpret them.
//!
//! The parser is tolerant, as the UCI specification asks. White space of any kind separates words.
//! An unknown first word is skipped and the rest of the line is read. Words that are unknown or
//! lack their number are left out and reported. Of a number that is no integer the integer part
//! counts. Times below zero count as zero; a number that is too large counts as the largest of its type.

use std::time::Duration;

use notation::is_move_text;
use notation::number::{parse_integer, parse_number};

/// Largest time in milliseconds, about thirty years: adding it to a clock never overflows.
const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

/// One line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Empty,
    /// `uci`
    Uci,
    /// `debug on` or `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name … [value …]`
    SetOption {
        /// The name, its words joined by single spaces; empty if there is none.
        name: String,
        /// The value as written, trimmed.
        value: Option<String>,
    },
    /// `register …`; needs no answer, as the engine needs no registration.
    Register,
    /// `ucinewgame`
    NewGame,
    /// `position …`
    Position(PositionCommand),
    /// `go …`
    Go(GoCommand),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `bench [depth]`; the text after it when that is not a depth.
    Bench(Result<Option<u32>, String>),
    /// `d`: show the position.
    Display,
    /// `eval`: show the static evaluation.
    Eval,
    /// `export_net FILE`: write the network to a file.
    ExportNet(String),
    /// `order`: show the moves in picking order.
    Order,
    /// `stats`: show the ordering statistics of the last search.
    Stats,
    /// `tune`: the tunable parameters.
    Tune,
    /// `help`
    Help,
    /// A line without a known command.
    Unknown(String),
}

/// The start position of a `position` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPosition {
    /// `startpos`
    Startpos,
    /// `fen …`, its fields joined by single spaces.
    Fen(String),
    /// Neither was given.
    Missing,
}

/// The arguments of `position`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The position before the moves.
    pub start_position: StartPosition,
    /// The moves, as written.
    pub moves: Vec<String>,
    /// Words that were left out.
    pub ignored: Vec<String>,
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// `searchmoves`, as written.
    pub search_moves: Vec<String>,
    /// `ponder`
    pub ponder: bool,
    /// `infinite`
    pub infinite: bool,
    /// `wtime` and `btime`
    pub clock: [Option<Duration>; 2],
    /// `winc` and `binc`
    pub increment: [Duration; 2],
    /// `movestogo`, at least 1
    pub moves_to_go: Option<u32>,
    /// `depth` in plies, at least 1
    pub depth: Option<u32>,
    /// `nodes`, at least 1
    pub nodes: Option<u64>,
    /// `mate` in moves, at least 1
    pub mate: Option<u32>,
    /// `movetime`
    pub movetime: Option<Duration>,
    /// `perft` in plies
    pub perft: Option<u32>,
    /// Words that were left out.
    pub ignored: Vec<String>,
    /// Whether a number could not be read.
    pub lacks_number: bool,
    /// Parameters whose number is more than an integer.
    pub inexact: Vec<String>,
}

/// Parses one line.
#[must_use]
pub fn parse_command(line: &str) -> Command {
    let mut rest = line.trim();
    if rest.is_empty() {
        return Command::Empty;
    }
    let mut first = true;
    while !rest.is_empty() {
        let (word, tail) = split_word(rest);
        if let Some(command) = protocol_command(word, tail) {
            return command;
        }
        if first && let Some(command) = non_uci_command(word, tail) {
            return command;
        }
        first = false;
        rest = tail;
    }
    Command::Unknown(line.trim().to_owned())
}

/// Commands of UCI. Unknown words may precede them.
fn protocol_command(word: &str, tail: &str) -> Option<Command> {
    Some(match word {
        "uci" => Command::Uci,
        "debug" => match tail.split_whitespace().next() {
            Some("off") => Command::Debug(false),
            _ => Command::Debug(true),
        },
        "isready" => Command::IsReady,
        "setoption" => set_option(tail),
        "register" => Command::Register,
        "ucinewgame" => Command::NewGame,
        "position" => Command::Position(position(tail)),
        "go" => Command::Go(go(tail)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        _ => return None,
    })
}

/// Commands that are not part of UCI. They must be the first word of the line.
fn non_uci_command(word: &str, tail: &str) -> Option<Command> {
    Some(match word {
        "bench" if tail.is_empty() => Command::Bench(Ok(None)),
        "bench" => {
            let depth = parse_integer(tail).map(|depth| Some(clamp_u32(depth, 1)));
            Command::Bench(depth.ok_or_else(|| tail.to_owned()))
        }
        "d" => Command::Display,
        "eval" => Command::Eval,
        "export_net" => Command::ExportNet(tail.to_owned()),
        "order" => Command::Order,
        "tune" => Command::Tune,
        "stats" => Command::Stats,
        "help" => Command::Help,
        _ => return None,
    })
}

/// Splits off the first word. Neither `text` nor the rest begins with white space.
fn split_word(text: &str) -> (&str, &str) {
    match text.find(char::is_whitespace) {
        Some(end) => (&text[..end], text[end..].trim_start()),
        None => (text, ""),
    }
}

fn set_option(tail: &str) -> Command {
    let mut rest = tail;
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        rest = after;
        if word == "name" {
            break;
        }
    }
    let mut name: Vec<&str> = Vec::new();
    let mut value = None;
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        rest = after;
        if word == "value" && !name.is_empty() {
            value = Some(rest.trim().to_owned());
            break;
        }
        name.push(word);
    }
    Command::SetOption { name: name.join(" "), value }
}

fn position(tail: &str) -> PositionCommand {
    let mut ignored = Vec::new();
    let mut words = tail.split_whitespace().peekable();
    let start_position = loop {
        match words.next() {
            None => break StartPosition::Missing,
            Some("startpos") => break StartPosition::Startpos,
            Some("fen") => {
                let mut fields = Vec::new();
                while let Some(field) = words.next_if(|&word| word != "moves") {
                    fields.push(field);
                }
                let behind = fields.split_off(fields_of_position(&fields));
                ignored.extend(behind.into_iter().map(str::to_owned));
                break StartPosition::Fen(fields.join(" "));
            }
            Some(word) => ignored.push(word.to_owned()),
        }
    };
    let before_moves = words.by_ref().take_while(|&word| word != "moves");
    ignored.extend(before_moves.map(str::to_owned));
    let moves = words.map(str::to_owned).collect();
    PositionCommand { start_position, moves, ignored }
}

/// How many of the words behind `fen` are fields of the position: six, or those before the first word that is no
/// counter where moves follow.
fn fields_of_position(words: &[&str]) -> usize {
    let counters = words.get(4..).unwrap_or_default();
    let is_other = |word: &&str| is_move_text(word) || word.starts_with(char::is_alphabetic);
    let has_moves = counters.iter().any(|word| is_move_text(word));
    let end = counters.iter().position(is_other).filter(|_| has_moves);
    end.map_or(words.len(), |end| 4 + end).min(6).min(words.len())
}

/// The parameters of `go`. Each of them ends a list of `searchmoves`.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "perft",
];

fn go(tail: &str) -> GoCommand {
    let mut go = GoCommand::default();
    let mut words = tail.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(word.to_owned());
                }
            }
            _ if GO_WORDS.contains(&word) => {
                // A word that is not a number may be the next parameter.
                let text = words.peek().copied().unwrap_or_default();
                if let Some(number) = parse_number(text) {
                    words.next();
                    // No search finds that, and it would be the only limit.
                    if word == "mate" && number.value < 1 {
                        go.lacks_number = true;
                        go.ignored.push(format!("mate {text}"));
                        continue;
                    }
                    set_go_parameter(&mut go, word, number.value);
                    if !number.exact {
                        go.inexact.push(format!("{word} {text}"));
                    }
                } else {
                    go.lacks_number = true;
                    go.ignored.push(word.to_owned());
                }
            }
            _ => go.ignored.push(word.to_owned()),
        }
    }
    go
}

fn set_go_parameter(go: &mut GoCommand, word: &str, number: i64) {
    match word {
        "wtime" => go.clock[0] = Some(milliseconds(number)),
        "btime" => go.clock[1] = Some(milliseconds(number)),
        "winc" => go.increment[0] = milliseconds(number),
        "binc" => go.increment[1] = milliseconds(number),
        // Some GUIs send 0 when no further time control follows.
        "movestogo" => go.moves_to_go = (number > 0).then(|| clamp_u32(number, 1)),
        "depth" => go.depth = Some(clamp_u32(number, 1)),
        "nodes" => go.nodes = Some(number.max(1).unsigned_abs()),
        "mate" => go.mate = Some(clamp_u32(number, 1)),
        "movetime" => go.movetime = Some(milliseconds(number)),
        "perft" => go.perft = Some(clamp_u32(number, 0)),
        _ => {}
    }
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0).unsigned_abs().min(MAX_MILLISECONDS))
}

fn clamp_u32(number: i64, min: u32) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX).max(min)
}

#[cfg(test)]
mod tests;
