"""Games with variations, comments, glyphs, clocks and drawings, made and compared with python-chess.

Usage: trees.py write SEED NUMBER GAMES.pgn
       trees.py compare GAMES.pgn OTHERS.pgn
"""

import random
import sys

import chess.engine
import chess.pgn
import chess.svg

COMMENTS = ["good", "two  spaces", "(not a variation) 1-0 $5 ; e4", "O’Kelly – Łoś ♔ 中", "a line\nand another", '"quoted" \\ [%x y]']
NAMES = ["Morphy", "Duke Karl / Count Isouard", "Šmíd, J", "?"]


def annotate(rng: random.Random, node: chess.pgn.GameNode) -> None:
    if rng.random() < 0.2:
        node.comment = rng.choice(COMMENTS)
    if rng.random() < 0.15:
        node.nags = set(rng.sample(range(1, 140), rng.randint(1, 3)))
    if rng.random() < 0.2:
        node.set_clock(rng.randrange(36000) / 10)
    if rng.random() < 0.1:
        node.set_eval(chess.engine.PovScore(chess.engine.Cp(rng.randint(-900, 900)), chess.WHITE), rng.randint(1, 40))
    if rng.random() < 0.1:
        node.set_arrows([chess.svg.Arrow(rng.randrange(64), rng.randrange(64), color="red") for _ in range(2)])


def grow(rng: random.Random, node: chess.pgn.GameNode, plies: int, depth: int) -> None:
    """Adds a line of so many random moves, and variations beside its moves."""
    for _ in range(plies):
        moves = sorted(node.board().generate_legal_moves(), key=chess.Move.uci)
        if not moves:
            return
        rng.shuffle(moves)
        beside = moves[1 : 1 + rng.randint(1, 2)] if depth < 3 and rng.random() < 0.15 else []
        following = node.add_variation(moves[0])
        annotate(rng, following)
        for move in beside:
            other = node.add_variation(move)
            if rng.random() < 0.3:
                other.starting_comment = rng.choice(COMMENTS)
            annotate(rng, other)
            grow(rng, other, rng.randint(0, 6), depth + 1)
        node = following


def make(rng: random.Random, number: int) -> chess.pgn.Game:
    game = chess.pgn.Game()
    game.headers.update(Event="mixed", Round=str(number), White=rng.choice(NAMES), Black=rng.choice(NAMES))
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    kind = number % 3
    if kind == 1:
        board = chess.Board()
        for _ in range(rng.randint(1, 60)):
            board.push(rng.choice(sorted(board.generate_legal_moves(), key=chess.Move.uci)))
            if board.is_game_over():
                board.pop()
                break
        game.setup(chess.Board(board.fen()))
    elif kind == 2:
        game.setup(chess.Board.from_chess960_pos(rng.randrange(960)))
    if rng.random() < 0.3:
        game.comment = rng.choice(COMMENTS)
    grow(rng, game, rng.randint(0, 80), 0)
    return game


def read(name: str) -> list[str]:
    """The games of a file as python-chess writes them."""
    games = []
    with open(name, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors, (len(games) + 1, game.errors)
            games.append(game.accept(chess.pgn.StringExporter(columns=None)))
    return games


def main() -> None:
    task, *arguments = sys.argv[1:]
    if task == "write":
        seed, number, name = arguments
        rng = random.Random(int(seed))
        with open(name, "w", encoding="utf-8") as file:
            for index in range(int(number)):
                print(make(rng, index), file=file, end="\n\n")
        return
    first, second = map(read, arguments)
    assert len(first) == len(second), (len(first), len(second))
    for number, (one, other) in enumerate(zip(first, second), 1):
        at = next((at for at, pair in enumerate(zip(one, other)) if pair[0] != pair[1]), min(len(one), len(other)))
        assert one == other, (number, one[max(at - 80, 0) : at + 40], other[max(at - 80, 0) : at + 40])
    variations = sum(game.count("(") for game in first)
    print(f"{len(first)} games, {variations} brackets, {sum(game.count('{') for game in first)} comments")


if __name__ == "__main__":
    main()
