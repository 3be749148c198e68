//! What a network makes of a position, for people.

use super::accumulator::Pieces;
use super::network::Network;
use super::simd::Simd;
use crate::{Classical, Explain};
use board::{File, PieceKind, Position, Rank, Square};
use std::fmt::Write;

/// What each piece is worth to the network, and the evaluation by each output bucket, all from
/// White's view. A piece is worth the difference that its absence makes, by the same output bucket.
/// If a side has only its king: the terms of the classical evaluation.
#[must_use]
pub fn trace(network: &Network, position: &Position) -> String {
    if super::has_bare_king(position) {
        let explanation = Classical::default().explain(position);
        return format!("A king is bare, so the evaluation is the classical one:\n\n{explanation}");
    }
    let architecture = network.architecture();
    let pieces = Pieces::of(position, architecture);
    let used = architecture.output_bucket(position.occupied().count());
    let (simd, us) = (Simd::best(), position.side_to_move());
    let white_score = |pieces: &Pieces, bucket| {
        network.evaluate_pieces(simd, position, pieces, bucket).relative_to(us)
    };
    let total = white_score(&pieces, used);
    // Writing to a string cannot fail, here and below.
    let mut text = format!("What each piece is worth to the network {network}:\n\n");
    let separator = format!("  +{}\n", "-------+".repeat(8));
    text.push_str(&separator);
    for rank in Rank::ALL.into_iter().rev() {
        let squares = File::ALL.map(|file| Square::new(file, rank));
        let _ = write!(text, "{} |", rank.index() + 1);
        for square in squares {
            let piece = position.piece_on(square).map_or(' ', |piece| piece.to_char());
            let _ = write!(text, "   {piece}   |");
        }
        text.push_str("\n  |");
        for square in squares {
            let valued = position.piece_on(square).filter(|piece| piece.kind() != PieceKind::King);
            let value = valued.map_or_else(String::new, |_| {
                let without = white_score(&pieces.without(square, architecture), used);
                (total - without).to_string()
            });
            let _ = write!(text, "{value:^7}|");
        }
        text.push('\n');
        text.push_str(&separator);
    }
    text.push_str("      a       b       c       d       e       f       g       h\n\n");
    for bucket in 0..architecture.output_buckets {
        let score = white_score(&pieces, bucket);
        let mark = if bucket == used { "  <- by the number of pieces" } else { "" };
        let _ = writeln!(text, "Output bucket {bucket}: {score}{mark}");
    }
    let _ = write!(text, "Evaluation {total} (White's side)");
    text
}
