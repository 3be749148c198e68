"""A real client: drives the engine through python-chess, which refuses illegal moves and variations.

Usage: client.py ENGINE. Prints one line for each scenario and exits non-zero at the first failure.
"""

import asyncio
import sys

import chess
import chess.engine


def plays_a_game(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(nodes=1000)
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        if result.ponder:
            board.push(result.move)
            assert result.ponder in board.legal_moves, (board.fen(), result.ponder)
            board.pop()
        assert "score" in result.info and "pv" in result.info, result.info
        board.push(result.move)
    assert board.ply() > 20


def plays_fischer_random(engine: chess.engine.SimpleEngine) -> None:
    for number in (0, 518, 959):
        board = chess.Board.from_chess960_pos(number)
        for _ in range(16):
            result = engine.play(board, chess.engine.Limit(nodes=500))
            assert result.move in board.legal_moves, (board.fen(), result.move)
            board.push(result.move)
            if board.is_game_over():
                break


def finds_mate(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    info = engine.analyse(board, chess.engine.Limit(depth=10))
    assert info["score"].white() == chess.engine.Mate(3), info["score"]
    assert info["pv"][0] == chess.Move.from_uci("f6a6"), info["pv"]


def analyses_several_lines(engine: chess.engine.SimpleEngine) -> None:
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=4)
    heads = [info["pv"][0] for info in infos]
    assert len(set(heads)) == 4, heads
    scores = [info["score"].white().score(mate_score=100000) for info in infos]
    assert scores == sorted(scores, reverse=True), scores


def obeys_root_moves(engine: chess.engine.SimpleEngine) -> None:
    only = chess.Move.from_uci("a2a4")
    result = engine.play(chess.Board(), chess.engine.Limit(depth=4), root_moves=[only])
    assert result.move == only, result.move


def stops_when_told(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                analysis.stop()
        assert analysis.wait().move in chess.Board().legal_moves


def keeps_time(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=0.3, black_clock=0.3, white_inc=0.02, black_inc=0.02)
    for _ in range(12):
        result = engine.play(board, limit, ponder=True)
        assert result.move in board.legal_moves
        board.push(result.move)


def takes_options(engine: chess.engine.SimpleEngine) -> None:
    for name in ("Hash", "Threads", "Clear Hash", "Move Overhead", "MultiPV", "UCI_Chess960", "Ponder"):
        assert name in engine.options, name
    engine.configure({"Threads": 2, "Hash": 8, "Move Overhead": 30})
    assert engine.play(chess.Board(), chess.engine.Limit(depth=5)).move
    engine.configure({"Threads": 1, "Hash": 16})


def main() -> None:
    asyncio.set_event_loop_policy(chess.engine.EventLoopPolicy())
    scenarios = [
        takes_options,
        plays_a_game,
        plays_fischer_random,
        finds_mate,
        analyses_several_lines,
        obeys_root_moves,
        stops_when_told,
        keeps_time,
    ]
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1], timeout=60) as engine:
        for scenario in scenarios:
            scenario(engine)
            print("ok", scenario.__name__, flush=True)


if __name__ == "__main__":
    main()
