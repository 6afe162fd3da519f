"""Converts the gate's pages, scores them against their truth, and fails below the floors.

    python -m quality.gate [--only CLASS...] [--pages FOLDER...] [--worst N] [--suggest] [--json FILE]

Without `--pages`: the folders of quality/pages, each a class, against quality/floors.toml. With it: folders with `pdf/`
and `truth/` (Markdown or JSON), each a class of its own without floors, such as real pages that may not be copied.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from quality.content import Content
from quality.measures import MEASURES, Scores, score
from quality.read_content import product_content, truth_content

HERE = Path(__file__).resolve().parent
FLOORS = HERE / "floors.toml"
CONVERSIONS = 2  # at the same time
SHORT = {
    "order": "order",
    "teds": "teds",
    "adjacency": "adjac",
    "cells": "cells",
    "header_rows": "hdrow",
    "no_false_table": "nofal",
    "headings": "heads",
    "levels": "level",
    "items": "items",
    "paragraphs": "parag",
    "formulas": "formu",
    "labels": "label",
    "no_false_formula": "nofaf",
    "furniture_precision": "fur-p",
    "furniture_recall": "fur-r",
}
"""Titles of the columns."""


class Case(NamedTuple):
    """A page, its truth and its class."""

    group: str
    pdf: Path
    truth: Path


class Result(NamedTuple):
    """The scores of a page; none where it could not be converted, which counts 0 in every measure of its class."""

    case: Case
    scores: Scores
    error: str = ""


def shipped(only: Iterable[str] = ()) -> list[Case]:
    """The pages of the repository."""
    wanted = set(only)
    return [
        Case(path.parent.name, path, path.with_suffix(".json"))
        for path in sorted((HERE / "pages").glob("*/*.pdf"))
        if not wanted or path.parent.name in wanted
    ]


def outside(folder: Path) -> list[Case]:
    """The pages of a folder with pdf/ and truth/."""
    truths = {path.stem: path for path in sorted((folder / "truth").iterdir())}
    return [Case(folder.name, path, truths[path.stem]) for path in sorted((folder / "pdf").glob("*.pdf"))]


def found_content(pdf: Path, *, as_markdown: bool = False) -> Content:
    """What the product makes of a PDF, without recognition; `as_markdown` as in `product_content`."""
    from quire.jobs.conversion import convert

    with tempfile.TemporaryDirectory() as folder:
        converted = convert(pdf, Path(folder) / "page.json", to="json", pages=None)
        return product_content(json.loads(converted.file.read_text(encoding="utf-8")), as_markdown=as_markdown)


def measure(case: Case) -> Result:
    """The scores of one page."""
    try:
        return Result(
            case, score(truth_content(case.truth), found_content(case.pdf, as_markdown=case.truth.suffix == ".md"))
        )
    except Exception as error:  # noqa: BLE001  whatever a page does to the product, the others are measured
        return Result(case, {}, f"{type(error).__name__}: {error}")


def run(cases: list[Case]) -> list[Result]:
    """The scores of all pages, in their order."""
    with multiprocessing.get_context("spawn").Pool(CONVERSIONS) as pool:
        return pool.map(measure, cases, chunksize=1)


def means(results: Iterable[Result]) -> dict[str, Scores]:
    """The mean of each measure over the pages of each class that it says something about."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    failed: dict[str, int] = defaultdict(int)
    for result in results:
        for name, value in result.scores.items():
            values[result.case.group][name].append(value)
        failed[result.case.group] += bool(result.error)
    return {
        group: {name: fmean([*found[name], *[0.0] * failed[group]]) for name in MEASURES if found[name]}
        for group, found in values.items()
    }


def below(scores: Mapping[str, Scores], floors: Mapping[str, Scores]) -> list[str]:
    """What fell below its floor; a class or a measure with a floor and without a score has fallen too."""
    return [
        f"{group}: {name} {scores.get(group, {}).get(name, 0.0):.4f} is below {floor}"
        for group, wanted in floors.items()
        for name, floor in wanted.items()
        if scores.get(group, {}).get(name, 0.0) < floor
    ]


def table(results: list[Result], scores: Mapping[str, Scores], floors: Mapping[str, Scores]) -> str:
    """A line for each class: its scores, and its floors below where there are any."""
    width = max(map(len, scores), default=5)
    lines = [" ".join(["class".ljust(width), "pages", *(SHORT[name].rjust(5) for name in MEASURES)])]
    for group in sorted(scores):
        count = sum(result.case.group == group for result in results)
        lines.append(" ".join([group.ljust(width), f"{count:5}", *_figures(scores[group])]))
        if floors.get(group):
            lines.append(" ".join(["  floor".ljust(width), "     ", *_figures(floors[group])]))
    everything = means(Result(Case("all", *result.case[1:]), *result[1:]) for result in results)
    lines += [" ".join([group.ljust(width), f"{len(results):5}", *_figures(row)]) for group, row in everything.items()]
    return "\n".join(lines)


def _figures(row: Scores) -> list[str]:
    return [f"{row[name]:5.3f}" if name in row else "     " for name in MEASURES]


def suggested(scores: Mapping[str, Scores], floors: Mapping[str, Scores]) -> str:
    """floors.toml with today's figures rounded down to .01, never below a floor of now."""
    lines = []
    for group in sorted(scores):
        now = floors.get(group, {})
        kept = {name: max(int(value * 100 + 1e-9) / 100, now.get(name, 0.0)) for name, value in scores[group].items()}
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in kept.items() if value), ""]
    return "\n".join(lines)


def main() -> int:
    """Prints the table; 1 where a floor is not reached or a page failed."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--only", nargs="*", default=[], metavar="CLASS")
    ask.add_argument("--pages", nargs="*", default=[], type=Path, metavar="FOLDER")
    ask.add_argument("--worst", type=int, default=0, help="print the worst pages")
    ask.add_argument("--suggest", action="store_true", help="print floors.toml with today's figures, raised only")
    ask.add_argument("--json", type=Path, help="write the scores of every page")
    args = ask.parse_args()
    cases = [case for folder in args.pages for case in outside(folder)] or shipped(args.only)
    floors = {} if args.pages else tomllib.loads(FLOORS.read_text(encoding="utf-8"))
    floors = {group: row for group, row in floors.items() if not args.only or group in args.only}
    results = run(cases)
    scores = means(results)
    print(suggested(scores, floors) if args.suggest else table(results, scores, floors))
    for result in sorted(results, key=lambda one: fmean(one.scores.values() or [0.0]))[: args.worst]:
        print(f"{fmean(result.scores.values() or [0.0]):.3f} {result.case.pdf} {result.error}")
    if args.json:
        rows = {str(result.case.pdf): result.scores for result in results}
        args.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    problems = [f"{result.case.pdf}: {result.error}" for result in results if result.error]
    problems += [] if args.suggest else below(scores, floors)
    print("\n".join(problems), file=sys.stderr) if problems else None
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
