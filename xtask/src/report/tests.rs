//! Pages of small files.

use super::*;
use crate::arena::Pentanomial;
use crate::engine_match::{MatchRecord, Summary};
use crate::results::write_results;
use serde_json::{Value, json};
use std::fs;
use testkit::TempFolder;

/// A match of two pairs as a file has it, the first side under this name.
fn match_file(side: &str) -> Value {
    let mut record = MatchRecord::default();
    record.add(0, [2, 1], ["checkmate".to_owned(), "repetition".to_owned()]);
    let mut file = record.to_json("0,10".parse().ok());
    let limit = json!({ "nodes": 5000 });
    file["settings"] = json!({ "a": { "side": side }, "b": { "side": "default" }, "limit": limit });
    file
}

fn summary() -> Summary {
    let mut record = MatchRecord::default();
    record.add(0, [2, 1], ["checkmate".to_owned(), "repetition".to_owned()]);
    Summary::new(&record.games.total(), None)
}

/// A file of each kind, and what the page shows of it.
fn examples() -> Vec<(&'static str, Value, &'static [&'static str])> {
    let row = |scheme: &str| {
        json!({
            "setting": "full", "scheme": scheme, "target_depth": 3, "positions": 2, "finished": 2,
            "mean_depth": 3.0, "least_depth": 3, "compared": 2, "common_depth": 3.0,
            "common_nodes": 1234.0, "node_ratio": 1.5, "total_nodes": 2468,
            "branching_factor": 2.5, "cutoffs": [0.7, 0.2, 0.06, 0.04],
            "quiescence_cutoffs": null, "tt_move_cutoffs": null, "generated": 9.0, "scored": 8.0,
        })
    };
    let pentanomial = Pentanomial([1, 2, 3, 1, 0]);
    let ordering = json!({
        "engine": "Bartizan", "stopped": false,
        "parameters": {
            "schemes": ["see", "modern"], "settings": [{ "setting": "full", "depth": 3 }],
            "cap": null, "suite": null, "hash_mib": 16, "games": 14, "game_nodes": 100, "seed": 1,
            "chess960": false, "openings": null,
        },
        "rows": [row("see"), row("modern")],
        "growth": { "full": [{ "depth": 1, "positions": 2, "nodes": [20.0, 30.0] }] },
        "matches": [{
            "setting": "full", "scheme": "see", "pentanomial": pentanomial, "wins": 2, "draws": 6,
            "losses": 6, "elo": pentanomial.elo(),
        }],
    });
    let series = |ordered: bool| {
        let counts = json!({ "moves_made": 4321, "expanded_nodes": 99, "seldepth": 5 });
        json!({ "ordered": ordered, "iterations": [{ "depth": 1, "score": 5, "counts": counts }] })
    };
    let kiwipete = json!({
        "fen": "FEN", "stopped": false, "changes": [],
        "ours": { "name": "ours", "note": "", "off": series(false), "on": series(true) },
    });
    let network = json!({
        "settings": {
            "hidden": 96, "target": { "scale": 400, "result_share": 0.25 },
            "selection": { "near": 3, "max_difference": null, "lambda": 0.5, "scale": 400 },
            "schedule": {
                "epochs": 2, "batch": 512, "rate": 0.001, "final_rate": 1e-5, "decay": 0.01, "seed": 1
            },
        },
        "results": {
            "training_positions": 123_456, "validation_positions": 6_000, "validation_loss": 0.0071,
            "quantisation_losses": [0.01, 0.01], "quantisation_errors": [3.25, 9.0],
            "network": [5000, "00000000"],
        },
        "curve": [{ "epoch": 1.0, "training": 0.02, "validation": 0.01 }],
    });
    let perft = |generator: &str, seconds: f64| {
        json!({
            "position": "start", "fen": "FEN", "depth": 3, "generator": generator, "nodes": 8902,
            "seconds": seconds,
        })
    };
    let searches =
        |name: &str| json!({ "name": name, "rounds": [[100, 1.0]], "kiwipete": [1, 2, 3, 4] });
    let peers = json!({
        "perft": [perft("bartizan", 0.001), perft("another", 0.004)],
        "search": { "depth": 9, "engines": [searches("Bartizan"), searches("Another 2")] },
    });
    let engine = |name: &str| json!({ "name": name, "nodes": 1000, "nps": [500, 600] });
    let speed = json!({
        "engines": [engine("working tree"), engine("main (abc)")],
        "ratio": 1.25, "standard_error_of_log": 0.01,
    });
    let count = |instructions: u64| json!([{ "bench": "make", "instructions": instructions, "operations": 10 }]);
    let spsa = json!({
        "settings": {
            "parameters": [{
                "name": "rfp_slope", "start": 60.0, "min": 0.0, "max": 200.0, "c_end": 5.0,
                "r_end": 0.002,
            }],
            "pairs": 100, "batch": 16,
        },
        "pairs": 100, "values": [71.25], "path": [{ "pairs": 0, "values": [60.0] }],
    });
    let ablation =
        json!({ "heuristic": "razoring", "without": "razor_depth=0", "result": summary() });
    vec![
        ("ordering", ordering, &["the full search, to depth 3", ">1,234<", "Elo against modern"]),
        ("kiwipete", kiwipete, &["Each depth by itself", ">4,321<"]),
        ("ladder", json!({ "ladder": [{ "side": "other", "result": summary() }] }), &[">1-1-0<"]),
        ("match", match_file("rfp_slope=70"), &[">rfp_slope=70<", "[0, 10]: undecided"]),
        ("ablation", json!({ "engine": "full", "ablations": [ablation] }), &["razor_depth=0"]),
        ("network", network, &[">96<", ">123,456<", ">0.00710<", "Loss of network"]),
        ("spsa", spsa, &["rfp_slope", ">+2.25<"]),
        ("peers", peers, &[">8.9<", ">4.00<", "to depth 9", "Another 2"]),
        ("speed", speed, &["speed ratio 1.2500", "main (abc)"]),
        ("counts", json!({ "base": null, "before": count(50), "now": count(60) }), &["+20.00 %"]),
    ]
}

/// The page of a folder, and what was wrong.
fn page_of(folder: &Path) -> (String, Vec<String>) {
    let mut files = ResultFiles::default();
    files.add(folder);
    let page = page::render(&sections::all(&mut files));
    (page, files.problems().collect())
}

#[test]
fn results_of_each_kind_are_shown() {
    let folder = TempFolder::new("report-kinds");
    let empty = page_of(&folder).0;
    let missing = "No results. They are made by";
    assert_eq!(empty.matches(missing).count(), examples().len());
    assert!(empty.contains("<code>cargo xtask peers --ladder FILE</code>"));
    for (name, content, texts) in examples() {
        write_results(&folder.join(format!("{name}.json")), &content).unwrap();
        for text in texts {
            assert!(!empty.contains(text), "{name}: the page without results has {text}");
        }
    }
    let (page, problems) = page_of(&folder);
    assert_eq!(problems, Vec::<String>::new());
    assert!(!page.contains(missing));
    for (name, _, texts) in examples() {
        for text in texts {
            assert!(page.contains(text), "{name}: there is no {text}");
        }
    }
    assert!(page.contains(&crate::results::ORIGIN.date));
    assert!(page == page_of(&folder).0, "the page of the same files is another");
}

#[test]
fn the_page_asks_for_nothing_else() {
    let folder = TempFolder::new("report-whole");
    for (name, content, _) in examples() {
        write_results(&folder.join(format!("{name}.json")), &content).unwrap();
    }
    let page = page_of(&folder).0;
    let addresses: Vec<&str> = page.split("http").skip(1).collect();
    assert!(addresses.iter().all(|rest| rest.starts_with("://www.w3.org/2000/svg\"")));
    assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("url("));
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let folder = TempFolder::new("report-broken");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("torn.json", "{ \"games\": ");
    write("list.json", "[1, 2]");
    write("other.json", "{ \"name\": 1, \"value\": 2 }");
    write("part.json", "{ \"ends\": {}, \"settings\": {} }");
    write("origin.json", "{ \"ends\": {}, \"origin\": 7 }");
    write("text.txt", "no JSON");
    write_results(&folder.join("whole.json"), &match_file("the first")).unwrap();
    let (page, problems) = page_of(&folder);
    assert!(page.contains("the first"));
    let expected = [
        ("torn.json: no results: EOF while parsing", 1),
        ("list.json: no results: invalid type: sequence", 1),
        ("other.json: no known results, only name, value", 1),
        ("part.json: missing field `a`", 1),
        ("origin.json: origin: invalid type", 1),
        ("text.txt", 0),
    ];
    for (text, count) in expected {
        let found = problems.iter().filter(|problem| problem.contains(text)).count();
        assert_eq!(found, count, "{text}: {problems:?}");
    }
    assert_eq!(problems.len(), 5, "{problems:?}");
    let mut files = ResultFiles::default();
    files.add(&folder.join("absent.json"));
    assert!(files.problems().next().is_some_and(|problem| problem.contains("absent.json: ")));
}

#[test]
fn parameters_without_values_are_no_panic() {
    let folder = TempFolder::new("report-spsa");
    let spsa = examples().into_iter().find(|(name, ..)| *name == "spsa");
    let (_, mut spsa, _) = spsa.unwrap();
    spsa["path"][0]["values"] = json!([]);
    write_results(&folder.join("spsa.json"), &spsa).unwrap();
    assert!(page_of(&folder).0.contains("The values are not those of the parameters."));
}

#[test]
fn a_scheme_that_is_gone_is_named() {
    let folder = TempFolder::new("report-scheme");
    let (_, mut ordering, _) = examples().swap_remove(0);
    ordering["rows"][0]["scheme"] = json!("my-ordering");
    write_results(&folder.join("ordering.json"), &ordering).unwrap();
    let problems = page_of(&folder).1;
    assert!(problems[0].contains("there is no scheme `my-ordering`"), "{problems:?}");
}

#[test]
fn names_are_escaped_and_files_shown_once() {
    let folder = TempFolder::new("report-names");
    write_results(&folder.join("a.json"), &match_file("<b>&\"x\"</b>")).unwrap();
    let mut files = ResultFiles::default();
    files.add(&folder);
    files.add(&folder.join("a.json"));
    let page = page::render(&sections::all(&mut files));
    assert!(!page.contains("<b>"));
    assert_eq!(page.matches(">&lt;b&gt;&amp;&quot;x&quot;&lt;/b&gt;</span>").count(), 1);
}

#[test]
fn kept_results_are_all_shown() {
    let mut files = ResultFiles::default();
    files.add(&workspace::root().join(KEPT));
    let page = page::render(&sections::all(&mut files));
    assert_eq!(files.problems().collect::<Vec<_>>(), Vec::<String>::new());
    assert!(page.matches("<p class=\"source\">").count() >= 10);
}
