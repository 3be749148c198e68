//! Parses lines of UCI into commands, without side effects. Moves, positions and options stay text
//! here: [`crate::setup`] and [`crate::options`] interpret them.
//!
//! The parser is tolerant, as the UCI specification asks. White space of any kind separates words.
//! An unknown first word is skipped and the rest of the line is read. Words that are unknown or
//! lack their number are left out and reported. Of a number that is no integer the integer part
//! counts. Times below zero count as zero; a number that is too large counts as the largest of its type.

use board::Position;
use notation::is_move_text;
use notation::number::{parse_integer, parse_number};
use searcher::Limits;
use std::time::Duration;

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

/// The arguments of `position`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The position before the moves, its fields joined by single spaces; `None` where neither `startpos` nor
    /// `fen` was given.
    pub fen: Option<String>,
    /// The moves, as written.
    pub moves: Vec<String>,
    /// Words that were left out.
    pub ignored: Vec<String>,
}

/// The arguments of `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoCommand {
    /// All limits but `searchmoves`. Depth, nodes, moves and `movestogo` are at least 1.
    pub limits: Limits,
    /// `searchmoves`, as written.
    pub search_moves: Vec<String>,
    /// `perft` in plies.
    pub perft: Option<u32>,
    /// `hash`: perft uses a table.
    pub perft_hash: bool,
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
        "debug" => Command::Debug(tail.split_whitespace().next() != Some("off")),
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
    let mut next = || {
        let (word, after) = split_word(rest);
        rest = after;
        (!word.is_empty()).then_some((word, after))
    };
    while next().is_some_and(|(word, _)| word != "name") {}
    let (mut name, mut value) = (Vec::new(), None);
    while let Some((word, after)) = next() {
        if word == "value" && !name.is_empty() {
            value = Some(after.trim().to_owned());
            break;
        }
        name.push(word);
    }
    Command::SetOption { name: name.join(" "), value }
}

fn position(tail: &str) -> PositionCommand {
    let mut ignored = Vec::new();
    let mut words = tail.split_whitespace().peekable();
    let fen = loop {
        match words.next() {
            None => break None,
            Some("startpos") => break Some(Position::startpos().to_fen()),
            Some("fen") => {
                let mut fields = Vec::new();
                while let Some(field) = words.next_if(|&word| word != "moves") {
                    fields.push(field);
                }
                let behind = fields.split_off(fields_of_position(&fields));
                ignored.extend(behind.into_iter().map(str::to_owned));
                break Some(fields.join(" "));
            }
            Some(word) => ignored.push(word.to_owned()),
        }
    };
    let before_moves = words.by_ref().take_while(|&word| word != "moves");
    ignored.extend(before_moves.map(str::to_owned));
    let moves = words.map(str::to_owned).collect();
    PositionCommand { fen, moves, ignored }
}

/// How many of the words behind `fen` are fields of the position: six, or those before the first word that is no
/// counter where moves follow.
fn fields_of_position(words: &[&str]) -> usize {
    let counters = words.get(4..).unwrap_or_default();
    // A counter may be `0000` or `--`.
    let is_move = |word: &&str| is_move_text(word) && word.contains(char::is_alphabetic);
    let is_other = |word: &&str| is_move(word) || word.starts_with(char::is_alphabetic);
    let has_moves = counters.iter().any(is_move);
    let end = counters.iter().position(is_other).filter(|_| has_moves);
    end.map_or(words.len(), |end| 4 + end).min(6).min(words.len())
}

/// The parameters of `go`, each of which ends a list of `searchmoves`.
const GO_WORDS: &str =
    "searchmoves ponder infinite wtime btime winc binc movestogo depth nodes mate movetime perft";

fn is_go_word(word: &str) -> bool {
    GO_WORDS.split(' ').any(|other| other == word)
}

fn go(tail: &str) -> GoCommand {
    let mut go = GoCommand::default();
    let mut words = tail.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.limits.ponder = true,
            "infinite" => go.limits.infinite = true,
            "hash" if go.perft.is_some() => go.perft_hash = true,
            "searchmoves" => {
                while let Some(word) = words.next_if(|word| !is_go_word(word)) {
                    go.search_moves.push(word.to_owned());
                }
            }
            _ if is_go_word(word) => {
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
    let limits = &mut go.limits;
    match word {
        "wtime" => limits.clock[0] = Some(milliseconds(number)),
        "btime" => limits.clock[1] = Some(milliseconds(number)),
        "winc" => limits.increment[0] = milliseconds(number),
        "binc" => limits.increment[1] = milliseconds(number),
        // Some GUIs send 0 when no further time control follows.
        "movestogo" => limits.moves_to_go = (number > 0).then(|| clamp_u32(number, 1)),
        "depth" => limits.depth = Some(clamp_u32(number, 1)),
        "nodes" => limits.nodes = Some(number.max(1).unsigned_abs()),
        "mate" => limits.mate = Some(clamp_u32(number, 1)),
        "movetime" => limits.movetime = Some(milliseconds(number)),
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
