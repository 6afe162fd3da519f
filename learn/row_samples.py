"""Features of the rows of all table candidates of known pages, with what each row is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

from quire.compiled_modules import refuse_compiled

refuse_compiled()  # `Recorder` takes the place of a function

from learn.alignment import align  # noqa: E402
from learn.score import documents, squeezed  # noqa: E402
from quality.content import Table  # noqa: E402
from quality.read_content import markdown_content  # noqa: E402
from quire.layout.pipeline import arrange  # noqa: E402
from quire.layout.tables import unruled  # noqa: E402
from quire.layout.tables.cell_pieces import Row  # noqa: E402
from quire.layout.tables.gutters import Columns, columns_of  # noqa: E402
from quire.layout.tables.row_features import row_features  # noqa: E402
from quire.layout.tables.table_regions import Block  # noqa: E402
from quire.layout.tables.table_score import Drawn  # noqa: E402
from quire.read import open_source  # noqa: E402

MOST_PAGES = 12  # of a document
A_TABLE, NONE = 0.6, 0.2  # shares of a candidate's letters in one table: a table from the first, none below the second
UNKNOWN = -1  # the first row of a table whose author marked no header
OUTSIDE, HEADER, START, CONTINUED = range(4)
"""What a visual row is: outside of the table, of its header, the first of a row, a later one of a row."""


class Asked(NamedTuple):
    """A candidate as the engine saw it."""

    block: Block
    drawn: Drawn
    found: unruled.Candidate  # what the engine made of it


class Sample(NamedTuple):
    """A candidate with its truth."""

    page: str
    kind: str
    asked: Asked
    roles: list[int] | None  # None where it is no table
    share: float  # of its letters that stand in the table


class Recorder:
    """Notes the candidates that the engine looks at.

    Raises:
        RuntimeError: The compiled layout is in use, whose functions cannot be replaced.
    """

    def __init__(self) -> None:
        if not isinstance(unruled.candidate_of, FunctionType | Recorder):
            message = "Candidates can be watched in the sources of the layout only, and the compiled library is loaded."
            raise RuntimeError(message)  # noqa: TRY004 - not the caller's type
        self.asked: list[Asked] = []
        self._inner = unruled.candidate_of
        unruled.candidate_of = self  # type: ignore[assignment]

    def __call__(self, block: Block, drawn: Drawn) -> unruled.Candidate:
        """What the engine makes of a candidate."""
        found = self._inner(block, drawn)
        self.asked.append(Asked(block, drawn, found))
        return found


def samples(folder: Path) -> Iterator[Sample]:
    """The candidates of a folder of known pages."""
    recorder = Recorder()
    for name, _, _, truth in documents(folder):
        for asked in recorder.asked:
            yield judged(name, str(truth["kind"]), asked, truth["tables"])  # type: ignore[arg-type]
        recorder.asked.clear()


def pool_samples(folder: Path) -> Iterator[Sample]:
    """The candidates of documents with their truth as Markdown: `FOLDER/pdf/*.pdf`, `FOLDER/truth/*.md`."""
    recorder = Recorder()
    for path in sorted((folder / "truth").glob("*.md")):
        pdf = folder / "pdf" / f"{path.stem}.pdf"
        if not pdf.exists():
            continue
        with open_source(pdf) as source:
            count = min(source.page_count, MOST_PAGES)
            arrange([source.page(n) for n in range(1, count + 1)], meta=source.meta, page_count=count)
        blocks = markdown_content(path.read_text("utf-8")).blocks
        tables = [_truth(block) for block in blocks if isinstance(block, Table)]
        for asked in recorder.asked:
            yield judged(path.stem, "pool", asked, tables)
        recorder.asked.clear()


def _truth(table: Table) -> dict[str, Any]:
    cells = [(c.row, c.col, c.row_span, c.col_span, c.text) for c in table.cells]
    return {"rows": table.rows, "header_rows": table.header_rows, "cells": cells}


def judged(name: str, kind: str, asked: Asked, tables: Sequence[dict[str, Any]]) -> Sample:
    """The candidate with the truth of the table that it shares most letters with."""
    rows = asked.found.rows
    letters = max(1, sum(len(squeezed(p.text)) for row in asked.block.rows for p in row.pieces))
    best, found = 0, None
    for table in tables:
        match = align(rows, [tuple(c) for c in table["cells"]], table["rows"])
        if match.letters - match.missed > best:
            best, found = match.letters - match.missed, (match, table)
    if found is None:
        return Sample(name, kind, asked, None, 0.0)
    match, table = found
    roles, last = [], -1
    for place in match.rows:
        if place is None:
            roles.append(OUTSIDE)
        elif table["header_rows"] is None and not place:
            roles.append(UNKNOWN)
        elif place < (table["header_rows"] or 0):
            roles.append(HEADER)
        else:
            roles.append(CONTINUED if place == last else START)
        last = -1 if place is None else place
    return Sample(name, kind, asked, roles, best / letters)


def features(sample: Sample) -> list[list[list[float]]]:
    """The features of a sample's rows, by the columns of all its rows and by those of its body."""
    asked = sample.asked
    block = asked.block
    rows = asked.found.rows
    start = next(i for i, row in enumerate(rows) if row is block.rows[0])
    inside = (start, start + len(block.rows))
    sets: list[Columns] = [block.columns or columns_of(telling(block.rows))]
    if sample.roles is not None and not block.columns:
        body = [row for row, role in zip(rows, sample.roles, strict=True) if role in {START, CONTINUED}]
        if any(len(row.pieces) > 1 for row in body):
            sets.append(columns_of(telling(body)))
    return [row_features(rows, inside, columns, asked.drawn.rules, asked.drawn.fills) for columns in sets]


def telling(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that tell the columns."""
    return unruled._telling(rows)  # noqa: SLF001
