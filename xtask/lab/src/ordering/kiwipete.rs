//! `cargo xtask ordering-kiwipete`: the experiment with which Rustic's author shows the effect of move
//! ordering: nodes of a plain search of one position without and with it, of this engine and by Rustic's
//! rules.
//!
//! The latter are those of its first version: its order of generated moves, its sort, captures alone in
//! quiescence, a ply more in check, no mates at leaves, material and square values. Nodes are positions whose
//! moves are generated. Not as there: the illegal moves that it generates, and skips later, take no part in the
//! sort, and its draw rules are left out, which have no effect so far.

use anyhow::{Context, Result, ensure};
use bartizan::pool::{self, Threads};
use bartizan::table::{Table, thousands};
use board::{Color, Move, PieceKind, Position};
use eval::{Classical, MAX_PLY, Score};
use games::output::write_text;
use movegen::{All, MoveList, Noisy, generate, has_legal_move};
use ordering::mvv_lva;
use ordering::{MvvLva, Unordered};
use search::reference::{LeafEvaluation, alpha_beta};
use std::array::from_fn;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::{fs, io};

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
    depth_off: u32,
    /// Greatest depth with ordering
    #[arg(long, value_name = "N", default_value_t = 9)]
    depth_on: u32,
    /// Square values for Rustic's rules, such as the author's: 64 numbers, a1 to h8, for each piece from
    /// pawn to king (default: values of this project)
    #[arg(long, value_name = "FILE")]
    values: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the task: prints the table.
pub fn run(args: &Args) -> Result<()> {
    let values = args.values.as_deref().map_or_else(|| Ok(default_values()), read_values)?;
    let table = measure([args.depth_off, args.depth_on], &values, args.threads.count())?;
    write_text(&mut io::stdout(), &table.to_string())
}

/// All counts, without ordering to the first depth and with it to the second, as sums over all depths so far:
/// each is searched from scratch, since none of these searches stores anything.
fn measure(depths: [u32; 2], values: &SquareValues, threads: usize) -> Result<Table> {
    let position = Position::from_fen(KIWIPETE).context("the position is a constant")?;
    // The longest first.
    let jobs = [false, true].into_iter().flat_map(|sorted| {
        let depths = (1..=depths[usize::from(sorted)]).rev();
        depths.flat_map(move |depth| [(sorted, true, depth), (sorted, false, depth)])
    });
    let jobs: Vec<(bool, bool, u32)> = jobs.collect();
    let Ok(nodes) = pool::run(&jobs, threads, |&(sorted, by_rustic, depth)| {
        Ok::<u64, Infallible>(if by_rustic {
            rustic_nodes(&position, values, sorted, depth)
        } else {
            nodes(&position, sorted, depth)
        })
    });
    let nodes: BTreeMap<_, _> = jobs.into_iter().zip(nodes).collect();
    let row = |depth: u32| {
        let counts = |sorted: bool| {
            let published = PUBLISHED[usize::from(sorted)].get(depth as usize - 1).copied();
            let to_depth = |by_rustic| {
                let nodes = (1..=depth).map(|depth| nodes.get(&(sorted, by_rustic, depth)));
                nodes.sum::<Option<u64>>()
            };
            [published, to_depth(true), to_depth(false)]
        };
        let (off, on) = (counts(false), counts(true));
        let ratios = from_fn::<_, 3, _>(|column| {
            let (off, on) = (off[column]? as f64, on[column]? as f64);
            Some((off / on).round() as u64)
        });
        let cells = [off, on, ratios].concat().into_iter();
        let shown = cells.map(|cell| cell.map_or("-".to_owned(), thousands));
        std::iter::once(depth.to_string()).chain(shown).collect()
    };
    let columns = ["Rustic", "Rustic's rules", "ours"];
    let headings = ["off", "on", "off/on"]
        .into_iter()
        .flat_map(|how| columns.map(|who| format!("{how}: {who}")));
    let headings = std::iter::once("depth".to_owned()).chain(headings);
    Ok(Table::of_numbers(headings, (1..=depths[0].max(depths[1])).map(row)))
}

/// The nodes of a search to a depth, of this engine: moves made.
fn nodes(position: &Position, sorted: bool, depth: u32) -> u64 {
    let (evaluator, leaf) = (&mut Classical::default(), LeafEvaluation::Captures);
    let result = if sorted {
        alpha_beta(position, evaluator, &mut MvvLva, depth, leaf, u64::MAX)
    } else {
        alpha_beta(position, evaluator, &mut Unordered, depth, leaf, u64::MAX)
    };
    result.expect("a search without limit ends").nodes
}

/// The value of a piece of each kind on each square, from White's point of view, in centipawns.
type SquareValues = [[i32; 64]; 6];

/// Reads 64 numbers for each kind.
fn read_values(path: &Path) -> Result<SquareValues> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
    let numbers = numbers.with_context(name)?;
    ensure!(numbers.len() == 6 * 64, "{}: {} values", name(), numbers.len());
    Ok(from_fn(|kind| from_fn(|square| numbers[kind * 64 + square])))
}

/// Values by formulas of this project.
fn default_values() -> SquareValues {
    const PIECES: [i32; 6] = [100, 310, 320, 500, 900, 0];
    const TOWARDS_CENTRE: [i32; 6] = [5, 10, 5, 0, 5, -5];
    let value = |kind: usize, square: usize| {
        let inwards = |line: usize| line.min(7 - line) as i32;
        let centre = inwards(square % 8) + inwards(square / 8) - 3;
        let advance = if kind == PieceKind::Pawn.index() { square as i32 / 8 } else { 0 };
        PIECES[kind] + TOWARDS_CENTRE[kind] * centre + 5 * advance
    };
    from_fn(|kind| from_fn(|square| value(kind, square)))
}

/// The score by square values, from the side to move.
fn evaluate(values: &SquareValues, position: &Position) -> Score {
    let sum = |color: Color| -> i32 {
        let of = |kind: PieceKind| -> i32 {
            let squares = position.of(color, kind).into_iter();
            squares.map(|square| values[kind.index()][square.relative_to(color).index()]).sum()
        };
        PieceKind::ALL.into_iter().map(of).sum()
    };
    let us = position.side_to_move();
    Score::new(sum(us) - sum(!us))
}

/// The nodes of a search by Rustic's rules; `sorted` is whether moves are sorted or tried as generated.
fn rustic_nodes(position: &Position, values: &SquareValues, sorted: bool, depth: u32) -> u64 {
    let mut search = RusticSearch { values, sorted, nodes: 0 };
    search.search(position, (-Score::INFINITE, Score::INFINITE), depth, 0);
    search.nodes
}

struct RusticSearch<'a> {
    values: &'a SquareValues,
    sorted: bool,
    nodes: u64,
}

impl RusticSearch<'_> {
    /// Searches to a depth; at depth 0 captures alone.
    fn search(
        &mut self,
        position: &Position,
        (mut alpha, beta): (Score, Score),
        depth: u32,
        ply: usize,
    ) -> Score {
        let in_check = position.in_check();
        if depth > 0 && !has_legal_move(position) {
            return if in_check { Score::mated_in(ply) } else { Score::DRAW };
        }
        let quiescence = depth == 0 || ply >= MAX_PLY;
        let depth = if quiescence { 0 } else { depth - 1 + u32::from(in_check) };
        let mut best = -Score::INFINITE;
        if quiescence {
            best = evaluate(self.values, position);
            if best >= beta || ply >= MAX_PLY {
                return best;
            }
            alpha = alpha.max(best);
        }
        for mv in self.moves(position, quiescence && !in_check) {
            if quiescence && !mv.is_capture() {
                continue;
            }
            let child = position.make(mv);
            let score = -self.search(&child, (-beta, -alpha), depth, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
        best
    }

    /// King, knights, rooks, bishops, queens, pawns, then castling; pieces and their targets from a1 to
    /// h8, promotions from the queen down.
    fn moves(&mut self, position: &Position, noisy_only: bool) -> MoveList {
        const RANKS: [usize; 6] = [5, 1, 3, 2, 4, 0];
        self.nodes += 1;
        let mut moves = MoveList::new();
        if noisy_only {
            generate::<Noisy>(position, &mut moves);
        } else {
            generate::<All>(position, &mut moves);
        }
        moves.sort_unstable_by_key(|&mv| {
            let kind = position.moved_piece(mv).kind();
            // The short castling comes first.
            let (rank, to) = match mv.is_castle() {
                true => (6, 63 - mv.to().index()),
                false => (RANKS[kind.index()], mv.to().index()),
            };
            let promotion = mv.promotion().map_or(0, |kind| 5 - kind.index());
            (rank << 18) | (mv.from().index() << 12) | (to << 6) | promotion
        });
        if self.sorted {
            exchange_sort(&mut moves, |mv| match mv.is_en_passant() {
                // Its target square is empty.
                true => 0,
                false => mvv_lva::sort_key(position, mv),
            });
        }
        moves
    }
}

/// Every better move found on the way to the best one is swapped to the front, which changes the order of
/// the others.
fn exchange_sort(moves: &mut MoveList, key: impl Fn(Move) -> u32) {
    for place in 0..moves.len() {
        let mut best = key(moves[place]);
        for other in place + 1..moves.len() {
            let rival = key(moves[other]);
            if rival > best {
                moves.swap(place, other);
                best = rival;
            }
        }
        if best == 0 {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts of the chapter, as far as they take no time and do not depend on the evaluation.
    #[test]
    fn the_published_table_is_reproduced() {
        let table = measure([0, 3], &default_values(), 2).unwrap();
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
            fs::write(&path, numbers.join(" ")).unwrap();
            read_values(&path)
        };
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        // The kings stand on squares of the same value; the pawn is the twelfth square's.
        assert_eq!(evaluate(&write(384).unwrap(), &position).raw(), 12);
        for count in [0, 383, 385] {
            assert!(write(count).is_err(), "{count}");
        }
    }
}
