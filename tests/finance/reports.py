"""Makes unseen reports with statements and their truth by a browser: `python -m tests.finance.reports FOLDER [SEED] [ONLY] [FACES]`.

FACES are families of type, "Lato,Caladea": each report is set in one of them, in another size.

Chinese annual, half-year and quarterly reports, small companies, banks; IFRS reports of two and three years, group and
company side by side, restated columns; 10-K and 10-Q of several columns. Around the statements stand a list of
contents, key figures, notes and reports of auditors that look alike.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import pikepdf

from tests.finance.ledgers import Row
from tests.printing import print_html

Truth = dict[str, Any]


@dataclass
class Look:
    """How figures and tables are printed."""

    rng: random.Random
    cents: bool = True
    minus: str = "-"  # "-", "(" for brackets
    nil: str = ""  # of an empty cell
    dollar: bool = False  # a cell of its own for the sign
    css: str = ""
    notes: str = ""  # title of the column of notes; "" without

    def money(self, value: Decimal | None, *, small: bool = False) -> str:
        if value is None:
            return self.nil
        text = f"{abs(value):,.2f}" if self.cents or small else f"{abs(value):,.0f}"
        if value < 0:
            return f"({text})" if self.minus == "(" else f"-{text}"
        return text


@dataclass
class Report:
    """A document: its pages as HTML and the statements in it."""

    name: str
    language: str
    css: str
    pages: list[str] = field(default_factory=list)
    statements: list[Truth] = field(default_factory=list)
    landscape: bool = False

    def add(self, html: str) -> None:
        self.pages.append(html)


def truth(
    rows: Sequence[Row], kind: int, scope: str, title: str, columns: Sequence[str], unit: str, factor: int, **more: Any
) -> Truth:
    made = []
    for row in rows:
        line: dict[str, Any] = {"label": row.label}
        if row.values:
            line["values"] = ["" if v is None else f"{v:f}" for v in row.values]
        if row.note:
            line["note"] = row.note
        made.append(line)
    return {
        "kind": kind,
        "scope": scope,
        "title": title,
        "pages": [],
        "angle": 0,
        "unit": unit,
        "factor": factor,
        "columns": list(columns),
        "rows": made,
        **more,
    }


def with_notes(rows: Sequence[Row], rng: random.Random, form: str) -> None:
    """References to notes beside some items; `form` has a # for the number."""
    number = 0
    for row in rows:
        if row.values and not row.total and rng.random() < 0.7:
            number += 1
            row.note = form.replace("#", str(number))


def table(
    rows: Sequence[Row], look: Look, heads: Sequence[Sequence[str]], *, label: str = "", part: slice = slice(None)
) -> str:
    """A statement's table; `heads` are the rows of titles over the value columns, each as "title|span"."""
    made = []
    for number, head in enumerate(heads):
        cells = []
        for one in head:
            text, _, span = one.partition("|")
            cells.append(f"<th colspan={int(span or 1) * (2 if look.dollar else 1)}>{text}</th>")
        note = f"<th>{look.notes if number == len(heads) - 1 else ''}</th>" if look.notes else ""
        made.append(f"<tr><th>{label if number == len(heads) - 1 else ''}</th>{note}{''.join(cells)}</tr>")
    for index, row in enumerate(list(rows)[part]):
        cells = [f"<td class='{'t' if row.total else 'l'}{' s' if not row.values else ''}'>{row.label}</td>"]
        if look.notes:
            cells.append(f"<td class=n>{row.note}</td>")
        for value in row.values or [None] * len(next((r.values for r in rows if r.values), [])):
            small = "每股" in row.label or (
                row.label in ("Basic", "Diluted") and value is not None and abs(value) < 100
            )
            text = look.money(value, small=small) if row.values else ""
            if look.dollar:
                cells.append(f"<td class=d>{'$' if (row.total or not index) and value is not None else ''}</td>")
            cells.append(f"<td class='r{' t' if row.total else ''}'>{text}</td>")
        made.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table class=st>{''.join(made)}</table>"


def print_pdf(report: Report, path: Path) -> None:
    size = "A4 landscape" if report.landscape else "A4"
    html = (
        f"<!doctype html><meta charset=utf-8><style>@page{{size:{size};margin:16mm 14mm}}body{{margin:0;font-size:9pt;line-height:1.3}}table{{border-collapse:collapse;width:100%}}.p{{break-after:page}}.r,.d{{text-align:right;white-space:nowrap}}"
        f".d{{width:8px}}.n{{text-align:center}}h1{{font-size:13pt;text-align:center;margin:6px 0}}h2{{font-size:11pt;margin:6px 0}}td,th{{padding:1.5px 4px;vertical-align:bottom}}tr{{break-inside:avoid}}{report.css}</style>"
        + "".join(f"<div class=p>{p}</div>" for p in report.pages)
    )  # fmt: skip
    print_html(html, path)


def kinds(only: str = "") -> dict[str, Callable[[random.Random, str], Report]]:
    """The makers of reports: all, those of a group (`more`, `hard`) or those whose name holds a word; `odd`, `rare`, `filed`, `public`, `owners`, `registered` give those apart."""
    from tests.finance.reports_en import KINDS_EN  # all are built of what is here
    from tests.finance.reports_equity import HARD
    from tests.finance.reports_filed import FILED
    from tests.finance.reports_hk import HONG_KONG
    from tests.finance.reports_more import MORE
    from tests.finance.reports_odd import ODD
    from tests.finance.reports_owners import OWNERS
    from tests.finance.reports_public import PUBLIC
    from tests.finance.reports_rare import RARE
    from tests.finance.reports_registered import REGISTERED
    from tests.finance.reports_zh import KINDS_ZH

    every = KINDS_ZH | KINDS_EN | MORE | HONG_KONG | HARD
    apart = {
        "odd": ODD,
        "rare": RARE,
        "filed": FILED,
        "public": PUBLIC,
        "owners": OWNERS,
        "registered": REGISTERED,
    }  # not among all, from which sets of older seeds are drawn
    if only in apart:
        return apart[only]
    group = {"more": MORE, "hard": HARD}.get(only)
    return {kind: make for kind, make in every.items() if (kind in group if group is not None else only in kind)}


def set_in(report: Report, rng: random.Random, faces: Sequence[str]) -> None:
    """Set a report in one of the families of type, in another size."""
    names = ",".join(rng.sample(faces, len(faces)))
    report.css += f"*{{font-family:{names}!important}}body{{font-size:{rng.uniform(6.5, 9.5):.1f}pt!important}}"


def main(folder: Path, seed: int, only: str = "", faces: Sequence[str] = (), rounds: int = 2) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    documents = []
    places, wanted = list(kinds()), kinds(only)
    for turn in range(rounds):
        for kind, make in wanted.items():
            rng = random.Random(seed * 1000 + turn * 100 + places.index(kind))
            report = make(rng, f"{turn}_{kind}")
            if faces:
                set_in(report, rng, faces)
            path = (folder / f"{report.name}.pdf").absolute()
            print_pdf(report, path)
            with pikepdf.open(path) as opened:
                count = len(opened.pages)
            documents.append(
                {
                    "file": path.name,
                    "language": report.language,
                    "tags": [kind, "text"],
                    "pages": count,
                    "statements": report.statements,
                }
            )
    (folder / "truth.json").write_text(
        json.dumps({"format": "finance-truth/1", "documents": documents}, ensure_ascii=False), "utf-8"
    )


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        int(sys.argv[2]) if len(sys.argv) > 2 else 1,
        sys.argv[3] if len(sys.argv) > 3 else "",
        sys.argv[4].split(",") if len(sys.argv) > 4 else (),
    )
