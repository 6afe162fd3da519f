"""What running lines say."""

from __future__ import annotations

import pytest

from quire.layout.furniture import running_text
from quire.layout.text.text_rows import row_of
from tests.layout.pages import line


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("For the year ended 31 March 2020", True),
        ("Years ended December 31, 2023 and 2022", True),
        ("As at 30 June 2019", True),
        ("December 31, 2016", True),
        ("截至二零一六年九月三十日止年度", True),
        ("For the year we expect growth", False),
        ("March was cold", False),
    ],
)
def test_periods(text: str, wanted: bool) -> None:
    assert running_text.is_period(text) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4. Risks (continued)", True),
        ("重要會計政策（續）", True),
        ("RELATED PARTIES CONTINUED", True),
        ("Leases (Cont'd)", True),
        ("Leases (续)", True),
        ("The work continued in spring", False),
        ("It is told in the part before (continued) " * 4, False),
    ],
)
def test_parts_that_go_on(text: str, wanted: bool) -> None:
    assert running_text.is_continued(text) is wanted


def test_a_number_and_a_company_are_no_note() -> None:
    assert running_text.is_note("22 A sentence that explains a figure")
    assert not running_text.is_note("22 Example Trading Limited")


def test_numbers_and_names_are_evidence() -> None:
    number, report, text = (row_of([line(one)]) for one in ("- 7 -", "Annual Report 2020", "7.1 The garden"))
    assert (
        running_text.wording_evidence(number)
        > running_text.wording_evidence(report)
        > 0
        > running_text.wording_evidence(text)
    )
    assert running_text.signature("Page 7 of 12") == running_text.signature("Page 8 of 12")


def test_long_names_of_notes_are_titles_of_parts() -> None:
    assert running_text.names_part("Notes to the Example Trust and Example Limited Consolidated Financial Statements")
    assert not running_text.names_part("The notes to the accounts say more")
