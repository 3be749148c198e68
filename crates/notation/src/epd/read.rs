//! Reads a line: its words, and what they mean to each operation.

use super::{Epd, EpdError, Operand, Operation};
use crate::number::parse_integer;
use crate::repair::{self, Repaired};
use crate::{MoveParseError, is_move_text, parse_dialect, without_number};
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::{FenError, Move, Position};

/// Opcodes that begin an operation also where the semicolon before them is missing. Of them and the numbered ones only
/// `c1` to `c8` can be moves.
const OPCODES: &str = "acd acn acs am bm ce dm draw_accept draw_claim draw_offer draw_reject eco fmvn hmvc id nic noop \
                       pm pv rc resign sm tcgs tcri tcsi";

fn is_opcode(word: &str) -> bool {
    // Comments and variations: `c0` to `c9`, `v0` to `v9`.
    let numbered = matches!(word.as_bytes(), [b'c' | b'v', b'0'..=b'9']);
    numbered || OPCODES.split(' ').any(|opcode| opcode == word)
}

/// Whether a word that no semicolon precedes begins an operation. A comment is in quotation marks, a move is not.
fn begins_operation(word: &str, behind: &str) -> bool {
    let is_move = matches!(word.as_bytes(), [b'c', b'1'..=b'8']);
    is_opcode(word) && (!is_move || behind.trim_start().starts_with('"'))
}

/// A part of an operation.
struct Word {
    text: String,
    /// It was in quotation marks.
    quoted: bool,
}

/// An operation as it is written.
struct RawOperation {
    opcode: String,
    words: Vec<Word>,
}

impl Epd {
    /// Reads a line. Operations that are not `needed` have a text as operand where they cannot be read otherwise.
    pub(super) fn read(text: &str, needed: impl Fn(&str) -> bool) -> Result<Self, EpdError> {
        let (position, rest) = Position::from_epd(text)?;
        let raw = raw_operations(rest)?;
        let mut operations = Vec::with_capacity(raw.len());
        for RawOperation { opcode, words } in &raw {
            let operation = match operation(&position, opcode, words) {
                Err(error) if needed(opcode) => return Err(error),
                Err(_) => Operation {
                    opcode: opcode.clone(),
                    operands: vec![Operand::Text(joined(words))],
                },
                Ok(operation) => operation,
            };
            operations.push(operation);
        }
        let position = set_counters(position, &raw).map_err(EpdError::Counters)?;
        Ok(Self { position, operations })
    }
}

/// The position of a line with the counters that the operations behind it give, for those who need no other
/// operation. Operations that cannot be read give none.
///
/// # Errors
/// When a counter is none.
///
/// ```
/// use bartizan_notation::{board::Position, epd::with_counters};
///
/// let (position, rest) = Position::from_epd("8/8/8/4k3/8/8/8/3QK3 w - - hmvc 3; fmvn 9;")?;
/// let position = with_counters(position, rest)?;
/// assert_eq!((position.halfmove_clock(), position.fullmove_number()), (3, 9));
/// # Ok::<(), bartizan_notation::board::FenError>(())
/// ```
pub fn with_counters(position: Position, text: &str) -> Result<Position, FenError> {
    set_counters(position, &raw_operations(text).unwrap_or_default())
}

/// The position with the counters of the operations `hmvc` and `fmvn`.
fn set_counters(position: Position, operations: &[RawOperation]) -> Result<Position, FenError> {
    let counter = |name: &str| {
        let found = operations.iter().rfind(|operation| operation.opcode == name);
        found.map(|found| found.words.first().map_or("", |word| word.text.as_str()))
    };
    let counters = [counter("hmvc"), counter("fmvn")];
    if counters == [None, None] {
        return Ok(position);
    }
    let fen = position.to_shredder_fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    for (field, counter) in fields.iter_mut().skip(4).zip(counters) {
        // An empty one is no number, either.
        *field = counter.map_or(*field, |text| if text.is_empty() { "-" } else { text });
    }
    repair::position(&fields.join(" ")).map(|Repaired { value, .. }| value)
}

/// The words with a space between each two.
fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// An operation with its operands as its name asks for them.
fn operation(position: &Position, opcode: &str, words: &[Word]) -> Result<Operation, EpdError> {
    let integer = || parse_integer(&joined(words)).map(Operand::Integer);
    let (mut opcode, text) = (opcode.to_owned(), || vec![Operand::Text(joined(words))]);
    let operands = match opcode.as_str() {
        "bm" if mate_of(words).is_some() => {
            opcode = "dm".to_owned();
            vec![mate_operand(mate_of(words))?]
        }
        "am" | "bm" | "pm" | "sm" => {
            let moves = moves(position, &opcode, words)?;
            moves.into_iter().map(Operand::Move).collect()
        }
        "pv" => line(position, words)?,
        "dm" => {
            let number = joined(words).parse().ok().or_else(|| mate_of(words));
            vec![mate_operand(number)?]
        }
        "acd" | "acn" | "acs" | "ce" | "fmvn" | "hmvc" | "rc" => {
            vec![integer().ok_or_else(|| EpdError::Integer(opcode.clone()))?]
        }
        "eco" | "id" | "nic" => text(),
        numbered if matches!(numbered.as_bytes(), [b'c' | b'v', b'0'..=b'9']) => text(),
        _ => words.iter().map(operand).collect(),
    };
    Ok(Operation { opcode, operands })
}

fn mate_operand(moves: Option<u32>) -> Result<Operand, EpdError> {
    let moves = moves.filter(|&moves| moves > 0).ok_or(EpdError::Mate)?;
    Ok(Operand::Integer(moves.into()))
}

/// The operand of an operation that may have any: a number where it is written as one.
fn operand(word: &Word) -> Operand {
    let text = word.text.as_str();
    let is_number =
        !word.quoted && text.bytes().any(|b| b.is_ascii_digit()) && !text.contains(['i', 'n']);
    if let Some(number) = text.parse().ok().filter(|_| is_number) {
        return Operand::Integer(number);
    }
    match text.parse::<f64>() {
        Ok(number) if is_number && number.is_finite() => Operand::Float(number),
        _ => Operand::Text(text.to_owned()),
    }
}

fn move_error(opcode: &str, text: &str, cause: MoveParseError) -> EpdError {
    EpdError::Move { opcode: opcode.to_owned(), text: text.to_owned(), cause }
}

/// The moves that `bm` or `am` names, the first one of a numbered line, with commas, numbers and signs as books have them.
fn moves(position: &Position, opcode: &str, words: &[Word]) -> Result<Vec<Move>, EpdError> {
    let mut moves = Vec::new();
    let mut is_line = false;
    let words = words.iter().flat_map(|word| word.text.split([',', '|', ' '])).flat_map(|word| {
        // `a8(Q)` is one word.
        let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '…');
        let is_move = is_move_text(word.trim_start_matches(number));
        let separators: &[char] = if is_move { &[] } else { &['/', '&', '(', ')'] };
        word.split(separators)
    });
    for text in words {
        let (text, has_number) = without_number(text);
        if has_number {
            is_line = moves.is_empty();
        }
        if text.is_empty() || ["or", "and"].contains(&text) || text.starts_with('$') {
            continue;
        }
        let mv = match parse_dialect(position, text) {
            Ok(mv) => mv,
            // A line: `1. Qd4 Kf5 2. Qd3`.
            Err(MoveParseError::Illegal) if is_line && moves.len() == 1 => break,
            Err(error) => return Err(move_error(opcode, text, error)),
        };
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    if moves.is_empty() { Err(EpdError::NoMove(opcode.to_owned())) } else { Ok(moves) }
}

/// The moves of `pv`, each in the position after those before it. A line may be empty.
fn line(position: &Position, words: &[Word]) -> Result<Vec<Operand>, EpdError> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for text in words.iter().flat_map(|word| word.text.split([',', ' '])) {
        let (text, _) = without_number(text);
        if text.is_empty() || text.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let mv = parse_dialect(&position, text).map_err(|error| move_error("pv", text, error))?;
        position = position.make(mv);
        moves.push(Operand::Move(mv));
    }
    Ok(moves)
}

/// The number of moves of `#3`, `#+3`, `M3`, `+M3`, `mate 3` or `mate in 3`, which stand for moves in collections
/// of mates.
fn mate_of(words: &[Word]) -> Option<u32> {
    let text = words.iter().map(|word| word.text.to_ascii_lowercase()).collect::<String>();
    let text = text.strip_prefix('+').unwrap_or(&text);
    let number =
        ["matein", "mate", "m", "#"].into_iter().find_map(|word| text.strip_prefix(word))?;
    number.strip_prefix(['+', '#']).unwrap_or(number).parse().ok()
}

/// The operations of a line. Operands in quotes may have any characters; the last semicolon may be missing, and
/// so may the one before an opcode that cannot be an operand.
fn raw_operations(text: &str) -> Result<Vec<RawOperation>, EpdError> {
    let mut operations: Vec<RawOperation> = Vec::new();
    // Whether the next word begins an operation.
    let mut begins = true;
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let last = operations.last_mut().filter(|_| !begins);
        if first == ';' {
            begins = true;
            rest = &rest[1..];
        } else if first == '"' {
            let (text, behind) = quoted(&rest[1..])?;
            if let Some(last) = last {
                last.words.push(Word { text, quoted: true });
            }
            rest = behind;
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            let word = &rest[..end];
            match last {
                Some(last) if !begins_operation(word, &rest[end..]) => {
                    last.words.push(Word { text: word.to_owned(), quoted: false });
                }
                // A dash stands where there is no operation.
                None if word == "-" => {}
                _ => {
                    let mut opcode = word.trim_end_matches([':', '=']).to_owned();
                    let lower = opcode.to_ascii_lowercase();
                    if is_opcode(&lower) {
                        opcode = lower;
                    }
                    operations.push(RawOperation { opcode, words: Vec::new() });
                    begins = false;
                }
            }
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    Ok(operations)
}

/// An operand up to the quotation mark at its end, and what is behind it. The mark at the end has white space or
/// a semicolon behind it; in the last operation it may be missing.
fn quoted(text: &str) -> Result<(String, &str), EpdError> {
    let mut operand = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let behind = chars.as_str();
        let ends = behind.is_empty() || behind.starts_with(|c: char| c.is_whitespace() || c == ';');
        let escaped = behind.chars().next().filter(|_| c == '\\' && behind.len() > 1);
        match (c, escaped) {
            ('"', _) if ends => return Ok((operand, behind)),
            (_, Some(sign @ ('"' | '\\' | 'n' | 'r' | 't'))) => {
                chars.next();
                operand.push(match sign {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    sign => sign,
                });
            }
            _ => operand.push(c),
        }
    }
    if operand.contains(';') { Err(EpdError::Quote) } else { Ok((operand, "")) }
}
