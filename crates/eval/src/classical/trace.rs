//! Who listens while the terms are added up: nobody when the engine plays, a list of terms when
//! somebody asks for an explanation. One evaluation serves both.

use super::Tapered;
use crate::Term;

/// Hears of every term.
pub(super) trait Trace {
    /// A term and what each side gets for it.
    fn term(&mut self, name: &'static str, white: Tapered, black: Tapered);
}

impl Trace for () {
    #[inline(always)]
    fn term(&mut self, _: &'static str, _: Tapered, _: Tapered) {}
}

impl Trace for Vec<Term> {
    fn term(&mut self, name: &'static str, white: Tapered, black: Tapered) {
        self.push(Term { name, white: white.pair(), black: black.pair() });
    }
}
