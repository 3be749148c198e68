//! Scores of shallow searches.

use super::*;

#[test]
fn pruned_replies_do_not_leave_a_node_with_the_score_of_a_blunder() {
    // In each of these the side that replies has a check or capture which loses much, and quiet moves.
    for fen in [
        "1r6/q3bpk1/2Q1p1pp/3pP3/p2P4/5NPP/PPR2P2/6K1 b - - 0 23",
        "8/2p3p1/2p1kp2/p2p1n1P/P2r1P2/1P1Q1P2/5K2/8 w - - 0 31",
        "1r4k1/2Q2pp1/5n1p/8/B7/5PP1/1q3PK1/2R5 b - - 3 29",
        "4r1k1/5p1p/3p2p1/2rP4/P2Q4/5qP1/7P/1R1R2K1 b - - 1 26",
        "2R5/r5pk/Pq5p/4n1r1/1N2Pp2/2P2P1P/Q4RPK/8 b - - 4 47",
    ] {
        let score = |depth| run_search(&game(fen), &Limits::depth(depth)).0.score.raw();
        let (shallow, deep) = (score(2), score(10));
        assert!((shallow - deep).abs() < 200, "{fen}: {shallow} at depth 2, {deep} at depth 10");
    }
}
