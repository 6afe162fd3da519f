"""Rules that part texts."""

from __future__ import annotations

import pytest

from quire.layout.order.page_order import order_page
from quire.layout.order.separator_rules import barriers, dividers
from quire.layout.pipeline import arrange
from quire.model.block import Figure
from quire.model.geometry import Box
from quire.model.page import Fill, Page, Picture, PictureKind, Rule
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


def picture(name: str, box: Box, kind: PictureKind = PictureKind.IMAGE) -> Picture:
    return Picture(name, 1, box, kind, 20, 20)


def signs(*pictures: Picture, flow: bool = True) -> list[str]:
    one = page(block(prose(200, 460), 72, 200), pictures=pictures)
    return [sign.name for sign in arrange([one], meta=META, flow=flow).pages[0].signs]


def test_icons_and_rules_that_are_images_are_signs() -> None:
    icon, bar = picture("icon", Box(50, 195, 62, 207)), picture("bar", Box(72, 150, 532, 154))
    assert signs(icon, bar) == ["icon", "bar"]
    assert signs(icon, bar, flow=False) == []


def test_figures_drawings_and_grounds_are_none() -> None:
    large, drawn = (
        picture("large", Box(72, 600, 300, 700)),
        picture("drawn", Box(50, 195, 62, 207), PictureKind.DRAWING),
    )
    ground, inside = picture("ground", Box(0, 0, 612, 792)), picture("inside", Box(80, 610, 92, 622))
    assert signs(large, drawn, ground, inside) == []
    one = arrange([page(block(prose(200, 460), 72, 200), pictures=[large])], meta=META)
    assert [found.picture.name for found in one.blocks if isinstance(found, Figure)] == ["large"]


def test_a_pattern_of_very_many_is_left_out() -> None:
    assert signs(*(picture(f"p{n}", Box(5 * n, 100, 5 * n + 11, 111)) for n in range(90))) == []


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


def parted(*rules: Rule, taken: tuple[Box, ...] = ()) -> list[tuple[float, bool]]:
    lines = [line(text, x, 100 + 14 * n) for n in range(4) for text, x in (("some text", 72), ("other text", 300))]
    whole = page(lines, rules=rules)
    return [(one.at, one.sheet) for one in dividers(whole, lines, taken)]


def test_an_upright_rule_with_lines_on_either_side_parts_them() -> None:
    assert parted(Rule(250, 90, 250, 160, 0.5, 0)) == [(250, False)]
    assert parted(Rule(250, 90, 250, 700, 0.5, 0)) == [(250, True)]


def test_upright_rules_of_tables_at_edges_across_text_and_beside_a_line_or_two_part_none() -> None:
    assert parted(Rule(250, 90, 250, 160, 0.5, 0), taken=(Box(60, 80, 400, 170),)) == []
    assert parted(Rule(60, 90, 60, 160, 0.5, 0)) == []
    assert parted(Rule(80, 90, 80, 160, 0.5, 0)) == []
    assert parted(Rule(250, 125, 250, 200, 0.5, 0)) == []
