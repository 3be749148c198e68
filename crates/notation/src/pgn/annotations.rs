//! What stands behind a move: glyphs, comments, variations.

use super::{Annotation, Nag, PgnMove, Variation};
use alloc::string::ToString;

impl PgnMove {
    /// The comments behind the move.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let game = read_games("1. e4 {one} {two} *").remove(0)?;
    /// assert!(game.moves[0].comments().eq(["one", "two"]));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        self.annotations.iter().filter_map(|one| match one {
            Annotation::Comment(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The glyphs behind the move.
    ///
    /// ```
    /// use bartizan_notation::pgn::{Nag, read_games};
    ///
    /// let game = read_games("1. e4! $14 *").remove(0)?;
    /// assert!(game.moves[0].nags().eq([Nag::GOOD_MOVE, Nag::WHITE_SLIGHT_ADVANTAGE]));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn nags(&self) -> impl Iterator<Item = Nag> + '_ {
        self.annotations.iter().filter_map(|one| match one {
            Annotation::Nag(number) => Some(Nag(*number)),
            _ => None,
        })
    }

    /// The lines in place of the move.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let game = read_games("1. e4 (1. d4 d5) (1. c4) *").remove(0)?;
    /// assert!(game.moves[0].variations().map(|line| line.moves.len()).eq([2, 1]));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn variations(&self) -> impl Iterator<Item = &Variation> {
        self.annotations.iter().filter_map(|one| match one {
            Annotation::Variation(variation) => Some(variation),
            _ => None,
        })
    }

    /// The same, to change them.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let mut game = read_games("1. e4 (1. d4 d5) *").remove(0)?;
    /// for line in game.moves[0].variations_mut() {
    ///     line.comments.push("closed".to_owned());
    /// }
    /// assert!(game.to_string().ends_with("1. e4 ({ closed } 1. d4 d5) *\n"));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn variations_mut(&mut self) -> impl Iterator<Item = &mut Variation> {
        self.annotations.iter_mut().filter_map(|one| match one {
            Annotation::Variation(variation) => Some(variation),
            _ => None,
        })
    }

    /// Adds a line in place of the move, behind the others.
    ///
    /// ```
    /// use bartizan_notation::parse_moves;
    /// use bartizan_notation::pgn::{Variation, read_games};
    ///
    /// let mut game = read_games("1. e4 *").remove(0)?;
    /// let line = Variation::from_moves(&game.start, parse_moves(&game.start, "d4 d5")?)?;
    /// game.moves[0].add_variation(line);
    /// assert!(game.to_string().ends_with("1. e4 (1. d4 d5) *\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_variation(&mut self, variation: Variation) {
        self.annotations.push(Annotation::Variation(variation));
    }

    /// Adds a glyph, behind the others and before comments and variations.
    ///
    /// ```
    /// use bartizan_notation::pgn::{Nag, read_games};
    ///
    /// let mut game = read_games("1. e4 {good} *").remove(0)?;
    /// game.moves[0].add_nag(Nag::GOOD_MOVE);
    /// assert!(game.to_string().ends_with("1. e4 $1 { good } *\n"));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn add_nag(&mut self, nag: impl Into<Nag>) {
        let place = self.annotations.iter().take_while(|one| matches!(one, Annotation::Nag(_)));
        let place = place.count();
        self.annotations.insert(place, Annotation::Nag(nag.into().0));
    }

    /// Adds a comment, behind everything but the variations.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let mut game = read_games("1. e4 (1. d4) *").remove(0)?;
    /// game.moves[0].add_comment("best by test");
    /// assert!(game.to_string().ends_with("1. e4 { best by test } (1. d4) *\n"));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn add_comment(&mut self, text: impl ToString) {
        let is_variation = |one: &Annotation| matches!(one, Annotation::Variation(_));
        let place = self.annotations.iter().position(is_variation);
        let place = place.unwrap_or(self.annotations.len());
        self.annotations.insert(place, Annotation::Comment(text.to_string()));
    }

    /// Where the annotation of a variation stands, of which this is the number from 0.
    pub(super) fn variation_place(&self, number: usize) -> Option<usize> {
        let variations = self.annotations.iter().enumerate();
        variations
            .filter(|(_, one)| matches!(one, Annotation::Variation(_)))
            .map(|(place, _)| place)
            .nth(number)
    }

    /// Takes out the variation of this number, from 0.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let mut game = read_games("1. e4 (1. d4) (1. c4) *").remove(0)?;
    /// assert!(game.moves[0].remove_variation(0).is_some());
    /// assert!(game.to_string().ends_with("1. e4 (1. c4) *\n"));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn remove_variation(&mut self, number: usize) -> Option<Variation> {
        let place = self.variation_place(number)?;
        match self.annotations.remove(place) {
            Annotation::Variation(variation) => Some(variation),
            _ => None,
        }
    }

    /// Swaps two variations, by their numbers from 0: to promote one by one place, or to demote it. Whether there
    /// are both.
    ///
    /// ```
    /// use bartizan_notation::pgn::read_games;
    ///
    /// let mut game = read_games("1. e4 (1. d4) (1. c4) *").remove(0)?;
    /// assert!(game.moves[0].swap_variations(0, 1) && !game.moves[0].swap_variations(0, 2));
    /// assert!(game.to_string().ends_with("1. e4 (1. c4) (1. d4) *\n"));
    /// # Ok::<(), bartizan_notation::pgn::PgnError>(())
    /// ```
    pub fn swap_variations(&mut self, one: usize, other: usize) -> bool {
        let places = self.variation_place(one).zip(self.variation_place(other));
        if let Some((one, other)) = places {
            self.annotations.swap(one, other);
        }
        places.is_some()
    }
}
