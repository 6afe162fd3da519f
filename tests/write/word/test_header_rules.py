"""Rules of headers and footers."""

from __future__ import annotations

from quire.model.geometry import Box
from quire.model.page import Rule
from quire.write.word.header_rules import add_rule_borders, find_header_rules, rule_paragraph

TEXT = Box(72, 72, 523, 770)
TITLE = Box(72, 40, 150, 52)


def rule(y: float, x0: float = 72, x1: float = 523) -> Rule:
    return Rule(x0, y, x1, y, 0.5, 0)


def test_the_nearest_rules_above_and_below_are_kept() -> None:
    found = find_header_rules([rule(30), rule(56), rule(60)], [TITLE], 0.0, TEXT)
    assert [(one.rule.y0, one.above, one.gap) for one in found] == [(30, True, 10.0), (56, False, 4.0)]


def test_rules_are_borders_of_the_first_and_the_last_line() -> None:
    found = find_header_rules([rule(30), rule(56)], [TITLE], 0.0, TEXT)
    first, last = add_rule_borders([{}, {}], found)
    assert "<w:top " in first["pBdr"]
    assert "<w:bottom " in last["pBdr"]
    (both,) = add_rule_borders([{}], found)
    assert both["pBdr"].index("<w:top ") < both["pBdr"].index("<w:bottom ")


def test_a_rule_without_text_stands_where_it_did() -> None:
    (upper,) = find_header_rules([rule(60)], [], 0.0, TEXT)
    assert 'w:before="500"' in rule_paragraph(upper, 35.0)["spacing"]
    assert "ind" not in rule_paragraph(upper, 35.0)
    (lower,) = find_header_rules([rule(800, x1=300)], [], 842.0, TEXT)
    assert 'w:after="140"' in rule_paragraph(lower, 35.0)["spacing"]
    assert rule_paragraph(lower, 35.0)["ind"] == '<w:ind w:left="0" w:right="4460"/>'


def test_on_left_hand_pages_a_whole_rule_begins_elsewhere() -> None:
    (found,) = find_header_rules([rule(56, 90, 541)], [TITLE], 0.0, TEXT)
    assert found.indents == (0.0, 0.0)
