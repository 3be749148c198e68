//! Protocol text to commands: pure and tolerant. It knows words and numbers; whether a move or a
//! position makes sense is decided elsewhere (`setup`), and so is what an option means (`options`).
//!
//! Tolerance, as the protocol asks for it: any white space separates words, an unknown leading
//! word is skipped and the rest of the line is read, a parameter that is missing or no number has
//! no influence, times below zero count as zero, and a number too large counts as the largest.

use std::time::Duration;

/// Longest time that is passed on: about thirty years, so that adding it to a clock never overflows.
const MAX_MILLISECONDS: u64 = 1_000_000_000_000;

/// One line from the GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing at all.
    Empty,
    /// `uci`
    Uci,
    /// `debug on` or `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name … [value …]`
    SetOption {
        /// The name, its words joined by single spaces; empty when none was given.
        name: String,
        /// The value as it was written, without the white space around it.
        value: Option<String>,
    },
    /// `register …`, which asks nothing of an engine that is free.
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
    /// `bench [depth]`
    Bench(Option<u32>),
    /// `d`: show the position.
    Display,
    /// `eval`: explain the static evaluation.
    Eval,
    /// `order`: the moves in picking order.
    Order,
    /// `stats`: what the ordering counted in the last search.
    Stats,
    /// `help`
    Help,
    /// A line without any command that is known.
    Unknown(String),
}

/// Where a `position` command starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartPosition {
    /// `startpos`
    Startpos,
    /// `fen …`, its fields joined by single spaces.
    Fen(String),
    /// Neither was given.
    Missing,
}

/// What a `position` command says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The position before the moves.
    pub start_position: StartPosition,
    /// The moves, as written.
    pub moves: Vec<String>,
}

/// What a `go` command says.
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
}

/// Reads one line.
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

/// The commands of the protocol, which are found behind unknown words too.
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

/// The engine's own commands, which must come first in their line.
fn non_uci_command(word: &str, tail: &str) -> Option<Command> {
    Some(match word {
        "bench" => {
            let depth = tail.split_whitespace().next().and_then(parse_integer);
            Command::Bench(depth.map(|depth| clamp_u32(depth, 1)))
        }
        "d" => Command::Display,
        "eval" => Command::Eval,
        "order" => Command::Order,
        "stats" => Command::Stats,
        "help" => Command::Help,
        _ => return None,
    })
}

/// The first word of a text without leading white space, and what follows it, equally trimmed.
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
                break StartPosition::Fen(fields.join(" "));
            }
            Some(_) => {}
        }
    };
    let moves = words.skip_while(|&word| word != "moves").skip(1).map(str::to_owned).collect();
    PositionCommand { start_position, moves }
}

/// Every word that ends a list of `searchmoves`.
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
                // A word that is no number stays where it is: it may be the next parameter.
                if let Some(number) = words.peek().and_then(|&word| parse_integer(word)) {
                    words.next();
                    set_go_parameter(&mut go, word, number);
                }
            }
            _ => {}
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
        // Zero moves to go is what some programs send for "no time control ahead".
        "movestogo" => go.moves_to_go = (number > 0).then(|| clamp_u32(number, 1)),
        "depth" => go.depth = Some(clamp_u32(number, 1)),
        "nodes" => go.nodes = Some(number.max(1).unsigned_abs()),
        "mate" => go.mate = Some(clamp_u32(number, 1)),
        "movetime" => go.movetime = Some(milliseconds(number)),
        "perft" => go.perft = Some(clamp_u32(number, 0)),
        _ => {}
    }
}

/// A whole number with an optional sign; one that does not fit saturates.
pub(crate) fn parse_integer(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse::<i64>().unwrap_or(i64::MAX);
    Some(if word.starts_with('-') { -magnitude } else { magnitude })
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.max(0).unsigned_abs().min(MAX_MILLISECONDS))
}

fn clamp_u32(number: i64, min: u32) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX).max(min)
}

#[cfg(test)]
mod tests;
