//! One game between two engines, with adjudication.

use super::player::Player;
use crate::data::{GameRecord, GameResult, RecordedEnd, ScoredMove};
use anyhow::{Result, bail};
use board::{Color, Position};
use eval::Score;
use game::Game;
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

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub end: RecordedEnd,
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
            result: GameResult::from_winner(self.winner),
            termination: self.end,
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
    fn update(&mut self, rules: &Adjudication, mover: Color, plies: usize, score: Option<Score>) {
        let Some(score) = score else {
            *self = Self::default();
            return;
        };
        let count = |so_far: usize, agrees: bool| if agrees { so_far + 1 } else { 0 };
        let (us, them) = (mover.index(), (!mover).index());
        self.win_plies[us] = count(self.win_plies[us], score >= Score::new(rules.win_score));
        self.win_plies[them] = count(self.win_plies[them], -score >= Score::new(rules.win_score));
        let draw_plies = plies >= rules.draw_from && score.raw().abs() <= rules.draw_score;
        self.draw_plies = count(self.draw_plies, draw_plies);
    }

    /// The adjudicated outcome, if there is one.
    fn adjudicate(&self, rules: &Adjudication) -> Option<(Option<Color>, RecordedEnd)> {
        let winner =
            Color::ALL.into_iter().find(|side| self.win_plies[side.index()] >= rules.win_plies);
        if winner.is_some() {
            return Some((winner, RecordedEnd::WinAdjudication));
        }
        (self.draw_plies >= rules.draw_plies).then_some((None, RecordedEnd::DrawAdjudication))
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
        player.search(game, opening, moves, nodes, signals)
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
            break (ending.winner(), ending.into());
        }
        if moves.len() >= rules.max_plies {
            break (None, RecordedEnd::MaxPlies);
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
        let score = (result.depth > 0).then_some(result.score);
        adjudicator.update(rules, mover, moves.len(), score);
        moves.push(ScoredMove { mv, score: score.map(|score| score.relative_to(mover)) });
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
    use crate::arena::player::unscored;

    /// Plays the first legal move with a fixed score; no move at depth 99.
    #[derive(Clone, Copy)]
    struct FixedScore {
        score: i32,
        depth: u32,
    }

    const NO_MOVE: FixedScore = FixedScore { score: 0, depth: 99 };

    impl Player for FixedScore {
        fn new_game(&mut self, _: &Position) -> Result<()> {
            Ok(())
        }

        fn search(
            &mut self,
            game: &Game,
            _: &Position,
            _: &[ScoredMove],
            nodes: u64,
            _: &Signals,
        ) -> Result<SearchResult> {
            let first = movegen::legal_moves(&game.position)[0];
            let best = (self.depth != NO_MOVE.depth).then_some(first);
            let (score, depth) = (Score::new(self.score), self.depth);
            Ok(SearchResult { best, score, depth, ..unscored(first, nodes) })
        }
    }

    fn play_game(
        [mut white, mut black]: [FixedScore; 2],
        fen: &str,
        signals: &Signals,
    ) -> Result<Option<PlayedGame>> {
        let position = Position::from_fen(fen).unwrap();
        play([&mut white, &mut black], &position, &Adjudication::MATCH, 1, signals)
    }

    /// A game of two sides, each with its score and depth.
    fn finished(sides: [(i32, u32); 2], fen: &str) -> PlayedGame {
        let sides = sides.map(|(score, depth)| FixedScore { score, depth });
        play_game(sides, fen, &Signals::new()).unwrap().unwrap()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn win_adjudication_needs_both_sides() {
        for (sides, winner) in
            [([(1_000, 5), (-1_000, 5)], Color::White), ([(-1_500, 5), (2_000, 5)], Color::Black)]
        {
            let agreed = finished(sides, START);
            assert_eq!((agreed.winner, agreed.end), (Some(winner), RecordedEnd::WinAdjudication));
            assert_eq!(agreed.moves.len(), Adjudication::MATCH.win_plies);
        }
        // Both think that they win themselves; one of them is not sure; one has no opinion.
        for black in [(2_000, 5), (-999, 5), (-2_000, 0)] {
            let end = finished([(2_000, 5), black], START).end;
            assert_ne!(end, RecordedEnd::WinAdjudication);
        }
    }

    #[test]
    fn draw_adjudication_needs_both_sides_and_the_minimum_ply() {
        let rules = &Adjudication::MATCH;
        let agreed = |sides: [Option<i32>; 2]| {
            let mut adjudicator = Adjudicator::default();
            (0..rules.max_plies).position(|plies| {
                let score = sides[plies % 2].map(Score::new);
                adjudicator.update(rules, Color::ALL[plies % 2], plies, score);
                adjudicator.adjudicate(rules).is_some()
            })
        };
        let (most, more) = (rules.draw_score, rules.draw_score + 1);
        let first = Some(rules.draw_from + rules.draw_plies - 1);
        for sides in [[most, most], [-most, most], [0, -most]] {
            assert_eq!(agreed(sides.map(Some)), first);
        }
        // One of them sees more in it, or has no opinion.
        for other in [Some(more), Some(-more), None] {
            assert_eq!(agreed([Some(0), other]), None);
            assert_eq!(agreed([other, Some(0)]), None);
        }
    }

    #[test]
    fn rules_end_games_before_adjudication() {
        // Kings in the corners shuffle between pawns that block each other.
        let locked = "7k/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1";
        let repeated = finished([(50, 5), (50, 5)], locked);
        assert_eq!((repeated.end, repeated.winner), (RecordedEnd::Repetition, None));
        let fifty = "7k/8/8/8/8/5KQ1/8/8 b - - 99 80";
        let ended = finished([(1_000, 5), (-1_000, 5)], fifty);
        assert_eq!((ended.end, ended.moves.len()), (RecordedEnd::FiftyMoves, 1));
    }

    #[test]
    fn missing_move_error_contains_the_fen() {
        let error = play_game([NO_MOVE; 2], START, &Signals::new()).unwrap_err();
        assert!(error.to_string().contains(START), "{error}");
    }

    #[test]
    fn stop_signal_ends_the_game() {
        let signals = Signals::new();
        signals.stop();
        let sides = [FixedScore { score: 0, depth: 1 }; 2];
        assert_eq!(play_game(sides, START, &signals).unwrap(), None);
    }
}
