//! Small runs of the whole task that write no file of the project.

use super::matches::SchemeMatch;
use super::measure::SearchSpec;
use super::measure::{Sample, Setting};
use super::*;
use games::arena::{MatchResult, Pentanomial};
use games::testing::{self, FailingWriter};
use std::fs;
use std::io::ErrorKind;
use testkit::TempFolder;

fn parse(line: &str) -> Result<Args, clap::Error> {
    testing::parse(line)
}

/// Three positions of different kinds, shallow and capped, in both settings.
const SMALL: &str = "--schemes none,see,modern --depth 3 --cap 20000";

fn small_run(more: &str) -> (Plan, OrderingResults) {
    let args = parse(&format!("{SMALL} {more}")).unwrap();
    let (plan, suite) = (args.plan(), suite::load(&suite::default_file()).unwrap());
    let suite = [&suite[0..1], &suite[17..18], &suite[40..41]].concat();
    let results = compute(&args, &plan, &suite, &AtomicBool::new(false)).unwrap();
    (plan, results)
}

/// The document with everything set to nothing that may differ from run to run.
fn without_times(results: &OrderingResults) -> OrderingResults {
    let mut results = results.clone();
    results.timing = RunTiming { threads: 0, seconds: 0.0 };
    results.parameters.plan.threads = 0;
    results.samples.iter_mut().for_each(|sample| sample.timing = Default::default());
    results.rows.iter_mut().for_each(|row| row.timing = Default::default());
    results
}

#[test]
fn the_same_run_counts_the_same_with_any_number_of_threads() {
    let (_, once) = small_run("--threads 1");
    let (_, again) = small_run("--threads 3");
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
fn json_and_csv_round_trip() {
    let (_, results) = small_run("");
    let folder = TempFolder::new("ordering-files");
    export::write(&folder, &results).unwrap();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let json: serde_json::Value = serde_json::from_str(&read("ordering.json")).unwrap();
    assert_eq!(json["parameters"]["schemes"][1], "see");
    assert_eq!(json["positions"][0]["fen"], results.positions[0].position.to_fen());
    let counts = |sample: &Sample| serde_json::json!([sample.scheme, sample.nodes_by_depth]);
    for (written, sample) in json["samples"].as_array().unwrap().iter().zip(&results.samples) {
        assert_eq!(
            serde_json::json!([written["scheme"], written["nodes_by_depth"]]),
            counts(sample)
        );
        assert_eq!(written["counts"]["main"]["nodes"], sample.counts.main.nodes);
    }

    let table = read("ordering.csv");
    let mut lines = csv::Reader::from_reader(table.as_bytes());
    let lines: Vec<csv::StringRecord> = lines.records().map(Result::unwrap).collect();
    let depths: u32 = results.samples.iter().map(Sample::depth).sum();
    assert_eq!(lines.len(), depths as usize);
    assert_eq!((&lines[0][1], &lines[0][5]), ("none", "1"));
    assert_eq!(lines[0][6], results.samples[0].nodes_by_depth[0].to_string());

    let summary = read("summary.csv");
    let (heading, rows) = summary.split_once('\n').unwrap();
    assert!(heading.starts_with("setting,scheme,") && rows.lines().count() == 6);
    let widths = summary.lines().map(|line| line.split(',').count());
    assert!(widths.clone().all(|width| width == widths.clone().next().unwrap()));
    fs::remove_dir_all(&*folder).unwrap();

    let missing = export::write(&folder, &results).expect_err("the folder is gone");
    assert!(format!("{missing:#}").contains("ordering.json"), "{missing:#}");
}

#[test]
fn results_are_written_when_a_match_fails() {
    let (plan, mut results) = small_run("--games 4");
    let folder = TempFolder::new("ordering-finish");
    let pentanomial = Pentanomial([0, 1, 1, 0, 0]);
    let elo = pentanomial.elo().unwrap();
    let result = MatchResult { pentanomial, wins: 0, draws: 3, losses: 1 };
    results.matches = vec![SchemeMatch { setting: Setting::Full, scheme: "see", result, elo }];
    let failed = Err(anyhow::anyhow!("an engine gave up"));
    let mut stdout = Vec::new();
    let error = write_and_report(&folder, &plan, &results, failed, &mut stdout)
        .expect_err("a failed match");
    assert_eq!(error.to_string(), "an engine gave up");
    let text = String::from_utf8(stdout).unwrap();
    assert!(text.contains("against modern") && text.contains(&elo.to_string()), "{text}");
    let names = ["ordering.json", "ordering.csv", "summary.csv", "nodes-full.svg", "elo-full.svg"];
    assert!(names.iter().all(|name| folder.join(name).is_file()));
    let summary = fs::read_to_string(folder.join("summary.csv")).unwrap();
    let of_see = summary.lines().find(|line| line.starts_with("full,see,")).unwrap();
    assert!(of_see.contains(&format!(",4,{},{}", elo.elo.unwrap(), elo.low.unwrap())), "{of_see}");
    fs::remove_dir_all(&*folder).unwrap();

    // A closed standard output leaves the files; a missing folder leaves the tables.
    fs::create_dir(&*folder).unwrap();
    let mut gone = FailingWriter(ErrorKind::BrokenPipe);
    assert_eq!(write_and_report(&folder, &plan, &results, Ok(()), &mut gone).unwrap().len(), 5);
    assert!(names.iter().all(|name| folder.join(name).is_file()));
    fs::remove_dir_all(&*folder).unwrap();
    let mut stdout = Vec::new();
    let error =
        write_and_report(&folder, &plan, &results, Ok(()), &mut stdout).expect_err("no folder");
    assert!(format!("{error:#}").contains("ordering.json") && !stdout.is_empty());
}

#[test]
fn tables_and_charts_name_every_scheme() {
    let (plan, results) = small_run("");
    let text = report(&plan, &results);
    for scheme in ["none", "see", "modern"] {
        let rows = text.lines().filter(|line| line.starts_with(&format!("{scheme} ")));
        assert_eq!(rows.count(), 8, "four tables for each setting:\n{text}");
    }
    assert!(text.contains("18 of 18 searches of at most 20,000 nodes"), "{text}");
    assert!(text.contains(&format!("threads: {}", plan.threads)), "{text}");
    assert!(text.contains("both the scheme and modern finished"), "{text}");
    let charts = results.charts();
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
    let args = parse(SMALL).unwrap();
    let suite = suite::load(&suite::default_file()).unwrap();
    let results = compute(&args, &args.plan(), &suite, &AtomicBool::new(true)).unwrap();
    assert!(results.stopped && results.rows.is_empty() && results.samples.is_empty());
}

#[test]
fn docs_page_is_written_identically_twice() {
    let (_, results) = small_run("");
    let folder = TempFolder::new("ordering-book");
    let page = "# A page\n\n<!-- measured -->\n<!-- /measured -->\n\nThe end.\n";
    fs::write(folder.join("README.md"), page).unwrap();
    let write = || {
        let charts = [("nodes-full.svg".to_owned(), "<svg/>".to_owned())];
        let pages = DocsPages::find(&folder).unwrap();
        pages.write(&results, "cargo xtask ordering --book", &charts).unwrap();
        fs::read_to_string(folder.join("README.md")).unwrap()
    };
    let overview = write();
    assert_eq!(overview, write());
    assert!(overview.starts_with("# A page\n\n<!-- measured -->\n\n"), "{overview}");
    assert!(overview.ends_with("\n\n<!-- /measured -->\n\nThe end.\n"), "{overview}");
    assert!(overview.contains("cargo xtask ordering --book\n"), "{overview}");
    for scheme in ["none", "modern"] {
        let rows = overview.lines().filter(|line| line.starts_with(&format!("| {scheme} |")));
        assert_eq!(rows.count(), 6, "{overview}");
    }
    assert!(overview.contains("](nodes-full.svg)"), "{overview}");
    assert!(folder.join("nodes-full.svg").is_file());
    fs::remove_file(folder.join("README.md")).unwrap();
    let missing = DocsPages::find(&folder).expect_err("a page is gone");
    assert!(format!("{missing:#}").contains("README.md"), "{missing:#}");
}

#[test]
fn arguments_become_a_plan() {
    let defaults = parse("").unwrap().plan();
    assert_eq!((defaults.schemes, defaults.settings.len()), (ordering::NAMES.to_vec(), 2));
    let line = "--schemes SEE,classic,see --setting full --depth 8 --cap 0";
    let plan = parse(line).unwrap().plan();
    // The default scheme is added, with which the others are compared.
    assert_eq!((plan.schemes, plan.cap), (vec!["see", "classic", ordering::DEFAULT], None));
    assert_eq!(plan.settings, [SearchSpec { setting: Setting::Full, depth: 8 }]);
}

#[test]
fn incompatible_options_are_rejected() {
    let message = |line: &str| {
        let args = parse(line).unwrap();
        args.validate(&args.plan()).map_err(|error| error.to_string())
    };
    let whole = Err("--book wants all schemes and both settings".to_owned());
    assert_eq!(message("--book --games 2 --setting full"), whole);
    assert_eq!(message("--book --games 2 --schemes see"), whole);
    let games = Err("--book wants games too: add --games N".to_owned());
    assert_eq!(message("--book"), games);
    assert_eq!(message("--book --games 2"), Ok(()));
    let nobody = message("--schemes modern").expect_err("nothing to compare");
    assert!(nobody.contains("as in --schemes modern,none"), "{nobody}");
    assert!(parse("--worked").unwrap().worked);
    assert!(parse("--worked --depth 3").is_err());
}

#[test]
fn bad_openings_are_reported_before_measuring() {
    let folder = TempFolder::new("ordering-openings");
    let file = folder.join("openings.epd");
    let name = file.display().to_string();
    let message = |games: &str| {
        let args = parse(&format!("--games {games} --openings {name}")).unwrap();
        format!("{:#}", run(&args).expect_err("bad openings"))
    };
    assert!(message("2").contains(&name));
    fs::write(&file, "rubbish\n").unwrap();
    assert!(message("2").contains("line 1: bad position `rubbish`"));
    fs::write(&file, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n").unwrap();
    assert!(message("3").contains("too few for 2 pairs"));
    let enough = parse(&format!("--games 1 --openings {name}")).unwrap().match_settings().unwrap();
    assert_eq!(enough.map(|settings| settings.pairs), Some(1));
}

#[test]
fn command_line_errors_name_the_argument() {
    let message = |line: &str| parse(line).expect_err("a bad argument").to_string();
    let unknown = message("--schemes see,best");
    assert!(unknown.contains("there is no scheme `best`, only none, mvv-lva"), "{unknown}");
    assert!(message("--depth 0").contains("0 is not in 1..=100"));
    assert!(message("--games 18446744073709551615").contains("not in 0..=1000000"));
    assert!(message("--threads 0").contains("not in 1..=1024"));
    assert!(message("--setting half").contains("alpha-beta, full]"));
    let args = parse("--suite no-such-suite.epd").unwrap();
    let missing = run(&args).expect_err("there is no such file");
    assert!(format!("{missing:#}").contains("no-such-suite.epd"), "{missing:#}");
}

#[test]
fn setting_names_match_the_search_option() {
    for setting in Setting::ALL {
        assert!(search::NAMES.contains(&setting.name()));
        let json = serde_json::to_string(&setting).unwrap();
        assert_eq!(json, format!("\"{}\"", setting.name()));
    }
}
