"""How long the command line takes to begin: seconds of wall clock beside an empty Python process.

    python bench/start.py [--rounds N]

The target is a quarter of a second for `quire --version`. The smallest of several rounds is given, because everything
that disturbs a start makes it longer.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

BIN = Path(sys.executable).parent
SAMPLE = Path(__file__).resolve().parent.parent / "samples" / "annual-report-en.pdf"
COMMANDS = {
    "quire --help": [str(BIN / "quire"), "--help"],
    "quire parse --help": [str(BIN / "quire"), "parse", "--help"],
    "quire parse, one page to Markdown": [
        str(BIN / "quire"), "parse", str(SAMPLE), "--pages", "1", "--to", "md", "--output", "-",
    ],
}  # fmt: skip


def main() -> int:
    """Prints a line for each command."""
    parser = argparse.ArgumentParser(description="Seconds until the command line does something.")
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    empty = shortest([sys.executable, "-c", ""], rounds)
    print(f"{'an empty Python process':40} {empty:6.3f} s")
    for name, command in COMMANDS.items():
        seconds = shortest(command, rounds)
        print(f"{name:40} {seconds:6.3f} s   {seconds / empty:5.1f} times the empty process")
    return 0


def shortest(command: list[str], rounds: int) -> float:
    """Seconds of the fastest of `rounds` runs."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - begin)
    return best


if __name__ == "__main__":
    sys.exit(main())
