"""Hand-made documents for the golden files: tables of all kinds, between paragraphs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from quire.layout.pipeline import arrange
from quire.model.document import Document
from quire.model.page import Fill, Line, Page, Rule
from tests.layout import pages as make
from tests.layout.table_pages import BOLD, PLAIN, across, down, grid_rules, line, row
from tests.layout.tables import test_ruled_rows as records
from tests.layout.tables import test_unruled as unruled
from tests.layout.tables import test_wrapped_cells as wrapped

CASES: dict[str, Callable[[], Document]] = {}
"""Name of the golden file, and what makes the document."""

FIRST = 72
"""The left edge of text, points."""

Drawn = tuple[Sequence[Line], Sequence[Rule], Sequence[Fill]]


def case(made: Callable[[], Drawn]) -> Callable[[], Drawn]:
    """Add the document to `CASES`: a paragraph, what the function draws, and a paragraph below it."""

    def document() -> Document:
        lines, rules, fills = made()
        foot = max(one.y1 for one in lines)
        above = make.block(make.prose(50, 450), FIRST, 40, to=522)
        below = make.block(make.prose(50, 450, start=7), FIRST, foot + 50, to=522)
        page = Page(1, 595, 842, lines=(*above, *lines, *below), rules=tuple(rules), fills=tuple(fills))
        return arrange([page], meta=make.META)

    CASES["table-" + made.__name__.replace("_", "-")] = document
    return made


# --- drawn lines and fills -------------------------------------------------------------------------


@case
def ruled_grid() -> Drawn:
    xs, ys = (100, 200, 300, 400), (100, 120, 140, 160, 180)
    lines = row(114, ("Plant", 105), ("Height", 205), ("Price", 305), style=BOLD)
    for n, name in enumerate(("Moss", "Fern", "Oak")):
        lines += row(134 + 20 * n, (name, 105), (f"{n}.5 m", 240), (f"{n},120", 395, "right"))
    return lines, grid_rules(xs, ys), []


@case
def spanning_cells() -> Drawn:
    xs = (100, 200, 300, 400)
    lines = [line("All the plants of the garden", 160, 114, style=BOLD), line("Trees", 105, 164)]
    lines += row(134, ("Kind", 105), ("Height", 205), ("Price", 305), style=BOLD)
    lines += [*row(154, ("3 m", 205), ("12", 395, "right")), *row(174, ("9 m", 205), ("70", 395, "right"))]
    rules = [across(y, 100, 400) for y in (100, 120, 140, 180)] + [across(160, 200, 400)]
    rules += [down(x, 100, 180) for x in (xs[0], xs[-1])] + [down(x, 120, 180) for x in xs[1:-1]]
    return lines, rules, []


@case
def wrapped_cells_in_a_grid() -> Drawn:
    lines = row(114, ("Risk", 105), ("Finding", 205), ("Owner", 345), style=BOLD)
    cells = (
        ("Market",),
        ("Demand grows in the", "medium term although", "supply is tight"),
        ("Sales and", "marketing"),
    )
    for x, cell in zip((105, 205, 345), cells, strict=True):
        lines += [line(words, x, 134 + 12 * n) for n, words in enumerate(cell)]
    lines += [line("本公司的主要客户", 205, 184), line("和供应商", 205, 196), line("公司", 105, 184)]
    return lines, grid_rules((100, 200, 340, 440), (100, 120, 170, 204)), []


@case
def rows_between_rules() -> Drawn:
    lines, rules = records.recommendations()
    return lines, rules, []


@case
def head_and_foot_rules() -> Drawn:
    lines = row(100, ("Method", FIRST), ("Setting", 250), ("Score", 400, "right"))
    for n, name in enumerate(("Base", "Large", "Huge")):
        lines += row(118 + 14 * n, (name, FIRST), ("plain" if n else "tuned", 250), (f"{n}.{n}1", 400, "right"))
    return lines, [across(y, 70, 405) for y in (88, 105, 152)], []


@case
def boxed_facts() -> Drawn:
    lines = [one for n, (name, fact) in enumerate(unruled.FACTS) for one in row(100 + 14 * n, (name, 72), (fact, 140))]
    return lines, [], [Fill(66, 84, 260, 170, 0xEEEEEE)]


# --- aligned text ----------------------------------------------------------------------------------


@case
def stream_statement() -> Drawn:
    lines = [*row(86, ("Year ended", 390)), *unruled.statement(), *row(156, ("Expenses:", FIRST))]
    lines += row(170, ("Staff", FIRST + 8), ("3", 400, "right"), ("–", 480, "right"))
    lines += row(190, ("Total", FIRST), ("337", 400, "right"), ("251", 480, "right"), style=BOLD)
    return lines, [across(178, 360, 482), across(194, 360, 482), across(196, 360, 482)], []


@case
def stream_currency_signs_and_brackets() -> Drawn:
    lines = row(100, ("2023", 400, "right"), ("2022", 480, "right"))
    lines += row(114, ("Cash", FIRST), ("$", 340), ("1,234", 400, "right"), ("$", 430), ("1,101", 480, "right"))
    lines += row(128, ("Debt", FIRST), ("(900", 400, "right"), (")", 402), ("850", 480, "right"))
    lines += row(142, ("Margin", FIRST), ("12", 400, "right"), ("%", 402), ("11", 480, "right"), ("%", 482))
    return lines, [], []


@case
def stream_nested_headers() -> Drawn:
    lines, rules = unruled.levels(label=116)
    return lines, rules, []


@case
def stream_wrapped_labels() -> Drawn:
    lines = row(100, ("2023", 400, "right"), ("2022", 480, "right"))
    for n in range(3):
        top = 120 + 32 * n
        lines += row(top, ("Net cash provided by the operating activities of", FIRST))
        lines += row(top + 12, ("the group", FIRST + 8), (f"{n}34", 400, "right"), (f"{n}51", 480, "right"))
    return lines, [], []


@case
def stream_wrapped_cells() -> Drawn:
    return wrapped.table(gap=8), [], []


@case
def label_value() -> Drawn:
    return wrapped.labels_table(gap=6), [], []


@case
def check_marks() -> Drawn:
    lines = row(100, ("Requirement", FIRST), ("L1", 400), ("L2", 420), ("L3", 440), style=BOLD)
    for n in range(4):
        ticks = ("✓", 403), ("✓" if n else "", 423), ("✓" if n > 2 else "", 443)
        lines += row(114 + 14 * n, (f"1.{n} Verify that something holds", FIRST), *ticks)
    return lines, [], []


@case
def caption_unit_and_source() -> Drawn:
    lines = [line("Table 4. Sums of the year by kind of plant", FIRST, 96, style=BOLD)]
    lines += [line("Unit: RMB million", 480, 110, right=True), *unruled.statement(126)]
    return [*lines, line("Source: the garden's own books", FIRST, 186, style=PLAIN._replace(size=8.0))], [], []


@case
def columns_of_text_that_are_no_table() -> Drawn:
    words = "running words of some length that fill the column"
    return [line(words, x, 110 + 12 * n) for x in (60, 320) for n in range(12)], [], []


# --- over pages ------------------------------------------------------------------------------------


def over_pages() -> Document:
    """A ruled table from page to page with repeated headings, and an unruled one that goes on without them."""
    pages = []
    for number in (1, 2):
        lines = make.block(make.prose(45, 450), FIRST, 60, to=522) if number == 1 else []
        top = 120 if number == 1 else 60
        names = ["Name", *(f"row {number} {n}" for n in range(1, 38 if number == 1 else 20))]
        for n, name in enumerate(names):
            lines += row(top + 14 + 18 * n, (name, 76), ("Sum" if not n else f"{1000 * number + 37 * n % 500}", 300))
        ys = [top + 18 * n for n in range(len(names) + 1)]
        rules = [across(y, 72, 400) for y in ys] + [down(x, a, b) for x in (72, 250, 400) for a, b in pairwise(ys)]
        pages.append(Page(number, 595, 842, lines=tuple(lines), rules=tuple(rules)))
    return arrange(pages, meta=make.META)


CASES["table-over-pages"] = over_pages
