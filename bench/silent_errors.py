"""How many wrong values are told, and how many alarms are right: invoices and statements against documents with truth.

Usage: python -m bench.silent_errors FOLDER... [--curve] [--list]

A folder holds `truth.jsonl` (invoices: `file`, `scope`, `pages` with `fields`) or `truth.json` (statements: `documents`
with `file` and `statements`). A value is wrong when it is missing, another one, or invented where the truth is empty. It
is told when a finding that does not hold covers it, or its confidence is below 0.8. An alarm is a value with a finding or
such a confidence; it is right when the value is wrong. Values that a truth leaves out are not judged, alarms on them
neither. `--curve`: how many of the values with some confidence are right; `--list`: the wrong values that nothing tells,
and the right ones with an alarm. `--kept`: recognised pages of invoices are kept in FOLDER/pages and read from there.

A truth with `part` names shops as one would say them: a seller's name that contains one is right. One with `line_items`
also says the rows of goods: each cell that it has is a value of the kind "item name", "item amount" and so on; a row that
the document does not have is one of "item rows".
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from learn.field_choice import is_right, pages_of
from quire.finance.statement import Cell, Kind, Period, Row, RowKind, Scope, Statement
from quire.invoice.belonging import join_pages
from quire.invoice.extract import read_invoices
from quire.invoice.invoice import Invoice, Item
from quire.jobs import invoice_task, statement_task
from quire.model.page import Page
from quire.read.scan.ocr_onnx import engine
from quire.text import fold
from tests.finance.scan_set import compare

DOUBT = 0.8  # confidence below which a value is in doubt
STEPS = (0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01)
SAME = 0.3  # of the figures of a statement of the truth that the one that was found for it has, at least
ABSENT = "told to be missing"
"""The kind of what a finding calls missing: right where the document has it. It counts in its own kind as well."""

_SUMS = frozenset({"amount", "tax_amount", "total_amount"})


@dataclass
class Tally:
    """Counts of one kind of values."""

    values: int = 0
    wrong: int = 0
    told: int = 0
    alarms: int = 0
    right_alarms: int = 0
    silent: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)

    def add(self, *, wrong: bool, told: bool, what: str) -> None:
        """Count a value of the truth."""
        self.values += 1
        self.wrong += wrong
        self.told += wrong and told
        self.alarms += told
        self.right_alarms += wrong and told
        if wrong and not told:
            self.silent.append(what)
        if told and not wrong:
            self.false.append(what)

    def row(self, name: str) -> str:
        """A line of the table."""
        return (
            f"| {name} | {self.values} | {self.wrong} | {self.told} = {self.told / max(1, self.wrong):.2f} "
            f"| {self.right_alarms} of {self.alarms} = {self.right_alarms / max(1, self.alarms):.2f} |"
        )


Curve = dict[float, list[int]]
"""Upper bound of a step of confidence: values, right ones."""


def plain(key: str, text: str) -> str:
    """A value as it is compared."""
    bare = "".join(fold(text).split()).casefold()
    if key not in _SUMS:
        return bare
    try:
        return str(Decimal(bare).normalize())
    except InvalidOperation:
        return bare


def accepted(key: str, want: Any) -> set[str]:
    """What is right for a key."""
    return {plain(key, text) for text in _names(want)}


def _names(want: Any) -> list[str]:
    return want if isinstance(want, list) else [want]


def invoices(folder: Path, tallies: Mapping[str, Tally], curve: Curve, *, kept: bool) -> None:
    """Judge the invoices of a folder."""
    if kept:
        for pages, truth in whole_documents(folder):
            found = join_pages([one for at, page in enumerate(pages) for one in read_invoices(page, before=pages[:at])])
            judge(truth, found, str(truth["file"]), tallies, curve)
            judge_items(truth, found, str(truth["file"]), tallies)
        return
    for line in (folder / "truth.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        found = invoice_task.recognise_file(folder / told["file"], ocr=engine(1)).invoices
        by_page: dict[int, list[Invoice]] = defaultdict(list)
        for one in found:
            by_page[one.page if told["scope"] == "page" else 1].append(one)
        for page in told["pages"]:
            if not page.get("role"):
                judge(page, by_page[page["page"]], told["file"], tallies, curve)
                judge_items(page, by_page[page["page"]], told["file"], tallies)


def whole_documents(folder: Path) -> Iterator[tuple[list[Page], Mapping[str, Any]]]:
    """The bills of a folder with their pages: those of a document together, so that a later page lacks nothing."""
    bill: tuple[list[Page], Mapping[str, Any]] | None = None
    for pages, truth in pages_of(folder):
        if bill and truth.get("later"):
            bill[0].extend(pages)
            continue
        if bill:
            yield bill
        bill = [*pages], truth
    if bill:
        yield bill


def judge(
    truth: Mapping[str, Any], found: Iterable[Invoice], name: str, tallies: Mapping[str, Tally], curve: Curve
) -> None:
    """Count the values of a bill."""
    found = [*found]
    flagged = {key for one in found for check in one.checks if not check.holds for key in check.keys}
    for key, want in truth["fields"].items():
        if key == "invoice_type":
            continue  # judged for Chinese forms only, where it may have the province or not
        value = next((one.fields[key] for one in found if key in one.fields), None)
        wrong = plain(key, value.value if value else "") not in accepted(key, want)
        if wrong and value and truth.get("part") and key == "seller_name":
            wrong = not any(is_right(key, name, value.value, part=True) for name in _names(want))
        doubted = key in flagged or (value is not None and value.confidence < DOUBT)
        if not value and doubted:
            tallies[ABSENT].add(wrong=wrong, told=True, what=f"{name} {key} told to be missing")
        if not value and not wrong:
            continue  # rightly empty
        sure = f" ({value.confidence:.2f})" if value else ""
        tallies[key].add(
            wrong=wrong, told=doubted, what=f"{name} {key}: {value.value if value else ''}{sure} for {want}"
        )
        if value:
            step = next(s for s in STEPS if value.confidence < s)
            curve[step][0] += 1
            curve[step][1] += not wrong


def judge_items(truth: Mapping[str, Any], found: Iterable[Invoice], name: str, tallies: Mapping[str, Tally]) -> None:
    """Count the cells of the rows of goods, those of the truth and of the answer paired in order so that most agree.

    A finding about the rows tells every wrong cell.
    """
    rows: list[Mapping[str, Any]] = truth.get("line_items") or []
    if not rows:
        return
    found = [*found]
    items = [item for one in found for item in one.items]
    told = any(not check.holds and "line_items" in check.keys for one in found for check in one.checks)
    best = [[0] * (len(rows) + 1) for _ in range(len(items) + 1)]
    for i, item in enumerate(items, 1):
        for j, row in enumerate(rows, 1):
            same = sum(_has(item, key, want) for key, want in row.items())
            best[i][j] = max(best[i - 1][j], best[i][j - 1], best[i - 1][j - 1] + same)
    pairs, i, j = {}, len(items), len(rows)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs[j] = items[i]
    for j, row in enumerate(rows):
        for key, want in row.items():
            wrong = j not in pairs or not _has(pairs[j], key, want)
            tallies[f"item {key}"].add(wrong=wrong, told=wrong and told, what=f"{name} row {j + 1} {key}: for {want}")
    for _ in range(len(items) - len(pairs)):
        tallies["item rows"].add(wrong=True, told=told, what=f"{name}: a row too many")


def _has(item: Item, key: str, want: Any) -> bool:
    """Whether a row says what the truth has for a cell; a figure is the same with other decimals."""
    got = str(getattr(item, key))
    try:
        return Decimal(got) in {Decimal(one) for one in _names(want)}
    except InvalidOperation:
        return bool(got) and plain(key, got) in {plain(key, one) for one in _names(want)}


def statements(folder: Path, tallies: Mapping[str, Tally]) -> None:
    """Judge the statements of a folder."""
    for document in json.loads((folder / "truth.json").read_text("utf-8"))["documents"]:
        found = list(statement_task.extract_file(folder / document["file"], ocr=engine(1)).extraction.statements)
        for told in document.get("statements", ()):
            truth = statement_of(told)
            got = max(found, key=lambda one: shared_figures(truth, one), default=None)
            if got is not None and shared_figures(truth, got) < SAME:
                got = None
            if got is None and told.get("optional"):
                continue
            if got is not None:
                found.remove(got)
            score = compare(truth, got, f"{document['file']} {truth.title[:30]}")
            tally = tallies["cells of scans" if "text" not in document["tags"] else "cells of text"]
            tally.values += score.cells
            tally.wrong += score.wrong
            tally.told += score.told
            tally.alarms += score.alarms
            tally.right_alarms += score.true_alarms
            tally.silent += score.silent


def statement_of(told: Mapping[str, Any]) -> Statement:
    """A statement of the truth as one that was read; its columns are bound by place, whatever its kind."""
    titles = told["columns"]
    header = Row((Cell(), *(Cell(title) for title in titles)), RowKind.HEADER)
    rows = [
        Row((Cell(row["label"]), *(_cell(text) for text in row.get("values") or [""] * len(titles))))
        for row in told["rows"]
    ]
    periods = (None, *(Period(title) for title in titles))
    return Statement(Kind.OTHER, Scope(told["scope"]), told["title"], (header, *rows), periods)


def _cell(text: str) -> Cell:
    try:
        return Cell(text, value=Decimal(text))
    except InvalidOperation:
        return Cell(text)


def shared_figures(truth: Statement, found: Statement) -> float:
    """The share of the figures of a statement that another one has."""
    ours, theirs = ({c.value for row in one.rows for c in row.cells if c.value is not None} for one in (truth, found))
    return len(ours & theirs) / max(1, len(ours))


def main() -> None:
    """Print the table, the curve and the silent ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--curve", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--kept", action="store_true")
    asked = parser.parse_args()
    curve: Curve = {step: [0, 0] for step in STEPS}
    for folder in asked.folders:
        tallies: dict[str, Tally] = defaultdict(Tally)
        if (folder / "truth.jsonl").exists():
            invoices(folder, tallies, curve, kept=asked.kept)
        else:
            statements(folder, tallies)
        print(f"\n{folder.name}\n\n| kind | values | wrong | told | alarms that are right |\n|---|---|---|---|---|")
        whole = Tally()
        for name, tally in sorted(tallies.items()):
            print(tally.row(name))
            if name == ABSENT:
                continue
            for count in ("values", "wrong", "told", "alarms", "right_alarms"):
                setattr(whole, count, getattr(whole, count) + getattr(tally, count))
            whole.silent += tally.silent
            whole.false += tally.false
        print(whole.row("all"))
        if asked.list:
            print("\n".join(["", "told by nothing:", *whole.silent, "", "right, with an alarm:", *whole.false]))
    if asked.curve:
        print("\n| confidence below | values | right |\n|---|---|---|")
        for step, (count, right) in curve.items():
            print(f"| {min(step, 1.0)} | {count} | {right / count:.3f} |" if count else f"| {min(step, 1.0)} | 0 | |")


if __name__ == "__main__":
    main()
