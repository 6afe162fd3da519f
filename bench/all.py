"""Runs the benchmarks that need no outside data, on the samples, one after the other.

python bench/all.py [NAME...]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SAMPLES = sorted(str(path) for path in (HERE.parent / "samples").glob("*.pdf"))
ENGLISH = SAMPLES[0]

BENCHMARKS: dict[str, list[str]] = {
    "start": [],
    "read": SAMPLES,
    "write": [ENGLISH],
    "whole": SAMPLES,
    "office": [ENGLISH],
    "products": [],
    "http_cost": [],
    "company": [],
    "tasks": ["--count", "60", "--kills", "3"],
}
"""Each benchmark with its arguments here; alone it takes others."""


def main(names: list[str]) -> int:
    """Runs the named benchmarks, or all; 1 when one of them failed."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    failed = []
    for name in names or BENCHMARKS:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, str(HERE / f"{name}.py"), *BENCHMARKS[name]], check=False).returncode:
            failed.append(name)
        print(flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
