"""lichess-bot: the engine plays two games through it, on a stub of the lichess server.

Usage: lichess.py ENGINE LICHESS_BOT_FOLDER. The folder is a checkout of lichess-bot, whose requirements this
interpreter must have. The stub offers a challenge to crazyhouse, which must be declined, a game in which the bot
has Black, and one of Chess960 in which it has White. The opponent is a second process of the engine; it resigns
after fifteen moves of the bot. Prints one line for each offer and one for the log. Exits non-zero at the first
failure, or if lichess-bot has logged a warning. Takes about a minute and a half.
"""

import contextlib
import http.server
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

import chess
import chess.engine

CONFIGURATION = pathlib.Path(__file__).parents[2] / "docs/src/lichess-bot.yml"
TOKEN = "stub"
BOT, OPPONENT = ({"id": name.lower(), "name": name, "username": name, "title": "BOT"} for name in ("Bot", "Opponent"))
MOVES, NODES, BASE, INCREMENT = 15, 300, 60, 1
KEEP_ALIVE, SECONDS = 2, 400
EVENTS, REPORTS = queue.SimpleQueue(), queue.SimpleQueue()
GAMES, CHAT = {}, []
OFFERS = [
    ("Crazyhouse", chess.BLACK, chess.Board()),
    ("Standard", chess.BLACK, chess.Board()),
    # King f1 and rook g1: castling is a likely first move.
    ("Chess960", chess.WHITE, chess.Board.from_chess960_pos(597)),
]


def received(box: queue.SimpleQueue):
    """What is put into the box, without end; None, for a keep-alive, whenever it stays empty for a while."""
    while True:
        try:
            yield box.get(timeout=KEEP_ALIVE)
        except queue.Empty:
            yield None


class Game:
    """A challenge and the game that it becomes."""

    def __init__(self, variant: str, bot: chess.Color, board: chess.Board) -> None:
        self.name, self.bot, self.board = variant.lower()[:8], bot, board
        self.status, self.winner = "created", {}
        self.moves, self.castlings = queue.SimpleQueue(), 0
        self.clocks, self.since = [BASE, BASE], 0.0
        # The server has part of these members in a challenge, part in a game. The colour is the challenger's.
        self.about = {
            "id": self.name,
            "gameId": self.name,
            "createdAt": round(time.time() * 1000),
            "variant": {"key": variant.lower(), "name": variant},
            "initialFen": board.fen() if board.chess960 else "startpos",
            "speed": "bullet",
            "perf": {"name": "Bullet"},
            "rated": False,
            "timeControl": {"type": "clock", "limit": BASE, "increment": INCREMENT},
            "clock": {"initial": BASE * 1000, "increment": INCREMENT * 1000},
            "challenger": OPPONENT,
            "destUser": BOT,
            "color": chess.COLOR_NAMES[not bot],
            "opponent": OPPONENT,
            "white": BOT if bot else OPPONENT,
            "black": OPPONENT if bot else BOT,
        }

    def state(self) -> dict:
        black, white = (round(seconds * 1000) for seconds in self.clocks)
        times = {"wtime": white, "btime": black, "winc": INCREMENT * 1000, "binc": INCREMENT * 1000}
        moves = " ".join(move.uci() for move in self.board.move_stack)
        return {"type": "gameState", "moves": moves, **times, "status": self.status, **self.winner}

    def played(self) -> int:
        """The number of the bot's moves."""
        return len(self.board.move_stack[not self.bot :: 2])

    def play(self, opponent: chess.engine.SimpleEngine):
        """The lines of the game's stream, None for a keep-alive."""
        REPORTS.put(f"start {self.name}")
        yield {"type": "gameFull", **self.about, "state": self.state()}
        yield {"type": "chatLine", "room": "player", "username": OPPONENT["name"], "text": "!name"}
        bot_moves = received(self.moves)
        while self.status == "started" and self.played() < MOVES:
            if self.board.turn == self.bot:
                move = next(bot_moves)
            else:
                assert self.moves.empty(), "the bot has moved out of turn"
                move = opponent.play(self.board, chess.engine.Limit(nodes=NODES), game=self).move.uci()
            if move:
                self.push(move)
            yield self.state() if move else None
        if self.status == "started":
            self.end("resign", self.bot)
            yield self.state()
        REPORTS.put(f"end {self.name}")

    def push(self, text: str) -> None:
        """Makes a move, which must be legal. As on lichess the first move of each side is not timed."""
        now, turn, move = time.monotonic(), self.board.turn, chess.Move.from_uci(text)
        assert self.board.is_legal(move), f"{text} is illegal in {self.board.fen()}"
        if len(self.board.move_stack) >= 2:
            self.clocks[turn] -= now - self.since
            assert self.clocks[turn] > 0, f"{chess.COLOR_NAMES[turn]} has exceeded the time"
            self.clocks[turn] += INCREMENT
        self.since = now
        self.castlings += turn == self.bot and self.board.is_castling(move)
        self.board.push(move)
        if outcome := self.board.outcome():
            statuses = {"CHECKMATE": "mate", "STALEMATE": "stalemate"}
            self.end(statuses.get(outcome.termination.name, "draw"), outcome.winner)

    def end(self, status: str, winner: chess.Color | None) -> None:
        self.status, self.winner = status, {} if winner is None else {"winner": chess.COLOR_NAMES[winner]}


class Handler(http.server.BaseHTTPRequestHandler):
    """The part of https://lichess.org/api that lichess-bot asks for while it plays."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        try:
            assert self.headers["Authorization"] == f"Bearer {TOKEN}", "not the configured token"
            path = urllib.parse.urlsplit(self.path).path.removeprefix("/api/")
            self.send(self.answer(path.split("/"), body))
        except ConnectionError:
            self.close_connection = True
        except Exception as error:
            REPORTS.put(f"{self.command} {self.path} {body}: {error!r}")
            self.send_error(400)

    do_POST = do_GET

    def answer(self, path: list[str], body: str):
        """A value, or a generator for a stream. Moves are judged by the thread that serves the game's stream."""
        match self.command, *path:
            case "POST", "token", "test":
                return {TOKEN: {"userId": BOT["id"], "scopes": "bot:play", "expires": None}}
            case ("GET", "account") | ("GET", "bot", "online"):
                return BOT
            case "GET", "account", "playing":
                return {"nowPlaying": [game.about for game in GAMES.values() if game.status == "started"]}
            case "GET", "stream", "event":
                return received(EVENTS)
            case "GET", "bot", "game", "stream", name:
                return GAMES[name].play(self.server.opponent)
            case "POST", "challenge", name, "accept" | "decline" as decision:
                REPORTS.put(f"{decision} {name} {body}".strip())
            case "POST", "bot", "game", name, "move", move:
                GAMES[name].moves.put(move)
            case "POST", "bot", "game", _, "chat":
                CHAT.extend(urllib.parse.parse_qs(body)["text"])
            case _:  # The bot must not abort or resign either.
                raise ValueError("not expected")
        return {"ok": True}

    def send(self, answer) -> None:
        """Sends a value as a whole, a stream as a chunk for each line."""
        self.send_response(200)
        if isinstance(answer, dict):
            text = json.dumps(answer).encode()
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
            return
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for event in answer:
            line = (json.dumps(event) if event else "").encode() + b"\n"
            self.wfile.write(b"%x\r\n%b\r\n" % (len(line), line))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_) -> None:
        """Requests are not printed."""


def configure(folder: pathlib.Path, engine: pathlib.Path, url: str) -> None:
    """The configuration of the manual with another token and address, and the engine where it says."""
    text = CONFIGURATION.read_text()
    for key, value in {"token": TOKEN, "url": url}.items():
        text, count = re.subn(f"(?m)^{key}: .*$", f'{key}: "{value}"', text)
        assert count == 1, f"{CONFIGURATION} has no '{key}'"
    (folder / "config.yml").write_text(text)
    (folder / "engines").mkdir()
    (folder / "engines/bartizan").symlink_to(engine)


@contextlib.contextmanager
def lichess_bot(script: pathlib.Path, folder: pathlib.Path):
    """lichess-bot as a group of processes, which ends here in any case."""
    kept = {key: value for key, value in os.environ.items() if key != "LICHESS_BOT_TOKEN"}
    options = {"cwd": folder, "env": {**kept, "no_proxy": "127.0.0.1"}, "start_new_session": True}
    with open(folder / "console", "w") as out:
        bot = subprocess.Popen([sys.executable, script], stdin=subprocess.DEVNULL, stdout=out, stderr=out, **options)
    try:
        yield bot
    except BaseException:
        print("lichess-bot said at last:", (folder / "console").read_text()[-4000:], sep="\n", flush=True)
        raise
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(bot.pid, signal.SIGKILL)
        bot.wait()


def await_report(bot: subprocess.Popen, expected: str, deadline: float) -> None:
    report = None
    while report is None:
        assert bot.poll() is None, f"lichess-bot has ended with status {bot.returncode}"
        assert time.monotonic() < deadline, f"no '{expected}' after {SECONDS} s"
        with contextlib.suppress(queue.Empty):
            report = REPORTS.get(timeout=1)
    assert report == expected, f"not '{expected}' but '{report}'"


def offer(bot: subprocess.Popen, game: Game, deadline: float) -> str:
    """Challenges the bot, and waits until it has declined or has played the game."""
    GAMES[game.name] = game
    EVENTS.put({"type": "challenge", "challenge": game.about})
    if game.name == "crazyhou":
        await_report(bot, f"decline {game.name} reason=variant", deadline)
        return "declined"
    await_report(bot, f"accept {game.name}", deadline)
    game.status, game.since = "started", time.monotonic()
    EVENTS.put({"type": "gameStart", "game": game.about})
    # A second start would mean that lichess-bot had lost the game and tried again.
    await_report(bot, f"start {game.name}", deadline)
    await_report(bot, f"end {game.name}", deadline)
    EVENTS.put({"type": "gameFinish", "game": game.about})
    return f"{game.played()} moves, castlings: {game.castlings}, {game.clocks[game.bot]:.0f} s left, {game.status}"


def stop(bot: subprocess.Popen) -> None:
    """Does what Ctrl-C does, when the last game has been wound up."""
    time.sleep(KEEP_ALIVE)
    os.killpg(bot.pid, signal.SIGINT)
    status = bot.wait(timeout=60)
    assert status == 0, f"lichess-bot has ended with status {status}"
    assert REPORTS.empty(), REPORTS.get()


def check_log(folder: pathlib.Path) -> str:
    """Fails at a warning or an error. lichess-bot itself logs exceptions and then ends with status 0."""
    log, console = (folder / "lichess_bot_auto_logs/lichess-bot.log").read_text(), (folder / "console").read_text()
    records = re.findall(r"(?m)^[\d-]+ [\d:,]+ \S+ \(\S+\) ([A-Z]+) (.*)", log)
    assert records, "the log of lichess-bot has another format"
    objections = [record for record in records if record[0] not in ("DEBUG", "INFO")]
    assert not objections, objections
    assert "Traceback" not in console, console
    assert ": << go ponder" in log, "the engine has not pondered"
    return f"{re.search('lichess-bot [0-9.]+', log)[0]}, {log.count(': << ponderhit')} moves pondered on, no warning"


def main() -> None:
    engine, checkout = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    deadline = time.monotonic() + SECONDS
    with tempfile.TemporaryDirectory() as name, chess.engine.SimpleEngine.popen_uci(str(engine)) as opponent:
        folder = pathlib.Path(name)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.opponent = opponent
        threading.Thread(target=server.serve_forever, daemon=True).start()
        configure(folder, engine, f"http://127.0.0.1:{server.server_port}/")
        with lichess_bot(checkout / "lichess-bot.py", folder) as bot:
            for variant, color, board in OFFERS:
                print("ok", variant, offer(bot, Game(variant, color, board), deadline), flush=True)
            stop(bot)
            answers = [text for text in CHAT if f"running {opponent.id['name']} (" in text]
            assert len(answers) == len(CHAT) == 2, CHAT
            print("ok", check_log(folder), flush=True)


if __name__ == "__main__":
    main()
