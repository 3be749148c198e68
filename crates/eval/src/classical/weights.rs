//! The weights of the classical evaluation: the only file with its numbers. Set by hand and tuned on
//! games of the engine against itself, not taken from another engine.
//!
//! They are in centipawns (middlegame, endgame) unless their comment says otherwise. Arrays by piece kind go pawn,
//! knight, bishop, rook, queen, king; arrays by rank go from the owner's first rank; arrays of squares start at A1.

use super::tapered::{Tapered, s};

/// Material: value of each kind of piece.
pub static MATERIAL: [Tapered; 6] = [s(71, 108), s(335, 337), s(349, 348), s(459, 590), s(1037, 1069), s(0, 0)];

/// Piece-square tables with the own king on files E to H (otherwise mirrored), rank 1 first.
pub static PSQT: [[Tapered; 64]; 6] = [
    [ // pawn
        s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0),
        s(  -6,   7), s(  -1,   1), s(  -8,  -2), s(  -6,   0), s(  -2,   4), s(  -2,   3), s(  13,  -2), s(  -3,  -8),
        s(  -7,  -3), s(  -7,   5), s(  -2, -10), s(  -1,  -5), s(   6,  -6), s(  -1,   2), s(   9,   0), s(  -6,  -7),
        s(  -5,   6), s(  -5,   4), s(   8,  -9), s(  14, -11), s(  18,  -5), s(  11,   4), s(   3,  12), s(  -8,   7),
        s(   5,  13), s(  13,  10), s(  16,  -1), s(  23,  -7), s(  24,  -2), s(  17,  13), s(  14,  19), s(  -1,  17),
        s(  11,  17), s(  21,  20), s(  27,  10), s(  33,  14), s(  39,  23), s(  27,  28), s(  18,  32), s(  11,  28),
        s(  32,  26), s(  40,  32), s(  41,  29), s(  49,  33), s(  49,  35), s(  42,  42), s(  39,  45), s(  33,  40),
        s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0),
    ],
    [ // knight
        s( -50, -27), s( -23,  -9), s( -15,  -8), s( -10,  -2), s(  -3,   0), s( -15,  -6), s( -29, -10), s( -54, -29),
        s( -29,  -8), s( -14,  -4), s(  -5,  -4), s(  -5,   3), s(  -3,   4), s(  -2,  -5), s(  -8,  -3), s( -19,  -6),
        s( -13,  -3), s(  -5,   0), s(  -5,  -3), s(   8,   7), s(   8,  11), s(   2,   2), s(   2,  -5), s( -13,  -1),
        s(   0,   5), s(   7,   4), s(  14,  13), s(  13,  13), s(  11,  15), s(  23,  11), s(  10,   9), s(  -1,   3),
        s(   5,   8), s(  14,   9), s(  19,  10), s(  27,  19), s(  26,  14), s(  21,   9), s(  14,  13), s(   9,   5),
        s(  -8,  -2), s(   6,   1), s(  16,   4), s(  17,   6), s(  22,  10), s(  17,   6), s(   3,   2), s(  -9,  -4),
        s( -24, -10), s(  -9,  -8), s(   5,   1), s(   9,   1), s(  12,   2), s(   6,  -1), s(  -9,  -8), s( -25, -11),
        s( -78, -34), s( -33, -13), s( -26, -11), s( -16,  -9), s( -15,  -9), s( -24, -11), s( -31, -15), s( -78, -37),
    ],
    [ // bishop
        s(  -8,  -6), s(  -4,  -3), s(  -4,   3), s(  -1,   3), s(  -3,   1), s( -20,   7), s(  -9,  -3), s( -16, -11),
        s(   6,  -4), s(   2,  -7), s(   3,   0), s(  -2,  -1), s(   2,  -3), s(  14,  -2), s(   6, -11), s(   2,  -2),
        s(   5,   0), s(  16,   2), s(   1,  -3), s(   6,   4), s(   7,   8), s(   1,  -1), s(  10,   3), s(   0,  -1),
        s(   0,  -3), s(   8,  -2), s(  11,   0), s(  17,   4), s(  13,   2), s(  10,   7), s(   3,   2), s(  -4,  -3),
        s(   2,   2), s(   4,   3), s(   9,   3), s(  10,   4), s(  13,   4), s(   6,   4), s(   3,   5), s(  -3,  -3),
        s(  -2,   1), s(   5,   0), s(  -2,  -1), s(   2,   0), s(   8,   3), s(   2,   1), s(   3,   0), s(   2,  -1),
        s(  -7,  -1), s(  -6,   0), s(  -3,   2), s(  -2,   2), s(  -3,   1), s(  -5,   1), s(  -8,  -2), s(  -8,  -4),
        s( -19,  -7), s( -17,  -3), s( -13,  -1), s( -13,   0), s( -12,  -1), s( -17,  -1), s( -16,  -3), s( -20,  -9),
    ],
    [ // rook
        s( -10,  -4), s(  -3, -10), s(   1,  -8), s(   2, -11), s(  11, -14), s(   0,   0), s( -10,  -9), s( -16,  -7),
        s( -20,  -4), s( -13,  -8), s(  -8,  -5), s(  -5,  -6), s(  -3,  -4), s(   2,  -6), s(  -4,  -7), s( -27, -11),
        s( -12,  -4), s(  -9,  -6), s( -13,  -2), s(  -7,  -5), s(  -4,  -1), s(  -6,  -6), s(  -7,  -8), s( -14,  -7),
        s( -14,   3), s(  -4,   1), s(  -3,   4), s(  -6,  -2), s(  -1,   4), s(  -4,   5), s(  -2,   4), s( -17,   2),
        s(  -4,  12), s(  -1,   8), s(   5,  11), s(  -1,   5), s(   1,   7), s(   2,  10), s(  -1,  10), s(  -6,   7),
        s(   0,   8), s(   5,   4), s(   5,   6), s(   4,   1), s(  10,   8), s(   5,   6), s(   1,   8), s(   0,   5),
        s(  10,   2), s(   3,   0), s(   9,   3), s(  10,   0), s(  11,   7), s(  11,   5), s(   6,   3), s(   6,   3),
        s(   5,   6), s(   6,   6), s(   7,   8), s(   6,   4), s(   6,   8), s(   6,   7), s(   5,   7), s(   1,   6),
    ],
    [ // queen
        s(   3, -19), s(   3, -12), s(  -1,  -8), s(   4,  -6), s(   0,  -3), s(  -2,  -6), s(  -6, -10), s(  -4, -24),
        s(   7, -11), s(   4,  -9), s(   8,  -8), s(   0,   4), s(   2,   5), s(   6,  -1), s(   8,  -5), s(  -1, -10),
        s(   4,  -7), s(   4,  -4), s(   1,   4), s(  -1,   7), s(  -4,  10), s(   4,   7), s(   3,  -2), s(   7,  -5),
        s(   1,  -2), s(   1,   4), s(  -4,   8), s(  -5,  12), s(  -1,  15), s(   0,   8), s(   6,   5), s(   1,  -5),
        s(   1,  -1), s(  -7,   3), s(   1,   9), s(  -1,  15), s(  -3,  12), s(  -1,   7), s(  -1,   4), s(   1,  -2),
        s(   3,  -3), s(   0,   3), s(  -4,   5), s(   3,  11), s(  -3,   8), s(   1,   5), s(   0,   2), s(   0,  -5),
        s(  -5, -10), s(  -5,  -5), s(  -2,  -2), s(  -4,   5), s(  -4,   5), s(  -3,   0), s(  -3,  -3), s(   1, -10),
        s(  -6, -24), s(  -6, -10), s(  -4,  -4), s(  -5,   0), s(  -3,   1), s(  -5,  -5), s(  -7, -11), s(  -7, -21),
    ],
    [ // king
        s(  20, -58), s(  26, -44), s(  -4, -34), s(  -6, -30), s( -13, -38), s(   1, -37), s(  29, -44), s(  28, -56),
        s(   8, -34), s(   2, -20), s( -18, -10), s( -18,  -6), s( -33, -11), s( -20, -16), s(   4, -23), s(  10, -38),
        s( -20, -16), s( -26,  -2), s( -36,   8), s( -38,  12), s( -45,   2), s( -36,   0), s( -25, -12), s( -19, -24),
        s( -40,  -4), s( -46,  10), s( -54,  20), s( -56,  24), s( -58,  19), s( -56,  14), s( -49,   3), s( -44, -10),
        s( -54,   2), s( -60,  16), s( -68,  26), s( -70,  30), s( -68,  22), s( -68,  23), s( -58,  13), s( -57,   0),
        s( -64,   0), s( -70,  14), s( -78,  24), s( -80,  28), s( -79,  37), s( -75,  32), s( -68,  21), s( -63,   4),
        s( -72, -14), s( -78,   0), s( -86,  10), s( -88,  14), s( -87,  33), s( -84,  25), s( -76,  15), s( -72,  -9),
        s( -80, -38), s( -86, -24), s( -92, -14), s( -94, -10), s( -93,  -3), s( -91,  -7), s( -86, -19), s( -80, -38),
    ],
];

/// Piece by king steps from its own king (pawn to queen).
pub static OWN_KING_DISTANCE: [[Tapered; 8]; 5] = [
    [s(0, 0), s(7, 15), s(-1, 12), s(-2, 4), s(-8, -2), s(-9, -4), s(-8, -7), s( 0, -11)],
    [s(0, 0), s(11, 8), s(7, 4), s(3, 0), s(-4, 1), s(-3, -7), s(-6, -4), s(-14, -10)],
    [s(0, 0), s(12, 5), s(6,  0), s(3, -1), s(1, -2), s(-4, 0), s( -5,  0), s(-12, -3)],
    [s(0, 0), s( -5, -1), s(-5, 3), s(-2, -1), s(-3, 2), s(-3, 6), s(-4,  8), s(2,  7)],
    [s(0, 0), s(6, -10), s( 3, -4), s( 0, 2), s(0, 7), s( 1, 8), s( 5,  9), s( 3,  4)],
];
/// Piece by king steps from the enemy king (pawn to queen).
pub static ENEMY_KING_DISTANCE: [[Tapered; 8]; 5] = [
    [s(0, 0), s(-14,  -7), s(7,  7), s(-3, 5), s(-4,  5), s(-2, 5), s( -1, 6), s(-6, 10)],
    [s(0, 0), s(-3, -12), s(11, -2), s(7, 10), s(1, 8), s(-4,  2), s(-8, -6), s( -8,  -7)],
    [s(0, 0), s(-8, -6), s(7, 0), s(4, 4), s(5, 3), s( 1,  3), s(-1, -3), s(-2, -7)],
    [s(0, 0), s(-3, -6), s(3, -3), s(8, 6), s(-1,  8), s(-5,  7), s(-7,  7), s(-10,  4)],
    [s(0, 0), s(16, 14), s(17, 21), s(13, 17), s(4, 12), s( 2, -1), s(-2, -12), s( -9, -20)],
];

/// Knight by the number of safe squares it reaches.
pub static KNIGHT_MOBILITY: [Tapered; 9] = [
    s(-28, -54), s(-26, -42), s(-15, -21), s( -11,  -7), s(-5, 0), s(-2, 7), s( 2, 10), s( 7, 11), s(11,  4),
];
/// Bishop by the number of safe squares it reaches.
pub static BISHOP_MOBILITY: [Tapered; 14] = [
    s(-29, -49), s(-18, -39), s( -7, -21), s( -4, -11), s( 2, -1), s(4, 8), s( 6, 13), s( 8, 14), s( 8, 21),
    s(10, 23), s(19, 28), s(26, 26), s(36, 39), s(36, 37),
];
/// Rook by the number of safe squares it reaches.
pub static ROOK_MOBILITY: [Tapered; 15] = [
    s(-47, -75), s(-21, -48), s( -8, -27), s( -6, -16), s(-2,  -3), s(-1, 10), s(0, 18), s(3, 22), s( 5, 29),
    s( 8, 37), s( 8, 43), s(12, 48), s(13, 53), s(15, 59), s(43, 19),
];
/// Queen by the number of safe squares she reaches.
pub static QUEEN_MOBILITY: [Tapered; 28] = [
    s(-36, -60), s(-33, -51), s(-28, -46), s(-19, -38), s(-13, -32), s( -10, -25), s( -5, -19), s(-2, -14),
    s( 2, -7), s( 4, -3), s(7, 4), s(11, 11), s(11, 21), s( 12, 25), s(13, 29), s(15, 34), s(20, 39), s(18, 42),
    s(20, 46), s(24, 47), s(28, 51), s(31, 54), s(32, 57), s(36, 59), s(36, 63), s(38, 64), s(39, 68), s(40, 70),
];

/// Pawn without a friendly pawn on a neighbouring file.
pub const ISOLATED: Tapered = s(-6,  -1);
/// Added if no enemy pawn is in front of it (unopposed).
pub const ISOLATED_UNOPPOSED: Tapered = s(-5, -4);
/// Pawn with a friendly pawn behind it on its file.
pub const DOUBLED: Tapered = s(-3, -22);
/// Backward pawn: no own pawn can support it, and an enemy pawn attacks its stop square.
pub const BACKWARD: Tapered = s( 0, -3);
/// Added if no enemy pawn is in front of it (unopposed).
pub const BACKWARD_UNOPPOSED: Tapered = s(-6, -2);
/// Pawn beside a friendly pawn, by rank.
pub static PHALANX: [Tapered; 8] = [s(0, 0), s(4,  2), s(7, 6), s( 8, 10), s(17, 26), s(50, 65), s(81, 99), s(0, 0)];
/// Pawn defended by a pawn, by rank.
pub static SUPPORTED: [Tapered; 8] = [s(0, 0), s(0, 0), s(16, 15), s(14, 7), s(18, 15), s(32, 41), s(73, 79), s(0, 0)];
/// Candidate passer: no enemy pawn in front, at least as many helpers as sentries, by rank.
pub static CANDIDATE: [Tapered; 8] = [s(0, 0), s(-3, -8), s(2, -6), s(2,  8), s( 4, 18), s(19, 45), s(0, 0), s(0, 0)];

/// Passed pawn, by rank.
pub static PASSED: [Tapered; 8] = [s(0, 0), s(-4, 1), s(-8, 7), s(-7, 24), s(13, 45), s(37, 81), s(71, 129), s(0, 0)];
/// For each step (at most 5) of the own king from the square in front of the passed pawn, by rank.
pub static PASSED_OWN_KING: [Tapered; 8] = [s(0, 0), s(2,  2), s( 1, -2), s( 0, -9), s(-1, -15), s(-7, -19), s( -6, -18), s(0, 0)];
/// For each step (at most 5) of the enemy king from that square, by rank.
pub static PASSED_ENEMY_KING: [Tapered; 8] = [s(0, 0), s(-2, 0), s(-3, 2), s( 0, 14), s(0, 28), s(5, 43), s( 9, 58), s(0, 0)];
/// The stop square of the passed pawn is empty and not attacked, by rank.
pub static PASSED_SAFE_STOP: [Tapered; 8] = [s(0, 0), s(2, -2), s(-4, 1), s(-2, 6), s(-1, 19), s(19, 37), s(25, 59), s(0, 0)];
/// No enemy piece is on or attacks any square of its path to promotion, by rank.
pub static PASSED_FREE_PATH: [Tapered; 8] = [s(0, 0), s(-1, 8), s(-4, 9), s(-4, 21), s(5, 37), s(24, 61), s(38, 79), s(0, 0)];
/// An enemy piece is on the stop square of the passed pawn, by rank.
pub static PASSED_BLOCKED: [Tapered; 8] = [s(0, 0), s(1,  1), s(-1, -3), s(-3, -7), s( -5, -15), s(-16, -29), s(-47, -81), s(0, 0)];
/// Own rook or queen behind the passed pawn on its file.
pub const PASSED_ROOK_BEHIND: Tapered = s(12, 13);
/// Enemy rook or queen behind the passed pawn on its file.
pub const PASSED_ENEMY_ROOK_BEHIND: Tapered = s(-16, -45);
/// The enemy has only pawns and its king cannot catch the passed pawn.
pub const PASSED_UNSTOPPABLE: Tapered = s(60, 315);

/// Two bishops or more.
pub const BISHOP_PAIR: Tapered = s(18, 50);
/// Bishop, for each own pawn on its colour.
pub const BISHOP_PAWNS: Tapered = s(-3,  1);
/// Bishop that attacks both central squares of a long diagonal, through pieces but not pawns.
pub const BISHOP_LONG_DIAGONAL: Tapered = s(16, 7);
/// Knight on an outpost.
pub const KNIGHT_OUTPOST: Tapered = s(21, 16);
/// Knight that attacks an outpost.
pub const KNIGHT_REACHABLE_OUTPOST: Tapered = s(14, 11);
/// Bishop on an outpost.
pub const BISHOP_OUTPOST: Tapered = s(26, 22);
/// Minor piece with a pawn of either side directly in front.
pub const MINOR_BEHIND_PAWN: Tapered = s(4, 14);
/// Rook on a file without pawns.
pub const ROOK_OPEN: Tapered = s(30, -3);
/// Rook on a file without own pawns.
pub const ROOK_SEMI_OPEN: Tapered = s(16, 11);
/// Rook on the seventh rank with enemy pawns there or the enemy king on the eighth.
pub const ROOK_SEVENTH: Tapered = s(-2, 22);
/// Rook with little mobility between its king and the edge.
pub const ROOK_TRAPPED: Tapered = s( -7, -1);
/// Queen with an x-ray attack on it by a bishop or rook.
pub const QUEEN_EXPOSED: Tapered = s(-25,  -7);

/// Pawn shelter: nearest own pawn beside or in front of the king on each of three files, by the
/// file's distance to the edge and the pawn's rank; index 0 is no pawn.
pub static SHELTER: [[Tapered; 8]; 4] = [
    [s( -7, 4), s( 9, -14), s( 12, -8), s( 3, -1), s(-3, 5), s(-5, 7), s(-4, 9), s(0, 0)],
    [s(-13, 6), s(18,  -9), s(13, -12), s(-7, -2), s( -10, 3), s(-18, 8), s(-17, 10), s(0, 0)],
    [s(-11, 5), s(12, 1), s(1, -7), s(-7, -9), s(-10, -4), s(-8, 6), s( -7, 8), s(0, 0)],
    [s( -9,  0), s(2, -1), s(-1, 0), s( -9, -4), s(-6, -5), s(-11, 2), s(-4, 7), s(0, 0)],
];
/// Pawn storm: nearest enemy pawn on the same files, not blocked, by the same distance and its rank from the king's side.
pub static STORM: [[Tapered; 8]; 4] = [
    [s(0, 0), s(7, 5), s(-25, 0), s(-23, 8), s( 4,  0), s( 6, 1), s( 4,  0), s(0, 0)],
    [s(0, 0), s(0, -2), s(-34, 2), s( -7,  4), s(  0, 4), s(12,  0), s(5, -1), s(0, 0)],
    [s(0, 0), s(-1, -4), s(-32, -4), s(-14, 4), s(-2,  0), s( 5, 1), s(2, -6), s(0, 0)],
    [s(0, 0), s(-2, -3), s(-23, -8), s(-14, -3), s( -6, -2), s( 2, -1), s(3, -1), s(0, 0)],
];
/// The same for a pawn blocked by the shelter pawn, by rank.
pub static STORM_BLOCKED: [Tapered; 8] = [s(0, 0), s(0, 0), s(-12, -5), s( 7, -4), s(7, -10), s( 6, -10), s(-4, -7), s(0, 0)];
/// One of the three files without any pawn.
pub const KING_OPEN_FILE: Tapered = s( -5, 4);
/// The better shelter is reached only by castling.
pub const SHELTER_UNCASTLED: Tapered = s( -14,  0);
/// For each king step to the nearest own pawn.
pub const KING_PAWN_DISTANCE: Tapered = s(1, -4);

/// King danger, in danger points as all weights up to `danger_base`; see `king.rs`.
/// For each piece that attacks the king zone, by kind.
pub static DANGER_ATTACKER: [Tapered; 6] = [s(0, 0), s(15, -1), s(12, 5), s(13, -3), s( 9,  9), s(0, 0)];
/// For each square of the king ring that such a piece attacks.
pub const DANGER_KING_RING_ATTACK: Tapered = s(4, -2);
/// For each attacked square of the zone that only king or queen defends, if any piece.
pub const DANGER_WEAK_SQUARE: Tapered = s( 10, -1);
/// A safe check is possible, by the kind that gives it.
pub static DANGER_SAFE_CHECK: [Tapered; 6] = [s(0, 0), s(45, 19), s(26, 35), s(43, 27), s(31, 48), s(0, 0)];
/// More than one such check by that kind.
pub const DANGER_MULTIPLE_CHECKS: Tapered = s(24, -5);
/// For each square of a check that is not safe.
pub const DANGER_UNSAFE_CHECK: Tapered = s(5, 4);
/// For each blocker: the only piece, of either side, between the king and a slider.
pub const DANGER_BLOCKER: Tapered = s( 7, 6);
/// The attacker has no queen.
pub const DANGER_NO_QUEEN: Tapered = s(-50, -50);
/// For each square of the zone that own minor pieces defend, at most three.
pub const DANGER_DEFENDER: Tapered = s(-1,  0);
/// For each square of the king flank, first to fifth rank, that the enemy attacks.
pub const DANGER_FLANK_ATTACK: Tapered = s(2, -2);
/// For each such square that the king's side defends.
pub const DANGER_FLANK_DEFENSE: Tapered = s(-4, 6);
/// For each sixteen centipawns of shelter.
pub const DANGER_SHELTER: Tapered = s(-6, 0);
/// Constant part.
pub const DANGER_BASE: Tapered = s(37,  5);

/// Pawn attacks a piece, by victim.
pub static PAWN_THREAT: [Tapered; 6] = [s(-16, -24), s(79, 34), s(76, 42), s(77, 35), s(70, 27), s(0, 0)];
/// A safe pawn push would attack a piece.
pub const PUSH_THREAT: Tapered = s(18, 17);
/// Knight or bishop attacks a piece, by victim.
pub static MINOR_THREAT: [Tapered; 6] = [s(-3, 11), s(22, 25), s(39, 23), s(64, 35), s(67, 25), s(0, 0)];
/// Rook attacks a piece, by victim.
pub static ROOK_THREAT: [Tapered; 6] = [s(-7, 18), s(10, 18), s(19, 16), s(-3, -1), s(60, 30), s(0, 0)];
/// Hanging: attacked and not defended, by victim.
pub static HANGING: [Tapered; 6] = [s(21, 49), s(37, 38), s(30, 39), s(28, 18), s( 9, 10), s(0, 0)];
/// Attacked twice and defended once, but not by a pawn.
pub const ATTACKED_TWICE_WEAK: Tapered = s(21, 39);
/// Restricted: empty squares that both sides attack and enemy pawns do not.
pub const RESTRICTED: Tapered = s(2, -5);
/// Safe squares from which a minor or rook would attack the queen.
pub const THREAT_ON_QUEEN: Tapered = s(21, -1);

/// Safe squares in the own centre, times own pieces, in eighths.
pub const SPACE: Tapered = s( 0,  3);
/// Side to move.
pub const TEMPO: Tapered = s(54, 40);

/// Winnable: adjustment of the endgame score of the stronger side. For each pawn on the board.
pub const WINNABLE_PAWN: Tapered = s(0, 2);
/// Pawns on both flanks.
pub const WINNABLE_BOTH_FLANKS: Tapered = s(0, 37);
/// Only pawns are left.
pub const WINNABLE_PAWNS_ONLY: Tapered = s(0, 70);
/// Constant part.
pub const WINNABLE_BASE: Tapered = s(0,   1);

/// Mop-up against a lone king: for each step of its distance from the centre.
pub const MOP_UP_EDGE: Tapered = s(12, 12);
/// For each step that the kings are closer than seven.
pub const MOP_UP_KING_DISTANCE: Tapered = s(8, 8);
/// King and pawn against king, won.
pub const KPK_WIN: Tapered = s(300, 300);

/// Danger points squared per centipawn of middlegame score.
pub const DANGER_DIVISOR: i32 = 110;
/// Limit of king danger in the middlegame, centipawns.
pub const DANGER_MAX: i32 = 800;

/// Scale factors of endgame scores, out of 128.
pub mod scale {
    /// Cannot be won.
    pub const DRAWN: i32 = 0;
    /// No pawns, at most a minor piece ahead, at most a minor piece against it.
    pub const MINOR_AHEAD_OF_MINOR: i32 = 16;
    /// No pawns, at most a minor piece ahead.
    pub const MINOR_AHEAD: i32 = 30;
    /// Two knights against a king with pawns.
    pub const TWO_KNIGHTS: i32 = 8;
    /// Opposite-coloured bishops and no other pieces.
    pub const OPPOSITE_BISHOPS: i32 = 34;
    /// Added for each pawn of the stronger side.
    pub const OPPOSITE_BISHOPS_PAWN: i32 = 6;
    /// Opposite-coloured bishops with other pieces.
    pub const OPPOSITE_BISHOPS_WITH_PIECES: i32 = 100;
    /// With pawns and at most a minor piece ahead.
    pub const PAWNS_BASE: i32 = 82;
    /// Added for each pawn of the stronger side.
    pub const PAWNS_EACH: i32 = 14;
}
