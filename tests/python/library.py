"""Compares what the library says of positions and games with python-chess.

Arguments: `positions` or `games`, and a file of lines with tabs between their fields, see `python_chess.rs`. Prints every
difference, and how many lines were compared; the exit status is 1 if there was a difference.
"""
import io
import sys

import chess
import chess.pgn
import chess.polyglot


def differences_of_position(fields):
    is_960, fens, uci, san, epd, count, sans, key, flags, pgn = fields
    always, pseudo, legal, shredder = fens.split("|")
    board = chess.Board(always, chess960=is_960 == "1")
    yield "fen", always, board.fen(en_passant="fen")
    yield "pseudo-legal fen", pseudo, board.fen(en_passant="xfen")
    yield "legal fen", legal, board.fen(en_passant="legal")
    yield "shredder fen", shredder, board.shredder_fen(en_passant="legal")
    move = board.parse_uci(uci)
    yield "uci", uci, board.uci(move)
    yield "san", san, board.san(move)
    yield "move of the san", move, board.parse_san(san)
    moves = list(board.legal_moves)
    yield "moves", int(count), len(moves)
    if sans:
        yield "sans", sans, " ".join(sorted(board.san(move) for move in moves))
    yield "key", int(key, 16), chess.polyglot.zobrist_hash(board)
    python_flags = [board.is_check(), board.is_checkmate(), board.is_stalemate()]
    python_flags += [board.has_insufficient_material(color) for color in chess.COLORS]
    yield "flags", flags, "".join(str(int(flag)) for flag in python_flags)
    operations = {"bm": [move], "ce": int(count), "id": uci, "pv": [move]}
    yield "epd", epd, board.epd(**operations)
    if is_960 == "0":
        # It reads the moves of Chess960 in a board that is none.
        read, found = chess.Board.from_epd(epd)
        yield "operations", operations, found
        yield "position of the epd", board.epd(), read.epd()
    if pgn:
        game = chess.pgn.read_game(io.StringIO(pgn.replace("\\n", "\n")))
        yield "pgn errors", [], game.errors
        yield "pgn", legal, game.end().board().fen()
        text = game.accept(chess.pgn.StringExporter())
        yield "written pgn", pgn.replace("\\n", "\n").strip(), text.strip()


TERMINATIONS = {
    chess.Termination.CHECKMATE: "mate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "material",
    chess.Termination.SEVENTYFIVE_MOVES: "75",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold",
    chess.Termination.FIFTY_MOVES: "50",
    chess.Termination.THREEFOLD_REPETITION: "threefold",
}


def outcome(board, claim_draw):
    found = board.outcome(claim_draw=claim_draw)
    if found is None:
        return "-"
    # A stalemate with bare kings is both; python-chess says the material.
    if found.termination == chess.Termination.INSUFFICIENT_MATERIAL and not any(board.legal_moves):
        return "stalemate 1/2-1/2"
    return TERMINATIONS[found.termination] + " " + found.result()


def differences_of_game(fields):
    is_960, fen, *plies = fields
    board = chess.Board(fen, chess960=is_960 == "1")
    for ply in plies:
        moves, *expected = ply.split("|")
        for move in moves.split():
            board.push(board.parse_uci(move))
        claims = [
            board.can_claim_threefold_repetition(),
            board.can_claim_fifty_moves(),
            board.is_repetition(3),
            board.is_fivefold_repetition(),
            board.is_fifty_moves(),
            board.is_seventyfive_moves(),
        ]
        claims += [board.has_insufficient_material(color) for color in chess.COLORS]
        python = [outcome(board, False), outcome(board, True), "".join(str(int(claim)) for claim in claims)]
        yield f"after {board.ply()} plies", expected, python


def main():
    kind, path = sys.argv[1:]
    differences_of = {"positions": differences_of_position, "games": differences_of_game}[kind]
    lines = different = 0
    with open(path, encoding="utf-8") as file:
        for lines, line in enumerate(file, 1):
            for what, ours, python in differences_of(line.rstrip("\n").split("\t")):
                if ours != python:
                    different += 1
                    print(f"line {lines}: {what}: {ours!r}, python-chess has {python!r}: {line}")
    print(f"{lines} lines, {different} differences")
    sys.exit(different > 0)


main()
