//! What every answer of a search must be: legal lines in order, which agree with each other and with
//! the best move, and mates that are proven.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use board::{Move, Position};
use eval::Score;
use game::Game;
use movegen::{has_legal_move, is_legal, legal_moves};
use searcher::{Bound, Limits, Report, Reporter, SearchResult, Searcher, Signals};

use super::SearchRequirements;
use crate::positions::{constructed, random};

/// How long a search may take that must end by itself. Far longer than any takes.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The longest mate that is proven here, in moves.
const MAX_PROVEN_MATE: i32 = 3;

/// Keeps every report, without its time.
#[derive(Default)]
pub(super) struct Recorder(pub Vec<Report>);

impl Reporter for Recorder {
    fn report(&mut self, report: &Report) {
        self.0.push(Report { time: Duration::ZERO, ..report.clone() });
    }
}

/// Runs a search that must end by itself.
pub(super) fn run_search(
    searcher: &mut dyn Searcher,
    game: &Game,
    limits: &Limits,
) -> (SearchResult, Vec<Report>) {
    let (signals, mut recorder) = (Signals::new(), Recorder::default());
    let result = run_with(searcher, game, limits, &signals, &mut recorder);
    (result, recorder.0)
}

/// The same with signals and a reporter. A search that does not end is stopped and fails.
pub(super) fn run_with(
    searcher: &mut dyn Searcher,
    game: &Game,
    limits: &Limits,
    signals: &Signals,
    reporter: &mut dyn Reporter,
) -> SearchResult {
    let (ended, watch) = channel::<()>();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(move || {
            let late = watch.recv_timeout(TIMEOUT) == Err(RecvTimeoutError::Timeout);
            if late {
                signals.stop();
            }
            late
        });
        let result = searcher.search(game, limits, signals, reporter);
        drop(ended);
        let late = watcher.join().unwrap_or(true);
        assert!(!late, "the search of {} does not end: {limits:?}", game.position);
        result
    })
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
pub(super) fn answer_is_sound(game: &Game, result: &SearchResult, lines: &[Report]) {
    let position = &game.position;
    let best = result.best.unwrap_or_else(|| panic!("no move in {position}"));
    assert!(is_legal(position, best), "{best} is illegal in {position}");
    assert_eq!(result.pv.first(), Some(&best), "the line begins with the best move: {position}");
    if let Some(reply) = result.ponder {
        let mut next = game.clone();
        next.play(best);
        assert!(
            is_legal(&next.position, reply) && !next.is_over(),
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
        assert!(line.seldepth as usize >= line.pv.len(), "a line longer than seldepth: {line:?}");
        assert!(line.hashfull <= 1000, "{line:?}");
        mate_is_proven(game, line.score, line.bound, &line.pv);
        last = (line.depth, line.nodes);
    }
    let newest = lines.iter().rfind(|line| line.multi_pv == 1);
    let newest = newest.unwrap_or_else(|| panic!("no report: {position}"));
    assert_eq!(
        newest.pv.first(),
        Some(&best),
        "the last line begins with the best move: {position}"
    );
}

/// A mate score is the truth: there is a mate in at most so many moves, and the line is no longer.
/// Positions near the fifty-move rule or a repetition, where less than a mate is enough, and long
/// mates are left out.
fn mate_is_proven(game: &Game, score: Score, bound: Bound, pv: &[Move]) {
    let Some(moves) = score.mate_moves() else { return };
    let position = &game.position;
    let claimed = bound == Bound::Exact || (bound == Bound::Lower) == (moves > 0);
    let plain = position.halfmove_clock() < 90 && game.history.is_empty();
    if !claimed || !plain || moves.abs() > MAX_PROVEN_MATE {
        return;
    }
    let holds =
        if moves > 0 { mates_within(position, moves) } else { is_mated_within(position, -moves) };
    assert!(holds, "there is no mate in {moves} in {position}: {pv:?}");
    let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
    let fits = bound != Bound::Exact || pv.len() as i32 <= plies;
    assert!(fits, "a mate in {moves} with a line of {} plies in {position}", pv.len());
}

/// Whether the side to move can mate in at most `moves` of its moves.
fn mates_within(position: &Position, moves: i32) -> bool {
    legal_moves(position).iter().any(|&mv| {
        let next = position.make(mv);
        // The last move gives check.
        (moves > 1 || next.in_check()) && is_mated_within(&next, moves - 1)
    })
}

/// Whether the side to move is mated after at most `moves` of its moves, whatever they are.
fn is_mated_within(position: &Position, moves: i32) -> bool {
    if moves == 0 || !has_legal_move(position) {
        return position.in_check() && !has_legal_move(position);
    }
    legal_moves(position).iter().all(|&mv| mates_within(&position.make(mv), moves))
}

/// Games that are not over, from these positions.
pub(super) fn unfinished(positions: Vec<Position>) -> impl Iterator<Item = Game> {
    positions.into_iter().map(Game::new).filter(|game| !game.is_over())
}

/// Searches random positions, and with a small transposition table positions in which mates and
/// checks abound.
pub(super) fn sound_answers(searcher: &mut dyn Searcher, requirements: SearchRequirements) {
    for game in unfinished(random(61, 60)) {
        let (result, lines) = run_search(searcher, &game, &Limits::depth(requirements.depth));
        answer_is_sound(&game, &result, &lines);
        assert!(result.depth <= requirements.depth, "deeper than asked: {}", game.position);
    }
    let _ = searcher.set_options(&searcher::Options { hash_mib: 1, ..Default::default() });
    for game in unfinished(constructed(64, 400)) {
        let (result, lines) = run_search(searcher, &game, &Limits::nodes(2500));
        answer_is_sound(&game, &result, &lines);
    }
    let _ = searcher.set_options(&searcher::Options::default());
}
