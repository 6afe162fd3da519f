"""How likely recognised figures and rows are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from quire.finance.extract import extract_statements
from quire.finance.learned_doubt import DOUBT_RULES, Evidence, page_marks
from quire.finance.statement import Statement
from quire.model.page import LineScore, TextSource
from tests.finance.paper import Paper
from tests.finance.sheets import english_balance_sheet
from tests.finance.test_label_doubts import ROWS

SURE = LineScore(0.999, 0.999, 0.0)


def read(
    change: dict[str, str] | None = None,
    *,
    scores: dict[str, LineScore] | None = None,
    source: TextSource = TextSource.OCR,
) -> Statement:
    paper = english_balance_sheet(ROWS, change)
    page = paper.page(source=source, confidence=0.99 if source is TextSource.OCR else None)
    if source is TextSource.OCR:
        page = replace(page, scores=tuple((scores or {}).get(line.text, SURE) for line in page.lines))
    (found,) = extract_statements([page]).statements
    return found


def confidence(statement: Statement, text: str) -> float:
    return next(cell.confidence for row in statement.rows for cell in row.cells if cell.text == text)


def test_a_clear_statement_whose_sums_hold_is_not_doubted() -> None:
    statement = read()
    assert not [f for f in statement.doubts if f.rule in DOUBT_RULES]
    assert confidence(statement, "1,200") > 0.95


def test_figures_with_rivals_are_doubted() -> None:
    scores = {text: LineScore(0.4, 0.7, 0.5) for row in ROWS for text in row}
    statement = read({"5,000": "5,100", "14,700": "14,900", "9,200": "9,800", "19,900": "19,100"}, scores=scores)
    assert confidence(statement, "1,200") < 0.8
    assert "reading" in {finding.rule for finding in statement.doubts}


def test_rows_are_doubted_when_their_labels_are_not_whole_and_their_figures_unsure() -> None:
    change = {label: f"{label} and" for label, *_ in ROWS} | {"5,000": "5,100", "14,700": "14,900"}
    unsure = LineScore(0.4, 0.7, 0.5)
    scores = {text: unsure for row in ROWS for text in row} | dict.fromkeys(change.values(), unsure)
    assert "row" in {finding.rule for finding in read(change, scores=scores).doubts}


def test_a_text_layer_is_never_doubted() -> None:
    statement = read({"5,000": "5,100"}, source=TextSource.NATIVE)
    assert all(cell.confidence == 1.0 for row in statement.rows for cell in row.cells)
    assert not {"reading", "row", "columns"} & {finding.rule for finding in statement.doubts}


def test_marks_of_a_page_without_scores_come_from_its_confidences() -> None:
    paper = Paper()
    paper.row(100, "Goodwill", "3,500", "")
    marks = page_marks(paper.page(source=TextSource.OCR, confidence=0.9))
    assert marks is not None
    assert [round(score.rival, 2) for _, score in (*marks.figures, *marks.texts)] == [0.1, 0.1]
    assert page_marks(paper.page()) is None


def test_digits_that_may_be_others_make_a_figure_less_sure() -> None:
    paper = english_balance_sheet(ROWS, {"1,200": "1,300"})
    page = paper.page(source=TextSource.OCR, confidence=0.99)
    page = replace(page, scores=(SURE,) * len(page.lines))
    steps = (
        *(((char, 1.0),) for char in "1,"),
        (("3", 0.5), ("8", 0.45)),
        *(((char, 1.0),) for char in ("0", "", "0")),
    )
    unsure = replace(page, steps=tuple(steps if line.text == "1,300" else () for line in page.lines))
    marks = [page_marks(one) for one in (replace(unsure, steps=((),) * len(page.lines)), unsure)]
    least = [min(one.digits) for one in marks if one is not None]
    assert least == [0.0, pytest.approx(-0.7, abs=0.1)]


def test_a_figure_of_which_one_digit_closes_its_sum_is_told_from_the_others() -> None:
    paper = english_balance_sheet(ROWS, {"2,300": "2,800"})
    page = paper.page(source=TextSource.OCR, confidence=0.99)
    (statement,) = extract_statements([page]).statements
    marks = page_marks(page)
    assert marks is not None
    mends = Evidence(statement, {1: marks}).mends
    by_text = {statement.rows[r].cells[c].text: mend for (r, c), mend in mends.items()}
    assert by_text["2,800"] == 2 * by_text["1,200"] > 0
    assert by_text["9,100"] == 0


def test_totals_of_sums_beside_labels_of_items_are_told_from_others() -> None:
    def evidence(rows: Sequence[Sequence[str]], label: str) -> list[float]:
        page = english_balance_sheet(rows).page(source=TextSource.OCR, confidence=0.99)
        (statement,) = extract_statements([page]).statements
        marks = page_marks(page)
        assert marks is not None
        at = next(r for r, row in enumerate(statement.rows) if row.label == label)
        return Evidence(statement, {1: marks}).under_totals(at)

    assert evidence(ROWS, "Inventories") == [1.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    labels = [label for label, *_ in ROWS]
    names = (*labels[:3], "Current assets", labels[4], labels[3], *labels[6:])
    drifted = [(label, *figures) for label, (_, *figures) in zip(names, ROWS, strict=True)]
    assert evidence(drifted, "Current assets")[:3] == [0.0, -1.0, 1.0]
    assert evidence(drifted, labels[3])[3] == 1.0
    assert evidence(drifted, "Goodwill")[1] == 0.0
