//! Makes books.

use super::{Book, BookError, RawEntry};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use board::{Move, Position};
use core::cmp::Reverse;
use game::Outcome;

/// Collects moves for a Polyglot book. Moves that are added again get the sum of their weights.
///
/// ```
/// use bartizan_notation::book::{Book, BookBuilder};
/// use bartizan_notation::{board::Position, pgn::read_games};
///
/// let text = "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n\n1. e4 e5 2. Bc4 0-1\n";
/// let mut builder = BookBuilder::new();
/// for game in read_games(text).into_iter().flatten() {
///     let moves: Vec<_> = game.moves.iter().map_while(|played| played.mv).collect();
///     builder.add_game(&game.start, &moves, game.result.parse().ok(), 20);
/// }
/// let book = Book::from_bytes(builder.to_bytes())?;
/// // Two points for the win, none for the loss; one point for the draw.
/// let weights: Vec<_> = book.moves(&Position::startpos())?.iter().map(|entry| entry.1).collect();
/// assert_eq!(weights, [2, 1]);
/// # Ok::<(), bartizan_notation::book::BookError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    /// Weight and learning data by key and move.
    entries: BTreeMap<(u64, u16), (u64, u32)>,
}

impl BookBuilder {
    /// No moves.
    ///
    /// ```
    /// use bartizan_notation::book::BookBuilder;
    ///
    /// let book = BookBuilder::new();
    /// assert!(book.is_empty() && book.to_bytes().is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a legal move of a position.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::BookBuilder;
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// let e4 = parse_move(&start, "e4")?;
    /// builder.add(&start, e4, 2);
    /// builder.add(&start, e4, 3);
    /// assert_eq!((builder.len(), builder.entries()[0].weight), (1, 5));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    pub fn add(&mut self, position: &Position, mv: Move, weight: u16) {
        self.add_entry(RawEntry::new(position, mv, weight));
    }

    /// Adds an entry. Its learning data, if not 0, replaces that of an earlier one.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{BookBuilder, RawEntry};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// let entry = RawEntry::new(&start, parse_move(&start, "e4")?, 1);
    /// for learn in [7, 0] {
    ///     builder.add_entry(RawEntry { learn, ..entry });
    /// }
    /// let [sum] = builder.entries()[..] else { panic!("one move") };
    /// assert_eq!((sum.weight, sum.learn), (2, 7));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    pub fn add_entry(&mut self, entry: RawEntry) {
        let (weight, learn) = self.entries.entry((entry.key, entry.mv)).or_default();
        *weight += u64::from(entry.weight);
        if entry.learn != 0 {
            *learn = entry.learn;
        }
    }

    /// Adds the first `max_plies` moves of a game, each with the points of the side that played it: 2 for a win, 1 for a draw
    /// or an unknown result, 0 for a loss. The moves must be legal.
    ///
    /// ```
    /// use bartizan_notation::board::{Color, Position};
    /// use bartizan_notation::book::BookBuilder;
    /// use bartizan_notation::game::Outcome;
    /// use bartizan_notation::parse_moves;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// let moves = parse_moves(&start, "e4 e5 Nf3")?;
    /// builder.add_game(&start, &moves, Some(Outcome::Decisive { winner: Color::White }), 2);
    /// // Two plies: the winner's move has two points, the loser's none.
    /// let mut weights: Vec<_> = builder.entries().iter().map(|entry| entry.weight).collect();
    /// weights.sort_unstable();
    /// assert_eq!(weights, [0, 2]);
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    pub fn add_game(
        &mut self,
        start: &Position,
        moves: &[Move],
        outcome: Option<Outcome>,
        max_plies: usize,
    ) {
        let mut position = start.clone();
        for &mv in moves.iter().take(max_plies) {
            let winner = outcome.and_then(Outcome::winner);
            let points =
                winner.map_or(1, |winner| 2 * u16::from(winner == position.side_to_move()));
            self.add(&position, mv, points);
            position = position.make(mv);
        }
    }

    /// Adds all entries of another book.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{Book, BookBuilder};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// builder.add(&start, parse_move(&start, "e4")?, 1);
    /// let book = Book::from_bytes(builder.to_bytes())?;
    /// builder.add_book(&book)?;
    /// assert_eq!(builder.entries()[0].weight, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When its file cannot be read any more.
    pub fn add_book(&mut self, book: &Book) -> Result<(), BookError> {
        book.for_each_entry(|entry| self.add_entry(entry))
    }

    /// Removes the moves with a smaller sum of weights.
    ///
    /// ```
    /// use bartizan_notation::{board::Position, book::BookBuilder, movegen::legal_moves};
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// let moves = legal_moves(&start);
    /// for (mv, weight) in [(moves[0], 1), (moves[1], 2), (moves[1], 3)] {
    ///     builder.add(&start, mv, weight);
    /// }
    /// assert_eq!((builder.len(), builder.entries()[0].weight), (2, 5));
    /// builder.remove_below(2);
    /// assert_eq!((builder.len(), builder.is_empty()), (1, false));
    /// ```
    pub fn remove_below(&mut self, weight: u64) {
        self.entries.retain(|_, &mut (sum, _)| sum >= weight);
    }

    /// The number of entries.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::BookBuilder;
    /// use bartizan_notation::movegen::legal_moves;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// for mv in legal_moves(&start) {
    ///     builder.add(&start, mv, 1);
    /// }
    /// assert_eq!(builder.len(), 20);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry. A book has one at least.
    ///
    /// ```
    /// use bartizan_notation::book::BookBuilder;
    ///
    /// assert!(BookBuilder::new().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries, by key and then by falling weight. Where a sum of weights does not fit into 16 bits, all those of its
    /// position are made smaller in proportion.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::BookBuilder;
    /// use bartizan_notation::movegen::legal_moves;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// let moves = legal_moves(&start);
    /// builder.add(&start, moves[0], 1);
    /// for _ in 0..2 {
    ///     builder.add(&start, moves[1], u16::MAX);
    /// }
    /// // The sum of 131,070 is made to fit, and the other weight stays above 0.
    /// let weights: Vec<_> = builder.entries().iter().map(|entry| entry.weight).collect();
    /// assert_eq!(weights, [65_535, 1]);
    /// ```
    #[must_use]
    pub fn entries(&self) -> Vec<RawEntry> {
        const MAX: u64 = u16::MAX as u64;
        let mut greatest = BTreeMap::new();
        for (&(key, _), &(weight, _)) in &self.entries {
            let max = greatest.entry(key).or_insert(MAX);
            *max = weight.max(*max);
        }
        let mut entries: Vec<RawEntry> = Vec::with_capacity(self.entries.len());
        for (&(key, mv), &(weight, learn)) in &self.entries {
            let scaled = u128::from(weight) * u128::from(MAX) / u128::from(greatest[&key]);
            let weight = (scaled as u16).max(u16::from(weight > 0));
            entries.push(RawEntry { key, mv, weight, learn });
        }
        entries.sort_by_key(|entry| (entry.key, Reverse(entry.weight)));
        entries
    }

    /// The bytes of the book, which is none if there is no entry.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::{BookBuilder, polyglot_key};
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// builder.add(&start, parse_move(&start, "e4")?, 1);
    /// let bytes = builder.to_bytes();
    /// assert_eq!((bytes.len(), &bytes[..8]), (16, &polyglot_key(&start).to_be_bytes()[..]));
    /// # Ok::<(), bartizan_notation::MoveParseError>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries().into_iter().flat_map(RawEntry::to_bytes).collect()
    }

    /// Writes the book, which is none if there is no entry.
    ///
    /// ```
    /// use bartizan_notation::board::Position;
    /// use bartizan_notation::book::BookBuilder;
    /// use bartizan_notation::parse_move;
    ///
    /// let (start, mut builder) = (Position::startpos(), BookBuilder::new());
    /// builder.add(&start, parse_move(&start, "e4")?, 1);
    /// let mut file = Vec::new(); // or std::fs::File::create("book.bin")?
    /// builder.write_to(&mut file)?;
    /// assert_eq!(file, builder.to_bytes());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it cannot be written.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        out.write_all(&self.to_bytes())
    }
}
