"""Pages printed to PDF by Chromium, many in one run, beside a file of their truth."""

from __future__ import annotations

import argparse
import json
import subprocess
from dataclasses import asdict
from pathlib import Path

from learn.page_html import HEIGHT, WIDTH, page

SKIPPED = "SKIPPED"  # the only text of a page whose content did not fit
_HERE = Path(__file__).parent


def print_pages(folder: Path, seeds: range, *, drawn: bool = False) -> None:
    """Write `<first seed>.pdf` and `.json` with the truths of its pages, in order, into a folder."""
    made = [page(seed, drawn=drawn) for seed in seeds]
    source = folder / f"{seeds[0]}.html"
    body = "\n".join(markup for markup, _ in made)
    style = (_HERE / "page.css").read_text("utf-8").replace("WIDTH", f"{WIDTH}px").replace("HEIGHT", f"{HEIGHT}px")
    script = (_HERE / "fitting.js").read_text("utf-8").replace("HEIGHT", str(HEIGHT)).replace("SKIPPED", SKIPPED)
    source.write_text(
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><style>{style}</style></head><body>{body}'
        f"<script>{script}</script></body></html>",
        "utf-8",
    )
    target = source.with_suffix(".pdf")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
    command += ["--disable-dev-shm-usage", f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=20000"]
    subprocess.run(
        [*command, f"--print-to-pdf={target}", source.as_uri()], check=True, capture_output=True, timeout=300
    )
    source.with_suffix(".json").write_text(
        json.dumps([asdict(truth) for _, truth in made], ensure_ascii=False), "utf-8"
    )


def main() -> None:
    """Print pages of a range of seeds."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--first", type=int, default=0)
    ask.add_argument("--pages", type=int, default=200)
    ask.add_argument("--file-pages", type=int, default=100)
    ask.add_argument("--drawn", action="store_true")
    args = ask.parse_args()
    folder = args.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(args.first, args.first + args.pages, args.file_pages):
        print_pages(folder, range(first, min(first + args.file_pages, args.first + args.pages)), drawn=args.drawn)


if __name__ == "__main__":
    main()
