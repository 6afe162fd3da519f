"""How sure it is that a table is right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.layout.tables.sketches import Draft, Sketch
from quire.layout.tables.table_confidence import BIAS, NAMES, WEIGHTS, confidence, table_evidence
from quire.model.geometry import Box
from quire.model.page import Line, Page, Rule, Style, Word
from quire.model.span import Span
from quire.model.table import Cell

STYLE = Style("Serif", 10.0, False, False, False, 0)
XS, YS = [100.0, 200.0, 300.0], [100.0, 120.0, 140.0]
JUDGED = Path(__file__).parents[3] / "learn" / "judged_tables.json"


def line(text: str, x0: float, baseline: float) -> Line:
    words, x = [], x0
    for part in text.split():
        words.append(Word(part, x, baseline - 8, x + 5 * len(part), baseline + 2, baseline, STYLE, space=x > x0))
        x += 5 * len(part) + 3
    return Line(tuple(words), x0, baseline - 8, words[-1].x1, baseline + 2, baseline)


def table(*rows: tuple[str, str]) -> tuple[list[Cell], list[list[Line]]]:
    """A table of two columns, rows 20 points high."""
    cells, texts = [], []
    for r, row in enumerate(rows):
        for c, text in enumerate(row):
            box = Box(XS[c], YS[0] + 20 * r, XS[c + 1], YS[0] + 20 * (r + 1))
            cells.append(Cell(r, c, (Span(text),), header=r == 0, box=box, page=1))
            texts.append([line(text, box.x0 + 2, box.y0 + 14)])
    return cells, texts


def sketch(texts: list[list[Line]], *, closed: bool = False) -> Sketch:
    cells = [Draft(n // 2, n % 2, 1, 1, lines) for n, lines in enumerate(texts)]
    ys = [YS[0] + 20 * r for r in range(len(texts) // 2 + 1)]
    odds, likely = (None, 0.0) if closed else (1.0, -0.1)
    return Sketch(XS, ys, cells, set(), ruled=closed, closed=closed, odds=odds, likely=likely)


def page(texts: list[list[Line]], *others: Line, rules: tuple[Rule, ...] = ()) -> Page:
    return Page(1, 600, 800, lines=(*(one for lines in texts for one in lines), *others), rules=rules)


def evidence(name: str, cells: list[Cell], texts: list[list[Line]], shown: Page) -> float:
    return table_evidence(sketch(texts), cells, shown, framed=False)[NAMES.index(name)]


def test_drawn_tables_are_surer_than_those_that_stand_by_alignment() -> None:
    cells, texts = table(("Item", "2023"), ("Sales", "1,200"))
    drawn = confidence(sketch(texts, closed=True), cells, page(texts), framed=True)
    aligned = confidence(sketch(texts), cells, page(texts), framed=False)
    assert drawn > 0.97
    assert 0.5 < aligned < drawn


@pytest.mark.parametrize("name", ["row_above", "row_below"])
def test_a_row_of_texts_over_the_columns_may_have_been_left_outside(name: str) -> None:
    cells, texts = table(("Item", "2023"), ("Sales", "1,200"))
    at = 94.0 if name == "row_above" else 152.0
    alone = page(texts)
    near = page(texts, line("Group", 210, at))
    assert evidence(name, cells, texts, alone) == 0
    assert evidence(name, cells, texts, near) == 1
    assert confidence(sketch(texts), cells, near, framed=False) < confidence(sketch(texts), cells, alone, framed=False)
    sentence = page(texts, line("The following table shows what was sold in the year", 100, at))
    assert evidence(name, cells, texts, sentence) == 0


def test_text_beside_a_row_may_be_its_label() -> None:
    cells, texts = table(("Item", "2023"), ("Sales", "1,200"))
    shown = page(texts, line("Label", 60, 134))
    assert evidence("beside", cells, texts, shown) == 0.5
    assert evidence("beside", cells, texts, page(texts, line("Label", 60, 127))) == 0


def test_figures_of_two_columns_in_a_cell_and_white_inside_it_are_doubtful() -> None:
    cells, texts = table(("Item", "2023"), ("Sales", "1,200 1,100"))
    assert evidence("two_amounts", cells, texts, page(texts)) == 0.25
    texts[3] = [line("1,200", 202, 134), line("1,100", 260, 134)]
    assert evidence("gaps", cells, texts, page(texts)) == pytest.approx(33 / 10)


def test_a_second_head_shows_two_tables() -> None:
    rows = (("Item", "2023"), ("Sales", "1,200"), ("Item", "2023"), ("Costs", "900"))
    cells, texts = table(*rows)
    wide = [cell._replace(col=cell.col) for cell in cells]
    assert evidence("second_head", wide, texts, page(texts)) == 0  # one title alone may come again
    more = [*cells, *(Cell(r, 2, (Span(t),), header=r == 0) for r, t in enumerate(("2022", "1", "2022", "2")))]
    assert evidence("second_head", more, texts, page(texts)) == 1


def test_a_rule_between_borders_of_rows_is_doubtful_one_at_a_border_is_not() -> None:
    cells, texts = table(("Item", "2023"), ("Sales", "1,200"))
    inside, border = Rule(100, 128, 300, 128, 1, 0), Rule(100, 120, 300, 120, 1, 0)
    assert evidence("rules_inside", cells, texts, page(texts, rules=(inside,))) == 0.5
    assert evidence("rules_inside", cells, texts, page(texts, rules=(border,))) == 0


def test_tables_that_a_reader_judged_are_told_apart() -> None:
    """The weights are those of the judged tables: the right ones are surer, and about as often right as is said."""
    judged = json.loads(JUDGED.read_text("utf-8"))
    chances = []
    for one in judged:
        total = BIAS + sum(w * v for w, v in zip(WEIGHTS, one["evidence"], strict=True))
        chances.append((1 / (1 + 2.718281828**-total), one["right"]))
    unsure = [right for chance, right in chances if chance < 0.6]
    sure = [right for chance, right in chances if chance > 0.95]
    assert len(judged) == 739
    assert sum(unsure) < 0.55 * len(unsure)
    assert sum(sure) > 0.98 * len(sure)
