"""Statements on single pages without a title."""

from quire.finance.extract import extract_statements
from quire.finance.statement import Kind
from quire.finance.untitled_statements import LONE_PAGES, find_untitled
from quire.model.page import Page
from tests.finance.paper import Paper
from tests.finance.sheets import ASSETS, FUNDS, OPERATIONS, contradictions, rows


def _page(number: int = 1, lines=(*ASSETS, *FUNDS)) -> Page:
    paper = Paper(number)
    rows(paper, 60, lines)
    return paper.page()


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


def test_a_page_without_figures():
    assert not list(find_untitled([Page(1, 595, 842)]))
