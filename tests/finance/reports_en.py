"""Unseen reports for `tests.finance.reports`: IFRS of two and three years, group and company, 10-K and 10-Q."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.finance.ledgers import SPECS, Row, rows_of
from tests.finance.report_words import EN_CSS, HIGH_EN, IFRS_TITLES, NOISE_EN, NOTE_EN
from tests.finance.reports import Look, Report, table, truth, with_notes


def ifrs(rng: random.Random, name: str, *, years: int = 2, restated: bool = False) -> Report:
    """An IFRS report of two or three years."""
    report = Report(name, "en", rng.choice(EN_CSS))
    report.pages += [NOISE_EN, HIGH_EN]
    unit, factor = rng.choice(
        (
            ("US$’000", 1000),
            ("£m", 1_000_000),
            ("€ million", 1_000_000),
            ("$'000", 1000),
            ("RMB million", 1_000_000),
            ("HK$’000", 1000),
        )
    )
    notes = rng.choice(("Note", "Notes", "Note", ""))
    pick = rng.randrange(4)
    for kind in (1, 0, 2):
        look = Look(rng, cents=False, minus="(", nil=rng.choice(("-", "–", "—")), notes=notes)
        rows = rows_of(SPECS["ifrs", kind], rng, years, cents=False)
        if notes:
            with_notes(rows, rng, rng.choice(("#", "#(a)", "#")))
        heads = [[str(2023 - n) for n in range(years)], [unit] * years]
        if restated:
            heads = [heads[0], ["", "Restated", "Restated"][:years], heads[1]]
        if rng.random() < 0.3:
            heads = [[f"{y}<br>{unit}" for y in heads[0]]] if not restated else heads
        columns = [" ".join(part for part in parts if part) for parts in zip(*heads, strict=True)]
        title = IFRS_TITLES[kind][pick]
        day = (
            ("As at 31 December 2023", "At 31 December 2023", "as of December 31, 2023")[pick % 3]
            if kind == 0
            else ("For the year ended 31 December 2023", "for the years ended December 31, 2023 and 2022")[pick % 2]
        )
        html = (
            f"<{'h1' if pick % 2 else 'h2'}>{title}</{'h1' if pick % 2 else 'h2'}><p>{day}</p>"
            + table(rows, look, heads)
            + rng.choice(
                (
                    "<p>The above statement should be read in conjunction with the accompanying notes.</p>",
                    "<p>The notes on pages 89 to 140 form an integral part of these financial statements.</p>",
                    "",
                )
            )
        )
        report.add(html)
        report.statements.append(
            truth(rows, kind, "consolidated", title, [c.replace("<br>", " ") for c in columns], unit, factor)
        )
    report.add(NOTE_EN)
    return report


def singapore(rng: random.Random, name: str) -> Report:
    """A report with the group and the company side by side on the statement of financial position."""
    report = Report(name, "en", rng.choice(EN_CSS))
    rows = rows_of(SPECS["ifrs", 0], rng, 4, cents=False)
    with_notes(rows, rng, "#")
    look = Look(rng, cents=False, minus="(", nil="-", notes="Note")
    heads = [["Group|2", "Company|2"], ["2023", "2022", "2023", "2022"], ["$’000"] * 4]
    report.add(
        "<h1>Balance Sheets</h1><p>As at 31 March 2023</p>"
        + table(rows, look, heads)
        + "<p>The accompanying accounting policies and explanatory notes form an integral part of the financial statements.</p>"
    )
    for scope, part in (("consolidated", slice(0, 2)), ("parent", slice(2, 4))):
        report.statements.append(
            truth(
                [Row(r.label, r.note, r.values[part], r.total) for r in rows],
                0,
                scope,
                "Balance Sheets",
                ["2023 $’000", "2022 $’000"],
                "$’000",
                1000,
            )
        )
    rows = rows_of(SPECS["ifrs", 1], rng, 2, cents=False)
    with_notes(rows, rng, "#")
    report.add(
        "<h1>Consolidated Income Statement</h1><p>For the financial year ended 31 March 2023</p>"
        + table(rows, look, [["2023", "2022"], ["$’000"] * 2])
    )
    report.statements.append(
        truth(rows, 1, "consolidated", "Consolidated Income Statement", ["2023 $’000", "2022 $’000"], "$’000", 1000)
    )
    return report


def tenk(rng: random.Random, name: str, *, quarter: bool = False, together: bool = False) -> Report:
    """A 10-K or 10-Q."""
    report = Report(name, "en", rng.choice(EN_CSS))
    report.pages += [
        "<p>FORM 10-K</p><p>Item 8. Financial Statements and Supplementary Data</p><p>Consolidated Balance Sheets 52</p><p>Consolidated Statements of Operations 53</p><p>Consolidated Statements of Cash Flows 54</p>",
        HIGH_EN,
    ]
    unit, factor = rng.choice(
        (
            ("(In millions, except per share amounts)", 1_000_000),
            ("(in thousands, except share and per share data)", 1000),
            ("(Dollars in millions)", 1_000_000),
        )
    )
    suffix = " (Unaudited)" if quarter else ""
    word = (
        rng.choice(("Condensed Consolidated", "CONDENSED CONSOLIDATED"))
        if quarter
        else rng.choice(("Consolidated", "CONSOLIDATED"))
    )
    titles = {
        1: "Statements of Operations",
        0: "Balance Sheets",
        2: "Statements of Cash Flows",
        4: "Statements of Comprehensive Income",
    }
    all_in = []
    for kind in (1, 4, 0, 2):
        count = 2 if kind == 0 else 4 if quarter and kind != 2 else 2 if quarter else 3
        look = Look(rng, cents=False, minus="(", nil=rng.choice(("—", "-")), dollar=rng.random() < 0.7)
        rows = rows_of(SPECS["us", kind], rng, count, cents=False)
        if kind == 0:
            heads = (
                [["September 30,<br>2023", "December 31,<br>2022"]]
                if quarter
                else [["December 31,|2"], ["2023", "2022"]]
            )
            columns = (
                ["September 30, 2023", "December 31, 2022"] if quarter else ["December 31, 2023", "December 31, 2022"]
            )
        elif quarter and kind != 2:
            heads = [
                ["Three Months Ended<br>September 30,|2", "Nine Months Ended<br>September 30,|2"],
                ["2023", "2022", "2023", "2022"],
            ]
            columns = [f"{n} Months Ended September 30, {y}" for n in ("Three", "Nine") for y in (2023, 2022)]
        elif quarter:
            heads = [["Nine Months Ended September 30,|2"], ["2023", "2022"]]
            columns = [f"Nine Months Ended September 30, {y}" for y in (2023, 2022)]
        else:
            heads = [
                [
                    rng.choice(
                        (
                            "Year Ended December 31,|3",
                            "Fiscal Years Ended December 31,|3",
                            "For the Years Ended December 31,|3",
                        )
                    )
                ],
                ["2023", "2022", "2021"],
            ]
            columns = [f"{heads[0][0].split('|')[0]} {y}" for y in (2023, 2022, 2021)]
        title = f"{word} {titles[kind] if word[1].islower() or word[-1].islower() else titles[kind].upper()}{suffix}"
        html = (
            f"<p style='text-align:center'><b>MERIDIAN SAMPLE, INC.</b></p><h1>{title}</h1><p style='text-align:center'>{unit}</p>"
            + table(rows, look, heads)
        )
        end = f"<p style='text-align:center'>See accompanying Notes to {word} Financial Statements.</p>"
        if together:
            all_in.append(html)
        else:
            report.add(html + end)
        made = truth(rows, kind, "consolidated", title, columns, unit, factor)
        report.statements.append(made | ({"also": [1]} if kind == 4 else {}))
    if together:
        report.add("<div style='font-size:7pt'>" + all_in[0] + all_in[1] + "</div>")
        report.add("<div style='font-size:7pt'>" + all_in[2] + "</div>")
        report.add("<div style='font-size:7pt'>" + all_in[3] + "</div>")
    report.add(
        "<p>Note 3 — Segments</p><table><tr><th></th><th class=r>2023</th><th class=r>2022</th></tr><tr><td>Americas</td><td class=r>$ 4,410</td><td class=r>$ 4,100</td></tr><tr><td>Europe</td><td class=r>2,410</td><td class=r>2,100</td></tr><tr><td>Total net revenues</td><td class=r>$ 6,820</td><td class=r>$ 6,200</td></tr></table>"
    )
    return report


KINDS_EN: dict[str, Callable[[random.Random, str], Report]] = {
    "ifrs2": ifrs, "ifrs3": lambda r, n: ifrs(r, n, years=3), "ifrs-restated": lambda r, n: ifrs(r, n, restated=True), "singapore": singapore, "tenk": tenk, "tenq": lambda r, n: tenk(r, n, quarter=True),
    "together": lambda r, n: tenk(r, n, together=True),
}  # fmt: skip
