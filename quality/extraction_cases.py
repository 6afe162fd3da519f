"""Statements and invoices with truth as documents of `quality.rule_worth`: folders as the makers of `tests` write them.

`truth.json` beside PDFs: statements (`python -m tests.finance.reports`). `truth.jsonl`: invoices (`tests.invoice.world_bills`
and others). `*.scan.pdf` beside `*.text.pdf`: scans, whose truth is their own text layer (`tests.finance.scan_set`).

Pages are read or recognised once and kept in FOLDER/kept, with what the QR codes say and what a second look at a part
of a page read; a trial that looks elsewhere sees nothing there.
"""

from __future__ import annotations

import json
import pickle
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.silent_errors import SAME, STEPS, Tally, accepted, judge, plain, shared_figures, statement_of
from quire.finance.extract import extract_statements
from quire.finance.statement import Extraction, Kind, RowKind, Statement
from quire.invoice.belonging import join_pages
from quire.invoice.extract import read_invoices
from quire.invoice.invoice import Invoice
from quire.jobs.invoice_task import may_hold_code
from quire.jobs.statement_task import SECOND_LOOK
from quire.model.barcode import Barcode
from quire.model.geometry import Box
from quire.model.page import Page, TextSource
from quire.read import open_source
from quire.read.pdf.attachments import attachments
from quire.read.scan.barcode_reader import page_qr_codes
from quire.read.scan.ocr_onnx import engine
from tests.finance.scan_set import Score, compare

MANY = 8
"""Pages from which on the bills of a file are documents of their own."""
CALM = 5
"""False alarms of a statement, or of a bill, that count as much as all its cells."""

Seen = Sequence[tuple[str, Box, float]]
Made = tuple[str, Callable[[], Any], Callable[[Any], float]]
"""The name of a document, what comes out of it, how good that is."""


@dataclass
class Kept:
    """What was read of a file."""

    pages: list[Page] = field(default_factory=list)
    attached: list[tuple[str, bytes]] = field(default_factory=list)
    codes: dict[int, list[Barcode]] = field(default_factory=dict)
    looks: dict[tuple[int, Box], Seen] = field(default_factory=dict)

    def look(self, number: int, box: Box) -> Seen:
        """What a second look saw."""
        return self.looks.get((number, box), ())


def kept(file: Path, run: Callable[[Kept, Callable[[int, Box], Seen]], object], *, codes: bool = False) -> Kept:
    """What was read of a file; read now, with all looks that `run` asks for, when it was not yet."""
    target = file.parent / "kept" / f"{file.name}.pickle"
    if target.exists():
        found: Kept = pickle.loads(target.read_bytes())
        return found
    made = Kept(attached=[*attachments(file)] if file.suffix == ".pdf" else [])
    with open_source(file, ocr=engine(1)) as source:
        for number in range(1, source.page_count + 1):
            page = source.page(number)
            made.pages.append(replace(page, lines=tuple(page.lines), tags={}))
            if codes and may_hold_code(page):
                made.codes[number] = [*page_qr_codes(source, page)]

        def look(number: int, box: Box) -> Seen:
            if (number, box) not in made.looks:
                made.looks[number, box] = source.look(number, box, scale=SECOND_LOOK)
            return made.looks[number, box]

        run(made, look)
    target.parent.mkdir(exist_ok=True)
    target.write_bytes(pickle.dumps(made))
    return made


def extraction_cases(folder: Path) -> Iterator[Made]:
    """The documents of a folder."""
    if (folder / "truth.jsonl").exists():
        for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
            yield from _bills(folder, json.loads(line))
    elif (folder / "truth.json").exists():
        for told in json.loads((folder / "truth.json").read_text("utf-8"))["documents"]:
            if "statements" in told:
                read = kept(folder / told["file"], _statements)
                yield _named(folder, told["file"]), partial(_statements, read), partial(_worth, told["statements"])
    for file in sorted(folder.glob("*.scan.pdf")):
        clean = kept(file.with_name(file.name.rsplit(".", 3)[0] + ".text.pdf"), _statements)
        read = kept(file, _statements)
        truth = _statements(clean).statements
        yield _named(folder, file.name), partial(_statements, read), partial(_scan_worth, truth)


def _named(folder: Path, file: str) -> str:
    return f"{folder.parent.name}/{folder.name}/{Path(file).stem}"


# --- statements ----------------------------------------------------------------------------------------------------


def _statements(read: Kept, look: Callable[[int, Box], Seen] | None = None) -> Extraction:
    return extract_statements(read.pages, look=look or read.look)


def _worth(told: Sequence[Mapping[str, Any]], extraction: Extraction) -> float:
    """Of the statements of a document: found, cells, unit and scope, titles, section rows, errors told, no alarms."""
    found, score = [*extraction.statements], Score()
    hits = 0
    facts: list[bool] = []
    wanted = [one for one in told if not one.get("optional")]
    for one in told:
        truth = statement_of(one)
        got = max(found, key=partial(shared_figures, truth), default=None)
        if got is not None and shared_figures(truth, got) < SAME:
            got = None
        if got is not None:
            found.remove(got)
        if one.get("optional"):
            continue
        score.add(compare(truth, got, ""))
        if got is not None:
            hits += got.kind in {one["kind"], *one.get("also", [])}
            facts += [got.multiplier == one["factor"], *([got.scope == one["scope"]] if one["scope"] else [])]
            facts += _header(one, got)
    extra = sum(one.kind is not Kind.OTHER for one in found)
    found_share = 2 * hits / max(1, hits + extra + len(wanted))
    return found_share + _share(facts) + _cells(score)


def _header(told: Mapping[str, Any], got: Statement) -> list[bool]:
    """Of titles whether they stand over their columns, of section rows whether they are there."""
    titles = [plain("", period.label) for period in got.periods if period]
    wanted = [plain("", title) for title in told["columns"]]
    placed = [a == b for a, b in zip(wanted, titles, strict=False)]
    sections = {plain("", row.label) for row in got.rows if row.kind is RowKind.SECTION}
    there = [plain("", row["label"]) in sections for row in told["rows"] if not row.get("values")]
    return [*placed, *[False] * abs(len(wanted) - len(placed)), *there]


def _scan_worth(truths: Sequence[Statement], extraction: Extraction) -> float:
    found, score = [*extraction.statements], Score()
    facts: list[bool] = []
    for truth in truths:
        got = max((one for one in found if one.kind is truth.kind), key=lambda one: len(one.rows), default=None)
        if got is not None:
            found.remove(got)
            facts += [got.multiplier == truth.multiplier, got.scope == truth.scope]
            facts += [a == b for a, b in zip(truth.periods, got.periods, strict=False)]
        score.add(compare(truth, got, ""))
    return 1 - len(found) / max(1, len(truths)) + _share(facts) + _cells(score)


def _cells(score: Score) -> float:
    """Of the cells: right ones, those that are right or told, and no false alarms."""
    cells = max(1, score.right + score.wrong)
    false = (score.alarms - score.true_alarms) / CALM / max(1, score.statements)
    return score.right / cells + 1 - (score.wrong - score.told) / cells - min(1.0, false)


def _share(facts: Sequence[bool]) -> float:
    return sum(facts) / len(facts) if facts else 0.0


# --- invoices ------------------------------------------------------------------------------------------------------


def _bills(folder: Path, told: Mapping[str, Any]) -> Iterator[Made]:
    read = kept(folder / told["file"], _invoices, codes=True)
    pages = {page["page"]: page for page in told["pages"]}
    if told["scope"] == "page" and len(read.pages) > MANY:
        for number, page in pages.items():
            name = f"{_named(folder, told['file'])}-{number}"
            yield name, partial(_invoices, read, only=number), partial(_bill_worth, [page], "page")
        return
    yield _named(folder, told["file"]), partial(_invoices, read), partial(_bill_worth, told["pages"], told["scope"])


def _invoices(read: Kept, look: Callable[[int, Box], Seen] | None = None, *, only: int = 0) -> list[Invoice]:
    """As a task reads them, with the codes of each page."""
    return [
        *join_pages(
            [
                one
                for page in read.pages
                if only in (0, page.number)
                for one in read_invoices(
                    page,
                    attachments=read.attached,
                    codes=read.codes.get(page.number, ()),
                    look=partial(look or read.look, page.number) if page.source is TextSource.OCR else None,
                )
            ]
        )
    ]


def _bill_worth(told: Sequence[Mapping[str, Any]], scope: str, found: Sequence[Invoice]) -> float:
    """Of the values: right ones, those that are right or told, no false alarms; the type, further keys, rows of goods."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    facts: list[bool] = []
    cells = [0, 0, 0]
    for page in told:
        mine = [one for one in found if scope == "document" or one.page == page["page"]]
        if page.get("role") or not page.get("fields"):
            continue
        judge(page, mine, "", tallies, {step: [0, 0] for step in STEPS})
        for key, want in [*page.get("extra", {}).items(), *page["fields"].items()]:
            if key == "invoice_type" or key in page.get("extra", {}):
                said = next((one.text(key) for one in mine if one.text(key)), "")
                facts.append(plain(key, said) in accepted(key, want))
        if "line_items" in page:
            rows = [
                row._asdict() for one in (found if page.get("line_items_on") == "any" else mine) for row in one.items
            ]
            cells = [a + b for a, b in zip(cells, _row_counts(rows, page["line_items"]), strict=True)]
    values = max(1, sum(tally.values for tally in tallies.values()))
    wrong, told_ones, alarms, right = (
        sum(getattr(tally, name) for tally in tallies.values()) for name in ("wrong", "told", "alarms", "right_alarms")
    )
    items = 2 * cells[0] / max(1, cells[1] + cells[2])
    return 3 - (2 * wrong - told_ones + alarms - right) / values + _share(facts) + items


def _row_counts(found: Sequence[Mapping[str, str]], told: Sequence[Mapping[str, Any]]) -> tuple[int, int, int]:
    """Cells that are right, found, wanted, under the best alignment in order; only what the truth speaks of."""
    spoken = {key for row in told for key in row}

    def same(a: Mapping[str, str], b: Mapping[str, Any]) -> int:
        return sum(bool(b[k]) and _cell(k, a.get(k, "")) in {_cell(k, w) for w in _list(b[k])} for k in b)

    best = [[0] * (len(told) + 1) for _ in range(len(found) + 1)]
    for i, a in enumerate(found, 1):
        for j, b in enumerate(told, 1):
            best[i][j] = max(best[i - 1][j], best[i][j - 1], best[i - 1][j - 1] + same(a, b))
    given = sum(bool(row.get(key)) for row in found for key in spoken)
    return best[-1][-1], given, sum(bool(row[key]) for row in told for key in row)


def _cell(key: str, text: str) -> str:
    return plain("amount" if key in {"quantity", "unit_price", "amount", "tax"} else key, text)


def _list(want: Any) -> list[str]:  # noqa: ANN401
    return want if isinstance(want, list) else [want]
