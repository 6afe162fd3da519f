"""Rules that part texts."""

from __future__ import annotations

import pytest

from quire.layout.pipeline import arrange
from quire.model.page import Fill, Page, Rule
from tests.layout.pages import META, block, line, page, prose


def rule(x0: float, y: float, x1: float, width: float = 0.5, color: int = 0) -> Rule:
    return Rule(x0, y, x1, y, width, color)


def found(*rules: Rule, lines: list[object] | None = None, **more: object) -> list[tuple[float, float, float]]:
    texts = lines if lines is not None else block(prose(200, 460), 72, 200)
    (info,) = arrange([page(texts, rules=rules, **more)], meta=META).pages
    return [(one.x0, one.y0, one.x1) for one in info.rules]


def test_pieces_of_one_rule_are_one() -> None:
    assert found(rule(72, 150, 300), rule(301, 150.2, 532)) == [(72, 150, 532)]
    assert found(rule(72, 150, 300), rule(309, 150, 532)) == [(72, 150, 532)]  # over two columns of a table


def test_bars_are_rules_and_white_ones_are_none() -> None:
    bars = [Fill(72, 150, 532, 154, 0x4472C4), Fill(72, 160, 532, 164, 0xFFFFFF), Fill(72, 120, 532, 140, 0xEEEEEE)]
    assert found(rule(72, 100, 90), fills=bars) == [(72, 152, 532)]
    assert found(rule(72, 150, 532, color=0xFFFFFF)) == []


def test_sides_of_boxes_and_lines_under_words_part_nothing() -> None:
    sides = [Rule(x, 180, x, 400, 0.5, 0) for x in (60, 540)]
    assert found(rule(60, 180, 540), rule(60, 400, 540), *sides) == []
    title = line("A title of some words that is underlined", 72, 100)
    assert found(rule(title.x0, 101.5, title.x1), lines=[title, *block(prose(200, 460), 72, 200)]) == []


def test_rules_of_tables_are_theirs() -> None:
    rows = [
        line(text, x, 300 + 14 * n)
        for n in range(6)
        for text, x in ((f"Item {n}", 72), (f"{n},120", 300), (f"{n}.5", 480))
    ]
    rules = [rule(72, 288, 500, 1.0), rule(72, 304, 500), rule(72, 375, 500, 1.0)]
    assert found(*rules, rule(72, 150, 532), lines=[*block(prose(60, 460), 72, 180), *rows]) == [(72, 150, 532)]


@pytest.mark.parametrize("count", [12, 40])
def test_a_page_full_of_rules_is_a_form(count: int) -> None:
    rules = [rule(72, 210 + 12 * n, 200 + 5 * n) for n in range(count)]
    assert len(found(*rules)) == (count if count < 16 else 0)


def test_the_rule_above_footnotes_is_words_own() -> None:
    from tests.layout.pages import RAISED, of, style, word

    small = style(8.0)
    note = of([word("1", 72, 700, RAISED), word("See", 76, 702, small), word("there.", 94, 702, small, space=True)])
    marked = of([word("Text", 72, 600), word("1", 95, 597, RAISED)])
    texts = [*block(prose(200, 460), 72, 200), marked, note]
    assert found(rule(72, 690, 200), lines=texts) == []


def test_without_flow_there_are_none() -> None:
    one: Page = page(block(prose(200, 460), 72, 200), rules=[rule(72, 150, 532)])
    assert arrange([one], meta=META, flow=False).pages[0].rules == ()
