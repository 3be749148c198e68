//! Small runs of the whole laboratory, without files of the project being touched.

use super::games::Match;
use super::measure::{Sample, Setting};
use super::output::tests::Refusing;
use super::*;
use crate::arena::Pentanomial;
use clap::{Args as _, Command, FromArgMatches};
use std::fs;
use std::io::ErrorKind;

fn parse(words: &[&str]) -> Result<Args, clap::Error> {
    let command = Args::augment_args(Command::new("ordering").no_binary_name(true));
    Args::from_arg_matches(&command.try_get_matches_from(words)?)
}

/// Three positions of different kinds, shallow and capped, in both settings.
const SMALL: [&str; 6] = ["--schemes", "none,see,modern", "--depth", "3", "--cap", "20000"];

fn small_run(more: &[&str]) -> (Plan, Document) {
    let args = parse(&[&SMALL, more].concat()).unwrap();
    let (plan, suite) = (args.plan(), suite::load(&suite::default_file()).unwrap());
    let suite = [&suite[0..1], &suite[17..18], &suite[40..41]].concat();
    let document = compute(&args, &plan, &suite, &AtomicBool::new(false)).unwrap();
    (plan, document)
}

/// The document with everything set to nothing that may differ from run to run.
fn without_times(document: &Document) -> Document {
    let mut document = document.clone();
    document.timing = RunTiming { threads: 0, seconds: 0.0 };
    document.samples.iter_mut().for_each(|sample| sample.timing = Default::default());
    document.rows.iter_mut().for_each(|row| row.timing = Default::default());
    document
}

#[test]
fn the_same_run_counts_the_same_with_any_number_of_threads() {
    let (_, once) = small_run(&["--threads", "1"]);
    let (_, again) = small_run(&["--threads", "3"]);
    assert_eq!(once.samples.len(), 3 * 3 * 2);
    assert_eq!(once.rows.len(), 3 * 2);
    assert!(without_times(&once) == without_times(&again), "{once:#?}\n{again:#?}");
    for sample in &once.samples {
        assert!(sample.nodes_by_depth.is_sorted(), "{sample:?}");
        assert!(sample.nodes >= sample.nodes_by_depth.last().copied().unwrap_or_default());
        assert!(sample.depth() <= 3 && sample.nodes <= 20_000 && sample.counts.main.nodes > 0);
        assert_eq!(sample.timing.seconds_by_depth.len(), sample.nodes_by_depth.len());
    }
    // Without ordering the cap cuts some searches short; an unfinished depth is none.
    let cut = |sample: &&Sample| sample.depth() < 3;
    assert!(once.samples.iter().filter(cut).any(|sample| sample.scheme == "none"));
    assert!(once.samples.iter().filter(cut).all(|sample| sample.nodes == 20_000));
}

#[test]
fn json_and_csv_hold_the_run() {
    let (_, document) = small_run(&[]);
    let folder = std::env::temp_dir().join(format!("bartizan-ordering-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    export::write(&folder, &document).unwrap();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let back: Document = serde_json::from_str(&read("ordering.json")).unwrap();
    // Reading may change the last digit of a fraction, but no count.
    let (back, document) = (without_times(&back), without_times(&document));
    assert!(back.samples == document.samples && back.parameters == document.parameters);
    assert!(back.positions == document.positions && back.stages == document.stages);
    let names = |of: &Document| of.rows.iter().map(|row| row.scheme.clone()).collect::<Vec<_>>();
    assert_eq!(names(&back), names(&document));

    let mut lines = csv::Reader::from_path(folder.join("ordering.csv")).unwrap();
    let lines: Vec<export::DepthLine> = lines.deserialize().map(Result::unwrap).collect();
    let depths: u32 = document.samples.iter().map(Sample::depth).sum();
    assert_eq!(lines.len(), depths as usize);
    assert_eq!((lines[0].scheme.as_str(), lines[0].depth), ("none", 1));
    assert_eq!(lines[0].nodes, document.samples[0].nodes_by_depth[0]);

    let summary = read("summary.csv");
    let (heading, rows) = summary.split_once('\n').unwrap();
    assert!(heading.starts_with("setting,scheme,") && rows.lines().count() == 6);
    let widths = summary.lines().map(|line| line.split(',').count());
    assert!(widths.clone().all(|width| width == widths.clone().next().unwrap()));
    fs::remove_dir_all(&folder).unwrap();

    let missing = export::write(&folder, &document).expect_err("the folder is gone");
    assert!(format!("{missing:#}").contains("ordering.json"), "{missing:#}");
}

#[test]
fn what_was_measured_outlives_the_games() {
    let (plan, mut document) = small_run(&["--games", "4"]);
    let folder = std::env::temp_dir().join(format!("bartizan-finish-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let pentanomial = [0, 1, 1, 0, 0];
    let elo = Pentanomial(pentanomial).elo().unwrap();
    let scheme = "see".to_owned();
    let (wins, draws, losses) = (0, 3, 1);
    let setting = Setting::Full;
    document.matches = vec![Match { setting, scheme, pentanomial, wins, draws, losses, elo }];
    let failed = Err(anyhow::anyhow!("an engine gave up"));
    let mut screen = Vec::new();
    let error = finish(&folder, &plan, &document, failed, &mut screen).expect_err("a failed match");
    assert_eq!(error.to_string(), "an engine gave up");
    let text = String::from_utf8(screen).unwrap();
    assert!(text.contains("Elo: against modern") && text.contains(&elo.to_string()), "{text}");
    let names = ["ordering.json", "ordering.csv", "summary.csv", "nodes-full.svg", "elo-full.svg"];
    assert!(names.iter().all(|name| folder.join(name).is_file()));
    let summary = fs::read_to_string(folder.join("summary.csv")).unwrap();
    let of_see = summary.lines().find(|line| line.starts_with("full,see,")).unwrap();
    assert!(of_see.contains(&format!(",4,{},{}", elo.elo.unwrap(), elo.low.unwrap())), "{of_see}");
    fs::remove_dir_all(&folder).unwrap();

    // A reader who leaves takes nothing with him; a missing folder costs no table.
    fs::create_dir_all(&folder).unwrap();
    let mut gone = Refusing(ErrorKind::BrokenPipe);
    assert_eq!(finish(&folder, &plan, &document, Ok(()), &mut gone).unwrap().len(), 5);
    assert!(names.iter().all(|name| folder.join(name).is_file()));
    fs::remove_dir_all(&folder).unwrap();
    let mut screen = Vec::new();
    let error = finish(&folder, &plan, &document, Ok(()), &mut screen).expect_err("no folder");
    assert!(format!("{error:#}").contains("ordering.json") && !screen.is_empty());
}

#[test]
fn tables_and_charts_name_every_scheme() {
    let (plan, document) = small_run(&[]);
    let text = report(&plan, &document);
    for scheme in ["none", "see", "modern"] {
        let rows = text.lines().filter(|line| line.starts_with(&format!("{scheme} ")));
        assert_eq!(rows.count(), 4, "two tables for each setting:\n{text}");
    }
    assert!(text.contains("18 of 18 searches of at most 20,000 nodes"), "{text}");
    assert!(text.contains(&format!("threads: {}", plan.threads)), "{text}");
    assert!(text.contains("that both the scheme and modern finished"), "{text}");
    let charts = charts(&plan, &document).unwrap();
    let names: Vec<&str> = charts.iter().map(|(name, _)| name.as_str()).collect();
    let expected =
        ["nodes-alpha-beta.svg", "cutoffs-alpha-beta.svg", "nodes-full.svg", "cutoffs-full.svg"];
    assert_eq!(names, expected);
    for (name, svg) in &charts {
        assert!(plan.schemes.iter().all(|scheme| svg.contains(scheme)), "{name}");
    }
}

#[test]
fn a_run_that_is_stopped_at_once_has_no_rows() {
    let args = parse(&SMALL).unwrap();
    let suite = suite::load(&suite::default_file()).unwrap();
    let document = compute(&args, &args.plan(), &suite, &AtomicBool::new(true)).unwrap();
    assert!(document.stopped && document.rows.is_empty() && document.samples.is_empty());
}

#[test]
fn the_book_is_written_the_same_again() {
    let (plan, document) = small_run(&[]);
    let folder = std::env::temp_dir().join(format!("bartizan-book-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let page = "# A page\n\n<!-- measured -->\n<!-- /measured -->\n\nThe end.\n";
    let names: Vec<String> =
        ["README", "none", "see", "modern"].map(|name| format!("{name}.md")).to_vec();
    for name in &names {
        fs::write(folder.join(name), page).unwrap();
    }
    let write = || {
        let charts = [("nodes-full.svg".to_owned(), "<svg/>".to_owned())];
        let pages = Pages::find(&folder, &plan.schemes).unwrap();
        pages.write(&document, "cargo xtask ordering --book", &charts).unwrap();
        names.iter().map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect::<Vec<_>>()
    };
    let once = write();
    assert_eq!(once, write());
    for (name, text) in names.iter().zip(&once) {
        assert!(text.starts_with("# A page\n\n<!-- measured -->\n\n"), "{name}: {text}");
        assert!(text.ends_with("\n\n<!-- /measured -->\n\nThe end.\n"), "{name}: {text}");
        assert!(text.contains("cargo xtask ordering --book\n"), "{name}: {text}");
    }
    let rows =
        |text: &str, start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((rows(&once[1], "| alpha-beta"), rows(&once[1], "| full")), (1, 1));
    assert_eq!((rows(&once[0], "| none |"), rows(&once[0], "| modern |")), (4, 4));
    assert!(once[0].contains("](nodes-full.svg)"), "{}", once[0]);
    assert!(folder.join("nodes-full.svg").is_file());
    fs::remove_file(folder.join("see.md")).unwrap();
    let missing = Pages::find(&folder, &plan.schemes).expect_err("a page is gone");
    assert!(format!("{missing:#}").contains("see.md"), "{missing:#}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_command_line_is_understood_and_told_again() {
    let defaults = parse(&[]).unwrap();
    assert_eq!(defaults.plan().schemes, ordering::NAMES);
    assert_eq!(defaults.plan().settings.len(), 2);
    assert_eq!(defaults.command(), "cargo xtask ordering");
    let words = ["--schemes", "SEE,classic,see", "--setting", "full", "--depth", "8"];
    let more = ["--cap", "0", "--games", "4", "--nodes", "500", "--seed", "3", "--book"];
    let args = parse(&[&words[..], &more].concat()).unwrap();
    let plan = args.plan();
    assert_eq!((plan.schemes, plan.cap), (vec!["see", "classic"], None));
    assert_eq!(plan.settings, [Asked { setting: Setting::Full, depth: 8 }]);
    let command = "cargo xtask ordering --schemes see,classic,see --setting full --depth 8 \
                   --cap 0 --games 4 --nodes 500 --seed 3 --book";
    assert_eq!(args.command(), command);
    let fewer = parse(&["--cap", "250000", "--threads", "1"]).unwrap().command();
    assert_eq!(fewer, "cargo xtask ordering --threads 1");
}

#[test]
fn wishes_that_do_not_go_together_are_refused() {
    let message = |words: &[&str]| {
        let args = parse(words).unwrap();
        args.check(&args.plan()).map_err(|error| error.to_string())
    };
    let whole = Err("--book wants all schemes and both settings".to_owned());
    assert_eq!(message(&["--book", "--games", "2", "--setting", "full"]), whole);
    assert_eq!(message(&["--book", "--games", "2", "--schemes", "see"]), whole);
    let games = Err("--book wants games too: add --games N".to_owned());
    assert_eq!(message(&["--book"]), games);
    assert_eq!(message(&["--book", "--games", "2"]), Ok(()));
    let nobody = Err("games want a scheme other than modern".to_owned());
    assert_eq!(message(&["--schemes", "modern", "--games", "10"]), nobody);
    assert_eq!(message(&["--schemes", "modern"]), Ok(()));
    assert!(parse(&["--worked"]).unwrap().worked);
    assert!(parse(&["--worked", "--depth", "3"]).is_err());
}

#[test]
fn bad_openings_are_named_before_anything_is_measured() {
    let file = std::env::temp_dir().join(format!("bartizan-openings-{}.epd", std::process::id()));
    let name = file.display().to_string();
    let message = |games: &str| {
        let args = parse(&["--games", games, "--openings", &name]).unwrap();
        format!("{:#}", run(&args).expect_err("bad openings"))
    };
    assert!(message("2").contains(&name));
    fs::write(&file, "rubbish\n").unwrap();
    assert!(message("2").contains("line 1: bad position `rubbish`"));
    fs::write(&file, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").unwrap();
    assert!(message("3").contains("too few for 2 pairs"));
    let enough = parse(&["--games", "1", "--openings", &name]).unwrap().terms().unwrap();
    assert_eq!(enough.map(|terms| terms.pairs), Some(1));
    fs::remove_file(&file).unwrap();
}

#[test]
fn what_is_wrong_on_the_command_line_is_named() {
    let message = |words: &[&str]| parse(words).expect_err("a bad argument").to_string();
    let unknown = message(&["--schemes", "see,best"]);
    assert!(unknown.contains("there is no scheme `best`, only none, mvv-lva"), "{unknown}");
    assert!(message(&["--depth", "0"]).contains("0 is not in 1..=100"));
    assert!(message(&["--games", "18446744073709551615"]).contains("not in 0..=1000000"));
    assert!(message(&["--threads", "0"]).contains("not in 1..=1024"));
    assert!(message(&["--setting", "half"]).contains("alpha-beta, full, both"));
    let args = parse(&["--suite", "no-such-suite.epd"]).unwrap();
    let missing = run(&args).expect_err("there is no such file");
    assert!(format!("{missing:#}").contains("no-such-suite.epd"), "{missing:#}");
}

#[test]
fn settings_have_the_names_of_the_option() {
    for setting in Setting::ALL {
        assert!(search::NAMES.contains(&setting.name()));
        let json = serde_json::to_string(&setting).unwrap();
        assert_eq!(json, format!("\"{}\"", setting.name()));
    }
}
