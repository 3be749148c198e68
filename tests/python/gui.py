"""Graphical clients: the engine plays ten moves and more against itself in one, under Xvfb.

Usage: gui.py CLIENT ENGINE, with CLIENT one of xboard, scid and pychess. The clients write the game as PGN,
which is read with python-chess. Exits non-zero if there is no such game after two minutes.
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import chess.pgn

# Where Debian has the clients.
os.environ["PATH"] += os.pathsep + "/usr/games"

PLIES = 20
SECONDS = 120

# Scid executes its file of options. This part does by its own procedures what a user does by the menu "Start
# engine 1" and the button "Finish game": one engine plays both sides. Scid may close the first analysis window.
SCID = """
set startup(tip) 0
foreach side {1 2} { set ::finishGameCmd$side depth; set ::finishGameCmdVal$side 6 }
set ::finishGameAnnotate 0
proc playGame {} {
    after 200 playGame
    # Scid defines `fullname` when all its windows are there.
    if {![llength [info procs fullname]]} return
    if {![winfo exists .analysisWin1]} { makeAnalysisWin 1 0 0 }
    if {[winfo exists .configFinishGame]} {
        .configFinishGame.fbuttons.ok invoke
    } elseif {[sc_pos location] >= PLIES} {
        set file [open game.pgn w]
        puts $file [sc_game pgn]
        close $file
        exit
    } elseif {!$::finishGameMode && $::analysis(uciok1)} {
        after idle {toggleFinishGame 1}
    }
}
after 200 playGame
"""
SCID_ENGINES = "engine {Name Bartizan Cmd {ENGINE} Args {} Dir . Elo 0 Time 0 URL {} UCI 1 UCIoptions {}}"

# PyChess runs in this process. The game begins as by its button "Start Game"; on level 3 the depth is 3.
PYCHESS = """
import builtins, os, runpy, sys
from gi.repository import GLib
try:
    from pychess.compat import create_task
except ModuleNotFoundError:  # 1.0.5
    from asyncio import create_task

def play():
    from pychess.Players.engineNest import discoverer
    from pychess.Savers import pgn
    from pychess.Utils.GameModel import GameModel
    from pychess.Utils.TimeModel import TimeModel
    from pychess.Utils.const import ARTIFICIAL, NORMALCHESS
    from pychess.Variants import variants
    from pychess.perspectives import perspective_manager

    games = perspective_manager.get_perspective("games")
    engine = discoverer.getEngineByName("Bartizan")
    if games is None or engine is None or not engine.get("options"):
        return True
    model = GameModel(TimeModel(60, 1))
    player = discoverer.initPlayerEngine
    players = [(ARTIFICIAL, player, (engine, color, 3, variants[NORMALCHESS], 60, 1), "Bartizan") for color in (0, 1)]
    create_task(games.generalStart(model, *players))

    def save():
        if model.ply < PLIES:
            return True
        model.save("game.pgn", pgn, False)
        for player in model.players:
            player.kill("")
        os._exit(0)

    GLib.timeout_add(200, save)
    return False

GLib.timeout_add(1000, play)
sys.argv = [sys.argv[1], "--no-version-check"]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
PYCHESS_CONFIG = """[General]
show_tip_at_startup = False
dont_show_externals_at_startup = True
usesounds = False
analyzer_check = False
book_depth_max = 0
[FICS]
[ICC]
"""
PYCHESS_ENGINES = '[{"name": "Bartizan", "protocol": "uci", "command": "ENGINE", "recheck": true}]'


def write(path: pathlib.Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace("PLIES", str(PLIES)))


def xboard(engine: str, folder: pathlib.Path) -> list[str]:
    options = f"-mg 1 -depth 6 -adjudicateDrawMoves {PLIES // 2} -saveGameFile game.pgn -xexit -soundProgram".split()
    return ["xboard", "-fcp", engine, "-fUCI", "-scp", engine, "-sUCI", *options, ""]


def scid(engine: str, folder: pathlib.Path) -> list[str]:
    write(folder / ".scid4.7/config/options.dat", SCID)
    write(folder / ".scid4.7/config/engines.dat", SCID_ENGINES.replace("ENGINE", engine))
    return ["scid"]


def pychess(engine: str, folder: pathlib.Path) -> list[str]:
    write(folder / ".config/pychess/config", PYCHESS_CONFIG)
    write(folder / ".config/pychess/engines.json", PYCHESS_ENGINES.replace("ENGINE", engine))
    write(folder / "run.py", PYCHESS)
    script = shutil.which("pychess")
    assert script
    interpreter = pathlib.Path(script).read_text().splitlines()[0].removeprefix("#!").strip()
    return ["dbus-run-session", "--", interpreter, "run.py", script]


@contextlib.contextmanager
def display():
    """A display without a screen, as the value of `DISPLAY`."""
    command = "Xvfb -displayfd 1 -screen 0 1280x1024x24 -nolisten tcp".split()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


def main() -> None:
    client, engine = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name, display() as screen:
        folder = pathlib.Path(name)
        command = {"xboard": xboard, "scid": scid, "pychess": pychess}[client](engine, folder)
        kept = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
        environment = {**kept, "HOME": name, "DISPLAY": screen, "NO_AT_BRIDGE": "1"}
        begun = time.monotonic()
        run = subprocess.run(command, cwd=folder, env=environment, timeout=SECONDS, capture_output=True, text=True)
        said = f"{client}, status {run.returncode}:\n{run.stdout}\n{run.stderr}"
        assert (folder / "game.pgn").exists(), said
        # PyChess writes the name of an opening in Latin-1.
        with open(folder / "game.pgn", encoding="utf-8", errors="replace") as file:
            game = chess.pgn.read_game(file)
        assert game and not game.errors and game.end().ply() >= PLIES, f"{game}\n{said}"
        print(f"{client}: {game.end().ply()} plies in {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
