//! What a [`Searcher`] promises: legal moves and lines, the same answer twice, mates of the right
//! length, limits held, and signals heard. How strong it plays is not asked here.

mod answers;
mod limits;
mod rules;

use answers::{answer_is_sound, run_search, unfinished};
use board::{Move, Position};
use eval::Score;
use game::Game;
use movegen::{is_legal, legal_moves};
use searcher::{Bound, Limits, Options, Report, SearchResult, Searcher};

use crate::positions::{bits, parse, random, read_move};

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
pub fn search(make: impl Fn() -> Box<dyn Searcher>, requirements: SearchRequirements) {
    answers::sound_answers(&mut *make(), requirements);
    same_twice(&make, requirements);
    rules::ends_of_games();
    rules::mates(&mut *make(), requirements);
    rules::finished_games(&mut *make());
    rules::draws_by_rule(&mut *make(), requirements);
    limits::node_limits(&mut *make(), requirements);
    limits::depth_limits(&mut *make(), requirements);
    limits::time_limits(&mut *make(), requirements);
    limits::signals(&mut *make());
    root_moves(&mut *make(), requirements);
    order_of_moves(&mut *make(), requirements);
    several_lines(&mut *make(), requirements);
    options(&mut *make(), requirements);
}

/// The same search gives the same numbers: in a new searcher, and in an old one after a new game.
fn same_twice(make: &impl Fn() -> Box<dyn Searcher>, requirements: SearchRequirements) {
    let games: Vec<Game> = unfinished(random(62, 25)).collect();
    let run = |searcher: &mut dyn Searcher| -> Vec<(SearchResult, Vec<Report>)> {
        let limits = Limits::depth(requirements.depth);
        games.iter().map(|game| run_search(searcher, game, &limits)).collect()
    };
    let mut first = make();
    let answers = run(&mut *first);
    assert_eq!(run(&mut *make()), answers, "two new searchers differ");
    // With what is stored of the first time, most lines still have a reply.
    let again = run(&mut *first);
    let short = games.iter().zip(&again).filter(|(game, (result, _))| {
        let mut next = (*game).clone();
        next.play(result.pv[0]);
        result.depth >= 3 && result.pv.len() < 2 && !next.is_over()
    });
    let short = short.count();
    assert!(4 * short <= games.len(), "{short} of {} lines have one move only", games.len());
    first.new_game();
    assert_eq!(run(&mut *first), answers, "a searcher after a new game differs from a new one");
    // With several threads, which may each keep something.
    let _ = first.set_options(&Options { threads: 3, ..Options::default() });
    run(&mut *first);
    first.new_game();
    let _ = first.set_options(&Options::default());
    assert_eq!(run(&mut *first), answers, "after a game with several threads");
}

/// `searchmoves`: only the moves asked for are played; illegal ones are ignored. What is stored of
/// such a search does not mislead a later one.
fn root_moves(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let game = Game::default();
    let depth = Limits::depth(requirements.depth.min(4));
    let legal = legal_moves(&game.position);
    for allowed in [&legal[..2], &legal[7..8], &legal[18..]] {
        let mut limits = depth.clone();
        limits.search_moves.extend(allowed.iter().copied());
        limits.search_moves.extend(Move::from_bits(0xFFFF));
        let (result, lines) = run_search(searcher, &game, &limits);
        answer_is_sound(&game, &result, &lines);
        let first_moves = lines.iter().map(|line| line.pv[0]).chain(result.best);
        let asked = first_moves.into_iter().all(|mv| allowed.contains(&mv));
        assert!(asked, "{:?} is none of the moves asked for: {lines:?}", result.best);
    }
    let mate = Game::new(parse("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"));
    for asked in [["a1a2", "e1e8"], ["e1e8", "a1b1"]] {
        let search_moves = asked.map(|text| read_move(&mate.position, text)).into_iter().collect();
        let (result, _) = run_search(searcher, &mate, &Limits { search_moves, ..depth.clone() });
        assert_eq!(result.score.mate_moves(), Some(1), "the better one of {asked:?}");
    }
    let mut limits = Limits::depth(2);
    limits.search_moves.extend(Move::from_bits(0xFFFF));
    let (result, _) = run_search(searcher, &game, &limits);
    let is_sound = result.best.is_some_and(|best| is_legal(&game.position, best));
    assert!(is_sound, "illegal searchmoves are ignored");
    if requirements.max_mate >= 3 {
        let mate = Game::new(parse("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"));
        let late = if requirements.prunes { 12 } else { 5 };
        let mut after = mate.clone();
        after.play(read_move(&after.position, "f6a6"));
        for reply in legal_moves(&after.position) {
            let mut later = after.clone();
            later.play(reply);
            // A move that does not mate.
            let search_moves = [read_move(&later.position, "h2h3")].into_iter().collect();
            run_search(searcher, &later, &Limits { search_moves, ..Limits::depth(late) });
        }
        let (result, _) = run_search(searcher, &mate, &Limits::depth(late));
        assert_eq!(result.score.mate_moves(), Some(3), "after searches of one move in its line");
    }
}

/// The order of the root moves names every legal move once, before and after a search.
fn order_of_moves(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    for position in random(65, 20) {
        let game = Game::new(position);
        for _ in 0..2 {
            let order = searcher.order(&game.position);
            let moves: Vec<Move> = order.iter().map(|ordered| ordered.mv).collect();
            let legal = legal_moves(&game.position);
            assert_eq!(bits(&moves), bits(&legal), "the order of moves in {}", game.position);
            run_search(searcher, &game, &Limits::depth(requirements.depth.min(4)));
        }
    }
}

/// With several lines asked for: different moves, best first, no more than there are.
fn several_lines(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    let asked = Options { multi_pv: 3, ..Options::default() };
    let _ = searcher.set_options(&asked);
    let single = parse("7k/8/8/8/8/8/6q1/K7 w - - 0 1");
    let crowded = parse(testkit::positions::PERFT_POSITIONS[1]);
    let limits = Limits::depth(requirements.depth.min(4));
    for game in unfinished([random(66, 20), vec![single, crowded]].concat()) {
        let fen = &game.position;
        let most = legal_moves(fen).len().min(3);
        let (result, lines) = run_search(searcher, &game, &limits);
        let deepest = lines.iter().map(|line| line.depth).max().unwrap_or_default();
        let is_final = |line: &&Report| line.depth == deepest && line.bound == Bound::Exact;
        let finals: Vec<&Report> = lines.iter().filter(is_final).collect();
        let ranks: Vec<usize> = finals.iter().map(|line| line.multi_pv).collect();
        let expected: Vec<usize> = (1..=ranks.len()).collect();
        assert!(ranks == expected && (1..=most).contains(&ranks.len()), "{fen}: {finals:?}");
        let best_first = finals.is_sorted_by_key(|line| std::cmp::Reverse(line.score));
        assert!(best_first, "{fen}: the best line is not the first: {finals:?}");
        let mut heads: Vec<Move> = finals.iter().map(|line| line.pv[0]).collect();
        heads.sort_unstable_by_key(|mv| mv.bits());
        heads.dedup();
        assert_eq!(heads.len(), finals.len(), "{fen}: two lines begin alike: {finals:?}");
        answer_is_sound(&game, &result, &lines);
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
