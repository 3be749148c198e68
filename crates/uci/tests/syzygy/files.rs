//! The directories of `SyzygyPath`, and files that are damaged, misnamed, cut or missing.

use super::{engine, folder, position};
use bartizan_uci::output::Output;
use bartizan_uci::syzygy::{self, SyzygyTables};
use game::Game;
use searcher::{Limits, NullReporter, Signals, Tablebase, WdlScore};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use testkit::{Rng, TempFolder};

/// What is written to an output.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Lines {
    /// The lines since the last call.
    fn take(&self) -> Vec<String> {
        let bytes = std::mem::take(&mut *self.0.lock().expect("no panic"));
        String::from_utf8(bytes).expect("text").lines().map(str::to_owned).collect()
    }
}

/// Opens the tables of a list and returns what was said of it.
fn open(list: &str) -> (Option<SyzygyTables>, Lines, Vec<String>) {
    let lines = Lines::default();
    let tables = syzygy::open(list, &Output::new(lines.clone()));
    let prefix = "info string SyzygyPath: ";
    let said = lines.take().iter().map(|line| line.replace(prefix, "")).collect();
    (tables, lines, said)
}

/// What is said of a list, in which `$` is the folder of the test, and whether a table is read.
#[test]
#[cfg(unix)]
fn lists_of_directories() {
    let Some(tables) = folder("lists_of_directories") else { return };
    let temp = TempFolder::new("syzygy-lists");
    for (folder, from, to) in [
        ("a", "KQvK.rtbw", "KQvK.rtbw"),
        ("a", "KQvK.rtbz", "KQvK.rtbz"),
        ("with some spaces", "KRvK.rtbw", "KRvK.rtbw"),
        ("x;y", "KQvK.rtbw", "KQvK.rtbw"),
        ("CAPITALS", "KQvK.rtbw", "KQVK.RTBW"),
        ("CAPITALS", "KQvK.rtbz", "kqvk.RtbZ"),
        ("wrong", "KQvK.rtbw", "queen.rtbw"),
        ("wrong", "KQvK.rtbw", "KQQQQQQQvK.rtbw"),
        ("wrong", "KQvK.rtbw", "KBvK.rtbz"),
        ("dtz", "KRvKR.rtbz", "KRvKR.rtbz"),
        ("dtz", "KQvK.rtbw", "KQvK.rtbw"),
    ] {
        fs::create_dir_all(temp.join(folder)).expect("a folder");
        fs::copy(tables.join(from), temp.join(folder).join(to)).expect("a copy");
    }
    fs::write(temp.join("wrong/KNvK.rtbw"), b"").expect("a file");
    fs::create_dir_all(temp.join("links")).expect("a folder");
    for (to, name) in [
        (tables.join("KQvK.rtbw"), "KQvK.rtbw"),
        (temp.join("missing"), "KRvK.rtbw"),
        (temp.join("a"), "KNvK.rtbw"),
        (temp.join("a"), "again"),
    ] {
        std::os::unix::fs::symlink(to, temp.join("links").join(name)).expect("a link");
    }

    let two = "1 WDL and 1 DTZ tables, up to 3 pieces";
    let wdl = "1 WDL and 0 DTZ tables, up to 3 pieces";
    let none = "0 WDL and 0 DTZ tables, up to 0 pieces";
    let no_dtz = "1 WDL tables without the DTZ table, such as KQvK";
    let empty = "an empty part of the list is left out";
    for (list, expected) in [
        ("$a", &[two][..]),
        ("$a:", &[empty, two]),
        (":$a::", &[empty, two]),
        (":", &[empty, none]),
        ("$a:$a/", &["$a/ is named twice", two]),
        ("$a:$links/again", &["$links/again is named twice", two]),
        // The same tables in two directories are no fault.
        ("$a:$CAPITALS", &[two]),
        ("$CAPITALS", &[two]),
        ("\"$a\"", &[two]),
        ("'$a' : $a", &["$a is named twice", two]),
        ("$with some spaces", &[wdl, "1 WDL tables without the DTZ table, such as KRvK"]),
        ("$x;y", &[wdl, no_dtz]),
        (
            "$a;$a",
            &[
                "cannot read $a;$a: No such file or directory (os error 2); directories are \
                 separated by ':'",
                none,
            ],
        ),
        ("$a/KQvK.rtbw", &["cannot read $a/KQvK.rtbw: Not a directory (os error 20)", none]),
        (
            "$wrong",
            &[
                "$wrong/KBvK.rtbz is left out: not a Syzygy table",
                "$wrong/KNvK.rtbw is left out: the file is empty",
                "$wrong/KQQQQQQQvK.rtbw is left out: not the name of a table",
                "$wrong/queen.rtbw is left out: not the name of a table",
                none,
            ],
        ),
        ("$dtz", &[two, no_dtz, "1 DTZ tables without the WDL table, such as KRvKR"]),
        (
            "$links",
            &[
                "$links/KNvK.rtbw is left out: not a file",
                "$links/KRvK.rtbw is left out: No such file or directory (os error 2)",
                wdl,
                no_dtz,
            ],
        ),
    ] {
        let fill = |text: &str| text.replace('$', &format!("{}/", temp.display()));
        let (tables, _, said) = open(&fill(list));
        let expected: Vec<String> = expected.iter().map(|text| fill(text)).collect();
        assert_eq!(said, expected, "{list}");
        let won = position("8/8/8/8/8/4k3/8/Q2K4 w - - 0 1");
        let value = tables.and_then(|tables| tables.probe_wdl(&won));
        let has_queen = !list.contains("spaces") && !expected.contains(&none.to_owned());
        assert_eq!(value, has_queen.then_some(WdlScore::Win), "{list}");
    }
}

/// The first files that cannot be used are named, the others counted.
#[test]
fn many_faulty_files_are_counted() {
    for (count, begin, end) in
        [(40, "35 more files of ", " are left out"), (6, "1 more file of ", " is left out")]
    {
        let temp = TempFolder::new("syzygy-many");
        for number in 0..count {
            fs::write(temp.join(format!("table{number}.rtbw")), b"no table").expect("a file");
        }
        let (tables, _, said) = open(&temp.display().to_string());
        assert!(tables.is_none());
        assert_eq!(said.len(), 7, "{said:#?}");
        assert!(said[5].starts_with(begin) && said[5].ends_with(end), "{said:#?}");
    }
}

/// A file that is cut while it is in use ends neither the engine nor the use of the other tables.
#[test]
fn file_that_is_cut_while_it_is_used() {
    let Some(tables) = folder("file_that_is_cut_while_it_is_used") else { return };
    let temp = TempFolder::new("syzygy-cut");
    for name in ["KPvK.rtbw", "KRvKR.rtbw"] {
        fs::copy(tables.join(name), temp.join(name)).expect("a copy");
    }
    // So large that it is not read into memory.
    let large = fs::OpenOptions::new().append(true).open(temp.join("KPvK.rtbw"));
    large.expect("the copy").write_all(&[0; 2 << 20]).expect("space");
    let (tables, lines, _) = open(&temp.display().to_string());
    let tables = tables.expect("tables");
    let pawn = position("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1");
    let rooks = position("8/1r6/8/8/4k3/8/8/R2K4 w - - 0 1");
    let values = [&pawn, &rooks].map(|position| tables.probe_wdl(position));
    assert_eq!(values, [Some(WdlScore::Draw); 2]);
    for name in ["KPvK.rtbw", "KRvKR.rtbw"] {
        let file = fs::OpenOptions::new().write(true).open(temp.join(name)).expect("the copy");
        file.set_len(100).expect("a shorter file");
    }
    let values = [&pawn, &pawn, &rooks].map(|position| tables.probe_wdl(position));
    assert_eq!(values, [None, None, Some(WdlScore::Draw)], "the second table is in memory");
    let said = lines.take();
    assert!(
        said.len() == 1 && said[0].starts_with("info string Syzygy: WDL table of KPvK: "),
        "{said:#?}"
    );
}

/// No file of random changes ends the engine.
#[test]
fn changed_bytes_do_no_harm() {
    let Some(tables) = folder("changed_bytes_do_no_harm") else { return };
    let temp = TempFolder::new("syzygy-changed");
    let mut rng = Rng::new(12);
    let fen = "8/8/8/8/8/4k3/8/RN1K4 w - - 0 1";
    for round in 0..300 {
        for name in ["KRNvK.rtbw", "KRNvK.rtbz", "KRvK.rtbw", "KNvK.rtbw"] {
            let mut bytes = fs::read(tables.join(name)).expect("a table");
            // The first bytes are the header, where most harm is done.
            let range = if round % 2 == 0 { 200.min(bytes.len()) } else { bytes.len() };
            for _ in 0..1 + rng.below(8) {
                bytes[4 + rng.below(range - 4)] = rng.below(256) as u8;
            }
            fs::write(temp.join(name), bytes).expect("a file");
        }
        let (tables, ..) = open(&temp.display().to_string());
        let tables = tables.expect("tables");
        let root = position(fen);
        for &mv in movegen::legal_moves(&root).iter() {
            let child = root.make(mv);
            let _ = (tables.probe_wdl(&child), tables.probe_dtz(&child));
        }
    }
}

/// Damaged, misnamed, truncated and missing files are named once, and the engine plays on.
#[test]
fn faulty_files_are_reported_once() {
    let Some(tables) = folder("faulty_files_are_reported_once") else { return };
    let temp = TempFolder::new("syzygy-faulty");
    let folder: &Path = &temp;
    let read = |name: &str| fs::read(tables.join(name)).expect("a table");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("a file");
    for name in ["KRvK.rtbw", "KPvK.rtbw", "KQvK.rtbw", "KBvKP.rtbw"] {
        write(name, &read(name));
    }
    write("KRvK.rtbz", &read("KRvK.rtbz")[..16]);
    write("KQvK.rtbz", b"cut short");
    write("KBvKN.rtbw", &[0; 80]);
    write("KNvK.rtbw", &read("KQvK.rtbw"));
    let (tables, lines, said) = open(&folder.display().to_string());
    assert!(said.contains(&"5 WDL and 1 DTZ tables, up to 4 pieces".to_owned()), "{said:#?}");
    let tables = tables.expect("some tables");
    let mut searcher = engine(&Arc::new(tables));
    let mut messages = Vec::new();
    for fen in [
        "8/8/8/8/8/4k3/8/R2K4 w - - 0 1",
        "8/8/8/8/5k2/8/8/Q2K4 w - - 0 1",
        "1B6/8/8/8/3n4/8/8/K1k5 w - - 0 1",
        "8/8/8/8/8/4k3/8/N2K4 w - - 0 1",
        "8/8/8/8/8/4k3/4P3/R2K4 w - - 0 1",
    ] {
        for _ in 0..2 {
            let game = Game::new(position(fen));
            let limits = Limits::nodes(2000);
            let result = searcher.search(&game, &limits, &Signals::new(), &mut NullReporter);
            assert!(result.best.is_some(), "{fen}");
            messages.extend(lines.take());
        }
    }
    for fault in [
        "Syzygy: DTZ table of KRvK: damaged",
        "Syzygy: no DTZ table of KQvK; positions without a table are searched",
        "Syzygy: no WDL table of KBvKN; positions without a table are searched",
    ] {
        let count = messages.iter().filter(|line| line.ends_with(fault)).count();
        assert_eq!(count, 1, "{fault}: {messages:#?}");
    }
    messages.sort();
    assert!(messages.is_sorted_by(|a, b| a < b), "a fault came twice: {messages:#?}");
}
