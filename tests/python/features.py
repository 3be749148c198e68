"""Tries the features of python-chess that the table of `benches/benches/features` lists.

Prints for each, with a tab between them, its name and `yes`, or `no` where the trial fails; and the version.
"""
import io
import os
import random
import tempfile

import chess
import chess.engine
import chess.pgn
import chess.polyglot
import chess.svg

START = chess.STARTING_FEN
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
INNER = "rr2k1r1/8/8/8/8/8/8/RR2K1R1 w GBgb - 0 1"
PUSHED = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
PASSANT = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
PINNED = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"
KNIGHTS = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"
GAMES = '[White "A"]\n[Black "B"]\n\n1. e4 $1 {good} e5 (1... c5 2. Nf3) 2. Nf3 1-0\n\n[White "C"]\n\n1. d4 *\n'
at = chess.Board
move = chess.Move.from_uci


def raised(call):
    """The error of a call, as text."""
    try:
        return call()
    except ValueError as error:
        return repr(error)


def put(pieces):
    board = chess.BaseBoard.empty()
    board.set_piece_map(pieces)
    return board


def after(moves, fen=START):
    board = at(fen)
    for text in moves:
        board.push_uci(text)
    return board


def knights(plies):
    return after((["g1f3", "g8f6", "f3g1", "f6g8"] * 5)[:plies])


def game(text=GAMES):
    return chess.pgn.read_game(io.StringIO(text))


def unchanged(text):
    builder = lambda: chess.pgn.GameBuilder(Game=chess.pgn.Game.without_tag_roster)
    return str(chess.pgn.read_game(io.StringIO(text), Visitor=builder)) == text


class Counter(chess.pgn.BaseVisitor):
    """Counts moves, comments and glyphs."""

    def __init__(self, skips):
        self.count, self.skips = 0, skips

    def visit_move(self, board, move):
        self.count += 1

    def visit_comment(self, comment):
        self.count += 1

    def visit_nag(self, nag):
        self.count += nag == chess.pgn.NAG_GOOD_MOVE

    def begin_variation(self):
        return chess.pgn.SKIP if self.skips else None

    def result(self):
        return self.count


def counted(skips):
    return chess.pgn.read_game(io.StringIO(GAMES), Visitor=lambda: Counter(skips))


def changed():
    tree = game()
    node = tree.variations[0]
    line = tree.add_variation(move("d2d4"))
    tree.remove_variation(line)
    node.promote_to_main(move("c7c5"))
    return node.variations[0].move == move("c7c5")


def commented():
    node = game().next()
    node.set_clock(60)
    node.set_emt(1)
    node.set_eval(chess.engine.PovScore(chess.engine.Cp(34), chess.WHITE), 23)
    return node.clock() == 60 and node.eval_depth() == 23


def with_arrows():
    node = game().next()
    node.set_arrows([chess.svg.Arrow(chess.E2, chess.E4)])
    return "[%cal Ge2e4]" in node.comment


def found_again():
    file = io.StringIO(GAMES)
    chess.pgn.skip_game(file)
    place = file.tell()
    chess.pgn.skip_game(file)
    file.seek(place)
    return chess.pgn.read_headers(file)["White"] == "C"


def with_error():
    broken = game("1. e4 e5 2. Qh8 *")
    return len(list(broken.mainline_moves())) == 2 and len(broken.errors) == 1


def from_book():
    entry = chess.polyglot.ENTRY_STRUCT.pack(chess.polyglot.zobrist_hash(at()), 0o1434, 3, 0)
    file = tempfile.NamedTemporaryFile(delete=False)
    file.write(entry)
    file.close()
    with chess.polyglot.open_reader(file.name) as reader:
        found = [entry.weight for entry in reader.find_all(at())]
        chosen = reader.weighted_choice(at(), random=random.Random(1)).move
    os.unlink(file.name)
    return found == [3] and chosen == move("e2e4")


FEATURES = {
    "Squares, files and ranks from text and as text": lambda: chess.square_name(chess.parse_square("e4")) == "e4",
    "Squares mirrored": lambda: chess.square_mirror(chess.A1) == chess.A8,
    "Distance of squares in king moves": lambda: chess.square_distance(chess.A1, chess.C8) == 7,
    "Distance of squares in knight moves and in steps of a rook": lambda:
        chess.square_knight_distance(chess.A1, chess.B2) == 4
        and chess.square_manhattan_distance(chess.A1, chess.B2) == 2,
    "Sets of squares with operators, mirrored": lambda:
        len(chess.SquareSet([chess.A1]) | chess.SquareSet([chess.B1])) == 2
        and chess.SquareSet(1).mirror() == chess.SquareSet([chess.A8]),
    "Whether a set is part of another one, or disjoint; all its parts (carry-rippler)": lambda:
        chess.SquareSet(1).issubset(chess.SquareSet(3)) and chess.SquareSet(1).isdisjoint(chess.SquareSet(2))
        and len(list(chess.SquareSet(7).carry_rippler())) == 8,
    "Squares from both ends of a set; sets shifted, mirrored at a diagonal": lambda:
        next(reversed(chess.SquareSet(6))) == chess.C1
        and chess.shift_up(2) == chess.BB_B2 and chess.flip_diagonal(2) == chess.BB_A2,
    "Named sets: light squares, corners, centre": lambda:
        chess.popcount(chess.BB_LIGHT_SQUARES & chess.BB_CENTER) == 2 and chess.popcount(chess.BB_CORNERS) == 4,
    "Named sets: both back ranks": lambda: chess.popcount(chess.BB_BACKRANKS) == 16,
    "A set shown as a picture": lambda: len(str(chess.SquareSet(1)).splitlines()) == 8,
    "Pieces from letters, as letters and as chess symbols": lambda:
        chess.Piece.from_symbol("n").symbol() == "n"
        and chess.Piece.from_symbol("K").unicode_symbol() == "♔",
    "Castling rights by color and side": lambda: at(ROOKS).has_kingside_castling_rights(chess.WHITE),
    "The rook of a castling right": lambda: at(INNER, chess960=True).clean_castling_rights() & chess.BB_B1 != 0,
    "FEN read and written; setup piece by piece, with errors": lambda:
        at(ROOKS).fen() == ROOKS
        and at().remove_piece_at(chess.A2) is not None
        and not at("8/8/8/8/8/8/8/R7 w - - 0 1").is_valid(),
    "FEN with its counters": lambda: at("8/8/8/8/8/8/8/K1k5 w - - 7 9").halfmove_clock == 7,
    "FEN without its counters": lambda: at("8/8/8/8/8/8/8/K1k5 w - -").fullmove_number == 1,
    "Errors of a FEN that name the field": lambda: "position part" in raised(lambda: at("8/8 w - - 0 1")),
    "FEN with castling rights that cannot be, without these": lambda:
        " K " in at("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1").fen(),
    "X-FEN and Shredder-FEN read": lambda: at(INNER, chess960=True).castling_rights
        != at(INNER.replace("GBgb", "KQkq"), chess960=True).castling_rights,
    "FEN of a setup that is no position, read and written": lambda:
        at("8/8/8/8/8/8/8/R7 w - - 0 1").fen() == "8/8/8/8/8/8/8/R7 w - - 0 1",
    "Whether castling is that of Chess960": lambda: at(INNER, chess960=True).has_chess960_castling_rights(),
    "Shredder-FEN written": lambda: " HAha " in at().shredder_fen(),
    "En passant square of a FEN where legal, pseudo-legal, or after every double push": lambda:
        at(PUSHED).fen(en_passant="fen") == PUSHED and " - 0 1" in at(PUSHED).fen(en_passant="xfen"),
    "The board field of a FEN alone": lambda: chess.BaseBoard("8/8/8/8/8/8/8/K7").board_fen() == "8/8/8/8/8/8/8/K7",
    "Setup from pairs of square and piece": lambda: len(put({chess.A1: chess.Piece.from_symbol("K")}).piece_map()) == 1,
    "All faults of a setup at once": lambda: all(
        fault in at("8/8/8/8/8/8/8/P7 w - - 0 1").status()
        for fault in (chess.STATUS_NO_WHITE_KING, chess.STATUS_PAWNS_ON_BACKRANK)),
    "Material that no game can have is told apart": lambda:
        at("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1").status() == chess.STATUS_TOO_MANY_WHITE_PAWNS,
    "Checks that no move can give are told apart": lambda:
        at("4k3/8/8/8/r2K3r/8/8/8 w - - 0 1").status() & chess.STATUS_IMPOSSIBLE_CHECK != 0,
    "Boards that are no positions, with sets of pieces and attacks": lambda:
        len(put({chess.A1: chess.Piece.from_symbol("R")}).attackers(chess.WHITE, chess.A8)) == 1,
    "Starting positions of Chess960 by number": lambda: at.from_chess960_pos(518).board_fen() == at().board_fen(),
    "The number of a starting position": lambda: at().chess960_pos() == 518,
    "Positions mirrored with colors swapped, boards rotated": lambda:
        at(PINNED).mirror().turn == chess.BLACK
        and at().transform(chess.flip_diagonal).king(chess.WHITE) == chess.A5,
    "Pieces by kind and color, and on a square": lambda: len(at().pieces(chess.PAWN, chess.WHITE)) == 8,
    "All squares with their pieces": lambda: len(at().piece_map()) == 32,
    "Plies since the start of the game, by the move number": lambda: after(["e2e4"]).ply() == 1,
    "Attacks of all kinds of pieces; squares between two squares, lines": lambda:
        len(at(ROOKS).attacks(chess.A1)) == 11
        and len(chess.SquareSet.between(chess.A1, chess.A4)) == 2 and len(chess.SquareSet.ray(chess.A1, chess.A4)) == 8,
    "Attacks from a square and to it, with any occupancy": lambda:
        len(at(PINNED).attacks(chess.E2)) == 6
        and len(at(PINNED).attackers(chess.BLACK, chess.E1, chess.SquareSet())) == 1,
    "Pieces that give check": lambda: len(at(MATE).checkers()) == 1,
    "Pinned pieces": lambda: at(PINNED).is_pinned(chess.WHITE, chess.E2),
    "The line of a pin, for both sides": lambda: len(at(PINNED).pin(chess.WHITE, chess.E2)) == 8,
    "Zobrist key of 64 bits": lambda: chess.polyglot.zobrist_hash(at()) != chess.polyglot.zobrist_hash(at(ROOKS)),
    "Key of the pieces alone": lambda:
        chess.polyglot.ZobristHasher(chess.polyglot.POLYGLOT_RANDOM_ARRAY).hash_board(at()) != 0,
    "The numbers of which keys are made": lambda: len(chess.polyglot.POLYGLOT_RANDOM_ARRAY) == 781,
    "Key of Polyglot books": lambda: chess.polyglot.zobrist_hash(at()) == 0x463B96181691FC9C,
    "Legal moves, and whether a move is one": lambda:
        at().legal_moves.count() == 20
        and at().is_legal(move("e2e4")) and not at().is_legal(move("e2e5")),
    "Moves one by one, until one is found": lambda: next(at().generate_legal_moves()) in at().legal_moves,
    "Moves from some squares": lambda: len(list(at().generate_legal_moves(chess.BB_RANK_1))) == 4,
    "Moves to some squares": lambda: len(list(at().generate_legal_moves(chess.BB_ALL, chess.BB_F3))) == 2,
    "Captures": lambda: len(list(at(PASSANT).generate_legal_captures())) == 1,
    "Castling, en passant and promotions alone; the kind of a move": lambda:
        len(list(at(ROOKS).generate_castling_moves())) == 2
        and len(list(at(PASSANT).generate_legal_ep())) == 1
        and at(ROOKS).is_castling(move("e1g1"))
        and at(PASSANT).is_en_passant(move("e5d6")) and at(PASSANT).is_zeroing(move("e5e6"))
        and at(ROOKS).is_irreversible(move("a1b1")),
    "Pseudo-legal moves, and whether a move is one": lambda:
        at(PINNED).pseudo_legal_moves.count() == 10 and at(PINNED).is_pseudo_legal(move("e2c3")),
    "Moves on a board without kings": lambda: at("8/8/8/8/8/8/8/N7 w - - 0 1").legal_moves.count() == 2,
    "Whether a move gives check": lambda: at(ROOKS).gives_check(move("a1a8")),
    "Moves played with and without a check of legality; null moves": lambda:
        "IllegalMoveError" in raised(lambda: at().push_uci("e2e5"))
        and at().push(move("e2e5")) is None
        and at().push(chess.Move.null()) is None,
    "Moves taken back": lambda: after(["e2e4"]).pop() == move("e2e4"),
    "The moves of a game and its start": lambda: len(knights(3).move_stack) == 3 and knights(3).root() == at(),
    "Mate and stalemate": lambda: at(MATE).is_checkmate(),
    "Insufficient material, of both sides and of one": lambda:
        at("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1").is_insufficient_material()
        and at("4k2r/8/8/8/8/8/8/4K3 w - - 0 1").has_insufficient_material(chess.WHITE),
    "Draws by fifty moves": lambda: at("4k2r/8/8/8/8/8/8/4K2R w - - 100 90").is_fifty_moves(),
    "Repetition": lambda: knights(8).is_repetition(3) and not knights(7).is_repetition(3),
    "Claims of draws, also by the next move; fivefold repetition, 75 moves": lambda:
        knights(7).can_claim_threefold_repetition()
        and at("4k2r/8/8/8/8/8/8/4K2R w - - 99 90").can_claim_fifty_moves()
        and knights(16).is_fivefold_repetition()
        and at("4k2r/8/8/8/8/8/8/4K2R w - - 150 90").is_seventyfive_moves(),
    "The reason for which a game has ended": lambda: at(MATE).outcome().termination == chess.Termination.CHECKMATE,
    "The winner, and the result as text": lambda:
        at(MATE).outcome().winner == chess.BLACK and at(MATE).result() == "0-1",
    "UCI notation without a position; SAN read": lambda:
        move("e7e8q").uci() == "e7e8q"
        and at().parse_san("Nf3") == move("g1f3"),
    "The null move in UCI notation": lambda: move("0000") == chess.Move.null(),
    "Castling in UCI notation in both ways, read and written": lambda:
        at(ROOKS).uci(move("e1g1"), chess960=True) == "e1h1" and at(ROOKS).parse_uci("e1h1") == move("e1g1"),
    "SAN written, as short as the rules allow, with signs of check": lambda: at(KNIGHTS).san(move("b1d2")) == "Nbd2",
    "SAN with more of the origin than it needs": lambda: at().parse_san("Ng1f3") == move("g1f3"),
    "Castling in SAN with zeros": lambda: at(ROOKS).parse_san("0-0") == move("e1g1"),
    "Errors of SAN that say whether it is illegal or ambiguous": lambda:
        "AmbiguousMoveError" in raised(lambda: at(KNIGHTS).parse_san("Nd2")),
    "Long algebraic notation": lambda: at().lan(move("g1f3")) == "Ng1-f3",
    "Lines of moves in SAN with numbers": lambda: at().variation_san([move("e2e4"), move("e7e5")]) == "1. e4 e5",
    "Notation of xboard": lambda: at(ROOKS).xboard(move("e1g1"), chess960=True) == "O-O"
        and at().parse_xboard("@@@@") == chess.Move.null(),
    "The move between two squares, to a queen unless it says something else": lambda:
        at("8/P7/8/8/8/8/8/k1K5 w - - 0 1").find_move(chess.A7, chess.A8) == move("a7a8q"),
    "Games read as a stream, by a visitor": lambda: counted(True) == 5,
    "Comments, variations and glyphs with names read, games and variations skipped": lambda:
        counted(True) == 5 and chess.pgn.skip_game(io.StringIO(GAMES))
        and counted(False) == 7
        and chess.pgn.NAG_SPECULATIVE_MOVE == 5,
    "Games found again by their place in the file": found_again,
    "Games as trees: variations added, promoted and removed": lambda:
        len(list(game().mainline())) == 3 and len(game().variations[0].variations) == 2
        and changed(),
    "A game with an illegal move up to it, with the error": with_error,
    "Clocks, times, evaluations and arrows in comments, read and set": lambda:
        commented()
        and with_arrows(),
    "The tag of the time control": lambda: chess.pgn.parse_time_control("40/7200:3600+30").parts[0].moves == 40,
    "Games from moves, written while they are read, in lines of any width, without comments": lambda:
        str(chess.pgn.Game.from_board(after(["e2e4"]))).endswith("1. e4 *")
        and game().accept(chess.pgn.StringExporter(headers=False, comments=False, variations=False)) == "1. e4 e5 2. Nf3 1-0"
        and "e4" in chess.pgn.read_game(io.StringIO(GAMES), Visitor=chess.pgn.StringExporter),
    "A game read and written without a change in its tags and comments": lambda:
        unchanged('[White "A"]\n[Result "*"]\n\n1. e4 { a  b } *'),
    "EPD with all operations, read and written": lambda:
        at.from_epd("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";")[1]["id"] == "x" and 'id "x";' in at().epd(id="x"),
    "EPD lines without operations": lambda: at(ROOKS).epd().endswith("KQkq -"),
    "Polyglot books looked up, with a choice by weight": from_book,
    "Positions as text": lambda: len(str(at()).splitlines()) == 8,
    "Positions as text with chess symbols, from both sides, with frame": lambda:
        "♔" in at().unicode(orientation=chess.BLACK, borders=True),
    "Chess symbols with colors inverted, for dark screens": lambda:
        at().unicode(invert_color=True).splitlines()[0][0] == "♖",
    "Positions as SVG with the last move, check, arrows and marks": lambda: chess.svg.board(
        at(), lastmove=move("e2e4"), check=chess.E1, arrows=[(chess.E2, chess.E4)], squares=1).startswith("<svg"),
    "SVG in any colors, of the board, of squares and of arrows": lambda: "#012345" in chess.svg.board(
        at(), colors={"square light": "#012345"}, fill={chess.A1: "red"},
        arrows=[chess.svg.Arrow(chess.E2, chess.E4, color="blue")]),
    "SVG of a piece, and of an empty board": lambda:
        chess.svg.piece(chess.Piece.from_symbol("K")).startswith("<svg") and chess.svg.board(None).startswith("<svg"),
}

print(f"version\t{chess.__version__}")
for name, trial in FEATURES.items():
    try:
        has = trial()
    except Exception:  # A trial that raises has failed, for whatever reason.
        has = False
    print(f"{name}\t{'yes' if has else 'no'}")
