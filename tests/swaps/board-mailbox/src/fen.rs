//! FEN, X-FEN, Shredder-FEN and the position of an EPD line.

use std::fmt;
use std::str::FromStr;

use crate::{
    Bitboard, CastlingNotation, CastlingSide, Color, EnPassantMode, FenError, File, Piece,
    PieceKind, Position, PositionError, Rank, Square,
};

impl Position {
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        if !text.is_ascii() {
            return Err(FenError::NotAscii);
        }
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let mut position = read_position(&fields)?;
        if let Some(field) = fields.get(4) {
            position.halfmove_clock = number(field).ok_or(FenError::BadHalfmoveClock)?;
            position.plies_since_null = position.halfmove_clock;
        }
        if let Some(field) = fields.get(5) {
            position.fullmove_number = number(field).ok_or(FenError::BadFullmoveNumber)?.max(1);
        }
        if fields.len() > 6 { Err(FenError::TrailingText) } else { Ok(position) }
    }

    pub fn from_epd(text: &str) -> Result<(Position, &str), FenError> {
        let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
        let fields = text.split_ascii_whitespace();
        let taken = 4 + fields.clone().skip(4).take(2).take_while(is_number).count();
        let position = Position::from_fen(&fields.take(taken).collect::<Vec<_>>().join(" "))?;
        let rest = (0..taken).fold(text.trim_ascii(), |rest, _| {
            rest.split_once(|c: char| c.is_ascii_whitespace())
                .map_or("", |(_, rest)| rest.trim_ascii())
        });
        Ok((position, rest))
    }

    pub fn to_fen(&self) -> String {
        self.to_fen_with(CastlingNotation::XFen, EnPassantMode::Legal)
    }

    pub fn to_shredder_fen(&self) -> String {
        self.to_fen_with(CastlingNotation::Shredder, EnPassantMode::Legal)
    }

    pub fn to_fen_with(&self, notation: CastlingNotation, mode: EnPassantMode) -> String {
        let (clock, number) = (self.halfmove_clock, self.fullmove_number);
        format!("{} {clock} {number}", self.to_epd_with(notation, mode))
    }

    pub fn to_epd(&self) -> String {
        self.to_epd_with(CastlingNotation::XFen, EnPassantMode::Legal)
    }

    pub fn to_epd_with(&self, notation: CastlingNotation, mode: EnPassantMode) -> String {
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
                let rooks = self.of(color, PieceKind::Rook) & rook.rank().bitboard();
                let outermost = match wing {
                    CastlingSide::KingSide => rooks.last(),
                    CastlingSide::QueenSide => rooks.first(),
                };
                let by_side = match notation {
                    CastlingNotation::XFen => outermost == Some(rook),
                    CastlingNotation::Shredder => false,
                    CastlingNotation::Standard => true,
                };
                let letter = if by_side { wing.to_char() } else { rook.file().to_char() };
                let is_white = color == Color::White;
                castling.push(if is_white { letter.to_ascii_uppercase() } else { letter });
            }
        }
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let passed = self.en_passant_target(mode);
        let en_passant = passed.map(|square| square.to_string()).unwrap_or_default();
        format!("{board} {side} {} {}", or_dash(castling), or_dash(en_passant))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text)
    }
}

/// A number of digits alone.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads and validates the first four fields.
fn read_position(fields: &[&str]) -> Result<Position, FenError> {
    let [board, side, castling, en_passant, ..] = fields[..] else {
        return Err(FenError::TooFewFields(fields.len()));
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
        double_push_target: None,
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
        return Err(PositionError::OpponentInCheck(!us).into());
    }
    if position.checkers().count() > 2 {
        return Err(PositionError::TooManyCheckers(position.checkers().count()).into());
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
        let mut squares = Vec::new();
        for c in text.chars() {
            if let Some(empty @ 1..=8) = c.to_digit(10) {
                squares.resize(squares.len() + empty as usize, None);
                continue;
            }
            let piece = Piece::ALL.into_iter().find(|piece| piece.to_char() == c);
            squares.push(Some(piece.ok_or(FenError::BadPiece(c))?));
        }
        let width = squares.len();
        let eight = <[_; 8]>::try_from(squares).map_err(|_| FenError::RankWidth { rank, width })?;
        board[8 * rank.index()..][..8].copy_from_slice(&eight);
    }
    Ok(board)
}

/// One king, at most sixteen pieces, no pawn on the first or last rank.
fn check_material(position: &Position, color: Color) -> Result<(), PositionError> {
    let ends: Bitboard = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let pawn = (position.of(color, PieceKind::Pawn) & ends).first();
    match position.of(color, PieceKind::King).count() {
        0 => Err(PositionError::NoKing(color)),
        2.. => Err(PositionError::TooManyKings(color)),
        _ if position.color(color).count() > 16 => Err(PositionError::TooManyPieces(color)),
        _ => pawn.map_or(Ok(()), |square| Err(PositionError::PawnOnEndRank(square))),
    }
}

fn add_castling_right(position: &mut Position, letter: char) -> Result<(), FenError> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let home = Rank::First.relative_to(color);
    let rooks = position.of(color, PieceKind::Rook) & home.bitboard();
    let king = Some(position.king(color)).filter(|king| king.rank() == home);
    let file = letter.to_ascii_lowercase();
    if !matches!(file, 'k' | 'q' | 'a'..='h') {
        return Err(FenError::BadCastling(letter));
    }
    let king = king.ok_or(FenError::CastlingWithoutKing(letter))?;
    let rook = match file {
        'k' => rooks.last().filter(|&rook| rook > king),
        'q' => rooks.first().filter(|&rook| rook < king),
        file => rooks.into_iter().find(|rook| rook.file().to_char() == file),
    };
    let rook = rook.ok_or(FenError::CastlingWithoutRook(letter))?;
    let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    match position.castling[color.index()][side.index()].replace(rook) {
        Some(_) => Err(FenError::RepeatedCastling(letter)),
        None => Ok(()),
    }
}

/// Whether a double push over the square can just have been made.
fn check_en_passant(position: &Position, square: Square) -> Result<(), PositionError> {
    let us = position.side_to_move;
    if square.rank().relative_to(us) != Rank::Sixth {
        return Err(PositionError::EnPassantRank(square));
    }
    let on = |rank: Rank| Square::new(square.file(), rank.relative_to(us));
    if position.piece_on(on(Rank::Fifth)) != Some(Piece::new(!us, PieceKind::Pawn)) {
        return Err(PositionError::EnPassantWithoutPawn(square));
    }
    let mut passed = [square, on(Rank::Seventh)].into_iter();
    passed
        .find(|&square| position.piece_on(square).is_some())
        .map_or(Ok(()), |square| Err(PositionError::EnPassantBlocked(square)))
}
