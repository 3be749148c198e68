//! What a [`Searcher`] promises: legal moves and lines, the same answer twice, mates of the right
//! length, limits held, and signals heard. How strong it plays is not asked here.

use std::sync::Mutex;
use std::time::Duration;

use board::{Move, Position};
use eval::Score;
use movegen::{is_legal, legal_moves};
use search::{Bound, Game, Limits, Options, Report, Reporter, SearchResult, Searcher, Signals};

use crate::positions::{parse, random, read_move};

/// What the contract asks of a search, so that slow ones can run it too.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequirements {
    /// Depth of the searches on ordinary positions, in plies.
    pub depth: u32,
    /// Longest mate that is asked for, in moves.
    pub max_mate: u32,
    /// Whether the search prunes. Then it may see quiet sacrifices late and be blind to zugzwang;
    /// one that does not must find every mate at the depth where it stands.
    pub prunes: bool,
    /// How far beyond a node limit the count may end.
    pub node_slack: u64,
}

/// The least that any search manages: two plies, a mate in one, node limits kept.
impl Default for SearchRequirements {
    fn default() -> Self {
        Self { depth: 2, max_mate: 1, prunes: false, node_slack: 0 }
    }
}

/// Runs the search contract on searchers that `make` makes.
///
/// # Panics
/// When it does not hold.
pub fn search(make: impl Fn() -> Box<dyn Searcher>, requirements: SearchRequirements) {
    sound_answers(&mut *make(), requirements);
    same_twice(&make, requirements);
    mates(&mut *make(), requirements);
    finished_games(&mut *make());
    draws_by_rule(&mut *make(), requirements);
    node_limits(&mut *make(), requirements);
    root_moves(&mut *make(), requirements);
    several_lines(&mut *make(), requirements);
    signals(&mut *make());
    options(&mut *make(), requirements);
}

/// A line as it was reported.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    depth: u32,
    seldepth: u32,
    multi_pv: usize,
    score: Score,
    bound: Bound,
    nodes: u64,
    pv: Vec<Move>,
}

/// Keeps every report.
#[derive(Default)]
struct Recorder(Vec<Line>);

impl Reporter for Recorder {
    fn report(&mut self, report: &Report<'_>) {
        self.0.push(Line {
            depth: report.depth,
            seldepth: report.seldepth,
            multi_pv: report.multi_pv,
            score: report.score,
            bound: report.bound,
            nodes: report.nodes,
            pv: report.pv.to_vec(),
        });
    }
}

fn run_search(
    searcher: &mut dyn Searcher,
    game: &Game,
    limits: &Limits,
) -> (SearchResult, Vec<Line>) {
    let mut recorder = Recorder::default();
    let result = searcher.search(game, limits, &Signals::new(), &mut recorder);
    (result, recorder.0)
}

/// Every move of a line is legal where it is played, and none is played after the game's end.
fn line_is_legal(game: &Game, pv: &[Move]) {
    let mut at = game.clone();
    for (index, &mv) in pv.iter().enumerate() {
        let position = &at.position;
        assert!(is_legal(position, mv), "move {index} of {pv:?} is illegal in {position}");
        assert!(index == 0 || !at.is_over(), "{pv:?} goes on after the game ended in {position}");
        at.play(mv);
    }
}

/// The answer and all reports are legal, in order, and agree with each other.
fn answer_is_sound(game: &Game, result: &SearchResult, lines: &[Line]) {
    let position = &game.position;
    let best = result.best.unwrap_or_else(|| panic!("no move in {position}"));
    assert!(is_legal(position, best), "{best} is illegal in {position}");
    assert_eq!(result.pv.first(), Some(&best), "the line begins with the best move: {position}");
    if let Some(reply) = result.ponder {
        assert!(
            is_legal(&position.make(best), reply),
            "the reply {reply} to {best} is illegal: {position}"
        );
    }
    line_is_legal(game, &result.pv);
    assert!(result.score.raw().abs() < Score::MATE.raw(), "score {:?} of {position}", result.score);
    let mut last = (0, 0);
    for line in lines {
        line_is_legal(game, &line.pv);
        assert!(!line.pv.is_empty(), "a report without a line: {position}");
        assert!((line.depth, line.nodes) >= last, "reports go backwards in {position}: {line:?}");
        assert!(line.seldepth as usize <= eval::MAX_PLY + 1, "{line:?}");
        last = (line.depth, line.nodes);
    }
    let newest = lines
        .iter()
        .rfind(|line| line.multi_pv == 1)
        .unwrap_or_else(|| panic!("no report: {position}"));
    assert_eq!(
        newest.pv.first(),
        Some(&best),
        "the last reported line begins with the best move: {position}"
    );
}

fn sound_answers(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    for position in random(61, 60) {
        let game = Game::new(position);
        if game.is_over() {
            continue;
        }
        let (result, lines) = run_search(searcher, &game, &Limits::depth(requirements.depth));
        answer_is_sound(&game, &result, &lines);
        assert!(result.depth <= requirements.depth, "deeper than asked: {}", game.position);
    }
}

/// The same search gives the same numbers: in a new searcher, and in an old one after a new game.
fn same_twice(make: &impl Fn() -> Box<dyn Searcher>, requirements: SearchRequirements) {
    let games: Vec<Game> =
        random(62, 25).into_iter().map(Game::new).filter(|game| !game.is_over()).collect();
    let run = |searcher: &mut dyn Searcher| -> Vec<(SearchResult, Vec<Line>)> {
        games
            .iter()
            .map(|game| run_search(searcher, game, &Limits::depth(requirements.depth)))
            .collect()
    };
    let mut first = make();
    let answers = run(&mut *first);
    assert_eq!(run(&mut *make()), answers, "two new searchers differ");
    first.new_game();
    assert_eq!(run(&mut *first), answers, "a searcher after a new game differs from a new one");
}

/// Mates: the position, the number of moves, the only key move.
const MATES: &[(&str, u32, &str)] = &[
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 1, "e1e8"),
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, "h1h8"),
    ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1, "g5g7"),
    ("7K/8/5k2/6q1/8/8/8/8 b - - 99 90", 1, "g5g7"),
    ("r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 20", 2, "d5d8"),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
];

/// The one of [`MATES`] that lives by zugzwang.
const ZUGZWANG: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

fn mates(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let late = if requirements.prunes { 9 } else { 0 };
    for &(fen, moves, key) in MATES.iter().filter(|(fen, moves, _)| {
        *moves <= requirements.max_mate && !(requirements.prunes && *fen == ZUGZWANG)
    }) {
        let game = Game::new(parse(fen));
        let (result, lines) = run_search(searcher, &game, &Limits::depth(2 * moves - 1 + late));
        answer_is_sound(&game, &result, &lines);
        assert_eq!(result.score.mate_moves(), Some(moves as i32), "mate in {fen}");
        let expected = read_move(&game.position, key);
        assert_eq!(result.best, Some(expected), "the key move of {fen}");
        // The defender, one move later, knows how long it has.
        let mut later = game.clone();
        later.play(expected);
        if moves > 1 {
            let (result, _) = run_search(searcher, &later, &Limits::depth(2 * moves - 2 + late));
            assert_eq!(
                result.score.mate_moves(),
                Some(1 - moves as i32),
                "being mated after the key of {fen}"
            );
        }
    }
}

/// Mate and stalemate have no move, and a score all the same.
fn finished_games(searcher: &mut dyn Searcher) {
    for (fen, score) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", Score::mated_in(0)),
        ("R6k/6pp/8/8/8/8/8/K7 b - - 100 80", Score::mated_in(0)),
    ] {
        let (result, _) = run_search(searcher, &Game::new(parse(fen)), &Limits::depth(3));
        assert_eq!((result.best, result.score), (None, score), "{fen}");
        assert!(result.pv.is_empty() && result.ponder.is_none(), "{fen}");
    }
}

/// The fifty-move rule at its edge, and a repetition that saves the game.
fn draws_by_rule(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    // Whatever White plays is the hundredth ply and no mate: a draw, a queen ahead.
    let edge = Game::new(parse("7k/8/8/8/8/1Q6/8/K7 w - - 99 100"));
    let (result, _) = run_search(searcher, &edge, &Limits::depth(requirements.depth.min(4)));
    assert_eq!(result.score, Score::DRAW, "{}", edge.position);
    // A mate on the hundredth ply wins all the same.
    let mate = Game::new(parse("7k/8/5K2/6Q1/8/8/8/8 w - - 99 100"));
    let (result, _) = run_search(searcher, &mate, &Limits::depth(requirements.depth.min(4)));
    assert_eq!(result.score, Score::mate_in(1), "{}", mate.position);
    // Bare kings.
    let bare = Game::new(parse("8/8/4k3/8/8/3K4/8/8 w - - 0 1"));
    let (result, _) = run_search(searcher, &bare, &Limits::depth(requirements.depth.min(4)));
    assert_eq!(result.score, Score::DRAW, "{}", bare.position);
    assert!(result.best.is_some(), "a drawn game still has moves");
}

/// A node limit is held, and even the smallest gives a legal move.
fn node_limits(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    for position in random(63, 20) {
        let game = Game::new(position);
        if game.is_over() {
            continue;
        }
        for nodes in [1, 50, 3000] {
            let (result, _) = run_search(searcher, &game, &Limits::nodes(nodes));
            let best = result
                .best
                .unwrap_or_else(|| panic!("no move within {nodes} nodes: {}", game.position));
            assert!(is_legal(&game.position, best), "{best} in {}", game.position);
            assert!(
                result.nodes <= nodes + requirements.node_slack,
                "{} nodes with a limit of {nodes}: {}",
                result.nodes,
                game.position
            );
        }
    }
}

/// `searchmoves`: only the moves asked for are played; illegal ones are ignored.
fn root_moves(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let game = Game::new(Position::startpos());
    let allowed: Vec<Move> = legal_moves(&game.position).iter().copied().take(2).collect();
    let mut limits = Limits::depth(requirements.depth.min(4));
    limits.search_moves.extend(allowed.iter().copied());
    let (result, _) = run_search(searcher, &game, &limits);
    assert!(
        result.best.is_some_and(|best| allowed.contains(&best)),
        "{:?} was not asked for",
        result.best
    );
    let mut limits = Limits::depth(2);
    limits.search_moves.extend(Move::from_bits(0xFFFF));
    let (result, _) = run_search(searcher, &game, &limits);
    assert!(
        result.best.is_some_and(|best| is_legal(&game.position, best)),
        "illegal searchmoves are ignored"
    );
}

/// With several lines asked for: different moves, best first, no more than there are.
fn several_lines(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let asked = Options { multi_pv: 3, ..Options::default() };
    let _ = searcher.set_options(&asked);
    for (fen, most) in
        [(testkit::positions::PERFT_POSITIONS[1], 3), ("7k/8/8/8/8/8/6q1/K7 w - - 0 1", 1)]
    {
        let game = Game::new(parse(fen));
        let (result, lines) =
            run_search(searcher, &game, &Limits::depth(requirements.depth.min(4)));
        let deepest = lines.iter().map(|line| line.depth).max().unwrap_or_default();
        let finals: Vec<&Line> = lines
            .iter()
            .filter(|line| line.depth == deepest && line.bound == Bound::Exact)
            .collect();
        assert!(finals.iter().all(|line| (1..=most).contains(&line.multi_pv)), "{fen}: {finals:?}");
        let mut heads: Vec<Option<&Move>> = finals.iter().map(|line| line.pv.first()).collect();
        heads.dedup();
        assert_eq!(heads.len(), finals.len(), "{fen}: two lines begin alike: {finals:?}");
        assert!(result.best.is_some());
    }
}

/// The stop signal ends any search; an infinite one waits for it, a pondering one for either.
fn signals(searcher: &mut dyn Searcher) {
    let game = Game::new(Position::startpos());
    let raised = Signals::new();
    raised.stop();
    let result = searcher.search(
        &game,
        &Limits { infinite: true, ..Limits::default() },
        &raised,
        &mut Recorder::default(),
    );
    assert!(
        result.best.is_some_and(|best| is_legal(&game.position, best)),
        "stopped before it began"
    );

    let waits = [
        (Limits { infinite: true, depth: Some(1), ..Limits::default() }, false),
        (Limits { ponder: true, depth: Some(1), ..Limits::default() }, true),
        (Limits { ponder: true, depth: Some(1), ..Limits::default() }, false),
    ];
    for (limits, ponderhit) in waits {
        let signals = Signals::new();
        let raised_at_return = Mutex::new(false);
        std::thread::scope(|scope| {
            let handle = scope.spawn(|| {
                let result = searcher.search(&game, &limits, &signals, &mut Recorder::default());
                (result, *raised_at_return.lock().unwrap_or_else(|error| error.into_inner()))
            });
            // Long enough for a search of depth 1 to end, were it not to wait.
            std::thread::sleep(Duration::from_millis(60));
            *raised_at_return.lock().unwrap_or_else(|error| error.into_inner()) = true;
            if ponderhit {
                signals.ponderhit();
            } else {
                signals.stop();
            }
            let (result, raised) = handle.join().unwrap_or_else(|_| panic!("the search panicked"));
            assert!(raised, "answered unprompted: {limits:?}");
            assert!(result.best.is_some());
        });
    }
}

/// Odd settings are met or refused, and the searcher stays usable either way.
fn options(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let game = Game::new(Position::startpos());
    for (hash_mib, threads, multi_pv) in [(1, 1, 1), (2, 3, 1), (1, 2, 500), (16, 1, 1)] {
        let options = Options { hash_mib, threads, multi_pv, ..Options::default() };
        let _ = searcher.set_options(&options);
        let (result, _) = run_search(searcher, &game, &Limits::depth(requirements.depth.min(4)));
        assert!(result.best.is_some_and(|best| is_legal(&game.position, best)), "{options:?}");
        searcher.clear_tt();
        let score = searcher.evaluate(&game.position);
        assert!(score.raw().abs() <= Score::MAX_EVAL.raw());
    }
}
