"""How well the product finds known tables: exact cells, cell F1, false tables; per class and style.

A page is laid out alone. A found table belongs to the true one whose text it shares most. The text of a cell counts
without white space; empty cells do not count.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from learn.chromium import SKIPPED
from quire.layout.pipeline import arrange
from quire.model.block import Block, Table
from quire.model.document import Document
from quire.model.page import Page
from quire.model.table import Grid
from quire.read import open_source

Cells = list[tuple[int, int, int, int, str]]
_SPACE = re.compile(r"\s+")


@dataclass(slots=True)
class Tally:
    """Counts of one class."""

    tables: int = 0
    exact: int = 0
    headed: int = 0
    pages: int = 0
    false: int = 0
    f1: list[float] = field(default_factory=list)
    missed: int = 0

    def line(self, name: str) -> str:
        """One line of the report."""
        mean = sum(self.f1) / max(1, len(self.f1))
        count = max(1, self.tables)
        return (
            f"{name:14} pages {self.pages:5} tables {self.tables:5} exact {self.exact / count:.3f} cell F1 {mean:.3f}"
            f" headers {self.headed / count:.3f} missed {self.missed:4} false tables {self.false:4}"
        )


def squeezed(text: str) -> str:
    """The text without white space, ligatures taken apart."""
    return _SPACE.sub("", text).replace("ﬁ", "fi").replace("ﬂ", "fl").replace("‘", "'").replace("’", "'")


def cells_of(grid: Grid) -> Cells:
    """The cells with text of a grid."""
    return [(c.row, c.col, c.row_span, c.col_span, squeezed(c.text)) for c in grid.cells if squeezed(c.text)]


def true_cells(truth: dict[str, object]) -> Cells:
    """The cells with text of a true table."""
    every: list[tuple[int, int, int, int, str]] = truth["cells"]  # type: ignore[assignment]
    return [(r, c, a, b, squeezed(t)) for r, c, a, b, t in every if squeezed(t)]


def f1(found: Cells, true: Cells) -> float:
    """F1 of cells that agree in place, spans and text."""
    same = sum((Counter(found) & Counter(true)).values())
    return 2 * same / max(1, len(found) + len(true))


def documents(folder: Path) -> Iterator[tuple[str, Page, Document, dict[str, object]]]:
    """The pages that were printed, each laid out alone, with their truth."""
    for path in sorted(folder.glob("*.json")):
        truths = json.loads(path.read_text("utf-8"))
        with open_source(path.with_suffix(".pdf")) as source:
            for number, truth in enumerate(truths, 1):
                page = source.page(number)
                if " ".join(line.text for line in page.lines).strip() != SKIPPED:
                    yield f"{path.stem}:{number}", page, arrange([page], meta=source.meta, page_count=1), truth


def _tables(blocks: tuple[Block, ...]) -> list[Grid]:
    return [block.grid for block in blocks if isinstance(block, Table)]


def compare(found: list[Grid], truth: dict[str, object]) -> Iterator[tuple[dict[str, object] | None, Grid | None]]:
    """Pairs of a true table and the found one that shares most of its text; None where one has no partner."""
    true: list[dict[str, object]] = truth["tables"]  # type: ignore[assignment]
    own = [Counter(t for *_, t in cells_of(grid)) for grid in found]
    shared = [
        (sum((texts & theirs).values()), -i, -j)
        for i, table in enumerate(true)
        if (texts := Counter(t for *_, t in true_cells(table)))
        for j, theirs in enumerate(own)
    ]
    partner: dict[int, int] = {}
    for count, i, j in sorted(shared, reverse=True):  # the best pair first: a missed table takes none of another's
        if count and -i not in partner and -j not in partner.values():
            partner[-i] = -j
    for i, table in enumerate(true):
        yield table, found[partner[i]] if i in partner else None
    for j, grid in enumerate(found):
        if j not in partner.values():
            yield None, grid


def main() -> None:
    """Print a table of the classes of a folder."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folder", type=Path)
    ask.add_argument("--worst", type=int, default=0, help="list so many tables with low F1")
    ask.add_argument("--drawn", action="store_true", help="list only drawn ones")
    args = ask.parse_args()
    tallies: dict[str, Tally] = defaultdict(Tally)
    weak: list[tuple[float, str]] = []
    for name, _, document, truth in documents(args.folder):
        kind = str(truth["kind"])
        tallies[kind].pages += 1
        tallies["ALL"].pages += 1
        for table, grid in compare(_tables(document.blocks), truth):
            if table is None:
                tallies[kind].false += 1
                tallies["ALL"].false += 1
                weak.append((-1.0, f"{name} {kind} false {grid.rows if grid else 0} {truth['language']}"))
                continue
            style = str(table["style"])
            score = f1(cells_of(grid), true_cells(table)) if grid else 0.0
            for tally in (tallies["style " + style], tallies["ALL"], tallies["DRAWN" if table["drawn"] else "OPEN"]):
                tally.tables += 1
                tally.exact += score == 1.0
                tally.headed += grid is not None and grid.header_rows == table["header_rows"]
                tally.missed += grid is None
                tally.f1.append(score)
            if score < 1 and (table["drawn"] or not args.drawn):
                size = f"{grid.rows}x{grid.cols}" if grid else "none"
                weak.append((score, f"{name} {style} {truth['language']} {table['rows']}x{table['cols']} found {size}"))
    for name in sorted(tallies):
        print(tallies[name].line(name))
    for score, text in sorted(weak)[: args.worst]:
        print(f"{score:.3f} {text}")


if __name__ == "__main__":
    main()
