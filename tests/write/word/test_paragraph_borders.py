"""Rules as borders."""

from __future__ import annotations

from lxml import etree

from quire.model.page import Rule
from quire.write.word.paragraph import Para, Pieces, indent_property, markup
from quire.write.word.paragraph_borders import border, with_borders
from quire.write.word.rule_placement import PlacedRule
from quire.write.word.wordprocessingml import part
from tests.write.ooxml import W

COLUMN = (72.0, 523.0)


def tied(gap: float, *, below: bool = True, border: bool = True, x1: float = 523.0) -> PlacedRule:
    return PlacedRule(Rule(72, 100, x1, 100, 1.0, 0x2F5496), 0, gap, below, border)


def sides(written: Pieces) -> list[list[str]]:
    tree = etree.fromstring(part("w:body", markup(written)))
    return [[side.tag.removeprefix(W) for side in p.iterfind(f"{W}pPr/{W}pBdr/*")] for p in tree.iter(W + "p")]


def test_a_border_has_the_rules_colour_and_width() -> None:
    assert border("top", Rule(0, 0, 9, 0, 1.5, 0x2F5496), 4.2) == (
        '<w:top w:val="single" w:sz="12" w:space="4" w:color="2F5496"/>'
    )
    assert 'w:sz="2" w:space="31"' in border("top", Rule(0, 0, 9, 0, 0.0, 0), 99)


def test_a_long_rule_is_a_border_of_the_paragraph() -> None:
    written: Pieces = [Para()]
    assert sides(with_borders(written, [tied(3), tied(5, below=False)], COLUMN)) == [["top", "bottom"]]
    assert (written[0].above, written[0].below) == (6.0, 4.0)


def test_others_are_low_paragraphs_of_their_own() -> None:
    assert sides(with_borders([Para()], [tied(3, border=False)], COLUMN)) == [[], ["top"]]
    assert sides(with_borders([Para()], [tied(300)], COLUMN)) == [[], ["top"]]
    assert sides(with_borders([Para("", "", indent_property(40))], [tied(3)], COLUMN)) == [[], ["top"]]
    assert sides(with_borders(["<w:tbl/>"], [tied(3)], COLUMN)) == [["top"]]
    before = with_borders([Para()], [tied(30, border=False, below=False)], COLUMN)
    assert sides(before) == [["top"], []]
    assert before[1].before == 28.0


def test_a_short_rule_ends_where_it_did() -> None:
    (_, own) = with_borders([Para()], [tied(3, border=False, x1=272.0)], COLUMN)
    assert own.parts["ind"] == '<w:ind w:right="5020"/>'


def test_a_second_rule_on_one_side_stands_alone() -> None:
    assert sides(with_borders([Para()], [tied(3), tied(6)], COLUMN)) == [["bottom"], ["top"]]
