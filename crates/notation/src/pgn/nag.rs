//! Numeric annotation glyphs (NAG).

use crate::signs::{glyphs_of, nag_of};
use core::fmt;

/// A numeric annotation glyph: what `$1` or `!` says of a move or position.
///
/// # Examples
///
/// ```
/// use bartizan_notation::pgn::Nag;
///
/// assert_eq!(Nag::MISTAKE.glyph(), Some("?"));
/// assert_eq!(Nag::from_glyph("⩲"), Some(Nag::WHITE_SLIGHT_ADVANTAGE));
/// assert_eq!(Nag(146).to_string(), "$146");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nag(pub u8);

impl Nag {
    /// `!`
    pub const GOOD_MOVE: Self = Self(1);
    /// `?`
    pub const MISTAKE: Self = Self(2);
    /// `!!`
    pub const BRILLIANT_MOVE: Self = Self(3);
    /// `??`
    pub const BLUNDER: Self = Self(4);
    /// `!?`
    pub const SPECULATIVE_MOVE: Self = Self(5);
    /// `?!`
    pub const DUBIOUS_MOVE: Self = Self(6);
    /// `□`: all other moves lose quickly.
    pub const FORCED_MOVE: Self = Self(7);
    /// No reasonable other move.
    pub const SINGULAR_MOVE: Self = Self(8);
    /// The worst move.
    pub const WORST_MOVE: Self = Self(9);
    /// `=`
    pub const DRAWISH_POSITION: Self = Self(10);
    /// Equal chances, quiet position.
    pub const QUIET_POSITION: Self = Self(11);
    /// Equal chances, active position.
    pub const ACTIVE_POSITION: Self = Self(12);
    /// `∞`
    pub const UNCLEAR_POSITION: Self = Self(13);
    /// `⩲`
    pub const WHITE_SLIGHT_ADVANTAGE: Self = Self(14);
    /// `⩱`
    pub const BLACK_SLIGHT_ADVANTAGE: Self = Self(15);
    /// `±`
    pub const WHITE_MODERATE_ADVANTAGE: Self = Self(16);
    /// `∓`
    pub const BLACK_MODERATE_ADVANTAGE: Self = Self(17);
    /// `+-`
    pub const WHITE_DECISIVE_ADVANTAGE: Self = Self(18);
    /// `-+`
    pub const BLACK_DECISIVE_ADVANTAGE: Self = Self(19);
    /// `⨀`: White is in zugzwang.
    pub const WHITE_ZUGZWANG: Self = Self(22);
    /// `⨀`: Black is in zugzwang.
    pub const BLACK_ZUGZWANG: Self = Self(23);
    /// White is in moderate time trouble.
    pub const WHITE_MODERATE_TIME_PRESSURE: Self = Self(136);
    /// Black is in moderate time trouble.
    pub const BLACK_MODERATE_TIME_PRESSURE: Self = Self(137);
    /// `⊕`: White is in severe time trouble.
    pub const WHITE_SEVERE_TIME_PRESSURE: Self = Self(138);
    /// Black is in severe time trouble.
    pub const BLACK_SEVERE_TIME_PRESSURE: Self = Self(139);
    /// `N`
    pub const NOVELTY: Self = Self(146);

    /// The usual glyph, where there is one.
    ///
    /// ```
    /// use bartizan_notation::pgn::Nag;
    ///
    /// assert_eq!((Nag::BRILLIANT_MOVE.glyph(), Nag::WORST_MOVE.glyph()), (Some("!!"), None));
    /// ```
    #[must_use]
    pub fn glyph(self) -> Option<&'static str> {
        glyphs_of(self.0).first().copied()
    }

    /// What a glyph stands for.
    ///
    /// ```
    /// use bartizan_notation::pgn::Nag;
    ///
    /// assert_eq!((Nag::from_glyph("??"), Nag::from_glyph("hm")), (Some(Nag::BLUNDER), None));
    /// ```
    #[must_use]
    pub fn from_glyph(glyph: &str) -> Option<Self> {
        nag_of(glyph).map(Self)
    }
}

impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}

impl From<u8> for Nag {
    fn from(number: u8) -> Self {
        Self(number)
    }
}
