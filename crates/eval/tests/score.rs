//! Scores: ranges, mate distances, display, WDL model, material count.

use bartizan_eval::{MAX_PLY, Score, WdlChances, material_count};
use board::Position;

#[test]
fn score_ranges_do_not_overlap() {
    assert!(Score::MAX_EVAL < Score::TB_WIN_IN_MAX_PLY);
    assert!(Score::TB_WIN < Score::MATE_IN_MAX_PLY);
    assert!(Score::MATE < Score::INFINITE);
    for ply in 0..=MAX_PLY {
        let (mate, mated) = (Score::mate_in(ply), Score::mated_in(ply));
        assert!(mate.is_mate() && mate.is_win() && mate.is_decisive() && !mate.is_loss());
        assert!(mated.is_mate() && mated.is_loss() && mated.is_decisive() && !mated.is_win());
        let (win, loss) = (Score::tb_win_in(ply), Score::tb_loss_in(ply));
        assert!(win.is_win() && !win.is_mate());
        assert!(loss.is_loss() && !loss.is_mate());
        assert_eq!(-mate, mated);
        assert_eq!(-win, loss);
    }
    for eval in [Score::MAX_EVAL, -Score::MAX_EVAL, Score::DRAW] {
        assert!(!eval.is_decisive());
        assert_eq!(eval.clamp_eval(), eval);
    }
    assert_eq!(Score::MATE.clamp_eval(), Score::MAX_EVAL);
    assert_eq!((-Score::INFINITE).clamp_eval(), -Score::MAX_EVAL);
}

#[test]
fn mate_distance_in_moves() {
    let moves = [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 5)];
    for (ply, expected) in moves {
        assert_eq!(Score::mate_in(ply).mate_moves(), Some(expected));
        assert_eq!(Score::mated_in(ply).mate_moves(), Some(-expected));
    }
    assert_eq!(Score::TB_WIN.mate_moves(), None);
    assert_eq!(Score::ZERO.mate_moves(), None);
}

#[test]
fn score_arithmetic_and_display() {
    assert_eq!(Score::new(30) + 12 - 2 + Score::new(5) - Score::new(95), Score::new(-50));
    assert_eq!(Score::new(34).to_string(), "+0.34");
    assert_eq!(Score::new(-205).to_string(), "-2.05");
    assert_eq!(Score::DRAW.to_string(), "+0.00");
    assert_eq!(Score::mate_in(7).to_string(), "#4");
    assert_eq!(Score::mated_in(6).to_string(), "#-3");
    assert_eq!(Score::mated_in(0).to_string(), "#-0");
    assert_eq!(Score::tb_win_in(12).to_string(), "+TB12");
    assert_eq!(Score::tb_loss_in(3).to_string(), "-TB3");
}

#[test]
fn wdl_sums_to_1000_and_is_symmetric() {
    for material in [0, 10, 30, 78, 100] {
        let mut before = 0;
        for raw in (-30_000..=30_000).step_by(50) {
            let WdlChances { win, draw, loss } = Score::new(raw).wdl(material);
            assert_eq!(win + draw + loss, 1000);
            let other = Score::new(-raw).wdl(material);
            assert_eq!((win, draw, loss), (other.loss, other.draw, other.win));
            assert!(win >= before, "more score, less chance");
            before = win;
        }
    }
    assert_eq!(Score::mate_in(5).wdl(10), WdlChances { win: 1000, draw: 0, loss: 0 });
    assert_eq!(Score::tb_loss_in(5).wdl(10), WdlChances { win: 0, draw: 0, loss: 1000 });
    for material in [0, 39, 78] {
        let chances = Score::ZERO.wdl(material);
        assert!(chances.draw > chances.win && chances.win == chances.loss, "{chances:?}");
    }
}

#[test]
fn material_count_values() {
    assert_eq!(material_count(&Position::startpos()), 78);
    let kings = Position::from_fen("8/8/4k3/8/8/3K4/8/8 w - - 0 1").expect("a valid position");
    assert_eq!(material_count(&kings), 0);
}
