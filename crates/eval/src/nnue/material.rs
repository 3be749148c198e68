//! The network of a binary without a trained one: material, and a bonus for pieces near the centre.

use super::architecture::{Architecture, Perspective};
use super::network::{Network, Parameters};
use board::{Color, Piece, PieceKind, Square};

/// Hidden neurons; most are 0.
const HIDDEN: usize = 64;
/// Score of an output of 1, in centipawns: large, as few neurons share the work.
const SCALE: u16 = 3200;

/// Feature weight of a piece and output weight, from pawn to queen. Their product times 0.784 is the
/// value in centipawns. The feature weight times the greatest difference in number stays below 128.
const VALUES: [(i16, i16); 5] = [(14, 9), (12, 34), (12, 35), (12, 53), (14, 86)];
/// Output weight of centrality: 4 centipawns for each step.
const CENTRALITY: i16 = 5;

/// A pair of neurons whose difference is linear. With x from −127 to 127, the sum over pieces of
/// their feature weights, enemy pieces negative, one neuron holds 128 + x and the other 127 − x:
/// (128 + x)² − (127 − x)² = 255 · (2x + 1). Output weights are negated between the two neurons and
/// between the two sides.
pub(super) fn network() -> Network {
    let architecture = Architecture { output_buckets: 1, ..Architecture::new(HIDDEN) };
    let mut parameters = Parameters::from_fn(&architecture, || 0);
    let perspective = Perspective::new(&architecture, Color::White, Square::A1);
    let mut add_pair = |pair: usize, output: i16, value: &dyn Fn(PieceKind, Square) -> i16| {
        for (neuron, sign, bias) in [(2 * pair, 1, 128), (2 * pair + 1, -1, 127)] {
            parameters.feature_biases[neuron] = bias;
            parameters.output_weights[neuron] = sign * output;
            parameters.output_weights[HIDDEN + neuron] = -sign * output;
            for piece in Piece::ALL {
                let sign = if piece.color() == Color::White { sign } else { -sign };
                for square in Square::ALL {
                    let row = usize::from(perspective.input(piece, square));
                    let weight = &mut parameters.feature_weights[row * HIDDEN + neuron];
                    *weight = sign * value(piece.kind(), square);
                }
            }
        }
    };
    for (pair, (kind, (value, output))) in PieceKind::ALL.into_iter().zip(VALUES).enumerate() {
        add_pair(pair, output, &|other, _| if other == kind { value } else { 0 });
    }
    add_pair(VALUES.len(), CENTRALITY, &|kind, square| match kind {
        PieceKind::King => 0,
        _ => centrality(square),
    });
    Network::new(architecture, SCALE, "material and centrality, not trained", &parameters)
        .expect("the weights are within their bounds")
}

/// Steps from the corners towards the centre, along files and ranks: 0 to 6.
fn centrality(square: Square) -> i16 {
    let steps = |index: usize| index.min(7 - index) as i16;
    steps(square.file().index()) + steps(square.rank().index())
}
