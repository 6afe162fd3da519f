"""Text of slides in groups: by the box it stands in, and by what stands together."""

from __future__ import annotations

from quire.layout.order.slide_cards import find_cards, order_cards
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page, Rule, Style, Word

STYLE = Style("Arial", 20.0, bold=False, italic=False, mono=False, color=0)


def line(text: str, x0: float, top: float) -> Line:
    x1, bottom = x0 + 10.0 * len(text), top + 23.0
    word = Word(text, x0, top, x1, bottom, top + 18.0, STYLE, space=False)
    return Line((word,), x0, top, x1, bottom, top + 18.0)


def page(*lines: Line, fills: tuple[Fill, ...] = (), rules: tuple[Rule, ...] = ()) -> Page:
    return Page(1, 960.0, 540.0, lines=lines, fills=fills, rules=rules)


def groups(some: Page) -> list[list[str]]:
    return [[one.text for one in card.lines] for card in find_cards(some, some.lines)]


def test_lines_below_each_other_stand_together() -> None:
    assert groups(page(line("one", 60, 100), line("two", 60, 124), line("far", 60, 300))) == [["one", "two"], ["far"]]


def test_wide_gaps_part_and_markers_do_not() -> None:
    assert groups(page(line("left", 60, 100), line("right", 300, 100))) == [["left"], ["right"]]
    assert groups(page(line("•", 60, 100), line("an item", 110, 100))) == [["•", "an item"]]


def test_filled_and_outlined_boxes_part_what_is_close() -> None:
    fills = (Fill(50, 90, 250, 160, 0xEEEEEE), Fill(50, 160, 250, 230, 0xDDDDDD))
    assert groups(page(line("upper", 60, 136), line("lower", 60, 162), fills=fills)) == [["upper"], ["lower"]]
    edges = ((50, 90, 250, 90), (50, 160, 250, 160), (50, 90, 50, 160), (250, 90, 250, 160))
    rules = tuple(Rule(*edge, 1.0, 0) for edge in edges)
    assert groups(page(line("inside", 60, 136), line("below", 60, 162), rules=rules)) == [["inside"], ["below"]]


def test_the_page_itself_is_no_box() -> None:
    whole = Fill(0, 0, 960, 540, 0x203060)
    assert groups(page(line("one", 60, 100), line("two", 60, 124), fills=(whole,))) == [["one", "two"]]


def test_groups_become_drafts_in_reading_order() -> None:
    some = page(line("right side", 600, 200), line("title over both of them", 60, 40), line("left side", 60, 200))
    placement = order_cards(some, some.lines, (), frozenset())
    assert [draft.rows[0].text for draft in placement.drafts] == ["title over both of them", "left side", "right side"]
    assert {draft.page for draft in placement.drafts} == {1}
    assert Box(0, 0, 960, 540).holds(placement.drafts[0].box)
