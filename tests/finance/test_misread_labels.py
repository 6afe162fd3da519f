"""Misread labels as the known items that the reader's likelihoods say they are."""

from __future__ import annotations

import pytest

from quire.finance.line_likelihoods import Readings
from quire.finance.misread_labels import mended_labels, with_meant_labels
from quire.finance.statement import Cell, Kind, Row
from quire.model.geometry import Box
from quire.model.page import Line, Page, Steps, Style, TextSource, Word

STYLE = Style("Test", 9.0, False, False, False, 0)
BOX = Box(50.0, 100.0, 150.0, 110.0)


def steps_of(label: str, others: dict[str, str]) -> Steps:
    """The steps of a label; each character of `others` may be another one (or the blank), with a tenth of certainty."""
    read = [((char, 0.85), (others[char], 0.1)) if char in others else ((char, 0.999),) for char in label]
    return tuple(step for one in read for step in (one, (("", 1.0),)))


def meant(label: str, others: dict[str, str], kind: Kind = Kind.BALANCE, language: str = "zh") -> list[Row]:
    word = Word(label, *BOX, 108.0, STYLE, False)
    line = Line((word,), *BOX, 108.0)
    page = Page(1, 595, 842, lines=(line,), source=TextSource.OCR, steps=(steps_of(label, others),))
    rows = [Row((Cell("遞延", 1), Cell("1.00", 1))) for _ in range("負" in label)]
    return with_meant_labels(
        [*rows, Row((Cell(label, 1, BOX, 0.8), Cell("1.00", 1)))], kind, language, Readings([page])
    )


@pytest.mark.parametrize(
    ("read", "others", "name"),
    [
        ("应付织工品简", {"织": "职", "品": "薪", "简": "酬"}, "应付职工薪酬"),
        ("商督", {"督": "誉"}, "商誉"),
        ("减：库有股", {"有": "存"}, "减：库存股"),
        ("非流动负供", {"供": "债"}, "非流动负债"),
        ("遞延稅項負值", {"值": "債"}, "遞延稅項負債"),
    ],
)
def test_a_label_is_the_name_that_the_reader_saw_as_well(read: str, others: dict[str, str], name: str) -> None:
    assert meant(read, others)[-1].label == name


def test_a_name_of_which_the_reader_saw_nothing_is_not_taken() -> None:
    assert meant("资产净直", {})[-1].label == "资产净直"
    assert meant("商督", {"督": "替"})[-1].label == "商督"


def test_number_and_explanation_stay() -> None:
    row = meant("三、营业利国（号损以一号填列）", {"国": "润"}, Kind.INCOME)[-1]
    assert row.label == "三、营业利润（号损以一号填列）"


def test_two_names_that_are_as_likely_leave_the_label() -> None:
    assert meant("应讨票据", {"讨": "付"})[-1].label == "应付票据"
    line = list(steps_of("应讨票据", {"讨": "付"}))
    line[2] = (("讨", 0.8), ("付", 0.1), ("收", 0.1))
    word = Word("应讨票据", *BOX, 108.0, STYLE, False)
    page = Page(1, 595, 842, lines=(Line((word,), *BOX, 108.0),), source=TextSource.OCR, steps=(tuple(line),))
    row = Row((Cell("应讨票据", 1, BOX, 0.8), Cell("1.00", 1)))
    assert with_meant_labels([row], Kind.BALANCE, "zh", Readings([page])) == [row]


def test_english_labels_keep_their_capitals_and_no_letter_is_dropped() -> None:
    assert meant("Goodwi1l", {"1": "l"}, language="en")[-1].label == "Goodwill"
    read = "Effects of exchange rate changes on cash and cash equivalents"
    assert meant(read, {"s": ""}, Kind.CASH_FLOW, "en")[-1].label == read


def test_a_finding_says_what_was_read() -> None:
    before = [Row((Cell("存货", 1),)), Row((Cell("因定资产", 1),))]
    after = [before[0], Row((Cell("固定资产", 1),))]
    (finding,) = mended_labels(before, after, "zh")
    assert finding.holds
    assert finding.cells == ((1, 0),)
    assert "因定资产" in finding.message
    assert "固定资产" in finding.message
