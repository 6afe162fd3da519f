"""One long document on one core and on several: by the clock, and the CPU of all its processes.

    python bench/spread.py FILE.pdf... [--cores 1 2 4] [--to md] [--pages 1-150] [--rounds 5]

The whole command line, without recognition; the best of the rounds, in which the numbers of cores take turns. The clock
says something only while so many cores are free; CPU says what the processes cost beside one. The outputs must be
equal.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

QUIRE = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())", "parse"]


class Cost(NamedTuple):
    """Seconds of one conversion."""

    clock: float
    cpu: float


def cost_of(command: list[str]) -> Cost:
    """Seconds of a program and its children, whose modules are compiled once as in any installation."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, capture_output=True, env=kept)
    clock, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("files", nargs="+", type=Path)
    ask.add_argument("--cores", nargs="+", type=int, default=[1, 2, 4])
    ask.add_argument("--to", default="md")
    ask.add_argument("--pages", default="")
    ask.add_argument("--rounds", type=int, default=5)
    args = ask.parse_args()
    wanted = ["--pages", args.pages] if args.pages else []
    print(f"{'file':40} cores   clock     CPU   times as soon   CPU beside one")
    for path in args.files:
        costs: dict[int, list[Cost]] = {cores: [] for cores in args.cores}
        outputs: set[bytes] = set()
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder, f"out.{args.to}")
            for _ in range(args.rounds):
                for cores, own in costs.items():
                    how = ["--no-ocr", "--cores", str(cores), "--output", str(target), *wanted]
                    own.append(cost_of([*QUIRE, str(path), *how]))
                    outputs.add(target.read_bytes())
        best = {cores: Cost(min(c.clock for c in own), min(c.cpu for c in own)) for cores, own in costs.items()}
        one = best[args.cores[0]]
        for cores, cost in best.items():
            print(
                f"{path.name[-40:]:40} {cores:5} {cost.clock:7.2f} {cost.cpu:7.2f}"
                f" {one.clock / cost.clock:15.2f} {cost.cpu / one.cpu:16.2f}"
            )
        if len(outputs) > 1 and args.to in {"md", "json", "html"}:
            raise SystemExit(f"{path.name}: the outputs differ")


if __name__ == "__main__":
    main()
