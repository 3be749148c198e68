//! Scores of shallow searches.

use super::*;

#[test]
fn pruned_replies_do_not_leave_a_node_with_the_score_of_a_blunder() {
    // In each of these the side that replies has a check or capture which loses much, and quiet moves.
    for fen in [
        "7k/8/2p3qp/p1Pp1Rp1/Pn1P4/3P2P1/8/5Q1K b - - 0 32",
        "r2n4/pbq3kp/4prp1/2p3N1/B2p4/2Q5/PPP2PPP/4RRK1 w - - 0 16",
        "3q3k/6p1/7p/p7/4Q3/7P/4K3/8 b - - 1 47",
        "8/8/8/2K5/5k2/7Q/8/8 b - - 6 59",
        "8/3k4/b7/2B2n2/8/2K5/8/8 b - - 43 83",
    ] {
        let score = |depth| run_search(&game(fen), &Limits::depth(depth)).0.score.raw();
        let (shallow, deep) = (score(2), score(10));
        assert!((shallow - deep).abs() < 200, "{fen}: {shallow} at depth 2, {deep} at depth 10");
    }
}
