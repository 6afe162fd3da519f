"""Pages per CPU second of the whole command line, start and all, beside PDFium's plain text and any other converter.

    python bench/whole.py FILE.pdf... [--to md] [--rounds 3] [--against 'other {input} {output}']

Without recognition. Each program runs in a process of its own, in turn on each file; CPU seconds of the process and its
children count, the best of the rounds. "text" is a Python process that takes the plain text of every page with PDFium
and does nothing else: what no converter on PDFium can beat.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2

TEXT = """
import sys, pypdfium2
with pypdfium2.PdfDocument(sys.argv[1]) as pdf:
    text = "".join(page.get_textpage().get_text_range() for page in pdf)
open(sys.argv[2], "w", encoding="utf-8").write(text)
"""


def cpu_of(command: list[str]) -> float:
    """CPU seconds of a program and its children, whose modules are compiled once as in any installation."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, env=kept)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pages_of(path: Path) -> int:
    with pypdfium2.PdfDocument(path) as pdf:
        return len(pdf)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("files", nargs="+", type=Path)
    ask.add_argument("--to", default="md")
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--against", default="")
    args = ask.parse_args()
    quire = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())", "parse", "{input}"]
    commands = {
        "quire": [*quire, "--no-ocr", "--to", args.to, "--output", "{output}"],
        "text": [sys.executable, "-c", TEXT, "{input}", "{output}"],
    }
    if args.against:
        commands["other"] = shlex.split(args.against)
    pages = {path: pages_of(path) for path in args.files}
    best: dict[tuple[str, Path], float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in args.files:
            for _ in range(args.rounds):
                for name, command in commands.items():
                    places = {"{input}": str(path), "{output}": f"{folder}/{name}.{args.to}"}
                    cpu = cpu_of([places.get(part, part) for part in command])
                    best[name, path] = min(cpu, best.get((name, path), cpu))
    print(f"{'file':44} {'pages':>5} " + " ".join(f"{name:>7}" for name in commands) + "   (pages per CPU second)")
    for path in args.files:
        rates = " ".join(f"{pages[path] / best[name, path]:7.0f}" for name in commands)
        print(f"{path.name[-44:]:44} {pages[path]:5} {rates}")
    total = {name: sum(best[name, path] for path in args.files) for name in commands}
    print(
        f"{'all':44} {sum(pages.values()):5} "
        + " ".join(f"{sum(pages.values()) / total[name]:7.0f}" for name in commands)
    )
    for name in commands:
        if name != "quire":
            print(f"ratio to {name}: {total[name] / total['quire']:.2f}")


if __name__ == "__main__":
    main()
