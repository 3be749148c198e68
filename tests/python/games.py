"""Reads games that were written here with python-chess, which must find no fault and the same moves.

Usage: games.py GAMES.pgn EXPECTED. A line of EXPECTED has the result, the name of White and the moves in UCI
notation, separated by tabs.
"""

import sys

import chess.pgn


def main() -> None:
    games, expected = sys.argv[1:]
    with open(games, encoding="utf-8") as file, open(expected, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            game = chess.pgn.read_game(file)
            assert game is not None, f"there are only {number - 1} games"
            assert not game.errors, (number, game.errors)
            board = game.board()
            moves = []
            for move in game.mainline_moves():
                moves.append(board.uci(move, chess960=True))
                board.push(move)
            white = game.headers["White"].replace('\\"', '"').replace("\\\\", "\\")
            found = (game.headers["Result"], white, " ".join(moves))
            assert found == tuple(line.rstrip("\n").split("\t")), (number, found, line)
        assert chess.pgn.read_game(file) is None, "there are more games"


if __name__ == "__main__":
    main()
