//! The content of charts.

use super::*;
use crate::ordering::measure::Setting;
use games::arena::{MatchResult, Pentanomial};

fn row(scheme: &'static str, first: f64) -> SummaryRow {
    let cutoffs = Some([first, 0.9 - first, 0.07, 0.03]);
    SummaryRow { scheme, cutoffs, ..SummaryRow::default() }
}

fn played(scheme: &'static str, pentanomial: [u64; 5]) -> SchemeMatch {
    let result =
        MatchResult { pentanomial: Pentanomial(pentanomial), wins: 1, draws: 0, losses: 1 };
    let elo = result.pentanomial.elo().unwrap();
    SchemeMatch { setting: Setting::Full, scheme, result, elo }
}

fn assert_holds(svg: &str, texts: &[&str]) {
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    for text in texts {
        assert!(svg.contains(text), "no {text:?} in {svg}");
    }
}

#[test]
fn nodes_by_depth() {
    let levels = [
        DepthNodes { depth: 1, positions: 4, nodes: vec![Some(30.0), Some(20.0)] },
        DepthNodes { depth: 2, positions: 3, nodes: vec![None, Some(300.0)] },
    ];
    let svg = nodes("A title", &["none", "modern"], &levels).unwrap();
    assert_holds(&svg, &["A title", "none", "modern", "1 (4)", "2 (3)", "geometric mean"]);
    assert_eq!(nodes("A title", &["none"], &[]), None);
    assert!(nodes("A title", &["none", "modern"], &levels[..1]).is_some());
}

#[test]
fn cutoffs_by_move() {
    let rows = [row("see", 0.712), row("victim-first", 0.5)];
    let svg = cutoffs("A title", &rows.iter().collect::<Vec<_>>()).unwrap();
    assert_holds(&svg, &["A title", "see", "victim-first", "71.2", "1st move", "later"]);
    assert_eq!(cutoffs("A title", &[]), None);
}

#[test]
fn elo_against_the_default() {
    let svg = elo("A title", &[&played("see", [20, 30, 80, 30, 20])]).unwrap();
    assert_holds(&svg, &["A title", "see", "+0 ± ", "Elo against modern", scheme_color("see")]);
    assert_eq!(elo("A title", &[]), None);
}

#[test]
fn node_counts_are_abbreviated() {
    let shown = [1.0, 999.0, 1000.0, 20_000.0, 1_500_000.0, 3e9].map(abbreviated);
    assert_eq!(shown, ["1", "999", "1 k", "20 k", "1.5 M", "3 G"]);
}
