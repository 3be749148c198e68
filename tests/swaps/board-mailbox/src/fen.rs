//! FEN, X-FEN, Shredder-FEN and the position of an EPD line.

use std::fmt;

use crate::{
    Bitboard, CastlingSide, Color, FenError, File, Piece, PieceKind, Position, Rank, Square,
};

impl Position {
    /// Reads four to six FEN fields; castling rights as in X-FEN or Shredder-FEN.
    ///
    /// # Errors
    /// When the text is not a valid position.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        if !text.is_ascii() {
            return Err(FenError::NotAscii);
        }
        let mut fields = text.split_ascii_whitespace();
        let mut position = read_position(&mut fields)?;
        if let Some(field) = fields.next() {
            position.set_halfmove_clock(field)?;
        }
        if let Some(field) = fields.next() {
            position.set_fullmove_number(field)?;
        }
        fields.next().map_or(Ok(position), |_| Err(FenError::TrailingText))
    }

    /// Reads the position of an EPD line and returns it with the rest of the line, trimmed. The
    /// counters of a FEN may precede the operations.
    ///
    /// # Errors
    /// As [`Position::from_fen`].
    pub fn from_epd(text: &str) -> Result<(Position, &str), FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut position = read_position(&mut fields)?;
        // The rest of the line begins after as many fields as have been taken.
        let after = |count: usize| {
            (0..count).fold(text.trim_ascii(), |rest, _| {
                let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
                rest[end..].trim_ascii()
            })
        };
        let mut taken = 4;
        if let Some(field) = fields.next().filter(|field| is_number(field)) {
            position.set_halfmove_clock(field)?;
            taken += 1;
            if let Some(field) = fields.next().filter(|field| is_number(field)) {
                position.set_fullmove_number(field)?;
                taken += 1;
            }
        }
        Ok((position, after(taken)))
    }

    /// The six fields as X-FEN.
    pub fn to_fen(&self) -> String {
        self.to_string()
    }

    /// The six fields as Shredder-FEN.
    pub fn to_shredder_fen(&self) -> String {
        self.write(|_, _| false)
    }

    /// Writes the fields; `is_plain` says which castling rights are written as `K` or `Q`.
    fn write(&self, is_plain: impl Fn(Square, CastlingSide) -> bool) -> String {
        let ranks = Rank::ALL.into_iter().rev().map(|rank| {
            let squares = File::ALL.into_iter().map(|file| self.piece_on(Square::new(file, rank)));
            let letters: String = squares.map(|piece| piece.map_or('1', Piece::to_char)).collect();
            // Eight ones become an 8 before seven become a 7, and so on.
            (2..=8).rev().fold(letters, |text, n| text.replace(&"1".repeat(n), &n.to_string()))
        });
        let board = ranks.collect::<Vec<_>>().join("/");
        let side = if self.side_to_move == Color::White { 'w' } else { 'b' };
        let mut castling = String::new();
        for color in Color::ALL {
            for wing in CastlingSide::ALL {
                let Some(rook) = self.castling_rook(color, wing) else { continue };
                let letter = match wing {
                    _ if !is_plain(rook, wing) => rook.file().to_char(),
                    CastlingSide::Short => 'k',
                    CastlingSide::Long => 'q',
                };
                let upper = color == Color::White;
                castling.push(if upper { letter.to_ascii_uppercase() } else { letter });
            }
        }
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let en_passant = self.en_passant.map(|square| square.to_string()).unwrap_or_default();
        let (clock, number) = (self.halfmove_clock, self.fullmove_number);
        format!("{board} {side} {} {} {clock} {number}", or_dash(castling), or_dash(en_passant))
    }

    fn set_halfmove_clock(&mut self, field: &str) -> Result<(), FenError> {
        self.halfmove_clock = number(field).ok_or(FenError::BadHalfmoveClock)?;
        self.plies_since_null = self.halfmove_clock;
        Ok(())
    }

    fn set_fullmove_number(&mut self, field: &str) -> Result<(), FenError> {
        let number = number(field).ok_or(FenError::BadFullmoveNumber)?;
        self.fullmove_number = number.max(1);
        Ok(())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(|rook, side| {
            let mut files = File::ALL.into_iter().filter(|&file| match side {
                CastlingSide::Short => file > rook.file(),
                CastlingSide::Long => file < rook.file(),
            });
            // The rook is the outermost one of its color.
            files.all(|file| self.piece_on(Square::new(file, rook.rank())) != self.piece_on(rook))
        }))
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|_| is_number(text))
}

/// Reads and validates the first four fields.
fn read_position<'a>(fields: &mut impl Iterator<Item = &'a str>) -> Result<Position, FenError> {
    let first: Vec<&str> = fields.by_ref().take(4).collect();
    let [board, side, castling, en_passant] = first[..] else {
        return Err(FenError::TooFewFields(first.len()));
    };
    let mut position = Position {
        board: read_board(board)?,
        side_to_move: match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::BadSideToMove),
        },
        castling: [[None; 2]; 2],
        en_passant: None,
        halfmove_clock: 0,
        plies_since_null: 0,
        fullmove_number: 1,
    };
    for color in Color::ALL {
        check_material(&position, color)?;
    }
    for letter in castling.chars().filter(|_| castling != "-") {
        add_castling_right(&mut position, letter)?;
    }
    let us = position.side_to_move;
    let enemies = position.attackers_to(position.king(!us), position.occupied());
    if (enemies & position.color(us)).any() {
        return Err(FenError::OpponentInCheck(!us));
    }
    if position.checkers().count() > 2 {
        return Err(FenError::TooManyCheckers(position.checkers().count()));
    }
    if en_passant != "-" {
        let square: Square = en_passant.parse().map_err(|_| FenError::BadEnPassant)?;
        check_en_passant(&position, square)?;
        position.set_en_passant(square);
    }
    Ok(position)
}

fn read_board(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let mut board = [None; 64];
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::RankCount(ranks.len()));
    }
    for (text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut width = 0;
        for c in text.chars() {
            if let Some(empty @ 1..=8) = c.to_digit(10) {
                width += empty as usize;
                continue;
            }
            let piece = Piece::ALL.into_iter().find(|piece| piece.to_char() == c);
            let piece = piece.ok_or(FenError::BadPiece(c))?;
            if width < 8 {
                board[Square::new(File::from_index(width), rank).index()] = Some(piece);
            }
            width += 1;
        }
        if width != 8 {
            return Err(FenError::RankWidth { rank, width });
        }
    }
    Ok(board)
}

/// One king, at most sixteen pieces, no pawn on the first or last rank.
fn check_material(position: &Position, color: Color) -> Result<(), FenError> {
    let ends: Bitboard = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let pawn = (position.of(color, PieceKind::Pawn) & ends).first();
    match position.of(color, PieceKind::King).count() {
        0 => Err(FenError::NoKing(color)),
        2.. => Err(FenError::TooManyKings(color)),
        _ if position.color(color).count() > 16 => Err(FenError::TooManyPieces(color)),
        _ => pawn.map_or(Ok(()), |square| Err(FenError::PawnOnEndRank(square))),
    }
}

fn add_castling_right(position: &mut Position, letter: char) -> Result<(), FenError> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let home = Rank::First.relative_to(color);
    let rooks = position.of(color, PieceKind::Rook) & home.bitboard();
    let king = Some(position.king(color)).filter(|king| king.rank() == home);
    let missing_king = FenError::CastlingWithoutKing(letter);
    let rook = match letter.to_ascii_lowercase() {
        'k' => {
            let king = king.ok_or(missing_king)?;
            rooks.last().filter(|&rook| rook > king)
        }
        'q' => {
            let king = king.ok_or(missing_king)?;
            rooks.first().filter(|&rook| rook < king)
        }
        file @ 'a'..='h' => {
            king.ok_or(missing_king)?;
            let square = Square::new(File::from_index(file as usize - 'a' as usize), home);
            Some(square).filter(|&square| rooks.contains(square))
        }
        _ => return Err(FenError::BadCastling(letter)),
    };
    let (Some(king), Some(rook)) = (king, rook) else {
        return Err(FenError::CastlingWithoutRook(letter));
    };
    let side = if rook > king { CastlingSide::Short } else { CastlingSide::Long };
    match position.castling[color.index()][side.index()].replace(rook) {
        Some(_) => Err(FenError::RepeatedCastling(letter)),
        None => Ok(()),
    }
}

/// Whether a double push over the square can just have been made.
fn check_en_passant(position: &Position, square: Square) -> Result<(), FenError> {
    let us = position.side_to_move;
    if square.rank().relative_to(us) != Rank::Sixth {
        return Err(FenError::EnPassantRank(square));
    }
    let on = |rank: Rank| Square::new(square.file(), rank.relative_to(us));
    if position.piece_on(on(Rank::Fifth)) != Some(Piece::new(!us, PieceKind::Pawn)) {
        return Err(FenError::EnPassantWithoutPawn(square));
    }
    let mut passed = [square, on(Rank::Seventh)].into_iter();
    passed
        .find(|&square| position.piece_on(square).is_some())
        .map_or(Ok(()), |square| Err(FenError::EnPassantBlocked(square)))
}
