//! Small runs of the whole task that write no file of the project.

use super::*;
use crate::engine_match::{MatchRecord, Summary};
use games::testing;
use std::fs;
use testkit::TempFolder;

fn parse(line: &str) -> Result<Args, clap::Error> {
    testing::parse(line)
}

/// Three positions of different kinds, shallow and capped, in both settings.
fn small_run(threads: usize) -> (Plan, OrderingResults) {
    let line = format!("--schemes none,see,modern --depth 3 --cap 20000 --threads {threads}");
    let args = parse(&line).unwrap();
    let (plan, suite) = (args.plan(), read_positions(&default_suite()).unwrap());
    let suite = [0, 17, 40].map(|index| suite[index].clone());
    let results = compute(&args, &plan, &suite, &AtomicBool::new(false)).unwrap();
    (plan, results)
}

#[test]
fn project_suite_has_64_different_positions_of_four_kinds() {
    let positions = read_positions(&default_suite()).unwrap();
    let white = positions.iter().filter(|position| position.side_to_move().index() == 0);
    assert_eq!((positions.len(), white.count()), (64, 32));
    let text = fs::read_to_string(default_suite()).unwrap();
    for kind in ["opening", "middlegame", "endgame", "tactics"] {
        let of_kind = text.lines().filter(|line| line.contains(&format!(" ; {kind} ; ")));
        assert_eq!(of_kind.count(), 16, "{kind}");
    }
}

#[test]
fn the_same_run_counts_the_same_with_any_number_of_threads() {
    let ((_, once), (_, again)) = (small_run(1), small_run(3));
    assert_eq!((once.samples.len(), once.rows.len()), (3 * 3 * 2, 3 * 2));
    for (sample, other) in once.samples.iter().zip(&again.samples) {
        assert_eq!(
            (&sample.nodes_by_depth, sample.nodes, &sample.counts),
            (&other.nodes_by_depth, other.nodes, &other.counts)
        );
        assert!(sample.nodes_by_depth.is_sorted(), "{sample:?}");
        assert!(sample.nodes >= sample.nodes_by_depth.last().copied().unwrap_or_default());
        assert!(sample.depth() <= 3 && sample.nodes <= 20_000 && sample.counts.main.nodes > 0);
        assert_eq!(sample.seconds_by_depth.len(), sample.nodes_by_depth.len());
    }
    // Without ordering the cap cuts some searches short; an unfinished depth is none.
    let cut = |sample: &&Sample| sample.depth() < 3;
    assert!(once.samples.iter().filter(cut).any(|sample| sample.scheme == "none"));
    assert!(once.samples.iter().filter(cut).all(|sample| sample.nodes == 20_000));
}

#[test]
fn results_are_written_and_printed_when_a_match_fails() {
    let (plan, mut results) = small_run(2);
    let folder = TempFolder::new("ordering-files");
    let out = folder.join("deep/ordering.json");
    let mut record = MatchRecord::default();
    record.add(0, [1, 0], ["repetition".to_owned(), "checkmate".to_owned()]);
    let result = Summary::new(&record.games, None);
    results.rows[1].result = Some(result);
    let mut stdout = Vec::new();
    let failed = Err(anyhow::anyhow!("an engine gave up"));
    let error = finish(&out, &plan, &results, failed, &mut stdout).expect_err("a failed match");
    assert_eq!(error.to_string(), "an engine gave up");

    let text = String::from_utf8(stdout).unwrap();
    for scheme in ["none", "see", "modern"] {
        let rows = text.lines().filter(|line| line.starts_with(&format!("{scheme} ")));
        assert_eq!(rows.count(), 8, "four tables for each setting:\n{text}");
    }
    assert!(text.contains(&result.elo.unwrap().to_string()), "{text}");
    assert!(text.contains("18 of 18 searches in"), "{text}");
    assert!(text.contains("both the scheme and modern finished"), "{text}");

    let json: Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
    assert_eq!(json["parameters"]["plan"]["schemes"][1], "see");
    assert_eq!(json["positions"][0], results.positions[0]);
    assert_eq!(json["rows"][1]["result"]["draws"], 1);
    for (written, sample) in json["samples"].as_array().unwrap().iter().zip(&results.samples) {
        assert_eq!(written["nodes_by_depth"], json!(sample.nodes_by_depth));
    }

    // Where it cannot be written there are the tables.
    let blocked = out.join("ordering.json");
    let mut stdout = Vec::new();
    assert!(finish(&blocked, &plan, &results, Ok(()), &mut stdout).is_err() && !stdout.is_empty());
}

#[test]
fn a_run_that_is_stopped_at_once_has_no_rows() {
    let args = parse("").unwrap();
    let suite = read_positions(&default_suite()).unwrap();
    let results = compute(&args, &args.plan(), &suite, &AtomicBool::new(true)).unwrap();
    assert!(results.stopped && results.rows.is_empty() && results.samples.is_empty());
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
    assert!(parse("--worked").unwrap().worked);
}

#[test]
fn faults_are_reported_before_measuring() {
    for (line, fault) in [
        ("--schemes see,best", "there is no scheme `best`, only none, mvv-lva"),
        ("--depth 0", "0 is not in 1..=100"),
        ("--threads 0", "not in 1..=1024"),
        ("--setting half", "alpha-beta, full]"),
        ("--worked --depth 3", "cannot be used with"),
    ] {
        let error = parse(line).expect_err(line).to_string();
        assert!(error.contains(fault), "{error}");
    }
    for (line, fault) in [
        ("--schemes modern", "schemes are compared with modern"),
        ("--tc 1+0.01 --games 2", "fixed nodes"),
        ("--suite no-such-suite.epd", "no-such-suite.epd"),
        ("--games 2 --openings no-such-book.epd", "no-such-book.epd"),
    ] {
        let error = format!("{:#}", run(&parse(line).unwrap()).expect_err(line));
        assert!(error.contains(fault), "{error}");
    }
}

#[test]
fn every_scheme_has_a_speed() {
    let start = [Position::startpos()];
    let speeds = measure::measure_picks(&ordering::NAMES, &start, Duration::ZERO);
    assert!(speeds.iter().all(|speed| speed.is_some_and(|speed| speed > 0.0)), "{speeds:?}");
}

#[test]
fn setting_names_match_the_search_option() {
    for setting in Setting::ALL {
        assert!(search::NAMES.contains(&setting.name()));
        assert_eq!(json!(setting), setting.name());
    }
}
