"""Statements on single pages without a title."""

from dataclasses import replace

from quire.finance.extract import extract_statements
from quire.finance.statement import Kind
from quire.finance.statement_finder import MUCH_UNREAD
from quire.finance.untitled_statements import LONE_PAGES, find_untitled
from quire.model.geometry import Box
from quire.model.page import Page, TextSource
from tests.finance.paper import Paper
from tests.finance.sheets import ASSETS, FUNDS, OPERATIONS, contradictions, rows


def _page(number: int = 1, lines=(*ASSETS, *FUNDS)) -> Page:
    paper = Paper(number)
    rows(paper, 60, lines)
    return paper.page()


def scanned(number: int, lines) -> Page:
    paper = Paper(number)
    rows(paper, 60, lines)
    return paper.page(source=TextSource.OCR, confidence=0.99)


def test_a_page_is_told_by_its_items():
    (one,) = extract_statements([_page()]).statements
    assert (one.kind, one.title, one.language) == (Kind.BALANCE, "", "zh")
    assert [r[0] for r in one.table[1:]] == [label for label, *_ in (*ASSETS, *FUNDS)]
    assert not contradictions(one)


def test_two_pages_are_one_statement():
    more = tuple((label, "10.00", "10.00") for label in ("应收票据", "预付款项", "存货", "合同资产"))
    (one,) = extract_statements([_page(1, (*more, *ASSETS)), _page(2, FUNDS)]).statements
    assert one.pages == (1, 2)


def test_few_items_are_a_table_of_a_note():
    assert not list(find_untitled([_page(1, OPERATIONS[:4])]))
    assert not list(find_untitled([_page(1, ASSETS[:4])]))


def test_a_report_has_titles():
    pages = [_page(number) for number in range(1, LONE_PAGES + 2)]
    assert extract_statements(pages).statements == ()


def test_a_recognised_page_of_a_report_may_have_lost_its_title():
    pages = [Paper(number).page(source=TextSource.OCR) for number in range(1, LONE_PAGES + 2)]
    found = extract_statements([*pages, scanned(LONE_PAGES + 2, (*ASSETS, *FUNDS))])
    assert [(s.kind, s.pages) for s in found.statements] == [(Kind.BALANCE, (LONE_PAGES + 2,))]


def test_a_recognised_page_with_some_items_is_told():
    pages = [Paper(number).page(source=TextSource.OCR) for number in range(1, LONE_PAGES + 1)]
    found = extract_statements([*pages, scanned(4, OPERATIONS)])
    assert found.statements == ()
    sentence = "Page 4 may show a statement (income statement) whose title could not be read: none was found."
    assert found.warnings == (sentence,)


def test_a_lone_recognised_page_with_some_items_is_likely_a_statement():
    found = extract_statements([scanned(1, OPERATIONS)])
    assert [statement.kind for statement in found.statements] == [Kind.INCOME]
    assert not any("none was found" in warning for warning in found.warnings)
    assert extract_statements([_page(1, OPERATIONS)]).statements == ()


def test_a_recognised_page_of_which_much_was_not_read_is_told():
    page = replace(scanned(4, OPERATIONS[:3]), unread=(Box(50, 300, 90, 310),) * MUCH_UNREAD)
    assert extract_statements([page]).warnings == ("Much of page 4 could not be read: a statement may be missing.",)


def test_a_recognised_table_of_a_note_is_not_told():
    assert extract_statements([scanned(4, OPERATIONS[:4])]).warnings == ()


def test_a_page_without_figures():
    assert not list(find_untitled([Page(1, 595, 842)]))
