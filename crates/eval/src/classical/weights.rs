//! The weights of the classical evaluation: the only file with its numbers. Set by hand and tuned on
//! games of the engine against itself, not taken from another engine.

use super::Tapered;
use super::tapered::s;
use super::weights_macro::{VisitWeights, weights};

weights! {
    /// Material: value of each kind of piece.
    material: [Tapered; 6] = [s(74, 105), s(339, 327), s(351, 345), s(472, 579), s(1021, 1043), s(0, 0)];

    /// Piece-square tables with the own king on files E to H (otherwise mirrored), rank 1 first.
    psqt: [[Tapered; 64]; 6] = [
        [ // pawn
            s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0),
            s(   0,  10), s(   3,  -5), s(  -2,   0), s(  -8,   4), s(  -3,   6), s( -10,   3), s(   3,  -2), s(  -6,  -5),
            s(  -6,  -4), s(  -4,  11), s(   6,  -9), s(   5,  -1), s(   8,  -5), s(  -2,   0), s(   4,   1), s(  -5,  -2),
            s(  -1,   8), s(  -1,   1), s(  11,  -7), s(  17,  -7), s(  21,   2), s(   9,   3), s(   5,  13), s(  -6,   6),
            s(   1,  11), s(  10,  12), s(  22,   5), s(  25,  -3), s(  27,   4), s(  11,  10), s(   7,  16), s( -12,  11),
            s(   9,  16), s(  26,  24), s(  26,  13), s(  32,  14), s(  40,  22), s(  28,  21), s(  16,  25), s(   8,  23),
            s(  32,  31), s(  43,  35), s(  40,  31), s(  48,  32), s(  46,  32), s(  41,  35), s(  39,  39), s(  33,  39),
            s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0), s(   0,   0),
        ],
        [ // knight
            s( -61, -30), s( -22,  -8), s( -15,  -8), s(  -7,  -3), s(  -4,   1), s( -15,  -7), s( -18, -10), s( -64, -30),
            s( -32,  -8), s( -15,  -5), s(  -4,  -2), s(   6,   2), s(   2,   3), s(   1,  -5), s( -13,  -5), s( -24,  -6),
            s( -19,  -2), s(  -5,   1), s(   0,  -4), s(  19,   9), s(  16,  11), s(   5,   3), s(  -8,  -4), s(  -7,   2),
            s(  -5,   7), s(   5,   4), s(  17,  15), s(  13,  13), s(  10,  14), s(  19,  13), s(   5,  10), s(  -5,   4),
            s(  -3,   6), s(  17,  11), s(  23,  13), s(  27,  18), s(  28,  13), s(  20,   8), s(  14,  14), s(   0,   5),
            s(  -8,  -2), s(   8,   2), s(  17,   5), s(  19,   5), s(  21,  10), s(  16,   6), s(   5,   1), s( -10,  -4),
            s( -24, -11), s(  -9,  -9), s(   5,   0), s(   9,   1), s(  11,   2), s(   4,  -2), s(  -9,  -9), s( -24, -11),
            s( -75, -33), s( -32, -13), s( -25, -12), s( -15,  -9), s( -15,  -9), s( -22, -11), s( -31, -15), s( -76, -36),
        ],
        [ // bishop
            s( -15,  -7), s( -11,  -5), s(   0,   5), s(   5,   4), s(  -4,   0), s(  -9,   5), s( -11,  -4), s( -18,  -8),
            s(  -4,  -4), s(   6,  -5), s(   0,   1), s(  -1,   0), s(   3,  -2), s(  19,  -1), s(   7,  -9), s(  -1,  -1),
            s(   1,   0), s(  10,   2), s(   7,  -2), s(   9,   4), s(   5,   6), s(  -2,   0), s(   1,  -3), s(   0,  -2),
            s(   0,   0), s(   6,  -1), s(   6,   0), s(  13,   2), s(   5,   0), s(   7,   4), s(   4,   2), s(  -5,  -2),
            s(   3,   3), s(  11,   4), s(   9,   6), s(   7,   2), s(  11,   3), s(   6,   5), s(   6,   4), s(  -1,  -3),
            s(  -1,   1), s(   4,  -1), s(   4,   3), s(   2,   1), s(   9,   6), s(   3,   1), s(   2,  -1), s(   1,  -1),
            s(  -6,  -2), s(  -3,   0), s(  -3,   1), s(  -1,   2), s(  -2,   2), s(  -4,   1), s(  -4,  -2), s(  -7,  -3),
            s( -17,  -6), s( -17,  -3), s( -12,  -1), s( -12,   0), s( -11,  -1), s( -15,   1), s( -16,  -3), s( -19,  -8),
        ],
        [ // rook
            s(  -7,  -7), s(  -3,  -8), s(   4,  -6), s(   5,  -9), s(  10, -15), s(  -2,   1), s(  -8,  -9), s(  -9,  -3),
            s( -13,  -3), s( -12,  -7), s(  -7,  -5), s(  -5,  -5), s(  -5,  -5), s(  -3,  -6), s( -10,  -7), s( -17,  -9),
            s( -12,  -4), s(  -6,  -5), s( -10,  -5), s(  -4,  -6), s(  -3,  -1), s(  -7,  -8), s( -11,  -8), s( -11,  -7),
            s( -13,   1), s(  -4,   0), s(  -2,   1), s(  -3,  -4), s(  -1,   2), s(  -4,   4), s(  -4,   2), s( -10,  -1),
            s(  -5,   9), s(  -3,   3), s(   3,   8), s(  -1,   3), s(   1,   4), s(   1,   7), s(  -2,   6), s(  -5,   3),
            s(  -3,   6), s(   1,   1), s(   3,   2), s(   2,  -1), s(   7,   8), s(   3,   3), s(   0,   5), s(   0,   3),
            s(  10,  10), s(   5,   3), s(  10,   7), s(  10,   5), s(  11,   9), s(  11,   8), s(   8,   9), s(   6,   8),
            s(   1,   8), s(   5,  10), s(   7,   9), s(   5,   5), s(   6,   7), s(   6,   7), s(   4,  10), s(   1,   8),
        ],
        [ // queen
            s(  -6, -22), s(   4,  -9), s(  -7,  -6), s(   6,  -2), s(  -4,  -2), s(   2,  -5), s(  -5,  -9), s(  -5, -24),
            s(   8, -10), s(   5,  -6), s(   8,  -6), s(  -1,   4), s(   3,   4), s(   5,  -1), s(   4,  -5), s(   0,  -9),
            s(   6,  -6), s(  -1,  -2), s(   3,   5), s(   0,   8), s(   4,   9), s(   5,   5), s(   0,  -3), s(   7,  -4),
            s(   2,  -1), s(   2,   5), s(  -4,   8), s(   1,  13), s(   6,  15), s(   5,   8), s(   7,   5), s(  -1,  -5),
            s(  -5,  -3), s(  -8,   1), s(   2,  10), s(   5,  16), s(   1,  13), s(   1,   7), s(   0,   3), s(  -3,  -2),
            s(   0,  -4), s(  -4,   0), s(  -6,   4), s(   4,  11), s(  -1,   8), s(  -1,   3), s(   1,   1), s(  -2,  -6),
            s(  -8, -12), s(  -7,  -8), s(  -3,  -2), s(  -4,   4), s(  -5,   2), s(  -5,  -2), s(  -5,  -4), s(  -3, -11),
            s(  -6, -24), s(  -6, -10), s(  -4,  -4), s(  -5,  -1), s(  -3,   0), s(  -6,  -6), s(  -7, -11), s(  -7, -22),
        ],
        [ // king
            s(  20, -58), s(  26, -44), s(  -4, -34), s(  -6, -30), s(  -8, -30), s(  -1, -36), s(  33, -45), s(  25, -51),
            s(   8, -34), s(   2, -20), s( -18, -10), s( -18,  -6), s( -25,  -5), s( -19, -13), s(   3, -19), s(   6, -35),
            s( -20, -16), s( -26,  -2), s( -36,   8), s( -38,  12), s( -42,   4), s( -32,   6), s( -28,  -7), s( -20, -17),
            s( -40,  -4), s( -46,  10), s( -54,  20), s( -56,  24), s( -57,  24), s( -55,  17), s( -47,   8), s( -41,  -6),
            s( -54,   2), s( -60,  16), s( -68,  26), s( -70,  30), s( -68,  30), s( -69,  25), s( -57,  20), s( -56,   3),
            s( -64,   0), s( -70,  14), s( -78,  24), s( -80,  28), s( -81,  29), s( -77,  25), s( -69,  18), s( -63,   0),
            s( -72, -14), s( -78,   0), s( -86,  10), s( -88,  14), s( -89,  13), s( -86,  10), s( -77,   2), s( -72, -14),
            s( -80, -38), s( -86, -24), s( -92, -14), s( -94, -10), s( -94,  -9), s( -92, -13), s( -86, -23), s( -80, -38),
        ],
    ];

    /// Piece by king steps from its own king (pawn to queen).
    own_king_distance: [[Tapered; 8]; 5] = [
        [s(0, 0), s(4, 7), s(1, 9), s(-3, 0), s(-8, -5), s(-6, -3), s(-4, -7), s(-3, -5)],
        [s(0, 0), s(9, 4), s(8, 2), s(2, 0), s(-5, 1), s(-4, -9), s(-3, -4), s(-10, -7)],
        [s(0, 0), s(12, 1), s(4, -2), s(2, -2), s(1, 0), s(-8, 3), s( 0,  5), s(-8, -2)],
        [s(0, 0), s( 0, 4), s(-3, 5), s(-4, 0), s(-3, 2), s(1, 3), s(-1,  1), s(3,  3)],
        [s(0, 0), s(5, -6), s(-1, -4), s(-1, 0), s(2, 3), s(-3, 2), s( 2,  3), s(-1,  1)],
    ];
    /// Piece by king steps from the enemy king (pawn to queen).
    enemy_king_distance: [[Tapered; 8]; 5] = [
        [s(0, 0), s(-6, -11), s(3, -1), s(0, 2), s(-6, -1), s(-2, 4), s( 0, 6), s(-4, 3)],
        [s(0, 0), s(3, -5), s(11, 2), s(5, 5), s(1, 8), s(-4, -4), s(-8, -9), s( -9,  -7)],
        [s(0, 0), s(1, -4), s(5, 2), s(9, 5), s(3, 0), s(-3,  4), s(-2, -3), s(-6, -8)],
        [s(0, 0), s(4, 0), s(4, 2), s(6, 7), s(2, 10), s(-5,  2), s(-4,  2), s(-11,  0)],
        [s(0, 0), s(16, 14), s(22, 18), s(11, 10), s(2, 6), s(-2, -6), s(-7, -11), s(-16, -17)],
    ];

    /// Knight by the number of safe squares it reaches.
    knight_mobility: [Tapered; 9] = [
        s(-39, -63), s(-32, -44), s(-16, -25), s( -8,  -5), s(-4, 2), s(1, 5), s( 9, 11), s(11, 11), s(15,  6),
    ];
    /// Bishop by the number of safe squares it reaches.
    bishop_mobility: [Tapered; 14] = [
        s(-31, -53), s(-25, -44), s(-13, -22), s( -9, -14), s(-1, -6), s(1, 7), s( 5, 16), s( 8, 14), s(15, 22),
        s(16, 24), s(29, 33), s(31, 34), s(37, 42), s(39, 44),
    ];
    /// Rook by the number of safe squares it reaches.
    rook_mobility: [Tapered; 15] = [
        s(-43, -74), s(-27, -49), s( -9, -30), s( -8, -21), s(-6, -10), s(-2,  4), s(0, 11), s(5, 18), s( 9, 28),
        s( 8, 36), s(13, 42), s(19, 47), s(21, 52), s(24, 57), s(30, 64),
    ];
    /// Queen by the number of safe squares she reaches.
    queen_mobility: [Tapered; 28] = [
        s(-36, -60), s(-31, -51), s(-31, -45), s(-22, -36), s(-14, -31), s( -9, -24), s( -7, -16), s(-4, -13),
        s( 0, -8), s( 0, -4), s(4, 0), s(4, 7), s(7, 18), s( 9, 21), s(13, 26), s(15, 31), s(23, 38), s(18, 39),
        s(23, 45), s(26, 48), s(29, 51), s(31, 55), s(32, 58), s(35, 59), s(37, 64), s(38, 65), s(39, 68), s(40, 70),
    ];

    /// Pawn without a friendly pawn on a neighbouring file.
    isolated: Tapered = s(-6,  -6);
    /// Added if no enemy pawn is in front of it (unopposed).
    isolated_unopposed: Tapered = s(-9, -4);
    /// Pawn with a friendly pawn behind it on its file.
    doubled: Tapered = s(-1, -16);
    /// Backward pawn: no own pawn can support it, and an enemy pawn attacks its stop square.
    backward: Tapered = s(-6, -5);
    /// Added if no enemy pawn is in front of it (unopposed).
    backward_unopposed: Tapered = s(-7, -5);
    /// Pawn beside a friendly pawn, by rank.
    phalanx: [Tapered; 8] = [s(0, 0), s(2, -2), s(8, 6), s(14,  4), s(18, 24), s(48, 60), s(80, 96), s(0, 0)];
    /// Pawn defended by a pawn, by rank.
    supported: [Tapered; 8] = [s(0, 0), s(0, 0), s(15, 12), s(15, 5), s(16, 18), s(29, 41), s(71, 74), s(0, 0)];
    /// Candidate passer: no enemy pawn in front, at least as many helpers as sentries, by rank.
    candidate: [Tapered; 8] = [s(0, 0), s(-7, -2), s(3, -5), s(5,  9), s( 4, 18), s(21, 44), s(0, 0), s(0, 0)];

    /// Passed pawn, by rank.
    passed: [Tapered; 8] = [s(0, 0), s(-4, 3), s(-3, 9), s(1, 25), s(14, 40), s(34, 74), s(67, 121), s(0, 0)];
    /// For each step (at most 5) of the own king from the square in front of the passed pawn, by rank.
    passed_own_king: [Tapered; 8] = [s(0, 0), s(5, -1), s(-2, -3), s(-1, -5), s(-3, -11), s(-8, -14), s(-10, -15), s(0, 0)];
    /// For each step (at most 5) of the enemy king from that square, by rank.
    passed_enemy_king: [Tapered; 8] = [s(0, 0), s(-6, 1), s(2, 3), s(-3, 10), s(6, 17), s(6, 32), s(11, 35), s(0, 0)];
    /// The stop square of the passed pawn is empty and not attacked, by rank.
    passed_safe_stop: [Tapered; 8] = [s(0, 0), s(2, -1), s(-5, 0), s(1, 4), s(5, 15), s(13, 25), s(18, 38), s(0, 0)];
    /// No enemy piece is on or attacks any square of its path to promotion, by rank.
    passed_free_path: [Tapered; 8] = [s(0, 0), s(0, 2), s(-3, 5), s(1, 15), s(7, 25), s(19, 42), s(31, 62), s(0, 0)];
    /// An enemy piece is on the stop square of the passed pawn, by rank.
    passed_blocked: [Tapered; 8] = [s(0, 0), s(0,  1), s(0, -3), s(-3, -8), s(-11, -18), s(-16, -29), s(-35, -65), s(0, 0)];
    /// Own rook or queen behind the passed pawn on its file.
    passed_rook_behind: Tapered = s(6, 14);
    /// Enemy rook or queen behind the passed pawn on its file.
    passed_enemy_rook_behind: Tapered = s(-7, -25);
    /// The enemy has only pawns and its king cannot catch the passed pawn.
    passed_unstoppable: Tapered = s(60, 318);

    /// Two bishops or more.
    bishop_pair: Tapered = s(14, 52);
    /// Bishop, for each own pawn on its colour.
    bishop_pawns: Tapered = s(-1, -3);
    /// Bishop that attacks both central squares of a long diagonal, through pieces but not pawns.
    bishop_long_diagonal: Tapered = s(18, 4);
    /// Knight on an outpost.
    knight_outpost: Tapered = s(30, 15);
    /// Knight that attacks an outpost.
    knight_reachable_outpost: Tapered = s(16, 11);
    /// Bishop on an outpost.
    bishop_outpost: Tapered = s(22, 14);
    /// Minor piece with a pawn of either side directly in front.
    minor_behind_pawn: Tapered = s(4, 15);
    /// Rook on a file without pawns.
    rook_open: Tapered = s(24,  2);
    /// Rook on a file without own pawns.
    rook_semi_open: Tapered = s(16, 7);
    /// Rook on the seventh rank with enemy pawns there or the enemy king on the eighth.
    rook_seventh: Tapered = s(2, 22);
    /// Rook with little mobility between its king and the edge.
    rook_trapped: Tapered = s(-11,  4);
    /// Queen with an x-ray attack on it by a bishop or rook.
    queen_exposed: Tapered = s(-17,  -7);

    /// Pawn shelter: nearest own pawn beside or in front of the king on each of three files, by the
    /// file's distance to the edge and the pawn's rank; index 0 is no pawn.
    shelter: [[Tapered; 8]; 4] = [
        [s(-11, 4), s(15, -3), s( 9, -3), s(-2, 0), s(-4, 0), s(-9, 1), s(-5, 5), s(0, 0)],
        [s(-22, 5), s(26, -11), s(16, -7), s(-3, 6), s( -9, 2), s(-21, 1), s(-20, 3), s(0, 0)],
        [s(-13, 3), s(16, 3), s(0, -5), s(-2, -4), s(-8, 1), s(-8, 3), s(-11, 1), s(0, 0)],
        [s(-10, -5), s(6, 1), s(5, 7), s(-10, -4), s(-4, -5), s(-8, 1), s(-4, 3), s(0, 0)],
    ];
    /// Pawn storm: nearest enemy pawn on the same files, not blocked, by the same distance and its rank from the king's side.
    storm: [[Tapered; 8]; 4] = [
        [s(0, 0), s(7, 4), s(-28, 0), s(-22, 6), s( 5, -3), s(-2, 0), s(-7, -4), s(0, 0)],
        [s(0, 0), s(0, 0), s(-38, 3), s(-19, -1), s( -1, 3), s(11, -1), s(5, 3), s(0, 0)],
        [s(0, 0), s(0, -1), s(-28, 1), s(-19, 2), s(-8, -2), s( 0, 3), s(0, -8), s(0, 0)],
        [s(0, 0), s(-1, -1), s(-21, -2), s(-18, 1), s(-10, 0), s( 1, 0), s(1, -5), s(0, 0)],
    ];
    /// The same for a pawn blocked by the shelter pawn, by rank.
    storm_blocked: [Tapered; 8] = [s(0, 0), s(0, 0), s(-19, -4), s( 6, -8), s(1, -8), s(-2, -9), s(-9, -6), s(0, 0)];
    /// One of the three files without any pawn.
    king_open_file: Tapered = s(-12, 1);
    /// The better shelter is reached only by castling.
    shelter_uncastled: Tapered = s( -9, 0);
    /// For each king step to the nearest own pawn.
    king_pawn_distance: Tapered = s(0, -4);

    /// King danger, in danger points as all weights up to `danger_base`; see `king.rs`.
    /// For each piece that attacks the king zone, by kind.
    danger_attacker: [Tapered; 6] = [s(0, 0), s(14, -3), s(8, 7), s(13, 1), s(18, 9), s(0, 0)];
    /// For each square of the king ring that such a piece attacks.
    danger_king_ring_attack: Tapered = s(5, -5);
    /// For each attacked square of the zone that only king or queen defends, if any piece.
    danger_weak_square: Tapered = s( 8, 2);
    /// A safe check is possible, by the kind that gives it.
    danger_safe_check: [Tapered; 6] = [s(0, 0), s(46, 11), s(30, 19), s(48, 30), s(41, 28), s(0, 0)];
    /// More than one such check by that kind.
    danger_multiple_checks: Tapered = s(16, 8);
    /// For each square of a check that is not safe.
    danger_unsafe_check: Tapered = s(8, 6);
    /// For each blocker: the only piece, of either side, between the king and a slider.
    danger_blocker: Tapered = s(10, 4);
    /// The attacker has no queen.
    danger_no_queen: Tapered = s(-62, -15);
    /// For each square of the zone that own minor pieces defend, at most three.
    danger_defender: Tapered = s(-4,  0);
    /// For each square of the king flank, first to fifth rank, that the enemy attacks.
    danger_flank_attack: Tapered = s(1, -3);
    /// For each such square that the king's side defends.
    danger_flank_defense: Tapered = s(-2, 5);
    /// For each sixteen centipawns of shelter.
    danger_shelter: Tapered = s(-3, 0);
    /// Constant part.
    danger_base: Tapered = s(9,  6);

    /// Pawn attacks a piece, by victim.
    pawn_threat: [Tapered; 6] = [s(-16, -11), s(69, 30), s(57, 38), s(71, 31), s(64, 27), s(0, 0)];
    /// A safe pawn push would attack a piece.
    push_threat: Tapered = s(15, 19);
    /// Knight or bishop attacks a piece, by victim.
    minor_threat: [Tapered; 6] = [s(-1, 8), s(8, 15), s(17, 13), s(48, 30), s(46, 22), s(0, 0)];
    /// Rook attacks a piece, by victim.
    rook_threat: [Tapered; 6] = [s(-7, 8), s(12, 12), s(15, 9), s(-1, -1), s(48, 26), s(0, 0)];
    /// Hanging: attacked and not defended, by victim.
    hanging: [Tapered; 6] = [s(23, 35), s(33, 28), s(31, 30), s(27, 18), s(17, 16), s(0, 0)];
    /// Attacked twice and defended once, but not by a pawn.
    attacked_twice_weak: Tapered = s(25, 26);
    /// Restricted: empty squares that both sides attack and enemy pawns do not.
    restricted: Tapered = s(2, 0);
    /// Safe squares from which a minor or rook would attack the queen.
    threat_on_queen: Tapered = s(13, 2);

    /// Safe squares in the own centre, times own pieces, in eighths.
    space: Tapered = s(-1, -4);
    /// Side to move.
    tempo: Tapered = s(25, 15);

    /// Winnable: adjustment of the endgame score of the stronger side. For each pawn on the board.
    winnable_pawn: Tapered = s(0, 3);
    /// Pawns on both flanks.
    winnable_both_flanks: Tapered = s(0, 17);
    /// Only pawns are left.
    winnable_pawns_only: Tapered = s(0, 46);
    /// Constant part.
    winnable_base: Tapered = s(0, -33);

    /// Mop-up against a lone king: for each step of its distance from the centre.
    mop_up_edge: Tapered = s(12, 12);
    /// For each step that the kings are closer than seven.
    mop_up_king_distance: Tapered = s(8, 8);
    /// King and pawn against king, won.
    kpk_win: Tapered = s(300, 300);
}

/// Danger points squared per centipawn of middlegame score.
pub(super) const DANGER_DIVISOR: i32 = 110;
/// Limit of king danger in the middlegame, centipawns.
pub(super) const DANGER_MAX: i32 = 800;

/// Scale factors of endgame scores, out of 128.
pub(super) mod scale {
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
