//! One game between two engines, with adjudication.

use super::player::{PlayedMoves, Player};
use crate::data::{self, GameRecord, ScoredMove};
use anyhow::{Result, bail};
use board::{Color, Position};
use eval::Score;
use game::{Game, Termination};
use movegen::is_legal;
use searcher::{SearchResult, Signals};
use serde::{Deserialize, Serialize};

/// When a game is adjudicated before the rules end it. Scores are in centipawns, plies count from
/// the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A win when both sides have scored it for the same side by at least this...
    pub win_score: i32,
    /// ...for this many plies in a row.
    pub win_plies: usize,
    /// A draw when both sides have scored it between minus and plus this...
    pub draw_score: i32,
    /// ...for this many plies in a row...
    pub draw_plies: usize,
    /// ...all of them after this many plies.
    pub draw_from: usize,
    /// A draw after this many plies.
    pub max_plies: usize,
}

impl Adjudication {
    /// The rules of matches.
    pub const MATCH: Self = Self {
        win_score: 1000,
        win_plies: 4,
        draw_score: 8,
        draw_plies: 10,
        draw_from: 80,
        max_plies: 300,
    };

    /// The rules of chess alone, but for the greatest number of plies.
    pub const RULES_ALONE: Self =
        Self { win_plies: usize::MAX, draw_plies: usize::MAX, ..Self::MATCH };
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules.
    Rules(Termination),
    /// Both sides scored it as won for the same side.
    WinAdjudication,
    /// Both sides scored it as drawn.
    DrawAdjudication,
    /// The greatest number of plies was played.
    MaxPlies,
}

impl From<GameEnd> for data::RecordedEnd {
    fn from(end: GameEnd) -> Self {
        match end {
            GameEnd::Rules(ending) => ending.into(),
            GameEnd::WinAdjudication => Self::WinAdjudication,
            GameEnd::DrawAdjudication => Self::DrawAdjudication,
            GameEnd::MaxPlies => Self::MaxPlies,
        }
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub end: GameEnd,
    /// The moves from the opening.
    pub moves: Vec<ScoredMove>,
}

impl PlayedGame {
    /// The game as it is stored, with the seed and number of its run.
    #[must_use]
    pub fn into_record(
        self,
        seed: u64,
        number: u32,
        chess960: bool,
        opening: &Position,
    ) -> GameRecord {
        GameRecord {
            seed,
            number,
            chess960,
            result: data::GameResult::from_winner(self.winner),
            termination: self.end.into(),
            start: opening.to_shredder_fen(),
            moves: self.moves,
        }
    }
}

/// How long the scores of both sides have met the conditions of adjudication.
#[derive(Clone, Copy, Debug, Default)]
struct Adjudicator {
    /// Plies in a row that saw White winning, and that saw Black winning.
    win_plies: [usize; 2],
    /// Plies in a row, after [`Adjudication::draw_from`], that saw it level.
    draw_plies: usize,
}

impl Adjudicator {
    /// Adds the score of the side that is about to move, `plies` after the opening. A search that
    /// finished no iteration has no score.
    fn update(&mut self, rules: &Adjudication, mover: Color, plies: usize, result: &SearchResult) {
        if result.depth == 0 {
            *self = Self::default();
            return;
        }
        let score = result.score;
        let count = |so_far: usize, agrees: bool| if agrees { so_far + 1 } else { 0 };
        let (us, them) = (mover.index(), (!mover).index());
        self.win_plies[us] = count(self.win_plies[us], score >= Score::new(rules.win_score));
        self.win_plies[them] = count(self.win_plies[them], -score >= Score::new(rules.win_score));
        let draw_plies = plies >= rules.draw_from && score.raw().abs() <= rules.draw_score;
        self.draw_plies = count(self.draw_plies, draw_plies);
    }

    /// The adjudicated outcome, if there is one.
    fn adjudicate(&self, rules: &Adjudication) -> Option<(Option<Color>, GameEnd)> {
        let winner =
            Color::ALL.into_iter().find(|side| self.win_plies[side.index()] >= rules.win_plies);
        if winner.is_some() {
            return Some((winner, GameEnd::WinAdjudication));
        }
        (self.draw_plies >= rules.draw_plies).then_some((None, GameEnd::DrawAdjudication))
    }
}

/// Plays a game from `opening` by `rules`, each move after a search of `nodes` nodes. `players` are White
/// and Black. `None` when `signals` were stopped before the end.
///
/// # Errors
/// When an engine does not answer, has no move or an illegal one; the message holds the position.
pub fn play(
    mut players: [&mut dyn Player; 2],
    opening: &Position,
    rules: &Adjudication,
    nodes: u64,
    signals: &Signals,
) -> Result<Option<PlayedGame>> {
    for player in &mut players {
        player.new_game(opening)?;
    }
    play_with(opening, rules, signals, |game, moves| {
        let player = &mut *players[game.position.side_to_move().index()];
        player.search(game, &PlayedMoves { opening, moves }, nodes, signals)
    })
}

/// Plays a game from `opening` in which `search` chooses every move of both sides; it is given the
/// game and the moves so far. `None` when `signals` were stopped before the end.
///
/// # Errors
/// When a search fails, has no move or an illegal one; the message holds the position.
pub fn play_with(
    opening: &Position,
    rules: &Adjudication,
    signals: &Signals,
    mut search: impl FnMut(&Game, &[ScoredMove]) -> Result<SearchResult>,
) -> Result<Option<PlayedGame>> {
    let mut game = Game::new(opening.clone());
    let mut adjudicator = Adjudicator::default();
    let mut moves = Vec::new();
    let (winner, end) = loop {
        if let Some(ending) = game.termination() {
            break (ending.winner(), GameEnd::Rules(ending));
        }
        if moves.len() >= rules.max_plies {
            break (None, GameEnd::MaxPlies);
        }
        let mover = game.position.side_to_move();
        let result = search(&game, &moves);
        if signals.stopped() {
            return Ok(None);
        }
        let result = result?;
        let Some(mv) = result.best.filter(|&mv| is_legal(&game.position, mv)) else {
            let offered = result.best.map_or("no move".to_owned(), |mv| format!("{mv}"));
            bail!("{mover} offers {offered}, which is not legal, in {}", game.position);
        };
        adjudicator.update(rules, mover, moves.len(), &result);
        let score = (result.depth > 0).then_some(result.score.relative_to(mover));
        moves.push(ScoredMove { mv, score });
        game.play(mv);
        // The rules take precedence over adjudication.
        if let Some(agreed) = adjudicator.adjudicate(rules).filter(|_| !game.is_over()) {
            break agreed;
        }
    };
    Ok(Some(PlayedGame { winner, end, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::player::SearcherPlayer;
    use searcher::{Bound, Limits, Options, OptionsError, Reporter, Searcher};

    /// Plays the first legal move (or none) with a fixed score.
    struct FixedScoreSearcher {
        score: i32,
        depth: u32,
        no_move: bool,
    }

    impl FixedScoreSearcher {
        fn new(score: i32, depth: u32) -> Self {
            Self { score, depth, no_move: false }
        }
    }

    impl Searcher for FixedScoreSearcher {
        fn search(
            &mut self,
            game: &Game,
            _: &Limits,
            _: &Signals,
            _: &mut dyn Reporter,
        ) -> SearchResult {
            let best = movegen::legal_moves(&game.position).first().copied();
            SearchResult {
                best: best.filter(|_| !self.no_move),
                ponder: None,
                score: Score::new(self.score),
                bound: Bound::Exact,
                depth: self.depth,
                nodes: 1,
                pv: Vec::new(),
            }
        }

        fn set_options(&mut self, _: &Options) -> Result<(), OptionsError> {
            Ok(())
        }

        fn new_game(&mut self) {}

        fn evaluate(&mut self, _: &Position) -> Score {
            Score::new(self.score)
        }

        fn order(&self, _: &Position) -> Vec<ordering::OrderedMove> {
            Vec::new()
        }
    }

    fn play_game(
        white: FixedScoreSearcher,
        black: FixedScoreSearcher,
        fen: &str,
        signals: &Signals,
    ) -> Result<Option<PlayedGame>> {
        let position = Position::from_fen(fen).unwrap();
        let [mut white, mut black] = [white, black].map(|side| SearcherPlayer(Box::new(side)));
        play([&mut white, &mut black], &position, &Adjudication::MATCH, 1, signals)
    }

    fn finished(white: (i32, u32), black: (i32, u32), fen: &str) -> PlayedGame {
        let searcher = |(score, depth)| FixedScoreSearcher::new(score, depth);
        play_game(searcher(white), searcher(black), fen, &Signals::new()).unwrap().unwrap()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn win_adjudication_needs_both_sides() {
        let agreed = finished((1_000, 5), (-1_000, 5), START);
        assert_eq!((agreed.winner, agreed.end), (Some(Color::White), GameEnd::WinAdjudication));
        assert_eq!(agreed.moves.len(), Adjudication::MATCH.win_plies);
        let black = finished((-1_500, 5), (2_000, 5), START);
        assert_eq!((black.winner, black.end), (Some(Color::Black), GameEnd::WinAdjudication));
        // Both think that they win themselves; one of them is not sure; one has no opinion.
        for (white, black) in
            [((2_000, 5), (2_000, 5)), ((2_000, 5), (-999, 5)), ((2_000, 5), (-2_000, 0))]
        {
            assert_ne!(finished(white, black, START).end, GameEnd::WinAdjudication);
        }
    }

    /// Shuffling with kings in the corners, with pawns that block each other: nothing ends this
    /// by the rules before the third repetition.
    const LOCKED: &str = "7k/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1";

    #[test]
    fn draw_adjudication_needs_both_sides_and_the_minimum_ply() {
        let search_result = |score, depth| SearchResult {
            best: None,
            ponder: None,
            score: Score::new(score),
            bound: Bound::Exact,
            depth,
            nodes: 1,
            pv: Vec::new(),
        };
        let agreed = |white: (i32, u32), black: (i32, u32)| {
            let results = [white, black].map(|(score, depth)| search_result(score, depth));
            let mut adjudicator = Adjudicator::default();
            let rules = &Adjudication::MATCH;
            let mut after = |plies: usize| {
                adjudicator.update(rules, Color::ALL[plies % 2], plies, &results[plies % 2]);
                adjudicator.adjudicate(rules)
            };
            (0..Adjudication::MATCH.max_plies).position(|plies| after(plies).is_some())
        };
        let first = Some(Adjudication::MATCH.draw_from + Adjudication::MATCH.draw_plies - 1);
        assert_eq!(
            agreed((Adjudication::MATCH.draw_score, 3), (Adjudication::MATCH.draw_score, 3)),
            first
        );
        assert_eq!(
            agreed((-Adjudication::MATCH.draw_score, 3), (Adjudication::MATCH.draw_score, 3)),
            first
        );
        assert_eq!(agreed((0, 3), (-Adjudication::MATCH.draw_score, 9)), first);
        // One of them sees more in it, or has no opinion.
        let more = Adjudication::MATCH.draw_score + 1;
        for other in [(more, 3), (-more, 3), (0, 0)] {
            assert_eq!(agreed((0, 3), other), None);
            assert_eq!(agreed(other, (0, 3)), None);
        }
    }

    #[test]
    fn rules_end_games_before_adjudication() {
        let repeated = finished((50, 5), (50, 5), LOCKED);
        assert_eq!(repeated.end, GameEnd::Rules(Termination::Repetition));
        assert_eq!(repeated.winner, None);
        let fifty = "7k/8/8/8/8/5KQ1/8/8 b - - 99 80";
        let ended = finished((1_000, 5), (-1_000, 5), fifty);
        assert_eq!((ended.end, ended.moves.len()), (GameEnd::Rules(Termination::FiftyMoves), 1));
    }

    #[test]
    fn missing_move_error_contains_the_fen() {
        let white = FixedScoreSearcher { no_move: true, ..FixedScoreSearcher::new(0, 1) };
        let error =
            play_game(white, FixedScoreSearcher::new(0, 1), START, &Signals::new()).unwrap_err();
        assert!(error.to_string().contains(START), "{error}");
    }

    #[test]
    fn stop_signal_ends_the_game() {
        let signals = Signals::new();
        signals.stop();
        let side = || FixedScoreSearcher::new(0, 1);
        assert_eq!(play_game(side(), side(), START, &signals).unwrap(), None);
    }
}
