//! Where the lines of a game come from: an editor at a terminal, else standard input. Ctrl-C and SIGTERM end them.

use crate::editor::{Candidates, LineEditor, is_terminal};
use searcher::Signals;
use std::io::{self, BufReader};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;
use uci::lines::Lines;
use uci::output::Output;

/// A line, `None` at the end, or why it cannot be read.
type Line = io::Result<Option<String>>;

/// The lines, which come from another thread.
pub(super) struct Input {
    /// Where an editor is, what it asks with.
    prompts: Option<Sender<String>>,
    lines: Receiver<Line>,
    _terminal: Terminal,
}

impl Input {
    /// Reads from a terminal, with completion, or from standard input. Ctrl-C and SIGTERM set `interrupt` and end it.
    pub(super) fn new(candidates: Candidates, interrupt: &Signals) -> io::Result<Self> {
        let terminal = Terminal::new();
        let (sender, lines) = sync_channel(1);
        let (interrupt, end) = (interrupt.clone(), sender.clone());
        let handler = ctrlc::set_handler(move || {
            interrupt.stop();
            // A full channel wakes the receiver too.
            let _ = end.try_send(Ok(None));
        });
        if let Err(error) = handler {
            crate::progress::note(&format!("{error}; Ctrl-C will not save the game"));
        }
        let editor = is_terminal().then(|| LineEditor::new(candidates).ok()).flatten();
        let mut prompts = None;
        if let Some(mut editor) = editor {
            // The editor shows what is typed when it asks; before, it would stand in the engine's line.
            terminal.set_echo(false);
            let (asks, asked) = channel::<String>();
            prompts = Some(asks);
            thread::Builder::new().spawn(move || {
                while let Ok(prompt) = asked.recv() {
                    if sender.send(editor.line(&prompt)).is_err() {
                        return;
                    }
                }
            })?;
        } else {
            thread::Builder::new().spawn(move || {
                let mut input = Lines::new(BufReader::new(io::stdin()));
                loop {
                    let line = input.next_line();
                    let is_last = !matches!(line, Ok(Some(_)));
                    if sender.send(line).is_err() || is_last {
                        return;
                    }
                }
            })?;
        }
        Ok(Self { prompts, lines, _terminal: terminal })
    }

    /// Asks for a line.
    pub(super) fn ask(&self, prompt: &str, output: &Output) -> Line {
        match &self.prompts {
            Some(prompts) => drop(prompts.send(prompt.to_owned())),
            None => output.write(prompt),
        }
        self.lines.recv().unwrap_or(Ok(None))
    }
}

/// The settings of the terminal, which are as before when this is dropped: the editor may be at work then.
struct Terminal {
    #[cfg(unix)]
    settings: Option<nix::sys::termios::Termios>,
}

impl Terminal {
    fn new() -> Self {
        Self {
            #[cfg(unix)]
            settings: nix::sys::termios::tcgetattr(io::stdin()).ok(),
        }
    }

    /// Restores the settings, without an echo of what is typed if that is not wanted.
    fn set_echo(&self, wanted: bool) {
        #[cfg(unix)]
        if let Some(settings) = &self.settings {
            use nix::sys::termios::{LocalFlags, SetArg, tcsetattr};
            let mut settings = settings.clone();
            if !wanted {
                settings.local_flags.remove(LocalFlags::ECHO);
            }
            // The terminal may have gone.
            let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &settings);
        }
        #[cfg(not(unix))]
        let _ = wanted;
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.set_echo(true);
    }
}
