"""A real client: drives the engine through python-chess, which refuses illegal moves and variations.

Usage: client.py ENGINE [SYZYGY_FOLDER]. Prints one line for each scenario and exits non-zero at the first
failure, or if python-chess has warned of an output of the engine.
"""

import asyncio
import logging
import random
import sys

import chess
import chess.engine
import chess.syzygy


class Log(logging.Handler):
    """What python-chess has sent, and its warnings."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[str] = []
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        message = record.getMessage()
        if record.levelno >= logging.WARNING:
            self.warnings.append(message)
        elif ": << " in message:
            self.sent.append(message.split(": << ")[1])


LOG = Log()


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
    castling = [("1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1", "c1h1"), ("k7/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1")]
    for fen, uci in castling:
        board, move = chess.Board(fen, chess960=True), chess.Move.from_uci(uci)
        assert board.is_castling(move) and move in board.legal_moves
        result = engine.play(board, chess.engine.Limit(nodes=500), root_moves=[move])
        assert result.move == move, (fen, result.move)


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


def ponders(engine: chess.engine.SimpleEngine) -> None:
    """The opponent plays the expected move three times in four."""
    game, board, hits = object(), chess.Board(), LOG.sent.count("ponderhit")
    for number in range(12):
        limit = chess.engine.Limit(nodes=2000)
        result = engine.play(board, limit, game=game, ponder=True)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        board.push(result.move)
        assert result.ponder in board.legal_moves, (board.fen(), result.ponder)
        others = [move for move in board.legal_moves if move != result.ponder]
        board.push(others[0] if number % 4 == 3 else result.ponder)
    assert LOG.sent.count("ponderhit") == hits + 9, LOG.sent


def shows_win_draw_loss(engine: chess.engine.SimpleEngine) -> None:
    limit = chess.engine.Limit(nodes=2000)
    assert "wdl" not in engine.analyse(chess.Board(), limit)
    engine.configure({"UCI_ShowWDL": True})
    equal, won, lost = chess.STARTING_FEN, "6k1/8/8/8/8/8/5PPP/3QK3 w - - 0 1", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1"
    for fen, expected in [(equal, 0.5), (won, 1), (lost, 0)]:
        wdl = engine.analyse(chess.Board(fen), limit)["wdl"]
        assert wdl.white().total() == 1000, wdl
        assert abs(wdl.white().expectation() - expected) < 0.15, (fen, wdl)
    engine.configure({"UCI_ShowWDL": False})


def plays_with_tables(engine: chess.engine.SimpleEngine, folder: str) -> None:
    """No move gives away what the tables say, as python-chess reads them."""
    engine.configure({"SyzygyPath": folder})
    rng, played = random.Random(11), 0
    with chess.syzygy.open_tablebase(folder) as tables:
        while played < 60:
            men = rng.choice(["KQkr", "KRkp", "KPkp", "KBNk", "KPk", "KQkp"])
            board = chess.Board(None)
            for man, square in zip(men, rng.sample(chess.SQUARES, len(men))):
                board.set_piece_at(square, chess.Piece.from_symbol(man))
            board.turn = rng.choice(chess.COLORS)
            if not board.is_valid() or board.is_game_over():
                continue
            value = tables.probe_wdl(board)
            result = engine.play(board, chess.engine.Limit(nodes=200), info=chess.engine.INFO_ALL)
            assert result.info["tbhits"] > 0, (board.fen(), result.info)
            fen = board.fen()
            board.push(result.move)
            assert -tables.probe_wdl(board) == value, (fen, result.move, value)
            played += 1
    engine.configure({"SyzygyPath": "<empty>"})


async def plays_without_waiting(path: str) -> None:
    """Two engines in one event loop: a game between them, while each also analyses and is stopped."""

    async def start() -> chess.engine.UciProtocol:
        return (await chess.engine.popen_uci(path))[1]

    engines = await asyncio.gather(start(), start())
    board = chess.Board()
    for ply in range(20):
        result = await engines[ply % 2].play(board, chess.engine.Limit(nodes=1000))
        assert result.move in board.legal_moves, (board.fen(), result.move)
        board.push(result.move)

    async def analyse(engine: chess.engine.UciProtocol) -> None:
        with await engine.analysis(board, multipv=2) as analysis:
            async for info in analysis:
                if info.get("depth", 0) >= 6 and info["multipv"] == 2:
                    break
        await engine.ping()

    await asyncio.gather(*(analyse(engine) for engine in engines))
    await asyncio.gather(*(engine.quit() for engine in engines))


def takes_options(engine: chess.engine.SimpleEngine) -> None:
    for name in ("Hash", "Threads", "Clear Hash", "Move Overhead", "MultiPV", "UCI_Chess960", "Ponder"):
        assert name in engine.options, name
    engine.configure({"Threads": 2, "Hash": 8, "Move Overhead": 30})
    assert engine.play(chess.Board(), chess.engine.Limit(depth=5)).move
    engine.configure({"Threads": 1, "Hash": 16})


def main() -> None:
    asyncio.set_event_loop_policy(chess.engine.EventLoopPolicy())
    chess.engine.LOGGER.addHandler(LOG)
    chess.engine.LOGGER.setLevel(logging.DEBUG)
    chess.engine.LOGGER.propagate = False
    path, *tables = sys.argv[1:]
    scenarios = [
        takes_options,
        plays_a_game,
        plays_fischer_random,
        finds_mate,
        analyses_several_lines,
        obeys_root_moves,
        stops_when_told,
        keeps_time,
        ponders,
        shows_win_draw_loss,
    ]
    with chess.engine.SimpleEngine.popen_uci(path, timeout=60) as engine:
        for scenario in scenarios:
            scenario(engine)
            print("ok", scenario.__name__, flush=True)
        for folder in tables:
            plays_with_tables(engine, folder)
            print("ok", plays_with_tables.__name__, flush=True)
    asyncio.run(plays_without_waiting(path))
    print("ok", plays_without_waiting.__name__, flush=True)
    assert not LOG.warnings, LOG.warnings


if __name__ == "__main__":
    main()
