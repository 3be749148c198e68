//! The evaluation of each position of a game, and what its moves lose.

use board::{Color, Move, Position};
use eval::{Score, material_count};
use game::Game;
use notation::pgn::PgnGame;
use searcher::{Limits, NullReporter, Searcher, Signals};

/// A position of a game as a search sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Evaluation {
    /// The score from White's view.
    pub score: Score,
    /// The best line; empty when the game is over.
    pub line: Vec<Move>,
    /// The last completed iteration of the search.
    pub depth: u32,
    pub nodes: u64,
}

/// How bad a move is.
#[derive(Debug, PartialEq)]
pub(super) struct Judgement {
    /// The points that the move loses at least.
    points: f64,
    pub name: &'static str,
    pub plural: &'static str,
    /// The sign behind the move.
    pub sign: &'static str,
    /// The numeric annotation glyph of the sign.
    pub nag: u8,
    /// The sign in a graph.
    pub mark: char,
}

/// From the least to the worst.
pub(super) static JUDGEMENTS: [Judgement; 3] = [
    Judgement {
        points: 0.1,
        name: "inaccuracy",
        plural: "inaccuracies",
        sign: "?!",
        nag: 6,
        mark: '~',
    },
    Judgement { points: 0.2, name: "mistake", plural: "mistakes", sign: "?", nag: 2, mark: '?' },
    Judgement { points: 0.3, name: "blunder", plural: "blunders", sign: "??", nag: 4, mark: 'X' },
];
/// The worst of them.
pub(super) static BLUNDER: &Judgement = &JUDGEMENTS[2];

/// What a move loses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Loss {
    /// By how many points the expectation of its side falls, 0 to 1.
    pub points: f64,
    /// What that makes the move.
    pub judgement: Option<&'static Judgement>,
}

/// A game with the evaluations of its positions, one more than moves.
pub(super) struct AnalysedGame<'a> {
    pub game: &'a PgnGame,
    pub positions: Vec<Position>,
    pub evaluations: Vec<Evaluation>,
}

impl<'a> AnalysedGame<'a> {
    /// Searches the positions of a game in turn. `progress` gets the number of those done before each.
    pub(super) fn new(
        game: &'a PgnGame,
        searcher: &mut dyn Searcher,
        limits: &Limits,
        mut progress: impl FnMut(usize),
    ) -> Self {
        let positions = game.positions();
        let mut played = Game::new(game.start.clone());
        let mut evaluations = Vec::with_capacity(positions.len());
        for index in 0..positions.len() {
            progress(index);
            let result = searcher.search(&played, limits, &Signals::new(), &mut NullReporter);
            let score = result.score.relative_to(played.position.side_to_move());
            let (depth, nodes) = (result.depth, result.nodes);
            evaluations.push(Evaluation { score, line: result.pv, depth, nodes });
            match game.moves.get(index).map(|next| next.mv) {
                Some(Some(mv)) => played.play(mv),
                // No position before a null move can be repeated after it.
                Some(None) => played = Game::new(positions[index + 1].clone()),
                None => {}
            }
        }
        Self { game, positions, evaluations }
    }

    /// A game with evaluations that were made before; `None` where they are not of this game.
    pub(super) fn from_evaluations(
        game: &'a PgnGame,
        evaluations: Vec<Evaluation>,
    ) -> Option<Self> {
        let positions = game.positions();
        let fits = positions.len() == evaluations.len();
        fits.then_some(Self { game, positions, evaluations })
    }

    /// The score of a position from White's view, normalised.
    pub(super) fn shown_score(&self, index: usize) -> Score {
        self.evaluations[index].score.normalised(material_count(&self.positions[index]))
    }

    /// The expectation of White in a position, in points: a win is 1, a draw a half.
    pub(super) fn expectation(&self, index: usize) -> f64 {
        let chances = self.evaluations[index].score.wdl(material_count(&self.positions[index]));
        (f64::from(chances.win) + f64::from(chances.draw) / 2.0) / 1000.0
    }

    /// What the move with this index loses. The best move loses nothing, whatever the next search says, and a
    /// null move is none that could be better.
    pub(super) fn loss(&self, index: usize) -> Loss {
        let (best, mv) = (self.evaluations[index].line.first(), self.game.moves[index].mv);
        if mv.is_none() || best == mv.as_ref() {
            return Loss { points: 0.0, judgement: None };
        }
        let fall = self.expectation(index) - self.expectation(index + 1);
        let points = match self.positions[index].side_to_move() {
            Color::White => fall.max(0.0),
            Color::Black => (-fall).max(0.0),
        };
        Loss { points, judgement: JUDGEMENTS.iter().rev().find(|one| points >= one.points) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::pgn::read_games;
    use uci::engine::{EngineConfig, build};

    fn analysed(text: &str, check: impl Fn(&AnalysedGame<'_>)) {
        let game = read_games(text).remove(0).expect("a game");
        let config = EngineConfig { evaluation: "classical", ..EngineConfig::default() };
        let mut searcher = build(config);
        let mut told = Vec::new();
        let limits = Limits::depth(10);
        let analysed = AnalysedGame::new(&game, searcher.as_mut(), &limits, |done| told.push(done));
        assert!(told.iter().copied().eq(0..=game.moves.len()));
        check(&analysed);
    }

    #[test]
    fn mate_given_away_and_queen_lost_are_blunders() {
        analysed("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", |game| {
            let mistakes: Vec<_> = (0..7).map(|index| game.loss(index).judgement).collect();
            assert_eq!(mistakes[5], Some(BLUNDER), "{mistakes:?}");
            assert!(mistakes.iter().filter(|one| **one == Some(BLUNDER)).count() == 1);
            assert_eq!(game.loss(6), Loss { points: 0.0, judgement: None });
            // White has mated: the score is White's although Black would be to move.
            let last = &game.evaluations[7];
            assert!(last.line.is_empty() && last.score.is_win() && game.expectation(7) == 1.0);
        });
        analysed("1. d4 d5 2. Qd3 Nf6 3. Qg6 hxg6 *", |game| {
            assert_eq!(game.loss(4).judgement, Some(BLUNDER));
            assert!(game.expectation(6) < 0.1 && game.evaluations[6].score.is_loss().eq(&false));
        });
    }

    #[test]
    fn quiet_game_has_no_mistakes() {
        analysed("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *", |game| {
            for index in 0..8 {
                assert_eq!(game.loss(index).judgement, None, "{index}");
                assert!((0.2..0.8).contains(&game.expectation(index)));
            }
        });
    }
}
