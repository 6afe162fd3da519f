"""Rules that end columns."""

from __future__ import annotations

from quire.layout.order.column_barriers import barriers
from quire.layout.order.page_order import order_page
from quire.model.page import Rule
from tests.layout.pages import block, line, page, prose

LEFT, RIGHT = 72.0, 320.0


def across(y, x0=LEFT, x1=540.0):
    return Rule(x0, y, x1, y, 0.5, 0)


def heights(rules, *lines):
    return [edge.at for edge in barriers(page(*lines, rules=rules), list(page(*lines).lines))]


def order(shown):
    drafts = order_page(shown, list(shown.lines), [], frozenset()).drafts
    return [draft.rows[0].text if draft.rows else draft.table for draft in drafts]


def test_of_the_rules_of_a_table_the_first_and_the_last_are_barriers():
    text = block(prose(80, 460), LEFT, 500)
    assert heights([across(100), across(114), across(190)], text) == [100, 190]
    assert heights([across(100), across(300)], text) == [100, 300]


def test_short_rules_and_underlines_are_none():
    text = block(prose(80, 460), LEFT, 500)
    under = across(text[0].baseline + 1.5, text[0].x0, text[0].x1)
    assert heights([across(100, LEFT, 240.0), under], text) == []
    assert heights([]) == []


def test_columns_end_at_a_rule_over_their_gutter():
    upper = [block(prose(40, 220, start=n), x, 100) for n, x in ((0, LEFT), (9, RIGHT))]
    lower = [block(prose(40, 220, start=n), x, 300) for n, x in ((3, LEFT), (5, RIGHT))]
    whole = [*upper[0], *upper[1], *lower[0], *lower[1]]
    firsts = [part[0].text for part in (*upper, *lower)]
    assert order(page(whole, rules=[across(270)])) == firsts
    assert order(page(whole))[:2] != firsts[:2]


def test_a_table_between_rules_below_columns_is_one():
    columns = [*block(prose(60, 220), LEFT, 100), *block(prose(60, 220, start=20), RIGHT, 100)]
    rows = [
        [line(f"Label {n}", LEFT, 320 + 14 * n), line(f"1{n}5", 330, 320 + 14 * n), line(f"4{n}.5", 440, 320 + 14 * n)]
        for n in range(5)
    ]
    shown = page(columns, *rows, rules=[across(308), across(382)])
    table = order(shown)[-1]
    assert (table.grid.rows, table.grid.cols) == (5, 3)
