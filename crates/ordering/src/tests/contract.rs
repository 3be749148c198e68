//! What every scheme must keep, whatever its tables and its hash move say.

use super::support::{Random, random_games, random_node, random_outcome};
use crate::{
    CountingOrdering, Mode, MoveOrdering, MovePicker, NAMES, NodeView, SchemeVisitor, Stage,
    dispatch,
};
use crate::{SeeValues, see_ge};
use board::Move;
use movegen::legal_moves;

/// The moves that the node wants, sorted by their bits.
fn wanted(node: &NodeView<'_>) -> Vec<Move> {
    let mut moves: Vec<Move> = legal_moves(node.position)
        .into_iter()
        .filter(|&mv| match node.mode {
            Mode::Main => true,
            Mode::Captures => mv.is_noisy(),
            Mode::Quiescence => mv.is_noisy() || node.position.in_check(),
            Mode::ProbCut(threshold) => {
                mv.is_noisy() && see_ge(node.position, mv, threshold, &SeeValues::DEFAULT)
            }
        })
        .collect();
    moves.sort_by_key(|mv| mv.bits());
    moves
}

fn check_node<O: MoveOrdering>(scheme: &O, node: &NodeView<'_>) {
    let mut picker = scheme.picker(node);
    let (mut moves, mut stages) = (Vec::new(), Vec::new());
    while let Some(picked) = picker.next(scheme, node) {
        moves.push(picked.mv);
        stages.push(picked.stage);
    }
    assert_eq!(picker.next(scheme, node), None, "a picker that has ended stays so");
    assert_eq!(picker.counters().picked as usize, moves.len());
    assert!(picker.counters().scored <= picker.counters().generated);

    let wanted = wanted(node);
    let tt_move = node.tt_move.filter(|mv| wanted.contains(mv));
    if O::GUARANTEES.tt_move_first
        && let Some(tt_move) = tt_move
    {
        assert_eq!((moves[0], stages[0]), (tt_move, Stage::TtMove), "{}", O::NAME);
    }
    if O::GUARANTEES.staged {
        assert!(stages.is_sorted(), "{}: {stages:?}", O::NAME);
    }
    if O::GUARANTEES.good_noisy_first {
        for (mv, stage) in moves.iter().zip(&stages) {
            match stage {
                Stage::GoodNoisy | Stage::BadNoisy => assert!(mv.is_noisy()),
                Stage::Noisy => panic!("{} divides noisy moves", O::NAME),
                _ => {}
            }
        }
    }
    moves.sort_by_key(|mv| mv.bits());
    assert_eq!(moves, wanted, "{} at {}", O::NAME, node.position);
}

/// With quiet moves switched off after `after` moves, none comes later and every
/// noisy move still comes once.
fn check_skipping<O: MoveOrdering>(scheme: &O, node: &NodeView<'_>, after: usize) {
    let mut picker = scheme.picker(node);
    let mut moves = Vec::new();
    loop {
        if moves.len() == after {
            picker.skip_quiets();
        }
        let Some(picked) = picker.next(scheme, node) else { break };
        assert!(moves.len() < after || picked.mv.is_noisy(), "{}", O::NAME);
        moves.push(picked.mv);
    }
    moves.retain(|mv| mv.is_noisy());
    moves.sort_by_key(|mv| mv.bits());
    let mut noisy = wanted(node);
    noisy.retain(|mv| mv.is_noisy());
    assert_eq!(moves, noisy, "{} at {}", O::NAME, node.position);
}

struct Contract;

impl SchemeVisitor for Contract {
    type Output = ();

    fn visit<O: MoveOrdering>(self) {
        let mut scheme = O::default();
        random_games(0x5eed, |position, line, random| {
            for _ in 0..3 {
                let node = random_node(position, line, random);
                check_node(&scheme, &node);
                check_skipping(&scheme, &node, random.below(6));
                random_outcome(&mut scheme, &node, random);
                for mv in legal_moves(position) {
                    assert!(scheme.history(&node, mv).abs() <= crate::HISTORY_MAX, "{}", O::NAME);
                }
            }
            if random.below(50) == 0 {
                scheme.new_search();
            }
        });
    }
}

#[test]
fn every_scheme_yields_each_wanted_move_once_and_keeps_its_promises() {
    for name in NAMES {
        dispatch(name, Contract).expect("every name is a scheme");
    }
}

#[test]
fn each_name_is_known_in_any_case_and_the_default_comes_last() {
    struct Name;
    impl SchemeVisitor for Name {
        type Output = &'static str;
        fn visit<O: MoveOrdering>(self) -> &'static str {
            O::NAME
        }
    }
    let expected =
        ["none", "mvv-lva", "killers", "victim-first", "formula", "see", "classic", "modern"];
    assert_eq!(NAMES, expected);
    assert_eq!(NAMES.map(|name| dispatch(name, Name)), expected.map(Some));
    assert_eq!(dispatch("Victim-First", Name), Some("victim-first"));
    assert_eq!(dispatch("classical", Name), None);
    assert_eq!(dispatch("", Name), None);
}

/// Clearing forgets: the order afterwards is that of a new scheme.
struct Forgets;

impl SchemeVisitor for Forgets {
    type Output = ();

    fn visit<O: MoveOrdering>(self) {
        let (mut used, new) = (O::default(), O::default());
        random_games(7, |position, line, random| {
            let node = random_node(position, line, random);
            random_outcome(&mut used, &node, random);
        });
        used.clear();
        random_games(8, |position, line, random| {
            let node = random_node(position, line, random);
            assert_eq!(
                crate::ordered_moves(&used, &node),
                crate::ordered_moves(&new, &node),
                "{}",
                O::NAME
            );
        });
    }
}

#[test]
fn clearing_forgets_everything() {
    for name in NAMES {
        dispatch(name, Forgets).expect("every name is a scheme");
    }
}

/// Counting changes no order, and its figures add up.
struct AddsUp;

impl SchemeVisitor for AddsUp {
    type Output = ();

    fn visit<O: MoveOrdering>(self) {
        let (mut bare, mut counted) = (O::default(), CountingOrdering::<O>::default());
        let (mut nodes, mut picked, mut cutoffs) = (0, 0, 0);
        random_games(9, |position, line, random| {
            let node = random_node(position, line, random);
            let listed = crate::ordered_moves(&counted, &node);
            assert_eq!(listed, crate::ordered_moves(&bare, &node), "{}", O::NAME);
            nodes += u64::from(!listed.is_empty());
            picked += listed.len() as u64;
            let seed = random.0;
            random_outcome(&mut bare, &node, random);
            random_outcome(&mut counted, &node, &mut Random(seed));
            // The same draws as inside `random_outcome`, to know what it did.
            let mut again = Random(seed);
            let legal = legal_moves(position).len();
            if legal > 0 {
                again.below(legal);
                cutoffs += u64::from(again.below(4) > 0);
            }
        });
        let statistics = counted.statistics().expect("a counted scheme counts");
        assert_eq!(bare.statistics(), None);
        let mut sum = statistics.main;
        sum += &statistics.quiescence;
        sum += &statistics.probcut;
        assert_eq!((sum.nodes, sum.total_picked(), sum.total_cutoffs()), (nodes, picked, cutoffs));
        assert_eq!(sum.cutoffs_by_stage.iter().sum::<u64>(), cutoffs);
        assert!(
            sum.scored <= sum.generated && sum.total_picked() <= sum.generated + sum.tt_moves()
        );
        assert!(sum.tt_move_cutoffs() <= sum.tt_moves());
        let shares = sum.cutoff_shares().expect("there were cutoffs");
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        counted.reset_statistics();
        assert_eq!(counted.statistics(), Some(crate::OrderingStatistics::default()));
    }
}

#[test]
fn statistics_add_up() {
    for name in NAMES {
        dispatch(name, AddsUp).expect("every name is a scheme");
    }
}
