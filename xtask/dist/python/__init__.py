"""The chess engine Bartizan, a program that speaks UCI.

    import bartizan_chess, chess.engine
    engine = chess.engine.SimpleEngine.popen_uci(bartizan_chess.path())
"""

import os
import subprocess
import sys


def path():
    """The path of the engine."""
    name = "bartizan.exe" if os.name == "nt" else "bartizan"
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def main():
    """Runs the engine with the arguments of this program."""
    if os.name == "nt":
        sys.exit(subprocess.call([path(), *sys.argv[1:]]))
    os.execv(path(), ["bartizan", *sys.argv[1:]])
