//! The book's commands work: those of code blocks marked `ci` are run in a copy of the workspace, in the
//! order of the summary. `docs/src/measure.md` has the marks.

use std::collections::VecDeque;
use std::path::Path;
use std::process::Command;
use testkit::workspace::{WorkspaceCopy, root};
use xtask::door::{PROFILE_VARIABLE, Request, request};

/// What takes long to compile and has little to do is not optimised.
const CONFIGURATION: &str = "[profile.dev.package]
bartizan.opt-level = 0
";

/// A code block of a page, by the words after its language.
enum Block {
    /// `ci`: commands, a line each, that succeed, or with `fails` end with an error.
    Commands { fails: bool },
    /// `ci` in a block of text: lines that the last command has printed, white space aside. What
    /// stands in a line may be the beginning of what was printed.
    Printed,
    /// `file=PATH`: the content of a file.
    File(String),
    /// `file=PATH` in a block of diff: a change of a file, whose lines without `+` stand there once.
    Change(String),
}

impl Block {
    fn new(info: &str) -> Option<Self> {
        let (language, marks) = info.split_once(',')?;
        let marks: Vec<&str> = marks.split(',').map(str::trim).collect();
        let file = marks.iter().find_map(|mark| mark.strip_prefix("file=")).map(str::to_owned);
        match (language, file, marks.contains(&"ci")) {
            ("diff", Some(file), _) => Some(Self::Change(file)),
            (_, Some(file), _) => Some(Self::File(file)),
            ("sh", _, true) => Some(Self::Commands { fails: marks.contains(&"fails") }),
            ("text", _, true) => Some(Self::Printed),
            _ => None,
        }
    }
}

/// The marked blocks of a page, with their text.
fn blocks(page: &str) -> Vec<(Block, String)> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        blocks.extend(Block::new(info).map(|block| (block, text.join("\n") + "\n")));
    }
    blocks
}

/// A page, of which the steps that are left are kept.
struct Page {
    name: String,
    steps: VecDeque<(Block, String)>,
    /// Whether it has changed the source. The tools that are built already will not do then.
    changed: bool,
    /// Output of the last command.
    printed: String,
}

impl Page {
    fn new(name: &str) -> Self {
        let text = std::fs::read_to_string(root().join("docs/src").join(name)).expect("a page");
        let (name, steps) = (name.to_owned(), blocks(&text).into());
        Self { name, steps, changed: false, printed: String::new() }
    }

    /// Whether the next step takes a tool that has to be built first, or builds an engine, which must
    /// not have the faults that pages put in and remove.
    fn is_costly(&self) -> bool {
        let Some((Block::Commands { .. }, text)) = self.steps.front() else { return false };
        let mut commands = text.split("cargo xtask ").skip(1);
        let is_tool = |rest: &str| {
            let name = rest.split_whitespace().next().unwrap_or_default();
            matches!(request(vec![name.into()]), Request::Tool(..))
        };
        text.contains("make ") || commands.any(|rest| self.changed || is_tool(rest))
    }

    /// Does the next step in a copy of the workspace.
    fn step(&mut self, copy: &WorkspaceCopy) {
        let Some((block, text)) = self.steps.pop_front() else { return };
        let name = self.name.clone();
        match block {
            Block::Commands { fails } => text.lines().for_each(|line| self.run(copy, line, !fails)),
            Block::Printed => {
                let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
                for line in text.lines().map(words) {
                    let found = self.printed.lines().any(|other| words(other).contains(&line));
                    assert!(found, "{name}: `{line}` is not printed:\n{}", self.printed);
                }
            }
            Block::File(file) => self.write(copy, &file, &text),
            Block::Change(file) => {
                let side = |other: char| -> String {
                    let kept = text.lines().filter(|line| !line.starts_with(other));
                    kept.filter_map(|line| Some(format!("{}\n", line.get(1..)?))).collect()
                };
                let (old, new) = (side('+'), side('-'));
                let before = copy.read(&file).expect("the file of a change");
                assert_eq!(
                    before.matches(&old).count(),
                    1,
                    "{name}: {file} has no such lines:\n{old}"
                );
                self.write(copy, &file, &before.replace(&old, &new));
            }
        }
    }

    fn write(&mut self, copy: &WorkspaceCopy, file: &str, text: &str) {
        copy.write(file, text).unwrap_or_else(|error| panic!("{file}: {error}"));
        self.changed = true;
    }

    /// Runs a line in the copy.
    fn run(&mut self, copy: &WorkspaceCopy, line: &str, succeeds: bool) {
        let xtask = match self.changed {
            true => "cargo run --quiet --package xtask --",
            // A variable, since a path can have letters that mean something to a shell.
            false => "\"$XTASK\"",
        };
        let mut command = Command::new("sh");
        command.args(["-c", &line.replace("cargo xtask", xtask)]).current_dir(copy.dir());
        copy.set_environment(&mut command);
        command.env("XTASK", env!("CARGO_BIN_EXE_xtask"));
        // As the other commands build it, so that they share what is built.
        command.env("PROFILE", "dev").env(PROFILE_VARIABLE, "dev");
        // For an xtask that cargo has not started.
        command.env("CARGO_MANIFEST_DIR", copy.dir().join("xtask"));
        let output = command.output().expect("there is a shell");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        self.printed = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.success(), succeeds, "{}: {line}\n{}", self.name, self.printed);
    }
}

/// The pages share one build of each tool: no page goes beyond the first command that needs one
/// before the others are there.
#[test]
#[ignore = "builds a copy of the workspace: `.ci/run copies`"]
fn marked_commands_of_the_book_run() {
    let copy = WorkspaceCopy::for_test(Path::new(env!("CARGO_TARGET_TMPDIR")));
    let copy = copy.expect("the workspace can be copied");
    // Results of an earlier run, which the tasks would go on with.
    let _ = std::fs::remove_dir_all(copy.dir().join("target"));
    copy.write(".cargo/config.toml", CONFIGURATION).expect("a configuration");
    let summary = std::fs::read_to_string(root().join("docs/src/SUMMARY.md")).expect("the summary");
    let names = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let mut pages: Vec<Page> = names.map(Page::new).collect();
    let steps: usize = pages.iter().map(|page| page.steps.len()).sum();
    assert!(steps >= 15, "only {steps} blocks are marked");
    for costly in [false, true] {
        for page in &mut pages {
            while !page.steps.is_empty() && (costly || !page.is_costly()) {
                page.step(&copy);
            }
        }
    }
}
