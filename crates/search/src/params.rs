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
        // Aspiration window: least depth; half width of the first window, plus the score squared
        // over the divisor; widening after a failure, per cent; the width from which a side is
        // open; most plies taken off after repeated fail highs.
        aspiration_min_depth = 4, 2..=8, step 1;
        aspiration_width = 17, 4..=60, step 3;
        aspiration_score_divisor = 16_053, 4000..=64_000, step 2000;
        aspiration_growth = 38, 10..=200, step 10;
        aspiration_max_width = 1286, 300..=4000, step 150;
        aspiration_max_reduction = 3, 0..=6, step 1;

        // TT cutoff: below this depth a fail high of an expected all node needs a ply more.
        tt_cutoff_all_node_depth = 6, 0..=12, step 1;

        // Razoring: greatest depth; margin base + slope·depth².
        razor_depth = 4, 1..=8, step 1;
        razor_base = 214, 50..=500, step 20;
        razor_slope = 195, 50..=500, step 20;

        // RFP: greatest depth, and that for each piece besides king and pawns, as with few of them
        // zugzwang is likely; margin for each ply of depth, less these when improving and when the
        // opponent's last move has worsened its evaluation, plus a part of the absolute correction
        // of the evaluation, per cent; least margin.
        rfp_depth = 9, 3..=16, step 1;
        rfp_depth_per_piece = 3, 1..=16, step 1;
        rfp_slope = 52, 30..=160, step 6;
        rfp_improving = 62, 0..=160, step 8;
        rfp_worsening = 42, 0..=100, step 6;
        rfp_correction = 54, 0..=150, step 8;
        rfp_min_margin = 24, 0..=100, step 6;

        // NMP: least depth; least number of pieces besides king and pawns, as with a single one
        // zugzwang is likely too; the static evaluation must exceed beta by margin − slope·depth.
        nmp_min_depth = 3, 2..=6, step 1;
        nmp_min_pieces = 2, 1..=3, step 1;
        nmp_margin = 141, 0..=400, step 15;
        nmp_margin_slope = 17, 0..=40, step 2;
        // Its reduction: constant; for each ply of depth; centipawns above beta worth one ply more,
        // and the most by them.
        nmp_base = 4412, 2048..=6144, step 256;
        nmp_per_depth = 311, 128..=512, step 24;
        nmp_eval_divisor = 183, 60..=400, step 15;
        nmp_eval_max = 2906, 1024..=6144, step 256;
        // Its verification: least depth; part of the verification's depth without null moves, per
        // cent.
        nmp_verification_depth = 14, 8..=24, step 1;
        nmp_verification_share = 75, 25..=100, step 5;

        // ProbCut: least depth; margin above beta, less this when improving; plies by which its
        // search, or a TT entry that serves instead, is shallower; margin above beta of such an
        // entry.
        probcut_min_depth = 5, 3..=9, step 1;
        probcut_margin = 202, 80..=400, step 15;
        probcut_improving = 58, 0..=150, step 8;
        probcut_reduction = 4, 2..=7, step 1;
        probcut_tt_margin = 328, 150..=700, step 25;

        // IIR: least depth.
        iir_min_depth = 4, 2..=9, step 1;

        // LMP: number of moves, base + slope·depth², 1024ths; half of it when not improving.
        lmp_base = 3189, 1024..=6144, step 256;
        lmp_slope = 1212, 400..=2048, step 64;

        // Futility pruning: greatest reduced depth; margin base + slope·reduced depth; history
        // worth one centipawn of it.
        futility_depth = 9, 3..=16, step 1;
        futility_base = 74, 20..=250, step 10;
        futility_slope = 67, 30..=200, step 8;
        futility_history = 118, 50..=1000, step 20;

        // SEE pruning: centipawns for each reduced depth squared of quiet moves, for each ply of
        // depth of noisy ones; history of a noisy move worth one centipawn of the threshold.
        see_quiet = 22, 5..=80, step 4;
        see_noisy = 75, 30..=200, step 8;
        see_noisy_history = 66, 30..=1000, step 20;

        // Singular extension: least depth; plies by which the TT entry may be shallower than the
        // node; margin for each ply of depth, 16ths of a centipawn, and what it is where the
        // position was on a PV before, per cent; depth of its search, as part of a ply less than
        // the node's, per cent.
        singular_min_depth = 6, 4..=10, step 1;
        singular_tt_depth = 3, 1..=5, step 1;
        singular_margin = 16, 6..=40, step 2;
        singular_was_pv = 190, 100..=400, step 15;
        singular_depth = 48, 30..=75, step 3;
        // Further margin of a double and of a triple extension, and of both in a PV node; most
        // double extensions on one path.
        singular_double_margin = 15, 0..=50, step 3;
        singular_triple_margin = 81, 30..=250, step 10;
        singular_pv_margin = 194, 0..=400, step 20;
        singular_max_doubles = 13, 4..=24, step 2;
        // Negative extension when the TT score fails high, and in an expected cut node, plies.
        negative_extension_tt = 3, 0..=4, step 1;
        negative_extension_cut = 2, 0..=4, step 1;

        // LMR: least depth; base + ln(depth)·ln(move count)/divisor, the divisor in 1024ths.
        lmr_min_depth = 2, 1..=5, step 1;
        lmr_quiet_base = 953, 0..=2048, step 64;
        lmr_quiet_divisor = 2293, 1500..=4096, step 128;
        lmr_noisy_base = 42, -512..=1024, step 64;
        lmr_noisy_divisor = 3176, 1500..=5120, step 128;
        // Taken off in a PV node, and where the position is or was on a PV.
        lmr_pv = 871, 0..=2048, step 96;
        lmr_tt_pv = 710, 0..=2048, step 96;
        // Added in an expected cut node; when not improving; when the TT move is noisy.
        lmr_cut_node = 1600, 0..=3072, step 128;
        lmr_not_improving = 672, 0..=1536, step 64;
        lmr_tt_move_noisy = 850, 0..=2048, step 96;
        // Taken off when the move gives check.
        lmr_check = 988, 0..=2048, step 96;
        // Added when the children of the node failed high more often than the second number.
        lmr_cutoff_count = 917, 0..=2048, step 96;
        lmr_cutoff_count_min = 2, 0..=6, step 1;
        // History, and correction of the evaluation in centipawns, worth one ply less.
        lmr_history = 8730, 3000..=30_000, step 700;
        lmr_correction = 161, 40..=1000, step 20;
        // A reduced search that beats alpha is repeated a ply deeper when it is above the best
        // score by more than margin + slope·depth, and a ply shallower when by less than the last
        // margin.
        lmr_deeper_margin = 41, 10..=120, step 6;
        lmr_deeper_slope = 3, 0..=8, step 1;
        lmr_shallower_margin = 10, 0..=30, step 2;

        // Alpha raised: from this depth to that one the rest of the moves is searched a ply less.
        alpha_raised_min_depth = 3, 1..=6, step 1;
        alpha_raised_max_depth = 11, 6..=20, step 1;
        // History bonus: a score this far above beta counts as a ply more.
        history_bonus_margin = 83, 20..=250, step 10;

        // Quiescence: most moves searched that are neither evasions, promotions nor recaptures;
        // margin of delta pruning beyond the value of the victim; SEE threshold for moves that the
        // ordering does not call good or bad.
        qs_max_moves = 3, 1..=8, step 1;
        qs_delta_margin = 170, 50..=400, step 15;
        qs_see_threshold = -28, -150..=50, step 10;
        // Delta pruning: values of the victims.
        delta_pawn = 100, 60..=180, step 8;
        delta_knight = 327, 220..=450, step 16;
        delta_bishop = 321, 220..=450, step 16;
        delta_rook = 500, 380..=700, step 24;
        delta_queen = 965, 700..=1400, step 40;

        // Correction history: weights of the entries of pawns, of minor pieces, of each colour's
        // pieces, of the last two moves.
        correction_pawn = 616, 0..=2000, step 60;
        correction_minor = 466, 0..=2000, step 60;
        correction_non_pawn = 615, 0..=2000, step 60;
        correction_continuation = 565, 0..=2000, step 60;
        // Its update: divisor of error times depth; the largest, gravity units.
        correction_bonus_divisor = 3, 3..=24, step 2;
        correction_bonus_max = 221, 64..=512, step 32;

        // Thread voting: score above the worst that counts; margin of the worst score.
        vote_max_margin = 100, 20..=400, step 20;
        vote_offset = 10, 1..=60, step 4;

        // Soft limit: share of the remaining time for a move late in the game, and how much smaller
        // it is at the first move, 1024ths; how fast that difference vanishes, 10,000ths for each
        // move; part of the increment to spend, per cent.
        time_soft_share = 58, 20..=120, step 4;
        time_soft_share_opening = 38, 0..=60, step 4;
        time_opening_decay = 386, 100..=1200, step 40;
        time_increment = 75, 40..=100, step 5;
        // Hard limit, and the largest one, as part of the remaining time, per cent.
        time_hard_share = 55, 20..=80, step 5;
        time_max_share = 70, 30..=90, step 5;
        // With moves to go: soft limit as part of an even share, hard limit as part of the soft
        // one, per cent.
        time_moves_to_go_share = 110, 60..=160, step 6;
        time_moves_to_go_hard = 400, 150..=800, step 40;
        // Kept back for delays of the machine, milliseconds.
        time_reserve = 160, 20..=400, step 20;
        // Factors of the soft limit, per cent. By nodes: base − slope·(the best move's share of
        // them), and the least.
        time_nodes_base = 240, 120..=400, step 16;
        time_nodes_slope = 190, 60..=350, step 16;
        time_nodes_min = 50, 20..=100, step 6;
        // By stability: base − slope·(iterations without change of the best move), and the least.
        time_stability_base = 130, 100..=200, step 8;
        time_stability_slope = 6, 1..=20, step 1;
        time_stability_min = 75, 40..=100, step 5;
        // By score: base + slope/100 for each centipawn that it fell; the least and the greatest.
        time_score_base = 90, 60..=120, step 5;
        time_score_slope = 100, 0..=400, step 20;
        time_score_min = 75, 40..=100, step 5;
        time_score_max = 150, 110..=250, step 10;
        // Added for each recent change of the best move; what is left of a change after each
        // iteration.
        time_instability = 35, 0..=120, step 6;
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
