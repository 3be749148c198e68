//! The tunable parameters of the search: pruning, reductions, extensions, aspiration windows,
//! correction history, thread voting and time management. Those of the move ordering are in
//! [`ordering::params`].
//!
//! Scores are centipawns, depths are plies, reductions are 1024ths of a ply.

use board::PieceKind;
use ordering::tunable_params;

tunable_params! {
    /// The parameters of one searcher.
    SearchParams {
        /// Aspiration window: least depth.
        aspiration_min_depth = 4, 2..=8, step 1;
        /// Aspiration window: half width of the first window.
        aspiration_width = 17, 4..=60, step 3;
        /// Aspiration window: the score squared over this is added to the half width.
        aspiration_score_divisor = 16_053, 4000..=64_000, step 2000;
        /// Aspiration window: widening after a failure, per cent.
        aspiration_growth = 38, 10..=200, step 10;
        /// Aspiration window: a side wider than this is opened fully.
        aspiration_max_width = 1286, 300..=4000, step 150;
        /// Aspiration window: most plies taken off after repeated fail highs.
        aspiration_max_reduction = 3, 0..=6, step 1;

        /// TT cutoff: below this depth a fail high of an expected all node needs a ply more.
        tt_cutoff_all_node_depth = 6, 0..=12, step 1;

        /// Razoring: greatest depth.
        razor_depth = 4, 1..=8, step 1;
        /// Razoring: constant margin.
        razor_base = 214, 50..=500, step 20;
        /// Razoring: margin for each depth squared.
        razor_slope = 195, 50..=500, step 20;

        /// RFP: greatest depth.
        rfp_depth = 9, 3..=16, step 1;
        /// RFP: greatest depth for each piece besides king and pawns. With few of them zugzwang is likely.
        rfp_depth_per_piece = 3, 1..=16, step 1;
        /// RFP: margin for each ply of depth.
        rfp_slope = 52, 30..=160, step 6;
        /// RFP: margin taken off when improving.
        rfp_improving = 62, 0..=160, step 8;
        /// RFP: margin taken off when the opponent's last move has worsened its evaluation.
        rfp_worsening = 42, 0..=100, step 6;
        /// RFP: part of the absolute correction of the evaluation added to the margin, per cent.
        rfp_correction = 54, 0..=150, step 8;
        /// RFP: least margin.
        rfp_min_margin = 24, 0..=100, step 6;

        /// NMP: least depth.
        nmp_min_depth = 3, 2..=6, step 1;
        /// NMP: least number of pieces besides king and pawns. With a single one zugzwang is likely too.
        nmp_min_pieces = 2, 1..=3, step 1;
        /// NMP: how far the static evaluation must exceed beta at depth 0.
        nmp_margin = 141, 0..=400, step 15;
        /// NMP: how much of that margin each ply of depth takes off.
        nmp_margin_slope = 17, 0..=40, step 2;
        /// NMP: constant reduction.
        nmp_base = 4412, 2048..=6144, step 256;
        /// NMP: reduction for each ply of depth.
        nmp_per_depth = 311, 128..=512, step 24;
        /// NMP: centipawns above beta worth one ply of reduction.
        nmp_eval_divisor = 183, 60..=400, step 15;
        /// NMP: greatest reduction by centipawns above beta.
        nmp_eval_max = 2906, 1024..=6144, step 256;
        /// NMP: depth from which a cutoff is verified by a search without null moves.
        nmp_verification_depth = 14, 8..=24, step 1;
        /// NMP: part of the verification's depth without null moves, per cent.
        nmp_verification_share = 75, 25..=100, step 5;

        /// ProbCut: least depth.
        probcut_min_depth = 5, 3..=9, step 1;
        /// ProbCut: margin above beta.
        probcut_margin = 202, 80..=400, step 15;
        /// ProbCut: margin taken off when improving.
        probcut_improving = 58, 0..=150, step 8;
        /// ProbCut: plies by which its search, or a TT entry that serves instead, is shallower.
        probcut_reduction = 4, 2..=7, step 1;
        /// ProbCut: margin above beta of a lower bound in the TT that serves instead of a search.
        probcut_tt_margin = 328, 150..=700, step 25;

        /// IIR: least depth.
        iir_min_depth = 4, 2..=9, step 1;

        /// LMP: constant number of moves, 1024ths.
        lmp_base = 3189, 1024..=6144, step 256;
        /// LMP: moves for each depth squared, 1024ths; half of it all when not improving.
        lmp_slope = 1212, 400..=2048, step 64;

        /// Futility pruning: greatest reduced depth.
        futility_depth = 9, 3..=16, step 1;
        /// Futility pruning: constant margin.
        futility_base = 74, 20..=250, step 10;
        /// Futility pruning: margin for each ply of reduced depth.
        futility_slope = 67, 30..=200, step 8;
        /// Futility pruning: history worth one centipawn of margin.
        futility_history = 118, 50..=1000, step 20;

        /// SEE pruning of quiet moves: centipawns for each reduced depth squared.
        see_quiet = 22, 5..=80, step 4;
        /// SEE pruning of noisy moves: centipawns for each ply of depth.
        see_noisy = 75, 30..=200, step 8;
        /// SEE pruning of noisy moves: history worth one centipawn of the threshold.
        see_noisy_history = 66, 30..=1000, step 20;

        /// Singular extension: least depth.
        singular_min_depth = 6, 4..=10, step 1;
        /// Singular extension: plies by which the TT entry may be shallower than the node.
        singular_tt_depth = 3, 1..=5, step 1;
        /// Singular extension: margin for each ply of depth, 16ths of a centipawn.
        singular_margin = 16, 6..=40, step 2;
        /// Singular extension: that margin where the position was on a PV before, per cent.
        singular_was_pv = 190, 100..=400, step 15;
        /// Singular extension: depth of its search, as part of a ply less than the node's, per cent.
        singular_depth = 48, 30..=75, step 3;
        /// Singular extension: further margin of a double extension.
        singular_double_margin = 15, 0..=50, step 3;
        /// Singular extension: further margin of a triple extension.
        singular_triple_margin = 81, 30..=250, step 10;
        /// Singular extension: further margin of both in a PV node.
        singular_pv_margin = 194, 0..=400, step 20;
        /// Singular extension: most double extensions on one path.
        singular_max_doubles = 13, 4..=24, step 2;
        /// Negative extension when the TT score fails high, plies.
        negative_extension_tt = 3, 0..=4, step 1;
        /// Negative extension in an expected cut node, plies.
        negative_extension_cut = 2, 0..=4, step 1;

        /// LMR: least depth.
        lmr_min_depth = 2, 1..=5, step 1;
        /// LMR of quiet moves: constant.
        lmr_quiet_base = 953, 0..=2048, step 64;
        /// LMR of quiet moves: divisor of ln(depth)·ln(move count), 1024ths.
        lmr_quiet_divisor = 2293, 1500..=4096, step 128;
        /// LMR of noisy moves: constant.
        lmr_noisy_base = 42, -512..=1024, step 64;
        /// LMR of noisy moves: divisor of ln(depth)·ln(move count), 1024ths.
        lmr_noisy_divisor = 3176, 1500..=5120, step 128;
        /// LMR: taken off in a PV node.
        lmr_pv = 871, 0..=2048, step 96;
        /// LMR: taken off where the position is or was on a PV.
        lmr_tt_pv = 710, 0..=2048, step 96;
        /// LMR: added in an expected cut node.
        lmr_cut_node = 1600, 0..=3072, step 128;
        /// LMR: added when not improving.
        lmr_not_improving = 672, 0..=1536, step 64;
        /// LMR: added when the TT move is noisy.
        lmr_tt_move_noisy = 850, 0..=2048, step 96;
        /// LMR: taken off when the move gives check.
        lmr_check = 988, 0..=2048, step 96;
        /// LMR: added when the children of the node failed high often.
        lmr_cutoff_count = 917, 0..=2048, step 96;
        /// LMR: that many cutoffs of children are not yet often.
        lmr_cutoff_count_min = 2, 0..=6, step 1;
        /// LMR: history worth one ply less.
        lmr_history = 8730, 3000..=30_000, step 700;
        /// LMR: correction of the evaluation (centipawns) worth one ply less.
        lmr_correction = 161, 40..=1000, step 20;
        /// LMR: a reduced search this far above the best score is repeated a ply deeper.
        lmr_deeper_margin = 41, 10..=120, step 6;
        /// LMR: that margin grows by this for each ply of depth.
        lmr_deeper_slope = 3, 0..=8, step 1;
        /// LMR: a reduced search less than this above the best score is repeated a ply shallower.
        lmr_shallower_margin = 10, 0..=30, step 2;

        /// Alpha raised: the rest of the moves is searched a ply less from this depth on.
        alpha_raised_min_depth = 3, 1..=6, step 1;
        /// Alpha raised: up to this depth.
        alpha_raised_max_depth = 11, 6..=20, step 1;
        /// History bonus: a score this far above beta counts as a ply more.
        history_bonus_margin = 83, 20..=250, step 10;

        /// Quiescence: most moves searched that are neither evasions, promotions nor recaptures.
        qs_max_moves = 3, 1..=8, step 1;
        /// Delta pruning: margin beyond the value of the victim.
        qs_delta_margin = 170, 50..=400, step 15;
        /// Quiescence SEE pruning: threshold for moves that the ordering does not call good or bad.
        qs_see_threshold = -28, -150..=50, step 10;
        /// Delta pruning: value of a pawn.
        delta_pawn = 100, 60..=180, step 8;
        /// Delta pruning: value of a knight.
        delta_knight = 327, 220..=450, step 16;
        /// Delta pruning: value of a bishop.
        delta_bishop = 321, 220..=450, step 16;
        /// Delta pruning: value of a rook.
        delta_rook = 500, 380..=700, step 24;
        /// Delta pruning: value of a queen.
        delta_queen = 965, 700..=1400, step 40;

        /// Correction history: weight of the pawn entry.
        correction_pawn = 616, 0..=2000, step 60;
        /// Correction history: weight of the entry of the minor pieces.
        correction_minor = 466, 0..=2000, step 60;
        /// Correction history: weight of the entry of each colour's pieces.
        correction_non_pawn = 615, 0..=2000, step 60;
        /// Correction history: weight of the entry of the last two moves.
        correction_continuation = 565, 0..=2000, step 60;
        /// Correction history: divisor of error times depth in an update.
        correction_bonus_divisor = 3, 3..=24, step 2;
        /// Correction history: largest update, gravity units.
        correction_bonus_max = 221, 64..=512, step 32;

        /// Thread voting: score above the worst that counts.
        vote_max_margin = 100, 20..=400, step 20;
        /// Thread voting: margin of the worst score.
        vote_offset = 10, 1..=60, step 4;

        /// Time: share of the remaining time for a move late in the game, 1024ths.
        time_soft_share = 58, 20..=120, step 4;
        /// Time: how much smaller that share is at the first move, 1024ths.
        time_soft_share_opening = 38, 0..=60, step 4;
        /// Time: how fast that difference vanishes, 10,000ths for each move.
        time_opening_decay = 386, 100..=1200, step 40;
        /// Time: part of the increment to spend, per cent.
        time_increment = 75, 40..=100, step 5;
        /// Time: hard limit as part of the remaining time, per cent.
        time_hard_share = 55, 20..=80, step 5;
        /// Time: largest hard limit as part of the remaining time, per cent.
        time_max_share = 70, 30..=90, step 5;
        /// Time: part of an even share of the moves to go for the soft limit, per cent.
        time_moves_to_go_share = 110, 60..=160, step 6;
        /// Time: hard limit with moves to go, per cent of the soft limit.
        time_moves_to_go_hard = 400, 150..=800, step 40;
        /// Time: kept back for delays of the machine, milliseconds.
        time_reserve = 160, 20..=400, step 20;
        /// Time scaling: factor when the best move took no nodes, per cent.
        time_nodes_base = 240, 120..=400, step 16;
        /// Time scaling: taken off that in proportion to the best move's share of nodes, per cent.
        time_nodes_slope = 190, 60..=350, step 16;
        /// Time scaling: least factor by nodes, per cent.
        time_nodes_min = 50, 20..=100, step 6;
        /// Time scaling: factor when the best move has just changed, per cent.
        time_stability_base = 130, 100..=200, step 8;
        /// Time scaling: taken off that for each iteration without change, per cent.
        time_stability_slope = 6, 1..=20, step 1;
        /// Time scaling: least factor by stability, per cent.
        time_stability_min = 75, 40..=100, step 5;
        /// Time scaling: factor when the score stays the same, per cent.
        time_score_base = 90, 60..=120, step 5;
        /// Time scaling: added for each centipawn that the score fell, 100ths of a per cent.
        time_score_slope = 100, 0..=400, step 20;
        /// Time scaling: least factor by score, per cent.
        time_score_min = 75, 40..=100, step 5;
        /// Time scaling: greatest factor by score, per cent.
        time_score_max = 150, 110..=250, step 10;
        /// Time scaling: added for each recent change of the best move, per cent.
        time_instability = 35, 0..=120, step 6;
        /// Time scaling: what is left of a change after each iteration, per cent.
        time_instability_decay = 60, 30..=95, step 5;
    }
}

impl SearchParams {
    /// Delta pruning: most that the capture of this piece brings, in centipawns.
    #[inline(always)]
    pub(crate) const fn delta_value(&self, kind: PieceKind) -> i32 {
        match kind {
            PieceKind::Pawn => self.delta_pawn(),
            PieceKind::Knight => self.delta_knight(),
            PieceKind::Bishop => self.delta_bishop(),
            PieceKind::Rook => self.delta_rook(),
            PieceKind::Queen => self.delta_queen(),
            PieceKind::King => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ordering::params::OrderingParams;

    #[test]
    fn defaults_are_in_range_and_names_are_unique() {
        let all: Vec<_> = SearchParams::ALL.iter().chain(OrderingParams::ALL).collect();
        for (index, p) in all.iter().enumerate() {
            assert!(p.min < p.max && (p.min..=p.max).contains(&p.default), "{}", p.name);
            assert!(p.step > 0, "{}", p.name);
            assert!(all[..index].iter().all(|other| other.name != p.name), "{}", p.name);
        }
    }
}
