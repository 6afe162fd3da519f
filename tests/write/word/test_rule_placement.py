"""Where rules go."""

from __future__ import annotations

from quire.model.block import Block, Furniture, Heading, Paragraph, Place, Role, Span, Table
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.page import Rule
from quire.model.table import Align
from quire.write.word.rule_placement import PlacedRule, RulePlacement, place_rules
from tests import documents as make

AREA = Box(72, 72, 523, 770)


def rule(y: float, x0: float = 72, x1: float = 523) -> Rule:
    return Rule(x0, y, x1, y, 0.5, 0)


def text(
    top: float, bottom: float, *, page: int = 1, x0: float = 72, x1: float = 523, align: Align = Align.LEFT
) -> Paragraph:
    return Paragraph((Span("text", make.BODY),), (Place(page, Box(x0, top, x1, bottom)),), align)


def found(*blocks: Block, rules: dict[int, list[Rule]], furniture: tuple[Furniture, ...] = ()) -> RulePlacement:
    pages = tuple(PageInfo(n, 595, 842, rules=tuple(rules.get(n, ()))) for n in range(1, 5))
    return place_rules(Document(pages, blocks, furniture=furniture), dict.fromkeys(range(1, 5), AREA))


def tied(*blocks: Block, rules: list[Rule]) -> list[tuple[int, float, bool, bool]]:
    one = found(*blocks, rules={1: rules}).flow
    return [(t.block, t.gap, t.below, t.border) for _, some in sorted(one.items()) for t in some]


def test_rules_that_pages_repeat_are_of_headers_and_footers() -> None:
    blocks = [text(80, 700, page=n) for n in range(1, 5)]
    one = found(*blocks, rules={n: [rule(50), rule(790)] for n in range(2, 5)})
    assert (
        {n: len(some) for n, some in one.header.items()}
        == {n: len(some) for n, some in one.footer.items()}
        == {2: 1, 3: 1, 4: 1}
    )
    assert one.flow == {}


def test_a_rule_next_to_a_running_title_is_the_headers() -> None:
    head = Furniture(Role.HEADER, (Span("Report"),), Place(1, Box(72, 40, 120, 52)))
    one = found(text(80, 700), rules={1: [rule(55)]}, furniture=(head,))
    assert one.header == {1: (rule(55),)}
    assert one.flow == {}


def test_a_rule_as_long_as_the_lines_is_the_nearer_ones_border() -> None:
    assert tied(text(80, 100), text(120, 140), rules=[rule(103)]) == [(0, 3.0, True, True)]
    assert tied(text(80, 100), text(120, 140), rules=[rule(116)]) == [(1, 4.0, False, True)]
    title = Heading(1, (Span("T"),), (Place(1, Box(72, 80, 99, 100)),))
    assert tied(title, text(120, 140), rules=[rule(116)]) == [(1, 4.0, False, True)]
    assert tied(text(80, 100, x0=250, x1=350, align=Align.CENTER), rules=[rule(103)]) == [(0, 3.0, True, True)]


def test_a_shorter_rule_or_one_next_to_a_table_stands_alone() -> None:
    assert tied(text(80, 100), text(120, 140), rules=[rule(103, x1=200)]) == [(0, 3.0, True, False)]
    table = Table(make.grid(("a", "b")), (Place(1, Box(72, 80, 523, 100)),))
    assert tied(table, rules=[rule(130)]) == [(0, 30.0, True, False)]
    assert tied(text(120, 140), rules=[rule(100, x1=200)]) == [(0, 20.0, False, False)]


def test_a_rule_inside_of_a_block_is_left_out() -> None:
    assert tied(text(80, 200), rules=[rule(140)]) == []
    assert PlacedRule(rule(1), 0, 0.0, below=True, border=True).rule.horizontal


def test_a_block_that_begins_on_another_page_has_no_rule_above_it_here() -> None:
    going_on = Paragraph(
        (Span("text", make.BODY),), (Place(1, Box(72, 700, 523, 760)), Place(2, Box(72, 90, 523, 120)))
    )
    assert found(going_on, text(140, 200, page=2), rules={2: [rule(80)]}).flow == {}
    assert list(found(going_on, text(140, 200, page=2), rules={2: [rule(122, x1=200)]}).flow) == [0]
