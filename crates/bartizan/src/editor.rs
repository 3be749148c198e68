//! The line editor of a terminal: history, completion of words, and output that comes while a line is typed.

use crate::style::wrapped;
use rustyline::completion::Completer;
use rustyline::config::{BellStyle, Config};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Context, ExternalPrinter, Helper};
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use uci::output::Output;

/// The words that may follow a text, which ends where a word begins.
pub type Candidates = Arc<dyn Fn(&str) -> Vec<String> + Send + Sync>;

/// Whether a person types and reads at a terminal.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// An editor of one line after the other.
pub struct LineEditor {
    editor: rustyline::Editor<Words, MemHistory>,
    /// Lines that were pasted at once.
    pasted: VecDeque<String>,
}

impl LineEditor {
    /// An editor that completes words. An error where the terminal cannot be used.
    pub fn new(candidates: Candidates) -> io::Result<Self> {
        let config = Config::builder().auto_add_history(true).bell_style(BellStyle::None).build();
        let history = MemHistory::with_config(&config);
        let mut editor =
            rustyline::Editor::with_history(config, history).map_err(io::Error::other)?;
        editor.set_helper(Some(Words(candidates)));
        Ok(Self { editor, pasted: VecDeque::new() })
    }

    /// Asks for a line; `None` after Ctrl-C or Ctrl-D.
    pub fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if let Some(line) = self.pasted.pop_front() {
            return Ok(Some(line));
        }
        match self.editor.readline(prompt) {
            Ok(text) => {
                self.pasted.extend(text.split(['\n', '\r']).map(str::to_owned));
                Ok(self.pasted.pop_front())
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// An output whose lines stand above the one that is typed, wrapped at words.
    pub fn output(&mut self) -> Output {
        match self.editor.create_external_printer() {
            Ok(printer) => Output::new(Above { printer, text: Vec::new() }),
            // As on a terminal that cannot move the cursor.
            Err(_) => Output::stdout(),
        }
    }
}

/// Writes whole texts above the line that is typed.
struct Above<P> {
    printer: P,
    text: Vec<u8>,
}

impl<P: ExternalPrinter> Write for Above<P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.text)).into_owned();
        if text.is_empty() {
            Ok(())
        } else {
            self.printer.print(wrapped(&text, 4)).map_err(io::Error::other)
        }
    }
}

/// Completes words.
struct Words(Candidates);

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        end: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..end];
        let start = typed.rfind(char::is_whitespace).map_or(0, |index| index + 1);
        let word = typed[start..].to_lowercase();
        let mut found = (self.0)(&typed[..start]);
        found.retain(|one| one.to_lowercase().starts_with(&word));
        // The next word follows at once.
        if let [only] = &mut found[..] {
            only.push(' ');
        }
        Ok((start, found))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}

impl Hinter for Words {
    type Hint = String;
}
