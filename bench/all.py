"""Runs the benchmarks one after the other.

python bench/all.py [NAME...]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main(names: list[str]) -> int:
    """Runs the named benchmarks, or all; 1 when one of them failed."""
    there = {path.stem: path for path in sorted(HERE.glob("*.py")) if path.name != Path(__file__).name}
    unknown = [name for name in names if name not in there]
    if unknown:
        print(f"unknown: {', '.join(unknown)}; there are {', '.join(there)}", file=sys.stderr)
        return 2
    failed = []
    for name in names or there:
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, str(there[name])], check=False).returncode:
            failed.append(name)
        print(flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
