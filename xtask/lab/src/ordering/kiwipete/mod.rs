//! `cargo xtask ordering-kiwipete`: the experiment with which Rustic's author shows the effect of move
//! ordering: nodes of a plain search of one position without and with it, of this engine and by Rustic's
//! rules.
//!
//! Each depth is searched from scratch, since none of these searches stores anything; the counts
//! shown are sums over all depths so far, which is what iterative deepening would count.

mod rustic;

use super::docs_folder;
use super::docs_pages::DocsPage;
use anyhow::{Context, Result};
use bartizan::pool::{self, Threads};
use bartizan::table::{Table, thousands};
use board::Position;
use eval::Classical;
use games::output::write_text;
use ordering::{MvvLva, Unordered};
use rustic::SquareValues;
use search::reference::{LeafEvaluation, alpha_beta};
use std::convert::Infallible;
use std::io;
use std::path::PathBuf;

/// The position of the experiment.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Rustic's published node counts by depth, without ordering and with it, as sums over the depths.
const PUBLISHED: [&[u64]; 2] = [
    &[5_161_544, 38_369_245, 722_743_000],
    &[1_598, 3_196, 7_315, 20_260, 76_603, 293_985, 1_333_835, 7_288_058, 39_339_223],
];

/// The command line of the task.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Greatest depth without ordering
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub depth_off: u32,
    /// Greatest depth with ordering
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub depth_on: u32,
    /// Square values for Rustic's rules, such as the author's: 64 numbers, a1 to h8, for each piece from
    /// pawn to king (default: values of this project)
    #[arg(long, value_name = "FILE")]
    pub values: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Put the table into the book's chapter as well
    #[arg(long)]
    pub book: bool,
}

/// Runs the task: prints the table.
///
/// # Errors
/// When the values cannot be read or the chapter does not take the table.
pub fn run(args: &Args) -> Result<()> {
    let values = args.values.as_deref().map(SquareValues::read).transpose()?.unwrap_or_default();
    let page = || {
        DocsPage::find(docs_folder().join("kiwipete.md"), "<!-- kiwipete -->", "<!-- /kiwipete -->")
    };
    let page = args.book.then(page).transpose()?;
    let table = measure([args.depth_off, args.depth_on], &values, args.threads.count())?;
    write_text(&mut io::stdout(), &table.to_string())?;
    page.map_or(Ok(()), |page| page.write(&table.markdown()))
}

/// The nodes of a search to a depth, of this engine: moves made.
fn ours(position: &Position, sorted: bool, depth: u32) -> u64 {
    let (evaluator, leaf) = (&mut Classical::default(), LeafEvaluation::Captures);
    if sorted {
        alpha_beta(position, evaluator, &mut MvvLva, depth, leaf).nodes
    } else {
        alpha_beta(position, evaluator, &mut Unordered, depth, leaf).nodes
    }
}

/// All counts, without ordering to the first depth and with it to the second.
fn measure(depths: [u32; 2], values: &SquareValues, threads: usize) -> Result<Table> {
    let position = Position::from_fen(KIWIPETE).context("the position is a constant")?;
    // The longest first.
    let jobs = [false, true].into_iter().flat_map(|sorted| {
        let depths = (1..=depths[usize::from(sorted)]).rev();
        depths.flat_map(move |depth| [(sorted, depth, false), (sorted, depth, true)])
    });
    let jobs: Vec<(bool, u32, bool)> = jobs.collect();
    let Ok(nodes) = pool::run(&jobs, threads, |&(sorted, depth, by_rustic)| {
        Ok::<u64, Infallible>(if by_rustic {
            rustic::expanded_nodes(&position, values, sorted, depth)
        } else {
            ours(&position, sorted, depth)
        })
    });
    let to_depth = |which: (bool, bool), to: u32| {
        let counts = jobs.iter().zip(&nodes);
        let counts = counts.filter(|((sorted, depth, by_rustic), _)| {
            (*sorted, *by_rustic) == which && *depth <= to
        });
        (to <= depths[usize::from(which.0)]).then(|| counts.map(|(_, nodes)| nodes).sum::<u64>())
    };
    let row = |depth: u32| {
        let published = PUBLISHED.map(|all| all.get(depth as usize - 1).copied());
        let counts = |sorted: bool| {
            let measured = [true, false].map(|by_rustic| to_depth((sorted, by_rustic), depth));
            [published[usize::from(sorted)], measured[0], measured[1]]
        };
        let (off, on) = (counts(false), counts(true));
        let shown = |nodes: Option<u64>| nodes.map_or("-".to_owned(), thousands);
        let ratio = |(off, on): (Option<u64>, Option<u64>)| {
            shown(off.zip(on).map(|(off, on)| (off as f64 / on as f64).round() as u64))
        };
        let ratios = off.into_iter().zip(on).map(ratio);
        let cells = off.into_iter().chain(on).map(shown).chain(ratios);
        std::iter::once(depth.to_string()).chain(cells).collect()
    };
    let columns = ["Rustic", "Rustic's rules", "ours"];
    let headings = ["off", "on", "off/on"]
        .into_iter()
        .flat_map(|how| columns.map(|who| format!("{how}: {who}")));
    let headings = std::iter::once("depth".to_owned()).chain(headings);
    Ok(Table::of_numbers(headings, (1..=depths[0].max(depths[1])).map(row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of the chapter, as far as they take no time and do not depend on the evaluation.
    #[test]
    fn the_published_table_is_reproduced() {
        let table = measure([0, 3], &SquareValues::default(), 2).unwrap();
        let rows: Vec<&[String]> = table.rows().iter().map(|row| &row[1..6]).collect();
        assert_eq!(rows[0], ["5,161,544", "-", "-", "1,598", "1,409"]);
        assert_eq!(rows[1], ["38,369,245", "-", "-", "3,196", "2,828"]);
        assert_eq!(rows[2], ["722,743,000", "-", "-", "7,315", "6,855"]);
    }

    #[test]
    fn values_are_read_by_piece_and_square() {
        let folder = testkit::TempFolder::new("values");
        let path = folder.join("values.txt");
        let write = |count: i32| {
            let numbers: Vec<String> = (0..count).map(|number| number.to_string()).collect();
            std::fs::write(&path, numbers.join(" ")).unwrap();
            SquareValues::read(&path)
        };
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        // The kings stand on squares of the same value; the pawn is the twelfth square's.
        assert_eq!(write(384).unwrap().score(&position).raw(), 12);
        for count in [0, 383, 385] {
            assert!(write(count).is_err(), "{count}");
        }
    }
}
