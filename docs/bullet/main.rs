//! Trains a network for Bartizan on a GPU with bullet. An example of bullet, such as `examples/simple.rs`, is the
//! place for it; it reads what `cargo xtask data export bullet` writes.

use bullet_lib::{
    game::{formats::bulletformat::ChessBoard, inputs::SparseInputType, outputs::MaterialCount},
    nn::{InitSettings, Shape, optimiser::{AdamW, AdamWParams}},
    trainer::{
        save::SavedFormat,
        schedule::{TrainingSchedule, TrainingSteps, lr, wdl},
        settings::LocalSettings,
    },
    value::{ValueTrainerBuilder, loader::DirectSequentialDataLoader},
};

const HIDDEN: usize = 512;
const SUPERBATCHES: usize = 60;
const KING_BUCKETS: usize = 4;
/// The king bucket of a1 to d1, and so on to the eighth rank.
const BUCKETS: [usize; 32] = [
    0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,
];
const INPUTS: usize = 768;
const STATES: usize = 3;
const KING: usize = 5;

/// The inputs of Bartizan with threats and four king buckets.
#[derive(Clone, Copy)]
struct Threats;

impl SparseInputType for Threats {
    type RequiredDataType = ChessBoard;

    fn num_inputs(&self) -> usize {
        KING_BUCKETS * STATES * INPUTS
    }

    fn max_active(&self) -> usize {
        32
    }

    fn map_features<F: FnMut(usize, usize)>(&self, board: &ChessBoard, mut f: F) {
        let states = states(board);
        let perspective = |king: usize| {
            let mirror = if king % 8 > 3 { 7 } else { 0 };
            let folded = king ^ mirror;
            (mirror, STATES * INPUTS * BUCKETS[folded / 8 * 4 + folded % 8])
        };
        let (own_mirror, own_start) = perspective(board.our_ksq().into());
        let (other_mirror, other_start) = perspective(board.opp_ksq().into());
        for (piece, square) in *board {
            let (side, kind, square) = (usize::from(piece >> 3), usize::from(piece & 7), usize::from(square));
            let state = INPUTS * states[square];
            let own = 384 * side + 64 * kind + (square ^ own_mirror);
            let other = 384 * (1 - side) + 64 * kind + (square ^ 56 ^ other_mirror);
            f(own_start + state + own, other_start + state + other);
        }
    }

    fn shorthand(&self) -> String {
        format!("{}x{KING_BUCKETS}", STATES * INPUTS)
    }

    fn description(&self) -> String {
        "pieces in three states of attack, mirrored, by king buckets".to_string()
    }
}

/// Of the piece on each square: 0 where no enemy piece attacks it, else 1, or 2 where a piece of its own side defends
/// it and none of less value attacks it.
fn states(board: &ChessBoard) -> [usize; 64] {
    const VALUES: [u8; 6] = [0, 1, 1, 2, 3, 4];
    let mut pieces = [None; 64];
    for (piece, square) in *board {
        pieces[usize::from(square)] = Some((piece >> 3, usize::from(piece & 7)));
    }
    let (mut attacked, mut defended, mut by_less) = ([false; 64], [false; 64], [false; 64]);
    for (from, piece) in pieces.iter().enumerate() {
        let Some((side, kind)) = *piece else { continue };
        for &(file, rank) in steps(side, kind) {
            let (mut x, mut y) = (from as i32 % 8 + file, from as i32 / 8 + rank);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let to = (8 * y + x) as usize;
                if let Some((other, victim)) = pieces[to] {
                    defended[to] |= other == side;
                    attacked[to] |= other != side;
                    by_less[to] |=
                        other != side && victim != KING && kind != KING && VALUES[kind] < VALUES[victim];
                    break;
                }
                if !(2..=4).contains(&kind) {
                    break;
                }
                (x, y) = (x + file, y + rank);
            }
        }
    }
    std::array::from_fn(|at| {
        usize::from(attacked[at]) + usize::from(attacked[at] && defended[at] && !by_less[at])
    })
}

/// The steps with which a piece attacks: those of a bishop, then those of a rook, make a queen's.
fn steps(side: u8, kind: usize) -> &'static [(i32, i32)] {
    const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    const QUEEN: [(i32, i32); 8] = [(1, 1), (1, -1), (-1, -1), (-1, 1), (0, 1), (1, 0), (0, -1), (-1, 0)];
    match (kind, side) {
        (0, 0) => &[(-1, 1), (1, 1)],
        (0, _) => &[(-1, -1), (1, -1)],
        (1, _) => &KNIGHT,
        (2, _) => &QUEEN[..4],
        (3, _) => &QUEEN[4..],
        _ => &QUEEN,
    }
}

fn main() {
    let mut trainer = ValueTrainerBuilder::default()
        .dual_perspective()
        .optimiser(AdamW)
        .inputs(Threats)
        .output_buckets(MaterialCount::<8>)
        // What `cargo xtask import-network` reads, in floating point. The rows that learn apart are added up.
        .save_format(&[
            SavedFormat::id("l0w").transform(|store, weights| {
                let factoriser = store.get("l0f").values.f32().repeat(KING_BUCKETS * STATES);
                weights.into_iter().zip(factoriser).map(|(own, common)| (own + common).clamp(-0.99, 0.99)).collect()
            }),
            SavedFormat::id("l0b"),
            SavedFormat::id("l1w").transpose(),
            SavedFormat::id("l1b"),
        ])
        .loss_fn(|output, target| output.sigmoid().squared_error(target))
        .build(|builder, own, other, bucket| {
            let factoriser = builder.new_weights("l0f", Shape::new(HIDDEN, INPUTS), InitSettings::Zeroed);
            let mut l0 = builder.new_affine("l0", KING_BUCKETS * STATES * INPUTS, HIDDEN);
            l0.weights = l0.weights + factoriser.repeat(KING_BUCKETS * STATES);
            let l1 = builder.new_affine("l1", 2 * HIDDEN, 8);
            let hidden = l0.forward(own).screlu().concat(l0.forward(other).screlu());
            l1.forward(hidden).select(bucket)
        });
    // The bounds of the file.
    let bounds = AdamWParams { max_weight: 0.99, min_weight: -0.99, ..Default::default() };
    for weights in ["l0w", "l0f", "l0b", "l1w"] {
        trainer.optimiser.set_params_for_weight(weights, bounds);
    }
    let schedule = TrainingSchedule {
        net_id: "bartizan".to_string(),
        // Centipawns that divide a score before the logistic function, and the scale of the network.
        eval_scale: 200.0,
        steps: TrainingSteps {
            batch_size: 16_384,
            batches_per_superbatch: 6104,
            start_superbatch: 1,
            end_superbatch: SUPERBATCHES,
        },
        // The share of the result in the target.
        wdl_scheduler: wdl::ConstantWDL { value: 0.1 },
        lr_scheduler: lr::CosineDecayLR {
            initial_lr: 0.001,
            final_lr: 0.000_01,
            final_superbatch: SUPERBATCHES,
        },
        save_rate: 10,
    };
    let settings = LocalSettings { threads: 4, test_set: None, output_directory: "checkpoints", batch_queue_size: 64 };
    trainer.run(&schedule, &settings, &DirectSequentialDataLoader::new(&["shuffled.bin"]));
}
