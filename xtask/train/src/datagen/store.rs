//! The file of a run: opened or resumed, filled game by game. Knows which numbers are missing.

use anyhow::{Context, Result, ensure};
use games::data::file::{GameReader, GameWriter, ReadError, header};
use games::data::{GameRecord, Totals};
use games::output::open_locked;
use serde_json::Value;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::{Duration, Instant};

/// Game numbers still to be played, in ascending order.
#[derive(Debug, Default)]
pub struct Numbers {
    stored: HashSet<u32>,
    /// The numbers below are stored or taken.
    next: u32,
}

impl Numbers {
    /// Leaves out a number; fails when it is left out already.
    pub fn leave_out(&mut self, number: u32) -> Result<()> {
        ensure!(self.stored.insert(number), "game {number} is there twice");
        Ok(())
    }

    /// The next number below `end`.
    pub fn take(&mut self, end: u32) -> Option<u32> {
        while self.stored.contains(&self.next) {
            self.next += 1;
        }
        (self.next < end).then(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

/// A run's file, locked against other processes until it is dropped.
pub struct Store {
    writer: GameWriter<File>,
    written: Instant,
    /// Numbers without a game, stored or being played.
    pub numbers: Numbers,
    /// Counts of all games, those of earlier processes included.
    pub totals: Totals,
}

impl Store {
    /// Creates the file, or opens it at the end of its last whole block: a torn block is removed. Fails when the file
    /// is in use, corrupt, no game file, or another run's.
    pub fn open(path: &Path, metadata: &Value) -> Result<Self> {
        let name = path.display();
        let mut file = open_locked(path, "another run needs another --seed")?;
        Self::resume(&mut file, metadata)
            .and_then(|(numbers, totals)| {
                file.seek(SeekFrom::End(0))?;
                let writer = GameWriter::append(file);
                Ok(Self { writer, written: Instant::now(), numbers, totals })
            })
            .with_context(|| format!("cannot use {name}"))
    }

    /// Reads what is there and leaves the file with a header and whole blocks.
    fn resume(file: &mut File, metadata: &Value) -> Result<(Numbers, Totals)> {
        let header = header(metadata)?;
        let mut begun = Vec::new();
        file.by_ref().take(header.len() as u64).read_to_end(&mut begun)?;
        file.rewind()?;
        if begun.len() < header.len() && header.starts_with(&begun) {
            // New, or killed before the header was written.
            file.set_len(0)?;
            GameWriter::create(&mut *file, metadata)?;
            file.sync_all()?;
            file.rewind()?;
        }
        let mut reader = GameReader::new(BufReader::new(&mut *file))?;
        ensure!(
            reader.metadata() == metadata,
            "it was begun by another engine or with other settings; choose another --run\n\
             in the file: {}\nnow: {metadata}",
            reader.metadata()
        );
        let (mut numbers, mut totals) = (Numbers::default(), Totals::default());
        let mut torn = false;
        for game in &mut reader {
            match game {
                Ok(game) => {
                    numbers.leave_out(game.number)?;
                    totals.add(&Totals::of(&game)?);
                }
                Err(ReadError::Torn { .. }) => torn = true,
                Err(error) => return Err(error.into()),
            }
        }
        let whole = reader.whole_length();
        drop(reader);
        if torn {
            file.set_len(whole)?;
            file.sync_all()?;
        }
        Ok((numbers, totals))
    }

    /// Adds a game with its counts. Nothing may be added after an error.
    pub fn add(&mut self, game: &GameRecord, totals: &Totals) -> Result<()> {
        let written = self.writer.push(game).context("cannot write games")?;
        self.totals.add(totals);
        if written { self.sync() } else { Ok(()) }
    }

    /// Writes what is not yet written if the last time was `age` ago or longer.
    pub fn flush(&mut self, age: Duration) -> Result<()> {
        if self.written.elapsed() < age || !self.writer.flush().context("cannot write games")? {
            return Ok(());
        }
        self.sync()
    }

    fn sync(&mut self) -> Result<()> {
        self.written = Instant::now();
        self.writer.output().sync_data().context("cannot write games")
    }
}
