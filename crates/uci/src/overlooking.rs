//! A player that overlooks moves: alpha-beta of few plies in which some moves are not there.
//!
//! Each move is more or less conspicuous: by what people see at once, such as a recapture, and what they
//! overlook, such as the retreat of a bishop far away. What is less conspicuous than a level demands is
//! overlooked, in all positions of one search, be it an own move or a threat.

use board::{Move, PieceKind, Position, Square};
use eval::{Classical, Evaluator, Score};
use game::Game;
use movegen::gives_check;
use ordering::{
    Guarantees, MoveOrdering, MovePicker, MvvLva, NodeView, PickedMove, PickerCounters,
};
use searcher::{Limits, Options, Report, Reporter, SearchResult, Signals};

/// The most plies that the player looks ahead, captures apart.
const MAX_DEPTH: u32 = 3;
/// The most nodes of a search, so that none lasts long.
const MAX_NODES: u64 = 50_000;
/// The greatest error of an evaluation, in centipawns.
const MAX_ERROR: i32 = 50;
/// A score that the player believes in is no more than this, in centipawns, unless it is of a mate in one.
const MAX_SCORE: i32 = 1500;
/// The search, where the registry has it.
const SEARCH: &str = "alpha-beta";

/// Searches as a player who overlooks moves at `rate`: of the moves of difficulty 1 it leaves out the share
/// `1 - e^-rate`. What is left out, and how evaluations err, depends on `seed`.
pub(crate) fn search(
    (rate, seed): (f64, u32),
    options: &Options,
    (game, limits): (&Game, &Limits),
    signals: &Signals,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let evaluator = move || Misjudging { inner: Classical::default(), seed: seed.into() };
    let build = |name| search::build::<_, Overlooking>(name, evaluator);
    let searcher = build(SEARCH).or_else(|| build(search::DEFAULT));
    let mut searcher = searcher.expect("the registry has its default");
    let last = game.last_move().map_or(-1, |mv| i32::from(mv.bits()));
    // Who is told which moves to look at sees them.
    let rate = if limits.search_moves.is_empty() { rate } else { 0.0 };
    let parameters =
        [("rate", (rate * RATE_UNIT).round() as i32), ("seed", seed.cast_signed()), ("last", last)];
    for (name, value) in parameters {
        let _ = searcher.set_parameter(name, value);
    }
    // There is no hash table to find room for.
    let _ = searcher.set_options(&Options { threads: 0, multi_pv: 1, ..options.clone() });
    let limits = Limits {
        depth: Some(limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)),
        nodes: Some(limits.nodes.unwrap_or(MAX_NODES).min(MAX_NODES)),
        ..limits.clone()
    };
    let result = searcher.search(game, &limits, signals, &mut Believed(reporter));
    SearchResult { score: believed(result.score), ..result }
}

/// The same random number of `0..1` for the same arguments.
fn drawn(seed: u64, what: u64) -> f64 {
    fastrand::Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ what).f64()
}

/// An evaluator with an error that depends on seed and position.
struct Misjudging {
    inner: Classical,
    seed: u64,
}

impl Evaluator for Misjudging {
    fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let error = f64::from(MAX_ERROR) * (2.0 * drawn(self.seed, position.key()) - 1.0);
        Score::new(self.inner.evaluate(position, ply).raw() + error as i32).clamp_eval()
    }

    fn reset(&mut self) {
        self.inner.reset();
    }
}

/// A score without the mates that hold only if nothing was overlooked. A mate in one is one.
fn believed(score: Score) -> Score {
    let certain = score == Score::mate_in(1) || score == Score::mated_in(0);
    if certain { score } else { Score::new(score.raw().clamp(-MAX_SCORE, MAX_SCORE)) }
}

/// Passes reports on with scores that are [`believed`].
struct Believed<'a>(&'a mut dyn Reporter);

impl Reporter for Believed<'_> {
    fn report(&mut self, report: &Report) {
        self.0.report(&Report { score: believed(report.score), ..report.clone() });
    }

    fn info_string(&mut self, text: &str) {
        self.0.info_string(text);
    }
}

/// What the parameter `rate` is a multiple of.
const RATE_UNIT: f64 = 1e6;

/// Most valuable victims first, without the moves that are overlooked.
#[derive(Default)]
struct Overlooking {
    inner: MvvLva,
    rate: f64,
    seed: u64,
    /// The last move before the root.
    last: Option<Move>,
}

impl Overlooking {
    /// How easily a legal move is seen: it is drawn for the move, exponentially distributed, and divided by
    /// its difficulty.
    fn conspicuousness(&self, node: &NodeView<'_>, mv: Move) -> f64 {
        let difficulty = self.difficulty(node, mv);
        if difficulty == 0.0 {
            return f64::INFINITY;
        }
        let kind = node.position.moved_piece(mv).kind().index() as u64;
        -(1.0 - drawn(self.seed, kind << 16 | u64::from(mv.bits()))).ln() / difficulty
    }

    /// How hard a move is to see: 0 for what nobody overlooks, 1 for a capture of the usual kind at the root.
    fn difficulty(&self, node: &NodeView<'_>, mv: Move) -> f64 {
        let (position, from, to) = (node.position, mv.from(), mv.to());
        let previous = if node.ply == 0 { self.last } else { node.previous_move(1).map(|p| p.mv) };
        let of_same_square = previous.filter(|previous| previous.to() == to);
        let recaptures = of_same_square.is_some_and(|previous| previous.is_capture());
        if mv.is_promotion() || recaptures {
            return 0.0;
        }
        let kind = position.moved_piece(mv).kind();
        let slides = matches!(kind, PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen);
        let relative_rank = |square: Square| square.relative_to(position.side_to_move()).rank();
        let factors = [
            (!mv.is_capture(), 1.3),
            (!mv.is_capture() && gives_check(position, mv), 1.5),
            (position.captured(mv) == Some(PieceKind::Queen), 0.6),
            (of_same_square.is_some(), 0.5),
            (position.in_check(), 0.3),
            (kind == PieceKind::Knight, 1.5),
            (slides && from.distance(to) > 3, 1.5),
            (slides && from.file() != to.file() && from.rank() != to.rank(), 1.3),
            (relative_rank(to) < relative_rank(from), 1.5),
        ];
        let applying = factors.iter().filter(|(applies, _)| *applies);
        applying.map(|(_, factor)| factor).product::<f64>() * (1 + node.ply) as f64
    }
}

impl MoveOrdering for Overlooking {
    type Picker = SeenMoves;
    const NAME: &'static str = "overlooking";
    const GUARANTEES: Guarantees = MvvLva::GUARANTEES;

    fn clear(&mut self) {}

    fn set_parameter(&mut self, name: &str, value: i32) -> bool {
        match name {
            "rate" => self.rate = f64::from(value) / RATE_UNIT,
            "seed" => self.seed = value.cast_unsigned().into(),
            "last" => self.last = u16::try_from(value).ok().and_then(Move::from_bits),
            _ => return false,
        }
        true
    }
}

/// Yields the moves that are seen; where all moves are asked for and none is seen, the most conspicuous one.
struct SeenMoves {
    inner: <MvvLva as MoveOrdering>::Picker,
    /// The most conspicuous of the overlooked moves, while none was seen.
    next_best: Option<(f64, PickedMove)>,
    seen: bool,
}

impl MovePicker<Overlooking> for SeenMoves {
    fn new(ordering: &Overlooking, node: &NodeView<'_>) -> Self {
        Self { inner: ordering.inner.picker(node), next_best: None, seen: !node.includes_quiets() }
    }

    fn next(&mut self, ordering: &Overlooking, node: &NodeView<'_>) -> Option<PickedMove> {
        while let Some(picked) = self.inner.next(&ordering.inner, node) {
            let conspicuousness = ordering.conspicuousness(node, picked.mv);
            if conspicuousness >= ordering.rate {
                self.seen = true;
                return Some(picked);
            }
            if self.next_best.is_none_or(|(best, _)| conspicuousness > best) {
                self.next_best = Some((conspicuousness, picked));
            }
        }
        if std::mem::replace(&mut self.seen, true) {
            return None;
        }
        self.next_best.take().map(|(_, picked)| picked)
    }

    fn skip_quiets(&mut self) {
        MovePicker::<MvvLva>::skip_quiets(&mut self.inner);
    }

    fn counters(&self) -> PickerCounters {
        MovePicker::<MvvLva>::counters(&self.inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use movegen::{has_legal_move, legal_moves};
    use ordering::{Mode, ordered_moves};
    use searcher::NullReporter;

    fn game(fen: &str) -> Game {
        Game::new(Position::from_fen(fen).expect("a position"))
    }

    fn result(game: &Game, rate: f64, seed: u32) -> SearchResult {
        let (options, signals) = (Options::default(), Signals::new());
        let limits = Limits::default();
        search((rate, seed), &options, (game, &limits), &signals, &mut NullReporter)
    }

    fn seen(node: &NodeView<'_>, rate: f64, seed: u64) -> Vec<Move> {
        let ordering = Overlooking { rate, seed, ..Overlooking::default() };
        ordered_moves(&ordering, node).iter().map(|ordered| ordered.mv).collect()
    }

    #[test]
    fn who_overlooks_more_sees_nothing_that_others_do_not() {
        let mut counts = [0; 5];
        for position in search::bench::positions() {
            let root = NodeView::root(&position);
            for ply in [0, 1, 4] {
                let node = NodeView { ply, ..root };
                let all = legal_moves(&position).len();
                let mut before = seen(&node, 0.0, 5);
                assert_eq!(before.len(), all);
                for (count, rate) in counts.iter_mut().zip([0.0, 0.1, 0.3, 1.0, 100.0]) {
                    let moves = seen(&node, rate, 5);
                    assert!(!moves.is_empty() && moves.iter().all(|mv| before.contains(mv)));
                    *count += moves.len();
                    before = moves;
                }
                // In quiescence there need be no move; the evaluation stands.
                let captures = NodeView { mode: Mode::Captures, ..node };
                assert!(seen(&captures, 100.0, 5).iter().all(|mv| mv.is_promotion()));
            }
        }
        assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
    }

    #[test]
    fn what_stands_before_the_eyes_is_never_overlooked() {
        // White has taken a knight on d5 and can be taken back, or Black promotes.
        let mut game = game("4k3/8/2p5/3n4/4P3/8/6p1/4K3 w - - 0 1");
        game.try_play(legal_moves(&game.position).into_iter().find(|mv| mv.is_capture()).unwrap())
            .expect("a legal move");
        let last = game.last_move();
        let ordering = Overlooking { rate: 100.0, last, ..Overlooking::default() };
        let moves = ordered_moves(&ordering, &NodeView::root(&game.position));
        let texts: Vec<String> = moves.iter().map(|ordered| ordered.mv.to_string()).collect();
        assert_eq!(texts.len(), 5, "{texts:?}");
        assert!(texts.contains(&"c6d5".to_owned()), "{texts:?}");
    }

    #[test]
    fn the_seed_chooses_what_is_overlooked() {
        let mut others = 0;
        for fen in search::bench::POSITIONS.iter().take(10) {
            let game = game(fen);
            for seed in 0..4 {
                let [first, again, other] = [seed, seed, seed + 100].map(|s| result(&game, 0.3, s));
                assert_eq!(first, again);
                others += u32::from(other.best != first.best);
            }
        }
        assert!(others > 10, "{others}");
    }

    #[test]
    fn a_single_move_is_played_and_ends_are_known() {
        for (fen, best, score) in [
            // Stalemate; mate twice; the only move; promotions, two of which mate.
            ("7k/8/8/8/8/8/5q2/7K w - - 0 1", None, Score::DRAW),
            ("7k/8/8/8/8/5n2/7q/7K w - - 0 1", None, Score::mated_in(0)),
            ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", None, Score::mated_in(0)),
            ("k7/8/8/8/8/8/1q6/K7 w - - 0 1", Some("a1b2"), Score::DRAW),
            ("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", Some("c7c8"), Score::mate_in(1)),
        ] {
            let game = game(fen);
            for seed in 0..20 {
                let result = result(&game, 3.0, seed);
                let found = result.best.map(|mv| mv.to_string()[..4].to_owned());
                assert_eq!((found.as_deref(), result.score), (best, score), "{fen} {result:?}");
            }
        }
    }

    #[test]
    fn only_a_mate_that_is_one_is_called_so() {
        let fens = [
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            "6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1",
            "k7/8/1QK5/8/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1",
        ];
        let mut mates = 0;
        for (fen, seed) in fens.iter().chain(search::bench::POSITIONS).zip(0_u32..).take(50) {
            let game = game(fen);
            for rate in [0.1, 0.5, 2.0] {
                let result = result(&game, rate, seed);
                let Some(best) = result.best else { continue };
                let after = game.position.make(best);
                let is_mate = after.in_check() && !has_legal_move(&after);
                assert_eq!(result.score == Score::mate_in(1), is_mate, "{fen}: {result:?}");
                assert!(is_mate || result.score.raw().abs() <= MAX_SCORE, "{fen}: {result:?}");
                mates += u32::from(is_mate);
            }
        }
        assert!(mates > 2, "{mates}");
    }

    #[test]
    fn named_moves_are_not_overlooked() {
        let game = game("6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1");
        for mv in legal_moves(&game.position) {
            let limits = Limits { search_moves: vec![mv].into(), ..Limits::default() };
            let (options, signals) = (Options::default(), Signals::new());
            let parts = (&game, &limits);
            let result = search((100.0, 1), &options, parts, &signals, &mut NullReporter);
            assert_eq!((result.best, result.depth), (Some(mv), MAX_DEPTH));
        }
    }
}
