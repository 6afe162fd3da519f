"""How long the command line takes to begin: CPU seconds beside an empty Python process.

    python bench/start.py [--rounds N]

The target is a quarter of a second for a page. The smallest of several rounds is given, because everything that
disturbs a start makes it longer; the seconds are those of all processes of a command.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
SAMPLES = Path(__file__).resolve().parent.parent / "samples"
COMMANDS = {
    "quire --help": [str(BIN / "quire"), "--help"],
    "quire parse --help": [str(BIN / "quire"), "parse", "--help"],
    "quire parse, one page to Markdown": [
        str(BIN / "quire"), "parse", str(SAMPLES / "annual-report-en.pdf"), "--pages", "1", "--to", "md",
        "--output", "-",
    ],
    "quire invoice, one page": [
        str(BIN / "quire"), "invoice", str(SAMPLES / "invoices" / "digital-invoice.pdf"), "--output", "-",
    ],
    "quire finance, three pages": [
        str(BIN / "quire"), "finance", str(SAMPLES / "statements" / "statements-en.pdf"), "--output", "-",
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
    """CPU seconds of the fastest of `rounds` runs."""
    best = float("inf")
    for _ in range(rounds):
        begin = _children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        best = min(best, _children() - begin)
    return best


def _children() -> float:
    """CPU seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
