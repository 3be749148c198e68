//! Reading games, SAN and FEN beside pgn-reader and shakmaty, on one thread, by turns in one process. Prints a line a
//! measurement: task, library, number of things, seconds, with tabs between them.
//!
//! Arguments: a PGN file, rounds, the beginning of the names of the tasks.

#![allow(clippy::print_stdout)]

use board::{Move, Position};
use notation::pgn::{Played, ReadError, Reader, TagValue, Visitor};
use notation::{SanPlus, parse_san};
use pgn_reader::{RawTag, Visitor as PeerVisitor};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus as PeerSan;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move as PeerMove, Position as _};
use std::env::args;
use std::fmt::Write;
use std::fs::File;
use std::hint::black_box;
use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Instant;

/// Positions of the file that the tasks of SAN and FEN take.
const POSITIONS: usize = 200_000;

type Task = Box<dyn FnMut() -> u64>;

fn main() {
    // `cargo bench` adds `--bench`.
    let arguments: Vec<String> = args().skip(1).filter(|argument| argument != "--bench").collect();
    let Some(path) = arguments.first().cloned() else {
        println!("skipped: a PGN file is needed as argument");
        return;
    };
    let rounds = arguments.get(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(1);
    let wanted = arguments.get(2).cloned().unwrap_or_default();
    let samples = if wanted.starts_with("games") { Vec::new() } else { samples(&path) };
    let tasks: [(&str, [(&str, Task); 2]); 6] = [
        ("games played", played_games(&path)),
        ("games by tags", games_by_tags(&path)),
        ("SAN read", san_read(&samples)),
        ("SAN written", san_written(&samples)),
        ("FEN read", fen_read(&samples)),
        ("FEN written", fen_written(&samples)),
    ];
    for (name, mut libraries) in tasks.into_iter().filter(|(name, _)| name.starts_with(&wanted)) {
        for round in 0..rounds {
            for turn in 0..libraries.len() {
                // What runs first may run at another clock frequency, so that changes.
                let (library, task) = &mut libraries[(round + turn) % 2];
                let start = Instant::now();
                let count = black_box(task());
                let seconds = start.elapsed().as_secs_f64();
                println!("{name}\t{library}\t{count}\t{seconds:.6}");
            }
        }
    }
}

fn open(path: &str) -> File {
    File::open(path).expect("the file can be read")
}

/// A position with a move that was played in it.
struct Sample {
    ours: (Position, Move),
    peer: (Chess, PeerMove),
    fen: String,
    san: String,
}

fn samples(path: &str) -> Vec<Sample> {
    struct Collector(Vec<Sample>);
    impl Visitor for Collector {
        type Output = bool;

        fn played(&mut self, played: Played<'_>) -> ControlFlow<bool> {
            let Some((mv, san)) = played.mv.zip(played.san()) else { return Continue(()) };
            let (fen, san) = (played.before.to_fen(), san.to_string());
            let peer: Fen = fen.parse().expect("a FEN");
            let peer: Chess = peer.into_position(CastlingMode::Standard).expect("a position");
            let peer_move = san.parse::<PeerSan>().expect("a move").san.to_move(&peer);
            let ours = (played.before.clone(), mv);
            let peer = (peer, peer_move.expect("a legal move"));
            self.0.push(Sample { ours, peer, fen, san });
            Continue(())
        }

        fn end_game(&mut self) -> bool {
            self.0.len() >= POSITIONS
        }
    }
    let mut collector = Collector(Vec::new());
    Reader::new(open(path))
        .visit(&mut collector)
        .take_while(|enough| !matches!(enough, Ok(true)))
        .count();
    collector.0
}

/// All games, with the moves of the main line played.
fn played_games(path: &str) -> [(&'static str, Task); 2] {
    struct Ours(u64);
    impl Visitor for Ours {
        type Output = ();

        fn played(&mut self, played: Played<'_>) -> ControlFlow<()> {
            black_box(played.after);
            self.0 += 1;
            Continue(())
        }

        fn end_game(&mut self) {}
    }
    struct Peer(u64);
    impl PeerVisitor for Peer {
        type Tags = Option<Chess>;
        type Movetext = Chess;
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
            Continue(None)
        }

        fn tag(
            &mut self,
            tags: &mut Option<Chess>,
            name: &[u8],
            value: RawTag<'_>,
        ) -> ControlFlow<()> {
            if name == b"FEN" {
                let fen = Fen::from_ascii(value.as_bytes()).expect("a FEN");
                *tags = Some(fen.into_position(CastlingMode::Standard).expect("a position"));
            }
            Continue(())
        }

        fn begin_movetext(&mut self, tags: Option<Chess>) -> ControlFlow<(), Chess> {
            Continue(tags.unwrap_or_default())
        }

        fn san(&mut self, position: &mut Chess, san: PeerSan) -> ControlFlow<()> {
            let Ok(mv) = san.san.to_move(position) else { return Break(()) };
            position.play_unchecked(mv);
            black_box(position);
            self.0 += 1;
            Continue(())
        }

        fn end_game(&mut self, _position: Chess) {}
    }
    let (ours, peer) = (path.to_owned(), path.to_owned());
    [
        (
            "bartizan",
            Box::new(move || {
                let (mut reader, mut visitor) = (Reader::new(open(&ours)), Ours(0));
                for game in reader.visit(&mut visitor) {
                    assert!(matches!(game, Ok(()) | Err(ReadError::Game(_))));
                }
                visitor.0
            }),
        ),
        (
            "pgn-reader",
            Box::new(move || {
                let mut visitor = Peer(0);
                pgn_reader::Reader::new(open(&peer))
                    .visit_all_games(&mut visitor)
                    .expect("it can be read");
                visitor.0
            }),
        ),
    ]
}

/// The games whose White has a rating of 2000 or more, by their tags alone.
fn games_by_tags(path: &str) -> [(&'static str, Task); 2] {
    struct Ours(u64);
    impl Visitor for Ours {
        type Output = ();

        fn tag(&mut self, name: &str, value: TagValue<'_>) -> ControlFlow<()> {
            let is_strong = || value.raw().parse::<u32>().is_ok_and(|rating| rating >= 2000);
            self.0 += u64::from(name == "WhiteElo" && is_strong());
            Continue(())
        }

        fn end_tags(&mut self) -> ControlFlow<()> {
            Break(())
        }

        fn end_game(&mut self) {}
    }
    struct Peer(u64);
    impl PeerVisitor for Peer {
        type Tags = ();
        type Movetext = ();
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<()> {
            Continue(())
        }

        fn tag(&mut self, (): &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
            let rating = || std::str::from_utf8(value.as_bytes()).ok()?.parse::<u32>().ok();
            self.0 +=
                u64::from(name == b"WhiteElo" && rating().is_some_and(|rating| rating >= 2000));
            Continue(())
        }

        fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
            Break(())
        }

        fn end_game(&mut self, (): ()) {}
    }
    let (ours, peer) = (path.to_owned(), path.to_owned());
    [
        (
            "bartizan",
            Box::new(move || {
                let mut visitor = Ours(0);
                Reader::new(open(&ours)).visit(&mut visitor).for_each(|game| game.expect("a game"));
                visitor.0
            }),
        ),
        (
            "pgn-reader",
            Box::new(move || {
                let mut visitor = Peer(0);
                pgn_reader::Reader::new(open(&peer))
                    .visit_all_games(&mut visitor)
                    .expect("it can be read");
                visitor.0
            }),
        ),
    ]
}

fn san_read(samples: &[Sample]) -> [(&'static str, Task); 2] {
    let ours: Vec<_> = samples.iter().map(|one| (one.ours.0.clone(), one.san.clone())).collect();
    let peer: Vec<_> = samples.iter().map(|one| (one.peer.0.clone(), one.san.clone())).collect();
    [
        (
            "bartizan",
            Box::new(move || {
                ours.iter()
                    .filter(|(position, san)| parse_san(position, black_box(san)).is_ok())
                    .count() as u64
            }),
        ),
        (
            "shakmaty",
            Box::new(move || {
                let legal = |(position, san): &&(Chess, String)| {
                    PeerSan::from_ascii(black_box(san).as_bytes())
                        .is_ok_and(|san| san.san.to_move(position).is_ok())
                };
                peer.iter().filter(legal).count() as u64
            }),
        ),
    ]
}

fn san_written(samples: &[Sample]) -> [(&'static str, Task); 2] {
    let ours: Vec<_> = samples.iter().map(|one| one.ours.clone()).collect();
    let peer: Vec<_> = samples.iter().map(|one| one.peer.clone()).collect();
    let mut text = String::new();
    let mut other = String::new();
    [
        (
            "bartizan",
            Box::new(move || {
                text.clear();
                for (position, mv) in &ours {
                    write!(text, "{}", SanPlus::from_move(position, *mv)).expect("memory");
                }
                text.len() as u64
            }),
        ),
        (
            "shakmaty",
            Box::new(move || {
                other.clear();
                for (position, mv) in &peer {
                    write!(other, "{}", PeerSan::from_move(position.clone(), *mv)).expect("memory");
                }
                other.len() as u64
            }),
        ),
    ]
}

fn fen_read(samples: &[Sample]) -> [(&'static str, Task); 2] {
    let ours: Vec<_> = samples.iter().map(|one| one.fen.clone()).collect();
    let peer = ours.clone();
    [
        (
            "bartizan",
            Box::new(move || {
                ours.iter().filter(|fen| Position::from_fen(black_box(fen)).is_ok()).count() as u64
            }),
        ),
        (
            "shakmaty",
            Box::new(move || {
                let valid = |fen: &&String| {
                    let fen = Fen::from_ascii(black_box(fen).as_bytes());
                    fen.is_ok_and(|fen| fen.into_position::<Chess>(CastlingMode::Standard).is_ok())
                };
                peer.iter().filter(valid).count() as u64
            }),
        ),
    ]
}

fn fen_written(samples: &[Sample]) -> [(&'static str, Task); 2] {
    let ours: Vec<_> = samples.iter().map(|one| one.ours.0.clone()).collect();
    let peer: Vec<_> = samples.iter().map(|one| one.peer.0.clone()).collect();
    [
        (
            "bartizan",
            Box::new(move || ours.iter().map(|one| black_box(one.to_fen()).len() as u64).sum()),
        ),
        (
            "shakmaty",
            Box::new(move || {
                let fen = |one: &Chess| Fen::from_position(one, EnPassantMode::Legal).to_string();
                peer.iter().map(|one| black_box(fen(one)).len() as u64).sum()
            }),
        ),
    ]
}
