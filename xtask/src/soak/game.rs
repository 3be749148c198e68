//! One game with a clock between two processes of the engine.

use super::SoakGame;
use crate::arena::openings::Openings;
use anyhow::{Context, Error, Result, bail, ensure};
use board::{Color, Move, Position};
use search::Game;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::time::{Duration, Instant};
use testkit::uci::{RESPONSE_TIMEOUT, UciClient};
use uci::format::termination;
use uci::notation::{parse_uci, to_uci};

/// A game ends as a draw after this many plies.
const MAX_PLIES: usize = 1_000;

/// Time for a game and for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    base: Duration,
    increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = |text: &str| {
            let seconds: f64 = text.parse().map_err(|_| format!("'{text}' is no time"))?;
            Duration::try_from_secs_f64(seconds).map_err(|error| format!("'{text}': {error}"))
        };
        Ok(Self { base: time(base)?, increment: time(increment)? })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// What is tried in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameKind {
    pub chess960: bool,
    pub threads: usize,
    pub ponder: bool,
    pub syzygy: Option<PathBuf>,
}

impl GameKind {
    /// The kind of the game with this number; `syzygy` is where the tables are.
    pub(super) fn of(number: u32, syzygy: Option<&Path>) -> Self {
        let tenth = number / 4 % 10;
        Self {
            chess960: number % 2 == 1,
            threads: if number / 2 % 2 == 1 { 2 } else { 1 },
            ponder: tenth == 0,
            syzygy: syzygy.filter(|_| tenth == 5).map(Path::to_owned),
        }
    }
}

/// Plays a game from an opening that follows from the seed.
pub(super) fn play(engine: &Path, kind: &GameKind, tc: TimeControl, seed: u64) -> SoakGame {
    let opening = Openings::random(seed, kind.chess960).and_then(|mut found| found.next_opening());
    let start = match opening {
        Ok(start) => start,
        Err(error) => return SoakGame::new(0, Err(error)),
    };
    let mut clocked = ClockedGame {
        chess960: kind.chess960,
        tc,
        clock: [tc.base; 2],
        start: start.clone(),
        moves: Vec::new(),
        game: Game::new(start),
    };
    let end = clocked.play(engine, kind);
    SoakGame::new(clocked.moves.len(), end)
}

/// A game and the time that is left.
struct ClockedGame {
    chess960: bool,
    tc: TimeControl,
    clock: [Duration; 2],
    start: Position,
    moves: Vec<Move>,
    game: Game,
}

/// One side: its engine, and the move that it ponders on.
struct Side {
    engine: UciClient,
    pondering: Option<Move>,
}

impl Side {
    fn start(program: &Path, kind: &GameKind) -> Result<Self> {
        let mut command = Command::new(program);
        // Ctrl-C in a terminal goes to the whole group; it is for this process, not for the engine.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let engine = UciClient::spawn(&mut command)?;
        let mut side = Self { engine, pondering: None };
        let path = kind.syzygy.as_ref().map(|path| path.display().to_string());
        for (name, value) in [
            ("UCI_Chess960", Some(kind.chess960.to_string())),
            ("Threads", Some(kind.threads.to_string())),
            ("SyzygyPath", path),
        ] {
            let Some(value) = value else { continue };
            side.engine.try_send(&format!("setoption name {name} value {value}"))?;
        }
        side.engine.try_send("isready")?;
        while side.engine.try_read(RESPONSE_TIMEOUT)? != "readyok" {}
        Ok(side)
    }

    /// Ends the engine.
    fn quit(mut self) -> Result<()> {
        self.engine.try_send("quit")?;
        let status = self.engine.wait();
        ensure!(status.success(), "the engine ended with {status}");
        Ok(())
    }
}

impl ClockedGame {
    /// Plays to the end; how the game ended.
    fn play(&mut self, program: &Path, kind: &GameKind) -> Result<String> {
        let mut sides = [Side::start(program, kind)?, Side::start(program, kind)?];
        while self.moves.len() < MAX_PLIES && !self.game.is_over() {
            let color = self.game.position.side_to_move();
            let side = &mut sides[color.index()];
            let (mv, reply) = self.think(side, color).with_context(|| {
                format!("{color} after {} plies of {}", self.moves.len(), self.start)
            })?;
            self.moves.push(mv);
            self.game.play(mv);
            if let Some(reply) = reply.filter(|_| kind.ponder) {
                self.ponder(side, reply)?;
            }
        }
        for mut side in sides {
            if side.pondering.take().is_some() {
                side.engine.try_send("stop")?;
            }
            side.quit()?;
        }
        Ok(self.game.termination().map_or("too long", termination).to_owned())
    }

    /// A side's move and the reply it expects. Takes its time off the clock.
    fn think(&mut self, side: &mut Side, color: Color) -> Result<(Move, Option<Move>)> {
        let start = Instant::now();
        let pondered = side.pondering.take();
        if pondered.is_some() && pondered == self.moves.last().copied() {
            side.engine.try_send("ponderhit")?;
        } else {
            if let Some(expected) = pondered {
                side.engine.try_send("stop")?;
                let mut game = Game::new(self.position_before_last());
                game.play(expected);
                self.read_answer(&mut side.engine, &game.position)?;
            }
            side.engine.try_send(&self.position_command(None))?;
            side.engine.try_send(&format!("go {}", self.clock_arguments()))?;
        }
        let answer = self.read_answer(&mut side.engine, &self.game.position)?;
        let (used, clock) = (start.elapsed(), &mut self.clock[color.index()]);
        let Some(left) = clock.checked_sub(used) else {
            bail!("loss on time: {used:?} with {clock:?} left");
        };
        *clock = left + self.tc.increment;
        Ok(answer)
    }

    /// Lets a side that has moved ponder on a reply, unless that ends the game.
    fn ponder(&self, side: &mut Side, reply: Move) -> Result<()> {
        let mut expected = self.game.clone();
        expected.play(reply);
        if self.game.is_over() || expected.is_over() {
            return Ok(());
        }
        side.engine.try_send(&self.position_command(Some(reply)))?;
        side.engine.try_send(&format!("go ponder {}", self.clock_arguments()))?;
        side.pondering = Some(reply);
        Ok(())
    }

    /// The position in which the last move was played.
    fn position_before_last(&self) -> Position {
        let moves = &self.moves[..self.moves.len().saturating_sub(1)];
        moves.iter().fold(self.start.clone(), |position, &mv| position.make(mv))
    }

    fn position_command(&self, reply: Option<Move>) -> String {
        let fen = if self.chess960 { self.start.to_shredder_fen() } else { self.start.to_fen() };
        let mut command = format!("position fen {fen} moves");
        for &mv in self.moves.iter().chain(&reply) {
            command.push(' ');
            command.push_str(&to_uci(mv, self.chess960));
        }
        command
    }

    fn clock_arguments(&self) -> String {
        let [white, black] = self.clock.map(|left| left.as_millis());
        let increment = self.tc.increment.as_millis();
        format!("wtime {white} btime {black} winc {increment} binc {increment}")
    }

    /// Reads the lines of a search of this position; its move and the reply it expects. All of their
    /// moves must be legal.
    fn read_answer(
        &self,
        engine: &mut UciClient,
        position: &Position,
    ) -> Result<(Move, Option<Move>)> {
        loop {
            let line = engine.try_read(RESPONSE_TIMEOUT)?;
            let check = |moves: &str| legal_line(position, moves).with_context(|| line.clone());
            if line.starts_with("info string") {
                // A search that has panicked says so and goes on.
                ensure!(!line.contains("failed"), "{line}");
            } else if let Some((_, pv)) = line.split_once(" pv ") {
                check(pv)?;
            } else if let Some(answer) = line.strip_prefix("bestmove ") {
                let moves = check(&answer.replace(" ponder ", " "))?;
                return Ok((*moves.first().context(line.clone())?, moves.get(1).copied()));
            }
        }
    }
}

/// The moves of a line from a position.
fn legal_line(start: &Position, text: &str) -> Result<Vec<Move>> {
    let mut position = start.clone();
    text.split_whitespace()
        .map(|text| {
            let mv = parse_uci(&position, text)
                .map_err(|error| Error::msg(format!("{text} in {position}: {error}")))?;
            position = position.make(mv);
            Ok(mv)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let tc: TimeControl = "0.5+0.005".parse().unwrap();
        assert_eq!(tc.base, Duration::from_millis(500));
        assert_eq!(tc.increment, Duration::from_millis(5));
        assert_eq!(tc.to_string(), "0.5+0.005");
        assert_eq!("60".parse::<TimeControl>().unwrap().increment, Duration::ZERO);
        for text in ["", "a", "1+", "-1", "1+nan", "1e99"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn lines_are_legal_or_faults() {
        let start = Position::startpos();
        assert_eq!(legal_line(&start, "e2e4 e7e5 g1f3").unwrap().len(), 3);
        assert!(legal_line(&start, "").unwrap().is_empty());
        let error = legal_line(&start, "e2e4 e2e4").expect_err("not legal").to_string();
        assert!(error.starts_with("e2e4 in "), "{error}");
    }

    #[cfg(unix)]
    const SEED: u64 = 3;

    /// A game against a program that answers the same to everything.
    #[cfg(unix)]
    fn faulty_game(answer: &str, tc: &str) -> SoakGame {
        let folder = testkit::TempFolder::new(&format!("soak-{}", answer.len()));
        let engine = folder.join("engine");
        let script = format!(
            "#!/bin/sh\nwhile read line; do case $line in isready) echo readyok;; go*) {answer};; quit) exit;; esac; done\n"
        );
        // Written by another process: a file that this one has open cannot be run by its threads.
        let write = r#"printf '%s' "$1" > "$0" && chmod +x "$0""#;
        let written = Command::new("sh").args(["-c", write]).arg(&engine).arg(script).status();
        assert!(written.unwrap().success());
        let kind = GameKind { chess960: false, threads: 1, ponder: false, syzygy: None };
        play(&engine, &kind, tc.parse().unwrap(), SEED)
    }

    #[cfg(unix)]
    #[test]
    fn faults_are_told() {
        use super::super::SoakEnd;
        for (answer, fault) in [
            ("echo bestmove a1a8", "a1a8 in "),
            ("echo info depth 1 pv h8h1", "h8h1 in "),
            ("echo 'info string search thread 0 failed: x'", "search thread 0 failed"),
            ("exit", "ended its output"),
        ] {
            let game = faulty_game(answer, "60");
            let SoakEnd::Fault(told) = &game.end else { panic!("no fault: {game:?}") };
            assert!(told.contains(fault) && told.contains("after 0 plies"), "{told}");
        }
        // Any time is too much where none is left.
        let opening = Openings::random(SEED, false).unwrap().next_opening().unwrap();
        let legal = to_uci(movegen::legal_moves(&opening)[0], false);
        let game = faulty_game(&format!("echo bestmove {legal}"), "0");
        let SoakEnd::Fault(told) = &game.end else { panic!("no fault: {game:?}") };
        assert!(told.contains("loss on time"), "{told}");
    }
}
