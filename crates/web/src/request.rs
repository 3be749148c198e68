//! The requests. Their JSON has the names of these types: `{"command": "order", "game": {…}, …}`.

use board::Move;
use game::Game;
use notation::repair::{self, Repaired};
use notation::{parse_move, to_uci};
use searcher::Limits;
use serde::Deserialize;
use std::time::Duration;

/// A request.
#[derive(Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Request {
    /// What there is to choose from.
    About,
    /// The legal moves and the state of a game.
    Position { game: GameText },
    /// The starting position of Chess960 with a number, 0 to 959.
    Chess960 { number: u16 },
    /// A search, which sends reports.
    Search(SearchRequest),
    /// The moves in the order in which a search would try them.
    Order { game: GameText, parts: Parts },
    /// The static evaluation with its terms.
    Evaluate { game: GameText, evaluation: String },
    /// Opens the games of a PGN file beside those that are open.
    OpenPgn { text: String },
    /// Opens a new game.
    NewGame { game: GameText },
    /// The list of the open games.
    ListGames,
    /// Goes to a game of the list.
    SelectGame { index: usize },
    /// The legal moves and the state at a move of the game.
    At { path: String },
    /// Plays a move after another one.
    Play { path: String, text: String },
    /// Changes the game at a move.
    Edit { path: String, edit: Edit },
    /// Writes the game, or all of them, as PGN. `names` are tags of games that were not read.
    WritePgn { all: bool, names: Vec<(String, String)> },
    /// Every node of an alpha-beta search of a few plies.
    Steps { game: GameText, parts: Parts, depth: u32 },
    /// Searches with empty tables to depth 1, 2, and so on; reports the order of the moves after each.
    Iterations { game: GameText, parts: Parts, limits: LimitsText },
    /// What is wrong with a scoring function: line, column and message, or null.
    CheckCode { code: String },
    /// The benchmark of the engine, whose node count is the same on every machine.
    Bench { depth: u32, evaluation: String },
}

/// What to search, and how.
#[derive(Deserialize)]
pub struct SearchRequest {
    pub game: GameText,
    pub parts: Parts,
    pub limits: LimitsText,
    /// Play of limited strength.
    pub elo: Option<u32>,
    /// Begin with empty tables.
    #[serde(default)]
    pub fresh: bool,
}

/// A change of a game at a move.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Edit {
    /// Sets a tag; an empty value takes it out.
    Tag { name: String, value: String },
    /// The text behind the move. Commands such as clocks stay.
    Comment { text: String },
    /// Arrows and marked squares, as in `Ge2e4` and `Rd5`.
    Arrows { arrows: Vec<String> },
    /// Sets a glyph, or takes it out where it is.
    Glyph { number: u8 },
    /// Makes the variation of the move the line.
    Promote,
    /// Takes out the move with what follows it.
    Delete,
}

/// A starting position, empty for the usual one, and moves in UCI notation or SAN.
#[derive(Deserialize)]
pub struct GameText {
    #[serde(default)]
    fen: String,
    #[serde(default)]
    moves: Vec<String>,
}

/// The names of the parts of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Parts {
    pub search: String,
    pub evaluation: String,
    pub ordering: String,
    /// The scoring function, if the ordering is `own`.
    #[serde(default)]
    pub code: String,
    /// The heuristic of [`search::ABLATIONS`] that is taken out; empty for none.
    #[serde(default)]
    pub without: String,
}

/// The limits of a search; one at least is needed, since nothing can stop it from outside.
#[derive(Deserialize)]
pub struct LimitsText {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Milliseconds.
    movetime: Option<u64>,
}

/// A game that was set up.
pub struct SetUp {
    pub game: Game,
    pub start: board::Position,
    /// `None` for a null move.
    pub moves: Vec<Option<Move>>,
    /// What had to be repaired in the position.
    pub notes: Vec<String>,
}

impl GameText {
    pub fn set_up(&self) -> Result<SetUp, String> {
        let Repaired { value: start, notes } = repair::position_or_start(&self.fen)
            .map_err(|error| format!("invalid position: {error}"))?;
        let mut game = Game::new(start.clone());
        let mut moves = Vec::new();
        for (index, text) in self.moves.iter().enumerate() {
            let mv = parse_move(&game.position, text)
                .map_err(|cause| format!("move {}, '{text}': {cause}", index + 1))?;
            game.play(mv);
            moves.push(Some(mv));
        }
        Ok(SetUp { game, start, moves, notes })
    }
}

impl LimitsText {
    pub fn limits(&self) -> Result<Limits, String> {
        let Self { depth, nodes, movetime } = *self;
        if depth.is_none() && nodes.is_none() && movetime.is_none() {
            return Err("a search needs a depth, a number of nodes or a time".to_owned());
        }
        let movetime = movetime.map(Duration::from_millis);
        Ok(Limits { depth, nodes, movetime, ..Limits::default() })
    }
}

/// A move as requests and answers have it: castling is the king taking its rook, which no other move
/// can be mistaken for.
pub fn move_text(mv: Move) -> String {
    to_uci(mv, true)
}
