"""A completely drawn grid is found with all its cells and only these, whatever its cells hold.

Pages come from a seeded maker: random columns and rows, merged cells, wrapped and justified texts, figures, links
that are underlined, empty and very tall cells; rules drawn at length, cell by cell, doubled or dashed.
"""

from __future__ import annotations

import random

import pytest

from quire.layout.tables.ruled import find, sketches
from quire.model.page import Line, Rule
from tests.layout.table_pages import across, cells, down, line, page, width_of

STEP = 12.0  # points from line to line
PADDING = 4.0
WORDS = (
    "net",
    "income",
    "of the",
    "year",
    "total",
    "cost for",
    "each region",
    "report",
    "营业收入",
    "利润",
    "status",
    "by",
)
Place = tuple[int, int, int, int]


def places(draw: random.Random, rows: int, cols: int) -> list[Place]:
    """Cells of a grid, some of them merged, at least one unmerged in each row and column."""
    free = {(r, c) for r in range(rows) for c in range(cols)}
    found = []
    for r, c in sorted(free):
        if (r, c) not in free:
            continue
        down_, right = 1, 1
        if r < rows - 1 and 0 < c < cols - 1 and draw.random() < 0.06 and (r + 1, c) in free:
            down_ = 2
        elif r and 0 < c < cols - 2 and draw.random() < 0.06 and (r, c + 1) in free:
            right = 2
        found.append((r, c, down_, right))
        free -= {(r + i, c + j) for i in range(down_) for j in range(right)}
    return found


def text_of(draw: random.Random) -> str:
    roll = draw.random()
    if roll < 0.35:
        return f"{draw.randint(0, 99999):,}"
    if roll < 0.45:
        return ""
    return " ".join(draw.choice(WORDS) for _ in range(draw.choice([1, 1, 2, 3, 8, 20])))


def wrapped(text: str, width: float) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    used = 0.0
    for word in text.split():
        if lines[-1] and used + width_of(word) + 3 > width:
            lines.append([])
            used = 0.0
        lines[-1].append(word)
        used += width_of(word) + 3
    return lines if text else []


def set_line(words: list[str], x: float, baseline: float, width: float, *, justified: bool) -> list[Line]:
    """The words of one line; where justified text leaves wide gaps, readers give several lines."""
    if not justified or len(words) < 2:
        return [line(" ".join(words), x, baseline)]
    gap = (width - sum(map(width_of, words))) / (len(words) - 1)
    found = []
    for word in words:
        found.append(line(word, x, baseline))
        x += width_of(word) + gap
    return found


def rules_of(draw: random.Random, xs: list[float], ys: list[float], where: list[Place]) -> list[Rule]:
    """The sides of all cells, drawn cell by cell; dashed if the draw says so."""
    sides = []
    for r, c, high, wide in where:
        x0, y0, x1, y1 = xs[c], ys[r], xs[c + wide], ys[r + high]
        sides += [across(y0, x0, x1), across(y1, x0, x1), down(x0, y0, y1), down(x1, y0, y1)]
    if draw.random() < 0.7:
        return sides
    dashes = []
    for rule in sides:
        at, end, level = (rule.x0, rule.x1, True) if rule.horizontal else (rule.y0, rule.y1, False)
        while at < end:
            stop = min(at + 2.0, end)
            dashes.append(across(rule.y0, at, stop) if level else down(rule.x0, at, stop))
            at += 3.5
    return dashes


@pytest.mark.parametrize("seed", range(80))
def test_all_cells_of_a_drawn_grid_are_found_and_only_these(seed):
    draw = random.Random(seed)
    cols, rows = draw.randint(2, 8), draw.randint(4, 9)
    justified = draw.random() < 0.3
    widths = [draw.choice([45.0, 60.0, 60.0, 90.0]) for _ in range(cols)]
    xs = [40.0]
    for width in widths:
        xs.append(xs[-1] + width)
    where = places(draw, rows, cols)
    texts = {place: text_of(draw) for place in where}
    layout = {p: wrapped(t, xs[p[1] + p[3]] - xs[p[1]] - 2 * PADDING) for p, t in texts.items()}
    ys = [60.0]
    for row in range(rows):
        most = max((len(layout[p]) for p in where if p[0] == row and p[2] == 1), default=1)
        ys.append(ys[-1] + STEP * max(1, most) + 2 * PADDING)
    lines, links = [], []
    for place, every in layout.items():
        x, top = xs[place[1]] + PADDING, ys[place[0]] + PADDING
        rows_of_words = every[: int((ys[place[0] + place[2]] - top) / STEP)]
        width = xs[place[1] + place[3]] - xs[place[1]] - 2 * PADDING
        for number, words in enumerate(rows_of_words):
            last = number == len(rows_of_words) - 1
            made = set_line(words, x, top + 9 + STEP * number, width, justified=justified and not last)
            lines += made
            if draw.random() < 0.2:
                links.append(across(made[0].baseline + 1.2, made[0].x0, made[-1].x1))
        texts[place] = "".join(w for words in rows_of_words for w in words)
    (table,) = find(page(lines, [*rules_of(draw, xs, ys, where), *links]), lines)
    assert {(*c[:4], "".join(c[4].split())) for c in cells(table)} == {(*p, text) for p, text in texts.items() if text}


def test_cells_that_all_hold_two_lines_are_not_two_rows() -> None:
    """The keys of a pad with their codes: each cell holds a figure above another."""
    xs, ys = [72.0, 122.0, 172.0, 222.0, 272.0], [100.0, 140.0, 180.0, 220.0, 260.0]
    lines = [
        line(text, x + 15, y + 16 + 12 * n)
        for row, y in enumerate(ys[:-1])
        for col, x in enumerate(xs[:-1])
        for n, text in enumerate((str(4 * row + col), f"{16 * row + col}"))
    ]
    shown = page(lines, [*(across(y, xs[0], xs[-1]) for y in ys), *(down(x, ys[0], ys[-1]) for x in xs)])
    (found,) = find(shown, lines)
    assert (found.table.grid.rows, found.table.grid.cols, len(cells(found))) == (4, 4, 16)


@pytest.mark.parametrize("end", [0, -1])
def test_a_row_that_a_page_cuts_off_lacks_its_outer_rule(end: int) -> None:
    xs, ys = (60, 160, 300, 420), range(60, 241, 30)
    lines = [line(f"{text} {y}", x + 4, y + 18) for y in ys[:-1] for x, text in zip(xs, WORDS, strict=False) if x < 420]
    rules = [across(y, 60, 420) for y in ys if y != ys[end]] + [down(x, 60, 240) for x in xs]
    (sketch,) = sketches(page(lines, rules), lines)
    assert sketch.closed
    assert sorted((cell.row, cell.col) for cell in sketch.cells) == [(r, c) for r in range(6) for c in range(3)]


def test_a_grid_to_fill_in_needs_two_labels() -> None:
    """As the last rows of a form on the next page; two cells with texts of four may be boxes."""
    xs, ys = (86, 230, 374, 518), (75, 104, 132)
    lines = [line("Lead", 92, 90), line("Product Owner", 92, 119)]
    for columns, count in ((4, 1), (3, 0)):
        rules = [across(y, xs[0], xs[columns - 1]) for y in ys] + [down(x, 75, 132) for x in xs[:columns]]
        assert len(sketches(page(lines, rules), lines)) == count
