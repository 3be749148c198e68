//! The answer to `stats`: the move-ordering statistics of the last search as text.

use ordering::{ModeStatistics, OrderingStatistics, Stage};
use std::fmt::Write;

/// The answer while the option `Statistics` is off.
pub const NOT_COUNTED: &str =
    "nothing was counted; send setoption name Statistics value true and search again";

/// The answer of a search that does not order its moves.
pub const NO_ORDERING: &str = "this search does not order its moves; there are no statistics";

/// Characters of a bar in a session: one for each two percent.
pub const BAR: usize = 50;

/// For main search, quiescence and ProbCut each: a histogram of the cutoffs by move index and by
/// stage, and the counters of the move picker. A bar of the histogram has at most `bar` characters.
pub fn text(ordering: &str, statistics: &OrderingStatistics, bar: usize) -> String {
    let mut text = format!("ordering {ordering}, last search");
    let parts = [
        ("main search", &statistics.main),
        ("quiescence", &statistics.quiescence),
        ("ProbCut", &statistics.probcut),
    ];
    for (name, counters) in parts {
        if counters.nodes > 0 {
            write_counters(&mut text, name, counters, bar);
        }
    }
    text
}

fn write_counters(text: &mut String, name: &str, counters: &ModeStatistics, width: usize) {
    // Writing to a string cannot fail, here and below.
    let _ = write!(text, "\n\n{name}: {} nodes with at least one move", counters.nodes);
    let per_node = |count: u64| count as f64 / counters.nodes as f64;
    let _ = write!(
        text,
        "\n  moves per node   generated {:.2}, scored {:.2}, picked {:.2}",
        per_node(counters.generated),
        per_node(counters.scored),
        per_node(counters.total_picked())
    );
    if let Some(share) = counters.tt_move_cutoff_share() {
        let picked = counters.tt_moves();
        let _ = write!(text, "\n  TT moves         {picked} picked, {} cut off", percent(share));
    }
    let Some(shares) = counters.cutoff_shares() else { return };
    let total = counters.total_cutoffs();
    let _ = write!(text, "\n  cutoffs          {total}");
    let ordinals = ["first", "second", "third", "later"].into_iter();
    let by_place = ordinals.zip(shares.into_iter().zip(counters.cutoffs));
    let by_stage = Stage::ALL.map(|stage| {
        let count = counters.cutoffs_by_stage[stage.index()];
        (stage.name(), (count as f64 / total as f64, count))
    });
    let by_stage = by_stage.into_iter().filter(|(_, (_, count))| *count > 0);
    for (name, (share, count)) in by_place.chain(by_stage) {
        let bar = "#".repeat((share * width as f64).round() as usize);
        let _ = write!(text, "\n    {name:<13}  {}  {bar:<width$} {count}", percent(share));
    }
}

fn percent(share: f64) -> String {
    format!("{:>5.1} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histogram_lists_move_index_and_stage() {
        let mut main =
            ModeStatistics { nodes: 200, cutoffs: [80, 10, 6, 4], ..ModeStatistics::default() };
        main.cutoffs_by_stage[Stage::TtMove.index()] = 60;
        main.cutoffs_by_stage[Stage::Quiet.index()] = 40;
        main.picked_by_stage[Stage::TtMove.index()] = 75;
        main.generated = 500;
        let counts = OrderingStatistics { main, ..OrderingStatistics::default() };
        let text = text("modern", &counts, BAR);
        let line = |name: &str| {
            let found = text.lines().find(|line| line.trim_start().starts_with(name));
            found.unwrap_or_else(|| panic!("{name} in {text}")).to_owned()
        };
        assert!(line("first").contains("80.0 %") && line("first").ends_with(" 80"));
        assert!(line("later").contains(" 4.0 %") && line("later").ends_with(" 4"));
        assert!(line("TT moves").ends_with("75 picked,  80.0 % cut off"));
        assert!(line("quiet").contains("40.0 %"));
        assert!(line("moves per node").contains("generated 2.50"));
        assert!(!text.contains("quiescence") && !text.contains("countermove"));
        let main = ModeStatistics { nodes: 1, ..ModeStatistics::default() };
        let counts = OrderingStatistics { main, ..Default::default() };
        let text = self::text("none", &counts, BAR);
        assert!(text.contains("1 nodes") && !text.contains("cutoffs"));
    }
}
