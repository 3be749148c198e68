//! Positions and moves of the libraries from texts, and what Cargo knows of their packages.

use notation::board::{Move, Position};
use std::process::Command;
use std::sync::OnceLock;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Both sides can castle.
pub const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
/// The rooks that castle are not the outermost ones.
pub const INNER: &str = "rr2k1r1/8/8/8/8/8/8/RR2K1R1 w GBgb - 0 1";
/// After `1. e4`, with the en passant square of the standard.
pub const PUSHED: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
/// A pawn can be taken en passant.
pub const PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
/// White is mated.
pub const MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
/// The knight is pinned.
pub const PINNED: &str = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";

pub fn at(fen: &str) -> Position {
    fen.parse().expect("a position")
}

pub fn mv(position: &Position, text: &str) -> Move {
    notation::parse_uci(position, text).expect("a legal move")
}

pub fn shakmaty(fen: &str) -> shakmaty::Chess {
    let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
    fen.into_position(shakmaty::CastlingMode::Chess960).expect("a position")
}

pub fn shakmaty_move(position: &shakmaty::Chess, text: &str) -> shakmaty::Move {
    let written: shakmaty::uci::UciMove = text.parse().expect("a move");
    written.to_move(position).expect("a legal move")
}

pub fn cozy(fen: &str) -> cozy_chess::Board {
    fen.parse().expect("a position")
}

pub fn cozy_move(text: &str) -> cozy_chess::Move {
    text.parse().expect("a move")
}

pub fn chess(fen: &str) -> chess::Board {
    fen.parse().expect("a position")
}

pub fn chess_move(text: &str) -> chess::ChessMove {
    text.parse().expect("a move")
}

/// What `cargo metadata` says of a package.
pub fn package(name: &str) -> &'static serde_json::Value {
    static PACKAGES: OnceLock<serde_json::Value> = OnceLock::new();
    let metadata = PACKAGES.get_or_init(|| {
        let arguments = ["metadata", "--format-version", "1", "--offline"];
        let output = Command::new("cargo").args(arguments).output().expect("cargo runs");
        serde_json::from_slice(&output.stdout).expect("metadata")
    });
    let packages = metadata["packages"].as_array().expect("packages");
    packages.iter().find(|package| package["name"] == name).expect("a package of the benches")
}

/// Whether a package may be linked into programs under any licence.
pub fn is_permissive(name: &str) -> bool {
    package(name)["license"].as_str().is_some_and(|licence| licence.contains("MIT"))
}

/// The first file of a package.
fn root(name: &str) -> String {
    let manifest = package(name)["manifest_path"].as_str().expect("a path");
    let path = std::path::Path::new(manifest).with_file_name("src/lib.rs");
    std::fs::read_to_string(path).expect("a library")
}

pub fn is_no_std(name: &str) -> bool {
    root(name).contains("no_std")
}

/// Whether a package without std needs no allocator, with its features off.
pub fn is_without_alloc(name: &str) -> bool {
    let root = root(name);
    let parts: Vec<_> = root.split("extern crate alloc;").collect();
    // The attribute of a feature stands before it.
    is_no_std(name)
        && parts[..parts.len() - 1].iter().all(|before| before.trim_end().ends_with(")]"))
}
