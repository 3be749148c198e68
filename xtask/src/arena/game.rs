//! One game between two engines in this process, and when it is called off. Neither openings nor
//! results of several games are known here.

use anyhow::{Result, bail};
use board::{Color, Position};
use eval::Score;
use movegen::is_legal;
use search::{Game, Limits, NullReporter, SearchResult, Searcher, Signals, Termination};

/// A game of this many plies is a draw.
pub const LONGEST: usize = 300;
/// A win is agreed on when both sides have given the same side at least this score...
pub const WIN_SCORE: i32 = 1_000;
/// ...for this many plies in a row.
pub const WIN_PLIES: usize = 4;
/// A draw is agreed on when both sides have scored no more than this, either way...
pub const DRAW_SCORE: i32 = 8;
/// ...for this many plies in a row...
pub const DRAW_PLIES: usize = 10;
/// ...all of them after this many plies from the opening.
pub const DRAW_FROM: usize = 80;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By the rules.
    Board(Termination),
    /// Both sides saw the same side winning.
    AgreedWin,
    /// Both sides saw nothing more to play for.
    AgreedDraw,
    /// [`LONGEST`] plies were played.
    Length,
}

/// A game that was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: Reason,
    /// Plies played from the opening.
    pub plies: usize,
}

/// What both sides have thought of the game of late.
#[derive(Clone, Copy, Debug, Default)]
struct Opinions {
    /// Plies in a row that saw White winning, and that saw Black winning.
    won: [usize; 2],
    /// Plies in a row, after [`DRAW_FROM`], that saw it level.
    level: usize,
}

impl Opinions {
    /// Takes the opinion of the side that is about to make its move, `plies` after the opening.
    /// A search that finished no iteration has none.
    fn hear(&mut self, mover: Color, plies: usize, result: &SearchResult) {
        if result.depth == 0 {
            *self = Self::default();
            return;
        }
        let score = result.score;
        let count = |so_far: usize, agrees: bool| if agrees { so_far + 1 } else { 0 };
        let (us, them) = (mover.index(), (!mover).index());
        self.won[us] = count(self.won[us], score >= Score::new(WIN_SCORE));
        self.won[them] = count(self.won[them], -score >= Score::new(WIN_SCORE));
        let level = plies >= DRAW_FROM && score.raw().abs() <= DRAW_SCORE;
        self.level = count(self.level, level);
    }

    /// What both agree on: the outcome and how it came about.
    fn agreed(&self) -> Option<(Option<Color>, Reason)> {
        let winner = Color::ALL.into_iter().find(|side| self.won[side.index()] >= WIN_PLIES);
        if winner.is_some() {
            return Some((winner, Reason::AgreedWin));
        }
        (self.level >= DRAW_PLIES).then_some((None, Reason::AgreedDraw))
    }
}

/// Plays a game from `opening`, each move after a search of `nodes` nodes. `players` are White
/// and Black, with all that they know from earlier games: forgetting is the caller's business.
/// `None` when `signals` were stopped before the end.
///
/// # Errors
/// When an engine has no move or an illegal one; the message holds the position.
pub fn play(
    players: [&mut dyn Searcher; 2],
    opening: &Position,
    nodes: u64,
    signals: &Signals,
) -> Result<Option<Finished>> {
    let limits = Limits::nodes(nodes);
    let mut game = Game::new(opening.clone());
    let mut opinions = Opinions::default();
    let mut plies = 0;
    let (winner, reason) = loop {
        if let Some(ending) = game.termination() {
            break (ending.winner(), Reason::Board(ending));
        }
        if plies >= LONGEST {
            break (None, Reason::Length);
        }
        let mover = game.position.side_to_move();
        let player = &mut *players[mover.index()];
        let result = player.search(&game, &limits, signals, &mut NullReporter);
        if signals.stopped() {
            return Ok(None);
        }
        let Some(mv) = result.best.filter(|&mv| is_legal(&game.position, mv)) else {
            let offered = result.best.map_or("no move".to_owned(), |mv| format!("{mv}"));
            bail!("{mover} offers {offered}, which is not legal, in {}", game.position);
        };
        opinions.hear(mover, plies, &result);
        game.play(mv);
        plies += 1;
        // A game that has just ended on the board ended there, not by agreement.
        if let Some(agreed) = opinions.agreed().filter(|_| !game.is_over()) {
            break agreed;
        }
    };
    Ok(Some(Finished { winner, reason, plies }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Options, OptionsError, Reporter};

    /// Plays the first legal move (or none) and thinks what it is told.
    struct Puppet {
        score: i32,
        depth: u32,
        mute: bool,
    }

    impl Puppet {
        fn new(score: i32, depth: u32) -> Self {
            Self { score, depth, mute: false }
        }
    }

    impl Searcher for Puppet {
        fn search(
            &mut self,
            game: &Game,
            _: &Limits,
            _: &Signals,
            _: &mut dyn Reporter,
        ) -> SearchResult {
            let best = movegen::legal_moves(&game.position).first().copied();
            SearchResult {
                best: best.filter(|_| !self.mute),
                ponder: None,
                score: Score::new(self.score),
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

    fn between(mut white: Puppet, mut black: Puppet, fen: &str) -> Result<Option<Finished>> {
        let position = Position::from_fen(fen).unwrap();
        play([&mut white, &mut black], &position, 1, &Signals::new())
    }

    fn finished(white: (i32, u32), black: (i32, u32), fen: &str) -> Finished {
        let puppet = |(score, depth)| Puppet::new(score, depth);
        between(puppet(white), puppet(black), fen).unwrap().unwrap()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn wins_are_agreed_on_by_both_or_not_at_all() {
        let agreed = finished((1_000, 5), (-1_000, 5), START);
        assert_eq!((agreed.winner, agreed.reason), (Some(Color::White), Reason::AgreedWin));
        assert_eq!(agreed.plies, WIN_PLIES);
        let black = finished((-1_500, 5), (2_000, 5), START);
        assert_eq!((black.winner, black.reason), (Some(Color::Black), Reason::AgreedWin));
        // Both think that they win themselves; one of them is not sure; one has no opinion.
        for (white, black) in
            [((2_000, 5), (2_000, 5)), ((2_000, 5), (-999, 5)), ((2_000, 5), (-2_000, 0))]
        {
            assert_ne!(finished(white, black, START).reason, Reason::AgreedWin);
        }
    }

    /// Shuffling with kings in the corners, with pawns that block each other: nothing ends this
    /// by the rules before the third repetition.
    const LOCKED: &str = "7k/8/p1p1p1p1/P1P1P1P1/8/8/8/K7 w - - 0 1";

    #[test]
    fn draws_are_agreed_on_late_and_by_both() {
        let opinion = |score, depth| SearchResult {
            best: None,
            ponder: None,
            score: Score::new(score),
            depth,
            nodes: 1,
            pv: Vec::new(),
        };
        let agreed = |white: (i32, u32), black: (i32, u32)| {
            let conclusions = [white, black].map(|(score, depth)| opinion(score, depth));
            let mut opinions = Opinions::default();
            let mut after = |plies: usize| {
                opinions.hear(Color::ALL[plies % 2], plies, &conclusions[plies % 2]);
                opinions.agreed()
            };
            (0..LONGEST).position(|plies| after(plies).is_some())
        };
        let first = Some(DRAW_FROM + DRAW_PLIES - 1);
        assert_eq!(agreed((DRAW_SCORE, 3), (DRAW_SCORE, 3)), first);
        assert_eq!(agreed((-DRAW_SCORE, 3), (DRAW_SCORE, 3)), first);
        assert_eq!(agreed((0, 3), (-DRAW_SCORE, 9)), first);
        // One of them sees more in it, or has no opinion.
        let more = DRAW_SCORE + 1;
        for other in [(more, 3), (-more, 3), (0, 0)] {
            assert_eq!(agreed((0, 3), other), None);
            assert_eq!(agreed(other, (0, 3)), None);
        }
    }

    #[test]
    fn the_rules_end_games_before_opinions_do() {
        let repeated = finished((50, 5), (50, 5), LOCKED);
        assert_eq!(repeated.reason, Reason::Board(Termination::Repetition));
        assert_eq!(repeated.winner, None);
        let fifty = "7k/8/8/8/8/5KQ1/8/8 b - - 99 80";
        let ended = finished((1_000, 5), (-1_000, 5), fifty);
        assert_eq!((ended.reason, ended.plies), (Reason::Board(Termination::FiftyMoves), 1));
    }

    #[test]
    fn a_missing_move_names_the_position() {
        let white = Puppet { mute: true, ..Puppet::new(0, 1) };
        let error = between(white, Puppet::new(0, 1), START).unwrap_err();
        assert!(error.to_string().contains(START), "{error}");
    }

    #[test]
    fn a_signal_ends_the_game() {
        let (mut white, mut black) = (Puppet::new(0, 1), Puppet::new(0, 1));
        let signals = Signals::new();
        signals.stop();
        let played = play([&mut white, &mut black], &Position::startpos(), 1, &signals);
        assert_eq!(played.unwrap(), None);
    }
}
